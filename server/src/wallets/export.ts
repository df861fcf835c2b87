import { createHash } from 'node:crypto';
import { internalAccountJson, setPrivacy } from '../accounts/internal-accounts.ts';
import { apply } from '../db/effects.ts';
import { useChallenge, usedUp } from './challenge-record.ts';
import type { SignatureNeeds, WalletAnswer, WalletNeeds, WalletRequest } from './needs.ts';
import { completed } from './operations.ts';
import { uuidOf } from './payloads.ts';
import { requirePoint } from './sessions.ts';
import { signedRetry } from './signed-retry.ts';
import { findWallet, openWallet } from './wallet.ts';

/**
 * Hands the seed of a wallet to its holder, sealed to their key. It is sealed before the challenge is used up: an
 * attempt that fails on the way leaves the challenge good, and what it has made is kept nowhere.
 */
export function exportWallet(
  needs: WalletNeeds,
  request: WalletRequest,
  { accountId, clientPublicKey }: { accountId: string; clientPublicKey: string },
): Promise<WalletAnswer> {
  const { platform, now } = request;
  const organizationId = uuidOf(accountId);
  return signedRetry(needs, request, {
    ask: async () => {
      requirePoint(clientPublicKey);
      const account = await findWallet(needs, platform.id, accountId, 'id');
      const parameters = { targetPublicKey: clientPublicKey, walletId: uuidOf(account.id) };
      const sign = { type: 'ACTIVITY_TYPE_EXPORT_WALLET' as const, parameters };
      return { accountId, operation: 'EXPORT_WALLET', sign, subject: { resourceId: accountId } };
    },
    perform: async ({ challenge }) => {
      await findWallet(needs, platform.id, accountId, 'id');
      await openWallet(needs, platform, accountId, now);
      const vault = needs.walletVault[platform.mode];
      const key = { platformId: platform.id, accountId };
      const envelope = await vault.exportWallet(key, { clientPublicKey, organizationId, at: now });
      const effects = completed(challenge, now);
      if (!(await apply(needs.db, { guard: useChallenge(challenge), effects }))) throw usedUp();
      return { status: 200, body: { id: accountId, encryptedWalletCredentials: JSON.stringify(envelope) } };
    },
  });
}

/** Hides the wallet's balances from others on its network, or shows them again. */
export function updateWallet(
  needs: SignatureNeeds,
  request: WalletRequest,
  { accountId, privateEnabled }: { accountId: string; privateEnabled: boolean },
): Promise<WalletAnswer> {
  const { platform, now } = request;
  return signedRetry(needs, request, {
    ask: async () => {
      const account = await findWallet(needs, platform.id, accountId, 'id');
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
      const account = await findWallet(needs, platform.id, accountId, 'id');
      const effects = [setPrivacy(account, privateEnabled, now)];
      if (!(await apply(needs.db, { guard: useChallenge(challenge), effects }))) throw usedUp();
      return { status: 200, body: internalAccountJson({ ...account, isPrivate: privateEnabled, updatedAt: now }) };
    },
  });
}
