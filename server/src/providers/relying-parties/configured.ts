import type { RelyingParties } from './port.ts';

/** Only what the platform has configured. */
export const configuredRelyingParties: RelyingParties = { unconfigured: undefined };
