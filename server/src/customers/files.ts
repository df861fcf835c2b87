import type { Database } from '../db/database.ts';
import type { Effect, EffectKind } from '../db/effects.ts';
import { sql } from '../db/sql.ts';
import { addMs, type Clock, HOUR_MS } from '../kernel/clock.ts';
import { uuidv7 } from '../kernel/ids.ts';
import type { Blobs, StoredBlob } from '../providers/blobs/port.ts';

/** Longer than any upload takes: what is still loose then, nobody will take up. */
const LOOSE_MS = HOUR_MS;
const SWEEP_BATCH = 100;

export interface FileNeeds {
  db: Database;
  blobs: Blobs;
  clock: Clock;
}

/** Stores a file as it arrives. It is loose, and will be swept, until something keeps it. */
export async function storeFile(
  needs: FileNeeds,
  platformId: string,
  chunks: AsyncIterable<Buffer>,
): Promise<StoredBlob> {
  const id = uuidv7();
  await needs.db.write(
    sql`INSERT INTO stored_files (platform_id, blob_id, state, since)
      VALUES (${platformId}, ${id}, 'LOOSE', ${needs.clock.now()})`,
  );
  try {
    return await needs.blobs.write(platformId, chunks, id);
  } catch (error) {
    await discardFile(needs, platformId, id);
    throw error;
  }
}

interface FileMove {
  platformId: string;
  blobId: string;
  from: 'LOOSE' | 'KEPT';
  to: 'KEPT' | 'DOOMED';
}

/** For the statement of whatever takes a file up or lets go of it; a file in another state undoes it all. */
export const moveFiles = (moves: readonly FileMove[]): Effect => ({
  kind: moveKind,
  rows: moves.map(({ platformId, blobId, from, to }) => ({ platform_id: platformId, blob_id: blobId, from, to })),
});

/** A file that nothing has taken up. One that was taken up stays: the answer to that may be lost. */
export async function discardFile(needs: FileNeeds, platformId: string, blobId: string): Promise<void> {
  const doomed = await needs.db.write(sql`
    UPDATE stored_files SET state = 'DOOMED'
    WHERE platform_id = ${platformId} AND blob_id = ${blobId} AND state = 'LOOSE' RETURNING 1`);
  if (doomed.length > 0) await removeFile(needs, platformId, blobId);
}

/** A doomed file. Where this fails, the sweep does it later. */
export async function removeFile({ db, blobs }: FileNeeds, platformId: string, blobId: string): Promise<void> {
  await blobs.remove(platformId, blobId);
  await db.write(
    sql`DELETE FROM stored_files WHERE platform_id = ${platformId} AND blob_id = ${blobId} AND state = 'DOOMED'`,
  );
}

/** Removes what crashes have left. Safe to run anywhere, any time, in every process. */
export async function sweepFiles(needs: FileNeeds): Promise<void> {
  await needs.db.write(
    sql`UPDATE stored_files SET state = 'DOOMED' WHERE state = 'LOOSE' AND since <= ${addMs(needs.clock.now(), -LOOSE_MS)}`,
  );
  const doomed = await needs.db.read<{ platform_id: string; blob_id: string }>(
    sql`SELECT platform_id, blob_id FROM stored_files WHERE state = 'DOOMED' ORDER BY since LIMIT ${SWEEP_BATCH}`,
  );
  for (const { platform_id, blob_id } of doomed) await removeFile(needs, platform_id, blob_id);
}

const moveKind: EffectKind = {
  name: 'files_moved',
  statement: (rows) => sql`
    UPDATE stored_files f SET state = CASE WHEN f.state = r."from" THEN r."to" END
    FROM ${rows} AS r(item int, platform_id text, blob_id text, "from" text, "to" text) JOIN guarded USING (item)
    WHERE f.platform_id = r.platform_id AND f.blob_id = r.blob_id`,
};
