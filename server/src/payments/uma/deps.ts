import type { Ledger } from '../../engine/ledger/post.ts';
import type { UmaBanking } from '../../engine/providers/services.ts';
import type { Database } from '../../foundation/db/database.ts';
import type { Vault } from '../../foundation/db/vault.ts';
import type { Platform } from '../../foundation/kernel/callers.ts';
import { addMs, type Clock } from '../../foundation/kernel/clock.ts';
import type { Sites } from '../../foundation/kernel/sites.ts';
import type { Payments } from '../quotes/service.ts';

export interface UmaEndpointDeps {
  db: Database;
  vault: Vault;
  clock: Clock;
  sites: Sites;
  ledger: Ledger;
  payments: Payments;
  banking: UmaBanking;
}

export const platformTime = ({ clock }: UmaEndpointDeps, { clockOffsetMs }: Platform): Date =>
  addMs(clock.now(), clockOffsetMs);
