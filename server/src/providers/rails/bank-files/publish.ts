import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { sql } from '../../../db/sql.ts';
import { addMs, MINUTE_MS } from '../../../kernel/clock.ts';
import { moveDurably, remove, writeDurably } from './directories.ts';
import type { OutboxNeeds } from './outbox.ts';

/** A process that dies on a file leaves it to others after this long. */
const LEASE_MS = MINUTE_MS;

/**
 * Brings every planned file into the outbox, once. The text of a file is settled when it is planned; it is staged under a
 * name that belongs to this attempt alone, written down as staged, and then renamed. After a crash a staged file that is
 * no longer in work/ has gone out, whether or not the bank has taken it from the outbox since.
 */
export async function publishFiles(needs: OutboxNeeds): Promise<void> {
  for (let file = await claimFile(needs); file; file = await claimFile(needs)) {
    const staged = file.staged_as ?? (await stageFile(needs, file));
    if (staged) await release(needs, file, staged);
  }
}

interface Claimed {
  id: string;
  name: string;
  content: string;
  attempt: number;
  staged_as: string | null;
}

async function claimFile({ db, clock }: OutboxNeeds): Promise<Claimed | undefined> {
  const at = clock.now();
  const [file] = await db.write<Claimed>(sql`
    UPDATE bank_files SET attempt = attempt + 1, lease_until = ${addMs(at, LEASE_MS)}
    WHERE id = (
      SELECT id FROM bank_files WHERE state <> 'WRITTEN' AND (lease_until IS NULL OR lease_until <= ${at})
      ORDER BY id LIMIT 1 FOR UPDATE SKIP LOCKED)
    RETURNING id, name, content, attempt, staged_as`);
  return file;
}

/** Undefined where another process has taken the file over meanwhile. */
async function stageFile({ db, directories }: OutboxNeeds, { id, name, content, attempt }: Claimed) {
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
  { db, clock, directories }: OutboxNeeds,
  { id, name }: Claimed,
  stagedAs: string,
): Promise<void> {
  const { work, outbox } = directories;
  await moveDurably({ directory: work, name: stagedAs }, { directory: outbox, name });
  await db.write(sql`
    UPDATE bank_files SET state = 'WRITTEN', written_at = ${clock.now()}, lease_until = NULL
    WHERE id = ${id} AND state = 'STAGED'`);
  // What earlier attempts have left.
  for (const left of await readdir(work)) if (left.startsWith(`${name}.`)) await remove(join(work, left));
}
