import { SANDBOX_ASSERTION, SANDBOX_STAMP, SANDBOX_WALLET_CODE } from '../magic-values.ts';
import type { WalletProofs } from './port.ts';

/** Uses a fixed code, and accepts two fixed texts instead of signatures. */
export const sandboxWalletProofs: WalletProofs = {
  newCode: () => SANDBOX_WALLET_CODE,
  isAcceptedSignature: (stamp) => stamp === SANDBOX_STAMP,
  isAcceptedAssertion: (signature) => signature === SANDBOX_ASSERTION,
};
