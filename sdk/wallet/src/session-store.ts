import { call } from './api.ts';
import type { Context } from './context.ts';
import type { KeyPair } from './p256.ts';
import type { Signer } from './stamp.ts';
import { WalletError } from './wallet-error.ts';
import type { CredentialType, SessionAnswer } from './wire.ts';

/** Who is logged in on this device. */
export interface Session {
  id: string;
  accountId: string;
  /** Of the credential that was proved. */
  type: CredentialType;
  /** Compressed, as hex. */
  publicKey: string;
  /** By the clock of the service. */
  expiresAt: string;
  /** From now, by any clock. */
  remainingMs: number;
}

interface StoredSession extends Omit<Session, 'remainingMs'>, Signer {
  /** By the clock of this device, which may be wrong: the service's own times say how long it lasts. */
  endsAtMs: number;
}

const nameOf = ({ accountId }: Context): string => `session/${accountId}`;

/** Remembers the session that the service has opened for this key. */
export async function keepSession(context: Context, answer: SessionAnswer, key: KeyPair): Promise<Session> {
  const { id, accountId, type, createdAt, expiresAt } = answer;
  const lifetimeMs = Date.parse(expiresAt) - Date.parse(createdAt);
  if (!(lifetimeMs > 0)) throw new WalletError('UNREADABLE', 'The session that the service opened has no lifetime.');
  const stored: StoredSession = {
    ...{ id, accountId, type, expiresAt },
    publicKey: key.compressed,
    privateKey: key.keys.privateKey,
    endsAtMs: Date.now() + lifetimeMs,
  };
  await context.store.set(nameOf(context), stored);
  return told(stored);
}

/** Undefined where nobody is logged in, or no longer. */
export async function findSession(context: Context): Promise<Session | undefined> {
  const stored = await context.store.get<StoredSession>(nameOf(context));
  return stored && isAlive(stored) ? told(stored) : undefined;
}

export async function requireSession(context: Context): Promise<StoredSession> {
  const stored = await context.store.get<StoredSession>(nameOf(context));
  if (!stored) throw new WalletError('NO_SESSION', 'Nobody is logged in to this wallet.');
  if (isAlive(stored)) return stored;
  await forgetSession(context);
  throw ended();
}

export const forgetSession = (context: Context): Promise<void> => context.store.delete(nameOf(context));

/** How a session that is over shows: its signature, the session itself, or whoever asks for it is refused. */
const SIGNS_OF_END = [401, 403, 404];

/** Tells a request that is refused from a session that has ended elsewhere; the service knows which there are. */
export async function sessionHasEnded(context: Context, error: unknown): Promise<WalletError | undefined> {
  if (!(error instanceof WalletError) || !SIGNS_OF_END.includes(error.refusal?.status ?? 0)) return undefined;
  const stored = await context.store.get<StoredSession>(nameOf(context));
  if (!stored) return undefined;
  const path = `/auth/sessions?accountId=${encodeURIComponent(context.accountId)}`;
  const listed = await call<{ data: { id: string }[] }>(context, { method: 'GET', path }).catch(() => undefined);
  if (!listed || listed.body.data.some(({ id }) => id === stored.id)) return undefined;
  await forgetSession(context);
  return ended(error);
}

const isAlive = ({ endsAtMs }: StoredSession): boolean => endsAtMs > Date.now();

const told = ({ id, accountId, type, publicKey, expiresAt, endsAtMs }: StoredSession): Session => ({
  ...{ id, accountId, type, publicKey, expiresAt },
  remainingMs: endsAtMs - Date.now(),
});

function ended(cause?: WalletError): WalletError {
  const refusal = cause?.refusal;
  return new WalletError('SESSION_EXPIRED', 'The session has ended: log in again.', {
    cause,
    ...(refusal && { refusal }),
  });
}
