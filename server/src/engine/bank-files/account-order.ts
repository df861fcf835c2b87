import type { Database } from '../../foundation/db/database.ts';
import { sql } from '../../foundation/db/sql.ts';
import type { Steps } from './interruptible-work.ts';
import { isXml } from './report-reader.ts';
import { type BankFilesSettings, ownAccountOf } from './settings.ts';

/** Files that are processed at the same time, which bounds the memory. */
const MAX_AT_ONCE = 4;
/** Beginning of a file that shows its format. */
const HEAD = 256;
/** Ids of our messages (outbox.ts), which a status report names in place of an account. */
const MESSAGE_ID = /[0-9a-f]{32}/g;
const MAX_MESSAGES = 20;

/** Runs work for bank accounts: that of one account in order, that of different ones at the same time. */
export class AccountQueues {
  readonly #last = new Map<string, Promise<void>>();
  readonly #blocked = new Set<string>();
  readonly #waiting: (() => void)[] = [];
  #running = 0;

  /** `work` returns BUSY if another process has the file: later files of its accounts wait as well. */
  add(accounts: readonly string[], work: () => Promise<'BUSY' | undefined>): Promise<void> {
    const before = accounts.map((account) => this.#last.get(account));
    const done = Promise.all(before).then(() => this.#run(accounts, work));
    for (const account of accounts) this.#last.set(account, done);
    return done;
  }

  async #run(accounts: readonly string[], work: () => Promise<'BUSY' | undefined>): Promise<void> {
    if (accounts.some((account) => this.#blocked.has(account))) return;
    if (this.#running >= MAX_AT_ONCE) await new Promise<void>((resolve) => this.#waiting.push(resolve));
    else this.#running += 1;
    try {
      if ((await work()) === 'BUSY') for (const account of accounts) this.#blocked.add(account);
    } finally {
      const next = this.#waiting.shift();
      if (next) next();
      else this.#running -= 1;
    }
  }
}

/**
 * Our accounts that a file may be about, without parsing it: those that it names, and those of our messages that it
 * names. A file that names neither waits for all, because it may spell them in another way.
 */
export function* accountsNamedIn(
  bytes: Buffer,
  settings: BankFilesSettings,
): Steps<{ accounts: string[]; messages: string[] }> {
  const currencies = Object.keys(settings.accounts);
  const isAch = !isXml(bytes.toString('latin1', 0, HEAD).replace(/^\u00ef\u00bb\u00bf/, ''));
  const named = new Set<string>();
  for (const currency of currencies) {
    const { iban, accountNumber, ach } = settings.accounts[currency] ?? {};
    const isNamed = [iban, accountNumber].some((text) => text !== undefined && bytes.includes(text));
    if (isNamed || (isAch && ach)) named.add(ownAccountOf(settings, currency) ?? '');
    yield;
  }
  const messages = new Set<string>();
  for (const [id] of bytes
    .subarray(0, HEAD * HEAD)
    .toString('latin1')
    .matchAll(MESSAGE_ID)) {
    if (messages.size < MAX_MESSAGES) messages.add(id);
  }
  return { accounts: [...named], messages: [...messages] };
}

/** Accounts of the payments in files of ours. */
export async function accountsOfMessages(
  db: Database,
  settings: BankFilesSettings,
  messages: readonly string[],
): Promise<string[]> {
  if (messages.length === 0) return [];
  const found = await db.read<{ currency: string }>(sql`
    SELECT DISTINCT p.currency FROM bank_files f JOIN bank_payments p ON p.file_id = f.id
    WHERE f.message_id = ANY (${[...messages]}::text[])`);
  return found.flatMap(({ currency }) => ownAccountOf(settings, currency) ?? []);
}

export const allAccounts = (settings: BankFilesSettings): string[] =>
  Object.keys(settings.accounts).map((currency) => ownAccountOf(settings, currency) ?? '');
