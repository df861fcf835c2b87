import type { PlatformMode } from '../kernel/callers.ts';
import { ApiError, assert, type FieldError, InvalidFields } from '../kernel/errors.ts';
import { MAX_AMOUNT, ONE, toJsonAmount } from '../kernel/money.ts';
import type { Corridors, CorridorTerms } from './corridors.ts';
import { currencyInfo } from './currencies.ts';
import { smallest } from './extremes.ts';
import { parseMoney } from './money-text.ts';
import { priceReceiving, priceSending, type Tariff } from './pricing.ts';

export const cryptoNetworks = ['BITCOIN', 'ETHEREUM', 'SOLANA', 'BASE', 'POLYGON', 'TRON', 'PLASMA', 'SPARK'] as const;
export type CryptoNetwork = (typeof cryptoNetworks)[number];

/** What a network takes for carrying an asset, in that asset: the house pays it, out of its own fee. */
const networkFees: Readonly<Record<CryptoNetwork, Readonly<Record<string, string>>>> = {
  BASE: { USDC: '0.005 USDC' },
  BITCOIN: { BTC: '0.000005 BTC' },
  ETHEREUM: { USDC: '0.60 USDC', USDT: '0.60 USDT' },
  PLASMA: { USDT: '0.002 USDT' },
  POLYGON: { USDC: '0.005 USDC' },
  SOLANA: { USDC: '0.002 USDC', USDT: '0.002 USDT' },
  SPARK: { BTC: '0 BTC', USDB: '0 USDB' },
  TRON: { USDT: '0.80 USDT' },
};

export interface WithdrawalNeeds {
  corridors: Corridors;
  /** The currency of an internal account, or 404. */
  accountCurrency: (platformId: string, accountId: string) => Promise<string>;
  isAddressOn: (mode: PlatformMode, network: string, address: string) => boolean;
}

export interface Withdrawal {
  internalAccountId: string;
  currency: string;
  cryptoNetwork: CryptoNetwork;
  amount: number;
  destinationAddress: string;
}

interface Request {
  platform: { id: string; mode: PlatformMode };
  withdrawal: Withdrawal;
  now: Date;
}

/** What a payment of this amount to this address would cost, and what would arrive: as its quote will say. */
export async function estimateWithdrawalFee(needs: WithdrawalNeeds, { platform, withdrawal, now }: Request) {
  const { currency, cryptoNetwork, amount } = withdrawal;
  currencyInfo(currency);
  const problems = withdrawalProblems(needs, { mode: platform.mode, ...withdrawal });
  if (problems.length > 0) throw new InvalidFields(problems);
  await refuseOtherCurrency(needs, platform.id, withdrawal);
  const key = { from: currency, to: currency, rail: cryptoNetwork, isRealtimeFunded: false };
  const terms = await needs.corridors.terms(platform.mode, key, now);
  if (!terms) throw new InvalidFields([networkProblem(currency)]);
  const tariff = { rate: ONE, service: terms.service, platform: { fixed: 0n, variableBps: 0 } };
  const priced = priceSending(BigInt(amount), tariff);
  const { min, max } = terms.receiving;
  if (!priced || priced.received < min || priced.received > max) throw outOfRange(terms, tariff, currency);
  const totalFee = priced.fees.service;
  const fee = smallest(networkFee(cryptoNetwork, currency), totalFee);
  return {
    networkFee: toJsonAmount(fee),
    networkFeeAsset: currency,
    applicationFee: toJsonAmount(totalFee - fee),
    totalFee: toJsonAmount(totalFee),
    netAmount: toJsonAmount(priced.received),
  };
}

interface Given extends Partial<Withdrawal> {
  mode: PlatformMode;
}

/** What the schema cannot say, also of a request that is not whole yet. */
export function withdrawalProblems(needs: Pick<WithdrawalNeeds, 'isAddressOn'>, given: Given): FieldError[] {
  const { mode, currency = '', cryptoNetwork, destinationAddress = '' } = given;
  if (!cryptoNetwork) return [];
  const message = `destinationAddress is not a valid address on ${cryptoNetwork}.`;
  return [
    ...(networkFees[cryptoNetwork][currency] === undefined ? [networkProblem(currency)] : []),
    ...(needs.isAddressOn(mode, cryptoNetwork, destinationAddress) ? [] : [{ field: 'destinationAddress', message }]),
  ];
}

function networkProblem(currency: string): FieldError {
  const carrying = cryptoNetworks.filter((network) => networkFees[network][currency] !== undefined);
  if (carrying.length === 0) return { field: 'currency', message: `${currency} is on no network.` };
  const message = `cryptoNetwork must be one of ${carrying.join(', ')} for ${currency}.`;
  return { field: 'cryptoNetwork', message, constraint: { enum: carrying } };
}

async function refuseOtherCurrency(needs: WithdrawalNeeds, platformId: string, withdrawal: Withdrawal): Promise<void> {
  const held = await needs.accountCurrency(platformId, withdrawal.internalAccountId);
  if (held === withdrawal.currency) return;
  const message = `currency must be ${held}: that is what the account holds.`;
  throw new InvalidFields([{ field: 'currency', message, constraint: { enum: [held] } }]);
}

function networkFee(network: CryptoNetwork, currency: string): bigint {
  const fee = parseMoney(networkFees[network][currency] ?? '');
  assert(fee, `${network} has a fee for ${currency}`);
  return fee.amount;
}

function outOfRange({ receiving }: CorridorTerms, tariff: Tariff, currency: string): ApiError {
  const [least, most] = [receiving.min, receiving.max].map((amount) => priceReceiving(amount, tariff)?.sent);
  const limits = { min: toJsonAmount(least ?? 0n), max: toJsonAmount(most ?? BigInt(MAX_AMOUNT)) };
  return new ApiError('AMOUNT_OUT_OF_RANGE', 'amount is outside of what the network carries after fees.', {
    ...limits,
    hint: `Between ${limits.min} and ${limits.max}, in the smallest unit of ${currency}.`,
  });
}
