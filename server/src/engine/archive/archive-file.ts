import { createHash } from 'node:crypto';
import { type FileHandle, open, rename, rm, stat } from 'node:fs/promises';
import { basename, dirname } from 'node:path';
import { createGunzip, createGzip, gzipSync } from 'node:zlib';
import { flushDirectory } from '../../foundation/db/flush-directory.ts';
import { wallMs } from '../../foundation/kernel/clock.ts';
import { openArchive, writeCode } from './authentication-code.ts';
import { ArchiveRejected } from './errors.ts';
import type { ArchiveKey } from './keys.ts';

/** First line of an archive file. Each further line is one row: a JSON object by column. */
export interface ArchiveHeader {
  format: 1;
  table: string;
  columns: readonly ArchivedColumn[];
  /** Period of the rows, by the time in their ids. */
  from: string;
  to: string;
  rows: number;
  /** SHA-256 of the lines after the header, including line feeds. */
  sha256: string;
  /** Number of migrations of the database that wrote the file. */
  schemaVersion: number;
  writtenAt: string;
}

export interface ArchivedColumn {
  name: string;
  type: string;
}

/** The header is written last and overwrites a blank header of the same length. */
const HEADER_LENGTH = 4_096;
/** Higher levels take several times as long and save a few percent. */
const LEVEL = 4;
/** A file that was not written to for this long is left over from a process that ended. */
const ABANDONED_MS = 5 * 60_000;

/** A separate, uncompressed gzip member, so that its length is fixed. */
const headerMember = (text: string): Buffer => gzipSync(`${text.padEnd(HEADER_LENGTH - 1)}\n`, { level: 0 });

interface Written {
  rows: number;
  bytes: number;
}

type Described = Omit<ArchiveHeader, 'format' | 'rows' | 'sha256'>;

interface ArchiveWrite {
  path: string;
  key: ArchiveKey;
  described: Described;
  lines: AsyncIterable<readonly string[]>;
}

/**
 * Writes to a temporary name and renames once the file and its code are on disk, so that a file with the final name is
 * complete. Returns undefined if another process is writing the file.
 */
export async function writeArchive({ path, key, described, lines }: ArchiveWrite): Promise<Written | undefined> {
  const part = `${path}.part`;
  const file = await createPart(part);
  if (!file) return undefined;
  try {
    const written = await writeLines(file, described, lines);
    await file.sync();
    await writeCode(file, path, key);
    await file.close();
    await flushDirectory(dirname(path));
    await rename(part, path);
    await flushDirectory(dirname(path));
    return written;
  } catch (error) {
    // An error while closing would hide the original error.
    await file.close().catch(() => {});
    await rm(part, { force: true });
    throw error;
  }
}

async function createPart(part: string): Promise<FileHandle | undefined> {
  // A missing file needs no removal; for other errors `open` reports the reason.
  const left = await stat(part).catch(() => undefined);
  if (left && wallMs() - left.mtimeMs > ABANDONED_MS) await rm(part, { force: true });
  return open(part, 'wx+', 0o600).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'EEXIST') return undefined;
    throw error;
  });
}

async function writeLines(
  file: FileHandle,
  described: Described,
  lines: AsyncIterable<readonly string[]>,
): Promise<Written> {
  const blank = headerMember('');
  await file.write(blank, 0, blank.length, 0);
  const hash = createHash('sha256');
  const gzip = createGzip({ level: LEVEL });
  let rows = 0;
  const feed = async (): Promise<void> => {
    for await (const some of lines) {
      const text = some.map((line) => `${line}\n`).join('');
      hash.update(text);
      rows += some.length;
      if (!gzip.write(text)) await new Promise((resolve) => gzip.once('drain', resolve));
    }
    gzip.end();
  };
  const feeding = feed().catch((error: Error) => gzip.destroy(error));
  let at = blank.length;
  for await (const chunk of gzip as AsyncIterable<Buffer>) {
    await file.write(chunk, 0, chunk.length, at);
    at += chunk.length;
  }
  await feeding;
  const header: ArchiveHeader = { format: 1, ...described, rows, sha256: hash.digest('hex') };
  const member = headerMember(JSON.stringify(header));
  if (member.length !== blank.length) throw new Error('the header of an archive is too long');
  await file.write(member, 0, member.length, 0);
  return { rows, bytes: at };
}

/** Reads the header only; the rows are not verified. */
export async function readHeader(path: string): Promise<ArchiveHeader> {
  for await (const { header } of readArchive(path)) return header;
  throw damaged(path, 'it is empty');
}

/** Reads the whole file and compares the rows with the header. */
export async function verifyArchive(path: string): Promise<ArchiveHeader> {
  const hash = createHash('sha256');
  let rows = 0;
  let header: ArchiveHeader | undefined;
  for await (const part of readArchive(path)) {
    header = part.header;
    for (const line of part.lines) hash.update(line).update('\n');
    rows += part.lines.length;
  }
  if (!header) throw damaged(path, 'it is empty');
  if (rows !== header.rows) throw damaged(path, `its header has ${header.rows} rows, the file ${rows}`);
  if (hash.digest('hex') !== header.sha256) throw damaged(path, 'its rows do not have the SHA-256 of its header');
  return header;
}

interface ArchivePart {
  header: ArchiveHeader;
  lines: string[];
}

/** Yields the rows in groups as they are decompressed. The first group is empty: it carries the header only. */
export async function* readArchive(path: string): AsyncGenerator<ArchivePart> {
  let header: ArchiveHeader | undefined;
  let rest = '';
  const decoder = new TextDecoder('utf-8');
  for await (const chunk of unpacked(path)) {
    rest += decoder.decode(chunk, { stream: true });
    const lines = rest.split('\n');
    rest = lines.pop() ?? '';
    if (!header && lines.length > 0) {
      header = parseHeader(path, lines.shift() ?? '');
      yield { header, lines: [] };
    }
    if (header && lines.length > 0) yield { header, lines };
  }
  if (rest !== '' || !header) throw damaged(path, 'it ends within a line');
}

async function* unpacked(path: string): AsyncGenerator<Buffer> {
  const file = await openArchive(path);
  const compressed = file.createReadStream();
  const gunzip = compressed.on('error', (error) => gunzip.destroy(error)).pipe(createGunzip());
  try {
    yield* gunzip as AsyncIterable<Buffer>;
  } catch (error) {
    throw isOfGzip(error) ? damaged(path, (error as Error).message) : error;
  } finally {
    compressed.destroy();
  }
}

const isOfGzip = (error: unknown): boolean => /^Z_/.test(String((error as NodeJS.ErrnoException).code));

function parseHeader(path: string, text: string): ArchiveHeader {
  try {
    const header = JSON.parse(text);
    const days = [header.from, header.to].filter((time) => /^\d{4}-\d\d-\d\dT00:00:00.000Z$/.test(time));
    if (header.format === 1 && days.length === 2 && Array.isArray(header.columns)) return header;
  } catch {
    // A line that is not JSON is rejected below.
  }
  throw damaged(path, 'its first line is no header of format 1');
}

const damaged = (path: string, reason: string): ArchiveRejected =>
  new ArchiveRejected(
    `${basename(path)} is damaged or no archive: ${reason}.`,
    'Nothing was restored from it. Use another copy of the file.',
  );
