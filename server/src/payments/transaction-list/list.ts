import type { Static } from '@sinclair/typebox';
import type { Database } from '../../foundation/db/database.ts';
import { mapPage, page, type UuidOrder } from '../../foundation/db/page.ts';
import { joinSql, rawSql, type Sql, sql } from '../../foundation/db/sql.ts';
import type { Platform } from '../../foundation/kernel/callers.ts';
import { addMs, MINUTE_MS } from '../../foundation/kernel/clock.ts';
import { earliestId, earliestUuid, idPattern } from '../../foundation/kernel/ids.ts';
import {
  type CardTransactionRow,
  cardTransactionJson,
  getCardTransaction,
  toCardTransaction,
} from '../card-transactions/record.ts';
import { hasReference, isText } from '../transactions/indexed-texts.ts';
import { fromListed, fromListedAlone, isListed } from '../transactions/listed-statuses.ts';
import {
  type TransactionRow,
  toTransaction,
  transactionColumns,
  transactionJson,
  transactionText,
} from '../transactions/record.ts';
import { listedTypes, statusesByType, type TransactionQuery } from './schemas.ts';

export type TransactionFilter = Static<typeof TransactionQuery>;

/**
 * All filters but `checked` use an index that ends in the id, so pages cost the same among ten million rows. A filter
 * that needs several indexes is split into scans, merged in the order of the list.
 */
export async function listTransactions(db: Database, platform: Platform, filter: TransactionFilter) {
  const { from, countedFrom, keys, scans, decided } = sourceOf(filter);
  const { platformId, id, uuid } = keys;
  const found = await page<ListedRow>(db, {
    keys: idPattern('Transaction'),
    select: sql`${transactionColumns}, terms, ${uuid?.columns ?? id} AS listed_id`,
    from,
    countedFrom,
    where: [
      sql`${platformId} = ${uuid ? sql`uuid_of(${platform.id})` : platform.id}`,
      ...conditionsOf({ platform, keys }, without(filter, decided)),
    ],
    scans,
    filter: checkedOf(filter),
    order: {
      column: id,
      direction: filter.sortOrder === 'asc' ? 'ASC' : 'DESC',
      keyOf: (row) => row.id,
      ...(uuid && { uuid }),
    },
    request: filter,
  });
  return mapPage(found, show);
}

/** Returns a transaction of any type by the id in the list. */
export async function showTransaction(db: Database, platformId: string, id: string): Promise<string> {
  return id.startsWith('CardTransaction:')
    ? JSON.stringify(cardTransactionJson(await getCardTransaction(db, platformId, id)))
    : transactionText(db, platformId, id);
}

type ListedRow = TransactionRow | (CardTransactionRow & { type: 'CARD' });

const show = (row: ListedRow) =>
  row.type === 'CARD' ? cardTransactionJson(toCardTransaction(row)) : transactionJson(toTransaction(row));

/** Filters without an index, which would slow down every payment. Checked on the rows that other filters find. */
const checked = {
  currency: (currency: string) => sql`(sent_currency = ${currency} OR received_currency = ${currency})`,
  settlementStartDate: (date: string) => sql`settled_at >= ${date}`,
  settlementEndDate: (date: string) => sql`settled_at <= ${date}`,
} satisfies { [K in keyof TransactionFilter]?: (value: string) => Sql };
type CheckedName = keyof typeof checked;
const checkedNames = Object.keys(checked) as CheckedName[];

function checkedOf(filter: TransactionFilter): Sql | undefined {
  const conditions = checkedNames.flatMap((name) => {
    const value = filter[name];
    return value === undefined ? [] : [checked[name](value)];
  });
  // IS TRUE excludes unsettled transactions, for which the condition is NULL.
  return conditions.length === 0 ? undefined : sql`(${joinSql(conditions, ' AND ')}) IS TRUE`;
}

/** Columns of the index that sorts the list. */
interface Keys {
  platformId: Sql;
  id: Sql;
  /** Set for an index of UUIDs. */
  uuid?: UuidOrder;
}

/** Columns of the primary key. */
const textKeys: Keys = { platformId: sql`platform_id`, id: sql`id` };
const uuidKeys: Keys = {
  platformId: sql`uuid_of(platform_id)`,
  id: sql`uuid_of(id)`,
  uuid: { columns: sql`id`, key: sql`id` },
};

interface Source {
  from: Sql;
  countedFrom?: Sql | undefined;
  /** Filters that the scans apply. */
  decided: readonly (keyof TransactionFilter)[];
  keys: Keys;
  /** Disjoint scans: no transaction is returned twice. */
  scans: Sql[];
}

/** Reads rare statuses from the listed statuses, unless a more selective index serves the list. */
function sourceOf(filter: TransactionFilter): Source {
  const { status } = filter;
  const byStatus = status !== undefined && isListed(status) && !isNarrow(filter);
  return byStatus
    ? {
        from: fromListed,
        countedFrom: needsTransactions(filter) ? undefined : fromListedAlone,
        keys: listedKeys,
        scans: listedScans(filter, status),
        decided: ['status', 'type'],
      }
    : {
        from: sql`FROM transactions`,
        keys: hasOwnIndex(filter) ? uuidKeys : textKeys,
        scans: scansOf(filter),
        decided: [],
      };
}

/** Whether the list uses an index other than the primary key. */
const hasOwnIndex = (filter: TransactionFilter): boolean =>
  isNarrow(filter) || filter.type !== undefined || filter.status !== undefined;

const listedKeys: Keys = {
  platformId: sql`uuid_of(listed_platform)`,
  id: sql`uuid_of(listed_id)`,
  uuid: { columns: sql`listed_id`, key: sql`listed_id` },
};

const needsTransactions = (filter: TransactionFilter): boolean =>
  (['startDate', 'endDate', ...checkedNames] as const).some((name) => filter[name] !== undefined);

const without = (filter: TransactionFilter, names: readonly (keyof TransactionFilter)[]): TransactionFilter =>
  Object.fromEntries(Object.entries(filter).filter(([name]) => !names.includes(name as keyof TransactionFilter)));

const isNarrow = (filter: TransactionFilter): boolean => narrowing.some((name) => filter[name] !== undefined);

function listedScans({ type }: TransactionFilter, status: string): Sql[] {
  const types = listedTypes.filter(
    (one) => (type === undefined || one === type) && statusesByType[one].includes(status as never),
  );
  // No scan: transactions of this type never have this status.
  return types.length === 0
    ? [sql`false`]
    : types.map((one) => sql`listed_type = ${one} AND listed_status = ${status}`);
}

function scansOf(filter: TransactionFilter): Sql[] {
  const { type } = filter;
  if (filter.accountIdentifier !== undefined) {
    const account = identifier(filter.accountIdentifier);
    return [
      isText(sql`source_account`, account),
      sql`${isText(sql`destination_account`, account)} AND source_account IS DISTINCT FROM ${account}`,
    ];
  }
  if (isNarrow(filter) || !hasOwnIndex(filter)) return [sql`true`];
  // Types are literals, so that the planner uses their frequencies.
  return listedTypes
    .filter((one) => type === undefined || one === type)
    .map((one) => sql`type = ${rawSql(`'${one}'`)}`);
}

/** Filters with an index of their own; type and status are then checked on the found rows. */
const narrowing = [
  'accountIdentifier',
  'customerId',
  'platformCustomerId',
  'senderAccountIdentifier',
  'receiverAccountIdentifier',
  'reference',
] as const satisfies readonly (keyof TransactionFilter)[];

/** Ids contain wall time, createdAt the platform's time. Within one request they differ by less than this. */
const SLACK_MS = 5 * MINUTE_MS;

interface Context {
  platform: Platform;
  keys: Keys;
}

type Condition = (value: never, context: Context) => Sql;

const conditions = {
  // platformCustomerId never changes, so its index serves both filters; the platform's own transactions carry its id.
  customerId: (
    id: string,
    { platform: { id: platformId } },
  ) => sql`customer_id = ${id} AND hashtextextended(platform_customer_id, 0) = hashtextextended(COALESCE(
    (SELECT c.platform_customer_id FROM customers c WHERE c.platform_id = ${platformId} AND c.id = ${id}), ${id}), 0)`,
  platformCustomerId: (id: string) => isText(sql`platform_customer_id`, id),
  senderAccountIdentifier: (account: string) => isText(sql`source_account`, identifier(account)),
  receiverAccountIdentifier: (account: string) => isText(sql`destination_account`, identifier(account)),
  status: (status: string) => sql`status = ${status}`,
  type: (type: string) => sql`type = ${type}`,
  reference: hasReference,
  // Ids sort like createdAt, which has no index. The clock of a sandbox platform may be ahead of wall time.
  startDate: (date: string, { platform: { clockOffsetMs }, keys }) => sql`created_at >= ${date}
    AND ${keys.id} >= ${earliestKey(keys, addMs(new Date(date), -clockOffsetMs - SLACK_MS))}`,
  endDate: (date: string, { keys }) => sql`created_at <= ${date}
    AND ${keys.id} < ${earliestKey(keys, addMs(new Date(date), SLACK_MS))}`,
  // Transactions settle after their creation, so the list can begin at this time.
  settlementEndDate: (date: string, { keys }) =>
    sql`${keys.id} < ${earliestKey(keys, addMs(new Date(date), SLACK_MS))}`,
} satisfies { [K in keyof TransactionFilter]?: (value: string, context: Context) => Sql };

const earliestKey = ({ uuid }: Keys, at: Date): string => (uuid ? earliestUuid(at) : earliestId('Transaction', at));

function conditionsOf(context: Context, filter: TransactionFilter): Sql[] {
  return (Object.keys(conditions) as (keyof typeof conditions)[]).flatMap((name) => {
    const value = filter[name];
    return value === undefined ? [] : [(conditions[name] as Condition)(value as never, context)];
  });
}

/** UMA addresses are stored in lower case. */
const identifier = (given: string): string => (given.startsWith('$') ? given.toLowerCase() : given);
