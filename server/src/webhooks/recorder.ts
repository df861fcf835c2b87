import { Batches } from '../db/batches.ts';
import type { Database } from '../db/database.ts';
import { type DeliveryOutcome, recordOutcomes } from './outcomes.ts';

const MAX_BATCH = 200;

export type OutcomeRecorder = Batches<DeliveryOutcome, undefined>;

/** Records outcomes in batches: one write for the deliveries that end while the previous write is in flight. */
export const outcomeRecorder = (db: Database): OutcomeRecorder =>
  new Batches({
    run: async (outcomes) => {
      await recordOutcomes(db, outcomes);
      return outcomes.map(() => undefined);
    },
    kindOf: () => 'outcome',
    isFaultOfOne: () => false,
    pace: { size: MAX_BATCH, secondFrom: Number.POSITIVE_INFINITY },
  });
