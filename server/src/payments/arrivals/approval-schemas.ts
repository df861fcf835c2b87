import { Type } from '@sinclair/typebox';

const MAX_TEXT = 1_000;

export const ApprovePaymentRequest = Type.Object(
  {
    receiverCustomerInfo: Type.Optional(
      Type.Record(Type.String({ maxLength: 64 }), Type.Unknown(), {
        description: "Data about the receiver that the sender's provider asked for, by field name.",
      }),
    ),
  },
  { $id: 'ApprovePaymentRequest', description: 'Acceptance of an incoming payment.' },
);

export const RejectPaymentRequest = Type.Object(
  {
    reason: Type.Optional(
      Type.String({
        maxLength: MAX_TEXT,
        description: 'Reason for the rejection, which the transaction shows as `rejectionReason`.',
      }),
    ),
  },
  { $id: 'RejectPaymentRequest', description: 'Rejection of an incoming payment.' },
);
