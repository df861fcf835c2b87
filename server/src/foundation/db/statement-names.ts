import { createHash } from 'node:crypto';
import type pg from 'pg';

const MAX_NAMES = 2_000;
/** The statement is unknown or already prepared: a pooler shares the connection between clients. */
const SHARED_CONNECTION = new Set(['26000', '42P05']);

/**
 * Names prepared statements, which PostgreSQL plans once per connection. The name is a hash of the text, so that
 * servers that share connections through a pooler use the same name for the same statement.
 */
export class StatementNames {
  readonly #names = new Map<string, string>();
  readonly #onLost: (error: Error) => void;
  #isSupported = true;

  constructor(onLost: (error: Error) => void) {
    this.#onLost = onLost;
  }

  prepared(query: { text: string; values: unknown[] }): pg.QueryConfig {
    if (!this.#isSupported) return query;
    const name = this.#names.get(query.text) ?? this.#add(query.text);
    return name === undefined ? query : { name, ...query };
  }

  /** True if a pooler has dropped the prepared statement, which then failed without effect. Disables preparing. */
  isLost(state: string, { name }: pg.QueryConfig): boolean {
    if (name === undefined || !SHARED_CONNECTION.has(state)) return false;
    if (this.#isSupported) this.#onLost(new Error(UNSUPPORTED));
    this.#isSupported = false;
    return true;
  }

  #add(text: string): string | undefined {
    if (this.#names.size >= MAX_NAMES) return undefined;
    const name = createHash('sha256').update(text).digest('base64url');
    this.#names.set(text, name);
    return name;
  }
}

const UNSUPPORTED =
  'the pooler in front of PostgreSQL drops prepared statements, so every execution is planned again: use PgBouncer 1.21 or later with max_prepared_statements';
