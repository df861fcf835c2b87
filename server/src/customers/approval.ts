import { openCustomerAccounts } from '../accounts/internal-accounts.ts';
import type { Effect } from '../db/effects.ts';
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
  at: Date;
}

/** What follows from the state a customer is in now: its event, and its accounts once it may have them. */
export function consequences(customer: Customer, { from, settings, at }: Change): Effect[] {
  const type = statusEvents[customer.customerType][customer.verificationStatus];
  const isNews = type !== undefined && from !== customer.verificationStatus;
  const event = { platformId: customer.platformId, resourceId: customer.id, at };
  return [
    ...(isNews ? [emit([{ ...event, type, data: customerJson(customer), sequence: Number(customer.version) }])] : []),
    ...(mayHaveAccounts(customer, settings) ? accountsFor(customer, settings, at) : []),
  ];
}

/** Changes the state: the guard, and everything that belongs into the same statement. */
export function changeState(customer: Customer, to: VerificationState, { settings, at }: Omit<Change, 'from'>) {
  const changed = { ...customer, verificationStatus: to, version: customer.version + 1n, updatedAt: at };
  const effects = consequences(changed, { from: customer.verificationStatus, settings, at });
  return { changed, guard: updateCustomer(changed), effects };
}

/** A platform that is not regulated itself needs the customer's consent to the terms as well. */
function mayHaveAccounts(customer: Customer, settings: Settings): boolean {
  const hasConsent = settings.isRegulatedFinancialInstitution || customer.consent !== null;
  return customer.verificationStatus === 'APPROVED' && hasConsent && !customer.isDeleted;
}

/** An account in each currency; the wallet among them begins with a credential that writes to the customer's email. */
function accountsFor(
  { platformId, id: customerId, currencies, email }: Customer,
  settings: Settings,
  at: Date,
): Effect[] {
  const supported = settings.supportedCurrencies.map((currency) => currency.currencyCode);
  const walletId = supported.includes('USDB') ? newId('InternalAccount') : undefined;
  const opened = openCustomerAccounts({ platformId, customerId, currencies: currencies ?? supported, walletId, at });
  const isLocked = walletId !== undefined && email !== null;
  return isLocked ? [opened, firstCredential({ platformId, accountId: walletId, email, at })] : [opened];
}
