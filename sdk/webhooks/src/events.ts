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
  | Event<'CARD_DISPUTE.OPENED', CardDispute>
  | Event<'CARD_DISPUTE.PROVISIONALLY_CREDITED', CardDispute>
  | Event<'CARD_DISPUTE.PROVISIONAL_CREDIT_REVERSED', CardDispute>
  | Event<'CARD_DISPUTE.WON', CardDispute>
  | Event<'CARD_DISPUTE.LOST', CardDispute>
  | Event<'INVITATION.CLAIMED', UmaInvitation>
  | Event<'AGENT_ACTION.PENDING_APPROVAL', AgentAction>
  | Event<'WALLET_OPERATION.COMPLETED', CompletedWalletOperation>
  | Event<'WALLET_OPERATION.FAILED', FailedWalletOperation>
  | Event<'TEST', TestWebhookData>;

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

/** PENDING_APPROVAL waits for the platform; APPROVED, REJECTED and FAILED are final. */
export type AgentActionStatus = 'PENDING_APPROVAL' | 'APPROVED' | 'REJECTED' | 'FAILED';

/** Operation that the agent requested. */
export type AgentActionType = 'EXECUTE_QUOTE' | 'TRANSFER_OUT' | 'TRANSFER_IN';

/** Id of an agent that acts for a customer. */
export type AgentId = string & { readonly '~id'?: 'Agent' };

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

/** Id of a beneficial owner of a business customer. */
export type BeneficialOwnerId = string & { readonly '~id'?: 'BeneficialOwner' };

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

/** Why the cardholder contests the purchase. */
export type CardDisputeReason = 'FRAUD' | 'DUPLICATE' | 'NOT_RECEIVED' | 'NOT_AS_DESCRIBED' | 'CANCELLED' | 'OTHER';

/** OPEN until the card network decides: WON for the cardholder, LOST for the merchant. */
export type CardDisputeStatus = 'OPEN' | 'WON' | 'LOST';

/** Form of a card; only virtual cards are issued. */
export type CardForm = 'VIRTUAL';

/** Id of a card. */
export type CardId = string & { readonly '~id'?: 'Card' };

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

/** Id of a customer of the platform. */
export type CustomerId = string & { readonly '~id'?: 'Customer' };

/** A customer; `customerType` selects the members. */
export type CustomerOneOf = IndividualCustomer | BusinessCustomer;

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

/** Id of an internal account, whose balance the service keeps. */
export type InternalAccountId = string & { readonly '~id'?: 'InternalAccount' };

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

/** The transaction on a crypto network that moved the money. */
export interface OnChainTransaction {
  /** Hash of the transaction on its network. */
  transactionHash: string;
  /** Network that recorded the transaction. */
  network: string;
}

/** Id of a wallet operation that continues in the background. */
export type OperationId = string & { readonly '~id'?: 'Operation' };

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

/** Id of a platform, which owns every other resource. */
export type PlatformId = string & { readonly '~id'?: 'Platform' };

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

/** Id of an incoming or outgoing transaction. */
export type TransactionId = string & { readonly '~id'?: 'Transaction' };

/** A payment; `type` selects the members. */
export type TransactionOneOf = IncomingTransaction | OutgoingTransaction | CardTransaction;

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
