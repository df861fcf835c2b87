import { UmaRejection } from '../../engine/providers/protocols/uma-codes.ts';
import type { UmaHost, UmaProfile } from '../../engine/providers/uma/port.ts';
import type { Platform } from '../../foundation/kernel/callers.ts';
import { ApiError } from '../../foundation/kernel/errors.ts';
import { inverse, product, toJsonAmount, toJsonRate } from '../../foundation/kernel/money.ts';
import { requireReady } from '../../parties/customers/readiness.ts';
import { findPlatformByUmaDomain } from '../../parties/platforms/uma-domains.ts';
import { currencyInfo } from '../../parties/rates/currencies.ts';
import { MSAT_PER_SATOSHI } from '../../parties/rates/pricing.ts';
import { findOwnCustomer, type OwnCustomer, receiverOf } from '../../parties/receivers/own-customers.ts';
import type { UmaEndpointDeps } from './deps.ts';

/** Returns the platform that serves a domain; throws UmaRejection without one. */
export async function getHost(deps: UmaEndpointDeps, domain: string): Promise<{ platform: Platform; host: UmaHost }> {
  const platform = await findPlatformByUmaDomain(deps.db, domain);
  if (!platform) throw new UmaRejection('USER_NOT_FOUND', `No platform of this service uses the domain ${domain}.`);
  return { platform, host: { platformId: platform.id, domain: domain.toLowerCase() } };
}

interface ReceiverQuery {
  user: string;
  host: UmaHost;
  now: Date;
}

/** Returns a customer whom other providers can pay, with the accepted currencies; throws otherwise. */
export async function getReceiver(deps: UmaEndpointDeps, platform: Platform, { user, host, now }: ReceiverQuery) {
  if (!deps.banking.uma.settlement[platform.mode].isConnected) {
    throw new ApiError('NOT_IMPLEMENTED', 'This service has no settlement with other UMA providers.', {
      reason: 'UMA_NOT_CONNECTED',
    });
  }
  const umaAddress = `${user}@${host.domain}`.toLowerCase();
  const own = await findOwnCustomer(deps, { platformId: platform.id, umaAddress });
  if (!own) throw new UmaRejection('USER_NOT_FOUND', `No customer has the address ${umaAddress}.`);
  requireReady(own.customer, own.settings);
  return { own, umaAddress, ...(await offeredTo(deps, platform, { own, now })) };
}

type Offered = Pick<UmaProfile, 'currencies' | 'requestedFields'>;

/** Currencies with their rates and required payer data. Currencies without a price are omitted. */
async function offeredTo(
  deps: UmaEndpointDeps,
  platform: Platform,
  { own, now }: { own: OwnCustomer; now: Date },
): Promise<Offered> {
  const receiver = receiverOf(own);
  if (!receiver) return { currencies: [], requestedFields: [] };
  const currencies = await Promise.all(
    receiver.currencies.map(async ({ code, min = 0n, max = 0n }) => {
      const { name, symbol, decimals } = currencyInfo(code);
      const multiplier = await findMultiplier(deps, platform, { code, now });
      if (multiplier === undefined) return [];
      return [{ code, name, symbol, decimals, multiplier, min: toJsonAmount(min), max: toJsonAmount(max) }];
    }),
  );
  return { currencies: currencies.flat(), requestedFields: receiver.requiredPayerDataFields };
}

/**
 * Milli-satoshis per smallest unit; undefined when bitcoin has no price or no corridor. Excludes the spread, because
 * the sending provider converts and has charged its own.
 */
async function findMultiplier(
  deps: UmaEndpointDeps,
  { mode }: Platform,
  { code, now }: { code: string; now: Date },
): Promise<number | undefined> {
  const corridor = { from: 'BTC', to: code, rail: 'UMA', isRealtimeFunded: false };
  const terms = await deps.payments.corridors.terms(mode, corridor, now).catch(unlessWithoutPrice);
  const mid = terms && (await deps.payments.rates.mid(mode, { from: 'BTC', to: code }, now).catch(unlessWithoutPrice));
  return mid && toJsonRate(product(inverse(mid.ratio), MSAT_PER_SATOSHI));
}

function unlessWithoutPrice(error: unknown): undefined {
  if (error instanceof ApiError && error.code === 'INVALID_CURRENCY') return undefined;
  throw error;
}
