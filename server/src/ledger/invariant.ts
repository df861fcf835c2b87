import type { Sql } from '../db/sql.ts';

/** SQL that depends on the version of PostgreSQL. */
export interface ServerSql {
  /** True when the text parses as JSON. Before version 16 an invalid text raises an error instead. */
  isJson: (text: Sql) => Sql;
}

export interface Invariant {
  /** Number in docs/ledger.md; one invariant may take several checks. */
  invariant: number;
  title: string;
  /** Selects the violations: platform_id, subject, message. */
  find: (server: ServerSql) => Sql;
}
