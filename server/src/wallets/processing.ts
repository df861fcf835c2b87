import type { WalletActivity } from '../providers/wallet-activity/port.ts';
import type { SignatureNeeds, WalletAnswer, WalletRequest } from './needs.ts';

interface Work {
  wallet: WalletActivity['wallet'];
  /** The same when the same request is sent again. */
  key?: string;
}

/**
 * Carries a wallet operation out, unless whoever keeps the keys is still at work on it: then the very same request is
 * sent again, and nothing of it is used up meanwhile.
 */
export async function unlessAtWork(
  { walletActivities }: Pick<SignatureNeeds, 'walletActivities'>,
  { platform, now, signed }: WalletRequest,
  { wallet, key = signed.requestId ?? signed.hash.toString('hex') }: Work,
  perform: () => Promise<WalletAnswer>,
): Promise<WalletAnswer> {
  const activity = { platformId: platform.id, wallet, key, at: now };
  return (await walletActivities[platform.mode].isAtWork(activity)) ? atWork : perform();
}

/** Not kept under an Idempotency-Key: the answer is yet to come. */
export const atWork: WalletAnswer = {
  status: 200,
  body: { status: 'PROCESSING', message: 'The wallet is at work on this: send the same request again.' },
  isQuestion: true,
};
