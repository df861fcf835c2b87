import { type Database, sqlState } from '../../foundation/db/database.ts';
import { emptySql, type Sql, sql } from '../../foundation/db/sql.ts';
import { uuidOf } from '../../foundation/kernel/ids.ts';
import { isOfPlatform } from './entry-keys.ts';
import type { ServerSql, Violation } from './invariant.ts';
import { invariants } from './invariants.ts';

/** Maximum number of findings per check; the first ones identify the problem. */
const MAX_FINDINGS = 20;
/** First version of PostgreSQL with `IS JSON`. */
const IS_JSON_SINCE = 160_000;

export interface Finding extends Violation {
  invariant: number;
  title: string;
}

interface Audit {
  findings: Finding[];
  checked: { invariant: number; title: string; hasMore: boolean }[];
}

/**
 * Checks every invariant of the ledger, for one platform or for all. Each statement sees one snapshot, so an audit may run
 * beside payments.
 */
export async function audit(db: Database, { platformId }: { platformId?: string } = {}): Promise<Audit> {
  const server = await serverSql(db);
  const result: Audit = { findings: [], checked: [] };
  for (const checked of invariants) {
    const { invariant, title } = checked;
    const found = await ('find' in checked
      ? check(db, { find: checked.find(server), platformId })
      : checked.read(db, platformId, MAX_FINDINGS + 1));
    result.findings.push(...found.slice(0, MAX_FINDINGS).map((finding) => ({ invariant, title, ...finding })));
    result.checked.push({ invariant, title, hasMore: found.length > MAX_FINDINGS });
  }
  return result;
}

/** SQL: rows of one platform, with conditions spelled as in the indexes, so that the checks use them. */
const booksOf = (platformId: string): Sql => sql`
  ledger_entries AS NOT MATERIALIZED (SELECT * FROM ledger_entries e WHERE ${isOfPlatform(platformId)}),
  transactions AS NOT MATERIALIZED (SELECT * FROM transactions WHERE platform_id = ${platformId}),
  listed_statuses AS NOT MATERIALIZED (SELECT * FROM listed_statuses s WHERE ${isOfPlatform(platformId, 's')}),
  events AS NOT MATERIALIZED (SELECT * FROM events WHERE platform_id = ${uuidOf(platformId)}),`;

async function check(
  db: Database,
  { find, platformId }: { find: Sql; platformId: string | undefined },
): Promise<Violation[]> {
  const ofPlatform = platformId === undefined ? emptySql : sql`WHERE platform_id = ${platformId}`;
  // MATERIALIZED hides the limit from the planner, which would choose plans that are fast only with many findings.
  const statement = sql`
    WITH ${platformId === undefined ? emptySql : booksOf(platformId)} found AS MATERIALIZED (SELECT platform_id, subject, message FROM (${find}) AS every ${ofPlatform})
    SELECT platform_id AS "platformId", subject, message FROM found
    ORDER BY platform_id, subject, message LIMIT ${MAX_FINDINGS + 1}`;
  try {
    // Unbounded, because a long history exceeds the time and memory limits of a request.
    return await db.transaction(
      async (query) => {
        await query(sql`SET LOCAL work_mem = '64MB'`);
        // Without statistics for a new platform the planner expects one row, and would repeat a scan per row.
        await query(sql`SET LOCAL enable_nestloop = off`);
        return query<Violation>(statement);
      },
      { isUnbounded: true },
    );
  } catch (error) {
    if (!sqlState(error)?.startsWith('22')) throw error;
    return [{ platformId: platformId ?? '', subject: '', message: `the check met a value it cannot read: ${error}` }];
  }
}

async function serverSql(db: Database): Promise<ServerSql> {
  const [row] = await db.read<{ version: number }>(sql`SELECT current_setting('server_version_num')::int AS version`);
  const hasIsJson = (row?.version ?? 0) >= IS_JSON_SINCE;
  return { isJson: (text) => (hasIsJson ? sql`(${text} IS JSON)` : sql`((${text})::json IS NOT NULL)`) };
}
