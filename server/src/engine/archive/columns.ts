import type { Database } from '../../foundation/db/database.ts';
import { sql } from '../../foundation/db/sql.ts';
import type { ArchivedColumn } from './archive-file.ts';

/** Columns of a table in order, with their types in PostgreSQL's notation. */
export const columnsOf = (db: Database, table: string): Promise<ArchivedColumn[]> =>
  db.read<ArchivedColumn>(sql`
    SELECT attname AS name, format_type(atttypid, atttypmod) AS type FROM pg_attribute
    WHERE attrelid = ${table}::regclass AND attnum > 0 AND NOT attisdropped ORDER BY attnum`);
