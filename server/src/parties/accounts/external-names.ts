import type { AccountTypeName } from './account-types.ts';

export const ownershipTypes = ['FIRST_PARTY', 'THIRD_PARTY'] as const;
export type OwnershipType = (typeof ownershipTypes)[number];

export interface Beneficiary {
  beneficiaryType: 'INDIVIDUAL' | 'BUSINESS';
  fullName?: string;
  legalName?: string;
  [member: string]: unknown;
}

/** Details of an external account: type, fields of the type, owner. TypeScript counterpart of the generated schemas. */
export interface AccountInfo {
  accountType: AccountTypeName;
  beneficiary?: Beneficiary;
  [field: string]: unknown;
}

export const externalAccountStatuses = [
  'PENDING',
  'ACTIVE',
  'PENDING_OWNERSHIP_VERIFICATION',
  'UNVERIFIED',
  'UNDER_REVIEW',
  'INACTIVE',
] as const;
export type ExternalAccountStatus = (typeof externalAccountStatuses)[number];

export const ownershipMethods = ['WALLET_SIGNATURE', 'LIVENESS'] as const;
export type OwnershipMethod = (typeof ownershipMethods)[number];
