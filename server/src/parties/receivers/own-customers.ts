import type { UmaQuery, UmaReceiver } from '../../engine/providers/uma/port.ts';
import { type AccountDeps, accountsOf, type InternalAccount } from '../accounts/internal-accounts.ts';
import { type Customer, findCustomerByUmaAddress } from '../customers/record.ts';
import { getSettings } from '../platforms/config.ts';
import type { Settings } from '../platforms/settings.ts';
import { isHeld } from '../rates/limits.ts';
import { mergeFields } from './payer-data.ts';

/** A receiving customer, with the settings and accounts that determine which payments are possible. */
export interface OwnCustomer {
  customer: Customer;
  settings: Settings;
  accounts: readonly InternalAccount[];
}

export async function findOwnCustomer(
  deps: AccountDeps,
  { platformId, umaAddress }: Pick<UmaQuery, 'platformId' | 'umaAddress'>,
): Promise<OwnCustomer | undefined> {
  const customer = await findCustomerByUmaAddress(deps.db, platformId, umaAddress);
  return customer && readOwnCustomer(deps, customer);
}

export async function readOwnCustomer(deps: AccountDeps, customer: Customer): Promise<OwnCustomer> {
  const [settings, accounts] = await Promise.all([
    getSettings(deps.db, customer.platformId),
    accountsOf(deps, customer.platformId, customer.id),
  ]);
  return { customer, settings, accounts };
}

/** Currencies of the customer's ACTIVE accounts that the platform holds. Undefined if there are none. */
export function receiverOf({ settings, accounts }: OwnCustomer): UmaReceiver | undefined {
  const ownCurrencies = new Set(accounts.filter(({ status }) => status === 'ACTIVE').map(({ currency }) => currency));
  const receivable = settings.supportedCurrencies.filter(
    (currency) => isHeld(currency) && ownCurrencies.has(currency.currencyCode),
  );
  if (receivable.length === 0) return undefined;
  return {
    rail: 'BOOK',
    currencies: receivable.map(({ currencyCode, minAmount, maxAmount }) => ({
      code: currencyCode,
      min: BigInt(minAmount),
      max: BigInt(maxAmount),
    })),
    requiredPayerDataFields: mergeFields(
      receivable.map(({ requiredCounterpartyFields }) => requiredCounterpartyFields),
    ),
  };
}
