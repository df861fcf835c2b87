import type { Database } from '../db/database.ts';
import type { Effect, EffectKind } from '../db/effects.ts';
import { sql } from '../db/sql.ts';

export const scaFactors = ['SMS_OTP', 'TOTP', 'PASSKEY'] as const;
export type ScaFactor = (typeof scaFactors)[number];

/** What a proof is for. The first three debit an account: they are linked to one payment, and never take TOTP. */
export type ScaPurpose =
  | 'CURRENCY_CONVERSION'
  | 'PAYOUT'
  | 'TRANSFER'
  | 'BENEFICIARY_TRUST'
  | 'BENEFICIARY_UNTRUST'
  | 'LOGIN';

/** As quotes and starts of trust show it. */
export interface ScaChallengeJson {
  id: string;
  expiresAt: string;
  factor: ScaFactor;
  availableFactors: ScaFactor[];
  purpose: ScaPurpose;
  passkeyAssertionOptions?: { challenge: string };
}

/** Tries of a challenge, right and wrong ones together; a login may have fewer left. */
export const MAX_TRIES = 5;
/** Text messages of a challenge, the first included. */
const MAX_SENDS = 5;

export interface Challenge {
  platformId: string;
  id: string;
  customerId: string;
  subjectId: string;
  purpose: ScaPurpose;
  factor: ScaFactor;
  state: 'OPEN' | 'USED';
  /** What the text message says the code is for. */
  about: string | null;
  codeHash: Buffer | null;
  tries: number;
  attempts: number;
  shown: ScaChallengeJson;
  expiresAt: Date;
  createdAt: Date;
}

/** The newest of a subject: those before it count no more. */
export async function newestChallenge(db: Database, platformId: string, subjectId: string) {
  const [row] = await db.find<ChallengeRow>(sql`
    SELECT platform_id, id, customer_id, subject_id, purpose, factor, state, about, code_hash, tries, attempts,
      shown, expires_at, created_at
    FROM sca_challenges WHERE platform_id = ${platformId} AND subject_id = ${subjectId} ORDER BY id DESC LIMIT 1`);
  return row && toChallenge(row);
}

export const isExhausted = ({ attempts, tries }: Challenge): boolean => attempts >= tries;

/**
 * Each try counts before the proof is looked at, so that racing guesses are counted too. Undefined: there is no try
 * left. The hash is read here, because a fresh code may have been texted.
 */
export async function takeAttempt(db: Database, { platformId, id }: Challenge, now: Date) {
  const [taken] = await db.write<{ attempts: number; code_hash: Buffer | null }>(sql`
    UPDATE sca_challenges SET attempts = attempts + 1
    WHERE platform_id = ${platformId} AND id = ${id} AND state = 'OPEN' AND attempts < tries
      AND expires_at > ${now}
    RETURNING attempts, code_hash`);
  return taken && { attempts: taken.attempts, codeHash: taken.code_hash };
}

/** The row of a new challenge. */
export const insertChallenge = (challenge: Challenge): Effect => ({ kind: insertKind, rows: [toRow(challenge)] });

/** Marks a challenge used; breaks the statement where it is not open. */
export const useChallenge = ({ platformId, id }: Challenge): Effect => ({
  kind: useKind,
  rows: [{ platform_id: platformId, id }],
});

/** Guard: puts a fresh code in the place of the last, as often as a challenge has messages. */
export const renewCode = ({ platformId, id }: Challenge, codeHash: Buffer): Effect => ({
  kind: renewKind,
  rows: [{ platform_id: platformId, id, code_hash: hex(codeHash) }],
});

const hex = (bytes: Buffer): string => `\\x${bytes.toString('hex')}`;

const insertKind: EffectKind = {
  name: 'challenge_opened',
  statement: (rows) => sql`
    INSERT INTO sca_challenges (platform_id, id, customer_id, subject_id, purpose, factor, state, about, code_hash,
      tries, shown, expires_at, created_at)
    SELECT platform_id, id, customer_id, subject_id, purpose, factor, state, about, code_hash, tries, shown, expires_at,
      created_at
    FROM ${rows} AS r(item int, platform_id text, id text, customer_id text, subject_id text, purpose text,
      factor text, state text, about text, code_hash bytea, tries int, shown jsonb, expires_at timestamptz,
      created_at timestamptz)
    JOIN guarded USING (item)`,
};

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
    FROM ${rows} AS r(item int, platform_id text, id text, code_hash bytea)
    WHERE c.platform_id = r.platform_id AND c.id = r.id AND c.state = 'OPEN' AND c.sends < ${MAX_SENDS}
    RETURNING r.item`,
};

interface ChallengeRow {
  platform_id: string;
  id: string;
  customer_id: string;
  subject_id: string;
  purpose: ScaPurpose;
  factor: ScaFactor;
  state: Challenge['state'];
  about: string | null;
  code_hash: Buffer | null;
  tries: number;
  attempts: number;
  shown: ScaChallengeJson;
  expires_at: Date;
  created_at: Date;
}

const toChallenge = (row: ChallengeRow): Challenge => ({
  platformId: row.platform_id,
  id: row.id,
  customerId: row.customer_id,
  subjectId: row.subject_id,
  purpose: row.purpose,
  factor: row.factor,
  state: row.state,
  about: row.about,
  codeHash: row.code_hash,
  tries: row.tries,
  attempts: row.attempts,
  shown: row.shown,
  expiresAt: row.expires_at,
  createdAt: row.created_at,
});

const toRow = (challenge: Challenge) => ({
  platform_id: challenge.platformId,
  id: challenge.id,
  customer_id: challenge.customerId,
  subject_id: challenge.subjectId,
  purpose: challenge.purpose,
  factor: challenge.factor,
  state: challenge.state,
  about: challenge.about,
  code_hash: challenge.codeHash && hex(challenge.codeHash),
  tries: challenge.tries,
  shown: challenge.shown,
  expires_at: challenge.expiresAt,
  created_at: challenge.createdAt,
});
