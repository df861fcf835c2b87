import { sha256 } from '@noble/hashes/sha2';
import { createBase58check } from '@scure/base';
import { type Database, nullColumn } from '../../foundation/db/database.ts';
import { apply, type Change, type Effect } from '../../foundation/db/effects.ts';
import { addMs, DAY_MS, MINUTE_MS } from '../../foundation/kernel/clock.ts';
import type { ReasonOf } from '../../foundation/kernel/error-reasons.ts';
import { ApiError, InvalidFields } from '../../foundation/kernel/errors.ts';
import { hpkeSeal } from '../../foundation/kernel/hpke.ts';
import { newId } from '../../foundation/kernel/ids.ts';
import { compressedPoint, isCompressed, newP256KeyPair } from '../../foundation/kernel/p256.ts';
import { challengeUsed, useChallenge } from './challenge-record.ts';
import {
  type Credential,
  credentialJson,
  credentialNotFound,
  getCredential,
  listCredentials,
} from './credential-record.ts';
import type { SignatureDeps, WalletDeps, WalletRequest, WalletResponse } from './deps.ts';
import { completionEffects } from './operations.ts';
import {
  endSession,
  findSession,
  insertSession,
  listActiveSessions,
  type WalletSession,
  WITHOUT_CREDENTIAL,
} from './session-record.ts';
import { uuidOf } from './signed-payloads.ts';
import { type Signer, signedRetry, wrongSignature } from './signed-retry.ts';

const SESSION_MS = 15 * MINUTE_MS;

const sessionJson = (session: WalletSession, credential: Credential) => ({
  ...credentialJson(credential),
  id: session.id,
  createdAt: session.createdAt,
  updatedAt: session.createdAt,
  expiresAt: session.expiresAt,
});

/** Login that a refreshed session is based on, and the time until which it can be refreshed. */
interface OriginalLogin {
  loggedInAt: Date;
  endsAt: Date | undefined;
}

/** Creates a session: the effect that inserts it, and its JSON in the API. */
export function newSession(
  credential: Credential,
  { publicKey, encrypted }: SessionKey,
  now: Date,
  { loggedInAt, endsAt }: OriginalLogin = { loggedInAt: now, endsAt: undefined },
) {
  const expiresAt = addMs(now, SESSION_MS);
  const session: WalletSession = {
    platformId: credential.platformId,
    id: newId('Session'),
    accountId: credential.accountId,
    credentialId: credential.id,
    publicKey,
    expiresAt: endsAt && endsAt < expiresAt ? endsAt : expiresAt,
    createdAt: now,
    loggedInAt,
  };
  const effect: Effect = insertSession(session);
  const json = { ...sessionJson(session, credential), ...(encrypted && { encryptedSessionSigningKey: encrypted }) };
  return { effect, json };
}

/** Applies a change that inserts a session. Throws 404 if the credential was revoked in the meantime. */
export async function openSession(db: Database, change: Change): Promise<boolean> {
  try {
    return await apply(db, change);
  } catch (error) {
    throw nullColumn(error) === WITHOUT_CREDENTIAL ? credentialNotFound() : error;
  }
}

interface SessionKey {
  /** Compressed point in lower-case hex. */
  publicKey: string;
  /** Private key, encrypted to the client. Set if the server created the key. */
  encrypted?: string;
}

const base58check = createBase58check(sha256);

/**
 * A compressed key becomes the key of the session. Older clients send an uncompressed key: then the server creates the
 * session key, returns it encrypted to the client's key, and does not store it.
 */
export function sessionKey(clientPublicKey: string): SessionKey {
  const point = requirePoint(clientPublicKey);
  if (isCompressed(clientPublicKey)) return { publicKey: point };
  const created = newP256KeyPair();
  const { encapped, ciphertext } = hpkeSeal(Buffer.from(clientPublicKey, 'hex'), created.scalar);
  const shortEncapped = Buffer.from(compressedPoint(encapped.toString('hex')) ?? '', 'hex');
  const encrypted = base58check.encode(Uint8Array.from(Buffer.concat([shortEncapped, ciphertext])));
  return { publicKey: compressedPoint(created.publicKey) ?? '', encrypted };
}

/** Checks that the point is on the curve, which the pattern of the schema cannot. */
export function requirePoint(clientPublicKey: string): string {
  const point = compressedPoint(clientPublicKey);
  if (point) return point;
  throw new InvalidFields([
    { field: 'clientPublicKey', message: 'clientPublicKey must be a point on the curve P-256.' },
  ]);
}

export async function listSessions(db: Database, account: { platformId: string; accountId: string; now: Date }) {
  const [sessions, credentials] = await Promise.all([
    listActiveSessions(db, account),
    listCredentials(db, account.platformId, account.accountId),
  ]);
  return sessions.flatMap((session) => {
    const credential = credentials.find(({ id }) => id === session.credentialId);
    return credential ? [sessionJson(session, credential)] : [];
  });
}

/** Opens another session with the signature of an existing session, which stays valid until its own expiry. */
export function refreshSession(
  deps: WalletDeps,
  request: WalletRequest,
  { sessionId, clientPublicKey }: { sessionId: string; clientPublicKey: string },
): Promise<WalletResponse> {
  const { platform, now } = request;
  const getRefreshable = async (): Promise<WalletSession> => {
    const session = await findSession(deps.db, { platformId: platform.id, id: sessionId, now });
    if (!session) throw unknownSession();
    if (endOf(session) <= now)
      throw sessionEnded(
        'LOGIN_TOO_OLD',
        `The login is more than ${deps.authentication.wallets.sessionMaxDays} days ago.`,
      );
    if (session.isActive) return session;
    throw sessionEnded('SESSION_ENDED', 'The session has ended.');
  };
  const endOf = ({ loggedInAt }: WalletSession): Date =>
    addMs(loggedInAt, deps.authentication.wallets.sessionMaxDays * DAY_MS);
  return signedRetry(deps, request, {
    prepare: async () => {
      requirePoint(clientPublicKey);
      const session = await getRefreshable();
      const type = 'ACTIVITY_TYPE_CREATE_READ_WRITE_SESSION_V2' as const;
      const sign = { type, parameters: { targetPublicKey: clientPublicKey } };
      return { accountId: session.accountId, operation: 'REFRESH_SESSION', sign };
    },
    perform: async ({ challenge, signer }) => {
      const session = await getRefreshable();
      requireKeyOf(session, signer);
      const credential = await getCredential(deps.db, platform.id, session.credentialId);
      const { effect, json } = newSession(credential, sessionKey(clientPublicKey), now, {
        loggedInAt: session.loggedInAt,
        endsAt: endOf(session),
      });
      if (!(await openSession(deps.db, { guard: useChallenge(challenge), effects: [effect] }))) throw challengeUsed();
      return { status: 201, body: json };
    },
  });
}

const sessionEnded = (reason: ReasonOf<'UNAUTHORIZED'>, flaw: string): ApiError =>
  new ApiError('UNAUTHORIZED', flaw, {
    reason,
    hint: 'Log in again with POST /auth/credentials/{id}/challenge and /verify.',
  });

function requireKeyOf({ publicKey }: WalletSession, signer: Signer): void {
  if (signer === 'ANYBODY' || signer.some((session) => session.publicKey === publicKey)) return;
  throw wrongSignature('SIGNER_NOT_ALLOWED', 'A session must be refreshed with its own key.');
}

/** Ends a session. Requires the signature of any session of the account. */
export function revokeSession(deps: SignatureDeps, request: WalletRequest, sessionId: string): Promise<WalletResponse> {
  const { platform, now } = request;
  const getActive = async (): Promise<WalletSession> => {
    const session = await findSession(deps.db, { platformId: platform.id, id: sessionId, now });
    if (session?.isActive) return session;
    throw unknownSession();
  };
  return signedRetry(deps, request, {
    prepare: async () => {
      const session = await getActive();
      const { type: credentialType } = await getCredential(deps.db, platform.id, session.credentialId);
      const parameters = { apiKeyIds: [uuidOf(session.id)], userId: uuidOf(session.accountId) };
      const sign = { type: 'ACTIVITY_TYPE_DELETE_API_KEYS' as const, parameters };
      const subject = { resourceId: session.id };
      return { accountId: session.accountId, operation: 'REVOKE_SESSION', sign, type: credentialType, subject };
    },
    perform: async ({ challenge }) => {
      const effects = [endSession(await getActive(), now), ...completionEffects(challenge, now)];
      if (!(await apply(deps.db, { guard: useChallenge(challenge), effects }))) throw challengeUsed();
      return { status: 204 };
    },
  });
}

const unknownSession = (): ApiError =>
  new ApiError('REFERENCE_NOT_FOUND', 'There is no such session, or it has ended.', {
    hint: 'GET /auth/sessions?accountId= lists the active sessions of an account.',
  });
