import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { authorize } from '../src/payments/cards/transaction-authorization.ts';
import { byCard, getFunding } from '../src/payments/cards/transaction-funding.ts';
import { TestApp } from './support/app.ts';
import { accountIn, fund } from './support/payments.ts';
import {
  advance,
  asked,
  authorized,
  balances,
  cardOf,
  figures,
  merchant,
  newShopper,
  purchaseDeps,
  secondAccount,
  systemBalance,
} from './support/purchases.ts';
import { loginByCode, newWallet, retry, send } from './support/wallets.ts';

let app: TestApp;
beforeAll(async () => {
  app = await TestApp.shared();
});
afterAll(async () => {
  await app.audit();
  await app.stop();
});

describe('a pending pull', () => {
  const pending = async (descriptor: string, kind = 'authorization') => {
    const one = await newShopper(app);
    const { body } = await one.simulate(kind, asked(1_000, descriptor));
    expect(body.pullSummary).toEqual({ count: 1, totalAmount: 1_000, pendingCount: 1 });
    const read = async () => (await one.client.get(`/transactions/${body.id}`)).body;
    return { ...one, id: body.id, read };
  };

  test('is confirmed after 30 seconds at a merchant that ends in 005', async () => {
    const one = await pending('SHOP 005');
    await advance(one.client, 29);
    expect((await one.read()).pullSummary.pendingCount).toBe(1);
    await advance(one.client, 2);
    expect(await one.read()).toMatchObject({ status: 'AUTHORIZED', pullSummary: { count: 1, pendingCount: 0 } });
    const cleared = await one.simulate('clearing', { cardTransactionId: one.id, amount: 1_000 });
    expect(cleared.body.status).toBe('SETTLED');
  });

  test('fails at a merchant that ends in 006 with EXCEPTION, and nothing is debited', async () => {
    const one = await pending('SHOP 006');
    await advance(one.client, 6);
    expect(await one.read()).toMatchObject({
      status: 'EXCEPTION',
      pullSummary: { count: 1, totalAmount: 0, pendingCount: 0 },
    });
    expect(await balances(one.client, one.payer.accountId)).toEqual([10_000, 10_000]);
    expect((await one.simulate('clearing', { cardTransactionId: one.id, amount: 1_000 })).status).toBe(400);
  });

  test('that fails after the clearing is not rolled back, and the customer owes the service', async () => {
    const one = await pending('CASH 006', 'financial_authorization');
    await advance(one.client, 6);
    const after = await one.read();
    expect(figures(after)).toMatchObject({ status: 'EXCEPTION', pulls: [1, 0], settled: [1, 1_000] });
    expect(await balances(one.client, one.payer.accountId)).toEqual([10_000, 10_000]);
    expect(await systemBalance(app, one.client, 'receivable:USD')).toBe(-1_000);
  });

  test('that fails in part after a clearing and a return credits nobody too much', async () => {
    const one = await pending('SHOP 006');
    await one.simulate('authorization_advice', { cardTransactionId: one.id, amount: 1_200 });
    await one.simulate('clearing', { cardTransactionId: one.id, amount: 700 });
    await one.simulate('return', { cardTransactionId: one.id, amount: 200 });
    await advance(one.client, 6);
    expect(figures(await one.read())).toMatchObject({ status: 'EXCEPTION', settled: [1, 700], refunded: [1, 200] });
  });
});

describe('a pull that fails reverses what it gave and was not released yet', () => {
  const stories: [what: string, changes: [name: string, amount: number][], expected: object, left: number][] = [
    ['all of it', [], { status: 'EXCEPTION', pulls: [1, 0] }, 10_000],
    ['a part, after an advice down', [['authorization_advice', 400]], { status: 'EXCEPTION', pulls: [1, 0] }, 10_000],
    ['each its own, after an advice up', [['authorization_advice', 1_500]], { pulls: [2, 0] }, 10_000],
    [
      'the cleared part, which the service then has paid',
      [
        ['clearing', 300],
        ['clearing', 0],
      ],
      { status: 'EXCEPTION', pulls: [1, 0], settled: [1, 300] },
      10_000,
    ],
    [
      'nothing that another pull gave',
      [
        ['authorization_advice', 400],
        ['clearing', 900],
      ],
      { status: 'EXCEPTION', pulls: [2, 500], settled: [1, 900] },
      9_500,
    ],
    ['nothing, and changes no status, where all was', [['clearing', 0]], { status: 'EXPIRED', pulls: [1, 0] }, 10_000],
  ];
  test.each(stories)('%s', async (_what, changes, expected, left) => {
    const one = await newShopper(app);
    const { id: cardTransactionId } = await authorized(one, 1_000, 'SHOP 006');
    for (const [name, amount] of changes) await one.simulate(name, { cardTransactionId, amount });
    await advance(one.client, 6);
    const { body } = await one.client.get(`/transactions/${cardTransactionId}`);
    expect([figures(body), body.pullSummary.pendingCount]).toMatchObject([expected, 0]);
    expect(await balances(one.client, one.payer.accountId)).toEqual([left, left]);
    const paidByTheHouse = body.settlementSummary.totalAmount - body.pullSummary.totalAmount;
    expect(await systemBalance(app, one.client, 'receivable:USD')).toBe(0 - paidByTheHouse);
  });

  test.each(['SHOP 005', 'SHOP 006'])('nothing at %s, if the card was closed before', async (descriptor) => {
    const one = await newShopper(app);
    const { id } = await authorized(one, 1_000, descriptor);
    await one.client.patch(`/cards/${one.cardId}`, { state: 'CLOSED' });
    await advance(one.client, 31);
    const { body } = await one.client.get(`/transactions/${id}`);
    expect(body).toMatchObject({ status: 'EXPIRED', pullSummary: { count: 1, totalAmount: 0, pendingCount: 0 } });
    expect(await balances(one.client, one.payer.accountId)).toEqual([10_000, 10_000]);
  });
});

describe('the outcome of a further pull at the clearing', () => {
  test.each([
    ['0002', { status: 'EXCEPTION', pullSummary: { count: 1, pendingCount: 0 } }, { status: 'EXCEPTION' }],
    ['0003', { status: 'EXCEPTION', pullSummary: { count: 1, pendingCount: 0 } }, { status: 'EXCEPTION' }],
    [
      '0005',
      { status: 'SETTLED', pullSummary: { pendingCount: 1 } },
      { status: 'SETTLED', pullSummary: { pendingCount: 0 } },
    ],
    [
      '0006',
      { status: 'SETTLED', pullSummary: { pendingCount: 1 } },
      { status: 'EXCEPTION', pullSummary: { totalAmount: 1_000 } },
    ],
  ])('is selected by the merchant category code %s', async (mcc, atOnce, later) => {
    const one = await newShopper(app);
    const request = { ...asked(1_000), merchant: { descriptor: 'SHOP', mcc } };
    const { body: made } = await one.simulate('authorization', request);
    expect([made.status, made.id.slice(-3)]).toEqual(['AUTHORIZED', mcc.slice(1)]);
    const { body: cleared } = await one.simulate('clearing', { cardTransactionId: made.id, amount: 1_300 });
    expect(cleared).toMatchObject(atOnce);
    await advance(one.client, 31);
    expect((await one.client.get(`/transactions/${made.id}`)).body).toMatchObject(later);
    const hasPaid = later.status === 'SETTLED';
    expect(await balances(one.client, one.payer.accountId)).toEqual(hasPaid ? [8_700, 8_700] : [9_000, 9_000]);
    expect(await systemBalance(app, one.client, 'receivable:USD')).toBe(hasPaid ? 0 : -300);
  });
});

describe('several funding sources', () => {
  const withTwo = async (first: number, second: number) => {
    const one = await newShopper(app, { balance: first });
    const other = await secondAccount(app, one);
    if (second > 0) await fund(one.client, other, second);
    await one.client.patch(`/cards/${one.cardId}`, { fundingSources: [one.payer.accountId, other] });
    const left = async () => [
      ...(await balances(one.client, one.payer.accountId)),
      ...(await balances(one.client, other)),
    ];
    return { ...one, other, left };
  };

  test('are used in order: the first that covers the whole amount', async () => {
    const one = await withTwo(1_000, 5_000);
    expect((await authorized(one, 1_000)).accountId).toBe(one.payer.accountId);
    expect((await authorized(one, 1_500)).accountId).toBe(one.other);
    expect((await one.simulate('authorization', asked(4_000))).body.declineReason).toBe('INSUFFICIENT_FUNDS');
    expect(await one.left()).toEqual([0, 1_000, 3_500, 5_000]);
  });

  test('share a purchase that clears above its authorization, and are refunded in reverse order', async () => {
    const one = await withTwo(1_000, 5_000);
    const { id: cardTransactionId } = await authorized(one, 1_000);
    const { body } = await one.simulate('clearing', { cardTransactionId, amount: 1_600 });
    expect(figures(body)).toMatchObject({ status: 'SETTLED', pulls: [2, 1_600] });
    expect(await one.left()).toEqual([0, 0, 4_400, 4_400]);
    await one.simulate('return', { cardTransactionId, amount: 700 });
    expect(await one.left()).toEqual([100, 100, 5_000, 5_000]);
  });

  test('are skipped while frozen', async () => {
    const one = await withTwo(5_000, 5_000);
    const operator = await app.newOperator();
    const accounts = `/operator/platforms/${one.client.platformId}/internal-accounts`;
    const freeze = (accountId: string) =>
      operator.post(`${accounts}/${accountId}/freeze`, { reason: 'a question of the bank' });
    expect((await freeze(one.payer.accountId)).status).toBe(200);
    const made = await authorized(one, 1_000);
    expect(made.accountId).toBe(one.other);
    await freeze(one.other);
    expect((await one.simulate('authorization', asked(1))).body.declineReason).toBe('INSUFFICIENT_FUNDS');
    // The reserved amount still clears. The excess is not taken from a frozen account.
    const { body } = await one.simulate('clearing', { cardTransactionId: made.id, amount: 1_100 });
    expect(figures(body)).toMatchObject({ status: 'EXCEPTION', pulls: [1, 1_000], settled: [1, 1_100] });
    expect(await one.left()).toEqual([5_000, 5_000, 4_000, 4_000]);
  });
});

describe('an embedded wallet', () => {
  test('is used only with an active delegated key, and pays dollars one for one in USDB', async () => {
    const platform = await app.newPlatform();
    await platform.patch('/config', { supportedCurrencies: [{ currencyCode: 'USD' }, { currencyCode: 'USDB' }] });
    const wallet = await newWallet(platform);
    const payer = { customerId: wallet.customerId, accountId: wallet.accountId, currency: 'USDB' };
    await fund(platform, wallet.accountId, 50_000_000);
    const one = { client: platform, payer, ...(await cardOf(platform, payer)) };
    expect((await one.simulate('authorization', asked(1_250))).body.declineReason).toBe('INSUFFICIENT_FUNDS');

    const session = await loginByCode(wallet);
    const body = { cardId: one.cardId, internalAccountId: wallet.accountId, nickname: 'Daily card' };
    const ask = { method: 'POST', path: '/auth/delegated-keys', body };
    const leg = async (challenge: any) => (await retry(platform, ask, { challenge, key: session.key })).body;
    const key = await leg(await leg((await send(platform, ask)).body));
    expect(key.status).toBe('ACTIVE');

    const made = await authorized(one, 1_250);
    expect(made.authorizedAmount).toMatchObject({ amount: 1_250, currency: { code: 'USD' } });
    expect(await balances(platform, wallet.accountId)).toEqual([37_500_000, 50_000_000]);
    const cleared = await one.simulate('clearing', { cardTransactionId: made.id, amount: 1_500 });
    expect(figures(cleared.body)).toMatchObject({ pulls: [2, 1_500], settled: [1, 1_500] });
    expect(await balances(platform, wallet.accountId)).toEqual([35_000_000, 35_000_000]);
    const inUsdb = await one.simulate('authorization', asked(1, 'SHOP', 'USDB'));
    expect(inUsdb.body).toMatchObject({ status: 'AUTHORIZED', authorizedAmount: { currency: { code: 'USDB' } } });

    const { db } = app.database;
    const before = await getFunding(db, byCard(platform.platformId, one.cardId));
    expect((await platform.delete(`/auth/delegated-keys/${key.id}`)).status).toBe(204);
    expect((await one.simulate('authorization', asked(1))).body.declineReason).toBe('INSUFFICIENT_FUNDS');

    // The decision has read the key before the revocation and writes afterwards: the statement checks the key again.
    const { status, declineReason } = await authorize(purchaseDeps(app), before, {
      kind: 'AUTHORIZATION',
      amount: 1n,
      currency: 'USD',
      merchant: merchant(),
      at: new Date(),
    });
    expect([status, declineReason]).toEqual(['DECLINED', 'INSUFFICIENT_FUNDS']);
  });
});

describe('a card that gets a source in another currency', () => {
  const USDB = { currencyCode: 'USDB' };

  /** A card on a dollar account, whose holder has a wallet. */
  async function withWallet() {
    const platform = await app.newPlatform();
    await platform.patch('/config', { supportedCurrencies: [{ currencyCode: 'USD' }, USDB] });
    const one = await newShopper(app, { client: platform, maxSpendPerTransaction: 9_000 });
    const wallet = await accountIn(platform, one.payer.customerId, 'USDB');
    const change = async (source: string) => {
      const { status, body } = await platform.patch(`/cards/${one.cardId}`, { fundingSources: [source] });
      expect([status, body.fundingSources]).toEqual([200, [source]]);
    };
    return { ...one, wallet, change, left: () => balances(platform, one.payer.accountId) };
  }

  test('settles earlier purchases in their currency, from their account', async () => {
    const one = await withWallet();
    const { id: cardTransactionId } = await authorized(one, 1_000);
    const open = await authorized(one, 2_000);
    await one.change(one.wallet);
    const advised = await one.simulate('authorization_advice', { cardTransactionId: open.id, amount: 2_500 });
    expect(figures(advised.body)).toMatchObject({ status: 'AUTHORIZED', authorized: 2_000, pulls: [1, 2_000] });
    const lowered = await one.simulate('authorization_advice', { cardTransactionId: open.id, amount: 1_500 });
    expect(figures(lowered.body)).toMatchObject({ authorized: 1_500 });
    const cleared = await one.simulate('clearing', { cardTransactionId, amount: 1_300 });
    expect(figures(cleared.body)).toMatchObject({ status: 'SETTLED', pulls: [2, 1_300] });
    expect(await one.left()).toEqual([7_200, 8_700]);
    await one.simulate('return', { cardTransactionId, amount: 1_300 });
    expect(await one.left()).toEqual([8_500, 10_000]);
    await app.audit();
  });

  test('pays later purchases from the new source', async () => {
    const one = await withWallet();
    await one.change(one.wallet);
    await fund(one.client, one.wallet, 50_000_000);
    expect((await one.simulate('authorization', asked(1_000))).body.declineReason).toBe('INSUFFICIENT_FUNDS');
    const credited = await one.simulate('financial_credit_authorization', asked(250));
    expect(credited.body.status).toBe('SETTLED');
    expect(await balances(one.client, one.wallet)).toEqual([52_500_000, 52_500_000]);
    await one.change(one.payer.accountId);
    await authorized(one, 1_000);
    expect((await one.simulate('authorization', asked(9_001))).body.declineReason).toBe('LIMIT_EXCEEDED');
    expect(await one.left()).toEqual([9_000, 10_000]);
    await app.audit();
  });
});
