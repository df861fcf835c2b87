import { toBankText } from './bank-text.ts';
import type { AccountDetails, FileBeneficiary } from './payment.ts';
import type { BankFilesSettings, NostroAccount } from './settings.ts';
import { type Element, element } from './xml.ts';

/** National clearing codes, by the field that contains the code. */
const clearingSystems: readonly { system: string; member: (account: AccountDetails) => string | undefined }[] = [
  { system: 'GBDSC', member: ({ sortCode }) => sortCode },
  { system: 'USABA', member: ({ routingNumber }) => routingNumber },
  { system: 'INFSC', member: ({ ifsc }) => ifsc },
  // A Canadian routing number is a zero, then the institution, then the branch.
  { system: 'CACPA', member: ({ bankCode, branchCode }) => bankCode && branchCode && `0${bankCode}${branchCode}` },
];

const accountTypeCodes: Readonly<Record<string, string>> = { CHECKING: 'CACC', SAVINGS: 'SVGS' };

/** The account of the creditor: IBAN, CLABE or account number. */
export function creditorAccount(account: AccountDetails): Element | undefined {
  const { iban, clabeNumber, accountNumber, bankAccountType = '' } = account;
  return element('CdtrAcct', [
    accountId({ iban, other: clabeNumber ?? accountNumber, scheme: clabeNumber ? 'CLABE' : undefined }),
    element('Tp', [element('Cd', accountTypeCodes[bankAccountType])]),
  ]);
}

/** Bank of the creditor; undefined if the IBAN or the CLABE identifies the bank. */
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
      element('Nm', toBankText(bankName, 140)),
      element('PstlAdr', [element('Ctry', country)]),
    ]),
    element('BrnchId', [element('Id', branch)]),
  ]);
}

export function intermediary({ intermediaryRoutingNumber, intermediaryBankName }: AccountDetails): Element | undefined {
  return element('IntrmyAgt1', [
    element('FinInstnId', [
      clearingMember('USABA', intermediaryRoutingNumber),
      element('Nm', toBankText(intermediaryBankName, 140)),
    ]),
  ]);
}

export const creditor = ({ name, address, country }: FileBeneficiary, nameLength: number): Element | undefined =>
  element('Cdtr', [element('Nm', toBankText(name, nameLength)), postalAddress(address), element('CtryOfRes', country)]);

/** Structured address. Banks require town and country, so an incomplete address is omitted. */
function postalAddress(address: FileBeneficiary['address']): Element | undefined {
  const town = toBankText(address?.city, 35);
  if (!address?.country || !town) return undefined;
  return element('PstlAdr', [
    element('StrtNm', toBankText(address.line1, 70)),
    element('BldgNm', toBankText(address.line2, 35)),
    element('PstCd', toBankText(address.postalCode, 16)),
    element('TwnNm', town),
    element('CtrySubDvsn', toBankText(address.state, 35)),
    element('Ctry', address.country),
  ]);
}

/** Our company, as registered with the bank. */
export const company = (name: string, { company }: BankFilesSettings): Element | undefined =>
  element(name, [
    element('Nm', company.name),
    element('Id', [element('OrgId', [element('Othr', [element('Id', company.id)])])]),
  ]);

export const nostroAccount = ({ iban, accountNumber }: NostroAccount, currency: string): Element | undefined =>
  element('DbtrAcct', [accountId({ iban, other: accountNumber }), element('Ccy', currency)]);

export const nostroAgent = ({ bic, sortCode, routingNumber }: NostroAccount): Element | undefined =>
  element('DbtrAgt', [
    element('FinInstnId', [
      element('BICFI', bic),
      sortCode ? clearingMember('GBDSC', sortCode) : clearingMember('USABA', routingNumber),
    ]),
  ]);

/** Key of the bank to which the files of an account are sent. */
export const bankOf = ({ bic, sortCode, routingNumber }: NostroAccount): string =>
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
          element('Id', toBankText(other, 34)),
          other === undefined
            ? undefined
            : element('SchmeNm', [scheme ? element('Prtry', scheme) : element('Cd', 'BBAN')]),
        ]),
  ]);

const clearingMember = (system: string, member: string | undefined): Element | undefined =>
  member === undefined
    ? undefined
    : element('ClrSysMmbId', [element('ClrSysId', [element('Cd', system)]), element('MmbId', member)]);
