import { resolve } from 'node:path';
import type { ArchiveHeader } from '../archive/archive-file.ts';
import { ArchiveRejected } from '../archive/errors.ts';
import { type ListedPeriod, listArchives, listPeriodSizes } from '../archive/list.ts';
import { restoreArchive } from '../archive/restore.ts';
import { type WrittenFile, writePeriod } from '../archive/write-period.ts';
import { apply } from '../db/effects.ts';
import { listPeriods, periodName } from '../db/periods.ts';
import { recordAction } from '../operator/actions.ts';
import { UsageError } from '../runtime/errors.ts';
import { openSchema } from '../runtime/runtime.ts';
import type { Invocation } from './invocation.ts';
import { alignedTable, type Result } from './output.ts';
import { systemUser } from './system-user.ts';
import { withDatabase } from './with-database.ts';

const MEGABYTE = 1_000_000;
const dayIn = (time: Date | string): string => new Date(time).toISOString().slice(0, 10);
const count = (value: number): string => value.toLocaleString('en-US');

export async function list(invocation: Invocation): Promise<Result> {
  const directory = invocation.config.archiveDirectory;
  const periods = await withDatabase(openSchema, invocation, ({ db }) => listPeriodSizes(db));
  const files = directory ? await listArchives(directory).catch(explain) : [];
  const table = alignedTable([
    ...periods.map((period) => [`${dayIn(period.from)} to ${dayIn(period.to)}`, stateOf(period), size(period.bytes)]),
    ...files.map(({ path, from, to, rows }) => [`${dayIn(from)} to ${dayIn(to)}`, path, `${count(rows)} rows`]),
  ]);
  const json = {
    periods: periods.map(({ from, to, bytes, ...period }) => ({
      from,
      to,
      bytes,
      isAttached: period.isAttached,
      keptUntil: period.keptUntil ?? undefined,
    })),
    files: files.map(({ path, table: name, from, to, rows }) => ({ path, table: name, from, to, rows })),
  };
  return { json, text: table || 'There are no periods yet.' };
}

function stateOf({ isAttached, keptUntil }: ListedPeriod): string {
  if (!isAttached) return 'removed, to be archived';
  return keptUntil === null ? 'in the database' : `restored, kept until ${dayIn(keptUntil)}`;
}

const size = (bytes: number): string => `${count(Math.round(bytes / MEGABYTE))} MB`;

interface WriteOptions {
  to?: string;
  before?: Date;
}

export async function write(invocation: Invocation<WriteOptions>): Promise<Result> {
  const { options, config } = invocation;
  const directory = options.to ? resolve(options.to) : config.archiveDirectory;
  if (!directory) {
    throw new UsageError('There is no directory for the files.', 'Name one with --to, or set ARCHIVE_DIR.');
  }
  return withDatabase(openSchema, invocation, async ({ db, clock }) => {
    const now = clock.now();
    const before = options.before ?? now;
    const files: WrittenFile[] = [];
    for (const period of (await listPeriods(db)).filter(({ to }) => to <= before && to <= now)) {
      const written = await writePeriod(db, { period, directory, now }).catch(explain);
      if (!written) throw beingWritten(periodName(period), directory);
      for (const file of written) invocation.note(`${file.path}: ${count(file.rows)} rows`);
      files.push(...written);
    }
    const lines = files.map(({ path, rows, bytes }) => [path, `${count(rows)} rows`, size(bytes)]);
    return { json: { files }, text: files.length === 0 ? 'No period has ended by then.' : alignedTable(lines) };
  });
}

const beingWritten = (period: string, directory: string): UsageError =>
  new UsageError(
    `Another process is writing the period ${period} to ${directory}.`,
    'Wait until it has ended; a file that was left behind is replaced five minutes after its last change.',
  );

interface RestoreOptions {
  files: readonly string[];
  keepDays: number;
}

/** Rows between two lines of progress. */
const PROGRESS_ROWS = 100_000;

export async function restore(invocation: Invocation<RestoreOptions>): Promise<Result> {
  const { files, keepDays } = invocation.options;
  return withDatabase(openSchema, invocation, async ({ db, clock }) => {
    const restored = [];
    for (const file of files) {
      const now = clock.now();
      const onSound = async ({ table, from, to, rows }: ArchiveHeader): Promise<void> => {
        const details = { file: resolve(file), table, from, to, rows, keepDays };
        const action = { action: 'ARCHIVE_RESTORED', systemUser: systemUser(), details, at: now } as const;
        await apply(db, { effects: [recordAction(action)] });
      };
      const onProgress = (done: number, { table, rows }: ArchiveHeader): void => {
        if (done % PROGRESS_ROWS < 2_000) invocation.note(`${table}: ${count(done)} of ${count(rows)} rows`);
      };
      restored.push({
        file,
        ...(await restoreArchive(db, file, { now, keepDays, onSound, onProgress }).catch(explain)),
      });
    }
    const lines = restored.map(({ file, rows, added, keptUntil }) => [
      file,
      `${count(added)} of ${count(rows)} rows added`,
      keptUntil ? `kept until ${dayIn(keptUntil)}` : 'the period is still in the database',
    ]);
    return { json: { restored }, text: alignedTable(lines) };
  });
}

function explain(error: unknown): never {
  if (error instanceof ArchiveRejected) throw new UsageError(error.message, error.hint);
  const { code, path, syscall } = error as NodeJS.ErrnoException;
  if (syscall)
    throw new UsageError(`${path ?? 'The directory'} cannot be used (${code}).`, 'Check the path and its permissions.');
  throw error;
}
