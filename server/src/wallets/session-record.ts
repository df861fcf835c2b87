import type { Database } from '../db/database.ts';
import type { Effect, EffectKind } from '../db/effects.ts';
import { type Sql, sql } from '../db/sql.ts';
import type { Clock } from '../kernel/clock.ts';

/** A key that may sign for an account, for a while. */
export interface Session {
  platformId: string;
  id: string;
  accountId: string;
  /** The credential that was proved. */
  credentialId: string;
  /** The compressed point, in lower case. */
  publicKey: string;
  expiresAt: Date;
  createdAt: Date;
}

interface Place {
  platformId: string;
  accountId: string;
  now: Date;
}

/** Newest first. */
export async function activeSessions(db: Database, { platformId, accountId, now }: Place): Promise<Session[]> {
  const rows = await db.find<SessionRow>(sql`
    SELECT ${sessionColumns} FROM wallet_sessions s
    WHERE platform_id = ${platformId} AND account_id = ${accountId} AND ${isActiveAt(now)}
    ORDER BY id DESC`);
  return rows.map(toSession);
}

/** Undefined where there is none; one that has ended says so. */
export async function findSession(
  db: Database,
  { platformId, id, now }: { platformId: string; id: string; now: Date },
): Promise<(Session & { isActive: boolean }) | undefined> {
  const [row] = await db.find<SessionRow & { is_active: boolean }>(sql`
    SELECT ${sessionColumns}, ${isActiveAt(now)} AS is_active FROM wallet_sessions s
    WHERE platform_id = ${platformId} AND id = ${id}`);
  return row && { ...toSession(row), isActive: row.is_active };
}

/** A session ends with its credential: one that was opened while that was being revoked, too. */
const isActiveAt = (now: Date): Sql => sql`(s.ended_at IS NULL AND s.expires_at > ${now} AND EXISTS (
  SELECT 1 FROM wallet_credentials c WHERE c.platform_id = s.platform_id AND c.id = s.credential_id))`;

/** Breaks the statement where the credential is not there any more. */
export const insertSession = (session: Session): Effect => ({
  kind: insertKind,
  rows: [
    {
      platform_id: session.platformId,
      id: session.id,
      account_id: session.accountId,
      credential_id: session.credentialId,
      public_key: session.publicKey,
      expires_at: session.expiresAt,
      created_at: session.createdAt,
    },
  ],
});

export const endSession = ({ platformId, id }: Pick<Session, 'platformId' | 'id'>, at: Date): Effect => ({
  kind: endKind,
  rows: [{ platform_id: platformId, id, at }],
});

/** Nobody asks for sessions that have expired: they are as good as unknown. */
export async function sweepSessions({ db, clock }: { db: Database; clock: Clock }): Promise<void> {
  await db.write(sql`DELETE FROM wallet_sessions WHERE expires_at <= ${clock.now()}`);
}

const sessionColumns = sql`platform_id, id, account_id, credential_id, public_key, expires_at, created_at`;

const insertKind: EffectKind = {
  name: 'session_opened',
  statement: (rows) => sql`
    INSERT INTO wallet_sessions (${sessionColumns})
    SELECT r.platform_id, r.id, r.account_id, c.id, r.public_key, r.expires_at, r.created_at
    FROM ${rows} AS r(item int, platform_id text, id text, account_id text, credential_id text,
      public_key text, expires_at timestamptz, created_at timestamptz)
    JOIN guarded USING (item)
    LEFT JOIN wallet_credentials c ON c.platform_id = r.platform_id AND c.id = r.credential_id`,
};

/** What a session breaks whose credential was revoked meanwhile. */
export const WITHOUT_CREDENTIAL = 'wallet_sessions.credential_id';

const endKind: EffectKind = {
  name: 'session_ended',
  statement: (rows) => sql`
    UPDATE wallet_sessions s SET ended_at = r.at
    FROM ${rows} AS r(item int, platform_id text, id text, at timestamptz) JOIN guarded USING (item)
    WHERE s.platform_id = r.platform_id AND s.id = r.id AND s.ended_at IS NULL`,
};

interface SessionRow {
  platform_id: string;
  id: string;
  account_id: string;
  credential_id: string;
  public_key: string;
  expires_at: Date;
  created_at: Date;
}

const toSession = (row: SessionRow): Session => ({
  platformId: row.platform_id,
  id: row.id,
  accountId: row.account_id,
  credentialId: row.credential_id,
  publicKey: row.public_key,
  expiresAt: row.expires_at,
  createdAt: row.created_at,
});
