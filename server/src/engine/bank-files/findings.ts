import type { Database } from '../../foundation/db/database.ts';
import { DEFAULT_LIMIT, makeCursor, type Page, type PageRequest, readCursor } from '../../foundation/db/page.ts';
import { emptySql, type Sql, sql } from '../../foundation/db/sql.ts';
import type { BankFilesOverview } from './port.ts';

type Finding = BankFilesOverview['findings'][number];
type FindingRow = Finding & { key: string; place: number };

/** Time, source and position of a finding; together they are unique and define the order of the list. */
const CURSOR = /^(\d{4}-\d\d-\d\dT[\d:.]+Z) (\d+) (.+)$/;

/** Lists findings, newest first. The cursor combines three columns, because no single column is unique. */
export async function listFindings(
  db: Database,
  { limit = DEFAULT_LIMIT, cursor }: PageRequest,
): Promise<Page<Finding>> {
  const after = cursor === undefined ? emptySql : beyond(readCursor(cursor, (key) => CURSOR.test(key)));
  const found = await db.read<FindingRow>(sql`
    SELECT f.code, f.message, f.platform_id AS "platformId", f.payment_id AS "transactionId",
      COALESCE(i.name, f.source) AS source, f.created_at AS "createdAt", f.source AS key, f.place
    FROM bank_findings f LEFT JOIN bank_inbox i ON i.sha256 = f.source ${after}
    ORDER BY f.created_at DESC, f.source DESC, f.place DESC LIMIT ${limit + 1}`);
  const shown = found.slice(0, limit);
  const last = shown.at(-1);
  const hasMore = found.length > limit;
  return {
    data: shown.map(({ key, place, ...finding }) => finding),
    hasMore,
    ...(hasMore && last && { nextCursor: makeCursor(`${last.createdAt.toISOString()} ${last.place} ${last.key}`) }),
  };
}

function beyond(key: string): Sql {
  const [, at = '', place = '', source = ''] = CURSOR.exec(key) ?? [];
  return sql`WHERE (f.created_at, f.source, f.place) < (${at}::timestamptz, ${source}, ${Number(place)}::int)`;
}
