import { SANDBOX_ASSERTION, SANDBOX_STAMP, SANDBOX_WALLET_CODE } from '../magic-values.ts';
import type { WalletProofs } from './port.ts';

/** One code for everybody, and two words that older clients send in place of signatures. */
export const sandboxWalletProofs: WalletProofs = {
  newCode: () => SANDBOX_WALLET_CODE,
  isAcceptedSignature: (stamp) => stamp === SANDBOX_STAMP,
  isAcceptedAssertion: (signature) => signature === SANDBOX_ASSERTION,
};
