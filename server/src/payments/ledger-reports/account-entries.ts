import { dateOf, findOpenSince } from '../../engine/ledger/closed-days.ts';
import { isOfPlatform } from '../../engine/ledger/entry-keys.ts';
import type { Database } from '../../foundation/db/database.ts';
import { mapPage, type Page, type PageRequest } from '../../foundation/db/page.ts';
import { emptySql, type Sql, sql } from '../../foundation/db/sql.ts';
import { addMs, DAY_MS, HOUR_MS, MINUTE_MS } from '../../foundation/kernel/clock.ts';
import { currencyJson } from '../../parties/rates/currencies.ts';
import { balancesAt } from './accounts.ts';
import { accountDays, type Segment, segmentsOf, startOf } from './closed-segments.ts';
import {
  type EntryRow,
  entryColumns,
  entryJson,
  newestFirst,
  oldestFirst,
  pageOfEntries,
  withDetails,
  within,
} from './entries.ts';
import { type BoundedPeriod, earlier, later, type Period } from './period.ts';
import { reportAmount } from './report-amount.ts';

interface Account {
  platformId: string;
  accountId: string;
}

type AccountEntryRow = EntryRow & { balance_after: bigint };

/** Lists the entries of an account, newest first, each with the balance after it. */
export async function listAccountEntries(db: Database, account: Account, request: PageRequest & { period: Period }) {
  const found = await pageOfAccountEntries(db, account, request);
  return mapPage(found, (row) => accountEntryJson(row, account.accountId));
}

export const pageOfAccountEntries = (
  db: Database,
  account: Account,
  { period, ...request }: PageRequest & { period: Period },
): Promise<Page<AccountEntryRow>> =>
  pageOfEntries<AccountEntryRow>(
    db,
    {
      closedDays: (before, limit) => accountDays(db, account)({ from: period.from, before, limit, order: 'DESC' }),
      read: (segment, options) => readSegment(db, account, { ...options, segment, since: period.from }),
    },
    { ...request, period },
  );

const accountEntryJson = (row: AccountEntryRow, accountId: string) => ({
  ...accountSideJson(row, accountId),
  balanceAfter: { amount: reportAmount(row.balance_after, 'entries'), currency: currencyJson(row.currency) },
});

export const accountSideJson = (row: AccountEntryRow, accountId: string) => ({
  ...entryJson(row),
  direction: row.credit_account_id === accountId ? 'CREDIT' : 'DEBIT',
});

const ofAccount = ({ platformId, accountId }: Account): Sql => sql`
  ${isOfPlatform(platformId)} AND (e.debit_account_id = ${accountId} OR e.credit_account_id = ${accountId})`;

interface SegmentRequest {
  segment: Segment;
  since: Date | undefined;
  after: Sql;
  limit: number;
}

/** Counts balances back from the newest entry: the balance before the segment plus all entries up to that one. */
async function readSegment(
  db: Database,
  account: Account,
  { segment, since, after, limit }: SegmentRequest,
): Promise<AccountEntryRow[]> {
  const { platformId, accountId } = account;
  const opening = segment.from
    ? sql`COALESCE((
        SELECT posted FROM ledger_account_days
        WHERE platform_id = ${platformId} AND account_id = ${accountId} AND day < ${dateOf(segment.from)}
        ORDER BY day DESC LIMIT 1), 0)`
    : sql`0`;
  const rows = await db.read<EntryRow & { balance: bigint }>(sql`
    WITH entries AS MATERIALIZED (SELECT ${entryColumns} FROM ledger_entries e WHERE ${ofAccount(account)} AND ${within(segment)} ${after}),
    newest AS (
      SELECT * FROM entries ${since ? sql`WHERE created_at >= ${since}` : emptySql} ORDER BY ${newestFirst} LIMIT ${limit}
    )
    SELECT shown.*,
      (${opening} + (SELECT COALESCE(sum(CASE WHEN credit_account_id = ${accountId} THEN amount ELSE -amount END), 0)
        FROM entries))::bigint AS balance
    FROM (${withDetails(sql`SELECT * FROM newest`)}) shown ORDER BY ${newestFirst}`);
  let balance = rows[0]?.balance ?? 0n;
  return rows.map((row) => {
    const balance_after = balance;
    balance -= changeOf(row, accountId);
    return { ...row, balance_after };
  });
}

/** Change of the balance by an entry. */
export const changeOf = (row: EntryRow, accountId: string): bigint =>
  row.credit_account_id === accountId ? row.amount : -row.amount;

/** Sizes of the periods per query: a busy account needs little memory, and a quiet one few queries. */
const FIRST_STEP_MS = HOUR_MS;
const FEW_ROWS = 500;
const MANY_ROWS = 2_000;
const DAYS_AT_ONCE = 100;

/** All entries of a period, oldest first, in portions. */
export async function* streamAccountEntries(
  db: Database,
  account: Account,
  period: BoundedPeriod,
): AsyncGenerator<AccountEntryRow[]> {
  const { platformId, accountId } = account;
  const [before] = await balancesAt(db, platformId, { ids: [accountId], period: { to: period.from } });
  let balance = before?.posted ?? 0n;
  for await (const rows of portionsOf(db, account, period)) {
    yield rows.map((row) => {
      balance += changeOf(row, accountId);
      return { ...row, balance_after: balance };
    });
  }
}

interface Stretch extends BoundedPeriod {
  transactionIds?: readonly string[];
}

/** Reads only those closed days that contain entries of the account; reads open days step by step. */
async function* portionsOf(db: Database, account: Account, { from, to }: Stretch): AsyncGenerator<EntryRow[]> {
  const openSince = (await findOpenSince(db)) ?? from;
  const closed = { from, to: earlier(to, openSince) };
  for await (const { transactionIds, ...segment } of closedSegments(db, account, closed)) {
    const stretch = { from: later(segment.from ?? from, from), to: earlier(segment.to, to) };
    if (transactionIds) yield await readStretch(db, account, { ...stretch, transactionIds });
    else yield* inSteps(db, account, stretch);
  }
  yield* inSteps(db, account, { from: later(from, openSince), to });
}

async function* closedSegments(db: Database, account: Account, { from, to }: Stretch): AsyncGenerator<Segment> {
  let start = from;
  while (start < to) {
    const days = await accountDays(db, account)({ from: start, before: to, limit: DAYS_AT_ONCE, order: 'ASC' });
    yield* segmentsOf(days.toReversed(), MANY_ROWS).toReversed();
    const last = days.at(-1);
    start = last && days.length === DAYS_AT_ONCE ? addMs(startOf(last), DAY_MS) : to;
  }
}

async function* inSteps(db: Database, account: Account, { from, to }: Stretch): AsyncGenerator<EntryRow[]> {
  let start = from;
  let step = FIRST_STEP_MS;
  while (start < to) {
    const end = earlier(addMs(start, step), to);
    const rows = await readStretch(db, account, { from: start, to: end });
    yield rows;
    start = end;
    if (rows.length < FEW_ROWS) step *= 2;
    else if (rows.length > MANY_ROWS) step = Math.max(step / 2, MINUTE_MS);
  }
}

const readStretch = (db: Database, account: Account, stretch: Stretch): Promise<EntryRow[]> =>
  db.read<EntryRow>(sql`
    SELECT shown.* FROM (${withDetails(sql`
      SELECT ${entryColumns} FROM ledger_entries e WHERE ${ofAccount(account)} AND ${within(stretch)}`)}) shown
    ORDER BY ${oldestFirst}`);
