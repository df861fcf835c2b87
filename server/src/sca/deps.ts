import type { Database } from '../db/database.ts';
import type { Vault } from '../db/vault.ts';
import type { PlatformMode } from '../kernel/callers.ts';
import type { Authenticators } from '../providers/authenticators/port.ts';
import type { Messaging } from '../providers/messaging/port.ts';
import type { RelyingParties } from '../providers/relying-parties/port.ts';

export interface ScaDeps {
  db: Database;
  vault: Vault;
  authenticators: Record<PlatformMode, Authenticators>;
  messaging: Record<PlatformMode, Messaging>;
  relyingParties: Record<PlatformMode, RelyingParties>;
}
