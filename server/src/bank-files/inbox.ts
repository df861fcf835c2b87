import { createHash } from 'node:crypto';
import { readdir, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { brokenConstraint, type Database } from '../db/database.ts';
import { sql } from '../db/sql.ts';
import { addMs, type Clock, MINUTE_MS, SECOND_MS } from '../kernel/clock.ts';
import { applyItem, LeaseLost } from './apply-item.ts';
import { type Directories, exists, moveDurably, writeDurably } from './directories.ts';
import type { Decimals } from './money.ts';
import type { ReportHandlers } from './port.ts';
import { type IsOwnAccount, readReport } from './report-reader.ts';
import { resolveItem } from './resolve.ts';
import type { BankFilesSettings } from './settings.ts';
import { UnreadableFile } from './xml.ts';

const MAX_BYTES = 32 * 1024 * 1024;
const LEASE_MS = MINUTE_MS;
/** Names of files that are still being written, and of our error reports. */
const UNFINISHED = /^\.|\.(tmp|part|error)$/i;

interface InboxDeps {
  db: Database;
  clock: Clock;
  settings: BankFilesSettings;
  decimals: Decimals;
  directories: Directories;
  reports: ReportHandlers;
  onProblem: (error: unknown, file: string) => void;
}

/** Processes every complete file. A file that fails does not stop the others. */
export async function readInbox(deps: InboxDeps): Promise<void> {
  const names = (await readdir(deps.directories.inbox)).filter((name) => !UNFINISHED.test(name)).sort();
  for (const name of names) {
    try {
      if (await isComplete(deps, name)) await processFile(deps, name);
    } catch (error) {
      deps.onProblem(error, name);
    }
  }
}

/** A file counts as complete when it has not been modified for `settleSeconds`. */
async function isComplete({ clock, settings, directories }: InboxDeps, name: string): Promise<boolean> {
  // Another process may have moved the file since it was listed.
  const found = await stat(join(directories.inbox, name)).catch(() => undefined);
  return found?.isFile() === true && addMs(found.mtime, settings.settleSeconds * SECOND_MS) <= clock.now();
}

async function processFile(deps: InboxDeps, name: string): Promise<void> {
  const path = join(deps.directories.inbox, name);
  const { size } = await stat(path);
  const bytes = size <= MAX_BYTES ? await readFile(path) : Buffer.from(`${size} bytes of ${name}`);
  const sha256 = createHash('sha256').update(bytes).digest('hex');
  const file = { name, sha256 };
  const claimed = await claimFile(deps, file);
  if (claimed === 'BUSY') return;
  if (claimed === 'NAME_TAKEN') {
    return reject(deps, file, `a file named ${name} with other content was received before`);
  }
  if (claimed.state === 'PROCESSED') return archive(deps, file);
  try {
    if (size > MAX_BYTES) throw new UnreadableFile(`${size} bytes are more than ${MAX_BYTES}`);
    await applyReport(deps, { ...file, bytes, handled: claimed.handled });
  } catch (error) {
    if (error instanceof LeaseLost) return;
    if (error instanceof UnreadableFile) return reject(deps, file, error.message);
    await recordError(deps, file, error);
    throw error;
  }
  await archive(deps, file);
}

interface InboxFile {
  name: string;
  sha256: string;
}

/** Records a file by its content and leases it to this process. A file that FAILED before is processed again. */
async function claimFile({ db, clock }: InboxDeps, { name, sha256 }: InboxFile) {
  const at = clock.now();
  try {
    const [row] = await db.write<{ state: string; handled: number }>(sql`
      INSERT INTO bank_inbox AS i (sha256, name, state, handled, lease_until, received_at)
      VALUES (${sha256}, ${name}, 'RECEIVED', 0, ${addMs(at, LEASE_MS)}, ${at})
      ON CONFLICT (sha256) DO UPDATE SET lease_until = EXCLUDED.lease_until, error = NULL,
        name = CASE WHEN i.state = 'FAILED' THEN EXCLUDED.name ELSE i.name END,
        state = CASE WHEN i.state = 'FAILED' THEN 'RECEIVED' ELSE i.state END
      WHERE i.lease_until IS NULL OR i.lease_until <= ${at}
      RETURNING state, handled`);
    return row ?? 'BUSY';
  } catch (error) {
    if (brokenConstraint(error) !== 'bank_inbox_name') throw error;
    // When two processes insert the same file at once, one may violate the unique name before the unique content.
    return (await isRecorded(db, { name, sha256 })) ? 'BUSY' : 'NAME_TAKEN';
  }
}

async function isRecorded(db: Database, { name, sha256 }: InboxFile): Promise<boolean> {
  const found = await db.read(sql`SELECT 1 FROM bank_inbox WHERE sha256 = ${sha256} AND name = ${name}`);
  return found.length > 0;
}

interface ClaimedFile extends InboxFile {
  bytes: Uint8Array;
  handled: number;
}

/** Resumes after a crash: items that were handled before are skipped. */
async function applyReport(deps: InboxDeps, { sha256, bytes, handled }: ClaimedFile): Promise<void> {
  const { db, clock } = deps;
  const { kind, items } = readReport(bytes, ownAccounts(deps.settings));
  let place = 0;
  for (const item of items) {
    for (const task of await resolveItem(deps, item)) {
      const lease = { at: clock.now(), until: addMs(clock.now(), LEASE_MS) };
      if (place >= handled) await applyItem(deps, task, { source: sha256, place, ...lease });
      place++;
    }
  }
  await db.write(sql`
    UPDATE bank_inbox SET state = 'PROCESSED', kind = ${kind}, processed_at = ${clock.now()}, lease_until = NULL
    WHERE sha256 = ${sha256} AND state = 'RECEIVED' AND handled = ${place}`);
}

function ownAccounts({ accounts }: BankFilesSettings): IsOwnAccount {
  const known = new Set(Object.values(accounts).flatMap(({ iban, accountNumber }) => [iban, accountNumber]));
  return (account) => known.has(account);
}

/** Moves a file to done/, also one that was processed before under this or another name. */
async function archive({ db, directories }: InboxDeps, file: InboxFile): Promise<void> {
  await db.write(sql`UPDATE bank_inbox SET lease_until = NULL WHERE sha256 = ${file.sha256}`);
  await moveTo(directories, directories.done, file);
}

async function reject({ db, clock, directories }: InboxDeps, file: InboxFile, error: string): Promise<void> {
  const at = clock.now();
  await db.write(sql`
    INSERT INTO bank_inbox AS i (sha256, name, state, handled, error, received_at)
    VALUES (${file.sha256}, ${file.name}, 'FAILED', 0, ${error}, ${at})
    ON CONFLICT (sha256) DO UPDATE SET state = 'FAILED', error = EXCLUDED.error, lease_until = NULL
    WHERE i.state <> 'PROCESSED'`);
  const name = await moveTo(directories, directories.failed, file);
  await writeDurably(directories.failed, `${name}.error`, `${error}\n`);
}

/** Appends a part of the hash to a name that exists in the target directory. */
async function moveTo({ inbox }: Directories, directory: string, { name, sha256 }: InboxFile): Promise<string> {
  const isTaken = await exists(join(directory, name));
  const freeName = isTaken ? `${name}.${sha256.slice(0, 12)}` : name;
  await moveDurably({ directory: inbox, name }, { directory, name: freeName });
  return freeName;
}

/** Records an error on our side and ends the lease, so that the file is tried again. */
async function recordError({ db }: InboxDeps, { sha256 }: InboxFile, error: unknown): Promise<void> {
  const message = error instanceof Error ? error.message : String(error);
  await db
    .write(sql`UPDATE bank_inbox SET error = ${message}, lease_until = NULL WHERE sha256 = ${sha256}`)
    // The caller reports the original error; without this write the lease expires by itself.
    .catch(() => {});
}
