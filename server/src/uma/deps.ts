import type { Database } from '../db/database.ts';
import type { Vault } from '../db/vault.ts';
import type { Platform } from '../kernel/callers.ts';
import { addMs, type Clock } from '../kernel/clock.ts';
import type { Sites } from '../kernel/sites.ts';
import type { Ledger } from '../ledger/post.ts';
import type { UmaBanking } from '../providers/services.ts';
import type { Payments } from '../transactions/payments.ts';

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
