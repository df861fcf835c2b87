import type { Database } from '../../foundation/db/database.ts';
import { apply, type EffectKind } from '../../foundation/db/effects.ts';
import type { Receipt } from '../../foundation/db/idempotency-receipt.ts';
import { emptySql, rawSql, type Sql, sql } from '../../foundation/db/sql.ts';
import type { Platform } from '../../foundation/kernel/callers.ts';
import { addMs } from '../../foundation/kernel/clock.ts';
import { ApiError, InvalidFields } from '../../foundation/kernel/errors.ts';
import { earliestUuid, uuidOf } from '../../foundation/kernel/ids.ts';
import { readEndpoint, requireEndpoint } from './endpoints.ts';
import { attemptsColumn, hasStatus, isOver } from './event-status.ts';
import { EVENTS_SIGNAL, type EventType } from './events.ts';
import { eventJson, hasResponse, ID_MARGIN_MS, readEvent } from './history.ts';
import { hasListener } from './listeners.ts';

export const DEFAULT_RATE = 100;
export const MAX_RATE = 1_000;
/** Maximum number of events per request. Larger redeliveries need several requests with shorter periods. */
const MAX_AT_ONCE = 50_000;

interface RedeliveredEvent {
  platformId: string;
  id: string;
  /** Real time of the redelivery. */
  wallNow: Date;
}

/** Sends an event again in any status, with the same bytes and id. */
export async function redeliver(
  db: Database,
  { platformId, id, wallNow }: RedeliveredEvent,
  receipt: Receipt,
): Promise<string> {
  const event = await readEvent(db, platformId, id);
  const target = await findTarget(db, platformId, wallNow);
  const again = target === 'ENDPOINT' ? { ...event, status: 'REDELIVERING' as const, due_at: wallNow } : event;
  const rows = [{ platform_id: uuidOf(platformId), id: uuidOf(id), due_at: wallNow }];
  const text = JSON.stringify(eventJson(again));
  const effects = [{ kind: resentKind, rows }, ...receipt.record({ status: 202, text })];
  // Marking the event as resent sends it to listeners; reopening it sends it to the endpoint as well.
  if (await apply(db, { effects, ...(target === 'ENDPOINT' && { guard: { kind: reopenedKind, rows } }) })) {
    db.signals.emit(EVENTS_SIGNAL, [{ platform_id: platformId }]);
    return text;
  }
  // The event is queued already.
  const asItIs = JSON.stringify(eventJson({ ...event, status: 'PENDING' }));
  await apply(db, { effects: receipt.record({ status: 202, text: asItIs }) });
  return asItIs;
}

const markResent = (from: Sql): Sql => sql`
  INSERT INTO resent_events (platform_id, event_id) SELECT e.platform_id, e.id FROM ${from}
  ON CONFLICT (platform_id, event_id) DO UPDATE SET resent_in = excluded.resent_in`;

/** Reopens events for the endpoint, with a new round of attempts. */
const reopen = (from: Sql, dueAt: Sql): Sql => sql`
  INSERT INTO delivery_states AS d (platform_id, event_id, resource_id, sequence, status, due_at, attempts)
  SELECT e.platform_id, e.id, e.resource_id, e.sequence, 'REDELIVERING', ${dueAt}, ${attemptsColumn} FROM ${from}
  ON CONFLICT (platform_id, event_id) DO UPDATE
    SET status = excluded.status, due_at = excluded.due_at, tries = 0, gives_up_at = NULL`;

const theEvent = (rows: Sql): Sql => sql`${rows} AS r(item int, platform_id uuid, id uuid, due_at timestamptz)
  JOIN events e ON e.platform_id = r.platform_id AND e.id = r.id`;

const reopenedKind: EffectKind = {
  name: 'event_reopened',
  statement: (rows) => sql`
    ${reopen(sql`${theEvent(rows)} WHERE NOT ${hasStatus('PENDING')}`, sql`r.due_at`)} RETURNING 0 AS item`,
};

const resentKind: EffectKind = {
  name: 'event_resent',
  statement: (rows) => markResent(sql`${theEvent(rows)} JOIN guarded USING (item)`),
};

type Target = 'ENDPOINT' | 'LISTENERS';

export interface RedeliveryFilter {
  /** Time on the clock of the platform, as in the events. */
  since: Date;
  until?: Date | undefined;
  type?: EventType | undefined;
  responseStatus?: number | undefined;
  failedOnly: boolean;
  ratePerSecond: number;
}

interface RedeliveryRequest {
  /** Only counts the events. */
  dryRun: boolean;
  wallNow: Date;
  receipt: Receipt;
}

/** Redelivers events in the order of writing at a limited rate, or only counts them (`dryRun`). */
export async function redeliverMany(
  db: Database,
  platform: Platform,
  filter: RedeliveryFilter,
  request: RedeliveryRequest,
): Promise<string> {
  const target = request.dryRun ? undefined : await findTarget(db, platform.id, request.wallNow);
  const text = JSON.stringify({ count: await countMatching(db, platform, filter) });
  const rows = [{ platform_id: platform.id, from_at: request.wallNow }];
  const putBack = target ? [{ kind: redeliveryKind(platform, filter, target), rows }] : [];
  const effects = [...putBack, ...request.receipt.record({ status: 200, text })];
  if (effects.length > 0) await apply(db, { effects });
  return text;
}

async function countMatching(db: Database, platform: Platform, filter: RedeliveryFilter): Promise<number> {
  const [row] = await db.read<{ count: bigint }>(sql`
    SELECT count(*) FROM (SELECT 1 FROM events e WHERE ${matches(platform, filter)} LIMIT ${MAX_AT_ONCE + 1}) AS matching`);
  const count = Number(row?.count ?? 0);
  if (count <= MAX_AT_ONCE) return count;
  throw new InvalidFields(
    [{ field: 'until', message: `More than ${MAX_AT_ONCE} events match. Request a shorter time.` }],
    'Redeliver in pieces: set until, and go on from there.',
  );
}

const redeliveryKind = (platform: Platform, filter: RedeliveryFilter, target: Target): EffectKind => ({
  signal: EVENTS_SIGNAL,
  ...(target === 'ENDPOINT' ? reopenAll(matching(platform, filter), filter) : resendAll(matching(platform, filter))),
});

const REOPENED = 'events_reopened';

const reopenAll = (found: Sql, { ratePerSecond }: RedeliveryFilter) => ({
  name: REOPENED,
  statement: (rows: Sql) => sql`
    ${reopen(
      numbered(rows, found),
      sql`r.from_at + make_interval(secs => e.place / ${ratePerSecond}::float8)`,
    )} RETURNING d.platform_id, d.event_id AS id`,
  follow: { name: 'events_resent', sql: markResent(sql`${rawSql(REOPENED)} e`) },
});

const resendAll = (found: Sql) => ({
  name: 'events_resent',
  statement: (rows: Sql) => markResent(numbered(rows, found)),
});

const numbered = (rows: Sql, found: Sql): Sql =>
  sql`${rows} AS r(item int, platform_id text, from_at timestamptz) JOIN guarded USING (item), ${found} AS e`;

const matching = (platform: Platform, filter: RedeliveryFilter): Sql => sql`(
  SELECT e.platform_id, e.id, e.resource_id, e.sequence,
    row_number() OVER (ORDER BY e.created_at, e.sequence) - 1 AS place
  FROM events e WHERE ${matches(platform, filter)} ORDER BY e.created_at, e.sequence LIMIT ${MAX_AT_ONCE})`;

/** Bulk redelivery includes test events and approval requests only if the filter selects their type. */
const isOrdinary = sql`e.type NOT IN ('TEST', 'INCOMING_PAYMENT.PENDING')`;

function matches({ id, clockOffsetMs }: Platform, filter: RedeliveryFilter): Sql {
  const { since, until, type, responseStatus, failedOnly } = filter;
  const earliest = earliestUuid(addMs(since, -clockOffsetMs - ID_MARGIN_MS));
  const hasNotArrived = sql`(${hasStatus('FAILED')} OR ${hasStatus('SKIPPED')})`;
  return sql`e.platform_id = ${uuidOf(id)} AND e.id >= ${earliest} AND e.created_at >= ${since}
    ${until ? sql`AND e.created_at <= ${until}` : emptySql}
    ${responseStatus === undefined ? emptySql : sql`AND ${hasResponse(responseStatus)}`} AND ${type ? sql`e.type = ${type}` : isOrdinary}
    AND ${failedOnly ? hasNotArrived : sql`(${hasStatus('FAILED')} OR ${isOver})`}`;
}

/** The active endpoint, or else the listeners of a sandbox platform. */
async function findTarget(db: Database, platformId: string, wallNow: Date): Promise<Target> {
  const [endpoint, isHeard] = await Promise.all([readEndpoint(db, platformId), hasListener(db, platformId, wallNow)]);
  if (endpoint?.state === 'ACTIVE') return 'ENDPOINT';
  if (isHeard) return 'LISTENERS';
  await requireEndpoint(db, platformId);
  throw new ApiError('WEBHOOK_DELIVERY_ERROR', 'The webhook endpoint is disabled.', {
    reason: 'ENDPOINT_DISABLED',
    hint: 'Set webhookEndpoint with PATCH /config, to the same address if it works again.',
  });
}
