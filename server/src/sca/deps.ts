import type { Database } from '../db/database.ts';
import type { Vault } from '../db/vault.ts';
import type { AuthenticationProviders } from '../providers/services.ts';

export interface ScaDeps {
  db: Database;
  vault: Vault;
  authentication: AuthenticationProviders;
}
