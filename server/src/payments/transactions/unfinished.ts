import type { Database } from '../../foundation/db/database.ts';
import { joinSql, sql } from '../../foundation/db/sql.ts';
import { fromListed } from './listed-statuses.ts';

/** Limit of ids per response; more follow after these payments have ended. */
const SHOWN = 20;

/** Ids of a customer's payments that can still credit the customer: in progress, incoming, or in suspense. */
export async function unfinishedPayments(db: Database, platformId: string, customerId: string): Promise<string[]> {
  const isOfPlatform = sql`uuid_of(listed_platform) = uuid_of(${platformId})`;
  // Each scan has an index. The listed statuses contain every failed payment as well.
  const scans = [
    sql`${isOfPlatform} AND listed_type = 'OUTGOING' AND listed_status = 'PROCESSING'`,
    sql`${isOfPlatform} AND listed_type = 'INCOMING' AND listed_status = 'PENDING'`,
    sql`is_suspended AND listed_platform = ${platformId}`,
  ];
  const found = scans.map((scan) => sql`SELECT listed_id ${fromListed} WHERE ${scan} AND customer_id = ${customerId}`);
  const rows = await db.read<{ id: string }>(sql`
    SELECT DISTINCT listed_id AS id FROM (${joinSql(found, ' UNION ALL ')}) AS found ORDER BY 1 LIMIT ${SHOWN}`);
  return rows.map(({ id }) => id);
}
