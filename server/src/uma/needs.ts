import type { Vault } from '../db/vault.ts';
import type { Platform, PlatformMode } from '../kernel/callers.ts';
import { addMs, type Clock } from '../kernel/clock.ts';
import type { Settlement, SimulatedSettlement } from '../providers/settlement/port.ts';
import type { UmaNetwork } from '../providers/uma/port.ts';
import type { Corridors } from '../rates/corridors.ts';
import type { Rates } from '../rates/rates.ts';
import type { UmaNeeds as ArrivalNeeds } from '../transactions/arrivals-uma.ts';

export interface UmaNeeds extends ArrivalNeeds {
  vault: Vault;
  clock: Clock;
  rates: Rates;
  corridors: Corridors;
  umaNetwork: Record<PlatformMode, UmaNetwork>;
  settlement: Record<PlatformMode, Settlement>;
  /** Where payments between sandboxes are told. */
  simulated: SimulatedSettlement;
  /** As others reach us. */
  publicUrl: () => string;
}

/** The platform's time. */
export const timeOf = ({ clock }: UmaNeeds, { clockOffsetMs }: Platform): Date => addMs(clock.now(), clockOffsetMs);
