import { call, json } from './api.ts';
import { fromBase64Url, textOf, toHex, utf8 } from './bytes.ts';
import type { Context } from './context.ts';
import { credentialsOf, pathOf } from './credentials.ts';
import { type KeyPair, newSigningKey, sha256 } from './p256.ts';
import { keepSession, type Session } from './session-store.ts';
import { WalletError } from './wallet-error.ts';
import type { Credential, SessionAnswer } from './wire.ts';

export interface OidcLogin {
  /**
   * The ID token, which must carry the nonce and be less than a minute old: from a function that is given the nonce,
   * or, after a redirect that was begun with `oidcNonce()`, as text.
   */
  oidcToken: string | ((nonce: string) => string | Promise<string>);
  /** Which login, where there are several; else the one whose email is in the token. */
  credentialId?: string;
}

const nameOf = ({ accountId }: Context): string => `oidc/${accountId}`;

/** Makes the key of the session to come and keeps it, also over a redirect: the nonce binds the token to it. */
export async function oidcNonce(context: Context): Promise<string> {
  const key = await newSigningKey();
  await context.store.set(nameOf(context), key);
  return nonceOf(key);
}

/** Of the text of the key, not of its bytes. */
const nonceOf = async ({ compressed }: KeyPair): Promise<string> => toHex(await sha256(utf8(compressed)));

/** Opens a session with the ID token of an identity provider. */
export async function loginWithOidc(context: Context, { oidcToken, credentialId }: OidcLogin): Promise<Session> {
  const logins = await credentialsOf(context, 'OAUTH');
  const token = typeof oidcToken === 'string' ? oidcToken : await oidcToken(await oidcNonce(context));
  if (!token) throw new WalletError('CANCELLED', 'No ID token was given.');
  const key = await context.store.get<KeyPair>(nameOf(context));
  if (!key) throw new WalletError('NO_SESSION', 'There is no key for this token: begin with oidcNonce().');
  const credential = chosen(logins, { credentialId, email: emailIn(token) });
  const { body } = await call<SessionAnswer>(context, {
    method: 'POST',
    path: pathOf(credential, 'verify'),
    ...json({ type: 'OAUTH', oidcToken: token, clientPublicKey: key.compressed }),
  });
  await context.store.delete(nameOf(context));
  return keepSession(context, body, key);
}

interface Wish {
  credentialId: string | undefined;
  email: string | undefined;
}

function chosen([first, ...others]: [Credential, ...Credential[]], { credentialId, email }: Wish): Credential {
  const logins = [first, ...others];
  if (credentialId === undefined) return logins.find(({ nickname }) => nickname === email) ?? first;
  const found = logins.find(({ id }) => id === credentialId);
  if (found) return found;
  throw new WalletError('NO_CREDENTIAL', `This wallet has no login ${credentialId}.`);
}

/** Only to choose with: the service checks the token. */
function emailIn(token: string): string | undefined {
  try {
    return JSON.parse(textOf(fromBase64Url(token.split('.')[1] ?? ''))).email;
  } catch {
    return undefined;
  }
}
