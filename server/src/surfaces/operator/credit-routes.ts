import { Type } from '@sinclair/typebox';
import { PageQuery } from '../../engine/http/paging.ts';
import { ok, type Route, route } from '../../engine/http/route.ts';
import { IdOf } from '../../engine/http/schemas.ts';
import type { PaymentDeps } from '../../payments/transitions/apply.ts';
import { CreditAssignment, CreditReturn, UnmatchedCredit, UnmatchedCreditList } from './credit-schemas.ts';
import { assignCredit, listUnmatchedCredits, returnCredit } from './credits.ts';

const tag = 'Operator';
const params = Type.Object({ creditId: IdOf('BankCredit') });

export const creditRoutes = (deps: PaymentDeps): Route[] => [
  route({
    method: 'GET',
    path: '/operator/unmatched-credits',
    operationId: 'operatorListUnmatchedCredits',
    tag,
    summary: 'List bank credits that match no account and no payment',
    description: 'Their funds are in suspense until they are assigned or returned. Newest first.',
    access: 'OPERATOR',
    query: Type.Object(PageQuery),
    responses: { 200: UnmatchedCreditList },
    errors: ['INVALID_INPUT'],
    handle: async ({ query }) => ok(await listUnmatchedCredits(deps, query)),
  }),
  route({
    method: 'POST',
    path: '/operator/unmatched-credits/{creditId}/assign',
    operationId: 'operatorAssignUnmatchedCredit',
    tag,
    summary: 'Assign an unmatched bank credit to an internal account',
    description:
      'Creates a completed incoming transaction. Emits INCOMING_PAYMENT.COMPLETED and INTERNAL_ACCOUNT.BALANCE_UPDATED. Assigning it to the same account again changes nothing.',
    access: 'OPERATOR',
    stepUp: true,
    params,
    body: CreditAssignment,
    responses: { 200: UnmatchedCredit },
    errors: ['INVALID_INPUT', 'REFERENCE_NOT_FOUND', 'INVALID_STATE_TRANSITION', 'CONFLICT', 'AMOUNT_OUT_OF_RANGE'],
    reasons: { CONFLICT: ['ACCOUNT_NOT_ACTIVE'] },
    handle: async ({ operator, params, body, now }) =>
      ok(await assignCredit(deps, { ...params, ...body }, { ...operator, now })),
  }),
  route({
    method: 'POST',
    path: '/operator/unmatched-credits/{creditId}/return',
    operationId: 'operatorReturnUnmatchedCredit',
    tag,
    summary: 'Return an unmatched bank credit to its payer',
    description:
      'The return is paid over the first rail that reaches the account of the payer. RETURNING becomes RETURNED when the bank has paid it, or UNMATCHED again when the return failed. Repeating the request meanwhile changes nothing.',
    access: 'OPERATOR',
    stepUp: true,
    params,
    body: CreditReturn,
    responses: { 200: UnmatchedCredit },
    errors: ['INVALID_INPUT', 'REFERENCE_NOT_FOUND', 'INVALID_STATE_TRANSITION', 'CONFLICT'],
    reasons: { CONFLICT: ['PAYER_UNKNOWN'] },
    handle: async ({ operator, params, body, now }) =>
      ok(await returnCredit(deps, { ...params, ...body }, { ...operator, now })),
  }),
];
