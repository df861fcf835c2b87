import { Secret, TOTP } from 'otpauth';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { TestApp } from './support/app.ts';
import { Authenticator } from './support/authenticator.ts';
import type { Answer, Client } from './support/client.ts';
import { openSmsGateway, type SmsGateway } from './support/gateways.ts';
import { CODE, enrollPasskey, enrollTotp, IP, newEuropean, ORIGIN, sca } from './support/sca.ts';

const MINUTE = 60;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
const WRONG = '000001';

let sms: SmsGateway;
let app: TestApp;
let client: Client;
beforeAll(async () => {
  sms = await openSmsGateway();
  app = await TestApp.start({ config: { sms: { url: sms.url, token: undefined } } });
  client = app.client;
});
afterAll(async () => {
  await app.stop();
  await sms.close();
});

const advance = (platform: Client, seconds: number) => platform.post('/sandbox/clock/advance', { seconds });

const loginState = async (customerId: string) => {
  const { rows } = await app.database.db.pool.query('SELECT * FROM sca_locks WHERE customer_id = $1', [customerId]);
  return rows[0];
};

/** Starts a login by text message and completes it with this code. */
async function logIn(platform: Client, customerId: string, code = CODE): Promise<Answer> {
  const { start, complete } = sca(platform, customerId);
  const { body } = await start('SMS_OTP');
  return complete({ factor: 'SMS_OTP', challengeId: body.challengeId, code });
}

async function passkeyProof(platform: Client, customerId: string, authenticator: Authenticator, origin = ORIGIN) {
  const { body } = await sca(platform, customerId).start('PASSKEY');
  const passkeyAssertion = authenticator.assert({ challenge: body.passkeyOptions.challenge, origin });
  return { factor: 'PASSKEY', passkeyAssertion, origin };
}

describe('a login by text message', () => {
  it('opens a session of 180 days with the sent code', async () => {
    const platform = await app.newPlatform();
    const customer = await newEuropean(platform);
    const { start, complete } = sca(platform, customer);
    const { body: clock } = await platform.get('/sandbox/clock');
    const started = await start('SMS_OTP');
    expect(started.body).toEqual({
      factor: 'SMS_OTP',
      challengeId: expect.any(String),
      expiresAt: expect.any(String),
    });
    const validFor = Date.parse(started.body.expiresAt) - Date.parse(clock.now);
    expect(Math.round(validFor / 1_000 / MINUTE)).toBe(5);
    const { body: inbox } = await platform.get('/sandbox/messages?channel=SMS');
    expect(inbox.data).toEqual([expect.objectContaining({ to: '+4915112345678', code: CODE })]);
    const { status, body } = await complete({
      factor: 'SMS_OTP',
      challengeId: started.body.challengeId,
      code: CODE,
    });
    expect([status, body.status]).toEqual([200, 'SUCCESS']);
    expect(Math.round((Date.parse(body.sessionExpiresAt) - Date.parse(clock.now)) / 1_000 / DAY)).toBe(180);
    expect(await loginState(customer)).toMatchObject({ session_factor: 'SMS_OTP', session_ip_address: IP });
  });

  it('started twice under one key sends one code', async () => {
    const platform = await app.newPlatform();
    const path = `/sca/login/start?customerId=${await newEuropean(platform)}`;
    const headers = { 'idempotency-key': 'a login' };
    const first = await platform.post(path, { factor: 'SMS_OTP' }, { headers });
    const again = await platform.post(path, { factor: 'SMS_OTP' }, { headers });
    expect([again.status, again.body]).toEqual([200, first.body]);
    expect(again.headers.get('idempotent-replayed')).toBe('true');
    const { body: inbox } = await platform.get('/sandbox/messages?channel=SMS');
    expect(inbox.data).toHaveLength(1);
  });

  it('accepts a code once, also from two concurrent requests', async () => {
    const customer = await newEuropean(client);
    const { start, complete } = sca(client, customer);
    const { body } = await start('SMS_OTP');
    const proof = { factor: 'SMS_OTP', challengeId: body.challengeId, code: CODE };
    const both = await Promise.all([complete(proof), complete(proof)]);
    expect(both.map(({ status }) => status).sort()).toEqual([200, 409]);
    const late = await complete(proof);
    expect([late.status, late.body.details.reason]).toEqual([409, 'NO_PENDING_CHALLENGE']);
  });

  it('rejects a code after five minutes, of a previous challenge, and of another factor', async () => {
    const platform = await app.newPlatform();
    const customer = await newEuropean(platform);
    const { start, complete } = sca(platform, customer);
    expect((await complete({ factor: 'SMS_OTP', challengeId: 'x', code: CODE })).status).toBe(409);
    const { body: first } = await start('SMS_OTP');
    const { body: second } = await start('SMS_OTP');
    const replaced = await complete({ factor: 'SMS_OTP', challengeId: first.challengeId, code: CODE });
    expect([replaced.status, replaced.body.details.errors[0].field]).toEqual([400, 'challengeId']);
    expect((await complete({ factor: 'TOTP', code: CODE })).status).toBe(409);
    await advance(platform, 5 * MINUTE + 1);
    const late = await complete({ factor: 'SMS_OTP', challengeId: second.challengeId, code: CODE });
    expect([late.status, late.body.details.errors[0].message]).toEqual([400, expect.stringContaining('expired')]);
    expect(await loginState(customer)).toMatchObject({ failed_attempts: 0 });
  });

  it.each([
    ['neither code nor assertion', {}, ['code', 'passkeyAssertion']],
    ['both', { code: CODE, passkeyAssertion: {}, origin: ORIGIN }, ['code', 'passkeyAssertion']],
    ['null for both', { code: null, passkeyAssertion: null }, ['code', 'passkeyAssertion']],
    ['an assertion without its origin', { passkeyAssertion: { id: 'x' } }, ['origin']],
    ['an assertion for a code', { passkeyAssertion: { id: 'x' }, origin: ORIGIN }, ['code']],
    ['no challengeId', { challengeId: undefined, code: CODE }, ['challengeId']],
    [
      'no challengeId, no IP address and an invalid code',
      { challengeId: undefined, code: 5, endUserIpAddress: 'localhost' },
      ['code', 'challengeId', 'endUserIpAddress'],
    ],
    ['no IP address', { code: CODE, endUserIpAddress: 'localhost' }, ['endUserIpAddress']],
  ])('reports the invalid fields of %s, and counts no attempt', async (_, proof, fields) => {
    const customer = await newEuropean(client);
    const { start, complete } = sca(client, customer);
    const { body } = await start('SMS_OTP');
    const rejected = await complete({ factor: 'SMS_OTP', challengeId: body.challengeId, ...proof });
    expect(rejected.status).toBe(400);
    expect(rejected.body.details.errors.map(({ field }: { field: string }) => field)).toEqual(fields);
    expect((await complete({ factor: 'SMS_OTP', challengeId: body.challengeId, code: CODE })).status).toBe(200);
    expect(await loginState(customer)).toMatchObject({ failed_attempts: 0 });
  });

  it('sends five codes in ten minutes, concurrent starts included, and then returns 429', async () => {
    const platform = await app.newPlatform();
    const { start } = sca(platform, await newEuropean(platform));
    const answers = await Promise.all(Array.from({ length: 12 }, () => start('SMS_OTP')));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(5);
    const rejected = answers.find(({ status }) => status === 429);
    expect(rejected?.body.code).toBe('RATE_LIMITED');
    expect(Number(rejected?.headers.get('retry-after'))).toBeGreaterThan(590);
    expect((await platform.get('/sandbox/messages')).body.totalCount).toBe(5);
    await advance(platform, 10 * MINUTE + 1);
    expect((await start('SMS_OTP')).status).toBe(200);
  });

  it('stores codes only as hashes', async () => {
    const customer = await newEuropean(client);
    await sca(client, customer).start('SMS_OTP');
    const { rows } = await app.database.db.pool.query(
      `SELECT encode(code_hash, 'hex') AS hash, c::text AS row FROM sca_challenges c WHERE customer_id = $1`,
      [customer],
    );
    expect(rows[0].row).not.toContain(CODE);
    expect(rows[0].hash).toMatch(/^[0-9a-f]{64}$/);
  });

  it('replaces the previous session', async () => {
    const platform = await app.newPlatform();
    const customer = await newEuropean(platform);
    await logIn(platform, customer);
    const first = await loginState(customer);
    await advance(platform, HOUR);
    await logIn(platform, customer);
    const second = await loginState(customer);
    expect(second.session_started_at.getTime()).toBeGreaterThan(first.session_started_at.getTime());
  });
});

describe('a login by text message in production', () => {
  it('sends a new code only to a verified number', async () => {
    const platform = await app.newPlatform('PRODUCTION');
    const customer = await newEuropean(platform);
    const { start, complete } = sca(platform, customer);
    const unproved = await start('SMS_OTP');
    expect([unproved.status, unproved.body.details.reason]).toEqual([409, 'PHONE_NOT_VERIFIED']);
    await platform.post(`/customers/${customer}/verify-phone`);
    const codeOf = async () => /\b\d{6}\b/.exec((await sms.next()).body.text)?.[0] ?? '';
    await platform.post(`/customers/${customer}/verify-phone/confirm`, { code: await codeOf() });
    const { body } = await start('SMS_OTP');
    const code = await codeOf();
    const other = code === CODE ? WRONG : CODE;
    const proof = { factor: 'SMS_OTP', challengeId: body.challengeId };
    expect((await complete({ ...proof, code: other })).status).toBe(400);
    expect((await complete({ ...proof, code })).status).toBe(200);
  });

  it('accepts the code of a real authenticator app once', async () => {
    const still = await TestApp.start({ beside: app, clock: { now: () => new Date(1_800_000_000_000) } });
    const platform = (await app.newPlatform('PRODUCTION')).at(still.url);
    const { enroll, confirm, start, complete } = sca(platform, await newEuropean(platform));
    const { body } = await enroll('TOTP');
    const secret = Secret.fromBase32(body.secretBase32Encoded);
    const [early, present, late] = [-30, 0, 30].map((seconds) =>
      TOTP.generate({ secret, timestamp: 1_800_000_000_000 + seconds * 1_000 }),
    );
    const confirmWith = (code: string | undefined) => confirm({ type: 'TOTP', secret: body.secret, code });
    expect([(await confirmWith(WRONG)).status, (await confirmWith(early)).status]).toEqual([400, 200]);
    const logInWith = async (code: string | undefined) => {
      await start('TOTP');
      return (await complete({ factor: 'TOTP', code })).status;
    };
    expect(await logInWith(early)).toBe(400);
    expect([await logInWith(present), await logInWith(present)]).toEqual([200, 400]);
    expect([await logInWith(late), await logInWith(present)]).toEqual([200, 400]);
    await still.stop();
  });
});

describe('a login by authenticator app', () => {
  it('requires an enrolled app, and a start', async () => {
    const customer = await newEuropean(client);
    const { start, complete } = sca(client, customer);
    const rejected = await start('TOTP');
    expect([rejected.status, rejected.body.details.errors[0].field]).toEqual([400, 'factor']);
    await enrollTotp(client, customer);
    expect((await complete({ factor: 'TOTP', code: CODE })).status).toBe(409);
    expect((await start('TOTP')).body).toEqual({ factor: 'TOTP' });
    expect((await complete({ factor: 'TOTP', code: CODE })).body.status).toBe('SUCCESS');
  });

  it('accepts each recovery code once, in place of a code', async () => {
    const customer = await newEuropean(client);
    const [first = '', second = ''] = await enrollTotp(client, customer);
    const { start, complete } = sca(client, customer);
    const attempt = async (code: string) => {
      await start('TOTP');
      return (await complete({ factor: 'TOTP', code })).status;
    };
    expect([await attempt(first), await attempt(first), await attempt(second.toUpperCase())]).toEqual([200, 400, 200]);
    const other = await newEuropean(client);
    await enrollTotp(client, other);
    await sca(client, other).start('TOTP');
    expect((await sca(client, other).complete({ factor: 'TOTP', code: second })).status).toBe(400);
  });

  it('is valid for ten minutes', async () => {
    const platform = await app.newPlatform();
    const customer = await newEuropean(platform);
    await enrollTotp(platform, customer);
    const { start, complete } = sca(platform, customer);
    await start('TOTP');
    await advance(platform, 10 * MINUTE - 5);
    expect((await complete({ factor: 'TOTP', code: CODE })).status).toBe(200);
    await start('TOTP');
    await advance(platform, 10 * MINUTE + 1);
    expect((await complete({ factor: 'TOTP', code: CODE })).status).toBe(400);
  });
});

describe('a login by passkey', () => {
  it('accepts an assertion of the enrolled passkey, and stores its counter', async () => {
    const customer = await newEuropean(client);
    const authenticator = await enrollPasskey(client, customer, new Authenticator({ counter: 7 }));
    authenticator.counter = 8;
    const { body: started } = await sca(client, customer).start('PASSKEY');
    expect(started).toMatchObject({
      factor: 'PASSKEY',
      allowedOrigins: [ORIGIN],
      relyingPartyId: 'localhost',
      passkeyOptions: { allowCredentials: [{ id: authenticator.credentialId }], userVerification: 'required' },
    });
    const proof = await passkeyProof(client, customer, authenticator);
    expect((await sca(client, customer).complete(proof)).body.status).toBe('SUCCESS');
    const { rows } = await app.database.db.pool.query('SELECT counter FROM sca_passkeys WHERE customer_id = $1', [
      customer,
    ]);
    expect(rows[0].counter).toBe(8n);
  });

  it('rejects a counter that has not increased, as that of a cloned key', async () => {
    const customer = await newEuropean(client);
    const authenticator = await enrollPasskey(client, customer, new Authenticator({ counter: 7 }));
    for (const counter of [7, 3, 0]) {
      authenticator.counter = counter;
      const rejected = await sca(client, customer).complete(await passkeyProof(client, customer, authenticator));
      expect([counter, rejected.status, rejected.body.details.errors[0].field]).toEqual([
        counter,
        400,
        'passkeyAssertion',
      ]);
    }
    authenticator.counter = 8;
    expect((await sca(client, customer).complete(await passkeyProof(client, customer, authenticator))).status).toBe(
      200,
    );
  });

  it('accepts passkeys without a counter repeatedly, and no assertion twice', async () => {
    const customer = await newEuropean(client);
    const authenticator = await enrollPasskey(client, customer);
    const { complete } = sca(client, customer);
    const first = await passkeyProof(client, customer, authenticator);
    expect((await complete(first)).status).toBe(200);
    expect((await complete(first)).status).toBe(409);
    await sca(client, customer).start('PASSKEY');
    expect((await complete(first)).status).toBe(400);
    expect((await complete(await passkeyProof(client, customer, authenticator))).status).toBe(200);
  });

  it('rejects another passkey, another origin, another relying party, and an unverified user', async () => {
    const customer = await newEuropean(client);
    const authenticator = await enrollPasskey(client, customer);
    const unverified = async () => {
      authenticator.isVerifying = false;
      const proof = await passkeyProof(client, customer, authenticator);
      authenticator.isVerifying = true;
      return proof;
    };
    for (const make of [
      () => passkeyProof(client, customer, new Authenticator()),
      async () => ({
        ...(await passkeyProof(client, customer, authenticator, 'https://evil.example')),
        origin: ORIGIN,
      }),
      unverified,
      async () => ({ ...(await passkeyProof(client, customer, authenticator)), passkeyAssertion: { id: 'x' } }),
    ]) {
      expect((await sca(client, customer).complete(await make())).status).toBe(400);
    }
    const foreign = await sca(client, customer).complete(
      await passkeyProof(client, customer, authenticator, 'https://evil.example'),
    );
    expect(foreign.body.details.errors[0].field).toBe('origin');
    expect((await sca(client, customer).complete(await passkeyProof(client, customer, authenticator))).status).toBe(
      200,
    );
  });

  it('is not possible after the passkey is removed', async () => {
    const customer = await newEuropean(client);
    const authenticator = await enrollPasskey(client, customer);
    const proof = await passkeyProof(client, customer, authenticator);
    await sca(client, customer).remove(authenticator.credentialId);
    expect((await sca(client, customer).complete(proof)).status).toBe(400);
    expect((await sca(client, customer).start('PASSKEY')).status).toBe(400);
  });
});

describe('failed logins', () => {
  it('lock for 15 and 30 minutes, an hour and a day, and then suspend', async () => {
    const platform = await app.newPlatform();
    const customer = await newEuropean(platform);
    for (let i = 1; i <= 4; i++) expect((await logIn(platform, customer, WRONG)).status).toBe(400);
    const pauses = [15 * MINUTE, 30 * MINUTE, HOUR, DAY];
    for (const [i, pause] of pauses.entries()) {
      await advance(platform, 10 * MINUTE);
      const locked = await logIn(platform, customer, WRONG);
      const { body: clock } = await platform.get('/sandbox/clock');
      expect([locked.status, locked.body.code]).toEqual([423, 'ACCOUNT_LOCKED']);
      const { suspended, lockedUntil, failedAttempts } = locked.body.details;
      expect([suspended, failedAttempts]).toEqual([false, 5 + i]);
      const seconds = (Date.parse(lockedUntil) - Date.parse(clock.now)) / 1_000;
      expect(Math.abs(seconds - pause)).toBeLessThan(30);
      await advance(platform, 10 * MINUTE);
      const still = await logIn(platform, customer);
      expect([still.status, still.body.details.failedAttempts]).toEqual([423, 5 + i]);
      await advance(platform, pause);
    }
    const suspended = await logIn(platform, customer, WRONG);
    expect(suspended.body.details).toMatchObject({ suspended: true, lockedUntil: null, failedAttempts: 9 });
    await advance(platform, 365 * DAY);
    expect((await logIn(platform, customer)).status).toBe(423);
    expect((await sca(platform, customer).record('RESET_PASSWORD_COMPLETED')).status).toBe(423);
  });

  it('accumulate over successful logins', async () => {
    const platform = await app.newPlatform();
    const customer = await newEuropean(platform);
    for (let i = 0; i < 4; i++) expect((await logIn(platform, customer, WRONG)).status).toBe(400);
    expect((await logIn(platform, customer)).status).toBe(200);
    await advance(platform, 11 * MINUTE);
    expect((await logIn(platform, customer, WRONG)).status).toBe(423);
  });

  it('with twenty concurrent wrong codes count as five attempts', async () => {
    const customer = await newEuropean(client);
    const { start, complete } = sca(client, customer);
    const { body } = await start('SMS_OTP');
    const proof = { factor: 'SMS_OTP', challengeId: body.challengeId, code: WRONG };
    const answers = await Promise.all(Array.from({ length: 20 }, () => complete(proof)));
    expect(answers.filter(({ status }) => status === 400).length).toBeLessThan(5);
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([400, 423, 429]));
    const { rows } = await app.database.db.pool.query('SELECT attempts FROM sca_challenges WHERE id = $1', [
      body.challengeId,
    ]);
    expect(rows[0].attempts).toBe(5);
    expect(await loginState(customer)).toMatchObject({ failed_attempts: 5, is_suspended: false });
    expect((await complete({ ...proof, code: CODE })).status).toBe(423);
  });

  it('with twenty concurrent wrong codes after four failures count as one attempt', async () => {
    const customer = await newEuropean(client);
    const { start, complete, record } = sca(client, customer);
    for (let i = 0; i < 4; i++) await record('FAILED_LOGIN_ATTEMPT');
    const { body } = await start('SMS_OTP');
    const proof = { factor: 'SMS_OTP', challengeId: body.challengeId, code: WRONG };
    await Promise.all(Array.from({ length: 20 }, () => complete(proof)));
    const { rows } = await app.database.db.pool.query('SELECT attempts FROM sca_challenges WHERE id = $1', [
      body.challengeId,
    ]);
    expect(rows[0].attempts).toBe(1);
    expect(await loginState(customer)).toMatchObject({ failed_attempts: 5, is_suspended: false });
  });

  it('with twenty concurrent wrong codes of an app count as five attempts', async () => {
    const customer = await newEuropean(client);
    await enrollTotp(client, customer);
    const { start, complete } = sca(client, customer);
    await start('TOTP');
    await Promise.all(Array.from({ length: 20 }, () => complete({ factor: 'TOTP', code: WRONG })));
    expect(await loginState(customer)).toMatchObject({ failed_attempts: 5 });
  });
});

describe('security events', () => {
  it("count failures at the platform's own login, and return the state of the customer", async () => {
    const customer = await newEuropean(client);
    const { record } = sca(client, customer);
    for (let failedAttempts = 1; failedAttempts <= 4; failedAttempts++) {
      expect((await record('FAILED_LOGIN_ATTEMPT')).body).toEqual({
        eventType: 'FAILED_LOGIN_ATTEMPT',
        suspended: false,
        lockedUntil: null,
        failedAttempts,
      });
    }
    const fifth = await record('FAILED_LOGIN_ATTEMPT');
    expect([fifth.status, fifth.body.failedAttempts, typeof fifth.body.lockedUntil]).toEqual([200, 5, 'string']);
    const sixth = await record('FAILED_LOGIN_ATTEMPT');
    expect([sixth.status, sixth.body.details.failedAttempts]).toEqual([423, 5]);
  });

  it('count concurrent failures each once, and none while the customer is locked', async () => {
    const customer = await newEuropean(client);
    const { record } = sca(client, customer);
    const answers = await Promise.all(Array.from({ length: 20 }, () => record('FAILED_LOGIN_ATTEMPT')));
    const counted = answers.filter(({ status }) => status === 200).map(({ body }) => body.failedAttempts);
    expect(counted.sort()).toEqual([1, 2, 3, 4, 5]);
    expect(answers.filter(({ status }) => status === 423)).toHaveLength(15);
  });

  it('count a failure once under its key', async () => {
    const customer = await newEuropean(client);
    const send = () =>
      client.post(
        `/sca/record-event?customerId=${customer}`,
        { eventType: 'FAILED_LOGIN_ATTEMPT' },
        { headers: { 'idempotency-key': customer } },
      );
    const answers = await Promise.all([send(), send(), send()]);
    expect(new Set(answers.map(({ text }) => text)).size).toBe(1);
    expect(await loginState(customer)).toMatchObject({ failed_attempts: 1 });
  });

  it('end every session, the lock and the count after a new password', async () => {
    const customer = await newEuropean(client);
    const { record } = sca(client, customer);
    await logIn(client, customer);
    for (let i = 0; i < 5; i++) await record('FAILED_LOGIN_ATTEMPT');
    expect((await logIn(client, customer)).status).toBe(423);
    expect((await record('RESET_PASSWORD_COMPLETED')).body).toEqual({
      eventType: 'RESET_PASSWORD_COMPLETED',
      suspended: false,
      lockedUntil: null,
      failedAttempts: 0,
    });
    expect(await loginState(customer)).toMatchObject({
      session_expires_at: null,
      failed_attempts: 0,
      locked_until: null,
    });
    expect((await logIn(client, customer)).status).toBe(200);
  });
});
