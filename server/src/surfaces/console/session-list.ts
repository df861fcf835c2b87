import type { Database } from '../../foundation/db/database.ts';
import { sql } from '../../foundation/db/sql.ts';
import { addMs } from '../../foundation/kernel/clock.ts';
import { idleLimits } from './session-record.ts';

/** More than there are sessions of people, which last at most twelve hours each. */
const MAX_LISTED = 200;

export interface ListedSession {
  id: string;
  operatorId: string;
  operatorName: string;
  createdAt: Date;
  usedAt: Date;
  provedAt: Date;
  expiresAt: Date;
}

/** Sessions of people that are neither expired nor idle, newest first. */
export function listPersonSessions(db: Database, now: Date): Promise<ListedSession[]> {
  return db.read<ListedSession>(sql`
    SELECT s.id, o.id AS "operatorId", o.name AS "operatorName", s.created_at AS "createdAt", s.used_at AS "usedAt",
      s.proved_at AS "provedAt", s.expires_at AS "expiresAt"
    FROM console_sessions s JOIN operators o ON o.id = s.operator_person_id
    WHERE s.operator_person_id IS NOT NULL AND o.revoked_at IS NULL AND s.expires_at > ${now}
      AND s.used_at >= ${addMs(now, -(idleLimits.OPERATOR ?? 0))}
    ORDER BY s.id DESC LIMIT ${MAX_LISTED}`);
}
