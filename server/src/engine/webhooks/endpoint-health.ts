import type { Database } from '../../foundation/db/database.ts';
import { type Sql, sql } from '../../foundation/db/sql.ts';
import { uuidOf } from '../../foundation/kernel/ids.ts';
import type { DisabledReason } from './endpoints.ts';
import { readHours, type WebhookHour } from './hourly-figures.ts';

/** Maximum number of events to count. */
export const MAX_COUNTED_EVENTS = 10_000;

export const endpointStates = ['NOT_SET', 'ACTIVE', 'DISABLED'] as const;

interface EndpointRow {
  url: string;
  state: 'ACTIVE' | 'DISABLED';
  disabled_reason: DisabledReason | null;
  disabled_at: Date | null;
  failing_since: Date | null;
}

interface OpenRow {
  pending: bigint;
  failed: bigint;
  oldest: Date | null;
}

export interface EndpointHealth {
  url?: string;
  state: (typeof endpointStates)[number];
  disabledReason?: DisabledReason;
  disabledAt?: Date;
  failingSince?: Date;
  pending: number;
  failed: number;
  oldestPendingAt?: Date;
  hours: WebhookHour[];
}

export async function readEndpointHealth(db: Database, platformId: string, now: Date): Promise<EndpointHealth> {
  const [[endpoint], [open], hours] = await Promise.all([
    db.read<EndpointRow>(sql`
      SELECT url, state, disabled_reason, disabled_at, failing_since FROM webhook_endpoints
      WHERE platform_id = ${platformId}`),
    db.read<OpenRow>(openEvents(platformId)),
    readHours(db, platformId, now),
  ]);
  return {
    ...(endpoint ? endpointJson(endpoint) : { state: 'NOT_SET' }),
    pending: Number(open?.pending ?? 0),
    failed: Number(open?.failed ?? 0),
    ...(open?.oldest && { oldestPendingAt: open.oldest }),
    hours,
  };
}

const endpointJson = (row: EndpointRow) => ({
  url: row.url,
  state: row.state,
  ...(row.disabled_reason !== null && { disabledReason: row.disabled_reason }),
  ...(row.disabled_at !== null && { disabledAt: row.disabled_at }),
  ...(row.failing_since !== null && { failingSince: row.failing_since }),
});

/** Conditions are spelled as in the partial indexes, and rows are read in index order up to the limit. */
const openEvents = (platformId: string): Sql => sql`
  WITH pending AS (
    (SELECT event_id FROM pending_deliveries WHERE platform_id = ${uuidOf(platformId)}
      ORDER BY event_id LIMIT ${MAX_COUNTED_EVENTS})
    UNION ALL
    (SELECT event_id FROM delivery_states WHERE platform_id = ${uuidOf(platformId)} AND status IN ('WAITING', 'REDELIVERING')
      ORDER BY due_at LIMIT ${MAX_COUNTED_EVENTS})
  ), failed AS (
    SELECT 1 FROM delivery_states WHERE platform_id = ${uuidOf(platformId)} AND status = 'FAILED' LIMIT ${MAX_COUNTED_EVENTS}
  )
  SELECT least((SELECT count(*) FROM pending), ${MAX_COUNTED_EVENTS}) AS pending,
    (SELECT count(*) FROM failed) AS failed, (
      SELECT min(e.created_at) FROM pending JOIN events e ON e.platform_id = ${uuidOf(platformId)} AND e.id = pending.event_id
    ) AS oldest`;
