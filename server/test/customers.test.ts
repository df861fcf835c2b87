import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sql } from '../src/foundation/db/sql.ts';
import { newId } from '../src/foundation/kernel/ids.ts';
import { TestApp } from './support/app.ts';
import type { Client } from './support/client.ts';
import { business, businessInfo, errorsOf, individual, storedEventsOf } from './support/customer-bodies.ts';
import { paymentToDecide } from './support/deferral.ts';
import { executed, quoted } from './support/payment-world.ts';
import { newPayer, payeeWithSuffix, transactionIn } from './support/payments.ts';

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

describe('PATCH /customers/{customerId}', () => {
  beforeAll(fresh);

  it('changes the given members and keeps the others, also in businessInfo', async () => {
    const customer = await create(business());
    const changed = await client.patch(`/customers/${customer.id}`, {
      customerType: 'BUSINESS',
      businessInfo: { doingBusinessAs: 'Acme Two' },
      currencies: ['USD'],
    });
    expect(changed.body.businessInfo).toEqual({ ...businessInfo, doingBusinessAs: 'Acme Two' });
    expect(changed.body.currencies).toEqual(['USD']);
  });

  it.each([
    ['a tax id that its country does not have', {}, { taxId: 'not-an-ein' }, 'taxId'],
    ['a country that does not have its tax id', { country: 'DE', taxId: 'DE-1' }, { country: 'US' }, 'taxId'],
    ['OTHER without words', {}, { purposeOfAccount: 'OTHER' }, 'purposeOfAccountOtherDescription'],
  ])('rejects an update that leaves a business with %s', async (_name, info, update, field) => {
    const customer = await create(business(info));
    const body = { customerType: 'BUSINESS', businessInfo: update };
    expect(errorsOf(await client.patch(`/customers/${customer.id}`, body))).toEqual([`businessInfo.${field}`]);
  });

  it('accepts OTHER if the description is already stored', async () => {
    const customer = await create(business({ purposeOfAccountOtherDescription: 'treasury' }));
    const body = { customerType: 'BUSINESS', businessInfo: { purposeOfAccount: 'OTHER' } };
    expect((await client.patch(`/customers/${customer.id}`, body)).status).toBe(200);
  });

  it('validates a business again only if the update changes it', async () => {
    const customer = await create(business());
    await app.database.db.write(
      sql`UPDATE customers SET profile = jsonb_set(profile, '{businessInfo,taxId}', '"!!!"') WHERE id = ${customer.id}`,
    );
    const patch = (body: object) => client.patch(`/customers/${customer.id}`, { customerType: 'BUSINESS', ...body });
    expect((await patch({ currencies: ['USD'] })).status).toBe(200);
    expect(errorsOf(await patch({ businessInfo: { doingBusinessAs: 'Two' } }))).toEqual(['businessInfo.taxId']);
  });

  it('lists fields that violate a rule with those of the wrong shape, using the stored customer', async () => {
    const { id } = await create({
      customerType: 'INDIVIDUAL',
      fullName: 'Ada',
      idType: 'SSN',
      identifier: '123-45-6789',
    });
    const wrong = { customerType: 'INDIVIDUAL', email: 'nobody', birthDate: '2999-01-01', currencies: [5, 'ZZZ'] };
    const answer = await client.patch(`/customers/${id}`, { ...wrong, idType: 'ITIN' });
    expect([answer.status, errorsOf(answer)]).toEqual([
      400,
      ['birthDate', 'currencies.0', 'currencies.1', 'email', 'identifier'],
    ]);
    const own = await client.patch(`/customers/${id}`, { ...wrong, currencies: ['USD'], identifier: '98-765-4320' });
    expect(errorsOf(own)).toEqual(['birthDate', 'email', 'identifier']);
    const other = await client.patch(`/customers/${id}`, { ...wrong, customerType: 'BUSINESS' });
    expect(errorsOf(other)).toEqual(['currencies.0', 'customerType', 'email']);
    for (const nobody of [newId('Customer'), 'nobody']) {
      const unknown = await client.patch(`/customers/${nobody}`, wrong);
      expect([unknown.status, errorsOf(unknown)]).toEqual([
        400,
        ['currencies.0', ...(nobody === 'nobody' ? ['customerId'] : []), 'email'],
      ]);
    }
    expect((await client.get(`/customers/${id}`)).body).toMatchObject({ fullName: 'Ada', idType: 'SSN' });
  });

  it('lists two contacts in one request with the other errors', async () => {
    const { id } = await create({ customerType: 'INDIVIDUAL' });
    const contacts = { email: 'a@example.com', phoneNumber: '+14155550123' };
    const both = await client.patch(`/customers/${id}`, { customerType: 'INDIVIDUAL', ...contacts, fullName: '<b>' });
    expect(errorsOf(both)).toEqual(['email', 'fullName', 'phoneNumber']);
  });

  it('rejects another idType without its identifier', async () => {
    const customer = await create(individual({ idType: 'SSN', identifier: '123-45-6789' }));
    const patch = (body: object) =>
      client.patch(`/customers/${customer.id}`, { customerType: 'INDIVIDUAL', idType: 'ITIN', ...body });
    expect(errorsOf(await patch({}))).toEqual(['identifier']);
    expect((await patch({ identifier: '912-34-5678' })).body.idType).toBe('ITIN');
    expect((await patch({})).status).toBe(200);
  });

  it('applies each of forty concurrent updates of one customer', async () => {
    const customer = await create(individual());
    const names = Array.from({ length: 40 }, (_, i) => `Ada ${i}`);
    const patch = (fullName: string) =>
      client.patch(`/customers/${customer.id}`, { customerType: 'INDIVIDUAL', fullName });
    const answers = await Promise.all(names.map(patch));
    expect(answers.map(({ status, body }) => [status, body.fullName])).toEqual(names.map((name) => [200, name]));
  });

  it('requires customerType, which cannot change', async () => {
    const customer = await create(individual());
    expect(errorsOf(await client.patch(`/customers/${customer.id}`, {}))).toEqual(['customerType']);
    expect(errorsOf(await client.patch(`/customers/${customer.id}`, { customerType: 'BUSINESS' }))).toEqual([
      'customerType',
    ]);
  });

  it('rejects email and phone number in one request', async () => {
    const customer = await create(individual());
    const body = { customerType: 'INDIVIDUAL', email: 'a@b.co', phoneNumber: '+14155550100' };
    expect(errorsOf(await client.patch(`/customers/${customer.id}`, body))).toEqual(['email', 'phoneNumber']);
  });

  it('keeps both of two concurrent changes', async () => {
    const customer = await create(individual());
    const path = `/customers/${customer.id}`;
    await Promise.all([
      client.patch(path, { customerType: 'INDIVIDUAL', birthDate: '1980-01-01' }),
      client.patch(path, { customerType: 'INDIVIDUAL', nationality: 'FR' }),
      client.patch(path, { customerType: 'INDIVIDUAL', email: 'a@b.co' }),
    ]);
    expect((await client.get(path)).body).toMatchObject({
      birthDate: '1980-01-01',
      nationality: 'FR',
      email: 'a@b.co',
    });
  });

  it('rejects the UMA address of another customer', async () => {
    await create(individual({ umaAddress: '$taken@x.test' }));
    const customer = await create(individual());
    const answer = await client.patch(`/customers/${customer.id}`, {
      customerType: 'INDIVIDUAL',
      umaAddress: '$taken@x.test',
    });
    expect([answer.status, answer.body.code]).toEqual([409, 'UMA_ADDRESS_EXISTS']);
  });
});

describe('DELETE /customers/{customerId}', () => {
  beforeAll(fresh);

  it('returns the customer, closes its accounts, and answers 410 from then on', async () => {
    const customer = await create(individual());
    const path = `/customers/${customer.id}`;
    const deleted = await client.delete(path);
    expect([deleted.status, deleted.body.isDeleted]).toEqual([200, true]);
    for (const answer of [await client.delete(path), await client.patch(path, { customerType: 'INDIVIDUAL' })]) {
      expect([answer.status, answer.body.code]).toEqual([410, 'CUSTOMER_DELETED']);
    }
    const { body } = await client.get(`/customers/internal-accounts?customerId=${customer.id}`);
    expect(body.data.map((account: any) => account.status)).toEqual(['CLOSED', 'CLOSED', 'CLOSED']);
    for (const account of body.data) {
      const events = await storedEventsOf(app, account.id);
      // A wallet that was never opened has no funding instructions to update.
      const fundingEvents = account.type === 'EMBEDDED_WALLET' ? [] : ['INTERNAL_ACCOUNT.FUNDING_INSTRUCTIONS_UPDATED'];
      expect(events.map((event) => event.type)).toEqual([
        ...fundingEvents,
        'INTERNAL_ACCOUNT.STATUS_UPDATED',
        ...fundingEvents,
      ]);
      for (const { payload } of events.slice(fundingEvents.length)) expect(JSON.parse(payload).data).toEqual(account);
      expect(account.fundingPaymentInstructions).toEqual([]);
    }
  });

  it('rejects a customer with money, and loses none of it under concurrency', async () => {
    const race = async () => {
      const customer = await create(individual());
      const accounts = `/customers/internal-accounts?customerId=${customer.id}&currency=USD`;
      const [account] = (await client.get(accounts)).body.data;
      const [funded, deleted] = await Promise.all([
        client.post(`/sandbox/internal-accounts/${account.id}/fund`, { amount: 5 }),
        client.delete(`/customers/${customer.id}`),
      ]);
      const [after] = (await client.get(accounts)).body.data;
      return { statuses: [funded.status, deleted.status], isThere: after.balance.amount === 5 };
    };
    for (const { statuses, isThere } of await Promise.all(Array.from({ length: 20 }, race))) {
      expect([...statuses].sort()).toEqual([200, 409]);
      expect(isThere).toBe(statuses[0] === 200);
    }
    await app.audit();
  });

  /** Payments that can still credit an account; each returns the id of its transaction. */
  const unfinished: Record<string, (platform: Client) => Promise<string>> = {
    'that is collected': async (platform) => {
      const { accountId, slow } = await slowly(platform, 0);
      return (await platform.post('/transfer-in', transferOf(slow, accountId))).body.id;
    },
    'that is collected and paid out': async (platform) => {
      const { customerId, slow } = await slowly(platform, 0);
      const payee = await payeeWithSuffix(platform, customerId, '000');
      const quote = await quoted(platform, {
        source: { sourceType: 'ACCOUNT', accountId: slow },
        destination: { destinationType: 'ACCOUNT', accountId: payee },
        lockedCurrencySide: 'SENDING',
        lockedCurrencyAmount: 10_000,
      });
      await executed(platform, quote.id);
      return quote.transactionId;
    },
    'that awaits an approval': paymentToDecide,
    'in suspense': async (platform) => {
      const { accountId, slow } = await slowly(platform, 10_000);
      const { id } = (await platform.post('/transfer-out', transferOf(accountId, slow))).body;
      await transactionIn(platform, id, 'PROCESSING');
      await platform.post(`/sandbox/transactions/${id}/resolve`, { outcome: 'LOST' });
      return id;
    },
  };

  async function slowly(platform: Client, balance: number) {
    const payer = await newPayer(platform, { balance });
    return { ...payer, slow: await payeeWithSuffix(platform, payer.customerId, '014') };
  }

  const transferOf = (from: string, to: string) => ({
    source: { accountId: from },
    destination: { accountId: to },
    amount: 10_000,
  });

  it.each(Object.keys(unfinished))('rejects a customer with a payment %s, which it names', async (name) => {
    const platform = await app.newPlatform();
    const id = await unfinished[name]?.(platform);
    const { customerId } = (await platform.get(`/transactions/${id}`)).body;
    const rejected = await platform.delete(`/customers/${customerId}`);
    expect([rejected.status, rejected.body.details.reason]).toEqual([409, 'PAYMENTS_NOT_FINISHED']);
    expect(rejected.body.details.transactionIds).toEqual([id]);
    const { body } = await platform.get(`/customers/internal-accounts?customerId=${customerId}&currency=USD`);
    expect(body.data[0].status).toBe('ACTIVE');
    await app.audit();
  });

  it('accepts a customer whose payment has ended', async () => {
    const { customerId, accountId, slow } = await slowly(client, 0);
    const { id } = (await client.post('/transfer-in', transferOf(slow, accountId))).body;
    await client.post(`/sandbox/transactions/${id}/resolve`, { outcome: 'FAILED' });
    expect((await client.delete(`/customers/${customerId}`)).status).toBe(200);
    await app.audit();
  });

  it('answers 404 for a customer that never existed', async () => {
    const answer = await client.delete('/customers/Customer:019542f5-b3e7-7d02-8000-000000000001');
    expect([answer.status, answer.body.code]).toEqual([404, 'USER_NOT_FOUND']);
  });
});

describe('GET /customers', () => {
  beforeAll(async () => {
    await fresh();
    await client.patch('/config', {
      supportedCurrencies: ['USD', 'MXN'].map((currencyCode) => ({
        currencyCode,
        minAmount: 1,
        maxAmount: 1000,
        requiredCounterpartyFields: [],
        enabledTransactionTypes: ['OUTGOING'],
      })),
    });
    await create(
      individual({ platformCustomerId: 'one', region: 'US', currencies: ['USD'], umaAddress: '$one@x.test' }),
    );
    await create(individual({ platformCustomerId: 'two', region: 'MX', currencies: ['USD', 'MXN'] }));
    await create(business());
    const gone = await create(individual({ platformCustomerId: 'gone' }));
    await client.delete(`/customers/${gone.id}`);
  });

  const found = async (query: string): Promise<number> => (await client.get(`/customers?${query}`)).body.totalCount;

  it.each([
    ['', 3],
    ['platformCustomerId=one', 1],
    ['customerType=BUSINESS', 1],
    ['region=MX', 1],
    ['currency=USD', 2],
    ['currency=MXN', 1],
    ['umaAddress=%24ONE%40x.test', 1],
    ['isIncludingDeleted=true', 4],
    ['createdAfter=2020-01-01T00:00:00Z', 3],
    ['createdBefore=2020-01-01T00:00:00Z', 0],
    ['updatedAfter=2020-01-01T00:00:00Z&updatedBefore=2999-01-01T00:00:00Z', 3],
  ])('filters by %s', async (query, count) => {
    expect(await found(query)).toBe(count);
  });

  it('is newest first, page by page, each customer once', async () => {
    const seen: string[] = [];
    let cursor = '';
    do {
      const { body } = await client.get(`/customers?limit=1${cursor && `&cursor=${cursor}`}`);
      seen.push(...body.data.map((customer: any) => customer.id));
      cursor = body.nextCursor ?? '';
    } while (cursor);
    expect(seen).toHaveLength(3);
    expect(seen).toEqual([...seen].sort().reverse());
  });

  it('filters by ids, and rejects more than a hundred and those of other types', async () => {
    const { body } = await client.get('/customers');
    const ids = body.data.slice(1).map(({ id }: any) => id);
    const { data } = (await client.get(`/customers?ids=${ids.join()}`)).body;
    expect(data.map(({ id }: any) => id)).toEqual(ids);
    for (const wrong of [Array(101).fill(ids[0]).join(), ids[0].replace('Customer', 'Card'), `${ids[0]},`]) {
      expect(await client.get(`/customers?ids=${wrong}`)).toMatchObject({
        status: 400,
        body: { details: { errors: [{ field: 'ids' }] } },
      });
    }
  });

  it('filters by the time of creation on the clock of the platform', async () => {
    await client.post('/sandbox/clock/advance', { seconds: 86_400 });
    const { createdAt } = await create(individual({ platformCustomerId: 'tomorrow' }));
    expect(await found(`createdAfter=${createdAt}`)).toBe(1);
    expect(await found(`createdBefore=${createdAt}`)).toBe(4);
  });
});
