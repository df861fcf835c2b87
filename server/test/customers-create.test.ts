import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sql } from '../src/foundation/db/sql.ts';
import { TestApp } from './support/app.ts';
import type { Client } from './support/client.ts';
import {
  business,
  businessInfo,
  errorsOf,
  fullIndividual,
  individual,
  storedEventsOf,
} from './support/customer-bodies.ts';

let app: TestApp;
let client: Client;
beforeAll(async () => {
  app = await TestApp.shared();
});
afterAll(() => app.stop());

/** Makes the sandbox apply the checks of production. */
const strict = { headers: { prefer: 'handling=strict' } };

const fresh = async (): Promise<Client> => {
  client = await app.newPlatform();
  return client;
};

const create = async (body: object) => {
  const { status, body: customer, text } = await client.post('/customers', body);
  if (status !== 201) throw new Error(text);
  return customer;
};

describe('POST /customers', () => {
  beforeAll(fresh);

  it('requires only the type of an individual, and generates missing ids', async () => {
    const customer = await create({ customerType: 'INDIVIDUAL' });
    expect(customer).toMatchObject({ customerType: 'INDIVIDUAL', kycStatus: 'APPROVED', isDeleted: false });
    expect(customer.platformCustomerId).toMatch(/./);
    expect(customer.umaAddress).toMatch(/^\$[a-z0-9]+@sandbox\.causeway\.test$/);
  });

  it('stores and returns every field of an individual except the identifier', async () => {
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

  it('returns the acceptance time of the terms in UTC, whatever zone it was sent in', async () => {
    const endUserTermsConsent = { ...fullIndividual.endUserTermsConsent, acceptedAt: '2026-01-01 00:00:00+14:00' };
    const customer = await create(individual({ endUserTermsConsent }));
    expect(customer.endUserTermsConsent.acceptedAt).toBe('2025-12-31T10:00:00.000Z');
    const update = { ...endUserTermsConsent, acceptedAt: '2026-02-01T00:00:00-05:00' };
    const body = { customerType: 'INDIVIDUAL', endUserTermsConsent: update };
    await client.patch(`/customers/${customer.id}`, body);
    const { body: read } = await client.get(`/customers/${customer.id}`);
    expect(read.endUserTermsConsent.acceptedAt).toBe('2026-02-01T05:00:00.000Z');
  });

  it('stores and returns every field of a business', async () => {
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

  it('ignores unknown members at every depth', async () => {
    const customer = await create(
      individual({ shoeSize: 42, address: { line1: 'a', postalCode: 'b', country: 'US', planet: 'X' } }),
    );
    expect(JSON.stringify(customer)).not.toMatch(/shoeSize|planet/);
  });

  it('lists fields that violate a rule with those of the wrong shape, each once', async () => {
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

  it('lists every invalid field with its constraint', async () => {
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
  ])('rejects %s', async (_name, fields, expected) => {
    const answer = await client.post('/customers', individual(fields), strict);
    expect(answer.status).toBe(400);
    expect(errorsOf(answer)).toEqual(expected);
  });

  it('checks only the shape of numbers in the sandbox, and ranges and check digits in production', async () => {
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

  it('accepts nine digits with any separators as the tax id of a US business in the sandbox only', async () => {
    const production = await app.newPlatform('PRODUCTION');
    for (const taxId of ['12-3456789', '123456789', '12-345-6789', '12 345 6789', '123.456.789', '12/345_6789']) {
      expect((await create(business({ taxId }))).businessInfo.taxId).toBe(taxId);
      const isEin = /^\d{2}-?\d{7}$/.test(taxId);
      const { status } = await production.post('/customers', business({ taxId }));
      expect([taxId, status]).toEqual([taxId, isEin ? 201 : 400]);
    }
    for (const taxId of ['12-345678', '12-34567890', '12-34567x9', 'not-an-ein']) {
      const answer = await client.post('/customers', business({ taxId }));
      expect([taxId, answer.status, errorsOf(answer)]).toEqual([taxId, 400, ['businessInfo.taxId']]);
    }
  });

  it('accepts the tax number of another country from a person who does not live in the US', async () => {
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

  it('defaults the issuing country of an identifier to the US', async () => {
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
  ])('rejects a business with %s', async (_name, body, expected) => {
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
  ])('accepts a tax id in the format of %s: %s', async (country, taxId) => {
    expect((await create(business({ country, taxId }))).businessInfo.taxId).toBe(taxId);
  });

  it('rejects an unknown or missing customerType and lists the choices', async () => {
    const unknown = await client.post('/customers', { customerType: 'ROBOT' });
    expect(unknown.body.details.errors).toEqual([
      expect.objectContaining({ field: 'customerType', constraint: { enum: ['INDIVIDUAL', 'BUSINESS'] } }),
    ]);
    expect(errorsOf(await client.post('/customers', {}))).toEqual(['customerType']);
  });

  it('rejects a platformCustomerId of an active customer, and accepts it after the deletion', async () => {
    const first = await create(individual({ platformCustomerId: 'twice' }));
    const second = await client.post('/customers', individual({ platformCustomerId: 'twice' }));
    expect([second.status, second.body.code]).toEqual([409, 'CONFLICT']);
    await client.delete(`/customers/${first.id}`);
    await create(individual({ platformCustomerId: 'twice' }));
  });

  it('rejects a UMA address of another customer in any case, also under concurrency', async () => {
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
    'rejects %s as a UMA address',
    async (umaAddress) => {
      const answer = await client.post('/customers', individual({ umaAddress }));
      expect([answer.status, answer.body.code]).toEqual([400, 'INVALID_UMA_ADDRESS']);
    },
  );

  it("requires UMA addresses at the platform's own domain, and generates them there", async () => {
    const own = await app.newPlatform();
    await own.patch('/config', { umaDomain: 'pay.example.com' });
    expect((await own.post('/customers', individual())).body.umaAddress).toMatch(/@pay\.example\.com$/);
    const elsewhere = await own.post('/customers', individual({ umaAddress: '$ada@other.com' }));
    expect(elsewhere.body.code).toBe('INVALID_UMA_ADDRESS');
  });

  it('rejects consent to terms that do not exist', async () => {
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
    const events = await storedEventsOf(app, customer.id);
    expect(events.map((event) => event.type)).toEqual(types);
    for (const event of events) expect(JSON.parse(event.payload).data).toEqual(customer);
  });

  it('leaves a business UNVERIFIED with any number', async () => {
    expect((await create(business({ registrationNumber: 'X002' }))).kybStatus).toBe('UNVERIFIED');
  });
});

describe('end-user terms', () => {
  it('are returned with their version and address', async () => {
    const { body } = await (await fresh()).get('/customers/end-user-terms');
    expect(body).toEqual({ version: 'V1', url: expect.stringMatching(/^http.*\/end-user-terms\/V1$/) });
  });
});
