import { type AccountNeeds, accountsOf } from '../accounts/internal-accounts.ts';
import { findCustomerByUmaAddress } from '../customers/record.ts';
import { readSettings } from '../platforms/config.ts';
import type { UmaQuery, UmaReceiver } from '../providers/uma/port.ts';
import { union } from './payer-data.ts';

/** A customer of the platform as a receiver: its open accounts, in currencies that the platform lets in. */
export async function ownCustomerAt(
  needs: AccountNeeds,
  { platformId, umaAddress }: UmaQuery,
): Promise<UmaReceiver | undefined> {
  const customer = await findCustomerByUmaAddress(needs.db, platformId, umaAddress);
  if (!customer) return undefined;
  const [accounts, settings] = await Promise.all([
    accountsOf(needs, platformId, customer.id),
    readSettings(needs.db, platformId),
  ]);
  const held = new Set(accounts.filter(({ status }) => status === 'ACTIVE').map(({ currency }) => currency));
  const open = settings.supportedCurrencies.filter(
    ({ currencyCode, enabledTransactionTypes }) =>
      held.has(currencyCode) && enabledTransactionTypes.includes('INCOMING'),
  );
  if (open.length === 0) return undefined;
  return {
    rail: 'BOOK',
    currencies: open.map(({ currencyCode, minAmount, maxAmount }) => ({
      code: currencyCode,
      min: BigInt(minAmount),
      max: BigInt(maxAmount),
    })),
    requiredPayerDataFields: union(open.map(({ requiredCounterpartyFields }) => requiredCounterpartyFields)),
  };
}
