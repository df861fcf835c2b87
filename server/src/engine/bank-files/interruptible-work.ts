import { setImmediate as nextTurn } from 'node:timers/promises';
import { monotonicMs } from '../../foundation/kernel/clock.ts';

/** Long-running work that can be interrupted at every `yield`. */
export type Steps<T> = Generator<undefined, T>;

/** Maximum duration of a slice, and so about the longest delay of a request. */
const SLICE_MS = 10;

/** Runs the work without interruption. */
export function runAtOnce<T>(steps: Steps<T>): T {
  for (;;) {
    const { done, value } = steps.next();
    if (done) return value;
  }
}

/** Runs the work in slices, so that the event loop serves requests in between. */
export async function runInterruptibly<T>(steps: Steps<T>): Promise<T> {
  for (let startedAt = monotonicMs(); ; ) {
    const { done, value } = steps.next();
    if (done) return value;
    if (monotonicMs() - startedAt < SLICE_MS) continue;
    await nextTurn();
    startedAt = monotonicMs();
  }
}
