import { addMs, SECOND_MS } from '../../kernel/clock.ts';
import { randomHex } from '../../kernel/ids.ts';
import { livenessOutcome, suffixed } from '../magic-values.ts';
import type { Liveness } from './port.ts';

const DELAY_MS = 5 * SECOND_MS;

/** The outcome follows by itself after a delay on the clock of the platform. */
export const sandboxLiveness = (publicUrl: () => string): Liveness => ({
  start: ({ reference = '', now }) => {
    const token = randomHex(256);
    return {
      verificationLink: `${publicUrl()}/verify/liveness/${token}`,
      token,
      outcome: { at: addMs(now, DELAY_MS), verdict: suffixed(livenessOutcome, reference) },
    };
  },
});
