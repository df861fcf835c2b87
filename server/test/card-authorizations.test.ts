import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { TestApp } from './support/app.ts';
import type { Client } from './support/client.ts';
import {
  advance,
  asked,
  authorized,
  balances,
  figures,
  merchant,
  newShopper,
  systemBalance,
} from './support/purchases.ts';

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
  test('makes one pull on the funding source, which totalBalance includes until it settles', async () => {
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

  test('of exactly the limit, and of the whole balance, is approved', async () => {
    const one = await shopper({ maxSpendPerTransaction: 10_000 });
    expect((await authorized(one, 10_000)).status).toBe('AUTHORIZED');
    expect(await balances(client, one.payer.accountId)).toEqual([0, 10_000]);
  });

  test('is declined while the card is frozen and after it is closed, and running ones continue', async () => {
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

  test('is released when the card is closed', async () => {
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

  test('takes the whole currency, also with strict handling, or that of the card without its code', async () => {
    const one = await shopper();
    const usd = { code: 'USD', name: 'US Dollar', symbol: '$', decimals: 2 };
    const strict = { prefer: 'handling=strict' };
    for (const currency of [usd, { name: 'US Dollar' }, {}]) {
      const purchase = { ...asked(100), currency };
      for (const name of ['authorization', 'credit_authorization', 'credit_authorization_advice']) {
        const { status, body } = await one.simulate(name, purchase, strict);
        expect([name, status, body.authorizedAmount]).toEqual([name, 202, { amount: 100, currency: usd }]);
      }
    }
    expect(await balances(client, one.payer.accountId)).toEqual([9_700, 10_000]);
    await app.audit();
  });

  test('is rejected with a hint in another currency, on an unknown card, and on one that is not ready', async () => {
    const one = await shopper();
    const euro = await one.simulate('authorization', asked(1, 'SHOP', 'EUR'));
    expect([euro.status, euro.body.code]).toEqual([400, 'INVALID_CURRENCY']);
    expect(euro.body.details.hint).toBe('Authorize in USD.');
    const unknown = await client.post(
      '/sandbox/cards/Card:019542f5-b3e7-7d02-8000-000000000001/simulate/authorization',
      asked(1),
    );
    expect([unknown.status, unknown.body.code]).toEqual([404, 'REFERENCE_NOT_FOUND']);
    const wrong = await one.simulate('authorization', { amount: 0, currency: { code: 5 }, merchant: { mcc: 'x' } });
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

  test('is created once for one Idempotency-Key', async () => {
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
  ])('%s happens once under concurrency', async (_what, amounts, possible) => {
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

  test('leaves the customer owing the service what no funding source can pay', async () => {
    const alone = await app.newPlatform();
    const one = await newShopper(app, { client: alone });
    const { id: cardTransactionId } = await authorized(one, 10_000);
    await one.simulate('clearing', { cardTransactionId, amount: 10_700 });
    expect(await systemBalance(app, alone, 'receivable:USD')).toBe(-700);
    expect(await systemBalance(app, alone, 'card.settlement:USD')).toBe(10_700);
    // A return pays the debt to the service first.
    await one.simulate('return', { cardTransactionId, amount: 1_000 });
    expect(await systemBalance(app, alone, 'receivable:USD')).toBe(0);
    expect(await balances(alone, one.payer.accountId)).toEqual([300, 300]);
  });

  test('releases what was not cleared in seven days', async () => {
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

  test('down to the cleared amount ends the authorization', async () => {
    const one = await shopper();
    const { id: cardTransactionId } = await authorized(one, 1_000);
    await one.simulate('clearing', { cardTransactionId, amount: 300 });
    const { body } = await one.simulate('authorization_advice', { cardTransactionId, amount: 300 });
    expect(figures(body)).toMatchObject({ status: 'SETTLED', authorized: 300, pulls: [1, 300], settled: [1, 300] });
    expect(await balances(client, one.payer.accountId)).toEqual([9_700, 9_700]);
  });
});

describe('a reversal of an authorization', () => {
  test.each([
    ['of a part', 400, 0, { status: 'AUTHORIZED', authorized: 600, pulls: [1, 600] }, [9_400, 10_000]],
    ['of everything', undefined, 0, { status: 'EXPIRED', pulls: [1, 0] }, [10_000, 10_000]],
    ['of the whole amount', 1_000, 0, { status: 'EXPIRED', pulls: [1, 0] }, [10_000, 10_000]],
    ['of the rest after a clearing', undefined, 300, { status: 'SETTLED', settled: [1, 300] }, [9_700, 9_700]],
  ])('%s releases that amount', async (_what, amount, cleared, expected, left) => {
    const one = await shopper();
    const { id: cardTransactionId } = await authorized(one, 1_000);
    if (cleared) await one.simulate('clearing', { cardTransactionId, amount: cleared });
    const { status, body } = await one.simulate('authorization_reversal', { cardTransactionId, amount });
    expect([status, figures(body)]).toMatchObject([202, expected]);
    expect(await balances(client, one.payer.accountId)).toEqual(left);
  });

  test('is rejected above the amount that has not cleared, and after the end of the authorization', async () => {
    const one = await shopper();
    const { id: cardTransactionId } = await authorized(one, 1_000);
    await one.simulate('clearing', { cardTransactionId, amount: 300 });
    const much = await one.simulate('authorization_reversal', { cardTransactionId, amount: 701 });
    expect([much.status, much.body.code]).toEqual([400, 'INVALID_AMOUNT']);
    await one.simulate('authorization_reversal', { cardTransactionId });
    const again = await one.simulate('authorization_reversal', { cardTransactionId });
    expect([again.status, again.body.details]).toMatchObject([
      400,
      { reason: 'CARD_TRANSACTION_STATUS', status: 'SETTLED' },
    ]);
  });

  test('of a credit that has not cleared ends it without a payment', async () => {
    const one = await shopper();
    const { body: credit } = await one.simulate('credit_authorization', asked(2_000));
    const { body } = await one.simulate('authorization_reversal', { cardTransactionId: credit.id });
    expect(figures(body)).toMatchObject({ status: 'EXPIRED', settled: [0, 0] });
    expect(await balances(client, one.payer.accountId)).toEqual([10_000, 10_000]);
  });
});

describe('an expiry of an authorization', () => {
  test('releases what has not cleared, at once, and once', async () => {
    const one = await shopper();
    const { id: cardTransactionId } = await authorized(one, 1_000);
    const { id: half } = await authorized(one, 500);
    await one.simulate('clearing', { cardTransactionId: half, amount: 200 });
    const { status, body } = await one.simulate('authorization_expiry', { cardTransactionId });
    expect([status, body.status]).toEqual([202, 'EXPIRED']);
    expect((await one.simulate('authorization_expiry', { cardTransactionId: half })).body.status).toBe('SETTLED');
    expect(await balances(client, one.payer.accountId)).toEqual([9_800, 9_800]);
    const again = await one.simulate('authorization_expiry', { cardTransactionId });
    expect([again.status, again.body.details.status]).toEqual([400, 'EXPIRED']);
  });
});

describe('a return', () => {
  test('of a part keeps SETTLED, of everything makes REFUNDED, and its reversal makes SETTLED again', async () => {
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

  test('that is reversed after the customer has spent it is owed to the service', async () => {
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

  test('a financial credit is available at once', async () => {
    const one = await shopper();
    const { body } = await one.simulate('financial_credit_authorization', asked(2_000));
    expect(body).toMatchObject({ status: 'SETTLED', direction: 'CREDIT', settledAmount: { amount: 2_000 } });
    expect(await balances(client, one.payer.accountId)).toEqual([12_000, 12_000]);
    const back = await one.simulate('return', { cardTransactionId: body.id, amount: 1 });
    expect([back.status, back.body.code]).toEqual([400, 'INVALID_AMOUNT']);
  });

  test('a credit is available when it clears, and its advice is keyed by card and merchant', async () => {
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
