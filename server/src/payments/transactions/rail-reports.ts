import { uuidv7 } from '../../foundation/kernel/ids.ts';
import type { ReportedOutcome } from './legs.ts';

/** Report of a rail that changed a transaction, stored with the transaction. */
export interface RailReport extends ReportedOutcome {
  /** UUID of version 7, which contains the real time of the report. */
  id: string;
  /** Time on the clock of the platform. */
  at: Date | string;
}

export const railReport = ({ outcome, leg, rule }: ReportedOutcome, at: Date): RailReport => ({
  id: uuidv7(),
  at,
  leg,
  outcome,
  ...(rule && { rule }),
});
