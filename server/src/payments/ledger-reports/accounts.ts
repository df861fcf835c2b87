import { chart, type SystemKind, systemAccount } from '../../engine/ledger/chart.ts';
import { dateOf, findOpenSince, startOfDay } from '../../engine/ledger/closed-days.ts';
import { isOfPlatform } from '../../engine/ledger/entry-keys.ts';
import type { Database } from '../../foundation/db/database.ts';
import { mapPage, type PageRequest, page } from '../../foundation/db/page.ts';
import { emptySql, joinSql, type Sql, sql } from '../../foundation/db/sql.ts';
import { ApiError } from '../../foundation/kernel/errors.ts';
import { currencies, currencyJson } from '../../parties/rates/currencies.ts';
import { kindDescription, kindJson, ledgerKind } from './account-kinds.ts';
import { earlier, type Period, untilMoment } from './period.ts';
import { reportAmount } from './report-amount.ts';

/** Ids of internal accounts and of system accounts, such as `rail.nostro:USD`. */
export const ACCOUNT_ID = '^(InternalAccount:[0-9a-f-]{36}|[a-z]+(\\.[a-z]+)?:[A-Z]{3,5})$';

interface AccountRow {
  id: string;
  kind: string;
  owner_id: string | null;
  type: string | null;
  status: string;
  currency: string;
  posted: bigint;
  held: bigint;
  created_at: Date;
}

interface AccountFilter extends PageRequest {
  kind?: string | undefined;
  currency?: string | undefined;
  ownerId?: string | undefined;
}

/** Current balances are read from the accounts, past balances from closed days and the entries since. */
interface Moment {
  asOf: Date;
  isNow: boolean;
}

export async function listLedgerAccounts(
  db: Database,
  platformId: string,
  { asOf, isNow, kind, currency, ownerId, ...request }: AccountFilter & Moment,
) {
  const found = await page<Omit<AccountRow, 'posted' | 'held'>>(db, {
    keys: ACCOUNT_ID,
    select: accountColumns,
    from: sql`FROM accounts`,
    where: [
      sql`platform_id = ${platformId} AND created_at <= ${asOf}`,
      ...(kind === undefined ? [] : [ofKind(kind)]),
      ...(currency === undefined ? [] : [sql`currency = ${currency}`]),
      ...(ownerId === undefined ? [] : [ofOwner(platformId, ownerId)]),
    ],
    request,
  });
  const ids = found.data.map(({ id }) => id);
  const balances = await balancesOf(db, platformId, { ids, asOf, isNow });
  return { asOf, ...mapPage(found, (row) => accountJson({ ...row, ...balanceOf(balances, row.id) }, asOf)) };
}

/** Throws REFERENCE_NOT_FOUND. Does not read the balance, which may exceed a JSON number. */
export async function requireLedgerAccount(db: Database, platformId: string, id: string) {
  const [row] = await db.read<Omit<AccountRow, 'posted' | 'held'>>(sql`
    SELECT ${accountColumns} FROM accounts WHERE platform_id = ${platformId} AND id = ${id}`);
  if (row) return row;
  throw new ApiError('REFERENCE_NOT_FOUND', 'There is no such account in the books of this platform.');
}

export async function getLedgerAccount(db: Database, platformId: string, { id, asOf, isNow }: Moment & { id: string }) {
  const row = await requireLedgerAccount(db, platformId, id);
  const balances = await balancesOf(db, platformId, { ids: [id], asOf, isNow });
  return accountJson({ ...row, ...balanceOf(balances, id) }, asOf);
}

const accountColumns = sql`id, kind, owner_id, type, status, currency, created_at`;

/** Selects system accounts by id, because a search by kind would scan the accounts of all customers. */
function ofKind(name: string): Sql {
  const kind = ledgerKind(name);
  if (!(kind in chart)) return kind === 'customer' ? sql`kind = 'customer'` : sql`kind = 'platform'`;
  const ids = [...currencies.keys()].map((currency) => systemAccount(kind as SystemKind, currency));
  return sql`id = ANY (${ids}::text[])`;
}

const ofOwner = (platformId: string, ownerId: string): Sql =>
  ownerId === platformId ? sql`kind = 'platform'` : sql`owner_id = ${ownerId}`;

interface Balance {
  posted: bigint;
  held: bigint;
}

const NOTHING: Balance = { posted: 0n, held: 0n };

const balanceOf = (balances: ReadonlyMap<string, Balance>, id: string): Balance => balances.get(id) ?? NOTHING;

async function balancesOf(
  db: Database,
  platformId: string,
  { ids, asOf, isNow }: Moment & { ids: readonly string[] },
): Promise<ReadonlyMap<string, Balance>> {
  const rows = isNow
    ? await db.read<Balance & { id: string }>(sql`
        SELECT id, posted, held FROM account_balances WHERE platform_id = ${platformId} AND id = ANY (${ids}::text[])`)
    : await balancesAt(db, platformId, { ids, period: untilMoment(asOf) });
  return new Map(rows.map(({ id, posted, held }) => [id, { posted, held }]));
}

/** Balances at the end of a period without a start: those of the last closed day plus the entries since. */
export async function balancesAt(
  db: Database,
  platformId: string,
  { ids, period: { to } }: { ids: readonly string[]; period: Period },
): Promise<(Balance & { id: string })[]> {
  const openSince = await findOpenSince(db);
  const from = openSince && earlier(openSince, startOfDay(to));
  const legs = [
    sql`SELECT debit_account_id AS id, -amount AS posted, 0 AS held FROM entries`,
    sql`SELECT credit_account_id, amount, 0 FROM entries`,
    sql`SELECT holder_id, 0, held FROM entries WHERE holder_id IS NOT NULL`,
    ...(from ? [closedBalances(platformId, ids, from)] : []),
  ];
  return db.read(sql`
    WITH entries AS MATERIALIZED (
      SELECT debit_account_id, credit_account_id, amount, holder_id, held FROM ledger_entries e
      WHERE ${isOfPlatform(platformId)} AND created_at < ${to} ${from ? sql`AND created_at >= ${from}` : emptySql}
        AND ARRAY[debit_account_id, credit_account_id, holder_id] && ${ids}::text[]
    )
    SELECT id, sum(posted)::bigint AS posted, sum(held)::bigint AS held
    FROM (${joinSql(legs, ' UNION ALL ')}) AS legs WHERE id = ANY (${ids}::text[]) GROUP BY id`);
}

const closedBalances = (platformId: string, ids: readonly string[], before: Date): Sql => sql`
  SELECT given.id, closing.posted, closing.held FROM unnest(${ids}::text[]) AS given(id)
  CROSS JOIN LATERAL (
    SELECT posted, held FROM ledger_account_days
    WHERE platform_id = ${platformId} AND account_id = given.id AND day < ${dateOf(before)} ORDER BY day DESC LIMIT 1
  ) closing`;

function accountJson(account: AccountRow, asOf: Date) {
  const { id, kind, owner_id, status, currency: code, posted, held, created_at } = account;
  const currency = currencyJson(code);
  const amount = (value: bigint) => ({ amount: reportAmount(value, 'balances'), currency });
  return {
    id,
    ...kindJson(kind),
    description: kindDescription(kind),
    ...(owner_id && { customerId: owner_id }),
    status,
    balance: amount(posted),
    heldBalance: amount(held),
    totalBalance: amount(posted + held),
    asOf,
    createdAt: created_at,
  };
}
