import type { Database } from '../../foundation/db/database.ts';
import {
  countOf,
  DEFAULT_LIMIT,
  hasIdAmong,
  MAX_COUNT,
  makeCursor,
  type Page,
  type PageRequest,
  readCursor,
} from '../../foundation/db/page.ts';
import { joinSql, literalLimit, type Sql, sql } from '../../foundation/db/sql.ts';
import {
  type AccountDeps,
  type AccountFilter,
  type AccountRow,
  accountColumns,
  type InternalAccountType,
  internalAccountJson,
  toAccount,
  WALLET_CURRENCY,
} from './internal-accounts.ts';

const WALLET: InternalAccountType = 'EMBEDDED_WALLET';

/** Maximum number of accounts with money listed first. The cursor contains those that earlier pages listed. */
const MAX_FUNDED = 100;

interface Section {
  which: Sql;
  order: Sql;
  /** Conditions for the accounts after the given one. Concatenated, their results are in the order of the section. */
  after: (last: LastAccount) => readonly Sql[];
}

type LastAccount = Pick<AccountRow, 'id' | 'currency'>;

const byCurrency = {
  order: sql`currency, id DESC`,
  after: ({ currency, id }: LastAccount) => [sql`currency = ${currency} AND id < ${id}`, sql`currency > ${currency}`],
};

/** Sections in the order of the list. Each has an index in its order. */
const sections = {
  WALLETS: { which: sql`type = 'EMBEDDED_WALLET'`, order: sql`id DESC`, after: ({ id }) => [sql`id < ${id}`] },
  FUNDED: { which: sql`type <> 'EMBEDDED_WALLET' AND has_money`, ...byCurrency },
  OTHERS: { which: sql`type <> 'EMBEDDED_WALLET'`, ...byCurrency },
} satisfies Record<string, Section>;

type SectionName = keyof typeof sections;
const sectionNames = Object.keys(sections) as SectionName[];

interface Position {
  section: SectionName;
  /** Last account of the previous page; undefined at the beginning of the list. */
  last?: LastAccount;
  /** Ids of the accounts listed as FUNDED so far. */
  funded: readonly string[];
}

interface CustomerAccountFilter extends AccountFilter, PageRequest {
  ids?: string | undefined;
  customerId?: string | undefined;
}

/**
 * Lists embedded wallets, then accounts with money, then the others by currency, each newest first. Every account is
 * listed once although balances change between pages: OTHERS excludes the accounts already listed as FUNDED.
 */
export async function listCustomerAccounts(deps: AccountDeps, platformId: string, filter: CustomerAccountFilter) {
  const { ids, customerId, currency, type, limit = DEFAULT_LIMIT, cursor } = filter;
  const where = joinSql(
    [
      sql`platform_id = ${platformId} AND kind = 'customer'`,
      ...(ids ? [hasIdAmong(ids)] : []),
      ...(customerId ? [sql`owner_id = ${customerId}`] : []),
      ...(currency ? [sql`currency = ${currency}`] : []),
      ...(type ? [sql`type = ${type}`] : []),
    ],
    ' AND ',
  );
  const position = cursor === undefined ? FIRST : positionOf(cursor);
  const open = sectionsFor(filter);
  const counts = open.filter((section) => section !== 'FUNDED').map((section) => counted(section, where));
  const [found, totalCount] = await Promise.all([
    readFrom(deps.db, position, { open, where, most: limit + 1 }),
    counts.length > 0 ? countOf(deps.db, joinSql(counts, ' UNION ALL ')) : 0,
  ]);
  const shown = found.slice(0, limit);
  const hasMore = found.length > limit;
  return {
    data: shown.map(({ row }) => internalAccountJson(toAccount(deps)(row))),
    hasMore,
    ...(hasMore && { nextCursor: cursorBehind(shown, position) }),
    ...(totalCount !== undefined && { totalCount }),
  } satisfies Page<unknown>;
}

/** Omits sections that cannot match the filter, because searching them would read every row. */
function sectionsFor({ type, currency }: AccountFilter): SectionName[] {
  const hasWallets = (type ?? WALLET) === WALLET && (currency ?? WALLET_CURRENCY) === WALLET_CURRENCY;
  return sectionNames.filter((section) => (section === 'WALLETS' ? hasWallets : type !== WALLET));
}

interface Listed {
  section: SectionName;
  row: AccountRow;
}

interface Reading {
  open: readonly SectionName[];
  where: Sql;
  most: number;
}

async function readFrom(
  db: Database,
  { section: first, last, funded }: Position,
  { open, where, most }: Reading,
): Promise<Listed[]> {
  const found: Listed[] = [];
  const isPassed = (section: SectionName): boolean => sectionNames.indexOf(section) < sectionNames.indexOf(first);
  for (const section of open.filter((one) => !isPassed(one))) {
    const { which, order, after } = sections[section];
    for (const part of last && section === first ? after(last) : [sql`true`]) {
      const listed = [...funded, ...fundedOf(found)];
      const missing = most - found.length;
      const wanted = section === 'FUNDED' ? Math.min(missing, MAX_FUNDED - listed.length) : missing;
      if (wanted <= 0) continue;
      const others = section === 'WALLETS' || listed.length === 0 ? sql`true` : sql`id <> ALL (${listed}::text[])`;
      const rows = await db.read<AccountRow>(sql`
        SELECT ${accountColumns} FROM accounts WHERE ${where} AND ${which} AND ${part} AND ${others}
        ORDER BY ${order} LIMIT ${wanted}`);
      found.push(...rows.map((row) => ({ section, row })));
    }
  }
  return found;
}

const fundedOf = (listed: readonly Listed[]): string[] =>
  listed.filter(({ section }) => section === 'FUNDED').map(({ row }) => row.id);

/** Ordered like the section, so that counting a short list uses the index of the section. */
const counted = (section: SectionName, where: Sql): Sql => sql`
  SELECT is_match FROM (
    SELECT true AS is_match FROM accounts WHERE ${where} AND ${sections[section].which}
    ORDER BY ${sections[section].order} ${literalLimit(MAX_COUNT + 1)}) AS section`;

const FIRST: Position = { section: 'WALLETS', funded: [] };

const ID = 'InternalAccount:';
const UUID_BYTES = 16;
const KEY = new RegExp(`^(${sectionNames.join('|')}) ([A-Z]{3,10}) (${ID}[0-9a-f-]{36}) ([\\w-]*)$`);

function cursorBehind(shown: readonly Listed[], before: Position): string {
  const { section, row } = shown.at(-1) as Listed;
  const funded = [...before.funded, ...fundedOf(shown)].map((id) => id.slice(ID.length).replaceAll('-', '')).join('');
  return makeCursor(`${section} ${row.currency} ${row.id} ${Buffer.from(funded, 'hex').toString('base64url')}`);
}

function positionOf(cursor: string): Position {
  const [, section, currency = '', id = '', funded = ''] = KEY.exec(readCursor(cursor, (key) => KEY.test(key))) ?? [];
  return { section: section as SectionName, last: { currency, id }, funded: idsIn(Buffer.from(funded, 'base64url')) };
}

const idsIn = (bytes: Buffer): string[] =>
  Array.from({ length: Math.floor(bytes.length / UUID_BYTES) }, (_, i) => {
    const hex = bytes.toString('hex', i * UUID_BYTES, (i + 1) * UUID_BYTES);
    return `${ID}${hex.replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-')}`;
  });
