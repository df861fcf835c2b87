import { closeSync, openSync, rmSync, statSync, writeSync } from 'node:fs';
import { isAlive, poll, readOr } from './processes.ts';

/** The first run builds a database while others wait. */
const WAIT_MS = 180_000;
/** The guard is held for microseconds, so an older one was left by a killed process. */
const STALE_GUARD_MS = 5_000;

/** Runs the work while no other process of this machine holds the lock. A lock of an ended process is taken over. */
export async function withLock<T>(path: string, work: () => Promise<T>): Promise<T> {
  if (!(await poll(() => tryLock(path), WAIT_MS))) {
    throw new Error(`The lock ${path} was held for ${WAIT_MS / 1_000} seconds by process ${readOr(path, '?')}.`);
  }
  try {
    return await work();
  } finally {
    unlock(path);
  }
}

export function tryLock(path: string): boolean {
  if (create(path)) return true;
  const holder = Number.parseInt(readOr(path, ''), 10);
  if (holder > 0 && !isAlive(holder)) removeStale(path, holder);
  return false;
}

export const unlock = (path: string): void => rmSync(path, { force: true });

/** Removes the lock of an ended process. A guard keeps two waiters from removing each other's new lock. */
function removeStale(path: string, holder: number): void {
  const guard = `${path}.stale`;
  if (!create(guard)) {
    if (ageMs(guard) > STALE_GUARD_MS) rmSync(guard, { force: true });
    return;
  }
  if (Number.parseInt(readOr(path, ''), 10) === holder) rmSync(path, { force: true });
  rmSync(guard, { force: true });
}

function create(path: string): boolean {
  try {
    const file = openSync(path, 'wx');
    writeSync(file, String(process.pid));
    closeSync(file);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
    throw error;
  }
}

function ageMs(path: string): number {
  const status = statSync(path, { throwIfNoEntry: false });
  return status ? Date.now() - status.mtimeMs : 0;
}
