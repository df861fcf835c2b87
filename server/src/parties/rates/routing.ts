import type { Banking } from '../../engine/providers/services.ts';
import type { PlatformMode } from '../../foundation/kernel/callers.ts';
import { ApiError } from '../../foundation/kernel/errors.ts';
import type { CorridorTerms } from './corridors.ts';
import type { Pricing } from './service.ts';

/** A rail to a payee with its terms. */
export interface PaymentRoute {
  rail: string;
  terms: CorridorTerms;
}

export interface RouteDeps {
  payments: Pricing;
  banking: Banking;
}

interface RouteQuery {
  mode: PlatformMode;
  from: string;
  to: string;
  rails: readonly string[];
  isRealtimeFunded: boolean;
  now: Date;
}

/** Connected routes, fastest first, then cheapest. Throws if there is none. */
export async function getPaymentRoutes(deps: RouteDeps, query: RouteQuery): Promise<PaymentRoute[]> {
  const { from, to } = query;
  const { corridors, open } = await listPaymentRoutes(deps, query);
  if (corridors.length === 0) throw noCorridor(from, to);
  if (open.length > 0) return open;
  throw notConnected(
    corridors.map(({ rail }) => rail),
    to,
  );
}

/** All corridors, and among them in order of preference those with a connected rail (`open`). */
export async function listPaymentRoutes(deps: RouteDeps, { mode, from, to, rails, isRealtimeFunded, now }: RouteQuery) {
  const candidates = await Promise.all(
    rails.map(async (rail) => ({
      rail,
      terms: await deps.payments.corridors.terms(mode, { from, to, rail, isRealtimeFunded }, now),
    })),
  );
  const corridors = candidates.flatMap(({ rail, terms }) => (terms ? [{ rail, terms }] : []));
  const open = corridors.filter(({ rail }) =>
    deps.banking.rails[mode].supports({ rail, currency: to, direction: 'PAYOUT' }),
  );
  open.sort(
    (a, b) =>
      a.terms.settlementSeconds - b.terms.settlementSeconds || Number(a.terms.service.fixed - b.terms.service.fixed),
  );
  return { corridors, open };
}

const noCorridor = (from: string, to: string): ApiError =>
  new ApiError('INVALID_CURRENCY', `There is no corridor from ${from} to ${to}.`, {
    hint: 'GET /exchange-rates lists the corridors.',
  });

/** In production a rail is available only if a bank that offers it is connected. */
export const notConnected = (rails: readonly string[], currency: string): ApiError =>
  rails.every((rail) => rail === 'UMA')
    ? new ApiError('NOT_IMPLEMENTED', `No settlement with other UMA providers is connected for ${currency}.`, {
        reason: 'UMA_NOT_CONNECTED',
      })
    : new ApiError('NOT_IMPLEMENTED', `No bank is connected for ${currency} over ${rails.join(', ')}.`, {
        reason: 'BANK_NOT_CONNECTED',
        hint: 'The operator connects banks with BANK_FILES_DIR and BANK_FILES_CONFIG.',
      });
