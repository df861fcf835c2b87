import type { Database } from '../db/database.ts';
import type { Vault } from '../db/vault.ts';
import type { Sites } from '../kernel/sites.ts';
import type { Banking, CardProviders } from '../providers/services.ts';

export interface CardDeps {
  db: Database;
  vault: Vault;
  sites: Sites;
  banking: Banking;
  cards: CardProviders;
}
