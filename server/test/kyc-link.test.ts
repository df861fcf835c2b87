import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { databaseBlobs } from '../src/engine/providers/blobs/database.ts';
import { configuredFunding } from '../src/engine/providers/funding/configured.ts';
import { manualIdentity } from '../src/engine/providers/identity/manual.ts';
import { sandboxIdentity } from '../src/engine/providers/identity/sandbox.ts';
import { sql } from '../src/foundation/db/sql.ts';
import { systemClock } from '../src/foundation/kernel/clock.ts';
import { lenientChecks, strictChecks } from '../src/foundation/kernel/value-checks.ts';
import { storeInspected } from '../src/parties/onboarding/files.ts';
import {
  type LinkChange,
  type LinkDeps,
  openLink,
  saveFromLink,
  submitFromLink,
} from '../src/parties/onboarding/kyc-link.ts';
import { TestApp } from './support/app.ts';
import { bankingWith } from './support/banking.ts';
import type { Client } from './support/client.ts';
import {
  address,
  businessDocuments,
  newBusiness,
  newIndividual,
  newOwner,
  passport,
  pdf,
  person,
  png,
  upload,
} from './support/documents.ts';
import { storedLines } from './support/request-lines.ts';

let app: TestApp;
let client: Client;
/** The dependencies of the hosted page that links use. */
let deps: LinkDeps;
beforeAll(async () => {
  app = await TestApp.shared();
  client = await app.newPlatform();
  const { db } = app.database;
  deps = {
    db,
    vault: app.app.vault,
    verification: {
      identity: { SANDBOX: sandboxIdentity, PRODUCTION: manualIdentity },
      valueChecks: { SANDBOX: lenientChecks, PRODUCTION: strictChecks },
    },
    banking: { ...bankingWith(configuredFunding({})), uma: { defaultDomain: 'sandbox.causeway.test' } },
    authentication: {},
    blobs: databaseBlobs(db),
    clock: systemClock,
    sites: { publicUrl: () => app.url },
  } as LinkDeps;
});
afterAll(() => app.stop());

const newLink = async (customerId: string, body?: object, platform = client) =>
  platform.post(`/customers/${customerId}/kyc-link`, body);
const open = (token: string) => openLink(deps, token, systemClock.now());
const tokenFor = async (customerId: string, platform = client): Promise<string> =>
  (await newLink(customerId, undefined, platform)).body.token;
const save = async (token: string, change: LinkChange) => saveFromLink(deps, await open(token), change);
const submit = async (token: string) => (await submitFromLink(deps, await open(token))).verification;

const storedFile = async (content = png()) => {
  async function* chunks() {
    yield content;
  }
  const stored = await storeInspected(deps, client.platformId, chunks());
  return { name: 'scan.png', size: content.length, sha256: 'f'.repeat(64), stored };
};

describe('POST /customers/{customerId}/kyc-link', () => {
  it('returns a link for 24 hours for individuals and businesses, and does not change them', async () => {
    for (const customerId of [await newIndividual(client), await newBusiness(client)]) {
      const before = (await client.get(`/customers/${customerId}`)).body;
      const { status, body } = await newLink(customerId, { redirectUri: 'https://example.com/done?a=1' });
      expect([status, body]).toEqual([
        201,
        {
          kycUrl: `${app.url}/kyc/${body.token}`,
          expiresAt: expect.any(String),
          provider: 'CAUSEWAY',
          token: expect.stringMatching(/^[0-9a-f]{64}$/),
        },
      ]);
      const hours = (new Date(body.expiresAt).getTime() - Date.now()) / 3_600_000;
      expect(hours).toBeGreaterThan(23.9);
      expect(hours).toBeLessThanOrEqual(24);
      expect((await client.get(`/customers/${customerId}`)).body).toEqual(before);
    }
  });

  it('returns a new link each time, and earlier ones stay valid', async () => {
    const customerId = await newIndividual(client);
    const tokens = [await tokenFor(customerId), await tokenFor(customerId)];
    expect(tokens[0]).not.toBe(tokens[1]);
    for (const token of tokens) expect((await open(token)).customer.id).toBe(customerId);
  });

  it('stores the token only as a keyed hash, also under an Idempotency-Key and in the log', async () => {
    const customerId = await newIndividual(client);
    const send = () => client.post(`/customers/${customerId}/kyc-link`, {}, { headers: { 'idempotency-key': 'link' } });
    const { body, text } = await send();
    expect((await send()).text).toBe(text);
    await app.app.requestLog.flush();
    for (const table of ['kyc_links', 'idempotency_records']) {
      const { rows } = await app.database.db.pool.query(`SELECT t::text AS row FROM ${table} t`);
      expect([table, rows.some(({ row }) => row.includes(body.token))]).toEqual([table, false]);
    }
    expect((await storedLines(app.database.db)).filter(({ text }) => text.includes(body.token))).toEqual([]);
    expect(app.logs.some((line) => line.includes(body.token))).toBe(false);
  });

  it.each(['http://localhost:3000/x', 'http://127.0.0.1/', 'http://[::1]:80/', 'https://example.com'])(
    'accepts the redirectUri %s',
    async (redirectUri) => {
      const { status, body } = await newLink(await newIndividual(client), { redirectUri });
      expect(status).toBe(201);
      expect((await open(body.token)).link.redirectUri).toBe(redirectUri);
    },
  );

  it.each([
    'http://example.com/',
    'javascript:alert(1)',
    'data:text/html,x',
    'ftp://example.com/',
    'https://user:secret@example.com/',
    '/done',
    '',
    7,
    `https://example.com/${'a'.repeat(2_000)}`,
  ])('rejects the redirectUri %s', async (redirectUri) => {
    const answer = await newLink(await newIndividual(client), { redirectUri });
    expect([answer.status, answer.body.details.errors[0].field]).toEqual([400, 'redirectUri']);
  });

  it('is rejected for decided, unknown and deleted customers, and for unverified contacts', async () => {
    expect((await newLink(await newIndividual(client, 'Ada Lovelace'))).body.code).toBe('INVALID_INPUT');
    expect((await newLink(await newIndividual(client, 'Ada Lovelace 002'))).status).toBe(400);
    const foreign = await newLink(await newIndividual(await app.newPlatform()));
    expect([foreign.status, foreign.body.code]).toEqual([404, 'USER_NOT_FOUND']);
    const deleted = await newIndividual(client);
    await client.delete(`/customers/${deleted}`);
    expect((await newLink(deleted)).status).toBe(410);
    const contact = { region: 'DE', email: 'ada@example.com' };
    const unproven = await newLink(await newIndividual(client, 'Ada Lovelace 001', contact));
    expect([unproven.status, unproven.body.code]).toEqual([409, 'CONFLICT']);
  });
});

describe('a link', () => {
  it('shows the stored data of the customer and the missing fields', async () => {
    const customerId = await newBusiness(client);
    const owner = await newOwner(client, customerId);
    const { body: document } = await upload(client, customerId, businessDocuments[0], pdf());
    const session = await open(await tokenFor(customerId));
    expect(session.owners.map(({ id }) => id)).toEqual([owner.id]);
    expect(session.documents.map(({ id }) => id)).toEqual([document.id]);
    const { body } = await client.post('/verifications', { customerId });
    expect(session.missing).toEqual(body.errors);
  });

  it('requires nothing of customers that the sandbox decides immediately', async () => {
    const customerId = await newBusiness(client, 'R-9', { countriesOfOperation: [] });
    const token = await tokenFor(customerId);
    expect((await open(token)).missing).toEqual([]);
    expect((await submit(token)).status).toBe('APPROVED');
    expect((await client.get(`/customers/${customerId}`)).body.kybStatus).toBe('APPROVED');
  });

  it('collects the data of an individual for the review, and is used up by the submission', async () => {
    const { body } = await client.post('/customers', { customerType: 'INDIVIDUAL', fullName: 'Ada Lovelace 001' });
    const token = await tokenFor(body.id);
    expect((await submit(token)).status).toBe('RESOLVE_ERRORS');
    const answers = { birthDate: '1985-12-10', nationality: 'US', address, idType: 'SSN' as const };
    await save(token, { kind: 'FIELDS', input: { ...answers, identifier: '123-45-6789' } });
    const file = await storedFile();
    await save(token, { kind: 'NEW_DOCUMENT', documentHolder: body.id, input: passport as never, file });
    expect((await open(token)).missing).toEqual([]);
    const verification = await submit(token);
    expect(verification.status).toBe('PENDING_MANUAL_REVIEW');
    expect((await client.get(`/verifications/${verification.id}`)).body.verificationStatus).toBe(
      'PENDING_MANUAL_REVIEW',
    );
    await expect(open(token)).rejects.toMatchObject({ code: 'CONFLICT', details: { reason: 'LINK_USED' } });
  });

  it('collects the data of a business for the review', async () => {
    const customerId = await newBusiness(client);
    const token = await tokenFor(customerId);
    const owner = { roles: ['UBO', 'CONTROL_PERSON'], ownershipPercentage: 90, personalInfo: person } as never;
    await save(token, { kind: 'NEW_OWNER', input: owner });
    const [created] = (await open(token)).owners;
    const ownerId = created?.id ?? '';
    await save(token, { kind: 'OWNER', ownerId, input: { ownershipPercentage: 95 } });
    for (const fields of businessDocuments) {
      const file = await storedFile(pdf());
      await save(token, { kind: 'NEW_DOCUMENT', documentHolder: customerId, input: fields as never, file });
    }
    await save(token, {
      kind: 'NEW_DOCUMENT',
      documentHolder: ownerId,
      input: passport as never,
      file: await storedFile(),
    });
    const [first] = (await open(token)).documents;
    const documentId = first?.id ?? '';
    await save(token, { kind: 'DOCUMENT', documentId, input: businessDocuments[0] as never, file: await storedFile() });
    expect((await submit(token)).status).toBe('PENDING_MANUAL_REVIEW');
    expect((await client.get(`/customers/${customerId}`)).body.beneficialOwners[0].ownershipPercentage).toBe(95);
  });

  it('applies the rules of the API', async () => {
    const customerId = await newIndividual(client);
    const token = await tokenFor(customerId);
    const future = { kind: 'FIELDS' as const, input: { birthDate: '2999-01-01' } };
    await expect(save(token, future)).rejects.toMatchObject({ details: { errors: [{ field: 'birthDate' }] } });
    const owner = { roles: ['UBO'], ownershipPercentage: 1, personalInfo: person } as never;
    await expect(save(token, { kind: 'NEW_OWNER', input: owner })).rejects.toMatchObject({ code: 'INVALID_INPUT' });
    const file = await storedFile(Buffer.from('no image'));
    const document = { kind: 'NEW_DOCUMENT' as const, documentHolder: customerId, input: passport as never, file };
    await expect(save(token, document)).rejects.toMatchObject({ code: 'UNSUITABLE_DOCUMENT' });
  });

  it('gives no access to another customer of the same platform', async () => {
    const [mine, theirs] = [await newBusiness(client), await newBusiness(client)];
    const owner = await newOwner(client, theirs);
    const { body: document } = await upload(client, theirs, businessDocuments[0], pdf());
    const token = await tokenFor(mine);
    const input = passport as never;
    const changes: LinkChange[] = [
      { kind: 'OWNER', ownerId: owner.id, input: { ownershipPercentage: 1 } },
      { kind: 'NEW_DOCUMENT', documentHolder: theirs, input, file: await storedFile() },
      { kind: 'NEW_DOCUMENT', documentHolder: owner.id, input, file: await storedFile() },
      { kind: 'DOCUMENT', documentId: document.id, input, file: await storedFile() },
      { kind: 'DOCUMENT_REMOVED', documentId: document.id },
    ];
    for (const change of changes) {
      await expect(save(token, change)).rejects.toMatchObject({ code: 'REFERENCE_NOT_FOUND' });
    }
    expect((await client.get(`/documents?documentHolder=${theirs}`)).body.data).toEqual([document]);
    expect((await client.get(`/beneficial-owners/${owner.id}`)).body).toEqual(owner);
  });

  it('changes identity data only, not contact, UMA address or currencies', async () => {
    const customerId = await newIndividual(client);
    const before = (await client.get(`/customers/${customerId}`)).body;
    const input = {
      fullName: 'Ada King 001',
      email: 'evil@example.com',
      umaAddress: '$evil@x.test',
      currencies: ['USD'],
    };
    await save(await tokenFor(customerId), { kind: 'FIELDS', input });
    const after = (await client.get(`/customers/${customerId}`)).body;
    expect(after).toEqual({ ...before, fullName: 'Ada King 001', updatedAt: expect.any(String) });
  });

  it('expires on the clock of its platform', async () => {
    const platform = await app.newPlatform();
    const token = await tokenFor(await newIndividual(platform), platform);
    await platform.post('/sandbox/clock/advance', { seconds: 86_399 });
    await open(token);
    await platform.post('/sandbox/clock/advance', { seconds: 2 });
    await expect(open(token)).rejects.toMatchObject({ code: 'CONFLICT', details: { reason: 'LINK_EXPIRED' } });
  });

  it('is unknown with any other token', async () => {
    const token = await tokenFor(await newIndividual(client));
    await expect(open(token.replace(/./, 'x'))).rejects.toMatchObject({ code: 'REFERENCE_NOT_FOUND' });
  });

  it('shows the decision, and accepts no more changes, after the customer is decided', async () => {
    const customerId = await newBusiness(client, 'R-9');
    const token = await tokenFor(customerId);
    await client.post('/verifications', { customerId });
    const session = await open(token);
    expect([session.customer.verificationStatus, session.missing]).toEqual(['APPROVED', []]);
    const change = { kind: 'FIELDS' as const, input: { businessInfo: { legalName: 'Other' } } };
    await expect(save(token, change)).rejects.toMatchObject({ code: 'INVALID_INPUT' });
    const [row] = await app.database.db.read<{ n: bigint }>(
      sql`SELECT count(*) AS n FROM kyc_links WHERE customer_id = ${customerId} AND used_at IS NULL`,
    );
    expect(row?.n).toBe(1n);
  });
});
