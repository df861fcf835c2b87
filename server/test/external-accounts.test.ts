import { bech32m } from '@scure/base';
import { beforeAll, describe, expect, test } from 'vitest';
import { render, sql } from '../src/foundation/db/sql.ts';
import { TestApp } from './support/app.ts';
import type { Client } from './support/client.ts';
import { exampleInfo, exampleRequest, newCustomer, withSuffix } from './support/external-accounts.ts';
import { storedLines } from './support/request-lines.ts';

let app: TestApp;
let client: Client;
beforeAll(async () => {
  app = await TestApp.shared();
  client = app.client;
});

const CUSTOMERS = '/customers/external-accounts';
const PLATFORM = '/platform/external-accounts';

const errorsOf = (answer: { body: any }): string[] =>
  answer.body.details.errors.map((e: { field: string }) => e.field).sort();

const evm = (n: number): string => `0x${n.toString(16).padStart(40, '0')}`;
const walletOf = (n: number, changes: object = {}) => ({
  currency: 'USDC',
  accountInfo: { accountType: 'BASE_WALLET', address: evm(n), ...changes },
});
const dollarsOf = (accountNumber: string) => {
  const { currency, accountInfo } = exampleRequest('USD_ACCOUNT');
  return { currency, accountInfo: { ...accountInfo, accountNumber } };
};

describe('an external account', () => {
  test('reports broken rules together with fields of the wrong type, and no optional field', async () => {
    const { accountInfo } = exampleRequest('USD_ACCOUNT');
    const wrong = { ...accountInfo, routingNumber: '021000022', bankName: '' };
    const strict = { headers: { prefer: 'handling=strict' } };
    const answer = await client.post(PLATFORM, { currency: 'EUR', accountInfo: wrong }, strict);
    expect([answer.status, errorsOf(answer)]).toEqual([
      400,
      ['accountInfo.bankName', 'accountInfo.routingNumber', 'currency'],
    ]);
    const unrouted = { ...accountInfo, routingNumber: 5 };
    const one = await client.post(PLATFORM, { currency: 'USD', accountInfo: unrouted });
    expect(errorsOf(one)).toEqual(['accountInfo.routingNumber']);
    const untyped = { ...accountInfo, accountType: 'SHOE_BOX' };
    const none = await client.post(PLATFORM, { currency: 'EUR', accountInfo: untyped });
    expect(errorsOf(none)).toEqual(['accountInfo.accountType']);
  });

  test('is created, read, listed and deleted for a customer', async () => {
    const customerId = await newCustomer(client);
    const request = { customerId, platformAccountId: 'mine-1', ...exampleRequest('GBP_ACCOUNT') };
    const made = await client.post(CUSTOMERS, request);
    expect(made.status).toBe(201);
    expect(made.body).toEqual({
      id: expect.stringMatching(/^ExternalAccount:/),
      customerId,
      status: 'ACTIVE',
      platformAccountId: 'mine-1',
      currency: 'GBP',
      defaultUmaDepositAccount: false,
      beneficiaryVerificationStatus: 'MATCHED',
      beneficiaryVerifiedData: { fullName: 'Ana Example' },
      accountInfo: { ...request.accountInfo, paymentRails: ['FASTER_PAYMENTS'] },
    });
    const path = `${CUSTOMERS}/${made.body.id}`;
    expect((await client.get(path)).body).toEqual(made.body);
    expect((await client.get(`${CUSTOMERS}?customerId=${customerId}`)).body).toEqual({
      data: [made.body],
      hasMore: false,
      totalCount: 1,
    });
    expect((await client.delete(path)).status).toBe(204);
    for (const answer of [await client.get(path), await client.delete(path)]) {
      expect([answer.status, answer.body.code]).toEqual([404, 'REFERENCE_NOT_FOUND']);
    }
    expect((await client.get(`${CUSTOMERS}?customerId=${customerId}`)).body.data).toEqual([]);
    const [row] = await app.database.db.read(sql`SELECT deleted_at FROM external_accounts WHERE id = ${made.body.id}`);
    expect(row?.deleted_at).toBeInstanceOf(Date);
  });

  test("can be created for the platform itself, separate from its customers' accounts", async () => {
    const platform = await app.newPlatform();
    const made = await platform.post(PLATFORM, exampleRequest('MXN_ACCOUNT'));
    expect(made.status).toBe(201);
    expect(made.body).not.toHaveProperty('customerId');
    expect(made.body).not.toHaveProperty('defaultUmaDepositAccount');
    const unnamed = await platform.post(CUSTOMERS, exampleRequest('GBP_ACCOUNT'));
    expect((await platform.get(`${PLATFORM}/${unnamed.body.id}`)).body).toEqual(unnamed.body);
    expect((await platform.get(PLATFORM)).body.data).toEqual([unnamed.body, made.body]);
    expect((await platform.get(CUSTOMERS)).body.data).toEqual([]);
    expect((await platform.get(`${CUSTOMERS}/${made.body.id}`)).status).toBe(404);
    expect((await platform.delete(`${CUSTOMERS}/${made.body.id}`)).status).toBe(404);
    expect((await platform.delete(`${PLATFORM}/${made.body.id}`)).status).toBe(204);
  });

  test('requires an existing customer', async () => {
    const request = exampleRequest('GBP_ACCOUNT');
    const unknown = await client.post(CUSTOMERS, { customerId: `Customer:${crypto.randomUUID()}`, ...request });
    expect([unknown.status, unknown.body.code]).toEqual([404, 'USER_NOT_FOUND']);
    const customerId = await newCustomer(client);
    await client.delete(`/customers/${customerId}`);
    const deleted = await client.post(CUSTOMERS, { customerId, ...request });
    expect([deleted.status, deleted.body.code]).toEqual([410, 'CUSTOMER_DELETED']);
    const malformed = await client.post(CUSTOMERS, { customerId: 'Ana', ...request });
    expect(malformed.body.details.errors).toMatchObject([{ field: 'customerId' }]);
  });

  test('is validated before the customer is read, and the customer is read before the name check', async () => {
    const customerId = `Customer:${crypto.randomUUID()}`;
    const wrong = await client.post(CUSTOMERS, { customerId, ...exampleRequest('GBP_ACCOUNT'), currency: 'USD' });
    expect(wrong.body.code).toBe('INVALID_INPUT');
    const rejected = await client.post(CUSTOMERS, { customerId, ...withSuffix('GBP_ACCOUNT', '105') });
    expect(rejected.body.code).toBe('USER_NOT_FOUND');
  });

  test('cannot be added to a customer that is being deleted', async () => {
    for (let round = 0; round < 5; round++) {
      const customerId = await newCustomer(client);
      const [made, deleted] = await Promise.all([
        client.post(CUSTOMERS, { customerId, ...exampleRequest('GBP_ACCOUNT') }),
        client.delete(`/customers/${customerId}`),
      ]);
      expect(deleted.status).toBe(200);
      expect([201, 410]).toContain(made.status);
    }
  });

  test('is not visible to another platform', async () => {
    const stranger = await app.newPlatform();
    const customerId = await newCustomer(client);
    const { body } = await client.post(CUSTOMERS, { customerId, ...exampleRequest('GBP_ACCOUNT') });
    const path = `${CUSTOMERS}/${body.id}`;
    const answers = [
      await stranger.get(path),
      await stranger.delete(path),
      await stranger.post(`${path}/challenge`, { method: 'WALLET_SIGNATURE' }),
      await stranger.post(`${path}/verify`, { signature: '0x00' }),
    ];
    for (const answer of answers) expect([answer.status, answer.body.code]).toEqual([404, 'REFERENCE_NOT_FOUND']);
    expect((await stranger.get(`${CUSTOMERS}?customerId=${customerId}`)).body.data).toEqual([]);
    const theirs = await stranger.post(CUSTOMERS, { customerId, ...exampleRequest('GBP_ACCOUNT') });
    expect([theirs.status, theirs.body.code]).toEqual([404, 'USER_NOT_FOUND']);
    expect((await client.get(path)).status).toBe(200);
  });

  test('requires TRANSACT or MANAGE to be written, and any permission to be read', async () => {
    const [viewer, payer, manager] = await Promise.all(
      (['VIEW', 'TRANSACT', 'MANAGE'] as const).map((permission) => app.clientWith([permission])),
    );
    const customerId = await newCustomer(client);
    const request = { customerId, ...exampleRequest('GBP_ACCOUNT') };
    expect((await viewer!.post(CUSTOMERS, request)).status).toBe(403);
    const { body } = await payer!.post(CUSTOMERS, request);
    const path = `${CUSTOMERS}/${body.id}`;
    expect((await viewer!.get(path)).status).toBe(200);
    expect((await viewer!.get(CUSTOMERS)).status).toBe(200);
    expect((await viewer!.delete(path)).status).toBe(403);
    expect((await viewer!.post(`${path}/challenge`, { method: 'LIVENESS' })).status).toBe(403);
    expect((await viewer!.post(`${path}/verify`, { signature: 'x' })).status).toBe(403);
    expect((await manager!.delete(path)).status).toBe(204);
  });

  test('is created once under one Idempotency-Key', async () => {
    const request = { customerId: await newCustomer(client), ...exampleRequest('EUR_ACCOUNT') };
    const headers = { 'idempotency-key': crypto.randomUUID() };
    const answers = await Promise.all(Array.from({ length: 5 }, () => client.post(CUSTOMERS, request, { headers })));
    expect(new Set(answers.map((answer) => `${answer.status} ${answer.text}`)).size).toBe(1);
    expect(answers[0]?.status).toBe(201);
    expect(answers.filter((answer) => answer.headers.get('idempotent-replayed')).length).toBe(4);
  });

  test('ignores unknown fields, and paymentRails, which only responses have', async () => {
    const { currency, accountInfo } = exampleRequest('USD_ACCOUNT');
    const request = { currency, color: 'red', accountInfo: { ...accountInfo, paymentRails: ['SWIFT'], color: 'red' } };
    const { body } = await client.post(CUSTOMERS, { customerId: await newCustomer(client), ...request });
    expect(body.accountInfo).toEqual({ ...accountInfo, paymentRails: ['ACH', 'WIRE', 'RTP', 'FEDNOW'] });
  });
});

describe('a duplicate account', () => {
  test('of the same owner is rejected, and the error names the existing one', async () => {
    const customerId = await newCustomer(client);
    const { body } = await client.post(CUSTOMERS, { customerId, ...dollarsOf('111122223333') });
    const otherName = dollarsOf('111122223333');
    otherName.accountInfo.beneficiary!.fullName = 'Somebody Else';
    const again = await client.post(CUSTOMERS, { customerId, ...otherName });
    expect([again.status, again.body.code]).toEqual([409, 'CONFLICT']);
    expect(again.body.details).toMatchObject({ reason: 'EXTERNAL_ACCOUNT_EXISTS', externalAccountId: body.id });
  });

  test('is detected regardless of case, where case is not significant', async () => {
    const customerId = await newCustomer(client);
    const checksummed = exampleRequest('ETHEREUM_WALLET');
    expect((await client.post(CUSTOMERS, { customerId, ...checksummed })).status).toBe(201);
    const address = String(checksummed.accountInfo.address).toLowerCase();
    const lower = { ...checksummed, accountInfo: { ...checksummed.accountInfo, address } };
    expect((await client.post(CUSTOMERS, { customerId, ...lower })).status).toBe(409);
  });

  test('is allowed for another customer, for the platform, in another currency and of another type', async () => {
    const [one, other] = [await newCustomer(client), await newCustomer(client)];
    const request = exampleRequest('ETHEREUM_WALLET');
    const { address } = request.accountInfo;
    const answers = [
      await client.post(CUSTOMERS, { customerId: one, ...request }),
      await client.post(CUSTOMERS, { customerId: other, ...request }),
      await client.post(PLATFORM, request),
      await client.post(CUSTOMERS, { customerId: one, ...request, currency: 'USDT' }),
      await client.post(CUSTOMERS, {
        customerId: one,
        currency: 'USDC',
        accountInfo: { accountType: 'BASE_WALLET', address },
      }),
    ];
    expect(answers.map((answer) => answer.status)).toEqual([201, 201, 201, 201, 201]);
  });

  test('is created once under concurrency', async () => {
    const customerId = await newCustomer(client);
    const answers = await Promise.all(
      Array.from({ length: 12 }, () => client.post(CUSTOMERS, { customerId, ...dollarsOf('444455556666') })),
    );
    expect(answers.map((answer) => answer.status).toSorted()).toEqual([201, ...Array(11).fill(409)]);
  });

  test('can be added again after deletion', async () => {
    const customerId = await newCustomer(client);
    const request = { customerId, ...dollarsOf('777788889999') };
    const first = await client.post(CUSTOMERS, request);
    await client.delete(`${CUSTOMERS}/${first.body.id}`);
    const second = await client.post(CUSTOMERS, request);
    expect(second.status).toBe(201);
    expect(second.body.id).not.toBe(first.body.id);
  });
});

describe('lists', () => {
  test('are newest first, paged, and filtered by currency and customer', async () => {
    const platform = await app.newPlatform();
    const [one, other] = [await newCustomer(platform), await newCustomer(platform)];
    const ids: string[] = [];
    for (let n = 0; n < 5; n++) {
      const request = n % 2 === 0 ? dollarsOf(`1000000${n}`) : walletOf(n + 1);
      const { body } = await platform.post(CUSTOMERS, { customerId: n < 3 ? one : other, ...request });
      ids.unshift(body.id);
    }
    const list = async (query: string) => (await platform.get(`${CUSTOMERS}?${query}`)).body;
    const idsOf = (page: { data: { id: string }[] }) => page.data.map((account) => account.id);
    const first = await list('limit=2');
    expect([idsOf(first), first.hasMore, first.totalCount]).toEqual([ids.slice(0, 2), true, 5]);
    const second = await list(`limit=2&cursor=${first.nextCursor}`);
    await platform.post(CUSTOMERS, { customerId: one, ...dollarsOf('99999999') });
    const third = await list(`limit=2&cursor=${second.nextCursor}`);
    expect([idsOf(second), idsOf(third), third.hasMore]).toEqual([ids.slice(2, 4), ids.slice(4), false]);
    expect(idsOf(await list(`customerId=${other}`))).toEqual(ids.slice(0, 2));
    expect(idsOf(await list(`customerId=${other}&currency=USDC`))).toEqual([ids[1]]);
    expect(idsOf(await list('currency=EUR'))).toEqual([]);
    expect(idsOf(await list(`ids=${ids[3]},${ids[1]}`))).toEqual([ids[1], ids[3]]);
    expect(idsOf((await platform.get(`${PLATFORM}?ids=${ids[1]}`)).body)).toEqual([]);
    expect((await platform.get(`${CUSTOMERS}?limit=0`)).status).toBe(400);
    expect((await platform.get(`${CUSTOMERS}?customerId=nobody`)).status).toBe(400);
    expect((await platform.get(`${PLATFORM}?cursor=nonsense`)).status).toBe(400);
  });

  test('read an index in its order, within the platform and within a customer', async () => {
    const platform = await app.newPlatform();
    const customerId = await newCustomer(platform);
    const { db } = app.database;
    const columns = sql`currency, status, account_info, fingerprint, version, created_at, updated_at`;
    const { body } = await platform.post(CUSTOMERS, { customerId, ...dollarsOf('12341234') });
    for (const owner of [sql`customer_id`, sql`NULL`]) {
      await db.write(sql`
        INSERT INTO external_accounts (platform_id, id, customer_id, ${columns})
        SELECT platform_id, 'ExternalAccount:' || gen_random_uuid(), ${owner}, currency, status, account_info,
          gen_random_uuid()::text, version, created_at, updated_at
        FROM external_accounts, generate_series(1, 3000) WHERE id = ${body.id}`);
    }
    const other = await newCustomer(platform);
    await platform.post(CUSTOMERS, { customerId: other, ...dollarsOf('12341234') });
    await db.write(sql`ANALYZE external_accounts`);
    const plan = async (where: ReturnType<typeof sql>) => {
      const { text, values } = render(sql`
        SELECT id FROM external_accounts WHERE platform_id = ${platform.platformId} AND ${where} AND deleted_at IS NULL
          AND id < ${body.id} ORDER BY id DESC LIMIT 21`);
      const { rows } = await db.pool.query(`EXPLAIN ${text}`, values);
      return rows.map((row) => row['QUERY PLAN']).join('\n');
    };
    const plans = {
      external_accounts_of_customers: await plan(sql`customer_id IS NOT NULL`),
      external_accounts_of_customer: await plan(sql`customer_id IS NOT NULL AND customer_id = ${other}`),
      external_accounts_of_platform: await plan(sql`customer_id IS NULL`),
    };
    for (const [index, text] of Object.entries(plans)) {
      expect(text).toMatch(new RegExp(`Index (Only )?Scan Backward using ${index} on`));
      expect(text).not.toContain('Sort');
    }
  });
});

describe('the default account for UMA deposits', () => {
  const isDefault = async (id: string) => (await client.get(`${CUSTOMERS}/${id}`)).body.defaultUmaDepositAccount;

  test('is one per customer: the newest replaces the previous one', async () => {
    const customerId = await newCustomer(client);
    const make = async (n: number, defaultUmaDepositAccount?: boolean) =>
      (await client.post(CUSTOMERS, { customerId, defaultUmaDepositAccount, ...dollarsOf(`5555000${n}`) })).body.id;
    const [first, second, third] = [await make(1, true), await make(2, true), await make(3)];
    expect([await isDefault(first), await isDefault(second), await isDefault(third)]).toEqual([false, true, false]);
    const { body } = await client.get(`${CUSTOMERS}?customerId=${customerId}`);
    expect(body.data.map((account: any) => account.defaultUmaDepositAccount)).toEqual([false, true, false]);
    await client.delete(`${CUSTOMERS}/${second}`);
    expect([await isDefault(first), await isDefault(third)]).toEqual([false, false]);
  });

  test('is exactly one under concurrency', async () => {
    const customerId = await newCustomer(client);
    const made = await Promise.all(
      Array.from({ length: 8 }, (_, n) =>
        client.post(CUSTOMERS, { customerId, defaultUmaDepositAccount: true, ...dollarsOf(`6666000${n}`) }),
      ),
    );
    expect(made.map((answer) => answer.status)).toEqual(Array(8).fill(201));
    const { body } = await client.get(`${CUSTOMERS}?customerId=${customerId}`);
    expect(body.data.filter((account: any) => account.defaultUmaDepositAccount)).toHaveLength(1);
  });

  test('is available to customers only', async () => {
    const { status, body } = await client.post(CUSTOMERS, { defaultUmaDepositAccount: true, ...dollarsOf('77770001') });
    expect([status, body.details.errors[0].field]).toEqual([400, 'customerId']);
  });
});

describe('a trusted beneficiary', () => {
  test('cannot be deleted', async () => {
    const { body } = await client.post(CUSTOMERS, { customerId: await newCustomer(client), ...walletOf(77) });
    await app.database.db.write(sql`UPDATE external_accounts SET is_trusted = true WHERE id = ${body.id}`);
    const rejected = await client.delete(`${CUSTOMERS}/${body.id}`);
    expect([rejected.status, rejected.body.code]).toEqual([409, 'BENEFICIARY_TRUSTED']);
    expect((await client.get(`${CUSTOMERS}/${body.id}`)).status).toBe(200);
  });
});

describe('wallets', () => {
  const beneficiary = { beneficiaryType: 'INDIVIDUAL', fullName: 'Ana Example', countryOfResidence: 'GB' };
  const make = async (request: object) => client.post(CUSTOMERS, { customerId: await newCustomer(client), ...request });

  test.each([
    ['BASE_WALLET', 'USDC'],
    ['ETHEREUM_WALLET', 'USDT'],
    ['POLYGON_WALLET', 'USDC'],
    ['PLASMA_WALLET', 'USDT'],
    ['SOLANA_WALLET', 'USDC'],
    ['TRON_WALLET', 'USDT'],
  ] as const)('%s of the owner without a custodian waits for a proof of ownership', async (name, currency) => {
    const { accountInfo } = exampleRequest(name);
    const statusOf = async (changes: object, info: object = {}) =>
      (await make({ currency, accountInfo: { ...accountInfo, ...info }, ...changes })).body.status;
    expect(await statusOf({ ownershipType: 'FIRST_PARTY' })).toBe('PENDING_OWNERSHIP_VERIFICATION');
    expect(await statusOf({ ownershipType: 'FIRST_PARTY' }, { vaspName: 'Example Exchange' })).toBe('ACTIVE');
    expect(await statusOf({ ownershipType: 'THIRD_PARTY' }, { beneficiary })).toBe('ACTIVE');
    expect(await statusOf({})).toBe('ACTIVE');
  });

  test('on Spark and Lightning, and bank accounts, are active immediately', async () => {
    for (const name of ['SPARK_WALLET', 'LIGHTNING', 'USD_ACCOUNT'] as const) {
      const { body } = await make({ ownershipType: 'FIRST_PARTY', ...exampleRequest(name) });
      expect([name, body.status, body.ownershipType]).toEqual([name, 'ACTIVE', 'FIRST_PARTY']);
    }
  });

  test('of a third party require a beneficiary', async () => {
    const { status, body } = await make({ ownershipType: 'THIRD_PARTY', ...walletOf(5) });
    expect([status, body.code]).toEqual([400, 'INVALID_INPUT']);
    expect(body.details.errors).toMatchObject([{ field: 'accountInfo.beneficiary' }]);
    const lightning = await make({ ownershipType: 'THIRD_PARTY', ...exampleRequest('LIGHTNING') });
    expect(lightning.status).toBe(201);
  });

  test('show the result of the name check, with and without a name', async () => {
    const statusOf = async (request: object) => (await make(request)).body.beneficiaryVerificationStatus;
    expect(await statusOf(walletOf(0x1234))).toBe('MATCHED');
    expect(await statusOf(walletOf(0x9102, { beneficiary }))).toBe('NOT_MATCHED');
    expect(await statusOf(walletOf(0x9103))).toBe('PARTIAL_MATCH');
    const invalid = await make(walletOf(0x9105));
    expect([invalid.status, invalid.body.code]).toEqual([400, 'INVALID_BANK_ACCOUNT']);
  });
});

describe('in production', () => {
  let production: Client;
  let customerId: string;
  beforeAll(async () => {
    production = await app.newPlatform('PRODUCTION');
    customerId = await newCustomer(production);
  });

  test('names are not checked while no network is connected, and suffixes have no effect', async () => {
    for (const suffix of ['102', '105']) {
      const { status, body } = await production.post(CUSTOMERS, { customerId, ...withSuffix('USD_ACCOUNT', suffix) });
      expect([status, body.beneficiaryVerificationStatus]).toEqual([201, 'UNSUPPORTED']);
      expect(body).not.toHaveProperty('beneficiaryVerifiedData');
    }
  });

  test('addresses must be on the main networks, while the sandbox also accepts test networks', async () => {
    const main = exampleRequest('SPARK_WALLET');
    const { words } = bech32m.decode(main.accountInfo.address as 'spark1', 1_024);
    const regtest = { ...main, accountInfo: { ...main.accountInfo, address: bech32m.encode('sparkrt', words, 1_024) } };
    expect((await production.post(CUSTOMERS, { customerId, ...main })).status).toBe(201);
    const rejected = await production.post(CUSTOMERS, { customerId, ...regtest });
    expect(rejected.body.details.errors).toMatchObject([{ field: 'accountInfo.address' }]);
    for (const request of [main, regtest]) {
      const { status } = await client.post(CUSTOMERS, { customerId: await newCustomer(client), ...request });
      expect(status).toBe(201);
    }
  });
});

describe('the request log', () => {
  test('masks account numbers except for the last four digits', async () => {
    const { accountInfo } = exampleRequest('USD_ACCOUNT');
    const platform = await app.newPlatform();
    const located = dollarsOf('98765432101234');
    const address = { line1: '1 Example Street', city: 'Exampleton', postalCode: '12345', country: 'GB' };
    const requests = [
      { ...located, accountInfo: { ...located.accountInfo, beneficiary: { ...accountInfo.beneficiary, address } } },
      { currency: 'EUR', accountInfo: exampleInfo('EUR_ACCOUNT') },
      { currency: 'MXN', accountInfo: exampleInfo('MXN_ACCOUNT') },
      { currency: 'USD', accountInfo: { ...accountInfo, accountNumber: 98765432101234 } },
    ];
    for (const request of requests) await platform.post(PLATFORM, request);
    await app.app.requestLog.flush();
    const logged = (await storedLines(app.database.db))
      .filter(({ platformId }) => platformId === platform.platformId)
      .map(
        ({ requestBody, responseBody }) => ({ requestBody, responseBody }) as { requestBody: any; responseBody: any },
      );
    expect(logged[0]?.requestBody.accountInfo.accountNumber).toBe('****1234');
    expect(logged[0]?.responseBody.accountInfo.accountNumber).toBe('****1234');
    expect(logged[0]?.requestBody.accountInfo.beneficiary.address.city).toBe('[redacted]');
    expect(logged[1]?.responseBody.accountInfo.iban).toBe('****3000');
    expect(logged[2]?.responseBody.accountInfo.clabeNumber).toBe('****7771');
    const everything = JSON.stringify(logged) + app.logs.join('');
    for (const secret of ['98765432101234', 'DE89370400440532013000', '002010077777777771']) {
      expect(everything).not.toContain(secret);
    }
  });
});

describe('the API reference', () => {
  test('shows every type in requests and responses', () => {
    const { schemas } = app.contract.document['components'];
    expect(schemas.ExternalAccountCreateInfoOneOf.oneOf).toHaveLength(46);
    expect(schemas.ExternalAccountInfoOneOf.oneOf).toHaveLength(46);
    expect(schemas.UsdExternalAccountCreateInfo.required).toEqual([
      'accountType',
      'accountNumber',
      'routingNumber',
      'beneficiary',
    ]);
    expect(schemas.UsdExternalAccountInfo.required).toContain('paymentRails');
    expect(schemas.BaseWalletExternalAccountInfo.required).toEqual(['accountType', 'address']);
  });

  test('lists the suffixes among the magic values', async () => {
    const { body } = await client.get('/sandbox/magic-values');
    const rows = body.data.filter((row: any) => row.area === 'beneficiary name check');
    expect(Object.fromEntries(rows.map((row: any) => [row.value, row.effect]))).toEqual({
      '102': 'NOT_MATCHED',
      '103': 'PARTIAL_MATCH',
      '104': 'PENDING',
      '105': '400 INVALID_BANK_ACCOUNT',
      '106': 'UNSUPPORTED',
      '107': 'CHECKED_BY_RECEIVING_FI',
      other: 'MATCHED',
    });
  });
});
