import type { Job } from '../../engine/jobs/queue.ts';
import type { JobHandlers } from '../../engine/jobs/worker.ts';
import type { Database } from '../../foundation/db/database.ts';
import { sql } from '../../foundation/db/sql.ts';
import { DELETED_JOB } from '../../parties/customers/customers.ts';
import { changeCard, transitioned } from './card-change.ts';

/** Closes the cards of a deleted customer; create.ts rejects new cards for deleted customers. */
export const cardholderHandlers = ({ db }: { db: Database }): JobHandlers => ({
  [DELETED_JOB]: { run: (job, at) => closeCards(db, job, at) },
});

async function closeCards(db: Database, { platformId, resourceId, clockOffsetMs }: Job, at: Date): Promise<void> {
  const cards = await db.read<{ id: string }>(sql`
    SELECT id FROM cards WHERE platform_id = ${platformId} AND cardholder_id = ${resourceId} AND state <> 'CLOSED'`);
  for (const { id } of cards) {
    await changeCard(db, {
      platform: { id: platformId, clockOffsetMs },
      id,
      at,
      change: (card) => (card.state === 'CLOSED' ? undefined : transitioned(card, { to: 'CLOSED', by: 'OPERATOR' })),
    });
  }
}
