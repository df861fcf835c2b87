import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { sql } from '../../foundation/db/sql.ts';
import { addMs, MINUTE_MS } from '../../foundation/kernel/clock.ts';
import { moveDurably, remove, writeDurably } from './directories.ts';
import type { OutboxDeps } from './outbox.ts';

/** Lease on a file. After its expiry another process takes over the file of a process that has died. */
const LEASE_MS = MINUTE_MS;

/**
 * Publishes each planned file exactly once: drafted in work/ under a name per attempt, recorded as STAGED, renamed to
 * the outbox. After a crash, a STAGED file without a draft in work/ has been published.
 */
export async function publishFiles(deps: OutboxDeps): Promise<void> {
  for (let file = await claimFile(deps); file; file = await claimFile(deps)) {
    const staged = file.staged_as ?? (await stageFile(deps, file));
    if (staged) await release(deps, file, staged);
  }
}

interface ClaimedFile {
  id: string;
  name: string;
  content: string;
  attempt: number;
  staged_as: string | null;
}

async function claimFile({ db, clock }: OutboxDeps): Promise<ClaimedFile | undefined> {
  const at = clock.now();
  const [file] = await db.write<ClaimedFile>(sql`
    UPDATE bank_files SET attempt = attempt + 1, lease_until = ${addMs(at, LEASE_MS)}
    WHERE id = (
      SELECT id FROM bank_files WHERE state <> 'WRITTEN' AND (lease_until IS NULL OR lease_until <= ${at})
      ORDER BY id LIMIT 1 FOR UPDATE SKIP LOCKED)
    RETURNING id, name, content, attempt, staged_as`);
  return file;
}

/** Returns undefined if another process has claimed the file meanwhile. */
async function stageFile({ db, directories }: OutboxDeps, { id, name, content, attempt }: ClaimedFile) {
  const stagedAs = `${name}.${attempt}`;
  await writeDurably(directories.work, stagedAs, content);
  const staged = await db.write(sql`
    UPDATE bank_files SET state = 'STAGED', staged_as = ${stagedAs}
    WHERE id = ${id} AND attempt = ${attempt} AND state = 'PLANNED' RETURNING id`);
  if (staged.length > 0) return stagedAs;
  await remove(join(directories.work, stagedAs));
  return undefined;
}

async function release(
  { db, clock, directories }: OutboxDeps,
  { id, name }: ClaimedFile,
  stagedAs: string,
): Promise<void> {
  const { work, outbox } = directories;
  await moveDurably({ directory: work, name: stagedAs }, { directory: outbox, name });
  await db.write(sql`
    UPDATE bank_files SET state = 'WRITTEN', written_at = ${clock.now()}, lease_until = NULL
    WHERE id = ${id} AND state = 'STAGED'`);
  // Drafts of earlier attempts are obsolete.
  for (const draft of await readdir(work)) if (draft.startsWith(`${name}.`)) await remove(join(work, draft));
}
