import {
  type DocumentProblem,
  documentProblems,
  type RejectionReason,
  rejectionReasons,
} from '../../engine/providers/identity/port.ts';

/** Enumerations of verification, as in the API. */
export const documentTypes = [
  'PASSPORT',
  'DRIVERS_LICENSE',
  'NATIONAL_ID',
  'PROOF_OF_ADDRESS',
  'BANK_STATEMENT',
  'TAX_RETURN',
  'CERTIFICATE_OF_INCORPORATION',
  'ARTICLES_OF_INCORPORATION',
  'ARTICLES_OF_ASSOCIATION',
  'STATE_REGISTRY_EXCERPT',
  'GOOD_STANDING_CERTIFICATE',
  'INFORMATION_STATEMENT',
  'INCUMBENCY_CERTIFICATE',
  'BUSINESS_LICENSE',
  'SHAREHOLDER_REGISTER',
  'POWER_OF_ATTORNEY',
  'UTILITY_BILL',
  'ELECTRICITY_BILL',
  'RENT_OR_LEASE_AGREEMENT',
  'DIRECTOR_REGISTRY',
  'TRUST_AGREEMENT',
  'STATE_COMPANY_REGISTRY',
  'PARTNERSHIP_CONTROL_AGREEMENT',
  'PARTNERSHIP_AGREEMENT',
  'SELFIE',
  'OTHER',
] as const;
export type DocumentType = (typeof documentTypes)[number];

export const sides = ['FRONT', 'BACK'] as const;
export type Side = (typeof sides)[number];

/** Documents that prove an identity, with their sides. */
export const identityDocuments = {
  PASSPORT: [],
  DRIVERS_LICENSE: sides,
  NATIONAL_ID: sides,
} as const satisfies Partial<Record<DocumentType, readonly Side[]>>;
export type IdentityDocument = keyof typeof identityDocuments;

export const isIdentityDocument = (type: DocumentType): type is IdentityDocument =>
  Object.hasOwn(identityDocuments, type);

export const verificationStatuses = [
  'RESOLVE_ERRORS',
  'PENDING_MANUAL_REVIEW',
  'IN_PROGRESS',
  'APPROVED',
  'REJECTED',
  'READY_FOR_VERIFICATION',
] as const;
export type VerificationStatus = (typeof verificationStatuses)[number];

/** Kinds of missing documents, with the document types that are accepted for each. */
export const acceptedDocuments = {
  MISSING_LEGAL_PRESENCE_DOCUMENT: [
    'CERTIFICATE_OF_INCORPORATION',
    'ARTICLES_OF_INCORPORATION',
    'ARTICLES_OF_ASSOCIATION',
    'STATE_REGISTRY_EXCERPT',
  ],
  MISSING_CONTROL_STRUCTURE_DOCUMENT: [
    'DIRECTOR_REGISTRY',
    'TRUST_AGREEMENT',
    'STATE_COMPANY_REGISTRY',
    'PARTNERSHIP_CONTROL_AGREEMENT',
  ],
  MISSING_OWNERSHIP_STRUCTURE_DOCUMENT: ['SHAREHOLDER_REGISTER', 'TRUST_AGREEMENT', 'PARTNERSHIP_AGREEMENT'],
  MISSING_PROOF_OF_ADDRESS_DOCUMENT: [
    'UTILITY_BILL',
    'RENT_OR_LEASE_AGREEMENT',
    'ELECTRICITY_BILL',
    'BANK_STATEMENT',
    'TAX_RETURN',
  ],
  MISSING_IDENTITY_DOCUMENT: ['PASSPORT', 'DRIVERS_LICENSE', 'NATIONAL_ID'],
  MISSING_GOOD_STANDING_DOCUMENT: ['GOOD_STANDING_CERTIFICATE'],
} as const satisfies Record<string, readonly DocumentType[]>;
export type MissingDocument = keyof typeof acceptedDocuments;

export const missingDocuments = Object.keys(acceptedDocuments) as MissingDocument[];

const otherErrors = ['MISSING_FIELD', 'INVALID_FIELD', 'MISSING_BENEFICIAL_OWNER', 'MISSING_CONTROL_PERSON'] as const;

export type VerificationErrorType = (typeof otherErrors)[number] | MissingDocument | DocumentProblem | RejectionReason;

export const verificationErrorTypes: readonly VerificationErrorType[] = [
  ...otherErrors,
  ...missingDocuments,
  ...documentProblems,
  ...rejectionReasons,
];

export interface VerificationError {
  /** Id of the customer, owner or document that has the problem. */
  resourceId: string;
  type: VerificationErrorType;
  field?: string;
  acceptedDocumentTypes?: readonly DocumentType[];
  reason: string;
}
