import type { CustomerCreateRequestOneOf } from '../../api/client.ts';

/** Input of the form that creates a customer, as text. */
export interface CustomerDraft {
  type: 'INDIVIDUAL' | 'BUSINESS';
  name: string;
  /** Suffix of the name that selects an outcome in the sandbox. */
  ending: string;
  ownId: string;
  email: string;
  region: string;
  taxId: string;
  incorporatedOn: string;
}

export const emptyDraft: CustomerDraft = {
  type: 'INDIVIDUAL',
  name: '',
  ending: '',
  ownId: '',
  email: '',
  region: 'US',
  taxId: '',
  incorporatedOn: '',
};

/** Members of the request by input: the server names the member in errors. */
export const memberOf: Readonly<Record<Exclude<keyof CustomerDraft, 'type' | 'ending'>, readonly string[]>> = {
  name: ['fullName', 'businessInfo.legalName'],
  ownId: ['platformCustomerId'],
  email: ['email'],
  region: ['region', 'businessInfo.country'],
  taxId: ['businessInfo.taxId'],
  incorporatedOn: ['businessInfo.incorporatedOn'],
};

export function requestOf(draft: CustomerDraft): CustomerCreateRequestOneOf {
  const { type, name, ending, ownId, email, region, taxId, incorporatedOn } = draft;
  const common = { region, ...(ownId && { platformCustomerId: ownId }), ...(email && { email }) };
  if (type === 'INDIVIDUAL') return { ...common, customerType: type, fullName: name + ending };
  return { ...common, customerType: type, businessInfo: { legalName: name, country: region, taxId, incorporatedOn } };
}
