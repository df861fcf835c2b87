import { statusColumn } from '../../engine/webhooks/event-status.ts';
import { type Sql, sql } from '../../foundation/db/sql.ts';
import type { IdType } from '../../foundation/kernel/ids.ts';
import { moneyText } from '../../parties/rates/money-text.ts';
import { hasReference } from '../../payments/transactions/indexed-texts.ts';
import { quoteIdOf } from '../../payments/transactions/quote-content.ts';

export const resultTypes = [
  'CUSTOMER',
  'TRANSACTION',
  'QUOTE',
  'INTERNAL_ACCOUNT',
  'EXTERNAL_ACCOUNT',
  'CARD',
  'AGENT',
  'EVENT',
  'REQUEST',
  'TOKEN',
] as const;
export type ResultType = (typeof resultTypes)[number];

/** Columns that every source selects, so that one statement can read all sources. */
export interface FoundRow {
  type: ResultType;
  id: string;
  label: string | null;
  notes: string[];
  amount: bigint | null;
  currency: string | null;
}

/** One kind of resource. Every condition uses an index on the platform; no condition reads sealed columns. */
export interface Source {
  type: ResultType;
  /** Types of the ids; undefined for UUIDs without a type. */
  idTypes: readonly (IdType | undefined)[];
  from: Sql;
  /** SQL for `label`, `notes`, `amount` and `currency`. */
  columns: Sql;
  /** Condition of rows that may appear in results. */
  shown?: Sql;
  /** The table stores platforms and ids as UUIDs, without their types. */
  hasUuids?: boolean;
  /** The indexes begin with the UUID of the platform. */
  hasUuidIndexes?: boolean;
  /** An index contains the last characters of the ids. */
  hasIdEnd?: boolean;
  /** Table without an index for the ends of ids: only the newest ids are searched. */
  newestOf?: Sql;
  /** Conditions that may match a text; undefined when the text cannot match. */
  matches?: readonly ((text: string) => Sql | undefined)[];
  title(row: FoundRow): string;
  /** Id in the API, if it differs from the stored id. */
  idOf?(row: FoundRow): string;
}

const noMoney = sql`NULL::bigint AS amount, NULL::text AS currency`;

/** Spelled exactly like the expressions of the indexes (db/migrations). */
const customerName = sql`COALESCE(profile ->> 'fullName', profile #>> '{businessInfo,legalName}')`;
const nameStart = sql`lower(left(COALESCE(profile ->> 'fullName', profile #>> '{businessInfo,legalName}'), 100))`;
const lastNameStart = sql`lower(left(substring(profile ->> 'fullName' FROM '[^ ]+$'), 100))`;
const ownNameStart = sql`lower(left(name, 100))`;

/** Follows every character, so the bounds contain all texts with a prefix. */
const LAST_CHARACTER = '\u{10ffff}';

/** Operators of text_pattern_ops use the index in every plan, unlike LIKE with a parameter. */
const beginsWith =
  (expression: Sql) =>
  (text: string): Sql => {
    const start = text.toLowerCase();
    return sql`${expression} ~>=~ ${start} AND ${expression} ~<~ ${start + LAST_CHARACTER}`;
  };

const equals =
  (column: Sql, pattern?: RegExp) =>
  (text: string): Sql | undefined =>
    pattern && !pattern.test(text) ? undefined : sql`${column} = ${text}`;

const byLabel = ({ label, id }: FoundRow): string => label ?? id;

export const sources: readonly Source[] = [
  {
    type: 'CUSTOMER',
    idTypes: ['Customer'],
    from: sql`customers`,
    columns: sql`${customerName} AS label,
      ARRAY[email, verification_status, platform_customer_id, CASE WHEN is_deleted THEN 'deleted' END] AS notes, ${noMoney}`,
    hasIdEnd: true,
    matches: [
      (text) => sql`NOT is_deleted AND ${beginsWith(nameStart)(text)}`,
      (text) => sql`NOT is_deleted AND ${beginsWith(lastNameStart)(text)}`,
      (text) => sql`NOT is_deleted AND email IS NOT NULL AND ${beginsWith(sql`lower(left(email, 100))`)(text)}`,
      (text) => sql`NOT is_deleted AND platform_customer_id = ${text}`,
      (text) => (text.startsWith('$') ? sql`NOT is_deleted AND uma_address = ${text.toLowerCase()}` : undefined),
    ],
    title: byLabel,
  },
  {
    type: 'TRANSACTION',
    idTypes: ['Transaction', 'CardTransaction'],
    from: sql`transactions`,
    columns: sql`type AS label, ARRAY[status, reference] AS notes,
      COALESCE(sent_amount, received_amount) AS amount, COALESCE(sent_currency, received_currency) AS currency`,
    newestOf: sql`transactions`,
    hasUuidIndexes: true,
    matches: [hasReference],
    idOf: ({ label, id }) => (label === 'CARD' ? `Card${id}` : id),
    title: ({ label, ...row }) => `${transactionNames[label ?? ''] ?? 'Transaction'}${amountOf(row)}`,
  },
  {
    type: 'QUOTE',
    idTypes: ['Quote'],
    from: sql`transactions`,
    shown: sql`expires_at IS NOT NULL`,
    columns: sql`NULL AS label, ARRAY[status] AS notes, sent_amount AS amount, sent_currency AS currency`,
    newestOf: sql`transactions`,
    idOf: ({ id }) => quoteIdOf(id),
    title: (row) => `Quote${amountOf(row)}`,
  },
  {
    type: 'INTERNAL_ACCOUNT',
    idTypes: ['InternalAccount'],
    from: sql`accounts`,
    columns: sql`currency AS label, ARRAY[type, status, COALESCE(owner_id, 'platform')] AS notes, ${noMoney}`,
    shown: sql`type IS NOT NULL`,
    hasIdEnd: true,
    title: ({ label }) => `${label} account`,
  },
  {
    type: 'EXTERNAL_ACCOUNT',
    idTypes: ['ExternalAccount'],
    from: sql`external_accounts`,
    columns: sql`currency AS label, ARRAY[account_info ->> 'accountType', status, platform_account_id,
      CASE WHEN deleted_at IS NOT NULL THEN 'deleted' END] AS notes, ${noMoney}`,
    hasIdEnd: true,
    title: ({ label }) => `${label} external account`,
  },
  {
    type: 'CARD',
    idTypes: ['Card'],
    from: sql`cards`,
    columns: sql`COALESCE(brand || ' ', '') || 'card' || COALESCE(' ending ' || last4, '') AS label,
      ARRAY[state, platform_card_id] AS notes, ${noMoney}`,
    hasIdEnd: true,
    matches: [equals(sql`last4`, /^\d{4}$/), equals(sql`platform_card_id`)],
    title: byLabel,
  },
  {
    type: 'AGENT',
    idTypes: ['Agent'],
    from: sql`agents`,
    columns: sql`name AS label, ARRAY[CASE WHEN deleted_at IS NOT NULL THEN 'deleted' WHEN is_paused THEN 'paused' END,
      customer_id] AS notes, ${noMoney}`,
    hasIdEnd: true,
    matches: [beginsWith(ownNameStart)],
    title: byLabel,
  },
  {
    type: 'EVENT',
    idTypes: ['Webhook'],
    from: sql`events e`,
    hasUuids: true,
    columns: sql`type AS label, ARRAY[${statusColumn}, resource_id] AS notes, ${noMoney}`,
    newestOf: sql`events`,
    title: byLabel,
  },
  {
    type: 'REQUEST',
    idTypes: [undefined],
    from: sql`request_log`,
    hasUuids: true,
    columns: sql`method || ' ' || route AS label, ARRAY[status::text, code] AS notes, ${noMoney}`,
    newestOf: sql`request_log`,
    title: byLabel,
  },
  {
    type: 'TOKEN',
    idTypes: ['Token'],
    from: sql`api_tokens`,
    columns: sql`name AS label, permissions AS notes, ${noMoney}`,
    matches: [beginsWith(ownNameStart), equals(sql`client_id`)],
    title: byLabel,
  },
];

const transactionNames: Readonly<Record<string, string>> = {
  INCOMING: 'Incoming payment',
  OUTGOING: 'Outgoing payment',
  CARD: 'Card purchase',
};

const amountOf = ({ amount, currency }: Pick<FoundRow, 'amount' | 'currency'>): string =>
  amount === null || currency === null ? '' : ` of ${moneyText({ amount, currency })}`;
