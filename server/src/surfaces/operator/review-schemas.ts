import { Type } from '@sinclair/typebox';
import { Described } from '../../engine/http/named-schemas.ts';
import { PageOf } from '../../engine/http/paging.ts';
import { Enum, IdOf, OneOf, Timestamp } from '../../engine/http/schemas.ts';
import { Personal, Secret } from '../../engine/http/sensitivity.ts';
import { documentProblems, rejectionReasons } from '../../engine/providers/identity/port.ts';
import { BeneficialOwner } from '../../parties/customers/owner-schemas.ts';
import { Customer } from '../../parties/customers/schemas.ts';
import { documentTypes, missingDocuments } from '../../parties/onboarding/document-types.ts';
import { fileTypes } from '../../parties/onboarding/inspection.ts';
import { Document, Verification } from '../../parties/onboarding/schemas.ts';

const MAX_NOTE = 2_000;
const MAX_REASON = 500;
const MAX_FINDINGS = 50;

const claimMembers = {
  operatorId: IdOf('Operator', { description: 'Operator who works on the review.' }),
  operatorName: Type.String({ description: 'Name of the operator.' }),
  expiresAt: Described(Timestamp, 'Time at which the claim ends unless it is renewed.'),
};

export const ReviewClaim = Type.Object(
  { id: IdOf('Verification'), ...claimMembers },
  { $id: 'OperatorReviewClaim', description: 'A review that an operator has claimed.' },
);

export const ReviewList = PageOf(
  Type.Object(
    {
      id: IdOf('Verification'),
      platformId: IdOf('Platform', { description: 'Platform of the customer.' }),
      customerId: IdOf('Customer'),
      customerType: Enum(['INDIVIDUAL', 'BUSINESS'], {
        description: 'Whether the customer is a person or a business.',
      }),
      submittedAt: Described(Timestamp, 'Time at which the platform submitted the customer.'),
      claim: Type.Optional(
        Type.Object(claimMembers, { description: 'Operator who works on it; absent while nobody does.' }),
      ),
    },
    { $id: 'OperatorWaitingReview', description: 'A verification that waits for an operator.' },
  ),
  'OperatorReviewListResponse',
);

const identifier = Secret(
  Type.String({ description: 'Tax number in plain text; reading it was recorded in the log of actions.' }),
);

const ReviewedDocument = Type.Object(
  {
    ...Document.properties,
    state: Enum(['UPLOADED', 'SUBMITTED', 'ASKED_AGAIN'], {
      description: 'UPLOADED after the submission, SUBMITTED with it, ASKED_AGAIN where the platform must replace it.',
    }),
    contentType: Enum(Object.keys(fileTypes), { description: 'Media type of the file, by its content.' }),
    size: Type.Integer({ description: 'Size of the file in bytes.' }),
    sha256: Type.String({ description: 'SHA-256 of the file in hex.' }),
  },
  { $id: 'OperatorReviewedDocument', description: 'A document as an operator sees it.' },
);

export const Review = Type.Object(
  {
    verification: Described(Verification, 'Verification that is reviewed.'),
    platformId: IdOf('Platform', { description: 'Platform of the customer.' }),
    version: Type.Integer({ description: 'Version to be sent with the decision.' }),
    submittedAt: Type.Optional(Described(Timestamp, 'Time at which the platform submitted the customer.')),
    isChangedSinceSubmission: Type.Boolean({
      description:
        'Whether the customer has changed since the submission; it cannot be approved until it is submitted again.',
    }),
    customer: Described(Customer, 'Customer that is verified.'),
    identifier: Type.Optional(identifier),
    beneficialOwners: Type.Array(Type.Object({ ...BeneficialOwner.properties, identifier }), {
      description: 'Owners and officers of the business; empty for a person.',
    }),
    documents: Type.Array(ReviewedDocument, { description: 'Documents of the customer and its owners.' }),
  },
  { $id: 'OperatorReview', description: 'Everything that an operator needs for a decision.' },
);

const remark = {
  note: Type.Optional(
    Personal(Type.String({ minLength: 1, maxLength: MAX_NOTE, description: 'Note for the log of actions.' })),
  ),
  version: Type.Optional(
    Type.Integer({
      minimum: 1,
      description: 'Version of the review as it was read; the decision is rejected when it was submitted again since.',
    }),
  ),
};

export const ReviewApproval = Type.Object(remark, {
  $id: 'OperatorReviewApproval',
  description: 'Approval of a customer.',
});

export const ReviewRejection = Type.Object(
  { reason: Enum(rejectionReasons, { description: 'Reason for the rejection.' }), ...remark },
  { $id: 'OperatorReviewRejection', description: 'Final rejection of a customer.' },
);

const finding = {
  resourceId: Type.String({
    maxLength: 100,
    description: 'Customer, beneficial owner or document that has the problem.',
  }),
  reason: Type.String({ minLength: 1, maxLength: MAX_REASON, description: 'Explanation for the platform.' }),
};

const Finding = OneOf(
  'type',
  [
    Type.Object(
      { type: Enum(documentProblems, { description: 'Kind of problem with a document.' }), ...finding },
      { $id: 'OperatorDocumentFinding', description: 'A document that cannot be accepted.' },
    ),
    Type.Object(
      {
        type: Enum(missingDocuments, { description: 'Kind of document that is missing.' }),
        ...finding,
        acceptedDocumentTypes: Type.Optional(
          Type.Array(Enum(documentTypes), {
            minItems: 1,
            uniqueItems: true,
            description: 'Kinds of documents that solve the problem; by default all that fit.',
          }),
        ),
      },
      { $id: 'OperatorMissingDocumentFinding', description: 'A document that is missing.' },
    ),
  ],
  { $id: 'OperatorReviewFinding', description: 'A problem that the platform must resolve.' },
);

export const ReviewChanges = Type.Object(
  {
    errors: Type.Array(Finding, {
      minItems: 1,
      maxItems: MAX_FINDINGS,
      description: 'Problems that the platform must resolve.',
    }),
    ...remark,
  },
  { $id: 'OperatorReviewChanges', description: 'Request for changes.' },
);
