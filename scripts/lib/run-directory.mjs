import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const guardFile = fileURLToPath(new URL('./guard.mjs', import.meta.url));

/**
 * Runs work with a new temporary directory. When this process ends, in any way, a guard ends every process that was
 * started in or with the directory, and removes the directory.
 * @template T
 * @param {(directory: string) => Promise<T>} work
 * @param {string} [parent]
 * @returns {Promise<T>}
 */
export async function inRunDirectory(work, parent = tmpdir()) {
  const directory = mkdtempSync(join(parent, 'causeway-run-'));
  // PostgreSQL runs as another user when the tests run as root, and must reach its directory.
  chmodSync(directory, 0o755);
  // Detached from the terminal's process group. The guard learns of the end of this process by its standard input.
  const guard = spawn(process.execPath, [guardFile, directory], {
    stdio: ['pipe', 'ignore', 'inherit'],
    detached: true,
    cwd: '/',
  });
  const ended = once(guard, 'close');
  try {
    return await work(directory);
  } finally {
    guard.stdin.end();
    await ended;
  }
}
