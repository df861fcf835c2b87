import { Type } from '@sinclair/typebox';
import { Described } from '../../engine/http/named-schemas.ts';
import { Enum, IdOf, Timestamp } from '../../engine/http/schemas.ts';
import { Secret } from '../../engine/http/sensitivity.ts';
import { INVITATION_HOURS } from './invitations.ts';
import { operatorStates } from './operators.ts';

const MAX_NAME = 255;

const Name = Type.String({ minLength: 1, maxLength: MAX_NAME, description: 'Name of the operator.' });

const timestampOrNull = (description: string) => Type.Union([Timestamp, Type.Null()], { description });

export const Person = Type.Object(
  {
    id: IdOf('Operator'),
    kind: Enum(['API', 'PERSON'], {
      description: 'API for credentials of the operator API, PERSON for a person who logs in with a passkey.',
    }),
    name: Name,
    state: Enum(operatorStates, {
      description: 'INVITED until the first passkey is enrolled; EXPIRED and REVOKED operators are rejected.',
    }),
    passkeys: Type.Integer({ description: 'Enrolled passkeys; 0 for API credentials.' }),
    lastUsedAt: timestampOrNull('Time of the latest login by passkey; null before the first one.'),
    invitationExpiresAt: timestampOrNull('End of an invitation that was not used yet; null where there is none.'),
    createdAt: Described(Timestamp, 'Time of creation.'),
    expiresAt: timestampOrNull('End of API credentials; null where they do not expire.'),
    revokedAt: timestampOrNull('Time of the revocation; null while the operator is not revoked.'),
  },
  { $id: 'OperatorPerson', description: 'An operator of the service.' },
);

export const People = Type.Object(
  { data: Type.Array(Person, { description: 'Every operator, newest first.' }) },
  { $id: 'OperatorPersonListResponse', description: 'Operators of the service.' },
);

export const PersonInvite = Type.Object(
  { name: Name },
  { $id: 'OperatorPersonCreateRequest', description: 'A person to be invited.' },
);

export const PersonInvitation = Type.Object(
  {
    id: IdOf('Operator'),
    name: Name,
    url: Secret(
      Type.String({
        description: `Page on which the person enrolls a passkey. It works once, for ${INVITATION_HOURS} hours, and is never shown again.`,
      }),
    ),
    expiresAt: Described(Timestamp, 'Time after which the invitation is void.'),
  },
  { $id: 'OperatorPersonInvitation', description: 'Invitation of a person.' },
);
