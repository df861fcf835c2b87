import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { forwardedFor } from '../src/engine/http/forwarded.ts';
import { readConfig } from '../src/foundation/config.ts';
import { addMs, systemClock } from '../src/foundation/kernel/clock.ts';
import { addressGroup, memberOf, parseNetwork } from '../src/foundation/kernel/ip-networks.ts';
import { createOperator, revokeOperator } from '../src/surfaces/operator/operators.ts';
import { TestApp } from './support/app.ts';
import type { Client } from './support/client.ts';

const PATH = '/operator/platforms';

let app: TestApp;
/** A server behind a proxy on this machine. */
let proxied: TestApp;
beforeAll(async () => {
  app = await TestApp.start();
  const { trustedProxies } = readConfig({ TRUSTED_PROXIES: '127.0.0.1, ::1, 10.0.0.0/8' });
  proxied = await TestApp.start({ beside: app, config: { trustedProxies } });
});
afterAll(async () => {
  await proxied.stop();
  await app.stop();
});

const wrong = (operator: Client): Client => operator.with({ ...operator, clientSecret: 'not the secret' });

const rejections = (app: TestApp): Record<string, unknown>[] =>
  app.logs.map((line) => JSON.parse(line)).filter(({ msg }) => msg === 'login rejected');

/** The client address of a request, as the server logs it for rejected credentials. */
async function addressSeen(app: TestApp, headers: Record<string, string>): Promise<unknown> {
  await app.client.with({ clientId: 'nobody', clientSecret: 'x' }).get('/config', { headers });
  return rejections(app).at(-1)?.['address'];
}

describe('operator credentials', () => {
  it('are rejected with the reason after they have expired', async () => {
    const now = systemClock.now();
    const expiresAt = addMs(now, -1_000);
    const { id, secret } = await createOperator(app.database.db, app.app.vault, { name: 'late', at: now, expiresAt });
    const late = (await app.newOperator()).with({ clientId: id, clientSecret: secret });
    const { status, body } = await late.get(PATH);
    expect([status, body.reason, body.details.reason]).toEqual([
      401,
      `The operator credentials expired at ${expiresAt.toISOString()}`,
      'CREDENTIALS_EXPIRED',
    ]);
    expect((await wrong(late).get(PATH)).body.details.reason).toBe('CREDENTIALS_WRONG');
  });

  it('are rejected by every server from the request after their revocation', async () => {
    const operator = await app.newOperator();
    expect([(await operator.get(PATH)).status, (await operator.at(proxied.url).get(PATH)).status]).toEqual([200, 200]);
    await revokeOperator(app.database.db, operator.clientId, { at: systemClock.now(), by: { systemUser: 'ada' } });
    for (const url of [app.url, proxied.url]) {
      const { status, body } = await operator.at(url).get(PATH);
      expect([status, body.details.reason]).toEqual([401, 'CREDENTIALS_REVOKED']);
    }
    const { body } = await (await app.newOperator()).get('/operator/actions?limit=1');
    expect(body.data).toMatchObject([{ action: 'OPERATOR_REVOKED', systemUser: 'ada', resourceId: operator.clientId }]);
    expect(body.data[0]).not.toHaveProperty('operatorId');
    const again = revokeOperator(app.database.db, operator.clientId, {
      at: systemClock.now(),
      by: { systemUser: 'ada' },
    });
    await expect(again).rejects.toMatchObject({ code: 'CONFLICT' });
  });

  it('are rate-limited per claimed id if they are wrong, so that no other operator is locked out, and not if they are correct', async () => {
    const throttled = await TestApp.start({ beside: app, config: { trustedProxies: proxies() } });
    const [target, other] = [(await app.newOperator()).at(throttled.url), (await app.newOperator()).at(throttled.url)];
    const from = (address: string) => ({ headers: { 'x-forwarded-for': address } });
    for (let i = 0; i < 8; i++) {
      const right = await Promise.all(Array.from({ length: 10 }, () => target.get(PATH, from('192.0.2.9'))));
      expect(new Set(right.map(({ status }) => status))).toEqual(new Set([200]));
    }
    const guesses = await Promise.all(Array.from({ length: 70 }, () => wrong(target).get(PATH, from('192.0.2.1'))));
    expect(guesses.filter(({ status }) => status === 401).length).toBeGreaterThanOrEqual(60);
    const rejected = guesses.find(({ status }) => status === 429);
    expect(rejected?.body.code).toBe('RATE_LIMITED');
    expect(Number(rejected?.headers.get('retry-after'))).toBeGreaterThan(0);
    expect((await target.get(PATH, from('192.0.2.2'))).body.message).toBe(
      'Too many requests with wrong credentials of this operator.',
    );
    expect((await other.get(PATH, from('192.0.2.1'))).status).toBe(200);
    expect((await other.get(PATH, from('192.0.2.2'))).status).toBe(200);
    await throttled.stop();
  });
});

const proxies = () => readConfig({ TRUSTED_PROXIES: '127.0.0.1, ::1' }).trustedProxies;

describe('a rejected login', () => {
  it.each([
    ['operator', async () => wrong(await app.newOperator()), PATH],
    ['platform', async () => app.client.with({ ...app.client, clientSecret: 'not the secret' }), '/config'],
  ] as const)('with credentials of the kind %s is logged in one line, without the secret', async (kind, make, path) => {
    const client = await make();
    const before = app.logs.length;
    expect((await client.get(path)).status).toBe(401);
    const lines = app.logs.slice(before).filter((line) => line.includes('login rejected'));
    expect(lines.map((line) => JSON.parse(line))).toMatchObject([
      { level: 40, credentials: kind, claimedId: client.clientId, address: '127.0.0.1', reason: 'CREDENTIALS_WRONG' },
    ]);
    expect(lines.join()).not.toContain('not the secret');
  });

  it('of an agent is logged with its address and without the token', async () => {
    const before = rejections(app).length;
    const authorization = 'Bearer gat_secret0123456789';
    await fetch(`${app.url}${app.client.basePath}/agents/me`, { headers: { authorization } });
    const [line, ...others] = rejections(app).slice(before);
    expect([line?.['credentials'], line?.['claimedId'], others.length]).toEqual(['agent', undefined, 0]);
    expect(app.logs.join()).not.toContain('gat_secret0123456789');
  });

  it('is not logged without credentials or with correct ones', async () => {
    const before = rejections(app).length;
    await fetch(`${app.url}${PATH}`);
    await app.client.get('/config');
    expect(rejections(app).length).toBe(before);
  });
});

describe('the client address', () => {
  it('is that of the connection if no proxy is trusted, whatever the headers', async () => {
    expect(await addressSeen(app, { 'x-forwarded-for': '192.0.2.1', forwarded: 'for=192.0.2.1' })).toBe('127.0.0.1');
  });

  it.each([
    ['192.0.2.1', '192.0.2.1'],
    ['203.0.113.7, 192.0.2.1', '192.0.2.1'],
    ['203.0.113.7, 192.0.2.1, 10.1.2.3', '192.0.2.1'],
    ['192.0.2.1:4711', '192.0.2.1'],
    ['[2001:db8::1]:4711', '2001:db8::1'],
    ['unknown', '127.0.0.1'],
    ['203.0.113.7, unknown, 10.1.2.3', '10.1.2.3'],
  ])('is the right-most address of X-Forwarded-For %j that is not a trusted proxy: %s', async (header, address) => {
    expect(await addressSeen(proxied, { 'x-forwarded-for': header })).toBe(address);
  });

  it.each([
    ['for=192.0.2.43', '192.0.2.43'],
    ['for=203.0.113.7, For="[2001:db8:cafe::17]:4711";proto=https;by=10.0.0.1', '2001:db8:cafe::17'],
    ['proto=https;for=192.0.2.43, for=10.9.8.7', '192.0.2.43'],
    ['for=_hidden', '127.0.0.1'],
  ])('is read from Forwarded %j if there is no X-Forwarded-For: %s', async (header, address) => {
    expect(await addressSeen(proxied, { forwarded: header })).toBe(address);
    expect(forwardedFor({ forwarded: header, 'x-forwarded-for': '198.51.100.1' })).toBe('198.51.100.1');
  });

  it.each([
    ['192.0.2.1', '192.0.2.1'],
    ['::ffff:192.0.2.1', '192.0.2.1'],
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
    ['2001:db8:1:2::', '2001:db8:1:2::/64'],
    ['2001:db8::1', '2001:db8:0:0::/64'],
    ['2001:0DB8::1:0:0:1', '2001:db8:0:0::/64'],
    ['::1', '0:0:0:0::/64'],
    ['fe80::1%eth0', 'fe80:0:0:0::/64'],
  ])('%s is limited as %s', (address, group) => {
    expect(addressGroup(address)).toBe(group);
  });

  it('of IPv6 shares its limit with the whole /64', async () => {
    const guess = async (address: string) => {
      const path = `${proxied.url}${app.client.basePath}/agents/device-codes/AGENT-ZZZZ-ZZZZ/redeem`;
      return (await fetch(path, { method: 'POST', headers: { 'x-forwarded-for': address } })).status;
    };
    const answers = await Promise.all(Array.from({ length: 80 }, (_, i) => guess(`2001:db8:0:7::${i + 1}`)));
    expect(answers.filter((status) => status === 429).length).toBeGreaterThanOrEqual(10);
    expect(await guess('2001:db8:0:8::1')).toBe(404);
  });

  it('can be trusted by IPv4 and IPv6 networks', () => {
    const networks = ['10.0.0.0/8', '192.0.2.1', '2001:db8::/32'].flatMap((text) => parseNetwork(text) ?? []);
    const isTrusted = memberOf(networks);
    expect(
      ['10.9.9.9', '::ffff:10.9.9.9', '192.0.2.1', '2001:db8:9::1', '192.0.2.2', '2001:db9::1', 'unknown'].map(
        isTrusted,
      ),
    ).toEqual([true, true, true, true, false, false, false]);
    expect(['10.0.0.0/33', '10.0.0', 'example.com', '::/129', '10.0.0.0/8/8', '10.0.0.0/x'].map(parseNetwork)).toEqual(
      Array.from({ length: 6 }, () => undefined),
    );
  });
});
