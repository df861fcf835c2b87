import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import {
  clientDirectory,
  consoleDirectory,
  decimalsFile,
  distDirectory,
  docsPageDirectory,
  guidesDirectory,
  modulesDirectory,
  playgroundDirectory,
  root,
  serverDirectory,
  sourceDirectory,
  tokensFile,
  walletClientDirectory,
} from './paths.mjs';

export const installStampFile = join(modulesDirectory, '.causeway-install');
export const bundleStampFile = join(distDirectory, '.stamp');

/** The members of package.json that affect the installation; scripts and versions do not. */
const INSTALL_FIELDS = [
  'bin',
  'dependencies',
  'devDependencies',
  'optionalDependencies',
  'overrides',
  'peerDependencies',
  'workspaces',
];

/** Says what node_modules was installed from. */
export function installStamp() {
  const hash = createHash('sha256');
  hash.update(`${process.versions.node.split('.')[0]} ${process.platform} ${process.arch}\n`);
  hash.update(readFileSync(join(root, 'package-lock.json')));
  const main = readManifest(root);
  for (const manifest of [
    main,
    ...main.workspaces.map((/** @type {string} */ name) => readManifest(join(root, name))),
  ]) {
    hash.update(JSON.stringify(INSTALL_FIELDS.map((field) => manifest[field] ?? null)));
  }
  return hash.digest('hex');
}

/** Says what the bundle was built from, by content: a checkout or a copy changes times, not the sources. */
export function bundleStamp() {
  const hash = createHash('sha256');
  const others = ['scripts/build.mjs', 'package-lock.json'].map((path) => join(root, path));
  const pages = [playgroundDirectory, walletClientDirectory, docsPageDirectory, join(consoleDirectory, 'src')];
  const folders = [sourceDirectory, ...pages, clientDirectory, guidesDirectory];
  const sources = [tokensFile, decimalsFile, ...folders.flatMap(filesUnder)];
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

/** @param {string} directory */
function readManifest(directory) {
  return JSON.parse(readFileSync(join(directory, 'package.json'), 'utf8'));
}
