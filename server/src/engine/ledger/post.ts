import { Batches } from '../../foundation/db/batches.ts';
import {
  brokenConstraint,
  type Database,
  isFaultOfOne,
  nullColumn,
  sqlState,
  type Writer,
} from '../../foundation/db/database.ts';
import {
  type AccountBalance,
  type Build,
  balancesByAccount,
  type Change,
  effectCtes,
  emitSignals,
  guardCte,
  statementFor,
} from '../../foundation/db/effects.ts';
import { type Cte, Later, laterRows, type Sql, sql, together } from '../../foundation/db/sql.ts';
import { ApiError, assert } from '../../foundation/kernel/errors.ts';
import { memo } from '../../foundation/kernel/memo.ts';
import { minimumOfSystemAccount } from './chart.ts';
import { isOfTransaction } from './entry-keys.ts';
import { SystemAccounts } from './system-accounts.ts';

/** A ledger entry: debits one account and credits another by the same amount, in one currency. */
export interface Entry {
  debit: string;
  credit: string;
  currency: string;
  amount: bigint;
  code: string;
  /** `phase/n` of the reversed entry of the same transaction. */
  reverses?: string;
  /** Account for which the amount is held while in transit, and the change of its `held`. */
  holds?: { account: string; amount: bigint };
  /** Overrides `isForced` of the posting for this entry. */
  isForced?: boolean;
}

/** True if the entries change the balance or the held amount of an account. */
export const isTouched = (account: string, entries: readonly Entry[]): boolean =>
  entries.some(({ debit, credit, holds }) => account === debit || account === credit || account === holds?.account);

export interface Posting extends Change {
  platformId: string;
  transactionId: string;
  /** Part of the entry key: each phase of a transaction is posted once. */
  phase: string;
  at: Date;
  entries: readonly Entry[];
  /** A second phase, posted in the same statement. */
  next?: { phase: string; entries: readonly Entry[] };
  /** Entries in the books of another platform or of the service, posted in the same statement. */
  otherBook?: OtherBook;
  /** Also posts to frozen or closed accounts: for refunds, and clearings of money already in transit. */
  isForced?: boolean;
}

type Book = Pick<Posting, 'platformId' | 'transactionId'>;

export interface OtherBook extends Book {
  phase: string;
  entries: readonly Entry[];
}

/** Balances after the posting by account, without system accounts; undefined when the guard failed. */
export type Posted = ReadonlyMap<string, AccountBalance> | undefined;

/** An account would fall below its minimum. */
export class Overdraft extends Error {}
/** An account is not ACTIVE and the entry is not forced. */
export class AccountUnavailable extends Error {}
/** This phase of the transaction was posted before. */
export class AlreadyPosted extends Error {}

/**
 * The only writer of balances and ledger entries. Postings that arrive while a statement runs are batched into the next
 * statement (db/batches.ts), so that an account is locked once per batch.
 */
export class Ledger {
  readonly systemAccounts: SystemAccounts;
  readonly #batches: Batches<Posting, Posted>;

  constructor(db: Database) {
    this.systemAccounts = new SystemAccounts(db);
    this.#batches = new Batches({
      run: (postings) => postTogether(db.batched, postings),
      kindOf: ({ guard }) => guard?.kind,
      isFaultOfOne,
      explain: (error, posting) => explained(db, error, posting),
    });
  }

  post(posting: Posting): Promise<Posted> {
    check(posting);
    return this.#batches.add(posting);
  }
}

/**
 * Maps integrity errors of the database to ledger errors. A repeated phase is checked first: it may also overdraw the
 * account, and PostgreSQL does not define which branch of a statement fails first.
 */
async function explained(db: Database, error: unknown, posting: Posting): Promise<unknown> {
  if (!isIntegrityError(error)) return error;
  // If this read fails as well, the error is mapped without the check.
  if (await isPosted(db, posting).catch(() => false)) {
    return new AlreadyPosted('this phase was posted before');
  }
  if (brokenConstraint(error) === 'accounts_minimum') return new Overdraft('an account would fall below its minimum');
  if (brokenConstraint(error) === 'accounts_maximum') return balanceTooLarge();
  if (nullColumn(error) === 'accounts.posted') return new AccountUnavailable('an account is not active');
  return error;
}

const balanceTooLarge = (): ApiError =>
  new ApiError('AMOUNT_OUT_OF_RANGE', 'The balance of an account would exceed the largest exact JSON number.', {
    hint: `A balance is at most ${Number.MAX_SAFE_INTEGER} in the smallest unit of its currency.`,
  });

/** Sends one statement for all postings. Each posting is written completely or not at all. */
export async function postTogether(db: Writer, postings: readonly Posting[]): Promise<Posted[]> {
  const result = await db.write<AccountBalance & { item: number; account_id: string | null }>(postStatement(postings));
  emitSignals(db, postings);
  const posted: (Map<string, AccountBalance> | undefined)[] = postings.map(() => undefined);
  for (const { item, account_id, posted: balance, held, version, status } of result) {
    const balances = posted[item] ?? new Map<string, AccountBalance>();
    if (account_id !== null) balances.set(account_id, { posted: balance, held, version, status });
    posted[item] = balances;
  }
  return posted;
}

export const postStatement = (postings: readonly Posting[]): Sql =>
  statementFor(touchedSystemAccounts(postings).spent ? postingFromSystem : postingToSystem, postings);

const posting =
  (ctes: readonly Cte[]): Build =>
  ({ guard, effects }) =>
    together(
      [guardCte(guard), ...ctes, ...effectCtes(effects)],
      sql`
        SELECT item, NULL AS account_id, NULL AS posted, NULL AS held, NULL AS version, NULL AS status FROM guarded
        UNION ALL SELECT item, account_id, posted, held, version, status FROM balance_after WHERE type IS NOT NULL`,
    );

function check(posting: Posting): void {
  assert(posting.entries.length > 0 && posting.next?.entries.length !== 0, 'a posting has entries');
  for (const entry of entriesOf(posting)) {
    assert(entry.amount > 0n, `an entry is positive: ${entry.code} ${entry.amount}`);
    assert(entry.debit !== entry.credit, `an entry has two accounts: ${entry.code}`);
  }
}

/**
 * Every payment touches system accounts: their changes are inserted into `pending_totals` without a lock. A debited
 * account with a minimum is locked instead, and its pending totals are added, because the check needs its full balance.
 */
const touchedSystemAccounts = memo((postings: readonly Posting[]): { pending: readonly string[]; spent: boolean } => {
  const all = new Set<string>();
  const spent = new Set<string>();
  for (const posting of postings) {
    for (const { debit, credit } of entriesOf(posting)) {
      const minimum = minimumOfSystemAccount(debit);
      if (minimum === null) all.add(debit);
      else if (minimum !== undefined) spent.add(debit);
      if (minimumOfSystemAccount(credit) !== undefined) all.add(credit);
    }
  }
  return { pending: [...all].filter((account) => !spent.has(account)), spent: spent.size > 0 };
});

const givenEntries = sql`
  SELECT r.item, r.platform_id, r.transaction_id, r.phase, r.n, r.debit, r.credit, r.currency, r.amount, r.code, r.reverses,
    r.holder, COALESCE(r.held, 0) AS held, r.forced IS TRUE AS forced, r.at
  FROM ${laterRows(entryRows)} AS r(item int, platform_id text, transaction_id text, phase text, n smallint, debit text,
    credit text, currency text, amount bigint, code text, reverses text, holder text, held bigint, forced boolean,
    at timestamptz)
  JOIN guarded USING (item)`;

const entriesOf = ({ entries, next, otherBook }: Posting): readonly Entry[] =>
  next || otherBook ? [...entries, ...(next?.entries ?? []), ...(otherBook?.entries ?? [])] : entries;

function entryRows(postings: readonly Posting[]): object[] {
  const rows: object[] = [];
  postings.forEach((posting, item) => {
    const add = (book: Book, phase: string, entries: readonly Entry[]) =>
      entries.forEach((entry, i) => {
        rows.push(entryRow(posting, entry, { item, book, phase, n: i + 1 }));
      });
    add(posting, posting.phase, posting.entries);
    if (posting.next) add(posting, posting.next.phase, posting.next.entries);
    if (posting.otherBook) add(posting.otherBook, posting.otherBook.phase, posting.otherBook.entries);
  });
  return rows;
}

interface EntryPlace {
  item: number;
  book: Book;
  phase: string;
  n: number;
}

/** Undefined members are omitted from the JSON, which saves bytes and parsing. */
const entryRow = (posting: Posting, entry: Entry, { item, book, phase, n }: EntryPlace) => ({
  item,
  platform_id: book.platformId,
  transaction_id: book.transactionId,
  phase,
  n,
  debit: entry.debit,
  credit: entry.credit,
  currency: entry.currency,
  amount: entry.amount.toString(),
  code: entry.code,
  reverses: entry.reverses,
  holder: entry.holds?.account,
  held: entry.holds?.amount.toString(),
  forced: (entry.isForced ?? posting.isForced) || undefined,
  at: posting.at,
});

const pendingAccounts = new Later((postings: readonly Posting[]) => touchedSystemAccounts(postings).pending.join(' '));

const legs = sql`
  SELECT *, account_id = ANY (string_to_array(${pendingAccounts}, ' ')) AS is_pending
  FROM (
    SELECT item, platform_id, debit AS account_id, -amount AS posted, forced, at FROM entries
    UNION ALL SELECT item, platform_id, credit, amount, forced, at FROM entries
  ) both_sides`;

const pendingTotals = sql`
  INSERT INTO pending_totals (platform_id, account_id, posted, at)
  SELECT platform_id, account_id, sum(posted), max(at) FROM legs WHERE is_pending GROUP BY platform_id, account_id`;

// Change of each account per posting, with running sums in batch order.
const touches = sql`
  SELECT item, platform_id, account_id, sum(posted) AS posted, sum(held) AS held, bool_and(forced) AS forced, max(at) AS at,
    sum(sum(posted)) OVER w AS running_posted, sum(sum(held)) OVER w AS running_held, count(*) OVER w AS nth
  FROM (
    SELECT item, platform_id, account_id, posted, 0 AS held, forced, at FROM legs WHERE NOT is_pending
    UNION ALL SELECT item, platform_id, holder, 0, held, forced, at FROM entries WHERE holder IS NOT NULL
  ) touching
  GROUP BY item, platform_id, account_id
  WINDOW w AS (PARTITION BY platform_id, account_id ORDER BY item)`;

// Change of each account per batch. The arrays hold the running sums of each posting, which saves a join.
const totals = sql`
  SELECT platform_id, account_id, sum(posted)::bigint AS posted, sum(held)::bigint AS held, count(*) AS touched,
    bool_and(forced) AS forced, max(at) AS at, min(running_posted)::bigint AS lowest_posted,
    min(running_held)::bigint AS lowest_held, array_agg(item) AS items, array_agg(nth) AS nths,
    array_agg(running_posted::bigint) AS running_posted, array_agg(running_held::bigint) AS running_held
  FROM touches GROUP BY platform_id, account_id`;

// All statements lock accounts in this order, so that concurrent payments wait instead of deadlocking. LATERAL keeps
// the order with one index probe per account; for a plain join the planner overestimates the rows and scans the table.
const locked = sql`
  SELECT t.*, a.balance, a.reserved, a.minimum, a.status, a.version, a.updated_at
  FROM (SELECT * FROM totals ORDER BY platform_id, account_id) t
  CROSS JOIN LATERAL (
    SELECT a.posted AS balance, a.held AS reserved, a.minimum, a.status, a.version, a.updated_at FROM accounts a
    WHERE a.platform_id = t.platform_id AND a.id = t.account_id FOR NO KEY UPDATE
  ) a`;

// Pending totals of the locked accounts. Only the statement that holds the lock deletes them.
const gathered = sql`
  DELETE FROM pending_totals t USING locked l WHERE t.platform_id = l.platform_id AND t.account_id = l.account_id
  RETURNING t.platform_id, t.account_id, t.posted`;

const withoutPendingTotals = sql`SELECT *, 0 AS pending FROM locked`;
const withPendingTotals = sql`
  SELECT l.*, COALESCE(g.posted, 0)::bigint AS pending FROM locked l
  LEFT JOIN (SELECT platform_id, account_id, sum(posted) AS posted FROM gathered GROUP BY platform_id, account_id) g
    USING (platform_id, account_id)`;

// An inactive account, or an overdraft within the batch, sets the balance to NULL, which aborts the statement. An
// overdraft by a single posting violates the constraint "accounts_minimum". Balances come from the locked row, because
// after a wait PostgreSQL first checks constraints with the row of the snapshot.
const changedBalances = (found: Sql) => sql`
  UPDATE accounts a SET
    posted = CASE
      WHEN NOT (t.forced OR t.status = 'ACTIVE') THEN NULL
      WHEN t.touched > 1 AND t.balance + t.pending + t.lowest_posted < t.minimum THEN NULL
      ELSE t.balance + t.pending + t.posted END,
    held = CASE WHEN t.touched > 1 AND t.reserved + t.lowest_held < 0 THEN NULL ELSE t.reserved + t.held END,
    version = t.version + t.touched,
    updated_at = greatest(t.updated_at, t.at)
  FROM (${found}) t WHERE a.platform_id = t.platform_id AND a.id = t.account_id
  RETURNING a.id, a.type, a.posted - t.posted AS posted, a.held - t.held AS held, a.version - t.touched AS version, a.status,
    CASE WHEN a.type = 'EMBEDDED_WALLET' THEN COALESCE(a.is_private, false) END AS is_private,
    t.items, t.nths, t.running_posted, t.running_held`;

// An account that does not exist, or is opened by this statement, is not locked. The debit account then becomes NULL,
// which aborts the statement.
const recorded = sql`
  INSERT INTO ledger_entries (platform_id, transaction_id, phase, n, debit_account_id, credit_account_id, currency, amount,
    code, reverses, holder_id, held, created_at)
  SELECT platform_id, transaction_id, phase, n,
    CASE WHEN (SELECT count(*) FROM locked) = (SELECT count(*) FROM totals) THEN debit END,
    credit, currency, amount, code, reverses, holder, held, at
  FROM entries`;

const balanceAfter = sql`
  SELECT t.item, b.id AS account_id, b.type, b.posted + t.posted AS posted, b.held + t.held AS held,
    b.version + t.nth AS version, b.status, b.is_private
  FROM balances b CROSS JOIN LATERAL unnest(b.items, b.nths, b.running_posted, b.running_held) t(item, nth, posted, held)`;

const ctes = ({ spent }: { spent: boolean }): Cte[] => [
  { name: 'entries', sql: givenEntries },
  { name: 'legs', sql: legs },
  { name: 'pending_totals_added', sql: pendingTotals },
  { name: 'touches', sql: touches },
  { name: 'totals', sql: totals },
  { name: 'locked', sql: locked },
  ...(spent ? [{ name: 'gathered', sql: gathered }] : []),
  { name: 'balances', sql: changedBalances(spent ? withPendingTotals : withoutPendingTotals) },
  { name: 'entries_written', sql: recorded },
  { name: 'balance_after', sql: balanceAfter },
  balancesByAccount,
];

const postingToSystem = posting(ctes({ spent: false }));
const postingFromSystem = posting(ctes({ spent: true }));

const isIntegrityError = (error: unknown): boolean => sqlState(error)?.startsWith('23') ?? false;

async function isPosted(db: Database, { platformId, transactionId, phase }: Posting): Promise<boolean> {
  const found = await db.read(sql`
    SELECT 1 FROM ledger_entries e
    WHERE ${isOfTransaction(platformId, transactionId)} AND phase = ${phase} LIMIT 1`);
  return found.length > 0;
}
