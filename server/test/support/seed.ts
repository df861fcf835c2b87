import { randomInt } from 'node:crypto';
import fc from 'fast-check';

/** Seed of every random test of a run. `npm test` prints it, and TEST_SEED repeats it. */
export const seed = Number(process.env['TEST_SEED'] ?? randomInt(2 ** 31));

if (!process.env['TEST_SEED']) console.log(`TEST_SEED=${seed}`);
fc.configureGlobal({ seed });

export { fc };

/** Mulberry32: the same seed gives the same numbers. */
export class Randomness {
  #state: number;

  constructor(start = seed) {
    this.#state = start;
  }

  next(): number {
    this.#state = (this.#state + 0x6d2b79f5) | 0;
    let t = Math.imul(this.#state ^ (this.#state >>> 15), 1 | this.#state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296;
  }

  below(count: number): number {
    return Math.floor(this.next() * count);
  }

  chance(probability: number): boolean {
    return this.next() < probability;
  }

  pick<T>(items: readonly T[]): T {
    return items[this.below(items.length)] as T;
  }
}
