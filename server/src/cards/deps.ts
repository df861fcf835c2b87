import type { AccountDeps } from '../accounts/internal-accounts.ts';
import type { Vault } from '../db/vault.ts';
import type { PlatformMode } from '../kernel/callers.ts';
import type { Issuer } from '../providers/issuer/port.ts';

export interface CardDeps extends AccountDeps {
  vault: Vault;
  /** The adapter of each mode. */
  issuer: Record<PlatformMode, Issuer>;
  publicUrl: () => string;
}
