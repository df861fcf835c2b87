import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sandboxMessaging } from '../src/engine/providers/messaging/sandbox.ts';
import { readConfig } from '../src/foundation/config.ts';
import { apply } from '../src/foundation/db/effects.ts';
import { sql } from '../src/foundation/db/sql.ts';
import { newId } from '../src/foundation/kernel/ids.ts';
import { buildJobHandlers } from '../src/start/composition/job-handlers.ts';
import type { Services } from '../src/start/composition/services.ts';
import { hasTitle } from '../src/surfaces/sandbox/timer-titles.ts';
import { TestApp } from './support/app.ts';
import type { Client } from './support/client.ts';
import { platformAccount } from './support/examples.ts';
import { balanceOf, newPayer, type Payer, payeeWithSuffix, quoteFor } from './support/payments.ts';
import { isOfPlatform, storedEvents } from './support/stored-events.ts';
import { openReceiver } from './support/webhook-receiver.ts';

let app: TestApp;
beforeAll(async () => {
  app = await TestApp.shared();
});
afterAll(async () => {
  await app.audit();
  await app.stop();
});

const fund = (client: Client, account: string, amount: unknown) =>
  client.post(`/sandbox/internal-accounts/${account}/fund`, { amount });

interface EventRow {
  type: string;
  resource_id: string;
  sequence: bigint;
  payload: string;
}

const eventsOf = async (client: Client): Promise<EventRow[]> =>
  (await storedEvents(app.database.db, isOfPlatform(client))).toSorted((a, b) => (a.id < b.id ? -1 : 1));

describe('funding an internal account', () => {
  it('increases its balance and returns the updated account', async () => {
    const client = await app.newPlatform();
    const account = await platformAccount(client);
    const { status, body } = await fund(client, account, 100_000);
    expect(status).toBe(200);
    const money = { amount: 100_000, currency: { code: 'USD', name: 'US Dollar', symbol: '$', decimals: 2 } };
    expect(body).toMatchObject({
      id: account,
      type: 'INTERNAL_FIAT',
      status: 'ACTIVE',
      balance: money,
      totalBalance: money,
    });
    const { body: listed } = await client.get('/platform/internal-accounts?currency=USD');
    expect(listed.data).toEqual([body]);
    expect((await fund(client, account, 1)).body.balance.amount).toBe(100_001);
    await app.audit();
  });

  it('accepts amounts from 1 to 100,000,000,000', async () => {
    const client = await app.newPlatform();
    const account = await platformAccount(client);
    for (const amount of [0, -1, 100_000_000_001, 1.5, '1', null, undefined]) {
      const { status, body } = await fund(client, account, amount);
      expect([amount, status]).toEqual([amount, 400]);
      expect(body.details.errors[0].field).toBe('amount');
    }
    expect((await fund(client, account, 1)).status).toBe(200);
    expect((await fund(client, account, 100_000_000_000)).body.balance.amount).toBe(100_000_000_001);
  });

  it('records a completed incoming transaction, with events for it and for the balance', async () => {
    const client = await app.newPlatform();
    const account = await platformAccount(client);
    await fund(client, account, 400);
    const { body: second } = await fund(client, account, 600);
    const events = await eventsOf(client);
    expect(events.map(({ type, sequence }) => [type, sequence])).toEqual([
      ['INCOMING_PAYMENT.COMPLETED', 1n],
      ['INTERNAL_ACCOUNT.BALANCE_UPDATED', 1n],
      ['INCOMING_PAYMENT.COMPLETED', 1n],
      ['INTERNAL_ACCOUNT.BALANCE_UPDATED', 2n],
    ]);
    const payloads = events.map(({ payload }) => JSON.parse(payload));
    for (const payload of payloads) app.contract.checkEvent(payload);
    const [, , incoming, balance] = payloads;
    expect(balance).toEqual({
      id: expect.stringMatching(/^Webhook:/),
      type: 'INTERNAL_ACCOUNT.BALANCE_UPDATED',
      timestamp: second.updatedAt,
      sequence: 2,
      data: second,
    });
    expect(balance.data.balance.amount).toBe(1_000);
    expect(incoming.data).toMatchObject({
      id: expect.stringMatching(/^Transaction:/),
      status: 'COMPLETED',
      type: 'INCOMING',
      direction: 'CREDIT',
      customerId: client.platformId,
      receivedAmount: { amount: 600, currency: { code: 'USD' } },
      destination: { destinationType: 'ACCOUNT', accountId: account, currency: 'USD' },
      settledAt: second.updatedAt,
    });
    const [transaction] = await app.database.db.read(sql`
      SELECT type, direction, status, received_amount, received_currency, customer_id FROM transactions
      WHERE id = ${incoming.data.id}`);
    expect(transaction).toEqual({
      type: 'INCOMING',
      direction: 'CREDIT',
      status: 'COMPLETED',
      received_amount: 600n,
      received_currency: 'USD',
      customer_id: client.platformId,
    });
    await app.audit();
  });

  it('includes both ids of the customer if it owns the account', async () => {
    const client = await app.newPlatform();
    const customer = { customerType: 'INDIVIDUAL', fullName: 'Ada', platformCustomerId: 'user-7' };
    const { body: made } = await client.post('/customers', customer);
    const { body: accounts } = await client.get(`/customers/internal-accounts?customerId=${made.id}&currency=USD`);
    expect((await fund(client, accounts.data[0].id, 50)).body.customerId).toBe(made.id);
    const incoming = (await eventsOf(client)).find(({ type }) => type === 'INCOMING_PAYMENT.COMPLETED');
    expect(JSON.parse(incoming?.payload ?? '{}').data).toMatchObject({
      customerId: made.id,
      platformCustomerId: 'user-7',
    });
  });

  it('concurrently adds up, and every event has the balance after its own funding', async () => {
    const client = await app.newPlatform();
    const account = await platformAccount(client);
    const answers = await Promise.all(Array.from({ length: 30 }, (_, i) => fund(client, account, i + 1)));
    expect(answers.every(({ status }) => status === 200)).toBe(true);
    const balances = answers.map(({ body }) => body.balance.amount);
    expect(Math.max(...balances)).toBe(465);
    expect(new Set(balances).size).toBe(30);
    const balanceEvents = (await eventsOf(client))
      .filter(({ type }) => type === 'INTERNAL_ACCOUNT.BALANCE_UPDATED')
      .toSorted((a, b) => Number(a.sequence - b.sequence));
    expect(balanceEvents.map(({ sequence }) => Number(sequence))).toEqual(Array.from({ length: 30 }, (_, i) => i + 1));
    const amounts = balanceEvents.map(({ payload }) => JSON.parse(payload).data.balance.amount);
    expect(amounts).toEqual(balances.toSorted((a, b) => a - b));
    await app.audit();
  });

  it('is rejected for inactive and unknown accounts, and changes nothing', async () => {
    const client = await app.newPlatform();
    const account = await platformAccount(client);
    const { db } = app.database;
    for (const status of ['FROZEN', 'CLOSED', 'PENDING', 'FAILED']) {
      await db.pool.query('UPDATE accounts SET status = $1 WHERE id = $2', [status, account]);
      const rejected = await fund(client, account, 100);
      expect([status, rejected.status, rejected.body.code]).toEqual([status, 409, 'CONFLICT']);
      expect(rejected.body.details.reason).toBe('ACCOUNT_NOT_ACTIVE');
    }
    await db.pool.query(`UPDATE accounts SET status = 'ACTIVE' WHERE id = $1`, [account]);
    const unknown = await fund(client, newId('InternalAccount'), 100);
    expect([unknown.status, unknown.body.code]).toEqual([404, 'REFERENCE_NOT_FOUND']);
    expect(unknown.body.details.hint).toContain('/platform/internal-accounts');
    expect(await eventsOf(client)).toEqual([]);
    const { body } = await client.get('/platform/internal-accounts?currency=USD');
    expect(body.data[0].balance.amount).toBe(0);
  });

  it('is not possible for system accounts', async () => {
    for (const id of ['rail.nostro:USD', 'suspense:USD']) {
      expect((await fund(app.client, encodeURIComponent(id), 1)).status).toBe(400);
    }
  });
});

describe('POST /sandbox/platforms', () => {
  it('creates a platform with its own token, configuration and accounts', async () => {
    const { status, body } = await app.client.post('/sandbox/platforms', { name: 'one test' });
    expect(status).toBe(201);
    expect(body).toEqual({
      id: expect.stringMatching(/^Platform:/),
      name: 'one test',
      createdAt: expect.any(String),
      token: expect.objectContaining({
        permissions: ['VIEW', 'TRANSACT', 'MANAGE'],
        clientSecret: expect.stringMatching(/^[0-9a-f]{64}$/),
      }),
    });
    const own = app.client.with(body.token);
    expect((await own.get('/config')).body.isRegulatedFinancialInstitution).toBe(true);
    expect((await own.get('/tokens')).body.data).toHaveLength(1);
    const funded = await fund(own, await platformAccount(own), 5);
    expect(funded.body.balance.amount).toBe(5);
  });

  it('can create an unregulated institution, and has no required fields', async () => {
    const { body } = await app.client.post('/sandbox/platforms', { isRegulatedFinancialInstitution: false });
    expect((await app.client.with(body.token).get('/config')).body.isRegulatedFinancialInstitution).toBe(false);
    expect((await app.client.post('/sandbox/platforms')).body.name).toBe('sandbox');
    for (const name of ['', 'x'.repeat(256), 5]) {
      expect((await app.client.post('/sandbox/platforms', { name })).status).toBe(400);
    }
  });

  it('sets a webhook endpoint, which gets a test event and then the events of the platform', async () => {
    const receiver = await openReceiver();
    const { status, body } = await app.client.post('/sandbox/platforms', { webhookEndpoint: receiver.url });
    expect(status).toBe(201);
    const own = app.client.with(body.token);
    expect((await own.get('/config')).body.webhookEndpoint).toBe(receiver.url);
    await fund(own, await platformAccount(own), 5);
    const events = await receiver.events(2);
    expect(events.map(({ event }) => event.type).toSorted()).toEqual([
      'INCOMING_PAYMENT.COMPLETED',
      'INTERNAL_ACCOUNT.BALANCE_UPDATED',
    ]);
    expect(receiver.received.map(({ event }) => event.type)).toContain('TEST');
    await receiver.close();
  });

  it('rejects a webhook endpoint that PATCH /config would reject', async () => {
    for (const webhookEndpoint of ['', 'receiver', 'ftp://receiver.example', 'https://user:secret@receiver.example']) {
      const { status, body } = await app.client.post('/sandbox/platforms', { webhookEndpoint });
      expect([status, body.details.errors[0].field]).toEqual([400, 'webhookEndpoint']);
    }
    const { body } = await app.client.post('/sandbox/platforms', { name: '', webhookEndpoint: 'receiver' });
    expect(body.details.errors.map((error: { field: string }) => error.field)).toEqual(['name', 'webhookEndpoint']);
  });

  it('isolates money, time and data of platforms', async () => {
    const [a, b] = [await app.newPlatform(), await app.newPlatform()];
    await fund(a, await platformAccount(a), 9);
    await a.post('/sandbox/clock/advance', { seconds: 3_600 });
    const { body } = await b.get('/platform/internal-accounts?currency=USD');
    expect(body.data[0].balance.amount).toBe(0);
    expect((await b.get('/sandbox/clock')).body.offsetSeconds).toBe(0);
    expect((await a.get('/sandbox/clock')).body.offsetSeconds).toBe(3_600);
    expect((await fund(b, await platformAccount(a), 1)).status).toBe(404);
  });
});

describe('GET /sandbox/clock', () => {
  it('returns the time of the platform, which stamps new resources', async () => {
    const client = await app.newPlatform();
    const before = Date.now();
    const { body: advanced } = await client.post('/sandbox/clock/advance', { seconds: 86_400 });
    expect(advanced).toMatchObject({ offsetSeconds: 86_400, happened: [] });
    const { body: clock } = await client.get('/sandbox/clock');
    expect(clock).toMatchObject({ offsetSeconds: 86_400, pending: [] });
    expect(Date.parse(clock.now) - before).toBeGreaterThanOrEqual(86_400_000);
    const { body: token } = await client.post('/tokens', { name: 'tomorrow', permissions: ['VIEW'] });
    expect(Date.parse(token.createdAt) - before).toBeGreaterThanOrEqual(86_400_000);
    const { body: later } = await client.post('/sandbox/clock/advance', { seconds: 1 });
    expect(later.offsetSeconds).toBe(86_401);
  });

  it('advances only forward, by whole seconds, and by at most a year', async () => {
    for (const seconds of [0, -1, 1.5, '10', null, 366 * 86_400 + 1]) {
      const { status, body } = await app.client.post('/sandbox/clock/advance', { seconds });
      expect([seconds, status, body.details.errors[0].field]).toEqual([seconds, 400, 'seconds']);
    }
  });
});

describe('GET /sandbox/messages', () => {
  it('lists the messages that would have been sent: newest first, by recipient and channel', async () => {
    const client = await app.newPlatform();
    const { platformId } = client;
    const at = new Date('2026-01-02T03:04:05Z');
    const messages = [
      {
        channel: 'EMAIL',
        to: 'ada@example.com',
        subject: 'Hello',
        text: 'Code 111111',
        html: '<b>1</b>',
        code: '111111',
      },
      { channel: 'SMS', to: '+14155550100', text: 'Code 222222', code: '222222' },
      { channel: 'EMAIL', to: 'bob@example.com', text: 'No code' },
    ] as const;
    for (const message of messages) {
      await apply(app.database.db, {
        effects: [sandboxMessaging.send({ ...message, platformId, at, clockOffsetMs: 0 })],
      });
    }
    const list = async (query = '') => (await client.get(`/sandbox/messages${query}`)).body;
    const all = await list();
    const shown = messages.map((message) => ({
      ...message,
      id: expect.stringMatching(/^Message:/),
      createdAt: '2026-01-02T03:04:05.000Z',
    }));
    expect(all).toEqual({ data: shown.toReversed(), hasMore: false, totalCount: 3 });
    expect((await list('?channel=SMS')).data).toEqual([shown[1]]);
    expect((await list('?to=ada%40example.com')).data).toEqual([shown[0]]);
    expect((await list('?to=ada%40example.com&channel=SMS')).data).toEqual([]);
    expect((await list('?to=%2B14155550100')).data).toEqual([shown[1]]);
    const first = await list('?limit=2');
    expect((await list(`?limit=2&cursor=${first.nextCursor}`)).data).toEqual([shown[0]]);
    expect((await client.get('/sandbox/messages?channel=PIGEON')).status).toBe(400);
    expect((await (await app.newPlatform()).get('/sandbox/messages')).body.data).toEqual([]);
  });
});

describe('the events of the clock', () => {
  it('have a title for every kind of job', () => {
    const kinds = Object.keys(buildJobHandlers(readConfig({}), {} as Services));
    expect(kinds.length).toBeGreaterThan(20);
    expect(kinds.filter((kind) => !hasTitle(kind))).toEqual([]);
  });
});

describe('waiting for a message', () => {
  const to = 'waiting@example.com';
  const newMessage = async (): Promise<void> => {
    const contact = { region: 'DE', email: to, phoneNumber: '+4915112345678' };
    const profile = { customerType: 'INDIVIDUAL', fullName: 'Ada Lovelace', ...contact };
    const { body } = await app.client.post('/customers', profile);
    expect((await app.client.post(`/customers/${body.id}/verify-email`)).status).toBe(204);
  };

  it('answers as soon as there is one, and lists those after another', async () => {
    const begunAt = performance.now();
    const waiting = app.client.get(`/sandbox/messages?to=${to}&wait=20`);
    await newMessage();
    const { body } = await waiting;
    expect(performance.now() - begunAt).toBeLessThan(10_000);
    expect(body.data).toHaveLength(1);
    await newMessage();
    const next = await app.client.get(`/sandbox/messages?to=${to}&after=${body.data[0].id}&wait=20`);
    expect(next.body.data).toHaveLength(1);
    const none = await app.client.get(`/sandbox/messages?to=${to}&after=${next.body.data[0].id}`);
    expect(none.body.data).toEqual([]);
  });
});

describe('deciding a payment', () => {
  async function slowPayment(): Promise<{ payer: Payer; transactionId: string }> {
    const payer = await newPayer(app.client);
    const payee = await payeeWithSuffix(app.client, payer.customerId, '003');
    const { body: quote } = await app.client.post('/quotes', quoteFor(payer, payee));
    await app.client.post(`/quotes/${quote.id}/execute`);
    return { payer, transactionId: quote.transactionId };
  }
  const resolve = (id: string, outcome: string, reason?: string) =>
    app.client.post(`/sandbox/transactions/${id}/resolve`, { outcome, ...(reason && { reason }) });

  it('completes it through the same transition as the report of its rail, and later returns it', async () => {
    const { payer, transactionId } = await slowPayment();
    const before = await balanceOf(app.client, payer);
    const completed = await resolve(transactionId, 'COMPLETED');
    expect(completed.status).toBe(200);
    expect(completed.body).toMatchObject({ id: transactionId, status: 'COMPLETED' });
    const returned = await resolve(transactionId, 'FAILED');
    expect(returned.body).toMatchObject({ status: 'FAILED', failureReason: 'PAYOUT_RETURNED' });
    expect((await balanceOf(app.client, payer)).balance).toBe(before.balance + 10_000);
    const { body } = await app.client.get(`/webhooks/events?resourceId=${transactionId}`);
    const types = body.data.map(({ type }: { type: string }) => type);
    expect(types).toContain('OUTGOING_PAYMENT.COMPLETED');
    expect(types).toContain('OUTGOING_PAYMENT.REFUND_COMPLETED');
    await app.audit();
  });

  it('fails it with a reason of its direction', async () => {
    const { transactionId } = await slowPayment();
    const wrong = await resolve(transactionId, 'FAILED', 'COMPLIANCE_REVIEW');
    expect(wrong.status).toBe(400);
    expect(JSON.stringify(wrong.body)).toContain('ACCOUNT_CANNOT_RECEIVE');
    const { body } = await resolve(transactionId, 'FAILED', 'ACCOUNT_CANNOT_RECEIVE');
    expect(body).toMatchObject({ status: 'FAILED', failureReason: 'ACCOUNT_CANNOT_RECEIVE' });
    await app.audit();
  });

  it('rejects an outcome that does not follow from the status, and lists those that do', async () => {
    const { transactionId } = await slowPayment();
    const { status, body } = await resolve(transactionId, 'REFUNDED');
    expect(status).toBe(409);
    expect(body.details.outcomes).toEqual(['DELAYED', 'COMPLETED', 'FAILED', 'CANCELLED', 'LOST']);
    expect(body.details.hint).toContain('COMPLETED');
    await resolve(transactionId, 'FAILED');
    expect((await resolve(transactionId, 'COMPLETED')).body.details.outcomes).toEqual([]);
    expect((await resolve('Transaction:019a9d2e-0000-7000-8000-000000000000', 'FAILED')).status).toBe(404);
    await app.audit();
  });
});

describe('GET /sandbox/magic-values', () => {
  it('names the members and operations that take each value, and they exist', async () => {
    const { body } = await app.client.get('/sandbox/magic-values');
    const document = (await (await fetch(`${app.url}/openapi.json`)).json()) as Schema;
    const bodies = bodiesOf(document);
    const elsewhere = new Set<string>();
    for (const { field, members, operationIds, match } of body.data) {
      if (members.length === 0) elsewhere.add(field);
      expect(match).toMatch(/^(SUFFIX|LOCAL_PART_SUFFIX|EXACT|OTHER)$/);
      for (const operationId of operationIds) {
        const taken = bodies.get(operationId) ?? new Set();
        const known = members.filter((path: string) => taken.has(path));
        expect([operationId, members, known.length > 0]).toEqual([operationId, members, true]);
      }
      for (const path of members) {
        const isTaken = operationIds.some((operationId: string) => bodies.get(operationId)?.has(path));
        expect([path, operationIds, isTaken]).toEqual([path, operationIds, true]);
      }
    }
    expect([...elsewhere].sort()).toEqual(['Service-Wallet-Signature', 'otp_code inside the sealed bundle']);
  });

  /** Tables of the specification, with our additions. */
  const delays = ['011', '012', '013', '014'];
  const specified: Record<string, Record<string, string[]>> = {
    'individual verification': { fullName: ['001', '002', '003', '230', 'other'] },
    'business verification': { 'businessInfo.registrationNumber': ['001', '002', '003', 'other'] },
    'beneficial owner': { 'personalInfo.lastName': ['001', '002', '023', 'other'] },
    'beneficiary name check': { identifier: ['102', '103', '104', '105', '106', '107', 'other'] },
    'transfer in': { identifier: ['002', '003', '004', '005', ...delays, '015', '016', '017', '019', 'other'] },
    'transfer out': { identifier: ['002', '003', '004', '005', ...delays, '015', '016', '017', '018', '019', 'other'] },
    'quote to an external account': {
      identifier: ['002', '003', '004', '005', '006', '007', ...delays, '015', '016', '017', '018', '019', 'other'],
    },
    'any quote': { remittanceInformation: ['switch-error'] },
    'Lightning address': { lightningAddress: ['lookup412', 'lookup424'] },
    'UMA destination': {
      umaAddress: [
        'success.usd',
        'success.eur',
        'success.mxn',
        'pending.long.usd',
        'fail.compliance.usd',
        'lookup412',
        'lookup424',
      ],
    },
    'embedded wallet': {
      otp_code: ['000000'],
      'assertion.signature': ['sandbox-valid-passkey-signature'],
      'Service-Wallet-Signature': ['sandbox-valid-signature'],
      email: ['+slow'],
    },
  };

  it('lists every scenario of the specification', async () => {
    const { body } = await app.client.get('/sandbox/magic-values');
    for (const [area, fields] of Object.entries(specified)) {
      const rows = body.data.filter((row: { area: string }) => row.area === area);
      for (const [field, values] of Object.entries(fields)) {
        const listed = rows.filter((row: { field: string }) => row.field.includes(field));
        for (const value of values) {
          const found = listed.filter(
            (row: { value: string }) => row.value === value || row.value.replace('$', '').startsWith(`${value}@`),
          );
          expect([area, field, value, found.length]).toEqual([area, field, value, 1]);
          expect(found[0].effect).toMatch(/./);
        }
      }
    }
    expect(JSON.stringify(body)).not.toContain('sandbox-valid-oidc-token');
  });

  it('has each value of a field once, and addresses at the configured domain', async () => {
    const other = await TestApp.start({ beside: app, config: { sandboxUmaDomain: 'uma.example' } });
    const { body } = await other.client.get('/sandbox/magic-values');
    const keys = body.data.map((row: Record<string, string>) => `${row['area']}|${row['field']}|${row['value']}`);
    expect(new Set(keys).size).toBe(keys.length);
    const addresses = body.data.filter((row: { field: string }) => row.field === 'umaAddress');
    for (const { value } of addresses) expect(value).toMatch(/@?uma\.example$/);
    await other.stop();
  });
});

type Schema = Record<string, any>;

/** Paths of the members of every JSON body or form, by operation. Variants are united. */
function bodiesOf(document: Schema): Map<string, Set<string>> {
  const resolved = (schema: Schema): Schema =>
    schema['$ref'] ? document['components'].schemas[schema['$ref'].split('/').at(-1)] : schema;
  const walk = (given: Schema, path: string, found: Set<string>): void => {
    const schema = resolved(given);
    for (const variant of [...(schema['oneOf'] ?? []), ...(schema['anyOf'] ?? [])]) walk(variant, path, found);
    for (const [name, property] of Object.entries<Schema>(schema['properties'] ?? {})) {
      const place = path ? `${path}.${name}` : name;
      found.add(place);
      walk(property, place, found);
    }
  };
  const bodies = new Map<string, Set<string>>();
  for (const methods of Object.values<Schema>(document['paths'])) {
    for (const operation of Object.values<Schema>(methods)) {
      const [content] = Object.values<Schema>(operation['requestBody']?.content ?? {});
      const found = new Set<string>();
      if (content) walk(content['schema'], '', found);
      bodies.set(operation['operationId'], found);
    }
  }
  return bodies;
}
