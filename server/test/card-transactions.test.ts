import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { authorize } from '../src/cards/transaction-authorization.ts';
import { byCard, getFunding } from '../src/cards/transaction-funding.ts';
import { audit } from '../src/ledger/audit.ts';
import { TestApp } from './support/app.ts';
import type { Client } from './support/client.ts';
import { fund } from './support/payments.ts';
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

const WEEK = 7 * 24 * 3_600;

let app: TestApp;
let client: Client;
beforeAll(async () => {
  app = await TestApp.shared();
  client = await app.newPlatform();
});
afterAll(async () => {
  await app.audit();
  await app.stop();
});

const shopper = (options: object = {}) => newShopper(app, { client, ...options });

describe('an authorization', () => {
  test('takes one pull on the funding source, which totalBalance keeps until it settles', async () => {
    const one = await shopper();
    const { status, body } = await one.simulate('authorization', asked(1_250));
    expect(status).toBe(202);
    expect(body).toMatchObject({
      id: expect.stringMatching(/^CardTransaction:/),
      type: 'CARD',
      status: 'AUTHORIZED',
      direction: 'DEBIT',
      cardId: one.cardId,
      customerId: one.payer.customerId,
      accountId: one.payer.accountId,
      issuerTransactionToken: expect.any(String),
      merchant: merchant(),
      authorizedAmount: { amount: 1_250, currency: { code: 'USD' } },
      pullSummary: { count: 1, totalAmount: 1_250, pendingCount: 0 },
    });
    expect(await balances(client, one.payer.accountId)).toEqual([8_750, 10_000]);
    expect((await client.get(`/transactions/${body.id}`)).body).toEqual(body);
  });

  test.each([
    ['more than the balance', {}, asked(10_001), 'INSUFFICIENT_FUNDS'],
    ['a merchant that ends in 002', {}, asked(1, 'SHOP 002'), 'INSUFFICIENT_FUNDS'],
    ['a merchant that ends in 003', {}, asked(1, 'SHOP 003'), 'CARD_PAUSED'],
    ['more than the card may spend at once', { maxSpendPerTransaction: 500 }, asked(501), 'LIMIT_EXCEEDED'],
  ])('is declined and recorded for %s', async (_why, card, request, declineReason) => {
    const one = await shopper(card);
    const { status, body } = await one.simulate('authorization', request);
    expect([status, body.status, body.declineReason]).toEqual([202, 'DECLINED', declineReason]);
    expect(body).toMatchObject({ accountId: one.payer.accountId, pullSummary: { count: 0, totalAmount: 0 } });
    expect(await balances(client, one.payer.accountId)).toEqual([10_000, 10_000]);
    const { body: events } = await client.get(`/webhooks/events?resourceId=${body.id}`);
    expect(events.data.map(({ type }: { type: string }) => type)).toEqual(['CARD_TRANSACTION.DECLINED']);
  });

  test('of exactly the limit, and of all of the balance, is approved', async () => {
    const one = await shopper({ maxSpendPerTransaction: 10_000 });
    expect((await authorized(one, 10_000)).status).toBe('AUTHORIZED');
    expect(await balances(client, one.payer.accountId)).toEqual([0, 10_000]);
  });

  test('is declined while the card is frozen and once it is closed; what runs already goes on', async () => {
    const one = await shopper();
    const { id: cardTransactionId } = await authorized(one, 1_000);
    await client.patch(`/cards/${one.cardId}`, { state: 'FROZEN' });
    expect((await one.simulate('authorization', asked(1))).body.declineReason).toBe('CARD_PAUSED');
    const advised = await one.simulate('authorization_advice', { cardTransactionId, amount: 1_200 });
    expect(figures(advised.body)).toMatchObject({ status: 'AUTHORIZED', authorized: 1_200, pulls: [2, 1_200] });
    const cleared = await one.simulate('clearing', { cardTransactionId, amount: 1_200 });
    expect(cleared.body.status).toBe('SETTLED');
    expect((await one.simulate('return', { cardTransactionId, amount: 1_200 })).body.status).toBe('REFUNDED');
    await client.patch(`/cards/${one.cardId}`, { state: 'CLOSED' });
    const closed = await one.simulate('authorization', asked(1));
    expect(closed.body).toMatchObject({ declineReason: 'CARD_CLOSED', accountId: one.payer.accountId });
    expect(await balances(client, one.payer.accountId)).toEqual([10_000, 10_000]);
  });

  test('of a card that is closed is released', async () => {
    const one = await shopper();
    const open = await authorized(one, 1_000);
    const half = await authorized(one, 2_000);
    await one.simulate('clearing', { cardTransactionId: half.id, amount: 500 });
    await client.patch(`/cards/${one.cardId}`, { state: 'CLOSED' });
    await advance(client, 1);
    expect((await client.get(`/transactions/${open.id}`)).body.status).toBe('EXPIRED');
    expect(figures((await client.get(`/transactions/${half.id}`)).body)).toMatchObject({
      status: 'SETTLED',
      pulls: [1, 500],
    });
    expect(await balances(client, one.payer.accountId)).toEqual([9_500, 9_500]);
  });

  test('is refused with a hint in another currency, on an unknown card, and on one that is not ready', async () => {
    const one = await shopper();
    const euro = await one.simulate('authorization', asked(1, 'SHOP', 'EUR'));
    expect([euro.status, euro.body.code]).toEqual([400, 'INVALID_CURRENCY']);
    expect(euro.body.details.hint).toBe('Authorize in USD.');
    const unknown = await client.post(
      '/sandbox/cards/Card:019542f5-b3e7-7d02-8000-000000000001/simulate/authorization',
      asked(1),
    );
    expect([unknown.status, unknown.body.code]).toEqual([404, 'REFERENCE_NOT_FOUND']);
    const wrong = await one.simulate('authorization', { amount: 0, currency: {}, merchant: { mcc: 'x' } });
    expect(wrong.body.details.errors.map(({ field }: { field: string }) => field).sort()).toEqual([
      'amount',
      'currency.code',
      'merchant.descriptor',
      'merchant.mcc',
    ]);
    const { body: card } = await client.post('/cards', {
      cardholderId: one.payer.customerId,
      platformCardId: 'not-ready-001',
      form: 'VIRTUAL',
      fundingSources: [one.payer.accountId],
    });
    const early = await client.post(`/sandbox/cards/${card.id}/simulate/authorization`, asked(1));
    expect([early.status, early.body.details.reason]).toEqual([400, 'CARD_NOT_ACTIVE']);
  });

  test('under an Idempotency-Key is made once', async () => {
    const one = await shopper();
    const headers = { 'idempotency-key': 'coffee' };
    const [first, second] = await Promise.all([1, 2].map(() => one.simulate('authorization', asked(600), headers)));
    expect(first?.text).toBe(second?.text);
    expect(await balances(client, one.payer.accountId)).toEqual([9_400, 10_000]);
  });
});

describe('clearing', () => {
  const purchases = [
    ['the same amount', [1_250], { status: 'SETTLED', pulls: [1, 1_250], settled: [1, 1_250] }, [8_750, 8_750]],
    ['more', [1_500], { status: 'SETTLED', pulls: [2, 1_500], settled: [1, 1_500] }, [8_500, 8_500]],
    ['less', [250], { status: 'PARTIALLY_SETTLED', pulls: [1, 1_250], settled: [1, 250] }, [8_750, 9_750]],
    ['parts that make the whole', [250, 1_000], { status: 'SETTLED', settled: [2, 1_250] }, [8_750, 8_750]],
    [
      'parts that make more',
      [250, 1_100],
      { status: 'SETTLED', pulls: [2, 1_350], settled: [2, 1_350] },
      [8_650, 8_650],
    ],
    ['less, and then no more', [250, 0], { status: 'SETTLED', pulls: [1, 250], settled: [1, 250] }, [9_750, 9_750]],
    ['nothing', [0], { status: 'EXPIRED', pulls: [1, 0], settled: [0, 0] }, [10_000, 10_000]],
    ['more than there is', [20_000], { status: 'EXCEPTION', pulls: [1, 1_250], settled: [1, 20_000] }, [8_750, 8_750]],
  ] as const;
  test.each(purchases)('%s', async (_what, amounts, expected, left) => {
    const one = await shopper();
    const { id: cardTransactionId } = await authorized(one, 1_250);
    let last: any;
    for (const amount of amounts) {
      const { status, body } = await one.simulate('clearing', { cardTransactionId, amount });
      expect(status).toBe(202);
      last = body;
    }
    expect(figures(last)).toMatchObject({ authorized: 1_250, ...expected });
    expect(await balances(client, one.payer.accountId)).toEqual(left);
    const { body: events } = await client.get(`/webhooks/events?resourceId=${cardTransactionId}`);
    expect(events.data).toHaveLength(1 + amounts.length);
    const { body: event } = await client.get(`/webhooks/events/${events.data[0].id}`);
    expect(event.payload).toMatchObject({ type: `CARD_TRANSACTION.${last.status}`, data: last });
    const again = await one.simulate('clearing', { cardTransactionId, amount: 1 });
    expect(again.status).toBe(last.status === 'PARTIALLY_SETTLED' ? 202 : 400);
  });

  test.each([
    ['the whole', [300, 300], [9_700]],
    ['the whole, and no more of it', [0, 300], [9_700, 10_000]],
  ])('%s at the same moment happens once', async (_what, amounts, possible) => {
    for (let i = 0; i < 5; i++) {
      const one = await shopper();
      const { id: cardTransactionId } = await authorized(one, 300);
      const answers = await Promise.all(
        amounts.map((amount) => one.simulate('clearing', { cardTransactionId, amount })),
      );
      expect(answers.map(({ status }) => status).sort()).toEqual([202, 400]);
      const [left] = await balances(client, one.payer.accountId);
      expect(possible).toContain(left);
    }
  });

  test('what nobody can pay is owed to the house', async () => {
    const alone = await app.newPlatform();
    const one = await newShopper(app, { client: alone });
    const { id: cardTransactionId } = await authorized(one, 10_000);
    await one.simulate('clearing', { cardTransactionId, amount: 10_700 });
    expect(await systemBalance(app, alone, 'receivable:USD')).toBe(-700);
    expect(await systemBalance(app, alone, 'card.settlement:USD')).toBe(10_700);
    // What comes back pays the house first.
    await one.simulate('return', { cardTransactionId, amount: 1_000 });
    expect(await systemBalance(app, alone, 'receivable:USD')).toBe(0);
    expect(await balances(alone, one.payer.accountId)).toEqual([300, 300]);
  });

  test('what was not cleared in seven days is released', async () => {
    const one = await newShopper(app);
    const never = await authorized(one, 1_000);
    const half = await authorized(one, 1_000);
    await one.simulate('clearing', { cardTransactionId: half.id, amount: 400 });
    await advance(one.client, WEEK - 60);
    expect((await one.client.get(`/transactions/${never.id}`)).body.status).toBe('AUTHORIZED');
    await advance(one.client, 120);
    expect((await one.client.get(`/transactions/${never.id}`)).body.status).toBe('EXPIRED');
    expect((await one.client.get(`/transactions/${half.id}`)).body.status).toBe('SETTLED');
    expect(await balances(one.client, one.payer.accountId)).toEqual([9_600, 9_600]);
    const { body: clock } = await one.client.get('/sandbox/clock');
    expect(clock.pending).toEqual([]);
  });
});

describe('an authorization advice', () => {
  test.each([
    ['up', 2_000, { status: 'AUTHORIZED', authorized: 2_000, pulls: [2, 2_000] }, [8_000, 10_000]],
    ['down', 400, { status: 'AUTHORIZED', authorized: 400, pulls: [1, 400] }, [9_600, 10_000]],
    ['beyond the balance', 10_001, { status: 'AUTHORIZED', authorized: 1_000, pulls: [1, 1_000] }, [9_000, 10_000]],
    ['beyond the limit', 5_001, { status: 'AUTHORIZED', authorized: 1_000, pulls: [1, 1_000] }, [9_000, 10_000]],
  ])('%s', async (_what, amount, expected, left) => {
    const one = await shopper({ maxSpendPerTransaction: 5_000 });
    const { id: cardTransactionId } = await authorized(one, 1_000);
    const { status, body } = await one.simulate('authorization_advice', { cardTransactionId, amount });
    expect([status, figures(body)]).toMatchObject([202, expected]);
    expect(await balances(client, one.payer.accountId)).toEqual(left);
  });

  test('down to what has cleared is the end', async () => {
    const one = await shopper();
    const { id: cardTransactionId } = await authorized(one, 1_000);
    await one.simulate('clearing', { cardTransactionId, amount: 300 });
    const { body } = await one.simulate('authorization_advice', { cardTransactionId, amount: 300 });
    expect(figures(body)).toMatchObject({ status: 'SETTLED', authorized: 300, pulls: [1, 300], settled: [1, 300] });
    expect(await balances(client, one.payer.accountId)).toEqual([9_700, 9_700]);
  });
});

describe('a return', () => {
  test('of a part leaves it SETTLED, of all makes it REFUNDED, and taken back it is SETTLED again', async () => {
    const one = await shopper();
    const { id: cardTransactionId } = await authorized(one, 1_000);
    const early = await one.simulate('return', { cardTransactionId, amount: 1 });
    expect([early.status, early.body.details.status]).toEqual([400, 'AUTHORIZED']);
    await one.simulate('clearing', { cardTransactionId, amount: 1_000 });
    const part = await one.simulate('return', { cardTransactionId, amount: 400 });
    expect(figures(part.body)).toMatchObject({ status: 'SETTLED', refunded: [1, 400] });
    expect(part.body.refundedAmount).toMatchObject({ amount: 400 });
    const much = await one.simulate('return', { cardTransactionId, amount: 601 });
    expect([much.status, much.body.code]).toEqual([400, 'INVALID_AMOUNT']);
    expect((await one.simulate('return_reversal', { cardTransactionId })).status).toBe(400);
    const all = await one.simulate('return', { cardTransactionId, amount: 600 });
    expect(figures(all.body)).toMatchObject({ status: 'REFUNDED', refunded: [2, 1_000] });
    expect(await balances(client, one.payer.accountId)).toEqual([10_000, 10_000]);
    const back = await one.simulate('return_reversal', { cardTransactionId });
    expect(figures(back.body)).toMatchObject({ status: 'SETTLED', refunded: [2, 0] });
    expect(await balances(client, one.payer.accountId)).toEqual([9_000, 9_000]);
    expect((await one.simulate('return', { cardTransactionId, amount: 1_000 })).body.status).toBe('REFUNDED');
  });

  test('that is taken back from somebody who has spent it is owed to the house', async () => {
    const alone = await app.newPlatform();
    const one = await newShopper(app, { client: alone, balance: 1_000 });
    const { id: cardTransactionId } = await authorized(one, 1_000);
    await one.simulate('clearing', { cardTransactionId, amount: 1_000 });
    await one.simulate('return', { cardTransactionId, amount: 1_000 });
    await authorized(one, 900);
    const back = await one.simulate('return_reversal', { cardTransactionId });
    expect(back.body.status).toBe('SETTLED');
    expect(await balances(alone, one.payer.accountId)).toEqual([100, 1_000]);
    expect(await systemBalance(app, alone, 'receivable:USD')).toBe(-1_000);
  });
});

describe('single messages and credits', () => {
  test('a financial authorization clears at once', async () => {
    const one = await shopper();
    const { body } = await one.simulate('financial_authorization', asked(2_000, 'CASH MACHINE'));
    expect(figures(body)).toMatchObject({ status: 'SETTLED', pulls: [1, 2_000], settled: [1, 2_000] });
    expect(await balances(client, one.payer.accountId)).toEqual([8_000, 8_000]);
  });

  test('a financial credit is there at once', async () => {
    const one = await shopper();
    const { body } = await one.simulate('financial_credit_authorization', asked(2_000));
    expect(body).toMatchObject({ status: 'SETTLED', direction: 'CREDIT', settledAmount: { amount: 2_000 } });
    expect(await balances(client, one.payer.accountId)).toEqual([12_000, 12_000]);
    const back = await one.simulate('return', { cardTransactionId: body.id, amount: 1 });
    expect([back.status, back.body.code]).toEqual([400, 'INVALID_AMOUNT']);
  });

  test('a credit comes when it clears; its advice is keyed by card and merchant', async () => {
    const one = await shopper();
    const { body: credit } = await one.simulate('credit_authorization', asked(2_000));
    expect(credit).toMatchObject({ status: 'AUTHORIZED', direction: 'CREDIT', pullSummary: { count: 0 } });
    expect(await balances(client, one.payer.accountId)).toEqual([10_000, 10_000]);
    const other = await one.simulate('credit_authorization_advice', asked(50, 'ELSEWHERE'));
    expect(other.body.id).not.toBe(credit.id);
    const advised = await one.simulate('credit_authorization_advice', asked(1_500));
    expect([advised.body.id, advised.body.authorizedAmount.amount]).toEqual([credit.id, 1_500]);
    const part = await one.simulate('clearing', { cardTransactionId: credit.id, amount: 500 });
    expect(part.body.status).toBe('PARTIALLY_SETTLED');
    const rest = await one.simulate('clearing', { cardTransactionId: credit.id, amount: 1_000 });
    expect(figures(rest.body)).toMatchObject({ status: 'SETTLED', settled: [2, 1_500] });
    expect(await balances(client, one.payer.accountId)).toEqual([11_500, 11_500]);
  });

  test('a balance inquiry is recorded with an amount of zero', async () => {
    const one = await shopper();
    const { status, body } = await one.simulate('balance_inquiry', { merchant: merchant('CASH MACHINE') });
    expect([status, figures(body)]).toEqual([
      202,
      { status: 'SETTLED', authorized: 0, pulls: [0, 0], settled: [0, 0], refunded: [0, 0] },
    ]);
  });
});

describe('a pull that is not certain at once', () => {
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

  test('fails at a merchant that ends in 006: EXCEPTION, and nothing was taken', async () => {
    const one = await pending('SHOP 006');
    await advance(one.client, 6);
    expect(await one.read()).toMatchObject({
      status: 'EXCEPTION',
      pullSummary: { count: 1, totalAmount: 0, pendingCount: 0 },
    });
    expect(await balances(one.client, one.payer.accountId)).toEqual([10_000, 10_000]);
    expect((await one.simulate('clearing', { cardTransactionId: one.id, amount: 1_000 })).status).toBe(400);
  });

  test('that fails after it has cleared is not rolled back: the house is owed', async () => {
    const one = await pending('CASH 006', 'financial_authorization');
    await advance(one.client, 6);
    const after = await one.read();
    expect(figures(after)).toMatchObject({ status: 'EXCEPTION', pulls: [1, 0], settled: [1, 1_000] });
    expect(await balances(one.client, one.payer.accountId)).toEqual([10_000, 10_000]);
    expect(await systemBalance(app, one.client, 'receivable:USD')).toBe(-1_000);
  });

  test('that fails in part after it has cleared and was returned leaves nobody with too much', async () => {
    const one = await pending('SHOP 006');
    await one.simulate('authorization_advice', { cardTransactionId: one.id, amount: 1_200 });
    await one.simulate('clearing', { cardTransactionId: one.id, amount: 700 });
    await one.simulate('return', { cardTransactionId: one.id, amount: 200 });
    await advance(one.client, 6);
    expect(figures(await one.read())).toMatchObject({ status: 'EXCEPTION', settled: [1, 700], refunded: [1, 200] });
  });
});

describe('a pull that fails takes back what it has given and was not released yet', () => {
  const stories: [what: string, changes: [name: string, amount: number][], expected: object, left: number][] = [
    ['all of it', [], { status: 'EXCEPTION', pulls: [1, 0] }, 10_000],
    ['a part, after an advice down', [['authorization_advice', 400]], { status: 'EXCEPTION', pulls: [1, 0] }, 10_000],
    ['each its own, after an advice up', [['authorization_advice', 1_500]], { pulls: [2, 0] }, 10_000],
    [
      'what has cleared, which the house has paid then',
      [
        ['clearing', 300],
        ['clearing', 0],
      ],
      { status: 'EXCEPTION', pulls: [1, 0], settled: [1, 300] },
      10_000,
    ],
    [
      'nothing of what another pull has given',
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

  test.each(['SHOP 005', 'SHOP 006'])('nothing at %s, where the card was closed before', async (descriptor) => {
    const one = await newShopper(app);
    const { id } = await authorized(one, 1_000, descriptor);
    await one.client.patch(`/cards/${one.cardId}`, { state: 'CLOSED' });
    await advance(one.client, 31);
    const { body } = await one.client.get(`/transactions/${id}`);
    expect(body).toMatchObject({ status: 'EXPIRED', pullSummary: { count: 1, totalAmount: 0, pendingCount: 0 } });
    expect(await balances(one.client, one.payer.accountId)).toEqual([10_000, 10_000]);
  });
});

describe('a further pull at the clearing goes as the id of the transaction says', () => {
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
  ])('which ends as the merchant category code %s', async (mcc, atOnce, later) => {
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

  test('are drawn on in order: the first that can cover the whole amount', async () => {
    const one = await withTwo(1_000, 5_000);
    expect((await authorized(one, 1_000)).accountId).toBe(one.payer.accountId);
    expect((await authorized(one, 1_500)).accountId).toBe(one.other);
    expect((await one.simulate('authorization', asked(4_000))).body.declineReason).toBe('INSUFFICIENT_FUNDS');
    expect(await one.left()).toEqual([0, 1_000, 3_500, 5_000]);
  });

  test('share a purchase that clears above: each gets back what it gave, the last one first', async () => {
    const one = await withTwo(1_000, 5_000);
    const { id: cardTransactionId } = await authorized(one, 1_000);
    const { body } = await one.simulate('clearing', { cardTransactionId, amount: 1_600 });
    expect(figures(body)).toMatchObject({ status: 'SETTLED', pulls: [2, 1_600] });
    expect(await one.left()).toEqual([0, 0, 4_400, 4_400]);
    await one.simulate('return', { cardTransactionId, amount: 700 });
    expect(await one.left()).toEqual([100, 100, 5_000, 5_000]);
  });

  test('that are frozen are passed over', async () => {
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
    // What was reserved before clears all the same; what was not is not taken from a frozen account.
    const { body } = await one.simulate('clearing', { cardTransactionId: made.id, amount: 1_100 });
    expect(figures(body)).toMatchObject({ status: 'EXCEPTION', pulls: [1, 1_000], settled: [1, 1_100] });
    expect(await one.left()).toEqual([5_000, 5_000, 4_000, 4_000]);
  });
});

describe('an embedded wallet', () => {
  test('is drawn on with an active delegated key only, and pays dollars one for one in USDB', async () => {
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

    // A decision that has read the key before it was revoked, and writes after: the statement sees that it is gone.
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

describe('the audit', () => {
  const ofKey = "transaction_id = $1 AND kind = 'CLEARING'";
  const damages: [what: string, damage: string, repair: string][] = [
    [
      'an event of another amount',
      `UPDATE card_transaction_events SET amount = amount + 1 WHERE ${ofKey}`,
      `UPDATE card_transaction_events SET amount = amount - 1 WHERE ${ofKey}`,
    ],
    [
      'a summary that counts wrongly',
      `UPDATE transactions SET details = jsonb_set(details, '{pulls,count}', '2') WHERE id = $1`,
      `UPDATE transactions SET details = jsonb_set(details, '{pulls,count}', '1') WHERE id = $1`,
    ],
    [
      'another authorized amount',
      'UPDATE transactions SET sent_amount = sent_amount + 1 WHERE id = $1',
      'UPDATE transactions SET sent_amount = sent_amount - 1 WHERE id = $1',
    ],
    [
      'an authorization that nothing will end',
      `UPDATE jobs SET state = 'DEAD' WHERE resource_id = 'Card' || $1`,
      `UPDATE jobs SET state = 'READY' WHERE resource_id = 'Card' || $1`,
    ],
    [
      'moves of another amount than the events',
      `UPDATE ledger_entries SET amount = amount + 1 WHERE transaction_id = $1 AND phase = 'clear:2'`,
      `UPDATE ledger_entries SET amount = amount - 1 WHERE transaction_id = $1 AND phase = 'clear:2'`,
    ],
  ];
  test.each(damages)('finds %s', async (_what, damage, repair) => {
    const one = await newShopper(app);
    const { id } = await authorized(one, 1_000);
    await one.simulate('clearing', { cardTransactionId: id, amount: 400 });
    const key = id.replace('CardTransaction:', 'Transaction:');
    const { db } = app.database;
    const subjects = async () => {
      const { findings } = await audit(db, { platformId: one.client.platformId });
      return findings.map(({ subject }) => subject);
    };
    await db.pool.query(damage, [key]);
    expect(await subjects()).toContain(key);
    await db.pool.query(repair, [key]);
    expect(await subjects()).toEqual([]);
  });

  test('finds a customer who was given more than was taken, where everything else agrees', async () => {
    const one = await newShopper(app);
    const { platformId } = one.client;
    const { id } = await authorized(one, 1_000);
    await one.simulate('clearing', { cardTransactionId: id, amount: 0 });
    const entry = (phase: string, [debit, credit]: [string, string]) =>
      app.app.ledger.post({
        platformId,
        transactionId: id.replace('CardTransaction:', 'Transaction:'),
        phase,
        at: new Date(),
        effects: [],
        entries: [{ debit, credit, currency: 'USD', amount: 1n, code: 'card.pull-failed' }],
      });
    const findings = async () => (await audit(app.database.db, { platformId })).findings.map(({ title }) => title);
    await entry('release:3', ['receivable:USD', one.payer.accountId]);
    expect(await findings()).toEqual([
      'no purchase returns more to the customer than it took, nor more to the service than the network received',
    ]);
    await entry('release:4', [one.payer.accountId, 'receivable:USD']);
    expect(await findings()).toEqual([]);
  });
});

describe('the list of transactions', () => {
  test('has purchases among all others in one order, under every filter', async () => {
    const one = await newShopper(app);
    const first = await authorized(one, 100);
    await fund(one.client, one.payer.accountId, 100);
    const second = await authorized(one, 200);
    await one.simulate('clearing', { cardTransactionId: second.id, amount: 200 });
    const ids = async (query: string) => {
      const { status, body } = await one.client.get(`/transactions?${query}`);
      expect(status).toBe(200);
      return body.data.map(({ id }: { id: string }) => id);
    };
    const all = await ids('');
    expect([all[0], all[2]]).toEqual([second.id, first.id]);
    expect(all).toHaveLength(4);
    const { body: page } = await one.client.get('/transactions?limit=1');
    expect(await ids(`limit=1&cursor=${page.nextCursor}`)).toEqual([all[1]]);
    expect(await ids('type=CARD')).toEqual([second.id, first.id]);
    expect(await ids('type=CARD&sortOrder=asc')).toEqual([first.id, second.id]);
    expect(await ids('status=AUTHORIZED')).toEqual([first.id]);
    expect(await ids('type=CARD&status=SETTLED')).toEqual([second.id]);
    expect(await ids('type=CARD&status=PROCESSING')).toEqual([]);
    expect(await ids(`customerId=${one.payer.customerId}&type=CARD`)).toEqual([second.id, first.id]);
    expect(await ids(`senderAccountIdentifier=${one.payer.accountId}`)).toEqual([second.id, first.id]);
    expect(await ids(`accountIdentifier=${one.payer.accountId}`)).toEqual(all);
    expect(await ids(`reference=${first.issuerTransactionToken}`)).toEqual([first.id]);
    expect(await ids(`type=CARD&startDate=${encodeURIComponent(second.createdAt)}`)).toEqual([second.id]);
    expect(await ids(`type=CARD&endDate=${encodeURIComponent(first.createdAt)}`)).toEqual([first.id]);
  });

  test('knows a purchase by its own id only', async () => {
    const one = await shopper();
    const { id } = await authorized(one, 100);
    const key = id.replace('CardTransaction:', 'Transaction:');
    for (const path of [`/transactions/${key}`, `/transactions/CardTransaction:019542f5-b3e7-7d02-8000-000000000001`]) {
      const { status, body } = await client.get(path);
      expect([status, body.code]).toEqual([404, 'TRANSACTION_NOT_FOUND']);
    }
    expect((await client.post(`/transactions/${key}/cancel`)).status).toBe(404);
    const stranger = await app.newPlatform();
    expect((await stranger.get(`/transactions/${id}`)).status).toBe(404);
  });

  test('a purchase of another card is refused by name', async () => {
    const one = await shopper();
    const other = await shopper();
    const { id: cardTransactionId } = await authorized(one, 100);
    const { status, body } = await other.simulate('clearing', { cardTransactionId, amount: 100 });
    expect([status, body.details.errors[0].field]).toEqual([400, 'cardTransactionId']);
  });
});
