import { type Static, Type } from '@sinclair/typebox';
import { Described } from '../../engine/http/named-schemas.ts';
import { PageOf } from '../../engine/http/paging.ts';
import { Pattern } from '../../engine/http/pattern-text.ts';
import { CreatedAt, Enum, IdOf, OneOf, Timestamp, UpdatedAt } from '../../engine/http/schemas.ts';
import { AccountName, Secret } from '../../engine/http/sensitivity.ts';
import {
  burnRails,
  burnSources,
  issuanceStatuses,
  mintSources,
  operationStatuses,
  providerEnvironments,
  serviceOperationsStatuses,
  stablecoinProviders,
} from '../../engine/providers/stablecoin/port.ts';
import { linkStatuses } from './link-record.ts';
import { stablecoinOperationTypes } from './operation-record.ts';

const Text = (maxLength: number, description: string) => Type.String({ minLength: 1, maxLength, description });
const MAX_DIGITS = 30;
const Digits = Pattern('^[0-9]+$', 'a whole number in digits, like 1000000', {
  maxLength: MAX_DIGITS,
  description: 'Amount in the smallest unit of the coin, as text; it must be a whole number of cents.',
  examples: ['1000000'],
});

export const Provider = Enum(stablecoinProviders, {
  $id: 'StablecoinProvider',
  description: 'Issuer of the stablecoin.',
});
const Environment = Enum(providerEnvironments, {
  $id: 'StablecoinProviderEnvironment',
  description: 'Environment of the provider in which the credentials are valid.',
});
const Network = Enum(['SPARK'], { $id: 'StablecoinNetwork', description: 'Network on which the coin exists.' });
export const LinkStatus = Enum(linkStatuses, {
  $id: 'StablecoinProviderAccountStatus',
  description: 'INVALID means that the provider rejects the credentials, REVOKED that it withdrew them.',
});
export const IssuanceStatus = Enum(issuanceStatuses, {
  $id: 'StablecoinIssuanceStatus',
  description: 'State of the coin at the provider; only PROVISIONED coins can be minted.',
});
export const OperationsStatus = Enum(serviceOperationsStatuses, {
  $id: 'StablecoinServiceOperationsStatus',
  description: 'State of the coin in this service; internal accounts hold only ENABLED coins.',
});
export const OperationType = Enum(stablecoinOperationTypes, {
  $id: 'StablecoinOperationType',
  description: 'MINT creates coins for money, BURN redeems coins for money.',
});

export const LinkCreate = Type.Object(
  {
    provider: Described(Provider, 'Provider to be linked.'),
    apiClientId: Text(255, 'Client id of the credentials that the provider issued to the platform.'),
    apiClientSecret: Secret(
      Type.String({
        minLength: 1,
        maxLength: 1_024,
        writeOnly: true,
        description: 'Secret of the credentials; it is stored encrypted and never returned.',
      }),
    ),
    providerAccountId: Type.Optional(
      Text(255, 'Account at the provider; required where the credentials open several.'),
    ),
  },
  { $id: 'StablecoinProviderAccountLinkRequest', description: 'Credentials of an account at a stablecoin provider.' },
);
export type LinkRequest = Static<typeof LinkCreate>;

export const StablecoinProviderAccount = Type.Object(
  {
    id: IdOf('StablecoinProviderAccount'),
    provider: Described(Provider, 'Provider of the account.'),
    providerAccountId: Type.String({ description: 'Id of the account at the provider.' }),
    providerEnvironment: Described(Environment, 'Environment of the provider in which the credentials are valid.'),
    status: Described(LinkStatus, 'State of the link.'),
    lastVerifiedAt: Type.Optional(Described(Timestamp, 'Time at which the provider last accepted the credentials.')),
    createdAt: CreatedAt,
    updatedAt: UpdatedAt,
  },
  { $id: 'StablecoinProviderAccount', description: 'An account of the platform at a stablecoin provider.' },
);

export const StablecoinProviderAccountList = PageOf(StablecoinProviderAccount, 'StablecoinProviderAccountListResponse');

export const CoinRegister = Type.Object(
  {
    providerTokenIdentifier: Text(255, 'Identifier of the coin at the provider.'),
    networkTokenIdentifier: Text(255, 'Identifier of the coin on its network.'),
    network: Described(Network, 'Network on which the coin exists.'),
    stablecoinProviderAccountId: Type.Optional(
      IdOf('StablecoinProviderAccount', {
        description: 'Linked account that issues the coin; required where several are linked.',
      }),
    ),
  },
  { $id: 'StablecoinRegisterRequest', description: 'A coin that exists at the provider, to be used in this service.' },
);
export type RegisterRequest = Static<typeof CoinRegister>;

export const Stablecoin = Type.Object(
  {
    id: IdOf('Stablecoin'),
    name: Type.String({ description: 'Name of the coin.' }),
    symbol: Type.String({ description: 'Ticker of the coin.' }),
    baseCurrency: Type.String({ description: 'Fiat currency that backs the coin, by its code.' }),
    network: Described(Network, 'Network on which the coin exists.'),
    decimals: Type.Integer({ description: 'Decimal places of the smallest unit of the coin.' }),
    issuanceStatus: Described(IssuanceStatus, 'State of the coin at the provider.'),
    serviceOperationsStatus: Described(OperationsStatus, 'State of the coin in this service.'),
    networkTokenIdentifier: Type.String({ description: 'Identifier of the coin on its network.' }),
    currency: Type.Optional(
      Type.String({
        description: 'Currency code of internal accounts that hold the coin; present once it is ENABLED.',
      }),
    ),
    provider: Described(Provider, 'Provider that issues the coin.'),
    stablecoinProviderAccountId: IdOf('StablecoinProviderAccount', {
      description: 'Linked account that issues the coin.',
    }),
    providerEnvironment: Described(Environment, 'Environment of the provider in which the coin exists.'),
    providerTokenIdentifier: Type.String({ description: 'Identifier of the coin at the provider.' }),
    createdAt: CreatedAt,
    updatedAt: UpdatedAt,
  },
  { $id: 'Stablecoin', description: 'A stablecoin that the platform issues through a provider.' },
);

export const StablecoinList = PageOf(Stablecoin, 'StablecoinListResponse');

const externalAccountId = IdOf('ExternalAccount', { description: 'Bank account or wallet of the platform.' });
const own = { accountId: IdOf('InternalAccount', { description: 'Internal account of the platform itself.' }) };
const withBank = <T extends string>(type: T, $id: string) =>
  Type.Object(
    {
      type: Type.Literal(type, { description: 'Collects the money from a bank account by direct debit.' }),
      externalAccountId,
    },
    { $id },
  );

const FundingSource = OneOf(
  'type',
  [
    Type.Object(
      { type: Type.Literal('WIRE', { description: 'Waits for a wire, as `fundingInstructions` describe.' }) },
      { $id: 'StablecoinWireFundingSource', description: 'A mint that the platform funds by wire.' },
    ),
    withBank('ACH_DEBIT', 'StablecoinAchDebitFundingSource'),
    withBank('SAME_DAY_ACH_DEBIT', 'StablecoinSameDayAchDebitFundingSource'),
    Type.Object(
      {
        type: Type.Literal('SERVICE_INTERNAL_ACCOUNT', {
          description: 'Takes the money from an internal account of the platform.',
        }),
        ...own,
      },
      { $id: 'StablecoinServiceInternalFundingSource', description: 'A mint that an internal account funds.' },
    ),
    Type.Object(
      {
        type: Type.Literal('PROVIDER_INTERNAL_BALANCE', {
          description: 'Takes the money from a balance at the provider.',
        }),
        sourceTokenIdentifier: Text(255, 'Coin at the provider that is exchanged.'),
        cryptoNetwork: Text(32, 'Network of that coin.'),
      },
      { $id: 'StablecoinProviderBalanceFundingSource', description: 'A mint that a balance at the provider funds.' },
    ),
  ],
  { $id: 'StablecoinMintFundingSource', description: 'Origin of the money for a mint; `type` selects the members.' },
);

const BurnSource = OneOf(
  'type',
  [
    Type.Object(
      {
        type: Type.Literal('EXTERNAL_ACCOUNT', {
          description: 'Waits for coins that the platform sends, as `fundingInstructions` describe.',
        }),
      },
      { $id: 'StablecoinExternalAccountBurnSource', description: 'A burn of coins that the platform sends.' },
    ),
    Type.Object(
      {
        type: Type.Literal('SERVICE_INTERNAL_ACCOUNT', {
          description: 'Takes the coins from an internal account of the platform.',
        }),
        ...own,
      },
      { $id: 'StablecoinServiceInternalBurnSource', description: 'A burn of coins in an internal account.' },
    ),
    Type.Object(
      {
        type: Type.Literal('PROVIDER_INTERNAL_BALANCE', {
          description: 'Takes the coins from a balance at the provider.',
        }),
      },
      { $id: 'StablecoinProviderBalanceBurnSource', description: 'A burn of coins in a balance at the provider.' },
    ),
  ],
  { $id: 'StablecoinBurnSource', description: 'Origin of the coins for a burn; `type` selects the members.' },
);

const description = Type.Optional(Type.String({ maxLength: 1_024, description: 'Memo of the platform.' }));

export const Mint = Type.Object(
  {
    amount: Digits,
    fundingSource: Described(FundingSource, 'Origin of the money.'),
    destination: Type.Object(
      { accountId: Described(externalAccountId, 'Wallet of the platform that gets the coins.') },
      { $id: 'StablecoinMintDestination', description: 'Wallet that gets the coins.' },
    ),
    description,
  },
  { $id: 'StablecoinMintRequest', description: 'Coins to be created.' },
);
export type MintRequest = Static<typeof Mint>;

const Rail = Enum(burnRails, { description: 'Rail that pays the money out.' });

export const Burn = Type.Object(
  {
    amount: Digits,
    source: Described(BurnSource, 'Origin of the coins.'),
    destination: Type.Object(
      {
        type: Type.Literal('EXTERNAL_ACCOUNT', { description: 'Pays the money to a bank account.' }),
        externalAccountId,
        rail: Rail,
      },
      { $id: 'StablecoinBurnDestination', description: 'Bank account that gets the money.' },
    ),
    description,
  },
  { $id: 'StablecoinBurnRequest', description: 'Coins to be redeemed.' },
);
export type BurnRequest = Static<typeof Burn>;

const OperationSource = Type.Object(
  {
    type: Enum([...new Set([...mintSources, ...burnSources])], { description: 'Kind of origin.' }),
    externalAccountId: Type.Optional(
      Described(externalAccountId, 'Bank account that was debited; present for direct debits.'),
    ),
    accountId: Type.Optional(
      IdOf('InternalAccount', {
        description: 'Internal account that was debited; present for SERVICE_INTERNAL_ACCOUNT.',
      }),
    ),
    sourceTokenIdentifier: Type.Optional(
      Type.String({ description: 'Coin at the provider; present for PROVIDER_INTERNAL_BALANCE.' }),
    ),
    cryptoNetwork: Type.Optional(Type.String({ description: 'Network of that coin.' })),
  },
  { $id: 'StablecoinOperationSource', description: 'Origin of the money or coins.' },
);

const FundingInstructions = Type.Object(
  {
    rail: Type.Optional(Type.String({ description: 'Rail by which the money must be sent.' })),
    network: Type.Optional(Type.String({ description: 'Network on which the coins must be sent.' })),
    address: Type.Optional(AccountName(Type.String({ description: 'Address or account that must be paid.' }))),
    valueType: Type.Optional(Type.String({ description: 'Asset that must be sent, by its code.' })),
  },
  {
    $id: 'StablecoinFundingInstructions',
    additionalProperties: true,
    description: 'Way to fund the operation; the provider may add further members.',
  },
);

const EstimatedDelivery = Type.Object(
  {
    rail: Type.String({ description: 'Rail or network that delivers.' }),
    amount: Digits,
    currency: Type.String({ description: 'Currency that is delivered, by its code.' }),
    timing: Type.String({ description: 'Expected duration in words of the provider.' }),
  },
  { $id: 'StablecoinEstimatedDelivery', description: 'Expected result of the operation.' },
);

export const Operation = Type.Object(
  {
    id: IdOf('StablecoinOperation'),
    stablecoinId: IdOf('Stablecoin', { description: 'Coin that is minted or burned.' }),
    operationType: Described(OperationType, 'Whether coins are created or redeemed.'),
    status: Enum(operationStatuses, {
      $id: 'StablecoinOperationStatus',
      description:
        'PENDING_FUNDING waits for the money or coins, PENDING_PROVIDER for the provider; COMPLETED, FAILED and EXPIRED are final.',
    }),
    amount: Type.String({ description: 'Amount in the smallest unit of the coin, as text.' }),
    provider: Described(Provider, 'Provider that carries the operation out.'),
    providerEnvironment: Described(Environment, 'Environment of the provider.'),
    stablecoinProviderAccountId: IdOf('StablecoinProviderAccount', {
      description: 'Linked account that carries the operation out.',
    }),
    source: Type.Optional(Described(OperationSource, 'Origin of the money or coins.')),
    fundingInstructions: Type.Optional(
      Described(FundingInstructions, 'Way to fund the operation; present while it waits for money or coins.'),
    ),
    destination: Type.Optional(
      Type.Object(
        {
          accountId: Described(externalAccountId, 'Wallet or bank account that is paid.'),
          rail: Type.Optional(Described(Rail, 'Rail that pays the money out; present for a burn.')),
        },
        { $id: 'StablecoinOperationDestination', description: 'Receiver of the coins or the money.' },
      ),
    ),
    estimatedDelivery: Type.Optional(
      Described(EstimatedDelivery, 'Expected result; absent where the provider gives none.'),
    ),
    expiresAt: Type.Optional(Described(Timestamp, 'Time after which an operation without funding expires.')),
    providerStatus: Type.Optional(Type.String({ description: 'State in the words of the provider.' })),
    failureReason: Type.Optional(
      Type.String({ description: 'Cause of the failure; present while the status is FAILED.' }),
    ),
    description,
    createdAt: CreatedAt,
    updatedAt: UpdatedAt,
  },
  { $id: 'StablecoinOperation', description: 'A mint or burn of a stablecoin.' },
);

export const OperationList = PageOf(Operation, 'StablecoinOperationListResponse');
