import { call, json } from './api.ts';
import { fromBase64Url, textOf, toHex, utf8 } from './bytes.ts';
import type { Context } from './context.ts';
import { pathOf, requireCredentials } from './credentials.ts';
import { type KeyPair, newSigningKey, sha256 } from './p256.ts';
import { type Session, storeSession } from './session-store.ts';
import { WalletError } from './wallet-error.ts';
import type { Credential, SessionResponse } from './wire.ts';

export interface OidcLogin {
  /**
   * ID token with the nonce, less than a minute old: a function that fetches it, or, after a redirect that began with
   * `oidcNonce()`, the token itself.
   */
  oidcToken: string | ((nonce: string) => string | Promise<string>);
  /** By default the credential with the email in the token, else the newest. */
  credentialId?: string;
}

const nameOf = ({ accountId }: Context): string => `oidc/${accountId}`;

/** Creates and stores the key of the next session, also across a redirect; the nonce binds the token to it. */
export async function oidcNonce(context: Context): Promise<string> {
  const key = await newSigningKey();
  await context.store.set(nameOf(context), key);
  return nonceOf(key);
}

/** SHA-256 of the hex text of the key, not of its bytes. */
const nonceOf = async ({ compressed }: KeyPair): Promise<string> => toHex(await sha256(utf8(compressed)));

/** Opens a session with the ID token of an identity provider. */
export async function loginWithOidc(context: Context, { oidcToken, credentialId }: OidcLogin): Promise<Session> {
  const logins = await requireCredentials(context, 'OAUTH');
  const token = typeof oidcToken === 'string' ? oidcToken : await oidcToken(await oidcNonce(context));
  if (!token) throw new WalletError('CANCELLED', 'There is no ID token.');
  const key = await context.store.get<KeyPair>(nameOf(context));
  if (!key) throw new WalletError('NO_SESSION', 'There is no key for this token. Start with oidcNonce().');
  const credential = choose(logins, { credentialId, email: emailIn(token) });
  const { body } = await call<SessionResponse>(context, {
    method: 'POST',
    path: pathOf(credential, 'verify'),
    ...json({ type: 'OAUTH', oidcToken: token, clientPublicKey: key.compressed }),
  });
  await context.store.delete(nameOf(context));
  return storeSession(context, body, key);
}

interface Preference {
  credentialId: string | undefined;
  email: string | undefined;
}

function choose([first, ...others]: [Credential, ...Credential[]], { credentialId, email }: Preference): Credential {
  const logins = [first, ...others];
  if (credentialId === undefined) return logins.find(({ nickname }) => nickname === email) ?? first;
  const match = logins.find(({ id }) => id === credentialId);
  if (match) return match;
  throw new WalletError('NO_CREDENTIAL', `This wallet has no OAUTH credential ${credentialId}.`);
}

/** Only to choose a credential: the service verifies the token. */
function emailIn(token: string): string | undefined {
  try {
    return JSON.parse(textOf(fromBase64Url(token.split('.')[1] ?? ''))).email;
  } catch {
    return undefined;
  }
}
