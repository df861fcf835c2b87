import { type Static, type TProperties, Type } from '@sinclair/typebox';
import { Value } from '@sinclair/typebox/value';
import { fileRails } from './schemes.ts';

const Strict = <P extends TProperties>(properties: P) => Type.Object(properties, { additionalProperties: false });
const Digits = (length: number) => Type.String({ pattern: `^[0-9]{${length}}$` });
/** What every bank reads, and what the files are restricted to. */
const Plain = (maxLength: number) => Type.String({ pattern: `^[A-Za-z0-9 .,'()+?:-]{1,${maxLength}}$` });

const AchOrigin = Strict({
  /** The bank that takes our files to the network. */
  odfiRoutingNumber: Digits(9),
  odfiName: Plain(23),
  /** Whom the file is addressed to, where that is not the bank itself. */
  destinationRoutingNumber: Type.Optional(Digits(9)),
  /** How the bank knows the sender of the file and the company behind its entries. */
  originId: Type.String({ pattern: '^[A-Z0-9 ]{1,10}$' }),
  companyId: Type.String({ pattern: '^[A-Z0-9]{1,10}$' }),
  entryDescription: Type.Optional(Plain(10)),
});

const HouseAccount = Strict({
  iban: Type.Optional(Type.String({ pattern: '^[A-Z]{2}[0-9]{2}[A-Z0-9]{11,30}$' })),
  accountNumber: Type.Optional(Type.String({ pattern: '^[A-Za-z0-9]{1,34}$' })),
  bic: Type.Optional(Type.String({ pattern: '^[A-Z]{6}[A-Z0-9]{2}([A-Z0-9]{3})?$' })),
  sortCode: Type.Optional(Digits(6)),
  routingNumber: Type.Optional(Digits(9)),
  /** What the bank offers from this account; everything that files can carry, where it is left out. */
  rails: Type.Optional(Type.Array(Type.String())),
  ach: Type.Optional(AchOrigin),
});

const Settings = Strict({
  company: Strict({ name: Plain(70), id: Type.Optional(Plain(35)) }),
  timeZone: Type.String(),
  cutOff: Type.String({ pattern: '^([01][0-9]|2[0-3]):[0-5][0-9]$' }),
  batchMinutes: Type.Integer({ minimum: 0, maximum: 1_440, default: 15 }),
  settleSeconds: Type.Integer({ minimum: 0, maximum: 3_600, default: 10 }),
  holidays: Type.Array(Type.String({ pattern: '^[0-9]{4}-[0-9]{2}-[0-9]{2}$' }), { default: [] }),
  accounts: Type.Record(Type.String({ pattern: '^[A-Z]{3}$' }), HouseAccount, { additionalProperties: false }),
});

export type BankFilesSettings = Static<typeof Settings>;
export type HouseAccount = Static<typeof HouseAccount>;
export type AchOrigin = Static<typeof AchOrigin>;

/** Check digits are the accounts slice's knowledge: handed in. */
export type CodeCheck = (name: 'iban' | 'bic' | 'routingNumber', value: string) => boolean;

/** The content of BANK_FILES_CONFIG, complete and checked, or one line that says what is wrong. */
export function bankFilesSettings(json: unknown, isValid: CodeCheck): BankFilesSettings {
  const settings = Value.Default(Settings, structuredClone(json));
  const [problem] = [...Value.Errors(Settings, settings)];
  if (problem) throw new Error(`${placeOf(problem.path)}: ${lowered(problem.message)}`);
  const checked = settings as BankFilesSettings;
  const [wrong] = [...problemsOf(checked, isValid)];
  if (wrong) throw new Error(wrong);
  return checked;
}

const lowered = (text: string): string => text.charAt(0).toLowerCase() + text.slice(1);

const placeOf = (path: string): string => path.slice(1).replaceAll('/', '.') || 'the file';

function* problemsOf({ timeZone, accounts }: BankFilesSettings, isValid: CodeCheck): Generator<string> {
  if (!isTimeZone(timeZone)) yield `timeZone: ${timeZone} is not a time zone such as Europe/Berlin`;
  if (Object.keys(accounts).length === 0) yield 'accounts: at least one currency is needed';
  for (const [currency, account] of Object.entries(accounts)) {
    for (const problem of accountProblems(account, isValid)) yield `accounts.${currency}${problem}`;
    const unknown = account.rails?.find((rail) => !fileRails.includes(rail));
    if (unknown !== undefined) yield `accounts.${currency}.rails: ${unknown} is none of ${fileRails.join(', ')}`;
    if (account.ach && currency !== 'USD') yield `accounts.${currency}.ach: ACH is for USD`;
  }
}

function* accountProblems(account: HouseAccount, isValid: CodeCheck): Generator<string> {
  const { iban, accountNumber, bic, sortCode, routingNumber, ach } = account;
  if (!iban && !accountNumber) yield ': iban or accountNumber is needed';
  if (!bic && !sortCode && !routingNumber) yield ': bic, sortCode or routingNumber of the bank is needed';
  if (iban && !isValid('iban', iban)) yield '.iban: its check digits or its length are wrong';
  if (bic && !isValid('bic', bic)) yield '.bic: it names no country';
  const routing = {
    routingNumber,
    'ach.odfiRoutingNumber': ach?.odfiRoutingNumber,
    'ach.destinationRoutingNumber': ach?.destinationRoutingNumber,
  };
  for (const [name, value] of Object.entries(routing)) {
    if (value && !isValid('routingNumber', value)) yield `.${name}: its check digit is wrong`;
  }
}

function isTimeZone(timeZone: string): boolean {
  try {
    return new Intl.DateTimeFormat('en', { timeZone }).resolvedOptions().timeZone !== '';
  } catch {
    return false;
  }
}
