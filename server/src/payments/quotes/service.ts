import type { JobHandoff } from '../../engine/jobs/handoff.ts';
import type { BatchedInserts } from '../../foundation/db/effects.ts';
import type { Pricing } from '../../parties/rates/service.ts';
import type { Approvals } from '../arrivals/approval-requests.ts';
import type { FreshQuotes } from '../transitions/start.ts';

/** State of this process: a quote that it has created is executed from memory, and its jobs run here. */
interface FastPath {
  additions: BatchedInserts;
  freshQuotes: FreshQuotes;
  handoff: JobHandoff;
}

/** Prices and approvals of payments, and the short way from a quote to its execution. */
export interface Payments extends Pricing {
  approvals: Approvals;
  fastPath: FastPath;
}
