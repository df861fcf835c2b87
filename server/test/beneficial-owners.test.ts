import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sql } from '../src/foundation/db/sql.ts';
import { TestApp } from './support/app.ts';
import type { Client } from './support/client.ts';
import { newBusiness, newIndividual, newOwner, person } from './support/documents.ts';
import { storedLines } from './support/request-lines.ts';

let app: TestApp;
let client: Client;
beforeAll(async () => {
  app = await TestApp.shared();
  client = await app.newPlatform();
});
afterAll(() => app.stop());

/** Makes the sandbox apply the checks of production. */
const strict = { headers: { prefer: 'handling=strict' } };

const owner = (more: object = {}, info: object = {}) => ({
  roles: ['UBO'],
  ownershipPercentage: 10,
  personalInfo: { ...person, ...info },
  ...more,
});

const errorsOf = (answer: { body: any }): string[] =>
  answer.body.details.errors.map((e: { field: string }) => e.field).sort();

const shownIn = async (customerId: string) => (await client.get(`/customers/${customerId}`)).body.beneficialOwners;

describe('POST /beneficial-owners', () => {
  it('stores and returns every field, the identifier masked, in the owner and in its business', async () => {
    const customerId = await newBusiness(client);
    const { identifier, ...shown } = {
      ...person,
      middleName: 'Brewster',
      email: 'grace@example.com',
      phoneNumber: '+14155550100',
      countryOfIssuance: 'US',
    };
    const created = await client.post('/beneficial-owners', {
      customerId,
      roles: ['UBO', 'DIRECTOR'],
      ownershipPercentage: 60,
      personalInfo: { ...shown, identifier },
    });
    expect(created.status).toBe(201);
    expect(created.body).toEqual({
      id: expect.stringMatching(/^BeneficialOwner:/),
      customerId,
      roles: ['UBO', 'DIRECTOR'],
      ownershipPercentage: 60,
      personalInfo: { ...shown, identifier: identifier.replace(/.(?=.{4})/g, '*') },
      kycStatus: 'PENDING',
      createdAt: expect.any(String),
      updatedAt: expect.any(String),
    });
    expect((await client.get(`/beneficial-owners/${created.body.id}`)).body).toEqual(created.body);
    expect(await shownIn(customerId)).toEqual([created.body]);
  });

  it.each([
    ['123-45-6789', '*******6789'],
    ['123456789', '*****6789'],
    ['30 23 217 600 053', '************* 053'],
    ['A1B2C', '***2C'],
    ['X', '*'],
    ['𝔸𝔹ℂ𝔻𝔼12𝔽', '****𝔼12𝔽'],
  ])('shows the last four characters of the identifier %s, and at most half of it', async (identifier, masked) => {
    const idType = /^[\d-]+$/.test(identifier) ? 'SSN' : 'NON_US_TAX_ID';
    const { personalInfo } = await newOwner(client, await newBusiness(client), {}, { idType, identifier });
    expect(personalInfo.identifier).toBe(masked);
  });

  it('seals the identifier at rest, in every table', async () => {
    const customerId = await newBusiness(client);
    const { id } = await newOwner(client, customerId, {}, { identifier: '219-09-9999' });
    await app.app.requestLog.flush();
    for (const table of ['beneficial_owners', 'customers', 'events']) {
      const { rows } = await app.database.db.pool.query(`SELECT t::text AS row FROM ${table} t`);
      expect([table, rows.some(({ row }) => row.includes('09-9999'))]).toEqual([table, false]);
    }
    expect((await storedLines(app.database.db)).filter(({ text }) => text.includes('09-9999'))).toEqual([]);
    const [row] = await app.database.db.read<{ sealed: string }>(
      sql`SELECT identifier_sealed AS sealed FROM beneficial_owners WHERE id = ${id}`,
    );
    expect(row?.sealed).toMatch(/./);
  });

  it('reports fields that break a rule together with fields of the wrong type', async () => {
    const customerId = await newBusiness(client);
    const wrong = { firstName: '<', birthDate: '2999-01-01', idType: 'SSN', identifier: '000-00-0000' };
    const answer = await client.post(
      '/beneficial-owners',
      {
        customerId,
        ...owner({ ownershipPercentage: 200 }, wrong),
      },
      strict,
    );
    expect([answer.status, errorsOf(answer)]).toEqual([
      400,
      ['ownershipPercentage', 'personalInfo.birthDate', 'personalInfo.firstName', 'personalInfo.identifier'],
    ]);
  });

  it('reports every missing field', async () => {
    expect(errorsOf(await client.post('/beneficial-owners', {}))).toEqual([
      'customerId',
      'ownershipPercentage',
      'personalInfo',
      'roles',
    ]);
    const customerId = await newBusiness(client);
    const answer = await client.post('/beneficial-owners', { customerId, ...owner(), personalInfo: {} });
    expect(errorsOf(answer)).toEqual(
      ['address', 'birthDate', 'firstName', 'idType', 'identifier', 'lastName', 'nationality'].map(
        (name) => `personalInfo.${name}`,
      ),
    );
  });

  it.each([
    ['no role', owner({ roles: [] }), ['roles']],
    ['an unknown role', owner({ roles: ['KING'] }), ['roles.0']],
    ['a repeated role', owner({ roles: ['UBO', 'UBO'] }), ['roles']],
    ['more than 100 percent', owner({ ownershipPercentage: 101 }), ['ownershipPercentage']],
    ['a negative percentage', owner({ ownershipPercentage: -1 }), ['ownershipPercentage']],
    ['a fractional percentage', owner({ ownershipPercentage: 33.3 }), ['ownershipPercentage']],
    ['a percentage as text', owner({ ownershipPercentage: '10' }), ['ownershipPercentage']],
    [
      'names with symbols',
      owner({}, { firstName: '<b>', lastName: '{}', middleName: '=' }),
      ['firstName', 'lastName', 'middleName'],
    ],
    ['an empty name', owner({}, { lastName: '' }), ['lastName']],
    ['a birth date in the future', owner({}, { birthDate: '2999-01-01' }), ['birthDate']],
    ['an impossible date', owner({}, { birthDate: '2001-02-30' }), ['birthDate']],
    ['an unknown country', owner({}, { nationality: 'ZZ' }), ['nationality']],
    ['an invalid email and phone number', owner({}, { email: 'x', phoneNumber: '12' }), ['email', 'phoneNumber']],
    ['an incomplete address', owner({}, { address: { line1: 'x' } }), ['address.country', 'address.postalCode']],
    ['an EIN for a person', owner({}, { idType: 'EIN', identifier: '12-3456789' }), ['idType']],
    ['an impossible SSN', owner({}, { identifier: '000-00-0000' }), ['identifier']],
    ['an SSN of another country', owner({}, { countryOfIssuance: 'FR' }), ['countryOfIssuance']],
    [
      'a US tax number of another country',
      owner({}, { idType: 'NON_US_TAX_ID', identifier: 'X1', countryOfIssuance: 'US' }),
      ['countryOfIssuance'],
    ],
    [
      'several invalid fields',
      owner({ roles: [] }, { birthDate: 'x', nationality: 1 }),
      ['roles', 'birthDate', 'nationality'],
    ],
  ])('rejects %s and creates no owner', async (_name, body, expected) => {
    const customerId = await newBusiness(client);
    const answer = await client.post('/beneficial-owners', { customerId, ...body }, strict);
    expect([answer.status, answer.body.code]).toEqual([400, 'INVALID_INPUT']);
    const top = new Set(['roles', 'roles.0', 'ownershipPercentage']);
    expect(errorsOf(answer)).toEqual(
      expected.map((field) => (top.has(field) ? field : `personalInfo.${field}`)).sort(),
    );
    expect(await shownIn(customerId)).toEqual([]);
  });

  it('validates only the format of an SSN in the sandbox', async () => {
    const customerId = await newBusiness(client);
    const unissued = await client.post('/beneficial-owners', {
      customerId,
      ...owner({}, { identifier: '000-00-0000' }),
    });
    expect(unissued.status).toBe(201);
    const { id } = unissued.body;
    const patch = (identifier: string, options: object = {}) =>
      client.patch(`/beneficial-owners/${id}`, { personalInfo: { identifier } }, options);
    expect((await patch('666-00-0000')).status).toBe(200);
    expect(errorsOf(await patch('666-00-0000', strict))).toEqual(['personalInfo.identifier']);
    expect(errorsOf(await patch('666-00-000'))).toEqual(['personalInfo.identifier']);
  });

  it('accepts a tax number of another country', async () => {
    const foreign = {
      nationality: 'FR',
      idType: 'NON_US_TAX_ID',
      identifier: '30 23 217 600 053',
      countryOfIssuance: 'FR',
    };
    const { personalInfo } = await newOwner(client, await newBusiness(client), {}, foreign);
    expect(personalInfo).toMatchObject({ idType: 'NON_US_TAX_ID', countryOfIssuance: 'FR' });
  });

  it('accepts only businesses of the platform', async () => {
    const individual = await client.post('/beneficial-owners', { customerId: await newIndividual(client), ...owner() });
    expect([individual.status, individual.body.code, errorsOf(individual)]).toEqual([
      400,
      'INVALID_INPUT',
      ['customerId'],
    ]);
    const foreign = await newBusiness(await app.newPlatform());
    const answer = await client.post('/beneficial-owners', { customerId: foreign, ...owner() });
    expect([answer.status, answer.body.code]).toEqual([404, 'USER_NOT_FOUND']);
    const deleted = await newBusiness(client);
    await client.delete(`/customers/${deleted}`);
    expect((await client.post('/beneficial-owners', { customerId: deleted, ...owner() })).status).toBe(410);
  });

  it('limits the total ownership to 100 percent, also under concurrency', async () => {
    const customerId = await newBusiness(client);
    const answers = await Promise.all(
      Array.from({ length: 8 }, () =>
        client.post('/beneficial-owners', { customerId, ...owner({ ownershipPercentage: 30 }) }),
      ),
    );
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(3);
    for (const answer of answers.filter(({ status }) => status !== 201)) {
      expect([answer.status, errorsOf(answer)]).toEqual([400, ['ownershipPercentage']]);
    }
    expect(await shownIn(customerId)).toHaveLength(3);
    expect(
      (await client.post('/beneficial-owners', { customerId, ...owner({ ownershipPercentage: 10 }) })).status,
    ).toBe(201);
    expect((await client.post('/beneficial-owners', { customerId, ...owner({ ownershipPercentage: 0 }) })).status).toBe(
      201,
    );
    expect((await client.post('/beneficial-owners', { customerId, ...owner({ ownershipPercentage: 1 }) })).status).toBe(
      400,
    );
  });

  it('creates one owner for one Idempotency-Key', async () => {
    const body = { customerId: await newBusiness(client), ...owner() };
    const headers = { 'idempotency-key': 'owner-once' };
    const answers = await Promise.all(
      Array.from({ length: 4 }, () => client.post('/beneficial-owners', body, { headers })),
    );
    expect(new Set(answers.map((answer) => answer.text)).size).toBe(1);
    expect(await shownIn(body.customerId)).toHaveLength(1);
  });
});

describe('PATCH /beneficial-owners/{beneficialOwnerId}', () => {
  it('changes the given fields and keeps the rest, in the owner and in its business', async () => {
    const customerId = await newBusiness(client);
    const before = await newOwner(client, customerId);
    const other = await newOwner(client, customerId, { ownershipPercentage: 20 });
    const changed = await client.patch(`/beneficial-owners/${before.id}`, {
      ownershipPercentage: 80,
      personalInfo: { lastName: 'Murray', email: 'g@example.com' },
    });
    expect(changed.body).toEqual({
      ...before,
      ownershipPercentage: 80,
      personalInfo: { ...before.personalInfo, lastName: 'Murray', email: 'g@example.com' },
      updatedAt: expect.any(String),
    });
    expect(await shownIn(customerId)).toEqual([changed.body, other]);
    expect((await client.get(`/beneficial-owners/${before.id}`)).body).toEqual(changed.body);
  });

  it('masks a new identifier, and keeps the stored one when the masked one is sent back', async () => {
    const { id, personalInfo } = await newOwner(client, await newBusiness(client), {}, { identifier: '219-09-9999' });
    const path = `/beneficial-owners/${id}`;
    const again = await client.patch(path, { personalInfo: { ...personalInfo, lastName: 'Murray' } });
    expect([again.status, again.body.personalInfo]).toEqual([200, { ...personalInfo, lastName: 'Murray' }]);
    const foreign = { idType: 'NON_US_TAX_ID', identifier: '*******9998', countryOfIssuance: 'FR' };
    expect(errorsOf(await client.patch(path, { personalInfo: foreign }))).toEqual(['personalInfo.identifier']);
    const changed = await client.patch(path, { personalInfo: { identifier: '219-09-9998' } });
    expect(changed.body.personalInfo.identifier).toBe('*******9998');
    expect(errorsOf(await client.patch(path, { personalInfo: foreign }))).toEqual(['personalInfo.identifier']);
  });

  it('rejects the same input as creation, and an idType without its identifier', async () => {
    const customerId = await newBusiness(client);
    const { id } = await newOwner(client, customerId);
    await newOwner(client, customerId, { ownershipPercentage: 40 });
    const path = `/beneficial-owners/${id}`;
    expect(errorsOf(await client.patch(path, { ownershipPercentage: 61 }))).toEqual(['ownershipPercentage']);
    expect(errorsOf(await client.patch(path, { roles: [], personalInfo: { birthDate: 1 } }))).toEqual([
      'personalInfo.birthDate',
      'roles',
    ]);
    expect(errorsOf(await client.patch(path, { personalInfo: { idType: 'ITIN' } }))).toEqual([
      'personalInfo.identifier',
    ]);
    expect(errorsOf(await client.patch(path, { personalInfo: { identifier: 'x' } }))).toEqual([
      'personalInfo.identifier',
    ]);
    const itin = await client.patch(path, { personalInfo: { idType: 'ITIN', identifier: '912-34-5678' } });
    expect(itin.body.personalInfo.idType).toBe('ITIN');
  });

  it('reports fields that break a rule together with fields of the wrong type, against the stored owners', async () => {
    const customerId = await newBusiness(client);
    const { id } = await newOwner(client, customerId);
    await newOwner(client, customerId, { ownershipPercentage: 40 });
    const personalInfo = { firstName: '<', birthDate: 1, idType: 'ITIN' };
    const answer = await client.patch(`/beneficial-owners/${id}`, { ownershipPercentage: 61, roles: [], personalInfo });
    expect([answer.status, errorsOf(answer)]).toEqual([
      400,
      ['ownershipPercentage', 'personalInfo.birthDate', 'personalInfo.firstName', 'personalInfo.identifier', 'roles'],
    ]);
  });

  it('keeps both of two concurrent changes', async () => {
    const customerId = await newBusiness(client);
    const { id } = await newOwner(client, customerId);
    await Promise.all([
      client.patch(`/beneficial-owners/${id}`, { ownershipPercentage: 70 }),
      client.patch(`/beneficial-owners/${id}`, { personalInfo: { firstName: 'G' } }),
      client.patch(`/customers/${customerId}`, { customerType: 'BUSINESS', businessInfo: { doingBusinessAs: 'A' } }),
      newOwner(client, customerId, { ownershipPercentage: 5 }),
    ]);
    const { body } = await client.get(`/customers/${customerId}`);
    expect(body.businessInfo.doingBusinessAs).toBe('A');
    expect(body.beneficialOwners).toHaveLength(2);
    expect(body.beneficialOwners[0]).toMatchObject({ ownershipPercentage: 70, personalInfo: { firstName: 'G' } });
  });
});

describe('after the decision on the business', () => {
  it.each([
    ['R-000', 'APPROVED'],
    ['R-002', 'REJECTED'],
  ])('%s: its owners have their statuses and cannot change', async (registrationNumber, kybStatus) => {
    const customerId = await newBusiness(client, registrationNumber);
    const names = ['Hopper001', 'Hopper002', 'Hopper', 'Hopper003', 'Hopper023'];
    const owners = [];
    for (const lastName of names)
      owners.push(await newOwner(client, customerId, { ownershipPercentage: 5 }, { lastName }));
    await client.post('/verifications', { customerId });
    const { body } = await client.get(`/customers/${customerId}`);
    expect(body.kybStatus).toBe(kybStatus);
    expect(body.beneficialOwners.map((o: any) => o.kycStatus)).toEqual([
      'PENDING',
      'REJECTED',
      'APPROVED',
      'APPROVED',
      'UNVERIFIED',
    ]);
    for (const [i, { id }] of owners.entries()) {
      expect((await client.get(`/beneficial-owners/${id}`)).body).toEqual(body.beneficialOwners[i]);
      const change = await client.patch(`/beneficial-owners/${id}`, { ownershipPercentage: 6 });
      expect([change.status, change.body.code]).toEqual([409, 'CONFLICT']);
    }
    const late = await client.post('/beneficial-owners', { customerId, ...owner() });
    expect([late.status, late.body.code]).toEqual([409, 'CONFLICT']);
  });
});

describe('GET /beneficial-owners', () => {
  it('lists the owners of one business, newest first, page by page', async () => {
    const customerId = await newBusiness(client);
    await newOwner(client, await newBusiness(client));
    const ids: string[] = [];
    for (let i = 0; i < 3; i++) ids.unshift((await newOwner(client, customerId, { ownershipPercentage: 1 })).id);
    const first = await client.get(`/beneficial-owners?customerId=${customerId}&limit=2`);
    expect(first.body).toMatchObject({ hasMore: true, totalCount: 3 });
    const second = await client.get(`/beneficial-owners?customerId=${customerId}&cursor=${first.body.nextCursor}`);
    expect([...first.body.data, ...second.body.data].map((o: any) => o.id)).toEqual(ids);
  });

  it('requires the customer', async () => {
    expect(errorsOf(await client.get('/beneficial-owners'))).toEqual(['customerId']);
    expect((await client.get('/beneficial-owners?customerId=Customer:1')).status).toBe(400);
  });

  it('hides owners of other platforms', async () => {
    const stranger = await app.newPlatform();
    const customerId = await newBusiness(stranger);
    const { id } = await newOwner(stranger, customerId);
    expect((await client.get(`/beneficial-owners?customerId=${customerId}`)).body.data).toEqual([]);
    for (const answer of [
      await client.get(`/beneficial-owners/${id}`),
      await client.patch(`/beneficial-owners/${id}`, { ownershipPercentage: 1 }),
    ]) {
      expect([answer.status, answer.body.code]).toEqual([404, 'REFERENCE_NOT_FOUND']);
    }
  });
});
