import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { statementByKey } from '../src/foundation/db/keyed-reads.ts';
import { render } from '../src/foundation/db/sql.ts';
import { byCard } from '../src/payments/cards/transaction-funding.ts';
import { TestApp } from './support/app.ts';
import { openTestDatabase } from './support/database.ts';
import { accountIn } from './support/payments.ts';
import { cardProcessor, Processor, signatureOf } from './support/processor.ts';
import {
  advance,
  balances,
  figures,
  merchant,
  newShopper,
  type ShopperOptions,
  systemBalance,
} from './support/purchases.ts';

let app: TestApp;
beforeAll(async () => {
  app = await TestApp.start({ config: { cardProcessor } });
});
afterAll(async () => {
  await app.audit();
  await app.stop();
});

/** A cardholder whose card is known to the processor. */
async function known(options: ShopperOptions = {}) {
  const one = await newShopper(app, options);
  const processor = new Processor(app, one.processorRef);
  const read = async (id: string) => (await one.client.get(`/transactions/${id}`)).body;
  const left = () => balances(one.client, one.payer.accountId);
  const purchases = async () => (await one.client.get('/transactions?type=CARD&limit=100')).body.data;
  return { ...one, processor, read, left, purchases };
}

type Known = Awaited<ReturnType<typeof known>>;

const times = <T>(count: number, make: () => Promise<T>): Promise<T[]> =>
  Promise.all(Array.from({ length: count }, make));
const approvals = (answers: { body: any }[]) => answers.filter(({ body }) => body.decision === 'APPROVED').length;

describe('a processor message', () => {
  test('is accepted only with a fresh signature over its exact bytes', async () => {
    const { processor } = await known();
    const message = processor.message('AUTHORIZATION', 1);
    const body = JSON.stringify(message);
    const now = Math.floor(Date.now() / 1_000);
    const old = String(now - 301);
    const rejections: [Record<string, string>, string][] = [
      [{ 'x-processor-signature': '' }, 'SIGNATURE_MISSING'],
      [{ 'x-processor-signature': 'ab' }, 'SIGNATURE_WRONG'],
      [{ 'x-processor-signature': signatureOf(body, String(now), 'another secret') }, 'SIGNATURE_WRONG'],
      [{ 'x-processor-signature': signatureOf(`${body} `, String(now)) }, 'SIGNATURE_WRONG'],
      [{ 'x-processor-timestamp': old, 'x-processor-signature': signatureOf(body, old) }, 'TIMESTAMP_OUTSIDE_WINDOW'],
      [{ 'x-processor-timestamp': 'soon' }, 'TIMESTAMP_OUTSIDE_WINDOW'],
    ];
    for (const [headers, reason] of rejections) {
      const { status, body: rejection } = await processor.send('authorizations', message, headers);
      expect([status, rejection.code, rejection.details.reason]).toEqual([401, 'INVALID_SIGNATURE', reason]);
    }
    const shapeless = await processor.send('authorizations', { ...message, amount: '1', kind: 'VOID' });
    expect([shapeless.status, shapeless.body.details.errors.length]).toEqual([400, 2]);
    const unstorable = await processor.send('authorizations', { ...message, processorRef: 'a\0b' });
    expect([unstorable.status, unstorable.body.details.errors[0].field]).toEqual([400, 'processorRef']);
    const stranger = await processor.authorize(1, { processorRef: 'nobody' });
    expect([stranger.status, stranger.body.code]).toEqual([404, 'REFERENCE_NOT_FOUND']);
    expect((await processor.authorize(1, { currency: 'EUR' })).status).toBe(400);
    const metrics = await (await fetch(`${app.url}/metrics`)).text();
    expect(metrics).toMatch(
      /duration_seconds_count\{method="POST",route="\/processor\/authorizations",status="401"\} 6/,
    );
  });

  test('decides each kind of authorization', async () => {
    const one = await known();
    const ask = async (kind: string, amount: number, more: object = {}) => {
      const { status, body } = await one.processor.send('authorizations', one.processor.message(kind, amount, more));
      expect(status).toBe(200);
      return body;
    };
    const transactionToken = randomUUID();
    const first = await ask('AUTHORIZATION', 1_000, { transactionToken });
    expect(first).toMatchObject({
      decision: 'APPROVED',
      cardTransactionId: expect.stringMatching(/^CardTransaction:/),
    });
    expect(await one.read(first.cardTransactionId)).toMatchObject({ issuerTransactionToken: transactionToken });
    expect(await ask('AUTHORIZATION_ADVICE', 1_500, { transactionToken })).toMatchObject({ decision: 'APPROVED' });
    expect(await ask('AUTHORIZATION_ADVICE', 20_000, { transactionToken })).toMatchObject({ decision: 'DECLINED' });
    expect(await ask('FINANCIAL_AUTHORIZATION', 500)).toMatchObject({ decision: 'APPROVED' });
    expect(await ask('FINANCIAL_CREDIT_AUTHORIZATION', 100)).toMatchObject({ decision: 'APPROVED' });
    expect(await ask('BALANCE_INQUIRY', 0)).toMatchObject({ decision: 'APPROVED' });
    expect(await one.left()).toEqual([8_100, 9_600]);
    expect(await ask('AUTHORIZATION', 8_101)).toMatchObject({
      decision: 'DECLINED',
      declineReason: 'INSUFFICIENT_FUNDS',
    });
  });

  test('that advises a new total is declined if the purchase is not open, or for the limit if it exceeds that', async () => {
    const one = await known({ maxSpendPerTransaction: 1_000 });
    const advised = async (transactionToken: string, amount: number) => {
      const message = one.processor.message('AUTHORIZATION_ADVICE', amount, { transactionToken });
      const { status, body } = await one.processor.send('authorizations', message);
      expect((await one.processor.send('authorizations', message)).body).toEqual(body);
      return [status, body.decision, body.declineReason];
    };
    const rejected = randomUUID();
    await one.processor.authorize(500, { transactionToken: rejected, merchant: merchant('SHOP 002') });
    expect(await advised(rejected, 500)).toEqual([200, 'DECLINED', 'INSUFFICIENT_FUNDS']);
    const withdrawn = randomUUID();
    await one.processor.authorize(500, { transactionToken: withdrawn });
    await one.processor.notify('REVERSAL', 0, { transactionToken: withdrawn });
    expect(await advised(withdrawn, 500)).toEqual([200, 'DECLINED', undefined]);
    const open = randomUUID();
    await one.processor.authorize(500, { transactionToken: open });
    expect(await advised(open, 1_001)).toEqual([200, 'DECLINED', 'LIMIT_EXCEEDED']);
    expect(await advised(open, 500)).toEqual([200, 'APPROVED', undefined]);
    expect(await one.left()).toEqual([9_500, 10_000]);
  });

  test('that inquires a balance must have an amount of zero', async () => {
    const one = await known();
    const inquiry = one.processor.message('BALANCE_INQUIRY', 500);
    const { status, body } = await one.processor.send('authorizations', inquiry);
    expect([status, body.details.errors.map(({ field }: { field: string }) => field)]).toEqual([400, ['amount']]);
    expect([await one.purchases(), await one.left()]).toEqual([[], [10_000, 10_000]]);
  });

  test.each([
    ['AUTHORIZATION', 'EXPIRED', 0],
    ['AUTHORIZATION', 'SETTLED', 200],
    ['CREDIT_AUTHORIZATION', 'EXPIRED', 0],
  ])('that advises an %s to 0 leaves it %s if %i has cleared', async (kind, status, cleared) => {
    const one = await known();
    const first = one.processor.message(kind, 500);
    const { transactionToken } = first;
    const { body } = await one.processor.send('authorizations', first);
    if (cleared > 0) await one.processor.notify('CLEARING', cleared, { transactionToken });
    const advice = one.processor.message('AUTHORIZATION_ADVICE', 0, { transactionToken });
    expect((await one.processor.send('authorizations', advice)).body.decision).toBe('APPROVED');
    expect((await one.read(body.cardTransactionId)).status).toBe(status);
    expect(await one.left()).toEqual([10_000 - cleared, 10_000 - cleared]);
  });

  test('that arrives fifty times at once has one effect and one answer', async () => {
    const one = await known();
    const question = one.processor.message('AUTHORIZATION', 300);
    const answers = await times(50, () => one.processor.send('authorizations', question));
    expect(new Set(answers.map(({ body }) => JSON.stringify(body))).size).toBe(1);
    expect(approvals(answers)).toBe(50);
    const clearing = one.processor.message('CLEARING', 200, { transactionToken: question.transactionToken });
    const heard = await times(50, () => one.processor.send('events', clearing));
    expect(new Set(heard.map(({ body }) => JSON.stringify(body))).size).toBe(1);
    const [purchase, ...others] = await one.purchases();
    expect([figures(purchase), others]).toMatchObject([{ status: 'PARTIALLY_SETTLED', settled: [1, 200] }, []]);
    expect(await one.left()).toEqual([9_700, 9_800]);
  });

  test('for a purchase decided under another message returns the same decision', async () => {
    const one = await known();
    const transactionToken = randomUUID();
    const answers = await times(4, () => one.processor.authorize(400, { transactionToken }));
    expect(new Set(answers.map(({ body }) => body.cardTransactionId)).size).toBe(1);
    expect(await one.left()).toEqual([9_600, 10_000]);
  });
});

describe('processor events', () => {
  test('settle, release, return and reverse', async () => {
    const one = await known();
    const transactionToken = randomUUID();
    const { body } = await one.processor.authorize(1_000, { transactionToken });
    const id = body.cardTransactionId;
    const story: [string, number, object][] = [
      ['REVERSAL', 200, { status: 'AUTHORIZED', authorized: 800, pulls: [1, 800] }],
      ['CLEARING', 500, { status: 'PARTIALLY_SETTLED', settled: [1, 500] }],
      ['REVERSAL', 0, { status: 'SETTLED', pulls: [1, 500] }],
      ['REFUND', 500, { status: 'REFUNDED', refunded: [1, 500] }],
      ['REFUND_REVERSAL', 100, { status: 'SETTLED', refunded: [1, 400] }],
      ['REVERSAL', 0, { status: 'REFUNDED', refunded: [2, 500] }],
    ];
    for (const [kind, amount, expected] of story) {
      const answer = await one.processor.notify(kind, amount, { transactionToken });
      expect(answer.body).toEqual({ messageId: answer.body.messageId, state: 'APPLIED', cardTransactionId: id });
      expect(figures(await one.read(id))).toMatchObject(expected);
    }
    expect(await one.left()).toEqual([10_000, 10_000]);
  });

  test('that arrive at the same moment each take effect, in either order', async () => {
    for (let round = 0; round < 10; round++) {
      const one = await known();
      const transactionToken = randomUUID();
      const { body } = await one.processor.authorize(300, { transactionToken });
      const [cleared, reversed] = await Promise.all([
        one.processor.notify('CLEARING', 300, { transactionToken }),
        one.processor.notify('REVERSAL', 0, { transactionToken }),
      ]);
      expect([cleared.body.state, reversed.body.state]).toEqual(['APPLIED', 'APPLIED']);
      const { status, pulls, refunded } = figures(await one.read(body.cardTransactionId));
      // Outcomes by order: a clearing after the reversal debits again; a reversal after the clearing refunds.
      const outcomes = [
        ['SETTLED', [2, 300], [0, 0]],
        ['REFUNDED', [1, 300], [1, 300]],
      ];
      expect(outcomes).toContainEqual([status, pulls, refunded]);
    }
  });

  test('that arrive before their authorization wait for it', async () => {
    const one = await known();
    const transactionToken = randomUUID();
    const refund = await one.processor.notify('REFUND', 50, { transactionToken });
    const clearing = one.processor.message('CLEARING', 700, { transactionToken });
    const first = await one.processor.send('events', clearing);
    expect([refund.body.state, first.body.state]).toEqual(['WAITING', 'WAITING']);
    const { body } = await one.processor.authorize(600, { transactionToken });
    expect(figures(await one.read(body.cardTransactionId))).toMatchObject({ settled: [1, 700], refunded: [1, 50] });
    const again = await one.processor.send('events', clearing);
    expect(again.body).toMatchObject({ state: 'APPLIED', cardTransactionId: body.cardTransactionId });
    expect(await one.left()).toEqual([9_350, 9_350]);
  });

  test('that arrive together with their authorization are applied once, in either order', async () => {
    const one = await known();
    const tokens = Array.from({ length: 10 }, () => randomUUID());
    await Promise.all(
      tokens.flatMap((transactionToken) => {
        const clearing = one.processor.message('CLEARING', 100, { transactionToken });
        return [
          one.processor.send('events', clearing),
          one.processor.authorize(100, { transactionToken }),
          one.processor.send('events', clearing),
        ];
      }),
    );
    await advance(one.client, 61);
    expect((await one.purchases()).map(({ status }: { status: string }) => status)).toEqual(
      tokens.map(() => 'SETTLED'),
    );
    expect(await one.left()).toEqual([9_000, 9_000]);
  });

  test('without an authorization are force-posted after a day', async () => {
    const one = await known({ balance: 1_000 });
    await one.processor.notify('CLEARING', 600);
    await one.processor.notify('CLEARING', 700);
    await one.processor.notify('REFUND', 50);
    await one.processor.notify('REVERSAL', 10);
    expect(await one.purchases()).toEqual([]);
    await advance(one.client, 24 * 3_600 + 1);
    const purchases = await one.purchases();
    expect(purchases.map(({ status }: { status: string }) => status).sort()).toEqual([
      'EXCEPTION',
      'SETTLED',
      'SETTLED',
    ]);
    const owed = -(await systemBalance(app, one.client, 'receivable:USD'));
    const [balance] = await one.left();
    expect(1_000 + 50 - 600 - 700 + owed).toBe(balance);
    expect((await one.client.get('/sandbox/clock')).body.pending).toEqual([]);
  });

  test('for declined, expired and closed-card purchases are posted all the same', async () => {
    const one = await known();
    const declined = randomUUID();
    await one.processor.authorize(100, { transactionToken: declined, merchant: merchant('SHOP 002') });
    const expired = randomUUID();
    await one.processor.authorize(200, { transactionToken: expired });
    await one.processor.notify('REVERSAL', 0, { transactionToken: expired });
    const late = randomUUID();
    await one.processor.authorize(300, { transactionToken: late });
    await one.client.patch(`/cards/${one.cardId}`, { state: 'CLOSED' });
    await advance(one.client, 1);
    expect(await one.left()).toEqual([10_000, 10_000]);
    for (const [transactionToken, amount] of Object.entries({ [declined]: 100, [expired]: 200, [late]: 300 })) {
      await one.processor.notify('CLEARING', amount, { transactionToken });
    }
    const purchases = await one.purchases();
    expect(purchases.map(({ status }: { status: string }) => status)).toEqual(['SETTLED', 'SETTLED', 'SETTLED']);
    expect(await one.left()).toEqual([9_400, 9_400]);
  });
});

describe('the reversal of a cleared credit', () => {
  const credited = async (amount: number, options: ShopperOptions = {}) => {
    const one = await known(options);
    const credit = one.processor.message('FINANCIAL_CREDIT_AUTHORIZATION', amount);
    const { body } = await one.processor.send('authorizations', credit);
    const notify = async (kind: string, amountOfEvent: number) => {
      const { transactionToken } = credit;
      return (await one.processor.notify(kind, amountOfEvent, { transactionToken })).body.state;
    };
    return {
      ...one,
      notify,
      id: body.cardTransactionId,
      shown: async () => figures(await one.read(body.cardTransactionId)),
    };
  };

  test('debits the customer, in part or in full, and once', async () => {
    const one = await credited(70);
    expect(await one.left()).toEqual([10_070, 10_070]);
    expect(await one.notify('REVERSAL', 20)).toBe('APPLIED');
    expect(await one.shown()).toMatchObject({ status: 'SETTLED', settled: [1, 70], refunded: [1, 20] });
    expect(await one.left()).toEqual([10_050, 10_050]);
    await one.notify('REVERSAL', 0);
    await one.notify('REVERSAL', 0);
    expect(await one.shown()).toMatchObject({ status: 'REFUNDED', settled: [1, 70], refunded: [2, 70] });
    expect(await one.left()).toEqual([10_000, 10_000]);
  });

  test('works the same after a separate authorization', async () => {
    const one = await known();
    const credit = one.processor.message('CREDIT_AUTHORIZATION', 30);
    const { transactionToken } = credit;
    const { body } = await one.processor.send('authorizations', credit);
    await one.processor.notify('CLEARING', 30, { transactionToken });
    await one.processor.notify('REVERSAL', 30, { transactionToken });
    expect(figures(await one.read(body.cardTransactionId))).toMatchObject({ status: 'REFUNDED', refunded: [1, 30] });
    expect(await one.left()).toEqual([10_000, 10_000]);
  });

  test('leaves a receivable if the customer has spent it', async () => {
    const one = await credited(70, { balance: 10 });
    await one.processor.authorize(75);
    await one.notify('REVERSAL', 0);
    expect(await one.shown()).toMatchObject({ status: 'REFUNDED', refunded: [1, 70] });
    expect(await one.left()).toEqual([5, 80]);
    expect(await systemBalance(app, one.client, 'receivable:USD')).toBe(-70);
  });

  test('does not count as a return that a merchant can reverse', async () => {
    const one = await credited(70);
    await one.notify('REVERSAL', 0);
    const { status, body } = await one.simulate('return_reversal', { cardTransactionId: one.id });
    expect([status, body.code]).toEqual([400, 'INVALID_AMOUNT']);
    expect(await one.notify('REFUND_REVERSAL', 70)).toBe('WAITING');
  });
});

describe('under concurrency', () => {
  test('only one of several authorizations for the last unit is approved', async () => {
    const one = await known({ balance: 1 });
    const answers = await times(10, () => one.processor.authorize(1));
    expect(approvals(answers)).toBe(1);
    expect(await one.left()).toEqual([0, 1]);
    expect(await one.purchases()).toHaveLength(10);
  });

  test('exactly as many authorizations are approved as the balance covers', async () => {
    const one = await known({ balance: 1_050 });
    const answers = await times(40, () => one.processor.authorize(100));
    expect([approvals(answers), await one.left()]).toEqual([10, [50, 1_050]]);
  });

  test('a clearing during the expiry is paid in full', async () => {
    const one = await known();
    const tokens = Array.from({ length: 8 }, () => randomUUID());
    for (const transactionToken of tokens) await one.processor.authorize(100, { transactionToken });
    await Promise.all([
      advance(one.client, 7 * 24 * 3_600 + 1),
      ...tokens.map((transactionToken) => one.processor.notify('CLEARING', 100, { transactionToken })),
    ]);
    // The cleared amount is paid in both orders, from the reservation or by a new debit.
    const purchases = await one.purchases();
    expect(purchases.map(({ status }: { status: string }) => status)).toEqual(tokens.map(() => 'SETTLED'));
    expect(await one.left()).toEqual([9_200, 9_200]);
  });

  test('no authorization is approved after a freeze was answered', async () => {
    const one = await known();
    const running = Array.from({ length: 20 }, () => one.processor.authorize(10));
    const { status } = await one.client.patch(`/cards/${one.cardId}`, { state: 'FROZEN' });
    expect(status).toBe(200);
    const after = await times(5, () => one.processor.authorize(10));
    expect(after.map(({ body }) => body.declineReason)).toEqual(after.map(() => 'CARD_PAUSED'));
    const approved = approvals(await Promise.all(running));
    expect(await one.left()).toEqual([10_000 - 10 * approved, 10_000]);
  });

  test('a closing leaves nothing reserved, whatever arrives at the same time', async () => {
    const one = await known();
    const running = Array.from({ length: 20 }, () => one.processor.authorize(10));
    await one.client.patch(`/cards/${one.cardId}`, { state: 'CLOSED' });
    await Promise.all(running);
    await advance(one.client, 1);
    expect(await one.left()).toEqual([10_000, 10_000]);
  });
});

describe('a decision that takes too long', () => {
  /** Sends a message while a row is locked for longer than the processor's time limit. */
  const askedLate = async ({ processor }: Pick<Known, 'processor'>, question: any, lock: string) => {
    const blocker = await app.database.db.pool.connect();
    await blocker.query('BEGIN');
    await blocker.query(lock);
    const { body } = await processor.send('authorizations', question);
    expect(body).toEqual({ messageId: question.messageId, decision: 'DECLINED', declineReason: 'TIMED_OUT' });
    await blocker.query('COMMIT');
    blocker.release();
  };
  const theAccount = ({ payer }: Pick<Known, 'payer'>) =>
    `SELECT 1 FROM accounts WHERE id = '${payer.accountId}' FOR UPDATE`;

  /** Repeats a message after the lock is released, and returns the response. */
  const repeated = async ({ processor }: Pick<Known, 'processor'>, question: any) =>
    (await processor.send('authorizations', question)).body;
  const TIMED_OUT = { decision: 'DECLINED', declineReason: 'TIMED_OUT' };

  const decidedLate = async (kind: string, status: string) => {
    const one = await known();
    const question = one.processor.message(kind, 100);
    await askedLate(one, question, theAccount(one));
    await expect.poll(async () => (await one.purchases())[0]?.status, { timeout: 60_000 }).toBe(status);
    expect(await one.left()).toEqual([10_000, 10_000]);
    expect(await repeated(one, question)).toMatchObject(TIMED_OUT);
  };

  test('declines, and releases the reservation', () => decidedLate('AUTHORIZATION', 'EXPIRED'));
  test('declines, and reverses the credit', () => decidedLate('FINANCIAL_CREDIT_AUTHORIZATION', 'REFUNDED'));

  const hundred = { authorized: 100, pulls: [2, 100], settled: [0, 0], refunded: [0, 0] };
  test.each([
    ['up', 150, { status: 'AUTHORIZED', ...hundred }, [9_900, 10_000]],
    ['down', 40, { status: 'AUTHORIZED', ...hundred }, [9_900, 10_000]],
    ['to 0', 0, { status: 'EXPIRED', ...hundred, authorized: 0, pulls: [1, 0] }, [10_000, 10_000]],
  ])(
    'on an advice %s declines, and the previous total remains if the purchase is open',
    async (_, total, then, left) => {
      const one = await known();
      const { transactionToken, ...first } = one.processor.message('AUTHORIZATION', 100);
      const { body } = await one.processor.send('authorizations', { ...first, transactionToken });
      const advice = one.processor.message('AUTHORIZATION_ADVICE', total, { transactionToken });
      await askedLate(one, advice, theAccount(one));
      const state = async () => figures(await one.read(body.cardTransactionId));
      await expect.poll(state, { timeout: 60_000 }).toEqual(then);
      expect(await repeated(one, advice)).toMatchObject(TIMED_OUT);
      expect(await one.left()).toEqual(left);
    },
  );

  test('on an advice down keeps the lower total if the previous one can no longer be reserved', async () => {
    const one = await known({ balance: 100 });
    const { transactionToken, ...first } = one.processor.message('AUTHORIZATION', 100);
    const { body } = await one.processor.send('authorizations', { ...first, transactionToken });
    const advice = one.processor.message('AUTHORIZATION_ADVICE', 40, { transactionToken });
    await one.client.patch(`/cards/${one.cardId}`, { maxSpendPerTransaction: 99 });
    await askedLate(one, advice, theAccount(one));
    await expect.poll(() => repeated(one, advice), { timeout: 60_000 }).toMatchObject(TIMED_OUT);
    expect(figures(await one.read(body.cardTransactionId))).toMatchObject({ status: 'AUTHORIZED', authorized: 40 });
    expect(await one.left()).toEqual([60, 100]);
  });

  test('on a purchase decided under another message does not change it', async () => {
    const one = await known();
    const first = one.processor.message('AUTHORIZATION', 100);
    const { body } = await one.processor.send('authorizations', first);
    const second = { ...first, messageId: randomUUID() };
    await askedLate(one, second, theAccount(one));
    await expect.poll(() => repeated(one, second), { timeout: 60_000 }).toMatchObject(TIMED_OUT);
    expect(await repeated(one, first)).toEqual(body);
    expect(await one.left()).toEqual([9_900, 10_000]);
  });

  test('on an answered message keeps that answer and its effects', async () => {
    const one = await known();
    const question = one.processor.message('AUTHORIZATION', 100);
    const { body } = await one.processor.send('authorizations', question);
    await askedLate(one, question, 'LOCK TABLE card_messages');
    // Long enough for all effects of the message.
    await delay(1_500);
    expect(await repeated(one, question)).toEqual(body);
    expect(await one.left()).toEqual([9_900, 10_000]);
  });
});

test.each([
  ['one card', 1],
  ['two cards', 2],
])('the sources of %s are found by the card, also before PostgreSQL has statistics of the tables', async (_, count) => {
  const { finder, key } = byCard(app.client.platformId, 'Card:none');
  const { text, values } = render(statementByKey(finder, Array(count).fill(key)));
  const empty = await openTestDatabase();
  const { rows: lines } = await empty.db.pool.query(`EXPLAIN ${text}`, values);
  await empty.close();
  const plan = lines.map((line) => line['QUERY PLAN']).join('\n');
  expect(plan).toMatch(/card_funding_sources_attached on card_funding_sources f .*\n\s+Index Cond: .*card_id = c\.id/);
});

test('an event about a purchase in USDB is applied after the card has got a dollar account', async () => {
  const platform = await app.newPlatform();
  await platform.patch('/config', { supportedCurrencies: [{ currencyCode: 'USD' }, { currencyCode: 'USDB' }] });
  const one = await newShopper(app, { client: platform });
  const processor = new Processor(app, one.processorRef);
  const wallet = await accountIn(platform, one.payer.customerId, 'USDB');
  const source = (accountId: string) => platform.patch(`/cards/${one.cardId}`, { fundingSources: [accountId] });
  expect((await source(wallet)).status).toBe(200);
  const credit = processor.message('FINANCIAL_CREDIT_AUTHORIZATION', 2_500_000, { currency: 'USDB' });
  const { body: made } = await processor.send('authorizations', credit);
  expect(made.decision).toBe('APPROVED');
  expect((await source(one.payer.accountId)).status).toBe(200);
  const { transactionToken } = credit;
  const reversal = await processor.notify('REVERSAL', 2_500_000, { transactionToken, currency: 'USDB' });
  expect([reversal.status, reversal.body.state]).toEqual([200, 'APPLIED']);
  expect(await balances(platform, wallet)).toEqual([0, 0]);
  expect((await processor.notify('REFUND', 1, { currency: 'USDB' })).status).toBe(400);
  await app.audit();
});
