import { sha256 } from '@noble/hashes/sha2';
import { createBase58check } from '@scure/base';
import { type Database, nullColumn } from '../db/database.ts';
import { apply, type Change, type Effect } from '../db/effects.ts';
import { addMs, MINUTE_MS } from '../kernel/clock.ts';
import { ApiError, InvalidFields } from '../kernel/errors.ts';
import { hpkeSeal } from '../kernel/hpke.ts';
import { newId } from '../kernel/ids.ts';
import { compressedPoint, isCompressed, newP256KeyPair } from '../kernel/p256.ts';
import { useChallenge, usedUp } from './challenge-record.ts';
import {
  type Credential,
  credentialJson,
  credentialsOf,
  findCredential,
  unknownCredential,
} from './credential-record.ts';
import type { SignatureNeeds, WalletAnswer, WalletNeeds, WalletRequest } from './needs.ts';
import { completed } from './operations.ts';
import { uuidOf } from './payloads.ts';
import {
  activeSessions,
  endSession,
  findSession,
  insertSession,
  type Session,
  WITHOUT_CREDENTIAL,
} from './session-record.ts';
import { type Signer, signedRetry, wrongSignature } from './signed-retry.ts';

const SESSION_MS = 15 * MINUTE_MS;

const sessionJson = (session: Session, credential: Credential) => ({
  ...credentialJson(credential),
  id: session.id,
  createdAt: session.createdAt,
  updatedAt: session.createdAt,
  expiresAt: session.expiresAt,
});

/** A session of this credential that is not written yet: its key, and what its answer says. */
export function newSession(credential: Credential, { publicKey, encrypted }: SessionKey, now: Date) {
  const session: Session = {
    platformId: credential.platformId,
    id: newId('Session'),
    accountId: credential.accountId,
    credentialId: credential.id,
    publicKey,
    expiresAt: addMs(now, SESSION_MS),
    createdAt: now,
  };
  const effect: Effect = insertSession(session);
  const json = { ...sessionJson(session, credential), ...(encrypted && { encryptedSessionSigningKey: encrypted }) };
  return { effect, json };
}

/** Writes a new session with all that belongs to it; one whose credential was revoked meanwhile is refused. */
export async function openSession(db: Database, change: Change): Promise<boolean> {
  try {
    return await apply(db, change);
  } catch (error) {
    throw nullColumn(error) === WITHOUT_CREDENTIAL ? unknownCredential() : error;
  }
}

interface SessionKey {
  /** The compressed point, in lower case. */
  publicKey: string;
  /** Its private half, sealed to the client: where it was made here. */
  encrypted?: string;
}

const base58check = createBase58check(sha256);

/**
 * A compressed key is the session's own: its private half stays with the client. To an uncompressed one, which older
 * clients send, a key that is made here is sealed; it is told once and kept nowhere.
 */
export function sessionKey(clientPublicKey: string): SessionKey {
  const point = requirePoint(clientPublicKey);
  if (isCompressed(clientPublicKey)) return { publicKey: point };
  const made = newP256KeyPair();
  const { encapped, ciphertext } = hpkeSeal(Buffer.from(clientPublicKey, 'hex'), made.scalar);
  const shortEncapped = Buffer.from(compressedPoint(encapped.toString('hex')) ?? '', 'hex');
  const encrypted = base58check.encode(Uint8Array.from(Buffer.concat([shortEncapped, ciphertext])));
  return { publicKey: compressedPoint(made.publicKey) ?? '', encrypted };
}

/** What the pattern of the schema cannot tell: that the point is on the curve. */
export function requirePoint(clientPublicKey: string): string {
  const point = compressedPoint(clientPublicKey);
  if (point) return point;
  throw new InvalidFields([
    { field: 'clientPublicKey', message: 'clientPublicKey is not a point of the curve P-256.' },
  ]);
}

export async function listSessions(db: Database, place: { platformId: string; accountId: string; now: Date }) {
  const [sessions, credentials] = await Promise.all([
    activeSessions(db, place),
    credentialsOf(db, place.platformId, place.accountId),
  ]);
  return sessions.flatMap((session) => {
    const credential = credentials.find(({ id }) => id === session.credentialId);
    return credential ? [sessionJson(session, credential)] : [];
  });
}

/** A new session for the holder of this one, which goes on until its own end. */
export function refreshSession(
  needs: WalletNeeds,
  request: WalletRequest,
  { sessionId, clientPublicKey }: { sessionId: string; clientPublicKey: string },
): Promise<WalletAnswer> {
  const { platform, now } = request;
  const find = async (): Promise<Session> => {
    const session = await findSession(needs.db, { platformId: platform.id, id: sessionId, now });
    if (!session) throw unknownSession();
    if (session.isActive) return session;
    const reason = 'The session has ended';
    throw new ApiError('UNAUTHORIZED', `${reason}.`, { reason, hint: 'Verify the credential again.' });
  };
  return signedRetry(needs, request, {
    ask: async () => {
      requirePoint(clientPublicKey);
      const session = await find();
      const type = 'ACTIVITY_TYPE_CREATE_READ_WRITE_SESSION_V2' as const;
      const sign = { type, parameters: { targetPublicKey: clientPublicKey } };
      return { accountId: session.accountId, operation: 'REFRESH_SESSION', sign };
    },
    perform: async ({ challenge, signer }) => {
      const session = await find();
      requireKeyOf(session, signer);
      const credential = await findCredential(needs.db, platform.id, session.credentialId);
      const { effect, json } = newSession(credential, sessionKey(clientPublicKey), now);
      if (!(await openSession(needs.db, { guard: useChallenge(challenge), effects: [effect] }))) throw usedUp();
      return { status: 201, body: json };
    },
  });
}

/** A refresh is signed with the key of the session itself. */
function requireKeyOf({ publicKey }: Session, signer: Signer): void {
  if (signer === 'ANYBODY' || signer.some((session) => session.publicKey === publicKey)) return;
  throw wrongSignature('A session is refreshed with its own key');
}

/** Ends a session, by the word of any session of its account. */
export function revokeSession(needs: SignatureNeeds, request: WalletRequest, sessionId: string): Promise<WalletAnswer> {
  const { platform, now } = request;
  const find = async (): Promise<Session> => {
    const session = await findSession(needs.db, { platformId: platform.id, id: sessionId, now });
    if (session?.isActive) return session;
    throw unknownSession();
  };
  return signedRetry(needs, request, {
    ask: async () => {
      const session = await find();
      const { type: credentialType } = await findCredential(needs.db, platform.id, session.credentialId);
      const parameters = { apiKeyIds: [uuidOf(session.id)], userId: uuidOf(session.accountId) };
      const sign = { type: 'ACTIVITY_TYPE_DELETE_API_KEYS' as const, parameters };
      const subject = { resourceId: session.id };
      return { accountId: session.accountId, operation: 'REVOKE_SESSION', sign, type: credentialType, subject };
    },
    perform: async ({ challenge }) => {
      const effects = [endSession(await find(), now), ...completed(challenge, now)];
      if (!(await apply(needs.db, { guard: useChallenge(challenge), effects }))) throw usedUp();
      return { status: 204 };
    },
  });
}

const unknownSession = (): ApiError =>
  new ApiError('REFERENCE_NOT_FOUND', 'There is no such session, or it has ended.', {
    hint: 'GET /auth/sessions?accountId= lists the active sessions of an account.',
  });
