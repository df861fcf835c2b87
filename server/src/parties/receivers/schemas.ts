import { Type } from '@sinclair/typebox';
import { Described } from '../../engine/http/named-schemas.ts';
import { Amount, Currency, IdOf } from '../../engine/http/schemas.ts';
import { AccountName } from '../../engine/http/sensitivity.ts';
import { CounterpartyField } from '../platforms/schemas.ts';

const CurrencyPreference = Type.Object(
  {
    currency: Described(Currency, 'Currency that the receiver can get.'),
    estimatedExchangeRate: Type.Number({
      exclusiveMinimum: 0,
      description:
        "Smallest units of this currency per smallest unit of the sender's first currency; a quote may differ.",
    }),
    min: Amount({ description: 'Smallest amount that can be received, in the smallest unit of `currency`.' }),
    max: Amount({ description: 'Largest amount that can be received, in the smallest unit of `currency`.' }),
    requiredQuoteFields: Type.Array(Type.String(), {
      description: 'Optional members of a quote that are required in this currency, such as `purposeOfPayment`.',
    }),
  },
  { $id: 'CurrencyPreference', description: 'A currency in which the receiver can be paid.' },
);

const lookup = {
  supportedCurrencies: Type.Array(CurrencyPreference, {
    description: 'Currencies in which the receiver can be paid, in the order of preference.',
  }),
  requiredPayerDataFields: Type.Optional(
    Type.Array(CounterpartyField, {
      description: 'Data about the payer that the receiving provider requires in `senderCustomerInfo` of the quote.',
    }),
  ),
  lookupId: IdOf('Lookup', { description: 'Id for `lookupId` of the quote that follows; valid for 10 minutes.' }),
};

export const ExternalAccountLookup = Type.Object(
  { ...lookup, accountId: IdOf('ExternalAccount', { description: 'External account that was looked up.' }) },
  { $id: 'ReceiverExternalAccountLookupResponse', description: 'Ways to pay an external account.' },
);

export const UmaLookup = Type.Object(
  { ...lookup, receiverUmaAddress: AccountName(Type.String({ description: 'UMA address that was looked up.' })) },
  { $id: 'ReceiverUmaLookupResponse', description: 'Ways to pay a UMA address.' },
);

/** Identifies the payer by one of the members. If both are given, they must name the same customer. */
export const SenderFilter = Type.Object({
  senderUmaAddress: Type.Optional(
    Type.String({
      maxLength: 320,
      description: 'UMA address of the customer who will pay; this or `customerId` is required.',
    }),
  ),
  customerId: Type.Optional(
    IdOf('Customer', { description: 'Customer who will pay; this or `senderUmaAddress` is required.' }),
  ),
});
