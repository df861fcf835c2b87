import type { Database } from '../../foundation/db/database.ts';
import { sql } from '../../foundation/db/sql.ts';
import type { Steps } from './interruptible-work.ts';
import { isXml } from './report-reader.ts';
import { type BankFilesSettings, ownAccountOf } from './settings.ts';

/** Maximum number of files processed at the same time, to bound the memory. */
const MAX_AT_ONCE = 4;
/** Number of bytes that suffice to detect the format. */
const HEAD = 256;
/** Ids of our messages (outbox.ts). A status report refers to a message instead of an account. */
const MESSAGE_ID = /[0-9a-f]{32}/g;
const MAX_MESSAGES = 20;

/** Runs work in order for each bank account, and concurrently for different accounts. */
export class AccountQueues {
  readonly #last = new Map<string, Promise<void>>();
  readonly #blocked = new Set<string>();
  readonly #waiting: (() => void)[] = [];
  #running = 0;

  /** `work` returns BUSY if another process holds the file; later files of the same accounts are then skipped. */
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
 * Finds, without parsing, the accounts and message ids that a file may refer to. For a file without either the caller
 * uses all accounts, because the file may spell an account differently.
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

/** Our accounts that the payments of these messages use. */
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
