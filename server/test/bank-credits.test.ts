import { randomUUID } from 'node:crypto';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pino } from 'pino';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { directoriesOf, makeDirectories } from '../src/engine/bank-files/directories.ts';
import type { ReportHandlers } from '../src/engine/bank-files/port.ts';
import { bankFilesRail } from '../src/engine/bank-files/rail.ts';
import { Ledger } from '../src/engine/ledger/post.ts';
import { SERVICE_BOOK } from '../src/engine/ledger/service-book.ts';
import { configuredFunding } from '../src/engine/providers/funding/configured.ts';
import { creditorReference, idTailsIn, withoutNoise } from '../src/engine/providers/protocols/creditor-reference.ts';
import { readConfig } from '../src/foundation/config.ts';
import { sql } from '../src/foundation/db/sql.ts';
import { systemClock } from '../src/foundation/kernel/clock.ts';
import { newId } from '../src/foundation/kernel/ids.ts';
import { receiveBankCredit } from '../src/payments/arrivals/bank.ts';
import { reportReturn } from '../src/payments/payouts/returns.ts';
import { TestApp } from './support/app.ts';
import { decimals, exampleSettings, settings } from './support/bank-files.ts';
import { detailsOf, entryXml, type StatementEntry, statementXml } from './support/bank-statements.ts';
import { bankingWith } from './support/banking.ts';
import type { Client } from './support/client.ts';
import { fates, MortalDatabase } from './support/mortal-database.ts';
import { eventsOf, platformAccount, useCurrencies } from './support/payment-world.ts';
import { longestTurnMs } from './support/turns.ts';

const directory = mkdtempSync(join(tmpdir(), 'causeway-credits-'));
const directories = directoriesOf(directory);
const rules = { ...exampleSettings, batchMinutes: 0, settleSeconds: 0 };
const IBAN = 'FR1420041010050500013M02606';
const grace = { name: 'Grace Hopper', iban: IBAN };

let bank: TestApp;
let operator: Client;
let platform: Client;
let account: { id: string; reference: string };

beforeAll(async () => {
  makeDirectories(directories);
  const files = {
    settings: join(directory, 'settings.json'),
    nostro: join(directory, 'nostro.json'),
    rates: join(directory, 'rates.xml'),
  };
  writeFileSync(files.settings, JSON.stringify(rules));
  const euro = { accountType: 'EUR_ACCOUNT', iban: 'DE89370400440532013000', paymentRails: ['SEPA'] };
  const dollar = {
    accountType: 'USD_ACCOUNT',
    accountNumber: '9876543210',
    routingNumber: '021000089',
    paymentRails: ['ACH'],
  };
  writeFileSync(files.nostro, JSON.stringify({ EUR: [euro], USD: [dollar] }));
  const rates = readFileSync(new URL('./fixtures/fx/eurofxref-daily.xml', import.meta.url), 'utf8');
  writeFileSync(files.rates, rates.replace(/time='[^']*'/, `time='${systemClock.now().toISOString().slice(0, 10)}'`));
  const env = {
    BANK_FILES_DIR: directory,
    BANK_FILES_CONFIG: files.settings,
    NOSTRO_ACCOUNTS_FILE: files.nostro,
    FX_ECB_FILE: files.rates,
  };
  bank = await TestApp.start({ config: readConfig(env) });
  operator = await bank.newOperator();
});
beforeEach(async () => {
  platform = await bank.newPlatform('PRODUCTION');
  await useCurrencies(platform, ['EUR', 'USD']);
  account = await accountIn('EUR');
});
afterAll(async () => {
  await bank.audit();
  await bank.stop();
  rmSync(directory, { recursive: true, force: true });
});

async function accountIn(currency: string) {
  const { id, fundingPaymentInstructions } = (await platformAccount(platform, currency)) as any;
  return { id, reference: fundingPaymentInstructions[0].accountOrWalletInfo.reference as string };
}

const balance = async (currency = 'EUR') => (await platformAccount(platform, currency)).balance.amount;

/** Imports a bank file, and runs all work that follows. */
async function receive(content: string): Promise<void> {
  writeFileSync(join(directories.inbox, `${randomUUID()}.txt`), content);
  await bank.app.exchangeBankFiles();
}

let count = 0;
/** A unique statement entry. */
const entry = (more: Partial<StatementEntry> = {}): StatementEntry => ({
  amount: '10.00',
  bankReference: `B${++count}`,
  payer: grace,
  remittance: `<Ustrd>${account.reference}</Ustrd>`,
  ...more,
});

const receiveEntries = (...entries: StatementEntry[]): Promise<void> =>
  receive(statementXml(entries.map((one) => entryXml(one))));

async function transactionsOf(client: Client): Promise<any[]> {
  const { body } = await client.get('/transactions?limit=100');
  return body.data;
}

async function waiting(bankReference: string | undefined): Promise<any> {
  const { body } = await operator.get('/operator/unmatched-credits?limit=100');
  return body.data.find((credit: any) => credit.bankReference === bankReference);
}

async function unmatched(more: Partial<StatementEntry> = {}): Promise<any> {
  const one = entry({ remittance: '<Ustrd>for Ada</Ustrd>', ...more });
  await receiveEntries(one);
  return waiting(one.bankReference);
}

const suspense = async (currency = 'EUR'): Promise<bigint> => {
  const [row] = await bank.database.db.read<{ posted: bigint }>(sql`
    SELECT posted FROM account_balances WHERE platform_id = ${SERVICE_BOOK} AND id = ${`suspense:${currency}`}`);
  return row?.posted ?? 0n;
};

/** EndToEndId of the last payment written to this account: the bank refers to the payment by this id. */
async function writtenTo(iban: string, amount: string): Promise<string> {
  await bank.app.worker.wake();
  for (;;) {
    await bank.app.exchangeBankFiles();
    const files = readdirSync(directories.outbox).map((name) => readFileSync(join(directories.outbox, name), 'utf8'));
    const payments = files.flatMap((text) => text.split('<CdtTrfTxInf>').slice(1));
    const found = payments.filter((text) => text.includes(iban) && text.includes(`>${amount}<`));
    const endToEndId = /<EndToEndId>(\w+)</.exec(found.at(-1) ?? '')?.[1];
    if (endToEndId) return endToEndId;
  }
}

const booked = (endToEndId: string, amount: string): Promise<void> =>
  receiveEntries({ amount, indicator: 'DBIT', endToEndId, bankReference: `D${++count}` });

const returned = (endToEndId: string, amount: string): Promise<void> =>
  receiveEntries({
    amount,
    endToEndId,
    bankReference: `R${++count}`,
    more: '<RtrInf><Rsn><Cd>AC04</Cd></Rsn></RtrInf>',
  });

describe('a reference', () => {
  it('names one account, and another with a digit or a letter replaced by another names none', () => {
    const id = newId('InternalAccount');
    const reference = creditorReference(id);
    const tail = id.replaceAll('-', '').slice(-15);
    expect(idTailsIn(withoutNoise([`x rf${reference.slice(2).toLowerCase()} y`]))).toEqual([tail]);
    // Replaces digits by digits and letters by letters: a letter counts as two digits, and the shift can go unnoticed.
    const followers = '01234567890 ABCDEFGHJKMNPQRSTVWXYZA';
    for (let at = 2; at < reference.length; at++) {
      const other = followers.charAt(followers.indexOf(reference.charAt(at)) + 1);
      expect(idTailsIn(reference.slice(0, at) + other + reference.slice(at + 1))).toEqual([]);
    }
    expect(idTailsIn('RFRF18TRFRF')).toEqual([]);
  });
});

describe("a bank credit with an account's reference", () => {
  it('credits the account wherever and however the reference stands in the entry', async () => {
    const { reference } = account;
    const spaced = reference.toLowerCase().replaceAll(/(.{4})/g, '$1 ');
    const places: Partial<StatementEntry>[] = [
      { remittance: `<Ustrd>Invoice 7, ref ${spaced}thanks</Ustrd>` },
      { remittance: `<Ustrd>salary/${reference.slice(0, 9)}</Ustrd><Ustrd>${reference.slice(9)} November</Ustrd>` },
      { remittance: `<Strd><CdtrRefInf><Ref>${reference}</Ref></CdtrRefInf></Strd>` },
      { remittance: `<Strd><AddtlRmtInf>${reference}</AddtlRmtInf></Strd>` },
      { remittance: '<Ustrd>rent</Ustrd>', endToEndId: reference },
      { remittance: '<Ustrd>rent</Ustrd>', more: `<AddtlTxInf>${reference}</AddtlTxInf>` },
      { remittance: '<Ustrd>rent</Ustrd>', afterDetails: `<AddtlNtryInf>${reference}</AddtlNtryInf>` },
      { remittance: `<Ustrd>${reference.replaceAll('0', 'O').replaceAll('1', 'l')}</Ustrd>` },
    ];
    await receiveEntries(...places.map((place) => entry(place)));
    expect(await balance()).toBe(places.length * 1_000);
    expect(await transactionsOf(platform)).toHaveLength(places.length);
    await bank.audit();
  });

  it('is a completed incoming transaction that shows the payer, with its events', async () => {
    const one = entry({ endToEndId: 'E-1' });
    await receiveEntries(one);
    const [transaction] = await transactionsOf(platform);
    expect(transaction).toMatchObject({
      type: 'INCOMING',
      status: 'COMPLETED',
      receivedAmount: { amount: 1_000 },
      destination: { destinationType: 'ACCOUNT', accountId: account.id },
      source: {
        sourceType: 'REALTIME_FUNDING',
        accountHolderName: 'Grace Hopper',
        accountIdentifier: '****2606',
        remittanceInformation: account.reference,
        endToEndId: 'E-1',
        traceNumber: one.bankReference,
      },
    });
    const types = async (id: string) => (await eventsOf(bank, platform, id)).map(({ type }) => type);
    expect(await types(transaction.id)).toEqual(['INCOMING_PAYMENT.COMPLETED']);
    expect((await types(account.id)).at(-1)).toBe('INTERNAL_ACCOUNT.BALANCE_UPDATED');
    await bank.audit();
  });

  it('counts once in a report of the day without references, in the statement and in a corrected statement', async () => {
    const { bankReference: _, ...unreferenced } = entry();
    const same = { ...unreferenced, amount: '10' };
    await receive(statementXml([entryXml(same)], { kind: 'camt.052' }));
    expect(await balance()).toBe(1_000);
    const named = { ...unreferenced, bankReference: `B${++count}` };
    await receive(statementXml([entryXml(named)]));
    await receive(statementXml([entryXml(named), entryXml(entry({ amount: '0.01' }))]));
    expect(await balance()).toBe(1_001);
    await receive(statementXml([entryXml(same)], { kind: 'camt.052' }).replace('<Id>1</Id>', '<Id>2</Id>'));
    expect(await balance()).toBe(1_001);
    await bank.audit();
  });

  it('counts as often as the payer has paid the same', async () => {
    const { bankReference: _, ...same } = entry();
    await receive(statementXml([entryXml(same)], { kind: 'camt.052' }));
    await receive(statementXml([entryXml(same), entryXml(same)]));
    expect(await balance()).toBe(2_000);
    const one = entry();
    const details = [`<Amt Ccy="EUR">6.00</Amt>`, `<Amt Ccy="EUR">6.00</Amt>`].map((more) =>
      detailsOf({ ...one, more }),
    );
    await receive(statementXml([entryXml({ ...one, amount: '12.00' }, details.join(''))]));
    expect(await balance()).toBe(3_200);
    await bank.audit();
  });

  it('counts once if several servers read several files that report it', async () => {
    const other = await TestApp.start({ beside: bank });
    const one = entry();
    const { currency, ...rest } = { ...one, currency: 'EUR' };
    const banking = bankingWith(configuredFunding({}));
    const credit = {
      account: 'DE89370400440532013000',
      amount: 1_000n,
      currency,
      bankReference: rest.bankReference,
      fingerprint: randomUUID(),
      repetition: 0,
      remittance: [account.reference],
      payerDetails: {},
    };
    const { bankReference: _, ...unreferenced } = credit;
    const receptions = [bank, other].flatMap(({ app }) => {
      const deps = { db: other.database.db, ledger: app.ledger, banking };
      return Array.from({ length: 10 }, (_, i) =>
        receiveBankCredit(deps, i % 2 ? credit : unreferenced, {
          mode: 'PRODUCTION',
          at: systemClock.now(),
        }),
      );
    });
    expect(await Promise.all(receptions)).toEqual(Array(20).fill({ isMatched: true }));
    await other.stop();
    expect(await balance()).toBe(1_000);
    expect(await transactionsOf(platform)).toHaveLength(1);
    await bank.audit();
  });

  it.each(fates(5, 'dies before', 'dies after'))(
    'counts once where a server $how statement $at of its file',
    async (fate) => {
      const inbox = mkdtempSync(join(tmpdir(), 'causeway-mortal-'));
      makeDirectories(directoriesOf(inbox));
      const banking = bankingWith(configuredFunding({}));
      const { db } = bank.database;
      const deps = { db, ledger: bank.app.ledger, banking };
      const reports: ReportHandlers = {
        report: async () => {},
        onCredit: (credit) => receiveBankCredit(deps, credit, { mode: 'PRODUCTION', at: systemClock.now() }),
      };
      let nowMs = 0;
      const clock = { now: () => new Date(systemClock.now().getTime() + nowMs) };
      const railOn = (database: typeof db) =>
        bankFilesRail({
          db: database,
          clock,
          log: pino({ level: 'silent' }),
          decimals,
          directory: inbox,
          settings: settings({ batchMinutes: 0, settleSeconds: 0 }),
        });
      writeFileSync(join(inbox, 'inbox', `${randomUUID()}.xml`), statementXml([entryXml(entry()), entryXml(entry())]));
      const mortal = new MortalDatabase(bank.database.connection, fate);
      await railOn(mortal).run(reports);
      await mortal.close();
      nowMs += 120_000;
      await railOn(db).run(reports);
      expect(await balance()).toBe(2_000);
      rmSync(inbox, { recursive: true, force: true });
      await bank.audit();
    },
  );

  /** A file of 300 credits, of which every tenth names no account. */
  const largeFile = (): string =>
    statementXml(
      Array.from({ length: 300 }, (_, i) =>
        entryXml(entry({ amount: '1.00', ...(i % 10 === 0 && { remittance: `<Ustrd>for ${i}</Ustrd>` }) })),
      ),
    );

  it.each(fates(7, 'dies before', 'dies after').filter(({ at }) => at >= 5))(
    'counts once in a large file whose server $how statement $at, with one finding for each that is unmatched',
    async (fate) => {
      const { db } = bank.database;
      const reports = (database: typeof db): ReportHandlers => {
        const deps = { db: database, ledger: new Ledger(database), banking: bankingWith(configuredFunding({})) };
        return {
          report: async () => {},
          onCredit: (credit) => receiveBankCredit(deps, credit, { mode: 'PRODUCTION', at: systemClock.now() }),
        };
      };
      const inbox = mkdtempSync(join(tmpdir(), 'causeway-mortal-'));
      makeDirectories(directoriesOf(inbox));
      let aheadMs = 0;
      const clock = { now: () => new Date(systemClock.now().getTime() + aheadMs) };
      const log = pino({ level: 'silent' });
      const rules = settings({ batchMinutes: 0, settleSeconds: 0 });
      const railOn = (database: typeof db) =>
        bankFilesRail({ db: database, clock, log, decimals, directory: inbox, settings: rules });
      const name = `${randomUUID()}.xml`;
      writeFileSync(join(inbox, 'inbox', name), largeFile());
      const mortal = new MortalDatabase(bank.database.connection, fate);
      await railOn(mortal).run(reports(mortal));
      await mortal.close();
      const [{ handled } = { handled: 0 }] = await db.read<{ handled: number }>(
        sql`SELECT handled FROM bank_inbox WHERE name = ${name}`,
      );
      expect(handled).toBeLessThan(300);
      aheadMs += 120_000;
      await railOn(db).run(reports(db));
      expect(await balance()).toBe(27_000);
      const [counts] = await db.read(sql`
        SELECT state, handled, (SELECT count(*)::int FROM bank_findings f WHERE f.source = i.sha256) AS findings,
          (SELECT count(DISTINCT place)::int FROM bank_findings f WHERE f.source = i.sha256) AS places
        FROM bank_inbox i WHERE name = ${name}`);
      expect(counts).toEqual({ state: 'PROCESSED', handled: 300, findings: 30, places: 30 });
      rmSync(inbox, { recursive: true, force: true });
      await bank.audit();
    },
  );

  it('is taken in by turns that keep no request waiting', async () => {
    const content = largeFile();
    await receive(content.replaceAll('>B', '>warm up '));
    const longest = await longestTurnMs(() => receive(content));
    expect(await balance()).toBeGreaterThan(0);
    expect(longest).toBeLessThan(100);
  });

  it('is read from ACH files as well, and once with the statement that has its trace number', async () => {
    const dollars = await accountIn('USD');
    const text = readFileSync(new URL('./fixtures/bank-files/ach-incoming.ach', import.meta.url), 'utf8');
    const trace = `0210000${`${Date.now()}`.slice(-8)}`;
    const file = text
      .replaceAll('021000020000001', trace)
      .replace('REFERENCE-GOES-HERE', dollars.reference.padEnd('REFERENCE-GOES-HERE'.length));
    await receive(file);
    expect(await balance('USD')).toBe(12_345);
    const cleared = detailsOf({ remittance: '<Ustrd>ACH credit</Ustrd>' }).replace(
      '</Refs>',
      `<ClrSysRef>${trace}</ClrSysRef></Refs>`,
    );
    const same = entryXml(entry({ amount: '123.45', currency: 'USD' }), cleared);
    await receive(statementXml([same], { account: '<Othr><Id>9876543210</Id></Othr>' }));
    expect(await balance('USD')).toBe(12_345);
    const [transaction] = await transactionsOf(platform);
    expect(transaction.source).toMatchObject({ accountHolderName: 'ACME PAYROLL' });
    await bank.audit();
  });
});

describe('a bank credit is unmatched', () => {
  it.each<[string, string, () => Partial<StatementEntry> | Promise<Partial<StatementEntry>>]>([
    ['without a reference', 'NO_REFERENCE', () => ({ remittance: '<Ustrd>for Ada</Ustrd>' })],
    [
      'with a wrong check digit',
      'NO_REFERENCE',
      () => ({ remittance: `<Ustrd>${mistyped(account.reference)}</Ustrd>` }),
    ],
    [
      'for an account in another currency',
      'CURRENCY_MISMATCH',
      async () => ({ remittance: `<Ustrd>${(await accountIn('USD')).reference}</Ustrd>` }),
    ],
    [
      'for a frozen account',
      'ACCOUNT_NOT_ACTIVE',
      async () => {
        const path = `/operator/platforms/${platform.platformId}/internal-accounts/${account.id}/freeze`;
        expect((await operator.post(path, { reason: 'court order' })).status).toBe(200);
        return {};
      },
    ],
  ])('%s, waits in suspense and is listed with its text', async (_, reason, more) => {
    const before = await suspense();
    const credit = await unmatched({ ...entry(), ...(await more()) });
    expect(credit).toMatchObject({
      state: 'UNMATCHED',
      reason,
      amount: { amount: 1_000, currency: { code: 'EUR' } },
      account: 'DE89370400440532013000',
      payerName: 'Grace Hopper',
      payerAccount: IBAN,
      bookedOn: '2026-11-18',
    });
    expect(credit.remittanceInformation).toHaveLength(1);
    expect((await suspense()) - before).toBe(1_000n);
    expect(await balance()).toBe(0);
    const { body } = await operator.get('/operator/bank-files');
    expect(body.findings[0]).toMatchObject({ code: 'UNCLAIMED_CREDIT' });
    await bank.audit();
  });

  const mistyped = (reference: string): string => `${reference.slice(0, -1)}${reference.endsWith('7') ? '8' : '7'}`;
});

describe('a credit of a whole batch that is not ours', () => {
  it('is unmatched as well', async () => {
    const bankReference = `B${++count}`;
    const batch = '<Btch><PmtInfId>of-somebody-else</PmtInfId></Btch>';
    await receive(statementXml([entryXml({ amount: '77.00', bankReference }, batch)]));
    expect(await waiting(bankReference)).toMatchObject({ reason: 'NO_REFERENCE', amount: { amount: 7_700 } });
    await bank.audit();
  });
});

describe('an unmatched credit', () => {
  const assign = (id: string, more: object = {}) =>
    operator.post(`/operator/unmatched-credits/${id}/assign`, {
      platformId: platform.platformId,
      accountId: account.id,
      reason: 'the payer called',
      ...more,
    });
  const giveBack = (id: string, more: object = {}) =>
    operator.post(`/operator/unmatched-credits/${id}/return`, { reason: 'nobody knows it', ...more });

  it('becomes an incoming transaction of the account it is assigned to, however often it is assigned', async () => {
    const before = await suspense();
    const { id } = await unmatched();
    const { status, body } = await assign(id);
    expect([status, body.state]).toEqual([200, 'ASSIGNED']);
    expect(await balance()).toBe(1_000);
    expect(await suspense()).toBe(before);
    const [transaction] = await transactionsOf(platform);
    expect(transaction).toMatchObject({ id: body.transactionId, type: 'INCOMING', status: 'COMPLETED' });
    expect((await eventsOf(bank, platform, transaction.id)).map(({ type }) => type)).toEqual([
      'INCOMING_PAYMENT.COMPLETED',
    ]);
    expect((await assign(id)).body).toEqual(body);
    expect((await assign(id, { accountId: (await accountIn('USD')).id })).status).toBe(409);
    expect((await giveBack(id)).status).toBe(409);
    expect(await balance()).toBe(1_000);
    const { body: actions } = await operator.get(`/operator/actions?platformId=${platform.platformId}`);
    expect(actions.data).toMatchObject([
      { action: 'CREDIT_ASSIGNED', resourceId: id, details: { reason: 'the payer called' } },
    ]);
    await bank.audit();
  });

  it('is not assigned to an account that cannot have it', async () => {
    const { id } = await unmatched();
    expect((await assign(id, { accountId: (await accountIn('USD')).id })).status).toBe(400);
    const sandbox = await bank.newPlatform();
    await useCurrencies(sandbox, ['EUR']);
    const foreign = { platformId: sandbox.platformId, accountId: (await platformAccount(sandbox, 'EUR')).id };
    expect((await assign(id, foreign)).status).toBe(400);
    expect((await assign(newId('BankCredit'))).status).toBe(404);
    expect((await operator.get('/operator/unmatched-credits')).body.data[0].id).toBe(id);
    await bank.audit();
  });

  it('is returned to its payer by a bank file, and is RETURNED once the bank has paid it', async () => {
    const before = await suspense();
    const { id } = await unmatched({ amount: '11.01' });
    expect((await giveBack(id)).body.state).toBe('RETURNING');
    expect((await giveBack(id)).body.state).toBe('RETURNING');
    expect(await suspense()).toBe(before);
    const endToEndId = await writtenTo(IBAN, '11.01');
    await booked(endToEndId, '11.01');
    expect((await giveBack(id)).body.state).toBe('RETURNED');
    await bank.audit();
    // The payer's bank rejects the return: the credit waits for a decision again.
    await returned(endToEndId, '11.01');
    const { body } = await operator.get('/operator/unmatched-credits');
    expect(body.data.find((one: any) => one.id === id)).toMatchObject({ state: 'UNMATCHED', reason: 'RETURN_FAILED' });
    expect((await suspense()) - before).toBe(1_101n);
    await bank.audit();
  });

  it('is returned to an account that the operator names where the bank did not', async () => {
    const { id } = await unmatched({ amount: '12.02', payer: { name: 'Nobody' } });
    const rejected = await giveBack(id);
    expect([rejected.status, rejected.body.details.reason]).toEqual([409, 'PAYER_UNKNOWN']);
    const payerAccount = { holderName: 'Ada Lovelace', iban: 'DE02120300000000202051' };
    expect((await giveBack(id, { payerAccount })).status).toBe(200);
    await booked(await writtenTo(payerAccount.iban, '12.02'), '12.02');
    expect((await giveBack(id)).body.state).toBe('RETURNED');
    await bank.audit();
  });

  it('has one end when banks report several of its return at once', async () => {
    const other = await TestApp.start({ beside: bank });
    const banking = bankingWith(configuredFunding({}));
    const failed = { type: 'FAILED', reason: 'ACCOUNT_INVALID' } as const;
    for (let i = 0; i < 3; i++) {
      const { id } = await unmatched({ amount: '13.03' });
      expect((await giveBack(id)).body.state).toBe('RETURNING');
      const [{ id: returnId } = { id: '' }] = await bank.database.db.read<{ id: string }>(
        sql`SELECT id FROM bank_returns WHERE credit_id = ${id}`,
      );
      const reports = [bank, other].flatMap(({ app }) =>
        [{ type: 'COMPLETED' } as const, failed, { type: 'COMPLETED' } as const, failed].map((outcome) =>
          reportReturn(
            { db: bank.database.db, ledger: app.ledger, banking },
            { returnId, outcome, at: systemClock.now() },
          ),
        ),
      );
      await Promise.all(reports);
      // The return fails, with or without an earlier report of its payment.
      expect((await operator.get('/operator/unmatched-credits')).body.data[0]).toMatchObject({
        id,
        state: 'UNMATCHED',
        reason: 'RETURN_FAILED',
      });
      await bank.audit();
    }
    await other.stop();
  });

  it('is either assigned or returned when both are wanted at once', async () => {
    for (let i = 0; i < 5; i++) {
      const { id } = await unmatched();
      const before = await balance();
      const answers = await Promise.all([assign(id), giveBack(id), assign(id), giveBack(id)]);
      const states = answers.filter(({ status }) => status === 200).map(({ body }) => body.state);
      expect(new Set(states).size).toBe(1);
      expect(answers.filter(({ status }) => status === 409)).toHaveLength(2);
      expect((await balance()) - before).toBe(states[0] === 'ASSIGNED' ? 1_000 : 0);
    }
    await bank.audit();
  });
});

describe('a refund of money that a bank has brought', () => {
  /** A quote with real-time funding, and the payment reference to fund it. */
  async function quoted(): Promise<any> {
    const { status, body, text } = await platform.post('/quotes', {
      source: { sourceType: 'REALTIME_FUNDING', currency: 'EUR' },
      destination: { destinationType: 'ACCOUNT', accountId: account.id },
      lockedCurrencySide: 'SENDING',
      lockedCurrencyAmount: 50_000,
    });
    expect(status, text).toBe(201);
    return body;
  }
  const referenceOf = (quote: any): string => quote.paymentInstructions[0].accountOrWalletInfo.reference;
  const transactionOf = async (quote: any) => (await platform.get(`/transactions/${quote.transactionId}`)).body;
  const refundEvents = async (quote: any) =>
    (await eventsOf(bank, platform, quote.transactionId))
      .map(({ type, data }) => [type.replace('OUTGOING_PAYMENT.', ''), data.refund?.status])
      .filter(([, status]) => status !== undefined);
  const pay = (quote: any, amount: string, payer: StatementEntry['payer']) =>
    receiveEntries(
      entry({ amount, remittance: `<Ustrd>${referenceOf(quote).toLowerCase()}</Ustrd>`, payer: payer as any }),
    );

  it('is PENDING until the bank has sent it to the payer, then COMPLETED', async () => {
    const quote = await quoted();
    await pay(quote, '31.01', grace);
    expect(await transactionOf(quote)).toMatchObject({
      status: 'FAILED',
      failureReason: 'FUNDING_AMOUNT_MISMATCH',
      refund: { status: 'PENDING' },
    });
    await bank.audit();
    const endToEndId = await writtenTo(IBAN, '31.01');
    await booked(endToEndId, '31.01');
    const { refund } = await transactionOf(quote);
    expect(refund).toMatchObject({ status: 'COMPLETED', settledAt: expect.any(String) });
    expect(await refundEvents(quote)).toEqual([
      ['REFUND_PENDING', 'PENDING'],
      ['REFUND_COMPLETED', 'COMPLETED'],
    ]);
    await bank.audit();
  });

  it('has FAILED where the bank could not send it, and is made by an operator after all', async () => {
    const quote = await quoted();
    await pay(quote, '32.02', grace);
    await returned(await writtenTo(IBAN, '32.02'), '32.02');
    expect((await transactionOf(quote)).refund.status).toBe('FAILED');
    const { body } = await operator.get('/operator/unmatched-credits');
    const credit = body.data.find((one: any) => one.transactionId === quote.transactionId);
    expect(credit).toMatchObject({ reason: 'RETURN_FAILED', platformId: platform.platformId });
    const suspended = await operator.get('/operator/transactions/suspended?limit=100');
    expect(suspended.body.data.map((one: any) => one.transaction.id)).not.toContain(quote.transactionId);
    const path = `/operator/platforms/${platform.platformId}/transactions/${quote.transactionId}/refund`;
    expect((await operator.post(path, { reason: 'x' })).status).toBe(409);
    const payerAccount = { holderName: 'Grace Hopper', iban: 'DE02120300000000202051' };
    const again = { reason: 'a new account', payerAccount };
    expect((await operator.post(`/operator/unmatched-credits/${credit.id}/return`, again)).status).toBe(200);
    expect((await transactionOf(quote)).refund.status).toBe('PENDING');
    await bank.audit();
    await booked(await writtenTo(payerAccount.iban, '32.02'), '32.02');
    expect((await refundEvents(quote)).map(([type]) => type)).toEqual([
      'REFUND_PENDING',
      'REFUND_FAILED',
      'REFUND_PENDING',
      'REFUND_COMPLETED',
    ]);
    await bank.audit();
  });

  it('waits in suspense where the account of the payer is not known', async () => {
    const quote = await quoted();
    await pay(quote, '33.03', { name: 'Nobody' });
    expect((await transactionOf(quote)).refund.status).toBe('FAILED');
    const { body } = await operator.get('/operator/unmatched-credits');
    expect(body.data[0]).toMatchObject({ reason: 'PAYER_UNKNOWN', transactionId: quote.transactionId });
    const { body: overview } = await operator.get('/operator/bank-files');
    expect(overview.findings[0].code).toBe('UNCLAIMED_CREDIT');
    const pages = [];
    for (let cursor = ''; pages.length < 3; ) {
      const { body } = await operator.get(`/operator/bank-files/findings?limit=2${cursor}`);
      pages.push(...body.data);
      cursor = `&cursor=${body.nextCursor}`;
    }
    expect(pages).toEqual(overview.findings.slice(0, 4));
    expect((await operator.get('/operator/bank-files/findings?cursor=other')).status).toBe(400);
    await bank.audit();
  });

  it('is sent when the payout of the payment fails', async () => {
    const {
      body: payee,
      status,
      text,
    } = await platform.post('/platform/external-accounts', {
      currency: 'EUR',
      accountInfo: {
        accountType: 'EUR_ACCOUNT',
        iban: 'DE75512108001245126199',
        beneficiary: {
          beneficiaryType: 'INDIVIDUAL',
          fullName: 'Zoe Payee',
          countryOfResidence: 'DE',
          address: { line1: 'Musterstr. 12', city: 'Muenchen', postalCode: '80331', country: 'DE' },
        },
      },
    });
    expect(status, text).toBe(201);
    const made = await platform.post('/quotes', {
      source: { sourceType: 'REALTIME_FUNDING', currency: 'EUR' },
      destination: { destinationType: 'ACCOUNT', accountId: payee.id },
      lockedCurrencySide: 'SENDING',
      lockedCurrencyAmount: 3_404,
    });
    expect(made.status, made.text).toBe(201);
    await pay(made.body, '34.04', grace);
    const amount = (made.body.totalReceivingAmount / 100).toFixed(2);
    await returned(await writtenTo('DE75512108001245126199', amount), amount);
    expect(await transactionOf(made.body)).toMatchObject({ status: 'FAILED', refund: { status: 'PENDING' } });
    await booked(await writtenTo(IBAN, '34.04'), '34.04');
    expect((await transactionOf(made.body)).refund.status).toBe('COMPLETED');
    await bank.audit();
  });
});
