import { Type } from '@sinclair/typebox';
import { ok, type Route, route } from '../../engine/http/route.ts';
import { AnyTransactionId, IdOf } from '../../engine/http/schemas.ts';
import { cancelTransaction, confirmReceipt } from './actions.ts';
import type { PaymentDeps } from './lifecycle.ts';
import { listTransactions, showTransaction } from './list.ts';
import {
  CancelTransactionRequest,
  ConfirmReceiptDeliveryRequest,
  Transaction,
  TransactionPage,
  TransactionQuery,
} from './schemas.ts';

const tag = 'Transactions';
const params = Type.Object({ transactionId: IdOf('Transaction') });

export const transactionRoutes = (deps: PaymentDeps): Route[] => [
  listRoute(deps),
  readRoute(deps),
  cancelRoute(deps),
  confirmRoute(deps),
];

const listRoute = ({ db }: PaymentDeps): Route =>
  route({
    method: 'GET',
    path: '/transactions',
    operationId: 'listTransactions',
    tag,
    summary: 'List transactions',
    description: 'Newest first by default; sortOrder=asc reverses the order. Several filters are combined with AND.',
    access: 'VIEW',
    query: TransactionQuery,
    answers: { 200: TransactionPage },
    errors: ['INVALID_INPUT'],
    handle: async ({ caller, query }) => ok(await listTransactions(db, caller.platform, query)),
  });

const readRoute = ({ db }: PaymentDeps): Route =>
  route({
    method: 'GET',
    path: '/transactions/{transactionId}',
    operationId: 'getTransactionById',
    tag,
    summary: 'Read a transaction',
    access: 'VIEW',
    params: Type.Object({
      transactionId: AnyTransactionId,
    }),
    answers: { 200: Transaction },
    errors: ['TRANSACTION_NOT_FOUND'],
    handle: async ({ caller, params: { transactionId } }) => ({
      status: 200,
      text: await showTransaction(db, caller.platform.id, transactionId),
    }),
  });

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
    answers: { 200: Transaction },
    errors: ['INVALID_INPUT', 'TRANSACTION_NOT_FOUND', 'TRANSACTION_NOT_CANCELLABLE', 'NOT_IMPLEMENTED'],
    reasons: { INVALID_INPUT: ['PAYMENT_IS_FINAL'], NOT_IMPLEMENTED: ['RAIL_CANNOT_CANCEL'] },
    handle: async ({ caller: { platform }, params: { transactionId }, now, receipt }) => ({
      status: 200,
      text: await cancelTransaction(deps, { platform, transactionId, now, receipt }),
    }),
  });

const confirmRoute = (deps: PaymentDeps): Route =>
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
    answers: { 200: Transaction },
    errors: ['INVALID_INPUT', 'TRANSACTION_NOT_FOUND'],
    handle: async ({ caller: { platform }, params: { transactionId }, body, now, receipt }) => {
      const given = body?.receiptDeliveryConfirmedAt;
      const confirmedAt = given === undefined ? now : new Date(given);
      return {
        status: 200,
        text: await confirmReceipt(deps, { platform, transactionId, now, receipt }, confirmedAt),
      };
    },
  });
