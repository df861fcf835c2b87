import { emit } from '../../engine/webhooks/events.ts';
import { brokenConstraint, type Database } from '../../foundation/db/database.ts';
import { apply, type Effect } from '../../foundation/db/effects.ts';
import type { Receipt } from '../../foundation/db/idempotency-receipt.ts';
import type { Platform } from '../../foundation/kernel/callers.ts';
import { addMs, type Clock, DAY_MS } from '../../foundation/kernel/clock.ts';
import { ApiError, InvalidFields } from '../../foundation/kernel/errors.ts';
import { randomHex } from '../../foundation/kernel/ids.ts';
import type { Sites } from '../../foundation/kernel/sites.ts';
import { currenciesHeldBy, findCustomerByUmaAddress } from '../customers/record.ts';
import { parseUmaAddress } from '../customers/uma-address.ts';
import { getSettings } from '../platforms/config.ts';
import {
  CODES_TAKEN,
  type FoundInvitation,
  findInvitation,
  getInvitation,
  type Invitation,
  type InvitationStatus,
  insertInvitation,
  invitationJson,
  type PublicInvitation,
  updateInvitation,
} from './invitation-record.ts';
import type { NewInvitation } from './schemas.ts';

/** Rate limit of wrong codes. `take` throws when it is exceeded. */
interface CodeGuesses {
  take(callerId: string): unknown;
  giveBack(callerId: string): void;
}

export interface InvitationDeps {
  db: Database;
  /** Real time. An invitation expires by the clock of the platform that created it. */
  clock: Clock;
  codeGuesses: CodeGuesses;
  sites: Sites;
}

/** The page has no authenticated caller, so its guesses are counted by address. */
export type PageDeps = Pick<InvitationDeps, 'db' | 'clock'> & { pageGuesses: CodeGuesses };

interface InvitationRequest {
  platform: Platform;
  now: Date;
  receipt: Receipt;
}

const CODE_BITS = 32;
const CODE = /^[0-9a-f]{8}$/;
const VALID_MS = 30 * DAY_MS;

/**
 * Rate limits of wrong codes, per platform and in total. A code has 32 bits: at 60 guesses a minute (30 by API, 30 on
 * the page), the probability of finding one of a thousand open invitations within a month is below one half.
 */
export const CODE_GUESSES = { perSecond: 0.1, burst: 100 };
export const ALL_CODE_GUESSES = { perSecond: 0.5, burst: 300 };
/** Rate limits of wrong codes on the page. Separate, so that visitors cannot use up the limits of platforms. */
export const PAGE_GUESSES = { perSecond: 0.1, burst: 30 };
export const ALL_PAGE_GUESSES = { perSecond: 0.5, burst: 300 };
/** Maximum number of codes tried, because a code may already be in use. */
const CODE_TRIES = 10;

/** Creates an invitation by a customer. Every platform of the same mode accepts its code. */
export async function createInvitation(
  deps: InvitationDeps,
  { platform, now, receipt }: InvitationRequest,
  requested: NewInvitation,
): Promise<string> {
  const base = deps.sites.invitationUrl();
  if (base === undefined) throw notConfigured();
  const expiresAt = requested.expiresAt === undefined ? addMs(now, VALID_MS) : futureTime(requested.expiresAt, now);
  const { inviterUma, currency } = await getInviter(deps.db, platform.id, requested.inviterUma);
  for (let i = 0; i < CODE_TRIES; i++) {
    const code = randomHex(CODE_BITS);
    const invitation: Invitation = {
      platformId: platform.id,
      code,
      inviterUma,
      inviteeUma: null,
      firstName: requested.firstName ?? null,
      amountToSend: requested.amountToSend === undefined ? null : { amount: BigInt(requested.amountToSend), currency },
      url: `${base}/${code}`,
      status: 'PENDING',
      expiresAt,
      claimedAt: null,
      createdAt: now,
    };
    const text = JSON.stringify(invitationJson(invitation));
    const effects = [insertInvitation(invitation), ...receipt.record({ status: 201, text })];
    if (await applyUnlessTaken(deps.db, effects)) return text;
  }
  throw new ApiError('CONFLICT', 'No free invitation code was found.', {
    reason: 'CHANGED_MEANWHILE',
    hint: 'Repeat the request.',
  });
}

async function applyUnlessTaken(db: Database, effects: readonly Effect[]): Promise<boolean> {
  try {
    return await apply(db, { effects });
  } catch (error) {
    if (CODES_TAKEN.includes(brokenConstraint(error) ?? '')) return false;
    throw error;
  }
}

const notConfigured = (): ApiError =>
  new ApiError('INVITATIONS_NOT_CONFIGURED', 'Invitations are switched off on this service.', {
    hint: 'The operator sets INVITATION_URL.',
  });

function futureTime(text: string, now: Date): Date {
  const time = new Date(text);
  if (time > now) return time;
  throw new InvalidFields([{ field: 'expiresAt', message: 'expiresAt must be in the future.' }]);
}

/** Requires that the address belongs to a customer of the platform. `currency` is the currency of amountToSend. */
async function getInviter(db: Database, platformId: string, address: string) {
  const inviterUma = parseUmaAddress(address, undefined);
  const [customer, settings] = await Promise.all([
    findCustomerByUmaAddress(db, platformId, inviterUma),
    getSettings(db, platformId),
  ]);
  if (!customer) {
    throw new ApiError('INVALID_UMA_ADDRESS', `No customer of this platform has the address ${inviterUma}.`, {
      hint: 'GET /customers lists the customers and their UMA addresses.',
    });
  }
  const currency = currenciesHeldBy(customer, settings)[0] ?? 'USD';
  return { inviterUma, currency };
}

export async function showInvitation(deps: InvitationDeps, platform: Platform, code: string) {
  const { invitation } = await lookUp(deps, platform, code);
  return invitationJson(invitation);
}

/** Counts the guess before the lookup, so that over the limit even a valid code is rejected. */
async function lookUp(
  { db, clock, codeGuesses }: InvitationDeps,
  { id, mode }: Platform,
  code: string,
): Promise<FoundInvitation> {
  await codeGuesses.take(id);
  const found = await getInvitation(db, { code, mode }, clock.now());
  codeGuesses.giveBack(id);
  return found;
}

/** Finds an invitation for its page. Counts the guess before the lookup, like `lookUp`. */
export async function openInvitation(
  { db, clock, pageGuesses }: PageDeps,
  address: string,
  code: string,
): Promise<PublicInvitation | undefined> {
  await pageGuesses.take(address);
  const found = CODE.test(code) ? await findInvitation(db, code, clock.now()) : undefined;
  if (found) pageGuesses.giveBack(address);
  return found;
}

/** Only the first claim succeeds. Notifies the platform of the inviter. */
export async function claimInvitation(
  deps: InvitationDeps,
  request: InvitationRequest & { code: string; inviteeUma: string },
): Promise<string> {
  const inviteeUma = parseUmaAddress(request.inviteeUma, undefined);
  return closeInvitation(deps, request, ({ invitation, now }) => {
    if (invitation.inviterUma === inviteeUma) {
      throw new InvalidFields([{ field: 'inviteeUma', message: 'inviteeUma must differ from inviterUma.' }]);
    }
    return { ...invitation, status: 'CLAIMED', inviteeUma, claimedAt: now };
  });
}

/** Only the platform that created the invitation can cancel it, and only until it is claimed. */
export function cancelInvitation(deps: InvitationDeps, request: InvitationRequest & { code: string }): Promise<string> {
  return closeInvitation(deps, request, ({ invitation }) => {
    if (invitation.platformId !== request.platform.id) {
      throw new ApiError('FORBIDDEN', 'Only the platform that created an invitation can cancel it.', {
        reason: 'NOT_OWN_INVITATION',
      });
    }
    return { ...invitation, status: 'CANCELLED' };
  });
}

async function closeInvitation(
  deps: InvitationDeps,
  { platform, code, receipt }: InvitationRequest & { code: string },
  change: (found: FoundInvitation) => Invitation,
): Promise<string> {
  const found = await lookUp(deps, platform, code);
  const changed = change(found);
  if (found.invitation.status !== 'PENDING') throw notPending(found.invitation.status);
  const text = JSON.stringify(invitationJson(changed));
  const effects = [...eventsOf(changed, found.now), ...receipt.record({ status: 200, text })];
  if (await apply(deps.db, { guard: updateInvitation(changed, found.now), effects })) return text;
  const { invitation } = await lookUp(deps, platform, code);
  throw notPending(invitation.status);
}

const eventsOf = (invitation: Invitation, at: Date): Effect[] => {
  const { platformId, code, status } = invitation;
  if (status !== 'CLAIMED') return [];
  const type = 'INVITATION.CLAIMED' as const;
  return [emit([{ platformId, type, resourceId: code, data: invitationJson(invitation), sequence: 1, at }])];
};

const rejections: Record<Exclude<InvitationStatus, 'PENDING'>, () => ApiError> = {
  CLAIMED: () => new ApiError('INVITATION_ALREADY_CLAIMED', 'This invitation was already claimed.'),
  CANCELLED: () => new ApiError('INVITATION_CANCELLED', 'This invitation was cancelled.'),
  EXPIRED: () => new ApiError('INVALID_INPUT', 'This invitation has expired.', { reason: 'INVITATION_EXPIRED' }),
};

const notPending = (status: InvitationStatus): ApiError =>
  status === 'PENDING'
    ? new ApiError('CONFLICT', 'The invitation is being changed by another request. Repeat the request.', {
        reason: 'CHANGED_MEANWHILE',
      })
    : rejections[status]();
