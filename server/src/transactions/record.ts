import { areThere } from '../accounts/external-record.ts';
import type { AccountFace } from '../accounts/internal-accounts.ts';
import type { Database } from '../db/database.ts';
import { type Effect, type EffectKind, jsonOf } from '../db/effects.ts';
import { byId } from '../db/gather.ts';
import { type Sql, sql } from '../db/sql.ts';
import { ApiError, assert } from '../kernel/errors.ts';
import { memo } from '../kernel/memo.ts';
import { toJsonAmount } from '../kernel/money.ts';
import type { Payment } from '../ledger/recipes/payments.ts';
import type { RailPayment } from '../providers/rails/port.ts';
import { currencyJson } from '../rates/currencies.ts';
import { type EventType, emit, type NewEvent } from '../webhooks/events.ts';
import { readPayment, type StoredPayment, storePayment } from './legs.ts';
import {
  type FailureReason,
  isLegalMove,
  type PullState,
  type pendingReasons,
  type refundReasons,
  type refundStatuses,
  type TransactionStatus,
  type TransactionType,
} from './status.ts';

export interface Money {
  amount: bigint;
  currency: string;
}

export interface Refund {
  reference: string;
  initiatedAt: Date | string;
  settledAt?: Date | string;
  status: (typeof refundStatuses)[number];
  reason?: (typeof refundReasons)[number];
}

/** What is shown as it is and never searched: the members of the wire beyond the columns. */
export interface Details {
  description?: string;
  pendingReason?: (typeof pendingReasons)[number] | undefined;
  exchangeRate?: number;
  platformFees?: number;
  failureReason?: FailureReason;
  refund?: Refund;
  counterpartyInformation?: Record<string, unknown>;
  paymentInstructions?: readonly object[];
  rateDetails?: object;
  paymentRail?: string | null;
  railSelectionMode?: 'AUTO' | 'MANUAL' | null;
  expectedSettlementAt?: Date | string | null;
  settlementTimelineSeconds?: number | null;
  agentId?: string;
  /** What the sending institution asks of the receiver and we do not know. */
  requestedReceiverCustomerInfoFields?: readonly { name: string; mandatory: boolean }[];
  rejectionReason?: string;
}

/** What every later phase of a payment is computed from, as it was locked. */
export interface Terms {
  payment: Payment;
  /** The internal account that receives it; none where it leaves over a rail. */
  destination?: string;
  /** Where the money of a payment without a source account goes back to: to this account, or over the rail it came by. */
  creditTo?: string;
  /** The internal accounts it touches, for the events that tell of their balances. */
  accounts: readonly AccountFace[];
  rail: string;
  /** Of a UMA payment: the address of the customer here. That of the other end is its source or destination. */
  umaAddress?: string;
  /** Of money that is collected from an account outside: over which rail, and the payout that it is for. */
  pull?: { rail: string; payout?: RailPayment };
  /** Of what comes in from somebody here: the payment that brings it, which ends with it. */
  paidBy?: string;
}

export interface Transaction {
  platformId: string;
  id: string;
  type: TransactionType;
  direction: 'CREDIT' | 'DEBIT';
  status: TransactionStatus;
  customerId: string;
  platformCustomerId: string;
  source: object | null;
  destination: object;
  sourceAccount: string | null;
  destinationAccount: string | null;
  sent: Money | null;
  received: Money | null;
  fees: bigint | null;
  reference: string;
  quoteId: string | null;
  details: Details;
  terms: Terms | null;
  /** Where the money is first collected from an account outside: how far that has come. */
  pull: PullState | null;
  /** When the platform's customer was given the receipt. No part of the versions: it tells nothing of the payment. */
  receiptConfirmedAt: Date | null;
  version: bigint;
  createdAt: Date;
  updatedAt: Date;
  settledAt: Date | null;
}

/** As the API, webhooks and replays show it. */
export function transactionJson(transaction: Transaction) {
  const { sent, received, fees, quoteId, settledAt, receiptConfirmedAt, details } = transaction;
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
    ...(quoteId && { quoteId }),
    ...details,
    ...(transaction.status !== 'CREATED' && { reconciliationInstructions: { reference: transaction.reference } }),
    ...(settledAt && { settledAt }),
    ...(receiptConfirmedAt && { receiptDeliveryConfirmedAt: receiptConfirmedAt }),
    createdAt: transaction.createdAt,
    updatedAt: transaction.updatedAt,
  };
}

/** As webhooks tell it: UMA payments with the addresses of both ends, as far as they are known. */
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

export async function readTransaction(db: Database, platformId: string, id: string): Promise<Transaction | undefined> {
  const row = await db.pick<TransactionRow>(transactionById, { platform_id: platformId, id });
  return row && toTransaction(row);
}

/** As its GET returns it. */
export async function transactionText(db: Database, platformId: string, id: string): Promise<string> {
  const row = await db.pick<TransactionRow>(shownById, { platform_id: platformId, id });
  if (row) return textOf(row);
  throw noTransaction();
}

const textOf = memo((row: TransactionRow) => JSON.stringify(transactionJson(toTransaction(row))));

/** Those of these ids that there are. */
export async function readTransactions(db: Database, platformId: string, ids: readonly string[]) {
  if (ids.length === 0) return [];
  const found = await db.read<TransactionRow>(
    sql`SELECT ${transactionColumns} FROM transactions WHERE platform_id = ${platformId} AND id = ANY (${ids}::text[])`,
  );
  return found.map(toTransaction);
}

export async function findTransaction(db: Database, platformId: string, id: string): Promise<Transaction> {
  const transaction = await readTransaction(db, platformId, id);
  if (transaction) return transaction;
  throw noTransaction();
}

const noTransaction = (): ApiError =>
  new ApiError('TRANSACTION_NOT_FOUND', 'There is no such transaction.', {
    hint: 'GET /transactions lists the transactions.',
  });

/** One thing that happens to a transaction: the event that tells of it, and what it changes. */
export interface Step {
  event: EventType;
  changes: Partial<Pick<Transaction, 'status' | 'settledAt' | 'source' | 'destination'>> & {
    details?: Partial<Details>;
  };
  /** Of an event that is not simply sent in the background. */
  told?: Pick<NewEvent, 'id' | 'delivery'>;
}

/** A new transaction with the events of what has happened to it so far. */
export function begin(transaction: Transaction, steps: readonly Step[]) {
  const { changed, events } = walk({ ...transaction, version: 0n }, steps);
  return { changed, effects: [{ kind: insertKind, rows: [toRow(changed)] }, emit(events)] };
}

interface Circumstances {
  /** How far the collecting of its money has come; left out: as far as before. */
  pull?: PullState | null;
  /** Whether it is set in motion: not where an account outside was deleted that it is collected from or paid to. */
  isStart?: boolean;
}

/** The next steps of a transaction as it was read: its guard holds when nobody has changed it since. */
export function advance(
  transaction: Transaction,
  steps: readonly Step[],
  at: Date,
  { pull = transaction.pull, isStart = false }: Circumstances = {},
) {
  const updatedAt = steps.length > 0 ? at : transaction.updatedAt;
  const { changed, events } = walk({ ...transaction, updatedAt, pull }, steps);
  const isNew = (name: 'source' | 'destination' | 'details') => changed[name] !== transaction[name];
  const row = {
    platform_id: transaction.platformId,
    id: transaction.id,
    from_version: transaction.version.toString(),
    from_pull: transaction.pull,
    is_start: isStart,
    version: changed.version.toString(),
    pull,
    status: changed.status,
    ...(isNew('source') && { source: changed.source }),
    ...(isNew('destination') && { destination: changed.destination }),
    ...(isNew('details') && { details: changed.details }),
    updated_at: updatedAt,
    settled_at: changed.settledAt,
  };
  return { changed, guard: { kind: advanceKind, rows: [row] } satisfies Effect, events: emit(events) };
}

function walk(from: Transaction, steps: readonly Step[]) {
  let changed = from;
  const events = steps.map(({ event, changes, told: how }) => {
    const { details, ...columns } = changes;
    const status = columns.status ?? changed.status;
    assert(changed.version === 0n || isLegalMove(from.type, changed.status, status), `${changed.status} to ${status}`);
    const told = details ? { ...changed.details, ...details } : changed.details;
    changed = { ...changed, ...columns, details: told, version: changed.version + 1n };
    return {
      platformId: from.platformId,
      type: event,
      resourceId: from.id,
      data: eventJson(changed),
      sequence: Number(changed.version),
      at: from.updatedAt,
      ...how,
    };
  });
  return { changed, events };
}

const plainColumns: Sql = sql`platform_id, id, type, direction, status, customer_id, platform_customer_id, source_account,
  destination_account, sent_amount, sent_currency, received_amount, received_currency, fees, reference, quote_id, pull,
  receipt_confirmed_at, version, created_at, updated_at, settled_at`;

export const transactionColumns: Sql = sql`${plainColumns}, source, destination, details, terms`;

const transactionById = byId(sql`transactions`, transactionColumns, sql`AND type <> 'CARD'`);

/** Its terms are the longest part of it, and never shown. */
const shownById = byId(
  sql`transactions`,
  sql`${plainColumns}, source, destination, details, NULL AS terms`,
  sql`AND type <> 'CARD'`,
);

const insertKind: EffectKind = {
  name: 'transaction_begun',
  texts: ['source', 'destination', 'details', 'terms'],
  statement: (rows, texts) => sql`
    INSERT INTO transactions (${transactionColumns})
    SELECT ${plainColumns}, ${jsonOf('source')}, ${jsonOf('destination')}, ${jsonOf('details')}, ${jsonOf('terms')}
    FROM ROWS FROM (
      ${texts},
      ${rows} AS (item int, platform_id text, id text, type text, direction text, status text, customer_id text,
        platform_customer_id text, source_account text, destination_account text, sent_amount bigint, sent_currency text,
        received_amount bigint, received_currency text, fees bigint, reference text, quote_id text, pull text,
        receipt_confirmed_at timestamptz, version bigint, created_at timestamptz, updated_at timestamptz,
        settled_at timestamptz)
    ) AS r(source, destination, details, terms)
    JOIN guarded USING (item)`,
};

/** None of the accounts outside that `t` is collected from and paid to was deleted. */
const hasItsAccounts: Sql = areThere(
  sql`t.platform_id`,
  sql`ARRAY[t.destination_account, CASE WHEN t.pull IS NOT NULL THEN t.source_account END]`,
);

/** Why a quote that waits may still not be set in motion. */
export async function hasLostAccount(db: Database, { platformId, id }: Transaction): Promise<boolean> {
  const lost = await db.read(sql`
    SELECT 1 FROM transactions t WHERE t.platform_id = ${platformId} AND t.id = ${id} AND NOT (${hasItsAccounts})`);
  return lost.length > 0;
}

const advanceKind: EffectKind = {
  name: 'transaction_advanced',
  texts: ['source', 'destination', 'details'],
  statement: (rows, texts) => sql`
    UPDATE transactions t SET status = r.status, source = COALESCE(${jsonOf('source')}, t.source),
      destination = COALESCE(${jsonOf('destination')}, t.destination),
      details = COALESCE(${jsonOf('details')}, t.details),
      pull = r.pull, version = r.version, updated_at = r.updated_at, settled_at = r.settled_at
    FROM ROWS FROM (
      ${texts},
      ${rows} AS (item int, platform_id text, id text, from_version bigint, from_pull text, is_start boolean,
        version bigint, pull text, status text, updated_at timestamptz, settled_at timestamptz)
    ) AS r(source, destination, details)
    WHERE t.platform_id = r.platform_id AND t.id = r.id AND t.version = r.from_version
      AND t.pull IS NOT DISTINCT FROM r.from_pull
      AND (NOT r.is_start OR ${hasItsAccounts})
    RETURNING r.item`,
};

export interface TransactionRow {
  platform_id: string;
  id: string;
  type: TransactionType;
  direction: 'CREDIT' | 'DEBIT';
  status: TransactionStatus;
  customer_id: string;
  platform_customer_id: string;
  source: object | null;
  destination: object;
  source_account: string | null;
  destination_account: string | null;
  sent_amount: bigint | null;
  sent_currency: string | null;
  received_amount: bigint | null;
  received_currency: string | null;
  fees: bigint | null;
  reference: string;
  quote_id: string | null;
  details: Details;
  terms: StoredTerms | null;
  pull: PullState | null;
  receipt_confirmed_at: Date | null;
  version: bigint;
  created_at: Date;
  updated_at: Date;
  settled_at: Date | null;
}

const moneyOf = (amount: bigint | null, currency: string | null): Money | null =>
  amount === null || currency === null ? null : { amount, currency };

export const toTransaction = (row: TransactionRow): Transaction => ({
  platformId: row.platform_id,
  id: row.id,
  type: row.type,
  direction: row.direction,
  status: row.status,
  customerId: row.customer_id,
  platformCustomerId: row.platform_customer_id,
  source: row.source,
  destination: row.destination,
  sourceAccount: row.source_account,
  destinationAccount: row.destination_account,
  sent: moneyOf(row.sent_amount, row.sent_currency),
  received: moneyOf(row.received_amount, row.received_currency),
  fees: row.fees,
  reference: row.reference,
  quoteId: row.quote_id,
  details: row.details,
  terms: row.terms && readTerms(row.terms),
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
  source: transaction.source,
  destination: transaction.destination,
  source_account: transaction.sourceAccount,
  destination_account: transaction.destinationAccount,
  sent_amount: transaction.sent?.amount.toString() ?? null,
  sent_currency: transaction.sent?.currency ?? null,
  received_amount: transaction.received?.amount.toString() ?? null,
  received_currency: transaction.received?.currency ?? null,
  fees: transaction.fees?.toString() ?? null,
  reference: transaction.reference,
  quote_id: transaction.quoteId,
  details: transaction.details,
  terms: transaction.terms && storeTerms(transaction.terms),
  pull: transaction.pull,
  receipt_confirmed_at: transaction.receiptConfirmedAt,
  version: transaction.version.toString(),
  created_at: transaction.createdAt,
  updated_at: transaction.updatedAt,
  settled_at: transaction.settledAt,
});

/** JSON knows no bigint. */
interface StoredTerms extends Omit<Terms, 'payment' | 'pull'> {
  payment: {
    source?: string;
    platformAccount?: string;
    sent: StoredMoney;
    received: StoredMoney;
    fees: [string, string];
  };
  pull?: { rail: string; payout?: StoredPayment };
}
type StoredMoney = [amount: string, currency: string];

function storeTerms({ payment, accounts, rail, umaAddress, destination, creditTo, pull, paidBy }: Terms): StoredTerms {
  const { source, platformAccount, sent, received, fees } = payment;
  return {
    accounts,
    rail,
    ...(umaAddress && { umaAddress }),
    ...(destination && { destination }),
    ...(creditTo && { creditTo }),
    ...(paidBy && { paidBy }),
    ...(pull && { pull: { rail: pull.rail, ...(pull.payout && { payout: storePayment(pull.payout) }) } }),
    payment: {
      sent: [sent.amount.toString(), sent.currency],
      received: [received.amount.toString(), received.currency],
      fees: [fees.service.toString(), fees.platform.toString()],
      ...(source && { source }),
      ...(platformAccount && { platformAccount }),
    },
  };
}

function readTerms({ payment, pull, ...terms }: StoredTerms): Terms {
  const money = ([amount, currency]: StoredMoney): Money => ({ amount: BigInt(amount), currency });
  const [service, platform] = payment.fees;
  return {
    payment: {
      ...payment,
      sent: money(payment.sent),
      received: money(payment.received),
      fees: { service: BigInt(service), platform: BigInt(platform) },
    },
    ...terms,
    ...(pull && { pull: { rail: pull.rail, ...(pull.payout && { payout: readPayment(pull.payout) }) } }),
  };
}
