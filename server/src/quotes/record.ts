import type { Database } from '../db/database.ts';
import type { Effect, EffectKind } from '../db/effects.ts';
import type { Finder } from '../db/gather.ts';
import { sql } from '../db/sql.ts';
import { ApiError } from '../kernel/errors.ts';
import type { RailPayment } from '../providers/rails/port.ts';
import { OPEN_STATUS, readQuoteContent, storeQuoteContent } from '../transactions/quote-content.ts';
import type { ExecutionTrigger } from '../transactions/start-payment.ts';
import { isOpen, type TransactionStatus } from '../transactions/status.ts';

/** A quote. Its status derives from that of its transaction. */
export interface Quote {
  id: string;
  transactionId: string;
  customerId: string | null;
  /** The agent that created it, if any. */
  agentId: string | null;
  triggeredBy: ExecutionTrigger;
  /** The API response with a placeholder for the status. */
  body: string;
  status: QuoteStatus;
  /** Failed because it was not authorized. */
  isUnproved: boolean;
  expiresAt: Date;
}

type QuoteStatus = Exclude<TransactionStatus, 'CREATED' | 'REFUNDED'>;

/** CREATED payments can be executed already; a refund after completion leaves the quote COMPLETED. */
const quoteStatusOf = (status: TransactionStatus): QuoteStatus => {
  if (status === 'CREATED') return 'PENDING';
  return status === 'REFUNDED' ? 'COMPLETED' : status;
};

/** An open quote is EXPIRED from its expiry on, even before the job has written that. */
export const statusAt = (
  { status, expiresAt }: { status: TransactionStatus; expiresAt: Date },
  now: Date,
): QuoteStatus => (isOpen(status) && expiresAt <= now ? 'EXPIRED' : quoteStatusOf(status));

/** The API response while the transaction has this status. */
export const quoteText = ({ body, status }: { body: string; status: TransactionStatus }): string =>
  body.replace(OPEN_STATUS, `"status":"${quoteStatusOf(status)}"`);

/** Reference to the representation of a quote with a status, from which a stored answer is rebuilt. */
export const referenceOf = (id: string, status: 'PENDING' | 'PROCESSING'): string => `${id} ${status}`;

/** The answer that was stored as a reference. */
export async function rebuildQuote(db: Database, platformId: string, reference: string): Promise<string> {
  const [id = '', status] = reference.split(' ');
  const { body } = await getQuote(db, platformId, id);
  return quoteText({ body, status: status as QuoteStatus });
}

export async function getQuote(db: Database, platformId: string, id: string): Promise<Quote> {
  const row = await db.readByKey<QuoteRow>(byId, { platform_id: platformId, id });
  if (!row) throw new ApiError('QUOTE_NOT_FOUND', 'There is no such quote.');
  const { body } = readQuoteContent(row.content);
  return {
    id: row.id,
    transactionId: row.transaction_id,
    customerId: row.customer_id,
    agentId: row.agent_id,
    triggeredBy: row.triggered_by,
    body,
    status: quoteStatusOf(row.status),
    isUnproved: row.failure === 'SCA_NOT_COMPLETED',
    expiresAt: row.expires_at,
  };
}

// LATERAL and LIMIT force two index probes per key, whatever the statistics of the tables.
const byId: Finder = {
  statement: (keys) => sql`
    SELECT k.n, found.* FROM ${keys}
    CROSS JOIN LATERAL (
      SELECT q.id, q.transaction_id, q.customer_id, q.triggered_by, q.content, q.expires_at, t.status,
        t.details ->> 'failureReason' AS failure, t.details ->> 'agentId' AS agent_id
      FROM quotes q JOIN transactions t ON t.platform_id = q.platform_id AND t.id = q.transaction_id
      WHERE q.platform_id = k.platform_id AND q.id = k.id LIMIT 1
    ) found`,
};

export async function quoteBodies(db: Database, platformId: string, ids: readonly string[]) {
  if (ids.length === 0) return new Map<string, string>();
  const found = await db.read<Pick<QuoteRow, 'id' | 'content'>>(
    sql`SELECT id, content FROM quotes WHERE platform_id = ${platformId} AND id = ANY (${ids}::text[])`,
  );
  return new Map(found.map(({ id, content }) => [id, readQuoteContent(content).body]));
}

interface QuoteRow {
  id: string;
  transaction_id: string;
  customer_id: string | null;
  agent_id: string | null;
  triggered_by: ExecutionTrigger;
  content: Buffer;
  expires_at: Date;
  status: TransactionStatus;
  failure: string | null;
}

interface NewQuote {
  platformId: string;
  id: string;
  transactionId: string;
  customerId: string | null;
  triggeredBy: ExecutionTrigger;
  body: string;
  handedOff: RailPayment;
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
      triggered_by: quote.triggeredBy,
      content: storeQuoteContent(quote),
      daily_max: quote.dailyMax.toString(),
      expires_at: quote.expiresAt,
      created_at: quote.createdAt,
    },
  ],
});

const insertKind: EffectKind = {
  name: 'quote_made',
  texts: ['content'],
  statement: (rows, texts) => sql`
    INSERT INTO quotes (platform_id, id, transaction_id, customer_id, triggered_by, content, daily_max, expires_at,
      created_at)
    SELECT platform_id, id, transaction_id, customer_id, triggered_by, content::bytea, daily_max, expires_at, created_at
    FROM ROWS FROM (
      ${texts},
      ${rows} AS (item int, platform_id text, id text, transaction_id text, customer_id text, triggered_by text,
        daily_max bigint, expires_at timestamptz, created_at timestamptz)
    ) AS r(content)
    JOIN guarded USING (item)`,
};
