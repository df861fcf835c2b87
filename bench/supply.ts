import { noReceipt } from '../server/src/db/receipt.ts';
import { rawSql, render, sql } from '../server/src/db/sql.ts';
import { postStatement } from '../server/src/ledger/post.ts';
import { startPayment } from '../server/src/transactions/execution.ts';
import { OUTCOME_JOB } from '../server/src/transactions/payouts.ts';
import type { Template } from './customers.ts';
import { inlined } from './pgbench.ts';
import { accountId, type Books, customerId, openNumbered, type ScriptWorkload, senders } from './workload.ts';

const UUID = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/g;
const TABLES = ['quotes', 'transactions', 'events', 'jobs'] as const;
/** More than any way of executing them uses up. */
const QUOTES_PER_SECOND = 5_000;
/** Three digits, of which the first is not zero. */
const FIRST_BATCH = { PAYMENTS: 100, MOCK: 250, GROWTH: 350 };
const FIRST_SPREAD_BATCH = 500;
/** Prime to the number of accounts: every account has its turn before one comes again. */
const STRIDE = 1_511;
const NEVER = '2100-01-01T00:00:00Z';

/** The house's accounts that every payment from dollars to pounds goes through. */
const HOT = ['fees.service:USD', 'fx.position:USD', 'fx.position:GBP', 'transit.payout:GBP'];

type Rows = Record<(typeof TABLES)[number], string[]>;

/** Whether a transaction is one of those that have positions of their own, which no audit expects. */
export const isSpread = (transactionId: string): boolean => /-8000-[5-9]\d{11}$/.test(transactionId);

/** Quotes waiting to be executed: copies of one that the service made, each of another customer. */
export class QuoteSupply {
  readonly #books: Books;
  readonly #rows: Rows;
  #batch: number;

  private constructor(books: Books, rows: Rows, firstBatch: number) {
    this.#books = books;
    this.#rows = rows;
    this.#batch = firstBatch - 1;
  }

  static async copying(books: Books, template: Template, user: keyof typeof FIRST_BATCH): Promise<QuoteSupply> {
    return new QuoteSupply(books, withPlaceholders(await templateRows(books, template), template), FIRST_BATCH[user]);
  }

  /** The same where no two payments share an account of the house at a time, as no real platform has it. */
  async spread(): Promise<QuoteSupply> {
    for (const account of HOT) await openNumbered(this.#books, account);
    const numbered = (text: string, account: string) => text.replaceAll(account, `${account}:@s@`);
    const rows = JSON.parse(HOT.reduce(numbered, JSON.stringify(this.#rows)));
    return new QuoteSupply(this.#books, rows, FIRST_SPREAD_BATCH);
  }

  /** Makes new ones and tells how they are called: this, and nine digits from 1 up. */
  async refill(seconds: number): Promise<{ prefix: string; count: number }> {
    await this.#requireLeft();
    this.#batch += 1;
    const count = Math.ceil((seconds + 0.5) * QUOTES_PER_SECOND);
    for (const table of TABLES) for (const row of this.#rows[table]) await this.#copy(table, row, count);
    for (const table of TABLES) await this.#books.db.write(sql`ANALYZE ${rawSql(table)}`);
    return { prefix: this.#prefix, count };
  }

  get #prefix(): string {
    return `Quote:01900000-0000-7000-8000-${this.#batch}`;
  }

  #copy(table: string, row: string, count: number): Promise<unknown> {
    const sender = sql`(${senders.from}::int + (n * ${STRIDE}::int) % ${senders.to - senders.from + 1}::int)::text`;
    const text = sql`replace(replace(${row.replaceAll('@b@', String(this.#batch))}, '@n@', lpad(n::text, 9, '0')), '@s@', ${sender})`;
    return this.#books.db.write(sql`
      INSERT INTO ${rawSql(table)} SELECT r.* FROM generate_series(1, ${count}::int) n
      CROSS JOIN LATERAL jsonb_populate_record(NULL::${rawSql(table)}, (${text})::jsonb) r`);
  }

  /** A quote that is not there costs nothing to execute: the figures of a supply that ran out would flatter. */
  async #requireLeft(): Promise<void> {
    const { db, platformId } = this.#books;
    const ofBatch = sql`platform_id = ${platformId} AND quote_id LIKE ${`${this.#prefix}%`}`;
    const [row] = await db.read<{ made: boolean; is_left: boolean }>(sql`
      SELECT EXISTS (SELECT 1 FROM transactions WHERE ${ofBatch}) AS made,
        EXISTS (SELECT 1 FROM transactions WHERE ${ofBatch} AND status = 'PENDING') AS is_left`);
    if (row?.made && !row.is_left) throw new Error('the quotes ran out');
  }

  /** What was executed is never paid out: what is measured next has the machine to itself. */
  async rest(): Promise<void> {
    await this.#books.db.write(sql`UPDATE jobs SET run_at = ${NEVER}, due_at = ${NEVER} WHERE kind = ${OUTCOME_JOB}`);
  }

  /** The statement that executes one of them, called by pgbench. */
  workload(name: string): ScriptWorkload {
    const { platformId, at } = this.#books;
    const quoteId = 'Quote:01900000-0000-7000-8000-@u@';
    // Their payouts are never due: there is no worker beside pgbench.
    const clockOffsetMs = at.getTime() - new Date(NEVER).getTime();
    const guard = startPayment({ platformId, quoteId, setOffBy: 'EXECUTE', from: 'PENDING', at, clockOffsetMs });
    const { text, values } = render(postStatement([{ guard, effects: noReceipt.rememberPlanned(200) }]));
    const numbers = '\\set i :i + 1\n\\set u :batch * 1000000000 + :i * :clients + :client_id\n';
    return {
      name,
      script: () => `${numbers}${inlined(text, values.map(String))};\n`,
      supply: async (seconds) => {
        await this.refill(seconds);
        return { batch: this.#batch };
      },
    };
  }

  /** The row of a quote alone, inserted by pgbench. */
  insertion(): ScriptWorkload {
    const row = JSON.parse(
      (this.#rows.quotes[0] ?? '').replaceAll('-8000-@b@@n@', '-9000-@u@').replaceAll('@s@', String(senders.from)),
    );
    const columns = Object.keys(row);
    const places = columns.map((_, i) => `$${i + 1}`);
    const text = `INSERT INTO quotes (${columns.join(', ')}) VALUES (${places.join(', ')})`;
    const numbers = '\\set i :i + 1\n\\set u :run * 10000000000 + :i * 100 + :client_id\n';
    return {
      name: 'insertion of a quote',
      script: () => `${numbers}${inlined(text, Object.values(row).map(String))};\n`,
      supply: async () => ({}),
    };
  }
}

async function templateRows({ db, platformId }: Books, { quoteId, transactionId }: Template) {
  const rows = async (table: string, column: string, id: string): Promise<object[]> => {
    const found = await db.read<{ row: object }>(sql`
      SELECT to_jsonb(t) AS row FROM ${rawSql(table)} t
      WHERE platform_id = ${platformId} AND ${rawSql(column)} = ${id}`);
    return found.map(({ row }) => row);
  };
  return {
    quotes: (await rows('quotes', 'id', quoteId)).map((row) => ({ ...row, expires_at: NEVER })),
    transactions: await rows('transactions', 'id', transactionId),
    events: await rows('events', 'resource_id', transactionId),
    jobs: (await rows('jobs', 'resource_id', quoteId)).map((row) => ({ ...row, run_at: NEVER, due_at: NEVER })),
  };
}

/** What differs from copy to copy: the customer and its account, and everything that has an id of its own. */
function withPlaceholders(rows: Record<keyof Rows, object[]>, { payer, quoteId, kept }: Template): Rows {
  const places = new Map([[quoteId.slice(-36), 0]]);
  const place = (uuid: string): string => {
    if (kept.some((id) => id.endsWith(uuid))) return uuid;
    if (!places.has(uuid)) places.set(uuid, places.size);
    return `01900000-0000-7${String(places.get(uuid)).padStart(3, '0')}-8000-@b@@n@`;
  };
  const textOf = (row: object): string =>
    JSON.stringify(row)
      .replaceAll(payer.accountId, accountId('@s@'))
      .replaceAll(payer.customerId, customerId('@s@'))
      .replaceAll(UUID, place);
  return {
    quotes: rows.quotes.map(textOf),
    transactions: rows.transactions.map(textOf),
    events: rows.events.map(textOf),
    jobs: rows.jobs.map(textOf),
  };
}
