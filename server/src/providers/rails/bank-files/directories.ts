import { mkdirSync } from 'node:fs';
import { open, rename, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

/** The places below BANK_FILES_DIR. They are on one file system, so that a rename is all or nothing. */
export interface Directories {
  outbox: string;
  inbox: string;
  done: string;
  failed: string;
  /** What is not complete yet; nobody else looks there. */
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

/** Those that are missing. Whoever carries the files to the bank may read along by the group. */
export function makeDirectories(directories: Directories): void {
  for (const directory of Object.values(directories)) mkdirSync(directory, { recursive: true, mode: 0o750 });
}

/** On disk when it returns, whole, under its name. */
export async function writeDurably(directory: string, name: string, content: string): Promise<void> {
  const draft = join(directory, `${name}.tmp`);
  await writeFile(draft, content, { mode: 0o640, flush: true });
  await rename(draft, join(directory, name));
  await flushDirectory(directory);
}

/** False where it is not there: moved before. */
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

export async function exists(path: string): Promise<boolean> {
  return stat(path).then(
    () => true,
    () => false,
  );
}

/** A rename is on disk once its directory is. */
async function flushDirectory(path: string): Promise<void> {
  const directory = await open(path, 'r');
  try {
    await directory.sync();
  } finally {
    await directory.close();
  }
}
