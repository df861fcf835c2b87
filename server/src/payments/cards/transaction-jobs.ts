import { enqueue, type Job } from '../../engine/jobs/queue.ts';
import type { JobHandlers } from '../../engine/jobs/worker.ts';
import type { Effect } from '../../foundation/db/effects.ts';
import { getCardTransaction } from '../card-transactions/record.ts';
import { applyExpiry } from './transaction-changes.ts';
import { findPull } from './transaction-events.ts';
import { readOpenPurchases } from './transaction-queries.ts';
import { pullConfirmed, pullFailed } from './transaction-transitions.ts';
import { CONFIRMATION_JOB, changePurchase, EXPIRY_JOB, type PurchaseDeps } from './transaction-write.ts';

const CLOSED_JOB = 'card-transaction.card-closed';

interface ClosedCard {
  platformId: string;
  cardId: string;
  at: Date;
  clockOffsetMs: number;
}

/** Schedules the release of open authorizations, in the statement that closes the card. */
export const releaseOnClose = ({ platformId, cardId, at, clockOffsetMs }: ClosedCard): Effect =>
  enqueue([{ platformId, kind: CLOSED_JOB, resourceId: cardId, runAt: at, createdAt: at, clockOffsetMs }]);

export const cardTransactionHandlers = (deps: PurchaseDeps): JobHandlers => ({
  [EXPIRY_JOB]: {
    run: async ({ platformId, resourceId: id }, at) => void (await applyExpiry(deps, { platformId, id, at })),
  },
  [CONFIRMATION_JOB]: { run: (job, at) => concludePull(deps, job, at) },
  [CLOSED_JOB]: { run: (job, at) => releaseAll(deps, job, at) },
});

async function concludePull(deps: PurchaseDeps, { platformId, resourceId: id, payload }: Job, at: Date): Promise<void> {
  const { pull: n, isConfirmed } = payload as { pull: number; isConfirmed: boolean };
  const pull = await findPull(deps.db, await getCardTransaction(deps.db, platformId, id), n);
  if (!pull) return;
  await changePurchase(deps, {
    platformId,
    id,
    at,
    decide: async (purchase) => {
      if ((await findPull(deps.db, purchase, n))?.isEnded) return undefined;
      return { transition: (isConfirmed ? pullConfirmed : pullFailed)(purchase, { n, ...pull }) };
    },
  });
}

/** One pass is complete, because a closed card authorizes nothing new. */
async function releaseAll(deps: PurchaseDeps, { platformId, resourceId: cardId }: Job, at: Date): Promise<void> {
  const purchases = await readOpenPurchases(deps.db, platformId, cardId);
  for (const { id } of purchases) await applyExpiry(deps, { platformId, id, at });
}
