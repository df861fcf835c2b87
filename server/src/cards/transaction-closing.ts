import type { Database } from '../db/database.ts';
import type { Effect } from '../db/effects.ts';
import { sql } from '../db/sql.ts';
import { enqueue, type Job } from '../jobs/queue.ts';
import type { JobHandlers } from '../jobs/worker.ts';
import { findCardTransaction, readCardTransactions } from '../transactions/card-record.ts';
import { expire, openOf } from './transaction-changes.ts';
import { readPull } from './transaction-events.ts';
import { CONFIRMATION_JOB, change, EXPIRY_JOB, type PurchaseNeeds } from './transaction-take.ts';
import { pullConfirmed, pullFailed } from './transaction-turns.ts';

const CLOSED_JOB = 'card-transaction.card-closed';

interface Closing {
  platformId: string;
  cardId: string;
  at: Date;
  clockOffsetMs: number;
}

/** Belongs into the statement that closes a card: what its authorizations hold goes back. */
export const releaseOnClose = ({ platformId, cardId, at, clockOffsetMs }: Closing): Effect =>
  enqueue([{ platformId, kind: CLOSED_JOB, resourceId: cardId, runAt: at, createdAt: at, clockOffsetMs }]);

/** What time brings: expiry, the end of a pull that was not certain, and what follows the closing of a card. */
export const cardTransactionHandlers = (needs: PurchaseNeeds): JobHandlers => ({
  [EXPIRY_JOB]: {
    run: async ({ platformId, resourceId: id }, at) => void (await expire(needs, { platformId, id, at })),
  },
  [CONFIRMATION_JOB]: { run: (job, at) => endPull(needs, job, at) },
  [CLOSED_JOB]: { run: (job, at) => releaseAll(needs, job, at) },
});

async function endPull(needs: PurchaseNeeds, { platformId, resourceId: id, payload }: Job, at: Date): Promise<void> {
  const { pull: n, isConfirmed } = payload as { pull: number; isConfirmed: boolean };
  const pull = await readPull(needs.db, await findCardTransaction(needs.db, platformId, id), n);
  if (!pull) return;
  await change(needs, {
    platformId,
    id,
    at,
    decide: async (purchase) => {
      if ((await readPull(needs.db, purchase, n))?.isEnded) return undefined;
      return { turn: (isConfirmed ? pullConfirmed : pullFailed)(purchase, { n, ...pull }) };
    },
  });
}

/** A card that is closed authorizes nothing new, so this comes to an end. */
async function releaseAll(needs: PurchaseNeeds, { platformId, resourceId: cardId }: Job, at: Date): Promise<void> {
  for (const { id } of await openPurchases(needs.db, platformId, cardId)) await expire(needs, { platformId, id, at });
}

const openPurchases = (db: Database, platformId: string, cardId: string) =>
  readCardTransactions(db, sql`${openOf(platformId, cardId)}`);
