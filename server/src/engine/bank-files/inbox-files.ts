import { createHash } from 'node:crypto';
import { constants } from 'node:fs';
import { type FileHandle, open, readdir } from 'node:fs/promises';
import { join } from 'node:path';

const MAX_BYTES = 32 * 1024 * 1024;
const CHUNK = 1024 * 1024;
/** Names of incomplete files and of our own error reports. */
const UNFINISHED = /^\.|\.(tmp|part|error)$/i;
/** Does not follow links, and does not block on pipes or devices. */
const READ_REGULAR = constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0);

/** Content of a file in the inbox. */
export interface InboxContent {
  bytes: Buffer;
  sha256: string;
  modifiedAt: Date;
  /** Reason why the content was not read. */
  problem?: string;
}

/** Names of the regular files, sorted. Links, pipes and devices are skipped. */
export async function listInbox(directory: string): Promise<string[]> {
  const entries = await readdir(directory, { withFileTypes: true });
  return entries.flatMap((entry) => (entry.isFile() && !UNFINISHED.test(entry.name) ? [entry.name] : [])).sort();
}

/** Returns undefined if the file was moved by another process or is no regular file any more. */
export async function readInboxFile(directory: string, name: string): Promise<InboxContent | undefined> {
  const file = await open(join(directory, name), READ_REGULAR).catch(ignoreIrregular);
  if (!file) return undefined;
  try {
    const found = await file.stat();
    if (!found.isFile()) return undefined;
    if (found.size <= MAX_BYTES) return { ...(await readAll(file, found.size)), modifiedAt: found.mtime };
    const bytes = Buffer.from(`${found.size} bytes of ${name}`);
    const sha256 = createHash('sha256').update(bytes).digest('hex');
    return { bytes, sha256, modifiedAt: found.mtime, problem: `${found.size} bytes are more than ${MAX_BYTES}` };
  } finally {
    await file.close();
  }
}

/** ENOENT: moved. ELOOP: a link. ENXIO: a socket or a pipe. */
function ignoreIrregular(error: NodeJS.ErrnoException): undefined {
  if (!['ENOENT', 'ELOOP', 'ENXIO'].includes(error.code ?? '')) throw error;
}

/** Hashes in chunks while reading, so that a large file does not block the event loop. */
async function readAll(file: FileHandle, size: number): Promise<Pick<InboxContent, 'bytes' | 'sha256'>> {
  const bytes = Buffer.alloc(size);
  const hash = createHash('sha256');
  let length = 0;
  while (length < size) {
    const { bytesRead } = await file.read(bytes, length, Math.min(CHUNK, size - length), length);
    if (bytesRead === 0) break;
    hash.update(bytes.subarray(length, length + bytesRead));
    length += bytesRead;
  }
  return { bytes: bytes.subarray(0, length), sha256: hash.digest('hex') };
}
