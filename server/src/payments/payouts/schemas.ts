import { Type } from '@sinclair/typebox';
import { DateTime } from '../../engine/http/schemas.ts';

const MAX_REASON = 1_000;

export const CancelTransactionRequest = Type.Object(
  {
    reason: Type.Optional(
      Type.String({
        maxLength: MAX_REASON,
        description: 'Reason for the cancellation, for the records of the platform.',
      }),
    ),
  },
  { $id: 'CancelTransactionRequest', description: 'Cancellation of a payment that is not delivered yet.' },
);

export const ConfirmReceiptDeliveryRequest = Type.Object(
  {
    receiptDeliveryConfirmedAt: Type.Optional(
      DateTime({ description: 'Time at which the receipt reached the customer; by default now.' }),
    ),
  },
  { $id: 'ConfirmReceiptDeliveryRequest', description: 'Confirmation that the customer got a receipt.' },
);
