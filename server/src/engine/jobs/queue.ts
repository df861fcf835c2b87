import type { Database, Writer } from '../../foundation/db/database.ts';
import { apply, applyTogether, type Effect, type EffectKind, jsonOf } from '../../foundation/db/effects.ts';
import { emptySql, literalLimit, rows, type Sql, sql } from '../../foundation/db/sql.ts';
import type { PlatformMode } from '../../foundation/kernel/callers.ts';
import { addMs } from '../../foundation/kernel/clock.ts';
import { emitHints, type Hint } from '../../foundation/kernel/hints.ts';
import { newId } from '../../foundation/kernel/ids.ts';
import { type JobRun, recordRun } from './runs.ts';

/** Duration of a claim. Workers renew the claims of their running jobs. */
export const LEASE_MS = 10_000;

export interface NewJob {
  /** Defaults to a new id. Set by callers that may cancel the job later. */
  id?: string;
  platformId: string;
  kind: string;
  /** Resource shown for the job in the timeline of the sandbox clock. */
  resourceId: string;
  payload?: object;
  /** Time on the clock of the platform. */
  runAt: Date;
  createdAt: Date;
  clockOffsetMs: number;
  /** `runAt` in real time, if it cannot be computed from the offset. */
  dueAt?: Date;
}

/** Signal that wakes the worker of this process. */
export const JOBS_SIGNAL = 'jobs';
/** Poll interval of workers, which also finds jobs that become due. */
export const POLL_MS = 500;

export const jobKind: EffectKind = {
  name: 'jobs_enqueued',
  signal: JOBS_SIGNAL,
  isAwaited: (row) => isDueSoon(row as NewJobRow),
  hints: (row: NewJobRow) => [hintOf(row)],
  texts: ['payload'],
  statement: (rows, texts) => sql`
    INSERT INTO jobs (platform_id, id, kind, resource_id, payload, run_at, due_at, created_at, lease_until, attempts)
    SELECT platform_id, id, kind, resource_id, ${jsonOf('payload')}, run_at, due_at, created_at, lease_until, attempts
    FROM ROWS FROM (
      ${texts},
      ${rows} AS (item int, platform_id text, id text, kind text, resource_id text, run_at timestamptz,
        due_at timestamptz, created_at timestamptz, lease_until timestamptz, attempts int)
    ) AS r(payload)
    JOIN guarded USING (item)`,
};

const hintOf = ({ platform_id: platformId, id }: { platform_id: string; id: string }, step = ''): Hint => ({
  platformId,
  topic: 'job',
  resourceId: id,
  key: `${id}${step}`,
});

const isDueSoon = ({ lease_until, run_at, created_at }: NewJobRow): boolean =>
  lease_until === null && run_at.getTime() - created_at.getTime() < POLL_MS;

/** Enqueues jobs in the same statement as the change that requires them. */
export function enqueue(jobs: readonly NewJob[]): Effect {
  return { kind: jobKind, rows: jobs.map(newJobRow) };
}

export interface NewJobRow {
  platform_id: string;
  id: string;
  kind: string;
  resource_id: string;
  payload: object;
  run_at: Date;
  due_at: Date;
  created_at: Date;
  lease_until: Date | null;
  attempts: number;
}

function newJobRow(job: NewJob): NewJobRow {
  return {
    platform_id: job.platformId,
    id: job.id ?? newId('TimedJob'),
    kind: job.kind,
    resource_id: job.resourceId,
    payload: job.payload ?? {},
    run_at: job.runAt,
    due_at: job.dueAt ?? addMs(job.runAt, -job.clockOffsetMs),
    created_at: job.createdAt,
    lease_until: null,
    attempts: 0,
  };
}

/** Deletes jobs in the same statement as the change that makes them obsolete. */
export const cancelJobs = (platformId: string, ids: readonly string[]): Effect => ({
  kind: cancelJobsKind,
  rows: ids.map((id) => ({ platform_id: platformId, id })),
});

const cancelJobsKind: EffectKind = {
  name: 'jobs_cancelled',
  hints: (row: NewJobRow) => [hintOf(row, ' cancelled')],
  statement: (rows) => sql`
    DELETE FROM jobs j USING ${rows} AS r(item int, platform_id text, id text) JOIN guarded USING (item)
    WHERE j.platform_id = r.platform_id AND j.id = r.id`,
};

export interface Job {
  platformId: string;
  id: string;
  kind: string;
  resourceId: string;
  payload: Record<string, unknown>;
  runAt: Date;
  /** Number of tries including the current one. Also identifies the claim (fencing token). */
  attempts: number;
  clockOffsetMs: number;
  /** Mode of the platform, which selects the adapters. */
  mode: PlatformMode;
}

/** The job is not claimed, and the clock of its platform is not being advanced. */
const isFree = (now: Date): Sql => sql`
  (j.lease_until IS NULL OR j.lease_until <= ${now}) AND (p.advancing_until IS NULL OR p.advancing_until <= ${now})`;

/** Claims due jobs, oldest first. Skips jobs that other processes have locked or leased. */
export function claimDue(db: Database, { now, limit }: { now: Date; limit: number }): Promise<Job[]> {
  return claim(db, {
    now,
    next: sql`
      SELECT j.platform_id, j.id, p.clock_offset_ms, p.mode FROM jobs j JOIN platforms p ON p.id = j.platform_id
      WHERE j.state = 'READY' AND j.due_at <= ${now} AND ${isFree(now)}
      ORDER BY j.due_at ${literalLimit(limit)} FOR UPDATE OF j SKIP LOCKED`,
  });
}

interface NextOfPlatform {
  platformId: string;
  now: Date;
  /** Latest `runAt`, on the clock of the platform. */
  until: Date;
}

/**
 * Claims the next job of a platform in the order of its clock, even if it is not due in real time. Returns undefined
 * while another worker runs that job, so that later jobs do not overtake it.
 */
export async function claimNext(db: Database, { platformId, now, until }: NextOfPlatform): Promise<Job | undefined> {
  const next = sql`
    SELECT j.platform_id, j.id, p.clock_offset_ms, p.mode FROM jobs j JOIN platforms p ON p.id = j.platform_id
    WHERE j.state = 'READY' AND uuid_of(j.platform_id) = uuid_of(${platformId}) AND j.run_at <= ${until}
    ORDER BY j.run_at, j.id LIMIT 1`;
  const [job] = await claim(db, { now, next });
  return job;
}

async function claim(db: Database, { now, next }: { now: Date; next: Sql }): Promise<Job[]> {
  const rows = await db.write<JobRow>(sql`
    UPDATE jobs SET lease_until = ${addMs(now, LEASE_MS)}, attempts = jobs.attempts + 1
    FROM (${next}) next
    WHERE jobs.platform_id = next.platform_id AND jobs.id = next.id
      AND (jobs.lease_until IS NULL OR jobs.lease_until <= ${now})
    RETURNING jobs.platform_id, jobs.id, kind, resource_id, payload, run_at, attempts, next.clock_offset_ms, next.mode`);
  return rows.map(toJob).sort((a, b) => a.runAt.getTime() - b.runAt.getTime());
}

interface JobRow {
  platform_id: string;
  id: string;
  kind: string;
  resource_id: string;
  payload: Record<string, unknown>;
  run_at: Date;
  attempts: number;
  clock_offset_ms: bigint;
  mode: PlatformMode;
}

const toJob = (row: JobRow): Job => ({
  platformId: row.platform_id,
  id: row.id,
  kind: row.kind,
  resourceId: row.resource_id,
  payload: row.payload,
  runAt: row.run_at,
  attempts: row.attempts,
  clockOffsetMs: Number(row.clock_offset_ms),
  mode: row.mode,
});

/** The deleted job is returned, because the caller may have to enqueue it again. */
export type Withdrawal = 'NO_JOB' | 'TOO_LATE' | Job;

/** Deletes jobs that are neither due nor claimed, before a response that would be wrong if the job still ran. */
export async function withdraw(
  db: Writer,
  keys: readonly Pick<Job, 'platformId' | 'id'>[],
  now: Date,
): Promise<Withdrawal[]> {
  const found = await db.write<JobRow & { item: number; is_withdrawn: boolean }>(sql`
    WITH wanted AS (
      SELECT * FROM ${rows(keys.map(({ platformId, id }, item) => ({ item, platform_id: platformId, id })))}
        AS r(item int, platform_id text, id text) ${opaqueLimit}),
    -- Locked first, so that a job that another call withdraws at this moment counts as none.
    found AS (
      SELECT wanted.item, j.* FROM wanted JOIN jobs j ON j.platform_id = wanted.platform_id AND j.id = wanted.id
      FOR UPDATE OF j),
    withdrawn AS (
      DELETE FROM jobs j USING found
      WHERE j.platform_id = found.platform_id AND j.id = found.id AND found.lease_until IS NULL AND found.due_at > ${now}
      RETURNING found.item)
    SELECT found.item, withdrawn.item IS NOT NULL AS is_withdrawn, found.platform_id, found.id, kind, resource_id, payload,
      run_at, attempts, p.clock_offset_ms, p.mode
    FROM found JOIN platforms p ON p.id = found.platform_id LEFT JOIN withdrawn ON withdrawn.item = found.item`);
  const results: Withdrawal[] = keys.map(() => 'NO_JOB');
  for (const row of found) results[row.item] = row.is_withdrawn ? toJob(row) : 'TOO_LATE';
  emitHints(db.signals, () => found.filter((row) => row.is_withdrawn).map((row) => hintOf(row, ' cancelled')));
  return results;
}

/** A completed job and its follow-up jobs. */
export interface CompletedJob {
  job: Job;
  run: JobRun;
  next?: readonly NewJob[];
}

/**
 * Deletes completed jobs and enqueues their follow-ups, unless another worker has claimed the job meanwhile. Within one
 * call, either all jobs have follow-ups or none.
 */
export async function finish(db: Writer, completed: readonly CompletedJob[]): Promise<void> {
  const changes = completed.map(({ job, run, next: [first, ...others] = [] }) => ({
    guard: first
      ? { kind: replaceKind, rows: [{ ended_id: job.id, ended_attempts: job.attempts, ...newJobRow(first) }] }
      : { kind: deleteKind, rows: [claimOf(job)] },
    effects: [...(others.length > 0 ? [{ ...enqueue(others), kind: followUpKind }] : []), ...recordRun(job, run)],
  }));
  await applyTogether(db, changes);
}

/**
 * Opaque LIMIT: with it the planner expects 10 rows of JSON instead of 100. For 100 rows it would scan the queue
 * instead of using the index.
 */
const opaqueLimit = sql`LIMIT (SELECT 1000000)`;

/** Updates the row of the completed job, because an update costs less than a delete and an insert. */
const replaceKind: EffectKind = {
  name: 'jobs_replaced',
  hints: (row: NewJobRow & { ended_id: string }) => [hintOf(row), hintOf({ ...row, id: row.ended_id }, ' completed')],
  texts: ['payload'],
  statement: (rows, texts) => sql`
    UPDATE jobs SET id = r.id, kind = r.kind, resource_id = r.resource_id, payload = ${jsonOf('payload')},
      run_at = r.run_at, due_at = r.due_at, created_at = r.created_at, lease_until = NULL, attempts = 0, last_error = NULL
    FROM (
      SELECT * FROM ROWS FROM (
        ${texts},
        ${rows} AS (item int, ended_id text, ended_attempts int, platform_id text, id text, kind text, resource_id text,
          run_at timestamptz, due_at timestamptz, created_at timestamptz)
      ) AS r(payload) ${opaqueLimit}
    ) r
    WHERE jobs.platform_id = r.platform_id AND jobs.id = r.ended_id AND jobs.attempts = r.ended_attempts
    RETURNING r.item`,
};

/** Without a signal, because the worker that enqueues follow-ups wakes itself. */
const { signal: _, isAwaited: __, ...followUpKind } = jobKind;

const deleteKind: EffectKind = {
  name: 'jobs_completed',
  hints: (row: NewJobRow) => [hintOf(row, ' completed')],
  statement: (rows) => sql`
    DELETE FROM jobs USING ${claims(rows)} mine
    WHERE jobs.platform_id = mine.platform_id AND jobs.id = mine.id AND jobs.attempts = mine.attempts
    RETURNING mine.item`,
};

/** Identifies a claim: the number of tries changes with every claim of a job. */
const claimOf = ({ platformId, id, attempts }: Job) => ({ platform_id: platformId, id, attempts });
const claims = (given: Sql) =>
  sql`(SELECT * FROM ${given} AS r(item int, platform_id text, id text, attempts int) ${opaqueLimit})`;

/** A failed try and its run. */
export interface FailedTry {
  job: Job;
  run: JobRun & { error: string };
}

/** Delays a job in real time; `run_at` follows from the current clock of the platform. */
export async function retryLater(db: Database, { job, run }: FailedTry, dueAt: Date): Promise<void> {
  const row = { ...claimOf(job), due_at: dueAt, error: run.error };
  await apply(db, { guard: { kind: retryKind, rows: [row] }, effects: recordRun(job, run) });
}

const clockOffset = sql`p.clock_offset_ms * interval '1 millisecond'`;

const retryKind: EffectKind = {
  name: 'job_delayed',
  statement: (rows) => sql`
    UPDATE jobs SET lease_until = NULL, due_at = r.due_at, run_at = r.due_at + ${clockOffset}, last_error = r.error
    FROM ${rows} AS r(item int, platform_id text, id text, attempts int, due_at timestamptz, error text)
    JOIN platforms p ON p.id = r.platform_id
    WHERE jobs.platform_id = r.platform_id AND jobs.id = r.id AND jobs.attempts = r.attempts RETURNING r.item`,
};

/** Dead jobs remain for an operator, but leave the index that workers read. */
export async function markDead(db: Database, { job, run }: FailedTry): Promise<void> {
  const row = { ...claimOf(job), error: run.error };
  await apply(db, { guard: { kind: deadKind, rows: [row] }, effects: recordRun(job, run) });
  emitHints(db.signals, () => [hintOf({ platform_id: job.platformId, id: job.id }, ' dead')]);
}

const deadKind: EffectKind = {
  name: 'job_dead',
  statement: (rows) => sql`
    UPDATE jobs SET state = 'DEAD', lease_until = NULL, last_error = r.error
    FROM ${rows} AS r(item int, platform_id text, id text, attempts int, error text)
    WHERE jobs.platform_id = r.platform_id AND jobs.id = r.id AND jobs.attempts = r.attempts RETURNING r.item`,
};

export async function renewJobLeases(db: Database, jobs: readonly Job[], now: Date): Promise<void> {
  await db.write(sql`
    UPDATE jobs SET lease_until = ${addMs(now, LEASE_MS)}
    FROM ${claims(rows(jobs.map(claimOf)))} mine
    WHERE jobs.platform_id = mine.platform_id AND jobs.id = mine.id AND jobs.attempts = mine.attempts
      AND jobs.lease_until IS NOT NULL`);
}

/** Due time of the next free job within the poll interval. The limit avoids sorting later jobs. */
export async function nextDue(db: Database, now: Date): Promise<Date | undefined> {
  const [row] = await db.read<{ due_at: Date }>(sql`
    SELECT j.due_at FROM jobs j JOIN platforms p ON p.id = j.platform_id
    WHERE j.state = 'READY' AND j.due_at <= ${addMs(now, POLL_MS)} AND ${isFree(now)} ORDER BY j.due_at LIMIT 1`);
  return row?.due_at;
}

export interface PendingJob {
  id: string;
  at: Date;
  kind: string;
  resourceId: string;
}

export interface PendingOptions {
  limit: number;
  /** Latest `runAt`, on the clock of the platform. */
  until?: Date;
  /** Limits the list to jobs of these resources. */
  resourceIds?: readonly string[];
}

export async function pendingJobs(
  db: Database,
  platformId: string,
  { limit, until, resourceIds }: PendingOptions,
): Promise<PendingJob[]> {
  const bound = sql`${until ? sql`AND run_at <= ${until}` : emptySql}
    ${resourceIds ? sql`AND resource_id = ANY(${resourceIds}::text[])` : emptySql}`;
  const found = await db.read<JobRow>(sql`
    SELECT id, run_at, kind, resource_id FROM jobs
    WHERE uuid_of(platform_id) = uuid_of(${platformId}) AND state = 'READY' ${bound} ORDER BY run_at, id LIMIT ${limit}`);
  return found.map((row) => ({ id: row.id, at: row.run_at, kind: row.kind, resourceId: row.resource_id }));
}

/** Number of pending jobs, counted up to a limit. */
export async function countPendingJobs(db: Database, platformId: string, limit: number): Promise<number> {
  const [row] = await db.read<{ count: bigint }>(sql`
    SELECT count(*) FROM (
      SELECT 1 FROM jobs WHERE uuid_of(platform_id) = uuid_of(${platformId}) AND state = 'READY' LIMIT ${limit}) AS pending`);
  return Number(row?.count ?? 0);
}

/**
 * Recomputes `due_at` after the clock of a platform, or of all platforms, was advanced. Also repairs jobs after an
 * interrupted advance.
 */
export async function realign(db: Database, platformId?: string): Promise<void> {
  const which = platformId === undefined ? sql`p.clock_offset_ms > 0` : sql`p.id = ${platformId}`;
  await db.write(sql`
    UPDATE jobs SET due_at = jobs.run_at - ${clockOffset} FROM platforms p
    WHERE uuid_of(p.id) = uuid_of(jobs.platform_id) AND ${which} AND jobs.state = 'READY' AND jobs.due_at <> jobs.run_at - ${clockOffset}`);
}
