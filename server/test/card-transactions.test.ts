import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { audit } from '../src/engine/ledger/audit.ts';
import { TestApp } from './support/app.ts';
import type { Client } from './support/client.ts';
import { fund } from './support/payments.ts';
import { authorized, newShopper } from './support/purchases.ts';

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
      'an authorization without a job that ends it',
      `UPDATE jobs SET state = 'DEAD' WHERE resource_id = 'Card' || $1`,
      `UPDATE jobs SET state = 'READY' WHERE resource_id = 'Card' || $1`,
    ],
    [
      'entries of another amount than the events',
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

  test('finds a customer who was credited more than debited if everything else agrees', async () => {
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
  test('contains purchases among all other transactions in one order, under every filter', async () => {
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

  test('finds a purchase only by its own id', async () => {
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

  test('rejects a purchase of another card and names the field', async () => {
    const one = await shopper();
    const other = await shopper();
    const { id: cardTransactionId } = await authorized(one, 100);
    const { status, body } = await other.simulate('clearing', { cardTransactionId, amount: 100 });
    expect([status, body.details.errors[0].field]).toEqual([400, 'cardTransactionId']);
  });
});
