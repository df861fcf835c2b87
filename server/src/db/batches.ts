/** A batch of this size costs each of its items little, and leaves others for the next while it is under way. */
const MAX_BATCH = 32;
/** How many must wait for a second statement beside the first to be worth it. */
const SECOND_FROM = MAX_BATCH / 2;

interface Waiting<Item, Result> {
  item: Item;
  resolve: (result: Result) => void;
  reject: (error: unknown) => void;
}

export interface BatchOptions<Item, Result> {
  /** All of it or nothing: one result for each. */
  run: (items: readonly Item[]) => Promise<readonly Result[]>;
  /** Those with the same one may share a statement. */
  kindOf: (item: Item) => unknown;
  /** Whether one of many may have caused it, and the rest is sound. */
  isFaultOfOne: (error: unknown) => boolean;
  /** What its own caller is told. */
  explain?: (error: unknown, item: Item) => Promise<unknown>;
}

/**
 * What is asked for while a statement is in flight is gathered into the next: no timer, one flush to disk pays for all,
 * and each caller is told what it would have been told alone. Where many wait, a second one is sent beside the first:
 * the database has it at hand when it is done, and works while this process reads and writes answers.
 */
export class Batches<Item, Result> {
  readonly #options: BatchOptions<Item, Result>;
  #queue: Waiting<Item, Result>[] = [];
  #inFlight = 0;

  constructor(options: BatchOptions<Item, Result>) {
    this.#options = options;
  }

  add(item: Item): Promise<Result> {
    return new Promise((resolve, reject) => {
      this.#queue.push({ item, resolve, reject });
      if (!this.#isWorthwhile(this.#inFlight)) return;
      this.#inFlight += 1;
      // What the rest of this turn asks for comes along.
      setImmediate(() => void this.#drain());
    });
  }

  async #drain(): Promise<void> {
    while (this.#isWorthwhile(this.#inFlight - 1)) await this.#settle(this.#takeBatch());
    this.#inFlight -= 1;
  }

  /** Whether what waits is to be sent beside this many others. */
  #isWorthwhile(others: number): boolean {
    const waiting = this.#queue.length;
    return others === 0 ? waiting > 0 : others === 1 && waiting >= SECOND_FROM;
  }

  #takeBatch(): Waiting<Item, Result>[] {
    const { kindOf } = this.#options;
    const kind = this.#queue[0] && kindOf(this.#queue[0].item);
    const batch: Waiting<Item, Result>[] = [];
    const rest: Waiting<Item, Result>[] = [];
    for (const waiting of this.#queue) {
      const fits = batch.length < MAX_BATCH && kindOf(waiting.item) === kind;
      (fits ? batch : rest).push(waiting);
    }
    this.#queue = rest;
    return batch;
  }

  /** A batch that breaks a constraint was undone whole: halves find the culprit, and the others go through. */
  async #settle(batch: readonly Waiting<Item, Result>[]): Promise<void> {
    const { run, isFaultOfOne, explain = async (error) => error } = this.#options;
    try {
      const results = await run(batch.map(({ item }) => item));
      batch.forEach(({ resolve }, i) => {
        resolve(results[i] as Result);
      });
    } catch (error) {
      if (batch.length === 1 || !isFaultOfOne(error)) {
        for (const { item, reject } of batch) reject(await explain(error, item));
        return;
      }
      const middle = Math.ceil(batch.length / 2);
      await this.#settle(batch.slice(0, middle));
      await this.#settle(batch.slice(middle));
    }
  }
}
