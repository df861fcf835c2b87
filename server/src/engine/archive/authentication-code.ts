import { createHmac, timingSafeEqual } from 'node:crypto';
import { type FileHandle, open } from 'node:fs/promises';
import { wallMs } from '../../foundation/kernel/clock.ts';
import { ArchiveRejected } from './errors.ts';
import { type ArchiveKey, findArchiveKey, type KeyStore } from './keys.ts';

const ALGORITHM = 'HMAC-SHA256';
const CODE_FILE = new RegExp(`^${ALGORITHM} (\\S{1,64}) ([0-9a-f]{64})\\n$`);
/** Larger than any valid code file, in bytes. */
const MAX_CODE_FILE = 256;
/** Bytes per read. */
const CHUNK = 1_048_576;
/** After this many bytes the modification time is updated, so that no other process takes the file for abandoned. */
const TOUCH_EVERY = 256 * CHUNK;

/** Path of the code file beside an archive. The code covers the bytes on disk, so a changed file is never parsed. */
export const codeFileOf = (path: string): string => `${path}.hmac`;

/** Writes the code of an open file. `path` is the final path of that file, under which the code is looked up. */
export async function writeCode(file: FileHandle, path: string, key: ArchiveKey): Promise<void> {
  // Other processes replace a file that has not changed for ABANDONED_MS (archive-file.ts).
  const code = await codeOf(file, key, () => touch(file));
  const codeFile = await open(codeFileOf(path), 'w', 0o600);
  try {
    await codeFile.write(`${ALGORITHM} ${key.id} ${code.toString('hex')}\n`);
    await codeFile.sync();
  } finally {
    await codeFile.close();
  }
}

const touch = (file: FileHandle): Promise<void> => file.utimes(wallMs() / 1_000, wallMs() / 1_000);

/**
 * CHANGED: the file or its code was modified. WITHOUT_CODE and UNKNOWN_KEY: the origin of the file cannot be verified.
 */
export type Doubt = 'CHANGED' | 'WITHOUT_CODE' | 'UNKNOWN_KEY';
/** AUTHENTIC: unchanged since this service wrote the file. */
export type Authenticity = 'AUTHENTIC' | Doubt;

/** Reads the whole file without parsing its content. */
export async function authenticityOf(store: KeyStore, path: string): Promise<Authenticity> {
  const file = await openArchive(path);
  try {
    const text = await readCodeFile(codeFileOf(path));
    if (text === undefined) return 'WITHOUT_CODE';
    const [, keyId, code] = CODE_FILE.exec(text) ?? [];
    if (!keyId || !code) return 'CHANGED';
    const key = await findArchiveKey(store, keyId);
    if (!key) return 'UNKNOWN_KEY';
    return timingSafeEqual(await codeOf(file, key), Buffer.from(code, 'hex')) ? 'AUTHENTIC' : 'CHANGED';
  } finally {
    await file.close();
  }
}

export const openArchive = (path: string): Promise<FileHandle> =>
  open(path).catch((error: NodeJS.ErrnoException) => {
    throw new ArchiveRejected(`${path} cannot be read (${error.code}).`, 'Check the path and its permissions.');
  });

async function codeOf(file: FileHandle, { secret }: ArchiveKey, onPortion = async () => {}): Promise<Buffer> {
  const hmac = createHmac('sha256', secret);
  let read = 0;
  for await (const chunk of file.createReadStream({ start: 0, autoClose: false, highWaterMark: CHUNK })) {
    hmac.update(chunk);
    read += chunk.length;
    if (read % TOUCH_EVERY < chunk.length) await onPortion();
  }
  return hmac.digest();
}

/** Returns undefined if the file is missing. A file above the limit is truncated, which makes its code invalid. */
async function readCodeFile(path: string): Promise<string | undefined> {
  const file = await open(path).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined;
    throw new ArchiveRejected(`${path} cannot be read (${error.code}).`, 'Check its permissions.');
  });
  if (!file) return undefined;
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(MAX_CODE_FILE), 0, MAX_CODE_FILE, 0);
    return buffer.toString('utf8', 0, bytesRead);
  } finally {
    await file.close();
  }
}
