import { setTimeout as sleep } from 'node:timers/promises';
import { monotonicMs } from '../kernel/clock.ts';

/** Size and concurrency of batches. */
interface Pace {
  readonly size: number;
  /** Starts a second statement beside the first when at least this many items wait. */
  readonly secondFrom: number;
  /** Minimum time between statements, for work without a waiting caller. Default: none. */
  readonly pauseMs?: number;
}

/** For database-bound work: the database receives the next statement while this process writes responses. */
const concurrentPace: Pace = { size: 32, secondFrom: 16 };

/** For work split evenly with this process: two concurrent statements would leave one of the two sides idle. */
export const serialPace: Pace = { size: 24, secondFrom: Number.POSITIVE_INFINITY };

interface QueuedItem<Item, Result> {
  item: Item;
  resolve: (result: Result) => void;
  reject: (error: unknown) => void;
}

interface BatchOptions<Item, Result> {
  /** Atomic. Returns one result for each item, in order. */
  run: (items: readonly Item[]) => Promise<readonly Result[]>;
  /** Items of one kind may share a statement. */
  kindOf: (item: Item) => unknown;
  /** True if a single item may have caused the error. The batch is then split and retried. */
  isFaultOfOne: (error: unknown) => boolean;
  /** Converts the error for the caller of one item. */
  explain?: (error: unknown, item: Item) => Promise<unknown>;
  pace?: Pace;
}

/**
 * Group commit: items that arrive while a statement is in flight, or in the pause after it, share the next statement.
 * Each caller gets the same result as if its item were sent alone.
 */
export class Batches<Item, Result> {
  readonly #options: BatchOptions<Item, Result>;
  readonly #pace: Pace;
  #queue: QueuedItem<Item, Result>[] = [];
  #inFlight = 0;
  #lastSent = Number.NEGATIVE_INFINITY;

  constructor(options: BatchOptions<Item, Result>) {
    this.#options = options;
    this.#pace = options.pace ?? concurrentPace;
  }

  add(item: Item): Promise<Result> {
    return new Promise((resolve, reject) => {
      this.#queue.push({ item, resolve, reject });
      if (!this.#shouldSend(this.#inFlight)) return;
      this.#inFlight += 1;
      // Deferred, so that all items added in this turn of the event loop share the statement.
      setImmediate(() => void this.#drain());
    });
  }

  /** Sends the next statement before it runs the callbacks of the last one, because those take CPU time. */
  async #drain(): Promise<void> {
    let settleCallers: (() => void) | undefined;
    while (this.#shouldSend(this.#inFlight - 1)) {
      if (this.#pace.pauseMs !== undefined) {
        settleCallers?.();
        settleCallers = undefined;
        await this.#pause(this.#pace.pauseMs);
      }
      const running = this.#run(this.#takeBatch());
      if (settleCallers) setImmediate(settleCallers);
      settleCallers = await running;
    }
    this.#inFlight -= 1;
    settleCallers?.();
  }

  async #pause(pauseMs: number): Promise<void> {
    const restMs = this.#lastSent + pauseMs - monotonicMs();
    if (restMs > 0) await sleep(restMs);
    this.#lastSent = monotonicMs();
  }

  /** True if the queue should be sent although `others` statements are in flight. */
  #shouldSend(others: number): boolean {
    const { length } = this.#queue;
    return others === 0 ? length > 0 : others === 1 && length >= this.#pace.secondFrom;
  }

  #takeBatch(): QueuedItem<Item, Result>[] {
    const { kindOf } = this.#options;
    const kind = this.#queue[0] && kindOf(this.#queue[0].item);
    const batch: QueuedItem<Item, Result>[] = [];
    const rest: QueuedItem<Item, Result>[] = [];
    for (const queued of this.#queue) {
      const fits = batch.length < this.#pace.size && kindOf(queued.item) === kind;
      (fits ? batch : rest).push(queued);
    }
    this.#queue = rest;
    return batch;
  }

  /**
   * Returns a function that resolves the callers. A batch that violates a constraint is rolled back and split in halves
   * until the item that caused the violation is alone.
   */
  async #run(batch: readonly QueuedItem<Item, Result>[]): Promise<() => void> {
    const { run, isFaultOfOne, explain = async (error) => error } = this.#options;
    try {
      const results = await run(batch.map(({ item }) => item));
      return () => {
        for (const [i, { resolve }] of batch.entries()) resolve(results[i] as Result);
      };
    } catch (error) {
      if (batch.length === 1 || !isFaultOfOne(error)) {
        const errors = await Promise.all(batch.map(({ item }) => explain(error, item)));
        return () => {
          for (const [i, { reject }] of batch.entries()) reject(errors[i]);
        };
      }
      const middle = Math.ceil(batch.length / 2);
      const settleFirst = await this.#run(batch.slice(0, middle));
      settleFirst();
      return this.#run(batch.slice(middle));
    }
  }
}
