import type { Database } from '../db/database.ts';
import { sql } from '../db/sql.ts';
import { fromListed } from './listed-statuses.ts';

/** The others are named once these have ended. */
const SHOWN = 20;

/** Ids of the payments of a customer that can still credit an account of it: under way, incoming, or in suspense. */
export async function unfinishedPayments(db: Database, platformId: string, customerId: string): Promise<string[]> {
  const isOfPlatform = sql`uuid_of(listed_platform) = uuid_of(${platformId})`;
  const rows = await db.read<{ id: string }>(sql`
    SELECT listed_id AS id ${fromListed}
    WHERE customer_id = ${customerId} AND (
      (${isOfPlatform} AND (listed_type, listed_status) IN (('OUTGOING', 'PROCESSING'), ('INCOMING', 'PENDING')))
      OR (is_suspended AND listed_platform = ${platformId}))
    ORDER BY listed_id LIMIT ${SHOWN}`);
  return rows.map(({ id }) => id);
}
