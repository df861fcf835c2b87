import { readFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { sql } from '../server/src/foundation/db/sql.ts';
import { type Books, type ScriptWorkload, STRIDE, senders } from './workload.ts';

const SCHEMA = 'bench/lean-schema.sql';
const SCRIPT = 'bench/lean.sql';
/** Three digits, of which the first is not zero. */
const FIRST_BATCH = 100;
const CLIENTS = [8, 32];
/** More than any machine has reached: the run fails if its quotes are used up. */
const QUOTES_PER_SECOND = 25_000;
/** Factor on the number of quotes: clients advance unevenly, and each has its own numbers. */
const MARGIN = 2;

/** Removes the tables, which are no part of the service. */
export const dropLean = async ({ db }: Books): Promise<void> => {
  await db.pool.query('DROP SCHEMA IF EXISTS lean CASCADE');
};

/** The least that a durable payment writes, in separate tables: a yardstick independent of the service's statement. */
export async function leanExecute({ db }: Books, name: string): Promise<ScriptWorkload> {
  await db.pool.query(await readFile(SCHEMA, 'utf8'));
  let batch = FIRST_BATCH - 1;
  return {
    name,
    clients: CLIENTS,
    script: () => readFileSync(SCRIPT, 'utf8'),
    supply: async (seconds) => {
      batch += 1;
      const count = (Math.ceil(seconds) + 1) * QUOTES_PER_SECOND * MARGIN;
      await db.write(sql`
        INSERT INTO lean.quotes (id, account_id, sent, fee, received, status, expires_at)
        SELECT ('01900000-0000-7000-8000-' || (${batch}::bigint * 1000000000 + n))::uuid,
          ('01900000-0000-7000-8000-0000000' || ${senders.from}::int + (n * ${STRIDE}::int) % ${senders.to - senders.from + 1}::int)::uuid,
          10000, 100, 7500, 'PENDING', now() + interval '1 day'
        FROM generate_series(1, ${count}::int) AS n`);
      await db.write(sql`ANALYZE lean.quotes`);
      return { batch };
    },
  };
}
