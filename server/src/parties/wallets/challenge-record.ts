import { brokenConstraint, type Database, nullColumn } from '../../foundation/db/database.ts';
import type { Effect, EffectKind } from '../../foundation/db/effects.ts';
import { sql } from '../../foundation/db/sql.ts';
import {
  bytea,
  jsonb,
  nullable,
  type RecordOf,
  type RowOf,
  table,
  text,
  timestamptz,
} from '../../foundation/db/table.ts';
import type { Clock } from '../../foundation/kernel/clock.ts';
import type { ReasonOf } from '../../foundation/kernel/error-reasons.ts';
import { ApiError, type ErrorCode } from '../../foundation/kernel/errors.ts';

/** A request that waits for the signature of the wallet's holder. */
const challenges = table('wallet_challenges', {
  platformId: text(),
  id: text(),
  accountId: text(),
  operation: text(),
  /** Hash of the request that the client must repeat; null if the client does not repeat a request. */
  requestHash: nullable(bytea()),
  payload: text(),
  /** Input of the operation that the request does not contain. */
  subject: jsonb<Readonly<Record<string, unknown>>>(),
  state: text<'OPEN' | 'USED' | 'LAPSED'>(),
  /** Reason why a started operation is not complete; null if the operation has not started. */
  failure: nullable(text<ErrorCode>()),
  expiresAt: timestamptz(),
  createdAt: timestamptz(),
});

export type WalletChallenge = RecordOf<typeof challenges>;

type ChallengeKey = Pick<WalletChallenge, 'platformId' | 'id'>;

/** Returns an open challenge; throws 401 if it is unknown, used or expired. */
export const getUsableChallenge = async (db: Database, key: ChallengeKey, now: Date): Promise<WalletChallenge> =>
  requireUsable(await findRow(db, key), now);

/** Finds a challenge in any state. */
export async function findChallenge(db: Database, key: ChallengeKey): Promise<WalletChallenge | undefined> {
  const row = await findRow(db, key);
  return row && toChallenge(row);
}

async function findRow(db: Database, { platformId, id }: ChallengeKey): Promise<PendingRow | undefined> {
  const [row] = await db.readPipelined<PendingRow>(
    sql`SELECT ${pendingColumns} FROM wallet_challenges WHERE platform_id = ${platformId} AND id = ${id}`,
  );
  return row;
}

/** Like `getUsableChallenge`, for a row that was read together with a credential. */
export function requireUsable(row: PendingRow | undefined, now: Date): WalletChallenge {
  if (!row) throw unusable('REQUEST_ID_UNKNOWN', 'The requestId is unknown.');
  if (row.pending_state === 'USED') throw challengeUsed();
  if (row.pending_state === 'LAPSED' || row.pending_expires_at <= now)
    throw unusable('REQUEST_ID_EXPIRED', 'The requestId has expired.');
  return toChallenge(row);
}

const unusable = (reason: ReasonOf<'UNAUTHORIZED'>, flaw: string): ApiError =>
  new ApiError('UNAUTHORIZED', flaw, {
    reason,
    hint: 'Send the request without the signature headers. The answer contains a new requestId.',
  });

export const challengeUsed = (): ApiError => unusable('REQUEST_ID_USED', 'The requestId was used already.');

export const insertChallenge = (challenge: Omit<WalletChallenge, 'state' | 'failure'>): Effect => ({
  kind: insertKind,
  rows: [challenges.toRow({ ...challenge, state: 'OPEN', failure: null })],
});

/** Guard: holds for one request only, even if several use the challenge concurrently. */
export const useChallenge = ({ platformId, id }: WalletChallenge): Effect => ({
  kind: useKind,
  rows: [{ platform_id: platformId, id }],
});

/** Uses the challenge in a statement with another guard. Aborts it (see `explainUsedChallenge`) if it is not open. */
export const useChallengeOrAbort = ({ platformId, id }: WalletChallenge): Effect => ({
  kind: useOrAbortKind,
  rows: [{ platform_id: platformId, id }],
});

/** Guard: holds while the challenge is open and no other request has started its operation since it was read. */
export const recordFailure = ({ platformId, id, failure }: WalletChallenge, code: ErrorCode): Effect => ({
  kind: failureKind,
  rows: [{ platform_id: platformId, id, is_begun: failure !== null, code }],
});

/** Guard: marks the challenge as LAPSED, because its operation has failed. Does not hold if it was used. */
export const expireChallenge = ({ platformId, id }: WalletChallenge): Effect => ({
  kind: expireKind,
  rows: [{ platform_id: platformId, id }],
});

/** Returns 401 if the statement failed because another request has used the challenge; otherwise the error itself. */
export const explainUsedChallenge = (error: unknown): unknown =>
  nullColumn(error) === 'wallet_challenges.state' || brokenConstraint(error) === 'events_sequence'
    ? challengeUsed()
    : error;

/**
 * Platform clocks are ahead of real time, so a challenge deleted here has expired there. Keeps the challenge of a
 * started operation until its failure is reported.
 */
export async function sweepChallenges({ db, clock }: { db: Database; clock: Clock }): Promise<void> {
  await db.write(sql`
    DELETE FROM wallet_challenges WHERE expires_at <= ${clock.now()} AND (state <> 'OPEN' OR failure IS NULL)`);
}

const insertKind = challenges.insertKind('challenge_issued');

const useKind: EffectKind = {
  name: 'challenge_used',
  statement: (rows) => sql`
    UPDATE wallet_challenges c SET state = 'USED' FROM ${rows} AS r(item int, platform_id text, id text)
    WHERE c.platform_id = r.platform_id AND c.id = r.id AND c.state = 'OPEN' RETURNING r.item`,
};

const useOrAbortKind: EffectKind = {
  name: 'challenge_used_or_abort',
  statement: (rows) => sql`
    UPDATE wallet_challenges c SET state = CASE WHEN c.state = 'OPEN' THEN 'USED' END
    FROM ${rows} AS r(item int, platform_id text, id text) JOIN guarded USING (item)
    WHERE c.platform_id = r.platform_id AND c.id = r.id`,
};

const failureKind: EffectKind = {
  name: 'challenge_failure_recorded',
  statement: (rows) => sql`
    UPDATE wallet_challenges c SET failure = r.code
    FROM ${rows} AS r(item int, platform_id text, id text, is_begun boolean, code text)
    WHERE c.platform_id = r.platform_id AND c.id = r.id AND c.state = 'OPEN' AND (c.failure IS NOT NULL) = r.is_begun
    RETURNING r.item`,
};

const expireKind: EffectKind = {
  name: 'challenge_expired',
  statement: (rows) => sql`
    UPDATE wallet_challenges c SET state = 'LAPSED' FROM ${rows} AS r(item int, platform_id text, id text)
    WHERE c.platform_id = r.platform_id AND c.id = r.id AND c.state = 'OPEN' RETURNING r.item`,
};

/** Columns with a prefix, for selecting them in one row with a credential. */
export const pendingColumns = sql`platform_id AS pending_platform_id, id AS pending_id, account_id AS pending_account_id,
  operation AS pending_operation, request_hash AS pending_request_hash, payload AS pending_payload,
  subject AS pending_subject, state AS pending_state, failure AS pending_failure, expires_at AS pending_expires_at,
  created_at AS pending_created_at`;

type ChallengeRow = RowOf<typeof challenges>;
export type PendingRow = { [Name in keyof ChallengeRow as `pending_${Name}`]: ChallengeRow[Name] };

const toChallenge = (row: PendingRow): WalletChallenge => ({
  platformId: row.pending_platform_id,
  id: row.pending_id,
  accountId: row.pending_account_id,
  operation: row.pending_operation,
  requestHash: row.pending_request_hash,
  payload: row.pending_payload,
  subject: row.pending_subject,
  state: row.pending_state,
  failure: row.pending_failure,
  expiresAt: row.pending_expires_at,
  createdAt: row.pending_created_at,
});
