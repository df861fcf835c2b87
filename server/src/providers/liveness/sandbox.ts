import { addMs, SECOND_MS } from '../../kernel/clock.ts';
import { randomHex } from '../../kernel/ids.ts';
import { livenessOutcome, suffixed } from '../magic-values.ts';
import type { Liveness } from './port.ts';

const DELAY_MS = 5 * SECOND_MS;

/** Nobody has to show a face: the outcome follows after a moment of the platform's time. */
export const sandboxLiveness = (publicUrl: () => string): Liveness => ({
  start: ({ reference = '', now }) => {
    const token = randomHex(256);
    return {
      verificationLink: `${publicUrl()}/verify/liveness/${token}`,
      token,
      outcome: { at: addMs(now, DELAY_MS), isPassed: suffixed(livenessOutcome, reference) === 'PASSED' },
    };
  },
});
