import { type Static, Type } from '@sinclair/typebox';
import { Described } from '../../engine/http/named-schemas.ts';
import { Amount, CreatedAt, CurrencyAmount, DateTime, Enum, Timestamp } from '../../engine/http/schemas.ts';
import { AccountName, Personal, Secret } from '../../engine/http/sensitivity.ts';
import { invitationStatuses } from './invitation-record.ts';

const MAX_ADDRESS = 320;
const UmaAddress = AccountName(
  Type.String({
    maxLength: MAX_ADDRESS,
    examples: ['$ada@pay.example.com'],
    description: 'UMA address of a customer.',
  }),
);

export const InvitationCreate = Type.Object(
  {
    inviterUma: Described(UmaAddress, 'UMA address of the customer who invites.'),
    firstName: Type.Optional(
      Personal(
        Type.String({
          minLength: 1,
          maxLength: 255,
          description: 'First name of the inviter, shown with the invitation.',
        }),
      ),
    ),
    amountToSend: Type.Optional(
      Amount({ description: "Amount that the inviter wants to send, in the smallest unit of the inviter's currency." }),
    ),
    expiresAt: Type.Optional(
      DateTime({ description: 'Time after which the invitation cannot be claimed; by default in 30 days.' }),
    ),
  },
  { $id: 'UmaInvitationCreateRequest', description: 'An invitation to be created.' },
);
export type NewInvitation = Static<typeof InvitationCreate>;

export const InvitationClaim = Type.Object(
  { inviteeUma: Described(UmaAddress, 'UMA address of the customer who accepts.') },
  { $id: 'UmaInvitationClaimRequest', description: 'Acceptance of an invitation.' },
);

export const Invitation = Type.Object(
  {
    code: Secret(Type.String({ description: 'Code of 8 hex digits, valid on every platform of the same mode.' })),
    createdAt: CreatedAt,
    claimedAt: Type.Optional(Described(Timestamp, 'Time of acceptance; absent before that.')),
    url: Secret(Type.String({ description: 'Page to be sent to the invited person.' })),
    expiresAt: Type.Optional(Described(Timestamp, 'Time after which the invitation cannot be claimed.')),
    inviterUma: AccountName(Type.String({ description: 'UMA address of the customer who invites.' })),
    inviteeUma: Type.Optional(
      AccountName(Type.String({ description: 'UMA address of the customer who accepted; absent before that.' })),
    ),
    status: Enum(invitationStatuses, { description: 'Only PENDING invitations can be claimed or cancelled.' }),
    firstName: Type.Optional(Personal(Type.String({ description: 'First name of the inviter.' }))),
    amountToSend: Type.Optional(
      Described(CurrencyAmount, 'Amount that the inviter wants to send; absent where none was given.'),
    ),
  },
  { $id: 'UmaInvitation', description: 'An invitation to get a UMA address.' },
);
