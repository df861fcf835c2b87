/** How many share a statement, and how statements follow each other. */
interface Pace {
  readonly size: number;
  /** How many must wait for a second statement beside the first to be worth it. */
  readonly secondFrom: number;
}

/** Where most of the work is the database's: it has the next at hand when it is done, and works while answers are written. */
const twoAtOnce: Pace = { size: 32, secondFrom: 16 };

/** Where this process has as much to do: two would keep step with each other, and one side wait while the other works. */
export const oneByOne: Pace = { size: 24, secondFrom: Number.POSITIVE_INFINITY };

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
  pace?: Pace;
}

/**
 * What is asked for while a statement is in flight is gathered into the next: no timer, one flush to disk pays for all,
 * and each caller is told what it would have been told alone.
 */
export class Batches<Item, Result> {
  readonly #options: BatchOptions<Item, Result>;
  readonly #pace: Pace;
  #queue: Waiting<Item, Result>[] = [];
  #inFlight = 0;

  constructor(options: BatchOptions<Item, Result>) {
    this.#options = options;
    this.#pace = options.pace ?? twoAtOnce;
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

  /** Those who waited are told when the next statement is on its way: what they do then takes its time. */
  async #drain(): Promise<void> {
    let tell: (() => void) | undefined;
    while (this.#isWorthwhile(this.#inFlight - 1)) {
      const settling = this.#settle(this.#takeBatch());
      if (tell) setImmediate(tell);
      tell = await settling;
    }
    this.#inFlight -= 1;
    tell?.();
  }

  /** Whether what waits is to be sent beside this many others. */
  #isWorthwhile(others: number): boolean {
    const waiting = this.#queue.length;
    return others === 0 ? waiting > 0 : others === 1 && waiting >= this.#pace.secondFrom;
  }

  #takeBatch(): Waiting<Item, Result>[] {
    const { kindOf } = this.#options;
    const kind = this.#queue[0] && kindOf(this.#queue[0].item);
    const batch: Waiting<Item, Result>[] = [];
    const rest: Waiting<Item, Result>[] = [];
    for (const waiting of this.#queue) {
      const fits = batch.length < this.#pace.size && kindOf(waiting.item) === kind;
      (fits ? batch : rest).push(waiting);
    }
    this.#queue = rest;
    return batch;
  }

  /**
   * How to tell those who wait. A batch that breaks a constraint was undone whole: halves find the culprit, and the others
   * go through.
   */
  async #settle(batch: readonly Waiting<Item, Result>[]): Promise<() => void> {
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
      const tellFirst = await this.#settle(batch.slice(0, middle));
      tellFirst();
      return this.#settle(batch.slice(middle));
    }
  }
}
