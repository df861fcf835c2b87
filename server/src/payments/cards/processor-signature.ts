import { timingSafeEqual } from 'node:crypto';
import { signatureOf } from '../../engine/providers/protocols/processor-signature.ts';
import { MINUTE_MS, SECOND_MS } from '../../foundation/kernel/clock.ts';
import { ApiError } from '../../foundation/kernel/errors.ts';

/** Messages with a timestamp further from now, in either direction, are rejected as replays. */
const SIGNATURE_WINDOW_MS = 5 * MINUTE_MS;

interface SignedMessage {
  timestamp: string | undefined;
  signature: string | undefined;
  body: Buffer;
}

/** Throws 401 when the signature is missing, wrong or outside the window. */
export function requireSignature({ timestamp, signature, body }: SignedMessage, secret: string, now: Date): void {
  if (!timestamp || !signature) throw invalidSignature('SIGNATURE_MISSING');
  const isNumber = /^\d{1,12}$/.test(timestamp);
  if (!isNumber || Math.abs(Number(timestamp) * SECOND_MS - now.getTime()) > SIGNATURE_WINDOW_MS) {
    throw invalidSignature('TIMESTAMP_OUTSIDE_WINDOW');
  }
  const expected = signatureOf({ secret, timestamp, body });
  const actual = Buffer.from(signature, 'hex');
  if (actual.length !== expected.length || !timingSafeEqual(actual, expected))
    throw invalidSignature('SIGNATURE_WRONG');
}

type Flaw = 'SIGNATURE_MISSING' | 'SIGNATURE_WRONG' | 'TIMESTAMP_OUTSIDE_WINDOW';

const invalidSignature = (reason: Flaw): ApiError =>
  new ApiError('INVALID_SIGNATURE', 'The message is not signed by the card processor.', {
    reason,
    hint: 'X-Processor-Signature is the HMAC-SHA256, in hex, of X-Processor-Timestamp (seconds), a full stop and the body.',
  });
