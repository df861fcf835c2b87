import { Type } from '@sinclair/typebox';
import { Described } from '../../engine/http/named-schemas.ts';
import { Amount, Currency, DataOf, Enum, IdOf, UpdatedAt } from '../../engine/http/schemas.ts';
import { AccountName } from '../../engine/http/sensitivity.ts';
import { chainRails, paymentRails } from '../../engine/providers/rails/port.ts';
import { withdrawalNetworks } from './network-fees.ts';

const Units = Type.Integer({ format: 'int64', minimum: 0 });

const ExchangeRateFees = Type.Object(
  {
    fixed: Type.Optional(Described(Units, 'Fixed part of the fees, in the smallest unit of the source currency.')),
    total: Type.Optional(Described(Units, 'All fees together, in the smallest unit of the source currency.')),
  },
  { $id: 'ExchangeRateFees', description: 'Fees of the service and of the platform, in the source currency.' },
);

const { code, ...display } = Currency.properties;
const RateCurrency = Type.Object(
  { code, ...Type.Partial(Type.Object(display)).properties },
  {
    $id: 'ExchangeRateCurrency',
    description: 'A currency of an exchange rate. A list without a filter by currency has its `code` only.',
  },
);

const ExchangeRate = Type.Object(
  {
    sourceCurrency: Described(RateCurrency, 'Currency that the sender pays.'),
    sendingAmount: Described(Units, 'Amount that the row was priced for, in the smallest unit of `sourceCurrency`.'),
    minSendingAmount: Described(Units, 'Smallest amount that can be sent, in the smallest unit of `sourceCurrency`.'),
    maxSendingAmount: Described(Units, 'Largest amount that can be sent, in the smallest unit of `sourceCurrency`.'),
    destinationCurrency: Described(RateCurrency, 'Currency that the receiver gets.'),
    destinationPaymentRail: Type.Optional(
      Enum(paymentRails, { description: 'Rail that pays the receiver; absent where a crypto network delivers.' }),
    ),
    destinationNetwork: Type.Optional(
      Enum(chainRails, {
        description: 'Crypto network that delivers the currency; absent where a rail pays the receiver.',
      }),
    ),
    receivingAmount: Type.Integer({
      format: 'int64',
      minimum: 0,
      description:
        'Amount that the receiver gets for `sendingAmount`, in the smallest unit of `destinationCurrency`; 0 where the fees exceed it.',
    }),
    exchangeRate: Type.Number({
      exclusiveMinimum: 0,
      description: 'Smallest units of the source currency per smallest unit of the destination currency, after fees.',
    }),
    fees: ExchangeRateFees,
    updatedAt: Described(UpdatedAt, 'Time of the price that the row is based on, at most five minutes ago.'),
  },
  {
    $id: 'ExchangeRate',
    description: 'A current price for one pair of currencies over one rail or network; only a quote locks a price.',
  },
);

export const ExchangeRateList = DataOf(ExchangeRate, 'ExchangeRateListResponse');

const Institution = Type.Object({
  bankName: Type.String({ description: 'Value for `bankName` or `provider` of an external account.' }),
  displayName: Type.String({ description: 'Name of the institution for display to people.' }),
  country: Type.String({ description: 'Country of the institution by its ISO 3166-1 alpha-2 code.' }),
  currency: Type.String({ description: 'Currency that the institution accepts, by its code.' }),
});

export const DiscoveryList = DataOf(Institution, 'DiscoveryListResponse');

export const CurrencyCode = (description = 'Currency by its code, such as `USD` or `USDC`.') =>
  Type.String({ minLength: 3, maxLength: 10, description });

export const EstimateRequest = Type.Object(
  {
    internalAccountId: IdOf('InternalAccount', { description: 'Account from which the withdrawal would be made.' }),
    currency: CurrencyCode('Currency to be withdrawn, by its code, such as `USDC`.'),
    cryptoNetwork: Enum(withdrawalNetworks, { description: 'Network on which the withdrawal would be delivered.' }),
    amount: Amount({
      description: 'Amount that leaves the account, fees included, in the smallest unit of `currency`.',
    }),
    destinationAddress: AccountName(
      Type.String({
        minLength: 1,
        maxLength: 1_024,
        description: 'Address of the receiving wallet on `cryptoNetwork`.',
      }),
    ),
  },
  {
    $id: 'EstimateCryptoWithdrawalFeeRequest',
    description: 'A withdrawal to a crypto address, to be priced without being made.',
  },
);

export const EstimateResponse = Type.Object(
  {
    networkFee: Type.Integer({ description: 'Fee of the network in the smallest unit of `networkFeeAsset`.' }),
    networkFeeAsset: Type.String({ description: 'Asset in which the network charges its fee, by its code.' }),
    applicationFee: Type.Integer({ description: 'Fee of the service in the smallest unit of the withdrawn currency.' }),
    totalFee: Type.Integer({
      description: 'Network fee and application fee together, in the smallest unit of the withdrawn currency.',
    }),
    netAmount: Type.Integer({
      description: 'Amount that arrives at the address, in the smallest unit of the withdrawn currency.',
    }),
  },
  {
    $id: 'EstimateCryptoWithdrawalFeeResponse',
    description: 'Estimated fees of a withdrawal; the quote that makes it has the binding ones.',
  },
);
