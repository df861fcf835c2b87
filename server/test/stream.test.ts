import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest';
import { sql } from '../src/foundation/db/sql.ts';
import { HINTS_SIGNAL, hintTopics } from '../src/foundation/kernel/hints.ts';
import { TestApp } from './support/app.ts';
import type { Client } from './support/client.ts';
import { HintReader } from './support/hints.ts';
import { loginAsPerson, newPerson } from './support/people.ts';
import { watchQueries } from './support/queries.ts';
import { until } from './support/server-process.ts';

let app: TestApp;
let other: TestApp;
let client: Client;

beforeAll(async () => {
  app = await TestApp.start();
  other = await TestApp.start({ beside: app });
  client = app.client;
  statements = watchQueries(app.database.db);
});
afterAll(async () => {
  await other.stop();
  await app.stop();
});

let statements: string[];
/** Reads of recent changes so far. */
const polls = (): number => statements.filter((text) => text.includes('bank_state')).length;

interface Listening {
  as?: Client;
  query?: string;
  lastEventId?: string;
}

async function listen({
  as = client,
  query = `?topics=${hintTopics}`,
  lastEventId,
}: Listening = {}): Promise<HintReader> {
  const { url, basePath, authorization } = as;
  const options = { authorization, ...(lastEventId !== undefined && { lastEventId }) };
  const reader = await HintReader.open(`${url}${basePath}/stream${query}`, options);
  onTestFinished(() => reader.close());
  return reader;
}

async function newCustomer(as: Client): Promise<string> {
  const { body } = await as.post('/customers', { customerType: 'INDIVIDUAL', fullName: 'Ada Lovelace' });
  return body.id;
}

async function fund(as: Client): Promise<string> {
  const { body } = await as.get('/platform/internal-accounts?currency=USD');
  const { id } = body.data[0];
  expect((await as.post(`/sandbox/internal-accounts/${id}/fund`, { amount: 5_000 })).status).toBe(200);
  return id;
}

describe('the live stream', () => {
  test('is a stream of server-sent events that starts with a frame ready', async () => {
    const { response, frames } = await listen();
    expect(response.headers.get('content-type')).toBe('text/event-stream; charset=utf-8');
    expect(response.headers.get('cache-control')).toBe('no-store');
    expect(frames[0]).toMatchObject({ event: 'ready', id: expect.stringMatching(/^\d{13}$/) });
  });

  test('announces a change of the same server at once, with its topic and resource and nothing else', async () => {
    const reader = await listen();
    const customerId = await newCustomer(client);
    expect(await reader.arrival('customer', customerId)).toBeLessThan(1_000);
    const accountId = await fund(client);
    expect(await reader.arrival('account', accountId)).toBeLessThan(1_000);
    const [hint] = reader.hints('account');
    expect(Object.keys(hint?.data ?? {})).toEqual(['topic', 'resourceId', 'at']);
    await app.audit();
  });

  test('announces a change of another server within 2.5 seconds, once', async () => {
    const reader = await listen();
    const begunAt = performance.now();
    const customerId = await newCustomer(other.client);
    await reader.arrival('customer', customerId);
    expect(performance.now() - begunAt).toBeLessThan(2_500);
    const moved = await other.client.post('/sandbox/clock/advance', { seconds: 60 });
    expect(moved.status).toBe(200);
    await reader.arrival('clock', client.platformId);
    // Several polls read the same rows, which must be announced once.
    const marker = await newCustomer(other.client);
    await reader.arrival('customer', marker);
    expect(reader.hints('customer').filter(({ data }) => data?.resourceId === customerId)).toHaveLength(1);
  });

  test.each([
    ['the same server', () => client],
    ['another server', () => other.client],
  ])('announces the end of a run of checks by %s', async (_, runner) => {
    const before = polls();
    const reader = await listen({ query: '?topics=audit' });
    await until(() => polls() > before, 'the state before the run to be read');
    expect((await runner().post('/ledger/checks/run')).status).toBe(202);
    let read = 0;
    let isRunning = true;
    const readAfterHint = async (): Promise<boolean> => {
      const { length } = reader.hints('audit');
      if (length > read) isRunning = (await client.get('/ledger/checks')).body.isRunning;
      read = length;
      return !isRunning;
    };
    await until(readAfterHint, 'a reader of hints to see the end');
    expect(reader.hints('audit')[0]?.data?.resourceId).toMatch(/^Job:/);
  });

  test('announces files of banks to operators, and to nobody else', async () => {
    const session = await loginAsPerson(app, await newPerson(app));
    const platform = { 'x-console-platform': client.platformId };
    const url = `${client.url}${client.basePath}/stream?topics=bank-file,customer`;
    const operator = await HintReader.open(url, { session: { ...session, ...platform } });
    onTestFinished(() => operator.close());
    const token = await listen({ query: '?topics=bank-file,customer' });
    const before = polls();
    await until(() => polls() > before, 'the state before the finding to be read');
    await app.database.db.write(sql`
      INSERT INTO bank_findings (source, place, code, message, created_at)
      VALUES ('live-test', 1, 'UNKNOWN_PAYMENT', 'Reported for no payment.', ${new Date()})`);
    await operator.arrival('bank-file', 'bank-files');
    const customerId = await newCustomer(other.client);
    await token.arrival('customer', customerId);
    expect(token.hints('bank-file')).toEqual([]);
  });

  test('announces only the topics that were asked for, and only of the own platform', async () => {
    const reader = await listen({ query: '?topics=customer,message' });
    await newCustomer(await app.newPlatform());
    await fund(client);
    const customerId = await newCustomer(client);
    await reader.arrival('customer', customerId);
    expect(new Set(reader.frames.map(({ data }) => data?.topic))).toEqual(new Set([undefined, 'customer']));
    expect(reader.hints('customer').map(({ data }) => data?.resourceId)).toEqual([customerId]);
    await app.audit();
  });

  test('rejects an unknown topic and names the known ones', async () => {
    const { status, body } = await client.get('/stream?topics=weather&seconds=1');
    expect(status).toBe(400);
    expect(JSON.stringify(body)).toContain('transaction');
  });

  test('announces requests, but not the reading of the log and of the stream itself', async () => {
    const reader = await listen({ query: '?topics=request' });
    const idOf = ({ headers }: { headers: Headers }): string => headers.get('x-request-id') ?? '';
    const reading = idOf(await client.get('/request-log'));
    const other = idOf(await client.get('/config'));
    await reader.arrival('request', other);
    // The log is written in the background: requests of earlier tests may be announced too.
    const announced = reader.hints('request').map(({ data }) => data?.resourceId);
    expect(announced).toContain(other);
    expect(announced).not.toContain(reading);
    const log: { requestId: string; path: string }[] = (await client.get('/request-log?limit=50')).body.data;
    const hidden = log.filter(({ path }) => /\/(stream|request-log)$/.test(path)).map(({ requestId }) => requestId);
    expect(announced.filter((id) => hidden.includes(id ?? ''))).toEqual([]);
  });

  test('repeats the changes that a client missed, and resets one that was away for more than 60 seconds', async () => {
    const missed = await newCustomer(client);
    const recent = await listen({ lastEventId: String(Date.now() - 10_000) });
    await recent.arrival('customer', missed);
    expect(recent.frames.map(({ event }) => event)).not.toContain('reset');
    for (const lastEventId of [String(Date.now() - 61_000), 'anything']) {
      const late = await listen({ lastEventId });
      await until(() => late.frames.some(({ event }) => event === 'reset'), 'a reset');
    }
  });

  test('replaces a burst that a slow client cannot take by one reset', async () => {
    const reader = await listen({ query: '?topics=customer' });
    const hints = Array.from({ length: 500 }, (_, i) => ({
      platformId: client.platformId,
      topic: 'customer' as const,
      resourceId: `Customer:${i}`,
      key: `${i}`,
    }));
    app.app.live.deliver({ hints, incomplete: [] });
    await until(() => reader.frames.some(({ event }) => event === 'reset'), 'a reset');
    expect(reader.hints('customer').length).toBeLessThanOrEqual(200);
  });

  test('ends after the given seconds', async () => {
    const reader = await listen({ query: '?topics=job&seconds=1' });
    await reader.ended;
    expect(reader.frames[0]?.event).toBe('ready');
  });

  test('ends at once when its token is revoked, without waiting for the next check', async () => {
    vi.useFakeTimers({ toFake: ['setInterval'] });
    try {
      const viewer = await app.clientWith(['VIEW']);
      const [reader, other] = [await listen({ as: viewer }), await listen()];
      expect((await client.delete(`/tokens/${viewer.tokenId}`)).status).toBe(204);
      await reader.ended;
      await other.close();
    } finally {
      vi.useRealTimers();
    }
  });

  test('costs nothing while nobody listens: commits are observed only while a stream is open', async () => {
    const { signals } = app.database.db;
    await until(() => signals.listenerCount(HINTS_SIGNAL) === 0, 'the streams of earlier tests to be closed');
    const reader = await listen();
    expect(signals.listenerCount(HINTS_SIGNAL)).toBe(1);
    await reader.close();
    await until(() => signals.listenerCount(HINTS_SIGNAL) === 0, 'the stream to be closed');
  });

  test('ends when the server stops', async () => {
    const third = await TestApp.start({ beside: app });
    const reader = await listen({ as: third.client });
    const begunAt = performance.now();
    await third.stop();
    await reader.ended;
    expect(performance.now() - begunAt).toBeLessThan(3_000);
  });
});
