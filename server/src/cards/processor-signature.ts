import { timingSafeEqual } from 'node:crypto';
import { MINUTE_MS, SECOND_MS } from '../kernel/clock.ts';
import { ApiError } from '../kernel/errors.ts';
import { signatureOf } from '../kernel/processor-signature.ts';

/** What was signed longer ago, or further ahead, is not listened to. */
export const SIGNATURE_WINDOW_MS = 5 * MINUTE_MS;

export interface Signed {
  timestamp: string | undefined;
  signature: string | undefined;
  body: Buffer;
}

/** 401 where it is missing, wrong or old. */
export function requireSignature({ timestamp, signature, body }: Signed, secret: string, now: Date): void {
  if (!timestamp || !signature) throw unsigned('SIGNATURE_MISSING');
  const isNumber = /^\d{1,12}$/.test(timestamp);
  if (!isNumber || Math.abs(Number(timestamp) * SECOND_MS - now.getTime()) > SIGNATURE_WINDOW_MS) {
    throw unsigned('TIMESTAMP_OUTSIDE_WINDOW');
  }
  const expected = signatureOf({ secret, timestamp, body });
  const given = Buffer.from(signature, 'hex');
  if (given.length !== expected.length || !timingSafeEqual(given, expected)) throw unsigned('SIGNATURE_WRONG');
}

const unsigned = (reason: string): ApiError =>
  new ApiError('INVALID_SIGNATURE', 'The message is not signed by the card processor.', {
    reason,
    hint: 'X-Processor-Signature is the HMAC-SHA256, in hex, of X-Processor-Timestamp (seconds), a full stop and the body.',
  });
