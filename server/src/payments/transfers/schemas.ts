import { Type } from '@sinclair/typebox';
import { Described } from '../../engine/http/named-schemas.ts';
import { Amount, IdOf } from '../../engine/http/schemas.ts';
import type { ErrorCode } from '../../foundation/kernel/errors.ts';
import { PaymentRail, PurposeOfPayment, RemittanceInformation } from '../transactions/schemas.ts';

const InternalAccountReference = Type.Object(
  { accountId: IdOf('InternalAccount', { description: 'Internal account of the customer or the platform.' }) },
  { $id: 'InternalAccountReference', description: 'An internal account by its id.' },
);

const inUnits = 'Amount in the smallest unit of the currency: 100 is one US dollar';

export const TransferInRequest = Type.Object(
  {
    source: Type.Object(
      {
        accountId: IdOf('ExternalAccount', {
          description: 'External account to collect from, of the same customer or of the platform.',
        }),
      },
      { $id: 'ExternalAccountReference', description: 'External account that is debited.' },
    ),
    destination: Described(InternalAccountReference, 'Internal account to be credited.'),
    amount: Type.Optional(Amount({ description: `${inUnits}; a request without it is rejected.` })),
  },
  { $id: 'TransferInRequest', description: 'A collection of money from an external account.' },
);

export const TransferOutRequest = Type.Object(
  {
    source: Described(InternalAccountReference, 'Internal account to be debited.'),
    destination: Type.Object(
      {
        accountId: IdOf('ExternalAccount', { description: 'External account to be paid.' }),
        paymentRail: Type.Optional(
          Described(PaymentRail, 'Rail to be used; by default the fastest one that can pay the account.'),
        ),
      },
      { $id: 'ExternalAccountDestinationReference', description: 'External account that is paid, and how.' },
    ),
    amount: Type.Optional(Amount({ description: `${inUnits}; the whole available balance by default.` })),
    remittanceInformation: Type.Optional(
      Described(
        RemittanceInformation,
        'Text for the receiver, at most 80 characters, which the rail delivers with the payment.',
      ),
    ),
    purposeOfPayment: Type.Optional(Described(PurposeOfPayment, 'Reason for the payment; some corridors require it.')),
  },
  { $id: 'TransferOutRequest', description: 'A payment to an external account in the same currency.' },
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
  TRANSACTION_SIZE_LIMIT_EXCEEDED: ['LIMIT_EXCEEDED'],
  DAILY_VOLUME_LIMIT_EXCEEDED: ['LIMIT_EXCEEDED'],
  USER_NOT_READY: ['CUSTOMER_NOT_APPROVED'],
  NOT_IMPLEMENTED: ['BANK_NOT_CONNECTED', 'UMA_NOT_CONNECTED'],
} as const;
