import { cardIdEndings, cardPulls, suffixed } from '../magic-values.ts';
import type { CardNetwork } from './port.ts';

/** The suffixes of the merchant's descriptor and of the transaction id select the outcome. */
export const sandboxCardNetwork: CardNetwork = {
  // Discards candidates with an accidental magic suffix, because only the mcc may select one.
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
