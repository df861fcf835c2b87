import type { Database } from '../../foundation/db/database.ts';
import { sql } from '../../foundation/db/sql.ts';
import { insertionOf, type RequestBlock } from './block.ts';
import { lockProgress, type Progress } from './progress.ts';

/** Inserts blocks that belong to a part of the log that may be summarized, and adds them to its summary. */
export async function insertLate(db: Database, blocks: readonly RequestBlock[]): Promise<void> {
  const platforms = [...new Set(blocks.map(({ platformId }) => platformId))].sort();
  await db.transaction(async (query) => {
    await query(insertionOf(blocks));
    for (const platformId of platforms) {
      const [at] = await query<Progress>(lockProgress(platformId));
      const isSummarized = (block: RequestBlock) =>
        block.platformId === platformId && at && block.lastId <= at.summarized_to;
      for (const block of blocks.filter(isSummarized)) await query(additionOf(block));
    }
  });
}

/** The filter of resources is unknown from then on: its bits depend on their number. */
const additionOf = ({
  platformId,
  lastId,
  firstId,
  firstAt,
  lastAt,
  lineCount,
  errorCount,
  groups,
}: RequestBlock) => sql`
  UPDATE request_log_summaries SET first_id = LEAST(first_id, ${firstId}), first_at = LEAST(first_at, ${firstAt}),
    last_at = GREATEST(last_at, ${lastAt}), line_count = line_count + ${lineCount}, error_count = error_count + ${errorCount},
    groups = groups || ${JSON.stringify(groups)}::jsonb, resources = NULL
  WHERE platform_id = ${platformId} AND last_id >= ${lastId}::uuid AND after_id < ${lastId}::uuid`;
