import { addMs } from '../../../foundation/kernel/clock.ts';
import { cardFunding, cardIssuing, suffixed } from '../magic-values.ts';
import { drawNumber } from './numbers.ts';
import type { CardBrand, Issuer } from './port.ts';

/** Ranges of test numbers that belong to no bank. */
const testBins: Record<CardBrand, readonly string[]> = {
  VISA: ['400000', '401200', '411111', '424242'],
  MASTERCARD: ['510510', '520082', '545454', '555555'],
};

/** The suffix of the platformCardId selects the outcome and the last digits of the number. */
export const sandboxIssuer: Issuer = {
  requireEnabled: () => {},
  objectionTo: (accountId) => suffixed(cardFunding, accountId).objection,
  registersAt: (reference, now) => {
    const { afterMs } = suffixed(cardIssuing, reference);
    return afterMs === undefined ? undefined : addMs(now, afterMs);
  },
  draw: (reference) => {
    const ending = endingOf(reference);
    const brand = Number(ending) % 2 === 0 ? 'VISA' : 'MASTERCARD';
    return { brand, number: drawNumber({ bins: testBins[brand], ending }) };
  },
  // Developers run integrations on their own machines.
  revealOrigins: ['http://localhost:*', 'https://localhost:*', 'http://127.0.0.1:*'],
  register: async ({ cardId, reference }) => {
    if (suffixed(cardIssuing, reference).isRejected) return { isAccepted: false };
    const uuid = cardId.slice('Card:'.length);
    return { isAccepted: true, processorRef: `sandbox-processor-${uuid}`, issuerRef: `sandbox-issuer-${uuid}` };
  },
};

/** Three digits from the last characters of the reference. Equal references have equal endings. */
function endingOf(reference: string): string {
  const digits = [...reference.slice(-3).padStart(3, '0')].map((character) =>
    /\d/.test(character) ? character : (character.codePointAt(0) ?? 0) % 10,
  );
  return `4${digits.join('')}`;
}
