import { uuidv7 } from '../../foundation/kernel/ids.ts';
import type { ReportedOutcome } from './legs.ts';

/** Report of a rail that changed a transaction, as stored with it. */
export interface RailReport extends ReportedOutcome {
  /** UUID of version 7: the time of the report in real time. */
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
