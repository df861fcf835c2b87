import { createHash } from 'node:crypto';
import { apply } from '../../foundation/db/effects.ts';
import { internalAccountJson, setPrivacy } from '../accounts/internal-accounts.ts';
import { challengeUsed, useChallenge } from './challenge-record.ts';
import type { SignatureDeps, WalletDeps, WalletRequest, WalletResponse } from './deps.ts';
import { completionEffects } from './operations.ts';
import { requirePoint } from './sessions.ts';
import { uuidOf } from './signed-payloads.ts';
import { signedRetry } from './signed-retry.ts';
import { getWallet, openWallet } from './wallet.ts';

/**
 * Exports the seed of a wallet, encrypted to the key of its holder. Encrypts before the challenge is used, so that the
 * challenge stays valid if encryption fails.
 */
export function exportWallet(
  deps: WalletDeps,
  request: WalletRequest,
  { accountId, clientPublicKey }: { accountId: string; clientPublicKey: string },
): Promise<WalletResponse> {
  const { platform, now } = request;
  const organizationId = uuidOf(accountId);
  return signedRetry(deps, request, {
    prepare: async () => {
      requirePoint(clientPublicKey);
      const account = await getWallet(deps, platform.id, accountId, 'id');
      const parameters = { targetPublicKey: clientPublicKey, walletId: uuidOf(account.id) };
      const sign = { type: 'ACTIVITY_TYPE_EXPORT_WALLET' as const, parameters };
      return { accountId, operation: 'EXPORT_WALLET', sign, subject: { resourceId: accountId } };
    },
    perform: async ({ challenge }) => {
      await getWallet(deps, platform.id, accountId, 'id');
      await openWallet(deps, platform, accountId, now);
      const vault = deps.authentication.wallets.vault[platform.mode];
      const key = { platformId: platform.id, accountId };
      const envelope = await vault.exportWallet(key, { clientPublicKey, organizationId, at: now });
      const effects = completionEffects(challenge, now);
      if (!(await apply(deps.db, { guard: useChallenge(challenge), effects }))) throw challengeUsed();
      return { status: 200, body: { id: accountId, encryptedWalletCredentials: JSON.stringify(envelope) } };
    },
  });
}

/** Hides or shows the balances of the wallet to others on its network. */
export function updateWallet(
  deps: SignatureDeps,
  request: WalletRequest,
  { accountId, privateEnabled }: { accountId: string; privateEnabled: boolean },
): Promise<WalletResponse> {
  const { platform, now } = request;
  return signedRetry(deps, request, {
    prepare: async () => {
      const account = await getWallet(deps, platform.id, accountId, 'id');
      const payload = createHash('sha256').update(JSON.stringify({ accountId, privateEnabled })).digest('hex');
      const parameters = {
        encoding: 'PAYLOAD_ENCODING_HEXADECIMAL',
        hashFunction: 'HASH_FUNCTION_NO_OP',
        payload,
        privateEnabled,
        signWith: account.depositAddress ?? account.id,
      };
      return { accountId, operation: 'UPDATE_WALLET', sign: { type: 'ACTIVITY_TYPE_SIGN_RAW_PAYLOAD_V2', parameters } };
    },
    perform: async ({ challenge }) => {
      const account = await getWallet(deps, platform.id, accountId, 'id');
      const effects = [setPrivacy(account, privateEnabled, now)];
      if (!(await apply(deps.db, { guard: useChallenge(challenge), effects }))) throw challengeUsed();
      return { status: 200, body: internalAccountJson({ ...account, isPrivate: privateEnabled, updatedAt: now }) };
    },
  });
}
