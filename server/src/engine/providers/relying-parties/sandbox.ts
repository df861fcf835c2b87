import type { RelyingParties } from './port.ts';

/** Accepts localhost on any port, because pages under development run there. */
export const sandboxRelyingParties: RelyingParties = {
  unconfigured: { id: 'localhost', origins: ['http://localhost'], takesAnyOrigin: true },
  requiresVerification: false,
};
