import type { Blobs } from '../../engine/providers/blobs/port.ts';
import type { DocumentRejection, Identity } from '../../engine/providers/identity/port.ts';
import type { VerificationProviders } from '../../engine/providers/services.ts';
import type { Database } from '../../foundation/db/database.ts';
import { apply, type Effect, type EffectKind } from '../../foundation/db/effects.ts';
import { noReceipt, type Receipt } from '../../foundation/db/idempotency-receipt.ts';
import { mapPage, type PageRequest, page } from '../../foundation/db/page.ts';
import { sql } from '../../foundation/db/sql.ts';
import { bigint, nullable, type RecordOf, type RowOf, table, text, timestamptz } from '../../foundation/db/table.ts';
import type { Platform } from '../../foundation/kernel/callers.ts';
import type { Clock } from '../../foundation/kernel/clock.ts';
import { ApiError, type FieldError, InvalidFields } from '../../foundation/kernel/errors.ts';
import { idPattern, newId } from '../../foundation/kernel/ids.ts';
import { retryOnConflict } from '../../foundation/kernel/retry.ts';
import { rejectedBy, type ValueChecks } from '../../foundation/kernel/value-checks.ts';
import { getOwner } from '../customers/beneficial-owners.ts';
import { changeFileStates, type FileDeps, removeFile } from '../customers/files.ts';
import { type Customer, getActiveCustomer, touchCustomer } from '../customers/record.ts';
import { type DocumentType, identityDocuments, isIdentityDocument, type Side } from './document-types.ts';
import { fileName } from './file-name.ts';
import type { StoredFile } from './files.ts';
import type { FileFinding, FileType } from './inspection.ts';
import type { DocumentInput } from './schemas.ts';

/** Maximum number of documents per application. */
const MAX_DOCUMENTS = 200;

const documents = table('documents', {
  platformId: text(),
  id: text(),
  /** Customer whose application contains the document. */
  customerId: text(),
  /** Id of the customer or of one of its owners. */
  holderId: text(),
  documentType: text<DocumentType>(),
  side: nullable(text<Side>()),
  country: text(),
  documentNumber: nullable(text()),
  issuingAuthority: nullable(text()),
  fileName: text(),
  contentType: text<FileType>(),
  size: bigint(),
  sha256: text(),
  blobId: text(),
  /** SUBMITTED documents are evidence: they cannot change unless a review requests them again (ASKED_AGAIN). */
  state: text<'UPLOADED' | 'SUBMITTED' | 'ASKED_AGAIN'>(),
  createdAt: timestamptz(),
  /** Time of the upload of the current file. */
  updatedAt: timestamptz(),
});

export type Document = RecordOf<typeof documents>;
type DocumentRow = RowOf<typeof documents>;

/** JSON of the API. */
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

export interface DocumentFile {
  name: string;
  size: number;
  sha256: string;
  stored: StoredFile;
}

export interface DocumentDeps {
  db: Database;
  clock: Clock;
  blobs: Blobs;
  verification: VerificationProviders;
}

interface Upload {
  platform: Pick<Platform, 'id' | 'mode'>;
  documentHolder: string;
  /** If given, the document must belong to this customer. */
  customerId?: string;
  input: DocumentInput;
  file: DocumentFile;
  now: Date;
  receipt?: Receipt;
  checks: ValueChecks;
}

/** Writes the document and marks its file as KEPT in one statement. Returns the response as JSON text. */
export async function uploadDocument(
  { db, verification: { identity } }: DocumentDeps,
  upload: Upload,
): Promise<string> {
  const { platform, documentHolder, customerId, input, file, now, checks, receipt = noReceipt } = upload;
  const content = contentOf({ input, file, checks }, identity[platform.mode]);
  const customer = await getHolder(db, platform.id, documentHolder);
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
  const kept = changeFileStates([{ platformId: platform.id, blobId: document.blobId, from: 'LOOSE', to: 'KEPT' }]);
  const effects = [writeDocuments([document]), kept, ...receipt.record({ status: 201, text })];
  if (await apply(db, { guard: touchCustomer(customer), effects })) return text;
  throw new ApiError('CUSTOMER_DELETED', 'This customer was deleted.');
}

interface ExistingDocument {
  platform: Pick<Platform, 'id'>;
  id: string;
  /** If given, the document must belong to this customer. */
  customerId?: string;
}

interface Replacement extends ExistingDocument {
  platform: Pick<Platform, 'id' | 'mode'>;
  input: DocumentInput;
  file: DocumentFile;
  now: Date;
  checks: ValueChecks;
}

/** Replaces the file and the description of a document; the id stays. */
export async function replaceDocument(deps: DocumentDeps, replacement: Replacement) {
  const { input, file, now, checks, ...existing } = replacement;
  const { id: platformId, mode } = existing.platform;
  const content = contentOf({ input, file, checks }, deps.verification.identity[mode]);
  const { before, after } = await retryOnConflict('customer', async () => {
    const { customer, document } = await getChangeable(deps.db, existing);
    const changed: Document = { ...document, ...content, updatedAt: now };
    const files = changeFileStates([
      { platformId, blobId: changed.blobId, from: 'LOOSE', to: 'KEPT' },
      { platformId, blobId: document.blobId, from: 'KEPT', to: 'DOOMED' },
    ]);
    const guard = touchCustomer(customer, customer.version);
    const isDone = await apply(deps.db, { guard, effects: [writeDocuments([changed]), files] });
    return isDone ? { before: document, after: changed } : undefined;
  });
  await removeOldFile(deps, before);
  return documentJson(after);
}

export async function deleteDocument(deps: FileDeps, existing: ExistingDocument): Promise<void> {
  const deleted = await retryOnConflict('customer', async () => {
    const { customer, document } = await getChangeable(deps.db, existing);
    const { platformId, id, blobId } = document;
    const deletion: Effect = { kind: deleteKind, rows: [{ platform_id: platformId, id }] };
    const files = changeFileStates([{ platformId, blobId, from: 'KEPT', to: 'DOOMED' }]);
    const guard = touchCustomer(customer, customer.version);
    return (await apply(deps.db, { guard, effects: [deletion, files] })) ? document : undefined;
  });
  await removeOldFile(deps, deleted);
}

/** Ignores errors, because the sweep of DOOMED files tries again. */
async function removeOldFile(deps: FileDeps, { platformId, blobId }: Document): Promise<void> {
  await removeFile(deps, platformId, blobId).catch(() => {});
}

export async function getDocument(db: Database, platformId: string, id: string): Promise<Document> {
  const [row] = await db.read<DocumentRow>(
    sql`SELECT ${documents.columns} FROM documents WHERE platform_id = ${platformId} AND id = ${id}`,
  );
  if (row) return documents.fromRow(row);
  throw notFound();
}

/** For operators: finds a document of any platform. */
export async function getDocumentAnywhere(db: Database, id: string): Promise<Document> {
  const [row] = await db.read<DocumentRow>(sql`SELECT ${documents.columns} FROM documents WHERE id = ${id}`);
  if (row) return documents.fromRow(row);
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
  const rows = await page<DocumentRow>(db, {
    keys: idPattern('Document'),
    select: documents.columns,
    from: sql`FROM documents`,
    where,
    request,
  });
  return mapPage(rows, (row) => documentJson(documents.fromRow(row)));
}

/** Lists all documents of an application, oldest first. */
export async function documentsOf(db: Database, { platformId, id }: Pick<Customer, 'platformId' | 'id'>) {
  const rows = await db.read<DocumentRow>(sql`
    SELECT ${documents.columns} FROM documents WHERE platform_id = ${platformId} AND customer_id = ${id} ORDER BY id`);
  return rows.map(documents.fromRow);
}

export const writeDocuments = (written: readonly Document[]): Effect => ({
  kind: documentKind,
  rows: written.map(documents.toRow),
});

/** The customer whose application contains the documents of this holder. */
async function getHolder(db: Database, platformId: string, holderId: string): Promise<Customer> {
  const isOwner = holderId.startsWith('BeneficialOwner:');
  return getActiveCustomer(db, platformId, isOwner ? (await getOwner(db, platformId, holderId)).customerId : holderId);
}

async function getChangeable(db: Database, { platform, id, customerId }: ExistingDocument) {
  const { customerId: ownerId } = await getDocument(db, platform.id, id);
  if (customerId !== undefined && ownerId !== customerId) throw notFound();
  const customer = await getActiveCustomer(db, platform.id, ownerId);
  // Read again after the customer: later changes raise the customer's version, which guards the write.
  const document = await getDocument(db, platform.id, id);
  if (document.state !== 'SUBMITTED') return { customer, document };
  throw new ApiError('CONFLICT', 'This document was submitted for verification.', {
    reason: 'DOCUMENT_SUBMITTED',
    hint: 'It can be replaced or deleted once a verification requests it again. Further documents can be uploaded.',
  });
}

/** Content of a document from its form and file, once both have been checked. */
function contentOf(
  { input, file, checks }: Pick<Upload, 'input' | 'file' | 'checks'>,
  identity: Pick<Identity, 'rejectionOf'>,
) {
  const { name, size, sha256, stored } = file;
  const problems = documentInputProblems(input);
  if (problems.length > 0) throw new InvalidFields(problems);
  const { inspection } = stored;
  if ('rejection' in inspection) throw unfitFile(inspection);
  if (inspection.finding && rejectedBy(checks, [{ field: 'file', message: inspection.finding.message }]).length > 0) {
    throw unfitFile(inspection.finding);
  }
  const rejection = identity.rejectionOf(input);
  if (rejection) throw new ApiError(rejection, rejectionMessages[rejection]);
  return {
    documentType: input.documentType,
    side: input.side ?? null,
    country: input.country,
    documentNumber: input.documentNumber ?? null,
    issuingAuthority: input.issuingAuthority ?? null,
    fileName: fileName(name, inspection.type),
    contentType: inspection.type,
    size: BigInt(size),
    sha256,
    blobId: stored.id,
    state: 'UPLOADED' as const,
  };
}

const unfitFile = ({ rejection, message }: FileFinding): ApiError =>
  new ApiError(rejection, message, { hint: FILE_HINT });

const rejectionMessages: Record<DocumentRejection, string> = {
  DATA_MISMATCH: 'The document differs from the data of its holder.',
  EXPIRED: 'The document has expired.',
  SUSPECTED_FRAUD: 'The document is not accepted as genuine.',
  LOW_QUALITY: 'The document cannot be read: its quality is too low.',
};

const FILE_HINT = 'Send a complete PDF, JPEG or PNG. The content of the file decides, not its name.';

/** Rules beyond the schema, also for a form whose shape may be wrong. One entry per invalid field. */
export function documentInputProblems(input: Partial<DocumentInput>): FieldError[] {
  const { documentType, side, documentNumber, issuingAuthority } = input;
  if (!documentType) return [];
  if (!isIdentityDocument(documentType)) {
    return side === undefined ? [] : [{ field: 'side', message: `side of a ${documentType} must be left out.` }];
  }
  const required = { documentNumber, issuingAuthority };
  const missing = Object.entries(required).filter(([, value]) => value === undefined);
  const sides: readonly Side[] = identityDocuments[documentType];
  const hasRightSide = sides.length > 0 || side === undefined;
  return [
    ...missing.map(([field]) => ({ field, message: `${field} is required for a ${documentType}.` })),
    ...(hasRightSide ? [] : [{ field: 'side', message: `side of a ${documentType} must be left out.` }]),
  ];
}

const notFound = (): ApiError =>
  new ApiError('REFERENCE_NOT_FOUND', 'There is no such document.', { hint: 'GET /documents lists the documents.' });

const tooMany = (): ApiError =>
  new ApiError('CONFLICT', `An application has at most ${MAX_DOCUMENTS} documents.`, { reason: 'TOO_MANY_DOCUMENTS' });

const documentKind = documents.upsertKind(
  'documents_written',
  ['platformId', 'id'],
  'customerId',
  'holderId',
  'createdAt',
);

const deleteKind: EffectKind = {
  name: 'documents_deleted',
  statement: (rows) => sql`
    DELETE FROM documents d USING ${rows} AS r(item int, platform_id text, id text)
    WHERE r.item IN (SELECT item FROM guarded) AND d.platform_id = r.platform_id AND d.id = r.id`,
};
