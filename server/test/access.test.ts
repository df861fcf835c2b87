import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { access, type Route } from '../src/engine/http/route.ts';
import { noReceipt } from '../src/foundation/db/idempotency-receipt.ts';
import type { Permission } from '../src/foundation/kernel/callers.ts';
import { systemClock } from '../src/foundation/kernel/clock.ts';
import { createToken, makeToken } from '../src/parties/platforms/tokens.ts';
import { TestApp } from './support/app.ts';
import { Client } from './support/client.ts';
import { unknownPath, WALK_MS } from './support/examples.ts';
import { watchQueries } from './support/queries.ts';

let app: TestApp;
beforeAll(async () => {
  // Separate, because other platforms would add queries, log lines and metrics.
  app = await TestApp.start();
});
afterAll(() => app.stop());

/** Permissions of the contract, independent of the code. An operation without a list fails the test. */
const allowed: Record<string, { by: readonly Permission[]; operations: string }> = {
  reading: {
    by: ['VIEW', 'TRANSACT', 'MANAGE'],
    operations: `getPlatformConfig getExchangeRates getDiscoveries listCustomers getCustomerById getEndUserTerms
      getBulkCustomerImportJob listBeneficialOwners getBeneficialOwner listVerifications getVerification listScaFactors
      getTwoFactorResetStatus listLedgerAccounts getLedgerAccount listLedgerAccountEntries
      exportLedgerAccountEntries listLedgerEntries getTrialBalance exportTrialBalance getLedgerFlows getLedgerChecks
      runLedgerChecks listInternalAccountBalanceChanges listCustomerInternalAccounts listPlatformInternalAccounts listCustomerExternalAccounts
      getCustomerExternalAccountById listPlatformExternalAccounts getPlatformExternalAccountById listDocuments
      getDocument lookupUma lookupExternalAccount getQuoteById listTransactions getTransactionById listTransactionTimeline getInvitation
      getAvailableUmaProviders listVasps listTokens getTokenById listAuthCredentials listAuthSessions listDelegatedKeys
      getDelegatedKeyById listAgents listAgentApprovals getAgentById getAgentDeviceCodeStatus listCards getCardById
      listCardDisputes getCardDisputeById
      listStablecoins getStablecoin listStablecoinOperations getStablecoinOperation listStablecoinProviderAccounts
      getStablecoinProviderAccount estimateCryptoWithdrawalFee listRequests listRequestErrors getRequest
      getSandboxClock openStream
      listSandboxMessages listMagicValues listSandboxFaults getWebhookEndpoint search listWebhookEventTypes
      listWebhookEvents getWebhookEvent listWebhookKeys`,
  },
  'moving money': {
    by: ['TRANSACT'],
    operations: `createQuote executeQuote authorizeQuote resendQuoteScaCode createTransferIn createTransferOut
      approveAgentAction rejectAgentAction confirmReceiptDelivery approvePendingPayment rejectPendingPayment cancelTransaction createStablecoinMint
      createStablecoinBurn sandboxFundStablecoinOperation sandboxSend sandboxResolveTransaction sandboxReceive sandboxFundInternalAccount sandboxSimulateCardAuthorization
      sandboxSimulateCardClearing sandboxSimulateCardReturn sandboxSimulateCardBalanceInquiry
      sandboxSimulateCardCreditAuthorization sandboxSimulateCardFinancialAuthorization
      sandboxSimulateCardFinancialCreditAuthorization sandboxSimulateCardAuthorizationAdvice
      sandboxSimulateCardCreditAuthorizationAdvice sandboxSimulateCardReturnReversal
      sandboxSimulateCardAuthorizationReversal sandboxSimulateCardAuthorizationExpiry
      sandboxSimulateCardDisputeOpen sandboxSimulateCardDisputeProvisionalCredit
      sandboxSimulateCardDisputeCreditReversal sandboxSimulateCardDisputeClose`,
  },
  'external accounts, wallets and time': {
    by: ['TRANSACT', 'MANAGE'],
    operations: `createCustomerExternalAccount deleteCustomerExternalAccountById createExternalAccountOwnershipChallenge
      verifyExternalAccountOwnership createPlatformExternalAccount deletePlatformExternalAccountById
      createPlatformExternalAccountOwnershipChallenge verifyPlatformExternalAccountOwnership createAuthCredential
      revokeAuthCredential verifyAuthCredential challengeAuthCredential revokeAuthSession refreshAuthSession
      createDelegatedKey revokeDelegatedKey advanceSandboxClock runNextSandboxEvent startBeneficiaryTrust confirmBeneficiaryTrust
      startBeneficiaryUntrust confirmBeneficiaryUntrust`,
  },
  'everything else': {
    by: ['MANAGE'],
    operations: `updatePlatformConfig createCustomer updateCustomerById deleteCustomerById uploadCustomersCsv
      createCustomerKycLink createBeneficialOwner updateBeneficialOwner createVerification sendCustomerEmailVerification
      confirmCustomerEmailVerification sendCustomerPhoneVerification confirmCustomerPhoneVerification
      updateInternalAccount exportInternalAccount uploadDocument replaceDocument deleteDocument createInvitation
      claimInvitation cancelInvitation createToken deleteTokenById createAgent updateAgent deleteAgent updateAgentPolicy
      regenerateAgentDeviceCode createCard updateCardById revealCard registerStablecoin linkStablecoinProviderAccount
      redeliverWebhookEvent redeliverWebhookEvents rotateWebhookKeys testWebhookEndpoint sendTestWebhook
      createSandboxListener renewSandboxListener deleteSandboxListener listSandboxDeliveries
      createSandboxPlatform createSandboxFault deleteSandboxFaults startScaFactorEnrollment confirmScaFactorEnrollment deleteScaFactor startScaLogin
      completeScaLogin recordSecurityEvent startTwoFactorReset completeTwoFactorReset`,
  },
};

const permissionsFor = new Map(
  Object.values(allowed).flatMap(({ by, operations }) => operations.split(/\s+/).map((name) => [name, by])),
);

/** Operations that the contract gives other credentials, or none. */
const otherwise: Record<string, RegExp> = {
  OPERATOR: /^\/operator\//,
  AGENT: /^\/agents\/me(\/|$)/,
  PUBLIC: /^\/agents\/device-codes\/\{code\}\/redeem$/,
};

const platformRoutes = (): Route[] => app.app.routes.filter((route) => route.access in access);
const call = (client: Client, route: Route, body?: unknown) =>
  client.request(route.method, unknownPath(route), { body });

describe('permissions', () => {
  const combinations: Permission[][] = [
    [],
    ['VIEW'],
    ['TRANSACT'],
    ['MANAGE'],
    ['VIEW', 'TRANSACT'],
    ['VIEW', 'MANAGE'],
    ['TRANSACT', 'MANAGE'],
    ['VIEW', 'TRANSACT', 'MANAGE'],
  ];

  it('match the contract for every operation', () => {
    const served = platformRoutes().map((route) => [route.operationId, access[route.access as keyof typeof access]]);
    expect(served).toEqual(platformRoutes().map(({ operationId }) => [operationId, permissionsFor.get(operationId)]));
  });

  it('do not apply to operators, agents and holders of a device code', () => {
    for (const { path, access: name } of app.app.routes) {
      const kinds = Object.keys(otherwise).filter((kind) => otherwise[kind]?.test(path));
      expect([path, name in access ? [] : [name]]).toEqual([path, kinds]);
    }
  });

  it('are checked for every operation in every combination, before the request is validated', {
    timeout: WALK_MS,
  }, async () => {
    for (const granted of combinations) {
      const client = await app.clientWith(granted);
      const check = async (route: Route): Promise<void> => {
        const needed = permissionsFor.get(route.operationId) ?? [];
        const { status, body } = await call(client, route);
        const may = granted.some((permission) => needed.includes(permission));
        const place = `${route.operationId} with ${granted.join(' and ') || 'nothing'}`;
        expect([place, status === 401, body?.code === 'FORBIDDEN']).toEqual([place, false, !may]);
        if (may) return;
        expect(status).toBe(403);
        expect(body.details).toMatchObject({ required: needed, granted, hint: expect.any(String) });
      };
      await Promise.all(platformRoutes().map(check));
    }
  });
});

describe('credentials', () => {
  const withHeader = (authorization?: string) =>
    fetch(`${app.url}${app.client.basePath}/config`, { headers: authorization ? { authorization } : {} });
  const basic = (text: string) => `Basic ${Buffer.from(text).toString('base64')}`;

  it('are required by every operation, before any other check', { timeout: WALK_MS }, async () => {
    const nobody = app.client.with({ clientId: 'nobody', clientSecret: 'nothing' });
    for (const route of app.app.routes.filter((one) => one.access !== 'PUBLIC')) {
      const client = route.access === 'OPERATOR' ? new Client({ ...nobody, basePath: '' }) : nobody;
      const { status, body } = await call(client, route);
      expect([route.operationId, status, body.code]).toEqual([route.operationId, 401, 'UNAUTHORIZED']);
    }
  });

  it('return 401 with the reason if they are missing, malformed or wrong', async () => {
    const { clientId, clientSecret } = app.client;
    const wrong: [string | undefined, RegExp][] = [
      [undefined, /missing/],
      ['Basic', /not HTTP Basic/],
      ['Basic !!!', /not HTTP Basic/],
      [`Bearer ${clientSecret}`, /not HTTP Basic/],
      [`Bearer gat_0123456789abcdef`, /not HTTP Basic/],
      [`${basic(`${clientId}:${clientSecret}`)} extra`, /not HTTP Basic/],
      [basic(`${clientId}:${'x'.repeat(2_000)}`), /not HTTP Basic/],
      [basic('no colon'), /no client id/],
      [basic(':secret'), /no client id/],
      [basic(`${clientId}\0:${clientSecret}`), /no client id/],
      [basic(`${clientId}:${clientSecret}\n`), /no client id/],
      [basic(`${clientId}:`), /wrong secret/],
      [basic(`${clientId}:${clientSecret}x`), /wrong secret/],
      [basic(`${clientId}:${clientSecret.toUpperCase()}`), /wrong secret/],
      [basic(`${clientSecret}:${clientId}`), /Unknown client id/],
      [basic(`' OR 1=1 --:x`), /Unknown client id/],
      [basic('\ufffd:x'), /Unknown client id/],
    ];
    for (const [header, reason] of wrong) {
      const response = await withHeader(header);
      const body = (await response.json()) as { reason: string };
      expect([header, response.status]).toEqual([header, 401]);
      expect(body.reason).toMatch(reason);
    }
    expect((await withHeader(basic(`${clientId}:${clientSecret}`).replace('Basic', 'basic'))).status).toBe(200);
  });

  it('accept the id of the token in place of the client id', async () => {
    const { tokenId, clientSecret } = app.client;
    expect(tokenId).toMatch(/^Token:/);
    expect((await withHeader(basic(`${tokenId}:${clientSecret}`))).status).toBe(200);
    expect((await withHeader(basic(`${tokenId}:${clientSecret}x`))).status).toBe(401);
    expect((await withHeader(basic(`${tokenId}:`))).status).toBe(401);
    expect((await withHeader(basic(tokenId))).status).toBe(401);
  });

  it('accept spaces, colons and non-ASCII letters in the secret, and spaces in the id', async () => {
    const { platformId } = app.client;
    const odd = { clientId: 'my sandbox', clientSecret: ' a: b:c: ñ 鍵 ' };
    const token = { platformId, name: 'odd', permissions: ['VIEW' as const], at: systemClock.now(), ...odd };
    await createToken(app.database.db, app.app.vault, token, noReceipt);
    expect((await app.client.with(odd).get('/config')).status).toBe(200);
    expect((await app.client.with({ ...odd, clientSecret: odd.clientSecret.trim() }).get('/config')).status).toBe(401);
  });

  it('of an operator are rejected on the platform API, and those of a platform on the operator API', async () => {
    const operator = await app.newOperator();
    expect((await operator.get('/operator/platforms')).status).toBe(200);
    expect((await new Client({ ...operator, basePath: app.client.basePath }).get('/config')).status).toBe(401);
    expect((await new Client({ ...app.client, basePath: '' }).get('/operator/platforms')).status).toBe(401);
  });

  it('are stored only as a keyed hash of the secret', async () => {
    const { db } = app.database;
    const { clientSecret, tokenId } = app.client;
    const { rows } = await db.pool.query('SELECT * FROM api_tokens WHERE id = $1', [tokenId]);
    expect(rows).toHaveLength(1);
    const stored = JSON.stringify(rows[0], (_, value) =>
      value?.type === 'Buffer' ? Buffer.from(value.data).toString('hex') : value,
    );
    expect(stored).not.toContain(clientSecret);
    expect(rows[0].secret_hash).toEqual(app.app.vault.hash(clientSecret));
    const { createHash } = await import('node:crypto');
    expect(stored).not.toContain(createHash('sha256').update(clientSecret).digest('hex'));
  });

  it('are compared in constant time', () => {
    const sourceOf = (file: string) => readFileSync(new URL(`../src/${file}`, import.meta.url), 'utf8');
    for (const file of ['parties/platforms/access.ts', 'surfaces/operator/operators.ts']) {
      expect(sourceOf(file)).toMatch(/vault\.verify\(password, \w+\?\.secret(Hash|_hash)\)/);
    }
    expect(sourceOf('foundation/db/vault.ts')).toMatch(/timingSafeEqual\(given, stored\)/);
  });

  it('have 128 bits in the id and 256 bits in the secret', () => {
    const { json } = makeToken(app.app.vault, {
      platformId: 'Platform:x',
      name: '',
      permissions: [],
      at: systemClock.now(),
    });
    expect(json.clientId).toMatch(/^[0-9a-f]{32}$/);
    expect(json.clientSecret).toMatch(/^[0-9a-f]{64}$/);
  });
});

describe('the order of checks', () => {
  it('is authentication, permission, validation, existence', async () => {
    const path = '/sandbox/internal-accounts';
    const unknown = `${path}/InternalAccount:00000000-0000-7000-8000-000000000000/fund`;
    const viewer = await app.clientWith(['VIEW']);
    const production = await app.newPlatform('PRODUCTION');
    const ask = async (client: Client, at: string, raw: string) => (await client.post(at, undefined, { raw })).status;
    expect(await ask(app.client.with({ clientId: 'x', clientSecret: 'x' }), `${path}/x/fund`, '{')).toBe(401);
    expect(await ask(viewer, `${path}/x/fund`, '{')).toBe(403);
    expect(await ask(production, `${path}/x/fund`, '{')).toBe(403);
    expect(await ask(app.client, unknown, '{"amount":"1"}')).toBe(400);
    expect(await ask(app.client, unknown, '{"amount":1}')).toBe(404);
  });
});

describe('every sandbox operation', () => {
  it('rejects production tokens', async () => {
    const production = await app.newPlatform('PRODUCTION');
    const sandbox = platformRoutes().filter((route) => route.path.startsWith('/sandbox/'));
    expect(sandbox.length).toBeGreaterThan(5);
    for (const route of sandbox) {
      const { status, body } = await call(production, route);
      expect([route.operationId, status, body.code]).toEqual([route.operationId, 403, 'FORBIDDEN']);
      expect(body.message).toContain('sandbox');
    }
    expect((await production.get('/config')).status).toBe(200);
  });
});

describe('a cached token', () => {
  it('is authenticated without a query', async () => {
    const client = await app.clientWith(['VIEW']);
    await client.get('/sandbox/magic-values');
    const queries = watchQueries(app.database.db);
    for (let i = 0; i < 100; i++) expect((await client.get('/sandbox/magic-values')).status).toBe(200);
    expect(queries.filter((text) => text.includes('FROM api_tokens'))).toEqual([]);
    // The other queries come from background work: revisions, jobs, the request log.
    expect(queries.length).toBeLessThan(50);
  });

  it('is rejected immediately after its deletion', async () => {
    const client = await app.clientWith(['VIEW']);
    expect((await client.get('/config')).status).toBe(200);
    expect((await app.client.delete(`/tokens/${client.tokenId}`)).status).toBe(204);
    expect((await client.get('/config')).status).toBe(401);
  });

  it('is rejected by other processes within a second of its deletion, under steady traffic', async () => {
    const other = await TestApp.start({ beside: app });
    const client = await app.clientWith(['VIEW']);
    const elsewhere = client.at(other.url);
    const answers: { at: number; status: number }[] = [];
    const ask = async () => {
      // Counts from the time of sending: the response of a busy machine may come much later.
      const at = performance.now();
      const { status } = await elsewhere.get('/sandbox/magic-values');
      answers.push({ at, status });
      return status;
    };
    for (let i = 0; i < 5; i++) expect(await ask()).toBe(200);
    await app.client.delete(`/tokens/${client.tokenId}`);
    const deletedAt = performance.now();
    while (performance.now() - deletedAt < 1_300) await ask();
    const late = answers.filter(({ at, status }) => at - deletedAt > 1_000 && status !== 401);
    expect(late).toEqual([]);
    expect(answers.at(-1)?.status).toBe(401);
    await other.stop();
  });
});
