import { memo } from '../kernel/memo.ts';
import { bound, emptySql, joinSql, Later, laterRows, rawSql, type Sql, sql } from './sql.ts';

/** How one row is found by its key; declared once, since those who use the same one are fetched together. */
export interface Finder {
  /** Reads `FROM ${keys}`, which are `k` with the columns of the key, and returns `k.n` with what it finds for each. */
  readonly statement: (keys: Sql) => Sql;
}

/**
 * A row by platform and id. LATERAL and LIMIT make it an index probe for each key: as a plain join the planner, who
 * knows neither how many keys there are nor how the table grows, may read the whole table.
 */
export const byId = (table: Sql, columns: Sql, conditions: Sql = emptySql): Finder => ({
  statement: (keys) => sql`
    SELECT k.n, found.* FROM ${keys}
    CROSS JOIN LATERAL (
      SELECT ${columns} FROM ${table} WHERE platform_id = k.platform_id AND id = k.id ${conditions} LIMIT 1
    ) found`,
});

interface Asker {
  resolve: (row: unknown) => void;
  reject: (error: unknown) => void;
}

/** The columns by which a row is found. */
export type Key = Readonly<Record<string, string>>;

/** A row that is wanted, and by whom. */
interface Asked {
  key: Key;
  by: Asker[];
}

/** What is wanted of one finder, by the text of the key. */
type Waiting = Map<string, Asked>;

const MAX_KEYS = 100;

/** The statement that finds what there is for each of these keys. */
export const picking = (finder: Finder, keys: readonly Key[]): Sql => bound(statementsOf(finder)(keys), keys);

/** Made once for each finder: for one key, and for many. */
const statementsOf = memo((finder: Finder) => {
  const made = new Map<typeof oneKey, Sql>();
  return (keys: readonly Key[]): Sql => {
    const shape = keys.length === 1 ? oneKey : manyKeys;
    const known = made.get(shape);
    if (known) return known;
    const statement = finder.statement(shape(Object.keys(keys[0] ?? {})));
    made.set(shape, statement);
    return statement;
  };
});

/** Most often there is one: as values of its own it need not be read out of JSON, and the planner sees just the probe. */
const oneKey = (columns: readonly string[]): Sql => {
  const values = columns.map((name) => sql`${new Later((keys: readonly Key[]) => keys[0]?.[name])}::text`);
  return sql`(VALUES (0, ${joinSql(values, ', ')})) AS k(n, ${rawSql(columns.join(', '))})`;
};

const manyKeys = (columns: readonly string[]): Sql => {
  const numbered = laterRows((keys: readonly Key[]) => keys.map((key, n) => ({ n, ...key })));
  return sql`${numbered} AS k(n int, ${rawSql(columns.map((name) => `${name} text`).join(', '))})`;
};

/**
 * What is asked for in one turn of the event loop is one statement: a database answers many keys as fast as one. Who
 * asks for the same row is given the same row, and changes nothing in it.
 */
export class Gatherer {
  readonly #find: (statement: Sql) => Promise<{ n: number }[]>;
  readonly #waiting = new Map<Finder, Waiting>();

  constructor(find: (statement: Sql) => Promise<{ n: number }[]>) {
    this.#find = find;
  }

  pick<R>(finder: Finder, key: Key): Promise<R | undefined> {
    return new Promise<R | undefined>((resolve, reject) => {
      const asker = { resolve: resolve as Asker['resolve'], reject };
      const waiting = this.#waitingFor(finder);
      const text = textOf(key);
      const asked = waiting.get(text);
      if (asked) asked.by.push(asker);
      else waiting.set(text, { key, by: [asker] });
    });
  }

  #waitingFor(finder: Finder): Waiting {
    const known = this.#waiting.get(finder);
    if (known) return known;
    const waiting: Waiting = new Map();
    this.#waiting.set(finder, waiting);
    setImmediate(() => this.#fetchAll(finder, waiting));
    return waiting;
  }

  #fetchAll(finder: Finder, waiting: Waiting): void {
    this.#waiting.delete(finder);
    const keys = [...waiting.values()];
    for (let from = 0; from < keys.length; from += MAX_KEYS) {
      void this.#fetch(finder, keys.slice(from, from + MAX_KEYS));
    }
  }

  async #fetch(finder: Finder, waiting: readonly Asked[]): Promise<void> {
    try {
      const keys = waiting.map(({ key }) => key);
      const found: unknown[] = [];
      for (const row of await this.#find(picking(finder, keys))) found[row.n] = row;
      for (const [n, { by }] of waiting.entries()) for (const { resolve } of by) resolve(found[n]);
    } catch (error) {
      for (const { by } of waiting) for (const { reject } of by) reject(error);
    }
  }
}

/** Tells keys of one finder apart, whatever their values are. */
function textOf(key: Key): string {
  let text = '';
  for (const name in key) text += `${key[name]?.length} ${key[name]}`;
  return text;
}
