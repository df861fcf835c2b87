import { beforeAll, describe, expect, it } from 'vitest';
import { BASE_PATH } from '../src/foundation/config.ts';
import { agentOf } from './support/agents.ts';
import { TestApp } from './support/app.ts';
import { exampleCall, unknownPath, WALK_MS } from './support/examples.ts';

/** Every operation of the contract: its name, its method and path, and its success statuses. */
const operations = `
getPlatformConfig GET /config 200
updatePlatformConfig PATCH /config 200
getExchangeRates GET /exchange-rates 200
getDiscoveries GET /discoveries 200
createCustomer POST /customers 201
listCustomers GET /customers 200
getCustomerById GET /customers/{customerId} 200
updateCustomerById PATCH /customers/{customerId} 200 202
deleteCustomerById DELETE /customers/{customerId} 200
getEndUserTerms GET /customers/end-user-terms 200
uploadCustomersCsv POST /customers/bulk/csv 202
getBulkCustomerImportJob GET /customers/bulk/jobs/{jobId} 200
createCustomerKycLink POST /customers/{customerId}/kyc-link 201
createBeneficialOwner POST /beneficial-owners 201
listBeneficialOwners GET /beneficial-owners 200
getBeneficialOwner GET /beneficial-owners/{beneficialOwnerId} 200
updateBeneficialOwner PATCH /beneficial-owners/{beneficialOwnerId} 200
createVerification POST /verifications 200
listVerifications GET /verifications 200
getVerification GET /verifications/{verificationId} 200
sendCustomerEmailVerification POST /customers/{customerId}/verify-email 204
confirmCustomerEmailVerification POST /customers/{customerId}/verify-email/confirm 200
sendCustomerPhoneVerification POST /customers/{customerId}/verify-phone 204
confirmCustomerPhoneVerification POST /customers/{customerId}/verify-phone/confirm 200
listScaFactors GET /sca/factors 200
startScaFactorEnrollment POST /sca/factors 200
confirmScaFactorEnrollment POST /sca/factors/confirm 200
deleteScaFactor DELETE /sca/factors/{credentialId} 204
startScaLogin POST /sca/login/start 200
completeScaLogin POST /sca/login/complete 200
recordSecurityEvent POST /sca/record-event 200
startTwoFactorReset POST /sca/factors/reset 201
getTwoFactorResetStatus GET /sca/factors/reset/{resetId} 200
completeTwoFactorReset POST /sca/factors/reset/{resetId}/complete 204
startBeneficiaryTrust POST /customers/external-accounts/{externalAccountId}/trust 200
confirmBeneficiaryTrust POST /customers/external-accounts/{externalAccountId}/trust/confirm 200
startBeneficiaryUntrust POST /customers/external-accounts/{externalAccountId}/untrust 200
confirmBeneficiaryUntrust POST /customers/external-accounts/{externalAccountId}/untrust/confirm 200
authorizeQuote POST /quotes/{quoteId}/authorize 200
resendQuoteScaCode POST /quotes/{quoteId}/authorize/resend 204
listCustomerInternalAccounts GET /customers/internal-accounts 200
listPlatformInternalAccounts GET /platform/internal-accounts 200
updateInternalAccount PATCH /internal-accounts/{id} 200 202
exportInternalAccount POST /internal-accounts/{id}/export 200 202
listCustomerExternalAccounts GET /customers/external-accounts 200
createCustomerExternalAccount POST /customers/external-accounts 201
getCustomerExternalAccountById GET /customers/external-accounts/{externalAccountId} 200
deleteCustomerExternalAccountById DELETE /customers/external-accounts/{externalAccountId} 204
createExternalAccountOwnershipChallenge POST /customers/external-accounts/{externalAccountId}/challenge 201
verifyExternalAccountOwnership POST /customers/external-accounts/{externalAccountId}/verify 200
listPlatformExternalAccounts GET /platform/external-accounts 200
createPlatformExternalAccount POST /platform/external-accounts 201
getPlatformExternalAccountById GET /platform/external-accounts/{externalAccountId} 200
deletePlatformExternalAccountById DELETE /platform/external-accounts/{externalAccountId} 204
createPlatformExternalAccountOwnershipChallenge POST /platform/external-accounts/{externalAccountId}/challenge 201
verifyPlatformExternalAccountOwnership POST /platform/external-accounts/{externalAccountId}/verify 200
uploadDocument POST /documents 201
listDocuments GET /documents 200
getDocument GET /documents/{documentId} 200
replaceDocument PUT /documents/{documentId} 200
deleteDocument DELETE /documents/{documentId} 204
createTransferIn POST /transfer-in 201
createTransferOut POST /transfer-out 201
lookupUma GET /receiver/uma/{receiverUmaAddress} 200
lookupExternalAccount GET /receiver/external-account/{accountId} 200
getQuoteById GET /quotes/{quoteId} 200
createQuote POST /quotes 201 202
executeQuote POST /quotes/{quoteId}/execute 200
estimateCryptoWithdrawalFee POST /crypto/estimate-withdrawal-fee 200
listTransactions GET /transactions 200
getTransactionById GET /transactions/{transactionId} 200
confirmReceiptDelivery POST /transactions/{transactionId}/confirm 200
approvePendingPayment POST /transactions/{transactionId}/approve 200
rejectPendingPayment POST /transactions/{transactionId}/reject 200
cancelTransaction POST /transactions/{transactionId}/cancel 200
sendTestWebhook POST /sandbox/webhooks/test 200
sandboxSend POST /sandbox/send 200
sandboxReceive POST /sandbox/uma/receive 200
sandboxFundInternalAccount POST /sandbox/internal-accounts/{accountId}/fund 200
sandboxSimulateCardAuthorization POST /sandbox/cards/{id}/simulate/authorization 202
sandboxSimulateCardClearing POST /sandbox/cards/{id}/simulate/clearing 202
sandboxSimulateCardReturn POST /sandbox/cards/{id}/simulate/return 202
sandboxSimulateCardBalanceInquiry POST /sandbox/cards/{id}/simulate/balance_inquiry 202
sandboxSimulateCardCreditAuthorization POST /sandbox/cards/{id}/simulate/credit_authorization 202
sandboxSimulateCardFinancialAuthorization POST /sandbox/cards/{id}/simulate/financial_authorization 202
sandboxSimulateCardFinancialCreditAuthorization POST /sandbox/cards/{id}/simulate/financial_credit_authorization 202
sandboxSimulateCardAuthorizationAdvice POST /sandbox/cards/{id}/simulate/authorization_advice 202
sandboxSimulateCardCreditAuthorizationAdvice POST /sandbox/cards/{id}/simulate/credit_authorization_advice 202
sandboxSimulateCardReturnReversal POST /sandbox/cards/{id}/simulate/return_reversal 202
createInvitation POST /invitations 201
getInvitation GET /invitations/{invitationCode} 200
claimInvitation POST /invitations/{invitationCode}/claim 200
cancelInvitation POST /invitations/{invitationCode}/cancel 200
getAvailableUmaProviders GET /uma-providers 200
listVasps GET /vasps 200
createToken POST /tokens 201
listTokens GET /tokens 200
getTokenById GET /tokens/{tokenId} 200
deleteTokenById DELETE /tokens/{tokenId} 204
createAuthCredential POST /auth/credentials 201 202
listAuthCredentials GET /auth/credentials 200
revokeAuthCredential DELETE /auth/credentials/{id} 202 204
verifyAuthCredential POST /auth/credentials/{id}/verify 200 202
challengeAuthCredential POST /auth/credentials/{id}/challenge 200
listAuthSessions GET /auth/sessions 200
revokeAuthSession DELETE /auth/sessions/{id} 202 204
refreshAuthSession POST /auth/sessions/{id}/refresh 201 202
createDelegatedKey POST /auth/delegated-keys 201 202
listDelegatedKeys GET /auth/delegated-keys 200
getDelegatedKeyById GET /auth/delegated-keys/{id} 200
revokeDelegatedKey DELETE /auth/delegated-keys/{id} 204
createAgent POST /agents 201
listAgents GET /agents 200
listAgentApprovals GET /agents/approvals 200
getAgentById GET /agents/{agentId} 200
updateAgent PATCH /agents/{agentId} 200
deleteAgent DELETE /agents/{agentId} 204
updateAgentPolicy PATCH /agents/{agentId}/policy 200
regenerateAgentDeviceCode POST /agents/{agentId}/device-codes 201
approveAgentAction POST /agents/{agentId}/actions/{actionId}/approve 200
rejectAgentAction POST /agents/{agentId}/actions/{actionId}/reject 200
getAgentDeviceCodeStatus GET /agents/device-codes/{code}/status 200
redeemAgentDeviceCode POST /agents/device-codes/{code}/redeem 200
getAgentMe GET /agents/me 200
agentListTransactions GET /agents/me/transactions 200
agentGetTransaction GET /agents/me/transactions/{transactionId} 200
agentCreateQuote POST /agents/me/quotes 201
agentGetQuote GET /agents/me/quotes/{quoteId} 200
agentExecuteQuote POST /agents/me/quotes/{quoteId}/execute 200
agentListActions GET /agents/me/actions 200
agentGetAction GET /agents/me/actions/{actionId} 200
agentCreateTransferIn POST /agents/me/transfer-in 201
agentCreateTransferOut POST /agents/me/transfer-out 201
agentListInternalAccounts GET /agents/me/internal-accounts 200
agentListExternalAccounts GET /agents/me/external-accounts 200
agentCreateExternalAccount POST /agents/me/external-accounts 201
agentGetExternalAccount GET /agents/me/external-accounts/{externalAccountId} 200
agentDeleteExternalAccount DELETE /agents/me/external-accounts/{externalAccountId} 204
createCard POST /cards 201
listCards GET /cards 200
getCardById GET /cards/{id} 200
updateCardById PATCH /cards/{id} 200
revealCard POST /cards/{id}/reveal 200
registerStablecoin POST /stablecoins 201
listStablecoins GET /stablecoins 200
getStablecoin GET /stablecoins/{stablecoinId} 200
createStablecoinMint POST /stablecoins/{stablecoinId}/mints 201
createStablecoinBurn POST /stablecoins/{stablecoinId}/burns 201
listStablecoinOperations GET /stablecoins/{stablecoinId}/operations 200
getStablecoinOperation GET /stablecoin-operations/{stablecoinOperationId} 200
linkStablecoinProviderAccount POST /stablecoin-provider-accounts 201
listStablecoinProviderAccounts GET /stablecoin-provider-accounts 200
getStablecoinProviderAccount GET /stablecoin-provider-accounts/{stablecoinProviderAccountId} 200
`;

interface Operation {
  name: string;
  method: string;
  path: string;
  statuses: string[];
}

const table: Operation[] = operations
  .trim()
  .split('\n')
  .map((line) => {
    const [name = '', method = '', path = '', ...statuses] = line.split(' ');
    return { name, method, path, statuses };
  });

/**
 * Further success statuses: a wallet operation may be in progress, a quote from a wallet returns its challenge, and a
 * quote that requires strong customer authentication waits for it.
 */
const further: Readonly<Record<string, readonly string[]>> = {
  createAuthCredential: ['200'],
  revokeAuthCredential: ['200'],
  revokeAuthSession: ['200'],
  refreshAuthSession: ['200'],
  createDelegatedKey: ['200'],
  executeQuote: ['202'],
  agentCreateQuote: ['202'],
};

/** Operations that may return 501 by the contract: features that a deployment may lack. */
const maybeUnavailable = new Set(
  `updatePlatformConfig createCustomer createQuote createCard listCardDisputes getCardDisputeById listCards getCardById updateCardById revealCard
  createTransferIn createTransferOut cancelTransaction createExternalAccountOwnershipChallenge
  createPlatformExternalAccountOwnershipChallenge startTwoFactorReset agentCreateQuote agentCreateTransferIn
  agentCreateTransferOut agentExecuteQuote`.split(/\s+/),
);

/** Operations with an id in the path whose errors in the contract have no 400. */
const without400 = new Set(
  `getCustomerById deleteCustomerById getBulkCustomerImportJob getBeneficialOwner getVerification
  sendCustomerEmailVerification sendCustomerPhoneVerification deleteScaFactor getTwoFactorResetStatus resendQuoteScaCode
  getCustomerExternalAccountById deleteCustomerExternalAccountById getPlatformExternalAccountById
  deletePlatformExternalAccountById getDocument deleteDocument getQuoteById getTransactionById getInvitation
  getTokenById getDelegatedKeyById getAgentById deleteAgent getAgentDeviceCodeStatus agentGetTransaction agentGetQuote
  agentGetAction agentGetExternalAccount agentDeleteExternalAccount getCardById revealCard getStablecoin
  listStablecoinOperations getStablecoinOperation getStablecoinProviderAccount`.split(/\s+/),
);

type Json = Record<string, any>;

let app: TestApp;
let documented: Map<string, { method: string; path: string; responses: Json }>;
beforeAll(async () => {
  app = await TestApp.shared();
  const document = (await (await fetch(`${app.url}/openapi.json`)).json()) as Json;
  documented = new Map(
    Object.entries<Json>(document['paths']).flatMap(([url, methods]) =>
      Object.entries<Json>(methods).map(([method, { operationId, responses }]) => [
        operationId,
        { method: method.toUpperCase(), path: url.replace(BASE_PATH, ''), responses },
      ]),
    ),
  );
});

const successesOf = (responses: Json): string[] => Object.keys(responses).filter((status) => status.startsWith('2'));

describe('every operation of the contract', () => {
  it('is in this table once', () => {
    expect(table).toHaveLength(153);
    expect(new Set(table.map(({ name }) => name)).size).toBe(table.length);
    expect(new Set(table.map(({ method, path }) => `${method} ${path}`)).size).toBe(table.length);
  });

  it.each(table)('$name is served as $method $path', ({ name, method, path, statuses }) => {
    const served = documented.get(name);
    expect(served, `${name} is not served`).toBeDefined();
    expect([served?.method, served?.path]).toEqual([method, path]);
    const expected = [...statuses, ...(further[name] ?? [])].sort();
    expect(successesOf(served?.responses ?? {}).sort()).toEqual(expected);
  });

  it('is implemented: only optional features may return NOT_IMPLEMENTED', () => {
    const unsure = app.app.routes.filter(({ errors }) => errors.includes('NOT_IMPLEMENTED'));
    expect(unsure.map(({ operationId }) => operationId).filter((name) => !maybeUnavailable.has(name))).toEqual([]);
  });
});

describe('a malformed id in a path', () => {
  const MALFORMED = 'kyc-link';
  const withIds = () => app.app.routes.filter(({ params }) => params);

  it('is the 404 of an unknown id where the contract knows no 400', { timeout: WALK_MS }, async () => {
    const routes = withIds().filter(({ operationId }) => without400.has(operationId));
    expect(routes).toHaveLength(without400.size);
    for (const route of routes) {
      const { as, path } = await exampleCall(route, app.client);
      const rejection = async (template: string) => {
        const { status, body } = await as.request(route.method, template + path.slice(path.split('?')[0]?.length));
        return [route.operationId, status, body.code];
      };
      const unknown = await rejection(unknownPath(route));
      expect(unknown).toEqual([route.operationId, 404, expect.any(String)]);
      expect(await rejection(route.path.replaceAll(/\{\w+\}/g, MALFORMED))).toEqual(unknown);
    }
  });

  it('is 400 with the expected form elsewhere', { timeout: WALK_MS }, async () => {
    const operator = await app.newOperator();
    const agent = (await agentOf(app.client)).client;
    let checked = 0;
    for (const route of withIds().filter(({ operationId }) => !without400.has(operationId))) {
      const as = route.access === 'OPERATOR' ? operator : route.access === 'AGENT' ? agent : app.client;
      for (const [name, { pattern = '' }] of Object.entries<Json>(route.params?.properties ?? {})) {
        const type = /^\^\(?(\w+)[:|]/.exec(pattern)?.[1];
        if (!type) continue;
        const path = unknownPath({ ...route, path: route.path.replace(`{${name}}`, MALFORMED) });
        const { status, body } = await as.request(route.method, path, { body: route.form && new FormData() });
        const message = body.details?.errors?.find(({ field }: Json) => field === name)?.message;
        const expected = expect.stringMatching(`^${name} must be the id of .*, like ${type}:`);
        expect([route.operationId, status, message]).toEqual([route.operationId, 400, expected]);
        checked++;
      }
    }
    expect(checked).toBeGreaterThan(60);
  });

  it('is 404 for the former address of the link to the verification page', async () => {
    const { status, body } = await app.client.get('/customers/kyc-link');
    expect([status, body.code]).toEqual([404, 'USER_NOT_FOUND']);
    expect(body.details.hint).toMatch(/^customerId must be the id of a customer, like Customer:/);
  });
});
