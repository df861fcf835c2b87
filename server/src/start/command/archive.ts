import { resolve } from 'node:path';
import type { ArchiveHeader } from '../../engine/archive/archive-file.ts';
import type { Doubt } from '../../engine/archive/authentication-code.ts';
import { ArchiveRejected } from '../../engine/archive/errors.ts';
import type { KeyStore } from '../../engine/archive/keys.ts';
import { type ListedFile, type ListedPeriod, listArchives, listPeriodSizes } from '../../engine/archive/list.ts';
import { restoreArchive } from '../../engine/archive/restore.ts';
import { type WrittenFile, writePeriod } from '../../engine/archive/write-period.ts';
import { apply } from '../../foundation/db/effects.ts';
import { listPeriods, periodName } from '../../foundation/db/periods.ts';
import { Vault } from '../../foundation/db/vault.ts';
import { UsageError } from '../../foundation/runtime/errors.ts';
import { openRuntime, type Runtime } from '../../foundation/runtime/runtime.ts';
import { recordAction } from '../../surfaces/operator/actions.ts';
import type { Invocation } from './invocation.ts';
import { alignedTable, type Result } from './output.ts';
import { systemUser } from './system-user.ts';
import { withDatabase } from './with-database.ts';

const MEGABYTE = 1_000_000;
const dayIn = (time: Date | string): string => new Date(time).toISOString().slice(0, 10);
const count = (value: number): string => value.toLocaleString('en-US');

const openStore = async ({ db, masterKeys, clock }: Runtime): Promise<KeyStore> => ({
  db,
  vault: await Vault.open(db, masterKeys, clock.now()),
});

export async function list(invocation: Invocation): Promise<Result> {
  const directory = invocation.config.archiveDirectory;
  const { periods, files } = await withDatabase(openRuntime, invocation, async (runtime) => ({
    periods: await listPeriodSizes(runtime.db),
    files: directory ? await listArchives(await openStore(runtime), directory).catch(explain) : [],
  }));
  const table = alignedTable([
    ...periods.map((period) => [`${dayIn(period.from)} to ${dayIn(period.to)}`, stateOf(period), size(period.bytes)]),
    ...files.map(fileLine),
  ]);
  const json = {
    periods: periods.map(({ from, to, bytes, ...period }) => ({
      from,
      to,
      bytes,
      isAttached: period.isAttached,
      keptUntil: period.keptUntil ?? undefined,
    })),
    files: files.map(({ path, authenticity, header }) => {
      const { table: name, from, to, rows } = header ?? {};
      return { path, authenticity, table: name, from, to, rows };
    }),
  };
  return { json, text: table || 'There are no periods yet.' };
}

const doubts: Readonly<Record<Doubt, string>> = {
  CHANGED: 'was changed, or its code was',
  WITHOUT_CODE: 'has no authentication code',
  UNKNOWN_KEY: 'was written with a key of another database',
};

function fileLine(file: ListedFile): string[] {
  if (file.authenticity !== 'AUTHENTIC') return ['not read', file.path, doubts[file.authenticity]];
  const { from, to, rows } = file.header;
  return [`${dayIn(from)} to ${dayIn(to)}`, file.path, `${count(rows)} rows`];
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
  return withDatabase(openRuntime, invocation, async (runtime) => {
    const store = await openStore(runtime);
    const now = runtime.clock.now();
    const before = options.before ?? now;
    const files: WrittenFile[] = [];
    for (const period of (await listPeriods(store.db)).filter(({ to }) => to <= before && to <= now)) {
      const written = await writePeriod(store, { period, directory, now }).catch(explain);
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
  unverified?: boolean;
}

/** Number of rows between two progress lines. */
const PROGRESS_ROWS = 100_000;

export async function restore(invocation: Invocation<RestoreOptions>): Promise<Result> {
  const { files, keepDays, unverified = false } = invocation.options;
  return withDatabase(openRuntime, invocation, async (runtime) => {
    const store = await openStore(runtime);
    const restored = [];
    for (const file of files) {
      const now = runtime.clock.now();
      const onSound = async ({ table, from, to, rows }: ArchiveHeader, isVerified: boolean): Promise<void> => {
        if (!isVerified) invocation.note(`warning: nothing proves that ${file} was written by this server`);
        const details = { file: resolve(file), table, from, to, rows, keepDays, isVerified };
        const action = { action: 'ARCHIVE_RESTORED', systemUser: systemUser(), details, at: now } as const;
        await apply(store.db, { effects: [recordAction(action)] });
      };
      const onProgress = (done: number, { table, rows }: ArchiveHeader): void => {
        if (done % PROGRESS_ROWS < 2_000) invocation.note(`${table}: ${count(done)} of ${count(rows)} rows`);
      };
      const options = { now, keepDays, isUnverifiedAccepted: unverified, onSound, onProgress };
      restored.push({ file, ...(await restoreArchive(store, file, options).catch(explain)) });
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
