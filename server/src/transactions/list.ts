import type { Database } from '../db/database.ts';
import { mapPage, type PageRequest, page } from '../db/page.ts';
import { type Sql, sql } from '../db/sql.ts';
import type { Platform } from '../kernel/callers.ts';
import { addMs, MINUTE_MS } from '../kernel/clock.ts';
import { earliestId, idPattern } from '../kernel/ids.ts';
import { type CardTransactionRow, cardTransactionJson, findCardTransaction, toCardTransaction } from './card-record.ts';
import { type CardTransactionStatus, cardTransactionStatuses } from './card-status.ts';
import { type TransactionRow, toTransaction, transactionJson, transactionText } from './record.ts';
import { type TransactionStatus, type TransactionType, transactionStatuses } from './status.ts';

type ListedType = TransactionType | 'CARD';
type ListedStatus = TransactionStatus | CardTransactionStatus;

/** Every type that is listed, and the statuses it can have. */
const listed: Readonly<Record<ListedType, readonly ListedStatus[]>> = {
  INCOMING: transactionStatuses,
  OUTGOING: transactionStatuses,
  CARD: cardTransactionStatuses,
};
export const listedTypes = Object.keys(listed) as ListedType[];
export const listedStatuses = [...new Set(Object.values(listed).flat())];

export interface TransactionFilter extends PageRequest {
  customerId?: string | undefined;
  platformCustomerId?: string | undefined;
  accountIdentifier?: string | undefined;
  senderAccountIdentifier?: string | undefined;
  receiverAccountIdentifier?: string | undefined;
  status?: ListedStatus | undefined;
  type?: ListedType | undefined;
  reference?: string | undefined;
  startDate?: string | undefined;
  endDate?: string | undefined;
  sortOrder?: 'asc' | 'desc' | undefined;
}

/**
 * Every filter is led by an index that ends in the id, so that a page costs the same among ten million rows: what
 * one index cannot say is asked as several scans that are merged in the order of the list.
 */
export async function listTransactions(db: Database, platform: Platform, filter: TransactionFilter) {
  const found = await page<ListedRow>(db, {
    keys: idPattern('Transaction'),
    select: listedColumns,
    from: sql`FROM transactions`,
    where: [sql`platform_id = ${platform.id}`, ...conditionsOf(platform, filter)],
    scans: scansOf(filter),
    order: { column: sql`id`, direction: filter.sortOrder === 'asc' ? 'ASC' : 'DESC', keyOf: ({ id }) => id },
    request: filter,
  });
  return mapPage(found, show);
}

/** One of any type, by the id that the list shows. */
export async function showTransaction(db: Database, platformId: string, id: string): Promise<string> {
  return id.startsWith('CardTransaction:')
    ? JSON.stringify(cardTransactionJson(await findCardTransaction(db, platformId, id)))
    : transactionText(db, platformId, id);
}

type ListedRow = TransactionRow | (CardTransactionRow & { type: 'CARD' });

const show = (row: ListedRow) =>
  row.type === 'CARD' ? cardTransactionJson(toCardTransaction(row)) : transactionJson(toTransaction(row));

/** Disjoint: no transaction is found twice. */
function scansOf(filter: TransactionFilter): Sql[] {
  const { type, status } = filter;
  if (filter.accountIdentifier !== undefined) {
    const account = identifier(filter.accountIdentifier);
    return [
      sql`source_account = ${account}`,
      sql`destination_account = ${account} AND source_account IS DISTINCT FROM ${account}`,
    ];
  }
  const isNarrow = narrowing.some((name) => filter[name] !== undefined);
  if (isNarrow || (type === undefined && status === undefined)) return [sql`true`];
  const pairs = listedTypes
    .filter((one) => type === undefined || one === type)
    .flatMap((one) => listed[one].map((other) => ({ one, other })))
    .filter(({ other }) => status === undefined || other === status);
  // A status that the type never has: the list is empty, and still a list.
  if (pairs.length === 0) return [sql`false`];
  return pairs.map(({ one, other }) => sql`type = ${one} AND status = ${other}`);
}

/** Filters with an index of their own, beside which type and status only sift. */
const narrowing = [
  'customerId',
  'platformCustomerId',
  'senderAccountIdentifier',
  'receiverAccountIdentifier',
  'reference',
] as const satisfies readonly (keyof TransactionFilter)[];

/** Ids are made on the wall, within one request of the moment that createdAt tells. */
const SLACK_MS = 5 * MINUTE_MS;

type Condition = (value: never, platform: Platform) => Sql;

const conditions = {
  // A customer never changes its platformCustomerId, so that one index serves both; the platform's own have its id.
  customerId: (id: string, { id: platformId }) => sql`customer_id = ${id} AND platform_customer_id = COALESCE(
    (SELECT c.platform_customer_id FROM customers c WHERE c.platform_id = ${platformId} AND c.id = ${id}), ${id})`,
  platformCustomerId: (id: string) => sql`platform_customer_id = ${id}`,
  senderAccountIdentifier: (account: string) => sql`source_account = ${identifier(account)}`,
  receiverAccountIdentifier: (account: string) => sql`destination_account = ${identifier(account)}`,
  status: (status: string) => sql`status = ${status}`,
  type: (type: string) => sql`type = ${type}`,
  reference: (reference: string) => sql`reference = ${reference}`,
  // No index has createdAt: ids are in its order. A platform's clock runs ahead of the wall by what it was advanced.
  startDate: (date: string, { clockOffsetMs }) => sql`created_at >= ${date}
    AND id >= ${earliestId('Transaction', addMs(new Date(date), -clockOffsetMs - SLACK_MS))}`,
  endDate: (date: string) => sql`created_at <= ${date}
    AND id < ${earliestId('Transaction', addMs(new Date(date), SLACK_MS))}`,
} satisfies { [K in keyof TransactionFilter]?: (value: string, platform: Platform) => Sql };

function conditionsOf(platform: Platform, filter: TransactionFilter): Sql[] {
  return (Object.keys(conditions) as (keyof typeof conditions)[]).flatMap((name) => {
    const value = filter[name];
    return value === undefined ? [] : [(conditions[name] as Condition)(value as never, platform)];
  });
}

/** UMA addresses are kept in lower case. */
const identifier = (given: string): string => (given.startsWith('$') ? given.toLowerCase() : given);

/** The figures of later phases are never shown, and not worth fetching. */
const listedColumns = sql`platform_id, id, type, direction, status, customer_id, platform_customer_id, source, destination,
  source_account, destination_account, sent_amount, sent_currency, received_amount, received_currency, fees, reference,
  quote_id, details, pull, receipt_confirmed_at, version, created_at, updated_at, settled_at,
  NULL::jsonb AS terms`;
