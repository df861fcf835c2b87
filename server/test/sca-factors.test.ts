import { Secret, TOTP } from 'otpauth';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { rfc6238Authenticators } from '../src/engine/providers/authenticators/rfc6238.ts';
import { TestApp } from './support/app.ts';
import { Authenticator } from './support/authenticator.ts';
import type { Client } from './support/client.ts';
import { CODE, enrollPasskey, enrollTotp, newEuropean, ORIGIN, sca } from './support/sca.ts';

let app: TestApp;
let client: Client;
beforeAll(async () => {
  app = await TestApp.shared();
  client = app.client;
});
afterAll(() => app.stop());

const rowOf = async (table: string, customerId: string): Promise<string> => {
  const { rows } = await app.database.db.pool.query(
    `SELECT t::text AS row FROM ${table} t WHERE customer_id = '${customerId}'`,
  );
  return rows.map(({ row }) => row).join('\n');
};

describe('strong customer authentication', () => {
  it.each([
    ['region', { region: 'FR' }, 200],
    ['region before address and nationality', { region: 'US', nationality: 'DE' }, 409],
    [
      'the country of the address',
      { region: undefined, address: { line1: '1 Rue', postalCode: '75001', country: 'FR' } },
      200,
    ],
    ['nationality', { region: undefined, nationality: 'GB' }, 200],
    ['no known country', { region: undefined }, 409],
    ['outside', { region: 'BR' }, 409],
  ])('is required by %s', async (_, where, status) => {
    const customer = await newEuropean(client, where);
    expect((await sca(client, customer).factors()).status).toBe(status);
  });

  it('returns 409 CONFLICT for every operation if it is not required', async () => {
    const customer = await newEuropean(client, { region: 'US' });
    const calls = sca(client, customer);
    const id = '019542f5-b3e7-7d02-8000-000000000001';
    const answers = [
      await calls.factors(),
      await calls.enroll('TOTP'),
      await calls.confirm({ type: 'TOTP', secret: 'x', code: CODE }),
      await calls.remove('x'),
      await calls.start('SMS_OTP'),
      await calls.complete({ factor: 'SMS_OTP', challengeId: 'x', code: CODE }),
      await calls.record('FAILED_LOGIN_ATTEMPT'),
      await calls.reset('SMS_OTP'),
      await calls.resetStatus(id),
      await calls.completeReset(id),
    ];
    for (const { status, body } of answers) {
      expect([status, body.code, body.details.reason]).toEqual([409, 'CONFLICT', 'SCA_NOT_REQUIRED']);
    }
  });

  it('requires an existing customer', async () => {
    const unknown = await sca(client, 'Customer:019542f5-b3e7-7d02-8000-000000000001').factors();
    expect([unknown.status, unknown.body.code]).toEqual([404, 'USER_NOT_FOUND']);
    expect((await client.get('/sca/factors')).body.details.errors[0].field).toBe('customerId');
    const customer = await newEuropean(client);
    await client.delete(`/customers/${customer}`);
    expect((await sca(client, customer).factors()).status).toBe(410);
  });
});

describe('an authenticator app', () => {
  it('is enrolled with its first code, and listed beside text messages', async () => {
    const customer = await newEuropean(client);
    const { factors, enroll, confirm } = sca(client, customer);
    expect((await factors()).body.factors).toEqual([{ factor: 'SMS_OTP', name: 'Text message' }]);
    const { body } = await enroll('TOTP');
    expect(body).toEqual({
      type: 'TOTP',
      secret: expect.stringMatching(/^[0-9a-f]{40}$/i),
      secretBase32Encoded: expect.stringMatching(/^[A-Z2-7]{32}$/),
      totpUri: expect.stringMatching(/^otpauth:\/\/totp\//),
    });
    const uri = new URL(body.totpUri);
    expect(Object.fromEntries(uri.searchParams)).toEqual({
      issuer: 'test',
      secret: body.secretBase32Encoded,
      algorithm: 'SHA1',
      digits: '6',
      period: '30',
    });
    expect((await factors()).body.factors).toHaveLength(1);
    const confirmed = await confirm({ type: 'TOTP', secret: body.secretBase32Encoded, code: CODE });
    expect(confirmed.status).toBe(200);
    expect(confirmed.body.recoveryCodes).toHaveLength(10);
    expect(new Set(confirmed.body.recoveryCodes).size).toBe(10);
    expect((await factors()).body.factors.map(({ factor }: { factor: string }) => factor)).toEqual(['SMS_OTP', 'TOTP']);
  });

  it('stores its secret sealed and its recovery codes only as hashes', async () => {
    const customer = await newEuropean(client);
    const { enroll, confirm } = sca(client, customer);
    const { body: started } = await enroll('TOTP');
    const { body } = await confirm({ type: 'TOTP', secret: started.secret, code: CODE });
    const row = await rowOf('sca_totp', customer);
    for (const secret of [started.secret, started.secretBase32Encoded, ...body.recoveryCodes]) {
      expect(row.toLowerCase()).not.toContain(secret.toLowerCase());
    }
  });

  it('is not enrolled with a wrong code, a foreign secret, or after ten minutes', async () => {
    const patient = await app.newPlatform();
    const customer = await newEuropean(patient);
    const { enroll, confirm } = sca(patient, customer);
    expect((await confirm({ type: 'TOTP', secret: 'x', code: CODE })).status).toBe(400);
    const { body: first } = await enroll('TOTP');
    const { body } = await enroll('TOTP');
    const wrong = await confirm({ type: 'TOTP', secret: body.secret, code: '654321' });
    expect([wrong.status, wrong.body.details.errors[0].field]).toEqual([400, 'code']);
    const old = await confirm({ type: 'TOTP', secret: first.secret, code: CODE });
    expect([old.status, old.body.details.errors[0].field]).toEqual([400, 'secret']);
    await patient.post('/sandbox/clock/advance', { seconds: 601 });
    expect((await confirm({ type: 'TOTP', secret: body.secret, code: CODE })).status).toBe(400);
  });

  it('accepts five attempts, concurrent ones included, and then requires a new start', async () => {
    const customer = await newEuropean(client);
    const { enroll, confirm } = sca(client, customer);
    const { body } = await enroll('TOTP');
    const guess = () => confirm({ type: 'TOTP', secret: body.secret, code: '000001' });
    const answers = await Promise.all(Array.from({ length: 20 }, guess));
    expect(answers.filter(({ status }) => status === 400)).toHaveLength(5);
    expect(answers.filter(({ status }) => status === 429)).toHaveLength(15);
    const right = await confirm({ type: 'TOTP', secret: body.secret, code: CODE });
    expect([right.status, right.body.code]).toEqual([429, 'RATE_LIMITED']);
    expect(Number(right.headers.get('retry-after'))).toBeGreaterThan(0);
    expect(await enrollTotp(client, customer)).toHaveLength(10);
  });

  it('is limited to one per customer', async () => {
    const customer = await newEuropean(client);
    await enrollTotp(client, customer);
    const again = await sca(client, customer).enroll('TOTP');
    expect([again.status, again.body.details.reason]).toEqual([409, 'TOTP_ALREADY_ENROLLED']);
  });

  it('returns its recovery codes again only to the same request', async () => {
    const customer = await newEuropean(client);
    const other = await newEuropean(client);
    const { body } = await sca(client, customer).enroll('TOTP');
    const confirm = (id: string) =>
      client.post(
        `/sca/factors/confirm?customerId=${id}`,
        { type: 'TOTP', secret: body.secret, code: CODE },
        { headers: { 'idempotency-key': `confirm ${customer}` } },
      );
    const first = await confirm(customer);
    const repeat = await confirm(customer);
    expect([repeat.status, repeat.text, repeat.headers.get('idempotent-replayed')]).toEqual([200, first.text, 'true']);
    expect((await confirm(other)).body.details.reason).toBe('IDEMPOTENCY_KEY_REUSED');
  });

  it('is enrolled as TOTP only: enrolling SMS_OTP returns 400', async () => {
    const answer = await sca(client, await newEuropean(client)).enroll('SMS_OTP');
    expect([answer.status, answer.body.details.errors[0].field]).toEqual([400, 'type']);
  });
});

describe('RFC 6238 codes', () => {
  const secret = Secret.fromHex('3132333435363738393031323334353637383930').base32;
  const at = (seconds: number) => new Date(seconds * 1_000);
  const step = (code: string, seconds: number, lastStep = 0) =>
    rfc6238Authenticators.totpStep({ secret, code, now: at(seconds), lastStep });

  it('match the test vectors, in six digits', () => {
    expect(step('287082', 59)).toBe(1);
    expect(step('081804', 1_111_111_109)).toBe(37_037_036);
    expect(step('005924', 1_234_567_890)).toBe(41_152_263);
    expect(step('279037', 2_000_000_000)).toBe(66_666_666);
    expect(step('279038', 2_000_000_000)).toBeUndefined();
  });

  it('are accepted one step early and one step late, and no further', () => {
    const code = TOTP.generate({ secret: Secret.fromBase32(secret), timestamp: 3_000_000 });
    expect([2_940, 2_970, 3_000, 3_030, 3_060].map((seconds) => step(code, seconds))).toEqual([
      undefined,
      100,
      100,
      100,
      undefined,
    ]);
  });

  it('are valid once: neither the same step nor an earlier one is accepted again', () => {
    const code = TOTP.generate({ secret: Secret.fromBase32(secret), timestamp: 3_000_000 });
    expect(step(code, 3_000, 99)).toBe(100);
    expect(step(code, 3_000, 100)).toBeUndefined();
    expect(step(code, 3_000, 101)).toBeUndefined();
  });

  it.each(['', '12345', '1234567', 'abcdef', '12 345', '１２３４５６'])(
    'have six digits, and %j is rejected',
    (code) => {
      expect(step(code, 59)).toBeUndefined();
    },
  );
});

describe('a passkey', () => {
  it('is enrolled on the page it was created on, listed, and deleted', async () => {
    const customer = await newEuropean(client);
    const { factors, enroll, confirm, remove } = sca(client, customer);
    const { body: started } = await enroll('PASSKEY');
    expect(started).toMatchObject({
      type: 'PASSKEY',
      relyingPartyId: 'localhost',
      allowedOrigins: ['http://localhost'],
    });
    expect(started.options).toMatchObject({
      rp: { id: 'localhost' },
      attestation: 'none',
      authenticatorSelection: { userVerification: 'required' },
    });
    const authenticator = new Authenticator();
    const credential = authenticator.register({ challenge: started.options.challenge, origin: ORIGIN });
    const { status, body } = await confirm({ type: 'PASSKEY', origin: ORIGIN, credential });
    const factor = { factor: 'PASSKEY', credentialId: authenticator.credentialId, name: 'Passkey' };
    expect([status, body]).toEqual([200, { type: 'PASSKEY', factor }]);
    expect((await factors()).body.factors).toContainEqual(factor);
    expect((await remove(authenticator.credentialId)).status).toBe(204);
    expect((await factors()).body.factors).toHaveLength(1);
    expect((await remove(authenticator.credentialId)).status).toBe(404);
  });

  it('is limited to one per customer, and belongs to one customer', async () => {
    const customer = await newEuropean(client);
    const authenticator = await enrollPasskey(client, customer);
    const again = await sca(client, customer).enroll('PASSKEY');
    expect([again.status, again.body.code]).toEqual([409, 'PASSKEY_ALREADY_ENROLLED']);
    const other = await newEuropean(client);
    const { body } = await sca(client, other).enroll('PASSKEY');
    const credential = authenticator.register({ challenge: body.options.challenge, origin: ORIGIN });
    const stolen = await sca(client, other).confirm({ type: 'PASSKEY', origin: ORIGIN, credential });
    expect([stolen.status, stolen.body.details.reason]).toEqual([409, 'CREDENTIAL_KNOWN']);
    expect((await sca(client, other).remove(authenticator.credentialId)).status).toBe(404);
  });

  it.each<[string, (made: { challenge: string; authenticator: Authenticator }) => object]>([
    ['another challenge', ({ authenticator }) => authenticator.register({ challenge: 'AAAA', origin: ORIGIN })],
    [
      'another origin',
      ({ challenge, authenticator }) => authenticator.register({ challenge, origin: 'https://evil.example' }),
    ],
    [
      'another relying party',
      ({ challenge }) => new Authenticator({ rpId: 'evil.example' }).register({ challenge, origin: ORIGIN }),
    ],
    [
      'an unverified user',
      ({ challenge, authenticator }) => {
        authenticator.isVerifying = false;
        return authenticator.register({ challenge, origin: ORIGIN });
      },
    ],
    ['an assertion', ({ challenge, authenticator }) => authenticator.assert({ challenge, origin: ORIGIN })],
    ['nothing', () => ({})],
    ['nonsense', () => ({ id: 1, rawId: [], type: {}, response: { clientDataJSON: '%%' } })],
  ])('is not enrolled with %s', async (_, make) => {
    const { enroll, confirm } = sca(client, await newEuropean(client));
    const { body: started } = await enroll('PASSKEY');
    const credential = make({ challenge: started.options.challenge, authenticator: new Authenticator() });
    const { status, body } = await confirm({ type: 'PASSKEY', origin: ORIGIN, credential });
    expect([status, body.code, body.details.errors[0].field]).toEqual([400, 'INVALID_INPUT', 'credential']);
  });

  it('requires the configured relying party and origins of the platform', async () => {
    const platform = await app.newPlatform();
    const origins = ['https://app.bank.example', 'android:apk-key-hash:abc'];
    await platform.patch('/config', { embeddedWalletConfig: { relyingParties: [{ id: 'bank.example', origins }] } });
    const { enroll, confirm } = sca(platform, await newEuropean(platform));
    const { body } = await enroll('PASSKEY');
    expect(body).toMatchObject({ relyingPartyId: 'bank.example', allowedOrigins: origins });
    const authenticator = new Authenticator({ rpId: 'bank.example' });
    const made = (origin: string) => ({
      type: 'PASSKEY',
      origin,
      credential: authenticator.register({ challenge: body.options.challenge, origin }),
    });
    const foreign = await confirm(made(ORIGIN));
    expect([foreign.status, foreign.body.details.errors[0]]).toEqual([
      400,
      { field: 'origin', message: expect.stringContaining(ORIGIN), constraint: { enum: origins } },
    ]);
    expect((await confirm(made('android:apk-key-hash:abc'))).status).toBe(200);
  });

  it('requires a configured relying party in production', async () => {
    const production = await app.newPlatform('PRODUCTION');
    const { status, body } = await sca(production, await newEuropean(production)).enroll('PASSKEY');
    expect([status, body.details.reason]).toEqual([409, 'RELYING_PARTY_MISSING']);
  });

  it('is not enrolled after ten minutes, nor twice from one start', async () => {
    const platform = await app.newPlatform();
    const { enroll, confirm } = sca(platform, await newEuropean(platform));
    const { body } = await enroll('PASSKEY');
    const credential = new Authenticator().register({ challenge: body.options.challenge, origin: ORIGIN });
    await platform.post('/sandbox/clock/advance', { seconds: 601 });
    expect((await confirm({ type: 'PASSKEY', origin: ORIGIN, credential })).status).toBe(400);
    const { body: fresh } = await enroll('PASSKEY');
    const ceremony = { challenge: fresh.options.challenge, origin: ORIGIN };
    const both = await Promise.all(
      [new Authenticator(), new Authenticator()].map((authenticator) =>
        confirm({ type: 'PASSKEY', origin: ORIGIN, credential: authenticator.register(ceremony) }),
      ),
    );
    expect(both.map(({ status }) => status).sort()).toEqual([200, 400]);
  });
});
