import { pulledOver } from '../accounts/deliveries.ts';
import { type ExternalAccount, findExternalAccount } from '../accounts/external-record.ts';
import { findInternalAccount, type InternalAccount } from '../accounts/internal-accounts.ts';
import { type Customer, findActiveCustomer } from '../customers/record.ts';
import type { Platform } from '../kernel/callers.ts';
import type { FieldError } from '../kernel/errors.ts';
import { currencyInfo } from '../rates/currencies.ts';
import { inactive } from '../transactions/refusals.ts';
import type { QuoteNeeds } from './needs.ts';
import type { AccountSourceRequest, QuoteRequest, RealtimeSourceRequest } from './request.ts';

interface PayerOf {
  currency: string;
  /** Whose money it is; none: the platform's own. */
  customer: Customer | undefined;
  /** As transactions show it. */
  shown: object;
  /** What the request says of the payer and should not. */
  problems: readonly FieldError[];
}

/** Who pays, and how the money is got hold of. */
export type Payer = PayerOf &
  (
    | { kind: 'INTERNAL'; account: InternalAccount }
    /** From an account outside that lets itself be debited. */
    | { kind: 'PULL'; external: ExternalAccount; rail: string }
    /** Somebody sends it to us for this payment alone. */
    | { kind: 'PUSH'; external?: ExternalAccount; network?: string }
  );

export function findPayer(needs: QuoteNeeds, platform: Platform, { source }: QuoteRequest): Promise<Payer> {
  if (source.sourceType === 'REALTIME_FUNDING') return realtime(needs, platform, source);
  return isInternal(source.accountId) ? internal(needs, platform, source) : external(needs, platform, source);
}

export const isInternal = (accountId: string): boolean => accountId.startsWith('InternalAccount:');

async function internal(needs: QuoteNeeds, platform: Platform, source: AccountSourceRequest): Promise<Payer> {
  const account = await findInternalAccount(needs, platform.id, source.accountId);
  const owner = await ownerOf(needs, platform, { ownerId: account.ownerId, claimed: source.customerId });
  if (account.status !== 'ACTIVE') throw inactive(account.id, account.status);
  const { currency } = account;
  return { kind: 'INTERNAL', account, currency, shown: shownAccount(source, currency), ...owner };
}

async function external(needs: QuoteNeeds, platform: Platform, source: AccountSourceRequest): Promise<Payer> {
  const account = await findExternalAccount(needs.db, { platformId: platform.id, id: source.accountId });
  const owner = await ownerOf(needs, platform, { ownerId: account.customerId, claimed: source.customerId });
  if (account.status !== 'ACTIVE') throw inactive(account.id, account.status);
  const { currency } = account;
  const party = { external: account, currency, shown: shownAccount(source, currency), ...owner };
  const rail = pulledOver(account.accountInfo);
  const isPulled = rail !== undefined && needs.rails[platform.mode].supports({ rail, currency, direction: 'PULL' });
  return isPulled ? { kind: 'PULL', rail, ...party } : { kind: 'PUSH', ...party };
}

const shownAccount = ({ accountId }: AccountSourceRequest, currency: string) => ({
  sourceType: 'ACCOUNT',
  accountId,
  currency,
});

/** Networks that carry each asset when somebody pays us. */
const fundingNetworks: Readonly<Record<string, readonly string[]>> = {
  BTC: ['SPARK', 'LIGHTNING', 'BITCOIN'],
  USDB: ['SPARK'],
  USDC: ['SOLANA', 'ETHEREUM', 'BASE', 'POLYGON'],
  USDT: ['SOLANA', 'ETHEREUM', 'TRON', 'PLASMA'],
};

async function realtime(needs: QuoteNeeds, platform: Platform, source: RealtimeSourceRequest): Promise<Payer> {
  const { currency, customerId, cryptoNetwork } = source;
  currencyInfo(currency);
  const customer = customerId === undefined ? undefined : await findActiveCustomer(needs.db, platform.id, customerId);
  const shown = { sourceType: 'REALTIME_FUNDING', currency, ...(customerId && { customerId }) };
  return { kind: 'PUSH', currency, customer, shown, problems: [], ...(cryptoNetwork && { network: cryptoNetwork }) };
}

/** A coin that several networks carry is paid over one of them. */
export function networkProblems({ currency, cryptoNetwork }: RealtimeSourceRequest): FieldError[] {
  const networks = Object.hasOwn(fundingNetworks, currency) ? fundingNetworks[currency] : undefined;
  const field = 'source.cryptoNetwork';
  if (!networks && cryptoNetwork !== undefined) {
    return [{ field, message: `${field} is for crypto currencies, which ${currency} is not.` }];
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
  needs: QuoteNeeds,
  platform: Platform,
  { ownerId, claimed }: Ownership,
): Promise<Pick<PayerOf, 'customer' | 'problems'>> {
  // An account of the platform may hold the money of many: then the request says whose it is.
  const customerId = ownerId ?? claimed;
  const isOther = claimed !== undefined && claimed !== customerId;
  const problem = { field: 'source.customerId', message: 'source.customerId is not the owner of source.accountId.' };
  return {
    customer: customerId === undefined ? undefined : await findActiveCustomer(needs.db, platform.id, customerId),
    problems: isOther ? [problem] : [],
  };
}
