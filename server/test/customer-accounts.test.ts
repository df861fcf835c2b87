import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sql } from '../src/foundation/db/sql.ts';
import { TestApp } from './support/app.ts';
import type { Client } from './support/client.ts';
import { business, fullIndividual, individual, storedEventsOf } from './support/customer-bodies.ts';
import { isOfPlatform } from './support/stored-events.ts';

let app: TestApp;
let client: Client;
beforeAll(async () => {
  app = await TestApp.shared();
});
afterAll(() => app.stop());

const fresh = async (): Promise<Client> => {
  client = await app.newPlatform();
  return client;
};

const create = async (body: object) => {
  const { status, body: customer, text } = await client.post('/customers', body);
  if (status !== 201) throw new Error(text);
  return customer;
};

describe('accounts of an approved customer', () => {
  const accountsOf = async (customerId: string) => {
    const { body } = await client.get(`/customers/internal-accounts?customerId=${customerId}`);
    return body.data.map((a: any) => `${a.type} ${a.balance.currency.code}`).sort();
  };
  beforeAll(fresh);

  it("are created in each of the platform's currencies, the wallet in USDB", async () => {
    const customer = await create(individual());
    expect(await accountsOf(customer.id)).toEqual([
      'EMBEDDED_WALLET USDB',
      'INTERNAL_CRYPTO USDC',
      'INTERNAL_FIAT USD',
    ]);
  });

  it("are created in the customer's own currencies if it has some", async () => {
    const customer = await create(individual({ currencies: ['USD'] }));
    expect(await accountsOf(customer.id)).toEqual(['EMBEDDED_WALLET USDB', 'INTERNAL_FIAT USD']);
  });

  it('are not created while the customer is not approved', async () => {
    const customer = await create(individual({ fullName: 'Ada 003' }));
    expect(await accountsOf(customer.id)).toEqual([]);
  });

  it('are not created on an unregulated platform until the terms are accepted', async () => {
    const made = await client.post('/sandbox/platforms', { isRegulatedFinancialInstitution: false });
    client = client.with(made.body.token);
    const customer = await create(individual());
    expect(await accountsOf(customer.id)).toEqual([]);
    const { endUserTermsConsent } = fullIndividual;
    await client.patch(`/customers/${customer.id}`, { customerType: 'INDIVIDUAL', endUserTermsConsent });
    expect(await accountsOf(customer.id)).toHaveLength(3);
    await client.patch(`/customers/${customer.id}`, { customerType: 'INDIVIDUAL', birthDate: '1980-01-01' });
    expect(await accountsOf(customer.id)).toHaveLength(3);
  });

  describe('are announced by an event if they have coordinates', () => {
    const COORDINATES = 'INTERNAL_ACCOUNT.FUNDING_INSTRUCTIONS_UPDATED';
    const announcedCurrencies = async (customerId: string): Promise<string[]> => {
      const { body } = await client.get(`/customers/internal-accounts?customerId=${customerId}`);
      const announcements = body.data.map(async (account: any) => {
        const events = await storedEventsOf(app, account.id);
        const hasCoordinates = account.fundingPaymentInstructions.length > 0;
        expect(events.map(({ type, sequence }) => [type, sequence])).toEqual(hasCoordinates ? [[COORDINATES, 1n]] : []);
        for (const { payload } of events) expect(JSON.parse(payload).data).toEqual(account);
        return events.map(() => account.balance.currency.code);
      });
      return (await Promise.all(announcements)).flat().sort();
    };

    it('when the customer is created, except a wallet that is not open yet', async () => {
      await fresh();
      const customer = await create(individual());
      expect(await announcedCurrencies(customer.id)).toEqual(['USD', 'USDC']);
    });

    it('when the customer is approved', async () => {
      const customer = await create(business());
      expect(await announcedCurrencies(customer.id)).toEqual([]);
      await client.post('/verifications', { customerId: customer.id });
      expect(await announcedCurrencies(customer.id)).toEqual(['USD', 'USDC']);
    });

    it('once, also if the customer and its platform add currencies concurrently', async () => {
      await fresh();
      const customer = await create(individual({ currencies: ['USD'] }));
      expect(await announcedCurrencies(customer.id)).toEqual(['USD']);
      const { supportedCurrencies } = (await client.get('/config')).body;
      const eur = { ...supportedCurrencies[0], currencyCode: 'EUR' };
      const add = () => client.patch('/config', { supportedCurrencies: [...supportedCurrencies, eur] });
      for (const { status, text } of await Promise.all([add(), add(), add()])) expect(status, text).toBe(200);
      const { body } = await client.get('/platform/internal-accounts?currency=EUR');
      const events = await storedEventsOf(app, body.data[0].id);
      expect(events.map(({ type, payload }) => [type, JSON.parse(payload).data])).toEqual([
        [COORDINATES, body.data[0]],
      ]);
      const change = { customerType: 'INDIVIDUAL', currencies: ['USD', 'EUR', 'EUR'] };
      const patch = () => client.patch(`/customers/${customer.id}`, change);
      for (const { status, text } of await Promise.all([patch(), patch(), patch()])) expect(status, text).toBe(200);
      expect(await announcedCurrencies(customer.id)).toEqual(['EUR', 'USD']);
      const [row] = await app.database.db.read<{ count: bigint }>(
        sql`SELECT count(*) FROM events WHERE ${isOfPlatform(client)} AND type = ${COORDINATES}`,
      );
      expect(row?.count).toBe(3n);
    });
  });

  it('are listed by currency, type and ids', async () => {
    await fresh();
    await create(individual());
    const usd = await client.get('/customers/internal-accounts?currency=USD');
    const wallets = await client.get('/customers/internal-accounts?type=EMBEDDED_WALLET');
    expect([usd.body.totalCount, wallets.body.totalCount]).toEqual([1, 1]);
    const named = await client.get(`/customers/internal-accounts?ids=${usd.body.data[0].id}`);
    expect(named.body.data).toEqual(usd.body.data);
    expect((await client.get('/customers/internal-accounts?type=PIGGY_BANK')).status).toBe(400);
  });
});
