import { setTimeout as sleep } from 'node:timers/promises';
import { monotonicMs } from '../server/src/foundation/kernel/clock.ts';

/** Longer than anything that a section waits for takes on a busy machine. */
const LIMIT_MS = 120_000;

/** Waits until a condition holds; fails after two minutes, so that no run waits for ever. */
export async function waitUntil(what: string, isTrue: () => Promise<boolean>, pauseMs: number): Promise<void> {
  const deadline = monotonicMs() + LIMIT_MS;
  while (!(await isTrue())) {
    if (monotonicMs() > deadline) throw new Error(`${what} did not happen within ${LIMIT_MS / 1_000} seconds`);
    await sleep(pauseMs);
  }
}
