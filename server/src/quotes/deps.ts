import type { Database } from '../db/database.ts';
import type { BatchedInserts } from '../db/effects.ts';
import type { Vault } from '../db/vault.ts';
import type { JobHandoff } from '../jobs/handoff.ts';
import type { Ledger } from '../ledger/post.ts';
import type { AuthenticationProviders, Banking, UmaProviders, WalletProviders } from '../providers/services.ts';
import type { Pricing } from '../rates/service.ts';
import type { FreshQuotes } from '../transactions/start-payment.ts';

/** State of this process: a quote that it has created is executed from memory, and its jobs run here. */
export interface QuoteFastPath {
  additions: BatchedInserts;
  freshQuotes: FreshQuotes;
  handoff: JobHandoff;
}

export interface QuoteDeps {
  db: Database;
  vault: Vault;
  ledger: Ledger;
  pricing: Pricing;
  banking: Banking;
  fastPath: QuoteFastPath;
  authentication: AuthenticationProviders;
  wallets: WalletProviders;
  uma: UmaProviders;
}
