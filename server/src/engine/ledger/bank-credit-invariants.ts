import { sql } from '../../foundation/db/sql.ts';
import { isOfPlatform } from './entry-keys.ts';
import type { Invariant } from './invariant.ts';
import { SERVICE_BOOK } from './service-book.ts';

/** Balance of a bank credit on a system account: sum of the entries of the credit and of its returns. */
const balanceOn = (kind: 'suspense' | 'transit.payout') => sql`
  COALESCE((
    SELECT sum(CASE WHEN m.credit_account_id = ${kind} || ':' || c.currency THEN m.amount ELSE 0 END
      - CASE WHEN m.debit_account_id = ${kind} || ':' || c.currency THEN m.amount ELSE 0 END)
    FROM ledger_entries m
    WHERE ${isOfPlatform(SERVICE_BOOK, 'm')} AND uuid_of(m.transaction_id) IN (
      SELECT uuid_of(c.id) UNION ALL SELECT uuid_of(r.id) FROM bank_returns r WHERE r.credit_id = c.id)
  ), 0)`;

/** Checks of bank credits and of the payments that return them. */
export const bankCreditInvariants: readonly Invariant[] = [
  {
    invariant: 6,
    title: 'an unmatched bank credit is in suspense, a returning one in transit, and any other in neither',
    find: () => sql`
      SELECT ${SERVICE_BOOK}::text AS platform_id, c.id AS subject,
        format('%s of %s %s has %s in suspense and %s in transit', c.state, c.amount, c.currency, s.suspense, s.transit)
          AS message
      FROM bank_credits c
      CROSS JOIN LATERAL (
        SELECT ${balanceOn('suspense')} AS suspense, ${balanceOn('transit.payout')} AS transit) s
      WHERE s.suspense <> CASE WHEN c.state = 'UNMATCHED' THEN c.amount ELSE 0 END
        OR s.transit <> CASE WHEN c.state = 'RETURNING' THEN c.amount ELSE 0 END`,
  },
  {
    invariant: 5,
    title: 'a credited or assigned bank credit has a completed transaction of its amount',
    find: () => sql`
      SELECT c.platform_id, c.id AS subject,
        format('%s as %s, which received %s %s', c.state, c.transaction_id, t.received_amount, t.received_currency) AS message
      FROM bank_credits c
      LEFT JOIN transactions t ON t.platform_id = c.platform_id AND t.id = c.transaction_id AND t.type = 'INCOMING'
      WHERE c.state IN ('CREDITED', 'ASSIGNED')
        AND (t.received_amount, t.received_currency, t.status) IS DISTINCT FROM (c.amount, c.currency, 'COMPLETED')`,
  },
  {
    invariant: 5,
    title: 'the newest return of a bank credit matches its state',
    find: () => sql`
      SELECT ${SERVICE_BOOK}::text AS platform_id, c.id AS subject,
        format('%s, and its newest return is %s', c.state, COALESCE(newest.state, 'missing')) AS message
      FROM bank_credits c
      LEFT JOIN LATERAL (
        SELECT r.state FROM bank_returns r WHERE r.credit_id = c.id ORDER BY r.id DESC LIMIT 1) newest ON true
      WHERE (c.state = 'RETURNING') <> (newest.state IS NOT DISTINCT FROM 'SENT')
        OR (c.state = 'RETURNED') <> (newest.state IS NOT DISTINCT FROM 'COMPLETED')`,
  },
  {
    invariant: 5,
    title: 'the refund of a bank credit matches the state of its return',
    find: () => sql`
      SELECT c.platform_id, c.transaction_id AS subject,
        format('its refund is %s, and its bank credit %s', t.details -> 'refund' ->> 'status', c.state) AS message
      FROM bank_credits c
      JOIN transactions t ON t.platform_id = c.platform_id AND t.id = c.transaction_id AND t.type = 'OUTGOING'
      WHERE c.state IN ('RETURNING', 'RETURNED', 'UNMATCHED')
        AND t.details -> 'refund' ->> 'status' IS DISTINCT FROM CASE c.state
          WHEN 'RETURNING' THEN 'PENDING' WHEN 'RETURNED' THEN 'COMPLETED' ELSE 'FAILED' END`,
  },
  {
    invariant: 8,
    title: 'no pending return of a bank credit is without a live job',
    find: () => sql`
      SELECT ${SERVICE_BOOK}::text AS platform_id, r.id AS subject, 'SENT, but no job can end it' AS message
      FROM bank_returns r
      WHERE r.state = 'SENT' AND NOT EXISTS (
        SELECT 1 FROM jobs j WHERE j.platform_id = ${SERVICE_BOOK} AND j.resource_id = r.id AND j.state = 'READY')`,
  },
];
