import { isOfTransaction } from '../../engine/ledger/entry-keys.ts';
import { changesOf } from '../../engine/request-log/history.ts';
import { attemptsColumn, statusColumn } from '../../engine/webhooks/event-status.ts';
import { isOfResource, shownId } from '../../engine/webhooks/stored-event.ts';
import { joinSql, rawSql, type Sql, sql } from '../../foundation/db/sql.ts';
import { cardMessages } from './card-messages.ts';
import { type TimelineKind, timelineKinds } from './entry-kinds.ts';

/** The payment whose timeline is read. */
export interface TimelineSubject {
  platformId: string;
  transactionId: string;
  /** Id in the tables of transactions and ledger entries; card purchases are stored without their prefix. */
  key: string;
  quoteId: string | null;
}

/** Limit per payment; older requests are omitted. */
const MAX_REQUESTS = 1_000;

/** SQL: real time in a UUID of version 7, with or without the type of an id. */
const wallTimeOf = (id: Sql): Sql => sql`to_timestamp(
  ('x' || substr(right(${id}, 36), 1, 8) || substr(right(${id}, 36), 10, 4))::bit(48)::bigint / 1000.0)`;

/**
 * Moments of the payment with both times known. A lower `source` is preferred: events are written by the statement that
 * changes the payment.
 */
export const momentsOf = ({ platformId, transactionId, key, quoteId }: TimelineSubject): Sql => sql`
  SELECT e.created_at AS at, ${wallTimeOf(sql`e.id::text`)} AS wall_at, 1 AS source FROM events e
  WHERE ${isOfResource(platformId, transactionId)}
  UNION ALL
  SELECT (r ->> 'at')::timestamptz, ${wallTimeOf(sql`(r ->> 'id')`)}, 2
  FROM transactions t CROSS JOIN LATERAL jsonb_array_elements(t.rail_reports) AS r
  WHERE t.platform_id = ${platformId} AND t.id = ${key}
  UNION ALL
  SELECT at, ${wallTimeOf(sql`id::text`)}, 3 FROM job_runs
  WHERE ${isRunOf({ platformId, transactionId, quoteId })}
  UNION ALL
  SELECT created_at, ${wallTimeOf(sql`id`)}, 4 FROM transactions
  WHERE platform_id = ${platformId} AND id = ${key}`;

/** SQL: condition for the job runs of a payment. Its quote has the same UUID. */
const isRunOf = ({
  platformId,
  transactionId,
  quoteId,
}: Pick<TimelineSubject, 'platformId' | 'transactionId' | 'quoteId'>): Sql => sql`
  uuid_of(platform_id) = uuid_of(${platformId}) AND uuid_of(resource_id) = uuid_of(${transactionId})
  AND resource_id IN (${transactionId}, ${quoteId})`;

/** SQL: real time of a platform time, by the offset of a moment at that time or else before it. */
const wallTimeAt = (at: Sql): Sql => sql`${at} - (
  SELECT m.at - m.wall_at FROM moments m
  ORDER BY m.at <> ${at}, CASE WHEN m.at = ${at} THEN m.source END, m.at > ${at}, greatest(m.at - ${at}, ${at} - m.at)
  LIMIT 1)`;

/** Order of phases that one statement posts. */
const phaseOrder = sql`array_position(ARRAY['fund', 'authorize', 'execute', 'clear', 'complete', 'return', 'suspend',
  'resume', 'refund'], split_part(phase, ':', 1))`;

/** SQL: the endpoint has the event; it responds 409 if it received the event before. */
const isReceived = sql`(a.status BETWEEN 200 AND 299 OR a.status = 409)`;

/** Each source selects id, at (null if only real time is known), wall_at and body, by an index. */
const sources: Readonly<Record<TimelineKind, (subject: TimelineSubject) => Sql>> = {
  // Excludes successful reads, because they do not change a payment.
  REQUEST: ({ platformId, transactionId, quoteId }) => sql`
    SELECT id::text, NULL::timestamptz AS at, at AS wall_at, jsonb_build_object('method', method, 'path', path,
      'route', route, 'status', status, 'code', code, 'durationMs', duration_ms, 'idempotencyKey', idempotency_key,
      'isReplay', is_replay)
    FROM (${changesOf(platformId, quoteId === null ? [transactionId] : [transactionId, quoteId], MAX_REQUESTS)}) AS changes`,
  OPERATOR: ({ platformId, transactionId }) => sql`
    SELECT o.id, NULL::timestamptz, o.created_at, jsonb_build_object('action', o.action)
    FROM operator_actions o WHERE o.platform_id = ${platformId} AND o.resource_id = ${transactionId}`,
  QUOTE: ({ platformId, key, quoteId }) => sql`
    SELECT ${quoteId}, created_at, ${wallTimeOf(sql`id`)}, jsonb_build_object('sent', sent_amount, 'sentCurrency', sent_currency,
      'received', received_amount, 'receivedCurrency', received_currency, 'fees', fees,
      'exchangeRate', fixed -> 'details' -> 'exchangeRate', 'expiresAt', expires_at)
    FROM transactions WHERE platform_id = ${platformId} AND id = ${key} AND expires_at IS NOT NULL`,
  JOB: ({ platformId, transactionId, quoteId }) => sql`
    SELECT id::text, at, ${wallTimeOf(sql`id::text`)}, jsonb_build_object('job', kind, 'durationMs', duration_ms,
      'try', try, 'outcome', outcome, 'error', error)
    FROM job_runs WHERE ${isRunOf({ platformId, transactionId, quoteId })}`,
  RAIL: ({ platformId, key }) => sql`
    SELECT r ->> 'id', (r ->> 'at')::timestamptz, ${wallTimeOf(sql`(r ->> 'id')`)},
      r
    FROM transactions t CROSS JOIN LATERAL jsonb_array_elements(t.rail_reports) AS r
    WHERE t.platform_id = ${platformId} AND t.id = ${key}
    UNION ALL
    SELECT id, at, ${wallTimeAt(sql`at`)}, body FROM (${cardMessages({ platformId, key })}) AS messages`,
  ENTRIES: ({ platformId, key }) => sql`
    SELECT lpad(COALESCE(${phaseOrder}, 0)::text, 2, '0') || phase, created_at, ${wallTimeAt(sql`created_at`)},
      jsonb_build_object('phase', phase, 'entries', entries)
    FROM (
      SELECT e.phase, e.created_at, jsonb_agg(jsonb_build_object('debit', e.debit_account_id,
        'credit', e.credit_account_id, 'currency', e.currency, 'amount', e.amount, 'code', e.code,
        'reverses', e.reverses, 'holder', e.holder_id, 'holderCurrency', h.currency, 'held', e.held) ORDER BY e.n) AS entries
      FROM ledger_entries e LEFT JOIN accounts h ON h.platform_id = e.platform_id AND h.id = e.holder_id
      WHERE ${isOfTransaction(platformId, key)}
      GROUP BY e.phase, e.created_at
    ) posted`,
  EVENT: ({ platformId, transactionId }) => sql`
    SELECT ${shownId('e.id')}, e.created_at, ${wallTimeOf(sql`e.id::text`)}, jsonb_build_object('type', e.type,
      'sequence', e.sequence, 'status', ${statusColumn}, 'attempts', ${attemptsColumn})
    FROM events e WHERE ${isOfResource(platformId, transactionId)}`,
  MESSAGE: ({ platformId, transactionId, quoteId }) => sql`
    SELECT id, created_at, ${wallTimeOf(sql`id`)}, jsonb_build_object('channel', channel, 'to', recipient,
      'subject', subject)
    FROM messages WHERE platform_id = ${platformId} AND resource_id IN (${transactionId}, ${quoteId})`,
  // Only the first success of an event counts, so that resends do not move the entry.
  ATTEMPT: ({ platformId, transactionId }) => sql`
    SELECT ${shownId('a.event_id')} || '/' || a.number, NULL::timestamptz, a.at, a.body FROM (
      SELECT a.event_id, a.number, a.at, jsonb_build_object('eventType', e.type, 'eventId', ${shownId('a.event_id')}, 'url', a.url,
        'responseStatus', a.status, 'error', a.error, 'latencyMs', a.latency_ms, 'number', a.number, 'count', 1) AS body
      FROM events e JOIN webhook_attempts a ON a.platform_id = e.platform_id AND a.event_id = e.id
      WHERE ${isOfResource(platformId, transactionId)} AND ${isReceived} IS NOT TRUE
      UNION ALL
      SELECT a.event_id, min(a.number), min(a.at), jsonb_build_object('eventType', e.type,
        'eventId', ${shownId('a.event_id')}, 'url', (array_agg(a.url ORDER BY a.number))[1], 'responseStatus', (array_agg(a.status ORDER BY a.number))[1],
        'latencyMs', (array_agg(a.latency_ms ORDER BY a.number))[1], 'number', min(a.number), 'count', count(*),
        'lastAt', max(a.at))
      FROM events e JOIN webhook_attempts a ON a.platform_id = e.platform_id AND a.event_id = e.id
      WHERE ${isOfResource(platformId, transactionId)} AND ${isReceived}
      GROUP BY a.event_id, e.type
    ) a`,
};

/** Milliseconds since 1970, rank of the kind, and id of the entry. */
export const TIMELINE_KEY = '^\\d{13}:\\d:[\\w:./-]{1,120}$';

/** FROM clause with the columns key, id, kind, at, wall_at and body. */
export function timelineOf(subject: TimelineSubject, kinds: readonly TimelineKind[]): Sql {
  const each = kinds.map((kind) => {
    const [literal, rank] = [rawSql(`'${kind}'`), rawSql(`'${timelineKinds.indexOf(kind)}'`)];
    return sql`SELECT ${literal} AS kind, ${rank} AS rank, s.* FROM (${sources[kind](subject)}) AS s(id, at, wall_at, body)`;
  });
  return sql`FROM (
    WITH moments AS MATERIALIZED (${momentsOf(subject)})
    SELECT (lpad(floor(extract(epoch FROM wall_at) * 1000)::bigint::text, 13, '0') || ':' || rank || ':' || id)
      COLLATE "C" AS key, id, kind, at, wall_at, body
    FROM (${joinSql(each, ' UNION ALL ')}) AS entries
  ) AS timeline`;
}
