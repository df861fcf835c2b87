import type { Identity } from './port.ts';

/** A regulated platform verifies its customers itself; operators review all others. */
export const manualIdentity: Identity = {
  atCreation: ({ isRegulatedPlatform }) => (isRegulatedPlatform ? 'APPROVED' : 'UNVERIFIED'),
  atOnce: () => undefined,
  onComplete: () => ({ status: 'PENDING_MANUAL_REVIEW' }),
  rejectionOf: () => undefined,
  ownerState: (_owner, business) => business,
};
