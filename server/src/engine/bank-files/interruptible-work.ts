import { setImmediate as nextTurn } from 'node:timers/promises';
import { monotonicMs } from '../../foundation/kernel/clock.ts';

/** Long work in steps: it may be interrupted at every `yield`. */
export type Steps<T> = Generator<undefined, T>;

/** A request waits at most about this long for work in slices. */
const SLICE_MS = 10;

/** Runs the work without interruption. */
export function runAtOnce<T>(steps: Steps<T>): T {
  for (;;) {
    const { done, value } = steps.next();
    if (done) return value;
  }
}

/** Runs the work in slices between which the event loop serves requests. */
export async function runInterruptibly<T>(steps: Steps<T>): Promise<T> {
  for (let startedAt = monotonicMs(); ; ) {
    const { done, value } = steps.next();
    if (done) return value;
    if (monotonicMs() - startedAt < SLICE_MS) continue;
    await nextTurn();
    startedAt = monotonicMs();
  }
}
