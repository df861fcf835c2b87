import { Type } from '@sinclair/typebox';
import { Described } from '../../engine/http/named-schemas.ts';
import { Amount, IdOf } from '../../engine/http/schemas.ts';
import { CardMerchant } from '../../payments/card-transactions/schemas.ts';

export const AuthorizationRequest = Type.Object(
  {
    amount: Amount({
      description: 'Amount of the purchase, in the smallest unit of the currency: 100 is one US dollar.',
    }),
    currency: Type.Object(
      {
        code: Type.Optional(
          Type.String({
            maxLength: 10,
            examples: ['USD'],
            description: 'Code of the currency; the currency of the card where it is absent.',
          }),
        ),
        name: Type.Optional(Type.String({ description: 'Name of the currency; `code` alone selects it.' })),
        symbol: Type.Optional(Type.String({ description: 'Symbol of the currency; `code` alone selects it.' })),
        decimals: Type.Optional(
          Type.Integer({ minimum: 0, description: 'Decimal places of the currency; `code` alone selects it.' }),
        ),
      },
      { description: 'Currency of the purchase.' },
    ),
    merchant: Described(CardMerchant, 'Shop at which the card is used.'),
  },
  { $id: 'SandboxCardAuthorizationRequest', description: 'A purchase with a card.' },
);

export const BalanceInquiryRequest = Type.Object(
  { merchant: Described(CardMerchant, 'Shop or cash machine that asks for the balance.') },
  { $id: 'SandboxCardBalanceInquiryRequest', description: 'A balance inquiry.' },
);

const cardTransactionId = IdOf('CardTransaction', { description: 'Card transaction to which the message belongs.' });

export const AdviceRequest = Type.Object(
  {
    cardTransactionId,
    amount: Amount({ description: 'New total of the authorization, in the smallest unit of the currency.' }),
  },
  { $id: 'SandboxCardAuthorizationAdviceRequest', description: 'A changed authorization.' },
);

export const ReversalRequest = Type.Object(
  {
    cardTransactionId,
    amount: Type.Optional(
      Amount({
        description:
          'Amount that the merchant reverses, in the smallest unit of the currency; at most the authorized amount that has not cleared, and all of it by default.',
      }),
    ),
  },
  { $id: 'SandboxCardAuthorizationReversalRequest', description: 'A reversed authorization.' },
);

export const ClearingRequest = Type.Object(
  {
    cardTransactionId,
    amount: Amount({
      minimum: 0,
      description: 'Amount that clears, in the smallest unit of the currency; 0 means that nothing more will clear.',
    }),
  },
  { $id: 'SandboxCardClearingRequest', description: 'A clearing of a card transaction.' },
);

export const ReturnRequest = Type.Object(
  {
    cardTransactionId,
    amount: Amount({
      description:
        'Amount that the merchant returns, in the smallest unit of the currency; at most the cleared amount that was not returned.',
    }),
  },
  { $id: 'SandboxCardReturnRequest', description: 'A return of goods.' },
);

export const TransactionRefRequest = Type.Object(
  { cardTransactionId },
  { $id: 'SandboxCardTransactionRefRequest', description: 'A card transaction by its id.' },
);
