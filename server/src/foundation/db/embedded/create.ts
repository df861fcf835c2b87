import { spawn } from 'node:child_process';
import {
  chmodSync,
  chownSync,
  closeSync,
  fsyncSync,
  lchownSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { type Account, isNamed, NOBODY, peerNames } from './account.ts';
import type { Binaries } from './binaries.ts';
import { CHILD_ENVIRONMENT, lastUsefulLine, outcomeOf } from './child.ts';
import { EmbeddedPostgresFailed } from './errors.ts';
import { type ClusterPaths, linkCluster } from './place.ts';
import { ADMIN_ROLE } from './roles.ts';

const CREATE_TIMEOUT_MS = 60_000;
const UNFINISHED = 'postgres.new-';

export interface CreateOptions {
  place: ClusterPaths;
  binaries: Binaries;
  /** False skips flushing to disk: a power failure may lose the cluster. */
  durable: boolean;
  onNotice: (line: string) => void;
}

/** Creates the cluster, or checks the version of an existing one. The caller holds the lock. */
export async function ensureCluster({ place, binaries, durable, onNotice }: CreateOptions): Promise<void> {
  const existing = lstatSync(place.cluster, { throwIfNoEntry: false });
  if (existing) {
    checkVersion(place.cluster, binaries.major);
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
    `${cluster} was created by PostgreSQL ${found} and this is ${major}: dump and restore it, or set DATABASE_URL or DATA_DIR`,
  );
}

/**
 * Creates the cluster in a temporary directory and renames it, so that a crash leaves no partial cluster. initdb
 * requires a user with a name, so it runs as nobody, in a directory that only its group may enter.
 */
async function createCluster({ place, binaries, durable }: Omit<CreateOptions, 'onNotice'>): Promise<void> {
  const { account } = place;
  const home = dirname(place.cluster);
  removeUnfinished(home);
  const enclosure = mkdtempSync(join(home, UNFINISHED));
  const unfinished = join(enclosure, 'cluster');
  try {
    mkdirSync(unfinished, { mode: 0o700 });
    const creator = account && { uid: isNamed(account) ? account.uid : NOBODY.uid, gid: account.gid };
    if (account && creator) {
      chownSync(enclosure, 0, account.gid);
      chmodSync(enclosure, 0o710);
      chownSync(unfinished, creator.uid, creator.gid);
    }
    await initdb({ directory: unfinished, account: creator, program: binaries.initdb, durable });
    if (account) chownTree(unfinished, account);
    renameSync(unfinished, place.cluster);
    rmSync(enclosure, { recursive: true, force: true });
    if (durable) syncDirectory(home);
  } catch (error) {
    rmSync(enclosure, { recursive: true, force: true });
    throw error;
  }
}

/** Directories are named uniquely, because the initdb of a killed server may still write to its directory. */
function removeUnfinished(home: string): void {
  for (const name of readdirSync(home).filter((name) => name.startsWith(UNFINISHED))) {
    try {
      rmSync(join(home, name), { recursive: true, force: true });
    } catch {
      // An initdb still writes to the directory; the next start removes it.
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
    ['--username', ADMIN_ROLE],
    ['--auth-local', 'peer'],
    ['--auth-host', 'reject'],
    ['--encoding', 'UTF8'],
    // Sorts by code point, so that the order is the same on every machine, with case mapping beyond ASCII.
    ['--locale', 'C'],
    ['--locale-provider', 'builtin'],
    ['--builtin-locale', 'C.UTF-8'],
    // PostgreSQL zero-fills a new WAL segment while payments wait: 50 ms at the default size of 16 MB.
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

/** Gives the user of PostgreSQL a cluster that was restored by root or that belonged to nobody. */
export function takeOwnership({ cluster, account }: ClusterPaths): void {
  if (account && lstatSync(cluster).uid !== account.uid) chownTree(cluster, account);
}

/** Restricts connections to the socket, and to root and the owner of the cluster. */
export function writeAccessRules({ cluster, account }: ClusterPaths): void {
  const write = (name: string, lines: readonly string[]): void => {
    const next = join(cluster, `${name}.next`);
    writeFileSync(next, `# Written by Causeway at every start.\n${lines.join('\n')}\n`, { mode: 0o600 });
    if (account) chownSync(next, account.uid, account.gid);
    renameSync(next, join(cluster, name));
  };
  write('pg_hba.conf', ['local all all peer map=causeway']);
  write(
    'pg_ident.conf',
    peerNames(account).map((name) => `causeway "${name.replaceAll('"', '""')}" all`),
  );
}

function chownTree(path: string, account: Account): void {
  lchownSync(path, account.uid, account.gid);
  if (!lstatSync(path).isDirectory()) return;
  for (const name of readdirSync(path)) chownTree(join(path, name), account);
}
