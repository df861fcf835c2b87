/** Decimals of a currency; all others have two. */
const DECIMALS: Readonly<Record<string, number>> = {
  JPY: 0,
  KRW: 0,
  RWF: 0,
  UGX: 0,
  VND: 0,
  XAF: 0,
  XOF: 0,
  USDB: 6,
  USDC: 6,
  USDT: 6,
  BTC: 8,
};

/** Formats an amount in the smallest unit: `12.50 USDB`, without trailing zeros after the second decimal. */
export function moneyText(amount: number, currency: string): string {
  const decimals = DECIMALS[currency] ?? 2;
  const digits = String(amount).padStart(decimals + 1, '0');
  const whole = digits.slice(0, digits.length - decimals).replace(/\B(?=(\d{3})+$)/g, ',');
  const fraction = digits.slice(digits.length - decimals).replace(/^(\d\d\d*?)0+$/, '$1');
  return `${whole}${fraction && `.${fraction}`} ${currency}`;
}
