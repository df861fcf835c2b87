import type { Database } from '../db/database.ts';
import type { Vault } from '../db/vault.ts';
import type { Platform } from '../kernel/callers.ts';
import type { Ledger } from '../ledger/post.ts';
import type { AccessCache } from '../platforms/access.ts';
import type { AuthenticationProviders, UmaBanking, VerificationProviders } from '../providers/services.ts';
import type { Payments } from '../transactions/payments.ts';

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
