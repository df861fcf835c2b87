import { execFile } from 'node:child_process';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { pino } from 'pino';
import { sweepPeriods } from '../server/src/engine/archive/retention.ts';
import { purgeExpired } from '../server/src/engine/http/idempotency.ts';
import { RequestLog } from '../server/src/engine/request-log/log.ts';
import { Database } from '../server/src/foundation/db/database.ts';
import { ADMIN_ROLE } from '../server/src/foundation/db/embedded.ts';
import { attachPeriod, changePartitions } from '../server/src/foundation/db/periods.ts';
import { rawSql, type Sql, sql } from '../server/src/foundation/db/sql.ts';
import { Vault } from '../server/src/foundation/db/vault.ts';
import { addMs, DAY_MS, monotonicMs, systemClock } from '../server/src/foundation/kernel/clock.ts';
import { newId, uuidOf } from '../server/src/foundation/kernel/ids.ts';
import type { Postgres } from './pgbench.ts';
import type { Place } from './place.ts';

const KEEP_DAYS = 90;
const MASTER_KEY = Buffer.alloc(32, 'bench');
/** Events of one payment. */
const EVENTS = 5;
const RUNS = 2;
const RESPONSES = 2;
const REQUESTS = 3;
/** Bytes of the body of a response in the request log. */
const BODY = 960;
/** Bytes of a compressed event. */
const DATA = 230;

/** Milliseconds of the parts of one run of the housekeeping, by name. */
export type RetentionTimes = Record<string, number>;

/** Removes the rows of payments that are older than the retention, in a separate database. */
export async function measureRetention(
  { postgres, directory }: Place,
  payments: number,
): Promise<{ dropped: RetentionTimes; archived: RetentionTimes }> {
  const admin = new Database({ connection: { ...postgres, user: ADMIN_ROLE } });
  const name = 'retention';
  await admin.write(sql`CREATE DATABASE ${rawSql(name)}`);
  const db = new Database({ connection: { ...postgres, user: ADMIN_ROLE, database: name } });
  try {
    const archive = join(directory, 'archive');
    await mkdir(archive);
    await migrated(postgres, name);
    const platformId = newId('Platform');
    await db.write(sql`INSERT INTO platforms (id, name, mode, created_at)
      VALUES (${platformId}, 'retention', 'SANDBOX', ${systemClock.now()})`);
    const run = async (archiveDirectory?: string): Promise<RetentionTimes> => {
      await seed(db, platformId, payments);
      const times = await housekeeping(db, archiveDirectory);
      await requireEmpty(db);
      return times;
    };
    return { dropped: await run(), archived: await run(archive) };
  } finally {
    await db.close();
    await admin.write(sql`DROP DATABASE ${rawSql(name)} WITH (FORCE)`);
    await admin.close();
  }
}

/** Creates the schema with the released command, whose bundle has the migrations. */
async function migrated({ host, port }: Postgres, name: string): Promise<void> {
  const url = `postgresql://${ADMIN_ROLE}@localhost:${port}/${name}?host=${encodeURIComponent(host)}`;
  const env = { PATH: process.env['PATH'], DATABASE_URL: url, EVENTS_KEEP_DAYS: String(KEEP_DAYS) };
  await promisify(execFile)(process.execPath, ['server/dist/causeway.js', 'migrate'], { env });
}

/** Runs the parts of the housekeeping whose work grows with the number of payments. */
async function housekeeping(db: Database, archiveDirectory?: string): Promise<RetentionTimes> {
  const [clock, log, keepEventsDays] = [systemClock, pino({ level: 'silent' }), KEEP_DAYS];
  const vault = await Vault.open(db, [MASTER_KEY], clock.now());
  const requestLog = new RequestLog({ db, keep: 0, onDropped: () => {} });
  const parts: Record<string, () => Promise<void>> = {
    'stored responses': () => purgeExpired(db, clock.now()),
    'request log': () => requestLog.prune(),
    'events, attempts and runs': () => sweepPeriods({ db, vault, clock, log, keepEventsDays, archiveDirectory }),
  };
  const times: RetentionTimes = {};
  for (const [name, sweep] of Object.entries(parts)) {
    const startedAt = monotonicMs();
    await sweep();
    times[name] = monotonicMs() - startedAt;
  }
  return times;
}

async function seed(db: Database, platformId: string, payments: number): Promise<void> {
  const from = new Date(Math.floor(systemClock.now().getTime() / DAY_MS) * DAY_MS - 2 * KEEP_DAYS * DAY_MS);
  const isCreated = await changePartitions(db, (query) => attachPeriod(query, { from, to: addMs(from, 8 * DAY_MS) }));
  if (!isCreated) throw new Error('the period could not be created');
  const platform = uuidOf(platformId);
  const [n, m] = [rawSql('n'), rawSql(`n * ${EVENTS} + m`)];
  const each = (count: number): Sql => sql`generate_series(1, ${payments}::int) n, generate_series(1, ${count}::int) m`;
  const at = sql`${from}::timestamptz`;
  await db.transaction(
    async (query) => {
      await query(sql`
        INSERT INTO events (sequence, created_at, platform_id, id, type, resource_id, data)
        SELECT m, ${at}, ${platform}, ${uuidSql(from, m)}, 'OUTGOING_PAYMENT.COMPLETED', 'Transaction:' || ${uuidSql(from, n)},
          decode(repeat(md5(n::text), ${Math.ceil(DATA / 16)}::int), 'hex')
        FROM ${each(EVENTS)}`);
      await query(sql`
        INSERT INTO webhook_attempts (at, platform_id, event_id, number, latency_ms, status, has_arrived, url)
        SELECT ${at}, ${platform}, ${uuidSql(from, m)}, 1, 5, 200, true, 'https://platform.example/hooks' FROM ${each(EVENTS)}`);
      await query(sql`
        INSERT INTO job_runs (id, at, duration_ms, try, platform_id, resource_id, kind, outcome)
        SELECT ${uuidSql(from, m)}, ${at}, 1, 1, ${platformId}, 'Transaction:' || ${uuidSql(from, n)}, 'payment.payout', 'DONE'
        FROM ${each(RUNS)}`);
      await query(sql`
        INSERT INTO idempotency_records (platform_id, key, fingerprint, status, body, is_sealed, expires_at)
        SELECT ${platformId}, md5((${m})::text), md5(n::text), 200, '', false, ${at} FROM ${each(RESPONSES)}`);
      await query(sql`
        INSERT INTO request_log (platform_id, id, at, duration_ms, status, is_replay, method, path, route, token_id,
          resource_ids, response_body)
        SELECT ${platform}, ${uuidSql(from, m)}, ${at}, 5, 200, false, 'POST', '/api/2025-10-13/quotes', '/quotes', 'Token:bench',
          ARRAY['Transaction:' || ${uuidSql(from, n)}], to_json(repeat(md5(n::text), ${BODY / 32}::int))
        FROM ${each(REQUESTS)}`);
    },
    { isUnbounded: true },
  );
  for (const table of ['events', 'webhook_attempts', 'job_runs', 'idempotency_records', 'request_log']) {
    await db.write(sql`VACUUM (ANALYZE) ${rawSql(table)}`);
  }
}

/** Ids of a few minutes, in the order of the rows. */
const uuidSql = (
  from: Date,
  n: Sql,
): Sql => sql`(regexp_replace(lpad(to_hex(${from.getTime()}::bigint + (${n})::bigint), 12, '0'),
  '(.{8})', '\\1-') || '-7000-8000-000000000000')::uuid`;

async function requireEmpty(db: Database): Promise<void> {
  const [left] = await db.read<{ count: bigint }>(sql`
    SELECT (SELECT count(*) FROM events) + (SELECT count(*) FROM webhook_attempts) + (SELECT count(*) FROM job_runs)
      + (SELECT count(*) FROM idempotency_records) + (SELECT count(*) FROM request_log) AS count`);
  if (left?.count !== 0n) throw new Error(`the housekeeping left ${left?.count} rows`);
}
