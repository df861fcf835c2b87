import type { Database } from '../db/database.ts';
import type { Effect, EffectKind } from '../db/effects.ts';
import { sql } from '../db/sql.ts';
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
    SELECT ${sessionColumns} FROM wallet_sessions
    WHERE platform_id = ${platformId} AND account_id = ${accountId} AND ended_at IS NULL AND expires_at > ${now}
    ORDER BY id DESC`);
  return rows.map(toSession);
}

/** Undefined where there is none; one that has ended says so. */
export async function findSession(
  db: Database,
  { platformId, id, now }: { platformId: string; id: string; now: Date },
): Promise<(Session & { isActive: boolean }) | undefined> {
  const [row] = await db.find<SessionRow & { ended_at: Date | null }>(sql`
    SELECT ${sessionColumns}, ended_at FROM wallet_sessions WHERE platform_id = ${platformId} AND id = ${id}`);
  return row && { ...toSession(row), isActive: row.ended_at === null && row.expires_at > now };
}

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

interface Ending {
  platformId: string;
  accountId: string;
  /** One session, or all that a credential has opened. */
  which: { id: string } | { credentialId: string };
  at: Date;
}

export const endSessions = ({ platformId, accountId, which, at }: Ending): Effect => ({
  kind: endKind,
  rows: [
    {
      platform_id: platformId,
      account_id: accountId,
      id: 'id' in which ? which.id : null,
      credential_id: 'credentialId' in which ? which.credentialId : null,
      at,
    },
  ],
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
    SELECT ${sessionColumns} FROM ${rows} AS r(item int, platform_id text, id text, account_id text, credential_id text,
      public_key text, expires_at timestamptz, created_at timestamptz)
    JOIN guarded USING (item)`,
};

const endKind: EffectKind = {
  name: 'sessions_ended',
  statement: (rows) => sql`
    UPDATE wallet_sessions s SET ended_at = r.at
    FROM ${rows} AS r(item int, platform_id text, account_id text, id text, credential_id text, at timestamptz)
    JOIN guarded USING (item)
    WHERE s.platform_id = r.platform_id AND s.account_id = r.account_id AND s.ended_at IS NULL
      AND (s.id = r.id OR s.credential_id = r.credential_id)`,
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
