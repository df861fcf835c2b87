import { type TProperties, type TSchema, Type } from '@sinclair/typebox';
import { PaymentInstructions } from '../accounts/payment-schemas.ts';
import { PageOf, PageQuery } from '../http/paging.ts';
import { Amount, CurrencyAmount, DateTime, Enum, IdOf, OneOf, Timestamp } from '../http/schemas.ts';
import { idPattern } from '../kernel/ids.ts';
import { CardTransaction } from './card-schemas.ts';
import { listedStatuses, listedTypes } from './list.ts';
import { purposes } from './purposes.ts';
import {
  incomingFailures,
  outgoingFailures,
  pendingReasons,
  refundReasons,
  refundStatuses,
  transactionStatuses,
} from './status.ts';

/** Every rail of the wire. */
export const PaymentRail = Enum([
  'ACH',
  'ACH_COLOMBIA',
  'BANK_TRANSFER',
  'BRE_B',
  'CIPS',
  'FAST',
  'FASTER_PAYMENTS',
  'FEDNOW',
  'INSTAPAY',
  'MOBILE_MONEY',
  'NEFT',
  'PAYNOW',
  'PESONET',
  'PIX',
  'RTGS',
  'RTP',
  'SEPA',
  'SEPA_INSTANT',
  'SPEI',
  'SWIFT',
  'UNIONPAY',
  'UPI',
  'WIRE',
]);

export const PurposeOfPayment = Enum(purposes);

/** What the fields of the rails hold: ACH addenda, remittance information, a wire's beneficiary information. */
export const RemittanceInformation = Type.String({ maxLength: 80 });

const OnChainTransaction = Type.Object(
  { transactionHash: Type.String(), network: Type.String() },
  { $id: 'OnChainTransaction' },
);

const currency = Type.Optional(Type.String());
const onChainTransaction = Type.Optional(OnChainTransaction);

const AccountSource = Type.Object(
  { sourceType: Type.Literal('ACCOUNT'), accountId: Type.String(), currency, onChainTransaction },
  { $id: 'AccountTransactionSource' },
);
const UmaSource = Type.Object(
  { sourceType: Type.Literal('UMA_ADDRESS'), umaAddress: Type.String(), currency },
  { $id: 'UmaAddressTransactionSource' },
);
const text = Type.Optional(Type.String());
const RealtimeFundingSource = Type.Object(
  {
    sourceType: Type.Literal('REALTIME_FUNDING'),
    currency: Type.String(),
    customerId: text,
    accountHolderName: text,
    accountIdentifier: text,
    bankName: text,
    bankIdentifier: text,
    paymentRail: Type.Optional(PaymentRail),
    remittanceInformation: text,
    endToEndId: text,
    traceNumber: text,
    onChainTransaction,
  },
  { $id: 'RealtimeFundingTransactionSource' },
);
const AccountDestination = Type.Object(
  { destinationType: Type.Literal('ACCOUNT'), accountId: Type.String(), currency, onChainTransaction },
  { $id: 'AccountTransactionDestination' },
);
const UmaDestination = Type.Object(
  { destinationType: Type.Literal('UMA_ADDRESS'), umaAddress: Type.String(), currency },
  { $id: 'UmaAddressTransactionDestination' },
);

const TransactionSource = OneOf('sourceType', [AccountSource, UmaSource, RealtimeFundingSource]);
const TransactionDestination = OneOf('destinationType', [AccountDestination, UmaDestination]);

export const Refund = Type.Object(
  {
    reference: Type.String(),
    initiatedAt: Timestamp,
    settledAt: Type.Optional(Timestamp),
    status: Enum(refundStatuses),
    reason: Type.Optional(Enum(refundReasons)),
  },
  { $id: 'Refund' },
);

export const OutgoingRateDetails = Type.Object(
  {
    counterpartyMultiplier: Type.Number({ exclusiveMinimum: 0, description: 'receiving units per milli-satoshi' }),
    counterpartyFixedFee: Amount({ minimum: 0 }),
    serviceMultiplier: Type.Number({ exclusiveMinimum: 0, description: 'milli-satoshi per sending unit' }),
    serviceFixedFee: Amount({ minimum: 0 }),
    serviceVariableFeeRate: Type.Number({ minimum: 0, description: 'as a fraction: 0.003 is 0.3 %' }),
    serviceVariableFeeAmount: Type.Number({ minimum: 0 }),
  },
  { $id: 'OutgoingRateDetails' },
);

export const CounterpartyInformation = Type.Record(Type.String(), Type.Unknown(), { $id: 'CounterpartyInformation' });

const ReconciliationInstructions = Type.Object(
  { reference: text, transactionHash: Type.Optional(Type.String({ deprecated: true })) },
  { $id: 'ReconciliationInstructions' },
);

const common: TProperties = {
  id: IdOf('Transaction'),
  status: Enum(transactionStatuses),
  pendingReason: Type.Optional(Enum(pendingReasons)),
  direction: Enum(['CREDIT', 'DEBIT']),
  destination: TransactionDestination,
  customerId: Type.String({ description: "a customer, or the platform for the platform's own accounts" }),
  platformCustomerId: Type.String(),
  settledAt: Type.Optional(Timestamp),
  createdAt: Type.Optional(Timestamp),
  updatedAt: Type.Optional(Timestamp),
  receiptDeliveryConfirmedAt: Type.Optional(Timestamp),
  agentId: text,
  description: text,
  exchangeRate: Type.Optional(Type.Number({ exclusiveMinimum: 0, description: 'sending units per receiving unit' })),
  quoteId: Type.Optional(IdOf('Quote')),
  refund: Type.Optional(Refund),
  counterpartyInformation: Type.Optional(CounterpartyInformation),
  fees: Type.Optional(Amount({ minimum: 0, description: 'in the sending currency' })),
  reconciliationInstructions: Type.Optional(ReconciliationInstructions),
};

export const IncomingTransaction = Type.Object(
  {
    ...common,
    type: Type.Literal('INCOMING'),
    source: Type.Optional(TransactionSource),
    sentAmount: Type.Optional(CurrencyAmount),
    receivedAmount: CurrencyAmount,
    failureReason: Type.Optional(Enum(incomingFailures)),
    requestedReceiverCustomerInfoFields: Type.Optional(
      Type.Array(Type.Object({ name: Type.String(), mandatory: Type.Boolean() })),
    ),
    rejectionReason: Type.Optional(Type.String({ description: 'as the platform gave it' })),
  },
  { $id: 'IncomingTransaction' },
);

const nullable = <T extends TSchema>(schema: T) => Type.Optional(Type.Union([schema, Type.Null()]));

export const OutgoingTransaction = Type.Object(
  {
    ...common,
    type: Type.Literal('OUTGOING'),
    status: Enum(['PENDING', 'PENDING_AUTHORIZATION', 'EXPIRED', 'PROCESSING', 'COMPLETED', 'FAILED']),
    source: TransactionSource,
    sentAmount: CurrencyAmount,
    receivedAmount: Type.Optional(CurrencyAmount),
    platformFees: Type.Optional(Amount({ minimum: 0, description: 'inside fees' })),
    paymentInstructions: Type.Optional(Type.Array(PaymentInstructions)),
    rateDetails: Type.Optional(OutgoingRateDetails),
    failureReason: Type.Optional(Enum(outgoingFailures)),
    paymentRail: nullable(PaymentRail),
    railSelectionMode: nullable(Enum(['AUTO', 'MANUAL'])),
    expectedSettlementAt: nullable(Timestamp),
    settlementTimelineSeconds: nullable(Type.Integer()),
  },
  { $id: 'OutgoingTransaction' },
);

/** Events of UMA payments have the addresses of both ends beside what GET returns. */
const umaAddresses = {
  senderUmaAddress: Type.Optional(Type.String({ description: 'of a UMA payment, where the sender has an address' })),
  receiverUmaAddress: Type.Optional(Type.String({ description: 'of a UMA payment' })),
};

export const IncomingPaymentEvent = Type.Object(
  { ...IncomingTransaction.properties, ...umaAddresses },
  { $id: 'IncomingPaymentWebhookData' },
);

export const OutgoingPaymentEvent = Type.Object(
  { ...OutgoingTransaction.properties, ...umaAddresses },
  { $id: 'OutgoingPaymentWebhookData' },
);

export const Transaction = OneOf('type', [IncomingTransaction, OutgoingTransaction, CardTransaction], {
  $id: 'TransactionOneOf',
});

export const TransactionPage = PageOf(Transaction, 'TransactionListResponse');

const AccountIdentifier = (description: string) =>
  Type.Optional(Type.String({ minLength: 1, maxLength: 320, description }));

export const TransactionQuery = Type.Object({
  ...PageQuery,
  customerId: Type.Optional(
    Type.String({
      pattern: `${idPattern('Customer')}|${idPattern('Platform')}`,
      description: "the platform's own id for its own transactions",
    }),
  ),
  platformCustomerId: Type.Optional(Type.String({ minLength: 1, maxLength: 255 })),
  accountIdentifier: AccountIdentifier('account id or UMA address, source or destination'),
  senderAccountIdentifier: AccountIdentifier('account id or UMA address of the source'),
  receiverAccountIdentifier: AccountIdentifier('account id or UMA address of the destination'),
  status: Type.Optional(Enum(listedStatuses)),
  type: Type.Optional(Enum(listedTypes)),
  reference: Type.Optional(Type.String({ minLength: 1, maxLength: 255 })),
  startDate: Type.Optional(DateTime({ description: 'createdAt at this time or later' })),
  endDate: Type.Optional(DateTime({ description: 'createdAt at this time or earlier' })),
  sortOrder: Type.Optional(Enum(['asc', 'desc'], { default: 'desc', description: 'by time' })),
});

const MAX_REASON = 1_000;

export const CancelTransactionRequest = Type.Object(
  { reason: Type.Optional(Type.String({ maxLength: MAX_REASON })) },
  { $id: 'CancelTransactionRequest' },
);

export const ConfirmReceiptDeliveryRequest = Type.Object(
  { receiptDeliveryConfirmedAt: Type.Optional(DateTime({ description: 'left out: now' })) },
  { $id: 'ConfirmReceiptDeliveryRequest' },
);
