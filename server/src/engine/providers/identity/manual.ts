import type { Identity } from './port.ts';

/** Regulated platforms verify their customers themselves; operators review the customers of other platforms. */
export const manualIdentity: Identity = {
  atCreation: ({ isRegulatedPlatform }) => (isRegulatedPlatform ? 'APPROVED' : 'UNVERIFIED'),
  atOnce: () => undefined,
  onComplete: () => ({ status: 'PENDING_MANUAL_REVIEW' }),
  rejectionOf: () => undefined,
  ownerState: (_owner, business) => business,
};
