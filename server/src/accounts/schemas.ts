import { Type } from '@sinclair/typebox';
import { PageOf } from '../http/paging.ts';
import { CurrencyAmount, DataOf, Enum, IdOf, Timestamp } from '../http/schemas.ts';
import { internalAccountStatuses, internalAccountTypes } from './internal-accounts.ts';
import { PaymentInstructions } from './payment-schemas.ts';

export const InternalAccountTypeName = Enum(internalAccountTypes);

export const InternalAccount = Type.Object(
  {
    id: IdOf('InternalAccount'),
    customerId: Type.Optional(IdOf('Customer')),
    type: InternalAccountTypeName,
    status: Enum(internalAccountStatuses),
    balance: CurrencyAmount,
    totalBalance: CurrencyAmount,
    fundingPaymentInstructions: Type.Array(PaymentInstructions),
    privateEnabled: Type.Optional(Type.Boolean()),
    createdAt: Timestamp,
    updatedAt: Timestamp,
  },
  { $id: 'InternalAccount' },
);

export const PlatformInternalAccountList = DataOf(InternalAccount, 'PlatformInternalAccountListResponse');

export const InternalAccountList = PageOf(InternalAccount, 'InternalAccountListResponse');
