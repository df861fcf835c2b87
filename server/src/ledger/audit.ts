import { type Database, sqlState } from '../db/database.ts';
import { emptySql, type Sql, sql } from '../db/sql.ts';
import { invariants, type ServerSql } from './invariants.ts';

/** Of each check: a broken ledger is told by its first findings, not by a million of them. */
const MAX_FINDINGS = 20;
/** The first PostgreSQL that can say whether a text is JSON. */
const IS_JSON_SINCE = 160_000;

export interface Finding {
  invariant: number;
  title: string;
  platformId: string;
  /** The account, transaction, currency or key it is about. */
  subject: string;
  message: string;
}

export interface Audit {
  findings: Finding[];
  checked: { invariant: number; title: string; hasMore: boolean }[];
}

/**
 * Checks every invariant of the ledger, of one platform or of all. Each check is one statement and so sees one
 * moment: it may run beside payments. Nothing but findings leaves the database.
 */
export async function audit(db: Database, { platformId }: { platformId?: string } = {}): Promise<Audit> {
  const server = await serverSql(db);
  const result: Audit = { findings: [], checked: [] };
  for (const { invariant, title, find } of invariants) {
    const found = await check(db, { find: find(server), platformId });
    result.findings.push(...found.slice(0, MAX_FINDINGS).map((finding) => ({ invariant, title, ...finding })));
    result.checked.push({ invariant, title, hasMore: found.length > MAX_FINDINGS });
  }
  return result;
}

type Found = Pick<Finding, 'platformId' | 'subject' | 'message'>;

async function check(
  db: Database,
  { find, platformId }: { find: Sql; platformId: string | undefined },
): Promise<Found[]> {
  const ofPlatform = platformId === undefined ? emptySql : sql`WHERE platform_id = ${platformId}`;
  // Materialized, because the limit would tempt the planner into plans that are quick only where much is wrong.
  const statement = sql`
    WITH found AS MATERIALIZED (SELECT platform_id, subject, message FROM (${find}) AS every ${ofPlatform})
    SELECT platform_id AS "platformId", subject, message FROM found
    ORDER BY platform_id, subject, message LIMIT ${MAX_FINDINGS + 1}`;
  try {
    return await db.transaction(async (query) => {
      // A long history takes longer than any request may, and more memory than any request should.
      await query(sql`SET LOCAL statement_timeout = 0`);
      await query(sql`SET LOCAL work_mem = '64MB'`);
      return query<Found>(statement);
    });
  } catch (error) {
    if (!sqlState(error)?.startsWith('22')) throw error;
    return [{ platformId: platformId ?? '', subject: '', message: `the check met a value it cannot read: ${error}` }];
  }
}

async function serverSql(db: Database): Promise<ServerSql> {
  const [row] = await db.read<{ version: number }>(sql`SELECT current_setting('server_version_num')::int AS version`);
  const canTell = (row?.version ?? 0) >= IS_JSON_SINCE;
  return { isJson: (text) => (canTell ? sql`(${text} IS JSON)` : sql`((${text})::json IS NOT NULL)`) };
}
