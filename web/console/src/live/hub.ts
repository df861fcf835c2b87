import { StreamRejected } from './frames.ts';
import type { Reading } from './read-stream.ts';
import { frequentTopics, type Topic, usualTopics } from './topics.ts';

/** LIVE: hints arrive. POLLING: no stream, so pages poll. PAUSED: the person has stopped updates in this tab. */
export type LiveState = 'CONNECTING' | 'LIVE' | 'POLLING' | 'PAUSED';

/** Messages between the tabs of a browser, of which one has the stream. */
type TabMessage =
  | { type: 'hint'; topic: Topic }
  | { type: 'reset' }
  | { type: 'state'; state: 'LIVE' | 'POLLING' }
  | { type: 'want'; topics: readonly Topic[] }
  | { type: 'join' };

const FIRST_PAUSE_MS = 1_000;
const LONGEST_PAUSE_MS = 30_000;
/** The leading tab reports at least with every heartbeat of the server, 15 seconds; a frozen one does not. */
const SILENCE_MS = 40_000;

/** Functions of the browser that the hub uses. */
export interface HubBrowser {
  /** Reads the stream until it ends. */
  read: (reading: Reading) => Promise<void>;
  openChannel: (name: string) => TabChannel;
  /** Runs `lead` once no other tab runs one of this name. */
  whenLeading: (name: string, signal: AbortSignal, lead: () => Promise<void>) => Promise<void>;
}

export type TabChannel = Pick<BroadcastChannel, 'postMessage' | 'onmessage' | 'close'>;

interface Listener {
  topics: ReadonlySet<Topic>;
  onHint: () => void;
}

/**
 * One stream for all tabs of a browser: HTTP/1.1 allows six connections, and seven tabs with a stream each would leave
 * none. The tab that holds the lock reads the stream and passes hints on; when it closes, another one takes over.
 */
export class LiveHub {
  readonly #browser: HubBrowser;
  readonly #listeners = new Set<Listener>();
  readonly #watchers = new Set<() => void>();
  readonly #wanted = new Set<Topic>(usualTopics);
  #scope: string | undefined;
  #channel: TabChannel | undefined;
  #end = new AbortController();
  #stream = new AbortController();
  #state: 'CONNECTING' | 'LIVE' | 'POLLING' = 'POLLING';
  #isPaused = false;
  #isLeading = false;
  #lastEventId: string | undefined;
  /** Time before the next attempt to open the stream. */
  #pauseMs = FIRST_PAUSE_MS;
  #silence: ReturnType<typeof setTimeout> | undefined;

  constructor(browser: HubBrowser) {
    this.#browser = browser;
  }

  get state(): LiveState {
    return this.#isPaused ? 'PAUSED' : this.#state;
  }

  /** Follows the changes of a platform; undefined stops. */
  start(scope: string | undefined): void {
    if (scope === this.#scope) return;
    this.#scope = scope;
    this.#end.abort();
    this.#channel?.close();
    this.#channel = undefined;
    this.#lastEventId = undefined;
    this.#isLeading = false;
    // Operators without a platform have no stream.
    this.#setState(scope === undefined ? 'POLLING' : 'CONNECTING');
    if (scope === undefined) return;
    this.#end = new AbortController();
    this.#join(`causeway.live.${scope}`, this.#end.signal);
  }

  subscribe(listener: Listener): () => void {
    this.#listeners.add(listener);
    const added = [...listener.topics].filter((topic) => frequentTopics.includes(topic) && !this.#wanted.has(topic));
    if (added.length > 0) this.#want(added);
    return () => this.#listeners.delete(listener);
  }

  watch(watcher: () => void): () => void {
    this.#watchers.add(watcher);
    return () => this.#watchers.delete(watcher);
  }

  setPaused(isPaused: boolean): void {
    this.#isPaused = isPaused;
    this.#notifyWatchers();
    if (!isPaused) this.#reset();
  }

  #join(name: string, signal: AbortSignal): void {
    const channel = this.#browser.openChannel(name);
    this.#channel = channel;
    channel.onmessage = ({ data }: MessageEvent<TabMessage>) => this.#receive(data);
    this.#post({ type: 'want', topics: [...this.#wanted] });
    this.#post({ type: 'join' });
    this.#expectReports();
    // The promise rejects when this tab no longer waits for the lock.
    this.#browser.whenLeading(name, signal, () => this.#lead(signal)).catch(() => {});
  }

  /** Reads the stream again and again until the tab closes or logs out. */
  async #lead(signal: AbortSignal): Promise<void> {
    this.#isLeading = true;
    this.#pauseMs = FIRST_PAUSE_MS;
    while (!signal.aborted) {
      try {
        await this.#read(signal);
      } catch (error) {
        if (signal.aborted) return;
        // The stream was closed to open it again with more topics.
        if (this.#stream.signal.aborted) continue;
        this.#report('POLLING');
        if (error instanceof StreamRejected) break;
      }
      const pauseMs = this.#pauseMs;
      this.#pauseMs = Math.min(2 * pauseMs, LONGEST_PAUSE_MS);
      await pause(pauseMs, signal);
    }
  }

  #read(signal: AbortSignal): Promise<void> {
    this.#stream = new AbortController();
    const either = AbortSignal.any([signal, this.#stream.signal]);
    const lastEventId = this.#lastEventId;
    return this.#browser.read({
      topics: [...this.#wanted],
      lastEventId,
      signal: either,
      onFrame: ({ event, topic }, id) => {
        this.#lastEventId = id ?? this.#lastEventId;
        if (event === 'ready') this.#pauseMs = FIRST_PAUSE_MS;
        if (event === 'ready' || event === 'heartbeat') this.#report('LIVE');
        // Pages were loaded before the first stream opened: they reload, because earlier changes are not announced.
        if (event === 'reset' || (event === 'ready' && lastEventId === undefined)) this.#pass({ type: 'reset' });
        if (event === 'hint' && topic) this.#pass({ type: 'hint', topic });
      },
    });
  }

  #report(state: 'LIVE' | 'POLLING'): void {
    this.#setState(state);
    this.#post({ type: 'state', state });
  }

  /** Delivers a message to this tab and to the others. */
  #pass(message: TabMessage): void {
    this.#post(message);
    this.#receive(message);
  }

  #receive(message: TabMessage): void {
    if (!this.#isLeading) this.#expectReports();
    if (message.type === 'hint') this.#hint(message.topic);
    if (message.type === 'reset') this.#reset();
    if (message.type === 'state') this.#setState(message.state);
    if (message.type === 'want') this.#want(message.topics, { isOwn: false });
    if (message.type === 'join' && this.#isLeading && this.#state !== 'CONNECTING') this.#report(this.#state);
  }

  /** Opens the stream again if it lacks a topic that a tab follows. */
  #want(topics: readonly Topic[], { isOwn = true } = {}): void {
    const added = topics.filter((topic) => !this.#wanted.has(topic));
    if (added.length === 0) return;
    for (const topic of added) this.#wanted.add(topic);
    if (isOwn) this.#post({ type: 'want', topics: added });
    if (this.#isLeading) this.#stream.abort();
  }

  #expectReports(): void {
    clearTimeout(this.#silence);
    this.#silence = setTimeout(() => {
      if (!this.#isLeading) this.#setState('POLLING');
    }, SILENCE_MS);
  }

  #hint(topic: Topic): void {
    if (this.#isPaused) return;
    for (const { topics, onHint } of this.#listeners) if (topics.has(topic)) onHint();
  }

  #reset(): void {
    if (this.#isPaused) return;
    for (const { onHint } of this.#listeners) onHint();
  }

  #post(message: TabMessage): void {
    this.#channel?.postMessage(message);
  }

  #setState(state: 'CONNECTING' | 'LIVE' | 'POLLING'): void {
    if (state === this.#state) return;
    this.#state = state;
    this.#notifyWatchers();
  }

  #notifyWatchers(): void {
    for (const watcher of this.#watchers) watcher();
  }
}

const pause = (ms: number, signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    const timer = setTimeout(resolve, ms);
    signal.addEventListener('abort', () => {
      clearTimeout(timer);
      resolve();
    });
  });
