import { call, json } from './api.ts';
import { toBase64Url } from './bytes.ts';
import type { Context } from './context.ts';
import { credentials, credentialsOf, pathOf } from './credentials.ts';
import type { Confirm } from './describe.ts';
import { newSigningKey } from './p256.ts';
import { keepSession, requireSession, type Session } from './session-store.ts';
import { confirmedBy, retryBySession } from './signed-retry.ts';
import { WalletError } from './wallet-error.ts';
import { createPasskey, provePasskey } from './webauthn.ts';
import type { Credential, PasskeyChallenge, SessionAnswer } from './wire.ts';

const CHALLENGE_BYTES = 32;

export interface PasskeyRegistration {
  /** What the person calls it: up to 100 letters, digits, spaces and . _ - ' ( ) */
  nickname: string;
  /** What the dialog of the browser shows; the nickname where there is none. */
  userName?: string;
  signal?: AbortSignal;
  /** In place of the wallet's own. */
  confirm?: Confirm;
}

export interface PasskeyLogin {
  /** Which passkey to ask for, where there are several; else the last one used on this device, else the newest. */
  choose?: (passkeys: readonly Credential[]) => Credential | undefined | Promise<Credential | undefined>;
  signal?: AbortSignal;
}

const lastUsed = ({ accountId }: Context): string => `passkey/${accountId}`;

/** Makes a passkey on this device. A wallet that has a credential already needs a session to add another. */
export async function registerPasskey(
  context: Context,
  { nickname, userName = nickname, signal, confirm = context.confirm }: PasskeyRegistration,
): Promise<Credential> {
  const existing = await credentials(context);
  // Asked before the device makes a passkey that nobody would know of.
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
  const made = await retryBySession<Credential>(context, request, confirmedBy(confirm)).catch(tellOrigin);
  await context.store.set(lastUsed(context), made.body.id);
  return made.body;
}

/** Opens a session with a passkey of this device. */
export async function loginWithPasskey(context: Context, { choose, signal }: PasskeyLogin = {}): Promise<Session> {
  const passkeys = await credentialsOf(context, 'PASSKEY');
  const passkey = await (choose ? choose(passkeys) : lastOf(context, passkeys));
  if (!passkey) throw new WalletError('CANCELLED', 'No passkey was chosen.');
  const key = await newSigningKey();
  const { body: asked } = await call<PasskeyChallenge>(context, {
    method: 'POST',
    path: pathOf(passkey, 'challenge'),
    ...json({ clientPublicKey: key.compressed }),
  });
  const { challenge, credentialId, requestId } = asked;
  const { relyingParty } = context;
  const assertion = await provePasskey({ challenge, credentialId, relyingParty, signal });
  const content = json({ type: 'PASSKEY', assertion });
  const proved = await call<SessionAnswer>(context, {
    method: 'POST',
    path: pathOf(passkey, 'verify'),
    ...content,
    headers: { ...content.headers, 'Request-Id': requestId },
  }).catch(tellOrigin);
  await context.store.set(lastUsed(context), passkey.id);
  return keepSession(context, proved.body, key);
}

async function lastOf(context: Context, passkeys: readonly Credential[]): Promise<Credential | undefined> {
  const id = await context.store.get<string>(lastUsed(context));
  return passkeys.find((passkey) => passkey.id === id) ?? passkeys[0];
}

/** The service checks the address of the page as well; browsers know no list of those that a platform allows. */
function tellOrigin(error: unknown): never {
  if (!(error instanceof WalletError) || !error.refusal) throw error;
  const { refusal } = error;
  const said = [refusal.reason, refusal.message, refusal.hint].join(' ');
  if (!/\b(origin|rp ?id|relying part)/i.test(said)) throw error;
  throw new WalletError('WRONG_ORIGIN', refusal.reason ?? refusal.message, { cause: error, refusal });
}
