import { addMs } from '../../kernel/clock.ts';
import { cardFunding, cardIssuing, suffixed } from '../magic-values.ts';
import { drawNumber } from './numbers.ts';
import type { CardBrand, Issuer } from './port.ts';

/** Ranges that no bank has: merchants' systems know them as tests. */
const testBins: Record<CardBrand, readonly string[]> = {
  VISA: ['400000', '401200', '411111', '424242'],
  MASTERCARD: ['510510', '520082', '545454', '555555'],
};

/** The name of a card decides what becomes of it, and how its number ends. */
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
  // Developers begin on their own machine.
  revealOrigins: ['http://localhost:*', 'https://localhost:*', 'http://127.0.0.1:*'],
  register: async ({ cardId, reference }) => {
    if (suffixed(cardIssuing, reference).isRefused) return { isAccepted: false };
    const uuid = cardId.slice('Card:'.length);
    return { isAccepted: true, processorRef: `sandbox-processor-${uuid}`, issuerRef: `sandbox-issuer-${uuid}` };
  },
};

/** Digits as they are, other characters by their code: the same name always has the same ending. */
function endingOf(reference: string): string {
  const digits = [...reference.slice(-3).padStart(3, '0')].map((character) =>
    /\d/.test(character) ? character : (character.codePointAt(0) ?? 0) % 10,
  );
  return `4${digits.join('')}`;
}
