import type { Database } from '../../foundation/db/database.ts';
import type { Effect, EffectKind } from '../../foundation/db/effects.ts';
import { sql } from '../../foundation/db/sql.ts';
import { bigint, nullable, type RecordOf, type RowOf, table, text, timestamptz } from '../../foundation/db/table.ts';
import type { PlatformMode } from '../../foundation/kernel/callers.ts';
import { addMs } from '../../foundation/kernel/clock.ts';
import { ApiError } from '../../foundation/kernel/errors.ts';
import { toJsonAmount } from '../../foundation/kernel/money.ts';
import { currencyJson } from '../rates/currencies.ts';

export const invitationStatuses = ['PENDING', 'CLAIMED', 'EXPIRED', 'CANCELLED'] as const;
export type InvitationStatus = (typeof invitationStatuses)[number];

const invitations = table('invitations', {
  platformId: text(),
  code: text(),
  inviterUma: text(),
  inviteeUma: nullable(text()),
  firstName: nullable(text()),
  amount: nullable(bigint()),
  currency: nullable(text()),
  url: text(),
  /** EXPIRED is never stored; it is derived from `expiresAt`. */
  status: text<InvitationStatus>(),
  expiresAt: nullable(timestamptz()),
  claimedAt: nullable(timestamptz()),
  createdAt: timestamptz(),
});

export interface Invitation extends Omit<RecordOf<typeof invitations>, 'amount' | 'currency'> {
  amountToSend: { amount: bigint; currency: string } | null;
}

/** JSON for the API, webhooks and replays. */
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

/** Constraints that report a duplicate code. */
export const CODES_TAKEN = ['invitations_pkey', 'invitations_code'];

export interface FoundInvitation {
  invitation: Invitation;
  /** Time on the clock of the platform that created the invitation. */
  now: Date;
}

export interface PublicInvitation extends FoundInvitation {
  /** The platform that created the invitation. */
  platform: { name: string; mode: PlatformMode };
}

/** Finds an invitation of any platform of this mode. */
export async function getInvitation(
  db: Database,
  { code, mode }: { code: string; mode: PlatformMode },
  wallTime: Date,
): Promise<FoundInvitation> {
  const found = await findInvitation(db, code, wallTime);
  if (found?.platform.mode === mode) return found;
  throw new ApiError('INVITATION_NOT_FOUND', 'There is no such invitation.');
}

type FoundRow = RowOf<typeof invitations> & { clock_offset_ms: bigint; name: string; mode: PlatformMode };

/** Finds an invitation of any platform. */
export async function findInvitation(
  db: Database,
  code: string,
  wallTime: Date,
): Promise<PublicInvitation | undefined> {
  const [row] = await db.read<FoundRow>(sql`
    SELECT ${invitations.columnsOf('i')}, p.clock_offset_ms, p.name, p.mode
    FROM invitations i JOIN platforms p ON p.id = i.platform_id WHERE code = ${code}`);
  if (!row) return undefined;
  const now = addMs(wallTime, Number(row.clock_offset_ms));
  const { amount, currency, ...invitation } = invitations.fromRow(row);
  const isExpired = invitation.status === 'PENDING' && invitation.expiresAt !== null && invitation.expiresAt <= now;
  return {
    invitation: {
      ...invitation,
      amountToSend: amount !== null && currency ? { amount, currency } : null,
      status: isExpired ? 'EXPIRED' : invitation.status,
    },
    now,
    platform: { name: row.name, mode: row.mode },
  };
}

export const insertInvitation = (invitation: Invitation): Effect => {
  const { amount = null, currency = null } = invitation.amountToSend ?? {};
  return { kind: insertKind, rows: [invitations.toRow({ ...invitation, amount, currency })] };
};

const insertKind = invitations.insertKind('invitation_created');

/** Guard: holds while the invitation is PENDING and not expired. `at` is the time of the inviter's platform. */
export const updateInvitation = (invitation: Invitation, at: Date): Effect => ({
  kind: updateKind,
  rows: [{ ...closing.toRow(invitation), at }],
});

const closing = invitations.only('platformId', 'code', 'status', 'inviteeUma', 'claimedAt');

const updateKind: EffectKind = {
  name: 'invitation_closed',
  statement: (rows) => sql`
    UPDATE invitations i SET ${closing.assignments('platformId', 'code')}
    FROM ${rows} AS r(${closing.rowType}, at timestamptz)
    WHERE i.platform_id = r.platform_id AND i.code = r.code AND i.status = 'PENDING'
      AND (i.expires_at IS NULL OR i.expires_at > r.at) RETURNING r.item`,
};
