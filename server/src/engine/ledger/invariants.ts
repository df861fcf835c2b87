import { rawSql, rows, type Sql, sql } from '../../foundation/db/sql.ts';
import { bankCreditInvariants } from './bank-credit-invariants.ts';
import { cardInvariants } from './card-invariants.ts';
import { chart, type SystemKind } from './chart.ts';
import { closedDayInvariants } from './closed-day-invariants.ts';
import { isOfSameTransaction } from './entry-keys.ts';
import { eventStatusInvariant, shownTransactionId } from './event-invariant.ts';
import type { Invariant, ReadInvariant } from './invariant.ts';
import { limitInvariants } from './limit-invariants.ts';
import { phases } from './recipes/phases.ts';
import { stablecoinInvariants } from './stablecoin-invariants.ts';

/** One row per check. Tables of other modules are checked here too, because a check depends on tables only. */
export const invariants: readonly (Invariant | ReadInvariant)[] = [
  {
    invariant: 1,
    title: 'every entry is between two accounts of its currency',
    find: () => sql`
      SELECT m.platform_id, m.transaction_id AS subject, format('entry %s/%s of %s %s debits %s (%s) and credits %s (%s)%s',
        m.phase, m.n, m.amount, m.currency, m.debit_account_id, COALESCE(d.currency, 'none'), m.credit_account_id,
        COALESCE(c.currency, 'none'), ', held for ' || m.holder_id) AS message
      FROM ledger_entries m
      LEFT JOIN accounts d ON d.platform_id = m.platform_id AND d.id = m.debit_account_id
      LEFT JOIN accounts c ON c.platform_id = m.platform_id AND c.id = m.credit_account_id
      LEFT JOIN accounts h ON h.platform_id = m.platform_id AND h.id = m.holder_id
      WHERE d.currency IS DISTINCT FROM m.currency OR c.currency IS DISTINCT FROM m.currency
        OR m.debit_account_id = m.credit_account_id OR m.amount <= 0 OR (m.holder_id IS NOT NULL AND h.id IS NULL)`,
  },
  {
    invariant: 2,
    title: 'all balances of a platform and currency sum to zero',
    find: () => sql`
      SELECT platform_id, currency AS subject, format('the balances in %s sum to %s', currency, sum(posted)) AS message
      FROM account_balances GROUP BY platform_id, currency HAVING sum(posted) <> 0`,
  },
  {
    invariant: 3,
    title: "an account's balance is the replay of its entries",
    find: () => sql`
      SELECT a.platform_id, a.id AS subject,
        format('posted is %s, its entries say %s', a.posted, COALESCE(r.posted, 0)) AS message
      FROM account_balances a
      LEFT JOIN (SELECT platform_id, account_id, sum(posted) AS posted FROM ${legs} AS l GROUP BY 1, 2) r
        ON r.platform_id = a.platform_id AND r.account_id = a.id
      WHERE a.posted <> COALESCE(r.posted, 0)`,
  },
  {
    invariant: 3,
    title: 'the held amount of an account is the replay of its holds',
    find: () => sql`
      SELECT a.platform_id, a.id AS subject, format('held is %s, its entries say %s', a.held, COALESCE(r.held, 0)) AS message
      FROM account_balances a
      LEFT JOIN (
        SELECT platform_id, holder_id, sum(held) AS held FROM ledger_entries WHERE holder_id IS NOT NULL GROUP BY 1, 2
      ) r ON r.platform_id = a.platform_id AND r.holder_id = a.id
      WHERE a.held <> COALESCE(r.held, 0)`,
  },
  {
    invariant: 4,
    title: 'no balance is below its minimum, which is that of the chart',
    find: () => sql`
      SELECT a.platform_id, a.id AS subject, format('posted is %s, held is %s, the minimum is %s and should be %s',
        a.posted, a.held, COALESCE(a.minimum::text, 'none'), COALESCE(e.minimum::text, 'none')) AS message
      FROM account_balances a
      LEFT JOIN ${chartRows} AS c(kind text, minimum bigint) ON c.kind = a.kind
      CROSS JOIN LATERAL (SELECT CASE WHEN c.kind IS NULL THEN 0 ELSE c.minimum END) e(minimum)
      WHERE a.posted < e.minimum OR a.held < 0 OR a.minimum IS DISTINCT FROM e.minimum`,
  },
  ...closedDayInvariants,
  {
    invariant: 5,
    title: 'a transaction passes each phase once',
    find: () => sql`
      SELECT platform_id, transaction_id AS subject,
        format('phase %s has %s entries, numbered %s to %s, posted at %s times', phase, count(*), min(n), max(n),
          count(DISTINCT created_at)) AS message
      FROM ledger_entries GROUP BY platform_id, transaction_id, phase
      HAVING min(n) <> 1 OR max(n) <> count(*) OR min(created_at) <> max(created_at)`,
  },
  {
    invariant: 5,
    title: 'the phases of a transaction agree with each other and with its status',
    find: () => sql`
      SELECT t.platform_id, t.id AS subject, wrong.message
      FROM transactions t
      LEFT JOIN (
        SELECT platform_id, transaction_id, array_agg(DISTINCT split_part(phase, ':', 1)) AS passed
        FROM ledger_entries GROUP BY platform_id, transaction_id
      ) p ON p.platform_id = t.platform_id AND p.transaction_id = t.id
      CROSS JOIN LATERAL (SELECT COALESCE(p.passed, '{}')) AS s(steps)
      CROSS JOIN LATERAL (${contradictionsOf()}) AS wrong`,
  },
  {
    invariant: 5,
    title: 'a reversal mirrors one entry of its transaction, and no entry is reversed twice',
    find: () => sql`
      SELECT m.platform_id, m.transaction_id AS subject,
        format('entry %s/%s is reversal %s of %s', m.phase, m.n, m.nth, m.reverses) AS message
      FROM (
        SELECT *, row_number() OVER (PARTITION BY platform_id, transaction_id, reverses ORDER BY created_at, phase, n) AS nth
        FROM ledger_entries WHERE reverses IS NOT NULL
      ) m
      LEFT JOIN ledger_entries o ON ${isOfSameTransaction('o', 'm.platform_id', 'm.transaction_id')}
        AND o.phase || '/' || o.n = m.reverses AND o.debit_account_id = m.credit_account_id
        AND o.credit_account_id = m.debit_account_id AND o.currency = m.currency AND o.amount = m.amount
        AND o.holder_id IS NOT DISTINCT FROM m.holder_id AND o.held = -m.held
      WHERE o.n IS NULL OR m.nth > 1`,
  },
  {
    invariant: 5,
    title: 'an on-platform payment ends like the incoming payment that it funds',
    find: () => sql`
      SELECT t.platform_id, t.id AS subject,
        format('%s, and its paying transaction %s is %s', t.status, t.paid_by, COALESCE(p.status, 'missing')) AS message
      FROM transactions t
      LEFT JOIN transactions p ON p.platform_id = t.platform_id AND p.id = t.paid_by
      WHERE t.type = 'INCOMING' AND t.paid_by IS NOT NULL AND p.status IS DISTINCT FROM CASE
        WHEN t.status = 'PENDING' OR ${hasOutcome} THEN 'PROCESSING' WHEN t.status = 'COMPLETED' THEN 'COMPLETED'
        ELSE 'FAILED' END`,
  },
  {
    invariant: 6,
    title: 'a finished transaction leaves nothing in transit, in card.authorized or in fees.platform',
    find: () => sql`
      SELECT t.platform_id, t.id AS subject, format('%s leaves %s on %s', t.status, l.posted, l.account_id) AS message
      FROM (
        SELECT platform_id, transaction_id, account_id, sum(posted) AS posted FROM ${legs} AS every
        WHERE split_part(account_id, ':', 1) = ANY (${PASSED_THROUGH}::text[])
        GROUP BY platform_id, transaction_id, account_id HAVING sum(posted) <> 0
      ) l
      JOIN transactions t ON t.platform_id = l.platform_id AND t.id = l.transaction_id
      WHERE ${isFinished} AND NOT ${isAwaitingRefund}`,
  },
  {
    invariant: 6,
    title: 'a finished transaction leaves nothing held',
    find: () => sql`
      SELECT t.platform_id, t.id AS subject, format('%s leaves %s held for %s', t.status, h.held, h.holder_id) AS message
      FROM (
        SELECT platform_id, transaction_id, holder_id, sum(held) AS held FROM ledger_entries WHERE holder_id IS NOT NULL
        GROUP BY platform_id, transaction_id, holder_id HAVING sum(held) <> 0
      ) h
      JOIN transactions t ON t.platform_id = h.platform_id AND t.id = h.transaction_id
      WHERE ${isFinished} AND NOT ${isAwaitingRefund}`,
  },
  {
    invariant: 7,
    title: 'every change of a transaction has its event',
    find: () => sql`
      SELECT t.platform_id, t.id AS subject, format('version %s is %s; %s events from %s to %s', t.version, t.status,
        COALESCE(e.count, 0), e.first, e.last) AS message
      FROM transactions t
      LEFT JOIN event_sweeps s ON s.platform_id = t.platform_id
      LEFT JOIN (
        SELECT 'Platform:' || platform_id AS platform_id, resource_id, count(*) AS count, min(sequence) AS first,
          max(sequence) AS last
        FROM events GROUP BY events.platform_id, resource_id
      ) e ON e.platform_id = t.platform_id AND e.resource_id = ${shownTransactionId}
      WHERE CASE
        -- Events older than the retention period may be deleted (webhooks/retention.ts).
        WHEN ${uuidOf('t.id')} < ${uuidOf('s.swept_to')} THEN e.last > t.version
        -- A transaction has no event until its rail accepts it.
        WHEN t.status = 'CREATED' AND t.version = 0 THEN e.count IS NOT NULL
        ELSE e.count IS DISTINCT FROM t.version OR e.first <> 1 OR e.last <> t.version END`,
  },
  eventStatusInvariant,
  {
    invariant: 7,
    title: 'the lists by status contain every transaction with its status',
    find: () => sql`
      SELECT COALESCE(t.platform_id, l.platform_id) AS platform_id, COALESCE(t.id, l.id) AS subject,
        format('it is %s and listed as %s', COALESCE(t.status, 'missing'), COALESCE(l.status, 'nothing')) AS message
      FROM (SELECT * FROM transactions WHERE status NOT IN ('COMPLETED', 'SETTLED')) t
      FULL JOIN listed_statuses l ON l.platform_id = t.platform_id AND l.id = t.id
      WHERE (t.type, t.status) IS DISTINCT FROM (l.type, l.status)`,
  },
  {
    invariant: 8,
    title: 'no PROCESSING transaction is without a live job',
    find: () => sql`
      SELECT t.platform_id, t.id AS subject, 'PROCESSING, but no job can end it' AS message
      FROM transactions t WHERE t.status = 'PROCESSING' AND NOT ${hasLiveJob}`,
  },
  {
    invariant: 8,
    title: 'no incoming payment waits for the decision of its platform without a live job',
    find: () => sql`
      SELECT t.platform_id, t.id AS subject, 'waits for a decision, but no job can end it' AS message
      FROM transactions t
      WHERE t.type = 'INCOMING' AND t.status = 'PENDING' AND t.source_account LIKE '$%'
        AND NOT ${hasLiveJob}`,
  },
  {
    invariant: 9,
    title: 'no entry belongs to a transaction that does not exist',
    find: () => sql`
      SELECT m.platform_id, m.transaction_id AS subject, format('phase %s was posted, but there is no transaction', m.phase) AS message
      FROM ledger_entries m
      WHERE m.n = 1 AND NOT EXISTS (
        SELECT 1 FROM transactions t WHERE t.platform_id = m.platform_id AND t.id = m.transaction_id)
        AND NOT EXISTS (
          SELECT 1 FROM stablecoin_operations o WHERE o.platform_id = m.platform_id AND o.id = m.transaction_id)
        AND NOT EXISTS (SELECT 1 FROM bank_credits c WHERE c.id = m.transaction_id)
        AND NOT EXISTS (SELECT 1 FROM bank_returns r WHERE r.id = m.transaction_id)`,
  },
  {
    invariant: 9,
    title: 'no row belongs to a platform that does not exist',
    find: () => orphanedRows.reduce((all, one) => sql`${all} UNION ALL ${one}`),
  },
  {
    invariant: 10,
    title: 'every response stored under an idempotency key can be replayed',
    find: ({ isJson }) => sql`
      SELECT platform_id, key AS subject, format('the body stored with status %s is not JSON', status) AS message
      FROM idempotency_records WHERE NOT is_sealed AND body <> '' AND NOT ${isJson(rawSql('body'))}
      UNION ALL
      SELECT r.platform_id, r.key, format('it is rebuilt from %s, which does not exist', r.rebuilt_from)
      FROM idempotency_records r WHERE r.rebuilt_from IS NOT NULL AND NOT EXISTS (
        SELECT 1 FROM transactions t WHERE t.platform_id = r.platform_id AND t.expires_at IS NOT NULL
          AND t.id = 'Transaction:' || substr(split_part(r.rebuilt_from, ' ', 1), length('Quote:') + 1))`,
  },
  {
    invariant: 11,
    title: 'the FX position changes by exactly the quoted amounts',
    find: () => sql`
      SELECT platform_id, transaction_id AS subject,
        format('the position in %s differs by %s from the quote', currency, sum(amount)) AS message
      FROM (
        SELECT platform_id, transaction_id, currency, amount FROM ledger_entries WHERE credit_account_id = 'fx.position:' || currency
        UNION ALL
        SELECT platform_id, transaction_id, currency, -amount FROM ledger_entries WHERE debit_account_id = 'fx.position:' || currency
        UNION ALL
        SELECT t.platform_id, t.id, quoted.currency, -quoted.amount
        FROM transactions t
        JOIN (
          SELECT platform_id, transaction_id FROM ledger_entries GROUP BY platform_id, transaction_id
          HAVING bool_or(phase IN (${phases.execute}, ${phases.transfer})) AND NOT bool_or(phase = ${phases.refund})
        ) paid ON paid.platform_id = t.platform_id AND paid.transaction_id = t.id
        CROSS JOIN LATERAL (VALUES
          (t.sent_currency, t.sent_amount - COALESCE(t.fees, 0)), (t.received_currency, -t.received_amount)
        ) AS quoted(currency, amount)
        WHERE t.sent_currency <> t.received_currency
      ) AS changes
      GROUP BY platform_id, transaction_id, currency HAVING sum(amount) <> 0`,
  },
  ...cardInvariants,
  ...stablecoinInvariants,
  ...bankCreditInvariants,
  ...limitInvariants,
];

const FINISHED = ['COMPLETED', 'FAILED', 'REJECTED', 'REFUNDED', 'EXPIRED', 'SETTLED', 'EXCEPTION'];
const FAILED = ['FAILED', 'REJECTED', 'REFUNDED', 'EXPIRED'];
/** Accounts whose balance returns to zero when a transaction ends. */
const PASSED_THROUGH = ['transit.payout', 'transit.funding', 'card.authorized', 'fees.platform'] satisfies SystemKind[];

/** UUID of an id of any type. */
const uuidOf = (id: string): Sql => sql`split_part(${rawSql(id)}, ':', 2)`;

const isFinished = sql`t.status = ANY (${FINISHED}::text[])`;
const hasLiveJob = sql`
  EXISTS (SELECT 1 FROM jobs j WHERE j.platform_id = t.platform_id AND j.resource_id = t.id AND j.state = 'READY')`;
/** The outcome of the outgoing transaction is enqueued but not applied yet. */
const hasOutcome = sql`
  EXISTS (SELECT 1 FROM jobs j WHERE j.platform_id = p.platform_id AND j.resource_id = p.id AND j.state = 'READY'
    AND j.kind = 'payment.outcome' AND p.status = 'PROCESSING')`;
/** A FAILED payment keeps a live job until it is refunded. */
const isAwaitingRefund = sql`(t.status = 'FAILED' AND ${hasLiveJob})`;

/** Tables written by payments. They have no foreign key to platforms, which this check replaces. */
const TABLES_OF_PLATFORMS = [
  'transactions',
  'listed_statuses',
  'events',
  'jobs',
  'idempotency_records',
  'daily_volumes',
  'request_log',
];

/** Tables whose key starts with the UUID of the platform, as a column or as an indexed expression. */
const UUID_KEYS: Readonly<Record<string, Sql>> = {
  events: sql`platform_id`,
  listed_statuses: sql`uuid_of(platform_id)`,
  request_log: sql`platform_id`,
};

/** Skip scan: the key starts with the platform, so one row per platform is read. */
const orphanedRows = TABLES_OF_PLATFORMS.map((name) => {
  const table = rawSql(name);
  const key = UUID_KEYS[name] ?? sql`platform_id`;
  const shown = name in UUID_KEYS ? sql`'Platform:' || owner.platform_id` : sql`owner.platform_id`;
  return sql`(
    WITH RECURSIVE owner AS (
      (SELECT ${key} AS platform_id FROM ${table} ORDER BY 1 LIMIT 1)
      UNION ALL
      SELECT (SELECT ${key} FROM ${table} WHERE ${key} > owner.platform_id ORDER BY 1 LIMIT 1)
      FROM owner WHERE owner.platform_id IS NOT NULL
    )
    SELECT ${shown} AS platform_id, ${name}::text AS subject, 'there is no such platform' AS message FROM owner
    WHERE platform_id IS NOT NULL AND NOT EXISTS (SELECT 1 FROM platforms p WHERE p.id = ${shown}))`;
});

/** Both legs of every entry, each with its account. */
const legs = sql`(
  SELECT platform_id, transaction_id, debit_account_id AS account_id, -amount AS posted FROM ledger_entries
  UNION ALL SELECT platform_id, transaction_id, credit_account_id, amount FROM ledger_entries)`;

const chartRows = rows(Object.entries(chart).map(([kind, { minimum }]) => ({ kind, minimum })));

const has = (phase: string): Sql => sql`(${phase} = ANY (steps))`;

/** Combinations of phases and status that are impossible. */
const contradictions: readonly (readonly [message: string, when: Sql])[] = [
  ['executed and transferred', sql`${has(phases.execute)} AND ${has(phases.transfer)}`],
  ['completed without having been executed', sql`${has(phases.complete)} AND NOT ${has(phases.execute)}`],
  ['returned without having been completed', sql`${has(phases.return)} AND NOT ${has(phases.complete)}`],
  [
    'completed and refunded without a return',
    sql`${has(phases.complete)} AND ${has(phases.refund)} AND NOT ${has(phases.return)}`,
  ],
  [
    'refunded without having been paid',
    sql`${has(phases.refund)} AND NOT (${has(phases.execute)} OR ${has(phases.fund)})`,
  ],
  ['recalled without having been funded', sql`${has(phases.recall)} AND NOT ${has(phases.fund)}`],
  [
    'collected for an account, failed, and neither recalled nor refunded',
    sql`t.type = 'INCOMING' AND t.status = ANY (${FAILED}::text[]) AND ${has(phases.fund)}
      AND NOT (${has(phases.recall)} OR ${has(phases.refund)})`,
  ],
  [
    'the state of its pull does not match its entries',
    sql`t.pull IS NOT NULL AND (t.pull IN ('COLLECTED', 'RETURNED')) <> (${has(phases.fund)})`,
  ],
  [
    'its pull is returned, but not recalled',
    sql`t.pull IS NOT NULL AND (t.pull = 'RETURNED') <> (${has(phases.recall)})`,
  ],
  ['suspended without having been executed', sql`${has(phases.suspend)} AND NOT ${has(phases.execute)}`],
  [
    'suspended although completed',
    sql`${has(phases.suspend)} AND ${has(phases.complete)} AND NOT ${has(phases.return)}`,
  ],
  ['resumed without having been suspended', sql`${has(phases.resume)} AND NOT ${has(phases.suspend)}`],
  ['resumed, but not refunded', sql`${has(phases.resume)} AND NOT ${has(phases.refund)}`],
  [
    'suspended and refunded without having been resumed',
    sql`${has(phases.suspend)} AND ${has(phases.refund)} AND NOT ${has(phases.resume)}`,
  ],
  ['COMPLETED, but no money moved', sql`t.status = 'COMPLETED' AND steps = '{}'`],
  [
    'COMPLETED, but neither paid out nor refunded',
    sql`t.status = 'COMPLETED' AND ${has(phases.execute)} AND NOT (${has(phases.complete)} OR ${has(phases.refund)})`,
  ],
  [
    'COMPLETED, but returned or suspended',
    sql`t.status = 'COMPLETED' AND (${has(phases.return)} OR ${has(phases.suspend)})`,
  ],
  [
    'failed, but paid out',
    sql`t.status = ANY (${FAILED}::text[]) AND ${has(phases.complete)} AND NOT ${has(phases.return)}`,
  ],
  [
    'failed, but neither refunded nor suspended',
    sql`t.status = ANY (${FAILED}::text[]) AND ${has(phases.execute)}
      AND NOT (${has(phases.refund)} OR ${has(phases.suspend)} OR ${isAwaitingRefund})`,
  ],
];

const contradictionsOf = (): Sql =>
  contradictions
    .map(([message, when]) => sql`SELECT ${message}::text AS message WHERE ${when}`)
    .reduce((all, one) => sql`${all} UNION ALL ${one}`);
