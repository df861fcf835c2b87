import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { TestApp } from './support/app.ts';

/** Schemas of request bodies by the contract, with their required members. */
const required = `
  PlatformConfigUpdateRequest:
  CounterpartyFieldDefinition: name mandatory
  EmbeddedWalletConfig:
  CardTokenization2FAConfig:
  FeeConfig: feeType sourceCurrency variableFeeBps fixedFee
  IndividualCustomerCreateRequest: customerType
  Address: line1 postalCode country
  BusinessCustomerCreateRequest: customerType businessInfo
  BusinessInfo: legalName country incorporatedOn taxId
  IndividualCustomerUpdateRequest: customerType
  BusinessCustomerUpdateRequest: customerType
  BusinessInfoUpdate:
  KycLinkCreateRequest:
  BeneficialOwnerCreateRequest: customerId roles ownershipPercentage personalInfo
  BeneficialOwnerPersonalInfo: firstName lastName birthDate nationality address idType identifier
  BeneficialOwnerUpdateRequest:
  BeneficialOwnerPersonalInfoUpdate:
  VerificationRequest: customerId
  ContactVerificationConfirmRequest: code
  TotpFactorEnrollRequest: type
  PasskeyFactorEnrollRequest: type
  TotpEnrollmentConfirmRequest: type secret code
  PasskeyEnrollmentConfirmRequest: type origin credential
  ScaLoginStartRequest: factor
  RecordSecurityEventRequest: eventType
  TwoFactorResetStartRequest: factor
  TwoFactorResetCompleteRequest:
  ScaAuthorization:
  InternalAccountUpdateRequest:
  InternalAccountExportRequest: clientPublicKey
  ExternalAccountCreateRequest: currency accountInfo
  BaseWalletExternalAccountInfo: accountType address
  WalletIndividualBeneficiary: beneficiaryType fullName countryOfResidence
  BusinessBeneficiary: beneficiaryType legalName
  EthereumWalletExternalAccountInfo: accountType address
  LightningExternalAccountInfo: accountType
  PolygonWalletExternalAccountInfo: accountType address
  PlasmaWalletExternalAccountInfo: accountType address
  SolanaWalletExternalAccountInfo: accountType address
  SparkWalletExternalAccountInfo: accountType address
  TronWalletExternalAccountInfo: accountType address
  OwnershipChallengeRequest: method
  OwnershipVerifyRequest: signature
  PlatformExternalAccountCreateRequest: currency accountInfo
  DocumentUploadRequest: file documentType country documentHolder
  DocumentReplaceRequest: file documentType country
  TransferInRequest: source destination
  ExternalAccountReference: accountId
  InternalAccountReference: accountId
  TransferOutRequest: source destination
  ExternalAccountDestinationReference: accountId
  QuoteRequest: source destination lockedCurrencySide lockedCurrencyAmount
  AccountQuoteSource: sourceType accountId
  RealtimeFundingQuoteSource: sourceType currency
  AccountDestination: destinationType accountId
  UmaAddressDestination: destinationType umaAddress
  PlatformFeeOverride: platformFixedFee platformVariableFeeBps
  ExecuteQuoteRequest:
  EstimateCryptoWithdrawalFeeRequest: internalAccountId currency cryptoNetwork amount destinationAddress
  ConfirmReceiptDeliveryRequest:
  ApprovePaymentRequest:
  RejectPaymentRequest:
  CancelTransactionRequest:
  SandboxSendRequest: quoteId currencyCode
  SandboxUmaReceiveRequest: senderUmaAddress receivingCurrencyCode receivingCurrencyAmount
  SandboxFundRequest: amount
  SandboxCardAuthorizationRequest: amount currency merchant
  CardMerchant: descriptor
  SandboxCardClearingRequest: cardTransactionId amount
  SandboxCardReturnRequest: cardTransactionId amount
  SandboxCardBalanceInquiryRequest: merchant
  SandboxCardAuthorizationAdviceRequest: cardTransactionId amount
  SandboxCardTransactionRefRequest: cardTransactionId
  UmaInvitationCreateRequest: inviterUma
  UmaInvitationClaimRequest: inviteeUma
  ApiTokenCreateRequest: name permissions
  OauthCredentialCreateRequest: type accountId oidcToken
  PasskeyCredentialCreateRequest: type accountId nickname challenge attestation
  OauthCredentialVerifyRequest: type oidcToken clientPublicKey
  PasskeyCredentialVerifyRequest: type assertion
  AuthCredentialChallengeRequest:
  AuthSessionRefreshRequest: clientPublicKey
  DelegatedKeyCreateRequest: cardId internalAccountId nickname
  AgentCreateRequest: name customerId policy
  AgentPolicy: permissions defaultExecutionMode spendingLimits
  AgentSpendingLimits: currency perTransactionLimit
  AgentAccountRestrictions:
  AgentAccountRule: accountId
  AgentApprovalThresholds:
  AgentUpdateRequest:
  AgentPolicyUpdateRequest:
  AgentSpendingLimitsUpdate:
  AgentActionRejectRequest:
  CardCreateRequest: cardholderId form fundingSources
  CardUpdateRequest:
  StablecoinRegisterRequest: providerTokenIdentifier networkTokenIdentifier network
  StablecoinMintRequest: amount fundingSource destination
  StablecoinWireFundingSource: type
  StablecoinAchDebitFundingSource: type externalAccountId
  StablecoinSameDayAchDebitFundingSource: type externalAccountId
  StablecoinServiceInternalFundingSource: type accountId
  StablecoinProviderBalanceFundingSource: type sourceTokenIdentifier cryptoNetwork
  StablecoinMintDestination: accountId
  StablecoinBurnRequest: amount source destination
  StablecoinExternalAccountBurnSource: type
  StablecoinServiceInternalBurnSource: type accountId
  StablecoinProviderBalanceBurnSource: type
  StablecoinBurnDestination: type externalAccountId rail
  StablecoinProviderAccountLinkRequest: provider apiClientId apiClientSecret
`;

const table = required
  .trim()
  .split('\n')
  .map((line) => line.trim().split(':'))
  .map(([name = '', members = '']) => ({ name, members: members.split(' ').filter(Boolean) }));

let app: TestApp;
let schemas: Record<string, any>;
beforeAll(async () => {
  app = await TestApp.shared();
  ({ schemas } = app.contract.document['components']);
});
afterAll(() => app.stop());

describe('the schema of a request', () => {
  it.each(table)('$name requires no member that the contract leaves optional', ({ name, members }) => {
    const schema = schemas[name];
    expect(schema?.properties).toBeDefined();
    expect(Object.keys(schema.properties)).toEqual(expect.arrayContaining(members));
    const added = (schema.required ?? []).filter((member: string) => !members.includes(member));
    expect(added).toEqual([]);
  });

  it('leaves the challenge of a change of trust optional', () => {
    const { properties, required: members } = schemas['BeneficiaryTrustConfirmRequest'];
    expect([Object.keys(properties).includes('challengeId'), members]).toEqual([true, undefined]);
  });

  it('declares every member of the currency of a simulated purchase, none of them required', () => {
    const { currency } = schemas['SandboxCardAuthorizationRequest'].properties;
    expect(Object.keys(currency.properties)).toEqual(['code', 'name', 'symbol', 'decimals']);
    expect(currency.required).toBeUndefined();
  });
});
