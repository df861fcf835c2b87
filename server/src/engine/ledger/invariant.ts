import type { Database } from '../../foundation/db/database.ts';
import type { Sql } from '../../foundation/db/sql.ts';

/** SQL fragments that depend on the version of PostgreSQL. */
export interface ServerSql {
  /** True if the text parses as JSON. Before PostgreSQL 16 an invalid text raises an error instead. */
  isJson: (text: Sql) => Sql;
}

/** A violation of an invariant. */
export interface Violation {
  platformId: string;
  /** Account, transaction, currency or idempotency key with the violation. */
  subject: string;
  message: string;
}

export interface Invariant {
  /** Number in docs/ledger.md. An invariant may have several checks. */
  invariant: number;
  title: string;
  /** Selects the violations: platform_id, subject, message. */
  find: (server: ServerSql) => Sql;
}

/** Check in code, for values that PostgreSQL cannot read. */
export interface ReadInvariant extends Omit<Invariant, 'find'> {
  /** Returns at most `most` violations of one platform or of all. */
  read: (db: Database, platformId: string | undefined, most: number) => Promise<Violation[]>;
}
