import { call, json } from './api.ts';
import { fromHex, toHex, utf8 } from './bytes.ts';
import type { Context } from './context.ts';
import { pathOf, requireCredentials } from './credentials.ts';
import { openEnvelope } from './envelope.ts';
import { seal } from './hpke.ts';
import { type KeyPair, newSigningKey } from './p256.ts';
import { type Session, storeSession } from './session-store.ts';
import { retry } from './signed-retry.ts';
import { stamp } from './stamp.ts';
import { WalletError } from './wallet-error.ts';
import type { CodeChallenge, Credential, SessionResponse } from './wire.ts';

export interface CodePrompt {
  /** Email or phone number that the code was sent to. */
  sentTo: string;
  /** Reason for a repeated prompt. */
  problem?: 'WRONG_CODE' | 'NO_LONGER_VALID';
  /** Sends a new code, which voids the one before. */
  resend: () => Promise<void>;
}

export interface CodeLogin {
  /** Prompts the user for the code; an empty result cancels the login. */
  code: (prompt: CodePrompt) => EnteredCode | Promise<EnteredCode>;
}

/** Result of `window.prompt`. */
type EnteredCode = string | null | undefined;

/** The service voids a code after five wrong attempts; the user may request further codes. */
const MAX_PROMPTS = 20;

/** Sends a code, prompts for it until it is correct, and opens a session whose key never leaves this device. */
export async function loginWithCode(
  context: Context,
  type: 'EMAIL_OTP' | 'SMS_OTP',
  { code: prompt }: CodeLogin,
): Promise<Session> {
  const [credential] = await requireCredentials(context, type);
  const key = await newSigningKey();
  let target = await sendCode(context, credential);
  const resend = async () => {
    target = await sendCode(context, credential);
  };
  let problem: CodePrompt['problem'];
  for (let prompts = 0; prompts < MAX_PROMPTS; prompts++) {
    const code = await prompt({ sentTo: credential.nickname, resend, ...(problem && { problem }) });
    if (!code) break;
    try {
      return await verify(context, { credential, code: code.trim(), target, key });
    } catch (error) {
      problem = problemOf(error);
    }
  }
  throw new WalletError('CANCELLED', 'No code was entered.');
}

/** Requests a new code and returns the public key to encrypt it to. */
async function sendCode(context: Context, credential: Credential): Promise<string> {
  const { body } = await call<CodeChallenge>(context, { method: 'POST', path: pathOf(credential, 'challenge') });
  const { trustedSigners } = context;
  const { members } = await openEnvelope(body.otpEncryptionTargetBundle, { trustedSigners, mayBeUnsigned: false });
  const { targetPublic } = members;
  if (typeof targetPublic === 'string' && /^04[0-9a-f]{128}$/i.test(targetPublic)) return targetPublic;
  throw new WalletError('UNREADABLE', 'The response of the wallet service contains no encryption key for the code.');
}

interface Attempt {
  credential: Credential;
  code: string;
  target: string;
  key: KeyPair;
}

async function verify(context: Context, { credential, code, target, key }: Attempt): Promise<Session> {
  const secret = JSON.stringify({ otp_code: code, public_key: key.uncompressed });
  const { encapped, ciphertext } = await seal(fromHex(target), utf8(secret));
  const encryptedOtpBundle = JSON.stringify({ encappedPublic: toHex(encapped), ciphertext: toHex(ciphertext) });
  const request = {
    method: 'POST',
    path: pathOf(credential, 'verify'),
    ...json({ type: credential.type, encryptedOtpBundle }),
  };
  const signer = { privateKey: key.keys.privateKey, publicKey: key.compressed };
  const { body } = await retry<SessionResponse>(context, request, (payload) => stamp(signer, requireToken(payload)));
  return storeSession(context, body, key);
}

/** A login signs a compact JWT. Anything else could be an operation, which would be valid once the session is open. */
function requireToken(payload: string): string {
  if (/^[\w-]+\.[\w-]+\.[\w-]+$/.test(payload)) return payload;
  throw new WalletError('UNTRUSTED', 'The service requests the signature of something other than a login.');
}

/** Problems that another code solves; throws all other errors, which end the login. */
function problemOf(error: unknown): NonNullable<CodePrompt['problem']> {
  const { status, reason = '' } = (error instanceof WalletError && error.rejection) || { status: 0 };
  if (status === 401 && /invalid otp/i.test(reason)) return 'WRONG_CODE';
  if (status === 401 && /no pending otp/i.test(reason)) return 'NO_LONGER_VALID';
  throw error;
}
