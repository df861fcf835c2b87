import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { TestApp } from './support/app.ts';
import { Authenticator } from './support/authenticator.ts';
import type { Client } from './support/client.ts';
import { fund, newPayer, transactionIn } from './support/payments.ts';
import {
  ClientKey,
  loginByCode,
  newWallet,
  otpBundle,
  passkeyRequest,
  retry,
  type Session,
  send,
  signedTwice,
  targetOf,
  type Wallet,
} from './support/wallets.ts';

let app: TestApp;
let client: Client;
beforeAll(async () => {
  app = await TestApp.shared();
  client = app.client;
});
afterAll(async () => {
  await app.audit();
  await app.stop();
});

const change = ({ customerId }: Wallet, contact: object) => ({
  method: 'PATCH',
  path: `/customers/${customerId}`,
  body: { customerType: 'INDIVIDUAL', ...contact },
});

const contactsOf = async ({ customerId, accountId }: Wallet) => {
  const { body: customer } = await client.get(`/customers/${customerId}`);
  const { body } = await client.get(`/auth/credentials?accountId=${accountId}`);
  const byEmail = body.data.find(({ type }: { type: string }) => type === 'EMAIL_OTP');
  return { email: customer.email, nickname: byEmail.nickname };
};

describe('an email', () => {
  it('that several wallets change to at once is given to one, and the others keep theirs', async () => {
    const email = 'one.for.all@example.com';
    const holders: { own: Wallet; login: Session }[] = [];
    for (let i = 0; i < 5; i++) {
      const own = await newWallet(client);
      holders.push({ own, login: await loginByCode(own) });
    }
    const asked = await Promise.all(
      holders.map(async ({ own, login }, i) => {
        // One address in several spellings.
        const ask = change(own, { email: i % 2 ? email.toUpperCase() : email });
        return { own, ask, key: login.key, challenge: (await send(client, ask)).body };
      }),
    );
    const before = await Promise.all(asked.map(({ own }) => contactsOf(own)));
    const answers = await Promise.all(asked.map(({ ask, ...signed }) => retry(client, ask, signed)));
    const codes = answers.map(({ status, body }) => (status === 200 ? 200 : `${status} ${body.code}`)).toSorted();
    expect(codes).toEqual([200, ...Array(4).fill('409 EMAIL_OTP_EMAIL_ALREADY_EXISTS')]);
    for (const [i, { own }] of asked.entries()) {
      const { email: now, nickname } = await contactsOf(own);
      expect(nickname).toBe(now);
      if (answers[i]?.status !== 200) expect(now).toBe(before[i]?.email);
    }
    const late = asked[answers.findIndex(({ status }) => status !== 200)];
    const again = late && (await retry(client, late.ask, late));
    expect([again?.status, again?.body.code]).toEqual([409, 'EMAIL_OTP_EMAIL_ALREADY_EXISTS']);
  });

  it('that its owner has given up is available again', async () => {
    const email = 'moved.on@example.com';
    const [own, next] = [await newWallet(client), await newWallet(client)];
    const [login, other] = [await loginByCode(own), await loginByCode(next)];
    expect((await signedTwice(client, change(own, { email }), login.key)).status).toBe(200);
    expect((await send(client, change(next, { email }))).status).toBe(409);
    expect((await signedTwice(client, change(own, { email: 'new.home@example.com' }), login.key)).status).toBe(200);
    expect((await signedTwice(client, change(next, { email }), other.key)).status).toBe(200);
    expect(await contactsOf(next)).toEqual({ email, nickname: email });
  });

  it('of a deleted customer is available again, whether original or changed', async () => {
    const began = await newWallet(client, { email: 'began.with@example.com' });
    const changed = await newWallet(client);
    const email = 'changed.to@example.com';
    expect((await signedTwice(client, change(changed, { email }), (await loginByCode(changed)).key)).status).toBe(200);
    const next = await newWallet(client);
    const login = await loginByCode(next);
    for (const [{ customerId }, free] of [[began, 'began.with@example.com'] as const, [changed, email] as const]) {
      expect((await send(client, change(next, { email: free }))).status).toBe(409);
      expect((await client.delete(`/customers/${customerId}`)).status).toBe(200);
      expect((await signedTwice(client, change(next, { email: free }), login.key)).status).toBe(200);
    }
  });

  it('rejected by the wallet vault returns 424, and nothing has changed', async () => {
    const own = await newWallet(client);
    const login = await loginByCode(own);
    const before = await contactsOf(own);
    const ask = change(own, { email: 'ada+SyncFail@example.com' });
    const { status, body: challenge } = await send(client, ask);
    expect(status).toBe(202);
    for (let i = 0; i < 2; i++) {
      const rejected = await retry(client, ask, { challenge, key: login.key });
      expect([rejected.status, rejected.body.code]).toEqual([424, 'EMAIL_OTP_CREDENTIAL_SYNC_FAILED']);
    }
    expect(await contactsOf(own)).toEqual(before);
    expect((await signedTwice(client, change(own, { email: 'ada.taken@example.com' }), login.key)).status).toBe(200);
  });
});

describe('a credential with one-time codes', () => {
  const sms = ({ accountId }: Wallet) => ({
    method: 'POST',
    path: '/auth/credentials',
    body: { type: 'SMS_OTP', accountId },
  });
  const phoneNumber = '+14155550123';

  it('follows the contact of its customer, also when it is added during a change', async () => {
    const outcomes = new Set<string>();
    for (let round = 0; round < 12; round++) {
      const own = await newWallet(client);
      const login = await loginByCode(own);
      const { body: challenge } = await send(client, sms(own));
      const adding = () => retry(client, sms(own), { challenge, key: login.key });
      const changing = () => send(client, change(own, { phoneNumber }));
      const [added, changed] =
        round % 2
          ? await Promise.all([adding(), changing()])
          : (await Promise.all([changing(), adding()])).toReversed();
      const { body: customer } = await client.get(`/customers/${own.customerId}`);
      const { body } = await client.get(`/auth/credentials?accountId=${own.accountId}`);
      const credential = body.data.find(({ type }: { type: string }) => type === 'SMS_OTP');
      if (credential) expect(credential.nickname).toBe(customer.phoneNumber);
      outcomes.add(`${added?.status} ${changed?.status}`);
    }
    // 202 if the credential came first: changing its number needs a signature. 409 if the change came first.
    for (const outcome of outcomes) expect(['201 202', '409 200']).toContain(outcome);
  });

  it('is not added for another number than the signed one', async () => {
    const own = await newWallet(client);
    const login = await loginByCode(own);
    const { body: challenge } = await send(client, sms(own));
    expect((await send(client, change(own, { phoneNumber }))).status).toBe(200);
    const rejected = await retry(client, sms(own), { challenge, key: login.key });
    expect([rejected.status, rejected.body.code]).toEqual([409, 'CONFLICT']);
    const { body: added } = await signedTwice(client, sms(own), login.key);
    expect(added.nickname).toBe(phoneNumber);
  });
});

describe('a closed wallet', () => {
  it('has no credential, no session and no code left', async () => {
    const own = await newWallet(client);
    const login = await loginByCode(own);
    const body = { clientPublicKey: new ClientKey().compressed };
    const refresh = { method: 'POST', path: `/auth/sessions/${login.id}/refresh`, body };
    const { body: challenge } = await send(client, refresh);
    const { body: code } = await client.post(`/auth/credentials/${own.emailId}/challenge`);
    expect((await client.delete(`/customers/${own.customerId}`)).status).toBe(200);

    const signed = await retry(client, refresh, { challenge, key: login.key });
    expect([signed.status, signed.body.code]).toEqual([401, 'WALLET_SIGNATURE_INVALID']);
    const begun = await send(client, refresh);
    expect([begun.status, begun.body.reason]).toEqual([401, 'The session has ended']);
    const bundle = otpBundle(targetOf(code.otpEncryptionTargetBundle), new ClientKey());
    const proof = { type: 'EMAIL_OTP', encryptedOtpBundle: bundle };
    expect((await client.post(`/auth/credentials/${own.emailId}/verify`, proof)).status).toBe(404);
    expect((await client.post(`/auth/credentials/${own.emailId}/challenge`)).status).toBe(404);
    for (const list of ['credentials', 'sessions']) {
      expect((await client.get(`/auth/${list}?accountId=${own.accountId}`)).body.data).toEqual([]);
    }
  });
});

describe('a wallet that was never opened', () => {
  async function paidInto(accountId: string) {
    const payer = await newPayer(client);
    const { body: quote } = await client.post('/quotes', {
      source: { sourceType: 'ACCOUNT', accountId: payer.accountId },
      destination: { destinationType: 'ACCOUNT', accountId },
      lockedCurrencySide: 'SENDING',
      lockedCurrencyAmount: 10_000,
      immediatelyExecute: true,
    });
    await transactionIn(client, quote.transactionId, 'COMPLETED');
  }
  const accountOf = async ({ customerId }: Wallet) => {
    const { body } = await client.get(`/customers/internal-accounts?customerId=${customerId}&type=EMBEDDED_WALLET`);
    return body.data[0];
  };

  it('can receive payments, and its money is available after the first login', async () => {
    const own = await newWallet(client);
    await paidInto(own.accountId);
    const waiting = await accountOf(own);
    expect(waiting.balance.amount).toBeGreaterThan(0);
    expect(waiting.fundingPaymentInstructions).toEqual([]);
    await loginByCode(own);
    const opened = await accountOf(own);
    expect(opened.balance).toEqual(waiting.balance);
    expect(opened.fundingPaymentInstructions).not.toEqual([]);
  });

  it('can receive payments before it has a credential, and its first credential opens it', async () => {
    const own = await newWallet(client, { email: undefined });
    expect(own.emailId).toBeUndefined();
    await paidInto(own.accountId);
    await fund(client, own.accountId, 1_000_000);
    const authenticator = new Authenticator();
    const { status, body } = await client.post('/auth/credentials', passkeyRequest(own.accountId, authenticator));
    expect(status).toBe(201);
    expect((await accountOf(own)).balance.amount).toBeGreaterThan(1_000_000);
    expect(body.type).toBe('PASSKEY');
  });
});
