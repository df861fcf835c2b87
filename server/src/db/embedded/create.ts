import { spawn } from 'node:child_process';
import {
  chownSync,
  closeSync,
  fsyncSync,
  lchownSync,
  lstatSync,
  mkdtempSync,
  openSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
} from 'node:fs';
import { basename, dirname, join } from 'node:path';
import type { Account } from './account.ts';
import type { Binaries } from './binaries.ts';
import { CHILD_ENVIRONMENT, lastUsefulLine, outcomeOf } from './child.ts';
import { EmbeddedPostgresFailed } from './errors.ts';
import { linkCluster, type Place } from './place.ts';

const CREATE_TIMEOUT_MS = 60_000;
const UNFINISHED = 'postgres.new-';

export interface CreateOptions {
  place: Place;
  binaries: Binaries;
  /** False only where losing the cluster in a power failure does not matter. */
  durable: boolean;
  onNotice: (line: string) => void;
}

/** Leaves a cluster of the right version and owner at its place; the caller holds the lock. */
export async function ensureCluster({ place, binaries, durable, onNotice }: CreateOptions): Promise<void> {
  const existing = lstatSync(place.cluster, { throwIfNoEntry: false });
  if (existing) {
    checkVersion(place.cluster, binaries.major);
    if (place.account && existing.uid === 0) chownTree(place.cluster, place.account);
  } else {
    onNotice(`creating the database in ${place.cluster}`);
    await createCluster({ place, binaries, durable });
  }
  if (linkCluster(place) && existing) onNotice(`found the database of this data directory in ${place.cluster}`);
}

function checkVersion(cluster: string, major: string): void {
  let found: string;
  try {
    found = readFileSync(join(cluster, 'PG_VERSION'), 'utf8').trim();
  } catch (error) {
    const message = `${cluster} is not a PostgreSQL database: remove it to begin with an empty one, or set DATA_DIR`;
    throw new EmbeddedPostgresFailed(message, { cause: error });
  }
  if (found === major) return;
  throw new EmbeddedPostgresFailed(
    `${cluster} was made by PostgreSQL ${found} and this is ${major}: dump and restore it, or set DATABASE_URL or DATA_DIR`,
  );
}

/** Built beside its place and renamed when whole, so that a crash half way leaves nothing that looks like a cluster. */
async function createCluster({ place, binaries, durable }: Omit<CreateOptions, 'onNotice'>): Promise<void> {
  const home = dirname(place.cluster);
  removeUnfinished(home);
  const unfinished = mkdtempSync(join(home, UNFINISHED));
  try {
    if (place.account) chownSync(unfinished, place.account.uid, place.account.gid);
    await initdb({ directory: unfinished, account: place.account, program: binaries.initdb, durable });
    renameSync(unfinished, place.cluster);
    if (durable) syncDirectory(home);
  } catch (error) {
    rmSync(unfinished, { recursive: true, force: true });
    throw error;
  }
}

/** Names are never reused: the initdb of a killed server may still be writing into its own. */
function removeUnfinished(home: string): void {
  for (const name of readdirSync(home).filter((name) => name.startsWith(UNFINISHED))) {
    try {
      rmSync(join(home, name), { recursive: true, force: true });
    } catch {
      // Still being written to; the next start removes it.
    }
  }
}

interface InitdbOptions {
  directory: string;
  account: Account | undefined;
  program: string;
  durable: boolean;
}

async function initdb({ directory, account, program, durable }: InitdbOptions): Promise<void> {
  const options = [
    ['--pgdata', directory],
    ['--username', 'causeway'],
    ['--auth-local', 'trust'],
    ['--auth-host', 'reject'],
    ['--encoding', 'UTF8'],
    // Sorts by code point, the same on every machine, and still knows upper and lower case beyond ASCII.
    ['--locale', 'C'],
    ['--locale-provider', 'builtin'],
    ['--builtin-locale', 'C.UTF-8'],
    // A new segment of the log is filled with zeros while payments wait: 50 ms of them at the default of 16 MB.
    ['--wal-segsize', '1'],
    ['--no-instructions'],
    durable ? [] : ['--no-sync'],
  ].flat();
  const child = spawn(program, options, {
    ...account,
    cwd: '/',
    env: CHILD_ENVIRONMENT,
    stdio: ['ignore', 'ignore', 'pipe'],
    detached: true,
    timeout: CREATE_TIMEOUT_MS,
  });
  const { status, errors } = await outcomeOf(child);
  if (status === 0) return;
  throw new EmbeddedPostgresFailed(`${basename(program)} failed: ${lastUsefulLine(errors) ?? `status ${status}`}`);
}

function syncDirectory(path: string): void {
  const directory = openSync(path, 'r');
  fsyncSync(directory);
  closeSync(directory);
}

/** A cluster copied or restored by root, which PostgreSQL could not open otherwise. */
function chownTree(path: string, account: Account): void {
  lchownSync(path, account.uid, account.gid);
  if (!lstatSync(path).isDirectory()) return;
  for (const name of readdirSync(path)) chownTree(join(path, name), account);
}
