import type { Database } from '../db/database.ts';
import type { Vault } from '../db/vault.ts';
import type { Platform, PlatformMode } from '../kernel/callers.ts';
import type { Ledger } from '../ledger/post.ts';
import type { AccessCache } from '../platforms/access.ts';
import type { Directory } from '../providers/directory/port.ts';
import type {
  AuthenticationProviders,
  Banking,
  UmaProviders,
  VerificationProviders,
  WalletProviders,
} from '../providers/services.ts';
import type { QuoteFastPath } from '../quotes/deps.ts';
import type { Pricing } from '../rates/service.ts';

export interface AgentDeps {
  db: Database;
  vault: Vault;
  ledger: Ledger;
  pricing: Pricing;
  banking: Banking;
  fastPath: QuoteFastPath;
  verification: VerificationProviders;
  authentication: AuthenticationProviders;
  wallets: WalletProviders;
  uma: UmaProviders;
  directory: Record<PlatformMode, Directory>;
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
