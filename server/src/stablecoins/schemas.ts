import { type Static, Type } from '@sinclair/typebox';
import { PageOf } from '../http/paging.ts';
import { Pattern } from '../http/pattern-text.ts';
import { CreatedAt, Enum, IdOf, OneOf, Timestamp, UpdatedAt } from '../http/schemas.ts';
import { AccountName, Secret } from '../http/sensitivity.ts';
import {
  burnRails,
  burnSources,
  issuanceStatuses,
  mintSources,
  operationStatuses,
  providerEnvironments,
  serviceOperationsStatuses,
  stablecoinProviders,
} from '../providers/stablecoin/port.ts';
import { linkStatuses } from './link-record.ts';
import { stablecoinOperationTypes } from './operation-record.ts';

const Text = (maxLength: number) => Type.String({ minLength: 1, maxLength });
const MAX_DIGITS = 30;
const Digits = Pattern('^[0-9]+$', 'a whole number in digits, like 1000000', {
  maxLength: MAX_DIGITS,
  description: 'in the smallest unit of the coin; a whole number of cents',
  examples: ['1000000'],
});

export const Provider = Enum(stablecoinProviders, { $id: 'StablecoinProvider' });
const Environment = Enum(providerEnvironments, { $id: 'StablecoinProviderEnvironment' });
const Network = Enum(['SPARK'], { $id: 'StablecoinNetwork' });
export const LinkStatus = Enum(linkStatuses, { $id: 'StablecoinProviderAccountStatus' });
export const IssuanceStatus = Enum(issuanceStatuses, { $id: 'StablecoinIssuanceStatus' });
export const OperationsStatus = Enum(serviceOperationsStatuses, { $id: 'StablecoinServiceOperationsStatus' });
export const OperationType = Enum(stablecoinOperationTypes, { $id: 'StablecoinOperationType' });

export const LinkCreate = Type.Object(
  {
    provider: Provider,
    apiClientId: Text(255),
    apiClientSecret: Secret(Type.String({ minLength: 1, maxLength: 1_024, writeOnly: true })),
    providerAccountId: Type.Optional(Text(255)),
  },
  { $id: 'StablecoinProviderAccountLinkRequest' },
);
export type LinkRequest = Static<typeof LinkCreate>;

export const StablecoinProviderAccount = Type.Object(
  {
    id: IdOf('StablecoinProviderAccount'),
    provider: Provider,
    providerAccountId: Type.String(),
    providerEnvironment: Environment,
    status: LinkStatus,
    lastVerifiedAt: Type.Optional(Timestamp),
    createdAt: CreatedAt,
    updatedAt: UpdatedAt,
  },
  { $id: 'StablecoinProviderAccount' },
);

export const StablecoinProviderAccountList = PageOf(StablecoinProviderAccount, 'StablecoinProviderAccountListResponse');

export const CoinRegister = Type.Object(
  {
    providerTokenIdentifier: Text(255),
    networkTokenIdentifier: Text(255),
    network: Network,
    stablecoinProviderAccountId: Type.Optional(
      IdOf('StablecoinProviderAccount', { description: 'required when several are linked' }),
    ),
  },
  { $id: 'StablecoinRegisterRequest' },
);
export type RegisterRequest = Static<typeof CoinRegister>;

export const Stablecoin = Type.Object(
  {
    id: IdOf('Stablecoin'),
    name: Type.String(),
    symbol: Type.String(),
    baseCurrency: Type.String(),
    network: Network,
    decimals: Type.Integer(),
    issuanceStatus: IssuanceStatus,
    serviceOperationsStatus: OperationsStatus,
    networkTokenIdentifier: Type.String(),
    currency: Type.Optional(Type.String({ description: 'of internal accounts that hold it, once it is ENABLED' })),
    provider: Provider,
    stablecoinProviderAccountId: IdOf('StablecoinProviderAccount'),
    providerEnvironment: Environment,
    providerTokenIdentifier: Type.String(),
    createdAt: CreatedAt,
    updatedAt: UpdatedAt,
  },
  { $id: 'Stablecoin' },
);

export const StablecoinList = PageOf(Stablecoin, 'StablecoinListResponse');

const externalAccountId = IdOf('ExternalAccount');
const own = { accountId: IdOf('InternalAccount', { description: "one of the platform's own" }) };
const withBank = <T extends string>(type: T, $id: string) =>
  Type.Object({ type: Type.Literal(type), externalAccountId }, { $id });

const FundingSource = OneOf(
  'type',
  [
    Type.Object({ type: Type.Literal('WIRE') }, { $id: 'StablecoinWireFundingSource' }),
    withBank('ACH_DEBIT', 'StablecoinAchDebitFundingSource'),
    withBank('SAME_DAY_ACH_DEBIT', 'StablecoinSameDayAchDebitFundingSource'),
    Type.Object(
      { type: Type.Literal('SERVICE_INTERNAL_ACCOUNT'), ...own },
      { $id: 'StablecoinServiceInternalFundingSource' },
    ),
    Type.Object(
      {
        type: Type.Literal('PROVIDER_INTERNAL_BALANCE'),
        sourceTokenIdentifier: Text(255),
        cryptoNetwork: Text(32),
      },
      { $id: 'StablecoinProviderBalanceFundingSource' },
    ),
  ],
  { $id: 'StablecoinMintFundingSource' },
);

const BurnSource = OneOf(
  'type',
  [
    Type.Object({ type: Type.Literal('EXTERNAL_ACCOUNT') }, { $id: 'StablecoinExternalAccountBurnSource' }),
    Type.Object(
      { type: Type.Literal('SERVICE_INTERNAL_ACCOUNT'), ...own },
      { $id: 'StablecoinServiceInternalBurnSource' },
    ),
    Type.Object({ type: Type.Literal('PROVIDER_INTERNAL_BALANCE') }, { $id: 'StablecoinProviderBalanceBurnSource' }),
  ],
  { $id: 'StablecoinBurnSource' },
);

const description = Type.Optional(Type.String({ maxLength: 1_024 }));

export const Mint = Type.Object(
  {
    amount: Digits,
    fundingSource: FundingSource,
    destination: Type.Object({ accountId: externalAccountId }, { $id: 'StablecoinMintDestination' }),
    description,
  },
  { $id: 'StablecoinMintRequest' },
);
export type MintRequest = Static<typeof Mint>;

const Rail = Enum(burnRails);

export const Burn = Type.Object(
  {
    amount: Digits,
    source: BurnSource,
    destination: Type.Object(
      { type: Type.Literal('EXTERNAL_ACCOUNT'), externalAccountId, rail: Rail },
      { $id: 'StablecoinBurnDestination' },
    ),
    description,
  },
  { $id: 'StablecoinBurnRequest' },
);
export type BurnRequest = Static<typeof Burn>;

const OperationSource = Type.Object(
  {
    type: Enum([...new Set([...mintSources, ...burnSources])]),
    externalAccountId: Type.Optional(externalAccountId),
    accountId: Type.Optional(IdOf('InternalAccount')),
    sourceTokenIdentifier: Type.Optional(Type.String()),
    cryptoNetwork: Type.Optional(Type.String()),
  },
  { $id: 'StablecoinOperationSource' },
);

const FundingInstructions = Type.Object(
  {
    rail: Type.Optional(Type.String()),
    network: Type.Optional(Type.String()),
    address: Type.Optional(AccountName(Type.String())),
    valueType: Type.Optional(Type.String()),
  },
  {
    $id: 'StablecoinFundingInstructions',
    additionalProperties: true,
    description: 'and further members of the provider',
  },
);

const EstimatedDelivery = Type.Object(
  { rail: Type.String(), amount: Digits, currency: Type.String(), timing: Type.String() },
  { $id: 'StablecoinEstimatedDelivery' },
);

export const Operation = Type.Object(
  {
    id: IdOf('StablecoinOperation'),
    stablecoinId: IdOf('Stablecoin'),
    operationType: OperationType,
    status: Enum(operationStatuses, { $id: 'StablecoinOperationStatus' }),
    amount: Type.String(),
    provider: Provider,
    providerEnvironment: Environment,
    stablecoinProviderAccountId: IdOf('StablecoinProviderAccount'),
    source: Type.Optional(OperationSource),
    fundingInstructions: Type.Optional(FundingInstructions),
    destination: Type.Optional(
      Type.Object(
        { accountId: externalAccountId, rail: Type.Optional(Rail) },
        { $id: 'StablecoinOperationDestination' },
      ),
    ),
    estimatedDelivery: Type.Optional(EstimatedDelivery),
    expiresAt: Type.Optional(Timestamp),
    providerStatus: Type.Optional(Type.String()),
    failureReason: Type.Optional(Type.String()),
    description,
    createdAt: CreatedAt,
    updatedAt: UpdatedAt,
  },
  { $id: 'StablecoinOperation' },
);

export const OperationList = PageOf(Operation, 'StablecoinOperationListResponse');
