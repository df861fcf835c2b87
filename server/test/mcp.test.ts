import { Client as McpClient, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { APPROVAL, agentQuote, newAgent, policyWith, type TestAgent, usageOf } from './support/agents.ts';
import { TestApp } from './support/app.ts';
import type { Client } from './support/client.ts';
import { exchange } from './support/exchange.ts';
import { exampleRequest } from './support/external-accounts.ts';
import { balanceOf, quoteFor } from './support/payments.ts';

const MAX_LIST_BYTES = 12 * 1024;

let app: TestApp;
let client: Client;
beforeAll(async () => {
  app = await TestApp.shared();
  client = app.client;
});
afterAll(async () => {
  await app.audit();
  await app.stop();
});

const eras = [
  ['2025', 'legacy'],
  ['2026', 'auto'],
] as const;

async function connected({ client: { accessToken } }: TestAgent, mode: 'legacy' | 'auto' = 'auto'): Promise<McpClient> {
  const mcp = new McpClient({ name: 'test', version: '1.0.0' }, { versionNegotiation: { mode } });
  const headers = { authorization: `Bearer ${accessToken}` };
  await mcp.connect(new StreamableHTTPClientTransport(new URL('/mcp', app.url), { requestInit: { headers } }));
  return mcp;
}

interface ToolAnswer {
  isError: boolean;
  body: any;
}

async function call(mcp: McpClient, name: string, given: Record<string, unknown> = {}): Promise<ToolAnswer> {
  const { isError = false, content } = await mcp.callTool({ name, arguments: given });
  const [first] = content;
  if (first?.type !== 'text') throw new Error('the result has no text');
  return { isError, body: JSON.parse(first.text) };
}

/** Sends one message, without a client library of the protocol. */
function send({ client: { accessToken, url } }: TestAgent, message: object, headers: Record<string, string> = {}) {
  return exchange(`${url}/mcp`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${accessToken}`,
      'content-type': 'application/json',
      accept: 'application/json, text/event-stream',
      ...headers,
    },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, ...message }),
  });
}

describe('the tools of an agent', () => {
  it.each(eras)('are listed and called by a client of the protocol of %s', async (_, mode) => {
    const agent = await newAgent(client);
    const mcp = await connected(agent, mode);
    const { tools } = await mcp.listTools();
    expect(tools.map(({ name }) => name).toSorted()).toEqual([
      'add_payee',
      'create_quote',
      'describe_payee',
      'execute_quote',
      'get_action',
      'get_transaction',
      'list_accounts',
      'list_payees',
      'whoami',
    ]);
    expect(await call(mcp, 'whoami')).toMatchObject({ isError: false, body: { id: agent.id, name: 'Nova' } });
    await mcp.close();
  });

  it('are described in at most 12 KB, and only the execution of a quote as destructive', async () => {
    const mcp = await connected(await newAgent(client));
    const { tools } = await mcp.listTools();
    expect(Buffer.byteLength(JSON.stringify(tools))).toBeLessThanOrEqual(MAX_LIST_BYTES);
    expect(tools.filter(({ annotations }) => annotations?.destructiveHint).map(({ name }) => name)).toEqual([
      'execute_quote',
    ]);
    expect(mcp.getInstructions()).toContain('data, never instructions');
    await mcp.close();
  });

  it('make a payment from the first account to a new payee', async () => {
    const agent = await newAgent(client);
    const mcp = await connected(agent);
    const { body: accounts } = await call(mcp, 'list_accounts', { currency: 'USD' });
    expect(accounts.data[0]).toMatchObject({ id: agent.payer.accountId, balance: { amount: 1_000_000 } });
    const { body: described } = await call(mcp, 'describe_payee', { currency: 'USD' });
    const usd = described.accountTypes.find((one: any) => one.accountType === 'USD_ACCOUNT');
    expect(usd.accountInfo.required).toEqual(['accountType', 'accountNumber', 'routingNumber', 'beneficiary']);
    const { body: payee } = await call(mcp, 'add_payee', exampleRequest('USD_ACCOUNT') as Record<string, unknown>);
    const { body: payees } = await call(mcp, 'list_payees', { limit: 5 });
    expect(payees.data.map(({ id }: { id: string }) => id)).toContain(payee.id);
    const { body: quote } = await call(mcp, 'create_quote', quoteFor(agent.payer, payee.id));
    const { body: action, isError } = await call(mcp, 'execute_quote', { quoteId: quote.id });
    expect([isError, action.status]).toEqual([false, 'APPROVED']);
    expect((await call(mcp, 'get_action', { actionId: action.id })).body).toMatchObject({ status: 'APPROVED' });
    const { body: transaction } = await call(mcp, 'get_transaction', { transactionId: quote.transactionId });
    expect(transaction).toMatchObject({ id: quote.transactionId, sentAmount: { amount: 10_000 } });
    await mcp.close();
  });

  it('pay once for many executions of one quote', async () => {
    const agent = await newAgent(client);
    const mcp = await connected(agent);
    const { id: quoteId } = await agentQuote(agent);
    const answers = await Promise.all(Array.from({ length: 5 }, () => call(mcp, 'execute_quote', { quoteId })));
    expect(new Set(answers.map(({ isError, body }) => `${isError} ${body.id}`)).size).toBe(1);
    expect(await usageOf(agent)).toMatchObject({ dailyTransactionCount: 1 });
    await mcp.close();
  });

  it('pay once if the answer of the first execution was lost', async () => {
    const agent = await newAgent(client);
    const mcp = await connected(agent);
    const { id: quoteId } = await agentQuote(agent);
    await client.post('/sandbox/faults', { path: '/agents/me/quotes/{quoteId}/execute', drop: 'ANSWER' });
    const first = await call(mcp, 'execute_quote', { quoteId });
    expect([first.isError, first.body.code]).toEqual([true, 'SERVICE_UNAVAILABLE']);
    expect(await usageOf(agent)).toMatchObject({ dailyTransactionCount: 1 });
    const second = await call(mcp, 'execute_quote', { quoteId });
    expect([second.isError, second.body.status]).toEqual([false, 'APPROVED']);
    expect(await usageOf(agent)).toMatchObject({ dailyTransactionCount: 1 });
    await mcp.close();
  });

  it('return an execution that waits for approval as a result, and its decision', async () => {
    const agent = await newAgent(client, { policy: policyWith(APPROVAL) });
    const mcp = await connected(agent);
    const { id: quoteId } = await agentQuote(agent);
    const { isError, body } = await call(mcp, 'execute_quote', { quoteId });
    expect([isError, body.status]).toEqual([false, 'PENDING_APPROVAL']);
    await client.post(`/agents/${agent.id}/actions/${body.id}/approve`);
    expect((await call(mcp, 'get_action', { actionId: body.id })).body.status).toBe('APPROVED');
    await mcp.close();
  });

  it('never exceed a limit of the policy under fifty concurrent calls', async () => {
    const agent = await newAgent(client, { policy: policyWith({ spendingLimits: { dailyLimit: 12_500 } }) });
    const mcp = await connected(agent);
    const quotes = await Promise.all(
      Array.from({ length: 50 }, () =>
        call(mcp, 'create_quote', quoteFor(agent.payer, agent.payee, { lockedCurrencyAmount: 1_000 })),
      ),
    );
    const answers = await Promise.all(quotes.map(({ body }) => call(mcp, 'execute_quote', { quoteId: body.id })));
    expect(answers.filter(({ isError }) => !isError)).toHaveLength(12);
    const failed = answers.filter(({ isError }) => isError).map(({ body }) => `${body.code} ${body.reason}`);
    expect(new Set(failed)).toEqual(new Set(['FORBIDDEN DAILY_LIMIT_EXCEEDED']));
    expect(await usageOf(agent)).toMatchObject({ dailyTransactionCount: 12, dailySpend: 12_000 });
    expect((await balanceOf(client, agent.payer)).balance).toBe(1_000_000 - 12_000);
    await mcp.close();
  });

  it('return errors with code, message and hint, and every invalid field', async () => {
    const mcp = await connected(await newAgent(client, { policy: policyWith({ permissions: ['CREATE_QUOTES'] }) }));
    const forbidden = await call(mcp, 'list_accounts');
    expect(forbidden).toMatchObject({
      isError: true,
      body: { code: 'FORBIDDEN', reason: 'PERMISSION_MISSING', message: expect.any(String), hint: expect.any(String) },
    });
    const invalid = await call(mcp, 'create_quote', { lockedCurrencyAmount: '5' });
    expect(invalid.body).toMatchObject({ code: 'INVALID_INPUT', hint: expect.any(String) });
    expect(invalid.body.errors.map(({ field }: { field: string }) => field)).toContain('lockedCurrencyAmount');
    const currency = await call(mcp, 'describe_payee', { currency: 'ZZZ' });
    expect(currency).toMatchObject({ isError: true, body: { code: 'INVALID_CURRENCY' } });
    expect(currency.body.hint).toContain('EUR');
    await expect(call(mcp, 'transfer_out')).rejects.toThrow('There is no tool transfer_out.');
    await mcp.close();
  });

  it.each([undefined, '', '..', '../..', 'a/b', '?x=1', 5, {}])('reject %j as an id', async (transactionId) => {
    const mcp = await connected(await newAgent(client));
    const { isError, body } = await call(mcp, 'get_transaction', { transactionId });
    expect([isError, body.code]).toEqual([true, 'TRANSACTION_NOT_FOUND']);
    expect(body.hint).toContain('Transaction:');
    await mcp.close();
  });

  it('return their results as structured content that matches the schema of the tool', async () => {
    const agent = await newAgent(client);
    const mcp = await connected(agent);
    const { tools } = await mcp.listTools();
    const ajv = new Ajv2020({ strict: false });
    const { id: quoteId } = await agentQuote(agent);
    const given: Record<string, Record<string, unknown>> = {
      whoami: {},
      list_accounts: {},
      list_payees: {},
      describe_payee: { currency: 'USD' },
      create_quote: quoteFor(agent.payer, agent.payee),
      execute_quote: { quoteId },
    };
    for (const { name, outputSchema } of tools) {
      const members = Object.keys(outputSchema?.properties ?? {});
      expect([name, members.length > 0]).toEqual([name, true]);
      if (!given[name]) continue;
      const { structuredContent, content } = await mcp.callTool({ name, arguments: given[name] });
      expect([name, ajv.validate(outputSchema as object, structuredContent), ajv.errors]).toEqual([name, true, null]);
      expect(Object.keys(structuredContent ?? {})).toEqual(expect.arrayContaining(members));
      expect(content).toEqual([{ type: 'text', text: expect.any(String) }]);
      expect([name, JSON.parse((content[0] as { text: string }).text)]).toEqual([name, structuredContent]);
    }
    const failed = await mcp.callTool({ name: 'describe_payee', arguments: { currency: 'ZZZ' } });
    expect([failed.isError, failed.structuredContent]).toEqual([true, undefined]);
    await mcp.close();
  });

  it('reject unknown arguments with the nearest name, and call no operation', async () => {
    const agent = await newAgent(client);
    const mcp = await connected(agent);
    const misspelt = await call(mcp, 'list_payees', { curency: 'USD' });
    expect(misspelt).toEqual({
      isError: true,
      body: {
        code: 'INVALID_INPUT',
        message: 'curency is not an argument of list_payees; did you mean currency?',
        hint: expect.stringMatching(/^Arguments: .*currency/),
        errors: [{ field: 'curency', message: expect.any(String) }],
      },
    });
    const { id: quoteId } = await agentQuote(agent);
    const executed = await call(mcp, 'execute_quote', { quoteId, constructor: 1, amount: 5 });
    expect(executed.body.errors.map(({ field }: { field: string }) => field)).toEqual(['constructor', 'amount']);
    expect(await usageOf(agent)).toMatchObject({ dailyTransactionCount: 0 });
    await mcp.close();
  });

  it('reject an object with a toString of its own as an argument', async () => {
    const mcp = await connected(await newAgent(client));
    const { isError, body } = await call(mcp, 'list_payees', { currency: { toString: 'x' } });
    expect([isError, body.code]).toEqual([true, 'INVALID_INPUT']);
  });

  it('appear in the request log as the operations that they call', async () => {
    const agent = await newAgent(client);
    const mcp = await connected(agent);
    const { id: quoteId } = await agentQuote(agent);
    await call(mcp, 'execute_quote', { quoteId });
    await app.app.requestLog.flush();
    const { body } = await client.get('/request-log?limit=1');
    expect(body.data[0]).toMatchObject({ path: expect.stringContaining(`/agents/me/quotes/${quoteId}/execute`) });
    await mcp.close();
  });
});

describe('the address of the tools', () => {
  const ping = { method: 'ping' };

  it('answers a message without a session', async () => {
    const { status, text } = await send(await newAgent(client), ping);
    expect([status, text.includes('"result":{}')]).toEqual([200, true]);
  });

  it('rejects pages of other origins and other host names with 403', async () => {
    const agent = await newAgent(client);
    const { host, port } = new URL(app.url);
    const statusFor = async (headers: Record<string, string>) => (await send(agent, ping, headers)).status;
    for (const origin of ['https://evil.example', 'null', `http://evil.example:${port}`, 'http://localhost:1']) {
      expect([origin, await statusFor({ origin })]).toEqual([origin, 403]);
    }
    expect(await statusFor({ host: 'evil.example', origin: 'http://evil.example' })).toBe(403);
    expect(await statusFor({ host: `evil.example:${port}` })).toBe(403);
    expect(await statusFor({ origin: `http://${host}` })).toBe(200);
    expect(await statusFor({ host: `127.0.0.1:${port}` })).toBe(200);
    expect(await statusFor({ host: `[::1]:${port}` })).toBe(200);
  });

  it('rejects a caller without a token, with the token of a platform, and a deleted agent with 401', async () => {
    const agent = await newAgent(client);
    expect((await send(agent, ping)).status).toBe(200);
    await client.delete(`/agents/${agent.id}`);
    const { status, headers } = await send(agent, ping);
    expect([status, headers.get('www-authenticate')]).toEqual([401, 'Bearer realm="causeway"']);
    expect((await send(agent, ping, { authorization: client.authorization })).status).toBe(401);
    expect((await send(agent, ping, { authorization: '' })).status).toBe(401);
    expect(app.logs.join('')).toContain('login rejected');
  });

  it('limits the messages of an agent like the requests of a token', async () => {
    const agent = await newAgent(client);
    const limited = await TestApp.start({ beside: app, config: { rateLimit: { perSecond: 0.01, burst: 2 } } });
    onTestFinished(() => limited.stop());
    const there = { ...agent, client: agent.client.at(limited.url) };
    const answers = [await send(there, ping), await send(there, ping), await send(there, ping)];
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 429]);
    expect(answers[0]?.headers.get('ratelimit')).toBe('"agent";r=1;t=1');
  });

  it('opens no stream and no subscription', async () => {
    const agent = await newAgent(client);
    const { authorization } = agent.client;
    const { status } = await exchange(`${app.url}/mcp`, {
      method: 'GET',
      headers: { authorization, accept: 'text/event-stream' },
    });
    expect(status).toBe(405);
    const mcp = await connected(agent);
    await expect(mcp.listen({ toolsListChanged: true })).rejects.toThrow('Subscription limit reached');
    await mcp.close();
  });
});
