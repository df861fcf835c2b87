import type { Database } from '../../foundation/db/database.ts';
import { sql } from '../../foundation/db/sql.ts';
import { auditKey, BANK_FILES, type Hint } from '../../foundation/kernel/hints.ts';
import { earliestId, earliestUuid } from '../../foundation/kernel/ids.ts';
import { isObservation } from '../request-log/log.ts';
import { hintOfAttempt, hintsOfEvent } from '../webhooks/event-hints.ts';
import { shownId, uuidIn } from '../webhooks/stored-event.ts';

/** Maximum number of rows per table and platform in one read. */
const MOST = 500;

/** Recent changes of all servers, as hints. */
export interface RecentChanges {
  hints: Hint[];
  /** Values that are updated in place. The key of each hint contains the value, so that changes are detected. */
  states: Hint[];
  /** Platforms with more changes than one read returns. */
  incomplete: string[];
}

interface RecentRow {
  platform_id: string;
  source: 'EVENT' | 'ATTEMPT' | 'REQUEST' | 'MESSAGE' | 'CUSTOMER' | 'JOB' | 'CLOCK' | 'AUDIT' | 'BANK_FILES';
  id: string;
  resource_id: string;
  /** Path of a request, or value of a state that is updated in place. */
  type: string;
  at: Date | null;
}

/** Reads changes whose ids were created since a time, by the primary key of each table. */
export async function readRecent(db: Database, platformIds: readonly string[], since: Date): Promise<RecentChanges> {
  const earliest = earliestUuid(since);
  const rows = await db.read<RecentRow>(sql`
    WITH bank_state AS MATERIALIZED (${bankState})
    SELECT p.id AS platform_id, r.* FROM platforms p CROSS JOIN LATERAL (
      (SELECT 'EVENT' AS source, ${shownId('e.id')} AS id, resource_id, type, NULL::timestamptz AS at
        FROM events e
        WHERE e.platform_id = ${uuidIn(sql`p.id`)} AND e.id >= ${earliest} ORDER BY e.id DESC LIMIT ${MOST})
      UNION ALL
      (SELECT 'ATTEMPT', ${shownId('a.event_id')}, '', '', at FROM webhook_attempts a
        WHERE a.platform_id = ${uuidIn(sql`p.id`)} AND a.event_id >= ${earliest} ORDER BY a.event_id DESC LIMIT ${MOST})
      UNION ALL
      (SELECT 'REQUEST', l.id::text, l.id::text, l.path, NULL FROM request_log l
        WHERE l.platform_id = ${uuidIn(sql`p.id`)} AND l.id >= ${earliest} ORDER BY l.id DESC LIMIT ${MOST})
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
      UNION ALL
      SELECT 'AUDIT', COALESCE(max(id), ''), COALESCE(max(id), ''), max(finished_at)::text, NULL
      FROM ledger_check_runs WHERE platform_id = p.id
      UNION ALL
      SELECT 'BANK_FILES', '', '', state, NULL FROM bank_state
    ) r WHERE p.id = ANY(${platformIds}::text[])`);
  return {
    hints: rows.flatMap(hintsOf),
    states: rows.flatMap(stateOf),
    incomplete: incompleteAmong(rows),
  };
}

function hintsOf(row: RecentRow): Hint[] {
  const { platform_id: platformId, source, id } = row;
  if (source === 'EVENT') return hintsOfEvent(row);
  if (source === 'ATTEMPT') return row.at ? [hintOfAttempt(platformId, id, row.at)] : [];
  const topic = topics[source];
  const isHidden = source === 'REQUEST' && isObservation(row.type);
  return topic && !isHidden ? [{ platformId, topic, resourceId: id, key: id }] : [];
}

/** Digest that changes with every outgoing or incoming bank file, its progress, every finding and unmatched credit. */
const bankState = sql`
  SELECT md5(concat_ws(' ',
    (SELECT string_agg(id || state, ',') FROM (SELECT id, state FROM bank_files ORDER BY created_at DESC, id DESC LIMIT 20) f),
    (SELECT string_agg(concat(sha256, state, handled, error), ',') FROM (
      SELECT sha256, state, handled, error FROM bank_inbox ORDER BY received_at DESC, sha256 DESC LIMIT 20) i),
    (SELECT concat(created_at, source, place) FROM bank_findings ORDER BY created_at DESC, source DESC, place DESC LIMIT 1),
    (SELECT string_agg(id, ',') FROM (
      SELECT id FROM bank_credits WHERE state = 'UNMATCHED' ORDER BY id DESC LIMIT 100) c))) AS state`;

function stateOf({ platform_id: platformId, source, resource_id: id, type: state }: RecentRow): Hint[] {
  if (source === 'CLOCK') return [{ platformId, topic: 'clock', resourceId: platformId, key: `${platformId} ${id}` }];
  if (source === 'AUDIT')
    return [{ platformId, topic: 'audit', resourceId: id, key: auditKey(id, state ? 'FINISHED' : 'STARTED') }];
  if (source === 'BANK_FILES')
    return [{ platformId, topic: 'bank-file', resourceId: BANK_FILES, key: `bank-files ${state}` }];
  return [];
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
