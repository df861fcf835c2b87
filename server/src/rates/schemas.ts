import { Type } from '@sinclair/typebox';
import { Amount, Currency, DataOf, Enum, IdOf, Timestamp } from '../http/schemas.ts';
import { cryptoNetworks } from './withdrawal-fee.ts';

const Units = Type.Integer({ format: 'int64', minimum: 0 });

const ExchangeRateFees = Type.Object(
  { fixed: Type.Optional(Units), total: Type.Optional(Units) },
  { $id: 'ExchangeRateFees', description: "the service's and the platform's, in the source currency" },
);

const ExchangeRate = Type.Object(
  {
    sourceCurrency: Currency,
    sendingAmount: Units,
    minSendingAmount: Units,
    maxSendingAmount: Units,
    destinationCurrency: Currency,
    destinationPaymentRail: Type.String({ description: 'a payment rail, or the network of a crypto currency' }),
    receivingAmount: Type.Integer({ format: 'int64', minimum: 0, description: '0 where fees would leave nothing' }),
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
  bankName: Type.String({ description: 'exactly what bankName or provider of an external account takes' }),
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
    cryptoNetwork: Enum(cryptoNetworks),
    amount: Amount(),
    destinationAddress: Type.String({ minLength: 1, maxLength: 1_024 }),
  },
  { $id: 'EstimateCryptoWithdrawalFeeRequest' },
);

export const EstimateResponse = Type.Object(
  {
    networkFee: Type.Integer({ description: 'in the smallest unit of networkFeeAsset' }),
    networkFeeAsset: Type.String(),
    applicationFee: Type.Integer(),
    totalFee: Type.Integer(),
    netAmount: Type.Integer({ description: 'what would arrive' }),
  },
  { $id: 'EstimateCryptoWithdrawalFeeResponse' },
);
