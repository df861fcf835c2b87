import { Currency } from '@uma-sdk/core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { AccountTypeName } from '../src/parties/accounts/account-types.ts';
import { TestApp } from './support/app.ts';
import type { Client } from './support/client.ts';
import { exampleRequest } from './support/external-accounts.ts';
import { newExternalAccount, useCurrencies } from './support/payment-world.ts';
import { newPayer, type Payer } from './support/payments.ts';
import { fc } from './support/seed.ts';
import { openUmaPlace, type UmaPlace } from './support/uma.ts';
import { openProvider } from './support/uma-provider.ts';

/** Sends hundreds of requests, on a machine that may be busy. */
const RUN_LIMIT_MS = 180_000;
const DOMAIN = 'sandbox.causeway.test';

let app: TestApp;
beforeAll(async () => {
  app = await TestApp.shared();
});
afterAll(async () => {
  await app.audit();
  await app.stop();
});

interface Preference {
  currency: { code: string };
  min: number;
  max: number;
}

/** Source of a quote to the receiver. */
interface Receiver {
  name: string;
  lookup: string;
  destination: object;
  /** Another provider enforces its own limits; the service does not reject amounts outside of them. */
  isOursAlone: boolean;
}

async function lookUp(client: Client, payer: Payer, { lookup }: Receiver) {
  return client.get(`${lookup}?customerId=${payer.customerId}`);
}

const everything = {
  FULL_NAME: 'Ada Lovelace',
  BIRTH_DATE: '1990-12-10',
  NATIONALITY: 'GB',
  COUNTRY_OF_RESIDENCE: 'GB',
  POSTAL_ADDRESS: { line1: '1 Street', city: 'London', country: 'GB' },
};

function quoteOf(payer: Payer, { destination }: Receiver, { lookupId, currency, amount }: Asked): object {
  const isUma = 'umaAddress' in destination;
  return {
    lookupId,
    source: { sourceType: 'ACCOUNT', accountId: payer.accountId },
    destination: { ...destination, ...(isUma && { currency }) },
    lockedCurrencySide: 'RECEIVING',
    lockedCurrencyAmount: amount,
    purposeOfPayment: 'GIFT',
    senderCustomerInfo: everything,
  };
}

interface Asked {
  lookupId: string;
  currency: string;
  amount: number;
}

const LIMITS = ['AMOUNT_OUT_OF_RANGE', 'TRANSACTION_SIZE_LIMIT_EXCEEDED', 'EXTERNAL_ACCOUNT_VERIFICATION_REQUIRED'];

/** Quotes both ends of every preference, and one step beyond each; returns the number of preferences tried. */
async function expectQuotable(client: Client, payer: Payer, receiver: Receiver): Promise<number> {
  const { status, body, text } = await lookUp(client, payer, receiver);
  const about = `${receiver.name} from ${payer.currency}`;
  if (status !== 200) {
    expect([about, status, body.code], text).toEqual([about, 400, 'LOOKUP_REQUEST_FAILED']);
    return 0;
  }
  for (const { currency, min, max } of body.supportedCurrencies as Preference[]) {
    const quote = (amount: number) =>
      client.post('/quotes', quoteOf(payer, receiver, { lookupId: body.lookupId, currency: currency.code, amount }));
    const middle = Math.floor(min + (max - min) / 2);
    for (const amount of new Set([min, middle, max])) {
      const made = await quote(amount);
      expect([about, currency.code, amount, made.status], made.text).toEqual([about, currency.code, amount, 201]);
      expect(made.body.totalReceivingAmount).toBe(amount);
    }
    if (!receiver.isOursAlone) continue;
    for (const amount of [min - 1, max + 1]) {
      if (amount < 1 || amount > 9_000_000_000_000_000) continue;
      const made = await quote(amount);
      expect([about, currency.code, amount, made.status], made.text).toEqual([about, currency.code, amount, 400]);
      expect(LIMITS).toContain(made.body.code);
    }
  }
  return body.supportedCurrencies.length;
}

const accounts: AccountTypeName[] = [
  'USD_ACCOUNT',
  'EUR_ACCOUNT',
  'GBP_ACCOUNT',
  'MXN_ACCOUNT',
  'INR_ACCOUNT',
  'BRL_ACCOUNT',
  'KES_ACCOUNT',
  'UGX_ACCOUNT',
  'PHP_ACCOUNT',
  'SWIFT_ACCOUNT',
  'SOLANA_WALLET',
  'SPARK_WALLET',
  'LIGHTNING',
];
const scenarios = ['success.usd', 'success.eur', 'success.mxn'];
const senders = ['USD', 'EUR', 'JPY', 'USDC', 'BTC', 'NGN'];
const held = ['USD', 'EUR', 'MXN', 'USDC'];

/** Limits that leave some, no or all amounts: from one unit to more than any payment has. */
const limits = fc
  .tuple(fc.double({ min: 0, max: 13, noNaN: true }), fc.double({ min: 0, max: 15.9, noNaN: true }))
  .map(([a, b]) => ({ minAmount: Math.ceil(10 ** Math.min(a, b)), maxAmount: Math.floor(10 ** Math.max(a, b) + 1) }));
const world = fc.record({
  sender: fc.constantFrom(...senders),
  limits: fc.dictionary(fc.constantFrom(...senders, ...held, 'GBP', 'INR', 'KES'), limits, { maxKeys: 6 }),
  fee: fc.record({ variableFeeBps: fc.integer({ min: 0, max: 2_000 }), fixed: fc.nat(5_000) }),
});

async function receiversOf(client: Client, payer: Payer): Promise<Receiver[]> {
  const { customerId } = payer;
  const external = async (type: AccountTypeName, more: object = {}): Promise<Receiver> => {
    const request = { customerId, ...exampleRequest(type), ...more };
    const { status, body, text } = await client.post('/customers/external-accounts', request);
    expect(status, text).toBe(201);
    const accountId = body.id;
    const destination = { destinationType: 'ACCOUNT', accountId };
    return { name: type, lookup: `/receiver/external-account/${accountId}`, destination, isOursAlone: true };
  };
  const friend = await client.post('/customers', {
    customerType: 'INDIVIDUAL',
    fullName: 'Grace Hopper',
    currencies: held,
  });
  const addresses = [friend.body.umaAddress, ...scenarios.map((name) => `$${name}@${DOMAIN}`)];
  return [
    ...(await Promise.all(accounts.map((type) => external(type)))),
    await external('ETHEREUM_WALLET', { ownershipType: 'FIRST_PARTY' }),
    ...addresses.map((umaAddress) => umaReceiver(umaAddress, true)),
  ];
}

const umaReceiver = (umaAddress: string, isOursAlone: boolean): Receiver => ({
  name: umaAddress,
  lookup: `/receiver/uma/${encodeURIComponent(umaAddress)}`,
  destination: { destinationType: 'UMA_ADDRESS', umaAddress },
  isOursAlone,
});

test(
  'every amount between min and max of a lookup can be quoted, and none beyond, with any limits of the platform',
  async () => {
    let tried = 0;
    const property = fc.asyncProperty(world, async ({ sender, limits: only, fee }) => {
      const client = await app.newPlatform();
      const codes = [...new Set([sender, ...held, ...Object.keys(only)])];
      const { fixed: amount, variableFeeBps } = fee;
      const feeConfig = { feeType: 'CROSS_CURRENCY_TRANSACTION', sourceCurrency: 'USD', variableFeeBps };
      const feeConfigs = [{ ...feeConfig, fixedFee: { amount, currency: 'USD' } }];
      await useCurrencies(client, codes, { only, feeConfigs });
      const payer = await newPayer(client, { currency: sender, currencies: [sender], balance: 0 });
      for (const receiver of await receiversOf(client, payer)) tried += await expectQuotable(client, payer, receiver);
    });
    await fc.assert(property, { numRuns: 6, endOnFailure: true });
    expect(tried).toBeGreaterThan(10);
    await app.audit();
  },
  RUN_LIMIT_MS,
);

describe('the limits of a lookup', () => {
  test('for a wallet without a proof of ownership are 1,000 dollars', async () => {
    const client = await app.newPlatform();
    const payer = await newPayer(client, { balance: 0 });
    const wallet = (await receiversOf(client, payer)).find(({ name }) => name === 'ETHEREUM_WALLET') as Receiver;
    const { body } = await lookUp(client, payer, wallet);
    expect(body.supportedCurrencies).toMatchObject([{ currency: { code: 'USDC' }, max: 1_000_000_000 }]);
    await app.audit();
  });

  test("are the remainder of the sender's daily limit, which resets", async () => {
    const limited = await TestApp.start({
      config: { corridors: { limits: { USD: { dailyMax: '500 USD' } } } },
    });
    const { client } = limited;
    const payer = await newPayer(client, { balance: 1_000_000 });
    const { customerId } = payer;
    const payee = await newExternalAccount(client, { customerId, type: 'USD_ACCOUNT' });
    const path = `/receiver/external-account/${payee}`;
    const destination = { destinationType: 'ACCOUNT', accountId: payee };
    const receiver = { name: 'USD_ACCOUNT', lookup: path, destination, isOursAlone: false };
    const pay = async (amount: number) => {
      const request = quoteOf(payer, receiver, { lookupId: '', currency: 'USD', amount });
      return client.post('/quotes', { ...request, lookupId: undefined, immediatelyExecute: true });
    };
    const most = async () => (await lookUp(client, payer, receiver)).body.supportedCurrencies?.[0].max;
    expect(await most()).toBe(50_000 - 50);
    expect((await pay(30_000)).status).toBe(201);
    expect(await most()).toBe(20_000 - 100);
    expect((await pay((await most()) + 1)).body.code).toBe('DAILY_VOLUME_LIMIT_EXCEEDED');
    expect((await pay(await most())).status).toBe(201);
    const used = await lookUp(client, payer, receiver);
    expect([used.status, used.body.code]).toEqual([400, 'LOOKUP_REQUEST_FAILED']);
    await client.post('/sandbox/clock/advance', { seconds: 86_400 });
    expect(await most()).toBe(50_000 - 50);
    await limited.audit();
    await limited.stop();
  });

  test('are empty for an account that cannot be paid, or from a currency that the platform cannot send', async () => {
    const client = await app.newPlatform();
    const payer = await newPayer(client, { balance: 0 });
    const [dollars, euros] = (await receiversOf(client, payer)) as [Receiver, Receiver];
    const { pool } = app.database.db;
    const accountId = euros.lookup.split('/').at(-1);
    await pool.query(`UPDATE external_accounts SET status = 'UNDER_REVIEW' WHERE id = $1`, [accountId]);
    const expectNothing = async (receiver: Receiver) => {
      const { status, body } = await lookUp(client, payer, receiver);
      expect([status, body.code]).toEqual([400, 'LOOKUP_REQUEST_FAILED']);
      expect(body.details.hint).toContain('/exchange-rates');
    };
    await expectNothing(euros);
    expect((await lookUp(client, payer, dollars)).status).toBe(200);
    await useCurrencies(client, ['USD', 'EUR'], { only: { USD: { enabledTransactionTypes: ['INCOMING'] } } });
    await expectNothing(dollars);
    await app.audit();
  });
});

describe('a receiver at another provider', () => {
  let here: UmaPlace;
  beforeAll(async () => {
    here = await openUmaPlace(['USD', 'EUR', 'USDC']);
  });
  afterAll(async () => {
    await here.app.audit();
    await here.app.stop();
  });

  test(
    'can be paid every amount of its lookup, at its rate and within its limits',
    async () => {
      const offers = fc.record({
        sender: fc.constantFrom('USD', 'EUR', 'USDC'),
        /** Above and below the market rate, which is near 840 milli-satoshis for a cent. */
        multiplier: fc.double({ min: 100, max: 10_000, noNaN: true }),
        theirs: limits,
        ours: limits,
      });
      let nth = 0;
      const property = fc.asyncProperty(offers, async ({ sender, multiplier, theirs, ours }) => {
        const { minAmount, maxAmount } = theirs;
        const currencies = [new Currency('USD', 'US Dollar', '$', multiplier, minAmount, maxAmount, 2)];
        const provider = await openProvider({ multiplier, currencies });
        await useCurrencies(here.client, ['USD', 'EUR', 'USDC'], { only: { [sender]: ours }, umaDomain: here.domain });
        const payer = await here.newUser(`sender${++nth}`, { currency: sender, currencies: [sender], balance: 0 });
        await expectQuotable(here.client, payer, umaReceiver(`$carla@${provider.domain}`, false));
        await provider.close();
      });
      await fc.assert(property, { numRuns: 12, endOnFailure: true });
    },
    RUN_LIMIT_MS,
  );
});
