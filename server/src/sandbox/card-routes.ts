import { type Static, type TObject, Type } from '@sinclair/typebox';
import type { AuthorizationKind } from '../cards/transaction-authorization.ts';
import type { PurchaseNeeds } from '../cards/transaction-take.ts';
import { type Context, type Route, route } from '../http/route.ts';
import { IdOf } from '../http/schemas.ts';
import type { ErrorCode } from '../kernel/errors.ts';
import { CardTransaction } from '../transactions/card-schemas.ts';
import {
  AdviceRequest,
  AuthorizationRequest,
  BalanceInquiryRequest,
  ClearingRequest,
  ReturnRequest,
  TransactionRefRequest,
} from './card-schemas.ts';
import {
  ACCEPTED,
  type ChangeName,
  type Simulation,
  simulateAuthorization,
  simulateChange,
  simulateCreditAdvice,
  simulateInquiry,
} from './card-simulation.ts';

const params = Type.Object({ id: IdOf('Card') });

/** What the card network would tell. */
export const cardSimulationRoutes = (needs: PurchaseNeeds): Route[] => [
  ...authorizations.map(({ kind, ...face }) =>
    simulation({
      ...face,
      body: AuthorizationRequest,
      errors: ['INVALID_CURRENCY'],
      run: (at, body) => simulateAuthorization(needs, at, { ...body, kind }),
    }),
  ),
  simulation({
    name: 'credit_authorization_advice',
    operationId: 'sandboxSimulateCardCreditAuthorizationAdvice',
    summary: 'Change the total of a credit',
    description:
      'Of the credit that is open between this card and this merchant; where there is none it is the first word of one.',
    body: AuthorizationRequest,
    errors: ['INVALID_CURRENCY'],
    run: (at, body) => simulateCreditAdvice(needs, at, body),
  }),
  simulation({
    name: 'balance_inquiry',
    operationId: 'sandboxSimulateCardBalanceInquiry',
    summary: 'Ask for the balance at a terminal',
    description: 'Recorded with an amount of zero, and settled at once.',
    body: BalanceInquiryRequest,
    errors: [],
    run: (at, { merchant }) => simulateInquiry(needs, at, merchant),
  }),
  ...changes.map(({ body, ...face }) =>
    simulation({
      ...face,
      body,
      errors: ['TRANSACTION_NOT_FOUND'],
      run: (at, asked) => simulateChange(needs, at, { ...asked, name: face.name }),
    }),
  ),
];

interface Face {
  name: string;
  operationId: string;
  summary: string;
  description: string;
}

const authorizations: readonly (Face & { kind: AuthorizationKind })[] = [
  {
    kind: 'AUTHORIZATION',
    name: 'authorization',
    operationId: 'sandboxSimulateCardAuthorization',
    summary: 'Pay with a card',
    description:
      'The first funding source that can cover the whole amount gives one pull. Otherwise the transaction is DECLINED ' +
      'and says why. The last three characters of merchant.descriptor may be a magic suffix.',
  },
  {
    kind: 'CREDIT_AUTHORIZATION',
    name: 'credit_authorization',
    operationId: 'sandboxSimulateCardCreditAuthorization',
    summary: 'Announce a credit to a card',
    description: 'The money comes when it clears.',
  },
  {
    kind: 'FINANCIAL_AUTHORIZATION',
    name: 'financial_authorization',
    operationId: 'sandboxSimulateCardFinancialAuthorization',
    summary: 'Pay with a card in a single message',
    description: 'Clears at once, as at a cash machine.',
  },
  {
    kind: 'FINANCIAL_CREDIT_AUTHORIZATION',
    name: 'financial_credit_authorization',
    operationId: 'sandboxSimulateCardFinancialCreditAuthorization',
    summary: 'Credit a card in a single message',
    description: 'The money is there at once.',
  },
];

const changes: readonly (Face & { name: ChangeName; body: typeof ClearingRequest | typeof TransactionRefRequest })[] = [
  {
    name: 'authorization_advice',
    operationId: 'sandboxSimulateCardAuthorizationAdvice',
    summary: 'Change the total of an authorization',
    description: 'More is pulled, or, where no source can give it, nothing changes; less is released.',
    body: AdviceRequest,
  },
  {
    name: 'clearing',
    operationId: 'sandboxSimulateCardClearing',
    summary: 'Clear an authorization, in part or in whole',
    description:
      'Less than was authorized: PARTIALLY_SETTLED, and the rest stays reserved. More: a further pull for the ' +
      'difference; where no source can give it, EXCEPTION. 0: nothing more will clear, and the rest is released.',
    body: ClearingRequest,
  },
  {
    name: 'return',
    operationId: 'sandboxSimulateCardReturn',
    summary: 'Return what has cleared, in part or in whole',
    description: 'All of it: REFUNDED.',
    body: ReturnRequest,
  },
  {
    name: 'return_reversal',
    operationId: 'sandboxSimulateCardReturnReversal',
    summary: 'Take a return back',
    description: 'Of a transaction that is REFUNDED: it is SETTLED again.',
    body: TransactionRefRequest,
  },
];

interface SimulationRoute<B extends TObject> extends Face {
  body: B;
  errors: readonly ErrorCode[];
  run: (simulation: Simulation, body: Static<B>) => Promise<string>;
}

function simulation<B extends TObject>({ name, body, errors, run, ...face }: SimulationRoute<B>): Route {
  return route({
    ...face,
    method: 'POST',
    path: `/sandbox/cards/{id}/simulate/${name}`,
    tag: 'Sandbox',
    access: 'TRANSACT',
    onlyFor: 'SANDBOX',
    params,
    body,
    idempotency: 'OPTIONAL',
    answers: { [ACCEPTED]: CardTransaction },
    errors: ['INVALID_INPUT', 'INVALID_AMOUNT', 'REFERENCE_NOT_FOUND', ...errors],
    handle: async ({ caller, params: { id }, body: asked, now, receipt }: Context<Shapes<B>>) => ({
      status: ACCEPTED,
      text: await run({ platform: caller.platform, cardId: id, now, receipt }, asked),
    }),
  });
}

type Shapes<B extends TObject> = { params: typeof params; query: undefined; body: B };
