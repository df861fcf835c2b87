import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sql } from '../src/db/sql.ts';
import { newId } from '../src/kernel/ids.ts';
import { TestApp } from './support/app.ts';
import type { Client } from './support/client.ts';

let app: TestApp;
let client: Client;
beforeAll(async () => {
  app = await TestApp.shared();
});
afterAll(() => app.stop());

/** Asks the sandbox for the checks of production. */
const strict = { headers: { prefer: 'handling=strict' } };

const fresh = async (): Promise<Client> => {
  client = await app.newPlatform();
  return client;
};

const individual = (more: object = {}) => ({ customerType: 'INDIVIDUAL', fullName: 'Ada Lovelace', ...more });
const businessInfo = { legalName: 'Acme Inc', country: 'US', taxId: '12-3456789', incorporatedOn: '2010-05-01' };
const business = (info: object = {}) => ({ customerType: 'BUSINESS', businessInfo: { ...businessInfo, ...info } });

const create = async (body: object) => {
  const { status, body: customer, text } = await client.post('/customers', body);
  if (status !== 201) throw new Error(text);
  return customer;
};

const eventsOf = (resourceId: string) =>
  app.database.db.read<{ type: string; payload: string; sequence: bigint }>(
    sql`SELECT type, payload, sequence FROM events WHERE resource_id = ${resourceId} ORDER BY sequence`,
  );

const errorsOf = (answer: { body: any }): string[] =>
  answer.body.details.errors.map((e: { field: string }) => e.field).sort();

const fullIndividual = {
  customerType: 'INDIVIDUAL',
  platformCustomerId: 'user-1',
  region: 'US',
  currencies: ['USD'],
  email: 'ada@example.com',
  phoneNumber: '+14155550100',
  umaAddress: '$Ada@example.com',
  endUserTermsConsent: {
    acceptedAt: '2026-01-01T00:00:00.000Z',
    ipAddress: '203.0.113.7',
    termsVersion: 'V1',
    acceptanceMethod: 'CHECKBOX',
  },
  fullName: 'Ada Lovelace',
  birthDate: '1985-12-10',
  nationality: 'GB',
  address: { line1: '1 Main St', line2: 'Apt 2', city: 'Austin', state: 'TX', postalCode: '73301', country: 'US' },
  idType: 'SSN',
  identifier: '123-45-6789',
  countryOfIssuance: 'US',
  sourceOfFundsCategories: ['SALARY', 'OTHER'],
  sourceOfFundsOtherDescription: 'royalties',
  sourceOfWealthCategories: ['INVESTMENTS'],
  purposeOfAccount: 'P2P_TRANSFERS',
  expectedMonthlyTransactionCount: 'COUNT_10_TO_100',
  expectedMonthlyTransactionVolume: 'VOLUME_UNDER_10K',
  annualIncomeRange: 'RANGE_50K_100K',
  netWorthRange: 'UNDER_100K',
  pepStatus: 'NONE',
};

describe('POST /customers', () => {
  beforeAll(fresh);

  it('asks for nothing of an individual but its type, and makes the ids it lacks', async () => {
    const customer = await create({ customerType: 'INDIVIDUAL' });
    expect(customer).toMatchObject({ customerType: 'INDIVIDUAL', kycStatus: 'APPROVED', isDeleted: false });
    expect(customer.platformCustomerId).toMatch(/./);
    expect(customer.umaAddress).toMatch(/^\$[a-z0-9]+@sandbox\.causeway\.test$/);
  });

  it('keeps and returns every field of an individual except the identifier', async () => {
    const { identifier, umaAddress, ...shown } = fullIndividual;
    const customer = await create(fullIndividual);
    expect(customer).toMatchObject({ ...shown, umaAddress: umaAddress.toLowerCase() });
    expect(JSON.stringify(customer)).not.toContain(identifier);
    expect((await client.get(`/customers/${customer.id}`)).body).toEqual(customer);
    const [row] = await app.database.db.read<{ row: string }>(
      sql`SELECT customers::text AS row FROM customers WHERE id = ${customer.id}`,
    );
    expect(row?.row).not.toContain('6789');
  });

  it('tells in UTC when the terms were accepted, in whatever zone it was said', async () => {
    const endUserTermsConsent = { ...fullIndividual.endUserTermsConsent, acceptedAt: '2026-01-01 00:00:00+14:00' };
    const customer = await create(individual({ endUserTermsConsent }));
    expect(customer.endUserTermsConsent.acceptedAt).toBe('2025-12-31T10:00:00.000Z');
    const update = { ...endUserTermsConsent, acceptedAt: '2026-02-01T00:00:00-05:00' };
    const body = { customerType: 'INDIVIDUAL', endUserTermsConsent: update };
    await client.patch(`/customers/${customer.id}`, body);
    const { body: read } = await client.get(`/customers/${customer.id}`);
    expect(read.endUserTermsConsent.acceptedAt).toBe('2026-02-01T05:00:00.000Z');
  });

  it('keeps and returns every field of a business', async () => {
    const info = {
      ...businessInfo,
      doingBusinessAs: 'Acme',
      registrationNumber: 'R-1003',
      entityType: 'LLC',
      countriesOfOperation: ['US', 'MX'],
      businessType: 'INFORMATION',
      purposeOfAccount: 'OTHER',
      purposeOfAccountOtherDescription: 'treasury',
      sourceOfFunds: 'sales',
      expectedMonthlyTransactionCount: 'COUNT_OVER_1000',
      expectedMonthlyTransactionVolume: 'VOLUME_OVER_10M',
      expectedRecipientJurisdictions: ['MX'],
      naicsCode: '5112',
      sourceOfFundsCategories: ['OPERATING_REVENUE'],
      expectedCounterpartyCountries: ['BR'],
      primaryContactFirstName: 'Grace',
      primaryContactLastName: 'Hopper',
    };
    const customer = await create({ customerType: 'BUSINESS', businessInfo: info });
    expect(customer).toMatchObject({ kybStatus: 'UNVERIFIED', businessInfo: info, beneficialOwners: [] });
    expect(customer.kycStatus).toBeUndefined();
  });

  it('ignores members it does not know, at every depth', async () => {
    const customer = await create(
      individual({ shoeSize: 42, address: { line1: 'a', postalCode: 'b', country: 'US', planet: 'X' } }),
    );
    expect(JSON.stringify(customer)).not.toMatch(/shoeSize|planet/);
  });

  it('names fields that break a rule beside those of the wrong shape, each once', async () => {
    const wrong = { fullName: '<b>', currencies: ['USD', 'ZZZ'], birthDate: '2999-01-01', idType: 'EIN' };
    const person = await client.post('/customers', { customerType: 'INDIVIDUAL', email: 'nobody', ...wrong });
    expect([person.status, errorsOf(person)]).toEqual([
      400,
      ['birthDate', 'currencies.1', 'email', 'fullName', 'idType'],
    ]);
    const unnumbered = { customerType: 'INDIVIDUAL', idType: 'PASS', identifier: '123', currencies: [5, 'ZZZ'] };
    expect(errorsOf(await client.post('/customers', unnumbered))).toEqual(['currencies.0', 'currencies.1', 'idType']);
    const untyped = await client.post('/customers', { customerType: 'CAT', ...wrong, currencies: 5 });
    expect(errorsOf(untyped)).toEqual(['customerType']);
    const businessInfo = { legalName: '', country: 'US', taxId: '1', incorporatedOn: '2999-01-01' };
    const business = await client.post('/customers', { customerType: 'BUSINESS', businessInfo });
    expect(errorsOf(business)).toEqual(expect.arrayContaining(['businessInfo.legalName', 'businessInfo.taxId']));
  });

  it('names every invalid field with its constraint', async () => {
    const answer = await client.post('/customers', {
      customerType: 'INDIVIDUAL',
      email: 'nobody',
      phoneNumber: '0123',
      nationality: 'ZZ',
      birthDate: 'yesterday',
      pepStatus: 'MAYBE',
      address: { line1: '', postalCode: '1', country: 'US' },
    });
    expect(answer.status).toBe(400);
    expect(errorsOf(answer)).toEqual([
      'address.line1',
      'birthDate',
      'email',
      'nationality',
      'pepStatus',
      'phoneNumber',
    ]);
    const constraint = (field: string) =>
      answer.body.details.errors.find((e: { field: string }) => e.field === field).constraint;
    expect(constraint('email')).toEqual({ format: 'email' });
    expect(constraint('nationality')).toEqual({ format: 'iso-3166-1-alpha-2' });
    expect(constraint('pepStatus').enum).toContain('NONE');
    expect(constraint('phoneNumber').pattern).toBe('^\\+[1-9]\\d{1,14}$');
    expect(constraint('address.line1')).toEqual({ minLength: 1 });
  });

  it.each([
    ['a birth date in the future', { birthDate: '2999-01-01' }, ['birthDate']],
    ['a birth date before 1900', { birthDate: '1899-12-31' }, ['birthDate']],
    ['a day that does not exist', { birthDate: '2001-02-30' }, ['birthDate']],
    ['a name with signs', { fullName: '<script>' }, ['fullName']],
    ['an identifier without its type', { identifier: '123-45-6789' }, ['idType']],
    ['an SSN that cannot be', { idType: 'SSN', identifier: '000-45-6789' }, ['identifier']],
    ['an ITIN that is an SSN', { idType: 'ITIN', identifier: '123-45-6789' }, ['identifier']],
    ['an EIN of a person', { idType: 'EIN', identifier: '12-3456789' }, ['idType']],
    ['an SSN of eight digits', { idType: 'SSN', identifier: '123-45-678' }, ['identifier']],
    ['a foreign number without its issuer', { idType: 'NON_US_TAX_ID', identifier: 'X1' }, ['countryOfIssuance']],
    [
      'a foreign number of the US',
      { idType: 'NON_US_TAX_ID', identifier: 'X1', countryOfIssuance: 'US' },
      ['countryOfIssuance'],
    ],
    [
      'a foreign number of a resident of the US',
      {
        idType: 'NON_US_TAX_ID',
        identifier: 'X1',
        countryOfIssuance: 'FR',
        address: { line1: '1 Main St', postalCode: '73301', country: 'US' },
      },
      ['idType'],
    ],
    [
      'an SSN of another country',
      { idType: 'SSN', identifier: '123-45-6789', countryOfIssuance: 'FR' },
      ['countryOfIssuance'],
    ],
    ['a foreign issuer', { countryOfIssuance: 'FR' }, ['countryOfIssuance']],
    ['OTHER without words', { sourceOfFundsCategories: ['OTHER'] }, ['sourceOfFundsOtherDescription']],
    ['OTHER wealth without words', { sourceOfWealthCategories: ['OTHER'] }, ['sourceOfWealthOtherDescription']],
    ['OTHER purpose without words', { purposeOfAccount: 'OTHER' }, ['purposeOfAccountOtherDescription']],
    ['a currency the platform does not have', { currencies: ['USD', 'MXN'] }, ['currencies.1']],
  ])('refuses %s', async (_name, fields, expected) => {
    const answer = await client.post('/customers', individual(fields), strict);
    expect(answer.status).toBe(400);
    expect(errorsOf(answer)).toEqual(expected);
  });

  it('judges numbers by their shape alone in the sandbox, and by their ranges and check digits in production', async () => {
    const production = await app.newPlatform('PRODUCTION');
    const business = { legalName: 'Acme', country: 'BR', taxId: '11222333000182', incorporatedOn: '2010-05-01' };
    const unissued = [
      individual({ idType: 'SSN', identifier: '000-45-6789' }),
      individual({ idType: 'ITIN', identifier: '123-45-6789' }),
      { customerType: 'BUSINESS', businessInfo: business },
    ];
    for (const request of unissued) {
      const fields = [request.customerType === 'BUSINESS' ? 'businessInfo.taxId' : 'identifier'];
      expect((await client.post('/customers', request)).status).toBe(201);
      const rejected = await production.post('/customers', request);
      expect([rejected.status, errorsOf(rejected)]).toEqual([400, fields]);
    }
    const shapeless = await client.post('/customers', individual({ idType: 'SSN', identifier: '12-345-6789' }));
    expect([shapeless.status, errorsOf(shapeless)]).toEqual([400, ['identifier']]);
  });

  it('takes the tax number of another country from somebody who does not live in the US', async () => {
    const french = { idType: 'NON_US_TAX_ID', identifier: '30 23 217 600 053', countryOfIssuance: 'FR' };
    const address = { line1: '1 rue Exemple', postalCode: '75001', country: 'FR' };
    const made = await create(individual({ ...french, address }));
    expect(made).toMatchObject({ idType: 'NON_US_TAX_ID', countryOfIssuance: 'FR' });
    const patch = (body: object) => client.patch(`/customers/${made.id}`, { customerType: 'INDIVIDUAL', ...body });
    expect(errorsOf(await patch({ address: { ...address, country: 'US' } }))).toEqual(['idType']);
    const moved = await patch({ address: { ...address, country: 'US' }, idType: 'SSN', identifier: '123-45-6789' });
    expect(moved.body).toMatchObject({ idType: 'SSN', countryOfIssuance: 'US', address: { country: 'US' } });
    const back = await patch({ address, idType: 'NON_US_TAX_ID', identifier: 'X1' });
    expect(errorsOf(back)).toEqual(['countryOfIssuance']);
  });

  it('accepts an SSN and an ITIN with and without dashes', async () => {
    await create(individual({ idType: 'SSN', identifier: '123456789' }));
    await create(individual({ idType: 'ITIN', identifier: '912-34-5678' }));
  });

  it('takes the US for the country that issued an identifier', async () => {
    const issuerOf = async (more: object) => (await create(individual(more))).countryOfIssuance;
    expect(await issuerOf({ idType: 'SSN', identifier: '123-45-6789' })).toBe('US');
    expect(await issuerOf({})).toBeUndefined();
    const { id } = await create(individual());
    const body = { customerType: 'INDIVIDUAL', idType: 'ITIN', identifier: '912-34-5678' };
    expect((await client.patch(`/customers/${id}`, body)).body.countryOfIssuance).toBe('US');
  });

  it.each([
    ['no businessInfo', { customerType: 'BUSINESS' }, ['businessInfo']],
    [
      'an empty businessInfo',
      { customerType: 'BUSINESS', businessInfo: {} },
      ['businessInfo.country', 'businessInfo.incorporatedOn', 'businessInfo.legalName', 'businessInfo.taxId'],
    ],
    ['a tax id that is no EIN', business({ taxId: '1' }), ['businessInfo.taxId']],
    ['a tax id of signs', business({ country: 'DE', taxId: '!!!' }), ['businessInfo.taxId']],
    ['a Brazilian tax id that is too short', business({ country: 'BR', taxId: '1' }), ['businessInfo.taxId']],
    [
      'a CNPJ with other check digits',
      business({ country: 'BR', taxId: '11.222.333/0001-80' }),
      ['businessInfo.taxId'],
    ],
    ['a founding day to come', business({ incorporatedOn: '2999-01-01' }), ['businessInfo.incorporatedOn']],
    ['an industry code of letters', business({ naicsCode: 'abc' }), ['businessInfo.naicsCode']],
    [
      'OTHER purpose without words',
      business({ purposeOfAccount: 'OTHER' }),
      ['businessInfo.purposeOfAccountOtherDescription'],
    ],
  ])('refuses a business with %s', async (_name, body, expected) => {
    const answer = await client.post('/customers', body, strict);
    expect(answer.status).toBe(400);
    expect(errorsOf(answer)).toEqual(expected);
  });

  it.each([
    ['BR', '11.222.333/0001-81'],
    ['BR', '11222333000181'],
    ['BR', '529.982.247-25'],
    ['DE', 'DE 136/695.976'],
    ['FR', 'FR40303265045'],
    ['GR', '094259216'],
  ])('takes a tax id as it is written in %s: %s', async (country, taxId) => {
    expect((await create(business({ country, taxId }))).businessInfo.taxId).toBe(taxId);
  });

  it('refuses an unknown or missing customerType, naming the choices', async () => {
    const unknown = await client.post('/customers', { customerType: 'ROBOT' });
    expect(unknown.body.details.errors).toEqual([
      expect.objectContaining({ field: 'customerType', constraint: { enum: ['INDIVIDUAL', 'BUSINESS'] } }),
    ]);
    expect(errorsOf(await client.post('/customers', {}))).toEqual(['customerType']);
  });

  it('refuses a platformCustomerId that an active customer has, and frees it with the deletion', async () => {
    const first = await create(individual({ platformCustomerId: 'twice' }));
    const second = await client.post('/customers', individual({ platformCustomerId: 'twice' }));
    expect([second.status, second.body.code]).toEqual([409, 'CONFLICT']);
    await client.delete(`/customers/${first.id}`);
    await create(individual({ platformCustomerId: 'twice' }));
  });

  it('refuses a UMA address that another customer has, in whatever case, also when racing', async () => {
    const racing = await Promise.all(
      Array.from({ length: 8 }, (_, i) =>
        client.post('/customers', individual({ umaAddress: i % 2 ? '$race@x.test' : '$RACE@X.test' })),
      ),
    );
    expect(racing.filter((answer) => answer.status === 201)).toHaveLength(1);
    for (const { status, body } of racing.filter((answer) => answer.status !== 201)) {
      expect([status, body.code]).toEqual([409, 'UMA_ADDRESS_EXISTS']);
    }
  });

  it.each(['ada@example.com', '$ada', '$ada@', '$a b@x.test', `$${'a'.repeat(64)}@x.test`])(
    'refuses %s as a UMA address',
    async (umaAddress) => {
      const answer = await client.post('/customers', individual({ umaAddress }));
      expect([answer.status, answer.body.code]).toEqual([400, 'INVALID_UMA_ADDRESS']);
    },
  );

  it("wants UMA addresses at the platform's own domain, and makes them there", async () => {
    const own = await app.newPlatform();
    await own.patch('/config', { umaDomain: 'pay.example.com' });
    expect((await own.post('/customers', individual())).body.umaAddress).toMatch(/@pay\.example\.com$/);
    const elsewhere = await own.post('/customers', individual({ umaAddress: '$ada@other.com' }));
    expect(elsewhere.body.code).toBe('INVALID_UMA_ADDRESS');
  });

  it('refuses consent to terms that do not exist', async () => {
    const endUserTermsConsent = { ...fullIndividual.endUserTermsConsent, termsVersion: 'V99' };
    const answer = await client.post('/customers', individual({ endUserTermsConsent }));
    expect([answer.status, answer.body.code]).toEqual([400, 'END_USER_TERMS_VERSION_NOT_FOUND']);
  });

  it('creates one customer for one Idempotency-Key', async () => {
    const headers = { 'idempotency-key': 'create-once' };
    const answers = await Promise.all(
      Array.from({ length: 5 }, () => client.post('/customers', individual(), { headers })),
    );
    expect(new Set(answers.map((answer) => answer.text)).size).toBe(1);
  });
});

describe('the sandbox decides individuals by the end of fullName', () => {
  beforeAll(fresh);

  it.each([
    ['Ada 001', 'PENDING', ['CUSTOMER.KYC_PENDING']],
    ['Ada 002', 'REJECTED', ['CUSTOMER.KYC_REJECTED']],
    ['Ada 003', 'UNVERIFIED', []],
    ['Ada 004', 'APPROVED', ['CUSTOMER.KYC_APPROVED']],
    ['Ada Lovelace', 'APPROVED', ['CUSTOMER.KYC_APPROVED']],
  ])('%s: %s', async (fullName, kycStatus, types) => {
    const customer = await create(individual({ fullName }));
    expect(customer.kycStatus).toBe(kycStatus);
    const events = await eventsOf(customer.id);
    expect(events.map((event) => event.type)).toEqual(types);
    for (const event of events) expect(JSON.parse(event.payload).data).toEqual(customer);
  });

  it('leaves a business UNVERIFIED whatever its number', async () => {
    expect((await create(business({ registrationNumber: 'X002' }))).kybStatus).toBe('UNVERIFIED');
  });
});

describe('accounts appear when a customer is approved', () => {
  const accountsOf = async (customerId: string) => {
    const { body } = await client.get(`/customers/internal-accounts?customerId=${customerId}`);
    return body.data.map((a: any) => `${a.type} ${a.balance.currency.code}`).sort();
  };
  beforeAll(fresh);

  it("one in each of the platform's currencies, the wallet in USDB", async () => {
    const customer = await create(individual());
    expect(await accountsOf(customer.id)).toEqual([
      'EMBEDDED_WALLET USDB',
      'INTERNAL_CRYPTO USDC',
      'INTERNAL_FIAT USD',
    ]);
  });

  it("in the customer's own currencies where it has chosen", async () => {
    const customer = await create(individual({ currencies: ['USD'] }));
    expect(await accountsOf(customer.id)).toEqual(['EMBEDDED_WALLET USDB', 'INTERNAL_FIAT USD']);
  });

  it('none while the customer is not approved', async () => {
    const customer = await create(individual({ fullName: 'Ada 003' }));
    expect(await accountsOf(customer.id)).toEqual([]);
  });

  it('none on an unregulated platform until the terms are accepted', async () => {
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

  describe('each that has coordinates is told of', () => {
    const COORDINATES = 'INTERNAL_ACCOUNT.FUNDING_INSTRUCTIONS_UPDATED';
    const toldOf = async (customerId: string): Promise<string[]> => {
      const { body } = await client.get(`/customers/internal-accounts?customerId=${customerId}`);
      const told = body.data.map(async (account: any) => {
        const events = await eventsOf(account.id);
        const hasCoordinates = account.fundingPaymentInstructions.length > 0;
        expect(events.map(({ type, sequence }) => [type, sequence])).toEqual(hasCoordinates ? [[COORDINATES, 1n]] : []);
        for (const { payload } of events) expect(JSON.parse(payload).data).toEqual(account);
        return events.map(() => account.balance.currency.code);
      });
      return (await Promise.all(told)).flat().sort();
    };

    it('when the customer is made, which a wallet is not before it is opened', async () => {
      await fresh();
      const customer = await create(individual());
      expect(await toldOf(customer.id)).toEqual(['USD', 'USDC']);
    });

    it('when the customer is approved', async () => {
      const customer = await create(business());
      expect(await toldOf(customer.id)).toEqual([]);
      await client.post('/verifications', { customerId: customer.id });
      expect(await toldOf(customer.id)).toEqual(['USD', 'USDC']);
    });

    it('once, also when the customer or its platform adds currencies, at the same time', async () => {
      await fresh();
      const customer = await create(individual({ currencies: ['USD'] }));
      expect(await toldOf(customer.id)).toEqual(['USD']);
      const { supportedCurrencies } = (await client.get('/config')).body;
      const eur = { ...supportedCurrencies[0], currencyCode: 'EUR' };
      const add = () => client.patch('/config', { supportedCurrencies: [...supportedCurrencies, eur] });
      for (const { status, text } of await Promise.all([add(), add(), add()])) expect(status, text).toBe(200);
      const { body } = await client.get('/platform/internal-accounts?currency=EUR');
      const events = await eventsOf(body.data[0].id);
      expect(events.map(({ type, payload }) => [type, JSON.parse(payload).data])).toEqual([
        [COORDINATES, body.data[0]],
      ]);
      const change = { customerType: 'INDIVIDUAL', currencies: ['USD', 'EUR', 'EUR'] };
      const patch = () => client.patch(`/customers/${customer.id}`, change);
      for (const { status, text } of await Promise.all([patch(), patch(), patch()])) expect(status, text).toBe(200);
      expect(await toldOf(customer.id)).toEqual(['EUR', 'USD']);
      const [row] = await app.database.db.read<{ count: bigint }>(
        sql`SELECT count(*) FROM events WHERE platform_id = ${client.platformId} AND type = ${COORDINATES}`,
      );
      expect(row?.count).toBe(3n);
    });
  });

  it('lists them by currency and type', async () => {
    await fresh();
    await create(individual());
    const usd = await client.get('/customers/internal-accounts?currency=USD');
    const wallets = await client.get('/customers/internal-accounts?type=EMBEDDED_WALLET');
    expect([usd.body.totalCount, wallets.body.totalCount]).toEqual([1, 1]);
    expect((await client.get('/customers/internal-accounts?type=PIGGY_BANK')).status).toBe(400);
  });
});

describe('PATCH /customers/{customerId}', () => {
  beforeAll(fresh);

  it('changes what it names and keeps the rest, down into businessInfo', async () => {
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
  ])('refuses to leave a business with %s', async (_name, info, update, field) => {
    const customer = await create(business(info));
    const body = { customerType: 'BUSINESS', businessInfo: update };
    expect(errorsOf(await client.patch(`/customers/${customer.id}`, body))).toEqual([`businessInfo.${field}`]);
  });

  it('takes OTHER where the words are known already', async () => {
    const customer = await create(business({ purposeOfAccountOtherDescription: 'treasury' }));
    const body = { customerType: 'BUSINESS', businessInfo: { purposeOfAccount: 'OTHER' } };
    expect((await client.patch(`/customers/${customer.id}`, body)).status).toBe(200);
  });

  it('judges a business again only where it changes it', async () => {
    const customer = await create(business());
    await app.database.db.write(
      sql`UPDATE customers SET profile = jsonb_set(profile, '{businessInfo,taxId}', '"!!!"') WHERE id = ${customer.id}`,
    );
    const patch = (body: object) => client.patch(`/customers/${customer.id}`, { customerType: 'BUSINESS', ...body });
    expect((await patch({ currencies: ['USD'] })).status).toBe(200);
    expect(errorsOf(await patch({ businessInfo: { doingBusinessAs: 'Two' } }))).toEqual(['businessInfo.taxId']);
  });

  it('names fields that break a rule beside those of the wrong shape, by what is known of the customer', async () => {
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

  it('names two contacts in one request beside what else is wrong', async () => {
    const { id } = await create({ customerType: 'INDIVIDUAL' });
    const contacts = { email: 'a@example.com', phoneNumber: '+14155550123' };
    const both = await client.patch(`/customers/${id}`, { customerType: 'INDIVIDUAL', ...contacts, fullName: '<b>' });
    expect(errorsOf(both)).toEqual(['email', 'fullName', 'phoneNumber']);
  });

  it('refuses another idType without its identifier', async () => {
    const customer = await create(individual({ idType: 'SSN', identifier: '123-45-6789' }));
    const patch = (body: object) =>
      client.patch(`/customers/${customer.id}`, { customerType: 'INDIVIDUAL', idType: 'ITIN', ...body });
    expect(errorsOf(await patch({}))).toEqual(['identifier']);
    expect((await patch({ identifier: '912-34-5678' })).body.idType).toBe('ITIN');
    expect((await patch({})).status).toBe(200);
  });

  it('is done for each of forty who change one customer at the same moment', async () => {
    const customer = await create(individual());
    const names = Array.from({ length: 40 }, (_, i) => `Ada ${i}`);
    const patch = (fullName: string) =>
      client.patch(`/customers/${customer.id}`, { customerType: 'INDIVIDUAL', fullName });
    const answers = await Promise.all(names.map(patch));
    expect(answers.map(({ status, body }) => [status, body.fullName])).toEqual(names.map((name) => [200, name]));
  });

  it('needs customerType, which cannot change', async () => {
    const customer = await create(individual());
    expect(errorsOf(await client.patch(`/customers/${customer.id}`, {}))).toEqual(['customerType']);
    expect(errorsOf(await client.patch(`/customers/${customer.id}`, { customerType: 'BUSINESS' }))).toEqual([
      'customerType',
    ]);
  });

  it('refuses email and phone number in one request', async () => {
    const customer = await create(individual());
    const body = { customerType: 'INDIVIDUAL', email: 'a@b.co', phoneNumber: '+14155550100' };
    expect(errorsOf(await client.patch(`/customers/${customer.id}`, body))).toEqual(['email', 'phoneNumber']);
  });

  it('keeps both of two changes at the same time', async () => {
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

  it('refuses the UMA address of another customer', async () => {
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

  it('answers with the customer, closes its accounts, and 410 from then on', async () => {
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
      const events = await eventsOf(account.id);
      // A wallet that nobody has opened has had no coordinates.
      const told = account.type === 'EMBEDDED_WALLET' ? [] : ['INTERNAL_ACCOUNT.FUNDING_INSTRUCTIONS_UPDATED'];
      expect(events.map((event) => event.type)).toEqual([...told, 'INTERNAL_ACCOUNT.STATUS_UPDATED', ...told]);
      for (const { payload } of events.slice(told.length)) expect(JSON.parse(payload).data).toEqual(account);
      expect(account.fundingPaymentInstructions).toEqual([]);
    }
  });

  it('refuses while there is money, and loses none of it in a race', async () => {
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

  it('is 404 for a customer that never was', async () => {
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
});

describe('end-user terms', () => {
  it('are told with their version and address', async () => {
    const { body } = await (await fresh()).get('/customers/end-user-terms');
    expect(body).toEqual({ version: 'V1', url: expect.stringMatching(/^http.*\/end-user-terms\/V1$/) });
  });
});
