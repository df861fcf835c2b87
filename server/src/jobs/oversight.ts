import type { Database } from '../db/database.ts';
import type { Effect, EffectKind } from '../db/effects.ts';
import { mapPage, type Page, type PageRequest, page } from '../db/page.ts';
import { sql } from '../db/sql.ts';
import { addMs } from '../kernel/clock.ts';
import { ApiError } from '../kernel/errors.ts';
import { idPattern } from '../kernel/ids.ts';

/** A job that failed too often and waits for an operator. */
export interface DeadJob {
  id: string;
  platformId: string;
  kind: string;
  resourceId: string;
  runAt: Date;
  attempts: number;
  lastError: string | null;
  createdAt: Date;
}

export async function listDeadJobs(db: Database, request: PageRequest): Promise<Page<DeadJob>> {
  const where = [sql`state = 'DEAD'`];
  const found = await page<JobRow>(db, {
    keys: idPattern('TimedJob'),
    select: jobColumns,
    from: sql`FROM jobs`,
    where,
    request,
  });
  return mapPage(found, toDeadJob);
}

export async function findDeadJob(db: Database, id: string): Promise<DeadJob> {
  const [row] = await db.read<JobRow>(sql`SELECT ${jobColumns} FROM jobs WHERE id = ${id} AND state = 'DEAD'`);
  if (!row) throw deadJobNotFound();
  return toDeadJob(row);
}

export const deadJobNotFound = () =>
  new ApiError('REFERENCE_NOT_FOUND', 'There is no dead job with this id.', {
    hint: 'GET /operator/jobs/dead lists them; a job that was retried is no longer dead.',
  });

/** The guard that gives a dead job a fresh set of tries, due at once. */
export function revive(
  { platformId, id }: DeadJob,
  { now, clockOffsetMs }: { now: Date; clockOffsetMs: number },
): Effect {
  const row = { platform_id: platformId, id, due_at: now, run_at: addMs(now, clockOffsetMs) };
  return { kind: revivalKind, rows: [row] };
}

const revivalKind: EffectKind = {
  name: 'job_revived',
  statement: (rows) => sql`
    UPDATE jobs j SET state = 'READY', attempts = 0, due_at = r.due_at, run_at = r.run_at
    FROM ${rows} AS r(item int, platform_id text, id text, due_at timestamptz, run_at timestamptz)
    WHERE j.platform_id = r.platform_id AND j.id = r.id AND j.state = 'DEAD' RETURNING r.item`,
};

export interface QueueSummary {
  ready: number;
  /** Of the ready ones: due, and held by no worker. */
  overdue: number;
  dead: number;
  oldestOverdue: { id: string; platformId: string; kind: string; dueAt: Date } | null;
}

export async function summarizeQueue(db: Database, now: Date): Promise<QueueSummary> {
  const isOverdue = sql`state = 'READY' AND due_at <= ${now} AND (lease_until IS NULL OR lease_until <= ${now})`;
  const [counts, [oldest]] = await Promise.all([
    db.read<{ ready: bigint; overdue: bigint; dead: bigint }>(sql`
      SELECT count(*) FILTER (WHERE state = 'READY') AS ready, count(*) FILTER (WHERE ${isOverdue}) AS overdue,
        count(*) FILTER (WHERE state = 'DEAD') AS dead
      FROM jobs`),
    db.read<NonNullable<QueueSummary['oldestOverdue']>>(sql`
      SELECT id, platform_id AS "platformId", kind, due_at AS "dueAt" FROM jobs
      WHERE ${isOverdue} ORDER BY due_at LIMIT 1`),
  ]);
  const [{ ready = 0n, overdue = 0n, dead = 0n } = {}] = counts;
  return { ready: Number(ready), overdue: Number(overdue), dead: Number(dead), oldestOverdue: oldest ?? null };
}

const jobColumns = sql`id, platform_id, kind, resource_id, run_at, attempts, last_error, created_at`;

interface JobRow {
  id: string;
  platform_id: string;
  kind: string;
  resource_id: string;
  run_at: Date;
  attempts: number;
  last_error: string | null;
  created_at: Date;
}

const toDeadJob = (row: JobRow): DeadJob => ({
  id: row.id,
  platformId: row.platform_id,
  kind: row.kind,
  resourceId: row.resource_id,
  runAt: row.run_at,
  attempts: row.attempts,
  lastError: row.last_error,
  createdAt: row.created_at,
});
