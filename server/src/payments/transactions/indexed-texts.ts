import { type Sql, sql } from '../../foundation/db/sql.ts';

/** SQL condition on a column of transactions that is indexed by the hash of its text. */
export const isText = (column: Sql, text: string): Sql =>
  sql`${column} = ${text} AND hashtextextended(${column}, 0) = hashtextextended(${text}, 0)`;

/** Needs a condition on the UUID of the platform as well, the first column of the index. */
export const hasReference = (reference: string): Sql => isText(sql`reference`, reference);
