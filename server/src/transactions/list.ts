import type { Static } from '@sinclair/typebox';
import type { Database } from '../db/database.ts';
import { mapPage, page } from '../db/page.ts';
import { type Sql, sql } from '../db/sql.ts';
import type { Platform } from '../kernel/callers.ts';
import { addMs, MINUTE_MS } from '../kernel/clock.ts';
import { earliestId, idPattern } from '../kernel/ids.ts';
import { type CardTransactionRow, cardTransactionJson, getCardTransaction, toCardTransaction } from './card-record.ts';
import { shownColumns, type TransactionRow, toTransaction, transactionJson, transactionText } from './record.ts';
import { listedTypes, statusesByType, type TransactionQuery } from './schemas.ts';

export type TransactionFilter = Static<typeof TransactionQuery>;

/**
 * Every filter but the currency uses an index that ends in the id, so a page costs the same among ten million rows. A
 * filter that no single index serves is split into several scans, merged in the order of the list.
 */
export async function listTransactions(db: Database, platform: Platform, filter: TransactionFilter) {
  const found = await page<ListedRow>(db, {
    keys: idPattern('Transaction'),
    select: shownColumns,
    from: sql`FROM transactions`,
    where: [sql`platform_id = ${platform.id}`, ...conditionsOf(platform, filter)],
    scans: scansOf(filter),
    filter: filter.currency === undefined ? undefined : hasCurrency(filter.currency),
    order: { column: sql`id`, direction: filter.sortOrder === 'asc' ? 'ASC' : 'DESC', keyOf: ({ id }) => id },
    request: filter,
  });
  return mapPage(found, show);
}

/** A transaction of any type, by the id that the list returns. */
export async function showTransaction(db: Database, platformId: string, id: string): Promise<string> {
  return id.startsWith('CardTransaction:')
    ? JSON.stringify(cardTransactionJson(await getCardTransaction(db, platformId, id)))
    : transactionText(db, platformId, id);
}

type ListedRow = TransactionRow | (CardTransactionRow & { type: 'CARD' });

const show = (row: ListedRow) =>
  row.type === 'CARD' ? cardTransactionJson(toCardTransaction(row)) : transactionJson(toTransaction(row));

/** Without an index, which every payment would pay for: checked on the rows that the other filters find. */
const hasCurrency = (currency: string): Sql => sql`sent_currency = ${currency} OR received_currency = ${currency}`;

/** Disjoint scans: no transaction is returned twice. */
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
    .flatMap((one) => statusesByType[one].map((other) => ({ one, other })))
    .filter(({ other }) => status === undefined || other === status);
  // The type never has this status: the list is empty.
  if (pairs.length === 0) return [sql`false`];
  return pairs.map(({ one, other }) => sql`type = ${one} AND status = ${other}`);
}

/** Filters with an index of their own; type and status then only filter its rows. */
const narrowing = [
  'customerId',
  'platformCustomerId',
  'senderAccountIdentifier',
  'receiverAccountIdentifier',
  'reference',
] as const satisfies readonly (keyof TransactionFilter)[];

/** Ids carry wall time, createdAt the platform's time; within one request both differ by less than this. */
const SLACK_MS = 5 * MINUTE_MS;

type Condition = (value: never, platform: Platform) => Sql;

const conditions = {
  // platformCustomerId never changes, so its index serves both filters; the platform's own transactions carry its id.
  customerId: (id: string, { id: platformId }) => sql`customer_id = ${id} AND platform_customer_id = COALESCE(
    (SELECT c.platform_customer_id FROM customers c WHERE c.platform_id = ${platformId} AND c.id = ${id}), ${id})`,
  platformCustomerId: (id: string) => sql`platform_customer_id = ${id}`,
  senderAccountIdentifier: (account: string) => sql`source_account = ${identifier(account)}`,
  receiverAccountIdentifier: (account: string) => sql`destination_account = ${identifier(account)}`,
  status: (status: string) => sql`status = ${status}`,
  type: (type: string) => sql`type = ${type}`,
  reference: (reference: string) => sql`reference = ${reference}`,
  // Ids are in the order of createdAt, which has no index. The clock of a sandbox platform may be ahead of wall time.
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

/** UMA addresses are stored in lower case. */
const identifier = (given: string): string => (given.startsWith('$') ? given.toLowerCase() : given);
