import { setTimeout as sleep } from 'node:timers/promises';
import type { Postmaster } from './postmaster.ts';
import { isAlive } from './processes.ts';

const WATCH_MS = 100;
const FIRST_PAUSE_MS = 50;
const LONGEST_PAUSE_MS = 5_000;
/** After this run time the unexpected end of PostgreSQL resets the restart delay. */
const HEALTHY_MS = 60_000;

interface Watch {
  postmaster: Postmaster;
  restart: () => Promise<Postmaster>;
  stopping: AbortSignal;
  now: () => number;
  onNotice: (line: string) => void;
  /** Called with the error of a failed restart, and with undefined once PostgreSQL runs again. */
  onTrouble: (error: Error | undefined) => void;
}

/**
 * Restarts PostgreSQL whenever it ends unexpectedly. Resolves with the latest postmaster when the server stops. Polls
 * the process id, because a PostgreSQL that was taken over is not a child process.
 */
export async function supervise(watch: Watch): Promise<Postmaster> {
  const { stopping, now, onNotice } = watch;
  let current = watch.postmaster;
  let startedAt = now();
  let deaths = 0;
  while (await pause(WATCH_MS, stopping)) {
    if (isAlive(current.identity)) continue;
    onNotice(`PostgreSQL (pid ${current.identity.pid}) ended unexpectedly, restarting`);
    deaths = now() - startedAt > HEALTHY_MS ? 0 : deaths;
    const next = await restartWithPauses(watch, deaths);
    if (!next) break;
    current = next;
    startedAt = now();
    deaths += 1;
    onNotice(`PostgreSQL runs again (pid ${current.identity.pid})`);
  }
  return current;
}

/** Returns undefined when the server stops. Pauses grow with every unexpected end and failed restart. */
async function restartWithPauses(
  { restart, stopping, onTrouble }: Watch,
  deaths: number,
): Promise<Postmaster | undefined> {
  for (let tries = deaths; await pause(pauseBefore(tries), stopping); tries++) {
    try {
      const restarted = await restart();
      onTrouble(undefined);
      return restarted;
    } catch (error) {
      onTrouble(error instanceof Error ? error : new Error(String(error)));
    }
  }
  return undefined;
}

const pauseBefore = (tries: number): number =>
  tries === 0 ? 0 : Math.min(FIRST_PAUSE_MS * 2 ** (tries - 1), LONGEST_PAUSE_MS);

/** Returns false if the server stops during the pause. Does not keep the process alive. */
function pause(ms: number, stopping: AbortSignal): Promise<boolean> {
  return sleep(ms, true, { ref: false, signal: stopping }).catch(() => false);
}
