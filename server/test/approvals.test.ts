import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { sql } from '../src/foundation/db/sql.ts';
import { TestApp } from './support/app.ts';
import type { Answer, Client } from './support/client.ts';
import { isDeferred } from './support/deferral.ts';
import {
  advance,
  balancesReported,
  eventsOf,
  newExternalAccount,
  quoted,
  systemBalances,
  useCurrencies,
} from './support/payment-world.ts';
import { accountIn, balanceOf, newPayer, transactionIn } from './support/payments.ts';
import { until } from './support/server-process.ts';
import { openReceiver, type Received, type WebhookReceiver } from './support/webhook-receiver.ts';

const SENDER = '$grace@bank.example';

let app: TestApp;
let endpoint: WebhookReceiver;
let client: Client;
let customerId: string;

beforeAll(async () => {
  app = await TestApp.shared();
  endpoint = await openReceiver();
});
afterAll(async () => {
  await app.audit();
  await app.stop();
  await endpoint.close();
});
beforeEach(async () => {
  endpoint.answer(() => 200);
  client = await app.newPlatform();
  await client.patch('/config', { webhookEndpoint: endpoint.url });
  ({ customerId } = await newPayer(client, { balance: 0, fullName: 'Ada Lovelace', nationality: 'US' }));
});

/** Sets the platform's response to approval requests. The platform accepts all other webhooks. */
const whenAsked = (say: number | { status: number; body: unknown } | (() => Promise<number>)): void =>
  endpoint.answer(async ({ event }: Received) => {
    if (event.type !== 'INCOMING_PAYMENT.PENDING') return 200;
    if (typeof say === 'number') return say;
    if (typeof say === 'function') return say();
    return (response) => {
      response.writeHead(say.status, { 'content-type': 'application/json' }).end(JSON.stringify(say.body));
    };
  });

const receive = (more: object = {}, key?: string): Promise<Answer> =>
  client.post(
    '/sandbox/uma/receive',
    {
      senderUmaAddress: SENDER,
      customerId,
      receivingCurrencyCode: 'USD',
      receivingCurrencyAmount: 2_500,
      ...more,
    },
    key ? { headers: { 'idempotency-key': key } } : undefined,
  );

const asked = (id: string): Received[] =>
  endpoint.received.filter(({ event }) => event.type === 'INCOMING_PAYMENT.PENDING' && event.data.id === id);

const balance = async () => (await balanceOf(client, { customerId, currency: 'USD' })).balance;
const typesOf = async (id: string) =>
  (await eventsOf(app, client, id)).map(({ type }) => type.replace('INCOMING_PAYMENT.', ''));

/** A payment as events show it: with the addresses of both ends. */
const eventDataOf = async (transaction: object): Promise<object> => ({
  ...transaction,
  senderUmaAddress: SENDER,
  receiverUmaAddress: (await client.get(`/customers/${customerId}`)).body.umaAddress,
});

/** A payment whose decision the platform has deferred: its time limit runs. */
async function deferred(more: object = {}): Promise<string> {
  whenAsked(202);
  const { body } = await receive(more);
  await isDeferred(client, body);
  return body.id;
}

const approve = (id: string, body?: object, key?: string): Promise<Answer> =>
  client.post(`/transactions/${id}/approve`, body, key ? { headers: { 'idempotency-key': key } } : undefined);
const reject = (id: string, body?: object): Promise<Answer> => client.post(`/transactions/${id}/reject`, body);

const NOT_PENDING = [409, 'TRANSACTION_NOT_PENDING_PLATFORM_APPROVAL'];
const codeOf = ({ status, body }: Answer) => [status, body.code];

describe('an incoming payment of a platform with an endpoint', () => {
  test('is PENDING until the platform answers the signed approval request', async () => {
    let letGo = (): void => {};
    whenAsked(() => new Promise((resolve) => (letGo = () => resolve(200))));
    const { status, body } = await receive();
    expect([status, body.status]).toEqual([200, 'PENDING']);
    await until(() => asked(body.id).length > 0, 'the question');
    const [question] = asked(body.id);
    expect(question?.event.data).toEqual(await eventDataOf(body));
    expect(question?.headers).toHaveProperty('x-service-signature');
    expect(await balance()).toBe(0);
    letGo();
    await transactionIn(client, body.id, 'COMPLETED');
    expect(await balance()).toBe(2_500);
    expect(await typesOf(body.id)).toEqual(['PENDING', 'COMPLETED']);
    const accountId = await accountIn(client, customerId, 'USD');
    expect(balancesReported(await eventsOf(app, client, accountId))).toEqual([[2_500, 2_500]]);
    await sleep(50);
    expect(asked(body.id)).toHaveLength(1);
    await app.audit();
  });

  test('holds no database transaction open while the platform decides', async () => {
    let letGo = (): void => {};
    whenAsked(() => new Promise((resolve) => (letGo = () => resolve(200))));
    const { body } = await receive();
    await until(() => asked(body.id).length > 0, 'the question');
    const open = await app.database.db.read(sql`
      SELECT query FROM pg_stat_activity WHERE datname = current_database() AND state LIKE 'idle in transaction%'`);
    expect(open).toEqual([]);
    letGo();
    await transactionIn(client, body.id, 'COMPLETED');
  });

  test('is one payment and one approval request under one Idempotency-Key', async () => {
    const answers = await Promise.all(Array.from({ length: 5 }, () => receive({}, 'one')));
    expect(new Set(answers.map(({ text }) => text)).size).toBe(1);
    const id = answers[0]?.body.id;
    await transactionIn(client, id, 'COMPLETED');
    const later = await receive({}, 'one');
    expect([later.text, later.headers.get('idempotent-replayed')]).toEqual([answers[0]?.text, 'true']);
    expect([await balance(), asked(id).length]).toEqual([2_500, 1]);
    await app.audit();
  });

  test('is forwarded to the deposit account after approval', async () => {
    const more = { defaultUmaDepositAccount: true };
    await newExternalAccount(client, { customerId, type: 'USD_ACCOUNT', more });
    const { body } = await receive();
    await transactionIn(client, body.id, 'COMPLETED');
    await until(async () => Object.keys(await systemBalances(app, client)).length === 0, 'the deposit');
    expect(await balance()).toBe(0);
    await app.audit();
  });
});

/** Outcomes by response of the platform. */
const answers: [string, Parameters<typeof whenAsked>[0], { status: string; failureReason?: string }][] = [
  ['200 approves', 200, { status: 'COMPLETED' }],
  ['204 approves', 204, { status: 'COMPLETED' }],
  ['403 rejects', { status: 403, body: { code: 'X', reason: 'not ours' } }, { status: 'REJECTED' }],
  [
    '422 requests unavailable information',
    { status: 422, body: { requiredFields: ['TAX_ID'] } },
    { status: 'FAILED', failureReason: 'MISSING_MANDATORY_PAYEE_DATA' },
  ],
  ...[201, 301, 400, 404, 409, 500, 503].map((status): (typeof answers)[number] => [
    `${status} is an error of the endpoint`,
    status,
    { status: 'FAILED', failureReason: 'PAYMENT_APPROVAL_WEBHOOK_ERROR' },
  ]),
];

describe('a payment from another customer of the platform', () => {
  const FUNDED = 10_000;

  /** Executes a payment, waits for its approval request, and returns both of its transactions. */
  async function sent() {
    const sender = await newPayer(client, { balance: FUNDED });
    const { body: receiver } = await client.get(`/customers/${customerId}`);
    const path = `/receiver/uma/${encodeURIComponent(receiver.umaAddress)}?customerId=${sender.customerId}`;
    const { body: lookup } = await client.get(path);
    const { transactionId } = await quoted(client, {
      source: { sourceType: 'ACCOUNT', accountId: sender.accountId },
      destination: { destinationType: 'UMA_ADDRESS', umaAddress: receiver.umaAddress, currency: 'USD' },
      lookupId: lookup.lookupId,
      lockedCurrencySide: 'RECEIVING',
      lockedCurrencyAmount: 2_500,
      immediatelyExecute: true,
    });
    const incoming = async () => (await client.get(`/transactions?customerId=${customerId}`)).body.data;
    await until(async () => (await incoming()).length > 0, 'what comes in');
    return { sender, transactionId, arrival: (await incoming())[0] };
  }

  const undecided = { status: 'FAILED', failureReason: 'QUOTE_EXECUTION_FAILED' };
  const rejected = { status: 'FAILED', failureReason: 'ACCOUNT_CANNOT_RECEIVE' };
  const outcomes: [string, Parameters<typeof whenAsked>[0], string, { status: string; failureReason?: string }][] = [
    ['200', 200, 'COMPLETED', { status: 'COMPLETED' }],
    ['403', { status: 403, body: { reason: 'not ours' } }, 'REJECTED', rejected],
    ['422', { status: 422, body: { requiredFields: ['TAX_ID'] } }, 'FAILED', rejected],
    ['500', 500, 'FAILED', undecided],
  ];
  test.each(outcomes)('requires approval like any other: %s ends both sides', async (_, say, status, expected) => {
    whenAsked(say);
    const { sender, transactionId, arrival } = await sent();
    await transactionIn(client, arrival.id, status);
    const payment = await transactionIn(client, transactionId, expected.status);
    expect(payment.failureReason).toBe(expected.failureReason);
    expect(asked(arrival.id)).toHaveLength(1);
    const isPaid = expected.status === 'COMPLETED';
    expect(payment.refund?.status).toBe(isPaid ? undefined : 'COMPLETED');
    const debited = isPaid ? payment.sentAmount.amount : 0;
    expect([await balance(), (await balanceOf(client, sender)).balance]).toEqual([
      isPaid ? 2_500 : 0,
      FUNDED - debited,
    ]);
    expect((await balanceOf(client, sender)).totalBalance).toBe(FUNDED - debited);
    await app.audit();
  });

  test('keeps the amount reserved during a deferred decision, and fails without one', async () => {
    whenAsked(202);
    const [approved, timedOut] = [await sent(), await sent()];
    await isDeferred(client, approved.arrival);
    await isDeferred(client, timedOut.arrival);
    const { balance: left, totalBalance } = await balanceOf(client, approved.sender);
    expect([await balance(), totalBalance - left]).toEqual([0, (await sentOf(approved)).amount]);
    await app.audit();
    expect((await approve(approved.arrival.id)).status).toBe(200);
    await transactionIn(client, approved.transactionId, 'COMPLETED');
    await advance(client, 6);
    expect(await transactionIn(client, timedOut.transactionId, 'FAILED')).toMatchObject(undecided);
    expect(await balance()).toBe(2_500);
    await app.audit();
  });

  test('is reported by the audit if one side has ended and the other has not', async () => {
    whenAsked(202);
    const { arrival } = await sent();
    await isDeferred(client, arrival);
    const { db } = app.database;
    const as = (status: string) =>
      db.write(sql`
        WITH t AS (UPDATE transactions SET status = ${status} WHERE id = ${arrival.id})
        UPDATE listed_statuses SET status = ${status} WHERE id = ${arrival.id}`);
    await as('REJECTED');
    await expect(app.audit()).rejects.toThrow('an on-platform payment ends like the incoming payment that it funds');
    await as('PENDING');
    expect((await reject(arrival.id)).status).toBe(200);
    await app.audit();
  });

  const sentOf = async ({ transactionId }: { transactionId: string }) =>
    (await client.get(`/transactions/${transactionId}`)).body.sentAmount;
});

describe('the answer of the platform', () => {
  test.each(answers)('%s', async (_, say, expected) => {
    whenAsked(say);
    const { body } = await receive();
    const ended = await transactionIn(client, body.id, expected.status);
    expect(ended.failureReason).toBe(expected.failureReason);
    const isCredited = expected.status === 'COMPLETED';
    expect(await typesOf(body.id)).toEqual(['PENDING', isCredited ? 'COMPLETED' : 'FAILED']);
    expect((await eventsOf(app, client, body.id)).at(-1)?.data).toEqual(await eventDataOf(ended));
    expect(await balance()).toBe(isCredited ? 2_500 : 0);
    expect(asked(body.id)).toHaveLength(1);
    expect(codeOf(await approve(body.id))).toEqual(NOT_PENDING);
    expect(codeOf(await reject(body.id))).toEqual(NOT_PENDING);
    await app.audit();
  });

  test('rejects the payment with the given reason', async () => {
    whenAsked({ status: 403, body: { reason: 'not ours' } });
    const { body } = await receive();
    expect(await transactionIn(client, body.id, 'REJECTED')).toMatchObject({ rejectionReason: 'not ours' });
  });

  test('counts once: a redelivery of the request does not lead to a third', async () => {
    whenAsked(403);
    const { body } = await receive();
    await transactionIn(client, body.id, 'REJECTED');
    const { body: events } = await client.get(`/webhooks/events?resourceId=${body.id}&type=INCOMING_PAYMENT.PENDING`);
    const path = `/webhooks/events/${events.data[0].id}`;
    expect((await client.post(`${path}/redeliver`)).status).toBe(202);
    const readEvent = async () => (await client.get(path)).body;
    await until(async () => (await readEvent()).attemptCount === 2, 'the second attempt');
    const { status, nextAttemptAt, attempts } = await readEvent();
    expect([status, nextAttemptAt]).toEqual(['FAILED', undefined]);
    expect(attempts.map(({ responseStatus }: { responseStatus: number }) => responseStatus)).toEqual([403, 403]);
  });

  test('fails the payment if it takes longer than 5 seconds', async () => {
    whenAsked(() => new Promise(() => {}));
    const { body } = await receive();
    await until(() => asked(body.id).length > 0, 'the question');
    const askedAt = performance.now();
    const ended = await transactionIn(client, body.id, 'FAILED');
    expect(performance.now() - askedAt).toBeGreaterThan(3_000);
    expect(ended.failureReason).toBe('PAYMENT_APPROVAL_TIMED_OUT');
    expect(await balance()).toBe(0);
    await app.audit();
  });

  test('410 fails the payment and disables the endpoint', async () => {
    whenAsked(410);
    const { body } = await receive();
    const ended = await transactionIn(client, body.id, 'FAILED');
    expect(ended.failureReason).toBe('PAYMENT_APPROVAL_WEBHOOK_ERROR');
    const { body: events } = await client.get(`/webhooks/events?resourceId=${body.id}`);
    expect(events.data.map(({ status }: { status: string }) => status)).toEqual(['SKIPPED', 'FAILED']);
    const again = await client.post(`/webhooks/events/${events.data[0].id}/redeliver`);
    expect(again.body.details.reason).toBe('ENDPOINT_DISABLED');
  });

  test('fails the payment if the endpoint is unreachable', async () => {
    await client.patch('/config', { webhookEndpoint: 'http://127.0.0.1:9/hooks' });
    const { body } = await receive();
    const ended = await transactionIn(client, body.id, 'FAILED');
    expect(ended.failureReason).toBe('PAYMENT_APPROVAL_WEBHOOK_ERROR');
    await app.audit();
  });

  test('fails the payment by its job if the process cannot finish the request, on the clock of the platform', async () => {
    let letGo = (): void => {};
    whenAsked(() => new Promise((resolve) => (letGo = () => resolve(200))));
    const { body } = await receive();
    await until(() => asked(body.id).length > 0, 'the question');
    await advance(client, 11);
    const ended = await transactionIn(client, body.id, 'FAILED');
    expect(ended.failureReason).toBe('PAYMENT_APPROVAL_TIMED_OUT');
    letGo();
    await sleep(200);
    expect((await client.get(`/transactions/${body.id}`)).body).toEqual(ended);
    expect(await balance()).toBe(0);
    await app.audit();
  });
});

describe('receiver information requested by the sending institution', () => {
  test('is limited to the unknown fields', async () => {
    const { body: known } = await receive();
    expect(known).not.toHaveProperty('requestedReceiverCustomerInfoFields');
    const { body: business } = await client.post('/customers', {
      customerType: 'INDIVIDUAL',
      fullName: 'Ada',
    });
    const { body } = await receive({ customerId: business.id });
    expect(body.requestedReceiverCustomerInfoFields).toEqual([{ name: 'NATIONALITY', mandatory: false }]);
    await transactionIn(client, body.id, 'COMPLETED');
  });

  describe('if mandatory', () => {
    beforeEach(async () => {
      const { body } = await client.post('/customers', { customerType: 'INDIVIDUAL' });
      expect(body).not.toHaveProperty('fullName');
      customerId = body.id;
    });

    test('must be part of the approval', async () => {
      whenAsked(200);
      const { body } = await receive();
      expect(body.requestedReceiverCustomerInfoFields).toContainEqual({ name: 'FULL_NAME', mandatory: true });
      const ended = await transactionIn(client, body.id, 'FAILED');
      expect(ended.failureReason).toBe('MISSING_MANDATORY_PAYEE_DATA');
      whenAsked({ status: 200, body: { receiverCustomerInfo: { FULL_NAME: 'Ada Lovelace' } } });
      await transactionIn(client, (await receive()).body.id, 'COMPLETED');
      expect(await balance()).toBe(2_500);
      await app.audit();
    });

    test('can be given in the approving call: without it the call fails and can be repeated', async () => {
      const id = await deferred();
      for (const info of [undefined, {}, { receiverCustomerInfo: { FULL_NAME: '' } }]) {
        const { status, body } = await approve(id, info);
        expect([status, body.code]).toEqual([400, 'MISSING_MANDATORY_USER_INFO']);
        expect(body.details.errors[0].field).toBe('receiverCustomerInfo.FULL_NAME');
      }
      const { body } = await approve(id, { receiverCustomerInfo: { FULL_NAME: 'Ada Lovelace' } });
      expect(body.status).toBe('COMPLETED');
      await app.audit();
    });
  });
});

describe('a payment with a deferred decision', () => {
  test('is approved by a call', async () => {
    const id = await deferred();
    const { status, body } = await approve(id);
    expect([status, body.status, body.type]).toEqual([200, 'COMPLETED', 'INCOMING']);
    expect(body).toEqual((await client.get(`/transactions/${id}`)).body);
    expect(await balance()).toBe(2_500);
    expect(await typesOf(id)).toEqual(['PENDING', 'COMPLETED']);
    expect(codeOf(await approve(id))).toEqual(NOT_PENDING);
    await advance(client, 60);
    expect(await typesOf(id)).toHaveLength(2);
    await app.audit();
  });

  test('is rejected by a call, with its reason', async () => {
    const id = await deferred();
    const { status, body } = await reject(id, { reason: 'looks wrong' });
    expect([status, body.status, body.rejectionReason]).toEqual([200, 'REJECTED', 'looks wrong']);
    expect(await typesOf(id)).toEqual(['PENDING', 'FAILED']);
    expect(await balance()).toBe(0);
    expect(codeOf(await approve(id))).toEqual(NOT_PENDING);
    await app.audit();
  });

  test('fails 5 seconds after the deferral, on the clock of the platform', async () => {
    const id = await deferred();
    await advance(client, 3);
    expect((await client.get(`/transactions/${id}`)).body.status).toBe('PENDING');
    const { happened } = await advance(client, 3);
    expect(happened).toContainEqual(expect.objectContaining({ kind: 'payment.undecided', resourceId: id }));
    const ended = await transactionIn(client, id, 'FAILED');
    expect(ended.failureReason).toBe('PAYMENT_APPROVAL_TIMED_OUT');
    expect(codeOf(await approve(id))).toEqual(NOT_PENDING);
    expect(codeOf(await reject(id))).toEqual(NOT_PENDING);
    expect((await client.get('/sandbox/clock')).body.pending).toEqual([]);
    await app.audit();
  });

  test('can be decided before the deferring answer is read', async () => {
    let decided: Answer | undefined;
    endpoint.answer(async ({ event }) => {
      if (event.type !== 'INCOMING_PAYMENT.PENDING') return 200;
      decided = await approve(event.data.id);
      return 202;
    });
    const { body } = await receive();
    await transactionIn(client, body.id, 'COMPLETED');
    expect(decided?.status).toBe(200);
    await app.audit();
  });

  test('is decided once by concurrent approvals, rejections and the time-out', async () => {
    for (let round = 0; round < 3; round++) {
      const before = await balance();
      const id = await deferred();
      const [, ...calls] = await Promise.all([
        advance(client, 6),
        ...Array.from({ length: 6 }, (_, i) => (i % 2 === 0 ? approve(id) : reject(id))),
      ]);
      const won = calls.filter(({ status }) => status === 200);
      expect(won.length).toBeLessThanOrEqual(1);
      for (const call of calls) if (call.status !== 200) expect(codeOf(call)).toEqual(NOT_PENDING);
      const { body } = await client.get(`/transactions/${id}`);
      expect(body.status).toBe(won[0]?.body.status ?? 'FAILED');
      expect(await typesOf(id)).toHaveLength(2);
      expect((await balance()) - before).toBe(body.status === 'COMPLETED' ? 2_500 : 0);
    }
    await app.audit();
  });

  test('is reported by the audit if no job can end it', async () => {
    const id = await deferred();
    await app.database.db.write(sql`DELETE FROM jobs WHERE platform_id = ${client.platformId} AND resource_id = ${id}`);
    await expect(app.audit()).rejects.toThrow('waits for a decision, but no job can end it');
    expect((await approve(id)).status).toBe(200);
    await app.audit();
  });

  test('is approved once under one Idempotency-Key, and the answer is replayed', async () => {
    const id = await deferred();
    const calls = await Promise.all(Array.from({ length: 5 }, () => approve(id, undefined, 'yes')));
    for (const { status, text } of calls) expect([status, text]).toEqual([200, calls[0]?.text]);
    expect(await balance()).toBe(2_500);
    await app.audit();
  });

  test('fails if the account was frozen in the meantime', async () => {
    const id = await deferred();
    const operator = await app.newOperator();
    const accountId = await accountIn(client, customerId, 'USD');
    const path = `/operator/platforms/${client.platformId}/internal-accounts/${accountId}/freeze`;
    await operator.post(path, { reason: 'test' });
    const { status, body } = await approve(id);
    expect([status, body.status, body.failureReason]).toEqual([200, 'FAILED', 'QUOTE_EXECUTION_FAILED']);
    expect(await balance()).toBe(0);
    await app.audit();
  });
});

describe('approving and rejecting', () => {
  test('is limited to incoming payments that await a decision', async () => {
    await useCurrencies(client, ['USD']);
    const payer = await newPayer(client);
    const payee = await newExternalAccount(client, { customerId: payer.customerId, type: 'USD_ACCOUNT' });
    const { body: quote } = await client.post('/quotes', {
      source: { sourceType: 'ACCOUNT', accountId: payer.accountId },
      destination: { destinationType: 'ACCOUNT', accountId: payee },
      lockedCurrencySide: 'SENDING',
      lockedCurrencyAmount: 1_000,
    });
    expect(codeOf(await approve(quote.transactionId))).toEqual(NOT_PENDING);
    expect(codeOf(await reject(quote.transactionId))).toEqual(NOT_PENDING);
  });

  test('finds only transactions of the platform', async () => {
    const id = await deferred();
    const stranger = await app.newPlatform();
    for (const verb of ['approve', 'reject']) {
      const { status, body } = await stranger.post(`/transactions/${id}/${verb}`);
      expect([status, body.code]).toEqual([404, 'TRANSACTION_NOT_FOUND']);
      expect((await client.post(`/transactions/x/${verb}`)).status).toBe(400);
    }
    expect((await reject(id, { reason: 7 })).status).toBe(400);
    expect((await approve(id)).status).toBe(200);
  });
});
