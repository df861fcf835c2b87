import type { BurnRail } from '../../engine/providers/stablecoin/port.ts';
import { ApiError } from '../../foundation/kernel/errors.ts';
import { MAX_AMOUNT } from '../../foundation/kernel/money.ts';
import { currencyInfo } from '../../parties/rates/currencies.ts';
import type { Coin } from './coin-record.ts';

/** Bank rail and delivery time for each rail of a burn. */
export const burnDeliveries: Readonly<Record<BurnRail, { rail: string; timing: string }>> = {
  WIRE: { rail: 'WIRE', timing: 'SAME_BUSINESS_DAY' },
  ACH_CREDIT: { rail: 'ACH', timing: 'ONE_TO_THREE_BUSINESS_DAYS' },
  SAME_DAY_ACH_CREDIT: { rail: 'ACH', timing: 'SAME_BUSINESS_DAY' },
  RTP_CREDIT: { rail: 'RTP', timing: 'MINUTES' },
};

interface DeliveredOperation {
  type: 'MINT' | 'BURN';
  amount: bigint;
  destination: { rail?: BurnRail };
}

/** Estimated delivery: amount, currency, rail and time. */
export function deliveryOf({ type, amount, destination }: DeliveredOperation, coin: Coin) {
  if (type === 'MINT' || destination.rail === undefined) {
    return { rail: coin.network, amount: amount.toString(), currency: coin.symbol, timing: 'MINUTES' };
  }
  const value = worthOf(amount, coin)?.toString() ?? amount.toString();
  return {
    rail: destination.rail,
    amount: value,
    currency: coin.baseCurrency,
    timing: burnDeliveries[destination.rail].timing,
  };
}

/** Converts to the smallest unit of the base currency; undefined when the result is not a whole number. */
export function worthOf(amount: bigint, { decimals, baseCurrency }: Pick<Coin, 'decimals' | 'baseCurrency'>) {
  const surplus = decimals - currencyInfo(baseCurrency).decimals;
  if (surplus <= 0) return amount * 10n ** BigInt(-surplus);
  const unit = 10n ** BigInt(surplus);
  return amount % unit === 0n ? amount / unit : undefined;
}

/** Parses an amount of the coin. Requires a positive whole number of the smallest unit of the base currency. */
export function readAmount(digits: string, coin: Coin): { amount: bigint; value: bigint } {
  const amount = BigInt(digits);
  const value = worthOf(amount, coin);
  const hint = `amount is in the smallest unit of ${coin.symbol}, which has ${coin.decimals} decimals.`;
  if (value === undefined) {
    const unit = `the smallest unit of ${coin.baseCurrency}`;
    throw new ApiError('INVALID_AMOUNT', `amount must be a whole number of ${unit}.`, { hint });
  }
  if (value > 0n && amount <= BigInt(MAX_AMOUNT)) return { amount, value };
  throw new ApiError('INVALID_AMOUNT', `amount must be from 1 cent to ${MAX_AMOUNT}.`, { hint });
}
