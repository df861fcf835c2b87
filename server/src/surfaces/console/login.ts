import type { Caller } from '../../foundation/kernel/callers.ts';
import { ApiError } from '../../foundation/kernel/errors.ts';
import { truncationHint } from '../../parties/platforms/client-secret.ts';
import { type ConsoleDeps, loadSession, type OpenSession, unauthenticated } from './access.ts';
import { findLoginCode } from './login-codes.ts';
import { createSession, type SessionRequest, type SessionSecrets } from './session-record.ts';

/** Limits: wrong logins per address and for the whole service, and sessions per token. */
export const LOGINS_OF_ADDRESS = { perSecond: 0.5, burst: 60 };
export const ALL_LOGINS = { perSecond: 10, burst: 600 };
export const LOGINS_OF_TOKEN = { perSecond: 0.1, burst: 60 };

export interface LoginDeps extends ConsoleDeps {
  /** False for servers that print no login links. */
  allowsLoginLinks: boolean;
  /** Finds the caller of a token; throws 401 for a wrong secret. */
  authenticateToken: (clientId: string, clientSecret: string) => Caller | Promise<Caller>;
}

export interface NewSession {
  open: OpenSession;
  secrets: SessionSecrets;
}

/** Creates a session and reads it back; undefined if its guard fails or its token was revoked. */
export async function startSession(deps: ConsoleDeps, request: SessionRequest): Promise<NewSession | undefined> {
  const secrets = await createSession(deps, request);
  const loaded = secrets && (await loadSession(deps, secrets));
  return loaded && { open: loaded.value, secrets };
}

/** Opens the session of a login link. */
export async function redeemCode(deps: LoginDeps, code: string): Promise<NewSession> {
  if (!deps.allowsLoginLinks) {
    throw unauthenticated(
      'LOGIN_LINKS_OFF',
      'Login links are off on this server.',
      'Log in with the client id and secret of an API token.',
    );
  }
  const now = deps.clock.now();
  const found = await findLoginCode(deps, code, now);
  const started = found && (await startSession(deps, { ...found, now }));
  if (started) return started;
  throw unauthenticated(
    'LOGIN_LINK_INVALID',
    'The login link was used before or has expired.',
    'Links work once and for ten minutes. "causeway console" prints another.',
  );
}

/** Exchanges the credentials of an API token for a session. `admit` limits the sessions of a token. */
export async function loginWithToken(
  deps: LoginDeps,
  { clientId, clientSecret }: { clientId: string; clientSecret: string },
  admit: (tokenId: string) => Promise<unknown>,
): Promise<NewSession> {
  const { tokenId, platform } = await tokenCaller(deps, clientId, clientSecret);
  await admit(tokenId);
  const subject = { kind: 'TOKEN', platformId: platform.id, tokenId } as const;
  const started = await startSession(deps, { subject, now: deps.clock.now() });
  if (started) return started;
  throw unauthenticated('CREDENTIALS_WRONG', 'Unknown client id or wrong secret.');
}

/** Replaces the challenge and the hint of a rejection by those of the console. */
async function tokenCaller(deps: LoginDeps, clientId: string, clientSecret: string): Promise<Caller> {
  try {
    return await deps.authenticateToken(clientId, clientSecret);
  } catch (error) {
    if (!(error instanceof ApiError) || error.status !== 401) throw error;
    const hint = truncationHint(clientSecret) ?? 'Check the client id and the secret, which was shown once.';
    throw unauthenticated('CREDENTIALS_WRONG', 'Unknown client id or wrong secret.', hint);
  }
}
