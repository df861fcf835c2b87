import { join } from 'node:path';
import { brokenConstraint, type Database } from '../../foundation/db/database.ts';
import { sql } from '../../foundation/db/sql.ts';
import { addMs, type Clock, SECOND_MS } from '../../foundation/kernel/clock.ts';
import { AccountQueues, accountsNamedIn, accountsOfMessages, allAccounts } from './account-order.ts';
import { LeaseLost } from './apply-items.ts';
import { applyReport, LEASE_MS } from './apply-report.ts';
import { type Directories, exists, moveDurably, writeDurably } from './directories.ts';
import { listInbox, readInboxFile } from './inbox-files.ts';
import { runInterruptibly } from './interruptible-work.ts';
import type { Decimals } from './money.ts';
import type { ReportHandlers } from './port.ts';
import { type IsOwnAccount, reportSteps } from './report-reader.ts';
import type { BankFilesSettings } from './settings.ts';
import { UnreadableFile } from './xml.ts';

interface InboxDeps {
  db: Database;
  clock: Clock;
  settings: BankFilesSettings;
  decimals: Decimals;
  directories: Directories;
  reports: ReportHandlers;
  onProblem: (error: unknown, file: string) => void;
}

/**
 * Processes every complete file: files of one account in the order of their names, other files concurrently. A failing
 * file does not stop the others.
 */
export async function readInbox(deps: InboxDeps): Promise<void> {
  const queues = new AccountQueues();
  const working: Promise<void>[] = [];
  for (const name of await listInbox(deps.directories.inbox)) {
    const attempt = <T>(work: Promise<T>): Promise<T | undefined> =>
      work.catch((error: unknown) => void deps.onProblem(error, name));
    await attempt(
      accountsOf(deps, name).then((accounts) => {
        if (accounts) working.push(queues.add(accounts, () => attempt(processFile(deps, name))));
      }),
    );
  }
  await Promise.all(working);
}

/** Accounts that a file may refer to. Returns undefined if the file is incomplete or gone. */
async function accountsOf(
  { db, clock, settings, directories }: InboxDeps,
  name: string,
): Promise<string[] | undefined> {
  const content = await readInboxFile(directories.inbox, name);
  if (!content || addMs(content.modifiedAt, settings.settleSeconds * SECOND_MS) > clock.now()) return undefined;
  const { accounts, messages } = await runInterruptibly(accountsNamedIn(content.bytes, settings));
  const named = new Set([...accounts, ...(await accountsOfMessages(db, settings, messages))]);
  return named.size > 0 ? [...named] : allAccounts(settings);
}

async function processFile(deps: InboxDeps, name: string): Promise<'BUSY' | undefined> {
  const content = await readInboxFile(deps.directories.inbox, name);
  if (!content) return undefined;
  const { bytes, sha256, problem } = content;
  const file = { name, sha256 };
  const claimed = await claimFile(deps, file);
  if (claimed === 'BUSY') return 'BUSY';
  if (claimed === 'NAME_TAKEN') {
    await reject(deps, file, `a file named ${name} with other content was received before`);
  } else if (claimed.state === 'PROCESSED') {
    await archive(deps, file);
  } else {
    return takeIn(deps, { ...file, bytes, problem, handled: claimed.handled });
  }
  return undefined;
}

async function takeIn(deps: InboxDeps, file: ClaimedFile): Promise<'BUSY' | undefined> {
  try {
    if (file.problem) throw new UnreadableFile(file.problem);
    await applyFile(deps, file);
  } catch (error) {
    if (error instanceof LeaseLost) return 'BUSY';
    if (!(error instanceof UnreadableFile)) {
      await recordError(deps, file, error);
      throw error;
    }
    await reject(deps, file, error.message);
    return undefined;
  }
  await archive(deps, file);
  return undefined;
}

interface InboxFile {
  name: string;
  sha256: string;
}

/** Records a file by the hash of its content and leases the file to this process. A FAILED file is processed again. */
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
    // Two concurrent inserts of the same file may violate the unique name before the unique hash.
    return (await isRecorded(db, { name, sha256 })) ? 'BUSY' : 'NAME_TAKEN';
  }
}

async function isRecorded(db: Database, { name, sha256 }: InboxFile): Promise<boolean> {
  const found = await db.read(sql`SELECT 1 FROM bank_inbox WHERE sha256 = ${sha256} AND name = ${name}`);
  return found.length > 0;
}

interface ClaimedFile extends InboxFile {
  bytes: Uint8Array;
  /** Reason why the content was not read. */
  problem: string | undefined;
  handled: number;
}

async function applyFile(deps: InboxDeps, { sha256, bytes, handled }: ClaimedFile): Promise<void> {
  const { db, clock, settings } = deps;
  const { kind, items } = await runInterruptibly(reportSteps(bytes, ownAccounts(settings)));
  const count = await applyReport(deps, { items, sha256, handled });
  await db.write(sql`
    UPDATE bank_inbox SET state = 'PROCESSED', kind = ${kind}, processed_at = ${clock.now()}, lease_until = NULL
    WHERE sha256 = ${sha256} AND state = 'RECEIVED' AND handled = ${count}`);
}

function ownAccounts({ accounts }: BankFilesSettings): IsOwnAccount {
  const known = new Set(Object.values(accounts).flatMap(({ iban, accountNumber }) => [iban, accountNumber]));
  return (account) => known.has(account);
}

/** Moves a processed file to done/, including a repeated file that was processed earlier. */
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

/** Appends a part of the hash if the target directory has a file with this name. */
async function moveTo({ inbox }: Directories, directory: string, { name, sha256 }: InboxFile): Promise<string> {
  const isTaken = await exists(join(directory, name));
  const freeName = isTaken ? `${name}.${sha256.slice(0, 12)}` : name;
  await moveDurably({ directory: inbox, name }, { directory, name: freeName });
  return freeName;
}

/** Records an internal error and ends the lease, so that the file is retried. */
async function recordError({ db }: InboxDeps, { sha256 }: InboxFile, error: unknown): Promise<void> {
  const message = error instanceof Error ? error.message : String(error);
  await db
    .write(sql`UPDATE bank_inbox SET error = ${message}, lease_until = NULL WHERE sha256 = ${sha256}`)
    // The caller reports the original error. If this write fails as well, the lease expires.
    .catch(() => {});
}
