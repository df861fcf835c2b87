import { uuidIn } from '../../engine/webhooks/stored-event.ts';
import type { Database } from '../../foundation/db/database.ts';
import { type Sql, sql } from '../../foundation/db/sql.ts';
import { SECOND_MS } from '../../foundation/kernel/clock.ts';
import type { Pricing } from '../../parties/rates/service.ts';

/** Upper limit of every count, which bounds the cost of a scrape. */
const MAX_COUNT = 10_000;

interface GaugeDeps {
  db: Database;
  payments: Pricing;
}

/** Reads backlogs and their age. Queries run one after the other, so that a scrape uses one connection. */
export async function readGauges(deps: GaugeDeps, now: Date) {
  const { db } = deps;
  const age = (since: Date): number => Math.max(0, (now.getTime() - since.getTime()) / SECOND_MS);
  const [backlog, ratesOf, fileOf] = [
    await readBacklog(db),
    await deps.payments.rates.asOf('PRODUCTION', now),
    await newestFile(db),
  ];
  return [
    {
      name: 'causeway_jobs_dead',
      help: 'Jobs that have failed for good and wait for an operator',
      value: await countRows(db, sql`SELECT 1 FROM jobs WHERE state = 'DEAD'`),
    },
    {
      name: 'causeway_jobs_overdue',
      help: 'Jobs that are due and that no worker has taken',
      value: await countRows(
        db,
        sql`
        SELECT 1 FROM jobs WHERE state = 'READY' AND due_at <= ${now} AND (lease_until IS NULL OR lease_until <= ${now})`,
      ),
    },
    { name: 'causeway_webhooks_pending', help: 'Events that are not delivered yet', value: backlog.count },
    {
      name: 'causeway_webhooks_oldest_age_seconds',
      help: 'Age of the oldest event that is not delivered yet',
      value: backlog.oldest ? age(backlog.oldest) : 0,
    },
    ...(await readSuspense(db)).map(({ currency, posted }) => ({
      name: 'causeway_suspense_balance',
      help: 'Money in suspense by currency, in its smallest unit',
      labels: { currency },
      value: Number(posted),
    })),
    {
      name: 'causeway_unmatched_credits',
      help: 'Bank credits that match no account and no payment',
      value: await countRows(db, sql`SELECT 1 FROM bank_credits WHERE state = 'UNMATCHED'`),
    },
    {
      name: 'causeway_reviews_waiting',
      help: 'Verifications that wait for the review of an operator',
      value: await countRows(db, sql`SELECT 1 FROM verifications WHERE status = 'PENDING_MANUAL_REVIEW'`),
    },
    ...(ratesOf
      ? [
          {
            name: 'causeway_exchange_rates_age_seconds',
            help: 'Age of the exchange rates of production platforms',
            value: age(ratesOf),
          },
        ]
      : []),
    ...(fileOf
      ? [
          {
            name: 'causeway_bank_file_age_seconds',
            help: 'Time since the newest file of a bank was received',
            value: age(fileOf),
          },
        ]
      : []),
  ];
}

/** Counts rows up to MAX_COUNT. */
export async function countRows(db: Database, rows: Sql): Promise<number> {
  const [row] = await db.read<{ count: bigint }>(sql`SELECT count(*) FROM (${rows} LIMIT ${MAX_COUNT}) AS counted`);
  return Number(row?.count ?? 0);
}

/** Reads per platform of an endpoint, by index. Event ids contain wall time, regardless of sandbox clocks. */
export async function readBacklog(db: Database): Promise<{ count: number; oldest: Date | undefined }> {
  const undelivered = (limit: Sql): Sql => sql`
    SELECT e.event_id FROM webhook_endpoints w
    CROSS JOIN LATERAL (SELECT ${uuidIn(sql`w.platform_id`)} AS id) p
    CROSS JOIN LATERAL (
      (SELECT event_id FROM pending_deliveries WHERE platform_id = p.id ORDER BY event_id ${limit})
      UNION ALL
      (SELECT event_id FROM delivery_states WHERE platform_id = p.id AND status IN ('WAITING', 'REDELIVERING')
       ORDER BY due_at ${limit})
    ) e
    WHERE w.state = 'ACTIVE'`;
  const [row] = await db.read<{ oldest: string | null }>(sql`
    SELECT min(event_id::text) AS oldest FROM (${undelivered(sql`LIMIT 1`)}) AS first_of_each`);
  const pending = await countRows(db, undelivered(sql`LIMIT ${MAX_COUNT}`));
  return { count: pending, oldest: row?.oldest ? timeOf(row.oldest) : undefined };
}

/** UUIDs of version 7 begin with the time in milliseconds, in 48 bits. */
const timeOf = (id: string): Date => {
  const uuid = id.slice(id.indexOf(':') + 1).replaceAll('-', '');
  return new Date(Number.parseInt(uuid.slice(0, 12), 16));
};

const readSuspense = (db: Database): Promise<{ currency: string; posted: bigint }[]> =>
  db.read(sql`
    SELECT a.currency, sum(a.posted + COALESCE(t.posted, 0))::bigint AS posted
    FROM accounts a
    LEFT JOIN LATERAL (
      SELECT sum(posted) AS posted FROM pending_totals WHERE account_id = a.id AND platform_id = a.platform_id) t ON true
    WHERE a.kind = 'suspense' GROUP BY a.currency ORDER BY a.currency`);

async function newestFile(db: Database): Promise<Date | undefined> {
  const [row] = await db.read<{ received_at: Date }>(
    sql`SELECT received_at FROM bank_inbox ORDER BY received_at DESC LIMIT 1`,
  );
  return row?.received_at;
}
