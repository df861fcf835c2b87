import { createReadStream, createWriteStream } from 'node:fs';
import { mkdir, mkdtemp, rename, rm, rmdir } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { uuidv7 } from '../../../foundation/kernel/ids.ts';
import type { Blobs } from './port.ts';

/** Stores files in a directory, one folder per platform. */
export async function openDirectoryBlobs(directory: string): Promise<Blobs> {
  // Not recursive, because that never ends below /proc. Errors are ignored, because the write below reports them.
  await mkdir(directory, { mode: 0o700 }).catch(() => {});
  await rmdir(await mkdtemp(join(directory, '.probe-')));
  const folderOf = (platformId: string): string => join(directory, platformId.replace(':', '-'));
  return {
    async write(platformId, chunks, id = uuidv7()) {
      const folder = folderOf(platformId);
      await mkdir(folder, { recursive: true, mode: 0o700 });
      const partial = join(folder, `${id}.partial`);
      const file = createWriteStream(partial, { mode: 0o600, flush: true });
      try {
        await pipeline(Readable.from(chunks), file);
        await rename(partial, join(folder, id));
      } catch (error) {
        await rm(partial, { force: true });
        throw error;
      }
      return { id, size: file.bytesWritten };
    },
    read: (platformId, id) => createReadStream(join(folderOf(platformId), id)),
    async remove(platformId, id) {
      const path = join(folderOf(platformId), id);
      // A process that ended during a write left only the partial file.
      await Promise.all([rm(path, { force: true }), rm(`${path}.partial`, { force: true })]);
    },
  };
}
