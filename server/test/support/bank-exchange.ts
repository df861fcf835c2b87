import { mkdtempSync, readdirSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pino } from 'pino';
import { directoriesOf, makeDirectories } from '../../src/engine/bank-files/directories.ts';
import type { BankFilesRail, Credit, ReportHandlers } from '../../src/engine/bank-files/port.ts';
import { bankFilesRail } from '../../src/engine/bank-files/rail.ts';
import type { PaymentOutcome, RailPayment } from '../../src/engine/providers/rails/port.ts';
import type { Database } from '../../src/foundation/db/database.ts';
import { rawSql, sql } from '../../src/foundation/db/sql.ts';
import { addMs, DAY_MS } from '../../src/foundation/kernel/clock.ts';
import { newId } from '../../src/foundation/kernel/ids.ts';
import { decimals, payment, settings, WEDNESDAY } from './bank-files.ts';
import { openTestDatabase, type TestDatabase } from './database.ts';
import { HandClock } from './hand-clock.ts';

/** Tables of the bank files module; referring tables first. */
const TABLES = [
  'bank_returns',
  'bank_credits',
  'bank_findings',
  'bank_inbox',
  'bank_counters',
  'bank_files',
  'bank_payments',
];

type Wanted = Parameters<typeof payment>[0];

/** A rail with its own directories and clock, which records its reports. */
export class BankExchange {
  readonly directory = mkdtempSync(join(tmpdir(), 'causeway-bank-'));
  readonly directories = directoriesOf(this.directory);
  readonly clock = new HandClock();
  readonly reported: [transactionId: string, outcome: PaymentOutcome][] = [];
  readonly credits: Credit[] = [];
  readonly logs: string[] = [];
  readonly platformId = newId('Platform');
  static #shared: TestDatabase | undefined;
  readonly database: TestDatabase;
  rail: BankFilesRail;
  readonly reports: ReportHandlers = {
    report: async (_, id, outcome) => void this.reported.push([id, outcome]),
    onCredit: async (credit) => ({ isMatched: this.credits.push(credit) > 0 && credit.reference !== 'nobody' }),
  };

  private constructor(database: TestDatabase) {
    this.database = database;
    this.clock.at = WEDNESDAY;
    this.rail = this.railOn(database.db);
  }

  /** Tests of a worker share a database; each starts without bank files. */
  static async open(): Promise<BankExchange> {
    BankExchange.#shared ??= await openTestDatabase();
    const exchange = new BankExchange(BankExchange.#shared);
    const { db } = exchange.database;
    for (const table of TABLES) await db.write(sql`DELETE FROM ${rawSql(table)}`);
    await db.write(sql`
      INSERT INTO platforms (id, name, mode, created_at)
      VALUES (${exchange.platformId}, 'bank', 'PRODUCTION', ${WEDNESDAY})`);
    makeDirectories(exchange.directories);
    return exchange;
  }

  railOn(db: Database, changes: object = {}): BankFilesRail {
    const log = pino({ level: 'warn' }, { write: (line: string) => void this.logs.push(line) });
    const checked = settings({ batchMinutes: 0, settleSeconds: 0, ...changes });
    return bankFilesRail({ db, clock: this.clock, log, decimals, directory: this.directory, settings: checked });
  }

  payment(wanted: Wanted): RailPayment {
    return payment({ platformId: this.platformId, at: this.clock.now(), ...wanted });
  }

  submit(wanted: Wanted) {
    return this.rail.submit(this.payment(wanted));
  }

  run(): Promise<void> {
    return this.rail.run(this.reports);
  }

  /** Files in one of the directories. */
  list(where: keyof BankExchange['directories']): string[] {
    return readdirSync(this.directories[where], { withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map(({ name }) => name)
      .sort();
  }

  outbox(): string[] {
    return this.list('outbox').map((name) => readFileSync(join(this.directories.outbox, name), 'utf8'));
  }

  /** A file as a bank leaves it: complete, and written a while ago. */
  receive(name: string, content: string | Uint8Array, ageMs = DAY_MS): void {
    const path = join(this.directories.inbox, name);
    writeFileSync(path, content);
    const then = addMs(this.clock.now(), -ageMs);
    utimesSync(path, then, then);
  }

  async states(): Promise<Record<string, string>> {
    const found = await this.database.db.read<{ id: string; state: string }>(sql`SELECT id, state FROM bank_payments`);
    return Object.fromEntries(found.map(({ id, state }) => [id, state]));
  }

  async findings(): Promise<string[]> {
    const { findings } = await this.rail.overview();
    return findings.map(({ code }) => code).reverse();
  }

  async close(): Promise<void> {
    await this.rail.stop();
    rmSync(this.directory, { recursive: true, force: true });
  }
}
