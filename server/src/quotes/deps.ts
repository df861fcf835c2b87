import type { BatchedInserts } from '../db/effects.ts';
import type { JobHandoff } from '../jobs/handoff.ts';
import type { PlatformMode } from '../kernel/callers.ts';
import type { SystemAccounts } from '../ledger/system-accounts.ts';
import type { Rail } from '../providers/rails/port.ts';
import type { UmaNetwork } from '../providers/uma/port.ts';
import type { Corridors } from '../rates/corridors.ts';
import type { Rates } from '../rates/rates.ts';
import type { ScaDeps } from '../sca/deps.ts';
import type { PaymentDeps } from '../transactions/lifecycle.ts';
import type { FreshQuotes } from '../transactions/start-payment.ts';
import type { SignatureDeps } from '../wallets/deps.ts';

export interface QuoteDeps extends PaymentDeps, ScaDeps, SignatureDeps {
  rates: Rates;
  corridors: Corridors;
  additions: BatchedInserts;
  freshQuotes: FreshQuotes;
  handoff: JobHandoff;
  systemAccounts: SystemAccounts;
  rails: Record<PlatformMode, Rail>;
  umaNetwork: Record<PlatformMode, Pick<UmaNetwork, 'pay'>>;
}
