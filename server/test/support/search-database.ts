import type { Database } from '../../src/foundation/db/database.ts';
import { joinSql, rawSql, sql } from '../../src/foundation/db/sql.ts';

/** Lists every `table.column` of the database that holds a text: as it is, in hex, or inside base64. */
export async function searchDatabase(db: Database, needle: string): Promise<string[]> {
  const columns = await db.read<{ table: string; column: string }>(sql`
    SELECT c.table_name AS "table", c.column_name AS "column" FROM information_schema.columns c
    JOIN information_schema.tables t USING (table_schema, table_name)
    WHERE c.table_schema = 'public' AND t.table_type = 'BASE TABLE'
      AND c.data_type IN ('text', 'character varying', 'character', 'json', 'jsonb', 'bytea', 'ARRAY', 'uuid')`);
  const forms = formsOf(needle);
  const searches = columns.map(
    ({ table, column }) => sql`
      SELECT ${`${table}.${column}`} AS place WHERE EXISTS (
        SELECT 1 FROM ${rawSql(`"${table}"`)} WHERE lower(${rawSql(`"${column}"`)}::text) LIKE ANY (${forms}::text[]))`,
  );
  const found = await db.read<{ place: string }>(joinSql(searches, ' UNION ALL '));
  return found.map(({ place }) => place);
}

/** Ignores case, which may only find too many columns. */
function formsOf(needle: string): string[] {
  const bytes = Buffer.from(needle);
  // Base64 of a text depends on where in the encoded bytes it begins; the ends that depend on its neighbours are cut.
  const base64 = [0, 1, 2].map((offset) => {
    const encoded = Buffer.concat([Buffer.alloc(offset), bytes])
      .toString('base64')
      .replaceAll('=', '');
    return encoded.slice(offset === 0 ? 0 : 4, -2);
  });
  const url = base64.map((text) => text.replaceAll('+', '-').replaceAll('/', '_'));
  const forms = [needle, bytes.toString('hex'), ...base64, ...url];
  return forms.map((form) => `%${form.toLowerCase().replaceAll(/[\\%_]/g, '\\$&')}%`);
}
