import type { Blobs } from '../../engine/providers/blobs/port.ts';
import type { UmaBanking, VerificationProviders, WalletAuthentication } from '../../engine/providers/services.ts';
import type { Database } from '../../foundation/db/database.ts';
import { apply, type Effect, type EffectKind } from '../../foundation/db/effects.ts';
import { noReceipt, type Receipt } from '../../foundation/db/idempotency-receipt.ts';
import { sql } from '../../foundation/db/sql.ts';
import { nullable, type RecordOf, type RowOf, table, text, timestamptz } from '../../foundation/db/table.ts';
import type { Vault } from '../../foundation/db/vault.ts';
import type { Platform } from '../../foundation/kernel/callers.ts';
import type { Clock } from '../../foundation/kernel/clock.ts';
import { addMs, DAY_MS } from '../../foundation/kernel/clock.ts';
import { ApiError, type FieldError, InvalidFields } from '../../foundation/kernel/errors.ts';
import { newId, randomHex } from '../../foundation/kernel/ids.ts';
import type { Sites } from '../../foundation/kernel/sites.ts';
import type { ValueChecks } from '../../foundation/kernel/value-checks.ts';
import { createOwner, deleteOwner, type Owner, updateOwner } from '../customers/beneficial-owners.ts';
import { changeCustomer } from '../customers/customers.ts';
import type { OwnerCreation, OwnerUpdate } from '../customers/owner-schemas.ts';
import { type Customer, getActiveCustomer } from '../customers/record.ts';
import { profileOf } from '../customers/rules.ts';
import type { CustomerInput } from '../customers/schemas.ts';
import { getSettings } from '../platforms/config.ts';
import { getClockOffset, getPlatform } from '../platforms/platforms.ts';
import { applicantOf, getApplicant, getApplication, isDecided } from './application.ts';
import type { VerificationError } from './document-types.ts';
import { type Document, type DocumentFile, deleteDocument, replaceDocument, uploadDocument } from './documents.ts';
import { removePersonDraft } from './person-draft.ts';
import type { DocumentInput } from './schemas.ts';
import { openProblems, type SubmittedVerification, submitApplication } from './verifications.ts';

const TOKEN_BITS = 256;
const VALID_MS = DAY_MS;
/** Base path of the hosted page. */
export const KYC_PATH = '/kyc';

export interface LinkDeps {
  db: Database;
  vault: Vault;
  clock: Clock;
  sites: Sites;
  blobs: Blobs;
  banking: UmaBanking;
  verification: VerificationProviders;
  authentication: WalletAuthentication;
}

const kycLinks = table('kyc_links', {
  platformId: text(),
  id: text(),
  customerId: text(),
  redirectUri: nullable(text()),
  expiresAt: timestamptz(),
  usedAt: nullable(timestamptz()),
  personDraftSealed: nullable(text()),
});

export type KycLink = RecordOf<typeof kycLinks>;

interface LinkCreation {
  platform: Platform;
  customerId: string;
  redirectUri?: string | undefined;
  now: Date;
  receipt: Receipt;
}

/** Creates a link to the page on which the customer completes the application. Earlier links stay valid. */
export async function createLink(deps: LinkDeps, creation: LinkCreation): Promise<string> {
  const { platform, customerId, redirectUri, now, receipt } = creation;
  const problems = redirectUri === undefined ? [] : redirectProblems(redirectUri);
  if (problems.length > 0) throw new InvalidFields(problems);
  const { id: applicantId } = await getApplicant(deps.db, platform.id, customerId);
  const token = randomHex(TOKEN_BITS);
  const expiresAt = addMs(now, VALID_MS);
  const row = {
    platform_id: platform.id,
    id: newId('KycLink'),
    customer_id: applicantId,
    token_hash: `\\x${deps.vault.hash(secretOf(token)).toString('hex')}`,
    redirect_uri: redirectUri ?? null,
    expires_at: expiresAt,
    at: now,
  };
  const kycUrl = `${deps.sites.publicUrl()}${KYC_PATH}/${token}`;
  const text = JSON.stringify({ kycUrl, expiresAt, provider: 'CAUSEWAY', token });
  await apply(deps.db, { effects: [{ kind: createKind, rows: [row] }, ...receipt.record({ status: 201, text })] });
  return text;
}

const LOCAL_HOSTS = new Set(['localhost', '127.0.0.1', '[::1]']);

/** Requires https, or http to the same machine, because the page links to it. */
function redirectProblems(redirectUri: string): FieldError[] {
  const url = URL.canParse(redirectUri) ? new URL(redirectUri) : undefined;
  const isSecure = url?.protocol === 'https:' || (url?.protocol === 'http:' && LOCAL_HOSTS.has(url.hostname));
  if (url && isSecure && !url.username && !url.password) return [];
  const message = 'redirectUri must begin with https://, or http:// for localhost, and contain no credentials.';
  return [{ field: 'redirectUri', message, constraint: { format: 'uri' } }];
}

/** The application behind an open link. */
export interface LinkSession {
  link: KycLink;
  platform: Platform;
  customer: Customer;
  owners: readonly Owner[];
  documents: readonly Document[];
  /** Open problems; none if the customer is decided, or if the identity provider decides without an application. */
  missing: readonly VerificationError[];
  /** Time on the clock of the platform. */
  now: Date;
  /** Checks of the platform's mode, strict or lenient. */
  checks: ValueChecks;
}

/**
 * Opens the session of a link. `now` is real time, the session has the time of the platform. Throws 404 for an unknown
 * token, 409 with reason LINK_USED or LINK_EXPIRED, and 410 for a deleted customer.
 */
export async function openLink(deps: LinkDeps, token: string, now: Date): Promise<LinkSession> {
  const link = await getLink(deps.db, deps.vault, token);
  const { name, mode } = await getPlatform(deps.db, link.platformId);
  const clockOffsetMs = await getClockOffset(deps.db, link.platformId);
  const platform: Platform = { id: link.platformId, name, mode, clockOffsetMs };
  const platformNow = addMs(now, clockOffsetMs);
  rejectClosed(link, platformNow);
  const customer = await getActiveCustomer(deps.db, platform.id, link.customerId);
  const application = await getApplication(deps.db, customer);
  const applicant = applicantOf(customer, await getSettings(deps.db, platform.id));
  const isOpen = !isDecided(customer) && deps.verification.identity[mode].atOnce(applicant) === undefined;
  const { owners, documents } = application;
  const missing = isOpen ? openProblems(application, platformNow).problems : [];
  const checks = deps.verification.valueChecks[mode];
  return { link, platform, customer, owners, documents, missing, now: platformNow, checks };
}

/** Change by the applicant, with the input of the corresponding API request. */
export type LinkChange =
  | { kind: 'FIELDS'; input: Omit<CustomerInput, 'customerType'> }
  | { kind: 'NEW_OWNER'; input: OwnerCreation }
  | { kind: 'OWNER'; ownerId: string; input: OwnerUpdate }
  | { kind: 'OWNER_REMOVED'; ownerId: string }
  | { kind: 'NEW_DOCUMENT'; documentHolder: string; input: DocumentInput; file: DocumentFile }
  | { kind: 'DOCUMENT'; documentId: string; input: DocumentInput; file: DocumentFile }
  | { kind: 'DOCUMENT_REMOVED'; documentId: string };

/** Applies a change by the rules of the API. Only resources of the link's customer can be changed. */
export async function saveFromLink(deps: LinkDeps, session: LinkSession, change: LinkChange): Promise<void> {
  const { platform, customer, now, checks } = session;
  const customerId = customer.id;
  await getApplicant(deps.db, platform.id, customerId);
  switch (change.kind) {
    case 'FIELDS': {
      const { customerType } = customer;
      const { identifier } = change.input;
      const input = {
        ...profileOf({ ...change.input, customerType }),
        customerType,
        ...(identifier && { identifier }),
      };
      await changeCustomer(deps, { platform, id: customerId, input, now, checks });
      return;
    }
    case 'NEW_OWNER':
      await createOwner(deps, {
        platform,
        customerId,
        input: change.input,
        now,
        checks,
        receipt: withoutDraft(session),
      });
      return;
    case 'OWNER':
      await updateOwner(deps, { platform, customerId, id: change.ownerId, input: change.input, now, checks });
      return;
    case 'OWNER_REMOVED':
      // Documents first, because deleting a document requires its holder.
      for (const { id, holderId } of session.documents) {
        if (holderId === change.ownerId) await deleteDocument(deps, { platform, customerId, id });
      }
      await deleteOwner(deps, { platform, customerId, id: change.ownerId, now });
      return;
    case 'NEW_DOCUMENT': {
      const { documentHolder, input, file } = change;
      await uploadDocument(deps, { platform, customerId, documentHolder, input, file, now, checks });
      return;
    }
    case 'DOCUMENT': {
      const { documentId: id, input, file } = change;
      await replaceDocument(deps, { platform, customerId, id, input, file, now, checks });
      return;
    }
    case 'DOCUMENT_REMOVED':
      await deleteDocument(deps, { platform, customerId, id: change.documentId });
  }
}

/** Removes the draft in the statement that creates its person. */
const withoutDraft = ({ link }: LinkSession): Receipt => ({ ...noReceipt, record: () => [removePersonDraft(link)] });

/** Works like POST /verifications. A submission without open problems closes the link in the same statement. */
export function submitFromLink(
  deps: LinkDeps,
  { link, platform, customer, now }: LinkSession,
): Promise<SubmittedVerification> {
  return submitApplication(deps, { platform, customerId: customer.id, now, onFinished: [useLink(link, now)] });
}

export async function getLink(db: Database, vault: Vault, token: string): Promise<KycLink> {
  const row = await vault.find(secretOf(token), async (hashes) => {
    const [found] = await db.read<RowOf<typeof kycLinks>>(
      sql`SELECT ${kycLinks.columns} FROM kyc_links WHERE token_hash = ANY (${hashes}::bytea[])`,
    );
    return found;
  });
  if (row) return kycLinks.fromRow(row);
  throw new ApiError('REFERENCE_NOT_FOUND', 'There is no such link.');
}

function rejectClosed({ usedAt, expiresAt }: KycLink, now: Date): void {
  if (usedAt) throw new ApiError('CONFLICT', 'This link was used already.', { reason: 'LINK_USED' });
  if (expiresAt > now) return;
  throw new ApiError('CONFLICT', 'This link has expired.', { reason: 'LINK_EXPIRED', hint: 'Request a new link.' });
}

const secretOf = (token: string): string => `kyc-link/${token}`;

const useLink = ({ platformId, id }: KycLink, at: Date): Effect => ({
  kind: useKind,
  rows: [{ platform_id: platformId, id, at }],
});

const createKind: EffectKind = {
  name: 'kyc_link_created',
  statement: (rows) => sql`
    INSERT INTO kyc_links (platform_id, id, customer_id, token_hash, redirect_uri, expires_at, created_at)
    SELECT platform_id, id, customer_id, token_hash, redirect_uri, expires_at, at
    FROM ${rows} AS r(item int, platform_id text, id text, customer_id text, token_hash bytea, redirect_uri text,
      expires_at timestamptz, at timestamptz)
    JOIN guarded USING (item)`,
};

const useKind: EffectKind = {
  name: 'kyc_link_used',
  statement: (rows) => sql`
    UPDATE kyc_links l SET used_at = r.at, person_draft_sealed = NULL
    FROM ${rows} AS r(item int, platform_id text, id text, at timestamptz) JOIN guarded USING (item)
    WHERE l.platform_id = r.platform_id AND l.id = r.id AND l.used_at IS NULL`,
};
