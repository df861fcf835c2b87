import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newId } from '../src/foundation/kernel/ids.ts';
import {
  agentClient,
  agentQuote,
  createdAgent,
  everyPermission,
  newAgent,
  pay,
  policyWith,
  redeem,
  transferOut,
} from './support/agents.ts';
import { TestApp } from './support/app.ts';
import type { Client } from './support/client.ts';
import { exampleRequest } from './support/external-accounts.ts';
import { newPayer, payeeWithSuffix, quoteFor } from './support/payments.ts';
import { storedLines } from './support/request-lines.ts';

let app: TestApp;
let other: TestApp;
let client: Client;
beforeAll(async () => {
  app = await TestApp.shared();
  other = await TestApp.start({ beside: app });
  client = app.client;
});
afterAll(async () => {
  await app.audit();
  await other.stop();
});

const advance = (platform: Client, seconds: number) => platform.post('/sandbox/clock/advance', { seconds });
const fieldsOf = (body: any): string[] => body.details.errors.map(({ field }: { field: string }) => field).toSorted();

describe('an agent', () => {
  it('is created for a customer with its policy and a device code that is valid for a day', async () => {
    const payer = await newPayer(client);
    const { agent, deviceCode } = await createdAgent(client, { payer });
    expect(agent).toMatchObject({
      id: expect.stringMatching(/^Agent:/),
      name: 'Nova',
      customerId: payer.customerId,
      isPaused: false,
      isConnected: false,
      policy: {
        ...policyWith(),
        spendingLimits: { currency: 'USD', perTransactionLimit: 1_000_000, dailyLimit: null, monthlyLimit: null },
      },
    });
    const today = agent.createdAt.slice(0, 10);
    expect(agent.usage).toEqual({
      dailyTransactionCount: 0,
      dailySpend: 0,
      dailyResetDate: today,
      monthlySpend: 0,
      monthlyResetMonth: today.slice(0, 7),
    });
    expect(deviceCode).toMatchObject({
      code: expect.stringMatching(/^AGENT-[A-Z2-9]{4}-[A-Z2-9]{4}$/),
      agentId: agent.id,
      redeemed: false,
    });
    expect(Date.parse(deviceCode.expiresAt) - Date.parse(agent.createdAt)).toBe(86_400_000);
    expect((await client.get(`/agents/${agent.id}`)).body).toEqual(agent);
  });

  it('is rejected with every invalid field', async () => {
    const payer = await newPayer(client, { balance: 0 });
    const stranger = await newPayer(client, { balance: 0 });
    const ask = (policy: object, more: object = {}) =>
      client.post('/agents', { name: 'Nova', customerId: payer.customerId, policy, ...more });
    const shape = await ask(
      { permissions: [], defaultExecutionMode: 'MAYBE', spendingLimits: { currency: 'USD' } },
      { name: '' },
    );
    expect([shape.status, fieldsOf(shape.body)]).toEqual([
      400,
      ['name', 'policy.defaultExecutionMode', 'policy.permissions', 'policy.spendingLimits.perTransactionLimit'],
    ]);
    const sense = await ask(
      policyWith({
        spendingLimits: { currency: 'XXX' },
        accountRestrictions: {
          allowedAccountIds: [payer.accountId, stranger.accountId],
          accountRules: [{ accountId: payer.accountId }, { accountId: payer.accountId }],
        },
        approvalThresholds: { amount: 5 },
      }),
    );
    expect([sense.status, fieldsOf(sense.body)]).toEqual([
      400,
      [
        'policy.accountRestrictions.accountRules.1.accountId',
        'policy.accountRestrictions.allowedAccountIds.1',
        'policy.approvalThresholds.currency',
        'policy.spendingLimits.currency',
      ],
    ]);
    const unknown = await ask(policyWith(), { customerId: newId('Customer') });
    expect([unknown.status, unknown.body.code]).toEqual([404, 'USER_NOT_FOUND']);
    await client.delete(`/customers/${payer.customerId}`);
    expect((await ask(policyWith())).status).toBe(410);
  });

  it('is found by every filter, page by page', async () => {
    const platform = await app.newPlatform();
    const [first, second, third] = [await newAgent(platform), await newAgent(platform), await newAgent(platform)];
    const { agent: fourth } = await createdAgent(platform, { payer: third.payer });
    await platform.patch(`/agents/${second.id}`, { isPaused: true });
    const idsOf = async (query: string): Promise<string[]> =>
      (await platform.get(`/agents?${query}`)).body.data.map(({ id }: { id: string }) => id);
    expect(await idsOf('')).toEqual([fourth.id, third.id, second.id, first.id]);
    expect(await idsOf(`customerId=${third.payer.customerId}`)).toEqual([fourth.id, third.id]);
    expect(await idsOf('isPaused=true')).toEqual([second.id]);
    expect(await idsOf('isConnected=false')).toEqual([fourth.id]);
    expect(await idsOf(`createdAfter=${fourth.createdAt}`)).toEqual([fourth.id]);
    expect(await idsOf(`createdBefore=${fourth.createdAt}&limit=2`)).toEqual([fourth.id, third.id]);
    expect(await idsOf('updatedBefore=2020-01-01T00:00:00Z')).toEqual([]);
    const { body: page } = await platform.get('/agents?limit=3');
    expect(page).toMatchObject({ hasMore: true, totalCount: 4 });
    expect(await idsOf(`cursor=${page.nextCursor}`)).toEqual([first.id]);
    expect((await platform.get('/agents?cursor=x')).status).toBe(400);
  });

  it('can be renamed and paused, and an update requires at least one field', async () => {
    const { id } = await newAgent(client);
    const { body } = await client.patch(`/agents/${id}`, { name: 'Vera', isPaused: true });
    expect(body).toMatchObject({ id, name: 'Vera', isPaused: true, isConnected: true });
    expect((await client.get(`/agents/${id}`)).body).toEqual(body);
    expect((await client.patch(`/agents/${id}`, {})).status).toBe(400);
    expect((await client.patch(`/agents/${newId('Agent')}`, { name: 'x' })).body.code).toBe('REFERENCE_NOT_FOUND');
  });

  it('rejects an update with only unknown members, and the error names the known ones', async () => {
    const { id } = await newAgent(client);
    const { body: before } = await client.get(`/agents/${id}`);
    const known: Record<string, string> = {
      '': 'name, isPaused',
      '/policy': 'permissions, defaultExecutionMode, spendingLimits, accountRestrictions, approvalThresholds',
    };
    for (const [path, names] of Object.entries(known)) {
      const { status, body } = await client.patch(`/agents/${id}${path}`, { unknown: 1 });
      expect([path, status]).toEqual([path, 400]);
      expect(body.details.errors).toEqual([{ field: 'body', message: `body must have at least 1 of ${names}.` }]);
    }
    expect((await client.get(`/agents/${id}`)).body).toEqual(before);
  });
});

describe('a device code', () => {
  it('is redeemed once for a token that is shown only in that answer', async () => {
    const { agent, deviceCode } = await createdAgent(client, { payer: await newPayer(client) });
    const { code } = deviceCode;
    const status = async () => (await client.get(`/agents/device-codes/${code}/status`)).body;
    expect(await status()).toEqual({ code, redeemed: false });
    const answer = await fetch(`${app.url}${client.basePath}/agents/device-codes/${code.toLowerCase()}/redeem`, {
      method: 'POST',
    });
    const redeemed = (await answer.json()) as { accessToken: string };
    expect(answer.status).toBe(200);
    expect(redeemed).toEqual({
      agentId: agent.id,
      agentName: 'Nova',
      accessToken: expect.stringMatching(/^gat_[0-9a-f]{64}$/),
      policy: agent.policy,
    });
    expect(await status()).toEqual({ code, redeemed: true });
    const me = await agentClient(client, redeemed).get('/agents/me');
    expect([me.status, me.body.id, me.body.isConnected]).toEqual([200, agent.id, true]);
    const again = await redeem(client, code);
    expect([again.status, again.body.details.reason]).toEqual([400, 'DEVICE_CODE_USED']);
    const { rows } = await app.database.db.pool.query('SELECT to_jsonb(a)::text AS row FROM agents a WHERE id = $1', [
      agent.id,
    ]);
    expect(rows[0].row).not.toContain(redeemed.accessToken.slice(4));
    expect(rows[0].row).not.toContain(code);
  });

  it('is redeemed exactly once by twenty concurrent requests on two processes', async () => {
    const { deviceCode } = await createdAgent(client, { payer: await newPayer(client) });
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, i) => redeem(i % 2 ? client : other.client, deviceCode.code)),
    );
    const [winner, ...more] = answers.filter(({ status }) => status === 200);
    expect(more).toEqual([]);
    const rejected = answers.filter(({ status }) => status !== 200);
    expect(new Set(rejected.map(({ body }) => body.details.reason))).toEqual(new Set(['DEVICE_CODE_USED']));
    expect((await agentClient(client, winner?.body).get('/agents/me')).status).toBe(200);
  });

  it('expires after 24 hours on the clock of its platform', async () => {
    const platform = await app.newPlatform();
    const payer = await newPayer(platform);
    const [kept, late] = [await createdAgent(platform, { payer }), await createdAgent(platform, { payer })];
    await advance(platform, 86_400 - 60);
    expect((await redeem(platform, kept.deviceCode.code)).status).toBe(200);
    await advance(platform, 61);
    const { status, body } = await redeem(platform, late.deviceCode.code);
    expect([status, body.code, body.details.reason]).toEqual([400, 'INVALID_INPUT', 'DEVICE_CODE_EXPIRED']);
    const fresh = await platform.post(`/agents/${late.agent.id}/device-codes`);
    expect(fresh.status).toBe(201);
    expect((await redeem(platform, fresh.body.code)).status).toBe(200);
  });

  it('is void once it is replaced, and a connected agent gets none', async () => {
    const { agent, deviceCode } = await createdAgent(client, { payer: await newPayer(client) });
    const { status, body } = await client.post(`/agents/${agent.id}/device-codes`);
    expect([status, body.agentId, body.redeemed]).toEqual([201, agent.id, false]);
    expect((await redeem(client, deviceCode.code)).status).toBe(404);
    expect((await client.get(`/agents/device-codes/${deviceCode.code}/status`)).status).toBe(404);
    expect((await redeem(client, body.code)).status).toBe(200);
    const rejected = await client.post(`/agents/${agent.id}/device-codes`);
    expect([rejected.status, rejected.body.details.reason]).toEqual([409, 'AGENT_CONNECTED']);
    expect((await client.post(`/agents/${newId('Agent')}/device-codes`)).status).toBe(404);
  });

  it('returns 404 if unknown, 400 if malformed, and 404 on another platform', async () => {
    const { status, body } = await redeem(client, 'AGENT-AAAA-AAAA');
    expect([status, body.code]).toEqual([404, 'REFERENCE_NOT_FOUND']);
    expect((await redeem(client, 'AGENT-AAAA')).status).toBe(400);
    const { deviceCode } = await createdAgent(client, { payer: await newPayer(client) });
    const stranger = await app.newPlatform();
    expect((await stranger.get(`/agents/device-codes/${deviceCode.code}/status`)).status).toBe(404);
  });

  it('cannot be guessed: an address has sixty attempts, and then one a second', async () => {
    const guarded = await TestApp.start({ beside: app });
    const { deviceCode } = await createdAgent(client, { payer: await newPayer(client) });
    const answers = await Promise.all(Array.from({ length: 70 }, () => redeem(guarded.client, 'AGENT-ZZZZ-ZZZZ')));
    const rejected = answers.filter(({ status }) => status === 429);
    expect(answers.filter(({ status }) => status === 404).length + rejected.length).toBe(70);
    expect(rejected.length).toBeGreaterThan(5);
    expect(rejected[0]?.body).toMatchObject({ code: 'RATE_LIMITED', message: 'Too many requests with this address.' });
    expect((await redeem(client, deviceCode.code)).status).toBe(200);
    await guarded.stop();
  });

  it('appears in no log, neither in a path nor in an answer', async () => {
    const { deviceCode } = await createdAgent(client, { payer: await newPayer(client) });
    const { headers } = await client.get(`/agents/device-codes/${deviceCode.code}/status`);
    const { body } = await redeem(client, deviceCode.code);
    await app.app.requestLog.flush();
    const lines = [...(await storedLines(app.database.db)).map(({ text }) => text), ...app.logs].join('\n');
    expect(lines).not.toContain(deviceCode.code);
    expect(lines).not.toContain(body.accessToken);
    const logged = (await client.get(`/request-log/${headers.get('x-request-id')}`)).body;
    expect(logged.path).toBe(`${client.basePath}/agents/device-codes/{code}/status`);
  });
});

describe('agent access', () => {
  it('requires the bearer token, and is limited to the agent operations', async () => {
    const agent = await newAgent(client);
    const ask = (authorization?: string, path = '/agents/me') =>
      fetch(`${app.url}${client.basePath}${path}`, { headers: authorization ? { authorization } : {} });
    const wrong: [string | undefined, RegExp][] = [
      [undefined, /missing/],
      [client.authorization, /not a bearer token/],
      ['Bearer', /not a bearer token/],
      ['Bearer a b', /not a bearer token/],
      [`Bearer gat_${'0'.repeat(64)}`, /Unknown or revoked/],
      [`${agent.client.authorization}0`, /Unknown or revoked/],
    ];
    for (const [header, reason] of wrong) {
      const answer = await ask(header);
      const body = (await answer.json()) as { reason: string };
      expect([header, answer.status, answer.headers.get('www-authenticate')]).toEqual([
        header,
        401,
        'Bearer realm="causeway"',
      ]);
      expect(body.reason).toMatch(reason);
    }
    expect((await ask(agent.client.authorization.replace('Bearer', 'bearer'))).status).toBe(200);
    expect((await ask(agent.client.authorization, '/config')).status).toBe(401);
    expect((await ask(agent.client.authorization, `/agents/${agent.id}`)).status).toBe(401);
  });

  it('ends when the agent is deleted, immediately and in every process', async () => {
    const agent = await newAgent(client);
    const elsewhere = agent.client.at(other.url);
    expect([(await agent.client.get('/agents/me')).status, (await elsewhere.get('/agents/me')).status]).toEqual([
      200, 200,
    ]);
    expect((await client.delete(`/agents/${agent.id}`)).status).toBe(204);
    expect((await agent.client.get('/agents/me')).status).toBe(401);
    expect((await transferOut({ ...agent, client: elsewhere })).status).toBe(401);
    for (const path of ['', '/actions', '/transactions', `/quotes/${newId('Quote')}`]) {
      expect((await elsewhere.get(`/agents/me${path}`)).status).toBe(401);
    }
    for (const path of ['', '/policy']) {
      expect(
        (await client.patch(`/agents/${agent.id}${path}`, path ? { defaultExecutionMode: 'AUTO' } : { name: 'x' }))
          .status,
      ).toBe(404);
    }
    expect((await client.get(`/agents/${agent.id}`)).status).toBe(404);
    expect((await client.delete(`/agents/${agent.id}`)).status).toBe(404);
  });

  it('is rate-limited and logged under the id of the agent', async () => {
    const agent = await newAgent(client);
    const { headers } = await agent.client.get('/agents/me');
    expect(headers.get('ratelimit')).toMatch(/^"token";r=/);
    await app.app.requestLog.flush();
    const { body } = await client.get(`/request-log/${headers.get('x-request-id')}`);
    expect(body).toMatchObject({ tokenId: agent.id, path: `${client.basePath}/agents/me`, status: 200 });
  });

  it('keeps the idempotency keys of agents apart', async () => {
    const payer = await newPayer(client);
    const [one, two] = [await newAgent(client, { payer }), await newAgent(client, { payer })];
    const keyed = { headers: { 'idempotency-key': 'shared' } };
    const request = quoteFor(payer, one.payee);
    const first = await one.client.post('/agents/me/quotes', request, keyed);
    const second = await two.client.post('/agents/me/quotes', request, keyed);
    expect([first.status, second.status, second.headers.get('idempotent-replayed')]).toEqual([201, 201, null]);
    expect(second.body.id).not.toBe(first.body.id);
    expect((await one.client.post('/agents/me/quotes', request, keyed)).text).toBe(first.text);
  });

  it('gets no stored response while it is paused', async () => {
    const agent = await newAgent(client);
    const keyed = { headers: { 'idempotency-key': 'paused' } };
    const send = () => agent.client.post('/agents/me/quotes', quoteFor(agent.payer, agent.payee), keyed);
    const first = await send();
    await client.patch(`/agents/${agent.id}`, { isPaused: true });
    const paused = await send();
    expect([paused.status, paused.body.details.reason]).toEqual([403, 'AGENT_PAUSED']);
    await client.patch(`/agents/${agent.id}`, { isPaused: false });
    expect((await send()).text).toBe(first.text);
  });
});

describe('the agent API', () => {
  it("shows the transactions, accounts and payees of the customer, and the agent's own quotes and actions", async () => {
    const agent = await newAgent(client);
    const made = await pay(agent);
    expect(made.body).toMatchObject({ status: 'APPROVED', type: 'EXECUTE_QUOTE', agentId: agent.id });
    const { transaction, quote } = made.body;
    expect(transaction).toMatchObject({ agentId: agent.id, status: 'PROCESSING', customerId: agent.payer.customerId });
    const { body: transactions } = await agent.client.get('/agents/me/transactions?type=OUTGOING');
    expect(transactions.data.map(({ id }: { id: string }) => id)).toEqual([transaction.id]);
    expect((await agent.client.get(`/agents/me/transactions/${transaction.id}`)).body.id).toBe(transaction.id);
    expect((await agent.client.get(`/agents/me/quotes/${quote.id}`)).body.id).toBe(quote.id);
    const { body: actions } = await agent.client.get('/agents/me/actions?status=APPROVED');
    expect(actions.data.map(({ id }: { id: string }) => id)).toEqual([made.body.id]);
    expect((await agent.client.get(`/agents/me/actions/${made.body.id}`)).body.transaction.id).toBe(transaction.id);
    const { body: accounts } = await agent.client.get('/agents/me/internal-accounts?currency=USD');
    expect(accounts.data).toMatchObject([{ id: agent.payer.accountId, customerId: agent.payer.customerId }]);
    const { body: payees } = await agent.client.get('/agents/me/external-accounts');
    expect(payees.data.map(({ id }: { id: string }) => id)).toEqual([agent.payee]);
  });

  it('hides other customers, and resources created by other agents or the platform', async () => {
    const agent = await newAgent(client);
    const colleague = await newAgent(client, { payer: agent.payer });
    const other = await newAgent(client);
    const foreign = (await pay(other)).body;
    const quotes = [
      await agentQuote(colleague),
      foreign.quote,
      (await client.post('/quotes', quoteFor(agent.payer, agent.payee))).body,
    ];
    for (const { id } of quotes) {
      const answers = [
        await agent.client.get(`/agents/me/quotes/${id}`),
        await agent.client.post(`/agents/me/quotes/${id}/execute`),
      ];
      expect(answers.map(({ status, body }) => [status, body.code])).toEqual(
        Array.from({ length: 2 }, () => [404, 'QUOTE_NOT_FOUND']),
      );
    }
    const { client: me } = agent;
    expect((await me.get(`/agents/me/transactions/${foreign.transaction.id}`)).body.code).toBe('TRANSACTION_NOT_FOUND');
    expect((await me.get(`/agents/me/actions/${foreign.id}`)).status).toBe(404);
    expect((await me.get(`/agents/me/external-accounts/${other.payee}`)).status).toBe(404);
    expect((await me.delete(`/agents/me/external-accounts/${other.payee}`)).status).toBe(404);
    const stolen = [
      quoteFor(other.payer, agent.payee),
      quoteFor(agent.payer, other.payee),
      quoteFor(agent.payer, other.payer.accountId),
    ];
    for (const request of stolen) expect((await me.post('/agents/me/quotes', request)).status).toBe(404);
    expect((await transferOut({ ...agent, payer: other.payer })).status).toBe(404);
    expect((await transferOut({ ...agent, payee: other.payee })).status).toBe(404);
    const mistaken = quoteFor(agent.payer, agent.payee);
    const claimed = { ...mistaken, source: { ...mistaken.source, customerId: other.payer.customerId } };
    expect((await me.post('/agents/me/quotes', claimed)).body.code).toBe('USER_NOT_FOUND');
  });

  it('creates and deletes external accounts of the customer', async () => {
    const agent = await newAgent(client);
    const { status, body } = await agent.client.post('/agents/me/external-accounts', exampleRequest('GBP_ACCOUNT'));
    expect([status, body.customerId]).toEqual([201, agent.payer.customerId]);
    const path = `/agents/me/external-accounts/${body.id}`;
    expect((await agent.client.get(path)).body).toEqual(body);
    const { body: listed } = await agent.client.get('/agents/me/external-accounts?currency=GBP');
    expect(listed.data).toEqual([body]);
    const twice = await agent.client.post('/agents/me/external-accounts', exampleRequest('GBP_ACCOUNT'));
    expect([twice.status, twice.body.details.externalAccountId]).toEqual([409, body.id]);
    expect((await agent.client.delete(path)).status).toBe(204);
    expect((await agent.client.get(path)).status).toBe(404);
  });

  it('rejects platformFeeOverride and immediatelyExecute in a quote', async () => {
    const agent = await newAgent(client);
    const fee = { platformFixedFee: { amount: 0, currency: 'USD' }, platformVariableFeeBps: 0 };
    const request = quoteFor(agent.payer, agent.payee, { immediatelyExecute: true, platformFeeOverride: fee });
    const { status, body } = await agent.client.post('/agents/me/quotes', request);
    expect([status, fieldsOf(body)]).toEqual([400, ['immediatelyExecute', 'platformFeeOverride']]);
  });

  it('reports disallowed fields of a quote together with invalid ones', async () => {
    const agent = await newAgent(client);
    const wrong = { immediatelyExecute: true, scaFactor: 'TOTP', lockedCurrencyAmount: '1' };
    const { body } = await agent.client.post('/agents/me/quotes', quoteFor(agent.payer, agent.payee, wrong));
    expect(fieldsOf(body).toSorted()).toEqual(['immediatelyExecute', 'lockedCurrencyAmount', 'scaFactor']);
  });

  it('requires the permission of each operation', async () => {
    const agent = await newAgent(client);
    const { id: quoteId } = await agentQuote(agent);
    const asked: Record<string, [permissions: string[], method: string, path: string, body?: object]> = {
      transactions: [['VIEW_TRANSACTIONS'], 'GET', '/transactions'],
      transaction: [['VIEW_TRANSACTIONS'], 'GET', `/transactions/${newId('Transaction')}`],
      accounts: [['VIEW_TRANSACTIONS'], 'GET', '/internal-accounts'],
      payees: [
        ['MANAGE_EXTERNAL_ACCOUNTS', 'VIEW_TRANSACTIONS', 'CREATE_QUOTES', 'CREATE_TRANSFERS'],
        'GET',
        '/external-accounts',
      ],
      adding: [['MANAGE_EXTERNAL_ACCOUNTS'], 'POST', '/external-accounts', exampleRequest('GBP_ACCOUNT')],
      deleting: [['MANAGE_EXTERNAL_ACCOUNTS'], 'DELETE', `/external-accounts/${newId('ExternalAccount')}`],
      quoting: [['CREATE_QUOTES'], 'POST', '/quotes', quoteFor(agent.payer, agent.payee)],
      executing: [['EXECUTE_QUOTES'], 'POST', `/quotes/${quoteId}/execute`],
      paying: [
        ['CREATE_TRANSFERS'],
        'POST',
        '/transfer-out',
        { source: { accountId: agent.payer.accountId }, destination: { accountId: agent.payee }, amount: 1 },
      ],
      collecting: [
        ['CREATE_TRANSFERS'],
        'POST',
        '/transfer-in',
        { source: { accountId: agent.payee }, destination: { accountId: agent.payer.accountId }, amount: 1 },
      ],
      itself: [everyPermission, 'GET', ''],
      quote: [everyPermission, 'GET', `/quotes/${quoteId}`],
      actions: [everyPermission, 'GET', '/actions'],
    };
    for (const permission of everyPermission) {
      await client.patch(`/agents/${agent.id}/policy`, { permissions: [permission] });
      for (const [what, [permissions, method, path, body]] of Object.entries(asked)) {
        const answer = await agent.client.request(method, `/agents/me${path}`, { body });
        const isRejected = answer.body?.details?.reason === 'PERMISSION_MISSING';
        expect([what, permission, isRejected]).toEqual([what, permission, !permissions.includes(permission)]);
        if (isRejected) expect([answer.status, answer.body.code]).toEqual([403, 'FORBIDDEN']);
      }
    }
  });

  it('allows reads while the agent is paused, and rejects everything else', async () => {
    const agent = await newAgent(client);
    const { id: quoteId } = await agentQuote(agent);
    await client.patch(`/agents/${agent.id}`, { isPaused: true });
    const reads = ['', '/transactions', '/internal-accounts', '/external-accounts', '/actions', `/quotes/${quoteId}`];
    for (const path of reads) expect((await agent.client.get(`/agents/me${path}`)).status).toBe(200);
    const rejected = [
      await agent.client.post(`/agents/me/quotes/${quoteId}/execute`),
      await agent.client.post('/agents/me/quotes', quoteFor(agent.payer, agent.payee)),
      await agent.client.post('/agents/me/external-accounts', exampleRequest('GBP_ACCOUNT')),
      await agent.client.delete(`/agents/me/external-accounts/${agent.payee}`),
      await transferOut(agent),
    ];
    for (const { status, body } of rejected) expect([status, body.details.reason]).toEqual([403, 'AGENT_PAUSED']);
    await client.patch(`/agents/${agent.id}`, { isPaused: false });
    expect((await agent.client.post(`/agents/me/quotes/${quoteId}/execute`)).body.status).toBe('APPROVED');
  });

  it('is restricted to its customer, also for platform accounts and a foreign customerId', async () => {
    const agent = await newAgent(client);
    const platformAccount = (await client.get('/platform/internal-accounts?currency=USD')).body.data[0].id;
    const request = quoteFor({ ...agent.payer, accountId: platformAccount }, agent.payee);
    expect((await agent.client.post('/agents/me/quotes', request)).status).toBe(404);
    const { body } = await agent.client.get(`/agents/me/transactions?customerId=${newId('Customer')}`);
    expect(body.data.every(({ customerId }: { customerId: string }) => customerId === agent.payer.customerId)).toBe(
      true,
    );
    expect(await payeeWithSuffix(client, agent.payer.customerId, '111')).not.toBe(agent.payee);
  });
});
