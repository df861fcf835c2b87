import { open } from 'node:fs/promises';

/** A new or renamed file is durable once its directory is flushed. */
export async function flushDirectory(path: string): Promise<void> {
  const directory = await open(path, 'r');
  await directory.sync().finally(() => directory.close());
}
