import { type EventType, emit } from '../../engine/webhooks/events.ts';
import type { Effect } from '../../foundation/db/effects.ts';
import type { PlatformMode } from '../../foundation/kernel/callers.ts';
import { newId } from '../../foundation/kernel/ids.ts';
import { type AccountDeps, type InternalAccount, openCustomerAccounts } from '../accounts/internal-accounts.ts';
import type { Settings } from '../platforms/settings.ts';
import { heldCurrencies } from '../rates/limits.ts';
import { insertFirstCredential } from '../wallets/credential-record.ts';
import type { VerificationState } from './fields.ts';
import { type Customer, currenciesHeldBy, customerJson, updateCustomer } from './record.ts';

/** Event by customer type and new status. */
const statusEvents: Record<Customer['customerType'], Partial<Record<VerificationState, EventType>>> = {
  INDIVIDUAL: { PENDING: 'CUSTOMER.KYC_PENDING', APPROVED: 'CUSTOMER.KYC_APPROVED', REJECTED: 'CUSTOMER.KYC_REJECTED' },
  BUSINESS: { PENDING: 'CUSTOMER.KYB_PENDING', APPROVED: 'CUSTOMER.KYB_APPROVED', REJECTED: 'CUSTOMER.KYB_REJECTED' },
};

interface Change {
  from: VerificationState | undefined;
  settings: Settings;
  mode: PlatformMode;
  /** Existing accounts of the customer. Default: none. */
  accounts?: readonly InternalAccount[];
  at: Date;
}

type Deps = Pick<AccountDeps, 'banking'>;

/** Effects of the current status: its event, and the accounts if the customer may have accounts. */
export function statusEffects(deps: Deps, customer: Customer, change: Change): Effect[] {
  const { from, settings, at } = change;
  const type = statusEvents[customer.customerType][customer.verificationStatus];
  const isChanged = type !== undefined && from !== customer.verificationStatus;
  const event = { platformId: customer.platformId, resourceId: customer.id, at };
  return [
    ...(isChanged
      ? [emit([{ ...event, type, data: customerJson(customer), sequence: Number(customer.version) }])]
      : []),
    ...(mayHaveAccounts(customer, settings) ? accountsFor(deps, customer, change) : []),
  ];
}

/** Effects that open the missing accounts of an approved customer; empty if none is missing. */
export const missingAccounts = (deps: Deps, customer: Customer, change: Omit<Change, 'from'>): Effect[] =>
  mayHaveAccounts(customer, change.settings)
    ? accountsFor(deps, customer, change).filter(({ rows }) => rows.length > 0)
    : [];

interface StateChange extends Omit<Change, 'from' | 'accounts'> {
  to: VerificationState;
}

/** The guard and the effects of a status change, for one statement. */
export function changeVerificationStatus(deps: Deps, customer: Customer, { to, ...change }: StateChange) {
  const changed = { ...customer, verificationStatus: to, version: customer.version + 1n, updatedAt: change.at };
  const effects = statusEffects(deps, changed, { from: customer.verificationStatus, ...change });
  return { changed, guard: updateCustomer(changed), effects };
}

/** Unless the platform is regulated, the customer's consent to the terms is required too. */
function mayHaveAccounts(customer: Customer, settings: Settings): boolean {
  const hasConsent = settings.isRegulatedFinancialInstitution || customer.consent !== null;
  return customer.verificationStatus === 'APPROVED' && hasConsent && !customer.isDeleted;
}

/** One account per currency that the customer holds. A wallet starts with an EMAIL_OTP credential for the email. */
function accountsFor(
  deps: Deps,
  customer: Customer,
  { settings, mode, accounts: existing = [], at }: Omit<Change, 'from'>,
): Effect[] {
  const { platformId, id: customerId, email } = customer;
  const needsWallet =
    heldCurrencies(settings).includes('USDB') && !existing.some(({ type }) => type === 'EMBEDDED_WALLET');
  const walletId = needsWallet ? newId('InternalAccount') : undefined;
  const wanted = { currencies: currenciesHeldBy(customer, settings), existing, walletId };
  const opened = openCustomerAccounts(deps, { platformId, mode, customerId, at, ...wanted });
  const hasCredential = walletId !== undefined && email !== null;
  return hasCredential ? [...opened, insertFirstCredential({ platformId, accountId: walletId, email, at })] : opened;
}
