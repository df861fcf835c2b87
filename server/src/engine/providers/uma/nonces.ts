import type { Database } from '../../../foundation/db/database.ts';
import { sql } from '../../../foundation/db/sql.ts';
import { addMs, type Clock, MINUTE_MS } from '../../../foundation/kernel/clock.ts';
import { ApiError } from '../../../foundation/kernel/errors.ts';

/** Tolerance for clock differences and transmission time, in either direction. */
const TOLERANCE_MS = 10 * MINUTE_MS;
const MAX_NONCE_LENGTH = 200;

export interface SignedMessage {
  platformId: string;
  domain: string;
  nonce: string;
  /** Unix time in seconds. */
  timestamp: number;
}

/** Replay protection: accepts a signed message once, and only while its timestamp is recent. */
export async function requireUnusedNonce(
  db: Database,
  { platformId, domain, nonce, timestamp }: SignedMessage,
  now: Date,
) {
  const signedAt = new Date(timestamp * 1_000);
  const age = Math.abs(now.getTime() - signedAt.getTime());
  if (!(age <= TOLERANCE_MS)) {
    throw new ApiError(
      'INVALID_TIMESTAMP',
      `The timestamp of the signature must be within ${TOLERANCE_MS / MINUTE_MS} minutes of now.`,
    );
  }
  if (nonce.length > MAX_NONCE_LENGTH)
    throw new ApiError('INVALID_NONCE', `The nonce must have at most ${MAX_NONCE_LENGTH} characters.`);
  const taken = await db.write(sql`
    INSERT INTO uma_nonces (platform_id, domain, nonce, signed_at)
    VALUES (${platformId}, ${domain}, ${nonce}, ${signedAt}) ON CONFLICT DO NOTHING RETURNING nonce`);
  if (taken.length === 0) throw new ApiError('INVALID_NONCE', 'This nonce has been used before.');
}

/** Deletes old nonces: messages with these nonces are rejected by their timestamp. */
export async function sweepNonces({ db, clock }: { db: Database; clock: Clock }): Promise<void> {
  await db.write(sql`DELETE FROM uma_nonces WHERE signed_at < ${addMs(clock.now(), -2 * TOLERANCE_MS)}`);
}
