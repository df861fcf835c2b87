import { Type } from '@sinclair/typebox';
import { Described } from '../../engine/http/named-schemas.ts';
import { Pattern } from '../../engine/http/pattern-text.ts';
import { Amount, CreatedAt, CurrencyAmount, Enum, IdOf, Timestamp, UpdatedAt } from '../../engine/http/schemas.ts';
import { disputeCreditStatuses, disputeStatuses } from './dispute.ts';
import { cardTransactionStatuses, declineReasons } from './status.ts';

export const CardMerchant = Type.Object(
  {
    descriptor: Type.String({
      minLength: 1,
      maxLength: 255,
      description: 'Name of the merchant as the card network reports it.',
    }),
    mcc: Type.Optional(
      Type.String({ pattern: '^\\d{4}$', description: 'Merchant category code of ISO 18245, 4 digits.' }),
    ),
    country: Type.Optional(
      Pattern('^[A-Z]{2,3}$', 'a country code in capital letters, like US', {
        description: 'Country of the merchant by its ISO 3166-1 code of two or three letters.',
      }),
    ),
  },
  { $id: 'CardMerchant', description: 'The shop at which a card was used.' },
);

const Count = Type.Integer({ minimum: 0 });
const Total = Amount({ minimum: 0, description: 'Sum in the smallest unit of the currency of `authorizedAmount`.' });

const CardPullSummary = Type.Object(
  {
    count: Described(Count, 'Number of pulls that took money.'),
    totalAmount: Total,
    pendingCount: Type.Optional(Described(Count, 'Number of pulls that are not decided yet.')),
  },
  { $id: 'CardPullSummary', description: 'Amount pulled from the funding sources, less failed and released pulls.' },
);
const CardSettlementSummary = Type.Object(
  { count: Described(Count, 'Number of clearings.'), totalAmount: Total },
  { $id: 'CardSettlementSummary', description: 'Amount cleared by the merchant.' },
);
const CardRefundSummary = Type.Object(
  { count: Described(Count, 'Number of refunds.'), totalAmount: Total },
  {
    $id: 'CardRefundSummary',
    description: 'Amount returned by the merchant, less reversed returns. For a credit: the reversed part.',
  },
);

export const DisputeStatus = Enum(disputeStatuses, {
  $id: 'CardDisputeStatus',
  description: 'OPEN until the card network decides: WON for the cardholder, LOST for the merchant.',
});

export const DisputeCreditStatus = Enum(disputeCreditStatuses, {
  $id: 'CardDisputeCreditStatus',
  description:
    'Credit of the disputed amount to the account of the purchase: NONE was made; GRANTED, provisional until the ' +
    'dispute is WON; REVERSED and debited again; OWED: reversed, but the account could not cover it.',
});

const CardTransactionDispute = Type.Object(
  {
    id: IdOf('CardDispute'),
    status: DisputeStatus,
    creditStatus: DisputeCreditStatus,
    amount: Described(CurrencyAmount, 'Disputed amount.'),
  },
  { $id: 'CardTransactionDispute', description: 'Newest dispute of the transaction; absent if it was never disputed.' },
);

export const CardTransaction = Type.Object(
  {
    id: IdOf('CardTransaction'),
    type: Type.Literal('CARD', { description: 'Marks the transaction as a use of a card.' }),
    cardId: Type.Optional(IdOf('Card', { description: 'Card that was used.' })),
    customerId: IdOf('Customer', { description: 'Cardholder.' }),
    platformCustomerId: Type.String({ description: "The platform's own id of the cardholder." }),
    issuerTransactionToken: Type.Optional(
      Type.String({
        description: 'Id of the transaction at the card processor; absent before the processor assigns one.',
      }),
    ),
    status: Enum(cardTransactionStatuses, {
      description:
        'AUTHORIZED holds the amount; PARTIALLY_SETTLED and SETTLED follow clearings; EXCEPTION means that a pull failed after clearing.',
    }),
    declineReason: Type.Optional(
      Enum(declineReasons, { description: 'Cause of the decline; present while the status is DECLINED.' }),
    ),
    direction: Enum(['CREDIT', 'DEBIT'], { description: 'DEBIT for a purchase, CREDIT for money from the merchant.' }),
    merchant: CardMerchant,
    authorizedAmount: Described(CurrencyAmount, 'Amount that was approved, in the currency of the card.'),
    settledAmount: Type.Optional(
      Described(CurrencyAmount, 'Amount that has been cleared so far; absent before the first clearing.'),
    ),
    refundedAmount: Type.Optional(
      Described(CurrencyAmount, 'Amount that the merchant has returned so far; absent before the first return.'),
    ),
    accountId: IdOf('InternalAccount', { description: 'Internal account of the first pull, or the credited account.' }),
    pullSummary: Type.Optional(CardPullSummary),
    refundSummary: Type.Optional(CardRefundSummary),
    settlementSummary: Type.Optional(
      Described(CardSettlementSummary, 'Clearings of the transaction; absent before the first one.'),
    ),
    dispute: Type.Optional(CardTransactionDispute),
    authorizedAt: Described(Timestamp, 'Time of the first authorization.'),
    lastEventAt: Type.Optional(
      Described(Timestamp, 'Time of the newest message of the card network about the transaction.'),
    ),
    createdAt: CreatedAt,
    updatedAt: UpdatedAt,
  },
  {
    $id: 'CardTransaction',
    description: 'One use of a card with all authorizations, clearings and refunds that belong to it.',
  },
);
