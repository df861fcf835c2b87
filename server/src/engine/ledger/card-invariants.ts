import { type Sql, sql } from '../../foundation/db/sql.ts';
import type { SystemKind } from './chart.ts';
import type { Invariant } from './invariant.ts';

const OPEN = ['AUTHORIZED', 'PARTIALLY_SETTLED'];

/** Sums of the events of a purchase, in the currency of the purchase. */
const eventSums = sql`(
  SELECT platform_id, transaction_id, count(*) AS events, max(n) AS last,
    (array_agg(amount ORDER BY n DESC) FILTER (WHERE kind IN ('AUTHORIZATION', 'ADVICE')))[1] AS authorized,
    count(*) FILTER (WHERE kind = 'PULL') AS pulls,
    COALESCE(sum(CASE WHEN kind = 'PULL' THEN amount WHEN kind IN ('PULL_FAILED', 'RELEASE') THEN -amount END), 0) AS pulled,
    count(*) FILTER (WHERE status = 'PENDING') - count(pull_n) AS pending,
    COALESCE(sum(amount) FILTER (WHERE kind IN ('ADVANCE', 'TAKEOVER')), 0) AS advanced,
    count(*) FILTER (WHERE kind = 'CLEARING') AS settlements,
    COALESCE(sum(amount) FILTER (WHERE kind = 'CLEARING'), 0) AS settled,
    count(*) FILTER (WHERE kind IN ('RETURN', 'CREDIT_REVERSAL')) AS refunds,
    COALESCE(sum(CASE WHEN kind IN ('RETURN', 'CREDIT_REVERSAL') THEN amount WHEN kind = 'RETURN_REVERSAL' THEN -amount END),
      0) AS refunded,
    COALESCE(sum(CASE WHEN kind = 'DISPUTE_CREDIT' THEN amount
      WHEN kind = 'DISPUTE_CREDIT_REVERSAL' AND reason IS NULL THEN -amount END), 0) AS disputed,
    COALESCE(sum(amount) FILTER (WHERE kind = 'DISPUTE_WON'), 0) AS charged_back
  FROM card_transaction_events GROUP BY platform_id, transaction_id)`;

/** Change that an entry makes to a system account. */
const changeOf = (kind: SystemKind): Sql => sql`
  CASE split_part(credit_account_id, ':', 1) WHEN ${kind} THEN amount ELSE 0 END
    - CASE split_part(debit_account_id, ':', 1) WHEN ${kind} THEN amount ELSE 0 END`;

/** Balances that the entries of a purchase leave on system accounts, in ledger currency. */
const remaining = sql`(
  SELECT platform_id, transaction_id, sum(${changeOf('card.authorized')}) AS authorized,
    sum(${changeOf('card.settlement')}) AS settlement, sum(${changeOf('receivable')}) AS receivable, sum(held) AS held
  FROM ledger_entries GROUP BY platform_id, transaction_id)`;

/** Smallest units of the ledger currency per smallest unit of the purchase: USDB pays US dollars one to one. */
const scale = sql`(CASE WHEN t.terms ->> 'currency' = 'USDB' AND COALESCE(t.sent_currency, t.received_currency) = 'USD'
  THEN 10000 ELSE 1 END)`;

/** Checks that the summary, the events and the ledger entries of a card transaction agree. */
export const cardInvariants: readonly Invariant[] = [
  {
    invariant: 3,
    title: 'the figures of a card transaction are the sums of its events',
    find: () => sql`
      SELECT t.platform_id, t.id AS subject, format('it shows %s and %s, its events say %s', t.details,
        COALESCE(t.sent_amount, t.received_amount), COALESCE(to_jsonb(e), '{}')) AS message
      FROM transactions t
      LEFT JOIN ${eventSums} e ON e.platform_id = t.platform_id AND e.transaction_id = t.id
      LEFT JOIN card_disputes d ON d.platform_id = t.platform_id AND d.id = t.details #>> '{dispute,id}'
      WHERE t.type = 'CARD' AND (e.events IS NULL OR e.events <> e.last
        OR COALESCE(e.authorized, 0) <> COALESCE(t.sent_amount, t.received_amount)
        OR (e.events, e.pulls, e.pulled, e.pending, e.settlements, e.settled, e.refunds, e.refunded, e.disputed) IS DISTINCT FROM
          ((t.details ->> 'events')::bigint, (t.details #>> '{pulls,count}')::bigint,
            (t.details #>> '{pulls,total}')::numeric, (t.details #>> '{pulls,pending}')::bigint,
            (t.details ->> 'settlements')::bigint, (t.details ->> 'settled')::numeric,
            (t.details ->> 'refunds')::bigint, (t.details ->> 'refunded')::numeric,
            COALESCE((t.details ->> 'disputed')::numeric, 0))
        OR (t.details #>> '{dispute,status}', t.details #>> '{dispute,creditStatus}') IS DISTINCT FROM (d.status, d.credit_status))`,
  },
  {
    invariant: 3,
    title: 'the entries of a card transaction match its events',
    find: () => sql`
      SELECT t.platform_id, t.id AS subject, format('%s reserved, %s settled; its events say %s', COALESCE(l.authorized, 0),
        COALESCE(l.settlement, 0), to_jsonb(e)) AS message
      FROM transactions t
      JOIN ${eventSums} e ON e.platform_id = t.platform_id AND e.transaction_id = t.id
      LEFT JOIN ${remaining} l ON l.platform_id = t.platform_id AND l.transaction_id = t.id
      WHERE t.type = 'CARD' AND (
        (t.direction = 'DEBIT' AND (COALESCE(l.authorized, 0) <> (e.pulled + e.advanced - e.settled) * ${scale}
          OR COALESCE(l.held, 0) <> COALESCE(l.authorized, 0)
          OR COALESCE(l.settlement, 0) <> (e.settled - e.refunded - e.charged_back) * ${scale}))
        OR (t.direction = 'CREDIT' AND (COALESCE(l.authorized, 0) <> 0
          OR COALESCE(l.settlement, 0) <> (e.refunded - e.settled) * ${scale})))`,
  },
  {
    invariant: 3,
    title: 'no purchase returns more to the customer than it took, nor more to the service than the network received',
    find: () => sql`
      SELECT t.platform_id, t.id AS subject, format('%s remains for the network, %s receivable; its events say %s',
        COALESCE(l.authorized + l.settlement, 0), COALESCE(l.receivable, 0), to_jsonb(e)) AS message
      FROM transactions t
      JOIN ${eventSums} e ON e.platform_id = t.platform_id AND e.transaction_id = t.id
      LEFT JOIN ${remaining} l ON l.platform_id = t.platform_id AND l.transaction_id = t.id
      WHERE t.type = 'CARD' AND (e.pulled < 0 OR e.advanced > e.settled OR e.refunded + e.disputed > e.settled
        OR (t.direction = 'DEBIT' AND l.authorized + l.settlement + l.receivable < 0))`,
  },
  {
    invariant: 9,
    title: 'no event belongs to a card transaction that does not exist',
    find: () => sql`
      SELECT e.platform_id, e.transaction_id AS subject, format('%s of %s', e.kind, e.amount) AS message
      FROM card_transaction_events e
      WHERE e.n = 1 AND NOT EXISTS (
        SELECT 1 FROM transactions t WHERE t.platform_id = e.platform_id AND t.id = e.transaction_id AND t.type = 'CARD')`,
  },
  {
    invariant: 8,
    title: 'no open card transaction, and no pending pull, is without a live job',
    find: () => sql`
      SELECT t.platform_id, t.id AS subject, format('%s, but no job can end it', t.status) AS message
      FROM transactions t
      LEFT JOIN (SELECT DISTINCT platform_id, resource_id FROM jobs WHERE state = 'READY') j
        ON j.platform_id = t.platform_id AND j.resource_id = 'Card' || t.id
      WHERE t.type = 'CARD' AND (t.status = ANY (${OPEN}::text[]) OR t.details #>> '{pulls,pending}' <> '0')
        AND j.resource_id IS NULL`,
  },
];
