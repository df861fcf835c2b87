import { afterEach, beforeAll, expect, test } from 'vitest';
import { sql } from '../src/foundation/db/sql.ts';
import { deferredExpiries } from '../src/payments/transactions/quote-expiries.ts';
import { TestApp } from './support/app.ts';
import type { Client } from './support/client.ts';
import { advance, quoted } from './support/payment-world.ts';
import { newPayer, quoteFor } from './support/payments.ts';
import { until } from './support/server-process.ts';

let app: TestApp;
beforeAll(async () => {
  app = await TestApp.shared();
});
afterEach(() => app.audit());

async function newQuote() {
  const client = await app.newPlatform();
  const payer = await newPayer(client);
  const { accountId } = await newPayer(client, { balance: 0 });
  return { client, quote: await quoted(client, quoteFor(payer, accountId)) };
}

const expiryJobs = ({ platformId }: Client) =>
  app.database.db.read(sql`SELECT id FROM jobs WHERE platform_id = ${platformId} AND kind = 'quote.expire'`);
const timersOf = async (client: Client): Promise<object[]> => (await client.get('/sandbox/clock')).body.pending;
const statusOf = async (client: Client, id: string): Promise<string> => (await client.get(`/quotes/${id}`)).body.status;

test('the expiry of a waiting quote is shown by the clock without a job, until it is executed', async () => {
  const { client, quote } = await newQuote();
  const timer = { kind: 'quote.expire', resourceId: quote.id, at: quote.expiresAt, title: 'The quote expires' };
  expect(await client.get('/sandbox/clock')).toMatchObject({ body: { pending: [timer], pendingCount: 1 } });
  expect(await expiryJobs(client)).toEqual([]);
  expect((await client.post(`/quotes/${quote.id}/execute`)).status).toBe(200);
  expect(await timersOf(client)).not.toContainEqual(expect.objectContaining({ kind: 'quote.expire' }));
  const { happened } = await advance(client, 600);
  expect(happened).not.toContainEqual(expect.objectContaining({ kind: 'quote.expire' }));
  expect(await statusOf(client, quote.id)).toBe('COMPLETED');
});

test('an expiry that is due in real time becomes a job, which expires the quote and is in its timeline', async () => {
  const { client, quote } = await newQuote();
  await app.database.db.write(
    sql`UPDATE listed_statuses SET due_at = now() - interval '1 second' WHERE id = ${quote.transactionId}`,
  );
  await until(async () => (await statusOf(client, quote.id)) === 'EXPIRED', 'the expiry');
  await until(async () => (await expiryJobs(client)).length === 0, 'the end of its job');
  expect(await timersOf(client)).toEqual([]);
  const { body } = await client.get(`/transactions/${quote.transactionId}/timeline?kinds=JOB`);
  expect(body.data).toMatchObject([{ title: 'Expired the quote', detail: { job: 'quote.expire' } }]);
});

test('many processes enqueue an expiry once', async () => {
  const { client, quote } = await newQuote();
  // Workers do not claim jobs of a platform whose clock is being advanced.
  const held = sql`UPDATE platforms SET advancing_until = now() + interval '1 hour' WHERE id = ${client.platformId}`;
  const { db } = app.database;
  await db.write(held);
  await db.write(
    sql`UPDATE listed_statuses SET due_at = now() - interval '1 second' WHERE id = ${quote.transactionId}`,
  );
  const { enqueueDue } = deferredExpiries(db);
  await Promise.all(Array.from({ length: 5 }, () => enqueueDue(new Date())));
  expect(await expiryJobs(client)).toEqual([{ id: quote.id.replace('Quote', 'TimedJob') }]);
  expect(await timersOf(client)).toHaveLength(1);
  await db.write(sql`UPDATE platforms SET advancing_until = NULL WHERE id = ${client.platformId}`);
  await until(async () => (await statusOf(client, quote.id)) === 'EXPIRED', 'the expiry');
});

test('expiries and jobs run in the order of the clock, and a later expiry follows the advanced clock', async () => {
  const { client, quote } = await newQuote();
  await advance(client, 100);
  const payer = await newPayer(client);
  const { accountId } = await newPayer(client, { balance: 0 });
  const later = await quoted(client, quoteFor(payer, accountId));
  const { happened } = await advance(client, 201);
  expect(happened).toMatchObject([{ kind: 'quote.expire', resourceId: quote.id, at: quote.expiresAt }]);
  expect([await statusOf(client, quote.id), await statusOf(client, later.id)]).toEqual(['EXPIRED', 'PENDING']);
  const [row] = await app.database.db.read<{ is_aligned: boolean }>(sql`
    SELECT due_at = expires_at - p.clock_offset_ms * interval '1 millisecond' AS is_aligned
    FROM listed_statuses JOIN platforms p ON p.id = platform_id WHERE listed_statuses.id = ${later.transactionId}`);
  expect(row).toEqual({ is_aligned: true });
});
