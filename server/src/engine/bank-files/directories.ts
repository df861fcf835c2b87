import { mkdirSync } from 'node:fs';
import { rename, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { flushDirectory } from '../../foundation/db/flush-directory.ts';

/** The directories below BANK_FILES_DIR. They are on one file system, so that a rename is atomic. */
export interface Directories {
  outbox: string;
  inbox: string;
  done: string;
  failed: string;
  /** Drafts of outgoing files, private to this service. */
  work: string;
}

export function directoriesOf(root: string): Directories {
  const inbox = join(root, 'inbox');
  return {
    outbox: join(root, 'outbox'),
    inbox,
    done: join(inbox, 'done'),
    failed: join(inbox, 'failed'),
    work: join(root, 'work'),
  };
}

/** Creates missing directories. They are readable for the group, which includes the file transfer to the bank. */
export function makeDirectories(directories: Directories): void {
  for (const directory of Object.values(directories)) mkdirSync(directory, { recursive: true, mode: 0o750 });
}

/** Writes a file atomically and flushes it to disk. */
export async function writeDurably(directory: string, name: string, content: string): Promise<void> {
  const draft = join(directory, `${name}.tmp`);
  await writeFile(draft, content, { mode: 0o640, flush: true });
  await rename(draft, join(directory, name));
  await flushDirectory(directory);
}

/** Returns false when the file is missing because it was moved before. */
export async function moveDurably(from: { directory: string; name: string }, to: { directory: string; name: string }) {
  try {
    await rename(join(from.directory, from.name), join(to.directory, to.name));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT' && !(await exists(join(from.directory, from.name))))
      return false;
    throw error;
  }
  await flushDirectory(to.directory);
  await flushDirectory(from.directory);
  return true;
}

export const remove = (path: string): Promise<void> => rm(path, { force: true });

/** Also returns false for an unreadable path: the next file operation reports the reason. */
export async function exists(path: string): Promise<boolean> {
  return stat(path).then(
    () => true,
    () => false,
  );
}
