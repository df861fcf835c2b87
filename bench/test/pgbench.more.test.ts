import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { audit } from '../../server/src/engine/ledger/audit.ts';
import { sql } from '../../server/src/foundation/db/sql.ts';
import { Vault } from '../../server/src/foundation/db/vault.ts';
import { systemClock } from '../../server/src/foundation/kernel/clock.ts';
import { createPlatform } from '../../server/src/parties/platforms/platforms.ts';
import { openTestDatabase, type TestDatabase } from '../../server/test/support/database.ts';
import { leanExecute } from '../lean.ts';
import { p99OfLog, pgbenchScript } from '../pgbench.ts';
import { accountId, type Books, funding, hotFunding, hotTransfer, openBooks, transfer } from '../workload.ts';

const WORKLOADS = [funding, hotFunding, transfer, hotTransfer];
const SENDER = '10000';
const RECEIVER = '15000';

let database: TestDatabase;
let books: Books;
beforeAll(async () => {
  database = await openTestDatabase();
  const { db } = database;
  const at = systemClock.now();
  const vault = await Vault.open(db, [randomBytes(32)], at);
  const { id } = await createPlatform(db, vault, { name: 'bench', mode: 'SANDBOX', at });
  books = { db, vault, platformId: id, at };
  await openBooks(books);
});
afterAll(() => database.close());

describe('the pgbench yardstick', () => {
  it.each(WORKLOADS)('posts a $name as the ledger does, a new one each time', async (workload) => {
    const before = await ledgerTotals();
    const script = pgbenchScript(books, workload);
    const run = WORKLOADS.indexOf(workload) + 100;
    const [first, second] = [10_000_010_000, 10_000_020_000].map((u) => asSql(script, { u, run }));
    for (const statement of [first, second]) await books.db.pool.query(statement ?? '');
    const after = await ledgerTotals();
    const { entries } = workload.posting(books, { sender: SENDER, receiver: RECEIVER });
    expect(after.entries - before.entries).toBe(2 * entries.length);
    expect(after.received - before.received).toBe(2n * (entries.at(-1)?.amount ?? 0n));
    await expect(books.db.pool.query(first ?? '')).rejects.toThrow(/duplicate key/);
  });

  it('leaves a consistent ledger', async () => {
    const { findings } = await audit(books.db);
    const titles = new Set(findings.map(({ title }) => title));
    // Bare transfers are entries without a transaction.
    expect([...titles]).toEqual(['no entry belongs to a transaction that does not exist']);
  });
});

describe('the lean execute', () => {
  const totals = async () => {
    const [row] = await books.db.read<Record<string, bigint>>(sql`
      SELECT (SELECT count(*) FROM lean.entries) AS entries, (SELECT count(*) FROM lean.transactions) AS transactions,
        (SELECT count(*) FROM lean.outbox) AS events, (SELECT count(*) FROM lean.idempotency_records) AS answers,
        (SELECT sum(balance)::bigint FROM lean.accounts WHERE id::text LIKE '%-700_-8000-%') AS balance,
        (SELECT balance FROM lean.accounts WHERE id::text LIKE '%-7000-8000-%' || ${SENDER}) AS of_payer`);
    return row ?? {};
  };

  it('writes one payment for each quote, once', async () => {
    const workload = await leanExecute(books, 'lean execute');
    const { batch = 0 } = await workload.supply(0.1);
    // A customer's quotes are 5,000 apart.
    const statement = asSql(workload.script(), { u: batch * 1_000_000_000 + 5_000, run: 0 });
    const before = await totals();
    await books.db.pool.query(statement);
    const after = await totals();
    const changes = Object.entries(after).map(([name, value]) => [name, value - (before[name] ?? 0n)]);
    expect(Object.fromEntries(changes)).toEqual({
      entries: 3n,
      transactions: 1n,
      events: 1n,
      answers: 1n,
      balance: 0n,
      of_payer: -10_000n,
    });
    await expect(books.db.pool.query(statement)).rejects.toThrow(/division by zero/);
    expect(await totals()).toEqual(after);
  });
});

describe('the slowest percent of a log of pgbench', () => {
  const line = (n: number, microseconds: number, second: number) => `0 ${n} ${microseconds} 0 ${second} 500000 17\n`;

  it('is that of all transactions after the lead time', () => {
    const slowStart = Array.from({ length: 50 }, (_, n) => line(n, 900_000, 1_000));
    const later = Array.from({ length: 100 }, (_, n) => line(n, (n + 1) * 1_000, 1_003));
    expect(p99OfLog([...slowStart, ...later].join(''), 2)).toBe(100);
    expect(p99OfLog(later.join(''), 0)).toBe(100);
  });

  it('rejects a log with failures, and one without transactions', () => {
    expect(() => p99OfLog('0 1 failed 0 1000 0\n', 0)).toThrow('logged failures');
    expect(() => p99OfLog('', 0)).toThrow('or nothing');
  });
});

/** Fills in the variables as pgbench does. */
function asSql(script: string, { u, run }: { u: number; run: number }): string {
  const statement = script.split('\n').filter((line) => !line.startsWith('\\set'));
  const values: Record<string, unknown> = { u, run, s: SENDER, r: RECEIVER };
  return statement.join('\n').replaceAll(/(?<!:):(u|s|r|run)\b/g, (_, name) => `'${values[name]}'`);
}

async function ledgerTotals(): Promise<{ entries: number; received: bigint }> {
  const [row] = await books.db.read<{ entries: bigint; received: bigint }>(sql`
    SELECT (SELECT count(*) FROM ledger_entries) AS entries, posted AS received FROM accounts WHERE id = ${accountId(RECEIVER)}`);
  return { entries: Number(row?.entries), received: row?.received ?? 0n };
}
