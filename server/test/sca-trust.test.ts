import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { TestApp } from './support/app.ts';
import type { Client } from './support/client.ts';
import { exampleRequest } from './support/external-accounts.ts';
import { CODE, enrollPasskey, newEuropean, newUsdcAddress, ORIGIN, sca } from './support/sca.ts';

let app: TestApp;
let client: Client;
beforeAll(async () => {
  app = await TestApp.shared();
  client = app.client;
});
afterAll(() => app.stop());

const base = '/customers/external-accounts';
const trust = (platform: Client, id: string) => ({
  start: (verb: string, body?: object) => platform.post(`${base}/${id}/${verb}`, body),
  confirm: (verb: string, body: object) => platform.post(`${base}/${id}/${verb}/confirm`, body),
});

async function trusted(customer: string): Promise<string> {
  const account = await newUsdcAddress(client, customer);
  const { start, confirm } = trust(client, account);
  const { body } = await start('trust');
  await confirm('trust', { challengeId: body.scaChallenge.id, code: CODE });
  return account;
}

describe('a payee', () => {
  it('is trusted with the code of a text message that names it', async () => {
    const platform = await app.newPlatform();
    const customer = await newEuropean(platform);
    const account = await newUsdcAddress(platform, customer);
    const { start, confirm } = trust(platform, account);
    const started = await start('trust');
    expect([started.status, started.body]).toEqual([
      200,
      {
        scaChallenge: {
          id: expect.stringMatching(/^ScaChallenge:/),
          expiresAt: expect.any(String),
          factor: 'SMS_OTP',
          availableFactors: ['SMS_OTP'],
          purpose: 'BENEFICIARY_TRUST',
        },
      },
    ]);
    const { body: inbox } = await platform.get('/sandbox/messages');
    const { body: shown } = await platform.get(`${base}/${account}`);
    expect(inbox.data[0].text).toContain(shown.accountInfo.address);
    const proof = { challengeId: started.body.scaChallenge.id, code: CODE };
    const wrong = await confirm('trust', { ...proof, code: '000001' });
    expect([wrong.status, wrong.body.details.hint]).toEqual([400, '4 of 5 tries are left.']);
    const both = await Promise.all([confirm('trust', proof), confirm('trust', proof)]);
    expect(both.map(({ status }) => status).sort()).toEqual([200, 409]);
    expect(both.find(({ status }) => status === 200)?.body).toEqual({ trusted: true });
  });

  it('is trusted by a proof that names no challenge: that of the pending one', async () => {
    const account = await newUsdcAddress(client, await newEuropean(client));
    const { start, confirm } = trust(client, account);
    const early = await confirm('trust', { code: CODE });
    expect([early.status, early.body.details.reason]).toEqual([409, 'NO_PENDING_CHALLENGE']);
    await start('trust');
    expect((await confirm('untrust', { code: CODE })).status).toBe(409);
    expect((await confirm('trust', { code: '000001' })).status).toBe(400);
    expect((await confirm('trust', { code: CODE })).body).toEqual({ trusted: true });
    await start('untrust');
    expect((await confirm('untrust', { code: CODE })).body).toEqual({ trusted: false });
  });

  it('that is already trusted needs no proof, and cannot be deleted', async () => {
    const account = await trusted(await newEuropean(client));
    expect((await trust(client, account).start('trust')).body).toEqual({});
    const rejected = await client.delete(`${base}/${account}`);
    expect([rejected.status, rejected.body.code]).toEqual([409, 'BENEFICIARY_TRUSTED']);
  });

  it('loses the trust with another proof, and can then be deleted', async () => {
    const account = await trusted(await newEuropean(client));
    const { start, confirm } = trust(client, account);
    const { body } = await start('untrust');
    expect(body.scaChallenge.purpose).toBe('BENEFICIARY_UNTRUST');
    const proof = { challengeId: body.scaChallenge.id, code: CODE };
    const mistaken = await confirm('trust', proof);
    expect([mistaken.status, mistaken.body.details.reason]).toEqual([409, 'NO_PENDING_CHALLENGE']);
    expect((await confirm('untrust', proof)).body).toEqual({ trusted: false });
    expect((await start('untrust')).body).toEqual({});
    expect((await client.delete(`${base}/${account}`)).status).toBe(204);
  });

  it('is trusted with a passkey if the customer has one', async () => {
    const customer = await newEuropean(client);
    const account = await newUsdcAddress(client, customer);
    const { start, confirm } = trust(client, account);
    const rejected = await start('trust', { scaFactor: 'PASSKEY' });
    expect([rejected.status, rejected.body.details.errors[0].field]).toEqual([400, 'scaFactor']);
    expect((await start('trust', { scaFactor: 'TOTP' })).status).toBe(400);
    const authenticator = await enrollPasskey(client, customer);
    const { body } = await start('trust', { scaFactor: 'PASSKEY' });
    expect(body.scaChallenge).toMatchObject({ factor: 'PASSKEY', availableFactors: ['SMS_OTP', 'PASSKEY'] });
    const { challenge } = body.scaChallenge.passkeyAssertionOptions;
    const passkeyAssertion = authenticator.assert({ challenge, origin: ORIGIN });
    const { id: challengeId } = body.scaChallenge;
    expect((await confirm('trust', { challengeId, passkeyAssertion, origin: ORIGIN })).body).toEqual({ trusted: true });
  });

  it('must be an address that receives USDC', async () => {
    const customer = await newEuropean(client);
    const { body } = await client.post(base, { customerId: customer, ...exampleRequest('GBP_ACCOUNT') });
    const { status, body: rejection } = await trust(client, body.id).start('trust');
    expect([status, rejection.code]).toEqual([400, 'INVALID_INPUT']);
    expect(rejection.details.hint).toContain('USDC');
  });

  it('is trusted only by customers subject to strong customer authentication', async () => {
    const account = await newUsdcAddress(client, await newEuropean(client, { region: 'US' }));
    const { start, confirm } = trust(client, account);
    const proof = { challengeId: 'x', code: CODE };
    for (const answer of [
      await start('trust'),
      await start('untrust'),
      await confirm('trust', proof),
      await confirm('untrust', proof),
    ]) {
      expect([answer.status, answer.body.details.reason]).toEqual([409, 'SCA_NOT_REQUIRED']);
    }
  });

  it('is not trusted after five wrong codes, concurrent ones included, nor after five minutes', async () => {
    const platform = await app.newPlatform();
    const account = await newUsdcAddress(platform, await newEuropean(platform));
    const { start, confirm } = trust(platform, account);
    const { body } = await start('trust');
    const proof = { challengeId: body.scaChallenge.id, code: '000001' };
    const answers = await Promise.all(Array.from({ length: 20 }, () => confirm('trust', proof)));
    expect(answers.filter(({ status }) => status === 400)).toHaveLength(4);
    expect(answers.filter(({ status }) => status === 429)).toHaveLength(16);
    const right = await confirm('trust', { ...proof, code: CODE });
    expect([right.status, right.body.code]).toEqual([429, 'RATE_LIMITED']);
    expect(Number(right.headers.get('retry-after'))).toBeGreaterThan(0);
    const { body: fresh } = await start('trust');
    await platform.post('/sandbox/clock/advance', { seconds: 301 });
    const late = await confirm('trust', { challengeId: fresh.scaChallenge.id, code: CODE });
    expect([late.status, late.body.details.errors[0].message]).toEqual([400, expect.stringContaining('expired')]);
  });

  it('is not trusted while the customer is locked', async () => {
    const customer = await newEuropean(client);
    const account = await newUsdcAddress(client, customer);
    const { body } = await trust(client, account).start('trust');
    for (let i = 0; i < 5; i++) await sca(client, customer).record('FAILED_LOGIN_ATTEMPT');
    const proof = { challengeId: body.scaChallenge.id, code: CODE };
    const { status, body: rejection } = await trust(client, account).confirm('trust', proof);
    expect([status, rejection.code, rejection.details.failedAttempts]).toEqual([423, 'ACCOUNT_LOCKED', 5]);
  });
});
