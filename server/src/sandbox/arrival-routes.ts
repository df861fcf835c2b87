import { type Route, route } from '../http/route.ts';
import type { UmaNeeds } from '../transactions/arrivals-uma.ts';
import { IncomingTransaction, Transaction } from '../transactions/schemas.ts';
import { ReceiveRequest, SendRequest } from './arrival-schemas.ts';
import { send } from './send.ts';
import { receive } from './uma-receive.ts';

const tag = 'Sandbox';

/** Money that arrives from outside, as if a bank, a chain or another institution had sent it. */
export const arrivalRoutes = (needs: UmaNeeds): Route[] => [
  route({
    method: 'POST',
    path: '/sandbox/send',
    operationId: 'sandboxSend',
    tag,
    summary: 'Pay the payment instructions of a quote',
    description:
      'For quotes that wait for their funding. Another currencyAmount than the quoted one ends in FAILED with ' +
      'FUNDING_AMOUNT_MISMATCH, and the money goes back.',
    access: 'TRANSACT',
    onlyFor: 'SANDBOX',
    body: SendRequest,
    idempotency: 'OPTIONAL',
    answers: { 200: Transaction },
    errors: ['INVALID_INPUT', 'INVALID_CURRENCY', 'QUOTE_NOT_FOUND', 'CONFLICT'],
    handle: async ({ caller: { platform }, body, now, receipt }) => ({
      status: 200,
      text: await send(needs, { platform, now, receipt, ...body }),
    }),
  }),
  route({
    method: 'POST',
    path: '/sandbox/uma/receive',
    operationId: 'sandboxReceive',
    tag,
    summary: 'Receive a UMA payment',
    description:
      'Where the platform has a webhookEndpoint the payment is PENDING until it is approved: its answer to ' +
      'INCOMING_PAYMENT.PENDING decides (200 approves, 202 announces a call of approve or reject within 5 seconds, ' +
      '403 rejects). Without an endpoint it is COMPLETED at once.',
    access: 'TRANSACT',
    onlyFor: 'SANDBOX',
    body: ReceiveRequest,
    idempotency: 'OPTIONAL',
    answers: { 200: IncomingTransaction },
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
    handle: async ({ caller: { platform }, body, now, receipt }) => ({
      status: 200,
      text: await receive(needs, { platform, now, receipt, ...body }),
    }),
  }),
];
