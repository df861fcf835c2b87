import type { Database } from '../../foundation/db/database.ts';
import { sql } from '../../foundation/db/sql.ts';
import type { RailPayment } from '../providers/rails/port.ts';

/** Withdraws a payment that is in no file yet. Returns false if a file contains the payment. Idempotent. */
export async function withdrawPayment(db: Database, { platformId, id }: Pick<RailPayment, 'platformId' | 'id'>) {
  const withdrawn = await db.write(sql`
    UPDATE bank_payments SET state = 'WITHDRAWN'
    WHERE platform_id = ${platformId} AND id = ${id} AND state IN ('QUEUED', 'WITHDRAWN') RETURNING id`);
  return withdrawn.length > 0;
}
