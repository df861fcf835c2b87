import { type TProperties, type TSchema, Type } from '@sinclair/typebox';
import { Described } from '../../engine/http/named-schemas.ts';
import {
  AccountId,
  AccountOwnerId,
  Amount,
  CurrencyAmount,
  Enum,
  IdOf,
  OneOf,
  Timestamp,
  UpdatedAt,
} from '../../engine/http/schemas.ts';
import { AccountName, Personal } from '../../engine/http/sensitivity.ts';
import { paymentRails, settlementDelays } from '../../engine/providers/rails/port.ts';
import { PaymentInstructions } from '../../parties/accounts/payment-schemas.ts';
import { purposes } from './purposes.ts';
import {
  incomingFailures,
  outgoingFailures,
  outgoingStatuses,
  refundReasons,
  refundStatuses,
  transactionStatuses,
} from './status.ts';

export const PaymentRail = Enum(paymentRails, {
  $id: 'PaymentRail',
  description: 'Bank or mobile money scheme that delivers a payment.',
});

export const PurposeOfPayment = Enum(purposes, { description: 'Reason for the payment, for banks and authorities.' });

/** Length of the shortest field among the rails: ACH addenda. */
export const RemittanceInformation = Personal(
  Type.String({
    maxLength: 80,
    description: 'Text for the receiver, at most 80 characters, which the rail delivers with the payment.',
  }),
);

const OnChainTransaction = Type.Object(
  {
    transactionHash: Type.String({ description: 'Hash of the transaction on its network.' }),
    network: Type.String({ description: 'Network that recorded the transaction.' }),
  },
  { $id: 'OnChainTransaction', description: 'The transaction on a crypto network that moved the money.' },
);

const currency = Type.Optional(Type.String({ description: 'Currency by its code.' }));
const onChainTransaction = Type.Optional(
  Described(
    OnChainTransaction,
    'Transaction on the network; absent for rails that are not crypto networks, and before it is known.',
  ),
);

const AccountSource = Type.Object(
  {
    sourceType: Type.Literal('ACCOUNT', { description: 'The money came from an account of this service.' }),
    accountId: Described(AccountId, 'Internal or external account that paid.'),
    currency,
    onChainTransaction,
  },
  { $id: 'AccountTransactionSource', description: 'An account that paid.' },
);
const UmaSource = Type.Object(
  {
    sourceType: Type.Literal('UMA_ADDRESS', { description: 'The money came from a UMA address.' }),
    umaAddress: AccountName(Type.String({ description: 'UMA address of the sender.' })),
    currency,
  },
  { $id: 'UmaAddressTransactionSource', description: 'A sender on the UMA network.' },
);

const RealtimeFundingSource = Type.Object(
  {
    sourceType: Type.Literal('REALTIME_FUNDING', { description: 'The payer sent the money for one quote or deposit.' }),
    currency: Type.String({ description: 'Currency that the payer sent, by its code.' }),
    customerId: Type.Optional(
      IdOf('Customer', { description: 'Customer who paid; absent where the platform itself paid.' }),
    ),
    accountHolderName: Type.Optional(
      Personal(Type.String({ description: 'Name of the payer, as the bank reported it.' })),
    ),
    accountIdentifier: Type.Optional(
      AccountName(Type.String({ description: 'Account number or address of the payer, as reported with the money.' })),
    ),
    bankName: Type.Optional(Type.String({ description: 'Bank of the payer, as reported with the money.' })),
    bankIdentifier: Type.Optional(Type.String({ description: "Routing number or BIC of the payer's bank." })),
    paymentRail: Type.Optional(Described(PaymentRail, 'Rail on which the money arrived.')),
    remittanceInformation: Type.Optional(
      Personal(Type.String({ description: 'Text that the payer sent with the money.' })),
    ),
    endToEndId: Type.Optional(Type.String({ description: "End-to-end id that the payer's bank assigned." })),
    traceNumber: Type.Optional(Type.String({ description: 'Trace number of the rail, such as the one of ACH.' })),
    onChainTransaction,
  },
  { $id: 'RealtimeFundingTransactionSource', description: 'A payer outside of this service.' },
);
const AccountDestination = Type.Object(
  {
    destinationType: Type.Literal('ACCOUNT', { description: 'The money goes to an account.' }),
    accountId: Described(AccountId, 'Internal or external account that is paid.'),
    currency,
    onChainTransaction,
  },
  { $id: 'AccountTransactionDestination', description: 'An account that is paid.' },
);
const UmaDestination = Type.Object(
  {
    destinationType: Type.Literal('UMA_ADDRESS', { description: 'The money goes to a UMA address.' }),
    umaAddress: AccountName(Type.String({ description: 'UMA address of the receiver.' })),
    currency,
  },
  { $id: 'UmaAddressTransactionDestination', description: 'A receiver on the UMA network.' },
);

const TransactionSource = OneOf('sourceType', [AccountSource, UmaSource, RealtimeFundingSource], {
  description: 'Origin of the money; `sourceType` selects the members.',
});
const TransactionDestination = OneOf('destinationType', [AccountDestination, UmaDestination], {
  description: 'Receiver of the money; `destinationType` selects the members.',
});

export const Refund = Type.Object(
  {
    reference: Type.String({ description: 'Reference of the refund for reconciliation.' }),
    initiatedAt: Described(Timestamp, 'Time at which the refund began.'),
    settledAt: Type.Optional(Described(Timestamp, 'Time at which the refund arrived; absent before that.')),
    status: Enum(refundStatuses, { description: 'PENDING until the refund has arrived or failed.' }),
    reason: Type.Optional(
      Enum(refundReasons, { description: 'Cause of the refund; absent where the rail reports none.' }),
    ),
  },
  { $id: 'Refund', description: 'Return of the money to its source.' },
);

export const OutgoingRateDetails = Type.Object(
  {
    counterpartyMultiplier: Type.Number({
      exclusiveMinimum: 0,
      description: 'Receiving units per millisatoshi, before fees of the receiving provider.',
    }),
    counterpartyFixedFee: Amount({
      minimum: 0,
      description: 'Fixed fee of the receiving provider, in the smallest unit of the receiving currency.',
    }),
    serviceMultiplier: Type.Number({
      exclusiveMinimum: 0,
      description: 'Millisatoshis per sending unit, before fees of this service.',
    }),
    serviceFixedFee: Amount({
      minimum: 0,
      description: 'Fixed fee of this service, in the smallest unit of the sending currency.',
    }),
    serviceVariableFeeRate: Type.Number({
      minimum: 0,
      description: 'Variable fee of this service as a fraction: 0.003 is 0.3 %.',
    }),
    serviceVariableFeeAmount: Type.Number({
      minimum: 0,
      description: 'Variable fee of this service, in the smallest unit of the sending currency.',
    }),
  },
  { $id: 'OutgoingRateDetails', description: 'The parts that make up the rate and the fees.' },
);

export const CounterpartyInformation = Type.Record(Type.String(), Type.Unknown(), {
  $id: 'CounterpartyInformation',
  description:
    'Data about the other party by field name, such as `FULL_NAME`; limited to the fields that the platform requires.',
});

const ReconciliationInstructions = Type.Object(
  {
    reference: Type.Optional(Type.String({ description: 'Reference that identifies the payment in bank statements.' })),
    transactionHash: Type.Optional(
      Type.String({
        deprecated: true,
        description: 'Hash of the transaction on a crypto network; `onChainTransaction` replaces it.',
      }),
    ),
  },
  {
    $id: 'ReconciliationInstructions',
    description: 'Identifiers to match the payment with statements of banks and networks.',
  },
);

const common: TProperties = {
  id: IdOf('Transaction'),
  status: Enum(transactionStatuses, {
    description:
      'State of the payment: COMPLETED, REJECTED, FAILED, REFUNDED and EXPIRED end it, but a completed payment can still be returned.',
  }),
  pendingReason: Type.Optional(
    Enum(settlementDelays, { description: 'Reason why settlement takes longer; present while it does.' }),
  ),
  direction: Enum(['CREDIT', 'DEBIT'], {
    description:
      'DEBIT if the payment takes money from an account, which includes collecting it from a bank; CREDIT if it only adds money.',
  }),
  destination: TransactionDestination,
  customerId: Described(AccountOwnerId, 'Customer of the payment, or the platform for its own accounts.'),
  platformCustomerId: Type.String({
    description: "The platform's own id of the customer; the platform's id for its own accounts.",
  }),
  settledAt: Type.Optional(Described(Timestamp, 'Time at which the money arrived; absent before that.')),
  createdAt: Type.Optional(
    Described(Timestamp, "Time of creation by the platform's clock, which a sandbox can advance."),
  ),
  updatedAt: Type.Optional(UpdatedAt),
  receiptDeliveryConfirmedAt: Type.Optional(
    Described(Timestamp, 'Time at which the platform says that it delivered the receipt; absent before that.'),
  ),
  agentId: Type.Optional(
    IdOf('Agent', { description: 'Agent that initiated the payment; absent for payments of the platform.' }),
  ),
  description: Type.Optional(Personal(Type.String({ description: 'Memo of the platform from the quote.' }))),
  exchangeRate: Type.Optional(
    Type.Number({
      exclusiveMinimum: 0,
      description: 'Smallest units of the sending currency per smallest unit of the receiving currency.',
    }),
  ),
  quoteId: Type.Optional(
    IdOf('Quote', {
      description: 'Quote from which the payment was made; absent for transfers and arrivals without a quote.',
    }),
  ),
  refund: Type.Optional(Described(Refund, 'Return of the money after a failure; absent where nothing is returned.')),
  counterpartyInformation: Type.Optional(
    Described(
      CounterpartyInformation,
      'Data about the other party that the platform requires; absent where there is none.',
    ),
  ),
  fees: Type.Optional(
    Amount({ minimum: 0, description: 'All fees of the payment, in the smallest unit of the sending currency.' }),
  ),
  reconciliationInstructions: Type.Optional(
    Described(ReconciliationInstructions, 'Identifiers for statements; absent while the status is CREATED.'),
  ),
};

export const IncomingTransaction = Type.Object(
  {
    ...common,
    type: Type.Literal('INCOMING', { description: 'Marks the transaction as money that arrives.' }),
    source: Type.Optional(Described(TransactionSource, 'Origin of the money, where it is known.')),
    sentAmount: Type.Optional(Described(CurrencyAmount, 'Amount that the sender paid, where it is known.')),
    receivedAmount: Described(CurrencyAmount, 'Amount that the receiver gets.'),
    failureReason: Type.Optional(
      Enum(incomingFailures, { description: 'Cause of the failure; present while the status is FAILED.' }),
    ),
    requestedReceiverCustomerInfoFields: Type.Optional(
      Type.Array(
        Type.Object({
          name: Type.String({ description: 'Name of the field, such as `FULL_NAME`.' }),
          mandatory: Type.Boolean({ description: 'Whether the payment fails without the field.' }),
        }),
        { description: "Data about the receiver that the sender's provider asks for before it pays." },
      ),
    ),
    rejectionReason: Type.Optional(Type.String({ description: 'Reason that the platform gave for its rejection.' })),
  },
  { $id: 'IncomingTransaction', description: 'A payment that arrives for a customer or the platform.' },
);

const nullable = <T extends TSchema>(schema: T, description: string) =>
  Type.Optional(Type.Union([schema, Type.Null()], { description }));

export const OutgoingTransaction = Type.Object(
  {
    ...common,
    type: Type.Literal('OUTGOING', { description: 'Marks the transaction as money that leaves.' }),
    status: Enum(outgoingStatuses, {
      description:
        'State of the payment: COMPLETED, FAILED, REFUNDED and EXPIRED end it, but a completed payment can still be returned.',
    }),
    source: TransactionSource,
    sentAmount: Described(CurrencyAmount, 'Amount that leaves the source, fees included.'),
    receivedAmount: Type.Optional(
      Described(CurrencyAmount, 'Amount that the receiver gets, after conversion and fees.'),
    ),
    platformFees: Type.Optional(
      Amount({
        minimum: 0,
        description: 'Part of `fees` that the platform collects, in the smallest unit of the sending currency.',
      }),
    ),
    paymentInstructions: Type.Optional(
      Type.Array(PaymentInstructions, {
        description: 'Ways to fund the payment; absent where an internal account pays.',
      }),
    ),
    rateDetails: Type.Optional(
      Described(
        OutgoingRateDetails,
        'Parts of the rate and the fees, by way of millisatoshis; absent while bitcoin has no price.',
      ),
    ),
    failureReason: Type.Optional(
      Enum(outgoingFailures, { description: 'Cause of the failure; present while the status is FAILED.' }),
    ),
    paymentRail: nullable(PaymentRail, 'Rail that delivers the payment; null before one is chosen.'),
    railSelectionMode: nullable(
      Enum(['AUTO', 'MANUAL']),
      'MANUAL if the request named the rail, AUTO if the service chose it.',
    ),
    expectedSettlementAt: nullable(
      Timestamp,
      'Time at which the receiver is expected to have the money; null where the rail promises none.',
    ),
    settlementTimelineSeconds: nullable(
      Type.Integer(),
      'Usual duration of the rail in seconds; null where it is not known.',
    ),
  },
  { $id: 'OutgoingTransaction', description: 'A payment that a customer or the platform makes.' },
);

/** Additional members of the events of UMA payments. */
const umaAddresses = {
  senderUmaAddress: Type.Optional(
    AccountName(
      Type.String({ description: 'UMA address of the sender; present for UMA payments whose sender has one.' }),
    ),
  ),
  receiverUmaAddress: Type.Optional(
    AccountName(Type.String({ description: 'UMA address of the receiver; present for UMA payments.' })),
  ),
};

export const IncomingPaymentEvent = Type.Object(
  { ...IncomingTransaction.properties, ...umaAddresses },
  { $id: 'IncomingPaymentWebhookData', description: 'The incoming payment that an event reports.' },
);

export const OutgoingPaymentEvent = Type.Object(
  { ...OutgoingTransaction.properties, ...umaAddresses },
  { $id: 'OutgoingPaymentWebhookData', description: 'The outgoing payment that an event reports.' },
);
