import { type EventType, emit, type NewEvent } from '../../engine/webhooks/events.ts';
import type { Database } from '../../foundation/db/database.ts';
import { type Effect, type EffectKind, jsonOf } from '../../foundation/db/effects.ts';
import { byId } from '../../foundation/db/keyed-reads.ts';
import { joinSql, rawSql, type Sql, sql } from '../../foundation/db/sql.ts';
import { bigint, nullable, type RecordOf, type RowOf, table, text, timestamptz } from '../../foundation/db/table.ts';
import { ApiError, assert } from '../../foundation/kernel/errors.ts';
import { memo } from '../../foundation/kernel/memo.ts';
import { toJsonAmount } from '../../foundation/kernel/money.ts';
import { areNotDeleted } from '../../parties/accounts/external-record.ts';
import { isNotDeleted } from '../../parties/customers/record.ts';
import { currencyJson } from '../../parties/rates/currencies.ts';
import {
  detailChanges,
  detailsOf,
  type FixedPart,
  type LiveDetails,
  liveDetails,
  readFixed,
  type StoredFixed,
  storeFixed,
} from './fixed-part.ts';
import { type ListedStatus, listStatus } from './listed-statuses.ts';
import { quoteIdOf, type TransactionQuote, transactionIdOf } from './quote-content.ts';
import type { RailReport } from './rail-reports.ts';
import { isLegalTransition, type PullState, type TransactionStatus, type TransactionType } from './status.ts';
import type { Details, Money, Terms } from './terms.ts';

/** Columns of a transaction that the rows of effects contain as plain values. */
export const transactionTable = table('transactions', {
  platformId: text(),
  id: text(),
  type: text<TransactionType>(),
  direction: text<'CREDIT' | 'DEBIT'>(),
  status: text<TransactionStatus>(),
  customerId: text(),
  platformCustomerId: text(),
  sourceAccount: nullable(text()),
  destinationAccount: nullable(text()),
  sentAmount: nullable(bigint()),
  sentCurrency: nullable(text()),
  receivedAmount: nullable(bigint()),
  receivedCurrency: nullable(text()),
  fees: nullable(bigint()),
  reference: text(),
  /** Expiry of the quote; null for a transaction without a quote. */
  expiresAt: nullable(timestamptz()),
  /** Outgoing payment of the same platform that funds this incoming one. */
  paidBy: nullable(text()),
  /** State of the collection from an external account; null when the transaction has none. */
  pull: nullable(text<PullState>()),
  /** Time when the customer received the receipt. Does not raise the version, because the payment does not change. */
  receiptConfirmedAt: nullable(timestamptz()),
  version: bigint(),
  createdAt: timestamptz(),
  updatedAt: timestamptz(),
  settledAt: nullable(timestamptz()),
});

type PlainColumns = RecordOf<typeof transactionTable>;
type MoneyColumn = 'sentAmount' | 'sentCurrency' | 'receivedAmount' | 'receivedCurrency';

export interface Transaction extends Omit<PlainColumns, MoneyColumn | 'paidBy' | 'expiresAt'> {
  sent: Money | null;
  received: Money | null;
  source: object | null;
  destination: object;
  details: Details;
  terms: Terms | null;
  /** Null for transfers, incoming payments and all other transactions without a quote. */
  quote: TransactionQuote | null;
}

/** A transaction with the quote that created it. */
export type QuotedTransaction = Transaction & { quote: TransactionQuote };

/** A transaction as the API, webhooks and idempotent replays return it. */
export function transactionJson(transaction: Transaction) {
  const { sent, received, fees, quote, settledAt, receiptConfirmedAt, details } = transaction;
  return {
    id: transaction.id,
    status: transaction.status,
    type: transaction.type,
    direction: transaction.direction,
    ...(transaction.source && { source: transaction.source }),
    destination: transaction.destination,
    customerId: transaction.customerId,
    platformCustomerId: transaction.platformCustomerId,
    ...(sent && { sentAmount: moneyJson(sent) }),
    ...(received && { receivedAmount: moneyJson(received) }),
    ...(fees !== null && { fees: toJsonAmount(fees) }),
    ...(quote && { quoteId: quoteIdOf(transaction.id) }),
    ...details,
    ...(transaction.status !== 'CREATED' && { reconciliationInstructions: { reference: transaction.reference } }),
    ...(settledAt && { settledAt }),
    ...(receiptConfirmedAt && { receiptDeliveryConfirmedAt: receiptConfirmedAt }),
    createdAt: transaction.createdAt,
    updatedAt: transaction.updatedAt,
  };
}

/** Event data: UMA payments contain the known addresses of both ends. */
function eventJson(transaction: Transaction): object {
  const { type, source, destination, terms } = transaction;
  const json = transactionJson(transaction);
  const [payer, payee, own] = [addressOf(source), addressOf(destination), terms?.umaAddress];
  if (payer === undefined && payee === undefined && own === undefined) return json;
  return type === 'INCOMING'
    ? { ...json, senderUmaAddress: payer, receiverUmaAddress: own }
    : { ...json, senderUmaAddress: own, receiverUmaAddress: payee };
}

export const addressOf = (end: { umaAddress?: string } | null): string | undefined => end?.umaAddress;

const moneyJson = ({ amount, currency }: Money) => ({
  amount: toJsonAmount(amount),
  currency: currencyJson(currency),
});

export async function findTransaction(db: Database, platformId: string, id: string): Promise<Transaction | undefined> {
  const row = await db.readByKey<TransactionRow>(transactionById, { platform_id: platformId, id });
  return row && sharedTransaction(row);
}

/** Body of GET /transactions/{transactionId}. */
export async function transactionText(db: Database, platformId: string, id: string): Promise<string> {
  const row = await db.readByKey<TransactionRow>(transactionById, { platform_id: platformId, id });
  if (row) return textOf(row);
  throw noTransaction();
}

const textOf = memo((row: TransactionRow) => JSON.stringify(transactionJson(toTransaction(row))));

/** Requests that read a transaction in the same turn of the event loop share its row. */
const sharedTransaction = memo((row: TransactionRow) => toTransaction(row));

/** Returns the transaction of a quote; undefined if there is none, or it has no quote. */
export async function findQuoted(db: Database, platformId: string, quoteId: string) {
  const transaction = await findTransaction(db, platformId, transactionIdOf(quoteId));
  return transaction && isQuoted(transaction) ? transaction : undefined;
}

export const isQuoted = (transaction: Transaction): transaction is QuotedTransaction => transaction.quote !== null;

/** Omits unknown ids. */
export async function findTransactions(db: Database, platformId: string, ids: readonly string[]) {
  if (ids.length === 0) return [];
  const rows = await db.read<TransactionRow>(
    sql`SELECT ${transactionColumns} FROM transactions WHERE platform_id = ${platformId} AND id = ANY (${ids}::text[])`,
  );
  return rows.map(toTransaction);
}

export async function getTransaction(db: Database, platformId: string, id: string): Promise<Transaction> {
  const transaction = await findTransaction(db, platformId, id);
  if (transaction) return transaction;
  throw noTransaction();
}

const noTransaction = (): ApiError =>
  new ApiError('TRANSACTION_NOT_FOUND', 'There is no such transaction.', {
    hint: 'GET /transactions lists the transactions.',
  });

/** One version of a transaction: its changes and the event that reports them. */
export interface Step {
  event: EventType;
  changes: Partial<Pick<Transaction, 'status' | 'settledAt' | 'source' | 'destination'>> & {
    details?: Partial<Details>;
  };
  /** Id and delivery of an event that the delivery worker does not send. */
  eventOptions?: Pick<NewEvent, 'id' | 'delivery'>;
}

interface BeginOptions {
  /** Report of a rail that rejects the transaction at once. */
  report?: RailReport | undefined;
  /** Expiry of a waiting quote in real time. */
  dueAt?: Date;
}

/** Effects that insert a transaction with its first steps and their events. */
export function begin(transaction: Transaction, steps: readonly Step[], { report, dueAt }: BeginOptions = {}) {
  const { changed, events } = walk({ ...transaction, version: 0n }, steps);
  const emitted = events.length > 0 ? [emit(events)] : [];
  const inserted = report
    ? { kind: insertReportedKind, rows: [{ ...toRow(changed), rail_reports: [onRail(changed, report)] }] }
    : { kind: insertKind, rows: [toRow(changed)] };
  const expiry = dueAt && { expiresAt: transaction.quote?.expiresAt ?? null, dueAt };
  return { changed, effects: [inserted, ...emitted, ...listStatus({ ...listedOf(changed), expiry })] };
}

interface AdvanceOptions {
  /** New state of the pull; absent when unchanged. */
  pull?: PullState | null;
  /** The change starts the payment: its customer and its external accounts must still exist. */
  isStart?: boolean;
  /** Report of the rail that caused the steps. */
  report?: RailReport | undefined;
}

const listedOf = ({ platformId, id, type, status, details }: Transaction): ListedStatus => ({
  platformId,
  id,
  type,
  status,
  isSuspended: status === 'FAILED' && details.refund?.status === 'FAILED',
});

/** Adds the rail of the leg to the report. */
const onRail = ({ terms }: Transaction, report: RailReport): RailReport & { rail?: string | undefined } => ({
  ...report,
  rail: report.leg === 'PULL' ? terms?.pull?.rail : terms?.rail,
});

/** Events and listed status of the next steps. The guard requires that the transaction is unchanged. */
export function advance(
  transaction: Transaction,
  steps: readonly Step[],
  at: Date,
  { pull = transaction.pull, isStart = false, report }: AdvanceOptions = {},
) {
  const updatedAt = steps.length > 0 ? at : transaction.updatedAt;
  const { changed, events } = walk({ ...transaction, updatedAt, pull }, steps);
  const isMoved = changed.source !== transaction.source || changed.destination !== transaction.destination;
  const row = {
    platform_id: transaction.platformId,
    id: transaction.id,
    from_version: transaction.version.toString(),
    from_pull: transaction.pull,
    is_start: isStart,
    version: changed.version.toString(),
    pull,
    status: changed.status,
    ...(isMoved && { fixed: storeFixed(changed) }),
    ...(changed.details !== transaction.details && { details: detailChanges(transaction.details, changed.details) }),
    ...(report && { report: [onRail(transaction, report)] }),
    updated_at: updatedAt,
    settled_at: changed.settledAt,
  };
  const guard: Effect = { kind: advanceKind, rows: [row] };
  return { changed, guard, effects: [emit(events), ...listStatus(listedOf(changed), listedOf(transaction))] };
}

function walk(from: Transaction, steps: readonly Step[]) {
  let changed = from;
  const events = steps.map(({ event, changes, eventOptions }) => {
    const { details, ...columns } = changes;
    const status = columns.status ?? changed.status;
    assert(
      changed.version === 0n || isLegalTransition(from.type, changed.status, status),
      `${changed.status} to ${status}`,
    );
    const before = status === changed.status ? changed.details : withoutDelay(changed.details);
    const after = details ? { ...before, ...details } : before;
    changed = { ...changed, ...columns, details: after, version: changed.version + 1n };
    return {
      platformId: from.platformId,
      type: event,
      resourceId: from.id,
      data: eventJson(changed),
      sequence: Number(changed.version),
      at: from.updatedAt,
      ...eventOptions,
    };
  });
  return { changed, events };
}

/** A settlement delay ends with the status in which it was reported. */
function withoutDelay(details: Details): Details {
  if (details.pendingReason === undefined) return details;
  const { pendingReason, ...others } = details;
  return others;
}

const plainColumns = transactionTable.columns;

export const transactionColumns: Sql = sql`${plainColumns}, fixed, details`;

const transactionById = byId(transactionTable.name, transactionColumns, sql`AND type <> 'CARD'`);

const insertion = (name: string, jsonColumns: readonly string[]): EffectKind => ({
  name,
  texts: ['fixed', ...jsonColumns],
  statement: (rows, texts) => sql`
    INSERT INTO transactions (${plainColumns}, fixed, ${rawSql(jsonColumns.join(', '))})
    SELECT ${plainColumns}, r.fixed::json, ${joinSql(jsonColumns.map(jsonOf), ', ')}
    FROM ROWS FROM (
      ${texts},
      ${rows} AS (${transactionTable.rowType})
    ) AS r(fixed, ${rawSql(jsonColumns.join(', '))})
    JOIN guarded USING (item)`,
});

const insertKind = insertion('transaction_begun', ['details']);
/** Separate statement, because few transactions begin with a report of a rail. */
const insertReportedKind = insertion('transaction_begun_reported', ['details', 'rail_reports']);

/** SQL: the external accounts of transaction `t` still exist. */
const hasItsAccounts: Sql = areNotDeleted(
  sql`t.platform_id`,
  sql`ARRAY[t.destination_account, CASE WHEN t.pull IS NOT NULL THEN t.source_account END]`,
);

/** SQL: the customer of transaction `t` still exists. */
const hasItsCustomer: Sql = isNotDeleted(sql`t.platform_id`, sql`t.customer_id`);

type LostParty = 'ACCOUNT' | 'CUSTOMER';

/** Finds the deleted party because of which the payment of a waiting quote can no longer start. */
export async function findLostParty(db: Database, { platformId, id }: Transaction): Promise<LostParty | undefined> {
  const [row] = await db.read<{ has_accounts: boolean; has_customer: boolean }>(sql`
    SELECT ${hasItsAccounts} AS has_accounts, ${hasItsCustomer} AS has_customer
    FROM transactions t WHERE t.platform_id = ${platformId} AND t.id = ${id}`);
  if (row?.has_customer === false) return 'CUSTOMER';
  return row?.has_accounts === false ? 'ACCOUNT' : undefined;
}

const advanceKind: EffectKind = {
  name: 'transaction_advanced',
  texts: ['fixed', 'details', 'report'],
  statement: (rows, texts) => sql`
    UPDATE transactions t SET status = r.status, fixed = COALESCE(NULLIF(r.fixed, '')::json, t.fixed),
      details = COALESCE(t.details || ${jsonOf('details')}, t.details),
      rail_reports = COALESCE(t.rail_reports || ${jsonOf('report')}, ${jsonOf('report')}, t.rail_reports),
      pull = r.pull, version = r.version, updated_at = r.updated_at, settled_at = r.settled_at
    FROM ROWS FROM (
      ${texts},
      ${rows} AS (item int, platform_id text, id text, from_version bigint, from_pull text, is_start boolean,
        version bigint, pull text, status text, updated_at timestamptz, settled_at timestamptz)
    ) AS r(fixed, details, report)
    WHERE t.platform_id = r.platform_id AND t.id = r.id AND t.version = r.from_version
      AND t.pull IS NOT DISTINCT FROM r.from_pull
      AND (NOT r.is_start OR (${hasItsAccounts} AND ${hasItsCustomer}))
    RETURNING r.item`,
};

export interface TransactionRow extends RowOf<typeof transactionTable> {
  fixed: StoredFixed;
  details: LiveDetails;
}

const moneyOf = (amount: bigint | null, currency: string | null): Money | null =>
  amount === null || currency === null ? null : { amount, currency };

export const toTransaction = (row: TransactionRow): Transaction =>
  readTransaction(row, readFixed(row.fixed, row.expires_at));

const readTransaction = (row: TransactionRow, fixed: FixedPart): Transaction => ({
  platformId: row.platform_id,
  id: row.id,
  type: row.type,
  direction: row.direction,
  status: row.status,
  customerId: row.customer_id,
  platformCustomerId: row.platform_customer_id,
  source: fixed.source,
  destination: fixed.destination,
  sourceAccount: row.source_account,
  destinationAccount: row.destination_account,
  sent: moneyOf(row.sent_amount, row.sent_currency),
  received: moneyOf(row.received_amount, row.received_currency),
  fees: row.fees,
  reference: row.reference,
  quote: fixed.quote,
  details: detailsOf(fixed.details, row.details),
  terms: fixed.terms,
  pull: row.pull,
  receiptConfirmedAt: row.receipt_confirmed_at,
  version: row.version,
  createdAt: row.created_at,
  updatedAt: row.updated_at,
  settledAt: row.settled_at,
});

const toRow = (transaction: Transaction) => ({
  platform_id: transaction.platformId,
  id: transaction.id,
  type: transaction.type,
  direction: transaction.direction,
  status: transaction.status,
  customer_id: transaction.customerId,
  platform_customer_id: transaction.platformCustomerId,
  source_account: transaction.sourceAccount,
  destination_account: transaction.destinationAccount,
  sent_amount: transaction.sent?.amount.toString() ?? null,
  sent_currency: transaction.sent?.currency ?? null,
  received_amount: transaction.received?.amount.toString() ?? null,
  received_currency: transaction.received?.currency ?? null,
  fees: transaction.fees?.toString() ?? null,
  reference: transaction.reference,
  expires_at: transaction.quote?.expiresAt ?? null,
  paid_by: transaction.terms?.paidBy ?? null,
  fixed: storeFixed(transaction),
  details: liveDetails(transaction.details),
  pull: transaction.pull,
  receipt_confirmed_at: transaction.receiptConfirmedAt,
  version: transaction.version.toString(),
  created_at: transaction.createdAt,
  updated_at: transaction.updatedAt,
  settled_at: transaction.settledAt,
});
