import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Route } from '../src/engine/http/route.ts';
import { urlOf } from '../src/engine/http/route-url.ts';
import { BASE_PATH } from '../src/foundation/config.ts';
import type { Permission } from '../src/foundation/kernel/callers.ts';
import { systemClock } from '../src/foundation/kernel/clock.ts';
import { createSession } from '../src/surfaces/console/session-record.ts';
import { invitePerson } from '../src/surfaces/operator/invitations.ts';
import { TestApp } from './support/app.ts';
import type { Client } from './support/client.ts';
import { type ConsoleAnswer, loginAs, sameOrigin, send } from './support/console.ts';
import { unknownPath, WALK_MS } from './support/examples.ts';
import { freePort } from './support/free-port.ts';

let server: TestApp;
// A separate server: calling operator operations with tokens uses up the limit of failed operator logins.
beforeAll(async () => {
  server = await TestApp.start();
});
afterAll(() => server.stop());

const combinations: { granted: Permission[] }[] = [
  { granted: ['VIEW'] },
  { granted: ['TRANSACT'] },
  { granted: ['MANAGE'] },
  { granted: ['VIEW', 'TRANSACT', 'MANAGE'] },
];

/** Outcome of the access check. Later checks depend on the resource and are ignored. */
function decisionOf({ status, json }: ConsoleAnswer): unknown {
  // 429 comes from the limit of failed operator logins, to which every call with a token counts.
  if (status === 401 || status === 429) return 'UNAUTHENTICATED';
  const { required, granted, missingPermissions } = json?.details ?? {};
  return json?.code === 'FORBIDDEN' ? { status, required, granted, missingPermissions } : 'ADMITTED';
}

const basic = ({ clientId, clientSecret }: Client) => ({
  authorization: `Basic ${Buffer.from(`${clientId}:${clientSecret}`).toString('base64')}`,
});

/** Calls every operation with both credentials, requires the same decisions, and returns them. */
async function sameDecisions(
  routes: readonly Route[],
  session: Record<string, string>,
  credentials: Record<string, string>,
): Promise<Set<unknown>> {
  const seen = new Set<unknown>();
  const check = async (route: Route): Promise<void> => {
    const { method, operationId } = route;
    const url = `${server.url}${urlOf(BASE_PATH, { ...route, path: unknownPath(route) })}`;
    const bySession = decisionOf(await send(url, { method, headers: { ...session, ...sameOrigin } }));
    const byCredentials = decisionOf(await send(url, { method, headers: credentials }));
    expect([operationId, bySession]).toEqual([operationId, byCredentials]);
    seen.add(bySession);
  };
  await Promise.all(routes.map(check));
  return seen;
}

describe('a session', () => {
  test.each(combinations)(
    'of a token with $granted gets the access of that token to every operation',
    { timeout: WALK_MS },
    async ({ granted }) => {
      const client = await server.clientWith(granted);
      const session = await loginAs(client, server.url);
      const seen = await sameDecisions(server.app.routes, session, basic(client));
      expect(seen).toContain('ADMITTED');
      expect(seen).toContain('UNAUTHENTICATED');
    },
  );

  test('of a person reads a platform like a token with VIEW, and reaches the operator operations', {
    timeout: WALK_MS,
  }, async () => {
    const viewer = await server.clientWith(['VIEW']);
    const session = { ...(await personHeaders()), 'x-console-platform': viewer.platformId };
    const isOperator = ({ access }: Route): boolean => access === 'OPERATOR';
    const others = server.app.routes.filter((route) => !isOperator(route));
    const seen = await sameDecisions(others, session, basic(viewer));
    expect(seen).toContain('ADMITTED');
    const listing = server.app.routes.filter((route) => isOperator(route) && route.method === 'GET');
    const reached = await sameDecisions(listing, session, session);
    expect([...reached]).toEqual(['ADMITTED']);
  });
});

/** Headers of an operator's session, as after a login by passkey. */
async function personHeaders(): Promise<Record<string, string>> {
  const deps = { db: server.database.db, vault: server.app.vault };
  const now = systemClock.now();
  const person = await invitePerson(deps, 'Ada', { at: now, by: { systemUser: 'test' } });
  const secrets = await createSession(deps, { subject: { kind: 'OPERATOR', operatorPersonId: person.id }, now });
  const { cookie } = await loginAs(server.client, server.url);
  return { cookie: `${cookie.split('=')[0]}=${secrets?.cookie}`, 'x-console-session': secrets?.key ?? '' };
}

describe('without a session', () => {
  test('only logins, the page and its files are served under /console', async () => {
    const routes = routesUnder('/console');
    expect(routes.length).toBeGreaterThan(5);
    const open: string[] = [];
    for (const { method, path } of routes) {
      const answer = await send(`${server.url}${path.replace('*', '/x').replace(':name', 'none.js')}`, {
        method,
        headers: sameOrigin,
        ...(method === 'POST' && { body: {} }),
      });
      if (answer.status !== 401) open.push(`${method} ${path}`);
    }
    expect(open.sort()).toEqual([
      'GET /console',
      'GET /console*',
      'GET /console/assets/:name',
      'HEAD /console',
      'HEAD /console*',
      'HEAD /console/assets/:name',
      'POST /console/invitation',
      'POST /console/invitation/passkey',
      'POST /console/login',
      'POST /console/passkey/login',
      'POST /console/passkey/options',
    ]);
  });
});

/** Routes below a path, from the router's tree, which has a line per segment. */
function routesUnder(prefix: string): { method: string; path: string }[] {
  const parents: string[] = [];
  return server.app.http
    .printRoutes({ commonPrefix: false })
    .split('\n')
    .flatMap((line) => {
      const [, indent = '', part = '', methods] = /^([ │├└─]*)(\S+)(?: \(([A-Z, ]+)\))?/.exec(line) ?? [];
      const depth = indent.length / 4;
      const path = `${parents[depth - 1] ?? ''}${part}`;
      parents[depth] = path;
      if (!path.startsWith(prefix)) return [];
      return (methods?.split(', ') ?? []).map((method) => ({ method, path }));
    });
}

describe('CONSOLE_PORT', () => {
  let separate: TestApp;
  let main: string;
  let own: string;
  const people = { accept: 'text/html' };

  beforeAll(async () => {
    const consolePort = await freePort();
    const config = { consolePort, publicUrl: 'https://pay.example.com', consoleHosts: ['console.example.com'] };
    separate = await TestApp.start({ beside: server, config });
    await separate.app.listenForConsole({ http: separate.app.http, host: '127.0.0.1' });
    main = separate.url;
    own = `http://localhost:${consolePort}`;
  });
  afterAll(() => separate.stop());

  test('serves the console and the API for it', async () => {
    const session = await loginAs(separate.client, own);
    expect((await send(`${own}${BASE_PATH}/config`, { headers: session })).status).toBe(200);
    expect((await send(`${own}/console`)).text).toContain('<div id="root"');
    expect((await send(`${own}/`, { headers: people })).headers.location).toBe('/console');
    expect((await send(`${own}/docs`)).status).toBe(200);
  });

  test('leaves no console at PORT', async () => {
    for (const path of ['/console', '/console/payments', '/console/session', '/console/assets/a.js']) {
      expect((await send(`${main}${path}`)).json.code).toBe('REFERENCE_NOT_FOUND');
      expect((await send(`${main}${path}`, { headers: people })).status).toBe(404);
    }
    expect((await send(`${main}/`, { headers: people })).status).toBe(404);
    const login = await send(`${main}/console/login`, { method: 'POST', headers: sameOrigin, body: {} });
    expect(login.status).toBe(404);
  });

  test('serves no hosted page, so that none shares the origin of the console', async () => {
    for (const path of ['/playground', '/invitations/12345678', '/liveness', '/hosted/x']) {
      expect((await send(`${own}${path}`)).status).toBe(404);
    }
    expect((await send(`${main}/playground`)).status).toBe(200);
    const credentialless = await send(`${main}/playground/login`, { method: 'POST', headers: sameOrigin });
    expect(credentialless.status).toBe(404);
  });

  test('accepts its own hosts only', async () => {
    const session = await loginAs(separate.client, own);
    const config = `${BASE_PATH}/config`;
    expect((await send(`${main}${config}`, { headers: session })).status).toBe(421);
    for (const [host, status] of [
      ['pay.example.com', 421],
      [new URL(main).host, 421],
      ['console.example.com', 401],
    ] as const) {
      expect((await send(`${own}${config}`, { headers: { ...session, host } })).status).toBe(status);
    }
  });

  test('ends with the server', async () => {
    const port = await freePort();
    const short = await TestApp.start({ beside: server, config: { consolePort: port } });
    await short.app.listenForConsole({ http: short.app.http, host: '127.0.0.1' });
    expect((await send(`http://localhost:${port}/docs`)).status).toBe(200);
    await short.stop();
    await expect(send(`http://localhost:${port}/docs`)).rejects.toThrow();
  });
});
