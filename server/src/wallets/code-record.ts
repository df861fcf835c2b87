import type { Database } from '../db/database.ts';
import type { Effect, EffectKind } from '../db/effects.ts';
import { sql } from '../db/sql.ts';

/** Wrong codes that one issue survives. */
export const MAX_ATTEMPTS = 5;

/** The code of a credential that is out. */
export interface Code {
  platformId: string;
  credentialId: string;
  /** Tells one issue from the next. */
  issueId: string;
  codeHash: Buffer;
  /** What the answer is sealed to: 130 hex characters. */
  targetPublic: string;
  secretSealed: string;
  expiresAt: Date;
}

type CodeKey = Pick<Code, 'platformId' | 'credentialId'>;

/** Until when no code is taken, because there were too many wrong ones; undefined where no code is out. */
export async function exhaustedUntil(
  db: Database,
  { platformId, credentialId }: CodeKey,
  now: Date,
): Promise<Date | undefined> {
  const [row] = await db.find<{ expires_at: Date }>(sql`
    SELECT expires_at FROM wallet_codes WHERE platform_id = ${platformId} AND credential_id = ${credentialId}
      AND NOT is_used AND expires_at > ${now} AND attempts >= ${MAX_ATTEMPTS}`);
  return row?.expires_at;
}

/** A try that was right does not count, and neither does one that held no code. */
export const returnAttempt = (code: Code): Effect => ({ kind: returnKind, rows: [issueRow(code)] });

/** The code that is out from now on; the one before it is void. */
export const issueCode = (code: Code): Effect => ({
  kind: issueKind,
  rows: [
    {
      ...issueRow(code),
      code_hash: `\\x${code.codeHash.toString('hex')}`,
      target_public: code.targetPublic,
      secret_sealed: code.secretSealed,
      expires_at: code.expiresAt,
    },
  ],
});

/** Guard: holds for the first who logs in with this issue. */
export const useCode = (code: CodeKey & Pick<Code, 'issueId'>): Effect => ({ kind: useKind, rows: [issueRow(code)] });

const issueRow = ({ platformId, credentialId, issueId }: CodeKey & Pick<Code, 'issueId'>) => ({
  platform_id: platformId,
  credential_id: credentialId,
  issue_id: issueId,
});

const issueKind: EffectKind = {
  name: 'wallet_code_issued',
  statement: (rows) => sql`
    INSERT INTO wallet_codes (platform_id, credential_id, issue_id, code_hash, target_public, secret_sealed, expires_at)
    SELECT platform_id, credential_id, issue_id, code_hash, target_public, secret_sealed, expires_at
    FROM ${rows} AS r(item int, platform_id text, credential_id text, issue_id text, code_hash bytea,
      target_public text, secret_sealed text, expires_at timestamptz)
    JOIN guarded USING (item)
    ON CONFLICT (platform_id, credential_id) DO UPDATE SET issue_id = excluded.issue_id,
      code_hash = excluded.code_hash, target_public = excluded.target_public, secret_sealed = excluded.secret_sealed,
      attempts = 0, is_used = false, expires_at = excluded.expires_at`,
};

const returnKind: EffectKind = {
  name: 'attempt_returned',
  statement: (rows) => sql`
    UPDATE wallet_codes c SET attempts = c.attempts - 1
    FROM ${rows} AS r(item int, platform_id text, credential_id text, issue_id text) JOIN guarded USING (item)
    WHERE c.platform_id = r.platform_id AND c.credential_id = r.credential_id AND c.issue_id = r.issue_id`,
};

const useKind: EffectKind = {
  name: 'wallet_code_used',
  statement: (rows) => sql`
    UPDATE wallet_codes c SET is_used = true
    FROM ${rows} AS r(item int, platform_id text, credential_id text, issue_id text)
    WHERE c.platform_id = r.platform_id AND c.credential_id = r.credential_id AND c.issue_id = r.issue_id
      AND NOT c.is_used
    RETURNING r.item`,
};

export const codeColumns = sql`issue_id, code_hash, target_public, secret_sealed, expires_at`;

export interface CodeRow {
  issue_id: string;
  code_hash: Buffer;
  target_public: string;
  secret_sealed: string;
  expires_at: Date;
}

export const toCode = (row: CodeRow, { platformId, credentialId }: CodeKey): Code => ({
  platformId,
  credentialId,
  issueId: row.issue_id,
  codeHash: row.code_hash,
  targetPublic: row.target_public,
  secretSealed: row.secret_sealed,
  expiresAt: row.expires_at,
});
