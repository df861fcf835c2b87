import { Type } from '@sinclair/typebox';
import { Described } from '../../engine/http/named-schemas.ts';
import { PageOf, PageQuery } from '../../engine/http/paging.ts';
import { CreatedAt, CurrencyAmount, Enum, IdOf, Timestamp, UpdatedAt } from '../../engine/http/schemas.ts';
import { disputeReasons } from '../card-transactions/dispute.ts';
import { DisputeCreditStatus, DisputeStatus } from '../card-transactions/schemas.ts';

export const DisputeReason = Enum(disputeReasons, {
  $id: 'CardDisputeReason',
  description: 'Why the cardholder contests the purchase.',
});

export const CardDispute = Type.Object(
  {
    id: IdOf('CardDispute'),
    cardId: IdOf('Card', { description: 'Card of the disputed purchase.' }),
    cardTransactionId: IdOf('CardTransaction', { description: 'Disputed purchase.' }),
    customerId: IdOf('Customer', { description: 'Cardholder.' }),
    platformCustomerId: Type.String({ description: "The platform's own id of the cardholder." }),
    status: DisputeStatus,
    creditStatus: DisputeCreditStatus,
    reason: DisputeReason,
    amount: Described(CurrencyAmount, 'Disputed amount, in the currency of the purchase.'),
    createdAt: CreatedAt,
    updatedAt: UpdatedAt,
    closedAt: Type.Optional(Described(Timestamp, 'Time of the decision; absent while the dispute is OPEN.')),
  },
  { $id: 'CardDispute', description: 'A cleared amount of a purchase that the cardholder contests.' },
);

export const CardDisputeList = PageOf(CardDispute, 'CardDisputeListResponse');

export const CardDisputesQuery = Type.Object({
  cardId: Type.Optional(IdOf('Card', { description: 'Only disputes of purchases with this card.' })),
  cardTransactionId: Type.Optional(IdOf('CardTransaction', { description: 'Only disputes of this purchase.' })),
  status: Type.Optional(Described(DisputeStatus, 'Only disputes in this status.')),
  ...PageQuery,
  sortOrder: Type.Optional(
    Enum(['asc', 'desc'], {
      default: 'desc',
      description: 'Order by time of creation: `desc` lists the newest first.',
    }),
  ),
});
