import type { Database } from '../../src/foundation/db/database.ts';
import { sql } from '../../src/foundation/db/sql.ts';

interface StoredLine {
  platformId: string;
  id: string;
  method: string;
  path: string;
  status: number;
  field: string | null;
  resourceIds: string[] | null;
  requestBody: unknown;
  responseBody: unknown;
  /** All columns. */
  text: string;
}

/** Every row of the request log as it is stored, oldest first. */
export const storedLines = (db: Database): Promise<StoredLine[]> =>
  db.read(sql`
    SELECT 'Platform:' || platform_id AS "platformId", id, method, path, status, field, resource_ids AS "resourceIds",
      request_body AS "requestBody", response_body AS "responseBody", l::text AS text
    FROM request_log l ORDER BY id`);
