import { afterAll, beforeAll, expect, test } from 'vitest';
import { sql } from '../src/foundation/db/sql.ts';
import { TestApp } from './support/app.ts';
import type { Client } from './support/client.ts';
import {
  balancesReported,
  eventsOf,
  executed,
  newExternalAccount,
  platformAccount,
  quoted,
  useCurrencies,
} from './support/payment-world.ts';
import { accountIn, newPayer, type Payer, quoteFor, transactionIn } from './support/payments.ts';

let app: TestApp;
let client: Client;
let payer: Payer;
let dollars: string;
let pesos: string;

const CONFIGURED = {
  feeConfigs: [
    {
      feeType: 'CROSS_CURRENCY_TRANSACTION',
      sourceCurrency: 'USD',
      variableFeeBps: 30,
      fixedFee: { amount: 50, currency: 'USD' },
    },
  ],
};

beforeAll(async () => {
  app = await TestApp.shared();
  client = app.client;
  await useCurrencies(client, ['USD', 'EUR', 'MXN'], CONFIGURED);
  payer = await newPayer(client);
  const { customerId } = payer;
  dollars = await newExternalAccount(client, { customerId, type: 'USD_ACCOUNT' });
  pesos = await newExternalAccount(client, { customerId, type: 'MXN_ACCOUNT' });
});
afterAll(async () => {
  await app.audit();
  await app.stop();
});

const override = (amount: number, platformVariableFeeBps: number) => ({
  platformFeeOverride: { platformFixedFee: { amount, currency: 'USD' }, platformVariableFeeBps },
});
const feesOf = ({ feesIncluded, platformFeesIncluded }: any) => [platformFeesIncluded, feesIncluded];
const quote = (to: string, more: object = {}) => quoted(client, quoteFor(payer, to, more));

test('the configured fee applies to payments between currencies', async () => {
  // SPEI costs 27; the remainder of 10,000 after the fixed fees is 9,923, of which 30 bps are 30.
  expect(feesOf(await quote(pesos))).toEqual([80, 107]);
  expect(feesOf(await quote(await accountIn(client, payer.customerId, 'EUR')))).toEqual([80, 80]);
  expect(feesOf(await quote(dollars))).toEqual([0, 50]);
});

test('the configured fee applies to its source currency only', async () => {
  const euros = await newPayer(client, { currency: 'EUR', balance: 0 });
  expect((await quoted(client, quoteFor(euros, pesos))).platformFeesIncluded).toBe(0);
});

test('an override replaces the configured fee, and also applies in one currency', async () => {
  expect(feesOf(await quote(pesos, override(7, 0)))).toEqual([7, 34]);
  expect(feesOf(await quote(pesos, override(0, 0)))).toEqual([0, 27]);
  expect(feesOf(await quote(dollars, override(0, 100)))).toEqual([100, 150]);
});

test('with a locked receiving amount the fees are added to the sent amount', async () => {
  const locked = { lockedCurrencySide: 'RECEIVING', lockedCurrencyAmount: 10_000 };
  const made = await quote(dollars, { ...locked, ...override(10, 100) });
  expect(made.totalReceivingAmount).toBe(10_000);
  expect(made.totalSendingAmount).toBe(10_000 + made.feesIncluded);
  // 101 of 10,101 are one hundredth.
  expect(feesOf(made)).toEqual([111, 161]);
});

test('a fee that leaves nothing to pay is rejected', async () => {
  for (const fee of [override(10_000, 0), override(0, 10_000)]) {
    const { status, body } = await client.post('/quotes', quoteFor(payer, dollars, fee));
    expect([status, body.code]).toEqual([400, 'AMOUNT_OUT_OF_RANGE']);
  }
});

test('the fee is credited to the platform when the payment completes, with an event', async () => {
  const own = await platformAccount(client, 'USD');
  const made = await quote(pesos);
  expect((await platformAccount(client, 'USD')).balance).toEqual(own.balance);
  await executed(client, made.id);
  const { platformFees } = await transactionIn(client, made.transactionId, 'COMPLETED');
  expect(platformFees).toBe(80);
  expect((await platformAccount(client, 'USD')).balance.amount).toBe(own.balance.amount + 80);
  expect(balancesReported(await eventsOf(app, client, own.id)).at(-1)).toEqual([80, 80]);
});

test('the fee of a payment from the platform is returned to the platform', async () => {
  const platform = await app.newPlatform();
  const own = await platformAccount(platform, 'USD');
  await platform.post(`/sandbox/internal-accounts/${own.id}/fund`, { amount: 20_000 });
  const payee = await newExternalAccount(platform, { type: 'USD_ACCOUNT' });
  const source = { customerId: platform.platformId, accountId: own.id, currency: 'USD' };
  const made = await quoted(platform, quoteFor(source, payee, { ...override(100, 0), immediatelyExecute: true }));
  await transactionIn(platform, made.transactionId, 'COMPLETED');
  expect(balancesReported(await eventsOf(app, platform, own.id))).toEqual([
    [20_000, 20_000],
    [10_000, 20_000],
    [10_100, 10_100],
  ]);
});

test('a fee requires a platform account in its currency when the quote is created', async () => {
  const platform = await app.newPlatform();
  const sender = await newPayer(platform);
  const payee = await newExternalAccount(platform, { customerId: sender.customerId, type: 'USD_ACCOUNT' });
  const { id } = await platformAccount(platform, 'USD');
  await app.database.db.write(sql`DELETE FROM accounts WHERE platform_id = ${platform.platformId} AND id = ${id}`);
  const { status, body } = await platform.post('/quotes', quoteFor(sender, payee, override(100, 0)));
  expect([status, body.code]).toEqual([400, 'INVALID_INPUT']);
});
