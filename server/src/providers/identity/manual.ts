import type { Identity } from './port.ts';

/** Real people decide: customers of a regulated platform are its own affair, all others wait for an operator. */
export const manualIdentity: Identity = {
  atCreation: ({ isRegulatedPlatform }) => (isRegulatedPlatform ? 'APPROVED' : 'UNVERIFIED'),
  atOnce: () => undefined,
  onComplete: () => ({ status: 'PENDING_MANUAL_REVIEW' }),
  ownerState: (_owner, business) => business,
};
