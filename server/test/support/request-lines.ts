import { type LoggedLine, readLine, unpackLines } from '../../src/engine/request-log/block.ts';
import type { Database } from '../../src/foundation/db/database.ts';
import { sql } from '../../src/foundation/db/sql.ts';

interface StoredLine extends LoggedLine {
  platformId: string;
  text: string;
}

/** Every line of the request log as it is stored, oldest first. */
export async function storedLines(db: Database): Promise<StoredLine[]> {
  const blocks = await db.read<{ platform_id: string; lines: Buffer }>(
    sql`SELECT platform_id, lines FROM request_log_blocks`,
  );
  const lines = blocks.flatMap(({ platform_id: platformId, lines: stored }) =>
    unpackLines(stored).map((text) => ({ ...readLine(text), platformId, text })),
  );
  return lines.sort((a, b) => (a.id < b.id ? -1 : 1));
}
