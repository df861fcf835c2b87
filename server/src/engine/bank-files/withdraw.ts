import type { Database } from '../../foundation/db/database.ts';
import { sql } from '../../foundation/db/sql.ts';
import type { RailPayment } from '../providers/rails/port.ts';

/** Returns true when the payment is in no file and is withdrawn for good. Idempotent. */
export async function withdrawPayment(db: Database, { platformId, id }: Pick<RailPayment, 'platformId' | 'id'>) {
  const withdrawn = await db.write(sql`
    UPDATE bank_payments SET state = 'WITHDRAWN'
    WHERE platform_id = ${platformId} AND id = ${id} AND state IN ('QUEUED', 'WITHDRAWN') RETURNING id`);
  return withdrawn.length > 0;
}
