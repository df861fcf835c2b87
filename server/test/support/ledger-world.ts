import { expect } from 'vitest';
import { enqueue } from '../../src/engine/jobs/queue.ts';
import { audit } from '../../src/engine/ledger/audit.ts';
import { openAccounts, systemAccounts } from '../../src/engine/ledger/chart.ts';
import type { Entry, Ledger, Posted, Posting } from '../../src/engine/ledger/post.ts';
import type { Payment } from '../../src/engine/ledger/recipes/payments.ts';
import { fund } from '../../src/engine/ledger/recipes/payments.ts';
import { phases } from '../../src/engine/ledger/recipes/phases.ts';
import { emit } from '../../src/engine/webhooks/events.ts';
import type { Database } from '../../src/foundation/db/database.ts';
import { apply, type Effect, type EffectKind } from '../../src/foundation/db/effects.ts';
import { rawSql, sql } from '../../src/foundation/db/sql.ts';
import { systemClock } from '../../src/foundation/kernel/clock.ts';
import { newId } from '../../src/foundation/kernel/ids.ts';
import { listStatus } from '../../src/payments/transactions/listed-statuses.ts';

export const at = systemClock.now();

/** A platform with the system accounts, its own and one per customer in every currency. */
export interface TestPlatform {
  id: string;
  currencies: readonly string[];
  /** The platform's own accounts, by currency. */
  own: ReadonlyMap<string, string>;
  /** Accounts of each customer, by currency. */
  customers: readonly ReadonlyMap<string, string>[];
}

export async function openPlatform(
  db: Database,
  { currencies, customers }: { currencies: readonly string[]; customers: number },
): Promise<TestPlatform> {
  const id = newId('Platform');
  await db.write(sql`INSERT INTO platforms (id, name, mode, created_at) VALUES (${id}, 'Test', 'SANDBOX', ${at})`);
  const accountsOf = () => new Map(currencies.map((currency) => [currency, newId('InternalAccount') as string]));
  const own = accountsOf();
  const owned = Array.from({ length: customers }, accountsOf);
  const internal = [own, ...owned].flatMap((accounts, i) =>
    [...accounts].map(([currency, account]) => ({
      platformId: id,
      id: account,
      kind: i === 0 ? ('platform' as const) : ('customer' as const),
      currency,
      ...(i > 0 && { ownerId: `Customer:${i}` }),
      type: 'INTERNAL_FIAT',
      minimum: 0,
      at,
    })),
  );
  await apply(db, { effects: [openAccounts([...systemAccounts(id, currencies, at), ...internal])] });
  return { id, currencies, own, customers: owned };
}

/** A transaction before its first phase: the figures that the audit compares with its entries. */
export interface TestTransaction {
  platformId: string;
  id: string;
  payment?: Payment;
}

export const newTransaction = (platformId: string, payment?: Payment): TestTransaction => ({
  platformId,
  id: newId('Transaction'),
  ...(payment && { payment }),
});

interface Step {
  transaction: TestTransaction;
  phase: string;
  entries: readonly Entry[];
  /** The status after this step. */
  status: string;
  /** The status and version before; without them the transaction starts with this step. */
  after?: { status: string; version: number } | undefined;
  isForced?: boolean;
}

/** A posting as a slice makes it: the row with its status, the event that reports it, the job that will end it. */
export function stepPosting({ transaction, phase, entries, status, after, isForced = false }: Step): Posting {
  const { platformId, id } = transaction;
  const row = { platform_id: platformId, id, status, at };
  const version = (after?.version ?? 0) + 1;
  // The catalogue holds the events of the finished slices; the audit reads sequences and payloads.
  const event = {
    platformId,
    type: 'INCOMING_PAYMENT.COMPLETED',
    resourceId: id,
    data: { id, status },
    sequence: version,
    at,
  } as const;
  const listed = { platformId, type: 'OUTGOING', id, status, isSuspended: false };
  const job = { platformId, kind: 'payout', resourceId: id, runAt: at, createdAt: at, clockOffsetMs: 0 };
  return {
    platformId,
    transactionId: id,
    phase,
    at,
    entries,
    isForced,
    guard: after && { kind: advanceKind, rows: [{ ...row, from: after.status }] },
    effects: [
      ...(after ? [] : [recordTransaction(transaction, status)]),
      emit([event]),
      ...listStatus(listed, after && { ...listed, status: after.status }),
      ...(status === 'PROCESSING' ? [enqueue([job])] : []),
      ...(after?.status === 'PROCESSING' ? [{ kind: endJobKind, rows: [row] }] : []),
    ],
  };
}

function recordTransaction({ platformId, id, payment }: TestTransaction, status: string): Effect {
  const row = {
    platform_id: platformId,
    id,
    status,
    sent_amount: payment?.sent.amount.toString() ?? null,
    sent_currency: payment?.sent.currency ?? null,
    received_amount: payment?.received.amount.toString() ?? null,
    received_currency: payment?.received.currency ?? null,
    fees: payment ? (payment.fees.platform + payment.fees.service).toString() : null,
    at,
  };
  return { kind: recordKind, rows: [row] };
}

const recordKind: EffectKind = {
  name: 'recorded_transactions',
  statement: (rows) => sql`
    INSERT INTO transactions (platform_id, id, type, direction, status, customer_id, platform_customer_id,
      sent_amount, sent_currency, received_amount, received_currency, fees, reference, created_at, updated_at)
    SELECT platform_id, id, 'OUTGOING', 'DEBIT', status, 'Customer:test', 'test',
      sent_amount, sent_currency, received_amount, received_currency, fees, id, at, at
    FROM ${rows} AS r(item int, platform_id text, id text, status text, sent_amount bigint, sent_currency text,
      received_amount bigint, received_currency text, fees bigint, at timestamptz)
    JOIN guarded USING (item)`,
};

const advanceKind: EffectKind = {
  name: 'advanced_transactions',
  statement: (rows) => sql`
    UPDATE transactions t SET status = r.status, version = t.version + 1, updated_at = r.at
    FROM ${rows} AS r(item int, platform_id text, id text, status text, "from" text, at timestamptz)
    WHERE t.platform_id = r.platform_id AND t.id = r.id AND t.status = r.from
    RETURNING r.item`,
};

const endJobKind: EffectKind = {
  name: 'ended_jobs',
  statement: (rows) => sql`
    DELETE FROM jobs j USING ${rows} AS r(item int, platform_id text, id text) JOIN guarded USING (item)
    WHERE j.platform_id = r.platform_id AND j.resource_id = r.id`,
};

type StepOfStory = Pick<Step, 'entries' | 'status' | 'isForced'>;

/** Takes one transaction through its phases; each step starts from the result of the last. */
export class Story {
  readonly transaction: TestTransaction;
  readonly #ledger: Ledger;
  #after: Step['after'];

  constructor(ledger: Ledger, transaction: TestTransaction) {
    this.#ledger = ledger;
    this.transaction = transaction;
  }

  async step(phase: string, step: StepOfStory): Promise<Posted> {
    const posted = await this.#ledger.post(this.posting(phase, step));
    if (posted) this.#after = { status: step.status, version: (this.#after?.version ?? 0) + 1 };
    return posted;
  }

  posting(phase: string, step: StepOfStory): Posting {
    return stepPosting({ transaction: this.transaction, phase, ...step, after: this.#after });
  }
}

interface Deposit {
  platformId: string;
  account: string;
  currency: string;
  amount: bigint;
}

/** Money from outside, as a separate completed transaction. */
export async function deposit(ledger: Ledger, { platformId, ...funding }: Deposit): Promise<void> {
  const story = new Story(ledger, newTransaction(platformId));
  await story.step(phases.fund, { entries: fund(funding), status: 'COMPLETED' });
}

export interface Sheet {
  posted: Record<string, number>;
  held: Record<string, number>;
}

/** The accounts with a balance, by readable name: `customer0:USD`, `platform:USD`, `fees.service:USD`. */
export async function balanceSheet(db: Database, platform: TestPlatform): Promise<Sheet> {
  const rows = await db.read<{ id: string; posted: bigint; held: bigint }>(
    sql`SELECT id, posted, held FROM account_balances WHERE platform_id = ${platform.id}`,
  );
  const owners = [
    ...platform.customers.map((accounts, i) => [`customer${i}`, accounts] as const),
    ['platform', platform.own] as const,
  ];
  const names = new Map(
    owners.flatMap(([name, accounts]) => [...accounts].map(([currency, id]) => [id, `${name}:${currency}`])),
  );
  const column = (key: 'posted' | 'held') =>
    Object.fromEntries(
      rows.filter((row) => row[key] !== 0n).map((row) => [names.get(row.id) ?? row.id, Number(row[key])]),
    );
  return { posted: column('posted'), held: column('held') };
}

const KEPT_TABLES = [
  'accounts',
  'pending_totals',
  'ledger_entries',
  'transactions',
  'events',
  'jobs',
  'idempotency_records',
];

/** Fingerprint of each table with ledger data of a platform, to prove that an action changed nothing. */
export async function everythingOf(db: Database, platformId: string): Promise<string[]> {
  const tables = KEPT_TABLES.map(
    (name) =>
      `SELECT '${name}' AS name, count(*) AS rows, sum(hashtextextended(t::text, 0)) AS content FROM ${name} t WHERE platform_id::text IN (platform.id, substr(platform.id, 10))`,
  );
  const found = await db.read<{ line: string }>(
    sql`SELECT concat_ws(' ', name, rows, content) AS line
      FROM (SELECT ${platformId}::text AS id) platform, LATERAL (${rawSql(tables.join(' UNION ALL '))}) fingerprints`,
  );
  return found.map(({ line }) => line);
}

export async function setStatus(
  db: Database,
  account: { platformId: string; id: string; status: string },
): Promise<void> {
  await db.write(
    sql`UPDATE accounts SET status = ${account.status} WHERE platform_id = ${account.platformId} AND id = ${account.id}`,
  );
}

/** Called at the end of every test that moves money. */
export async function expectSound(db: Database, scope: { platformId?: string } = {}): Promise<void> {
  expect((await audit(db, scope)).findings).toEqual([]);
}
