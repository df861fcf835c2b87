import { type AccountField, choice, text } from './fields.ts';

export const individualMembers = [
  'fullName',
  'birthDate',
  'nationality',
  'email',
  'phoneNumber',
  'countryOfResidence',
  'address',
] as const;
export type IndividualMember = (typeof individualMembers)[number];

export const businessMembers = [
  'legalName',
  'registrationNumber',
  'taxId',
  'email',
  'phoneNumber',
  'countryOfResidence',
  'address',
] as const;
export type BusinessMember = (typeof businessMembers)[number];

/** Members that describe the owner of an account, and which are required. */
export interface BeneficiaryRules {
  readonly isRequired: boolean;
  readonly individual: {
    readonly members: readonly IndividualMember[];
    readonly requires: readonly IndividualMember[];
    /** True if the address must contain a city. */
    readonly needsCity?: boolean;
    /** Fields that only this account type has. */
    readonly extra?: Readonly<Record<string, AccountField>>;
  };
  readonly business: { readonly requires: readonly BusinessMember[] };
}

type Individual = Partial<BeneficiaryRules['individual']>;

const bankBeneficiary = (business: readonly BusinessMember[], individual: Individual = {}): BeneficiaryRules => ({
  isRequired: true,
  individual: { members: individualMembers, requires: ['fullName'], ...individual },
  business: { requires: ['legalName', ...business] },
});

/** Requires the name only. */
export const named = bankBeneficiary([]);
export const located = bankBeneficiary(['address']);
export const registered = bankBeneficiary(['address', 'registrationNumber', 'taxId']);

/** Requires a city if the optional address of a person is given. */
export const resident = bankBeneficiary(['address'], { needsCity: true });
export const european = bankBeneficiary(['address', 'registrationNumber'], {
  requires: ['fullName', 'countryOfResidence'],
  needsCity: true,
});
export const guatemalan = bankBeneficiary([], { requires: ['fullName', 'countryOfResidence', 'phoneNumber'] });
export const jamaican = bankBeneficiary([], { requires: ['fullName', 'phoneNumber'] });
export const canadian = bankBeneficiary([], { extra: { registrationNumber: text(100, 'RN-1234') } });
export const colombian = bankBeneficiary([], {
  extra: { documentType: choice('CC', 'CE', 'TI', 'NIT', 'PP'), documentNumber: text(50, '1020304050') },
});

/** Members are required only if the Travel Rule applies. */
export const walletOwner: BeneficiaryRules = {
  isRequired: false,
  individual: { members: ['fullName', 'countryOfResidence'], requires: ['fullName', 'countryOfResidence'] },
  business: { requires: ['legalName'] },
};
