import type { Currency } from '../../api/client.ts';

const figures = new Intl.NumberFormat('en', { maximumSignificantDigits: 6, useGrouping: false });

interface Rate {
  /** Smallest units of `from` per smallest unit of `to`. */
  exchangeRate: number;
  from: Pick<Currency, 'code' | 'decimals'>;
  to: Pick<Currency, 'code' | 'decimals'>;
}

/** `1 USD = 18.29 MXN`, in whole units: the rate of the API relates smallest units. */
export function rateText({ exchangeRate, from, to }: Rate): string {
  const perUnit = 10 ** (from.decimals - to.decimals) / exchangeRate;
  return `1 ${from.code} = ${figures.format(perUnit)} ${to.code}`;
}
