import type { Database } from '../db/database.ts';
import type { Effect, EffectKind } from '../db/effects.ts';
import type { Finder } from '../db/gather.ts';
import { sql } from '../db/sql.ts';
import { ApiError } from '../kernel/errors.ts';
import type { RailPayment } from '../providers/rails/port.ts';
import { OPEN_STATUS, type SetOff } from '../transactions/execution.ts';
import { storePayment } from '../transactions/legs.ts';
import type { TransactionStatus } from '../transactions/status.ts';

/** An offer as it was made. Its status is that of its transaction. */
export interface Quote {
  id: string;
  transactionId: string;
  customerId: string | null;
  /** Who has made it, where it was an agent. */
  agentId: string | null;
  setOffBy: SetOff;
  /** As the API shows it, its status left open. */
  body: string;
  status: TransactionStatus;
  /** Over, because nobody has authorized it. */
  isUnproved: boolean;
  expiresAt: Date;
}

/** As the API shows it in this status. */
export const quoteText = ({ body, status }: Pick<Quote, 'body' | 'status'>): string =>
  body.replace(OPEN_STATUS, `"status":"${status}"`);

export async function findQuote(db: Database, platformId: string, id: string): Promise<Quote> {
  const row = await db.pick<QuoteRow>(byId, { platform_id: platformId, id });
  if (!row) throw new ApiError('QUOTE_NOT_FOUND', 'There is no such quote.');
  return {
    id: row.id,
    transactionId: row.transaction_id,
    customerId: row.customer_id,
    agentId: row.agent_id,
    setOffBy: row.set_off_by,
    body: row.body,
    status: row.status,
    isUnproved: row.failure === 'SCA_NOT_COMPLETED',
    expiresAt: row.expires_at,
  };
}

// LATERAL and LIMIT make it two index probes for each, whatever the planner thinks of the tables.
const byId: Finder = {
  statement: (keys) => sql`
    SELECT k.n, found.* FROM ${keys}
    CROSS JOIN LATERAL (
      SELECT q.id, q.transaction_id, q.customer_id, q.set_off_by, q.body, q.expires_at, t.status,
        t.details ->> 'failureReason' AS failure, t.details ->> 'agentId' AS agent_id
      FROM quotes q JOIN transactions t ON t.platform_id = q.platform_id AND t.id = q.transaction_id
      WHERE q.platform_id = k.platform_id AND q.id = k.id LIMIT 1
    ) found`,
};

/** The bodies of these quotes, by their ids. */
export async function quoteBodies(db: Database, platformId: string, ids: readonly string[]) {
  if (ids.length === 0) return new Map<string, string>();
  const found = await db.read<Pick<QuoteRow, 'id' | 'body'>>(
    sql`SELECT id, body FROM quotes WHERE platform_id = ${platformId} AND id = ANY (${ids}::text[])`,
  );
  return new Map(found.map(({ id, body }) => [id, body]));
}

interface QuoteRow {
  id: string;
  transaction_id: string;
  customer_id: string | null;
  agent_id: string | null;
  set_off_by: SetOff;
  body: string;
  expires_at: Date;
  status: TransactionStatus;
  failure: string | null;
}

export interface NewQuote {
  platformId: string;
  id: string;
  transactionId: string;
  customerId: string | null;
  setOffBy: SetOff;
  body: string;
  handedOver: RailPayment;
  dailyMax: bigint;
  expiresAt: Date;
  createdAt: Date;
}

export const insertQuote = (quote: NewQuote): Effect => ({
  kind: insertKind,
  rows: [
    {
      platform_id: quote.platformId,
      id: quote.id,
      transaction_id: quote.transactionId,
      customer_id: quote.customerId,
      set_off_by: quote.setOffBy,
      body: quote.body,
      handed_over: storePayment(quote.handedOver),
      daily_max: quote.dailyMax.toString(),
      expires_at: quote.expiresAt,
      created_at: quote.createdAt,
    },
  ],
});

const insertKind: EffectKind = {
  name: 'quote_made',
  texts: ['body', 'handed_over'],
  statement: (rows, texts) => sql`
    INSERT INTO quotes (platform_id, id, transaction_id, customer_id, set_off_by, body, handed_over, daily_max, expires_at,
      created_at)
    SELECT platform_id, id, transaction_id, customer_id, set_off_by, body, handed_over, daily_max, expires_at, created_at
    FROM ROWS FROM (
      ${texts},
      ${rows} AS (item int, platform_id text, id text, transaction_id text, customer_id text, set_off_by text,
        daily_max bigint, expires_at timestamptz, created_at timestamptz)
    ) AS r(body, handed_over)
    JOIN guarded USING (item)`,
};
