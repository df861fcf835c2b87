import type { CardNetwork } from './port.ts';

/** Pulls are entries of our own ledger: only the balance decides, and each pull is confirmed immediately. */
export const ledgerCardNetwork: CardNetwork = {
  uuidFor: (draw) => draw(),
  authorizationVerdict: () => ({}),
  laterPullVerdict: () => ({}),
  authorizationRule: () => undefined,
  laterPullRule: () => undefined,
};
