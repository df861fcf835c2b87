import { createHash } from 'node:crypto';
import { ApiError, InvalidFields } from '../kernel/errors.ts';
import type { OidcIdentity } from '../providers/oidc/port.ts';
import type { Credential } from './credential-record.ts';
import type { Login } from './login-record.ts';
import type { WalletAnswer, WalletNeeds, WalletRequest } from './needs.ts';
import { newSession, openSession, sessionKey } from './sessions.ts';
import { openWallet } from './wallet.ts';

/** Whom a token is about. Its signature is checked on every call, its age by the time on the wall. */
export async function readIdentity(
  { oidc, clock }: Pick<WalletNeeds, 'oidc' | 'clock'>,
  { mode }: WalletRequest['platform'],
  oidcToken: string,
): Promise<OidcIdentity> {
  const read = await oidc[mode].read(oidcToken, clock.now());
  if (!('kind' in read)) return read;
  const { kind, reason } = read;
  if (kind === 'MALFORMED') throw new InvalidFields([{ field: 'oidcToken', message: `${reason}.` }]);
  throw new ApiError(kind === 'BAD_SIGNATURE' ? 'INVALID_SIGNATURE' : 'UNAUTHORIZED', `${reason}.`, { reason, hint });
}

const hint = 'Get a fresh ID token from the issuer for each call; its nonce is the SHA-256 of clientPublicKey as sent.';

/** One call: a fresh token of the same identity, made for this key. */
export async function verifyIdentity(
  needs: WalletNeeds,
  { platform, now }: WalletRequest,
  { login, oidcToken, clientPublicKey }: { login: Login; oidcToken: string; clientPublicKey: string },
): Promise<WalletAnswer> {
  const { credential } = login;
  const key = sessionKey(clientPublicKey);
  const identity = await readIdentity(needs, platform, oidcToken);
  refuseStranger(credential, identity);
  // Over the text as it was sent: the two spellings of one key have two nonces.
  if (identity.nonce !== createHash('sha256').update(clientPublicKey).digest('hex')) {
    throw refused('The nonce of the OIDC token is not of this clientPublicKey');
  }
  if (!login.isOpened) await openWallet(needs, platform, credential.accountId, now);
  const { effect, json } = newSession(credential, key, now);
  await openSession(needs.db, { effects: [effect] });
  return { status: 200, body: json };
}

function refuseStranger({ identity: known }: Credential, { issuer, audience, subject }: OidcIdentity): void {
  if (known?.issuer === issuer && known.audience === audience && known.subject === subject) return;
  throw refused('The OIDC token is of another identity');
}

const refused = (reason: string): ApiError => new ApiError('UNAUTHORIZED', `${reason}.`, { reason, hint });
