import type { Blobs, StoredBlob } from '../../engine/providers/blobs/port.ts';
import type { Database } from '../../foundation/db/database.ts';
import type { Effect, EffectKind } from '../../foundation/db/effects.ts';
import { sql } from '../../foundation/db/sql.ts';
import { addMs, type Clock, HOUR_MS } from '../../foundation/kernel/clock.ts';
import { uuidv7 } from '../../foundation/kernel/ids.ts';

/** Longer than any upload takes, so a file that is still LOOSE after this time is abandoned. */
const LOOSE_MS = HOUR_MS;
const SWEEP_BATCH = 100;

export interface FileDeps {
  db: Database;
  blobs: Blobs;
  clock: Clock;
}

/** Stores a file while it arrives. It is LOOSE until a resource refers to it (KEPT); abandoned files are removed. */
export async function storeFile(
  deps: FileDeps,
  platformId: string,
  chunks: AsyncIterable<Buffer>,
): Promise<StoredBlob> {
  const id = uuidv7();
  await deps.db.write(
    sql`INSERT INTO stored_files (platform_id, blob_id, state, since)
      VALUES (${platformId}, ${id}, 'LOOSE', ${deps.clock.now()})`,
  );
  try {
    return await deps.blobs.write(platformId, chunks, id);
  } catch (error) {
    await discardFile(deps, platformId, id);
    throw error;
  }
}

interface FileTransition {
  platformId: string;
  blobId: string;
  from: 'LOOSE' | 'KEPT';
  to: 'KEPT' | 'DOOMED';
}

/** Effect of a statement that adds or removes references to files. Fails the statement if a file has another state. */
export const changeFileStates = (transitions: readonly FileTransition[]): Effect => ({
  kind: transitionKind,
  rows: transitions.map(({ platformId, blobId, from, to }) => ({ platform_id: platformId, blob_id: blobId, from, to })),
});

/** Removes a LOOSE file. Keeps a KEPT file, because its write may have succeeded although the response was lost. */
export async function discardFile(deps: FileDeps, platformId: string, blobId: string): Promise<void> {
  const doomed = await deps.db.write(sql`
    UPDATE stored_files SET state = 'DOOMED'
    WHERE platform_id = ${platformId} AND blob_id = ${blobId} AND state = 'LOOSE' RETURNING 1`);
  if (doomed.length > 0) await removeFile(deps, platformId, blobId);
}

/** Removes a DOOMED file. If this fails, the next sweep tries again. */
export async function removeFile({ db, blobs }: FileDeps, platformId: string, blobId: string): Promise<void> {
  await blobs.remove(platformId, blobId);
  await db.write(
    sql`DELETE FROM stored_files WHERE platform_id = ${platformId} AND blob_id = ${blobId} AND state = 'DOOMED'`,
  );
}

/** Removes abandoned files. May run in every process concurrently. */
export async function sweepFiles(deps: FileDeps): Promise<void> {
  await deps.db.write(
    sql`UPDATE stored_files SET state = 'DOOMED' WHERE state = 'LOOSE' AND since <= ${addMs(deps.clock.now(), -LOOSE_MS)}`,
  );
  const doomed = await deps.db.read<{ platform_id: string; blob_id: string }>(
    sql`SELECT platform_id, blob_id FROM stored_files WHERE state = 'DOOMED' ORDER BY since LIMIT ${SWEEP_BATCH}`,
  );
  for (const { platform_id, blob_id } of doomed) await removeFile(deps, platform_id, blob_id);
}

const transitionKind: EffectKind = {
  name: 'file_states_changed',
  statement: (rows) => sql`
    UPDATE stored_files f SET state = CASE WHEN f.state = r."from" THEN r."to" END
    FROM ${rows} AS r(item int, platform_id text, blob_id text, "from" text, "to" text) JOIN guarded USING (item)
    WHERE f.platform_id = r.platform_id AND f.blob_id = r.blob_id`,
};
