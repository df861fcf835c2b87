import { Type } from '@sinclair/typebox';
import { type Route, route } from '../../engine/http/route.ts';
import { Enum, IdOf } from '../../engine/http/schemas.ts';
import { Transaction } from '../../payments/transaction-list/schemas.ts';
import type { PaymentDeps } from '../../payments/transitions/apply.ts';
import { outcomeReasons, outcomeTypes, resolveTransaction } from './resolve.ts';

const ResolveRequest = Type.Object(
  {
    outcome: Enum(outcomeTypes, {
      description:
        'Outcome that the rail reports. ACCEPTED: taken over, DELAYED: waits for a reason, COMPLETED: paid or collected, ' +
        'FAILED: not paid, or returned after it was paid, REFUNDED: returned in full, CANCELLED: cancelled by the user, ' +
        'LOST: neither paid nor refunded.',
    }),
    reason: Type.Optional(
      Enum(outcomeReasons, { description: 'Reason of DELAYED, FAILED or LOST; a usual one by default.' }),
    ),
  },
  { $id: 'SandboxResolveRequest', description: 'The outcome of a payment.' },
);

export const resolveRoutes = (deps: PaymentDeps): Route[] => [
  route({
    method: 'POST',
    path: '/sandbox/transactions/{transactionId}/resolve',
    operationId: 'sandboxResolveTransaction',
    tag: 'Sandbox',
    summary: 'Decide the outcome of a payment',
    description:
      'Reports an outcome in place of the rail, at once. Only outcomes that follow from the status are possible; the ' +
      'error lists them. Reports that a magic value has scheduled are not cancelled, and have no effect where the ' +
      'payment is decided.',
    access: 'TRANSACT',
    onlyFor: 'SANDBOX',
    params: Type.Object({ transactionId: IdOf('Transaction') }),
    body: ResolveRequest,
    responses: { 200: Transaction },
    errors: ['INVALID_INPUT', 'TRANSACTION_NOT_FOUND', 'CONFLICT'],
    reasons: { CONFLICT: ['OUTCOME_NOT_POSSIBLE'] },
    handle: async ({ caller: { platform }, params, body, now }) => ({
      status: 200,
      text: await resolveTransaction(deps, { platform, now, ...params, ...body }),
    }),
  }),
];
