import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Route } from '../src/engine/http/route.ts';
import { TestApp } from './support/app.ts';
import { Client } from './support/client.ts';
import { exampleCall, unknownPath, WALK_MS } from './support/examples.ts';
import { storedLines } from './support/request-lines.ts';

let app: TestApp;
beforeAll(async () => {
  app = await TestApp.start();
});
afterAll(() => app.stop());

/** Secrets with a text that the test recognises in any log line. */
const planted = (name: string): string => `PLANTED-${name}`;

const secretFields = [
  'authorization',
  'clientSecret',
  'password',
  'secret',
  'accessToken',
  'oidcToken',
  'apiClientSecret',
  'identifier',
  'taxId',
  'code',
  'recoveryCodes',
  'secretBase32Encoded',
  'totpUri',
  'encryptedOtpBundle',
  'encryptedSessionSigningKey',
  'encryptedWalletCredentials',
  'otpEncryptionTargetBundle',
  'payloadToSign',
  'panEmbedUrl',
  'kycUrl',
  'threeDSecurePassword',
  'livenessAccessToken',
  'token',
  'accountNumber',
  'iban',
  'documentNumber',
];

const secretHeaders = {
  cookie: planted('cookie'),
  'x-api-key': planted('api-key'),
  'service-wallet-signature': planted('wallet-signature'),
  'request-id': planted('request-id'),
  'proxy-authorization': planted('proxy'),
};

const secrets = () => ({
  ...Object.fromEntries(secretFields.map((name) => [name, planted(name)])),
  nested: { list: [Object.fromEntries(secretFields.map((name) => [name, planted(`nested-${name}`)]))] },
});

const isJsonObject = (body: unknown): body is object =>
  typeof body === 'object' && body !== null && !(body instanceof FormData);

/** One successful call with additional secrets, and one rejected call with secrets in wrong places. */
async function exercise(route: Route, client: Client): Promise<string[]> {
  const isOperator = route.access === 'OPERATOR';
  const call = isOperator
    ? { method: route.method, path: unknownPath(route), body: route.method === 'GET' ? undefined : {} }
    : await exampleCall(route, app.client);
  const caller = 'as' in call && route.access === 'AGENT' ? call.as : client;
  const body = isJsonObject(call.body) ? { ...secrets(), ...call.body } : call.body;
  const query = `${call.path.includes('?') ? '&' : '?'}secret=${planted('query')}`;
  const options = { headers: { ...secretHeaders, 'idempotency-key': `key of ${route.operationId}` } };
  const answers = [await caller.request(call.method, `${call.path}${query}`, { body, ...options })];
  if (route.method !== 'GET') {
    answers.push(await caller.request(route.method, unknownPath(route), { body: secrets(), ...options }));
    answers.push(
      await caller.request(route.method, unknownPath(route), { raw: `{"secret":"${planted('broken')}`, ...options }),
    );
  }
  return answers.flatMap(({ text }) =>
    [...text.matchAll(/"(?:clientSecret|secret|accessToken)":"([^"]+)"/g)].map(([, s]) => s ?? ''),
  );
}

describe('a run over every operation', () => {
  it('leaves no secret in the service log at trace level, nor in the request log', {
    timeout: WALK_MS,
  }, async () => {
    const operator = await app.newOperator();
    const returnedSecrets: string[] = [];
    for (const route of app.app.routes) {
      const client = route.access === 'OPERATOR' ? operator : app.client;
      returnedSecrets.push(...(await exercise(route, client)));
    }
    const guesser = new Client({ ...app.client, clientSecret: planted('guess') });
    await guesser.get('/config');
    await fetch(`${app.url}${app.client.basePath}/config`, {
      headers: { authorization: `Bearer ${planted('bearer')}` },
    });
    await app.app.requestLog.flush();

    const lines = await storedLines(app.database.db);
    expect(lines.length).toBeGreaterThan(app.app.routes.length / 2);
    expect(app.logs.length).toBeGreaterThan(app.app.routes.length);
    expect(returnedSecrets.length).toBeGreaterThan(1);
    const places = { 'the log': app.logs.join('\n'), 'the request log': lines.map(({ text }) => text).join('\n') };
    const { clientSecret } = app.client;
    const basic = Buffer.from(`${app.client.clientId}:${clientSecret}`).toString('base64');
    const needles = ['PLANTED-', clientSecret, basic, operator.clientSecret, ...returnedSecrets];
    for (const [place, text] of Object.entries(places)) {
      for (const needle of needles) {
        const at = text.indexOf(needle);
        const found = at < 0 ? undefined : text.slice(Math.max(0, at - 60), at + 60);
        expect([place, needle, found]).toEqual([place, needle, undefined]);
      }
    }
  });

  it('leaves no row of the database in the log when a statement fails', async () => {
    const { db } = app.database;
    await db.pool.query('ALTER TABLE api_tokens ADD CONSTRAINT never CHECK (false) NOT VALID');
    const before = app.logs.length;
    const { status } = await app.client.post('/tokens', { name: planted('row'), permissions: ['VIEW'] });
    await db.pool.query('ALTER TABLE api_tokens DROP CONSTRAINT never');
    expect(status).toBe(500);
    const lines = app.logs.slice(before).join('\n');
    expect(lines).toContain('23514');
    expect(lines).not.toContain('PLANTED-');
  });

  it('leaves no message text in the request log', async () => {
    const { db } = app.database;
    await db.pool.query(
      `INSERT INTO messages (platform_id, id, channel, recipient, body, code, created_at)
       VALUES ($1, 'Message:' || gen_random_uuid(), 'SMS', '+1', $2, $3, '2026-01-01')`,
      [app.client.platformId, `Your code is ${planted('text')}`, planted('code')],
    );
    const { text, headers } = await app.client.get('/sandbox/messages');
    expect(text).toContain('PLANTED-text');
    await app.app.requestLog.flush();
    const { body } = await app.client.get(`/request-log/${headers.get('x-request-id')}`);
    expect(body.responseBody).toBeNull();
    expect(JSON.stringify(body)).not.toContain('PLANTED-');
  });
});
