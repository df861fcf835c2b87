import { randomDigits, randomText } from '../../../foundation/kernel/ids.ts';
import type { WalletProofs } from './port.ts';

/** Omits characters that are easily confused. */
const ALPHABET = '23456789ABCDEFGHJKLMNPQRSTUVWXYZ';

export const strictWalletProofs: WalletProofs = {
  newCode: ({ length, isAlphanumeric }) => (isAlphanumeric ? randomText(ALPHABET, length) : randomDigits(length)),
  isAcceptedSignature: () => false,
  isAcceptedAssertion: () => false,
};
