/** An amount with its currency, such as `0.25 USD`. */
export type MoneyText = string;

/** Fees, limits and times of one rail. */
export interface RailRow {
  /** Fee per payment, converted to the sending currency. */
  fixedFee: MoneyText;
  variableFeeBps: number;
  /** Limits of the delivered amount, converted to the receiving currency. */
  min: MoneyText;
  max?: MoneyText;
  /** Validity of a quote. */
  windowSeconds: number;
  settlementSeconds: number;
}

/** Replaces values of the rail for matching corridors. Absent criteria match all corridors; the last match wins. */
export interface CorridorOverride extends Partial<RailRow> {
  from?: readonly string[];
  to?: readonly string[];
  rail?: readonly string[];
  /** Not applied between currencies of the same peg: USD, USDB, USDC and USDT convert one for one. */
  spreadBps?: number;
  requiresPurpose?: boolean;
  /** Validity of a quote that waits for funding. */
  fundingWindowSeconds?: number;
  isClosed?: boolean;
}

interface CurrencyLimits {
  transactionMax: MoneyText;
  dailyMax: MoneyText;
}

export interface CorridorTable {
  rails: Readonly<Record<string, RailRow>>;
  overrides: readonly CorridorOverride[];
  limits: Readonly<Record<string, Partial<CurrencyLimits>>>;
}

const MINUTE = 60;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

const CRYPTO_WINDOW = 1 * MINUTE;
const WINDOW = 5 * MINUTE;

type Row = readonly [
  rail: string,
  fixedFee: MoneyText,
  variableFeeBps: number,
  min: MoneyText,
  max: MoneyText | undefined,
  windowSeconds: number,
  settlementSeconds: number,
];

const rails: readonly Row[] = [
  ['ACH', '0.25 USD', 0, '0.01 USD', '10000000 USD', WINDOW, 2 * DAY],
  ['ACH_SAME_DAY', '0.75 USD', 0, '0.01 USD', '1000000 USD', WINDOW, 8 * HOUR],
  ['BANK_TRANSFER', '1.00 USD', 0, '0.50 USD', '250000 USD', WINDOW, 1 * DAY],
  ['FAST', '0.30 SGD', 0, '0.01 SGD', '200000 SGD', WINDOW, 1 * MINUTE],
  ['FASTER_PAYMENTS', '0.25 GBP', 0, '0.01 GBP', '1000000 GBP', WINDOW, 1 * MINUTE],
  ['FEDNOW', '0.50 USD', 0, '0.01 USD', '1000000 USD', WINDOW, 1 * MINUTE],
  ['MOBILE_MONEY', '0.30 USD', 50, '0.10 USD', '2000 USD', WINDOW, 5 * MINUTE],
  ['NEFT', '10 INR', 0, '1 INR', '10000000 INR', WINDOW, 2 * HOUR],
  ['PAYNOW', '0.30 SGD', 0, '0.01 SGD', '200000 SGD', WINDOW, 1 * MINUTE],
  ['PIX', '0.50 BRL', 0, '0.01 BRL', '5000000 BRL', WINDOW, 1 * MINUTE],
  ['RTGS', '50 INR', 0, '200000 INR', '80000000 INR', WINDOW, 1 * HOUR],
  ['RTP', '0.50 USD', 0, '0.01 USD', '1000000 USD', WINDOW, 1 * MINUTE],
  ['SEPA', '0.20 EUR', 0, '0.01 EUR', '10000000 EUR', WINDOW, 1 * DAY],
  ['SEPA_INSTANT', '0.30 EUR', 0, '0.01 EUR', '1000000 EUR', WINDOW, 1 * MINUTE],
  ['SPEI', '5 MXN', 0, '0.01 MXN', '20000000 MXN', WINDOW, 1 * MINUTE],
  ['SWIFT', '15 USD', 0, '1 USD', '10000000 USD', WINDOW, 3 * DAY],
  ['UPI', '5 INR', 0, '1 INR', '100000 INR', WINDOW, 1 * MINUTE],
  ['WIRE', '15 USD', 0, '1 USD', '10000000 USD', WINDOW, 1 * DAY],

  ['BASE', '0.05 USD', 0, '0.01 USD', '1000000 USD', CRYPTO_WINDOW, 1 * MINUTE],
  ['BITCOIN', '1.50 USD', 0, '1 USD', '1000000 USD', CRYPTO_WINDOW, 1 * HOUR],
  ['ETHEREUM', '1.00 USD', 0, '0.01 USD', '1000000 USD', CRYPTO_WINDOW, 5 * MINUTE],
  ['LIGHTNING', '0.01 USD', 10, '0 BTC', '0.5 BTC', CRYPTO_WINDOW, 1 * MINUTE],
  ['PLASMA', '0.05 USD', 0, '0.01 USD', '1000000 USD', CRYPTO_WINDOW, 1 * MINUTE],
  ['POLYGON', '0.05 USD', 0, '0.01 USD', '1000000 USD', CRYPTO_WINDOW, 2 * MINUTE],
  ['SOLANA', '0.05 USD', 0, '0.01 USD', '1000000 USD', CRYPTO_WINDOW, 1 * MINUTE],
  ['SPARK', '0.01 USD', 0, '0 USD', '1000000 USD', CRYPTO_WINDOW, 1 * MINUTE],
  ['TRON', '1.00 USD', 0, '0.01 USD', '1000000 USD', CRYPTO_WINDOW, 2 * MINUTE],

  // Transfers on the ledger, and payments between UMA providers.
  ['BOOK', '0 USD', 0, '0 USD', undefined, WINDOW, 0],
  ['UMA', '0 USD', 0, '0.01 USD', '100000 USD', WINDOW, 1 * MINUTE],
];

const dollars = ['USD', 'USDB', 'USDC', 'USDT'];
const deepMarkets = ['BRL', 'CAD', 'EUR', 'GBP', 'INR', 'JPY', 'MXN', 'PHP', 'SGD'];

const overrides: readonly CorridorOverride[] = [
  { spreadBps: 50 },
  { from: dollars, to: deepMarkets, spreadBps: 30 },
  { from: deepMarkets, to: dollars, spreadBps: 30 },
  { from: ['BTC'], spreadBps: 75 },
  { to: ['BTC'], spreadBps: 75 },
  // The central banks require a purpose.
  { to: ['INR', 'NGN'], requiresPurpose: true },
];

/** Terms of corridors that CORRIDORS_FILE does not change. */
export const defaultCorridors: CorridorTable = {
  rails: Object.fromEntries(
    rails.map(([rail, fixedFee, variableFeeBps, min, max, windowSeconds, settlementSeconds]) => [
      rail,
      { fixedFee, variableFeeBps, min, ...(max && { max }), windowSeconds, settlementSeconds },
    ]),
  ),
  overrides,
  limits: {},
};

/** Limits per payment, and per customer and day. */
export const defaultLimits: CurrencyLimits = { transactionMax: '1000000 USD', dailyMax: '10000000 USD' };

/** Time in which a payer can make a bank transfer. */
export const BANK_FUNDING_SECONDS = 15 * MINUTE;
/** Shorter than for banks, because crypto arrives quickly and its price changes. */
export const CRYPTO_FUNDING_SECONDS = CRYPTO_WINDOW;
