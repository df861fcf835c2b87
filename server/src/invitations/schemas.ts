import { Type } from '@sinclair/typebox';
import { Amount, CurrencyAmount, DateTime, Enum, Timestamp } from '../http/schemas.ts';
import { invitationStatuses } from './invitation-record.ts';

const MAX_ADDRESS = 320;
const UmaAddress = Type.String({ maxLength: MAX_ADDRESS, examples: ['$ada@pay.example.com'] });

export const InvitationCreate = Type.Object(
  {
    inviterUma: UmaAddress,
    firstName: Type.Optional(Type.String({ minLength: 1, maxLength: 255, description: 'shown with the invitation' })),
    amountToSend: Type.Optional(
      Amount({ description: "what the inviter means to send, in the smallest unit of the inviter's currency" }),
    ),
    expiresAt: Type.Optional(DateTime()),
  },
  { $id: 'UmaInvitationCreateRequest' },
);

export const InvitationClaim = Type.Object({ inviteeUma: UmaAddress }, { $id: 'UmaInvitationClaimRequest' });

export const Invitation = Type.Object(
  {
    code: Type.String({ description: '8 hex digits, good on every platform' }),
    createdAt: Timestamp,
    claimedAt: Type.Optional(Timestamp),
    url: Type.String(),
    expiresAt: Type.Optional(Timestamp),
    inviterUma: Type.String(),
    inviteeUma: Type.Optional(Type.String()),
    status: Enum(invitationStatuses),
    firstName: Type.Optional(Type.String()),
    amountToSend: Type.Optional(CurrencyAmount),
  },
  { $id: 'UmaInvitation' },
);
