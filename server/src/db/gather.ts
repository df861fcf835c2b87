import { emptySql, type Sql, sql } from './sql.ts';

/** How one row is found by its key; declared once, since those who use the same one are fetched together. */
export interface Finder {
  /** Reads `FROM ${keys} AS k(n int, ...)` and returns `n` with what it finds for each key. */
  readonly statement: (keys: Sql) => Sql;
}

/**
 * A row by platform and id. LATERAL and LIMIT make it an index probe for each key: as a plain join the planner, who
 * knows neither how many keys there are nor how the table grows, may read the whole table.
 */
export const byId = (table: Sql, columns: Sql, conditions: Sql = emptySql): Finder => ({
  statement: (keys) => sql`
    SELECT k.n, found.* FROM ${keys} AS k(n int, platform_id text, id text)
    CROSS JOIN LATERAL (
      SELECT ${columns} FROM ${table} WHERE platform_id = k.platform_id AND id = k.id ${conditions} LIMIT 1
    ) found`,
});

interface Asked {
  key: object;
  resolve: (row: unknown) => void;
  reject: (error: unknown) => void;
}

const MAX_KEYS = 100;

/** What is asked for in one turn of the event loop is one statement: a database answers many keys as fast as one. */
export class Gatherer {
  readonly #find: (statement: Sql) => Promise<{ n: number }[]>;
  readonly #waiting = new Map<Finder, Asked[]>();

  constructor(find: (statement: Sql) => Promise<{ n: number }[]>) {
    this.#find = find;
  }

  pick<R>(finder: Finder, key: object): Promise<R | undefined> {
    return new Promise<R | undefined>((resolve, reject) => {
      const asked = { key, resolve: resolve as Asked['resolve'], reject };
      const waiting = this.#waiting.get(finder);
      if (waiting) return void waiting.push(asked);
      this.#waiting.set(finder, [asked]);
      setImmediate(() => this.#fetchAll(finder));
    });
  }

  #fetchAll(finder: Finder): void {
    const waiting = this.#waiting.get(finder) ?? [];
    this.#waiting.delete(finder);
    for (let from = 0; from < waiting.length; from += MAX_KEYS) {
      void this.#fetch(finder, waiting.slice(from, from + MAX_KEYS));
    }
  }

  async #fetch(finder: Finder, asked: readonly Asked[]): Promise<void> {
    try {
      const keys = JSON.stringify(asked.map(({ key }, n) => ({ n, ...key })));
      const found: unknown[] = [];
      for (const row of await this.#find(finder.statement(sql`jsonb_to_recordset(${keys}::jsonb)`))) found[row.n] = row;
      for (const [n, { resolve }] of asked.entries()) resolve(found[n]);
    } catch (error) {
      for (const { reject } of asked) reject(error);
    }
  }
}
