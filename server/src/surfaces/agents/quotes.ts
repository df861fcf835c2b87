import type { Receipt } from '../../foundation/db/idempotency-receipt.ts';
import { ApiError, type FieldError, InvalidFields } from '../../foundation/kernel/errors.ts';
import { createQuote, type QuoteResponse } from '../../payments/quotes/quotes.ts';
import { getQuote, type Quote } from '../../payments/quotes/record.ts';
import type { QuoteRequest } from '../../payments/quotes/request.ts';
import { shapeProblems } from '../../payments/quotes/request-rules.ts';
import { admitted, judgedAccounts, ownAccount } from './admission.ts';
import type { Acting, AgentDeps } from './deps.ts';

interface QuoteAsked extends Acting {
  request: QuoteRequest;
  receipt: Receipt;
}

/** Creates a quote for the agent's customer, between own accounts or to a UMA address. */
export async function createAgentQuote(deps: AgentDeps, asked: QuoteAsked): Promise<QuoteResponse> {
  const { platform, agentId, customerId, request, now, receipt } = asked;
  const { source, destination } = request;
  const problems = forbiddenIn(request);
  if (problems.length > 0) throw new InvalidFields(problems);
  if (source.customerId !== undefined && source.customerId !== customerId) {
    throw new ApiError('USER_NOT_FOUND', 'There is no such customer.', {
      hint: 'customerId is implied; leave it out.',
    });
  }
  const used = source.sourceType === 'ACCOUNT' ? source.accountId : null;
  const paid = destination.destinationType === 'ACCOUNT' ? destination.accountId : null;
  for (const id of [used, paid]) if (id !== null) await ownAccount(deps, asked, id);
  await admitted(deps, asked, 'createQuote', used === null ? [] : judgedAccounts(used, paid));
  return createQuote(deps, {
    platform,
    request: { ...request, source: { ...source, customerId } },
    now,
    receipt,
    agentId,
  });
}

/** Rule violations of a quote request that may be incomplete. */
export const quoteProblems = (request: QuoteRequest): FieldError[] => [
  ...shapeProblems(request),
  ...forbiddenIn(request),
];

const forbiddenIn = (request: QuoteRequest): FieldError[] =>
  platformsOwn.flatMap(({ name, message }) => (request[name] ? [{ field: name, message }] : []));

/** Members of a quote request that only platforms may use. */
const platformsOwn = [
  {
    name: 'immediatelyExecute',
    message: 'immediatelyExecute is not for agents; POST /agents/me/quotes/{quoteId}/execute.',
  },
  { name: 'platformFeeOverride', message: 'platformFeeOverride is not for agents; the platform sets its fees.' },
] as const satisfies readonly { name: keyof QuoteRequest; message: FieldError['message'] }[];

/** Returns a quote of this agent; throws a not-found error for any other quote. */
export async function ownQuote(deps: AgentDeps, { platform, agentId }: Acting, id: string): Promise<Quote> {
  const quote = await getQuote(deps.db, platform.id, id);
  if (quote.agentId === agentId) return quote;
  throw new ApiError('QUOTE_NOT_FOUND', 'There is no such quote.');
}
