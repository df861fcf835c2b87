import type { AccountDeps } from '../accounts/internal-accounts.ts';
import type { Vault } from '../db/vault.ts';
import type { Sites } from '../kernel/sites.ts';
import type { CardProviders } from '../providers/services.ts';

export interface CardDeps extends AccountDeps {
  vault: Vault;
  cards: CardProviders;
  sites: Sites;
}
