// Made from the OpenAPI document of the service: run the tests of the SDK with -u to make it again.

export interface AccountDestination {
  destinationType: 'ACCOUNT';
  accountId: AccountId;
  /** must be the currency of the account */
  currency?: string;
  paymentRail?: PaymentRail;
}

export type AccountId = InternalAccountId | ExternalAccountId;

export type AccountOwnerId = CustomerId | PlatformId;

export interface AccountQuoteSource {
  sourceType: 'ACCOUNT';
  accountId: AccountId;
  /** owner of the money in an account of the platform */
  customerId?: CustomerId;
}

export interface AccountTransactionDestination {
  destinationType: 'ACCOUNT';
  accountId: AccountId;
  currency?: string;
  onChainTransaction?: OnChainTransaction;
}

export interface AccountTransactionSource {
  sourceType: 'ACCOUNT';
  accountId: AccountId;
  currency?: string;
  onChainTransaction?: OnChainTransaction;
}

export interface Address {
  line1: string;
  line2?: string;
  city?: string;
  state?: string;
  postalCode: string;
  country: CountryCode;
}

export interface AddressWithCity {
  line1: string;
  line2?: string;
  city: string;
  state?: string;
  postalCode: string;
  country: CountryCode;
}

export interface AedBeneficiary {
  beneficiaryType: 'INDIVIDUAL';
  fullName: string;
  birthDate?: string;
  nationality?: CountryCode;
  email?: string;
  /** E.164 */
  phoneNumber?: string;
  countryOfResidence?: CountryCode;
  address?: Address;
}

export interface AedExternalAccountCreateInfo {
  accountType: 'AED_ACCOUNT';
  iban: string;
  swiftCode?: string;
  beneficiary: AedBeneficiary | BusinessBeneficiaryWithAddress;
}

export interface AedExternalAccountInfo {
  accountType: 'AED_ACCOUNT';
  iban: string;
  swiftCode?: string;
  beneficiary: AedBeneficiary | BusinessBeneficiaryWithAddress;
  paymentRails: 'BANK_TRANSFER'[];
}

export interface Agent {
  id: AgentId;
  name: string;
  customerId: CustomerId;
  isPaused: boolean;
  /** a device code was redeemed */
  isConnected: boolean;
  policy: AgentPolicy;
  usage: AgentUsage;
  createdAt: string;
  updatedAt: string;
}

export interface AgentAccountRestrictions {
  /** accounts that the agent may debit or collect money for; null: every account of the customer */
  allowedAccountIds?: AccountId[] | null;
  accountRules?: AgentAccountRule[];
}

export interface AgentAccountRule {
  accountId: AccountId;
  executionMode?: AgentExecutionMode;
  /** in place of that of spendingLimits, in its currency */
  perTransactionLimit?: number | null;
}

/** transaction: of an action that is APPROVED or FAILED */
export interface AgentAction {
  id: AgentActionId;
  agentId: AgentId;
  customerId: CustomerId;
  platformCustomerId: string;
  status: AgentActionStatus;
  type: AgentActionType;
  quote?: Quote;
  transferDetails?: AgentTransferDetails;
  transaction?: TransactionOneOf;
  /** of an action that is REJECTED or FAILED */
  rejectionReason?: string;
  createdAt: string;
  updatedAt: string;
}

export type AgentActionId = string & { readonly '~id'?: 'AgentAction' };

export interface AgentActionListResponse {
  data: AgentAction[];
  hasMore: boolean;
  nextCursor?: string;
  /** exact up to 10000, left out above */
  totalCount?: number;
}

export interface AgentActionRejectRequest {
  reason?: string;
}

export type AgentActionStatus = 'PENDING_APPROVAL' | 'APPROVED' | 'REJECTED' | 'FAILED';

export type AgentActionType = 'EXECUTE_QUOTE' | 'TRANSFER_OUT' | 'TRANSFER_IN';

export interface AgentApprovalThresholds {
  currency?: string;
  /** above it an approval is needed in any mode; null: none */
  amount?: number | null;
}

export interface AgentCreateRequest {
  name: string;
  customerId: CustomerId;
  policy: AgentPolicy;
}

export interface AgentCreateResponse {
  agent: Agent;
  deviceCode: AgentDeviceCode;
}

export interface AgentDeviceCode {
  code: string;
  agentId: AgentId;
  expiresAt: string;
  redeemed: boolean;
}

export interface AgentDeviceCodeRedeemResponse {
  agentId: AgentId;
  agentName: string;
  /** shown only in this answer */
  accessToken: string;
  policy: AgentPolicy;
}

export interface AgentDeviceCodeStatusResponse {
  code: string;
  redeemed: boolean;
}

export type AgentExecutionMode = 'AUTO' | 'APPROVAL_REQUIRED';

export interface AgentExternalAccountCreateRequest {
  currency: string;
  platformAccountId?: string;
  ownershipType?: 'FIRST_PARTY' | 'THIRD_PARTY';
  /** one per customer: the newest replaces the one before */
  defaultUmaDepositAccount?: boolean;
  accountInfo: ExternalAccountCreateInfoOneOf;
}

export type AgentId = string & { readonly '~id'?: 'Agent' };

export interface AgentListResponse {
  data: Agent[];
  hasMore: boolean;
  nextCursor?: string;
  /** exact up to 10000, left out above */
  totalCount?: number;
}

export type AgentPermission =
  | 'VIEW_TRANSACTIONS'
  | 'CREATE_TRANSFERS'
  | 'CREATE_QUOTES'
  | 'EXECUTE_QUOTES'
  | 'MANAGE_EXTERNAL_ACCOUNTS';

export interface AgentPolicy {
  permissions: AgentPermission[];
  defaultExecutionMode: AgentExecutionMode;
  spendingLimits: AgentSpendingLimits;
  accountRestrictions?: AgentAccountRestrictions;
  approvalThresholds?: AgentApprovalThresholds;
}

export interface AgentPolicyUpdateRequest {
  permissions?: AgentPermission[];
  defaultExecutionMode?: AgentExecutionMode;
  spendingLimits?: AgentSpendingLimitsUpdate;
  accountRestrictions?: AgentAccountRestrictions;
  approvalThresholds?: AgentApprovalThresholds;
}

export interface AgentSpendingLimits {
  currency: string;
  /** in the smallest unit of the currency */
  perTransactionLimit: number;
  /** of a day in UTC; null: none */
  dailyLimit?: number | null;
  /** how many a day; null: any number */
  dailyTransactionLimit?: number | null;
  /** of a month in UTC; null: none */
  monthlyLimit?: number | null;
}

export interface AgentSpendingLimitsUpdate {
  currency?: string;
  /** in the smallest unit of the currency */
  perTransactionLimit?: number;
  /** of a day in UTC; null: none */
  dailyLimit?: number | null;
  /** how many a day; null: any number */
  dailyTransactionLimit?: number | null;
  /** of a month in UTC; null: none */
  monthlyLimit?: number | null;
}

export interface AgentTransferDetails {
  amount: number;
  currency: string;
  sourceAccountId: AccountId;
  destinationAccountId: AccountId;
}

export interface AgentUpdateRequest {
  name?: string;
  isPaused?: boolean;
}

export interface AgentUsage {
  dailyTransactionCount: number;
  /** in the currency of spendingLimits */
  dailySpend: number;
  /** the day that is counted */
  dailyResetDate?: string;
  monthlySpend: number;
  /** the month that is counted */
  monthlyResetMonth?: string;
}

export type AnyTransactionId = TransactionId | CardTransactionId;

export interface ApiToken {
  id: TokenId;
  name: string;
  permissions: Permission[];
  clientId: string;
  /** only in the answer that creates the token */
  clientSecret?: string;
  createdAt: string;
  updatedAt: string;
}

export interface ApiTokenCreateRequest {
  name: string;
  permissions: Permission[];
}

export interface ApprovePaymentRequest {
  receiverCustomerInfo?: Record<string, unknown>;
}

export interface AuthCredentialChallengeRequest {
  /** required for a PASSKEY: a P-256 public key in hex; ignored for codes */
  clientPublicKey?: unknown;
}

export type AuthCredentialCreateRequest =
  | OtpCredentialCreateRequest
  | OauthCredentialCreateRequest
  | PasskeyCredentialCreateRequest;

export interface AuthCredentialListResponse {
  data: AuthMethod[];
}

export interface AuthCredentialResponse {
  id: AuthMethodId;
  accountId: InternalAccountId;
  type: AuthMethodType;
  /** PASSKEY only: the WebAuthn credential id, base64url */
  credentialId?: string;
  nickname: string;
  createdAt: string;
  updatedAt: string;
  /** EMAIL_OTP and SMS_OTP */
  otpEncryptionTargetBundle?: string;
  /** PASSKEY: its characters, as UTF-8, are the WebAuthn challenge */
  challenge?: string;
  /** PASSKEY */
  requestId?: RequestId;
  expiresAt?: string;
}

export type AuthCredentialResponseOrProcessing = AuthCredentialResponse | WalletOperationProcessing;

export type AuthCredentialVerifyRequest =
  | OtpCredentialVerifyRequest
  | OauthCredentialVerifyRequest
  | PasskeyCredentialVerifyRequest;

export interface AuthMethod {
  id: AuthMethodId;
  accountId: InternalAccountId;
  type: AuthMethodType;
  /** PASSKEY only: the WebAuthn credential id, base64url */
  credentialId?: string;
  nickname: string;
  createdAt: string;
  updatedAt: string;
}

export type AuthMethodId = string & { readonly '~id'?: 'AuthMethod' };

export interface AuthMethodResponse {
  id: AuthMethodId;
  accountId: InternalAccountId;
  type: AuthMethodType;
  /** PASSKEY only: the WebAuthn credential id, base64url */
  credentialId?: string;
  nickname: string;
  createdAt: string;
  updatedAt: string;
  /** JSON for an HPKE library; valid for one code */
  otpEncryptionTargetBundle?: string;
}

export type AuthMethodType = 'OAUTH' | 'EMAIL_OTP' | 'SMS_OTP' | 'PASSKEY';

export interface AuthSession {
  id: SessionId;
  accountId: InternalAccountId;
  type: AuthMethodType;
  /** PASSKEY only: the WebAuthn credential id, base64url */
  credentialId?: string;
  nickname: string;
  createdAt: string;
  updatedAt: string;
  /**
   * only for an uncompressed clientPublicKey; returned once
   * @deprecated
   */
  encryptedSessionSigningKey?: string;
  expiresAt: string;
}

export type AuthSessionOrProcessing = AuthSession | WalletOperationProcessing;

export interface AuthSessionRefreshRequest {
  /**
   * P-256, hex. Compressed: the key of the session. Uncompressed (deprecated): the service creates the key of the
   * session and encrypts it to this one
   */
  clientPublicKey: string;
}

export interface AuthSignedRequestChallenge {
  type: AuthMethodType;
  /** sign it exactly as received */
  payloadToSign: string;
  requestId: RequestId;
  expiresAt: string;
}

export type BankCreditId = string & { readonly '~id'?: 'BankCredit' };

export interface BaseWalletExternalAccountInfo {
  accountType: 'BASE_WALLET';
  address: string;
  vaspName?: string;
  beneficiary?: WalletIndividualBeneficiary | BusinessBeneficiary;
}

export interface BdtBeneficiary {
  beneficiaryType: 'INDIVIDUAL';
  fullName: string;
  birthDate?: string;
  nationality?: CountryCode;
  email?: string;
  /** E.164 */
  phoneNumber?: string;
  countryOfResidence?: CountryCode;
  address?: Address;
}

export interface BdtExternalAccountCreateInfo {
  accountType: 'BDT_ACCOUNT';
  accountNumber?: string;
  bankName: string;
  branchCode?: string;
  swiftCode?: string;
  phoneNumber?: string;
  beneficiary: BdtBeneficiary | BusinessBeneficiary;
}

export interface BdtExternalAccountInfo {
  accountType: 'BDT_ACCOUNT';
  accountNumber?: string;
  bankName: string;
  branchCode?: string;
  swiftCode?: string;
  phoneNumber?: string;
  beneficiary: BdtBeneficiary | BusinessBeneficiary;
  paymentRails: ('BANK_TRANSFER' | 'MOBILE_MONEY')[];
}

export interface BeneficialOwner {
  id: BeneficialOwnerId;
  customerId: CustomerId;
  roles: ('UBO' | 'DIRECTOR' | 'COMPANY_OFFICER' | 'CONTROL_PERSON' | 'TRUSTEE' | 'GENERAL_PARTNER')[];
  ownershipPercentage: number;
  personalInfo: BeneficialOwnerPersonalInfoResponse;
  kycStatus: 'UNVERIFIED' | 'PENDING' | 'APPROVED' | 'REJECTED' | 'HOLD';
  createdAt: string;
  updatedAt: string;
}

export interface BeneficialOwnerCreateRequest {
  customerId: CustomerId;
  roles: ('UBO' | 'DIRECTOR' | 'COMPANY_OFFICER' | 'CONTROL_PERSON' | 'TRUSTEE' | 'GENERAL_PARTNER')[];
  ownershipPercentage: number;
  personalInfo: BeneficialOwnerPersonalInfo;
}

export type BeneficialOwnerId = string & { readonly '~id'?: 'BeneficialOwner' };

export interface BeneficialOwnerListResponse {
  data: BeneficialOwner[];
  hasMore: boolean;
  nextCursor?: string;
  /** exact up to 10000, left out above */
  totalCount?: number;
}

export interface BeneficialOwnerPersonalInfo {
  firstName: string;
  middleName?: string;
  lastName: string;
  birthDate: string;
  nationality: CountryCode;
  email?: string;
  /** E.164 */
  phoneNumber?: string;
  address: Address;
  idType: 'SSN' | 'ITIN' | 'EIN' | 'NON_US_TAX_ID';
  countryOfIssuance?: CountryCode;
  identifier: string;
}

export interface BeneficialOwnerPersonalInfoResponse {
  firstName: string;
  middleName?: string;
  lastName: string;
  birthDate: string;
  nationality: CountryCode;
  email?: string;
  /** E.164 */
  phoneNumber?: string;
  address: Address;
  idType: 'SSN' | 'ITIN' | 'EIN' | 'NON_US_TAX_ID';
  countryOfIssuance?: CountryCode;
}

export interface BeneficialOwnerPersonalInfoUpdate {
  firstName?: string;
  middleName?: string;
  lastName?: string;
  birthDate?: string;
  nationality?: CountryCode;
  email?: string;
  /** E.164 */
  phoneNumber?: string;
  address?: Address;
  idType?: 'SSN' | 'ITIN' | 'EIN' | 'NON_US_TAX_ID';
  countryOfIssuance?: CountryCode;
  identifier?: string;
}

export interface BeneficialOwnerUpdateRequest {
  roles?: ('UBO' | 'DIRECTOR' | 'COMPANY_OFFICER' | 'CONTROL_PERSON' | 'TRUSTEE' | 'GENERAL_PARTNER')[];
  ownershipPercentage?: number;
  personalInfo?: BeneficialOwnerPersonalInfoUpdate;
}

export interface BeneficiaryTrustConfirm {
  trusted: boolean;
}

export interface BeneficiaryTrustConfirmRequest {
  challengeId: string;
  code?: string | null;
  /** AuthenticationResponseJSON */
  passkeyAssertion?: Record<string, unknown> | null;
  /** required with passkeyAssertion */
  origin?: string | null;
}

/** empty if the payee is in the requested state already */
export interface BeneficiaryTrustStart {
  scaChallenge?: ScaChallenge;
}

/** scaFactor is SMS_OTP by default */
export interface BeneficiaryTrustStartRequest {
  scaFactor?: ScaFactor;
}

export interface BeneficiaryVerifiedData {
  fullName?: string;
}

export interface BrlBeneficiary {
  beneficiaryType: 'INDIVIDUAL';
  fullName: string;
  birthDate?: string;
  nationality?: CountryCode;
  email?: string;
  /** E.164 */
  phoneNumber?: string;
  countryOfResidence?: CountryCode;
  address?: Address;
}

export interface BrlExternalAccountCreateInfo {
  accountType: 'BRL_ACCOUNT';
  pixKey: string;
  pixKeyType: 'CPF' | 'CNPJ' | 'EMAIL' | 'PHONE' | 'RANDOM';
  taxId: string;
  beneficiary: BrlBeneficiary | BusinessBeneficiaryWithAddress;
}

export interface BrlExternalAccountInfo {
  accountType: 'BRL_ACCOUNT';
  pixKey: string;
  pixKeyType: 'CPF' | 'CNPJ' | 'EMAIL' | 'PHONE' | 'RANDOM';
  taxId: string;
  beneficiary: BrlBeneficiary | BusinessBeneficiaryWithAddress;
  paymentRails: 'PIX'[];
}

export interface BulkCustomerImportJob {
  id: JobId;
  status: 'PENDING' | 'PROCESSING' | 'COMPLETED' | 'FAILED';
  progress: {
    total: number;
    processed: number;
    successful: number;
    failed: number;
  };
  errors?: {
    /** platformCustomerId of the row, or row_<number> */
    correlationId: string;
    code: string;
    message: string;
    details?: unknown;
  }[];
  completedAt?: string;
}

export interface BulkCustomerImportJobAccepted {
  jobId: JobId;
  status: 'PENDING' | 'PROCESSING';
}

export interface BusinessBeneficiary {
  beneficiaryType: 'BUSINESS';
  legalName: string;
  registrationNumber?: string;
  taxId?: string;
  email?: string;
  /** E.164 */
  phoneNumber?: string;
  countryOfResidence?: CountryCode;
  address?: Address;
}

export interface BusinessBeneficiaryWithAddress {
  beneficiaryType: 'BUSINESS';
  legalName: string;
  registrationNumber?: string;
  taxId?: string;
  email?: string;
  /** E.164 */
  phoneNumber?: string;
  countryOfResidence?: CountryCode;
  address: Address;
}

export interface BusinessBeneficiaryWithAddressAndRegistrationNumber {
  beneficiaryType: 'BUSINESS';
  legalName: string;
  registrationNumber: string;
  taxId?: string;
  email?: string;
  /** E.164 */
  phoneNumber?: string;
  countryOfResidence?: CountryCode;
  address: Address;
}

export interface BusinessBeneficiaryWithAddressAndRegistrationNumberAndTaxId {
  beneficiaryType: 'BUSINESS';
  legalName: string;
  registrationNumber: string;
  taxId: string;
  email?: string;
  /** E.164 */
  phoneNumber?: string;
  countryOfResidence?: CountryCode;
  address: Address;
}

export interface BusinessCustomer {
  customerType: 'BUSINESS';
  id: CustomerId;
  platformCustomerId: string;
  umaAddress: string;
  createdAt: string;
  updatedAt: string;
  isDeleted: boolean;
  endUserTermsConsent?: EndUserTermsConsent;
  region?: string;
  currencies?: string[];
  email?: string;
  /** E.164 */
  phoneNumber?: string;
  contactVerification?: {
    email?: 'PENDING' | 'VERIFIED';
    phone?: 'PENDING' | 'VERIFIED';
  };
  kybStatus: 'UNVERIFIED' | 'PENDING' | 'APPROVED' | 'REJECTED' | 'HOLD';
  address?: Address;
  businessInfo?: BusinessInfoUpdate;
  beneficialOwners: BeneficialOwner[];
}

export interface BusinessCustomerCreateRequest {
  customerType: 'BUSINESS';
  platformCustomerId?: string;
  region?: CountryCode;
  currencies?: string[];
  email?: string;
  /** E.164 */
  phoneNumber?: string;
  umaAddress?: string;
  endUserTermsConsent?: EndUserTermsConsent;
  address?: Address;
  businessInfo: BusinessInfo;
}

export interface BusinessCustomerUpdateRequest {
  customerType: 'BUSINESS';
  currencies?: string[];
  email?: string;
  /** E.164 */
  phoneNumber?: string;
  umaAddress?: string;
  endUserTermsConsent?: EndUserTermsConsent;
  address?: Address;
  businessInfo?: BusinessInfoUpdate;
}

export interface BusinessInfo {
  legalName: string;
  country: CountryCode;
  taxId: string;
  incorporatedOn: string;
  doingBusinessAs?: string;
  registrationNumber?: string;
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
  countriesOfOperation?: CountryCode[];
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
  sourceOfFunds?: string;
  expectedMonthlyTransactionCount?:
    | 'COUNT_UNDER_10'
    | 'COUNT_10_TO_100'
    | 'COUNT_100_TO_500'
    | 'COUNT_500_TO_1000'
    | 'COUNT_OVER_1000';
  expectedMonthlyTransactionVolume?:
    | 'VOLUME_UNDER_10K'
    | 'VOLUME_10K_TO_100K'
    | 'VOLUME_100K_TO_1M'
    | 'VOLUME_1M_TO_10M'
    | 'VOLUME_OVER_10M';
  expectedRecipientJurisdictions?: CountryCode[];
  naicsCode?: string;
  sourceOfFundsCategories?: (
    | 'OPERATING_REVENUE'
    | 'INVESTMENT_INCOME'
    | 'LOANS'
    | 'VENTURE_CAPITAL'
    | 'PERSONAL_SAVINGS'
    | 'DONATIONS'
    | 'OTHER'
  )[];
  sourceOfFundsOtherDescription?: string;
  purposeOfAccountOtherDescription?: string;
  expectedCounterpartyCountries?: CountryCode[];
  primaryContactFirstName?: string;
  primaryContactLastName?: string;
}

export interface BusinessInfoUpdate {
  legalName?: string;
  doingBusinessAs?: string;
  country?: CountryCode;
  registrationNumber?: string;
  incorporatedOn?: string;
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
  taxId?: string;
  countriesOfOperation?: CountryCode[];
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
  sourceOfFunds?: string;
  expectedMonthlyTransactionCount?:
    | 'COUNT_UNDER_10'
    | 'COUNT_10_TO_100'
    | 'COUNT_100_TO_500'
    | 'COUNT_500_TO_1000'
    | 'COUNT_OVER_1000';
  expectedMonthlyTransactionVolume?:
    | 'VOLUME_UNDER_10K'
    | 'VOLUME_10K_TO_100K'
    | 'VOLUME_100K_TO_1M'
    | 'VOLUME_1M_TO_10M'
    | 'VOLUME_OVER_10M';
  expectedRecipientJurisdictions?: CountryCode[];
  naicsCode?: string;
  sourceOfFundsCategories?: (
    | 'OPERATING_REVENUE'
    | 'INVESTMENT_INCOME'
    | 'LOANS'
    | 'VENTURE_CAPITAL'
    | 'PERSONAL_SAVINGS'
    | 'DONATIONS'
    | 'OTHER'
  )[];
  sourceOfFundsOtherDescription?: string;
  purposeOfAccountOtherDescription?: string;
  expectedCounterpartyCountries?: CountryCode[];
  primaryContactFirstName?: string;
  primaryContactLastName?: string;
}

export interface BwpBeneficiary {
  beneficiaryType: 'INDIVIDUAL';
  fullName: string;
  birthDate?: string;
  nationality?: CountryCode;
  email?: string;
  /** E.164 */
  phoneNumber?: string;
  countryOfResidence?: CountryCode;
  address?: Address;
}

export interface BwpExternalAccountCreateInfo {
  accountType: 'BWP_ACCOUNT';
  phoneNumber: string;
  provider: string;
  beneficiary: BwpBeneficiary | BusinessBeneficiaryWithAddressAndRegistrationNumberAndTaxId;
}

export interface BwpExternalAccountInfo {
  accountType: 'BWP_ACCOUNT';
  phoneNumber: string;
  provider: string;
  beneficiary: BwpBeneficiary | BusinessBeneficiaryWithAddressAndRegistrationNumberAndTaxId;
  paymentRails: 'MOBILE_MONEY'[];
}

export interface CadBeneficiary {
  beneficiaryType: 'INDIVIDUAL';
  fullName: string;
  birthDate?: string;
  nationality?: CountryCode;
  email?: string;
  /** E.164 */
  phoneNumber?: string;
  countryOfResidence?: CountryCode;
  address?: Address;
  registrationNumber?: string;
}

export interface CadExternalAccountCreateInfo {
  accountType: 'CAD_ACCOUNT';
  bankCode: string;
  branchCode: string;
  accountNumber: string;
  beneficiary: CadBeneficiary | BusinessBeneficiary;
}

export interface CadExternalAccountInfo {
  accountType: 'CAD_ACCOUNT';
  bankCode: string;
  branchCode: string;
  accountNumber: string;
  beneficiary: CadBeneficiary | BusinessBeneficiary;
  paymentRails: 'BANK_TRANSFER'[];
}

export interface CancelTransactionRequest {
  reason?: string;
}

export interface Card {
  id: CardId;
  cardholderId: CustomerId;
  platformCardId: string;
  state: CardState;
  /** why the card is CLOSED */
  stateReason: 'ISSUER_REJECTED' | 'CLOSED_BY_PLATFORM' | 'CLOSED_BY_SERVICE' | null;
  /** present, like last4 and the expiry, once the card is issued */
  brand?: 'VISA' | 'MASTERCARD';
  form: CardForm;
  last4?: string;
  expMonth?: number;
  expYear?: number;
  /** in the order they are drawn on */
  fundingSources: InternalAccountId[];
  maxSpendPerTransaction: number | null;
  /** currency of the funding sources */
  currency: string;
  processorRef?: string;
  issuerRef?: string;
  createdAt: string;
  updatedAt: string;
}

export interface CardCreateRequest {
  cardholderId: CustomerId;
  /** your id of the card; generated where absent */
  platformCardId?: string;
  /** only in programs that support it */
  threeDSecurePassword?: string;
  form: CardForm;
  /** internal accounts of the cardholder in the card's currency, in the order they are drawn on */
  fundingSources: InternalAccountId[];
  /** largest amount of one authorization, inclusive, in the smallest unit of the currency */
  maxSpendPerTransaction?: number;
}

export type CardForm = 'VIRTUAL';

export type CardFundingSourceId = string & { readonly '~id'?: 'CardFundingSource' };

export type CardId = string & { readonly '~id'?: 'Card' };

export interface CardListResponse {
  data: Card[];
  hasMore: boolean;
  nextCursor?: string;
  /** exact up to 10000, left out above */
  totalCount?: number;
}

export interface CardMerchant {
  descriptor: string;
  /** ISO 18245 */
  mcc?: string;
  /** ISO 3166-1 */
  country?: string;
}

/** Amount pulled from the funding sources, less failed and released pulls. */
export interface CardPullSummary {
  count: number;
  /** in the currency of authorizedAmount */
  totalAmount: number;
  pendingCount?: number;
}

/** Amount returned by the merchant, less reversed returns. For a credit: the reversed part. */
export interface CardRefundSummary {
  count: number;
  /** in the currency of authorizedAmount */
  totalAmount: number;
}

export interface CardRevealResponse {
  /** for an iframe; opens once */
  panEmbedUrl: string;
  expiresAt: string;
}

export interface CardSettlementSummary {
  count: number;
  /** in the currency of authorizedAmount */
  totalAmount: number;
}

export type CardState = 'PENDING_KYC' | 'PROCESSING' | 'ACTIVE' | 'FROZEN' | 'CLOSED';

export interface CardTokenization2FAConfig {
  displayName?: string;
  logoUrl?: string;
  email?: {
    fromAddress?: string;
    fromName?: string;
    replyToAddress?: string;
    subject?: string;
    bodyText?: string;
  };
  sms?: {
    templateSid?: string;
    bodyText?: string;
  };
}

export interface CardTransaction {
  id: CardTransactionId;
  type: 'CARD';
  cardId?: CardId;
  customerId: CustomerId;
  platformCustomerId: string;
  issuerTransactionToken?: string;
  status: 'AUTHORIZED' | 'PARTIALLY_SETTLED' | 'SETTLED' | 'REFUNDED' | 'EXCEPTION' | 'DECLINED' | 'EXPIRED';
  declineReason?: 'INSUFFICIENT_FUNDS' | 'CARD_PAUSED' | 'CARD_CLOSED' | 'LIMIT_EXCEEDED';
  direction: 'CREDIT' | 'DEBIT';
  merchant: CardMerchant;
  authorizedAmount: CurrencyAmount;
  settledAmount?: CurrencyAmount;
  refundedAmount?: CurrencyAmount;
  /** the funding source of the first pull, or the credited account */
  accountId: InternalAccountId;
  pullSummary?: CardPullSummary;
  refundSummary?: CardRefundSummary;
  settlementSummary?: CardSettlementSummary;
  authorizedAt: string;
  lastEventAt?: string;
  createdAt: string;
  updatedAt: string;
}

export type CardTransactionId = string & { readonly '~id'?: 'CardTransaction' };

export interface CardUpdateRequest {
  /** CLOSED is final */
  state?: 'ACTIVE' | 'FROZEN' | 'CLOSED';
  /** internal accounts of the cardholder in the card's currency, in the order they are drawn on */
  fundingSources?: InternalAccountId[];
  /** null removes the limit */
  maxSpendPerTransaction?: number | null;
}

export interface CnyBeneficiary {
  beneficiaryType: 'INDIVIDUAL';
  fullName: string;
  birthDate?: string;
  nationality?: CountryCode;
  email?: string;
  /** E.164 */
  phoneNumber?: string;
  countryOfResidence?: CountryCode;
  address?: Address;
}

export interface CnyExternalAccountCreateInfo {
  accountType: 'CNY_ACCOUNT';
  accountNumber?: string;
  bankName: string;
  phoneNumber?: string;
  beneficiary: CnyBeneficiary | BusinessBeneficiary;
}

export interface CnyExternalAccountInfo {
  accountType: 'CNY_ACCOUNT';
  accountNumber?: string;
  bankName: string;
  phoneNumber?: string;
  beneficiary: CnyBeneficiary | BusinessBeneficiary;
  paymentRails: ('BANK_TRANSFER' | 'MOBILE_MONEY')[];
}

/** A signed operation that was performed */
export interface CompletedWalletOperation {
  operationId: OperationId;
  /** of the signed retry */
  requestId: RequestId;
  operationType: 'auth_credential.create' | 'auth_credential.delete' | 'session.revoke' | 'wallet.export';
  resourceType: 'AUTH_METHOD' | 'SESSION' | 'INTERNAL_ACCOUNT';
  resourceId: string;
  status: 'completed';
}

export interface ConfirmReceiptDeliveryRequest {
  /** left out: now */
  receiptDeliveryConfirmedAt?: string;
}

export interface ContactVerificationConfirmRequest {
  code: string;
}

export interface CopBeneficiary {
  beneficiaryType: 'INDIVIDUAL';
  fullName: string;
  birthDate?: string;
  nationality?: CountryCode;
  email?: string;
  /** E.164 */
  phoneNumber?: string;
  countryOfResidence?: CountryCode;
  address?: Address;
  documentType?: 'CC' | 'CE' | 'TI' | 'NIT' | 'PP';
  documentNumber?: string;
}

export interface CopExternalAccountCreateInfo {
  accountType: 'COP_ACCOUNT';
  accountNumber?: string;
  bankAccountType?: 'CHECKING' | 'SAVINGS';
  bankName: string;
  phoneNumber?: string;
  beneficiary: CopBeneficiary | BusinessBeneficiary;
}

export interface CopExternalAccountInfo {
  accountType: 'COP_ACCOUNT';
  accountNumber?: string;
  bankAccountType?: 'CHECKING' | 'SAVINGS';
  bankName: string;
  phoneNumber?: string;
  beneficiary: CopBeneficiary | BusinessBeneficiary;
  paymentRails: ('BANK_TRANSFER' | 'MOBILE_MONEY')[];
}

export interface CounterpartyFieldDefinition {
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
  mandatory: boolean;
}

export type CounterpartyInformation = Record<string, unknown>;

/** ISO 3166-1 alpha-2 */
export type CountryCode = string;

export interface Currency {
  code: string;
  name: string;
  symbol: string;
  decimals: number;
}

export interface CurrencyAmount {
  amount: number;
  currency: Currency;
}

export interface CurrencyPreference {
  currency: Currency;
  /** receiving smallest units per smallest unit of the sender's first currency; not locked */
  estimatedExchangeRate: number;
  /** smallest amount that can be received */
  min: number;
  /** largest amount that can be received */
  max: number;
}

export type CustomerCreateRequestOneOf = IndividualCustomerCreateRequest | BusinessCustomerCreateRequest;

export type CustomerId = string & { readonly '~id'?: 'Customer' };

export interface CustomerListResponse {
  data: CustomerOneOf[];
  hasMore: boolean;
  nextCursor?: string;
  /** exact up to 10000, left out above */
  totalCount?: number;
}

export type CustomerOneOf = IndividualCustomer | BusinessCustomer;

export type CustomerOneOfOrProcessing = CustomerOneOf | WalletOperationProcessing;

export type CustomerUpdateRequestOneOf = IndividualCustomerUpdateRequest | BusinessCustomerUpdateRequest;

export interface CustomersCsvUploadRequest {
  /** at most 104857600 bytes */
  file: Blob;
}

export interface DelegatedKey {
  id: DelegatedKeyId;
  cardId: CardId;
  fundingSourceId: CardFundingSourceId;
  accountId: InternalAccountId;
  /** compressed, hex */
  publicKey: string;
  nickname: string;
  status: 'PENDING' | 'ACTIVE' | 'REVOKED';
  createdAt: string;
  updatedAt: string;
}

export interface DelegatedKeyCreateRequest {
  cardId: CardId;
  internalAccountId: InternalAccountId;
  nickname: string;
}

export type DelegatedKeyId = string & { readonly '~id'?: 'DelegatedKey' };

export interface DelegatedKeyListResponse {
  data: DelegatedKey[];
}

export interface DiscoveryListResponse {
  data: {
    /** value of bankName or provider of an external account */
    bankName: string;
    displayName: string;
    /** ISO 3166-1 alpha-2 */
    country: string;
    currency: string;
  }[];
}

export interface DkkBeneficiary {
  beneficiaryType: 'INDIVIDUAL';
  fullName: string;
  birthDate?: string;
  nationality?: CountryCode;
  email?: string;
  /** E.164 */
  phoneNumber?: string;
  countryOfResidence?: CountryCode;
  address?: Address;
}

export interface DkkExternalAccountCreateInfo {
  accountType: 'DKK_ACCOUNT';
  iban: string;
  swiftCode?: string;
  beneficiary: DkkBeneficiary | BusinessBeneficiaryWithAddress;
}

export interface DkkExternalAccountInfo {
  accountType: 'DKK_ACCOUNT';
  iban: string;
  swiftCode?: string;
  beneficiary: DkkBeneficiary | BusinessBeneficiaryWithAddress;
  paymentRails: ('SEPA' | 'SEPA_INSTANT')[];
}

export interface Document {
  id: DocumentId;
  documentHolder: DocumentHolderId;
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
  /** for a DRIVERS_LICENSE or NATIONAL_ID; default: the file shows both */
  side?: 'FRONT' | 'BACK';
  /** country that issued it */
  country: CountryCode;
  /** required for identity documents */
  documentNumber?: string;
  /** required for identity documents */
  issuingAuthority?: string;
  fileName: string;
  createdAt: string;
  updatedAt: string;
}

export type DocumentHolderId = CustomerId | BeneficialOwnerId;

export type DocumentId = string & { readonly '~id'?: 'Document' };

export interface DocumentListResponse {
  data: Document[];
  hasMore: boolean;
  nextCursor?: string;
  /** exact up to 10000, left out above */
  totalCount?: number;
}

export interface DocumentReplaceRequest {
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
  /** for a DRIVERS_LICENSE or NATIONAL_ID; default: the file shows both */
  side?: 'FRONT' | 'BACK';
  /** country that issued it */
  country: CountryCode;
  /** required for identity documents */
  documentNumber?: string;
  /** required for identity documents */
  issuingAuthority?: string;
  /** at most 10485760 bytes */
  file: Blob;
}

export interface DocumentUploadRequest {
  documentHolder: DocumentHolderId;
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
  /** for a DRIVERS_LICENSE or NATIONAL_ID; default: the file shows both */
  side?: 'FRONT' | 'BACK';
  /** country that issued it */
  country: CountryCode;
  /** required for identity documents */
  documentNumber?: string;
  /** required for identity documents */
  issuingAuthority?: string;
  /** at most 10485760 bytes */
  file: Blob;
}

export interface EgpBeneficiary {
  beneficiaryType: 'INDIVIDUAL';
  fullName: string;
  birthDate?: string;
  nationality?: CountryCode;
  email?: string;
  /** E.164 */
  phoneNumber?: string;
  countryOfResidence?: CountryCode;
  address?: Address;
}

export interface EgpExternalAccountCreateInfo {
  accountType: 'EGP_ACCOUNT';
  iban?: string;
  bankName: string;
  phoneNumber?: string;
  beneficiary: EgpBeneficiary | BusinessBeneficiary;
}

export interface EgpExternalAccountInfo {
  accountType: 'EGP_ACCOUNT';
  iban?: string;
  bankName: string;
  phoneNumber?: string;
  beneficiary: EgpBeneficiary | BusinessBeneficiary;
  paymentRails: ('BANK_TRANSFER' | 'MOBILE_MONEY')[];
}

export interface EmbeddedWalletConfig {
  appName?: string;
  otpLength?: number;
  alphanumeric?: boolean;
  expirationSeconds?: number;
  sendFromEmailAddress?: string;
  sendFromEmailSenderName?: string;
  replyToEmailAddress?: string;
  logoUrl?: string;
  relyingParties?: {
    /** WebAuthn relying party id: a domain */
    id: string;
    /** https origins and native app origins */
    origins: string[];
  }[];
  /** whether passkeys open wallets of a production platform without user verification; false by default */
  allowPasskeyPresenceOnly?: boolean;
}

export interface EndUserTerms {
  version: string;
  url: string;
}

export interface EndUserTermsConsent {
  acceptedAt: string;
  ipAddress: string;
  termsVersion: string;
  acceptanceMethod: 'CHECKBOX' | 'CLICK_TO_ACCEPT';
}

export interface EstimateCryptoWithdrawalFeeRequest {
  internalAccountId: InternalAccountId;
  currency: string;
  cryptoNetwork: 'BITCOIN' | 'ETHEREUM' | 'SOLANA' | 'BASE' | 'POLYGON' | 'TRON' | 'PLASMA' | 'SPARK';
  amount: number;
  destinationAddress: string;
}

export interface EstimateCryptoWithdrawalFeeResponse {
  /** in the smallest unit of networkFeeAsset */
  networkFee: number;
  networkFeeAsset: string;
  applicationFee: number;
  totalFee: number;
  /** amount received */
  netAmount: number;
}

export interface EthereumWalletExternalAccountInfo {
  accountType: 'ETHEREUM_WALLET';
  address: string;
  vaspName?: string;
  beneficiary?: WalletIndividualBeneficiary | BusinessBeneficiary;
}

export interface EurBeneficiary {
  beneficiaryType: 'INDIVIDUAL';
  fullName: string;
  birthDate?: string;
  nationality?: CountryCode;
  email?: string;
  /** E.164 */
  phoneNumber?: string;
  countryOfResidence: CountryCode;
  address?: AddressWithCity;
}

export interface EurExternalAccountCreateInfo {
  accountType: 'EUR_ACCOUNT';
  iban: string;
  swiftCode?: string;
  beneficiary: EurBeneficiary | BusinessBeneficiaryWithAddressAndRegistrationNumber;
}

export interface EurExternalAccountInfo {
  accountType: 'EUR_ACCOUNT';
  iban: string;
  swiftCode?: string;
  beneficiary: EurBeneficiary | BusinessBeneficiaryWithAddressAndRegistrationNumber;
  paymentRails: ('SEPA' | 'SEPA_INSTANT')[];
}

export interface ExchangeRate {
  sourceCurrency: Currency;
  sendingAmount: number;
  minSendingAmount: number;
  maxSendingAmount: number;
  destinationCurrency: Currency;
  /** not set where a crypto network delivers */
  destinationPaymentRail?:
    | 'ACH'
    | 'ACH_COLOMBIA'
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
  /** crypto network that delivers the currency */
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
  /** 0 where the fees exceed the amount */
  receivingAmount: number;
  /** sending smallest units per receiving smallest unit, after fees */
  exchangeRate: number;
  fees: ExchangeRateFees;
  updatedAt: string;
}

/** fees of the service and of the platform, in the source currency */
export interface ExchangeRateFees {
  fixed?: number;
  total?: number;
}

export interface ExchangeRateListResponse {
  data: ExchangeRate[];
}

export interface ExecuteQuoteRequest {
  scaFactor?: 'SMS_OTP' | 'TOTP' | 'PASSKEY';
}

export interface ExternalAccount {
  id: ExternalAccountId;
  customerId?: CustomerId;
  status: 'PENDING' | 'ACTIVE' | 'PENDING_OWNERSHIP_VERIFICATION' | 'UNVERIFIED' | 'UNDER_REVIEW' | 'INACTIVE';
  platformAccountId?: string;
  ownershipType?: 'FIRST_PARTY' | 'THIRD_PARTY';
  currency: string;
  defaultUmaDepositAccount?: boolean;
  beneficiaryVerificationStatus?:
    | 'MATCHED'
    | 'PARTIAL_MATCH'
    | 'NOT_MATCHED'
    | 'UNSUPPORTED'
    | 'CHECKED_BY_RECEIVING_FI'
    | 'PENDING';
  beneficiaryVerifiedData?: BeneficiaryVerifiedData;
  accountInfo: ExternalAccountInfoOneOf;
}

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

export interface ExternalAccountCreateRequest {
  /** absent: the platform's own account */
  customerId?: CustomerId;
  currency: string;
  platformAccountId?: string;
  ownershipType?: 'FIRST_PARTY' | 'THIRD_PARTY';
  /** one per customer: the newest replaces the one before */
  defaultUmaDepositAccount?: boolean;
  accountInfo: ExternalAccountCreateInfoOneOf;
}

export interface ExternalAccountDestinationReference {
  accountId: ExternalAccountId;
  paymentRail?: PaymentRail;
}

export type ExternalAccountId = string & { readonly '~id'?: 'ExternalAccount' };

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
  data: ExternalAccount[];
  hasMore: boolean;
  nextCursor?: string;
  /** exact up to 10000, left out above */
  totalCount?: number;
}

export interface ExternalAccountReference {
  accountId: ExternalAccountId;
}

/** A signed operation that was begun and not performed */
export interface FailedWalletOperation {
  operationId: OperationId;
  /** of the signed retry */
  requestId: RequestId;
  operationType: 'auth_credential.create' | 'auth_credential.delete' | 'session.revoke' | 'wallet.export';
  resourceType: 'AUTH_METHOD' | 'SESSION' | 'INTERNAL_ACCOUNT';
  /** for a credential that was not added, the id it would have had */
  resourceId: string;
  status: 'failed';
  error: {
    /** of the last admitted attempt; EXPIRED: the operation was processing and the request was not repeated in time */
    code: string;
  };
}

export interface FeeConfig {
  feeType: 'CROSS_CURRENCY_TRANSACTION';
  sourceCurrency: string;
  variableFeeBps: number;
  fixedFee: {
    amount: number;
    currency: string;
  };
}

export interface FieldError {
  /** dot-notation path */
  field: string;
  message?: string;
  constraint?: {
    format?: string;
    pattern?: string;
    enum?: string[];
    minLength?: number;
    maxLength?: number;
  };
}

export interface GbpBeneficiary {
  beneficiaryType: 'INDIVIDUAL';
  fullName: string;
  birthDate?: string;
  nationality?: CountryCode;
  email?: string;
  /** E.164 */
  phoneNumber?: string;
  countryOfResidence?: CountryCode;
  address?: AddressWithCity;
}

export interface GbpExternalAccountCreateInfo {
  accountType: 'GBP_ACCOUNT';
  sortCode: string;
  accountNumber: string;
  beneficiary: GbpBeneficiary | BusinessBeneficiaryWithAddress;
}

export interface GbpExternalAccountInfo {
  accountType: 'GBP_ACCOUNT';
  sortCode: string;
  accountNumber: string;
  beneficiary: GbpBeneficiary | BusinessBeneficiaryWithAddress;
  paymentRails: 'FASTER_PAYMENTS'[];
}

export interface GhsBeneficiary {
  beneficiaryType: 'INDIVIDUAL';
  fullName: string;
  birthDate?: string;
  nationality?: CountryCode;
  email?: string;
  /** E.164 */
  phoneNumber?: string;
  countryOfResidence?: CountryCode;
  address?: Address;
}

export interface GhsExternalAccountCreateInfo {
  accountType: 'GHS_ACCOUNT';
  accountNumber?: string;
  bankName: string;
  phoneNumber?: string;
  beneficiary: GhsBeneficiary | BusinessBeneficiary;
}

export interface GhsExternalAccountInfo {
  accountType: 'GHS_ACCOUNT';
  accountNumber?: string;
  bankName: string;
  phoneNumber?: string;
  beneficiary: GhsBeneficiary | BusinessBeneficiary;
  paymentRails: ('BANK_TRANSFER' | 'MOBILE_MONEY')[];
}

export interface GtqBeneficiary {
  beneficiaryType: 'INDIVIDUAL';
  fullName: string;
  birthDate?: string;
  nationality?: CountryCode;
  email?: string;
  /** E.164 */
  phoneNumber: string;
  countryOfResidence: CountryCode;
  address?: Address;
}

export interface GtqExternalAccountCreateInfo {
  accountType: 'GTQ_ACCOUNT';
  accountNumber: string;
  bankAccountType: 'CHECKING' | 'SAVINGS';
  bankName: string;
  beneficiary: GtqBeneficiary | BusinessBeneficiary;
}

export interface GtqExternalAccountInfo {
  accountType: 'GTQ_ACCOUNT';
  accountNumber: string;
  bankAccountType: 'CHECKING' | 'SAVINGS';
  bankName: string;
  beneficiary: GtqBeneficiary | BusinessBeneficiary;
  paymentRails: 'BANK_TRANSFER'[];
}

export interface HkdBeneficiary {
  beneficiaryType: 'INDIVIDUAL';
  fullName: string;
  birthDate?: string;
  nationality?: CountryCode;
  email?: string;
  /** E.164 */
  phoneNumber?: string;
  countryOfResidence?: CountryCode;
  address?: Address;
}

export interface HkdExternalAccountCreateInfo {
  accountType: 'HKD_ACCOUNT';
  bankName: string;
  accountNumber: string;
  swiftCode: string;
  beneficiary: HkdBeneficiary | BusinessBeneficiaryWithAddress;
}

export interface HkdExternalAccountInfo {
  accountType: 'HKD_ACCOUNT';
  bankName: string;
  accountNumber: string;
  swiftCode: string;
  beneficiary: HkdBeneficiary | BusinessBeneficiaryWithAddress;
  paymentRails: 'BANK_TRANSFER'[];
}

export interface HtgBeneficiary {
  beneficiaryType: 'INDIVIDUAL';
  fullName: string;
  birthDate?: string;
  nationality?: CountryCode;
  email?: string;
  /** E.164 */
  phoneNumber?: string;
  countryOfResidence?: CountryCode;
  address?: Address;
}

export interface HtgExternalAccountCreateInfo {
  accountType: 'HTG_ACCOUNT';
  phoneNumber: string;
  beneficiary: HtgBeneficiary | BusinessBeneficiary;
}

export interface HtgExternalAccountInfo {
  accountType: 'HTG_ACCOUNT';
  phoneNumber: string;
  beneficiary: HtgBeneficiary | BusinessBeneficiary;
  paymentRails: 'MOBILE_MONEY'[];
}

export interface IdrBeneficiary {
  beneficiaryType: 'INDIVIDUAL';
  fullName: string;
  birthDate?: string;
  nationality?: CountryCode;
  email?: string;
  /** E.164 */
  phoneNumber?: string;
  countryOfResidence?: CountryCode;
  address?: Address;
}

export interface IdrExternalAccountCreateInfo {
  accountType: 'IDR_ACCOUNT';
  bankName: string;
  accountNumber: string;
  swiftCode: string;
  phoneNumber: string;
  beneficiary: IdrBeneficiary | BusinessBeneficiaryWithAddress;
}

export interface IdrExternalAccountInfo {
  accountType: 'IDR_ACCOUNT';
  bankName: string;
  accountNumber: string;
  swiftCode: string;
  phoneNumber: string;
  beneficiary: IdrBeneficiary | BusinessBeneficiaryWithAddress;
  paymentRails: 'BANK_TRANSFER'[];
}

export interface IncomingPaymentWebhookData {
  id: TransactionId;
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
  /** why settlement takes longer, while it does */
  pendingReason?:
    | 'COUNTERPARTY_DECLARATION_REQUIRED'
    | 'WALLET_VERIFICATION_REQUIRED'
    | 'COUNTERPARTY_INFORMATION_REQUIRED'
    | 'COMPLIANCE_REVIEW';
  direction: 'CREDIT' | 'DEBIT';
  destination: AccountTransactionDestination | UmaAddressTransactionDestination;
  /** a customer, or the platform for the platform's own accounts */
  customerId: AccountOwnerId;
  platformCustomerId: string;
  settledAt?: string;
  createdAt?: string;
  updatedAt?: string;
  receiptDeliveryConfirmedAt?: string;
  agentId?: AgentId;
  description?: string;
  /** sending units per receiving unit */
  exchangeRate?: number;
  quoteId?: QuoteId;
  refund?: Refund;
  counterpartyInformation?: CounterpartyInformation;
  /** in the sending currency */
  fees?: number;
  reconciliationInstructions?: ReconciliationInstructions;
  type: 'INCOMING';
  source?: AccountTransactionSource | UmaAddressTransactionSource | RealtimeFundingTransactionSource;
  sentAmount?: CurrencyAmount;
  receivedAmount: CurrencyAmount;
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
  requestedReceiverCustomerInfoFields?: {
    name: string;
    mandatory: boolean;
  }[];
  /** as the platform gave it */
  rejectionReason?: string;
  /** of a UMA payment, where the sender has an address */
  senderUmaAddress?: string;
  /** of a UMA payment */
  receiverUmaAddress?: string;
}

export interface IncomingPaymentWebhookForbiddenResponse {
  code?: string;
  message?: string;
  details?: Record<string, unknown>;
  reason?: string;
}

export interface IncomingPaymentWebhookResponse {
  receiverCustomerInfo?: Record<string, unknown>;
}

export interface IncomingPaymentWebhookUnprocessableResponse {
  code?: string;
  message?: string;
  details?: Record<string, unknown>;
  requiredFields?: string[];
}

export interface IncomingTransaction {
  id: TransactionId;
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
  /** why settlement takes longer, while it does */
  pendingReason?:
    | 'COUNTERPARTY_DECLARATION_REQUIRED'
    | 'WALLET_VERIFICATION_REQUIRED'
    | 'COUNTERPARTY_INFORMATION_REQUIRED'
    | 'COMPLIANCE_REVIEW';
  direction: 'CREDIT' | 'DEBIT';
  destination: AccountTransactionDestination | UmaAddressTransactionDestination;
  /** a customer, or the platform for the platform's own accounts */
  customerId: AccountOwnerId;
  platformCustomerId: string;
  settledAt?: string;
  createdAt?: string;
  updatedAt?: string;
  receiptDeliveryConfirmedAt?: string;
  agentId?: AgentId;
  description?: string;
  /** sending units per receiving unit */
  exchangeRate?: number;
  quoteId?: QuoteId;
  refund?: Refund;
  counterpartyInformation?: CounterpartyInformation;
  /** in the sending currency */
  fees?: number;
  reconciliationInstructions?: ReconciliationInstructions;
  type: 'INCOMING';
  source?: AccountTransactionSource | UmaAddressTransactionSource | RealtimeFundingTransactionSource;
  sentAmount?: CurrencyAmount;
  receivedAmount: CurrencyAmount;
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
  requestedReceiverCustomerInfoFields?: {
    name: string;
    mandatory: boolean;
  }[];
  /** as the platform gave it */
  rejectionReason?: string;
}

export interface IndividualCustomer {
  customerType: 'INDIVIDUAL';
  id: CustomerId;
  platformCustomerId: string;
  umaAddress: string;
  createdAt: string;
  updatedAt: string;
  isDeleted: boolean;
  endUserTermsConsent?: EndUserTermsConsent;
  region?: string;
  currencies?: string[];
  email?: string;
  /** E.164 */
  phoneNumber?: string;
  contactVerification?: {
    email?: 'PENDING' | 'VERIFIED';
    phone?: 'PENDING' | 'VERIFIED';
  };
  kycStatus: 'UNVERIFIED' | 'PENDING' | 'APPROVED' | 'REJECTED' | 'HOLD';
  fullName?: string;
  birthDate?: string;
  nationality?: CountryCode;
  address?: Address;
  idType?: 'SSN' | 'ITIN' | 'EIN' | 'NON_US_TAX_ID';
  countryOfIssuance?: CountryCode;
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
  sourceOfFundsOtherDescription?: string;
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
  sourceOfWealthOtherDescription?: string;
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
  purposeOfAccountOtherDescription?: string;
  expectedMonthlyTransactionCount?:
    | 'COUNT_UNDER_10'
    | 'COUNT_10_TO_100'
    | 'COUNT_100_TO_500'
    | 'COUNT_500_TO_1000'
    | 'COUNT_OVER_1000';
  expectedMonthlyTransactionVolume?:
    | 'VOLUME_UNDER_10K'
    | 'VOLUME_10K_TO_100K'
    | 'VOLUME_100K_TO_1M'
    | 'VOLUME_1M_TO_10M'
    | 'VOLUME_OVER_10M';
  annualIncomeRange?: 'UNDER_50K' | 'RANGE_50K_100K' | 'RANGE_100K_250K' | 'RANGE_250K_1M' | 'OVER_1M';
  netWorthRange?: 'UNDER_100K' | 'RANGE_100K_500K' | 'RANGE_500K_1M' | 'RANGE_1M_5M' | 'RANGE_5M_25M' | 'OVER_25M';
  pepStatus?: 'NONE' | 'DOMESTIC' | 'FOREIGN' | 'HIO' | 'FAMILY_OR_ASSOCIATE';
}

export interface IndividualCustomerCreateRequest {
  customerType: 'INDIVIDUAL';
  platformCustomerId?: string;
  region?: CountryCode;
  currencies?: string[];
  email?: string;
  /** E.164 */
  phoneNumber?: string;
  umaAddress?: string;
  endUserTermsConsent?: EndUserTermsConsent;
  fullName?: string;
  birthDate?: string;
  nationality?: CountryCode;
  address?: Address;
  idType?: 'SSN' | 'ITIN' | 'EIN' | 'NON_US_TAX_ID';
  identifier?: string;
  countryOfIssuance?: CountryCode;
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
  sourceOfFundsOtherDescription?: string;
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
  sourceOfWealthOtherDescription?: string;
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
  purposeOfAccountOtherDescription?: string;
  expectedMonthlyTransactionCount?:
    | 'COUNT_UNDER_10'
    | 'COUNT_10_TO_100'
    | 'COUNT_100_TO_500'
    | 'COUNT_500_TO_1000'
    | 'COUNT_OVER_1000';
  expectedMonthlyTransactionVolume?:
    | 'VOLUME_UNDER_10K'
    | 'VOLUME_10K_TO_100K'
    | 'VOLUME_100K_TO_1M'
    | 'VOLUME_1M_TO_10M'
    | 'VOLUME_OVER_10M';
  annualIncomeRange?: 'UNDER_50K' | 'RANGE_50K_100K' | 'RANGE_100K_250K' | 'RANGE_250K_1M' | 'OVER_1M';
  netWorthRange?: 'UNDER_100K' | 'RANGE_100K_500K' | 'RANGE_500K_1M' | 'RANGE_1M_5M' | 'RANGE_5M_25M' | 'OVER_25M';
  pepStatus?: 'NONE' | 'DOMESTIC' | 'FOREIGN' | 'HIO' | 'FAMILY_OR_ASSOCIATE';
}

export interface IndividualCustomerUpdateRequest {
  customerType: 'INDIVIDUAL';
  currencies?: string[];
  email?: string;
  /** E.164 */
  phoneNumber?: string;
  umaAddress?: string;
  endUserTermsConsent?: EndUserTermsConsent;
  fullName?: string;
  birthDate?: string;
  nationality?: CountryCode;
  address?: Address;
  idType?: 'SSN' | 'ITIN' | 'EIN' | 'NON_US_TAX_ID';
  identifier?: string;
  countryOfIssuance?: CountryCode;
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
  sourceOfFundsOtherDescription?: string;
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
  sourceOfWealthOtherDescription?: string;
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
  purposeOfAccountOtherDescription?: string;
  expectedMonthlyTransactionCount?:
    | 'COUNT_UNDER_10'
    | 'COUNT_10_TO_100'
    | 'COUNT_100_TO_500'
    | 'COUNT_500_TO_1000'
    | 'COUNT_OVER_1000';
  expectedMonthlyTransactionVolume?:
    | 'VOLUME_UNDER_10K'
    | 'VOLUME_10K_TO_100K'
    | 'VOLUME_100K_TO_1M'
    | 'VOLUME_1M_TO_10M'
    | 'VOLUME_OVER_10M';
  annualIncomeRange?: 'UNDER_50K' | 'RANGE_50K_100K' | 'RANGE_100K_250K' | 'RANGE_250K_1M' | 'OVER_1M';
  netWorthRange?: 'UNDER_100K' | 'RANGE_100K_500K' | 'RANGE_500K_1M' | 'RANGE_1M_5M' | 'RANGE_5M_25M' | 'OVER_25M';
  pepStatus?: 'NONE' | 'DOMESTIC' | 'FOREIGN' | 'HIO' | 'FAMILY_OR_ASSOCIATE';
}

export interface InrBeneficiary {
  beneficiaryType: 'INDIVIDUAL';
  fullName: string;
  birthDate?: string;
  nationality?: CountryCode;
  email?: string;
  /** E.164 */
  phoneNumber?: string;
  countryOfResidence?: CountryCode;
  address?: Address;
}

export interface InrExternalAccountCreateInfo {
  accountType: 'INR_ACCOUNT';
  vpa?: string;
  accountNumber?: string;
  ifsc?: string;
  rail?: string;
  bankName?: string;
  beneficiary: InrBeneficiary | BusinessBeneficiaryWithAddress;
}

export interface InrExternalAccountInfo {
  accountType: 'INR_ACCOUNT';
  vpa?: string;
  accountNumber?: string;
  ifsc?: string;
  rail?: string;
  bankName?: string;
  beneficiary: InrBeneficiary | BusinessBeneficiaryWithAddress;
  paymentRails: ('UPI' | 'NEFT' | 'RTGS')[];
}

export interface InternalAccount {
  id: InternalAccountId;
  customerId?: CustomerId;
  type: 'INTERNAL_FIAT' | 'INTERNAL_CRYPTO' | 'EMBEDDED_WALLET';
  status: 'PENDING' | 'ACTIVE' | 'CLOSED' | 'FROZEN' | 'FAILED';
  balance: CurrencyAmount;
  totalBalance: CurrencyAmount;
  fundingPaymentInstructions: PaymentInstructions[];
  privateEnabled?: boolean;
  createdAt: string;
  updatedAt: string;
}

export interface InternalAccountExportRequest {
  /** P-256, uncompressed, hex; a fresh one for each export */
  clientPublicKey: string;
}

export interface InternalAccountExportResponse {
  id: InternalAccountId;
  /** JSON with version, data, dataSignature and enclaveQuorumPublic; the last two are empty in the sandbox */
  encryptedWalletCredentials: string;
}

export type InternalAccountExportResponseOrProcessing = InternalAccountExportResponse | WalletOperationProcessing;

export type InternalAccountId = string & { readonly '~id'?: 'InternalAccount' };

export interface InternalAccountListResponse {
  data: InternalAccount[];
  hasMore: boolean;
  nextCursor?: string;
  /** exact up to 10000, left out above */
  totalCount?: number;
}

export type InternalAccountOrProcessing = InternalAccount | WalletOperationProcessing;

export interface InternalAccountReference {
  accountId: InternalAccountId;
}

export interface InternalAccountUpdateRequest {
  privateEnabled: boolean;
}

export interface JmdBeneficiary {
  beneficiaryType: 'INDIVIDUAL';
  fullName: string;
  birthDate?: string;
  nationality?: CountryCode;
  email?: string;
  /** E.164 */
  phoneNumber: string;
  countryOfResidence?: CountryCode;
  address?: Address;
}

export interface JmdExternalAccountCreateInfo {
  accountType: 'JMD_ACCOUNT';
  accountNumber: string;
  branchCode: string;
  bankAccountType: 'CHECKING' | 'SAVINGS';
  bankName: string;
  beneficiary: JmdBeneficiary | BusinessBeneficiary;
}

export interface JmdExternalAccountInfo {
  accountType: 'JMD_ACCOUNT';
  accountNumber: string;
  branchCode: string;
  bankAccountType: 'CHECKING' | 'SAVINGS';
  bankName: string;
  beneficiary: JmdBeneficiary | BusinessBeneficiary;
  paymentRails: 'BANK_TRANSFER'[];
}

export type JobId = string & { readonly '~id'?: 'Job' };

export interface KesBeneficiary {
  beneficiaryType: 'INDIVIDUAL';
  fullName: string;
  birthDate?: string;
  nationality?: CountryCode;
  email?: string;
  /** E.164 */
  phoneNumber?: string;
  countryOfResidence?: CountryCode;
  address?: Address;
}

export interface KesExternalAccountCreateInfo {
  accountType: 'KES_ACCOUNT';
  phoneNumber: string;
  provider: 'M-PESA';
  beneficiary: KesBeneficiary | BusinessBeneficiaryWithAddressAndRegistrationNumberAndTaxId;
}

export interface KesExternalAccountInfo {
  accountType: 'KES_ACCOUNT';
  phoneNumber: string;
  provider: 'M-PESA';
  beneficiary: KesBeneficiary | BusinessBeneficiaryWithAddressAndRegistrationNumberAndTaxId;
  paymentRails: 'MOBILE_MONEY'[];
}

export interface KycLinkCreateRequest {
  /** https://, or http:// for localhost */
  redirectUri?: string;
}

export interface KycLinkResponse {
  kycUrl: string;
  expiresAt: string;
  provider: 'CAUSEWAY';
  token: string;
}

export interface LedgerAudit {
  /** empty when the ledger is correct */
  findings: {
    invariant: number;
    title: string;
    platformId: PlatformId;
    /** account, transaction, currency or key of the finding */
    subject: string;
    message: string;
  }[];
  checked: {
    invariant: number;
    title: string;
    /** more findings exist than are listed */
    hasMore: boolean;
  }[];
}

export interface LedgerAuditRequest {
  /** every platform by default */
  platformId?: PlatformId;
}

export interface LightningExternalAccountInfo {
  accountType: 'LIGHTNING';
  invoice?: string;
  bolt12?: string;
  lightningAddress?: string;
}

export interface LivenessChallenge {
  method: 'LIVENESS';
  verificationLink: string;
  token?: string;
  expiresAt: string;
}

export interface LoggedRequest {
  /** the X-Request-Id of the answer */
  id: string;
  at: string;
  method: string;
  path: string;
  route: string;
  status: number;
  code?: string;
  durationMs: number;
  tokenId: string;
  idempotencyKey?: string;
  isReplay: boolean;
  /** what Prefer: handling=strict would have rejected */
  warnings?: {
    field: string;
    message: string;
  }[];
  requestBody?: unknown;
  responseBody?: unknown;
}

export interface LoggedRequestListResponse {
  data: LoggedRequest[];
  hasMore: boolean;
  nextCursor?: string;
  /** exact up to 10000, left out above */
  totalCount?: number;
}

export type LookupId = string & { readonly '~id'?: 'Lookup' };

export interface MagicValue {
  area: string;
  field: string;
  value: string;
  effect: string;
}

export interface MagicValueListResponse {
  data: MagicValue[];
}

export type MessageId = string & { readonly '~id'?: 'Message' };

export interface MwkBeneficiary {
  beneficiaryType: 'INDIVIDUAL';
  fullName: string;
  birthDate?: string;
  nationality?: CountryCode;
  email?: string;
  /** E.164 */
  phoneNumber?: string;
  countryOfResidence?: CountryCode;
  address?: Address;
}

export interface MwkExternalAccountCreateInfo {
  accountType: 'MWK_ACCOUNT';
  phoneNumber: string;
  provider: 'AIRTEL' | 'TNM';
  beneficiary: MwkBeneficiary | BusinessBeneficiaryWithAddressAndRegistrationNumberAndTaxId;
}

export interface MwkExternalAccountInfo {
  accountType: 'MWK_ACCOUNT';
  phoneNumber: string;
  provider: 'AIRTEL' | 'TNM';
  beneficiary: MwkBeneficiary | BusinessBeneficiaryWithAddressAndRegistrationNumberAndTaxId;
  paymentRails: 'MOBILE_MONEY'[];
}

export interface MxnBeneficiary {
  beneficiaryType: 'INDIVIDUAL';
  fullName: string;
  birthDate?: string;
  nationality?: CountryCode;
  email?: string;
  /** E.164 */
  phoneNumber?: string;
  countryOfResidence?: CountryCode;
  address?: Address;
}

export interface MxnExternalAccountCreateInfo {
  accountType: 'MXN_ACCOUNT';
  clabeNumber: string;
  beneficiary: MxnBeneficiary | BusinessBeneficiaryWithAddress;
}

export interface MxnExternalAccountInfo {
  accountType: 'MXN_ACCOUNT';
  clabeNumber: string;
  beneficiary: MxnBeneficiary | BusinessBeneficiaryWithAddress;
  paymentRails: 'SPEI'[];
}

export interface MyrBeneficiary {
  beneficiaryType: 'INDIVIDUAL';
  fullName: string;
  birthDate?: string;
  nationality?: CountryCode;
  email?: string;
  /** E.164 */
  phoneNumber?: string;
  countryOfResidence?: CountryCode;
  address?: Address;
}

export interface MyrExternalAccountCreateInfo {
  accountType: 'MYR_ACCOUNT';
  bankName: string;
  accountNumber: string;
  swiftCode: string;
  beneficiary: MyrBeneficiary | BusinessBeneficiaryWithAddress;
}

export interface MyrExternalAccountInfo {
  accountType: 'MYR_ACCOUNT';
  bankName: string;
  accountNumber: string;
  swiftCode: string;
  beneficiary: MyrBeneficiary | BusinessBeneficiaryWithAddress;
  paymentRails: 'BANK_TRANSFER'[];
}

export interface NgnBeneficiary {
  beneficiaryType: 'INDIVIDUAL';
  fullName: string;
  birthDate?: string;
  nationality?: CountryCode;
  email?: string;
  /** E.164 */
  phoneNumber?: string;
  countryOfResidence?: CountryCode;
  address?: Address;
}

export interface NgnExternalAccountCreateInfo {
  accountType: 'NGN_ACCOUNT';
  accountNumber: string;
  bankName: string;
  beneficiary: NgnBeneficiary | BusinessBeneficiaryWithAddressAndRegistrationNumberAndTaxId;
}

export interface NgnExternalAccountInfo {
  accountType: 'NGN_ACCOUNT';
  accountNumber: string;
  bankName: string;
  beneficiary: NgnBeneficiary | BusinessBeneficiaryWithAddressAndRegistrationNumberAndTaxId;
  paymentRails: 'BANK_TRANSFER'[];
}

export interface OauthCredentialCreateRequest {
  type: 'OAUTH';
  accountId: InternalAccountId;
  oidcToken: string;
}

export interface OauthCredentialVerifyRequest {
  type: 'OAUTH';
  oidcToken: string;
  /**
   * P-256, hex. Compressed: the key of the session. Uncompressed (deprecated): the service creates the key of the
   * session and encrypts it to this one
   */
  clientPublicKey: string;
}

export interface OnChainTransaction {
  transactionHash: string;
  network: string;
}

export type OperationId = string & { readonly '~id'?: 'Operation' };

export interface OperatorAction {
  id: OperatorActionId;
  operatorId?: OperatorId;
  /** user who ran the causeway command, instead of operatorId */
  systemUser?: string;
  action:
    | 'OPERATOR_CREATED'
    | 'OPERATOR_REVOKED'
    | 'KEYS_ROTATED'
    | 'PLATFORM_CREATED'
    | 'TOKEN_CREATED'
    | 'JOB_RETRIED'
    | 'LEDGER_AUDITED'
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
  platformId?: PlatformId;
  resourceId?: string;
  details: Record<string, unknown>;
  createdAt: string;
}

export type OperatorActionId = string & { readonly '~id'?: 'OperatorAction' };

export interface OperatorActionListResponse {
  data: OperatorAction[];
  hasMore: boolean;
  nextCursor?: string;
  /** exact up to 10000, left out above */
  totalCount?: number;
}

export interface OperatorBankFiles {
  /** BANK_FILES_DIR and BANK_FILES_CONFIG are set */
  isConfigured: boolean;
  payments: {
    state: string;
    currency: string;
    count: number;
  }[];
  /** outgoing files, newest first */
  files: {
    name: string;
    format: string;
    /** WRITTEN: published in the outbox */
    state: string;
    payments: number;
    createdAt: string;
    writtenAt: string | null;
  }[];
  /** incoming files, newest first */
  inbox: {
    name: string;
    kind: string | null;
    state: string;
    /** number of its items that are processed */
    handled: number;
    error: string | null;
    receivedAt: string;
  }[];
  /** newest first */
  findings: {
    code: string;
    message: string;
    platformId: string | null;
    transactionId: string | null;
    /** file or payment of the finding */
    source: string;
    createdAt: string;
  }[];
}

export interface OperatorCreditAssignRequest {
  /** recorded in the log of actions */
  reason: string;
  platformId: PlatformId;
  /** ACTIVE, of the currency of the credit */
  accountId: InternalAccountId;
}

export interface OperatorCreditReturnRequest {
  /** recorded in the log of actions */
  reason: string;
  /** by default the account that the bank reported with the credit */
  payerAccount?: {
    holderName: string;
    iban?: string;
    accountNumber?: string;
    clabeNumber?: string;
    swiftCode?: string;
    routingNumber?: string;
    sortCode?: string;
    ifsc?: string;
    bankAccountType?: 'CHECKING' | 'SAVINGS';
  };
}

export interface OperatorCustomerLock {
  customerId: CustomerId;
  suspended: boolean;
  lockedUntil: string | null;
  failedAttempts: number;
}

export interface OperatorDeadJobListResponse {
  data: OperatorJob[];
  hasMore: boolean;
  nextCursor?: string;
  /** exact up to 10000, left out above */
  totalCount?: number;
}

export interface OperatorDocumentFinding {
  type:
    | 'INVALID_DOCUMENT'
    | 'EXPIRED_DOCUMENT'
    | 'POOR_QUALITY_DOCUMENT'
    | 'SUSPECTED_FRAUD_DOCUMENT'
    | 'WRONG_DOCUMENT_TYPE'
    | 'INCOMPLETE_DOCUMENT'
    | 'UNREADABLE_DOCUMENT'
    | 'DOCUMENT_VERIFICATION_FAILED';
  resourceId: string;
  reason: string;
}

export type OperatorId = string & { readonly '~id'?: 'Operator' };

export interface OperatorJob {
  id: TimedJobId;
  platformId: PlatformId;
  kind: string;
  /** resource of the job */
  resourceId: string;
  runAt: string;
  /** attempts so far */
  attempts: number;
  lastError: string | null;
  createdAt: string;
}

export interface OperatorMissingDocumentFinding {
  type:
    | 'MISSING_LEGAL_PRESENCE_DOCUMENT'
    | 'MISSING_CONTROL_STRUCTURE_DOCUMENT'
    | 'MISSING_OWNERSHIP_STRUCTURE_DOCUMENT'
    | 'MISSING_PROOF_OF_ADDRESS_DOCUMENT'
    | 'MISSING_IDENTITY_DOCUMENT'
    | 'MISSING_GOOD_STANDING_DOCUMENT';
  resourceId: string;
  reason: string;
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

export interface OperatorPlatform {
  id: PlatformId;
  name: string;
  /** PRODUCTION moves real money and requires MASTER_KEY */
  mode: 'SANDBOX' | 'PRODUCTION';
  isRegulatedFinancialInstitution: boolean;
  createdAt: string;
}

export interface OperatorPlatformCreateRequest {
  name: string;
  /** PRODUCTION moves real money and requires MASTER_KEY */
  mode: 'SANDBOX' | 'PRODUCTION';
  /** regulated: its customers start APPROVED */
  isRegulatedFinancialInstitution?: boolean;
}

export interface OperatorPlatformCreated {
  id: PlatformId;
  name: string;
  /** PRODUCTION moves real money and requires MASTER_KEY */
  mode: 'SANDBOX' | 'PRODUCTION';
  isRegulatedFinancialInstitution: boolean;
  createdAt: string;
  token: ApiToken;
}

export interface OperatorPlatformListResponse {
  data: OperatorPlatform[];
  hasMore: boolean;
  nextCursor?: string;
  /** exact up to 10000, left out above */
  totalCount?: number;
}

export interface OperatorReview {
  verification: Verification;
  platformId: PlatformId;
  /** send it with the decision */
  version: number;
  submittedAt?: string;
  /** it cannot be approved until it is submitted again */
  isChangedSinceSubmission: boolean;
  customer: CustomerOneOf;
  /** in plain text: this read was logged */
  identifier?: string;
  beneficialOwners: {
    id: BeneficialOwnerId;
    customerId: CustomerId;
    roles: ('UBO' | 'DIRECTOR' | 'COMPANY_OFFICER' | 'CONTROL_PERSON' | 'TRUSTEE' | 'GENERAL_PARTNER')[];
    ownershipPercentage: number;
    personalInfo: BeneficialOwnerPersonalInfoResponse;
    kycStatus: 'UNVERIFIED' | 'PENDING' | 'APPROVED' | 'REJECTED' | 'HOLD';
    createdAt: string;
    updatedAt: string;
    /** in plain text: this read was logged */
    identifier: string;
  }[];
  documents: OperatorReviewedDocument[];
}

export interface OperatorReviewApproval {
  /** recorded in the log of actions */
  note?: string;
  /** of the review as it was read: rejected when it was submitted again since */
  version?: number;
}

export interface OperatorReviewChanges {
  errors: OperatorReviewFinding[];
  /** recorded in the log of actions */
  note?: string;
  /** of the review as it was read: rejected when it was submitted again since */
  version?: number;
}

export type OperatorReviewFinding = OperatorDocumentFinding | OperatorMissingDocumentFinding;

export interface OperatorReviewListResponse {
  data: OperatorWaitingReview[];
  hasMore: boolean;
  nextCursor?: string;
  /** exact up to 10000, left out above */
  totalCount?: number;
}

export interface OperatorReviewRejection {
  reason: 'APPLICANT_SANCTIONED' | 'APPLICANT_FRAUD' | 'APPLICANT_CRIMINAL_RECORD' | 'APPLICANT_REJECTED';
  /** recorded in the log of actions */
  note?: string;
  /** of the review as it was read: rejected when it was submitted again since */
  version?: number;
}

export interface OperatorReviewedDocument {
  id: DocumentId;
  documentHolder: DocumentHolderId;
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
  /** for a DRIVERS_LICENSE or NATIONAL_ID; default: the file shows both */
  side?: 'FRONT' | 'BACK';
  /** country that issued it */
  country: CountryCode;
  /** required for identity documents */
  documentNumber?: string;
  /** required for identity documents */
  issuingAuthority?: string;
  fileName: string;
  createdAt: string;
  updatedAt: string;
  /** UPLOADED: after the submission */
  state: 'UPLOADED' | 'SUBMITTED' | 'ASKED_AGAIN';
  contentType: 'application/pdf' | 'image/jpeg' | 'image/png';
  size: number;
  sha256: string;
}

export interface OperatorScaRegion {
  customerId: CustomerId;
  region: CountryCode;
  requiresSca: boolean;
}

export interface OperatorScaRegionRequest {
  /** country that decides about strong customer authentication */
  region: CountryCode;
  /** recorded in the log of actions */
  reason: string;
}

export interface OperatorSenderDomain {
  domain: string;
  createdAt: string;
}

export interface OperatorSenderDomainList {
  data: OperatorSenderDomain[];
}

export interface OperatorStatusRequest {
  /** recorded in the log of actions */
  reason: string;
}

export interface OperatorSuspendedPayment {
  platformId: PlatformId;
  transaction: OutgoingTransaction;
}

export interface OperatorSuspendedPaymentListResponse {
  data: OperatorSuspendedPayment[];
  hasMore: boolean;
  nextCursor?: string;
  /** exact up to 10000, left out above */
  totalCount?: number;
}

export interface OperatorUmaKeys {
  /** on secp256k1; never shown again */
  signingPrivateKeyPem: string;
  /** leaf first */
  signingCertChainPem: string;
  /** on secp256k1; never shown again */
  encryptionPrivateKeyPem: string;
  /** leaf first */
  encryptionCertChainPem: string;
}

export interface OperatorUnmatchedCredit {
  id: BankCreditId;
  state: 'UNMATCHED' | 'ASSIGNED' | 'RETURNING' | 'RETURNED';
  /** why it is unmatched: PAYER_UNKNOWN and RETURN_FAILED are refunds and returns that failed */
  reason?:
    | 'NO_REFERENCE'
    | 'CURRENCY_MISMATCH'
    | 'ACCOUNT_NOT_ACTIVE'
    | 'BALANCE_TOO_LARGE'
    | 'PAYMENT_NOT_WAITING'
    | 'PAYER_UNKNOWN'
    | 'RETURN_FAILED';
  amount: CurrencyAmount;
  /** bank account of the service that was credited */
  account: string;
  /** all texts of the payer and the banks */
  remittanceInformation: string[];
  payerName?: string;
  payerAccount?: string;
  bankReference?: string;
  endToEndId?: string;
  bookedOn?: string;
  valueOn?: string;
  platformId?: PlatformId;
  /** payment that it funded, or that its assignment created */
  transactionId?: TransactionId;
  receivedAt: string;
}

export interface OperatorUnmatchedCreditListResponse {
  data: OperatorUnmatchedCredit[];
  hasMore: boolean;
  nextCursor?: string;
  /** exact up to 10000, left out above */
  totalCount?: number;
}

export interface OperatorWaitingReview {
  id: VerificationId;
  platformId: PlatformId;
  customerId: CustomerId;
  customerType: 'INDIVIDUAL' | 'BUSINESS';
  submittedAt: string;
}

export interface OtpCredentialCreateRequest {
  type: 'EMAIL_OTP' | 'SMS_OTP';
  accountId: InternalAccountId;
}

export interface OtpCredentialVerifyRequest {
  type: 'EMAIL_OTP' | 'SMS_OTP';
  encryptedOtpBundle: string;
}

export interface OutgoingPaymentWebhookData {
  id: TransactionId;
  status:
    | 'CREATED'
    | 'PENDING'
    | 'PENDING_AUTHORIZATION'
    | 'EXPIRED'
    | 'PROCESSING'
    | 'COMPLETED'
    | 'FAILED'
    | 'REFUNDED';
  /** why settlement takes longer, while it does */
  pendingReason?:
    | 'COUNTERPARTY_DECLARATION_REQUIRED'
    | 'WALLET_VERIFICATION_REQUIRED'
    | 'COUNTERPARTY_INFORMATION_REQUIRED'
    | 'COMPLIANCE_REVIEW';
  direction: 'CREDIT' | 'DEBIT';
  destination: AccountTransactionDestination | UmaAddressTransactionDestination;
  /** a customer, or the platform for the platform's own accounts */
  customerId: AccountOwnerId;
  platformCustomerId: string;
  settledAt?: string;
  createdAt?: string;
  updatedAt?: string;
  receiptDeliveryConfirmedAt?: string;
  agentId?: AgentId;
  description?: string;
  /** sending units per receiving unit */
  exchangeRate?: number;
  quoteId?: QuoteId;
  refund?: Refund;
  counterpartyInformation?: CounterpartyInformation;
  /** in the sending currency */
  fees?: number;
  reconciliationInstructions?: ReconciliationInstructions;
  type: 'OUTGOING';
  source: AccountTransactionSource | UmaAddressTransactionSource | RealtimeFundingTransactionSource;
  sentAmount: CurrencyAmount;
  receivedAmount?: CurrencyAmount;
  /** inside fees */
  platformFees?: number;
  paymentInstructions?: PaymentInstructions[];
  rateDetails?: OutgoingRateDetails;
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
  paymentRail?: PaymentRail | null;
  railSelectionMode?: 'AUTO' | 'MANUAL' | null;
  expectedSettlementAt?: string | null;
  settlementTimelineSeconds?: number | null;
  /** of a UMA payment, where the sender has an address */
  senderUmaAddress?: string;
  /** of a UMA payment */
  receiverUmaAddress?: string;
}

export interface OutgoingRateDetails {
  /** receiving units per milli-satoshi */
  counterpartyMultiplier: number;
  counterpartyFixedFee: number;
  /** milli-satoshi per sending unit */
  serviceMultiplier: number;
  serviceFixedFee: number;
  /** as a fraction: 0.003 is 0.3 % */
  serviceVariableFeeRate: number;
  serviceVariableFeeAmount: number;
}

export interface OutgoingTransaction {
  id: TransactionId;
  status:
    | 'CREATED'
    | 'PENDING'
    | 'PENDING_AUTHORIZATION'
    | 'EXPIRED'
    | 'PROCESSING'
    | 'COMPLETED'
    | 'FAILED'
    | 'REFUNDED';
  /** why settlement takes longer, while it does */
  pendingReason?:
    | 'COUNTERPARTY_DECLARATION_REQUIRED'
    | 'WALLET_VERIFICATION_REQUIRED'
    | 'COUNTERPARTY_INFORMATION_REQUIRED'
    | 'COMPLIANCE_REVIEW';
  direction: 'CREDIT' | 'DEBIT';
  destination: AccountTransactionDestination | UmaAddressTransactionDestination;
  /** a customer, or the platform for the platform's own accounts */
  customerId: AccountOwnerId;
  platformCustomerId: string;
  settledAt?: string;
  createdAt?: string;
  updatedAt?: string;
  receiptDeliveryConfirmedAt?: string;
  agentId?: AgentId;
  description?: string;
  /** sending units per receiving unit */
  exchangeRate?: number;
  quoteId?: QuoteId;
  refund?: Refund;
  counterpartyInformation?: CounterpartyInformation;
  /** in the sending currency */
  fees?: number;
  reconciliationInstructions?: ReconciliationInstructions;
  type: 'OUTGOING';
  source: AccountTransactionSource | UmaAddressTransactionSource | RealtimeFundingTransactionSource;
  sentAmount: CurrencyAmount;
  receivedAmount?: CurrencyAmount;
  /** inside fees */
  platformFees?: number;
  paymentInstructions?: PaymentInstructions[];
  rateDetails?: OutgoingRateDetails;
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
  paymentRail?: PaymentRail | null;
  railSelectionMode?: 'AUTO' | 'MANUAL' | null;
  expectedSettlementAt?: string | null;
  settlementTimelineSeconds?: number | null;
}

export type OwnershipChallenge = WalletSignatureChallenge | LivenessChallenge;

export interface OwnershipChallengeRequest {
  method: 'WALLET_SIGNATURE' | 'LIVENESS';
}

export interface OwnershipVerifyRequest {
  /** over messageToSign: hex of 65 bytes (EVM, Tron), base58 (Solana), base64 (Bitcoin) */
  signature: string;
  /** Bitcoin only */
  signatureScheme?: 'bip137' | 'electrum';
}

export interface PasskeyCredentialCreateRequest {
  type: 'PASSKEY';
  accountId: InternalAccountId;
  nickname: string;
  /** base64url */
  challenge: string;
  attestation: {
    /** base64url */
    credentialId: string;
    /** base64url */
    clientDataJson: string;
    /** base64url */
    attestationObject: string;
    transports?: ('usb' | 'nfc' | 'ble' | 'internal' | 'hybrid')[];
  };
}

export interface PasskeyCredentialVerifyRequest {
  type: 'PASSKEY';
  assertion: {
    /** base64url */
    credentialId: string;
    /** base64url */
    clientDataJson: string;
    /** base64url */
    authenticatorData: string;
    /** base64url */
    signature: string;
    /** base64url */
    userHandle?: string;
  };
}

export interface PasskeyEnrollmentConfirmRequest {
  type: 'PASSKEY';
  origin: string;
  /** RegistrationResponseJSON */
  credential: Record<string, unknown>;
}

export interface PasskeyEnrollmentConfirmResponse {
  type: 'PASSKEY';
  factor: ScaFactorView;
}

export interface PasskeyEnrollmentStart {
  type: 'PASSKEY';
  /** PublicKeyCredentialCreationOptionsJSON */
  options: Record<string, unknown>;
  allowedOrigins: string[];
  relyingPartyId: string;
}

export interface PasskeyFactorEnrollRequest {
  type: 'PASSKEY';
}

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
  accountType: 'AED_ACCOUNT';
  iban: string;
  swiftCode?: string;
  paymentRails: 'BANK_TRANSFER'[];
  /** to be copied exactly */
  accountHolderName?: string;
  bankAddress?: string;
  /** to be sent with the money */
  reference?: string;
}

export interface PaymentArsInfo {
  accountType: 'ARS_ACCOUNT';
  /** CVU */
  accountNumber: string;
  /** to be sent with the money */
  reference?: string;
}

export interface PaymentBaseWalletInfo {
  accountType: 'BASE_WALLET';
  address: string;
  /** asset that the address accepts */
  assetType: string;
  /** to be sent with the money */
  reference?: string;
}

export interface PaymentBdtInfo {
  accountType: 'BDT_ACCOUNT';
  accountNumber?: string;
  bankName: string;
  branchCode?: string;
  swiftCode?: string;
  phoneNumber?: string;
  paymentRails: ('BANK_TRANSFER' | 'MOBILE_MONEY')[];
  /** to be copied exactly */
  accountHolderName?: string;
  bankAddress?: string;
  /** to be sent with the money */
  reference?: string;
}

export interface PaymentBitcoinL1Info {
  accountType: 'BITCOIN_L1';
  address: string;
  network?: 'BITCOIN';
  /** to be sent with the money */
  reference?: string;
}

export interface PaymentBrlInfo {
  accountType: 'BRL_ACCOUNT';
  /** PIX payload */
  qrCode: string;
  /** to be sent with the money */
  reference?: string;
}

export interface PaymentBwpInfo {
  accountType: 'BWP_ACCOUNT';
  phoneNumber: string;
  provider: string;
  paymentRails: 'MOBILE_MONEY'[];
  /** to be copied exactly */
  accountHolderName?: string;
  bankAddress?: string;
  /** to be sent with the money */
  reference?: string;
}

export interface PaymentCadInfo {
  accountType: 'CAD_ACCOUNT';
  bankCode: string;
  branchCode: string;
  accountNumber: string;
  paymentRails: 'BANK_TRANSFER'[];
  /** to be copied exactly */
  accountHolderName?: string;
  bankAddress?: string;
  /** to be sent with the money */
  reference?: string;
}

export interface PaymentCnyInfo {
  accountType: 'CNY_ACCOUNT';
  accountNumber?: string;
  bankName: string;
  phoneNumber?: string;
  paymentRails: ('BANK_TRANSFER' | 'MOBILE_MONEY')[];
  /** to be copied exactly */
  accountHolderName?: string;
  bankAddress?: string;
  /** to be sent with the money */
  reference?: string;
}

export interface PaymentCopInfo {
  accountType: 'COP_ACCOUNT';
  /** page on which the payer pays */
  paymentUrl: string;
  /** to be sent with the money */
  reference?: string;
}

export interface PaymentDkkInfo {
  accountType: 'DKK_ACCOUNT';
  iban: string;
  swiftCode?: string;
  paymentRails: ('SEPA' | 'SEPA_INSTANT')[];
  /** to be copied exactly */
  accountHolderName?: string;
  bankAddress?: string;
  /** to be sent with the money */
  reference?: string;
}

export interface PaymentEgpInfo {
  accountType: 'EGP_ACCOUNT';
  iban?: string;
  bankName: string;
  phoneNumber?: string;
  paymentRails: ('BANK_TRANSFER' | 'MOBILE_MONEY')[];
  /** to be copied exactly */
  accountHolderName?: string;
  bankAddress?: string;
  /** to be sent with the money */
  reference?: string;
}

export interface PaymentEmbeddedWalletInfo {
  accountType: 'EMBEDDED_WALLET';
  payloadToSign: string;
  /** to be sent with the money */
  reference?: string;
}

export interface PaymentEthereumWalletInfo {
  accountType: 'ETHEREUM_WALLET';
  address: string;
  /** asset that the address accepts */
  assetType: string;
  /** to be sent with the money */
  reference?: string;
}

export interface PaymentEurInfo {
  accountType: 'EUR_ACCOUNT';
  iban: string;
  swiftCode?: string;
  paymentRails: ('SEPA' | 'SEPA_INSTANT')[];
  /** to be copied exactly */
  accountHolderName?: string;
  bankAddress?: string;
  /** to be sent with the money */
  reference?: string;
}

export interface PaymentGbpInfo {
  accountType: 'GBP_ACCOUNT';
  sortCode: string;
  accountNumber: string;
  paymentRails: 'FASTER_PAYMENTS'[];
  /** to be copied exactly */
  accountHolderName?: string;
  bankAddress?: string;
  /** to be sent with the money */
  reference?: string;
}

export interface PaymentGhsInfo {
  accountType: 'GHS_ACCOUNT';
  accountNumber?: string;
  bankName: string;
  phoneNumber?: string;
  paymentRails: ('BANK_TRANSFER' | 'MOBILE_MONEY')[];
  /** to be copied exactly */
  accountHolderName?: string;
  bankAddress?: string;
  /** to be sent with the money */
  reference?: string;
}

export interface PaymentGtqInfo {
  accountType: 'GTQ_ACCOUNT';
  accountNumber: string;
  bankAccountType: 'CHECKING' | 'SAVINGS';
  bankName: string;
  paymentRails: 'BANK_TRANSFER'[];
  /** to be copied exactly */
  accountHolderName?: string;
  bankAddress?: string;
  /** to be sent with the money */
  reference?: string;
}

export interface PaymentHkdInfo {
  accountType: 'HKD_ACCOUNT';
  bankName: string;
  accountNumber: string;
  swiftCode: string;
  paymentRails: 'BANK_TRANSFER'[];
  /** to be copied exactly */
  accountHolderName?: string;
  bankAddress?: string;
  /** to be sent with the money */
  reference?: string;
}

export interface PaymentHtgInfo {
  accountType: 'HTG_ACCOUNT';
  phoneNumber: string;
  paymentRails: 'MOBILE_MONEY'[];
  /** to be copied exactly */
  accountHolderName?: string;
  bankAddress?: string;
  /** to be sent with the money */
  reference?: string;
}

export interface PaymentIdrInfo {
  accountType: 'IDR_ACCOUNT';
  bankName: string;
  accountNumber: string;
  swiftCode: string;
  phoneNumber: string;
  paymentRails: 'BANK_TRANSFER'[];
  /** to be copied exactly */
  accountHolderName?: string;
  bankAddress?: string;
  /** to be sent with the money */
  reference?: string;
}

export interface PaymentInrInfo {
  accountType: 'INR_ACCOUNT';
  vpa?: string;
  accountNumber?: string;
  ifsc?: string;
  rail?: string;
  bankName?: string;
  paymentRails: ('UPI' | 'NEFT' | 'RTGS')[];
  /** to be copied exactly */
  accountHolderName?: string;
  bankAddress?: string;
  /** to be sent with the money */
  reference?: string;
}

export interface PaymentInstructions {
  instructionsNotes?: string;
  isPlatformAccount?: boolean;
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
  accountType: 'JMD_ACCOUNT';
  accountNumber: string;
  branchCode: string;
  bankAccountType: 'CHECKING' | 'SAVINGS';
  bankName: string;
  paymentRails: 'BANK_TRANSFER'[];
  /** to be copied exactly */
  accountHolderName?: string;
  bankAddress?: string;
  /** to be sent with the money */
  reference?: string;
}

export interface PaymentKesInfo {
  accountType: 'KES_ACCOUNT';
  phoneNumber: string;
  provider: 'M-PESA';
  paymentRails: 'MOBILE_MONEY'[];
  /** to be copied exactly */
  accountHolderName?: string;
  bankAddress?: string;
  /** to be sent with the money */
  reference?: string;
}

export interface PaymentLightningInfo {
  accountType: 'LIGHTNING';
  /** BOLT 11 */
  invoice: string;
  /** to be sent with the money */
  reference?: string;
}

export interface PaymentMwkInfo {
  accountType: 'MWK_ACCOUNT';
  phoneNumber: string;
  provider: 'AIRTEL' | 'TNM';
  paymentRails: 'MOBILE_MONEY'[];
  /** to be copied exactly */
  accountHolderName?: string;
  bankAddress?: string;
  /** to be sent with the money */
  reference?: string;
}

export interface PaymentMxnInfo {
  accountType: 'MXN_ACCOUNT';
  clabeNumber: string;
  paymentRails: 'SPEI'[];
  /** to be copied exactly */
  accountHolderName?: string;
  bankAddress?: string;
  /** to be sent with the money */
  reference?: string;
}

export interface PaymentMyrInfo {
  accountType: 'MYR_ACCOUNT';
  bankName: string;
  accountNumber: string;
  swiftCode: string;
  paymentRails: 'BANK_TRANSFER'[];
  /** to be copied exactly */
  accountHolderName?: string;
  bankAddress?: string;
  /** to be sent with the money */
  reference?: string;
}

export interface PaymentNgnInfo {
  accountType: 'NGN_ACCOUNT';
  accountNumber: string;
  bankName: string;
  paymentRails: 'BANK_TRANSFER'[];
  /** to be copied exactly */
  accountHolderName?: string;
  bankAddress?: string;
  /** to be sent with the money */
  reference?: string;
}

export interface PaymentPhpInfo {
  accountType: 'PHP_ACCOUNT';
  bankName: string;
  accountNumber: string;
  paymentRails: 'BANK_TRANSFER'[];
  /** to be copied exactly */
  accountHolderName?: string;
  bankAddress?: string;
  /** to be sent with the money */
  reference?: string;
}

export interface PaymentPkrInfo {
  accountType: 'PKR_ACCOUNT';
  bankName: string;
  accountNumber?: string;
  iban?: string;
  phoneNumber?: string;
  paymentRails: ('BANK_TRANSFER' | 'MOBILE_MONEY')[];
  /** to be copied exactly */
  accountHolderName?: string;
  bankAddress?: string;
  /** to be sent with the money */
  reference?: string;
}

export interface PaymentPlasmaWalletInfo {
  accountType: 'PLASMA_WALLET';
  address: string;
  /** asset that the address accepts */
  assetType: string;
  /** to be sent with the money */
  reference?: string;
}

export interface PaymentPolygonWalletInfo {
  accountType: 'POLYGON_WALLET';
  address: string;
  /** asset that the address accepts */
  assetType: string;
  /** to be sent with the money */
  reference?: string;
}

export type PaymentRail =
  | 'ACH'
  | 'ACH_COLOMBIA'
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
  accountType: 'RWF_ACCOUNT';
  phoneNumber: string;
  provider: 'MTN' | 'AIRTEL';
  paymentRails: 'MOBILE_MONEY'[];
  /** to be copied exactly */
  accountHolderName?: string;
  bankAddress?: string;
  /** to be sent with the money */
  reference?: string;
}

export interface PaymentSgdInfo {
  accountType: 'SGD_ACCOUNT';
  bankName?: string;
  accountNumber: string;
  swiftCode: string;
  paymentRails: ('PAYNOW' | 'FAST' | 'BANK_TRANSFER')[];
  /** to be copied exactly */
  accountHolderName?: string;
  bankAddress?: string;
  /** to be sent with the money */
  reference?: string;
}

export interface PaymentSlvInfo {
  accountType: 'SLV_ACCOUNT';
  bankName?: string;
  accountNumber?: string;
  bankAccountType?: 'CHECKING' | 'SAVINGS';
  phoneNumber?: string;
  paymentRails: ('BANK_TRANSFER' | 'MOBILE_MONEY')[];
  /** to be copied exactly */
  accountHolderName?: string;
  bankAddress?: string;
  /** to be sent with the money */
  reference?: string;
}

export interface PaymentSolanaWalletInfo {
  accountType: 'SOLANA_WALLET';
  address: string;
  /** asset that the address accepts */
  assetType: string;
  /** to be sent with the money */
  reference?: string;
}

export interface PaymentSparkWalletInfo {
  accountType: 'SPARK_WALLET';
  address: string;
  /** asset that the address accepts */
  assetType: string;
  invoice?: string;
  /** to be sent with the money */
  reference?: string;
}

export interface PaymentSwiftInfo {
  accountType: 'SWIFT_ACCOUNT';
  country: string;
  swiftCode: string;
  bankName: string;
  accountNumber?: string;
  iban?: string;
  paymentRails: 'SWIFT'[];
  /** to be copied exactly */
  accountHolderName?: string;
  bankAddress?: string;
  /** to be sent with the money */
  reference?: string;
}

export interface PaymentThbInfo {
  accountType: 'THB_ACCOUNT';
  bankName: string;
  accountNumber: string;
  swiftCode: string;
  paymentRails: 'BANK_TRANSFER'[];
  /** to be copied exactly */
  accountHolderName?: string;
  bankAddress?: string;
  /** to be sent with the money */
  reference?: string;
}

export interface PaymentTronWalletInfo {
  accountType: 'TRON_WALLET';
  address: string;
  /** asset that the address accepts */
  assetType: string;
  /** to be sent with the money */
  reference?: string;
}

export interface PaymentTzsInfo {
  accountType: 'TZS_ACCOUNT';
  phoneNumber: string;
  provider: 'AIRTEL' | 'VODACOM';
  paymentRails: 'MOBILE_MONEY'[];
  /** to be copied exactly */
  accountHolderName?: string;
  bankAddress?: string;
  /** to be sent with the money */
  reference?: string;
}

export interface PaymentUgxInfo {
  accountType: 'UGX_ACCOUNT';
  phoneNumber: string;
  provider: 'MTN' | 'AIRTEL';
  paymentRails: 'MOBILE_MONEY'[];
  /** to be copied exactly */
  accountHolderName?: string;
  bankAddress?: string;
  /** to be sent with the money */
  reference?: string;
}

export interface PaymentUsdInfo {
  accountType: 'USD_ACCOUNT';
  accountNumber: string;
  routingNumber: string;
  bankName?: string;
  bankAccountType?: 'CHECKING' | 'SAVINGS';
  intermediaryBankName?: string;
  intermediaryRoutingNumber?: string;
  fiToFiInformation?: string;
  paymentRails: ('ACH' | 'WIRE' | 'RTP' | 'FEDNOW')[];
  /** to be copied exactly */
  accountHolderName?: string;
  bankAddress?: string;
  /** to be sent with the money */
  reference?: string;
}

export interface PaymentVndInfo {
  accountType: 'VND_ACCOUNT';
  bankName: string;
  accountNumber: string;
  swiftCode: string;
  paymentRails: 'BANK_TRANSFER'[];
  /** to be copied exactly */
  accountHolderName?: string;
  bankAddress?: string;
  /** to be sent with the money */
  reference?: string;
}

export interface PaymentXafInfo {
  accountType: 'XAF_ACCOUNT';
  phoneNumber: string;
  provider: string;
  region: 'CM' | 'CG';
  paymentRails: 'MOBILE_MONEY'[];
  /** to be copied exactly */
  accountHolderName?: string;
  bankAddress?: string;
  /** to be sent with the money */
  reference?: string;
}

export interface PaymentXofInfo {
  accountType: 'XOF_ACCOUNT';
  phoneNumber: string;
  provider: string;
  region: 'BJ' | 'CI' | 'SN' | 'TG';
  paymentRails: 'MOBILE_MONEY'[];
  /** to be copied exactly */
  accountHolderName?: string;
  bankAddress?: string;
  /** to be sent with the money */
  reference?: string;
}

export interface PaymentZarInfo {
  accountType: 'ZAR_ACCOUNT';
  accountNumber: string;
  bankName: string;
  paymentRails: 'BANK_TRANSFER'[];
  /** to be copied exactly */
  accountHolderName?: string;
  bankAddress?: string;
  /** to be sent with the money */
  reference?: string;
}

export interface PaymentZmwInfo {
  accountType: 'ZMW_ACCOUNT';
  phoneNumber: string;
  provider: 'TNM' | 'AIRTEL' | 'ZAMTEL' | 'MTN';
  paymentRails: 'MOBILE_MONEY'[];
  /** to be copied exactly */
  accountHolderName?: string;
  bankAddress?: string;
  /** to be sent with the money */
  reference?: string;
}

export type Permission = 'VIEW' | 'TRANSACT' | 'MANAGE';

export interface PhpBeneficiary {
  beneficiaryType: 'INDIVIDUAL';
  fullName: string;
  birthDate?: string;
  nationality?: CountryCode;
  email?: string;
  /** E.164 */
  phoneNumber?: string;
  countryOfResidence?: CountryCode;
  address?: Address;
}

export interface PhpExternalAccountCreateInfo {
  accountType: 'PHP_ACCOUNT';
  bankName: string;
  accountNumber: string;
  beneficiary: PhpBeneficiary | BusinessBeneficiaryWithAddress;
}

export interface PhpExternalAccountInfo {
  accountType: 'PHP_ACCOUNT';
  bankName: string;
  accountNumber: string;
  beneficiary: PhpBeneficiary | BusinessBeneficiaryWithAddress;
  paymentRails: 'BANK_TRANSFER'[];
}

export interface PkrBeneficiary {
  beneficiaryType: 'INDIVIDUAL';
  fullName: string;
  birthDate?: string;
  nationality?: CountryCode;
  email?: string;
  /** E.164 */
  phoneNumber?: string;
  countryOfResidence?: CountryCode;
  address?: Address;
}

export interface PkrExternalAccountCreateInfo {
  accountType: 'PKR_ACCOUNT';
  bankName: string;
  accountNumber?: string;
  iban?: string;
  phoneNumber?: string;
  beneficiary: PkrBeneficiary | BusinessBeneficiary;
}

export interface PkrExternalAccountInfo {
  accountType: 'PKR_ACCOUNT';
  bankName: string;
  accountNumber?: string;
  iban?: string;
  phoneNumber?: string;
  beneficiary: PkrBeneficiary | BusinessBeneficiary;
  paymentRails: ('BANK_TRANSFER' | 'MOBILE_MONEY')[];
}

export interface PlasmaWalletExternalAccountInfo {
  accountType: 'PLASMA_WALLET';
  address: string;
  vaspName?: string;
  beneficiary?: WalletIndividualBeneficiary | BusinessBeneficiary;
}

export interface PlatformConfig {
  id: PlatformConfigId;
  umaDomain?: string;
  proxyUmaSubdomain?: string;
  webhookEndpoint?: string;
  supportedCurrencies: PlatformCurrencyConfig[];
  isRegulatedFinancialInstitution: boolean;
  embeddedWalletConfig: EmbeddedWalletConfig;
  cardTokenization2faConfig: CardTokenization2FAConfig;
  /** origins whose pages may frame the page that shows a card number (panEmbedUrl) */
  cardRevealOrigins?: string[];
  feeConfigs: FeeConfig[];
  createdAt: string;
  updatedAt: string;
}

export type PlatformConfigId = string & { readonly '~id'?: 'PlatformConfig' };

export interface PlatformConfigUpdateRequest {
  umaDomain?: string;
  webhookEndpoint?: string;
  supportedCurrencies?: {
    currencyCode: string;
    minAmount: number;
    maxAmount: number;
    requiredCounterpartyFields: CounterpartyFieldDefinition[];
    enabledTransactionTypes: ('INCOMING' | 'OUTGOING')[];
  }[];
  embeddedWalletConfig?: EmbeddedWalletConfig;
  cardTokenization2faConfig?: CardTokenization2FAConfig;
  /** origins whose pages may frame the page that shows a card number (panEmbedUrl) */
  cardRevealOrigins?: string[];
  feeConfigs?: FeeConfig[];
}

export interface PlatformCurrencyConfig {
  currencyCode: string;
  minAmount: number;
  maxAmount: number;
  requiredCounterpartyFields: CounterpartyFieldDefinition[];
  enabledTransactionTypes: ('INCOMING' | 'OUTGOING')[];
  providerRequiredCustomerFields: (
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
  providerRequiredCounterpartyCustomerFields: (
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

export interface PlatformExternalAccountCreateRequest {
  currency: string;
  platformAccountId?: string;
  ownershipType?: 'FIRST_PARTY' | 'THIRD_PARTY';
  accountInfo: ExternalAccountCreateInfoOneOf;
}

export interface PlatformFeeOverride {
  platformFixedFee: {
    amount: number;
    currency: string;
  };
  platformVariableFeeBps: number;
}

export type PlatformId = string & { readonly '~id'?: 'Platform' };

export interface PlatformInternalAccountListResponse {
  data: InternalAccount[];
}

export interface PolygonWalletExternalAccountInfo {
  accountType: 'POLYGON_WALLET';
  address: string;
  vaspName?: string;
  beneficiary?: WalletIndividualBeneficiary | BusinessBeneficiary;
}

export interface Quote {
  id: QuoteId;
  status: 'PENDING' | 'PENDING_AUTHORIZATION' | 'PROCESSING' | 'COMPLETED' | 'FAILED' | 'EXPIRED';
  createdAt: string;
  expiresAt: string;
  source: AccountQuoteSource | RealtimeFundingQuoteSource;
  destination: AccountDestination | UmaAddressDestination;
  sendingCurrency: Currency;
  receivingCurrency: Currency;
  totalSendingAmount: number;
  totalReceivingAmount: number;
  /** sending units per receiving unit */
  exchangeRate: number;
  /** in the sending currency */
  feesIncluded: number;
  /** inside feesIncluded */
  platformFeesIncluded?: number;
  paymentInstructions?: PaymentInstructions[];
  /** set where the source is an embedded wallet */
  payloadToSign?: string;
  transactionId: TransactionId;
  counterpartyInformation?: CounterpartyInformation;
  rateDetails?: OutgoingRateDetails;
  scaChallenge?: ScaChallenge;
}

export type QuoteId = string & { readonly '~id'?: 'Quote' };

export type QuoteOrProcessing = Quote | WalletOperationProcessing;

export interface QuoteRequest {
  /** required for UMA destinations */
  lookupId?: LookupId;
  source: AccountQuoteSource | RealtimeFundingQuoteSource;
  destination: AccountDestination | UmaAddressDestination;
  /** which side lockedCurrencyAmount fixes */
  lockedCurrencySide: 'SENDING' | 'RECEIVING';
  /** in the smallest unit: 100 is one US dollar */
  lockedCurrencyAmount: number;
  immediatelyExecute?: boolean;
  description?: string;
  remittanceInformation?: string;
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
  scaFactor?: 'SMS_OTP' | 'TOTP' | 'PASSKEY';
  senderCustomerInfo?: Record<string, unknown>;
}

export interface RealtimeFundingQuoteSource {
  sourceType: 'REALTIME_FUNDING';
  currency: string;
  /** the platform itself pays where it is left out */
  customerId?: CustomerId;
  /** required for stablecoins */
  cryptoNetwork?: 'BITCOIN' | 'ETHEREUM' | 'SOLANA' | 'BASE' | 'POLYGON' | 'TRON' | 'PLASMA' | 'SPARK' | 'LIGHTNING';
}

export interface RealtimeFundingTransactionSource {
  sourceType: 'REALTIME_FUNDING';
  currency: string;
  customerId?: CustomerId;
  accountHolderName?: string;
  accountIdentifier?: string;
  bankName?: string;
  bankIdentifier?: string;
  paymentRail?: PaymentRail;
  remittanceInformation?: string;
  endToEndId?: string;
  traceNumber?: string;
  onChainTransaction?: OnChainTransaction;
}

export interface ReceiverExternalAccountLookupResponse {
  supportedCurrencies: CurrencyPreference[];
  requiredPayerDataFields?: CounterpartyFieldDefinition[];
  /** for the quote that follows; valid for 10 minutes */
  lookupId: LookupId;
  accountId: ExternalAccountId;
}

export interface ReceiverUmaLookupResponse {
  supportedCurrencies: CurrencyPreference[];
  requiredPayerDataFields?: CounterpartyFieldDefinition[];
  /** for the quote that follows; valid for 10 minutes */
  lookupId: LookupId;
  receiverUmaAddress: string;
}

export interface ReconciliationInstructions {
  reference?: string;
  /** @deprecated */
  transactionHash?: string;
}

export interface RecordSecurityEventRequest {
  eventType: 'RESET_PASSWORD_COMPLETED' | 'FAILED_LOGIN_ATTEMPT';
}

export interface RecordSecurityEventResponse {
  eventType: 'RESET_PASSWORD_COMPLETED' | 'FAILED_LOGIN_ATTEMPT';
  suspended: boolean;
  lockedUntil?: string | null;
  failedAttempts: number;
}

export interface Refund {
  reference: string;
  initiatedAt: string;
  settledAt?: string;
  status: 'PENDING' | 'COMPLETED' | 'FAILED';
  reason?: 'TRANSACTION_FAILED' | 'USER_CANCELLATION' | 'TIMEOUT';
}

export interface RejectPaymentRequest {
  reason?: string;
}

export type RequestId = string & { readonly '~id'?: 'Request' };

export interface RwfBeneficiary {
  beneficiaryType: 'INDIVIDUAL';
  fullName: string;
  birthDate?: string;
  nationality?: CountryCode;
  email?: string;
  /** E.164 */
  phoneNumber?: string;
  countryOfResidence?: CountryCode;
  address?: Address;
}

export interface RwfExternalAccountCreateInfo {
  accountType: 'RWF_ACCOUNT';
  phoneNumber: string;
  provider: 'MTN' | 'AIRTEL';
  beneficiary: RwfBeneficiary | BusinessBeneficiaryWithAddressAndRegistrationNumberAndTaxId;
}

export interface RwfExternalAccountInfo {
  accountType: 'RWF_ACCOUNT';
  phoneNumber: string;
  provider: 'MTN' | 'AIRTEL';
  beneficiary: RwfBeneficiary | BusinessBeneficiaryWithAddressAndRegistrationNumberAndTaxId;
  paymentRails: 'MOBILE_MONEY'[];
}

export interface SandboxCardAuthorizationAdviceRequest {
  cardTransactionId: CardTransactionId;
  /** the new total */
  amount: number;
}

export interface SandboxCardAuthorizationRequest {
  /** in the smallest unit: 100 is one US dollar */
  amount: number;
  currency: {
    code: string;
  };
  merchant: CardMerchant;
}

export interface SandboxCardBalanceInquiryRequest {
  merchant: CardMerchant;
}

export interface SandboxCardClearingRequest {
  cardTransactionId: CardTransactionId;
  /** 0: nothing more will clear */
  amount: number;
}

export interface SandboxCardReturnRequest {
  cardTransactionId: CardTransactionId;
  /** at most the cleared amount that was not returned */
  amount: number;
}

export interface SandboxCardTransactionRefRequest {
  cardTransactionId: CardTransactionId;
}

export interface SandboxClock {
  now: string;
  offsetSeconds: number;
  pending: TimedEvent[];
}

export interface SandboxClockAdvanceRequest {
  seconds: number;
}

export interface SandboxClockAdvanced {
  now: string;
  offsetSeconds: number;
  happened: TimedEvent[];
}

export interface SandboxFundRequest {
  amount: number;
}

export interface SandboxMessage {
  id: MessageId;
  channel: 'EMAIL' | 'SMS';
  to: string;
  subject?: string;
  text: string;
  html?: string;
  code?: string;
  createdAt: string;
}

export interface SandboxMessageListResponse {
  data: SandboxMessage[];
  hasMore: boolean;
  nextCursor?: string;
  /** exact up to 10000, left out above */
  totalCount?: number;
}

export interface SandboxPlatform {
  id: PlatformId;
  name: string;
  createdAt: string;
  token: ApiToken;
}

export interface SandboxPlatformRequest {
  name?: string;
  isRegulatedFinancialInstitution?: boolean;
}

export interface SandboxSendRequest {
  quoteId: QuoteId;
  /** the currency that the quote is funded in */
  currencyCode: string;
  /** default: the quoted amount */
  currencyAmount?: number;
}

export interface SandboxUmaReceiveRequest {
  senderUmaAddress: string;
  receiverUmaAddress?: string;
  /** in place of receiverUmaAddress */
  customerId?: CustomerId;
  receivingCurrencyCode: string;
  /** in the smallest unit: 100 is one US dollar */
  receivingCurrencyAmount: number;
}

/** exactly one of code and passkeyAssertion */
export interface ScaAuthorization {
  code?: string | null;
  /** AuthenticationResponseJSON */
  passkeyAssertion?: Record<string, unknown> | null;
  /** required with passkeyAssertion */
  origin?: string | null;
  endUserIpAddress?: string | null;
}

export interface ScaChallenge {
  id: ScaChallengeId;
  /** not changed by a resent code */
  expiresAt: string;
  factor: ScaFactor;
  availableFactors: ScaFactor[];
  purpose?: string | null;
  /** PublicKeyCredentialRequestOptionsJSON; PASSKEY only */
  passkeyAssertionOptions?: Record<string, unknown> | null;
  passkeyAllowedOrigins?: string[] | null;
}

export type ScaChallengeId = string & { readonly '~id'?: 'ScaChallenge' };

export type ScaFactor = 'SMS_OTP' | 'TOTP' | 'PASSKEY';

export type ScaFactorConfirmRequestOneOf = TotpEnrollmentConfirmRequest | PasskeyEnrollmentConfirmRequest;

export type ScaFactorConfirmResponseOneOf = TotpEnrollmentConfirmResponse | PasskeyEnrollmentConfirmResponse;

export type ScaFactorEnrollRequestOneOf = TotpFactorEnrollRequest | PasskeyFactorEnrollRequest;

export type ScaFactorEnrollStartOneOf = TotpEnrollmentStart | PasskeyEnrollmentStart;

export interface ScaFactorList {
  factors: ScaFactorView[];
}

export interface ScaFactorView {
  factor: ScaFactor;
  /** PASSKEY only */
  credentialId?: string;
  name?: string;
}

export interface ScaLoginComplete {
  /** SUCCESS */
  status: string;
  sessionExpiresAt?: string;
}

export interface ScaLoginCompleteRequest {
  factor: ScaFactor;
  endUserIpAddress: string;
  /** required for SMS_OTP */
  challengeId?: string | null;
  code?: string | null;
  /** AuthenticationResponseJSON */
  passkeyAssertion?: Record<string, unknown> | null;
  /** required with passkeyAssertion */
  origin?: string | null;
}

export interface ScaLoginStart {
  factor: ScaFactor;
  /** SMS_OTP only */
  challengeId?: string | null;
  expiresAt?: string;
  /** PublicKeyCredentialRequestOptionsJSON; PASSKEY only */
  passkeyOptions?: Record<string, unknown> | null;
  allowedOrigins?: string[];
  relyingPartyId?: string | null;
}

export interface ScaLoginStartRequest {
  factor: ScaFactor;
}

export type SessionId = string & { readonly '~id'?: 'Session' };

export interface SessionListResponse {
  data: AuthSession[];
}

export interface SgdBeneficiary {
  beneficiaryType: 'INDIVIDUAL';
  fullName: string;
  birthDate?: string;
  nationality?: CountryCode;
  email?: string;
  /** E.164 */
  phoneNumber?: string;
  countryOfResidence?: CountryCode;
  address?: Address;
}

export interface SgdExternalAccountCreateInfo {
  accountType: 'SGD_ACCOUNT';
  bankName?: string;
  accountNumber: string;
  swiftCode: string;
  beneficiary: SgdBeneficiary | BusinessBeneficiaryWithAddress;
}

export interface SgdExternalAccountInfo {
  accountType: 'SGD_ACCOUNT';
  bankName?: string;
  accountNumber: string;
  swiftCode: string;
  beneficiary: SgdBeneficiary | BusinessBeneficiaryWithAddress;
  paymentRails: ('PAYNOW' | 'FAST' | 'BANK_TRANSFER')[];
}

export interface SignedRequestChallenge {
  /** sign it exactly as received */
  payloadToSign: string;
  requestId: RequestId;
  expiresAt: string;
}

export interface SlvBeneficiary {
  beneficiaryType: 'INDIVIDUAL';
  fullName: string;
  birthDate?: string;
  nationality?: CountryCode;
  email?: string;
  /** E.164 */
  phoneNumber?: string;
  countryOfResidence?: CountryCode;
  address?: Address;
}

export interface SlvExternalAccountCreateInfo {
  accountType: 'SLV_ACCOUNT';
  bankName?: string;
  accountNumber?: string;
  bankAccountType?: 'CHECKING' | 'SAVINGS';
  phoneNumber?: string;
  beneficiary: SlvBeneficiary | BusinessBeneficiary;
}

export interface SlvExternalAccountInfo {
  accountType: 'SLV_ACCOUNT';
  bankName?: string;
  accountNumber?: string;
  bankAccountType?: 'CHECKING' | 'SAVINGS';
  phoneNumber?: string;
  beneficiary: SlvBeneficiary | BusinessBeneficiary;
  paymentRails: ('BANK_TRANSFER' | 'MOBILE_MONEY')[];
}

export interface SolanaWalletExternalAccountInfo {
  accountType: 'SOLANA_WALLET';
  address: string;
  vaspName?: string;
  beneficiary?: WalletIndividualBeneficiary | BusinessBeneficiary;
}

export interface SparkWalletExternalAccountInfo {
  accountType: 'SPARK_WALLET';
  address: string;
  vaspName?: string;
  beneficiary?: WalletIndividualBeneficiary | BusinessBeneficiary;
}

export interface Stablecoin {
  id: StablecoinId;
  name: string;
  symbol: string;
  baseCurrency: string;
  network: StablecoinNetwork;
  decimals: number;
  issuanceStatus: StablecoinIssuanceStatus;
  serviceOperationsStatus: StablecoinServiceOperationsStatus;
  networkTokenIdentifier: string;
  /** of internal accounts that hold it, once it is ENABLED */
  currency?: string;
  provider: StablecoinProvider;
  stablecoinProviderAccountId: StablecoinProviderAccountId;
  providerEnvironment: StablecoinProviderEnvironment;
  providerTokenIdentifier: string;
  createdAt: string;
  updatedAt: string;
}

export interface StablecoinAchDebitFundingSource {
  type: 'ACH_DEBIT';
  externalAccountId: ExternalAccountId;
}

export interface StablecoinBurnDestination {
  type: 'EXTERNAL_ACCOUNT';
  externalAccountId: ExternalAccountId;
  rail: 'WIRE' | 'ACH_CREDIT' | 'SAME_DAY_ACH_CREDIT' | 'RTP_CREDIT';
}

export interface StablecoinBurnRequest {
  /** in the smallest unit of the coin; a whole number of cents */
  amount: string;
  source: StablecoinBurnSource;
  destination: StablecoinBurnDestination;
  description?: string;
}

export type StablecoinBurnSource =
  | StablecoinExternalAccountBurnSource
  | StablecoinServiceInternalBurnSource
  | StablecoinProviderBalanceBurnSource;

export interface StablecoinEstimatedDelivery {
  rail: string;
  /** in the smallest unit of the coin; a whole number of cents */
  amount: string;
  currency: string;
  timing: string;
}

export interface StablecoinExternalAccountBurnSource {
  type: 'EXTERNAL_ACCOUNT';
}

/** and further members of the provider */
export interface StablecoinFundingInstructions {
  rail?: string;
  network?: string;
  address?: string;
  valueType?: string;
}

export type StablecoinId = string & { readonly '~id'?: 'Stablecoin' };

export type StablecoinIssuanceStatus = 'PENDING_REVIEW' | 'PROVISIONING' | 'PROVISIONED' | 'REJECTED' | 'FAILED';

export interface StablecoinListResponse {
  data: Stablecoin[];
  hasMore: boolean;
  nextCursor?: string;
  /** exact up to 10000, left out above */
  totalCount?: number;
}

export interface StablecoinMintDestination {
  accountId: ExternalAccountId;
}

export type StablecoinMintFundingSource =
  | StablecoinWireFundingSource
  | StablecoinAchDebitFundingSource
  | StablecoinSameDayAchDebitFundingSource
  | StablecoinServiceInternalFundingSource
  | StablecoinProviderBalanceFundingSource;

export interface StablecoinMintRequest {
  /** in the smallest unit of the coin; a whole number of cents */
  amount: string;
  fundingSource: StablecoinMintFundingSource;
  destination: StablecoinMintDestination;
  description?: string;
}

export type StablecoinNetwork = 'SPARK';

export interface StablecoinOperation {
  id: StablecoinOperationId;
  stablecoinId: StablecoinId;
  operationType: StablecoinOperationType;
  status: StablecoinOperationStatus;
  amount: string;
  provider: StablecoinProvider;
  providerEnvironment: StablecoinProviderEnvironment;
  stablecoinProviderAccountId: StablecoinProviderAccountId;
  source?: StablecoinOperationSource;
  fundingInstructions?: StablecoinFundingInstructions;
  destination?: StablecoinOperationDestination;
  estimatedDelivery?: StablecoinEstimatedDelivery;
  expiresAt?: string;
  providerStatus?: string;
  failureReason?: string;
  description?: string;
  createdAt: string;
  updatedAt: string;
}

export interface StablecoinOperationDestination {
  accountId: ExternalAccountId;
  rail?: 'WIRE' | 'ACH_CREDIT' | 'SAME_DAY_ACH_CREDIT' | 'RTP_CREDIT';
}

export type StablecoinOperationId = string & { readonly '~id'?: 'StablecoinOperation' };

export interface StablecoinOperationListResponse {
  data: StablecoinOperation[];
  hasMore: boolean;
  nextCursor?: string;
  /** exact up to 10000, left out above */
  totalCount?: number;
}

export interface StablecoinOperationSource {
  type:
    | 'WIRE'
    | 'ACH_DEBIT'
    | 'SAME_DAY_ACH_DEBIT'
    | 'SERVICE_INTERNAL_ACCOUNT'
    | 'PROVIDER_INTERNAL_BALANCE'
    | 'EXTERNAL_ACCOUNT';
  externalAccountId?: ExternalAccountId;
  accountId?: InternalAccountId;
  sourceTokenIdentifier?: string;
  cryptoNetwork?: string;
}

export type StablecoinOperationStatus =
  | 'CREATED'
  | 'PENDING_FUNDING'
  | 'PENDING_PROVIDER'
  | 'PROCESSING'
  | 'COMPLETED'
  | 'FAILED'
  | 'EXPIRED';

export type StablecoinOperationType = 'MINT' | 'BURN';

export type StablecoinProvider = 'BRALE';

export interface StablecoinProviderAccount {
  id: StablecoinProviderAccountId;
  provider: StablecoinProvider;
  providerAccountId: string;
  providerEnvironment: StablecoinProviderEnvironment;
  status: StablecoinProviderAccountStatus;
  lastVerifiedAt?: string;
  createdAt: string;
  updatedAt: string;
}

export type StablecoinProviderAccountId = string & { readonly '~id'?: 'StablecoinProviderAccount' };

export interface StablecoinProviderAccountLinkRequest {
  provider: StablecoinProvider;
  apiClientId: string;
  apiClientSecret: string;
  providerAccountId?: string;
}

export interface StablecoinProviderAccountListResponse {
  data: StablecoinProviderAccount[];
  hasMore: boolean;
  nextCursor?: string;
  /** exact up to 10000, left out above */
  totalCount?: number;
}

export type StablecoinProviderAccountStatus = 'ACTIVE' | 'INVALID' | 'REVOKED';

export interface StablecoinProviderBalanceBurnSource {
  type: 'PROVIDER_INTERNAL_BALANCE';
}

export interface StablecoinProviderBalanceFundingSource {
  type: 'PROVIDER_INTERNAL_BALANCE';
  sourceTokenIdentifier: string;
  cryptoNetwork: string;
}

export type StablecoinProviderEnvironment = 'SANDBOX' | 'PRODUCTION';

export interface StablecoinRegisterRequest {
  providerTokenIdentifier: string;
  networkTokenIdentifier: string;
  network: StablecoinNetwork;
  /** required when several are linked */
  stablecoinProviderAccountId?: StablecoinProviderAccountId;
}

export interface StablecoinSameDayAchDebitFundingSource {
  type: 'SAME_DAY_ACH_DEBIT';
  externalAccountId: ExternalAccountId;
}

export interface StablecoinServiceInternalBurnSource {
  type: 'SERVICE_INTERNAL_ACCOUNT';
  /** one of the platform's own */
  accountId: InternalAccountId;
}

export interface StablecoinServiceInternalFundingSource {
  type: 'SERVICE_INTERNAL_ACCOUNT';
  /** one of the platform's own */
  accountId: InternalAccountId;
}

export type StablecoinServiceOperationsStatus =
  | 'NOT_ENABLED'
  | 'PENDING_APPROVAL'
  | 'ENABLING'
  | 'ENABLED'
  | 'DISABLED';

export interface StablecoinWireFundingSource {
  type: 'WIRE';
}

export interface SwiftBeneficiary {
  beneficiaryType: 'INDIVIDUAL';
  fullName: string;
  birthDate?: string;
  nationality?: CountryCode;
  email?: string;
  /** E.164 */
  phoneNumber?: string;
  countryOfResidence?: CountryCode;
  address?: Address;
}

export interface SwiftExternalAccountCreateInfo {
  accountType: 'SWIFT_ACCOUNT';
  country: string;
  swiftCode: string;
  bankName: string;
  accountNumber?: string;
  iban?: string;
  beneficiary: SwiftBeneficiary | BusinessBeneficiary;
}

export interface SwiftExternalAccountInfo {
  accountType: 'SWIFT_ACCOUNT';
  country: string;
  swiftCode: string;
  bankName: string;
  accountNumber?: string;
  iban?: string;
  beneficiary: SwiftBeneficiary | BusinessBeneficiary;
  paymentRails: 'SWIFT'[];
}

/** a test event has no data */
export type TestWebhookData = Record<string, unknown>;

export interface TestWebhookResponse {
  url?: string;
  response_status: number;
  /** the first kilobyte */
  response_body?: string;
}

export interface ThbBeneficiary {
  beneficiaryType: 'INDIVIDUAL';
  fullName: string;
  birthDate?: string;
  nationality?: CountryCode;
  email?: string;
  /** E.164 */
  phoneNumber?: string;
  countryOfResidence?: CountryCode;
  address?: Address;
}

export interface ThbExternalAccountCreateInfo {
  accountType: 'THB_ACCOUNT';
  bankName: string;
  accountNumber: string;
  swiftCode: string;
  beneficiary: ThbBeneficiary | BusinessBeneficiaryWithAddress;
}

export interface ThbExternalAccountInfo {
  accountType: 'THB_ACCOUNT';
  bankName: string;
  accountNumber: string;
  swiftCode: string;
  beneficiary: ThbBeneficiary | BusinessBeneficiaryWithAddress;
  paymentRails: 'BANK_TRANSFER'[];
}

export interface TimedEvent {
  at: string;
  kind: string;
  resourceId: string;
}

export type TimedJobId = string & { readonly '~id'?: 'TimedJob' };

export type TokenId = string & { readonly '~id'?: 'Token' };

export interface TokenListResponse {
  data: ApiToken[];
  hasMore: boolean;
  nextCursor?: string;
  /** exact up to 10000, left out above */
  totalCount?: number;
}

export interface TotpEnrollmentConfirmRequest {
  type: 'TOTP';
  secret: string;
  code: string;
}

export interface TotpEnrollmentConfirmResponse {
  type: 'TOTP';
  /** shown once */
  recoveryCodes: string[];
}

export interface TotpEnrollmentStart {
  type: 'TOTP';
  /** 160 bits in hex */
  secret: string;
  secretBase32Encoded: string;
  /** otpauth URI, for a QR code */
  totpUri: string;
}

export interface TotpFactorEnrollRequest {
  type: 'TOTP';
}

export type TransactionId = string & { readonly '~id'?: 'Transaction' };

export interface TransactionListResponse {
  data: TransactionOneOf[];
  hasMore: boolean;
  nextCursor?: string;
  /** exact up to 10000, left out above */
  totalCount?: number;
}

export type TransactionOneOf = IncomingTransaction | OutgoingTransaction | CardTransaction;

export interface TransferInRequest {
  source: ExternalAccountReference;
  destination: InternalAccountReference;
  /** in the smallest unit: 100 is one US dollar; a request without it is rejected */
  amount?: number;
}

export interface TransferOutRequest {
  source: InternalAccountReference;
  destination: ExternalAccountDestinationReference;
  /** in the smallest unit: 100 is one US dollar; the whole available balance by default */
  amount?: number;
  remittanceInformation?: string;
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

export interface TronWalletExternalAccountInfo {
  accountType: 'TRON_WALLET';
  address: string;
  vaspName?: string;
  beneficiary?: WalletIndividualBeneficiary | BusinessBeneficiary;
}

export interface TwoFactorResetCompleteRequest {
  mobile?: {
    countryCode: string;
    number: string;
  };
}

export interface TwoFactorResetStart {
  resetId: string;
  livenessAccessToken?: string | null;
  verificationLink?: string | null;
  expiresAt?: string;
}

export interface TwoFactorResetStartRequest {
  factor: ScaFactor;
}

export interface TwoFactorResetStatus {
  status: 'INITIATED' | 'PENDING_REVIEW' | 'LIVENESS_PASSED' | 'COMPLETED' | 'REJECTED' | 'EXPIRED';
  factor: ScaFactor;
  enrollmentStatus?: 'PENDING' | 'COMPLETED' | null;
  expiresAt: string;
  completedAt?: string | null;
}

export interface TzsBeneficiary {
  beneficiaryType: 'INDIVIDUAL';
  fullName: string;
  birthDate?: string;
  nationality?: CountryCode;
  email?: string;
  /** E.164 */
  phoneNumber?: string;
  countryOfResidence?: CountryCode;
  address?: Address;
}

export interface TzsExternalAccountCreateInfo {
  accountType: 'TZS_ACCOUNT';
  phoneNumber: string;
  provider: 'AIRTEL' | 'VODACOM';
  beneficiary: TzsBeneficiary | BusinessBeneficiaryWithAddressAndRegistrationNumberAndTaxId;
}

export interface TzsExternalAccountInfo {
  accountType: 'TZS_ACCOUNT';
  phoneNumber: string;
  provider: 'AIRTEL' | 'VODACOM';
  beneficiary: TzsBeneficiary | BusinessBeneficiaryWithAddressAndRegistrationNumberAndTaxId;
  paymentRails: 'MOBILE_MONEY'[];
}

export interface UgxBeneficiary {
  beneficiaryType: 'INDIVIDUAL';
  fullName: string;
  birthDate?: string;
  nationality?: CountryCode;
  email?: string;
  /** E.164 */
  phoneNumber?: string;
  countryOfResidence?: CountryCode;
  address?: Address;
}

export interface UgxExternalAccountCreateInfo {
  accountType: 'UGX_ACCOUNT';
  phoneNumber: string;
  provider: 'MTN' | 'AIRTEL';
  beneficiary: UgxBeneficiary | BusinessBeneficiaryWithAddressAndRegistrationNumberAndTaxId;
}

export interface UgxExternalAccountInfo {
  accountType: 'UGX_ACCOUNT';
  phoneNumber: string;
  provider: 'MTN' | 'AIRTEL';
  beneficiary: UgxBeneficiary | BusinessBeneficiaryWithAddressAndRegistrationNumberAndTaxId;
  paymentRails: 'MOBILE_MONEY'[];
}

export interface UmaAddressDestination {
  destinationType: 'UMA_ADDRESS';
  umaAddress: string;
  currency?: string;
}

export interface UmaAddressTransactionDestination {
  destinationType: 'UMA_ADDRESS';
  umaAddress: string;
  currency?: string;
}

export interface UmaAddressTransactionSource {
  sourceType: 'UMA_ADDRESS';
  umaAddress: string;
  currency?: string;
}

export interface UmaInvitation {
  /** 8 hex digits, valid on every platform of the same mode */
  code: string;
  createdAt: string;
  claimedAt?: string;
  url: string;
  expiresAt?: string;
  inviterUma: string;
  inviteeUma?: string;
  status: 'PENDING' | 'CLAIMED' | 'EXPIRED' | 'CANCELLED';
  firstName?: string;
  amountToSend?: CurrencyAmount;
}

export interface UmaInvitationClaimRequest {
  inviteeUma: string;
}

export interface UmaInvitationCreateRequest {
  inviterUma: string;
  /** shown with the invitation */
  firstName?: string;
  /** amount that the inviter wants to send, in the smallest unit of the inviter's currency */
  amountToSend?: number;
  /** in 30 days by default */
  expiresAt?: string;
}

export interface UmaProvider {
  name: string;
  /** countries */
  supportedRegions: string[];
  domain: string;
  logoUrl?: string;
  supportedCurrencies: Currency[];
  /** legal entity identifier */
  lei?: string;
  /** false: barred */
  allowListStatus: boolean;
}

export interface UmaProviderListResponse {
  data: UmaProvider[];
  hasMore: boolean;
  nextCursor?: string;
  /** exact up to 10000, left out above */
  totalCount?: number;
}

export interface UsdBeneficiary {
  beneficiaryType: 'INDIVIDUAL';
  fullName: string;
  birthDate?: string;
  nationality?: CountryCode;
  email?: string;
  /** E.164 */
  phoneNumber?: string;
  countryOfResidence?: CountryCode;
  address?: AddressWithCity;
}

export interface UsdExternalAccountCreateInfo {
  accountType: 'USD_ACCOUNT';
  accountNumber: string;
  routingNumber: string;
  bankName?: string;
  bankAccountType?: 'CHECKING' | 'SAVINGS';
  intermediaryBankName?: string;
  intermediaryRoutingNumber?: string;
  fiToFiInformation?: string;
  beneficiary: UsdBeneficiary | BusinessBeneficiaryWithAddress;
}

export interface UsdExternalAccountInfo {
  accountType: 'USD_ACCOUNT';
  accountNumber: string;
  routingNumber: string;
  bankName?: string;
  bankAccountType?: 'CHECKING' | 'SAVINGS';
  intermediaryBankName?: string;
  intermediaryRoutingNumber?: string;
  fiToFiInformation?: string;
  beneficiary: UsdBeneficiary | BusinessBeneficiaryWithAddress;
  paymentRails: ('ACH' | 'WIRE' | 'RTP' | 'FEDNOW')[];
}

export interface Vasp {
  /** for vaspName of an external account */
  vaspName: string;
  url?: string;
}

export interface VaspListResponse {
  data: Vasp[];
  hasMore: boolean;
  nextCursor?: string;
}

export interface Verification {
  id: VerificationId;
  customerId: CustomerId;
  verificationStatus:
    | 'RESOLVE_ERRORS'
    | 'PENDING_MANUAL_REVIEW'
    | 'IN_PROGRESS'
    | 'APPROVED'
    | 'REJECTED'
    | 'READY_FOR_VERIFICATION';
  /** one entry per problem */
  errors: VerificationError[];
  createdAt: string;
  updatedAt: string;
}

export interface VerificationError {
  /** the customer, beneficial owner or document that has the problem */
  resourceId: string;
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
  /** for MISSING_FIELD and INVALID_FIELD */
  field?: string;
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
  reason: string;
}

export type VerificationId = string & { readonly '~id'?: 'Verification' };

export interface VerificationListResponse {
  data: Verification[];
  hasMore: boolean;
  nextCursor?: string;
  /** exact up to 10000, left out above */
  totalCount?: number;
}

export interface VerificationRequest {
  customerId: CustomerId;
}

export interface VndBeneficiary {
  beneficiaryType: 'INDIVIDUAL';
  fullName: string;
  birthDate?: string;
  nationality?: CountryCode;
  email?: string;
  /** E.164 */
  phoneNumber?: string;
  countryOfResidence?: CountryCode;
  address?: Address;
}

export interface VndExternalAccountCreateInfo {
  accountType: 'VND_ACCOUNT';
  bankName: string;
  accountNumber: string;
  swiftCode: string;
  beneficiary: VndBeneficiary | BusinessBeneficiaryWithAddress;
}

export interface VndExternalAccountInfo {
  accountType: 'VND_ACCOUNT';
  bankName: string;
  accountNumber: string;
  swiftCode: string;
  beneficiary: VndBeneficiary | BusinessBeneficiaryWithAddress;
  paymentRails: 'BANK_TRANSFER'[];
}

export interface WalletIndividualBeneficiary {
  beneficiaryType: 'INDIVIDUAL';
  fullName: string;
  countryOfResidence: CountryCode;
}

/** send the same request again, byte for byte, until it is done */
export interface WalletOperationProcessing {
  status: 'PROCESSING';
  message: string;
}

export interface WalletSignatureChallenge {
  method: 'WALLET_SIGNATURE';
  messageToSign: string;
  expiresAt: string;
}

export interface WebhookAttempt {
  number: number;
  at: string;
  url: string;
  responseStatus?: number;
  /** why there is no answer: TIMEOUT, ECONNREFUSED, ... */
  error?: string;
  latencyMs: number;
  /** the first kilobyte */
  responseBody?: string;
}

export interface WebhookEvent {
  id: WebhookId;
  type: WebhookType;
  resourceId: string;
  /** orders the events of one resource */
  sequence: number;
  status: WebhookEventStatus;
  attemptCount: number;
  nextAttemptAt?: string;
  createdAt: string;
  /** the body as it is sent */
  payload: unknown;
  attempts: WebhookAttempt[];
}

export interface WebhookEventListResponse {
  data: WebhookEventSummary[];
  hasMore: boolean;
  nextCursor?: string;
  /** exact up to 10000, left out above */
  totalCount?: number;
}

/**
 * PENDING: about to be sent; WAITING: not before nextAttemptAt, because it failed or an earlier event of its resource
 * did; REDELIVERING: asked for again; DIRECT: sent by the request itself; DELIVERED: the endpoint has it; FAILED: given
 * up; SKIPPED: there was no endpoint, or a disabled one
 */
export type WebhookEventStatus = 'PENDING' | 'WAITING' | 'REDELIVERING' | 'DIRECT' | 'DELIVERED' | 'FAILED' | 'SKIPPED';

export interface WebhookEventSummary {
  id: WebhookId;
  type: WebhookType;
  resourceId: string;
  /** orders the events of one resource */
  sequence: number;
  status: WebhookEventStatus;
  attemptCount: number;
  nextAttemptAt?: string;
  createdAt: string;
}

export interface WebhookEventTypeListResponse {
  data: {
    type: WebhookType;
    /** what `data` is */
    resource: string;
    /** JSON Schema of the body */
    schema: unknown;
    /** a body */
    example: unknown;
  }[];
}

export type WebhookId = string & { readonly '~id'?: 'Webhook' };

export interface WebhookKey {
  id: WebhookKeyId;
  algorithm: 'ES256' | 'ed25519' | 'hmac-sha256';
  /** of ES256: SPKI */
  publicKeyPem?: string;
  /** of ed25519: whpk_ and base64 */
  publicKey?: string;
  /** of hmac-sha256: whsec_ and base64, for tokens with MANAGE */
  secret?: string;
  /** RETIRING keys sign until retiresAt */
  status: 'ACTIVE' | 'RETIRING';
  createdAt: string;
  retiresAt?: string;
}

export type WebhookKeyId = string & { readonly '~id'?: 'WebhookKey' };

export interface WebhookKeyListResponse {
  data: WebhookKey[];
}

export interface WebhookRedeliverRequest {
  since: string;
  until?: string;
  type?: WebhookType;
  /** only events that are FAILED or SKIPPED, not those that have arrived */
  failedOnly?: boolean;
  /** count, and send nothing */
  dryRun?: boolean;
  ratePerSecond?: number;
}

export interface WebhookRedeliverResponse {
  count: number;
}

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
  | 'INVITATION.CLAIMED'
  | 'AGENT_ACTION.PENDING_APPROVAL'
  | 'WALLET_OPERATION.COMPLETED'
  | 'WALLET_OPERATION.FAILED'
  | 'TEST';

export interface XafBeneficiary {
  beneficiaryType: 'INDIVIDUAL';
  fullName: string;
  birthDate?: string;
  nationality?: CountryCode;
  email?: string;
  /** E.164 */
  phoneNumber?: string;
  countryOfResidence?: CountryCode;
  address?: Address;
}

export interface XafExternalAccountCreateInfo {
  accountType: 'XAF_ACCOUNT';
  phoneNumber: string;
  provider: string;
  region: 'CM' | 'CG';
  beneficiary: XafBeneficiary | BusinessBeneficiaryWithAddressAndRegistrationNumberAndTaxId;
}

export interface XafExternalAccountInfo {
  accountType: 'XAF_ACCOUNT';
  phoneNumber: string;
  provider: string;
  region: 'CM' | 'CG';
  beneficiary: XafBeneficiary | BusinessBeneficiaryWithAddressAndRegistrationNumberAndTaxId;
  paymentRails: 'MOBILE_MONEY'[];
}

export interface XofBeneficiary {
  beneficiaryType: 'INDIVIDUAL';
  fullName: string;
  birthDate?: string;
  nationality?: CountryCode;
  email?: string;
  /** E.164 */
  phoneNumber?: string;
  countryOfResidence?: CountryCode;
  address?: Address;
}

export interface XofExternalAccountCreateInfo {
  accountType: 'XOF_ACCOUNT';
  phoneNumber: string;
  provider: string;
  region: 'BJ' | 'CI' | 'SN' | 'TG';
  beneficiary: XofBeneficiary | BusinessBeneficiaryWithAddressAndRegistrationNumberAndTaxId;
}

export interface XofExternalAccountInfo {
  accountType: 'XOF_ACCOUNT';
  phoneNumber: string;
  provider: string;
  region: 'BJ' | 'CI' | 'SN' | 'TG';
  beneficiary: XofBeneficiary | BusinessBeneficiaryWithAddressAndRegistrationNumberAndTaxId;
  paymentRails: 'MOBILE_MONEY'[];
}

export interface ZarBeneficiary {
  beneficiaryType: 'INDIVIDUAL';
  fullName: string;
  birthDate?: string;
  nationality?: CountryCode;
  email?: string;
  /** E.164 */
  phoneNumber?: string;
  countryOfResidence?: CountryCode;
  address?: Address;
}

export interface ZarExternalAccountCreateInfo {
  accountType: 'ZAR_ACCOUNT';
  accountNumber: string;
  bankName: string;
  beneficiary: ZarBeneficiary | BusinessBeneficiaryWithAddressAndRegistrationNumberAndTaxId;
}

export interface ZarExternalAccountInfo {
  accountType: 'ZAR_ACCOUNT';
  accountNumber: string;
  bankName: string;
  beneficiary: ZarBeneficiary | BusinessBeneficiaryWithAddressAndRegistrationNumberAndTaxId;
  paymentRails: 'BANK_TRANSFER'[];
}

export interface ZmwBeneficiary {
  beneficiaryType: 'INDIVIDUAL';
  fullName: string;
  birthDate?: string;
  nationality?: CountryCode;
  email?: string;
  /** E.164 */
  phoneNumber?: string;
  countryOfResidence?: CountryCode;
  address?: Address;
}

export interface ZmwExternalAccountCreateInfo {
  accountType: 'ZMW_ACCOUNT';
  phoneNumber: string;
  provider: 'TNM' | 'AIRTEL' | 'ZAMTEL' | 'MTN';
  beneficiary: ZmwBeneficiary | BusinessBeneficiaryWithAddressAndRegistrationNumberAndTaxId;
}

export interface ZmwExternalAccountInfo {
  accountType: 'ZMW_ACCOUNT';
  phoneNumber: string;
  provider: 'TNM' | 'AIRTEL' | 'ZAMTEL' | 'MTN';
  beneficiary: ZmwBeneficiary | BusinessBeneficiaryWithAddressAndRegistrationNumberAndTaxId;
  paymentRails: 'MOBILE_MONEY'[];
}
