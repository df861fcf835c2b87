// Made from the OpenAPI document of the service: run the tests of the SDK with -u to make it again.

/** Members of every webhook. */
interface Event<Type extends string, Data> {
  /** The same in every delivery attempt: detects duplicates. */
  id: string;
  type: Type;
  timestamp: string;
  /** Orders the events of one resource. */
  sequence: number;
  data: Data;
}

export type WebhookEvent =
  | Event<'OUTGOING_PAYMENT.PENDING', OutgoingPaymentWebhookData>
  | Event<'OUTGOING_PAYMENT.PENDING_AUTHORIZATION', OutgoingPaymentWebhookData>
  | Event<'OUTGOING_PAYMENT.PROCESSING', OutgoingPaymentWebhookData>
  | Event<'OUTGOING_PAYMENT.COMPLETED', OutgoingPaymentWebhookData>
  | Event<'OUTGOING_PAYMENT.FAILED', OutgoingPaymentWebhookData>
  | Event<'OUTGOING_PAYMENT.EXPIRED', OutgoingPaymentWebhookData>
  | Event<'OUTGOING_PAYMENT.REFUND_PENDING', OutgoingPaymentWebhookData>
  | Event<'OUTGOING_PAYMENT.REFUND_COMPLETED', OutgoingPaymentWebhookData>
  | Event<'OUTGOING_PAYMENT.REFUND_FAILED', OutgoingPaymentWebhookData>
  | Event<'INCOMING_PAYMENT.PENDING', IncomingPaymentWebhookData>
  | Event<'INCOMING_PAYMENT.COMPLETED', IncomingPaymentWebhookData>
  | Event<'INCOMING_PAYMENT.FAILED', IncomingPaymentWebhookData>
  | Event<'INCOMING_PAYMENT.REFUND_PENDING', IncomingPaymentWebhookData>
  | Event<'INCOMING_PAYMENT.REFUND_COMPLETED', IncomingPaymentWebhookData>
  | Event<'INCOMING_PAYMENT.REFUND_FAILED', IncomingPaymentWebhookData>
  | Event<'INTERNAL_ACCOUNT.BALANCE_UPDATED', InternalAccount>
  | Event<'INTERNAL_ACCOUNT.STATUS_UPDATED', InternalAccount>
  | Event<'INTERNAL_ACCOUNT.FUNDING_INSTRUCTIONS_UPDATED', InternalAccount>
  | Event<'BULK_UPLOAD.COMPLETED', BulkCustomerImportJob>
  | Event<'BULK_UPLOAD.FAILED', BulkCustomerImportJob>
  | Event<'EXTERNAL_ACCOUNT.STATUS_UPDATED', ExternalAccount>
  | Event<'CUSTOMER.KYC_APPROVED', CustomerOneOf>
  | Event<'CUSTOMER.KYC_REJECTED', CustomerOneOf>
  | Event<'CUSTOMER.KYC_PENDING', CustomerOneOf>
  | Event<'CUSTOMER.KYB_APPROVED', CustomerOneOf>
  | Event<'CUSTOMER.KYB_REJECTED', CustomerOneOf>
  | Event<'CUSTOMER.KYB_PENDING', CustomerOneOf>
  | Event<'VERIFICATION.APPROVED', Verification>
  | Event<'VERIFICATION.REJECTED', Verification>
  | Event<'VERIFICATION.RESOLVE_ERRORS', Verification>
  | Event<'VERIFICATION.IN_PROGRESS', Verification>
  | Event<'VERIFICATION.PENDING_MANUAL_REVIEW', Verification>
  | Event<'VERIFICATION.READY_FOR_VERIFICATION', Verification>
  | Event<'CARD.STATE_CHANGE', Card>
  | Event<'CARD.FUNDING_SOURCE_CHANGE', Card>
  | Event<'CARD_TRANSACTION.AUTHORIZED', CardTransaction>
  | Event<'CARD_TRANSACTION.PARTIALLY_SETTLED', CardTransaction>
  | Event<'CARD_TRANSACTION.SETTLED', CardTransaction>
  | Event<'CARD_TRANSACTION.REFUNDED', CardTransaction>
  | Event<'CARD_TRANSACTION.EXCEPTION', CardTransaction>
  | Event<'CARD_TRANSACTION.DECLINED', CardTransaction>
  | Event<'CARD_TRANSACTION.EXPIRED', CardTransaction>
  | Event<'INVITATION.CLAIMED', UmaInvitation>
  | Event<'AGENT_ACTION.PENDING_APPROVAL', AgentAction>
  | Event<'WALLET_OPERATION.COMPLETED', CompletedWalletOperation>
  | Event<'WALLET_OPERATION.FAILED', FailedWalletOperation>
  | Event<'TEST', TestWebhookData>;

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

export interface AedExternalAccountInfo {
  accountType: 'AED_ACCOUNT';
  iban: string;
  swiftCode?: string;
  beneficiary: AedBeneficiary | BusinessBeneficiaryWithAddress;
  paymentRails: 'BANK_TRANSFER'[];
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

export type AgentActionStatus = 'PENDING_APPROVAL' | 'APPROVED' | 'REJECTED' | 'FAILED';

export type AgentActionType = 'EXECUTE_QUOTE' | 'TRANSFER_OUT' | 'TRANSFER_IN';

export type AgentId = string & { readonly '~id'?: 'Agent' };

export interface AgentTransferDetails {
  amount: number;
  currency: string;
  sourceAccountId: AccountId;
  destinationAccountId: AccountId;
}

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

export type BeneficialOwnerId = string & { readonly '~id'?: 'BeneficialOwner' };

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

export interface CadExternalAccountInfo {
  accountType: 'CAD_ACCOUNT';
  bankCode: string;
  branchCode: string;
  accountNumber: string;
  beneficiary: CadBeneficiary | BusinessBeneficiary;
  paymentRails: 'BANK_TRANSFER'[];
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

export type CardForm = 'VIRTUAL';

export type CardId = string & { readonly '~id'?: 'Card' };

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

export interface CardSettlementSummary {
  count: number;
  /** in the currency of authorizedAmount */
  totalAmount: number;
}

export type CardState = 'PENDING_KYC' | 'PROCESSING' | 'ACTIVE' | 'FROZEN' | 'CLOSED';

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

export interface CopExternalAccountInfo {
  accountType: 'COP_ACCOUNT';
  accountNumber?: string;
  bankAccountType?: 'CHECKING' | 'SAVINGS';
  bankName: string;
  phoneNumber?: string;
  beneficiary: CopBeneficiary | BusinessBeneficiary;
  paymentRails: ('BANK_TRANSFER' | 'MOBILE_MONEY')[];
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

export type CustomerId = string & { readonly '~id'?: 'Customer' };

export type CustomerOneOf = IndividualCustomer | BusinessCustomer;

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

export interface DkkExternalAccountInfo {
  accountType: 'DKK_ACCOUNT';
  iban: string;
  swiftCode?: string;
  beneficiary: DkkBeneficiary | BusinessBeneficiaryWithAddress;
  paymentRails: ('SEPA' | 'SEPA_INSTANT')[];
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

export interface EgpExternalAccountInfo {
  accountType: 'EGP_ACCOUNT';
  iban?: string;
  bankName: string;
  phoneNumber?: string;
  beneficiary: EgpBeneficiary | BusinessBeneficiary;
  paymentRails: ('BANK_TRANSFER' | 'MOBILE_MONEY')[];
}

export interface EndUserTermsConsent {
  acceptedAt: string;
  ipAddress: string;
  termsVersion: string;
  acceptanceMethod: 'CHECKBOX' | 'CLICK_TO_ACCEPT';
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

export interface EurExternalAccountInfo {
  accountType: 'EUR_ACCOUNT';
  iban: string;
  swiftCode?: string;
  beneficiary: EurBeneficiary | BusinessBeneficiaryWithAddressAndRegistrationNumber;
  paymentRails: ('SEPA' | 'SEPA_INSTANT')[];
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

export type InternalAccountId = string & { readonly '~id'?: 'InternalAccount' };

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

export interface KesExternalAccountInfo {
  accountType: 'KES_ACCOUNT';
  phoneNumber: string;
  provider: 'M-PESA';
  beneficiary: KesBeneficiary | BusinessBeneficiaryWithAddressAndRegistrationNumberAndTaxId;
  paymentRails: 'MOBILE_MONEY'[];
}

export interface LightningExternalAccountInfo {
  accountType: 'LIGHTNING';
  invoice?: string;
  bolt12?: string;
  lightningAddress?: string;
}

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

export interface NgnExternalAccountInfo {
  accountType: 'NGN_ACCOUNT';
  accountNumber: string;
  bankName: string;
  beneficiary: NgnBeneficiary | BusinessBeneficiaryWithAddressAndRegistrationNumberAndTaxId;
  paymentRails: 'BANK_TRANSFER'[];
}

export interface OnChainTransaction {
  transactionHash: string;
  network: string;
}

export type OperationId = string & { readonly '~id'?: 'Operation' };

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

export type PlatformId = string & { readonly '~id'?: 'Platform' };

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

export interface ReconciliationInstructions {
  reference?: string;
  /** @deprecated */
  transactionHash?: string;
}

export interface Refund {
  reference: string;
  initiatedAt: string;
  settledAt?: string;
  status: 'PENDING' | 'COMPLETED' | 'FAILED';
  reason?: 'TRANSACTION_FAILED' | 'USER_CANCELLATION' | 'TIMEOUT';
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

export interface RwfExternalAccountInfo {
  accountType: 'RWF_ACCOUNT';
  phoneNumber: string;
  provider: 'MTN' | 'AIRTEL';
  beneficiary: RwfBeneficiary | BusinessBeneficiaryWithAddressAndRegistrationNumberAndTaxId;
  paymentRails: 'MOBILE_MONEY'[];
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

export interface SgdExternalAccountInfo {
  accountType: 'SGD_ACCOUNT';
  bankName?: string;
  accountNumber: string;
  swiftCode: string;
  beneficiary: SgdBeneficiary | BusinessBeneficiaryWithAddress;
  paymentRails: ('PAYNOW' | 'FAST' | 'BANK_TRANSFER')[];
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

export interface ThbExternalAccountInfo {
  accountType: 'THB_ACCOUNT';
  bankName: string;
  accountNumber: string;
  swiftCode: string;
  beneficiary: ThbBeneficiary | BusinessBeneficiaryWithAddress;
  paymentRails: 'BANK_TRANSFER'[];
}

export type TransactionId = string & { readonly '~id'?: 'Transaction' };

export type TransactionOneOf = IncomingTransaction | OutgoingTransaction | CardTransaction;

export interface TronWalletExternalAccountInfo {
  accountType: 'TRON_WALLET';
  address: string;
  vaspName?: string;
  beneficiary?: WalletIndividualBeneficiary | BusinessBeneficiary;
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

export interface ZmwExternalAccountInfo {
  accountType: 'ZMW_ACCOUNT';
  phoneNumber: string;
  provider: 'TNM' | 'AIRTEL' | 'ZAMTEL' | 'MTN';
  beneficiary: ZmwBeneficiary | BusinessBeneficiaryWithAddressAndRegistrationNumberAndTaxId;
  paymentRails: 'MOBILE_MONEY'[];
}
