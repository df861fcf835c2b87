import { Type } from '@sinclair/typebox';
import { Amount, Currency, IdOf } from '../http/schemas.ts';
import { CounterpartyField } from '../platforms/schemas.ts';

const CurrencyPreference = Type.Object(
  {
    currency: Currency,
    estimatedExchangeRate: Type.Number({
      exclusiveMinimum: 0,
      description: "receiving smallest units per smallest unit of the sender's first currency; not locked",
    }),
    min: Amount({ description: 'least that can be received' }),
    max: Amount({ description: 'most that can be received' }),
  },
  { $id: 'CurrencyPreference' },
);

const found = {
  supportedCurrencies: Type.Array(CurrencyPreference),
  requiredPayerDataFields: Type.Optional(Type.Array(CounterpartyField)),
  lookupId: IdOf('Lookup', { description: 'for the quote that follows; good for 10 minutes' }),
};

export const ExternalAccountLookup = Type.Object(
  { ...found, accountId: IdOf('ExternalAccount') },
  { $id: 'ReceiverExternalAccountLookupResponse' },
);

export const UmaLookup = Type.Object(
  { ...found, receiverUmaAddress: Type.String() },
  { $id: 'ReceiverUmaLookupResponse' },
);

/** Who would pay: one of the two. */
export const SenderFilter = Type.Object({
  senderUmaAddress: Type.Optional(Type.String({ maxLength: 320 })),
  customerId: Type.Optional(IdOf('Customer')),
});
