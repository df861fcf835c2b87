import { readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';

const POLL_MS = 20;

/** A zombie counts as ended: some containers never collect them. */
export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EPERM') return false;
  }
  return !/^State:\s+Z/m.test(readOr(`/proc/${pid}/status`, ''));
}

export const hasEnded = (pid: number, timeoutMs: number): Promise<boolean> => poll(() => !isAlive(pid), timeoutMs);

/** Repeats the check until it holds. False: it did not hold in time. */
export async function poll(check: () => boolean | Promise<boolean>, timeoutMs: number): Promise<boolean> {
  const deadline = performance.now() + timeoutMs;
  while (!(await check())) {
    if (performance.now() > deadline) return false;
    await sleep(POLL_MS);
  }
  return true;
}

/** A file of a process that ends, or of a server that stops, may be gone. */
export function readOr(path: string, otherwise: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return otherwise;
  }
}
