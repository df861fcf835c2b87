import type { Database } from '../../foundation/db/database.ts';
import type { Sql } from '../../foundation/db/sql.ts';

/** SQL that depends on the version of PostgreSQL. */
export interface ServerSql {
  /** True when the text parses as JSON. Before version 16 an invalid text raises an error instead. */
  isJson: (text: Sql) => Sql;
}

/** A violation of an invariant. */
export interface Violation {
  platformId: string;
  /** Account, transaction, currency or idempotency key that violates the invariant. */
  subject: string;
  message: string;
}

export interface Invariant {
  /** Number in docs/ledger.md; one invariant may take several checks. */
  invariant: number;
  title: string;
  /** Selects the violations: platform_id, subject, message. */
  find: (server: ServerSql) => Sql;
}

/** Check of values that PostgreSQL cannot read. */
export interface ReadInvariant extends Omit<Invariant, 'find'> {
  /** Returns at most `most` violations, of one platform or of all. */
  read: (db: Database, platformId: string | undefined, most: number) => Promise<Violation[]>;
}
