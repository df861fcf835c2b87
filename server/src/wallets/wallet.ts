import {
  type AccountNeeds,
  findInternalAccount,
  type InternalAccount,
  openDeposits,
} from '../accounts/internal-accounts.ts';
import { applyToAccount } from '../db/effects.ts';
import type { Platform, PlatformMode } from '../kernel/callers.ts';
import { ApiError, InvalidFields } from '../kernel/errors.ts';
import type { WalletVault } from '../providers/vault/port.ts';

/** The embedded wallet of this id; other accounts have no credentials, and closed ones none any more. */
export async function findWallet(needs: AccountNeeds, platformId: string, id: string, field: string) {
  const account = await findInternalAccount(needs, platformId, id);
  if (account.type !== 'EMBEDDED_WALLET') {
    const message = `${field} must be an account of type EMBEDDED_WALLET, not ${account.type}.`;
    throw new InvalidFields([{ field, message }]);
  }
  if (account.status !== 'CLOSED') return account;
  throw new ApiError('CONFLICT', 'The account is closed.', { reason: 'ACCOUNT_NOT_ACTIVE' });
}

interface OpeningNeeds extends AccountNeeds {
  walletVault: Record<PlatformMode, WalletVault>;
}

/**
 * Gives a wallet its seed and its address when somebody first proves that it is theirs: wallets that nobody ever uses
 * have no secret to keep. Of several first logins at once one opens it.
 */
export async function openWallet(needs: OpeningNeeds, platform: Platform, accountId: string, at: Date): Promise<void> {
  const account = await findInternalAccount(needs, platform.id, accountId);
  if (account.depositAddress === null) await openFirst(needs, platform, account, at);
}

async function openFirst(needs: OpeningNeeds, { id: platformId, mode }: Platform, account: InternalAccount, at: Date) {
  const { seed, depositAddress } = await needs.walletVault[mode].newWallet({ platformId, accountId: account.id }, at);
  const { guard, event } = openDeposits(needs, account, { depositAddress, mode, at });
  await applyToAccount(needs.db, { guard, effects: [seed, event] });
}
