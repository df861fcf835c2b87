import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { TestApp } from './support/app.ts';
import type { Client } from './support/client.ts';
import {
  address,
  businessDocuments,
  completeBusiness,
  documentForm,
  license,
  newBusiness,
  newIndividual,
  newOwner,
  passport,
  pdf,
  upload,
} from './support/documents.ts';
import { eventsOfResource } from './support/stored-events.ts';

let app: TestApp;
let client: Client;
beforeAll(async () => {
  app = await TestApp.shared();
  client = await app.newPlatform();
});
afterAll(() => app.stop());

const submit = (customerId: string, platform = client) => platform.post('/verifications', { customerId });
const customerOf = async (id: string) => (await client.get(`/customers/${id}`)).body;

const eventsOf = async (resourceId: string) => {
  const rows = await eventsOfResource(app.database.db, resourceId);
  for (const { payload } of rows) app.contract.checkEvent(JSON.parse(payload));
  return rows.map(({ type, payload }) => ({ type, data: JSON.parse(payload).data }));
};
const typesOf = async (resourceId: string) => (await eventsOf(resourceId)).map(({ type }) => type);

const accountsOf = async (customerId: string): Promise<number> =>
  (await client.get(`/customers/internal-accounts?customerId=${customerId}`)).body.totalCount;

/** The errors of a response in a short form. */
const complaints = ({ body }: { body: any }): string[] =>
  body.errors.map((e: any) => [e.type, e.field ?? e.acceptedDocumentTypes?.join('|') ?? ''].join(' ').trim()).sort();

const IDENTITY = 'MISSING_IDENTITY_DOCUMENT PASSPORT|DRIVERS_LICENSE|NATIONAL_ID';
const ADDRESS_DOCUMENTS = 'UTILITY_BILL|RENT_OR_LEASE_AGREEMENT|ELECTRICITY_BILL|BANK_STATEMENT|TAX_RETURN';
const BUSINESS_DOCUMENTS = [
  'MISSING_CONTROL_STRUCTURE_DOCUMENT DIRECTOR_REGISTRY|TRUST_AGREEMENT|STATE_COMPANY_REGISTRY|PARTNERSHIP_CONTROL_AGREEMENT',
  'MISSING_LEGAL_PRESENCE_DOCUMENT CERTIFICATE_OF_INCORPORATION|ARTICLES_OF_INCORPORATION|ARTICLES_OF_ASSOCIATION|STATE_REGISTRY_EXCERPT',
  'MISSING_OWNERSHIP_STRUCTURE_DOCUMENT SHAREHOLDER_REGISTER|TRUST_AGREEMENT|PARTNERSHIP_AGREEMENT',
  `MISSING_PROOF_OF_ADDRESS_DOCUMENT ${ADDRESS_DOCUMENTS}`,
];

describe('an individual', () => {
  it('gets one error for each missing item', async () => {
    const { body } = await client.post('/customers', { customerType: 'INDIVIDUAL', fullName: 'Ada001' });
    const answer = await submit(body.id);
    expect([answer.status, answer.body.verificationStatus]).toEqual([200, 'RESOLVE_ERRORS']);
    expect(complaints(answer)).toEqual([
      'INVALID_FIELD fullName',
      'MISSING_FIELD address',
      'MISSING_FIELD birthDate',
      'MISSING_FIELD idType',
      'MISSING_FIELD identifier',
      'MISSING_FIELD nationality',
      IDENTITY,
    ]);
    expect(answer.body.errors).toContainEqual({
      resourceId: body.id,
      type: 'MISSING_FIELD',
      field: 'identifier',
      reason: 'Identifier is required',
    });
    expect(answer.body.errors).toContainEqual({
      resourceId: body.id,
      type: 'MISSING_IDENTITY_DOCUMENT',
      acceptedDocumentTypes: ['PASSPORT', 'DRIVERS_LICENSE', 'NATIONAL_ID'],
      reason: 'Identity document is required',
    });
    expect((await customerOf(body.id)).kycStatus).toBe('PENDING');
  });

  it('keeps one verification, from errors to the manual review', async () => {
    const { body: customer } = await client.post('/customers', {
      customerType: 'INDIVIDUAL',
      fullName: 'Ada Lovelace 003',
    });
    const first = (await submit(customer.id)).body;
    await client.patch(`/customers/${customer.id}`, {
      customerType: 'INDIVIDUAL',
      fullName: 'Ada Lovelace 001',
      birthDate: '1985-12-10',
      nationality: 'US',
      address,
      idType: 'SSN',
      identifier: '123-45-6789',
    });
    const second = await submit(customer.id);
    expect([second.body.id, complaints(second)]).toEqual([first.id, [IDENTITY]]);
    await upload(client, customer.id);
    const third = await submit(customer.id);
    expect(third.body).toMatchObject({ id: first.id, verificationStatus: 'PENDING_MANUAL_REVIEW', errors: [] });
    expect((await client.get(`/verifications/${first.id}`)).body).toEqual(third.body);
    expect(await typesOf(first.id)).toEqual(['VERIFICATION.RESOLVE_ERRORS', 'VERIFICATION.PENDING_MANUAL_REVIEW']);
    expect((await eventsOf(first.id)).map(({ data }) => data)).toEqual([first, third.body]);
    expect(await typesOf(customer.id)).toEqual(['CUSTOMER.KYC_PENDING']);
    expect((await eventsOf(customer.id))[0]?.data).toEqual(await customerOf(customer.id));
  });

  it('is complete with a license in one file without a side', async () => {
    const { body } = await client.post('/customers', {
      customerType: 'INDIVIDUAL',
      fullName: 'Ada Lovelace 001',
      birthDate: '1985-12-10',
      nationality: 'US',
      address,
      idType: 'SSN',
      identifier: '123-45-6789',
    });
    await upload(client, body.id, license, pdf());
    expect((await submit(body.id)).body).toMatchObject({ verificationStatus: 'PENDING_MANUAL_REVIEW', errors: [] });
  });

  it('is complete with the tax number of another country, and not without a number', async () => {
    const { body } = await client.post('/customers', {
      customerType: 'INDIVIDUAL',
      fullName: 'Marie Curie 001',
      birthDate: '1985-12-10',
      nationality: 'FR',
      address: { ...address, country: 'FR' },
    });
    await upload(client, body.id);
    expect(complaints(await submit(body.id))).toEqual(['MISSING_FIELD idType', 'MISSING_FIELD identifier']);
    const number = { idType: 'NON_US_TAX_ID', identifier: '302321760005', countryOfIssuance: 'FR' };
    await client.patch(`/customers/${body.id}`, { customerType: 'INDIVIDUAL', ...number });
    expect((await submit(body.id)).body).toMatchObject({ verificationStatus: 'PENDING_MANUAL_REVIEW', errors: [] });
  });

  it('with one side of a license gets an error for the other', async () => {
    const id = await newIndividual(client);
    const { body: front } = await upload(client, id, { ...license, side: 'FRONT' });
    const answer = await submit(id);
    expect(answer.body.errors).toEqual([
      { resourceId: front.id, type: 'INCOMPLETE_DOCUMENT', reason: 'The BACK of the document is required' },
    ]);
    await upload(client, id, { ...license, side: 'BACK' });
    expect((await submit(id)).body.verificationStatus).toBe('PENDING_MANUAL_REVIEW');
  });

  it('requires a given and a family name', async () => {
    const id = await newIndividual(client, 'Ada001');
    await upload(client, id);
    expect(complaints(await submit(id))).toEqual(['INVALID_FIELD fullName']);
  });

  it('with a document of another customer has none', async () => {
    const id = await newIndividual(client);
    await upload(client, await newIndividual(client));
    expect(complaints(await submit(id))).toEqual([IDENTITY]);
  });

  it('waits for review: submitting again changes nothing and emits no event', async () => {
    const id = await newIndividual(client);
    await upload(client, id);
    const first = await submit(id);
    expect((await submit(id)).text).toBe(first.text);
    expect(await typesOf(first.body.id)).toEqual(['VERIFICATION.PENDING_MANUAL_REVIEW']);
  });
});

describe('the sandbox decides a submission by the suffix of fullName', () => {
  it('001: complete data and an identity document give PENDING_MANUAL_REVIEW', async () => {
    const id = await newIndividual(client, 'Ada Lovelace 001');
    await upload(client, id);
    expect((await submit(id)).body).toMatchObject({ verificationStatus: 'PENDING_MANUAL_REVIEW', errors: [] });
    expect((await customerOf(id)).kycStatus).toBe('PENDING');
  });

  it('003: complete data gives RESOLVE_ERRORS with POOR_QUALITY_DOCUMENT, and the document is requested again', async () => {
    const id = await newIndividual(client, 'Ada Lovelace 003');
    const { body: document } = await upload(client, id);
    const { body: other } = await upload(client, id, { documentType: 'SELFIE', country: 'US' });
    const answer = await submit(id);
    expect(answer.body).toMatchObject({
      verificationStatus: 'RESOLVE_ERRORS',
      errors: [{ resourceId: document.id, type: 'POOR_QUALITY_DOCUMENT', reason: expect.any(String) }],
    });
    expect((await customerOf(id)).kycStatus).toBe('UNVERIFIED');
    expect(await typesOf(answer.body.id)).toEqual(['VERIFICATION.RESOLVE_ERRORS']);
    expect((await client.delete(`/documents/${other.id}`)).status).toBe(409);
    const again = await submit(id);
    expect(again.body.errors).toEqual(answer.body.errors);
    const replaced = await client.request('PUT', `/documents/${document.id}`, { body: documentForm(passport, pdf()) });
    expect(replaced.status).toBe(200);
    expect((await submit(id)).body.errors).toEqual(answer.body.errors);
    expect((await client.delete(`/documents/${document.id}`)).status).toBe(204);
    expect(complaints(await submit(id))).toEqual([IDENTITY]);
  });

  it.each([
    ['211', 'INVALID_DOCUMENT'],
    ['212', 'SUSPECTED_FRAUD_DOCUMENT'],
    ['213', 'WRONG_DOCUMENT_TYPE'],
    ['214', 'UNREADABLE_DOCUMENT'],
    ['215', 'DOCUMENT_VERIFICATION_FAILED'],
  ])('%s: complete data gives RESOLVE_ERRORS with %s', async (suffix, type) => {
    const id = await newIndividual(client, `Ada Lovelace ${suffix}`);
    const { body: document } = await upload(client, id);
    const { body } = await submit(id);
    expect(body).toMatchObject({ verificationStatus: 'RESOLVE_ERRORS', errors: [{ resourceId: document.id, type }] });
    expect((await customerOf(id)).kycStatus).toBe('UNVERIFIED');
  });

  it.each([
    ['221', 'APPLICANT_SANCTIONED'],
    ['222', 'APPLICANT_FRAUD'],
    ['223', 'APPLICANT_CRIMINAL_RECORD'],
  ])('%s: complete data gives REJECTED with %s', async (suffix, type) => {
    const id = await newIndividual(client, `Ada Lovelace ${suffix}`);
    await upload(client, id);
    const { body } = await submit(id);
    expect(body).toMatchObject({ verificationStatus: 'REJECTED', errors: [{ resourceId: id, type }] });
    expect((await customerOf(id)).kycStatus).toBe('REJECTED');
  });

  it.each([
    ['231', 'IN_PROGRESS'],
    ['232', 'READY_FOR_VERIFICATION'],
  ])('%s: complete data gives %s, and a submission under another name is decided', async (suffix, status) => {
    const id = await newIndividual(client, `Ada Lovelace ${suffix}`);
    await upload(client, id);
    const { body } = await submit(id);
    expect([body.verificationStatus, body.errors]).toEqual([status, []]);
    expect((await customerOf(id)).kycStatus).toBe('PENDING');
    expect(await typesOf(body.id)).toEqual([`VERIFICATION.${status}`]);
    await client.patch(`/customers/${id}`, { customerType: 'INDIVIDUAL', fullName: 'Ada Lovelace 001' });
    expect((await submit(id)).body).toMatchObject({ id: body.id, verificationStatus: 'PENDING_MANUAL_REVIEW' });
  });

  it('230: the customer is UNVERIFIED until complete data gives APPROVED, without an operator', async () => {
    const id = await newIndividual(client, 'Ada Lovelace 230');
    expect((await customerOf(id)).kycStatus).toBe('UNVERIFIED');
    expect(complaints(await submit(id))).toEqual([IDENTITY]);
    await upload(client, id);
    const { body } = await submit(id);
    expect([body.verificationStatus, body.errors]).toEqual(['APPROVED', []]);
    expect((await customerOf(id)).kycStatus).toBe('APPROVED');
    expect(await typesOf(body.id)).toContain('VERIFICATION.APPROVED');
  });

  it('210: the customer is on HOLD until complete data gives PENDING_MANUAL_REVIEW', async () => {
    const id = await newIndividual(client, 'Ada Lovelace 210');
    expect((await customerOf(id)).kycStatus).toBe('HOLD');
    await submit(id);
    expect((await customerOf(id)).kycStatus).toBe('HOLD');
    await upload(client, id);
    expect((await submit(id)).body.verificationStatus).toBe('PENDING_MANUAL_REVIEW');
    expect((await customerOf(id)).kycStatus).toBe('PENDING');
  });

  it.each([
    ['Ada Lovelace 002', 'REJECTED'],
    ['Ada Lovelace', 'APPROVED'],
  ])('%s is already %s: 400', async (fullName, kycStatus) => {
    const id = await newIndividual(client, fullName);
    expect((await customerOf(id)).kycStatus).toBe(kycStatus);
    const answer = await submit(id);
    expect([answer.status, answer.body.code]).toEqual([400, 'INVALID_INPUT']);
    expect((await client.get(`/verifications?customerId=${id}`)).body.data).toEqual([]);
  });
});

describe('the sandbox decides a business by the suffix of its registration number', () => {
  it.each([
    ['R-002', 'REJECTED', 0],
    ['R-000', 'APPROVED', 3],
  ])('%s: %s immediately, whatever is missing', async (registrationNumber, status, accounts) => {
    const id = await newBusiness(client, registrationNumber);
    expect((await customerOf(id)).kybStatus).toBe('UNVERIFIED');
    const answer = await submit(id);
    expect([answer.status, answer.body.verificationStatus]).toEqual([200, status]);
    expect(complaints(answer)).toEqual(status === 'REJECTED' ? ['APPLICANT_REJECTED'] : []);
    expect((await customerOf(id)).kybStatus).toBe(status);
    expect(await typesOf(id)).toEqual([`CUSTOMER.KYB_${status}`]);
    expect((await eventsOf(id))[0]?.data).toEqual(await customerOf(id));
    expect(await typesOf(answer.body.id)).toEqual([`VERIFICATION.${status}`]);
    expect(await accountsOf(id)).toBe(accounts);
    const again = await submit(id);
    expect([again.status, again.body.code]).toEqual([400, 'INVALID_INPUT']);
    await app.audit();
  });

  it('R-210: is on HOLD, and checked like the others', async () => {
    const { customerId } = await completeBusiness(client, 'R-210');
    expect((await customerOf(customerId)).kybStatus).toBe('HOLD');
    expect((await submit(customerId)).body.verificationStatus).toBe('PENDING_MANUAL_REVIEW');
    expect((await customerOf(customerId)).kybStatus).toBe('PENDING');
  });

  it('a business without a number is approved', async () => {
    const { body } = await client.post('/customers', {
      customerType: 'BUSINESS',
      businessInfo: { legalName: 'A', country: 'US', taxId: '12-3456789', incorporatedOn: '2010-05-01' },
    });
    expect((await submit(body.id)).body.verificationStatus).toBe('APPROVED');
  });

  it('the event of the decision has the new statuses of the owners', async () => {
    const id = await newBusiness(client, 'R-9');
    await newOwner(client, id, {}, { lastName: 'Hopper002' });
    await submit(id);
    const [event] = await eventsOf(id);
    expect(event?.data.beneficialOwners[0].kycStatus).toBe('REJECTED');
  });

  it.each(['R-001', 'R-003'])('%s: is fully checked, and then reviewed', async (registrationNumber) => {
    const customerId = await newBusiness(client, registrationNumber, { countriesOfOperation: [] });
    const empty = await submit(customerId);
    expect(empty.body.verificationStatus).toBe('RESOLVE_ERRORS');
    expect(complaints(empty)).toEqual(
      [
        ...BUSINESS_DOCUMENTS,
        'MISSING_BENEFICIAL_OWNER',
        'MISSING_CONTROL_PERSON',
        'MISSING_FIELD businessInfo.countriesOfOperation',
      ].sort(),
    );
    expect((await customerOf(customerId)).kybStatus).toBe('UNVERIFIED');

    const businessInfo = { countriesOfOperation: ['US'] };
    await client.patch(`/customers/${customerId}`, { customerType: 'BUSINESS', businessInfo });
    for (const fields of businessDocuments) await upload(client, customerId, fields, pdf());
    const director = await newOwner(client, customerId, { roles: ['DIRECTOR'], ownershipPercentage: 0 });
    const withDirector = await submit(customerId);
    expect(complaints(withDirector)).toEqual(['MISSING_BENEFICIAL_OWNER', 'MISSING_CONTROL_PERSON', IDENTITY]);
    expect(withDirector.body.errors.find((e: any) => e.type === 'MISSING_IDENTITY_DOCUMENT').resourceId).toBe(
      director.id,
    );

    await upload(client, director.id);
    await client.patch(`/beneficial-owners/${director.id}`, { roles: ['DIRECTOR', 'CONTROL_PERSON'] });
    const owner = await newOwner(client, customerId, { roles: ['UBO'], ownershipPercentage: 60 });
    expect((await submit(customerId)).body.errors).toEqual([
      expect.objectContaining({ resourceId: owner.id, type: 'MISSING_IDENTITY_DOCUMENT' }),
    ]);
    await upload(client, owner.id);
    expect((await submit(customerId)).body.verificationStatus).toBe('PENDING_MANUAL_REVIEW');
    expect((await customerOf(customerId)).kybStatus).toBe('PENDING');
    expect(await typesOf(customerId)).toEqual(['CUSTOMER.KYB_PENDING']);
  });
});

describe('the rules for a business', () => {
  it('require a passport and a second document of a foreign owner', async () => {
    const { customerId } = await completeBusiness(client);
    const foreign = { nationality: 'FR', idType: 'NON_US_TAX_ID', identifier: '302321760005' };
    const owner = await newOwner(client, customerId, { ownershipPercentage: 30 }, foreign);
    expect(complaints(await submit(customerId))).toEqual([
      'MISSING_IDENTITY_DOCUMENT DRIVERS_LICENSE|NATIONAL_ID',
      'MISSING_IDENTITY_DOCUMENT PASSPORT',
    ]);
    await upload(client, owner.id, { ...license, side: 'FRONT' });
    expect(complaints(await submit(customerId))).toEqual(['INCOMPLETE_DOCUMENT', 'MISSING_IDENTITY_DOCUMENT PASSPORT']);
    await upload(client, owner.id, { ...license, side: 'BACK' });
    await upload(client, owner.id);
    expect((await submit(customerId)).body.verificationStatus).toBe('PENDING_MANUAL_REVIEW');
  });

  it('require a proof of address of the last three months', async () => {
    const platform = await app.newPlatform();
    const { customerId, owner } = await completeBusiness(platform);
    await platform.post('/sandbox/clock/advance', { seconds: 93 * 24 * 3_600 });
    const { body } = await submit(customerId, platform);
    const { body: list } = await platform.get('/documents');
    const bill = list.data.find((d: any) => d.documentType === 'UTILITY_BILL');
    expect(body.errors).toEqual([
      {
        resourceId: bill.id,
        type: 'EXPIRED_DOCUMENT',
        acceptedDocumentTypes: ADDRESS_DOCUMENTS.split('|'),
        reason: expect.any(String),
      },
    ]);
    expect(owner.kycStatus).toBe('PENDING');
    await upload(platform, customerId, { documentType: 'PROOF_OF_ADDRESS', country: 'US' }, pdf());
    expect((await submit(customerId, platform)).body.verificationStatus).toBe('PENDING_MANUAL_REVIEW');
  });

  it.each([
    ['SOLE_PROPRIETORSHIP', ['MISSING_BENEFICIAL_OWNER', 'MISSING_CONTROL_PERSON']],
    ['CHARITY', ['MISSING_CONTROL_PERSON']],
  ])('require of a %s only the documents it can have', async (entityType, expected) => {
    const customerId = await newBusiness(client, 'R-003', { entityType });
    const asked = complaints(await submit(customerId)).map((complaint) => complaint.split(' ')[0]);
    const documents = ['MISSING_LEGAL_PRESENCE_DOCUMENT', 'MISSING_PROOF_OF_ADDRESS_DOCUMENT'];
    const control = entityType === 'CHARITY' ? ['MISSING_CONTROL_STRUCTURE_DOCUMENT'] : [];
    expect(asked).toEqual([...documents, ...control, ...expected].sort());
  });

  it('accept one agreement as proof of control and ownership', async () => {
    const customerId = await newBusiness(client);
    await upload(client, customerId, { documentType: 'TRUST_AGREEMENT', country: 'US' }, pdf());
    const asked = complaints(await submit(customerId)).join();
    expect(asked).not.toMatch(/STRUCTURE/);
  });
});

describe('POST /verifications', () => {
  it('rejects an unknown, foreign or deleted customer', async () => {
    expect((await client.post('/verifications', {})).body.details.errors[0].field).toBe('customerId');
    expect((await submit('Customer:1')).status).toBe(400);
    const foreign = await submit(await newIndividual(await app.newPlatform()));
    expect([foreign.status, foreign.body.code]).toEqual([404, 'USER_NOT_FOUND']);
    const deleted = await newIndividual(client);
    await client.delete(`/customers/${deleted}`);
    expect((await submit(deleted)).status).toBe(410);
  });

  it('requires a verified contact', async () => {
    const contact = { region: 'DE', email: 'ada@example.com', phoneNumber: '+4915112345678' };
    const id = await newIndividual(client, 'Ada Lovelace 001', contact);
    const rejected = async () => {
      const answer = await submit(id);
      return [answer.status, answer.body.code, answer.body.details.reason];
    };
    expect(await rejected()).toEqual([409, 'CONFLICT', 'CONTACT_NOT_VERIFIED']);
    await client.post(`/customers/${id}/verify-email`);
    await client.post(`/customers/${id}/verify-email/confirm`, { code: '123456' });
    expect(await rejected()).toEqual([409, 'CONFLICT', 'CONTACT_NOT_VERIFIED']);
    await client.post(`/customers/${id}/verify-phone`);
    await client.post(`/customers/${id}/verify-phone/confirm`, { code: '123456' });
    expect((await submit(id)).status).toBe(200);
  });

  it('creates one verification for any number of concurrent submissions, with each event once', async () => {
    const { customerId } = await completeBusiness(client);
    const answers = await Promise.all(Array.from({ length: 8 }, () => submit(customerId)));
    expect(answers.map(({ body }) => body.verificationStatus)).toEqual(Array(8).fill('PENDING_MANUAL_REVIEW'));
    const [id, ...others] = new Set(answers.map(({ body }) => body.id));
    expect(others).toEqual([]);
    expect(await typesOf(customerId)).toEqual(['CUSTOMER.KYB_PENDING']);
    expect(await typesOf(id)).toEqual(['VERIFICATION.PENDING_MANUAL_REVIEW']);

    const automatic = await newBusiness(client, 'R-9');
    const decided = await Promise.all(Array.from({ length: 8 }, () => submit(automatic)));
    expect(decided.map(({ status }) => status).sort()).toEqual([200, ...Array(7).fill(400)]);
    expect(await accountsOf(automatic)).toBe(3);
    await app.audit();
  });

  it('never marks a document as submitted that was deleted at the same time', async () => {
    for (let i = 0; i < 5; i++) {
      const id = await newIndividual(client);
      const { body: document } = await upload(client, id);
      const [deleted, submitted] = await Promise.all([client.delete(`/documents/${document.id}`), submit(id)]);
      const outcome = [deleted.status, submitted.body.verificationStatus];
      expect([
        [204, 'RESOLVE_ERRORS'],
        [409, 'PENDING_MANUAL_REVIEW'],
      ]).toContainEqual(outcome);
    }
  });

  it('returns the same answer to the same Idempotency-Key', async () => {
    const customerId = await newIndividual(client);
    const send = () => client.post('/verifications', { customerId }, { headers: { 'idempotency-key': 'submit-once' } });
    const first = await send();
    await upload(client, customerId);
    const replayed = await send();
    expect([replayed.text, replayed.headers.get('idempotent-replayed')]).toEqual([first.text, 'true']);
    await submit(customerId);
    const headers = { 'idempotency-key': 'submit-waiting' };
    const waiting = await client.post('/verifications', { customerId }, { headers });
    expect((await client.post('/verifications', { customerId }, { headers })).text).toBe(waiting.text);
  });
});

describe('GET /verifications', () => {
  it('lists by customer and status, newest first, page by page', async () => {
    const platform = await app.newPlatform();
    const [first, second] = [await newBusiness(platform, 'R-002'), await newBusiness(platform, 'R-003')];
    const ids = [(await submit(first, platform)).body.id, (await submit(second, platform)).body.id].reverse();
    const list = async (query: string) => (await platform.get(`/verifications?${query}`)).body;
    const found = async (query: string) => (await list(query)).data.map((v: any) => v.id);
    expect(await found('')).toEqual(ids);
    expect(await found(`customerId=${first}`)).toEqual([ids[1]]);
    expect(await found('verificationStatus=RESOLVE_ERRORS')).toEqual([ids[0]]);
    const page = await list('limit=1');
    expect(page).toMatchObject({ hasMore: true, totalCount: 2 });
    expect(await found(`limit=1&cursor=${page.nextCursor}`)).toEqual([ids[1]]);
    expect((await platform.get('/verifications?verificationStatus=FINE')).status).toBe(400);
  });

  it('hides verifications of other platforms', async () => {
    const stranger = await app.newPlatform();
    const customerId = await newBusiness(stranger);
    const { body } = await submit(customerId, stranger);
    expect((await client.get(`/verifications?customerId=${customerId}`)).body.data).toEqual([]);
    const answer = await client.get(`/verifications/${body.id}`);
    expect([answer.status, answer.body.code]).toEqual([404, 'REFERENCE_NOT_FOUND']);
  });
});

describe('an unregulated platform', () => {
  it('has its customers approved without accounts until they accept the terms', async () => {
    const made = await client.post('/sandbox/platforms', { isRegulatedFinancialInstitution: false });
    const platform = client.with(made.body.token);
    const id = await newBusiness(platform, 'R-9');
    expect((await submit(id, platform)).body.verificationStatus).toBe('APPROVED');
    const accounts = await platform.get(`/customers/internal-accounts?customerId=${id}`);
    expect(accounts.body.data).toEqual([]);
  });
});
