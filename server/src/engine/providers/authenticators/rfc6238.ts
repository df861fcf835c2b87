import { Secret, TOTP } from 'otpauth';
import type { Authenticators } from './port.ts';

/** Number of time steps that a clock may be off in either direction (RFC 6238, section 5.2). */
const SKEW_STEPS = 1;
const CODE = /^[0-9]{6}$/;

/** Codes of authenticator apps, and SMS codes to verified numbers. */
export const rfc6238Authenticators: Authenticators = {
  textTo: ({ number, isVerified }) => (isVerified ? (number ?? undefined) : undefined),
  totpStep: ({ secret, code, now, lastStep }) => {
    // The library throws for multi-byte characters.
    if (!CODE.test(code)) return undefined;
    const timestamp = now.getTime();
    const delta = TOTP.validate({ token: code, secret: Secret.fromBase32(secret), timestamp, window: SKEW_STEPS });
    if (delta === null) return undefined;
    const step = TOTP.counter({ timestamp }) + delta;
    return step > lastStep ? step : undefined;
  },
};
