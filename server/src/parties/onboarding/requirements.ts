import { addMs, DAY_MS } from '../../foundation/kernel/clock.ts';
import type { Owner } from '../customers/beneficial-owners.ts';
import type { Customer } from '../customers/record.ts';
import type { Profile } from '../customers/schemas.ts';
import {
  acceptedDocuments,
  type DocumentType,
  type IdentityDocument,
  identityDocuments,
  type MissingDocument,
  type VerificationError,
} from './document-types.ts';
import type { Document } from './documents.ts';

/** All data that a verification checks. */
export interface Application {
  customer: Customer;
  owners: readonly Owner[];
  documents: readonly Document[];
}

/** One entry per problem; empty if the application is complete. */
export function applicationProblems(application: Application, now: Date): VerificationError[] {
  return application.customer.customerType === 'BUSINESS'
    ? businessProblems(application, now)
    : individualProblems(application);
}

/** Required fields, with their labels in problems. */
const individualFields = {
  fullName: 'Full name',
  birthDate: 'Birth date',
  nationality: 'Nationality',
  idType: 'Identifier type',
  identifier: 'Identifier',
  address: 'Address',
};

function individualProblems({ customer, documents }: Application): VerificationError[] {
  const subject = { ...customer.profile, identifier: customer.identifierSealed };
  return [
    ...missingFields(customer.id, subject, individualFields),
    ...nameProblems(customer),
    ...identityProblems(customer.id, documents, [acceptedDocuments.MISSING_IDENTITY_DOCUMENT]),
  ];
}

/** Requires a given and a family name. */
function nameProblems({ id, profile: { fullName } }: Customer): VerificationError[] {
  if (!fullName || /\S\s+\S/.test(fullName)) return [];
  const reason = 'Full name must have a given and a family name';
  return [{ resourceId: id, type: 'INVALID_FIELD', field: 'fullName', reason }];
}

const businessFields = {
  'businessInfo.legalName': 'Legal name',
  'businessInfo.country': 'Country',
  'businessInfo.countriesOfOperation': 'Countries of operation',
  address: 'Address',
};

function businessProblems({ customer, owners, documents }: Application, now: Date): VerificationError[] {
  const { id, profile } = customer;
  return [
    ...missingFields(id, profile, businessFields),
    ...registrationProblems(id, profile),
    ...businessDocuments.flatMap((rule) => documentProblems(customer, documents, { rule, now })),
    ...ownershipProblems(customer, owners),
    ...owners.flatMap((owner) => identityProblems(owner.id, documents, identityOf(owner))),
  ];
}

/** Requires the number of at least one register. */
function registrationProblems(resourceId: string, { businessInfo = {} }: Profile): VerificationError[] {
  if (businessInfo.taxId || businessInfo.registrationNumber) return [];
  const reason = 'Tax id or registration number is required';
  return [{ resourceId, type: 'MISSING_FIELD', field: 'businessInfo.taxId', reason }];
}

interface DocumentRule {
  type: MissingDocument;
  label: string;
  /** Types that are accepted but not listed in acceptedDocumentTypes. */
  alsoAccepted?: readonly DocumentType[];
  /** Entity types that do not require this document. */
  notRequiredOf?: readonly string[];
  /** Maximum age of the upload in days. */
  validDays?: number;
}

const businessDocuments: readonly DocumentRule[] = [
  { type: 'MISSING_LEGAL_PRESENCE_DOCUMENT', label: 'Document of legal presence' },
  {
    type: 'MISSING_CONTROL_STRUCTURE_DOCUMENT',
    label: 'Document of the control structure',
    notRequiredOf: ['SOLE_PROPRIETORSHIP'],
  },
  {
    type: 'MISSING_OWNERSHIP_STRUCTURE_DOCUMENT',
    label: 'Document of the ownership structure',
    notRequiredOf: ['SOLE_PROPRIETORSHIP', 'NON_PROFIT', 'CHARITY', 'PUBLICLY_LISTED_COMPANY'],
  },
  {
    type: 'MISSING_PROOF_OF_ADDRESS_DOCUMENT',
    label: 'Proof of address',
    alsoAccepted: ['PROOF_OF_ADDRESS'],
    validDays: 92,
  },
];

function documentProblems(
  { id, profile }: Customer,
  documents: readonly Document[],
  { rule, now }: { rule: DocumentRule; now: Date },
): VerificationError[] {
  const { type, label, alsoAccepted = [], notRequiredOf = [], validDays } = rule;
  if (notRequiredOf.includes(profile.businessInfo?.entityType ?? '')) return [];
  const accepted: readonly DocumentType[] = acceptedDocuments[type];
  const found = ofHolder(documents, id).filter(({ documentType }) =>
    [...accepted, ...alsoAccepted].includes(documentType),
  );
  const [first] = found;
  if (!first) return [missing(id, type, { reason: `${label} is required`, accepted })];
  const oldest = validDays === undefined ? undefined : addMs(now, -validDays * DAY_MS);
  if (oldest === undefined || found.some((document) => document.updatedAt >= oldest)) return [];
  const reason = `${label} must not be older than ${validDays} days`;
  return [{ resourceId: first.id, type: 'EXPIRED_DOCUMENT', acceptedDocumentTypes: accepted, reason }];
}

const OWNER_PERCENTAGE = 25;
/** Entity types that do not require beneficial owners. */
const WITHOUT_OWNERS = ['NON_PROFIT', 'CHARITY', 'PUBLICLY_LISTED_COMPANY'];

function ownershipProblems({ id, profile }: Customer, owners: readonly Owner[]): VerificationError[] {
  const isOwned = !WITHOUT_OWNERS.includes(profile.businessInfo?.entityType ?? '');
  const hasOwner = owners.some(
    ({ roles, ownershipPercentage }) => roles.includes('UBO') || ownershipPercentage >= OWNER_PERCENTAGE,
  );
  const hasControl = owners.some(({ roles }) => roles.includes('CONTROL_PERSON'));
  const ownerReason = `Every person who owns ${OWNER_PERCENTAGE} percent or more is required`;
  return [
    ...(isOwned && !hasOwner
      ? [{ resourceId: id, type: 'MISSING_BENEFICIAL_OWNER' as const, reason: ownerReason }]
      : []),
    ...(hasControl
      ? []
      : [{ resourceId: id, type: 'MISSING_CONTROL_PERSON' as const, reason: 'A control person is required' }]),
  ];
}

/** Persons who are not US nationals need a passport and a second document. */
function identityOf({ personalInfo }: Owner): readonly (readonly IdentityDocument[])[] {
  return personalInfo.nationality === 'US'
    ? [acceptedDocuments.MISSING_IDENTITY_DOCUMENT]
    : [['PASSPORT'], ['DRIVERS_LICENSE', 'NATIONAL_ID']];
}

/** Each group of documents requires one of them, with all its sides. */
function identityProblems(
  holderId: string,
  documents: readonly Document[],
  groups: readonly (readonly IdentityDocument[])[],
): VerificationError[] {
  const own = ofHolder(documents, holderId);
  return groups.flatMap((accepted) => {
    const found = accepted.map((type) => own.filter(({ documentType }) => documentType === type));
    if (accepted.some((type, i) => isWhole(type, found[i] ?? []))) return [];
    const [part] = found.flat();
    if (!part) {
      const options = { reason: 'Identity document is required', accepted };
      return [missing(holderId, 'MISSING_IDENTITY_DOCUMENT', options)];
    }
    const side = part.side === 'FRONT' ? 'BACK' : 'FRONT';
    const reason = `The ${side} of the document is required`;
    return [{ resourceId: part.id, type: 'INCOMPLETE_DOCUMENT' as const, reason }];
  });
}

/** True if all sides were uploaded. A file without a side contains the whole document. */
const isWhole = (type: IdentityDocument, found: readonly Document[]): boolean =>
  found.some(({ side }) => side === null) ||
  (found.length > 0 && identityDocuments[type].every((side) => found.some((document) => document.side === side)));

const ofHolder = (documents: readonly Document[], holderId: string): Document[] =>
  documents.filter((document) => document.holderId === holderId);

function missing(
  resourceId: string,
  type: MissingDocument,
  { reason, accepted }: { reason: string; accepted: readonly DocumentType[] },
): VerificationError {
  return { resourceId, type, acceptedDocumentTypes: accepted, reason };
}

function missingFields(resourceId: string, subject: object, fields: Record<string, string>): VerificationError[] {
  return Object.entries(fields)
    .filter(([path]) => isEmpty(valueAt(subject, path)))
    .map(([field, label]) => ({ resourceId, type: 'MISSING_FIELD', field, reason: `${label} is required` }));
}

const valueAt = (subject: object, path: string): unknown =>
  path.split('.').reduce<unknown>((value, name) => (value as Record<string, unknown> | undefined)?.[name], subject);

const isEmpty = (value: unknown): boolean =>
  value === undefined || value === null || value === '' || (Array.isArray(value) && value.length === 0);
