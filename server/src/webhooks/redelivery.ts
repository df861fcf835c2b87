import type { Database } from '../db/database.ts';
import { apply, type Change, type EffectKind } from '../db/effects.ts';
import type { Receipt } from '../db/receipt.ts';
import { emptySql, type Sql, sql } from '../db/sql.ts';
import type { Platform } from '../kernel/callers.ts';
import { addMs } from '../kernel/clock.ts';
import { ApiError, InvalidFields } from '../kernel/errors.ts';
import { earliestId } from '../kernel/ids.ts';
import { readEndpoint, requireEndpoint } from './endpoints.ts';
import { EVENTS_SIGNAL, type EventType } from './events.ts';
import { eventJson, hasAnswer, ID_MARGIN_MS, readEvent } from './history.ts';
import { hasListener } from './listeners.ts';

export const DEFAULT_RATE = 100;
export const MAX_RATE = 1_000;
/** Events that one request can redeliver; more need several requests for shorter times. */
const MAX_AT_ONCE = 50_000;

interface RedeliveredEvent {
  platformId: string;
  id: string;
  /** Wall time of the delivery. */
  wallNow: Date;
}

/** Sends an event again regardless of its status: the same bytes under the same id. */
export async function redeliver(
  db: Database,
  { platformId, id, wallNow }: RedeliveredEvent,
  receipt: Receipt,
): Promise<string> {
  const event = await readEvent(db, platformId, id);
  const target = await findTarget(db, platformId, wallNow);
  const again = target === 'ENDPOINT' ? { ...event, status: 'REDELIVERING' as const, due_at: wallNow } : event;
  const put = (text: string, guard: Pick<Change, 'guard'>): Promise<boolean> =>
    apply(db, { ...guard, effects: receipt.remember({ status: 202, text }) });
  const text = JSON.stringify(eventJson(again));
  const kind = againKinds[target];
  if (await put(text, { guard: { kind, rows: [{ platform_id: platformId, id, due_at: wallNow }] } })) {
    db.signals.emit(EVENTS_SIGNAL);
    return text;
  }
  // It is already queued.
  const asItIs = JSON.stringify(eventJson({ ...event, status: 'PENDING' }));
  await put(asItIs, {});
  return asItIs;
}

type Target = 'ENDPOINT' | 'LISTENERS';

/** Listeners receive what is marked as resent; the endpoint receives what is also open again. */
const RESENT = sql`resent_in = pg_current_xact_id()`;
const REOPENED = sql`status = 'REDELIVERING', tries = 0, gives_up_at = NULL, ${RESENT}`;

const againKinds: Readonly<Record<Target, EffectKind>> = {
  ENDPOINT: {
    name: 'event_put_back',
    statement: (rows) => sql`
      UPDATE events e SET ${REOPENED}, due_at = r.due_at
      FROM ${rows} AS r(item int, platform_id text, id text, due_at timestamptz)
      WHERE e.platform_id = r.platform_id AND e.id = r.id AND e.status <> 'PENDING' RETURNING r.item`,
  },
  LISTENERS: {
    name: 'event_resent',
    statement: (rows) => sql`
      UPDATE events e SET ${RESENT} FROM ${rows} AS r(item int, platform_id text, id text, due_at timestamptz)
      WHERE e.platform_id = r.platform_id AND e.id = r.id RETURNING r.item`,
  },
};

export interface RedeliveryFilter {
  /** Platform time, as in the events. */
  since: Date;
  until?: Date | undefined;
  type?: EventType | undefined;
  responseStatus?: number | undefined;
  failedOnly: boolean;
  ratePerSecond: number;
}

interface RedeliveryRequest {
  /** Counts the events without sending them. */
  dryRun: boolean;
  wallNow: Date;
  receipt: Receipt;
}

/** Redelivers events in the order in which they were written, at a limited rate; or counts them (`dryRun`). */
export async function redeliverMany(
  db: Database,
  platform: Platform,
  filter: RedeliveryFilter,
  request: RedeliveryRequest,
): Promise<string> {
  const target = request.dryRun ? undefined : await findTarget(db, platform.id, request.wallNow);
  const text = JSON.stringify({ count: await countMatching(db, platform, filter) });
  const rows = [{ from_at: request.wallNow }];
  const putBack = target ? [{ kind: redeliveryKind(platform, filter, target), rows }] : [];
  const effects = [...putBack, ...request.receipt.remember({ status: 200, text })];
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
  name: 'events_put_back',
  signal: EVENTS_SIGNAL,
  statement: (rows) => sql`
    UPDATE events e SET ${target === 'LISTENERS' ? RESENT : sql`${REOPENED}, ${spread(filter)}`}
    FROM ${rows} AS r(item int, from_at timestamptz) JOIN guarded USING (item), (
      SELECT e.id, row_number() OVER (ORDER BY e.created_at, e.sequence) - 1 AS place FROM events e
      WHERE ${matches(platform, filter)} ORDER BY e.created_at, e.sequence LIMIT ${MAX_AT_ONCE}) matching
    WHERE e.platform_id = ${platform.id} AND e.id = matching.id`,
});

const spread = ({ ratePerSecond }: RedeliveryFilter): Sql =>
  sql`due_at = r.from_at + make_interval(secs => matching.place / ${ratePerSecond}::float8)`;

/** Test events and expired approval requests are redelivered in bulk only when their type is named. */
const isOrdinary = sql`e.type NOT IN ('TEST', 'INCOMING_PAYMENT.PENDING')`;

function matches({ id, clockOffsetMs }: Platform, filter: RedeliveryFilter): Sql {
  const { since, until, type, responseStatus, failedOnly } = filter;
  const earliest = earliestId('Webhook', addMs(since, -clockOffsetMs - ID_MARGIN_MS));
  const open = sql`e.status IN ('FAILED', 'SKIPPED')`;
  return sql`e.platform_id = ${id} AND e.id >= ${earliest} AND e.created_at >= ${since}
    ${until ? sql`AND e.created_at <= ${until}` : emptySql}
    ${responseStatus === undefined ? emptySql : sql`AND ${hasAnswer(responseStatus)}`} AND ${type ? sql`e.type = ${type}` : isOrdinary}
    AND ${failedOnly ? open : sql`e.status IN ('FAILED', 'SKIPPED', 'DELIVERED')`}`;
}

/** An endpoint that works, or else the listeners of a sandbox platform. */
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
