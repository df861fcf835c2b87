import { Type } from '@sinclair/typebox';
import { Amount, IdOf } from '../http/schemas.ts';
import { AccountName } from '../http/sensitivity.ts';

const MAX_ADDRESS = 320;

export const SendRequest = Type.Object(
  {
    quoteId: IdOf('Quote'),
    currencyCode: Type.String({ maxLength: 10, description: 'the currency that the quote is funded in' }),
    currencyAmount: Type.Optional(Amount({ description: 'default: the quoted amount' })),
  },
  { $id: 'SandboxSendRequest' },
);

export const ReceiveRequest = Type.Object(
  {
    senderUmaAddress: AccountName(Type.String({ maxLength: MAX_ADDRESS, examples: ['$grace@bank.example'] })),
    receiverUmaAddress: Type.Optional(AccountName(Type.String({ maxLength: MAX_ADDRESS }))),
    customerId: Type.Optional(IdOf('Customer', { description: 'in place of receiverUmaAddress' })),
    receivingCurrencyCode: Type.String({ maxLength: 10 }),
    receivingCurrencyAmount: Amount({ description: 'in the smallest unit: 100 is one US dollar' }),
  },
  { $id: 'SandboxUmaReceiveRequest' },
);
