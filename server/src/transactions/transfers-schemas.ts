import { Type } from '@sinclair/typebox';
import { Amount, IdOf } from '../http/schemas.ts';
import type { ErrorCode } from '../kernel/errors.ts';
import { PaymentRail, PurposeOfPayment, RemittanceInformation } from './schemas.ts';

const InternalAccountReference = Type.Object(
  { accountId: IdOf('InternalAccount') },
  { $id: 'InternalAccountReference' },
);

const inUnits = 'in the smallest unit: 100 is one US dollar';

export const TransferInRequest = Type.Object(
  {
    source: Type.Object({ accountId: IdOf('ExternalAccount') }, { $id: 'ExternalAccountReference' }),
    destination: InternalAccountReference,
    amount: Type.Optional(Amount({ description: `${inUnits}; a request without it is rejected` })),
  },
  { $id: 'TransferInRequest' },
);

export const TransferOutRequest = Type.Object(
  {
    source: InternalAccountReference,
    destination: Type.Object(
      { accountId: IdOf('ExternalAccount'), paymentRail: Type.Optional(PaymentRail) },
      { $id: 'ExternalAccountDestinationReference' },
    ),
    amount: Type.Optional(Amount({ description: `${inUnits}; the whole available balance by default` })),
    remittanceInformation: Type.Optional(RemittanceInformation),
    purposeOfPayment: Type.Optional(PurposeOfPayment),
  },
  { $id: 'TransferOutRequest' },
);

/** Error codes of a transfer out. */
export const transferOutErrors: readonly ErrorCode[] = [
  'INVALID_INPUT',
  'INVALID_CURRENCY',
  'INVALID_AMOUNT',
  'INVALID_RECEIVER',
  'AMOUNT_OUT_OF_RANGE',
  'TRANSACTION_SIZE_LIMIT_EXCEEDED',
  'EXTERNAL_ACCOUNT_VERIFICATION_REQUIRED',
  'USER_NOT_READY',
  'END_USER_TERMS_NOT_ACCEPTED',
  'REFERENCE_NOT_FOUND',
  'CONFLICT',
  'CUSTOMER_DELETED',
  'DAILY_VOLUME_LIMIT_EXCEEDED',
  'NOT_IMPLEMENTED',
];

/** Values of `details.reason` when a transfer is rejected. */
export const transferReasons = {
  CONFLICT: ['ACCOUNT_NOT_ACTIVE', 'SCA_REQUIRED'],
  INVALID_AMOUNT: ['INSUFFICIENT_BALANCE'],
} as const;
