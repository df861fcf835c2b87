import { SANDBOX_CODE } from '../magic-values.ts';
import type { Authenticators } from './port.ts';

/** Recipient in the sandbox inbox for a customer without a phone number. */
const NO_NUMBER = '+10000000000';

/** Text messages go to the sandbox inbox, and one fixed code is always accepted. */
export const sandboxAuthenticators: Authenticators = {
  textTo: ({ number }) => number ?? NO_NUMBER,
  totpStep: ({ code, lastStep }) => (code === SANDBOX_CODE ? lastStep + 1 : undefined),
};
