import type { UmaQuery, UmaReceiver } from '../../engine/providers/uma/port.ts';
import { type AccountDeps, accountsOf } from '../accounts/internal-accounts.ts';
import { findCustomerByUmaAddress } from '../customers/record.ts';
import { readSettings } from '../platforms/config.ts';
import { isHeld } from '../rates/limits.ts';
import { mergeFields } from './payer-data.ts';

/** A customer of the platform as a receiver: the currencies of its ACTIVE accounts that the platform may receive. */
export async function findOwnCustomer(
  deps: AccountDeps,
  { platformId, umaAddress }: UmaQuery,
): Promise<UmaReceiver | undefined> {
  const customer = await findCustomerByUmaAddress(deps.db, platformId, umaAddress);
  if (!customer) return undefined;
  const [accounts, settings] = await Promise.all([
    accountsOf(deps, platformId, customer.id),
    readSettings(deps.db, platformId),
  ]);
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
