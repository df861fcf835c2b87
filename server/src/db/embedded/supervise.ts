import { setTimeout as sleep } from 'node:timers/promises';
import { monotonicMs } from '../../kernel/clock.ts';
import { EmbeddedPostgresFailed } from './errors.ts';
import type { Postmaster } from './postmaster.ts';
import { isAlive } from './processes.ts';

const WATCH_MS = 100;
const RESTART_LIMIT = 10;
const RESTART_WINDOW_MS = 60_000;
const FIRST_PAUSE_MS = 50;
const LONGEST_PAUSE_MS = 5_000;

export interface Watch {
  postmaster: Postmaster;
  restart: () => Promise<Postmaster>;
  stopping: AbortSignal;
  onNotice: (line: string) => void;
  onLost: (error: Error) => void;
}

/**
 * Restarts PostgreSQL whenever it ends by itself, until `stopping`; resolves with the last one that ran.
 * The process number is watched, since a PostgreSQL that was taken over is not our child.
 */
export async function supervise(watch: Watch): Promise<Postmaster> {
  let current = watch.postmaster;
  const restarts: number[] = [];
  while (await pause(WATCH_MS, watch.stopping)) {
    if (isAlive(current.identity)) continue;
    watch.onNotice(`PostgreSQL (pid ${current.identity.pid}) ended unexpectedly, restarting`);
    const next = await restartPersistently(watch, restarts);
    if (!next) break;
    current = next;
    watch.onNotice(`PostgreSQL runs again (pid ${current.identity.pid})`);
  }
  return current;
}

/** Nothing when it was lost or we are stopping. Restarts count whether or not they succeed, so a crash loop ends too. */
async function restartPersistently(
  { restart, stopping, onLost }: Watch,
  restarts: number[],
): Promise<Postmaster | undefined> {
  let failure: unknown;
  for (let tries = 0; ; tries++) {
    const recent = restarts.filter((at) => monotonicMs() - at < RESTART_WINDOW_MS);
    if (recent.length >= RESTART_LIMIT) {
      onLost(lost(failure));
      return undefined;
    }
    const pauseMs = tries === 0 ? 0 : Math.min(FIRST_PAUSE_MS * 2 ** (tries - 1), LONGEST_PAUSE_MS);
    if (!(await pause(pauseMs, stopping))) return undefined;
    restarts.splice(0, Number.POSITIVE_INFINITY, ...recent, monotonicMs());
    try {
      return await restart();
    } catch (error) {
      failure = error;
    }
  }
}

/** False when it was cut short; does not keep the process alive. */
function pause(ms: number, stopping: AbortSignal): Promise<boolean> {
  return sleep(ms, true, { ref: false, signal: stopping }).catch(() => false);
}

function lost(failure: unknown): EmbeddedPostgresFailed {
  const reason = failure instanceof Error ? failure.message : 'it ended again each time';
  const message = `PostgreSQL was lost: ${RESTART_LIMIT} restarts within ${RESTART_WINDOW_MS / 1000} s did not help: ${reason}`;
  return new EmbeddedPostgresFailed(message, { cause: failure });
}
