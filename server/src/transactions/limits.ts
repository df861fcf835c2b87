import { ApiError } from '../kernel/errors.ts';
import { toJsonAmount } from '../kernel/money.ts';
import type { CurrencyConfig, Settings } from '../platforms/settings.ts';

export interface Range {
  min: bigint;
  max: bigint;
}

export const isWithin = (amount: bigint, { min, max }: Range): boolean => amount >= min && amount <= max;

interface Sums {
  sent: { amount: bigint; currency: string };
  received: { amount: bigint; currency: string };
}

/** The platform says which currencies it sends and how much of them. */
export function requireConfigured(settings: Settings, { sent, received }: Sums): void {
  const config = configOf(settings, sent.currency);
  if (!config?.enabledTransactionTypes.includes('OUTGOING')) {
    const hint = 'PATCH /config: supportedCurrencies, enabledTransactionTypes OUTGOING.';
    throw new ApiError('INVALID_CURRENCY', `This platform does not send ${sent.currency}.`, { hint });
  }
  if (!isWithin(sent.amount, rangeOf(config))) throw outOfRange('sending', rangeOf(config), sent.currency);
  const receiving = configOf(settings, received.currency);
  if (!receiving || isWithin(received.amount, rangeOf(receiving))) return;
  throw outOfRange('receiving', rangeOf(receiving), received.currency);
}

/** The platform says which currencies it lets in, and how much of them. */
export function requireReceivable(settings: Settings, { amount, currency }: Sums['received']): void {
  const config = configOf(settings, currency);
  if (!config?.enabledTransactionTypes.includes('INCOMING')) {
    const hint = 'PATCH /config: supportedCurrencies, enabledTransactionTypes INCOMING.';
    throw new ApiError('INVALID_CURRENCY', `This platform does not receive ${currency}.`, { hint });
  }
  if (!isWithin(amount, rangeOf(config))) throw outOfRange('receiving', rangeOf(config), currency);
}

const configOf = ({ supportedCurrencies }: Settings, currency: string): CurrencyConfig | undefined =>
  supportedCurrencies.find(({ currencyCode }) => currencyCode === currency);

const rangeOf = ({ minAmount, maxAmount }: CurrencyConfig): Range => ({
  min: BigInt(minAmount),
  max: BigInt(maxAmount),
});

export const outOfRange = (side: string, { min, max }: Range, currency: string): ApiError =>
  new ApiError(
    'AMOUNT_OUT_OF_RANGE',
    `The ${side} amount must be from ${min} to ${max} in the smallest unit of ${currency}.`,
    {
      minAmount: toJsonAmount(min),
      maxAmount: toJsonAmount(max),
      currency,
      hint: 'Amounts are in the smallest unit: 100 is one US dollar.',
    },
  );

export const tooLarge = (max: bigint, currency: string): ApiError =>
  new ApiError('TRANSACTION_SIZE_LIMIT_EXCEEDED', `A single transaction may send ${max} of ${currency} at most.`, {
    maxAmount: toJsonAmount(max),
    currency,
  });
