import type { Vault } from '../db/vault.ts';
import type { Platform, PlatformMode } from '../kernel/callers.ts';
import { addMs, type Clock } from '../kernel/clock.ts';
import type { Settlement, SimulatedSettlement } from '../providers/settlement/port.ts';
import type { UmaNetwork } from '../providers/uma/port.ts';
import type { Corridors } from '../rates/corridors.ts';
import type { Rates } from '../rates/rates.ts';
import type { UmaArrivalDeps } from '../transactions/arrivals-uma.ts';

export interface UmaEndpointDeps extends UmaArrivalDeps {
  vault: Vault;
  clock: Clock;
  rates: Rates;
  corridors: Corridors;
  umaNetwork: Record<PlatformMode, UmaNetwork>;
  settlement: Record<PlatformMode, Settlement>;
  /** Verifies payments between sandboxes. */
  simulated: SimulatedSettlement;
  /** Base URL under which other providers reach this service. */
  publicUrl: () => string;
}

export const platformTime = ({ clock }: UmaEndpointDeps, { clockOffsetMs }: Platform): Date =>
  addMs(clock.now(), clockOffsetMs);
