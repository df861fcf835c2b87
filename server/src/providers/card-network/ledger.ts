import type { CardNetwork } from './port.ts';

/** The balance alone decides: a pull is a move of our own ledger, and certain when it is made. */
export const ledgerCardNetwork: CardNetwork = {
  uuidFor: (draw) => draw(),
  ofAuthorization: () => ({}),
  ofLaterPull: () => ({}),
};
