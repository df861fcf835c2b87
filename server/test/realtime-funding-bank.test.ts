import { createHash } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { directoriesOf, makeDirectories } from '../src/engine/bank-files/directories.ts';
import { configuredFunding } from '../src/engine/providers/funding/configured.ts';
import { readConfig } from '../src/foundation/config.ts';
import { sql } from '../src/foundation/db/sql.ts';
import { addMs, DAY_MS, systemClock } from '../src/foundation/kernel/clock.ts';
import { receiveBankCredit } from '../src/payments/arrivals/bank.ts';
import { sweepExpiredQuotes } from '../src/payments/transactions/expired-quotes.ts';
import { TestApp } from './support/app.ts';
import { exampleSettings, golden } from './support/bank-files.ts';
import { bankingWith } from './support/banking.ts';
import type { Client } from './support/client.ts';
import { advance, eventsOf, newExternalAccount, quoted, systemBalances, typesOf } from './support/payment-world.ts';
import { newPayer, transactionIn } from './support/payments.ts';

let app: TestApp;
let client: Client;
let customerId: string;

beforeAll(async () => {
  app = await TestApp.shared();
});
afterAll(async () => {
  await app.audit();
  await app.stop();
});
beforeEach(async () => {
  client = await app.newPlatform();
  ({ customerId } = await newPayer(client, { balance: 0 }));
});

async function newQuote(): Promise<any> {
  const payee = await newExternalAccount(client, { customerId, type: 'USD_ACCOUNT' });
  return quoted(client, {
    source: { sourceType: 'REALTIME_FUNDING', currency: 'USD', customerId },
    destination: { destinationType: 'ACCOUNT', accountId: payee },
    lockedCurrencySide: 'SENDING',
    lockedCurrencyAmount: 10_000,
  });
}

const referenceOf = (quote: any): string => quote.paymentInstructions[0].accountOrWalletInfo.reference;

/** A bank reports a credit on a nostro account, at the time of the platform. */
async function credited(quote: any, more: object = {}): Promise<boolean> {
  const banking = bankingWith(configuredFunding({}));
  const { db } = app.database;
  const deps = { db, ledger: app.app.ledger, banking };
  const reported = {
    account: 'DE00',
    amount: 10_000n,
    currency: 'USD',
    bankReference: 'B-1',
    reference: referenceOf(quote),
    payerName: 'Grace Hopper',
    payerAccount: 'US64SVBKUS6S3300958879',
    payerDetails: {},
    endToEndId: 'E2E-1',
    ...more,
  };
  const bankReference = `${reported.bankReference} ${quote.id}`;
  const fingerprint = createHash('sha256').update(bankReference).digest('hex');
  const remittance = [reported.reference, reported.endToEndId ?? ''];
  const credit = { ...reported, bankReference, fingerprint, repetition: 0, remittance };
  const { body } = await client.get('/sandbox/clock');
  return (await receiveBankCredit(deps, credit, { mode: 'SANDBOX', at: new Date(body.now) })).isMatched;
}

const sweepTenDaysLater = (): Promise<void> => {
  const clock = { now: () => addMs(systemClock.now(), 10 * DAY_MS) };
  return sweepExpiredQuotes({ db: app.database.db, clock, keepQuotesDays: 2 });
};

const typesIn = async (quote: any) => typesOf(await eventsOf(app, client, quote.transactionId));

describe('a bank credit with the reference of a quote', () => {
  test('starts the payment and identifies the payer', async () => {
    const quote = await newQuote();
    expect(await credited(quote, { reference: `invoice 7, ${referenceOf(quote).toLowerCase()} thanks` })).toBe(true);
    const { source } = await transactionIn(client, quote.transactionId, 'COMPLETED');
    expect(source).toEqual({
      sourceType: 'REALTIME_FUNDING',
      currency: 'USD',
      customerId,
      accountHolderName: 'Grace Hopper',
      accountIdentifier: '****8879',
      remittanceInformation: expect.stringContaining('invoice 7'),
      endToEndId: 'E2E-1',
      traceNumber: `B-1 ${quote.id}`,
    });
    await app.audit();
  });

  test('counts once, however often and concurrently it is reported', async () => {
    const quote = await newQuote();
    expect(await Promise.all(Array.from({ length: 8 }, () => credited(quote)))).toEqual(Array(8).fill(true));
    await transactionIn(client, quote.transactionId, 'COMPLETED');
    expect(await credited(quote)).toBe(true);
    expect(await systemBalances(app, client)).not.toHaveProperty('transit.funding:USD');
    expect(await typesIn(quote)).toEqual(['PENDING', 'PROCESSING', 'COMPLETED']);
    await app.audit();
  });

  test('of another amount is refunded', async () => {
    const quote = await newQuote();
    expect(await credited(quote, { amount: 9_000n })).toBe(false);
    const { failureReason, refund } = await transactionIn(client, quote.transactionId, 'FAILED');
    expect(failureReason).toBe('FUNDING_AMOUNT_MISMATCH');
    // The refund fails: the bank did not report the account of the payer.
    expect(refund).toMatchObject({ status: 'FAILED', reason: 'TRANSACTION_FAILED' });
    expect(await systemBalances(app, client)).toEqual({});
    await app.audit();
  });

  test('for an expired quote is refunded, and the quote stays expired', async () => {
    const quote = await newQuote();
    await advance(client, 3_600);
    expect(await credited(quote)).toBe(false);
    const transaction = await transactionIn(client, quote.transactionId, 'EXPIRED');
    expect(transaction.refund).toMatchObject({ status: 'FAILED', reason: 'TIMEOUT' });
    expect(transaction.source).toMatchObject({ accountHolderName: 'Grace Hopper' });
    expect(await typesIn(quote)).toEqual(['PENDING', 'EXPIRED', 'REFUND_PENDING', 'REFUND_FAILED']);
    expect(await credited(quote)).toBe(false);
    expect(await typesIn(quote)).toHaveLength(4);
    expect(await systemBalances(app, client)).toEqual({});
    await sweepTenDaysLater();
    await transactionIn(client, quote.transactionId, 'EXPIRED');
    await app.audit();
  });

  test('for a quote that was deleted after its retention goes to suspense', async () => {
    const quote = await newQuote();
    await advance(client, 3_600);
    await sweepTenDaysLater();
    expect((await client.get(`/quotes/${quote.id}`)).status).toBe(404);
    expect(await credited(quote)).toBe(false);
    const held = await app.database.db.read(sql`
      SELECT state, reason FROM bank_credits WHERE bank_reference LIKE ${`%${quote.id}%`}`);
    expect(held).toEqual([{ state: 'UNMATCHED', reason: 'NO_REFERENCE' }]);
    await app.audit();
  });

  test('at the moment of expiry has exactly one of the two outcomes', async () => {
    const quote = await newQuote();
    const [isTaken] = await Promise.all([credited(quote), advance(client, 3_600)]);
    const { body } = await client.get(`/transactions/${quote.transactionId}`);
    expect(isTaken).toBe(body.status !== 'EXPIRED');
    await transactionIn(client, quote.transactionId, body.status === 'EXPIRED' ? 'EXPIRED' : 'COMPLETED');
    await app.audit();
  });
});

describe('a bank credit is left for an operator', () => {
  test('if the payment was already funded by another', async () => {
    const quote = await newQuote();
    await credited(quote);
    await transactionIn(client, quote.transactionId, 'COMPLETED');
    expect(await credited(quote, { bankReference: 'B-2' })).toBe(false);
    await app.audit();
  });

  test.each([
    ['without a reference', { reference: 'hello', endToEndId: undefined }],
    ['with an unknown reference', { reference: 'UMA-Q000000000000-REF', endToEndId: undefined }],
    ['in another currency', { currency: 'EUR' }],
  ])('%s', async (_, more) => {
    const quote = await newQuote();
    expect(await credited(quote, more)).toBe(false);
    expect(await typesIn(quote)).toEqual(['PENDING']);
    await app.audit();
  });
});

describe('a bank statement in the inbox', () => {
  const directory = mkdtempSync(join(tmpdir(), 'causeway-credit-'));
  const directories = directoriesOf(directory);
  const files = { settings: join(directory, 'settings.json'), nostro: join(directory, 'nostro.json') };
  let bank: TestApp;

  beforeAll(async () => {
    makeDirectories(directories);
    writeFileSync(files.settings, JSON.stringify({ ...exampleSettings, batchMinutes: 0, settleSeconds: 0 }));
    const { accountNumber, routingNumber } = exampleSettings.accounts.USD;
    const account = { accountType: 'USD_ACCOUNT', accountNumber, routingNumber, paymentRails: ['RTP'] };
    writeFileSync(files.nostro, JSON.stringify({ USD: [account] }));
    const env = { BANK_FILES_DIR: directory, BANK_FILES_CONFIG: files.settings, NOSTRO_ACCOUNTS_FILE: files.nostro };
    bank = await TestApp.start({ config: readConfig(env) });
  });
  afterAll(async () => {
    await bank.audit();
    await bank.stop();
    rmSync(directory, { recursive: true, force: true });
  });

  test('funds the quote of a production platform', async () => {
    const platform = await bank.newPlatform('PRODUCTION');
    const { body: accounts } = await platform.get('/platform/internal-accounts?currency=USD');
    const { status, body: quote } = await platform.post('/quotes', {
      source: { sourceType: 'REALTIME_FUNDING', currency: 'USD' },
      destination: { destinationType: 'ACCOUNT', accountId: accounts.data[0].id },
      lockedCurrencySide: 'SENDING',
      lockedCurrencyAmount: 50_000,
    });
    expect(status).toBe(201);
    const statement = golden('camt053.xml')
      .replaceAll('EUR', 'USD')
      .replace('<IBAN>DE89370400440532013000</IBAN>', '<Othr><Id>9876543210</Id></Othr>')
      .replace('CWREF123 rent', `${referenceOf(quote)} rent`);
    writeFileSync(join(directories.inbox, 'statement.xml'), statement);
    const { source } = await transactionIn(platform, quote.transactionId, 'COMPLETED');
    expect(source).toEqual({
      sourceType: 'REALTIME_FUNDING',
      currency: 'USD',
      accountHolderName: 'Grace Hopper',
      accountIdentifier: '****2606',
      remittanceInformation: expect.stringContaining('rent'),
      traceNumber: 'C2',
    });
    const { body: after } = await platform.get('/platform/internal-accounts?currency=USD');
    expect(after.data[0].balance.amount).toBe(quote.totalReceivingAmount);
  }, 20_000);
});
