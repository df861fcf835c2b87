import { ApiError } from '../../foundation/kernel/errors.ts';
import { toJsonAmount } from '../../foundation/kernel/money.ts';

/** A platform's configuration of a currency. */
interface ConfiguredCurrency {
  currencyCode: string;
  minAmount: number;
  maxAmount: number;
  enabledTransactionTypes: readonly string[];
}

interface Settings {
  supportedCurrencies: readonly ConfiguredCurrency[];
}

/** True if the platform and its customers have accounts in the currency. Other currencies are only paid out. */
export const isHeld = ({ enabledTransactionTypes }: Pick<ConfiguredCurrency, 'enabledTransactionTypes'>): boolean =>
  enabledTransactionTypes.includes('INCOMING');

export const heldCurrencies = ({ supportedCurrencies }: Settings): string[] =>
  supportedCurrencies.filter(isHeld).map(({ currencyCode }) => currencyCode);

export interface Range {
  min: bigint;
  max: bigint;
}

export const isWithin = (amount: bigint, { min, max }: Range): boolean => amount >= min && amount <= max;

interface Amounts {
  sent: { amount: bigint; currency: string };
  received: { amount: bigint; currency: string };
}

/** Throws unless the platform's configuration allows the currencies and amounts of an outgoing payment. */
export function requireConfigured(settings: Settings, { sent, received }: Amounts): void {
  const config = configOf(settings, sent.currency);
  if (!config?.enabledTransactionTypes.includes('OUTGOING')) {
    const hint = 'PATCH /config: add OUTGOING to enabledTransactionTypes of the currency in supportedCurrencies.';
    throw new ApiError('INVALID_CURRENCY', `This platform does not send ${sent.currency}.`, { hint });
  }
  if (!isWithin(sent.amount, rangeOf(config))) throw outOfRange('sending', rangeOf(config), sent.currency);
  const receiving = configOf(settings, received.currency);
  if (!receiving || isWithin(received.amount, rangeOf(receiving))) return;
  throw outOfRange('receiving', rangeOf(receiving), received.currency);
}

/** Throws unless the platform's configuration allows the amount of an incoming payment. */
export function requireReceivable(settings: Settings, { amount, currency }: Amounts['received']): void {
  const config = configOf(settings, currency);
  if (!config || !isHeld(config)) {
    const hint = 'PATCH /config: add INCOMING to enabledTransactionTypes of the currency in supportedCurrencies.';
    throw new ApiError('INVALID_CURRENCY', `This platform does not receive ${currency}.`, { hint });
  }
  if (!isWithin(amount, rangeOf(config))) throw outOfRange('receiving', rangeOf(config), currency);
}

export const configOf = ({ supportedCurrencies }: Settings, currency: string): ConfiguredCurrency | undefined =>
  supportedCurrencies.find(({ currencyCode }) => currencyCode === currency);

export const rangeOf = ({ minAmount, maxAmount }: ConfiguredCurrency): Range => ({
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
  new ApiError(
    'TRANSACTION_SIZE_LIMIT_EXCEEDED',
    `A single transaction may send at most ${max} in the smallest unit of ${currency}.`,
    {
      reason: 'LIMIT_EXCEEDED',
      maxAmount: toJsonAmount(max),
      currency,
    },
  );
