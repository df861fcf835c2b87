import { type Static, type TProperties, Type } from '@sinclair/typebox';
import { Value } from '@sinclair/typebox/value';
import type { RailRoute } from '../providers/rails/port.ts';
import { type Format, fileRails, transferSchemeOf } from './schemes.ts';

const Strict = <P extends TProperties>(properties: P) => Type.Object(properties, { additionalProperties: false });
const Digits = (length: number) => Type.String({ pattern: `^[0-9]{${length}}$` });
const LocalTime = Type.String({ pattern: '^([01][0-9]|2[0-3]):[0-5][0-9]$' });
/** Text in the characters that every bank accepts. */
const BankText = (maxLength: number) => Type.String({ pattern: `^[A-Za-z0-9 .,'()+?:-]{1,${maxLength}}$` });

const AchOrigin = Strict({
  /** The originating bank (ODFI). */
  odfiRoutingNumber: Digits(9),
  odfiName: BankText(23),
  /** Immediate destination of the file; defaults to the ODFI. */
  destinationRoutingNumber: Type.Optional(Digits(9)),
  /** Identifiers assigned by the bank: `originId` of the sender of files, then that of the originating company. */
  originId: Type.String({ pattern: '^[A-Z0-9 ]{1,10}$' }),
  companyId: Type.String({ pattern: '^[A-Z0-9]{1,10}$' }),
  entryDescription: Type.Optional(BankText(10)),
  /** Local time until which the bank accepts same-day files; ACH_SAME_DAY requires it. */
  sameDayCutOff: Type.Optional(LocalTime),
});

const NostroAccount = Strict({
  iban: Type.Optional(Type.String({ pattern: '^[A-Z]{2}[0-9]{2}[A-Z0-9]{11,30}$' })),
  accountNumber: Type.Optional(Type.String({ pattern: '^[A-Za-z0-9]{1,34}$' })),
  bic: Type.Optional(Type.String({ pattern: '^[A-Z]{6}[A-Z0-9]{2}([A-Z0-9]{3})?$' })),
  sortCode: Type.Optional(Digits(6)),
  routingNumber: Type.Optional(Digits(9)),
  /** Rails that the bank offers for this account; defaults to every rail that files support. */
  rails: Type.Optional(Type.Array(Type.String())),
  ach: Type.Optional(AchOrigin),
});

const Settings = Strict({
  company: Strict({ name: BankText(70), id: Type.Optional(BankText(35)) }),
  timeZone: Type.String(),
  cutOff: LocalTime,
  batchMinutes: Type.Integer({ minimum: 0, maximum: 1_440, default: 15 }),
  settleSeconds: Type.Integer({ minimum: 0, maximum: 3_600, default: 10 }),
  holidays: Type.Array(Type.String({ pattern: '^[0-9]{4}-[0-9]{2}-[0-9]{2}$' }), { default: [] }),
  accounts: Type.Record(Type.String({ pattern: '^[A-Z]{3}$' }), NostroAccount, { additionalProperties: false }),
});

export type BankFilesSettings = Static<typeof Settings>;
export type NostroAccount = Static<typeof NostroAccount>;
export type AchOrigin = Static<typeof AchOrigin>;

/** Validates check digits. The accounts module owns the rules, so the function is passed in. */
export type CodeCheck = (name: 'iban' | 'bic' | 'routingNumber', value: string) => boolean;

/** Validates the content of BANK_FILES_CONFIG. Throws an Error with a one-line message that names the field. */
export function bankFilesSettings(json: unknown, isValid: CodeCheck): BankFilesSettings {
  const settings = Value.Default(Settings, structuredClone(json));
  const [problem] = [...Value.Errors(Settings, settings)];
  if (problem) throw new Error(`${placeOf(problem.path)}: ${lowered(problem.message)}`);
  const checked = settings as BankFilesSettings;
  const [wrong] = [...problemsOf(checked, isValid)];
  if (wrong) throw new Error(wrong);
  return checked;
}

/** File format for payments of this route; undefined if no account supports the route. */
export function formatOf(route: RailRoute, { accounts }: BankFilesSettings): Format | undefined {
  const account = accounts[route.currency];
  if (!account || account.rails?.includes(route.rail) === false) return undefined;
  if (route.rail === 'ACH') return account.ach && 'NACHA';
  if (route.rail === 'ACH_SAME_DAY')
    return route.direction !== 'PULL' && account.ach?.sameDayCutOff ? 'NACHA' : undefined;
  return route.direction !== 'PULL' && transferSchemeOf(route) ? 'PAIN_001' : undefined;
}

/** IBAN or account number of our account in a currency. */
export const ownAccountOf = ({ accounts }: BankFilesSettings, currency: string): string | undefined =>
  accounts[currency]?.iban ?? accounts[currency]?.accountNumber;

const lowered = (text: string): string => text.charAt(0).toLowerCase() + text.slice(1);

const placeOf = (path: string): string => path.slice(1).replaceAll('/', '.') || 'the file';

function* problemsOf({ timeZone, accounts }: BankFilesSettings, isValid: CodeCheck): Generator<string> {
  if (!isTimeZone(timeZone)) yield `timeZone: ${timeZone} is not a time zone such as Europe/Berlin`;
  if (Object.keys(accounts).length === 0) yield 'accounts: at least one currency is required';
  for (const [currency, account] of Object.entries(accounts)) {
    for (const problem of accountProblems(account, isValid)) yield `accounts.${currency}${problem}`;
    const unknown = account.rails?.find((rail) => !fileRails.includes(rail));
    if (unknown !== undefined) yield `accounts.${currency}.rails: ${unknown} is not one of ${fileRails.join(', ')}`;
    if (account.ach && currency !== 'USD') yield `accounts.${currency}.ach: ACH is for USD only`;
  }
}

function* accountProblems(account: NostroAccount, isValid: CodeCheck): Generator<string> {
  const { iban, accountNumber, bic, sortCode, routingNumber, ach } = account;
  if (!iban && !accountNumber) yield ': iban or accountNumber is required';
  if (!bic && !sortCode && !routingNumber) yield ': bic, sortCode or routingNumber of the bank is required';
  if (iban && !isValid('iban', iban)) yield '.iban: the check digits or the length are wrong';
  if (bic && !isValid('bic', bic)) yield '.bic: the country code is unknown';
  const routing = {
    routingNumber,
    'ach.odfiRoutingNumber': ach?.odfiRoutingNumber,
    'ach.destinationRoutingNumber': ach?.destinationRoutingNumber,
  };
  for (const [name, value] of Object.entries(routing)) {
    if (value && !isValid('routingNumber', value)) yield `.${name}: the check digit is wrong`;
  }
}

/** Intl throws for an unknown time zone. */
function isTimeZone(timeZone: string): boolean {
  try {
    return new Intl.DateTimeFormat('en', { timeZone }).resolvedOptions().timeZone !== '';
  } catch {
    return false;
  }
}
