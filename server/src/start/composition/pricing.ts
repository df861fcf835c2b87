import type { Logger } from 'pino';
import { ecbFx, unavailableFx } from '../../engine/providers/fx/ecb.ts';
import { sandboxFx } from '../../engine/providers/fx/sandbox.ts';
import { type Config, ConfigError } from '../../foundation/config.ts';
import { deliveries } from '../../parties/accounts/delivery-rails.ts';
import { corridorsWith } from '../../parties/rates/corridor-file.ts';
import type { CorridorTable } from '../../parties/rates/corridor-table.ts';
import { Corridors } from '../../parties/rates/corridors.ts';
import { Rates } from '../../parties/rates/rates.ts';
import type { Pricing } from '../../parties/rates/service.ts';

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
