import { setTimeout as sleep } from 'node:timers/promises';
import type { Database } from '../server/src/foundation/db/database.ts';
import { rawSql, sql } from '../server/src/foundation/db/sql.ts';
import { Api, newPlatform, newQuoteBodies } from './customers.ts';
import { sendAll } from './load.ts';
import type { Place } from './place.ts';
import { cpuMsOf } from './processor-time.ts';
import { MadeQuotes } from './supply.ts';
import { waitUntil } from './wait.ts';

const CONNECTIONS = 32;
const CUSTOMERS = 64;
const POLL_MS = 250;

/** Bytes and updates of one table with its indexes, per payment. */
export interface TableFootprint {
  table: string;
  /** Bytes of WAL, without images of whole pages. */
  walBytes: number;
  heapBytes: number;
  indexBytes: number;
  updates: number;
  hotUpdates: number;
}

/** Cost of one complete payment: quote, execution, settlement, events and their deliveries, request log; or of a quote alone. */
export interface Footprint {
  walBytes: number;
  diskBytes: number;
  tables: TableFootprint[];
  serverCpuMs: number;
  databaseCpuMs: number;
}

interface Measured {
  payments: number;
  /** Uncounted payments before the measured ones, during which V8 compiles; by default as many as are measured. */
  warmUpPayments?: number;
  /** Receives the events. Without an endpoint, events are not delivered. */
  webhookEndpoint?: string;
  /** Creates the quotes without executing them. */
  isQuoteOnly?: boolean;
}

/** Makes payments on a separate platform. Processor time depends on the machine, bytes do not. */
export async function measureFootprint(place: Place, measured: Measured): Promise<Footprint> {
  const { payments, warmUpPayments = payments, webhookEndpoint, isQuoteOnly = false } = measured;
  const { db } = place.books;
  const { id: platformId, address } = await newPlatform(place.server, 'footprint');
  if (webhookEndpoint) await new Api(address).ask('PATCH', 'config', { webhookEndpoint });
  const bodies = await newQuoteBodies(address, CUSTOMERS, 'AT_ONCE');
  const made = new MadeQuotes({ directory: place.directory, server: address }, bodies);
  const target = { url: address.url.href, authorization: address.authorization, connections: CONNECTIONS };
  const pay = async (count: number): Promise<void> => {
    const quotesFile = await made.refill(count);
    if (!isQuoteOnly) await sendAll({ ...target, request: 'execute', quotesFile }, count);
    await settled(db, platformId, isQuoteOnly ? 'PENDING' : 'COMPLETED');
  };
  await pay(warmUpPayments);
  const { before, after } = await withoutPageImages(db, async () => {
    await vacuum(db);
    const before = await snapshot(place);
    await pay(payments);
    return { before, after: await snapshot(place) };
  });
  const wal = await walByTable(db, before.lsn, after.lsn);
  await vacuum(db);
  const sizes = await sizesOf(db);
  const tables = [...sizes].map(([table, size]) => {
    const old = before.sizes.get(table);
    const of = (name: keyof Size): number => (size[name] - (old?.[name] ?? 0)) / payments;
    return {
      table,
      walBytes: (wal.get(table) ?? 0) / payments,
      heapBytes: of('heap'),
      indexBytes: of('index'),
      updates: of('updates'),
      hotUpdates: of('hot'),
    };
  });
  return {
    walBytes: [...wal.values()].reduce((a, b) => a + b, 0) / payments,
    diskBytes: tables.reduce((total, { heapBytes, indexBytes }) => total + heapBytes + indexBytes, 0),
    tables: tables.filter(({ walBytes }) => walBytes >= 1).sort((a, b) => b.walBytes - a.walBytes),
    serverCpuMs: (after.serverCpuMs - before.serverCpuMs) / payments,
    databaseCpuMs: (after.databaseCpuMs - before.databaseCpuMs) / payments,
  };
}

/**
 * Measures without images of whole pages, whose number depends on the last checkpoint, and keeps the WAL until it is
 * counted. Restores both settings for the following sections.
 */
async function withoutPageImages<T>(db: Database, measure: () => Promise<T>): Promise<T> {
  const set = async (changes: readonly string[]): Promise<void> => {
    for (const change of changes) await db.pool.query(`ALTER SYSTEM ${change}`);
    await db.pool.query('SELECT pg_reload_conf()');
  };
  await set(['SET full_page_writes = off', "SET wal_keep_size = '2GB'"]);
  try {
    return await measure();
  } finally {
    await set(['RESET full_page_writes', 'RESET wal_keep_size']);
  }
}

/** Waits until the payments have this status, their events are delivered and their requests are logged. */
async function settled(db: Database, platformId: string, status: 'PENDING' | 'COMPLETED'): Promise<void> {
  // Queries run one after the other, so that they add little to the measured processor time.
  const open = [
    sql`SELECT FROM transactions WHERE platform_id = ${platformId} AND type = 'OUTGOING' AND status <> ${status}`,
    sql`SELECT FROM jobs WHERE platform_id = ${platformId} AND due_at <= now()`,
    sql`SELECT FROM pending_deliveries`,
    sql`SELECT FROM delivery_states WHERE status = 'WAITING'`,
  ];
  for (const rest of open) {
    await waitUntil('the end of all payments', async () => (await db.read(sql`${rest} LIMIT 1`)).length === 0, POLL_MS);
  }
  // The request log is written within a second.
  await sleep(1_000);
}

async function snapshot(place: Place) {
  const { db } = place.books;
  const [row] = await db.read<{ lsn: string }>(sql`SELECT pg_current_wal_insert_lsn()::text AS lsn`);
  const sizes = await sizesOf(db);
  const [serverCpuMs, databaseCpuMs] = await Promise.all([cpuMsOf(place.pids.server), cpuMsOf(place.pids.postgres)]);
  return { lsn: row?.lsn ?? '', sizes, serverCpuMs, databaseCpuMs };
}

interface Size {
  heap: number;
  index: number;
  updates: number;
  hot: number;
}

async function sizesOf(db: Database): Promise<Map<string, Size>> {
  await db.pool.query('SELECT pg_stat_clear_snapshot()');
  const found = await db.read<{ table: string; heap: bigint; index: bigint; updates: bigint; hot: bigint }>(sql`
    SELECT s.relname AS table, pg_table_size(s.relid) AS heap, pg_indexes_size(s.relid) AS index,
      s.n_tup_upd AS updates, s.n_tup_hot_upd AS hot
    FROM pg_stat_user_tables s WHERE s.schemaname = 'public'`);
  return new Map(
    found.map(({ table, heap, index, updates, hot }) => [
      table,
      { heap: Number(heap), index: Number(index), updates: Number(updates), hot: Number(hot) },
    ]),
  );
}

/** VACUUM FULL, so that the size does not include gaps between rows. */
async function vacuum(db: Database): Promise<void> {
  for (const [table] of await sizesOf(db)) await db.write(sql`VACUUM (FULL) ${rawSql(`"${table}"`)}`);
}

/** Bytes of WAL by table; records that concern no table, such as commits, are under an empty name. */
async function walByTable(db: Database, from: string, to: string): Promise<Map<string, number>> {
  await db.pool.query('CREATE EXTENSION IF NOT EXISTS pg_walinspect');
  const found = await db.read<{ table: string; bytes: bigint }>(sql`
    WITH relations AS (
      SELECT pg_relation_filenode(c.oid) AS node, COALESCE(x.indrelid, t.oid, c.oid) AS owner FROM pg_class c
      LEFT JOIN pg_index i ON i.indexrelid = c.oid
      LEFT JOIN pg_class t ON t.reltoastrelid = COALESCE(i.indrelid, c.oid)
      LEFT JOIN pg_index x ON x.indexrelid = c.oid AND t.oid IS NULL
      WHERE c.relkind IN ('r', 'i', 't') AND pg_relation_filenode(c.oid) IS NOT NULL
    ), records AS (
      SELECT r.start_lsn, r.record_length - r.fpi_length AS bytes, b.relfilenode FROM pg_get_wal_records_info(${from}::pg_lsn, ${to}::pg_lsn) r
      LEFT JOIN pg_get_wal_block_info(${from}::pg_lsn, ${to}::pg_lsn, false) b ON b.start_lsn = r.start_lsn AND b.block_id = 0
    )
    SELECT COALESCE(o.relname, '') AS table, sum(bytes)::bigint AS bytes FROM records
    LEFT JOIN relations ON relations.node = records.relfilenode
    LEFT JOIN pg_class o ON o.oid = relations.owner
    GROUP BY 1`);
  return new Map(found.map(({ table, bytes }) => [table, Number(bytes)]));
}
