import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { transform } from 'esbuild';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { newAgent } from '../../../server/test/support/agents.ts';
import { TestApp } from '../../../server/test/support/app.ts';
import { png } from '../../../server/test/support/documents.ts';
import { CausewayError, createAgentClient, createClient } from '../src/index.ts';
import { createOperatorClient } from '../src/operator.ts';
import { sampleOf } from './reference-page.ts';

const run = promisify(execFile);

let app: TestApp;
let directory: string;
let openAsBlob: (name: string) => Promise<Blob>;
let env: Record<string, string>;
/** Variables of the samples. */
let clients: Record<string, unknown>;
/** Samples of all operations in the order of the document. */
const samples: { id: string; curl: string; ts: string }[] = [];

beforeAll(async () => {
  // A separate server, because the samples of operators change it.
  app = await TestApp.start();
  directory = await mkdtemp(join(tmpdir(), 'reference-runs-'));
  await writeFile(join(directory, 'scan.png'), png());
  await writeFile(join(directory, 'customers.csv'), 'customerType\n');
  openAsBlob = async (name) => new Blob([await readFile(join(directory, name))]);
  const { client, url: baseUrl } = app;
  const operator = await app.newOperator();
  const { accessToken = '' } = (await newAgent(client)).client;
  env = {
    PATH: process.env['PATH'] ?? '',
    CAUSEWAY_CLIENT_ID: client.clientId,
    CAUSEWAY_CLIENT_SECRET: client.clientSecret,
    OPERATOR_ID: operator.clientId,
    OPERATOR_SECRET: operator.clientSecret,
    ACCESS_TOKEN: accessToken,
  };
  clients = {
    causeway: createClient({ baseUrl, clientId: client.clientId, clientSecret: client.clientSecret, maxRetries: 0 }),
    agent: createAgentClient({ baseUrl, accessToken, maxRetries: 0 }),
    operator: createOperatorClient({
      baseUrl,
      operatorId: operator.clientId,
      secret: operator.clientSecret,
      maxRetries: 0,
    }),
  };
  const { paths } = JSON.parse(await (await fetch(`${baseUrl}/openapi.json`)).text());
  for (const { operationId: id } of Object.values<Record<string, { operationId: string }>>(paths).flatMap(
    Object.values,
  )) {
    const page = await (await fetch(`${baseUrl}/docs/operations/${id}.md`)).text();
    samples.push({ id, curl: sampleOf(page, 'sh'), ts: sampleOf(page, 'ts') });
  }
});
afterAll(async () => {
  await rm(directory, { recursive: true, force: true });
  await app.stop();
});

/**
 * Expected error codes by operation: the platform lacks a setting, or has the resource already. All other samples
 * succeed, or return 404 for the ids of the examples.
 */
const EXPECTED: Readonly<Record<string, string>> = {
  createPlatformExternalAccount: 'CONFLICT',
  agentCreateExternalAccount: 'CONFLICT',
  linkStablecoinProviderAccount: 'CONFLICT',
  runLedgerChecks: 'CONFLICT',
  createInvitation: 'INVALID_UMA_ADDRESS',
  redeliverWebhookEvents: 'WEBHOOK_ENDPOINT_NOT_SET',
  sendTestWebhook: 'WEBHOOK_ENDPOINT_NOT_SET',
  testWebhookEndpoint: 'WEBHOOK_ENDPOINT_NOT_SET',
};

interface Outcome {
  status: number;
  code?: string | undefined;
  text: string;
}

async function runCurl(curl: string): Promise<Outcome> {
  const script = curl.replace('curl ', `curl -s --max-time 60 -w '\\n%{http_code}' `);
  const { stdout, stderr } = await run('sh', ['-c', script], { env, cwd: directory, maxBuffer: 2 ** 24 }).catch(
    (error) => error,
  );
  const [, text = '', status] = /^(.*)\n(\d{3})$/s.exec(stdout) ?? [];
  if (!(Number(status) >= 400)) return { status: Number(status), text: text || stderr };
  return { status: Number(status), code: /"code": ?"(\w+)"/.exec(text)?.[1], text };
}

const AsyncFunction = (async () => {}).constructor as FunctionConstructor;

async function runClient(sample: string): Promise<Outcome> {
  const { code } = await transform(sample.replace(/^import .*$/m, ''), { loader: 'ts' });
  const scope = { ...clients, openAsBlob };
  try {
    await new AsyncFunction(...Object.keys(scope), code)(...Object.values(scope));
    return { status: 200, text: '' };
  } catch (error) {
    if (!(error instanceof CausewayError)) throw error;
    return { status: error.status ?? 0, code: error.code, text: error.message };
  }
}

const isExpected = (id: string, { status, code }: Outcome): boolean =>
  (status >= 200 && status < 300) || status === 404 || (code !== undefined && code === EXPECTED[id]);

it('the samples of every operation run in their order, twice, with curl and the client, and never break each other', {
  timeout: 180_000,
}, async () => {
  const unexpected: unknown[] = [];
  for (const round of [1, 2]) {
    for (const { id, curl, ts } of samples) {
      for (const [language, outcome] of Object.entries({ curl: await runCurl(curl), ts: await runClient(ts) })) {
        if (!isExpected(id, outcome)) unexpected.push({ round, id, language, ...outcome });
      }
    }
  }
  expect(samples.length).toBeGreaterThan(200);
  expect(unexpected).toEqual([]);
});
