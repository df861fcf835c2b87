import { createHash, timingSafeEqual } from 'node:crypto';
import { apply } from '../db/effects.ts';
import { ApiError, InvalidFields } from '../kernel/errors.ts';
import { hpkeOpen, type Sealed } from '../kernel/hpke.ts';
import { compressedPoint } from '../kernel/p256.ts';
import { explainUsed, usableChallenge, useChallengeBeside } from './challenge-record.ts';
import { hashOfCode, openTarget } from './code-issue.ts';
import { type Code, exhaustedUntil, MAX_ATTEMPTS, returnAttempt, useCode } from './code-record.ts';
import type { OtpType } from './credential-record.ts';
import { type KnownLogin, readLoginByCode } from './login-record.ts';
import type { WalletAnswer, WalletNeeds, WalletRequest } from './needs.ts';
import { newSession, openSession } from './sessions.ts';
import { question, requireBothHeaders, stampFor, wrongSignature } from './signed-retry.ts';
import { isSignedBy } from './stamp.ts';
import { verificationToken } from './verification-token.ts';
import { openWallet } from './wallet.ts';

const OPERATION = 'VERIFY_CODE';

interface AskedCode {
  platformId: string;
  credentialId: string;
  type: OtpType;
}

/** The first of two legs: the code and a fresh public key come sealed, and are answered with a token for that key. */
export async function checkCode(
  needs: WalletNeeds,
  request: WalletRequest,
  { bundle, ...asked }: AskedCode & { bundle: string },
): Promise<WalletAnswer> {
  const sealed = readBundle(bundle);
  const { platform, now } = request;
  const { credential, code } = await readLoginByCode(needs.db, { ...asked, now });
  if (!code) throw await noCode(needs, asked, now);
  const { otpCode, publicKey } = await openCounted(needs, code, sealed);
  if (!timingSafeEqual(hashOfCode(needs.vault, code, otpCode), code.codeHash)) throw refused('Invalid OTP code');
  const signer = await needs.walletVault[platform.mode].signer(platform.id, now);
  const sign = verificationToken(signer, { subject: thumbprint(publicKey), credential, publicKey, now });
  return question(needs, request, {
    accountId: credential.accountId,
    operation: OPERATION,
    sign,
    type: credential.type,
    subject: { issueId: code.issueId, publicKey },
    effects: [returnAttempt(code)],
  });
}

/** The second: the same request again, with the token signed by the key, opens a session whose key it is. */
export async function verifyCode(
  needs: WalletNeeds,
  request: WalletRequest,
  { login, bundle }: { login: KnownLogin; bundle: string },
): Promise<WalletAnswer> {
  readBundle(bundle);
  const { platform, now } = request;
  const { credential } = login;
  requireBothHeaders(request);
  const challenge = usableChallenge(login.pending, now);
  const stamp = stampFor(needs, request, challenge);
  const { issueId, publicKey } = challenge.subject as { issueId: string; publicKey: string };
  if (stamp !== 'ACCEPTED') {
    if (stamp.publicKey !== publicKey) throw wrongSignature('The signature is not by the key sealed in the bundle');
    if (!isSignedBy(stamp, challenge.payload)) throw wrongSignature('The signature is not over payloadToSign');
  }
  if (!login.isOpened) await openWallet(needs, platform, credential.accountId, now);
  const { effect, json } = newSession(credential, { publicKey }, now);
  const guard = useCode({ platformId: platform.id, credentialId: credential.id, issueId });
  const change = { guard, effects: [useChallengeBeside(challenge), effect] };
  const isOpened = await openSession(needs.db, change).catch((error: unknown) => Promise.reject(explainUsed(error)));
  if (isOpened) return { status: 200, body: json };
  throw noPendingCode();
}

const HEX = /^([0-9a-fA-F]{2})+$/;
const ENCAPPED = /^04[0-9a-fA-F]{128}$/;
/** A tag alone seals nothing. */
const MIN_CIPHERTEXT = 34;

function readBundle(text: string): Sealed {
  const { encappedPublic, ciphertext } = jsonMembers(text);
  const isWhole = typeof ciphertext === 'string' && HEX.test(ciphertext) && ciphertext.length >= MIN_CIPHERTEXT;
  if (typeof encappedPublic !== 'string' || !ENCAPPED.test(encappedPublic) || !isWhole) {
    throw badBundle('must be JSON with encappedPublic (130 hex characters) and ciphertext (hex)');
  }
  return { encapped: Buffer.from(encappedPublic, 'hex'), ciphertext: Buffer.from(ciphertext, 'hex') };
}

/** A try was taken for this bundle; one that holds no code does not count. */
async function openCounted(needs: WalletNeeds, code: Code, sealed: Sealed) {
  try {
    return await openBundle(needs, code, sealed);
  } catch (error) {
    await apply(needs.db, { effects: [returnAttempt(code)] });
    throw error;
  }
}

async function openBundle({ vault }: WalletNeeds, code: Code, sealed: Sealed) {
  const plaintext = hpkeOpen(await openTarget(vault, code), sealed);
  if (!plaintext) throw refused('The OTP bundle does not open: it is not sealed to the newest target');
  const { otp_code: otpCode, public_key: key } = jsonMembers(plaintext.toString('utf8'));
  const publicKey = typeof key === 'string' ? compressedPoint(key) : undefined;
  if (typeof otpCode === 'string' && publicKey) return { otpCode, publicKey };
  throw badBundle('must seal JSON with otp_code and public_key, a point of P-256 in hex');
}

function jsonMembers(text: string): Record<string, unknown> {
  try {
    const value = JSON.parse(text);
    return typeof value === 'object' && value !== null ? value : {};
  } catch {
    return {};
  }
}

async function noCode({ db }: WalletNeeds, asked: AskedCode, now: Date): Promise<ApiError> {
  const until = await exhaustedUntil(db, asked, now);
  return until ? tooManyAttempts(until, now) : noPendingCode();
}

/** Names a key: 43 characters. */
const thumbprint = (publicKey: string): string =>
  createHash('sha256').update(Buffer.from(publicKey, 'hex')).digest('base64url');

const badBundle = (problem: string): InvalidFields =>
  new InvalidFields([{ field: 'encryptedOtpBundle', message: `encryptedOtpBundle ${problem}.` }]);

const refused = (reason: string): ApiError =>
  new ApiError('UNAUTHORIZED', `${reason}.`, {
    reason,
    hint: 'POST /auth/credentials/{id}/challenge sends a new code, with a new target to seal it to.',
  });

const noPendingCode = (): ApiError => refused('No pending OTP for this credential');

function tooManyAttempts(until: Date, now: Date): ApiError {
  const retryAfterSeconds = Math.max(1, Math.ceil((until.getTime() - now.getTime()) / 1_000));
  const hint = `${MAX_ATTEMPTS} wrong codes void it: ask for a new one.`;
  return new ApiError(
    'RATE_LIMITED',
    'Too many wrong codes.',
    { hint, retryAfterSeconds },
    {
      headers: { 'retry-after': String(retryAfterSeconds) },
    },
  );
}
