import { createHash } from 'node:crypto';
import type { OidcIdentity } from '../../engine/providers/oidc/port.ts';
import type { ReasonOf } from '../../foundation/kernel/error-reasons.ts';
import { ApiError, InvalidFields } from '../../foundation/kernel/errors.ts';
import type { Credential } from './credential-record.ts';
import type { WalletDeps, WalletRequest, WalletResponse } from './deps.ts';
import { isUsedIdToken, useIdToken } from './id-token-record.ts';
import type { Login } from './login-record.ts';
import { newSession, openSession, sessionKey } from './sessions.ts';
import { openWallet } from './wallet.ts';

/** Reads the identity of an ID token. Checks the signature at every call, and the age by real time. */
export async function readIdentity(
  { authentication: { wallets }, clock }: Pick<WalletDeps, 'authentication' | 'clock'>,
  { mode }: WalletRequest['platform'],
  oidcToken: string,
): Promise<OidcIdentity> {
  const result = await wallets.oidc[mode].read(oidcToken, clock.now());
  if (!('kind' in result)) return result;
  const { kind, reason } = result;
  if (kind === 'MALFORMED') throw new InvalidFields([{ field: 'oidcToken', message: `${reason}.` }]);
  throw kind === 'BAD_SIGNATURE'
    ? new ApiError('INVALID_SIGNATURE', `${reason}.`, { reason: 'OIDC_SIGNATURE_WRONG', hint })
    : rejected('OIDC_TOKEN_REJECTED', `${reason}.`);
}

const hint = 'Get a fresh ID token from the issuer for each call; its nonce is the SHA-256 of clientPublicKey as sent.';

/** Opens a session. Requires a fresh token of the same identity whose nonce binds it to the session key. */
export async function verifyIdentity(
  deps: WalletDeps,
  { platform, now }: WalletRequest,
  { login, oidcToken, clientPublicKey }: { login: Login; oidcToken: string; clientPublicKey: string },
): Promise<WalletResponse> {
  const { credential } = login;
  const key = sessionKey(clientPublicKey);
  const identity = await readIdentity(deps, platform, oidcToken);
  requireSameIdentity(credential, identity);
  // Hashes the key as it was sent: the compressed and the uncompressed form have different nonces.
  if (identity.nonce !== createHash('sha256').update(clientPublicKey).digest('hex')) {
    throw rejected('OIDC_NONCE_WRONG', 'The nonce of the OIDC token is not the SHA-256 of this clientPublicKey.');
  }
  if (!login.isOpened) await openWallet(deps, platform, credential.accountId, now);
  const { effect, json } = newSession(credential, key, now);
  try {
    await openSession(deps.db, { effects: [useIdToken(deps, platform.id, oidcToken), effect] });
  } catch (error) {
    throw isUsedIdToken(error) ? rejected('OIDC_TOKEN_USED', 'The OIDC token has opened a session already.') : error;
  }
  return { status: 200, body: json };
}

function requireSameIdentity({ identity: known }: Credential, { issuer, audience, subject }: OidcIdentity): void {
  if (known?.issuer === issuer && known.audience === audience && known.subject === subject) return;
  throw rejected('OIDC_IDENTITY_MISMATCH', 'The OIDC token belongs to another identity.');
}

const rejected = (reason: ReasonOf<'UNAUTHORIZED'>, flaw: string): ApiError =>
  new ApiError('UNAUTHORIZED', flaw, { reason, hint });
