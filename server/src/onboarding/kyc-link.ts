import { changeOwner, createOwner, type Owner } from '../customers/beneficial-owners.ts';
import { type CustomerNeeds, changeCustomer } from '../customers/customers.ts';
import type { FileNeeds } from '../customers/files.ts';
import type { OwnerInput } from '../customers/owner-rules.ts';
import { type Customer, findActiveCustomer, type Profile } from '../customers/record.ts';
import { profileOf } from '../customers/rules.ts';
import type { Database } from '../db/database.ts';
import { apply, type Effect, type EffectKind } from '../db/effects.ts';
import type { Receipt } from '../db/receipt.ts';
import { sql } from '../db/sql.ts';
import type { Vault } from '../db/vault.ts';
import type { Platform } from '../kernel/callers.ts';
import { addMs, DAY_MS } from '../kernel/clock.ts';
import { ApiError, type FieldError, InvalidFields } from '../kernel/errors.ts';
import { newId, randomHex } from '../kernel/ids.ts';
import { readSettings } from '../platforms/config.ts';
import { findPlatform, readClockOffset } from '../platforms/platforms.ts';
import { applicantOf, findApplicant, isDecided, readApplication } from './application.ts';
import {
  type Document,
  type DocumentFile,
  type DocumentInput,
  deleteDocument,
  replaceDocument,
  uploadDocument,
} from './documents.ts';
import type { VerificationError } from './fields.ts';
import { openProblems, type Submitted, submit } from './verifications.ts';

const TOKEN_BITS = 256;
const VALID_MS = DAY_MS;
/** Where the hosted page of a link lives. */
export const KYC_PATH = '/kyc';

export interface LinkNeeds extends CustomerNeeds, FileNeeds {
  publicUrl: () => string;
}

export interface KycLink {
  platformId: string;
  id: string;
  customerId: string;
  redirectUri: string | null;
  expiresAt: Date;
  usedAt: Date | null;
}

interface LinkWish {
  platform: Platform;
  customerId: string;
  redirectUri?: string | undefined;
  now: Date;
  receipt: Receipt;
}

/** A page on which the customer completes its own application. Links of before stay valid. */
export async function createLink(needs: LinkNeeds, wish: LinkWish): Promise<string> {
  const { platform, customerId, redirectUri, now, receipt } = wish;
  const problems = redirectUri === undefined ? [] : redirectProblems(redirectUri);
  if (problems.length > 0) throw new InvalidFields(problems);
  const { id: applicantId } = await findApplicant(needs.db, platform.id, customerId);
  const token = randomHex(TOKEN_BITS);
  const expiresAt = addMs(now, VALID_MS);
  const row = {
    platform_id: platform.id,
    id: newId('KycLink'),
    customer_id: applicantId,
    token_hash: `\\x${hashOf(needs.vault, token).toString('hex')}`,
    redirect_uri: redirectUri ?? null,
    expires_at: expiresAt,
    at: now,
  };
  const kycUrl = `${needs.publicUrl()}${KYC_PATH}/${token}`;
  const text = JSON.stringify({ kycUrl, expiresAt, provider: 'CAUSEWAY', token });
  await apply(needs.db, { effects: [{ kind: createKind, rows: [row] }, ...receipt.remember({ status: 201, text })] });
  return text;
}

const LOCAL_HOSTS = new Set(['localhost', '127.0.0.1', '[::1]']);

/** https, or http to the same machine; it is a link on a page, so nothing else will do. */
function redirectProblems(redirectUri: string): FieldError[] {
  const url = URL.canParse(redirectUri) ? new URL(redirectUri) : undefined;
  const isSecure = url?.protocol === 'https:' || (url?.protocol === 'http:' && LOCAL_HOSTS.has(url.hostname));
  if (url && isSecure && !url.username && !url.password) return [];
  const message = 'redirectUri must begin with https://, or with http:// for localhost, and hold no credentials.';
  return [{ field: 'redirectUri', message, constraint: { format: 'uri' } }];
}

/** What the hosted page shows, and what it hands to the functions below. */
export interface LinkSession {
  link: KycLink;
  platform: Platform;
  customer: Customer;
  owners: readonly Owner[];
  documents: readonly Document[];
  /** What requirements still lack; nothing where the customer is decided, or will be without any. */
  missing: readonly VerificationError[];
  /** The platform's time. */
  now: Date;
}

/**
 * The session of a token, for as long as its link is neither used up nor expired. `now` is wall time; the session has the
 * platform's. Refused: 404 for an unknown token, 409 with reason LINK_USED or LINK_EXPIRED, 410 for a deleted customer.
 */
export async function openLink(needs: LinkNeeds, token: string, now: Date): Promise<LinkSession> {
  const link = await findLink(needs.db, needs.vault, token);
  const { name, mode } = await findPlatform(needs.db, link.platformId);
  const clockOffsetMs = await readClockOffset(needs.db, link.platformId);
  const platform: Platform = { id: link.platformId, name, mode, clockOffsetMs };
  const platformNow = addMs(now, clockOffsetMs);
  refuseClosed(link, platformNow);
  const customer = await findActiveCustomer(needs.db, platform.id, link.customerId);
  const application = await readApplication(needs.db, customer);
  const applicant = applicantOf(customer, await readSettings(needs.db, platform.id));
  const isAsked = !isDecided(customer) && needs.identity[mode].atOnce(applicant) === undefined;
  const { owners, documents } = application;
  const missing = isAsked ? openProblems(application, platformNow).problems : [];
  return { link, platform, customer, owners, documents, missing, now: platformNow };
}

/** One change that an applicant makes; shapes are checked before, by the schemas that the API has for the same. */
export type LinkChange =
  | { kind: 'FIELDS'; profile: Profile; identifier?: string }
  | { kind: 'NEW_OWNER'; input: Required<OwnerInput> }
  | { kind: 'OWNER'; ownerId: string; input: OwnerInput }
  | { kind: 'NEW_DOCUMENT'; documentHolder: string; input: DocumentInput; file: DocumentFile }
  | { kind: 'DOCUMENT'; documentId: string; input: DocumentInput; file: DocumentFile }
  | { kind: 'DOCUMENT_REMOVED'; documentId: string };

/** By the rules of the API, on what belongs to the customer of the link and on nothing else. */
export async function saveFromLink(needs: LinkNeeds, session: LinkSession, change: LinkChange): Promise<void> {
  const { platform, customer, now } = session;
  const customerId = customer.id;
  await findApplicant(needs.db, platform.id, customerId);
  switch (change.kind) {
    case 'FIELDS': {
      const { customerType } = customer;
      const { profile, identifier } = change;
      const input = { ...profileOf({ ...profile, customerType }), customerType, ...(identifier && { identifier }) };
      await changeCustomer(needs, { platform, id: customerId, input, now });
      return;
    }
    case 'NEW_OWNER':
      await createOwner(needs, { platform, customerId, input: change.input, now });
      return;
    case 'OWNER':
      await changeOwner(needs, { platform, customerId, id: change.ownerId, input: change.input, now });
      return;
    case 'NEW_DOCUMENT': {
      const { documentHolder, input, file } = change;
      await uploadDocument(needs, { platform, customerId, documentHolder, input, file, now });
      return;
    }
    case 'DOCUMENT': {
      const { documentId: id, input, file } = change;
      await replaceDocument(needs, { platform, customerId, id, input, file, now });
      return;
    }
    case 'DOCUMENT_REMOVED':
      await deleteDocument(needs, { platform, customerId, id: change.documentId });
  }
}

/** The same as POST /verifications. A submission that leaves nothing to do uses the link up, in the same statement. */
export function submitFromLink(needs: LinkNeeds, { link, platform, customer, now }: LinkSession): Promise<Submitted> {
  return submit(needs, { platform, customerId: customer.id, now, onFinished: [useLink(link, now)] });
}

export async function findLink(db: Database, vault: Vault, token: string): Promise<KycLink> {
  const [link] = await db.read<KycLink>(sql`
    SELECT platform_id AS "platformId", id, customer_id AS "customerId", redirect_uri AS "redirectUri",
      expires_at AS "expiresAt", used_at AS "usedAt"
    FROM kyc_links WHERE token_hash = ${hashOf(vault, token)}`);
  if (link) return link;
  throw new ApiError('REFERENCE_NOT_FOUND', 'There is no such link.');
}

function refuseClosed({ usedAt, expiresAt }: KycLink, now: Date): void {
  if (usedAt) throw new ApiError('CONFLICT', 'This link was used already.', { reason: 'LINK_USED' });
  if (expiresAt > now) return;
  throw new ApiError('CONFLICT', 'This link has expired.', { reason: 'LINK_EXPIRED', hint: 'Ask for a new one.' });
}

const hashOf = (vault: Vault, token: string): Buffer => vault.hash(`kyc-link/${token}`);

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
    UPDATE kyc_links l SET used_at = r.at
    FROM ${rows} AS r(item int, platform_id text, id text, at timestamptz) JOIN guarded USING (item)
    WHERE l.platform_id = r.platform_id AND l.id = r.id AND l.used_at IS NULL`,
};
