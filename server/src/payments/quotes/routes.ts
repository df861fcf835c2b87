import { Type } from '@sinclair/typebox';
import { type Route, route } from '../../engine/http/route.ts';
import { Enum, IdOf } from '../../engine/http/schemas.ts';
import { scaFactors } from '../../parties/sca/challenges.ts';
import { orProcessing } from '../../parties/wallets/processing-schemas.ts';
import { SignedRequestChallenge } from '../../parties/wallets/schemas.ts';
import { authorizationRoutes } from './authorization-routes.ts';
import type { QuoteDeps } from './deps.ts';
import { executeQuote } from './execute-quote.ts';
import { createQuote } from './quotes.ts';
import { shapeProblems } from './request-rules.ts';
import { getQuoteText } from './sca-proof.ts';
import { executionReasons, Quote, QuoteRequest, quoteErrors, quoteReasons } from './schemas.ts';

const tag = 'Cross-Currency Transfers';
const params = Type.Object({ quoteId: IdOf('Quote') });

export const quoteRoutes = (deps: QuoteDeps): Route[] => [
  createRoute(deps),
  readRoute(deps),
  executeRoute(deps),
  ...authorizationRoutes(deps),
];

const createRoute = (deps: QuoteDeps): Route =>
  route({
    method: 'POST',
    path: '/quotes',
    operationId: 'createQuote',
    tag,
    summary: 'Create a quote',
    description:
      'Same-currency and cross-currency, from internal accounts, external accounts and real-time funding. The rate ' +
      'holds until expiresAt. With lockedCurrencySide SENDING the received amount is rounded down; with RECEIVING the ' +
      'sent amount is the smallest that delivers the locked amount.',
    access: 'TRANSACT',
    body: QuoteRequest,
    rules: ({ body }) => shapeProblems(body),
    idempotency: 'OPTIONAL',
    triesFirst: true,
    responses: { 201: Quote, 202: Quote },
    errors: quoteErrors,
    reasons: quoteReasons,
    handle: ({ caller, body, now, receipt }) =>
      createQuote(deps, { platform: caller.platform, request: body, now, receipt }),
  });

const readRoute = ({ db }: QuoteDeps): Route =>
  route({
    method: 'GET',
    path: '/quotes/{quoteId}',
    operationId: 'getQuoteById',
    tag,
    summary: 'Read a quote',
    access: 'VIEW',
    params,
    responses: { 200: Quote },
    errors: ['QUOTE_NOT_FOUND'],
    handle: async ({ caller, params: { quoteId: id }, now }) => ({
      status: 200,
      text: await getQuoteText(db, { platformId: caller.platform.id, id, now }),
    }),
  });

const executeRoute = (deps: QuoteDeps): Route =>
  route({
    method: 'POST',
    path: '/quotes/{quoteId}/execute',
    operationId: 'executeQuote',
    tag,
    summary: 'Execute a quote',
    description:
      'The source is debited at once; the payout follows. A quote executes once. For an embedded wallet the request ' +
      "carries the stamp over the quote's payloadToSign; without it the response is 202 with that payload as a challenge.",
    access: 'TRANSACT',
    params,
    body: Type.Object(
      {
        scaFactor: Type.Optional(
          Enum(scaFactors, {
            description:
              'Factor for strong customer authentication, where the customer must authorize the payment; by default the preferred one.',
          }),
        ),
      },
      { $id: 'ExecuteQuoteRequest' },
    ),
    bodyOptional: true,
    idempotency: 'OPTIONAL',
    triesFirst: true,
    isSigned: true,
    responses: orProcessing({ 200: Quote, 202: SignedRequestChallenge }),
    errors: ['INVALID_INPUT', 'INVALID_AMOUNT', 'QUOTE_NOT_FOUND', 'CONFLICT', 'DAILY_VOLUME_LIMIT_EXCEEDED'],
    reasons: executionReasons,
    handle: ({ caller, params: { quoteId }, body, now, receipt, signed }) =>
      executeQuote(deps, { platform: caller.platform, quoteId, now, receipt, scaFactor: body?.scaFactor }, signed),
  });
