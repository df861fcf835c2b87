import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sql } from '../src/foundation/db/sql.ts';
import { currencies } from '../src/parties/rates/currencies.ts';
import { TestApp } from './support/app.ts';
import type { Client } from './support/client.ts';
import { accountIn, codeOf, codesOf, firstPlatform, fund, listed, newCustomer } from './support/held-accounts.ts';
import {
  advance,
  executed,
  newExternalAccount,
  platformAccount,
  quoted,
  useCurrencies,
} from './support/payment-world.ts';
import { isOfPlatform } from './support/stored-events.ts';

let app: TestApp;
beforeAll(async () => {
  app = await TestApp.start();
});
afterAll(async () => {
  await app.audit();
  await app.stop();
});

const HELD = ['BTC', 'EUR', 'GBP', 'USD', 'USDB', 'USDC'];

const configured = (currencyCode: string, ...enabledTransactionTypes: string[]) => ({
  currencyCode,
  minAmount: 1,
  maxAmount: 9_000_000_000_000_000,
  requiredCounterpartyFields: [],
  enabledTransactionTypes,
});
const both = ['INCOMING', 'OUTGOING'];

describe('the first sandbox platform', () => {
  let client: Client;
  beforeAll(async () => {
    client = await firstPlatform(app);
  });

  it('holds six currencies and pays all others', async () => {
    const { body, text } = await client.get('/config');
    const types = body.supportedCurrencies.map((one: any) => [one.currencyCode, one.enabledTransactionTypes]);
    expect(Object.fromEntries(types)).toEqual(
      Object.fromEntries([...currencies.keys()].map((code) => [code, HELD.includes(code) ? both : ['OUTGOING']])),
    );
    expect(Buffer.byteLength(text)).toBeLessThan(8_000);
    const { body: own } = await client.get('/platform/internal-accounts');
    expect(codesOf(own.data)).toEqual(HELD);
  });

  it('gives a customer six accounts, the embedded wallet first', async () => {
    const accounts = await listed(client, `customerId=${await newCustomer(client)}`);
    expect(accounts.map((account) => [account.type, codeOf(account)])).toEqual([
      ['EMBEDDED_WALLET', 'USDB'],
      ['INTERNAL_CRYPTO', 'BTC'],
      ['INTERNAL_FIAT', 'EUR'],
      ['INTERNAL_FIAT', 'GBP'],
      ['INTERNAL_FIAT', 'USD'],
      ['INTERNAL_CRYPTO', 'USDC'],
    ]);
  });

  it('shows the wallet of the newest customer first among all accounts', async () => {
    const customers = [await newCustomer(client), await newCustomer(client), await newCustomer(client)];
    const { body } = await client.get('/customers/internal-accounts?limit=2');
    expect(body.data.map((account: any) => [account.type, account.customerId])).toEqual([
      ['EMBEDDED_WALLET', customers[2]],
      ['EMBEDDED_WALLET', customers[1]],
    ]);
  });

  it('ignores currencies that are only paid among those of a customer', async () => {
    const id = await newCustomer(client, { currencies: ['MXN', 'EUR'] });
    expect(codesOf(await listed(client, `customerId=${id}`))).toEqual(['USDB', 'EUR']);
  });

  it('creates the accounts of imported customers in held currencies only', async () => {
    const form = new FormData();
    const header =
      'umaAddress,platformCustomerId,customerType,fullName,birthDate,addressLine1,city,state,postalCode,country';
    const row =
      '$imported@sandbox.causeway.test,imported,INDIVIDUAL,Ada Lovelace,1985-12-10,1 Main St,Austin,TX,73301,US';
    form.set('file', new Blob([`${header}\n${row}\n`], { type: 'text/csv' }), 'customers.csv');
    expect((await client.post('/customers/bulk/csv', form)).status).toBe(202);
    await advance(client, 1);
    const { body } = await client.get('/customers?platformCustomerId=imported');
    expect(codesOf(await listed(client, `customerId=${body.data[0].id}`)).toSorted()).toEqual(HELD);
  });

  it('makes a payment to every currency without configuration, after few events', async () => {
    const fresh = await firstPlatform(app);
    const customerId = await newCustomer(fresh);
    const source = await accountIn(fresh, customerId, 'USD');
    await fund(fresh, source, 10_000);
    const payee = await newExternalAccount(fresh, { customerId, type: 'MXN_ACCOUNT' });
    const quote = await quoted(fresh, {
      source: { sourceType: 'ACCOUNT', accountId: source.id },
      destination: { destinationType: 'ACCOUNT', accountId: payee },
      lockedCurrencySide: 'SENDING',
      lockedCurrencyAmount: 1_000,
    });
    const [{ count } = { count: 0n }] = await app.database.db.read<{ count: bigint }>(
      sql`SELECT count(*) FROM events WHERE ${isOfPlatform(fresh)}`,
    );
    expect(count).toBeLessThanOrEqual(9n);
    await executed(fresh, quote.id);
    await advance(fresh, 60);
    expect((await fresh.get(`/transactions/${quote.transactionId}`)).body.status).toBe('COMPLETED');
  });

  it('takes money for a quote in a currency that it does not hold', async () => {
    const customerId = await newCustomer(client);
    const { id } = await accountIn(client, customerId, 'USD');
    const quote = await quoted(client, {
      source: { sourceType: 'REALTIME_FUNDING', customerId, currency: 'BRL' },
      destination: { destinationType: 'ACCOUNT', accountId: id },
      lockedCurrencySide: 'SENDING',
      lockedCurrencyAmount: 50_000,
    });
    expect(quote.paymentInstructions[0].accountOrWalletInfo.accountType).toBe('BRL_ACCOUNT');
    expect((await client.post('/sandbox/send', { quoteId: quote.id, currencyCode: 'BRL' })).status).toBe(200);
    await advance(client, 60);
    expect((await accountIn(client, customerId, 'USD')).balance.amount).toBe(quote.totalReceivingAmount);
  });

  it('lists the exchange rates of its held currencies in less than 200 kB', async () => {
    const { body, text } = await client.get('/exchange-rates');
    expect(Buffer.byteLength(text)).toBeLessThan(200_000);
    expect(new Set(body.data.map((row: any) => row.sourceCurrency.code))).toEqual(new Set(HELD));
    expect(new Set(body.data.map((row: any) => row.destinationCurrency.code)).size).toBe(currencies.size);
    const { body: pesos } = await client.get('/exchange-rates?sourceCurrency=MXN&destinationCurrency=EUR');
    expect(pesos.data[0].sourceCurrency).toMatchObject({ code: 'MXN', name: 'Mexican Peso', decimals: 2 });
  });
});

describe('adding INCOMING to a currency', () => {
  it("opens the platform's account at once, and those of its approved customers soon", async () => {
    const client = await firstPlatform(app);
    const [ada, inPesos, inDollars, pending, deleted] = await Promise.all([
      newCustomer(client),
      newCustomer(client, { currencies: ['USD', 'MXN'] }),
      newCustomer(client, { currencies: ['USD'] }),
      newCustomer(client, { fullName: 'Ada 003' }),
      newCustomer(client),
    ]);
    await client.delete(`/customers/${deleted}`);
    await useCurrencies(client, [...HELD, 'MXN']);
    expect((await platformAccount(client, 'MXN')).balance.amount).toBe(0);
    await advance(client, 2);
    const owners = (await listed(client, 'currency=MXN')).map((account) => account.customerId);
    expect(owners.toSorted()).toEqual([ada, inPesos].toSorted());
    expect([inDollars, pending, deleted].filter((id) => owners.includes(id))).toEqual([]);
    const account = await accountIn(client, ada, 'MXN');
    expect(account.fundingPaymentInstructions[0].accountOrWalletInfo.accountType).toBe('MXN_ACCOUNT');
    const { body: events } = await client.get(`/webhooks/events?resourceId=${account.id}`);
    expect(events.data.map(({ type }: any) => type)).toEqual(['INTERNAL_ACCOUNT.FUNDING_INSTRUCTIONS_UPDATED']);
    await fund(client, account, 500);
    await client.patch(`/customers/${ada}`, { customerType: 'INDIVIDUAL', birthDate: '1980-01-01' });
    expect(await listed(client, `customerId=${ada}`)).toHaveLength(7);
  });

  it('opens embedded wallets once USDB is held', async () => {
    const client = await app.newPlatform();
    await useCurrencies(client, ['USD']);
    const id = await newCustomer(client, { email: 'ada@example.com' });
    expect(codesOf(await listed(client, `customerId=${id}`))).toEqual(['USD']);
    await useCurrencies(client, ['USD', 'USDB']);
    await advance(client, 2);
    const [wallet] = await listed(client, `customerId=${id}`);
    expect(wallet.type).toBe('EMBEDDED_WALLET');
    const { body } = await client.get(`/auth/credentials?accountId=${wallet.id}`);
    expect(body.data.map(({ type }: any) => type)).toEqual(['EMAIL_OTP']);
  });

  it('reaches every one of many customers, each of them once although a run is repeated', async () => {
    const client = await app.newPlatform();
    const { db } = app.database;
    const first = await newCustomer(client);
    await db.pool.query(
      `INSERT INTO customers SELECT (jsonb_populate_record(c, jsonb_build_object('id', 'Customer:' || u,
         'platform_customer_id', u, 'uma_address', '$' || left(u, 30) || '@sandbox.causeway.test'))).*
       FROM customers c, LATERAL (SELECT gen_random_uuid()::text AS u FROM generate_series(1, 350)) AS made
       WHERE c.id = $1`,
      [first],
    );
    const jobs = async (): Promise<any[]> =>
      (
        await db.pool.query(`SELECT * FROM jobs WHERE platform_id = $1 AND kind = 'customers.open-accounts'`, [
          client.platformId,
        ])
      ).rows;
    const count = async (): Promise<number> =>
      (await client.get('/customers/internal-accounts?currency=EUR')).body.totalCount;
    await useCurrencies(client, ['USD', 'EUR']);
    const [job] = await jobs();
    await advance(client, 2);
    expect(await count()).toBe(351);
    expect(await jobs()).toEqual([]);
    // Simulates a server that stopped before it deleted its job.
    await db.pool.query(`INSERT INTO jobs SELECT (jsonb_populate_record(NULL::jobs, $1)).*`, [
      JSON.stringify({ ...job, lease_until: null }),
    ]);
    await advance(client, 2);
    expect(await jobs()).toEqual([]);
    expect(await count()).toBe(351);
    const [{ events, repeated } = { events: 0n, repeated: 0n }] = await db.read<{
      events: bigint;
      repeated: bigint;
    }>(sql`
      SELECT count(*) AS events, count(*) - count(DISTINCT resource_id) AS repeated FROM events
      WHERE ${isOfPlatform(client)} AND type = 'INTERNAL_ACCOUNT.FUNDING_INSTRUCTIONS_UPDATED'
        AND resource_id IN (SELECT id FROM accounts WHERE platform_id = ${client.platformId} AND currency = 'EUR' AND kind = 'customer')`);
    expect([events, repeated]).toEqual([351n, 0n]);
  });
});

describe('taking INCOMING away from a currency', () => {
  const release = (client: Client) =>
    client.patch('/config', { supportedCurrencies: [configured('USD', ...both), configured('EUR', 'OUTGOING')] });

  it('is rejected while an account in it has a balance, and names the account', async () => {
    const client = await app.newPlatform();
    await useCurrencies(client, ['USD', 'EUR']);
    const customerId = await newCustomer(client);
    const own = await platformAccount(client, 'EUR');
    const euros = await accountIn(client, customerId, 'EUR');
    for (const account of [own, euros]) {
      await fund(client, account, 500);
      const { status, body } = await release(client);
      expect([status, body.code]).toEqual([409, 'CONFLICT']);
      expect(body.message).toContain('EUR');
      expect(body.details).toMatchObject({ reason: 'ACCOUNTS_NOT_EMPTY', currencies: ['EUR'] });
      expect(body.details.accountIds).toContain(account.id);
    }
    const dropped = await client.patch('/config', { supportedCurrencies: [configured('USD', ...both)] });
    expect([dropped.status, dropped.body.details.accountIds.toSorted()]).toEqual([409, [own.id, euros.id].toSorted()]);
    expect((await client.get('/config')).body.supportedCurrencies).toHaveLength(2);
  });

  it('leaves empty accounts open, and opens none for customers who come later', async () => {
    const client = await app.newPlatform();
    await useCurrencies(client, ['USD', 'EUR']);
    const before = await newCustomer(client);
    expect((await release(client)).status).toBe(200);
    expect(codesOf(await listed(client, `customerId=${await newCustomer(client)}`))).toEqual(['USD']);
    expect((await accountIn(client, before, 'EUR')).status).toBe('ACTIVE');
    await useCurrencies(client, ['USD', 'EUR']);
    await advance(client, 2);
    expect(await listed(client, 'currency=EUR')).toHaveLength(2);
    expect(await listed(client, `currency=EUR&customerId=${before}`)).toHaveLength(1);
  });
});

describe('a quote within one currency', () => {
  it('needs no source of rates', async () => {
    const client = await app.newPlatform('PRODUCTION');
    await useCurrencies(client, ['USD', 'EUR', 'KES']);
    const [payer, payee] = [await newCustomer(client), await newCustomer(client)];
    for (const code of ['EUR', 'KES']) {
      const request = {
        source: { sourceType: 'ACCOUNT', accountId: (await accountIn(client, payer, code)).id },
        destination: { destinationType: 'ACCOUNT', accountId: (await accountIn(client, payee, code)).id },
        lockedCurrencySide: 'SENDING',
        lockedCurrencyAmount: 1_000,
      };
      expect((await quoted(client, request)).totalReceivingAmount).toBe(1_000);
      // The limit of a transaction, the equivalent of a million dollars, still applies.
      const large = await client.post('/quotes', { ...request, lockedCurrencyAmount: 9_000_000_000_000 });
      expect([large.status, large.body.code]).toEqual([400, 'TRANSACTION_SIZE_LIMIT_EXCEEDED']);
    }
    expect((await client.get('/exchange-rates')).status).not.toBe(200);
  });
});
