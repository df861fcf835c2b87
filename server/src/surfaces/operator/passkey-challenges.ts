import type { Database } from '../../foundation/db/database.ts';
import { apply, type Effect, type EffectKind } from '../../foundation/db/effects.ts';
import { sql } from '../../foundation/db/sql.ts';
import { nullable, table, text, timestamptz } from '../../foundation/db/table.ts';
import { addMs, type Clock, MINUTE_MS } from '../../foundation/kernel/clock.ts';

/** ENROLL: first or further passkey by invitation. LOGIN: any passkey. STEP_UP: a passkey of the logged-in person. */
export type ChallengePurpose = 'ENROLL' | 'LOGIN' | 'STEP_UP';

export const CHALLENGE_MS = 5 * MINUTE_MS;

const challenges = table('operator_challenges', {
  challenge: text(),
  purpose: text<ChallengePurpose>(),
  operatorId: nullable(text()),
  expiresAt: timestamptz(),
});

interface ChallengeOf {
  purpose: ChallengePurpose;
  /** Null for a login: the passkey identifies the person. */
  operatorId: string | null;
}

export async function storeChallenge(
  db: Database,
  challenge: string,
  { purpose, operatorId, now }: ChallengeOf & { now: Date },
): Promise<void> {
  const row = challenges.toRow({ challenge, purpose, operatorId, expiresAt: addMs(now, CHALLENGE_MS) });
  await apply(db, { effects: [{ kind: insertKind, rows: [row] }] });
}

export async function isOpenChallenge(
  db: Database,
  challenge: string,
  { purpose, operatorId, now }: ChallengeOf & { now: Date },
): Promise<boolean> {
  const found = await db.read(sql`
    SELECT 1 FROM operator_challenges WHERE challenge = ${challenge} AND purpose = ${purpose}
      AND operator_id IS NOT DISTINCT FROM ${operatorId} AND expires_at > ${now}`);
  return found.length > 0;
}

/** Guard: deletes the challenge, so that exactly one response is accepted, also under concurrency. */
export const challengeUsed = (challenge: string): Effect => ({ kind: useKind, rows: [{ challenge }] });

export async function sweepOperatorChallenges({ db, clock }: { db: Database; clock: Clock }): Promise<void> {
  await db.write(sql`DELETE FROM operator_challenges WHERE expires_at <= ${clock.now()}`);
}

/** Extracts the challenge from an authenticator's response, without verifying the signature. */
export function challengeIn(credential: object): string {
  try {
    const { clientDataJSON } = (credential as { response: { clientDataJSON: string } }).response;
    const { challenge } = JSON.parse(Buffer.from(clientDataJSON, 'base64url').toString('utf8'));
    return typeof challenge === 'string' ? challenge : '';
  } catch {
    return '';
  }
}

const insertKind = challenges.insertKind('operator_challenge_stored');

const useKind: EffectKind = {
  name: 'operator_challenge_used',
  statement: (rows) => sql`
    DELETE FROM operator_challenges c USING ${rows} AS r(item int, challenge text)
    WHERE c.challenge = r.challenge RETURNING r.item`,
};
