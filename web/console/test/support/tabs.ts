import { StreamRejected } from '../../src/live/frames.ts';
import { type HubBrowser, LiveHub, type TabChannel } from '../../src/live/hub.ts';
import type { Reading } from '../../src/live/read-stream.ts';

/** A stream that a tab has opened, which the test feeds and ends. */
export interface OpenStream extends Pick<Reading, 'topics' | 'lastEventId' | 'signal'> {
  send: Reading['onFrame'];
  end: () => void;
  fail: (error?: Error) => void;
}

export const rejected = (): Error => new StreamRejected('status 401');

/** A browser in which tabs share channels and locks, and open streams. */
export class TabBrowser {
  /** Every stream in the order of opening. */
  readonly streams: OpenStream[] = [];
  readonly #channels = new Map<string, Set<TabChannel>>();
  readonly #queues = new Map<string, Promise<unknown>>();
  #hasLocks: boolean;

  constructor({ hasLocks = true } = {}) {
    this.#hasLocks = hasLocks;
  }

  newTab(): LiveHub {
    return new LiveHub(this.#forTab());
  }

  /** Streams that neither ended nor were aborted. */
  get open(): OpenStream[] {
    return this.streams.filter(({ signal }) => !signal.aborted);
  }

  #forTab(): HubBrowser {
    return {
      read: (reading) => this.#read(reading),
      openChannel: (name) => this.#openChannel(name),
      whenLeading: (name, signal, lead) => this.#whenLeading(name, signal, lead),
    };
  }

  #read({ topics, lastEventId, signal, onFrame }: Reading): Promise<void> {
    return new Promise((resolve, reject) => {
      signal.addEventListener('abort', () => reject(signal.reason));
      this.streams.push({
        topics,
        lastEventId,
        signal,
        send: onFrame,
        end: resolve,
        fail: (error = new TypeError('network error')) => reject(error),
      });
    });
  }

  #openChannel(name: string): TabChannel {
    const others = this.#channels.get(name) ?? new Set();
    this.#channels.set(name, others);
    const channel: TabChannel = {
      onmessage: null,
      postMessage: (data) => {
        for (const other of others) {
          if (other === channel) continue;
          queueMicrotask(() => other.onmessage?.call({} as BroadcastChannel, { data } as MessageEvent));
        }
      },
      close: () => {
        channel.onmessage = null;
        others.delete(channel);
      },
    };
    others.add(channel);
    return channel;
  }

  async #whenLeading(name: string, signal: AbortSignal, lead: () => Promise<void>): Promise<void> {
    if (!this.#hasLocks) return lead();
    const before = this.#queues.get(name) ?? Promise.resolve();
    const mine = before.then(() => (signal.aborted ? undefined : lead()));
    this.#queues.set(
      name,
      // The caller of request() gets the error; the queue goes on with the next one.
      mine.catch(() => {}),
    );
    return mine;
  }
}
