import type { RelyingParties } from './port.ts';

/** Accepts only relying parties that the platform has configured. */
export const configuredRelyingParties: RelyingParties = { unconfigured: undefined, requiresVerification: true };
