import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { openByHand } from '../../../../server/test/support/hpke-by-hand.ts';
import type { CodePrompt, WalletRequest } from '../../src/index.ts';
import { ACCOUNT } from '../support/ids.ts';
import { newEcdh, UNSIGNED, Vault } from './support/by-hand.ts';
import { codeOf, question, rejection, scripted, scriptedWallet, sessionResponse } from './support/scripted.ts';

const vault = new Vault();
const email = { id: 'AuthMethod:e', accountId: ACCOUNT, type: 'EMAIL_OTP', nickname: 'ada@example.com' };
const listed = (...data: object[]) => ({ status: 200, body: { data } });
const target = newEcdh();
const issued = (bundle = vault.envelope({ targetPublic: target.publicKey })) => ({
  status: 200,
  body: { ...email, otpEncryptionTargetBundle: bundle },
});
const token = question('aGVhZA.Y2xhaW1z.c2ln');

const secretIn = (request: WalletRequest | undefined, { scalar } = target) =>
  JSON.parse(openByHand(scalar, JSON.parse(JSON.parse(request?.body ?? '{}').encryptedOtpBundle)).toString());

describe('a login by code', () => {
  it('encrypts the code with a new key, which signs the token and becomes the key of the session', async () => {
    const service = scripted(listed(email), issued(), token, sessionResponse({ type: 'EMAIL_OTP' }));
    const { wallet, key } = await scriptedWallet(service, { sessionMs: null });
    const prompts: CodePrompt[] = [];
    const session = await wallet.loginWithEmailCode({ code: (prompt) => (prompts.push(prompt) ? ' 123456 ' : '') });
    expect(prompts).toMatchObject([{ sentTo: 'ada@example.com' }]);
    const [, , first, second] = service.requests;
    const secret = secretIn(first);
    expect(Object.keys(secret)).toEqual(['otp_code', 'public_key']);
    expect(secret.otp_code).toBe('123456');
    expect(second?.body).toBe(first?.body);
    const stamp = JSON.parse(Buffer.from(second?.headers['Service-Wallet-Signature'] ?? '', 'base64url').toString());
    expect(stamp.publicKey.slice(2)).toBe(secret.public_key.slice(2, 66));
    expect(session.publicKey).toBe(stamp.publicKey);
    expect(session.publicKey).not.toBe(key.compressed);
  });

  it('prompts again after a wrong code and after a resend', async () => {
    const second = newEcdh();
    const service = scripted(
      listed(email),
      issued(),
      rejection(401, 'UNAUTHORIZED', 'Invalid OTP code'),
      rejection(401, 'UNAUTHORIZED', 'No pending OTP for this credential'),
      issued(vault.envelope({ targetPublic: second.publicKey })),
      token,
      sessionResponse(),
    );
    const { wallet } = await scriptedWallet(service, { sessionMs: null });
    const problems: unknown[] = [];
    await wallet.loginWithEmailCode({
      code: async ({ problem, resend }) => {
        problems.push(problem);
        if (problem === 'NO_LONGER_VALID') await resend();
        return String(problems.length);
      },
    });
    expect(problems).toEqual([undefined, 'WRONG_CODE', 'NO_LONGER_VALID']);
    expect(secretIn(service.requests[5], second).otp_code).toBe('3');
  });

  it('ends with the error of the service if another code would not help', async () => {
    const service = scripted(listed(email), issued(), rejection(429, 'RATE_LIMITED', 'Too many wrong codes'));
    const { wallet } = await scriptedWallet(service);
    expect(await codeOf(wallet.loginWithEmailCode({ code: () => '1' }))).toBe('REJECTED');
  });

  it('is cancelled by an empty code', async () => {
    const { wallet } = await scriptedWallet(scripted(listed(email), issued()));
    expect(await codeOf(wallet.loginWithEmailCode({ code: () => undefined }))).toBe('CANCELLED');
  });

  it('requires a credential of this type', async () => {
    const { wallet } = await scriptedWallet(scripted(listed(email)));
    expect(await codeOf(wallet.loginWithSmsCode({ code: () => '1' }))).toBe('NO_CREDENTIAL');
  });

  it.each([
    ['is not signed', vault.envelope({ targetPublic: target.publicKey }, UNSIGNED)],
    [
      'is signed by another than it says',
      vault.envelope({ targetPublic: target.publicKey }, { enclaveQuorumPublic: new Vault().publicKey }),
    ],
    [
      'was changed',
      vault.envelope(
        { targetPublic: target.publicKey },
        { data: Buffer.from(`{"targetPublic":"${newEcdh().publicKey}"}`).toString('hex') },
      ),
    ],
  ])('rejects a target that %s, also in the sandbox', async (_, bundle) => {
    const { wallet } = await scriptedWallet(scripted(listed(email), issued(bundle)), { sandbox: true });
    expect(await codeOf(wallet.loginWithEmailCode({ code: () => '1' }))).toBe('UNTRUSTED');
  });

  it('accepts a bundle in single quotes, as some servers write it', async () => {
    const service = scripted(
      listed(email),
      issued(`'${vault.envelope({ targetPublic: target.publicKey })}'`),
      token,
      sessionResponse(),
    );
    const { wallet } = await scriptedWallet(service);
    await wallet.loginWithEmailCode({ code: () => '1' });
  });

  it('signs no operation in place of its token, which would be valid once the session is open', async () => {
    const { wallet } = await scriptedWallet(scripted(listed(email), issued(), question({ action: 'EXECUTE_QUOTE' })));
    expect(await codeOf(wallet.loginWithEmailCode({ code: () => '1' }))).toBe('UNTRUSTED');
  });
});

describe('a login by OIDC', () => {
  const login = { id: 'AuthMethod:o', accountId: ACCOUNT, type: 'OAUTH', nickname: 'ada@gmail.com' };
  const other = { ...login, id: 'AuthMethod:p', nickname: 'bob@gmail.com' };
  const tokenOf = (email: string) => `x.${Buffer.from(JSON.stringify({ email })).toString('base64url')}.y`;

  it('binds the token by the SHA-256 of the hex text of its key', async () => {
    const service = scripted(listed(login), sessionResponse({ type: 'OAUTH' }));
    const { wallet } = await scriptedWallet(service, { sessionMs: null });
    const nonces: string[] = [];
    const oidcToken = (nonce: string) => (nonces.push(nonce) ? tokenOf('ada@gmail.com') : '');
    const session = await wallet.loginWithOidc({ oidcToken });
    const { clientPublicKey } = JSON.parse(service.requests[1]?.body ?? '{}');
    expect(clientPublicKey).toMatch(/^0[23][0-9a-f]{64}$/);
    expect(nonces).toEqual([createHash('sha256').update(clientPublicKey).digest('hex')]);
    expect(session.publicKey).toBe(clientPublicKey);
  });

  it('continues after a redirect with the key of the nonce, once', async () => {
    const service = scripted(listed(login, other), sessionResponse(), listed(login));
    const { wallet } = await scriptedWallet(service, { sessionMs: null });
    const nonce = await wallet.oidcNonce();
    await wallet.loginWithOidc({ oidcToken: tokenOf('bob@gmail.com') });
    expect(service.requests[1]?.path).toContain(encodeURIComponent(other.id));
    expect(
      createHash('sha256')
        .update(JSON.parse(service.requests[1]?.body ?? '{}').clientPublicKey)
        .digest('hex'),
    ).toBe(nonce);
    expect(await codeOf(wallet.loginWithOidc({ oidcToken: tokenOf('ada@gmail.com') }))).toBe('NO_SESSION');
  });

  it('uses the requested credential, which must exist', async () => {
    const service = scripted(listed(login, other), sessionResponse(), listed(login));
    const { wallet } = await scriptedWallet(service);
    await wallet.loginWithOidc({ oidcToken: () => tokenOf('ada@gmail.com'), credentialId: other.id });
    expect(service.requests[1]?.path).toContain(encodeURIComponent(other.id));
    expect(await codeOf(wallet.loginWithOidc({ oidcToken: () => 'x', credentialId: 'nobody' }))).toBe('NO_CREDENTIAL');
  });
});
