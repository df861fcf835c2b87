import type { WalletActivity } from '../../engine/providers/wallet-activity/port.ts';
import type { SignatureDeps, WalletAnswer, WalletRequest } from './deps.ts';

interface WalletWork {
  wallet: WalletActivity['wallet'];
  /** Identifies a repetition of the same request. */
  key?: string;
}

/**
 * Performs a wallet operation, unless the key vault is still processing it: then the client repeats the same request,
 * and nothing has been used up.
 */
export async function unlessProcessing(
  { authentication: { wallets } }: Pick<SignatureDeps, 'authentication'>,
  { platform, now, signed }: WalletRequest,
  { wallet, key = signed.requestId ?? signed.hash.toString('hex') }: WalletWork,
  perform: () => Promise<WalletAnswer>,
): Promise<WalletAnswer> {
  const activity = { platformId: platform.id, wallet, key, at: now };
  return (await wallets.activities[platform.mode].isProcessing(activity)) ? processingAnswer : perform();
}

export const processingAnswer: WalletAnswer = {
  status: 200,
  body: { status: 'PROCESSING', message: 'The wallet is processing this operation. Send the same request again.' },
  isQuestion: true,
};
