import { memo } from '../kernel/memo.ts';
import { bound, emptySql, joinSql, Later, laterRows, rawSql, type Sql, sql } from './sql.ts';

/** Reads one row by its key. Declared once per query, because reads with the same finder share a statement. */
export interface Finder {
  /** Selects `FROM ${keys}`, whose alias is `k` with the columns of the key, and returns `k.n` with each row. */
  readonly statement: (keys: Sql) => Sql;
}

/**
 * Finds a row by platform and id. LATERAL and LIMIT force an index probe per key; for a plain join the planner, which
 * has no estimate of the number of keys, may scan the whole table.
 */
export const byId = (table: Sql, columns: Sql, conditions: Sql = emptySql): Finder => ({
  statement: (keys) => sql`
    SELECT k.n, found.* FROM ${keys}
    CROSS JOIN LATERAL (
      SELECT ${columns} FROM ${table} WHERE platform_id = k.platform_id AND id = k.id ${conditions} LIMIT 1
    ) found`,
});

interface Waiter {
  resolve: (row: unknown) => void;
  reject: (error: unknown) => void;
}

/** Columns of the key and their values. */
export type Key = Readonly<Record<string, string>>;

/** A requested row and the callers that wait for it. */
interface RowRequest {
  key: Key;
  waiters: Waiter[];
}

/** Requests for one finder; the key is the text of the row key. */
type Requests = Map<string, RowRequest>;

const MAX_KEYS = 100;

/** Statement that reads the rows of these keys. */
export const statementByKey = (finder: Finder, keys: readonly Key[]): Sql => bound(statementsOf(finder)(keys), keys);

/** Two statements per finder: for one key, and for several. */
const statementsOf = memo((finder: Finder) => {
  const statements = new Map<typeof oneKey, Sql>();
  return (keys: readonly Key[]): Sql => {
    const shape = keys.length === 1 ? oneKey : manyKeys;
    const known = statements.get(shape);
    if (known) return known;
    const statement = finder.statement(shape(Object.keys(keys[0] ?? {})));
    statements.set(shape, statement);
    return statement;
  };
});

/** For the usual case of one key: plain parameters need no JSON parsing, and the planner expects one row. */
const oneKey = (columns: readonly string[]): Sql => {
  const values = columns.map((name) => sql`${new Later((keys: readonly Key[]) => keys[0]?.[name])}::text`);
  return sql`(VALUES (0, ${joinSql(values, ', ')})) AS k(n, ${rawSql(columns.join(', '))})`;
};

const manyKeys = (columns: readonly string[]): Sql => {
  const numbered = laterRows((keys: readonly Key[]) => keys.map((key, n) => ({ n, ...key })));
  return sql`${numbered} AS k(n int, ${rawSql(columns.map((name) => `${name} text`).join(', '))})`;
};

/**
 * Combines the reads of one turn of the event loop into one statement, which costs the database little more than
 * reading one key. Callers that request the same row share one object and must not change it.
 */
export class Gatherer {
  readonly #find: (statement: Sql) => Promise<{ n: number }[]>;
  readonly #requests = new Map<Finder, Requests>();

  constructor(find: (statement: Sql) => Promise<{ n: number }[]>) {
    this.#find = find;
  }

  readByKey<R>(finder: Finder, key: Key): Promise<R | undefined> {
    return new Promise<R | undefined>((resolve, reject) => {
      const waiter = { resolve: resolve as Waiter['resolve'], reject };
      const requests = this.#requestsFor(finder);
      const text = textOf(key);
      const request = requests.get(text);
      if (request) request.waiters.push(waiter);
      else requests.set(text, { key, waiters: [waiter] });
    });
  }

  #requestsFor(finder: Finder): Requests {
    const known = this.#requests.get(finder);
    if (known) return known;
    const requests: Requests = new Map();
    this.#requests.set(finder, requests);
    setImmediate(() => this.#fetchAll(finder, requests));
    return requests;
  }

  #fetchAll(finder: Finder, requests: Requests): void {
    this.#requests.delete(finder);
    const list = [...requests.values()];
    for (let from = 0; from < list.length; from += MAX_KEYS) {
      void this.#fetch(finder, list.slice(from, from + MAX_KEYS));
    }
  }

  async #fetch(finder: Finder, requests: readonly RowRequest[]): Promise<void> {
    try {
      const keys = requests.map(({ key }) => key);
      const found: unknown[] = [];
      for (const row of await this.#find(statementByKey(finder, keys))) found[row.n] = row;
      for (const [n, { waiters }] of requests.entries()) for (const { resolve } of waiters) resolve(found[n]);
    } catch (error) {
      for (const { waiters } of requests) for (const { reject } of waiters) reject(error);
    }
  }
}

/** Unambiguous text of a row key: each value is preceded by its length. */
function textOf(key: Key): string {
  let text = '';
  for (const name in key) text += `${key[name]?.length} ${key[name]}`;
  return text;
}
