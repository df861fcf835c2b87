import { Type } from '@sinclair/typebox';
import { ok, type Route, route } from '../http/route.ts';
import { IdOf } from '../http/schemas.ts';
import { idPattern } from '../kernel/ids.ts';
import { cancelTransaction, confirmReceipt } from './actions.ts';
import { listTransactions, showTransaction } from './list.ts';
import type { RailNeeds } from './payouts.ts';
import {
  CancelTransactionRequest,
  ConfirmReceiptDeliveryRequest,
  Transaction,
  TransactionPage,
  TransactionQuery,
} from './schemas.ts';

const tag = 'Transactions';
const params = Type.Object({ transactionId: IdOf('Transaction') });

export const transactionRoutes = (needs: RailNeeds): Route[] => [
  listRoute(needs),
  readRoute(needs),
  cancelRoute(needs),
  confirmRoute(needs),
];

const listRoute = ({ db }: RailNeeds): Route =>
  route({
    method: 'GET',
    path: '/transactions',
    operationId: 'listTransactions',
    tag,
    summary: 'List transactions',
    description: 'Newest first unless sortOrder says otherwise. Filters narrow each other.',
    access: 'VIEW',
    query: TransactionQuery,
    answers: { 200: TransactionPage },
    errors: ['INVALID_INPUT'],
    handle: async ({ caller, query }) => ok(await listTransactions(db, caller.platform, query)),
  });

const readRoute = ({ db }: RailNeeds): Route =>
  route({
    method: 'GET',
    path: '/transactions/{transactionId}',
    operationId: 'getTransactionById',
    tag,
    summary: 'Read a transaction',
    access: 'VIEW',
    params: Type.Object({
      transactionId: Type.String({ pattern: `${idPattern('Transaction')}|${idPattern('CardTransaction')}` }),
    }),
    answers: { 200: Transaction },
    errors: ['INVALID_INPUT', 'TRANSACTION_NOT_FOUND'],
    handle: async ({ caller, params: { transactionId } }) => ({
      status: 200,
      text: await showTransaction(db, caller.platform.id, transactionId),
    }),
  });

const cancelRoute = (needs: RailNeeds): Route =>
  route({
    method: 'POST',
    path: '/transactions/{transactionId}/cancel',
    operationId: 'cancelTransaction',
    tag,
    summary: 'Cancel a payment that is on its way',
    description:
      'For ACH, paid or collected, and for wires, from the execution until the bank has settled. A payment that is ' +
      'cancelled is refunded with reason USER_CANCELLATION; what was not collected yet is FAILED.',
    access: 'TRANSACT',
    params,
    body: CancelTransactionRequest,
    bodyOptional: true,
    idempotency: 'OPTIONAL',
    answers: { 200: Transaction },
    errors: ['INVALID_INPUT', 'TRANSACTION_NOT_FOUND', 'TRANSACTION_NOT_CANCELLABLE', 'NOT_IMPLEMENTED'],
    handle: async ({ caller: { platform }, params: { transactionId }, now, receipt }) => ({
      status: 200,
      text: await cancelTransaction(needs, { platform, transactionId, now, receipt }),
    }),
  });

const confirmRoute = (needs: RailNeeds): Route =>
  route({
    method: 'POST',
    path: '/transactions/{transactionId}/confirm',
    operationId: 'confirmReceiptDelivery',
    tag,
    summary: 'Confirm that the customer was given the receipt',
    description: 'Told again, the later word counts.',
    access: 'TRANSACT',
    params,
    body: ConfirmReceiptDeliveryRequest,
    bodyOptional: true,
    idempotency: 'OPTIONAL',
    answers: { 200: Transaction },
    errors: ['INVALID_INPUT', 'TRANSACTION_NOT_FOUND'],
    handle: async ({ caller: { platform }, params: { transactionId }, body, now, receipt }) => {
      const told = body?.receiptDeliveryConfirmedAt;
      const confirmedAt = told === undefined ? now : new Date(told);
      return {
        status: 200,
        text: await confirmReceipt(needs, { platform, transactionId, now, receipt }, confirmedAt),
      };
    },
  });
