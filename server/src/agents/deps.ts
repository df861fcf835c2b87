import type { ExternalAccountDeps } from '../accounts/external-accounts.ts';
import type { Vault } from '../db/vault.ts';
import type { Platform } from '../kernel/callers.ts';
import type { AccessCache } from '../platforms/access.ts';
import type { QuoteDeps } from '../quotes/deps.ts';
import type { TransferDeps } from '../transactions/transfers.ts';

export interface AgentDeps extends QuoteDeps, TransferDeps, ExternalAccountDeps {
  vault: Vault;
}

export interface AgentRouteDeps extends AgentDeps {
  accessCache: AccessCache;
}

/** The acting agent, its customer, and the time. */
export interface Acting {
  platform: Platform;
  agentId: string;
  customerId: string;
  now: Date;
}
