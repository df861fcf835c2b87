import { randomUUID } from 'node:crypto';
import { emitHints, type Hint } from '../kernel/hints.ts';
import { memo, memoOfLists } from '../kernel/memo.ts';
import { Batches, serialPace } from './batches.ts';
import { type Database, isFaultOfOne, type Writer } from './database.ts';
import { bound, type Cte, joinSql, laterRows, laterTexts, rawSql, type Sql, sql, together } from './sql.ts';

/**
 * Every atomic write is one statement. A change consists of effects: a kind (its SQL) and rows. Changes of the same
 * shape share a statement: each row carries the number of its change as `item` and joins `guarded`, so a change whose
 * guard fails writes nothing.
 */
export interface EffectKind {
  readonly name: string;
  /** Reads `FROM ${rows} AS r(item int, ...) JOIN guarded USING (item)`. A guard returns `item` instead. */
  readonly statement: (rows: Sql, texts: Sql) => Sql;
  /** Writes a second table from the rows that `statement` returns, which it selects from the name of the kind. */
  readonly follow?: Cte;
  /**
   * JSON columns sent as separate parameters, in this order: `FROM ROWS FROM (${texts}, ${rows} AS (item int, ...)) AS
   * r(payload, details)`. As part of the rows PostgreSQL would parse them twice.
   */
  readonly texts?: readonly string[];
  /** Signal emitted with the rows in this process after the write, so that workers need not poll. */
  readonly signal?: string;
  /** Selects the rows of the signal. Default: all. */
  readonly isAwaited?: (row: object) => boolean;
  /** Hints for live streams that a row causes. Called only while a stream is open. */
  readonly hints?: (row: never) => readonly Hint[];
}

export interface Effect {
  readonly kind: EffectKind;
  readonly rows: readonly object[];
}

export interface Change {
  readonly guard?: Effect | undefined;
  readonly effects: readonly Effect[];
}

/** Applies one change. Returns false if its guard did not hold and nothing was written. */
export async function apply(db: Writer, change: Change): Promise<boolean> {
  return (await applyTogether(db, [change])) > 0;
}

/** Applies several changes of one guard kind and returns how many guards held. */
export async function applyTogether(db: Writer, changes: readonly Change[]): Promise<number> {
  const applied = await db.write(statementFor(applying, changes));
  emitSignals(db, changes);
  return applied.length;
}

const applying: Build = ({ guard, effects }) =>
  together([guardCte(guard), noBalances, ...effectCtes(effects)], sql`SELECT item FROM guarded`);

/** Inserts without guards. Concurrent inserts share a statement. */
export class BatchedInserts {
  readonly #batches: Batches<readonly Effect[], undefined>;

  constructor({ batched }: Pick<Database, 'batched'>) {
    this.#batches = new Batches({
      run: async (additions) => {
        await applyTogether(
          batched,
          additions.map((effects) => ({ effects })),
        );
        return additions.map(() => undefined);
      },
      kindOf: kindsText,
      isFaultOfOne,
      pace: serialPace,
    });
  }

  add(effects: readonly Effect[]): Promise<void> {
    return this.#batches.add(effects);
  }
}

/** Only inserts into the same tables share a statement, which keeps the number of prepared statements small. */
const kindsText = (effects: readonly Effect[]): string =>
  [...new Set(effects.map(({ kind }) => kind.name))].sort().join();

export function emitSignals({ signals }: Pick<Writer, 'signals'>, changes: readonly Change[]): void {
  const awaited = new Map<string, object[]>();
  for (const { effects } of changes) {
    for (const { kind, rows } of effects) {
      const { signal, isAwaited } = kind;
      const found = isAwaited ? rows.filter(isAwaited) : rows;
      if (signal === undefined || found.length === 0) continue;
      const known = awaited.get(signal);
      if (known) known.push(...found);
      else awaited.set(signal, [...found]);
    }
  }
  for (const [signal, rows] of awaited) signals.emit(signal, rows);
  emitHints(signals, () => hintsOf(changes));
}

const hintsOf = (changes: readonly Change[]): Hint[] =>
  changes
    .flatMap(({ guard, effects }) => (guard ? [guard, ...effects] : effects))
    .flatMap(({ kind: { hints }, rows }) => (hints ? rows.flatMap((row) => hints(row as never)) : []));

/**
 * Applies a change that updates an account without moving money. Its guard returns `item, account_id, posted, held,
 * version, status` for the effects and the caller. Returns undefined if the guard did not hold.
 */
export async function applyToAccount(
  db: Writer,
  change: Change & { guard: Effect },
): Promise<AccountBalance | undefined> {
  const [balance] = await db.write<AccountBalance>(statementFor(applyingToAccount, [change]));
  emitSignals(db, [change]);
  return balance;
}

const applyingToAccount: Build = ({ guard, effects }) =>
  together(
    [guardCte(guard), balanceOfGuard, balancesByAccount, ...effectCtes(effects)],
    sql`SELECT posted, held, version, status FROM balance_after`,
  );

/** Effect kinds that determine the text of a statement. */
interface Shape {
  guard: EffectKind | undefined;
  effects: readonly EffectKind[];
}

/** Builds the statement for one shape. Its rows are bound when it is sent. */
export type Build = (shape: Shape) => Sql;

const statements = memoOfLists<Sql>();
const UNGUARDED = {};

/** Returns the statement for changes with guards of one kind. Its text is built once for each shape. */
export function statementFor(build: Build, changes: readonly Change[]): Sql {
  const guard = changes[0]?.guard?.kind;
  const effects = kindsOf(changes);
  const statement = statements([build, guard ?? UNGUARDED, ...effects], () => build({ guard, effects }));
  return bound(statement, changes);
}

/** Sorted, so that equal sets of kinds share a statement and tables are always locked in the same order. */
function kindsOf(changes: readonly Change[]): EffectKind[] {
  const kinds = new Set<EffectKind>();
  for (const { effects } of changes) for (const { kind } of effects) kinds.add(kind);
  return [...kinds].sort((a, b) => (a.name < b.name ? -1 : 1));
}

export const guardCte = (kind: EffectKind | undefined): Cte => ({
  name: 'guarded',
  sql: kind
    ? statementOf(kind, ({ guard }) => (guard ? [guard] : []))
    : sql`SELECT item FROM ${laterRows((changes: readonly Change[]) => changes.map((_, item) => ({ item })))} AS r(item int)`,
});

export const effectCtes = (kinds: readonly EffectKind[]): Cte[] =>
  kinds.flatMap((kind) => [
    { name: kind.name, sql: statementOf(kind, ({ effects }) => effects) },
    ...(kind.follow ? [kind.follow] : []),
  ]);

function statementOf(kind: EffectKind, pick: (change: Change) => readonly Effect[]): Sql {
  const { statement, texts = [] } = kind;
  const found = memo((changes: readonly Change[]) => rowsOf(kind, changes, pick));
  const numbered = laterRows((changes: readonly Change[]) =>
    found(changes).map(({ row, item }) => numberedRow(row, item, texts)),
  );
  const beside = texts.map((name) =>
    laterTexts((changes: readonly Change[]) => found(changes).map(({ row }) => jsonText(row[name]))),
  );
  return statement(numbered, joinSql(beside, ', '));
}

type Row = Record<string, unknown>;

function rowsOf(kind: EffectKind, changes: readonly Change[], pick: (change: Change) => readonly Effect[]) {
  const found: { row: Row; item: number }[] = [];
  changes.forEach((change, item) => {
    for (const effect of pick(change)) {
      if (effect.kind === kind) for (const row of effect.rows) found.push({ row: row as Row, item });
    }
  });
  return found;
}

function numberedRow(row: Row, item: number, beside: readonly string[]): Row {
  const numbered: Row = { item, ...row };
  for (const name of beside) numbered[name] = undefined;
  return numbered;
}

/** A string is JSON text already. */
const jsonText = (value: unknown): string => {
  if (typeof value === 'string') return value;
  return value === null || value === undefined ? '' : JSON.stringify(value);
};

/** SQL for a jsonb column sent as a separate parameter; null if the row has no value. */
export const jsonOf = (column: string): Sql => rawSql(`NULLIF(r.${column}, '')::jsonb`);

/** Used for changes that report no balances. */
const noBalances: Cte = { name: 'balances_by_account', sql: sql`SELECT NULL::jsonb AS by_account` };

const balanceOfGuard: Cte = {
  name: 'balance_after',
  sql: sql`SELECT item, account_id, 'INTERNAL' AS type, posted, held, version, status FROM guarded`,
};

/**
 * Balances for the response, as one object: the planner expects one row, so a join would compare every row with every
 * balance. System accounts have no type and are never reported.
 */
export const balancesByAccount: Cte = {
  name: 'balances_by_account',
  sql: sql`SELECT jsonb_object_agg(item || account_id, to_jsonb(balance_after)) AS by_account FROM balance_after WHERE type IS NOT NULL`,
};

/**
 * Placeholders for balances in responses and events. The statement replaces them with the balances after the change.
 * The prefix is random per process, so no input contains a placeholder.
 */
const TOKEN_PREFIX = `${randomUUID()}.`;
const token = (name: string): number => `${TOKEN_PREFIX}${name}` as unknown as number;
export const balanceTokens = {
  balance: token('balance'),
  totalBalance: token('totalBalance'),
  version: token('version'),
  status: `${TOKEN_PREFIX}status`,
  isPrivate: `${TOKEN_PREFIX}isPrivate` as unknown as boolean,
};

export interface AccountBalance {
  posted: bigint;
  held: bigint;
  version: bigint;
  status: string;
}

const fillings = [
  { token: balanceTokens.balance, column: 's.posted', value: (s: AccountBalance) => s.posted },
  { token: balanceTokens.totalBalance, column: 's.posted + s.held', value: (s: AccountBalance) => s.posted + s.held },
  { token: balanceTokens.version, column: 's.version', value: (s: AccountBalance) => s.version },
  { token: balanceTokens.status, column: 'to_json(s.status)', value: (s: AccountBalance) => JSON.stringify(s.status) },
];

/** Joins the balances after the change of `r.account_id` as `s`; null if the row has no account. */
export const balanceOfRow: Sql = sql`
  LEFT JOIN LATERAL jsonb_to_record((SELECT by_account FROM balances_by_account) -> (r.item || r.account_id))
    AS s(posted bigint, held bigint, version bigint, status text, is_private boolean) ON true`;

/** SQL for `r.<column>` with its tokens replaced by the balances in `s`. */
export function filledColumn(column: string): Sql {
  const text = rawSql(`r.${column}`);
  // Only wallets have is_private; texts of other accounts are not searched for its token.
  const withPrivacy = sql`CASE WHEN s.is_private IS NULL THEN ${text}
    ELSE replace(${text}, ${`"${balanceTokens.isPrivate}"`}, s.is_private::text) END`;
  const replaced = fillings.reduce(
    (inner, { token, column }) => sql`replace(${inner}, ${`"${token}"`}, (${rawSql(column)})::text)`,
    withPrivacy,
  );
  return sql`COALESCE(${replaced}, ${text})`;
}

/** Replaces the tokens in the text of the response. */
export function fillBalances(text: string, balance: AccountBalance): string {
  return fillings.reduce((t, { token, value }) => t.replaceAll(`"${token}"`, value(balance).toString()), text);
}
