import type { Database } from '../../db/database.ts';
import { sql } from '../../db/sql.ts';
import { addMs, type Clock, MINUTE_MS } from '../../kernel/clock.ts';
import { ApiError } from '../../kernel/errors.ts';

/** How far the clocks of two providers may be apart, and a message on its way. */
const TOLERANCE_MS = 10 * MINUTE_MS;
const MAX_NONCE_LENGTH = 200;

export interface Signed {
  platformId: string;
  domain: string;
  nonce: string;
  /** Seconds since 1970. */
  timestamp: number;
}

/** A message whose signature is good is taken once, and only while it is fresh. */
export async function takeOnce(db: Database, { platformId, domain, nonce, timestamp }: Signed, now: Date) {
  const signedAt = new Date(timestamp * 1_000);
  const age = Math.abs(now.getTime() - signedAt.getTime());
  if (!(age <= TOLERANCE_MS)) {
    throw new ApiError('INVALID_TIMESTAMP', 'The timestamp of the signature is too far from now.');
  }
  if (nonce.length > MAX_NONCE_LENGTH) throw new ApiError('INVALID_NONCE', 'The nonce is too long.');
  const taken = await db.write(sql`
    INSERT INTO uma_nonces (platform_id, domain, nonce, signed_at)
    VALUES (${platformId}, ${domain}, ${nonce}, ${signedAt}) ON CONFLICT DO NOTHING RETURNING nonce`);
  if (taken.length === 0) throw new ApiError('INVALID_NONCE', 'This nonce has been used before.');
}

/** Beyond the tolerance on both sides a timestamp refuses a message by itself. */
export async function sweepNonces({ db, clock }: { db: Database; clock: Clock }): Promise<void> {
  await db.write(sql`DELETE FROM uma_nonces WHERE signed_at < ${addMs(clock.now(), -2 * TOLERANCE_MS)}`);
}
