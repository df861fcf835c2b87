import type { JobHandoff } from '../../engine/jobs/handoff.ts';
import type { BatchedInserts } from '../../foundation/db/effects.ts';
import type { Pricing } from '../../parties/rates/service.ts';
import type { Approvals } from '../arrivals/approval-requests.ts';
import type { FreshQuotes } from '../transitions/start.ts';

/** State of this process, which executes the quotes it created from memory and runs their jobs. */
interface FastPath {
  additions: BatchedInserts;
  freshQuotes: FreshQuotes;
  handoff: JobHandoff;
}

/** Prices and approvals of payments, and the in-memory path from a quote to its execution. */
export interface Payments extends Pricing {
  approvals: Approvals;
  fastPath: FastPath;
}
