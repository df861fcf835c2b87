import type { Vault } from '../../foundation/db/vault.ts';
import { addMs, HOUR_MS, SECOND_MS } from '../../foundation/kernel/clock.ts';
import { ApiError } from '../../foundation/kernel/errors.ts';
import { type Customer, getActiveCustomer } from '../customers/record.ts';
import { CURRENT_TERMS } from '../customers/terms-versions.ts';
import { getSettings } from '../platforms/config.ts';
import { type PlatformPage, platformPage } from '../platforms/hosted-pages.ts';
import { getClockOffset, getPlatform } from '../platforms/platforms.ts';
import type { Visit } from './hosted-page/visit.ts';
import { getLink, KYC_PATH, type KycLink, type LinkDeps, type LinkSession, openLink } from './kyc-link.ts';
import { openPersonDraft } from './person-draft.ts';

/** Time after the expiry of a link during which its outcome is shown. */
const OUTCOME_MS = HOUR_MS;

export const SESSIONS_PATH = `${KYC_PATH}/session`;

interface StartedVisit {
  /** Path of the visit. It identifies the link but grants no access. */
  path: string;
  /** Grants access to the visit. */
  cookie: string;
  maxAgeSeconds: number;
  page: PlatformPage;
}

/** Exchanges the token of a link for a session. */
export async function startVisit(
  deps: LinkDeps,
  token: string,
  acceptLanguage: string | undefined,
): Promise<StartedVisit> {
  const { link, platform, now } = await openLink(deps, token, deps.clock.now());
  const lastsMs = link.expiresAt.getTime() - now.getTime() + OUTCOME_MS;
  return {
    path: pathOf(link),
    cookie: `${token}.${deps.vault.hash(sessionOf(token)).toString('base64url')}`,
    maxAgeSeconds: Math.ceil(lastsMs / SECOND_MS),
    page: await platformPage(deps.db, platform, acceptLanguage),
  };
}

export interface OpenedVisit {
  visit: Visit;
  /** Undefined once the link is used; then only the outcome is shown. */
  session: LinkSession | undefined;
}

interface VisitKey {
  token: string;
  path: string;
  acceptLanguage: string | undefined;
}

export async function openVisit(deps: LinkDeps, { token, path, acceptLanguage }: VisitKey): Promise<OpenedVisit> {
  const session = await openLink(deps, token, deps.clock.now()).catch(rejectUnlessUsed);
  const opened = session ?? (await readOutcome(deps, token));
  if (pathOf(opened.link) !== path) throw unknownVisit();
  const { link, platform, customer, owners, documents, missing } = opened;
  const visit: Visit = {
    base: path,
    formToken: deps.vault.hash(formOf(token)).toString('base64url'),
    ...(await platformPage(deps.db, platform, acceptLanguage)),
    expiresAt: link.expiresAt,
    redirectUri: link.redirectUri,
    customer,
    owners,
    documents,
    missing,
    draft: session && (await openPersonDraft(deps.vault, link)),
    terms: await termsFor(deps, customer),
  };
  return { visit, session };
}

/** Also accepts forms that were rendered before a rotation of keys. */
export const isFormToken = (vault: Vault, token: string, given: string): Promise<boolean> =>
  vault.verify(formOf(token), Buffer.from(given, 'base64url'));

const pathOf = ({ id }: KycLink): string => `${SESSIONS_PATH}/${id.slice(id.indexOf(':') + 1)}`;

/** Hashed for the cookie, which is only set while the link is open. After that, the token alone gives no access. */
const sessionOf = (token: string): string => `kyc-session/${token}`;

const formOf = (token: string): string => `kyc-form/${token}`;

/** Returns the token of a cookie. An invalid cookie is rejected without a query. */
export async function readSessionToken(vault: Vault, cookie: string): Promise<string> {
  const [token = '', mac = ''] = cookie.split('.');
  if (!(await vault.verify(sessionOf(token), Buffer.from(mac, 'base64url')))) throw unknownVisit();
  return token;
}

/** Context of the platform that created the link, open or not; undefined for an unknown token. */
export async function findLinkPage(
  { db, vault }: LinkDeps,
  token: string,
  acceptLanguage: string | undefined,
): Promise<PlatformPage | undefined> {
  // Error pages of an unknown link have no brand.
  const link = await getLink(db, vault, token).catch(() => undefined);
  if (!link) return undefined;
  const { name } = await getPlatform(db, link.platformId);
  return platformPage(db, { id: link.platformId, name }, acceptLanguage);
}

const unknownVisit = (): ApiError => new ApiError('REFERENCE_NOT_FOUND', 'There is no such visit.');

function rejectUnlessUsed(error: unknown): undefined {
  if (error instanceof ApiError && error.details?.reason === 'LINK_USED') return undefined;
  throw error;
}

/** The outcome of a used link. */
async function readOutcome(deps: LinkDeps, token: string) {
  const link = await getLink(deps.db, deps.vault, token);
  const now = addMs(deps.clock.now(), await getClockOffset(deps.db, link.platformId));
  if (addMs(link.expiresAt, OUTCOME_MS) <= now) {
    throw new ApiError('CONFLICT', 'This link has expired.', { reason: 'LINK_EXPIRED' });
  }
  const { name } = await getPlatform(deps.db, link.platformId);
  const platform = { id: link.platformId, name };
  const customer = await getActiveCustomer(deps.db, link.platformId, link.customerId);
  return { link, platform, customer, owners: [], documents: [], missing: [] };
}

/** Unless the platform is regulated, its customers have to accept the terms. */
async function termsFor(
  { db, sites: { termsUrl } }: LinkDeps,
  { platformId, consent }: Customer,
): Promise<Visit['terms']> {
  if (consent) return undefined;
  const { isRegulatedFinancialInstitution } = await getSettings(db, platformId);
  return isRegulatedFinancialInstitution ? undefined : { version: CURRENT_TERMS, url: termsUrl() };
}
