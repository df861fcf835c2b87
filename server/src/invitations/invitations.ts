import { findCustomerByUmaAddress } from '../customers/record.ts';
import { parseUmaAddress } from '../customers/uma-address.ts';
import { brokenConstraint, type Database } from '../db/database.ts';
import { apply, type Effect } from '../db/effects.ts';
import type { Receipt } from '../db/receipt.ts';
import type { Platform } from '../kernel/callers.ts';
import type { Clock } from '../kernel/clock.ts';
import { ApiError, InvalidFields } from '../kernel/errors.ts';
import { randomHex } from '../kernel/ids.ts';
import { readSettings } from '../platforms/config.ts';
import { emit } from '../webhooks/events.ts';
import {
  answerInvitation,
  CODES_TAKEN,
  type FoundInvitation,
  findInvitation,
  type Invitation,
  type InvitationStatus,
  insertInvitation,
  invitationJson,
} from './invitation-record.ts';

export interface InvitationNeeds {
  db: Database;
  /** The time on the wall: an invitation expires by the clock of its own platform, whoever claims it. */
  clock: Clock;
  /** What a code is appended to; undefined where this service has no invitations. */
  invitationUrl: () => string | undefined;
}

interface Asked {
  platform: Platform;
  now: Date;
  receipt: Receipt;
}

export interface NewInvitation {
  inviterUma: string;
  firstName?: string;
  amountToSend?: number;
  expiresAt?: string;
}

const CODE_BITS = 32;
/** How often a code that is taken is replaced by another. */
const CODE_TRIES = 10;

/** A customer invites somebody, by a code that is good on every platform. */
export async function createInvitation(
  needs: InvitationNeeds,
  { platform, now, receipt }: Asked,
  asked: NewInvitation,
): Promise<string> {
  const base = needs.invitationUrl();
  if (base === undefined) throw notConfigured();
  const expiresAt = asked.expiresAt === undefined ? null : futureTime(asked.expiresAt, now);
  const { inviterUma, currency } = await inviterOf(needs.db, platform.id, asked.inviterUma);
  for (let i = 0; i < CODE_TRIES; i++) {
    const code = randomHex(CODE_BITS);
    const invitation: Invitation = {
      platformId: platform.id,
      code,
      inviterUma,
      inviteeUma: null,
      firstName: asked.firstName ?? null,
      amountToSend: asked.amountToSend === undefined ? null : { amount: BigInt(asked.amountToSend), currency },
      url: `${base}/${code}`,
      status: 'PENDING',
      expiresAt,
      claimedAt: null,
      createdAt: now,
    };
    const text = JSON.stringify(invitationJson(invitation));
    const effects = [insertInvitation(invitation), ...receipt.remember({ status: 201, text })];
    if (await applyUnlessTaken(needs.db, effects)) return text;
  }
  throw new ApiError('CONFLICT', 'No free invitation code was found.', { hint: 'Repeat the request.' });
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

/** One of the platform's customers, and the currency in which an amount of theirs is told. */
async function inviterOf(db: Database, platformId: string, address: string) {
  const inviterUma = parseUmaAddress(address, undefined);
  const [customer, settings] = await Promise.all([
    findCustomerByUmaAddress(db, platformId, inviterUma),
    readSettings(db, platformId),
  ]);
  if (!customer) {
    throw new ApiError('INVALID_UMA_ADDRESS', `No customer of this platform has the address ${inviterUma}.`, {
      hint: 'GET /customers lists the customers and their UMA addresses.',
    });
  }
  const currency = customer.currencies?.[0] ?? settings.supportedCurrencies[0]?.currencyCode ?? 'USD';
  return { inviterUma, currency };
}

export async function getInvitation({ db, clock }: InvitationNeeds, code: string) {
  const { invitation } = await findInvitation(db, code, clock.now());
  return invitationJson(invitation);
}

/** Whoever comes first; the platform of the inviter is told. */
export async function claimInvitation(
  needs: InvitationNeeds,
  asked: Asked & { code: string; inviteeUma: string },
): Promise<string> {
  const inviteeUma = parseUmaAddress(asked.inviteeUma, undefined);
  return answer(needs, asked, ({ invitation, now }) => {
    if (invitation.inviterUma === inviteeUma) {
      throw new InvalidFields([{ field: 'inviteeUma', message: 'inviteeUma must not be the one who invites.' }]);
    }
    return { ...invitation, status: 'CLAIMED', inviteeUma, claimedAt: now };
  });
}

/** By the platform that has made it, as long as nobody has claimed it. */
export function cancelInvitation(needs: InvitationNeeds, asked: Asked & { code: string }): Promise<string> {
  return answer(needs, asked, ({ invitation }) => {
    if (invitation.platformId !== asked.platform.id) {
      throw new ApiError('FORBIDDEN', 'Only the platform that has made an invitation can cancel it.');
    }
    return { ...invitation, status: 'CANCELLED' };
  });
}

async function answer(
  { db, clock }: InvitationNeeds,
  { code, receipt }: Asked & { code: string },
  change: (found: FoundInvitation) => Invitation,
): Promise<string> {
  const found = await findInvitation(db, code, clock.now());
  const changed = change(found);
  if (found.invitation.status !== 'PENDING') throw answeredBefore(found.invitation.status);
  const text = JSON.stringify(invitationJson(changed));
  const effects = [...eventsOf(changed, found.now), ...receipt.remember({ status: 200, text })];
  if (await apply(db, { guard: answerInvitation(changed, found.now), effects })) return text;
  const { invitation } = await findInvitation(db, code, clock.now());
  throw answeredBefore(invitation.status);
}

const eventsOf = (invitation: Invitation, at: Date): Effect[] => {
  const { platformId, code, status } = invitation;
  if (status !== 'CLAIMED') return [];
  const type = 'INVITATION.CLAIMED' as const;
  return [emit([{ platformId, type, resourceId: code, data: invitationJson(invitation), sequence: 1, at }])];
};

const refusals: Record<Exclude<InvitationStatus, 'PENDING'>, () => ApiError> = {
  CLAIMED: () => new ApiError('INVITATION_ALREADY_CLAIMED', 'This invitation was claimed before.'),
  CANCELLED: () => new ApiError('INVITATION_CANCELLED', 'This invitation was cancelled.'),
  EXPIRED: () => new ApiError('INVALID_INPUT', 'This invitation has expired.', { reason: 'INVITATION_EXPIRED' }),
};

const answeredBefore = (status: InvitationStatus): ApiError =>
  status === 'PENDING' ? new ApiError('CONFLICT', 'The invitation is being changed by others.') : refusals[status]();
