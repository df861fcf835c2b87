import type { DeferredJobs } from '../../engine/jobs/deferred.ts';
import { enqueue, type PendingJob, type PendingOptions } from '../../engine/jobs/queue.ts';
import type { Database } from '../../foundation/db/database.ts';
import { applyTogether } from '../../foundation/db/effects.ts';
import { emptySql, literalLimit, type Sql, sql } from '../../foundation/db/sql.ts';
import { uuidOf } from '../../foundation/kernel/ids.ts';
import { realignExpiries, takeExpiry, waitingQuotes } from './listed-statuses.ts';
import { quoteIdOf } from './quote-content.ts';

export const EXPIRY_JOB = 'quote.expire';

/** Limit per statement. */
const AT_ONCE = 500;

/**
 * Keeps expiries in the rows of the listed statuses, because most quotes are executed before and never need a job. A
 * due expiry becomes a job, so that failures are retried and shown to operators.
 */
export const deferredExpiries = (db: Database): DeferredJobs => ({
  enqueueDue: async (now) => {
    while ((await enqueueExpiries(db, sql`q.due_at <= ${now}`, sql`q.due_at`)) === AT_ONCE);
  },
  enqueueNext: async (platformId, until) => {
    const ofPlatform = sql`uuid_of(q.platform_id) = uuid_of(${platformId})`;
    const next = sql`(SELECT min(run_at) FROM jobs WHERE uuid_of(platform_id) = uuid_of(${platformId}) AND state = 'READY')`;
    await enqueueExpiries(db, sql`${ofPlatform} AND q.expires_at <= least(${until}, ${next})`, sql`q.expires_at`);
  },
  realign: (platformId) => realignExpiries(db, platformId),
});

interface WaitingRow {
  platform_id: string;
  id: string;
  status: string;
  expires_at: Date;
  due_at: Date;
}

/** Returns the number of expiries found. Another process may have enqueued some of them meanwhile. */
async function enqueueExpiries(db: Database, where: Sql, order: Sql): Promise<number> {
  const found = await db.read<WaitingRow>(sql`
    SELECT q.* FROM ${waitingQuotes} q WHERE ${where} ORDER BY ${order} ${literalLimit(AT_ONCE)}`);
  if (found.length === 0) return 0;
  await applyTogether(
    db,
    found.map((row) => ({
      guard: takeExpiry({ platformId: row.platform_id, id: row.id, status: row.status }),
      effects: [enqueue([expiryJob(row)])],
    })),
  );
  return found.length;
}

const expiryJob = ({ platform_id, id, expires_at, due_at }: WaitingRow) => ({
  id: expiryJobId(id),
  platformId: platform_id,
  kind: EXPIRY_JOB,
  resourceId: quoteIdOf(id),
  runAt: expires_at,
  dueAt: due_at,
  createdAt: expires_at,
  clockOffsetMs: expires_at.getTime() - due_at.getTime(),
});

/** Derived from the UUID of the quote. */
const expiryJobId = (id: string): string => `TimedJob:${uuidOf(id)}`;

/** Quote expiries of a platform, for the list of jobs that its clock shows. */
export async function pendingExpiries(
  db: Database,
  platformId: string,
  { limit, until, resourceIds }: PendingOptions,
): Promise<PendingJob[]> {
  const found = await db.read<WaitingRow>(sql`
    SELECT q.* FROM ${waitingQuotes} q WHERE uuid_of(q.platform_id) = uuid_of(${platformId})
      ${until ? sql`AND q.expires_at <= ${until}` : emptySql}
      ${resourceIds ? sql`AND 'Quote:' || uuid_of(q.id) = ANY (${resourceIds}::text[])` : emptySql}
    ORDER BY q.expires_at, q.id LIMIT ${limit}`);
  return found.map(({ id, expires_at }) => ({
    id: expiryJobId(id),
    at: expires_at,
    kind: EXPIRY_JOB,
    resourceId: quoteIdOf(id),
  }));
}

/** Counts pending expiries up to a limit. */
export async function countPendingExpiries(db: Database, platformId: string, limit: number): Promise<number> {
  const [row] = await db.read<{ count: bigint }>(sql`
    SELECT count(*) FROM (
      SELECT 1 FROM ${waitingQuotes} q WHERE uuid_of(q.platform_id) = uuid_of(${platformId}) LIMIT ${limit}) AS pending`);
  return Number(row?.count ?? 0);
}
