import { Batches } from '../../foundation/db/batches.ts';
import type { Database } from '../../foundation/db/database.ts';
import { type DeliveryOutcome, recordOutcomes } from './delivery-outcomes.ts';

/** Under load one write serves many deliveries; what a killed process did not write is sent again. */
const pace = { size: 200, secondFrom: Number.POSITIVE_INFINITY, pauseMs: 50 };

export type OutcomeRecorder = Batches<DeliveryOutcome, undefined>;

/** Records outcomes in batches: at once when it is quiet, and else together with those that end meanwhile. */
export const outcomeRecorder = (db: Database): OutcomeRecorder =>
  new Batches({
    run: async (outcomes) => {
      await recordOutcomes(db, outcomes);
      return outcomes.map(() => undefined);
    },
    kindOf: () => 'outcome',
    isFaultOfOne: () => false,
    pace,
  });
