import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { sweepJobRuns } from '../src/engine/jobs/runs.ts';
import { sweepWebhooks } from '../src/engine/webhooks/retention.ts';
import { readConfig } from '../src/foundation/config.ts';
import { dividedTables, listPeriods, partitionName } from '../src/foundation/db/periods.ts';
import { rawSql, type Sql, sql } from '../src/foundation/db/sql.ts';
import { addMs, DAY_MS, systemClock } from '../src/foundation/kernel/clock.ts';
import { earliestId } from '../src/foundation/kernel/ids.ts';
import { sweepExpiredQuotes } from '../src/payments/transactions/expired-quotes.ts';
import { APPROVAL, agentQuote, execute, newAgent, policyWith } from './support/agents.ts';
import { TestApp } from './support/app.ts';
import type { Client } from './support/client.ts';
import { advance, executed, quoted } from './support/payment-world.ts';
import { newPayer, payeeWithSuffix, quoteFor } from './support/payments.ts';
import { until } from './support/server-process.ts';
import { isOfPlatform } from './support/stored-events.ts';

const KEPT_DAYS = 30;
let app: TestApp;

beforeAll(async () => {
  app = await TestApp.start();
});
afterAll(() => app.stop());

test('delivered events are removed after their retention; failed ones stay, and the audit passes', async () => {
  const client = await app.newPlatform();
  await newPayer(client, { balance: 1_000 });
  const [first] = await eventsOf(client);
  await age(client, 'Transaction');
  await age(client, 'Webhook');
  await app.database.db.write(sql`
    INSERT INTO delivery_states (platform_id, event_id, resource_id, sequence, status)
    SELECT platform_id, id, resource_id, sequence, 'FAILED' FROM events
    WHERE ${isOfPlatform(client)} AND type = 'INCOMING_PAYMENT.COMPLETED'`);
  await newPayer(client, { balance: 1_000 });
  await sweep();
  const left = await eventsOf(client);
  expect(left.map(({ id }) => id)).not.toContain(first?.id);
  expect(left.filter(({ status }) => status === 'FAILED').map(({ type }) => type)).toEqual([
    'INCOMING_PAYMENT.COMPLETED',
  ]);
  expect(left.filter(({ status }) => status !== 'FAILED')).not.toHaveLength(0);
  await app.audit();
});

test('finished jobs of payments are removed after their retention, those of an old payment no earlier', async () => {
  const client = await app.newPlatform();
  const payer = await newPayer(client);
  const payee = await payeeWithSuffix(client, payer.customerId, '111');
  await client.post('/quotes', quoteFor(payer, payee, { immediatelyExecute: true }));
  const { db } = app.database;
  const runs = () => db.read(sql`SELECT id FROM job_runs WHERE platform_id = ${client.platformId}`);
  await until(async () => (await runs()).length === 1, 'the payout to be recorded');
  const sweepAfter = (days: number): Promise<void> => {
    const clock = { now: () => addMs(systemClock.now(), days * DAY_MS) };
    return sweepJobRuns({ db, clock, keepEventsDays: KEPT_DAYS });
  };
  await outsideOfPeriods();
  await sweepAfter(KEPT_DAYS - 1);
  const old = earliestId('Transaction', addMs(systemClock.now(), -2 * KEPT_DAYS * DAY_MS));
  await db.write(sql`UPDATE job_runs SET resource_id = ${old} WHERE platform_id = ${client.platformId}`);
  await sweepAfter(0);
  expect(await runs()).toHaveLength(1);
  await sweepAfter(KEPT_DAYS + 1);
  expect(await runs()).toEqual([]);
  await app.audit();
});

describe('a quote after its retention', () => {
  const sweepQuotesAfter = (days: number): Promise<void> => {
    const clock = { now: () => addMs(systemClock.now(), days * DAY_MS) };
    return sweepExpiredQuotes({ db: app.database.db, clock, keepQuotesDays: KEPT_DAYS });
  };
  const statusesOf = async (client: Client, { id, transactionId }: any): Promise<number[]> => {
    const answers = await Promise.all(
      [`/quotes/${id}`, `/transactions/${transactionId}`].map((path) => client.get(path)),
    );
    return answers.map(({ status }) => status);
  };

  test('is unknown if it expired without having been executed; executed and open ones stay', async () => {
    const client = await app.newPlatform();
    const payer = await newPayer(client);
    const request = quoteFor(payer, await payeeWithSuffix(client, payer.customerId, '111'));
    const [expired, paid] = [await quoted(client, request), await quoted(client, request)];
    await executed(client, paid.id);
    await advance(client, 301);
    const open = await quoted(client, request);
    await sweepQuotesAfter(KEPT_DAYS - 1);
    expect(await statusesOf(client, expired)).toEqual([200, 200]);
    await sweepQuotesAfter(KEPT_DAYS + 1);
    expect((await client.get(`/quotes/${expired.id}`)).body.code).toBe('QUOTE_NOT_FOUND');
    expect((await client.post(`/quotes/${expired.id}/execute`)).body.code).toBe('QUOTE_NOT_FOUND');
    expect((await client.get(`/transactions/${expired.transactionId}`)).body.code).toBe('TRANSACTION_NOT_FOUND');
    expect((await client.get('/transactions?status=EXPIRED')).body).toMatchObject({ data: [], totalCount: 0 });
    expect(await statusesOf(client, paid)).toEqual([200, 200]);
    expect(await statusesOf(client, open)).toEqual([200, 200]);
    await executed(client, open.id);
    await app.audit();
  });

  test('was kept for longer than the responses that are rebuilt from it', () => {
    expect(readConfig({}).keepQuotesDays).toBe(30);
    expect(readConfig({ QUOTES_KEEP_DAYS: '2' }).keepQuotesDays).toBe(2);
    expect(() => readConfig({ QUOTES_KEEP_DAYS: '1' })).toThrow('QUOTES_KEEP_DAYS');
  });

  test('stays if an agent requested its execution, which shows it', async () => {
    const client = await app.newPlatform();
    const agent = await newAgent(client, { policy: policyWith(APPROVAL) });
    const [asked, unasked] = [await agentQuote(agent), await agentQuote(agent)];
    expect((await execute(agent, asked.id)).body.status).toBe('PENDING_APPROVAL');
    await advance(client, 301);
    await sweepQuotesAfter(KEPT_DAYS + 1);
    expect(await statusesOf(client, asked)).toEqual([200, 200]);
    expect(await statusesOf(client, unasked)).toEqual([404, 404]);
    const { body } = await agent.client.get('/agents/me/actions');
    expect(body.data).toMatchObject([{ quote: { id: asked.id, status: 'EXPIRED' } }]);
    await app.audit();
  });

  test('is removed with as many others as there are, in portions', async () => {
    const client = await app.newPlatform();
    const payer = await newPayer(client);
    const expired = await quoted(client, quoteFor(payer, await payeeWithSuffix(client, payer.customerId, '111')));
    await advance(client, 301);
    const { db } = app.database;
    const copyInto = (table: Sql) => sql`
      INSERT INTO ${table} SELECT copy.* FROM generate_series(100000, 101000) n JOIN ${table} t ON t.id = ${expired.transactionId}
      CROSS JOIN LATERAL jsonb_populate_record(NULL::${table}, to_jsonb(t) || jsonb_build_object('id', left(t.id, -6) || n)) copy`;
    for (const table of [sql`transactions`, sql`listed_statuses`]) await db.write(copyInto(table));
    await sweepQuotesAfter(KEPT_DAYS + 1);
    const left = await db.read(sql`
      SELECT id FROM transactions WHERE platform_id = ${client.platformId} AND type = 'OUTGOING'
      UNION ALL SELECT id FROM listed_statuses WHERE platform_id = ${client.platformId}`);
    expect(left).toEqual([]);
    await app.audit();
  });
});

test('housekeeping adds pending totals to the balances of the system accounts', async () => {
  const client = await app.newPlatform();
  await newPayer(client, { balance: 1_000 });
  const inBalance = async () => {
    const [row] = await app.database.db.read<{ posted: bigint }>(
      sql`SELECT posted FROM accounts WHERE platform_id = ${client.platformId} AND id = 'rail.nostro:USD'`,
    );
    return row?.posted;
  };
  expect(await inBalance()).toBe(0n);
  await app.app.housekeeping.run();
  expect(await inBalance()).toBe(-1_000n);
  await app.audit();
});

test('an event that is missing before its retention ends is found by the audit', async () => {
  const client = await app.newPlatform();
  await newPayer(client, { balance: 1_000 });
  await sweep();
  await app.audit();
  const { db } = app.database;
  const [gone] = await db.read<{ id: string }>(sql`
    DELETE FROM events WHERE ${isOfPlatform(client)} AND type = 'INCOMING_PAYMENT.COMPLETED' RETURNING id`);
  expect(gone).toBeDefined();
  await expect(app.audit()).rejects.toThrow();
});

/** Moves the rows of today to the default partition, as if the housekeeping had not created today's period. */
async function outsideOfPeriods(): Promise<void> {
  const { db } = app.database;
  for (const period of await listPeriods(db)) {
    for (const { name: table } of dividedTables) {
      const partition = rawSql(partitionName(table, period));
      await db.write(sql`ALTER TABLE ${rawSql(table)} DETACH PARTITION ${partition}`);
      await db.write(sql`INSERT INTO ${rawSql(table)} SELECT * FROM ${partition}`);
      await db.write(sql`DROP TABLE ${partition}`);
    }
  }
}

interface Listed {
  id: string;
  type: string;
  status: string;
}

const eventsOf = async (client: Client): Promise<Listed[]> =>
  (await client.get('/webhooks/events?limit=100')).body.data;

const sweep = (): Promise<void> =>
  sweepWebhooks({ db: app.database.db, clock: systemClock, keepEventsDays: KEPT_DAYS });

/** Gives resources old ids, which contain the time of creation. */
async function age(client: Client, type: 'Transaction' | 'Webhook'): Promise<void> {
  const prefix = earliestId(type, addMs(systemClock.now(), -2 * KEPT_DAYS * DAY_MS)).slice(0, type.length + 9);
  const older = sql`${prefix}::text || substr(id, ${prefix.length + 1}::int)`;
  const { db } = app.database;
  const ofPlatform = sql`platform_id = ${client.platformId}`;
  const digits = prefix.slice(type.length + 1);
  if (type === 'Webhook') {
    await db.write(sql`
      UPDATE events SET id = (${digits}::text || substr(id::text, ${digits.length + 1}::int))::uuid
      WHERE ${isOfPlatform(client)}`);
  } else {
    await db.write(sql`
      WITH t AS (UPDATE transactions SET id = ${older} WHERE ${ofPlatform}),
        l AS (UPDATE listed_statuses SET id = ${older} WHERE ${ofPlatform}),
        m AS (UPDATE ledger_entries SET transaction_id = ${prefix}::text || substr(transaction_id, ${prefix.length + 1}::int) WHERE ${ofPlatform})
      UPDATE events SET resource_id = ${prefix}::text || substr(resource_id, ${prefix.length + 1}::int)
      WHERE ${isOfPlatform(client)} AND resource_id LIKE 'Transaction:%'`);
  }
}
