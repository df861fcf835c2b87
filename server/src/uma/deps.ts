import type { Vault } from '../db/vault.ts';
import type { Platform } from '../kernel/callers.ts';
import { addMs, type Clock } from '../kernel/clock.ts';
import type { Sites } from '../kernel/sites.ts';
import type { UmaProviders } from '../providers/services.ts';
import type { Pricing } from '../rates/service.ts';
import type { UmaArrivalDeps } from '../transactions/arrivals-uma.ts';

export interface UmaEndpointDeps extends UmaArrivalDeps {
  vault: Vault;
  clock: Clock;
  pricing: Pricing;
  uma: UmaProviders;
  sites: Sites;
}

export const platformTime = ({ clock }: UmaEndpointDeps, { clockOffsetMs }: Platform): Date =>
  addMs(clock.now(), clockOffsetMs);
