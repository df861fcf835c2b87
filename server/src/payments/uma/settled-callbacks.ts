import type { NewJob } from '../../engine/jobs/queue.ts';
import { type JobHandlers, OUTSIDE_AT_ONCE } from '../../engine/jobs/worker.ts';
import type { UmaBanking } from '../../engine/providers/services.ts';
import type { UmaNetwork } from '../../engine/providers/uma/port.ts';
import type { Database } from '../../foundation/db/database.ts';
import { getSettings } from '../../parties/platforms/config.ts';

const SETTLED_CALLBACK_JOB = 'uma.settled-callback';
/** Pauses between attempts grow, to about 17 minutes in total. */
const MAX_ATTEMPTS = 10;

type Callback = Parameters<UmaNetwork['notifySettled']>[1];

type Settled = Omit<NewJob, 'kind' | 'payload' | 'resourceId'> & { transactionId: string; callback: Callback };

/** Notifies the other provider at least once that a payment has settled, also after a crash. */
export const settledCallbackJob = ({ transactionId, callback, ...job }: Settled): NewJob => ({
  ...job,
  kind: SETTLED_CALLBACK_JOB,
  resourceId: transactionId,
  payload: callback,
});

interface Deps {
  db: Database;
  banking: UmaBanking;
}

export const settledCallbackHandlers = ({ db, banking }: Deps): JobHandlers => ({
  [SETTLED_CALLBACK_JOB]: {
    maxAttempts: MAX_ATTEMPTS,
    atOnce: OUTSIDE_AT_ONCE,
    run: async ({ platformId, mode, payload }) => {
      const { umaDomain: domain } = await getSettings(db, platformId);
      // Callbacks are signed under the domain that publishes the keys, so a platform without a domain cannot sign.
      if (domain) await banking.uma.network[mode].notifySettled({ platformId, domain }, payload as unknown as Callback);
    },
  },
});
