import type { Logger } from 'pino';
import { deliveries } from '../accounts/deliveries.ts';
import { type Config, ConfigError } from '../config.ts';
import { ecbFx, unavailableFx } from '../providers/fx/ecb.ts';
import { sandboxFx } from '../providers/fx/sandbox.ts';
import { corridorsWith } from '../rates/corridor-file.ts';
import type { CorridorTable } from '../rates/corridor-table.ts';
import { Corridors } from '../rates/corridors.ts';
import { Rates } from '../rates/rates.ts';
import type { Pricing } from '../rates/service.ts';

export function buildPricing({ fx, corridors }: Config, log: Logger): Pricing {
  const { source, ...limits } = fx;
  const onProblem = (problem: string): void => log.warn({ problem }, 'exchange rates');
  const rates = new Rates({
    fx: { SANDBOX: sandboxFx, PRODUCTION: source ? ecbFx({ ...limits, source, onProblem }) : unavailableFx },
  });
  return { rates, corridors: new Corridors({ rates, deliveries, table: corridorTable(corridors) }) };
}

function corridorTable(file: unknown): CorridorTable {
  try {
    return corridorsWith(file);
  } catch (error) {
    throw new ConfigError(`CORRIDORS_FILE: ${(error as Error).message}.`);
  }
}
