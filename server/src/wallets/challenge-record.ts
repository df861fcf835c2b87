import { brokenConstraint, type Database, nullColumn } from '../db/database.ts';
import type { Effect, EffectKind } from '../db/effects.ts';
import { sql } from '../db/sql.ts';
import type { Clock } from '../kernel/clock.ts';
import { ApiError, type ErrorCode } from '../kernel/errors.ts';

/** What waits for the signature of a wallet's holder. */
export interface Challenge {
  platformId: string;
  id: string;
  accountId: string;
  operation: string;
  /** Of the request that is to be repeated; null where the proof is no repetition. */
  requestHash: Buffer | null;
  payload: string;
  /** What the operation has to know again. */
  subject: Readonly<Record<string, unknown>>;
  /** Why an operation that was begun is not done so far; null where it was not begun. */
  failure: ErrorCode | null;
  expiresAt: Date;
  createdAt: Date;
}

type ChallengeKey = Pick<Challenge, 'platformId' | 'id'>;

/** Good once, until it expires. Of another platform, it is unknown. */
export const readChallenge = async (db: Database, key: ChallengeKey, now: Date): Promise<Challenge> =>
  usableChallenge(await findRow(db, key), now);

/** Whatever became of it. */
export async function findChallenge(db: Database, key: ChallengeKey): Promise<Challenge | undefined> {
  const row = await findRow(db, key);
  return row && toChallenge(row);
}

async function findRow(db: Database, { platformId, id }: ChallengeKey): Promise<PendingRow | undefined> {
  const [row] = await db.find<PendingRow>(
    sql`SELECT ${pendingColumns} FROM wallet_challenges WHERE platform_id = ${platformId} AND id = ${id}`,
  );
  return row;
}

/** The challenge of a row that was read beside something else. */
export function usableChallenge(row: PendingRow | undefined, now: Date): Challenge {
  if (!row) throw unusable('The requestId is unknown');
  if (row.pending_state === 'USED') throw usedUp();
  if (row.pending_state === 'LAPSED' || row.pending_expires_at <= now) throw unusable('The requestId has expired');
  return toChallenge(row);
}

const unusable = (reason: string): ApiError =>
  new ApiError('UNAUTHORIZED', `${reason}.`, {
    reason,
    hint: 'Begin again without the headers: the answer has a new requestId.',
  });

export const usedUp = (): ApiError => unusable('The requestId was used already');

export const insertChallenge = (challenge: Omit<Challenge, 'failure'>): Effect => ({
  kind: insertKind,
  rows: [
    {
      platform_id: challenge.platformId,
      id: challenge.id,
      account_id: challenge.accountId,
      operation: challenge.operation,
      request_hash: challenge.requestHash && `\\x${challenge.requestHash.toString('hex')}`,
      payload: challenge.payload,
      subject: challenge.subject,
      expires_at: challenge.expiresAt,
      created_at: challenge.createdAt,
    },
  ],
});

/** Guard: holds for the one of several who use the challenge at once. */
export const useChallenge = ({ platformId, id }: Challenge): Effect => ({
  kind: useKind,
  rows: [{ platform_id: platformId, id }],
});

/** The same beside another guard: breaks the statement of everybody else. */
export const useChallengeBeside = ({ platformId, id }: Challenge): Effect => ({
  kind: useBesideKind,
  rows: [{ platform_id: platformId, id }],
});

/** Guard: holds where the challenge is as it was read, begun or not, and not used. */
export const noteFailure = ({ platformId, id, failure }: Challenge, code: ErrorCode): Effect => ({
  kind: noteKind,
  rows: [{ platform_id: platformId, id, is_begun: failure !== null, code }],
});

/** Guard: of one that was not used, nothing comes any more. */
export const lapseChallenge = ({ platformId, id }: Challenge): Effect => ({
  kind: lapseKind,
  rows: [{ platform_id: platformId, id }],
});

/** Somebody else was faster with the challenge that this statement was to use, or to tell the end of. */
export const explainUsed = (error: unknown): unknown =>
  nullColumn(error) === 'wallet_challenges.state' || brokenConstraint(error) === 'events_sequence' ? usedUp() : error;

/**
 * Platforms' clocks run ahead of the wall, never behind it: what has expired there has expired here later. What was begun
 * stays until it was told that it has failed.
 */
export async function sweepChallenges({ db, clock }: { db: Database; clock: Clock }): Promise<void> {
  await db.write(sql`
    DELETE FROM wallet_challenges WHERE expires_at <= ${clock.now()} AND (state <> 'OPEN' OR failure IS NULL)`);
}

const insertKind: EffectKind = {
  name: 'challenge_issued',
  statement: (rows) => sql`
    INSERT INTO wallet_challenges (platform_id, id, account_id, operation, request_hash, payload, subject, state,
      expires_at, created_at)
    SELECT platform_id, id, account_id, operation, request_hash, payload, subject, 'OPEN', expires_at, created_at
    FROM ${rows} AS r(item int, platform_id text, id text, account_id text, operation text, request_hash bytea,
      payload text, subject jsonb, expires_at timestamptz, created_at timestamptz)
    JOIN guarded USING (item)`,
};

const useKind: EffectKind = {
  name: 'challenge_used',
  statement: (rows) => sql`
    UPDATE wallet_challenges c SET state = 'USED' FROM ${rows} AS r(item int, platform_id text, id text)
    WHERE c.platform_id = r.platform_id AND c.id = r.id AND c.state = 'OPEN' RETURNING r.item`,
};

const useBesideKind: EffectKind = {
  name: 'challenge_used_beside',
  statement: (rows) => sql`
    UPDATE wallet_challenges c SET state = CASE WHEN c.state = 'OPEN' THEN 'USED' END
    FROM ${rows} AS r(item int, platform_id text, id text) JOIN guarded USING (item)
    WHERE c.platform_id = r.platform_id AND c.id = r.id`,
};

const noteKind: EffectKind = {
  name: 'challenge_failure_noted',
  statement: (rows) => sql`
    UPDATE wallet_challenges c SET failure = r.code
    FROM ${rows} AS r(item int, platform_id text, id text, is_begun boolean, code text)
    WHERE c.platform_id = r.platform_id AND c.id = r.id AND c.state = 'OPEN' AND (c.failure IS NOT NULL) = r.is_begun
    RETURNING r.item`,
};

const lapseKind: EffectKind = {
  name: 'challenge_lapsed',
  statement: (rows) => sql`
    UPDATE wallet_challenges c SET state = 'LAPSED' FROM ${rows} AS r(item int, platform_id text, id text)
    WHERE c.platform_id = r.platform_id AND c.id = r.id AND c.state = 'OPEN' RETURNING r.item`,
};

/** Under names of their own, so that they can be read beside the columns of a credential. */
export const pendingColumns = sql`platform_id AS pending_platform_id, id AS pending_id, account_id AS pending_account_id,
  operation AS pending_operation, request_hash AS pending_request_hash, payload AS pending_payload,
  subject AS pending_subject, failure AS pending_failure, state AS pending_state, expires_at AS pending_expires_at,
  created_at AS pending_created_at`;

export interface PendingRow {
  pending_platform_id: string;
  pending_id: string;
  pending_account_id: string;
  pending_operation: string;
  pending_request_hash: Buffer | null;
  pending_payload: string;
  pending_subject: Record<string, unknown>;
  pending_failure: ErrorCode | null;
  pending_state: 'OPEN' | 'USED' | 'LAPSED';
  pending_expires_at: Date;
  pending_created_at: Date;
}

const toChallenge = (row: PendingRow): Challenge => ({
  platformId: row.pending_platform_id,
  id: row.pending_id,
  accountId: row.pending_account_id,
  operation: row.pending_operation,
  requestHash: row.pending_request_hash,
  payload: row.pending_payload,
  subject: row.pending_subject,
  failure: row.pending_failure,
  expiresAt: row.pending_expires_at,
  createdAt: row.pending_created_at,
});
