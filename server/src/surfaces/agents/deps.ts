import type { Ledger } from '../../engine/ledger/post.ts';
import type { AuthenticationProviders, UmaBanking, VerificationProviders } from '../../engine/providers/services.ts';
import type { Database } from '../../foundation/db/database.ts';
import type { Vault } from '../../foundation/db/vault.ts';
import type { Platform } from '../../foundation/kernel/callers.ts';
import type { AccessCache } from '../../parties/platforms/access.ts';
import type { Payments } from '../../payments/quotes/service.ts';

export interface AgentDeps {
  db: Database;
  vault: Vault;
  ledger: Ledger;
  payments: Payments;
  banking: UmaBanking;
  verification: VerificationProviders;
  authentication: AuthenticationProviders;
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
