import type { Database } from '../../foundation/db/database.ts';
import type { Effect, EffectKind } from '../../foundation/db/effects.ts';
import { sql } from '../../foundation/db/sql.ts';
import {
  bytea,
  integer,
  jsonb,
  nullable,
  type RecordOf,
  type RowOf,
  table,
  text,
  timestamptz,
} from '../../foundation/db/table.ts';
import type { ScaFactor, ScaPurpose } from './factors.ts';
import { countProof } from './locks.ts';

/** Challenge as the API shows it. */
export interface ScaChallengeJson {
  id: string;
  expiresAt: string;
  factor: ScaFactor;
  availableFactors: ScaFactor[];
  purpose: ScaPurpose;
  passkeyAssertionOptions?: { challenge: string };
}

/** Maximum number of attempts per challenge, including successful ones. A login challenge may allow fewer. */
export const MAX_TRIES = 5;
/** Maximum number of text messages per challenge, including the first. */
const MAX_SENDS = 5;

const challenges = table('sca_challenges', {
  platformId: text(),
  id: text(),
  customerId: text(),
  subjectId: text(),
  purpose: text<ScaPurpose>(),
  factor: text<ScaFactor>(),
  state: text<'OPEN' | 'USED'>(),
  /** Completes the text "code to ..." of the text message. */
  about: nullable(text()),
  codeHash: nullable(bytea()),
  tries: integer(),
  attempts: integer(),
  shown: jsonb<ScaChallengeJson>(),
  expiresAt: timestamptz(),
  createdAt: timestamptz(),
});

export type ScaChallengeRecord = RecordOf<typeof challenges>;

/** Only the newest challenge of a subject is valid. */
export async function findNewestChallenge(db: Database, platformId: string, subjectId: string) {
  const [row] = await db.readPipelined<RowOf<typeof challenges>>(sql`
    SELECT ${challenges.columns}
    FROM sca_challenges WHERE platform_id = ${platformId} AND subject_id = ${subjectId} ORDER BY id DESC LIMIT 1`);
  return row && challenges.fromRow(row);
}

export const isExhausted = ({ attempts, tries }: ScaChallengeRecord): boolean => attempts >= tries;

interface ProofAttempt {
  attempts: number;
  codeHash: Buffer | null;
  /** False if the proofs of the customer are locked. The proof must then not be checked. */
  isAdmitted: boolean;
  /** End of the lock that takes effect if this attempt fails; null if none does. */
  locksUntil: Date | null;
}

/**
 * Counts an attempt on the challenge and on the customer. Called before the proof is checked, so that parallel guesses
 * count. Undefined if no attempt is left. Returns the current hash, because a resend may have replaced the code.
 */
export async function takeAttempt(
  db: Database,
  { platformId, id, purpose }: ScaChallengeRecord,
  now: Date,
): Promise<ProofAttempt | undefined> {
  const [row] = await db.write<AttemptRow>(sql`
    WITH taken AS (
      UPDATE sca_challenges SET attempts = attempts + 1
      WHERE platform_id = ${platformId} AND id = ${id} AND state = 'OPEN' AND attempts < tries
        AND expires_at > ${now}
      RETURNING platform_id, customer_id, attempts, code_hash
    ), counted AS (${countProof({ isLogin: purpose === 'LOGIN', now })})
    SELECT attempts, code_hash, EXISTS (SELECT FROM counted) AS is_admitted, (SELECT locks_until FROM counted)
    FROM taken`);
  return (
    row && {
      attempts: row.attempts,
      codeHash: row.code_hash,
      isAdmitted: row.is_admitted,
      locksUntil: row.locks_until,
    }
  );
}

interface AttemptRow {
  attempts: number;
  code_hash: Buffer | null;
  is_admitted: boolean;
  locks_until: Date | null;
}

export const insertChallenge = (challenge: ScaChallengeRecord): Effect => ({
  kind: insertKind,
  rows: [challenges.toRow(challenge)],
});

/** Marks a challenge as used. Aborts the statement if the challenge is not open. */
export const useChallenge = ({ platformId, id }: ScaChallengeRecord): Effect => ({
  kind: useKind,
  rows: [{ platform_id: platformId, id }],
});

/** Guard: replaces the code of an open challenge. Does not hold at the limit of messages per challenge. */
export const renewCode = ({ platformId, id }: ScaChallengeRecord, codeHash: Buffer): Effect => ({
  kind: renewKind,
  rows: [renewals.toRow({ platformId, id, codeHash })],
});

const renewals = challenges.only('platformId', 'id', 'codeHash');

const insertKind = challenges.insertKind('challenge_opened');

const useKind: EffectKind = {
  name: 'challenge_used',
  statement: (rows) => sql`
    UPDATE sca_challenges c SET state = CASE WHEN c.state = 'OPEN' THEN 'USED' END
    FROM ${rows} AS r(item int, platform_id text, id text) JOIN guarded USING (item)
    WHERE c.platform_id = r.platform_id AND c.id = r.id`,
};

const renewKind: EffectKind = {
  name: 'challenge_code_renewed',
  statement: (rows) => sql`
    UPDATE sca_challenges c SET code_hash = r.code_hash, sends = c.sends + 1
    FROM ${rows} AS r(${renewals.rowType})
    WHERE c.platform_id = r.platform_id AND c.id = r.id AND c.state = 'OPEN' AND c.sends < ${MAX_SENDS}
    RETURNING r.item`,
};
