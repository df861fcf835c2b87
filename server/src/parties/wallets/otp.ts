import { createHash } from 'node:crypto';
import { apply } from '../../foundation/db/effects.ts';
import type { ReasonOf } from '../../foundation/kernel/error-reasons.ts';
import { ApiError, InvalidFields } from '../../foundation/kernel/errors.ts';
import { hpkeOpen, type Sealed } from '../../foundation/kernel/hpke.ts';
import { compressedPoint } from '../../foundation/kernel/p256.ts';
import { rateLimited } from '../../foundation/kernel/rate-limited.ts';
import { explainUsedChallenge, requireUsable, useChallengeOrAbort } from './challenge-record.ts';
import { isCode, openTarget } from './code-issue.ts';
import { type Code, exhaustedUntil, MAX_ATTEMPTS, returnAttempt, useCode } from './code-record.ts';
import type { OtpType } from './credential-record.ts';
import type { WalletDeps, WalletRequest, WalletResponse } from './deps.ts';
import { jsonMembers } from './json-members.ts';
import { getLoginByCode, type LoginContext } from './login-record.ts';
import { newSession, openSession } from './sessions.ts';
import { requestSignature, requireBothHeaders, stampFor, wrongSignature } from './signed-retry.ts';
import { isSignedBy } from './stamp.ts';
import { verificationToken } from './verification-token.ts';
import { openWallet } from './wallet.ts';

const OPERATION = 'VERIFY_CODE';

interface CodeLogin {
  platformId: string;
  credentialId: string;
  type: OtpType;
}

/** First request of a login: checks the encrypted code and public key, and returns a token to sign with that key. */
export async function checkCode(
  deps: WalletDeps,
  request: WalletRequest,
  { bundle, ...login }: CodeLogin & { bundle: string },
): Promise<WalletResponse> {
  const sealed = readBundle(bundle);
  const { platform, now } = request;
  const { credential, code } = await getLoginByCode(deps.db, { ...login, now });
  if (!code) throw await noValidCode(deps, login, now);
  const { otpCode, publicKey } = await openCounted(deps, code, sealed);
  if (!(await isCode(deps.vault, code, otpCode))) throw rejected('INVALID_OTP_CODE', 'Invalid OTP code.');
  const signer = await deps.authentication.wallets.vault[platform.mode].signer(platform.id, now);
  const sign = verificationToken(signer, { subject: thumbprint(publicKey), credential, publicKey, now });
  return requestSignature(deps, request, {
    accountId: credential.accountId,
    operation: OPERATION,
    sign,
    type: credential.type,
    subject: { issueId: code.issueId, publicKey },
    effects: [returnAttempt(code)],
  });
}

/** Second request of a login: the same request with the signed token opens a session of the key. */
export async function verifyCode(
  deps: WalletDeps,
  request: WalletRequest,
  { login, bundle }: { login: LoginContext; bundle: string },
): Promise<WalletResponse> {
  readBundle(bundle);
  const { platform, now } = request;
  const { credential } = login;
  requireBothHeaders(request);
  const challenge = requireUsable(login.pending, now);
  const stamp = stampFor(deps, request, challenge);
  const { issueId, publicKey } = challenge.subject as { issueId: string; publicKey: string };
  if (stamp !== 'ACCEPTED') {
    if (stamp.publicKey !== publicKey)
      throw wrongSignature('SIGNER_NOT_ALLOWED', 'The signature is not by the key sealed in the bundle.');
    if (!isSignedBy(stamp, challenge.payload))
      throw wrongSignature('PAYLOAD_NOT_SIGNED', 'The signature is not over payloadToSign.');
  }
  if (!login.isOpened) await openWallet(deps, platform, credential.accountId, now);
  const { effect, json } = newSession(credential, { publicKey }, now);
  const guard = useCode({ platformId: platform.id, credentialId: credential.id, issueId });
  const change = { guard, effects: [useChallengeOrAbort(challenge), effect] };
  const isOpened = await openSession(deps.db, change).catch((error: unknown) =>
    Promise.reject(explainUsedChallenge(error)),
  );
  if (isOpened) return { status: 200, body: json };
  throw noPendingCode();
}

const HEX = /^([0-9a-fA-F]{2})+$/;
const ENCAPPED = /^04[0-9a-fA-F]{128}$/;
/** Number of hex digits of an authentication tag and one byte of content. */
const MIN_CIPHERTEXT = 34;

function readBundle(text: string): Sealed {
  const { encappedPublic, ciphertext } = jsonMembers(text);
  const isCiphertext = typeof ciphertext === 'string' && HEX.test(ciphertext) && ciphertext.length >= MIN_CIPHERTEXT;
  if (typeof encappedPublic !== 'string' || !ENCAPPED.test(encappedPublic) || !isCiphertext) {
    throw badBundle('must be JSON with encappedPublic (130 hex characters) and ciphertext (hex)');
  }
  return { encapped: Buffer.from(encappedPublic, 'hex'), ciphertext: Buffer.from(ciphertext, 'hex') };
}

/** Does not count the attempt if the bundle contains no code. */
async function openCounted(deps: WalletDeps, code: Code, sealed: Sealed) {
  try {
    return await openBundle(deps, code, sealed);
  } catch (error) {
    await apply(deps.db, { effects: [returnAttempt(code)] });
    throw error;
  }
}

async function openBundle({ vault }: WalletDeps, code: Code, sealed: Sealed) {
  const plaintext = hpkeOpen(await openTarget(vault, code), sealed);
  if (!plaintext) {
    throw rejected(
      'OTP_BUNDLE_UNREADABLE',
      'The OTP bundle cannot be decrypted: it is not encrypted to the newest target.',
    );
  }
  const { otp_code: otpCode, public_key: key } = jsonMembers(plaintext.toString('utf8'));
  const publicKey = typeof key === 'string' ? compressedPoint(key) : undefined;
  if (typeof otpCode === 'string' && publicKey) return { otpCode, publicKey };
  throw badBundle('must contain JSON with otp_code and public_key, a point on P-256 in hex');
}

async function noValidCode({ db }: WalletDeps, login: CodeLogin, now: Date): Promise<ApiError> {
  const until = await exhaustedUntil(db, login, now);
  return until ? tooManyAttempts(until, now) : noPendingCode();
}

const thumbprint = (publicKey: string): string =>
  createHash('sha256').update(Buffer.from(publicKey, 'hex')).digest('base64url');

const badBundle = (problem: string): InvalidFields =>
  new InvalidFields([{ field: 'encryptedOtpBundle', message: `encryptedOtpBundle ${problem}.` }]);

const rejected = (reason: ReasonOf<'UNAUTHORIZED'>, flaw: string): ApiError =>
  new ApiError('UNAUTHORIZED', flaw, {
    reason,
    hint: 'POST /auth/credentials/{id}/challenge sends a new code and returns a new encryption target.',
  });

const noPendingCode = (): ApiError => rejected('NO_PENDING_OTP', 'No pending OTP for this credential.');

const tooManyAttempts = (until: Date, now: Date): ApiError =>
  rateLimited('Too many wrong codes.', {
    until,
    now,
    hint: `A code is void after ${MAX_ATTEMPTS} wrong attempts. Request a new one.`,
  });
