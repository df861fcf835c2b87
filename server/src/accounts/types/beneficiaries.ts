import { choice, type Field, text } from './fields.ts';

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

/** Who owns an account, and what must be told of them. */
export interface BeneficiaryRules {
  readonly isRequired: boolean;
  readonly individual: {
    readonly members: readonly IndividualMember[];
    readonly requires: readonly IndividualMember[];
    /** The address must name the city. */
    readonly needsCity?: boolean;
    /** What only this type asks for. */
    readonly extra?: Readonly<Record<string, Field>>;
  };
  readonly business: { readonly requires: readonly BusinessMember[] };
}

type Individual = Partial<BeneficiaryRules['individual']>;

const bankBeneficiary = (business: readonly BusinessMember[], individual: Individual = {}): BeneficiaryRules => ({
  isRequired: true,
  individual: { members: individualMembers, requires: ['fullName'], ...individual },
  business: { requires: ['legalName', ...business] },
});

/** The owner is named, and that is all. */
export const named = bankBeneficiary([]);
export const located = bankBeneficiary(['address']);
export const registered = bankBeneficiary(['address', 'registrationNumber', 'taxId']);

/** People tell their whole address. */
export const resident = bankBeneficiary(['address'], { requires: ['fullName', 'address'], needsCity: true });
export const european = bankBeneficiary(['address', 'registrationNumber'], {
  requires: ['fullName', 'countryOfResidence', 'address'],
  needsCity: true,
});
export const emirati = bankBeneficiary(['address'], { requires: ['fullName', 'address'] });
export const guatemalan = bankBeneficiary([], { requires: ['fullName', 'countryOfResidence', 'phoneNumber'] });
export const jamaican = bankBeneficiary([], { requires: ['fullName', 'address', 'phoneNumber'] });
export const canadian = bankBeneficiary([], { extra: { registrationNumber: text(100, 'RN-1234') } });
export const colombian = bankBeneficiary([], {
  extra: { documentType: choice('CC', 'CE', 'TI', 'NIT', 'PP'), documentNumber: text(50, '1020304050') },
});

/** Told where the Travel Rule asks for it. */
export const walletOwner: BeneficiaryRules = {
  isRequired: false,
  individual: { members: ['fullName', 'countryOfResidence'], requires: ['fullName', 'countryOfResidence'] },
  business: { requires: ['legalName'] },
};
