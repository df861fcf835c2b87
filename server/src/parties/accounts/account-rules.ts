import { createHash } from 'node:crypto';
import type { Static } from '@sinclair/typebox';
import type { Networks } from '../../engine/providers/networks/port.ts';
import type { FieldError } from '../../foundation/kernel/errors.ts';
import { rejectedBy, type Validity, type ValueChecks } from '../../foundation/kernel/value-checks.ts';
import { type CheckName, check, validityOf } from './account-checks.ts';
import { type AccountTypeName, accountType } from './account-types.ts';
import type { AccountInfo, Beneficiary } from './external-names.ts';
import type { ExternalAccountCreateRequest } from './external-schemas.ts';
import type { AccountType, PaymentRail, PaymentWay } from './types/type.ts';

export type ExternalAccountInput = Static<typeof ExternalAccountCreateRequest>;

/** Networks of the platform, and whether identifiers are checked strictly. */
interface AccountChecks {
  networks: Networks;
  checks: ValueChecks;
}

/** Rules beyond the schema: one entry per invalid field. */
export function externalAccountProblems(input: ExternalAccountInput, by: AccountChecks): FieldError[] {
  const { accountInfo } = input;
  return [...memberProblems(input, by), ...wayProblems(accountInfo, accountType(accountInfo.accountType))];
}

/** Rules that can be checked even if the shape of the request is wrong. */
export function memberProblems(input: ExternalAccountInput, by: AccountChecks): FieldError[] {
  const info = input.accountInfo;
  const type = accountType(info.accountType);
  return [
    ...currencyProblems(input.currency, type),
    ...ownerProblems(input, type),
    ...Object.entries(type.fields).flatMap(([name, field]) => checkProblems(info, { name, check: field.check }, by)),
    ...formProblems(info, type, by),
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
    const message = 'accountInfo.beneficiary is required when ownershipType is THIRD_PARTY.';
    problems.push({ field: 'accountInfo.beneficiary', message });
  }
  if (defaultUmaDepositAccount && customerId === undefined) {
    const message = 'customerId is required with defaultUmaDepositAccount: only customers have a deposit account.';
    problems.push({ field: 'customerId', message });
  }
  return problems;
}

const given = (info: AccountInfo, name: string): string | undefined => info[name] as string | undefined;

interface CheckedField {
  name: string;
  check: CheckName | undefined;
}

/** A wrong shape fails every request; wrong check digits or encodings fail strict requests only. */
function checkProblems(
  info: AccountInfo,
  { name, check: checkName }: CheckedField,
  { networks, checks }: AccountChecks,
): FieldError[] {
  const value = given(info, name);
  if (value === undefined || checkName === undefined) return [];
  const validity = validityOf(checkName, value, networks);
  if (validity === 'VALID') return [];
  const problem = { field: `accountInfo.${name}`, message: `accountInfo.${name} ${check(checkName).problem}.` };
  return validity === 'SHAPED' ? rejectedBy(checks, [problem]) : [problem];
}

function formProblems(info: AccountInfo, { forms }: AccountType, by: AccountChecks): FieldError[] {
  const form = forms?.forms[given(info, forms.by) ?? ''];
  if (!forms || !form) return [];
  const { pattern, words, example } = form;
  if (new RegExp(pattern).test(given(info, forms.field) ?? '')) {
    return checkProblems(info, { name: forms.field, check: form.check }, by);
  }
  const field = `accountInfo.${forms.field}`;
  const message = `${field} must be ${words} where ${forms.by} is ${given(info, forms.by)}, like ${example}.`;
  return [{ field, message, constraint: { pattern } }];
}

/** Requires one complete way. Otherwise reports the ways that have some of their fields, or all if none has any. */
function wayProblems(info: AccountInfo, type: AccountType): FieldError[] {
  const open = type.ways.filter((way) => !isBarred(way, info));
  const begun = open.filter((way) => way.requires.some((name) => given(info, name) !== undefined));
  if (type.hasOneWay && begun.length > 1) return tooManyWays(begun);
  if (open.some((way) => shortcomings(way, info, '').length === 0)) return [];
  const choices = open.map(
    ({ requires, rails }) => `${requires.join(' and ')}${rails.length > 0 ? ` for ${rails.join(', ')}` : ''}`,
  );
  const candidates = begun.length > 0 ? begun : open;
  const problems = candidates.flatMap((way) => shortcomings(way, info, choices.join('; or ')));
  return [...new Map(problems.map((problem) => [problem.field, problem])).values()];
}

function tooManyWays(begun: readonly PaymentWay[]): FieldError[] {
  const names = begun.flatMap(({ requires }) => requires);
  const message = `only one of ${names.join(', ')} may be given.`;
  return names.map((name) => ({ field: `accountInfo.${name}`, message: `accountInfo.${name}: ${message}` }));
}

const isBarred = ({ never = {} }: PaymentWay, info: AccountInfo): boolean =>
  Object.entries(never).some(([name, values]) => values.includes(given(info, name) ?? ''));

function shortcomings(
  { rails, requires, only = {}, beneficiary }: PaymentWay,
  info: AccountInfo,
  choices: string,
): FieldError[] {
  const missing = requires
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

/** The rails that can pay this account with the fields that it has. */
export function railsOf(info: AccountInfo): PaymentRail[] {
  const { ways } = accountType(info.accountType);
  const complete = ways.filter((way) => !isBarred(way, info) && shortcomings(way, info, '').length === 0);
  return [...new Set(complete.flatMap(({ rails }) => rails))];
}

/** Adds the name of the bank if it follows from the BIC. */
export function withBankName(info: AccountInfo): AccountInfo {
  const bank = accountType(info.accountType).bankNames?.[given(info, 'swiftCode')?.slice(0, 4) ?? ''];
  return bank === undefined ? info : { bankName: bank, ...info };
}

/** Account number, IBAN, phone number or address: the identifier of the account at its bank or network. */
export function primaryIdentifier(info: AccountInfo): string {
  const [first = ''] = accountType(info.accountType).identifiedBy.flatMap((name) => given(info, name) ?? []);
  return first;
}

/** Equal for two requests that describe the same account of the same owner. */
export function accountFingerprint({ customerId, currency, accountInfo }: ExternalAccountInput): string {
  const { identifiedBy, fields } = accountType(accountInfo.accountType);
  const identity = identifiedBy.map((name) => {
    const value = given(accountInfo, name);
    return fields[name]?.isCaseSensitive ? value : value?.toLowerCase();
  });
  const account = [customerId, accountInfo.accountType, currency, ...identity];
  return createHash('sha256').update(JSON.stringify(account)).digest('hex');
}

/** True for self-custody wallets of the owner, because no VASP vouches for the ownership. */
export function needsOwnershipProof({ ownershipType, accountInfo }: ExternalAccountInput): boolean {
  const { signature } = accountType(accountInfo.accountType);
  return signature !== undefined && ownershipType === 'FIRST_PARTY' && accountInfo.vaspName === undefined;
}

export const beneficiaryName = (beneficiary: Beneficiary | undefined): string | undefined =>
  beneficiary?.fullName ?? beneficiary?.legalName;

/** Validity of one field, by its pattern and its check. */
export function fieldValidity(name: AccountTypeName, field: string, value: string, networks: Networks): Validity {
  const { pattern, check: checkName } = accountType(name).fields[field] ?? {};
  if (pattern !== undefined && !new RegExp(pattern).test(value)) return 'INVALID';
  return checkName === undefined ? 'VALID' : validityOf(checkName, value, networks);
}

export const isFieldValid = (name: AccountTypeName, field: string, value: string, networks: Networks): boolean =>
  fieldValidity(name, field, value, networks) === 'VALID';
