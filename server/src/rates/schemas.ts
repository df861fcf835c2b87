import { Type } from '@sinclair/typebox';
import { Amount, Currency, DataOf, Enum, IdOf, Timestamp } from '../http/schemas.ts';
import { AccountName } from '../http/sensitivity.ts';
import { chainRails, paymentRails } from '../providers/rails/port.ts';
import { withdrawalNetworks } from './network-fees.ts';

const Units = Type.Integer({ format: 'int64', minimum: 0 });

const ExchangeRateFees = Type.Object(
  { fixed: Type.Optional(Units), total: Type.Optional(Units) },
  { $id: 'ExchangeRateFees', description: 'fees of the service and of the platform, in the source currency' },
);

const ExchangeRate = Type.Object(
  {
    sourceCurrency: Currency,
    sendingAmount: Units,
    minSendingAmount: Units,
    maxSendingAmount: Units,
    destinationCurrency: Currency,
    destinationPaymentRail: Type.Optional(
      Enum(paymentRails, { description: 'not set where a crypto network delivers' }),
    ),
    destinationNetwork: Type.Optional(Enum(chainRails, { description: 'crypto network that delivers the currency' })),
    receivingAmount: Type.Integer({ format: 'int64', minimum: 0, description: '0 where the fees exceed the amount' }),
    exchangeRate: Type.Number({
      exclusiveMinimum: 0,
      description: 'sending smallest units per receiving smallest unit, after fees',
    }),
    fees: ExchangeRateFees,
    updatedAt: Timestamp,
  },
  { $id: 'ExchangeRate' },
);

export const ExchangeRateList = DataOf(ExchangeRate, 'ExchangeRateListResponse');

const Institution = Type.Object({
  bankName: Type.String({ description: 'value of bankName or provider of an external account' }),
  displayName: Type.String(),
  country: Type.String({ description: 'ISO 3166-1 alpha-2' }),
  currency: Type.String(),
});

export const DiscoveryList = DataOf(Institution, 'DiscoveryListResponse');

export const CurrencyCode = (description?: string) =>
  Type.String({ minLength: 3, maxLength: 10, ...(description && { description }) });

export const EstimateRequest = Type.Object(
  {
    internalAccountId: IdOf('InternalAccount'),
    currency: CurrencyCode(),
    cryptoNetwork: Enum(withdrawalNetworks),
    amount: Amount(),
    destinationAddress: AccountName(Type.String({ minLength: 1, maxLength: 1_024 })),
  },
  { $id: 'EstimateCryptoWithdrawalFeeRequest' },
);

export const EstimateResponse = Type.Object(
  {
    networkFee: Type.Integer({ description: 'in the smallest unit of networkFeeAsset' }),
    networkFeeAsset: Type.String(),
    applicationFee: Type.Integer(),
    totalFee: Type.Integer(),
    netAmount: Type.Integer({ description: 'amount received' }),
  },
  { $id: 'EstimateCryptoWithdrawalFeeResponse' },
);
