import { type Sql, sql } from '../db/sql.ts';
import type { SystemKind } from './chart.ts';
import type { Invariant } from './invariants.ts';

const OPEN = ['AUTHORIZED', 'PARTIALLY_SETTLED'];

/** What the events of a purchase say, as sums; in its own currency. */
const told = sql`(
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
      0) AS refunded
  FROM card_transaction_events GROUP BY platform_id, transaction_id)`;

/** What a move leaves on an account of the house. */
const leftOn = (kind: SystemKind): Sql => sql`
  CASE split_part(credit_account_id, ':', 1) WHEN ${kind} THEN amount ELSE 0 END
    - CASE split_part(debit_account_id, ':', 1) WHEN ${kind} THEN amount ELSE 0 END`;

/** What the moves of a purchase have left on the accounts of the house, in the currency of the ledger. */
const left = sql`(
  SELECT platform_id, transaction_id, sum(${leftOn('card.authorized')}) AS authorized,
    sum(${leftOn('card.settlement')}) AS settlement, sum(${leftOn('receivable')}) AS receivable, sum(held) AS held
  FROM moves GROUP BY platform_id, transaction_id)`;

/** Smallest units of the ledger per smallest unit of the purchase: cards in USDB pay dollars one for one. */
const scale = sql`(CASE WHEN t.terms ->> 'currency' = 'USDB' AND COALESCE(t.sent_currency, t.received_currency) = 'USD'
  THEN 10000 ELSE 1 END)`;

/** The books of cards: the summaries, the events and the moves of a purchase say the same. */
export const cardInvariants: readonly Invariant[] = [
  {
    invariant: 3,
    title: 'what a card transaction shows is the sum of its events',
    find: () => sql`
      SELECT t.platform_id, t.id AS subject, format('it shows %s and %s, its events say %s', t.details,
        COALESCE(t.sent_amount, t.received_amount), COALESCE(to_jsonb(e), '{}')) AS message
      FROM transactions t
      LEFT JOIN ${told} e ON e.platform_id = t.platform_id AND e.transaction_id = t.id
      WHERE t.type = 'CARD' AND (e.events IS NULL OR e.events <> e.last
        OR COALESCE(e.authorized, 0) <> COALESCE(t.sent_amount, t.received_amount)
        OR (e.events, e.pulls, e.pulled, e.pending, e.settlements, e.settled, e.refunds, e.refunded) IS DISTINCT FROM
          ((t.details ->> 'events')::bigint, (t.details #>> '{pulls,count}')::bigint,
            (t.details #>> '{pulls,total}')::numeric, (t.details #>> '{pulls,pending}')::bigint,
            (t.details ->> 'settlements')::bigint, (t.details ->> 'settled')::numeric,
            (t.details ->> 'refunds')::bigint, (t.details ->> 'refunded')::numeric))`,
  },
  {
    invariant: 3,
    title: 'the moves of a card transaction are what its events say',
    find: () => sql`
      SELECT t.platform_id, t.id AS subject, format('%s reserved, %s settled; its events say %s', COALESCE(l.authorized, 0),
        COALESCE(l.settlement, 0), to_jsonb(e)) AS message
      FROM transactions t
      JOIN ${told} e ON e.platform_id = t.platform_id AND e.transaction_id = t.id
      LEFT JOIN ${left} l ON l.platform_id = t.platform_id AND l.transaction_id = t.id
      WHERE t.type = 'CARD' AND (
        (t.direction = 'DEBIT' AND (COALESCE(l.authorized, 0) <> (e.pulled + e.advanced - e.settled) * ${scale}
          OR COALESCE(l.held, 0) <> COALESCE(l.authorized, 0)
          OR COALESCE(l.settlement, 0) <> (e.settled - e.refunded) * ${scale}))
        OR (t.direction = 'CREDIT' AND (COALESCE(l.authorized, 0) <> 0
          OR COALESCE(l.settlement, 0) <> (e.refunded - e.settled) * ${scale})))`,
  },
  {
    invariant: 3,
    title: 'no purchase gives a customer more than it took, and the house no more than the network had',
    find: () => sql`
      SELECT t.platform_id, t.id AS subject, format('%s is left to the network, %s to the house; its events say %s',
        COALESCE(l.authorized + l.settlement, 0), COALESCE(l.receivable, 0), to_jsonb(e)) AS message
      FROM transactions t
      JOIN ${told} e ON e.platform_id = t.platform_id AND e.transaction_id = t.id
      LEFT JOIN ${left} l ON l.platform_id = t.platform_id AND l.transaction_id = t.id
      WHERE t.type = 'CARD' AND (e.pulled < 0 OR e.advanced > e.settled OR e.refunded > e.settled
        OR (t.direction = 'DEBIT' AND l.authorized + l.settlement + l.receivable < 0))`,
  },
  {
    invariant: 9,
    title: 'no event is of a card transaction that does not exist',
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
      SELECT t.platform_id, t.id AS subject, format('%s, and no job will ever end it', t.status) AS message
      FROM transactions t
      LEFT JOIN (SELECT DISTINCT platform_id, resource_id FROM jobs WHERE state = 'READY') j
        ON j.platform_id = t.platform_id AND j.resource_id = 'Card' || t.id
      WHERE t.type = 'CARD' AND (t.status = ANY (${OPEN}::text[]) OR t.details #>> '{pulls,pending}' <> '0')
        AND j.resource_id IS NULL`,
  },
];
