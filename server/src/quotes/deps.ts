import type { BatchedInserts } from '../db/effects.ts';
import type { JobHandoff } from '../jobs/handoff.ts';
import type { Ledger } from '../ledger/post.ts';
import type { Banking, UmaProviders } from '../providers/services.ts';
import type { Pricing } from '../rates/service.ts';
import type { ScaDeps } from '../sca/deps.ts';
import type { PaymentDeps } from '../transactions/lifecycle.ts';
import type { FreshQuotes } from '../transactions/start-payment.ts';
import type { SignatureDeps } from '../wallets/deps.ts';

/** State of this process: a quote that it has created is executed from memory, and its jobs run here. */
export interface QuoteFastPath {
  additions: BatchedInserts;
  freshQuotes: FreshQuotes;
  handoff: JobHandoff;
}

export interface QuoteDeps extends PaymentDeps, ScaDeps, SignatureDeps {
  pricing: Pricing;
  fastPath: QuoteFastPath;
  ledger: Ledger;
  banking: Banking;
  uma: UmaProviders;
}
