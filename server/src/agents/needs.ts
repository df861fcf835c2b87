import type { ExternalAccountNeeds } from '../accounts/external-accounts.ts';
import type { Vault } from '../db/vault.ts';
import type { Platform } from '../kernel/callers.ts';
import type { AccessCache } from '../platforms/access.ts';
import type { QuoteNeeds } from '../quotes/needs.ts';
import type { TransferNeeds } from '../transactions/transfers.ts';

export interface AgentNeeds extends QuoteNeeds, TransferNeeds, ExternalAccountNeeds {
  vault: Vault;
}

export interface AgentRouteNeeds extends AgentNeeds {
  accessCache: AccessCache;
}

/** Who acts, for whom, and when. */
export interface Acting {
  platform: Platform;
  agentId: string;
  customerId: string;
  now: Date;
}
