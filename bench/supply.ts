import { writeFile } from 'node:fs/promises';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { type Posting, postStatement } from '../server/src/engine/ledger/post.ts';
import { sandboxFunding } from '../server/src/engine/providers/funding/sandbox.ts';
import { rawSql, render, sql } from '../server/src/foundation/db/sql.ts';
import { uuidOf } from '../server/src/foundation/kernel/ids.ts';
import { quoteText } from '../server/src/payments/quotes/record.ts';
import { OUTCOME_JOB } from '../server/src/payments/transactions/legs.ts';
import { transactionIdOf } from '../server/src/payments/transactions/quote-content.ts';
import { advance, findQuoted } from '../server/src/payments/transactions/record.ts';
import { postingOf } from '../server/src/payments/transitions/apply.ts';
import { startTransition } from '../server/src/payments/transitions/start.ts';
import { bankCatalogue } from '../server/src/start/composition/banking.ts';
import { bankingWith } from '../server/test/support/banking.ts';
import type { Address, Template } from './customers.ts';
import { sendAll } from './load.ts';
import { inlined } from './pgbench.ts';
import {
  accountId,
  type Books,
  customerId,
  keyedRequest,
  openNumbered,
  type ScriptWorkload,
  STRIDE,
  senders,
} from './workload.ts';

const UUID = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/g;
const TABLES = ['transactions', 'listed_statuses', 'events'] as const;
/** More than any machine has executed. */
const QUOTES_PER_SECOND = 5_000 * availableParallelism();
/** More than a measurement of this length uses. Load generators may round up to whole seconds. */
export const quotesFor = (seconds: number): number => Math.ceil((Math.ceil(seconds) + 0.5) * QUOTES_PER_SECOND);
/** Three digits, of which the first is not zero. */
const FIRST_BATCH = { PAYMENTS: 100, GROWTH: 350, SPREAD: 500 };
const NEVER = '2100-01-01T00:00:00Z';

/** Stops payouts and expiries, so that they do not disturb the next measurement. */
export async function restJobs({ db }: Books): Promise<void> {
  await db.write(sql`
    UPDATE jobs SET run_at = ${NEVER}, due_at = ${NEVER}
    WHERE kind = ${OUTCOME_JOB} AND run_at < ${NEVER}`);
  await db.write(sql`UPDATE listed_statuses SET expires_at = ${NEVER}, due_at = ${NEVER} WHERE due_at < ${NEVER}`);
  await db.write(sql`VACUUM (ANALYZE) jobs, listed_statuses`);
}

/** Quotes that the server has just created: as for a platform, most are still in its memory. */
export class MadeQuotes {
  readonly #place: { directory: string; server: Address };
  readonly #bodies: readonly string[];

  constructor(place: { directory: string; server: Address }, bodies: readonly string[]) {
    this.#place = place;
    this.#bodies = bodies;
  }

  /** Writes the ids of new quotes to a file, newest first: the server keeps the last few thousand quotes in memory. */
  async refill(count: number): Promise<string> {
    const { url, authorization } = this.#place.server;
    const target = { url: url.href, authorization, path: '/quotes', bodies: this.#bodies, connections: 64 };
    const answers = await sendAll({ ...target, request: 'post' }, count);
    const ids = answers.map((answer) => /"id":"(Quote:[^"]+)"/.exec(answer)?.[1]);
    const file = join(this.#place.directory, 'quotes.txt');
    await writeFile(file, ids.reverse().join('\n'));
    return file;
  }
}

/** System accounts of every payment from dollars to pounds. */
const HOT = ['fees.service:USD', 'fx.position:USD', 'fx.position:GBP', 'transit.payout:GBP'];

type Rows = Record<(typeof TABLES)[number], string[]>;

/** Whether a transaction uses numbered system accounts, which the audit does not expect. */
export const isSpread = (transactionId: string): boolean => /-8000-[5-9]\d{11}$/.test(transactionId);

/** Quotes waiting to be executed: copies of one that the service created, each for another customer. */
export class QuoteSupply {
  readonly #books: Books;
  readonly #template: Template;
  readonly #mask: (text: string) => string;
  readonly #rows: Rows;
  #batch: number;

  private constructor(books: Books, template: Template, { rows, firstBatch }: { rows: Rows; firstBatch: number }) {
    this.#books = books;
    this.#template = template;
    this.#mask = maskOf(template);
    this.#rows = masked(rows, this.#mask);
    this.#batch = firstBatch - 1;
  }

  static async copying(books: Books, template: Template, user: keyof typeof FIRST_BATCH): Promise<QuoteSupply> {
    const rows = await templateRows(books, template);
    return new QuoteSupply(books, template, { rows, firstBatch: FIRST_BATCH[user] });
  }

  /** Creates quotes. Their ids are the returned prefix and nine digits, from 1 to `count`. */
  async refill(seconds: number): Promise<{ prefix: string; count: number }> {
    await this.#requireLeft();
    this.#batch += 1;
    const count = quotesFor(seconds);
    for (const table of TABLES) for (const row of this.#rows[table]) await this.#copy(table, row, count);
    for (const table of TABLES) await this.#books.db.write(sql`ANALYZE ${rawSql(table)}`);
    return { prefix: this.#prefix, count };
  }

  get #prefix(): string {
    return `Quote:01900000-0000-7000-8000-${this.#batch}`;
  }

  #copy(table: (typeof TABLES)[number], row: string, count: number): Promise<unknown> {
    const sender = sql`(${senders.from}::int + (n * ${STRIDE}::int) % ${senders.to - senders.from + 1}::int)::text`;
    const text = sql`replace(replace(${row.replaceAll('@b@', String(this.#batch))}, '@n@', lpad(n::text, 9, '0')), '@s@', ${sender})`;
    return this.#books.db.write(sql`
      INSERT INTO ${rawSql(table)} SELECT r.* FROM generate_series(1, ${count}::int) n
      CROSS JOIN LATERAL (SELECT (${text})::jsonb) AS copies(copy)
      CROSS JOIN LATERAL jsonb_populate_record(NULL::${rawSql(table)}, copy) r`);
  }

  /** Fails if the quotes are used up: executing a missing quote is cheap and would improve the figures. */
  async #requireLeft(): Promise<void> {
    const { db, platformId } = this.#books;
    const ofBatch = sql`platform_id = ${platformId} AND id LIKE ${`${transactionIdOf(this.#prefix)}%`}`;
    const [row] = await db.read<{ made: boolean; is_left: boolean }>(sql`
      SELECT EXISTS (SELECT 1 FROM transactions WHERE ${ofBatch}) AS made,
        EXISTS (SELECT 1 FROM transactions WHERE ${ofBatch} AND status = 'PENDING') AS is_left`);
    if (row?.made && !row.is_left) throw new Error('the quotes ran out');
  }

  /** The statement that executes one of these quotes, for pgbench. */
  async workload(name: string): Promise<ScriptWorkload> {
    return this.#workload(name, (text) => text);
  }

  /** The same statement with separate system accounts for concurrent payments, unlike on a real platform. */
  async spreadWorkload(name: string): Promise<ScriptWorkload> {
    for (const account of HOT) await openNumbered(this.#books, account);
    return this.#workload(name, (text) => HOT.reduce((all, one) => all.replaceAll(one, `${one}:@s@`), text));
  }

  async #workload(name: string, spread: (text: string) => string): Promise<ScriptWorkload> {
    const { text, values } = render(postStatement([await executionOf(this.#books, this.#template)]));
    const masked = values.map((value) => spread(this.#mask(String(value))).replaceAll('@b@@n@', '@u@'));
    const { from, to } = senders;
    const numbers = [
      '\\set i :i + 1',
      '\\set n :i * :clients + :client_id',
      '\\set u :batch * 1000000000 + :n',
      `\\set s ${from} + mod(:n * ${STRIDE}, ${to - from + 1})`,
    ];
    return {
      name,
      script: () => `${numbers.join('\n')}\n${inlined(text, masked)};\n`,
      supply: async (seconds) => {
        await this.refill(seconds);
        return { batch: this.#batch };
      },
    };
  }

  /**
   * Inserts only the row of a quote, as long as the server writes it. Uses a copy of the table, because the audit would
   * report the missing event.
   */
  async insertion(): Promise<ScriptWorkload> {
    const { db } = this.#books;
    const columns: Record<string, unknown> = JSON.parse(
      (this.#rows.transactions[0] ?? '')
        .replaceAll('-8000-@b@@n@', '-9000-@u@')
        .replaceAll('@s@', String(senders.from)),
    );
    const given = Object.entries(columns).filter(([, value]) => value !== null);
    const places = given.map((_, i) => `$${i + 1}`);
    const text = `INSERT INTO quote_rows (${given.map(([name]) => name).join(', ')}) VALUES (${places.join(', ')})`;
    const numbers = '\\set i :i + 1\n\\set u :run * 1000000000 + :i * 100 + :client_id\n';
    return {
      name: 'insertion of a quote',
      script: () =>
        `${numbers}${inlined(
          text,
          given.map(([, value]) => (typeof value === 'object' ? JSON.stringify(value) : String(value))),
        )};\n`,
      supply: async () => {
        await db.write(sql`CREATE TABLE IF NOT EXISTS quote_rows (LIKE transactions INCLUDING ALL)`);
        await db.write(sql`GRANT INSERT ON quote_rows TO PUBLIC`);
        return {};
      },
    };
  }
}

async function templateRows({ db, platformId }: Books, { transactionId }: Template): Promise<Rows> {
  const rows = async (table: string, column: string, id: string, platform = platformId): Promise<object[]> => {
    const found = await db.read<{ row: object }>(sql`
      SELECT to_jsonb(t) AS row FROM ${rawSql(table)} t
      WHERE platform_id = ${platform} AND ${rawSql(column)} = ${id}`);
    return found.map(({ row }) => row);
  };
  const texts = (found: object[], changes: object = {}) => found.map((row) => JSON.stringify({ ...row, ...changes }));
  return {
    transactions: texts(await rows('transactions', 'id', transactionId), { expires_at: NEVER }),
    listed_statuses: texts(await rows('listed_statuses', 'id', transactionId), { expires_at: NEVER, due_at: NEVER }),
    events: texts(await rows('events', 'resource_id', transactionId, uuidOf(platformId))),
  };
}

/** Values that differ between copies: the customer and its account, and every id. */
export function maskOf({ payer, quoteId, kept }: Template): (text: string) => string {
  const places = new Map([[quoteId.slice(-36), 0]]);
  const place = (uuid: string): string => {
    if (kept.some((id) => id.endsWith(uuid))) return uuid;
    if (!places.has(uuid)) places.set(uuid, places.size);
    return `01900000-0000-7${String(places.get(uuid)).padStart(3, '0')}-8000-@b@@n@`;
  };
  return (text) =>
    text
      .replaceAll(payer.accountId, accountId('@s@'))
      .replaceAll(payer.customerId, customerId('@s@'))
      .replaceAll(UUID, place);
}

function masked(rows: Rows, mask: (text: string) => string): Rows {
  const texts = TABLES.map((table) => [table, rows[table].map(mask)] as const);
  return Object.fromEntries(texts) as Rows;
}

/** The posting of the template's execution, with its stored response. Its payout is never due: pgbench runs no worker. */
export async function executionOf(books: Books, { quoteId }: Template): Promise<Posting> {
  const { db, platformId, at } = books;
  const transaction = await findQuoted(db, platformId, quoteId);
  if (!transaction) throw new Error('the template is gone');
  const clockOffsetMs = at.getTime() - new Date(NEVER).getTime();
  const { transition, effects } = startTransition(transaction, { at, clockOffsetMs });
  const advanced = advance(transaction, transition.steps, at);
  const kept = keyedRequest(books).receipt.record({ status: 200, text: quoteText(transaction, 'PROCESSING') });
  const posting = postingOf(
    { db, banking: bankingWith(sandboxFunding(bankCatalogue)) },
    { platformId, mode: 'SANDBOX', at },
    { transaction, transition, change: { guard: advanced.guard, effects: [...advanced.effects, ...effects, ...kept] } },
  );
  if (!posting) throw new Error('an execution moves money');
  return posting;
}
