import type { Database } from '../db/database.ts';
import type { Effect, EffectKind } from '../db/effects.ts';
import { mapPage, type Page, type PageRequest, page } from '../db/page.ts';
import { sql } from '../db/sql.ts';
import { integer, nullable, type RecordOf, type RowOf, table, text, timestamptz } from '../db/table.ts';
import { addMs } from '../kernel/clock.ts';
import { ApiError } from '../kernel/errors.ts';
import { idPattern } from '../kernel/ids.ts';

/** Columns of a job that has used up its tries and waits for an operator. */
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

export async function listDeadJobs(db: Database, request: PageRequest): Promise<Page<DeadJob>> {
  const where = [sql`state = 'DEAD'`];
  const found = await page<DeadJobRow>(db, {
    keys: idPattern('TimedJob'),
    select: deadJobs.columns,
    from: sql`FROM jobs`,
    where,
    request,
  });
  return mapPage(found, deadJobs.fromRow);
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

/** Guard that makes a dead job due at once, with all its tries. */
export function retryDeadJob(
  { platformId, id }: DeadJob,
  { now, clockOffsetMs }: { now: Date; clockOffsetMs: number },
): Effect {
  const row = { platform_id: platformId, id, due_at: now, run_at: addMs(now, clockOffsetMs) };
  return { kind: retryKind, rows: [row] };
}

const retryKind: EffectKind = {
  name: 'job_revived',
  statement: (rows) => sql`
    UPDATE jobs j SET state = 'READY', attempts = 0, due_at = r.due_at, run_at = r.run_at
    FROM ${rows} AS r(item int, platform_id text, id text, due_at timestamptz, run_at timestamptz)
    WHERE j.platform_id = r.platform_id AND j.id = r.id AND j.state = 'DEAD' RETURNING r.item`,
};

interface QueueSummary {
  ready: number;
  /** Ready jobs that are due and not claimed. */
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
