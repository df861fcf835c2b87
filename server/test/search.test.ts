import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newId, uuidOf } from '../src/foundation/kernel/ids.ts';
import { MAX_NEWEST, search } from '../src/surfaces/search/search.ts';
import { TestApp } from './support/app.ts';
import type { Client } from './support/client.ts';
import { businessInfo } from './support/documents.ts';
import { platformAccount } from './support/examples.ts';
import { newPayer, payeeWithSuffix, quoteFor } from './support/payments.ts';
import { plansOf } from './support/plans.ts';
import { authorized, newShopper } from './support/purchases.ts';

let app: TestApp;
let client: Client;
beforeAll(async () => {
  app = await TestApp.start();
  client = await app.newPlatform();
});
afterAll(() => app.stop());

interface Result {
  type: string;
  id: string;
  title: string;
  subtitle: string;
}

const find = async (q: string, by = client): Promise<Result[]> =>
  (await by.get(`/search?${new URLSearchParams({ q })}`)).body.data;
const idsOf = async (q: string, by = client): Promise<string[]> => (await find(q, by)).map(({ id }) => id);

const newCustomer = async (values: object = {}): Promise<{ id: string; platformCustomerId: string }> => {
  const person = { customerType: 'INDIVIDUAL', fullName: 'Grace Brewster Hopper', region: 'US', ...values };
  const { status, body } = await client.post('/customers', person);
  expect(status).toBe(201);
  return body;
};

describe('search', () => {
  it('finds a resource of each kind by its id, and shows it with a title', async () => {
    const account = await platformAccount(client);
    await client.post(`/sandbox/internal-accounts/${account}/fund`, { amount: 12_345 });
    const { id: customerId } = await newCustomer();
    const payer = await newPayer(client, { fullName: 'Ada Lovelace' });
    const payeeId = await payeeWithSuffix(client, payer.customerId, '111');
    const { body: quote } = await client.post('/quotes', quoteFor(payer, payeeId, { lockedCurrencyAmount: 2_550 }));
    const { body: token } = await client.post('/tokens', { name: 'Nightly export', permissions: ['VIEW'] });
    const { body: events } = await client.get(`/webhooks/events?resourceId=${account}`);
    const event = events.data[0];
    const failed = await client.get('/tokens/x');
    await app.app.requestLog.flush();
    const requestId = failed.headers.get('x-request-id') ?? '';
    const expected: [string, Omit<Result, 'id'>][] = [
      [customerId, { type: 'CUSTOMER', title: 'Grace Brewster Hopper', subtitle: expect.stringContaining('APPROVED') }],
      [account, { type: 'INTERNAL_ACCOUNT', title: 'USD account', subtitle: 'INTERNAL_FIAT · ACTIVE · platform' }],
      [payeeId, { type: 'EXTERNAL_ACCOUNT', title: 'USD external account', subtitle: 'USD_ACCOUNT · ACTIVE' }],
      [quote.id, { type: 'QUOTE', title: 'Quote of 25.50 USD', subtitle: 'PENDING' }],
      [
        quote.transactionId,
        { type: 'TRANSACTION', title: 'Outgoing payment of 25.50 USD', subtitle: expect.any(String) },
      ],
      [token.id, { type: 'TOKEN', title: 'Nightly export', subtitle: 'VIEW' }],
      [event.id, { type: 'EVENT', title: event.type, subtitle: `SKIPPED · ${account}` }],
      [requestId, { type: 'REQUEST', title: 'GET /tokens/{tokenId}', subtitle: '404 · TOKEN_NOT_FOUND' }],
    ];
    for (const [id, result] of expected) expect([id, await find(id)]).toEqual([id, [{ id, ...result }]]);
    await app.audit();
  });

  it('finds ids without their type, by their beginning and, of customers and accounts, by their end', async () => {
    const { id } = await newCustomer();
    const uuid = id.slice('Customer:'.length);
    for (const q of [uuid, uuid.replaceAll('-', ''), id.toLowerCase(), ` ${id} `, `…${uuid.slice(-8)}`]) {
      expect([q, await idsOf(q)]).toEqual([q, [id]]);
    }
    for (const q of [
      uuid.slice(0, 30),
      `Customer:${uuid.slice(0, 24)}`,
      uuid.slice(-17),
      uuid.replaceAll('-', '').slice(-14),
    ]) {
      expect([q, await idsOf(q)]).toEqual([q, [id]]);
    }
    expect(await find(`Quote:${uuid}`)).toEqual([]);
    expect(await find(newId('Customer'))).toEqual([]);
    expect(await find(uuid.slice(-7))).toEqual([]);
  });

  it('finds payments, quotes, events and requests by the end of their ids among the newest', async () => {
    const payer = await newPayer(client, { fullName: 'Ada Lovelace' });
    const payeeId = await payeeWithSuffix(client, payer.customerId, '111');
    const { body: quote, headers } = await client.post('/quotes', quoteFor(payer, payeeId));
    const { body: events } = await client.get(`/webhooks/events?resourceId=${payer.accountId}`);
    await app.app.requestLog.flush();
    const requestId = headers.get('x-request-id') ?? '';
    for (const id of [quote.id, quote.transactionId, events.data[0].id, requestId]) {
      expect([id, await idsOf(id.slice(-8))]).toEqual([id, expect.arrayContaining([id])]);
      expect(await idsOf(id.slice(-8), await app.newPlatform())).toEqual([]);
    }
    const shopper = await newShopper(app, { client });
    const { id } = await authorized(shopper, 1_200);
    for (const q of [id, id.slice(-8), id.replace('Card', '')]) expect([q, await idsOf(q)]).toEqual([q, [id]]);
    expect(await idsOf(`Quote:${quote.id.slice(-12)}`)).toEqual([quote.id]);
    await app.audit();
  });

  it('compares the end of an id with the newest 20,000 ids of a long table, in its primary key alone', async () => {
    const crowded = await app.newPlatform();
    const rows = 2 * MAX_NEWEST;
    await app.database.db.pool.query(
      `INSERT INTO events (platform_id, id, type, resource_id, sequence, created_at, data)
      SELECT $1, ('00000000-0000-7000-8000-' || lpad(n::text, 12, '0'))::uuid, 'TEST', 'Customer:x', n, '2026-01-01',
        '\\x7b7d' FROM generate_series(1, ${rows}) n`,
      [uuidOf(crowded.platformId)],
    );
    await app.database.db.pool.query('VACUUM ANALYZE events');
    const endOf = (n: number): string => String(n).padStart(8, '0');
    const newest = await find(endOf(rows - MAX_NEWEST + 1), crowded);
    expect([newest.length, await find(endOf(rows - MAX_NEWEST), crowded)]).toEqual([1, []]);
    const nodes = await plansOf(app.database.db, (db) => search(db, crowded.platformId, '0badc0de'));
    const isOfEvents = (name: unknown): boolean => String(name).startsWith('events_');
    const scans = nodes.filter((node) => isOfEvents(node['Relation Name']) && node['Actual Rows'] > 5);
    const scan = { 'Node Type': 'Index Only Scan', 'Actual Rows': MAX_NEWEST };
    expect(scans).toMatchObject([scan, scan]);
  });

  it('finds customers by the beginning of their name, last name or email, and by platformCustomerId', async () => {
    const { id, platformCustomerId } = await newCustomer({
      fullName: 'Zoë Žižek-Mårtensson',
      email: 'zoe@maths.example',
      platformCustomerId: 'crm-4711',
    });
    const business = { customerType: 'BUSINESS', businessInfo: { ...businessInfo, legalName: 'Zebra 100% Imports' } };
    const { body: company } = await client.post('/customers', business);
    for (const q of ['zoë', 'Zoë Ž', 'ŽIŽEK', 'zoe@ma', platformCustomerId])
      expect([q, await idsOf(q)]).toEqual([q, [id]]);
    expect(await idsOf('zebra 100%')).toEqual([company.id]);
    expect(await idsOf('z%')).toEqual([]);
    expect(await idsOf('oë')).toEqual([]);
    await client.delete(`/customers/${id}`);
    expect(await idsOf('zoë')).toEqual([]);
    expect((await find(id))[0]?.subtitle).toContain('deleted');
  });

  it('shows a platform its own resources only, and no system accounts', async () => {
    const { id } = await newCustomer({ fullName: 'Nobody Else' });
    const other = await app.newPlatform();
    expect([await idsOf(id, other), await idsOf('Nobody', other)]).toEqual([[], []]);
    const { rows } = await app.database.db.pool.query(
      'SELECT id FROM accounts WHERE platform_id = $1 AND type IS NULL LIMIT 1',
      [client.platformId],
    );
    expect(rows).toHaveLength(1);
    expect(await find(rows[0].id)).toEqual([]);
  });

  it('has at most 20 results, and rejects a query that is too short or too long', async () => {
    for (let i = 0; i < 8; i++) await newCustomer({ fullName: `Ada Ada ${i}`, email: `ada${i}@example.com` });
    const found = await find('ada');
    expect(found.length).toBeGreaterThanOrEqual(5);
    expect(found.length).toBeLessThanOrEqual(20);
    expect(new Set(found.map(({ id }) => id)).size).toBe(found.length);
    for (const q of ['', 'x', 'x'.repeat(101)]) {
      expect((await client.get(`/search?${new URLSearchParams({ q })}`)).body.code).toBe('INVALID_INPUT');
    }
    expect((await client.get(`/search?${new URLSearchParams({ q: 'a\0b' })}`)).status).toBeLessThan(500);
  });

  it('is not written to the request log, neither its query nor the names it found', async () => {
    await newCustomer({ fullName: 'Secret Person' });
    const answer = await client.get('/search?q=Secret');
    expect(answer.text).toContain('Secret Person');
    await app.app.requestLog.flush();
    const logged = await client.get(`/request-log/${answer.headers.get('x-request-id')}`);
    expect(logged.body.status).toBe(200);
    expect(logged.text).not.toContain('Secret');
  });

  it('reads few rows of long tables, each by an index', async () => {
    const crowded = await app.newPlatform();
    await app.database.db.pool.query(
      `INSERT INTO customers (platform_id, id, platform_customer_id, customer_type, verification_status, uma_address,
        email, profile, created_at, updated_at)
      SELECT $1, 'Customer:' || uuid, 'p' || n, 'INDIVIDUAL', 'APPROVED', '$' || n, 'mail' || n || '@example.com',
        json_build_object('fullName', 'First' || n || ' Last' || n), '2026-01-01', '2026-01-01'
      FROM generate_series(1, 20000) n
      CROSS JOIN LATERAL (SELECT '00000000-0000-7000-8000-' || lpad(n::text, 12, '0')) AS u(uuid)`,
      [crowded.platformId],
    );
    await app.database.db.pool.query('VACUUM ANALYZE customers');
    const queries = ['first19999', 'last', 'mail1', 'p777', '$777', '00019999', '00000000-0000-7000-8000-000000019999'];
    for (const q of queries) {
      const nodes = await plansOf(app.database.db, (db) => search(db, crowded.platformId, q));
      const scans = nodes.filter((node) => node['Node Type'].includes('Scan') && node['Relation Name'] === 'customers');
      expect(scans.length).toBeGreaterThan(0);
      for (const scan of scans) {
        expect([q, scan['Node Type']]).toEqual([q, expect.stringMatching(/^(Index|Bitmap Heap)/)]);
        expect([q, scan['Rows Removed by Filter'] ?? 0]).toEqual([q, 0]);
        expect(scan['Actual Rows']).toBeLessThanOrEqual(5);
      }
    }
  });
});
