import { monotonicMs } from '../server/src/foundation/kernel/clock.ts';
import { at } from './measure.ts';

/** Steps of about a millisecond of arithmetic on a current machine. */
const STEPS = 500_000;

/** Time of the same arithmetic relative to its median: the slowest percent, and the worst. */
export interface Stillness {
  slowest: number;
  worst: number;
}

/**
 * Measures disturbances by other tenants of a rented machine, which stolen time does not show if a core is merely
 * slowed down. Latencies cannot be steadier than this.
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
