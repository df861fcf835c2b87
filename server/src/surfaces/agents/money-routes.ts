import { Type } from '@sinclair/typebox';
import { type Context, type Route, route } from '../../engine/http/route.ts';
import { IdOf } from '../../engine/http/schemas.ts';
import { assert } from '../../foundation/kernel/errors.ts';
import { getQuoteText } from '../../payments/quotes/sca-proof.ts';
import { executionReasons, Quote, QuoteRequest, quoteErrors, quoteReasons } from '../../payments/quotes/schemas.ts';
import {
  TransferInRequest,
  TransferOutRequest,
  transferOutErrors,
  transferReasons,
} from '../../payments/transfers/schemas.ts';
import { amountProblems } from '../../payments/transfers/transfer-in.ts';
import { act } from './actions.ts';
import { admitted, type Doing } from './admission.ts';
import { beginningChecks, readingChecks, reasonsOf, spendingChecks } from './checks.ts';
import type { Acting, AgentDeps } from './deps.ts';
import { quoteOrder, transferInOrder, transferOutOrder } from './payment-orders.ts';
import { createAgentQuote, ownQuote, quoteProblems } from './quotes.ts';
import { AgentAction } from './schemas.ts';

const tag = 'Agent Operations';

/** Quotes, transfers and executions. The policy is checked before any resource is read. */
export const moneyRoutes = (deps: AgentDeps): Route[] => [
  ...quoteRoutes(deps),
  executeRoute(deps),
  ...transferRoutes(deps),
];

/** `authorize` of a route: requires that the agent's policy allows the operation. */
export const mayDo =
  (deps: AgentDeps, doing: Doing) =>
  (context: Pick<Context, 'caller' | 'now'>): Promise<unknown> =>
    admitted(deps, actingOf(context), doing);

/** The acting agent of a request. */
export function actingOf({ caller: { platform, agent }, now }: Pick<Context, 'caller' | 'now'>): Acting {
  assert(agent, 'an agent was authenticated');
  return { platform, agentId: agent.id, customerId: agent.customerId, now };
}

const QuotePath = Type.Object({ quoteId: IdOf('Quote') });

const quoteRoutes = (deps: AgentDeps): Route[] => [
  route({
    method: 'POST',
    path: '/agents/me/quotes',
    operationId: 'agentCreateQuote',
    tag,
    summary: 'Ask what a payment of the customer costs',
    description:
      'Between accounts of the customer, or to a UMA address; customerId is implied. immediatelyExecute and ' +
      'platformFeeOverride are not for agents.',
    access: 'AGENT',
    body: QuoteRequest,
    rules: ({ body }) => quoteProblems(body),
    idempotency: 'OPTIONAL',
    triesFirst: true,
    responses: { 201: Quote, 202: Quote },
    errors: quoteErrors,
    reasons: { ...quoteReasons, ...reasonsOf(beginningChecks) },
    authorize: mayDo(deps, 'createQuote'),
    handle: (context) =>
      createAgentQuote(deps, {
        ...actingOf(context),
        request: context.body,
        receipt: context.receipt,
      }),
  }),
  route({
    method: 'GET',
    path: '/agents/me/quotes/{quoteId}',
    operationId: 'agentGetQuote',
    tag,
    summary: 'Read a quote that the agent has made',
    access: 'AGENT',
    params: QuotePath,
    responses: { 200: Quote },
    errors: ['QUOTE_NOT_FOUND'],
    reasons: reasonsOf(readingChecks),
    authorize: mayDo(deps, 'readOwn'),
    handle: async (context) => {
      const acting = actingOf(context);
      const { id } = await ownQuote(deps, acting, context.params.quoteId);
      return {
        status: 200,
        text: await getQuoteText(deps.db, { platformId: acting.platform.id, id, now: acting.now }),
      };
    },
  }),
];

const executeRoute = (deps: AgentDeps): Route =>
  route({
    method: 'POST',
    path: '/agents/me/quotes/{quoteId}/execute',
    operationId: 'agentExecuteQuote',
    tag,
    summary: 'Make the payment of a quote that the agent has made',
    description:
      'APPROVED: the source is debited. PENDING_APPROVAL: nothing moves until the platform approves. A quote from an ' +
      "embedded wallet takes the holder's stamp over its payloadToSign.",
    access: 'AGENT',
    params: QuotePath,
    idempotency: 'OPTIONAL',
    isSigned: true,
    responses: { 200: AgentAction },
    errors: [
      'INVALID_INPUT',
      'INVALID_AMOUNT',
      'INVALID_CURRENCY',
      'QUOTE_NOT_FOUND',
      'REFERENCE_NOT_FOUND',
      'CONFLICT',
      'DAILY_VOLUME_LIMIT_EXCEEDED',
    ],
    reasons: {
      ...executionReasons,
      ...reasonsOf(spendingChecks),
      CONFLICT: [...executionReasons.CONFLICT, 'ALREADY_REQUESTED'],
    },
    authorize: mayDo(deps, 'executeQuote'),
    handle: async (context) => {
      const acting = actingOf(context);
      const { signature } = context.signed;
      const order = await quoteOrder(deps, acting, { quoteId: context.params.quoteId, signature });
      return { status: 200, text: await act(deps, { ...acting, receipt: context.receipt, status: 200 }, order) };
    },
  });

const transferRoutes = (deps: AgentDeps): Route[] => [
  route({
    method: 'POST',
    path: '/agents/me/transfer-in',
    operationId: 'agentCreateTransferIn',
    tag,
    summary: 'Collect money from an external account of the customer, or ask for it',
    access: 'AGENT',
    body: TransferInRequest,
    rules: ({ body }) => amountProblems(body),
    idempotency: 'OPTIONAL',
    responses: { 201: AgentAction },
    errors: transferOutErrors,
    reasons: { ...transferReasons, ...reasonsOf(spendingChecks) },
    authorize: mayDo(deps, 'transfer'),
    handle: async (context) => {
      const acting = actingOf(context);
      const order = await transferInOrder(deps, acting, context.body);
      return { status: 201, text: await act(deps, { ...acting, receipt: context.receipt, status: 201 }, order) };
    },
  }),
  route({
    method: 'POST',
    path: '/agents/me/transfer-out',
    operationId: 'agentCreateTransferOut',
    tag,
    summary: 'Pay an external account of the customer in the same currency, or ask for it',
    access: 'AGENT',
    body: TransferOutRequest,
    idempotency: 'OPTIONAL',
    responses: { 201: AgentAction },
    errors: transferOutErrors,
    reasons: { ...transferReasons, ...reasonsOf(spendingChecks) },
    authorize: mayDo(deps, 'transfer'),
    handle: async (context) => {
      const acting = actingOf(context);
      const order = await transferOutOrder(deps, acting, context.body);
      return { status: 201, text: await act(deps, { ...acting, receipt: context.receipt, status: 201 }, order) };
    },
  }),
];
