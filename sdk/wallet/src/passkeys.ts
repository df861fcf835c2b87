import { call, json } from './api.ts';
import { toBase64Url } from './bytes.ts';
import type { Context } from './context.ts';
import { listCredentials, pathOf, requireCredentials } from './credentials.ts';
import type { Confirm } from './describe.ts';
import { newSigningKey } from './p256.ts';
import { requireSession, type Session, storeSession } from './session-store.ts';
import { confirmedBy, retryBySession } from './signed-retry.ts';
import { WalletError } from './wallet-error.ts';
import { createPasskey, provePasskey } from './webauthn.ts';
import type { Credential, PasskeyChallenge, SessionResponse } from './wire.ts';

const CHALLENGE_BYTES = 32;

export interface PasskeyRegistration {
  /** Up to 100 letters, digits, spaces and . _ - ' ( ) */
  nickname: string;
  /** Shown in the dialog of the browser; the nickname by default. */
  userName?: string;
  signal?: AbortSignal;
  /** Overrides `confirm` of the wallet. */
  confirm?: Confirm;
}

export interface PasskeyLogin {
  /** By default the passkey last used on this device, else the newest. */
  choose?: (passkeys: readonly Credential[]) => Credential | undefined | Promise<Credential | undefined>;
  signal?: AbortSignal;
}

const lastUsed = ({ accountId }: Context): string => `passkey/${accountId}`;

/** Creates a passkey on this device. A wallet that has a credential needs a session to add another. */
export async function registerPasskey(
  context: Context,
  { nickname, userName = nickname, signal, confirm = context.confirm }: PasskeyRegistration,
): Promise<Credential> {
  const existing = await listCredentials(context);
  // Checked first, so that the device does not create a passkey that cannot be added.
  if (existing.length > 0) await requireSession(context);
  const { accountId, relyingParty } = context;
  const challenge = crypto.getRandomValues(new Uint8Array(CHALLENGE_BYTES));
  const attestation = await createPasskey({
    ...{ challenge, relyingParty, userName, signal },
    userId: accountId,
    existing: existing.flatMap(({ credentialId }) => credentialId ?? []),
  });
  const content = json({ type: 'PASSKEY', accountId, nickname, challenge: toBase64Url(challenge), attestation });
  const request = { method: 'POST', path: '/auth/credentials', ...content };
  const added = await retryBySession<Credential>(context, request, confirmedBy(confirm)).catch(explainWrongOrigin);
  await context.store.set(lastUsed(context), added.body.id);
  return added.body;
}

/** Opens a session with a passkey of this device. */
export async function loginWithPasskey(context: Context, { choose, signal }: PasskeyLogin = {}): Promise<Session> {
  const passkeys = await requireCredentials(context, 'PASSKEY');
  const passkey = await (choose ? choose(passkeys) : lastOf(context, passkeys));
  if (!passkey) throw new WalletError('CANCELLED', 'No passkey was chosen.');
  const key = await newSigningKey();
  const { body } = await call<PasskeyChallenge>(context, {
    method: 'POST',
    path: pathOf(passkey, 'challenge'),
    ...json({ clientPublicKey: key.compressed }),
  });
  const { challenge, credentialId, requestId } = body;
  const { relyingParty } = context;
  const assertion = await provePasskey({ challenge, credentialId, relyingParty, signal });
  const content = json({ type: 'PASSKEY', assertion });
  const proved = await call<SessionResponse>(context, {
    method: 'POST',
    path: pathOf(passkey, 'verify'),
    ...content,
    headers: { ...content.headers, 'Request-Id': requestId },
  }).catch(explainWrongOrigin);
  await context.store.set(lastUsed(context), passkey.id);
  return storeSession(context, proved.body, key);
}

async function lastOf(context: Context, passkeys: readonly Credential[]): Promise<Credential | undefined> {
  const id = await context.store.get<string>(lastUsed(context));
  return passkeys.find((passkey) => passkey.id === id) ?? passkeys[0];
}

/** The service also checks the origin of the page, against the origins that the platform allows. */
function explainWrongOrigin(error: unknown): never {
  if (!(error instanceof WalletError) || !error.rejection) throw error;
  const { rejection } = error;
  const text = [rejection.reason, rejection.message, rejection.hint].join(' ');
  if (!/\b(origin|rp ?id|relying part)/i.test(text)) throw error;
  throw new WalletError('WRONG_ORIGIN', rejection.reason ?? rejection.message, { cause: error, rejection });
}
