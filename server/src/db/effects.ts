import { randomUUID } from 'node:crypto';
import { memo, memoOfLists } from '../kernel/memo.ts';
import { Batches, oneByOne } from './batches.ts';
import { type Database, isFaultOfOne, type Writer } from './database.ts';
import { type Arm, bound, joinSql, laterRows, laterTexts, rawSql, type Sql, sql, together } from './sql.ts';

/**
 * What must happen together is one statement. A slice describes each thing it writes as an effect: a kind (the
 * SQL, once) and its rows. Several changes of the same shape can share one statement; each row carries the number
 * of its change in `item`, and joins `guarded`, so a change whose guard did not hold writes nothing at all.
 */
export interface EffectKind {
  readonly name: string;
  /** Reads `FROM ${rows} AS r(item int, ...) JOIN guarded USING (item)`. A guard returns `item` instead. */
  readonly statement: (rows: Sql, texts: Sql) => Sql;
  /**
   * Columns of JSON that travel beside the rows, in this order: `FROM ROWS FROM (${texts}, ${rows} AS (item int, ...))
   * AS r(payload, details)`. A value inside of a row costs PostgreSQL twice as much, above all where it becomes jsonb.
   */
  readonly texts?: readonly string[];
  /** Emitted in this process once it is written, for those who would otherwise have to poll. */
  readonly signal?: string;
  /** Which rows they wait for; all, where it is left out. */
  readonly isAwaited?: (row: object) => boolean;
}

export interface Effect {
  readonly kind: EffectKind;
  readonly rows: readonly object[];
}

export interface Change {
  readonly guard?: Effect | undefined;
  readonly effects: readonly Effect[];
}

/** Applies one change. False: its guard did not hold, and nothing was written. */
export async function apply(db: Writer, change: Change): Promise<boolean> {
  return (await applyTogether(db, [change])) > 0;
}

/** How many of these changes were applied. */
export async function applyTogether(db: Writer, changes: readonly Change[]): Promise<number> {
  const applied = await db.write(statementFor(applying, changes));
  announce(db, changes);
  return applied.length;
}

const applying: Build = ({ guard, effects }) =>
  together([guardArm(guard), noStanding, ...effectArms(effects)], sql`SELECT item FROM guarded`);

/** New rows and nothing else: those that are written at the same time share a statement. */
export class Additions {
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
      pace: oneByOne,
    });
  }

  add(effects: readonly Effect[]): Promise<void> {
    return this.#batches.add(effects);
  }
}

/** Few texts to prepare: only what writes the same tables shares a statement. */
const kindsText = (effects: readonly Effect[]): string =>
  [...new Set(effects.map(({ kind }) => kind.name))].sort().join();

export function announce({ signals }: Pick<Writer, 'signals'>, changes: readonly Change[]): void {
  const awaited = new Set<string>();
  for (const { effects } of changes) {
    for (const { kind, rows } of effects) {
      const { signal, isAwaited = () => true } = kind;
      if (signal !== undefined && !awaited.has(signal) && rows.some(isAwaited)) awaited.add(signal);
    }
  }
  for (const signal of awaited) signals.emit(signal);
}

/**
 * Applies a change whose guard changes an account without moving money. The guard returns `item, account_id, posted,
 * held, version, status`, which is the standing that its effects report, and that is handed back; undefined where it did not hold.
 */
export async function applyToAccount(db: Writer, change: Change & { guard: Effect }): Promise<Standing | undefined> {
  const [standing] = await db.write<Standing>(statementFor(applyingToAccount, [change]));
  announce(db, [change]);
  return standing;
}

const applyingToAccount: Build = ({ guard, effects }) =>
  together(
    [guardArm(guard), standingOfGuard, standingsByAccount, ...effectArms(effects)],
    sql`SELECT posted, held, version, status FROM standing`,
  );

/** What the statement for some changes is made of. */
interface Shape {
  guard: EffectKind | undefined;
  effects: readonly EffectKind[];
}

/** Makes the statement for changes of one shape, in which their rows are filled in later. */
export type Build = (shape: Shape) => Sql;

const statements = memoOfLists<Sql>();
const UNGUARDED = {};

/** The statement for these changes, whose guards are of one kind: its text is made once for each shape. */
export function statementFor(build: Build, changes: readonly Change[]): Sql {
  const guard = changes[0]?.guard?.kind;
  const effects = kindsOf(changes);
  const statement = statements([build, guard ?? UNGUARDED, ...effects], () => build({ guard, effects }));
  return bound(statement, changes);
}

/** One order for one set of kinds: few texts to prepare, and rows of different tables always locked in the same order. */
function kindsOf(changes: readonly Change[]): EffectKind[] {
  const kinds = new Set<EffectKind>();
  for (const { effects } of changes) for (const { kind } of effects) kinds.add(kind);
  return [...kinds].sort((a, b) => (a.name < b.name ? -1 : 1));
}

export const guardArm = (kind: EffectKind | undefined): Arm => ({
  name: 'guarded',
  sql: kind
    ? statementOf(kind, ({ guard }) => (guard ? [guard] : []))
    : sql`SELECT item FROM ${laterRows((changes: readonly Change[]) => changes.map((_, item) => ({ item })))} AS r(item int)`,
});

export const effectArms = (kinds: readonly EffectKind[]): Arm[] =>
  kinds.map((kind) => ({ name: kind.name, sql: statementOf(kind, ({ effects }) => effects) }));

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

/** Text is JSON already. */
const jsonText = (value: unknown): string => {
  if (typeof value === 'string') return value;
  return value === null || value === undefined ? '' : JSON.stringify(value);
};

/** SQL for a jsonb column that has travelled beside its row; null where the row has none. */
export const jsonOf = (column: string): Sql => rawSql(`NULLIF(r.${column}, '')::jsonb`);

/** A change that moves no money has no balances to report. */
const noStanding: Arm = { name: 'standings', sql: sql`SELECT NULL::jsonb AS by_account` };

const standingOfGuard: Arm = {
  name: 'standing',
  sql: sql`SELECT item, account_id, 'INTERNAL' AS type, posted, held, version, status FROM guarded`,
};

/**
 * Where effects find the balances they report: in one object, for the planner, who expects one change in a statement,
 * would compare every row with every balance. Nobody is told of the accounts of the house, which have no type.
 */
export const standingsByAccount: Arm = {
  name: 'standings',
  sql: sql`SELECT jsonb_object_agg(item || account_id, to_jsonb(standing)) AS by_account FROM standing WHERE type IS NOT NULL`,
};

/**
 * A response or an event that tells a balance is written in the same statement that changes the balance, so the
 * number is not known when its text is made. The text carries these tokens, and the statement fills them in.
 * They are random per process: no text from outside can contain one.
 */
export const TOKEN_PREFIX = `${randomUUID()}.`;
const token = (name: string): number => `${TOKEN_PREFIX}${name}` as unknown as number;
export const reported = {
  balance: token('balance'),
  totalBalance: token('totalBalance'),
  version: token('version'),
  status: `${TOKEN_PREFIX}status`,
  isPrivate: `${TOKEN_PREFIX}isPrivate` as unknown as boolean,
};

export interface Standing {
  posted: bigint;
  held: bigint;
  version: bigint;
  status: string;
}

const fillings = [
  { token: reported.balance, column: 's.posted', value: (s: Standing) => s.posted },
  { token: reported.totalBalance, column: 's.posted + s.held', value: (s: Standing) => s.posted + s.held },
  { token: reported.version, column: 's.version', value: (s: Standing) => s.version },
  { token: reported.status, column: 'to_json(s.status)', value: (s: Standing) => JSON.stringify(s.status) },
];

/** Joins the balances of `r.account_id` as this change leaves them, as `s`; null where the row names no account. */
export const standingOfRow: Sql = sql`
  LEFT JOIN LATERAL jsonb_to_record((SELECT by_account FROM standings) -> (r.item || r.account_id))
    AS s(posted bigint, held bigint, version bigint, status text, is_private boolean) ON true`;

/** SQL for `r.<column>` with the balances in `s` filled in. */
export function filled(column: string): Sql {
  const text = rawSql(`r.${column}`);
  // Few accounts are wallets, which have it: the texts of the others are not searched for it.
  const withPrivacy = sql`CASE WHEN s.is_private IS NULL THEN ${text}
    ELSE replace(${text}, ${`"${reported.isPrivate}"`}, s.is_private::text) END`;
  const replaced = fillings.reduce(
    (inner, { token, column }) => sql`replace(${inner}, ${`"${token}"`}, (${rawSql(column)})::text)`,
    withPrivacy,
  );
  return sql`COALESCE(${replaced}, ${text})`;
}

/** The same filling for the copy of the text that answers the request. */
export function fill(text: string, standing: Standing): string {
  return fillings.reduce((t, { token, value }) => t.replaceAll(`"${token}"`, value(standing).toString()), text);
}
