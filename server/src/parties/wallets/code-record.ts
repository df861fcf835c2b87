import type { Database } from '../../foundation/db/database.ts';
import type { Effect, EffectKind } from '../../foundation/db/effects.ts';
import { sql } from '../../foundation/db/sql.ts';
import { bytea, type RecordOf, type RowOf, table, text, timestamptz } from '../../foundation/db/table.ts';

/** Number of wrong attempts after which a code is void. */
export const MAX_ATTEMPTS = 5;

/** The outstanding code of a credential. */
const codes = table('wallet_codes', {
  platformId: text(),
  credentialId: text(),
  /** Changes with every new code. */
  issueId: text(),
  codeHash: bytea(),
  /** Public key to which the client encrypts the code: 130 hex characters. */
  targetPublic: text(),
  secretSealed: text(),
  expiresAt: timestamptz(),
});

export type Code = RecordOf<typeof codes>;

type CodeKey = Pick<Code, 'platformId' | 'credentialId'>;

/** Expiry of the code if too many wrong attempts have voided it; otherwise undefined. */
export async function exhaustedUntil(
  db: Database,
  { platformId, credentialId }: CodeKey,
  now: Date,
): Promise<Date | undefined> {
  const [row] = await db.readPipelined<{ expires_at: Date }>(sql`
    SELECT expires_at FROM wallet_codes WHERE platform_id = ${platformId} AND credential_id = ${credentialId}
      AND NOT is_used AND expires_at > ${now} AND attempts >= ${MAX_ATTEMPTS}`);
  return row?.expires_at;
}

/** Does not count an attempt that was correct or contained no code. */
export const returnAttempt = (code: Code): Effect => ({ kind: returnKind, rows: [issueRow(code)] });

/** Stores a code, which replaces the outstanding one. */
export const issueCode = (code: Code): Effect => ({ kind: issueKind, rows: [codes.toRow(code)] });

/** Guard: holds for the first login with this code only. */
export const useCode = (code: CodeKey & Pick<Code, 'issueId'>): Effect => ({ kind: useKind, rows: [issueRow(code)] });

const issueRow = ({ platformId, credentialId, issueId }: CodeKey & Pick<Code, 'issueId'>) => ({
  platform_id: platformId,
  credential_id: credentialId,
  issue_id: issueId,
});

const issueKind: EffectKind = {
  name: 'wallet_code_issued',
  statement: (rows) => sql`
    INSERT INTO wallet_codes (${codes.columns})
    SELECT ${codes.columns} FROM ${rows} AS r(${codes.rowType}) JOIN guarded USING (item)
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

/** Columns that a credential lacks, for selecting a code and its credential in one row. */
const issues = codes.without('platformId', 'credentialId');
export const codeColumns = issues.columns;
export type CodeRow = RowOf<typeof issues>;

export const toCode = (row: CodeRow, { platformId, credentialId }: CodeKey): Code => ({
  platformId,
  credentialId,
  ...issues.fromRow(row),
});
