import { SECOND_MS, wallMs } from '../../foundation/kernel/clock.ts';
import type { Hint, HintTopic } from '../../foundation/kernel/hints.ts';

const HEARTBEAT_MS = 15 * SECOND_MS;
/** Minimum pause between two chunks, so that the hints of a burst are sent together. */
const PACE_MS = 50;
/** Maximum number of queued hints; above it they are replaced by one reset. */
const MAX_WAITING = 200;
/** Reconnection delay of browsers, in milliseconds. */
const RETRY_MS = 2_000;

interface Frame {
  topic: HintTopic;
  resourceId: string;
  at: string;
}

interface StreamOptions {
  topics: ReadonlySet<HintTopic>;
  /** True if the client missed hints before this stream. */
  startsWithReset: boolean;
}

/**
 * Server-sent events of one client. Queued hints are unique by topic and resource. Frame ids are times in milliseconds,
 * so that any process of any server can resume a stream.
 */
export class HintStream implements AsyncIterableIterator<Buffer> {
  readonly #options: StreamOptions;
  readonly #waiting = new Map<string, Frame>();
  readonly #onEnd: (() => void)[] = [];
  #isReset: boolean;
  #hasGreeted = false;
  #isEnded = false;
  #wake: (() => void) | undefined;

  constructor(options: StreamOptions) {
    this.#options = options;
    this.#isReset = options.startsWithReset;
  }

  push({ topic, resourceId }: Hint): void {
    if (this.#isEnded || this.#isReset || !this.#options.topics.has(topic)) return;
    this.#waiting.set(`${topic} ${resourceId}`, { topic, resourceId, at: new Date(wallMs()).toISOString() });
    if (this.#waiting.size > MAX_WAITING) this.reset();
    else this.#wake?.();
  }

  /** Makes the client read everything again, because hints were lost. */
  reset(): void {
    this.#isReset = true;
    this.#waiting.clear();
    this.#wake?.();
  }

  end(): void {
    if (this.#isEnded) return;
    this.#isEnded = true;
    this.#wake?.();
    for (const listener of this.#onEnd) listener();
  }

  onceEnded(listener: () => void): void {
    this.#onEnd.push(listener);
  }

  async next(): Promise<IteratorResult<Buffer>> {
    if (!this.#hasGreeted) return this.#greet();
    await this.#pause(PACE_MS, () => false);
    await this.#pause(HEARTBEAT_MS, () => this.#isReset || this.#waiting.size > 0);
    if (this.#isEnded) return { done: true, value: undefined };
    return { done: false, value: Buffer.from(this.#take()) };
  }

  /** Called when the client disconnects. */
  async return(): Promise<IteratorResult<Buffer>> {
    this.end();
    return { done: true, value: undefined };
  }

  [Symbol.asyncIterator](): this {
    return this;
  }

  /** Sent immediately, so that the client receives the headers. */
  #greet(): IteratorResult<Buffer> {
    this.#hasGreeted = true;
    return { done: false, value: Buffer.from(`retry: ${RETRY_MS}\nid: ${wallMs()}\nevent: ready\ndata: {}\n\n`) };
  }

  #take(): string {
    const id = wallMs();
    const hints = [...this.#waiting.values()].map((frame) => `event: hint\ndata: ${JSON.stringify(frame)}\n\n`);
    const frames = this.#isReset ? ['event: reset\ndata: {}\n\n', ...hints] : hints;
    this.#isReset = false;
    this.#waiting.clear();
    // A heartbeat has no event. It keeps the connection open and updates the id from which the client resumes.
    return frames.length > 0 ? frames.map((frame) => `id: ${id}\n${frame}`).join('') : `: heartbeat\nid: ${id}\n\n`;
  }

  #pause(ms: number, isOver: () => boolean): Promise<void> {
    if (this.#isEnded || isOver()) return Promise.resolve();
    return new Promise((resolve) => {
      const done = (): void => {
        clearTimeout(timer);
        this.#wake = undefined;
        resolve();
      };
      const timer = setTimeout(done, ms);
      this.#wake = () => {
        if (this.#isEnded || isOver()) done();
      };
    });
  }
}
