import { createHash } from 'node:crypto';
import { readdir, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { brokenConstraint, type Database } from '../../../db/database.ts';
import { sql } from '../../../db/sql.ts';
import { addMs, type Clock, MINUTE_MS, SECOND_MS } from '../../../kernel/clock.ts';
import { type IsOurs, readAdvices } from './advices.ts';
import { type Directories, exists, moveDurably, writeDurably } from './directories.ts';
import { carryOut, Overtaken } from './effects.ts';
import type { Decimals } from './money.ts';
import type { Reports } from './port.ts';
import { resolve } from './resolve.ts';
import type { BankFilesSettings } from './settings.ts';
import { Unreadable } from './xml.ts';

const MAX_BYTES = 32 * 1024 * 1024;
const LEASE_MS = MINUTE_MS;
/** Still being written: the name that it will have is another. */
const UNFINISHED = /^\.|\.(tmp|part|error)$/i;

export interface InboxNeeds {
  db: Database;
  clock: Clock;
  settings: BankFilesSettings;
  decimals: Decimals;
  directories: Directories;
  reports: Reports;
  onProblem: (error: unknown, file: string) => void;
}

/** Takes in every file that is complete. One that cannot be taken in does not keep the others waiting. */
export async function readInbox(needs: InboxNeeds): Promise<void> {
  const names = (await readdir(needs.directories.inbox)).filter((name) => !UNFINISHED.test(name)).sort();
  for (const name of names) {
    try {
      if (await isSettled(needs, name)) await takeIn(needs, name);
    } catch (error) {
      needs.onProblem(error, name);
    }
  }
}

/** A file, and one that nobody has written to for a while. */
async function isSettled({ clock, settings, directories }: InboxNeeds, name: string): Promise<boolean> {
  const found = await stat(join(directories.inbox, name)).catch(() => undefined);
  return found?.isFile() === true && addMs(found.mtime, settings.settleSeconds * SECOND_MS) <= clock.now();
}

async function takeIn(needs: InboxNeeds, name: string): Promise<void> {
  const path = join(needs.directories.inbox, name);
  const { size } = await stat(path);
  const bytes = size <= MAX_BYTES ? await readFile(path) : Buffer.from(`${size} bytes of ${name}`);
  const sha256 = createHash('sha256').update(bytes).digest('hex');
  const file = { name, sha256 };
  const received = await receive(needs, file);
  if (received === 'BUSY') return;
  if (received === 'NAME_TAKEN') {
    return reject(needs, file, `a file named ${name} with other content was taken in before`);
  }
  if (received.state === 'PROCESSED') return putAway(needs, file);
  try {
    if (size > MAX_BYTES) throw new Unreadable(`${size} bytes are more than ${MAX_BYTES}`);
    await carryOutAll(needs, { ...file, bytes, handled: received.handled });
  } catch (error) {
    if (error instanceof Overtaken) return;
    if (error instanceof Unreadable) return reject(needs, file, error.message);
    await note(needs, file, error);
    throw error;
  }
  await putAway(needs, file);
}

interface InboxFile {
  name: string;
  sha256: string;
}

/** Remembers a file by its content, and takes it for this process. One that could not be read may try again. */
async function receive({ db, clock }: InboxNeeds, { name, sha256 }: InboxFile) {
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
    // Of two processes that find the same file at once, one may break on its name before it does on its content.
    return (await hasThatName(db, { name, sha256 })) ? 'BUSY' : 'NAME_TAKEN';
  }
}

async function hasThatName(db: Database, { name, sha256 }: InboxFile): Promise<boolean> {
  const found = await db.read(sql`SELECT 1 FROM bank_inbox WHERE sha256 = ${sha256} AND name = ${name}`);
  return found.length > 0;
}

interface Content extends InboxFile {
  bytes: Uint8Array;
  handled: number;
}

/** Goes on where it was left: what was handled before is passed over. */
async function carryOutAll(needs: InboxNeeds, { sha256, bytes, handled }: Content): Promise<void> {
  const { db, clock } = needs;
  const { kind, advices } = readAdvices(bytes, ourAccounts(needs.settings));
  let place = 0;
  for (const advice of advices) {
    for (const task of await resolve(needs, advice)) {
      const lease = { at: clock.now(), until: addMs(clock.now(), LEASE_MS) };
      if (place >= handled) await carryOut(needs, task, { source: sha256, place, ...lease });
      place++;
    }
  }
  await db.write(sql`
    UPDATE bank_inbox SET state = 'PROCESSED', kind = ${kind}, processed_at = ${clock.now()}, lease_until = NULL
    WHERE sha256 = ${sha256} AND state = 'RECEIVED' AND handled = ${place}`);
}

function ourAccounts({ accounts }: BankFilesSettings): IsOurs {
  const known = new Set(Object.values(accounts).flatMap(({ iban, accountNumber }) => [iban, accountNumber]));
  return (account) => known.has(account);
}

/** Also where it had been taken in before, under this name or another. */
async function putAway({ db, directories }: InboxNeeds, file: InboxFile): Promise<void> {
  await db.write(sql`UPDATE bank_inbox SET lease_until = NULL WHERE sha256 = ${file.sha256}`);
  await moveTo(directories, directories.done, file);
}

async function reject({ db, clock, directories }: InboxNeeds, file: InboxFile, error: string): Promise<void> {
  const at = clock.now();
  await db.write(sql`
    INSERT INTO bank_inbox AS i (sha256, name, state, handled, error, received_at)
    VALUES (${file.sha256}, ${file.name}, 'FAILED', 0, ${error}, ${at})
    ON CONFLICT (sha256) DO UPDATE SET state = 'FAILED', error = EXCLUDED.error, lease_until = NULL
    WHERE i.state <> 'PROCESSED'`);
  const name = await moveTo(directories, directories.failed, file);
  await writeDurably(directories.failed, `${name}.error`, `${error}\n`);
}

/** A name that is taken there gets a part of the content's hash. */
async function moveTo({ inbox }: Directories, directory: string, { name, sha256 }: InboxFile): Promise<string> {
  const isTaken = await exists(join(directory, name));
  const free = isTaken ? `${name}.${sha256.slice(0, 12)}` : name;
  await moveDurably({ directory: inbox, name }, { directory, name: free });
  return free;
}

/** What went wrong on our side; the file is tried again. */
async function note({ db }: InboxNeeds, { sha256 }: InboxFile, error: unknown): Promise<void> {
  const message = error instanceof Error ? error.message : String(error);
  await db
    .write(sql`UPDATE bank_inbox SET error = ${message}, lease_until = NULL WHERE sha256 = ${sha256}`)
    .catch(() => {});
}
