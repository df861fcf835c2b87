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
/** The hold of an advance that crashed ends after this long; a running one renews it. */
const HOLD_MS = 10_000;
/** Pause between checks for the end of another advance, or of a job that another worker runs. */
const WAIT_MS = 10;
const MAX_WAITS = 3_000;

interface Deps {
  db: Database;
  clock: Clock;
  worker: Worker;
  accessCache: AccessCache;
}

export async function readClock({ db, clock }: Deps, platform: Platform) {
  const pending = await pendingJobs(db, platform.id, { limit: MAX_PENDING });
  return { now: addMs(clock.now(), platform.clockOffsetMs), offsetSeconds: platform.clockOffsetMs / 1_000, pending };
}

/**
 * Advances the clock of a sandbox platform and runs all jobs that fall due, in order, before it answers. Concurrent
 * advances run one after the other in any process: two of ten seconds make twenty.
 */
export async function advanceClock(deps: Deps, platform: Platform, seconds: number) {
  const release = await takeClock(deps, platform.id);
  try {
    return await advance(deps, platform.id, seconds);
  } finally {
    await release();
    deps.worker.wake();
  }
}

/**
 * While it is held, workers claim no jobs of the platform, so that they run in order. A job that a request hands to its
 * own worker runs concurrently, and the advance waits for it.
 */
async function takeClock({ db, clock }: Deps, platformId: string): Promise<() => Promise<void>> {
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
  // A failed renewal is ignored: the next one follows, and without any the hold expires.
  const renewal = setInterval(() => void hold().catch(() => {}), HOLD_MS / 3);
  return async () => {
    clearInterval(renewal);
    // A failed release is ignored: the hold expires by itself.
    await holdClock(db, platformId, { now: clock.now(), until: null, held }).catch(() => {});
  };
}

async function advance(deps: Deps, platformId: string, seconds: number) {
  const { db, clock, accessCache } = deps;
  const start = await readClockOffset(db, platformId);
  const end = start + seconds * 1_000;
  const happened = await runUntil(deps, { platformId, start, until: addMs(clock.now(), end) });
  await setClock(db, platformId, end);
  await realign(db, platformId);
  await accessCache.refresh();
  return { now: addMs(clock.now(), end), offsetSeconds: end / 1_000, happened };
}

async function runUntil(
  { db, clock, worker }: Deps,
  { platformId, start, until }: { platformId: string; start: number; until: Date },
) {
  const happened: PendingJob[] = [];
  let waits = 0;
  let clockOffsetMs = start;
  let now = addMs(clock.now(), start);
  /** An overdue job runs at the current time: the clock never runs backward. */
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
    // A worker may still run a job that it claimed before: wait for its end.
    const [left] = await pendingJobs(db, platformId, { limit: 1, until });
    if (!left || ++waits > MAX_WAITS) break;
    await sleep(WAIT_MS);
  }
  return happened;
}
