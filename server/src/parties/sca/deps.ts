import type { AuthenticationProviders } from '../../engine/providers/services.ts';
import type { Database } from '../../foundation/db/database.ts';
import type { Vault } from '../../foundation/db/vault.ts';

export interface ScaDeps {
  db: Database;
  vault: Vault;
  authentication: AuthenticationProviders;
}
