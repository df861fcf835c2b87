import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { nachaProblems } from '../src/engine/bank-files/nacha-check.ts';
import { readNacha } from '../src/engine/bank-files/nacha-read.ts';
import { pain001Problems } from '../src/engine/bank-files/pain001-check.ts';
import { endToEndId } from '../src/engine/bank-files/payment.ts';
import { all, readXml } from '../src/engine/bank-files/xml.ts';
import { sql } from '../src/foundation/db/sql.ts';
import { MINUTE_MS } from '../src/foundation/kernel/clock.ts';
import { BankExchange } from './support/bank-exchange.ts';
import { accounts, decimals, idOf } from './support/bank-files.ts';
import { fates, MortalDatabase } from './support/mortal-database.ts';
import { Randomness } from './support/seed.ts';

let exchange: BankExchange;
beforeEach(async () => {
  exchange = await BankExchange.open();
});
afterEach(() => exchange.close());

const sepa = (name: string, more: object = {}) => exchange.submit({ name, accountInfo: accounts.SEPA, ...more });
const ach = (name: string, more: object = {}) =>
  exchange.submit({ name, accountInfo: accounts.USD, currency: 'USD', rail: 'ACH', ...more });
const endToEndIds = (xml: string): string[] =>
  all(readXml(xml).children[0], 'PmtInf', 'CdtTrfTxInf', 'PmtId', 'EndToEndId').map(({ text }) => text);
const idsOf = (...names: string[]) => names.map((name) => endToEndId({ platformId: '', id: idOf(name) }));

describe('a payment', () => {
  it('is queued, sent once, and is in no second file however often it is submitted', async () => {
    expect(await sepa('one')).toEqual([]);
    expect(await sepa('one')).toEqual([]);
    await exchange.run();
    await sepa('one');
    await exchange.run();
    const [file = '', ...others] = exchange.outbox();
    expect(others).toEqual([]);
    expect(endToEndIds(file)).toEqual(idsOf('one'));
    expect(pain001Problems(file, decimals)).toEqual([]);
    expect(exchange.list('work')).toEqual([]);
    expect(exchange.logs).toEqual([]);
  });

  it('can be withdrawn until it is in a file, and not after', async () => {
    await sepa('one');
    await sepa('two');
    const cancel = (name: string) =>
      exchange.rail.cancel({ platformId: exchange.platformId, id: idOf(name), rail: 'SEPA' });
    expect(await cancel('one')).toBe(true);
    expect(await cancel('one')).toBe(true);
    await exchange.run();
    expect(await cancel('two')).toBe(false);
    expect(await cancel('never seen')).toBe(false);
    expect(exchange.outbox().flatMap(endToEndIds)).toEqual(idsOf('two'));
    // A second submission after a crash: the payment stays withdrawn, and the exchange reports that.
    expect(await sepa('one')).toEqual([{ afterMs: 0, outcome: { type: 'CANCELLED' } }]);
    await exchange.run();
    expect(exchange.list('outbox')).toHaveLength(1);
  });

  it('withdrawn while files are written is either in a file or withdrawn, never both', async () => {
    const names = Array.from({ length: 40 }, (_, i) => `race ${i}`);
    for (const name of names) await sepa(name);
    const cancels = names.map((name) =>
      exchange.rail.cancel({ platformId: exchange.platformId, id: idOf(name), rail: 'SEPA' }),
    );
    const [withdrawn] = await Promise.all([Promise.all(cancels), exchange.run()]);
    await exchange.run();
    const sent = exchange.outbox().flatMap(endToEndIds);
    const kept = names.filter((_, i) => !withdrawn[i]);
    expect(sent.sort()).toEqual(idsOf(...kept).sort());
  });

  it('that no file can carry is rejected immediately, and repeatedly in the same way', async () => {
    const rejected = [{ afterMs: 0, outcome: { type: 'FAILED', reason: 'ACCOUNT_INVALID' } }];
    const nameless = { ...accounts.SEPA, beneficiary: { beneficiaryType: 'INDIVIDUAL', fullName: '山田' } };
    expect(await sepa('one', { accountInfo: nameless })).toEqual(rejected);
    expect(await sepa('one', { accountInfo: nameless })).toEqual(rejected);
    const unsupported = [{ afterMs: 0, outcome: { type: 'FAILED', reason: 'QUOTE_EXECUTION_FAILED' } }];
    expect(await sepa('two', { rail: 'PIX', currency: 'BRL' })).toEqual(unsupported);
    await exchange.run();
    expect(exchange.list('outbox')).toEqual([]);
  });

  it('that the settings can no longer carry is left for an operator, and does not block others', async () => {
    await sepa('one');
    await sepa('two', { remittanceInformation: 'other' });
    await exchange.database.db.write(
      sql`UPDATE bank_payments SET payment = jsonb_set(payment, '{beneficiary,name}', '""') WHERE id = ${idOf('one')}`,
    );
    await exchange.run();
    await exchange.run();
    expect(exchange.outbox().flatMap(endToEndIds)).toEqual(idsOf('two'));
    expect(await exchange.findings()).toEqual(['CANNOT_BE_WRITTEN']);
    expect(await exchange.states()).toMatchObject({ [idOf('one')]: 'QUEUED', [idOf('two')]: 'IN_FILE' });
    await exchange.database.db.write(
      sql`UPDATE bank_payments SET payment = jsonb_set(payment, '{beneficiary,name}', '"Ana"') WHERE id = ${idOf('one')}`,
    );
    exchange.clock.move(60 * MINUTE_MS);
    await exchange.run();
    expect(exchange.outbox().flatMap(endToEndIds).sort()).toEqual(idsOf('one', 'two').sort());
    expect(await exchange.findings()).toEqual([]);
  });
});

describe('payment files', () => {
  it('are written per bank and format', async () => {
    await sepa('one');
    await exchange.submit({ name: 'two', accountInfo: accounts.GBP, rail: 'FASTER_PAYMENTS', currency: 'GBP' });
    await ach('three');
    await ach('four', { direction: 'PULL' });
    await exchange.run();
    expect(exchange.list('outbox').map((name) => name.replace(/-.*\./, '.'))).toEqual([
      'nacha.ach',
      'pain001.xml',
      'pain001.xml',
    ]);
    const [nacha = ''] = exchange.outbox();
    expect(nachaProblems(nacha)).toEqual([]);
    expect(
      readNacha(nacha)
        ?.batches.map(({ header }) => header.serviceClass)
        .sort(),
    ).toEqual(['220', '225']);
  });

  it('wait for the batch interval, unless a payment is instant or the cut-off is near', async () => {
    exchange.rail = exchange.railOn(exchange.database.db, { batchMinutes: 30 });
    await sepa('one');
    await exchange.run();
    expect(exchange.list('outbox')).toHaveLength(0);
    exchange.clock.move(30 * MINUTE_MS);
    await exchange.run();
    expect(exchange.list('outbox')).toHaveLength(1);
    await sepa('two', { rail: 'SEPA_INSTANT' });
    await exchange.run();
    expect(exchange.list('outbox')).toHaveLength(2);
    exchange.clock.at = new Date('2026-11-18T14:55:30Z');
    await sepa('three');
    await exchange.run();
    expect(exchange.list('outbox')).toHaveLength(3);
  });

  it('of ACH have unique traces, and a different letter for each file of the day', async () => {
    for (const name of ['a', 'b', 'c']) {
      await ach(name);
      await ach(`${name}2`);
      await exchange.run();
    }
    const files = exchange.outbox().map((content) => readNacha(content));
    expect(files.map((file) => file?.header.modifier).sort()).toEqual(['A', 'B', 'C']);
    const traces = files.flatMap((file) => file?.batches.flatMap(({ entries }) => entries.map(({ trace }) => trace)));
    expect(traces.sort()).toEqual([1, 2, 3, 4, 5, 6].map((n) => `02100008000000${n}`));
  });

  it('of ACH wait for the next day when the letters of the day are used up', async () => {
    await exchange.database.db.write(sql`
      INSERT INTO bank_files (id, name, message_id, format, bank, state, content, payments, day, attempt, created_at)
      SELECT 'f' || n, 'f' || n, 'f' || n, 'NACHA', '021000089', 'WRITTEN', '', 1, '2026-11-18', 1, ${exchange.clock.now()}
      FROM generate_series(1, 36) AS n`);
    await ach('one');
    await exchange.run();
    expect(exchange.list('outbox')).toEqual([]);
    exchange.clock.at = new Date('2026-11-19T09:00:00Z');
    await exchange.run();
    expect(exchange.list('outbox')).toHaveLength(1);
  });

  it('are written once by several concurrent processes', async () => {
    const others = [1, 2, 3].map(() => exchange.railOn(exchange.database.open()));
    for (let i = 0; i < 30; i++) await (i % 2 ? ach(`p${i}`) : sepa(`p${i}`));
    await Promise.all([exchange.rail, ...others].map((rail) => rail.run(exchange.reports)));
    await exchange.run();
    const sent = exchange
      .outbox()
      .flatMap((content) =>
        content.startsWith('<')
          ? endToEndIds(content)
          : (readNacha(content)?.batches ?? []).flatMap(({ entries }) =>
              entries.map(({ individualId }) => individualId),
            ),
      );
    expect([sent.length, new Set(sent).size]).toEqual([30, 30]);
  });
});

describe('after a process ends unexpectedly', () => {
  /** More statements than one round writes. */
  const STATEMENTS = 9;

  const waiting = async (): Promise<void> => {
    await sepa('one');
    await sepa('two');
    await ach('three');
  };

  /** All files the bank has received; it fetches new files immediately. */
  const taken: string[] = [];
  beforeEach(() => void taken.splice(0));
  const take = (): void => {
    taken.push(...exchange.outbox());
    for (const name of exchange.list('outbox')) rmSync(join(exchange.directories.outbox, name));
  };

  async function expectEachOnce(): Promise<void> {
    take();
    expect(taken.filter((content) => content.startsWith('<')).flatMap(endToEndIds)).toEqual(idsOf('one', 'two'));
    expect(taken.filter((content) => !content.startsWith('<'))).toHaveLength(1);
    expect(Object.values(await exchange.states())).toEqual(['IN_FILE', 'IN_FILE', 'IN_FILE']);
  }

  const deaths = fates(STATEMENTS, 'dies before', 'dies after');
  it.each(deaths)('one that $how statement $at: each payment is in exactly one file', async (fate) => {
    await waiting();
    const mortal = new MortalDatabase(exchange.database.connection, fate);
    await exchange.railOn(mortal).run(exchange.reports);
    await mortal.close();
    take();
    exchange.clock.move(2 * MINUTE_MS);
    await exchange.run();
    await exchange.run();
    await expectEachOnce();
    expect(exchange.list('work')).toEqual([]);
  });

  it.each(fates(6, 'sleeps before'))(
    'one that $how statement $at and resumes long after: each payment is in exactly one file',
    async (fate) => {
      await waiting();
      const sleeper = new MortalDatabase(exchange.database.connection, fate);
      const round = exchange.railOn(sleeper).run(exchange.reports);
      await sleeper.asleep;
      take();
      exchange.clock.move(2 * MINUTE_MS);
      await exchange.run();
      take();
      sleeper.wake();
      await round;
      await sleeper.close();
      exchange.clock.move(2 * MINUTE_MS);
      await exchange.run();
      await expectEachOnce();
    },
  );

  it.each(fates(4, 'sleeps before'))(
    'two at once, the second of which $how statement $at: each payment is in exactly one file',
    async (fate) => {
      await waiting();
      // The first has written its file into work/, and not yet recorded it.
      const first = new MortalDatabase(exchange.database.connection, { at: 5, how: 'sleeps before' });
      const firstRound = exchange.railOn(first).run(exchange.reports);
      await first.asleep;
      expect(exchange.list('work')).toHaveLength(1);
      exchange.clock.move(2 * MINUTE_MS);
      const second = new MortalDatabase(exchange.database.connection, fate);
      const secondRound = exchange.railOn(second).run(exchange.reports);
      await second.asleep;
      take();
      first.wake();
      await firstRound;
      take();
      second.wake();
      await secondRound;
      take();
      await Promise.all([first.close(), second.close()]);
      exchange.clock.move(2 * MINUTE_MS);
      await exchange.run();
      await expectEachOnce();
    },
  );

  it('with repeated kill -9 under load, each payment is in exactly one file, and every file is complete', async () => {
    const script = await bundled('./support/bank-files-process.ts');
    const taken = new Map<string, string>();
    const take = (): void => {
      for (const name of readdirSync(exchange.directories.outbox)) {
        expect(taken.has(name)).toBe(false);
        const away = join(exchange.directory, name);
        renameSync(join(exchange.directories.outbox, name), away);
        taken.set(name, readFileSync(away, 'utf8'));
      }
    };
    await exchange.run();
    const random = new Randomness();
    let count = 0;
    for (let life = 0; life < 8; life++) {
      const child = livingProcess(script, life);
      await once(child.stdout as NodeJS.ReadableStream, 'data');
      const end = performance.now() + 60 + random.below(240);
      while (performance.now() < end) {
        await sepa(`load ${++count}`);
        take();
        await sleep(1);
      }
      child.kill('SIGKILL');
      await once(child, 'exit');
      take();
    }
    rmSync(script);
    exchange.clock.move(60 * MINUTE_MS);
    await exchange.run();
    take();
    const sent = [...taken.values()];
    for (const content of sent) expect(pain001Problems(content, decimals)).toEqual([]);
    const expected = idsOf(...Array.from({ length: count }, (_, i) => `load ${i + 1}`));
    expect(sent.flatMap(endToEndIds).sort()).toEqual(expected.sort());
    expect(taken.size).toBeGreaterThan(4);
  });

  const livingProcess = (script: string, life: number): ChildProcess =>
    spawn(
      process.execPath,
      [script, JSON.stringify({ connection: exchange.database.connection, directory: exchange.directory, life })],
      {
        stdio: ['ignore', 'pipe', 'inherit'],
      },
    );

  async function bundled(path: string): Promise<string> {
    const outfile = join(
      fileURLToPath(new URL('../../node_modules/.cache/', import.meta.url)),
      `bank-files-${process.pid}.mjs`,
    );
    const entryPoints = [fileURLToPath(new URL(path, import.meta.url))];
    await build({
      entryPoints,
      outfile,
      bundle: true,
      platform: 'node',
      format: 'esm',
      packages: 'external',
      logLevel: 'error',
    });
    return outfile;
  }
});
