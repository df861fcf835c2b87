import { cardIdEndings, cardPulls, suffixed } from '../magic-values.ts';
import type { CardNetwork } from './port.ts';

/** Names decide what happens. */
export const sandboxCardNetwork: CardNetwork = {
  // An id means something only where that was asked for, and never by chance.
  uuidFor: (draw, mcc = '') => {
    let uuid = draw();
    while (suffixed(cardPulls, uuid) !== cardPulls.other) uuid = draw();
    const ending = cardIdEndings[mcc] ?? '';
    return uuid.slice(0, uuid.length - ending.length) + ending;
  },
  ofAuthorization: (descriptor) => suffixed(cardPulls, descriptor),
  ofLaterPull: (transactionId) => suffixed(cardPulls, transactionId),
};
