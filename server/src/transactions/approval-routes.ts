import { Type } from '@sinclair/typebox';
import type { Receipt } from '../db/receipt.ts';
import { type Route, route } from '../http/route.ts';
import { IdOf } from '../http/schemas.ts';
import type { Platform } from '../kernel/callers.ts';
import { ApprovePaymentRequest, RejectPaymentRequest } from './approval-schemas.ts';
import { approvePayment, rejectPayment } from './approvals.ts';
import type { PaymentNeeds } from './lifecycle.ts';
import { Transaction } from './schemas.ts';

const tag = 'Transactions';
const params = Type.Object({ transactionId: IdOf('Transaction') });

interface Word {
  platform: Platform;
  transactionId: string;
  now: Date;
  receipt: Receipt;
}

interface Needs extends PaymentNeeds {
  /** What agents wait for is decided by their own rules; undefined: none of theirs waits for this transaction. */
  agentActions: {
    approve: (word: Word) => Promise<string | undefined>;
    reject: (word: Word & { reason?: string | undefined }) => Promise<string | undefined>;
  };
}

export const approvalRoutes = (needs: Needs): Route[] => [
  route({
    method: 'POST',
    path: '/transactions/{transactionId}/approve',
    operationId: 'approvePendingPayment',
    tag,
    summary: 'Approve an incoming payment, or a payment of an agent',
    description:
      'What an agent wants done waits for as long as it takes; its policy is looked at once more. Otherwise for a payment whose INCOMING_PAYMENT.PENDING webhook was answered with 202: within 5 seconds. ' +
      'receiverCustomerInfo has the mandatory fields of requestedReceiverCustomerInfoFields.',
    access: 'TRANSACT',
    params,
    body: ApprovePaymentRequest,
    bodyOptional: true,
    idempotency: 'OPTIONAL',
    answers: { 200: Transaction },
    errors: [
      'INVALID_INPUT',
      'INVALID_AMOUNT',
      'DAILY_VOLUME_LIMIT_EXCEEDED',
      'CONFLICT',
      'MISSING_MANDATORY_USER_INFO',
      'TRANSACTION_NOT_FOUND',
      'TRANSACTION_NOT_PENDING_PLATFORM_APPROVAL',
    ],
    handle: async ({ caller: { platform }, params: { transactionId }, body, now, receipt }) => {
      const word = { platform, transactionId, now, receipt };
      const text = (await needs.agentActions.approve(word)) ?? (await approvePayment(needs, { ...word, ...body }));
      return { status: 200, text };
    },
  }),
  route({
    method: 'POST',
    path: '/transactions/{transactionId}/reject',
    operationId: 'rejectPendingPayment',
    tag,
    summary: 'Reject an incoming payment, or a payment of an agent',
    description:
      'What an agent wants done is not done. Otherwise for a payment whose INCOMING_PAYMENT.PENDING webhook was answered with 202: within 5 seconds.',
    access: 'TRANSACT',
    params,
    body: RejectPaymentRequest,
    bodyOptional: true,
    idempotency: 'OPTIONAL',
    answers: { 200: Transaction },
    errors: ['INVALID_INPUT', 'CONFLICT', 'TRANSACTION_NOT_FOUND', 'TRANSACTION_NOT_PENDING_PLATFORM_APPROVAL'],
    handle: async ({ caller: { platform }, params: { transactionId }, body, now, receipt }) => {
      const word = { platform, transactionId, now, receipt, ...body };
      return { status: 200, text: (await needs.agentActions.reject(word)) ?? (await rejectPayment(needs, word)) };
    },
  }),
];
