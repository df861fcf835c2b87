import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import {
  clientDirectory,
  consoleDirectory,
  distDirectory,
  docsPageDirectory,
  guidesDirectory,
  hostedDirectory,
  playgroundDirectory,
  root,
  serverDirectory,
  sharedWebFiles,
  sourceDirectory,
  walletClientDirectory,
} from './paths.mjs';

export const bundleStampFile = join(distDirectory, '.stamp');

/** Hash of the sources of the bundle. Ignores file times, which a checkout or a copy changes. */
export function bundleStamp() {
  const hash = createHash('sha256');
  const others = ['scripts/build.mjs', 'scripts/lib/text-imports.mjs', 'package-lock.json'].map((path) =>
    join(root, path),
  );
  const pages = [hostedDirectory, playgroundDirectory, docsPageDirectory, join(consoleDirectory, 'src')];
  const folders = [sourceDirectory, ...pages, clientDirectory, walletClientDirectory, guidesDirectory];
  const sources = [...sharedWebFiles, ...folders.flatMap(filesUnder)];
  for (const file of [...others, join(serverDirectory, 'package.json'), ...sources]) {
    const content = readIfThere(file);
    if (content) hash.update(`${relative(root, file)} ${content.length}\n`).update(content);
  }
  return hash.digest('hex');
}

/** @param {string} file */
export function readStamp(file) {
  return readIfThere(file)?.toString() ?? '';
}

/**
 * Every file below a directory, in a fixed order. Editors keep their own files under names with a leading dot.
 * @param {string} directory
 * @returns {string[]}
 */
export function filesUnder(directory) {
  const entries = readdirSync(directory, { withFileTypes: true }).filter((entry) => !entry.name.startsWith('.'));
  return entries
    .sort((a, b) => (a.name < b.name ? -1 : 1))
    .flatMap((entry) => {
      const path = join(directory, entry.name);
      return entry.isDirectory() ? filesUnder(path) : [path];
    });
}

/**
 * An editor may replace a file between the listing and the reading.
 * @param {string} file
 */
function readIfThere(file) {
  try {
    return readFileSync(file);
  } catch {
    return undefined;
  }
}
