import type { Ledger } from '../../engine/ledger/post.ts';
import type { AuthenticationProviders, UmaBanking } from '../../engine/providers/services.ts';
import type { Database } from '../../foundation/db/database.ts';
import type { Vault } from '../../foundation/db/vault.ts';
import type { Payments } from './service.ts';

export interface QuoteDeps {
  db: Database;
  vault: Vault;
  ledger: Ledger;
  payments: Payments;
  banking: UmaBanking;
  authentication: AuthenticationProviders;
}
