import { type AccountNeeds, type InternalAccount, openCustomerAccounts } from '../accounts/internal-accounts.ts';
import type { Effect } from '../db/effects.ts';
import type { PlatformMode } from '../kernel/callers.ts';
import { newId } from '../kernel/ids.ts';
import type { Settings } from '../platforms/settings.ts';
import { firstCredential } from '../wallets/credential-record.ts';
import { type EventType, emit } from '../webhooks/events.ts';
import type { VerificationState } from './fields.ts';
import { type Customer, customerJson, updateCustomer } from './record.ts';

/** States that somebody is told of, by customer type. */
const statusEvents: Record<Customer['customerType'], Partial<Record<VerificationState, EventType>>> = {
  INDIVIDUAL: { PENDING: 'CUSTOMER.KYC_PENDING', APPROVED: 'CUSTOMER.KYC_APPROVED', REJECTED: 'CUSTOMER.KYC_REJECTED' },
  BUSINESS: { PENDING: 'CUSTOMER.KYB_PENDING', APPROVED: 'CUSTOMER.KYB_APPROVED', REJECTED: 'CUSTOMER.KYB_REJECTED' },
};

interface Change {
  from: VerificationState | undefined;
  settings: Settings;
  mode: PlatformMode;
  /** The accounts that it has; none, where it was not APPROVED before. */
  accounts?: readonly InternalAccount[];
  at: Date;
}

type Needs = Pick<AccountNeeds, 'funding'>;

/** What follows from the state a customer is in now: its event, and its accounts once it may have them. */
export function consequences(needs: Needs, customer: Customer, change: Change): Effect[] {
  const { from, settings, at } = change;
  const type = statusEvents[customer.customerType][customer.verificationStatus];
  const isNews = type !== undefined && from !== customer.verificationStatus;
  const event = { platformId: customer.platformId, resourceId: customer.id, at };
  return [
    ...(isNews ? [emit([{ ...event, type, data: customerJson(customer), sequence: Number(customer.version) }])] : []),
    ...(mayHaveAccounts(customer, settings) ? accountsFor(needs, customer, change) : []),
  ];
}

interface StateChange extends Omit<Change, 'from' | 'accounts'> {
  to: VerificationState;
}

/** Changes the state: the guard, and everything that belongs into the same statement. */
export function changeState(needs: Needs, customer: Customer, { to, ...change }: StateChange) {
  const changed = { ...customer, verificationStatus: to, version: customer.version + 1n, updatedAt: change.at };
  const effects = consequences(needs, changed, { from: customer.verificationStatus, ...change });
  return { changed, guard: updateCustomer(changed), effects };
}

/** A platform that is not regulated itself needs the customer's consent to the terms as well. */
function mayHaveAccounts(customer: Customer, settings: Settings): boolean {
  const hasConsent = settings.isRegulatedFinancialInstitution || customer.consent !== null;
  return customer.verificationStatus === 'APPROVED' && hasConsent && !customer.isDeleted;
}

/** An account in each currency; the wallet among them begins with a credential that writes to the customer's email. */
function accountsFor(
  needs: Needs,
  customer: Customer,
  { settings, mode, accounts: existing = [], at }: Change,
): Effect[] {
  const { platformId, id: customerId, currencies, email } = customer;
  const supported = settings.supportedCurrencies.map((currency) => currency.currencyCode);
  const isWalletDue = supported.includes('USDB') && !existing.some(({ type }) => type === 'EMBEDDED_WALLET');
  const walletId = isWalletDue ? newId('InternalAccount') : undefined;
  const wished = { currencies: currencies ?? supported, existing, walletId };
  const opened = openCustomerAccounts(needs, { platformId, mode, customerId, at, ...wished });
  const isLocked = walletId !== undefined && email !== null;
  return isLocked ? [...opened, firstCredential({ platformId, accountId: walletId, email, at })] : opened;
}
