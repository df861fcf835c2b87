import { primaryIdentifier } from '../accounts/account-rules.ts';
import { carriersTo } from '../accounts/deliveries.ts';
import { type ExternalAccount, findExternalAccount } from '../accounts/external-record.ts';
import { accountsOf, findInternalAccount, type InternalAccount } from '../accounts/internal-accounts.ts';
import { type Customer, findCustomerByUmaAddress } from '../customers/record.ts';
import type { Platform } from '../kernel/callers.ts';
import { ApiError, assert, type FieldError, InvalidFields } from '../kernel/errors.ts';
import { newId } from '../kernel/ids.ts';
import type { Counterparty } from '../providers/rails/port.ts';
import { findLookup, type Lookup } from '../receivers/lookups.ts';
import { inactive } from '../transactions/refusals.ts';
import type { QuoteNeeds } from './needs.ts';
import { isInternal } from './payer.ts';
import type { AccountDestinationRequest, QuoteRequest, UmaDestinationRequest } from './request.ts';

/** Who is paid, and the rails that lead there: the one that is wished for, or all there are. */
export interface Payee {
  currency: string;
  counterparty: Counterparty;
  rails: readonly string[];
  isRailWished: boolean;
  /** The internal account that receives it, by the same transaction. */
  account?: InternalAccount;
  external?: ExternalAccount;
  /** Whose account it is; the platform's own where it is left out. */
  customerId: string | null;
  lookup?: Lookup;
  /** What another provider has told of the receiver, by the names of the wire. */
  information?: Readonly<Record<string, unknown>>;
  /** As transactions show it. */
  shown: object;
  /** What the request says of the payee and should not. */
  problems: readonly FieldError[];
}

interface Search {
  platform: Platform;
  now: Date;
}

export async function findPayee(needs: QuoteNeeds, request: QuoteRequest, search: Search): Promise<Payee> {
  const { destination, lookupId } = request;
  const lookup =
    lookupId === undefined ? undefined : await findLookup(needs.db, search.platform.id, lookupId, search.now);
  if (destination.destinationType === 'UMA_ADDRESS') {
    assert(lookup, 'a UMA destination without a lookup was refused');
    return uma(needs, destination, search, lookup);
  }
  const payee = isInternal(destination.accountId)
    ? await internal(needs, destination, search)
    : await external(needs, destination, search);
  if (!lookup) return payee;
  const problems = isOf(lookup, destination.accountId) ? [] : [OTHER_RECEIVER];
  return { ...payee, lookup, problems: [...payee.problems, ...problems] };
}

async function internal(
  needs: QuoteNeeds,
  { accountId, paymentRail }: AccountDestinationRequest,
  { platform }: Search,
): Promise<Payee> {
  const account = await findInternalAccount(needs, platform.id, accountId);
  return { ...toAccount(account), shown: shownAccount(account), problems: railProblems(paymentRail, []) };
}

function toAccount(account: InternalAccount): Omit<Payee, 'shown' | 'problems'> {
  if (account.status !== 'ACTIVE') throw inactive(account.id, account.status);
  const { id, currency, ownerId } = account;
  const counterparty = { type: 'INTERNAL', accountId: id } as const;
  return { currency, counterparty, rails: ['BOOK'], isRailWished: false, account, customerId: ownerId };
}

const shownAccount = ({ id, currency }: { id: string; currency: string }) => ({
  destinationType: 'ACCOUNT',
  accountId: id,
  currency,
});

async function external(
  needs: QuoteNeeds,
  { accountId, paymentRail }: AccountDestinationRequest,
  { platform }: Search,
): Promise<Payee> {
  const account = await findExternalAccount(needs.db, { platformId: platform.id, id: accountId });
  const { accountInfo, currency } = account;
  const known = needs.corridors.railsTo(currency);
  const rails = carriersTo(accountInfo).filter((rail) => known.includes(rail));
  const problems = railProblems(paymentRail, rails);
  const isRailWished = paymentRail !== undefined && problems.length === 0;
  return {
    currency,
    counterparty: { type: 'EXTERNAL', accountId, identifier: primaryIdentifier(accountInfo), accountInfo },
    rails: isRailWished ? [paymentRail] : rails,
    isRailWished,
    problems,
    external: account,
    customerId: account.customerId,
    shown: shownAccount(account),
  };
}

async function uma(
  needs: QuoteNeeds,
  destination: UmaDestinationRequest,
  { platform }: Search,
  lookup: Lookup,
): Promise<Payee> {
  const umaAddress = destination.umaAddress.toLowerCase();
  if (lookup.receiver.type !== 'UMA' || lookup.receiver.umaAddress !== umaAddress) {
    throw new InvalidFields([OTHER_RECEIVER]);
  }
  const currency = destination.currency ?? lookup.currencies[0] ?? '';
  if (!lookup.currencies.includes(currency)) throw wrongCurrency(lookup.currencies);
  const shown = { destinationType: 'UMA_ADDRESS', umaAddress, currency };
  const neighbour = await findCustomerByUmaAddress(needs.db, platform.id, umaAddress);
  const reached = neighbour
    ? { rails: ['BOOK'], counterparty: await nextDoor(needs, neighbour, currency), customerId: neighbour.id }
    : { rails: ['UMA'], counterparty: { type: 'UMA', umaAddress } as const, customerId: null };
  return { ...reached, currency, isRailWished: false, lookup, shown, problems: [] };
}

/** Both ends are here: the money never leaves the house, and arrives as a transaction of the receiver's own. */
async function nextDoor(
  needs: QuoteNeeds,
  { platformId, id: customerId }: Customer,
  currency: string,
): Promise<Counterparty> {
  const accounts = await accountsOf(needs, platformId, customerId);
  const account = accounts.find((one) => one.currency === currency && one.status === 'ACTIVE');
  if (!account) throw new ApiError('INVALID_RECEIVER', `The receiver has no account in ${currency}.`);
  const arrival = { transactionId: newId('Transaction'), customerId };
  return { type: 'INTERNAL', accountId: account.id, arrival };
}

const isOf = ({ receiver }: Lookup, accountId: string): boolean =>
  receiver.type === 'EXTERNAL' && receiver.accountId === accountId;

const OTHER_RECEIVER: FieldError = {
  field: 'lookupId',
  message: 'lookupId is of another receiver than destination.',
};

function railProblems(wished: string | undefined, rails: readonly string[]): FieldError[] {
  if (wished === undefined || rails.includes(wished)) return [];
  const field = 'destination.paymentRail';
  const choices =
    rails.length > 0 ? `must be one of ${rails.join(', ')} for this account` : 'does not apply to this account';
  return [{ field, message: `${field} ${choices}.`, constraint: { enum: [...rails] } }];
}

function wrongCurrency(currencies: readonly string[]): InvalidFields {
  const field = 'destination.currency';
  const message = `${field} must be one the receiver takes: ${currencies.join(', ')}.`;
  return new InvalidFields([{ field, message, constraint: { enum: [...currencies] } }]);
}
