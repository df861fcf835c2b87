import { setTimeout as sleep } from 'node:timers/promises';
import type { Database } from '../db/database.ts';
import { type PendingJob, pendingJobs, realign } from '../jobs/queue.ts';
import type { Worker } from '../jobs/worker.ts';
import type { Platform } from '../kernel/callers.ts';
import { addMs, type Clock } from '../kernel/clock.ts';
import { ApiError } from '../kernel/errors.ts';
import type { AccessCache } from '../platforms/access.ts';
import { holdClock, readClockOffset, setClock } from '../platforms/platforms.ts';

const MAX_PENDING = 100;
const MAX_HAPPENED = 10_000;
/** An advance that dies loses the clock after this long; a live one renews its hold. */
const HOLD_MS = 10_000;
/** How long to wait for another advance, and for a job that another worker holds. */
const WAIT_MS = 10;
const MAX_WAITS = 3_000;

interface Needs {
  db: Database;
  clock: Clock;
  worker: Worker;
  accessCache: AccessCache;
}

export async function readClock({ db, clock }: Needs, platform: Platform) {
  const pending = await pendingJobs(db, platform.id, { limit: MAX_PENDING });
  return { now: addMs(clock.now(), platform.clockOffsetMs), offsetSeconds: platform.clockOffsetMs / 1_000, pending };
}

/**
 * Lets a sandbox platform's time pass: everything that falls due happens, in order, before the answer. One advance at
 * a time, in whichever process: two of ten seconds make twenty.
 */
export async function advanceClock(needs: Needs, platform: Platform, seconds: number) {
  const release = await takeClock(needs, platform.id);
  try {
    return await advance(needs, platform.id, seconds);
  } finally {
    await release();
    needs.worker.wake();
  }
}

/**
 * Meanwhile workers claim none of the platform's jobs, so that none runs out of its turn. What a request hands to its own
 * worker runs beside the advance, which waits for it.
 */
async function takeClock({ db, clock }: Needs, platformId: string): Promise<() => Promise<void>> {
  let held: Date | undefined;
  const hold = async (): Promise<boolean> => {
    const now = clock.now();
    const until = addMs(now, HOLD_MS);
    if (!(await holdClock(db, platformId, { now, until, held }))) return false;
    held = until;
    return true;
  };
  for (let waits = 0; !(await hold()); waits++) {
    if (waits === MAX_WAITS) throw new ApiError('CONFLICT', 'Another advance of this clock is still running.');
    await sleep(WAIT_MS);
  }
  const renewal = setInterval(() => void hold().catch(() => {}), HOLD_MS / 3);
  return async () => {
    clearInterval(renewal);
    await holdClock(db, platformId, { now: clock.now(), until: null, held }).catch(() => {});
  };
}

async function advance(needs: Needs, platformId: string, seconds: number) {
  const { db, clock, accessCache } = needs;
  const start = await readClockOffset(db, platformId);
  const end = start + seconds * 1_000;
  const happened = await runUntil(needs, { platformId, start, until: addMs(clock.now(), end) });
  await setClock(db, platformId, end);
  await realign(db, platformId);
  await accessCache.refresh();
  return { now: addMs(clock.now(), end), offsetSeconds: end / 1_000, happened };
}

async function runUntil(
  { db, clock, worker }: Needs,
  { platformId, start, until }: { platformId: string; start: number; until: Date },
) {
  const happened: PendingJob[] = [];
  let waits = 0;
  let clockOffsetMs = start;
  let now = addMs(clock.now(), start);
  /** A job that is overdue happens now: the clock never runs backward. */
  const moveClock = async (to: Date) => {
    const offset = to.getTime() - clock.now().getTime();
    if (to > now) now = to;
    if (offset > clockOffsetMs) {
      clockOffsetMs = offset;
      await setClock(db, platformId, offset);
    }
    return { now, clockOffsetMs };
  };
  while (happened.length < MAX_HAPPENED) {
    const ran = await worker.runNext({ platformId, until, moveClock });
    if (ran?.outcome === 'DONE') happened.push({ at: ran.now, kind: ran.job.kind, resourceId: ran.job.resourceId });
    if (ran) continue;
    // A worker that had taken one before may still hold it: the answer waits until that has happened too.
    const [left] = await pendingJobs(db, platformId, { limit: 1, until });
    if (!left || ++waits > MAX_WAITS) break;
    await sleep(WAIT_MS);
  }
  return happened;
}
