import { Type } from '@sinclair/typebox';
import { Amount, IdOf } from '../http/schemas.ts';
import { PaymentRail, PurposeOfPayment, RemittanceInformation } from './schemas.ts';

const InternalAccountReference = Type.Object(
  { accountId: IdOf('InternalAccount') },
  { $id: 'InternalAccountReference' },
);

const amount = Amount({ description: 'in the smallest unit: 100 is one US dollar' });

export const TransferInRequest = Type.Object(
  {
    source: Type.Object({ accountId: IdOf('ExternalAccount') }, { $id: 'ExternalAccountReference' }),
    destination: InternalAccountReference,
    amount,
  },
  { $id: 'TransferInRequest' },
);

export const TransferOutRequest = Type.Object(
  {
    source: InternalAccountReference,
    destination: Type.Object(
      { accountId: IdOf('ExternalAccount'), paymentRail: Type.Optional(PaymentRail) },
      { $id: 'ExternalAccountDestinationReference' },
    ),
    amount,
    remittanceInformation: Type.Optional(RemittanceInformation),
    purposeOfPayment: Type.Optional(PurposeOfPayment),
  },
  { $id: 'TransferOutRequest' },
);
