import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { addMs, MINUTE_MS, systemClock } from '../src/foundation/kernel/clock.ts';
import { TestApp } from './support/app.ts';
import type { Client } from './support/client.ts';
import { until } from './support/server-process.ts';
import { burn, burnRequest, credentials, externalAccount, keyed, mint, mintRequest } from './support/stablecoins.ts';

interface Asked {
  method: string;
  path: string;
  headers: Record<string, string | string[] | undefined>;
  body: any;
}

interface Said {
  status?: number;
  body?: object;
}

/** The used part of the provider's API, on this machine. */
class Brale {
  readonly asked: Asked[] = [];
  readonly transfers = new Map<string, any>();
  /** Responses by method and path, in place of the default ones. */
  says: Record<string, Said> = {};
  tokens = 0;
  status = 'pending';
  readonly #server: Server;

  constructor() {
    this.#server = createServer(async (request, response) => {
      const chunks: Buffer[] = [];
      for await (const chunk of request) chunks.push(chunk as Buffer);
      const text = Buffer.concat(chunks).toString();
      const isForm = request.headers['content-type']?.includes('urlencoded');
      const body = isForm ? Object.fromEntries(new URLSearchParams(text)) : text ? JSON.parse(text) : undefined;
      const asked = { method: request.method ?? '', path: request.url ?? '', headers: request.headers, body };
      this.asked.push(asked);
      const { status = 200, body: said = {} } = this.says[`${asked.method} ${asked.path}`] ?? this.#answer(asked);
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(said));
    });
  }

  async start(): Promise<string> {
    this.#server.listen(0, '127.0.0.1');
    await once(this.#server, 'listening');
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  stop(): void {
    this.#server.close();
    this.#server.closeAllConnections();
  }

  #answer({ method, path, headers, body }: Asked): Said {
    if (path === '/oauth2/token') return { body: { access_token: `token-${++this.tokens}`, expires_in: 3_600 } };
    if (headers['authorization'] !== `Bearer token-${this.tokens}`) return { status: 401 };
    if (path === '/accounts') return { body: { accounts: ['acct1'] } };
    if (path === '/accounts/acct1/tokens/tok1') return { body: token };
    if (path === '/accounts/acct1/addresses') return { body: { addresses: [ownAddress] } };
    if (path === '/accounts/acct1/addresses/external') return { status: 201, body: { id: 'address-of-ours' } };
    if (method === 'POST' && path === '/accounts/acct1/transfers') return this.#transfer(headers, body);
    const id = path.split('/').at(-1) ?? '';
    return this.transfers.has(id) ? { body: { ...this.transfers.get(id), status: this.status } } : { status: 404 };
  }

  #transfer(headers: Asked['headers'], body: any): Said {
    const id = `transfer-of-${String(headers['idempotency-key']).slice(-12)}`;
    const wire = { account_number: '123', routing_number: '021000021', memo: id };
    this.transfers.set(id, {
      id,
      ...body,
      ...(body.source.transfer_type === 'wire' && { wire_instructions: wire }),
    });
    return { status: 201, body: { ...this.transfers.get(id), status: this.status } };
  }
}

const token = {
  name: 'Acme Dollar',
  symbol: 'ACME',
  base_currency: 'USD',
  decimals: 6,
  network_token_identifier: 'btkn1acme',
  status: 'active',
};
const ownAddress = { id: 'own', type: 'internal', address: 'spark1own', transfer_types: ['spark', 'solana'] };

let app: TestApp;
let brale: Brale;
let client: Client;
let coin: string;
/** Offset of the server's clock: production platforms have no clock to advance. */
let offsetMs = 0;
beforeAll(async () => {
  brale = new Brale();
  const url = await brale.start();
  const clock = { now: () => addMs(systemClock.now(), offsetMs) };
  app = await TestApp.start({ clock, config: { brale: { apiUrl: url, authUrl: url } } });
  client = await app.newPlatform('PRODUCTION');
  const { body: link } = await client.post('/stablecoin-provider-accounts', credentials(), keyed());
  const registration = { providerTokenIdentifier: 'tok1', networkTokenIdentifier: 'btkn1acme', network: 'SPARK' };
  const { body } = await client.post(
    '/stablecoins',
    { ...registration, stablecoinProviderAccountId: link.id },
    keyed(),
  );
  coin = body.id;
});
beforeEach(() => {
  brale.says = {};
  brale.status = 'pending';
  brale.asked.length = 0;
});
afterAll(async () => {
  await app.audit();
  await app.stop();
  brale.stop();
});

const read = async (id: string) => (await client.get(`/stablecoin-operations/${id}`)).body;
const comesTo = (id: string, status: string) =>
  until(async () => {
    offsetMs += MINUTE_MS;
    app.app.worker.wake();
    return (await read(id)).status === status;
  }, `${id} is ${status}`);
const transferAsked = () => brale.asked.find(({ method, path }) => method === 'POST' && path.endsWith('/transfers'));

describe('a provider link', () => {
  it('is created with a token of the client credentials grant', async () => {
    const asked = credentials();
    const { status, body } = await client.post(
      '/stablecoin-provider-accounts',
      { ...asked, providerAccountId: 'acct1' },
      keyed(),
    );
    expect([status, body.details.reason]).toEqual([409, 'PROVIDER_ACCOUNT_LINKED']);
    const basic = Buffer.from(`${asked.apiClientId}:${asked.apiClientSecret}`).toString('base64');
    expect(brale.asked[0]).toMatchObject({
      path: '/oauth2/token',
      headers: { authorization: `Basic ${basic}` },
      body: { grant_type: 'client_credentials' },
    });
  });

  it.each([
    [401, 400, 'STABLECOIN_PROVIDER_ACCOUNT_INVALID'],
    [403, 400, 'STABLECOIN_PROVIDER_ACCOUNT_REVOKED'],
    [500, 503, 'SERVICE_UNAVAILABLE'],
    [429, 503, 'SERVICE_UNAVAILABLE'],
  ])('with %i from the token endpoint returns %i %s', async (status, expected, code) => {
    brale.says = { 'POST /oauth2/token': { status } };
    const answer = await client.post('/stablecoin-provider-accounts', credentials(), keyed());
    expect([answer.status, answer.body.code]).toEqual([expected, code]);
  });
});

describe('a stablecoin', () => {
  it('has the data of the provider, and is not held by accounts of the service, whatever its symbol', async () => {
    const { body } = await client.get(`/stablecoins/${coin}`);
    expect(body).toMatchObject({
      name: 'Acme Dollar',
      symbol: 'ACME',
      issuanceStatus: 'PROVISIONED',
      serviceOperationsStatus: 'NOT_ENABLED',
      providerEnvironment: 'PRODUCTION',
    });
    const other = { providerTokenIdentifier: 'tok1', networkTokenIdentifier: 'btkn1other', network: 'SPARK' };
    const rejected = await client.post('/stablecoins', other, keyed());
    expect(rejected.body.details.errors[0].field).toBe('networkTokenIdentifier');
    const unknown = await client.post('/stablecoins', { ...other, providerTokenIdentifier: 'tok2' }, keyed());
    expect(unknown.status).toBe(404);
  });
});

describe('a mint', () => {
  it('by wire is a transfer that waits for its wire, and follows it to the end', async () => {
    const { status, body } = await mint(client, coin, await mintRequest(client, { type: 'WIRE' }, 34));
    expect([status, body.status, body.providerStatus]).toEqual([201, 'PENDING_FUNDING', 'pending']);
    expect(body.fundingInstructions).toMatchObject({ rail: 'WIRE', routing_number: '021000021' });
    expect(transferAsked()).toMatchObject({
      headers: { 'idempotency-key': body.id },
      body: {
        amount: { value: '10.34', currency: 'USD' },
        source: { value_type: 'USD', transfer_type: 'wire' },
        destination: { value_type: 'ACME', transfer_type: 'spark', address_id: 'address-of-ours' },
      },
    });
    brale.status = 'processing';
    await comesTo(body.id, 'PROCESSING');
    brale.status = 'complete';
    await comesTo(body.id, 'COMPLETED');
  });

  it('by debit is stored first, then placed with the debited bank account', async () => {
    const source = { type: 'ACH_DEBIT', externalAccountId: await externalAccount(client, 'USD_ACCOUNT') };
    const { body } = await mint(client, coin, await mintRequest(client, source));
    expect(body.status).toBe('CREATED');
    await comesTo(body.id, 'PENDING_PROVIDER');
    const banks = brale.asked.filter(({ path }) => path.endsWith('/addresses/external')).map(({ body: bank }) => bank);
    expect(banks).toContainEqual(
      expect.objectContaining({ account_number: '123456789', transfer_types: ['ach_debit'] }),
    );
    brale.status = 'failed';
    await comesTo(body.id, 'FAILED');
    expect((await read(body.id)).failureReason).toBe('failed');
  });

  it('rejected by the provider has failed, with its reason', async () => {
    const errors = [{ title: 'Unprocessable', detail: 'amount exceeds the limit' }];
    brale.says = { 'POST /accounts/acct1/transfers': { status: 422, body: { errors } } };
    const { body } = await mint(client, coin, await mintRequest(client));
    expect([body.status, body.failureReason]).toEqual(['FAILED', 'amount exceeds the limit']);
  });

  it('returns 503 while the provider is down, and stores nothing', async () => {
    const { body: before } = await client.get(`/stablecoins/${coin}/operations`);
    brale.says = { 'POST /accounts/acct1/transfers': { status: 502 }, 'GET /accounts': { status: 502 } };
    const bank = { type: 'ACH_DEBIT', externalAccountId: await externalAccount(client, 'USD_ACCOUNT') };
    for (const source of [{ type: 'WIRE' }, bank]) {
      const { status, body } = await mint(client, coin, await mintRequest(client, source));
      expect([status, body.code]).toEqual([503, 'SERVICE_UNAVAILABLE']);
    }
    expect((await client.get(`/stablecoins/${coin}/operations`)).body.totalCount).toBe(before.totalCount);
  });

  it('from an internal account is not supported', async () => {
    const source = {
      type: 'SERVICE_INTERNAL_ACCOUNT',
      accountId: 'InternalAccount:019542f5-b3e7-7d02-8000-000000000001',
    };
    const { status, body } = await mint(client, coin, await mintRequest(client, source));
    expect([status, body.details.errors[0].field]).toEqual([400, 'fundingSource.type']);
  });

  it('continues with a new token after the old one has expired', async () => {
    await mint(client, coin, await mintRequest(client));
    brale.tokens += 1;
    expect((await mint(client, coin, await mintRequest(client))).status).toBe(201);
  });
});

describe('a burn', () => {
  it("waits for the coins at the provider's address, and pays the bank account", async () => {
    const { body } = await burn(client, coin, await burnRequest(client));
    expect(body.fundingInstructions).toEqual({ network: 'SPARK', address: 'spark1own', valueType: 'ACME' });
    expect(transferAsked()?.body).toMatchObject({
      source: { value_type: 'ACME', transfer_type: 'spark', address_id: 'own' },
      destination: { value_type: 'USD', transfer_type: 'wire', address_id: 'address-of-ours' },
    });
  });
});

describe('a service without a provider', () => {
  it('returns 503 for production platforms', async () => {
    const without = await TestApp.start({ beside: app });
    const answer = await client.at(without.url).post('/stablecoin-provider-accounts', credentials(), keyed());
    expect([answer.status, answer.body.code]).toEqual([503, 'SERVICE_UNAVAILABLE']);
    await without.stop();
  });
});
