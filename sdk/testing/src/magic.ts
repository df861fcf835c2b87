import type { ExternalAccountCreateRequest } from '../../client/src/index.ts';
import { accounts } from './generated/accounts.ts';
import { type IbanCountry, ibanOf } from './iban.ts';
import { accountScenarios, textScenarios, UMA_DOMAIN, umaReceivers } from './scenarios.ts';

export type AccountTypeName = keyof typeof accounts;

type Choices<T> = { [Area in keyof T]?: keyof T[Area] };

/** Outcome by area. One suffix selects the outcomes of all areas, so outcomes of two areas may exclude each other. */
export type AccountScenario = Choices<typeof accountScenarios>;

type TextName = keyof typeof textScenarios;
type TextScenario<Name extends TextName> = Choices<Omit<(typeof textScenarios)[Name], 'stem'>>;

type TextBuilders = { [Name in TextName]: (scenario?: TextScenario<Name>) => string };

/** Body of POST /customers/external-accounts and /platform/external-accounts, without its owner. */
export type MagicAccount = Pick<ExternalAccountCreateRequest, 'currency' | 'accountInfo'>;

/** Builders of values that select a scenario of the sandbox. All pass the checks of production as well. */
export interface Magic extends TextBuilders {
  /** A whole account. */
  account(type: AccountTypeName, scenario?: AccountScenario): MagicAccount;
  /** The identifier of an account alone: an account number, IBAN, phone number or address. */
  identifier(type: AccountTypeName, scenario?: AccountScenario): string;
  clabe(scenario?: AccountScenario): string;
  iban(country: IbanCountry, scenario?: AccountScenario): string;
  /** A receiver at the UMA domain of the sandbox, by what happens to a payment. */
  umaAddress(outcome?: keyof typeof umaReceivers): string;
  /** Accepted as a code of email, SMS and authenticator apps. */
  readonly code: string;
  /** Accepted as a code of embedded wallets. */
  readonly walletCode: string;
}

type AccountInfo = MagicAccount['accountInfo'];

const PLAIN = '111';

interface AccountEntry {
  currency: string;
  field: string;
  accountInfo: object;
  stem?: string;
  tail?: string;
  values?: Readonly<Record<string, string>>;
}

export const magic: Magic = {
  ...(Object.fromEntries(
    Object.entries(textScenarios).map(([name, { stem, ...areas }]) => [
      name,
      (scenario: Record<string, string> = {}) => stem + endingOf(areas, scenario, '900'),
    ]),
  ) as unknown as TextBuilders),
  account: (type, scenario) => {
    const { currency, field, accountInfo } = accounts[type] as AccountEntry;
    return {
      currency,
      accountInfo: { ...accountInfo, [field]: magic.identifier(type, scenario) } as unknown as AccountInfo,
    };
  },
  identifier: (type, scenario = {}) => {
    const { stem, tail = '', values } = accounts[type] as AccountEntry;
    const ending = endingOf(accountScenarios, scenario, PLAIN);
    const value = values ? values[ending] : `${stem}${ending}${tail}`;
    if (value !== undefined) return value;
    throw new Error(`No valid ${type} can end in ${ending}: choose another account type for this scenario.`);
  },
  clabe: (scenario) => magic.identifier('MXN_ACCOUNT', scenario),
  iban: (country, scenario = {}) => ibanOf(country, endingOf(accountScenarios, scenario, PLAIN)),
  umaAddress: (outcome = 'RECEIVES_USD') => `$${umaReceivers[outcome]}@${UMA_DOMAIN}`,
  code: '123456',
  walletCode: '000000',
};

/** Suffix that selects all chosen outcomes. */
function endingOf(
  areas: Readonly<Record<string, Readonly<Record<string, string>>>>,
  scenario: Readonly<Record<string, string | undefined>>,
  plain: string,
): string {
  const chosen = Object.entries(scenario).map(([area, outcome = '']) => {
    const ending = areas[area]?.[outcome];
    if (ending !== undefined) return ending;
    const known = Object.keys(areas[area] ?? areas).join(', ');
    throw new Error(`There is no scenario ${area}: ${outcome}. Choose one of ${known}.`);
  });
  const [ending = plain, ...others] = new Set(chosen);
  if (others.length === 0) return ending;
  throw new Error(`One value cannot have all of these outcomes: ${JSON.stringify(scenario)}.`);
}
