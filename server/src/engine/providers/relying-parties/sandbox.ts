import type { RelyingParties } from './port.ts';

/** Pages under development run on localhost, on any port. */
export const sandboxRelyingParties: RelyingParties = {
  unconfigured: { id: 'localhost', origins: ['http://localhost'], takesAnyOrigin: true },
  requiresVerification: false,
};
