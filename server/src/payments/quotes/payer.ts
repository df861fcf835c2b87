import type { Platform } from '../../foundation/kernel/callers.ts';
import type { FieldError } from '../../foundation/kernel/errors.ts';
import { debitRailOf } from '../../parties/accounts/delivery-rails.ts';
import { type ExternalAccount, getExternalAccount } from '../../parties/accounts/external-record.ts';
import { getInternalAccount, type InternalAccount } from '../../parties/accounts/internal-accounts.ts';
import { type Customer, getActiveCustomer } from '../../parties/customers/record.ts';
import { currencyInfo } from '../../parties/rates/currencies.ts';
import { inactive } from '../transitions/rejections.ts';
import type { QuoteDeps } from './deps.ts';
import type { AccountSourceRequest, QuoteRequest, RealtimeSourceRequest } from './request.ts';

interface PayerBase {
  currency: string;
  /** Owner of the money; undefined for the platform itself. */
  customer: Customer | undefined;
  /** Payer as transactions return it. */
  shown: object;
  /** Fields of the request that are invalid for this payer. */
  problems: readonly FieldError[];
}

/** The payer, by the method of obtaining the money. */
export type Payer = PayerBase &
  (
    | { kind: 'INTERNAL'; account: InternalAccount }
    /** Collected from an external account. */
    | { kind: 'PULL'; external: ExternalAccount; rail: string }
    /** Sent to the service for this payment. */
    | { kind: 'PUSH'; external?: ExternalAccount; network?: string }
  );

export function getPayer(deps: QuoteDeps, platform: Platform, { source }: QuoteRequest): Promise<Payer> {
  if (source.sourceType === 'REALTIME_FUNDING') return realtime(deps, platform, source);
  return isInternal(source.accountId) ? internal(deps, platform, source) : external(deps, platform, source);
}

export const isInternal = (accountId: string): boolean => accountId.startsWith('InternalAccount:');

async function internal(deps: QuoteDeps, platform: Platform, source: AccountSourceRequest): Promise<Payer> {
  const account = await getInternalAccount(deps, platform.id, source.accountId);
  const owner = await ownerOf(deps, platform, { ownerId: account.ownerId, claimed: source.customerId });
  if (account.status !== 'ACTIVE') throw inactive(account.id, account.status);
  const { currency } = account;
  return { kind: 'INTERNAL', account, currency, shown: shownAccount(source, currency), ...owner };
}

async function external(deps: QuoteDeps, platform: Platform, source: AccountSourceRequest): Promise<Payer> {
  const account = await getExternalAccount(deps.db, { platformId: platform.id, id: source.accountId });
  const owner = await ownerOf(deps, platform, { ownerId: account.customerId, claimed: source.customerId });
  if (account.status !== 'ACTIVE') throw inactive(account.id, account.status);
  const { currency } = account;
  const party = { external: account, currency, shown: shownAccount(source, currency), ...owner };
  const rail = debitRailOf(account.accountInfo);
  const isPulled =
    rail !== undefined && deps.banking.rails[platform.mode].supports({ rail, currency, direction: 'PULL' });
  return isPulled ? { kind: 'PULL', rail, ...party } : { kind: 'PUSH', ...party };
}

const shownAccount = ({ accountId }: AccountSourceRequest, currency: string) => ({
  sourceType: 'ACCOUNT',
  accountId,
  currency,
});

/** Networks over which each asset can fund a quote. */
const fundingNetworks: Readonly<Record<string, readonly string[]>> = {
  BTC: ['SPARK', 'LIGHTNING', 'BITCOIN'],
  USDB: ['SPARK'],
  USDC: ['SOLANA', 'ETHEREUM', 'BASE', 'POLYGON'],
  USDT: ['SOLANA', 'ETHEREUM', 'TRON', 'PLASMA'],
};

async function realtime(deps: QuoteDeps, platform: Platform, source: RealtimeSourceRequest): Promise<Payer> {
  const { currency, customerId, cryptoNetwork } = source;
  currencyInfo(currency);
  const customer = customerId === undefined ? undefined : await getActiveCustomer(deps.db, platform.id, customerId);
  const shown = { sourceType: 'REALTIME_FUNDING', currency, ...(customerId && { customerId }) };
  return { kind: 'PUSH', currency, customer, shown, problems: [], ...(cryptoNetwork && { network: cryptoNetwork }) };
}

/** Requires a network for stablecoins, and rejects networks that do not carry the currency. */
export function networkProblems({ currency, cryptoNetwork }: RealtimeSourceRequest): FieldError[] {
  const networks = Object.hasOwn(fundingNetworks, currency) ? fundingNetworks[currency] : undefined;
  const field = 'source.cryptoNetwork';
  if (!networks && cryptoNetwork !== undefined) {
    return [{ field, message: `${field} is supported for crypto currencies only, not for ${currency}.` }];
  }
  const isStablecoin = networks !== undefined && currency !== 'BTC';
  const isMissing = isStablecoin && cryptoNetwork === undefined;
  const isWrong = networks !== undefined && cryptoNetwork !== undefined && !networks.includes(cryptoNetwork);
  if (!isMissing && !isWrong) return [];
  const message = `${field} must be one of ${networks?.join(', ')} for ${currency}.`;
  return [{ field, message, constraint: { enum: [...(networks ?? [])] } }];
}

interface Ownership {
  ownerId: string | null;
  claimed: string | undefined;
}

async function ownerOf(
  deps: QuoteDeps,
  platform: Platform,
  { ownerId, claimed }: Ownership,
): Promise<Pick<PayerBase, 'customer' | 'problems'>> {
  // An account of the platform may hold money of several customers: the request contains the owner's id.
  const customerId = ownerId ?? claimed;
  const isOther = claimed !== undefined && claimed !== customerId;
  const problem = { field: 'source.customerId', message: 'source.customerId is not the owner of source.accountId.' };
  return {
    customer: customerId === undefined ? undefined : await getActiveCustomer(deps.db, platform.id, customerId),
    problems: isOther ? [problem] : [],
  };
}
