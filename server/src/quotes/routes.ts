import { Type } from '@sinclair/typebox';
import { type Route, route } from '../http/route.ts';
import { Enum, IdOf } from '../http/schemas.ts';
import { scaFactors } from '../sca/challenges.ts';
import { orProcessing } from '../wallets/processing-schemas.ts';
import { SignedRequestChallenge } from '../wallets/schemas.ts';
import { shownQuote } from './authorization.ts';
import { authorizationRoutes } from './authorization-routes.ts';
import { executeQuote } from './execute.ts';
import type { QuoteNeeds } from './needs.ts';
import { createQuote } from './quotes.ts';
import type { QuoteRequest as QuoteInput } from './request.ts';
import { shapeProblems } from './rules.ts';
import { Quote, QuoteRequest, quoteErrors } from './schemas.ts';

const tag = 'Cross-Currency Transfers';
const params = Type.Object({ quoteId: IdOf('Quote') });

export const quoteRoutes = (needs: QuoteNeeds): Route[] => [
  createRoute(needs),
  readRoute(needs),
  executeRoute(needs),
  ...authorizationRoutes(needs),
];

const createRoute = (needs: QuoteNeeds): Route =>
  route({
    method: 'POST',
    path: '/quotes',
    operationId: 'createQuote',
    tag,
    summary: 'Ask what a payment costs',
    description:
      'Same-currency and cross-currency, from internal accounts, external accounts and funding on the spot. The rate ' +
      'holds until expiresAt. With lockedCurrencySide SENDING what arrives is rounded down; with RECEIVING what is sent ' +
      'is the least that brings the amount there.',
    access: 'TRANSACT',
    body: QuoteRequest,
    rules: ({ body }) => shapeProblems(body as QuoteInput),
    idempotency: 'OPTIONAL',
    triesFirst: true,
    answers: { 201: Quote, 202: Quote },
    errors: quoteErrors,
    handle: ({ caller, body, now, receipt }) =>
      createQuote(needs, { platform: caller.platform, request: body as QuoteInput, now, receipt }),
  });

const readRoute = ({ db }: QuoteNeeds): Route =>
  route({
    method: 'GET',
    path: '/quotes/{quoteId}',
    operationId: 'getQuoteById',
    tag,
    summary: 'Read a quote',
    access: 'VIEW',
    params,
    answers: { 200: Quote },
    errors: ['INVALID_INPUT', 'QUOTE_NOT_FOUND'],
    handle: async ({ caller, params: { quoteId } }) => ({
      status: 200,
      text: await shownQuote(db, caller.platform.id, quoteId),
    }),
  });

const executeRoute = (needs: QuoteNeeds): Route =>
  route({
    method: 'POST',
    path: '/quotes/{quoteId}/execute',
    operationId: 'executeQuote',
    tag,
    summary: 'Make the payment of a quote',
    description:
      'The source is debited at once; the payout follows. A quote executes once. From an embedded wallet it takes the ' +
      "stamp over the quote's payloadToSign; without any header the answer is 202 with that payload as a challenge.",
    access: 'TRANSACT',
    params,
    body: Type.Object({ scaFactor: Type.Optional(Enum(scaFactors)) }, { $id: 'ExecuteQuoteRequest' }),
    bodyOptional: true,
    idempotency: 'OPTIONAL',
    triesFirst: true,
    isSigned: true,
    answers: orProcessing({ 200: Quote, 202: SignedRequestChallenge }),
    errors: ['INVALID_INPUT', 'INVALID_AMOUNT', 'QUOTE_NOT_FOUND', 'CONFLICT', 'DAILY_VOLUME_LIMIT_EXCEEDED'],
    handle: ({ caller, params: { quoteId }, body, now, receipt, signed }) =>
      executeQuote(needs, { platform: caller.platform, quoteId, now, receipt, scaFactor: body?.scaFactor }, signed),
  });
