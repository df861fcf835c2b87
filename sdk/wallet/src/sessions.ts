import { json } from './api.ts';
import type { Context } from './context.ts';
import { newSigningKey } from './p256.ts';
import { deleteSession, requireSession, type Session, storeSession } from './session-store.ts';
import { expecting, retryBySession } from './signed-retry.ts';
import { WalletError } from './wallet-error.ts';
import type { SessionResponse } from './wire.ts';

/** Opens a session with a new key, signed by the current session. */
export async function refresh(context: Context): Promise<Session> {
  const { id } = await requireSession(context);
  const key = await newSigningKey();
  const request = { method: 'POST', path: `/auth/sessions/${encodeURIComponent(id)}/refresh` };
  const approve = expecting('ACTIVITY_TYPE_CREATE_READ_WRITE_SESSION_V2', { targetPublicKey: key.compressed });
  const response = await retryBySession<SessionResponse>(
    context,
    { ...request, ...json({ clientPublicKey: key.compressed }) },
    approve,
  );
  return storeSession(context, response.body, key);
}

/** Ends the session at the service. The key on this device is deleted even if that fails. */
export async function logout(context: Context): Promise<void> {
  try {
    const { id } = await requireSession(context);
    const request = { method: 'DELETE', path: `/auth/sessions/${encodeURIComponent(id)}` };
    await retryBySession(context, request, expecting('ACTIVITY_TYPE_DELETE_API_KEYS'));
  } catch (error) {
    if (!isEndedAlready(error)) throw error;
  } finally {
    await deleteSession(context);
  }
}

const isEndedAlready = (error: unknown): boolean =>
  error instanceof WalletError && ['NO_SESSION', 'SESSION_EXPIRED'].includes(error.code);
