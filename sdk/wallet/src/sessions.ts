import { json } from './api.ts';
import type { Context } from './context.ts';
import { newSigningKey } from './p256.ts';
import { forgetSession, keepSession, requireSession, type Session } from './session-store.ts';
import { expecting, retryBySession } from './signed-retry.ts';
import { WalletError } from './wallet-error.ts';
import type { SessionAnswer } from './wire.ts';

/** A new session with a new key, by the word of the one there is. */
export async function refresh(context: Context): Promise<Session> {
  const { id } = await requireSession(context);
  const key = await newSigningKey();
  const request = { method: 'POST', path: `/auth/sessions/${encodeURIComponent(id)}/refresh` };
  const approve = expecting('ACTIVITY_TYPE_CREATE_READ_WRITE_SESSION_V2', { targetPublicKey: key.compressed });
  const answer = await retryBySession<SessionAnswer>(
    context,
    { ...request, ...json({ clientPublicKey: key.compressed }) },
    approve,
  );
  return keepSession(context, answer.body, key);
}

/** Ends the session, there and here. Whatever the service says, the key of this device is gone afterwards. */
export async function logout(context: Context): Promise<void> {
  try {
    const { id } = await requireSession(context);
    const request = { method: 'DELETE', path: `/auth/sessions/${encodeURIComponent(id)}` };
    await retryBySession(context, request, expecting('ACTIVITY_TYPE_DELETE_API_KEYS'));
  } catch (error) {
    if (!isOverAlready(error)) throw error;
  } finally {
    await forgetSession(context);
  }
}

const isOverAlready = (error: unknown): boolean =>
  error instanceof WalletError && ['NO_SESSION', 'SESSION_EXPIRED'].includes(error.code);
