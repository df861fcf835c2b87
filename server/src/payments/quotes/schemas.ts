import { Type } from '@sinclair/typebox';
import { Described } from '../../engine/http/named-schemas.ts';
import { AccountId, Amount, CreatedAt, Currency, Enum, IdOf, OneOf, Timestamp } from '../../engine/http/schemas.ts';
import { AccountName, Personal, Secret } from '../../engine/http/sensitivity.ts';
import { umaErrors } from '../../engine/providers/protocols/uma-codes.ts';
import { chainRails } from '../../engine/providers/rails/port.ts';
import type { ErrorCode } from '../../foundation/kernel/errors.ts';
import { PaymentInstructions } from '../../parties/accounts/payment-schemas.ts';
import { scaFactors } from '../../parties/sca/challenges.ts';
import { ScaChallenge } from '../../parties/sca/schemas.ts';
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
    sourceType: Type.Literal('ACCOUNT', {
      description: 'Pays from an internal account, or collects from an external account that can be debited.',
    }),
    accountId: Described(AccountId, 'Internal or external account that pays.'),
    customerId: Type.Optional(
      IdOf('Customer', { description: 'Customer on whose behalf the platform pays from its own account.' }),
    ),
  },
  { $id: 'AccountQuoteSource', description: 'An account of the customer or the platform that pays.' },
);
const RealtimeFundingSource = Type.Object(
  {
    sourceType: Type.Literal('REALTIME_FUNDING', {
      description: 'Pays with money that the payer sends for this quote, as `paymentInstructions` describe.',
    }),
    currency: Type.String({ maxLength: 10, description: 'Currency that the payer will send, by its code.' }),
    customerId: Type.Optional(
      IdOf('Customer', { description: 'Customer who pays; absent where the platform itself pays.' }),
    ),
    cryptoNetwork: Type.Optional(
      Enum(chainRails, { description: 'Network on which the payer will send; required for stablecoins.' }),
    ),
  },
  { $id: 'RealtimeFundingQuoteSource', description: 'Money that the payer sends for this quote.' },
);
const AccountDestination = Type.Object(
  {
    destinationType: Type.Literal('ACCOUNT', { description: 'Pays an internal or external account.' }),
    accountId: Described(AccountId, 'Internal or external account to be paid.'),
    currency: Type.Optional(
      Type.String({
        maxLength: 10,
        description: 'Currency of the account, by its code; any other currency is rejected.',
      }),
    ),
    paymentRail: Type.Optional(
      Described(PaymentRail, 'Rail to be used; by default the fastest one that can pay the account.'),
    ),
  },
  { $id: 'AccountDestination', description: 'An account of this platform to be paid.' },
);
const UmaAddressDestination = Type.Object(
  {
    destinationType: Type.Literal('UMA_ADDRESS', { description: 'Pays a UMA address, which requires a `lookupId`.' }),
    umaAddress: AccountName(
      Type.String({
        minLength: 4,
        maxLength: 255,
        examples: ['$grace@example.com'],
        description: 'UMA address of the receiver, such as `$grace@example.com`.',
      }),
    ),
    currency: Type.Optional(
      Type.String({
        maxLength: 10,
        description: 'Currency that the receiver gets, one of the `supportedCurrencies` of the lookup.',
      }),
    ),
  },
  { $id: 'UmaAddressDestination', description: 'A receiver at any provider of the UMA network.' },
);

const QuoteSource = OneOf('sourceType', [AccountSource, RealtimeFundingSource], {
  description: 'Origin of the money; `sourceType` selects the members.',
});
const QuoteDestination = OneOf('destinationType', [AccountDestination, UmaAddressDestination], {
  description: 'Receiver of the money; `destinationType` selects the members.',
});

const PlatformFeeOverride = Type.Object(
  {
    platformFixedFee: Type.Object(
      {
        amount: Amount({ minimum: 0, description: 'Fee in the smallest unit of `currency`.' }),
        currency: Type.String({
          maxLength: 10,
          description: 'Currency of the fee by its code; it must be the sending currency.',
        }),
      },
      { description: 'Fixed fee of the platform for this quote.' },
    ),
    platformVariableFeeBps: Type.Integer({
      minimum: 0,
      maximum: 10_000,
      description: 'Variable fee of the platform in basis points of the sent amount: 50 is 0.5 %.',
    }),
  },
  {
    $id: 'PlatformFeeOverride',
    description: 'Platform fees of this quote in place of the configured ones; for payments in USD only.',
  },
);

export const QuoteRequest = Type.Object(
  {
    lookupId: Type.Optional(IdOf('Lookup', { description: 'Lookup of the receiver; required for UMA destinations.' })),
    source: QuoteSource,
    destination: QuoteDestination,
    lockedCurrencySide: Enum(['SENDING', 'RECEIVING'], {
      description:
        'Side that `lockedCurrencyAmount` fixes: SENDING fixes the amount that leaves the source, RECEIVING the amount that arrives.',
    }),
    lockedCurrencyAmount: Amount({
      description: 'Fixed amount in the smallest unit of the currency of that side: 100 is one US dollar.',
    }),
    immediatelyExecute: Type.Optional(
      Type.Boolean({
        default: false,
        description:
          'Executes the quote in the same request; for internal accounts and direct debits, not for embedded wallets.',
      }),
    ),
    description: Type.Optional(
      Personal(
        Type.String({ maxLength: MAX_TEXT, description: 'Memo of the platform, which is not sent to the receiver.' }),
      ),
    ),
    remittanceInformation: Type.Optional(
      Described(
        RemittanceInformation,
        'Text for the receiver, at most 80 characters, which the rail delivers with the payment.',
      ),
    ),
    purposeOfPayment: Type.Optional(Described(PurposeOfPayment, 'Reason for the payment; some corridors require it.')),
    platformFeeOverride: Type.Optional(PlatformFeeOverride),
    scaFactor: Type.Optional(
      Enum(scaFactors, {
        description:
          'Factor for strong customer authentication, where the customer must authorize the payment; by default the preferred one.',
      }),
    ),
    senderCustomerInfo: Type.Optional(
      Type.Record(Type.String({ maxLength: 64 }), Type.Unknown(), {
        description: 'Data about the sender that the lookup requires, by the names in `requiredPayerDataFields`.',
      }),
    ),
  },
  { $id: 'QuoteRequest', description: 'A payment to be priced.' },
);

export const Quote = Type.Object(
  {
    id: IdOf('Quote'),
    status: Enum(['PENDING', 'PENDING_AUTHORIZATION', 'PROCESSING', 'COMPLETED', 'FAILED', 'EXPIRED'], {
      description:
        "PENDING waits for execution or funding, PENDING_AUTHORIZATION for the customer's authentication; COMPLETED, FAILED and EXPIRED are final.",
    }),
    createdAt: CreatedAt,
    expiresAt: Described(Timestamp, 'Time after which the locked rate is void and the quote cannot be executed.'),
    source: QuoteSource,
    destination: QuoteDestination,
    sendingCurrency: Described(Currency, 'Currency that leaves the source.'),
    receivingCurrency: Described(Currency, 'Currency that arrives at the destination.'),
    totalSendingAmount: Amount({
      description: 'Amount that leaves the source, fees included, in the smallest unit of `sendingCurrency`.',
    }),
    totalReceivingAmount: Amount({
      description: 'Amount that arrives at the destination, in the smallest unit of `receivingCurrency`.',
    }),
    exchangeRate: Type.Number({
      exclusiveMinimum: 0,
      description: 'Smallest units of `sendingCurrency` per smallest unit of `receivingCurrency`.',
    }),
    feesIncluded: Amount({
      minimum: 0,
      description: 'All fees inside `totalSendingAmount`, in the smallest unit of `sendingCurrency`.',
    }),
    platformFeesIncluded: Type.Optional(
      Amount({
        minimum: 0,
        description: 'Part of `feesIncluded` that the platform collects, in the smallest unit of `sendingCurrency`.',
      }),
    ),
    paymentInstructions: Type.Optional(
      Type.Array(PaymentInstructions, {
        description:
          'Ways to fund the quote; absent for internal accounts, and until the customer has authorized the payment.',
      }),
    ),
    payloadToSign: Type.Optional(
      Secret(
        Type.String({
          description:
            'Payload that a session of the wallet signs to execute the quote; present where the source is an embedded wallet.',
        }),
      ),
    ),
    transactionId: IdOf('Transaction', {
      description: 'Transaction that reports the progress of the payment, created with the quote.',
    }),
    counterpartyInformation: Type.Optional(
      Described(
        CounterpartyInformation,
        'Data about the receiver that the platform requires; absent where there is none.',
      ),
    ),
    rateDetails: Type.Optional(
      Described(
        OutgoingRateDetails,
        'Parts of the rate and the fees, by way of millisatoshis; absent while bitcoin has no price.',
      ),
    ),
    scaChallenge: Type.Optional(
      Described(ScaChallenge, 'Proof that the customer must give; present while the status is PENDING_AUTHORIZATION.'),
    ),
  },
  { $id: 'Quote', description: 'A price that is locked until `expiresAt`, and the payment that follows from it.' },
);

/** Values of `details.reason` when a quote cannot be executed. */
export const executionReasons = {
  CONFLICT: ['QUOTE_EXPIRED', 'ALREADY_EXECUTED', 'PENDING_AUTHORIZATION', 'ACCOUNT_NOT_ACTIVE', 'SCA_REQUIRED'],
  INVALID_INPUT: ['FUNDING_REQUIRED'],
  INVALID_AMOUNT: ['INSUFFICIENT_BALANCE'],
  DAILY_VOLUME_LIMIT_EXCEEDED: ['LIMIT_EXCEEDED'],
} as const;

/** Values of `details.reason` when a quote is not created. */
export const quoteReasons = {
  CONFLICT: ['ACCOUNT_NOT_ACTIVE', 'PHONE_NOT_VERIFIED'],
  INVALID_AMOUNT: ['INSUFFICIENT_BALANCE'],
  TRANSACTION_SIZE_LIMIT_EXCEEDED: ['LIMIT_EXCEEDED'],
  DAILY_VOLUME_LIMIT_EXCEEDED: ['LIMIT_EXCEEDED'],
  USER_NOT_READY: ['CUSTOMER_NOT_APPROVED', 'REFUND_ACCOUNT_MISSING'],
  NOT_IMPLEMENTED: ['BANK_NOT_CONNECTED', 'UMA_NOT_CONNECTED'],
  INVALID_PAYREQ_RESPONSE: ['INVALID_SIGNATURE'],
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
