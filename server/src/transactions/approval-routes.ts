import { Type } from '@sinclair/typebox';
import { type Route, route } from '../http/route.ts';
import { IdOf } from '../http/schemas.ts';
import { ApprovePaymentRequest, RejectPaymentRequest } from './approval-schemas.ts';
import { approvePayment, rejectPayment } from './approvals.ts';
import type { PaymentNeeds } from './lifecycle.ts';
import { IncomingTransaction } from './schemas.ts';

const tag = 'Transactions';
const params = Type.Object({ transactionId: IdOf('Transaction') });

export const approvalRoutes = (needs: PaymentNeeds): Route[] => [
  route({
    method: 'POST',
    path: '/transactions/{transactionId}/approve',
    operationId: 'approvePendingPayment',
    tag,
    summary: 'Approve an incoming payment',
    description:
      'For a payment whose INCOMING_PAYMENT.PENDING webhook was answered with 202: within 5 seconds. ' +
      'receiverCustomerInfo has the mandatory fields of requestedReceiverCustomerInfoFields.',
    access: 'TRANSACT',
    params,
    body: ApprovePaymentRequest,
    bodyOptional: true,
    idempotency: 'OPTIONAL',
    answers: { 200: IncomingTransaction },
    errors: [
      'INVALID_INPUT',
      'MISSING_MANDATORY_USER_INFO',
      'TRANSACTION_NOT_FOUND',
      'TRANSACTION_NOT_PENDING_PLATFORM_APPROVAL',
    ],
    handle: async ({ caller: { platform }, params: { transactionId }, body, now, receipt }) => ({
      status: 200,
      text: await approvePayment(needs, { platform, transactionId, now, receipt, ...body }),
    }),
  }),
  route({
    method: 'POST',
    path: '/transactions/{transactionId}/reject',
    operationId: 'rejectPendingPayment',
    tag,
    summary: 'Reject an incoming payment',
    description: 'For a payment whose INCOMING_PAYMENT.PENDING webhook was answered with 202: within 5 seconds.',
    access: 'TRANSACT',
    params,
    body: RejectPaymentRequest,
    bodyOptional: true,
    idempotency: 'OPTIONAL',
    answers: { 200: IncomingTransaction },
    errors: ['INVALID_INPUT', 'TRANSACTION_NOT_FOUND', 'TRANSACTION_NOT_PENDING_PLATFORM_APPROVAL'],
    handle: async ({ caller: { platform }, params: { transactionId }, body, now, receipt }) => ({
      status: 200,
      text: await rejectPayment(needs, { platform, transactionId, now, receipt, ...body }),
    }),
  }),
];
