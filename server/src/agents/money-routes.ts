import { Type } from '@sinclair/typebox';
import { type Context, type Route, route } from '../http/route.ts';
import { IdOf } from '../http/schemas.ts';
import { assert } from '../kernel/errors.ts';
import { shownQuote } from '../quotes/authorization.ts';
import type { QuoteRequest as QuoteInput } from '../quotes/request.ts';
import { Quote, QuoteRequest, quoteErrors } from '../quotes/schemas.ts';
import type { TransferOutRequest as TransferOutInput } from '../transactions/transfers-out.ts';
import { TransferInRequest, TransferOutRequest, transferOutErrors } from '../transactions/transfers-schemas.ts';
import { act } from './actions.ts';
import { admitted } from './admission.ts';
import type { Acting, AgentNeeds } from './needs.ts';
import { quoteOrder, transferInOrder, transferOutOrder } from './orders.ts';
import { createAgentQuote, ownQuote, quoteProblems } from './quotes.ts';
import { AgentAction } from './schemas.ts';

const tag = 'Agent Operations';

/** What moves money, or leads to it. The policy is asked before anything is looked up. */
export const moneyRoutes = (needs: AgentNeeds): Route[] => [
  ...quoteRoutes(needs),
  executeRoute(needs),
  ...transferRoutes(needs),
];

/** Who acts, in routes of agents. */
export function actingOf({ caller: { platform, agent }, now }: Pick<Context, 'caller' | 'now'>): Acting {
  assert(agent, 'an agent was authenticated');
  return { platform, agentId: agent.id, customerId: agent.customerId, now };
}

const QuotePath = Type.Object({ quoteId: IdOf('Quote') });

const quoteRoutes = (needs: AgentNeeds): Route[] => [
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
    rules: ({ body }) => quoteProblems(body as QuoteInput),
    idempotency: 'OPTIONAL',
    triesFirst: true,
    answers: { 201: Quote, 202: Quote },
    errors: quoteErrors,
    handle: (context) =>
      createAgentQuote(needs, {
        ...actingOf(context),
        request: context.body as QuoteInput,
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
    answers: { 200: Quote },
    errors: ['INVALID_INPUT', 'QUOTE_NOT_FOUND'],
    handle: async (context) => {
      const acting = actingOf(context);
      await admitted(needs, acting, 'readOwn');
      const { id } = await ownQuote(needs, acting, context.params.quoteId);
      return { status: 200, text: await shownQuote(needs.db, acting.platform.id, id) };
    },
  }),
];

const executeRoute = (needs: AgentNeeds): Route =>
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
    answers: { 200: AgentAction },
    errors: [
      'INVALID_INPUT',
      'INVALID_AMOUNT',
      'INVALID_CURRENCY',
      'QUOTE_NOT_FOUND',
      'REFERENCE_NOT_FOUND',
      'CONFLICT',
      'DAILY_VOLUME_LIMIT_EXCEEDED',
    ],
    handle: async (context) => {
      const acting = actingOf(context);
      await admitted(needs, acting, 'executeQuote');
      const { signature } = context.signed;
      const order = await quoteOrder(needs, acting, { quoteId: context.params.quoteId, signature });
      return { status: 200, text: await act(needs, { ...acting, receipt: context.receipt, status: 200 }, order) };
    },
  });

const transferRoutes = (needs: AgentNeeds): Route[] => [
  route({
    method: 'POST',
    path: '/agents/me/transfer-in',
    operationId: 'agentCreateTransferIn',
    tag,
    summary: 'Collect money from an external account of the customer, or ask for it',
    access: 'AGENT',
    body: TransferInRequest,
    idempotency: 'OPTIONAL',
    answers: { 201: AgentAction },
    errors: transferOutErrors,
    handle: async (context) => {
      const acting = actingOf(context);
      await admitted(needs, acting, 'transfer');
      const order = await transferInOrder(needs, acting, context.body);
      return { status: 201, text: await act(needs, { ...acting, receipt: context.receipt, status: 201 }, order) };
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
    answers: { 201: AgentAction },
    errors: transferOutErrors,
    handle: async (context) => {
      const acting = actingOf(context);
      await admitted(needs, acting, 'transfer');
      const order = await transferOutOrder(needs, acting, context.body as TransferOutInput);
      return { status: 201, text: await act(needs, { ...acting, receipt: context.receipt, status: 201 }, order) };
    },
  }),
];
