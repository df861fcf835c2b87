import { Readable } from 'node:stream';
import { CsvError, parse } from 'csv-parse';
import { apply, type Effect } from '../db/effects.ts';
import type { Job } from '../jobs/queue.ts';
import type { JobHandler } from '../jobs/worker.ts';
import type { PlatformMode } from '../kernel/callers.ts';
import { ApiError, type FieldError, InvalidFields } from '../kernel/errors.ts';
import { isStorable, legible } from '../kernel/storable.ts';
import { readSettings } from '../platforms/config.ts';
import { findPlatform } from '../platforms/platforms.ts';
import type { Settings } from '../platforms/settings.ts';
import { emit } from '../webhooks/events.ts';
import { type CustomerNeeds, creationEffects, explainConflict } from './customers.ts';
import { type FileNeeds, moveFiles, removeFile } from './files.ts';
import { type BulkImport, findImport, type ImportError, importJson, moveOn, type Progress } from './import-record.ts';
import { type CsvRow, headerProblems, rowProblems, toInput } from './import-rows.ts';

const BATCH = 100;
const MAX_LINE = 100_000;

interface ImportNeeds extends CustomerNeeds, FileNeeds {
  /** The same check as of POST /customers. */
  checkShape: (input: object) => FieldError[];
}

interface Ending {
  needs: ImportNeeds;
  now: Date;
}

interface Run extends Ending {
  platform: { id: string; mode: PlatformMode };
  settings: Settings;
}

/** Reads the file row by row. After a crash it goes on behind the last row whose statement was committed. */
export function customerImport(needs: ImportNeeds): JobHandler {
  return {
    run: async (job: Job, now: Date) => {
      const started = await findImport(needs.db, job.platformId, job.resourceId);
      if (started.completedAt) return;
      const { mode } = await findPlatform(needs.db, job.platformId);
      const settings = await readSettings(needs.db, job.platformId);
      const run = { needs, platform: { id: job.platformId, mode }, settings, now };
      const counted = await count(run, started);
      if (!counted.completedAt) await importRows(run, counted);
      await removeSource(needs, started);
    },
    giveUp: async (job: Job, now: Date) => {
      const stuck = await findImport(needs.db, job.platformId, job.resourceId);
      if (stuck.completedAt) return;
      await fail({ needs, now }, stuck, {
        correlationId: `row_${stuck.processed + 1}`,
        code: 'INTERNAL_ERROR',
        message: 'The import could not go on: of the rows from here on nobody was created.',
      });
      await removeSource(needs, stuck);
    },
  };
}

/** Where this fails, the sweep does it later. */
const removeSource = (needs: FileNeeds, { platformId, blobId }: BulkImport): Promise<void> =>
  removeFile(needs, platformId, blobId).catch(() => {});

/** First the whole file is looked through: a file that cannot be read creates nobody. */
async function count(run: Run, started: BulkImport): Promise<BulkImport> {
  if (started.status === 'PROCESSING') return started;
  try {
    let total = 0;
    for await (const _row of rowsOf(run, started.blobId)) total += 1;
    return await step(run, started, { ...started, status: 'PROCESSING', total, errors: [] });
  } catch (error) {
    return fail(run, started, fileProblem(error));
  }
}

async function importRows(run: Run, counted: BulkImport): Promise<void> {
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

/** A batch is one statement. One that meets a customer who is there already is done again, row by row. */
async function importBatch(run: Run, current: BulkImport, batch: NumberedRow[]): Promise<BulkImport> {
  const made = batch.map((numbered) => attempt(run, numbered));
  const errors = made.flatMap(({ error }) => (error ? [error] : []));
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
      made.flatMap(({ effects }) => effects),
    );
  } catch (error) {
    const conflict = explainConflict(error);
    if (!isRefusal(conflict)) throw error;
    if (batch.length === 1) return skip(run, current, batch[0] as NumberedRow, conflict);
    let after = current;
    for (const numbered of batch) after = await importBatch(run, after, [numbered]);
    return after;
  }
}

function skip(run: Run, current: BulkImport, numbered: NumberedRow, error: ApiError): Promise<BulkImport> {
  const { processed, failed } = current;
  const progress = { ...current, processed: processed + 1, failed: failed + 1, errors: [rowError(numbered, error)] };
  return step(run, current, progress);
}

/** The effects that create the customer of a row, or why it cannot be. */
function attempt(
  { needs, platform, settings, now }: Run,
  numbered: NumberedRow,
): { effects: Effect[]; error?: ImportError } {
  try {
    const problems = rowProblems(numbered.row);
    if (problems.length > 0) throw new InvalidFields(problems);
    const input = toInput(numbered.row);
    const misshapen = needs.checkShape(input);
    if (misshapen.length > 0) throw new InvalidFields(misshapen);
    return { effects: creationEffects(needs, { platform, input, settings, now }).effects };
  } catch (error) {
    if (!isRefusal(error)) throw error;
    return { effects: [], error: rowError(numbered, error) };
  }
}

/** A database that cannot be reached is no fault of the file or of a row: the job comes back. */
const isRefusal = (error: unknown): error is ApiError => error instanceof ApiError && error.status < 500;

const rowError = (numbered: NumberedRow, { code, message, details }: ApiError): ImportError => ({
  correlationId: correlationIdOf(numbered),
  code,
  message,
  ...(details && { details }),
});

const correlationIdOf = ({ row: { platformCustomerId }, position }: NumberedRow): string =>
  platformCustomerId && isStorable(platformCustomerId) ? platformCustomerId : `row_${position}`;

async function step(
  { needs }: Ending,
  current: BulkImport,
  to: Progress,
  effects: readonly Effect[] = [],
): Promise<BulkImport> {
  const { guard, next } = moveOn(current, to);
  if (await apply(needs.db, { guard, effects })) return next;
  throw new Error('another worker has moved this import on');
}

type FinalEvent = 'BULK_UPLOAD.COMPLETED' | 'BULK_UPLOAD.FAILED';

function fail(run: Ending, current: BulkImport, problem: ImportError): Promise<BulkImport> {
  const failed = { ...current, status: 'FAILED' as const, errors: [problem], completedAt: run.now };
  return finish(run, current, failed, 'BULK_UPLOAD.FAILED');
}

function finish(run: Ending, current: BulkImport, to: Progress, type: FinalEvent): Promise<BulkImport> {
  const { next } = moveOn(current, to);
  const { platformId, id, blobId } = current;
  const event = { platformId, type, resourceId: id, data: importJson(next), sequence: 1, at: run.now };
  return step(run, current, to, [emit([event]), moveFiles([{ platformId, blobId, from: 'KEPT', to: 'DOOMED' }])]);
}

async function* rowsOf({ needs, platform }: Run, blobId: string): AsyncGenerator<CsvRow> {
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
  const source = Readable.from(textOf(needs.blobs.read(platform.id, blobId)));
  source.on('error', (error) => parser.destroy(error));
  let count = 0;
  for await (const row of source.pipe(parser)) {
    count += 1;
    yield row as CsvRow;
  }
  if (count === 0) throw new InvalidFields([{ field: 'file', message: 'The file has no rows.' }]);
}

/** Without its byte order mark. Bytes that are no text would otherwise become customers with other names. */
async function* textOf(chunks: AsyncIterable<Buffer>): AsyncGenerator<string> {
  const decoder = new TextDecoder('utf-8', { fatal: true });
  for await (const chunk of chunks) yield decoded(() => decoder.decode(chunk, { stream: true }));
  yield decoded(() => decoder.decode());
}

function decoded(decode: () => string): string {
  try {
    return decode();
  } catch {
    throw new InvalidFields([{ field: 'file', message: 'The file is not UTF-8.' }]);
  }
}

function fileProblem(error: unknown): ImportError {
  if (isRefusal(error)) {
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
