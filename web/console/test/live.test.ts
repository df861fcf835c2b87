import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { fc } from '../../../server/test/support/seed.ts';
import { type Frame, readFrames } from '../src/live/frames.ts';
import type { LiveHub } from '../src/live/hub.ts';
import { frequentTopics, isAnnounced, type Topic, usualTopics } from '../src/live/topics.ts';
import { type OpenStream, rejected, TabBrowser } from './support/tabs.ts';

const SCOPE = 'Platform:1';

/** Delivers pending messages and promises without advancing time. */
const settle = () => vi.advanceTimersByTimeAsync(0);

/** Counts the hints that a page of the tab gets. */
function page(tab: LiveHub, ...topics: Topic[]) {
  const onHint = vi.fn();
  const leave = tab.subscribe({ topics: new Set(topics), onHint });
  return { onHint, leave };
}

const ready = (stream: OpenStream | undefined, id?: string) => stream?.send({ event: 'ready' }, id);
const hint = (stream: OpenStream | undefined, topic: Topic, id?: string) => stream?.send({ event: 'hint', topic }, id);

describe('live updates', () => {
  let browser: TabBrowser;
  let tab: LiveHub;
  beforeEach(() => {
    vi.useFakeTimers();
    browser = new TabBrowser();
    tab = browser.newTab();
  });
  afterEach(() => {
    vi.useRealTimers();
  });
  const stream = () => browser.streams.at(-1);
  const start = async (): Promise<void> => {
    tab.start(SCOPE);
    await settle();
  };

  it('are off until the session has a platform, and off again without one', async () => {
    expect(tab.state).toBe('POLLING');
    await start();
    expect(tab.state).toBe('CONNECTING');
    ready(stream());
    expect(tab.state).toBe('LIVE');
    tab.start(undefined);
    await settle();
    expect([tab.state, browser.open]).toEqual(['POLLING', []]);
  });

  it('are started once for a platform, and anew for another one', async () => {
    await start();
    await start();
    expect(browser.streams).toHaveLength(1);
    ready(stream(), 'event-7');
    tab.start('Platform:2');
    await settle();
    expect(browser.open).toHaveLength(1);
    expect(stream()?.lastEventId).toBeUndefined();
    expect(tab.state).toBe('CONNECTING');
  });

  it('reach the pages that follow the topic', async () => {
    const payments = page(tab, 'transaction', 'card');
    const customers = page(tab, 'customer');
    await start();
    hint(stream(), 'transaction');
    hint(stream(), 'card');
    expect(payments.onHint).toHaveBeenCalledTimes(2);
    expect(customers.onHint).not.toHaveBeenCalled();
    payments.leave();
    hint(stream(), 'transaction');
    expect(payments.onHint).toHaveBeenCalledTimes(2);
  });

  it('refresh every page after the first connection and after a reset, since changes before are not announced', async () => {
    const customers = page(tab, 'customer');
    await start();
    ready(stream());
    expect(customers.onHint).toHaveBeenCalledTimes(1);
    stream()?.send({ event: 'reset' }, undefined);
    expect(customers.onHint).toHaveBeenCalledTimes(2);
  });

  it('continue after the last event when the stream is opened again, without a refresh', async () => {
    const customers = page(tab, 'customer');
    await start();
    ready(stream(), 'event-1');
    hint(stream(), 'transaction', 'event-2');
    stream()?.send({ event: 'heartbeat' }, undefined);
    stream()?.end();
    await vi.advanceTimersByTimeAsync(1_000);
    expect(browser.streams).toHaveLength(2);
    expect(stream()?.lastEventId).toBe('event-2');
    ready(stream());
    expect(customers.onHint).toHaveBeenCalledTimes(1);
  });

  it('are polled for while the stream is lost, and live again by its first heartbeat', async () => {
    await start();
    ready(stream());
    stream()?.fail();
    await settle();
    expect(tab.state).toBe('POLLING');
    await vi.advanceTimersByTimeAsync(1_000);
    stream()?.send({ event: 'heartbeat' }, undefined);
    expect(tab.state).toBe('LIVE');
  });

  it('wait twice as long before each further attempt, and at most half a minute', async () => {
    await start();
    for (const seconds of [1, 2, 4, 8, 16, 30, 30]) {
      const opened = browser.streams.length;
      stream()?.fail();
      await vi.advanceTimersByTimeAsync(seconds * 1_000 - 1);
      expect(browser.streams).toHaveLength(opened);
      await vi.advanceTimersByTimeAsync(1);
      expect(browser.streams).toHaveLength(opened + 1);
    }
  });

  it('wait a second again once a stream was open, however it ends', async () => {
    await start();
    for (const seconds of [1, 2, 4, 8]) {
      stream()?.fail();
      await vi.advanceTimersByTimeAsync(seconds * 1_000);
    }
    ready(stream());
    stream()?.fail();
    const opened = browser.streams.length;
    await vi.advanceTimersByTimeAsync(1_000);
    expect(browser.streams).toHaveLength(opened + 1);
  });

  it('end when the session is not accepted any more', async () => {
    await start();
    stream()?.fail(rejected());
    await vi.advanceTimersByTimeAsync(3_600_000);
    expect([tab.state, browser.streams.length]).toEqual(['POLLING', 1]);
  });

  it('request topics with many hints only while a page follows them', async () => {
    await start();
    expect(stream()?.topics).toEqual(usualTopics);
    page(tab, 'customer');
    await settle();
    expect(browser.streams).toHaveLength(1);
    page(tab, 'request', 'customer');
    await settle();
    expect(browser.open).toHaveLength(1);
    expect(stream()?.topics).toEqual([...usualTopics, 'request']);
    page(tab, 'request');
    await settle();
    expect(browser.streams).toHaveLength(2);
  });

  it('do not reach pages while the person has paused them, and catch up afterwards', async () => {
    const { onHint } = page(tab, 'customer');
    const watcher = vi.fn();
    const unwatch = tab.watch(watcher);
    await start();
    ready(stream());
    tab.setPaused(true);
    hint(stream(), 'customer');
    expect([tab.state, onHint.mock.calls.length]).toEqual(['PAUSED', 1]);
    tab.setPaused(false);
    expect([tab.state, onHint.mock.calls.length]).toEqual(['LIVE', 2]);
    expect(watcher).toHaveBeenCalledTimes(4);
    unwatch();
    tab.setPaused(true);
    expect(watcher).toHaveBeenCalledTimes(4);
  });

  describe('in several tabs', () => {
    let second: LiveHub;
    beforeEach(async () => {
      await start();
      ready(stream());
      second = browser.newTab();
      second.start(SCOPE);
      await settle();
    });

    it('share one stream, whose state each tab learns', () => {
      expect(browser.streams).toHaveLength(1);
      expect(second.state).toBe('LIVE');
    });

    it('reach the pages of each', async () => {
      const pages = [page(tab, 'customer'), page(second, 'customer'), page(second, 'card')];
      hint(stream(), 'customer');
      await settle();
      expect(pages.map(({ onHint }) => onHint.mock.calls.length)).toEqual([1, 1, 0]);
      stream()?.send({ event: 'reset' }, undefined);
      await settle();
      expect(pages.map(({ onHint }) => onHint.mock.calls.length)).toEqual([2, 2, 1]);
    });

    it('are paused in one of them without the others, also where it is the one with the stream', async () => {
      const pages = [page(tab, 'customer'), page(second, 'customer')];
      tab.setPaused(true);
      hint(stream(), 'customer');
      await settle();
      expect(pages.map(({ onHint }) => onHint.mock.calls.length)).toEqual([0, 1]);
    });

    it('have the topics that any of them follows', async () => {
      page(second, 'job');
      await settle();
      expect(browser.open).toHaveLength(1);
      expect(stream()?.topics).toContain('job');
    });

    it('are read by another tab when the first one leaves', async () => {
      page(second, 'job');
      await settle();
      tab.start(undefined);
      await settle();
      expect(browser.open).toHaveLength(1);
      expect(stream()?.topics).toContain('job');
      const { onHint } = page(second, 'customer');
      ready(stream());
      hint(stream(), 'customer');
      expect(onHint).toHaveBeenCalledTimes(2);
      expect([tab.state, second.state]).toEqual(['POLLING', 'LIVE']);
    });

    it('are polled for by the others while the tab with the stream is frozen', async () => {
      await vi.advanceTimersByTimeAsync(39_000);
      expect(second.state).toBe('LIVE');
      await vi.advanceTimersByTimeAsync(1_001);
      expect([tab.state, second.state]).toEqual(['LIVE', 'POLLING']);
      stream()?.send({ event: 'hint', topic: 'customer' }, undefined);
      stream()?.send({ event: 'heartbeat' }, undefined);
      await settle();
      expect(second.state).toBe('LIVE');
    });

    it('of other platforms are apart', async () => {
      const other = browser.newTab();
      other.start('Platform:2');
      await settle();
      expect(browser.open).toHaveLength(2);
      const { onHint } = page(other, 'customer');
      hint(browser.streams[0], 'customer');
      await settle();
      expect(onHint).not.toHaveBeenCalled();
    });
  });

  it('have a stream in each tab where the browser has no locks', async () => {
    browser = new TabBrowser({ hasLocks: false });
    const tabs = [browser.newTab(), browser.newTab()];
    for (const one of tabs) one.start(SCOPE);
    await settle();
    expect(browser.open).toHaveLength(2);
  });
});

describe('frames of a stream', () => {
  const framesOf = async (...chunks: Uint8Array<ArrayBuffer>[]) => {
    const frames: { frame: Frame; id: string | undefined }[] = [];
    const body = new ReadableStream<Uint8Array<ArrayBuffer>>({
      start(controller) {
        for (const chunk of chunks) controller.enqueue(chunk);
        controller.close();
      },
    });
    await readFrames(body, (frame, id) => frames.push({ frame, id }));
    return frames;
  };
  const bytes = (text: string) => new TextEncoder().encode(text);
  const TEXT =
    'event: ready\nid: 1\ndata: {}\n\n: heartbeat\n\nid: 2\nevent: hint\ndata: {"topic":"customer","note":"é €"}\n\nevent: hint\n';
  const FRAMES = [
    { frame: { event: 'ready' }, id: '1' },
    { frame: { event: 'heartbeat' }, id: undefined },
    { frame: { event: 'hint', topic: 'customer' }, id: '2' },
  ];

  it('have an event, an id and a topic; a comment is a heartbeat, and a frame that is cut off is dropped', async () => {
    expect(await framesOf(bytes(TEXT))).toEqual(FRAMES);
    expect(await framesOf()).toEqual([]);
  });

  it('are the same wherever the network divides the stream', async () => {
    const all = bytes(TEXT);
    const cuts = fc.array(fc.nat(all.length), { maxLength: 6 });
    await fc.assert(
      fc.asyncProperty(cuts, async (places) => {
        const ends = [...places.toSorted((a, b) => a - b), all.length];
        const chunks = ends.map((end, at) => all.slice(ends[at - 1] ?? 0, end));
        expect(await framesOf(...chunks)).toEqual(FRAMES);
      }),
    );
  });

  it('end with the error of the stream', async () => {
    const body = new ReadableStream({ start: (controller) => controller.error(new TypeError('network error')) });
    await expect(readFrames(body, () => {})).rejects.toThrow('network error');
  });
});

describe('topics', () => {
  it('are usual or frequent, never both', () => {
    expect(usualTopics.filter((topic) => frequentTopics.includes(topic))).toEqual([]);
  });

  it('over all platforms are not announced to operators, whose stream is that of one platform', () => {
    expect(isAnnounced('review', 'OPERATOR')).toBe(false);
    expect(isAnnounced('review', 'TOKEN')).toBe(true);
    expect(isAnnounced('customer', 'OPERATOR')).toBe(true);
  });
});
