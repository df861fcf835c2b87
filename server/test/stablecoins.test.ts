import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { TestApp } from './support/app.ts';
import type { Client } from './support/client.ts';
import { platformAccount } from './support/examples.ts';
import {
  burn,
  burnRequest,
  coins,
  credentials,
  externalAccount,
  keyed,
  mint,
  mintRequest,
  newCoin,
  newLink,
  registration,
} from './support/stablecoins.ts';

let app: TestApp;
let client: Client;
let coin: string;
beforeAll(async () => {
  app = await TestApp.start();
  client = app.client;
  coin = await newCoin(client);
});
afterAll(async () => {
  await app.audit();
  await app.stop();
});

const LINKS = '/stablecoin-provider-accounts';
const advance = (seconds: number, platform = client) => platform.post('/sandbox/clock/advance', { seconds });
const read = async (id: string, platform = client) => (await platform.get(`/stablecoin-operations/${id}`)).body;
const fundsArrive = (id: string, platform = client) => platform.post(`/sandbox/stablecoin-operations/${id}/fund`);

describe('a provider account', () => {
  it('is linked once the provider accepts its credentials, which no answer returns', async () => {
    const asked = credentials();
    const { status, body, text } = await client.post(LINKS, asked, keyed());
    expect(status).toBe(201);
    expect(body).toEqual({
      id: expect.stringMatching(/^StablecoinProviderAccount:/),
      provider: 'BRALE',
      providerAccountId: expect.any(String),
      providerEnvironment: 'SANDBOX',
      status: 'ACTIVE',
      lastVerifiedAt: expect.any(String),
      createdAt: expect.any(String),
      updatedAt: expect.any(String),
    });
    const listed = await client.get(`${LINKS}?provider=BRALE&status=ACTIVE`);
    expect((await client.get(`${LINKS}/${body.id}`)).body).toEqual(body);
    expect(listed.body.data[0]).toEqual(body);
    const { rows } = await app.database.db.pool.query('SELECT * FROM stablecoin_provider_accounts');
    for (const output of [text, listed.text, JSON.stringify(rows)]) {
      expect(output).not.toContain(asked.apiClientSecret);
      expect(output).not.toContain(asked.apiClientId);
    }
  });

  it.each([
    ['002', 400, 'STABLECOIN_PROVIDER_ACCOUNT_INVALID'],
    ['003', 400, 'STABLECOIN_PROVIDER_ACCOUNT_REVOKED'],
    ['004', 400, 'INVALID_INPUT'],
    ['007', 503, 'SERVICE_UNAVAILABLE'],
  ])('with credentials that end in %s returns %i %s', async (suffix, expected, code) => {
    const { status, body } = await client.post(LINKS, credentials(suffix), keyed());
    expect([status, body.code]).toEqual([expected, code]);
  });

  it('must be selected if the credentials give access to several', async () => {
    const asked = credentials('004');
    const { body } = await client.post(LINKS, asked, keyed());
    const [field] = body.details.errors;
    expect([field.field, field.constraint.enum.length]).toEqual(['providerAccountId', 2]);
    const named = { ...asked, providerAccountId: field.constraint.enum[1] };
    expect((await client.post(LINKS, named, keyed())).body.providerAccountId).toBe(named.providerAccountId);
  });

  it('is linked once: again returns 409, and exactly one of ten concurrent requests succeeds', async () => {
    const asked = { ...credentials(), providerAccountId: randomUUID() };
    const answers = await Promise.all(Array.from({ length: 10 }, () => client.post(LINKS, asked, keyed())));
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(1);
    expect(answers.filter(({ status }) => status === 409)).toHaveLength(9);
    const again = await client.post(LINKS, asked, keyed());
    expect([again.status, again.body.code, again.body.details.reason]).toEqual([
      409,
      'CONFLICT',
      'PROVIDER_ACCOUNT_LINKED',
    ]);
    const elsewhere = await app.newPlatform();
    expect((await elsewhere.post(LINKS, asked, keyed())).status).toBe(201);
  });

  it.each([
    ['005', 'INVALID'],
    ['006', 'REVOKED'],
  ])(
    'that the provider no longer accepts (%s) becomes %s, and is active again once it is linked again',
    async (suffix, status) => {
      const providerAccountId = randomUUID();
      const { body: link } = await client.post(LINKS, { ...credentials(suffix), providerAccountId }, keyed());
      const rejected = await client.post('/stablecoins', registration(link.id), keyed());
      expect([rejected.status, rejected.body.code]).toEqual([400, `STABLECOIN_PROVIDER_ACCOUNT_${status}`]);
      expect((await client.get(`${LINKS}/${link.id}`)).body.status).toBe(status);
      const later = await client.post('/stablecoins', registration(link.id), keyed());
      expect(later.body.code).toBe(`STABLECOIN_PROVIDER_ACCOUNT_${status}`);
      const renewed = await client.post(LINKS, { ...credentials(), providerAccountId }, keyed());
      expect([renewed.status, renewed.body.id, renewed.body.status]).toEqual([201, link.id, 'ACTIVE']);
      expect((await client.post('/stablecoins', registration(link.id), keyed())).status).toBe(201);
    },
  );
});

describe('a stablecoin', () => {
  it('is registered with the data of its provider', async () => {
    const link = await newLink(client);
    const asked = registration(link);
    const { status, body } = await client.post('/stablecoins', asked, keyed());
    expect(status).toBe(201);
    expect(body).toMatchObject({
      ...asked,
      name: 'Sandbox Dollar',
      symbol: 'USDB',
      baseCurrency: 'USD',
      decimals: 6,
      issuanceStatus: 'PROVISIONED',
      serviceOperationsStatus: 'ENABLED',
      currency: 'USDB',
      provider: 'BRALE',
      providerEnvironment: 'SANDBOX',
    });
    expect((await client.get(`/stablecoins/${body.id}`)).body).toEqual(body);
    const again = await client.post('/stablecoins', asked, keyed());
    expect([again.status, again.body.code]).toEqual([409, 'CONFLICT']);
  });

  it('requires a provider account, and a selection if there are several', async () => {
    const platform = await app.newPlatform();
    const { stablecoinProviderAccountId: _, ...unnamed } = registration('');
    const ask = (body: object) => platform.post('/stablecoins', body, keyed());
    const without = await ask(unnamed);
    expect([without.status, without.body.code]).toEqual([404, 'STABLECOIN_PROVIDER_ACCOUNT_NOT_FOUND']);
    await newLink(platform);
    expect((await ask(unnamed)).status).toBe(201);
    await newLink(platform);
    const several = await ask({ ...unnamed, providerTokenIdentifier: 'another' });
    expect([several.status, several.body.code]).toEqual([400, 'STABLECOIN_PROVIDER_ACCOUNT_SELECTION_REQUIRED']);
    const foreign = await ask(registration(await newLink(client)));
    expect([foreign.status, foreign.body.code]).toEqual([404, 'STABLECOIN_PROVIDER_ACCOUNT_NOT_FOUND']);
  });

  it.each([
    ['001', 'PENDING_REVIEW', 'NOT_ENABLED'],
    ['002', 'REJECTED', 'NOT_ENABLED'],
    ['003', 'PROVISIONING', 'NOT_ENABLED'],
    ['004', 'FAILED', 'NOT_ENABLED'],
    ['005', 'PROVISIONED', 'PENDING_APPROVAL'],
    ['006', 'PROVISIONED', 'ENABLING'],
    ['007', 'PROVISIONED', 'DISABLED'],
    ['008', 'PROVISIONED', 'NOT_ENABLED'],
  ])('with a token that ends in %s is %s and %s, and is listed under both', async (suffix, issuance, operations) => {
    const platform = await app.newPlatform();
    const id = await newCoin(platform, suffix);
    const { body } = await platform.get(`/stablecoins/${id}`);
    expect([body.issuanceStatus, body.serviceOperationsStatus, body.currency]).toEqual([
      issuance,
      operations,
      undefined,
    ]);
    const filters = `issuanceStatus=${issuance}&serviceOperationsStatus=${operations}&provider=BRALE`;
    expect((await platform.get(`/stablecoins?${filters}`)).body.data).toEqual([body]);
    expect((await platform.get('/stablecoins?serviceOperationsStatus=ENABLED')).body.totalCount).toBe(0);
    if (issuance === 'PROVISIONED') return;
    const { status, body: rejection } = await mint(platform, id, await mintRequest(platform));
    expect([status, rejection.details.reason]).toEqual([409, 'STABLECOIN_NOT_PROVISIONED']);
  });

  it.each(['003', '006'])('of token %s is ENABLED after 30 seconds', async (suffix) => {
    const platform = await app.newPlatform();
    const id = await newCoin(platform, suffix);
    await advance(31, platform);
    expect((await platform.get(`/stablecoins/${id}`)).body).toMatchObject({
      issuanceStatus: 'PROVISIONED',
      serviceOperationsStatus: 'ENABLED',
      currency: 'USDB',
    });
  });

  it('unknown to the provider returns 404', async () => {
    const { status, body } = await client.post('/stablecoins', registration(await newLink(client), '009'), keyed());
    expect([status, body.code]).toEqual([404, 'REFERENCE_NOT_FOUND']);
  });
});

describe('a mint by wire', () => {
  it('returns the funding instructions, waits for the wire, and completes after it', async () => {
    const platform = await app.newPlatform();
    const { status, body } = await mint(platform, await newCoin(platform), {
      ...(await mintRequest(platform)),
      description: 'first issue',
    });
    expect(status).toBe(201);
    expect(body).toMatchObject({
      operationType: 'MINT',
      status: 'PENDING_FUNDING',
      amount: '10000000',
      source: { type: 'WIRE' },
      fundingInstructions: { rail: 'WIRE', valueType: 'USD', accountNumber: expect.any(String) },
      estimatedDelivery: { rail: 'SPARK', amount: '10000000', currency: 'USDB' },
      description: 'first issue',
    });
    expect(Date.parse(body.expiresAt) - Date.parse(body.createdAt)).toBe(7 * 86_400_000);
    await advance(6 * 86_400, platform);
    expect((await read(body.id, platform)).status).toBe('PENDING_FUNDING');
    const funded = await fundsArrive(body.id, platform);
    expect([funded.status, funded.body.status]).toEqual([200, 'PENDING_PROVIDER']);
    await advance(1, platform);
    expect((await read(body.id, platform)).status).toBe('PROCESSING');
    await advance(1, platform);
    expect(await read(body.id, platform)).toMatchObject({ status: 'COMPLETED', providerStatus: 'completed' });
    const late = await fundsArrive(body.id, platform);
    expect([late.status, late.body.code]).toEqual([409, 'INVALID_STATE_TRANSITION']);
  });

  it('expires after seven days', async () => {
    const platform = await app.newPlatform();
    const { body } = await mint(platform, await newCoin(platform), await mintRequest(platform));
    await advance(7 * 86_400, platform);
    expect((await read(body.id, platform)).status).toBe('EXPIRED');
    expect((await fundsArrive(body.id, platform)).status).toBe(409);
    await app.audit();
  });

  it('is funded once, however often it is reported', async () => {
    const { body } = await mint(client, coin, await mintRequest(client));
    const answers = await Promise.all(Array.from({ length: 10 }, () => fundsArrive(body.id)));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(answers.filter(({ status }) => status === 409)).toHaveLength(9);
  });
});

describe('a burn of external coins', () => {
  it('returns the address for the coins, and pays the bank account after they have arrived', async () => {
    const platform = await app.newPlatform();
    const { status, body } = await burn(platform, await newCoin(platform), await burnRequest(platform));
    expect(status).toBe(201);
    expect(body).toMatchObject({
      operationType: 'BURN',
      status: 'PENDING_FUNDING',
      source: { type: 'EXTERNAL_ACCOUNT' },
      fundingInstructions: { network: 'SPARK', address: expect.any(String), valueType: 'USDB' },
      destination: { accountId: await externalAccount(platform, 'USD_ACCOUNT'), rail: 'WIRE' },
      estimatedDelivery: { rail: 'WIRE', amount: '1000', currency: 'USD', timing: 'SAME_BUSINESS_DAY' },
    });
    await fundsArrive(body.id, platform);
    await advance(2, platform);
    expect((await read(body.id, platform)).status).toBe('COMPLETED');
  });
});

describe('the outcome of an operation', () => {
  const steps: [cents: number, waits: [seconds: number, status: string, failureReason?: string][]][] = [
    [2, [[1, 'FAILED', 'PROVIDER_REJECTED']]],
    [
      3,
      [
        [1, 'PENDING_PROVIDER'],
        [360, 'COMPLETED'],
      ],
    ],
    [
      4,
      [
        [1, 'PROCESSING'],
        [360, 'COMPLETED'],
      ],
    ],
    [
      5,
      [
        [1, 'PROCESSING'],
        [30, 'FAILED', 'SETTLEMENT_FAILED'],
      ],
    ],
  ];

  it.each(steps)('is selected by its cents: 10.%i', async (cents, waits) => {
    const platform = await app.newPlatform();
    const bank = await externalAccount(platform, 'USD_ACCOUNT');
    const source = { type: 'ACH_DEBIT', externalAccountId: bank };
    const { body } = await mint(platform, await newCoin(platform), await mintRequest(platform, source, cents));
    expect([body.status, body.fundingInstructions, body.expiresAt]).toEqual(['CREATED', undefined, undefined]);
    for (const [seconds, status, failureReason] of waits) {
      await advance(seconds, platform);
      const now = await read(body.id, platform);
      expect([seconds, now.status, now.failureReason]).toEqual([seconds, status, failureReason]);
    }
  });

  it('is 503 while the provider is down, and nothing is stored', async () => {
    const platform = await app.newPlatform();
    const id = await newCoin(platform);
    const account = await platformAccount(platform);
    await platform.post(`/sandbox/internal-accounts/${account}/fund`, { amount: 5_000 });
    for (const source of [{ type: 'WIRE' }, { type: 'SERVICE_INTERNAL_ACCOUNT', accountId: account }]) {
      const { status, body, headers } = await mint(platform, id, await mintRequest(platform, source, 7));
      expect([status, body.code, headers.get('retry-after')]).toEqual([503, 'SERVICE_UNAVAILABLE', '60']);
    }
    expect((await platform.get(`/stablecoins/${id}/operations`)).body.totalCount).toBe(0);
    const { body } = await platform.get('/platform/internal-accounts?currency=USD');
    expect(body.data[0].totalBalance.amount).toBe(5_000);
  });
});

describe('an operation funded by an internal account', () => {
  const balances = async (platform: Client, currency: string) => {
    const { body } = await platform.get(`/platform/internal-accounts?currency=${currency}`);
    return [body.data[0].balance.amount, body.data[0].totalBalance.amount];
  };
  const funded = async (currency: string, amount: number) => {
    const platform = await app.newPlatform();
    const accountId = await platformAccount(platform, currency);
    await platform.post(`/sandbox/internal-accounts/${accountId}/fund`, { amount });
    return { platform, id: await newCoin(platform), source: { type: 'SERVICE_INTERNAL_ACCOUNT', accountId } };
  };

  it('mints: the amount is held with the answer, and debited after the decision', async () => {
    const { platform, id, source } = await funded('USD', 5_000);
    const { status, body } = await mint(platform, id, await mintRequest(platform, source, 4));
    expect([status, body.status]).toEqual([201, 'CREATED']);
    expect(await balances(platform, 'USD')).toEqual([3_996, 5_000]);
    await app.audit();
    await advance(361, platform);
    expect([(await read(body.id, platform)).status, await balances(platform, 'USD')]).toEqual([
      'COMPLETED',
      [3_996, 3_996],
    ]);
    const { body: events } = await platform.get(
      `/webhooks/events?type=INTERNAL_ACCOUNT.BALANCE_UPDATED&resourceId=${source.accountId}`,
    );
    expect(events.data).toHaveLength(3);
    await app.audit();
  });

  it('burns the held coins, and is refunded if that fails', async () => {
    const { platform, id, source } = await funded('USDB', 50_000_000);
    const { body } = await burn(platform, id, await burnRequest(platform, source, 5));
    expect(await balances(platform, 'USDB')).toEqual([50_000_000 - 10_050_000, 50_000_000]);
    await advance(30, platform);
    expect([(await read(body.id, platform)).status, await balances(platform, 'USDB')]).toEqual([
      'FAILED',
      [50_000_000, 50_000_000],
    ]);
    const { body: second } = await burn(platform, id, await burnRequest(platform, source));
    await advance(2, platform);
    expect([(await read(second.id, platform)).status, await balances(platform, 'USDB')]).toEqual([
      'COMPLETED',
      [40_000_000, 40_000_000],
    ]);
    await app.audit();
  });

  it('never overdraws: of twenty concurrent requests as many succeed as the balance covers', async () => {
    const { platform, id, source } = await funded('USD', 5_000);
    const request = await mintRequest(platform, source);
    const answers = await Promise.all(Array.from({ length: 20 }, () => mint(platform, id, request)));
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(5);
    for (const { body } of answers.filter(({ status }) => status !== 201)) {
      expect([body.code, body.details.reason]).toEqual(['INVALID_AMOUNT', 'INSUFFICIENT_BALANCE']);
    }
    await advance(2, platform);
    expect(await balances(platform, 'USD')).toEqual([0, 0]);
    await app.audit();
  });

  it('requires an active account of the platform in the right currency', async () => {
    const { platform, id, source } = await funded('USD', 5_000);
    const { body: customer } = await platform.post('/customers', { customerType: 'INDIVIDUAL', fullName: 'Ada' });
    const { body: accounts } = await platform.get(
      `/customers/internal-accounts?customerId=${customer.id}&currency=USD`,
    );
    const rejections = [
      await mint(platform, id, await mintRequest(platform, { ...source, accountId: accounts.data[0].id })),
      await burn(platform, id, await burnRequest(platform, source)),
    ];
    const fields = rejections.map(({ status, body }) => [status, body.details.errors[0].field]);
    expect(fields).toEqual([
      [400, 'fundingSource.accountId'],
      [400, 'source.accountId'],
    ]);
    const dormant = await newCoin(platform, '008');
    const held = { ...source, accountId: await platformAccount(platform, 'USDB') };
    const rejected = await burn(platform, dormant, await burnRequest(platform, held));
    expect(rejected.body.details.errors[0].message).toContain('not ENABLED');
  });
});

describe('an invalid request', () => {
  it.each([
    ['0', 'INVALID_AMOUNT'],
    ['000', 'INVALID_AMOUNT'],
    ['9999', 'INVALID_AMOUNT'],
    ['10000001', 'INVALID_AMOUNT'],
    ['9000000000010000', 'INVALID_AMOUNT'],
    ['1.5', 'INVALID_INPUT'],
    ['-10000', 'INVALID_INPUT'],
    ['1'.repeat(31), 'INVALID_INPUT'],
    [10_000, 'INVALID_INPUT'],
  ])('for %s: %s', async (amount, code) => {
    for (const answer of [
      await mint(client, coin, { ...(await mintRequest(client)), amount }),
      await burn(client, coin, { ...(await burnRequest(client)), amount }),
    ]) {
      expect([answer.status, answer.body.code]).toEqual([400, code]);
    }
  });

  it('can have one cent, and leading zeros', async () => {
    for (const amount of ['10000', '0000010000']) {
      expect((await mint(client, coin, { ...(await mintRequest(client)), amount })).body.amount).toBe('10000');
    }
  });

  it('reports the account that does not match', async () => {
    const bank = await externalAccount(client, 'USD_ACCOUNT');
    const pounds = await externalAccount(client, 'GBP_ACCOUNT');
    const wallet = await externalAccount(client, 'SPARK_WALLET');
    const debit = (externalAccountId: string) => ({ type: 'ACH_DEBIT', externalAccountId });
    const toBank = await mintRequest(client);
    const fromBank = await burnRequest(client);
    const rejections = [
      await mint(client, coin, { ...toBank, destination: { accountId: bank } }),
      await mint(client, coin, await mintRequest(client, debit(pounds))),
      await mint(client, coin, await mintRequest(client, debit(wallet))),
      await burn(client, coin, { ...fromBank, destination: { ...fromBank.destination, externalAccountId: pounds } }),
    ];
    expect(rejections.map(({ status, body }) => [status, body.details.errors[0].field])).toEqual([
      [400, 'destination.accountId'],
      [400, 'fundingSource.externalAccountId'],
      [400, 'fundingSource.externalAccountId'],
      [400, 'destination.externalAccountId'],
    ]);
    const unknown = { accountId: 'ExternalAccount:019542f5-b3e7-7d02-8000-000000000001' };
    const missing = await mint(client, coin, { ...toBank, destination: unknown });
    expect([missing.status, missing.body.code]).toEqual([404, 'REFERENCE_NOT_FOUND']);
  });

  it('requires a key, and the same key with another amount returns 409', async () => {
    const request = await mintRequest(client);
    expect((await client.post(`/stablecoins/${coin}/mints`, request)).status).toBe(400);
    const key = keyed();
    const first = await client.post(`/stablecoins/${coin}/mints`, request, key);
    const replay = await client.post(`/stablecoins/${coin}/mints`, request, key);
    expect([replay.status, replay.text]).toEqual([201, first.text]);
    const other = await client.post(`/stablecoins/${coin}/mints`, { ...request, amount: coins(50) }, key);
    expect([other.status, other.body.code]).toEqual([409, 'CONFLICT']);
  });
});

describe('the operations of a stablecoin', () => {
  it('are listed newest first, all of them or those of one type', async () => {
    const id = await newCoin(client);
    const minted = await mint(client, id, await mintRequest(client));
    const burned = await burn(client, id, await burnRequest(client));
    const ids = async (query: string) => {
      const { body } = await client.get(`/stablecoins/${id}/operations${query}`);
      return body.data.map((operation: { id: string }) => operation.id);
    };
    expect(await ids('')).toEqual([burned.body.id, minted.body.id]);
    expect(await ids('?operationType=MINT')).toEqual([minted.body.id]);
    const { body: first } = await client.get(`/stablecoins/${id}/operations?limit=1`);
    expect(await ids(`?cursor=${first.nextCursor}`)).toEqual([minted.body.id]);
  });
});

describe('a provider whose credentials expire during an operation', () => {
  it('is retried, and the operation ends once it is linked again', async () => {
    const platform = await app.newPlatform();
    const id = await newCoin(platform);
    const { body } = await mint(platform, id, await mintRequest(platform));
    const { stablecoinProviderAccountId: link } = body;
    const { db } = app.database;
    const before = await platform.get(`${LINKS}/${link}`);
    await fundsArrive(body.id, platform);
    await db.pool.query(`UPDATE stablecoin_provider_accounts SET status = 'REVOKED' WHERE id = $1`, [link]);
    const rejected = await mint(platform, id, await mintRequest(platform));
    expect(rejected.body.code).toBe('STABLECOIN_PROVIDER_ACCOUNT_REVOKED');
    const anew = { ...credentials(), providerAccountId: before.body.providerAccountId };
    expect((await platform.post(LINKS, anew, keyed())).body.id).toBe(link);
    await advance(600, platform);
    expect((await read(body.id, platform)).status).toBe('COMPLETED');
    await app.audit();
  });
});
