import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { TestApp } from './support/app.ts';
import type { Client } from './support/client.ts';
import { exampleRequest } from './support/external-accounts.ts';

let app: TestApp;
let client: Client;
let internal: string;
let external: string;

beforeAll(async () => {
  app = await TestApp.shared();
  client = await app.newPlatform('PRODUCTION');
  const { body } = await client.get('/platform/internal-accounts?currency=USD');
  internal = body.data[0].id;
  const made = await client.post('/platform/external-accounts', exampleRequest('USD_ACCOUNT'));
  external = made.body.id;
});
afterAll(async () => {
  await app.audit();
  await app.stop();
});

const quote = (destination: string) => ({
  source: { sourceType: 'ACCOUNT', accountId: internal },
  destination: { destinationType: 'ACCOUNT', accountId: destination },
  lockedCurrencySide: 'SENDING',
  lockedCurrencyAmount: 10_000,
});

const unconnected = {
  status: 501,
  body: { code: 'NOT_IMPLEMENTED', details: { hint: expect.stringContaining('BANK_FILES') } },
};

describe('without a connected bank, production', () => {
  test('does not quote a payment to an external account', async () => {
    expect(await client.post('/quotes', quote(external))).toMatchObject(unconnected);
  });

  test('does not transfer out', async () => {
    const request = { source: { accountId: internal }, destination: { accountId: external }, amount: 100 };
    expect(await client.post('/transfer-out', request)).toMatchObject(unconnected);
  });

  test('does not pull in', async () => {
    const request = { source: { accountId: external }, destination: { accountId: internal }, amount: 100 };
    expect(await client.post('/transfer-in', request)).toMatchObject(unconnected);
  });

  test('leaves no transaction', async () => {
    expect((await client.get('/transactions')).body.data).toEqual([]);
  });
});
