import { beneficiaryName } from '../../parties/accounts/account-rules.ts';
import type { ExternalAccount } from '../../parties/accounts/external-record.ts';
import type { Settings } from '../../parties/platforms/settings.ts';

type Information = Readonly<Record<string, unknown>>;

/** Counterparty fields that the platform requires for a currency. */
const requiredFields = ({ supportedCurrencies }: Settings, currency: string) =>
  supportedCurrencies.find(({ currencyCode }) => currencyCode === currency)?.requiredCounterpartyFields ?? [];

export const asksOfCounterparty = (settings: Settings, currency: string): boolean =>
  requiredFields(settings, currency).length > 0;

/** Known values of the required counterparty fields, as a member of the transaction; empty if none is known. */
export function counterpartyInformation(
  settings: Settings,
  currency: string,
  known: Information,
): { counterpartyInformation?: Record<string, unknown> } {
  const fields = requiredFields(settings, currency);
  const present = fields.filter(({ name }) => known[name] !== undefined && known[name] !== null);
  if (present.length === 0) return {};
  return { counterpartyInformation: Object.fromEntries(present.map(({ name }) => [name, known[name]])) };
}

/** Information about the holder of an external account, by the field names of the API. */
export function beneficiaryInformation({ accountInfo: { beneficiary } }: Pick<ExternalAccount, 'accountInfo'>) {
  if (!beneficiary) return {};
  return {
    FULL_NAME: beneficiaryName(beneficiary),
    BIRTH_DATE: beneficiary.birthDate,
    NATIONALITY: beneficiary.nationality,
    EMAIL: beneficiary.email,
    PHONE_NUMBER: beneficiary.phoneNumber,
    POSTAL_ADDRESS: beneficiary.address,
    COUNTRY_OF_RESIDENCE: beneficiary.countryOfResidence,
    TAX_ID: beneficiary.taxId,
    REGISTRATION_NUMBER: beneficiary.registrationNumber,
    USER_TYPE: beneficiary.beneficiaryType,
    COMPANY_LEGAL_NAME: beneficiary.legalName,
  };
}
