import { Type } from '@sinclair/typebox';
import { Amount, Enum, IdOf } from '../../engine/http/schemas.ts';
import { DisputeReason } from '../../payments/cards/dispute-schemas.ts';

export const DisputeOpenRequest = Type.Object(
  {
    cardTransactionId: IdOf('CardTransaction', { description: 'Purchase that the cardholder disputes.' }),
    amount: Type.Optional(
      Amount({
        description:
          'Disputed amount, in the smallest unit of the currency; by default all that has cleared and was not returned.',
      }),
    ),
    reason: Type.Optional(DisputeReason),
  },
  { $id: 'SandboxCardDisputeOpenRequest', description: 'A dispute of a cleared purchase.' },
);

const cardDisputeId = IdOf('CardDispute', { description: 'Open dispute to which the message belongs.' });

export const DisputeRefRequest = Type.Object(
  { cardDisputeId },
  { $id: 'SandboxCardDisputeRefRequest', description: 'A dispute by its id.' },
);

export const DisputeCloseRequest = Type.Object(
  {
    cardDisputeId,
    outcome: Enum(['WON', 'LOST'], { description: 'Decision of the card network, as the cardholder sees it.' }),
  },
  { $id: 'SandboxCardDisputeCloseRequest', description: 'The decision about a dispute.' },
);
