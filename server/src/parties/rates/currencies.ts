import { ApiError } from '../../foundation/kernel/errors.ts';

export interface CurrencyInfo {
  code: string;
  name: string;
  symbol: string;
  decimals: number;
  isCrypto: boolean;
  /** Currency into which a stablecoin is redeemed one for one. For other currencies, the currency itself. */
  peg: string;
}

type Row = readonly [code: string, name: string, symbol: string, decimals: number, peg?: string];

const fiat: readonly Row[] = [
  ['AED', 'UAE Dirham', 'د.إ', 2],
  ['ARS', 'Argentine Peso', '$', 2],
  ['BDT', 'Bangladeshi Taka', '৳', 2],
  ['BRL', 'Brazilian Real', 'R$', 2],
  ['BWP', 'Botswana Pula', 'P', 2],
  ['CAD', 'Canadian Dollar', '$', 2],
  ['CNY', 'Chinese Yuan', '¥', 2],
  ['COP', 'Colombian Peso', '$', 2],
  ['DKK', 'Danish Krone', 'kr', 2],
  ['EGP', 'Egyptian Pound', 'E£', 2],
  ['EUR', 'Euro', '€', 2],
  ['GBP', 'Pound Sterling', '£', 2],
  ['GHS', 'Ghanaian Cedi', '₵', 2],
  ['GTQ', 'Guatemalan Quetzal', 'Q', 2],
  ['HKD', 'Hong Kong Dollar', 'HK$', 2],
  ['HTG', 'Haitian Gourde', 'G', 2],
  ['IDR', 'Indonesian Rupiah', 'Rp', 2],
  ['INR', 'Indian Rupee', '₹', 2],
  ['JMD', 'Jamaican Dollar', 'J$', 2],
  ['JPY', 'Japanese Yen', '¥', 0],
  ['KES', 'Kenyan Shilling', 'KSh', 2],
  ['KRW', 'South Korean Won', '₩', 0],
  ['MWK', 'Malawian Kwacha', 'MK', 2],
  ['MXN', 'Mexican Peso', '$', 2],
  ['MYR', 'Malaysian Ringgit', 'RM', 2],
  ['NGN', 'Nigerian Naira', '₦', 2],
  ['PHP', 'Philippine Peso', '₱', 2],
  ['PKR', 'Pakistani Rupee', '₨', 2],
  ['RWF', 'Rwandan Franc', 'FRw', 0],
  ['SGD', 'Singapore Dollar', 'S$', 2],
  ['THB', 'Thai Baht', '฿', 2],
  ['TZS', 'Tanzanian Shilling', 'TSh', 2],
  ['UGX', 'Ugandan Shilling', 'USh', 0],
  ['USD', 'US Dollar', '$', 2],
  ['VND', 'Vietnamese Dong', '₫', 0],
  ['XAF', 'Central African CFA Franc', 'FCFA', 0],
  ['XOF', 'West African CFA Franc', 'CFA', 0],
  ['ZAR', 'South African Rand', 'R', 2],
  ['ZMW', 'Zambian Kwacha', 'ZK', 2],
];

const crypto: readonly Row[] = [
  ['BTC', 'Bitcoin', '₿', 8],
  ['USDB', 'USD Bitcoin Token', '$', 6, 'USD'],
  ['USDC', 'USD Coin', '$', 6, 'USD'],
  ['USDT', 'Tether USD', '$', 6, 'USD'],
];

const toInfo =
  (isCrypto: boolean) =>
  ([code, name, symbol, decimals, peg = code]: Row): CurrencyInfo => ({ code, name, symbol, decimals, isCrypto, peg });

export const currencies: ReadonlyMap<string, CurrencyInfo> = new Map(
  [...fiat.map(toInfo(false)), ...crypto.map(toInfo(true))].map((info) => [info.code, info]),
);

/** Throws 400 INVALID_CURRENCY for an unsupported currency. */
export function currencyInfo(code: string): CurrencyInfo {
  const info = currencies.get(code);
  if (info) return info;
  throw new ApiError('INVALID_CURRENCY', `${code} is not a supported currency.`, {
    hint: `Supported currencies: ${[...currencies.keys()].join(', ')}.`,
  });
}

/** True if the currencies convert one for one, without an exchange rate. */
export const isSamePeg = (from: string, to: string): boolean =>
  from === to || currencyInfo(from).peg === currencyInfo(to).peg;

/** JSON of the API. */
export function currencyJson(code: string) {
  const { name, symbol, decimals } = currencyInfo(code);
  return { code, name, symbol, decimals };
}
