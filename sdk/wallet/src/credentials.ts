import { call } from './api.ts';
import type { Context } from './context.ts';
import { WalletError } from './wallet-error.ts';
import type { Credential, CredentialType } from './wire.ts';

/** Credentials of the wallet, newest first. */
export async function listCredentials(context: Context): Promise<Credential[]> {
  const path = `/auth/credentials?accountId=${encodeURIComponent(context.accountId)}`;
  const { body } = await call<{ data: Credential[] }>(context, { method: 'GET', path });
  if (Array.isArray(body?.data)) return body.data;
  throw new WalletError('UNREADABLE', 'The response of the wallet service contains no credentials.');
}

/** At least one credential of this type; NO_CREDENTIAL otherwise. */
export async function requireCredentials(
  context: Context,
  type: CredentialType,
): Promise<[Credential, ...Credential[]]> {
  const [first, ...others] = (await listCredentials(context)).filter((credential) => credential.type === type);
  if (first) return [first, ...others];
  throw new WalletError('NO_CREDENTIAL', `This wallet has no credential of type ${type}.`);
}

export const pathOf = ({ id }: Pick<Credential, 'id'>, action: 'challenge' | 'verify'): string =>
  `/auth/credentials/${encodeURIComponent(id)}/${action}`;
