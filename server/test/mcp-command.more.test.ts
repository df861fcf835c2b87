import { Client as McpClient } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { bundleFile } from '../../scripts/lib/paths.mjs';
import { ensureBuilt } from '../../scripts/lib/ready.mjs';
import { VERSION } from '../src/foundation/config.ts';
import { TestApp } from './support/app.ts';
import type { Client } from './support/client.ts';
import { newPayer } from './support/payments.ts';
import { ServerHome } from './support/server-process.ts';

const home = new ServerHome();
let app: TestApp;
let client: Client;
let reader: McpClient;
let writer: McpClient;
beforeAll(async () => {
  await ensureBuilt();
  app = await TestApp.start();
  client = app.client;
  reader = await connected();
  writer = await connected('--allow-sandbox-writes');
});
afterAll(async () => {
  await reader.close();
  await writer.close();
  await app.audit();
  await app.stop();
  await home.clean();
});

const credentials = ({ clientId, clientSecret }: Client) => ({
  CAUSEWAY_CLIENT_ID: clientId,
  CAUSEWAY_CLIENT_SECRET: clientSecret,
});

async function connected(...options: string[]): Promise<McpClient> {
  const mcp = new McpClient({ name: 'test', version: '1.0.0' });
  const args = [bundleFile, 'mcp', '--url', app.url, ...options];
  await mcp.connect(
    new StdioClientTransport({
      command: process.execPath,
      args,
      env: credentials(client),
      cwd: home.directory,
      stderr: 'ignore',
    }),
  );
  return mcp;
}

async function call(mcp: McpClient, name: string, given: Record<string, unknown> = {}) {
  const { isError = false, content } = await mcp.callTool({ name, arguments: given });
  const [first] = content;
  if (first?.type !== 'text') throw new Error('the result has no text');
  return { isError, text: first.text };
}

async function read(mcp: McpClient, name: string, given?: Record<string, unknown>): Promise<any> {
  const { isError, text } = await call(mcp, name, given);
  expect({ isError, text }).toMatchObject({ isError: false });
  return JSON.parse(text);
}

const namesOf = async (mcp: McpClient): Promise<string[]> =>
  (await mcp.listTools()).tools.map(({ name }) => name).toSorted();

const reading = ['explain_request', 'get_error', 'get_operation', 'magic_value', 'recent_requests', 'search_docs'];

describe('causeway mcp', () => {
  it('offers tools that change nothing, and those that change the sandbox only where it is allowed', async () => {
    expect(reader.getServerVersion()).toMatchObject({ name: 'causeway', version: VERSION });
    expect(await namesOf(reader)).toEqual(reading);
    const { tools } = await reader.listTools();
    expect(tools.every(({ annotations }) => annotations?.readOnlyHint)).toBe(true);
    expect(await namesOf(writer)).toEqual([...reading, 'clock', 'fund', 'trigger'].toSorted());
  });

  it('rejects the token of a production platform with exit code 4', async () => {
    const production = await app.newPlatform('PRODUCTION');
    const child = await home.spawn(credentials(production), ['mcp', '--url', app.url]);
    expect(await child.ended).toBe(4);
    expect([child.stdout, child.stderr]).toEqual(['', expect.stringContaining('for sandbox platforms only')]);
  });
});

describe('the documentation', () => {
  it('is searched by words, also by a question', async () => {
    const { pages, text } = await read(reader, 'search_docs', { query: 'webhook signatures' });
    expect(pages.map(({ url }: { url: string }) => url)).toContain('/docs/guides/webhooks.md');
    expect(text).toMatch(/^# /);
    const question = await read(reader, 'search_docs', { query: 'how do I verify the signature of a webhook' });
    expect(question.pages.length).toBeGreaterThan(0);
  });

  it('has the pages of operations and error codes that the site has', async () => {
    const page = await fetch(`${app.url}/docs/operations/createQuote.md`);
    expect(await call(reader, 'get_operation', { operationId: 'createQuote' })).toEqual({
      isError: false,
      text: await page.text(),
    });
    expect((await call(reader, 'get_error', { code: 'invalid_input' })).text).toContain('# INVALID_INPUT');
  });

  it('reports unknown names and invalid arguments with a hint', async () => {
    const missing = await call(reader, 'get_operation', { operationId: 'payEverybody' });
    expect([missing.isError, JSON.parse(missing.text).message]).toEqual([true, 'There is no operation payEverybody.']);
    const invalid = await call(reader, 'get_error', { code: '../guides/agents' });
    expect([invalid.isError, JSON.parse(invalid.text).code]).toEqual([true, 'WRONG_USAGE']);
    const unknown = await call(reader, 'recent_requests', { status: 400 });
    expect([unknown.isError, JSON.parse(unknown.text).hint]).toEqual([true, 'Arguments: onlyFailed, limit.']);
  });
});

describe('the sandbox', () => {
  it('has magic values, and account numbers with an ending', async () => {
    const found = await read(reader, 'magic_value', { search: 'returned' });
    expect(found.length).toBeGreaterThan(0);
    expect((await read(reader, 'magic_value', { iban: '004' })).value).toMatch(/^DE\d{17}004$/);
    expect((await read(reader, 'magic_value', { clabe: '004' })).value).toMatch(/^\d{15}004$/);
  });

  it('shows recent requests, and explains the last one that has failed', async () => {
    const { headers } = await client.post('/sandbox/clock/advance', { seconds: -1 });
    const id = headers.get('x-request-id');
    await app.app.requestLog.flush();
    const [last] = await read(reader, 'recent_requests', { onlyFailed: true, limit: 1 });
    expect(last).toMatchObject({ id, status: 400, code: 'INVALID_INPUT' });
    const explained = await read(reader, 'explain_request');
    expect(explained).toMatchObject({
      request: { id, requestBody: { seconds: -1 } },
      help: expect.stringContaining('## Fix'),
      curl: expect.stringContaining('-X POST'),
    });
    expect(await read(reader, 'explain_request', { requestId: id })).toEqual(explained);
  });

  it('is changed by trigger, clock and fund', async () => {
    const payer = await newPayer(client, { balance: 0 });
    const [account] = await read(writer, 'fund', { amount: 2_550, customer: payer.customerId });
    expect(account).toMatchObject({ id: payer.accountId, balance: { amount: 2_550 } });
    const [before] = await read(writer, 'clock');
    const [after] = await read(writer, 'clock', { advance: '6m' });
    expect(Date.parse(after.now) - Date.parse(before.now)).toBeGreaterThanOrEqual(360_000);
    const made = await read(writer, 'trigger', { event: 'CUSTOMER.KYC_APPROVED' });
    expect(made.at(-1)).toMatchObject({ resource: 'Webhook', type: 'CUSTOMER.KYC_APPROVED' });
    const { isError, text } = await call(writer, 'trigger', { event: 'CUSTOMER.LAUGHED' });
    expect([isError, JSON.parse(text).code]).toEqual([true, 'WRONG_USAGE']);
  });
});
