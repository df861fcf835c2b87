import { timingSafeEqual } from 'node:crypto';
import { type Customer, findActiveCustomer } from '../customers/record.ts';
import { CURRENT_TERMS } from '../customers/terms.ts';
import type { Vault } from '../db/vault.ts';
import { addMs, HOUR_MS, SECOND_MS } from '../kernel/clock.ts';
import { ApiError } from '../kernel/errors.ts';
import { readSettings } from '../platforms/config.ts';
import { findPlatform, readClockOffset } from '../platforms/platforms.ts';
import type { Visit } from './hosted-page/visit.ts';
import { findLink, KYC_PATH, type KycLink, type LinkNeeds, type LinkSession, openLink } from './kyc-link.ts';

/** The outcome stays in sight of the one who has finished. */
const OUTCOME_MS = HOUR_MS;

export const SESSIONS_PATH = `${KYC_PATH}/session`;

export interface SessionNeeds extends LinkNeeds {
  termsUrl: () => string;
}

export interface Entrance {
  /** Where the visit lives; it says which link it is, and opens nothing. */
  path: string;
  /** What opens it. */
  cookie: string;
  maxAgeSeconds: number;
}

/** Takes the token of a link for the session of a visit. */
export async function enter(needs: SessionNeeds, token: string): Promise<Entrance> {
  const { link, now } = await openLink(needs, token, needs.clock.now());
  const lastsMs = link.expiresAt.getTime() - now.getTime() + OUTCOME_MS;
  return {
    path: pathOf(link),
    cookie: `${token}.${sessionMac(needs.vault, token)}`,
    maxAgeSeconds: Math.ceil(lastsMs / SECOND_MS),
  };
}

export interface OpenVisit {
  visit: Visit;
  /** Undefined once the link is used up: then there is only the outcome to see. */
  session: LinkSession | undefined;
}

/** The visit that a token opens, as it is now. */
export async function openVisit(needs: SessionNeeds, token: string, path: string): Promise<OpenVisit> {
  const session = await openLink(needs, token, needs.clock.now()).catch(refuseUnlessUsed);
  const opened = session ?? (await readOutcome(needs, token));
  if (pathOf(opened.link) !== path) throw unknownVisit();
  const { link, platform, customer, owners, documents, missing } = opened;
  const visit: Visit = {
    base: path,
    formToken: formToken(needs.vault, token),
    platformName: platform.name,
    expiresAt: link.expiresAt,
    redirectUri: link.redirectUri,
    customer,
    owners,
    documents,
    missing,
    terms: await termsFor(needs, customer),
  };
  return { visit, session };
}

export function isFormToken(visit: Visit, given: string): boolean {
  return isSame(visit.formToken, given);
}

const pathOf = ({ id }: KycLink): string => `${SESSIONS_PATH}/${id.slice(id.indexOf(':') + 1)}`;

/** Only who came through the link while it was open has this: the token alone, found later, shows nothing. */
const sessionMac = (vault: Vault, token: string): string => vault.hash(`kyc-session/${token}`).toString('base64url');

const formToken = (vault: Vault, token: string): string => vault.hash(`kyc-form/${token}`).toString('base64url');

/** The token in a cookie of ours; everything else is refused before anybody looks for it. */
export function tokenOf(vault: Vault, cookie: string): string {
  const [token = '', mac = ''] = cookie.split('.');
  if (!isSame(mac, sessionMac(vault, token))) throw unknownVisit();
  return token;
}

function isSame(one: string, other: string): boolean {
  const [a, b] = [Buffer.from(one), Buffer.from(other)];
  return a.length === b.length && timingSafeEqual(a, b);
}

const unknownVisit = (): ApiError => new ApiError('REFERENCE_NOT_FOUND', 'There is no such visit.');

function refuseUnlessUsed(error: unknown): undefined {
  if (error instanceof ApiError && error.details?.reason === 'LINK_USED') return undefined;
  throw error;
}

/** What became of a link that is used up. */
async function readOutcome(needs: SessionNeeds, token: string) {
  const link = await findLink(needs.db, needs.vault, token);
  const now = addMs(needs.clock.now(), await readClockOffset(needs.db, link.platformId));
  if (addMs(link.expiresAt, OUTCOME_MS) <= now) {
    throw new ApiError('CONFLICT', 'This link has expired.', { reason: 'LINK_EXPIRED' });
  }
  const platform = await findPlatform(needs.db, link.platformId);
  const customer = await findActiveCustomer(needs.db, link.platformId, link.customerId);
  return { link, platform, customer, owners: [], documents: [], missing: [] };
}

/** Where the platform is no regulated institution itself, the customer accepts terms. */
async function termsFor({ db, termsUrl }: SessionNeeds, { platformId, consent }: Customer): Promise<Visit['terms']> {
  if (consent) return undefined;
  const { isRegulatedFinancialInstitution } = await readSettings(db, platformId);
  return isRegulatedFinancialInstitution ? undefined : { version: CURRENT_TERMS, url: termsUrl() };
}
