import { call } from './api.ts';
import type { Context } from './context.ts';
import type { KeyPair } from './p256.ts';
import type { Signer } from './stamp.ts';
import { WalletError } from './wallet-error.ts';
import type { CredentialType, SessionResponse } from './wire.ts';

export interface Session {
  id: string;
  accountId: string;
  /** Type of the credential of the login. */
  type: CredentialType;
  /** Compressed, in hex. */
  publicKey: string;
  /** Expiry by the clock of the service. */
  expiresAt: string;
  /** Remaining lifetime, independent of the clock of the device. */
  remainingMs: number;
}

interface StoredSession extends Omit<Session, 'remainingMs'>, Signer {
  /** End on the clock of this device, which may be wrong: the time of login plus the lifetime of the session. */
  endsAtMs: number;
}

const nameOf = ({ accountId }: Context): string => `session/${accountId}`;

/** Stores the session that the service has opened for this key. */
export async function storeSession(context: Context, response: SessionResponse, key: KeyPair): Promise<Session> {
  const { id, accountId, type, createdAt, expiresAt } = response;
  const lifetimeMs = Date.parse(expiresAt) - Date.parse(createdAt);
  if (!(lifetimeMs > 0)) throw new WalletError('UNREADABLE', 'The session of the wallet service has no lifetime.');
  const stored: StoredSession = {
    ...{ id, accountId, type, expiresAt },
    publicKey: key.compressed,
    privateKey: key.keys.privateKey,
    endsAtMs: Date.now() + lifetimeMs,
  };
  await context.store.set(nameOf(context), stored);
  return sessionOf(stored);
}

/** The current session, unless it has expired. */
export async function findSession(context: Context): Promise<Session | undefined> {
  const stored = await context.store.get<StoredSession>(nameOf(context));
  return stored && isAlive(stored) ? sessionOf(stored) : undefined;
}

export async function requireSession(context: Context): Promise<StoredSession> {
  const stored = await context.store.get<StoredSession>(nameOf(context));
  if (!stored) throw new WalletError('NO_SESSION', 'No user is logged in to this wallet.');
  if (isAlive(stored)) return stored;
  await deleteSession(context);
  throw ended();
}

export const deleteSession = (context: Context): Promise<void> => context.store.delete(nameOf(context));

/** Statuses of a rejection that an ended session can cause. */
const STATUSES_OF_END = [401, 403, 404];

/** SESSION_EXPIRED if the session was ended elsewhere, by the list of active sessions; undefined for other errors. */
export async function findSessionEnd(context: Context, error: unknown): Promise<WalletError | undefined> {
  if (!(error instanceof WalletError) || !STATUSES_OF_END.includes(error.rejection?.status ?? 0)) return undefined;
  const stored = await context.store.get<StoredSession>(nameOf(context));
  if (!stored) return undefined;
  const path = `/auth/sessions?accountId=${encodeURIComponent(context.accountId)}`;
  // Without the list the cause is unknown, and the caller reports the original error.
  const listed = await call<{ data: { id: string }[] }>(context, { method: 'GET', path }).catch(() => undefined);
  if (!listed || listed.body.data.some(({ id }) => id === stored.id)) return undefined;
  await deleteSession(context);
  return ended(error);
}

const isAlive = ({ endsAtMs }: StoredSession): boolean => endsAtMs > Date.now();

const sessionOf = ({ id, accountId, type, publicKey, expiresAt, endsAtMs }: StoredSession): Session => ({
  ...{ id, accountId, type, publicKey, expiresAt },
  remainingMs: endsAtMs - Date.now(),
});

function ended(cause?: WalletError): WalletError {
  const rejection = cause?.rejection;
  return new WalletError('SESSION_EXPIRED', 'The session has ended: log in again.', {
    cause,
    ...(rejection && { rejection }),
  });
}
