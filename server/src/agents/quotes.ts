import type { Receipt } from '../db/receipt.ts';
import { ApiError, type FieldError, InvalidFields } from '../kernel/errors.ts';
import { createQuote, type QuoteAnswer } from '../quotes/quotes.ts';
import { findQuote, type Quote } from '../quotes/record.ts';
import type { QuoteRequest } from '../quotes/request.ts';
import { shapeProblems } from '../quotes/rules.ts';
import { admitted, judgedAccounts, ownAccount } from './admission.ts';
import type { Acting, AgentNeeds } from './needs.ts';

interface QuoteAsked extends Acting {
  request: QuoteRequest;
  receipt: Receipt;
}

/** A quote of the agent's own, for its customer: between accounts of that customer, or to a UMA address. */
export async function createAgentQuote(needs: AgentNeeds, asked: QuoteAsked): Promise<QuoteAnswer> {
  const { platform, agentId, customerId, request, now, receipt } = asked;
  await admitted(needs, asked, 'createQuote');
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
  for (const id of [used, paid]) if (id !== null) await ownAccount(needs, asked, id);
  await admitted(needs, asked, 'createQuote', used === null ? [] : judgedAccounts(used, paid));
  return createQuote(needs, {
    platform,
    request: { ...request, source: { ...source, customerId } },
    now,
    receipt,
    agentId,
  });
}

/** Of a request that is not whole yet. */
export const quoteProblems = (request: QuoteRequest): FieldError[] => [
  ...shapeProblems(request),
  ...forbiddenIn(request),
];

const forbiddenIn = (request: QuoteRequest): FieldError[] =>
  platformsOwn.flatMap(({ name, message }) => (request[name] ? [{ field: name, message }] : []));

/** What a platform may ask of a quote and an agent may not. */
const platformsOwn = [
  {
    name: 'immediatelyExecute',
    message: 'immediatelyExecute is not for agents; POST /agents/me/quotes/{quoteId}/execute.',
  },
  { name: 'platformFeeOverride', message: 'platformFeeOverride is not for agents; the platform sets its fees.' },
] as const satisfies readonly { name: keyof QuoteRequest; message: FieldError['message'] }[];

/** Quotes that somebody else has made are not there for an agent. */
export async function ownQuote(needs: AgentNeeds, { platform, agentId }: Acting, id: string): Promise<Quote> {
  const quote = await findQuote(needs.db, platform.id, id);
  if (quote.agentId === agentId) return quote;
  throw new ApiError('QUOTE_NOT_FOUND', 'There is no such quote.');
}
