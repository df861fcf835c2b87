import { applyToAccount } from '../../foundation/db/effects.ts';
import type { Platform } from '../../foundation/kernel/callers.ts';
import { ApiError, InvalidFields } from '../../foundation/kernel/errors.ts';
import {
  type AccountDeps,
  getInternalAccount,
  type InternalAccount,
  openDeposits,
} from '../accounts/internal-accounts.ts';
import type { SignatureDeps } from './deps.ts';

/** Returns an embedded wallet; throws 400 for another type of account and 409 for a closed account. */
export async function getWallet(deps: AccountDeps, platformId: string, id: string, field: string) {
  const account = await getInternalAccount(deps, platformId, id);
  if (account.type !== 'EMBEDDED_WALLET') {
    const message = `${field} must be an account of type EMBEDDED_WALLET, not ${account.type}.`;
    throw new InvalidFields([{ field, message }]);
  }
  if (account.status !== 'CLOSED') return account;
  throw new ApiError('CONFLICT', 'The account is closed.', { reason: 'ACCOUNT_NOT_ACTIVE' });
}

/**
 * Creates the seed and the address of a wallet at its first login, so that unused wallets have no secret. Of several
 * concurrent first logins, exactly one creates them.
 */
export async function openWallet(deps: SignatureDeps, platform: Platform, accountId: string, at: Date): Promise<void> {
  const account = await getInternalAccount(deps, platform.id, accountId);
  if (account.depositAddress === null) await createSeed(deps, platform, account, at);
}

async function createSeed(deps: SignatureDeps, { id: platformId, mode }: Platform, account: InternalAccount, at: Date) {
  const { seed, depositAddress } = await deps.authentication.wallets.vault[mode].newWallet(
    { platformId, accountId: account.id },
    at,
  );
  const { guard, event } = openDeposits(deps, account, { depositAddress, mode, at });
  await applyToAccount(deps.db, { guard, effects: [seed, event] });
}
