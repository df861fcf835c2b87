import type { Additions } from '../db/effects.ts';
import type { Handover } from '../jobs/handover.ts';
import type { PlatformMode } from '../kernel/callers.ts';
import type { SystemAccounts } from '../ledger/system-accounts.ts';
import type { Rail } from '../providers/rails/port.ts';
import type { UmaNetwork } from '../providers/uma/port.ts';
import type { Corridors } from '../rates/corridors.ts';
import type { Rates } from '../rates/rates.ts';
import type { ScaNeeds } from '../sca/challenges.ts';
import type { FreshQuotes } from '../transactions/execution.ts';
import type { PaymentNeeds } from '../transactions/lifecycle.ts';
import type { SignatureNeeds } from '../wallets/needs.ts';

export interface QuoteNeeds extends PaymentNeeds, ScaNeeds, SignatureNeeds {
  rates: Rates;
  corridors: Corridors;
  additions: Additions;
  freshQuotes: FreshQuotes;
  handover: Handover;
  systemAccounts: SystemAccounts;
  rails: Record<PlatformMode, Rail>;
  umaNetwork: Record<PlatformMode, Pick<UmaNetwork, 'pay'>>;
}
