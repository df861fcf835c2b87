import { type Static, type TObject, Type } from '@sinclair/typebox';
import { type Context, type Route, route } from '../../engine/http/route.ts';
import { IdOf } from '../../engine/http/schemas.ts';
import type { ReasonOf } from '../../foundation/kernel/error-reasons.ts';
import type { ErrorCode } from '../../foundation/kernel/errors.ts';
import { CardTransaction } from '../../payments/card-transactions/schemas.ts';
import type { AuthorizationKind } from '../../payments/cards/transaction-decision.ts';
import type { PurchaseDeps } from '../../payments/cards/transaction-write.ts';
import {
  AdviceRequest,
  AuthorizationRequest,
  BalanceInquiryRequest,
  ClearingRequest,
  ReturnRequest,
  ReversalRequest,
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

/** Simulated messages of the card network. */
export const cardSimulationRoutes = (deps: PurchaseDeps): Route[] => [
  ...authorizations.map(({ kind, errors = [], ...description }) =>
    simulation({
      ...description,
      body: AuthorizationRequest,
      errors: ['INVALID_CURRENCY', ...errors],
      run: (at, body) => simulateAuthorization(deps, at, { ...body, kind }),
    }),
  ),
  simulation({
    name: 'credit_authorization_advice',
    operationId: 'sandboxSimulateCardCreditAuthorizationAdvice',
    summary: 'Change the total of a credit',
    description: 'Applies to the open credit between this card and this merchant, or opens one.',
    body: AuthorizationRequest,
    errors: ['INVALID_CURRENCY'],
    run: (at, body) => simulateCreditAdvice(deps, at, body),
  }),
  simulation({
    name: 'balance_inquiry',
    operationId: 'sandboxSimulateCardBalanceInquiry',
    summary: 'Inquire the balance at a terminal',
    description: 'Recorded with an amount of zero and settled at once.',
    body: BalanceInquiryRequest,
    errors: [],
    run: (at, { merchant }) => simulateInquiry(deps, at, merchant),
  }),
  ...changes.map(({ body, errors = [], ...description }) =>
    simulation({
      ...description,
      body,
      errors: ['TRANSACTION_NOT_FOUND', ...errors],
      run: (at, request) => simulateChange(deps, at, { ...request, name: description.name }),
    }),
  ),
];

interface SimulationDescription {
  name: string;
  operationId: string;
  summary: string;
  description: string;
}

/** Further errors of credits: the balance may exceed the maximum. */
const CREDITS: readonly ErrorCode[] = ['AMOUNT_OUT_OF_RANGE'];

interface AuthorizationDescription extends SimulationDescription {
  kind: AuthorizationKind;
  errors?: readonly ErrorCode[];
}

const authorizations: readonly AuthorizationDescription[] = [
  {
    kind: 'AUTHORIZATION',
    name: 'authorization',
    operationId: 'sandboxSimulateCardAuthorization',
    summary: 'Pay with a card',
    description:
      'The first funding source that covers the whole amount is debited with one pull. Otherwise the transaction is ' +
      'DECLINED with a reason. The last three characters of merchant.descriptor may be a magic suffix.',
  },
  {
    kind: 'CREDIT_AUTHORIZATION',
    name: 'credit_authorization',
    operationId: 'sandboxSimulateCardCreditAuthorization',
    summary: 'Announce a credit to a card',
    description: 'The account is credited when it clears.',
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
    description: 'The account is credited at once.',
    errors: CREDITS,
  },
];

interface ChangeDescription extends SimulationDescription {
  name: ChangeName;
  body: typeof ClearingRequest | typeof ReversalRequest | typeof TransactionRefRequest;
  errors?: readonly ErrorCode[];
}

const changes: readonly ChangeDescription[] = [
  {
    name: 'authorization_advice',
    operationId: 'sandboxSimulateCardAuthorizationAdvice',
    summary: 'Change the total of an authorization',
    description: 'An increase is pulled; without a source that covers it nothing changes. A decrease is released.',
    body: AdviceRequest,
  },
  {
    name: 'authorization_reversal',
    operationId: 'sandboxSimulateCardAuthorizationReversal',
    summary: 'Reverse an authorization, in part or in whole',
    description:
      'The reversed amount is released. Without a remaining amount the transaction is EXPIRED, or SETTLED where a part ' +
      'has cleared.',
    body: ReversalRequest,
  },
  {
    name: 'authorization_expiry',
    operationId: 'sandboxSimulateCardAuthorizationExpiry',
    summary: 'Let an authorization expire',
    description:
      'Ends it like its expiry after 7 days: the reserved amount is released, and the transaction is EXPIRED, or SETTLED where a ' +
      'part has cleared.',
    body: TransactionRefRequest,
  },
  {
    name: 'clearing',
    operationId: 'sandboxSimulateCardClearing',
    summary: 'Clear an authorization, in part or in whole',
    description:
      'Less than authorized: PARTIALLY_SETTLED, and the rest stays reserved. More: a further pull for the difference; ' +
      'EXCEPTION without a source that covers it. 0: nothing more will clear, and the rest is released.',
    body: ClearingRequest,
    errors: CREDITS,
  },
  {
    name: 'return',
    operationId: 'sandboxSimulateCardReturn',
    summary: 'Return a cleared amount, in part or in whole',
    description: 'A return of the whole amount ends in REFUNDED.',
    body: ReturnRequest,
    errors: CREDITS,
  },
  {
    name: 'return_reversal',
    operationId: 'sandboxSimulateCardReturnReversal',
    summary: 'Reverse a return',
    description: 'A REFUNDED transaction is SETTLED again.',
    body: TransactionRefRequest,
  },
];

interface SimulationRoute<B extends TObject> extends SimulationDescription {
  body: B;
  /** Schema of the response; the card transaction by default. */
  response?: TObject;
  errors: readonly ErrorCode[];
  /** Reasons of INVALID_INPUT in addition to those of every simulation. */
  reasons?: readonly ReasonOf<'INVALID_INPUT'>[];
  run: (simulation: Simulation, body: Static<B>) => Promise<string>;
}

export function simulation<B extends TObject>({
  name,
  body,
  response = CardTransaction,
  errors,
  reasons = [],
  run,
  ...description
}: SimulationRoute<B>): Route {
  return route({
    ...description,
    method: 'POST',
    path: `/sandbox/cards/{id}/simulate/${name}`,
    tag: 'Sandbox',
    access: 'TRANSACT',
    onlyFor: 'SANDBOX',
    params,
    body,
    idempotency: 'OPTIONAL',
    responses: { [ACCEPTED]: response },
    errors: ['INVALID_INPUT', 'INVALID_AMOUNT', 'REFERENCE_NOT_FOUND', ...errors],
    reasons: {
      INVALID_INPUT: ['CARD_NOT_ACTIVE', 'CARD_TRANSACTION_STATUS', ...reasons],
      INVALID_AMOUNT: ['PURCHASE_AMOUNT_EXCEEDED'],
    },
    handle: async ({ caller, params: { id }, body: request, now, receipt }: Context<Shapes<B>>) => ({
      status: ACCEPTED,
      text: await run({ platform: caller.platform, cardId: id, now, receipt }, request),
    }),
  });
}

type Shapes<B extends TObject> = { params: typeof params; query: undefined; body: B };
