import type { Database } from '../db/database.ts';
import type { Effect, EffectKind } from '../db/effects.ts';
import { sql } from '../db/sql.ts';
import { addMs } from '../kernel/clock.ts';
import { ApiError } from '../kernel/errors.ts';
import { toJsonAmount } from '../kernel/money.ts';
import { currencyJson } from '../rates/currencies.ts';

export const invitationStatuses = ['PENDING', 'CLAIMED', 'EXPIRED', 'CANCELLED'] as const;
export type InvitationStatus = (typeof invitationStatuses)[number];

export interface Invitation {
  platformId: string;
  code: string;
  inviterUma: string;
  inviteeUma: string | null;
  firstName: string | null;
  amountToSend: { amount: bigint; currency: string } | null;
  url: string;
  status: InvitationStatus;
  expiresAt: Date | null;
  claimedAt: Date | null;
  createdAt: Date;
}

/** As the API, the webhook and replays show it. */
export const invitationJson = (invitation: Invitation) => ({
  code: invitation.code,
  createdAt: invitation.createdAt,
  ...(invitation.claimedAt && { claimedAt: invitation.claimedAt }),
  url: invitation.url,
  ...(invitation.expiresAt && { expiresAt: invitation.expiresAt }),
  inviterUma: invitation.inviterUma,
  ...(invitation.inviteeUma && { inviteeUma: invitation.inviteeUma }),
  status: invitation.status,
  ...(invitation.firstName && { firstName: invitation.firstName }),
  ...(invitation.amountToSend && {
    amountToSend: {
      amount: toJsonAmount(invitation.amountToSend.amount),
      currency: currencyJson(invitation.amountToSend.currency),
    },
  }),
});

export const CODES_TAKEN = ['invitations_pkey', 'invitations_code'];

export interface FoundInvitation {
  invitation: Invitation;
  /** The time of the platform that has made it, by which it expires. */
  now: Date;
}

/** On whichever platform it was made. `wall` is the time on the wall. */
export async function findInvitation(db: Database, code: string, wall: Date): Promise<FoundInvitation> {
  const [row] = await db.read<InvitationRow>(sql`
    SELECT i.platform_id, code, inviter_uma, invitee_uma, first_name, amount, currency, url, i.status, expires_at,
      claimed_at, i.created_at, p.clock_offset_ms
    FROM invitations i JOIN platforms p ON p.id = i.platform_id WHERE code = ${code}`);
  if (!row) throw new ApiError('INVITATION_NOT_FOUND', 'There is no such invitation.');
  const now = addMs(wall, Number(row.clock_offset_ms));
  return { invitation: toInvitation(row, now), now };
}

interface InvitationRow {
  platform_id: string;
  code: string;
  inviter_uma: string;
  invitee_uma: string | null;
  first_name: string | null;
  amount: bigint | null;
  currency: string | null;
  url: string;
  status: Exclude<InvitationStatus, 'EXPIRED'>;
  expires_at: Date | null;
  claimed_at: Date | null;
  created_at: Date;
  clock_offset_ms: bigint;
}

const toInvitation = (row: InvitationRow, now: Date): Invitation => ({
  platformId: row.platform_id,
  code: row.code,
  inviterUma: row.inviter_uma,
  inviteeUma: row.invitee_uma,
  firstName: row.first_name,
  amountToSend: row.amount !== null && row.currency ? { amount: row.amount, currency: row.currency } : null,
  url: row.url,
  status: row.status === 'PENDING' && row.expires_at && row.expires_at <= now ? 'EXPIRED' : row.status,
  expiresAt: row.expires_at,
  claimedAt: row.claimed_at,
  createdAt: row.created_at,
});

export const insertInvitation = (invitation: Invitation): Effect => ({
  kind: insertKind,
  rows: [
    {
      platform_id: invitation.platformId,
      code: invitation.code,
      inviter_uma: invitation.inviterUma,
      first_name: invitation.firstName,
      amount: invitation.amountToSend?.amount.toString() ?? null,
      currency: invitation.amountToSend?.currency ?? null,
      url: invitation.url,
      expires_at: invitation.expiresAt,
      created_at: invitation.createdAt,
    },
  ],
});

const insertKind: EffectKind = {
  name: 'invitation_created',
  statement: (rows) => sql`
    INSERT INTO invitations (platform_id, code, inviter_uma, first_name, amount, currency, url, status, expires_at, created_at)
    SELECT platform_id, code, inviter_uma, first_name, amount, currency, url, 'PENDING', expires_at, created_at
    FROM ${rows} AS r(item int, platform_id text, code text, inviter_uma text, first_name text, amount bigint,
      currency text, url text, expires_at timestamptz, created_at timestamptz)
    JOIN guarded USING (item)`,
};

/** Guard: holds for the one of many who answers an invitation that waits for it. `at` is its own platform's time. */
export const answerInvitation = (answered: Invitation, at: Date): Effect => ({
  kind: answerKind,
  rows: [
    {
      platform_id: answered.platformId,
      code: answered.code,
      status: answered.status,
      invitee_uma: answered.inviteeUma,
      claimed_at: answered.claimedAt,
      at,
    },
  ],
});

const answerKind: EffectKind = {
  name: 'invitation_answered',
  statement: (rows) => sql`
    UPDATE invitations i SET status = r.status, invitee_uma = r.invitee_uma, claimed_at = r.claimed_at
    FROM ${rows} AS r(item int, platform_id text, code text, status text, invitee_uma text, claimed_at timestamptz,
      at timestamptz)
    WHERE i.platform_id = r.platform_id AND i.code = r.code AND i.status = 'PENDING'
      AND (i.expires_at IS NULL OR i.expires_at > r.at) RETURNING r.item`,
};
