import { Type } from '@sinclair/typebox';
import { BeneficialOwner } from '../customers/owner-schemas.ts';
import { Customer } from '../customers/schemas.ts';
import { PageOf } from '../http/paging.ts';
import { Enum, IdOf, OneOf, Timestamp } from '../http/schemas.ts';
import { Personal, Secret } from '../http/sensitivity.ts';
import { documentTypes, missingDocuments } from '../onboarding/fields.ts';
import { fileTypes } from '../onboarding/inspection.ts';
import { Document, Verification } from '../onboarding/schemas.ts';
import { documentProblems, rejectionReasons } from '../providers/identity/port.ts';

const MAX_NOTE = 2_000;
const MAX_REASON = 500;
const MAX_FINDINGS = 50;

export const ReviewList = PageOf(
  Type.Object(
    {
      id: IdOf('Verification'),
      platformId: IdOf('Platform'),
      customerId: IdOf('Customer'),
      customerType: Enum(['INDIVIDUAL', 'BUSINESS']),
      submittedAt: Timestamp,
    },
    { $id: 'OperatorWaitingReview' },
  ),
  'OperatorReviewListResponse',
);

const identifier = Secret(Type.String({ description: 'in plain text: this read was logged' }));

const ReviewedDocument = Type.Object(
  {
    ...Document.properties,
    state: Enum(['UPLOADED', 'SUBMITTED', 'ASKED_AGAIN'], { description: 'UPLOADED: after the submission' }),
    contentType: Enum(Object.keys(fileTypes)),
    size: Type.Integer(),
    sha256: Type.String(),
  },
  { $id: 'OperatorReviewedDocument' },
);

export const Review = Type.Object(
  {
    verification: Verification,
    platformId: IdOf('Platform'),
    version: Type.Integer({ description: 'send it with the decision' }),
    submittedAt: Type.Optional(Timestamp),
    isChangedSinceSubmission: Type.Boolean({ description: 'it cannot be approved until it is submitted again' }),
    customer: Customer,
    identifier: Type.Optional(identifier),
    beneficialOwners: Type.Array(Type.Object({ ...BeneficialOwner.properties, identifier })),
    documents: Type.Array(ReviewedDocument),
  },
  { $id: 'OperatorReview' },
);

const remark = {
  note: Type.Optional(
    Personal(Type.String({ minLength: 1, maxLength: MAX_NOTE, description: 'recorded in the log of actions' })),
  ),
  version: Type.Optional(
    Type.Integer({
      minimum: 1,
      description: 'of the review as it was read: rejected when it was submitted again since',
    }),
  ),
};

export const ReviewApproval = Type.Object(remark, { $id: 'OperatorReviewApproval' });

export const ReviewRejection = Type.Object(
  { reason: Enum(rejectionReasons), ...remark },
  { $id: 'OperatorReviewRejection' },
);

const finding = {
  resourceId: Type.String({ maxLength: 100 }),
  reason: Type.String({ minLength: 1, maxLength: MAX_REASON }),
};

const Finding = OneOf(
  'type',
  [
    Type.Object({ type: Enum(documentProblems), ...finding }, { $id: 'OperatorDocumentFinding' }),
    Type.Object(
      {
        type: Enum(missingDocuments),
        ...finding,
        acceptedDocumentTypes: Type.Optional(Type.Array(Enum(documentTypes), { minItems: 1, uniqueItems: true })),
      },
      { $id: 'OperatorMissingDocumentFinding' },
    ),
  ],
  { $id: 'OperatorReviewFinding' },
);

export const ReviewChanges = Type.Object(
  { errors: Type.Array(Finding, { minItems: 1, maxItems: MAX_FINDINGS }), ...remark },
  { $id: 'OperatorReviewChanges' },
);
