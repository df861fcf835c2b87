import { Type } from '@sinclair/typebox';
import { type Route, route } from '../../engine/http/route.ts';
import { IdOf } from '../../engine/http/schemas.ts';
import { Transaction } from '../transaction-list/schemas.ts';
import { confirmReceipt } from '../transactions/receipt-confirmation.ts';
import type { PaymentDeps } from '../transitions/apply.ts';
import { cancelTransaction } from './cancellation.ts';
import { CancelTransactionRequest, ConfirmReceiptDeliveryRequest } from './schemas.ts';

const tag = 'Transactions';
const params = Type.Object({ transactionId: IdOf('Transaction') });

export const payoutRoutes = (deps: PaymentDeps): Route[] => [cancelRoute(deps), confirmRoute(deps)];

const cancelRoute = (deps: PaymentDeps): Route =>
  route({
    method: 'POST',
    path: '/transactions/{transactionId}/cancel',
    operationId: 'cancelTransaction',
    tag,
    summary: 'Cancel a payment in progress',
    description:
      'Applies to ACH payments, ACH collections and wires, from the execution until the bank settles. A cancelled ' +
      'payment is refunded with the reason USER_CANCELLATION; a cancelled collection is FAILED.',
    access: 'TRANSACT',
    params,
    body: CancelTransactionRequest,
    bodyOptional: true,
    idempotency: 'OPTIONAL',
    responses: { 200: Transaction },
    errors: ['INVALID_INPUT', 'TRANSACTION_NOT_FOUND', 'TRANSACTION_NOT_CANCELLABLE', 'NOT_IMPLEMENTED'],
    reasons: { INVALID_INPUT: ['PAYMENT_IS_FINAL'], NOT_IMPLEMENTED: ['RAIL_CANNOT_CANCEL'] },
    handle: async ({ caller: { platform }, params: { transactionId }, now, receipt }) => ({
      status: 200,
      text: await cancelTransaction(deps, { platform, transactionId, now, receipt }),
    }),
  });

const confirmRoute = ({ db }: PaymentDeps): Route =>
  route({
    method: 'POST',
    path: '/transactions/{transactionId}/confirm',
    operationId: 'confirmReceiptDelivery',
    tag,
    summary: 'Confirm that the customer received the receipt',
    description: 'A repeated confirmation replaces the time.',
    access: 'TRANSACT',
    params,
    body: ConfirmReceiptDeliveryRequest,
    bodyOptional: true,
    idempotency: 'OPTIONAL',
    responses: { 200: Transaction },
    errors: ['INVALID_INPUT', 'TRANSACTION_NOT_FOUND'],
    handle: async ({ caller: { platform }, params: { transactionId }, body, now, receipt }) => {
      const given = body?.receiptDeliveryConfirmedAt;
      const confirmedAt = given === undefined ? now : new Date(given);
      return {
        status: 200,
        text: await confirmReceipt(db, { platform, transactionId, receipt, confirmedAt }),
      };
    },
  });
