import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sql } from '../src/foundation/db/sql.ts';
import { TestApp } from './support/app.ts';
import { Client } from './support/client.ts';
import {
  completeBusiness,
  documentForm,
  jpeg,
  license,
  newIndividual,
  passport,
  pdf,
  upload,
} from './support/documents.ts';
import { eventsOfResource } from './support/stored-events.ts';

let app: TestApp;
let operator: Client;
let client: Client;
beforeAll(async () => {
  app = await TestApp.start({ config: { masterKeys: [randomBytes(32)] } });
  operator = await app.newOperator();
  client = await productionPlatform();
});
afterAll(() => app.stop());

/** A server with manual reviews. */
async function productionPlatform(): Promise<Client> {
  const platform = { name: 'real', mode: 'PRODUCTION', isRegulatedFinancialInstitution: false };
  const { body } = await operator.post('/operator/platforms', platform);
  return new Client({ ...app.client, ...body.token, tokenId: body.token.id, platformId: body.id });
}

const consent = {
  acceptedAt: '2026-01-01T00:00:00Z',
  ipAddress: '203.0.113.7',
  termsVersion: 'V1',
  acceptanceMethod: 'CHECKBOX',
};

/** An individual who waits for a review. */
async function waiting(platform = client, fullName = 'Ada Lovelace 001') {
  const customerId = await newIndividual(platform, fullName, { endUserTermsConsent: consent });
  const { body: document } = await upload(platform, customerId);
  const { body: verification } = await platform.post('/verifications', { customerId });
  expect(verification.verificationStatus).toBe('PENDING_MANUAL_REVIEW');
  return { customerId, document, id: verification.id as string };
}

const review = (id: string, verb: string, body?: object) => operator.post(`/operator/reviews/${id}/${verb}`, body);
const customerOf = async (id: string, platform = client) => (await platform.get(`/customers/${id}`)).body;

const actionsOn = async (resourceId: string) => {
  const { body } = await operator.get('/operator/actions?limit=100');
  return body.data.filter((action: any) => action.resourceId === resourceId).reverse();
};

const typesOf = async (resourceId: string) => {
  const rows = await eventsOfResource(app.database.db, resourceId);
  for (const { payload } of rows) app.contract.checkEvent(JSON.parse(payload));
  return rows.map(({ type }) => type);
};

const accountsOf = async (customerId: string, platform = client): Promise<number> =>
  (await platform.get(`/customers/internal-accounts?customerId=${customerId}`)).body.totalCount;

const errorsOf = (answer: { body: any }): string[] =>
  answer.body.details.errors.map((e: { field: string }) => e.field).sort();

describe('in production', () => {
  it('a customer starts UNVERIFIED, and a complete submission waits for review', async () => {
    const id = await newIndividual(client, 'Ada Lovelace');
    expect((await customerOf(id)).kycStatus).toBe('UNVERIFIED');
    expect((await client.post('/verifications', { customerId: id })).body.verificationStatus).toBe('RESOLVE_ERRORS');
    expect((await customerOf(id)).kycStatus).toBe('UNVERIFIED');
    await upload(client, id);
    const { body } = await client.post('/verifications', { customerId: id });
    expect(body.verificationStatus).toBe('PENDING_MANUAL_REVIEW');
    expect((await customerOf(id)).kycStatus).toBe('PENDING');
  });

  it.each(['Ada Lovelace 002', 'Ada Lovelace 003', 'Ada Lovelace'])(
    'the suffix of a name has no effect: %s',
    async (name) => {
      await waiting(client, name);
    },
  );

  it('a business is checked and waits for review, whatever its number', async () => {
    const { customerId } = await completeBusiness(client, 'R-002');
    const { body } = await client.post('/verifications', { customerId });
    expect(body.verificationStatus).toBe('PENDING_MANUAL_REVIEW');
  });
});

describe('GET /operator/reviews', () => {
  it('lists pending reviews, oldest first, of every platform or of one, page by page', async () => {
    const [one, other] = [await productionPlatform(), await app.newPlatform()];
    const first = await newIndividual(one);
    await one.post('/verifications', { customerId: first });
    const second = await waiting(one);
    const third = await waiting(other);
    await upload(one, first);
    const { body: late } = await one.post('/verifications', { customerId: first });
    const list = async (query: string) => (await operator.get(`/operator/reviews?${query}`)).body;
    const ids = async (query: string) => (await list(query)).data.map((r: any) => r.id);
    expect(await ids(`platformId=${one.platformId}`)).toEqual([second.id, late.id]);
    expect(await ids(`platformId=${other.platformId}`)).toEqual([third.id]);
    expect((await ids('limit=100')).slice(-3)).toEqual([second.id, third.id, late.id]);
    const page = await list(`platformId=${one.platformId}&limit=1`);
    expect(page).toMatchObject({
      hasMore: true,
      totalCount: 2,
      data: [{ customerId: second.customerId, customerType: 'INDIVIDUAL' }],
    });
    expect(await ids(`platformId=${one.platformId}&limit=1&cursor=${page.nextCursor}`)).toEqual([late.id]);
    await review(second.id, 'approve');
    await one.delete(`/customers/${first}`);
    expect(await ids(`platformId=${one.platformId}`)).toEqual([]);
  });
});

describe('GET /operator/reviews/{verificationId}', () => {
  it('shows the complete submission, with the identifiers, and is logged', async () => {
    const { customerId, owner } = await completeBusiness(client);
    const { body: verification } = await client.post('/verifications', { customerId });
    const { status, body } = await operator.get(`/operator/reviews/${verification.id}`);
    expect(status).toBe(200);
    expect(body).toMatchObject({
      verification,
      platformId: client.platformId,
      isChangedSinceSubmission: false,
      customer: await customerOf(customerId),
      beneficialOwners: [{ id: owner.id, identifier: '123-45-6789' }],
    });
    expect(body.documents).toHaveLength(5);
    expect(body.documents[0]).toMatchObject({ state: 'SUBMITTED', contentType: 'application/pdf', size: pdf().length });
    const individual = await waiting();
    expect((await operator.get(`/operator/reviews/${individual.id}`)).body.identifier).toBe('123-45-6789');
    const [action] = await actionsOn(verification.id);
    expect(action).toMatchObject({
      action: 'REVIEW_READ',
      platformId: client.platformId,
      details: { customerId, identifiersOf: [owner.id] },
    });
    expect((await actionsOn(individual.id))[0].details.identifiersOf).toEqual([individual.customerId]);
  });

  it('is available to operators only, and returns 404 for unknown verifications', async () => {
    const { id } = await waiting();
    const platform = operator.with({ clientId: client.clientId, clientSecret: client.clientSecret });
    expect((await platform.get(`/operator/reviews/${id}`)).status).toBe(401);
    const unknown = await operator.get('/operator/reviews/Verification:019542f5-b3e7-7d02-8000-000000000001');
    expect([unknown.status, unknown.body.code]).toEqual([404, 'REFERENCE_NOT_FOUND']);
    expect(await actionsOn(id)).toEqual([]);
  });
});

describe('GET /operator/documents/{documentId}/content', () => {
  const download = (documentId: string, who = operator) =>
    fetch(`${app.url}/operator/documents/${documentId}/content`, { headers: { authorization: who.authorization } });

  it('returns the original file with its detected type, in a sandbox without scripts', async () => {
    const { document } = await waiting();
    const file = Buffer.concat([jpeg(), Buffer.alloc(800_000, 5)]);
    const form = documentForm({ documentHolder: document.documentHolder, ...passport }, file, 'evil.html');
    const { body } = await client.post('/documents', form);
    const response = await download(body.id);
    expect(response.status).toBe(200);
    expect(Object.fromEntries(response.headers)).toMatchObject({
      'content-type': 'image/jpeg',
      'content-disposition': `inline; filename="${body.id.replace(':', '-')}.jpg"`,
      'content-length': String(file.length),
      'content-security-policy': "sandbox; default-src 'none'; frame-ancestors 'none'",
      'x-content-type-options': 'nosniff',
      'cache-control': 'no-store',
    });
    expect(Buffer.from(await response.arrayBuffer()).equals(file)).toBe(true);
    expect(await actionsOn(body.id)).toEqual([
      expect.objectContaining({
        action: 'DOCUMENT_READ',
        details: expect.objectContaining({ documentHolder: document.documentHolder, documentType: 'PASSPORT' }),
      }),
    ]);
  });

  it('is available to operators only, and returns 404 for unknown documents', async () => {
    const { document } = await waiting();
    expect((await download(document.id, client)).status).toBe(401);
    expect((await download('Document:019542f5-b3e7-7d02-8000-000000000001')).status).toBe(404);
    expect((await download('Document:1')).status).toBe(400);
    expect(await actionsOn(document.id)).toEqual([]);
  });
});

describe('POST /operator/reviews/{verificationId}/claim', () => {
  const inQueue = async (id: string) =>
    (await operator.get('/operator/reviews?limit=100')).body.data.find((waiting: any) => waiting.id === id);

  it('is won by exactly one of two operators, and only that one may decide', async () => {
    const { id } = await waiting();
    const operators = [operator, await app.newOperator()];
    const claims = await Promise.all(operators.map((who) => who.post(`/operator/reviews/${id}/claim`)));
    expect(claims.map(({ status }) => status).sort()).toEqual([200, 409]);
    const won = claims.findIndex(({ status }) => status === 200);
    const [winner, loser] = [operators[won] as Client, operators[1 - won] as Client];
    const lost = claims[1 - won];
    expect(lost?.body.details).toMatchObject({ reason: 'CLAIMED_BY_ANOTHER', claimedBy: winner.clientId });
    expect((await inQueue(id)).claim).toMatchObject({ operatorId: winner.clientId, operatorName: 'test' });
    const rejected = await loser.post(`/operator/reviews/${id}/approve`);
    expect([rejected.status, rejected.body.details.reason]).toEqual([409, 'CLAIMED_BY_ANOTHER']);
    expect((await winner.post(`/operator/reviews/${id}/claim`)).status).toBe(200);
    expect((await winner.post(`/operator/reviews/${id}/approve`)).status).toBe(200);
    expect(await app.database.db.read(sql`SELECT 1 FROM review_claims WHERE verification_id = ${id}`)).toEqual([]);
    const late = await loser.post(`/operator/reviews/${id}/claim`);
    expect([late.status, late.body.details.reason]).toEqual([409, 'NOT_WAITING']);
  });

  it('passes to another operator when it is released or has expired', async () => {
    const { id } = await waiting();
    const other = await app.newOperator();
    const claim = `/operator/reviews/${id}/claim`;
    await operator.post(claim);
    expect((await other.delete(claim)).status).toBe(204);
    expect((await other.post(claim)).status).toBe(409);
    expect((await operator.delete(claim)).status).toBe(204);
    expect((await inQueue(id)).claim).toBeUndefined();
    expect((await other.post(claim)).status).toBe(200);
    await app.database.db.write(sql`UPDATE review_claims SET expires_at = now() WHERE verification_id = ${id}`);
    expect((await inQueue(id)).claim).toBeUndefined();
    expect((await operator.post(claim)).status).toBe(200);
  });
});

describe('POST /operator/reviews/{verificationId}/approve', () => {
  it('approves the customer, opens its accounts, and emits the events', async () => {
    const { customerId, id } = await waiting();
    const answer = await review(id, 'approve', { note: 'looks fine' });
    expect([answer.status, answer.body]).toEqual([
      200,
      expect.objectContaining({ id, verificationStatus: 'APPROVED', errors: [] }),
    ]);
    expect((await client.get(`/verifications/${id}`)).body).toEqual(answer.body);
    expect((await customerOf(customerId)).kycStatus).toBe('APPROVED');
    expect(await accountsOf(customerId)).toBe(3);
    expect(await typesOf(customerId)).toEqual(['CUSTOMER.KYC_PENDING', 'CUSTOMER.KYC_APPROVED']);
    expect(await typesOf(id)).toEqual(['VERIFICATION.PENDING_MANUAL_REVIEW', 'VERIFICATION.APPROVED']);
    expect(await actionsOn(id)).toEqual([
      expect.objectContaining({
        action: 'REVIEW_APPROVED',
        operatorId: operator.clientId,
        platformId: client.platformId,
        details: { customerId, note: 'looks fine' },
      }),
    ]);
    expect((await client.post('/verifications', { customerId })).status).toBe(400);
    await app.audit();
  });

  it('approves the owners of a business with it', async () => {
    const { customerId, owner } = await completeBusiness(client);
    const { body } = await client.post('/verifications', { customerId });
    await review(body.id, 'approve');
    expect((await client.get(`/beneficial-owners/${owner.id}`)).body.kycStatus).toBe('APPROVED');
    expect((await customerOf(customerId)).beneficialOwners[0].kycStatus).toBe('APPROVED');
    expect(await typesOf(customerId)).toEqual(['CUSTOMER.KYB_PENDING', 'CUSTOMER.KYB_APPROVED']);
  });

  it('works in the sandbox too, on its clock', async () => {
    const sandbox = await app.newPlatform();
    const { customerId, id } = await waiting(sandbox);
    await sandbox.post('/sandbox/clock/advance', { seconds: 86_400 });
    const { body } = await review(id, 'approve');
    expect(new Date(body.updatedAt).getTime() - new Date(body.createdAt).getTime()).toBeGreaterThan(86_000_000);
    expect((await customerOf(customerId, sandbox)).kycStatus).toBe('APPROVED');
    expect(await accountsOf(customerId, sandbox)).toBe(3);
    const business = await completeBusiness(sandbox, 'R-001');
    const submitted = await sandbox.post('/verifications', { customerId: business.customerId });
    expect((await review(submitted.body.id, 'reject', { reason: 'APPLICANT_REJECTED' })).status).toBe(200);
    expect((await sandbox.get(`/beneficial-owners/${business.owner.id}`)).body.kycStatus).toBe('APPROVED');
    await app.audit();
  });

  it('happens once: exactly one of several concurrent decisions succeeds', async () => {
    const { customerId, id } = await waiting();
    const decisions = await Promise.all([
      review(id, 'approve'),
      review(id, 'reject', { reason: 'APPLICANT_FRAUD' }),
      review(id, 'approve'),
      review(id, 'reject', { reason: 'APPLICANT_SANCTIONED' }),
    ]);
    expect(decisions.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409]);
    for (const { body } of decisions.filter(({ status }) => status === 409)) {
      expect([body.code, body.details.reason]).toEqual(['CONFLICT', 'NOT_WAITING']);
    }
    const winner = decisions.find(({ status }) => status === 200)?.body.verificationStatus;
    expect((await customerOf(customerId)).kycStatus).toBe(winner);
    expect(await actionsOn(id)).toHaveLength(1);
    expect(await typesOf(customerId)).toEqual(['CUSTOMER.KYC_PENDING', `CUSTOMER.KYC_${winner}`]);
    await app.audit();
  });

  it('is rejected for a customer who does not wait for review', async () => {
    const customerId = await newIndividual(client);
    const { body } = await client.post('/verifications', { customerId });
    const answer = await review(body.id, 'approve');
    expect([answer.status, answer.body.code]).toEqual([409, 'CONFLICT']);
    expect(await actionsOn(body.id)).toEqual([]);
    const gone = await waiting();
    await client.delete(`/customers/${gone.customerId}`);
    expect((await review(gone.id, 'approve')).status).toBe(410);
  });

  it('is rejected after a change since the submission, until it is submitted again', async () => {
    const { customerId, owner } = await completeBusiness(client);
    const submit = async () => (await client.post('/verifications', { customerId })).body;
    const { id } = await submit();
    const seen = (await operator.get(`/operator/reviews/${id}`)).body;
    const changes = [
      () => client.patch(`/beneficial-owners/${owner.id}`, { personalInfo: { lastName: 'Swapped' } }),
      () => client.patch(`/beneficial-owners/${owner.id}`, { personalInfo: { identifier: '123-45-6780' } }),
      () =>
        client.patch(`/customers/${customerId}`, { customerType: 'BUSINESS', businessInfo: { legalName: 'Other' } }),
    ];
    for (const change of changes) {
      await change();
      const answer = await review(id, 'approve');
      expect([answer.status, answer.body.details.reason]).toEqual([409, 'CHANGED_SINCE_SUBMISSION']);
      expect((await operator.get(`/operator/reviews/${id}`)).body.isChangedSinceSubmission).toBe(true);
      expect(await submit()).toMatchObject({ id, verificationStatus: 'PENDING_MANUAL_REVIEW' });
    }
    const stale = await review(id, 'approve', { version: seen.version });
    expect([stale.status, stale.body.details.reason]).toEqual([409, 'SUBMITTED_AGAIN']);
    const fresh = (await operator.get(`/operator/reviews/${id}`)).body;
    expect((await review(id, 'approve', { version: fresh.version })).status).toBe(200);
  });

  it('is not affected by a change that does not concern the identity', async () => {
    const { customerId, id } = await waiting();
    await client.patch(`/customers/${customerId}`, { customerType: 'INDIVIDUAL', email: 'new@example.com' });
    expect((await review(id, 'approve')).status).toBe(200);
  });
});

describe('POST /operator/reviews/{verificationId}/reject', () => {
  it('rejects the customer finally, with a reason code', async () => {
    const { customerId, id } = await waiting();
    const answer = await review(id, 'reject', { reason: 'APPLICANT_SANCTIONED', note: 'list 7' });
    expect(answer.body).toMatchObject({
      verificationStatus: 'REJECTED',
      errors: [{ resourceId: customerId, type: 'APPLICANT_SANCTIONED', reason: expect.any(String) }],
    });
    expect(JSON.stringify(answer.body)).not.toContain('list 7');
    expect((await customerOf(customerId)).kycStatus).toBe('REJECTED');
    expect(await accountsOf(customerId)).toBe(0);
    expect(await typesOf(customerId)).toEqual(['CUSTOMER.KYC_PENDING', 'CUSTOMER.KYC_REJECTED']);
    expect(await typesOf(id)).toEqual(['VERIFICATION.PENDING_MANUAL_REVIEW', 'VERIFICATION.REJECTED']);
    expect((await actionsOn(id))[0]).toMatchObject({
      action: 'REVIEW_REJECTED',
      details: { customerId, reason: 'APPLICANT_SANCTIONED', note: 'list 7' },
    });
    expect((await client.post('/verifications', { customerId })).status).toBe(400);
  });

  it('requires a reason of the list', async () => {
    const { id } = await waiting();
    expect(errorsOf(await review(id, 'reject', {}))).toEqual(['reason']);
    expect(errorsOf(await review(id, 'reject', { reason: 'UGLY', note: '', version: 'x' }))).toEqual([
      'note',
      'reason',
      'version',
    ]);
  });
});

describe('POST /operator/reviews/{verificationId}/request-changes', () => {
  it('requests a document again, and holds the customer until it is submitted', async () => {
    const { customerId, document, id } = await waiting();
    const path = `/documents/${document.id}`;
    const errors = [{ resourceId: document.id, type: 'UNREADABLE_DOCUMENT', reason: 'too dark' }];
    const answer = await review(id, 'request-changes', { errors, note: 'flash' });
    expect(answer.body).toMatchObject({ id, verificationStatus: 'RESOLVE_ERRORS', errors });
    expect((await customerOf(customerId)).kycStatus).toBe('HOLD');
    expect((await operator.get(`/operator/reviews?platformId=${client.platformId}&limit=100`)).text).not.toContain(id);
    expect((await actionsOn(id))[0]).toMatchObject({
      action: 'REVIEW_CHANGES_REQUESTED',
      details: { customerId, findings: errors, note: 'flash' },
    });
    const unanswered = await client.post('/verifications', { customerId });
    expect(unanswered.body).toMatchObject({ id, verificationStatus: 'RESOLVE_ERRORS', errors });
    expect((await client.request('PUT', path, { body: documentForm(passport, pdf()) })).status).toBe(200);
    const answered = await client.post('/verifications', { customerId });
    expect(answered.body).toMatchObject({ id, verificationStatus: 'PENDING_MANUAL_REVIEW', errors: [] });
    expect((await client.delete(path)).status).toBe(409);
    expect(await typesOf(id)).toEqual([
      'VERIFICATION.PENDING_MANUAL_REVIEW',
      'VERIFICATION.RESOLVE_ERRORS',
      'VERIFICATION.PENDING_MANUAL_REVIEW',
    ]);
    expect(await typesOf(customerId)).toEqual(['CUSTOMER.KYC_PENDING', 'CUSTOMER.KYC_PENDING']);
    expect((await review(id, 'approve')).status).toBe(200);
  });

  it('requests further documents of a business and its owners', async () => {
    const { customerId, owner } = await completeBusiness(client);
    const { body } = await client.post('/verifications', { customerId });
    const errors = [
      { resourceId: customerId, type: 'MISSING_GOOD_STANDING_DOCUMENT', reason: 'please' },
      {
        resourceId: owner.id,
        type: 'MISSING_IDENTITY_DOCUMENT',
        reason: 'a second one',
        acceptedDocumentTypes: ['DRIVERS_LICENSE'],
      },
    ];
    const asked = await review(body.id, 'request-changes', { errors });
    expect(asked.body.errors).toEqual([
      { ...errors[0], acceptedDocumentTypes: ['GOOD_STANDING_CERTIFICATE'] },
      errors[1],
    ]);
    const stillAsked = async () =>
      (await client.post('/verifications', { customerId })).body.errors.map((e: any) => e.type);
    expect(await stillAsked()).toEqual(['MISSING_GOOD_STANDING_DOCUMENT', 'MISSING_IDENTITY_DOCUMENT']);
    await upload(client, customerId, { documentType: 'GOOD_STANDING_CERTIFICATE', country: 'US' }, pdf());
    expect(await stillAsked()).toEqual(['MISSING_IDENTITY_DOCUMENT']);
    await upload(client, owner.id, { ...license, side: 'FRONT' });
    expect(await stillAsked()).toEqual([]);
  });

  it('reports every invalid entry, and changes nothing', async () => {
    const { customerId, document, id } = await waiting();
    const stranger = await waiting();
    const problem = { type: 'INVALID_DOCUMENT', reason: 'x' };
    const answer = await review(id, 'request-changes', {
      errors: [
        { resourceId: stranger.document.id, ...problem },
        { resourceId: document.id, ...problem },
        { resourceId: customerId, ...problem },
        { resourceId: document.id, type: 'MISSING_GOOD_STANDING_DOCUMENT', reason: 'x' },
      ],
    });
    expect(errorsOf(answer)).toEqual(['errors.0.resourceId', 'errors.2.resourceId', 'errors.3.resourceId']);
    expect(errorsOf(await review(id, 'request-changes', { errors: [] }))).toEqual(['errors']);
    const shapes = await review(id, 'request-changes', {
      errors: [{ resourceId: 1, type: 'INVALID_DOCUMENT' }, { type: 'APPLICANT_FRAUD' }],
    });
    expect(errorsOf(shapes)).toEqual(['errors.0.reason', 'errors.0.resourceId', 'errors.1.type']);
    expect((await client.get(`/verifications/${id}`)).body.verificationStatus).toBe('PENDING_MANUAL_REVIEW');
    expect(await actionsOn(id)).toEqual([]);
  });
});
