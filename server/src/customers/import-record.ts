import type { Database } from '../db/database.ts';
import { apply, type Effect, type EffectKind } from '../db/effects.ts';
import type { Receipt } from '../db/receipt.ts';
import { sql } from '../db/sql.ts';
import { enqueue } from '../jobs/queue.ts';
import type { Platform } from '../kernel/callers.ts';
import { ApiError } from '../kernel/errors.ts';
import { newId } from '../kernel/ids.ts';
import { moveFiles } from './files.ts';

export const IMPORT_JOB = 'customers.import';
/** The first problems are told one by one; the counts tell of all. */
const MAX_ERRORS = 1_000;

export interface ImportError {
  correlationId: string;
  code: string;
  message: string;
  details?: object | undefined;
}

export interface BulkImport {
  platformId: string;
  id: string;
  blobId: string;
  status: 'PENDING' | 'PROCESSING' | 'COMPLETED' | 'FAILED';
  total: number;
  processed: number;
  successful: number;
  failed: number;
  errors: ImportError[];
  completedAt: Date | null;
}

/** As the API and webhooks show it. */
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

/** The file is here; a job takes it from now on. */
export async function startImport(db: Database, { platform, blobId, now, receipt }: NewImport): Promise<string> {
  const id = newId('Job');
  const text = JSON.stringify({ jobId: id, status: 'PENDING' });
  const { clockOffsetMs } = platform;
  const job = { platformId: platform.id, kind: IMPORT_JOB, resourceId: id, runAt: now, createdAt: now, clockOffsetMs };
  await apply(db, {
    effects: [
      { kind: createKind, rows: [{ platform_id: platform.id, id, blob_id: blobId, now }] },
      moveFiles([{ platformId: platform.id, blobId, from: 'LOOSE', to: 'KEPT' }]),
      enqueue([job]),
      ...receipt.remember({ status: 202, text }),
    ],
  });
  return text;
}

export async function findImport(db: Database, platformId: string, id: string): Promise<BulkImport> {
  const [row] = await db.read<ImportRow>(sql`
    SELECT platform_id, id, blob_id, status, total, processed, successful, failed, errors, completed_at
    FROM bulk_imports WHERE platform_id = ${platformId} AND id = ${id}`);
  if (row) return toImport(row);
  throw new ApiError('BULK_UPLOAD_JOB_NOT_FOUND', 'There is no such bulk upload.');
}

export interface Progress {
  status: BulkImport['status'];
  total: number;
  processed: number;
  successful: number;
  failed: number;
  errors: readonly ImportError[];
  completedAt: Date | null;
}

/** Guard of every step: holds while nobody else has moved the import on. */
export function moveOn(from: BulkImport, to: Progress): { guard: Effect; next: BulkImport } {
  const told = to.errors.slice(0, MAX_ERRORS - from.errors.length);
  const next = { ...from, ...to, errors: [...from.errors, ...told] };
  const row = {
    platform_id: from.platformId,
    id: from.id,
    expected: from.processed,
    status: to.status,
    total: to.total,
    processed: to.processed,
    successful: to.successful,
    failed: to.failed,
    told,
    completed_at: to.completedAt,
  };
  return { guard: { kind: moveKind, rows: [row] }, next };
}

const createKind: EffectKind = {
  name: 'import_created',
  statement: (rows) => sql`
    INSERT INTO bulk_imports (platform_id, id, blob_id, status, created_at)
    SELECT platform_id, id, blob_id, 'PENDING', now
    FROM ${rows} AS r(item int, platform_id text, id text, blob_id text, now timestamptz)
    JOIN guarded USING (item)`,
};

const moveKind: EffectKind = {
  name: 'import_moved',
  statement: (rows) => sql`
    UPDATE bulk_imports b SET status = r.status, total = r.total, processed = r.processed, successful = r.successful,
      failed = r.failed, completed_at = r.completed_at,
      errors = CASE WHEN r.told = '[]' THEN b.errors ELSE b.errors || r.told END
    FROM ${rows} AS r(item int, platform_id text, id text, expected bigint, status text, total bigint,
      processed bigint, successful bigint, failed bigint, told jsonb, completed_at timestamptz)
    WHERE b.platform_id = r.platform_id AND b.id = r.id AND b.processed = r.expected
      AND b.status IN ('PENDING', 'PROCESSING') RETURNING r.item`,
};

interface ImportRow {
  platform_id: string;
  id: string;
  blob_id: string;
  status: BulkImport['status'];
  total: bigint;
  processed: bigint;
  successful: bigint;
  failed: bigint;
  errors: ImportError[];
  completed_at: Date | null;
}

const toImport = (row: ImportRow): BulkImport => ({
  platformId: row.platform_id,
  id: row.id,
  blobId: row.blob_id,
  status: row.status,
  total: Number(row.total),
  processed: Number(row.processed),
  successful: Number(row.successful),
  failed: Number(row.failed),
  errors: row.errors,
  completedAt: row.completed_at,
});
