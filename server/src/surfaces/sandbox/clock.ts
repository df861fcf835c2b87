import { setTimeout as sleep } from 'node:timers/promises';
import { countPendingJobs, type PendingJob, type PendingOptions, pendingJobs } from '../../engine/jobs/queue.ts';
import type { Worker } from '../../engine/jobs/worker.ts';
import type { Database } from '../../foundation/db/database.ts';
import type { Platform } from '../../foundation/kernel/callers.ts';
import { addMs, type Clock } from '../../foundation/kernel/clock.ts';
import { ApiError } from '../../foundation/kernel/errors.ts';
import type { AccessCache } from '../../parties/platforms/access.ts';
import { getClockOffset, holdClock, setClock } from '../../parties/platforms/platforms.ts';
import { countPendingExpiries, pendingExpiries } from '../../payments/transactions/quote-expiries.ts';
import { titleOf } from './timer-titles.ts';

const MAX_PENDING = 100;
/** Upper limit of the count of pending events. */
export const MAX_COUNTED = 10_000;
const MAX_HAPPENED = 10_000;
/** The hold of a crashed advance ends after this time; a running advance renews its hold. */
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

export async function getClock({ db, clock }: Deps, platform: Platform) {
  const [pending, pendingCount] = await Promise.all([
    pendingTimers(db, platform.id, { limit: MAX_PENDING }),
    countTimers(db, platform.id, MAX_COUNTED),
  ]);
  return { ...clockAt(clock, platform.clockOffsetMs), pending: pending.map(titled), pendingCount };
}

/** Lists jobs and quote expiries in the order in which they run. */
async function pendingTimers(db: Database, platformId: string, options: PendingOptions): Promise<PendingJob[]> {
  const [jobs, expiries] = await Promise.all([
    pendingJobs(db, platformId, options),
    pendingExpiries(db, platformId, options),
  ]);
  return [...jobs, ...expiries].sort(byTime).slice(0, options.limit);
}

const byTime = (a: PendingJob, b: PendingJob): number => a.at.getTime() - b.at.getTime() || (a.id < b.id ? -1 : 1);

async function countTimers(db: Database, platformId: string, limit: number): Promise<number> {
  const [jobs, expiries] = await Promise.all([
    countPendingJobs(db, platformId, limit),
    countPendingExpiries(db, platformId, limit),
  ]);
  return Math.min(jobs + expiries, limit);
}

const clockAt = (clock: Clock, offsetMs: number) => ({
  now: addMs(clock.now(), offsetMs),
  offsetSeconds: offsetMs / 1_000,
});

const titled = ({ at, kind, resourceId }: Omit<PendingJob, 'id'>) => ({ at, kind, resourceId, title: titleOf(kind) });

/**
 * Advances the clock of a sandbox platform and runs all due jobs in order before it returns. Concurrent advances, in
 * any process, run one after the other: two of ten seconds make twenty.
 */
export const advanceClock = (deps: Deps, platform: Platform, seconds: number) =>
  holding(deps, platform.id, async (start) => advanceTo(deps, platform.id, { start, end: start + seconds * 1_000 }));

/** Advances the clock to the next event, optionally of one resource, and runs all jobs due until then. */
export const runToNext = (deps: Deps, platform: Platform, resourceId?: string) =>
  holding(deps, platform.id, async (start) => {
    const { db, clock } = deps;
    const resourceIds = resourceId === undefined ? undefined : idsOf(resourceId);
    const [next] = await pendingTimers(db, platform.id, { limit: 1, ...(resourceIds && { resourceIds }) });
    if (!next) return { ...clockAt(clock, start), happened: [] };
    const end = Math.max(start, next.at.getTime() - clock.now().getTime());
    return advanceTo(deps, platform.id, { start, end });
  });

/** A quote and its transaction have the same UUID, and events of both belong to the payment. */
function idsOf(resourceId: string): string[] {
  const [, uuid] = /^(?:Quote|Transaction):(.+)$/.exec(resourceId) ?? [];
  return uuid === undefined ? [resourceId] : [`Quote:${uuid}`, `Transaction:${uuid}`];
}

/** Holds the clock while `run` advances it from the given offset. */
async function holding<T>(deps: Deps, platformId: string, run: (start: number) => Promise<T>): Promise<T> {
  const release = await takeClock(deps, platformId);
  try {
    return await run(await getClockOffset(deps.db, platformId));
  } finally {
    await release();
    deps.worker.wake();
  }
}

/**
 * While the clock is held, workers claim no jobs of the platform, so that its jobs run in order. A job that a request
 * hands to its own worker runs concurrently, and the advance waits for the job.
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
    if (waits === MAX_WAITS) {
      throw new ApiError('CONFLICT', 'Another advance of this clock is still running.', {
        reason: 'CLOCK_IS_ADVANCING',
      });
    }
    await sleep(WAIT_MS);
  }
  // A failed renewal is ignored: the next renewal follows, or the hold expires.
  const renewal = setInterval(() => void hold().catch(() => {}), HOLD_MS / 3);
  return async () => {
    clearInterval(renewal);
    // A failed release is ignored: the hold expires.
    await holdClock(db, platformId, { now: clock.now(), until: null, held }).catch(() => {});
  };
}

/** Offsets of the clock in milliseconds. */
interface Step {
  start: number;
  end: number;
}

async function advanceTo(deps: Deps, platformId: string, { start, end }: Step) {
  const { db, clock, worker, accessCache } = deps;
  const happened = await runUntil(deps, { platformId, start, until: addMs(clock.now(), end) });
  await setClock(db, platformId, end);
  await worker.realign(platformId);
  await accessCache.refresh();
  return { ...clockAt(clock, end), happened: happened.map(titled) };
}

async function runUntil(
  { db, clock, worker }: Deps,
  { platformId, start, until }: { platformId: string; start: number; until: Date },
) {
  const happened: Omit<PendingJob, 'id'>[] = [];
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
    // Another worker may still run a job that it claimed before the hold.
    const [left] = await pendingTimers(db, platformId, { limit: 1, until });
    if (!left || ++waits > MAX_WAITS) break;
    await sleep(WAIT_MS);
  }
  return happened;
}
