import type { Static } from '@sinclair/typebox';
import type { PlatformMode } from '../../foundation/kernel/callers.ts';
import { ApiError, assert, type FieldError, InvalidFields } from '../../foundation/kernel/errors.ts';
import { MAX_AMOUNT, ONE, toJsonAmount } from '../../foundation/kernel/money.ts';
import { rejectedBy, type Validity, type ValueChecks } from '../../foundation/kernel/value-checks.ts';
import { smallest } from './bigint-extremes.ts';
import type { CorridorTerms } from './corridors.ts';
import { currencyInfo } from './currencies.ts';
import { parseMoney } from './money-text.ts';
import { networkFees, type WithdrawalNetwork, withdrawalNetworks } from './network-fees.ts';
import { priceReceiving, priceSending, type Tariff } from './pricing.ts';
import type { EstimateRequest } from './schemas.ts';
import type { Pricing } from './service.ts';

export interface WithdrawalDeps {
  payments: Pricing;
  /** Returns the currency of an internal account, or throws 404. */
  accountCurrency: (platformId: string, accountId: string) => Promise<string>;
  addressValidity: (mode: PlatformMode, network: string, address: string) => Validity;
}

type Withdrawal = Static<typeof EstimateRequest>;

interface Request {
  platform: { id: string; mode: PlatformMode };
  withdrawal: Withdrawal;
  now: Date;
  checks: ValueChecks;
}

/** Fees and net amount of a withdrawal. Its quote will contain the same values. */
export async function estimateWithdrawalFee(deps: WithdrawalDeps, { platform, withdrawal, now, checks }: Request) {
  const { currency, cryptoNetwork, amount } = withdrawal;
  currencyInfo(currency);
  const problems = withdrawalProblems(deps, { mode: platform.mode, checks, ...withdrawal });
  if (problems.length > 0) throw new InvalidFields(problems);
  await rejectOtherCurrency(deps, platform.id, withdrawal);
  const key = { from: currency, to: currency, rail: cryptoNetwork, isRealtimeFunded: false };
  const terms = await deps.payments.corridors.terms(platform.mode, key, now);
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

interface WithdrawalInput extends Partial<Withdrawal> {
  mode: PlatformMode;
  checks: ValueChecks;
}

/** Rules across several fields, for a request that may be incomplete. */
export function withdrawalProblems(
  deps: Pick<WithdrawalDeps, 'addressValidity'>,
  input: WithdrawalInput,
): FieldError[] {
  const { currency = '', cryptoNetwork } = input;
  if (!cryptoNetwork) return [];
  return [
    ...(networkFees[cryptoNetwork][currency] === undefined ? [networkProblem(currency)] : []),
    ...addressProblems(deps, { ...input, cryptoNetwork }),
  ];
}

function addressProblems(
  { addressValidity }: Pick<WithdrawalDeps, 'addressValidity'>,
  { mode, checks, cryptoNetwork, destinationAddress = '' }: WithdrawalInput & Pick<Withdrawal, 'cryptoNetwork'>,
): FieldError[] {
  const validity = addressValidity(mode, cryptoNetwork, destinationAddress);
  if (validity === 'VALID') return [];
  const message = `destinationAddress is not a valid address on ${cryptoNetwork}.`;
  const finding = { field: 'destinationAddress', message };
  return validity === 'SHAPED' ? rejectedBy(checks, [finding]) : [finding];
}

function networkProblem(currency: string): FieldError {
  const carrying = withdrawalNetworks.filter((network) => networkFees[network][currency] !== undefined);
  if (carrying.length === 0)
    return { field: 'currency', message: `currency ${currency} is not carried by any crypto network.` };
  const message = `cryptoNetwork must be one of ${carrying.join(', ')} for ${currency}.`;
  return { field: 'cryptoNetwork', message, constraint: { enum: carrying } };
}

async function rejectOtherCurrency(deps: WithdrawalDeps, platformId: string, withdrawal: Withdrawal): Promise<void> {
  const held = await deps.accountCurrency(platformId, withdrawal.internalAccountId);
  if (held === withdrawal.currency) return;
  const message = `currency must be ${held}, the currency of the account.`;
  throw new InvalidFields([{ field: 'currency', message, constraint: { enum: [held] } }]);
}

function networkFee(network: WithdrawalNetwork, currency: string): bigint {
  const fee = parseMoney(networkFees[network][currency] ?? '');
  assert(fee, `${network} has a fee for ${currency}`);
  return fee.amount;
}

function outOfRange({ receiving }: CorridorTerms, tariff: Tariff, currency: string): ApiError {
  const [least, most] = [receiving.min, receiving.max].map((amount) => priceReceiving(amount, tariff)?.sent);
  const limits = { min: toJsonAmount(least ?? 0n), max: toJsonAmount(most ?? BigInt(MAX_AMOUNT)) };
  return new ApiError('AMOUNT_OUT_OF_RANGE', 'amount is outside of the limits of the network after fees.', {
    ...limits,
    hint: `Between ${limits.min} and ${limits.max}, in the smallest unit of ${currency}.`,
  });
}
