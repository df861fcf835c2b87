import { findOwner } from '../customers/beneficial-owners.ts';
import { type FileNeeds, moveFiles, removeFile } from '../customers/files.ts';
import { type Customer, findActiveCustomer, insist, touchCustomer } from '../customers/record.ts';
import type { Database } from '../db/database.ts';
import { apply, type Effect, type EffectKind } from '../db/effects.ts';
import { mapPage, type PageRequest, page } from '../db/page.ts';
import { noReceipt, type Receipt } from '../db/receipt.ts';
import { sql } from '../db/sql.ts';
import type { Platform } from '../kernel/callers.ts';
import { ApiError, type FieldError, InvalidFields } from '../kernel/errors.ts';
import { idPattern, newId } from '../kernel/ids.ts';
import { type DocumentType, identityDocuments, isIdentityDocument, type Side } from './fields.ts';
import { fileName } from './file-name.ts';
import type { StoredFile } from './files.ts';
import type { FileType } from './inspection.ts';

/** Of one application. */
const MAX_DOCUMENTS = 200;

/** SUBMITTED ones are evidence: they stay as they are until a reviewer asks for them again. */
export type DocumentState = 'UPLOADED' | 'SUBMITTED' | 'ASKED_AGAIN';

export interface Document {
  platformId: string;
  id: string;
  /** Whose application it belongs to. */
  customerId: string;
  /** The customer itself, or an owner of it. */
  holderId: string;
  documentType: DocumentType;
  side: Side | null;
  country: string;
  documentNumber: string | null;
  issuingAuthority: string | null;
  fileName: string;
  contentType: FileType;
  size: number;
  sha256: string;
  blobId: string;
  state: DocumentState;
  createdAt: Date;
  /** When its file came in. */
  updatedAt: Date;
}

/** As the API shows it. */
export const documentJson = (document: Document) => ({
  id: document.id,
  documentHolder: document.holderId,
  documentType: document.documentType,
  ...(document.side && { side: document.side }),
  country: document.country,
  ...(document.documentNumber && { documentNumber: document.documentNumber }),
  ...(document.issuingAuthority && { issuingAuthority: document.issuingAuthority }),
  fileName: document.fileName,
  createdAt: document.createdAt,
  updatedAt: document.updatedAt,
});

/** What a form says of a document; the wire schemas have checked its shape. */
export interface DocumentInput {
  documentType: DocumentType;
  side?: Side;
  country: string;
  documentNumber?: string;
  issuingAuthority?: string;
}

export interface DocumentFile {
  name: string;
  size: number;
  sha256: string;
  stored: StoredFile;
}

interface Upload {
  platform: Pick<Platform, 'id'>;
  documentHolder: string;
  /** For a caller who may touch documents of one customer only. */
  customerId?: string;
  input: DocumentInput;
  file: DocumentFile;
  now: Date;
  receipt?: Receipt;
}

/** A document takes up its file in one statement, or there is neither. */
export async function uploadDocument({ db }: FileNeeds, upload: Upload): Promise<string> {
  const { platform, documentHolder, customerId, input, file, now, receipt = noReceipt } = upload;
  const content = contentOf(input, file);
  const customer = await findHolder(db, platform.id, documentHolder);
  if (customerId !== undefined && customer.id !== customerId) throw notFound();
  if ((await documentsOf(db, customer)).length >= MAX_DOCUMENTS) throw tooMany();
  const document: Document = {
    platformId: platform.id,
    id: newId('Document'),
    customerId: customer.id,
    holderId: documentHolder,
    ...content,
    createdAt: now,
    updatedAt: now,
  };
  const text = JSON.stringify(documentJson(document));
  const kept = moveFiles([{ platformId: platform.id, blobId: document.blobId, from: 'LOOSE', to: 'KEPT' }]);
  const effects = [writeDocuments([document]), kept, ...receipt.remember({ status: 201, text })];
  if (await apply(db, { guard: touchCustomer(customer), effects })) return text;
  throw new ApiError('CUSTOMER_DELETED', 'This customer was deleted.');
}

interface Existing {
  platform: Pick<Platform, 'id'>;
  id: string;
  /** For a caller who may touch documents of one customer only. */
  customerId?: string;
}

interface Replacement extends Existing {
  input: DocumentInput;
  file: DocumentFile;
  now: Date;
}

/** Another file and description under the same id. */
export async function replaceDocument(needs: FileNeeds, { input, file, now, ...existing }: Replacement) {
  const content = contentOf(input, file);
  const platformId = existing.platform.id;
  const { before, after } = await insist(async () => {
    const { customer, document } = await findChangeable(needs.db, existing);
    const changed: Document = { ...document, ...content, updatedAt: now };
    const files = moveFiles([
      { platformId, blobId: changed.blobId, from: 'LOOSE', to: 'KEPT' },
      { platformId, blobId: document.blobId, from: 'KEPT', to: 'DOOMED' },
    ]);
    const guard = touchCustomer(customer, customer.version);
    const isDone = await apply(needs.db, { guard, effects: [writeDocuments([changed]), files] });
    return isDone ? { before: document, after: changed } : undefined;
  });
  await removeLater(needs, before);
  return documentJson(after);
}

export async function deleteDocument(needs: FileNeeds, existing: Existing): Promise<void> {
  const deleted = await insist(async () => {
    const { customer, document } = await findChangeable(needs.db, existing);
    const { platformId, id, blobId } = document;
    const gone: Effect = { kind: deleteKind, rows: [{ platform_id: platformId, id }] };
    const files = moveFiles([{ platformId, blobId, from: 'KEPT', to: 'DOOMED' }]);
    const guard = touchCustomer(customer, customer.version);
    return (await apply(needs.db, { guard, effects: [gone, files] })) ? document : undefined;
  });
  await removeLater(needs, deleted);
}

/** The document is changed already: its old file may as well go with the next sweep. */
async function removeLater(needs: FileNeeds, { platformId, blobId }: Document): Promise<void> {
  await removeFile(needs, platformId, blobId).catch(() => {});
}

export async function findDocument(db: Database, platformId: string, id: string): Promise<Document> {
  const [row] = await db.read<DocumentRow>(
    sql`SELECT ${documentColumns} FROM documents WHERE platform_id = ${platformId} AND id = ${id}`,
  );
  if (row) return toDocument(row);
  throw notFound();
}

/** Of any platform: for operators. */
export async function findDocumentAnywhere(db: Database, id: string): Promise<Document> {
  const [row] = await db.read<DocumentRow>(sql`SELECT ${documentColumns} FROM documents WHERE id = ${id}`);
  if (row) return toDocument(row);
  throw notFound();
}

export async function listDocuments(
  db: Database,
  platformId: string,
  { documentHolder, ...request }: PageRequest & { documentHolder?: string | undefined },
) {
  const where = [
    sql`platform_id = ${platformId}`,
    ...(documentHolder === undefined ? [] : [sql`holder_id = ${documentHolder}`]),
  ];
  const found = await page<DocumentRow>(db, {
    keys: idPattern('Document'),
    select: documentColumns,
    from: sql`FROM documents`,
    where,
    request,
  });
  return mapPage(found, (row) => documentJson(toDocument(row)));
}

/** All of one application, first come first. */
export async function documentsOf(db: Database, { platformId, id }: Pick<Customer, 'platformId' | 'id'>) {
  const found = await db.read<DocumentRow>(sql`
    SELECT ${documentColumns} FROM documents WHERE platform_id = ${platformId} AND customer_id = ${id} ORDER BY id`);
  return found.map(toDocument);
}

/** For the statement of a submission or a review. */
export const writeDocuments = (documents: readonly Document[]): Effect => ({
  kind: documentKind,
  rows: documents.map(toRow),
});

/** The customer whose application a holder's documents belong to. */
async function findHolder(db: Database, platformId: string, holderId: string): Promise<Customer> {
  const isOwner = holderId.startsWith('BeneficialOwner:');
  return findActiveCustomer(
    db,
    platformId,
    isOwner ? (await findOwner(db, platformId, holderId)).customerId : holderId,
  );
}

async function findChangeable(db: Database, { platform, id, customerId }: Existing) {
  const found = await findDocument(db, platform.id, id);
  if (customerId !== undefined && found.customerId !== customerId) throw notFound();
  const customer = await findActiveCustomer(db, platform.id, found.customerId);
  // Read after the customer: whatever changes it changes the version as well.
  const document = await findDocument(db, platform.id, id);
  if (document.state !== 'SUBMITTED') return { customer, document };
  throw new ApiError('CONFLICT', 'This document was submitted for verification.', {
    reason: 'DOCUMENT_SUBMITTED',
    hint: 'It can be replaced or deleted when a verification asks for it again. Further documents can be uploaded.',
  });
}

/** Everything that a form and its file say, once they are found to be right. */
function contentOf(input: DocumentInput, { name, size, sha256, stored }: DocumentFile) {
  const problems = inputProblems(input);
  if (problems.length > 0) throw new InvalidFields(problems);
  const { verdict } = stored;
  if ('refusal' in verdict) throw new ApiError(verdict.refusal, verdict.message, { hint: FILE_HINT });
  return {
    documentType: input.documentType,
    side: input.side ?? null,
    country: input.country,
    documentNumber: input.documentNumber ?? null,
    issuingAuthority: input.issuingAuthority ?? null,
    fileName: fileName(name, verdict.type),
    contentType: verdict.type,
    size,
    sha256,
    blobId: stored.id,
    state: 'UPLOADED' as const,
  };
}

const FILE_HINT = 'Send a complete PDF, JPEG or PNG; what it is is told from its content, not from its name.';

/** What the schema cannot say, also of a form that is not whole yet: one entry per invalid field. */
export function inputProblems(input: Partial<DocumentInput>): FieldError[] {
  const { documentType, side, documentNumber, issuingAuthority } = input;
  if (!documentType) return [];
  if (!isIdentityDocument(documentType)) {
    return side === undefined ? [] : [{ field: 'side', message: `A ${documentType} has no sides.` }];
  }
  const required = { documentNumber, issuingAuthority };
  const missing = Object.entries(required).filter(([, value]) => value === undefined);
  const sides: readonly Side[] = identityDocuments[documentType];
  const choices = sides.length > 0 ? `one of ${sides.join(', ')}` : 'left out';
  const hasRightSide = sides.length > 0 ? side !== undefined : side === undefined;
  return [
    ...missing.map(([field]) => ({ field, message: `${field} is required for a ${documentType}.` })),
    ...(hasRightSide ? [] : [{ field: 'side', message: `side of a ${documentType} must be ${choices}.` }]),
  ];
}

const notFound = (): ApiError =>
  new ApiError('REFERENCE_NOT_FOUND', 'There is no such document.', { hint: 'GET /documents lists the documents.' });

const tooMany = (): ApiError =>
  new ApiError('CONFLICT', `An application has at most ${MAX_DOCUMENTS} documents.`, { reason: 'TOO_MANY_DOCUMENTS' });

const documentColumns = sql`platform_id, id, customer_id, holder_id, document_type, side, country, document_number,
  issuing_authority, file_name, content_type, size, sha256, blob_id, state, created_at, updated_at`;

const documentKind: EffectKind = {
  name: 'documents_written',
  statement: (rows) => sql`
    INSERT INTO documents (${documentColumns})
    SELECT ${documentColumns} FROM ${rows} AS r(item int, platform_id text, id text, customer_id text, holder_id text,
      document_type text, side text, country text, document_number text, issuing_authority text, file_name text,
      content_type text, size bigint, sha256 text, blob_id text, state text, created_at timestamptz,
      updated_at timestamptz)
    JOIN guarded USING (item)
    ON CONFLICT (platform_id, id) DO UPDATE SET document_type = excluded.document_type, side = excluded.side,
      country = excluded.country, document_number = excluded.document_number,
      issuing_authority = excluded.issuing_authority, file_name = excluded.file_name,
      content_type = excluded.content_type, size = excluded.size, sha256 = excluded.sha256,
      blob_id = excluded.blob_id, state = excluded.state, updated_at = excluded.updated_at`,
};

const deleteKind: EffectKind = {
  name: 'documents_deleted',
  statement: (rows) => sql`
    DELETE FROM documents d USING ${rows} AS r(item int, platform_id text, id text)
    WHERE r.item IN (SELECT item FROM guarded) AND d.platform_id = r.platform_id AND d.id = r.id`,
};

interface DocumentRow {
  platform_id: string;
  id: string;
  customer_id: string;
  holder_id: string;
  document_type: DocumentType;
  side: Side | null;
  country: string;
  document_number: string | null;
  issuing_authority: string | null;
  file_name: string;
  content_type: FileType;
  size: bigint;
  sha256: string;
  blob_id: string;
  state: DocumentState;
  created_at: Date;
  updated_at: Date;
}

const toDocument = (row: DocumentRow): Document => ({
  platformId: row.platform_id,
  id: row.id,
  customerId: row.customer_id,
  holderId: row.holder_id,
  documentType: row.document_type,
  side: row.side,
  country: row.country,
  documentNumber: row.document_number,
  issuingAuthority: row.issuing_authority,
  fileName: row.file_name,
  contentType: row.content_type,
  size: Number(row.size),
  sha256: row.sha256,
  blobId: row.blob_id,
  state: row.state,
  createdAt: row.created_at,
  updatedAt: row.updated_at,
});

const toRow = (document: Document) => ({
  platform_id: document.platformId,
  id: document.id,
  customer_id: document.customerId,
  holder_id: document.holderId,
  document_type: document.documentType,
  side: document.side,
  country: document.country,
  document_number: document.documentNumber,
  issuing_authority: document.issuingAuthority,
  file_name: document.fileName,
  content_type: document.contentType,
  size: document.size,
  sha256: document.sha256,
  blob_id: document.blobId,
  state: document.state,
  created_at: document.createdAt,
  updated_at: document.updatedAt,
});
