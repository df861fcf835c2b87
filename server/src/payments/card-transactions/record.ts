import { emit } from '../../engine/webhooks/events.ts';
import type { Database } from '../../foundation/db/database.ts';
import { type Effect, type EffectKind, jsonOf } from '../../foundation/db/effects.ts';
import { type Sql, sql } from '../../foundation/db/sql.ts';
import type { RowOf } from '../../foundation/db/table.ts';
import { ApiError, assert } from '../../foundation/kernel/errors.ts';
import type { Id } from '../../foundation/kernel/ids.ts';
import { toJsonAmount } from '../../foundation/kernel/money.ts';
import { currencyJson } from '../../parties/rates/currencies.ts';
import { type ListedStatus, listStatus } from '../transactions/listed-statuses.ts';
import { transactionTable } from '../transactions/record.ts';
import { type CardDispute, type StoredDispute, storedDispute, toDispute } from './dispute.ts';
import { type CardTransactionStatus, cardTransactionTransitions, type DeclineReason } from './status.ts';

export interface Merchant {
  descriptor: string;
  mcc?: string;
  country?: string;
}

/** Part of a purchase that one pull, or an advance by the service, pays, in the currency of the purchase. */
export interface Draw {
  /** Null for an advance. */
  accountId: string | null;
  /** Event number of the pull; null for an advance. */
  pull: number | null;
  /** Held and not yet cleared. */
  reserved: bigint;
  settled: bigint;
  refunded: bigint;
}

/** A card purchase, or a credit to a card, with the sums of its events. */
export interface CardTransaction {
  platformId: string;
  id: Id<'CardTransaction'>;
  cardId: string;
  customerId: string;
  platformCustomerId: string;
  /** Id at the issuer. */
  token: string;
  status: CardTransactionStatus;
  declineReason: DeclineReason | null;
  direction: 'DEBIT' | 'CREDIT';
  merchant: Merchant;
  /** Account of the first pull, or the credited account. */
  accountId: string;
  currency: string;
  /** Currency of the funding sources, worth the same as that of the purchase. */
  ledgerCurrency: string;
  authorized: bigint;
  settled: bigint;
  refunded: bigint;
  pulls: { count: number; total: bigint; pending: number };
  settlements: number;
  refunds: number;
  /** Amount credited for disputes, less reversed credits that the customer has paid back. */
  disputed: bigint;
  /** The newest dispute. */
  dispute: CardDispute | null;
  draws: readonly Draw[];
  /** Number of events. */
  events: number;
  version: bigint;
  authorizedAt: Date;
  lastEventAt: Date;
  createdAt: Date;
  updatedAt: Date;
  settledAt: Date | null;
}

/** A card transaction as the API, webhooks and idempotent replays return it. */
export function cardTransactionJson(purchase: CardTransaction) {
  const { currency, pulls, settled, refunded, settlements, refunds, declineReason, dispute } = purchase;
  const amountJson = (amount: bigint) => ({ amount: toJsonAmount(amount), currency: currencyJson(currency) });
  return {
    id: purchase.id,
    type: 'CARD' as const,
    cardId: purchase.cardId,
    customerId: purchase.customerId,
    platformCustomerId: purchase.platformCustomerId,
    issuerTransactionToken: purchase.token,
    status: purchase.status,
    ...(declineReason && { declineReason }),
    direction: purchase.direction,
    merchant: merchantJson(purchase.merchant),
    authorizedAmount: amountJson(purchase.authorized),
    ...(settlements > 0 && { settledAmount: amountJson(settled) }),
    ...(refunds > 0 && { refundedAmount: amountJson(refunded) }),
    accountId: purchase.accountId,
    pullSummary: { count: pulls.count, totalAmount: toJsonAmount(pulls.total), pendingCount: pulls.pending },
    settlementSummary: { count: settlements, totalAmount: toJsonAmount(settled) },
    refundSummary: { count: refunds, totalAmount: toJsonAmount(refunded) },
    ...(dispute && {
      dispute: {
        id: dispute.id,
        status: dispute.status,
        creditStatus: dispute.creditStatus,
        amount: amountJson(dispute.amount),
      },
    }),
    authorizedAt: purchase.authorizedAt,
    lastEventAt: purchase.lastEventAt,
    createdAt: purchase.createdAt,
    updatedAt: purchase.updatedAt,
  };
}

/** Fixed order of members, independent of the source. */
const merchantJson = ({ descriptor, mcc, country }: Merchant): Merchant => ({
  descriptor,
  ...(mcc !== undefined && { mcc }),
  ...(country !== undefined && { country }),
});

export async function getCardTransaction(db: Database, platformId: string, id: string): Promise<CardTransaction> {
  const [found] = await readCardTransactions(db, sql`platform_id = ${platformId} AND id = ${keyOf(id)}`);
  if (found) return found;
  throw new ApiError('TRANSACTION_NOT_FOUND', 'There is no such card transaction.', {
    hint: 'GET /transactions?type=CARD lists the transactions of cards.',
  });
}

/** Lists the oldest first. */
export async function readCardTransactions(db: Database, where: Sql): Promise<CardTransaction[]> {
  const rows = await db.readPipelined<CardTransactionRow>(
    sql`SELECT ${columns} FROM transactions WHERE type = 'CARD' AND ${where} ORDER BY id`,
  );
  return rows.map(toCardTransaction);
}

/** Inserts a card transaction with its first event. */
export const beginCardTransaction = (purchase: CardTransaction): Effect[] => [
  { kind: insertKind, rows: [toRow(purchase)] },
  statusEvent(purchase),
  ...listStatus(listedOf(purchase)),
];

const listedOf = ({ platformId, id, status }: CardTransaction): ListedStatus => ({
  platformId,
  id: keyOf(id),
  type: 'CARD',
  status,
  isSuspended: false,
});

/**
 * Event and listed status of a change. The guard requires that the transaction is unchanged since `before` was read.
 */
export function advanceCardTransaction(before: CardTransaction, after: CardTransaction) {
  const isLegal = cardTransactionTransitions[before.status].includes(after.status);
  assert(isLegal, `${before.status} to ${after.status}`);
  const guard: Effect = {
    kind: advanceKind,
    rows: [{ ...toRow(after), from_version: before.version.toString() }],
  };
  return { guard, effects: [statusEvent(after), ...listStatus(listedOf(after), listedOf(before))] };
}

const statusEvent = (purchase: CardTransaction): Effect =>
  emit([
    {
      platformId: purchase.platformId,
      type: `CARD_TRANSACTION.${purchase.status}`,
      resourceId: purchase.id,
      data: cardTransactionJson(purchase),
      sequence: Number(purchase.version),
      at: purchase.updatedAt,
    },
  ]);

/** Stored without its prefix, so that the ids of all transactions sort alike; the API adds the prefix. */
export const keyOf = (id: string): string => id.slice('Card'.length);
export const idOfKey = (key: string) => `Card${key}` as Id<'CardTransaction'>;

const cardTable = transactionTable.without('type', 'fees', 'expiresAt', 'paidBy', 'pull', 'receiptConfirmedAt');
const plainColumns = cardTable.columns;

const columns = sql`${plainColumns}, details, terms`;

const given = (rows: Sql, texts: Sql): Sql => sql`
  ROWS FROM (${texts}, ${rows} AS (${cardTable.rowType}, card_id text, from_version bigint)) AS r(details, terms)`;

const insertKind: EffectKind = {
  name: 'card_transaction_begun',
  texts: ['details', 'terms'],
  statement: (rows, texts) => sql`
    INSERT INTO transactions (type, card_id, ${columns})
    SELECT 'CARD', r.card_id, ${plainColumns}, ${jsonOf('details')}, ${jsonOf('terms')}
    FROM ${given(rows, texts)} JOIN guarded USING (item)`,
};

const advanceKind: EffectKind = {
  name: 'card_transaction_advanced',
  texts: ['details', 'terms'],
  statement: (rows, texts) => sql`
    UPDATE transactions t SET status = r.status, details = ${jsonOf('details')}, terms = ${jsonOf('terms')},
      sent_amount = r.sent_amount, received_amount = r.received_amount, version = r.version, updated_at = r.updated_at,
      settled_at = r.settled_at
    FROM ${given(rows, texts)}
    WHERE t.platform_id = r.platform_id AND t.id = r.id AND t.version = r.from_version
    RETURNING r.item`,
};

interface Details {
  cardId: string;
  merchant: Merchant;
  declineReason?: DeclineReason;
  settled: number;
  refunded: number;
  pulls: { count: number; total: number; pending: number };
  settlements: number;
  refunds: number;
  disputed?: number;
  dispute?: StoredDispute;
  events: number;
  authorizedAt: string;
  lastEventAt: string;
}

interface Terms {
  currency: string;
  draws: [accountId: string | null, reserved: number, settled: number, refunded: number, pull?: number | null][];
}

export interface CardTransactionRow extends Omit<RowOf<typeof cardTable>, 'status'> {
  status: CardTransactionStatus;
  details: Details;
  /** Null in lists. */
  terms: Terms | null;
}

export function toCardTransaction(row: CardTransactionRow): CardTransaction {
  const { details, terms, direction } = row;
  const { pulls } = details;
  const isDebit = direction === 'DEBIT';
  const currency = (isDebit ? row.sent_currency : row.received_currency) ?? '';
  return {
    platformId: row.platform_id,
    id: idOfKey(row.id),
    cardId: details.cardId,
    customerId: row.customer_id,
    platformCustomerId: row.platform_customer_id,
    token: row.reference,
    status: row.status,
    declineReason: details.declineReason ?? null,
    direction,
    merchant: details.merchant,
    accountId: (isDebit ? row.source_account : row.destination_account) ?? '',
    currency,
    ledgerCurrency: terms?.currency ?? currency,
    authorized: (isDebit ? row.sent_amount : row.received_amount) ?? 0n,
    settled: BigInt(details.settled),
    refunded: BigInt(details.refunded),
    pulls: { ...pulls, total: BigInt(pulls.total) },
    settlements: details.settlements,
    refunds: details.refunds,
    disputed: BigInt(details.disputed ?? 0),
    dispute: details.dispute ? toDispute(details.dispute) : null,
    draws: (terms?.draws ?? []).map(([accountId, reserved, settled, refunded, pull = null]) => ({
      accountId,
      pull,
      reserved: BigInt(reserved),
      settled: BigInt(settled),
      refunded: BigInt(refunded),
    })),
    events: details.events,
    version: row.version,
    authorizedAt: new Date(details.authorizedAt),
    lastEventAt: new Date(details.lastEventAt),
    createdAt: row.created_at,
    updatedAt: row.updated_at,
    settledAt: row.settled_at,
  };
}

function toRow(purchase: CardTransaction) {
  const { direction, accountId, authorized, currency } = purchase;
  const isDebit = direction === 'DEBIT';
  const given = (isThis: boolean) => ({
    account: isThis ? accountId : null,
    amount: isThis ? authorized.toString() : null,
    currency: isThis ? currency : null,
  });
  const [source, destination] = [given(isDebit), given(!isDebit)];
  return {
    platform_id: purchase.platformId,
    id: keyOf(purchase.id),
    card_id: purchase.cardId,
    direction,
    status: purchase.status,
    customer_id: purchase.customerId,
    platform_customer_id: purchase.platformCustomerId,
    source_account: source.account,
    destination_account: destination.account,
    sent_amount: source.amount,
    sent_currency: source.currency,
    received_amount: destination.amount,
    received_currency: destination.currency,
    reference: purchase.token,
    details: detailsOf(purchase),
    terms: termsOf(purchase),
    version: purchase.version.toString(),
    created_at: purchase.createdAt,
    updated_at: purchase.updatedAt,
    settled_at: purchase.settledAt,
  };
}

const detailsOf = (purchase: CardTransaction): Details => ({
  cardId: purchase.cardId,
  merchant: purchase.merchant,
  ...(purchase.declineReason && { declineReason: purchase.declineReason }),
  settled: toJsonAmount(purchase.settled),
  refunded: toJsonAmount(purchase.refunded),
  pulls: { ...purchase.pulls, total: toJsonAmount(purchase.pulls.total) },
  settlements: purchase.settlements,
  refunds: purchase.refunds,
  ...(purchase.dispute && {
    disputed: toJsonAmount(purchase.disputed),
    dispute: storedDispute(purchase.dispute),
  }),
  events: purchase.events,
  authorizedAt: purchase.authorizedAt.toISOString(),
  lastEventAt: purchase.lastEventAt.toISOString(),
});

const termsOf = ({ ledgerCurrency, draws }: CardTransaction): Terms => ({
  currency: ledgerCurrency,
  draws: draws.map(({ accountId, pull, reserved, settled, refunded }) => [
    accountId,
    toJsonAmount(reserved),
    toJsonAmount(settled),
    toJsonAmount(refunded),
    pull,
  ]),
});
