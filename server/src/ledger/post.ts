import { Batches } from '../db/batches.ts';
import { brokenConstraint, type Database, isFaultOfOne, nullColumn, sqlState, type Writer } from '../db/database.ts';
import {
  announce,
  type Build,
  type Change,
  effectArms,
  guardArm,
  type Standing,
  standingsByAccount,
  statementFor,
} from '../db/effects.ts';
import { type Arm, Later, laterRows, type Sql, sql, together } from '../db/sql.ts';
import { ApiError, assert } from '../kernel/errors.ts';
import { memo } from '../kernel/memo.ts';
import { minimumOfHouse } from './chart.ts';

/** One pair of the double entry: debits one account and credits another, in one currency. */
export interface Move {
  debit: string;
  credit: string;
  currency: string;
  amount: bigint;
  code: string;
  /** `phase/n` of the move of the same transaction that this one takes back. */
  reverses?: string;
  /** The account that this money is reserved for while it is in transit: raises or lowers what it holds. */
  holds?: { account: string; amount: bigint };
  /** Where this one differs from its posting. */
  isForced?: boolean;
}

/** Whether these moves change the balances of an account. */
export const isTouched = (account: string, moves: readonly Move[]): boolean =>
  moves.some(({ debit, credit, holds }) => account === debit || account === credit || account === holds?.account);

export interface Posting extends Change {
  platformId: string;
  transactionId: string;
  /** A transaction passes each phase once: the key of the moves. */
  phase: string;
  at: Date;
  moves: readonly Move[];
  /** A further phase that is passed in the same moment. */
  next?: { phase: string; moves: readonly Move[] };
  /** Money already on its way (refunds, clearings) moves even when an account is frozen or closed. */
  isForced?: boolean;
}

/** The balances this posting left behind, by account, of those that belong to somebody; undefined when its guard did not hold. */
export type Posted = ReadonlyMap<string, Standing> | undefined;

/** An account would fall below its minimum. */
export class Overdraft extends Error {}
/** An account is not ACTIVE. */
export class AccountUnavailable extends Error {}
/** This phase of this transaction was posted before. */
export class AlreadyPosted extends Error {}

/**
 * The one writer of balances and moves. Each posting is one guarded statement; postings that arrive while one is
 * in flight are gathered into the next (db/batches.ts), so that hot accounts are locked once per batch.
 */
export class Ledger {
  readonly #batches: Batches<Posting, Posted>;

  constructor(db: Database) {
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
 * Database errors by SQLSTATE and constraint name; what is not ours to explain passes unchanged. Which arm fails
 * first is not defined: a repeated phase may break on a balance it has already spent, so that is looked up first.
 */
async function explained(db: Database, error: unknown, posting: Posting): Promise<unknown> {
  if (!isIntegrityError(error)) return error;
  if (await isPosted(db, posting).catch(() => false)) {
    return new AlreadyPosted('this phase was posted before');
  }
  if (brokenConstraint(error) === 'accounts_minimum') return new Overdraft('an account would fall below its minimum');
  if (brokenConstraint(error) === 'accounts_maximum') return balanceTooLarge();
  if (nullColumn(error) === 'accounts.posted') return new AccountUnavailable('an account is not active');
  return error;
}

const balanceTooLarge = (): ApiError =>
  new ApiError('AMOUNT_OUT_OF_RANGE', 'The balance of an account would be larger than a JSON number can tell.', {
    hint: `A balance may be ${Number.MAX_SAFE_INTEGER} in the smallest unit.`,
  });

/** The statement itself: for every posting all of it happens, or none. */
export async function postTogether(db: Writer, postings: readonly Posting[]): Promise<Posted[]> {
  const result = await db.write<Standing & { item: number; account_id: string | null }>(postStatement(postings));
  announce(db, postings);
  const posted: (Map<string, Standing> | undefined)[] = postings.map(() => undefined);
  for (const { item, account_id, posted: balance, held, version, status } of result) {
    const standings = posted[item] ?? new Map<string, Standing>();
    if (account_id !== null) standings.set(account_id, { posted: balance, held, version, status });
    posted[item] = standings;
  }
  return posted;
}

export const postStatement = (postings: readonly Posting[]): Sql =>
  statementFor(houseAccounts(postings).spent ? postingFromHouse : postingToHouse, postings);

const posting =
  (arms: readonly Arm[]): Build =>
  ({ guard, effects }) =>
    together(
      [guardArm(guard), ...arms, ...effectArms(effects)],
      sql`
        SELECT item, NULL AS account_id, NULL AS posted, NULL AS held, NULL AS version, NULL AS status FROM guarded
        UNION ALL SELECT item, account_id, posted, held, version, status FROM standing WHERE type IS NOT NULL`,
    );

function check(posting: Posting): void {
  assert(posting.moves.length > 0 && posting.next?.moves.length !== 0, 'a posting has moves');
  for (const move of movesOf(posting)) {
    assert(move.amount > 0n, `a move is positive: ${move.code} ${move.amount}`);
    assert(move.debit !== move.credit, `a move has two accounts: ${move.code}`);
  }
}

/**
 * Accounts of the house are in every payment, and nobody is told of their balances: what a statement does to one is
 * written down beside it, so that payments do not wait for each other. What can fall below a minimum has to be known
 * whole: an account that is spent from is locked like a customer's, and takes up what was written down.
 */
const houseAccounts = memo((postings: readonly Posting[]): { tallied: readonly string[]; spent: boolean } => {
  const all = new Set<string>();
  const spent = new Set<string>();
  for (const posting of postings) {
    for (const { debit, credit } of movesOf(posting)) {
      const least = minimumOfHouse(debit);
      if (least === null) all.add(debit);
      else if (least !== undefined) spent.add(debit);
      if (minimumOfHouse(credit) !== undefined) all.add(credit);
    }
  }
  return { tallied: [...all].filter((account) => !spent.has(account)), spent: spent.size > 0 };
});

const entries = sql`
  SELECT r.item, r.platform_id, r.transaction_id, r.phase, r.n, r.debit, r.credit, r.currency, r.amount, r.code, r.reverses,
    r.holder, COALESCE(r.held, 0) AS held, r.forced IS TRUE AS forced, r.at
  FROM ${laterRows(moveRows)} AS r(item int, platform_id text, transaction_id text, phase text, n smallint, debit text,
    credit text, currency text, amount bigint, code text, reverses text, holder text, held bigint, forced boolean,
    at timestamptz)
  JOIN guarded USING (item)`;

const movesOf = ({ moves, next }: Posting): readonly Move[] => (next ? [...moves, ...next.moves] : moves);

function moveRows(postings: readonly Posting[]): object[] {
  const rows: object[] = [];
  postings.forEach((posting, item) => {
    const add = (phase: string, moves: readonly Move[]) =>
      moves.forEach((move, i) => {
        rows.push(moveRow(posting, move, { item, phase, n: i + 1 }));
      });
    add(posting.phase, posting.moves);
    if (posting.next) add(posting.next.phase, posting.next.moves);
  });
  return rows;
}

/** What a move does not have is left out: it need not be sent and read. */
const moveRow = (posting: Posting, move: Move, { item, phase, n }: { item: number; phase: string; n: number }) => ({
  item,
  platform_id: posting.platformId,
  transaction_id: posting.transactionId,
  phase,
  n,
  debit: move.debit,
  credit: move.credit,
  currency: move.currency,
  amount: move.amount.toString(),
  code: move.code,
  reverses: move.reverses,
  holder: move.holds?.account,
  held: move.holds?.amount.toString(),
  forced: (move.isForced ?? posting.isForced) || undefined,
  at: posting.at,
});

const talliedAccounts = new Later((postings: readonly Posting[]) => houseAccounts(postings).tallied.join(' '));

const legs = sql`
  SELECT *, account_id = ANY (string_to_array(${talliedAccounts}, ' ')) AS is_tallied
  FROM (
    SELECT item, platform_id, debit AS account_id, -amount AS posted, forced, at FROM entries
    UNION ALL SELECT item, platform_id, credit, amount, forced, at FROM entries
  ) both_sides`;

const tallies = sql`
  INSERT INTO tallies (platform_id, account_id, posted, at)
  SELECT platform_id, account_id, sum(posted), max(at) FROM legs WHERE is_tallied GROUP BY platform_id, account_id`;

// What each posting does to each account, with the running sum in the order of the batch.
const touches = sql`
  SELECT item, platform_id, account_id, sum(posted) AS posted, sum(held) AS held, bool_and(forced) AS forced, max(at) AS at,
    sum(sum(posted)) OVER w AS running_posted, sum(sum(held)) OVER w AS running_held, count(*) OVER w AS nth
  FROM (
    SELECT item, platform_id, account_id, posted, 0 AS held, forced, at FROM legs WHERE NOT is_tallied
    UNION ALL SELECT item, platform_id, holder, 0, held, forced, at FROM entries WHERE holder IS NOT NULL
  ) touching
  GROUP BY item, platform_id, account_id
  WINDOW w AS (PARTITION BY platform_id, account_id ORDER BY item)`;

// What all of them do to it. The arrays take each posting along to its balance: a join would have to find it again.
const totals = sql`
  SELECT platform_id, account_id, sum(posted)::bigint AS posted, sum(held)::bigint AS held, count(*) AS touched,
    bool_and(forced) AS forced, max(at) AS at, min(running_posted)::bigint AS lowest_posted,
    min(running_held)::bigint AS lowest_held, array_agg(item) AS items, array_agg(nth) AS nths,
    array_agg(running_posted::bigint) AS running_posted, array_agg(running_held::bigint) AS running_held
  FROM touches GROUP BY platform_id, account_id`;

// Locks are taken in one order everywhere, so that criss-cross payments wait for each other and never deadlock.
// LATERAL keeps that order and makes it one index probe per account: as a plain join the planner, who expects more
// accounts than there are, reads the whole table.
const locked = sql`
  SELECT t.* FROM (SELECT * FROM totals ORDER BY platform_id, account_id) t
  CROSS JOIN LATERAL (
    SELECT FROM accounts a WHERE a.platform_id = t.platform_id AND a.id = t.account_id FOR NO KEY UPDATE
  ) a`;

// What was written down of accounts that are spent from. Only who has locked the account takes it away.
const gathered = sql`
  DELETE FROM tallies t USING locked l WHERE t.platform_id = l.platform_id AND t.account_id = l.account_id
  RETURNING t.platform_id, t.account_id, t.posted`;

const withoutTallies = sql`SELECT *, 0 AS tallied FROM locked`;
const withTallies = sql`
  SELECT l.*, COALESCE(g.posted, 0)::bigint AS tallied FROM locked l
  LEFT JOIN (SELECT platform_id, account_id, sum(posted) AS posted FROM gathered GROUP BY platform_id, account_id) g
    USING (platform_id, account_id)`;

// An account that may not move, or a batch that overdraws on the way, makes NULL of the balance and aborts it all:
// an arm may fail, it may never silently do less. A single overdraft breaks the check "accounts_minimum".
const balances = (found: Sql) => sql`
  UPDATE accounts a SET
    posted = CASE
      WHEN NOT (t.forced OR a.status = 'ACTIVE') THEN NULL
      WHEN t.touched > 1 AND a.posted + t.tallied + t.lowest_posted < a.minimum THEN NULL
      ELSE a.posted + t.tallied + t.posted END,
    held = CASE WHEN t.touched > 1 AND a.held + t.lowest_held < 0 THEN NULL ELSE a.held + t.held END,
    version = a.version + t.touched,
    updated_at = greatest(a.updated_at, t.at)
  FROM (${found}) t WHERE a.platform_id = t.platform_id AND a.id = t.account_id
  RETURNING a.id, a.type, a.posted - t.posted AS posted, a.held - t.held AS held, a.version - t.touched AS version, a.status,
    CASE WHEN a.type = 'EMBEDDED_WALLET' THEN COALESCE(a.is_private, false) END AS is_private,
    t.items, t.nths, t.running_posted, t.running_held`;

// An account that does not exist, or that this very statement opens, has no balance here to change: then the moves
// become NULL and abort it all.
const moved = sql`
  INSERT INTO moves (platform_id, transaction_id, phase, n, debit_account_id, credit_account_id, currency, amount,
    code, reverses, holder_id, held, created_at)
  SELECT platform_id, transaction_id, phase, n,
    CASE WHEN (SELECT count(*) FROM locked) = (SELECT count(*) FROM totals) THEN debit END,
    credit, currency, amount, code, reverses, holder, held, at
  FROM entries`;

const standing = sql`
  SELECT t.item, b.id AS account_id, b.type, b.posted + t.posted AS posted, b.held + t.held AS held,
    b.version + t.nth AS version, b.status, b.is_private
  FROM balances b CROSS JOIN LATERAL unnest(b.items, b.nths, b.running_posted, b.running_held) t(item, nth, posted, held)`;

const arms = ({ spent }: { spent: boolean }): Arm[] => [
  { name: 'entries', sql: entries },
  { name: 'legs', sql: legs },
  { name: 'tallied', sql: tallies },
  { name: 'touches', sql: touches },
  { name: 'totals', sql: totals },
  { name: 'locked', sql: locked },
  ...(spent ? [{ name: 'gathered', sql: gathered }] : []),
  { name: 'balances', sql: balances(spent ? withTallies : withoutTallies) },
  { name: 'moved', sql: moved },
  { name: 'standing', sql: standing },
  standingsByAccount,
];

const postingToHouse = posting(arms({ spent: false }));
const postingFromHouse = posting(arms({ spent: true }));

const isIntegrityError = (error: unknown): boolean => sqlState(error)?.startsWith('23') ?? false;

async function isPosted(db: Database, { platformId, transactionId, phase }: Posting): Promise<boolean> {
  const found = await db.read(sql`
    SELECT 1 FROM moves
    WHERE platform_id = ${platformId} AND transaction_id = ${transactionId} AND phase = ${phase} LIMIT 1`);
  return found.length > 0;
}
