import { payloadOf, type StoredEvent, storedColumns } from '../../src/engine/webhooks/stored-event.ts';
import type { Database } from '../../src/foundation/db/database.ts';
import { type Sql, sql } from '../../src/foundation/db/sql.ts';
import { uuidOf } from '../../src/foundation/kernel/ids.ts';

interface StoredRow extends StoredEvent {
  resource_id: string;
  /** The bytes that are sent. */
  payload: string;
}

/** Events `e` as they are stored, by sequence. */
export async function storedEvents(db: Database, where: Sql): Promise<StoredRow[]> {
  const found = await db.read<StoredRow>(
    sql`SELECT ${storedColumns}, e.resource_id FROM events e WHERE ${where} ORDER BY e.sequence, e.id`,
  );
  return found.map((row) => ({ ...row, payload: payloadOf(row) }));
}

export const eventsOfResource = (db: Database, resourceId: string): Promise<StoredRow[]> =>
  storedEvents(db, sql`e.resource_id = ${resourceId}`);

export const isOfPlatform = ({ platformId }: { platformId: string }): Sql => sql`platform_id = ${uuidOf(platformId)}`;

/** SQL: data of an event that a test inserts. */
export const plainData = (data: object): Sql => sql`convert_to(${JSON.stringify(data)}, 'UTF8')`;
