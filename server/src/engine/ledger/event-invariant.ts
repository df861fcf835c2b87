import { decompressJson } from '../../foundation/db/compressed-json.ts';
import type { Database } from '../../foundation/db/database.ts';
import { emptySql, literalLimit, type Sql, sql } from '../../foundation/db/sql.ts';
import { uuidOf } from '../../foundation/kernel/ids.ts';
import type { ReadInvariant, Violation } from './invariant.ts';

/** Number of transactions that one query compares. */
const PAGE = 2_000;

/** SQL: transaction id as the API and its events show it. Card transactions prefix the id of the row. */
export const shownTransactionId: Sql = sql`(CASE t.type WHEN 'CARD' THEN 'Card' ELSE '' END || t.id)`;

/** Compares in code, because PostgreSQL cannot read the compressed data of long events. */
export const eventStatusInvariant: ReadInvariant = {
  invariant: 7,
  title: 'the newest event of a transaction has its status',
  read: async (db, platformId, most) => {
    const found: Violation[] = [];
    for (const id of platformId === undefined ? await platformIds(db) : [platformId]) {
      for await (const row of newestEvents(db, id)) {
        if (row.data === null) continue;
        const reported = reportedStatus(row.data);
        if (reported === row.status) continue;
        const message = `version ${row.version} is ${row.status}, the newest event has ${reported}`;
        if (found.push({ platformId: id, subject: row.id, message }) === most) return found;
      }
    }
    return found;
  },
};

async function platformIds(db: Database): Promise<string[]> {
  return (await db.read<{ id: string }>(sql`SELECT id FROM platforms ORDER BY id`)).map(({ id }) => id);
}

interface NewestEvent {
  id: string;
  status: string;
  version: bigint;
  /** Null for a missing event, which the check of the numbers of events reports. */
  data: Buffer | null;
}

async function* newestEvents(db: Database, platformId: string): AsyncGenerator<NewestEvent> {
  for (let last: string | undefined; ; ) {
    const rows = await db.transaction(
      async (query) => {
        // Without statistics the planner would read and sort all transactions of the platform per page.
        await query(sql`SET LOCAL enable_bitmapscan = off`);
        await query(sql`SET LOCAL enable_seqscan = off`);
        return query<NewestEvent>(newestEventsOf(platformId, last));
      },
      { isUnbounded: true },
    );
    yield* rows;
    if (rows.length < PAGE) return;
    last = rows.at(-1)?.id;
  }
}

/** MATERIALIZED and LATERAL with a limit allow only one plan: an index probe per transaction. */
const newestEventsOf = (platformId: string, last: string | undefined): Sql => sql`
  WITH page AS MATERIALIZED (
    SELECT t.id, t.type, t.status, t.version FROM transactions t
    WHERE t.platform_id = ${platformId} ${last === undefined ? emptySql : sql`AND t.id > ${last}`}
    ORDER BY t.id ${literalLimit(PAGE)}
  )
  SELECT t.id, t.status, t.version, e.data FROM page t
  LEFT JOIN LATERAL (
    SELECT e.data FROM events e
    WHERE e.platform_id = ${uuidOf(platformId)} AND uuid_of(e.resource_id) = uuid_of(t.id)
      AND e.resource_id = ${shownTransactionId} AND e.sequence = t.version
    LIMIT 1
  ) e ON true
  ORDER BY t.id`;

/** An unreadable event reports the status "nothing", which the finding shows. */
function reportedStatus(data: Buffer): string {
  try {
    return `${JSON.parse(decompressJson(data)).status}`;
  } catch {
    return 'nothing';
  }
}
