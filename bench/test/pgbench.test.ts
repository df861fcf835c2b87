import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sql } from '../../server/src/db/sql.ts';
import { Vault } from '../../server/src/db/vault.ts';
import { systemClock } from '../../server/src/kernel/clock.ts';
import { audit } from '../../server/src/ledger/audit.ts';
import { createPlatform } from '../../server/src/platforms/platforms.ts';
import { openTestDatabase, type TestDatabase } from '../../server/test/support/database.ts';
import { pgbenchScript } from '../pgbench.ts';
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
