import { Type } from '@sinclair/typebox';
import { Described } from '../../engine/http/named-schemas.ts';
import { PageOf } from '../../engine/http/paging.ts';
import { CreatedAt, CurrencyAmount, DataOf, Enum, IdOf, UpdatedAt } from '../../engine/http/schemas.ts';
import { internalAccountStatuses, internalAccountTypes } from './internal-accounts.ts';
import { PaymentInstructions } from './payment-schemas.ts';

export const InternalAccountTypeName = Enum(internalAccountTypes, {
  description:
    'INTERNAL_FIAT and INTERNAL_CRYPTO hold money with the service; EMBEDDED_WALLET is controlled by credentials of the customer.',
});

export const InternalAccount = Type.Object(
  {
    id: IdOf('InternalAccount'),
    customerId: Type.Optional(
      IdOf('Customer', { description: 'Owner of the account; absent for an account of the platform itself.' }),
    ),
    type: InternalAccountTypeName,
    status: Enum(internalAccountStatuses, {
      description:
        'Only ACTIVE accounts send and receive; FROZEN is stopped by an operator, CLOSED and FAILED are final.',
    }),
    balance: Described(CurrencyAmount, 'Amount that is available to spend now.'),
    totalBalance: Described(CurrencyAmount, 'Available amount plus the amounts that are held for pending payments.'),
    fundingPaymentInstructions: Type.Array(PaymentInstructions, {
      description: 'Ways to pay money into the account; empty where it cannot be funded from outside.',
    }),
    privateEnabled: Type.Optional(
      Type.Boolean({
        description: 'Whether balances and transfers of the wallet are hidden on its network; EMBEDDED_WALLET only.',
      }),
    ),
    createdAt: CreatedAt,
    updatedAt: UpdatedAt,
  },
  { $id: 'InternalAccount', description: 'An account whose balance the service keeps.' },
);

export const PlatformInternalAccountList = DataOf(InternalAccount, 'PlatformInternalAccountListResponse');

export const InternalAccountList = PageOf(InternalAccount, 'InternalAccountListResponse');
