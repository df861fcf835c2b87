import type { Database } from '../db/database.ts';
import type { Vault } from '../db/vault.ts';
import type { Platform } from '../kernel/callers.ts';
import type { Sites } from '../kernel/sites.ts';
import type { Banking, CardProviders } from '../providers/services.ts';

export interface CardDeps {
  db: Database;
  vault: Vault;
  sites: Sites;
  banking: Banking;
  cards: CardProviders;
}

/** The platform of the caller; rejects with NOT_IMPLEMENTED where its mode issues no cards. */
export function enabledPlatform({ cards: { issuer } }: CardDeps, platform: Platform): Platform {
  issuer[platform.mode].requireEnabled();
  return platform;
}
