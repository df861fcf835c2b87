import type { PlatformMode } from '../kernel/callers.ts';
import { ApiError } from '../kernel/errors.ts';
import type { Rail } from '../providers/rails/port.ts';
import type { Corridors, CorridorTerms } from '../rates/corridors.ts';

/** One of the rails that lead to a payee. */
export interface Way {
  rail: string;
  terms: CorridorTerms;
}

interface WayNeeds {
  corridors: Corridors;
  rails: Record<PlatformMode, Rail>;
}

interface Route {
  mode: PlatformMode;
  from: string;
  to: string;
  rails: readonly string[];
  isRealtimeFunded: boolean;
  now: Date;
}

/** In the order of preference: the fastest first, then the cheapest. */
export async function waysTo(needs: WayNeeds, { mode, from, to, rails, isRealtimeFunded, now }: Route): Promise<Way[]> {
  const found = await Promise.all(
    rails.map(async (rail) => ({
      rail,
      terms: await needs.corridors.terms(mode, { from, to, rail, isRealtimeFunded }, now),
    })),
  );
  const ways = found.flatMap(({ rail, terms }) => (terms ? [{ rail, terms }] : []));
  if (ways.length === 0) throw noCorridor(from, to);
  const open = ways.filter(({ rail }) => needs.rails[mode].supports({ rail, currency: to, direction: 'PAYOUT' }));
  if (open.length === 0)
    throw notConnected(
      ways.map(({ rail }) => rail),
      to,
    );
  return open.sort(
    (a, b) =>
      a.terms.settlementSeconds - b.terms.settlementSeconds || Number(a.terms.service.fixed - b.terms.service.fixed),
  );
}

const noCorridor = (from: string, to: string): ApiError =>
  new ApiError('INVALID_CURRENCY', `There is no way to pay ${to} from ${from}.`, {
    hint: 'GET /exchange-rates lists what can be paid.',
  });

/** In production a rail is there once a bank is connected that offers it. */
export const notConnected = (rails: readonly string[], currency: string): ApiError =>
  rails.every((rail) => rail === 'UMA')
    ? new ApiError('NOT_IMPLEMENTED', `No settlement with other UMA providers is connected for ${currency}.`)
    : new ApiError('NOT_IMPLEMENTED', `No bank is connected for ${currency} over ${rails.join(', ')}.`, {
        hint: 'The operator connects banks with BANK_FILES_DIR and BANK_FILES_CONFIG.',
      });
