import type { Database, Writer } from '../db/database.ts';
import { applyTogether, type Effect, type EffectKind, jsonOf } from '../db/effects.ts';
import { emptySql, rawSql, rows, type Sql, sql } from '../db/sql.ts';
import type { PlatformMode } from '../kernel/callers.ts';
import { addMs } from '../kernel/clock.ts';
import { newId } from '../kernel/ids.ts';

/** A worker that dies loses its claim after this long; a live one renews it. */
export const LEASE_MS = 10_000;

export interface NewJob {
  /** Made here where it is left out; known beforehand by whoever may want to call the job off. */
  id?: string;
  platformId: string;
  kind: string;
  /** What the job is about; shown by the sandbox clock. */
  resourceId: string;
  payload?: object;
  /** The platform's time. */
  runAt: Date;
  createdAt: Date;
  clockOffsetMs: number;
  /** `runAt` on the wall, where it cannot be computed yet. */
  dueAt?: Date;
}

/** Tells the worker of this process that there may be something to do. */
export const JOBS_SIGNAL = 'jobs';
/** How soon a worker looks again of its own accord: what falls due later needs no signal. */
export const POLL_MS = 500;

export const jobKind: EffectKind = {
  name: 'jobs_enqueued',
  signal: JOBS_SIGNAL,
  isAwaited: (row) => isSoonAndFree(row as NewJobRow),
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

const isSoonAndFree = ({ lease_until, run_at, created_at }: NewJobRow): boolean =>
  lease_until === null && run_at.getTime() - created_at.getTime() < POLL_MS;

/** Timers and retries as rows of the same statement as the change that needs them. */
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

/** Jobs that are not needed any more, in the statement that makes them so. */
export const callOff = (platformId: string, ids: readonly string[]): Effect => ({
  kind: callOffKind,
  rows: ids.map((id) => ({ platform_id: platformId, id })),
});

export const callOffKind: EffectKind = {
  name: 'jobs_called_off',
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
  /** This try included; also the fence that tells one claim from the next. */
  attempts: number;
  clockOffsetMs: number;
  /** Of its platform: which adapters do the work. */
  mode: PlatformMode;
}

/** Nobody works on it, and nobody advances the clock of its platform. */
const isFree = (now: Date): Sql => sql`
  (j.lease_until IS NULL OR j.lease_until <= ${now}) AND (p.advancing_until IS NULL OR p.advancing_until <= ${now})`;

/**
 * Takes due jobs, oldest first; other processes skip what is locked and see what is leased. The limit is part of the
 * text: a plan for any limit would look dear, and each claim be planned anew.
 */
export function claimDue(db: Database, { now, limit }: { now: Date; limit: number }): Promise<Job[]> {
  return claim(db, {
    now,
    next: sql`
      SELECT j.platform_id, j.id, p.clock_offset_ms, p.mode FROM jobs j JOIN platforms p ON p.id = j.platform_id
      WHERE j.state = 'READY' AND j.due_at <= ${now} AND ${isFree(now)}
      ORDER BY j.due_at LIMIT ${rawSql(String(limit))} FOR UPDATE OF j SKIP LOCKED`,
  });
}

interface NextOfPlatform {
  platformId: string;
  now: Date;
  /** The platform's time up to which jobs are wanted. */
  until: Date;
}

/**
 * Takes the next job of one platform in the order of its own clock, due on the wall or not. While another worker
 * holds that one there is none to take: later jobs do not overtake it.
 */
export async function claimNext(db: Database, { platformId, now, until }: NextOfPlatform): Promise<Job | undefined> {
  const next = sql`
    SELECT j.platform_id, j.id, p.clock_offset_ms, p.mode FROM jobs j JOIN platforms p ON p.id = j.platform_id
    WHERE j.state = 'READY' AND j.platform_id = ${platformId} AND j.run_at <= ${until}
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

const isStillMine = ({ platformId, id, attempts }: Job): Sql =>
  sql`jobs.platform_id = ${platformId} AND jobs.id = ${id} AND jobs.attempts = ${attempts}`;

/** A job that has come to its end, and what is to be done next. */
export interface Ended {
  job: Job;
  next?: readonly NewJob[];
}

/**
 * Crosses jobs off and enqueues what follows from each, unless somebody else has claimed it since. Those of one call have
 * all something to follow, or none of them has.
 */
export async function finish(db: Writer, ended: readonly Ended[]): Promise<void> {
  const changes = ended.map(({ job, next: [first, ...others] = [] }) => ({
    guard: first
      ? { kind: turnOverKind, rows: [{ ended_id: job.id, ended_attempts: job.attempts, ...newJobRow(first) }] }
      : { kind: crossOffKind, rows: [claimOf(job)] },
    effects: others.length > 0 ? [{ ...enqueue(others), kind: followUpKind }] : [],
  }));
  await applyTogether(db, changes);
}

/**
 * No limit, but one that the planner cannot know, and takes for a tenth of the hundred rows that he expects in JSON: for
 * a hundred he would rather read a queue of ten thousand jobs than look each of them up.
 */
const few = sql`LIMIT (SELECT 1000000)`;

/** What follows takes the row of what has ended: an update costs less than a row that goes and one that comes. */
const turnOverKind: EffectKind = {
  name: 'jobs_turned_over',
  texts: ['payload'],
  statement: (rows, texts) => sql`
    UPDATE jobs SET id = r.id, kind = r.kind, resource_id = r.resource_id, payload = ${jsonOf('payload')},
      run_at = r.run_at, due_at = r.due_at, created_at = r.created_at, lease_until = NULL, attempts = 0, last_error = NULL
    FROM (
      SELECT * FROM ROWS FROM (
        ${texts},
        ${rows} AS (item int, ended_id text, ended_attempts int, platform_id text, id text, kind text, resource_id text,
          run_at timestamptz, due_at timestamptz, created_at timestamptz)
      ) AS r(payload) ${few}
    ) r
    WHERE jobs.platform_id = r.platform_id AND jobs.id = r.ended_id AND jobs.attempts = r.ended_attempts
    RETURNING r.item`,
};

/** The worker knows of them itself, and when they are due. */
const { signal: _, isAwaited: __, ...followUpKind } = jobKind;

const crossOffKind: EffectKind = {
  name: 'jobs_crossed_off',
  statement: (rows) => sql`
    DELETE FROM jobs USING ${claims(rows)} mine
    WHERE jobs.platform_id = mine.platform_id AND jobs.id = mine.id AND jobs.attempts = mine.attempts
    RETURNING mine.item`,
};

/** A job as it was claimed: one that somebody else has claimed since has another number of tries. */
const claimOf = ({ platformId, id, attempts }: Job) => ({ platform_id: platformId, id, attempts });
const claims = (given: Sql) =>
  sql`(SELECT * FROM ${given} AS r(item int, platform_id text, id text, attempts int) ${few})`;

/** The pause passes on the platform's clock, wherever that is by now. */
export async function retryLater(
  db: Database,
  job: Job,
  again: { now: Date; delayMs: number; error: string },
): Promise<void> {
  const dueAt = addMs(again.now, again.delayMs);
  await db.write(sql`
    UPDATE jobs SET lease_until = NULL, due_at = ${dueAt}, run_at = ${dueAt}::timestamptz + ${clockOffset},
      last_error = ${again.error}
    FROM platforms p WHERE p.id = jobs.platform_id AND ${isStillMine(job)}`);
}

const clockOffset = sql`p.clock_offset_ms * interval '1 millisecond'`;

/** A dead letter stays for an operator, outside the index that workers read. */
export async function bury(db: Database, job: Job, error: string): Promise<void> {
  await db.write(
    sql`UPDATE jobs SET state = 'DEAD', lease_until = NULL, last_error = ${error} WHERE ${isStillMine(job)}`,
  );
}

export async function renewLeases(db: Database, jobs: readonly Job[], now: Date): Promise<void> {
  await db.write(sql`
    UPDATE jobs SET lease_until = ${addMs(now, LEASE_MS)}
    FROM ${claims(rows(jobs.map(claimOf)))} mine
    WHERE jobs.platform_id = mine.platform_id AND jobs.id = mine.id AND jobs.attempts = mine.attempts
      AND jobs.lease_until IS NOT NULL`);
}

/** When the next job falls due that nobody holds, if that is before the next look: what is later need not be sorted. */
export async function nextDue(db: Database, now: Date): Promise<Date | undefined> {
  const [row] = await db.read<{ due_at: Date }>(sql`
    SELECT j.due_at FROM jobs j JOIN platforms p ON p.id = j.platform_id
    WHERE j.state = 'READY' AND j.due_at <= ${addMs(now, POLL_MS)} AND ${isFree(now)} ORDER BY j.due_at LIMIT 1`);
  return row?.due_at;
}

export interface PendingJob {
  at: Date;
  kind: string;
  resourceId: string;
}

interface PendingOptions {
  limit: number;
  /** Only what runs up to this platform time. */
  until?: Date;
}

export async function pendingJobs(
  db: Database,
  platformId: string,
  { limit, until }: PendingOptions,
): Promise<PendingJob[]> {
  const bound = until ? sql`AND run_at <= ${until}` : emptySql;
  const found = await db.read<JobRow>(sql`
    SELECT run_at, kind, resource_id FROM jobs
    WHERE platform_id = ${platformId} AND state = 'READY' ${bound} ORDER BY run_at, id LIMIT ${limit}`);
  return found.map((row) => ({ at: row.run_at, kind: row.kind, resourceId: row.resource_id }));
}

/**
 * After clocks have moved: what the time of their jobs is on the wall. Of all platforms, unless one is named; that also
 * mends what an advance has left that ended half way.
 */
export async function realign(db: Database, platformId?: string): Promise<void> {
  const which = platformId === undefined ? sql`p.clock_offset_ms > 0` : sql`p.id = ${platformId}`;
  await db.write(sql`
    UPDATE jobs SET due_at = jobs.run_at - ${clockOffset} FROM platforms p
    WHERE p.id = jobs.platform_id AND ${which} AND jobs.state = 'READY' AND jobs.due_at <> jobs.run_at - ${clockOffset}`);
}
