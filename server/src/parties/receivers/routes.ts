import { Type } from '@sinclair/typebox';
import { ok, type Route, route } from '../../engine/http/route.ts';
import { IdOf } from '../../engine/http/schemas.ts';
import { AccountName } from '../../engine/http/sensitivity.ts';
import { umaErrors } from '../../engine/providers/protocols/uma-codes.ts';
import type { ErrorCode } from '../../foundation/kernel/errors.ts';
import { lookUpExternalAccount, lookUpUmaAddress, type ReceiverDeps } from './receivers.ts';
import { ExternalAccountLookup, SenderFilter, UmaLookup } from './schemas.ts';

/** Error codes of both lookup operations. */
const errors: readonly ErrorCode[] = [
  'INVALID_INPUT',
  'INVALID_UMA_ADDRESS',
  'LOOKUP_REQUEST_FAILED',
  'QUOTE_REQUEST_FAILED',
  'USER_NOT_FOUND',
  'UNSUPPORTED_UMA_VERSION',
  'LNURLP_REQUEST_FAILED',
  'COUNTERPARTY_PUBKEY_FETCH_ERROR',
  'NO_COMPATIBLE_UMA_VERSION',
];

export const receiverRoutes = (deps: ReceiverDeps): Route[] => [
  route({
    method: 'GET',
    path: '/receiver/uma/{receiverUmaAddress}',
    operationId: 'lookupUma',
    tag: 'Cross-Currency Transfers',
    summary: 'Look up a UMA address for payment',
    description:
      'The `$` of the address is %24 in a path. senderUmaAddress or customerId, or both of one customer, identify the payer.',
    access: 'VIEW',
    params: Type.Object({
      receiverUmaAddress: AccountName(
        Type.String({
          maxLength: 320,
          examples: ['$grace@example.com'],
          description: 'UMA address of the receiver, percent-encoded, such as `%24grace%40example.com`.',
        }),
      ),
    }),
    query: SenderFilter,
    responses: { 200: UmaLookup },
    errors: [...new Set([...errors, ...umaErrors.lookup])],
    reasons: { LNURLP_REQUEST_FAILED: ['INVALID_SIGNATURE'] },
    handle: async ({ caller, params, query, now }) =>
      ok(await lookUpUmaAddress(deps, { platform: caller.platform, sender: query, now, ...params })),
  }),
  route({
    method: 'GET',
    path: '/receiver/external-account/{accountId}',
    operationId: 'lookupExternalAccount',
    tag: 'Cross-Currency Transfers',
    summary: 'Look up an external account for payment',
    description: 'senderUmaAddress or customerId, or both of one customer, identify the payer.',
    access: 'VIEW',
    params: Type.Object({ accountId: IdOf('ExternalAccount') }),
    query: SenderFilter,
    responses: { 200: ExternalAccountLookup },
    errors: [...errors, 'REFERENCE_NOT_FOUND'],
    handle: async ({ caller, params, query, now }) =>
      ok(await lookUpExternalAccount(deps, { platform: caller.platform, sender: query, now, ...params })),
  }),
];
