import { cardIdEndings, cardPulls, suffixed } from '../magic-values.ts';
import type { CardNetwork } from './port.ts';

/** Suffixes of the merchant's descriptor and of the transaction's id select the outcome. */
export const sandboxCardNetwork: CardNetwork = {
  // Candidates that end in a magic suffix by chance are discarded: only the mcc selects one.
  uuidFor: (draw, mcc = '') => {
    let uuid = draw();
    while (suffixed(cardPulls, uuid) !== cardPulls.other) uuid = draw();
    const ending = cardIdEndings[mcc] ?? '';
    return uuid.slice(0, uuid.length - ending.length) + ending;
  },
  authorizationVerdict: (descriptor) => suffixed(cardPulls, descriptor),
  laterPullVerdict: (transactionId) => suffixed(cardPulls, transactionId),
  authorizationRule: (descriptor) => ruleOf('merchant.descriptor', descriptor, ({ effect }) => effect),
  laterPullRule: (transactionId) => ruleOf('cardTransactionId', transactionId, ({ pullEffect }) => pullEffect),
};

function ruleOf(
  field: string,
  value: string,
  effectOf: (outcome: typeof cardPulls.other) => string,
): string | undefined {
  const outcome = suffixed(cardPulls, value);
  return outcome === cardPulls.other ? undefined : `${field} ends ${value.slice(-3)}: ${effectOf(outcome)}`;
}
