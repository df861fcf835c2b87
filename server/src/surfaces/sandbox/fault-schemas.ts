import { type Static, Type } from '@sinclair/typebox';
import { CreatedAt, DataOf, Enum, IdOf } from '../../engine/http/schemas.ts';
import { faultDrops, faultStatuses } from '../../foundation/kernel/faults.ts';

const MAX_TIMES = 1_000;
const MAX_DELAY_MS = 60_000;

const members = {
  method: Type.Optional(
    Enum(['GET', 'POST', 'PATCH', 'PUT', 'DELETE'], { description: 'Method of the requests; any if it is omitted.' }),
  ),
  path: Type.String({
    minLength: 1,
    maxLength: 2_048,
    description: 'Path below the base path: of one resource, or with the parameters of the operation.',
    examples: ['/quotes', '/quotes/{quoteId}/execute'],
  }),
  status: Type.Optional(
    Type.Unsafe<(typeof faultStatuses)[number]>({
      type: 'integer',
      enum: faultStatuses,
      description: 'Status of the error that answers the request in place of the operation.',
    }),
  ),
  drop: Type.Optional(
    Enum(faultDrops, {
      description: 'Closes the connection: REQUEST before the operation runs, ANSWER after it has taken effect.',
    }),
  ),
  delayMs: Type.Optional(
    Type.Integer({ minimum: 1, maximum: MAX_DELAY_MS, description: 'Milliseconds by which the operation is delayed.' }),
  ),
};

export const FaultRequest = Type.Object(
  {
    ...members,
    times: Type.Optional(
      Type.Integer({
        minimum: 1,
        maximum: MAX_TIMES,
        description: 'Number of requests to disturb; 1 if it is omitted.',
      }),
    ),
  },
  { $id: 'SandboxFaultRequest', description: 'Exactly one of status, drop and delayMs is required.' },
);
export type FaultInput = Static<typeof FaultRequest>;

export const SandboxFault = Type.Object(
  {
    id: IdOf('Fault'),
    ...members,
    times: Type.Integer({ description: 'Number of requests to disturb.' }),
    remaining: Type.Integer({ description: 'Number of requests that are still to be disturbed.' }),
    createdAt: CreatedAt,
  },
  { $id: 'SandboxFault' },
);

export const FaultList = DataOf(SandboxFault, 'SandboxFaultListResponse');
