import { addMs, SECOND_MS } from '../../../foundation/kernel/clock.ts';
import { livenessOutcome, suffixed } from '../magic-values.ts';
import type { LivenessLinks } from './links.ts';
import type { Liveness } from './port.ts';

const DELAY_MS = 5 * SECOND_MS;

/** The outcome arrives automatically after a delay on the clock of the platform. */
export const sandboxLiveness = (publicUrl: () => string, links: LivenessLinks): Liveness => ({
  start: ({ platformId, reference = '', now, expiresAt }) => {
    const token = links.issue({ platformId, expiresAt });
    return {
      verificationLink: `${publicUrl()}/verify/liveness/${token}`,
      token,
      outcome: { at: addMs(now, DELAY_MS), verdict: suffixed(livenessOutcome, reference) },
    };
  },
});
