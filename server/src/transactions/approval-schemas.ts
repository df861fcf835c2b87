import { Type } from '@sinclair/typebox';

const MAX_TEXT = 1_000;

export const ApprovePaymentRequest = Type.Object(
  { receiverCustomerInfo: Type.Optional(Type.Record(Type.String({ maxLength: 64 }), Type.Unknown())) },
  { $id: 'ApprovePaymentRequest' },
);

export const RejectPaymentRequest = Type.Object(
  { reason: Type.Optional(Type.String({ maxLength: MAX_TEXT })) },
  { $id: 'RejectPaymentRequest' },
);
