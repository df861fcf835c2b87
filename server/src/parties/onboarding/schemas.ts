import { type Static, Type } from '@sinclair/typebox';
import { Described } from '../../engine/http/named-schemas.ts';
import { PageOf } from '../../engine/http/paging.ts';
import { Country, CreatedAt, DocumentHolderId, Enum, IdOf, Timestamp, UpdatedAt } from '../../engine/http/schemas.ts';
import { Personal, Secret } from '../../engine/http/sensitivity.ts';
import { documentTypes, sides, verificationErrorTypes, verificationStatuses } from './document-types.ts';

const formMembers = {
  documentType: Enum(documentTypes, { description: 'Kind of document.' }),
  side: Type.Optional(
    Enum(sides, {
      description: 'Side that the file shows, for a DRIVERS_LICENSE or NATIONAL_ID; absent where it shows both.',
    }),
  ),
  country: Country({ description: 'Country that issued the document, by its ISO 3166-1 alpha-2 code.' }),
  documentNumber: Type.Optional(
    Secret(
      Type.String({
        minLength: 1,
        maxLength: 100,
        description: 'Number of the document; required for identity documents.',
      }),
    ),
  ),
  issuingAuthority: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: 255,
      description: 'Authority that issued the document; required for identity documents.',
    }),
  ),
};

export const DocumentReplace = Type.Object(formMembers, {
  $id: 'DocumentReplaceRequest',
  description: 'A file that replaces the one of a document.',
});
export type DocumentInput = Static<typeof DocumentReplace>;

export const DocumentUpload = Type.Object(
  { documentHolder: DocumentHolderId, ...formMembers },
  { $id: 'DocumentUploadRequest', description: 'A document to be uploaded as a form.' },
);

export const Document = Type.Object(
  {
    id: IdOf('Document'),
    documentHolder: DocumentHolderId,
    ...formMembers,
    fileName: Personal(Type.String({ description: 'Name of the uploaded file.' })),
    createdAt: CreatedAt,
    updatedAt: UpdatedAt,
  },
  { $id: 'Document', description: 'A document that proves data of a customer or beneficial owner.' },
);

export const DocumentList = PageOf(Document, 'DocumentListResponse');

const VerificationError = Type.Object(
  {
    resourceId: Type.String({ description: 'Customer, beneficial owner or document that has the problem.' }),
    type: Enum(verificationErrorTypes, { description: 'Kind of problem.' }),
    field: Type.Optional(
      Type.String({ description: 'Path of the field for MISSING_FIELD and INVALID_FIELD, in dot notation.' }),
    ),
    acceptedDocumentTypes: Type.Optional(
      Type.Array(Enum(documentTypes), {
        description: 'Kinds of documents that solve the problem; present where a document is missing or rejected.',
      }),
    ),
    reason: Type.String({ description: 'Explanation in plain English.' }),
  },
  { $id: 'VerificationError', description: 'A problem that stops a verification.' },
);

export const VerificationRequest = Type.Object(
  { customerId: IdOf('Customer', { description: 'Customer to be verified.' }) },
  { $id: 'VerificationRequest', description: 'A customer to be submitted for verification.' },
);

export const Verification = Type.Object(
  {
    id: IdOf('Verification'),
    customerId: IdOf('Customer', { description: 'Customer that is verified.' }),
    verificationStatus: Enum(verificationStatuses, {
      description:
        'RESOLVE_ERRORS waits for the platform, PENDING_MANUAL_REVIEW for an operator; APPROVED and REJECTED are final.',
    }),
    errors: Type.Array(VerificationError, {
      description: 'Problems to be resolved, one entry per problem; empty where there are none.',
    }),
    createdAt: CreatedAt,
    updatedAt: UpdatedAt,
  },
  { $id: 'Verification', description: "The check of a customer's identity or business." },
);

export const VerificationList = PageOf(Verification, 'VerificationListResponse');

export const KycLinkCreate = Type.Object(
  {
    redirectUri: Type.Optional(
      Secret(
        Type.String({
          format: 'uri',
          maxLength: 2_000,
          description: 'Page to which the customer returns at the end: `https://`, or `http://` for localhost.',
        }),
      ),
    ),
  },
  { $id: 'KycLinkCreateRequest', description: 'A link to the hosted verification page.' },
);

export const KycLink = Type.Object(
  {
    kycUrl: Secret(Type.String({ format: 'uri', description: 'Link for the customer, which opens the hosted page.' })),
    expiresAt: Described(Timestamp, 'Time after which the link is void.'),
    provider: Enum(['CAUSEWAY'], { description: 'Verification provider that serves the page.' }),
    token: Secret(Type.String({ description: 'Token of the link, for apps that embed the page.' })),
  },
  { $id: 'KycLinkResponse', description: 'A link with which a customer completes the verification.' },
);
