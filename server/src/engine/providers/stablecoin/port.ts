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

/** Sources whose funds the customer must send first, following the provider's funding instructions. */
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

/** An account at the provider, with its credentials. */
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
  /** Currency of the internal accounts that can hold the coin. */
  currency?: string;
  /** Time until the next poll; undefined if the statuses are final. */
  pollAfterMs?: number;
}

export interface TokenRequest {
  providerTokenIdentifier: string;
  networkTokenIdentifier: string;
  network: string;
  /** Time when the coin was registered. */
  since: Date;
  now: Date;
}

/** A mint or burn, with all data for the provider. */
export interface ProviderOrder {
  /** Idempotency key. */
  id: string;
  type: 'MINT' | 'BURN';
  source: MintSource | BurnSource;
  /** Bank account, or balance at the provider, to debit. */
  from: Readonly<Record<string, unknown>>;
  /** Wallet that receives the minted coins, or bank account to pay. */
  to: Readonly<Record<string, unknown>>;
  rail?: BurnRail;
  token: { providerTokenIdentifier: string; symbol: string; network: string; networkTokenIdentifier: string };
  /** Amount in the smallest unit of the base currency. */
  value: { amount: bigint; currency: string; decimals: number };
  createdAt: Date;
  /** Time of the simulated arrival of funds in the sandbox. */
  fundedAt: Date | null;
  now: Date;
}

export interface OrderState {
  status: Exclude<OperationStatus, 'CREATED'>;
  providerOrderId: string;
  /** Status as reported by the provider. */
  providerStatus: string;
  fundingInstructions?: Readonly<Record<string, unknown>>;
  failureReason?: string;
  pollAfterMs: number;
}

/** The provider rejects the credentials. INVALID: never accepted. REVOKED: not accepted any more. */
export class AccessDenied extends Error {
  readonly reason: 'INVALID' | 'REVOKED';

  constructor(reason: 'INVALID' | 'REVOKED') {
    super(`the provider reports the credentials as ${reason}`);
    this.reason = reason;
  }
}

/** The provider cannot be reached, or its response is invalid. */
export class ProviderUnavailable extends Error {}

/** Issues and redeems coins. Every method may throw AccessDenied or ProviderUnavailable. */
export interface StablecoinProvider {
  readonly mintSources: readonly MintSource[];
  readonly burnSources: readonly BurnSource[];
  /** Accounts that these credentials can access. `selected` is the account that the platform has selected. */
  accountsOf(credentials: Credentials, selected: string | undefined): Promise<readonly ProviderAccount[]>;
  /** Returns undefined if the provider has no such token on the network. */
  token(access: ProviderAccess, question: TokenRequest): Promise<ProviderToken | undefined>;
  /** Throws if the provider is unavailable or rejects the credentials. */
  check(access: ProviderAccess, order: ProviderOrder): Promise<void>;
  /** Submits an order. Idempotent by id, because it is called again after a crash. */
  submit(access: ProviderAccess, order: ProviderOrder): Promise<OrderState>;
  read(access: ProviderAccess, order: ProviderOrder & { providerOrderId: string }): Promise<OrderState>;
}
