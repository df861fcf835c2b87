import { type Route, route } from '../http/route.ts';
import { Transaction } from './schemas.ts';
import type { TransferNeeds } from './transfers.ts';
import { type TransferInRequest as TransferInInput, transferIn } from './transfers-in.ts';
import { type TransferOutRequest as TransferOutInput, transferOut } from './transfers-out.ts';
import { TransferInRequest, TransferOutRequest, transferOutErrors } from './transfers-schemas.ts';

const tag = 'Same-currency transfers';

/** Since the version in which quotes serve transfers within one currency. */
const deprecated = { since: '2025-10-13', successor: '/quotes' };

export const transferRoutes = (needs: TransferNeeds): Route[] => [transferInRoute(needs), transferOutRoute(needs)];

const transferInRoute = (needs: TransferNeeds): Route =>
  route({
    method: 'POST',
    path: '/transfer-in',
    operationId: 'createTransferIn',
    tag,
    summary: 'Collect money from an external account',
    description:
      'Only from accounts that can be debited (ACH). The internal account is credited when the money has come. In ' +
      'place of this: POST /quotes with both accounts, lockedCurrencySide SENDING and immediatelyExecute.',
    deprecated,
    access: 'TRANSACT',
    body: TransferInRequest,
    idempotency: 'OPTIONAL',
    answers: { 201: Transaction },
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
    handle: async ({ caller, body, now, receipt }) => ({
      status: 201,
      text: await transferIn(needs, {
        platform: caller.platform,
        request: body satisfies TransferInInput,
        now,
        receipt,
      }),
    }),
  });

const transferOutRoute = (needs: TransferNeeds): Route =>
  route({
    method: 'POST',
    path: '/transfer-out',
    operationId: 'createTransferOut',
    tag,
    summary: 'Pay an external account in the same currency',
    description:
      'The internal account is debited at once, without a fee. In place of this: POST /quotes with both accounts, ' +
      'lockedCurrencySide SENDING and immediatelyExecute.',
    deprecated,
    access: 'TRANSACT',
    body: TransferOutRequest,
    idempotency: 'OPTIONAL',
    answers: { 201: Transaction },
    errors: transferOutErrors,
    handle: async ({ caller, body, now, receipt }) => ({
      status: 201,
      text: await transferOut(needs, { platform: caller.platform, request: body as TransferOutInput, now, receipt }),
    }),
  });
