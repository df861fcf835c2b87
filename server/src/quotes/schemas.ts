import { Type } from '@sinclair/typebox';
import { PaymentInstructions } from '../accounts/payment-schemas.ts';
import { AccountId, Amount, Currency, Enum, IdOf, OneOf, Timestamp } from '../http/schemas.ts';
import { AccountName, Personal, Secret } from '../http/sensitivity.ts';
import type { ErrorCode } from '../kernel/errors.ts';
import { umaErrors } from '../kernel/uma-codes.ts';
import { chainRails } from '../providers/rails/port.ts';
import { scaFactors } from '../sca/challenges.ts';
import { ScaChallenge } from '../sca/schemas.ts';
import {
  CounterpartyInformation,
  OutgoingRateDetails,
  PaymentRail,
  PurposeOfPayment,
  RemittanceInformation,
} from '../transactions/schemas.ts';

const MAX_TEXT = 1_000;

const AccountSource = Type.Object(
  {
    sourceType: Type.Literal('ACCOUNT'),
    accountId: AccountId,
    customerId: Type.Optional(IdOf('Customer', { description: 'owner of the money in an account of the platform' })),
  },
  { $id: 'AccountQuoteSource' },
);
const RealtimeFundingSource = Type.Object(
  {
    sourceType: Type.Literal('REALTIME_FUNDING'),
    currency: Type.String({ maxLength: 10 }),
    customerId: Type.Optional(IdOf('Customer', { description: 'the platform itself pays where it is left out' })),
    cryptoNetwork: Type.Optional(Enum(chainRails, { description: 'required for stablecoins' })),
  },
  { $id: 'RealtimeFundingQuoteSource' },
);
const AccountDestination = Type.Object(
  {
    destinationType: Type.Literal('ACCOUNT'),
    accountId: AccountId,
    currency: Type.Optional(Type.String({ maxLength: 10, description: 'must be the currency of the account' })),
    paymentRail: Type.Optional(PaymentRail),
  },
  { $id: 'AccountDestination' },
);
const UmaAddressDestination = Type.Object(
  {
    destinationType: Type.Literal('UMA_ADDRESS'),
    umaAddress: AccountName(Type.String({ minLength: 4, maxLength: 255, examples: ['$grace@example.com'] })),
    currency: Type.Optional(Type.String({ maxLength: 10 })),
  },
  { $id: 'UmaAddressDestination' },
);

const QuoteSource = OneOf('sourceType', [AccountSource, RealtimeFundingSource]);
const QuoteDestination = OneOf('destinationType', [AccountDestination, UmaAddressDestination]);

const PlatformFeeOverride = Type.Object(
  {
    platformFixedFee: Type.Object({ amount: Amount({ minimum: 0 }), currency: Type.String({ maxLength: 10 }) }),
    platformVariableFeeBps: Type.Integer({ minimum: 0, maximum: 10_000 }),
  },
  { $id: 'PlatformFeeOverride' },
);

export const QuoteRequest = Type.Object(
  {
    lookupId: Type.Optional(IdOf('Lookup', { description: 'required for UMA destinations' })),
    source: QuoteSource,
    destination: QuoteDestination,
    lockedCurrencySide: Enum(['SENDING', 'RECEIVING'], { description: 'which side lockedCurrencyAmount fixes' }),
    lockedCurrencyAmount: Amount({ description: 'in the smallest unit: 100 is one US dollar' }),
    immediatelyExecute: Type.Optional(Type.Boolean({ default: false })),
    description: Type.Optional(Personal(Type.String({ maxLength: MAX_TEXT }))),
    remittanceInformation: Type.Optional(RemittanceInformation),
    purposeOfPayment: Type.Optional(PurposeOfPayment),
    platformFeeOverride: Type.Optional(PlatformFeeOverride),
    scaFactor: Type.Optional(Enum(scaFactors)),
    senderCustomerInfo: Type.Optional(Type.Record(Type.String({ maxLength: 64 }), Type.Unknown())),
  },
  { $id: 'QuoteRequest' },
);

export const Quote = Type.Object(
  {
    id: IdOf('Quote'),
    status: Enum(['PENDING', 'PENDING_AUTHORIZATION', 'PROCESSING', 'COMPLETED', 'FAILED', 'EXPIRED']),
    createdAt: Timestamp,
    expiresAt: Timestamp,
    source: QuoteSource,
    destination: QuoteDestination,
    sendingCurrency: Currency,
    receivingCurrency: Currency,
    totalSendingAmount: Amount(),
    totalReceivingAmount: Amount(),
    exchangeRate: Type.Number({ exclusiveMinimum: 0, description: 'sending units per receiving unit' }),
    feesIncluded: Amount({ minimum: 0, description: 'in the sending currency' }),
    platformFeesIncluded: Type.Optional(Amount({ minimum: 0, description: 'inside feesIncluded' })),
    paymentInstructions: Type.Optional(Type.Array(PaymentInstructions)),
    payloadToSign: Type.Optional(Secret(Type.String({ description: 'set where the source is an embedded wallet' }))),
    transactionId: IdOf('Transaction'),
    counterpartyInformation: Type.Optional(CounterpartyInformation),
    rateDetails: Type.Optional(OutgoingRateDetails),
    scaChallenge: Type.Optional(ScaChallenge),
  },
  { $id: 'Quote' },
);

/** Values of `details.reason` when a quote cannot be executed. */
export const executionReasons = {
  CONFLICT: ['QUOTE_EXPIRED', 'ALREADY_EXECUTED', 'PENDING_AUTHORIZATION', 'ACCOUNT_NOT_ACTIVE', 'SCA_REQUIRED'],
  INVALID_AMOUNT: ['INSUFFICIENT_BALANCE'],
} as const;

/** Errors of this service and of the payee's provider. */
export const quoteErrors: readonly ErrorCode[] = [
  ...new Set<ErrorCode>([
    'INVALID_INPUT',
    'INVALID_CURRENCY',
    'INVALID_AMOUNT',
    'AMOUNT_OUT_OF_RANGE',
    'TRANSACTION_SIZE_LIMIT_EXCEEDED',
    'SELF_PAYMENT',
    'INVALID_RECEIVER',
    'MISSING_MANDATORY_USER_INFO',
    'EXTERNAL_ACCOUNT_VERIFICATION_REQUIRED',
    'QUOTE_REQUEST_FAILED',
    'USER_NOT_READY',
    'END_USER_TERMS_NOT_ACCEPTED',
    'REFERENCE_NOT_FOUND',
    'USER_NOT_FOUND',
    'LOOKUP_REQUEST_NOT_FOUND',
    'CUSTOMER_DELETED',
    'CONFLICT',
    'DAILY_VOLUME_LIMIT_EXCEEDED',
    'SERVICE_SWITCH_ERROR',
    'NOT_IMPLEMENTED',
    ...umaErrors.quote,
  ]),
];
