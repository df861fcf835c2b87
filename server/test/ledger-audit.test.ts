import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { audit } from '../src/engine/ledger/audit.ts';
import { Ledger } from '../src/engine/ledger/post.ts';
import { complete, execute, refund } from '../src/engine/ledger/recipes/payments.ts';
import { phases } from '../src/engine/ledger/recipes/phases.ts';
import type { Database } from '../src/foundation/db/database.ts';
import { rawSql, type Sql, sql } from '../src/foundation/db/sql.ts';
import { newId, uuidOf, uuidv7 } from '../src/foundation/kernel/ids.ts';
import { administer, openTestDatabase, type TestDatabase } from './support/database.ts';
import { exchange, newScene, type Scene } from './support/ledger-scene.ts';
import { at, openPlatform } from './support/ledger-world.ts';
import { plansOf } from './support/plans.ts';
import { plainData } from './support/stored-events.ts';

let database: TestDatabase;
let db: Database;
let ledger: Ledger;
beforeAll(async () => {
  database = await openTestDatabase();
  db = database.db;
  ledger = new Ledger(db);
});
afterAll(() => database.close());

const scene = (on = db): Promise<Scene> => newScene(on, on === db ? ledger : new Ledger(on));

describe('the audit', () => {
  interface Corruption {
    invariant: number;
    what: string;
    /** Corrupts rows of the given platform. */
    statement: (platformId: string) => Sql;
    message: RegExp;
  }

  const completion = (p: string) =>
    sql`SELECT transaction_id FROM ledger_entries WHERE platform_id = ${p} AND phase = 'complete'`;
  const completed = (p: string) => sql`platform_id = ${p} AND id IN (${completion(p)})`;
  const eventsOfCompleted = (p: string) => sql`platform_id = ${uuidOf(p)} AND resource_id IN (${completion(p)})`;
  const pending = (p: string) => sql`platform_id = ${p} AND status = 'PROCESSING'`;

  const corruptions: Corruption[] = [
    {
      invariant: 1,
      what: 'an entry between currencies',
      statement: (p) => sql`UPDATE ledger_entries SET currency = 'EUR' WHERE platform_id = ${p} AND phase = 'fund'`,
      message: /^entry fund\/1 of 10000 EUR debits rail.nostro:USD \(USD\)/,
    },
    {
      invariant: 1,
      what: 'an entry of an account that does not exist',
      statement: (p) => sql`DELETE FROM accounts WHERE platform_id = ${p} AND id = 'fees.service:USD'`,
      message: /credits fees.service:USD \(none\)/,
    },
    {
      invariant: 2,
      what: 'money created from nothing',
      statement: (p) =>
        sql`UPDATE accounts SET posted = posted + 1 WHERE platform_id = ${p} AND id = 'fx.position:EUR'`,
      message: /^the balances in EUR sum to 1$/,
    },
    {
      invariant: 3,
      what: 'a balance that changed without an entry',
      statement: (p) => sql`UPDATE accounts SET posted = posted + CASE id WHEN 'fx.position:EUR' THEN 1 ELSE -1 END
        WHERE platform_id = ${p} AND id IN ('fx.position:EUR', 'rail.nostro:EUR')`,
      message: /^posted is 869, its entries say 870$/,
    },
    {
      invariant: 3,
      what: 'pending totals without an entry',
      statement: (p) => sql`
        INSERT INTO pending_totals (platform_id, account_id, posted, at) VALUES (${p}, 'fees.service:EUR', 1, ${at})`,
      message: /^posted is 1, its entries say 0$/,
    },
    {
      invariant: 3,
      what: 'pending totals that were lost',
      statement: (p) => sql`DELETE FROM pending_totals WHERE platform_id = ${p} AND account_id = 'rail.nostro:USD'`,
      message: /^posted is 0, its entries say -10000$/,
    },
    {
      invariant: 3,
      what: 'a reservation without an entry',
      statement: (p) => sql`UPDATE accounts SET held = held + 1 WHERE platform_id = ${p} AND id = 'suspense:USD'`,
      message: /^held is 1, its entries say 0$/,
    },
    {
      invariant: 4,
      what: 'a balance below its minimum',
      statement: (p) => sql`UPDATE accounts SET posted = -1 WHERE platform_id = ${p} AND id = 'suspense:USD'`,
      message: /^posted is -1, held is 0, the minimum is 0 and should be 0$/,
    },
    {
      invariant: 4,
      what: 'a reservation below zero',
      statement: (p) => sql`UPDATE accounts SET held = -1 WHERE platform_id = ${p} AND id = 'suspense:USD'`,
      message: /held is -1/,
    },
    {
      invariant: 4,
      what: "an account that lost the chart's minimum",
      statement: (p) => sql`UPDATE accounts SET minimum = NULL WHERE platform_id = ${p} AND kind = 'customer'`,
      message: /the minimum is none and should be 0$/,
    },
    {
      invariant: 5,
      what: 'a phase posted in two statements',
      statement: (p) => sql`
        INSERT INTO ledger_entries SELECT platform_id, transaction_id, phase, 9, debit_account_id, credit_account_id, currency, amount,
          code, NULL, NULL, 0, created_at + interval '1 second' FROM ledger_entries WHERE platform_id = ${p} AND phase = 'fund'`,
      message: /^phase fund has 2 entries, numbered 1 to 9, posted at 2 times$/,
    },
    {
      invariant: 5,
      what: 'a payment both completed and refunded',
      statement: (p) => sql`
        UPDATE ledger_entries SET phase = 'refund'
        WHERE platform_id = ${p} AND phase = 'execute' AND n > 1 AND transaction_id IN (${completion(p)})`,
      message: /^completed and refunded without a return$/,
    },
    {
      invariant: 5,
      what: 'a COMPLETED payment that was never paid out',
      statement: (p) => sql`DELETE FROM ledger_entries WHERE platform_id = ${p} AND phase = 'complete'`,
      message: /^COMPLETED, but neither paid out nor refunded$/,
    },
    {
      invariant: 5,
      what: 'a COMPLETED transaction without an entry',
      statement: (p) => sql`DELETE FROM ledger_entries WHERE platform_id = ${p} AND phase = 'fund'`,
      message: /^COMPLETED, but no money moved$/,
    },
    {
      invariant: 5,
      what: 'a failed payment without a refund',
      statement: (p) => sql`UPDATE transactions SET status = 'REJECTED' WHERE ${pending(p)}`,
      message: /^failed, but neither refunded nor suspended$/,
    },
    {
      invariant: 5,
      what: 'a suspended payment that was refunded without being resumed',
      statement: (p) =>
        sql`UPDATE ledger_entries SET phase = 'suspend' WHERE platform_id = ${p} AND reverses = 'execute/1'`,
      message: /^suspended and refunded without having been resumed$/,
    },
    {
      invariant: 5,
      what: 'a resumed payment that was not suspended',
      statement: (p) =>
        sql`UPDATE ledger_entries SET phase = 'resume' WHERE platform_id = ${p} AND reverses = 'execute/1'`,
      message: /^resumed without having been suspended$/,
    },
    {
      invariant: 5,
      what: 'a resumed payment that was not refunded',
      statement: (p) => sql`UPDATE ledger_entries SET phase = 'resume' WHERE platform_id = ${p} AND phase = 'refund'`,
      message: /^resumed, but not refunded$/,
    },
    {
      invariant: 5,
      what: 'a reversal of another amount',
      statement: (p) =>
        sql`UPDATE ledger_entries SET amount = amount + 1 WHERE platform_id = ${p} AND reverses = 'execute/3'`,
      message: /^entry refund\/3 is reversal 1 of execute\/3$/,
    },
    {
      invariant: 5,
      what: 'an entry reversed twice',
      statement: (p) => sql`
        INSERT INTO ledger_entries SELECT platform_id, transaction_id, 'again', 1, debit_account_id, credit_account_id, currency, amount,
          code, reverses, holder_id, held, created_at + interval '1 second'
        FROM ledger_entries WHERE platform_id = ${p} AND reverses = 'execute/1'`,
      message: /^entry again\/1 is reversal 2 of execute\/1$/,
    },
    {
      invariant: 6,
      what: 'a finished payment still in transit',
      statement: (p) => sql`UPDATE transactions SET status = 'COMPLETED' WHERE ${pending(p)}`,
      message: /^COMPLETED leaves 870 on transit.payout:EUR$/,
    },
    {
      invariant: 6,
      what: 'a finished payment that still reserves money',
      statement: (p) => sql`UPDATE transactions SET status = 'COMPLETED' WHERE ${pending(p)}`,
      message: /^COMPLETED leaves 1000 held for InternalAccount:/,
    },
    {
      invariant: 7,
      what: 'an event that is missing',
      statement: (p) => sql`DELETE FROM events WHERE sequence = 1 AND ${eventsOfCompleted(p)}`,
      message: /^version 2 is COMPLETED; 1 events from 2 to 2$/,
    },
    {
      invariant: 7,
      what: 'an event with another status',
      statement: (p) => sql`UPDATE transactions SET status = 'SETTLED' WHERE ${completed(p)}`,
      message: /^version 2 is SETTLED, the newest event has COMPLETED$/,
    },
    {
      invariant: 7,
      what: 'an event that cannot be parsed',
      statement: (p) => sql`UPDATE events SET data = 'broken' WHERE sequence = 2 AND ${eventsOfCompleted(p)}`,
      message: /^version 2 is COMPLETED, the newest event has nothing$/,
    },
    {
      invariant: 7,
      what: 'a list by status without a payment',
      statement: (p) => sql`DELETE FROM listed_statuses WHERE platform_id = ${p} AND status = 'PROCESSING'`,
      message: /^it is PROCESSING and listed as nothing$/,
    },
    {
      invariant: 8,
      what: 'a PROCESSING payment whose job is dead',
      statement: (p) => sql`UPDATE jobs SET state = 'DEAD' WHERE platform_id = ${p}`,
      message: /^PROCESSING, but no job can end it$/,
    },
    {
      invariant: 9,
      what: 'entries of a transaction that does not exist',
      statement: (p) => sql`DELETE FROM transactions WHERE ${completed(p)}`,
      message: /^phase (execute|complete) was posted, but there is no transaction$/,
    },
    {
      invariant: 10,
      what: 'a stored response that cannot be replayed',
      statement: (p) => sql`UPDATE idempotency_records SET body = '{"cut' WHERE platform_id = ${p} AND key = 'plain'`,
      message: /^the body stored with status 201 is not JSON$|a value it cannot read/,
    },
    {
      invariant: 10,
      what: 'a stored response whose quote is gone',
      statement: (p) => sql`
        UPDATE idempotency_records SET rebuilt_from = 'Quote:gone PENDING' WHERE platform_id = ${p} AND key = 'empty'`,
      message: /^it is rebuilt from Quote:gone PENDING, which does not exist$/,
    },
    {
      invariant: 11,
      what: 'a payment converted at another rate than quoted',
      statement: (p) => sql`UPDATE transactions SET received_amount = received_amount - 3 WHERE ${completed(p)}`,
      message: /^the position in EUR differs by -3 from the quote$/,
    },
    {
      invariant: 11,
      what: 'a fee credited to the FX position',
      statement: (p) => sql`UPDATE transactions SET fees = fees + 7 WHERE ${completed(p)}`,
      message: /^the position in USD differs by 7 from the quote$/,
    },
  ];

  /** A database without constraints, which would reject most corruptions before an audit. */
  let lax: TestDatabase;
  beforeAll(async () => {
    lax = await openTestDatabase();
    await lax.db.write(sql`ALTER TABLE accounts DROP CONSTRAINT accounts_minimum, DROP CONSTRAINT accounts_held`);
    const { database } = lax.connection;
    await administer('ALTER TABLE accounts DISABLE TRIGGER ALL', database);
    await administer('ALTER TABLE ledger_entries DISABLE TRIGGER ALL', database);
  });
  afterAll(() => lax.close());

  /** A history with all rows that are corrupted: completed, refunded and pending payments, and stored responses. */
  async function history(): Promise<Scene> {
    const s = await scene(lax.db);
    const payment = exchange(s);
    for (const ending of [phases.complete, phases.refund, undefined]) {
      const story = s.begin(payment);
      await story.step(phases.execute, { entries: execute(payment), status: 'PROCESSING' });
      if (ending === phases.complete) await story.step(ending, { entries: complete({ payment }), status: 'COMPLETED' });
      if (ending === phases.refund) await story.step(ending, { entries: refund({ payment }), status: 'FAILED' });
    }
    await lax.db.write(sql`
      INSERT INTO idempotency_records (platform_id, key, fingerprint, status, body, is_sealed, expires_at) VALUES
        (${s.platform.id}, 'plain', '', 201, '{"a": 1}', false, ${at}),
        (${s.platform.id}, 'empty', '', 204, '', false, ${at}),
        (${s.platform.id}, 'sealed', '', 201, 'seal-1.x', true, ${at})`);
    return s;
  }

  test.each(corruptions)('finds $what (invariant $invariant)', async ({ invariant, statement, message }) => {
    const [s, other] = [await history(), await history()];
    await s.sound();
    await lax.db.write(statement(s.platform.id));
    const { findings } = await audit(lax.db, { platformId: s.platform.id });
    const found = findings.filter((finding) => finding.invariant === invariant);
    expect(found.map((finding) => finding.message)).toContainEqual(expect.stringMatching(message));
    expect(new Set(findings.map((finding) => finding.platformId))).toEqual(new Set([s.platform.id]));
    await other.sound();
  });

  const transaction = {
    type: 'INCOMING',
    direction: 'CREDIT',
    status: 'FAILED',
    customer_id: 'c',
    platform_customer_id: 'c',
  };
  const written = { created_at: at, updated_at: at, expires_at: at, run_at: at, due_at: at, at, day: at };
  const strayRows = {
    transactions: { ...transaction, reference: 'r', details: {}, version: 0 },
    listed_statuses: { type: 'OUTGOING', status: 'FAILED', is_suspended: false },
    events: { type: 't', resource_id: 'r', sequence: 1, data: '' },
    jobs: { kind: 'k', resource_id: 'r', payload: {}, state: 'READY', attempts: 0 },
    idempotency_records: { key: 'k', fingerprint: 'f', status: 200, body: '{}', is_sealed: false },
    daily_volumes: { owner_id: 'o', currency: 'USD', sent: 1, maximum: 1 },
    request_log: { method: 'GET', path: '/', route: '/', token_id: '', status: 200, duration_ms: 1, is_replay: false },
  };

  test.each(Object.entries(strayRows))(
    'finds %s of a platform that does not exist (invariant 9)',
    async (table, row) => {
      const platformId = newId('Platform');
      const key = ['events', 'request_log'].includes(table) ? uuidOf(platformId) : platformId;
      const stray = JSON.stringify({ ...written, ...row, platform_id: key, id: uuidv7() });
      const name = rawSql(table);
      await lax.db.write(sql`INSERT INTO ${name} SELECT * FROM jsonb_populate_record(NULL::${name}, ${stray}::jsonb)`);
      const { findings } = await audit(lax.db);
      expect(findings.filter((finding) => finding.platformId === platformId && finding.subject === table)).toEqual([
        expect.objectContaining({ invariant: 9, message: 'there is no such platform' }),
      ]);
      await lax.db.write(sql`DELETE FROM ${name} WHERE platform_id = ${key}`);
    },
  );

  test('checks all twelve invariants of every platform', async () => {
    const [s, other] = [await history(), await history()];
    const corrupted = [s, other].map(({ platform }) => platform.id);
    await lax.db.write(
      sql`UPDATE accounts SET posted = 7 WHERE platform_id = ANY (${corrupted}) AND id = 'suspense:EUR'`,
    );
    const { findings, checked } = await audit(lax.db);
    const unbalanced = findings.filter(({ invariant }) => invariant === 2).map(({ platformId }) => platformId);
    expect(unbalanced).toEqual(expect.arrayContaining(corrupted));
    expect(new Set(checked.map(({ invariant }) => invariant))).toEqual(
      new Set([1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12]),
    );
  });

  test('reads each row of a platform once per check, also if the statistics do not know the platform', async () => {
    await lax.db.pool.query('ANALYZE');
    const customers = 200;
    const { id } = await openPlatform(lax.db, { currencies: ['USD'], customers });
    await lax.db.write(sql`
      INSERT INTO ledger_entries (platform_id, transaction_id, phase, n, debit_account_id, credit_account_id, currency, amount,
        code, created_at)
      SELECT ${id}, 'Transaction:' || gen_random_uuid(), 'fund', 1, 'rail.nostro:USD', a.id, 'USD', 1, 'fund', now()
      FROM accounts a CROSS JOIN generate_series(1, 3) WHERE a.platform_id = ${id} AND a.kind = 'customer'`);
    const nodes = await plansOf(lax.db, (read) => audit(read, { platformId: id }));
    const rows = nodes
      .filter((node) =>
        /^(accounts|ledger_entries|transactions|listed_statuses|events_.*)$/.test(node['Relation Name'] ?? ''),
      )
      .map((node) => (node['Actual Rows'] + (node['Rows Removed by Filter'] ?? 0)) * node['Actual Loops']);
    expect(rows.length).toBeGreaterThan(20);
    expect(Math.max(...rows)).toBeLessThan(10 * customers);
  });

  test('returns a bounded number of findings, and whether there are more', async () => {
    const platform = await openPlatform(lax.db, { currencies: ['USD'], customers: 30 });
    await lax.db.write(sql`UPDATE accounts SET held = 1 WHERE platform_id = ${platform.id} AND kind = 'customer'`);
    const { findings, checked } = await audit(lax.db, { platformId: platform.id });
    expect(findings).toHaveLength(20);
    expect(checked.filter(({ hasMore }) => hasMore).map(({ title }) => title)).toEqual([findings[0]?.title]);
  });

  test('accepts a payment reported as FAILED before its refund while the job that refunds it is alive', async () => {
    const s = await scene(lax.db);
    const payment = exchange(s);
    const story = s.begin(payment);
    await story.step(phases.execute, { entries: execute(payment), status: 'PROCESSING' });
    const { id } = story.transaction;
    await lax.db.write(sql`UPDATE transactions SET status = 'FAILED', version = 2 WHERE id = ${id}`);
    await lax.db.write(sql`UPDATE listed_statuses SET status = 'FAILED' WHERE id = ${id}`);
    await lax.db.write(sql`
      INSERT INTO events (platform_id, id, type, resource_id, sequence, data, created_at)
      SELECT platform_id, ${uuidv7()}, type, resource_id, 2, ${plainData({ status: 'FAILED' })}, created_at
      FROM events WHERE resource_id = ${id}`);
    await s.sound();
    await lax.db.write(sql`DELETE FROM jobs WHERE platform_id = ${s.platform.id}`);
    const { findings } = await audit(lax.db, { platformId: s.platform.id });
    expect(new Set(findings.map(({ invariant }) => invariant))).toEqual(new Set([5, 6]));
  });
});
