import { Type } from '@sinclair/typebox';
import { Amount, Currency, IdOf } from '../http/schemas.ts';
import { AccountName } from '../http/sensitivity.ts';
import { CounterpartyField } from '../platforms/schemas.ts';

const CurrencyPreference = Type.Object(
  {
    currency: Currency,
    estimatedExchangeRate: Type.Number({
      exclusiveMinimum: 0,
      description: "receiving smallest units per smallest unit of the sender's first currency; not locked",
    }),
    min: Amount({ description: 'smallest amount that can be received' }),
    max: Amount({ description: 'largest amount that can be received' }),
    requiredQuoteFields: Type.Array(Type.String(), {
      description: 'optional members of a quote that are required in this currency, such as purposeOfPayment',
    }),
  },
  { $id: 'CurrencyPreference' },
);

const lookup = {
  supportedCurrencies: Type.Array(CurrencyPreference),
  requiredPayerDataFields: Type.Optional(Type.Array(CounterpartyField)),
  lookupId: IdOf('Lookup', { description: 'for the quote that follows; valid for 10 minutes' }),
};

export const ExternalAccountLookup = Type.Object(
  { ...lookup, accountId: IdOf('ExternalAccount') },
  { $id: 'ReceiverExternalAccountLookupResponse' },
);

export const UmaLookup = Type.Object(
  { ...lookup, receiverUmaAddress: AccountName(Type.String()) },
  { $id: 'ReceiverUmaLookupResponse' },
);

/** Identifies the payer by one of the two, or by both for the same customer. */
export const SenderFilter = Type.Object({
  senderUmaAddress: Type.Optional(Type.String({ maxLength: 320 })),
  customerId: Type.Optional(IdOf('Customer')),
});
