import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { sql } from '../src/foundation/db/sql.ts';
import { TestApp } from './support/app.ts';
import type { Client } from './support/client.ts';
import { advance, eventsOf, executed, platformAccount, quoted, useCurrencies } from './support/payment-world.ts';
import { balanceOf, fund, newPayer, type Payer, payeeWithSuffix, quoteFor, transactionIn } from './support/payments.ts';

const DOMAIN = 'sandbox.causeway.test';
const BALANCE = 100_000;

let app: TestApp;
let client: Client;
let payer: Payer;
beforeAll(async () => {
  app = await TestApp.shared();
});
beforeEach(async () => {
  client = await app.newPlatform();
  payer = await newPayer(client, { balance: BALANCE });
});
afterEach(() => app.audit());
afterAll(() => app.stop());

const account = (suffix: string) => payeeWithSuffix(client, payer.customerId, suffix);
const read = async (id: string) => (await client.get(`/transactions/${id}`)).body;
const typesOf = async (id: string) => {
  const events = await eventsOf(app, client, id);
  for (const event of events) app.contract.checkEvent(event);
  return events.map(({ type }) => type.replace(/^\w+_PAYMENT\./, ''));
};

/** The three ways to move money to or from an account with a scenario, each up to its first response. */
const ways = {
  quote: async (suffix: string): Promise<string> => {
    const quote = await quoted(client, quoteFor(payer, await account(suffix)));
    await executed(client, quote.id);
    return quote.transactionId;
  },
  'transfer out': async (suffix: string): Promise<string> =>
    (
      await client.post('/transfer-out', {
        source: { accountId: payer.accountId },
        destination: { accountId: await account(suffix) },
        amount: 10_000,
      })
    ).body.id,
  'transfer in': async (suffix: string): Promise<string> =>
    (
      await client.post('/transfer-in', {
        source: { accountId: await account(suffix) },
        destination: { accountId: payer.accountId },
        amount: 10_000,
      })
    ).body.id,
};
type WayName = keyof typeof ways;
const wayNames = Object.keys(ways) as WayName[];

async function delayedTransaction(id: string): Promise<any> {
  for (;;) {
    const transaction = await read(id);
    if (transaction.pendingReason || transaction.status === 'COMPLETED') return transaction;
  }
}

describe.each(wayNames)('a %s', (name) => {
  test.each([
    ['011', 'COUNTERPARTY_DECLARATION_REQUIRED'],
    ['012', 'WALLET_VERIFICATION_REQUIRED'],
    ['013', 'COUNTERPARTY_INFORMATION_REQUIRED'],
    ['014', 'COMPLIANCE_REVIEW'],
  ])('with %s is delayed with %s for six minutes, then completes without a reason', async (suffix, reason) => {
    const id = await ways[name](suffix);
    const status = name === 'transfer in' ? 'PENDING' : 'PROCESSING';
    expect(await delayedTransaction(id)).toMatchObject({ status, pendingReason: reason });
    await advance(client, 359);
    expect(await read(id)).toMatchObject({ status, pendingReason: reason });
    await advance(client, 2);
    const done = await read(id);
    expect([done.status, done.pendingReason]).toEqual(['COMPLETED', undefined]);
    expect((await typesOf(id)).slice(-3)).toEqual(
      name === 'transfer in' ? ['PENDING', 'PENDING', 'COMPLETED'] : ['PROCESSING', 'PROCESSING', 'COMPLETED'],
    );
  });

  test.each([
    ['015', 'LNURLP_FAILED'],
    ['016', 'PAY_REQUEST_FAILED'],
    ['017', 'OFFRAMP_FAILED'],
  ])('with %s fails with %s, and all balances are restored', async (suffix, failureReason) => {
    const failed = await transactionIn(client, await ways[name](suffix), 'FAILED');
    expect(failed.failureReason).toBe(failureReason);
    if (name !== 'transfer in') expect(failed.refund).toMatchObject({ status: 'COMPLETED' });
    expect(await balanceOf(client, payer)).toEqual({ balance: BALANCE, totalBalance: BALANCE });
  });

  test('with 019 completes, and is REFUNDED in full a minute later', async () => {
    const id = await ways[name]('019');
    await transactionIn(client, id, 'COMPLETED');
    expect(await balanceOf(client, payer)).toMatchObject({ balance: name === 'transfer in' ? 110_000 : 90_000 });
    await advance(client, 61);
    const over = await read(id);
    expect(over).toMatchObject({
      status: 'REFUNDED',
      refund: { status: 'COMPLETED', reference: expect.stringMatching(/-REFUND$/), settledAt: over.updatedAt },
    });
    expect([over.failureReason, over.refund.reason]).toEqual([undefined, undefined]);
    expect((await typesOf(id)).slice(-3)).toEqual(['COMPLETED', 'REFUND_PENDING', 'REFUND_COMPLETED']);
    expect(await balanceOf(client, payer)).toEqual({ balance: BALANCE, totalBalance: BALANCE });
    if (over.quoteId) expect((await client.get(`/quotes/${over.quoteId}`)).body.status).toBe('COMPLETED');
    const { body } = await client.get('/transactions?status=REFUNDED');
    expect(body.data.map((one: { id: string }) => one.id)).toEqual([id]);
  });
});

describe('a rail that accepts asynchronously', () => {
  const open = async () => quoted(client, quoteFor(payer, await account('018')));

  test('leaves the transaction of a quote CREATED, without events and without a reference', async () => {
    const quote = await open();
    const created = await read(quote.transactionId);
    expect([quote.status, created.status, created.reconciliationInstructions]).toEqual([
      'PENDING',
      'CREATED',
      undefined,
    ]);
    expect(await typesOf(quote.transactionId)).toEqual([]);
    await advance(client, 5);
    expect(await read(quote.transactionId)).toMatchObject({
      status: 'PENDING',
      reconciliationInstructions: { reference: expect.any(String) },
    });
    await executed(client, quote.id);
    await transactionIn(client, quote.transactionId, 'COMPLETED');
    expect(await typesOf(quote.transactionId)).toEqual(['PENDING', 'PROCESSING', 'COMPLETED']);
  });

  test('accepts with the execution of the quote if that comes first', async () => {
    const quote = await open();
    expect((await executed(client, quote.id)).status).toBe('PROCESSING');
    await transactionIn(client, quote.transactionId, 'COMPLETED');
    await advance(client, 10);
    expect(await typesOf(quote.transactionId)).toEqual(['PENDING', 'PROCESSING', 'COMPLETED']);
  });

  test('lets an unexecuted quote expire', async () => {
    const quote = await open();
    await advance(client, 3_600);
    expect((await read(quote.transactionId)).status).toBe('EXPIRED');
    expect((await client.post(`/quotes/${quote.id}/execute`)).body.details.reason).toBe('QUOTE_EXPIRED');
  });

  test('leaves a transfer CREATED with the source debited until it accepts', async () => {
    const id = await ways['transfer out']('018');
    expect((await read(id)).status).toBe('CREATED');
    expect(await balanceOf(client, payer)).toEqual({ balance: 90_000, totalBalance: BALANCE });
    await advance(client, 5);
    expect((await read(id)).status).toBe('PROCESSING');
    await advance(client, 5);
    expect((await read(id)).status).toBe('COMPLETED');
    expect(await typesOf(id)).toEqual(['PENDING', 'PROCESSING', 'COMPLETED']);
  });
});

describe('a payment from the account of the platform', () => {
  test.each(['an internal account', 'an external account', 'an external account by transfer'])(
    'to %s of a customer appears in the transactions of that customer',
    async (destination) => {
      const own = await platformAccount(client, 'USD');
      await fund(client, own.id, 50_000);
      const to = destination === 'an internal account' ? payer.accountId : await account('111');
      const source = { sourceType: 'ACCOUNT', accountId: own.id };
      const id = destination.endsWith('transfer')
        ? (
            await client.post('/transfer-out', {
              source: { accountId: own.id },
              destination: { accountId: to },
              amount: 10_000,
            })
          ).body.id
        : (await quoted(client, quoteFor(payer, to, { source, immediatelyExecute: true }))).transactionId;
      const done = await transactionIn(client, id, 'COMPLETED');
      const { body: customer } = await client.get(`/customers/${payer.customerId}`);
      expect(done).toMatchObject({
        customerId: payer.customerId,
        platformCustomerId: customer.platformCustomerId,
        source: { accountId: own.id },
      });
      const { body } = await client.get(`/transactions?customerId=${payer.customerId}&type=OUTGOING`);
      expect(body.data.map((one: { id: string }) => one.id)).toEqual([id]);
    },
  );

  test('counts towards the daily limit of the platform, not of the customer', async () => {
    const own = await platformAccount(client, 'USD');
    await useCurrencies(client, ['USD']);
    await fund(client, own.id, 90_000_000);
    const source = { sourceType: 'ACCOUNT', accountId: own.id };
    const request = quoteFor(payer, payer.accountId, { source, lockedCurrencyAmount: 90_000_000 });
    const { id, transactionId } = await quoted(client, request);
    await executed(client, id);
    await transactionIn(client, transactionId, 'COMPLETED');
    const found = await app.database.db.read<{ owner_id: string }>(
      sql`SELECT owner_id FROM daily_volumes WHERE platform_id = ${client.platformId}`,
    );
    expect(found.map(({ owner_id }) => owner_id)).toEqual([client.platformId]);
  });
});

describe('a switch error', () => {
  test.each(['description', 'remittanceInformation'])(
    'is 500 SERVICE_SWITCH_ERROR by the suffix of %s, changes nothing, and is not stored under its key',
    async (field) => {
      const request = quoteFor(payer, await account('111'), { immediatelyExecute: true });
      const options = { headers: { 'Idempotency-Key': `switch-${field}` } };
      for (let i = 0; i < 2; i++) {
        const { status, body, headers } = await client.post(
          '/quotes',
          { ...request, [field]: 'a switch-error' },
          options,
        );
        expect([status, body.code]).toEqual([500, 'SERVICE_SWITCH_ERROR']);
        expect(headers.get('idempotent-replayed')).toBeNull();
      }
      expect((await client.get('/transactions?type=OUTGOING')).body.data).toEqual([]);
      expect(await balanceOf(client, payer)).toEqual({ balance: BALANCE, totalBalance: BALANCE });
      expect((await client.post('/quotes', { ...request, [field]: 'switch-error, not' })).status).toBe(201);
    },
  );
});

describe('a failing provider', () => {
  const lookup = (address: string) =>
    client.get(`/receiver/uma/${encodeURIComponent(address)}?customerId=${payer.customerId}`);

  test.each([
    ['lookup412', 412, 'UNSUPPORTED_UMA_VERSION'],
    ['lookup424', 424, 'LNURLP_REQUEST_FAILED'],
  ])('at %s returns %i for both lookups', async (name, status, code) => {
    await useCurrencies(client, ['USD', 'BTC']);
    const uma = await lookup(`$${name}@${DOMAIN}`);
    expect([uma.status, uma.body.code]).toEqual([status, code]);
    const { body: lightning } = await client.post('/customers/external-accounts', {
      customerId: payer.customerId,
      currency: 'BTC',
      accountInfo: { accountType: 'LIGHTNING', lightningAddress: `${name}@${DOMAIN}` },
    });
    const external = await client.get(`/receiver/external-account/${lightning.id}?customerId=${payer.customerId}`);
    expect([external.status, external.body.code]).toEqual([status, code]);
  });

  test('can return any error of the protocol: in the lookup, or in the quote after a successful lookup', async () => {
    const failed = await lookup(`$lookup.cert_chain_expired@${DOMAIN}`);
    expect([failed.status, failed.body.code]).toEqual([400, 'CERT_CHAIN_EXPIRED']);
    const umaAddress = `$quote.payreq_request_failed@${DOMAIN}`;
    const { body } = await lookup(umaAddress);
    const quote = await client.post('/quotes', {
      ...quoteFor(payer, ''),
      destination: { destinationType: 'UMA_ADDRESS', umaAddress, currency: 'USD' },
      lookupId: body.lookupId,
    });
    expect([quote.status, quote.body.code]).toEqual([424, 'PAYREQ_REQUEST_FAILED']);
  });
});
