import { type Static, Type } from '@sinclair/typebox';
import { Amount, CreatedAt, CurrencyAmount, DateTime, Enum, Timestamp } from '../http/schemas.ts';
import { AccountName, Personal, Secret } from '../http/sensitivity.ts';
import { invitationStatuses } from './invitation-record.ts';

const MAX_ADDRESS = 320;
const UmaAddress = AccountName(Type.String({ maxLength: MAX_ADDRESS, examples: ['$ada@pay.example.com'] }));

export const InvitationCreate = Type.Object(
  {
    inviterUma: UmaAddress,
    firstName: Type.Optional(
      Personal(Type.String({ minLength: 1, maxLength: 255, description: 'shown with the invitation' })),
    ),
    amountToSend: Type.Optional(
      Amount({ description: "amount that the inviter wants to send, in the smallest unit of the inviter's currency" }),
    ),
    expiresAt: Type.Optional(DateTime({ description: 'in 30 days by default' })),
  },
  { $id: 'UmaInvitationCreateRequest' },
);
export type NewInvitation = Static<typeof InvitationCreate>;

export const InvitationClaim = Type.Object({ inviteeUma: UmaAddress }, { $id: 'UmaInvitationClaimRequest' });

export const Invitation = Type.Object(
  {
    code: Secret(Type.String({ description: '8 hex digits, valid on every platform of the same mode' })),
    createdAt: CreatedAt,
    claimedAt: Type.Optional(Timestamp),
    url: Secret(Type.String()),
    expiresAt: Type.Optional(Timestamp),
    inviterUma: AccountName(Type.String()),
    inviteeUma: Type.Optional(AccountName(Type.String())),
    status: Enum(invitationStatuses),
    firstName: Type.Optional(Personal(Type.String())),
    amountToSend: Type.Optional(CurrencyAmount),
  },
  { $id: 'UmaInvitation' },
);
