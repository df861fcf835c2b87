import { type Route, route } from '../../engine/http/route.ts';
import { Transaction } from '../transaction-list/schemas.ts';
import { TransferInRequest, TransferOutRequest, transferOutErrors, transferReasons } from './schemas.ts';
import { amountProblems, transferIn } from './transfer-in.ts';
import { transferOut } from './transfer-out.ts';
import type { TransferDeps } from './transfers.ts';

const tag = 'Same-currency transfers';

/** First version in which quotes serve transfers within one currency. */
const deprecated = { since: '2025-10-13', successor: '/quotes' };

export const transferRoutes = (deps: TransferDeps): Route[] => [transferInRoute(deps), transferOutRoute(deps)];

const transferInRoute = (deps: TransferDeps): Route =>
  route({
    method: 'POST',
    path: '/transfer-in',
    operationId: 'createTransferIn',
    tag,
    summary: 'Collect money from an external account',
    description:
      'Only from accounts that can be debited (ACH). The internal account is credited when the collection completes. ' +
      'Use POST /quotes with both accounts, lockedCurrencySide SENDING and immediatelyExecute instead.',
    deprecated,
    access: 'TRANSACT',
    body: TransferInRequest,
    rules: ({ body }) => amountProblems(body),
    idempotency: 'OPTIONAL',
    responses: { 201: Transaction },
    errors: [
      'INVALID_INPUT',
      'INVALID_CURRENCY',
      'AMOUNT_OUT_OF_RANGE',
      'TRANSACTION_SIZE_LIMIT_EXCEEDED',
      'USER_NOT_READY',
      'END_USER_TERMS_NOT_ACCEPTED',
      'REFERENCE_NOT_FOUND',
      'CONFLICT',
      'CUSTOMER_DELETED',
      'NOT_IMPLEMENTED',
    ],
    reasons: {
      CONFLICT: ['ACCOUNT_NOT_ACTIVE'],
      TRANSACTION_SIZE_LIMIT_EXCEEDED: ['LIMIT_EXCEEDED'],
      USER_NOT_READY: ['CUSTOMER_NOT_APPROVED'],
      NOT_IMPLEMENTED: ['BANK_NOT_CONNECTED'],
    },
    handle: async ({ caller, body, now, receipt }) => ({
      status: 201,
      text: await transferIn(deps, {
        platform: caller.platform,
        request: body,
        now,
        receipt,
      }),
    }),
  });

const transferOutRoute = (deps: TransferDeps): Route =>
  route({
    method: 'POST',
    path: '/transfer-out',
    operationId: 'createTransferOut',
    tag,
    summary: 'Pay an external account in the same currency',
    description:
      'The internal account is debited at once, without a fee. Use POST /quotes with both accounts, ' +
      'lockedCurrencySide SENDING and immediatelyExecute instead.',
    deprecated,
    access: 'TRANSACT',
    body: TransferOutRequest,
    idempotency: 'OPTIONAL',
    responses: { 201: Transaction },
    errors: transferOutErrors,
    reasons: transferReasons,
    handle: async ({ caller, body, now, receipt }) => ({
      status: 201,
      text: await transferOut(deps, { platform: caller.platform, request: body, now, receipt }),
    }),
  });
