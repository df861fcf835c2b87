import type { Counterparty } from '../../engine/providers/rails/port.ts';
import type { Platform } from '../../foundation/kernel/callers.ts';
import { ApiError, assert, type FieldError, InvalidFields } from '../../foundation/kernel/errors.ts';
import { newId } from '../../foundation/kernel/ids.ts';
import { primaryIdentifier } from '../../parties/accounts/account-rules.ts';
import { carriersTo, choosableCarriersTo } from '../../parties/accounts/delivery-rails.ts';
import { type ExternalAccount, getExternalAccount } from '../../parties/accounts/external-record.ts';
import { accountsOf, getInternalAccount, type InternalAccount } from '../../parties/accounts/internal-accounts.ts';
import { type Customer, findCustomerByUmaAddress } from '../../parties/customers/record.ts';
import { getLookup, type Lookup } from '../../parties/receivers/lookups.ts';
import { inactive } from '../transitions/rejections.ts';
import type { QuoteDeps } from './deps.ts';
import { isInternal } from './payer.ts';
import type { AccountDestinationRequest, QuoteRequest, UmaDestinationRequest } from './request.ts';

/** The receiver of a payment. `rails`: the rail in the request, or all rails that reach the receiver. */
export interface Payee {
  currency: string;
  counterparty: Counterparty;
  rails: readonly string[];
  isRailChosen: boolean;
  /** The internal account that the transaction credits. */
  account?: InternalAccount;
  external?: ExternalAccount;
  /** Owner of the account; null for the platform and for receivers at other providers. */
  customerId: string | null;
  lookup?: Lookup;
  /** Details of the receiver from its provider, by their wire names. */
  information?: Readonly<Record<string, unknown>>;
  /** Receiver as transactions return it. */
  shown: object;
  /** Fields of the request that are invalid for this payee. */
  problems: readonly FieldError[];
}

interface Search {
  platform: Platform;
  now: Date;
}

export async function getPayee(deps: QuoteDeps, request: QuoteRequest, search: Search): Promise<Payee> {
  const { destination, lookupId } = request;
  const lookup =
    lookupId === undefined ? undefined : await getLookup(deps.db, search.platform.id, lookupId, search.now);
  if (destination.destinationType === 'UMA_ADDRESS') {
    assert(lookup, 'a UMA destination has a lookup');
    return uma(deps, destination, search, lookup);
  }
  const payee = isInternal(destination.accountId)
    ? await internal(deps, destination, search)
    : await external(deps, destination, search);
  if (!lookup) return payee;
  const problems = isOf(lookup, destination.accountId) ? [] : [OTHER_RECEIVER];
  return { ...payee, lookup, problems: [...payee.problems, ...problems] };
}

async function internal(
  deps: QuoteDeps,
  { accountId, paymentRail, currency }: AccountDestinationRequest,
  { platform }: Search,
): Promise<Payee> {
  const account = await getInternalAccount(deps, platform.id, accountId);
  const problems = [...currencyProblems(currency, account), ...railProblems(paymentRail, [])];
  return { ...toAccount(account), shown: shownAccount(account), problems };
}

function toAccount(account: InternalAccount): Omit<Payee, 'shown' | 'problems'> {
  if (account.status !== 'ACTIVE') throw inactive(account.id, account.status);
  const { id, currency, ownerId } = account;
  const counterparty = { type: 'INTERNAL', accountId: id } as const;
  return { currency, counterparty, rails: ['BOOK'], isRailChosen: false, account, customerId: ownerId };
}

const shownAccount = ({ id, currency }: { id: string; currency: string }) => ({
  destinationType: 'ACCOUNT',
  accountId: id,
  currency,
});

async function external(
  deps: QuoteDeps,
  { accountId, paymentRail, currency: named }: AccountDestinationRequest,
  { platform }: Search,
): Promise<Payee> {
  const account = await getExternalAccount(deps.db, { platformId: platform.id, id: accountId });
  const { accountInfo, currency } = account;
  const delivering = deps.payments.corridors.railsTo(currency);
  const rails = carriersTo(accountInfo).filter((rail) => delivering.includes(rail));
  const choices = choosableCarriersTo(accountInfo).filter((rail) => delivering.includes(rail));
  const wrongRail = railProblems(paymentRail, choices);
  const isRailChosen = paymentRail !== undefined && wrongRail.length === 0;
  return {
    currency,
    counterparty: { type: 'EXTERNAL', accountId, identifier: primaryIdentifier(accountInfo), accountInfo },
    rails: isRailChosen ? [paymentRail] : rails,
    isRailChosen,
    problems: [...currencyProblems(named, account), ...wrongRail],
    external: account,
    customerId: account.customerId,
    shown: shownAccount(account),
  };
}

async function uma(
  deps: QuoteDeps,
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
  const customer = await findCustomerByUmaAddress(deps.db, platform.id, umaAddress);
  const reached = customer
    ? { rails: ['BOOK'], counterparty: await onPlatform(deps, customer, currency), customerId: customer.id }
    : elsewhere(deps, platform, umaAddress);
  return { ...reached, currency, isRailChosen: false, lookup, shown, problems: [] };
}

function elsewhere({ banking }: QuoteDeps, { mode }: Platform, umaAddress: string) {
  const information = banking.uma.lookups[mode].payeeData?.(umaAddress);
  const counterparty = { type: 'UMA', umaAddress } as const;
  return { rails: ['UMA'], counterparty, customerId: null, ...(information && { information }) };
}

/** On-platform payment: credited on the ledger, in a separate transaction of the receiver. */
async function onPlatform(
  deps: QuoteDeps,
  { platformId, id: customerId }: Customer,
  currency: string,
): Promise<Counterparty> {
  const accounts = await accountsOf(deps, platformId, customerId);
  const account = accounts.find((one) => one.currency === currency && one.status === 'ACTIVE');
  if (!account) throw new ApiError('INVALID_RECEIVER', `The receiver has no account in ${currency}.`);
  const arrival = { transactionId: newId('Transaction'), customerId };
  return { type: 'INTERNAL', accountId: account.id, arrival };
}

const isOf = ({ receiver }: Lookup, accountId: string): boolean =>
  receiver.type === 'EXTERNAL' && receiver.accountId === accountId;

const OTHER_RECEIVER: FieldError = {
  field: 'lookupId',
  message: 'lookupId belongs to a lookup of another receiver than destination.',
};

function currencyProblems(named: string | undefined, { currency }: { currency: string }): FieldError[] {
  if (named === undefined || named === currency) return [];
  const field = 'destination.currency';
  return [
    { field, message: `${field} must be ${currency}, the currency of the account.`, constraint: { enum: [currency] } },
  ];
}

function railProblems(chosen: string | undefined, rails: readonly string[]): FieldError[] {
  if (chosen === undefined || rails.includes(chosen)) return [];
  const field = 'destination.paymentRail';
  const choices =
    rails.length > 0 ? `must be one of ${rails.join(', ')} for this account` : 'does not apply to this account';
  return [{ field, message: `${field} ${choices}.`, constraint: { enum: [...rails] } }];
}

function wrongCurrency(currencies: readonly string[]): ApiError {
  const field = 'destination.currency';
  const message = `${field} must be a currency that the receiver takes: ${currencies.join(', ')}.`;
  const errors = [{ field, message, constraint: { enum: [...currencies] } }];
  return new ApiError('INVALID_CURRENCY', message, { errors });
}
