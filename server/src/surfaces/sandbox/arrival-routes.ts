import { type Route, route } from '../../engine/http/route.ts';
import type { QuoteDeps } from '../../payments/quotes/deps.ts';
import { Transaction } from '../../payments/transaction-list/schemas.ts';
import { IncomingTransaction } from '../../payments/transactions/schemas.ts';
import { ReceiveRequest, SendRequest } from './arrival-schemas.ts';
import { send } from './send.ts';
import { receive } from './uma-receive.ts';

const tag = 'Sandbox';

/** Simulated incoming money from banks, chains and other institutions. */
export const arrivalRoutes = (deps: QuoteDeps): Route[] => [
  route({
    method: 'POST',
    path: '/sandbox/send',
    operationId: 'sandboxSend',
    tag,
    summary: 'Pay a quote by its payment instructions, or debit its external account',
    description:
      'For quotes that wait for their funding. A currencyAmount other than the quoted one ends in FAILED with ' +
      'FUNDING_AMOUNT_MISMATCH, and the money is returned. Money for an EXPIRED quote is refunded once, with the ' +
      'reason TIMEOUT. For quotes from an external account that can be debited it collects the quoted amount, as ' +
      'execute does.',
    access: 'TRANSACT',
    onlyFor: 'SANDBOX',
    body: SendRequest,
    idempotency: 'OPTIONAL',
    responses: { 200: Transaction },
    errors: ['INVALID_INPUT', 'INVALID_CURRENCY', 'QUOTE_NOT_FOUND', 'CONFLICT', 'DAILY_VOLUME_LIMIT_EXCEEDED'],
    reasons: {
      INVALID_INPUT: ['NOT_REALTIME_FUNDING'],
      CONFLICT: ['QUOTE_EXPIRED', 'ALREADY_EXECUTED', 'PENDING_AUTHORIZATION', 'ACCOUNT_NOT_ACTIVE'],
      DAILY_VOLUME_LIMIT_EXCEEDED: ['LIMIT_EXCEEDED'],
    },
    handle: async ({ caller: { platform }, body, now, receipt }) => ({
      status: 200,
      text: await send(deps, { platform, now, receipt, ...body }),
    }),
  }),
  route({
    method: 'POST',
    path: '/sandbox/uma/receive',
    operationId: 'sandboxReceive',
    tag,
    summary: 'Receive a UMA payment',
    description:
      'If the platform has a webhookEndpoint, the payment is PENDING until the answer to INCOMING_PAYMENT.PENDING ' +
      'decides: 200 approves, 202 announces a call of approve or reject within 5 seconds, 403 rejects. Without an ' +
      'endpoint it is COMPLETED at once.',
    access: 'TRANSACT',
    onlyFor: 'SANDBOX',
    body: ReceiveRequest,
    idempotency: 'OPTIONAL',
    responses: { 200: IncomingTransaction },
    errors: [
      'INVALID_INPUT',
      'INVALID_UMA_ADDRESS',
      'INVALID_CURRENCY',
      'AMOUNT_OUT_OF_RANGE',
      'SELF_PAYMENT',
      'USER_NOT_READY',
      'END_USER_TERMS_NOT_ACCEPTED',
      'USER_NOT_FOUND',
      'UMA_NOT_FOUND',
      'CUSTOMER_DELETED',
      'CONFLICT',
    ],
    reasons: { CONFLICT: ['ACCOUNT_NOT_ACTIVE'], USER_NOT_READY: ['CUSTOMER_NOT_APPROVED'] },
    handle: async ({ caller: { platform }, body, now, receipt }) => ({
      status: 200,
      text: await receive(deps, { platform, now, receipt, ...body }),
    }),
  }),
];
