import { enqueue } from '../../engine/jobs/queue.ts';
import type { Database } from '../../foundation/db/database.ts';
import { apply, type Effect, type EffectKind } from '../../foundation/db/effects.ts';
import type { Receipt } from '../../foundation/db/idempotency-receipt.ts';
import { sql } from '../../foundation/db/sql.ts';
import {
  bigint,
  jsonb,
  nullable,
  type RecordOf,
  type RowOf,
  table,
  text,
  timestamptz,
} from '../../foundation/db/table.ts';
import type { Platform } from '../../foundation/kernel/callers.ts';
import { ApiError } from '../../foundation/kernel/errors.ts';
import { newId } from '../../foundation/kernel/ids.ts';
import { changeFileStates } from './files.ts';
import type { ImportError } from './schemas.ts';

export const IMPORT_JOB = 'customers.import';
/** Maximum number of errors that are listed; further ones are only counted. */
const MAX_ERRORS = 1_000;

const bulkImports = table('bulk_imports', {
  platformId: text(),
  id: text(),
  blobId: text(),
  status: text<'PENDING' | 'PROCESSING' | 'COMPLETED' | 'FAILED'>(),
  total: bigint(),
  processed: bigint(),
  successful: bigint(),
  failed: bigint(),
  errors: jsonb<ImportError[]>(),
  completedAt: nullable(timestamptz()),
});

type Counts = Record<'total' | 'processed' | 'successful' | 'failed', number>;
export type BulkImport = Omit<RecordOf<typeof bulkImports>, keyof Counts> & Counts;

/** JSON of the API and of webhooks. */
export const importJson = ({ id, status, total, processed, successful, failed, errors, completedAt }: BulkImport) => ({
  id,
  status,
  progress: { total, processed, successful, failed },
  ...(errors.length > 0 && { errors }),
  ...(completedAt && { completedAt }),
});

interface NewImport {
  platform: Platform;
  blobId: string;
  now: Date;
  receipt: Receipt;
}

/** Enqueues the job that imports a stored file. */
export async function startImport(db: Database, { platform, blobId, now, receipt }: NewImport): Promise<string> {
  const id = newId('Job');
  const text = JSON.stringify({ jobId: id, status: 'PENDING' });
  const { clockOffsetMs } = platform;
  const job = { platformId: platform.id, kind: IMPORT_JOB, resourceId: id, runAt: now, createdAt: now, clockOffsetMs };
  await apply(db, {
    effects: [
      { kind: createKind, rows: [{ platform_id: platform.id, id, blob_id: blobId, now }] },
      changeFileStates([{ platformId: platform.id, blobId, from: 'LOOSE', to: 'KEPT' }]),
      enqueue([job]),
      ...receipt.record({ status: 202, text }),
    ],
  });
  return text;
}

export async function getImport(db: Database, platformId: string, id: string): Promise<BulkImport> {
  const [row] = await db.read<RowOf<typeof bulkImports>>(sql`
    SELECT ${bulkImports.columns} FROM bulk_imports WHERE platform_id = ${platformId} AND id = ${id}`);
  if (row) return toImport(row);
  throw new ApiError('BULK_UPLOAD_JOB_NOT_FOUND', 'There is no such bulk upload.');
}

/** Progress after a step. `errors` has only the errors of that step. */
export type ImportProgress = Omit<BulkImport, 'platformId' | 'id' | 'blobId'>;

/** Guard of every step: holds unless another worker has advanced the import. */
export function advanceImport(from: BulkImport, to: ImportProgress): { guard: Effect; next: BulkImport } {
  const listed = to.errors.slice(0, MAX_ERRORS - from.errors.length);
  const next = { ...from, ...to, errors: [...from.errors, ...listed] };
  const row = {
    platform_id: from.platformId,
    id: from.id,
    expected: from.processed,
    status: to.status,
    total: to.total,
    processed: to.processed,
    successful: to.successful,
    failed: to.failed,
    listed,
    completed_at: to.completedAt,
  };
  return { guard: { kind: advanceKind, rows: [row] }, next };
}

const createKind: EffectKind = {
  name: 'import_created',
  statement: (rows) => sql`
    INSERT INTO bulk_imports (platform_id, id, blob_id, status, created_at)
    SELECT platform_id, id, blob_id, 'PENDING', now
    FROM ${rows} AS r(item int, platform_id text, id text, blob_id text, now timestamptz)
    JOIN guarded USING (item)`,
};

const advanceKind: EffectKind = {
  name: 'import_advanced',
  statement: (rows) => sql`
    UPDATE bulk_imports b SET status = r.status, total = r.total, processed = r.processed, successful = r.successful,
      failed = r.failed, completed_at = r.completed_at,
      errors = CASE WHEN r.listed = '[]' THEN b.errors ELSE b.errors || r.listed END
    FROM ${rows} AS r(item int, platform_id text, id text, expected bigint, status text, total bigint,
      processed bigint, successful bigint, failed bigint, listed jsonb, completed_at timestamptz)
    WHERE b.platform_id = r.platform_id AND b.id = r.id AND b.processed = r.expected
      AND b.status IN ('PENDING', 'PROCESSING') RETURNING r.item`,
};

const toImport = (row: RowOf<typeof bulkImports>): BulkImport => ({
  ...bulkImports.fromRow(row),
  total: Number(row.total),
  processed: Number(row.processed),
  successful: Number(row.successful),
  failed: Number(row.failed),
});
