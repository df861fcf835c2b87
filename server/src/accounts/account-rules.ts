import { createHash } from 'node:crypto';
import type { FieldError } from '../kernel/errors.ts';
import type { Networks } from '../providers/networks/port.ts';
import { type CheckName, check } from './account-checks.ts';
import { type AccountTypeName, accountType } from './account-types.ts';
import type { AccountType, PaymentRail, Way } from './types/type.ts';

export const ownershipTypes = ['FIRST_PARTY', 'THIRD_PARTY'] as const;
export type OwnershipType = (typeof ownershipTypes)[number];

export interface Beneficiary {
  beneficiaryType: 'INDIVIDUAL' | 'BUSINESS';
  fullName?: string;
  legalName?: string;
  [member: string]: unknown;
}

/** An account outside as a request tells of it: its type, the type's fields, its owner. The schema checked the shape. */
export interface AccountInfo {
  accountType: AccountTypeName;
  beneficiary?: Beneficiary;
  [field: string]: unknown;
}

export interface ExternalAccountInput {
  customerId?: string;
  currency: string;
  platformAccountId?: string;
  ownershipType?: OwnershipType;
  defaultUmaDepositAccount?: boolean;
  accountInfo: AccountInfo;
}

/** What the schema cannot say: one entry per invalid field. */
export function problemsOf(input: ExternalAccountInput, networks: Networks): FieldError[] {
  const { accountInfo } = input;
  return [...memberProblems(input, networks), ...wayProblems(accountInfo, accountType(accountInfo.accountType))];
}

/** The same as far as it can be said of an account that is not whole yet. */
export function memberProblems(input: ExternalAccountInput, networks: Networks): FieldError[] {
  const info = input.accountInfo;
  const type = accountType(info.accountType);
  return [
    ...currencyProblems(input.currency, type),
    ...ownerProblems(input, type),
    ...Object.entries(type.fields).flatMap(([name, field]) => checkProblems(info, { name, by: field.check, networks })),
    ...formProblems(info, type, networks),
  ];
}

function currencyProblems(currency: string, { currencies }: AccountType): FieldError[] {
  if (currencies.includes(currency)) return [];
  const message = `currency must be one of ${currencies.join(', ')} for an account of this type.`;
  return [{ field: 'currency', message, constraint: { enum: [...currencies] } }];
}

function ownerProblems(
  { customerId, ownershipType, defaultUmaDepositAccount, accountInfo }: ExternalAccountInput,
  type: AccountType,
): FieldError[] {
  const problems: FieldError[] = [];
  if (ownershipType === 'THIRD_PARTY' && type.beneficiary && !accountInfo.beneficiary) {
    const message = 'accountInfo.beneficiary is required when the wallet belongs to somebody else.';
    problems.push({ field: 'accountInfo.beneficiary', message });
  }
  if (defaultUmaDepositAccount && customerId === undefined) {
    const message = 'customerId is required with defaultUmaDepositAccount: it is a choice of a customer.';
    problems.push({ field: 'customerId', message });
  }
  return problems;
}

const given = (info: AccountInfo, name: string): string | undefined => info[name] as string | undefined;

interface CheckOf {
  name: string;
  by: CheckName | undefined;
  networks: Networks;
}

function checkProblems(info: AccountInfo, { name, by, networks }: CheckOf): FieldError[] {
  const value = given(info, name);
  if (value === undefined || by === undefined || check(by).isValid(value, networks)) return [];
  return [{ field: `accountInfo.${name}`, message: `accountInfo.${name} ${check(by).problem}.` }];
}

function formProblems(info: AccountInfo, { forms }: AccountType, networks: Networks): FieldError[] {
  const form = forms?.forms[given(info, forms.by) ?? ''];
  if (!forms || !form) return [];
  const { pattern } = form;
  if (new RegExp(pattern).test(given(info, forms.field) ?? '')) {
    return checkProblems(info, { name: forms.field, by: form.check, networks });
  }
  const field = `accountInfo.${forms.field}`;
  const message = `${field} must match ${pattern} where ${forms.by} is ${given(info, forms.by)}.`;
  return [{ field, message, constraint: { pattern } }];
}

/** One way must be complete. Where none is, the ones that were begun tell what they lack, or all of them. */
function wayProblems(info: AccountInfo, type: AccountType): FieldError[] {
  const open = type.ways.filter((way) => !isBarred(way, info));
  const begun = open.filter((way) => way.needs.some((name) => given(info, name) !== undefined));
  if (type.hasOneWay && begun.length > 1) return tooManyWays(begun);
  if (open.some((way) => shortcomings(way, info, '').length === 0)) return [];
  const choices = open.map(
    ({ needs, rails }) => `${needs.join(' and ')}${rails.length > 0 ? ` for ${rails.join(', ')}` : ''}`,
  );
  const meant = begun.length > 0 ? begun : open;
  const problems = meant.flatMap((way) => shortcomings(way, info, choices.join('; or ')));
  return [...new Map(problems.map((problem) => [problem.field, problem])).values()];
}

function tooManyWays(begun: readonly Way[]): FieldError[] {
  const names = begun.flatMap(({ needs }) => needs);
  const message = `only one of ${names.join(', ')} may be given.`;
  return names.map((name) => ({ field: `accountInfo.${name}`, message: `accountInfo.${name}: ${message}` }));
}

const isBarred = ({ never = {} }: Way, info: AccountInfo): boolean =>
  Object.entries(never).some(([name, values]) => values.includes(given(info, name) ?? ''));

function shortcomings({ rails, needs, only = {}, beneficiary }: Way, info: AccountInfo, choices: string): FieldError[] {
  const missing = needs
    .filter((name) => given(info, name) === undefined)
    .map((name) => ({ field: `accountInfo.${name}`, message: `accountInfo.${name} is required: give ${choices}.` }));
  const wrong = Object.entries(only)
    .filter(([name, values]) => !values.includes(given(info, name) ?? ''))
    .map(([name, values]) => mustBe(`accountInfo.${name}`, values, rails));
  const isOwnerWrong = beneficiary !== undefined && info.beneficiary?.beneficiaryType !== beneficiary;
  const owner = isOwnerWrong ? [mustBe('accountInfo.beneficiary.beneficiaryType', [beneficiary], rails)] : [];
  return [...missing, ...wrong, ...owner];
}

const mustBe = (field: string, values: readonly string[], rails: readonly PaymentRail[]): FieldError => ({
  field,
  message: `${field} must be ${values.join(' or ')} for ${rails.join(', ')}.`,
  constraint: { enum: [...values] },
});

/** The rails that can pay this account with what is known of it. */
export function railsOf(info: AccountInfo): PaymentRail[] {
  const { ways } = accountType(info.accountType);
  const complete = ways.filter((way) => !isBarred(way, info) && shortcomings(way, info, '').length === 0);
  return [...new Set(complete.flatMap(({ rails }) => rails))];
}

/** With what follows from the rest: the bank's name from its code. */
export function completed(info: AccountInfo): AccountInfo {
  const bank = accountType(info.accountType).bankNames?.[given(info, 'swiftCode')?.slice(0, 4) ?? ''];
  return bank === undefined ? info : { bankName: bank, ...info };
}

/** Account number, IBAN, phone number or address: what banks and networks know the account by. */
export function primaryIdentifier(info: AccountInfo): string {
  const [first = ''] = accountType(info.accountType).identifiedBy.flatMap((name) => given(info, name) ?? []);
  return first;
}

/** The same for two requests that mean the same account of the same owner. */
export function fingerprintOf({ customerId, currency, accountInfo }: ExternalAccountInput): string {
  const { identifiedBy, fields } = accountType(accountInfo.accountType);
  const identity = identifiedBy.map((name) => {
    const value = given(accountInfo, name);
    return fields[name]?.isCaseSensitive ? value : value?.toLowerCase();
  });
  const account = [customerId, accountInfo.accountType, currency, ...identity];
  return createHash('sha256').update(JSON.stringify(account)).digest('hex');
}

/** Wallets that a key of their owner controls, and nobody who vouches for it. */
export function needsOwnershipProof({ ownershipType, accountInfo }: ExternalAccountInput): boolean {
  const { signature } = accountType(accountInfo.accountType);
  return signature !== undefined && ownershipType === 'FIRST_PARTY' && accountInfo.vaspName === undefined;
}

export const nameOf = (beneficiary: Beneficiary | undefined): string | undefined =>
  beneficiary?.fullName ?? beneficiary?.legalName;

/** One field by itself: its pattern and its check digits. */
export function isFieldValid(name: AccountTypeName, field: string, value: string, networks: Networks): boolean {
  const { pattern, check: by } = accountType(name).fields[field] ?? {};
  const fits = pattern === undefined || new RegExp(pattern).test(value);
  return fits && (by === undefined || check(by).isValid(value, networks));
}
