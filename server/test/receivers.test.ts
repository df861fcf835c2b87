import { afterAll, beforeAll, beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { configuredFunding } from '../src/engine/providers/funding/configured.ts';
import { sandboxFx } from '../src/engine/providers/fx/sandbox.ts';
import { readConfig } from '../src/foundation/config.ts';
import { sql } from '../src/foundation/db/sql.ts';
import { addMs, MINUTE_MS, systemClock } from '../src/foundation/kernel/clock.ts';
import { ApiError } from '../src/foundation/kernel/errors.ts';
import { uuidv7 } from '../src/foundation/kernel/ids.ts';
import type { AccountTypeName } from '../src/parties/accounts/account-types.ts';
import { deliveries } from '../src/parties/accounts/delivery-rails.ts';
import { corridorsWith } from '../src/parties/rates/corridor-file.ts';
import { Corridors } from '../src/parties/rates/corridors.ts';
import { Rates } from '../src/parties/rates/rates.ts';
import { getLookup } from '../src/parties/receivers/lookups.ts';
import { lookUpUmaAddress } from '../src/parties/receivers/receivers.ts';
import { TestApp } from './support/app.ts';
import { bankingWith } from './support/banking.ts';
import type { Answer, Client } from './support/client.ts';
import { exampleRequest } from './support/external-accounts.ts';

const DOMAIN = 'sandbox.causeway.test';

let app: TestApp;
let client: Client;
let payer: { id: string; umaAddress: string };
beforeAll(async () => {
  app = await TestApp.shared();
});
beforeEach(async () => {
  client = await app.newPlatform();
  payer = await newCustomer();
});
afterAll(() => app.stop());

const newCustomer = async (more: object = {}, on = client) =>
  (await on.post('/customers', { customerType: 'INDIVIDUAL', fullName: 'Ada Lovelace', ...more })).body;

async function newAccount(name: AccountTypeName, more: object = {}): Promise<string> {
  const request = { customerId: payer.id, ...exampleRequest(name), ...more };
  const { status, body } = await client.post('/customers/external-accounts', request);
  if (status !== 201) throw new Error(JSON.stringify(body));
  return body.id;
}

const external = (accountId: string, query = `customerId=${payer.id}`, on = client) =>
  on.get(`/receiver/external-account/${accountId}?${query}`);
const uma = (address: string, query = `customerId=${payer.id}`, on = client) =>
  on.get(`/receiver/uma/${encodeURIComponent(address)}?${query}`);
const fieldsOf = ({ body }: Answer): string[] => body.details.errors.map((error: { field: string }) => error.field);

/** Both kinds of lookup require the same identification of the sender. */
const lookups: Record<string, () => Promise<(query: string, on?: Client) => Promise<Answer>>> = {
  'an external account': async () => {
    const id = await newAccount('MXN_ACCOUNT');
    return (query, on) => external(id, query, on);
  },
  'a UMA address': async () => (query, on) => uma(`$success.mxn@${DOMAIN}`, query, on),
};

describe.each(Object.entries(lookups))('the sender of a lookup of %s', (_, make) => {
  it('is identified by customerId or by senderUmaAddress', async () => {
    const lookup = await make();
    const byId = await lookup(`customerId=${payer.id}`);
    const byAddress = await lookup(`senderUmaAddress=${encodeURIComponent(payer.umaAddress.toUpperCase())}`);
    expect([byId.status, byAddress.status]).toEqual([200, 200]);
    expect(byAddress.body).toEqual({ ...byId.body, lookupId: byAddress.body.lookupId });
  });

  it('can be given by both if they identify the same customer', async () => {
    const lookup = await make();
    const address = encodeURIComponent(payer.umaAddress.toUpperCase());
    expect((await lookup(`customerId=${payer.id}&senderUmaAddress=${address}`)).status).toBe(200);
  });

  it('is required and unambiguous: otherwise 400 with both fields', async () => {
    const lookup = await make();
    const other = await newCustomer();
    for (const query of [
      '',
      `customerId=${payer.id}&senderUmaAddress=${encodeURIComponent(other.umaAddress)}`,
      `customerId=${payer.id}&senderUmaAddress=${encodeURIComponent(`$nobody@${DOMAIN}`)}`,
    ]) {
      const answer = await lookup(query);
      expect([answer.status, fieldsOf(answer)]).toEqual([400, ['senderUmaAddress', 'customerId']]);
    }
  });

  it('must be well-formed: otherwise 400', async () => {
    const lookup = await make();
    const id = await lookup('customerId=Customer:1');
    expect([id.status, fieldsOf(id)]).toEqual([400, ['customerId']]);
    const address = await lookup('senderUmaAddress=ada');
    expect([address.status, address.body.code]).toEqual([400, 'INVALID_UMA_ADDRESS']);
  });

  it('must be a customer of the platform: otherwise 404', async () => {
    const lookup = await make();
    const elsewhere = await newCustomer({}, await app.newPlatform());
    const deleted = await newCustomer();
    await client.delete(`/customers/${deleted.id}`);
    for (const query of [
      `customerId=Customer:${uuidv7()}`,
      `customerId=${elsewhere.id}`,
      `customerId=${deleted.id}`,
      `senderUmaAddress=${encodeURIComponent(elsewhere.umaAddress)}`,
      `senderUmaAddress=${encodeURIComponent(deleted.umaAddress)}`,
    ]) {
      const { status, body } = await lookup(query);
      expect([query, status, body.code]).toEqual([query, 404, 'USER_NOT_FOUND']);
    }
  });

  it('must be authenticated: otherwise 401', async () => {
    const lookup = await make();
    const stranger = client.with({ clientId: client.clientId, clientSecret: 'wrong' });
    expect((await lookup(`customerId=${payer.id}`, stranger)).status).toBe(401);
  });

  it('gets the rate from its first currency, or from dollars without one', async () => {
    const lookup = await make();
    const rate = async (id: string) =>
      (await lookup(`customerId=${id}`)).body.supportedCurrencies[0].estimatedExchangeRate;
    expect(await rate(payer.id)).toBeCloseTo(18.35 * 0.997, 9);
    const coins = await newCustomer({ currencies: ['USDC', 'USD'] });
    expect(await rate(coins.id)).toBeCloseTo((18.35 * 0.997) / 10_000, 12);
  });
});

describe('GET /receiver/external-account/{accountId}', () => {
  it('returns the receivable currencies, the required payer data, and a lookupId for the quote', async () => {
    const accountId = await newAccount('EUR_ACCOUNT');
    const { status, body } = await external(accountId);
    expect(status).toBe(200);
    expect(body).toEqual({
      supportedCurrencies: [
        {
          currency: { code: 'EUR', name: 'Euro', symbol: '€', decimals: 2 },
          estimatedExchangeRate: expect.closeTo(0.8642 * 0.997, 12),
          min: 1,
          // A million dollars, the largest single payment, after fees.
          max: 86_160_710,
          requiredQuoteFields: [],
        },
      ],
      requiredPayerDataFields: [
        { name: 'FULL_NAME', mandatory: true },
        { name: 'POSTAL_ADDRESS', mandatory: false },
      ],
      lookupId: expect.stringMatching(/^Lookup:/),
      accountId,
    });
  });

  it('supports every account type', async () => {
    const limits: Partial<Record<AccountTypeName, [number, number]>> = {
      USD_ACCOUNT: [1, 99_999_950],
      INR_ACCOUNT: [100, 10_000_000],
      KES_ACCOUNT: [1_292, 25_850_000],
      SOLANA_WALLET: [10_000, 999_999_950_000],
      SPARK_WALLET: [1, 992_499_990],
      LIGHTNING: [1, 50_000_000],
      SWIFT_ACCOUNT: [367, 365_408_268],
    };
    for (const [name, [min, max]] of Object.entries(limits)) {
      const { body } = await external(await newAccount(name as AccountTypeName));
      expect([name, body.supportedCurrencies[0]]).toMatchObject([name, { min, max }]);
    }
  });

  it('requires more payer data through correspondent banks', async () => {
    const { body } = await external(await newAccount('SWIFT_ACCOUNT', { currency: 'JPY' }));
    expect(body.requiredPayerDataFields).toEqual([
      { name: 'FULL_NAME', mandatory: true },
      { name: 'POSTAL_ADDRESS', mandatory: true },
    ]);
  });

  it('finds accounts of the platform itself', async () => {
    const { body } = await client.post('/platform/external-accounts', exampleRequest('GBP_ACCOUNT'));
    expect((await external(body.id)).body.accountId).toBe(body.id);
  });

  it('returns 404 for unknown and deleted accounts, and for those of another platform', async () => {
    const deleted = await newAccount('MXN_ACCOUNT');
    await client.delete(`/customers/external-accounts/${deleted}`);
    const others = await newAccount('GBP_ACCOUNT');
    const neighbour = await app.newPlatform();
    const { id } = await newCustomer({}, neighbour);
    for (const answer of [
      await external(`ExternalAccount:${uuidv7()}`),
      await external(deleted),
      await external(others, `customerId=${id}`, neighbour),
    ]) {
      expect([answer.status, answer.body.code]).toEqual([404, 'REFERENCE_NOT_FOUND']);
    }
  });

  it('rejects a malformed id: 400', async () => {
    const answer = await external(`InternalAccount:${uuidv7()}`);
    expect([answer.status, fieldsOf(answer)]).toEqual([400, ['accountId']]);
  });

  it('returns 400 if no corridor exists', async () => {
    const config = { corridors: { overrides: [{ to: ['MXN'], isClosed: true }] } };
    const closed = await TestApp.start({ beside: app, config });
    const { status, body } = await external(await newAccount('MXN_ACCOUNT'), undefined, client.at(closed.url));
    expect([status, body.code]).toEqual([400, 'LOOKUP_REQUEST_FAILED']);
    await closed.stop();
  });
});

describe('GET /receiver/uma/{receiverUmaAddress}', () => {
  const sandbox: Record<string, string> = {
    'success.usd': 'USD',
    'success.eur': 'EUR',
    'success.mxn': 'MXN',
    'pending.long.usd': 'USD',
    'fail.compliance.usd': 'USD',
  };
  it.each(Object.entries(sandbox))('finds $%s of the sandbox, who receives %s', async (name, code) => {
    const { status, body } = await uma(`$${name}@${DOMAIN}`);
    expect(status).toBe(200);
    expect(body).toMatchObject({
      receiverUmaAddress: `$${name}@${DOMAIN}`,
      supportedCurrencies: [{ currency: { code }, min: expect.any(Number), max: expect.any(Number) }],
      lookupId: expect.stringMatching(/^Lookup:/),
    });
    expect(body.supportedCurrencies).toHaveLength(1);
  });

  it('returns the payer data that the counterparty requires', async () => {
    expect((await uma(`$success.eur@${DOMAIN}`)).body.requiredPayerDataFields).toEqual([
      { name: 'FULL_NAME', mandatory: true },
      { name: 'NATIONALITY', mandatory: false },
    ]);
    expect((await uma(`$success.usd@${DOMAIN}`)).body.requiredPayerDataFields).toEqual([]);
  });

  it('accepts the address in any case, with the dollar sign plain or encoded', async () => {
    expect((await uma(`$Success.USD@${DOMAIN.toUpperCase()}`)).body.receiverUmaAddress).toBe(`$success.usd@${DOMAIN}`);
    expect((await client.get(`/receiver/uma/$success.usd@${DOMAIN}?customerId=${payer.id}`)).status).toBe(200);
  });

  it('rejects an invalid address: 400 INVALID_UMA_ADDRESS', async () => {
    for (const address of [
      'ada',
      'success.usd@example.com',
      '$@example.com',
      '$ada@',
      '$ä@example.com',
      `$${'a'.repeat(64)}@example.com`,
    ]) {
      const { status, body } = await uma(address);
      expect([address, status, body.code]).toEqual([address, 400, 'INVALID_UMA_ADDRESS']);
    }
  });

  it('returns 404 UMA_NOT_FOUND for other addresses at the sandbox domain', async () => {
    for (const name of ['nobody', 'success', 'success.gbp', 'constructor', 'tostring', '__proto__']) {
      const { status, body } = await uma(`$${name}@${DOMAIN}`);
      expect([name, status, body.code]).toEqual([name, 404, 'UMA_NOT_FOUND']);
    }
  });

  it('returns 424 LNURLP_REQUEST_FAILED for another domain in the sandbox', async () => {
    const { status, body } = await uma('$ada@elsewhere.example');
    expect([status, body.code]).toEqual([424, 'LNURLP_REQUEST_FAILED']);
    expect(body.details.hint).toContain(DOMAIN);
  });

  it('returns 424 LNURLP_REQUEST_FAILED on a production platform without a UMA domain', async () => {
    const real = await app.newPlatform('PRODUCTION');
    const { id } = await newCustomer({}, real);
    const { status, body } = await uma('$ada@elsewhere.example', `customerId=${id}`, real);
    expect([status, body.code]).toEqual([424, 'LNURLP_REQUEST_FAILED']);
  });

  it("finds the customers of the platform, in the currencies of their accounts, with the platform's required data", async () => {
    const { body: config } = await client.get('/config');
    const [model] = config.supportedCurrencies;
    await client.patch('/config', {
      supportedCurrencies: [
        { ...model, currencyCode: 'USD', minAmount: 100, maxAmount: 5_000 },
        { ...model, currencyCode: 'EUR', requiredCounterpartyFields: [{ name: 'BIRTH_DATE', mandatory: true }] },
        { ...model, currencyCode: 'GBP', enabledTransactionTypes: ['OUTGOING'] },
        { ...model, currencyCode: 'MXN' },
      ],
    });
    const receiver = await newCustomer({ currencies: ['USD', 'EUR', 'GBP'] });
    const { status, body } = await uma(receiver.umaAddress);
    expect(status).toBe(200);
    const shown = body.supportedCurrencies.map(
      ({ currency, min, max }: { currency: { code: string }; min: number; max: number }) => [currency.code, min, max],
    );
    expect(shown).toEqual([
      ['USD', 100, 5_000],
      ['EUR', 86, 4_308],
    ]);
    expect(body.requiredPayerDataFields).toEqual([{ name: 'BIRTH_DATE', mandatory: true }]);
  });

  it("finds them at the platform's domain, and returns 404 for others there", async () => {
    await client.patch('/config', { umaDomain: 'pay.example.com' });
    const receiver = await newCustomer({ umaAddress: '$grace@pay.example.com' });
    expect((await uma(receiver.umaAddress)).status).toBe(200);
    const { status, body } = await uma('$nobody@pay.example.com');
    expect([status, body.code]).toEqual([404, 'UMA_NOT_FOUND']);
  });

  it('finds the sandbox addresses whatever the case of SANDBOX_UMA_DOMAIN', async () => {
    const config = readConfig({ SANDBOX_UMA_DOMAIN: 'Sandbox.Example.Test' });
    const beside = await TestApp.start({ beside: app, config });
    onTestFinished(() => beside.stop());
    const { id } = await newCustomer({}, beside.client);
    for (const domain of ['sandbox.example.test', 'Sandbox.Example.Test']) {
      expect((await uma(`$success.usd@${domain}`, `customerId=${id}`, beside.client)).status).toBe(200);
    }
  });

  it('does not find customers of another platform, deleted ones, or ones without an account', async () => {
    const elsewhere = await newCustomer({}, await app.newPlatform());
    const deleted = await newCustomer();
    await client.delete(`/customers/${deleted.id}`);
    const unverified = await newCustomer({ fullName: 'Ada 003' });
    for (const { umaAddress } of [elsewhere, deleted, unverified]) {
      const { status, body } = await uma(umaAddress);
      expect([status, body.code]).toEqual([404, 'UMA_NOT_FOUND']);
    }
  });

  it.each([
    ['UNSUPPORTED_UMA_VERSION', 412],
    ['NO_COMPATIBLE_UMA_VERSION', 424],
    ['COUNTERPARTY_PUBKEY_FETCH_ERROR', 424],
  ] as const)("returns the counterparty's error: %s", async (code, status) => {
    const rates = new Rates({ fx: { SANDBOX: sandboxFx, PRODUCTION: sandboxFx } });
    const outside = { lookup: () => Promise.reject(new ApiError(code, 'The counterparty is too old.')) };
    const asked = lookUpUmaAddress(
      {
        db: app.database.db,
        payments: { rates, corridors: new Corridors({ rates, deliveries, table: corridorsWith(undefined) }) },
        banking: {
          ...bankingWith(configuredFunding({})),
          uma: { lookups: { SANDBOX: outside, PRODUCTION: outside } },
        },
      },
      {
        platform: { id: client.platformId, name: 'test', mode: 'SANDBOX', clockOffsetMs: 0 },
        sender: { customerId: payer.id },
        receiverUmaAddress: '$ada@old.example',
        now: systemClock.now(),
      },
    );
    await expect(asked).rejects.toMatchObject({ code, status });
    const operation = app.app.routes.find((route) => route.operationId === 'lookupUma');
    expect(operation?.errors).toContain(code);
  });
});

describe('a lookup', () => {
  const find = (lookupId: string, now: Date, platformId = client.platformId) =>
    getLookup(app.database.db, platformId, lookupId, now);
  const gone = { code: 'LOOKUP_REQUEST_NOT_FOUND', status: 404 };

  it('is stored for the quote that follows', async () => {
    const { body } = await uma(`$success.eur@${DOMAIN}`);
    const kept = await find(body.lookupId, systemClock.now());
    expect(kept).toEqual({
      platformId: client.platformId,
      id: body.lookupId,
      receiver: { type: 'UMA', umaAddress: `$success.eur@${DOMAIN}` },
      customerId: payer.id,
      currencies: ['EUR'],
      requiredFields: body.requiredPayerDataFields,
      counterparty: null,
      expiresAt: expect.any(Date),
    });
    const accountId = await newAccount('MXN_ACCOUNT');
    const other = await external(accountId);
    expect((await find(other.body.lookupId, systemClock.now())).receiver).toEqual({ type: 'EXTERNAL', accountId });
  });

  it('is valid for ten minutes on the clock of the platform', async () => {
    const { body: clock } = await client.post('/sandbox/clock/advance', { seconds: 3_600 });
    const { body } = await uma(`$success.usd@${DOMAIN}`);
    const { expiresAt } = await find(body.lookupId, new Date(clock.now));
    expect(expiresAt.getTime()).toBeGreaterThanOrEqual(Date.parse(clock.now) + 10 * MINUTE_MS);
    await find(body.lookupId, addMs(expiresAt, -1));
    await expect(find(body.lookupId, expiresAt)).rejects.toMatchObject(gone);
  });

  it('is available to its own platform only', async () => {
    const { body } = await uma(`$success.usd@${DOMAIN}`);
    const { platformId } = await app.newPlatform();
    await expect(find(body.lookupId, systemClock.now(), platformId)).rejects.toMatchObject(gone);
    await expect(find(`Lookup:${uuidv7()}`, systemClock.now())).rejects.toMatchObject(gone);
  });

  it('is swept after it has expired, and not before', async () => {
    const { body } = await uma(`$success.usd@${DOMAIN}`);
    const { db } = app.database;
    await app.app.housekeeping.run();
    expect((await find(body.lookupId, systemClock.now())).id).toBe(body.lookupId);
    await db.write(sql`UPDATE lookups SET expires_at = ${addMs(systemClock.now(), -1)} WHERE id = ${body.lookupId}`);
    await app.app.housekeeping.run();
    expect(await db.read(sql`SELECT id FROM lookups WHERE id = ${body.lookupId}`)).toEqual([]);
  });
});
