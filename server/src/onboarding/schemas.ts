import { type Static, Type } from '@sinclair/typebox';
import { PageOf } from '../http/paging.ts';
import { Country, DocumentHolderId, Enum, IdOf, Timestamp } from '../http/schemas.ts';
import { Personal, Secret } from '../http/sensitivity.ts';
import { documentTypes, sides, verificationErrorTypes, verificationStatuses } from './fields.ts';

const formMembers = {
  documentType: Enum(documentTypes),
  side: Type.Optional(
    Enum(sides, { description: 'for a DRIVERS_LICENSE or NATIONAL_ID; default: the file shows both' }),
  ),
  country: Country({ description: 'country that issued it' }),
  documentNumber: Type.Optional(
    Secret(Type.String({ minLength: 1, maxLength: 100, description: 'required for identity documents' })),
  ),
  issuingAuthority: Type.Optional(
    Type.String({ minLength: 1, maxLength: 255, description: 'required for identity documents' }),
  ),
};

export const DocumentReplace = Type.Object(formMembers, { $id: 'DocumentReplaceRequest' });
export type DocumentInput = Static<typeof DocumentReplace>;

export const DocumentUpload = Type.Object(
  { documentHolder: DocumentHolderId, ...formMembers },
  { $id: 'DocumentUploadRequest' },
);

export const Document = Type.Object(
  {
    id: IdOf('Document'),
    documentHolder: DocumentHolderId,
    ...formMembers,
    fileName: Personal(Type.String()),
    createdAt: Timestamp,
    updatedAt: Timestamp,
  },
  { $id: 'Document' },
);

export const DocumentList = PageOf(Document, 'DocumentListResponse');

const VerificationError = Type.Object(
  {
    resourceId: Type.String({ description: 'the customer, beneficial owner or document that has the problem' }),
    type: Enum(verificationErrorTypes),
    field: Type.Optional(Type.String({ description: 'for MISSING_FIELD and INVALID_FIELD' })),
    acceptedDocumentTypes: Type.Optional(Type.Array(Enum(documentTypes))),
    reason: Type.String(),
  },
  { $id: 'VerificationError' },
);

export const VerificationRequest = Type.Object({ customerId: IdOf('Customer') }, { $id: 'VerificationRequest' });

export const Verification = Type.Object(
  {
    id: IdOf('Verification'),
    customerId: IdOf('Customer'),
    verificationStatus: Enum(verificationStatuses),
    errors: Type.Array(VerificationError, { description: 'one entry per problem' }),
    createdAt: Timestamp,
    updatedAt: Timestamp,
  },
  { $id: 'Verification' },
);

export const VerificationList = PageOf(Verification, 'VerificationListResponse');

export const KycLinkCreate = Type.Object(
  {
    redirectUri: Type.Optional(
      Secret(Type.String({ format: 'uri', maxLength: 2_000, description: 'https://, or http:// for localhost' })),
    ),
  },
  { $id: 'KycLinkCreateRequest' },
);

export const KycLink = Type.Object(
  {
    kycUrl: Secret(Type.String({ format: 'uri' })),
    expiresAt: Timestamp,
    provider: Enum(['CAUSEWAY']),
    token: Secret(Type.String()),
  },
  { $id: 'KycLinkResponse' },
);
