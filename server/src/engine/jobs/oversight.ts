import type { Database } from '../../foundation/db/database.ts';
import type { Effect, EffectKind } from '../../foundation/db/effects.ts';
import { mapPage, type Page, type PageRequest, page } from '../../foundation/db/page.ts';
import { joinSql, literalLimit, type Sql, sql } from '../../foundation/db/sql.ts';
import { integer, nullable, type RecordOf, type RowOf, table, text, timestamptz } from '../../foundation/db/table.ts';
import { ApiError } from '../../foundation/kernel/errors.ts';
import { idPattern } from '../../foundation/kernel/ids.ts';

/** Columns of a job that failed in all its tries and waits for an operator. */
const deadJobs = table('jobs', {
  id: text(),
  platformId: text(),
  kind: text(),
  resourceId: text(),
  runAt: timestamptz(),
  attempts: integer(),
  lastError: nullable(text()),
  createdAt: timestamptz(),
});
export type DeadJob = RecordOf<typeof deadJobs>;
type DeadJobRow = RowOf<typeof deadJobs>;

export interface DeadJobFilter {
  kind?: string | undefined;
  platformId?: string | undefined;
}

export async function listDeadJobs(
  db: Database,
  { kind, platformId, ...request }: PageRequest & DeadJobFilter,
): Promise<Page<DeadJob>> {
  const found = await page<DeadJobRow>(db, {
    keys: idPattern('TimedJob'),
    select: deadJobs.columns,
    from: sql`FROM jobs`,
    where: deadWhere({ kind, platformId }),
    request,
  });
  return mapPage(found, deadJobs.fromRow);
}

const deadWhere = ({ kind, platformId }: DeadJobFilter): Sql[] => [
  sql`state = 'DEAD'`,
  ...(kind === undefined ? [] : [sql`kind = ${kind}`]),
  ...(platformId === undefined ? [] : [sql`platform_id = ${platformId}`]),
];

/** Lists dead jobs, oldest first, so that repeated calls with a limit reach every job. */
export async function findDeadJobs(db: Database, filter: DeadJobFilter, limit: number): Promise<DeadJob[]> {
  const rows = await db.read<DeadJobRow>(sql`
    SELECT ${deadJobs.columns} FROM jobs WHERE ${joinSql(deadWhere(filter), ' AND ')} ORDER BY id LIMIT ${limit}`);
  return rows.map(deadJobs.fromRow);
}

export async function getDeadJob(db: Database, id: string): Promise<DeadJob> {
  const [row] = await db.read<DeadJobRow>(
    sql`SELECT ${deadJobs.columns} FROM jobs WHERE id = ${id} AND state = 'DEAD'`,
  );
  if (!row) throw deadJobNotFound();
  return deadJobs.fromRow(row);
}

export const deadJobNotFound = () =>
  new ApiError('REFERENCE_NOT_FOUND', 'There is no dead job with this id.', {
    hint: 'GET /operator/jobs/dead lists them; a job that was retried is no longer dead.',
  });

/** Guard that makes a dead job due immediately and resets its tries. */
export const retryDeadJob = ({ platformId, id }: DeadJob, now: Date): Effect => ({
  kind: retryKind,
  rows: [{ platform_id: platformId, id, due_at: now }],
});

const retryKind: EffectKind = {
  name: 'job_revived',
  statement: (rows) => sql`
    UPDATE jobs j SET state = 'READY', attempts = 0, due_at = r.due_at,
      run_at = r.due_at + p.clock_offset_ms * interval '1 millisecond'
    FROM ${rows} AS r(item int, platform_id text, id text, due_at timestamptz)
    JOIN platforms p ON p.id = r.platform_id
    WHERE j.platform_id = r.platform_id AND j.id = r.id AND j.state = 'DEAD' RETURNING r.item`,
};

interface QueueSummary {
  ready: number;
  /** Ready jobs that are due but not claimed. */
  overdue: number;
  dead: number;
  oldestOverdue: { id: string; platformId: string; kind: string; dueAt: Date } | null;
}

const isOverdue = (now: Date): Sql =>
  sql`state = 'READY' AND due_at <= ${now} AND (lease_until IS NULL OR lease_until <= ${now})`;

export async function summarizeQueue(db: Database, now: Date): Promise<QueueSummary> {
  const [counts, oldest] = await Promise.all([
    db.read<{ ready: bigint; overdue: bigint; dead: bigint }>(sql`
      SELECT count(*) FILTER (WHERE state = 'READY') AS ready, count(*) FILTER (WHERE ${isOverdue(now)}) AS overdue,
        count(*) FILTER (WHERE state = 'DEAD') AS dead
      FROM jobs`),
    findOldestOverdue(db, now),
  ]);
  const [{ ready = 0n, overdue = 0n, dead = 0n } = {}] = counts;
  return { ready: Number(ready), overdue: Number(overdue), dead: Number(dead), oldestOverdue: oldest ?? null };
}

export async function findOldestOverdue(db: Database, now: Date): Promise<QueueSummary['oldestOverdue'] | undefined> {
  const [oldest] = await db.read<NonNullable<QueueSummary['oldestOverdue']>>(sql`
    SELECT id, platform_id AS "platformId", kind, due_at AS "dueAt" FROM jobs
    WHERE ${isOverdue(now)} ORDER BY due_at LIMIT 1`);
  return oldest;
}

/** Maximum number of ready and of dead jobs to count, so that the cost does not grow with the queue. */
export const MAX_COUNTED_JOBS = 10_000;

export interface JobKindCounts {
  kind: string;
  /** Ready jobs that are due later. */
  scheduled: number;
  overdue: number;
  running: number;
  dead: number;
  /** Earliest due time of a ready job. */
  nextDueAt: Date | null;
  /** Error of the newest dead job. */
  lastError: string | null;
}

/** Counts jobs by kind and state, up to the limit: ready jobs in due order, dead jobs newest first. */
export async function countJobsByKind(db: Database, now: Date): Promise<JobKindCounts[]> {
  const limit = literalLimit(MAX_COUNTED_JOBS);
  const isFree = sql`(lease_until IS NULL OR lease_until <= ${now})`;
  const rows = await db.read<Record<'scheduled' | 'overdue' | 'running' | 'dead', bigint> & JobKindRow>(sql`
    SELECT kind, count(*) FILTER (WHERE state = 'READY' AND due_at > ${now} AND ${isFree}) AS scheduled,
      count(*) FILTER (WHERE ${isOverdue(now)}) AS overdue,
      count(*) FILTER (WHERE state = 'READY' AND lease_until > ${now}) AS running,
      count(*) FILTER (WHERE state = 'DEAD') AS dead, min(due_at) FILTER (WHERE state = 'READY') AS next_due_at,
      (array_agg(last_error ORDER BY id DESC) FILTER (WHERE state = 'DEAD'))[1] AS last_error
    FROM (
      (SELECT id, kind, state, due_at, lease_until, NULL AS last_error FROM jobs WHERE state = 'READY'
       ORDER BY due_at ${limit})
      UNION ALL
      (SELECT id, kind, state, due_at, lease_until, last_error FROM jobs WHERE state = 'DEAD' ORDER BY id DESC ${limit})
    ) AS counted
    GROUP BY kind ORDER BY count(*) FILTER (WHERE state = 'DEAD') DESC, kind`);
  return rows.map((row) => ({
    kind: row.kind,
    scheduled: Number(row.scheduled),
    overdue: Number(row.overdue),
    running: Number(row.running),
    dead: Number(row.dead),
    nextDueAt: row.next_due_at,
    lastError: row.last_error,
  }));
}

interface JobKindRow {
  kind: string;
  next_due_at: Date | null;
  last_error: string | null;
}
