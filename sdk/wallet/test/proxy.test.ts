import { createServer, type IncomingHttpHeaders, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createWalletProxy, nodeListener, type WalletProxyOptions } from '../proxy/index.ts';
import { ACCOUNT, QUOTE, SESSION } from './support/ids.ts';

const CREDENTIAL = 'AuthMethod:0190a0b0-0000-7000-8000-00000000000a';
const FOREIGN = 'InternalAccount:0190a0b0-0000-7000-8000-00000000000b';
const enc = encodeURIComponent;

interface Received {
  method: string;
  url: string;
  headers: IncomingHttpHeaders;
  body: Buffer;
}

let received: Received[] = [];
/** Responses of the service by path; all others are 200 with empty content. */
let responses: Record<string, [status: number, body: string, headers?: Record<string, string>]> = {};
const servers: Server[] = [];

async function listen(listener: RequestListener): Promise<string> {
  const server = createServer(listener);
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

let apiUrl = '';
let proxyUrl = '';
const options = (more: Partial<WalletProxyOptions> = {}): WalletProxyOptions => ({
  apiUrl: `${apiUrl}/api/v1`,
  clientId: 'id',
  clientSecret: 'secret',
  mountedAt: '/wallet',
  accountIdOf: ({ headers }) => (headers.get('cookie') === 'user=ada' ? ACCOUNT : undefined),
  ...more,
});

beforeAll(async () => {
  apiUrl = await listen(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk);
    const { method = '', url = '', headers } = request;
    received.push({ method, url, headers, body: Buffer.concat(chunks) });
    const [status, body, more] = responses[`${method} ${url.replace('/api/v1', '')}`] ?? [200, '{ "spaced" :  true }'];
    response.writeHead(status, { 'content-type': 'application/json', 'set-cookie': 'a=b', ...more }).end(body);
  });
  proxyUrl = await listen(nodeListener(createWalletProxy(options())));
});
afterAll(() => {
  for (const server of servers) server.close();
});
beforeEach(() => {
  received = [];
  responses = {
    [`GET /auth/credentials?accountId=${enc(ACCOUNT)}`]: [200, JSON.stringify({ data: [{ id: CREDENTIAL }] })],
    [`GET /auth/sessions?accountId=${enc(ACCOUNT)}`]: [200, JSON.stringify({ data: [{ id: SESSION }] })],
    [`GET /quotes/${enc(QUOTE)}`]: [200, JSON.stringify({ source: { accountId: ACCOUNT } })],
  };
});

const ask = (
  method: string,
  path: string,
  { body, headers = {} }: { body?: string; headers?: Record<string, string> } = {},
) =>
  fetch(`${proxyUrl}/wallet${path}`, {
    method,
    headers: { cookie: 'user=ada', ...headers },
    ...(body !== undefined && { body }),
  });

const statusOf = async (...args: Parameters<typeof ask>): Promise<number> => (await ask(...args)).status;
const strange = 'AuthMethod:0190a0b0-0000-7000-8000-0000000000ff';

describe('a wallet call', () => {
  it('is forwarded byte for byte, with the credentials of the platform and without those of the browser', async () => {
    const body = `{ "accountId":"${ACCOUNT}",\n "nickname":"Žofie\\u0021" }`;
    const headers = {
      'content-type': 'application/json',
      'request-id': 'Request:1',
      'service-wallet-signature': 'abc',
      'idempotency-key': 'k',
      authorization: 'Basic evil',
      'x-other': '1',
    };
    const response = await ask('POST', '/auth/credentials', { body, headers });
    expect(await response.text()).toBe('{ "spaced" :  true }');
    expect(Object.fromEntries(response.headers)).not.toHaveProperty('set-cookie');
    expect(response.headers.get('cache-control')).toBe('no-store');
    const [call] = received;
    expect(call?.body).toEqual(Buffer.from(body));
    expect(call?.headers).toMatchObject({
      authorization: `Basic ${Buffer.from('id:secret').toString('base64')}`,
      'content-type': 'application/json',
      'request-id': 'Request:1',
      'service-wallet-signature': 'abc',
      'idempotency-key': 'k',
    });
    expect(call?.headers).not.toHaveProperty('cookie');
    expect(call?.headers).not.toHaveProperty('x-other');
  });

  it('keeps the encoding of its path', async () => {
    for (const spelled of [CREDENTIAL, enc(CREDENTIAL), CREDENTIAL.replace(':', '%3a')]) {
      await ask('POST', `/auth/credentials/${spelled}/challenge`);
      expect(received.at(-1)?.url).toBe(`/api/v1/auth/credentials/${spelled}/challenge`);
    }
  });

  it('returns the status, the content type and Retry-After', async () => {
    responses[`DELETE /auth/sessions/${SESSION}`] = [204, ''];
    const ended = await ask('DELETE', `/auth/sessions/${SESSION}`);
    expect([ended.status, await ended.text()]).toEqual([204, '']);
    responses[`POST /auth/credentials/${CREDENTIAL}/challenge`] = [429, '{}', { 'retry-after': '9' }];
    const limited = await ask('POST', `/auth/credentials/${CREDENTIAL}/challenge`);
    expect([limited.status, limited.headers.get('retry-after')]).toEqual([429, '9']);
  });
});

describe('the list of calls', () => {
  it.each([
    ['GET', '/customers'],
    ['POST', '/quotes'],
    ['PATCH', `/customers/${ACCOUNT.replace('InternalAccount', 'Customer')}`],
    ['GET', `/internal-accounts/${ACCOUNT}`],
    ['GET', '/tokens'],
    ['POST', '/sandbox/clock/advance'],
    ['GET', `/auth/credentials/${CREDENTIAL}`],
    ['POST', `/auth/credentials/${CREDENTIAL}/verify/more`],
    ['POST', `/auth/credentials/${CREDENTIAL}%2Fverify`],
    ['POST', `/auth/credentials/..%2f..%2ftokens/verify`],
    ['POST', `/auth/credentials//challenge`],
    ['POST', `/auth/credentials/${SESSION}/verify`],
    ['PUT', '/auth/credentials'],
  ])('does not allow %s %s', async (method, path) => {
    expect(await statusOf(method, path)).toBe(404);
    expect(received).toEqual([]);
  });

  it('is extended by the calls that the platform allows', async () => {
    const allowing = createWalletProxy(
      options({
        alsoAllow: ({ method, path, body }) =>
          method === 'PATCH' && path === '/customers/x' && body === '{"email":"a"}',
      }),
    );
    const patch = (body: string) =>
      allowing(new Request('http://p/wallet/customers/x', { method: 'PATCH', body, headers: { cookie: 'user=ada' } }));
    expect((await patch('{"email":"a"}')).status).toBe(200);
    expect((await patch('{"email":"a","kycStatus":"APPROVED"}')).status).toBe(404);
  });
});

describe('a user can access their own wallet and no other', () => {
  it.each([
    ['GET', `/auth/credentials?accountId=${FOREIGN}`],
    ['GET', `/auth/credentials?accountId=${ACCOUNT}&accountId=${FOREIGN}`],
    ['GET', `/auth/sessions?accountId=${ACCOUNT},${FOREIGN}`],
    ['GET', `/auth/sessions?accountId=${ACCOUNT}&customerId=x`],
    ['GET', '/auth/credentials'],
    ['POST', `/auth/credentials/${strange}/challenge`],
    ['POST', `/auth/credentials/${strange}/verify`],
    ['DELETE', `/auth/sessions/${SESSION.replace(/2$/, '9')}`],
    ['POST', `/internal-accounts/${FOREIGN}/export`],
    ['PATCH', `/internal-accounts/${FOREIGN}`],
    ['POST', `/quotes/${QUOTE.replace(/3$/, '9')}/execute`],
  ])('%s %s', async (method, path) => {
    expect(await statusOf(method, path)).toBe(403);
    expect(received.filter(({ method: sent, url }) => sent !== 'GET' || url.includes(FOREIGN))).toEqual([]);
  });

  it.each(['', '{', '[]', 'null', `{"accountId":"${FOREIGN}"}`, `{"accountId":["${ACCOUNT}"]}`])(
    'POST /auth/credentials with %s',
    async (body) => {
      expect(await statusOf('POST', '/auth/credentials', { body })).toBe(403);
      expect(received).toEqual([]);
    },
  );

  it('while they are logged in at the platform', async () => {
    expect(await statusOf('GET', `/auth/credentials?accountId=${ACCOUNT}`, { headers: { cookie: '' } })).toBe(401);
    expect(received).toEqual([]);
  });

  it('reads the owner of an id from the service once', async () => {
    for (let i = 0; i < 3; i++) expect(await statusOf('POST', `/quotes/${QUOTE}/execute`)).toBe(200);
    expect(received.filter(({ method }) => method === 'GET').length).toBeLessThanOrEqual(1);
  });

  it('or several wallets of their own', async () => {
    const proxy = createWalletProxy(options({ accountIdOf: () => [FOREIGN, ACCOUNT] }));
    const call = (path: string) => proxy(new Request(`http://p/wallet${path}`, { method: 'POST' }));
    expect((await call(`/auth/credentials/${CREDENTIAL}/challenge`)).status).toBe(200);
    expect((await call(`/internal-accounts/${FOREIGN}/export`)).status).toBe(200);
  });
});

describe('the proxy', () => {
  it('rejects requests of other sites', async () => {
    const headers = { 'sec-fetch-site': 'cross-site' };
    expect(await statusOf('POST', `/auth/credentials/${CREDENTIAL}/challenge`, { headers })).toBe(403);
    expect(received).toEqual([]);
  });

  it('limits the size of bodies', async () => {
    for (const length of [70_000, 1_000_000]) {
      const status = await statusOf('POST', '/auth/credentials', { body: 'x'.repeat(length) }).catch(() => 413);
      expect(status).toBe(413);
    }
    expect(received).toEqual([]);
  });

  it('distinguishes no response, a rejection, and a wrong secret of its own', async () => {
    const path = `/auth/credentials?accountId=${enc(ACCOUNT)}`;
    const nowhere = createWalletProxy(options({ apiUrl: 'http://127.0.0.1:9' }));
    const lost = await nowhere(new Request(`http://p/wallet${path}`, { headers: { cookie: 'user=ada' } }));
    expect([lost.status, await lost.json()]).toMatchObject([502, { code: 'BAD_GATEWAY' }]);
    responses[`GET ${path}`] = [401, '{}', { 'www-authenticate': 'Basic' }];
    expect(await statusOf('GET', path)).toBe(500);
    responses[`GET ${path}`] = [302, '', { location: 'http://127.0.0.1:9/' }];
    expect(await statusOf('GET', path)).toBe(502);
  });

  it('answers only below its mount path', async () => {
    expect((await fetch(`${proxyUrl}/auth/credentials`)).status).toBe(404);
    expect((await fetch(`${proxyUrl}/walletx/auth/credentials`)).status).toBe(404);
  });

  it('fails closed if the platform cannot identify the user', async () => {
    const url = await listen(
      nodeListener(
        createWalletProxy(
          options({
            accountIdOf: () => {
              throw new Error('the secret of the platform');
            },
          }),
        ),
      ),
    );
    const response = await fetch(`${url}/wallet/auth/credentials?accountId=${ACCOUNT}`);
    expect([response.status, (await response.text()).includes('secret')]).toEqual([500, false]);
  });
});
