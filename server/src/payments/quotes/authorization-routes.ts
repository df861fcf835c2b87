import { Type } from '@sinclair/typebox';
import { noContent, type Route, route } from '../../engine/http/route.ts';
import { IdOf } from '../../engine/http/schemas.ts';
import { ScaAuthorization } from '../../parties/sca/schemas.ts';
import { authorizeQuote, resendCode } from './authorize-quote.ts';
import type { QuoteDeps } from './deps.ts';
import { executionReasons, Quote } from './schemas.ts';

const tag = 'Strong Customer Authentication';
const params = Type.Object({ quoteId: IdOf('Quote') });

export const authorizationRoutes = (deps: QuoteDeps): Route[] => [
  route({
    method: 'POST',
    path: '/quotes/{quoteId}/authorize',
    operationId: 'authorizeQuote',
    tag,
    summary: "Authorize a quote with the customer's proof",
    description:
      'Exactly one of code and passkeyAssertion, for the scaChallenge of the quote. While the response is ' +
      'PENDING_AUTHORIZATION, it carries the next challenge. A challenge allows 5 attempts; a payment whose challenge ' +
      'expires is FAILED with SCA_NOT_COMPLETED.',
    access: 'TRANSACT',
    params,
    body: ScaAuthorization,
    idempotency: 'OPTIONAL',
    responses: { 200: Quote },
    errors: [
      'INVALID_INPUT',
      'INVALID_AMOUNT',
      'QUOTE_NOT_FOUND',
      'CONFLICT',
      'CUSTOMER_DELETED',
      'ACCOUNT_LOCKED',
      'DAILY_VOLUME_LIMIT_EXCEEDED',
    ],
    reasons: {
      ...executionReasons,
      CONFLICT: ['NO_PENDING_CHALLENGE', 'QUOTE_EXPIRED', 'ACCOUNT_NOT_ACTIVE', 'PROOF_ALREADY_USED'],
    },
    handle: async ({ caller, params: { quoteId }, body, now, receipt }) => {
      const { code, passkeyAssertion, origin } = body;
      const proof = { code, passkeyAssertion, origin };
      return {
        status: 200,
        text: await authorizeQuote(deps, { platform: caller.platform, quoteId, proof, now, receipt }),
      };
    },
  }),
  route({
    method: 'POST',
    path: '/quotes/{quoteId}/authorize/resend',
    operationId: 'resendQuoteScaCode',
    tag,
    summary: 'Send the code of a challenge again',
    description: 'The challenge keeps its id and its expiry; the earlier code becomes invalid.',
    access: 'TRANSACT',
    params,
    responses: { 204: null },
    errors: ['QUOTE_NOT_FOUND', 'CONFLICT'],
    reasons: { CONFLICT: ['NO_PENDING_CHALLENGE', 'NOT_A_TEXTED_CODE', 'PHONE_NOT_VERIFIED'] },
    handle: async ({ caller, params: { quoteId }, now }) => {
      await resendCode(deps, { platform: caller.platform, quoteId, now });
      return noContent;
    },
  }),
];
