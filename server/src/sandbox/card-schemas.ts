import { Type } from '@sinclair/typebox';
import { Amount, IdOf } from '../http/schemas.ts';
import { CardMerchant } from '../transactions/card-schemas.ts';

export const AuthorizationRequest = Type.Object(
  {
    amount: Amount({ description: 'in the smallest unit: 100 is one US dollar' }),
    currency: Type.Object({ code: Type.String({ maxLength: 10, examples: ['USD'] }) }),
    merchant: CardMerchant,
  },
  { $id: 'SandboxCardAuthorizationRequest' },
);

export const BalanceInquiryRequest = Type.Object(
  { merchant: CardMerchant },
  { $id: 'SandboxCardBalanceInquiryRequest' },
);

const cardTransactionId = IdOf('CardTransaction');

export const AdviceRequest = Type.Object(
  { cardTransactionId, amount: Amount({ description: 'the new total' }) },
  { $id: 'SandboxCardAuthorizationAdviceRequest' },
);

export const ClearingRequest = Type.Object(
  { cardTransactionId, amount: Amount({ minimum: 0, description: '0: nothing more will clear' }) },
  { $id: 'SandboxCardClearingRequest' },
);

export const ReturnRequest = Type.Object(
  { cardTransactionId, amount: Amount({ description: 'at most the cleared amount that was not returned' }) },
  { $id: 'SandboxCardReturnRequest' },
);

export const TransactionRefRequest = Type.Object({ cardTransactionId }, { $id: 'SandboxCardTransactionRefRequest' });
