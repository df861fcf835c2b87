import { createHmac } from 'node:crypto';
import { SECOND_MS } from '../../../foundation/kernel/clock.ts';

/** Headers of requests to and from the card processor. */
export const TIMESTAMP_HEADER = 'x-processor-timestamp';
export const SIGNATURE_HEADER = 'x-processor-signature';

interface Signed {
  secret: string;
  /** Unix time in seconds, as decimal text. */
  timestamp: string;
  body: string | Buffer;
}

/** HMAC-SHA256 over time and body. Including the time prevents replays. */
export const signatureOf = ({ secret, timestamp, body }: Signed): Buffer =>
  createHmac('sha256', secret).update(`${timestamp}.`).update(body).digest();

export function signedHeaders({ secret, at, body }: { secret: string; at: Date; body: string }) {
  const timestamp = Math.floor(at.getTime() / SECOND_MS).toString();
  return {
    [TIMESTAMP_HEADER]: timestamp,
    [SIGNATURE_HEADER]: signatureOf({ secret, timestamp, body }).toString('hex'),
  };
}
