import { Type } from '@sinclair/typebox';
import { Amount, IdOf } from '../../engine/http/schemas.ts';
import { AccountName } from '../../engine/http/sensitivity.ts';

const MAX_ADDRESS = 320;

export const SendRequest = Type.Object(
  {
    quoteId: IdOf('Quote', { description: 'Quote that waits for money of its payer.' }),
    currencyCode: Type.String({ maxLength: 10, description: 'Currency that the quote is funded in, by its code.' }),
    currencyAmount: Type.Optional(
      Amount({
        description: 'Amount that arrives, in the smallest unit of the currency; by default the quoted amount.',
      }),
    ),
  },
  { $id: 'SandboxSendRequest', description: 'A payment of the payer for a quote.' },
);

export const ReceiveRequest = Type.Object(
  {
    senderUmaAddress: AccountName(
      Type.String({
        maxLength: MAX_ADDRESS,
        examples: ['$grace@bank.example'],
        description: 'UMA address of the sender.',
      }),
    ),
    receiverUmaAddress: Type.Optional(
      AccountName(
        Type.String({
          maxLength: MAX_ADDRESS,
          description: 'UMA address of a customer; this or `customerId` is required.',
        }),
      ),
    ),
    customerId: Type.Optional(
      IdOf('Customer', { description: 'Customer who is paid, in place of `receiverUmaAddress`.' }),
    ),
    receivingCurrencyCode: Type.String({ maxLength: 10, description: 'Currency that the customer gets, by its code.' }),
    receivingCurrencyAmount: Amount({
      description: 'Amount that the customer gets, in the smallest unit of the currency: 100 is one US dollar.',
    }),
  },
  { $id: 'SandboxUmaReceiveRequest', description: 'An incoming UMA payment.' },
);
