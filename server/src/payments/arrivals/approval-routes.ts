import { Type } from '@sinclair/typebox';
import { type Route, route } from '../../engine/http/route.ts';
import { IdOf } from '../../engine/http/schemas.ts';
import type { Ledger } from '../../engine/ledger/post.ts';
import type { Banking } from '../../engine/providers/services.ts';
import type { Database } from '../../foundation/db/database.ts';
import { Transaction } from '../transaction-list/schemas.ts';
import { ApprovePaymentRequest, RejectPaymentRequest } from './approval-schemas.ts';
import { type ApprovalCall, approvePayment, rejectPayment } from './approvals.ts';

const tag = 'Transactions';
const params = Type.Object({ transactionId: IdOf('Transaction') });

interface Deps {
  db: Database;
  ledger: Ledger;
  banking: Banking;
  /** Decides actions of agents by their own rules; undefined when no action waits for this transaction. */
  agentActions: {
    approve: (request: ApprovalCall) => Promise<string | undefined>;
    reject: (request: ApprovalCall & { reason?: string | undefined }) => Promise<string | undefined>;
  };
}

export const approvalRoutes = (deps: Deps): Route[] => [
  route({
    method: 'POST',
    path: '/transactions/{transactionId}/approve',
    operationId: 'approvePendingPayment',
    tag,
    summary: 'Approve an incoming payment, or a payment of an agent',
    description:
      'An action of an agent waits without a limit, and its policy is checked again. An incoming payment waits for 5 ' +
      'seconds after its INCOMING_PAYMENT.PENDING webhook was answered with 202. receiverCustomerInfo must contain the ' +
      'mandatory fields of requestedReceiverCustomerInfoFields.',
    access: 'TRANSACT',
    params,
    body: ApprovePaymentRequest,
    bodyOptional: true,
    idempotency: 'OPTIONAL',
    responses: { 200: Transaction },
    errors: [
      'INVALID_INPUT',
      'INVALID_AMOUNT',
      'DAILY_VOLUME_LIMIT_EXCEEDED',
      'CONFLICT',
      'MISSING_MANDATORY_USER_INFO',
      'TRANSACTION_NOT_FOUND',
      'TRANSACTION_NOT_PENDING_PLATFORM_APPROVAL',
    ],
    reasons: {
      CONFLICT: ['ACCOUNT_NOT_ACTIVE'],
      INVALID_AMOUNT: ['INSUFFICIENT_BALANCE'],
      DAILY_VOLUME_LIMIT_EXCEEDED: ['LIMIT_EXCEEDED'],
    },
    handle: async ({ caller: { platform }, params: { transactionId }, body, now, receipt }) => {
      const request = { platform, transactionId, now, receipt };
      const text = (await deps.agentActions.approve(request)) ?? (await approvePayment(deps, { ...request, ...body }));
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
      'A rejected action of an agent is not executed. An incoming payment waits for 5 seconds after its ' +
      'INCOMING_PAYMENT.PENDING webhook was answered with 202.',
    access: 'TRANSACT',
    params,
    body: RejectPaymentRequest,
    bodyOptional: true,
    idempotency: 'OPTIONAL',
    responses: { 200: Transaction },
    errors: ['INVALID_INPUT', 'CONFLICT', 'TRANSACTION_NOT_FOUND', 'TRANSACTION_NOT_PENDING_PLATFORM_APPROVAL'],
    handle: async ({ caller: { platform }, params: { transactionId }, body, now, receipt }) => {
      const request = { platform, transactionId, now, receipt, ...body };
      return { status: 200, text: (await deps.agentActions.reject(request)) ?? (await rejectPayment(deps, request)) };
    },
  }),
];
