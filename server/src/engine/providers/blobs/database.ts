import type { Database } from '../../../foundation/db/database.ts';
import { sql } from '../../../foundation/db/sql.ts';
import { uuidv7 } from '../../../foundation/kernel/ids.ts';
import type { Blobs } from './port.ts';

const CHUNK_BYTES = 256 * 1024;

/** Stores files in the database, so that one backup covers everything. */
export function databaseBlobs(db: Database): Blobs {
  return {
    async write(platformId, chunks, id = uuidv7()) {
      let size = 0;
      let n = 0;
      try {
        for await (const chunk of regrouped(chunks)) {
          await db.write(
            sql`INSERT INTO blob_chunks (platform_id, blob_id, n, bytes) VALUES (${platformId}, ${id}, ${n++}, ${chunk})`,
          );
          size += chunk.length;
        }
      } catch (error) {
        await remove(db, platformId, id);
        throw error;
      }
      return { id, size };
    },
    async *read(platformId, id) {
      for (let n = 0; ; n++) {
        const [row] = await db.read<{ bytes: Buffer }>(
          sql`SELECT bytes FROM blob_chunks WHERE platform_id = ${platformId} AND blob_id = ${id} AND n = ${n}`,
        );
        if (!row) return;
        yield row.bytes;
      }
    },
    remove: (platformId, id) => remove(db, platformId, id),
  };
}

async function remove(db: Database, platformId: string, id: string): Promise<void> {
  await db.write(sql`DELETE FROM blob_chunks WHERE platform_id = ${platformId} AND blob_id = ${id}`);
}

/** Regroups network packets into rows of about CHUNK_BYTES. */
async function* regrouped(chunks: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  let pending: Buffer[] = [];
  let size = 0;
  for await (const chunk of chunks) {
    pending.push(chunk);
    size += chunk.length;
    if (size < CHUNK_BYTES) continue;
    yield Buffer.concat(pending);
    pending = [];
    size = 0;
  }
  if (size > 0) yield Buffer.concat(pending);
}
