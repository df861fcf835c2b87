import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { TestApp } from './support/app.ts';
import { eventsOf, typesOf } from './support/payment-world.ts';
import { fund } from './support/payments.ts';
import { cardProcessor, Processor } from './support/processor.ts';
import { advance, asked, balances, cardOf, newShopper, systemBalance } from './support/purchases.ts';
import { Randomness } from './support/seed.ts';

let app: TestApp;
beforeAll(async () => {
  app = await TestApp.start({ config: { cardProcessor } });
});
afterAll(async () => {
  await app.audit();
  await app.stop();
});

/** A cardholder with 100 dollars who has paid 10, and functions that simulate a dispute. */
async function shopper({ amount = 1_000, balance = 10_000 } = {}) {
  const one = await newShopper(app, { balance });
  const { body: purchase } = await one.simulate('financial_authorization', asked(amount));
  expect(purchase.status).toBe('SETTLED');
  const open = (more: object = {}) => one.simulate('dispute_open', { cardTransactionId: purchase.id, ...more });
  const opened = async (more: object = {}): Promise<any> => {
    const { status, body, text } = await open(more);
    expect(status, text).toBe(202);
    return body;
  };
  const step = (name: string, cardDisputeId: string, more: object = {}) =>
    one.simulate(`dispute_${name}`, { cardDisputeId, ...more });
  const done = async (name: string, id: string, more: object = {}): Promise<any> => {
    const { status, body, text } = await step(name, id, more);
    expect(status, text).toBe(202);
    return body;
  };
  const left = async () => (await balances(one.client, one.payer.accountId))[0];
  const books = async () => ({
    settlement: await systemBalance(app, one.client, 'card.settlement:USD'),
    receivable: await systemBalance(app, one.client, 'receivable:USD'),
  });
  const read = async () => (await one.client.get(`/transactions/${purchase.id}`)).body;
  return { ...one, purchase, open, opened, step, done, left, books, read };
}

const CREDIT = 'provisional_credit';
const REVERSAL = 'provisional_credit_reversal';

describe('a dispute', () => {
  test('is opened for all that has cleared, moves no money, and is shown by its purchase and the API', async () => {
    const one = await shopper();
    const dispute = await one.opened({ reason: 'NOT_RECEIVED' });
    expect(dispute).toMatchObject({
      cardId: one.cardId,
      cardTransactionId: one.purchase.id,
      customerId: one.payer.customerId,
      status: 'OPEN',
      creditStatus: 'NONE',
      reason: 'NOT_RECEIVED',
      amount: { amount: 1_000, currency: { code: 'USD', decimals: 2 } },
    });
    expect((await one.client.get(`/card-disputes/${dispute.id}`)).body).toEqual(dispute);
    expect((await one.read()).dispute).toEqual({
      id: dispute.id,
      status: 'OPEN',
      creditStatus: 'NONE',
      amount: dispute.amount,
    });
    expect(await one.left()).toBe(9_000);
    expect(await one.books()).toEqual({ settlement: 1_000, receivable: 0 });
  });

  test.each([
    ['is won after its credit, the customer keeps it and the network pays', [CREDIT], 'WON', 'GRANTED', 10_000, 0],
    ['is won without a credit, the customer gets it from the network', [], 'WON', 'GRANTED', 10_000, 0],
    [
      'is won after the reversal of its credit, the customer gets it again',
      [CREDIT, REVERSAL],
      'WON',
      'GRANTED',
      10_000,
      0,
    ],
    ['is lost after its credit, the customer returns it', [CREDIT], 'LOST', 'REVERSED', 9_000, 1_000],
    ['is lost after the reversal of its credit, nothing moves', [CREDIT, REVERSAL], 'LOST', 'REVERSED', 9_000, 1_000],
    ['is lost without a credit, nothing moves', [], 'LOST', 'NONE', 9_000, 1_000],
  ] as const)('that %s', async (_what, steps, outcome, creditStatus, left, settlement) => {
    const one = await shopper();
    const { id } = await one.opened();
    for (const name of steps) {
      const credited = await one.done(name, id);
      const isGranted = name === CREDIT;
      expect(credited).toMatchObject({ status: 'OPEN', creditStatus: isGranted ? 'GRANTED' : 'REVERSED' });
      expect(await one.left()).toBe(isGranted ? 10_000 : 9_000);
      expect((await one.books()).receivable).toBe(isGranted ? -1_000 : 0);
    }
    const closed = await one.done('close', id, { outcome });
    expect(closed).toMatchObject({ status: outcome, creditStatus, closedAt: closed.updatedAt });
    expect(await one.left()).toBe(left);
    expect(await one.books()).toEqual({ settlement, receivable: 0 });
    expect((await one.read()).dispute).toMatchObject({ status: outcome, creditStatus });
  });

  test.each([
    ['reversed', REVERSAL, {}, 'OPEN'],
    ['lost', 'close', { outcome: 'LOST' }, 'LOST'],
  ])('with a credit that was spent before it is %s leaves a receivable', async (_what, name, more, status) => {
    const one = await shopper();
    const { id } = await one.opened();
    await one.done(CREDIT, id);
    await one.simulate('financial_authorization', asked(9_500));
    expect(await one.done(name, id, more)).toMatchObject({ status, creditStatus: 'OWED' });
    expect(await one.left()).toBe(500);
    expect((await one.books()).receivable).toBe(-1_000);
  });

  test('that is won although its credit is owed is paid to the service', async () => {
    const one = await shopper();
    const { id } = await one.opened();
    await one.done(CREDIT, id);
    await one.simulate('financial_authorization', asked(10_000));
    await one.done(REVERSAL, id);
    await fund(one.client, one.payer.accountId, 5_000);
    expect(await one.done('close', id, { outcome: 'WON' })).toMatchObject({ creditStatus: 'GRANTED' });
    expect(await one.left()).toBe(5_000);
    expect((await one.books()).receivable).toBe(0);
  });

  test('may concern a part; what remains can be returned, and disputed again', async () => {
    const one = await shopper();
    const { id } = await one.opened({ amount: 600 });
    await one.done('close', id, { outcome: 'WON' });
    const much = await one.simulate('return', { cardTransactionId: one.purchase.id, amount: 401 });
    expect([much.status, much.body.code]).toEqual([400, 'INVALID_AMOUNT']);
    await one.simulate('return', { cardTransactionId: one.purchase.id, amount: 300 });
    expect((await one.open({ amount: 101 })).body.code).toBe('INVALID_AMOUNT');
    const second = await one.opened();
    expect(second.amount.amount).toBe(100);
    const { body } = await one.client.get(`/card-disputes?cardTransactionId=${one.purchase.id}`);
    expect(body.data.map((dispute: any) => [dispute.id, dispute.status])).toEqual([
      [second.id, 'OPEN'],
      [id, 'WON'],
    ]);
    expect((await one.read()).dispute.id).toBe(second.id);
  });

  test('is credited to a frozen account, and in the currency of the purchase', async () => {
    const one = await shopper();
    const { id } = await one.opened();
    const operator = await app.newOperator();
    const account = `/operator/platforms/${one.client.platformId}/internal-accounts/${one.payer.accountId}`;
    expect((await operator.post(`${account}/freeze`, { reason: 'review' })).status).toBeLessThan(300);
    expect(await one.done(CREDIT, id)).toMatchObject({ creditStatus: 'GRANTED' });
    expect(await one.left()).toBe(10_000);
  });
});

describe('a message about a dispute is rejected', () => {
  test.each([
    ['a credit that was granted', [CREDIT], CREDIT, {}],
    ['a credit that was reversed', [CREDIT, REVERSAL], CREDIT, {}],
    ['the reversal of no credit', [], REVERSAL, {}],
  ])('for %s', async (_what, steps, name, more) => {
    const one = await shopper();
    const { id } = await one.opened();
    for (const before of steps) await one.done(before, id);
    const { status, body } = await one.step(name, id, more);
    expect([status, body.code, body.details.reason]).toEqual([400, 'INVALID_INPUT', 'CARD_DISPUTE_STATUS']);
  });

  test('after its end, whatever it says', async () => {
    const one = await shopper();
    const { id } = await one.opened();
    await one.done('close', id, { outcome: 'LOST' });
    for (const [name, more] of [
      [CREDIT, {}],
      [REVERSAL, {}],
      ['close', { outcome: 'WON' }],
    ] as const) {
      const { status, body } = await one.step(name, id, more);
      expect([status, body.details]).toMatchObject([400, { reason: 'CARD_DISPUTE_STATUS', status: 'LOST' }]);
    }
    expect(await one.left()).toBe(9_000);
  });

  test('if the purchase has an open dispute, has not cleared, or has a pending pull', async () => {
    const one = await shopper();
    await one.opened({ amount: 100 });
    expect((await one.open()).body.details.reason).toBe('CARD_DISPUTE_OPEN');
    const { body: authorized } = await one.simulate('authorization', asked(100));
    const early = await one.simulate('dispute_open', { cardTransactionId: authorized.id });
    expect(early.body.details).toMatchObject({ reason: 'CARD_TRANSACTION_STATUS', status: 'AUTHORIZED' });
    const { body: pending } = await one.simulate('financial_authorization', asked(100, 'SHOP 005'));
    const unsure = await one.simulate('dispute_open', { cardTransactionId: pending.id });
    expect(unsure.body.details.reason).toBe('CARD_PULL_PENDING');
  });

  test('for a credit of a merchant, for another card and for unknown disputes', async () => {
    const one = await shopper();
    const { body: credit } = await one.simulate('financial_credit_authorization', asked(100));
    expect((await one.simulate('dispute_open', { cardTransactionId: credit.id })).body.code).toBe('INVALID_AMOUNT');
    const { id } = await one.opened();
    const other = await cardOf(one.client, one.payer);
    const { status, body } = await other.simulate(`dispute_${CREDIT}`, { cardDisputeId: id });
    expect([status, body.code]).toEqual([400, 'INVALID_INPUT']);
    const unknown = 'CardDispute:019542f5-b3e7-7d02-8000-000000000001';
    expect((await one.step(CREDIT, unknown)).status).toBe(404);
    expect((await one.client.get(`/card-disputes/${unknown}`)).status).toBe(404);
  });

  test('if the merchant has returned the disputed amount meanwhile', async () => {
    const one = await shopper();
    const { id } = await one.opened();
    await one.simulate('return', { cardTransactionId: one.purchase.id, amount: 1 });
    for (const [name, more] of [
      [CREDIT, {}],
      ['close', { outcome: 'WON' }],
    ] as const) {
      expect((await one.step(name, id, more)).body.details.reason).toBe('CARD_DISPUTE_STATUS');
    }
    expect(await one.done('close', id, { outcome: 'LOST' })).toMatchObject({ status: 'LOST', creditStatus: 'NONE' });
  });
});

describe('disputes', () => {
  test('are listed by card, purchase and status, in both orders', async () => {
    const one = await shopper();
    const first = await one.opened();
    const closed = await one.done('close', first.id, { outcome: 'LOST' });
    const open = await one.opened();
    const list = async (query: string) => (await one.client.get(`/card-disputes?${query}`)).body.data;
    expect(await list('')).toEqual([open, closed]);
    expect(await list(`cardId=${one.cardId}&sortOrder=asc`)).toEqual([closed, open]);
    expect(await list(`cardTransactionId=${one.purchase.id}&status=OPEN`)).toEqual([open]);
    expect(await list('status=WON')).toEqual([]);
    const { body: page } = await one.client.get('/card-disputes?limit=1');
    expect(page).toMatchObject({ data: [open], hasMore: true, totalCount: 2 });
    expect(await list(`limit=1&cursor=${page.nextCursor}`)).toEqual([closed]);
  });

  test('report each change once, in order, also by the purchase', async () => {
    const one = await shopper();
    const { id } = await one.opened();
    await one.done(CREDIT, id);
    await one.done(REVERSAL, id);
    const closed = await one.done('close', id, { outcome: 'WON' });
    const events = await eventsOf(app, one.client, id);
    expect(typesOf(events)).toEqual([
      'CARD_DISPUTE.OPENED',
      'CARD_DISPUTE.PROVISIONALLY_CREDITED',
      'CARD_DISPUTE.PROVISIONAL_CREDIT_REVERSED',
      'CARD_DISPUTE.WON',
    ]);
    expect(events.at(-1)?.data).toEqual(closed);
    expect(typesOf(await eventsOf(app, one.client, one.purchase.id))).toEqual(
      Array.from({ length: 5 }, () => 'CARD_TRANSACTION.SETTLED'),
    );
  });

  test('are part of the timeline of the purchase, with their entries', async () => {
    const one = await shopper();
    const { id } = await one.opened();
    await one.done(CREDIT, id);
    await one.done('close', id, { outcome: 'LOST' });
    const { body } = await one.client.get(`/transactions/${one.purchase.id}/timeline?limit=200`);
    const outcomes = body.data.flatMap(({ kind, detail }: any) => (kind === 'RAIL' ? [detail.outcome] : []));
    expect(outcomes.slice(-4)).toEqual(['DISPUTED', 'DISPUTE_CREDITED', 'DISPUTE_CREDIT_REVERSED', 'DISPUTE_LOST']);
    const codes = JSON.stringify(body.data.filter(({ kind }: any) => kind === 'ENTRIES'));
    for (const code of ['card.dispute-credit', 'card.dispute-credit-reversed']) expect(codes).toContain(code);
  });

  test('closed twice at the same moment are closed once', async () => {
    const one = await shopper();
    const { id } = await one.opened();
    await one.done(CREDIT, id);
    const closes = await Promise.all(
      ['WON', 'LOST', 'WON', 'LOST'].map((outcome) => one.step('close', id, { outcome })),
    );
    expect(closes.map(({ status }) => status).sort()).toEqual([202, 400, 400, 400]);
    const { body } = await one.client.get(`/card-disputes/${id}`);
    expect(await one.left()).toBe(body.status === 'WON' ? 10_000 : 9_000);
  });

  test('opened twice at the same moment are opened once', async () => {
    const one = await shopper();
    const opens = await Promise.all(Array.from({ length: 4 }, () => one.open({ amount: 100 })));
    expect(opens.map(({ status }) => status).sort()).toEqual([202, 400, 400, 400]);
  });

  test('keep the books consistent through any order of disputes, returns and spending', async () => {
    const random = new Randomness();
    for (let i = 0; i < 6; i++) {
      const one = await shopper();
      const cardTransactionId = one.purchase.id;
      let cardDisputeId = '';
      const messages = [
        async () => {
          const { status, body } = await one.open({ amount: 1 + random.below(1_000) });
          if (status === 202) cardDisputeId = body.id;
        },
        () => one.step(CREDIT, cardDisputeId),
        () => one.step(REVERSAL, cardDisputeId),
        () => one.step('close', cardDisputeId, { outcome: random.pick(['WON', 'LOST']) }),
        () => one.simulate('return', { cardTransactionId, amount: 1 + random.below(500) }),
        () => one.simulate('return_reversal', { cardTransactionId }),
        () => one.simulate('financial_authorization', asked(1 + random.below(9_000))),
      ];
      for (let n = 0; n < 25; n++) expect(await random.pick(messages)()).not.toMatchObject({ status: 500 });
      await app.audit();
    }
  }, 60_000);
});

describe('messages of the card processor', () => {
  const known = async () => {
    const one = await newShopper(app);
    const processor = new Processor(app, one.processorRef);
    const first = processor.message('FINANCIAL_AUTHORIZATION', 1_000);
    const { body } = await processor.send('authorizations', first);
    const { transactionToken } = first;
    const notify = async (kind: string, amount = 1_000) =>
      (await processor.notify(kind, amount, { transactionToken })).body.state;
    const dispute = async () => (await one.client.get(`/transactions/${body.cardTransactionId}`)).body.dispute;
    return { ...one, notify, dispute };
  };

  test('open, credit, reverse and decide a dispute', async () => {
    const one = await known();
    for (const [kind, state] of [
      ['DISPUTE', { status: 'OPEN', creditStatus: 'NONE' }],
      ['DISPUTE_CREDIT', { status: 'OPEN', creditStatus: 'GRANTED' }],
      ['DISPUTE_CREDIT_REVERSAL', { status: 'OPEN', creditStatus: 'REVERSED' }],
      ['DISPUTE_WON', { status: 'WON', creditStatus: 'GRANTED' }],
    ] as const) {
      expect(await one.notify(kind)).toBe('APPLIED');
      expect(await one.dispute()).toMatchObject(state);
    }
    expect(await balances(one.client, one.payer.accountId)).toEqual([10_000, 10_000]);
  });

  test('that arrive before the dispute wait for it, and are dropped after a day', async () => {
    const one = await known();
    expect(await one.notify('DISPUTE_LOST')).toBe('WAITING');
    await one.notify('DISPUTE');
    await advance(one.client, 120);
    expect(await one.dispute()).toMatchObject({ status: 'LOST' });
    expect(await one.notify('DISPUTE_CREDIT')).toBe('WAITING');
    await advance(one.client, 90_000);
    expect(await one.dispute()).toMatchObject({ status: 'LOST', creditStatus: 'NONE' });
  });
});
