import type { Database } from '../db/database.ts';
import type { Vault } from '../db/vault.ts';
import type { Ledger } from '../ledger/post.ts';
import type { AuthenticationProviders, UmaBanking } from '../providers/services.ts';
import type { Payments } from '../transactions/payments.ts';

export interface QuoteDeps {
  db: Database;
  vault: Vault;
  ledger: Ledger;
  payments: Payments;
  banking: UmaBanking;
  authentication: AuthenticationProviders;
}
