import { type TProperties, type TSchema, Type } from '@sinclair/typebox';
import { PaymentInstructions } from '../accounts/payment-schemas.ts';
import { Annotated } from '../http/named-schemas.ts';
import { PageOf, PageQuery } from '../http/paging.ts';
import {
  AccountId,
  AccountOwnerId,
  Amount,
  CurrencyAmount,
  DateTime,
  Enum,
  IdOf,
  OneOf,
  Timestamp,
} from '../http/schemas.ts';
import { AccountName, Personal } from '../http/sensitivity.ts';
import { paymentRails, settlementDelays } from '../providers/rails/port.ts';
import { CardTransaction } from './card-schemas.ts';
import { type CardTransactionStatus, cardTransactionStatuses } from './card-status.ts';
import { purposes } from './purposes.ts';
import {
  incomingFailures,
  outgoingFailures,
  outgoingStatuses,
  refundReasons,
  refundStatuses,
  type TransactionStatus,
  type TransactionType,
  transactionStatuses,
} from './status.ts';

export const PaymentRail = Enum(paymentRails, { $id: 'PaymentRail' });

export const PurposeOfPayment = Enum(purposes);

/** Limited by the shortest field of the rails: ACH addenda. */
export const RemittanceInformation = Personal(Type.String({ maxLength: 80 }));

const OnChainTransaction = Type.Object(
  { transactionHash: Type.String(), network: Type.String() },
  { $id: 'OnChainTransaction' },
);

const currency = Type.Optional(Type.String());
const onChainTransaction = Type.Optional(OnChainTransaction);

const AccountSource = Type.Object(
  { sourceType: Type.Literal('ACCOUNT'), accountId: AccountId, currency, onChainTransaction },
  { $id: 'AccountTransactionSource' },
);
const UmaSource = Type.Object(
  { sourceType: Type.Literal('UMA_ADDRESS'), umaAddress: AccountName(Type.String()), currency },
  { $id: 'UmaAddressTransactionSource' },
);
const text = Type.Optional(Type.String());
const RealtimeFundingSource = Type.Object(
  {
    sourceType: Type.Literal('REALTIME_FUNDING'),
    currency: Type.String(),
    customerId: Type.Optional(IdOf('Customer')),
    accountHolderName: Type.Optional(Personal(Type.String())),
    accountIdentifier: Type.Optional(AccountName(Type.String())),
    bankName: text,
    bankIdentifier: text,
    paymentRail: Type.Optional(PaymentRail),
    remittanceInformation: Type.Optional(Personal(Type.String())),
    endToEndId: text,
    traceNumber: text,
    onChainTransaction,
  },
  { $id: 'RealtimeFundingTransactionSource' },
);
const AccountDestination = Type.Object(
  { destinationType: Type.Literal('ACCOUNT'), accountId: AccountId, currency, onChainTransaction },
  { $id: 'AccountTransactionDestination' },
);
const UmaDestination = Type.Object(
  { destinationType: Type.Literal('UMA_ADDRESS'), umaAddress: AccountName(Type.String()), currency },
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
  pendingReason: Type.Optional(Enum(settlementDelays, { description: 'why settlement takes longer, while it does' })),
  direction: Enum(['CREDIT', 'DEBIT']),
  destination: TransactionDestination,
  customerId: Annotated(AccountOwnerId, { description: "a customer, or the platform for the platform's own accounts" }),
  platformCustomerId: Type.String(),
  settledAt: Type.Optional(Timestamp),
  createdAt: Type.Optional(Timestamp),
  updatedAt: Type.Optional(Timestamp),
  receiptDeliveryConfirmedAt: Type.Optional(Timestamp),
  agentId: Type.Optional(IdOf('Agent')),
  description: Type.Optional(Personal(Type.String())),
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
    status: Enum(outgoingStatuses),
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

/** Additional members of the events of UMA payments. */
const umaAddresses = {
  senderUmaAddress: Type.Optional(
    AccountName(Type.String({ description: 'of a UMA payment, where the sender has an address' })),
  ),
  receiverUmaAddress: Type.Optional(AccountName(Type.String({ description: 'of a UMA payment' }))),
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

type ListedType = TransactionType | 'CARD';

/** Listed types and their statuses. */
export const statusesByType: Readonly<Record<ListedType, readonly (TransactionStatus | CardTransactionStatus)[]>> = {
  INCOMING: transactionStatuses,
  OUTGOING: transactionStatuses,
  CARD: cardTransactionStatuses,
};
export const listedTypes = Object.keys(statusesByType) as ListedType[];

const AccountIdentifier = (description: string) =>
  Type.Optional(Type.String({ minLength: 1, maxLength: 320, description }));

export const TransactionQuery = Type.Object({
  ...PageQuery,
  customerId: Type.Optional(
    Annotated(AccountOwnerId, { description: "the platform's own id for its own transactions" }),
  ),
  platformCustomerId: Type.Optional(Type.String({ minLength: 1, maxLength: 255 })),
  accountIdentifier: AccountIdentifier('account id or UMA address, source or destination'),
  senderAccountIdentifier: AccountIdentifier('account id or UMA address of the source'),
  receiverAccountIdentifier: AccountIdentifier('account id or UMA address of the destination'),
  status: Type.Optional(Enum([...new Set(Object.values(statusesByType).flat())])),
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
