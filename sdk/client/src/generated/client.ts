// Made from the OpenAPI document of the service: run the tests of the SDK with -u to make it again.

import type {
  Call,
  ListCall,
  SignedCall,
} from '../call.ts';
import type {
  ClientBase,
  QuoteHelpers,
  TransactionHelpers,
  WebhookHelpers,
} from '../helpers.ts';
import type {
  KeyedOptions,
  KeyedSignedOptions,
  RequestOptions,
  SignedOptions,
} from '../options.ts';
import type {
  AccountOwnerId,
  Agent,
  AgentAction,
  AgentActionId,
  AgentActionListResponse,
  AgentActionRejectRequest,
  AgentActionStatus,
  AgentCreateRequest,
  AgentCreateResponse,
  AgentDeviceCode,
  AgentDeviceCodeRedeemResponse,
  AgentDeviceCodeStatusResponse,
  AgentExternalAccountCreateRequest,
  AgentId,
  AgentListResponse,
  AgentPolicyUpdateRequest,
  AgentUpdateRequest,
  AnyTransactionId,
  ApiToken,
  ApiTokenCreateRequest,
  ApprovePaymentRequest,
  AuthCredentialChallengeRequest,
  AuthCredentialCreateRequest,
  AuthCredentialListResponse,
  AuthCredentialResponse,
  AuthCredentialVerifyRequest,
  AuthMethodId,
  AuthMethodResponse,
  AuthSession,
  AuthSessionRefreshRequest,
  BalanceChange,
  BalanceChangeListResponse,
  BankCreditId,
  BeneficialOwner,
  BeneficialOwnerCreateRequest,
  BeneficialOwnerId,
  BeneficialOwnerListResponse,
  BeneficialOwnerUpdateRequest,
  BeneficiaryTrustConfirm,
  BeneficiaryTrustConfirmRequest,
  BeneficiaryTrustStart,
  BeneficiaryTrustStartRequest,
  BulkCustomerImportJob,
  BulkCustomerImportJobAccepted,
  CancelTransactionRequest,
  Card,
  CardCreateRequest,
  CardDispute,
  CardDisputeId,
  CardDisputeListResponse,
  CardDisputeStatus,
  CardFundingSourceId,
  CardId,
  CardListResponse,
  CardRevealResponse,
  CardTransaction,
  CardTransactionId,
  CardUpdateRequest,
  ConfirmReceiptDeliveryRequest,
  ConsoleSessionId,
  ContactVerificationConfirmRequest,
  CountryCode,
  CustomerCreateRequestOneOf,
  CustomerId,
  CustomerListResponse,
  CustomerOneOf,
  CustomerUpdateRequestOneOf,
  CustomersCsvUploadRequest,
  DelegatedKey,
  DelegatedKeyCreateRequest,
  DelegatedKeyId,
  DelegatedKeyListResponse,
  DiscoveryListResponse,
  Document,
  DocumentHolderId,
  DocumentId,
  DocumentListResponse,
  DocumentReplaceRequest,
  DocumentUploadRequest,
  EndUserTerms,
  EstimateCryptoWithdrawalFeeRequest,
  EstimateCryptoWithdrawalFeeResponse,
  ExchangeRateListResponse,
  ExecuteQuoteRequest,
  ExternalAccount,
  ExternalAccountCreateRequest,
  ExternalAccountId,
  ExternalAccountListResponse,
  IncomingTransaction,
  InternalAccount,
  InternalAccountExportRequest,
  InternalAccountExportResponse,
  InternalAccountId,
  InternalAccountListResponse,
  InternalAccountUpdateRequest,
  JobId,
  KycLinkCreateRequest,
  KycLinkResponse,
  LedgerAccount,
  LedgerAccountEntry,
  LedgerAccountEntryListResponse,
  LedgerAccountId,
  LedgerAccountKind,
  LedgerAccountListResponse,
  LedgerAudit,
  LedgerAuditRequest,
  LedgerChecks,
  LedgerEntry,
  LedgerEntryListResponse,
  LedgerFlows,
  LoggedRequest,
  LoggedRequestListResponse,
  MagicValueListResponse,
  MessageId,
  OperatorAction,
  OperatorActionListResponse,
  OperatorBankFileFinding,
  OperatorBankFileFindingListResponse,
  OperatorBankFiles,
  OperatorCreditAssignRequest,
  OperatorCreditReturnRequest,
  OperatorCustomerLock,
  OperatorDeadJobListResponse,
  OperatorId,
  OperatorJob,
  OperatorJobGroup,
  OperatorJobKindListResponse,
  OperatorPerson,
  OperatorPersonCreateRequest,
  OperatorPersonInvitation,
  OperatorPersonListResponse,
  OperatorPlatform,
  OperatorPlatformCreateRequest,
  OperatorPlatformCreated,
  OperatorPlatformListResponse,
  OperatorRetriedJobs,
  OperatorReview,
  OperatorReviewApproval,
  OperatorReviewChanges,
  OperatorReviewClaim,
  OperatorReviewListResponse,
  OperatorReviewRejection,
  OperatorScaRegion,
  OperatorScaRegionRequest,
  OperatorSenderDomainList,
  OperatorSessionListResponse,
  OperatorStatusRequest,
  OperatorSuspendedPayment,
  OperatorSuspendedPaymentListResponse,
  OperatorSystemStatus,
  OperatorUmaKeys,
  OperatorUnmatchedCredit,
  OperatorUnmatchedCreditListResponse,
  OperatorWaitingReview,
  OutgoingTransaction,
  OwnershipChallenge,
  OwnershipChallengeRequest,
  OwnershipVerifyRequest,
  PlatformConfig,
  PlatformConfigUpdateRequest,
  PlatformExternalAccountCreateRequest,
  PlatformId,
  PlatformInternalAccountListResponse,
  Quote,
  QuoteId,
  QuoteRequest,
  ReceiverExternalAccountLookupResponse,
  ReceiverUmaLookupResponse,
  RecordSecurityEventRequest,
  RecordSecurityEventResponse,
  RejectPaymentRequest,
  RequestErrorGroupListResponse,
  SandboxCardAuthorizationAdviceRequest,
  SandboxCardAuthorizationRequest,
  SandboxCardAuthorizationReversalRequest,
  SandboxCardBalanceInquiryRequest,
  SandboxCardClearingRequest,
  SandboxCardDisputeCloseRequest,
  SandboxCardDisputeOpenRequest,
  SandboxCardDisputeRefRequest,
  SandboxCardReturnRequest,
  SandboxCardTransactionRefRequest,
  SandboxClock,
  SandboxClockAdvanceRequest,
  SandboxClockAdvanced,
  SandboxClockRunNextRequest,
  SandboxDelivery,
  SandboxDeliveryListResponse,
  SandboxFault,
  SandboxFaultListResponse,
  SandboxFaultRequest,
  SandboxFundRequest,
  SandboxListener,
  SandboxListenerRequest,
  SandboxMessage,
  SandboxMessageListResponse,
  SandboxNewListener,
  SandboxPlatform,
  SandboxPlatformRequest,
  SandboxResolveRequest,
  SandboxSendRequest,
  SandboxUmaReceiveRequest,
  ScaAuthorization,
  ScaFactorConfirmRequestOneOf,
  ScaFactorConfirmResponseOneOf,
  ScaFactorEnrollRequestOneOf,
  ScaFactorEnrollStartOneOf,
  ScaFactorList,
  ScaLoginComplete,
  ScaLoginCompleteRequest,
  ScaLoginStart,
  ScaLoginStartRequest,
  SearchResultListResponse,
  SessionId,
  SessionListResponse,
  Stablecoin,
  StablecoinBurnRequest,
  StablecoinId,
  StablecoinIssuanceStatus,
  StablecoinListResponse,
  StablecoinMintRequest,
  StablecoinOperation,
  StablecoinOperationId,
  StablecoinOperationListResponse,
  StablecoinOperationType,
  StablecoinProvider,
  StablecoinProviderAccount,
  StablecoinProviderAccountId,
  StablecoinProviderAccountLinkRequest,
  StablecoinProviderAccountListResponse,
  StablecoinProviderAccountStatus,
  StablecoinRegisterRequest,
  StablecoinServiceOperationsStatus,
  TestWebhookResponse,
  TimedJobId,
  TimelineEntry,
  TimelinePage,
  TokenId,
  TokenListResponse,
  TransactionId,
  TransactionListResponse,
  TransactionOneOf,
  TransferInRequest,
  TransferOutRequest,
  TrialBalance,
  TwoFactorResetCompleteRequest,
  TwoFactorResetStart,
  TwoFactorResetStartRequest,
  TwoFactorResetStatus,
  UmaInvitation,
  UmaInvitationClaimRequest,
  UmaInvitationCreateRequest,
  UmaProvider,
  UmaProviderListResponse,
  Vasp,
  VaspListResponse,
  Verification,
  VerificationId,
  VerificationListResponse,
  VerificationRequest,
  WalletOperationProcessing,
  WebhookEndpoint,
  WebhookEvent,
  WebhookEventListResponse,
  WebhookEventStatus,
  WebhookEventSummary,
  WebhookEventTypeListResponse,
  WebhookId,
  WebhookKeyListResponse,
  WebhookListenerId,
  WebhookRedeliverRequest,
  WebhookRedeliverResponse,
  WebhookType,
} from './types.ts';

/** Error codes of every operation. */
export type CommonErrorCode =
  | 'FORBIDDEN'
  | 'INTERNAL_ERROR'
  | 'INVALID_INPUT'
  | 'INVALID_REQUEST_FORMAT'
  | 'METHOD_NOT_ALLOWED'
  | 'RATE_LIMITED'
  | 'SERVICE_UNAVAILABLE'
  | 'UNAUTHORIZED';

/** Values of `details.reason` of every operation. */
export type CommonErrorReason =
  | 'CONSOLE_SESSION_ENDED'
  | 'CONSOLE_SESSION_KIND'
  | 'CONSOLE_SESSION_UNKNOWN'
  | 'CREDENTIALS_MALFORMED'
  | 'CREDENTIALS_MISSING'
  | 'CREDENTIALS_WRONG'
  | 'NOT_SAME_ORIGIN'
  | 'SANDBOX_FAULT'
  | 'TOKEN_PERMISSION_MISSING';

export type AgentActionsGetErrorCode = CommonErrorCode | 'REFERENCE_NOT_FOUND';

export type AgentActionsGetErrorReason =
  | 'ACCESS_TOKEN_UNKNOWN'
  | 'CREDENTIALS_MALFORMED'
  | 'CREDENTIALS_MISSING'
  | 'SANDBOX_FAULT';

export type AgentActionsListErrorReason =
  | 'ACCESS_TOKEN_UNKNOWN'
  | 'CREDENTIALS_MALFORMED'
  | 'CREDENTIALS_MISSING'
  | 'SANDBOX_FAULT';

export type OperatorActionsListErrorCode =
  | 'INTERNAL_ERROR'
  | 'INVALID_INPUT'
  | 'INVALID_REQUEST_FORMAT'
  | 'METHOD_NOT_ALLOWED'
  | 'RATE_LIMITED'
  | 'SERVICE_UNAVAILABLE'
  | 'UNAUTHORIZED';

export type OperatorActionsListErrorReason =
  | 'CONSOLE_SESSION_ENDED'
  | 'CONSOLE_SESSION_KIND'
  | 'CONSOLE_SESSION_UNKNOWN'
  | 'CREDENTIALS_EXPIRED'
  | 'CREDENTIALS_MALFORMED'
  | 'CREDENTIALS_MISSING'
  | 'CREDENTIALS_REVOKED'
  | 'CREDENTIALS_WRONG';

export type AgentsActionsApproveErrorCode =
  | CommonErrorCode
  | 'CONFLICT'
  | 'DAILY_VOLUME_LIMIT_EXCEEDED'
  | 'INVALID_AMOUNT'
  | 'REFERENCE_NOT_FOUND';

export type AgentsActionsApproveErrorReason =
  | CommonErrorReason
  | 'ACCOUNT_NOT_ACTIVE'
  | 'ALREADY_ENDED'
  | 'ALREADY_EXECUTED'
  | 'CHANGED_MEANWHILE'
  | 'FUNDING_REQUIRED'
  | 'IDEMPOTENCY_KEY_REUSED'
  | 'INSUFFICIENT_BALANCE'
  | 'LIMIT_EXCEEDED'
  | 'NOT_PENDING_APPROVAL'
  | 'PENDING_AUTHORIZATION'
  | 'QUOTE_EXPIRED'
  | 'SCA_REQUIRED';

export type AgentsActionsRejectErrorCode = CommonErrorCode | 'CONFLICT' | 'REFERENCE_NOT_FOUND';

export type AgentsActionsRejectErrorReason =
  | CommonErrorReason
  | 'CHANGED_MEANWHILE'
  | 'IDEMPOTENCY_KEY_REUSED'
  | 'NOT_PENDING_APPROVAL';

export type AgentsCreateErrorCode = CommonErrorCode | 'CONFLICT' | 'CUSTOMER_DELETED' | 'USER_NOT_FOUND';

export type AgentsCreateErrorReason =
  | CommonErrorReason
  | 'CHANGED_MEANWHILE'
  | 'IDEMPOTENCY_KEY_OF_ANOTHER_TOKEN'
  | 'IDEMPOTENCY_KEY_REUSED';

export type AgentsDeleteErrorCode = CommonErrorCode | 'REFERENCE_NOT_FOUND';

export type AgentsDeviceCodesCreateErrorCode = CommonErrorCode | 'CONFLICT' | 'REFERENCE_NOT_FOUND';

export type AgentsDeviceCodesCreateErrorReason =
  | CommonErrorReason
  | 'AGENT_CONNECTED'
  | 'CHANGED_MEANWHILE'
  | 'IDEMPOTENCY_KEY_OF_ANOTHER_TOKEN'
  | 'IDEMPOTENCY_KEY_REUSED';

export type AgentsDeviceCodesGetStatusErrorCode = CommonErrorCode | 'REFERENCE_NOT_FOUND';

export type AgentsDeviceCodesRedeemErrorCode =
  | 'INTERNAL_ERROR'
  | 'INVALID_INPUT'
  | 'INVALID_REQUEST_FORMAT'
  | 'METHOD_NOT_ALLOWED'
  | 'RATE_LIMITED'
  | 'REFERENCE_NOT_FOUND'
  | 'SERVICE_UNAVAILABLE';

export type AgentsDeviceCodesRedeemErrorReason = 'DEVICE_CODE_EXPIRED' | 'DEVICE_CODE_USED';

export type AgentsGetErrorCode = CommonErrorCode | 'REFERENCE_NOT_FOUND';

export type AgentsPolicyUpdateErrorCode = CommonErrorCode | 'CONFLICT' | 'INVALID_CURRENCY' | 'REFERENCE_NOT_FOUND';

export type AgentsPolicyUpdateErrorReason = CommonErrorReason | 'CHANGED_MEANWHILE';

export type AgentsUpdateErrorCode = CommonErrorCode | 'CONFLICT' | 'REFERENCE_NOT_FOUND';

export type AgentsUpdateErrorReason = CommonErrorReason | 'CHANGED_MEANWHILE';

export type AuthCredentialsChallengeErrorCode = CommonErrorCode | 'CONFLICT' | 'REFERENCE_NOT_FOUND';

export type AuthCredentialsChallengeErrorReason = CommonErrorReason | 'ACCOUNT_NOT_ACTIVE' | 'CHANGED_MEANWHILE';

export type AuthCredentialsCreateErrorCode =
  | CommonErrorCode
  | 'CONFLICT'
  | 'EMAIL_OTP_CREDENTIAL_ALREADY_EXISTS'
  | 'INVALID_SIGNATURE'
  | 'PASSKEY_CREDENTIAL_ALREADY_EXISTS'
  | 'REFERENCE_NOT_FOUND'
  | 'REQUEST_ID_MISSING'
  | 'SMS_OTP_CREDENTIAL_ALREADY_EXISTS'
  | 'WALLET_SIGNATURE_BODY_MISMATCH'
  | 'WALLET_SIGNATURE_INVALID'
  | 'WALLET_SIGNATURE_MALFORMED'
  | 'WALLET_SIGNATURE_MISSING';

export type AuthCredentialsCreateErrorReason =
  | CommonErrorReason
  | 'ACCOUNT_NOT_ACTIVE'
  | 'CHANGED_MEANWHILE'
  | 'CREDENTIAL_ALREADY_EXISTS'
  | 'IDEMPOTENCY_KEY_REUSED'
  | 'OIDC_SIGNATURE_WRONG'
  | 'OIDC_TOKEN_REJECTED'
  | 'PAYLOAD_NOT_SIGNED'
  | 'REQUEST_DIFFERS'
  | 'REQUEST_ID_EXPIRED'
  | 'REQUEST_ID_MISSING'
  | 'REQUEST_ID_UNKNOWN'
  | 'REQUEST_ID_USED'
  | 'SIGNER_WITHOUT_SESSION'
  | 'WALLET_SIGNATURE_MALFORMED'
  | 'WALLET_SIGNATURE_MISSING';

export type AuthCredentialsDeleteErrorCode =
  | CommonErrorCode
  | 'REFERENCE_NOT_FOUND'
  | 'REQUEST_ID_MISSING'
  | 'WALLET_SIGNATURE_BODY_MISMATCH'
  | 'WALLET_SIGNATURE_INVALID'
  | 'WALLET_SIGNATURE_MALFORMED'
  | 'WALLET_SIGNATURE_MISSING';

export type AuthCredentialsDeleteErrorReason =
  | CommonErrorReason
  | 'LAST_CREDENTIAL'
  | 'PAYLOAD_NOT_SIGNED'
  | 'REQUEST_DIFFERS'
  | 'REQUEST_ID_EXPIRED'
  | 'REQUEST_ID_MISSING'
  | 'REQUEST_ID_UNKNOWN'
  | 'REQUEST_ID_USED'
  | 'SIGNER_NOT_ALLOWED'
  | 'SIGNER_WITHOUT_SESSION'
  | 'WALLET_SIGNATURE_MALFORMED'
  | 'WALLET_SIGNATURE_MISSING';

export type AuthCredentialsVerifyErrorCode =
  | CommonErrorCode
  | 'CONFLICT'
  | 'INVALID_SIGNATURE'
  | 'REFERENCE_NOT_FOUND'
  | 'REQUEST_ID_MISSING'
  | 'WALLET_SIGNATURE_BODY_MISMATCH'
  | 'WALLET_SIGNATURE_INVALID'
  | 'WALLET_SIGNATURE_MALFORMED'
  | 'WALLET_SIGNATURE_MISSING';

export type AuthCredentialsVerifyErrorReason =
  | CommonErrorReason
  | 'ACCOUNT_NOT_ACTIVE'
  | 'ASSERTION_REJECTED'
  | 'ASSERTION_SIGNATURE_WRONG'
  | 'CHANGED_MEANWHILE'
  | 'INVALID_OTP_CODE'
  | 'NO_PENDING_OTP'
  | 'OIDC_IDENTITY_MISMATCH'
  | 'OIDC_NONCE_WRONG'
  | 'OIDC_SIGNATURE_WRONG'
  | 'OIDC_TOKEN_REJECTED'
  | 'OIDC_TOKEN_USED'
  | 'OTP_BUNDLE_UNREADABLE'
  | 'PAYLOAD_NOT_SIGNED'
  | 'REQUEST_DIFFERS'
  | 'REQUEST_ID_EXPIRED'
  | 'REQUEST_ID_MISSING'
  | 'REQUEST_ID_UNKNOWN'
  | 'REQUEST_ID_USED'
  | 'SIGNER_NOT_ALLOWED'
  | 'SIGNER_WITHOUT_SESSION'
  | 'WALLET_SIGNATURE_MALFORMED'
  | 'WALLET_SIGNATURE_MISSING';

export type AuthDelegatedKeysCreateErrorCode =
  | CommonErrorCode
  | 'CONFLICT'
  | 'REFERENCE_NOT_FOUND'
  | 'REQUEST_ID_MISSING'
  | 'WALLET_SIGNATURE_BODY_MISMATCH'
  | 'WALLET_SIGNATURE_INVALID'
  | 'WALLET_SIGNATURE_MALFORMED'
  | 'WALLET_SIGNATURE_MISSING';

export type AuthDelegatedKeysCreateErrorReason =
  | CommonErrorReason
  | 'ACCOUNT_NOT_ACTIVE'
  | 'CHANGED_MEANWHILE'
  | 'DELEGATED_KEY_ACTIVE'
  | 'PAYLOAD_NOT_SIGNED'
  | 'REQUEST_DIFFERS'
  | 'REQUEST_ID_EXPIRED'
  | 'REQUEST_ID_MISSING'
  | 'REQUEST_ID_UNKNOWN'
  | 'REQUEST_ID_USED'
  | 'SIGNER_WITHOUT_SESSION'
  | 'WALLET_SIGNATURE_MALFORMED'
  | 'WALLET_SIGNATURE_MISSING';

export type AuthDelegatedKeysDeleteErrorCode = CommonErrorCode | 'REFERENCE_NOT_FOUND';

export type AuthDelegatedKeysDeleteErrorReason = CommonErrorReason | 'DELEGATED_KEY_NOT_ACTIVE';

export type AuthDelegatedKeysGetErrorCode = CommonErrorCode | 'REFERENCE_NOT_FOUND';

export type AuthSessionsDeleteErrorCode =
  | CommonErrorCode
  | 'REFERENCE_NOT_FOUND'
  | 'REQUEST_ID_MISSING'
  | 'WALLET_SIGNATURE_BODY_MISMATCH'
  | 'WALLET_SIGNATURE_INVALID'
  | 'WALLET_SIGNATURE_MALFORMED'
  | 'WALLET_SIGNATURE_MISSING';

export type AuthSessionsDeleteErrorReason =
  | CommonErrorReason
  | 'PAYLOAD_NOT_SIGNED'
  | 'REQUEST_DIFFERS'
  | 'REQUEST_ID_EXPIRED'
  | 'REQUEST_ID_MISSING'
  | 'REQUEST_ID_UNKNOWN'
  | 'REQUEST_ID_USED'
  | 'SIGNER_WITHOUT_SESSION'
  | 'WALLET_SIGNATURE_MALFORMED'
  | 'WALLET_SIGNATURE_MISSING';

export type AuthSessionsRefreshErrorCode =
  | CommonErrorCode
  | 'REFERENCE_NOT_FOUND'
  | 'REQUEST_ID_MISSING'
  | 'WALLET_SIGNATURE_BODY_MISMATCH'
  | 'WALLET_SIGNATURE_INVALID'
  | 'WALLET_SIGNATURE_MALFORMED'
  | 'WALLET_SIGNATURE_MISSING';

export type AuthSessionsRefreshErrorReason =
  | CommonErrorReason
  | 'LOGIN_TOO_OLD'
  | 'PAYLOAD_NOT_SIGNED'
  | 'REQUEST_DIFFERS'
  | 'REQUEST_ID_EXPIRED'
  | 'REQUEST_ID_MISSING'
  | 'REQUEST_ID_UNKNOWN'
  | 'REQUEST_ID_USED'
  | 'SESSION_ENDED'
  | 'SIGNER_NOT_ALLOWED'
  | 'SIGNER_WITHOUT_SESSION'
  | 'WALLET_SIGNATURE_MALFORMED'
  | 'WALLET_SIGNATURE_MISSING';

export type OperatorBankFilesFindingsListErrorCode =
  | 'INTERNAL_ERROR'
  | 'INVALID_INPUT'
  | 'INVALID_REQUEST_FORMAT'
  | 'METHOD_NOT_ALLOWED'
  | 'RATE_LIMITED'
  | 'SERVICE_UNAVAILABLE'
  | 'UNAUTHORIZED';

export type OperatorBankFilesFindingsListErrorReason =
  | 'CONSOLE_SESSION_ENDED'
  | 'CONSOLE_SESSION_KIND'
  | 'CONSOLE_SESSION_UNKNOWN'
  | 'CREDENTIALS_EXPIRED'
  | 'CREDENTIALS_MALFORMED'
  | 'CREDENTIALS_MISSING'
  | 'CREDENTIALS_REVOKED'
  | 'CREDENTIALS_WRONG';

export type OperatorBankFilesGetErrorCode =
  | 'INTERNAL_ERROR'
  | 'INVALID_INPUT'
  | 'INVALID_REQUEST_FORMAT'
  | 'METHOD_NOT_ALLOWED'
  | 'RATE_LIMITED'
  | 'SERVICE_UNAVAILABLE'
  | 'UNAUTHORIZED';

export type OperatorBankFilesGetErrorReason =
  | 'CONSOLE_SESSION_ENDED'
  | 'CONSOLE_SESSION_KIND'
  | 'CONSOLE_SESSION_UNKNOWN'
  | 'CREDENTIALS_EXPIRED'
  | 'CREDENTIALS_MALFORMED'
  | 'CREDENTIALS_MISSING'
  | 'CREDENTIALS_REVOKED'
  | 'CREDENTIALS_WRONG';

export type BeneficialOwnersCreateErrorCode = CommonErrorCode | 'CONFLICT' | 'CUSTOMER_DELETED' | 'USER_NOT_FOUND';

export type BeneficialOwnersCreateErrorReason =
  | CommonErrorReason
  | 'CHANGED_MEANWHILE'
  | 'CUSTOMER_DECIDED'
  | 'IDEMPOTENCY_KEY_REUSED'
  | 'TOO_MANY_OWNERS';

export type BeneficialOwnersGetErrorCode = CommonErrorCode | 'REFERENCE_NOT_FOUND';

export type BeneficialOwnersUpdateErrorCode = CommonErrorCode | 'CONFLICT' | 'CUSTOMER_DELETED' | 'REFERENCE_NOT_FOUND';

export type BeneficialOwnersUpdateErrorReason = CommonErrorReason | 'CHANGED_MEANWHILE' | 'CUSTOMER_DECIDED';

export type CardDisputesGetErrorCode = CommonErrorCode | 'NOT_IMPLEMENTED' | 'REFERENCE_NOT_FOUND';

export type CardDisputesListErrorCode = CommonErrorCode | 'NOT_IMPLEMENTED';

export type CardsCreateErrorCode =
  | CommonErrorCode
  | 'CARDHOLDER_KYC_NOT_APPROVED'
  | 'CONFLICT'
  | 'CUSTOMER_DELETED'
  | 'FUNDING_SOURCE_INELIGIBLE'
  | 'NOT_IMPLEMENTED'
  | 'USER_NOT_FOUND';

export type CardsCreateErrorReason =
  | CommonErrorReason
  | 'CARDS_NOT_ENABLED'
  | 'CHANGED_MEANWHILE'
  | 'IDEMPOTENCY_KEY_REUSED'
  | 'PLATFORM_CARD_ID_TAKEN';

export type CardsGetErrorCode = CommonErrorCode | 'NOT_IMPLEMENTED' | 'REFERENCE_NOT_FOUND';

export type CardsGetErrorReason = CommonErrorReason | 'CARDS_NOT_ENABLED';

export type CardsListErrorCode = CommonErrorCode | 'NOT_IMPLEMENTED';

export type CardsListErrorReason = CommonErrorReason | 'CARDS_NOT_ENABLED';

export type CardsRevealErrorCode = CommonErrorCode | 'CONFLICT' | 'NOT_IMPLEMENTED' | 'REFERENCE_NOT_FOUND';

export type CardsRevealErrorReason =
  | CommonErrorReason
  | 'ACTOR_UNKNOWN'
  | 'CARDS_NOT_ENABLED'
  | 'CARD_CLOSED'
  | 'CARD_PENDING_KYC'
  | 'CARD_PROCESSING'
  | 'CHANGED_MEANWHILE'
  | 'IDEMPOTENCY_KEY_OF_ANOTHER_TOKEN'
  | 'IDEMPOTENCY_KEY_REUSED';

export type CardsUpdateErrorCode =
  | CommonErrorCode
  | 'CARD_ALREADY_CLOSED'
  | 'CARD_NOT_MUTABLE'
  | 'CONFLICT'
  | 'FUNDING_SOURCE_INELIGIBLE'
  | 'INVALID_STATE_TRANSITION'
  | 'NOT_IMPLEMENTED'
  | 'REFERENCE_NOT_FOUND';

export type CardsUpdateErrorReason = CommonErrorReason | 'CARDS_NOT_ENABLED' | 'CHANGED_MEANWHILE';

export type ConfigUpdateErrorCode = CommonErrorCode | 'CONFLICT' | 'NOT_IMPLEMENTED';

export type ConfigUpdateErrorReason =
  | CommonErrorReason
  | 'ACCOUNTS_NOT_EMPTY'
  | 'CHANGED_MEANWHILE'
  | 'FEE_CURRENCY_NOT_SUPPORTED'
  | 'UMA_DOMAIN_TAKEN';

export type CryptoEstimateWithdrawalFeeErrorCode =
  | CommonErrorCode
  | 'AMOUNT_OUT_OF_RANGE'
  | 'INVALID_CURRENCY'
  | 'QUOTE_REQUEST_FAILED'
  | 'REFERENCE_NOT_FOUND';

export type CustomersBulkJobsGetErrorCode = CommonErrorCode | 'BULK_UPLOAD_JOB_NOT_FOUND';

export type CustomersBulkUploadCsvErrorCode = CommonErrorCode | 'CONFLICT';

export type CustomersBulkUploadCsvErrorReason = CommonErrorReason | 'CHANGED_MEANWHILE' | 'IDEMPOTENCY_KEY_REUSED';

export type CustomersConfirmEmailErrorCode = CommonErrorCode | 'CONFLICT' | 'CUSTOMER_DELETED' | 'USER_NOT_FOUND';

export type CustomersConfirmEmailErrorReason =
  | CommonErrorReason
  | 'ALREADY_VERIFIED'
  | 'CHANGED_MEANWHILE'
  | 'NOT_REQUIRED';

export type CustomersConfirmPhoneErrorCode = CommonErrorCode | 'CONFLICT' | 'CUSTOMER_DELETED' | 'USER_NOT_FOUND';

export type CustomersConfirmPhoneErrorReason =
  | CommonErrorReason
  | 'ALREADY_VERIFIED'
  | 'CHANGED_MEANWHILE'
  | 'NOT_REQUIRED';

export type CustomersCreateErrorCode =
  | CommonErrorCode
  | 'CONFLICT'
  | 'END_USER_TERMS_VERSION_NOT_FOUND'
  | 'INVALID_UMA_ADDRESS'
  | 'UMA_ADDRESS_EXISTS';

export type CustomersCreateErrorReason =
  | CommonErrorReason
  | 'CHANGED_MEANWHILE'
  | 'IDEMPOTENCY_KEY_REUSED'
  | 'PLATFORM_CUSTOMER_ID_EXISTS';

export type CustomersCreateKycLinkErrorCode = CommonErrorCode | 'CONFLICT' | 'CUSTOMER_DELETED' | 'USER_NOT_FOUND';

export type CustomersCreateKycLinkErrorReason =
  | CommonErrorReason
  | 'CHANGED_MEANWHILE'
  | 'CONTACT_NOT_VERIFIED'
  | 'IDEMPOTENCY_KEY_OF_ANOTHER_TOKEN'
  | 'IDEMPOTENCY_KEY_REUSED';

export type CustomersDeleteErrorCode = CommonErrorCode | 'CONFLICT' | 'CUSTOMER_DELETED' | 'USER_NOT_FOUND';

export type CustomersDeleteErrorReason =
  | CommonErrorReason
  | 'ACCOUNTS_NOT_EMPTY'
  | 'CHANGED_MEANWHILE'
  | 'PAYMENTS_NOT_FINISHED';

export type CustomersExternalAccountsChallengeErrorCode =
  | CommonErrorCode
  | 'CONFLICT'
  | 'NOT_IMPLEMENTED'
  | 'REFERENCE_NOT_FOUND';

export type CustomersExternalAccountsChallengeErrorReason =
  | CommonErrorReason
  | 'CHANGED_MEANWHILE'
  | 'IDEMPOTENCY_KEY_OF_ANOTHER_TOKEN'
  | 'IDEMPOTENCY_KEY_REUSED'
  | 'LIVENESS_NOT_AVAILABLE'
  | 'OWNERSHIP_NOT_PENDING';

export type CustomersExternalAccountsConfirmTrustErrorCode =
  | CommonErrorCode
  | 'ACCOUNT_LOCKED'
  | 'CONFLICT'
  | 'CUSTOMER_DELETED'
  | 'REFERENCE_NOT_FOUND';

export type CustomersExternalAccountsConfirmTrustErrorReason =
  | CommonErrorReason
  | 'CHANGED_MEANWHILE'
  | 'IDEMPOTENCY_KEY_REUSED'
  | 'NO_PENDING_CHALLENGE'
  | 'PROOF_ALREADY_USED'
  | 'SCA_NOT_REQUIRED';

export type CustomersExternalAccountsConfirmUntrustErrorCode =
  | CommonErrorCode
  | 'ACCOUNT_LOCKED'
  | 'CONFLICT'
  | 'CUSTOMER_DELETED'
  | 'REFERENCE_NOT_FOUND';

export type CustomersExternalAccountsConfirmUntrustErrorReason =
  | CommonErrorReason
  | 'CHANGED_MEANWHILE'
  | 'IDEMPOTENCY_KEY_REUSED'
  | 'NO_PENDING_CHALLENGE'
  | 'PROOF_ALREADY_USED'
  | 'SCA_NOT_REQUIRED';

export type CustomersExternalAccountsCreateErrorCode =
  | CommonErrorCode
  | 'CONFLICT'
  | 'CUSTOMER_DELETED'
  | 'INVALID_BANK_ACCOUNT'
  | 'USER_NOT_FOUND';

export type CustomersExternalAccountsCreateErrorReason =
  | CommonErrorReason
  | 'CHANGED_MEANWHILE'
  | 'EXTERNAL_ACCOUNT_EXISTS'
  | 'IDEMPOTENCY_KEY_REUSED';

export type CustomersExternalAccountsDeleteErrorCode =
  | CommonErrorCode
  | 'BENEFICIARY_TRUSTED'
  | 'CONFLICT'
  | 'REFERENCE_NOT_FOUND';

export type CustomersExternalAccountsDeleteErrorReason = CommonErrorReason | 'CHANGED_MEANWHILE';

export type CustomersExternalAccountsGetErrorCode = CommonErrorCode | 'REFERENCE_NOT_FOUND';

export type CustomersExternalAccountsTrustErrorCode =
  | CommonErrorCode
  | 'CONFLICT'
  | 'CUSTOMER_DELETED'
  | 'REFERENCE_NOT_FOUND';

export type CustomersExternalAccountsTrustErrorReason =
  | CommonErrorReason
  | 'CHANGED_MEANWHILE'
  | 'IDEMPOTENCY_KEY_REUSED'
  | 'PHONE_NOT_VERIFIED'
  | 'SCA_NOT_REQUIRED';

export type CustomersExternalAccountsUntrustErrorCode =
  | CommonErrorCode
  | 'CONFLICT'
  | 'CUSTOMER_DELETED'
  | 'REFERENCE_NOT_FOUND';

export type CustomersExternalAccountsUntrustErrorReason =
  | CommonErrorReason
  | 'CHANGED_MEANWHILE'
  | 'IDEMPOTENCY_KEY_REUSED'
  | 'PHONE_NOT_VERIFIED'
  | 'SCA_NOT_REQUIRED';

export type CustomersExternalAccountsVerifyErrorCode = CommonErrorCode | 'CONFLICT' | 'REFERENCE_NOT_FOUND';

export type CustomersExternalAccountsVerifyErrorReason =
  | CommonErrorReason
  | 'CHALLENGE_EXPIRED'
  | 'CHANGED_MEANWHILE'
  | 'IDEMPOTENCY_KEY_REUSED'
  | 'NO_OUTSTANDING_CHALLENGE'
  | 'SIGNATURE_INVALID';

export type CustomersGetErrorCode = CommonErrorCode | 'USER_NOT_FOUND';

export type CustomersUpdateErrorCode =
  | CommonErrorCode
  | 'CONFLICT'
  | 'CUSTOMER_DELETED'
  | 'EMAIL_OTP_CREDENTIAL_SET_CHANGED'
  | 'EMAIL_OTP_CREDENTIAL_SYNC_FAILED'
  | 'EMAIL_OTP_EMAIL_ALREADY_EXISTS'
  | 'END_USER_TERMS_VERSION_NOT_FOUND'
  | 'INVALID_UMA_ADDRESS'
  | 'REQUEST_ID_MISSING'
  | 'UMA_ADDRESS_EXISTS'
  | 'USER_NOT_FOUND'
  | 'WALLET_SIGNATURE_BODY_MISMATCH'
  | 'WALLET_SIGNATURE_INVALID'
  | 'WALLET_SIGNATURE_MALFORMED'
  | 'WALLET_SIGNATURE_MISSING';

export type CustomersUpdateErrorReason =
  | CommonErrorReason
  | 'CHANGED_MEANWHILE'
  | 'PAYLOAD_NOT_SIGNED'
  | 'REQUEST_DIFFERS'
  | 'REQUEST_ID_EXPIRED'
  | 'REQUEST_ID_MISSING'
  | 'REQUEST_ID_UNKNOWN'
  | 'REQUEST_ID_USED'
  | 'SIGNER_WITHOUT_SESSION'
  | 'WALLET_SIGNATURE_MALFORMED'
  | 'WALLET_SIGNATURE_MISSING';

export type CustomersVerifyEmailErrorCode = CommonErrorCode | 'CONFLICT' | 'CUSTOMER_DELETED' | 'USER_NOT_FOUND';

export type CustomersVerifyEmailErrorReason =
  | CommonErrorReason
  | 'ALREADY_VERIFIED'
  | 'CHANGED_MEANWHILE'
  | 'NOT_REQUIRED';

export type CustomersVerifyPhoneErrorCode = CommonErrorCode | 'CONFLICT' | 'CUSTOMER_DELETED' | 'USER_NOT_FOUND';

export type CustomersVerifyPhoneErrorReason =
  | CommonErrorReason
  | 'ALREADY_VERIFIED'
  | 'CHANGED_MEANWHILE'
  | 'NOT_REQUIRED';

export type DiscoveriesListErrorCode = CommonErrorCode | 'INVALID_CURRENCY';

export type DocumentsDeleteErrorCode = CommonErrorCode | 'CONFLICT' | 'CUSTOMER_DELETED' | 'REFERENCE_NOT_FOUND';

export type DocumentsDeleteErrorReason = CommonErrorReason | 'CHANGED_MEANWHILE' | 'DOCUMENT_SUBMITTED';

export type DocumentsGetErrorCode = CommonErrorCode | 'REFERENCE_NOT_FOUND';

export type OperatorDocumentsGetContentErrorCode =
  | 'INTERNAL_ERROR'
  | 'INVALID_INPUT'
  | 'INVALID_REQUEST_FORMAT'
  | 'METHOD_NOT_ALLOWED'
  | 'RATE_LIMITED'
  | 'REFERENCE_NOT_FOUND'
  | 'SERVICE_UNAVAILABLE'
  | 'UNAUTHORIZED';

export type OperatorDocumentsGetContentErrorReason =
  | 'CONSOLE_SESSION_ENDED'
  | 'CONSOLE_SESSION_KIND'
  | 'CONSOLE_SESSION_UNKNOWN'
  | 'CREDENTIALS_EXPIRED'
  | 'CREDENTIALS_MALFORMED'
  | 'CREDENTIALS_MISSING'
  | 'CREDENTIALS_REVOKED'
  | 'CREDENTIALS_WRONG';

export type DocumentsReplaceErrorCode =
  | CommonErrorCode
  | 'CONFLICT'
  | 'CUSTOMER_DELETED'
  | 'DATA_MISMATCH'
  | 'EXPIRED'
  | 'INCOMPLETE'
  | 'LOW_QUALITY'
  | 'REFERENCE_NOT_FOUND'
  | 'SUSPECTED_FRAUD'
  | 'UNSUITABLE_DOCUMENT';

export type DocumentsReplaceErrorReason = CommonErrorReason | 'CHANGED_MEANWHILE' | 'DOCUMENT_SUBMITTED';

export type DocumentsUploadErrorCode =
  | CommonErrorCode
  | 'CONFLICT'
  | 'CUSTOMER_DELETED'
  | 'DATA_MISMATCH'
  | 'EXPIRED'
  | 'INCOMPLETE'
  | 'LOW_QUALITY'
  | 'REFERENCE_NOT_FOUND'
  | 'SUSPECTED_FRAUD'
  | 'UNSUITABLE_DOCUMENT'
  | 'USER_NOT_FOUND';

export type DocumentsUploadErrorReason =
  | CommonErrorReason
  | 'CHANGED_MEANWHILE'
  | 'IDEMPOTENCY_KEY_REUSED'
  | 'TOO_MANY_DOCUMENTS';

export type ExchangeRatesListErrorCode = CommonErrorCode | 'INVALID_CURRENCY' | 'QUOTE_REQUEST_FAILED';

export type AgentExternalAccountsCreateErrorCode =
  | CommonErrorCode
  | 'CONFLICT'
  | 'CUSTOMER_DELETED'
  | 'INVALID_BANK_ACCOUNT'
  | 'USER_NOT_FOUND';

export type AgentExternalAccountsCreateErrorReason =
  | 'ACCESS_TOKEN_UNKNOWN'
  | 'ACCOUNT_NOT_ALLOWED'
  | 'AGENT_DELETED'
  | 'AGENT_PAUSED'
  | 'CHANGED_MEANWHILE'
  | 'CREDENTIALS_MALFORMED'
  | 'CREDENTIALS_MISSING'
  | 'EXTERNAL_ACCOUNT_EXISTS'
  | 'IDEMPOTENCY_KEY_REUSED'
  | 'PERMISSION_MISSING'
  | 'SANDBOX_FAULT';

export type AgentExternalAccountsDeleteErrorCode =
  | CommonErrorCode
  | 'BENEFICIARY_TRUSTED'
  | 'CONFLICT'
  | 'REFERENCE_NOT_FOUND';

export type AgentExternalAccountsDeleteErrorReason =
  | 'ACCESS_TOKEN_UNKNOWN'
  | 'ACCOUNT_NOT_ALLOWED'
  | 'AGENT_DELETED'
  | 'AGENT_PAUSED'
  | 'CHANGED_MEANWHILE'
  | 'CREDENTIALS_MALFORMED'
  | 'CREDENTIALS_MISSING'
  | 'PERMISSION_MISSING'
  | 'SANDBOX_FAULT';

export type AgentExternalAccountsGetErrorCode = CommonErrorCode | 'REFERENCE_NOT_FOUND';

export type AgentExternalAccountsGetErrorReason =
  | 'ACCESS_TOKEN_UNKNOWN'
  | 'CREDENTIALS_MALFORMED'
  | 'CREDENTIALS_MISSING'
  | 'PERMISSION_MISSING'
  | 'SANDBOX_FAULT';

export type AgentExternalAccountsListErrorReason =
  | 'ACCESS_TOKEN_UNKNOWN'
  | 'CREDENTIALS_MALFORMED'
  | 'CREDENTIALS_MISSING'
  | 'PERMISSION_MISSING'
  | 'SANDBOX_FAULT';

export type AgentGetErrorReason =
  | 'ACCESS_TOKEN_UNKNOWN'
  | 'CREDENTIALS_MALFORMED'
  | 'CREDENTIALS_MISSING'
  | 'SANDBOX_FAULT';

export type InternalAccountsBalanceChangesListErrorCode = CommonErrorCode | 'CONFLICT' | 'REFERENCE_NOT_FOUND';

export type InternalAccountsBalanceChangesListErrorReason = CommonErrorReason | 'WINDOW_NOT_FINAL';

export type InternalAccountsExportErrorCode =
  | CommonErrorCode
  | 'CONFLICT'
  | 'REFERENCE_NOT_FOUND'
  | 'REQUEST_ID_MISSING'
  | 'WALLET_SIGNATURE_BODY_MISMATCH'
  | 'WALLET_SIGNATURE_INVALID'
  | 'WALLET_SIGNATURE_MALFORMED'
  | 'WALLET_SIGNATURE_MISSING';

export type InternalAccountsExportErrorReason =
  | CommonErrorReason
  | 'ACCOUNT_NOT_ACTIVE'
  | 'CHANGED_MEANWHILE'
  | 'PAYLOAD_NOT_SIGNED'
  | 'REQUEST_DIFFERS'
  | 'REQUEST_ID_EXPIRED'
  | 'REQUEST_ID_MISSING'
  | 'REQUEST_ID_UNKNOWN'
  | 'REQUEST_ID_USED'
  | 'SIGNER_WITHOUT_SESSION'
  | 'WALLET_SIGNATURE_MALFORMED'
  | 'WALLET_SIGNATURE_MISSING';

export type AgentInternalAccountsListErrorReason =
  | 'ACCESS_TOKEN_UNKNOWN'
  | 'CREDENTIALS_MALFORMED'
  | 'CREDENTIALS_MISSING'
  | 'PERMISSION_MISSING'
  | 'SANDBOX_FAULT';

export type InternalAccountsUpdateErrorCode =
  | CommonErrorCode
  | 'CONFLICT'
  | 'REFERENCE_NOT_FOUND'
  | 'REQUEST_ID_MISSING'
  | 'WALLET_SIGNATURE_BODY_MISMATCH'
  | 'WALLET_SIGNATURE_INVALID'
  | 'WALLET_SIGNATURE_MALFORMED'
  | 'WALLET_SIGNATURE_MISSING';

export type InternalAccountsUpdateErrorReason =
  | CommonErrorReason
  | 'ACCOUNT_NOT_ACTIVE'
  | 'CHANGED_MEANWHILE'
  | 'PAYLOAD_NOT_SIGNED'
  | 'REQUEST_DIFFERS'
  | 'REQUEST_ID_EXPIRED'
  | 'REQUEST_ID_MISSING'
  | 'REQUEST_ID_UNKNOWN'
  | 'REQUEST_ID_USED'
  | 'SIGNER_WITHOUT_SESSION'
  | 'WALLET_SIGNATURE_MALFORMED'
  | 'WALLET_SIGNATURE_MISSING';

export type InvitationsCancelErrorCode =
  | CommonErrorCode
  | 'CONFLICT'
  | 'INVITATION_ALREADY_CLAIMED'
  | 'INVITATION_CANCELLED'
  | 'INVITATION_NOT_FOUND';

export type InvitationsCancelErrorReason =
  | CommonErrorReason
  | 'CHANGED_MEANWHILE'
  | 'IDEMPOTENCY_KEY_REUSED'
  | 'INVITATION_EXPIRED'
  | 'NOT_OWN_INVITATION';

export type InvitationsClaimErrorCode =
  | CommonErrorCode
  | 'CONFLICT'
  | 'INVALID_UMA_ADDRESS'
  | 'INVITATION_ALREADY_CLAIMED'
  | 'INVITATION_CANCELLED'
  | 'INVITATION_NOT_FOUND';

export type InvitationsClaimErrorReason =
  | CommonErrorReason
  | 'CHANGED_MEANWHILE'
  | 'IDEMPOTENCY_KEY_REUSED'
  | 'INVITATION_EXPIRED';

export type InvitationsCreateErrorCode =
  | CommonErrorCode
  | 'CONFLICT'
  | 'INVALID_UMA_ADDRESS'
  | 'INVITATIONS_NOT_CONFIGURED';

export type InvitationsCreateErrorReason = CommonErrorReason | 'CHANGED_MEANWHILE' | 'IDEMPOTENCY_KEY_REUSED';

export type InvitationsGetErrorCode = CommonErrorCode | 'INVITATION_NOT_FOUND';

export type OperatorJobsCountErrorCode =
  | 'INTERNAL_ERROR'
  | 'INVALID_INPUT'
  | 'INVALID_REQUEST_FORMAT'
  | 'METHOD_NOT_ALLOWED'
  | 'RATE_LIMITED'
  | 'SERVICE_UNAVAILABLE'
  | 'UNAUTHORIZED';

export type OperatorJobsCountErrorReason =
  | 'CONSOLE_SESSION_ENDED'
  | 'CONSOLE_SESSION_KIND'
  | 'CONSOLE_SESSION_UNKNOWN'
  | 'CREDENTIALS_EXPIRED'
  | 'CREDENTIALS_MALFORMED'
  | 'CREDENTIALS_MISSING'
  | 'CREDENTIALS_REVOKED'
  | 'CREDENTIALS_WRONG';

export type OperatorJobsListDeadErrorCode =
  | 'INTERNAL_ERROR'
  | 'INVALID_INPUT'
  | 'INVALID_REQUEST_FORMAT'
  | 'METHOD_NOT_ALLOWED'
  | 'RATE_LIMITED'
  | 'SERVICE_UNAVAILABLE'
  | 'UNAUTHORIZED';

export type OperatorJobsListDeadErrorReason =
  | 'CONSOLE_SESSION_ENDED'
  | 'CONSOLE_SESSION_KIND'
  | 'CONSOLE_SESSION_UNKNOWN'
  | 'CREDENTIALS_EXPIRED'
  | 'CREDENTIALS_MALFORMED'
  | 'CREDENTIALS_MISSING'
  | 'CREDENTIALS_REVOKED'
  | 'CREDENTIALS_WRONG';

export type OperatorJobsRetryErrorCode =
  | 'INTERNAL_ERROR'
  | 'INVALID_INPUT'
  | 'INVALID_REQUEST_FORMAT'
  | 'METHOD_NOT_ALLOWED'
  | 'RATE_LIMITED'
  | 'REFERENCE_NOT_FOUND'
  | 'SERVICE_UNAVAILABLE'
  | 'UNAUTHORIZED';

export type OperatorJobsRetryErrorReason =
  | 'CONSOLE_SESSION_ENDED'
  | 'CONSOLE_SESSION_KIND'
  | 'CONSOLE_SESSION_UNKNOWN'
  | 'CREDENTIALS_EXPIRED'
  | 'CREDENTIALS_MALFORMED'
  | 'CREDENTIALS_MISSING'
  | 'CREDENTIALS_REVOKED'
  | 'CREDENTIALS_WRONG';

export type OperatorJobsRetryDeadErrorCode =
  | 'INTERNAL_ERROR'
  | 'INVALID_INPUT'
  | 'INVALID_REQUEST_FORMAT'
  | 'METHOD_NOT_ALLOWED'
  | 'RATE_LIMITED'
  | 'SERVICE_UNAVAILABLE'
  | 'UNAUTHORIZED';

export type OperatorJobsRetryDeadErrorReason =
  | 'CONSOLE_SESSION_ENDED'
  | 'CONSOLE_SESSION_KIND'
  | 'CONSOLE_SESSION_UNKNOWN'
  | 'CREDENTIALS_EXPIRED'
  | 'CREDENTIALS_MALFORMED'
  | 'CREDENTIALS_MISSING'
  | 'CREDENTIALS_REVOKED'
  | 'CREDENTIALS_WRONG';

export type LedgerAccountsEntriesExportErrorCode = CommonErrorCode | 'REFERENCE_NOT_FOUND';

export type LedgerAccountsEntriesListErrorCode = CommonErrorCode | 'REFERENCE_NOT_FOUND' | 'TOTAL_OUT_OF_RANGE';

export type LedgerAccountsGetErrorCode = CommonErrorCode | 'REFERENCE_NOT_FOUND' | 'TOTAL_OUT_OF_RANGE';

export type LedgerAccountsListErrorCode = CommonErrorCode | 'TOTAL_OUT_OF_RANGE';

export type OperatorLedgerAuditErrorCode =
  | 'INTERNAL_ERROR'
  | 'INVALID_INPUT'
  | 'INVALID_REQUEST_FORMAT'
  | 'METHOD_NOT_ALLOWED'
  | 'RATE_LIMITED'
  | 'REFERENCE_NOT_FOUND'
  | 'SERVICE_UNAVAILABLE'
  | 'UNAUTHORIZED';

export type OperatorLedgerAuditErrorReason =
  | 'CONSOLE_SESSION_ENDED'
  | 'CONSOLE_SESSION_KIND'
  | 'CONSOLE_SESSION_UNKNOWN'
  | 'CREDENTIALS_EXPIRED'
  | 'CREDENTIALS_MALFORMED'
  | 'CREDENTIALS_MISSING'
  | 'CREDENTIALS_REVOKED'
  | 'CREDENTIALS_WRONG';

export type LedgerChecksRunErrorCode = CommonErrorCode | 'CONFLICT';

export type LedgerChecksRunErrorReason = CommonErrorReason | 'CHANGED_MEANWHILE' | 'CHECKS_RUNNING';

export type LedgerFlowsGetErrorCode = CommonErrorCode | 'TOTAL_OUT_OF_RANGE';

export type LedgerTrialBalanceGetErrorCode = CommonErrorCode | 'TOTAL_OUT_OF_RANGE';

export type OperatorPeopleCreateErrorReason =
  | 'CONSOLE_SESSION_ENDED'
  | 'CONSOLE_SESSION_KIND'
  | 'CONSOLE_SESSION_UNKNOWN'
  | 'CREDENTIALS_EXPIRED'
  | 'CREDENTIALS_MALFORMED'
  | 'CREDENTIALS_MISSING'
  | 'CREDENTIALS_REVOKED'
  | 'CREDENTIALS_WRONG'
  | 'NOT_SAME_ORIGIN'
  | 'STEP_UP_REQUIRED';

export type OperatorPeopleInviteErrorCode = CommonErrorCode | 'CONFLICT' | 'REFERENCE_NOT_FOUND';

export type OperatorPeopleInviteErrorReason =
  | 'CHANGED_MEANWHILE'
  | 'CONSOLE_SESSION_ENDED'
  | 'CONSOLE_SESSION_KIND'
  | 'CONSOLE_SESSION_UNKNOWN'
  | 'CREDENTIALS_EXPIRED'
  | 'CREDENTIALS_MALFORMED'
  | 'CREDENTIALS_MISSING'
  | 'CREDENTIALS_REVOKED'
  | 'CREDENTIALS_WRONG'
  | 'NOT_INVITABLE'
  | 'NOT_SAME_ORIGIN'
  | 'STEP_UP_REQUIRED';

export type OperatorPeopleListErrorCode =
  | 'INTERNAL_ERROR'
  | 'INVALID_INPUT'
  | 'INVALID_REQUEST_FORMAT'
  | 'METHOD_NOT_ALLOWED'
  | 'RATE_LIMITED'
  | 'SERVICE_UNAVAILABLE'
  | 'UNAUTHORIZED';

export type OperatorPeopleListErrorReason =
  | 'CONSOLE_SESSION_ENDED'
  | 'CONSOLE_SESSION_KIND'
  | 'CONSOLE_SESSION_UNKNOWN'
  | 'CREDENTIALS_EXPIRED'
  | 'CREDENTIALS_MALFORMED'
  | 'CREDENTIALS_MISSING'
  | 'CREDENTIALS_REVOKED'
  | 'CREDENTIALS_WRONG';

export type OperatorPeopleRevokeErrorCode = CommonErrorCode | 'CONFLICT' | 'REFERENCE_NOT_FOUND';

export type OperatorPeopleRevokeErrorReason =
  | 'CHANGED_MEANWHILE'
  | 'CONSOLE_SESSION_ENDED'
  | 'CONSOLE_SESSION_KIND'
  | 'CONSOLE_SESSION_UNKNOWN'
  | 'CREDENTIALS_EXPIRED'
  | 'CREDENTIALS_MALFORMED'
  | 'CREDENTIALS_MISSING'
  | 'CREDENTIALS_REVOKED'
  | 'CREDENTIALS_WRONG'
  | 'NOT_SAME_ORIGIN'
  | 'OPERATOR_REVOKED'
  | 'STEP_UP_REQUIRED';

export type PlatformExternalAccountsChallengeErrorCode =
  | CommonErrorCode
  | 'CONFLICT'
  | 'NOT_IMPLEMENTED'
  | 'REFERENCE_NOT_FOUND';

export type PlatformExternalAccountsChallengeErrorReason =
  | CommonErrorReason
  | 'CHANGED_MEANWHILE'
  | 'IDEMPOTENCY_KEY_OF_ANOTHER_TOKEN'
  | 'IDEMPOTENCY_KEY_REUSED'
  | 'LIVENESS_NOT_AVAILABLE'
  | 'OWNERSHIP_NOT_PENDING';

export type PlatformExternalAccountsCreateErrorCode = CommonErrorCode | 'CONFLICT' | 'INVALID_BANK_ACCOUNT';

export type PlatformExternalAccountsCreateErrorReason =
  | CommonErrorReason
  | 'CHANGED_MEANWHILE'
  | 'EXTERNAL_ACCOUNT_EXISTS'
  | 'IDEMPOTENCY_KEY_REUSED';

export type PlatformExternalAccountsDeleteErrorCode =
  | CommonErrorCode
  | 'BENEFICIARY_TRUSTED'
  | 'CONFLICT'
  | 'REFERENCE_NOT_FOUND';

export type PlatformExternalAccountsDeleteErrorReason = CommonErrorReason | 'CHANGED_MEANWHILE';

export type PlatformExternalAccountsGetErrorCode = CommonErrorCode | 'REFERENCE_NOT_FOUND';

export type PlatformExternalAccountsVerifyErrorCode = CommonErrorCode | 'CONFLICT' | 'REFERENCE_NOT_FOUND';

export type PlatformExternalAccountsVerifyErrorReason =
  | CommonErrorReason
  | 'CHALLENGE_EXPIRED'
  | 'CHANGED_MEANWHILE'
  | 'IDEMPOTENCY_KEY_REUSED'
  | 'NO_OUTSTANDING_CHALLENGE'
  | 'SIGNATURE_INVALID';

export type OperatorPlatformsCardsCloseErrorCode =
  | CommonErrorCode
  | 'CARD_ALREADY_CLOSED'
  | 'CONFLICT'
  | 'REFERENCE_NOT_FOUND';

export type OperatorPlatformsCardsCloseErrorReason =
  | 'CHANGED_MEANWHILE'
  | 'CONSOLE_SESSION_ENDED'
  | 'CONSOLE_SESSION_KIND'
  | 'CONSOLE_SESSION_UNKNOWN'
  | 'CREDENTIALS_EXPIRED'
  | 'CREDENTIALS_MALFORMED'
  | 'CREDENTIALS_MISSING'
  | 'CREDENTIALS_REVOKED'
  | 'CREDENTIALS_WRONG'
  | 'NOT_SAME_ORIGIN'
  | 'STEP_UP_REQUIRED';

export type OperatorPlatformsCreateErrorCode = CommonErrorCode | 'CONFLICT';

export type OperatorPlatformsCreateErrorReason =
  | 'CHANGED_MEANWHILE'
  | 'CONSOLE_SESSION_ENDED'
  | 'CONSOLE_SESSION_KIND'
  | 'CONSOLE_SESSION_UNKNOWN'
  | 'CREDENTIALS_EXPIRED'
  | 'CREDENTIALS_MALFORMED'
  | 'CREDENTIALS_MISSING'
  | 'CREDENTIALS_REVOKED'
  | 'CREDENTIALS_WRONG'
  | 'MASTER_KEY_NOT_SET'
  | 'NOT_SAME_ORIGIN'
  | 'STEP_UP_REQUIRED';

export type OperatorPlatformsCustomersChangeScaRegionErrorCode =
  | 'CONFLICT'
  | 'CUSTOMER_DELETED'
  | 'INTERNAL_ERROR'
  | 'INVALID_INPUT'
  | 'INVALID_REQUEST_FORMAT'
  | 'METHOD_NOT_ALLOWED'
  | 'RATE_LIMITED'
  | 'REFERENCE_NOT_FOUND'
  | 'SERVICE_UNAVAILABLE'
  | 'UNAUTHORIZED'
  | 'USER_NOT_FOUND';

export type OperatorPlatformsCustomersChangeScaRegionErrorReason =
  | 'CHANGED_MEANWHILE'
  | 'CONSOLE_SESSION_ENDED'
  | 'CONSOLE_SESSION_KIND'
  | 'CONSOLE_SESSION_UNKNOWN'
  | 'CREDENTIALS_EXPIRED'
  | 'CREDENTIALS_MALFORMED'
  | 'CREDENTIALS_MISSING'
  | 'CREDENTIALS_REVOKED'
  | 'CREDENTIALS_WRONG';

export type OperatorPlatformsCustomersUnlockErrorCode =
  | 'INTERNAL_ERROR'
  | 'INVALID_INPUT'
  | 'INVALID_REQUEST_FORMAT'
  | 'INVALID_STATE_TRANSITION'
  | 'METHOD_NOT_ALLOWED'
  | 'RATE_LIMITED'
  | 'REFERENCE_NOT_FOUND'
  | 'SERVICE_UNAVAILABLE'
  | 'UNAUTHORIZED'
  | 'USER_NOT_FOUND';

export type OperatorPlatformsCustomersUnlockErrorReason =
  | 'CONSOLE_SESSION_ENDED'
  | 'CONSOLE_SESSION_KIND'
  | 'CONSOLE_SESSION_UNKNOWN'
  | 'CREDENTIALS_EXPIRED'
  | 'CREDENTIALS_MALFORMED'
  | 'CREDENTIALS_MISSING'
  | 'CREDENTIALS_REVOKED'
  | 'CREDENTIALS_WRONG';

export type OperatorPlatformsInternalAccountsFreezeErrorCode =
  | CommonErrorCode
  | 'INVALID_STATE_TRANSITION'
  | 'REFERENCE_NOT_FOUND';

export type OperatorPlatformsInternalAccountsFreezeErrorReason =
  | 'CONSOLE_SESSION_ENDED'
  | 'CONSOLE_SESSION_KIND'
  | 'CONSOLE_SESSION_UNKNOWN'
  | 'CREDENTIALS_EXPIRED'
  | 'CREDENTIALS_MALFORMED'
  | 'CREDENTIALS_MISSING'
  | 'CREDENTIALS_REVOKED'
  | 'CREDENTIALS_WRONG'
  | 'NOT_SAME_ORIGIN'
  | 'STEP_UP_REQUIRED';

export type OperatorPlatformsInternalAccountsUnfreezeErrorCode =
  | CommonErrorCode
  | 'INVALID_STATE_TRANSITION'
  | 'REFERENCE_NOT_FOUND';

export type OperatorPlatformsInternalAccountsUnfreezeErrorReason =
  | 'CONSOLE_SESSION_ENDED'
  | 'CONSOLE_SESSION_KIND'
  | 'CONSOLE_SESSION_UNKNOWN'
  | 'CREDENTIALS_EXPIRED'
  | 'CREDENTIALS_MALFORMED'
  | 'CREDENTIALS_MISSING'
  | 'CREDENTIALS_REVOKED'
  | 'CREDENTIALS_WRONG'
  | 'NOT_SAME_ORIGIN'
  | 'STEP_UP_REQUIRED';

export type OperatorPlatformsListErrorCode =
  | 'INTERNAL_ERROR'
  | 'INVALID_INPUT'
  | 'INVALID_REQUEST_FORMAT'
  | 'METHOD_NOT_ALLOWED'
  | 'RATE_LIMITED'
  | 'SERVICE_UNAVAILABLE'
  | 'UNAUTHORIZED';

export type OperatorPlatformsListErrorReason =
  | 'CONSOLE_SESSION_ENDED'
  | 'CONSOLE_SESSION_KIND'
  | 'CONSOLE_SESSION_UNKNOWN'
  | 'CREDENTIALS_EXPIRED'
  | 'CREDENTIALS_MALFORMED'
  | 'CREDENTIALS_MISSING'
  | 'CREDENTIALS_REVOKED'
  | 'CREDENTIALS_WRONG';

export type OperatorPlatformsSenderDomainsAllowErrorCode =
  | 'INTERNAL_ERROR'
  | 'INVALID_INPUT'
  | 'INVALID_REQUEST_FORMAT'
  | 'METHOD_NOT_ALLOWED'
  | 'RATE_LIMITED'
  | 'REFERENCE_NOT_FOUND'
  | 'SERVICE_UNAVAILABLE'
  | 'UNAUTHORIZED';

export type OperatorPlatformsSenderDomainsAllowErrorReason =
  | 'CONSOLE_SESSION_ENDED'
  | 'CONSOLE_SESSION_KIND'
  | 'CONSOLE_SESSION_UNKNOWN'
  | 'CREDENTIALS_EXPIRED'
  | 'CREDENTIALS_MALFORMED'
  | 'CREDENTIALS_MISSING'
  | 'CREDENTIALS_REVOKED'
  | 'CREDENTIALS_WRONG';

export type OperatorPlatformsSenderDomainsDeleteErrorCode =
  | 'INTERNAL_ERROR'
  | 'INVALID_INPUT'
  | 'INVALID_REQUEST_FORMAT'
  | 'METHOD_NOT_ALLOWED'
  | 'RATE_LIMITED'
  | 'REFERENCE_NOT_FOUND'
  | 'SERVICE_UNAVAILABLE'
  | 'UNAUTHORIZED';

export type OperatorPlatformsSenderDomainsDeleteErrorReason =
  | 'CONSOLE_SESSION_ENDED'
  | 'CONSOLE_SESSION_KIND'
  | 'CONSOLE_SESSION_UNKNOWN'
  | 'CREDENTIALS_EXPIRED'
  | 'CREDENTIALS_MALFORMED'
  | 'CREDENTIALS_MISSING'
  | 'CREDENTIALS_REVOKED'
  | 'CREDENTIALS_WRONG';

export type OperatorPlatformsSenderDomainsListErrorCode =
  | 'INTERNAL_ERROR'
  | 'INVALID_INPUT'
  | 'INVALID_REQUEST_FORMAT'
  | 'METHOD_NOT_ALLOWED'
  | 'RATE_LIMITED'
  | 'REFERENCE_NOT_FOUND'
  | 'SERVICE_UNAVAILABLE'
  | 'UNAUTHORIZED';

export type OperatorPlatformsSenderDomainsListErrorReason =
  | 'CONSOLE_SESSION_ENDED'
  | 'CONSOLE_SESSION_KIND'
  | 'CONSOLE_SESSION_UNKNOWN'
  | 'CREDENTIALS_EXPIRED'
  | 'CREDENTIALS_MALFORMED'
  | 'CREDENTIALS_MISSING'
  | 'CREDENTIALS_REVOKED'
  | 'CREDENTIALS_WRONG';

export type OperatorPlatformsTokensCreateErrorCode = CommonErrorCode | 'REFERENCE_NOT_FOUND';

export type OperatorPlatformsTokensCreateErrorReason =
  | 'CONSOLE_SESSION_ENDED'
  | 'CONSOLE_SESSION_KIND'
  | 'CONSOLE_SESSION_UNKNOWN'
  | 'CREDENTIALS_EXPIRED'
  | 'CREDENTIALS_MALFORMED'
  | 'CREDENTIALS_MISSING'
  | 'CREDENTIALS_REVOKED'
  | 'CREDENTIALS_WRONG'
  | 'NOT_SAME_ORIGIN'
  | 'STEP_UP_REQUIRED';

export type OperatorPlatformsTransactionsRefundErrorCode =
  | CommonErrorCode
  | 'CONFLICT'
  | 'INVALID_STATE_TRANSITION'
  | 'REFERENCE_NOT_FOUND'
  | 'TRANSACTION_NOT_FOUND';

export type OperatorPlatformsTransactionsRefundErrorReason =
  | 'CHANGED_MEANWHILE'
  | 'CONSOLE_SESSION_ENDED'
  | 'CONSOLE_SESSION_KIND'
  | 'CONSOLE_SESSION_UNKNOWN'
  | 'CREDENTIALS_EXPIRED'
  | 'CREDENTIALS_MALFORMED'
  | 'CREDENTIALS_MISSING'
  | 'CREDENTIALS_REVOKED'
  | 'CREDENTIALS_WRONG'
  | 'NOT_SAME_ORIGIN'
  | 'STEP_UP_REQUIRED';

export type OperatorPlatformsUmaKeysSetErrorCode =
  | CommonErrorCode
  | 'CERT_CHAIN_EXPIRED'
  | 'CERT_CHAIN_INVALID'
  | 'REFERENCE_NOT_FOUND';

export type OperatorPlatformsUmaKeysSetErrorReason =
  | 'CONSOLE_SESSION_ENDED'
  | 'CONSOLE_SESSION_KIND'
  | 'CONSOLE_SESSION_UNKNOWN'
  | 'CREDENTIALS_EXPIRED'
  | 'CREDENTIALS_MALFORMED'
  | 'CREDENTIALS_MISSING'
  | 'CREDENTIALS_REVOKED'
  | 'CREDENTIALS_WRONG'
  | 'NOT_SAME_ORIGIN'
  | 'STEP_UP_REQUIRED';

export type QuotesAuthorizeErrorCode =
  | CommonErrorCode
  | 'ACCOUNT_LOCKED'
  | 'CONFLICT'
  | 'CUSTOMER_DELETED'
  | 'DAILY_VOLUME_LIMIT_EXCEEDED'
  | 'INVALID_AMOUNT'
  | 'QUOTE_NOT_FOUND';

export type QuotesAuthorizeErrorReason =
  | CommonErrorReason
  | 'ACCOUNT_NOT_ACTIVE'
  | 'CHANGED_MEANWHILE'
  | 'FUNDING_REQUIRED'
  | 'IDEMPOTENCY_KEY_REUSED'
  | 'INSUFFICIENT_BALANCE'
  | 'LIMIT_EXCEEDED'
  | 'NO_PENDING_CHALLENGE'
  | 'PROOF_ALREADY_USED'
  | 'QUOTE_EXPIRED';

export type QuotesCreateErrorCode =
  | CommonErrorCode
  | 'AMOUNT_OUT_OF_RANGE'
  | 'CERT_CHAIN_EXPIRED'
  | 'CERT_CHAIN_INVALID'
  | 'CONFLICT'
  | 'COUNTERPARTY_NOT_ALLOWED'
  | 'COUNTERPARTY_PUBKEY_FETCH_ERROR'
  | 'CUSTOMER_DELETED'
  | 'DAILY_VOLUME_LIMIT_EXCEEDED'
  | 'END_USER_TERMS_NOT_ACCEPTED'
  | 'EXTERNAL_ACCOUNT_VERIFICATION_REQUIRED'
  | 'INVALID_AMOUNT'
  | 'INVALID_CURRENCY'
  | 'INVALID_NONCE'
  | 'INVALID_PAYREQ_RESPONSE'
  | 'INVALID_PUBKEY_FORMAT'
  | 'INVALID_RECEIVER'
  | 'INVALID_TIMESTAMP'
  | 'LOOKUP_REQUEST_NOT_FOUND'
  | 'MISSING_MANDATORY_USER_INFO'
  | 'MISSING_REQUIRED_UMA_PARAMETERS'
  | 'NOT_IMPLEMENTED'
  | 'NO_COMPATIBLE_UMA_VERSION'
  | 'PARSE_PAYREQ_RESPONSE_ERROR'
  | 'PAYREQ_REQUEST_FAILED'
  | 'QUOTE_REQUEST_FAILED'
  | 'REFERENCE_NOT_FOUND'
  | 'SELF_PAYMENT'
  | 'SENDER_NOT_ACCEPTED'
  | 'SERVICE_SWITCH_ERROR'
  | 'TRANSACTION_SIZE_LIMIT_EXCEEDED'
  | 'UMA_NOT_FOUND'
  | 'UNRECOGNIZED_MANDATORY_PAYEE_DATA_KEY'
  | 'UNSUPPORTED_UMA_VERSION'
  | 'USER_NOT_FOUND'
  | 'USER_NOT_READY'
  | 'VELOCITY_LIMIT_EXCEEDED';

export type QuotesCreateErrorReason =
  | CommonErrorReason
  | 'ACCOUNT_NOT_ACTIVE'
  | 'BANK_NOT_CONNECTED'
  | 'CHANGED_MEANWHILE'
  | 'CUSTOMER_NOT_APPROVED'
  | 'IDEMPOTENCY_KEY_REUSED'
  | 'INSUFFICIENT_BALANCE'
  | 'INVALID_SIGNATURE'
  | 'LIMIT_EXCEEDED'
  | 'PHONE_NOT_VERIFIED'
  | 'REFUND_ACCOUNT_MISSING'
  | 'UMA_NOT_CONNECTED';

export type AgentQuotesCreateErrorCode =
  | CommonErrorCode
  | 'AMOUNT_OUT_OF_RANGE'
  | 'CERT_CHAIN_EXPIRED'
  | 'CERT_CHAIN_INVALID'
  | 'CONFLICT'
  | 'COUNTERPARTY_NOT_ALLOWED'
  | 'COUNTERPARTY_PUBKEY_FETCH_ERROR'
  | 'CUSTOMER_DELETED'
  | 'DAILY_VOLUME_LIMIT_EXCEEDED'
  | 'END_USER_TERMS_NOT_ACCEPTED'
  | 'EXTERNAL_ACCOUNT_VERIFICATION_REQUIRED'
  | 'INVALID_AMOUNT'
  | 'INVALID_CURRENCY'
  | 'INVALID_NONCE'
  | 'INVALID_PAYREQ_RESPONSE'
  | 'INVALID_PUBKEY_FORMAT'
  | 'INVALID_RECEIVER'
  | 'INVALID_TIMESTAMP'
  | 'LOOKUP_REQUEST_NOT_FOUND'
  | 'MISSING_MANDATORY_USER_INFO'
  | 'MISSING_REQUIRED_UMA_PARAMETERS'
  | 'NOT_IMPLEMENTED'
  | 'NO_COMPATIBLE_UMA_VERSION'
  | 'PARSE_PAYREQ_RESPONSE_ERROR'
  | 'PAYREQ_REQUEST_FAILED'
  | 'QUOTE_REQUEST_FAILED'
  | 'REFERENCE_NOT_FOUND'
  | 'SELF_PAYMENT'
  | 'SENDER_NOT_ACCEPTED'
  | 'SERVICE_SWITCH_ERROR'
  | 'TRANSACTION_SIZE_LIMIT_EXCEEDED'
  | 'UMA_NOT_FOUND'
  | 'UNRECOGNIZED_MANDATORY_PAYEE_DATA_KEY'
  | 'UNSUPPORTED_UMA_VERSION'
  | 'USER_NOT_FOUND'
  | 'USER_NOT_READY'
  | 'VELOCITY_LIMIT_EXCEEDED';

export type AgentQuotesCreateErrorReason =
  | 'ACCESS_TOKEN_UNKNOWN'
  | 'ACCOUNT_NOT_ACTIVE'
  | 'ACCOUNT_NOT_ALLOWED'
  | 'AGENT_DELETED'
  | 'AGENT_PAUSED'
  | 'BANK_NOT_CONNECTED'
  | 'CHANGED_MEANWHILE'
  | 'CREDENTIALS_MALFORMED'
  | 'CREDENTIALS_MISSING'
  | 'CUSTOMER_NOT_APPROVED'
  | 'IDEMPOTENCY_KEY_REUSED'
  | 'INSUFFICIENT_BALANCE'
  | 'INVALID_SIGNATURE'
  | 'LIMIT_EXCEEDED'
  | 'PERMISSION_MISSING'
  | 'PHONE_NOT_VERIFIED'
  | 'REFUND_ACCOUNT_MISSING'
  | 'SANDBOX_FAULT'
  | 'UMA_NOT_CONNECTED';

export type QuotesExecuteErrorCode =
  | CommonErrorCode
  | 'CONFLICT'
  | 'DAILY_VOLUME_LIMIT_EXCEEDED'
  | 'INVALID_AMOUNT'
  | 'QUOTE_NOT_FOUND'
  | 'REQUEST_ID_MISSING'
  | 'WALLET_SIGNATURE_BODY_MISMATCH'
  | 'WALLET_SIGNATURE_INVALID'
  | 'WALLET_SIGNATURE_MALFORMED'
  | 'WALLET_SIGNATURE_MISSING';

export type QuotesExecuteErrorReason =
  | CommonErrorReason
  | 'ACCOUNT_NOT_ACTIVE'
  | 'ALREADY_EXECUTED'
  | 'CHANGED_MEANWHILE'
  | 'FUNDING_REQUIRED'
  | 'IDEMPOTENCY_KEY_REUSED'
  | 'INSUFFICIENT_BALANCE'
  | 'LIMIT_EXCEEDED'
  | 'PAYLOAD_NOT_SIGNED'
  | 'PENDING_AUTHORIZATION'
  | 'QUOTE_EXPIRED'
  | 'REQUEST_DIFFERS'
  | 'REQUEST_ID_EXPIRED'
  | 'REQUEST_ID_MISSING'
  | 'REQUEST_ID_UNKNOWN'
  | 'REQUEST_ID_USED'
  | 'SCA_REQUIRED'
  | 'SIGNER_WITHOUT_SESSION'
  | 'WALLET_SIGNATURE_MALFORMED'
  | 'WALLET_SIGNATURE_MISSING';

export type AgentQuotesExecuteErrorCode =
  | CommonErrorCode
  | 'CONFLICT'
  | 'DAILY_VOLUME_LIMIT_EXCEEDED'
  | 'INVALID_AMOUNT'
  | 'INVALID_CURRENCY'
  | 'QUOTE_NOT_FOUND'
  | 'REFERENCE_NOT_FOUND'
  | 'REQUEST_ID_MISSING'
  | 'WALLET_SIGNATURE_BODY_MISMATCH'
  | 'WALLET_SIGNATURE_INVALID'
  | 'WALLET_SIGNATURE_MALFORMED'
  | 'WALLET_SIGNATURE_MISSING';

export type AgentQuotesExecuteErrorReason =
  | 'ACCESS_TOKEN_UNKNOWN'
  | 'ACCOUNT_NOT_ACTIVE'
  | 'ACCOUNT_NOT_ALLOWED'
  | 'AGENT_DELETED'
  | 'AGENT_PAUSED'
  | 'ALREADY_EXECUTED'
  | 'ALREADY_REQUESTED'
  | 'CHANGED_MEANWHILE'
  | 'CREDENTIALS_MALFORMED'
  | 'CREDENTIALS_MISSING'
  | 'DAILY_LIMIT_EXCEEDED'
  | 'DAILY_TRANSACTION_LIMIT_EXCEEDED'
  | 'FUNDING_REQUIRED'
  | 'IDEMPOTENCY_KEY_REUSED'
  | 'INSUFFICIENT_BALANCE'
  | 'LIMIT_EXCEEDED'
  | 'MONTHLY_LIMIT_EXCEEDED'
  | 'PAYLOAD_NOT_SIGNED'
  | 'PENDING_AUTHORIZATION'
  | 'PERMISSION_MISSING'
  | 'PER_TRANSACTION_LIMIT_EXCEEDED'
  | 'QUOTE_EXPIRED'
  | 'REQUEST_DIFFERS'
  | 'REQUEST_ID_EXPIRED'
  | 'REQUEST_ID_MISSING'
  | 'REQUEST_ID_UNKNOWN'
  | 'REQUEST_ID_USED'
  | 'SANDBOX_FAULT'
  | 'SCA_REQUIRED'
  | 'SIGNER_WITHOUT_SESSION'
  | 'WALLET_SIGNATURE_MALFORMED'
  | 'WALLET_SIGNATURE_MISSING';

export type QuotesGetErrorCode = CommonErrorCode | 'QUOTE_NOT_FOUND';

export type AgentQuotesGetErrorCode = CommonErrorCode | 'QUOTE_NOT_FOUND';

export type AgentQuotesGetErrorReason =
  | 'ACCESS_TOKEN_UNKNOWN'
  | 'CREDENTIALS_MALFORMED'
  | 'CREDENTIALS_MISSING'
  | 'PERMISSION_MISSING'
  | 'SANDBOX_FAULT';

export type QuotesResendCodeErrorCode = CommonErrorCode | 'CONFLICT' | 'QUOTE_NOT_FOUND';

export type QuotesResendCodeErrorReason =
  | CommonErrorReason
  | 'CHANGED_MEANWHILE'
  | 'NOT_A_TEXTED_CODE'
  | 'NO_PENDING_CHALLENGE'
  | 'PHONE_NOT_VERIFIED';

export type ReceiversLookupExternalAccountErrorCode =
  | CommonErrorCode
  | 'COUNTERPARTY_PUBKEY_FETCH_ERROR'
  | 'INVALID_UMA_ADDRESS'
  | 'LNURLP_REQUEST_FAILED'
  | 'LOOKUP_REQUEST_FAILED'
  | 'NO_COMPATIBLE_UMA_VERSION'
  | 'QUOTE_REQUEST_FAILED'
  | 'REFERENCE_NOT_FOUND'
  | 'UNSUPPORTED_UMA_VERSION'
  | 'USER_NOT_FOUND';

export type ReceiversLookupUmaErrorCode =
  | CommonErrorCode
  | 'AMOUNT_OUT_OF_RANGE'
  | 'CERT_CHAIN_EXPIRED'
  | 'CERT_CHAIN_INVALID'
  | 'COUNTERPARTY_NOT_ALLOWED'
  | 'COUNTERPARTY_PUBKEY_FETCH_ERROR'
  | 'INVALID_CURRENCY'
  | 'INVALID_NONCE'
  | 'INVALID_PUBKEY_FORMAT'
  | 'INVALID_RECEIVER'
  | 'INVALID_TIMESTAMP'
  | 'INVALID_UMA_ADDRESS'
  | 'LNURLP_REQUEST_FAILED'
  | 'LOOKUP_REQUEST_FAILED'
  | 'MISSING_MANDATORY_USER_INFO'
  | 'MISSING_REQUIRED_UMA_PARAMETERS'
  | 'NO_COMPATIBLE_UMA_VERSION'
  | 'PARSE_LNURLP_RESPONSE_ERROR'
  | 'QUOTE_REQUEST_FAILED'
  | 'SENDER_NOT_ACCEPTED'
  | 'UMA_NOT_FOUND'
  | 'UNRECOGNIZED_MANDATORY_PAYEE_DATA_KEY'
  | 'UNSUPPORTED_UMA_VERSION'
  | 'USER_NOT_FOUND'
  | 'VELOCITY_LIMIT_EXCEEDED';

export type ReceiversLookupUmaErrorReason = CommonErrorReason | 'INVALID_SIGNATURE';

export type RequestLogGetErrorCode = CommonErrorCode | 'REFERENCE_NOT_FOUND';

export type OperatorReviewsApproveErrorCode =
  | 'CONFLICT'
  | 'CUSTOMER_DELETED'
  | 'INTERNAL_ERROR'
  | 'INVALID_INPUT'
  | 'INVALID_REQUEST_FORMAT'
  | 'METHOD_NOT_ALLOWED'
  | 'RATE_LIMITED'
  | 'REFERENCE_NOT_FOUND'
  | 'SERVICE_UNAVAILABLE'
  | 'UNAUTHORIZED';

export type OperatorReviewsApproveErrorReason =
  | 'CHANGED_MEANWHILE'
  | 'CHANGED_SINCE_SUBMISSION'
  | 'CLAIMED_BY_ANOTHER'
  | 'CONSOLE_SESSION_ENDED'
  | 'CONSOLE_SESSION_KIND'
  | 'CONSOLE_SESSION_UNKNOWN'
  | 'CREDENTIALS_EXPIRED'
  | 'CREDENTIALS_MALFORMED'
  | 'CREDENTIALS_MISSING'
  | 'CREDENTIALS_REVOKED'
  | 'CREDENTIALS_WRONG'
  | 'NOT_WAITING'
  | 'SUBMITTED_AGAIN';

export type OperatorReviewsClaimErrorCode =
  | 'CONFLICT'
  | 'INTERNAL_ERROR'
  | 'INVALID_INPUT'
  | 'INVALID_REQUEST_FORMAT'
  | 'METHOD_NOT_ALLOWED'
  | 'RATE_LIMITED'
  | 'REFERENCE_NOT_FOUND'
  | 'SERVICE_UNAVAILABLE'
  | 'UNAUTHORIZED';

export type OperatorReviewsClaimErrorReason =
  | 'CHANGED_MEANWHILE'
  | 'CLAIMED_BY_ANOTHER'
  | 'CONSOLE_SESSION_ENDED'
  | 'CONSOLE_SESSION_KIND'
  | 'CONSOLE_SESSION_UNKNOWN'
  | 'CREDENTIALS_EXPIRED'
  | 'CREDENTIALS_MALFORMED'
  | 'CREDENTIALS_MISSING'
  | 'CREDENTIALS_REVOKED'
  | 'CREDENTIALS_WRONG'
  | 'NOT_WAITING';

export type OperatorReviewsGetErrorCode =
  | 'INTERNAL_ERROR'
  | 'INVALID_INPUT'
  | 'INVALID_REQUEST_FORMAT'
  | 'METHOD_NOT_ALLOWED'
  | 'RATE_LIMITED'
  | 'REFERENCE_NOT_FOUND'
  | 'SERVICE_UNAVAILABLE'
  | 'UNAUTHORIZED';

export type OperatorReviewsGetErrorReason =
  | 'CONSOLE_SESSION_ENDED'
  | 'CONSOLE_SESSION_KIND'
  | 'CONSOLE_SESSION_UNKNOWN'
  | 'CREDENTIALS_EXPIRED'
  | 'CREDENTIALS_MALFORMED'
  | 'CREDENTIALS_MISSING'
  | 'CREDENTIALS_REVOKED'
  | 'CREDENTIALS_WRONG';

export type OperatorReviewsListErrorCode =
  | 'INTERNAL_ERROR'
  | 'INVALID_INPUT'
  | 'INVALID_REQUEST_FORMAT'
  | 'METHOD_NOT_ALLOWED'
  | 'RATE_LIMITED'
  | 'SERVICE_UNAVAILABLE'
  | 'UNAUTHORIZED';

export type OperatorReviewsListErrorReason =
  | 'CONSOLE_SESSION_ENDED'
  | 'CONSOLE_SESSION_KIND'
  | 'CONSOLE_SESSION_UNKNOWN'
  | 'CREDENTIALS_EXPIRED'
  | 'CREDENTIALS_MALFORMED'
  | 'CREDENTIALS_MISSING'
  | 'CREDENTIALS_REVOKED'
  | 'CREDENTIALS_WRONG';

export type OperatorReviewsRejectErrorCode =
  | 'CONFLICT'
  | 'CUSTOMER_DELETED'
  | 'INTERNAL_ERROR'
  | 'INVALID_INPUT'
  | 'INVALID_REQUEST_FORMAT'
  | 'METHOD_NOT_ALLOWED'
  | 'RATE_LIMITED'
  | 'REFERENCE_NOT_FOUND'
  | 'SERVICE_UNAVAILABLE'
  | 'UNAUTHORIZED';

export type OperatorReviewsRejectErrorReason =
  | 'CHANGED_MEANWHILE'
  | 'CLAIMED_BY_ANOTHER'
  | 'CONSOLE_SESSION_ENDED'
  | 'CONSOLE_SESSION_KIND'
  | 'CONSOLE_SESSION_UNKNOWN'
  | 'CREDENTIALS_EXPIRED'
  | 'CREDENTIALS_MALFORMED'
  | 'CREDENTIALS_MISSING'
  | 'CREDENTIALS_REVOKED'
  | 'CREDENTIALS_WRONG'
  | 'NOT_WAITING'
  | 'SUBMITTED_AGAIN';

export type OperatorReviewsReleaseErrorCode =
  | 'INTERNAL_ERROR'
  | 'INVALID_INPUT'
  | 'INVALID_REQUEST_FORMAT'
  | 'METHOD_NOT_ALLOWED'
  | 'RATE_LIMITED'
  | 'REFERENCE_NOT_FOUND'
  | 'SERVICE_UNAVAILABLE'
  | 'UNAUTHORIZED';

export type OperatorReviewsReleaseErrorReason =
  | 'CONSOLE_SESSION_ENDED'
  | 'CONSOLE_SESSION_KIND'
  | 'CONSOLE_SESSION_UNKNOWN'
  | 'CREDENTIALS_EXPIRED'
  | 'CREDENTIALS_MALFORMED'
  | 'CREDENTIALS_MISSING'
  | 'CREDENTIALS_REVOKED'
  | 'CREDENTIALS_WRONG';

export type OperatorReviewsRequestChangesErrorCode =
  | 'CONFLICT'
  | 'CUSTOMER_DELETED'
  | 'INTERNAL_ERROR'
  | 'INVALID_INPUT'
  | 'INVALID_REQUEST_FORMAT'
  | 'METHOD_NOT_ALLOWED'
  | 'RATE_LIMITED'
  | 'REFERENCE_NOT_FOUND'
  | 'SERVICE_UNAVAILABLE'
  | 'UNAUTHORIZED';

export type OperatorReviewsRequestChangesErrorReason =
  | 'CHANGED_MEANWHILE'
  | 'CLAIMED_BY_ANOTHER'
  | 'CONSOLE_SESSION_ENDED'
  | 'CONSOLE_SESSION_KIND'
  | 'CONSOLE_SESSION_UNKNOWN'
  | 'CREDENTIALS_EXPIRED'
  | 'CREDENTIALS_MALFORMED'
  | 'CREDENTIALS_MISSING'
  | 'CREDENTIALS_REVOKED'
  | 'CREDENTIALS_WRONG'
  | 'NOT_WAITING'
  | 'SUBMITTED_AGAIN';

export type SandboxCardsSimulateAuthorizationErrorCode =
  | CommonErrorCode
  | 'CONFLICT'
  | 'INVALID_AMOUNT'
  | 'INVALID_CURRENCY'
  | 'REFERENCE_NOT_FOUND';

export type SandboxCardsSimulateAuthorizationErrorReason =
  | CommonErrorReason
  | 'CARD_NOT_ACTIVE'
  | 'CARD_TRANSACTION_STATUS'
  | 'CHANGED_MEANWHILE'
  | 'IDEMPOTENCY_KEY_REUSED'
  | 'PLATFORM_MODE'
  | 'PURCHASE_AMOUNT_EXCEEDED';

export type SandboxCardsSimulateAuthorizationAdviceErrorCode =
  | CommonErrorCode
  | 'CONFLICT'
  | 'INVALID_AMOUNT'
  | 'REFERENCE_NOT_FOUND'
  | 'TRANSACTION_NOT_FOUND';

export type SandboxCardsSimulateAuthorizationAdviceErrorReason =
  | CommonErrorReason
  | 'CARD_NOT_ACTIVE'
  | 'CARD_TRANSACTION_STATUS'
  | 'CHANGED_MEANWHILE'
  | 'IDEMPOTENCY_KEY_REUSED'
  | 'PLATFORM_MODE'
  | 'PURCHASE_AMOUNT_EXCEEDED';

export type SandboxCardsSimulateAuthorizationExpiryErrorCode =
  | CommonErrorCode
  | 'CONFLICT'
  | 'INVALID_AMOUNT'
  | 'REFERENCE_NOT_FOUND'
  | 'TRANSACTION_NOT_FOUND';

export type SandboxCardsSimulateAuthorizationExpiryErrorReason =
  | CommonErrorReason
  | 'CARD_NOT_ACTIVE'
  | 'CARD_TRANSACTION_STATUS'
  | 'CHANGED_MEANWHILE'
  | 'IDEMPOTENCY_KEY_REUSED'
  | 'PLATFORM_MODE'
  | 'PURCHASE_AMOUNT_EXCEEDED';

export type SandboxCardsSimulateAuthorizationReversalErrorCode =
  | CommonErrorCode
  | 'CONFLICT'
  | 'INVALID_AMOUNT'
  | 'REFERENCE_NOT_FOUND'
  | 'TRANSACTION_NOT_FOUND';

export type SandboxCardsSimulateAuthorizationReversalErrorReason =
  | CommonErrorReason
  | 'CARD_NOT_ACTIVE'
  | 'CARD_TRANSACTION_STATUS'
  | 'CHANGED_MEANWHILE'
  | 'IDEMPOTENCY_KEY_REUSED'
  | 'PLATFORM_MODE'
  | 'PURCHASE_AMOUNT_EXCEEDED';

export type SandboxCardsSimulateBalanceInquiryErrorCode =
  | CommonErrorCode
  | 'CONFLICT'
  | 'INVALID_AMOUNT'
  | 'REFERENCE_NOT_FOUND';

export type SandboxCardsSimulateBalanceInquiryErrorReason =
  | CommonErrorReason
  | 'CARD_NOT_ACTIVE'
  | 'CARD_TRANSACTION_STATUS'
  | 'CHANGED_MEANWHILE'
  | 'IDEMPOTENCY_KEY_REUSED'
  | 'PLATFORM_MODE'
  | 'PURCHASE_AMOUNT_EXCEEDED';

export type SandboxCardsSimulateClearingErrorCode =
  | CommonErrorCode
  | 'AMOUNT_OUT_OF_RANGE'
  | 'CONFLICT'
  | 'INVALID_AMOUNT'
  | 'REFERENCE_NOT_FOUND'
  | 'TRANSACTION_NOT_FOUND';

export type SandboxCardsSimulateClearingErrorReason =
  | CommonErrorReason
  | 'CARD_NOT_ACTIVE'
  | 'CARD_TRANSACTION_STATUS'
  | 'CHANGED_MEANWHILE'
  | 'IDEMPOTENCY_KEY_REUSED'
  | 'PLATFORM_MODE'
  | 'PURCHASE_AMOUNT_EXCEEDED';

export type SandboxCardsSimulateCreditAuthorizationErrorCode =
  | CommonErrorCode
  | 'CONFLICT'
  | 'INVALID_AMOUNT'
  | 'INVALID_CURRENCY'
  | 'REFERENCE_NOT_FOUND';

export type SandboxCardsSimulateCreditAuthorizationErrorReason =
  | CommonErrorReason
  | 'CARD_NOT_ACTIVE'
  | 'CARD_TRANSACTION_STATUS'
  | 'CHANGED_MEANWHILE'
  | 'IDEMPOTENCY_KEY_REUSED'
  | 'PLATFORM_MODE'
  | 'PURCHASE_AMOUNT_EXCEEDED';

export type SandboxCardsSimulateCreditAuthorizationAdviceErrorCode =
  | CommonErrorCode
  | 'CONFLICT'
  | 'INVALID_AMOUNT'
  | 'INVALID_CURRENCY'
  | 'REFERENCE_NOT_FOUND';

export type SandboxCardsSimulateCreditAuthorizationAdviceErrorReason =
  | CommonErrorReason
  | 'CARD_NOT_ACTIVE'
  | 'CARD_TRANSACTION_STATUS'
  | 'CHANGED_MEANWHILE'
  | 'IDEMPOTENCY_KEY_REUSED'
  | 'PLATFORM_MODE'
  | 'PURCHASE_AMOUNT_EXCEEDED';

export type SandboxCardsSimulateDisputeCloseErrorCode =
  | CommonErrorCode
  | 'AMOUNT_OUT_OF_RANGE'
  | 'CONFLICT'
  | 'INVALID_AMOUNT'
  | 'REFERENCE_NOT_FOUND';

export type SandboxCardsSimulateDisputeCloseErrorReason =
  | CommonErrorReason
  | 'CARD_DISPUTE_STATUS'
  | 'CARD_NOT_ACTIVE'
  | 'CARD_TRANSACTION_STATUS'
  | 'CHANGED_MEANWHILE'
  | 'IDEMPOTENCY_KEY_REUSED'
  | 'PLATFORM_MODE'
  | 'PURCHASE_AMOUNT_EXCEEDED';

export type SandboxCardsSimulateDisputeOpenErrorCode =
  | CommonErrorCode
  | 'CONFLICT'
  | 'INVALID_AMOUNT'
  | 'REFERENCE_NOT_FOUND'
  | 'TRANSACTION_NOT_FOUND';

export type SandboxCardsSimulateDisputeOpenErrorReason =
  | CommonErrorReason
  | 'CARD_DISPUTE_OPEN'
  | 'CARD_NOT_ACTIVE'
  | 'CARD_PULL_PENDING'
  | 'CARD_TRANSACTION_STATUS'
  | 'CHANGED_MEANWHILE'
  | 'IDEMPOTENCY_KEY_REUSED'
  | 'PLATFORM_MODE'
  | 'PURCHASE_AMOUNT_EXCEEDED';

export type SandboxCardsSimulateDisputeProvisionalCreditErrorCode =
  | CommonErrorCode
  | 'AMOUNT_OUT_OF_RANGE'
  | 'CONFLICT'
  | 'INVALID_AMOUNT'
  | 'REFERENCE_NOT_FOUND';

export type SandboxCardsSimulateDisputeProvisionalCreditErrorReason =
  | CommonErrorReason
  | 'CARD_DISPUTE_STATUS'
  | 'CARD_NOT_ACTIVE'
  | 'CARD_TRANSACTION_STATUS'
  | 'CHANGED_MEANWHILE'
  | 'IDEMPOTENCY_KEY_REUSED'
  | 'PLATFORM_MODE'
  | 'PURCHASE_AMOUNT_EXCEEDED';

export type SandboxCardsSimulateDisputeProvisionalCreditReversalErrorCode =
  | CommonErrorCode
  | 'CONFLICT'
  | 'INVALID_AMOUNT'
  | 'REFERENCE_NOT_FOUND';

export type SandboxCardsSimulateDisputeProvisionalCreditReversalErrorReason =
  | CommonErrorReason
  | 'CARD_DISPUTE_STATUS'
  | 'CARD_NOT_ACTIVE'
  | 'CARD_TRANSACTION_STATUS'
  | 'CHANGED_MEANWHILE'
  | 'IDEMPOTENCY_KEY_REUSED'
  | 'PLATFORM_MODE'
  | 'PURCHASE_AMOUNT_EXCEEDED';

export type SandboxCardsSimulateFinancialAuthorizationErrorCode =
  | CommonErrorCode
  | 'CONFLICT'
  | 'INVALID_AMOUNT'
  | 'INVALID_CURRENCY'
  | 'REFERENCE_NOT_FOUND';

export type SandboxCardsSimulateFinancialAuthorizationErrorReason =
  | CommonErrorReason
  | 'CARD_NOT_ACTIVE'
  | 'CARD_TRANSACTION_STATUS'
  | 'CHANGED_MEANWHILE'
  | 'IDEMPOTENCY_KEY_REUSED'
  | 'PLATFORM_MODE'
  | 'PURCHASE_AMOUNT_EXCEEDED';

export type SandboxCardsSimulateFinancialCreditAuthorizationErrorCode =
  | CommonErrorCode
  | 'AMOUNT_OUT_OF_RANGE'
  | 'CONFLICT'
  | 'INVALID_AMOUNT'
  | 'INVALID_CURRENCY'
  | 'REFERENCE_NOT_FOUND';

export type SandboxCardsSimulateFinancialCreditAuthorizationErrorReason =
  | CommonErrorReason
  | 'CARD_NOT_ACTIVE'
  | 'CARD_TRANSACTION_STATUS'
  | 'CHANGED_MEANWHILE'
  | 'IDEMPOTENCY_KEY_REUSED'
  | 'PLATFORM_MODE'
  | 'PURCHASE_AMOUNT_EXCEEDED';

export type SandboxCardsSimulateReturnErrorCode =
  | CommonErrorCode
  | 'AMOUNT_OUT_OF_RANGE'
  | 'CONFLICT'
  | 'INVALID_AMOUNT'
  | 'REFERENCE_NOT_FOUND'
  | 'TRANSACTION_NOT_FOUND';

export type SandboxCardsSimulateReturnErrorReason =
  | CommonErrorReason
  | 'CARD_NOT_ACTIVE'
  | 'CARD_TRANSACTION_STATUS'
  | 'CHANGED_MEANWHILE'
  | 'IDEMPOTENCY_KEY_REUSED'
  | 'PLATFORM_MODE'
  | 'PURCHASE_AMOUNT_EXCEEDED';

export type SandboxCardsSimulateReturnReversalErrorCode =
  | CommonErrorCode
  | 'CONFLICT'
  | 'INVALID_AMOUNT'
  | 'REFERENCE_NOT_FOUND'
  | 'TRANSACTION_NOT_FOUND';

export type SandboxCardsSimulateReturnReversalErrorReason =
  | CommonErrorReason
  | 'CARD_NOT_ACTIVE'
  | 'CARD_TRANSACTION_STATUS'
  | 'CHANGED_MEANWHILE'
  | 'IDEMPOTENCY_KEY_REUSED'
  | 'PLATFORM_MODE'
  | 'PURCHASE_AMOUNT_EXCEEDED';

export type SandboxClockAdvanceErrorCode = CommonErrorCode | 'CONFLICT';

export type SandboxClockAdvanceErrorReason =
  | CommonErrorReason
  | 'CHANGED_MEANWHILE'
  | 'CLOCK_IS_ADVANCING'
  | 'PLATFORM_MODE';

export type SandboxClockGetErrorReason = CommonErrorReason | 'PLATFORM_MODE';

export type SandboxClockRunNextErrorCode = CommonErrorCode | 'CONFLICT';

export type SandboxClockRunNextErrorReason =
  | CommonErrorReason
  | 'CHANGED_MEANWHILE'
  | 'CLOCK_IS_ADVANCING'
  | 'PLATFORM_MODE';

export type SandboxFaultsCreateErrorCode = CommonErrorCode | 'CONFLICT';

export type SandboxFaultsCreateErrorReason =
  | CommonErrorReason
  | 'CHANGED_MEANWHILE'
  | 'IDEMPOTENCY_KEY_REUSED'
  | 'PLATFORM_MODE'
  | 'TOO_MANY_FAULTS';

export type SandboxFaultsDeleteErrorReason = CommonErrorReason | 'PLATFORM_MODE';

export type SandboxFaultsListErrorReason = CommonErrorReason | 'PLATFORM_MODE';

export type SandboxInternalAccountsFundErrorCode =
  | CommonErrorCode
  | 'AMOUNT_OUT_OF_RANGE'
  | 'CONFLICT'
  | 'REFERENCE_NOT_FOUND';

export type SandboxInternalAccountsFundErrorReason =
  | CommonErrorReason
  | 'ACCOUNT_NOT_ACTIVE'
  | 'CHANGED_MEANWHILE'
  | 'IDEMPOTENCY_KEY_REUSED'
  | 'PLATFORM_MODE';

export type SandboxListenersCreateErrorReason = CommonErrorReason | 'PLATFORM_MODE';

export type SandboxListenersDeleteErrorCode = CommonErrorCode | 'REFERENCE_NOT_FOUND';

export type SandboxListenersDeleteErrorReason = CommonErrorReason | 'PLATFORM_MODE';

export type SandboxListenersDeliveriesListErrorCode = CommonErrorCode | 'REFERENCE_NOT_FOUND';

export type SandboxListenersDeliveriesListErrorReason = CommonErrorReason | 'PLATFORM_MODE';

export type SandboxListenersRenewCreateErrorCode = CommonErrorCode | 'REFERENCE_NOT_FOUND';

export type SandboxListenersRenewCreateErrorReason = CommonErrorReason | 'PLATFORM_MODE';

export type SandboxMagicValuesListErrorReason = CommonErrorReason | 'PLATFORM_MODE';

export type SandboxMessagesListErrorReason = CommonErrorReason | 'PLATFORM_MODE';

export type SandboxPlatformsCreateErrorCode = CommonErrorCode | 'CONFLICT';

export type SandboxPlatformsCreateErrorReason =
  | CommonErrorReason
  | 'CHANGED_MEANWHILE'
  | 'IDEMPOTENCY_KEY_OF_ANOTHER_TOKEN'
  | 'IDEMPOTENCY_KEY_REUSED'
  | 'PLATFORM_MODE';

export type SandboxSendErrorCode =
  | CommonErrorCode
  | 'CONFLICT'
  | 'DAILY_VOLUME_LIMIT_EXCEEDED'
  | 'INVALID_CURRENCY'
  | 'QUOTE_NOT_FOUND';

export type SandboxSendErrorReason =
  | CommonErrorReason
  | 'ACCOUNT_NOT_ACTIVE'
  | 'ALREADY_EXECUTED'
  | 'CHANGED_MEANWHILE'
  | 'IDEMPOTENCY_KEY_REUSED'
  | 'LIMIT_EXCEEDED'
  | 'NOT_REALTIME_FUNDING'
  | 'PENDING_AUTHORIZATION'
  | 'PLATFORM_MODE'
  | 'QUOTE_EXPIRED';

export type SandboxStablecoinOperationsFundErrorCode =
  | CommonErrorCode
  | 'CONFLICT'
  | 'INVALID_STATE_TRANSITION'
  | 'REFERENCE_NOT_FOUND';

export type SandboxStablecoinOperationsFundErrorReason =
  | CommonErrorReason
  | 'CHANGED_MEANWHILE'
  | 'IDEMPOTENCY_KEY_REUSED'
  | 'PLATFORM_MODE';

export type SandboxTransactionsResolveErrorCode = CommonErrorCode | 'CONFLICT' | 'TRANSACTION_NOT_FOUND';

export type SandboxTransactionsResolveErrorReason =
  | CommonErrorReason
  | 'CHANGED_MEANWHILE'
  | 'OUTCOME_NOT_POSSIBLE'
  | 'PLATFORM_MODE';

export type SandboxUmaReceiveErrorCode =
  | CommonErrorCode
  | 'AMOUNT_OUT_OF_RANGE'
  | 'CONFLICT'
  | 'CUSTOMER_DELETED'
  | 'END_USER_TERMS_NOT_ACCEPTED'
  | 'INVALID_CURRENCY'
  | 'INVALID_UMA_ADDRESS'
  | 'SELF_PAYMENT'
  | 'UMA_NOT_FOUND'
  | 'USER_NOT_FOUND'
  | 'USER_NOT_READY';

export type SandboxUmaReceiveErrorReason =
  | CommonErrorReason
  | 'ACCOUNT_NOT_ACTIVE'
  | 'CHANGED_MEANWHILE'
  | 'CUSTOMER_NOT_APPROVED'
  | 'IDEMPOTENCY_KEY_REUSED'
  | 'PLATFORM_MODE';

export type SandboxWebhooksTestErrorCode = CommonErrorCode | 'WEBHOOK_DELIVERY_ERROR' | 'WEBHOOK_ENDPOINT_NOT_SET';

export type SandboxWebhooksTestErrorReason =
  | CommonErrorReason
  | 'ADDRESS_NOT_ALLOWED'
  | 'ENDPOINT_NOT_REACHED'
  | 'PLATFORM_MODE';

export type ScaFactorsConfirmErrorCode = CommonErrorCode | 'CONFLICT' | 'CUSTOMER_DELETED' | 'USER_NOT_FOUND';

export type ScaFactorsConfirmErrorReason =
  | CommonErrorReason
  | 'CHANGED_MEANWHILE'
  | 'CREDENTIAL_KNOWN'
  | 'IDEMPOTENCY_KEY_OF_ANOTHER_TOKEN'
  | 'IDEMPOTENCY_KEY_REUSED'
  | 'SCA_NOT_REQUIRED';

export type ScaFactorsDeleteErrorCode =
  | CommonErrorCode
  | 'CONFLICT'
  | 'CUSTOMER_DELETED'
  | 'REFERENCE_NOT_FOUND'
  | 'USER_NOT_FOUND';

export type ScaFactorsDeleteErrorReason = CommonErrorReason | 'CHANGED_MEANWHILE' | 'SCA_NOT_REQUIRED';

export type ScaFactorsEnrollErrorCode =
  | CommonErrorCode
  | 'CONFLICT'
  | 'CUSTOMER_DELETED'
  | 'PASSKEY_ALREADY_ENROLLED'
  | 'USER_NOT_FOUND';

export type ScaFactorsEnrollErrorReason =
  | CommonErrorReason
  | 'CHANGED_MEANWHILE'
  | 'IDEMPOTENCY_KEY_OF_ANOTHER_TOKEN'
  | 'IDEMPOTENCY_KEY_REUSED'
  | 'RELYING_PARTY_MISSING'
  | 'SCA_NOT_REQUIRED'
  | 'TOTP_ALREADY_ENROLLED';

export type ScaFactorsListErrorCode = CommonErrorCode | 'CONFLICT' | 'CUSTOMER_DELETED' | 'USER_NOT_FOUND';

export type ScaFactorsListErrorReason = CommonErrorReason | 'SCA_NOT_REQUIRED';

export type ScaFactorsResetCompleteErrorCode =
  | CommonErrorCode
  | 'CONFLICT'
  | 'CUSTOMER_DELETED'
  | 'REFERENCE_NOT_FOUND'
  | 'USER_NOT_FOUND';

export type ScaFactorsResetCompleteErrorReason =
  | CommonErrorReason
  | 'ALREADY_COMPLETED'
  | 'CHANGED_MEANWHILE'
  | 'EXPIRED'
  | 'IDEMPOTENCY_KEY_REUSED'
  | 'INITIATED'
  | 'PENDING_REVIEW'
  | 'REJECTED'
  | 'SCA_NOT_REQUIRED';

export type ScaFactorsResetGetErrorCode =
  | CommonErrorCode
  | 'CONFLICT'
  | 'CUSTOMER_DELETED'
  | 'REFERENCE_NOT_FOUND'
  | 'USER_NOT_FOUND';

export type ScaFactorsResetGetErrorReason = CommonErrorReason | 'SCA_NOT_REQUIRED';

export type ScaFactorsResetStartErrorCode =
  | CommonErrorCode
  | 'CONFLICT'
  | 'CUSTOMER_DELETED'
  | 'NOT_IMPLEMENTED'
  | 'USER_NOT_FOUND';

export type ScaFactorsResetStartErrorReason =
  | CommonErrorReason
  | 'CHANGED_MEANWHILE'
  | 'FACTOR_NOT_ENROLLED'
  | 'IDEMPOTENCY_KEY_OF_ANOTHER_TOKEN'
  | 'IDEMPOTENCY_KEY_REUSED'
  | 'LIVENESS_NOT_AVAILABLE'
  | 'PHONE_NOT_VERIFIED'
  | 'SCA_NOT_REQUIRED';

export type ScaLoginCompleteErrorCode =
  | CommonErrorCode
  | 'ACCOUNT_LOCKED'
  | 'CONFLICT'
  | 'CUSTOMER_DELETED'
  | 'USER_NOT_FOUND';

export type ScaLoginCompleteErrorReason =
  | CommonErrorReason
  | 'CHANGED_MEANWHILE'
  | 'IDEMPOTENCY_KEY_REUSED'
  | 'NO_PENDING_CHALLENGE'
  | 'PROOF_ALREADY_USED'
  | 'SCA_NOT_REQUIRED';

export type ScaLoginStartErrorCode = CommonErrorCode | 'CONFLICT' | 'CUSTOMER_DELETED' | 'USER_NOT_FOUND';

export type ScaLoginStartErrorReason =
  | CommonErrorReason
  | 'CHANGED_MEANWHILE'
  | 'IDEMPOTENCY_KEY_REUSED'
  | 'PHONE_NOT_VERIFIED'
  | 'SCA_NOT_REQUIRED';

export type ScaRecordEventErrorCode =
  | CommonErrorCode
  | 'ACCOUNT_LOCKED'
  | 'CONFLICT'
  | 'CUSTOMER_DELETED'
  | 'USER_NOT_FOUND';

export type ScaRecordEventErrorReason =
  | CommonErrorReason
  | 'CHANGED_MEANWHILE'
  | 'IDEMPOTENCY_KEY_REUSED'
  | 'SCA_NOT_REQUIRED';

export type OperatorSessionsDeleteErrorCode =
  | 'INTERNAL_ERROR'
  | 'INVALID_INPUT'
  | 'INVALID_REQUEST_FORMAT'
  | 'METHOD_NOT_ALLOWED'
  | 'RATE_LIMITED'
  | 'REFERENCE_NOT_FOUND'
  | 'SERVICE_UNAVAILABLE'
  | 'UNAUTHORIZED';

export type OperatorSessionsDeleteErrorReason =
  | 'CONSOLE_SESSION_ENDED'
  | 'CONSOLE_SESSION_KIND'
  | 'CONSOLE_SESSION_UNKNOWN'
  | 'CREDENTIALS_EXPIRED'
  | 'CREDENTIALS_MALFORMED'
  | 'CREDENTIALS_MISSING'
  | 'CREDENTIALS_REVOKED'
  | 'CREDENTIALS_WRONG';

export type OperatorSessionsListErrorCode =
  | 'INTERNAL_ERROR'
  | 'INVALID_INPUT'
  | 'INVALID_REQUEST_FORMAT'
  | 'METHOD_NOT_ALLOWED'
  | 'RATE_LIMITED'
  | 'SERVICE_UNAVAILABLE'
  | 'UNAUTHORIZED';

export type OperatorSessionsListErrorReason =
  | 'CONSOLE_SESSION_ENDED'
  | 'CONSOLE_SESSION_KIND'
  | 'CONSOLE_SESSION_UNKNOWN'
  | 'CREDENTIALS_EXPIRED'
  | 'CREDENTIALS_MALFORMED'
  | 'CREDENTIALS_MISSING'
  | 'CREDENTIALS_REVOKED'
  | 'CREDENTIALS_WRONG';

export type StablecoinOperationsGetErrorCode = CommonErrorCode | 'REFERENCE_NOT_FOUND';

export type StablecoinProviderAccountsCreateErrorCode =
  | CommonErrorCode
  | 'CONFLICT'
  | 'STABLECOIN_PROVIDER_ACCOUNT_INVALID'
  | 'STABLECOIN_PROVIDER_ACCOUNT_REVOKED';

export type StablecoinProviderAccountsCreateErrorReason =
  | CommonErrorReason
  | 'CHANGED_MEANWHILE'
  | 'IDEMPOTENCY_KEY_REUSED'
  | 'PROVIDER_ACCOUNT_LINKED';

export type StablecoinProviderAccountsGetErrorCode = CommonErrorCode | 'STABLECOIN_PROVIDER_ACCOUNT_NOT_FOUND';

export type StablecoinsBurnsCreateErrorCode =
  | CommonErrorCode
  | 'CONFLICT'
  | 'EXTERNAL_ACCOUNT_VERIFICATION_REQUIRED'
  | 'INVALID_AMOUNT'
  | 'REFERENCE_NOT_FOUND'
  | 'STABLECOIN_PROVIDER_ACCOUNT_INVALID'
  | 'STABLECOIN_PROVIDER_ACCOUNT_REVOKED';

export type StablecoinsBurnsCreateErrorReason =
  | CommonErrorReason
  | 'ACCOUNT_NOT_ACTIVE'
  | 'CHANGED_MEANWHILE'
  | 'IDEMPOTENCY_KEY_REUSED'
  | 'INSUFFICIENT_BALANCE'
  | 'STABLECOIN_NOT_PROVISIONED';

export type StablecoinsCreateErrorCode =
  | CommonErrorCode
  | 'CONFLICT'
  | 'INVALID_CURRENCY'
  | 'REFERENCE_NOT_FOUND'
  | 'STABLECOIN_PROVIDER_ACCOUNT_INVALID'
  | 'STABLECOIN_PROVIDER_ACCOUNT_NOT_FOUND'
  | 'STABLECOIN_PROVIDER_ACCOUNT_REVOKED'
  | 'STABLECOIN_PROVIDER_ACCOUNT_SELECTION_REQUIRED';

export type StablecoinsCreateErrorReason =
  | CommonErrorReason
  | 'CHANGED_MEANWHILE'
  | 'IDEMPOTENCY_KEY_REUSED'
  | 'PROVIDER_ACCOUNT_LINKED'
  | 'STABLECOIN_REGISTERED';

export type StablecoinsGetErrorCode = CommonErrorCode | 'REFERENCE_NOT_FOUND';

export type StablecoinsMintsCreateErrorCode =
  | CommonErrorCode
  | 'CONFLICT'
  | 'EXTERNAL_ACCOUNT_VERIFICATION_REQUIRED'
  | 'INVALID_AMOUNT'
  | 'REFERENCE_NOT_FOUND'
  | 'STABLECOIN_PROVIDER_ACCOUNT_INVALID'
  | 'STABLECOIN_PROVIDER_ACCOUNT_REVOKED';

export type StablecoinsMintsCreateErrorReason =
  | CommonErrorReason
  | 'ACCOUNT_NOT_ACTIVE'
  | 'CHANGED_MEANWHILE'
  | 'IDEMPOTENCY_KEY_REUSED'
  | 'INSUFFICIENT_BALANCE'
  | 'STABLECOIN_NOT_PROVISIONED';

export type StablecoinsOperationsListErrorCode = CommonErrorCode | 'REFERENCE_NOT_FOUND';

export type OperatorStatusGetErrorCode =
  | 'INTERNAL_ERROR'
  | 'INVALID_INPUT'
  | 'INVALID_REQUEST_FORMAT'
  | 'METHOD_NOT_ALLOWED'
  | 'RATE_LIMITED'
  | 'SERVICE_UNAVAILABLE'
  | 'UNAUTHORIZED';

export type OperatorStatusGetErrorReason =
  | 'CONSOLE_SESSION_ENDED'
  | 'CONSOLE_SESSION_KIND'
  | 'CONSOLE_SESSION_UNKNOWN'
  | 'CREDENTIALS_EXPIRED'
  | 'CREDENTIALS_MALFORMED'
  | 'CREDENTIALS_MISSING'
  | 'CREDENTIALS_REVOKED'
  | 'CREDENTIALS_WRONG';

export type TokensCreateErrorCode = CommonErrorCode | 'CONFLICT';

export type TokensCreateErrorReason =
  | CommonErrorReason
  | 'CHANGED_MEANWHILE'
  | 'IDEMPOTENCY_KEY_OF_ANOTHER_TOKEN'
  | 'IDEMPOTENCY_KEY_REUSED'
  | 'TOKEN_PERMISSION_NOT_OWNED';

export type TokensDeleteErrorCode = CommonErrorCode | 'TOKEN_NOT_FOUND';

export type TokensGetErrorCode = CommonErrorCode | 'TOKEN_NOT_FOUND';

export type TransactionsApproveErrorCode =
  | CommonErrorCode
  | 'CONFLICT'
  | 'DAILY_VOLUME_LIMIT_EXCEEDED'
  | 'INVALID_AMOUNT'
  | 'MISSING_MANDATORY_USER_INFO'
  | 'TRANSACTION_NOT_FOUND'
  | 'TRANSACTION_NOT_PENDING_PLATFORM_APPROVAL';

export type TransactionsApproveErrorReason =
  | CommonErrorReason
  | 'ACCOUNT_NOT_ACTIVE'
  | 'CHANGED_MEANWHILE'
  | 'IDEMPOTENCY_KEY_REUSED'
  | 'INSUFFICIENT_BALANCE'
  | 'LIMIT_EXCEEDED';

export type TransactionsCancelErrorCode =
  | CommonErrorCode
  | 'CONFLICT'
  | 'NOT_IMPLEMENTED'
  | 'TRANSACTION_NOT_CANCELLABLE'
  | 'TRANSACTION_NOT_FOUND';

export type TransactionsCancelErrorReason =
  | CommonErrorReason
  | 'CHANGED_MEANWHILE'
  | 'IDEMPOTENCY_KEY_REUSED'
  | 'PAYMENT_IS_FINAL'
  | 'RAIL_CANNOT_CANCEL';

export type TransactionsConfirmErrorCode = CommonErrorCode | 'CONFLICT' | 'TRANSACTION_NOT_FOUND';

export type TransactionsConfirmErrorReason = CommonErrorReason | 'CHANGED_MEANWHILE' | 'IDEMPOTENCY_KEY_REUSED';

export type TransactionsGetErrorCode = CommonErrorCode | 'TRANSACTION_NOT_FOUND';

export type AgentTransactionsGetErrorCode = CommonErrorCode | 'TRANSACTION_NOT_FOUND';

export type AgentTransactionsGetErrorReason =
  | 'ACCESS_TOKEN_UNKNOWN'
  | 'CREDENTIALS_MALFORMED'
  | 'CREDENTIALS_MISSING'
  | 'PERMISSION_MISSING'
  | 'SANDBOX_FAULT';

export type AgentTransactionsListErrorReason =
  | 'ACCESS_TOKEN_UNKNOWN'
  | 'CREDENTIALS_MALFORMED'
  | 'CREDENTIALS_MISSING'
  | 'PERMISSION_MISSING'
  | 'SANDBOX_FAULT';

export type OperatorTransactionsListSuspendedErrorCode =
  | 'INTERNAL_ERROR'
  | 'INVALID_INPUT'
  | 'INVALID_REQUEST_FORMAT'
  | 'METHOD_NOT_ALLOWED'
  | 'RATE_LIMITED'
  | 'SERVICE_UNAVAILABLE'
  | 'UNAUTHORIZED';

export type OperatorTransactionsListSuspendedErrorReason =
  | 'CONSOLE_SESSION_ENDED'
  | 'CONSOLE_SESSION_KIND'
  | 'CONSOLE_SESSION_UNKNOWN'
  | 'CREDENTIALS_EXPIRED'
  | 'CREDENTIALS_MALFORMED'
  | 'CREDENTIALS_MISSING'
  | 'CREDENTIALS_REVOKED'
  | 'CREDENTIALS_WRONG';

export type TransactionsRejectErrorCode =
  | CommonErrorCode
  | 'CONFLICT'
  | 'TRANSACTION_NOT_FOUND'
  | 'TRANSACTION_NOT_PENDING_PLATFORM_APPROVAL';

export type TransactionsRejectErrorReason = CommonErrorReason | 'CHANGED_MEANWHILE' | 'IDEMPOTENCY_KEY_REUSED';

export type TransactionsTimelineListErrorCode = CommonErrorCode | 'TRANSACTION_NOT_FOUND';

export type TransferInCreateErrorCode =
  | CommonErrorCode
  | 'AMOUNT_OUT_OF_RANGE'
  | 'CONFLICT'
  | 'CUSTOMER_DELETED'
  | 'END_USER_TERMS_NOT_ACCEPTED'
  | 'INVALID_CURRENCY'
  | 'NOT_IMPLEMENTED'
  | 'REFERENCE_NOT_FOUND'
  | 'TRANSACTION_SIZE_LIMIT_EXCEEDED'
  | 'USER_NOT_READY';

export type TransferInCreateErrorReason =
  | CommonErrorReason
  | 'ACCOUNT_NOT_ACTIVE'
  | 'BANK_NOT_CONNECTED'
  | 'CHANGED_MEANWHILE'
  | 'CUSTOMER_NOT_APPROVED'
  | 'IDEMPOTENCY_KEY_REUSED'
  | 'LIMIT_EXCEEDED';

export type AgentTransferInCreateErrorCode =
  | CommonErrorCode
  | 'AMOUNT_OUT_OF_RANGE'
  | 'CONFLICT'
  | 'CUSTOMER_DELETED'
  | 'DAILY_VOLUME_LIMIT_EXCEEDED'
  | 'END_USER_TERMS_NOT_ACCEPTED'
  | 'EXTERNAL_ACCOUNT_VERIFICATION_REQUIRED'
  | 'INVALID_AMOUNT'
  | 'INVALID_CURRENCY'
  | 'INVALID_RECEIVER'
  | 'NOT_IMPLEMENTED'
  | 'REFERENCE_NOT_FOUND'
  | 'TRANSACTION_SIZE_LIMIT_EXCEEDED'
  | 'USER_NOT_READY';

export type AgentTransferInCreateErrorReason =
  | 'ACCESS_TOKEN_UNKNOWN'
  | 'ACCOUNT_NOT_ACTIVE'
  | 'ACCOUNT_NOT_ALLOWED'
  | 'AGENT_DELETED'
  | 'AGENT_PAUSED'
  | 'BANK_NOT_CONNECTED'
  | 'CHANGED_MEANWHILE'
  | 'CREDENTIALS_MALFORMED'
  | 'CREDENTIALS_MISSING'
  | 'CUSTOMER_NOT_APPROVED'
  | 'DAILY_LIMIT_EXCEEDED'
  | 'DAILY_TRANSACTION_LIMIT_EXCEEDED'
  | 'IDEMPOTENCY_KEY_REUSED'
  | 'INSUFFICIENT_BALANCE'
  | 'LIMIT_EXCEEDED'
  | 'MONTHLY_LIMIT_EXCEEDED'
  | 'PERMISSION_MISSING'
  | 'PER_TRANSACTION_LIMIT_EXCEEDED'
  | 'SANDBOX_FAULT'
  | 'SCA_REQUIRED'
  | 'UMA_NOT_CONNECTED';

export type TransferOutCreateErrorCode =
  | CommonErrorCode
  | 'AMOUNT_OUT_OF_RANGE'
  | 'CONFLICT'
  | 'CUSTOMER_DELETED'
  | 'DAILY_VOLUME_LIMIT_EXCEEDED'
  | 'END_USER_TERMS_NOT_ACCEPTED'
  | 'EXTERNAL_ACCOUNT_VERIFICATION_REQUIRED'
  | 'INVALID_AMOUNT'
  | 'INVALID_CURRENCY'
  | 'INVALID_RECEIVER'
  | 'NOT_IMPLEMENTED'
  | 'REFERENCE_NOT_FOUND'
  | 'TRANSACTION_SIZE_LIMIT_EXCEEDED'
  | 'USER_NOT_READY';

export type TransferOutCreateErrorReason =
  | CommonErrorReason
  | 'ACCOUNT_NOT_ACTIVE'
  | 'BANK_NOT_CONNECTED'
  | 'CHANGED_MEANWHILE'
  | 'CUSTOMER_NOT_APPROVED'
  | 'IDEMPOTENCY_KEY_REUSED'
  | 'INSUFFICIENT_BALANCE'
  | 'LIMIT_EXCEEDED'
  | 'SCA_REQUIRED'
  | 'UMA_NOT_CONNECTED';

export type AgentTransferOutCreateErrorCode =
  | CommonErrorCode
  | 'AMOUNT_OUT_OF_RANGE'
  | 'CONFLICT'
  | 'CUSTOMER_DELETED'
  | 'DAILY_VOLUME_LIMIT_EXCEEDED'
  | 'END_USER_TERMS_NOT_ACCEPTED'
  | 'EXTERNAL_ACCOUNT_VERIFICATION_REQUIRED'
  | 'INVALID_AMOUNT'
  | 'INVALID_CURRENCY'
  | 'INVALID_RECEIVER'
  | 'NOT_IMPLEMENTED'
  | 'REFERENCE_NOT_FOUND'
  | 'TRANSACTION_SIZE_LIMIT_EXCEEDED'
  | 'USER_NOT_READY';

export type AgentTransferOutCreateErrorReason =
  | 'ACCESS_TOKEN_UNKNOWN'
  | 'ACCOUNT_NOT_ACTIVE'
  | 'ACCOUNT_NOT_ALLOWED'
  | 'AGENT_DELETED'
  | 'AGENT_PAUSED'
  | 'BANK_NOT_CONNECTED'
  | 'CHANGED_MEANWHILE'
  | 'CREDENTIALS_MALFORMED'
  | 'CREDENTIALS_MISSING'
  | 'CUSTOMER_NOT_APPROVED'
  | 'DAILY_LIMIT_EXCEEDED'
  | 'DAILY_TRANSACTION_LIMIT_EXCEEDED'
  | 'IDEMPOTENCY_KEY_REUSED'
  | 'INSUFFICIENT_BALANCE'
  | 'LIMIT_EXCEEDED'
  | 'MONTHLY_LIMIT_EXCEEDED'
  | 'PERMISSION_MISSING'
  | 'PER_TRANSACTION_LIMIT_EXCEEDED'
  | 'SANDBOX_FAULT'
  | 'SCA_REQUIRED'
  | 'UMA_NOT_CONNECTED';

export type OperatorUnmatchedCreditsAssignErrorCode =
  | CommonErrorCode
  | 'AMOUNT_OUT_OF_RANGE'
  | 'CONFLICT'
  | 'INVALID_STATE_TRANSITION'
  | 'REFERENCE_NOT_FOUND';

export type OperatorUnmatchedCreditsAssignErrorReason =
  | 'ACCOUNT_NOT_ACTIVE'
  | 'CHANGED_MEANWHILE'
  | 'CONSOLE_SESSION_ENDED'
  | 'CONSOLE_SESSION_KIND'
  | 'CONSOLE_SESSION_UNKNOWN'
  | 'CREDENTIALS_EXPIRED'
  | 'CREDENTIALS_MALFORMED'
  | 'CREDENTIALS_MISSING'
  | 'CREDENTIALS_REVOKED'
  | 'CREDENTIALS_WRONG'
  | 'NOT_SAME_ORIGIN'
  | 'STEP_UP_REQUIRED';

export type OperatorUnmatchedCreditsListErrorCode =
  | 'INTERNAL_ERROR'
  | 'INVALID_INPUT'
  | 'INVALID_REQUEST_FORMAT'
  | 'METHOD_NOT_ALLOWED'
  | 'RATE_LIMITED'
  | 'SERVICE_UNAVAILABLE'
  | 'UNAUTHORIZED';

export type OperatorUnmatchedCreditsListErrorReason =
  | 'CONSOLE_SESSION_ENDED'
  | 'CONSOLE_SESSION_KIND'
  | 'CONSOLE_SESSION_UNKNOWN'
  | 'CREDENTIALS_EXPIRED'
  | 'CREDENTIALS_MALFORMED'
  | 'CREDENTIALS_MISSING'
  | 'CREDENTIALS_REVOKED'
  | 'CREDENTIALS_WRONG';

export type OperatorUnmatchedCreditsReturnErrorCode =
  | CommonErrorCode
  | 'CONFLICT'
  | 'INVALID_STATE_TRANSITION'
  | 'REFERENCE_NOT_FOUND';

export type OperatorUnmatchedCreditsReturnErrorReason =
  | 'CHANGED_MEANWHILE'
  | 'CONSOLE_SESSION_ENDED'
  | 'CONSOLE_SESSION_KIND'
  | 'CONSOLE_SESSION_UNKNOWN'
  | 'CREDENTIALS_EXPIRED'
  | 'CREDENTIALS_MALFORMED'
  | 'CREDENTIALS_MISSING'
  | 'CREDENTIALS_REVOKED'
  | 'CREDENTIALS_WRONG'
  | 'NOT_SAME_ORIGIN'
  | 'PAYER_UNKNOWN'
  | 'STEP_UP_REQUIRED';

export type VerificationsCreateErrorCode = CommonErrorCode | 'CONFLICT' | 'CUSTOMER_DELETED' | 'USER_NOT_FOUND';

export type VerificationsCreateErrorReason =
  | CommonErrorReason
  | 'CHANGED_MEANWHILE'
  | 'CONTACT_NOT_VERIFIED'
  | 'IDEMPOTENCY_KEY_REUSED';

export type VerificationsGetErrorCode = CommonErrorCode | 'REFERENCE_NOT_FOUND';

export type WebhooksEventsGetErrorCode = CommonErrorCode | 'REFERENCE_NOT_FOUND';

export type WebhooksEventsRedeliverErrorCode =
  | CommonErrorCode
  | 'CONFLICT'
  | 'REFERENCE_NOT_FOUND'
  | 'WEBHOOK_DELIVERY_ERROR'
  | 'WEBHOOK_ENDPOINT_NOT_SET';

export type WebhooksEventsRedeliverErrorReason =
  | CommonErrorReason
  | 'CHANGED_MEANWHILE'
  | 'ENDPOINT_DISABLED'
  | 'IDEMPOTENCY_KEY_REUSED';

export type WebhooksKeysRotateErrorCode = CommonErrorCode | 'CONFLICT';

export type WebhooksKeysRotateErrorReason =
  | CommonErrorReason
  | 'CHANGED_MEANWHILE'
  | 'IDEMPOTENCY_KEY_OF_ANOTHER_TOKEN'
  | 'IDEMPOTENCY_KEY_REUSED';

export type WebhooksRedeliverErrorCode =
  | CommonErrorCode
  | 'CONFLICT'
  | 'WEBHOOK_DELIVERY_ERROR'
  | 'WEBHOOK_ENDPOINT_NOT_SET';

export type WebhooksRedeliverErrorReason =
  | CommonErrorReason
  | 'CHANGED_MEANWHILE'
  | 'ENDPOINT_DISABLED'
  | 'IDEMPOTENCY_KEY_REUSED';

export type WebhooksTestErrorCode = CommonErrorCode | 'WEBHOOK_DELIVERY_ERROR' | 'WEBHOOK_ENDPOINT_NOT_SET';

export type WebhooksTestErrorReason = CommonErrorReason | 'ADDRESS_NOT_ALLOWED' | 'ENDPOINT_NOT_REACHED';

export interface AgentActionsListQuery {
  /** Only actions in this state. */
  status?: AgentActionStatus;
  /** Most items that one page holds, up to 100. */
  limit?: number;
  /** `nextCursor` of the page before; absent for the first page. */
  cursor?: string;
}

export interface OperatorActionsListQuery {
  /** Only actions on this platform. */
  platformId?: PlatformId;
  /** Only actions of this operator. */
  operatorId?: OperatorId;
  /** Only actions of this kind. */
  action?:
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
  /** Only actions on the resource with this id. */
  resourceId?: string;
  /** Only actions at this time or later. */
  since?: string;
  /** Only actions before this time. */
  until?: string;
  /** Most items that one page holds, up to 100. */
  limit?: number;
  /** `nextCursor` of the page before; absent for the first page. */
  cursor?: string;
}

export interface AgentsApprovalsListQuery {
  /** Only actions of this agent. */
  agentId?: AgentId;
  /** Only actions for this customer. */
  customerId?: CustomerId;
  /** Only actions requested at this time or later. */
  startDate?: string;
  /** Only actions requested at this time or earlier. */
  endDate?: string;
  /** Order by time of creation: `desc` lists the newest first. */
  sortOrder?: 'asc' | 'desc';
  /** Most items that one page holds, up to 100. */
  limit?: number;
  /** `nextCursor` of the page before; absent for the first page. */
  cursor?: string;
}

export interface AgentsListQuery {
  /** Only agents of this customer. */
  customerId?: CustomerId;
  /** Only agents that are paused, or only those that are not. */
  isPaused?: boolean;
  /** Only agents with an access token, or only those without. */
  isConnected?: boolean;
  /** Only agents created at this time or later. */
  createdAfter?: string;
  /** Only agents created at this time or earlier. */
  createdBefore?: string;
  /** Only agents changed at this time or later. */
  updatedAfter?: string;
  /** Only agents changed at this time or earlier. */
  updatedBefore?: string;
  /** Most items that one page holds, up to 100. */
  limit?: number;
  /** `nextCursor` of the page before; absent for the first page. */
  cursor?: string;
}

export interface AuthCredentialsListQuery {
  /** Embedded wallet whose credentials or sessions are listed. */
  accountId: InternalAccountId;
}

export interface AuthDelegatedKeysListQuery {
  /** Only keys for this embedded wallet. */
  accountId?: InternalAccountId;
  /** Only keys for this link between a card and a wallet. */
  fundingSourceId?: CardFundingSourceId;
}

export interface AuthSessionsListQuery {
  /** Embedded wallet whose credentials or sessions are listed. */
  accountId: InternalAccountId;
}

export interface OperatorBankFilesFindingsListQuery {
  /** Most items that one page holds, up to 100. */
  limit?: number;
  /** `nextCursor` of the page before; absent for the first page. */
  cursor?: string;
}

export interface BeneficialOwnersListQuery {
  /** Business customer whose owners are listed. */
  customerId: CustomerId;
  /** Most items that one page holds, up to 100. */
  limit?: number;
  /** `nextCursor` of the page before; absent for the first page. */
  cursor?: string;
}

export interface CardDisputesListQuery {
  /** Only disputes of purchases with this card. */
  cardId?: CardId;
  /** Only disputes of this purchase. */
  cardTransactionId?: CardTransactionId;
  /** Only disputes in this status. */
  status?: CardDisputeStatus;
  /** Most items that one page holds, up to 100. */
  limit?: number;
  /** `nextCursor` of the page before; absent for the first page. */
  cursor?: string;
  /** Order by time of creation: `desc` lists the newest first. */
  sortOrder?: 'asc' | 'desc';
}

export interface CardsListQuery {
  /** Only cards of this customer. */
  cardholderId?: CustomerId;
  /** Only cards that draw on this internal account. */
  accountId?: InternalAccountId;
  /** Only the card with this id of the platform. */
  platformCardId?: string;
  /** Only cards in this state. */
  state?: 'PENDING_KYC' | 'PROCESSING' | 'ACTIVE' | 'FROZEN' | 'CLOSED';
  /** Most items that one page holds, up to 100. */
  limit?: number;
  /** `nextCursor` of the page before; absent for the first page. */
  cursor?: string;
  /** Order by time of creation: `desc` lists the newest first. */
  sortOrder?: 'asc' | 'desc';
}

export interface CustomersExternalAccountsListQuery {
  /** Only those with these ids, at most 100, separated by commas. */
  ids?: string & { readonly '~id'?: 'ExternalAccount' };
  /** Only accounts of this currency, by its code. */
  currency?: string;
  /** Only accounts of this customer. */
  customerId?: CustomerId;
  /** Most items that one page holds, up to 100. */
  limit?: number;
  /** `nextCursor` of the page before; absent for the first page. */
  cursor?: string;
}

export interface CustomersInternalAccountsListQuery {
  /** Only those with these ids, at most 100, separated by commas. */
  ids?: string & { readonly '~id'?: 'InternalAccount' };
  /** Only accounts of this currency, by its code. */
  currency?: string;
  /** Only accounts of this customer. */
  customerId?: CustomerId;
  /**
   * INTERNAL_FIAT and INTERNAL_CRYPTO hold money with the service; EMBEDDED_WALLET is controlled by credentials of the
   * customer.
   */
  type?: 'INTERNAL_FIAT' | 'INTERNAL_CRYPTO' | 'EMBEDDED_WALLET';
  /** Most items that one page holds, up to 100. */
  limit?: number;
  /** `nextCursor` of the page before; absent for the first page. */
  cursor?: string;
}

export interface CustomersListQuery {
  /** Only those with these ids, at most 100, separated by commas. */
  ids?: string & { readonly '~id'?: 'Customer' };
  /** Only the customer with this id of the platform. */
  platformCustomerId?: string;
  /** Only people or only businesses. */
  customerType?: 'INDIVIDUAL' | 'BUSINESS';
  /** Only customers created at this time or later. */
  createdAfter?: string;
  /** Only customers created at this time or earlier. */
  createdBefore?: string;
  /** Only customers changed at this time or later. */
  updatedAfter?: string;
  /** Only customers changed at this time or earlier. */
  updatedBefore?: string;
  /** Only customers of this region, by its ISO 3166-1 alpha-2 code. */
  region?: CountryCode;
  /** Only customers with an account in this currency. */
  currency?: string;
  /** Only the customer with this UMA address. */
  umaAddress?: string;
  /** Whether deleted customers are listed as well. */
  isIncludingDeleted?: boolean;
  /** Most items that one page holds, up to 100. */
  limit?: number;
  /** `nextCursor` of the page before; absent for the first page. */
  cursor?: string;
}

export interface DiscoveriesListQuery {
  /** Only institutions of this country, by its ISO 3166-1 alpha-2 code. */
  country?: CountryCode;
  /** Only institutions that accept this currency. */
  currency?: string;
}

export interface DocumentsListQuery {
  /** Id of the customer or beneficial owner to whom a document belongs. */
  documentHolder?: DocumentHolderId;
  /** Most items that one page holds, up to 100. */
  limit?: number;
  /** `nextCursor` of the page before; absent for the first page. */
  cursor?: string;
}

export interface ExchangeRatesListQuery {
  /** Only rates from this currency; by default from all currencies that the platform holds. */
  sourceCurrency?: string;
  /** Only rates to these currencies; the parameter may be repeated. */
  destinationCurrency?: string[];
  /** Amount to price the rows for, in the smallest unit of each source currency. */
  sendingAmount?: number;
}

export interface AgentExternalAccountsListQuery {
  /** Only accounts of this currency, by its code. */
  currency?: string;
  /** Most items that one page holds, up to 100. */
  limit?: number;
  /** `nextCursor` of the page before; absent for the first page. */
  cursor?: string;
}

export interface InternalAccountsBalanceChangesListQuery {
  /** Start of the window on the platform's clock, which it includes. */
  from: string;
  /** End of the window on the platform's clock, which it does not include. */
  to: string;
  /** Most items that one page holds, up to 100. */
  limit?: number;
  /** `nextCursor` of the page before; absent for the first page. */
  cursor?: string;
}

export interface AgentInternalAccountsListQuery {
  /** Only accounts of this currency, by its code. */
  currency?: string;
  /**
   * INTERNAL_FIAT and INTERNAL_CRYPTO hold money with the service; EMBEDDED_WALLET is controlled by credentials of the
   * customer.
   */
  type?: 'INTERNAL_FIAT' | 'INTERNAL_CRYPTO' | 'EMBEDDED_WALLET';
  /** Most items that one page holds, up to 100. */
  limit?: number;
  /** `nextCursor` of the page before; absent for the first page. */
  cursor?: string;
}

export interface OperatorJobsListDeadQuery {
  /** Only jobs of this kind. */
  kind?: string;
  /** Only jobs of this platform. */
  platformId?: PlatformId;
  /** Most items that one page holds, up to 100. */
  limit?: number;
  /** `nextCursor` of the page before; absent for the first page. */
  cursor?: string;
}

export interface LedgerAccountsEntriesExportQuery {
  /** Only entries at this time or later, on the platform's clock. */
  since: string;
  /** Only entries before this time, on the platform's clock. */
  until: string;
}

export interface LedgerAccountsEntriesListQuery {
  /** Only entries at this time or later, on the platform's clock. */
  since?: string;
  /** Only entries before this time, on the platform's clock. */
  until?: string;
  /** Most items that one page holds, up to 100. */
  limit?: number;
  /** `nextCursor` of the page before; absent for the first page. */
  cursor?: string;
}

export interface LedgerAccountsGetQuery {
  /**
   * Moment on the platform's clock, including the entries of its millisecond; the current time by default, never a
   * later one.
   */
  asOf?: string;
}

export interface LedgerAccountsListQuery {
  /**
   * CUSTOMER and PLATFORM accounts have owners; each other kind is one account of the platform per currency in the
   * books of the service.
   */
  kind?: LedgerAccountKind;
  /** Only this currency, by its code. */
  currency?: string;
  /** Id of a customer, or of the platform, which owns accounts of its own. */
  ownerId?: AccountOwnerId;
  /**
   * Moment on the platform's clock, including the entries of its millisecond; the current time by default, never a
   * later one.
   */
  asOf?: string;
  /** Most items that one page holds, up to 100. */
  limit?: number;
  /** `nextCursor` of the page before; absent for the first page. */
  cursor?: string;
}

export interface LedgerEntriesListQuery {
  /** Only entries at this time or later, on the platform's clock. */
  since?: string;
  /** Only entries before this time, on the platform's clock. */
  until?: string;
  /** Only this currency, by its code. */
  currency?: string;
  /**
   * CUSTOMER and PLATFORM accounts have owners; each other kind is one account of the platform per currency in the
   * books of the service.
   */
  debitKind?: LedgerAccountKind;
  /**
   * CUSTOMER and PLATFORM accounts have owners; each other kind is one account of the platform per currency in the
   * books of the service.
   */
  creditKind?: LedgerAccountKind;
  /** Most items that one page holds, up to 100. */
  limit?: number;
  /** `nextCursor` of the page before; absent for the first page. */
  cursor?: string;
}

export interface LedgerFlowsGetQuery {
  /** Only entries at this time or later, on the platform's clock. */
  since?: string;
  /** Only entries before this time, on the platform's clock. */
  until?: string;
  /** Only this currency, by its code. */
  currency?: string;
}

export interface LedgerTrialBalanceExportQuery {
  /**
   * Moment on the platform's clock, including the entries of its millisecond; the current time by default, never a
   * later one.
   */
  asOf?: string;
}

export interface LedgerTrialBalanceGetQuery {
  /**
   * Moment on the platform's clock, including the entries of its millisecond; the current time by default, never a
   * later one.
   */
  asOf?: string;
}

export interface PlatformExternalAccountsListQuery {
  /** Only those with these ids, at most 100, separated by commas. */
  ids?: string & { readonly '~id'?: 'ExternalAccount' };
  /** Only accounts of this currency, by its code. */
  currency?: string;
  /** Most items that one page holds, up to 100. */
  limit?: number;
  /** `nextCursor` of the page before; absent for the first page. */
  cursor?: string;
}

export interface PlatformInternalAccountsListQuery {
  /** Only accounts of this currency, by its code. */
  currency?: string;
  /**
   * INTERNAL_FIAT and INTERNAL_CRYPTO hold money with the service; EMBEDDED_WALLET is controlled by credentials of the
   * customer.
   */
  type?: 'INTERNAL_FIAT' | 'INTERNAL_CRYPTO' | 'EMBEDDED_WALLET';
}

export interface OperatorPlatformsListQuery {
  /** Most items that one page holds, up to 100. */
  limit?: number;
  /** `nextCursor` of the page before; absent for the first page. */
  cursor?: string;
}

export interface ReceiversLookupExternalAccountQuery {
  /** UMA address of the customer who will pay; this or `customerId` is required. */
  senderUmaAddress?: string;
  /** Customer who will pay; this or `senderUmaAddress` is required. */
  customerId?: CustomerId;
}

export interface ReceiversLookupUmaQuery {
  /** UMA address of the customer who will pay; this or `customerId` is required. */
  senderUmaAddress?: string;
  /** Customer who will pay; this or `senderUmaAddress` is required. */
  customerId?: CustomerId;
}

export interface RequestLogErrorsListQuery {
  /** Only errors of requests that arrived at this time or later; by default of one day. */
  since?: string;
}

export interface RequestLogListQuery {
  /** Only requests that were answered with this HTTP status. */
  status?: number;
  /** Only requests whose HTTP status is of this class, such as `4xx`. */
  statusClass?: '2xx' | '3xx' | '4xx' | '5xx';
  /** Only requests that were rejected with this error code. */
  code?: string;
  /** Only requests whose first invalid field is this one. */
  field?: string;
  /** Only requests with this HTTP method. */
  method?: 'GET' | 'HEAD' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** Only requests to this path template, such as `/quotes/{quoteId}`. */
  route?: string;
  /** Only requests whose path begins with this. */
  path?: string;
  /** Only requests of this API token. */
  tokenId?: TokenId;
  /** Only requests that named this resource in their path, and writes that got it in their response. */
  resourceId?: string;
  /** Only requests that arrived at this time or later. */
  since?: string;
  /** Only requests that arrived at this time or earlier. */
  until?: string;
  /** Most items that one page holds, up to 100. */
  limit?: number;
  /** `nextCursor` of the page before; absent for the first page. */
  cursor?: string;
}

export interface OperatorReviewsListQuery {
  /** Only reviews of this platform. */
  platformId?: PlatformId;
  /** Most items that one page holds, up to 100. */
  limit?: number;
  /** `nextCursor` of the page before; absent for the first page. */
  cursor?: string;
}

export interface SandboxListenersDeliveriesListQuery {
  /** `cursor` of the listener, or `nextCursor` of the previous page. */
  cursor: string;
  /** Seconds to wait for the next event. */
  wait?: number;
  /** Largest number of deliveries in one response. */
  limit?: number;
}

export interface SandboxMessagesListQuery {
  /** Only messages to this email address or phone number. */
  to?: string;
  /** Only messages of this channel. */
  channel?: 'EMAIL' | 'SMS';
  /** Only messages that were stored after this one; an id of any time will do. */
  after?: MessageId;
  /** Seconds to wait for a message if there is none, at most 60. */
  wait?: number;
  /** Most items that one page holds, up to 100. */
  limit?: number;
  /** `nextCursor` of the page before; absent for the first page. */
  cursor?: string;
}

export interface ScaFactorsConfirmQuery {
  /** Customer whose factors are meant; must live in a region with strong customer authentication. */
  customerId: CustomerId;
}

export interface ScaFactorsDeleteQuery {
  /** Customer whose factors are meant; must live in a region with strong customer authentication. */
  customerId: CustomerId;
}

export interface ScaFactorsEnrollQuery {
  /** Customer whose factors are meant; must live in a region with strong customer authentication. */
  customerId: CustomerId;
}

export interface ScaFactorsListQuery {
  /** Customer whose factors are meant; must live in a region with strong customer authentication. */
  customerId: CustomerId;
}

export interface ScaFactorsResetCompleteQuery {
  /** Customer whose factors are meant; must live in a region with strong customer authentication. */
  customerId: CustomerId;
}

export interface ScaFactorsResetGetQuery {
  /** Customer whose factors are meant; must live in a region with strong customer authentication. */
  customerId: CustomerId;
}

export interface ScaFactorsResetStartQuery {
  /** Customer whose factors are meant; must live in a region with strong customer authentication. */
  customerId: CustomerId;
}

export interface ScaLoginCompleteQuery {
  /** Customer whose factors are meant; must live in a region with strong customer authentication. */
  customerId: CustomerId;
}

export interface ScaLoginStartQuery {
  /** Customer whose factors are meant; must live in a region with strong customer authentication. */
  customerId: CustomerId;
}

export interface ScaRecordEventQuery {
  /** Customer whose factors are meant; must live in a region with strong customer authentication. */
  customerId: CustomerId;
}

export interface SearchListQuery {
  /**
   * An id, at least eight characters of its beginning or end, the beginning of a name or email, or an exact reference.
   */
  q: string;
}

export interface StablecoinProviderAccountsListQuery {
  /** Only accounts at this provider. */
  provider?: StablecoinProvider;
  /** Only links in this state. */
  status?: StablecoinProviderAccountStatus;
  /** Most items that one page holds, up to 100. */
  limit?: number;
  /** `nextCursor` of the page before; absent for the first page. */
  cursor?: string;
}

export interface StablecoinsListQuery {
  /** Only coins in this state at the provider. */
  issuanceStatus?: StablecoinIssuanceStatus;
  /** Only coins in this state in this service. */
  serviceOperationsStatus?: StablecoinServiceOperationsStatus;
  /** Only coins of this provider. */
  provider?: StablecoinProvider;
  /** Most items that one page holds, up to 100. */
  limit?: number;
  /** `nextCursor` of the page before; absent for the first page. */
  cursor?: string;
}

export interface StablecoinsOperationsListQuery {
  /** Only mints or only burns. */
  operationType?: StablecoinOperationType;
  /** Most items that one page holds, up to 100. */
  limit?: number;
  /** `nextCursor` of the page before; absent for the first page. */
  cursor?: string;
}

export interface StreamOpenQuery {
  /** Topics to announce, separated by commas; `bank-file` is announced to operators of the service only. */
  topics: (
    | 'transaction'
    | 'customer'
    | 'account'
    | 'card'
    | 'approval'
    | 'request'
    | 'delivery'
    | 'clock'
    | 'message'
    | 'review'
    | 'job'
    | 'audit'
    | 'bank-file'
  )[];
  /** Seconds after which the server ends the stream, at most 3600. */
  seconds?: number;
}

export interface TokensListQuery {
  /** Only tokens with this name. */
  name?: string;
  /** Only tokens created at this time or later. */
  createdAfter?: string;
  /** Only tokens created at this time or earlier. */
  createdBefore?: string;
  /** Only tokens changed at this time or later. */
  updatedAfter?: string;
  /** Only tokens changed at this time or earlier. */
  updatedBefore?: string;
  /** Most items that one page holds, up to 100. */
  limit?: number;
  /** `nextCursor` of the page before; absent for the first page. */
  cursor?: string;
}

export interface TransactionsListQuery {
  /** Most items that one page holds, up to 100. */
  limit?: number;
  /** `nextCursor` of the page before; absent for the first page. */
  cursor?: string;
  /** Only transactions of this customer, or of the platform itself by its own id. */
  customerId?: AccountOwnerId;
  /** Only transactions of the customer with this id of the platform. */
  platformCustomerId?: string;
  /** Only transactions with this source or destination: an account id or UMA address. */
  accountIdentifier?: string;
  /** Only transactions from this account id or UMA address. */
  senderAccountIdentifier?: string;
  /** Only transactions to this account id or UMA address. */
  receiverAccountIdentifier?: string;
  /** Only transactions in this state; card transactions have states of their own. */
  status?:
    | 'CREATED'
    | 'PENDING'
    | 'PENDING_AUTHORIZATION'
    | 'PROCESSING'
    | 'COMPLETED'
    | 'REJECTED'
    | 'FAILED'
    | 'REFUNDED'
    | 'EXPIRED'
    | 'AUTHORIZED'
    | 'PARTIALLY_SETTLED'
    | 'SETTLED'
    | 'EXCEPTION'
    | 'DECLINED';
  /** Only transactions of this type. */
  type?: 'INCOMING' | 'OUTGOING' | 'CARD';
  /**
   * Only transactions that send or receive this currency, by its code. A page reads 10000 transactions at most: it may
   * hold fewer than `limit`, or none, while `hasMore` is true.
   */
  currency?: string;
  /** Only the transaction with this `reconciliationInstructions.reference`. */
  reference?: string;
  /** Only transactions created at this time or later. */
  startDate?: string;
  /** Only transactions created at this time or earlier. */
  endDate?: string;
  /** Only transactions settled at this time or later. */
  settlementStartDate?: string;
  /** Only transactions settled at this time or earlier. */
  settlementEndDate?: string;
  /** Order by time of creation: `desc` lists the newest first. */
  sortOrder?: 'asc' | 'desc';
}

export interface AgentTransactionsListQuery {
  /** Most items that one page holds, up to 100. */
  limit?: number;
  /** `nextCursor` of the page before; absent for the first page. */
  cursor?: string;
  /** Only transactions with this source or destination: an account id or UMA address. */
  accountIdentifier?: string;
  /** Only transactions from this account id or UMA address. */
  senderAccountIdentifier?: string;
  /** Only transactions to this account id or UMA address. */
  receiverAccountIdentifier?: string;
  /** Only transactions in this state; card transactions have states of their own. */
  status?:
    | 'CREATED'
    | 'PENDING'
    | 'PENDING_AUTHORIZATION'
    | 'PROCESSING'
    | 'COMPLETED'
    | 'REJECTED'
    | 'FAILED'
    | 'REFUNDED'
    | 'EXPIRED'
    | 'AUTHORIZED'
    | 'PARTIALLY_SETTLED'
    | 'SETTLED'
    | 'EXCEPTION'
    | 'DECLINED';
  /** Only transactions of this type. */
  type?: 'INCOMING' | 'OUTGOING' | 'CARD';
  /**
   * Only transactions that send or receive this currency, by its code. A page reads 10000 transactions at most: it may
   * hold fewer than `limit`, or none, while `hasMore` is true.
   */
  currency?: string;
  /** Only the transaction with this `reconciliationInstructions.reference`. */
  reference?: string;
  /** Only transactions created at this time or later. */
  startDate?: string;
  /** Only transactions created at this time or earlier. */
  endDate?: string;
  /** Only transactions settled at this time or later. */
  settlementStartDate?: string;
  /** Only transactions settled at this time or earlier. */
  settlementEndDate?: string;
  /** Order by time of creation: `desc` lists the newest first. */
  sortOrder?: 'asc' | 'desc';
}

export interface OperatorTransactionsListSuspendedQuery {
  /** Most items that one page holds, up to 100. */
  limit?: number;
  /** `nextCursor` of the page before; absent for the first page. */
  cursor?: string;
}

export interface TransactionsTimelineListQuery {
  /**
   * Only entries of these kinds, separated by commas: REQUEST, OPERATOR, QUOTE, JOB, RAIL, ENTRIES, EVENT, MESSAGE,
   * ATTEMPT.
   */
  kinds?: string;
  /** Most entries that one page holds, up to 200. */
  limit?: number;
  /** `nextCursor` of the page before; absent for the first page. */
  cursor?: string;
}

export interface UmaProvidersListQuery {
  /** Only providers that serve this country, by its ISO 3166-1 alpha-2 code. */
  countryCode?: CountryCode;
  /** Only providers that pay in this currency. */
  currencyCode?: string;
  /** Whether barred providers are listed as well. */
  hasBlockedProviders?: boolean;
  /** Most items that one page holds, up to 100. */
  limit?: number;
  /** `nextCursor` of the page before; absent for the first page. */
  cursor?: string;
  /** Order by name. */
  sortOrder?: 'asc' | 'desc';
}

export interface OperatorUnmatchedCreditsListQuery {
  /** Most items that one page holds, up to 100. */
  limit?: number;
  /** `nextCursor` of the page before; absent for the first page. */
  cursor?: string;
}

export interface VaspsListQuery {
  /** Most items that one page holds, up to 100. */
  limit?: number;
  /** `nextCursor` of the page before; absent for the first page. */
  cursor?: string;
}

export interface VerificationsListQuery {
  /** Only verifications of this customer. */
  customerId?: CustomerId;
  /** Only verifications in this state. */
  verificationStatus?:
    | 'RESOLVE_ERRORS'
    | 'PENDING_MANUAL_REVIEW'
    | 'IN_PROGRESS'
    | 'APPROVED'
    | 'REJECTED'
    | 'READY_FOR_VERIFICATION';
  /** Most items that one page holds, up to 100. */
  limit?: number;
  /** `nextCursor` of the page before; absent for the first page. */
  cursor?: string;
}

export interface WebhooksEventsListQuery {
  /** Only events of this type. */
  type?: WebhookType;
  /** Only events of this resource. */
  resourceId?: string;
  /** Only events in this state. */
  status?: WebhookEventStatus;
  /** Only events that happened at this time or later. */
  since?: string;
  /** Only events that happened at this time or earlier. */
  until?: string;
  /** Only events of which an attempt was answered with this HTTP status. */
  responseStatus?: number;
  /** Most items that one page holds, up to 100. */
  limit?: number;
  /** `nextCursor` of the page before; absent for the first page. */
  cursor?: string;
  /** Returns the events after this one, oldest first; an id without an event is a point in time. */
  after?: WebhookId;
  /** Seconds to wait for the next event. */
  wait?: number;
}

/** Operations of a platform. */
export interface Client extends ClientBase {
  agents: AgentsApi;
  auth: AuthApi;
  beneficialOwners: BeneficialOwnersApi;
  cardDisputes: CardDisputesApi;
  cards: CardsApi;
  config: ConfigApi;
  crypto: CryptoApi;
  customers: CustomersApi;
  discoveries: DiscoveriesApi;
  documents: DocumentsApi;
  exchangeRates: ExchangeRatesApi;
  internalAccounts: InternalAccountsApi;
  invitations: InvitationsApi;
  ledger: LedgerApi;
  platform: PlatformApi;
  quotes: QuotesApi;
  receivers: ReceiversApi;
  requestLog: RequestLogApi;
  sandbox: SandboxApi;
  sca: ScaApi;
  search: SearchApi;
  stablecoinOperations: StablecoinOperationsApi;
  stablecoinProviderAccounts: StablecoinProviderAccountsApi;
  stablecoins: StablecoinsApi;
  stream: StreamApi;
  tokens: TokensApi;
  transactions: TransactionsApi;
  transferIn: TransferInApi;
  transferOut: TransferOutApi;
  umaProviders: UmaProvidersApi;
  vasps: VaspsApi;
  verifications: VerificationsApi;
  webhooks: WebhooksApi;
}

export interface AgentsApi {
  /**
   * Create an agent that acts for a customer.
   * The device code, redeemed once within 24 hours, gives the agent its access; it is not shown again.
   * Requires MANAGE.
   */
  create(body: AgentCreateRequest, options?: KeyedOptions): Call<AgentCreateResponse, AgentsCreateErrorCode, AgentsCreateErrorReason>;
  /**
   * Delete an agent.
   * Access ends at once, and pending actions are rejected.
   * Requires MANAGE.
   */
  delete(agentId: AgentId, options?: RequestOptions): Call<void, AgentsDeleteErrorCode, CommonErrorReason>;
  /**
   * Read an agent.
   * Requires VIEW or TRANSACT or MANAGE.
   */
  get(agentId: AgentId, options?: RequestOptions): Call<Agent, AgentsGetErrorCode, CommonErrorReason>;
  list(options: RequestOptions): ListCall<AgentListResponse, Agent, CommonErrorCode, CommonErrorReason>;
  /**
   * List agents.
   * Requires VIEW or TRANSACT or MANAGE.
   */
  list(query?: AgentsListQuery, options?: RequestOptions): ListCall<AgentListResponse, Agent, CommonErrorCode, CommonErrorReason>;
  /**
   * Rename or pause an agent.
   * A paused agent can only read; its pending actions fail when they are approved.
   * Requires MANAGE.
   */
  update(agentId: AgentId, body: AgentUpdateRequest, options?: RequestOptions): Call<Agent, AgentsUpdateErrorCode, AgentsUpdateErrorReason>;
  actions: AgentsActionsApi;
  approvals: AgentsApprovalsApi;
  deviceCodes: AgentsDeviceCodesApi;
  policy: AgentsPolicyApi;
}

export interface AgentsActionsApi {
  /**
   * Approve what an agent wants done.
   * The agent, its policy and its limits are judged once more: what they forbid by now, or a quote that has expired,
   * ends the action as FAILED. While only the balance is missing, the action goes on waiting.
   * Requires TRANSACT.
   */
  approve(agentId: AgentId, actionId: AgentActionId, options?: KeyedOptions): Call<AgentAction, AgentsActionsApproveErrorCode, AgentsActionsApproveErrorReason>;
  reject(agentId: AgentId, actionId: AgentActionId, options: KeyedOptions): Call<AgentAction, AgentsActionsRejectErrorCode, AgentsActionsRejectErrorReason>;
  /**
   * Reject what an agent wants done.
   * Requires TRANSACT.
   */
  reject(agentId: AgentId, actionId: AgentActionId, body?: AgentActionRejectRequest, options?: KeyedOptions): Call<AgentAction, AgentsActionsRejectErrorCode, AgentsActionsRejectErrorReason>;
}

export interface AgentsApprovalsApi {
  list(options: RequestOptions): ListCall<AgentActionListResponse, AgentAction, CommonErrorCode, CommonErrorReason>;
  /**
   * List the actions of agents that wait for an approval.
   * Requires VIEW or TRANSACT or MANAGE.
   */
  list(query?: AgentsApprovalsListQuery, options?: RequestOptions): ListCall<AgentActionListResponse, AgentAction, CommonErrorCode, CommonErrorReason>;
}

export interface AgentsDeviceCodesApi {
  /**
   * Give an agent that has not connected a new device code.
   * The previous code becomes invalid. The new one is not shown again.
   * Requires MANAGE.
   */
  create(agentId: AgentId, options?: KeyedOptions): Call<AgentDeviceCode, AgentsDeviceCodesCreateErrorCode, AgentsDeviceCodesCreateErrorReason>;
  /**
   * Ask whether a device code was redeemed.
   * Requires VIEW or TRANSACT or MANAGE.
   */
  getStatus(code: string, options?: RequestOptions): Call<AgentDeviceCodeStatusResponse, AgentsDeviceCodesGetStatusErrorCode, CommonErrorReason>;
  /**
   * Redeem a device code for the access of its agent.
   * A code is redeemed once: under concurrency exactly one request succeeds. The accessToken is not shown again.
   * Requires no credentials.
   */
  redeem(code: string, options?: RequestOptions): Call<AgentDeviceCodeRedeemResponse, AgentsDeviceCodesRedeemErrorCode, AgentsDeviceCodesRedeemErrorReason>;
}

export interface AgentsPolicyApi {
  /**
   * Change an agent's policy.
   * Effective at once. Members left out keep their values, lists are replaced, null removes a limit. With another
   * currency, limits that are not given anew and what was spent are converted at the rate of this moment.
   * Requires MANAGE.
   */
  update(agentId: AgentId, body: AgentPolicyUpdateRequest, options?: RequestOptions): Call<Agent, AgentsPolicyUpdateErrorCode, AgentsPolicyUpdateErrorReason>;
}

export interface AuthApi {
  credentials: AuthCredentialsApi;
  delegatedKeys: AuthDelegatedKeysApi;
  sessions: AuthSessionsApi;
}

export interface AuthCredentialsApi {
  challenge(id: AuthMethodId, options: RequestOptions): Call<AuthCredentialResponse | WalletOperationProcessing, AuthCredentialsChallengeErrorCode, AuthCredentialsChallengeErrorReason>;
  /**
   * Start a login.
   * Sends a new code (EMAIL_OTP, SMS_OTP), or returns the challenge of a passkey, which includes clientPublicKey. At
   * most 5 codes, or 30 passkey challenges, per credential in 10 minutes.
   * Requires TRANSACT or MANAGE.
   */
  challenge(id: AuthMethodId, body?: AuthCredentialChallengeRequest, options?: RequestOptions): Call<AuthCredentialResponse | WalletOperationProcessing, AuthCredentialsChallengeErrorCode, AuthCredentialsChallengeErrorReason>;
  /**
   * Add a credential to an embedded wallet.
   * The first credential of an account is added at once. Any other needs the signature of a session of the account:
   * 202, then the same request with both headers. An EMAIL_OTP or SMS_OTP is sent its first code.
   * Requires TRANSACT or MANAGE.
   */
  create(body: AuthCredentialCreateRequest, options?: KeyedSignedOptions): SignedCall<AuthMethodResponse, AuthCredentialsCreateErrorCode, AuthCredentialsCreateErrorReason>;
  /**
   * Revoke a credential.
   * Signed by a session of another credential of the account. Its sessions end. The last credential cannot be revoked.
   * Requires TRANSACT or MANAGE.
   */
  delete(id: AuthMethodId, options?: SignedOptions): SignedCall<void, AuthCredentialsDeleteErrorCode, AuthCredentialsDeleteErrorReason>;
  /**
   * List the credentials of an account.
   * Requires VIEW or TRANSACT or MANAGE.
   */
  list(query: AuthCredentialsListQuery, options?: RequestOptions): Call<AuthCredentialListResponse, CommonErrorCode, CommonErrorReason>;
  /**
   * Prove a credential and open a session.
   * A code is sent encrypted, in two requests; a passkey assertion with Request-Id; an OIDC token with the key of the
   * session. A session lasts 15 minutes.
   * Requires TRANSACT or MANAGE.
   */
  verify(id: AuthMethodId, body: AuthCredentialVerifyRequest, options?: SignedOptions): SignedCall<AuthSession, AuthCredentialsVerifyErrorCode, AuthCredentialsVerifyErrorReason>;
}

export interface AuthDelegatedKeysApi {
  /**
   * Let a card draw on an embedded wallet.
   * Three requests with the same body: 202; signed: 202 with a new requestId (the key is PENDING); signed: 201
   * (ACTIVE). A funding source of a card has at most one active key.
   * Requires TRANSACT or MANAGE.
   */
  create(body: DelegatedKeyCreateRequest, options?: SignedOptions): SignedCall<DelegatedKey, AuthDelegatedKeysCreateErrorCode, AuthDelegatedKeysCreateErrorReason>;
  /**
   * Revoke a delegated key.
   * Takes effect at once: the card can no longer draw on the wallet.
   * Requires TRANSACT or MANAGE.
   */
  delete(id: DelegatedKeyId, options?: RequestOptions): Call<void, AuthDelegatedKeysDeleteErrorCode, AuthDelegatedKeysDeleteErrorReason>;
  /**
   * Get a delegated key.
   * Requires VIEW or TRANSACT or MANAGE.
   */
  get(id: DelegatedKeyId, options?: RequestOptions): Call<DelegatedKey, AuthDelegatedKeysGetErrorCode, CommonErrorReason>;
  list(options: RequestOptions): Call<DelegatedKeyListResponse, CommonErrorCode, CommonErrorReason>;
  /**
   * List delegated keys of an account or a funding source.
   * Requires VIEW or TRANSACT or MANAGE.
   */
  list(query?: AuthDelegatedKeysListQuery, options?: RequestOptions): Call<DelegatedKeyListResponse, CommonErrorCode, CommonErrorReason>;
}

export interface AuthSessionsApi {
  /**
   * End a session.
   * Signed by any active session of the account, itself included.
   * Requires TRANSACT or MANAGE.
   */
  delete(id: SessionId, options?: SignedOptions): SignedCall<void, AuthSessionsDeleteErrorCode, AuthSessionsDeleteErrorReason>;
  /**
   * List the active sessions of an account.
   * Requires VIEW or TRANSACT or MANAGE.
   */
  list(query: AuthSessionsListQuery, options?: RequestOptions): Call<SessionListResponse, CommonErrorCode, CommonErrorReason>;
  /**
   * Open a further session before this one ends.
   * Signed with the key of the session, which stays valid until its own expiry.
   * Requires TRANSACT or MANAGE.
   */
  refresh(id: SessionId, body: AuthSessionRefreshRequest, options?: SignedOptions): SignedCall<AuthSession, AuthSessionsRefreshErrorCode, AuthSessionsRefreshErrorReason>;
}

export interface BeneficialOwnersApi {
  /**
   * Add a person who owns or controls a business.
   * All owners of a business hold at most 100 percent together. identifier is never returned.
   * Requires MANAGE.
   */
  create(body: BeneficialOwnerCreateRequest, options?: KeyedOptions): Call<BeneficialOwner, BeneficialOwnersCreateErrorCode, BeneficialOwnersCreateErrorReason>;
  /**
   * Read a beneficial owner.
   * Requires VIEW or TRANSACT or MANAGE.
   */
  get(beneficialOwnerId: BeneficialOwnerId, options?: RequestOptions): Call<BeneficialOwner, BeneficialOwnersGetErrorCode, CommonErrorReason>;
  /**
   * List the beneficial owners of a business.
   * Requires VIEW or TRANSACT or MANAGE.
   */
  list(query: BeneficialOwnersListQuery, options?: RequestOptions): ListCall<BeneficialOwnerListResponse, BeneficialOwner, CommonErrorCode, CommonErrorReason>;
  /**
   * Change a beneficial owner.
   * Fields left out keep their values, until the business is approved or rejected.
   * Requires MANAGE.
   */
  update(beneficialOwnerId: BeneficialOwnerId, body: BeneficialOwnerUpdateRequest, options?: RequestOptions): Call<BeneficialOwner, BeneficialOwnersUpdateErrorCode, BeneficialOwnersUpdateErrorReason>;
}

export interface CardDisputesApi {
  /**
   * Read a dispute of a card transaction.
   * Requires VIEW or TRANSACT or MANAGE.
   */
  get(id: CardDisputeId, options?: RequestOptions): Call<CardDispute, CardDisputesGetErrorCode, CommonErrorReason>;
  list(options: RequestOptions): ListCall<CardDisputeListResponse, CardDispute, CardDisputesListErrorCode, CommonErrorReason>;
  /**
   * List disputes of card transactions.
   * Newest first by default. A dispute must match every filter.
   * Requires VIEW or TRANSACT or MANAGE.
   */
  list(query?: CardDisputesListQuery, options?: RequestOptions): ListCall<CardDisputeListResponse, CardDispute, CardDisputesListErrorCode, CommonErrorReason>;
}

export interface CardsApi {
  /**
   * Issue a card.
   * The card is PROCESSING until the issuer has decided; CARD.STATE_CHANGE reports the decision. The cardholder must be
   * APPROVED.
   * Requires MANAGE.
   */
  create(body: CardCreateRequest, options?: KeyedOptions): Call<Card, CardsCreateErrorCode, CardsCreateErrorReason>;
  /**
   * Read a card.
   * Requires VIEW or TRANSACT or MANAGE.
   */
  get(id: CardId, options?: RequestOptions): Call<Card, CardsGetErrorCode, CardsGetErrorReason>;
  list(options: RequestOptions): ListCall<CardListResponse, Card, CardsListErrorCode, CardsListErrorReason>;
  /**
   * List cards.
   * Newest first by default. A card must match every filter.
   * Requires VIEW or TRANSACT or MANAGE.
   */
  list(query?: CardsListQuery, options?: RequestOptions): ListCall<CardListResponse, Card, CardsListErrorCode, CardsListErrorReason>;
  /**
   * Show a card number to its holder.
   * panEmbedUrl is a page for an iframe that shows number, security code and expiry, so that they never pass through
   * your servers. It opens once, within 60 seconds: request it right before you show it. The API token of the request
   * is recorded. cardRevealOrigins of the configuration lists the origins that may frame the page;
   * allow="clipboard-write" lets it copy.
   * Requires MANAGE.
   */
  reveal(id: CardId, options?: KeyedOptions): Call<CardRevealResponse, CardsRevealErrorCode, CardsRevealErrorReason>;
  /**
   * Freeze, unfreeze or close a card, or change what it draws on and how much.
   * All members are applied, or none. fundingSources replaces the whole list; null removes maxSpendPerTransaction. A
   * closed card has no funding sources and stays closed.
   * Requires MANAGE.
   */
  update(id: CardId, body: CardUpdateRequest, options?: RequestOptions): Call<Card, CardsUpdateErrorCode, CardsUpdateErrorReason>;
}

export interface ConfigApi {
  /**
   * Read the platform's configuration.
   * Requires VIEW or TRANSACT or MANAGE.
   */
  get(options?: RequestOptions): Call<PlatformConfig, CommonErrorCode, CommonErrorReason>;
  /**
   * Change the platform's configuration.
   * Members left out keep their values. Fees are upserted by type and currency; a fee of zero ends it. Adding INCOMING
   * to a currency opens accounts in it: those of the platform at once, those of its customers by a job. Taking INCOMING
   * away is rejected while an account in the currency has a balance.
   * Requires MANAGE.
   */
  update(body: PlatformConfigUpdateRequest, options?: RequestOptions): Call<PlatformConfig, ConfigUpdateErrorCode, ConfigUpdateErrorReason>;
}

export interface CryptoApi {
  /**
   * Estimate the fee of a withdrawal to a crypto address.
   * Requires VIEW or TRANSACT or MANAGE.
   */
  estimateWithdrawalFee(body: EstimateCryptoWithdrawalFeeRequest, options?: RequestOptions): Call<EstimateCryptoWithdrawalFeeResponse, CryptoEstimateWithdrawalFeeErrorCode, CommonErrorReason>;
}

export interface CustomersApi {
  /**
   * Confirm the customer's email with the code.
   * Requires MANAGE.
   */
  confirmEmail(customerId: CustomerId, body: ContactVerificationConfirmRequest, options?: RequestOptions): Call<CustomerOneOf, CustomersConfirmEmailErrorCode, CustomersConfirmEmailErrorReason>;
  /**
   * Confirm the customer's phone with the code.
   * Requires MANAGE.
   */
  confirmPhone(customerId: CustomerId, body: ContactVerificationConfirmRequest, options?: RequestOptions): Call<CustomerOneOf, CustomersConfirmPhoneErrorCode, CustomersConfirmPhoneErrorReason>;
  /**
   * Create a customer.
   * An individual requires only customerType; a business requires businessInfo as well.
   * Requires MANAGE.
   */
  create(body: CustomerCreateRequestOneOf, options?: KeyedOptions): Call<CustomerOneOf, CustomersCreateErrorCode, CustomersCreateErrorReason>;
  createKycLink(customerId: CustomerId, options: KeyedOptions): Call<KycLinkResponse, CustomersCreateKycLinkErrorCode, CustomersCreateKycLinkErrorReason>;
  /**
   * Create a link to the hosted verification page.
   * The customer completes its own application within 24 hours. Earlier links stay valid; each is used up when its flow
   * is finished.
   * Requires MANAGE.
   */
  createKycLink(customerId: CustomerId, body?: KycLinkCreateRequest, options?: KeyedOptions): Call<KycLinkResponse, CustomersCreateKycLinkErrorCode, CustomersCreateKycLinkErrorReason>;
  /**
   * Delete a customer.
   * Closes the accounts, which must be empty, and shortly afterwards the cards (CARD.STATE_CHANGE). Payments that can
   * still credit an account must have ended. A second request returns 410.
   * Requires MANAGE.
   */
  delete(customerId: CustomerId, options?: RequestOptions): Call<CustomerOneOf, CustomersDeleteErrorCode, CustomersDeleteErrorReason>;
  /**
   * Read a customer.
   * Requires VIEW or TRANSACT or MANAGE.
   */
  get(customerId: CustomerId, options?: RequestOptions): Call<CustomerOneOf, CustomersGetErrorCode, CommonErrorReason>;
  list(options: RequestOptions): ListCall<CustomerListResponse, CustomerOneOf, CommonErrorCode, CommonErrorReason>;
  /**
   * List customers.
   * Requires VIEW or TRANSACT or MANAGE.
   */
  list(query?: CustomersListQuery, options?: RequestOptions): ListCall<CustomerListResponse, CustomerOneOf, CommonErrorCode, CommonErrorReason>;
  /**
   * Change a customer.
   * customerType selects the fields and cannot change. Fields left out keep their values. An email or phone number with
   * an EMAIL_OTP or SMS_OTP credential changes together with it: 202, then the same request signed.
   * Requires MANAGE.
   */
  update(customerId: CustomerId, body: CustomerUpdateRequestOneOf, options?: SignedOptions): SignedCall<CustomerOneOf, CustomersUpdateErrorCode, CustomersUpdateErrorReason>;
  /**
   * Send a code to the customer's email.
   * A further request sends a new code and voids the one before.
   * Requires MANAGE.
   */
  verifyEmail(customerId: CustomerId, options?: RequestOptions): Call<void, CustomersVerifyEmailErrorCode, CustomersVerifyEmailErrorReason>;
  /**
   * Send a code to the customer's phone.
   * A further request sends a new code and voids the one before.
   * Requires MANAGE.
   */
  verifyPhone(customerId: CustomerId, options?: RequestOptions): Call<void, CustomersVerifyPhoneErrorCode, CustomersVerifyPhoneErrorReason>;
  bulk: CustomersBulkApi;
  endUserTerms: CustomersEndUserTermsApi;
  externalAccounts: CustomersExternalAccountsApi;
  internalAccounts: CustomersInternalAccountsApi;
}

export interface CustomersBulkApi {
  /**
   * Create many customers from a CSV file.
   * Rows are created in the background. The job reports the progress, and each row that failed with its error.
   * Requires MANAGE.
   */
  uploadCsv(body: CustomersCsvUploadRequest, options?: KeyedOptions): Call<BulkCustomerImportJobAccepted, CustomersBulkUploadCsvErrorCode, CustomersBulkUploadCsvErrorReason>;
  jobs: CustomersBulkJobsApi;
}

export interface CustomersBulkJobsApi {
  /**
   * Read the progress of a bulk upload.
   * Requires VIEW or TRANSACT or MANAGE.
   */
  get(jobId: JobId, options?: RequestOptions): Call<BulkCustomerImportJob, CustomersBulkJobsGetErrorCode, CommonErrorReason>;
}

export interface CustomersEndUserTermsApi {
  /**
   * Read the current end-user terms.
   * Requires VIEW or TRANSACT or MANAGE.
   */
  get(options?: RequestOptions): Call<EndUserTerms, CommonErrorCode, CommonErrorReason>;
}

export interface CustomersExternalAccountsApi {
  /**
   * Request a proof that the owner controls a wallet.
   * A new challenge voids the one before. The result of LIVENESS arrives as EXTERNAL_ACCOUNT.STATUS_UPDATED.
   * Requires TRANSACT or MANAGE.
   */
  challenge(externalAccountId: ExternalAccountId, body: OwnershipChallengeRequest, options?: KeyedOptions): Call<OwnershipChallenge, CustomersExternalAccountsChallengeErrorCode, CustomersExternalAccountsChallengeErrorReason>;
  /**
   * Trust a payee.
   * Takes the proof of the challenge: exactly one of code and passkeyAssertion.
   * Requires TRANSACT or MANAGE.
   */
  confirmTrust(externalAccountId: ExternalAccountId, body: BeneficiaryTrustConfirmRequest, options?: KeyedOptions): Call<BeneficiaryTrustConfirm, CustomersExternalAccountsConfirmTrustErrorCode, CustomersExternalAccountsConfirmTrustErrorReason>;
  /**
   * Remove the trust in a payee.
   * Takes the proof of the challenge: exactly one of code and passkeyAssertion.
   * Requires TRANSACT or MANAGE.
   */
  confirmUntrust(externalAccountId: ExternalAccountId, body: BeneficiaryTrustConfirmRequest, options?: KeyedOptions): Call<BeneficiaryTrustConfirm, CustomersExternalAccountsConfirmUntrustErrorCode, CustomersExternalAccountsConfirmUntrustErrorReason>;
  /**
   * Add a customer's external account.
   * accountType selects the fields. Self-custody wallets of the owner wait for a proof of ownership.
   * Requires TRANSACT or MANAGE.
   */
  create(body: ExternalAccountCreateRequest, options?: KeyedOptions): Call<ExternalAccount, CustomersExternalAccountsCreateErrorCode, CustomersExternalAccountsCreateErrorReason>;
  /**
   * Delete a customer's external account.
   * Requires TRANSACT or MANAGE.
   */
  delete(externalAccountId: ExternalAccountId, options?: RequestOptions): Call<void, CustomersExternalAccountsDeleteErrorCode, CustomersExternalAccountsDeleteErrorReason>;
  /**
   * Read a customer's external account.
   * Requires VIEW or TRANSACT or MANAGE.
   */
  get(externalAccountId: ExternalAccountId, options?: RequestOptions): Call<ExternalAccount, CustomersExternalAccountsGetErrorCode, CommonErrorReason>;
  list(options: RequestOptions): ListCall<ExternalAccountListResponse, ExternalAccount, CommonErrorCode, CommonErrorReason>;
  /**
   * List customers' external accounts.
   * Requires VIEW or TRANSACT or MANAGE.
   */
  list(query?: CustomersExternalAccountsListQuery, options?: RequestOptions): ListCall<ExternalAccountListResponse, ExternalAccount, CommonErrorCode, CommonErrorReason>;
  trust(externalAccountId: ExternalAccountId, options: KeyedOptions): Call<BeneficiaryTrustStart, CustomersExternalAccountsTrustErrorCode, CustomersExternalAccountsTrustErrorReason>;
  /**
   * Start to trust a payee.
   * Payments to a trusted payee need no proof. The response is empty if the payee is in the requested state already.
   * Only addresses that receive USDC can be trusted.
   * Requires TRANSACT or MANAGE.
   */
  trust(externalAccountId: ExternalAccountId, body?: BeneficiaryTrustStartRequest, options?: KeyedOptions): Call<BeneficiaryTrustStart, CustomersExternalAccountsTrustErrorCode, CustomersExternalAccountsTrustErrorReason>;
  untrust(externalAccountId: ExternalAccountId, options: KeyedOptions): Call<BeneficiaryTrustStart, CustomersExternalAccountsUntrustErrorCode, CustomersExternalAccountsUntrustErrorReason>;
  /**
   * Start to remove the trust in a payee.
   * Payments to a trusted payee need no proof. The response is empty if the payee is in the requested state already.
   * Only addresses that receive USDC can be trusted.
   * Requires TRANSACT or MANAGE.
   */
  untrust(externalAccountId: ExternalAccountId, body?: BeneficiaryTrustStartRequest, options?: KeyedOptions): Call<BeneficiaryTrustStart, CustomersExternalAccountsUntrustErrorCode, CustomersExternalAccountsUntrustErrorReason>;
  /**
   * Prove the control of a wallet with a signature.
   * One attempt per challenge: a wrong or late signature makes the account UNVERIFIED and requires a new challenge.
   * Requires TRANSACT or MANAGE.
   */
  verify(externalAccountId: ExternalAccountId, body: OwnershipVerifyRequest, options?: KeyedOptions): Call<ExternalAccount, CustomersExternalAccountsVerifyErrorCode, CustomersExternalAccountsVerifyErrorReason>;
}

export interface CustomersInternalAccountsApi {
  list(options: RequestOptions): ListCall<InternalAccountListResponse, InternalAccount, CommonErrorCode, CommonErrorReason>;
  /**
   * List customers' internal accounts.
   * Embedded wallets first, then accounts with money, at most a hundred, then the others by currency. Pages have each
   * account exactly once, although balances change while they are read.
   * Requires VIEW or TRANSACT or MANAGE.
   */
  list(query?: CustomersInternalAccountsListQuery, options?: RequestOptions): ListCall<InternalAccountListResponse, InternalAccount, CommonErrorCode, CommonErrorReason>;
}

export interface DiscoveriesApi {
  list(options: RequestOptions): Call<DiscoveryListResponse, DiscoveriesListErrorCode, CommonErrorReason>;
  /**
   * List banks and mobile networks for external accounts.
   * Requires VIEW or TRANSACT or MANAGE.
   */
  list(query?: DiscoveriesListQuery, options?: RequestOptions): Call<DiscoveryListResponse, DiscoveriesListErrorCode, CommonErrorReason>;
}

export interface DocumentsApi {
  /**
   * Delete a document.
   * Possible until it is submitted, and once a verification requests it again.
   * Requires MANAGE.
   */
  delete(documentId: DocumentId, options?: RequestOptions): Call<void, DocumentsDeleteErrorCode, DocumentsDeleteErrorReason>;
  /**
   * Read a document.
   * Requires VIEW or TRANSACT or MANAGE.
   */
  get(documentId: DocumentId, options?: RequestOptions): Call<Document, DocumentsGetErrorCode, CommonErrorReason>;
  list(options: RequestOptions): ListCall<DocumentListResponse, Document, CommonErrorCode, CommonErrorReason>;
  /**
   * List documents.
   * Requires VIEW or TRANSACT or MANAGE.
   */
  list(query?: DocumentsListQuery, options?: RequestOptions): ListCall<DocumentListResponse, Document, CommonErrorCode, CommonErrorReason>;
  /**
   * Replace a document.
   * Possible until it is submitted, and once a verification requests it again.
   * Requires MANAGE.
   */
  replace(documentId: DocumentId, body: DocumentReplaceRequest, options?: RequestOptions): Call<Document, DocumentsReplaceErrorCode, DocumentsReplaceErrorReason>;
  /**
   * Upload a document of a customer or beneficial owner.
   * A PDF, JPEG or PNG of at most 10 MB. The content of the file decides, not its name.
   * Requires MANAGE.
   */
  upload(body: DocumentUploadRequest, options?: KeyedOptions): Call<Document, DocumentsUploadErrorCode, DocumentsUploadErrorReason>;
}

export interface ExchangeRatesApi {
  list(options: RequestOptions): Call<ExchangeRateListResponse, ExchangeRatesListErrorCode, CommonErrorReason>;
  /**
   * List current exchange rates.
   * One row per pair of currencies and rail, platform fees included. Without sourceCurrency the sources are the
   * currencies that the platform holds; without any filter the currencies of a row have their code only. Prices are at
   * most five minutes old; a quote locks one.
   * Requires VIEW or TRANSACT or MANAGE.
   */
  list(query?: ExchangeRatesListQuery, options?: RequestOptions): Call<ExchangeRateListResponse, ExchangeRatesListErrorCode, CommonErrorReason>;
}

export interface InternalAccountsApi {
  /**
   * Export the seed of an embedded wallet.
   * Encrypted to clientPublicKey. Only a successful attempt uses the challenge.
   * Requires MANAGE.
   */
  export(id: InternalAccountId, body: InternalAccountExportRequest, options?: SignedOptions): SignedCall<InternalAccountExportResponse, InternalAccountsExportErrorCode, InternalAccountsExportErrorReason>;
  /**
   * Change the privacy of an embedded wallet.
   * Requires MANAGE.
   */
  update(id: InternalAccountId, body: InternalAccountUpdateRequest, options?: SignedOptions): SignedCall<InternalAccount, InternalAccountsUpdateErrorCode, InternalAccountsUpdateErrorReason>;
  balanceChanges: InternalAccountsBalanceChangesApi;
}

export interface InternalAccountsBalanceChangesApi {
  /**
   * List the changes of a balance in a window.
   * openingBalance plus the changes is closingBalance, and closingBalance is the openingBalance of the next window. A
   * window is final 6 hours after its end; before that the response is 409. Newest first.
   * Requires VIEW or TRANSACT or MANAGE.
   */
  list(id: InternalAccountId, query: InternalAccountsBalanceChangesListQuery, options?: RequestOptions): ListCall<BalanceChangeListResponse, BalanceChange, InternalAccountsBalanceChangesListErrorCode, InternalAccountsBalanceChangesListErrorReason>;
}

export interface InvitationsApi {
  /**
   * Cancel an invitation that is not claimed.
   * Requires MANAGE.
   */
  cancel(invitationCode: string, options?: KeyedOptions): Call<UmaInvitation, InvitationsCancelErrorCode, InvitationsCancelErrorReason>;
  /**
   * Claim an invitation of any platform for a customer.
   * Succeeds once. The platform that created it receives INVITATION.CLAIMED.
   * Requires MANAGE.
   */
  claim(invitationCode: string, body: UmaInvitationClaimRequest, options?: KeyedOptions): Call<UmaInvitation, InvitationsClaimErrorCode, InvitationsClaimErrorReason>;
  /**
   * Create an invitation of a customer.
   * amountToSend is only shown: after INVITATION.CLAIMED the platform makes the payment to the invitee. Without
   * expiresAt an invitation expires after 30 days. A sandbox invitation can be claimed by sandbox platforms only, and a
   * production invitation by production platforms.
   * Requires MANAGE.
   */
  create(body: UmaInvitationCreateRequest, options?: KeyedOptions): Call<UmaInvitation, InvitationsCreateErrorCode, InvitationsCreateErrorReason>;
  /**
   * Read an invitation of any platform by its code.
   * Requires VIEW or TRANSACT or MANAGE.
   */
  get(invitationCode: string, options?: RequestOptions): Call<UmaInvitation, InvitationsGetErrorCode, CommonErrorReason>;
}

export interface LedgerApi {
  accounts: LedgerAccountsApi;
  checks: LedgerChecksApi;
  entries: LedgerEntriesApi;
  flows: LedgerFlowsApi;
  trialBalance: LedgerTrialBalanceApi;
}

export interface LedgerAccountsApi {
  get(accountId: LedgerAccountId, options: RequestOptions): Call<LedgerAccount, LedgerAccountsGetErrorCode, CommonErrorReason>;
  /**
   * Read an account of the ledger.
   * Requires VIEW or TRANSACT or MANAGE.
   */
  get(accountId: LedgerAccountId, query?: LedgerAccountsGetQuery, options?: RequestOptions): Call<LedgerAccount, LedgerAccountsGetErrorCode, CommonErrorReason>;
  list(options: RequestOptions): ListCall<LedgerAccountListResponse, LedgerAccount, LedgerAccountsListErrorCode, CommonErrorReason>;
  /**
   * List the accounts of the ledger.
   * Accounts of customers and of the platform, and the service's accounts in the platform's books.
   * Requires VIEW or TRANSACT or MANAGE.
   */
  list(query?: LedgerAccountsListQuery, options?: RequestOptions): ListCall<LedgerAccountListResponse, LedgerAccount, LedgerAccountsListErrorCode, CommonErrorReason>;
  entries: LedgerAccountsEntriesApi;
}

export interface LedgerAccountsEntriesApi {
  /**
   * Export the entries of an account as CSV.
   * Oldest first, for at most 366 days. Amounts are in the smallest unit, times in UTC.
   * Requires VIEW or TRANSACT or MANAGE.
   */
  export(accountId: LedgerAccountId, query: LedgerAccountsEntriesExportQuery, options?: RequestOptions): Call<Blob, LedgerAccountsEntriesExportErrorCode, CommonErrorReason>;
  list(accountId: LedgerAccountId, options: RequestOptions): ListCall<LedgerAccountEntryListResponse, LedgerAccountEntry, LedgerAccountsEntriesListErrorCode, CommonErrorReason>;
  /**
   * List the entries of an account.
   * Newest first, each with the balance after it.
   * Requires VIEW or TRANSACT or MANAGE.
   */
  list(accountId: LedgerAccountId, query?: LedgerAccountsEntriesListQuery, options?: RequestOptions): ListCall<LedgerAccountEntryListResponse, LedgerAccountEntry, LedgerAccountsEntriesListErrorCode, CommonErrorReason>;
}

export interface LedgerChecksApi {
  /**
   * Read the checks of the ledger and their results.
   * Results concern the platform's books. Operators check all books with POST /operator/ledger/audit.
   * Requires VIEW or TRANSACT or MANAGE.
   */
  get(options?: RequestOptions): Call<LedgerChecks, CommonErrorCode, CommonErrorReason>;
  /**
   * Run the checks of the ledger.
   * Runs in the background, one run at a time. GET /ledger/checks returns the results.
   * Requires VIEW or TRANSACT or MANAGE.
   */
  run(options?: RequestOptions): Call<LedgerChecks, LedgerChecksRunErrorCode, LedgerChecksRunErrorReason>;
}

export interface LedgerEntriesApi {
  list(options: RequestOptions): ListCall<LedgerEntryListResponse, LedgerEntry, CommonErrorCode, CommonErrorReason>;
  /**
   * List the entries of a period.
   * Newest first. With both kinds and a currency these are the entries that a flow adds up.
   * Requires VIEW or TRANSACT or MANAGE.
   */
  list(query?: LedgerEntriesListQuery, options?: RequestOptions): ListCall<LedgerEntryListResponse, LedgerEntry, CommonErrorCode, CommonErrorReason>;
}

export interface LedgerFlowsApi {
  get(options: RequestOptions): Call<LedgerFlows, LedgerFlowsGetErrorCode, CommonErrorReason>;
  /**
   * Read the flows between kinds of accounts.
   * Adds up all entries of a period by the kinds of their accounts.
   * Requires VIEW or TRANSACT or MANAGE.
   */
  get(query?: LedgerFlowsGetQuery, options?: RequestOptions): Call<LedgerFlows, LedgerFlowsGetErrorCode, CommonErrorReason>;
}

export interface LedgerTrialBalanceApi {
  export(options: RequestOptions): Call<Blob, CommonErrorCode, CommonErrorReason>;
  /**
   * Export the trial balance as CSV.
   * Amounts are in the smallest unit of their currency. Each currency ends with its sums.
   * Requires VIEW or TRANSACT or MANAGE.
   */
  export(query?: LedgerTrialBalanceExportQuery, options?: RequestOptions): Call<Blob, CommonErrorCode, CommonErrorReason>;
  get(options: RequestOptions): Call<TrialBalance, LedgerTrialBalanceGetErrorCode, CommonErrorReason>;
  /**
   * Read the trial balance at a moment.
   * Debits and credits of each currency are equal.
   * Requires VIEW or TRANSACT or MANAGE.
   */
  get(query?: LedgerTrialBalanceGetQuery, options?: RequestOptions): Call<TrialBalance, LedgerTrialBalanceGetErrorCode, CommonErrorReason>;
}

export interface PlatformApi {
  externalAccounts: PlatformExternalAccountsApi;
  internalAccounts: PlatformInternalAccountsApi;
}

export interface PlatformExternalAccountsApi {
  /**
   * Request a proof that the owner controls a wallet.
   * A new challenge voids the one before. The result of LIVENESS arrives as EXTERNAL_ACCOUNT.STATUS_UPDATED.
   * Requires TRANSACT or MANAGE.
   */
  challenge(externalAccountId: ExternalAccountId, body: OwnershipChallengeRequest, options?: KeyedOptions): Call<OwnershipChallenge, PlatformExternalAccountsChallengeErrorCode, PlatformExternalAccountsChallengeErrorReason>;
  /**
   * Add the platform's own external account.
   * accountType selects the fields. Self-custody wallets of the owner wait for a proof of ownership.
   * Requires TRANSACT or MANAGE.
   */
  create(body: PlatformExternalAccountCreateRequest, options?: KeyedOptions): Call<ExternalAccount, PlatformExternalAccountsCreateErrorCode, PlatformExternalAccountsCreateErrorReason>;
  /**
   * Delete the platform's own external account.
   * Requires TRANSACT or MANAGE.
   */
  delete(externalAccountId: ExternalAccountId, options?: RequestOptions): Call<void, PlatformExternalAccountsDeleteErrorCode, PlatformExternalAccountsDeleteErrorReason>;
  /**
   * Read the platform's own external account.
   * Requires VIEW or TRANSACT or MANAGE.
   */
  get(externalAccountId: ExternalAccountId, options?: RequestOptions): Call<ExternalAccount, PlatformExternalAccountsGetErrorCode, CommonErrorReason>;
  list(options: RequestOptions): ListCall<ExternalAccountListResponse, ExternalAccount, CommonErrorCode, CommonErrorReason>;
  /**
   * List the platform's own external accounts.
   * Requires VIEW or TRANSACT or MANAGE.
   */
  list(query?: PlatformExternalAccountsListQuery, options?: RequestOptions): ListCall<ExternalAccountListResponse, ExternalAccount, CommonErrorCode, CommonErrorReason>;
  /**
   * Prove the control of a wallet with a signature.
   * One attempt per challenge: a wrong or late signature makes the account UNVERIFIED and requires a new challenge.
   * Requires TRANSACT or MANAGE.
   */
  verify(externalAccountId: ExternalAccountId, body: OwnershipVerifyRequest, options?: KeyedOptions): Call<ExternalAccount, PlatformExternalAccountsVerifyErrorCode, PlatformExternalAccountsVerifyErrorReason>;
}

export interface PlatformInternalAccountsApi {
  list(options: RequestOptions): Call<PlatformInternalAccountListResponse, CommonErrorCode, CommonErrorReason>;
  /**
   * List the platform's own internal accounts.
   * One account per held currency: accounts with money first, then the others by currency.
   * Requires VIEW or TRANSACT or MANAGE.
   */
  list(query?: PlatformInternalAccountsListQuery, options?: RequestOptions): Call<PlatformInternalAccountListResponse, CommonErrorCode, CommonErrorReason>;
}

export interface QuotesApi extends QuoteHelpers {
  /**
   * Authorize a quote with the customer's proof.
   * Exactly one of code and passkeyAssertion, for the scaChallenge of the quote. While the response is
   * PENDING_AUTHORIZATION, it carries the next challenge. A challenge allows 5 attempts; a payment whose challenge
   * expires is FAILED with SCA_NOT_COMPLETED.
   * Requires TRANSACT.
   */
  authorize(quoteId: QuoteId, body: ScaAuthorization, options?: KeyedOptions): Call<Quote, QuotesAuthorizeErrorCode, QuotesAuthorizeErrorReason>;
  /**
   * Create a quote.
   * Same-currency and cross-currency, from internal accounts, external accounts and real-time funding. The rate holds
   * until expiresAt. With lockedCurrencySide SENDING the received amount is rounded down; with RECEIVING the sent
   * amount is the smallest that delivers the locked amount.
   * Requires TRANSACT.
   */
  create(body: QuoteRequest, options?: KeyedOptions): Call<Quote, QuotesCreateErrorCode, QuotesCreateErrorReason>;
  execute(quoteId: QuoteId, options: KeyedSignedOptions): SignedCall<Quote, QuotesExecuteErrorCode, QuotesExecuteErrorReason>;
  /**
   * Execute a quote.
   * The source is debited at once; the payout follows. A quote executes once. For an embedded wallet the request
   * carries the stamp over the quote's payloadToSign; without it the response is 202 with that payload as a challenge.
   * Requires TRANSACT.
   */
  execute(quoteId: QuoteId, body?: ExecuteQuoteRequest, options?: KeyedSignedOptions): SignedCall<Quote, QuotesExecuteErrorCode, QuotesExecuteErrorReason>;
  /**
   * Read a quote.
   * Requires VIEW or TRANSACT or MANAGE.
   */
  get(quoteId: QuoteId, options?: RequestOptions): Call<Quote, QuotesGetErrorCode, CommonErrorReason>;
  /**
   * Send the code of a challenge again.
   * The challenge keeps its id and its expiry; the earlier code becomes invalid.
   * Requires TRANSACT.
   */
  resendCode(quoteId: QuoteId, options?: RequestOptions): Call<void, QuotesResendCodeErrorCode, QuotesResendCodeErrorReason>;
}

export interface ReceiversApi {
  lookupExternalAccount(accountId: ExternalAccountId, options: RequestOptions): Call<ReceiverExternalAccountLookupResponse, ReceiversLookupExternalAccountErrorCode, CommonErrorReason>;
  /**
   * Look up an external account for payment.
   * senderUmaAddress or customerId, or both of one customer, identify the payer.
   * Requires VIEW or TRANSACT or MANAGE.
   */
  lookupExternalAccount(accountId: ExternalAccountId, query?: ReceiversLookupExternalAccountQuery, options?: RequestOptions): Call<ReceiverExternalAccountLookupResponse, ReceiversLookupExternalAccountErrorCode, CommonErrorReason>;
  lookupUma(receiverUmaAddress: string, options: RequestOptions): Call<ReceiverUmaLookupResponse, ReceiversLookupUmaErrorCode, ReceiversLookupUmaErrorReason>;
  /**
   * Look up a UMA address for payment.
   * The `$` of the address is %24 in a path. senderUmaAddress or customerId, or both of one customer, identify the
   * payer.
   * Requires VIEW or TRANSACT or MANAGE.
   */
  lookupUma(receiverUmaAddress: string, query?: ReceiversLookupUmaQuery, options?: RequestOptions): Call<ReceiverUmaLookupResponse, ReceiversLookupUmaErrorCode, ReceiversLookupUmaErrorReason>;
}

export interface RequestLogApi {
  /**
   * Read a request by its X-Request-Id, with its bodies, secrets removed.
   * Requires VIEW or TRANSACT or MANAGE.
   */
  get(requestId: string, options?: RequestOptions): Call<LoggedRequest, RequestLogGetErrorCode, CommonErrorReason>;
  list(options: RequestOptions): ListCall<LoggedRequestListResponse, LoggedRequest, CommonErrorCode, CommonErrorReason>;
  /**
   * List the last requests of the platform.
   * Newest first, without bodies. Several filters select requests that match all of them.
   * Requires VIEW or TRANSACT or MANAGE.
   */
  list(query?: RequestLogListQuery, options?: RequestOptions): ListCall<LoggedRequestListResponse, LoggedRequest, CommonErrorCode, CommonErrorReason>;
  errors: RequestLogErrorsApi;
}

export interface RequestLogErrorsApi {
  list(options: RequestOptions): Call<RequestErrorGroupListResponse, CommonErrorCode, CommonErrorReason>;
  /**
   * List the errors of the platform, grouped by route, code and field.
   * At most 100 groups, the one with the latest error first.
   * Requires VIEW or TRANSACT or MANAGE.
   */
  list(query?: RequestLogErrorsListQuery, options?: RequestOptions): Call<RequestErrorGroupListResponse, CommonErrorCode, CommonErrorReason>;
}

export interface SandboxApi {
  /**
   * Pay a quote by its payment instructions, or debit its external account.
   * For quotes that wait for their funding. A currencyAmount other than the quoted one ends in FAILED with
   * FUNDING_AMOUNT_MISMATCH, and the money is returned. Money for an EXPIRED quote is refunded once, with the reason
   * TIMEOUT. For quotes from an external account that can be debited it collects the quoted amount, as execute does.
   * Requires TRANSACT. SANDBOX platforms only.
   */
  send(body: SandboxSendRequest, options?: KeyedOptions): Call<TransactionOneOf, SandboxSendErrorCode, SandboxSendErrorReason>;
  cards: SandboxCardsApi;
  clock: SandboxClockApi;
  faults: SandboxFaultsApi;
  internalAccounts: SandboxInternalAccountsApi;
  listeners: SandboxListenersApi;
  magicValues: SandboxMagicValuesApi;
  messages: SandboxMessagesApi;
  platforms: SandboxPlatformsApi;
  stablecoinOperations: SandboxStablecoinOperationsApi;
  transactions: SandboxTransactionsApi;
  uma: SandboxUmaApi;
  webhooks: SandboxWebhooksApi;
}

export interface SandboxCardsApi {
  /**
   * Pay with a card.
   * The first funding source that covers the whole amount is debited with one pull. Otherwise the transaction is
   * DECLINED with a reason. The last three characters of merchant.descriptor may be a magic suffix.
   * Requires TRANSACT. SANDBOX platforms only.
   */
  simulateAuthorization(id: CardId, body: SandboxCardAuthorizationRequest, options?: KeyedOptions): Call<CardTransaction, SandboxCardsSimulateAuthorizationErrorCode, SandboxCardsSimulateAuthorizationErrorReason>;
  /**
   * Change the total of an authorization.
   * An increase is pulled; without a source that covers it nothing changes. A decrease is released.
   * Requires TRANSACT. SANDBOX platforms only.
   */
  simulateAuthorizationAdvice(id: CardId, body: SandboxCardAuthorizationAdviceRequest, options?: KeyedOptions): Call<CardTransaction, SandboxCardsSimulateAuthorizationAdviceErrorCode, SandboxCardsSimulateAuthorizationAdviceErrorReason>;
  /**
   * Let an authorization expire.
   * Ends it like its expiry after 7 days: the reserved amount is released, and the transaction is EXPIRED, or SETTLED
   * where a part has cleared.
   * Requires TRANSACT. SANDBOX platforms only.
   */
  simulateAuthorizationExpiry(id: CardId, body: SandboxCardTransactionRefRequest, options?: KeyedOptions): Call<CardTransaction, SandboxCardsSimulateAuthorizationExpiryErrorCode, SandboxCardsSimulateAuthorizationExpiryErrorReason>;
  /**
   * Reverse an authorization, in part or in whole.
   * The reversed amount is released. Without a remaining amount the transaction is EXPIRED, or SETTLED where a part has
   * cleared.
   * Requires TRANSACT. SANDBOX platforms only.
   */
  simulateAuthorizationReversal(id: CardId, body: SandboxCardAuthorizationReversalRequest, options?: KeyedOptions): Call<CardTransaction, SandboxCardsSimulateAuthorizationReversalErrorCode, SandboxCardsSimulateAuthorizationReversalErrorReason>;
  /**
   * Inquire the balance at a terminal.
   * Recorded with an amount of zero and settled at once.
   * Requires TRANSACT. SANDBOX platforms only.
   */
  simulateBalanceInquiry(id: CardId, body: SandboxCardBalanceInquiryRequest, options?: KeyedOptions): Call<CardTransaction, SandboxCardsSimulateBalanceInquiryErrorCode, SandboxCardsSimulateBalanceInquiryErrorReason>;
  /**
   * Clear an authorization, in part or in whole.
   * Less than authorized: PARTIALLY_SETTLED, and the rest stays reserved. More: a further pull for the difference;
   * EXCEPTION without a source that covers it. 0: nothing more will clear, and the rest is released.
   * Requires TRANSACT. SANDBOX platforms only.
   */
  simulateClearing(id: CardId, body: SandboxCardClearingRequest, options?: KeyedOptions): Call<CardTransaction, SandboxCardsSimulateClearingErrorCode, SandboxCardsSimulateClearingErrorReason>;
  /**
   * Announce a credit to a card.
   * The account is credited when it clears.
   * Requires TRANSACT. SANDBOX platforms only.
   */
  simulateCreditAuthorization(id: CardId, body: SandboxCardAuthorizationRequest, options?: KeyedOptions): Call<CardTransaction, SandboxCardsSimulateCreditAuthorizationErrorCode, SandboxCardsSimulateCreditAuthorizationErrorReason>;
  /**
   * Change the total of a credit.
   * Applies to the open credit between this card and this merchant, or opens one.
   * Requires TRANSACT. SANDBOX platforms only.
   */
  simulateCreditAuthorizationAdvice(id: CardId, body: SandboxCardAuthorizationRequest, options?: KeyedOptions): Call<CardTransaction, SandboxCardsSimulateCreditAuthorizationAdviceErrorCode, SandboxCardsSimulateCreditAuthorizationAdviceErrorReason>;
  /**
   * Decide a dispute.
   * WON: the card network pays the amount back; the customer keeps the credit, or gets it now. LOST: a credit is taken
   * back like by its reversal.
   * Requires TRANSACT. SANDBOX platforms only.
   */
  simulateDisputeClose(id: CardId, body: SandboxCardDisputeCloseRequest, options?: KeyedOptions): Call<CardDispute, SandboxCardsSimulateDisputeCloseErrorCode, SandboxCardsSimulateDisputeCloseErrorReason>;
  /**
   * Dispute a purchase.
   * Applies to a cleared purchase that has no open dispute. No money moves yet.
   * Requires TRANSACT. SANDBOX platforms only.
   */
  simulateDisputeOpen(id: CardId, body: SandboxCardDisputeOpenRequest, options?: KeyedOptions): Call<CardDispute, SandboxCardsSimulateDisputeOpenErrorCode, SandboxCardsSimulateDisputeOpenErrorReason>;
  /**
   * Credit a disputed amount provisionally.
   * The service advances the amount to the account of the purchase.
   * Requires TRANSACT. SANDBOX platforms only.
   */
  simulateDisputeProvisionalCredit(id: CardId, body: SandboxCardDisputeRefRequest, options?: KeyedOptions): Call<CardDispute, SandboxCardsSimulateDisputeProvisionalCreditErrorCode, SandboxCardsSimulateDisputeProvisionalCreditErrorReason>;
  /**
   * Reverse the provisional credit of a dispute.
   * The account is debited. Where it cannot cover the amount, the credit is OWED.
   * Requires TRANSACT. SANDBOX platforms only.
   */
  simulateDisputeProvisionalCreditReversal(id: CardId, body: SandboxCardDisputeRefRequest, options?: KeyedOptions): Call<CardDispute, SandboxCardsSimulateDisputeProvisionalCreditReversalErrorCode, SandboxCardsSimulateDisputeProvisionalCreditReversalErrorReason>;
  /**
   * Pay with a card in a single message.
   * Clears at once, as at a cash machine.
   * Requires TRANSACT. SANDBOX platforms only.
   */
  simulateFinancialAuthorization(id: CardId, body: SandboxCardAuthorizationRequest, options?: KeyedOptions): Call<CardTransaction, SandboxCardsSimulateFinancialAuthorizationErrorCode, SandboxCardsSimulateFinancialAuthorizationErrorReason>;
  /**
   * Credit a card in a single message.
   * The account is credited at once.
   * Requires TRANSACT. SANDBOX platforms only.
   */
  simulateFinancialCreditAuthorization(id: CardId, body: SandboxCardAuthorizationRequest, options?: KeyedOptions): Call<CardTransaction, SandboxCardsSimulateFinancialCreditAuthorizationErrorCode, SandboxCardsSimulateFinancialCreditAuthorizationErrorReason>;
  /**
   * Return a cleared amount, in part or in whole.
   * A return of the whole amount ends in REFUNDED.
   * Requires TRANSACT. SANDBOX platforms only.
   */
  simulateReturn(id: CardId, body: SandboxCardReturnRequest, options?: KeyedOptions): Call<CardTransaction, SandboxCardsSimulateReturnErrorCode, SandboxCardsSimulateReturnErrorReason>;
  /**
   * Reverse a return.
   * A REFUNDED transaction is SETTLED again.
   * Requires TRANSACT. SANDBOX platforms only.
   */
  simulateReturnReversal(id: CardId, body: SandboxCardTransactionRefRequest, options?: KeyedOptions): Call<CardTransaction, SandboxCardsSimulateReturnReversalErrorCode, SandboxCardsSimulateReturnReversalErrorReason>;
}

export interface SandboxClockApi {
  /**
   * Advance the platform's clock.
   * Answers once all events that fell due have happened, and lists them in order.
   * Requires TRANSACT or MANAGE. SANDBOX platforms only.
   */
  advance(body: SandboxClockAdvanceRequest, options?: RequestOptions): Call<SandboxClockAdvanced, SandboxClockAdvanceErrorCode, SandboxClockAdvanceErrorReason>;
  /**
   * Read the platform's clock and its pending events.
   * Requires VIEW or TRANSACT or MANAGE. SANDBOX platforms only.
   */
  get(options?: RequestOptions): Call<SandboxClock, CommonErrorCode, SandboxClockGetErrorReason>;
  runNext(options: RequestOptions): Call<SandboxClockAdvanced, SandboxClockRunNextErrorCode, SandboxClockRunNextErrorReason>;
  /**
   * Advance the platform's clock to the next event.
   * Runs the next event that waits for its time, or the next one of a resource, and everything that falls due until
   * then. Without such an event the clock stays and `happened` is empty.
   * Requires TRANSACT or MANAGE. SANDBOX platforms only.
   */
  runNext(body?: SandboxClockRunNextRequest, options?: RequestOptions): Call<SandboxClockAdvanced, SandboxClockRunNextErrorCode, SandboxClockRunNextErrorReason>;
}

export interface SandboxFaultsApi {
  /**
   * Disturb the next requests of the platform.
   * Tests the retries of a client: an error, a lost request, a lost response or a delay for the next requests to one
   * operation. Credentials, permissions and rate limits are checked first.
   * Requires MANAGE. SANDBOX platforms only.
   */
  create(body: SandboxFaultRequest, options?: KeyedOptions): Call<SandboxFault, SandboxFaultsCreateErrorCode, SandboxFaultsCreateErrorReason>;
  /**
   * Remove all faults of the platform.
   * Requires MANAGE. SANDBOX platforms only.
   */
  delete(options?: RequestOptions): Call<void, CommonErrorCode, SandboxFaultsDeleteErrorReason>;
  /**
   * List the faults of the platform.
   * Oldest first, with the number of requests that each still disturbs.
   * Requires VIEW or TRANSACT or MANAGE. SANDBOX platforms only.
   */
  list(options?: RequestOptions): Call<SandboxFaultListResponse, CommonErrorCode, SandboxFaultsListErrorReason>;
}

export interface SandboxInternalAccountsApi {
  /**
   * Fund an internal account.
   * Simulates an instant bank transfer. amount is in the smallest unit: 100 is one US dollar.
   * Requires TRANSACT. SANDBOX platforms only.
   */
  fund(accountId: InternalAccountId, body: SandboxFundRequest, options?: KeyedOptions): Call<InternalAccount, SandboxInternalAccountsFundErrorCode, SandboxInternalAccountsFundErrorReason>;
}

export interface SandboxListenersApi {
  create(options: RequestOptions): Call<SandboxNewListener, CommonErrorCode, SandboxListenersCreateErrorReason>;
  /**
   * Create a listener for events.
   * It receives every event beside webhookEndpoint, which stays as it is, while its lease is renewed.
   * Requires MANAGE. SANDBOX platforms only.
   */
  create(body?: SandboxListenerRequest, options?: RequestOptions): Call<SandboxNewListener, CommonErrorCode, SandboxListenersCreateErrorReason>;
  /**
   * End the lease of a listener.
   * Requires MANAGE. SANDBOX platforms only.
   */
  delete(listenerId: WebhookListenerId, options?: RequestOptions): Call<void, SandboxListenersDeleteErrorCode, SandboxListenersDeleteErrorReason>;
  deliveries: SandboxListenersDeliveriesApi;
  renew: SandboxListenersRenewApi;
}

export interface SandboxListenersDeliveriesApi {
  /**
   * Read the next events as signed requests.
   * Oldest first and in the order of each resource, with redelivered events. Repeat it with nextCursor; a cursor
   * outlives its listener and the server.
   * Requires MANAGE. SANDBOX platforms only.
   */
  list(listenerId: WebhookListenerId, query: SandboxListenersDeliveriesListQuery, options?: RequestOptions): ListCall<SandboxDeliveryListResponse, SandboxDelivery, SandboxListenersDeliveriesListErrorCode, SandboxListenersDeliveriesListErrorReason>;
}

export interface SandboxListenersRenewApi {
  /**
   * Renew the lease of a listener.
   * Requires MANAGE. SANDBOX platforms only.
   */
  create(listenerId: WebhookListenerId, options?: RequestOptions): Call<SandboxListener, SandboxListenersRenewCreateErrorCode, SandboxListenersRenewCreateErrorReason>;
}

export interface SandboxMagicValuesApi {
  /**
   * List every magic value and its effect.
   * Requires VIEW or TRANSACT or MANAGE. SANDBOX platforms only.
   */
  list(options?: RequestOptions): Call<MagicValueListResponse, CommonErrorCode, SandboxMagicValuesListErrorReason>;
}

export interface SandboxMessagesApi {
  list(options: RequestOptions): ListCall<SandboxMessageListResponse, SandboxMessage, CommonErrorCode, SandboxMessagesListErrorReason>;
  /**
   * List the emails and text messages of the sandbox.
   * Requires VIEW or TRANSACT or MANAGE. SANDBOX platforms only.
   */
  list(query?: SandboxMessagesListQuery, options?: RequestOptions): ListCall<SandboxMessageListResponse, SandboxMessage, CommonErrorCode, SandboxMessagesListErrorReason>;
}

export interface SandboxPlatformsApi {
  create(options: KeyedOptions): Call<SandboxPlatform, SandboxPlatformsCreateErrorCode, SandboxPlatformsCreateErrorReason>;
  /**
   * Create an isolated sandbox platform.
   * It has its own token, data and clock and takes milliseconds to create: use one per test. Its token has the
   * permissions of the token that creates it.
   * Requires MANAGE. SANDBOX platforms only.
   */
  create(body?: SandboxPlatformRequest, options?: KeyedOptions): Call<SandboxPlatform, SandboxPlatformsCreateErrorCode, SandboxPlatformsCreateErrorReason>;
}

export interface SandboxStablecoinOperationsApi {
  /**
   * Simulate the funding of a mint or a burn.
   * For operations in PENDING_FUNDING: the wire or the coins arrive.
   * Requires TRANSACT. SANDBOX platforms only.
   */
  fund(stablecoinOperationId: StablecoinOperationId, options?: KeyedOptions): Call<StablecoinOperation, SandboxStablecoinOperationsFundErrorCode, SandboxStablecoinOperationsFundErrorReason>;
}

export interface SandboxTransactionsApi {
  /**
   * Decide the outcome of a payment.
   * Reports an outcome in place of the rail, at once. Only outcomes that follow from the status are possible; the error
   * lists them. Reports that a magic value has scheduled are not cancelled, and have no effect where the payment is
   * decided.
   * Requires TRANSACT. SANDBOX platforms only.
   */
  resolve(transactionId: TransactionId, body: SandboxResolveRequest, options?: RequestOptions): Call<TransactionOneOf, SandboxTransactionsResolveErrorCode, SandboxTransactionsResolveErrorReason>;
}

export interface SandboxUmaApi {
  /**
   * Receive a UMA payment.
   * If the platform has a webhookEndpoint, the payment is PENDING until the answer to INCOMING_PAYMENT.PENDING decides:
   * 200 approves, 202 announces a call of approve or reject within 5 seconds, 403 rejects. Without an endpoint it is
   * COMPLETED at once.
   * Requires TRANSACT. SANDBOX platforms only.
   */
  receive(body: SandboxUmaReceiveRequest, options?: KeyedOptions): Call<IncomingTransaction, SandboxUmaReceiveErrorCode, SandboxUmaReceiveErrorReason>;
}

export interface SandboxWebhooksApi {
  /**
   * Send a test event now, and see what the endpoint answers.
   * Requires MANAGE. SANDBOX platforms only.
   */
  test(options?: RequestOptions): Call<TestWebhookResponse, SandboxWebhooksTestErrorCode, SandboxWebhooksTestErrorReason>;
}

export interface ScaApi {
  /**
   * Record an event of the platform's own login.
   * RESET_PASSWORD_COMPLETED ends the session and resets the failed logins, unless the customer is suspended.
   * Requires MANAGE.
   */
  recordEvent(query: ScaRecordEventQuery, body: RecordSecurityEventRequest, options?: KeyedOptions): Call<RecordSecurityEventResponse, ScaRecordEventErrorCode, ScaRecordEventErrorReason>;
  factors: ScaFactorsApi;
  login: ScaLoginApi;
}

export interface ScaFactorsApi {
  /**
   * Enroll a factor with its first proof.
   * The response for an authenticator app contains the recovery codes, which are never shown again.
   * Requires MANAGE.
   */
  confirm(query: ScaFactorsConfirmQuery, body: ScaFactorConfirmRequestOneOf, options?: KeyedOptions): Call<ScaFactorConfirmResponseOneOf, ScaFactorsConfirmErrorCode, ScaFactorsConfirmErrorReason>;
  /**
   * Delete a passkey.
   * Requires MANAGE.
   */
  delete(credentialId: string, query: ScaFactorsDeleteQuery, options?: RequestOptions): Call<void, ScaFactorsDeleteErrorCode, ScaFactorsDeleteErrorReason>;
  /**
   * Start to enroll a factor.
   * Valid for ten minutes. A new start voids the one before. SMS_OTP needs no enrollment.
   * Requires MANAGE.
   */
  enroll(query: ScaFactorsEnrollQuery, body: ScaFactorEnrollRequestOneOf, options?: KeyedOptions): Call<ScaFactorEnrollStartOneOf, ScaFactorsEnrollErrorCode, ScaFactorsEnrollErrorReason>;
  /**
   * List the factors of a customer.
   * Requires VIEW or TRANSACT or MANAGE.
   */
  list(query: ScaFactorsListQuery, options?: RequestOptions): Call<ScaFactorList, ScaFactorsListErrorCode, ScaFactorsListErrorReason>;
  reset: ScaFactorsResetApi;
}

export interface ScaFactorsResetApi {
  /**
   * Remove the lost factor.
   * Requires a passed liveness check. A new authenticator app or passkey can then be enrolled; for SMS_OTP, mobile is
   * the new number, which must be verified.
   * Requires MANAGE.
   */
  complete(resetId: string, query: ScaFactorsResetCompleteQuery, body?: TwoFactorResetCompleteRequest, options?: KeyedOptions): Call<void, ScaFactorsResetCompleteErrorCode, ScaFactorsResetCompleteErrorReason>;
  /**
   * Get the status of a reset.
   * Requires VIEW or TRANSACT or MANAGE.
   */
  get(resetId: string, query: ScaFactorsResetGetQuery, options?: RequestOptions): Call<TwoFactorResetStatus, ScaFactorsResetGetErrorCode, ScaFactorsResetGetErrorReason>;
  /**
   * Start to replace a lost factor.
   * Begins with a liveness check. At most 5 in 24 hours per customer.
   * Requires MANAGE.
   */
  start(query: ScaFactorsResetStartQuery, body: TwoFactorResetStartRequest, options?: KeyedOptions): Call<TwoFactorResetStart, ScaFactorsResetStartErrorCode, ScaFactorsResetStartErrorReason>;
}

export interface ScaLoginApi {
  /**
   * Open a session of 180 days.
   * Replaces the session before. Failed logins add up, and a successful one does not reset their number: 5 lock the
   * customer for 15 minutes, 6 for 30, 7 for an hour, 8 for a day; 9 suspend.
   * Requires MANAGE.
   */
  complete(query: ScaLoginCompleteQuery, body: ScaLoginCompleteRequest, options?: KeyedOptions): Call<ScaLoginComplete, ScaLoginCompleteErrorCode, ScaLoginCompleteErrorReason>;
  /**
   * Start a login.
   * Opens a challenge, which voids the one before. SMS codes are valid for 5 minutes, the others for 10.
   * Requires MANAGE.
   */
  start(query: ScaLoginStartQuery, body: ScaLoginStartRequest, options?: KeyedOptions): Call<ScaLoginStart, ScaLoginStartErrorCode, ScaLoginStartErrorReason>;
}

export interface SearchApi {
  /**
   * Find resources by id, name, email or reference.
   * At most 20 results, ids before names. Ids are found by their beginning or their end; those of payments, quotes,
   * events and requests by their end among the newest 20000 of each, and only if nothing else matches.
   * Requires VIEW or TRANSACT or MANAGE.
   */
  list(query: SearchListQuery, options?: RequestOptions): Call<SearchResultListResponse, CommonErrorCode, CommonErrorReason>;
}

export interface StablecoinOperationsApi {
  /**
   * Read a mint or a burn.
   * Requires VIEW or TRANSACT or MANAGE.
   */
  get(stablecoinOperationId: StablecoinOperationId, options?: RequestOptions): Call<StablecoinOperation, StablecoinOperationsGetErrorCode, CommonErrorReason>;
}

export interface StablecoinProviderAccountsApi {
  /**
   * Link an account at a stablecoin provider.
   * The credentials are checked with the provider, stored encrypted and never returned.
   * Requires MANAGE.
   */
  create(body: StablecoinProviderAccountLinkRequest, options?: KeyedOptions): Call<StablecoinProviderAccount, StablecoinProviderAccountsCreateErrorCode, StablecoinProviderAccountsCreateErrorReason>;
  /**
   * Read a linked account at a stablecoin provider.
   * Requires VIEW or TRANSACT or MANAGE.
   */
  get(stablecoinProviderAccountId: StablecoinProviderAccountId, options?: RequestOptions): Call<StablecoinProviderAccount, StablecoinProviderAccountsGetErrorCode, CommonErrorReason>;
  list(options: RequestOptions): ListCall<StablecoinProviderAccountListResponse, StablecoinProviderAccount, CommonErrorCode, CommonErrorReason>;
  /**
   * List the linked accounts at stablecoin providers.
   * Requires VIEW or TRANSACT or MANAGE.
   */
  list(query?: StablecoinProviderAccountsListQuery, options?: RequestOptions): ListCall<StablecoinProviderAccountListResponse, StablecoinProviderAccount, CommonErrorCode, CommonErrorReason>;
}

export interface StablecoinsApi {
  /**
   * Register a stablecoin that a provider issues.
   * The token must exist at the provider or be under way there; this does not create it.
   * Requires MANAGE.
   */
  create(body: StablecoinRegisterRequest, options?: KeyedOptions): Call<Stablecoin, StablecoinsCreateErrorCode, StablecoinsCreateErrorReason>;
  /**
   * Read a stablecoin.
   * Requires VIEW or TRANSACT or MANAGE.
   */
  get(stablecoinId: StablecoinId, options?: RequestOptions): Call<Stablecoin, StablecoinsGetErrorCode, CommonErrorReason>;
  list(options: RequestOptions): ListCall<StablecoinListResponse, Stablecoin, CommonErrorCode, CommonErrorReason>;
  /**
   * List stablecoins.
   * Requires VIEW or TRANSACT or MANAGE.
   */
  list(query?: StablecoinsListQuery, options?: RequestOptions): ListCall<StablecoinListResponse, Stablecoin, CommonErrorCode, CommonErrorReason>;
  burns: StablecoinsBurnsApi;
  mints: StablecoinsMintsApi;
  operations: StablecoinsOperationsApi;
}

export interface StablecoinsBurnsApi {
  /**
   * Burn coins and pay out to a bank account.
   * A burn from an EXTERNAL_ACCOUNT expires after 7 days without the coins at the address of its fundingInstructions. A
   * burn from an internal account debits it at once and is refunded when it fails.
   * Requires TRANSACT.
   */
  create(stablecoinId: StablecoinId, body: StablecoinBurnRequest, options?: KeyedOptions): Call<StablecoinOperation, StablecoinsBurnsCreateErrorCode, StablecoinsBurnsCreateErrorReason>;
}

export interface StablecoinsMintsApi {
  /**
   * Mint coins to a wallet on Spark.
   * A mint by WIRE expires after 7 days without the funds of its fundingInstructions. A mint from an internal account
   * debits it at once and is refunded when it fails.
   * Requires TRANSACT.
   */
  create(stablecoinId: StablecoinId, body: StablecoinMintRequest, options?: KeyedOptions): Call<StablecoinOperation, StablecoinsMintsCreateErrorCode, StablecoinsMintsCreateErrorReason>;
}

export interface StablecoinsOperationsApi {
  list(stablecoinId: StablecoinId, options: RequestOptions): ListCall<StablecoinOperationListResponse, StablecoinOperation, StablecoinsOperationsListErrorCode, CommonErrorReason>;
  /**
   * List the mints and burns of a stablecoin.
   * Requires VIEW or TRANSACT or MANAGE.
   */
  list(stablecoinId: StablecoinId, query?: StablecoinsOperationsListQuery, options?: RequestOptions): ListCall<StablecoinOperationListResponse, StablecoinOperation, StablecoinsOperationsListErrorCode, CommonErrorReason>;
}

export interface StreamApi {
  /**
   * Open a stream of changes.
   * Server-sent events that announce changes without their data: read the resource again with its GET operation. A
   * frame `hint` has `topic`, `resourceId` and `at`. The first frame is `ready`; a frame `reset` says that changes were
   * missed, so everything is to be read again. The stream ends with its time, when its credentials are revoked and when
   * the server stops: connect again with Last-Event-ID, and changes of the last 60 seconds are announced. A change may
   * be announced twice. Changes that another server of the installation makes follow within two seconds, except later
   * attempts of a delivery and changes of an existing customer without an event.
   * Requires VIEW or TRANSACT or MANAGE.
   */
  open(query: StreamOpenQuery, options?: RequestOptions): Call<Blob, CommonErrorCode, CommonErrorReason>;
}

export interface TokensApi {
  /**
   * Create an API token.
   * Its permissions are a subset of those of the token that creates it. clientSecret is in this response and never
   * shown again.
   * Requires MANAGE.
   */
  create(body: ApiTokenCreateRequest, options?: KeyedOptions): Call<ApiToken, TokensCreateErrorCode, TokensCreateErrorReason>;
  /**
   * Revoke an API token.
   * Stops working within a second everywhere. A token cannot revoke itself.
   * Requires MANAGE.
   */
  delete(tokenId: TokenId, options?: RequestOptions): Call<void, TokensDeleteErrorCode, CommonErrorReason>;
  /**
   * Read an API token.
   * Requires VIEW or TRANSACT or MANAGE.
   */
  get(tokenId: TokenId, options?: RequestOptions): Call<ApiToken, TokensGetErrorCode, CommonErrorReason>;
  list(options: RequestOptions): ListCall<TokenListResponse, ApiToken, CommonErrorCode, CommonErrorReason>;
  /**
   * List API tokens.
   * Requires VIEW or TRANSACT or MANAGE.
   */
  list(query?: TokensListQuery, options?: RequestOptions): ListCall<TokenListResponse, ApiToken, CommonErrorCode, CommonErrorReason>;
}

export interface TransactionsApi extends TransactionHelpers {
  approve(transactionId: TransactionId, options: KeyedOptions): Call<TransactionOneOf, TransactionsApproveErrorCode, TransactionsApproveErrorReason>;
  /**
   * Approve an incoming payment, or a payment of an agent.
   * An action of an agent waits without a limit, and its policy is checked again. An incoming payment waits for 5
   * seconds after its INCOMING_PAYMENT.PENDING webhook was answered with 202. receiverCustomerInfo must contain the
   * mandatory fields of requestedReceiverCustomerInfoFields.
   * Requires TRANSACT.
   */
  approve(transactionId: TransactionId, body?: ApprovePaymentRequest, options?: KeyedOptions): Call<TransactionOneOf, TransactionsApproveErrorCode, TransactionsApproveErrorReason>;
  cancel(transactionId: TransactionId, options: KeyedOptions): Call<TransactionOneOf, TransactionsCancelErrorCode, TransactionsCancelErrorReason>;
  /**
   * Cancel a payment in progress.
   * Applies to ACH payments, ACH collections and wires, from the execution until the bank settles. A cancelled payment
   * is refunded with the reason USER_CANCELLATION; a cancelled collection is FAILED.
   * Requires TRANSACT.
   */
  cancel(transactionId: TransactionId, body?: CancelTransactionRequest, options?: KeyedOptions): Call<TransactionOneOf, TransactionsCancelErrorCode, TransactionsCancelErrorReason>;
  confirm(transactionId: TransactionId, options: KeyedOptions): Call<TransactionOneOf, TransactionsConfirmErrorCode, TransactionsConfirmErrorReason>;
  /**
   * Confirm that the customer received the receipt.
   * A repeated confirmation replaces the time.
   * Requires TRANSACT.
   */
  confirm(transactionId: TransactionId, body?: ConfirmReceiptDeliveryRequest, options?: KeyedOptions): Call<TransactionOneOf, TransactionsConfirmErrorCode, TransactionsConfirmErrorReason>;
  /**
   * Read a transaction.
   * Requires VIEW or TRANSACT or MANAGE.
   */
  get(transactionId: AnyTransactionId, options?: RequestOptions): Call<TransactionOneOf, TransactionsGetErrorCode, CommonErrorReason>;
  list(options: RequestOptions): ListCall<TransactionListResponse, TransactionOneOf, CommonErrorCode, CommonErrorReason>;
  /**
   * List transactions.
   * Newest first by default; sortOrder=asc reverses the order. Several filters are combined with AND.
   * Requires VIEW or TRANSACT or MANAGE.
   */
  list(query?: TransactionsListQuery, options?: RequestOptions): ListCall<TransactionListResponse, TransactionOneOf, CommonErrorCode, CommonErrorReason>;
  reject(transactionId: TransactionId, options: KeyedOptions): Call<TransactionOneOf, TransactionsRejectErrorCode, TransactionsRejectErrorReason>;
  /**
   * Reject an incoming payment, or a payment of an agent.
   * A rejected action of an agent is not executed. An incoming payment waits for 5 seconds after its
   * INCOMING_PAYMENT.PENDING webhook was answered with 202.
   * Requires TRANSACT.
   */
  reject(transactionId: TransactionId, body?: RejectPaymentRequest, options?: KeyedOptions): Call<TransactionOneOf, TransactionsRejectErrorCode, TransactionsRejectErrorReason>;
  timeline: TransactionsTimelineApi;
}

export interface TransactionsTimelineApi {
  list(transactionId: AnyTransactionId, options: RequestOptions): ListCall<TimelinePage, TimelineEntry, TransactionsTimelineListErrorCode, CommonErrorReason>;
  /**
   * List a transaction's timeline.
   * Everything that happened to a payment or card purchase in one list, oldest first by the clock of the server:
   * requests, its quote, ledger entries, jobs, reports of the rail and messages of the card network with the sandbox
   * rule, events, their delivery, messages and actions of operators. Requests, jobs and events are removed after their
   * retention time.
   * Requires VIEW or TRANSACT or MANAGE.
   */
  list(transactionId: AnyTransactionId, query?: TransactionsTimelineListQuery, options?: RequestOptions): ListCall<TimelinePage, TimelineEntry, TransactionsTimelineListErrorCode, CommonErrorReason>;
}

export interface TransferInApi {
  /**
   * Collect money from an external account.
   * Only from accounts that can be debited (ACH). The internal account is credited when the collection completes. Use
   * POST /quotes with both accounts, lockedCurrencySide SENDING and immediatelyExecute instead.
   * Requires TRANSACT.
   * @deprecated
   */
  create(body: TransferInRequest, options?: KeyedOptions): Call<TransactionOneOf, TransferInCreateErrorCode, TransferInCreateErrorReason>;
}

export interface TransferOutApi {
  /**
   * Pay an external account in the same currency.
   * The internal account is debited at once, without a fee. Use POST /quotes with both accounts, lockedCurrencySide
   * SENDING and immediatelyExecute instead.
   * Requires TRANSACT.
   * @deprecated
   */
  create(body: TransferOutRequest, options?: KeyedOptions): Call<TransactionOneOf, TransferOutCreateErrorCode, TransferOutCreateErrorReason>;
}

export interface UmaProvidersApi {
  list(options: RequestOptions): ListCall<UmaProviderListResponse, UmaProvider, CommonErrorCode, CommonErrorReason>;
  /**
   * List the institutions whose customers can be paid at UMA addresses.
   * Requires VIEW or TRANSACT or MANAGE.
   */
  list(query?: UmaProvidersListQuery, options?: RequestOptions): ListCall<UmaProviderListResponse, UmaProvider, CommonErrorCode, CommonErrorReason>;
}

export interface VaspsApi {
  list(options: RequestOptions): ListCall<VaspListResponse, Vasp, CommonErrorCode, CommonErrorReason>;
  /**
   * List virtual asset service providers (VASPs).
   * Requires VIEW or TRANSACT or MANAGE.
   */
  list(query?: VaspsListQuery, options?: RequestOptions): ListCall<VaspListResponse, Vasp, CommonErrorCode, CommonErrorReason>;
}

export interface VerificationsApi {
  /**
   * Submit a customer for verification.
   * Returns one entry per problem while anything is missing. Submit again once the problems are resolved: the
   * verification stays the same until it is approved or rejected.
   * Requires MANAGE.
   */
  create(body: VerificationRequest, options?: KeyedOptions): Call<Verification, VerificationsCreateErrorCode, VerificationsCreateErrorReason>;
  /**
   * Read a verification.
   * Requires VIEW or TRANSACT or MANAGE.
   */
  get(verificationId: VerificationId, options?: RequestOptions): Call<Verification, VerificationsGetErrorCode, CommonErrorReason>;
  list(options: RequestOptions): ListCall<VerificationListResponse, Verification, CommonErrorCode, CommonErrorReason>;
  /**
   * List verifications.
   * Requires VIEW or TRANSACT or MANAGE.
   */
  list(query?: VerificationsListQuery, options?: RequestOptions): ListCall<VerificationListResponse, Verification, CommonErrorCode, CommonErrorReason>;
}

export interface WebhooksApi extends WebhookHelpers {
  /**
   * Send again what has not arrived since a moment.
   * In the order in which it happened, ratePerSecond at a time. With dryRun it only counts. Test events and approval
   * requests are left out unless type names them.
   * Requires MANAGE.
   */
  redeliver(body: WebhookRedeliverRequest, options?: KeyedOptions): Call<WebhookRedeliverResponse, WebhooksRedeliverErrorCode, WebhooksRedeliverErrorReason>;
  /**
   * Send a test event now, and see what the endpoint answers.
   * Requires MANAGE.
   */
  test(options?: RequestOptions): Call<TestWebhookResponse, WebhooksTestErrorCode, WebhooksTestErrorReason>;
  endpoint: WebhooksEndpointApi;
  eventTypes: WebhooksEventTypesApi;
  events: WebhooksEventsApi;
  keys: WebhooksKeysApi;
}

export interface WebhooksEndpointApi {
  /**
   * Read the webhook endpoint, its backlog and its last 24 hours.
   * PATCH /config sets the endpoint with webhookEndpoint.
   * Requires VIEW or TRANSACT or MANAGE.
   */
  get(options?: RequestOptions): Call<WebhookEndpoint, CommonErrorCode, CommonErrorReason>;
}

export interface WebhooksEventTypesApi {
  /**
   * List the types of events, each with its schema and an example.
   * Requires VIEW or TRANSACT or MANAGE.
   */
  list(options?: RequestOptions): Call<WebhookEventTypeListResponse, CommonErrorCode, CommonErrorReason>;
}

export interface WebhooksEventsApi {
  /**
   * Read an event with its body and every attempt to deliver it.
   * Requires VIEW or TRANSACT or MANAGE.
   */
  get(eventId: WebhookId, options?: RequestOptions): Call<WebhookEvent, WebhooksEventsGetErrorCode, CommonErrorReason>;
  list(options: RequestOptions): ListCall<WebhookEventListResponse, WebhookEventSummary, CommonErrorCode, CommonErrorReason>;
  /**
   * List events and what became of them.
   * Newest first. With after or wait it is a log: oldest first, in the order of each resource, without gaps. Continue
   * with the id of the last event as after.
   * Requires VIEW or TRANSACT or MANAGE.
   */
  list(query?: WebhooksEventsListQuery, options?: RequestOptions): ListCall<WebhookEventListResponse, WebhookEventSummary, CommonErrorCode, CommonErrorReason>;
  /**
   * Send an event again.
   * The same bytes under the same id, signed anew.
   * Requires MANAGE.
   */
  redeliver(eventId: WebhookId, options?: KeyedOptions): Call<WebhookEventSummary, WebhooksEventsRedeliverErrorCode, WebhooksEventsRedeliverErrorReason>;
}

export interface WebhooksKeysApi {
  /**
   * List the keys that events are signed with.
   * Newest first. secret is shown to tokens with MANAGE.
   * Requires VIEW or TRANSACT or MANAGE.
   */
  list(options?: RequestOptions): Call<WebhookKeyListResponse, CommonErrorCode, CommonErrorReason>;
  /**
   * Make new keys.
   * For 24 hours webhook-signature carries signatures of the old and of the new keys.
   * Requires MANAGE.
   */
  rotate(options?: KeyedOptions): Call<WebhookKeyListResponse, WebhooksKeysRotateErrorCode, WebhooksKeysRotateErrorReason>;
}

/** Operations of an agent, within its policy. */
export interface AgentClient extends ClientBase {
  /**
   * Read the calling agent, its policy and what it has spent.
   * For agents, as their policy allows.
   */
  get(options?: RequestOptions): Call<Agent, CommonErrorCode, AgentGetErrorReason>;
  actions: AgentActionsApi;
  externalAccounts: AgentExternalAccountsApi;
  internalAccounts: AgentInternalAccountsApi;
  quotes: AgentQuotesApi;
  transactions: AgentTransactionsApi;
  transferIn: AgentTransferInApi;
  transferOut: AgentTransferOutApi;
}

export interface AgentActionsApi {
  /**
   * Read what became of an action of the agent.
   * For agents, as their policy allows.
   */
  get(actionId: AgentActionId, options?: RequestOptions): Call<AgentAction, AgentActionsGetErrorCode, AgentActionsGetErrorReason>;
  list(options: RequestOptions): ListCall<AgentActionListResponse, AgentAction, CommonErrorCode, AgentActionsListErrorReason>;
  /**
   * List what the agent wanted done.
   * For agents, as their policy allows.
   */
  list(query?: AgentActionsListQuery, options?: RequestOptions): ListCall<AgentActionListResponse, AgentAction, CommonErrorCode, AgentActionsListErrorReason>;
}

export interface AgentExternalAccountsApi {
  /**
   * Add an external account of the agent's customer.
   * For agents, as their policy allows.
   */
  create(body: AgentExternalAccountCreateRequest, options?: KeyedOptions): Call<ExternalAccount, AgentExternalAccountsCreateErrorCode, AgentExternalAccountsCreateErrorReason>;
  /**
   * Delete an external account of the agent's customer.
   * For agents, as their policy allows.
   */
  delete(externalAccountId: ExternalAccountId, options?: RequestOptions): Call<void, AgentExternalAccountsDeleteErrorCode, AgentExternalAccountsDeleteErrorReason>;
  /**
   * Read an external account of the agent's customer.
   * For agents, as their policy allows.
   */
  get(externalAccountId: ExternalAccountId, options?: RequestOptions): Call<ExternalAccount, AgentExternalAccountsGetErrorCode, AgentExternalAccountsGetErrorReason>;
  list(options: RequestOptions): ListCall<ExternalAccountListResponse, ExternalAccount, CommonErrorCode, AgentExternalAccountsListErrorReason>;
  /**
   * List the external accounts of the agent's customer.
   * For agents, as their policy allows.
   */
  list(query?: AgentExternalAccountsListQuery, options?: RequestOptions): ListCall<ExternalAccountListResponse, ExternalAccount, CommonErrorCode, AgentExternalAccountsListErrorReason>;
}

export interface AgentInternalAccountsApi {
  list(options: RequestOptions): ListCall<InternalAccountListResponse, InternalAccount, CommonErrorCode, AgentInternalAccountsListErrorReason>;
  /**
   * List the internal accounts of the agent's customer, with their balances.
   * For agents, as their policy allows.
   */
  list(query?: AgentInternalAccountsListQuery, options?: RequestOptions): ListCall<InternalAccountListResponse, InternalAccount, CommonErrorCode, AgentInternalAccountsListErrorReason>;
}

export interface AgentQuotesApi {
  /**
   * Ask what a payment of the customer costs.
   * Between accounts of the customer, or to a UMA address; customerId is implied. immediatelyExecute and
   * platformFeeOverride are not for agents.
   * For agents, as their policy allows.
   */
  create(body: QuoteRequest, options?: KeyedOptions): Call<Quote, AgentQuotesCreateErrorCode, AgentQuotesCreateErrorReason>;
  /**
   * Make the payment of a quote that the agent has made.
   * APPROVED: the source is debited. PENDING_APPROVAL: nothing moves until the platform approves. A quote from an
   * embedded wallet takes the holder's stamp over its payloadToSign.
   * For agents, as their policy allows.
   */
  execute(quoteId: QuoteId, options?: KeyedSignedOptions): Call<AgentAction, AgentQuotesExecuteErrorCode, AgentQuotesExecuteErrorReason>;
  /**
   * Read a quote that the agent has made.
   * For agents, as their policy allows.
   */
  get(quoteId: QuoteId, options?: RequestOptions): Call<Quote, AgentQuotesGetErrorCode, AgentQuotesGetErrorReason>;
}

export interface AgentTransactionsApi {
  /**
   * Read a transaction of the agent's customer.
   * For agents, as their policy allows.
   */
  get(transactionId: TransactionId, options?: RequestOptions): Call<TransactionOneOf, AgentTransactionsGetErrorCode, AgentTransactionsGetErrorReason>;
  list(options: RequestOptions): ListCall<TransactionListResponse, TransactionOneOf, CommonErrorCode, AgentTransactionsListErrorReason>;
  /**
   * List the transactions of the agent's customer.
   * For agents, as their policy allows.
   */
  list(query?: AgentTransactionsListQuery, options?: RequestOptions): ListCall<TransactionListResponse, TransactionOneOf, CommonErrorCode, AgentTransactionsListErrorReason>;
}

export interface AgentTransferInApi {
  /**
   * Collect money from an external account of the customer, or ask for it.
   * For agents, as their policy allows.
   */
  create(body: TransferInRequest, options?: KeyedOptions): Call<AgentAction, AgentTransferInCreateErrorCode, AgentTransferInCreateErrorReason>;
}

export interface AgentTransferOutApi {
  /**
   * Pay an external account of the customer in the same currency, or ask for it.
   * For agents, as their policy allows.
   */
  create(body: TransferOutRequest, options?: KeyedOptions): Call<AgentAction, AgentTransferOutCreateErrorCode, AgentTransferOutCreateErrorReason>;
}

/** Operations of the people who run the service. */
export interface OperatorClient extends ClientBase {
  actions: OperatorActionsApi;
  bankFiles: OperatorBankFilesApi;
  documents: OperatorDocumentsApi;
  jobs: OperatorJobsApi;
  ledger: OperatorLedgerApi;
  people: OperatorPeopleApi;
  platforms: OperatorPlatformsApi;
  reviews: OperatorReviewsApi;
  sessions: OperatorSessionsApi;
  status: OperatorStatusApi;
  transactions: OperatorTransactionsApi;
  unmatchedCredits: OperatorUnmatchedCreditsApi;
}

export interface OperatorActionsApi {
  list(options: RequestOptions): ListCall<OperatorActionListResponse, OperatorAction, OperatorActionsListErrorCode, OperatorActionsListErrorReason>;
  /**
   * List actions of operators and commands.
   * Actions are recorded atomically with their effects. systemUser is the user who ran a causeway command on a machine
   * of the service.
   * For operators of the service.
   */
  list(query?: OperatorActionsListQuery, options?: RequestOptions): ListCall<OperatorActionListResponse, OperatorAction, OperatorActionsListErrorCode, OperatorActionsListErrorReason>;
}

export interface OperatorBankFilesApi {
  /**
   * Read the state of the bank files.
   * Payments by state and currency, the newest outgoing and incoming files, and the newest findings: reports of banks
   * that match no payment and had no effect.
   * For operators of the service.
   */
  get(options?: RequestOptions): Call<OperatorBankFiles, OperatorBankFilesGetErrorCode, OperatorBankFilesGetErrorReason>;
  findings: OperatorBankFilesFindingsApi;
}

export interface OperatorBankFilesFindingsApi {
  list(options: RequestOptions): ListCall<OperatorBankFileFindingListResponse, OperatorBankFileFinding, OperatorBankFilesFindingsListErrorCode, OperatorBankFilesFindingsListErrorReason>;
  /**
   * List the findings of the bank files.
   * Reports of banks that match no payment and had no effect, and payments that cannot be written to a file. Newest
   * first.
   * For operators of the service.
   */
  list(query?: OperatorBankFilesFindingsListQuery, options?: RequestOptions): ListCall<OperatorBankFileFindingListResponse, OperatorBankFileFinding, OperatorBankFilesFindingsListErrorCode, OperatorBankFilesFindingsListErrorReason>;
}

export interface OperatorDocumentsApi {
  /**
   * Read the file of a document.
   * Every reading is recorded in the log of actions. Content-Disposition is inline, and a sandbox without scripts is
   * the policy of the file.
   * For operators of the service.
   */
  getContent(documentId: DocumentId, options?: RequestOptions): Call<Blob, OperatorDocumentsGetContentErrorCode, OperatorDocumentsGetContentErrorReason>;
}

export interface OperatorJobsApi {
  /**
   * Count the jobs by kind and state.
   * Jobs of all platforms. A finished job is deleted, so that every job here is waiting, running or dead.
   * For operators of the service.
   */
  count(options?: RequestOptions): Call<OperatorJobKindListResponse, OperatorJobsCountErrorCode, OperatorJobsCountErrorReason>;
  listDead(options: RequestOptions): ListCall<OperatorDeadJobListResponse, OperatorJob, OperatorJobsListDeadErrorCode, OperatorJobsListDeadErrorReason>;
  /**
   * List jobs that have failed for good.
   * For operators of the service.
   */
  listDead(query?: OperatorJobsListDeadQuery, options?: RequestOptions): ListCall<OperatorDeadJobListResponse, OperatorJob, OperatorJobsListDeadErrorCode, OperatorJobsListDeadErrorReason>;
  /**
   * Retry a dead job.
   * It runs at once.
   * For operators of the service.
   */
  retry(jobId: TimedJobId, options?: RequestOptions): Call<OperatorJob, OperatorJobsRetryErrorCode, OperatorJobsRetryErrorReason>;
  /**
   * Retry the dead jobs of a kind.
   * They run at once, oldest first, at most 200 for each request. Each of them is recorded in the log of actions.
   * For operators of the service.
   */
  retryDead(body: OperatorJobGroup, options?: RequestOptions): Call<OperatorRetriedJobs, OperatorJobsRetryDeadErrorCode, OperatorJobsRetryDeadErrorReason>;
}

export interface OperatorLedgerApi {
  audit(options: RequestOptions): Call<LedgerAudit, OperatorLedgerAuditErrorCode, OperatorLedgerAuditErrorReason>;
  /**
   * Check every invariant of the ledger.
   * Reads the whole ledger while payments continue. A correct ledger has no findings.
   * For operators of the service.
   */
  audit(body?: LedgerAuditRequest, options?: RequestOptions): Call<LedgerAudit, OperatorLedgerAuditErrorCode, OperatorLedgerAuditErrorReason>;
}

export interface OperatorPeopleApi {
  /**
   * Invite a person to operate the service.
   * The person opens the link within 24 hours, enrolls a passkey and logs in to the console with it.
   * For operators of the service.
   */
  create(body: OperatorPersonCreateRequest, options?: RequestOptions): Call<OperatorPersonInvitation, CommonErrorCode, OperatorPeopleCreateErrorReason>;
  /**
   * Invite a person again.
   * For another passkey, or when the link has expired. It voids the link before; passkeys stay valid.
   * For operators of the service.
   */
  invite(operatorId: OperatorId, options?: RequestOptions): Call<OperatorPersonInvitation, OperatorPeopleInviteErrorCode, OperatorPeopleInviteErrorReason>;
  /**
   * List the operators.
   * People who log in to the console, and credentials of the operator API. Newest first.
   * For operators of the service.
   */
  list(options?: RequestOptions): Call<OperatorPersonListResponse, OperatorPeopleListErrorCode, OperatorPeopleListErrorReason>;
  /**
   * Revoke an operator.
   * Credentials, passkeys, invitations and sessions of the operator are rejected from now on. Final.
   * For operators of the service.
   */
  revoke(operatorId: OperatorId, options?: RequestOptions): Call<OperatorPerson, OperatorPeopleRevokeErrorCode, OperatorPeopleRevokeErrorReason>;
}

export interface OperatorPlatformsApi {
  /**
   * Create a platform.
   * Creates its configuration, its accounts and a first token with every permission. clientSecret of the token is in
   * this response and never shown again. PRODUCTION requires MASTER_KEY in the environment of the server.
   * For operators of the service.
   */
  create(body: OperatorPlatformCreateRequest, options?: RequestOptions): Call<OperatorPlatformCreated, OperatorPlatformsCreateErrorCode, OperatorPlatformsCreateErrorReason>;
  list(options: RequestOptions): ListCall<OperatorPlatformListResponse, OperatorPlatform, OperatorPlatformsListErrorCode, OperatorPlatformsListErrorReason>;
  /**
   * List platforms.
   * For operators of the service.
   */
  list(query?: OperatorPlatformsListQuery, options?: RequestOptions): ListCall<OperatorPlatformListResponse, OperatorPlatform, OperatorPlatformsListErrorCode, OperatorPlatformsListErrorReason>;
  cards: OperatorPlatformsCardsApi;
  customers: OperatorPlatformsCustomersApi;
  internalAccounts: OperatorPlatformsInternalAccountsApi;
  senderDomains: OperatorPlatformsSenderDomainsApi;
  tokens: OperatorPlatformsTokensApi;
  transactions: OperatorPlatformsTransactionsApi;
  umaKeys: OperatorPlatformsUmaKeysApi;
}

export interface OperatorPlatformsCardsApi {
  /**
   * Close a card permanently.
   * In any state. stateReason becomes CLOSED_BY_SERVICE. Emits CARD.STATE_CHANGE.
   * For operators of the service.
   */
  close(platformId: PlatformId, cardId: CardId, body: OperatorStatusRequest, options?: RequestOptions): Call<Card, OperatorPlatformsCardsCloseErrorCode, OperatorPlatformsCardsCloseErrorReason>;
}

export interface OperatorPlatformsCustomersApi {
  /**
   * Change the country that decides about strong customer authentication.
   * It is set when a customer is created, and platforms cannot change it. Open quotes without a proof expire when the
   * new country requires one.
   * For operators of the service.
   */
  changeScaRegion(platformId: PlatformId, customerId: CustomerId, body: OperatorScaRegionRequest, options?: RequestOptions): Call<OperatorScaRegion, OperatorPlatformsCustomersChangeScaRegionErrorCode, OperatorPlatformsCustomersChangeScaRegionErrorReason>;
  /**
   * Unlock a customer.
   * Ends a suspension and locks after failed logins and proofs. Resets the number of failures.
   * For operators of the service.
   */
  unlock(platformId: PlatformId, customerId: CustomerId, body: OperatorStatusRequest, options?: RequestOptions): Call<OperatorCustomerLock, OperatorPlatformsCustomersUnlockErrorCode, OperatorPlatformsCustomersUnlockErrorReason>;
}

export interface OperatorPlatformsInternalAccountsApi {
  /**
   * Freeze an internal account.
   * It can neither send nor receive until it is unfrozen. Payments that it has sent still complete, and refunds are
   * credited to it; a payment to it that is in progress fails and is refunded. Emits INTERNAL_ACCOUNT.STATUS_UPDATED.
   * For operators of the service.
   */
  freeze(platformId: PlatformId, accountId: InternalAccountId, body: OperatorStatusRequest, options?: RequestOptions): Call<InternalAccount, OperatorPlatformsInternalAccountsFreezeErrorCode, OperatorPlatformsInternalAccountsFreezeErrorReason>;
  /**
   * Unfreeze an internal account.
   * It can send and receive again. Emits INTERNAL_ACCOUNT.STATUS_UPDATED.
   * For operators of the service.
   */
  unfreeze(platformId: PlatformId, accountId: InternalAccountId, body: OperatorStatusRequest, options?: RequestOptions): Call<InternalAccount, OperatorPlatformsInternalAccountsUnfreezeErrorCode, OperatorPlatformsInternalAccountsUnfreezeErrorReason>;
}

export interface OperatorPlatformsSenderDomainsApi {
  /**
   * Allow a platform to send mail from a domain.
   * The platform can then set an address of this domain as embeddedWalletConfig.sendFromEmailAddress. Allow only
   * domains that authorize the mail gateway of the service (SPF, DKIM).
   * For operators of the service.
   */
  allow(platformId: PlatformId, domain: string, options?: RequestOptions): Call<void, OperatorPlatformsSenderDomainsAllowErrorCode, OperatorPlatformsSenderDomainsAllowErrorReason>;
  /**
   * Stop a platform from sending mail from a domain.
   * Mail is sent from the default sender at once, even if the configuration still contains the domain.
   * For operators of the service.
   */
  delete(platformId: PlatformId, domain: string, options?: RequestOptions): Call<void, OperatorPlatformsSenderDomainsDeleteErrorCode, OperatorPlatformsSenderDomainsDeleteErrorReason>;
  /**
   * List the sender domains of a platform.
   * For operators of the service.
   */
  list(platformId: PlatformId, options?: RequestOptions): Call<OperatorSenderDomainList, OperatorPlatformsSenderDomainsListErrorCode, OperatorPlatformsSenderDomainsListErrorReason>;
}

export interface OperatorPlatformsTokensApi {
  /**
   * Create an API token of a platform.
   * clientSecret is in this response and never shown again.
   * For operators of the service.
   */
  create(platformId: PlatformId, body: ApiTokenCreateRequest, options?: RequestOptions): Call<ApiToken, OperatorPlatformsTokensCreateErrorCode, OperatorPlatformsTokensCreateErrorReason>;
}

export interface OperatorPlatformsTransactionsApi {
  /**
   * Refund a payment whose refund has failed.
   * Returns the funds in suspense to the payer, including fees, at the locked rate. Emits
   * OUTGOING_PAYMENT.REFUND_PENDING and OUTGOING_PAYMENT.REFUND_COMPLETED.
   * For operators of the service.
   */
  refund(platformId: PlatformId, transactionId: TransactionId, body: OperatorStatusRequest, options?: RequestOptions): Call<OutgoingTransaction, OperatorPlatformsTransactionsRefundErrorCode, OperatorPlatformsTransactionsRefundErrorReason>;
}

export interface OperatorPlatformsUmaKeysApi {
  /**
   * Set the UMA keys and certificates of a platform.
   * Replaces the keys that were generated on first use. /.well-known/lnurlpubkey shows them within seconds; other
   * providers may cache the old ones for a day.
   * For operators of the service.
   */
  set(platformId: PlatformId, body: OperatorUmaKeys, options?: RequestOptions): Call<void, OperatorPlatformsUmaKeysSetErrorCode, OperatorPlatformsUmaKeysSetErrorReason>;
}

export interface OperatorReviewsApi {
  approve(verificationId: VerificationId, options: RequestOptions): Call<Verification, OperatorReviewsApproveErrorCode, OperatorReviewsApproveErrorReason>;
  /**
   * Approve an applicant.
   * The customer is APPROVED and gets its accounts.
   * For operators of the service.
   */
  approve(verificationId: VerificationId, body?: OperatorReviewApproval, options?: RequestOptions): Call<Verification, OperatorReviewsApproveErrorCode, OperatorReviewsApproveErrorReason>;
  /**
   * Claim a review.
   * Keeps other operators from deciding about it for 15 minutes. Claiming it again renews the claim, and the decision
   * ends it.
   * For operators of the service.
   */
  claim(verificationId: VerificationId, options?: RequestOptions): Call<OperatorReviewClaim, OperatorReviewsClaimErrorCode, OperatorReviewsClaimErrorReason>;
  /**
   * Read all data of an applicant.
   * The response contains identifiers in plain text, so this is recorded in the log of actions.
   * For operators of the service.
   */
  get(verificationId: VerificationId, options?: RequestOptions): Call<OperatorReview, OperatorReviewsGetErrorCode, OperatorReviewsGetErrorReason>;
  list(options: RequestOptions): ListCall<OperatorReviewListResponse, OperatorWaitingReview, OperatorReviewsListErrorCode, OperatorReviewsListErrorReason>;
  /**
   * List verifications that wait for a decision.
   * First in, first out.
   * For operators of the service.
   */
  list(query?: OperatorReviewsListQuery, options?: RequestOptions): ListCall<OperatorReviewListResponse, OperatorWaitingReview, OperatorReviewsListErrorCode, OperatorReviewsListErrorReason>;
  /**
   * Reject an applicant.
   * Final: the customer is REJECTED and cannot be submitted again.
   * For operators of the service.
   */
  reject(verificationId: VerificationId, body: OperatorReviewRejection, options?: RequestOptions): Call<Verification, OperatorReviewsRejectErrorCode, OperatorReviewsRejectErrorReason>;
  /**
   * Give up the claim of a review.
   * Without a claim of this operator it changes nothing.
   * For operators of the service.
   */
  release(verificationId: VerificationId, options?: RequestOptions): Call<void, OperatorReviewsReleaseErrorCode, OperatorReviewsReleaseErrorReason>;
  /**
   * Request other or further documents of an applicant.
   * Documents with a problem can then be replaced. The verification is RESOLVE_ERRORS until it is submitted again.
   * For operators of the service.
   */
  requestChanges(verificationId: VerificationId, body: OperatorReviewChanges, options?: RequestOptions): Call<Verification, OperatorReviewsRequestChangesErrorCode, OperatorReviewsRequestChangesErrorReason>;
}

export interface OperatorSessionsApi {
  /**
   * End the session of a person.
   * Every server rejects it within a second. The person can log in again.
   * For operators of the service.
   */
  delete(sessionId: ConsoleSessionId, options?: RequestOptions): Call<void, OperatorSessionsDeleteErrorCode, OperatorSessionsDeleteErrorReason>;
  /**
   * List the sessions of people in the console.
   * A session ends after 30 minutes without a request, and 12 hours after the login. Newest first.
   * For operators of the service.
   */
  list(options?: RequestOptions): Call<OperatorSessionListResponse, OperatorSessionsListErrorCode, OperatorSessionsListErrorReason>;
}

export interface OperatorStatusApi {
  /**
   * Read the state of the service.
   * Versions, processes, backlogs of jobs and deliveries, keys, the database and its archive of write-ahead logs.
   * Counts stop at 10,000.
   * For operators of the service.
   */
  get(options?: RequestOptions): Call<OperatorSystemStatus, OperatorStatusGetErrorCode, OperatorStatusGetErrorReason>;
}

export interface OperatorTransactionsApi {
  listSuspended(options: RequestOptions): ListCall<OperatorSuspendedPaymentListResponse, OperatorSuspendedPayment, OperatorTransactionsListSuspendedErrorCode, OperatorTransactionsListSuspendedErrorReason>;
  /**
   * List payments that were neither paid out nor refunded.
   * Payments of every platform whose payout and refund have failed. Their funds are in suspense.
   * For operators of the service.
   */
  listSuspended(query?: OperatorTransactionsListSuspendedQuery, options?: RequestOptions): ListCall<OperatorSuspendedPaymentListResponse, OperatorSuspendedPayment, OperatorTransactionsListSuspendedErrorCode, OperatorTransactionsListSuspendedErrorReason>;
}

export interface OperatorUnmatchedCreditsApi {
  /**
   * Assign an unmatched bank credit to an internal account.
   * Creates a completed incoming transaction. Emits INCOMING_PAYMENT.COMPLETED and INTERNAL_ACCOUNT.BALANCE_UPDATED.
   * Assigning it to the same account again changes nothing.
   * For operators of the service.
   */
  assign(creditId: BankCreditId, body: OperatorCreditAssignRequest, options?: RequestOptions): Call<OperatorUnmatchedCredit, OperatorUnmatchedCreditsAssignErrorCode, OperatorUnmatchedCreditsAssignErrorReason>;
  list(options: RequestOptions): ListCall<OperatorUnmatchedCreditListResponse, OperatorUnmatchedCredit, OperatorUnmatchedCreditsListErrorCode, OperatorUnmatchedCreditsListErrorReason>;
  /**
   * List bank credits that match no account and no payment.
   * Their funds are in suspense until they are assigned or returned. Newest first.
   * For operators of the service.
   */
  list(query?: OperatorUnmatchedCreditsListQuery, options?: RequestOptions): ListCall<OperatorUnmatchedCreditListResponse, OperatorUnmatchedCredit, OperatorUnmatchedCreditsListErrorCode, OperatorUnmatchedCreditsListErrorReason>;
  /**
   * Return an unmatched bank credit to its payer.
   * The return is paid over the first rail that reaches the account of the payer. RETURNING becomes RETURNED when the
   * bank has paid it, or UNMATCHED again when the return failed. Repeating the request meanwhile changes nothing.
   * For operators of the service.
   */
  return(creditId: BankCreditId, body: OperatorCreditReturnRequest, options?: RequestOptions): Call<OperatorUnmatchedCredit, OperatorUnmatchedCreditsReturnErrorCode, OperatorUnmatchedCreditsReturnErrorReason>;
}
