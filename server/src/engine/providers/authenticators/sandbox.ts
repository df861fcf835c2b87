import { SANDBOX_CODE } from '../magic-values.ts';
import type { Authenticators } from './port.ts';

/** Recipient shown in the sandbox inbox if the customer has no phone number. */
const NO_NUMBER = '+10000000000';

/** Sends text messages to the sandbox inbox, and always accepts one fixed code. */
export const sandboxAuthenticators: Authenticators = {
  textTo: ({ number }) => number ?? NO_NUMBER,
  totpStep: ({ code, lastStep }) => (code === SANDBOX_CODE ? lastStep + 1 : undefined),
};
