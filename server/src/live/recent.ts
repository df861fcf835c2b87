import type { Database } from '../db/database.ts';
import { sql } from '../db/sql.ts';
import type { Hint } from '../kernel/hints.ts';
import { earliestId, earliestUuid } from '../kernel/ids.ts';
import { hintOfAttempt, hintsOfEvent } from '../webhooks/event-hints.ts';
import { shownId, uuidIn } from '../webhooks/stored-event.ts';

/** Rows that one read returns of each table for each platform. */
const MOST = 500;

/** Recent changes as hints, of all servers. */
export interface RecentChanges {
  hints: Hint[];
  /** Offset of each clock in milliseconds. */
  clocks: Map<string, string>;
  /** Platforms with more changes than were read. */
  incomplete: string[];
}

interface RecentRow {
  platform_id: string;
  source: 'EVENT' | 'ATTEMPT' | 'REQUEST' | 'MESSAGE' | 'CUSTOMER' | 'JOB' | 'CLOCK';
  id: string;
  resource_id: string;
  type: string;
  at: Date | null;
}

/** Changes whose ids were created since a time. Each table is read by its primary key. */
export async function readRecent(db: Database, platformIds: readonly string[], since: Date): Promise<RecentChanges> {
  const earliest = earliestUuid(since);
  const rows = await db.read<RecentRow>(sql`
    SELECT p.id AS platform_id, r.* FROM platforms p CROSS JOIN LATERAL (
      (SELECT 'EVENT' AS source, ${shownId('e.id')} AS id, resource_id, type, NULL::timestamptz AS at FROM events e
        WHERE e.platform_id = ${uuidIn(sql`p.id`)} AND e.id >= ${earliest} ORDER BY e.id DESC LIMIT ${MOST})
      UNION ALL
      (SELECT 'ATTEMPT', ${shownId('a.event_id')}, '', '', at FROM webhook_attempts a
        WHERE a.platform_id = ${uuidIn(sql`p.id`)} AND a.event_id >= ${earliest} ORDER BY a.event_id DESC LIMIT ${MOST})
      UNION ALL
      (SELECT 'REQUEST', id, id, '', NULL FROM request_log
        WHERE platform_id = p.id AND id >= ${earliest} ORDER BY id DESC LIMIT ${MOST})
      UNION ALL
      (SELECT 'MESSAGE', id, id, '', NULL FROM messages
        WHERE platform_id = p.id AND id >= ${earliestId('Message', since)} ORDER BY id DESC LIMIT ${MOST})
      UNION ALL
      (SELECT 'CUSTOMER', id, id, '', NULL FROM customers
        WHERE platform_id = p.id AND id >= ${earliestId('Customer', since)} ORDER BY id DESC LIMIT ${MOST})
      UNION ALL
      (SELECT 'JOB', id, id, '', NULL FROM jobs
        WHERE platform_id = p.id AND id >= ${earliestId('TimedJob', since)} ORDER BY id DESC LIMIT ${MOST})
      UNION ALL
      SELECT 'CLOCK', p.id, p.clock_offset_ms::text, '', NULL
    ) r WHERE p.id = ANY(${platformIds}::text[])`);
  return {
    hints: rows.flatMap(hintsOf),
    clocks: new Map(rows.filter(({ source }) => source === 'CLOCK').map((row) => [row.platform_id, row.resource_id])),
    incomplete: incompleteAmong(rows),
  };
}

function hintsOf(row: RecentRow): Hint[] {
  const { platform_id: platformId, source, id } = row;
  if (source === 'EVENT') return hintsOfEvent(row);
  if (source === 'ATTEMPT') return row.at ? [hintOfAttempt(platformId, id, row.at)] : [];
  const topic = topics[source];
  return topic ? [{ platformId, topic, resourceId: id, key: id }] : [];
}

const topics: Partial<Record<RecentRow['source'], Hint['topic']>> = {
  REQUEST: 'request',
  MESSAGE: 'message',
  CUSTOMER: 'customer',
  JOB: 'job',
};

function incompleteAmong(rows: readonly RecentRow[]): string[] {
  const counts = new Map<string, number>();
  for (const { platform_id: platformId, source } of rows) {
    const key = `${source} ${platformId}`;
    counts.set(key, (counts.get(key) ?? 0) + 1);
  }
  const full = [...counts].filter(([, count]) => count >= MOST);
  return [...new Set(full.map(([key]) => key.slice(key.indexOf(' ') + 1)))];
}
