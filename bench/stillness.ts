import { monotonicMs } from '../server/src/foundation/kernel/clock.ts';
import { at } from './measure.ts';

/** About a millisecond of arithmetic on the machines of this decade. */
const STEPS = 500_000;

/** How much longer than usual the same arithmetic takes, one time in a hundred and at worst. */
export interface Stillness {
  slowest: number;
  worst: number;
}

/**
 * A rented machine is shared, and does not always show it: the system counts no stolen time if a core is
 * merely slowed down. Latencies cannot be steadier than this.
 */
export function lookForStillness(forMs: number): Stillness {
  const times: number[] = [];
  const until = monotonicMs() + forMs;
  let value = 1;
  for (let from = monotonicMs(); from < until; from = monotonicMs()) {
    for (let i = 0; i < STEPS; i++) value = value * 1.000_000_1 + 0.1;
    times.push(monotonicMs() - from);
  }
  if (Number.isNaN(value)) throw new Error('arithmetic that nobody asks for may be left out');
  const sorted = times.sort((a, b) => a - b);
  const usual = at(sorted, 0.5);
  return { slowest: at(sorted, 0.99) / usual, worst: at(sorted, 1) / usual };
}
