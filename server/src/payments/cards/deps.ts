import type { Banking, CardProviders } from '../../engine/providers/services.ts';
import type { Database } from '../../foundation/db/database.ts';
import type { Vault } from '../../foundation/db/vault.ts';
import type { Platform } from '../../foundation/kernel/callers.ts';
import type { Sites } from '../../foundation/kernel/sites.ts';

export interface CardDeps {
  db: Database;
  vault: Vault;
  sites: Sites;
  banking: Banking;
  cards: CardProviders;
}

/** Returns the platform of the caller, or rejects with NOT_IMPLEMENTED where its mode issues no cards. */
export function enabledPlatform({ cards: { issuer } }: CardDeps, platform: Platform): Platform {
  issuer[platform.mode].requireEnabled();
  return platform;
}
