import type { Database } from '../../foundation/db/database.ts';
import { type Sql, sql } from '../../foundation/db/sql.ts';

/** A lower bound of all ids. */
export const NO_ID = '00000000-0000-0000-0000-000000000000';

export interface Progress {
  merged_to: string;
  summarized_to: string;
}

/** Locks the progress of a platform until the end of the transaction, and returns it. */
export const lockProgress = (platformId: string): Sql => sql`
  INSERT INTO request_log_progress AS p (platform_id, merged_to, summarized_to) VALUES (${platformId}, ${NO_ID}, ${NO_ID})
  ON CONFLICT (platform_id) DO UPDATE SET merged_to = p.merged_to
  RETURNING merged_to, summarized_to`;

/** End of the part of the log that summaries cover. */
export async function findSummarizedTo(db: Database, platformId: string): Promise<string | undefined> {
  const [row] = await db.read<Progress>(sql`
    SELECT summarized_to FROM request_log_progress WHERE platform_id = ${platformId} AND summarized_to > ${NO_ID}::uuid`);
  return row?.summarized_to;
}
