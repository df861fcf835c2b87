import { rawSql, type Sql, sql } from '../../foundation/db/sql.ts';

/** SQL: condition of the entries of a platform, spelled as in their index. */
export const isOfPlatform = (platformId: string, alias = 'e'): Sql =>
  sql`uuid_of(${rawSql(alias)}.platform_id) = uuid_of(${platformId})`;

/** SQL: condition of the entries of one transaction, spelled as in their index. */
export const isOfTransaction = (platformId: string, transactionId: string): Sql =>
  sql`${isOfPlatform(platformId)} AND uuid_of(e.transaction_id) = uuid_of(${transactionId})`;

/** SQL: joins entries to the transaction of another row. */
export const isOfSameTransaction = (alias: string, platform: string, transaction: string): Sql =>
  rawSql(
    `uuid_of(${alias}.platform_id) = uuid_of(${platform}) AND uuid_of(${alias}.transaction_id) = uuid_of(${transaction})`,
  );
