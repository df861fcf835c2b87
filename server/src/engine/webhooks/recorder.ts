import { Batches } from '../../foundation/db/batches.ts';
import type { Database } from '../../foundation/db/database.ts';
import { type DeliveryOutcome, recordOutcomes } from './delivery-outcomes.ts';

/** Under load one write records many outcomes. Events whose outcome a killed process did not write are sent again. */
const pace = { size: 200, secondFrom: Number.POSITIVE_INFINITY, pauseMs: 50 };

export type OutcomeRecorder = Batches<DeliveryOutcome, undefined>;

/** Records outcomes immediately while the load is low, otherwise in batches of those that arrive during a write. */
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
