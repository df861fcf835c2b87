import type { AccountDetails, Beneficiary } from './payment.ts';
import type { BankFilesSettings, HouseAccount } from './settings.ts';
import { plain } from './text.ts';
import { type Element, element } from './xml.ts';

/** National clearing codes, by the field that holds them. */
const clearingSystems: readonly { system: string; member: (account: AccountDetails) => string | undefined }[] = [
  { system: 'GBDSC', member: ({ sortCode }) => sortCode },
  { system: 'USABA', member: ({ routingNumber }) => routingNumber },
  { system: 'INFSC', member: ({ ifsc }) => ifsc },
  // Canada writes the institution behind a zero, then the branch.
  { system: 'CACPA', member: ({ bankCode, branchCode }) => bankCode && branchCode && `0${bankCode}${branchCode}` },
];

const accountTypeCodes: Readonly<Record<string, string>> = { CHECKING: 'CACC', SAVINGS: 'SVGS' };

/** The account of the one who is paid: an IBAN, a CLABE, or the number that the bank knows. */
export function creditorAccount(account: AccountDetails): Element | undefined {
  const { iban, clabeNumber, accountNumber, bankAccountType = '' } = account;
  return element('CdtrAcct', [
    accountId({ iban, other: clabeNumber ?? accountNumber, scheme: clabeNumber ? 'CLABE' : undefined }),
    element('Tp', [element('Cd', accountTypeCodes[bankAccountType])]),
  ]);
}

/** Their bank, by all that is known of it; nothing where only the IBAN or the CLABE tells it. */
export function creditorAgent(account: AccountDetails): Element | undefined {
  const { swiftCode, bankName, country, branchCode } = account;
  const clearing = clearingSystems.find(({ member }) => member(account));
  const isNamed = !swiftCode && !clearing;
  const branch = isNamed ? branchCode : undefined;
  if (isNamed && !bankName) return undefined;
  return element('CdtrAgt', [
    element('FinInstnId', [
      element('BICFI', swiftCode),
      clearing && clearingMember(clearing.system, clearing.member(account)),
      element('Nm', plain(bankName, 140)),
      element('PstlAdr', [element('Ctry', country)]),
    ]),
    element('BrnchId', [element('Id', branch)]),
  ]);
}

export function intermediary({ intermediaryRoutingNumber, intermediaryBankName }: AccountDetails): Element | undefined {
  return element('IntrmyAgt1', [
    element('FinInstnId', [
      clearingMember('USABA', intermediaryRoutingNumber),
      element('Nm', plain(intermediaryBankName, 140)),
    ]),
  ]);
}

export const creditor = ({ name, address, country }: Beneficiary, nameLength: number): Element | undefined =>
  element('Cdtr', [element('Nm', plain(name, nameLength)), postalAddress(address), element('CtryOfRes', country)]);

/** Banks take an address by its parts, and only with town and country: one that lacks them is left out. */
function postalAddress(address: Beneficiary['address']): Element | undefined {
  const town = plain(address?.city, 35);
  if (!address?.country || !town) return undefined;
  return element('PstlAdr', [
    element('StrtNm', plain(address.line1, 70)),
    element('BldgNm', plain(address.line2, 35)),
    element('PstCd', plain(address.postalCode, 16)),
    element('TwnNm', town),
    element('CtrySubDvsn', plain(address.state, 35)),
    element('Ctry', address.country),
  ]);
}

/** We, as our bank knows us. */
export const company = (name: string, { company }: BankFilesSettings): Element | undefined =>
  element(name, [
    element('Nm', company.name),
    element('Id', [element('OrgId', [element('Othr', [element('Id', company.id)])])]),
  ]);

export const houseAccount = ({ iban, accountNumber }: HouseAccount, currency: string): Element | undefined =>
  element('DbtrAcct', [accountId({ iban, other: accountNumber }), element('Ccy', currency)]);

export const houseAgent = ({ bic, sortCode, routingNumber }: HouseAccount): Element | undefined =>
  element('DbtrAgt', [
    element('FinInstnId', [
      element('BICFI', bic),
      sortCode ? clearingMember('GBDSC', sortCode) : clearingMember('USABA', routingNumber),
    ]),
  ]);

/** Files are made for one bank each. */
export const bankOf = ({ bic, sortCode, routingNumber }: HouseAccount): string =>
  bic?.slice(0, 8) ?? sortCode ?? routingNumber ?? '';

interface AccountId {
  iban: string | undefined;
  other: string | undefined;
  scheme?: string | undefined;
}

const accountId = ({ iban, other, scheme }: AccountId): Element | undefined =>
  element('Id', [
    iban
      ? element('IBAN', iban.toUpperCase())
      : element('Othr', [
          element('Id', plain(other, 34)),
          other === undefined
            ? undefined
            : element('SchmeNm', [scheme ? element('Prtry', scheme) : element('Cd', 'BBAN')]),
        ]),
  ]);

const clearingMember = (system: string, member: string | undefined): Element | undefined =>
  member === undefined
    ? undefined
    : element('ClrSysMmbId', [element('ClrSysId', [element('Cd', system)]), element('MmbId', member)]);
