import type { WalletActivity } from '../../engine/providers/wallet-activity/port.ts';
import type { SignatureDeps, WalletRequest, WalletResponse } from './deps.ts';

interface WalletWork {
  wallet: WalletActivity['wallet'];
  /** Identifies repetitions of the same request. */
  key?: string;
}

/**
 * Performs a wallet operation, unless the key vault is still processing it. The client then repeats the same request,
 * and the challenge stays valid.
 */
export async function unlessProcessing(
  { authentication: { wallets } }: Pick<SignatureDeps, 'authentication'>,
  { platform, now, signed }: WalletRequest,
  { wallet, key = signed.requestId ?? signed.hash.toString('hex') }: WalletWork,
  perform: () => Promise<WalletResponse>,
): Promise<WalletResponse> {
  const activity = { platformId: platform.id, wallet, key, at: now };
  return (await wallets.activities[platform.mode].isProcessing(activity)) ? processingResponse : perform();
}

export const processingResponse: WalletResponse = {
  status: 200,
  body: { status: 'PROCESSING', message: 'The wallet is processing this operation. Send the same request again.' },
  isProvisional: true,
};
