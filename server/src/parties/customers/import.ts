import { Readable } from 'node:stream';
import { CsvError, parse } from 'csv-parse';
import type { Job } from '../../engine/jobs/queue.ts';
import type { JobHandler } from '../../engine/jobs/worker.ts';
import type { Blobs } from '../../engine/providers/blobs/port.ts';
import type { UmaBanking, VerificationProviders, WalletAuthentication } from '../../engine/providers/services.ts';
import { emit } from '../../engine/webhooks/events.ts';
import type { Database } from '../../foundation/db/database.ts';
import { apply, type Effect } from '../../foundation/db/effects.ts';
import { isStorable, legible } from '../../foundation/db/storable-text.ts';
import type { Vault } from '../../foundation/db/vault.ts';
import type { PlatformMode } from '../../foundation/kernel/callers.ts';
import type { Clock } from '../../foundation/kernel/clock.ts';
import { ApiError, InvalidFields } from '../../foundation/kernel/errors.ts';
import { getSettings } from '../platforms/config.ts';
import { getPlatform } from '../platforms/platforms.ts';
import type { Settings } from '../platforms/settings.ts';
import { creationEffects, explainConflict } from './customers.ts';
import { changeFileStates, type FileDeps, removeFile } from './files.ts';
import { advanceImport, type BulkImport, getImport, type ImportProgress, importJson } from './import-record.ts';
import { type CsvRow, headerProblems, rowProblems, toInput } from './import-rows.ts';
import type { CustomerInput, ImportError } from './schemas.ts';

const BATCH = 100;
const MAX_LINE = 100_000;

interface ImportDeps {
  db: Database;
  vault: Vault;
  clock: Clock;
  blobs: Blobs;
  banking: UmaBanking;
  verification: VerificationProviders;
  authentication: WalletAuthentication;
  /** Checks an input like POST /customers, with less required of a business. */
  readInput: (input: object) => CustomerInput;
}

interface ImportStep {
  deps: ImportDeps;
  now: Date;
}

interface ImportRun extends ImportStep {
  platform: { id: string; mode: PlatformMode };
}

/** Imports the file in batches of rows. After a crash, continues after the last committed batch. */
export function customerImport(deps: ImportDeps): JobHandler {
  return {
    run: async (job: Job, now: Date) => {
      const started = await getImport(deps.db, job.platformId, job.resourceId);
      if (started.completedAt) return;
      const { mode } = await getPlatform(deps.db, job.platformId);
      const run = { deps, platform: { id: job.platformId, mode }, now };
      const counted = await count(run, started);
      if (!counted.completedAt) await importRows(run, counted);
      await removeSource(deps, started);
    },
    giveUp: async (job: Job, now: Date) => {
      const stuck = await getImport(deps.db, job.platformId, job.resourceId);
      if (stuck.completedAt) return;
      await fail({ deps, now }, stuck, {
        correlationId: `row_${stuck.processed + 1}`,
        code: 'INTERNAL_ERROR',
        message: 'The import was aborted: no customer was created from this row or a later one.',
      });
      await removeSource(deps, stuck);
    },
  };
}

/** Ignores errors, because the sweep of DOOMED files tries again. */
const removeSource = (deps: FileDeps, { platformId, blobId }: BulkImport): Promise<void> =>
  removeFile(deps, platformId, blobId).catch(() => {});

/** Parses the whole file first, so that a malformed file creates no customer. */
async function count(run: ImportRun, started: BulkImport): Promise<BulkImport> {
  if (started.status === 'PROCESSING') return started;
  try {
    let total = 0;
    for await (const _row of rowsOf(run, started.blobId)) total += 1;
    return await step(run, started, { ...started, status: 'PROCESSING', total, errors: [] });
  } catch (error) {
    return fail(run, started, fileProblem(error));
  }
}

async function importRows(run: ImportRun, counted: BulkImport): Promise<void> {
  let current = counted;
  let position = 0;
  let batch: NumberedRow[] = [];
  for await (const row of rowsOf(run, counted.blobId)) {
    position += 1;
    if (position <= counted.processed) continue;
    batch.push({ row, position });
    if (batch.length < BATCH) continue;
    current = await importBatch(run, current, batch);
    batch = [];
  }
  if (batch.length > 0) current = await importBatch(run, current, batch);
  await finish(
    run,
    current,
    { ...current, status: 'COMPLETED', errors: [], completedAt: run.now },
    'BULK_UPLOAD.COMPLETED',
  );
}

interface NumberedRow {
  row: CsvRow;
  position: number;
}

/** Writes a batch in one statement. If a customer conflicts with an existing one, repeats the batch row by row. */
async function importBatch(run: ImportRun, current: BulkImport, batch: NumberedRow[]): Promise<BulkImport> {
  // Read again for every batch, so that an import started earlier opens accounts in currencies added since.
  const settings = await getSettings(run.deps.db, run.platform.id);
  const attempts = batch.map((numbered) => creationOf(run, settings, numbered));
  const errors = attempts.flatMap(({ error }) => (error ? [error] : []));
  const progress = {
    ...current,
    processed: current.processed + batch.length,
    successful: current.successful + batch.length - errors.length,
    failed: current.failed + errors.length,
    errors,
  };
  try {
    return await step(
      run,
      current,
      progress,
      attempts.flatMap(({ effects }) => effects),
    );
  } catch (error) {
    const conflict = explainConflict(error);
    if (!isRejection(conflict)) throw error;
    if (batch.length === 1) return skip(run, current, batch[0] as NumberedRow, conflict);
    let after = current;
    for (const numbered of batch) after = await importBatch(run, after, [numbered]);
    return after;
  }
}

function skip(run: ImportRun, current: BulkImport, numbered: NumberedRow, error: ApiError): Promise<BulkImport> {
  const { processed, failed } = current;
  const progress = { ...current, processed: processed + 1, failed: failed + 1, errors: [rowError(numbered, error)] };
  return step(run, current, progress);
}

/** The effects that create the customer of a row, or the error of the row. */
function creationOf(
  { deps, platform, now }: ImportRun,
  settings: Settings,
  numbered: NumberedRow,
): { effects: Effect[]; error?: ImportError } {
  try {
    const problems = rowProblems(numbered.row);
    if (problems.length > 0) throw new InvalidFields(problems);
    const input = deps.readInput(toInput(numbered.row));
    const checks = deps.verification.valueChecks[platform.mode];
    return { effects: creationEffects(deps, { platform, input, settings, now, checks }).effects };
  } catch (error) {
    if (!isRejection(error)) throw error;
    return { effects: [], error: rowError(numbered, error) };
  }
}

/** True for errors caused by a row. Others, such as a lost database, fail the job, which is retried. */
const isRejection = (error: unknown): error is ApiError => error instanceof ApiError && error.status < 500;

const rowError = (numbered: NumberedRow, { code, message, details }: ApiError): ImportError => ({
  correlationId: correlationIdOf(numbered),
  code,
  message,
  ...(details && { details }),
});

const correlationIdOf = ({ row: { platformCustomerId }, position }: NumberedRow): string =>
  platformCustomerId && isStorable(platformCustomerId) ? platformCustomerId : `row_${position}`;

async function step(
  { deps }: ImportStep,
  current: BulkImport,
  to: ImportProgress,
  effects: readonly Effect[] = [],
): Promise<BulkImport> {
  const { guard, next } = advanceImport(current, to);
  if (await apply(deps.db, { guard, effects })) return next;
  throw new Error('another worker has advanced this import');
}

type FinalEvent = 'BULK_UPLOAD.COMPLETED' | 'BULK_UPLOAD.FAILED';

function fail(run: ImportStep, current: BulkImport, problem: ImportError): Promise<BulkImport> {
  const failed = { ...current, status: 'FAILED' as const, errors: [problem], completedAt: run.now };
  return finish(run, current, failed, 'BULK_UPLOAD.FAILED');
}

function finish(run: ImportStep, current: BulkImport, to: ImportProgress, type: FinalEvent): Promise<BulkImport> {
  const { next } = advanceImport(current, to);
  const { platformId, id, blobId } = current;
  const event = { platformId, type, resourceId: id, data: importJson(next), sequence: 1, at: run.now };
  return step(run, current, to, [
    emit([event]),
    changeFileStates([{ platformId, blobId, from: 'KEPT', to: 'DOOMED' }]),
  ]);
}

async function* rowsOf({ deps, platform }: ImportRun, blobId: string): AsyncGenerator<CsvRow> {
  const parser = parse({
    trim: true,
    skip_empty_lines: true,
    max_record_size: MAX_LINE,
    columns: (header: string[]) => {
      const problems = headerProblems(header.map(legible));
      if (problems.length > 0) throw new InvalidFields(problems.map((message) => ({ field: 'file', message })));
      return header;
    },
  });
  const source = Readable.from(textOf(deps.blobs.read(platform.id, blobId)));
  source.on('error', (error) => parser.destroy(error));
  let count = 0;
  for await (const row of source.pipe(parser)) {
    count += 1;
    yield row as CsvRow;
  }
  if (count === 0)
    throw new InvalidFields([{ field: 'file', message: 'file must have at least one row below its header.' }]);
}

/** Rejects invalid UTF-8, because replacement characters would corrupt names. Removes the byte order mark. */
async function* textOf(chunks: AsyncIterable<Buffer>): AsyncGenerator<string> {
  const decoder = new TextDecoder('utf-8', { fatal: true });
  for await (const chunk of chunks) yield decoded(() => decoder.decode(chunk, { stream: true }));
  yield decoded(() => decoder.decode());
}

function decoded(decode: () => string): string {
  try {
    return decode();
  } catch {
    throw new InvalidFields([{ field: 'file', message: 'file must be UTF-8 text.' }]);
  }
}

function fileProblem(error: unknown): ImportError {
  if (isRejection(error)) {
    return { correlationId: 'header', code: error.code, message: error.message, details: error.details };
  }
  if (!(error instanceof CsvError)) throw error;
  const { message, lines } = error;
  return {
    correlationId: `row_${lines ?? 0}`,
    code: 'INVALID_INPUT',
    message: legible(`The file is not valid CSV: ${message}`),
  };
}
