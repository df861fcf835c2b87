import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { TestApp } from './support/app.ts';
import type { Client } from './support/client.ts';
import { CODE, enrollPasskey, enrollTotp, newEuropean, sca } from './support/sca.ts';

let app: TestApp;
let platform: Client;
beforeAll(async () => {
  app = await TestApp.shared();
  platform = await app.newPlatform();
});
afterAll(() => app.stop());

const advance = (seconds: number) => platform.post('/sandbox/clock/advance', { seconds });
const mobile = { countryCode: '+44', number: '7700900123' };

/** A reset with a finished liveness check. */
async function checkedReset(customer: string, factor: string): Promise<string> {
  const { body } = await sca(platform, customer).reset(factor);
  await advance(5);
  return body.resetId;
}

describe('a lost factor', () => {
  it('is reset through a liveness check, whose result arrives asynchronously', async () => {
    const customer = await newEuropean(platform);
    await enrollTotp(platform, customer);
    const { reset, resetStatus } = sca(platform, customer);
    const { status, body } = await reset('TOTP');
    expect([status, body]).toEqual([
      201,
      {
        resetId: expect.any(String),
        livenessAccessToken: expect.stringMatching(/^[0-9a-f]{128,136}$/),
        verificationLink: expect.stringMatching(/^http.*\/verify\/liveness\//),
        expiresAt: expect.any(String),
      },
    ]);
    expect((await fetch(body.verificationLink)).status).toBe(200);
    const initial = { factor: 'TOTP', enrollmentStatus: null, expiresAt: body.expiresAt, completedAt: null };
    expect((await resetStatus(body.resetId)).body).toEqual({ status: 'INITIATED', ...initial });
    await advance(5);
    expect((await resetStatus(body.resetId)).body).toEqual({ status: 'LIVENESS_PASSED', ...initial });
  });

  it('can be replaced by a new authenticator app', async () => {
    const customer = await newEuropean(platform);
    await enrollTotp(platform, customer);
    const { resetStatus, completeReset, factors } = sca(platform, customer);
    const id = await checkedReset(customer, 'TOTP');
    expect((await completeReset(id)).status).toBe(204);
    expect((await factors()).body.factors).toHaveLength(1);
    const completed = await resetStatus(id);
    expect(completed.body).toMatchObject({ status: 'COMPLETED', enrollmentStatus: 'PENDING' });
    expect(completed.body.completedAt).toEqual(expect.any(String));
    expect(await enrollTotp(platform, customer)).toHaveLength(10);
    expect((await resetStatus(id)).body).toMatchObject({ status: 'COMPLETED', enrollmentStatus: 'COMPLETED' });
  });

  it('can be replaced by a new passkey', async () => {
    const customer = await newEuropean(platform);
    await enrollPasskey(platform, customer);
    const id = await checkedReset(customer, 'PASSKEY');
    expect((await sca(platform, customer).completeReset(id)).status).toBe(204);
    await enrollPasskey(platform, customer);
    expect((await sca(platform, customer).resetStatus(id)).body.enrollmentStatus).toBe('COMPLETED');
  });

  it('for text messages gets a new number, which must then be verified', async () => {
    const customer = await newEuropean(platform);
    await platform.post(`/customers/${customer}/verify-phone`);
    await platform.post(`/customers/${customer}/verify-phone/confirm`, { code: CODE });
    const id = await checkedReset(customer, 'SMS_OTP');
    const { completeReset, resetStatus, start } = sca(platform, customer);
    const missing = await completeReset(id);
    expect([missing.status, missing.body.details.errors[0].field]).toEqual([400, 'mobile']);
    const wrong = await completeReset(id, { mobile: { countryCode: '+44', number: '12345678901234' } });
    expect([wrong.status, wrong.body.details.errors[0].field]).toEqual([400, 'mobile.number']);
    expect((await completeReset(id, { mobile })).status).toBe(204);
    const { body } = await platform.get(`/customers/${customer}`);
    expect([body.phoneNumber, body.contactVerification.phone]).toEqual(['+447700900123', 'PENDING']);
    expect((await resetStatus(id)).body).toMatchObject({ status: 'COMPLETED', enrollmentStatus: null });
    await start('SMS_OTP');
    const { body: inbox } = await platform.get('/sandbox/messages?to=%2B447700900123');
    expect(inbox.totalCount).toBe(1);
  });

  it('is not removed before the check has passed, nor twice', async () => {
    const customer = await newEuropean(platform);
    await enrollTotp(platform, customer);
    const { reset, completeReset, factors } = sca(platform, customer);
    const { body } = await reset('TOTP');
    const early = await completeReset(body.resetId);
    expect([early.status, early.body.code, early.body.details.reason]).toEqual([400, 'INVALID_INPUT', 'INITIATED']);
    expect((await factors()).body.factors).toHaveLength(2);
    await advance(5);
    const both = await Promise.all([completeReset(body.resetId), completeReset(body.resetId)]);
    expect(both.map(({ status }) => status).sort()).toEqual([204, 409]);
  });

  it('is kept if the check fails', async () => {
    const customer = await newEuropean(platform, { platformCustomerId: 'somebody-002' });
    const id = await checkedReset(customer, 'SMS_OTP');
    expect((await sca(platform, customer).resetStatus(id)).body.status).toBe('REJECTED');
    const rejected = await sca(platform, customer).completeReset(id, { mobile });
    expect([rejected.status, rejected.body.details.reason]).toEqual([400, 'REJECTED']);
  });

  it('is kept while the check is reviewed', async () => {
    const customer = await newEuropean(platform, { platformCustomerId: 'somebody-210' });
    const id = await checkedReset(customer, 'SMS_OTP');
    expect((await sca(platform, customer).resetStatus(id)).body.status).toBe('PENDING_REVIEW');
    const rejected = await sca(platform, customer).completeReset(id, { mobile });
    expect([rejected.status, rejected.body.details.reason]).toEqual([400, 'PENDING_REVIEW']);
  });

  it('is kept if the reset is not completed within an hour', async () => {
    const customer = await newEuropean(platform);
    const id = await checkedReset(customer, 'SMS_OTP');
    await advance(3_600);
    expect((await sca(platform, customer).resetStatus(id)).body.status).toBe('EXPIRED');
    const rejected = await sca(platform, customer).completeReset(id, { mobile });
    expect([rejected.status, rejected.body.details.reason]).toEqual([400, 'EXPIRED']);
  });

  it('must be enrolled', async () => {
    const customer = await newEuropean(platform);
    for (const factor of ['TOTP', 'PASSKEY']) {
      const { status, body } = await sca(platform, customer).reset(factor);
      expect([status, body.details.reason]).toEqual([409, 'FACTOR_NOT_ENROLLED']);
    }
  });

  it('is reset five times in 24 hours, concurrent starts included, and then returns 429', async () => {
    const customer = await newEuropean(platform);
    const { reset } = sca(platform, customer);
    const first = await reset('SMS_OTP');
    expect(first.status).toBe(201);
    await advance(3_600);
    const answers = await Promise.all(Array.from({ length: 10 }, () => reset('SMS_OTP')));
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(4);
    const rejected = answers.find(({ status }) => status === 429);
    expect(rejected?.body.code).toBe('RATE_LIMITED');
    const wait = Number(rejected?.headers.get('retry-after'));
    expect(Math.abs(wait - 23 * 3_600)).toBeLessThan(60);
    await advance(wait);
    expect((await reset('SMS_OTP')).status).toBe(201);
    expect((await reset('SMS_OTP')).status).toBe(429);
  });

  it('is reset only by the customer it belongs to', async () => {
    const customer = await newEuropean(platform);
    const other = await newEuropean(platform);
    const id = await checkedReset(customer, 'SMS_OTP');
    for (const answer of [
      await sca(platform, other).resetStatus(id),
      await sca(platform, other).completeReset(id, { mobile }),
    ]) {
      expect([answer.status, answer.body.code]).toEqual([404, 'REFERENCE_NOT_FOUND']);
    }
  });

  it('completes once under its key, with the same answer', async () => {
    const customer = await newEuropean(platform);
    const id = await checkedReset(customer, 'SMS_OTP');
    const complete = () =>
      platform.post(
        `/sca/factors/reset/${id}/complete?customerId=${customer}`,
        { mobile },
        { headers: { 'idempotency-key': id } },
      );
    const [first, repeat] = [await complete(), await complete()];
    expect([first.status, repeat.status, repeat.headers.get('idempotent-replayed')]).toEqual([204, 204, 'true']);
  });

  it('cannot be reset in production without a liveness provider', async () => {
    const production = await app.newPlatform('PRODUCTION');
    const { status, body } = await sca(production, await newEuropean(production)).reset('SMS_OTP');
    expect([status, body.code]).toEqual([501, 'NOT_IMPLEMENTED']);
  });
});
