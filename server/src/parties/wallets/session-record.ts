import type { Database } from '../../foundation/db/database.ts';
import type { Effect, EffectKind } from '../../foundation/db/effects.ts';
import { type Sql, sql } from '../../foundation/db/sql.ts';
import { type RecordOf, type RowOf, table, text, timestamptz } from '../../foundation/db/table.ts';
import type { Clock } from '../../foundation/kernel/clock.ts';

/** A key that may sign for an account until it expires. */
const sessions = table('wallet_sessions', {
  platformId: text(),
  id: text(),
  accountId: text(),
  credentialId: text(),
  /** Compressed point in lower-case hex. */
  publicKey: text(),
  expiresAt: timestamptz(),
  createdAt: timestamptz(),
  /** Time of the login. Refreshing the session does not change it. */
  loggedInAt: timestamptz(),
});

export type WalletSession = RecordOf<typeof sessions>;
type SessionRow = RowOf<typeof sessions>;

interface AccountSessions {
  platformId: string;
  accountId: string;
  now: Date;
}

/** Newest first. */
export async function listActiveSessions(
  db: Database,
  { platformId, accountId, now }: AccountSessions,
): Promise<WalletSession[]> {
  const rows = await db.readPipelined<SessionRow>(sql`
    SELECT ${sessions.columns} FROM wallet_sessions s
    WHERE platform_id = ${platformId} AND account_id = ${accountId} AND ${isActiveAt(now)}
    ORDER BY id DESC`);
  return rows.map(sessions.fromRow);
}

/** Finds a session, active or ended. */
export async function findSession(
  db: Database,
  { platformId, id, now }: { platformId: string; id: string; now: Date },
): Promise<(WalletSession & { isActive: boolean }) | undefined> {
  const [row] = await db.readPipelined<SessionRow & { is_active: boolean }>(sql`
    SELECT ${sessions.columns}, ${isActiveAt(now)} AS is_active FROM wallet_sessions s
    WHERE platform_id = ${platformId} AND id = ${id}`);
  return row && { ...sessions.fromRow(row), isActive: row.is_active };
}

/** A session also ends with its credential, even if it was opened while the credential was being revoked. */
const isActiveAt = (now: Date): Sql => sql`(s.ended_at IS NULL AND s.expires_at > ${now} AND EXISTS (
  SELECT 1 FROM wallet_credentials c WHERE c.platform_id = s.platform_id AND c.id = s.credential_id))`;

/** Inserts a session. Aborts the statement (see `WITHOUT_CREDENTIAL`) if the credential was revoked. */
export const insertSession = (session: WalletSession): Effect => ({
  kind: insertKind,
  rows: [sessions.toRow(session)],
});

export const endSession = ({ platformId, id }: Pick<WalletSession, 'platformId' | 'id'>, at: Date): Effect => ({
  kind: endKind,
  rows: [{ platform_id: platformId, id, at }],
});

/** Deletes expired sessions, which are reported like unknown sessions. */
export async function sweepSessions({ db, clock }: { db: Database; clock: Clock }): Promise<void> {
  await db.write(sql`DELETE FROM wallet_sessions WHERE expires_at <= ${clock.now()}`);
}

const insertKind: EffectKind = {
  name: 'session_opened',
  statement: (rows) => sql`
    INSERT INTO wallet_sessions (${sessions.columns})
    SELECT r.platform_id, r.id, r.account_id, c.id, r.public_key, r.expires_at, r.created_at, r.logged_in_at
    FROM ${rows} AS r(${sessions.rowType}) JOIN guarded USING (item)
    LEFT JOIN wallet_credentials c ON c.platform_id = r.platform_id AND c.id = r.credential_id`,
};

export const WITHOUT_CREDENTIAL = 'wallet_sessions.credential_id';

const endKind: EffectKind = {
  name: 'session_ended',
  statement: (rows) => sql`
    UPDATE wallet_sessions s SET ended_at = r.at
    FROM ${rows} AS r(item int, platform_id text, id text, at timestamptz) JOIN guarded USING (item)
    WHERE s.platform_id = r.platform_id AND s.id = r.id AND s.ended_at IS NULL`,
};
