export const stablecoinProviders = ['BRALE'] as const;
export type StablecoinProviderName = (typeof stablecoinProviders)[number];

export const providerEnvironments = ['SANDBOX', 'PRODUCTION'] as const;
export type ProviderEnvironment = (typeof providerEnvironments)[number];

export const issuanceStatuses = ['PENDING_REVIEW', 'PROVISIONING', 'PROVISIONED', 'REJECTED', 'FAILED'] as const;
export type IssuanceStatus = (typeof issuanceStatuses)[number];

export const serviceOperationsStatuses = [
  'NOT_ENABLED',
  'PENDING_APPROVAL',
  'ENABLING',
  'ENABLED',
  'DISABLED',
] as const;
export type ServiceOperationsStatus = (typeof serviceOperationsStatuses)[number];

export const mintSources = [
  'WIRE',
  'ACH_DEBIT',
  'SAME_DAY_ACH_DEBIT',
  'SERVICE_INTERNAL_ACCOUNT',
  'PROVIDER_INTERNAL_BALANCE',
] as const;
export type MintSource = (typeof mintSources)[number];

export const burnSources = ['EXTERNAL_ACCOUNT', 'SERVICE_INTERNAL_ACCOUNT', 'PROVIDER_INTERNAL_BALANCE'] as const;
export type BurnSource = (typeof burnSources)[number];

export const burnRails = ['WIRE', 'ACH_CREDIT', 'SAME_DAY_ACH_CREDIT', 'RTP_CREDIT'] as const;
export type BurnRail = (typeof burnRails)[number];

/** Sources whose funds somebody has to send first, to where the provider says. */
export const awaitedSources: readonly string[] = ['WIRE', 'EXTERNAL_ACCOUNT'] satisfies (MintSource | BurnSource)[];

export const operationStatuses = [
  'CREATED',
  'PENDING_FUNDING',
  'PENDING_PROVIDER',
  'PROCESSING',
  'COMPLETED',
  'FAILED',
  'EXPIRED',
] as const;
export type OperationStatus = (typeof operationStatuses)[number];

export interface Credentials {
  apiClientId: string;
  apiClientSecret: string;
}

export interface ProviderAccount {
  id: string;
  environment: ProviderEnvironment;
}

/** An account at the provider, and what opens it. */
export interface ProviderAccess {
  credentials: Credentials;
  accountId: string;
}

export interface ProviderToken {
  name: string;
  symbol: string;
  baseCurrency: string;
  decimals: number;
  networkTokenIdentifier: string;
  issuanceStatus: IssuanceStatus;
  serviceOperationsStatus: ServiceOperationsStatus;
  /** Of a coin that the service's own accounts hold. */
  currency?: string;
  /** When its statuses are worth another look; left out where they are final. */
  lookAgainMs?: number;
}

export interface TokenQuestion {
  providerTokenIdentifier: string;
  networkTokenIdentifier: string;
  network: string;
  /** When the coin was registered. */
  since: Date;
  now: Date;
}

/** A mint or a burn as the provider is told of it: it reads no table of ours. */
export interface ProviderOrder {
  /** Ours: the same order told again does nothing new. */
  id: string;
  type: 'MINT' | 'BURN';
  source: MintSource | BurnSource;
  /** The bank account that is debited, or the balance at the provider that is drawn on. */
  from: Readonly<Record<string, unknown>>;
  /** The wallet that is minted to, or the bank account that is paid. */
  to: Readonly<Record<string, unknown>>;
  rail?: BurnRail;
  token: { providerTokenIdentifier: string; symbol: string; network: string; networkTokenIdentifier: string };
  /** In the smallest unit of the base currency. */
  value: { amount: bigint; currency: string; decimals: number };
  createdAt: Date;
  /** When the funds that it waits for arrived here; only the sandbox is told. */
  fundedAt: Date | null;
  now: Date;
}

export interface OrderState {
  status: Exclude<OperationStatus, 'CREATED'>;
  providerOrderId: string;
  /** In the provider's own words. */
  providerStatus: string;
  fundingInstructions?: Readonly<Record<string, unknown>>;
  failureReason?: string;
  /** When it is worth another look. */
  lookAgainMs: number;
}

/** The provider does not take these credentials: INVALID from the beginning, REVOKED since. */
export class AccessRefused extends Error {
  readonly reason: 'INVALID' | 'REVOKED';

  constructor(reason: 'INVALID' | 'REVOKED') {
    super(`the provider says that the credentials are ${reason}`);
    this.reason = reason;
  }
}

/** It cannot be reached, or does not answer as it should. */
export class ProviderDown extends Error {}

/** Issues coins against money. Refuses with AccessRefused and ProviderDown. */
export interface StablecoinProvider {
  readonly mintSources: readonly MintSource[];
  readonly burnSources: readonly BurnSource[];
  /** The accounts that these credentials open; `wanted` is the one that the platform means, where it says so. */
  accountsOf(credentials: Credentials, wanted: string | undefined): Promise<readonly ProviderAccount[]>;
  /** Undefined where the provider knows no such token on this network. */
  token(access: ProviderAccess, question: TokenQuestion): Promise<ProviderToken | undefined>;
  /** Whether it can be reached and still takes the credentials. */
  check(access: ProviderAccess, order: ProviderOrder): Promise<void>;
  /** Hands an order over. After a crash the same order is handed over again: idempotent by its id. */
  submit(access: ProviderAccess, order: ProviderOrder): Promise<OrderState>;
  read(access: ProviderAccess, order: ProviderOrder & { providerOrderId: string }): Promise<OrderState>;
}
