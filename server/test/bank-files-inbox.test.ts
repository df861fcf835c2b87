import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { readInboxFile } from '../src/engine/bank-files/inbox-files.ts';
import { runInterruptibly } from '../src/engine/bank-files/interruptible-work.ts';
import { endToEndId } from '../src/engine/bank-files/payment.ts';
import { failureOf } from '../src/engine/bank-files/reasons.ts';
import { readReport, reportSteps } from '../src/engine/bank-files/report-reader.ts';
import { UnreadableFile } from '../src/engine/bank-files/xml.ts';
import { payoutFailures } from '../src/engine/providers/rails/port.ts';
import { sql } from '../src/foundation/db/sql.ts';
import { MINUTE_MS, SECOND_MS } from '../src/foundation/kernel/clock.ts';
import { BankExchange } from './support/bank-exchange.ts';
import { accounts, golden, idOf } from './support/bank-files.ts';
import { entryXml, statementXml } from './support/bank-statements.ts';
import { fates, MortalDatabase } from './support/mortal-database.ts';
import { longestTurnMs } from './support/turns.ts';

/** The message id of the fixtures; files of a test have other ids. */
const MESSAGE_ID = '01a1dd2e35187076800000000000f11e';
const COMPLETED = { type: 'COMPLETED' };
const failed = (reason: string) => ({ type: 'FAILED', reason });
const e2e = (name: string) => endToEndId({ platformId: '', id: idOf(name) });

let exchange: BankExchange;
beforeEach(async () => {
  exchange = await BankExchange.open();
});
afterEach(() => exchange.close());

/** Sends payments in one file. */
async function sent(...names: string[]): Promise<void> {
  for (const name of names) await exchange.submit({ name, accountInfo: accounts.SEPA });
  await exchange.run();
}

async function sentByAch(...names: string[]): Promise<void> {
  for (const name of names) {
    await exchange.submit({ name, accountInfo: accounts.USD, currency: 'USD', rail: 'ACH' });
    exchange.clock.move(1);
  }
  await exchange.run();
}

/** A fixture whose references point to the payments of this test. */
async function about(name: string, change: (text: string) => string = (text) => text): Promise<string> {
  const [file] = await exchange.database.db.read<{ message_id: string }>(sql`SELECT message_id FROM bank_files`);
  return change(golden(name)).replaceAll(MESSAGE_ID, file?.message_id ?? MESSAGE_ID);
}

async function receive(name: string, content: string): Promise<void> {
  // Files get different times, so that findings are listed in this order.
  exchange.clock.move(1);
  exchange.receive(name, content);
  await exchange.run();
}

const reported = () => Object.fromEntries(exchange.reported);

describe('a report file', () => {
  const read = (name: string) =>
    readReport(readFileSync(new URL(`fixtures/bank-files/${name}`, import.meta.url)), (account) =>
      account.startsWith('DE'),
    );
  const brief = (name: string) =>
    read(name).items.map(({ subject, meaning, status, reason, isReturn }) =>
      [subject.level, meaning, status, reason, ...(isReturn ? ['return'] : [])].filter(Boolean).join(' '),
    );

  it('is read in every format, status by status', () => {
    expect(brief('pain002-transactions.xml')).toEqual([
      'PAYMENT NOTED ACCP',
      'PAYMENT NOTED ACSP',
      'PAYMENT COMPLETED ACSC',
      'PAYMENT COMPLETED ACCC',
      'PAYMENT FAILED RJCT AC04',
      'PAYMENT NOTED PDNG',
      'FILE NOTED PART',
    ]);
    expect(brief('pain002-group-rejected.xml')).toEqual(['FILE FAILED RJCT FF01']);
    expect(brief('pain002-group-settled.xml')).toEqual(['FILE COMPLETED ACSC']);
    expect(brief('pain002-batch-rejected.xml')).toEqual([
      'PAYMENT COMPLETED ACSC',
      'BATCH FAILED RJCT DT01',
      'FILE NOTED ACCP',
    ]);
    expect(brief('camt053.xml')).toEqual([
      'PAYMENT DEBITED BOOK',
      'PAYMENT DEBITED BOOK',
      'PAYMENT DEBITED BOOK',
      'PAYMENT CREDITED BOOK AC04 return',
      'PAYMENT CREDITED BOOK',
      'PAYMENT DEBITED BOOK',
    ]);
    expect(brief('camt053-batch.xml')).toEqual(['BATCH DEBITED BOOK']);
    expect(brief('returns.ach')).toEqual(['PAYMENT FAILED R03 R03 return', 'PAYMENT NOTICE C01 1918171614']);
  });

  it('is read the same with namespace prefixes, comments, CDATA and escapes', () => {
    const text = golden('pain002-transactions.xml')
      .replaceAll(/<(\/?)([A-Z])/g, '<$1b:$2')
      .replace('xmlns=', 'xmlns:b=')
      .replace('<b:TxSts>ACCP<', '<b:TxSts><!-- now -->A&#67;<![CDATA[C]]>P<')
      .replaceAll('stated by the bank', '<![CDATA[a < b &amp; c]]>');
    expect(readReport(Buffer.from(text), () => true)).toEqual(read('pain002-transactions.xml'));
  });

  const xml = golden('pain002-transactions.xml');
  const unreadable: Record<string, string | Buffer> = {
    'no file at all': 'hello',
    nothing: '',
    'a truncated file': xml.slice(0, 700),
    'a document type definition': xml.replace('?>', '?>\n<!DOCTYPE a [<!ENTITY b "c">]>'),
    'another message type': xml.replace('pain.002.001.10', 'pain.002.001.03'),
    'a report without an original message id': xml.replace(/<OrgnlMsgId>.*<\/OrgnlMsgId>/, ''),
    'bytes that are not UTF-8': Buffer.concat([Buffer.from(xml.slice(0, 300)), Buffer.from([0xff, 0xfe])]),
    'deeply nested elements': `${'<a>'.repeat(500)}${'</a>'.repeat(500)}`,
    'ACH returns with a wrong hash': golden('returns.ach').replaceAll('0004200016', '0004200017'),
    'a truncated ACH file': golden('returns.ach').slice(0, 300),
  };
  it.each(Object.keys(unreadable))('is unreadable: %s', (name) => {
    expect(() => readReport(Buffer.from(unreadable[name] ?? ''), () => true)).toThrow(UnreadableFile);
  });

  it('of 30,000 credits is read in turns that keep no request waiting', async () => {
    const entries = Array.from({ length: 30_000 }, (_, i) =>
      entryXml({
        amount: '1.00',
        bankReference: `B${i}`,
        remittance: `<Ustrd>invoice ${i}</Ustrd>`,
        payer: { name: 'Ada' },
      }),
    );
    const bytes = Buffer.from(statementXml(entries));
    let items: readonly unknown[] = [];
    const longest = await longestTurnMs(async () => {
      items = (await runInterruptibly(reportSteps(bytes, () => true))).items;
    });
    expect(items).toHaveLength(30_000);
    expect(longest).toBeLessThan(200);
  });

  it('has an outcome for every reason code in the tables', () => {
    for (const code of ['AC01', 'AC04', 'AM04', 'AM14', 'FR01', 'MS03', 'RR04', 'R01', 'R02', 'R03', 'R16', 'R29']) {
      expect(payoutFailures).toContain(failureOf(code));
    }
    expect(failureOf('XX99')).toBeUndefined();
  });
});

describe('a status report', () => {
  it('completes settled payments, fails rejected ones, and records all others', async () => {
    await sent('accp', 'acsp', 'acsc', 'accc', 'rjct', 'pdng');
    await receive('status.xml', await about('pain002-transactions.xml'));
    expect(reported()).toEqual({
      [idOf('acsc')]: COMPLETED,
      [idOf('accc')]: COMPLETED,
      [idOf('rjct')]: failed('ACCOUNT_CANNOT_RECEIVE'),
    });
    expect(await exchange.states()).toMatchObject({
      [idOf('accp')]: 'IN_FILE',
      [idOf('acsc')]: 'COMPLETED',
      [idOf('rjct')]: 'FAILED',
    });
    expect(await exchange.findings()).toEqual([]);
    expect([exchange.list('inbox'), exchange.list('done'), exchange.list('failed')]).toEqual([[], ['status.xml'], []]);
  });

  it('for a whole file applies to each of its payments', async () => {
    await sent('one', 'two');
    await receive('status.xml', await about('pain002-group-rejected.xml'));
    expect(reported()).toEqual({
      [idOf('one')]: failed('QUOTE_EXECUTION_FAILED'),
      [idOf('two')]: failed('QUOTE_EXECUTION_FAILED'),
    });
    expect(await exchange.findings()).toEqual([]);
  });

  it('for a batch applies to all payments but those it names', async () => {
    await sent('kept', 'lost');
    await receive('status.xml', await about('pain002-batch-rejected.xml'));
    expect(reported()).toEqual({ [idOf('kept')]: COMPLETED, [idOf('lost')]: failed('QUOTE_EXECUTION_FAILED') });
  });

  it('moves no money if it matches no payment: unknown id, other file, other amount, payment not sent', async () => {
    await sent('accp', 'acsp', 'acsc', 'accc', 'rjct', 'pdng');
    const strange = await about('pain002-transactions.xml', (text) =>
      text
        .replace(e2e('acsc'), e2e('who'))
        .replace(/(<TxSts>ACCC[\s\S]*?)123\.45/, '$1123.46')
        .replace(/(<TxSts>RJCT[\s\S]*?Ccy=")EUR/, '$1USD'),
    );
    await receive('strange.xml', strange);
    await receive('other.xml', golden('pain002-transactions.xml'));
    await receive('unknown.xml', golden('pain002-group-rejected.xml'));
    expect(exchange.reported).toEqual([]);
    expect(await exchange.findings()).toEqual([
      'UNKNOWN_PAYMENT',
      'AMOUNT_MISMATCH',
      'AMOUNT_MISMATCH',
      ...Array.from({ length: 6 }, () => 'OTHER_FILE'),
      'UNKNOWN_FILE',
      'UNKNOWN_FILE',
    ]);
    expect(new Set(Object.values(await exchange.states()))).toEqual(new Set(['IN_FILE']));
    expect(exchange.list('done')).toEqual(['other.xml', 'strange.xml', 'unknown.xml']);
  });

  it('for a queued or withdrawn payment is a finding', async () => {
    await sent('accp');
    exchange.rail = exchange.railOn(exchange.database.db, { batchMinutes: 60 });
    await exchange.submit({ name: 'acsc', accountInfo: accounts.SEPA });
    const text = (await about('pain002-transactions.xml')).replace(/<OrgnlMsgId>.*?</, '<OrgnlMsgId>x<');
    await receive('status.xml', text);
    expect(exchange.reported).toEqual([]);
    expect(await exchange.findings()).toContain('OTHER_FILE');
    await receive('statement.xml', golden('camt053.xml').replaceAll(e2e('paid'), e2e('acsc')));
    expect(await exchange.findings()).toContain('NOT_SENT');
    expect(exchange.reported).toEqual([]);
  });

  it('with an unknown or contradicting status is a finding', async () => {
    await sent('acsc', 'rjct');
    await receive('first.xml', await about('pain002-transactions.xml'));
    exchange.reported.length = 0;
    const swapped = await about('pain002-transactions.xml', (text) =>
      text
        .replace('>ACSC<', '>RJCT<')
        .replace('<TxSts>RJCT</TxSts>\n        <StsRsnInf>', '<TxSts>ACSC</TxSts>\n        <StsRsnInf>')
        .replace('>ACCP<', '>HUH?<'),
    );
    await receive('second.xml', swapped);
    expect(exchange.reported).toEqual([]);
    expect(await exchange.findings()).toEqual(expect.arrayContaining(['CONTRADICTION', 'CONTRADICTION']));
    expect(await exchange.states()).toMatchObject({ [idOf('acsc')]: 'COMPLETED', [idOf('rjct')]: 'FAILED' });
  });

  it('with an unknown reason code fails the payment and adds a finding for operators', async () => {
    await sent('rjct');
    await receive('status.xml', await about('pain002-transactions.xml', (text) => text.replace('AC04', 'ZZ77')));
    expect(reported()).toEqual({ [idOf('rjct')]: failed('QUOTE_EXECUTION_FAILED') });
    expect(await exchange.findings()).toContain('UNKNOWN_REASON');
  });
});

describe('a statement', () => {
  it('completes booked payments, fails returned ones, and reports incoming credits', async () => {
    await sent('paid', 'both1', 'both2', 'back', 'later');
    await receive('statement.xml', golden('camt053.xml'));
    expect(reported()).toEqual({
      [idOf('paid')]: COMPLETED,
      [idOf('both1')]: COMPLETED,
      [idOf('both2')]: COMPLETED,
      [idOf('back')]: failed('ACCOUNT_CANNOT_RECEIVE'),
    });
    expect(exchange.credits).toEqual([
      {
        fingerprint: expect.stringMatching(/^[0-9a-f]{64}$/),
        repetition: 0,
        account: 'DE89370400440532013000',
        amount: 50_000n,
        currency: 'EUR',
        reference: 'CWREF123 rent',
        remittance: ['CWREF123 rent'],
        endToEndId: undefined,
        bankReference: 'C2',
        clearingReference: undefined,
        payerName: 'Grace Hopper',
        payerAccount: 'FR1420041010050500013M02606',
        payerDetails: { iban: 'FR1420041010050500013M02606' },
        bookedOn: '2026-11-18',
        valueOn: '2026-11-18',
      },
    ]);
    // A bank fee, which belongs to no payment.
    expect(await exchange.findings()).toEqual(['UNKNOWN_PAYMENT']);
  });

  it('returns a payment that was completed before', async () => {
    await sent('back');
    await receive('first.xml', golden('camt053.xml').replaceAll(e2e('back'), 'x').replaceAll(e2e('paid'), e2e('back')));
    expect(reported()).toEqual({ [idOf('back')]: COMPLETED });
    await receive('second.xml', golden('camt053.xml'));
    expect(reported()).toEqual({ [idOf('back')]: failed('ACCOUNT_CANNOT_RECEIVE') });
    expect(await exchange.states()).toEqual({ [idOf('back')]: 'RETURNED' });
  });

  it('confirms a batch as a whole only if the sums agree', async () => {
    await sent('one', 'two');
    await receive('wrong.xml', await about('camt053-batch.xml', (text) => text.replace('246.90', '246.91')));
    expect(exchange.reported).toEqual([]);
    await receive('right.xml', await about('camt053-batch.xml'));
    expect(reported()).toEqual({ [idOf('one')]: COMPLETED, [idOf('two')]: COMPLETED });
    expect(await exchange.findings()).toEqual(['AMOUNT_MISMATCH']);
  });

  it('of another account is ignored with a notice', async () => {
    await sent('paid');
    await receive('statement.xml', golden('camt053.xml').replace('DE89370400440532013000', 'DE02120300000000202051'));
    expect([exchange.reported, exchange.credits]).toEqual([[], []]);
    expect(await exchange.findings()).toEqual(['NOTICE']);
  });

  it('with a credit of unknown purpose is a finding', async () => {
    await receive('nobody.xml', golden('camt053.xml').replace('CWREF123 rent', 'nobody'));
    expect(await exchange.findings()).toContain('UNCLAIMED_CREDIT');
  });

  it('completes a pull by the credit that carries its trace, and never a payout', async () => {
    await exchange.submit({ name: 'pull', accountInfo: accounts.USD, currency: 'USD', rail: 'ACH', direction: 'PULL' });
    await sent('paid');
    const credit = golden('camt053.xml')
      .replaceAll('DE89370400440532013000', '9876543210')
      .replace('<IBAN>9876543210</IBAN>', '<Othr><Id>9876543210</Id></Othr>')
      .replaceAll('Ccy="EUR"', 'Ccy="USD"')
      .replace('500.00', '123.45')
      .replace(
        '<EndToEndId>NOTPROVIDED</EndToEndId>',
        '<EndToEndId>NOTPROVIDED</EndToEndId><ClrSysRef>021000080000001</ClrSysRef>',
      )
      .replace(e2e('back'), e2e('x'));
    await receive('pull.xml', credit);
    expect(reported()).toEqual({ [idOf('pull')]: COMPLETED });
    expect(exchange.credits).toEqual([]);
    expect(await exchange.findings()).toContain('AMOUNT_MISMATCH');
  });
});

describe('a finding', () => {
  const messages = async () => (await exchange.rail.overview()).findings.map(({ message }) => message);

  it('names amount, day and account in one unit, also where the report has none of them', async () => {
    await sent('acsc');
    await receive(
      'amount.xml',
      await about('pain002-transactions.xml', (text) => text.replace(/(<TxSts>ACSC[\s\S]*?)123\.45/, '$1123.46')),
    );
    await receive('nobody.xml', golden('camt053.xml').replace('CWREF123 rent', 'nobody'));
    await receive('batch.xml', (await about('camt053-batch.xml')).replace('246.90', '246.91'));
    const found = await messages();
    const account = 'account DE89370400440532013000';
    expect(found).toContainEqual(
      expect.stringMatching(/over 123\.46 EUR; the payment is 123\.45 EUR \(123\.46 EUR, .*account DE89/),
    );
    expect(found).toContain(`credit from Grace Hopper nobody (500.00 EUR, 2026-11-18, ${account})`);
    expect(found).toContainEqual(expect.stringContaining('246.91 EUR is not the sum of the batch, 123.45 EUR'));
    for (const message of found) expect(message).not.toContain('smallest unit');
  });

  it('is reported once, however many files report it, and equal entries of one file each', async () => {
    const debit = { amount: '7.00', indicator: 'DBIT', endToEndId: 'unknown' } as const;
    await receive('intraday.xml', statementXml([entryXml(debit)], { kind: 'camt.052' }));
    expect(await exchange.findings()).toEqual(['UNKNOWN_PAYMENT']);
    await receive('statement.xml', statementXml([entryXml(debit), entryXml(debit)]));
    expect(await exchange.findings()).toEqual(['UNKNOWN_PAYMENT', 'UNKNOWN_PAYMENT']);
    await receive('again.xml', `${statementXml([entryXml(debit), entryXml(debit)])}\n`);
    expect(await exchange.findings()).toHaveLength(2);
  });
});

describe('ACH returns', () => {
  it('fail the entry of their trace; a notification of change does not', async () => {
    await sentByAch('one', 'two');
    await receive('returns.ach', golden('returns.ach'));
    expect(reported()).toEqual({ [idOf('one')]: failed('ACCOUNT_INVALID') });
    const { findings } = await exchange.rail.overview();
    expect(findings).toMatchObject([
      { code: 'NOTIFICATION_OF_CHANGE', message: expect.stringContaining('1918171614'), transactionId: idOf('two') },
    ]);
  });

  it('fail a pull as well', async () => {
    await exchange.submit({ name: 'pull', accountInfo: accounts.USD, currency: 'USD', rail: 'ACH', direction: 'PULL' });
    await exchange.run();
    await receive('returns.ach', golden('returns.ach').replace('99R03', '99R01'));
    expect(reported()).toEqual({ [idOf('pull')]: failed('QUOTE_EXECUTION_FAILED') });
  });

  it('with another amount or an unknown entry move no money', async () => {
    await sentByAch('one');
    const other = golden('returns.ach').replaceAll('000012345', '000012346');
    await receive('amount.ach', other);
    await receive('trace.ach', golden('returns.ach').replace('99R03021000080000001', '99R03021000080000009'));
    expect(exchange.reported).toEqual([]);
    expect(await exchange.findings()).toEqual(['AMOUNT_MISMATCH', 'UNKNOWN_PAYMENT', 'UNKNOWN_PAYMENT']);
  });
});

describe('the inbox', () => {
  it('processes each content once, under any name', async () => {
    await sent('acsc');
    const text = await about('pain002-transactions.xml');
    await receive('a.xml', text);
    await receive('a.xml', text);
    await receive('b.xml', text);
    expect(exchange.reported.filter(([id]) => id === idOf('acsc'))).toHaveLength(1);
    expect(exchange.list('inbox')).toEqual([]);
    expect(exchange.list('done').map((name) => name.replace(/\.[0-9a-f]{12}$/, '+'))).toEqual([
      'a.xml',
      'a.xml+',
      'b.xml',
    ]);
  });

  it('rejects a known name with different content', async () => {
    await sent('acsc', 'rjct');
    await receive('a.xml', await about('pain002-transactions.xml'));
    exchange.reported.length = 0;
    await receive('a.xml', golden('camt053.xml'));
    expect(exchange.reported).toEqual([]);
    expect(exchange.list('failed')).toEqual(['a.xml', 'a.xml.error']);
    expect(readFileSync(join(exchange.directories.failed, 'a.xml.error'), 'utf8')).toContain('other content');
  });

  it('moves an unreadable file to failed/ with the reason, and processes the others', async () => {
    await sent('acsc');
    exchange.receive('0-broken.xml', '<Document>');
    exchange.receive('1-empty', '');
    await receive('2-good.xml', await about('pain002-transactions.xml'));
    expect(exchange.list('failed')).toEqual(['0-broken.xml', '0-broken.xml.error', '1-empty', '1-empty.error']);
    expect(reported()).toMatchObject({ [idOf('acsc')]: COMPLETED });
    // The bank sends the corrected file under the same name.
    await receive('0-broken.xml', golden('camt053.xml'));
    expect(exchange.list('done')).toEqual(['0-broken.xml', '2-good.xml']);
  });

  it('ignores files that are still being written', async () => {
    await sent('paid');
    exchange.rail = exchange.railOn(exchange.database.db, { settleSeconds: 30 });
    exchange.receive('a.xml.tmp', golden('camt053.xml'));
    exchange.receive('b.xml.part', golden('camt053.xml'));
    exchange.receive('.c.xml', golden('camt053.xml'));
    exchange.receive('d.xml', golden('camt053.xml'), 29 * SECOND_MS);
    await exchange.run();
    expect(exchange.list('inbox')).toEqual(['.c.xml', 'a.xml.tmp', 'b.xml.part', 'd.xml']);
    exchange.clock.move(SECOND_MS);
    await exchange.run();
    expect(exchange.list('done')).toEqual(['d.xml']);
  });

  it('marks a file as processed only after all its outcomes were reported', async () => {
    await sent('paid', 'both1', 'both2', 'back');
    let calls = 0;
    const reports = {
      ...exchange.reports,
      report: async (...args: Parameters<typeof exchange.reports.report>) => {
        if (++calls === 2) throw new Error('the ledger is away');
        await exchange.reports.report(...args);
      },
    };
    exchange.receive('statement.xml', golden('camt053.xml'));
    await exchange.rail.run(reports);
    expect(exchange.list('inbox')).toEqual(['statement.xml']);
    expect((await exchange.rail.overview()).inbox).toMatchObject([
      { state: 'RECEIVED', handled: 1, error: 'the ledger is away' },
    ]);
    await exchange.rail.run(reports);
    expect(exchange.list('done')).toEqual(['statement.xml']);
    const inOrder = ['paid', 'both1', 'both2', 'back'].map(idOf);
    expect([...new Set(exchange.reported.map(([id]) => id))].toSorted()).toEqual(inOrder.toSorted());
    expect(new Set(exchange.credits.map(({ fingerprint }) => fingerprint)).size).toBe(1);
  });

  async function expectAllTakenIn(): Promise<void> {
    expect(exchange.list('done')).toEqual(['statement.xml']);
    expect(reported()).toEqual({
      [idOf('paid')]: COMPLETED,
      [idOf('both1')]: COMPLETED,
      [idOf('both2')]: COMPLETED,
      [idOf('back')]: failed('ACCOUNT_CANNOT_RECEIVE'),
    });
    expect(new Set(exchange.credits.map(({ fingerprint }) => fingerprint)).size).toBe(1);
    expect(await exchange.findings()).toEqual(['UNKNOWN_PAYMENT']);
  }

  const deaths = fates(8, 'dies before', 'dies after');
  it.each(deaths)('of a process that $how statement $at is processed completely by the next one', async (fate) => {
    await sent('paid', 'both1', 'both2', 'back');
    exchange.receive('statement.xml', golden('camt053.xml'));
    const mortal = new MortalDatabase(exchange.database.connection, fate);
    await exchange.railOn(mortal).run(exchange.reports);
    await mortal.close();
    exchange.clock.move(2 * MINUTE_MS);
    await exchange.run();
    await expectAllTakenIn();
  });

  it.each(fates(7, 'sleeps before'))('of a process that $how statement $at is taken over by another', async (fate) => {
    await sent('back', 'both1', 'both2');
    // One statement reports the payment `back` as paid and later as returned.
    exchange.receive('statement.xml', golden('camt053.xml').replace(e2e('paid'), e2e('back')));
    const sleeper = new MortalDatabase(exchange.database.connection, fate);
    const round = exchange.railOn(sleeper).run(exchange.reports);
    await sleeper.asleep;
    exchange.clock.move(2 * MINUTE_MS);
    await exchange.run();
    sleeper.wake();
    await round;
    await sleeper.close();
    await exchange.run();
    expect(exchange.list('done')).toEqual(['statement.xml']);
    expect(reported()[idOf('back')]).toEqual(failed('ACCOUNT_CANNOT_RECEIVE'));
    expect(await exchange.states()).toMatchObject({ [idOf('back')]: 'RETURNED', [idOf('both1')]: 'COMPLETED' });
    expect((await exchange.rail.overview()).inbox).toMatchObject([{ state: 'PROCESSED', handled: 6, error: null }]);
    expect(await exchange.findings()).toEqual(['UNKNOWN_PAYMENT']);
  });

  it('reports each outcome once with several processes', async () => {
    await sent('paid', 'both1', 'both2', 'back');
    const rails = [exchange.rail, ...[1, 2, 3].map(() => exchange.railOn(exchange.database.open()))];
    const names = Array.from({ length: 10 }, (_, i) => `statement-${i}.xml`);
    for (const [i, name] of names.entries()) {
      // Different white space at the end: different files with the same content.
      exchange.receive(name, `${golden('camt053.xml')}${'\n'.repeat(i)}`);
      await Promise.all(rails.map((rail) => rail.run(exchange.reports)));
    }
    expect(exchange.reported).toHaveLength(4);
    expect(exchange.list('done')).toEqual(names);
  });

  it('opens regular files only: a link, a pipe and a directory stay and do not stop the others', async () => {
    const secret = join(exchange.directory, 'secret.xml');
    writeFileSync(secret, golden('camt053.xml'));
    const at = (name: string) => join(exchange.directories.inbox, name);
    symlinkSync(secret, at('0-link.xml'));
    execFileSync('mkfifo', [at('1-pipe.xml')]);
    mkdirSync(at('2-directory.xml'));
    await receive('3-good.xml', golden('camt053.xml').replace('CWREF123 rent', 'nobody'));
    expect(exchange.list('done')).toEqual(['3-good.xml']);
    expect(exchange.list('failed')).toEqual([]);
    expect(readdirSync(exchange.directories.inbox)).toEqual(
      expect.arrayContaining(['0-link.xml', '1-pipe.xml', '2-directory.xml']),
    );
    expect(exchange.credits).toHaveLength(1);
    // A file that becomes a link after the listing is not followed either.
    expect(await readInboxFile(exchange.directories.inbox, '0-link.xml')).toBeUndefined();
    expect(await readInboxFile(exchange.directories.inbox, '1-pipe.xml')).toBeUndefined();
    expect(await readInboxFile('/dev', 'null')).toBeUndefined();
    expect(exchange.logs).toEqual([]);
  });

  it('processes files of one account in order, and those of other accounts meanwhile', async () => {
    const entries = (count: number, account: string) =>
      statementXml(
        Array.from({ length: count }, (_, i) => entryXml({ amount: '1.00', bankReference: `${account} ${i}` })),
        { account },
      );
    const euro = '<IBAN>DE89370400440532013000</IBAN>';
    const dollar = '<Othr><Id>9876543210</Id></Othr>';
    exchange.receive('a.xml', entries(3, euro));
    exchange.receive('b.xml', entries(2, euro));
    exchange.receive('c.xml', entries(1, dollar));
    let isHeld = true;
    let release = (): void => {};
    const held = new Promise<void>((resolve) => {
      release = resolve;
    });
    const order: string[] = [];
    const running = exchange.rail.run({
      ...exchange.reports,
      onCredit: async ({ account }) => {
        order.push(account);
        if (account.startsWith('DE') && isHeld) await held;
        if (!account.startsWith('DE')) {
          isHeld = false;
          release();
        }
        return { isMatched: true };
      },
    });
    // The import of the first file waits for the credit of the other account.
    await running;
    expect(order).toEqual([...Array(3).fill(order[0]), '9876543210', ...Array(2).fill(order[0])]);
    expect(exchange.list('done')).toEqual(['a.xml', 'b.xml', 'c.xml']);
  });

  it('rejects a file that is too large without reading it', async () => {
    exchange.receive('large.xml', Buffer.alloc(33 * 1024 * 1024, 32));
    await exchange.run();
    expect(exchange.list('failed')).toEqual(['large.xml', 'large.xml.error']);
    expect(existsSync(join(exchange.directories.inbox, 'large.xml'))).toBe(false);
  });
});
