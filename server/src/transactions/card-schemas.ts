import { Type } from '@sinclair/typebox';
import { Pattern } from '../http/pattern-text.ts';
import { Amount, CreatedAt, CurrencyAmount, Enum, IdOf, Timestamp, UpdatedAt } from '../http/schemas.ts';
import { cardTransactionStatuses, declineReasons } from './card-status.ts';

export const CardMerchant = Type.Object(
  {
    descriptor: Type.String({ minLength: 1, maxLength: 255 }),
    mcc: Type.Optional(Type.String({ pattern: '^\\d{4}$', description: 'ISO 18245' })),
    country: Type.Optional(
      Pattern('^[A-Z]{2,3}$', 'a country code in capital letters, like US', { description: 'ISO 3166-1' }),
    ),
  },
  { $id: 'CardMerchant' },
);

const Count = Type.Integer({ minimum: 0 });
const Total = Amount({ minimum: 0, description: 'in the currency of authorizedAmount' });

const CardPullSummary = Type.Object(
  { count: Count, totalAmount: Total, pendingCount: Type.Optional(Count) },
  { $id: 'CardPullSummary', description: 'Amount pulled from the funding sources, less failed and released pulls.' },
);
const CardSettlementSummary = Type.Object({ count: Count, totalAmount: Total }, { $id: 'CardSettlementSummary' });
const CardRefundSummary = Type.Object(
  { count: Count, totalAmount: Total },
  {
    $id: 'CardRefundSummary',
    description: 'Amount returned by the merchant, less reversed returns. For a credit: the reversed part.',
  },
);

export const CardTransaction = Type.Object(
  {
    id: IdOf('CardTransaction'),
    type: Type.Literal('CARD'),
    cardId: Type.Optional(IdOf('Card')),
    customerId: IdOf('Customer'),
    platformCustomerId: Type.String(),
    issuerTransactionToken: Type.Optional(Type.String()),
    status: Enum(cardTransactionStatuses),
    declineReason: Type.Optional(Enum(declineReasons)),
    direction: Enum(['CREDIT', 'DEBIT']),
    merchant: CardMerchant,
    authorizedAmount: CurrencyAmount,
    settledAmount: Type.Optional(CurrencyAmount),
    refundedAmount: Type.Optional(CurrencyAmount),
    accountId: IdOf('InternalAccount', {
      description: 'the funding source of the first pull, or the credited account',
    }),
    pullSummary: Type.Optional(CardPullSummary),
    refundSummary: Type.Optional(CardRefundSummary),
    settlementSummary: Type.Optional(CardSettlementSummary),
    authorizedAt: Timestamp,
    lastEventAt: Type.Optional(Timestamp),
    createdAt: CreatedAt,
    updatedAt: UpdatedAt,
  },
  { $id: 'CardTransaction' },
);
