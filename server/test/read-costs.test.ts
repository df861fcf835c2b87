import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { TestApp } from './support/app.ts';
import type { Answer, Client } from './support/client.ts';
import { newPayer, payeeWithSuffix, quoteFor } from './support/payments.ts';
import { storedLines } from './support/request-lines.ts';

/** Limit of characters in a stored line, which has ids, path and times, but nothing that grows with the response. */
const MAX_LINE = 600;

let app: TestApp;
let client: Client;
/** Paths of single resources and of lists. */
let reads: string[];
beforeAll(async () => {
  app = await TestApp.shared();
  client = app.client;
  const payer = await newPayer(client);
  const payeeId = await payeeWithSuffix(client, payer.customerId, '678');
  const { body: quote } = await client.post('/quotes', quoteFor(payer, payeeId));
  reads = [
    '/config',
    `/quotes/${quote.id}`,
    `/transactions/${quote.transactionId}`,
    `/customers/${payer.customerId}`,
    '/customers',
    '/customers/internal-accounts',
    '/transactions',
    '/exchange-rates',
    '/discoveries?country=US',
  ];
});
afterAll(async () => {
  await app.audit();
  await app.stop();
});

const idOf = ({ headers }: Answer): string => headers.get('x-request-id') ?? '';

async function stored(answer: Answer) {
  await app.app.requestLog.flush();
  return (await storedLines(app.database.db)).find(({ id }) => id === idOf(answer));
}

async function logged(answer: Answer) {
  await app.app.requestLog.flush();
  return (await client.get(`/request-log/${idOf(answer)}`)).body;
}

/** Sends a request without the client of the tests, which parses responses. */
const textOf = async (path: string): Promise<string> =>
  (await fetch(`${client.url}${client.basePath}${path}`, { headers: { authorization: client.authorization } })).text();

describe('a successful read', () => {
  it('leaves status, size, duration and the ids of its path in the request log, and no body', async () => {
    const answer = await client.get(reads[1] ?? '');
    const line = await logged(answer);
    expect(line).toMatchObject({
      status: 200,
      responseBytes: Buffer.byteLength(answer.text),
      durationMs: expect.any(Number),
      resourceIds: [answer.body.id],
    });
    expect(line.responseBody).toBeNull();
  });

  it('is found by the id in its path', async () => {
    const answer = await client.get(reads[3] ?? '');
    await app.app.requestLog.flush();
    const { body } = await client.get(`/request-log?resourceId=${answer.body.id}&method=GET`);
    expect(body.data.map(({ id }: { id: string }) => id)).toContain(idOf(answer));
  });

  it('writes a bounded number of bytes into the request log, however long its response is', async () => {
    for (const path of reads) {
      const answer = await client.get(path);
      expect([path, answer.status]).toEqual([path, 200]);
      expect([path, (await stored(answer))?.text.length ?? Number.NaN]).toEqual([path, expect.toSatisfy(isBounded)]);
    }
  });

  const isBounded = (length: number): boolean => length <= MAX_LINE;

  it('is not parsed for the request log', async () => {
    const parse = vi.spyOn(JSON, 'parse');
    try {
      for (const path of reads) {
        const text = await textOf(path);
        await app.app.requestLog.flush();
        expect([path, parse.mock.calls.filter(([parsed]) => parsed === text).length]).toEqual([path, 0]);
      }
    } finally {
      parse.mockRestore();
    }
  });
});

describe('a rejected read and a write', () => {
  it('leave their bodies in the request log', async () => {
    const rejected = await client.get('/transactions/unknown');
    expect(await logged(rejected)).toMatchObject({
      status: 404,
      responseBytes: Buffer.byteLength(rejected.text),
      responseBody: rejected.body,
    });
    const written = await client.patch('/config', { umaDomain: 'kept.example' });
    expect(await logged(written)).toMatchObject({
      requestBody: { umaDomain: 'kept.example' },
      responseBytes: Buffer.byteLength(written.text),
      responseBody: written.body,
    });
  });
});

describe('the configuration', () => {
  it('is serialized once for all reads between two changes', async () => {
    const text = await textOf('/config');
    const stringify = vi.spyOn(JSON, 'stringify');
    try {
      expect(await textOf('/config')).toBe(text);
      expect(stringify.mock.results.filter(({ value }) => value === text)).toEqual([]);
    } finally {
      stringify.mockRestore();
    }
  });

  it('is current in every server after a change', async () => {
    const other = await TestApp.start({ beside: app });
    try {
      const beside = client.at(other.url);
      await Promise.all([client.get('/config'), beside.get('/config')]);
      for (const umaDomain of ['first.example', 'second.example']) {
        const changed = await client.patch('/config', { umaDomain });
        expect((await client.get('/config')).body).toEqual(changed.body);
        const { updatedAt } = changed.body;
        expect((await beside.get('/config')).body).toMatchObject({ umaDomain, updatedAt });
      }
    } finally {
      await other.stop();
    }
  });

  it('is that of the platform that reads it', async () => {
    const theirs = await app.newPlatform();
    await theirs.patch('/config', { umaDomain: 'theirs.example' });
    expect((await theirs.get('/config')).body.umaDomain).toBe('theirs.example');
    expect((await client.get('/config')).body.umaDomain).not.toBe('theirs.example');
  });
});

describe('a quote', () => {
  it('shows its new status to the next read after its execution', async () => {
    const payer = await newPayer(client);
    const payeeId = await payeeWithSuffix(client, payer.customerId, '678');
    const { body: quote } = await client.post('/quotes', quoteFor(payer, payeeId));
    const read = async () => (await client.get(`/quotes/${quote.id}`)).body.status;
    expect(await Promise.all([read(), read(), read()])).toEqual(['PENDING', 'PENDING', 'PENDING']);
    await client.post(`/quotes/${quote.id}/execute`);
    expect(['PROCESSING', 'COMPLETED']).toContain(await read());
  });
});
