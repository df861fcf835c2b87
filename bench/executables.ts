import { accessSync, constants } from 'node:fs';
import { delimiter, join } from 'node:path';

/** The first executable of this name: in PATH, then in these directories. */
export function findExecutable(name: string, directories: readonly string[] = []): string | undefined {
  const inPath = (process.env['PATH'] ?? '').split(delimiter);
  return [...inPath, ...directories].map((directory) => join(directory, name)).find(isExecutable);
}

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
