import type { Database } from '../db/database.ts';
import type { Vault } from '../db/vault.ts';
import type { Platform } from '../kernel/callers.ts';
import { addMs, type Clock } from '../kernel/clock.ts';
import type { Sites } from '../kernel/sites.ts';
import type { Ledger } from '../ledger/post.ts';
import type { Banking, UmaProviders } from '../providers/services.ts';
import type { Pricing } from '../rates/service.ts';
import type { Approvals } from '../transactions/approval-requests.ts';

export interface UmaEndpointDeps {
  db: Database;
  vault: Vault;
  clock: Clock;
  sites: Sites;
  ledger: Ledger;
  pricing: Pricing;
  banking: Banking;
  approvals: Approvals;
  uma: UmaProviders;
}

export const platformTime = ({ clock }: UmaEndpointDeps, { clockOffsetMs }: Platform): Date =>
  addMs(clock.now(), clockOffsetMs);
