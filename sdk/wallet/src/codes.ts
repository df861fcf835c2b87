import { call, json } from './api.ts';
import { fromHex, toHex, utf8 } from './bytes.ts';
import type { Context } from './context.ts';
import { credentialsOf, pathOf } from './credentials.ts';
import { openEnvelope } from './envelope.ts';
import { seal } from './hpke.ts';
import { type KeyPair, newSigningKey } from './p256.ts';
import { keepSession, type Session } from './session-store.ts';
import { retry } from './signed-retry.ts';
import { stamp } from './stamp.ts';
import { WalletError } from './wallet-error.ts';
import type { CodeChallenge, Credential, SessionAnswer } from './wire.ts';

/** What is known when a code is asked for. */
export interface CodePrompt {
  /** The email or the phone number. */
  sentTo: string;
  /** Why it is asked for again: the code was wrong, or is not valid any more. */
  problem?: 'WRONG_CODE' | 'NO_LONGER_VALID';
  /** Sends a new code; the one before it is void. */
  resend: () => Promise<void>;
}

export interface CodeLogin {
  /** Asks the person for the code; nothing, or an empty text, calls the login off. */
  code: (prompt: CodePrompt) => Given | Promise<Given>;
}

/** As `window.prompt` gives it. */
type Given = string | null | undefined;

/** The service voids a code after five wrong ones; a person may ask for another. */
const MAX_PROMPTS = 20;

/** Sends a code, asks for it until it is right, and opens a session with a key that never leaves this device. */
export async function loginWithCode(
  context: Context,
  type: 'EMAIL_OTP' | 'SMS_OTP',
  { code: ask }: CodeLogin,
): Promise<Session> {
  const [credential] = await credentialsOf(context, type);
  const key = await newSigningKey();
  let target = await sendCode(context, credential);
  const resend = async () => {
    target = await sendCode(context, credential);
  };
  let problem: CodePrompt['problem'];
  for (let prompts = 0; prompts < MAX_PROMPTS; prompts++) {
    const code = await ask({ sentTo: credential.nickname, resend, ...(problem && { problem }) });
    if (!code) break;
    try {
      return await verify(context, { credential, code: code.trim(), target, key });
    } catch (error) {
      problem = problemOf(error);
    }
  }
  throw new WalletError('CANCELLED', 'No code was given.');
}

/** A new code goes out; what it is to be sealed to comes back. */
async function sendCode(context: Context, credential: Credential): Promise<string> {
  const { body } = await call<CodeChallenge>(context, { method: 'POST', path: pathOf(credential, 'challenge') });
  const { trustedSigners } = context;
  const { members } = await openEnvelope(body.otpEncryptionTargetBundle, { trustedSigners, mayBeUnsigned: false });
  const { targetPublic } = members;
  if (typeof targetPublic === 'string' && /^04[0-9a-f]{128}$/i.test(targetPublic)) return targetPublic;
  throw new WalletError('UNREADABLE', 'The service gave no key to seal the code to.');
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
  const { body } = await retry<SessionAnswer>(context, request, (payload) => stamp(signer, requireToken(payload)));
  return keepSession(context, body, key);
}

/** A login signs a compact JWT; an action of the wallet, which is JSON, would be good as soon as the session is open. */
function requireToken(payload: string): string {
  if (/^[\w-]+\.[\w-]+\.[\w-]+$/.test(payload)) return payload;
  throw new WalletError('UNTRUSTED', 'The service asks to sign something else than a login.');
}

/** What the person can do something about; everything else ends the login. */
function problemOf(error: unknown): NonNullable<CodePrompt['problem']> {
  const { status, reason = '' } = (error instanceof WalletError && error.refusal) || { status: 0 };
  if (status === 401 && /invalid otp/i.test(reason)) return 'WRONG_CODE';
  if (status === 401 && /no pending otp/i.test(reason)) return 'NO_LONGER_VALID';
  throw error;
}
