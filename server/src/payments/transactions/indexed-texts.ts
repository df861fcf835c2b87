import { type Sql, sql } from '../../foundation/db/sql.ts';

/** SQL: condition on a column of transactions whose index contains the hash of its texts. */
export const isText = (column: Sql, text: string): Sql =>
  sql`${column} = ${text} AND hashtextextended(${column}, 0) = hashtextextended(${text}, 0)`;

/** To be combined with the UUID of the platform, which leads the index. */
export const hasReference = (reference: string): Sql => isText(sql`reference`, reference);
