import { expect } from 'vitest';
import { sandboxNetworks } from '../../src/engine/providers/networks/sandbox.ts';
import { strictChecks } from '../../src/foundation/kernel/value-checks.ts';
import { externalAccountProblems } from '../../src/parties/accounts/account-rules.ts';
import { type AccountTypeName, accountType } from '../../src/parties/accounts/account-types.ts';
import type { AccountInfo } from '../../src/parties/accounts/external-names.ts';
import type { BeneficiaryRules } from '../../src/parties/accounts/types/beneficiaries.ts';
import type { AccountField } from '../../src/parties/accounts/types/fields.ts';
import type { PaymentWay } from '../../src/parties/accounts/types/type.ts';
import type { Client } from './client.ts';

export type Kind = 'INDIVIDUAL' | 'BUSINESS';

const address = { line1: '1 Example Street', city: 'Exampleton', postalCode: '12345', country: 'GB' };

const memberExamples: Record<string, unknown> = {
  fullName: 'Ana Example',
  legalName: 'Example Trading Ltd',
  birthDate: '1990-02-28',
  nationality: 'GB',
  registrationNumber: 'REG-1234',
  taxId: 'TAX-1234',
  email: 'ana@example.com',
  phoneNumber: '+447700900123',
  countryOfResidence: 'GB',
  address,
};

/** The minimum of information about an owner. */
export function beneficiaryOf({ individual, business }: BeneficiaryRules, kind: Kind): Record<string, unknown> {
  const requires = kind === 'INDIVIDUAL' ? individual.requires : business.requires;
  return { beneficiaryType: kind, ...Object.fromEntries(requires.map((name) => [name, memberExamples[name]])) };
}

interface Wanted {
  way?: PaymentWay;
  kind?: Kind;
  /** Every field of the type, not only the required ones. */
  isFull?: boolean;
}

/** A valid account of a type, by one of its variants. */
export function exampleInfo(name: AccountTypeName, { way, kind, isFull = false }: Wanted = {}): AccountInfo {
  const type = accountType(name);
  const { requires = [], only = {}, beneficiary } = way ?? type.ways.find((one) => !one.beneficiary) ?? {};
  const fields = Object.entries(type.fields).filter(
    ([field, { isRequired }]) => isRequired || requires.includes(field) || (isFull && !type.hasOneWay),
  );
  const values = fields.map(([field, { example }]) => [field, only[field]?.[0] ?? example]);
  const owner = kind ?? beneficiary ?? 'INDIVIDUAL';
  return {
    accountType: name,
    ...Object.fromEntries(values),
    ...(type.beneficiary && { beneficiary: beneficiaryOf(type.beneficiary, owner) }),
  } as AccountInfo;
}

/** A valid request for an account of a type. */
export function exampleRequest(name: AccountTypeName, wanted: Wanted = {}) {
  return { currency: accountType(name).currencies[0] ?? '', accountInfo: exampleInfo(name, wanted) };
}

/** A request with a primary identifier of this suffix, valid if possible, else accepted by the sandbox only. */
export function withSuffix(name: AccountTypeName, suffix: string, wanted: Wanted = {}) {
  const request = exampleRequest(name, wanted);
  const [primary = ''] = accountType(name).identifiedBy.filter((field) => field in request.accountInfo);
  const [local = '', ...domain] = String(request.accountInfo[primary]).split('@');
  const ended = local.slice(0, -3) + suffix;
  for (const identifier of [ended, ended.toLowerCase(), ...withOtherDigits(ended)]) {
    const accountInfo = { ...request.accountInfo, [primary]: [identifier, ...domain].join('@') };
    if (externalAccountProblems({ ...request, accountInfo }, strictly).length === 0) return { ...request, accountInfo };
  }
  return { ...request, accountInfo: { ...request.accountInfo, [primary]: [ended, ...domain].join('@') } };
}

const strictly = { networks: sandboxNetworks, checks: strictChecks };

/** Check digits are at the start or the end: varying two digits after the country, or one before the end, fixes them. */
function* withOtherDigits(value: string): Generator<string> {
  for (let n = 0; n < 100; n++) yield value.slice(0, 2) + String(n).padStart(2, '0') + value.slice(4);
  for (let n = 0; n < 10; n++) yield value.slice(0, -4) + n + value.slice(-3);
}

export async function newCustomer(client: Client): Promise<string> {
  const { status, body } = await client.post('/customers', { customerType: 'INDIVIDUAL', fullName: 'Ana Example' });
  if (status !== 201) throw new Error(`no customer: ${JSON.stringify(body)}`);
  return body.id;
}

export const CUSTOMER_ACCOUNTS = '/customers/external-accounts';

/** Makes the sandbox apply the checks of production. */
export const strict = { headers: { prefer: 'handling=strict' } };

/** Creates an account for a new customer, so that no account is a duplicate. */
export const createAccount = async (client: Client, request: object, options: object = {}) =>
  client.post(CUSTOMER_ACCOUNTS, { customerId: await newCustomer(client), ...request }, options);

/** Fields that a request is rejected for. Such a request needs no customer. */
export async function rejectedFields(client: Client, request: object, options: object = {}): Promise<string[]> {
  const { status, body } = await client.post(CUSTOMER_ACCOUNTS, request, options);
  expect([status, body.code]).toEqual([400, 'INVALID_INPUT']);
  return body.details.errors.map((error: { field: string }) => error.field);
}

export const fieldsOf = (name: AccountTypeName): [string, AccountField][] => Object.entries(accountType(name).fields);

/** Link to the page of a liveness check that a wallet of a new customer waits for. */
export async function livenessLink(client: Client): Promise<string> {
  const path = '/customers/external-accounts';
  const request = { ...exampleRequest('BASE_WALLET'), ownershipType: 'FIRST_PARTY' };
  const { body: wallet } = await client.post(path, { ...request, customerId: await newCustomer(client) });
  const { status, body, text } = await client.post(`${path}/${wallet.id}/challenge`, { method: 'LIVENESS' });
  expect(status, text).toBe(201);
  return body.verificationLink;
}
