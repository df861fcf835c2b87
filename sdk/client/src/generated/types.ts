// Made from the OpenAPI document of the service: run the tests of the SDK with -u to make it again.

/** An account of this platform to be paid. */
export interface AccountDestination {
  /** Pays an internal or external account. */
  destinationType: 'ACCOUNT';
  /** Internal or external account to be paid. */
  accountId: AccountId;
  /** Currency of the account, by its code; any other currency is rejected. */
  currency?: string;
  /** Rail to be used; by default the fastest one that can pay the account. */
  paymentRail?: PaymentRail;
}

/** Id of an internal or external account. */
export type AccountId = InternalAccountId | ExternalAccountId;

/** Id of a customer, or of the platform, which owns accounts of its own. */
export type AccountOwnerId = CustomerId | PlatformId;

/** An account of the customer or the platform that pays. */
export interface AccountQuoteSource {
  /** Pays from an internal account, or collects from an external account that can be debited. */
  sourceType: 'ACCOUNT';
  /** Internal or external account that pays. */
  accountId: AccountId;
  /** Customer on whose behalf the platform pays from its own account. */
  customerId?: CustomerId;
}

/** An account that is paid. */
export interface AccountTransactionDestination {
  /** The money goes to an account. */
  destinationType: 'ACCOUNT';
  /** Internal or external account that is paid. */
  accountId: AccountId;
  /** Currency by its code. */
  currency?: string;
  /** Transaction on the network; absent for rails that are not crypto networks, and before it is known. */
  onChainTransaction?: OnChainTransaction;
}

/** An account that paid. */
export interface AccountTransactionSource {
  /** The money came from an account of this service. */
  sourceType: 'ACCOUNT';
  /** Internal or external account that paid. */
  accountId: AccountId;
  /** Currency by its code. */
  currency?: string;
  /** Transaction on the network; absent for rails that are not crypto networks, and before it is known. */
  onChainTransaction?: OnChainTransaction;
}

/** Postal address. */
export interface Address {
  /** Street and number, or a post office box. */
  line1: string;
  /** Apartment, floor or building. */
  line2?: string;
  /** City or town; some account types require it. */
  city?: string;
  /** State, province or region, where the country has them. */
  state?: string;
  /** Postal or ZIP code, in the form of the country. */
  postalCode: string;
  country: CountryCode;
}

/** Postal address that names the city. */
export interface AddressWithCity {
  /** Street and number, or a post office box. */
  line1: string;
  /** Apartment, floor or building. */
  line2?: string;
  /** City or town. */
  city: string;
  /** State, province or region, where the country has them. */
  state?: string;
  /** Postal or ZIP code, in the form of the country. */
  postalCode: string;
  country: CountryCode;
}

export interface AedBeneficiary {
  /** Marks the owner as a person. */
  beneficiaryType: 'INDIVIDUAL';
  /** Full name of the person, as the bank or custodian of the account has it. */
  fullName: string;
  /** Date of birth as `YYYY-MM-DD`. */
  birthDate?: string;
  /** Country of citizenship by its ISO 3166-1 alpha-2 code. */
  nationality?: CountryCode;
  /** Email address of the owner of the account. */
  email?: string;
  /** Phone number of the owner of the account in E.164 form. */
  phoneNumber?: string;
  /** Country in which the owner lives or is established, by its ISO 3166-1 alpha-2 code. */
  countryOfResidence?: CountryCode;
  /** Address of the owner of the account. */
  address?: Address;
}

export interface AedExternalAccountCreateInfo {
  /** Type of the account, which selects the other members. */
  accountType: 'AED_ACCOUNT';
  /** IBAN without spaces; its check digits are verified. */
  iban: string;
  /** BIC of the bank, 8 or 11 characters. */
  swiftCode?: string;
  /** Owner of the account: a person or a business. */
  beneficiary: AedBeneficiary | BusinessBeneficiaryWithAddress;
}

export interface AedExternalAccountInfo {
  /** Type of the account, which selects the other members. */
  accountType: 'AED_ACCOUNT';
  /** IBAN without spaces; its check digits are verified. */
  iban: string;
  /** BIC of the bank, 8 or 11 characters. */
  swiftCode?: string;
  /** Owner of the account: a person or a business. */
  beneficiary: AedBeneficiary | BusinessBeneficiaryWithAddress;
  /** Rails that can pay this account with the details given. */
  paymentRails: 'BANK_TRANSFER'[];
}

/** A program that acts for one customer within a policy. */
export interface Agent {
  id: AgentId;
  /** Name for display of the agent. */
  name: string;
  /** Customer for whom the agent acts. */
  customerId: CustomerId;
  /** Whether the agent is paused; a paused agent can only read. */
  isPaused: boolean;
  /** Whether a device code was redeemed, so that the agent has an access token. */
  isConnected: boolean;
  /** Rules for the requests of the agent. */
  policy: AgentPolicy;
  usage: AgentUsage;
  /** Time of creation by the platform's clock, which a sandbox can advance. */
  createdAt: string;
  /** Time of the last change; equal to `createdAt` before the first one. */
  updatedAt: string;
}

/** Accounts that the agent may use. */
export interface AgentAccountRestrictions {
  /** Accounts that the agent may debit or collect money for; null: every account of the customer. */
  allowedAccountIds?: AccountId[] | null;
  /** Rules for single accounts. */
  accountRules?: AgentAccountRule[];
}

/** Rule for one account, in place of the general one. */
export interface AgentAccountRule {
  /** Account to which the rule applies. */
  accountId: AccountId;
  /** Mode for payments from this account, in place of `defaultExecutionMode`. */
  executionMode?: AgentExecutionMode;
  /** Largest single payment from this account, in the currency of `spendingLimits`; null: no rule of its own. */
  perTransactionLimit?: number | null;
}

/** An operation of an agent that waits, or waited, for the platform. */
export interface AgentAction {
  id: AgentActionId;
  /** Agent that requested the action. */
  agentId: AgentId;
  /** Customer for whom the agent acts. */
  customerId: CustomerId;
  /** The platform's own id of the customer. */
  platformCustomerId: string;
  /** State of the action. */
  status: AgentActionStatus;
  type: AgentActionType;
  /** Quote to be executed; present for EXECUTE_QUOTE. */
  quote?: Quote;
  /** Transfer to be made; present for TRANSFER_OUT and TRANSFER_IN. */
  transferDetails?: AgentTransferDetails;
  /** Payment that the action made; present once it is APPROVED or FAILED. */
  transaction?: TransactionOneOf;
  /** Reason why the action is REJECTED or FAILED. */
  rejectionReason?: string;
  /** Time of creation by the platform's clock, which a sandbox can advance. */
  createdAt: string;
  /** Time of the last change; equal to `createdAt` before the first one. */
  updatedAt: string;
}

/** Id of an action that an agent has requested. */
export type AgentActionId = string & { readonly '~id'?: 'AgentAction' };

export interface AgentActionListResponse {
  /** Items of this page, at most `limit`. */
  data: AgentAction[];
  /** Whether another page follows. */
  hasMore: boolean;
  /** Value of `cursor` for the next page; absent on the last one. */
  nextCursor?: string;
  /** Number of items on all pages; absent when it exceeds 10000. */
  totalCount?: number;
}

/** Rejection of an action. */
export interface AgentActionRejectRequest {
  /** Reason for the rejection, which the action shows as `rejectionReason`. */
  reason?: string;
}

/** PENDING_APPROVAL waits for the platform; APPROVED, REJECTED and FAILED are final. */
export type AgentActionStatus = 'PENDING_APPROVAL' | 'APPROVED' | 'REJECTED' | 'FAILED';

/** Operation that the agent requested. */
export type AgentActionType = 'EXECUTE_QUOTE' | 'TRANSFER_OUT' | 'TRANSFER_IN';

/** Amount above which the platform must approve. */
export interface AgentApprovalThresholds {
  /** Currency of `amount`, by its code. */
  currency?: string;
  /**
   * Payments above this amount require an approval in any mode, in the smallest unit of `currency`; null: no threshold.
   */
  amount?: number | null;
}

/** An agent to be created. */
export interface AgentCreateRequest {
  /** Name for display of the agent. */
  name: string;
  /** Customer for whom the agent will act. */
  customerId: CustomerId;
  /** Rules for the requests of the agent. */
  policy: AgentPolicy;
}

/** A new agent and the code that connects it. */
export interface AgentCreateResponse {
  /** The agent as it was created. */
  agent: Agent;
  /** Code that connects the agent; it is shown only here. */
  deviceCode: AgentDeviceCode;
}

/** A code that connects an agent, once. */
export interface AgentDeviceCode {
  /** Device code that the agent redeems for its access token. */
  code: string;
  /** Agent that the code connects. */
  agentId: AgentId;
  /** Time after which the code cannot be redeemed. */
  expiresAt: string;
  /** Whether an agent has redeemed the code. */
  redeemed: boolean;
}

/** Access of an agent. */
export interface AgentDeviceCodeRedeemResponse {
  agentId: AgentId;
  /** Name for display of the agent. */
  agentName: string;
  /** Bearer token of the agent, shown only in this response. */
  accessToken: string;
  /** Rules for the requests of the agent. */
  policy: AgentPolicy;
}

/** State of a device code. */
export interface AgentDeviceCodeStatusResponse {
  /** Device code that the agent redeems for its access token. */
  code: string;
  /** Whether an agent has redeemed the code. */
  redeemed: boolean;
}

/** AUTO carries an order out at once, APPROVAL_REQUIRED waits for the platform. */
export type AgentExecutionMode = 'AUTO' | 'APPROVAL_REQUIRED';

/** An account elsewhere to be added for a customer or for the platform. */
export interface AgentExternalAccountCreateRequest {
  /** Currency of the account by its code, such as `EUR`; it must be one that the account type accepts. */
  currency: string;
  /** The platform's own id for the account, which responses repeat. */
  platformAccountId?: string;
  /**
   * FIRST_PARTY if the account belongs to the customer or platform itself, THIRD_PARTY if it belongs to somebody else.
   */
  ownershipType?: 'FIRST_PARTY' | 'THIRD_PARTY';
  /**
   * Pays incoming UMA payments of the customer out to this account; the newest such account replaces the one before.
   * Default: `false`.
   */
  defaultUmaDepositAccount?: boolean;
  /** Type, details and owner of the account. */
  accountInfo: ExternalAccountCreateInfoOneOf;
}

/** Id of an agent that acts for a customer. */
export type AgentId = string & { readonly '~id'?: 'Agent' };

export interface AgentListResponse {
  /** Items of this page, at most `limit`. */
  data: Agent[];
  /** Whether another page follows. */
  hasMore: boolean;
  /** Value of `cursor` for the next page; absent on the last one. */
  nextCursor?: string;
  /** Number of items on all pages; absent when it exceeds 10000. */
  totalCount?: number;
}

export type AgentPermission =
  | 'VIEW_TRANSACTIONS'
  | 'CREATE_TRANSFERS'
  | 'CREATE_QUOTES'
  | 'EXECUTE_QUOTES'
  | 'MANAGE_EXTERNAL_ACCOUNTS';

/** Rules that every request of an agent must follow. */
export interface AgentPolicy {
  /** Operations that the agent may call. */
  permissions: AgentPermission[];
  /** Mode of payments from accounts without a rule of their own. */
  defaultExecutionMode: AgentExecutionMode;
  /** Limits for single payments, days and months. */
  spendingLimits: AgentSpendingLimits;
  /** Accounts that the agent may use; absent: every account of the customer. */
  accountRestrictions?: AgentAccountRestrictions;
  /** Amount above which the platform must approve; absent: no threshold. */
  approvalThresholds?: AgentApprovalThresholds;
}

export interface AgentPolicyUpdateRequest {
  /** Operations that the agent may call. */
  permissions?: AgentPermission[];
  /** New mode of payments from accounts without a rule of their own. */
  defaultExecutionMode?: AgentExecutionMode;
  spendingLimits?: AgentSpendingLimitsUpdate;
  accountRestrictions?: AgentAccountRestrictions;
  approvalThresholds?: AgentApprovalThresholds;
}

/** Limits for the payments of an agent. */
export interface AgentSpendingLimits {
  /** Currency of the limits, by its code. */
  currency: string;
  /** Largest single payment, in the smallest unit of `currency`. */
  perTransactionLimit: number;
  /** Most that the agent may spend in a day of UTC, in the smallest unit of `currency`; null: no limit. */
  dailyLimit?: number | null;
  /** Most payments that the agent may make in a day of UTC; null: no limit. */
  dailyTransactionLimit?: number | null;
  /** Most that the agent may spend in a month of UTC, in the smallest unit of `currency`; null: no limit. */
  monthlyLimit?: number | null;
}

/** Change of the limits; members that are absent keep their values. */
export interface AgentSpendingLimitsUpdate {
  /** Currency of the limits, by its code. */
  currency?: string;
  /** Largest single payment, in the smallest unit of `currency`. */
  perTransactionLimit?: number;
  /** Most that the agent may spend in a day of UTC, in the smallest unit of `currency`; null: no limit. */
  dailyLimit?: number | null;
  /** Most payments that the agent may make in a day of UTC; null: no limit. */
  dailyTransactionLimit?: number | null;
  /** Most that the agent may spend in a month of UTC, in the smallest unit of `currency`; null: no limit. */
  monthlyLimit?: number | null;
}

/** A transfer that an agent has requested. */
export interface AgentTransferDetails {
  /** Amount of the transfer, in the smallest unit of `currency`. */
  amount: number;
  /** Currency of the transfer, by its code. */
  currency: string;
  /** Account that is debited. */
  sourceAccountId: AccountId;
  /** Account that is credited. */
  destinationAccountId: AccountId;
}

export interface AgentUpdateRequest {
  /** Name for display of the agent. */
  name?: string;
  /** Pauses or resumes the agent; a paused agent can only read. */
  isPaused?: boolean;
}

/** Part of the limits that the agent has used. */
export interface AgentUsage {
  /** Payments that the agent has made on the counted day. */
  dailyTransactionCount: number;
  /** Sum that the agent has spent on the counted day, in the smallest unit of the currency of `spendingLimits`. */
  dailySpend: number;
  /** Day in UTC that the daily figures count; absent before the first payment. */
  dailyResetDate?: string;
  /** Sum that the agent has spent in the counted month, in the smallest unit of the currency of `spendingLimits`. */
  monthlySpend: number;
  /** Month in UTC that `monthlySpend` counts; absent before the first payment. */
  monthlyResetMonth?: string;
}

/** Id of a transaction or card transaction. */
export type AnyTransactionId = TransactionId | CardTransactionId;

/** Credentials of the platform. */
export interface ApiToken {
  id: TokenId;
  /** Name for display of the token. */
  name: string;
  /** Operations that the token may call. */
  permissions: Permission[];
  /** Username of HTTP Basic authentication. */
  clientId: string;
  /** Password of HTTP Basic authentication; only in the response that creates the token. */
  clientSecret?: string;
  /** Time of creation by the platform's clock, which a sandbox can advance. */
  createdAt: string;
  /** Time of the last change; equal to `createdAt` before the first one. */
  updatedAt: string;
}

/** An API token to be created. */
export interface ApiTokenCreateRequest {
  /** Name for display of the token. */
  name: string;
  /** Operations that the token may call. */
  permissions: Permission[];
}

/** Acceptance of an incoming payment. */
export interface ApprovePaymentRequest {
  /** Data about the receiver that the sender's provider asked for, by field name. */
  receiverCustomerInfo?: Record<string, unknown>;
}

/** Key of the session that the verification will start. */
export interface AuthCredentialChallengeRequest {
  /** P-256 public key of the new session in hex; required for a PASSKEY, ignored for codes. */
  clientPublicKey?: unknown;
}

export type AuthCredentialCreateRequest =
  | OtpCredentialCreateRequest
  | OauthCredentialCreateRequest
  | PasskeyCredentialCreateRequest;

export interface AuthCredentialListResponse {
  /** All items: this list has no pages. */
  data: AuthMethod[];
}

/** A credential with the challenge that its verification answers. */
export interface AuthCredentialResponse {
  id: AuthMethodId;
  /** Embedded wallet that the credential controls. */
  accountId: InternalAccountId;
  type: AuthMethodType;
  /** WebAuthn credential id in base64url; PASSKEY only. */
  credentialId?: string;
  /** Email address (EMAIL_OTP, OAUTH), phone number (SMS_OTP) or the name given at registration (PASSKEY). */
  nickname: string;
  /** Time of creation by the platform's clock, which a sandbox can advance. */
  createdAt: string;
  /** Time of the last change; equal to `createdAt` before the first one. */
  updatedAt: string;
  /** JSON for an HPKE library, to which the code is encrypted; EMAIL_OTP and SMS_OTP only. */
  otpEncryptionTargetBundle?: string;
  /** Characters that, as UTF-8, are the WebAuthn challenge; PASSKEY only. */
  challenge?: string;
  /** Id to be sent in the `Request-Id` header when the credential is verified; PASSKEY only. */
  requestId?: RequestId;
  /** Time after which the challenge is void; PASSKEY only. */
  expiresAt?: string;
}

export type AuthCredentialResponseOrProcessing = AuthCredentialResponse | WalletOperationProcessing;

export type AuthCredentialVerifyRequest =
  | OtpCredentialVerifyRequest
  | OauthCredentialVerifyRequest
  | PasskeyCredentialVerifyRequest;

/** A credential of an embedded wallet. */
export interface AuthMethod {
  id: AuthMethodId;
  /** Embedded wallet that the credential controls. */
  accountId: InternalAccountId;
  type: AuthMethodType;
  /** WebAuthn credential id in base64url; PASSKEY only. */
  credentialId?: string;
  /** Email address (EMAIL_OTP, OAUTH), phone number (SMS_OTP) or the name given at registration (PASSKEY). */
  nickname: string;
  /** Time of creation by the platform's clock, which a sandbox can advance. */
  createdAt: string;
  /** Time of the last change; equal to `createdAt` before the first one. */
  updatedAt: string;
}

/** Id of a credential of an embedded wallet. */
export type AuthMethodId = string & { readonly '~id'?: 'AuthMethod' };

/** A credential, with the encryption target of a code that was just sent. */
export interface AuthMethodResponse {
  id: AuthMethodId;
  /** Embedded wallet that the credential controls. */
  accountId: InternalAccountId;
  type: AuthMethodType;
  /** WebAuthn credential id in base64url; PASSKEY only. */
  credentialId?: string;
  /** Email address (EMAIL_OTP, OAUTH), phone number (SMS_OTP) or the name given at registration (PASSKEY). */
  nickname: string;
  /** Time of creation by the platform's clock, which a sandbox can advance. */
  createdAt: string;
  /** Time of the last change; equal to `createdAt` before the first one. */
  updatedAt: string;
  /** JSON for an HPKE library, to which the code is encrypted; valid for one code. */
  otpEncryptionTargetBundle?: string;
}

/**
 * Kind of credential: OAUTH is a token of an OpenID provider, EMAIL_OTP and SMS_OTP are one-time codes, PASSKEY a
 * WebAuthn credential.
 */
export type AuthMethodType = 'OAUTH' | 'EMAIL_OTP' | 'SMS_OTP' | 'PASSKEY';

/** A session of an embedded wallet, started by verifying a credential. */
export interface AuthSession {
  id: SessionId;
  /** Embedded wallet that the credential controls. */
  accountId: InternalAccountId;
  type: AuthMethodType;
  /** WebAuthn credential id in base64url; PASSKEY only. */
  credentialId?: string;
  /** Email address (EMAIL_OTP, OAUTH), phone number (SMS_OTP) or the name given at registration (PASSKEY). */
  nickname: string;
  /** Time of creation by the platform's clock, which a sandbox can advance. */
  createdAt: string;
  /** Time of the last change; equal to `createdAt` before the first one. */
  updatedAt: string;
  /**
   * Key of the session, encrypted to an uncompressed `clientPublicKey`; returned once.
   * @deprecated
   */
  encryptedSessionSigningKey?: string;
  /** Time after which the key of the session must not sign. */
  expiresAt: string;
}

export type AuthSessionOrProcessing = AuthSession | WalletOperationProcessing;

/** Key of the new session. */
export interface AuthSessionRefreshRequest {
  /**
   * P-256 public key in hex: compressed, it is the key of the session; uncompressed (deprecated), the service creates
   * that key and encrypts it to this one.
   */
  clientPublicKey: string;
}

/** Challenge of a signed retry for a credential. */
export interface AuthSignedRequestChallenge {
  /** Kind of the credential that is added, verified or revoked. */
  type: AuthMethodType;
  /** Payload that a session of the wallet signs exactly as received. */
  payloadToSign: string;
  /** Id to be sent in the `Request-Id` header of the signed retry. */
  requestId: RequestId;
  /** Time after which the challenge is void. */
  expiresAt: string;
}

/** A change of the available balance of an internal account. */
export interface BalanceChange {
  /** Ledger entry of the change: transaction, phase and number, such as `Transaction:.../execute/1`. */
  id: string;
  /** Transaction, card transaction or stablecoin operation that was posted. */
  transactionId: string;
  /** Reason of the change within its transaction. */
  code: string;
  /** Change of the available balance: positive for a credit, negative for a debit. */
  amount: CurrencyAmount;
  /** Available balance after the change. */
  balanceAfter: CurrencyAmount;
  /** Time of creation by the platform's clock, which a sandbox can advance. */
  createdAt: string;
}

/** Changes of a balance in a window, newest first. */
export interface BalanceChangeListResponse {
  /** Account whose balance has changed. */
  accountId: InternalAccountId;
  /** Start of the window. */
  from: string;
  /** End of the window, which it does not include. */
  to: string;
  /** Available balance before the first change of the window. */
  openingBalance: CurrencyAmount;
  /** Available balance after the last change of the window: `openingBalance` plus the changes of all pages. */
  closingBalance: CurrencyAmount;
  /** Items of this page, at most `limit`. */
  data: BalanceChange[];
  /** Whether another page follows. */
  hasMore: boolean;
  /** Value of `cursor` for the next page; absent on the last one. */
  nextCursor?: string;
  /** Number of items on all pages; absent when it exceeds 10000. */
  totalCount?: number;
}

/** Id of a bank credit that matches no account. */
export type BankCreditId = string & { readonly '~id'?: 'BankCredit' };

export interface BaseWalletExternalAccountInfo {
  /** Type of the account, which selects the other members. */
  accountType: 'BASE_WALLET';
  /** Address of the wallet on its network. */
  address: string;
  /** Custodian of the wallet by its name in `GET /vasps`; absent for a self-custody wallet. */
  vaspName?: string;
  /** Owner of the wallet; required only where the Travel Rule applies. */
  beneficiary?: WalletIndividualBeneficiary | BusinessBeneficiary;
}

export interface BdtBeneficiary {
  /** Marks the owner as a person. */
  beneficiaryType: 'INDIVIDUAL';
  /** Full name of the person, as the bank or custodian of the account has it. */
  fullName: string;
  /** Date of birth as `YYYY-MM-DD`. */
  birthDate?: string;
  /** Country of citizenship by its ISO 3166-1 alpha-2 code. */
  nationality?: CountryCode;
  /** Email address of the owner of the account. */
  email?: string;
  /** Phone number of the owner of the account in E.164 form. */
  phoneNumber?: string;
  /** Country in which the owner lives or is established, by its ISO 3166-1 alpha-2 code. */
  countryOfResidence?: CountryCode;
  /** Address of the owner of the account. */
  address?: Address;
}

export interface BdtExternalAccountCreateInfo {
  /** Type of the account, which selects the other members. */
  accountType: 'BDT_ACCOUNT';
  /** Account number at the bank, without spaces. */
  accountNumber?: string;
  /** Name of the bank or mobile money operator that holds the account. */
  bankName: string;
  /** Code of the bank branch. */
  branchCode?: string;
  /** BIC of the bank, 8 or 11 characters. */
  swiftCode?: string;
  /** Phone number of the mobile wallet with `+` and calling code; required for mobile money. */
  phoneNumber?: string;
  /** Owner of the account: a person or a business. */
  beneficiary: BdtBeneficiary | BusinessBeneficiary;
}

export interface BdtExternalAccountInfo {
  /** Type of the account, which selects the other members. */
  accountType: 'BDT_ACCOUNT';
  /** Account number at the bank, without spaces. */
  accountNumber?: string;
  /** Name of the bank or mobile money operator that holds the account. */
  bankName: string;
  /** Code of the bank branch. */
  branchCode?: string;
  /** BIC of the bank, 8 or 11 characters. */
  swiftCode?: string;
  /** Phone number of the mobile wallet with `+` and calling code; required for mobile money. */
  phoneNumber?: string;
  /** Owner of the account: a person or a business. */
  beneficiary: BdtBeneficiary | BusinessBeneficiary;
  /** Rails that can pay this account with the details given. */
  paymentRails: ('BANK_TRANSFER' | 'MOBILE_MONEY')[];
}

/** An owner or officer of a business customer. */
export interface BeneficialOwner {
  id: BeneficialOwnerId;
  /** Business customer to which the owner belongs. */
  customerId: CustomerId;
  /** Roles of the person in the business; UBO is an ultimate beneficial owner. */
  roles: ('UBO' | 'DIRECTOR' | 'COMPANY_OFFICER' | 'CONTROL_PERSON' | 'TRUSTEE' | 'GENERAL_PARTNER')[];
  /** Share of the business that the person holds, in percent; all owners together hold at most 100. */
  ownershipPercentage: number;
  personalInfo: BeneficialOwnerPersonalInfoResponse;
  /** State of the identity check of the person. */
  kycStatus: 'UNVERIFIED' | 'PENDING' | 'APPROVED' | 'REJECTED' | 'HOLD';
  /** Time of creation by the platform's clock, which a sandbox can advance. */
  createdAt: string;
  /** Time of the last change; equal to `createdAt` before the first one. */
  updatedAt: string;
}

/** An owner or officer of a business to be added. */
export interface BeneficialOwnerCreateRequest {
  /** Business customer to which the owner belongs. */
  customerId: CustomerId;
  /** Roles of the person in the business; UBO is an ultimate beneficial owner. */
  roles: ('UBO' | 'DIRECTOR' | 'COMPANY_OFFICER' | 'CONTROL_PERSON' | 'TRUSTEE' | 'GENERAL_PARTNER')[];
  /** Share of the business that the person holds, in percent; all owners together hold at most 100. */
  ownershipPercentage: number;
  personalInfo: BeneficialOwnerPersonalInfo;
}

/** Id of a beneficial owner of a business customer. */
export type BeneficialOwnerId = string & { readonly '~id'?: 'BeneficialOwner' };

export interface BeneficialOwnerListResponse {
  /** Items of this page, at most `limit`. */
  data: BeneficialOwner[];
  /** Whether another page follows. */
  hasMore: boolean;
  /** Value of `cursor` for the next page; absent on the last one. */
  nextCursor?: string;
  /** Number of items on all pages; absent when it exceeds 10000. */
  totalCount?: number;
}

/** Identity of a beneficial owner. */
export interface BeneficialOwnerPersonalInfo {
  /** First name of the person. */
  firstName: string;
  /** Middle name of the person, where there is one. */
  middleName?: string;
  /** Last name of the person. */
  lastName: string;
  /** Date of birth as `YYYY-MM-DD`. */
  birthDate: string;
  /** Country of citizenship by its ISO 3166-1 alpha-2 code. */
  nationality: CountryCode;
  /** Email address of the person. */
  email?: string;
  /** Phone number of the person in E.164 form. */
  phoneNumber?: string;
  /** Residential address of the person. */
  address: Address;
  /**
   * Kind of `identifier`: a US social security, individual or employer tax number, or a tax number of another country.
   */
  idType: 'SSN' | 'ITIN' | 'EIN' | 'NON_US_TAX_ID';
  /** Country that issued `identifier`, by its ISO 3166-1 alpha-2 code. */
  countryOfIssuance?: CountryCode;
  /** Tax number of the kind that `idType` names; responses mask all but its last four characters. */
  identifier: string;
}

/** Identity of a beneficial owner. */
export interface BeneficialOwnerPersonalInfoResponse {
  /** First name of the person. */
  firstName: string;
  /** Middle name of the person, where there is one. */
  middleName?: string;
  /** Last name of the person. */
  lastName: string;
  /** Date of birth as `YYYY-MM-DD`. */
  birthDate: string;
  /** Country of citizenship by its ISO 3166-1 alpha-2 code. */
  nationality: CountryCode;
  /** Email address of the person. */
  email?: string;
  /** Phone number of the person in E.164 form. */
  phoneNumber?: string;
  /** Residential address of the person. */
  address: Address;
  /**
   * Kind of `identifier`: a US social security, individual or employer tax number, or a tax number of another country.
   */
  idType: 'SSN' | 'ITIN' | 'EIN' | 'NON_US_TAX_ID';
  /** Country that issued `identifier`, by its ISO 3166-1 alpha-2 code. */
  countryOfIssuance?: CountryCode;
  /** Tax number of the kind that `idType` names, masked except for its last four characters. */
  identifier: string;
}

/** Changes of the identity; members that are absent keep their values. */
export interface BeneficialOwnerPersonalInfoUpdate {
  /** First name of the person. */
  firstName?: string;
  /** Middle name of the person, where there is one. */
  middleName?: string;
  /** Last name of the person. */
  lastName?: string;
  /** Date of birth as `YYYY-MM-DD`. */
  birthDate?: string;
  /** Country of citizenship by its ISO 3166-1 alpha-2 code. */
  nationality?: CountryCode;
  /** Email address of the person. */
  email?: string;
  /** Phone number of the person in E.164 form. */
  phoneNumber?: string;
  /** Residential address of the person. */
  address?: Address;
  /**
   * Kind of `identifier`: a US social security, individual or employer tax number, or a tax number of another country.
   */
  idType?: 'SSN' | 'ITIN' | 'EIN' | 'NON_US_TAX_ID';
  /** Country that issued `identifier`, by its ISO 3166-1 alpha-2 code. */
  countryOfIssuance?: CountryCode;
  /** Tax number of the kind that `idType` names; responses mask all but its last four characters. */
  identifier?: string;
}

/** Change of an owner; members that are absent keep their values. */
export interface BeneficialOwnerUpdateRequest {
  /** Roles of the person in the business; UBO is an ultimate beneficial owner. */
  roles?: ('UBO' | 'DIRECTOR' | 'COMPANY_OFFICER' | 'CONTROL_PERSON' | 'TRUSTEE' | 'GENERAL_PARTNER')[];
  /** Share of the business that the person holds, in percent; all owners together hold at most 100. */
  ownershipPercentage?: number;
  personalInfo?: BeneficialOwnerPersonalInfoUpdate;
}

/** State of the payee. */
export interface BeneficiaryTrustConfirm {
  /** Whether the payee is trusted now. */
  trusted: boolean;
}

/** Proof for a change of trust: exactly one of `code` and `passkeyAssertion`. */
export interface BeneficiaryTrustConfirmRequest {
  /** Challenge that the start returned; the pending one where it is absent. */
  challengeId?: string;
  /** One-time code of SMS_OTP or TOTP, or a recovery code. */
  code?: string | null;
  /** `AuthenticationResponseJSON` of WebAuthn, in place of `code`. */
  passkeyAssertion?: Record<string, unknown> | null;
  /** Origin of the page on which the assertion was made; required with `passkeyAssertion`. */
  origin?: string | null;
}

/** Empty if the payee is in the requested state already. */
export interface BeneficiaryTrustStart {
  /** Proof that the change requires; absent if nothing changes. */
  scaChallenge?: ScaChallenge;
}

/** Start of a change of trust. */
export interface BeneficiaryTrustStartRequest {
  /** Factor for the proof; SMS_OTP by default. */
  scaFactor?: ScaFactor;
}

/** Data that the bank of the account returned for the beneficiary. */
export interface BeneficiaryVerifiedData {
  /** Name of the account holder at the bank; present where the bank returns it. */
  fullName?: string;
}

export interface BrlBeneficiary {
  /** Marks the owner as a person. */
  beneficiaryType: 'INDIVIDUAL';
  /** Full name of the person, as the bank or custodian of the account has it. */
  fullName: string;
  /** Date of birth as `YYYY-MM-DD`. */
  birthDate?: string;
  /** Country of citizenship by its ISO 3166-1 alpha-2 code. */
  nationality?: CountryCode;
  /** Email address of the owner of the account. */
  email?: string;
  /** Phone number of the owner of the account in E.164 form. */
  phoneNumber?: string;
  /** Country in which the owner lives or is established, by its ISO 3166-1 alpha-2 code. */
  countryOfResidence?: CountryCode;
  /** Address of the owner of the account. */
  address?: Address;
}

export interface BrlExternalAccountCreateInfo {
  /** Type of the account, which selects the other members. */
  accountType: 'BRL_ACCOUNT';
  /** PIX key of the kind that `pixKeyType` names. */
  pixKey: string;
  /** Kind of `pixKey`: CPF or CNPJ (tax numbers), EMAIL, PHONE, or RANDOM (issued by the bank). */
  pixKeyType: 'CPF' | 'CNPJ' | 'EMAIL' | 'PHONE' | 'RANDOM';
  /** CPF (11 digits) or CNPJ (14 digits) of the account holder. */
  taxId: string;
  /** Owner of the account: a person or a business. */
  beneficiary: BrlBeneficiary | BusinessBeneficiaryWithAddress;
}

export interface BrlExternalAccountInfo {
  /** Type of the account, which selects the other members. */
  accountType: 'BRL_ACCOUNT';
  /** PIX key of the kind that `pixKeyType` names. */
  pixKey: string;
  /** Kind of `pixKey`: CPF or CNPJ (tax numbers), EMAIL, PHONE, or RANDOM (issued by the bank). */
  pixKeyType: 'CPF' | 'CNPJ' | 'EMAIL' | 'PHONE' | 'RANDOM';
  /** CPF (11 digits) or CNPJ (14 digits) of the account holder. */
  taxId: string;
  /** Owner of the account: a person or a business. */
  beneficiary: BrlBeneficiary | BusinessBeneficiaryWithAddress;
  /** Rails that can pay this account with the details given. */
  paymentRails: 'PIX'[];
}

/** An import of customers from a CSV file. */
export interface BulkCustomerImportJob {
  id: JobId;
  /** FAILED means that the file could not be read; rows that fail do not change a COMPLETED import. */
  status: 'PENDING' | 'PROCESSING' | 'COMPLETED' | 'FAILED';
  /** Rows that were read so far. */
  progress: {
    /** Rows of the file. */
    total: number;
    /** Rows that were imported or rejected. */
    processed: number;
    /** Rows that became customers. */
    successful: number;
    /** Rows that were rejected. */
    failed: number;
  };
  /** Rejected rows; absent where there are none. */
  errors?: {
    /** `platformCustomerId` of the row, or `row_<number>` where it has none. */
    correlationId: string;
    /** Error code, the same as a request with this row would return. */
    code: string;
    /** Reason why the row was not imported. */
    message: string;
    /** Details of the error, such as `errors` with the invalid fields. */
    details?: unknown;
  }[];
  /** Time at which the last row was processed; absent before that. */
  completedAt?: string;
}

/** An import that has begun. */
export interface BulkCustomerImportJobAccepted {
  jobId: JobId;
  /** PENDING until the first row is read. */
  status: 'PENDING' | 'PROCESSING';
}

export interface BusinessBeneficiary {
  /** Marks the owner as a business. */
  beneficiaryType: 'BUSINESS';
  /** Registered name of the business, as the bank or custodian of the account has it. */
  legalName: string;
  /** Number of the business in the register of its country. */
  registrationNumber?: string;
  /** Tax number of the business in its country. */
  taxId?: string;
  /** Email address of the owner of the account. */
  email?: string;
  /** Phone number of the owner of the account in E.164 form. */
  phoneNumber?: string;
  /** Country in which the owner lives or is established, by its ISO 3166-1 alpha-2 code. */
  countryOfResidence?: CountryCode;
  /** Address of the owner of the account. */
  address?: Address;
}

export interface BusinessBeneficiaryWithAddress {
  /** Marks the owner as a business. */
  beneficiaryType: 'BUSINESS';
  /** Registered name of the business, as the bank or custodian of the account has it. */
  legalName: string;
  /** Number of the business in the register of its country. */
  registrationNumber?: string;
  /** Tax number of the business in its country. */
  taxId?: string;
  /** Email address of the owner of the account. */
  email?: string;
  /** Phone number of the owner of the account in E.164 form. */
  phoneNumber?: string;
  /** Country in which the owner lives or is established, by its ISO 3166-1 alpha-2 code. */
  countryOfResidence?: CountryCode;
  /** Address of the owner of the account. */
  address: Address;
}

export interface BusinessBeneficiaryWithAddressAndRegistrationNumber {
  /** Marks the owner as a business. */
  beneficiaryType: 'BUSINESS';
  /** Registered name of the business, as the bank or custodian of the account has it. */
  legalName: string;
  /** Number of the business in the register of its country. */
  registrationNumber: string;
  /** Tax number of the business in its country. */
  taxId?: string;
  /** Email address of the owner of the account. */
  email?: string;
  /** Phone number of the owner of the account in E.164 form. */
  phoneNumber?: string;
  /** Country in which the owner lives or is established, by its ISO 3166-1 alpha-2 code. */
  countryOfResidence?: CountryCode;
  /** Address of the owner of the account. */
  address: Address;
}

export interface BusinessBeneficiaryWithAddressAndRegistrationNumberAndTaxId {
  /** Marks the owner as a business. */
  beneficiaryType: 'BUSINESS';
  /** Registered name of the business, as the bank or custodian of the account has it. */
  legalName: string;
  /** Number of the business in the register of its country. */
  registrationNumber: string;
  /** Tax number of the business in its country. */
  taxId: string;
  /** Email address of the owner of the account. */
  email?: string;
  /** Phone number of the owner of the account in E.164 form. */
  phoneNumber?: string;
  /** Country in which the owner lives or is established, by its ISO 3166-1 alpha-2 code. */
  countryOfResidence?: CountryCode;
  /** Address of the owner of the account. */
  address: Address;
}

/** A customer that is a business. */
export interface BusinessCustomer {
  /** Marks the customer as a business. */
  customerType: 'BUSINESS';
  id: CustomerId;
  /** The platform's own id of the customer, unique among its customers. */
  platformCustomerId: string;
  /** UMA address at which the customer is paid. */
  umaAddress: string;
  /** Time of creation by the platform's clock, which a sandbox can advance. */
  createdAt: string;
  /** Time of the last change; equal to `createdAt` before the first one. */
  updatedAt: string;
  /** Whether the customer was deleted; deleted customers stay readable. */
  isDeleted: boolean;
  /** Acceptance of the end-user terms; absent before it is given. */
  endUserTermsConsent?: EndUserTermsConsent;
  /** Country whose rules apply to the customer, by its ISO 3166-1 alpha-2 code. */
  region?: string;
  /** Currencies of the customer's internal accounts, by their codes. */
  currencies?: string[];
  /** Email address of the customer. */
  email?: string;
  /** Phone number of the customer in E.164 form. */
  phoneNumber?: string;
  /** Contacts that must be verified; absent where the region requires none. */
  contactVerification?: {
    /** VERIFIED once the customer has confirmed the code that was sent. */
    email?: 'PENDING' | 'VERIFIED';
    /** VERIFIED once the customer has confirmed the code that was sent. */
    phone?: 'PENDING' | 'VERIFIED';
  };
  /** State of the business check; HOLD means that a reviewer has asked for changes. */
  kybStatus: 'UNVERIFIED' | 'PENDING' | 'APPROVED' | 'REJECTED' | 'HOLD';
  /** Registered address of the business. */
  address?: Address;
  /** Data about the business, as far as it is given. */
  businessInfo?: BusinessInfoUpdate;
  /** Owners and officers of the business. */
  beneficialOwners: BeneficialOwner[];
}

/** A business to be created as a customer. */
export interface BusinessCustomerCreateRequest {
  /** Marks the customer as a business. */
  customerType: 'BUSINESS';
  /** The platform's own id of the customer, unique among its customers; generated where it is absent. */
  platformCustomerId?: string;
  /** Country whose rules apply to the customer, by its ISO 3166-1 alpha-2 code. */
  region?: CountryCode;
  /** Currencies in which the customer gets internal accounts, by their codes. */
  currencies?: string[];
  /** Email address of the customer, for codes and the embedded wallet. */
  email?: string;
  /** Phone number of the customer in E.164 form, for codes. */
  phoneNumber?: string;
  /** UMA address on a domain of the platform; the service assigns one where it is absent. */
  umaAddress?: string;
  /** Acceptance of the end-user terms; payments require it where the terms apply. */
  endUserTermsConsent?: EndUserTermsConsent;
  /** Registered address of the business. */
  address?: Address;
  /** Data about the business. */
  businessInfo: BusinessInfo;
}

/** Change of a business; members that are absent keep their values. */
export interface BusinessCustomerUpdateRequest {
  /** Marks the customer as a business. */
  customerType: 'BUSINESS';
  /** Currencies in which the customer gets internal accounts, by their codes. */
  currencies?: string[];
  /** Email address of the customer, for codes and the embedded wallet. */
  email?: string;
  /** Phone number of the customer in E.164 form, for codes. */
  phoneNumber?: string;
  /** UMA address on a domain of the platform; the service assigns one where it is absent. */
  umaAddress?: string;
  /** Acceptance of the end-user terms; payments require it where the terms apply. */
  endUserTermsConsent?: EndUserTermsConsent;
  /** Registered address of the business. */
  address?: Address;
  /** Data about the business to be changed. */
  businessInfo?: BusinessInfoUpdate;
}

/** Data about a business; it must have these members at creation. */
export interface BusinessInfo {
  /** Registered name of the business. */
  legalName: string;
  /** Country of registration by its ISO 3166-1 alpha-2 code. */
  country: CountryCode;
  /** Tax number of the business, such as the EIN in the United States. */
  taxId: string;
  /** Date of incorporation as `YYYY-MM-DD`. */
  incorporatedOn: string;
  /** Trade name, where it differs from the registered one. */
  doingBusinessAs?: string;
  /** Number in the register of the country. */
  registrationNumber?: string;
  /** Legal form of the business. */
  entityType?:
    | 'SOLE_PROPRIETORSHIP'
    | 'PARTNERSHIP'
    | 'LLC'
    | 'CORPORATION'
    | 'S_CORPORATION'
    | 'NON_PROFIT'
    | 'PUBLICLY_LISTED_COMPANY'
    | 'TRUST'
    | 'PRIVATE_FOUNDATION'
    | 'CHARITY'
    | 'OTHER';
  /** Countries in which the business operates, by their ISO 3166-1 alpha-2 codes. */
  countriesOfOperation?: CountryCode[];
  /** Industry of the business, by the sectors of NAICS. */
  businessType?:
    | 'AGRICULTURE_FORESTRY_FISHING_AND_HUNTING'
    | 'MINING_QUARRYING_AND_OIL_AND_GAS_EXTRACTION'
    | 'UTILITIES'
    | 'CONSTRUCTION'
    | 'MANUFACTURING'
    | 'WHOLESALE_TRADE'
    | 'RETAIL_TRADE'
    | 'TRANSPORTATION_AND_WAREHOUSING'
    | 'INFORMATION'
    | 'FINANCE_AND_INSURANCE'
    | 'REAL_ESTATE_AND_RENTAL_AND_LEASING'
    | 'PROFESSIONAL_SCIENTIFIC_AND_TECHNICAL_SERVICES'
    | 'MANAGEMENT_OF_COMPANIES_AND_ENTERPRISES'
    | 'ADMINISTRATIVE_AND_SUPPORT_AND_WASTE_MANAGEMENT_AND_REMEDIATION_SERVICES'
    | 'EDUCATIONAL_SERVICES'
    | 'HEALTH_CARE_AND_SOCIAL_ASSISTANCE'
    | 'ARTS_ENTERTAINMENT_AND_RECREATION'
    | 'ACCOMMODATION_AND_FOOD_SERVICES'
    | 'OTHER_SERVICES'
    | 'PUBLIC_ADMINISTRATION';
  /** Purpose for which the business uses the service. */
  purposeOfAccount?:
    | 'CONTRACTOR_PAYOUTS'
    | 'CREATOR_PAYOUTS'
    | 'EMPLOYEE_PAYOUTS'
    | 'MARKETPLACE_SELLER_PAYOUTS'
    | 'SUPPLIER_PAYMENTS'
    | 'CROSS_BORDER_B2B'
    | 'AR_AUTOMATION'
    | 'AP_AUTOMATION'
    | 'EMBEDDED_PAYMENTS'
    | 'PLATFORM_FEE_COLLECTION'
    | 'P2P_TRANSFERS'
    | 'CHARITABLE_DONATIONS'
    | 'OTHER';
  /** Origin of the money in the words of the business. */
  sourceOfFunds?: string;
  /** Payments that the business expects to make in a month. */
  expectedMonthlyTransactionCount?:
    | 'COUNT_UNDER_10'
    | 'COUNT_10_TO_100'
    | 'COUNT_100_TO_500'
    | 'COUNT_500_TO_1000'
    | 'COUNT_OVER_1000';
  /** Sum in US dollars that the business expects to pay in a month. */
  expectedMonthlyTransactionVolume?:
    | 'VOLUME_UNDER_10K'
    | 'VOLUME_10K_TO_100K'
    | 'VOLUME_100K_TO_1M'
    | 'VOLUME_1M_TO_10M'
    | 'VOLUME_OVER_10M';
  /** Countries that the business expects to pay, by their ISO 3166-1 alpha-2 codes. */
  expectedRecipientJurisdictions?: CountryCode[];
  /** NAICS code of the industry, 2 to 6 digits. */
  naicsCode?: string;
  /** Origins of the money that the business will send. */
  sourceOfFundsCategories?: (
    | 'OPERATING_REVENUE'
    | 'INVESTMENT_INCOME'
    | 'LOANS'
    | 'VENTURE_CAPITAL'
    | 'PERSONAL_SAVINGS'
    | 'DONATIONS'
    | 'OTHER'
  )[];
  /** Explanation where the source of funds is OTHER. */
  sourceOfFundsOtherDescription?: string;
  /** Explanation where the purpose is OTHER. */
  purposeOfAccountOtherDescription?: string;
  /** Countries of the parties that will pay the business, by their ISO 3166-1 alpha-2 codes. */
  expectedCounterpartyCountries?: CountryCode[];
  /** First name of the person to contact at the business. */
  primaryContactFirstName?: string;
  /** Last name of the person to contact at the business. */
  primaryContactLastName?: string;
}

/** Data about a business; members that are absent keep their values. */
export interface BusinessInfoUpdate {
  /** Registered name of the business. */
  legalName?: string;
  /** Trade name, where it differs from the registered one. */
  doingBusinessAs?: string;
  /** Country of registration by its ISO 3166-1 alpha-2 code. */
  country?: CountryCode;
  /** Number in the register of the country. */
  registrationNumber?: string;
  /** Date of incorporation as `YYYY-MM-DD`. */
  incorporatedOn?: string;
  /** Legal form of the business. */
  entityType?:
    | 'SOLE_PROPRIETORSHIP'
    | 'PARTNERSHIP'
    | 'LLC'
    | 'CORPORATION'
    | 'S_CORPORATION'
    | 'NON_PROFIT'
    | 'PUBLICLY_LISTED_COMPANY'
    | 'TRUST'
    | 'PRIVATE_FOUNDATION'
    | 'CHARITY'
    | 'OTHER';
  /** Tax number of the business, such as the EIN in the United States. */
  taxId?: string;
  /** Countries in which the business operates, by their ISO 3166-1 alpha-2 codes. */
  countriesOfOperation?: CountryCode[];
  /** Industry of the business, by the sectors of NAICS. */
  businessType?:
    | 'AGRICULTURE_FORESTRY_FISHING_AND_HUNTING'
    | 'MINING_QUARRYING_AND_OIL_AND_GAS_EXTRACTION'
    | 'UTILITIES'
    | 'CONSTRUCTION'
    | 'MANUFACTURING'
    | 'WHOLESALE_TRADE'
    | 'RETAIL_TRADE'
    | 'TRANSPORTATION_AND_WAREHOUSING'
    | 'INFORMATION'
    | 'FINANCE_AND_INSURANCE'
    | 'REAL_ESTATE_AND_RENTAL_AND_LEASING'
    | 'PROFESSIONAL_SCIENTIFIC_AND_TECHNICAL_SERVICES'
    | 'MANAGEMENT_OF_COMPANIES_AND_ENTERPRISES'
    | 'ADMINISTRATIVE_AND_SUPPORT_AND_WASTE_MANAGEMENT_AND_REMEDIATION_SERVICES'
    | 'EDUCATIONAL_SERVICES'
    | 'HEALTH_CARE_AND_SOCIAL_ASSISTANCE'
    | 'ARTS_ENTERTAINMENT_AND_RECREATION'
    | 'ACCOMMODATION_AND_FOOD_SERVICES'
    | 'OTHER_SERVICES'
    | 'PUBLIC_ADMINISTRATION';
  /** Purpose for which the business uses the service. */
  purposeOfAccount?:
    | 'CONTRACTOR_PAYOUTS'
    | 'CREATOR_PAYOUTS'
    | 'EMPLOYEE_PAYOUTS'
    | 'MARKETPLACE_SELLER_PAYOUTS'
    | 'SUPPLIER_PAYMENTS'
    | 'CROSS_BORDER_B2B'
    | 'AR_AUTOMATION'
    | 'AP_AUTOMATION'
    | 'EMBEDDED_PAYMENTS'
    | 'PLATFORM_FEE_COLLECTION'
    | 'P2P_TRANSFERS'
    | 'CHARITABLE_DONATIONS'
    | 'OTHER';
  /** Origin of the money in the words of the business. */
  sourceOfFunds?: string;
  /** Payments that the business expects to make in a month. */
  expectedMonthlyTransactionCount?:
    | 'COUNT_UNDER_10'
    | 'COUNT_10_TO_100'
    | 'COUNT_100_TO_500'
    | 'COUNT_500_TO_1000'
    | 'COUNT_OVER_1000';
  /** Sum in US dollars that the business expects to pay in a month. */
  expectedMonthlyTransactionVolume?:
    | 'VOLUME_UNDER_10K'
    | 'VOLUME_10K_TO_100K'
    | 'VOLUME_100K_TO_1M'
    | 'VOLUME_1M_TO_10M'
    | 'VOLUME_OVER_10M';
  /** Countries that the business expects to pay, by their ISO 3166-1 alpha-2 codes. */
  expectedRecipientJurisdictions?: CountryCode[];
  /** NAICS code of the industry, 2 to 6 digits. */
  naicsCode?: string;
  /** Origins of the money that the business will send. */
  sourceOfFundsCategories?: (
    | 'OPERATING_REVENUE'
    | 'INVESTMENT_INCOME'
    | 'LOANS'
    | 'VENTURE_CAPITAL'
    | 'PERSONAL_SAVINGS'
    | 'DONATIONS'
    | 'OTHER'
  )[];
  /** Explanation where the source of funds is OTHER. */
  sourceOfFundsOtherDescription?: string;
  /** Explanation where the purpose is OTHER. */
  purposeOfAccountOtherDescription?: string;
  /** Countries of the parties that will pay the business, by their ISO 3166-1 alpha-2 codes. */
  expectedCounterpartyCountries?: CountryCode[];
  /** First name of the person to contact at the business. */
  primaryContactFirstName?: string;
  /** Last name of the person to contact at the business. */
  primaryContactLastName?: string;
}

export interface BwpBeneficiary {
  /** Marks the owner as a person. */
  beneficiaryType: 'INDIVIDUAL';
  /** Full name of the person, as the bank or custodian of the account has it. */
  fullName: string;
  /** Date of birth as `YYYY-MM-DD`. */
  birthDate?: string;
  /** Country of citizenship by its ISO 3166-1 alpha-2 code. */
  nationality?: CountryCode;
  /** Email address of the owner of the account. */
  email?: string;
  /** Phone number of the owner of the account in E.164 form. */
  phoneNumber?: string;
  /** Country in which the owner lives or is established, by its ISO 3166-1 alpha-2 code. */
  countryOfResidence?: CountryCode;
  /** Address of the owner of the account. */
  address?: Address;
}

export interface BwpExternalAccountCreateInfo {
  /** Type of the account, which selects the other members. */
  accountType: 'BWP_ACCOUNT';
  /** Phone number of the mobile wallet with `+` and calling code; required for mobile money. */
  phoneNumber: string;
  /** Mobile money operator that holds the wallet. */
  provider: string;
  /** Owner of the account: a person or a business. */
  beneficiary: BwpBeneficiary | BusinessBeneficiaryWithAddressAndRegistrationNumberAndTaxId;
}

export interface BwpExternalAccountInfo {
  /** Type of the account, which selects the other members. */
  accountType: 'BWP_ACCOUNT';
  /** Phone number of the mobile wallet with `+` and calling code; required for mobile money. */
  phoneNumber: string;
  /** Mobile money operator that holds the wallet. */
  provider: string;
  /** Owner of the account: a person or a business. */
  beneficiary: BwpBeneficiary | BusinessBeneficiaryWithAddressAndRegistrationNumberAndTaxId;
  /** Rails that can pay this account with the details given. */
  paymentRails: 'MOBILE_MONEY'[];
}

export interface CadBeneficiary {
  /** Marks the owner as a person. */
  beneficiaryType: 'INDIVIDUAL';
  /** Full name of the person, as the bank or custodian of the account has it. */
  fullName: string;
  /** Date of birth as `YYYY-MM-DD`. */
  birthDate?: string;
  /** Country of citizenship by its ISO 3166-1 alpha-2 code. */
  nationality?: CountryCode;
  /** Email address of the owner of the account. */
  email?: string;
  /** Phone number of the owner of the account in E.164 form. */
  phoneNumber?: string;
  /** Country in which the owner lives or is established, by its ISO 3166-1 alpha-2 code. */
  countryOfResidence?: CountryCode;
  /** Address of the owner of the account. */
  address?: Address;
  /** Registration number of the beneficiary. */
  registrationNumber?: string;
}

export interface CadExternalAccountCreateInfo {
  /** Type of the account, which selects the other members. */
  accountType: 'CAD_ACCOUNT';
  /** Institution number of the bank. */
  bankCode: string;
  /** Transit number of the bank branch. */
  branchCode: string;
  /** Account number at the bank, without spaces. */
  accountNumber: string;
  /** Owner of the account: a person or a business. */
  beneficiary: CadBeneficiary | BusinessBeneficiary;
}

export interface CadExternalAccountInfo {
  /** Type of the account, which selects the other members. */
  accountType: 'CAD_ACCOUNT';
  /** Institution number of the bank. */
  bankCode: string;
  /** Transit number of the bank branch. */
  branchCode: string;
  /** Account number at the bank, without spaces. */
  accountNumber: string;
  /** Owner of the account: a person or a business. */
  beneficiary: CadBeneficiary | BusinessBeneficiary;
  /** Rails that can pay this account with the details given. */
  paymentRails: 'BANK_TRANSFER'[];
}

/** Cancellation of a payment that is not delivered yet. */
export interface CancelTransactionRequest {
  /** Reason for the cancellation, for the records of the platform. */
  reason?: string;
}

/** A debit card that draws on internal accounts of its cardholder. */
export interface Card {
  id: CardId;
  /** Customer to whom the card belongs. */
  cardholderId: CustomerId;
  /** The platform's own id of the card. */
  platformCardId: string;
  /** State of the card. */
  state: CardState;
  /** Reason why the card is CLOSED; null in every other state. */
  stateReason: 'ISSUER_REJECTED' | 'CLOSED_BY_PLATFORM' | 'CLOSED_BY_SERVICE' | null;
  /** Card network; present, like `last4` and the expiry, once the card is issued. */
  brand?: 'VISA' | 'MASTERCARD';
  /** Form of the card. */
  form: CardForm;
  /** Last 4 digits of the card number. */
  last4?: string;
  /** Month in which the card expires, 1 to 12. */
  expMonth?: number;
  /** Year in which the card expires, 4 digits. */
  expYear?: number;
  /** Internal accounts that fund the card, in the order in which they are drawn on. */
  fundingSources: InternalAccountId[];
  /** Largest amount of one authorization, in the smallest unit of `currency`; null: no limit. */
  maxSpendPerTransaction: number | null;
  /** Currency of the funding sources, by its code. */
  currency: string;
  /** Id of the card at the processor; absent before it is issued. */
  processorRef?: string;
  /** Id of the card at the issuer; absent before it is issued. */
  issuerRef?: string;
  /** Time of creation by the platform's clock, which a sandbox can advance. */
  createdAt: string;
  /** Time of the last change; equal to `createdAt` before the first one. */
  updatedAt: string;
}

/** A card to be issued. */
export interface CardCreateRequest {
  /** Customer who gets the card; the identity check must be approved. */
  cardholderId: CustomerId;
  /** The platform's own id of the card; generated where it is absent. */
  platformCardId?: string;
  /** Password for 3-D Secure, for card programs that support one. */
  threeDSecurePassword?: string;
  /** Form of the card. */
  form: CardForm;
  /** Internal accounts of the cardholder, all in one currency, in the order in which they are drawn on. */
  fundingSources: InternalAccountId[];
  /** Largest amount of one authorization, inclusive, in the smallest unit of the card currency. */
  maxSpendPerTransaction?: number;
}

/** A cleared amount of a purchase that the cardholder contests. */
export interface CardDispute {
  id: CardDisputeId;
  /** Card of the disputed purchase. */
  cardId: CardId;
  /** Disputed purchase. */
  cardTransactionId: CardTransactionId;
  /** Cardholder. */
  customerId: CustomerId;
  /** The platform's own id of the cardholder. */
  platformCustomerId: string;
  status: CardDisputeStatus;
  creditStatus: CardDisputeCreditStatus;
  reason: CardDisputeReason;
  /** Disputed amount, in the currency of the purchase. */
  amount: CurrencyAmount;
  /** Time of creation by the platform's clock, which a sandbox can advance. */
  createdAt: string;
  /** Time of the last change; equal to `createdAt` before the first one. */
  updatedAt: string;
  /** Time of the decision; absent while the dispute is OPEN. */
  closedAt?: string;
}

/**
 * Credit of the disputed amount to the account of the purchase: NONE was made; GRANTED, provisional until the dispute
 * is WON; REVERSED and debited again; OWED: reversed, but the account could not cover it.
 */
export type CardDisputeCreditStatus = 'NONE' | 'GRANTED' | 'REVERSED' | 'OWED';

/** Id of a dispute of a card transaction. */
export type CardDisputeId = string & { readonly '~id'?: 'CardDispute' };

export interface CardDisputeListResponse {
  /** Items of this page, at most `limit`. */
  data: CardDispute[];
  /** Whether another page follows. */
  hasMore: boolean;
  /** Value of `cursor` for the next page; absent on the last one. */
  nextCursor?: string;
  /** Number of items on all pages; absent when it exceeds 10000. */
  totalCount?: number;
}

/** Why the cardholder contests the purchase. */
export type CardDisputeReason = 'FRAUD' | 'DUPLICATE' | 'NOT_RECEIVED' | 'NOT_AS_DESCRIBED' | 'CANCELLED' | 'OTHER';

/** OPEN until the card network decides: WON for the cardholder, LOST for the merchant. */
export type CardDisputeStatus = 'OPEN' | 'WON' | 'LOST';

/** Form of a card; only virtual cards are issued. */
export type CardForm = 'VIRTUAL';

/** Id of the link between a card and an internal account that funds it. */
export type CardFundingSourceId = string & { readonly '~id'?: 'CardFundingSource' };

/** Id of a card. */
export type CardId = string & { readonly '~id'?: 'Card' };

export interface CardListResponse {
  /** Items of this page, at most `limit`. */
  data: Card[];
  /** Whether another page follows. */
  hasMore: boolean;
  /** Value of `cursor` for the next page; absent on the last one. */
  nextCursor?: string;
  /** Number of items on all pages; absent when it exceeds 10000. */
  totalCount?: number;
}

/** The shop at which a card was used. */
export interface CardMerchant {
  /** Name of the merchant as the card network reports it. */
  descriptor: string;
  /** Merchant category code of ISO 18245, 4 digits. */
  mcc?: string;
  /** Country of the merchant by its ISO 3166-1 code of two or three letters. */
  country?: string;
}

/** Amount pulled from the funding sources, less failed and released pulls. */
export interface CardPullSummary {
  /** Number of pulls that took money. */
  count: number;
  /** Sum in the smallest unit of the currency of `authorizedAmount`. */
  totalAmount: number;
  /** Number of pulls that are not decided yet. */
  pendingCount?: number;
}

/** Amount returned by the merchant, less reversed returns. For a credit: the reversed part. */
export interface CardRefundSummary {
  /** Number of refunds. */
  count: number;
  /** Sum in the smallest unit of the currency of `authorizedAmount`. */
  totalAmount: number;
}

/** A page that shows the card to its holder. */
export interface CardRevealResponse {
  /** Page with the card number, expiry and CVV for an iframe; it opens once. */
  panEmbedUrl: string;
  /** Time after which the page does not open. */
  expiresAt: string;
}

/** Amount cleared by the merchant. */
export interface CardSettlementSummary {
  /** Number of clearings. */
  count: number;
  /** Sum in the smallest unit of the currency of `authorizedAmount`. */
  totalAmount: number;
}

/**
 * PENDING_KYC waits for the check of the cardholder, PROCESSING for the issuer; FROZEN declines every purchase, CLOSED
 * is final.
 */
export type CardState = 'PENDING_KYC' | 'PROCESSING' | 'ACTIVE' | 'FROZEN' | 'CLOSED';

/** Messages with codes for cards that are added to mobile wallets. */
export interface CardTokenization2FAConfig {
  /** Name of the card program in messages to cardholders. */
  displayName?: string;
  /** Logo in messages to cardholders; begins with `https://`. */
  logoUrl?: string;
  /** Codes by email when a card is added to a mobile wallet. */
  email?: {
    /** Sender of the codes. */
    fromAddress?: string;
    /** Sender name of the codes. */
    fromName?: string;
    /** Address for replies. */
    replyToAddress?: string;
    /** Subject of the email. */
    subject?: string;
    /** Text of the email. */
    bodyText?: string;
  };
  /** Codes by text message when a card is added to a mobile wallet. */
  sms?: {
    /** Id of the message template at the provider. */
    templateSid?: string;
    /** Text of the message. */
    bodyText?: string;
  };
}

/** One use of a card with all authorizations, clearings and refunds that belong to it. */
export interface CardTransaction {
  id: CardTransactionId;
  /** Marks the transaction as a use of a card. */
  type: 'CARD';
  /** Card that was used. */
  cardId?: CardId;
  /** Cardholder. */
  customerId: CustomerId;
  /** The platform's own id of the cardholder. */
  platformCustomerId: string;
  /** Id of the transaction at the card processor; absent before the processor assigns one. */
  issuerTransactionToken?: string;
  /**
   * AUTHORIZED holds the amount; PARTIALLY_SETTLED and SETTLED follow clearings; EXCEPTION means that a pull failed
   * after clearing.
   */
  status: 'AUTHORIZED' | 'PARTIALLY_SETTLED' | 'SETTLED' | 'REFUNDED' | 'EXCEPTION' | 'DECLINED' | 'EXPIRED';
  /** Cause of the decline; present while the status is DECLINED. */
  declineReason?: 'INSUFFICIENT_FUNDS' | 'CARD_PAUSED' | 'CARD_CLOSED' | 'LIMIT_EXCEEDED';
  /** DEBIT for a purchase, CREDIT for money from the merchant. */
  direction: 'CREDIT' | 'DEBIT';
  merchant: CardMerchant;
  /** Amount that was approved, in the currency of the card. */
  authorizedAmount: CurrencyAmount;
  /** Amount that has been cleared so far; absent before the first clearing. */
  settledAmount?: CurrencyAmount;
  /** Amount that the merchant has returned so far; absent before the first return. */
  refundedAmount?: CurrencyAmount;
  /** Internal account of the first pull, or the credited account. */
  accountId: InternalAccountId;
  pullSummary?: CardPullSummary;
  refundSummary?: CardRefundSummary;
  /** Clearings of the transaction; absent before the first one. */
  settlementSummary?: CardSettlementSummary;
  dispute?: CardTransactionDispute;
  /** Time of the first authorization. */
  authorizedAt: string;
  /** Time of the newest message of the card network about the transaction. */
  lastEventAt?: string;
  /** Time of creation by the platform's clock, which a sandbox can advance. */
  createdAt: string;
  /** Time of the last change; equal to `createdAt` before the first one. */
  updatedAt: string;
}

/** Newest dispute of the transaction; absent if it was never disputed. */
export interface CardTransactionDispute {
  id: CardDisputeId;
  status: CardDisputeStatus;
  creditStatus: CardDisputeCreditStatus;
  /** Disputed amount. */
  amount: CurrencyAmount;
}

/** Id of a card transaction. */
export type CardTransactionId = string & { readonly '~id'?: 'CardTransaction' };

/** Change of a card; members that are absent keep their values. */
export interface CardUpdateRequest {
  /** New state of the card; CLOSED is final. */
  state?: 'ACTIVE' | 'FROZEN' | 'CLOSED';
  /** Internal accounts of the cardholder, all in one currency, in the order in which they are drawn on. */
  fundingSources?: InternalAccountId[];
  /** Largest amount of one authorization, in the smallest unit of the card currency; null removes the limit. */
  maxSpendPerTransaction?: number | null;
}

export interface CnyBeneficiary {
  /** Marks the owner as a person. */
  beneficiaryType: 'INDIVIDUAL';
  /** Full name of the person, as the bank or custodian of the account has it. */
  fullName: string;
  /** Date of birth as `YYYY-MM-DD`. */
  birthDate?: string;
  /** Country of citizenship by its ISO 3166-1 alpha-2 code. */
  nationality?: CountryCode;
  /** Email address of the owner of the account. */
  email?: string;
  /** Phone number of the owner of the account in E.164 form. */
  phoneNumber?: string;
  /** Country in which the owner lives or is established, by its ISO 3166-1 alpha-2 code. */
  countryOfResidence?: CountryCode;
  /** Address of the owner of the account. */
  address?: Address;
}

export interface CnyExternalAccountCreateInfo {
  /** Type of the account, which selects the other members. */
  accountType: 'CNY_ACCOUNT';
  /** Account number at the bank, without spaces. */
  accountNumber?: string;
  /** Name of the bank or mobile money operator that holds the account. */
  bankName: string;
  /** Phone number of the mobile wallet with `+` and calling code; required for mobile money. */
  phoneNumber?: string;
  /** Owner of the account: a person or a business. */
  beneficiary: CnyBeneficiary | BusinessBeneficiary;
}

export interface CnyExternalAccountInfo {
  /** Type of the account, which selects the other members. */
  accountType: 'CNY_ACCOUNT';
  /** Account number at the bank, without spaces. */
  accountNumber?: string;
  /** Name of the bank or mobile money operator that holds the account. */
  bankName: string;
  /** Phone number of the mobile wallet with `+` and calling code; required for mobile money. */
  phoneNumber?: string;
  /** Owner of the account: a person or a business. */
  beneficiary: CnyBeneficiary | BusinessBeneficiary;
  /** Rails that can pay this account with the details given. */
  paymentRails: ('BANK_TRANSFER' | 'MOBILE_MONEY')[];
}

/** A signed operation that was performed. */
export interface CompletedWalletOperation {
  operationId: OperationId;
  /** Id of the signed retry. */
  requestId: RequestId;
  /** Kind of change. */
  operationType: 'auth_credential.create' | 'auth_credential.delete' | 'session.revoke' | 'wallet.export';
  /** Kind of the resource that the operation concerns. */
  resourceType: 'AUTH_METHOD' | 'SESSION' | 'INTERNAL_ACCOUNT';
  /** Credential, session, account or key that the operation concerns. */
  resourceId: string;
  /** Marks the operation as performed. */
  status: 'completed';
}

/** Confirmation that the customer got a receipt. */
export interface ConfirmReceiptDeliveryRequest {
  /** Time at which the receipt reached the customer; by default now. */
  receiptDeliveryConfirmedAt?: string;
}

/** Id of a session of the console. */
export type ConsoleSessionId = string & { readonly '~id'?: 'ConsoleSession' };

/** Code that confirms a contact. */
export interface ContactVerificationConfirmRequest {
  /** Code that was sent to the contact. */
  code: string;
}

export interface CopBeneficiary {
  /** Marks the owner as a person. */
  beneficiaryType: 'INDIVIDUAL';
  /** Full name of the person, as the bank or custodian of the account has it. */
  fullName: string;
  /** Date of birth as `YYYY-MM-DD`. */
  birthDate?: string;
  /** Country of citizenship by its ISO 3166-1 alpha-2 code. */
  nationality?: CountryCode;
  /** Email address of the owner of the account. */
  email?: string;
  /** Phone number of the owner of the account in E.164 form. */
  phoneNumber?: string;
  /** Country in which the owner lives or is established, by its ISO 3166-1 alpha-2 code. */
  countryOfResidence?: CountryCode;
  /** Address of the owner of the account. */
  address?: Address;
  /**
   * Identity document of the beneficiary: CC citizen card, CE foreigner card, TI minor card, NIT tax number, PP
   * passport.
   */
  documentType?: 'CC' | 'CE' | 'TI' | 'NIT' | 'PP';
  /** Number of the document that `documentType` names. */
  documentNumber?: string;
}

export interface CopExternalAccountCreateInfo {
  /** Type of the account, which selects the other members. */
  accountType: 'COP_ACCOUNT';
  /** Account number at the bank, without spaces. */
  accountNumber?: string;
  /** Kind of bank account: CHECKING for a current account, SAVINGS for a savings account. */
  bankAccountType?: 'CHECKING' | 'SAVINGS';
  /** Name of the bank or mobile money operator that holds the account. */
  bankName: string;
  /** Phone number of the mobile wallet with `+` and calling code; required for mobile money. */
  phoneNumber?: string;
  /** Owner of the account: a person or a business. */
  beneficiary: CopBeneficiary | BusinessBeneficiary;
}

export interface CopExternalAccountInfo {
  /** Type of the account, which selects the other members. */
  accountType: 'COP_ACCOUNT';
  /** Account number at the bank, without spaces. */
  accountNumber?: string;
  /** Kind of bank account: CHECKING for a current account, SAVINGS for a savings account. */
  bankAccountType?: 'CHECKING' | 'SAVINGS';
  /** Name of the bank or mobile money operator that holds the account. */
  bankName: string;
  /** Phone number of the mobile wallet with `+` and calling code; required for mobile money. */
  phoneNumber?: string;
  /** Owner of the account: a person or a business. */
  beneficiary: CopBeneficiary | BusinessBeneficiary;
  /** Rails that can pay this account with the details given. */
  paymentRails: ('BANK_TRANSFER' | 'MOBILE_MONEY')[];
}

/** A field of customer data that one party requires of the other. */
export interface CounterpartyFieldDefinition {
  /** Field of customer data. */
  name:
    | 'FULL_NAME'
    | 'BIRTH_DATE'
    | 'NATIONALITY'
    | 'PHONE_NUMBER'
    | 'EMAIL'
    | 'POSTAL_ADDRESS'
    | 'TAX_ID'
    | 'REGISTRATION_NUMBER'
    | 'USER_TYPE'
    | 'COUNTRY_OF_RESIDENCE'
    | 'ACCOUNT_IDENTIFIER'
    | 'FI_LEGAL_ENTITY_NAME'
    | 'FI_ADDRESS'
    | 'PURPOSE_OF_PAYMENT'
    | 'ULTIMATE_INSTITUTION_COUNTRY'
    | 'IDENTIFIER'
    | 'BUSINESS_TYPE'
    | 'COMPANY_LEGAL_NAME'
    | 'ID_TYPE'
    | 'ID_NUMBER';
  /** Whether a payment is rejected without the field. */
  mandatory: boolean;
}

/** Data about the other party by field name, such as `FULL_NAME`; limited to the fields that the platform requires. */
export type CounterpartyInformation = Record<string, unknown>;

/** Country by its ISO 3166-1 alpha-2 code, in capitals, such as `DE`. */
export type CountryCode = string;

/** A currency, and how its amounts are displayed. */
export interface Currency {
  /** ISO 4217 code of a fiat currency, or the ticker of a crypto currency. */
  code: string;
  /** Full English name, such as `US Dollar`. */
  name: string;
  /** Symbol for display, such as `$`. */
  symbol: string;
  /** Decimal places of the smallest unit: with 2, an amount of 1050 is 10.50. */
  decimals: number;
}

/** An amount of money with its currency. */
export interface CurrencyAmount {
  /** Amount in the smallest unit of `currency`, such as cents. */
  amount: number;
  /** Currency of `amount`. */
  currency: Currency;
}

/** A currency in which the receiver can be paid. */
export interface CurrencyPreference {
  /** Currency that the receiver can get. */
  currency: Currency;
  /** Smallest units of this currency per smallest unit of the sender's first currency; a quote may differ. */
  estimatedExchangeRate: number;
  /** Smallest amount that can be received, in the smallest unit of `currency`. */
  min: number;
  /** Largest amount that can be received, in the smallest unit of `currency`. */
  max: number;
  /** Optional members of a quote that are required in this currency, such as `purposeOfPayment`. */
  requiredQuoteFields: string[];
}

/** Customer to be created; `customerType` selects the members. */
export type CustomerCreateRequestOneOf = IndividualCustomerCreateRequest | BusinessCustomerCreateRequest;

/** Id of a customer of the platform. */
export type CustomerId = string & { readonly '~id'?: 'Customer' };

export interface CustomerListResponse {
  /** Items of this page, at most `limit`. */
  data: CustomerOneOf[];
  /** Whether another page follows. */
  hasMore: boolean;
  /** Value of `cursor` for the next page; absent on the last one. */
  nextCursor?: string;
  /** Number of items on all pages; absent when it exceeds 10000. */
  totalCount?: number;
}

/** A customer; `customerType` selects the members. */
export type CustomerOneOf = IndividualCustomer | BusinessCustomer;

export type CustomerOneOfOrProcessing = CustomerOneOf | WalletOperationProcessing;

/** Change of a customer; `customerType` must be the one of the customer. */
export type CustomerUpdateRequestOneOf = IndividualCustomerUpdateRequest | BusinessCustomerUpdateRequest;

export interface CustomersCsvUploadRequest {
  /** The file, at most 104857600 bytes. */
  file: Blob;
}

/** A key that signs payments of a card from an embedded wallet. */
export interface DelegatedKey {
  id: DelegatedKeyId;
  /** Card for which the key signs. */
  cardId: CardId;
  /** Link between the card and the wallet. */
  fundingSourceId: CardFundingSourceId;
  /** Embedded wallet that the credential controls. */
  accountId: InternalAccountId;
  /** Compressed P-256 public key in hex. */
  publicKey: string;
  /** Name for display of the key. */
  nickname: string;
  /** Only ACTIVE keys sign; PENDING waits for the wallet, REVOKED is final. */
  status: 'PENDING' | 'ACTIVE' | 'REVOKED';
  /** Time of creation by the platform's clock, which a sandbox can advance. */
  createdAt: string;
  /** Time of the last change; equal to `createdAt` before the first one. */
  updatedAt: string;
}

/** A key that lets a card draw on an embedded wallet. */
export interface DelegatedKeyCreateRequest {
  /** Card for which the key signs. */
  cardId: CardId;
  /** Embedded wallet that funds the card. */
  internalAccountId: InternalAccountId;
  /** Name for display of the key, chosen by the customer. */
  nickname: string;
}

/** Id of a delegated key, which signs for a card. */
export type DelegatedKeyId = string & { readonly '~id'?: 'DelegatedKey' };

export interface DelegatedKeyListResponse {
  /** All items: this list has no pages. */
  data: DelegatedKey[];
}

export interface DiscoveryListResponse {
  /** All items: this list has no pages. */
  data: {
    /** Value for `bankName` or `provider` of an external account. */
    bankName: string;
    /** Name of the institution for display to people. */
    displayName: string;
    /** Country of the institution by its ISO 3166-1 alpha-2 code. */
    country: string;
    /** Currency that the institution accepts, by its code. */
    currency: string;
  }[];
}

export interface DkkBeneficiary {
  /** Marks the owner as a person. */
  beneficiaryType: 'INDIVIDUAL';
  /** Full name of the person, as the bank or custodian of the account has it. */
  fullName: string;
  /** Date of birth as `YYYY-MM-DD`. */
  birthDate?: string;
  /** Country of citizenship by its ISO 3166-1 alpha-2 code. */
  nationality?: CountryCode;
  /** Email address of the owner of the account. */
  email?: string;
  /** Phone number of the owner of the account in E.164 form. */
  phoneNumber?: string;
  /** Country in which the owner lives or is established, by its ISO 3166-1 alpha-2 code. */
  countryOfResidence?: CountryCode;
  /** Address of the owner of the account. */
  address?: Address;
}

export interface DkkExternalAccountCreateInfo {
  /** Type of the account, which selects the other members. */
  accountType: 'DKK_ACCOUNT';
  /** IBAN without spaces; its check digits are verified. */
  iban: string;
  /** BIC of the bank, 8 or 11 characters. */
  swiftCode?: string;
  /** Owner of the account: a person or a business. */
  beneficiary: DkkBeneficiary | BusinessBeneficiaryWithAddress;
}

export interface DkkExternalAccountInfo {
  /** Type of the account, which selects the other members. */
  accountType: 'DKK_ACCOUNT';
  /** IBAN without spaces; its check digits are verified. */
  iban: string;
  /** BIC of the bank, 8 or 11 characters. */
  swiftCode?: string;
  /** Owner of the account: a person or a business. */
  beneficiary: DkkBeneficiary | BusinessBeneficiaryWithAddress;
  /** Rails that can pay this account with the details given. */
  paymentRails: ('SEPA' | 'SEPA_INSTANT')[];
}

/** A document that proves data of a customer or beneficial owner. */
export interface Document {
  id: DocumentId;
  documentHolder: DocumentHolderId;
  /** Kind of document. */
  documentType:
    | 'PASSPORT'
    | 'DRIVERS_LICENSE'
    | 'NATIONAL_ID'
    | 'PROOF_OF_ADDRESS'
    | 'BANK_STATEMENT'
    | 'TAX_RETURN'
    | 'CERTIFICATE_OF_INCORPORATION'
    | 'ARTICLES_OF_INCORPORATION'
    | 'ARTICLES_OF_ASSOCIATION'
    | 'STATE_REGISTRY_EXCERPT'
    | 'GOOD_STANDING_CERTIFICATE'
    | 'INFORMATION_STATEMENT'
    | 'INCUMBENCY_CERTIFICATE'
    | 'BUSINESS_LICENSE'
    | 'SHAREHOLDER_REGISTER'
    | 'POWER_OF_ATTORNEY'
    | 'UTILITY_BILL'
    | 'ELECTRICITY_BILL'
    | 'RENT_OR_LEASE_AGREEMENT'
    | 'DIRECTOR_REGISTRY'
    | 'TRUST_AGREEMENT'
    | 'STATE_COMPANY_REGISTRY'
    | 'PARTNERSHIP_CONTROL_AGREEMENT'
    | 'PARTNERSHIP_AGREEMENT'
    | 'SELFIE'
    | 'OTHER';
  /** Side that the file shows, for a DRIVERS_LICENSE or NATIONAL_ID; absent where it shows both. */
  side?: 'FRONT' | 'BACK';
  /** Country that issued the document, by its ISO 3166-1 alpha-2 code. */
  country: CountryCode;
  /** Number of the document; required for identity documents. */
  documentNumber?: string;
  /** Authority that issued the document; required for identity documents. */
  issuingAuthority?: string;
  /** Name of the uploaded file. */
  fileName: string;
  /** Time of creation by the platform's clock, which a sandbox can advance. */
  createdAt: string;
  /** Time of the last change; equal to `createdAt` before the first one. */
  updatedAt: string;
}

/** Id of the customer or beneficial owner to whom a document belongs. */
export type DocumentHolderId = CustomerId | BeneficialOwnerId;

/** Id of an uploaded document. */
export type DocumentId = string & { readonly '~id'?: 'Document' };

export interface DocumentListResponse {
  /** Items of this page, at most `limit`. */
  data: Document[];
  /** Whether another page follows. */
  hasMore: boolean;
  /** Value of `cursor` for the next page; absent on the last one. */
  nextCursor?: string;
  /** Number of items on all pages; absent when it exceeds 10000. */
  totalCount?: number;
}

export interface DocumentReplaceRequest {
  /** Kind of document. */
  documentType:
    | 'PASSPORT'
    | 'DRIVERS_LICENSE'
    | 'NATIONAL_ID'
    | 'PROOF_OF_ADDRESS'
    | 'BANK_STATEMENT'
    | 'TAX_RETURN'
    | 'CERTIFICATE_OF_INCORPORATION'
    | 'ARTICLES_OF_INCORPORATION'
    | 'ARTICLES_OF_ASSOCIATION'
    | 'STATE_REGISTRY_EXCERPT'
    | 'GOOD_STANDING_CERTIFICATE'
    | 'INFORMATION_STATEMENT'
    | 'INCUMBENCY_CERTIFICATE'
    | 'BUSINESS_LICENSE'
    | 'SHAREHOLDER_REGISTER'
    | 'POWER_OF_ATTORNEY'
    | 'UTILITY_BILL'
    | 'ELECTRICITY_BILL'
    | 'RENT_OR_LEASE_AGREEMENT'
    | 'DIRECTOR_REGISTRY'
    | 'TRUST_AGREEMENT'
    | 'STATE_COMPANY_REGISTRY'
    | 'PARTNERSHIP_CONTROL_AGREEMENT'
    | 'PARTNERSHIP_AGREEMENT'
    | 'SELFIE'
    | 'OTHER';
  /** Side that the file shows, for a DRIVERS_LICENSE or NATIONAL_ID; absent where it shows both. */
  side?: 'FRONT' | 'BACK';
  /** Country that issued the document, by its ISO 3166-1 alpha-2 code. */
  country: CountryCode;
  /** Number of the document; required for identity documents. */
  documentNumber?: string;
  /** Authority that issued the document; required for identity documents. */
  issuingAuthority?: string;
  /** The file, at most 10485760 bytes. */
  file: Blob;
}

export interface DocumentUploadRequest {
  documentHolder: DocumentHolderId;
  /** Kind of document. */
  documentType:
    | 'PASSPORT'
    | 'DRIVERS_LICENSE'
    | 'NATIONAL_ID'
    | 'PROOF_OF_ADDRESS'
    | 'BANK_STATEMENT'
    | 'TAX_RETURN'
    | 'CERTIFICATE_OF_INCORPORATION'
    | 'ARTICLES_OF_INCORPORATION'
    | 'ARTICLES_OF_ASSOCIATION'
    | 'STATE_REGISTRY_EXCERPT'
    | 'GOOD_STANDING_CERTIFICATE'
    | 'INFORMATION_STATEMENT'
    | 'INCUMBENCY_CERTIFICATE'
    | 'BUSINESS_LICENSE'
    | 'SHAREHOLDER_REGISTER'
    | 'POWER_OF_ATTORNEY'
    | 'UTILITY_BILL'
    | 'ELECTRICITY_BILL'
    | 'RENT_OR_LEASE_AGREEMENT'
    | 'DIRECTOR_REGISTRY'
    | 'TRUST_AGREEMENT'
    | 'STATE_COMPANY_REGISTRY'
    | 'PARTNERSHIP_CONTROL_AGREEMENT'
    | 'PARTNERSHIP_AGREEMENT'
    | 'SELFIE'
    | 'OTHER';
  /** Side that the file shows, for a DRIVERS_LICENSE or NATIONAL_ID; absent where it shows both. */
  side?: 'FRONT' | 'BACK';
  /** Country that issued the document, by its ISO 3166-1 alpha-2 code. */
  country: CountryCode;
  /** Number of the document; required for identity documents. */
  documentNumber?: string;
  /** Authority that issued the document; required for identity documents. */
  issuingAuthority?: string;
  /** The file, at most 10485760 bytes. */
  file: Blob;
}

export interface EgpBeneficiary {
  /** Marks the owner as a person. */
  beneficiaryType: 'INDIVIDUAL';
  /** Full name of the person, as the bank or custodian of the account has it. */
  fullName: string;
  /** Date of birth as `YYYY-MM-DD`. */
  birthDate?: string;
  /** Country of citizenship by its ISO 3166-1 alpha-2 code. */
  nationality?: CountryCode;
  /** Email address of the owner of the account. */
  email?: string;
  /** Phone number of the owner of the account in E.164 form. */
  phoneNumber?: string;
  /** Country in which the owner lives or is established, by its ISO 3166-1 alpha-2 code. */
  countryOfResidence?: CountryCode;
  /** Address of the owner of the account. */
  address?: Address;
}

export interface EgpExternalAccountCreateInfo {
  /** Type of the account, which selects the other members. */
  accountType: 'EGP_ACCOUNT';
  /** IBAN without spaces; its check digits are verified. */
  iban?: string;
  /** Name of the bank or mobile money operator that holds the account. */
  bankName: string;
  /** Phone number of the mobile wallet with `+` and calling code; required for mobile money. */
  phoneNumber?: string;
  /** Owner of the account: a person or a business. */
  beneficiary: EgpBeneficiary | BusinessBeneficiary;
}

export interface EgpExternalAccountInfo {
  /** Type of the account, which selects the other members. */
  accountType: 'EGP_ACCOUNT';
  /** IBAN without spaces; its check digits are verified. */
  iban?: string;
  /** Name of the bank or mobile money operator that holds the account. */
  bankName: string;
  /** Phone number of the mobile wallet with `+` and calling code; required for mobile money. */
  phoneNumber?: string;
  /** Owner of the account: a person or a business. */
  beneficiary: EgpBeneficiary | BusinessBeneficiary;
  /** Rails that can pay this account with the details given. */
  paymentRails: ('BANK_TRANSFER' | 'MOBILE_MONEY')[];
}

/** Settings of embedded wallets. */
export interface EmbeddedWalletConfig {
  /** Name of the app in messages to customers. */
  appName?: string;
  /** Length of one-time codes; at least 6 in production. */
  otpLength?: number;
  /** Whether one-time codes contain letters beside digits. */
  alphanumeric?: boolean;
  /** Validity of one-time codes in seconds. */
  expirationSeconds?: number;
  /** Sender of codes by email; an operator must have allowed its domain. */
  sendFromEmailAddress?: string;
  /** Sender name of codes by email. */
  sendFromEmailSenderName?: string;
  /** Address for replies to codes by email. */
  replyToEmailAddress?: string;
  /** Logo in codes by email. */
  logoUrl?: string;
  /** Domains and apps on which customers use passkeys. */
  relyingParties?: {
    /** WebAuthn relying party id: a domain without scheme and port. */
    id: string;
    /** Origins of web pages (`https://`) and native apps that may use the passkeys. */
    origins: string[];
  }[];
  /** Whether passkeys open wallets of a production platform without user verification; false by default. */
  allowPasskeyPresenceOnly?: boolean;
}

/** Terms that customers must accept. */
export interface EndUserTerms {
  /** Version to be named in `endUserTermsConsent.termsVersion`. */
  version: string;
  /** Page with the text of the terms. */
  url: string;
}

/** Acceptance of the end-user terms by the customer. */
export interface EndUserTermsConsent {
  /** Time at which the customer accepted the terms. */
  acceptedAt: string;
  /** IP address from which the customer accepted the terms. */
  ipAddress: string;
  /** Version of the terms, as `GET /customers/end-user-terms` shows it. */
  termsVersion: string;
  /** How the customer accepted: by ticking a box or by a click on a button. */
  acceptanceMethod: 'CHECKBOX' | 'CLICK_TO_ACCEPT';
}

/** A withdrawal to a crypto address, to be priced without being made. */
export interface EstimateCryptoWithdrawalFeeRequest {
  /** Account from which the withdrawal would be made. */
  internalAccountId: InternalAccountId;
  /** Currency to be withdrawn, by its code, such as `USDC`. */
  currency: string;
  /** Network on which the withdrawal would be delivered. */
  cryptoNetwork: 'BITCOIN' | 'ETHEREUM' | 'SOLANA' | 'BASE' | 'POLYGON' | 'TRON' | 'PLASMA' | 'SPARK';
  /** Amount that leaves the account, fees included, in the smallest unit of `currency`. */
  amount: number;
  /** Address of the receiving wallet on `cryptoNetwork`. */
  destinationAddress: string;
}

/** Estimated fees of a withdrawal; the quote that makes it has the binding ones. */
export interface EstimateCryptoWithdrawalFeeResponse {
  /** Fee of the network in the smallest unit of `networkFeeAsset`. */
  networkFee: number;
  /** Asset in which the network charges its fee, by its code. */
  networkFeeAsset: string;
  /** Fee of the service in the smallest unit of the withdrawn currency. */
  applicationFee: number;
  /** Network fee and application fee together, in the smallest unit of the withdrawn currency. */
  totalFee: number;
  /** Amount that arrives at the address, in the smallest unit of the withdrawn currency. */
  netAmount: number;
}

export interface EthereumWalletExternalAccountInfo {
  /** Type of the account, which selects the other members. */
  accountType: 'ETHEREUM_WALLET';
  /** Address of the wallet on its network. */
  address: string;
  /** Custodian of the wallet by its name in `GET /vasps`; absent for a self-custody wallet. */
  vaspName?: string;
  /** Owner of the wallet; required only where the Travel Rule applies. */
  beneficiary?: WalletIndividualBeneficiary | BusinessBeneficiary;
}

export interface EurBeneficiary {
  /** Marks the owner as a person. */
  beneficiaryType: 'INDIVIDUAL';
  /** Full name of the person, as the bank or custodian of the account has it. */
  fullName: string;
  /** Date of birth as `YYYY-MM-DD`. */
  birthDate?: string;
  /** Country of citizenship by its ISO 3166-1 alpha-2 code. */
  nationality?: CountryCode;
  /** Email address of the owner of the account. */
  email?: string;
  /** Phone number of the owner of the account in E.164 form. */
  phoneNumber?: string;
  /** Country in which the owner lives or is established, by its ISO 3166-1 alpha-2 code. */
  countryOfResidence: CountryCode;
  /** Address of the owner of the account. */
  address?: AddressWithCity;
}

export interface EurExternalAccountCreateInfo {
  /** Type of the account, which selects the other members. */
  accountType: 'EUR_ACCOUNT';
  /** IBAN without spaces; its check digits are verified. */
  iban: string;
  /** BIC of the bank, 8 or 11 characters. */
  swiftCode?: string;
  /** Owner of the account: a person or a business. */
  beneficiary: EurBeneficiary | BusinessBeneficiaryWithAddressAndRegistrationNumber;
}

export interface EurExternalAccountInfo {
  /** Type of the account, which selects the other members. */
  accountType: 'EUR_ACCOUNT';
  /** IBAN without spaces; its check digits are verified. */
  iban: string;
  /** BIC of the bank, 8 or 11 characters. */
  swiftCode?: string;
  /** Owner of the account: a person or a business. */
  beneficiary: EurBeneficiary | BusinessBeneficiaryWithAddressAndRegistrationNumber;
  /** Rails that can pay this account with the details given. */
  paymentRails: ('SEPA' | 'SEPA_INSTANT')[];
}

/** A current price for one pair of currencies over one rail or network; only a quote locks a price. */
export interface ExchangeRate {
  /** Currency that the sender pays. */
  sourceCurrency: ExchangeRateCurrency;
  /** Amount that the row was priced for, in the smallest unit of `sourceCurrency`. */
  sendingAmount: number;
  /** Smallest amount that can be sent, in the smallest unit of `sourceCurrency`. */
  minSendingAmount: number;
  /** Largest amount that can be sent, in the smallest unit of `sourceCurrency`. */
  maxSendingAmount: number;
  /** Currency that the receiver gets. */
  destinationCurrency: ExchangeRateCurrency;
  /** Rail that pays the receiver; absent where a crypto network delivers. */
  destinationPaymentRail?:
    | 'ACH'
    | 'ACH_COLOMBIA'
    | 'ACH_SAME_DAY'
    | 'BANK_TRANSFER'
    | 'BRE_B'
    | 'CIPS'
    | 'FAST'
    | 'FASTER_PAYMENTS'
    | 'FEDNOW'
    | 'INSTAPAY'
    | 'MOBILE_MONEY'
    | 'NEFT'
    | 'PAYNOW'
    | 'PESONET'
    | 'PIX'
    | 'RTGS'
    | 'RTP'
    | 'SEPA'
    | 'SEPA_INSTANT'
    | 'SPEI'
    | 'SWIFT'
    | 'UNIONPAY'
    | 'UPI'
    | 'WIRE';
  /** Crypto network that delivers the currency; absent where a rail pays the receiver. */
  destinationNetwork?:
    | 'BITCOIN'
    | 'ETHEREUM'
    | 'SOLANA'
    | 'BASE'
    | 'POLYGON'
    | 'TRON'
    | 'PLASMA'
    | 'SPARK'
    | 'LIGHTNING';
  /**
   * Amount that the receiver gets for `sendingAmount`, in the smallest unit of `destinationCurrency`; 0 where the fees
   * exceed it.
   */
  receivingAmount: number;
  /** Smallest units of the source currency per smallest unit of the destination currency, after fees. */
  exchangeRate: number;
  fees: ExchangeRateFees;
  /** Time of the price that the row is based on, at most five minutes ago. */
  updatedAt: string;
}

/** A currency of an exchange rate. A list without a filter by currency has its `code` only. */
export interface ExchangeRateCurrency {
  /** ISO 4217 code of a fiat currency, or the ticker of a crypto currency. */
  code: string;
  /** Full English name, such as `US Dollar`. */
  name?: string;
  /** Symbol for display, such as `$`. */
  symbol?: string;
  /** Decimal places of the smallest unit: with 2, an amount of 1050 is 10.50. */
  decimals?: number;
}

/** Fees of the service and of the platform, in the source currency. */
export interface ExchangeRateFees {
  /** Fixed part of the fees, in the smallest unit of the source currency. */
  fixed?: number;
  /** All fees together, in the smallest unit of the source currency. */
  total?: number;
}

export interface ExchangeRateListResponse {
  /** All items: this list has no pages. */
  data: ExchangeRate[];
}

export interface ExecuteQuoteRequest {
  /**
   * Factor for strong customer authentication, where the customer must authorize the payment; by default the preferred
   * one.
   */
  scaFactor?: 'SMS_OTP' | 'TOTP' | 'PASSKEY';
}

/** An account elsewhere that can be paid, or from which money can be collected. */
export interface ExternalAccount {
  id: ExternalAccountId;
  /** Customer to whom the account was added; absent for an account of the platform itself. */
  customerId?: CustomerId;
  /**
   * Only ACTIVE accounts can be paid; PENDING_OWNERSHIP_VERIFICATION and UNVERIFIED wait for a proof of ownership,
   * UNDER_REVIEW for a decision, INACTIVE is closed.
   */
  status: 'PENDING' | 'ACTIVE' | 'PENDING_OWNERSHIP_VERIFICATION' | 'UNVERIFIED' | 'UNDER_REVIEW' | 'INACTIVE';
  /** The platform's own id, as given when the account was added. */
  platformAccountId?: string;
  /**
   * FIRST_PARTY if the account belongs to the customer or platform itself, THIRD_PARTY if it belongs to somebody else.
   */
  ownershipType?: 'FIRST_PARTY' | 'THIRD_PARTY';
  /** Currency of the account by its code. */
  currency: string;
  /** Whether incoming UMA payments of the customer are paid out to this account. */
  defaultUmaDepositAccount?: boolean;
  /**
   * Result of comparing the name of the beneficiary with the holder of the account; absent where no name was checked.
   */
  beneficiaryVerificationStatus?:
    | 'MATCHED'
    | 'PARTIAL_MATCH'
    | 'NOT_MATCHED'
    | 'UNSUPPORTED'
    | 'CHECKED_BY_RECEIVING_FI'
    | 'PENDING';
  beneficiaryVerifiedData?: BeneficiaryVerifiedData;
  /** Type, details and owner of the account, with the rails that can pay it. */
  accountInfo: ExternalAccountInfoOneOf;
}

/** Details of the account; `accountType` selects the members. */
export type ExternalAccountCreateInfoOneOf =
  | UsdExternalAccountCreateInfo
  | CadExternalAccountCreateInfo
  | MxnExternalAccountCreateInfo
  | BrlExternalAccountCreateInfo
  | CopExternalAccountCreateInfo
  | GtqExternalAccountCreateInfo
  | HtgExternalAccountCreateInfo
  | JmdExternalAccountCreateInfo
  | SlvExternalAccountCreateInfo
  | EurExternalAccountCreateInfo
  | DkkExternalAccountCreateInfo
  | GbpExternalAccountCreateInfo
  | AedExternalAccountCreateInfo
  | BdtExternalAccountCreateInfo
  | CnyExternalAccountCreateInfo
  | HkdExternalAccountCreateInfo
  | IdrExternalAccountCreateInfo
  | InrExternalAccountCreateInfo
  | MyrExternalAccountCreateInfo
  | PhpExternalAccountCreateInfo
  | PkrExternalAccountCreateInfo
  | SgdExternalAccountCreateInfo
  | ThbExternalAccountCreateInfo
  | VndExternalAccountCreateInfo
  | BwpExternalAccountCreateInfo
  | EgpExternalAccountCreateInfo
  | GhsExternalAccountCreateInfo
  | KesExternalAccountCreateInfo
  | MwkExternalAccountCreateInfo
  | NgnExternalAccountCreateInfo
  | RwfExternalAccountCreateInfo
  | TzsExternalAccountCreateInfo
  | UgxExternalAccountCreateInfo
  | XafExternalAccountCreateInfo
  | XofExternalAccountCreateInfo
  | ZarExternalAccountCreateInfo
  | ZmwExternalAccountCreateInfo
  | SwiftExternalAccountCreateInfo
  | EthereumWalletExternalAccountInfo
  | BaseWalletExternalAccountInfo
  | PolygonWalletExternalAccountInfo
  | PlasmaWalletExternalAccountInfo
  | SolanaWalletExternalAccountInfo
  | TronWalletExternalAccountInfo
  | SparkWalletExternalAccountInfo
  | LightningExternalAccountInfo;

/** An account elsewhere to be added for a customer or for the platform. */
export interface ExternalAccountCreateRequest {
  /** Customer who pays or is paid with the account; absent for an account of the platform itself. */
  customerId?: CustomerId;
  /** Currency of the account by its code, such as `EUR`; it must be one that the account type accepts. */
  currency: string;
  /** The platform's own id for the account, which responses repeat. */
  platformAccountId?: string;
  /**
   * FIRST_PARTY if the account belongs to the customer or platform itself, THIRD_PARTY if it belongs to somebody else.
   */
  ownershipType?: 'FIRST_PARTY' | 'THIRD_PARTY';
  /**
   * Pays incoming UMA payments of the customer out to this account; the newest such account replaces the one before.
   * Default: `false`.
   */
  defaultUmaDepositAccount?: boolean;
  /** Type, details and owner of the account. */
  accountInfo: ExternalAccountCreateInfoOneOf;
}

/** External account that is paid, and how. */
export interface ExternalAccountDestinationReference {
  /** External account to be paid. */
  accountId: ExternalAccountId;
  /** Rail to be used; by default the fastest one that can pay the account. */
  paymentRail?: PaymentRail;
}

/** Id of an external account: a bank account, mobile wallet or crypto wallet elsewhere. */
export type ExternalAccountId = string & { readonly '~id'?: 'ExternalAccount' };

/** Details of the account as given, with the rails that can pay it. */
export type ExternalAccountInfoOneOf =
  | UsdExternalAccountInfo
  | CadExternalAccountInfo
  | MxnExternalAccountInfo
  | BrlExternalAccountInfo
  | CopExternalAccountInfo
  | GtqExternalAccountInfo
  | HtgExternalAccountInfo
  | JmdExternalAccountInfo
  | SlvExternalAccountInfo
  | EurExternalAccountInfo
  | DkkExternalAccountInfo
  | GbpExternalAccountInfo
  | AedExternalAccountInfo
  | BdtExternalAccountInfo
  | CnyExternalAccountInfo
  | HkdExternalAccountInfo
  | IdrExternalAccountInfo
  | InrExternalAccountInfo
  | MyrExternalAccountInfo
  | PhpExternalAccountInfo
  | PkrExternalAccountInfo
  | SgdExternalAccountInfo
  | ThbExternalAccountInfo
  | VndExternalAccountInfo
  | BwpExternalAccountInfo
  | EgpExternalAccountInfo
  | GhsExternalAccountInfo
  | KesExternalAccountInfo
  | MwkExternalAccountInfo
  | NgnExternalAccountInfo
  | RwfExternalAccountInfo
  | TzsExternalAccountInfo
  | UgxExternalAccountInfo
  | XafExternalAccountInfo
  | XofExternalAccountInfo
  | ZarExternalAccountInfo
  | ZmwExternalAccountInfo
  | SwiftExternalAccountInfo
  | EthereumWalletExternalAccountInfo
  | BaseWalletExternalAccountInfo
  | PolygonWalletExternalAccountInfo
  | PlasmaWalletExternalAccountInfo
  | SolanaWalletExternalAccountInfo
  | TronWalletExternalAccountInfo
  | SparkWalletExternalAccountInfo
  | LightningExternalAccountInfo;

export interface ExternalAccountListResponse {
  /** Items of this page, at most `limit`. */
  data: ExternalAccount[];
  /** Whether another page follows. */
  hasMore: boolean;
  /** Value of `cursor` for the next page; absent on the last one. */
  nextCursor?: string;
  /** Number of items on all pages; absent when it exceeds 10000. */
  totalCount?: number;
}

/** External account that is debited. */
export interface ExternalAccountReference {
  /** External account to collect from, of the same customer or of the platform. */
  accountId: ExternalAccountId;
}

/** A signed operation that was begun and not performed. */
export interface FailedWalletOperation {
  operationId: OperationId;
  /** Id of the signed retry. */
  requestId: RequestId;
  /** Kind of change. */
  operationType: 'auth_credential.create' | 'auth_credential.delete' | 'session.revoke' | 'wallet.export';
  /** Kind of the resource that the operation concerns. */
  resourceType: 'AUTH_METHOD' | 'SESSION' | 'INTERNAL_ACCOUNT';
  /**
   * Credential, session, account or key that the operation concerns; for a credential that was not added, the id it
   * would have had.
   */
  resourceId: string;
  /** Marks the operation as not performed. */
  status: 'failed';
  /** Cause of the failure. */
  error: {
    /**
     * Error code of the last admitted attempt; EXPIRED if the operation was processing and the request was not repeated
     * in time.
     */
    code: string;
  };
}

/** Id of a fault of the sandbox. */
export type FaultId = string & { readonly '~id'?: 'Fault' };

/** A fee that the platform adds to payments of its customers. */
export interface FeeConfig {
  /** Payments to which the fee applies. */
  feeType: 'CROSS_CURRENCY_TRANSACTION';
  /** Sending currency to which the fee applies, by its code. */
  sourceCurrency: string;
  /** Variable fee in basis points of the sent amount: 50 is 0.5 %. */
  variableFeeBps: number;
  /** Fixed fee per payment. */
  fixedFee: {
    /** Fee in the smallest unit of `currency`. */
    amount: number;
    /** Currency of the fee by its code; it must be `sourceCurrency`. */
    currency: string;
  };
}

/** One invalid field of a request. */
export interface FieldError {
  /** Path of the invalid field in dot notation, such as `businessInfo.taxId`. */
  field: string;
  /** Rule that the field breaks, and the way to comply with it. */
  message?: string;
  /** The broken rule in a form that programs can read. */
  constraint?: {
    /** Expected format, such as `email` or `date`. */
    format?: string;
    /** Regular expression that the value must match. */
    pattern?: string;
    /** Accepted values. */
    enum?: string[];
    /** Shortest accepted length, in characters. */
    minLength?: number;
    /** Longest accepted length, in characters. */
    maxLength?: number;
  };
}

export interface GbpBeneficiary {
  /** Marks the owner as a person. */
  beneficiaryType: 'INDIVIDUAL';
  /** Full name of the person, as the bank or custodian of the account has it. */
  fullName: string;
  /** Date of birth as `YYYY-MM-DD`. */
  birthDate?: string;
  /** Country of citizenship by its ISO 3166-1 alpha-2 code. */
  nationality?: CountryCode;
  /** Email address of the owner of the account. */
  email?: string;
  /** Phone number of the owner of the account in E.164 form. */
  phoneNumber?: string;
  /** Country in which the owner lives or is established, by its ISO 3166-1 alpha-2 code. */
  countryOfResidence?: CountryCode;
  /** Address of the owner of the account. */
  address?: AddressWithCity;
}

export interface GbpExternalAccountCreateInfo {
  /** Type of the account, which selects the other members. */
  accountType: 'GBP_ACCOUNT';
  /** Sort code of the bank branch, 6 digits without hyphens. */
  sortCode: string;
  /** Account number at the bank, without spaces. */
  accountNumber: string;
  /** Owner of the account: a person or a business. */
  beneficiary: GbpBeneficiary | BusinessBeneficiaryWithAddress;
}

export interface GbpExternalAccountInfo {
  /** Type of the account, which selects the other members. */
  accountType: 'GBP_ACCOUNT';
  /** Sort code of the bank branch, 6 digits without hyphens. */
  sortCode: string;
  /** Account number at the bank, without spaces. */
  accountNumber: string;
  /** Owner of the account: a person or a business. */
  beneficiary: GbpBeneficiary | BusinessBeneficiaryWithAddress;
  /** Rails that can pay this account with the details given. */
  paymentRails: 'FASTER_PAYMENTS'[];
}

export interface GhsBeneficiary {
  /** Marks the owner as a person. */
  beneficiaryType: 'INDIVIDUAL';
  /** Full name of the person, as the bank or custodian of the account has it. */
  fullName: string;
  /** Date of birth as `YYYY-MM-DD`. */
  birthDate?: string;
  /** Country of citizenship by its ISO 3166-1 alpha-2 code. */
  nationality?: CountryCode;
  /** Email address of the owner of the account. */
  email?: string;
  /** Phone number of the owner of the account in E.164 form. */
  phoneNumber?: string;
  /** Country in which the owner lives or is established, by its ISO 3166-1 alpha-2 code. */
  countryOfResidence?: CountryCode;
  /** Address of the owner of the account. */
  address?: Address;
}

export interface GhsExternalAccountCreateInfo {
  /** Type of the account, which selects the other members. */
  accountType: 'GHS_ACCOUNT';
  /** Account number at the bank, without spaces. */
  accountNumber?: string;
  /** Name of the bank or mobile money operator that holds the account. */
  bankName: string;
  /** Phone number of the mobile wallet with `+` and calling code; required for mobile money. */
  phoneNumber?: string;
  /** Owner of the account: a person or a business. */
  beneficiary: GhsBeneficiary | BusinessBeneficiary;
}

export interface GhsExternalAccountInfo {
  /** Type of the account, which selects the other members. */
  accountType: 'GHS_ACCOUNT';
  /** Account number at the bank, without spaces. */
  accountNumber?: string;
  /** Name of the bank or mobile money operator that holds the account. */
  bankName: string;
  /** Phone number of the mobile wallet with `+` and calling code; required for mobile money. */
  phoneNumber?: string;
  /** Owner of the account: a person or a business. */
  beneficiary: GhsBeneficiary | BusinessBeneficiary;
  /** Rails that can pay this account with the details given. */
  paymentRails: ('BANK_TRANSFER' | 'MOBILE_MONEY')[];
}

export interface GtqBeneficiary {
  /** Marks the owner as a person. */
  beneficiaryType: 'INDIVIDUAL';
  /** Full name of the person, as the bank or custodian of the account has it. */
  fullName: string;
  /** Date of birth as `YYYY-MM-DD`. */
  birthDate?: string;
  /** Country of citizenship by its ISO 3166-1 alpha-2 code. */
  nationality?: CountryCode;
  /** Email address of the owner of the account. */
  email?: string;
  /** Phone number of the owner of the account in E.164 form. */
  phoneNumber: string;
  /** Country in which the owner lives or is established, by its ISO 3166-1 alpha-2 code. */
  countryOfResidence: CountryCode;
  /** Address of the owner of the account. */
  address?: Address;
}

export interface GtqExternalAccountCreateInfo {
  /** Type of the account, which selects the other members. */
  accountType: 'GTQ_ACCOUNT';
  /** Account number at the bank, without spaces. */
  accountNumber: string;
  /** Kind of bank account: CHECKING for a current account, SAVINGS for a savings account. */
  bankAccountType: 'CHECKING' | 'SAVINGS';
  /** Name of the bank or mobile money operator that holds the account. */
  bankName: string;
  /** Owner of the account: a person or a business. */
  beneficiary: GtqBeneficiary | BusinessBeneficiary;
}

export interface GtqExternalAccountInfo {
  /** Type of the account, which selects the other members. */
  accountType: 'GTQ_ACCOUNT';
  /** Account number at the bank, without spaces. */
  accountNumber: string;
  /** Kind of bank account: CHECKING for a current account, SAVINGS for a savings account. */
  bankAccountType: 'CHECKING' | 'SAVINGS';
  /** Name of the bank or mobile money operator that holds the account. */
  bankName: string;
  /** Owner of the account: a person or a business. */
  beneficiary: GtqBeneficiary | BusinessBeneficiary;
  /** Rails that can pay this account with the details given. */
  paymentRails: 'BANK_TRANSFER'[];
}

export interface HkdBeneficiary {
  /** Marks the owner as a person. */
  beneficiaryType: 'INDIVIDUAL';
  /** Full name of the person, as the bank or custodian of the account has it. */
  fullName: string;
  /** Date of birth as `YYYY-MM-DD`. */
  birthDate?: string;
  /** Country of citizenship by its ISO 3166-1 alpha-2 code. */
  nationality?: CountryCode;
  /** Email address of the owner of the account. */
  email?: string;
  /** Phone number of the owner of the account in E.164 form. */
  phoneNumber?: string;
  /** Country in which the owner lives or is established, by its ISO 3166-1 alpha-2 code. */
  countryOfResidence?: CountryCode;
  /** Address of the owner of the account. */
  address?: Address;
}

export interface HkdExternalAccountCreateInfo {
  /** Type of the account, which selects the other members. */
  accountType: 'HKD_ACCOUNT';
  /** Name of the bank or mobile money operator that holds the account. */
  bankName: string;
  /** Account number at the bank, without spaces. */
  accountNumber: string;
  /** BIC of the bank, 8 or 11 characters. */
  swiftCode: string;
  /** Owner of the account: a person or a business. */
  beneficiary: HkdBeneficiary | BusinessBeneficiaryWithAddress;
}

export interface HkdExternalAccountInfo {
  /** Type of the account, which selects the other members. */
  accountType: 'HKD_ACCOUNT';
  /** Name of the bank or mobile money operator that holds the account. */
  bankName: string;
  /** Account number at the bank, without spaces. */
  accountNumber: string;
  /** BIC of the bank, 8 or 11 characters. */
  swiftCode: string;
  /** Owner of the account: a person or a business. */
  beneficiary: HkdBeneficiary | BusinessBeneficiaryWithAddress;
  /** Rails that can pay this account with the details given. */
  paymentRails: 'BANK_TRANSFER'[];
}

/** Appearance and language of the pages that end users see. */
export interface HostedPages {
  /** Name of the platform on the pages; `null` shows the name of the platform. */
  name: string | null;
  /**
   * Colour of buttons and links as `#rrggbb`; the pages derive readable variants for light and dark. `null` uses that
   * of the service.
   */
  accentColor: string | null;
  /** Language of the pages for every visitor; `null` selects it by the `Accept-Language` of the browser. */
  language: 'en' | 'es' | 'de' | 'fr' | 'pt' | null;
  /** URL of the logo, which changes with the image; `null` where none is set. */
  logoUrl: string | null;
}

/** Appearance and language of the pages that end users see, to be changed. */
export interface HostedPagesUpdate {
  /** Name of the platform on the pages; `null` shows the name of the platform. */
  name?: string | null;
  /**
   * Colour of buttons and links as `#rrggbb`; the pages derive readable variants for light and dark. `null` uses that
   * of the service.
   */
  accentColor?: string | null;
  /** Language of the pages for every visitor; `null` selects it by the `Accept-Language` of the browser. */
  language?: 'en' | 'es' | 'de' | 'fr' | 'pt' | null;
  /**
   * Logo as a data URL in base64 (`data:image/png;base64,...`): a PNG, JPEG or WebP image of at most 64 KB. `null`
   * removes it.
   */
  logo?: string | null;
}

export interface HtgBeneficiary {
  /** Marks the owner as a person. */
  beneficiaryType: 'INDIVIDUAL';
  /** Full name of the person, as the bank or custodian of the account has it. */
  fullName: string;
  /** Date of birth as `YYYY-MM-DD`. */
  birthDate?: string;
  /** Country of citizenship by its ISO 3166-1 alpha-2 code. */
  nationality?: CountryCode;
  /** Email address of the owner of the account. */
  email?: string;
  /** Phone number of the owner of the account in E.164 form. */
  phoneNumber?: string;
  /** Country in which the owner lives or is established, by its ISO 3166-1 alpha-2 code. */
  countryOfResidence?: CountryCode;
  /** Address of the owner of the account. */
  address?: Address;
}

export interface HtgExternalAccountCreateInfo {
  /** Type of the account, which selects the other members. */
  accountType: 'HTG_ACCOUNT';
  /** Phone number of the mobile wallet with `+` and calling code; required for mobile money. */
  phoneNumber: string;
  /** Owner of the account: a person or a business. */
  beneficiary: HtgBeneficiary | BusinessBeneficiary;
}

export interface HtgExternalAccountInfo {
  /** Type of the account, which selects the other members. */
  accountType: 'HTG_ACCOUNT';
  /** Phone number of the mobile wallet with `+` and calling code; required for mobile money. */
  phoneNumber: string;
  /** Owner of the account: a person or a business. */
  beneficiary: HtgBeneficiary | BusinessBeneficiary;
  /** Rails that can pay this account with the details given. */
  paymentRails: 'MOBILE_MONEY'[];
}

export interface IdrBeneficiary {
  /** Marks the owner as a person. */
  beneficiaryType: 'INDIVIDUAL';
  /** Full name of the person, as the bank or custodian of the account has it. */
  fullName: string;
  /** Date of birth as `YYYY-MM-DD`. */
  birthDate?: string;
  /** Country of citizenship by its ISO 3166-1 alpha-2 code. */
  nationality?: CountryCode;
  /** Email address of the owner of the account. */
  email?: string;
  /** Phone number of the owner of the account in E.164 form. */
  phoneNumber?: string;
  /** Country in which the owner lives or is established, by its ISO 3166-1 alpha-2 code. */
  countryOfResidence?: CountryCode;
  /** Address of the owner of the account. */
  address?: Address;
}

export interface IdrExternalAccountCreateInfo {
  /** Type of the account, which selects the other members. */
  accountType: 'IDR_ACCOUNT';
  /** Name of the bank or mobile money operator that holds the account. */
  bankName: string;
  /** Account number at the bank, without spaces. */
  accountNumber: string;
  /** BIC of the bank, 8 or 11 characters. */
  swiftCode: string;
  /** Phone number of the mobile wallet with `+` and calling code; required for mobile money. */
  phoneNumber: string;
  /** Owner of the account: a person or a business. */
  beneficiary: IdrBeneficiary | BusinessBeneficiaryWithAddress;
}

export interface IdrExternalAccountInfo {
  /** Type of the account, which selects the other members. */
  accountType: 'IDR_ACCOUNT';
  /** Name of the bank or mobile money operator that holds the account. */
  bankName: string;
  /** Account number at the bank, without spaces. */
  accountNumber: string;
  /** BIC of the bank, 8 or 11 characters. */
  swiftCode: string;
  /** Phone number of the mobile wallet with `+` and calling code; required for mobile money. */
  phoneNumber: string;
  /** Owner of the account: a person or a business. */
  beneficiary: IdrBeneficiary | BusinessBeneficiaryWithAddress;
  /** Rails that can pay this account with the details given. */
  paymentRails: 'BANK_TRANSFER'[];
}

/** The incoming payment that an event reports. */
export interface IncomingPaymentWebhookData {
  id: TransactionId;
  /**
   * State of the payment: COMPLETED, REJECTED, FAILED, REFUNDED and EXPIRED end it, but a completed payment can still
   * be returned.
   */
  status:
    | 'CREATED'
    | 'PENDING'
    | 'PENDING_AUTHORIZATION'
    | 'PROCESSING'
    | 'COMPLETED'
    | 'REJECTED'
    | 'FAILED'
    | 'REFUNDED'
    | 'EXPIRED';
  /** Reason why settlement takes longer; present while it does. */
  pendingReason?:
    | 'COUNTERPARTY_DECLARATION_REQUIRED'
    | 'WALLET_VERIFICATION_REQUIRED'
    | 'COUNTERPARTY_INFORMATION_REQUIRED'
    | 'COMPLIANCE_REVIEW';
  /**
   * DEBIT if the payment takes money from an account, which includes collecting it from a bank; CREDIT if it only adds
   * money.
   */
  direction: 'CREDIT' | 'DEBIT';
  /** Receiver of the money; `destinationType` selects the members. */
  destination: AccountTransactionDestination | UmaAddressTransactionDestination;
  /** Customer of the payment, or the platform for its own accounts. */
  customerId: AccountOwnerId;
  /** The platform's own id of the customer; the platform's id for its own accounts. */
  platformCustomerId: string;
  /** Time at which the money arrived; absent before that. */
  settledAt?: string;
  /** Time of creation by the platform's clock, which a sandbox can advance. */
  createdAt?: string;
  /** Time of the last change; equal to `createdAt` before the first one. */
  updatedAt?: string;
  /** Time at which the platform says that it delivered the receipt; absent before that. */
  receiptDeliveryConfirmedAt?: string;
  /** Agent that initiated the payment; absent for payments of the platform. */
  agentId?: AgentId;
  /** Memo of the platform from the quote. */
  description?: string;
  /** Smallest units of the sending currency per smallest unit of the receiving currency. */
  exchangeRate?: number;
  /** Quote from which the payment was made; absent for transfers and arrivals without a quote. */
  quoteId?: QuoteId;
  /** Return of the money after a failure; absent where nothing is returned. */
  refund?: Refund;
  /** Data about the other party that the platform requires; absent where there is none. */
  counterpartyInformation?: CounterpartyInformation;
  /** All fees of the payment, in the smallest unit of the sending currency. */
  fees?: number;
  /** Identifiers for statements; absent while the status is CREATED. */
  reconciliationInstructions?: ReconciliationInstructions;
  /** Marks the transaction as money that arrives. */
  type: 'INCOMING';
  /** Origin of the money, where it is known. */
  source?: AccountTransactionSource | UmaAddressTransactionSource | RealtimeFundingTransactionSource;
  /** Amount that the sender paid, where it is known. */
  sentAmount?: CurrencyAmount;
  /** Amount that the receiver gets. */
  receivedAmount: CurrencyAmount;
  /** Cause of the failure; present while the status is FAILED. */
  failureReason?:
    | 'LNURLP_FAILED'
    | 'PAY_REQUEST_FAILED'
    | 'PAYMENT_APPROVAL_WEBHOOK_ERROR'
    | 'PAYMENT_APPROVAL_TIMED_OUT'
    | 'OFFRAMP_FAILED'
    | 'MISSING_MANDATORY_PAYEE_DATA'
    | 'QUOTE_EXPIRED'
    | 'QUOTE_EXECUTION_FAILED'
    | 'COMPLIANCE_REJECTED'
    | 'COLLECTION_FAILED'
    | 'INSUFFICIENT_FUNDS'
    | 'ACCOUNT_CLOSED';
  /** Data about the receiver that the sender's provider asks for before it pays. */
  requestedReceiverCustomerInfoFields?: {
    /** Name of the field, such as `FULL_NAME`. */
    name: string;
    /** Whether the payment fails without the field. */
    mandatory: boolean;
  }[];
  /** Reason that the platform gave for its rejection. */
  rejectionReason?: string;
  /** UMA address of the sender; present for UMA payments whose sender has one. */
  senderUmaAddress?: string;
  /** UMA address of the receiver; present for UMA payments. */
  receiverUmaAddress?: string;
}

/** Rejection of the payment. */
export interface IncomingPaymentWebhookForbiddenResponse {
  /** Code of the platform's own choice, for its records. */
  code?: string;
  /** Explanation for people. */
  message?: string;
  /** Further data of the platform's own choice. */
  details?: Record<string, unknown>;
  /** Reason for the rejection, which the transaction shows as `rejectionReason`. */
  reason?: string;
}

/** Approval of the payment. */
export interface IncomingPaymentWebhookResponse {
  /** Data about the receiver that the sender's provider asked for, by field name. */
  receiverCustomerInfo?: Record<string, unknown>;
}

/** Rejection until the sender's provider gives more data. */
export interface IncomingPaymentWebhookUnprocessableResponse {
  /** Code of the platform's own choice, for its records. */
  code?: string;
  /** Explanation for people. */
  message?: string;
  /** Further data of the platform's own choice. */
  details?: Record<string, unknown>;
  /** Names of the fields about the sender that the platform requires. */
  requiredFields?: string[];
}

/** A payment that arrives for a customer or the platform. */
export interface IncomingTransaction {
  id: TransactionId;
  /**
   * State of the payment: COMPLETED, REJECTED, FAILED, REFUNDED and EXPIRED end it, but a completed payment can still
   * be returned.
   */
  status:
    | 'CREATED'
    | 'PENDING'
    | 'PENDING_AUTHORIZATION'
    | 'PROCESSING'
    | 'COMPLETED'
    | 'REJECTED'
    | 'FAILED'
    | 'REFUNDED'
    | 'EXPIRED';
  /** Reason why settlement takes longer; present while it does. */
  pendingReason?:
    | 'COUNTERPARTY_DECLARATION_REQUIRED'
    | 'WALLET_VERIFICATION_REQUIRED'
    | 'COUNTERPARTY_INFORMATION_REQUIRED'
    | 'COMPLIANCE_REVIEW';
  /**
   * DEBIT if the payment takes money from an account, which includes collecting it from a bank; CREDIT if it only adds
   * money.
   */
  direction: 'CREDIT' | 'DEBIT';
  /** Receiver of the money; `destinationType` selects the members. */
  destination: AccountTransactionDestination | UmaAddressTransactionDestination;
  /** Customer of the payment, or the platform for its own accounts. */
  customerId: AccountOwnerId;
  /** The platform's own id of the customer; the platform's id for its own accounts. */
  platformCustomerId: string;
  /** Time at which the money arrived; absent before that. */
  settledAt?: string;
  /** Time of creation by the platform's clock, which a sandbox can advance. */
  createdAt?: string;
  /** Time of the last change; equal to `createdAt` before the first one. */
  updatedAt?: string;
  /** Time at which the platform says that it delivered the receipt; absent before that. */
  receiptDeliveryConfirmedAt?: string;
  /** Agent that initiated the payment; absent for payments of the platform. */
  agentId?: AgentId;
  /** Memo of the platform from the quote. */
  description?: string;
  /** Smallest units of the sending currency per smallest unit of the receiving currency. */
  exchangeRate?: number;
  /** Quote from which the payment was made; absent for transfers and arrivals without a quote. */
  quoteId?: QuoteId;
  /** Return of the money after a failure; absent where nothing is returned. */
  refund?: Refund;
  /** Data about the other party that the platform requires; absent where there is none. */
  counterpartyInformation?: CounterpartyInformation;
  /** All fees of the payment, in the smallest unit of the sending currency. */
  fees?: number;
  /** Identifiers for statements; absent while the status is CREATED. */
  reconciliationInstructions?: ReconciliationInstructions;
  /** Marks the transaction as money that arrives. */
  type: 'INCOMING';
  /** Origin of the money, where it is known. */
  source?: AccountTransactionSource | UmaAddressTransactionSource | RealtimeFundingTransactionSource;
  /** Amount that the sender paid, where it is known. */
  sentAmount?: CurrencyAmount;
  /** Amount that the receiver gets. */
  receivedAmount: CurrencyAmount;
  /** Cause of the failure; present while the status is FAILED. */
  failureReason?:
    | 'LNURLP_FAILED'
    | 'PAY_REQUEST_FAILED'
    | 'PAYMENT_APPROVAL_WEBHOOK_ERROR'
    | 'PAYMENT_APPROVAL_TIMED_OUT'
    | 'OFFRAMP_FAILED'
    | 'MISSING_MANDATORY_PAYEE_DATA'
    | 'QUOTE_EXPIRED'
    | 'QUOTE_EXECUTION_FAILED'
    | 'COMPLIANCE_REJECTED'
    | 'COLLECTION_FAILED'
    | 'INSUFFICIENT_FUNDS'
    | 'ACCOUNT_CLOSED';
  /** Data about the receiver that the sender's provider asks for before it pays. */
  requestedReceiverCustomerInfoFields?: {
    /** Name of the field, such as `FULL_NAME`. */
    name: string;
    /** Whether the payment fails without the field. */
    mandatory: boolean;
  }[];
  /** Reason that the platform gave for its rejection. */
  rejectionReason?: string;
}

/** A customer who is a person. */
export interface IndividualCustomer {
  /** Marks the customer as a person. */
  customerType: 'INDIVIDUAL';
  id: CustomerId;
  /** The platform's own id of the customer, unique among its customers. */
  platformCustomerId: string;
  /** UMA address at which the customer is paid. */
  umaAddress: string;
  /** Time of creation by the platform's clock, which a sandbox can advance. */
  createdAt: string;
  /** Time of the last change; equal to `createdAt` before the first one. */
  updatedAt: string;
  /** Whether the customer was deleted; deleted customers stay readable. */
  isDeleted: boolean;
  /** Acceptance of the end-user terms; absent before it is given. */
  endUserTermsConsent?: EndUserTermsConsent;
  /** Country whose rules apply to the customer, by its ISO 3166-1 alpha-2 code. */
  region?: string;
  /** Currencies of the customer's internal accounts, by their codes. */
  currencies?: string[];
  /** Email address of the customer. */
  email?: string;
  /** Phone number of the customer in E.164 form. */
  phoneNumber?: string;
  /** Contacts that must be verified; absent where the region requires none. */
  contactVerification?: {
    /** VERIFIED once the customer has confirmed the code that was sent. */
    email?: 'PENDING' | 'VERIFIED';
    /** VERIFIED once the customer has confirmed the code that was sent. */
    phone?: 'PENDING' | 'VERIFIED';
  };
  /** State of the identity check; HOLD means that a reviewer has asked for changes. */
  kycStatus: 'UNVERIFIED' | 'PENDING' | 'APPROVED' | 'REJECTED' | 'HOLD';
  /** Full legal name of the person. */
  fullName?: string;
  /** Date of birth as `YYYY-MM-DD`. */
  birthDate?: string;
  /** Country of citizenship by its ISO 3166-1 alpha-2 code. */
  nationality?: CountryCode;
  /** Residential address of the person. */
  address?: Address;
  /**
   * Kind of `identifier`: a US social security, individual or employer tax number, or a tax number of another country.
   */
  idType?: 'SSN' | 'ITIN' | 'EIN' | 'NON_US_TAX_ID';
  /** Country that issued `identifier`, by its ISO 3166-1 alpha-2 code. */
  countryOfIssuance?: CountryCode;
  /** Origins of the money that the person will send. */
  sourceOfFundsCategories?: (
    | 'SALARY'
    | 'SELF_EMPLOYMENT_INCOME'
    | 'INVESTMENT_INCOME'
    | 'PENSION'
    | 'RENTAL_INCOME'
    | 'GIFT'
    | 'INHERITANCE'
    | 'LOAN'
    | 'SAVINGS'
    | 'SALE_OF_ASSETS'
    | 'OTHER'
  )[];
  /** Explanation where the source of funds is OTHER. */
  sourceOfFundsOtherDescription?: string;
  /** Origins of the person's wealth. */
  sourceOfWealthCategories?: (
    | 'SALARY'
    | 'BUSINESS_INCOME'
    | 'INVESTMENTS'
    | 'INHERITANCE'
    | 'PROPERTY_SALE'
    | 'GIFT'
    | 'RETIREMENT'
    | 'SAVINGS'
    | 'OTHER'
  )[];
  /** Explanation where the source of wealth is OTHER. */
  sourceOfWealthOtherDescription?: string;
  /** Purpose for which the person uses the service. */
  purposeOfAccount?:
    | 'CONTRACTOR_PAYOUTS'
    | 'CREATOR_PAYOUTS'
    | 'EMPLOYEE_PAYOUTS'
    | 'MARKETPLACE_SELLER_PAYOUTS'
    | 'SUPPLIER_PAYMENTS'
    | 'CROSS_BORDER_B2B'
    | 'AR_AUTOMATION'
    | 'AP_AUTOMATION'
    | 'EMBEDDED_PAYMENTS'
    | 'PLATFORM_FEE_COLLECTION'
    | 'P2P_TRANSFERS'
    | 'CHARITABLE_DONATIONS'
    | 'OTHER';
  /** Explanation where the purpose is OTHER. */
  purposeOfAccountOtherDescription?: string;
  /** Payments that the person expects to make in a month. */
  expectedMonthlyTransactionCount?:
    | 'COUNT_UNDER_10'
    | 'COUNT_10_TO_100'
    | 'COUNT_100_TO_500'
    | 'COUNT_500_TO_1000'
    | 'COUNT_OVER_1000';
  /** Sum in US dollars that the person expects to pay in a month. */
  expectedMonthlyTransactionVolume?:
    | 'VOLUME_UNDER_10K'
    | 'VOLUME_10K_TO_100K'
    | 'VOLUME_100K_TO_1M'
    | 'VOLUME_1M_TO_10M'
    | 'VOLUME_OVER_10M';
  /** Yearly income of the person in US dollars. */
  annualIncomeRange?: 'UNDER_50K' | 'RANGE_50K_100K' | 'RANGE_100K_250K' | 'RANGE_250K_1M' | 'OVER_1M';
  /** Net worth of the person in US dollars. */
  netWorthRange?: 'UNDER_100K' | 'RANGE_100K_500K' | 'RANGE_500K_1M' | 'RANGE_1M_5M' | 'RANGE_5M_25M' | 'OVER_25M';
  /** Whether the person holds or held a public office, or is close to somebody who does. */
  pepStatus?: 'NONE' | 'DOMESTIC' | 'FOREIGN' | 'HIO' | 'FAMILY_OR_ASSOCIATE';
}

/** A person to be created as a customer. */
export interface IndividualCustomerCreateRequest {
  /** Marks the customer as a person. */
  customerType: 'INDIVIDUAL';
  /** The platform's own id of the customer, unique among its customers; generated where it is absent. */
  platformCustomerId?: string;
  /** Country whose rules apply to the customer, by its ISO 3166-1 alpha-2 code. */
  region?: CountryCode;
  /** Currencies in which the customer gets internal accounts, by their codes. */
  currencies?: string[];
  /** Email address of the customer, for codes and the embedded wallet. */
  email?: string;
  /** Phone number of the customer in E.164 form, for codes. */
  phoneNumber?: string;
  /** UMA address on a domain of the platform; the service assigns one where it is absent. */
  umaAddress?: string;
  /** Acceptance of the end-user terms; payments require it where the terms apply. */
  endUserTermsConsent?: EndUserTermsConsent;
  /** Full legal name of the person. */
  fullName?: string;
  /** Date of birth as `YYYY-MM-DD`. */
  birthDate?: string;
  /** Country of citizenship by its ISO 3166-1 alpha-2 code. */
  nationality?: CountryCode;
  /** Residential address of the person. */
  address?: Address;
  /**
   * Kind of `identifier`: a US social security, individual or employer tax number, or a tax number of another country.
   */
  idType?: 'SSN' | 'ITIN' | 'EIN' | 'NON_US_TAX_ID';
  /** Tax number of the kind that `idType` names; never returned. */
  identifier?: string;
  /** Country that issued `identifier`, by its ISO 3166-1 alpha-2 code. */
  countryOfIssuance?: CountryCode;
  /** Origins of the money that the person will send. */
  sourceOfFundsCategories?: (
    | 'SALARY'
    | 'SELF_EMPLOYMENT_INCOME'
    | 'INVESTMENT_INCOME'
    | 'PENSION'
    | 'RENTAL_INCOME'
    | 'GIFT'
    | 'INHERITANCE'
    | 'LOAN'
    | 'SAVINGS'
    | 'SALE_OF_ASSETS'
    | 'OTHER'
  )[];
  /** Explanation where the source of funds is OTHER. */
  sourceOfFundsOtherDescription?: string;
  /** Origins of the person's wealth. */
  sourceOfWealthCategories?: (
    | 'SALARY'
    | 'BUSINESS_INCOME'
    | 'INVESTMENTS'
    | 'INHERITANCE'
    | 'PROPERTY_SALE'
    | 'GIFT'
    | 'RETIREMENT'
    | 'SAVINGS'
    | 'OTHER'
  )[];
  /** Explanation where the source of wealth is OTHER. */
  sourceOfWealthOtherDescription?: string;
  /** Purpose for which the person uses the service. */
  purposeOfAccount?:
    | 'CONTRACTOR_PAYOUTS'
    | 'CREATOR_PAYOUTS'
    | 'EMPLOYEE_PAYOUTS'
    | 'MARKETPLACE_SELLER_PAYOUTS'
    | 'SUPPLIER_PAYMENTS'
    | 'CROSS_BORDER_B2B'
    | 'AR_AUTOMATION'
    | 'AP_AUTOMATION'
    | 'EMBEDDED_PAYMENTS'
    | 'PLATFORM_FEE_COLLECTION'
    | 'P2P_TRANSFERS'
    | 'CHARITABLE_DONATIONS'
    | 'OTHER';
  /** Explanation where the purpose is OTHER. */
  purposeOfAccountOtherDescription?: string;
  /** Payments that the person expects to make in a month. */
  expectedMonthlyTransactionCount?:
    | 'COUNT_UNDER_10'
    | 'COUNT_10_TO_100'
    | 'COUNT_100_TO_500'
    | 'COUNT_500_TO_1000'
    | 'COUNT_OVER_1000';
  /** Sum in US dollars that the person expects to pay in a month. */
  expectedMonthlyTransactionVolume?:
    | 'VOLUME_UNDER_10K'
    | 'VOLUME_10K_TO_100K'
    | 'VOLUME_100K_TO_1M'
    | 'VOLUME_1M_TO_10M'
    | 'VOLUME_OVER_10M';
  /** Yearly income of the person in US dollars. */
  annualIncomeRange?: 'UNDER_50K' | 'RANGE_50K_100K' | 'RANGE_100K_250K' | 'RANGE_250K_1M' | 'OVER_1M';
  /** Net worth of the person in US dollars. */
  netWorthRange?: 'UNDER_100K' | 'RANGE_100K_500K' | 'RANGE_500K_1M' | 'RANGE_1M_5M' | 'RANGE_5M_25M' | 'OVER_25M';
  /** Whether the person holds or held a public office, or is close to somebody who does. */
  pepStatus?: 'NONE' | 'DOMESTIC' | 'FOREIGN' | 'HIO' | 'FAMILY_OR_ASSOCIATE';
}

/** Change of a person; members that are absent keep their values. */
export interface IndividualCustomerUpdateRequest {
  /** Marks the customer as a person. */
  customerType: 'INDIVIDUAL';
  /** Currencies in which the customer gets internal accounts, by their codes. */
  currencies?: string[];
  /** Email address of the customer, for codes and the embedded wallet. */
  email?: string;
  /** Phone number of the customer in E.164 form, for codes. */
  phoneNumber?: string;
  /** UMA address on a domain of the platform; the service assigns one where it is absent. */
  umaAddress?: string;
  /** Acceptance of the end-user terms; payments require it where the terms apply. */
  endUserTermsConsent?: EndUserTermsConsent;
  /** Full legal name of the person. */
  fullName?: string;
  /** Date of birth as `YYYY-MM-DD`. */
  birthDate?: string;
  /** Country of citizenship by its ISO 3166-1 alpha-2 code. */
  nationality?: CountryCode;
  /** Residential address of the person. */
  address?: Address;
  /**
   * Kind of `identifier`: a US social security, individual or employer tax number, or a tax number of another country.
   */
  idType?: 'SSN' | 'ITIN' | 'EIN' | 'NON_US_TAX_ID';
  /** Tax number of the kind that `idType` names; never returned. */
  identifier?: string;
  /** Country that issued `identifier`, by its ISO 3166-1 alpha-2 code. */
  countryOfIssuance?: CountryCode;
  /** Origins of the money that the person will send. */
  sourceOfFundsCategories?: (
    | 'SALARY'
    | 'SELF_EMPLOYMENT_INCOME'
    | 'INVESTMENT_INCOME'
    | 'PENSION'
    | 'RENTAL_INCOME'
    | 'GIFT'
    | 'INHERITANCE'
    | 'LOAN'
    | 'SAVINGS'
    | 'SALE_OF_ASSETS'
    | 'OTHER'
  )[];
  /** Explanation where the source of funds is OTHER. */
  sourceOfFundsOtherDescription?: string;
  /** Origins of the person's wealth. */
  sourceOfWealthCategories?: (
    | 'SALARY'
    | 'BUSINESS_INCOME'
    | 'INVESTMENTS'
    | 'INHERITANCE'
    | 'PROPERTY_SALE'
    | 'GIFT'
    | 'RETIREMENT'
    | 'SAVINGS'
    | 'OTHER'
  )[];
  /** Explanation where the source of wealth is OTHER. */
  sourceOfWealthOtherDescription?: string;
  /** Purpose for which the person uses the service. */
  purposeOfAccount?:
    | 'CONTRACTOR_PAYOUTS'
    | 'CREATOR_PAYOUTS'
    | 'EMPLOYEE_PAYOUTS'
    | 'MARKETPLACE_SELLER_PAYOUTS'
    | 'SUPPLIER_PAYMENTS'
    | 'CROSS_BORDER_B2B'
    | 'AR_AUTOMATION'
    | 'AP_AUTOMATION'
    | 'EMBEDDED_PAYMENTS'
    | 'PLATFORM_FEE_COLLECTION'
    | 'P2P_TRANSFERS'
    | 'CHARITABLE_DONATIONS'
    | 'OTHER';
  /** Explanation where the purpose is OTHER. */
  purposeOfAccountOtherDescription?: string;
  /** Payments that the person expects to make in a month. */
  expectedMonthlyTransactionCount?:
    | 'COUNT_UNDER_10'
    | 'COUNT_10_TO_100'
    | 'COUNT_100_TO_500'
    | 'COUNT_500_TO_1000'
    | 'COUNT_OVER_1000';
  /** Sum in US dollars that the person expects to pay in a month. */
  expectedMonthlyTransactionVolume?:
    | 'VOLUME_UNDER_10K'
    | 'VOLUME_10K_TO_100K'
    | 'VOLUME_100K_TO_1M'
    | 'VOLUME_1M_TO_10M'
    | 'VOLUME_OVER_10M';
  /** Yearly income of the person in US dollars. */
  annualIncomeRange?: 'UNDER_50K' | 'RANGE_50K_100K' | 'RANGE_100K_250K' | 'RANGE_250K_1M' | 'OVER_1M';
  /** Net worth of the person in US dollars. */
  netWorthRange?: 'UNDER_100K' | 'RANGE_100K_500K' | 'RANGE_500K_1M' | 'RANGE_1M_5M' | 'RANGE_5M_25M' | 'OVER_25M';
  /** Whether the person holds or held a public office, or is close to somebody who does. */
  pepStatus?: 'NONE' | 'DOMESTIC' | 'FOREIGN' | 'HIO' | 'FAMILY_OR_ASSOCIATE';
}

export interface InrBeneficiary {
  /** Marks the owner as a person. */
  beneficiaryType: 'INDIVIDUAL';
  /** Full name of the person, as the bank or custodian of the account has it. */
  fullName: string;
  /** Date of birth as `YYYY-MM-DD`. */
  birthDate?: string;
  /** Country of citizenship by its ISO 3166-1 alpha-2 code. */
  nationality?: CountryCode;
  /** Email address of the owner of the account. */
  email?: string;
  /** Phone number of the owner of the account in E.164 form. */
  phoneNumber?: string;
  /** Country in which the owner lives or is established, by its ISO 3166-1 alpha-2 code. */
  countryOfResidence?: CountryCode;
  /** Address of the owner of the account. */
  address?: Address;
}

export interface InrExternalAccountCreateInfo {
  /** Type of the account, which selects the other members. */
  accountType: 'INR_ACCOUNT';
  /** UPI address of the form `name@bank`; required for UPI. */
  vpa?: string;
  /** Account number at the bank, without spaces. */
  accountNumber?: string;
  /** IFSC of the bank branch in India; required for NEFT and RTGS. */
  ifsc?: string;
  /** Rail to be used for a bank transfer in India: NEFT or RTGS. */
  rail?: string;
  /** Name of the bank or mobile money operator that holds the account. */
  bankName?: string;
  /** Owner of the account: a person or a business. */
  beneficiary: InrBeneficiary | BusinessBeneficiaryWithAddress;
}

export interface InrExternalAccountInfo {
  /** Type of the account, which selects the other members. */
  accountType: 'INR_ACCOUNT';
  /** UPI address of the form `name@bank`; required for UPI. */
  vpa?: string;
  /** Account number at the bank, without spaces. */
  accountNumber?: string;
  /** IFSC of the bank branch in India; required for NEFT and RTGS. */
  ifsc?: string;
  /** Rail to be used for a bank transfer in India: NEFT or RTGS. */
  rail?: string;
  /** Name of the bank or mobile money operator that holds the account. */
  bankName?: string;
  /** Owner of the account: a person or a business. */
  beneficiary: InrBeneficiary | BusinessBeneficiaryWithAddress;
  /** Rails that can pay this account with the details given. */
  paymentRails: ('UPI' | 'NEFT' | 'RTGS')[];
}

/** An account whose balance the service keeps. */
export interface InternalAccount {
  id: InternalAccountId;
  /** Owner of the account; absent for an account of the platform itself. */
  customerId?: CustomerId;
  /**
   * INTERNAL_FIAT and INTERNAL_CRYPTO hold money with the service; EMBEDDED_WALLET is controlled by credentials of the
   * customer.
   */
  type: 'INTERNAL_FIAT' | 'INTERNAL_CRYPTO' | 'EMBEDDED_WALLET';
  /** Only ACTIVE accounts send and receive; FROZEN is stopped by an operator, CLOSED and FAILED are final. */
  status: 'PENDING' | 'ACTIVE' | 'CLOSED' | 'FROZEN' | 'FAILED';
  /** Amount that is available to spend now. */
  balance: CurrencyAmount;
  /** Available amount plus the amounts that are held for pending payments. */
  totalBalance: CurrencyAmount;
  /** Ways to pay money into the account; empty where it cannot be funded from outside. */
  fundingPaymentInstructions: PaymentInstructions[];
  /** Whether balances and transfers of the wallet are hidden on its network; EMBEDDED_WALLET only. */
  privateEnabled?: boolean;
  /** Time of creation by the platform's clock, which a sandbox can advance. */
  createdAt: string;
  /** Time of the last change; equal to `createdAt` before the first one. */
  updatedAt: string;
}

/** Key to which the wallet is encrypted. */
export interface InternalAccountExportRequest {
  /** Uncompressed P-256 public key in hex, a fresh one for each export. */
  clientPublicKey: string;
}

/** The recovery phrase of a wallet, encrypted to the key of the request. */
export interface InternalAccountExportResponse {
  /** Embedded wallet that was exported. */
  id: InternalAccountId;
  /** JSON with `version`, `data`, `dataSignature` and `enclaveQuorumPublic`; the last two are empty in the sandbox. */
  encryptedWalletCredentials: string;
}

export type InternalAccountExportResponseOrProcessing = InternalAccountExportResponse | WalletOperationProcessing;

/** Id of an internal account, whose balance the service keeps. */
export type InternalAccountId = string & { readonly '~id'?: 'InternalAccount' };

export interface InternalAccountListResponse {
  /** Items of this page, at most `limit`. */
  data: InternalAccount[];
  /** Whether another page follows. */
  hasMore: boolean;
  /** Value of `cursor` for the next page; absent on the last one. */
  nextCursor?: string;
  /** Number of items on all pages; absent when it exceeds 10000. */
  totalCount?: number;
}

export type InternalAccountOrProcessing = InternalAccount | WalletOperationProcessing;

/** An internal account by its id. */
export interface InternalAccountReference {
  /** Internal account of the customer or the platform. */
  accountId: InternalAccountId;
}

/** Change of an embedded wallet. */
export interface InternalAccountUpdateRequest {
  /** Whether balances and transfers of the wallet are hidden on its network. */
  privateEnabled?: boolean;
}

export interface JmdBeneficiary {
  /** Marks the owner as a person. */
  beneficiaryType: 'INDIVIDUAL';
  /** Full name of the person, as the bank or custodian of the account has it. */
  fullName: string;
  /** Date of birth as `YYYY-MM-DD`. */
  birthDate?: string;
  /** Country of citizenship by its ISO 3166-1 alpha-2 code. */
  nationality?: CountryCode;
  /** Email address of the owner of the account. */
  email?: string;
  /** Phone number of the owner of the account in E.164 form. */
  phoneNumber: string;
  /** Country in which the owner lives or is established, by its ISO 3166-1 alpha-2 code. */
  countryOfResidence?: CountryCode;
  /** Address of the owner of the account. */
  address?: Address;
}

export interface JmdExternalAccountCreateInfo {
  /** Type of the account, which selects the other members. */
  accountType: 'JMD_ACCOUNT';
  /** Account number at the bank, without spaces. */
  accountNumber: string;
  /** Transit number of the bank branch. */
  branchCode: string;
  /** Kind of bank account: CHECKING for a current account, SAVINGS for a savings account. */
  bankAccountType: 'CHECKING' | 'SAVINGS';
  /** Name of the bank or mobile money operator that holds the account. */
  bankName: string;
  /** Owner of the account: a person or a business. */
  beneficiary: JmdBeneficiary | BusinessBeneficiary;
}

export interface JmdExternalAccountInfo {
  /** Type of the account, which selects the other members. */
  accountType: 'JMD_ACCOUNT';
  /** Account number at the bank, without spaces. */
  accountNumber: string;
  /** Transit number of the bank branch. */
  branchCode: string;
  /** Kind of bank account: CHECKING for a current account, SAVINGS for a savings account. */
  bankAccountType: 'CHECKING' | 'SAVINGS';
  /** Name of the bank or mobile money operator that holds the account. */
  bankName: string;
  /** Owner of the account: a person or a business. */
  beneficiary: JmdBeneficiary | BusinessBeneficiary;
  /** Rails that can pay this account with the details given. */
  paymentRails: 'BANK_TRANSFER'[];
}

/** Id of a bulk import of customers. */
export type JobId = string & { readonly '~id'?: 'Job' };

export interface KesBeneficiary {
  /** Marks the owner as a person. */
  beneficiaryType: 'INDIVIDUAL';
  /** Full name of the person, as the bank or custodian of the account has it. */
  fullName: string;
  /** Date of birth as `YYYY-MM-DD`. */
  birthDate?: string;
  /** Country of citizenship by its ISO 3166-1 alpha-2 code. */
  nationality?: CountryCode;
  /** Email address of the owner of the account. */
  email?: string;
  /** Phone number of the owner of the account in E.164 form. */
  phoneNumber?: string;
  /** Country in which the owner lives or is established, by its ISO 3166-1 alpha-2 code. */
  countryOfResidence?: CountryCode;
  /** Address of the owner of the account. */
  address?: Address;
}

export interface KesExternalAccountCreateInfo {
  /** Type of the account, which selects the other members. */
  accountType: 'KES_ACCOUNT';
  /** Phone number of the mobile wallet with `+` and calling code; required for mobile money. */
  phoneNumber: string;
  /** Mobile money operator that holds the wallet. */
  provider: 'M-PESA';
  /** Owner of the account: a person or a business. */
  beneficiary: KesBeneficiary | BusinessBeneficiaryWithAddressAndRegistrationNumberAndTaxId;
}

export interface KesExternalAccountInfo {
  /** Type of the account, which selects the other members. */
  accountType: 'KES_ACCOUNT';
  /** Phone number of the mobile wallet with `+` and calling code; required for mobile money. */
  phoneNumber: string;
  /** Mobile money operator that holds the wallet. */
  provider: 'M-PESA';
  /** Owner of the account: a person or a business. */
  beneficiary: KesBeneficiary | BusinessBeneficiaryWithAddressAndRegistrationNumberAndTaxId;
  /** Rails that can pay this account with the details given. */
  paymentRails: 'MOBILE_MONEY'[];
}

/** A link to the hosted verification page. */
export interface KycLinkCreateRequest {
  /** Page to which the customer returns at the end: `https://`, or `http://` for localhost. */
  redirectUri?: string;
}

/** A link with which a customer completes the verification. */
export interface KycLinkResponse {
  /** Link for the customer, which opens the hosted page. */
  kycUrl: string;
  /** Time after which the link is void. */
  expiresAt: string;
  /** Verification provider that serves the page. */
  provider: 'CAUSEWAY';
  /** Token of the link, for apps that embed the page. */
  token: string;
}

/** An account of the ledger in the books of the platform. */
export interface LedgerAccount {
  id: LedgerAccountId;
  kind: LedgerAccountKind;
  /** Name of the kind in plain words, such as `Payouts in transit`. */
  title: string;
  /** Meaning of a balance of this kind. */
  description: string;
  /** Owner; absent for accounts of the platform and of the service. */
  customerId?: CustomerId;
  /** Status of the account; system accounts are always ACTIVE. */
  status: string;
  /** Amount owed to the owner that is available; negative is owed by the owner. */
  balance: CurrencyAmount;
  /** Amount held for pending payments of the account. */
  heldBalance: CurrencyAmount;
  /** Sum of `balance` and `heldBalance`. */
  totalBalance: CurrencyAmount;
  /** Moment of the balances, on the platform's clock. */
  asOf: string;
  /** Time of creation by the platform's clock, which a sandbox can advance. */
  createdAt: string;
}

/** An entry, as the listed account sees it. */
export interface LedgerAccountEntry {
  /** Transaction, phase and number of the entry, such as `Transaction:.../execute/1`. */
  id: string;
  /** Transaction, card transaction or stablecoin operation that was posted. */
  transactionId: string;
  /** Step of the transaction, such as `execute`, `complete` or `refund`. */
  phase: string;
  /** Reason of the entry within its phase. */
  code: string;
  /** Account whose balance the entry reduces. */
  debitAccount: LedgerEntrySide;
  /** Account whose balance the entry increases. */
  creditAccount: LedgerEntrySide;
  /** Amount that the entry moves; always positive. */
  amount: CurrencyAmount;
  /** Entry that this one reverses; absent unless it is a reversal. */
  reverses?: string;
  /** Entry that reverses this one; absent while there is none. */
  reversedBy?: string;
  /** Time of creation by the platform's clock, which a sandbox can advance. */
  createdAt: string;
  /** Side of the account that is listed. */
  direction: 'DEBIT' | 'CREDIT';
  /** Available balance of the account after the entry. */
  balanceAfter: CurrencyAmount;
}

export interface LedgerAccountEntryListResponse {
  /** Items of this page, at most `limit`. */
  data: LedgerAccountEntry[];
  /** Whether another page follows. */
  hasMore: boolean;
  /** Value of `cursor` for the next page; absent on the last one. */
  nextCursor?: string;
  /** Number of items on all pages; absent when it exceeds 10000. */
  totalCount?: number;
}

/** Id of an internal account, or kind and currency of a system account, such as `rail.nostro:USD`. */
export type LedgerAccountId = string;

/**
 * CUSTOMER and PLATFORM accounts have owners; each other kind is one account of the platform per currency in the books
 * of the service.
 */
export type LedgerAccountKind =
  | 'CUSTOMER'
  | 'PLATFORM'
  | 'RAIL_NOSTRO'
  | 'FEES_SERVICE'
  | 'FEES_PLATFORM'
  | 'FX_POSITION'
  | 'TRANSIT_PAYOUT'
  | 'TRANSIT_FUNDING'
  | 'SUSPENSE'
  | 'CARD_AUTHORIZED'
  | 'CARD_SETTLEMENT'
  | 'RECEIVABLE';

export interface LedgerAccountListResponse {
  /** Moment of the balances, on the platform's clock. */
  asOf: string;
  /** Items of this page, at most `limit`. */
  data: LedgerAccount[];
  /** Whether another page follows. */
  hasMore: boolean;
  /** Value of `cursor` for the next page; absent on the last one. */
  nextCursor?: string;
  /** Number of items on all pages; absent when it exceeds 10000. */
  totalCount?: number;
}

/** Result of an audit of the ledger. */
export interface LedgerAudit {
  /** Broken invariants; empty when the ledger is correct. */
  findings: {
    /** Number of the broken invariant. */
    invariant: number;
    /** Rule that is broken. */
    title: string;
    /** Platform that is concerned. */
    platformId: PlatformId;
    /** Account, transaction, currency or key of the finding. */
    subject: string;
    /** Numbers that do not match. */
    message: string;
  }[];
  /** Invariants that were verified. */
  checked: {
    /** Number of the invariant. */
    invariant: number;
    /** Rule that was verified. */
    title: string;
    /** Whether more findings exist than are listed. */
    hasMore: boolean;
  }[];
}

/** Scope of an audit. */
export interface LedgerAuditRequest {
  /** Only this platform; by default every platform. */
  platformId?: PlatformId;
}

/** Checks of the platform's books, with the results of the last run. */
export interface LedgerChecks {
  /** Whether a run was started and has not ended. */
  isRunning: boolean;
  /** Start of the last run; absent before the first one. */
  requestedAt?: string;
  /** End of the last run; absent while it runs and before the first one. */
  finishedAt?: string;
  /** Every check of the ledger. */
  data: {
    /** Number of the invariant that the check verifies. */
    invariant: number;
    /** Rule that holds in correct books. */
    title: string;
    /** Figures that the check covers. */
    subject: 'ENTRIES' | 'BALANCES' | 'TRANSACTIONS' | 'RECORDS';
    /** Result of the last completed run. */
    result: 'PASSED' | 'FAILED' | 'NOT_RUN';
    /** First violations; empty if the rule holds. */
    findings: {
      /** Account, transaction, currency or key that violates the rule. */
      subject: string;
      /** Figures that do not match. */
      message: string;
    }[];
    /** Whether there are more violations than `findings` lists. */
    hasMore: boolean;
  }[];
}

/** A debit and a credit of the same amount. Entries never change. */
export interface LedgerEntry {
  /** Transaction, phase and number of the entry, such as `Transaction:.../execute/1`. */
  id: string;
  /** Transaction, card transaction or stablecoin operation that was posted. */
  transactionId: string;
  /** Step of the transaction, such as `execute`, `complete` or `refund`. */
  phase: string;
  /** Reason of the entry within its phase. */
  code: string;
  /** Account whose balance the entry reduces. */
  debitAccount: LedgerEntrySide;
  /** Account whose balance the entry increases. */
  creditAccount: LedgerEntrySide;
  /** Amount that the entry moves; always positive. */
  amount: CurrencyAmount;
  /** Entry that this one reverses; absent unless it is a reversal. */
  reverses?: string;
  /** Entry that reverses this one; absent while there is none. */
  reversedBy?: string;
  /** Time of creation by the platform's clock, which a sandbox can advance. */
  createdAt: string;
}

export interface LedgerEntryListResponse {
  /** Items of this page, at most `limit`. */
  data: LedgerEntry[];
  /** Whether another page follows. */
  hasMore: boolean;
  /** Value of `cursor` for the next page; absent on the last one. */
  nextCursor?: string;
  /** Number of items on all pages; absent when it exceeds 10000. */
  totalCount?: number;
}

/** One of the two accounts of an entry. */
export interface LedgerEntrySide {
  id: LedgerAccountId;
  kind: LedgerAccountKind;
  /** Name of the kind in plain words, such as `Payouts in transit`. */
  title: string;
}

/** Amounts that moved between kinds of accounts in a period. */
export interface LedgerFlows {
  /** Start of the period; absent for all entries up to `until`. */
  since?: string;
  /** End of the period, which it does not include. */
  until: string;
  /** One group per currency with entries. */
  data: LedgerFlowsCurrency[];
}

/** Flows of one currency. Currencies are never added up. */
export interface LedgerFlowsCurrency {
  /** Currency of all amounts of this group, in its smallest unit. */
  currency: Currency;
  /** Flows between two kinds of accounts. */
  flows: {
    from: LedgerAccountKind;
    /** Name of the kind in plain words, such as `Payouts in transit`. */
    fromTitle: string;
    to: LedgerAccountKind;
    /** Name of the kind in plain words, such as `Payouts in transit`. */
    toTitle: string;
    /** Sum of the entries that debit `from` and credit `to`; reversals are flows of their own. */
    amount: number;
    /** Number of these entries. */
    entries: number;
  }[];
}

export interface LightningExternalAccountInfo {
  /** Type of the account, which selects the other members. */
  accountType: 'LIGHTNING';
  /** BOLT 11 invoice; given instead of `bolt12` and `lightningAddress`. */
  invoice?: string;
  /** BOLT 12 offer that starts with `lno1`; given instead of `invoice` and `lightningAddress`. */
  bolt12?: string;
  /** Lightning address of the form `name@domain`; given instead of `invoice` and `bolt12`. */
  lightningAddress?: string;
}

/** Challenge that a liveness check on a hosted page answers. */
export interface LivenessChallenge {
  /** Marks the challenge as one that a hosted liveness check answers. */
  method: 'LIVENESS';
  /** Page on which the owner completes the liveness check. */
  verificationLink: string;
  /** Token for the mobile SDK of the liveness provider; absent where it has none. */
  token?: string;
  /** Time after which the challenge is void. */
  expiresAt: string;
}

/** A request of the platform in the log. */
export interface LoggedRequest {
  /** `X-Request-Id` of the response. */
  id: string;
  /** Time at which the request arrived. */
  at: string;
  /** HTTP method. */
  method: string;
  /** Path and query of the request; secrets are removed. */
  path: string;
  /** Path template of the operation. */
  route: string;
  /** HTTP status of the response. */
  status: number;
  /** Error code; present where the request was rejected. */
  code?: string;
  /** Time until the response, in milliseconds. */
  durationMs: number;
  /** API token that called. */
  tokenId: string;
  /** `Idempotency-Key` of the request; absent where it had none, masked where the response has a secret. */
  idempotencyKey?: string;
  /** Whether a stored response was returned. */
  isReplay: boolean;
  /** Fields that `Prefer: handling=strict` would have rejected. */
  warnings?: {
    /** Path of the field in dot notation. */
    field: string;
    /** Reason why a strict request would have been rejected. */
    message: string;
  }[];
  /** Resources that the request named in its path, or that a write got in its response; absent if there are none. */
  resourceIds?: string[];
  /** Size of the body of the response in bytes; absent for files and for no body. */
  responseBytes?: number;
  /** Body of the request; secrets and personal data are removed. */
  requestBody?: unknown;
  /**
   * Body of the response; secrets and personal data are removed. Null for successful reads, whose bodies are not kept.
   */
  responseBody?: unknown;
}

export interface LoggedRequestListResponse {
  /** Items of this page, at most `limit`. */
  data: LoggedRequest[];
  /** Whether another page follows. */
  hasMore: boolean;
  /** Value of `cursor` for the next page; absent on the last one. */
  nextCursor?: string;
  /** Number of items on all pages; absent when it exceeds 10000. */
  totalCount?: number;
}

/** Id of a receiver lookup. */
export type LookupId = string & { readonly '~id'?: 'Lookup' };

/** An input that selects a scenario of the sandbox. */
export interface MagicValue {
  /** Part of the API to which the value belongs. */
  area: string;
  /** Field that takes the value. */
  field: string;
  /** Value, or the ending of it, that selects the scenario. */
  value: string;
  /** Scenario that the value selects. */
  effect: string;
  /**
   * How a value is compared: SUFFIX with the end of the field, LOCAL_PART_SUFFIX with the end of the text before the @,
   * EXACT with the whole field. OTHER describes every value that is not listed.
   */
  match: 'SUFFIX' | 'LOCAL_PART_SUFFIX' | 'EXACT' | 'OTHER';
  /** Members of the body that take the value, as paths with dots; empty where a header or a sealed text does. */
  members: string[];
  /** Operations whose body has these members. */
  operationIds: string[];
}

export interface MagicValueListResponse {
  /** All items: this list has no pages. */
  data: MagicValue[];
}

/** Id of a message that the sandbox kept instead of sending it. */
export type MessageId = string & { readonly '~id'?: 'Message' };

export interface MwkBeneficiary {
  /** Marks the owner as a person. */
  beneficiaryType: 'INDIVIDUAL';
  /** Full name of the person, as the bank or custodian of the account has it. */
  fullName: string;
  /** Date of birth as `YYYY-MM-DD`. */
  birthDate?: string;
  /** Country of citizenship by its ISO 3166-1 alpha-2 code. */
  nationality?: CountryCode;
  /** Email address of the owner of the account. */
  email?: string;
  /** Phone number of the owner of the account in E.164 form. */
  phoneNumber?: string;
  /** Country in which the owner lives or is established, by its ISO 3166-1 alpha-2 code. */
  countryOfResidence?: CountryCode;
  /** Address of the owner of the account. */
  address?: Address;
}

export interface MwkExternalAccountCreateInfo {
  /** Type of the account, which selects the other members. */
  accountType: 'MWK_ACCOUNT';
  /** Phone number of the mobile wallet with `+` and calling code; required for mobile money. */
  phoneNumber: string;
  /** Mobile money operator that holds the wallet. */
  provider: 'AIRTEL' | 'TNM';
  /** Owner of the account: a person or a business. */
  beneficiary: MwkBeneficiary | BusinessBeneficiaryWithAddressAndRegistrationNumberAndTaxId;
}

export interface MwkExternalAccountInfo {
  /** Type of the account, which selects the other members. */
  accountType: 'MWK_ACCOUNT';
  /** Phone number of the mobile wallet with `+` and calling code; required for mobile money. */
  phoneNumber: string;
  /** Mobile money operator that holds the wallet. */
  provider: 'AIRTEL' | 'TNM';
  /** Owner of the account: a person or a business. */
  beneficiary: MwkBeneficiary | BusinessBeneficiaryWithAddressAndRegistrationNumberAndTaxId;
  /** Rails that can pay this account with the details given. */
  paymentRails: 'MOBILE_MONEY'[];
}

export interface MxnBeneficiary {
  /** Marks the owner as a person. */
  beneficiaryType: 'INDIVIDUAL';
  /** Full name of the person, as the bank or custodian of the account has it. */
  fullName: string;
  /** Date of birth as `YYYY-MM-DD`. */
  birthDate?: string;
  /** Country of citizenship by its ISO 3166-1 alpha-2 code. */
  nationality?: CountryCode;
  /** Email address of the owner of the account. */
  email?: string;
  /** Phone number of the owner of the account in E.164 form. */
  phoneNumber?: string;
  /** Country in which the owner lives or is established, by its ISO 3166-1 alpha-2 code. */
  countryOfResidence?: CountryCode;
  /** Address of the owner of the account. */
  address?: Address;
}

export interface MxnExternalAccountCreateInfo {
  /** Type of the account, which selects the other members. */
  accountType: 'MXN_ACCOUNT';
  /** CLABE of 18 digits, whose last digit is a check digit. */
  clabeNumber: string;
  /** Owner of the account: a person or a business. */
  beneficiary: MxnBeneficiary | BusinessBeneficiaryWithAddress;
}

export interface MxnExternalAccountInfo {
  /** Type of the account, which selects the other members. */
  accountType: 'MXN_ACCOUNT';
  /** CLABE of 18 digits, whose last digit is a check digit. */
  clabeNumber: string;
  /** Owner of the account: a person or a business. */
  beneficiary: MxnBeneficiary | BusinessBeneficiaryWithAddress;
  /** Rails that can pay this account with the details given. */
  paymentRails: 'SPEI'[];
}

export interface MyrBeneficiary {
  /** Marks the owner as a person. */
  beneficiaryType: 'INDIVIDUAL';
  /** Full name of the person, as the bank or custodian of the account has it. */
  fullName: string;
  /** Date of birth as `YYYY-MM-DD`. */
  birthDate?: string;
  /** Country of citizenship by its ISO 3166-1 alpha-2 code. */
  nationality?: CountryCode;
  /** Email address of the owner of the account. */
  email?: string;
  /** Phone number of the owner of the account in E.164 form. */
  phoneNumber?: string;
  /** Country in which the owner lives or is established, by its ISO 3166-1 alpha-2 code. */
  countryOfResidence?: CountryCode;
  /** Address of the owner of the account. */
  address?: Address;
}

export interface MyrExternalAccountCreateInfo {
  /** Type of the account, which selects the other members. */
  accountType: 'MYR_ACCOUNT';
  /** Name of the bank or mobile money operator that holds the account. */
  bankName: string;
  /** Account number at the bank, without spaces. */
  accountNumber: string;
  /** BIC of the bank, 8 or 11 characters. */
  swiftCode: string;
  /** Owner of the account: a person or a business. */
  beneficiary: MyrBeneficiary | BusinessBeneficiaryWithAddress;
}

export interface MyrExternalAccountInfo {
  /** Type of the account, which selects the other members. */
  accountType: 'MYR_ACCOUNT';
  /** Name of the bank or mobile money operator that holds the account. */
  bankName: string;
  /** Account number at the bank, without spaces. */
  accountNumber: string;
  /** BIC of the bank, 8 or 11 characters. */
  swiftCode: string;
  /** Owner of the account: a person or a business. */
  beneficiary: MyrBeneficiary | BusinessBeneficiaryWithAddress;
  /** Rails that can pay this account with the details given. */
  paymentRails: 'BANK_TRANSFER'[];
}

export interface NgnBeneficiary {
  /** Marks the owner as a person. */
  beneficiaryType: 'INDIVIDUAL';
  /** Full name of the person, as the bank or custodian of the account has it. */
  fullName: string;
  /** Date of birth as `YYYY-MM-DD`. */
  birthDate?: string;
  /** Country of citizenship by its ISO 3166-1 alpha-2 code. */
  nationality?: CountryCode;
  /** Email address of the owner of the account. */
  email?: string;
  /** Phone number of the owner of the account in E.164 form. */
  phoneNumber?: string;
  /** Country in which the owner lives or is established, by its ISO 3166-1 alpha-2 code. */
  countryOfResidence?: CountryCode;
  /** Address of the owner of the account. */
  address?: Address;
}

export interface NgnExternalAccountCreateInfo {
  /** Type of the account, which selects the other members. */
  accountType: 'NGN_ACCOUNT';
  /** Account number at the bank, without spaces. */
  accountNumber: string;
  /** Name of the bank or mobile money operator that holds the account. */
  bankName: string;
  /** Owner of the account: a person or a business. */
  beneficiary: NgnBeneficiary | BusinessBeneficiaryWithAddressAndRegistrationNumberAndTaxId;
}

export interface NgnExternalAccountInfo {
  /** Type of the account, which selects the other members. */
  accountType: 'NGN_ACCOUNT';
  /** Account number at the bank, without spaces. */
  accountNumber: string;
  /** Name of the bank or mobile money operator that holds the account. */
  bankName: string;
  /** Owner of the account: a person or a business. */
  beneficiary: NgnBeneficiary | BusinessBeneficiaryWithAddressAndRegistrationNumberAndTaxId;
  /** Rails that can pay this account with the details given. */
  paymentRails: 'BANK_TRANSFER'[];
}

/** A credential by tokens of an OpenID provider. */
export interface OauthCredentialCreateRequest {
  /** Adds a login with an OpenID provider. */
  type: 'OAUTH';
  /** Embedded wallet that the credential controls. */
  accountId: InternalAccountId;
  /** ID token of the provider, issued at most 60 seconds ago. */
  oidcToken: string;
}

/** Proof by a token of an OpenID provider. */
export interface OauthCredentialVerifyRequest {
  /** Proves the credential with an ID token. */
  type: 'OAUTH';
  /** ID token issued at most 60 seconds ago, whose nonce is the SHA-256 of `clientPublicKey`. */
  oidcToken: string;
  /**
   * P-256 public key in hex: compressed, it is the key of the session; uncompressed (deprecated), the service creates
   * that key and encrypts it to this one.
   */
  clientPublicKey: string;
}

/** The transaction on a crypto network that moved the money. */
export interface OnChainTransaction {
  /** Hash of the transaction on its network. */
  transactionHash: string;
  /** Network that recorded the transaction. */
  network: string;
}

/** Id of a wallet operation that continues in the background. */
export type OperationId = string & { readonly '~id'?: 'Operation' };

/** An entry in the log of operator actions. */
export interface OperatorAction {
  id: OperatorActionId;
  /** Operator who acted; absent for the command line. */
  operatorId?: OperatorId;
  /** Name of the operator; absent for the command line. */
  operatorName?: string;
  /** User who ran the causeway command, in place of `operatorId`. */
  systemUser?: string;
  /** Kind of action. */
  action:
    | 'OPERATOR_CREATED'
    | 'OPERATOR_REVOKED'
    | 'OPERATOR_INVITED'
    | 'PASSKEY_ENROLLED'
    | 'OPERATOR_LOGGED_IN'
    | 'SESSION_ENDED'
    | 'PLATFORM_READ'
    | 'KEYS_ROTATED'
    | 'PLATFORM_CREATED'
    | 'TOKEN_CREATED'
    | 'JOB_RETRIED'
    | 'LEDGER_AUDITED'
    | 'ARCHIVE_RESTORED'
    | 'INTERNAL_ACCOUNT_FROZEN'
    | 'INTERNAL_ACCOUNT_UNFROZEN'
    | 'CUSTOMER_UNLOCKED'
    | 'CUSTOMER_SCA_REGION_CHANGED'
    | 'UMA_KEYS_GIVEN'
    | 'SENDER_DOMAIN_ALLOWED'
    | 'SENDER_DOMAIN_REMOVED'
    | 'CARD_CLOSED'
    | 'PAYMENT_REFUNDED'
    | 'CREDIT_ASSIGNED'
    | 'CREDIT_RETURNED'
    | 'REVIEW_READ'
    | 'DOCUMENT_READ'
    | 'REVIEW_APPROVED'
    | 'REVIEW_REJECTED'
    | 'REVIEW_CHANGES_REQUESTED';
  /** Platform that is concerned; absent for actions on the whole service. */
  platformId?: PlatformId;
  /** Resource that was changed or read; absent where there is none. */
  resourceId?: string;
  /** Further data about the action. */
  details: Record<string, unknown>;
  /** Time of creation by the platform's clock, which a sandbox can advance. */
  createdAt: string;
}

/** Id of an entry in the log of operator actions. */
export type OperatorActionId = string & { readonly '~id'?: 'OperatorAction' };

export interface OperatorActionListResponse {
  /** Items of this page, at most `limit`. */
  data: OperatorAction[];
  /** Whether another page follows. */
  hasMore: boolean;
  /** Value of `cursor` for the next page; absent on the last one. */
  nextCursor?: string;
  /** Number of items on all pages; absent when it exceeds 10000. */
  totalCount?: number;
}

/** A problem in the exchange of files with banks. */
export interface OperatorBankFileFinding {
  /** Kind of problem. */
  code: string;
  /** Explanation for the operator. */
  message: string;
  /** Platform that is concerned; null where it is not known. */
  platformId: string | null;
  /** Transaction that is concerned; null where it is not known. */
  transactionId: string | null;
  /** File or payment of the finding. */
  source: string;
  /** Time of creation by the platform's clock, which a sandbox can advance. */
  createdAt: string;
}

export interface OperatorBankFileFindingListResponse {
  /** Items of this page, at most `limit`. */
  data: OperatorBankFileFinding[];
  /** Whether another page follows. */
  hasMore: boolean;
  /** Value of `cursor` for the next page; absent on the last one. */
  nextCursor?: string;
  /** Number of items on all pages; absent when it exceeds 10000. */
  totalCount?: number;
}

/** State of the exchange of files with banks. */
export interface OperatorBankFiles {
  /** Whether `BANK_FILES_DIR` and `BANK_FILES_CONFIG` are set. */
  isConfigured: boolean;
  /** Payments for bank files, by state and currency. */
  payments: {
    /** State of the payments. */
    state: string;
    /** Currency of the payments, by its code. */
    currency: string;
    /** Number of the payments. */
    count: number;
  }[];
  /** Outgoing files, newest first. */
  files: {
    /** Name of the file. */
    name: string;
    /** Format of the file, such as `pain.001`. */
    format: string;
    /** State of the file; WRITTEN means published in the outbox. */
    state: string;
    /** Number of payments in the file. */
    payments: number;
    /** Time of creation by the platform's clock, which a sandbox can advance. */
    createdAt: string;
    /** Time of publication in the outbox; null before that. */
    writtenAt: string | null;
  }[];
  /** Incoming files, newest first. */
  inbox: {
    /** Name of the file. */
    name: string;
    /** Kind of report that the file contains; null where it could not be read. */
    kind: string | null;
    /** State of the file. */
    state: string;
    /** Number of items of the file that are processed. */
    handled: number;
    /** Reason why the file could not be read; null where it could. */
    error: string | null;
    /** Time at which the file was found in the inbox. */
    receivedAt: string;
  }[];
  /** The newest problems that need an operator; `GET /operator/bank-files/findings` lists all. */
  findings: OperatorBankFileFinding[];
}

/** Account that gets the money. */
export interface OperatorCreditAssignRequest {
  /** Reason for the action, recorded in the log of actions. */
  reason: string;
  /** Platform that gets the money. */
  platformId: PlatformId;
  /** ACTIVE internal account in the currency of the credit. */
  accountId: InternalAccountId;
}

/** Return of the money to its payer. */
export interface OperatorCreditReturnRequest {
  /** Reason for the action, recorded in the log of actions. */
  reason: string;
  /** Account that gets the money; by default the one that the bank reported with the credit. */
  payerAccount?: {
    /** Name of the account holder. */
    holderName: string;
    /** IBAN without spaces. */
    iban?: string;
    /** Account number, where the country has no IBAN. */
    accountNumber?: string;
    /** CLABE of 18 digits, for accounts in Mexico. */
    clabeNumber?: string;
    /** BIC of the bank. */
    swiftCode?: string;
    /** ABA routing number of the bank, for accounts in the United States. */
    routingNumber?: string;
    /** Sort code of the bank, for accounts in the United Kingdom. */
    sortCode?: string;
    /** IFSC of the bank branch, for accounts in India. */
    ifsc?: string;
    /** Kind of bank account, for accounts in the United States. */
    bankAccountType?: 'CHECKING' | 'SAVINGS';
  };
}

/** Locks of a customer. */
export interface OperatorCustomerLock {
  customerId: CustomerId;
  /** Whether the customer is suspended until an operator ends it. */
  suspended: boolean;
  /** Time until which the customer is locked; null while the customer is not. */
  lockedUntil: string | null;
  /** Failed logins and proofs in a row. */
  failedAttempts: number;
}

export interface OperatorDeadJobListResponse {
  /** Items of this page, at most `limit`. */
  data: OperatorJob[];
  /** Whether another page follows. */
  hasMore: boolean;
  /** Value of `cursor` for the next page; absent on the last one. */
  nextCursor?: string;
  /** Number of items on all pages; absent when it exceeds 10000. */
  totalCount?: number;
}

/** A document that cannot be accepted. */
export interface OperatorDocumentFinding {
  /** Kind of problem with a document. */
  type:
    | 'INVALID_DOCUMENT'
    | 'EXPIRED_DOCUMENT'
    | 'POOR_QUALITY_DOCUMENT'
    | 'SUSPECTED_FRAUD_DOCUMENT'
    | 'WRONG_DOCUMENT_TYPE'
    | 'INCOMPLETE_DOCUMENT'
    | 'UNREADABLE_DOCUMENT'
    | 'DOCUMENT_VERIFICATION_FAILED';
  /** Customer, beneficial owner or document that has the problem. */
  resourceId: string;
  /** Explanation for the platform. */
  reason: string;
}

/** Id of an operator of the service. */
export type OperatorId = string & { readonly '~id'?: 'Operator' };

/** A background job that has failed for good. */
export interface OperatorJob {
  id: TimedJobId;
  /** Platform to which the job belongs. */
  platformId: PlatformId;
  /** Kind of the job. */
  kind: string;
  /** Resource that the job changes. */
  resourceId: string;
  /** Time at which the job was due. */
  runAt: string;
  /** Attempts so far. */
  attempts: number;
  /** Error of the last attempt; null where there is none. */
  lastError: string | null;
  /** Time of creation by the platform's clock, which a sandbox can advance. */
  createdAt: string;
}

/** Dead jobs to be retried together. */
export interface OperatorJobGroup {
  /** Kind of the jobs. */
  kind: string;
  /** Only jobs of this platform; by default of all. */
  platformId?: PlatformId;
}

/** Jobs of one kind, by state. */
export interface OperatorJobKind {
  /** Kind of the jobs. */
  kind: string;
  /** Jobs that are due later. */
  scheduled: number;
  /** Jobs that are due and that no worker has taken. */
  overdue: number;
  /** Jobs that a worker has taken. */
  running: number;
  /** Jobs that have failed for good and wait for an operator. */
  dead: number;
  /** Time at which the first job that is not dead is due; null where there is none. */
  nextDueAt: string | null;
  /** Error of the newest dead job; null where there is none. */
  lastError: string | null;
}

/** Background jobs by kind and state. */
export interface OperatorJobKindListResponse {
  /** Kinds that have jobs; those with the most dead ones first. */
  data: OperatorJobKind[];
  /** Most jobs of each state that are counted, which is 10000; of a longer queue those that are due first. */
  countedJobs: number;
}

/** A document that is missing. */
export interface OperatorMissingDocumentFinding {
  /** Kind of document that is missing. */
  type:
    | 'MISSING_LEGAL_PRESENCE_DOCUMENT'
    | 'MISSING_CONTROL_STRUCTURE_DOCUMENT'
    | 'MISSING_OWNERSHIP_STRUCTURE_DOCUMENT'
    | 'MISSING_PROOF_OF_ADDRESS_DOCUMENT'
    | 'MISSING_IDENTITY_DOCUMENT'
    | 'MISSING_GOOD_STANDING_DOCUMENT';
  /** Customer, beneficial owner or document that has the problem. */
  resourceId: string;
  /** Explanation for the platform. */
  reason: string;
  /** Kinds of documents that solve the problem; by default all that fit. */
  acceptedDocumentTypes?: (
    | 'PASSPORT'
    | 'DRIVERS_LICENSE'
    | 'NATIONAL_ID'
    | 'PROOF_OF_ADDRESS'
    | 'BANK_STATEMENT'
    | 'TAX_RETURN'
    | 'CERTIFICATE_OF_INCORPORATION'
    | 'ARTICLES_OF_INCORPORATION'
    | 'ARTICLES_OF_ASSOCIATION'
    | 'STATE_REGISTRY_EXCERPT'
    | 'GOOD_STANDING_CERTIFICATE'
    | 'INFORMATION_STATEMENT'
    | 'INCUMBENCY_CERTIFICATE'
    | 'BUSINESS_LICENSE'
    | 'SHAREHOLDER_REGISTER'
    | 'POWER_OF_ATTORNEY'
    | 'UTILITY_BILL'
    | 'ELECTRICITY_BILL'
    | 'RENT_OR_LEASE_AGREEMENT'
    | 'DIRECTOR_REGISTRY'
    | 'TRUST_AGREEMENT'
    | 'STATE_COMPANY_REGISTRY'
    | 'PARTNERSHIP_CONTROL_AGREEMENT'
    | 'PARTNERSHIP_AGREEMENT'
    | 'SELFIE'
    | 'OTHER'
  )[];
}

/** An operator of the service. */
export interface OperatorPerson {
  id: OperatorId;
  /** API for credentials of the operator API, PERSON for a person who logs in with a passkey. */
  kind: 'API' | 'PERSON';
  /** Name of the operator. */
  name: string;
  /** INVITED until the first passkey is enrolled; EXPIRED and REVOKED operators are rejected. */
  state: 'ACTIVE' | 'INVITED' | 'EXPIRED' | 'REVOKED';
  /** Enrolled passkeys; 0 for API credentials. */
  passkeys: number;
  /** Time of the latest login by passkey; null before the first one. */
  lastUsedAt: string | null;
  /** End of an invitation that was not used yet; null where there is none. */
  invitationExpiresAt: string | null;
  /** Time of creation. */
  createdAt: string;
  /** End of API credentials; null where they do not expire. */
  expiresAt: string | null;
  /** Time of the revocation; null while the operator is not revoked. */
  revokedAt: string | null;
}

/** A person to be invited. */
export interface OperatorPersonCreateRequest {
  /** Name of the operator. */
  name: string;
}

/** Invitation of a person. */
export interface OperatorPersonInvitation {
  id: OperatorId;
  /** Name of the operator. */
  name: string;
  /** Page on which the person enrolls a passkey. It works once, for 24 hours, and is never shown again. */
  url: string;
  /** Time after which the invitation is void. */
  expiresAt: string;
}

/** Operators of the service. */
export interface OperatorPersonListResponse {
  /** Every operator, newest first. */
  data: OperatorPerson[];
}

/** A platform of this service. */
export interface OperatorPlatform {
  id: PlatformId;
  /** Name for display of the platform. */
  name: string;
  /** SANDBOX simulates every payment; PRODUCTION moves real money and requires `MASTER_KEY`. */
  mode: 'SANDBOX' | 'PRODUCTION';
  /** Whether the platform verifies its customers itself, so that they start APPROVED. */
  isRegulatedFinancialInstitution: boolean;
  /** Time of creation by the platform's clock, which a sandbox can advance. */
  createdAt: string;
}

/** A platform to be created. */
export interface OperatorPlatformCreateRequest {
  /** Name for display of the platform. */
  name: string;
  /** SANDBOX simulates every payment; PRODUCTION moves real money and requires `MASTER_KEY`. */
  mode: 'SANDBOX' | 'PRODUCTION';
  /** Whether the platform verifies its customers itself, so that they start APPROVED. Default: `true`. */
  isRegulatedFinancialInstitution?: boolean;
}

/** A new platform. */
export interface OperatorPlatformCreated {
  id: PlatformId;
  /** Name for display of the platform. */
  name: string;
  /** SANDBOX simulates every payment; PRODUCTION moves real money and requires `MASTER_KEY`. */
  mode: 'SANDBOX' | 'PRODUCTION';
  /** Whether the platform verifies its customers itself, so that they start APPROVED. */
  isRegulatedFinancialInstitution: boolean;
  /** Time of creation by the platform's clock, which a sandbox can advance. */
  createdAt: string;
  /** Credentials of the new platform, with the secret. */
  token: ApiToken;
}

export interface OperatorPlatformListResponse {
  /** Items of this page, at most `limit`. */
  data: OperatorPlatform[];
  /** Whether another page follows. */
  hasMore: boolean;
  /** Value of `cursor` for the next page; absent on the last one. */
  nextCursor?: string;
  /** Number of items on all pages; absent when it exceeds 10000. */
  totalCount?: number;
}

/** Result of the retry of a group of jobs. */
export interface OperatorRetriedJobs {
  /** Jobs that run again, at most 200 for each request. */
  retried: number;
  /** Whether dead jobs of the group are left; repeat the request for them. */
  hasMore: boolean;
}

/** Everything that an operator needs for a decision. */
export interface OperatorReview {
  /** Verification that is reviewed. */
  verification: Verification;
  /** Platform of the customer. */
  platformId: PlatformId;
  /** Version to be sent with the decision. */
  version: number;
  /** Time at which the platform submitted the customer. */
  submittedAt?: string;
  /** Whether the customer has changed since the submission; it cannot be approved until it is submitted again. */
  isChangedSinceSubmission: boolean;
  /** Customer that is verified. */
  customer: CustomerOneOf;
  /** Tax number in plain text; reading it was recorded in the log of actions. */
  identifier?: string;
  /** Owners and officers of the business; empty for a person. */
  beneficialOwners: {
    id: BeneficialOwnerId;
    /** Business customer to which the owner belongs. */
    customerId: CustomerId;
    /** Roles of the person in the business; UBO is an ultimate beneficial owner. */
    roles: ('UBO' | 'DIRECTOR' | 'COMPANY_OFFICER' | 'CONTROL_PERSON' | 'TRUSTEE' | 'GENERAL_PARTNER')[];
    /** Share of the business that the person holds, in percent; all owners together hold at most 100. */
    ownershipPercentage: number;
    personalInfo: BeneficialOwnerPersonalInfoResponse;
    /** State of the identity check of the person. */
    kycStatus: 'UNVERIFIED' | 'PENDING' | 'APPROVED' | 'REJECTED' | 'HOLD';
    /** Time of creation by the platform's clock, which a sandbox can advance. */
    createdAt: string;
    /** Time of the last change; equal to `createdAt` before the first one. */
    updatedAt: string;
    /** Tax number in plain text; reading it was recorded in the log of actions. */
    identifier: string;
  }[];
  /** Documents of the customer and its owners. */
  documents: OperatorReviewedDocument[];
}

/** Approval of a customer. */
export interface OperatorReviewApproval {
  /** Note for the log of actions. */
  note?: string;
  /** Version of the review as it was read; the decision is rejected when it was submitted again since. */
  version?: number;
}

/** Request for changes. */
export interface OperatorReviewChanges {
  /** Problems that the platform must resolve. */
  errors: OperatorReviewFinding[];
  /** Note for the log of actions. */
  note?: string;
  /** Version of the review as it was read; the decision is rejected when it was submitted again since. */
  version?: number;
}

/** A review that an operator has claimed. */
export interface OperatorReviewClaim {
  id: VerificationId;
  /** Operator who works on the review. */
  operatorId: OperatorId;
  /** Name of the operator. */
  operatorName: string;
  /** Time at which the claim ends unless it is renewed. */
  expiresAt: string;
}

/** A problem that the platform must resolve. */
export type OperatorReviewFinding = OperatorDocumentFinding | OperatorMissingDocumentFinding;

export interface OperatorReviewListResponse {
  /** Items of this page, at most `limit`. */
  data: OperatorWaitingReview[];
  /** Whether another page follows. */
  hasMore: boolean;
  /** Value of `cursor` for the next page; absent on the last one. */
  nextCursor?: string;
  /** Number of items on all pages; absent when it exceeds 10000. */
  totalCount?: number;
}

/** Final rejection of a customer. */
export interface OperatorReviewRejection {
  /** Reason for the rejection. */
  reason: 'APPLICANT_SANCTIONED' | 'APPLICANT_FRAUD' | 'APPLICANT_CRIMINAL_RECORD' | 'APPLICANT_REJECTED';
  /** Note for the log of actions. */
  note?: string;
  /** Version of the review as it was read; the decision is rejected when it was submitted again since. */
  version?: number;
}

/** A document as an operator sees it. */
export interface OperatorReviewedDocument {
  id: DocumentId;
  documentHolder: DocumentHolderId;
  /** Kind of document. */
  documentType:
    | 'PASSPORT'
    | 'DRIVERS_LICENSE'
    | 'NATIONAL_ID'
    | 'PROOF_OF_ADDRESS'
    | 'BANK_STATEMENT'
    | 'TAX_RETURN'
    | 'CERTIFICATE_OF_INCORPORATION'
    | 'ARTICLES_OF_INCORPORATION'
    | 'ARTICLES_OF_ASSOCIATION'
    | 'STATE_REGISTRY_EXCERPT'
    | 'GOOD_STANDING_CERTIFICATE'
    | 'INFORMATION_STATEMENT'
    | 'INCUMBENCY_CERTIFICATE'
    | 'BUSINESS_LICENSE'
    | 'SHAREHOLDER_REGISTER'
    | 'POWER_OF_ATTORNEY'
    | 'UTILITY_BILL'
    | 'ELECTRICITY_BILL'
    | 'RENT_OR_LEASE_AGREEMENT'
    | 'DIRECTOR_REGISTRY'
    | 'TRUST_AGREEMENT'
    | 'STATE_COMPANY_REGISTRY'
    | 'PARTNERSHIP_CONTROL_AGREEMENT'
    | 'PARTNERSHIP_AGREEMENT'
    | 'SELFIE'
    | 'OTHER';
  /** Side that the file shows, for a DRIVERS_LICENSE or NATIONAL_ID; absent where it shows both. */
  side?: 'FRONT' | 'BACK';
  /** Country that issued the document, by its ISO 3166-1 alpha-2 code. */
  country: CountryCode;
  /** Number of the document; required for identity documents. */
  documentNumber?: string;
  /** Authority that issued the document; required for identity documents. */
  issuingAuthority?: string;
  /** Name of the uploaded file. */
  fileName: string;
  /** Time of creation by the platform's clock, which a sandbox can advance. */
  createdAt: string;
  /** Time of the last change; equal to `createdAt` before the first one. */
  updatedAt: string;
  /** UPLOADED after the submission, SUBMITTED with it, ASKED_AGAIN where the platform must replace it. */
  state: 'UPLOADED' | 'SUBMITTED' | 'ASKED_AGAIN';
  /** Media type of the file, by its content. */
  contentType: 'application/pdf' | 'image/jpeg' | 'image/png';
  /** Size of the file in bytes. */
  size: number;
  /** SHA-256 of the file in hex. */
  sha256: string;
}

/** Region of a customer. */
export interface OperatorScaRegion {
  customerId: CustomerId;
  /** Country that decides about strong customer authentication, by its ISO 3166-1 alpha-2 code. */
  region: CountryCode;
  /** Whether payments of the customer require strong customer authentication. */
  requiresSca: boolean;
}

/** Change of the region of a customer. */
export interface OperatorScaRegionRequest {
  /** Country that decides about strong customer authentication, by its ISO 3166-1 alpha-2 code. */
  region: CountryCode;
  /** Reason for the action, recorded in the log of actions. */
  reason: string;
}

/** A domain from which a platform may send mail. */
export interface OperatorSenderDomain {
  /** Domain from which the platform may send mail. */
  domain: string;
  /** Time of creation by the platform's clock, which a sandbox can advance. */
  createdAt: string;
}

/** Domains from which a platform may send mail. */
export interface OperatorSenderDomainList {
  /** Every allowed domain of the platform. */
  data: OperatorSenderDomain[];
}

/** A session of a person in the console. */
export interface OperatorSession {
  id: ConsoleSessionId;
  /** Person who is logged in. */
  operatorId: OperatorId;
  /** Name of the person. */
  operatorName: string;
  /** Time of the login. */
  createdAt: string;
  /** Time of the latest request, to the minute. */
  usedAt: string;
  /** Time of the latest use of a passkey. */
  provedAt: string;
  /** Time at which the session ends, twelve hours after the login. */
  expiresAt: string;
}

/** Sessions of the people who operate the service. */
export interface OperatorSessionListResponse {
  /** Open sessions, newest first. */
  data: OperatorSession[];
}

/** Reason for an action. */
export interface OperatorStatusRequest {
  /** Reason for the action, recorded in the log of actions. */
  reason: string;
}

/** A payment whose money is in suspense. */
export interface OperatorSuspendedPayment {
  /** Platform to which the payment belongs. */
  platformId: PlatformId;
  /** Payment whose payout and refund have failed. */
  transaction: OutgoingTransaction;
}

export interface OperatorSuspendedPaymentListResponse {
  /** Items of this page, at most `limit`. */
  data: OperatorSuspendedPayment[];
  /** Whether another page follows. */
  hasMore: boolean;
  /** Value of `cursor` for the next page; absent on the last one. */
  nextCursor?: string;
  /** Number of items on all pages; absent when it exceeds 10000. */
  totalCount?: number;
}

/** State of the service. */
export interface OperatorSystemStatus {
  /** Version of the server. */
  version: string;
  /** Processes of this server that serve requests. */
  processes: number;
  /** Time at which the process that answered was started. */
  startedAt: string;
  /** Version of the schema. */
  schema: {
    /** Migrations that the database has. */
    version: number;
    /** Migrations that this release has. */
    known: number;
  };
  /** Number of platforms by mode. */
  platforms: {
    /** Sandbox platforms. */
    sandbox: number;
    /** Production platforms. */
    production: number;
  };
  /** Backlog of the background jobs. */
  jobs: {
    /** Jobs that are due and that no worker has taken. */
    overdue: number;
    /** Jobs that have failed for good. */
    dead: number;
    /** Seconds since the oldest overdue job was due; 0 without any. */
    lagSeconds: number;
  };
  /** Backlog of the webhook deliveries. */
  deliveries: {
    /** Events that are not delivered yet. */
    pending: number;
    /** Age of the oldest of them in seconds; 0 without any. */
    lagSeconds: number;
  };
  /** Work that waits for an operator. */
  queues: {
    /** Verifications that wait for a decision. */
    reviews: number;
    /** Bank credits that match no account and no payment. */
    unmatchedCredits: number;
  };
  /** Data keys without their key material, oldest first. */
  keys: {
    /** Id of the key. */
    id: string;
    /** SEAL encrypts values, HASH hashes secrets. */
    purpose: 'SEAL' | 'HASH';
    /** Time at which the key was created. */
    createdAt: string;
    /** Whether new values use the key; older ones only open with it. */
    isCurrent: boolean;
  }[];
  /** The database of the service. */
  database: {
    /** Version of PostgreSQL. */
    version: string;
    /** Size of the database in bytes. */
    sizeBytes: number;
    /** Open connections of all servers and commands. */
    connections: number;
  };
  /** Archiver of write-ahead logs, as PostgreSQL reports it; null while it is off. */
  archive: {
    /** Time of the last archived segment; null before the first one. */
    lastArchivedAt: string | null;
    /** Time of the last failure of the archiver; null without any. */
    lastFailedAt: string | null;
  } | null;
  /** Clocks of the server and of the database. */
  clock: {
    /** Time of the process that answered. */
    server: string;
    /** Time of the database. */
    database: string;
    /** Milliseconds by which the server is ahead of the database. */
    differenceMs: number;
  };
}

/** Keys with which a platform takes part in the UMA network. */
export interface OperatorUmaKeys {
  /** Private key on secp256k1 that signs UMA messages; never returned. */
  signingPrivateKeyPem: string;
  /** Certificates of the signing key, leaf first. */
  signingCertChainPem: string;
  /** Private key on secp256k1 that decrypts payer data; never returned. */
  encryptionPrivateKeyPem: string;
  /** Certificates of the encryption key, leaf first. */
  encryptionCertChainPem: string;
}

/** Money at a bank that matches no payment. */
export interface OperatorUnmatchedCredit {
  id: BankCreditId;
  /** UNMATCHED waits for an operator, RETURNING for the bank; ASSIGNED and RETURNED are final. */
  state: 'UNMATCHED' | 'ASSIGNED' | 'RETURNING' | 'RETURNED';
  /** Reason why the credit is unmatched: PAYER_UNKNOWN and RETURN_FAILED are refunds and returns that failed. */
  reason?:
    | 'NO_REFERENCE'
    | 'CURRENCY_MISMATCH'
    | 'ACCOUNT_NOT_ACTIVE'
    | 'BALANCE_TOO_LARGE'
    | 'PAYMENT_NOT_WAITING'
    | 'PAYER_UNKNOWN'
    | 'RETURN_FAILED';
  /** Amount that the bank credited. */
  amount: CurrencyAmount;
  /** Bank account of the service that was credited. */
  account: string;
  /** All texts of the payer and the banks. */
  remittanceInformation: string[];
  /** Name of the payer, as the bank reported it. */
  payerName?: string;
  /** Account number of the payer, as the bank reported it. */
  payerAccount?: string;
  /** Reference of the bank for the credit. */
  bankReference?: string;
  /** End-to-end id that the payer's bank assigned. */
  endToEndId?: string;
  /** Date on which the bank booked the credit. */
  bookedOn?: string;
  /** Value date of the credit. */
  valueOn?: string;
  /** Platform of the payment; present once the credit is assigned. */
  platformId?: PlatformId;
  /** Payment that the credit funded, or that its assignment created. */
  transactionId?: TransactionId;
  /** Time at which the report of the bank was read. */
  receivedAt: string;
}

export interface OperatorUnmatchedCreditListResponse {
  /** Items of this page, at most `limit`. */
  data: OperatorUnmatchedCredit[];
  /** Whether another page follows. */
  hasMore: boolean;
  /** Value of `cursor` for the next page; absent on the last one. */
  nextCursor?: string;
  /** Number of items on all pages; absent when it exceeds 10000. */
  totalCount?: number;
}

/** A verification that waits for an operator. */
export interface OperatorWaitingReview {
  id: VerificationId;
  /** Platform of the customer. */
  platformId: PlatformId;
  customerId: CustomerId;
  /** Whether the customer is a person or a business. */
  customerType: 'INDIVIDUAL' | 'BUSINESS';
  /** Time at which the platform submitted the customer. */
  submittedAt: string;
  /** Operator who works on it; absent while nobody does. */
  claim?: {
    /** Operator who works on the review. */
    operatorId: OperatorId;
    /** Name of the operator. */
    operatorName: string;
    /** Time at which the claim ends unless it is renewed. */
    expiresAt: string;
  };
}

/** A credential by one-time codes, sent to the contact of the customer. */
export interface OtpCredentialCreateRequest {
  /** Code by email or by text message. */
  type: 'EMAIL_OTP' | 'SMS_OTP';
  /** Embedded wallet that the credential controls. */
  accountId: InternalAccountId;
}

/** Proof by a one-time code. */
export interface OtpCredentialVerifyRequest {
  /** Code by email or by text message. */
  type: 'EMAIL_OTP' | 'SMS_OTP';
  /** JSON with the code and the public key of the session, encrypted to `otpEncryptionTargetBundle`. */
  encryptedOtpBundle: string;
}

/** The outgoing payment that an event reports. */
export interface OutgoingPaymentWebhookData {
  id: TransactionId;
  /**
   * State of the payment: COMPLETED, FAILED, REFUNDED and EXPIRED end it, but a completed payment can still be
   * returned.
   */
  status:
    | 'CREATED'
    | 'PENDING'
    | 'PENDING_AUTHORIZATION'
    | 'EXPIRED'
    | 'PROCESSING'
    | 'COMPLETED'
    | 'FAILED'
    | 'REFUNDED';
  /** Reason why settlement takes longer; present while it does. */
  pendingReason?:
    | 'COUNTERPARTY_DECLARATION_REQUIRED'
    | 'WALLET_VERIFICATION_REQUIRED'
    | 'COUNTERPARTY_INFORMATION_REQUIRED'
    | 'COMPLIANCE_REVIEW';
  /**
   * DEBIT if the payment takes money from an account, which includes collecting it from a bank; CREDIT if it only adds
   * money.
   */
  direction: 'CREDIT' | 'DEBIT';
  /** Receiver of the money; `destinationType` selects the members. */
  destination: AccountTransactionDestination | UmaAddressTransactionDestination;
  /** Customer of the payment, or the platform for its own accounts. */
  customerId: AccountOwnerId;
  /** The platform's own id of the customer; the platform's id for its own accounts. */
  platformCustomerId: string;
  /** Time at which the money arrived; absent before that. */
  settledAt?: string;
  /** Time of creation by the platform's clock, which a sandbox can advance. */
  createdAt?: string;
  /** Time of the last change; equal to `createdAt` before the first one. */
  updatedAt?: string;
  /** Time at which the platform says that it delivered the receipt; absent before that. */
  receiptDeliveryConfirmedAt?: string;
  /** Agent that initiated the payment; absent for payments of the platform. */
  agentId?: AgentId;
  /** Memo of the platform from the quote. */
  description?: string;
  /** Smallest units of the sending currency per smallest unit of the receiving currency. */
  exchangeRate?: number;
  /** Quote from which the payment was made; absent for transfers and arrivals without a quote. */
  quoteId?: QuoteId;
  /** Return of the money after a failure; absent where nothing is returned. */
  refund?: Refund;
  /** Data about the other party that the platform requires; absent where there is none. */
  counterpartyInformation?: CounterpartyInformation;
  /** All fees of the payment, in the smallest unit of the sending currency. */
  fees?: number;
  /** Identifiers for statements; absent while the status is CREATED. */
  reconciliationInstructions?: ReconciliationInstructions;
  /** Marks the transaction as money that leaves. */
  type: 'OUTGOING';
  /** Origin of the money; `sourceType` selects the members. */
  source: AccountTransactionSource | UmaAddressTransactionSource | RealtimeFundingTransactionSource;
  /** Amount that leaves the source, fees included. */
  sentAmount: CurrencyAmount;
  /** Amount that the receiver gets, after conversion and fees. */
  receivedAmount?: CurrencyAmount;
  /** Part of `fees` that the platform collects, in the smallest unit of the sending currency. */
  platformFees?: number;
  /** Ways to fund the payment; absent where an internal account pays. */
  paymentInstructions?: PaymentInstructions[];
  /** Parts of the rate and the fees, by way of millisatoshis; absent while bitcoin has no price. */
  rateDetails?: OutgoingRateDetails;
  /** Cause of the failure; present while the status is FAILED. */
  failureReason?:
    | 'QUOTE_EXPIRED'
    | 'QUOTE_RATE_UNAVAILABLE'
    | 'QUOTE_EXECUTION_FAILED'
    | 'FUNDING_AMOUNT_MISMATCH'
    | 'SCA_NOT_COMPLETED'
    | 'PAYOUT_RETURNED'
    | 'LIMIT_EXCEEDED'
    | 'ACCOUNT_CANNOT_RECEIVE'
    | 'ACCOUNT_INVALID'
    | 'COMPLIANCE_REJECTED'
    | 'INSUFFICIENT_FUNDS'
    | 'LNURLP_FAILED'
    | 'PAY_REQUEST_FAILED'
    | 'OFFRAMP_FAILED'
    | 'APPROVAL_REJECTED'
    | 'LIGHTNING_PAYMENT_FAILED'
    | 'COUNTERPARTY_POST_TX_FAILED';
  /** Rail that delivers the payment; null before one is chosen. */
  paymentRail?: PaymentRail | null;
  /** MANUAL if the request named the rail, AUTO if the service chose it. */
  railSelectionMode?: 'AUTO' | 'MANUAL' | null;
  /** Time at which the receiver is expected to have the money; null where the rail promises none. */
  expectedSettlementAt?: string | null;
  /** Usual duration of the rail in seconds; null where it is not known. */
  settlementTimelineSeconds?: number | null;
  /** UMA address of the sender; present for UMA payments whose sender has one. */
  senderUmaAddress?: string;
  /** UMA address of the receiver; present for UMA payments. */
  receiverUmaAddress?: string;
}

/** The parts that make up the rate and the fees. */
export interface OutgoingRateDetails {
  /** Receiving units per millisatoshi, before fees of the receiving provider. */
  counterpartyMultiplier: number;
  /** Fixed fee of the receiving provider, in the smallest unit of the receiving currency. */
  counterpartyFixedFee: number;
  /** Millisatoshis per sending unit, before fees of this service. */
  serviceMultiplier: number;
  /** Fixed fee of this service, in the smallest unit of the sending currency. */
  serviceFixedFee: number;
  /** Variable fee of this service as a fraction: 0.003 is 0.3 %. */
  serviceVariableFeeRate: number;
  /** Variable fee of this service, in the smallest unit of the sending currency. */
  serviceVariableFeeAmount: number;
}

/** A payment that a customer or the platform makes. */
export interface OutgoingTransaction {
  id: TransactionId;
  /**
   * State of the payment: COMPLETED, FAILED, REFUNDED and EXPIRED end it, but a completed payment can still be
   * returned.
   */
  status:
    | 'CREATED'
    | 'PENDING'
    | 'PENDING_AUTHORIZATION'
    | 'EXPIRED'
    | 'PROCESSING'
    | 'COMPLETED'
    | 'FAILED'
    | 'REFUNDED';
  /** Reason why settlement takes longer; present while it does. */
  pendingReason?:
    | 'COUNTERPARTY_DECLARATION_REQUIRED'
    | 'WALLET_VERIFICATION_REQUIRED'
    | 'COUNTERPARTY_INFORMATION_REQUIRED'
    | 'COMPLIANCE_REVIEW';
  /**
   * DEBIT if the payment takes money from an account, which includes collecting it from a bank; CREDIT if it only adds
   * money.
   */
  direction: 'CREDIT' | 'DEBIT';
  /** Receiver of the money; `destinationType` selects the members. */
  destination: AccountTransactionDestination | UmaAddressTransactionDestination;
  /** Customer of the payment, or the platform for its own accounts. */
  customerId: AccountOwnerId;
  /** The platform's own id of the customer; the platform's id for its own accounts. */
  platformCustomerId: string;
  /** Time at which the money arrived; absent before that. */
  settledAt?: string;
  /** Time of creation by the platform's clock, which a sandbox can advance. */
  createdAt?: string;
  /** Time of the last change; equal to `createdAt` before the first one. */
  updatedAt?: string;
  /** Time at which the platform says that it delivered the receipt; absent before that. */
  receiptDeliveryConfirmedAt?: string;
  /** Agent that initiated the payment; absent for payments of the platform. */
  agentId?: AgentId;
  /** Memo of the platform from the quote. */
  description?: string;
  /** Smallest units of the sending currency per smallest unit of the receiving currency. */
  exchangeRate?: number;
  /** Quote from which the payment was made; absent for transfers and arrivals without a quote. */
  quoteId?: QuoteId;
  /** Return of the money after a failure; absent where nothing is returned. */
  refund?: Refund;
  /** Data about the other party that the platform requires; absent where there is none. */
  counterpartyInformation?: CounterpartyInformation;
  /** All fees of the payment, in the smallest unit of the sending currency. */
  fees?: number;
  /** Identifiers for statements; absent while the status is CREATED. */
  reconciliationInstructions?: ReconciliationInstructions;
  /** Marks the transaction as money that leaves. */
  type: 'OUTGOING';
  /** Origin of the money; `sourceType` selects the members. */
  source: AccountTransactionSource | UmaAddressTransactionSource | RealtimeFundingTransactionSource;
  /** Amount that leaves the source, fees included. */
  sentAmount: CurrencyAmount;
  /** Amount that the receiver gets, after conversion and fees. */
  receivedAmount?: CurrencyAmount;
  /** Part of `fees` that the platform collects, in the smallest unit of the sending currency. */
  platformFees?: number;
  /** Ways to fund the payment; absent where an internal account pays. */
  paymentInstructions?: PaymentInstructions[];
  /** Parts of the rate and the fees, by way of millisatoshis; absent while bitcoin has no price. */
  rateDetails?: OutgoingRateDetails;
  /** Cause of the failure; present while the status is FAILED. */
  failureReason?:
    | 'QUOTE_EXPIRED'
    | 'QUOTE_RATE_UNAVAILABLE'
    | 'QUOTE_EXECUTION_FAILED'
    | 'FUNDING_AMOUNT_MISMATCH'
    | 'SCA_NOT_COMPLETED'
    | 'PAYOUT_RETURNED'
    | 'LIMIT_EXCEEDED'
    | 'ACCOUNT_CANNOT_RECEIVE'
    | 'ACCOUNT_INVALID'
    | 'COMPLIANCE_REJECTED'
    | 'INSUFFICIENT_FUNDS'
    | 'LNURLP_FAILED'
    | 'PAY_REQUEST_FAILED'
    | 'OFFRAMP_FAILED'
    | 'APPROVAL_REJECTED'
    | 'LIGHTNING_PAYMENT_FAILED'
    | 'COUNTERPARTY_POST_TX_FAILED';
  /** Rail that delivers the payment; null before one is chosen. */
  paymentRail?: PaymentRail | null;
  /** MANUAL if the request named the rail, AUTO if the service chose it. */
  railSelectionMode?: 'AUTO' | 'MANUAL' | null;
  /** Time at which the receiver is expected to have the money; null where the rail promises none. */
  expectedSettlementAt?: string | null;
  /** Usual duration of the rail in seconds; null where it is not known. */
  settlementTimelineSeconds?: number | null;
}

/** Pending proof of ownership; a new challenge replaces it. */
export type OwnershipChallenge = WalletSignatureChallenge | LivenessChallenge;

/** The kind of proof that the owner will give. */
export interface OwnershipChallengeRequest {
  /**
   * WALLET_SIGNATURE signs a message with the key of the wallet; LIVENESS asks the owner to verify on a hosted page.
   */
  method: 'WALLET_SIGNATURE' | 'LIVENESS';
}

/** Proof that the owner controls the key of the wallet. */
export interface OwnershipVerifyRequest {
  /** Signature over `messageToSign`: hex of 65 bytes (EVM, Tron), base58 (Solana) or base64 (Bitcoin). */
  signature: string;
  /** Convention of a Bitcoin signature; other networks ignore it. Default: `bip137`. */
  signatureScheme?: 'bip137' | 'electrum';
}

/** A passkey that was created. */
export interface PasskeyCredentialCreateRequest {
  /** Adds a passkey. */
  type: 'PASSKEY';
  /** Embedded wallet that the credential controls. */
  accountId: InternalAccountId;
  /** Name for display of the passkey, chosen by the customer. */
  nickname: string;
  /** Challenge that the passkey signed, in base64url. */
  challenge: string;
  /** Result of `navigator.credentials.create` in the browser. */
  attestation: {
    /** WebAuthn credential id in base64url. */
    credentialId: string;
    /** `clientDataJSON` of the browser in base64url. */
    clientDataJson: string;
    /** `attestationObject` of the browser in base64url. */
    attestationObject: string;
    /** Transports by which the authenticator can be reached, as the browser reported them. */
    transports?: ('usb' | 'nfc' | 'ble' | 'internal' | 'hybrid')[];
  };
}

/** Proof by a passkey. */
export interface PasskeyCredentialVerifyRequest {
  /** Proves the credential with a passkey. */
  type: 'PASSKEY';
  /** Result of `navigator.credentials.get` in the browser. */
  assertion: {
    /** WebAuthn credential id in base64url. */
    credentialId: string;
    /** `clientDataJSON` of the browser in base64url. */
    clientDataJson: string;
    /** `authenticatorData` of the browser in base64url. */
    authenticatorData: string;
    /** Signature of the passkey in base64url. */
    signature: string;
    /** User handle that the authenticator returned, in base64url. */
    userHandle?: string;
  };
}

/** A passkey that was created. */
export interface PasskeyEnrollmentConfirmRequest {
  /** Selects a passkey. */
  type: 'PASSKEY';
  /** Origin of the page on which the passkey was created. */
  origin: string;
  /** `RegistrationResponseJSON` of WebAuthn. */
  credential: Record<string, unknown>;
}

/** An enrolled passkey. */
export interface PasskeyEnrollmentConfirmResponse {
  /** Selects a passkey. */
  type: 'PASSKEY';
  /** The enrolled passkey. */
  factor: ScaFactorView;
}

/** Options for creating a passkey. */
export interface PasskeyEnrollmentStart {
  /** Selects a passkey. */
  type: 'PASSKEY';
  /** `PublicKeyCredentialCreationOptionsJSON` of WebAuthn. */
  options: Record<string, unknown>;
  /** Origins on which the passkey may be created. */
  allowedOrigins: string[];
  /** Domain that the passkey is bound to. */
  relyingPartyId: string;
}

/** Enrollment of a passkey. */
export interface PasskeyFactorEnrollRequest {
  /** Selects a passkey. */
  type: 'PASSKEY';
}

/** Type of account, wallet or network to be paid. */
export type PaymentAccountType =
  | 'USD_ACCOUNT'
  | 'CAD_ACCOUNT'
  | 'MXN_ACCOUNT'
  | 'BRL_ACCOUNT'
  | 'COP_ACCOUNT'
  | 'GTQ_ACCOUNT'
  | 'HTG_ACCOUNT'
  | 'JMD_ACCOUNT'
  | 'SLV_ACCOUNT'
  | 'EUR_ACCOUNT'
  | 'DKK_ACCOUNT'
  | 'GBP_ACCOUNT'
  | 'AED_ACCOUNT'
  | 'BDT_ACCOUNT'
  | 'CNY_ACCOUNT'
  | 'HKD_ACCOUNT'
  | 'IDR_ACCOUNT'
  | 'INR_ACCOUNT'
  | 'MYR_ACCOUNT'
  | 'PHP_ACCOUNT'
  | 'PKR_ACCOUNT'
  | 'SGD_ACCOUNT'
  | 'THB_ACCOUNT'
  | 'VND_ACCOUNT'
  | 'BWP_ACCOUNT'
  | 'EGP_ACCOUNT'
  | 'GHS_ACCOUNT'
  | 'KES_ACCOUNT'
  | 'MWK_ACCOUNT'
  | 'NGN_ACCOUNT'
  | 'RWF_ACCOUNT'
  | 'TZS_ACCOUNT'
  | 'UGX_ACCOUNT'
  | 'XAF_ACCOUNT'
  | 'XOF_ACCOUNT'
  | 'ZAR_ACCOUNT'
  | 'ZMW_ACCOUNT'
  | 'SWIFT_ACCOUNT'
  | 'ETHEREUM_WALLET'
  | 'BASE_WALLET'
  | 'POLYGON_WALLET'
  | 'PLASMA_WALLET'
  | 'SOLANA_WALLET'
  | 'TRON_WALLET'
  | 'SPARK_WALLET'
  | 'LIGHTNING'
  | 'ARS_ACCOUNT'
  | 'BITCOIN_L1'
  | 'EMBEDDED_WALLET';

export interface PaymentAedInfo {
  /** Type of the account, which selects the other members. */
  accountType: 'AED_ACCOUNT';
  /** IBAN without spaces; its check digits are verified. */
  iban: string;
  /** BIC of the bank, 8 or 11 characters. */
  swiftCode?: string;
  /** Rails by which the account can be paid. */
  paymentRails: 'BANK_TRANSFER'[];
  /** Name of the account holder, to be copied exactly. */
  accountHolderName?: string;
  /** Postal address of the bank. */
  bankAddress?: string;
  /** Reference that must be sent with the money, so that it is matched. */
  reference?: string;
}

export interface PaymentArsInfo {
  /** Type of the account, which selects the other members. */
  accountType: 'ARS_ACCOUNT';
  /** CVU of 22 digits. */
  accountNumber: string;
  /** Reference that must be sent with the money, so that it is matched. */
  reference?: string;
}

export interface PaymentBaseWalletInfo {
  /** Type of the account, which selects the other members. */
  accountType: 'BASE_WALLET';
  /** Address that the payer sends to. */
  address: string;
  /** Asset that the address accepts, by its code. */
  assetType: string;
  /** Reference that must be sent with the money, so that it is matched. */
  reference?: string;
}

export interface PaymentBdtInfo {
  /** Type of the account, which selects the other members. */
  accountType: 'BDT_ACCOUNT';
  /** Account number at the bank, without spaces. */
  accountNumber?: string;
  /** Name of the bank or mobile money operator that holds the account. */
  bankName: string;
  /** Code of the bank branch. */
  branchCode?: string;
  /** BIC of the bank, 8 or 11 characters. */
  swiftCode?: string;
  /** Phone number of the mobile wallet with `+` and calling code; required for mobile money. */
  phoneNumber?: string;
  /** Rails by which the account can be paid. */
  paymentRails: ('BANK_TRANSFER' | 'MOBILE_MONEY')[];
  /** Name of the account holder, to be copied exactly. */
  accountHolderName?: string;
  /** Postal address of the bank. */
  bankAddress?: string;
  /** Reference that must be sent with the money, so that it is matched. */
  reference?: string;
}

export interface PaymentBitcoinL1Info {
  /** Type of the account, which selects the other members. */
  accountType: 'BITCOIN_L1';
  /** Address that the payer sends to. */
  address: string;
  /** Network on which the coins must be sent. */
  network?: 'BITCOIN';
  /** Reference that must be sent with the money, so that it is matched. */
  reference?: string;
}

export interface PaymentBrlInfo {
  /** Type of the account, which selects the other members. */
  accountType: 'BRL_ACCOUNT';
  /** PIX payload to be shown as a QR code or pasted into a banking app. */
  qrCode: string;
  /** Reference that must be sent with the money, so that it is matched. */
  reference?: string;
}

export interface PaymentBwpInfo {
  /** Type of the account, which selects the other members. */
  accountType: 'BWP_ACCOUNT';
  /** Phone number of the mobile wallet with `+` and calling code; required for mobile money. */
  phoneNumber: string;
  /** Mobile money operator that holds the wallet. */
  provider: string;
  /** Rails by which the account can be paid. */
  paymentRails: 'MOBILE_MONEY'[];
  /** Name of the account holder, to be copied exactly. */
  accountHolderName?: string;
  /** Postal address of the bank. */
  bankAddress?: string;
  /** Reference that must be sent with the money, so that it is matched. */
  reference?: string;
}

export interface PaymentCadInfo {
  /** Type of the account, which selects the other members. */
  accountType: 'CAD_ACCOUNT';
  /** Institution number of the bank. */
  bankCode: string;
  /** Transit number of the bank branch. */
  branchCode: string;
  /** Account number at the bank, without spaces. */
  accountNumber: string;
  /** Rails by which the account can be paid. */
  paymentRails: 'BANK_TRANSFER'[];
  /** Name of the account holder, to be copied exactly. */
  accountHolderName?: string;
  /** Postal address of the bank. */
  bankAddress?: string;
  /** Reference that must be sent with the money, so that it is matched. */
  reference?: string;
}

export interface PaymentCnyInfo {
  /** Type of the account, which selects the other members. */
  accountType: 'CNY_ACCOUNT';
  /** Account number at the bank, without spaces. */
  accountNumber?: string;
  /** Name of the bank or mobile money operator that holds the account. */
  bankName: string;
  /** Phone number of the mobile wallet with `+` and calling code; required for mobile money. */
  phoneNumber?: string;
  /** Rails by which the account can be paid. */
  paymentRails: ('BANK_TRANSFER' | 'MOBILE_MONEY')[];
  /** Name of the account holder, to be copied exactly. */
  accountHolderName?: string;
  /** Postal address of the bank. */
  bankAddress?: string;
  /** Reference that must be sent with the money, so that it is matched. */
  reference?: string;
}

export interface PaymentCopInfo {
  /** Type of the account, which selects the other members. */
  accountType: 'COP_ACCOUNT';
  /** Page on which the payer pays. */
  paymentUrl: string;
  /** Reference that must be sent with the money, so that it is matched. */
  reference?: string;
}

export interface PaymentDkkInfo {
  /** Type of the account, which selects the other members. */
  accountType: 'DKK_ACCOUNT';
  /** IBAN without spaces; its check digits are verified. */
  iban: string;
  /** BIC of the bank, 8 or 11 characters. */
  swiftCode?: string;
  /** Rails by which the account can be paid. */
  paymentRails: ('SEPA' | 'SEPA_INSTANT')[];
  /** Name of the account holder, to be copied exactly. */
  accountHolderName?: string;
  /** Postal address of the bank. */
  bankAddress?: string;
  /** Reference that must be sent with the money, so that it is matched. */
  reference?: string;
}

export interface PaymentEgpInfo {
  /** Type of the account, which selects the other members. */
  accountType: 'EGP_ACCOUNT';
  /** IBAN without spaces; its check digits are verified. */
  iban?: string;
  /** Name of the bank or mobile money operator that holds the account. */
  bankName: string;
  /** Phone number of the mobile wallet with `+` and calling code; required for mobile money. */
  phoneNumber?: string;
  /** Rails by which the account can be paid. */
  paymentRails: ('BANK_TRANSFER' | 'MOBILE_MONEY')[];
  /** Name of the account holder, to be copied exactly. */
  accountHolderName?: string;
  /** Postal address of the bank. */
  bankAddress?: string;
  /** Reference that must be sent with the money, so that it is matched. */
  reference?: string;
}

export interface PaymentEmbeddedWalletInfo {
  /** Type of the account, which selects the other members. */
  accountType: 'EMBEDDED_WALLET';
  /** Payload that a session of the paying wallet signs to send the money. */
  payloadToSign: string;
  /** Reference that must be sent with the money, so that it is matched. */
  reference?: string;
}

export interface PaymentEthereumWalletInfo {
  /** Type of the account, which selects the other members. */
  accountType: 'ETHEREUM_WALLET';
  /** Address that the payer sends to. */
  address: string;
  /** Asset that the address accepts, by its code. */
  assetType: string;
  /** Reference that must be sent with the money, so that it is matched. */
  reference?: string;
}

export interface PaymentEurInfo {
  /** Type of the account, which selects the other members. */
  accountType: 'EUR_ACCOUNT';
  /** IBAN without spaces; its check digits are verified. */
  iban: string;
  /** BIC of the bank, 8 or 11 characters. */
  swiftCode?: string;
  /** Rails by which the account can be paid. */
  paymentRails: ('SEPA' | 'SEPA_INSTANT')[];
  /** Name of the account holder, to be copied exactly. */
  accountHolderName?: string;
  /** Postal address of the bank. */
  bankAddress?: string;
  /** Reference that must be sent with the money, so that it is matched. */
  reference?: string;
}

export interface PaymentGbpInfo {
  /** Type of the account, which selects the other members. */
  accountType: 'GBP_ACCOUNT';
  /** Sort code of the bank branch, 6 digits without hyphens. */
  sortCode: string;
  /** Account number at the bank, without spaces. */
  accountNumber: string;
  /** Rails by which the account can be paid. */
  paymentRails: 'FASTER_PAYMENTS'[];
  /** Name of the account holder, to be copied exactly. */
  accountHolderName?: string;
  /** Postal address of the bank. */
  bankAddress?: string;
  /** Reference that must be sent with the money, so that it is matched. */
  reference?: string;
}

export interface PaymentGhsInfo {
  /** Type of the account, which selects the other members. */
  accountType: 'GHS_ACCOUNT';
  /** Account number at the bank, without spaces. */
  accountNumber?: string;
  /** Name of the bank or mobile money operator that holds the account. */
  bankName: string;
  /** Phone number of the mobile wallet with `+` and calling code; required for mobile money. */
  phoneNumber?: string;
  /** Rails by which the account can be paid. */
  paymentRails: ('BANK_TRANSFER' | 'MOBILE_MONEY')[];
  /** Name of the account holder, to be copied exactly. */
  accountHolderName?: string;
  /** Postal address of the bank. */
  bankAddress?: string;
  /** Reference that must be sent with the money, so that it is matched. */
  reference?: string;
}

export interface PaymentGtqInfo {
  /** Type of the account, which selects the other members. */
  accountType: 'GTQ_ACCOUNT';
  /** Account number at the bank, without spaces. */
  accountNumber: string;
  /** Kind of bank account: CHECKING for a current account, SAVINGS for a savings account. */
  bankAccountType: 'CHECKING' | 'SAVINGS';
  /** Name of the bank or mobile money operator that holds the account. */
  bankName: string;
  /** Rails by which the account can be paid. */
  paymentRails: 'BANK_TRANSFER'[];
  /** Name of the account holder, to be copied exactly. */
  accountHolderName?: string;
  /** Postal address of the bank. */
  bankAddress?: string;
  /** Reference that must be sent with the money, so that it is matched. */
  reference?: string;
}

export interface PaymentHkdInfo {
  /** Type of the account, which selects the other members. */
  accountType: 'HKD_ACCOUNT';
  /** Name of the bank or mobile money operator that holds the account. */
  bankName: string;
  /** Account number at the bank, without spaces. */
  accountNumber: string;
  /** BIC of the bank, 8 or 11 characters. */
  swiftCode: string;
  /** Rails by which the account can be paid. */
  paymentRails: 'BANK_TRANSFER'[];
  /** Name of the account holder, to be copied exactly. */
  accountHolderName?: string;
  /** Postal address of the bank. */
  bankAddress?: string;
  /** Reference that must be sent with the money, so that it is matched. */
  reference?: string;
}

export interface PaymentHtgInfo {
  /** Type of the account, which selects the other members. */
  accountType: 'HTG_ACCOUNT';
  /** Phone number of the mobile wallet with `+` and calling code; required for mobile money. */
  phoneNumber: string;
  /** Rails by which the account can be paid. */
  paymentRails: 'MOBILE_MONEY'[];
  /** Name of the account holder, to be copied exactly. */
  accountHolderName?: string;
  /** Postal address of the bank. */
  bankAddress?: string;
  /** Reference that must be sent with the money, so that it is matched. */
  reference?: string;
}

export interface PaymentIdrInfo {
  /** Type of the account, which selects the other members. */
  accountType: 'IDR_ACCOUNT';
  /** Name of the bank or mobile money operator that holds the account. */
  bankName: string;
  /** Account number at the bank, without spaces. */
  accountNumber: string;
  /** BIC of the bank, 8 or 11 characters. */
  swiftCode: string;
  /** Phone number of the mobile wallet with `+` and calling code; required for mobile money. */
  phoneNumber: string;
  /** Rails by which the account can be paid. */
  paymentRails: 'BANK_TRANSFER'[];
  /** Name of the account holder, to be copied exactly. */
  accountHolderName?: string;
  /** Postal address of the bank. */
  bankAddress?: string;
  /** Reference that must be sent with the money, so that it is matched. */
  reference?: string;
}

export interface PaymentInrInfo {
  /** Type of the account, which selects the other members. */
  accountType: 'INR_ACCOUNT';
  /** UPI address of the form `name@bank`; required for UPI. */
  vpa?: string;
  /** Account number at the bank, without spaces. */
  accountNumber?: string;
  /** IFSC of the bank branch in India; required for NEFT and RTGS. */
  ifsc?: string;
  /** Rail to be used for a bank transfer in India: NEFT or RTGS. */
  rail?: string;
  /** Name of the bank or mobile money operator that holds the account. */
  bankName?: string;
  /** Rails by which the account can be paid. */
  paymentRails: ('UPI' | 'NEFT' | 'RTGS')[];
  /** Name of the account holder, to be copied exactly. */
  accountHolderName?: string;
  /** Postal address of the bank. */
  bankAddress?: string;
  /** Reference that must be sent with the money, so that it is matched. */
  reference?: string;
}

/** One way for a payer to send the money. */
export interface PaymentInstructions {
  /** Instructions for the payer in plain English. */
  instructionsNotes?: string;
  /** Whether the account to be paid belongs to the platform and not to a customer. */
  isPlatformAccount?: boolean;
  /** Account or address to be paid; `accountType` selects the members. */
  accountOrWalletInfo:
    | PaymentUsdInfo
    | PaymentCadInfo
    | PaymentMxnInfo
    | PaymentBrlInfo
    | PaymentCopInfo
    | PaymentGtqInfo
    | PaymentHtgInfo
    | PaymentJmdInfo
    | PaymentSlvInfo
    | PaymentEurInfo
    | PaymentDkkInfo
    | PaymentGbpInfo
    | PaymentAedInfo
    | PaymentBdtInfo
    | PaymentCnyInfo
    | PaymentHkdInfo
    | PaymentIdrInfo
    | PaymentInrInfo
    | PaymentMyrInfo
    | PaymentPhpInfo
    | PaymentPkrInfo
    | PaymentSgdInfo
    | PaymentThbInfo
    | PaymentVndInfo
    | PaymentBwpInfo
    | PaymentEgpInfo
    | PaymentGhsInfo
    | PaymentKesInfo
    | PaymentMwkInfo
    | PaymentNgnInfo
    | PaymentRwfInfo
    | PaymentTzsInfo
    | PaymentUgxInfo
    | PaymentXafInfo
    | PaymentXofInfo
    | PaymentZarInfo
    | PaymentZmwInfo
    | PaymentSwiftInfo
    | PaymentEthereumWalletInfo
    | PaymentBaseWalletInfo
    | PaymentPolygonWalletInfo
    | PaymentPlasmaWalletInfo
    | PaymentSolanaWalletInfo
    | PaymentTronWalletInfo
    | PaymentSparkWalletInfo
    | PaymentLightningInfo
    | PaymentArsInfo
    | PaymentBitcoinL1Info
    | PaymentEmbeddedWalletInfo;
}

export interface PaymentJmdInfo {
  /** Type of the account, which selects the other members. */
  accountType: 'JMD_ACCOUNT';
  /** Account number at the bank, without spaces. */
  accountNumber: string;
  /** Transit number of the bank branch. */
  branchCode: string;
  /** Kind of bank account: CHECKING for a current account, SAVINGS for a savings account. */
  bankAccountType: 'CHECKING' | 'SAVINGS';
  /** Name of the bank or mobile money operator that holds the account. */
  bankName: string;
  /** Rails by which the account can be paid. */
  paymentRails: 'BANK_TRANSFER'[];
  /** Name of the account holder, to be copied exactly. */
  accountHolderName?: string;
  /** Postal address of the bank. */
  bankAddress?: string;
  /** Reference that must be sent with the money, so that it is matched. */
  reference?: string;
}

export interface PaymentKesInfo {
  /** Type of the account, which selects the other members. */
  accountType: 'KES_ACCOUNT';
  /** Phone number of the mobile wallet with `+` and calling code; required for mobile money. */
  phoneNumber: string;
  /** Mobile money operator that holds the wallet. */
  provider: 'M-PESA';
  /** Rails by which the account can be paid. */
  paymentRails: 'MOBILE_MONEY'[];
  /** Name of the account holder, to be copied exactly. */
  accountHolderName?: string;
  /** Postal address of the bank. */
  bankAddress?: string;
  /** Reference that must be sent with the money, so that it is matched. */
  reference?: string;
}

export interface PaymentLightningInfo {
  /** Type of the account, which selects the other members. */
  accountType: 'LIGHTNING';
  /** BOLT 11 invoice for the exact amount. */
  invoice: string;
  /** Reference that must be sent with the money, so that it is matched. */
  reference?: string;
}

export interface PaymentMwkInfo {
  /** Type of the account, which selects the other members. */
  accountType: 'MWK_ACCOUNT';
  /** Phone number of the mobile wallet with `+` and calling code; required for mobile money. */
  phoneNumber: string;
  /** Mobile money operator that holds the wallet. */
  provider: 'AIRTEL' | 'TNM';
  /** Rails by which the account can be paid. */
  paymentRails: 'MOBILE_MONEY'[];
  /** Name of the account holder, to be copied exactly. */
  accountHolderName?: string;
  /** Postal address of the bank. */
  bankAddress?: string;
  /** Reference that must be sent with the money, so that it is matched. */
  reference?: string;
}

export interface PaymentMxnInfo {
  /** Type of the account, which selects the other members. */
  accountType: 'MXN_ACCOUNT';
  /** CLABE of 18 digits, whose last digit is a check digit. */
  clabeNumber: string;
  /** Rails by which the account can be paid. */
  paymentRails: 'SPEI'[];
  /** Name of the account holder, to be copied exactly. */
  accountHolderName?: string;
  /** Postal address of the bank. */
  bankAddress?: string;
  /** Reference that must be sent with the money, so that it is matched. */
  reference?: string;
}

export interface PaymentMyrInfo {
  /** Type of the account, which selects the other members. */
  accountType: 'MYR_ACCOUNT';
  /** Name of the bank or mobile money operator that holds the account. */
  bankName: string;
  /** Account number at the bank, without spaces. */
  accountNumber: string;
  /** BIC of the bank, 8 or 11 characters. */
  swiftCode: string;
  /** Rails by which the account can be paid. */
  paymentRails: 'BANK_TRANSFER'[];
  /** Name of the account holder, to be copied exactly. */
  accountHolderName?: string;
  /** Postal address of the bank. */
  bankAddress?: string;
  /** Reference that must be sent with the money, so that it is matched. */
  reference?: string;
}

export interface PaymentNgnInfo {
  /** Type of the account, which selects the other members. */
  accountType: 'NGN_ACCOUNT';
  /** Account number at the bank, without spaces. */
  accountNumber: string;
  /** Name of the bank or mobile money operator that holds the account. */
  bankName: string;
  /** Rails by which the account can be paid. */
  paymentRails: 'BANK_TRANSFER'[];
  /** Name of the account holder, to be copied exactly. */
  accountHolderName?: string;
  /** Postal address of the bank. */
  bankAddress?: string;
  /** Reference that must be sent with the money, so that it is matched. */
  reference?: string;
}

export interface PaymentPhpInfo {
  /** Type of the account, which selects the other members. */
  accountType: 'PHP_ACCOUNT';
  /** Name of the bank or mobile money operator that holds the account. */
  bankName: string;
  /** Account number at the bank, without spaces. */
  accountNumber: string;
  /** Rails by which the account can be paid. */
  paymentRails: 'BANK_TRANSFER'[];
  /** Name of the account holder, to be copied exactly. */
  accountHolderName?: string;
  /** Postal address of the bank. */
  bankAddress?: string;
  /** Reference that must be sent with the money, so that it is matched. */
  reference?: string;
}

export interface PaymentPkrInfo {
  /** Type of the account, which selects the other members. */
  accountType: 'PKR_ACCOUNT';
  /** Name of the bank or mobile money operator that holds the account. */
  bankName: string;
  /** Account number at the bank, without spaces. */
  accountNumber?: string;
  /** IBAN without spaces; its check digits are verified. */
  iban?: string;
  /** Phone number of the mobile wallet with `+` and calling code; required for mobile money. */
  phoneNumber?: string;
  /** Rails by which the account can be paid. */
  paymentRails: ('BANK_TRANSFER' | 'MOBILE_MONEY')[];
  /** Name of the account holder, to be copied exactly. */
  accountHolderName?: string;
  /** Postal address of the bank. */
  bankAddress?: string;
  /** Reference that must be sent with the money, so that it is matched. */
  reference?: string;
}

export interface PaymentPlasmaWalletInfo {
  /** Type of the account, which selects the other members. */
  accountType: 'PLASMA_WALLET';
  /** Address that the payer sends to. */
  address: string;
  /** Asset that the address accepts, by its code. */
  assetType: string;
  /** Reference that must be sent with the money, so that it is matched. */
  reference?: string;
}

export interface PaymentPolygonWalletInfo {
  /** Type of the account, which selects the other members. */
  accountType: 'POLYGON_WALLET';
  /** Address that the payer sends to. */
  address: string;
  /** Asset that the address accepts, by its code. */
  assetType: string;
  /** Reference that must be sent with the money, so that it is matched. */
  reference?: string;
}

/** Bank or mobile money scheme that delivers a payment. */
export type PaymentRail =
  | 'ACH'
  | 'ACH_COLOMBIA'
  | 'ACH_SAME_DAY'
  | 'BANK_TRANSFER'
  | 'BRE_B'
  | 'CIPS'
  | 'FAST'
  | 'FASTER_PAYMENTS'
  | 'FEDNOW'
  | 'INSTAPAY'
  | 'MOBILE_MONEY'
  | 'NEFT'
  | 'PAYNOW'
  | 'PESONET'
  | 'PIX'
  | 'RTGS'
  | 'RTP'
  | 'SEPA'
  | 'SEPA_INSTANT'
  | 'SPEI'
  | 'SWIFT'
  | 'UNIONPAY'
  | 'UPI'
  | 'WIRE';

export interface PaymentRwfInfo {
  /** Type of the account, which selects the other members. */
  accountType: 'RWF_ACCOUNT';
  /** Phone number of the mobile wallet with `+` and calling code; required for mobile money. */
  phoneNumber: string;
  /** Mobile money operator that holds the wallet. */
  provider: 'MTN' | 'AIRTEL';
  /** Rails by which the account can be paid. */
  paymentRails: 'MOBILE_MONEY'[];
  /** Name of the account holder, to be copied exactly. */
  accountHolderName?: string;
  /** Postal address of the bank. */
  bankAddress?: string;
  /** Reference that must be sent with the money, so that it is matched. */
  reference?: string;
}

export interface PaymentSgdInfo {
  /** Type of the account, which selects the other members. */
  accountType: 'SGD_ACCOUNT';
  /** Name of the bank or mobile money operator that holds the account. */
  bankName?: string;
  /** Account number at the bank, without spaces. */
  accountNumber: string;
  /** BIC of the bank, 8 or 11 characters. */
  swiftCode: string;
  /** Rails by which the account can be paid. */
  paymentRails: ('PAYNOW' | 'FAST' | 'BANK_TRANSFER')[];
  /** Name of the account holder, to be copied exactly. */
  accountHolderName?: string;
  /** Postal address of the bank. */
  bankAddress?: string;
  /** Reference that must be sent with the money, so that it is matched. */
  reference?: string;
}

export interface PaymentSlvInfo {
  /** Type of the account, which selects the other members. */
  accountType: 'SLV_ACCOUNT';
  /** Name of the bank or mobile money operator that holds the account. */
  bankName?: string;
  /** Account number at the bank, without spaces. */
  accountNumber?: string;
  /** Kind of bank account: CHECKING for a current account, SAVINGS for a savings account. */
  bankAccountType?: 'CHECKING' | 'SAVINGS';
  /** Phone number of the mobile wallet with `+` and calling code; required for mobile money. */
  phoneNumber?: string;
  /** Rails by which the account can be paid. */
  paymentRails: ('BANK_TRANSFER' | 'MOBILE_MONEY')[];
  /** Name of the account holder, to be copied exactly. */
  accountHolderName?: string;
  /** Postal address of the bank. */
  bankAddress?: string;
  /** Reference that must be sent with the money, so that it is matched. */
  reference?: string;
}

export interface PaymentSolanaWalletInfo {
  /** Type of the account, which selects the other members. */
  accountType: 'SOLANA_WALLET';
  /** Address that the payer sends to. */
  address: string;
  /** Asset that the address accepts, by its code. */
  assetType: string;
  /** Reference that must be sent with the money, so that it is matched. */
  reference?: string;
}

export interface PaymentSparkWalletInfo {
  /** Type of the account, which selects the other members. */
  accountType: 'SPARK_WALLET';
  /** Address that the payer sends to. */
  address: string;
  /** Asset that the address accepts, by its code. */
  assetType: string;
  /** Spark invoice for the exact amount. */
  invoice?: string;
  /** Reference that must be sent with the money, so that it is matched. */
  reference?: string;
}

export interface PaymentSwiftInfo {
  /** Type of the account, which selects the other members. */
  accountType: 'SWIFT_ACCOUNT';
  /** Country of the bank by its ISO 3166-1 alpha-2 code. */
  country: string;
  /** BIC of the bank, 8 or 11 characters. */
  swiftCode: string;
  /** Name of the bank or mobile money operator that holds the account. */
  bankName: string;
  /** Account number at the bank, without spaces. */
  accountNumber?: string;
  /** IBAN without spaces; its check digits are verified. */
  iban?: string;
  /** Rails by which the account can be paid. */
  paymentRails: 'SWIFT'[];
  /** Name of the account holder, to be copied exactly. */
  accountHolderName?: string;
  /** Postal address of the bank. */
  bankAddress?: string;
  /** Reference that must be sent with the money, so that it is matched. */
  reference?: string;
}

export interface PaymentThbInfo {
  /** Type of the account, which selects the other members. */
  accountType: 'THB_ACCOUNT';
  /** Name of the bank or mobile money operator that holds the account. */
  bankName: string;
  /** Account number at the bank, without spaces. */
  accountNumber: string;
  /** BIC of the bank, 8 or 11 characters. */
  swiftCode: string;
  /** Rails by which the account can be paid. */
  paymentRails: 'BANK_TRANSFER'[];
  /** Name of the account holder, to be copied exactly. */
  accountHolderName?: string;
  /** Postal address of the bank. */
  bankAddress?: string;
  /** Reference that must be sent with the money, so that it is matched. */
  reference?: string;
}

export interface PaymentTronWalletInfo {
  /** Type of the account, which selects the other members. */
  accountType: 'TRON_WALLET';
  /** Address that the payer sends to. */
  address: string;
  /** Asset that the address accepts, by its code. */
  assetType: string;
  /** Reference that must be sent with the money, so that it is matched. */
  reference?: string;
}

export interface PaymentTzsInfo {
  /** Type of the account, which selects the other members. */
  accountType: 'TZS_ACCOUNT';
  /** Phone number of the mobile wallet with `+` and calling code; required for mobile money. */
  phoneNumber: string;
  /** Mobile money operator that holds the wallet. */
  provider: 'AIRTEL' | 'VODACOM';
  /** Rails by which the account can be paid. */
  paymentRails: 'MOBILE_MONEY'[];
  /** Name of the account holder, to be copied exactly. */
  accountHolderName?: string;
  /** Postal address of the bank. */
  bankAddress?: string;
  /** Reference that must be sent with the money, so that it is matched. */
  reference?: string;
}

export interface PaymentUgxInfo {
  /** Type of the account, which selects the other members. */
  accountType: 'UGX_ACCOUNT';
  /** Phone number of the mobile wallet with `+` and calling code; required for mobile money. */
  phoneNumber: string;
  /** Mobile money operator that holds the wallet. */
  provider: 'MTN' | 'AIRTEL';
  /** Rails by which the account can be paid. */
  paymentRails: 'MOBILE_MONEY'[];
  /** Name of the account holder, to be copied exactly. */
  accountHolderName?: string;
  /** Postal address of the bank. */
  bankAddress?: string;
  /** Reference that must be sent with the money, so that it is matched. */
  reference?: string;
}

export interface PaymentUsdInfo {
  /** Type of the account, which selects the other members. */
  accountType: 'USD_ACCOUNT';
  /** Account number at the bank, without spaces. */
  accountNumber: string;
  /** ABA routing number of the bank, 9 digits; its check digit is verified. */
  routingNumber: string;
  /** Name of the bank or mobile money operator that holds the account. */
  bankName?: string;
  /** Kind of bank account: CHECKING for a current account, SAVINGS for a savings account. */
  bankAccountType?: 'CHECKING' | 'SAVINGS';
  /** Name of the intermediary bank of a wire; other rails ignore it. */
  intermediaryBankName?: string;
  /** ABA routing number of the intermediary bank of a wire. */
  intermediaryRoutingNumber?: string;
  /** Message to the banks of a wire, at most 210 characters; other rails ignore it. */
  fiToFiInformation?: string;
  /** Rails by which the account can be paid. */
  paymentRails: ('ACH' | 'WIRE' | 'RTP' | 'FEDNOW')[];
  /** Name of the account holder, to be copied exactly. */
  accountHolderName?: string;
  /** Postal address of the bank. */
  bankAddress?: string;
  /** Reference that must be sent with the money, so that it is matched. */
  reference?: string;
}

export interface PaymentVndInfo {
  /** Type of the account, which selects the other members. */
  accountType: 'VND_ACCOUNT';
  /** Name of the bank or mobile money operator that holds the account. */
  bankName: string;
  /** Account number at the bank, without spaces. */
  accountNumber: string;
  /** BIC of the bank, 8 or 11 characters. */
  swiftCode: string;
  /** Rails by which the account can be paid. */
  paymentRails: 'BANK_TRANSFER'[];
  /** Name of the account holder, to be copied exactly. */
  accountHolderName?: string;
  /** Postal address of the bank. */
  bankAddress?: string;
  /** Reference that must be sent with the money, so that it is matched. */
  reference?: string;
}

export interface PaymentXafInfo {
  /** Type of the account, which selects the other members. */
  accountType: 'XAF_ACCOUNT';
  /** Phone number of the mobile wallet with `+` and calling code; required for mobile money. */
  phoneNumber: string;
  /** Mobile money operator that holds the wallet. */
  provider: string;
  /** Country of the mobile wallet by its ISO 3166-1 alpha-2 code. */
  region: 'CM' | 'CG';
  /** Rails by which the account can be paid. */
  paymentRails: 'MOBILE_MONEY'[];
  /** Name of the account holder, to be copied exactly. */
  accountHolderName?: string;
  /** Postal address of the bank. */
  bankAddress?: string;
  /** Reference that must be sent with the money, so that it is matched. */
  reference?: string;
}

export interface PaymentXofInfo {
  /** Type of the account, which selects the other members. */
  accountType: 'XOF_ACCOUNT';
  /** Phone number of the mobile wallet with `+` and calling code; required for mobile money. */
  phoneNumber: string;
  /** Mobile money operator that holds the wallet. */
  provider: string;
  /** Country of the mobile wallet by its ISO 3166-1 alpha-2 code. */
  region: 'BJ' | 'CI' | 'SN' | 'TG';
  /** Rails by which the account can be paid. */
  paymentRails: 'MOBILE_MONEY'[];
  /** Name of the account holder, to be copied exactly. */
  accountHolderName?: string;
  /** Postal address of the bank. */
  bankAddress?: string;
  /** Reference that must be sent with the money, so that it is matched. */
  reference?: string;
}

export interface PaymentZarInfo {
  /** Type of the account, which selects the other members. */
  accountType: 'ZAR_ACCOUNT';
  /** Account number at the bank, without spaces. */
  accountNumber: string;
  /** Name of the bank or mobile money operator that holds the account. */
  bankName: string;
  /** Rails by which the account can be paid. */
  paymentRails: 'BANK_TRANSFER'[];
  /** Name of the account holder, to be copied exactly. */
  accountHolderName?: string;
  /** Postal address of the bank. */
  bankAddress?: string;
  /** Reference that must be sent with the money, so that it is matched. */
  reference?: string;
}

export interface PaymentZmwInfo {
  /** Type of the account, which selects the other members. */
  accountType: 'ZMW_ACCOUNT';
  /** Phone number of the mobile wallet with `+` and calling code; required for mobile money. */
  phoneNumber: string;
  /** Mobile money operator that holds the wallet. */
  provider: 'TNM' | 'AIRTEL' | 'ZAMTEL' | 'MTN';
  /** Rails by which the account can be paid. */
  paymentRails: 'MOBILE_MONEY'[];
  /** Name of the account holder, to be copied exactly. */
  accountHolderName?: string;
  /** Postal address of the bank. */
  bankAddress?: string;
  /** Reference that must be sent with the money, so that it is matched. */
  reference?: string;
}

/**
 * Permission of an API token: VIEW reads; TRANSACT moves money and MANAGE changes everything else, and each includes
 * VIEW.
 */
export type Permission = 'VIEW' | 'TRANSACT' | 'MANAGE';

export interface PhpBeneficiary {
  /** Marks the owner as a person. */
  beneficiaryType: 'INDIVIDUAL';
  /** Full name of the person, as the bank or custodian of the account has it. */
  fullName: string;
  /** Date of birth as `YYYY-MM-DD`. */
  birthDate?: string;
  /** Country of citizenship by its ISO 3166-1 alpha-2 code. */
  nationality?: CountryCode;
  /** Email address of the owner of the account. */
  email?: string;
  /** Phone number of the owner of the account in E.164 form. */
  phoneNumber?: string;
  /** Country in which the owner lives or is established, by its ISO 3166-1 alpha-2 code. */
  countryOfResidence?: CountryCode;
  /** Address of the owner of the account. */
  address?: Address;
}

export interface PhpExternalAccountCreateInfo {
  /** Type of the account, which selects the other members. */
  accountType: 'PHP_ACCOUNT';
  /** Name of the bank or mobile money operator that holds the account. */
  bankName: string;
  /** Account number at the bank, without spaces. */
  accountNumber: string;
  /** Owner of the account: a person or a business. */
  beneficiary: PhpBeneficiary | BusinessBeneficiaryWithAddress;
}

export interface PhpExternalAccountInfo {
  /** Type of the account, which selects the other members. */
  accountType: 'PHP_ACCOUNT';
  /** Name of the bank or mobile money operator that holds the account. */
  bankName: string;
  /** Account number at the bank, without spaces. */
  accountNumber: string;
  /** Owner of the account: a person or a business. */
  beneficiary: PhpBeneficiary | BusinessBeneficiaryWithAddress;
  /** Rails that can pay this account with the details given. */
  paymentRails: 'BANK_TRANSFER'[];
}

export interface PkrBeneficiary {
  /** Marks the owner as a person. */
  beneficiaryType: 'INDIVIDUAL';
  /** Full name of the person, as the bank or custodian of the account has it. */
  fullName: string;
  /** Date of birth as `YYYY-MM-DD`. */
  birthDate?: string;
  /** Country of citizenship by its ISO 3166-1 alpha-2 code. */
  nationality?: CountryCode;
  /** Email address of the owner of the account. */
  email?: string;
  /** Phone number of the owner of the account in E.164 form. */
  phoneNumber?: string;
  /** Country in which the owner lives or is established, by its ISO 3166-1 alpha-2 code. */
  countryOfResidence?: CountryCode;
  /** Address of the owner of the account. */
  address?: Address;
}

export interface PkrExternalAccountCreateInfo {
  /** Type of the account, which selects the other members. */
  accountType: 'PKR_ACCOUNT';
  /** Name of the bank or mobile money operator that holds the account. */
  bankName: string;
  /** Account number at the bank, without spaces. */
  accountNumber?: string;
  /** IBAN without spaces; its check digits are verified. */
  iban?: string;
  /** Phone number of the mobile wallet with `+` and calling code; required for mobile money. */
  phoneNumber?: string;
  /** Owner of the account: a person or a business. */
  beneficiary: PkrBeneficiary | BusinessBeneficiary;
}

export interface PkrExternalAccountInfo {
  /** Type of the account, which selects the other members. */
  accountType: 'PKR_ACCOUNT';
  /** Name of the bank or mobile money operator that holds the account. */
  bankName: string;
  /** Account number at the bank, without spaces. */
  accountNumber?: string;
  /** IBAN without spaces; its check digits are verified. */
  iban?: string;
  /** Phone number of the mobile wallet with `+` and calling code; required for mobile money. */
  phoneNumber?: string;
  /** Owner of the account: a person or a business. */
  beneficiary: PkrBeneficiary | BusinessBeneficiary;
  /** Rails that can pay this account with the details given. */
  paymentRails: ('BANK_TRANSFER' | 'MOBILE_MONEY')[];
}

export interface PlasmaWalletExternalAccountInfo {
  /** Type of the account, which selects the other members. */
  accountType: 'PLASMA_WALLET';
  /** Address of the wallet on its network. */
  address: string;
  /** Custodian of the wallet by its name in `GET /vasps`; absent for a self-custody wallet. */
  vaspName?: string;
  /** Owner of the wallet; required only where the Travel Rule applies. */
  beneficiary?: WalletIndividualBeneficiary | BusinessBeneficiary;
}

/** Configuration of the platform. */
export interface PlatformConfig {
  id: PlatformConfigId;
  /** Domain of the customers' UMA addresses; absent where it is not set. */
  umaDomain?: string;
  /** Subdomain of the service for UMA addresses; absent where the platform has a domain of its own. */
  proxyUmaSubdomain?: string;
  /** URL that receives webhooks; absent where it is not set. */
  webhookEndpoint?: string;
  /** Currencies that the platform offers. */
  supportedCurrencies: PlatformCurrencyConfig[];
  /** Whether the platform verifies its customers itself, so that they start APPROVED. */
  isRegulatedFinancialInstitution: boolean;
  embeddedWalletConfig: EmbeddedWalletConfig;
  /** Messages for cards in mobile wallets. */
  cardTokenization2faConfig: CardTokenization2FAConfig;
  /** Origins whose pages may frame the page that shows a card number (`panEmbedUrl`). */
  cardRevealOrigins?: string[];
  /** Settings of the pages that end users see. */
  hostedPages: HostedPages;
  /** Fees that the platform adds to payments. */
  feeConfigs: FeeConfig[];
  /** Time of creation by the platform's clock, which a sandbox can advance. */
  createdAt: string;
  /** Time of the last change; equal to `createdAt` before the first one. */
  updatedAt: string;
}

/** Id of the configuration of a platform. */
export type PlatformConfigId = string & { readonly '~id'?: 'PlatformConfig' };

/** Change of the configuration; members that are absent keep their values. */
export interface PlatformConfigUpdateRequest {
  /** Domain of the customers' UMA addresses. */
  umaDomain?: string;
  /** URL that receives webhooks; a test event is sent when it is set. */
  webhookEndpoint?: string;
  /** Currencies that the platform offers; the list replaces the one before. */
  supportedCurrencies?: {
    /** Code of the currency. */
    currencyCode: string;
    /** Smallest payment in the currency, in its smallest unit. */
    minAmount: number;
    /** Largest payment in the currency, in its smallest unit. */
    maxAmount: number;
    /** Data about the other party that the platform wants to get with each payment. */
    requiredCounterpartyFields: CounterpartyFieldDefinition[];
    /**
     * Directions of payments in the currency. With INCOMING it is held: the platform and its customers have accounts in
     * it. With OUTGOING alone it can be paid, and nobody has an account in it.
     */
    enabledTransactionTypes: ('INCOMING' | 'OUTGOING')[];
  }[];
  /** Settings of embedded wallets to be changed. */
  embeddedWalletConfig?: EmbeddedWalletConfig;
  /** Messages for cards in mobile wallets to be changed. */
  cardTokenization2faConfig?: CardTokenization2FAConfig;
  /** Origins whose pages may frame the page that shows a card number (`panEmbedUrl`). */
  cardRevealOrigins?: string[];
  /** Settings of the pages that end users see, to be changed. */
  hostedPages?: HostedPagesUpdate;
  /** Fees to be added or changed, by type and currency; a fee of zero ends it. */
  feeConfigs?: FeeConfig[];
}

/** A currency that the platform offers. */
export interface PlatformCurrencyConfig {
  /** Code of the currency. */
  currencyCode: string;
  /** Smallest payment in the currency, in its smallest unit. */
  minAmount: number;
  /** Largest payment in the currency, in its smallest unit. */
  maxAmount: number;
  /** Data about the other party that the platform wants to get with each payment. */
  requiredCounterpartyFields: CounterpartyFieldDefinition[];
  /**
   * Directions of payments in the currency. With INCOMING it is held: the platform and its customers have accounts in
   * it. With OUTGOING alone it can be paid, and nobody has an account in it.
   */
  enabledTransactionTypes: ('INCOMING' | 'OUTGOING')[];
  /**
   * Customer data that the providers of the currency require; set by the service, absent for a currency that is only
   * paid.
   */
  providerRequiredCustomerFields?: (
    | 'FULL_NAME'
    | 'BIRTH_DATE'
    | 'NATIONALITY'
    | 'PHONE_NUMBER'
    | 'EMAIL'
    | 'POSTAL_ADDRESS'
    | 'TAX_ID'
    | 'REGISTRATION_NUMBER'
    | 'USER_TYPE'
    | 'COUNTRY_OF_RESIDENCE'
    | 'ACCOUNT_IDENTIFIER'
    | 'FI_LEGAL_ENTITY_NAME'
    | 'FI_ADDRESS'
    | 'PURPOSE_OF_PAYMENT'
    | 'ULTIMATE_INSTITUTION_COUNTRY'
    | 'IDENTIFIER'
    | 'BUSINESS_TYPE'
    | 'COMPANY_LEGAL_NAME'
    | 'ID_TYPE'
    | 'ID_NUMBER'
  )[];
  /**
   * Data about the other party that the providers of the currency require; set by the service, absent for a currency
   * that is only paid.
   */
  providerRequiredCounterpartyCustomerFields?: (
    | 'FULL_NAME'
    | 'BIRTH_DATE'
    | 'NATIONALITY'
    | 'PHONE_NUMBER'
    | 'EMAIL'
    | 'POSTAL_ADDRESS'
    | 'TAX_ID'
    | 'REGISTRATION_NUMBER'
    | 'USER_TYPE'
    | 'COUNTRY_OF_RESIDENCE'
    | 'ACCOUNT_IDENTIFIER'
    | 'FI_LEGAL_ENTITY_NAME'
    | 'FI_ADDRESS'
    | 'PURPOSE_OF_PAYMENT'
    | 'ULTIMATE_INSTITUTION_COUNTRY'
    | 'IDENTIFIER'
    | 'BUSINESS_TYPE'
    | 'COMPANY_LEGAL_NAME'
    | 'ID_TYPE'
    | 'ID_NUMBER'
  )[];
}

/** An account elsewhere to be added for the platform itself. */
export interface PlatformExternalAccountCreateRequest {
  /** Currency of the account by its code, such as `EUR`; it must be one that the account type accepts. */
  currency: string;
  /** The platform's own id for the account, which responses repeat. */
  platformAccountId?: string;
  /**
   * FIRST_PARTY if the account belongs to the customer or platform itself, THIRD_PARTY if it belongs to somebody else.
   */
  ownershipType?: 'FIRST_PARTY' | 'THIRD_PARTY';
  /** Type, details and owner of the account. */
  accountInfo: ExternalAccountCreateInfoOneOf;
}

/** Platform fees of this quote in place of the configured ones; for payments in USD only. */
export interface PlatformFeeOverride {
  /** Fixed fee of the platform for this quote. */
  platformFixedFee: {
    /** Fee in the smallest unit of `currency`. */
    amount: number;
    /** Currency of the fee by its code; it must be the sending currency. */
    currency: string;
  };
  /** Variable fee of the platform in basis points of the sent amount: 50 is 0.5 %. */
  platformVariableFeeBps: number;
}

/** Id of a platform, which owns every other resource. */
export type PlatformId = string & { readonly '~id'?: 'Platform' };

export interface PlatformInternalAccountListResponse {
  /** All items: this list has no pages. */
  data: InternalAccount[];
}

export interface PolygonWalletExternalAccountInfo {
  /** Type of the account, which selects the other members. */
  accountType: 'POLYGON_WALLET';
  /** Address of the wallet on its network. */
  address: string;
  /** Custodian of the wallet by its name in `GET /vasps`; absent for a self-custody wallet. */
  vaspName?: string;
  /** Owner of the wallet; required only where the Travel Rule applies. */
  beneficiary?: WalletIndividualBeneficiary | BusinessBeneficiary;
}

/** A price that is locked until `expiresAt`, and the payment that follows from it. */
export interface Quote {
  id: QuoteId;
  /**
   * PENDING waits for execution or funding, PENDING_AUTHORIZATION for the customer's authentication; COMPLETED, FAILED
   * and EXPIRED are final.
   */
  status: 'PENDING' | 'PENDING_AUTHORIZATION' | 'PROCESSING' | 'COMPLETED' | 'FAILED' | 'EXPIRED';
  /** Time of creation by the platform's clock, which a sandbox can advance. */
  createdAt: string;
  /** Time after which the locked rate is void and the quote cannot be executed. */
  expiresAt: string;
  /** Origin of the money; `sourceType` selects the members. */
  source: AccountQuoteSource | RealtimeFundingQuoteSource;
  /** Receiver of the money; `destinationType` selects the members. */
  destination: AccountDestination | UmaAddressDestination;
  /** Currency that leaves the source. */
  sendingCurrency: Currency;
  /** Currency that arrives at the destination. */
  receivingCurrency: Currency;
  /** Amount that leaves the source, fees included, in the smallest unit of `sendingCurrency`. */
  totalSendingAmount: number;
  /** Amount that arrives at the destination, in the smallest unit of `receivingCurrency`. */
  totalReceivingAmount: number;
  /** Smallest units of `sendingCurrency` per smallest unit of `receivingCurrency`. */
  exchangeRate: number;
  /** All fees inside `totalSendingAmount`, in the smallest unit of `sendingCurrency`. */
  feesIncluded: number;
  /** Part of `feesIncluded` that the platform collects, in the smallest unit of `sendingCurrency`. */
  platformFeesIncluded?: number;
  /** Ways to fund the quote; absent for internal accounts, and until the customer has authorized the payment. */
  paymentInstructions?: PaymentInstructions[];
  /**
   * Payload that a session of the wallet signs to execute the quote; present where the source is an embedded wallet.
   */
  payloadToSign?: string;
  /** Transaction that reports the progress of the payment, created with the quote. */
  transactionId: TransactionId;
  /** Data about the receiver that the platform requires; absent where there is none. */
  counterpartyInformation?: CounterpartyInformation;
  /** Parts of the rate and the fees, by way of millisatoshis; absent while bitcoin has no price. */
  rateDetails?: OutgoingRateDetails;
  /** Proof that the customer must give; present while the status is PENDING_AUTHORIZATION. */
  scaChallenge?: ScaChallenge;
}

/** Id of a quote. */
export type QuoteId = string & { readonly '~id'?: 'Quote' };

export type QuoteOrProcessing = Quote | WalletOperationProcessing;

/** A payment to be priced. */
export interface QuoteRequest {
  /** Lookup of the receiver; required for UMA destinations. */
  lookupId?: LookupId;
  /** Origin of the money; `sourceType` selects the members. */
  source: AccountQuoteSource | RealtimeFundingQuoteSource;
  /** Receiver of the money; `destinationType` selects the members. */
  destination: AccountDestination | UmaAddressDestination;
  /**
   * Side that `lockedCurrencyAmount` fixes: SENDING fixes the amount that leaves the source, RECEIVING the amount that
   * arrives.
   */
  lockedCurrencySide: 'SENDING' | 'RECEIVING';
  /** Fixed amount in the smallest unit of the currency of that side: 100 is one US dollar. */
  lockedCurrencyAmount: number;
  /**
   * Executes the quote in the same request; for internal accounts and direct debits, not for embedded wallets. Default:
   * `false`.
   */
  immediatelyExecute?: boolean;
  /** Memo of the platform, which is not sent to the receiver. */
  description?: string;
  /** Text for the receiver, at most 80 characters, which the rail delivers with the payment. */
  remittanceInformation?: string;
  /** Reason for the payment; some corridors require it. */
  purposeOfPayment?:
    | 'GIFT'
    | 'SELF'
    | 'GOODS_OR_SERVICES'
    | 'EDUCATION'
    | 'HEALTH_OR_MEDICAL'
    | 'REAL_ESTATE_PURCHASE'
    | 'TAX_PAYMENT'
    | 'LOAN_PAYMENT'
    | 'UTILITY_BILL'
    | 'DONATION'
    | 'TRAVEL'
    | 'FAMILY_SUPPORT'
    | 'SALARY_PAYMENT'
    | 'OTHER';
  platformFeeOverride?: PlatformFeeOverride;
  /**
   * Factor for strong customer authentication, where the customer must authorize the payment; by default the preferred
   * one.
   */
  scaFactor?: 'SMS_OTP' | 'TOTP' | 'PASSKEY';
  /** Data about the sender that the lookup requires, by the names in `requiredPayerDataFields`. */
  senderCustomerInfo?: Record<string, unknown>;
}

/** Money that the payer sends for this quote. */
export interface RealtimeFundingQuoteSource {
  /** Pays with money that the payer sends for this quote, as `paymentInstructions` describe. */
  sourceType: 'REALTIME_FUNDING';
  /** Currency that the payer will send, by its code. */
  currency: string;
  /** Customer who pays; absent where the platform itself pays. */
  customerId?: CustomerId;
  /** Network on which the payer will send; required for stablecoins. */
  cryptoNetwork?: 'BITCOIN' | 'ETHEREUM' | 'SOLANA' | 'BASE' | 'POLYGON' | 'TRON' | 'PLASMA' | 'SPARK' | 'LIGHTNING';
}

/** A payer outside of this service. */
export interface RealtimeFundingTransactionSource {
  /** The payer sent the money for one quote or deposit. */
  sourceType: 'REALTIME_FUNDING';
  /** Currency that the payer sent, by its code. */
  currency: string;
  /** Customer who paid; absent where the platform itself paid. */
  customerId?: CustomerId;
  /** Name of the payer, as the bank reported it. */
  accountHolderName?: string;
  /** Account number or address of the payer, as reported with the money. */
  accountIdentifier?: string;
  /** Bank of the payer, as reported with the money. */
  bankName?: string;
  /** Routing number or BIC of the payer's bank. */
  bankIdentifier?: string;
  /** Rail on which the money arrived. */
  paymentRail?: PaymentRail;
  /** Text that the payer sent with the money. */
  remittanceInformation?: string;
  /** End-to-end id that the payer's bank assigned. */
  endToEndId?: string;
  /** Trace number of the rail, such as the one of ACH. */
  traceNumber?: string;
  /** Transaction on the network; absent for rails that are not crypto networks, and before it is known. */
  onChainTransaction?: OnChainTransaction;
}

/** Ways to pay an external account. */
export interface ReceiverExternalAccountLookupResponse {
  /** Currencies in which the receiver can be paid, in the order of preference. */
  supportedCurrencies: CurrencyPreference[];
  /** Data about the payer that the receiving provider requires in `senderCustomerInfo` of the quote. */
  requiredPayerDataFields?: CounterpartyFieldDefinition[];
  /** Id for `lookupId` of the quote that follows; valid for 10 minutes. */
  lookupId: LookupId;
  /** External account that was looked up. */
  accountId: ExternalAccountId;
}

/** Ways to pay a UMA address. */
export interface ReceiverUmaLookupResponse {
  /** Currencies in which the receiver can be paid, in the order of preference. */
  supportedCurrencies: CurrencyPreference[];
  /** Data about the payer that the receiving provider requires in `senderCustomerInfo` of the quote. */
  requiredPayerDataFields?: CounterpartyFieldDefinition[];
  /** Id for `lookupId` of the quote that follows; valid for 10 minutes. */
  lookupId: LookupId;
  /** UMA address that was looked up. */
  receiverUmaAddress: string;
}

/** Identifiers to match the payment with statements of banks and networks. */
export interface ReconciliationInstructions {
  /** Reference that identifies the payment in bank statements. */
  reference?: string;
  /**
   * Hash of the transaction on a crypto network; `onChainTransaction` replaces it.
   * @deprecated
   */
  transactionHash?: string;
}

/** An event that can lock the customer. */
export interface RecordSecurityEventRequest {
  /** Event that the platform observed. */
  eventType: 'RESET_PASSWORD_COMPLETED' | 'FAILED_LOGIN_ATTEMPT';
}

/** State of the customer after the event. */
export interface RecordSecurityEventResponse {
  /** Event that was recorded. */
  eventType: 'RESET_PASSWORD_COMPLETED' | 'FAILED_LOGIN_ATTEMPT';
  /** Whether only an operator can unlock the customer. */
  suspended: boolean;
  /** Time until which the customer is locked; null while the customer is not. */
  lockedUntil?: string | null;
  /** Failed logins in a row, up to now. */
  failedAttempts: number;
}

/** Return of the money to its source. */
export interface Refund {
  /** Reference of the refund for reconciliation. */
  reference: string;
  /** Time at which the refund began. */
  initiatedAt: string;
  /** Time at which the refund arrived; absent before that. */
  settledAt?: string;
  /** PENDING until the refund has arrived or failed. */
  status: 'PENDING' | 'COMPLETED' | 'FAILED';
  /** Cause of the refund; absent where the rail reports none. */
  reason?: 'TRANSACTION_FAILED' | 'USER_CANCELLATION' | 'TIMEOUT';
}

/** Rejection of an incoming payment. */
export interface RejectPaymentRequest {
  /** Reason for the rejection, which the transaction shows as `rejectionReason`. */
  reason?: string;
}

/** Rejected requests with one route, error code and first invalid field. */
export interface RequestErrorGroup {
  /** HTTP method. */
  method: string;
  /** Path template of the operation. */
  route: string;
  /** Error code; absent for answers without a body. */
  code?: string;
  /** First invalid field, with `*` for positions of lists; absent where none is named. */
  field?: string;
  /** Rejected requests of the group, among the latest 10000. */
  count: number;
  /** Time at which the first of them arrived. */
  firstAt: string;
  /** Time at which the last of them arrived. */
  lastAt: string;
  /** `X-Request-Id` of the last of them. */
  lastRequestId: string;
}

export interface RequestErrorGroupListResponse {
  /** All items: this list has no pages. */
  data: RequestErrorGroup[];
}

/** Id of a pending challenge; it is valid for one signed retry. */
export type RequestId = string & { readonly '~id'?: 'Request' };

export interface RwfBeneficiary {
  /** Marks the owner as a person. */
  beneficiaryType: 'INDIVIDUAL';
  /** Full name of the person, as the bank or custodian of the account has it. */
  fullName: string;
  /** Date of birth as `YYYY-MM-DD`. */
  birthDate?: string;
  /** Country of citizenship by its ISO 3166-1 alpha-2 code. */
  nationality?: CountryCode;
  /** Email address of the owner of the account. */
  email?: string;
  /** Phone number of the owner of the account in E.164 form. */
  phoneNumber?: string;
  /** Country in which the owner lives or is established, by its ISO 3166-1 alpha-2 code. */
  countryOfResidence?: CountryCode;
  /** Address of the owner of the account. */
  address?: Address;
}

export interface RwfExternalAccountCreateInfo {
  /** Type of the account, which selects the other members. */
  accountType: 'RWF_ACCOUNT';
  /** Phone number of the mobile wallet with `+` and calling code; required for mobile money. */
  phoneNumber: string;
  /** Mobile money operator that holds the wallet. */
  provider: 'MTN' | 'AIRTEL';
  /** Owner of the account: a person or a business. */
  beneficiary: RwfBeneficiary | BusinessBeneficiaryWithAddressAndRegistrationNumberAndTaxId;
}

export interface RwfExternalAccountInfo {
  /** Type of the account, which selects the other members. */
  accountType: 'RWF_ACCOUNT';
  /** Phone number of the mobile wallet with `+` and calling code; required for mobile money. */
  phoneNumber: string;
  /** Mobile money operator that holds the wallet. */
  provider: 'MTN' | 'AIRTEL';
  /** Owner of the account: a person or a business. */
  beneficiary: RwfBeneficiary | BusinessBeneficiaryWithAddressAndRegistrationNumberAndTaxId;
  /** Rails that can pay this account with the details given. */
  paymentRails: 'MOBILE_MONEY'[];
}

/** A changed authorization. */
export interface SandboxCardAuthorizationAdviceRequest {
  /** Card transaction to which the message belongs. */
  cardTransactionId: CardTransactionId;
  /** New total of the authorization, in the smallest unit of the currency. */
  amount: number;
}

/** A purchase with a card. */
export interface SandboxCardAuthorizationRequest {
  /** Amount of the purchase, in the smallest unit of the currency: 100 is one US dollar. */
  amount: number;
  /** Currency of the purchase. */
  currency: {
    /** Code of the currency; the currency of the card where it is absent. */
    code?: string;
    /** Name of the currency; `code` alone selects it. */
    name?: string;
    /** Symbol of the currency; `code` alone selects it. */
    symbol?: string;
    /** Decimal places of the currency; `code` alone selects it. */
    decimals?: number;
  };
  /** Shop at which the card is used. */
  merchant: CardMerchant;
}

/** A reversed authorization. */
export interface SandboxCardAuthorizationReversalRequest {
  /** Card transaction to which the message belongs. */
  cardTransactionId: CardTransactionId;
  /**
   * Amount that the merchant reverses, in the smallest unit of the currency; at most the authorized amount that has not
   * cleared, and all of it by default.
   */
  amount?: number;
}

/** A balance inquiry. */
export interface SandboxCardBalanceInquiryRequest {
  /** Shop or cash machine that asks for the balance. */
  merchant: CardMerchant;
}

/** A clearing of a card transaction. */
export interface SandboxCardClearingRequest {
  /** Card transaction to which the message belongs. */
  cardTransactionId: CardTransactionId;
  /** Amount that clears, in the smallest unit of the currency; 0 means that nothing more will clear. */
  amount: number;
}

/** The decision about a dispute. */
export interface SandboxCardDisputeCloseRequest {
  /** Open dispute to which the message belongs. */
  cardDisputeId: CardDisputeId;
  /** Decision of the card network, as the cardholder sees it. */
  outcome: 'WON' | 'LOST';
}

/** A dispute of a cleared purchase. */
export interface SandboxCardDisputeOpenRequest {
  /** Purchase that the cardholder disputes. */
  cardTransactionId: CardTransactionId;
  /** Disputed amount, in the smallest unit of the currency; by default all that has cleared and was not returned. */
  amount?: number;
  reason?: CardDisputeReason;
}

/** A dispute by its id. */
export interface SandboxCardDisputeRefRequest {
  /** Open dispute to which the message belongs. */
  cardDisputeId: CardDisputeId;
}

/** A return of goods. */
export interface SandboxCardReturnRequest {
  /** Card transaction to which the message belongs. */
  cardTransactionId: CardTransactionId;
  /**
   * Amount that the merchant returns, in the smallest unit of the currency; at most the cleared amount that was not
   * returned.
   */
  amount: number;
}

/** A card transaction by its id. */
export interface SandboxCardTransactionRefRequest {
  /** Card transaction to which the message belongs. */
  cardTransactionId: CardTransactionId;
}

/** The clock of a sandbox platform. */
export interface SandboxClock {
  /** Current time of the platform's clock. */
  now: string;
  /** Seconds by which the platform's clock is ahead of real time. */
  offsetSeconds: number;
  /** The next 100 events that wait for their time, earliest first. */
  pending: TimedEvent[];
  /** Number of events that wait, counted up to 10000. */
  pendingCount: number;
}

/** Step of the clock. */
export interface SandboxClockAdvanceRequest {
  /** Seconds by which the clock advances, at most one year. */
  seconds: number;
}

/** The clock after the step. */
export interface SandboxClockAdvanced {
  /** Current time of the platform's clock. */
  now: string;
  /** Seconds by which the platform's clock is ahead of real time. */
  offsetSeconds: number;
  /** Events that fell due and have happened, in their order. */
  happened: TimedEvent[];
}

/** Event to run to; the next one of all by default. */
export interface SandboxClockRunNextRequest {
  /** Runs to the next event of this resource. A quote and its transaction count as one. */
  resourceId?: string;
}

export interface SandboxDelivery {
  id: WebhookId;
  /** Type of the event. */
  type: string;
  /** Resource that has changed. */
  resourceId: string;
  /** Position among the events of the same resource. */
  sequence: number;
  /** Whether a redelivery requested it. */
  isResend: boolean;
  /**
   * Whether the event may be an approval request that no endpoint answers: approve or reject the transaction within 5
   * seconds.
   */
  awaitsDecision: boolean;
  /** Headers with signatures, as an endpoint receives them. */
  headers: Record<string, string>;
  /** The exact bytes that are signed. */
  body: string;
}

export interface SandboxDeliveryListResponse {
  /** Deliveries, oldest first. */
  data: SandboxDelivery[];
  /** Whether more deliveries are ready. */
  hasMore: boolean;
  /** Place in the log after these deliveries. */
  nextCursor: string;
}

export interface SandboxFault {
  id: FaultId;
  /** Method of the requests; any if it is omitted. */
  method?: 'GET' | 'POST' | 'PATCH' | 'PUT' | 'DELETE';
  /** Path below the base path: of one resource, or with the parameters of the operation. */
  path: string;
  /** Status of the error that answers the request in place of the operation. */
  status?: 429 | 500 | 503;
  /** Closes the connection: REQUEST before the operation runs, ANSWER after it has taken effect. */
  drop?: 'REQUEST' | 'ANSWER';
  /** Milliseconds by which the operation is delayed. */
  delayMs?: number;
  /** Number of requests to disturb. */
  times: number;
  /** Number of requests that are still to be disturbed. */
  remaining: number;
  /** Time of creation by the platform's clock, which a sandbox can advance. */
  createdAt: string;
}

export interface SandboxFaultListResponse {
  /** All items: this list has no pages. */
  data: SandboxFault[];
}

/** Exactly one of status, drop and delayMs is required. */
export interface SandboxFaultRequest {
  /** Method of the requests; any if it is omitted. */
  method?: 'GET' | 'POST' | 'PATCH' | 'PUT' | 'DELETE';
  /** Path below the base path: of one resource, or with the parameters of the operation. */
  path: string;
  /** Status of the error that answers the request in place of the operation. */
  status?: 429 | 500 | 503;
  /** Closes the connection: REQUEST before the operation runs, ANSWER after it has taken effect. */
  drop?: 'REQUEST' | 'ANSWER';
  /** Milliseconds by which the operation is delayed. */
  delayMs?: number;
  /** Number of requests to disturb; 1 if it is omitted. */
  times?: number;
}

/** Money to be credited to an internal account. */
export interface SandboxFundRequest {
  /** Amount to be credited, in the smallest unit of the account's currency. */
  amount: number;
}

/** A lease lasts 60 seconds. */
export interface SandboxListener {
  id: WebhookListenerId;
  /** End of the lease, unless it is renewed before. */
  expiresAt: string;
}

/** A listener to be created. */
export interface SandboxListenerRequest {
  /** Seconds of real time for which earlier events are delivered as well. Default: `0`. */
  lookbackSeconds?: number;
}

/** A message that the sandbox kept instead of sending it. */
export interface SandboxMessage {
  id: MessageId;
  /** Channel by which the message would have been sent. */
  channel: 'EMAIL' | 'SMS';
  /** Email address or phone number of the recipient. */
  to: string;
  /** Subject of an email; absent for a text message. */
  subject?: string;
  /** Plain text of the message. */
  text: string;
  /** HTML of an email; absent where it has none. */
  html?: string;
  /** One-time code in the message; absent where it has none. */
  code?: string;
  /** Time of creation by the platform's clock, which a sandbox can advance. */
  createdAt: string;
}

export interface SandboxMessageListResponse {
  /** Items of this page, at most `limit`. */
  data: SandboxMessage[];
  /** Whether another page follows. */
  hasMore: boolean;
  /** Value of `cursor` for the next page; absent on the last one. */
  nextCursor?: string;
  /** Number of items on all pages; absent when it exceeds 10000. */
  totalCount?: number;
}

export interface SandboxNewListener {
  id: WebhookListenerId;
  /** End of the lease, unless it is renewed before. */
  expiresAt: string;
  /** Place in the log at which its deliveries begin. */
  cursor: string;
}

/** A new sandbox platform. */
export interface SandboxPlatform {
  id: PlatformId;
  /** Name for display of the platform. */
  name: string;
  /** Time of creation by the platform's clock, which a sandbox can advance. */
  createdAt: string;
  /** Credentials of the new platform, with the secret. */
  token: ApiToken;
}

/** A sandbox platform to be created. */
export interface SandboxPlatformRequest {
  /** Name for display of the platform. */
  name?: string;
  /** Whether the platform verifies its customers itself, so that they start APPROVED. */
  isRegulatedFinancialInstitution?: boolean;
  /** URL for the events of the platform, as in PATCH /config. */
  webhookEndpoint?: string;
}

/** The outcome of a payment. */
export interface SandboxResolveRequest {
  /**
   * Outcome that the rail reports. ACCEPTED: taken over, DELAYED: waits for a reason, COMPLETED: paid or collected,
   * FAILED: not paid, or returned after it was paid, REFUNDED: returned in full, CANCELLED: cancelled by the user,
   * LOST: neither paid nor refunded.
   */
  outcome: 'ACCEPTED' | 'DELAYED' | 'COMPLETED' | 'FAILED' | 'REFUNDED' | 'CANCELLED' | 'LOST';
  /** Reason of DELAYED, FAILED or LOST; a usual one by default. */
  reason?:
    | 'QUOTE_EXECUTION_FAILED'
    | 'PAYOUT_RETURNED'
    | 'LIMIT_EXCEEDED'
    | 'ACCOUNT_CANNOT_RECEIVE'
    | 'ACCOUNT_INVALID'
    | 'COMPLIANCE_REJECTED'
    | 'INSUFFICIENT_FUNDS'
    | 'ACCOUNT_CLOSED'
    | 'COLLECTION_FAILED'
    | 'LNURLP_FAILED'
    | 'PAY_REQUEST_FAILED'
    | 'OFFRAMP_FAILED'
    | 'COUNTERPARTY_DECLARATION_REQUIRED'
    | 'WALLET_VERIFICATION_REQUIRED'
    | 'COUNTERPARTY_INFORMATION_REQUIRED'
    | 'COMPLIANCE_REVIEW';
}

/** A payment of the payer for a quote. */
export interface SandboxSendRequest {
  /** Quote that waits for money of its payer. */
  quoteId: QuoteId;
  /** Currency that the quote is funded in, by its code. */
  currencyCode: string;
  /** Amount that arrives, in the smallest unit of the currency; by default the quoted amount. */
  currencyAmount?: number;
}

/** An incoming UMA payment. */
export interface SandboxUmaReceiveRequest {
  /** UMA address of the sender. */
  senderUmaAddress: string;
  /** UMA address of a customer; this or `customerId` is required. */
  receiverUmaAddress?: string;
  /** Customer who is paid, in place of `receiverUmaAddress`. */
  customerId?: CustomerId;
  /** Currency that the customer gets, by its code. */
  receivingCurrencyCode: string;
  /** Amount that the customer gets, in the smallest unit of the currency: 100 is one US dollar. */
  receivingCurrencyAmount: number;
}

/** Proof for a challenge: exactly one of `code` and `passkeyAssertion`. */
export interface ScaAuthorization {
  /** One-time code of SMS_OTP or TOTP, or a recovery code. */
  code?: string | null;
  /** `AuthenticationResponseJSON` of WebAuthn, in place of `code`. */
  passkeyAssertion?: Record<string, unknown> | null;
  /** Origin of the page on which the assertion was made; required with `passkeyAssertion`. */
  origin?: string | null;
  /** IP address of the customer's device, for the fraud records. */
  endUserIpAddress?: string | null;
}

/** A proof that the customer must give before a payment or change takes effect. */
export interface ScaChallenge {
  id: ScaChallengeId;
  /** Time after which the challenge is void; a resent code does not change it. */
  expiresAt: string;
  /** Factor that this challenge asks for. */
  factor: ScaFactor;
  /** Factors that the customer has enrolled. */
  availableFactors: ScaFactor[];
  /** Action that the proof authorizes; null where there is none. */
  purpose?: string | null;
  /** `PublicKeyCredentialRequestOptionsJSON` of WebAuthn; PASSKEY only. */
  passkeyAssertionOptions?: Record<string, unknown> | null;
  /** Origins on which the assertion may be made; PASSKEY only. */
  passkeyAllowedOrigins?: string[] | null;
}

/** Id of a challenge of strong customer authentication. */
export type ScaChallengeId = string & { readonly '~id'?: 'ScaChallenge' };

/**
 * Second factor: SMS_OTP sends a code to the customer's phone, TOTP is an authenticator app, PASSKEY a WebAuthn
 * credential.
 */
export type ScaFactor = 'SMS_OTP' | 'TOTP' | 'PASSKEY';

/** Proof that the customer has the new factor. */
export type ScaFactorConfirmRequestOneOf = TotpEnrollmentConfirmRequest | PasskeyEnrollmentConfirmRequest;

/** The enrolled factor. */
export type ScaFactorConfirmResponseOneOf = TotpEnrollmentConfirmResponse | PasskeyEnrollmentConfirmResponse;

/** Factor to be enrolled. */
export type ScaFactorEnrollRequestOneOf = TotpFactorEnrollRequest | PasskeyFactorEnrollRequest;

/** Data that the customer's device needs to enroll the factor. */
export type ScaFactorEnrollStartOneOf = TotpEnrollmentStart | PasskeyEnrollmentStart;

/** Factors of a customer. */
export interface ScaFactorList {
  /** Enrolled factors of the customer. */
  factors: ScaFactorView[];
}

/** A factor that the customer can use. */
export interface ScaFactorView {
  /** Kind of the factor. */
  factor: ScaFactor;
  /** WebAuthn credential id; PASSKEY only. */
  credentialId?: string;
  /** Name for display, such as `Authenticator app`. */
  name?: string;
}

/** A completed login. */
export interface ScaLoginComplete {
  /** Always `SUCCESS`; a wrong proof is an error. */
  status: string;
  /** Time until which the login counts as recent. */
  sessionExpiresAt?: string;
}

/** Proof for an open login. */
export interface ScaLoginCompleteRequest {
  /** Factor that the login was started with. */
  factor: ScaFactor;
  /** IP address of the customer's device, for the fraud records. */
  endUserIpAddress: string;
  /** Challenge that the start returned; required for SMS_OTP. */
  challengeId?: string | null;
  /** One-time code of SMS_OTP or TOTP, or a recovery code. */
  code?: string | null;
  /** `AuthenticationResponseJSON` of WebAuthn, in place of `code`. */
  passkeyAssertion?: Record<string, unknown> | null;
  /** Origin of the page on which the assertion was made; required with `passkeyAssertion`. */
  origin?: string | null;
}

/** An open login. */
export interface ScaLoginStart {
  /** Factor that the login asks for. */
  factor: ScaFactor;
  /** Challenge to be named at completion; SMS_OTP only. */
  challengeId?: string | null;
  /** Time after which the challenge is void. */
  expiresAt?: string;
  /** `PublicKeyCredentialRequestOptionsJSON` of WebAuthn; PASSKEY only. */
  passkeyOptions?: Record<string, unknown> | null;
  /** Origins on which the assertion may be made; PASSKEY only. */
  allowedOrigins?: string[];
  /** Domain that the passkey is bound to; PASSKEY only. */
  relyingPartyId?: string | null;
}

/** Start of a login. */
export interface ScaLoginStartRequest {
  /** Factor to log in with. */
  factor: ScaFactor;
}

/** A resource that matches a search. */
export interface SearchResult {
  /** Kind of the resource. */
  type:
    | 'CUSTOMER'
    | 'TRANSACTION'
    | 'QUOTE'
    | 'INTERNAL_ACCOUNT'
    | 'EXTERNAL_ACCOUNT'
    | 'CARD'
    | 'AGENT'
    | 'EVENT'
    | 'REQUEST'
    | 'TOKEN';
  /** Id of the resource; for a request its `X-Request-Id`. */
  id: string;
  /** Name of the resource for people. */
  title: string;
  /** Status and other properties that distinguish it from similar ones. */
  subtitle: string;
}

export interface SearchResultListResponse {
  /** All items: this list has no pages. */
  data: SearchResult[];
}

/** Id of a session of an embedded wallet. */
export type SessionId = string & { readonly '~id'?: 'Session' };

export interface SessionListResponse {
  /** All items: this list has no pages. */
  data: AuthSession[];
}

export interface SgdBeneficiary {
  /** Marks the owner as a person. */
  beneficiaryType: 'INDIVIDUAL';
  /** Full name of the person, as the bank or custodian of the account has it. */
  fullName: string;
  /** Date of birth as `YYYY-MM-DD`. */
  birthDate?: string;
  /** Country of citizenship by its ISO 3166-1 alpha-2 code. */
  nationality?: CountryCode;
  /** Email address of the owner of the account. */
  email?: string;
  /** Phone number of the owner of the account in E.164 form. */
  phoneNumber?: string;
  /** Country in which the owner lives or is established, by its ISO 3166-1 alpha-2 code. */
  countryOfResidence?: CountryCode;
  /** Address of the owner of the account. */
  address?: Address;
}

export interface SgdExternalAccountCreateInfo {
  /** Type of the account, which selects the other members. */
  accountType: 'SGD_ACCOUNT';
  /** Name of the bank or mobile money operator that holds the account. */
  bankName?: string;
  /** Account number at the bank, without spaces. */
  accountNumber: string;
  /** BIC of the bank, 8 or 11 characters. */
  swiftCode: string;
  /** Owner of the account: a person or a business. */
  beneficiary: SgdBeneficiary | BusinessBeneficiaryWithAddress;
}

export interface SgdExternalAccountInfo {
  /** Type of the account, which selects the other members. */
  accountType: 'SGD_ACCOUNT';
  /** Name of the bank or mobile money operator that holds the account. */
  bankName?: string;
  /** Account number at the bank, without spaces. */
  accountNumber: string;
  /** BIC of the bank, 8 or 11 characters. */
  swiftCode: string;
  /** Owner of the account: a person or a business. */
  beneficiary: SgdBeneficiary | BusinessBeneficiaryWithAddress;
  /** Rails that can pay this account with the details given. */
  paymentRails: ('PAYNOW' | 'FAST' | 'BANK_TRANSFER')[];
}

/** Challenge of a signed retry: sign the payload, then repeat the request byte for byte. */
export interface SignedRequestChallenge {
  /** Payload that a session of the wallet signs exactly as received. */
  payloadToSign: string;
  /** Id to be sent in the `Request-Id` header of the signed retry. */
  requestId: RequestId;
  /** Time after which the challenge is void. */
  expiresAt: string;
}

export interface SlvBeneficiary {
  /** Marks the owner as a person. */
  beneficiaryType: 'INDIVIDUAL';
  /** Full name of the person, as the bank or custodian of the account has it. */
  fullName: string;
  /** Date of birth as `YYYY-MM-DD`. */
  birthDate?: string;
  /** Country of citizenship by its ISO 3166-1 alpha-2 code. */
  nationality?: CountryCode;
  /** Email address of the owner of the account. */
  email?: string;
  /** Phone number of the owner of the account in E.164 form. */
  phoneNumber?: string;
  /** Country in which the owner lives or is established, by its ISO 3166-1 alpha-2 code. */
  countryOfResidence?: CountryCode;
  /** Address of the owner of the account. */
  address?: Address;
}

export interface SlvExternalAccountCreateInfo {
  /** Type of the account, which selects the other members. */
  accountType: 'SLV_ACCOUNT';
  /** Name of the bank or mobile money operator that holds the account. */
  bankName?: string;
  /** Account number at the bank, without spaces. */
  accountNumber?: string;
  /** Kind of bank account: CHECKING for a current account, SAVINGS for a savings account. */
  bankAccountType?: 'CHECKING' | 'SAVINGS';
  /** Phone number of the mobile wallet with `+` and calling code; required for mobile money. */
  phoneNumber?: string;
  /** Owner of the account: a person or a business. */
  beneficiary: SlvBeneficiary | BusinessBeneficiary;
}

export interface SlvExternalAccountInfo {
  /** Type of the account, which selects the other members. */
  accountType: 'SLV_ACCOUNT';
  /** Name of the bank or mobile money operator that holds the account. */
  bankName?: string;
  /** Account number at the bank, without spaces. */
  accountNumber?: string;
  /** Kind of bank account: CHECKING for a current account, SAVINGS for a savings account. */
  bankAccountType?: 'CHECKING' | 'SAVINGS';
  /** Phone number of the mobile wallet with `+` and calling code; required for mobile money. */
  phoneNumber?: string;
  /** Owner of the account: a person or a business. */
  beneficiary: SlvBeneficiary | BusinessBeneficiary;
  /** Rails that can pay this account with the details given. */
  paymentRails: ('BANK_TRANSFER' | 'MOBILE_MONEY')[];
}

export interface SolanaWalletExternalAccountInfo {
  /** Type of the account, which selects the other members. */
  accountType: 'SOLANA_WALLET';
  /** Address of the wallet on its network. */
  address: string;
  /** Custodian of the wallet by its name in `GET /vasps`; absent for a self-custody wallet. */
  vaspName?: string;
  /** Owner of the wallet; required only where the Travel Rule applies. */
  beneficiary?: WalletIndividualBeneficiary | BusinessBeneficiary;
}

export interface SparkWalletExternalAccountInfo {
  /** Type of the account, which selects the other members. */
  accountType: 'SPARK_WALLET';
  /** Address of the wallet on its network. */
  address: string;
  /** Custodian of the wallet by its name in `GET /vasps`; absent for a self-custody wallet. */
  vaspName?: string;
  /** Owner of the wallet; required only where the Travel Rule applies. */
  beneficiary?: WalletIndividualBeneficiary | BusinessBeneficiary;
}

/** A stablecoin that the platform issues through a provider. */
export interface Stablecoin {
  id: StablecoinId;
  /** Name of the coin. */
  name: string;
  /** Ticker of the coin. */
  symbol: string;
  /** Fiat currency that backs the coin, by its code. */
  baseCurrency: string;
  network: StablecoinNetwork;
  /** Decimal places of the smallest unit of the coin. */
  decimals: number;
  /** State of the coin at the provider. */
  issuanceStatus: StablecoinIssuanceStatus;
  /** State of the coin in this service. */
  serviceOperationsStatus: StablecoinServiceOperationsStatus;
  /** Identifier of the coin on its network. */
  networkTokenIdentifier: string;
  /** Currency code of internal accounts that hold the coin; present once it is ENABLED. */
  currency?: string;
  /** Provider that issues the coin. */
  provider: StablecoinProvider;
  /** Linked account that issues the coin. */
  stablecoinProviderAccountId: StablecoinProviderAccountId;
  /** Environment of the provider in which the coin exists. */
  providerEnvironment: StablecoinProviderEnvironment;
  /** Identifier of the coin at the provider. */
  providerTokenIdentifier: string;
  /** Time of creation by the platform's clock, which a sandbox can advance. */
  createdAt: string;
  /** Time of the last change; equal to `createdAt` before the first one. */
  updatedAt: string;
}

export interface StablecoinAchDebitFundingSource {
  /** Collects the money from a bank account by direct debit. */
  type: 'ACH_DEBIT';
  /** Bank account or wallet of the platform. */
  externalAccountId: ExternalAccountId;
}

/** Bank account that gets the money. */
export interface StablecoinBurnDestination {
  /** Pays the money to a bank account. */
  type: 'EXTERNAL_ACCOUNT';
  /** Bank account or wallet of the platform. */
  externalAccountId: ExternalAccountId;
  /** Rail that pays the money out. */
  rail: 'WIRE' | 'ACH_CREDIT' | 'SAME_DAY_ACH_CREDIT' | 'RTP_CREDIT';
}

/** Coins to be redeemed. */
export interface StablecoinBurnRequest {
  /** Amount in the smallest unit of the coin, as text; it must be a whole number of cents. */
  amount: string;
  /** Origin of the coins. */
  source: StablecoinBurnSource;
  destination: StablecoinBurnDestination;
  /** Memo of the platform. */
  description?: string;
}

/** Origin of the coins for a burn; `type` selects the members. */
export type StablecoinBurnSource =
  | StablecoinExternalAccountBurnSource
  | StablecoinServiceInternalBurnSource
  | StablecoinProviderBalanceBurnSource;

/** Expected result of the operation. */
export interface StablecoinEstimatedDelivery {
  /** Rail or network that delivers. */
  rail: string;
  /** Amount in the smallest unit of the coin, as text; it must be a whole number of cents. */
  amount: string;
  /** Currency that is delivered, by its code. */
  currency: string;
  /** Expected duration in words of the provider. */
  timing: string;
}

/** A burn of coins that the platform sends. */
export interface StablecoinExternalAccountBurnSource {
  /** Waits for coins that the platform sends, as `fundingInstructions` describe. */
  type: 'EXTERNAL_ACCOUNT';
}

/** Way to fund the operation; the provider may add further members. */
export interface StablecoinFundingInstructions {
  /** Rail by which the money must be sent. */
  rail?: string;
  /** Network on which the coins must be sent. */
  network?: string;
  /** Address or account that must be paid. */
  address?: string;
  /** Asset that must be sent, by its code. */
  valueType?: string;
}

/** Id of a registered stablecoin. */
export type StablecoinId = string & { readonly '~id'?: 'Stablecoin' };

/** State of the coin at the provider; only PROVISIONED coins can be minted. */
export type StablecoinIssuanceStatus = 'PENDING_REVIEW' | 'PROVISIONING' | 'PROVISIONED' | 'REJECTED' | 'FAILED';

export interface StablecoinListResponse {
  /** Items of this page, at most `limit`. */
  data: Stablecoin[];
  /** Whether another page follows. */
  hasMore: boolean;
  /** Value of `cursor` for the next page; absent on the last one. */
  nextCursor?: string;
  /** Number of items on all pages; absent when it exceeds 10000. */
  totalCount?: number;
}

/** Wallet that gets the coins. */
export interface StablecoinMintDestination {
  /** Wallet of the platform that gets the coins. */
  accountId: ExternalAccountId;
}

/** Origin of the money for a mint; `type` selects the members. */
export type StablecoinMintFundingSource =
  | StablecoinWireFundingSource
  | StablecoinAchDebitFundingSource
  | StablecoinSameDayAchDebitFundingSource
  | StablecoinServiceInternalFundingSource
  | StablecoinProviderBalanceFundingSource;

/** Coins to be created. */
export interface StablecoinMintRequest {
  /** Amount in the smallest unit of the coin, as text; it must be a whole number of cents. */
  amount: string;
  /** Origin of the money. */
  fundingSource: StablecoinMintFundingSource;
  destination: StablecoinMintDestination;
  /** Memo of the platform. */
  description?: string;
}

/** Network on which the coin exists. */
export type StablecoinNetwork = 'SPARK';

/** A mint or burn of a stablecoin. */
export interface StablecoinOperation {
  id: StablecoinOperationId;
  /** Coin that is minted or burned. */
  stablecoinId: StablecoinId;
  /** Whether coins are created or redeemed. */
  operationType: StablecoinOperationType;
  status: StablecoinOperationStatus;
  /** Amount in the smallest unit of the coin, as text. */
  amount: string;
  /** Provider that carries the operation out. */
  provider: StablecoinProvider;
  /** Environment of the provider. */
  providerEnvironment: StablecoinProviderEnvironment;
  /** Linked account that carries the operation out. */
  stablecoinProviderAccountId: StablecoinProviderAccountId;
  source?: StablecoinOperationSource;
  /** Way to fund the operation; present while it waits for money or coins. */
  fundingInstructions?: StablecoinFundingInstructions;
  destination?: StablecoinOperationDestination;
  /** Expected result; absent where the provider gives none. */
  estimatedDelivery?: StablecoinEstimatedDelivery;
  /** Time after which an operation without funding expires. */
  expiresAt?: string;
  /** State in the words of the provider. */
  providerStatus?: string;
  /** Cause of the failure; present while the status is FAILED. */
  failureReason?: string;
  /** Memo of the platform. */
  description?: string;
  /** Time of creation by the platform's clock, which a sandbox can advance. */
  createdAt: string;
  /** Time of the last change; equal to `createdAt` before the first one. */
  updatedAt: string;
}

/** Receiver of the coins or the money. */
export interface StablecoinOperationDestination {
  /** Wallet or bank account that is paid. */
  accountId: ExternalAccountId;
  /** Rail that pays the money out; present for a burn. */
  rail?: 'WIRE' | 'ACH_CREDIT' | 'SAME_DAY_ACH_CREDIT' | 'RTP_CREDIT';
}

/** Id of a mint or burn of a stablecoin. */
export type StablecoinOperationId = string & { readonly '~id'?: 'StablecoinOperation' };

export interface StablecoinOperationListResponse {
  /** Items of this page, at most `limit`. */
  data: StablecoinOperation[];
  /** Whether another page follows. */
  hasMore: boolean;
  /** Value of `cursor` for the next page; absent on the last one. */
  nextCursor?: string;
  /** Number of items on all pages; absent when it exceeds 10000. */
  totalCount?: number;
}

/** Origin of the money or coins. */
export interface StablecoinOperationSource {
  /** Kind of origin. */
  type:
    | 'WIRE'
    | 'ACH_DEBIT'
    | 'SAME_DAY_ACH_DEBIT'
    | 'SERVICE_INTERNAL_ACCOUNT'
    | 'PROVIDER_INTERNAL_BALANCE'
    | 'EXTERNAL_ACCOUNT';
  /** Bank account that was debited; present for direct debits. */
  externalAccountId?: ExternalAccountId;
  /** Internal account that was debited; present for SERVICE_INTERNAL_ACCOUNT. */
  accountId?: InternalAccountId;
  /** Coin at the provider; present for PROVIDER_INTERNAL_BALANCE. */
  sourceTokenIdentifier?: string;
  /** Network of that coin. */
  cryptoNetwork?: string;
}

/**
 * PENDING_FUNDING waits for the money or coins, PENDING_PROVIDER for the provider; COMPLETED, FAILED and EXPIRED are
 * final.
 */
export type StablecoinOperationStatus =
  | 'CREATED'
  | 'PENDING_FUNDING'
  | 'PENDING_PROVIDER'
  | 'PROCESSING'
  | 'COMPLETED'
  | 'FAILED'
  | 'EXPIRED';

/** MINT creates coins for money, BURN redeems coins for money. */
export type StablecoinOperationType = 'MINT' | 'BURN';

/** Issuer of the stablecoin. */
export type StablecoinProvider = 'BRALE';

/** An account of the platform at a stablecoin provider. */
export interface StablecoinProviderAccount {
  id: StablecoinProviderAccountId;
  /** Provider of the account. */
  provider: StablecoinProvider;
  /** Id of the account at the provider. */
  providerAccountId: string;
  providerEnvironment: StablecoinProviderEnvironment;
  /** State of the link. */
  status: StablecoinProviderAccountStatus;
  /** Time at which the provider last accepted the credentials. */
  lastVerifiedAt?: string;
  /** Time of creation by the platform's clock, which a sandbox can advance. */
  createdAt: string;
  /** Time of the last change; equal to `createdAt` before the first one. */
  updatedAt: string;
}

/** Id of a linked account at a stablecoin provider. */
export type StablecoinProviderAccountId = string & { readonly '~id'?: 'StablecoinProviderAccount' };

/** Credentials of an account at a stablecoin provider. */
export interface StablecoinProviderAccountLinkRequest {
  /** Provider to be linked. */
  provider: StablecoinProvider;
  /** Client id of the credentials that the provider issued to the platform. */
  apiClientId: string;
  /** Secret of the credentials; it is stored encrypted and never returned. */
  apiClientSecret: string;
  /** Account at the provider; required where the credentials open several. */
  providerAccountId?: string;
}

export interface StablecoinProviderAccountListResponse {
  /** Items of this page, at most `limit`. */
  data: StablecoinProviderAccount[];
  /** Whether another page follows. */
  hasMore: boolean;
  /** Value of `cursor` for the next page; absent on the last one. */
  nextCursor?: string;
  /** Number of items on all pages; absent when it exceeds 10000. */
  totalCount?: number;
}

/** INVALID means that the provider rejects the credentials, REVOKED that it withdrew them. */
export type StablecoinProviderAccountStatus = 'ACTIVE' | 'INVALID' | 'REVOKED';

/** A burn of coins in a balance at the provider. */
export interface StablecoinProviderBalanceBurnSource {
  /** Takes the coins from a balance at the provider. */
  type: 'PROVIDER_INTERNAL_BALANCE';
}

/** A mint that a balance at the provider funds. */
export interface StablecoinProviderBalanceFundingSource {
  /** Takes the money from a balance at the provider. */
  type: 'PROVIDER_INTERNAL_BALANCE';
  /** Coin at the provider that is exchanged. */
  sourceTokenIdentifier: string;
  /** Network of that coin. */
  cryptoNetwork: string;
}

/** Environment of the provider in which the credentials are valid. */
export type StablecoinProviderEnvironment = 'SANDBOX' | 'PRODUCTION';

/** A coin that exists at the provider, to be used in this service. */
export interface StablecoinRegisterRequest {
  /** Identifier of the coin at the provider. */
  providerTokenIdentifier: string;
  /** Identifier of the coin on its network. */
  networkTokenIdentifier: string;
  network: StablecoinNetwork;
  /** Linked account that issues the coin; required where several are linked. */
  stablecoinProviderAccountId?: StablecoinProviderAccountId;
}

export interface StablecoinSameDayAchDebitFundingSource {
  /** Collects the money from a bank account by direct debit. */
  type: 'SAME_DAY_ACH_DEBIT';
  /** Bank account or wallet of the platform. */
  externalAccountId: ExternalAccountId;
}

/** A burn of coins in an internal account. */
export interface StablecoinServiceInternalBurnSource {
  /** Takes the coins from an internal account of the platform. */
  type: 'SERVICE_INTERNAL_ACCOUNT';
  /** Internal account of the platform itself. */
  accountId: InternalAccountId;
}

/** A mint that an internal account funds. */
export interface StablecoinServiceInternalFundingSource {
  /** Takes the money from an internal account of the platform. */
  type: 'SERVICE_INTERNAL_ACCOUNT';
  /** Internal account of the platform itself. */
  accountId: InternalAccountId;
}

/** State of the coin in this service; internal accounts hold only ENABLED coins. */
export type StablecoinServiceOperationsStatus =
  | 'NOT_ENABLED'
  | 'PENDING_APPROVAL'
  | 'ENABLING'
  | 'ENABLED'
  | 'DISABLED';

/** A mint that the platform funds by wire. */
export interface StablecoinWireFundingSource {
  /** Waits for a wire, as `fundingInstructions` describe. */
  type: 'WIRE';
}

export interface SwiftBeneficiary {
  /** Marks the owner as a person. */
  beneficiaryType: 'INDIVIDUAL';
  /** Full name of the person, as the bank or custodian of the account has it. */
  fullName: string;
  /** Date of birth as `YYYY-MM-DD`. */
  birthDate?: string;
  /** Country of citizenship by its ISO 3166-1 alpha-2 code. */
  nationality?: CountryCode;
  /** Email address of the owner of the account. */
  email?: string;
  /** Phone number of the owner of the account in E.164 form. */
  phoneNumber?: string;
  /** Country in which the owner lives or is established, by its ISO 3166-1 alpha-2 code. */
  countryOfResidence?: CountryCode;
  /** Address of the owner of the account. */
  address?: Address;
}

export interface SwiftExternalAccountCreateInfo {
  /** Type of the account, which selects the other members. */
  accountType: 'SWIFT_ACCOUNT';
  /** Country of the bank by its ISO 3166-1 alpha-2 code. */
  country: string;
  /** BIC of the bank, 8 or 11 characters. */
  swiftCode: string;
  /** Name of the bank or mobile money operator that holds the account. */
  bankName: string;
  /** Account number at the bank, without spaces. */
  accountNumber?: string;
  /** IBAN without spaces; its check digits are verified. */
  iban?: string;
  /** Owner of the account: a person or a business. */
  beneficiary: SwiftBeneficiary | BusinessBeneficiary;
}

export interface SwiftExternalAccountInfo {
  /** Type of the account, which selects the other members. */
  accountType: 'SWIFT_ACCOUNT';
  /** Country of the bank by its ISO 3166-1 alpha-2 code. */
  country: string;
  /** BIC of the bank, 8 or 11 characters. */
  swiftCode: string;
  /** Name of the bank or mobile money operator that holds the account. */
  bankName: string;
  /** Account number at the bank, without spaces. */
  accountNumber?: string;
  /** IBAN without spaces; its check digits are verified. */
  iban?: string;
  /** Owner of the account: a person or a business. */
  beneficiary: SwiftBeneficiary | BusinessBeneficiary;
  /** Rails that can pay this account with the details given. */
  paymentRails: 'SWIFT'[];
}

/** A test event has no data. */
export type TestWebhookData = Record<never, never>;

/** Response of the endpoint to a test event. */
export interface TestWebhookResponse {
  /** Endpoint that was called. */
  url?: string;
  /** HTTP status of the endpoint. */
  response_status: number;
  /** First kilobyte of the response of the endpoint. */
  response_body?: string;
}

export interface ThbBeneficiary {
  /** Marks the owner as a person. */
  beneficiaryType: 'INDIVIDUAL';
  /** Full name of the person, as the bank or custodian of the account has it. */
  fullName: string;
  /** Date of birth as `YYYY-MM-DD`. */
  birthDate?: string;
  /** Country of citizenship by its ISO 3166-1 alpha-2 code. */
  nationality?: CountryCode;
  /** Email address of the owner of the account. */
  email?: string;
  /** Phone number of the owner of the account in E.164 form. */
  phoneNumber?: string;
  /** Country in which the owner lives or is established, by its ISO 3166-1 alpha-2 code. */
  countryOfResidence?: CountryCode;
  /** Address of the owner of the account. */
  address?: Address;
}

export interface ThbExternalAccountCreateInfo {
  /** Type of the account, which selects the other members. */
  accountType: 'THB_ACCOUNT';
  /** Name of the bank or mobile money operator that holds the account. */
  bankName: string;
  /** Account number at the bank, without spaces. */
  accountNumber: string;
  /** BIC of the bank, 8 or 11 characters. */
  swiftCode: string;
  /** Owner of the account: a person or a business. */
  beneficiary: ThbBeneficiary | BusinessBeneficiaryWithAddress;
}

export interface ThbExternalAccountInfo {
  /** Type of the account, which selects the other members. */
  accountType: 'THB_ACCOUNT';
  /** Name of the bank or mobile money operator that holds the account. */
  bankName: string;
  /** Account number at the bank, without spaces. */
  accountNumber: string;
  /** BIC of the bank, 8 or 11 characters. */
  swiftCode: string;
  /** Owner of the account: a person or a business. */
  beneficiary: ThbBeneficiary | BusinessBeneficiaryWithAddress;
  /** Rails that can pay this account with the details given. */
  paymentRails: 'BANK_TRANSFER'[];
}

/** An event that depends on the clock, such as the expiry of a quote. */
export interface TimedEvent {
  /** Time at which the event is due. */
  at: string;
  /** Kind of the event. */
  kind: string;
  /** Resource that the event changes. */
  resourceId: string;
  /** The event in words, for display. */
  title: string;
}

/** Id of a background job. */
export type TimedJobId = string & { readonly '~id'?: 'TimedJob' };

/** A failed attempt to deliver an event, or all successful attempts of it. */
export interface TimelineAttempt {
  /** Identifies the entry among those of its kind in this timeline. */
  id: string;
  /** Marks the entry as one of this kind. */
  kind: 'ATTEMPT';
  /** Time by the platform's clock, which a sandbox can advance. */
  at: string;
  /** Time by the clock of the server; entries are in this order. */
  wallAt: string;
  /** The entry in a few words, for people. */
  title: string;
  /** `DELIVERED` or `FAILED`. */
  status: string;
  /** Whether the entry reports a failure. */
  isFailure: boolean;
  /** Resources that the entry concerns. */
  refs: TimelineRef[];
  /** The attempt, or the first of several. */
  detail: {
    /** Type of the event. */
    eventType:
      | 'OUTGOING_PAYMENT.PENDING'
      | 'OUTGOING_PAYMENT.PENDING_AUTHORIZATION'
      | 'OUTGOING_PAYMENT.PROCESSING'
      | 'OUTGOING_PAYMENT.COMPLETED'
      | 'OUTGOING_PAYMENT.FAILED'
      | 'OUTGOING_PAYMENT.EXPIRED'
      | 'OUTGOING_PAYMENT.REFUND_PENDING'
      | 'OUTGOING_PAYMENT.REFUND_COMPLETED'
      | 'OUTGOING_PAYMENT.REFUND_FAILED'
      | 'INCOMING_PAYMENT.PENDING'
      | 'INCOMING_PAYMENT.COMPLETED'
      | 'INCOMING_PAYMENT.FAILED'
      | 'INCOMING_PAYMENT.REFUND_PENDING'
      | 'INCOMING_PAYMENT.REFUND_COMPLETED'
      | 'INCOMING_PAYMENT.REFUND_FAILED'
      | 'INTERNAL_ACCOUNT.BALANCE_UPDATED'
      | 'INTERNAL_ACCOUNT.STATUS_UPDATED'
      | 'INTERNAL_ACCOUNT.FUNDING_INSTRUCTIONS_UPDATED'
      | 'BULK_UPLOAD.COMPLETED'
      | 'BULK_UPLOAD.FAILED'
      | 'EXTERNAL_ACCOUNT.STATUS_UPDATED'
      | 'CUSTOMER.KYC_APPROVED'
      | 'CUSTOMER.KYC_REJECTED'
      | 'CUSTOMER.KYC_PENDING'
      | 'CUSTOMER.KYB_APPROVED'
      | 'CUSTOMER.KYB_REJECTED'
      | 'CUSTOMER.KYB_PENDING'
      | 'VERIFICATION.APPROVED'
      | 'VERIFICATION.REJECTED'
      | 'VERIFICATION.RESOLVE_ERRORS'
      | 'VERIFICATION.IN_PROGRESS'
      | 'VERIFICATION.PENDING_MANUAL_REVIEW'
      | 'VERIFICATION.READY_FOR_VERIFICATION'
      | 'CARD.STATE_CHANGE'
      | 'CARD.FUNDING_SOURCE_CHANGE'
      | 'CARD_TRANSACTION.AUTHORIZED'
      | 'CARD_TRANSACTION.PARTIALLY_SETTLED'
      | 'CARD_TRANSACTION.SETTLED'
      | 'CARD_TRANSACTION.REFUNDED'
      | 'CARD_TRANSACTION.EXCEPTION'
      | 'CARD_TRANSACTION.DECLINED'
      | 'CARD_TRANSACTION.EXPIRED'
      | 'CARD_DISPUTE.OPENED'
      | 'CARD_DISPUTE.PROVISIONALLY_CREDITED'
      | 'CARD_DISPUTE.PROVISIONAL_CREDIT_REVERSED'
      | 'CARD_DISPUTE.WON'
      | 'CARD_DISPUTE.LOST'
      | 'INVITATION.CLAIMED'
      | 'AGENT_ACTION.PENDING_APPROVAL'
      | 'WALLET_OPERATION.COMPLETED'
      | 'WALLET_OPERATION.FAILED'
      | 'TEST';
    /** Number of the attempt, from 1; the first of several. */
    number: number;
    /** Attempts that the entry stands for; 1 for a failure. */
    count: number;
    /** Address of the endpoint. */
    url: string;
    /** HTTP status of the response; absent without one. */
    responseStatus?: number;
    /** Reason why there was no response. */
    error?: string;
    /** Time until the response or the failure in milliseconds. */
    latencyMs: number;
    /** Time of the last of several attempts, by the clock of the server. */
    lastAt?: string;
  };
}

/** The ledger entries of one phase of the payment, posted together. */
export interface TimelineEntries {
  /** Identifies the entry among those of its kind in this timeline. */
  id: string;
  /** Marks the entry as one of this kind. */
  kind: 'ENTRIES';
  /** Time by the platform's clock, which a sandbox can advance. */
  at: string;
  /** Time by the clock of the server; entries are in this order. */
  wallAt: string;
  /** The entry in a few words, for people. */
  title: string;
  /** `POSTED`. */
  status: string;
  /** Whether the entry reports a failure. */
  isFailure: boolean;
  /** Resources that the entry concerns. */
  refs: TimelineRef[];
  /** The entries. */
  detail: {
    /** Phase of the payment, such as `execute`, `complete` or `refund`. */
    phase: string;
    /** Entries in the order of their posting. */
    entries: {
      /** Account that is debited: internal, or of the system. */
      debitAccountId: string;
      /** Account that is credited: internal, or of the system. */
      creditAccountId: string;
      /** Amount of the debit and of the credit. */
      amount: CurrencyAmount;
      /** Reason of the entry, such as `payout.settled`. */
      code: string;
      /** `phase/n` of the entry that this one reverses. */
      reverses?: string;
    }[];
    /** Effects by account; the changes of each currency sum to zero. */
    balances: {
      /** Account whose balance changes. */
      accountId: string;
      /** Change of the balance: negative after a debit. */
      change: CurrencyAmount;
      /** Change of the amount that is held for the account while it is in transit. */
      heldChange: number;
    }[];
  };
}

/** One entry of the timeline of a payment; `kind` determines its `detail`. */
export type TimelineEntry =
  | TimelineRequest
  | TimelineOperatorAction
  | TimelineQuote
  | TimelineJob
  | TimelineRailReport
  | TimelineEntries
  | TimelineEvent
  | TimelineMessage
  | TimelineAttempt;

/** An event about the payment. */
export interface TimelineEvent {
  /** Identifies the entry among those of its kind in this timeline. */
  id: string;
  /** Marks the entry as one of this kind. */
  kind: 'EVENT';
  /** Time by the platform's clock, which a sandbox can advance. */
  at: string;
  /** Time by the clock of the server; entries are in this order. */
  wallAt: string;
  /** The entry in a few words, for people. */
  title: string;
  /** Delivery of the event: PENDING, WAITING, REDELIVERING, DIRECT, DELIVERED, FAILED, SKIPPED. */
  status: string;
  /** Whether the entry reports a failure. */
  isFailure: boolean;
  /** Resources that the entry concerns. */
  refs: TimelineRef[];
  /** The event. */
  detail: {
    /** Type of the event. */
    type:
      | 'OUTGOING_PAYMENT.PENDING'
      | 'OUTGOING_PAYMENT.PENDING_AUTHORIZATION'
      | 'OUTGOING_PAYMENT.PROCESSING'
      | 'OUTGOING_PAYMENT.COMPLETED'
      | 'OUTGOING_PAYMENT.FAILED'
      | 'OUTGOING_PAYMENT.EXPIRED'
      | 'OUTGOING_PAYMENT.REFUND_PENDING'
      | 'OUTGOING_PAYMENT.REFUND_COMPLETED'
      | 'OUTGOING_PAYMENT.REFUND_FAILED'
      | 'INCOMING_PAYMENT.PENDING'
      | 'INCOMING_PAYMENT.COMPLETED'
      | 'INCOMING_PAYMENT.FAILED'
      | 'INCOMING_PAYMENT.REFUND_PENDING'
      | 'INCOMING_PAYMENT.REFUND_COMPLETED'
      | 'INCOMING_PAYMENT.REFUND_FAILED'
      | 'INTERNAL_ACCOUNT.BALANCE_UPDATED'
      | 'INTERNAL_ACCOUNT.STATUS_UPDATED'
      | 'INTERNAL_ACCOUNT.FUNDING_INSTRUCTIONS_UPDATED'
      | 'BULK_UPLOAD.COMPLETED'
      | 'BULK_UPLOAD.FAILED'
      | 'EXTERNAL_ACCOUNT.STATUS_UPDATED'
      | 'CUSTOMER.KYC_APPROVED'
      | 'CUSTOMER.KYC_REJECTED'
      | 'CUSTOMER.KYC_PENDING'
      | 'CUSTOMER.KYB_APPROVED'
      | 'CUSTOMER.KYB_REJECTED'
      | 'CUSTOMER.KYB_PENDING'
      | 'VERIFICATION.APPROVED'
      | 'VERIFICATION.REJECTED'
      | 'VERIFICATION.RESOLVE_ERRORS'
      | 'VERIFICATION.IN_PROGRESS'
      | 'VERIFICATION.PENDING_MANUAL_REVIEW'
      | 'VERIFICATION.READY_FOR_VERIFICATION'
      | 'CARD.STATE_CHANGE'
      | 'CARD.FUNDING_SOURCE_CHANGE'
      | 'CARD_TRANSACTION.AUTHORIZED'
      | 'CARD_TRANSACTION.PARTIALLY_SETTLED'
      | 'CARD_TRANSACTION.SETTLED'
      | 'CARD_TRANSACTION.REFUNDED'
      | 'CARD_TRANSACTION.EXCEPTION'
      | 'CARD_TRANSACTION.DECLINED'
      | 'CARD_TRANSACTION.EXPIRED'
      | 'CARD_DISPUTE.OPENED'
      | 'CARD_DISPUTE.PROVISIONALLY_CREDITED'
      | 'CARD_DISPUTE.PROVISIONAL_CREDIT_REVERSED'
      | 'CARD_DISPUTE.WON'
      | 'CARD_DISPUTE.LOST'
      | 'INVITATION.CLAIMED'
      | 'AGENT_ACTION.PENDING_APPROVAL'
      | 'WALLET_OPERATION.COMPLETED'
      | 'WALLET_OPERATION.FAILED'
      | 'TEST';
    /** Number of the event among those of the payment. */
    sequence: number;
    /** Attempts to deliver it so far. */
    attemptCount: number;
  };
}

/** One finished try of a background job of the payment. */
export interface TimelineJob {
  /** Identifies the entry among those of its kind in this timeline. */
  id: string;
  /** Marks the entry as one of this kind. */
  kind: 'JOB';
  /** Time by the platform's clock, which a sandbox can advance. */
  at: string;
  /** Time by the clock of the server; entries are in this order. */
  wallAt: string;
  /** The entry in a few words, for people. */
  title: string;
  /** Outcome of the try: DONE, RETRY, DEAD. A RETRY is repeated later; DEAD waits for an operator. */
  status: string;
  /** Whether the entry reports a failure. */
  isFailure: boolean;
  /** Resources that the entry concerns. */
  refs: TimelineRef[];
  /** The try. */
  detail: {
    /** Kind of the job, such as `payment.submit`. */
    job: string;
    /** Duration of the try in milliseconds. */
    durationMs: number;
    /** Number of the try, from 1. */
    try: number;
    /** Error of a try that failed. */
    error?: string;
  };
}

/** A message of the sandbox that concerns the payment, such as a one-time code. */
export interface TimelineMessage {
  /** Identifies the entry among those of its kind in this timeline. */
  id: string;
  /** Marks the entry as one of this kind. */
  kind: 'MESSAGE';
  /** Time by the platform's clock, which a sandbox can advance. */
  at: string;
  /** Time by the clock of the server; entries are in this order. */
  wallAt: string;
  /** The entry in a few words, for people. */
  title: string;
  /** `SENT`. */
  status: string;
  /** Whether the entry reports a failure. */
  isFailure: boolean;
  /** Resources that the entry concerns. */
  refs: TimelineRef[];
  /** The message; `GET /sandbox/messages` returns its text. */
  detail: {
    /** Channel of the message. */
    channel: 'EMAIL' | 'SMS';
    /** Email address or phone number of the recipient. */
    to: string;
    /** Subject of an email. */
    subject?: string;
  };
}

/** An action of an operator of the service on the payment. */
export interface TimelineOperatorAction {
  /** Identifies the entry among those of its kind in this timeline. */
  id: string;
  /** Marks the entry as one of this kind. */
  kind: 'OPERATOR';
  /** Time by the platform's clock, which a sandbox can advance. */
  at: string;
  /** Time by the clock of the server; entries are in this order. */
  wallAt: string;
  /** The entry in a few words, for people. */
  title: string;
  /** `DONE`. */
  status: string;
  /** Whether the entry reports a failure. */
  isFailure: boolean;
  /** Resources that the entry concerns. */
  refs: TimelineRef[];
  /** The action. */
  detail: {
    /** Name of the action, such as `PAYMENT_REFUNDED`. */
    action: string;
  };
}

export interface TimelinePage {
  /** Items of this page, at most `limit`. */
  data: TimelineEntry[];
  /** Whether another page follows. */
  hasMore: boolean;
  /** Value of `cursor` for the next page; absent on the last one. */
  nextCursor?: string;
  /** Number of items on all pages; absent when it exceeds 10000. */
  totalCount?: number;
}

/** The quote that locked the amounts of the payment. */
export interface TimelineQuote {
  /** Identifies the entry among those of its kind in this timeline. */
  id: string;
  /** Marks the entry as one of this kind. */
  kind: 'QUOTE';
  /** Time by the platform's clock, which a sandbox can advance. */
  at: string;
  /** Time by the clock of the server; entries are in this order. */
  wallAt: string;
  /** The entry in a few words, for people. */
  title: string;
  /** `CREATED`. */
  status: string;
  /** Whether the entry reports a failure. */
  isFailure: boolean;
  /** Resources that the entry concerns. */
  refs: TimelineRef[];
  /** Terms of the quote. */
  detail: {
    /** Amount that leaves the source, fees included. */
    sending: CurrencyAmount;
    /** Amount that the receiver gets. */
    receiving: CurrencyAmount;
    /** All fees inside `sending`. */
    fees: CurrencyAmount;
    /** Smallest units of `sending` per smallest unit of `receiving`. */
    exchangeRate: number;
    /** Time until which the quote could be executed. */
    expiresAt: string;
  };
}

/** A report of the rail that changed the payment, or a message of the card network. */
export interface TimelineRailReport {
  /** Identifies the entry among those of its kind in this timeline. */
  id: string;
  /** Marks the entry as one of this kind. */
  kind: 'RAIL';
  /** Time by the platform's clock, which a sandbox can advance. */
  at: string;
  /** Time by the clock of the server; entries are in this order. */
  wallAt: string;
  /** The entry in a few words, for people. */
  title: string;
  /** Reported outcome, as in `detail`. */
  status: string;
  /** Whether the entry reports a failure. */
  isFailure: boolean;
  /** Resources that the entry concerns. */
  refs: TimelineRef[];
  /** The report. */
  detail: {
    /** PAYOUT pays the receiver; PULL collects from the account of the payer; CARD is a message of the card network. */
    leg: 'PAYOUT' | 'PULL' | 'CARD';
    /** Rail of the leg, such as `ACH`; `BOOK` within the service. */
    rail?: string;
    /** Reported outcome; those of card purchases begin with AUTHORIZED. */
    outcome:
      | 'ACCEPTED'
      | 'DELAYED'
      | 'COMPLETED'
      | 'FAILED'
      | 'REFUNDED'
      | 'CANCELLED'
      | 'LOST'
      | 'AUTHORIZED'
      | 'INQUIRED'
      | 'DECLINED'
      | 'ADVISED'
      | 'CLEARED'
      | 'RELEASED'
      | 'RETURNED'
      | 'RETURN_REVERSED'
      | 'CREDIT_REVERSED'
      | 'DISPUTED'
      | 'DISPUTE_CREDITED'
      | 'DISPUTE_CREDIT_REVERSED'
      | 'DISPUTE_WON'
      | 'DISPUTE_LOST'
      | 'PULL_CONFIRMED'
      | 'PULL_FAILED';
    /** Amount of a message of the card network. */
    amount?: CurrencyAmount;
    /** Reason of a failure, a delay or a decline. */
    reason?:
      | 'QUOTE_EXECUTION_FAILED'
      | 'PAYOUT_RETURNED'
      | 'LIMIT_EXCEEDED'
      | 'ACCOUNT_CANNOT_RECEIVE'
      | 'ACCOUNT_INVALID'
      | 'COMPLIANCE_REJECTED'
      | 'INSUFFICIENT_FUNDS'
      | 'ACCOUNT_CLOSED'
      | 'COLLECTION_FAILED'
      | 'LNURLP_FAILED'
      | 'PAY_REQUEST_FAILED'
      | 'OFFRAMP_FAILED'
      | 'COUNTERPARTY_DECLARATION_REQUIRED'
      | 'WALLET_VERIFICATION_REQUIRED'
      | 'COUNTERPARTY_INFORMATION_REQUIRED'
      | 'COMPLIANCE_REVIEW'
      | 'CARD_PAUSED'
      | 'CARD_CLOSED';
    /** Hash of the transaction on its blockchain. */
    transactionHash?: string;
    /**
     * Rule of the sandbox that selected the outcome, such as `account ends 004: FAILED with ACCOUNT_CANNOT_RECEIVE,
     * refunded`; absent without one.
     */
    rule?: string;
  };
}

/** A resource that an entry of a timeline concerns. */
export interface TimelineRef {
  /** Type of the resource, such as `Quote`, `Request` or `InternalAccount`. */
  type: string;
  /** Id of the resource. */
  id: string;
}

/** A request that named the quote or the transaction; successful reads are left out. */
export interface TimelineRequest {
  /** Identifies the entry among those of its kind in this timeline. */
  id: string;
  /** Marks the entry as one of this kind. */
  kind: 'REQUEST';
  /** Time by the platform's clock, which a sandbox can advance. */
  at: string;
  /** Time by the clock of the server; entries are in this order. */
  wallAt: string;
  /** The entry in a few words, for people. */
  title: string;
  /** HTTP status of the response. */
  status: string;
  /** Whether the entry reports a failure. */
  isFailure: boolean;
  /** Resources that the entry concerns. */
  refs: TimelineRef[];
  /** The request, as the request log holds it. */
  detail: {
    /** HTTP method. */
    method: string;
    /** Path of the request, without the query. */
    path: string;
    /** Path of the operation in the API document. */
    route: string;
    /** Code of the error; absent after success. */
    code?: string;
    /** Time until the response in milliseconds. */
    durationMs: number;
    /** `Idempotency-Key` of the request, if it had one; masked where the response has a secret. */
    idempotencyKey?: string;
    /** Whether the response was stored under the key by an earlier request. */
    isReplay: boolean;
  };
}

/** Id of an API token; it is also the `clientId` of its credentials. */
export type TokenId = string & { readonly '~id'?: 'Token' };

export interface TokenListResponse {
  /** Items of this page, at most `limit`. */
  data: ApiToken[];
  /** Whether another page follows. */
  hasMore: boolean;
  /** Value of `cursor` for the next page; absent on the last one. */
  nextCursor?: string;
  /** Number of items on all pages; absent when it exceeds 10000. */
  totalCount?: number;
}

/** First code of an authenticator app. */
export interface TotpEnrollmentConfirmRequest {
  /** Selects an authenticator app. */
  type: 'TOTP';
  /** Secret that the start of the enrollment returned. */
  secret: string;
  /** Code that the authenticator app shows. */
  code: string;
}

/** An enrolled authenticator app. */
export interface TotpEnrollmentConfirmResponse {
  /** Selects an authenticator app. */
  type: 'TOTP';
  /** Codes that replace a lost device, each valid once; they are shown only here. */
  recoveryCodes: string[];
}

/** Secret for an authenticator app. */
export interface TotpEnrollmentStart {
  /** Selects an authenticator app. */
  type: 'TOTP';
  /** Shared secret of 160 bits in hex, to be sent back with the first code. */
  secret: string;
  /** The same secret in base32, for typing into an authenticator app. */
  secretBase32Encoded: string;
  /** `otpauth` URI, to be shown as a QR code. */
  totpUri: string;
}

/** Enrollment of an authenticator app. */
export interface TotpFactorEnrollRequest {
  /** Selects an authenticator app. */
  type: 'TOTP';
}

/** Id of an incoming or outgoing transaction. */
export type TransactionId = string & { readonly '~id'?: 'Transaction' };

export interface TransactionListResponse {
  /** Items of this page, at most `limit`. */
  data: TransactionOneOf[];
  /** Whether another page follows. */
  hasMore: boolean;
  /** Value of `cursor` for the next page; absent on the last one. */
  nextCursor?: string;
  /** Number of items on all pages; absent when it exceeds 10000. */
  totalCount?: number;
}

/** A payment; `type` selects the members. */
export type TransactionOneOf = IncomingTransaction | OutgoingTransaction | CardTransaction;

/** A collection of money from an external account. */
export interface TransferInRequest {
  source: ExternalAccountReference;
  /** Internal account to be credited. */
  destination: InternalAccountReference;
  /** Amount in the smallest unit of the currency: 100 is one US dollar; a request without it is rejected. */
  amount?: number;
}

/** A payment to an external account in the same currency. */
export interface TransferOutRequest {
  /** Internal account to be debited. */
  source: InternalAccountReference;
  destination: ExternalAccountDestinationReference;
  /** Amount in the smallest unit of the currency: 100 is one US dollar; the whole available balance by default. */
  amount?: number;
  /** Text for the receiver, at most 80 characters, which the rail delivers with the payment. */
  remittanceInformation?: string;
  /** Reason for the payment; some corridors require it. */
  purposeOfPayment?:
    | 'GIFT'
    | 'SELF'
    | 'GOODS_OR_SERVICES'
    | 'EDUCATION'
    | 'HEALTH_OR_MEDICAL'
    | 'REAL_ESTATE_PURCHASE'
    | 'TAX_PAYMENT'
    | 'LOAN_PAYMENT'
    | 'UTILITY_BILL'
    | 'DONATION'
    | 'TRAVEL'
    | 'FAMILY_SUPPORT'
    | 'SALARY_PAYMENT'
    | 'OTHER';
}

/** Balances of all kinds of accounts of the platform at a moment. */
export interface TrialBalance {
  /** Moment of the balances, on the platform's clock. */
  asOf: string;
  /** One group per currency with entries. */
  data: TrialBalanceCurrency[];
}

/** Balances of one currency. Currencies are never added up. */
export interface TrialBalanceCurrency {
  /** Currency of all amounts of this group, in its smallest unit. */
  currency: Currency;
  /** Kinds of accounts that have entries in the currency. */
  rows: {
    kind: LedgerAccountKind;
    /** Name of the kind in plain words, such as `Payouts in transit`. */
    title: string;
    /** Meaning of a balance of this kind. */
    description: string;
    /** Balance of all accounts of the kind if it is negative, without its sign; else 0. */
    debit: number;
    /** Balance of all accounts of the kind if it is positive; else 0. */
    credit: number;
  }[];
  /** Sum of the debit column. */
  debit: number;
  /** Sum of the credit column. */
  credit: number;
  /** Credits minus debits: always 0. */
  difference: number;
}

export interface TronWalletExternalAccountInfo {
  /** Type of the account, which selects the other members. */
  accountType: 'TRON_WALLET';
  /** Address of the wallet on its network. */
  address: string;
  /** Custodian of the wallet by its name in `GET /vasps`; absent for a self-custody wallet. */
  vaspName?: string;
  /** Owner of the wallet; required only where the Travel Rule applies. */
  beneficiary?: WalletIndividualBeneficiary | BusinessBeneficiary;
}

/** Completion of a reset. */
export interface TwoFactorResetCompleteRequest {
  /** New phone number; required when SMS_OTP is reset. */
  mobile?: {
    /** Calling code of the country, with or without `+`. */
    countryCode: string;
    /** National number, digits only. */
    number: string;
  };
}

/** A reset that waits for a liveness check. */
export interface TwoFactorResetStart {
  /** Id of the reset, a UUID. */
  resetId: string;
  /** Token for the mobile SDK of the liveness provider; null where it has none. */
  livenessAccessToken?: string | null;
  /** Page on which the customer completes the liveness check; null where an SDK does it. */
  verificationLink?: string | null;
  /** Time after which the reset is void. */
  expiresAt?: string;
}

/** Start of a reset. */
export interface TwoFactorResetStartRequest {
  /** Factor that the customer has lost. */
  factor: ScaFactor;
}

/** Progress of a reset. */
export interface TwoFactorResetStatus {
  /**
   * PENDING_REVIEW waits for an operator, LIVENESS_PASSED for completion; COMPLETED, REJECTED and EXPIRED are final.
   */
  status: 'INITIATED' | 'PENDING_REVIEW' | 'LIVENESS_PASSED' | 'COMPLETED' | 'REJECTED' | 'EXPIRED';
  /** Factor that is reset. */
  factor: ScaFactor;
  /** Whether the customer has enrolled a new factor; null before the reset reaches that step. */
  enrollmentStatus?: 'PENDING' | 'COMPLETED' | null;
  /** Time after which the reset is void. */
  expiresAt: string;
  /** Time of completion; null before that. */
  completedAt?: string | null;
}

export interface TzsBeneficiary {
  /** Marks the owner as a person. */
  beneficiaryType: 'INDIVIDUAL';
  /** Full name of the person, as the bank or custodian of the account has it. */
  fullName: string;
  /** Date of birth as `YYYY-MM-DD`. */
  birthDate?: string;
  /** Country of citizenship by its ISO 3166-1 alpha-2 code. */
  nationality?: CountryCode;
  /** Email address of the owner of the account. */
  email?: string;
  /** Phone number of the owner of the account in E.164 form. */
  phoneNumber?: string;
  /** Country in which the owner lives or is established, by its ISO 3166-1 alpha-2 code. */
  countryOfResidence?: CountryCode;
  /** Address of the owner of the account. */
  address?: Address;
}

export interface TzsExternalAccountCreateInfo {
  /** Type of the account, which selects the other members. */
  accountType: 'TZS_ACCOUNT';
  /** Phone number of the mobile wallet with `+` and calling code; required for mobile money. */
  phoneNumber: string;
  /** Mobile money operator that holds the wallet. */
  provider: 'AIRTEL' | 'VODACOM';
  /** Owner of the account: a person or a business. */
  beneficiary: TzsBeneficiary | BusinessBeneficiaryWithAddressAndRegistrationNumberAndTaxId;
}

export interface TzsExternalAccountInfo {
  /** Type of the account, which selects the other members. */
  accountType: 'TZS_ACCOUNT';
  /** Phone number of the mobile wallet with `+` and calling code; required for mobile money. */
  phoneNumber: string;
  /** Mobile money operator that holds the wallet. */
  provider: 'AIRTEL' | 'VODACOM';
  /** Owner of the account: a person or a business. */
  beneficiary: TzsBeneficiary | BusinessBeneficiaryWithAddressAndRegistrationNumberAndTaxId;
  /** Rails that can pay this account with the details given. */
  paymentRails: 'MOBILE_MONEY'[];
}

export interface UgxBeneficiary {
  /** Marks the owner as a person. */
  beneficiaryType: 'INDIVIDUAL';
  /** Full name of the person, as the bank or custodian of the account has it. */
  fullName: string;
  /** Date of birth as `YYYY-MM-DD`. */
  birthDate?: string;
  /** Country of citizenship by its ISO 3166-1 alpha-2 code. */
  nationality?: CountryCode;
  /** Email address of the owner of the account. */
  email?: string;
  /** Phone number of the owner of the account in E.164 form. */
  phoneNumber?: string;
  /** Country in which the owner lives or is established, by its ISO 3166-1 alpha-2 code. */
  countryOfResidence?: CountryCode;
  /** Address of the owner of the account. */
  address?: Address;
}

export interface UgxExternalAccountCreateInfo {
  /** Type of the account, which selects the other members. */
  accountType: 'UGX_ACCOUNT';
  /** Phone number of the mobile wallet with `+` and calling code; required for mobile money. */
  phoneNumber: string;
  /** Mobile money operator that holds the wallet. */
  provider: 'MTN' | 'AIRTEL';
  /** Owner of the account: a person or a business. */
  beneficiary: UgxBeneficiary | BusinessBeneficiaryWithAddressAndRegistrationNumberAndTaxId;
}

export interface UgxExternalAccountInfo {
  /** Type of the account, which selects the other members. */
  accountType: 'UGX_ACCOUNT';
  /** Phone number of the mobile wallet with `+` and calling code; required for mobile money. */
  phoneNumber: string;
  /** Mobile money operator that holds the wallet. */
  provider: 'MTN' | 'AIRTEL';
  /** Owner of the account: a person or a business. */
  beneficiary: UgxBeneficiary | BusinessBeneficiaryWithAddressAndRegistrationNumberAndTaxId;
  /** Rails that can pay this account with the details given. */
  paymentRails: 'MOBILE_MONEY'[];
}

/** A receiver at any provider of the UMA network. */
export interface UmaAddressDestination {
  /** Pays a UMA address, which requires a `lookupId`. */
  destinationType: 'UMA_ADDRESS';
  /** UMA address of the receiver, such as `$grace@example.com`. */
  umaAddress: string;
  /** Currency that the receiver gets, one of the `supportedCurrencies` of the lookup. */
  currency?: string;
}

/** A receiver on the UMA network. */
export interface UmaAddressTransactionDestination {
  /** The money goes to a UMA address. */
  destinationType: 'UMA_ADDRESS';
  /** UMA address of the receiver. */
  umaAddress: string;
  /** Currency by its code. */
  currency?: string;
}

/** A sender on the UMA network. */
export interface UmaAddressTransactionSource {
  /** The money came from a UMA address. */
  sourceType: 'UMA_ADDRESS';
  /** UMA address of the sender. */
  umaAddress: string;
  /** Currency by its code. */
  currency?: string;
}

/** An invitation to get a UMA address. */
export interface UmaInvitation {
  /** Code of 8 hex digits, valid on every platform of the same mode. */
  code: string;
  /** Time of creation by the platform's clock, which a sandbox can advance. */
  createdAt: string;
  /** Time of acceptance; absent before that. */
  claimedAt?: string;
  /** Page to be sent to the invited person. */
  url: string;
  /** Time after which the invitation cannot be claimed. */
  expiresAt?: string;
  /** UMA address of the customer who invites. */
  inviterUma: string;
  /** UMA address of the customer who accepted; absent before that. */
  inviteeUma?: string;
  /** Only PENDING invitations can be claimed or cancelled. */
  status: 'PENDING' | 'CLAIMED' | 'EXPIRED' | 'CANCELLED';
  /** First name of the inviter. */
  firstName?: string;
  /** Amount that the inviter wants to send; absent where none was given. */
  amountToSend?: CurrencyAmount;
}

/** Acceptance of an invitation. */
export interface UmaInvitationClaimRequest {
  /** UMA address of the customer who accepts. */
  inviteeUma: string;
}

/** An invitation to be created. */
export interface UmaInvitationCreateRequest {
  /** UMA address of the customer who invites. */
  inviterUma: string;
  /** First name of the inviter, shown with the invitation. */
  firstName?: string;
  /** Amount that the inviter wants to send, in the smallest unit of the inviter's currency. */
  amountToSend?: number;
  /** Time after which the invitation cannot be claimed; by default in 30 days. */
  expiresAt?: string;
}

/** A provider of the UMA network. */
export interface UmaProvider {
  /** Name for display of the provider. */
  name: string;
  /** Countries that the provider serves, by their ISO 3166-1 alpha-2 codes. */
  supportedRegions: string[];
  /** Domain of the provider's UMA addresses. */
  domain: string;
  /** Logo of the provider. */
  logoUrl?: string;
  /** Currencies in which the provider's customers can be paid. */
  supportedCurrencies: Currency[];
  /** Legal entity identifier of the provider. */
  lei?: string;
  /** Whether payments with the provider are allowed; false means barred. */
  allowListStatus: boolean;
}

export interface UmaProviderListResponse {
  /** Items of this page, at most `limit`. */
  data: UmaProvider[];
  /** Whether another page follows. */
  hasMore: boolean;
  /** Value of `cursor` for the next page; absent on the last one. */
  nextCursor?: string;
  /** Number of items on all pages; absent when it exceeds 10000. */
  totalCount?: number;
}

export interface UsdBeneficiary {
  /** Marks the owner as a person. */
  beneficiaryType: 'INDIVIDUAL';
  /** Full name of the person, as the bank or custodian of the account has it. */
  fullName: string;
  /** Date of birth as `YYYY-MM-DD`. */
  birthDate?: string;
  /** Country of citizenship by its ISO 3166-1 alpha-2 code. */
  nationality?: CountryCode;
  /** Email address of the owner of the account. */
  email?: string;
  /** Phone number of the owner of the account in E.164 form. */
  phoneNumber?: string;
  /** Country in which the owner lives or is established, by its ISO 3166-1 alpha-2 code. */
  countryOfResidence?: CountryCode;
  /** Address of the owner of the account. */
  address?: AddressWithCity;
}

export interface UsdExternalAccountCreateInfo {
  /** Type of the account, which selects the other members. */
  accountType: 'USD_ACCOUNT';
  /** Account number at the bank, without spaces. */
  accountNumber: string;
  /** ABA routing number of the bank, 9 digits; its check digit is verified. */
  routingNumber: string;
  /** Name of the bank or mobile money operator that holds the account. */
  bankName?: string;
  /** Kind of bank account: CHECKING for a current account, SAVINGS for a savings account. */
  bankAccountType?: 'CHECKING' | 'SAVINGS';
  /** Name of the intermediary bank of a wire; other rails ignore it. */
  intermediaryBankName?: string;
  /** ABA routing number of the intermediary bank of a wire. */
  intermediaryRoutingNumber?: string;
  /** Message to the banks of a wire, at most 210 characters; other rails ignore it. */
  fiToFiInformation?: string;
  /** Owner of the account: a person or a business. */
  beneficiary: UsdBeneficiary | BusinessBeneficiaryWithAddress;
}

export interface UsdExternalAccountInfo {
  /** Type of the account, which selects the other members. */
  accountType: 'USD_ACCOUNT';
  /** Account number at the bank, without spaces. */
  accountNumber: string;
  /** ABA routing number of the bank, 9 digits; its check digit is verified. */
  routingNumber: string;
  /** Name of the bank or mobile money operator that holds the account. */
  bankName?: string;
  /** Kind of bank account: CHECKING for a current account, SAVINGS for a savings account. */
  bankAccountType?: 'CHECKING' | 'SAVINGS';
  /** Name of the intermediary bank of a wire; other rails ignore it. */
  intermediaryBankName?: string;
  /** ABA routing number of the intermediary bank of a wire. */
  intermediaryRoutingNumber?: string;
  /** Message to the banks of a wire, at most 210 characters; other rails ignore it. */
  fiToFiInformation?: string;
  /** Owner of the account: a person or a business. */
  beneficiary: UsdBeneficiary | BusinessBeneficiaryWithAddress;
  /** Rails that can pay this account with the details given. */
  paymentRails: ('ACH' | 'WIRE' | 'RTP' | 'FEDNOW')[];
}

/** A virtual asset service provider that holds wallets for others. */
export interface Vasp {
  /** Value for `vaspName` of an external account. */
  vaspName: string;
  /** Website of the institution. */
  url?: string;
}

export interface VaspListResponse {
  /** Items of this page, at most `limit`. */
  data: Vasp[];
  /** Whether another page follows. */
  hasMore: boolean;
  /** Value of `cursor` for the next page; absent on the last one. */
  nextCursor?: string;
}

/** The check of a customer's identity or business. */
export interface Verification {
  id: VerificationId;
  /** Customer that is verified. */
  customerId: CustomerId;
  /** RESOLVE_ERRORS waits for the platform, PENDING_MANUAL_REVIEW for an operator; APPROVED and REJECTED are final. */
  verificationStatus:
    | 'RESOLVE_ERRORS'
    | 'PENDING_MANUAL_REVIEW'
    | 'IN_PROGRESS'
    | 'APPROVED'
    | 'REJECTED'
    | 'READY_FOR_VERIFICATION';
  /** Problems to be resolved, one entry per problem; empty where there are none. */
  errors: VerificationError[];
  /** Time of creation by the platform's clock, which a sandbox can advance. */
  createdAt: string;
  /** Time of the last change; equal to `createdAt` before the first one. */
  updatedAt: string;
}

/** A problem that stops a verification. */
export interface VerificationError {
  /** Customer, beneficial owner or document that has the problem. */
  resourceId: string;
  /** Kind of problem. */
  type:
    | 'MISSING_FIELD'
    | 'INVALID_FIELD'
    | 'MISSING_BENEFICIAL_OWNER'
    | 'MISSING_CONTROL_PERSON'
    | 'MISSING_LEGAL_PRESENCE_DOCUMENT'
    | 'MISSING_CONTROL_STRUCTURE_DOCUMENT'
    | 'MISSING_OWNERSHIP_STRUCTURE_DOCUMENT'
    | 'MISSING_PROOF_OF_ADDRESS_DOCUMENT'
    | 'MISSING_IDENTITY_DOCUMENT'
    | 'MISSING_GOOD_STANDING_DOCUMENT'
    | 'INVALID_DOCUMENT'
    | 'EXPIRED_DOCUMENT'
    | 'POOR_QUALITY_DOCUMENT'
    | 'SUSPECTED_FRAUD_DOCUMENT'
    | 'WRONG_DOCUMENT_TYPE'
    | 'INCOMPLETE_DOCUMENT'
    | 'UNREADABLE_DOCUMENT'
    | 'DOCUMENT_VERIFICATION_FAILED'
    | 'APPLICANT_SANCTIONED'
    | 'APPLICANT_FRAUD'
    | 'APPLICANT_CRIMINAL_RECORD'
    | 'APPLICANT_REJECTED';
  /** Path of the field for MISSING_FIELD and INVALID_FIELD, in dot notation. */
  field?: string;
  /** Kinds of documents that solve the problem; present where a document is missing or rejected. */
  acceptedDocumentTypes?: (
    | 'PASSPORT'
    | 'DRIVERS_LICENSE'
    | 'NATIONAL_ID'
    | 'PROOF_OF_ADDRESS'
    | 'BANK_STATEMENT'
    | 'TAX_RETURN'
    | 'CERTIFICATE_OF_INCORPORATION'
    | 'ARTICLES_OF_INCORPORATION'
    | 'ARTICLES_OF_ASSOCIATION'
    | 'STATE_REGISTRY_EXCERPT'
    | 'GOOD_STANDING_CERTIFICATE'
    | 'INFORMATION_STATEMENT'
    | 'INCUMBENCY_CERTIFICATE'
    | 'BUSINESS_LICENSE'
    | 'SHAREHOLDER_REGISTER'
    | 'POWER_OF_ATTORNEY'
    | 'UTILITY_BILL'
    | 'ELECTRICITY_BILL'
    | 'RENT_OR_LEASE_AGREEMENT'
    | 'DIRECTOR_REGISTRY'
    | 'TRUST_AGREEMENT'
    | 'STATE_COMPANY_REGISTRY'
    | 'PARTNERSHIP_CONTROL_AGREEMENT'
    | 'PARTNERSHIP_AGREEMENT'
    | 'SELFIE'
    | 'OTHER'
  )[];
  /** Explanation in plain English. */
  reason: string;
}

/** Id of the verification of a customer. */
export type VerificationId = string & { readonly '~id'?: 'Verification' };

export interface VerificationListResponse {
  /** Items of this page, at most `limit`. */
  data: Verification[];
  /** Whether another page follows. */
  hasMore: boolean;
  /** Value of `cursor` for the next page; absent on the last one. */
  nextCursor?: string;
  /** Number of items on all pages; absent when it exceeds 10000. */
  totalCount?: number;
}

/** A customer to be submitted for verification. */
export interface VerificationRequest {
  /** Customer to be verified. */
  customerId: CustomerId;
}

export interface VndBeneficiary {
  /** Marks the owner as a person. */
  beneficiaryType: 'INDIVIDUAL';
  /** Full name of the person, as the bank or custodian of the account has it. */
  fullName: string;
  /** Date of birth as `YYYY-MM-DD`. */
  birthDate?: string;
  /** Country of citizenship by its ISO 3166-1 alpha-2 code. */
  nationality?: CountryCode;
  /** Email address of the owner of the account. */
  email?: string;
  /** Phone number of the owner of the account in E.164 form. */
  phoneNumber?: string;
  /** Country in which the owner lives or is established, by its ISO 3166-1 alpha-2 code. */
  countryOfResidence?: CountryCode;
  /** Address of the owner of the account. */
  address?: Address;
}

export interface VndExternalAccountCreateInfo {
  /** Type of the account, which selects the other members. */
  accountType: 'VND_ACCOUNT';
  /** Name of the bank or mobile money operator that holds the account. */
  bankName: string;
  /** Account number at the bank, without spaces. */
  accountNumber: string;
  /** BIC of the bank, 8 or 11 characters. */
  swiftCode: string;
  /** Owner of the account: a person or a business. */
  beneficiary: VndBeneficiary | BusinessBeneficiaryWithAddress;
}

export interface VndExternalAccountInfo {
  /** Type of the account, which selects the other members. */
  accountType: 'VND_ACCOUNT';
  /** Name of the bank or mobile money operator that holds the account. */
  bankName: string;
  /** Account number at the bank, without spaces. */
  accountNumber: string;
  /** BIC of the bank, 8 or 11 characters. */
  swiftCode: string;
  /** Owner of the account: a person or a business. */
  beneficiary: VndBeneficiary | BusinessBeneficiaryWithAddress;
  /** Rails that can pay this account with the details given. */
  paymentRails: 'BANK_TRANSFER'[];
}

export interface WalletIndividualBeneficiary {
  /** Marks the owner as a person. */
  beneficiaryType: 'INDIVIDUAL';
  /** Full name of the person, as the bank or custodian of the account has it. */
  fullName: string;
  /** Country in which the owner lives or is established, by its ISO 3166-1 alpha-2 code. */
  countryOfResidence: CountryCode;
}

/** The operation continues: send the same request again, byte for byte, until it is done. */
export interface WalletOperationProcessing {
  /** Marks the operation as not finished yet. */
  status: 'PROCESSING';
  /** Instruction to repeat the request. */
  message: string;
}

/** Challenge that a signature of the wallet answers. */
export interface WalletSignatureChallenge {
  /** Marks the challenge as one that a wallet signature answers. */
  method: 'WALLET_SIGNATURE';
  /** Text that the key of the wallet must sign, byte for byte. */
  messageToSign: string;
  /** Time after which the challenge is void. */
  expiresAt: string;
}

/** One attempt to deliver an event. */
export interface WebhookAttempt {
  /** Number of the attempt, from 1. */
  number: number;
  /** Time of the attempt. */
  at: string;
  /** Endpoint that was called. */
  url: string;
  /** HTTP status of the endpoint; absent where it did not answer. */
  responseStatus?: number;
  /** Reason why there is no response, such as `TIMEOUT` or `ECONNREFUSED`. */
  error?: string;
  /** Time until the response, in milliseconds. */
  latencyMs: number;
  /** First kilobyte of the response. */
  responseBody?: string;
}

/** The webhook endpoint of the platform and its health. */
export interface WebhookEndpoint {
  /** Address that receives the events; absent where none is set. */
  url?: string;
  /** NOT_SET without an address; DISABLED after 410 or five days of failures, until it is set again. */
  state: 'NOT_SET' | 'ACTIVE' | 'DISABLED';
  /** GONE after a response with status 410, FAILING after five days; present if DISABLED. */
  disabledReason?: 'GONE' | 'FAILING';
  /** Time at which the endpoint was disabled; present if DISABLED. */
  disabledAt?: string;
  /** Time of the first failure since the last event that arrived; absent while events arrive. */
  failingSince?: string;
  /** Events that wait for an attempt; at most 10000 are counted. */
  pending: number;
  /** Events that were given up; at most 10000 are counted. */
  failed: number;
  /** Time at which the oldest waiting event happened; absent if none waits. */
  oldestPendingAt?: string;
  /** The last 24 hours, oldest first. */
  hours: WebhookHour[];
}

/** An event with its body and its delivery attempts. */
export interface WebhookEvent {
  id: WebhookId;
  /** Type of the event. */
  type: WebhookType;
  /** Resource that the event is about. */
  resourceId: string;
  /** Number that orders the events of one resource: a later event has a higher one. */
  sequence: number;
  status: WebhookEventStatus;
  /** Delivery attempts so far. */
  attemptCount: number;
  /** Earliest time of the next attempt; absent where none is planned. */
  nextAttemptAt?: string;
  /** Time of creation by the platform's clock, which a sandbox can advance. */
  createdAt: string;
  /** Body as it is sent. */
  payload: unknown;
  /** Delivery attempts, oldest first. */
  attempts: WebhookAttempt[];
}

export interface WebhookEventListResponse {
  /** Items of this page, at most `limit`. */
  data: WebhookEventSummary[];
  /** Whether another page follows. */
  hasMore: boolean;
  /** Value of `cursor` for the next page; absent on the last one. */
  nextCursor?: string;
  /** Number of items on all pages; absent when it exceeds 10000. */
  totalCount?: number;
}

/**
 * PENDING: about to be sent; WAITING: not before nextAttemptAt, because it failed or an earlier event of its resource
 * did; REDELIVERING: asked for again; DIRECT: sent by the request itself; DELIVERED: the endpoint has it; FAILED: given
 * up; SKIPPED: there was no endpoint, or a disabled one.
 */
export type WebhookEventStatus = 'PENDING' | 'WAITING' | 'REDELIVERING' | 'DIRECT' | 'DELIVERED' | 'FAILED' | 'SKIPPED';

/** An event and the state of its delivery. */
export interface WebhookEventSummary {
  id: WebhookId;
  /** Type of the event. */
  type: WebhookType;
  /** Resource that the event is about. */
  resourceId: string;
  /** Number that orders the events of one resource: a later event has a higher one. */
  sequence: number;
  status: WebhookEventStatus;
  /** Delivery attempts so far. */
  attemptCount: number;
  /** Earliest time of the next attempt; absent where none is planned. */
  nextAttemptAt?: string;
  /** Time of creation by the platform's clock, which a sandbox can advance. */
  createdAt: string;
}

/** The types of events with their schemas. */
export interface WebhookEventTypeListResponse {
  /** Every type of event. */
  data: {
    /** Type of the event. */
    type: WebhookType;
    /** Name of the resource in `data`. */
    resource: string;
    /** JSON Schema of the body, without descriptions; its references are JSON pointers into this response. */
    schema: unknown;
    /** A body that matches the schema. */
    example: unknown;
  }[];
  /** Schemas that the types of events share. */
  components: {
    /** JSON Schemas by name. */
    schemas: Record<string, unknown>;
  };
}

/** Attempts to deliver within one hour. */
export interface WebhookHour {
  /** Begin of the hour, in real time. */
  at: string;
  /** Attempts that the endpoint accepted. */
  delivered: number;
  /** Attempts that it rejected or did not answer. */
  failed: number;
  /** Time in which 95 % of the attempts were answered, in milliseconds; absent without attempts. */
  p95Ms?: number;
}

/** Id of a webhook event, the same in every delivery attempt. */
export type WebhookId = string & { readonly '~id'?: 'Webhook' };

/** A key with which receivers verify webhooks. */
export interface WebhookKey {
  id: WebhookKeyId;
  /** Algorithm of the signature, which determines its header. */
  algorithm: 'ES256' | 'ed25519' | 'hmac-sha256';
  /** Public key as SPKI in PEM; present for ES256. */
  publicKeyPem?: string;
  /** Public key as `whpk_` and base64; present for ed25519. */
  publicKey?: string;
  /** Secret as `whsec_` and base64; present for hmac-sha256, for tokens with MANAGE. */
  secret?: string;
  /** ACTIVE keys sign until they are rotated, RETIRING keys until `retiresAt`. */
  status: 'ACTIVE' | 'RETIRING';
  /** Time of creation by the platform's clock, which a sandbox can advance. */
  createdAt: string;
  /** Time after which the key signs no more; present while it is RETIRING. */
  retiresAt?: string;
}

/** Id of a key that signs webhooks. */
export type WebhookKeyId = string & { readonly '~id'?: 'WebhookKey' };

export interface WebhookKeyListResponse {
  /** All items: this list has no pages. */
  data: WebhookKey[];
}

/** Id of a listener of the sandbox, which reads signed events. */
export type WebhookListenerId = string & { readonly '~id'?: 'WebhookListener' };

/** Events to be sent again. */
export interface WebhookRedeliverRequest {
  /** Only events that happened at this time or later. */
  since: string;
  /** Only events that happened at this time or earlier; by default all up to now. */
  until?: string;
  /** Only events of this type. */
  type?: WebhookType;
  /** Only events of which an attempt was answered with this HTTP status. */
  responseStatus?: number;
  /** Whether only events that are FAILED or SKIPPED are sent, and not those that have arrived. Default: `true`. */
  failedOnly?: boolean;
  /** Counts the events and sends none. Default: `false`. */
  dryRun?: boolean;
  /** Most events that are sent in a second. Default: `100`. */
  ratePerSecond?: number;
}

/** Result of a redelivery. */
export interface WebhookRedeliverResponse {
  /** Number of events that are sent again, or would be. */
  count: number;
}

/** Type of an event, named after the resource and its change. */
export type WebhookType =
  | 'OUTGOING_PAYMENT.PENDING'
  | 'OUTGOING_PAYMENT.PENDING_AUTHORIZATION'
  | 'OUTGOING_PAYMENT.PROCESSING'
  | 'OUTGOING_PAYMENT.COMPLETED'
  | 'OUTGOING_PAYMENT.FAILED'
  | 'OUTGOING_PAYMENT.EXPIRED'
  | 'OUTGOING_PAYMENT.REFUND_PENDING'
  | 'OUTGOING_PAYMENT.REFUND_COMPLETED'
  | 'OUTGOING_PAYMENT.REFUND_FAILED'
  | 'INCOMING_PAYMENT.PENDING'
  | 'INCOMING_PAYMENT.COMPLETED'
  | 'INCOMING_PAYMENT.FAILED'
  | 'INCOMING_PAYMENT.REFUND_PENDING'
  | 'INCOMING_PAYMENT.REFUND_COMPLETED'
  | 'INCOMING_PAYMENT.REFUND_FAILED'
  | 'INTERNAL_ACCOUNT.BALANCE_UPDATED'
  | 'INTERNAL_ACCOUNT.STATUS_UPDATED'
  | 'INTERNAL_ACCOUNT.FUNDING_INSTRUCTIONS_UPDATED'
  | 'BULK_UPLOAD.COMPLETED'
  | 'BULK_UPLOAD.FAILED'
  | 'EXTERNAL_ACCOUNT.STATUS_UPDATED'
  | 'CUSTOMER.KYC_APPROVED'
  | 'CUSTOMER.KYC_REJECTED'
  | 'CUSTOMER.KYC_PENDING'
  | 'CUSTOMER.KYB_APPROVED'
  | 'CUSTOMER.KYB_REJECTED'
  | 'CUSTOMER.KYB_PENDING'
  | 'VERIFICATION.APPROVED'
  | 'VERIFICATION.REJECTED'
  | 'VERIFICATION.RESOLVE_ERRORS'
  | 'VERIFICATION.IN_PROGRESS'
  | 'VERIFICATION.PENDING_MANUAL_REVIEW'
  | 'VERIFICATION.READY_FOR_VERIFICATION'
  | 'CARD.STATE_CHANGE'
  | 'CARD.FUNDING_SOURCE_CHANGE'
  | 'CARD_TRANSACTION.AUTHORIZED'
  | 'CARD_TRANSACTION.PARTIALLY_SETTLED'
  | 'CARD_TRANSACTION.SETTLED'
  | 'CARD_TRANSACTION.REFUNDED'
  | 'CARD_TRANSACTION.EXCEPTION'
  | 'CARD_TRANSACTION.DECLINED'
  | 'CARD_TRANSACTION.EXPIRED'
  | 'CARD_DISPUTE.OPENED'
  | 'CARD_DISPUTE.PROVISIONALLY_CREDITED'
  | 'CARD_DISPUTE.PROVISIONAL_CREDIT_REVERSED'
  | 'CARD_DISPUTE.WON'
  | 'CARD_DISPUTE.LOST'
  | 'INVITATION.CLAIMED'
  | 'AGENT_ACTION.PENDING_APPROVAL'
  | 'WALLET_OPERATION.COMPLETED'
  | 'WALLET_OPERATION.FAILED'
  | 'TEST';

export interface XafBeneficiary {
  /** Marks the owner as a person. */
  beneficiaryType: 'INDIVIDUAL';
  /** Full name of the person, as the bank or custodian of the account has it. */
  fullName: string;
  /** Date of birth as `YYYY-MM-DD`. */
  birthDate?: string;
  /** Country of citizenship by its ISO 3166-1 alpha-2 code. */
  nationality?: CountryCode;
  /** Email address of the owner of the account. */
  email?: string;
  /** Phone number of the owner of the account in E.164 form. */
  phoneNumber?: string;
  /** Country in which the owner lives or is established, by its ISO 3166-1 alpha-2 code. */
  countryOfResidence?: CountryCode;
  /** Address of the owner of the account. */
  address?: Address;
}

export interface XafExternalAccountCreateInfo {
  /** Type of the account, which selects the other members. */
  accountType: 'XAF_ACCOUNT';
  /** Phone number of the mobile wallet with `+` and calling code; required for mobile money. */
  phoneNumber: string;
  /** Mobile money operator that holds the wallet. */
  provider: string;
  /** Country of the mobile wallet by its ISO 3166-1 alpha-2 code. */
  region: 'CM' | 'CG';
  /** Owner of the account: a person or a business. */
  beneficiary: XafBeneficiary | BusinessBeneficiaryWithAddressAndRegistrationNumberAndTaxId;
}

export interface XafExternalAccountInfo {
  /** Type of the account, which selects the other members. */
  accountType: 'XAF_ACCOUNT';
  /** Phone number of the mobile wallet with `+` and calling code; required for mobile money. */
  phoneNumber: string;
  /** Mobile money operator that holds the wallet. */
  provider: string;
  /** Country of the mobile wallet by its ISO 3166-1 alpha-2 code. */
  region: 'CM' | 'CG';
  /** Owner of the account: a person or a business. */
  beneficiary: XafBeneficiary | BusinessBeneficiaryWithAddressAndRegistrationNumberAndTaxId;
  /** Rails that can pay this account with the details given. */
  paymentRails: 'MOBILE_MONEY'[];
}

export interface XofBeneficiary {
  /** Marks the owner as a person. */
  beneficiaryType: 'INDIVIDUAL';
  /** Full name of the person, as the bank or custodian of the account has it. */
  fullName: string;
  /** Date of birth as `YYYY-MM-DD`. */
  birthDate?: string;
  /** Country of citizenship by its ISO 3166-1 alpha-2 code. */
  nationality?: CountryCode;
  /** Email address of the owner of the account. */
  email?: string;
  /** Phone number of the owner of the account in E.164 form. */
  phoneNumber?: string;
  /** Country in which the owner lives or is established, by its ISO 3166-1 alpha-2 code. */
  countryOfResidence?: CountryCode;
  /** Address of the owner of the account. */
  address?: Address;
}

export interface XofExternalAccountCreateInfo {
  /** Type of the account, which selects the other members. */
  accountType: 'XOF_ACCOUNT';
  /** Phone number of the mobile wallet with `+` and calling code; required for mobile money. */
  phoneNumber: string;
  /** Mobile money operator that holds the wallet. */
  provider: string;
  /** Country of the mobile wallet by its ISO 3166-1 alpha-2 code. */
  region: 'BJ' | 'CI' | 'SN' | 'TG';
  /** Owner of the account: a person or a business. */
  beneficiary: XofBeneficiary | BusinessBeneficiaryWithAddressAndRegistrationNumberAndTaxId;
}

export interface XofExternalAccountInfo {
  /** Type of the account, which selects the other members. */
  accountType: 'XOF_ACCOUNT';
  /** Phone number of the mobile wallet with `+` and calling code; required for mobile money. */
  phoneNumber: string;
  /** Mobile money operator that holds the wallet. */
  provider: string;
  /** Country of the mobile wallet by its ISO 3166-1 alpha-2 code. */
  region: 'BJ' | 'CI' | 'SN' | 'TG';
  /** Owner of the account: a person or a business. */
  beneficiary: XofBeneficiary | BusinessBeneficiaryWithAddressAndRegistrationNumberAndTaxId;
  /** Rails that can pay this account with the details given. */
  paymentRails: 'MOBILE_MONEY'[];
}

export interface ZarBeneficiary {
  /** Marks the owner as a person. */
  beneficiaryType: 'INDIVIDUAL';
  /** Full name of the person, as the bank or custodian of the account has it. */
  fullName: string;
  /** Date of birth as `YYYY-MM-DD`. */
  birthDate?: string;
  /** Country of citizenship by its ISO 3166-1 alpha-2 code. */
  nationality?: CountryCode;
  /** Email address of the owner of the account. */
  email?: string;
  /** Phone number of the owner of the account in E.164 form. */
  phoneNumber?: string;
  /** Country in which the owner lives or is established, by its ISO 3166-1 alpha-2 code. */
  countryOfResidence?: CountryCode;
  /** Address of the owner of the account. */
  address?: Address;
}

export interface ZarExternalAccountCreateInfo {
  /** Type of the account, which selects the other members. */
  accountType: 'ZAR_ACCOUNT';
  /** Account number at the bank, without spaces. */
  accountNumber: string;
  /** Name of the bank or mobile money operator that holds the account. */
  bankName: string;
  /** Owner of the account: a person or a business. */
  beneficiary: ZarBeneficiary | BusinessBeneficiaryWithAddressAndRegistrationNumberAndTaxId;
}

export interface ZarExternalAccountInfo {
  /** Type of the account, which selects the other members. */
  accountType: 'ZAR_ACCOUNT';
  /** Account number at the bank, without spaces. */
  accountNumber: string;
  /** Name of the bank or mobile money operator that holds the account. */
  bankName: string;
  /** Owner of the account: a person or a business. */
  beneficiary: ZarBeneficiary | BusinessBeneficiaryWithAddressAndRegistrationNumberAndTaxId;
  /** Rails that can pay this account with the details given. */
  paymentRails: 'BANK_TRANSFER'[];
}

export interface ZmwBeneficiary {
  /** Marks the owner as a person. */
  beneficiaryType: 'INDIVIDUAL';
  /** Full name of the person, as the bank or custodian of the account has it. */
  fullName: string;
  /** Date of birth as `YYYY-MM-DD`. */
  birthDate?: string;
  /** Country of citizenship by its ISO 3166-1 alpha-2 code. */
  nationality?: CountryCode;
  /** Email address of the owner of the account. */
  email?: string;
  /** Phone number of the owner of the account in E.164 form. */
  phoneNumber?: string;
  /** Country in which the owner lives or is established, by its ISO 3166-1 alpha-2 code. */
  countryOfResidence?: CountryCode;
  /** Address of the owner of the account. */
  address?: Address;
}

export interface ZmwExternalAccountCreateInfo {
  /** Type of the account, which selects the other members. */
  accountType: 'ZMW_ACCOUNT';
  /** Phone number of the mobile wallet with `+` and calling code; required for mobile money. */
  phoneNumber: string;
  /** Mobile money operator that holds the wallet. */
  provider: 'TNM' | 'AIRTEL' | 'ZAMTEL' | 'MTN';
  /** Owner of the account: a person or a business. */
  beneficiary: ZmwBeneficiary | BusinessBeneficiaryWithAddressAndRegistrationNumberAndTaxId;
}

export interface ZmwExternalAccountInfo {
  /** Type of the account, which selects the other members. */
  accountType: 'ZMW_ACCOUNT';
  /** Phone number of the mobile wallet with `+` and calling code; required for mobile money. */
  phoneNumber: string;
  /** Mobile money operator that holds the wallet. */
  provider: 'TNM' | 'AIRTEL' | 'ZAMTEL' | 'MTN';
  /** Owner of the account: a person or a business. */
  beneficiary: ZmwBeneficiary | BusinessBeneficiaryWithAddressAndRegistrationNumberAndTaxId;
  /** Rails that can pay this account with the details given. */
  paymentRails: 'MOBILE_MONEY'[];
}

/** Every value of `details.reason` of an error. */
export type ErrorReason =
  | 'ACCESS_TOKEN_UNKNOWN'
  | 'ACCOUNTS_NOT_EMPTY'
  | 'ACCOUNT_NOT_ACTIVE'
  | 'ACCOUNT_NOT_ALLOWED'
  | 'ACTOR_UNKNOWN'
  | 'ADDRESS_NOT_ALLOWED'
  | 'AGENT_CONNECTED'
  | 'AGENT_DELETED'
  | 'AGENT_PAUSED'
  | 'ALREADY_COMPLETED'
  | 'ALREADY_ENDED'
  | 'ALREADY_EXECUTED'
  | 'ALREADY_REQUESTED'
  | 'ALREADY_VERIFIED'
  | 'ASSERTION_REJECTED'
  | 'ASSERTION_SIGNATURE_WRONG'
  | 'BANK_NOT_CONNECTED'
  | 'CARDS_NOT_ENABLED'
  | 'CARD_CLOSED'
  | 'CARD_DISPUTE_OPEN'
  | 'CARD_DISPUTE_STATUS'
  | 'CARD_NOT_ACTIVE'
  | 'CARD_PENDING_KYC'
  | 'CARD_PROCESSING'
  | 'CARD_PULL_PENDING'
  | 'CARD_TRANSACTION_STATUS'
  | 'CHALLENGE_EXPIRED'
  | 'CHANGED_MEANWHILE'
  | 'CHANGED_SINCE_SUBMISSION'
  | 'CHECKS_RUNNING'
  | 'CLAIMED_BY_ANOTHER'
  | 'CLOCK_IS_ADVANCING'
  | 'CONSOLE_SESSION_ENDED'
  | 'CONSOLE_SESSION_KIND'
  | 'CONSOLE_SESSION_UNKNOWN'
  | 'CONTACT_NOT_VERIFIED'
  | 'CREDENTIALS_EXPIRED'
  | 'CREDENTIALS_MALFORMED'
  | 'CREDENTIALS_MISSING'
  | 'CREDENTIALS_REVOKED'
  | 'CREDENTIALS_WRONG'
  | 'CREDENTIAL_ALREADY_EXISTS'
  | 'CREDENTIAL_KNOWN'
  | 'CUSTOMER_DECIDED'
  | 'CUSTOMER_NOT_APPROVED'
  | 'DAILY_LIMIT_EXCEEDED'
  | 'DAILY_TRANSACTION_LIMIT_EXCEEDED'
  | 'DELEGATED_KEY_ACTIVE'
  | 'DELEGATED_KEY_NOT_ACTIVE'
  | 'DEVICE_CODE_EXPIRED'
  | 'DEVICE_CODE_USED'
  | 'DOCUMENT_SUBMITTED'
  | 'ENDPOINT_DISABLED'
  | 'ENDPOINT_NOT_REACHED'
  | 'EXPIRED'
  | 'EXTERNAL_ACCOUNT_EXISTS'
  | 'FACTOR_NOT_ENROLLED'
  | 'FEE_CURRENCY_NOT_SUPPORTED'
  | 'FUNDING_REQUIRED'
  | 'IDEMPOTENCY_KEY_OF_ANOTHER_TOKEN'
  | 'IDEMPOTENCY_KEY_REUSED'
  | 'INITIATED'
  | 'INSUFFICIENT_BALANCE'
  | 'INVALID_OTP_CODE'
  | 'INVALID_SIGNATURE'
  | 'INVITATION_EXPIRED'
  | 'LAST_CREDENTIAL'
  | 'LIMIT_EXCEEDED'
  | 'LIVENESS_NOT_AVAILABLE'
  | 'LOGIN_TOO_OLD'
  | 'MASTER_KEY_NOT_SET'
  | 'MONTHLY_LIMIT_EXCEEDED'
  | 'NOT_A_TEXTED_CODE'
  | 'NOT_INVITABLE'
  | 'NOT_OWN_INVITATION'
  | 'NOT_PENDING_APPROVAL'
  | 'NOT_REALTIME_FUNDING'
  | 'NOT_REQUIRED'
  | 'NOT_SAME_ORIGIN'
  | 'NOT_WAITING'
  | 'NO_OUTSTANDING_CHALLENGE'
  | 'NO_PENDING_CHALLENGE'
  | 'NO_PENDING_OTP'
  | 'OIDC_IDENTITY_MISMATCH'
  | 'OIDC_NONCE_WRONG'
  | 'OIDC_SIGNATURE_WRONG'
  | 'OIDC_TOKEN_REJECTED'
  | 'OIDC_TOKEN_USED'
  | 'OPERATOR_REVOKED'
  | 'OTP_BUNDLE_UNREADABLE'
  | 'OUTCOME_NOT_POSSIBLE'
  | 'OWNERSHIP_NOT_PENDING'
  | 'PAYER_UNKNOWN'
  | 'PAYLOAD_NOT_SIGNED'
  | 'PAYMENTS_NOT_FINISHED'
  | 'PAYMENT_IS_FINAL'
  | 'PENDING_AUTHORIZATION'
  | 'PENDING_REVIEW'
  | 'PERMISSION_MISSING'
  | 'PER_TRANSACTION_LIMIT_EXCEEDED'
  | 'PHONE_NOT_VERIFIED'
  | 'PLATFORM_CARD_ID_TAKEN'
  | 'PLATFORM_CUSTOMER_ID_EXISTS'
  | 'PLATFORM_MODE'
  | 'PROOF_ALREADY_USED'
  | 'PROVIDER_ACCOUNT_LINKED'
  | 'PURCHASE_AMOUNT_EXCEEDED'
  | 'QUOTE_EXPIRED'
  | 'RAIL_CANNOT_CANCEL'
  | 'REFUND_ACCOUNT_MISSING'
  | 'REJECTED'
  | 'RELYING_PARTY_MISSING'
  | 'REQUEST_DIFFERS'
  | 'REQUEST_ID_EXPIRED'
  | 'REQUEST_ID_MISSING'
  | 'REQUEST_ID_UNKNOWN'
  | 'REQUEST_ID_USED'
  | 'SANDBOX_FAULT'
  | 'SCA_NOT_REQUIRED'
  | 'SCA_REQUIRED'
  | 'SESSION_ENDED'
  | 'SIGNATURE_INVALID'
  | 'SIGNER_NOT_ALLOWED'
  | 'SIGNER_WITHOUT_SESSION'
  | 'STABLECOIN_NOT_PROVISIONED'
  | 'STABLECOIN_REGISTERED'
  | 'STEP_UP_REQUIRED'
  | 'SUBMITTED_AGAIN'
  | 'TOKEN_PERMISSION_MISSING'
  | 'TOKEN_PERMISSION_NOT_OWNED'
  | 'TOO_MANY_DOCUMENTS'
  | 'TOO_MANY_FAULTS'
  | 'TOO_MANY_OWNERS'
  | 'TOTP_ALREADY_ENROLLED'
  | 'UMA_DOMAIN_TAKEN'
  | 'UMA_NOT_CONNECTED'
  | 'WALLET_SIGNATURE_MALFORMED'
  | 'WALLET_SIGNATURE_MISSING'
  | 'WINDOW_NOT_FINAL';
