/** Limits concurrent work; callers wait in the order of their arrival. */
export class Semaphore {
  readonly #waiting: (() => void)[] = [];
  #free: number;

  constructor(permits: number) {
    this.#free = permits;
  }

  async run<T>(work: () => Promise<T>): Promise<T> {
    if (this.#free > 0) this.#free -= 1;
    else await new Promise<void>((resolve) => this.#waiting.push(resolve));
    try {
      return await work();
    } finally {
      // Passes the permit to the next waiting caller.
      const next = this.#waiting.shift();
      if (next) next();
      else this.#free += 1;
    }
  }
}
