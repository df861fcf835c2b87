import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { brotliCompressSync, brotliDecompressSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { BASE_PATH } from '../src/foundation/config.ts';
import { addMs, HOUR_MS, MINUTE_MS, systemClock } from '../src/foundation/kernel/clock.ts';
import { createSession } from '../src/surfaces/console/session-record.ts';
import { invitePerson } from '../src/surfaces/operator/invitations.ts';
import { TestApp } from './support/app.ts';
import { type ConsoleHeaders, headersOf, login, loginAs, newLoginCode, sameOrigin, send } from './support/console.ts';

let ahead = 0;
const clock = { now: () => addMs(systemClock.now(), ahead) };
const directory = mkdtempSync(join(tmpdir(), 'console-'));
const script = 'index-ABCD1234.js';

let server: TestApp;
let url: string;
let api: string;

beforeAll(async () => {
  server = await TestApp.start({
    clock,
    console: pathToFileURL(`${directory}/`),
    config: { publicUrl: 'https://pay.example.com', consoleHosts: ['console.example.com'] },
  });
  url = server.url;
  api = `${url}${BASE_PATH}`;
});

afterAll(async () => {
  await server.stop();
  rmSync(directory, { recursive: true });
});

const get = (headers: Record<string, string>, path = '/config') => send(`${api}${path}`, { headers });
const host = (): string => new URL(url).host;

describe('login link', () => {
  test('opens one session under twenty concurrent redemptions', async () => {
    const code = await newLoginCode(server);
    const answers = await Promise.all(Array.from({ length: 20 }, () => login(url, { code })));
    const statuses = answers.map(({ status }) => status).sort();
    expect(statuses).toEqual([200, ...Array.from({ length: 19 }, () => 401)]);
    const winner = answers.find(({ status }) => status === 200);
    const { session } = winner?.json ?? {};
    expect(session).toEqual({
      id: expect.stringMatching(/^ConsoleSession:/),
      kind: 'TOKEN',
      platform: { id: server.client.platformId, name: 'test', mode: 'SANDBOX' },
      permissions: ['VIEW', 'TRANSACT', 'MANAGE'],
      tokenId: server.client.tokenId,
      expiresAt: expect.any(String),
    });
  });

  test('expires after ten minutes', async () => {
    const old = await newLoginCode(server, addMs(clock.now(), -10 * MINUTE_MS));
    const rejected = await login(url, { code: old });
    expect(rejected.status).toBe(401);
    expect(rejected.json.details.hint).toContain('causeway console');
    const recent = await newLoginCode(server, addMs(clock.now(), -10 * MINUTE_MS + 10_000));
    expect((await login(url, { code: recent })).status).toBe(200);
  });

  test('is rejected by a server that other machines can reach', async () => {
    const open = await TestApp.start({ beside: server, config: { host: '0.0.0.0' } });
    try {
      const code = await newLoginCode(open);
      expect((await login(open.url, { code })).json.details.reason).toBe('LOGIN_LINKS_OFF');
      expect((await login(url, { code })).status).toBe(200);
    } finally {
      await open.stop();
    }
  });
});

describe('token login', () => {
  test('gives a session with the permissions of the token', async () => {
    const viewer = await server.clientWith(['VIEW']);
    const session = await loginAs(viewer, url);
    expect((await get(session)).status).toBe(200);
    const body = { name: 'another', permissions: ['VIEW'] };
    const rejected = await send(`${api}/tokens`, { method: 'POST', headers: { ...session, ...sameOrigin }, body });
    expect(rejected.status).toBe(403);
    expect(rejected.json.details.granted).toEqual(['VIEW']);
  });

  test('rejects a wrong secret without a challenge that opens a dialog of the browser', async () => {
    const { clientId } = server.client;
    const answer = await login(url, { clientId, clientSecret: 'abcdef0123' });
    expect(answer.status).toBe(401);
    expect(answer.headers['www-authenticate']).toMatch(/^Console /);
    expect(answer.json.details.hint).toContain('cut off');
    expect(answer.headers['set-cookie']).toBeUndefined();
    expect(server.logs.some((line) => line.includes('login rejected') && line.includes(clientId))).toBe(true);
  });

  test('lists every missing field', async () => {
    const answer = await login(url, {});
    expect(answer.status).toBe(400);
    expect(answer.json.details.errors.map(({ field }: { field: string }) => field)).toEqual([
      'clientId',
      'clientSecret',
    ]);
  });

  test('limits wrong logins of an address', async () => {
    const beside = await TestApp.start({ beside: server });
    try {
      const attempts = Array.from({ length: 70 }, () => login(beside.url, { clientId: 'x', clientSecret: 'y' }));
      const statuses = (await Promise.all(attempts)).map(({ status }) => status);
      expect(statuses).toContain(429);
      expect(statuses.filter((status) => status === 401).length).toBeGreaterThanOrEqual(60);
    } finally {
      await beside.stop();
    }
  });
});

describe('a console request', () => {
  let session: ConsoleHeaders;
  beforeAll(async () => {
    session = await loginAs(server.client, url);
  });

  test('needs the cookie and the header', async () => {
    const { cookie, 'x-console-session': key } = session;
    expect((await get(session)).status).toBe(200);
    const onlyKey = await get({ 'x-console-session': key });
    expect(onlyKey.status).toBe(401);
    expect(onlyKey.headers['www-authenticate']).toMatch(/^Console /);
    expect((await get({ cookie })).status).toBe(401);
    expect((await send(`${url}/console/session`, { headers: { cookie } })).status).toBe(401);
  });

  test('is rejected with a half of another session', async () => {
    const other = await loginAs(server.client, url);
    expect((await get({ ...session, cookie: other.cookie })).status).toBe(401);
    expect((await get({ ...other, cookie: session.cookie })).status).toBe(401);
  });

  test.each(['evil.example', 'localhost:1', 'localhost'])('is misdirected with the Host %s', async (foreign) => {
    expect((await get({ ...session, host: foreign })).status).toBe(421);
    expect((await send(`${url}/console`, { headers: { host: foreign } })).status).toBe(421);
    const { clientId, clientSecret } = server.client;
    expect((await login(url, { clientId, clientSecret }, { ...sameOrigin, host: foreign })).status).toBe(421);
  });

  test.each(['cross-site', 'same-site', 'none', undefined])(
    'is forbidden to write with Sec-Fetch-Site %s',
    async (site) => {
      const headers = { ...session, ...(site && { 'sec-fetch-site': site }) };
      const body = { name: 'new', permissions: ['VIEW'] };
      const rejected = await send(`${api}/tokens`, { method: 'POST', headers, body });
      expect(rejected.status).toBe(403);
      expect(rejected.json.details.reason).toBe('NOT_SAME_ORIGIN');
      expect((await send(`${url}/console/session`, { method: 'DELETE', headers })).status).toBe(403);
      expect((await login(url, body, headers)).status).toBe(403);
    },
  );

  test('writes with Sec-Fetch-Site same-origin and is logged under the token', async () => {
    const body = { name: 'made in the console', permissions: ['VIEW'] };
    const made = await send(`${api}/tokens`, { method: 'POST', headers: { ...session, ...sameOrigin }, body });
    expect(made.status).toBe(201);
    await server.app.requestLog.flush();
    const log = await get(session, '/request-log?limit=1');
    expect(log.json.data[0]).toMatchObject({ method: 'POST', tokenId: server.client.tokenId });
  });

  test('is authenticated by Authorization if both are sent', async () => {
    const viewer = await server.clientWith(['VIEW']);
    const authorization = `Basic ${Buffer.from(`${viewer.clientId}:${viewer.clientSecret}`).toString('base64')}`;
    const headers = { ...session, authorization };
    const answer = await send(`${api}/tokens`, { method: 'POST', headers, body: { name: 'n', permissions: ['VIEW'] } });
    expect(answer.json.details.granted).toEqual(['VIEW']);
  });

  test('is no operator and no agent', async () => {
    expect((await send(`${url}/operator/platforms`, { headers: session })).status).toBe(401);
    expect((await get(session, '/agents/me')).status).toBe(401);
  });
});

describe('a session', () => {
  test('is shown to its page', async () => {
    const session = await loginAs(server.client, url);
    const shown = await send(`${url}/console/session`, { headers: session });
    expect(shown.status).toBe(200);
    expect(shown.json).toMatchObject({ kind: 'TOKEN', tokenId: server.client.tokenId });
  });

  test('ends with its token at once', async () => {
    const doomed = await server.clientWith(['VIEW', 'TRANSACT']);
    const session = await loginAs(doomed, url);
    expect((await get(session)).status).toBe(200);
    await server.client.delete(`/tokens/${doomed.tokenId}`);
    expect((await get(session)).status).toBe(401);
    expect((await send(`${url}/console/session`, { headers: session })).status).toBe(401);
  });

  test('ends by logout, which deletes the cookie', async () => {
    const session = await loginAs(server.client, url);
    expect((await get(session)).status).toBe(200);
    const left = await send(`${url}/console/session`, { method: 'DELETE', headers: { ...session, ...sameOrigin } });
    expect(left.status).toBe(204);
    expect(left.headers['set-cookie']?.[0]).toContain('Max-Age=0');
    expect((await get(session)).status).toBe(401);
  });

  test('ends after twelve hours', async () => {
    const session = await loginAs(server.client, url);
    try {
      ahead = 12 * HOUR_MS - 5_000;
      expect((await get(session)).status).toBe(200);
      ahead = 12 * HOUR_MS + 1;
      const ended = await get(session);
      expect(ended.status).toBe(401);
      expect(ended.json.details.reason).toBe('CONSOLE_SESSION_ENDED');
    } finally {
      ahead = 0;
    }
  });

  test('of an operator ends after thirty idle minutes, and each use prolongs it', async () => {
    const { db } = server.database;
    const inviting = { at: clock.now(), by: { systemUser: 'test' } };
    const person = await invitePerson({ db, vault: server.app.vault }, 'Ada', inviting);
    const subject = { kind: 'OPERATOR', operatorPersonId: person.id } as const;
    const secrets = await createSession({ db, vault: server.app.vault }, { subject, now: clock.now() });
    const { cookie: mine } = await loginAs(server.client, url);
    const headers = { cookie: `${mine.split('=')[0]}=${secrets?.cookie}`, 'x-console-session': secrets?.key ?? '' };
    const show = (more = {}) => send(`${url}/console/session`, { headers: { ...headers, ...more } });
    try {
      expect((await show()).json).toMatchObject({ kind: 'OPERATOR', platform: null, permissions: ['VIEW'] });
      ahead = 29 * MINUTE_MS;
      expect((await show()).status).toBe(200);
      ahead = 58 * MINUTE_MS;
      expect((await show()).status).toBe(200);
      // Background requests of a page do not extend the session.
      ahead = 80 * MINUTE_MS;
      expect((await show({ 'x-console-background': 'true' })).status).toBe(200);
      ahead = 89 * MINUTE_MS;
      expect((await show()).json.details.reason).toBe('CONSOLE_SESSION_ENDED');
    } finally {
      ahead = 0;
    }
  });
});

describe('the cookie', () => {
  const cookieAt = async (name: string): Promise<string> => {
    const { clientId, clientSecret } = server.client;
    const answer = await login(url, { clientId, clientSecret }, { ...sameOrigin, host: name });
    expect(answer.status).toBe(200);
    return String(answer.headers['set-cookie']);
  };

  test('is strict, unreadable by scripts, and named after host and port', async () => {
    const own = await cookieAt(host());
    expect(own).toMatch(/^causeway-console-[0-9a-f]{8}=[0-9a-f]{64}; Path=\/; HttpOnly; SameSite=Strict$/);
    const [name = ''] = own.split('=');
    expect(await cookieAt(host().replace('localhost', '127.0.0.1'))).not.toContain(name);
  });

  test.each(['pay.example.com', 'console.example.com'])('is secure at %s', async (name) => {
    expect(await cookieAt(name)).toMatch(/^__Host-causeway-console-.*; Path=\/; HttpOnly; SameSite=Strict; Secure$/);
  });
});

describe('the page', () => {
  test('explains how to build the console if it is not built', async () => {
    const page = await send(`${url}/console`);
    expect(page.status).toBe(503);
    expect(page.text).toContain('npm start');
  });

  test('is the shell at every path under /console, with a strict policy', async () => {
    writeFileSync(
      join(directory, 'manifest.json'),
      JSON.stringify({ script, styles: ['index-EF.css'], files: [script] }),
    );
    writeFileSync(join(directory, script), 'plain()');
    writeFileSync(join(directory, `${script}.br`), brotliCompressSync('packed()'));
    for (const path of ['/console', '/console/payments/Transaction:1?status=FAILED', '/console/']) {
      const page = await send(`${url}${path}`);
      expect(page.status).toBe(200);
      const [, nonce] = /property="csp-nonce" nonce="([^"]+)"/.exec(page.text) ?? [];
      expect(page.headers['content-security-policy']).toContain(`style-src 'self' 'nonce-${nonce}';`);
      expect(page.headers['content-security-policy']).toContain("script-src 'self';");
      expect(page.headers['x-frame-options']).toBe('DENY');
      expect(page.text).toContain('<div id="root"');
      expect(page.text).toContain(`src="/console/assets/${script}"`);
      expect(page.text).toContain('href="/console/assets/index-EF.css"');
    }
  });

  test('has files that are cached forever and compressed for browsers that accept it', async () => {
    const plain = await send(`${url}/console/assets/${script}`);
    expect(plain.text).toBe('plain()');
    expect(plain.headers).toMatchObject({
      'cache-control': 'public, max-age=31536000, immutable',
      vary: 'Accept-Encoding',
    });
    const packed = await server.app.http.inject({
      url: `/console/assets/${script}`,
      headers: { host: 'pay.example.com', 'accept-encoding': 'gzip, br' },
    });
    expect(packed.headers['content-encoding']).toBe('br');
    expect(brotliDecompressSync(packed.rawPayload).toString()).toBe('packed()');
    for (const name of ['unknown-1.js', '..%2Fsecret.js', 'index.exe'])
      expect((await send(`${url}/console/assets/${name}`)).status).toBe(404);
  });

  test('is the start page of browsers, and the root stays a JSON 404 for programs', async () => {
    const people = await send(`${url}/`, { headers: { accept: 'text/html,*/*;q=0.8' } });
    expect(people).toMatchObject({ status: 302, headers: { location: '/console' } });
    const program = await send(`${url}/`);
    expect(program).toMatchObject({ status: 404, json: { code: 'REFERENCE_NOT_FOUND' } });
  });
});

describe('a path that does not exist', () => {
  test('is a page for browsers and JSON for programs and below the API', async () => {
    const accept = 'text/html,application/xhtml+xml';
    const page = await send(`${url}/nowhere/<b>`, { headers: { accept } });
    expect(page.status).toBe(404);
    expect(page.headers['content-type']).toContain('text/html');
    expect(page.text).toContain('/nowhere/');
    expect(page.text).not.toContain('<b>');
    expect((await send(`${url}/nowhere`)).json.code).toBe('REFERENCE_NOT_FOUND');
    expect((await send(`${api}/nowhere`, { headers: { accept } })).json.code).toBe('REFERENCE_NOT_FOUND');
    expect((await send(`${url}/operator/nowhere`, { headers: { accept } })).json.code).toBe('REFERENCE_NOT_FOUND');
  });

  test('is not the icon', async () => {
    for (const path of ['/favicon.ico', '/favicon.svg']) {
      const icon = await send(`${url}${path}`);
      expect(icon.headers['content-type']).toContain('image/svg+xml');
    }
  });
});

test('a session of one server is unknown to a session header that was made up', async () => {
  const session = headersOf(
    await login(url, { clientId: server.client.clientId, clientSecret: server.client.clientSecret }),
  );
  const [id] = session['x-console-session'].split('.');
  for (const key of ['', 'x', `${id}.`, `${id}.${'0'.repeat(64)}`, 'y'.repeat(5_000)])
    expect((await get({ ...session, 'x-console-session': key })).status).toBe(401);
});
