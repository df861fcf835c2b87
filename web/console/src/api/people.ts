import { type CreationOptions, createPasskey, provePasskey, type RequestOptions } from './passkey.ts';
import { type ConsoleSession, keepSession, send } from './session.ts';

const post = async <T>(path: string, body: object = {}): Promise<T> =>
  (await (await send('POST', path, body)).json()) as T;

export interface OpenInvitation {
  name: string;
  options: CreationOptions;
}

/** Name of the invited person, and the options for a passkey. The code stays valid. */
export const readInvitation = (code: string): Promise<OpenInvitation> => post('/console/invitation', { code });

/** Enrolls a passkey, which uses up the invitation. */
export async function acceptInvitation(code: string, { options }: OpenInvitation): Promise<void> {
  const credential = await createPasskey(options);
  await post('/console/invitation/passkey', { code, credential });
}

export async function logInWithPasskey(): Promise<ConsoleSession> {
  const credential = await provePasskey(await post<RequestOptions>('/console/passkey/options'));
  return keepSession(await post('/console/passkey/login', { credential }));
}

/** Fresh proof for sensitive operations, valid for five minutes. */
export async function confirmWithPasskey(): Promise<void> {
  const credential = await provePasskey(await post<RequestOptions>('/console/passkey/confirm/options'));
  await post('/console/passkey/confirm', { credential });
}
