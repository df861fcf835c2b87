import { generateKeyPairSync, type KeyObject, sign } from 'node:crypto';
import { base58 } from '@scure/base';
import type { Route } from '../../src/engine/http/route.ts';
import { uuidv7 } from '../../src/foundation/kernel/ids.ts';
import { agentExamples, agentOf } from './agents.ts';
import { cardRequest, newCard } from './cards.ts';
import type { Client } from './client.ts';
import { paymentToDecide, umaPayment } from './deferral.ts';
import { documentForm, newBusiness, newIndividual, newOwner, passport, person, upload } from './documents.ts';
import { exampleRequest } from './external-accounts.ts';
import { newPayer, payeeWithSuffix, quoteFor } from './payments.ts';
import { CODE, enrollPasskey, IP, newEuropean, newUsdcAddress, sca } from './sca.ts';
import { burnRequest, credentials, mint, mintRequest, newCoin, newLink, registration } from './stablecoins.ts';
import {
  ClientKey,
  loginByCode,
  newWallet as newEmbeddedWallet,
  otpBundle,
  signedHeaders,
  targetOf,
} from './wallets.ts';

/** One successful call of an operation, against resources of the platform it was made for. */
export interface Example {
  /** The calling agent, if it is one. */
  as?: Client;
  params?: Record<string, string>;
  query?: Record<string, string>;
  body?: unknown;
}

/** `platform` has every permission; the call uses another token. */
type MakeExample = (platform: Client) => Example | Promise<Example>;

/**
 * Every operation once. Tests that iterate over all routes (tenancy, idempotency, secrets, documented responses) use
 * this table and fail for an operation that is missing: add a row for each new route.
 */
const examples: Record<string, MakeExample> = {
  getPlatformConfig: () => ({}),
  updatePlatformConfig: () => ({ body: { umaDomain: 'pay.example.com' } }),
  createToken: () => ({ body: { name: 'Reporting', permissions: ['VIEW'] } }),
  listTokens: () => ({}),
  getTokenById: async (platform) => ({ params: { tokenId: await newToken(platform) } }),
  deleteTokenById: async (platform) => ({ params: { tokenId: await newToken(platform) } }),
  listRequests: async (platform) => {
    await loggedRequest(platform);
    return { query: { path: `${platform.basePath}/config` } };
  },
  listRequestErrors: async (platform) => {
    await loggedRequest(platform, '/tokens?limit=0');
    return {};
  },
  getRequest: async (platform) => ({ params: { requestId: await loggedRequest(platform, '/tokens/unknown') } }),
  listPlatformInternalAccounts: () => ({}),
  listCustomerInternalAccounts: () => ({}),
  listLedgerAccounts: async (platform) => ({
    query: { ownerId: (await newPayer(platform)).customerId, currency: 'USD' },
  }),
  getLedgerAccount: (platform) => fundedAccount(platform),
  listLedgerAccountEntries: (platform) => fundedAccount(platform),
  exportLedgerAccountEntries: async (platform) => ({
    ...(await fundedAccount(platform)),
    query: { since: '2026-01-01T00:00:00Z', until: '2026-12-31T00:00:00Z' },
  }),
  listInternalAccountBalanceChanges: async (platform) => {
    const { accountId: id } = await newPayer(platform);
    await platform.post('/sandbox/clock/advance', { seconds: 86_400 });
    return { params: { id }, query: { from: '2026-01-15T00:00:00Z', to: '2026-01-16T00:00:00Z' } };
  },
  listLedgerEntries: async (platform) => {
    await newPayer(platform);
    return { query: { currency: 'USD', debitKind: 'RAIL_NOSTRO', limit: '1' } };
  },
  getTrialBalance: async (platform) => {
    await newPayer(platform);
    return {};
  },
  exportTrialBalance: () => ({}),
  getLedgerFlows: async (platform) => {
    await newPayer(platform);
    return { query: { currency: 'USD' } };
  },
  getLedgerChecks: () => ({}),
  runLedgerChecks: () => ({}),
  getEndUserTerms: () => ({}),
  createCustomer: () => ({ body: adaLovelace }),
  listCustomers: () => ({}),
  getCustomerById: async (platform) => ({ params: { customerId: await newCustomer(platform) } }),
  updateCustomerById: async (platform) => ({
    params: { customerId: await newCustomer(platform) },
    body: { customerType: 'INDIVIDUAL', fullName: 'Ada King' },
  }),
  deleteCustomerById: async (platform) => ({ params: { customerId: await newCustomer(platform) } }),
  uploadCustomersCsv: () => ({ body: csvForm() }),
  getBulkCustomerImportJob: async (platform) => {
    const { body } = await platform.post('/customers/bulk/csv', csvForm());
    return { params: { jobId: body.jobId } };
  },
  sendCustomerEmailVerification: async (platform) => ({ params: { customerId: await newCustomer(platform) } }),
  sendCustomerPhoneVerification: async (platform) => ({ params: { customerId: await newCustomer(platform) } }),
  confirmCustomerEmailVerification: (platform) => contactCode(platform, 'email'),
  confirmCustomerPhoneVerification: (platform) => contactCode(platform, 'phone'),
  createBeneficialOwner: async (platform) => ({
    body: { customerId: await newBusiness(platform), roles: ['UBO'], ownershipPercentage: 20, personalInfo: person },
  }),
  listBeneficialOwners: async (platform) => {
    const customerId = await newBusiness(platform);
    await newOwner(platform, customerId);
    return { query: { customerId } };
  },
  getBeneficialOwner: (platform) => ownerOf(platform),
  updateBeneficialOwner: async (platform) => ({ ...(await ownerOf(platform)), body: { ownershipPercentage: 30 } }),
  createVerification: async (platform) => ({ body: { customerId: await newIndividual(platform) } }),
  listVerifications: () => ({}),
  getVerification: async (platform) => {
    const { body } = await platform.post('/verifications', { customerId: await newIndividual(platform) });
    return { params: { verificationId: body.id } };
  },
  createCustomerKycLink: async (platform) => ({
    params: { customerId: await newIndividual(platform) },
    body: { redirectUri: 'https://app.example.com/verified' },
  }),
  uploadDocument: async (platform) => ({
    body: documentForm({ documentHolder: await newIndividual(platform), ...passport }),
  }),
  listDocuments: () => ({}),
  getDocument: (platform) => documentOf(platform),
  replaceDocument: async (platform) => ({ ...(await documentOf(platform)), body: documentForm(passport) }),
  deleteDocument: (platform) => documentOf(platform),
  listCustomerExternalAccounts: () => ({}),
  createCustomerExternalAccount: async (platform) => ({
    body: { customerId: await newCustomer(platform), ...exampleRequest('GBP_ACCOUNT') },
  }),
  getCustomerExternalAccountById: (platform) => newWallet(platform, CUSTOMERS_WALLETS),
  deleteCustomerExternalAccountById: (platform) => newWallet(platform, CUSTOMERS_WALLETS),
  createExternalAccountOwnershipChallenge: (platform) => challengedWallet(platform, CUSTOMERS_WALLETS),
  verifyExternalAccountOwnership: (platform) => signedWallet(platform, CUSTOMERS_WALLETS),
  listScaFactors: async (platform) => ofCustomer(await newEuropean(platform)),
  startScaFactorEnrollment: async (platform) => ({
    ...ofCustomer(await newEuropean(platform)),
    body: { type: 'TOTP' },
  }),
  confirmScaFactorEnrollment: async (platform) => {
    const customerId = await newEuropean(platform);
    const { body } = await sca(platform, customerId).enroll('TOTP');
    return { ...ofCustomer(customerId), body: { type: 'TOTP', secret: body.secret, code: CODE } };
  },
  deleteScaFactor: async (platform) => {
    const customerId = await newEuropean(platform);
    const { credentialId } = await enrollPasskey(platform, customerId);
    return { ...ofCustomer(customerId), params: { credentialId } };
  },
  startScaLogin: async (platform) => ({ ...ofCustomer(await newEuropean(platform)), body: { factor: 'SMS_OTP' } }),
  completeScaLogin: async (platform) => {
    const customerId = await newEuropean(platform);
    const { body } = await sca(platform, customerId).start('SMS_OTP');
    const proof = { factor: 'SMS_OTP', challengeId: body.challengeId, code: CODE, endUserIpAddress: IP };
    return { ...ofCustomer(customerId), body: proof };
  },
  recordSecurityEvent: async (platform) => ({
    ...ofCustomer(await newEuropean(platform)),
    body: { eventType: 'FAILED_LOGIN_ATTEMPT' },
  }),
  startTwoFactorReset: async (platform) => ({
    ...ofCustomer(await newEuropean(platform)),
    body: { factor: 'SMS_OTP' },
  }),
  getTwoFactorResetStatus: (platform) => startedReset(platform),
  completeTwoFactorReset: async (platform) => {
    const started = await startedReset(platform);
    await platform.post('/sandbox/clock/advance', { seconds: 5 });
    return { ...started, body: { mobile: { countryCode: '44', number: '7700900123' } } };
  },
  startBeneficiaryTrust: (platform) => trustChange(platform),
  confirmBeneficiaryTrust: (platform) => provedTrust(platform, 'trust'),
  startBeneficiaryUntrust: (platform) => trustChange(platform),
  confirmBeneficiaryUntrust: (platform) => provedTrust(platform, 'untrust'),
  listPlatformExternalAccounts: () => ({}),
  createPlatformExternalAccount: () => ({ body: exampleRequest('GBP_ACCOUNT') }),
  getPlatformExternalAccountById: (platform) => newWallet(platform, PLATFORM_WALLETS),
  deletePlatformExternalAccountById: (platform) => newWallet(platform, PLATFORM_WALLETS),
  createPlatformExternalAccountOwnershipChallenge: (platform) => challengedWallet(platform, PLATFORM_WALLETS),
  verifyPlatformExternalAccountOwnership: (platform) => signedWallet(platform, PLATFORM_WALLETS),
  getExchangeRates: () => ({ query: { sourceCurrency: 'USD', destinationCurrency: 'EUR' } }),
  getDiscoveries: () => ({ query: { currency: 'KES' } }),
  estimateCryptoWithdrawalFee: async (platform) => ({
    body: {
      internalAccountId: await platformAccount(platform, 'USDC'),
      currency: 'USDC',
      cryptoNetwork: 'SOLANA',
      amount: 5_000_000,
      destinationAddress: 'EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v',
    },
  }),
  lookupUma: async (platform) => ({
    params: { receiverUmaAddress: '%24success.usd%40sandbox.causeway.test' },
    query: { customerId: await newCustomer(platform) },
  }),
  lookupExternalAccount: async (platform) => {
    const { params } = await newWallet(platform, PLATFORM_WALLETS);
    return { params: { accountId: params.externalAccountId }, query: { customerId: await newCustomer(platform) } };
  },
  createQuote: async (platform) => ({ body: await quoteRequest(platform) }),
  getQuoteById: async (platform) => ({ params: { quoteId: (await newQuote(platform)).id } }),
  executeQuote: async (platform) => ({
    params: { quoteId: (await newQuote(platform)).id },
    body: { scaFactor: 'SMS_OTP' },
  }),
  authorizeQuote: async (platform) => ({ ...(await awaitingQuote(platform)), body: { code: CODE } }),
  resendQuoteScaCode: (platform) => awaitingQuote(platform),
  listTransactionTimeline: async (platform) => ({
    params: { transactionId: (await newQuote(platform)).transactionId },
    // The request log is written in the background.
    query: { kinds: 'QUOTE,EVENT' },
  }),
  getTransactionById: async (platform) => ({ params: { transactionId: (await newQuote(platform)).transactionId } }),
  listTransactions: () => ({}),
  cancelTransaction: async (platform) => ({
    params: { transactionId: await waitingTransfer(platform) },
    body: { reason: 'Sent to the wrong account' },
  }),
  confirmReceiptDelivery: async (platform) => ({
    params: { transactionId: (await newQuote(platform)).transactionId },
    body: { receiptDeliveryConfirmedAt: '2026-01-15T09:30:00Z' },
  }),
  createTransferIn: async (platform) => {
    const { source, destination, amount } = await transferRequest(platform, '111');
    return { body: { source: destination, destination: source, amount } };
  },
  createTransferOut: async (platform) => ({ body: await transferRequest(platform, '111') }),
  sandboxSend: async (platform) => ({ body: { quoteId: await fundedQuote(platform), currencyCode: 'USD' } }),
  sandboxReceive: async (platform) => ({ body: await umaPayment(platform) }),
  approvePendingPayment: async (platform) => ({
    params: { transactionId: await paymentToDecide(platform) },
    body: { receiverCustomerInfo: { FULL_NAME: 'Ada Lovelace' } },
  }),
  rejectPendingPayment: async (platform) => ({
    params: { transactionId: await paymentToDecide(platform) },
    body: { reason: 'The receiver does not expect this payment' },
  }),
  sandboxFundInternalAccount: async (platform) => ({
    params: { accountId: await platformAccount(platform) },
    body: { amount: 1_000 },
  }),
  createAuthCredential: async (platform) => ({
    body: { type: 'SMS_OTP', accountId: (await newEmbeddedWallet(platform, { email: undefined })).accountId },
  }),
  listAuthCredentials: async (platform) => ({ query: { accountId: (await newEmbeddedWallet(platform)).accountId } }),
  revokeAuthCredential: async (platform) => ({ params: { id: await secondCredential(platform) } }),
  challengeAuthCredential: async (platform) => ({
    params: { id: (await newEmbeddedWallet(platform)).emailId },
    body: { clientPublicKey: new ClientKey().compressed },
  }),
  verifyAuthCredential: async (platform) => {
    const { emailId } = await newEmbeddedWallet(platform);
    const { body } = await platform.post(`/auth/credentials/${emailId}/challenge`);
    const encryptedOtpBundle = otpBundle(targetOf(body.otpEncryptionTargetBundle), new ClientKey());
    return { params: { id: emailId }, body: { type: 'EMAIL_OTP', encryptedOtpBundle } };
  },
  listAuthSessions: async (platform) => {
    const wallet = await newEmbeddedWallet(platform);
    await loginByCode(wallet);
    return { query: { accountId: wallet.accountId } };
  },
  refreshAuthSession: async (platform) => {
    const { id, key } = await loginByCode(await newEmbeddedWallet(platform));
    return { params: { id }, body: { clientPublicKey: key.compressed } };
  },
  revokeAuthSession: async (platform) => {
    const { id } = await loginByCode(await newEmbeddedWallet(platform));
    return { params: { id } };
  },
  updateInternalAccount: async (platform) => ({
    params: { id: (await newEmbeddedWallet(platform)).accountId },
    body: { privateEnabled: true },
  }),
  exportInternalAccount: async (platform) => ({
    params: { id: (await newEmbeddedWallet(platform)).accountId },
    body: { clientPublicKey: new ClientKey().uncompressed },
  }),
  createDelegatedKey: async (platform) => ({ body: await delegation(platform) }),
  listDelegatedKeys: async (platform) => {
    const { body } = await platform.get(`/auth/delegated-keys/${await newDelegatedKey(platform)}`);
    return { query: { accountId: body.accountId } };
  },
  getDelegatedKeyById: async (platform) => ({ params: { id: await newDelegatedKey(platform) } }),
  revokeDelegatedKey: async (platform) => ({ params: { id: await newDelegatedKey(platform) } }),
  createCard: async (platform) => ({ body: cardRequest(await newPayer(platform)) }),
  listCards: async (platform) => {
    const payer = await newPayer(platform);
    await newCard(platform, payer);
    return { query: { accountId: payer.accountId } };
  },
  getCardById: async (platform) => ({ params: { id: await issuedCard(platform) } }),
  updateCardById: async (platform) => ({
    params: { id: (await newCard(platform, await newPayer(platform))).id },
    body: { maxSpendPerTransaction: 10_000 },
  }),
  revealCard: async (platform) => ({ params: { id: await issuedCard(platform) } }),
  sandboxSimulateCardAuthorization: (platform) => atShop(platform),
  sandboxSimulateCardCreditAuthorization: (platform) => atShop(platform),
  sandboxSimulateCardFinancialAuthorization: (platform) => atShop(platform),
  sandboxSimulateCardFinancialCreditAuthorization: (platform) => atShop(platform),
  sandboxSimulateCardCreditAuthorizationAdvice: (platform) => atShop(platform),
  sandboxSimulateCardBalanceInquiry: async (platform) => ({
    params: { id: await issuedCard(platform) },
    body: { merchant: SHOPPING.merchant },
  }),
  sandboxSimulateCardAuthorizationAdvice: (platform) => purchase(platform, ['authorization']),
  sandboxSimulateCardAuthorizationReversal: (platform) => purchase(platform, ['authorization']),
  sandboxSimulateCardAuthorizationExpiry: async (platform) => {
    const { params, body } = await purchase(platform, ['authorization']);
    return { params, body: { cardTransactionId: body.cardTransactionId } };
  },
  sandboxSimulateCardClearing: (platform) => purchase(platform, ['authorization']),
  sandboxSimulateCardReturn: (platform) => purchase(platform, ['financial_authorization']),
  sandboxSimulateCardReturnReversal: async (platform) => {
    const { params, body } = await purchase(platform, ['financial_authorization', 'return']);
    return { params, body: { cardTransactionId: body.cardTransactionId } };
  },
  listCardDisputes: async (platform) => {
    const { cardTransactionId } = await dispute(platform);
    return { query: { cardTransactionId } };
  },
  getCardDisputeById: async (platform) => ({ params: { id: (await dispute(platform)).id } }),
  sandboxSimulateCardDisputeOpen: async (platform) => {
    const { params, body } = await purchase(platform, ['financial_authorization']);
    return { params, body: { ...body, reason: 'NOT_RECEIVED' } };
  },
  sandboxSimulateCardDisputeProvisionalCredit: (platform) => disputeStep(platform),
  sandboxSimulateCardDisputeCreditReversal: async (platform) => {
    const { params, body } = await disputeStep(platform);
    await platform.post(`/sandbox/cards/${params.id}/simulate/dispute_provisional_credit`, body);
    return { params, body };
  },
  sandboxSimulateCardDisputeClose: async (platform) => {
    const { params, body } = await disputeStep(platform);
    return { params, body: { ...body, outcome: 'WON' } };
  },
  ...agentExamples,
  listWebhookEventTypes: () => ({}),
  search: async (platform) => ({ query: { q: await newCustomer(platform) } }),
  getWebhookEndpoint: async (platform) => {
    await setWebhookEndpoint(platform);
    return {};
  },
  listWebhookEvents: () => ({}),
  openStream: () => ({ query: { topics: 'transaction', seconds: '1' } }),
  getWebhookEvent: (platform) => eventOf(platform),
  redeliverWebhookEvent: (platform) => eventOf(platform),
  redeliverWebhookEvents: async (platform) => {
    await newPayer(platform);
    await setWebhookEndpoint(platform);
    return { body: { since: '2025-10-13T00:00:00Z', type: 'INTERNAL_ACCOUNT.BALANCE_UPDATED', failedOnly: true } };
  },
  listWebhookKeys: () => ({}),
  rotateWebhookKeys: () => ({}),
  testWebhookEndpoint: (platform) => setWebhookEndpoint(platform),
  sendTestWebhook: (platform) => setWebhookEndpoint(platform),
  createSandboxListener: () => ({}),
  renewSandboxListener: async (platform) => ({ params: { listenerId: (await newListener(platform)).id } }),
  deleteSandboxListener: async (platform) => ({ params: { listenerId: (await newListener(platform)).id } }),
  listSandboxDeliveries: async (platform) => {
    const { id, cursor } = await newListener(platform);
    return { params: { listenerId: id }, query: { cursor } };
  },
  createInvitation: async (platform) => ({ body: { inviterUma: await newUma(platform), amountToSend: 500 } }),
  getInvitation: (platform) => newInvitation(platform),
  claimInvitation: async (platform) => ({
    ...(await newInvitation(platform)),
    body: { inviteeUma: '$grace@bank.example' },
  }),
  cancelInvitation: (platform) => newInvitation(platform),
  getAvailableUmaProviders: () => ({ query: { countryCode: 'US' } }),
  listVasps: () => ({}),
  linkStablecoinProviderAccount: () => ({ body: credentials() }),
  listStablecoinProviderAccounts: () => ({}),
  getStablecoinProviderAccount: async (platform) => ({
    params: { stablecoinProviderAccountId: await newLink(platform) },
  }),
  registerStablecoin: async (platform) => ({ body: registration(await newLink(platform)) }),
  listStablecoins: () => ({}),
  getStablecoin: async (platform) => ({ params: { stablecoinId: await newCoin(platform) } }),
  createStablecoinMint: async (platform) => ({
    params: { stablecoinId: await newCoin(platform) },
    body: await mintRequest(platform),
  }),
  createStablecoinBurn: async (platform) => ({
    params: { stablecoinId: await newCoin(platform) },
    body: await burnRequest(platform),
  }),
  listStablecoinOperations: async (platform) => {
    const stablecoinId = await newCoin(platform);
    await mint(platform, stablecoinId, await mintRequest(platform));
    return { params: { stablecoinId } };
  },
  getStablecoinOperation: (platform) => waitingMint(platform),
  sandboxFundStablecoinOperation: (platform) => waitingMint(platform),
  createSandboxPlatform: () => ({ body: { name: 'Acme Payments' } }),
  getSandboxClock: () => ({}),
  advanceSandboxClock: () => ({ body: { seconds: 1 } }),
  runNextSandboxEvent: async (platform) => ({ body: { resourceId: (await newQuote(platform)).id } }),
  sandboxResolveTransaction: async (platform) => ({
    params: { transactionId: await slowPayment(platform) },
    body: { outcome: 'FAILED', reason: 'ACCOUNT_CANNOT_RECEIVE' },
  }),
  listSandboxMessages: () => ({}),
  listMagicValues: () => ({}),
  // A fault that does not disturb the calls of other examples.
  createSandboxFault: () => ({ body: { path: '/quotes', delayMs: 10 } }),
  listSandboxFaults: () => ({}),
  deleteSandboxFaults: () => ({}),
};

/** Time limit of the tests that iterate over all routes: it grows with the service. */
export const WALK_MS = 180_000;

export interface Call {
  method: Route['method'];
  path: string;
  body: unknown;
  /** An idempotency key, where the operation requires one. */
  headers: Record<string, string>;
  /** Caller: the platform, or its agent. */
  as: Client;
}

/** The equivalent caller of another platform. */
export const callerOf = async (route: Route, platform: Client): Promise<Client> =>
  route.access === 'AGENT' ? (await agentOf(platform)).client : platform;

/** The example of a route, made for this platform. */
export async function exampleCall(route: Route, platform: Client): Promise<Call> {
  const make = examples[route.operationId];
  if (!make) throw new Error(`${route.operationId} has no example in server/test/support/examples.ts`);
  return callOf(route, platform, await make(platform));
}

/** Builds the request of an example. Copies the body, because tests modify it. */
export function callOf(
  route: Route,
  platform: Client,
  { params = {}, query, as = platform, ...example }: Example,
): Call {
  const body = example.body instanceof FormData ? example.body : structuredClone(example.body);
  const path = route.path.replaceAll(/\{(\w+)\}/g, (_, name) => params[name] ?? `{${name}}`);
  const headers: Call['headers'] = route.idempotency === 'REQUIRED' ? { 'idempotency-key': uuidv7() } : {};
  return { method: route.method, path: query ? `${path}?${new URLSearchParams(query)}` : path, body, headers, as };
}

/** The path of a route with well-formed, unknown ids. */
export function unknownPath(route: Route): string {
  return route.path.replaceAll(/\{(\w+)\}/g, (_, name) => {
    const pattern: string | undefined = route.params?.properties[name]?.pattern;
    const type = /^\^(\w+):/.exec(pattern ?? '')?.[1];
    return type ? `${type}:${uuidv7()}` : uuidv7();
  });
}

/** A customer with everything that a verification asks for. */
const adaLovelace = {
  customerType: 'INDIVIDUAL',
  region: 'US',
  fullName: 'Ada Lovelace',
  birthDate: '1990-12-10',
  nationality: 'US',
  email: 'ada@example.com',
  phoneNumber: '+12025550123',
  address: { line1: '12 Analytical Way', city: 'Arlington', state: 'VA', postalCode: '22201', country: 'US' },
};

const trustChange = async (platform: Client): Promise<Example> => ({
  ...payee(await newUsdcAddress(platform, await newEuropean(platform))),
  body: { scaFactor: 'SMS_OTP' },
});

/** A customer whose contact must be verified. */
async function newCustomer(platform: Client): Promise<string> {
  const contact = { region: 'DE', email: 'ada@example.com', phoneNumber: '+4915112345678' };
  const { body } = await platform.post('/customers', { customerType: 'INDIVIDUAL', fullName: 'Ada', ...contact });
  return body.id;
}

const SHOPPING = { amount: 500, currency: { code: 'USD' }, merchant: { descriptor: 'BLUE BOTTLE', mcc: '5814' } };

const atShop = async (platform: Client): Promise<Example> => ({
  params: { id: await issuedCard(platform) },
  body: SHOPPING,
});

/** A card transaction after these simulated messages. */
async function purchase(platform: Client, [first, ...others]: string[]) {
  const id = await issuedCard(platform);
  const simulate = (name: string | undefined, body: object) =>
    platform.post(`/sandbox/cards/${id}/simulate/${name}`, body);
  const { body } = await simulate(first, SHOPPING);
  const request = { cardTransactionId: body.id, amount: SHOPPING.amount };
  for (const name of others) await simulate(name, request);
  return { params: { id }, body: request };
}

/** A dispute of a purchase that has cleared. */
async function dispute(platform: Client) {
  const { params, body } = await purchase(platform, ['financial_authorization']);
  return (await platform.post(`/sandbox/cards/${params.id}/simulate/dispute_open`, body)).body;
}

async function disputeStep(platform: Client) {
  const { id: cardDisputeId, cardId: id } = await dispute(platform);
  return { params: { id }, body: { cardDisputeId } };
}

async function newUma(platform: Client): Promise<string> {
  const { body } = await platform.get(`/customers/${await newCustomer(platform)}`);
  return body.umaAddress;
}

async function newInvitation(platform: Client): Promise<Example> {
  const { body } = await platform.post('/invitations', { inviterUma: await newUma(platform) });
  return { params: { invitationCode: body.code } };
}

async function waitingMint(platform: Client): Promise<Example> {
  const { body } = await mint(platform, await newCoin(platform), await mintRequest(platform));
  return { params: { stablecoinOperationId: body.id } };
}

/** Uses the service itself as endpoint: it responds to every request. */
async function setWebhookEndpoint(platform: Client): Promise<Example> {
  await platform.patch('/config', { webhookEndpoint: `${platform.url}/webhooks` });
  return {};
}

/** The test event sent when the endpoint is set. */
async function eventOf(platform: Client): Promise<Example> {
  await setWebhookEndpoint(platform);
  const { body } = await platform.get('/webhooks/events?type=TEST');
  return { params: { eventId: body.data[0].id } };
}

async function ownerOf(platform: Client): Promise<Example> {
  const { id } = await newOwner(platform, await newBusiness(platform));
  return { params: { beneficialOwnerId: id } };
}

async function documentOf(platform: Client): Promise<Example> {
  const { body } = await upload(platform, await newIndividual(platform));
  return { params: { documentId: body.id } };
}

const CUSTOMERS_WALLETS = '/customers/external-accounts';
const PLATFORM_WALLETS = '/platform/external-accounts';

interface Wallet {
  params: { externalAccountId: string };
  key: KeyObject;
}

/** A self-custody wallet whose ownership must be proved. */
async function newWallet(platform: Client, base: string): Promise<Wallet> {
  const { publicKey, privateKey } = generateKeyPairSync('ed25519');
  const address = base58.encode(publicKey.export({ format: 'der', type: 'spki' }).subarray(-32));
  const owner = base === CUSTOMERS_WALLETS ? { customerId: await newCustomer(platform) } : {};
  const accountInfo = { accountType: 'SOLANA_WALLET', address };
  const { body } = await platform.post(base, { ...owner, currency: 'USDC', ownershipType: 'FIRST_PARTY', accountInfo });
  return { params: { externalAccountId: body.id }, key: privateKey };
}

async function challengedWallet(platform: Client, base: string): Promise<Example> {
  const { params } = await newWallet(platform, base);
  return { params, body: { method: 'WALLET_SIGNATURE' } };
}

async function signedWallet(platform: Client, base: string): Promise<Example> {
  const { params, key } = await newWallet(platform, base);
  const path = `${base}/${params.externalAccountId}/challenge`;
  const { body } = await platform.post(path, { method: 'WALLET_SIGNATURE' });
  return { params, body: { signature: base58.encode(sign(null, Buffer.from(body.messageToSign), key)) } };
}

async function contactCode(platform: Client, channel: 'email' | 'phone'): Promise<Example> {
  const customerId = await newCustomer(platform);
  await platform.post(`/customers/${customerId}/verify-${channel}`);
  return { params: { customerId }, body: { code: '123456' } };
}

/** A quote whose customer must authenticate. */
async function awaitingQuote(platform: Client): Promise<Example> {
  const payer = await newPayer(platform, { region: 'DE', phoneNumber: '+4915112345678' });
  const request = quoteFor(payer, await payeeWithSuffix(platform, payer.customerId, '111'));
  const { body } = await platform.post('/quotes', request);
  await platform.post(`/quotes/${body.id}/execute`);
  return { params: { quoteId: body.id } };
}

const ofCustomer = (customerId: string): Example => ({ query: { customerId } });
const payee = (externalAccountId: string): Example => ({ params: { externalAccountId } });

async function startedReset(platform: Client): Promise<Example> {
  const customerId = await newEuropean(platform);
  const { body } = await sca(platform, customerId).reset('SMS_OTP');
  return { ...ofCustomer(customerId), params: { resetId: body.resetId } };
}

/** The proof for a change of trust; removing trust starts with a trusted payee. */
async function provedTrust(platform: Client, verb: 'trust' | 'untrust', account?: string): Promise<Example> {
  const id = account ?? (await newUsdcAddress(platform, await newEuropean(platform)));
  const path = `${CUSTOMERS_WALLETS}/${id}`;
  if (verb === 'untrust') {
    const { body } = await provedTrust(platform, 'trust', id);
    await platform.post(`${path}/trust/confirm`, body);
  }
  const { body } = await platform.post(`${path}/${verb}`);
  return { ...payee(id), body: { challengeId: body.scaChallenge.id, code: CODE } };
}

function csvForm(): FormData {
  const form = new FormData();
  form.set('file', new Blob(['platformCustomerId,customerType,fullName\n']), 'customers.csv');
  return form;
}

async function newToken(platform: Client): Promise<string> {
  const { body } = await platform.post('/tokens', { name: 'made for an example', permissions: ['VIEW'] });
  return body.id;
}

export async function platformAccount(platform: Client, currency = 'USD'): Promise<string> {
  const { body } = await platform.get(`/platform/internal-accounts?currency=${currency}`);
  return body.data[0].id;
}

/** Waits until a request is in the log, which happens shortly after its response. */
async function loggedRequest(platform: Client, path = '/config'): Promise<string> {
  const { headers } = await platform.get(path);
  const id = headers.get('x-request-id') ?? '';
  for (let i = 0; i < 100; i++) {
    // Reads the list: reading a missing entry would itself log an error.
    const { body } = await platform.get('/request-log?limit=100');
    if (body.data.some((request: { id: string }) => request.id === id)) return id;
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  throw new Error(`request ${id} is not in the log`);
}

async function quoteRequest(platform: Client): Promise<object> {
  const payer = await newPayer(platform);
  return quoteFor(payer, await payeeWithSuffix(platform, payer.customerId, '111'));
}

const newQuote = async (platform: Client) => (await platform.post('/quotes', await quoteRequest(platform))).body;

async function fundedAccount(platform: Client): Promise<Example> {
  return { params: { accountId: (await newPayer(platform)).accountId } };
}

/** Both legs, with the sandbox value in place of a stamp. */
async function acceptedTwice(platform: Client, path: string, body: object) {
  const { body: challenge } = await platform.post(path, body);
  const headers = signedHeaders(challenge.requestId, 'sandbox-valid-signature');
  return (await platform.post(path, body, { headers })).body;
}

async function secondCredential(platform: Client): Promise<string> {
  const { accountId } = await newEmbeddedWallet(platform);
  return (await acceptedTwice(platform, '/auth/credentials', { type: 'SMS_OTP', accountId })).id;
}

async function delegation(platform: Client) {
  const wallet = await newEmbeddedWallet(platform);
  return {
    cardId: (await newCard(platform, wallet)).id,
    internalAccountId: wallet.accountId,
    nickname: 'Shopping card',
  };
}

/** Issued by advancing the clock, so that it works without a running worker. */
async function issuedCard(platform: Client): Promise<string> {
  const { id } = await newCard(platform, await newPayer(platform));
  await platform.post('/sandbox/clock/advance', { seconds: 1 });
  return id;
}

async function newDelegatedKey(platform: Client): Promise<string> {
  const asked = await delegation(platform);
  const { requestId } = await acceptedTwice(platform, '/auth/delegated-keys', asked);
  const headers = signedHeaders(requestId, 'sandbox-valid-signature');
  return (await platform.post('/auth/delegated-keys', asked, { headers })).body.id;
}

/** A quote that waits for its funding payment. */
async function fundedQuote(platform: Client): Promise<string> {
  const { source, ...request } = (await quoteRequest(platform)) as { source: object };
  const realtime = { sourceType: 'REALTIME_FUNDING', currency: 'USD' };
  return (await platform.post('/quotes', { source: realtime, ...request })).body.id;
}

async function transferRequest(platform: Client, suffix: string) {
  const { customerId, accountId } = await newPayer(platform);
  const destination = { accountId: await payeeWithSuffix(platform, customerId, suffix) };
  return { source: { accountId }, destination, amount: 1_000 };
}

/** Executed, and on its way for six minutes. */
async function slowPayment(platform: Client): Promise<string> {
  const payer = await newPayer(platform);
  const payee = await payeeWithSuffix(platform, payer.customerId, '003');
  const { body: quote } = await platform.post('/quotes', quoteFor(payer, payee));
  await platform.post(`/quotes/${quote.id}/execute`);
  return quote.transactionId;
}

/** In transit for 30 seconds, over a rail that supports cancellation. */
async function waitingTransfer(platform: Client): Promise<string> {
  const { destination, ...request } = await transferRequest(platform, '005');
  const { body } = await platform.post('/transfer-out', {
    ...request,
    destination: { ...destination, paymentRail: 'ACH' },
  });
  return body.id;
}

const newListener = async (platform: Client): Promise<{ id: string; cursor: string }> =>
  (await platform.post('/sandbox/listeners', { lookbackSeconds: 60 })).body;
