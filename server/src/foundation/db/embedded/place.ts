import { createHash } from 'node:crypto';
import {
  chmodSync,
  chownSync,
  lstatSync,
  mkdirSync,
  realpathSync,
  rmdirSync,
  rmSync,
  statSync,
  symlinkSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { type Account, accountFor, canReach, isRoot, NOBODY } from './account.ts';
import { EmbeddedPostgresFailed } from './errors.ts';

/** For files of a root installation that the user of PostgreSQL cannot reach in the checkout or data directory. */
const SYSTEM_DIR = '/var/lib/causeway';
/** Maximum length of the path of a unix socket (sun_path without its terminating zero). */
const SOCKET_PATH_BYTES = 107;
const HASH_LENGTH = 12;

export const PORT = 5432;

/** Paths of an embedded PostgreSQL and the user that it runs as. */
export interface ClusterPaths {
  /** `<dataDir>/postgres`: the cluster itself, or a link to it. */
  readonly link: string;
  /** Real path of the cluster. */
  readonly cluster: string;
  readonly lock: string;
  readonly log: string;
  readonly socketDirectory: string;
  /** Directory for copies of the binaries, if those of the package cannot be used in place. */
  readonly binaries: string;
  readonly account: Account | undefined;
}

export function resolvePlace(dataDir: string, users?: string): ClusterPaths {
  mkdirSync(dataDir, { recursive: true });
  const home = realpathSync(dataDir);
  const link = join(home, 'postgres');
  const cluster = clusterFor(link, users);
  const owner = statSync(cluster, { throwIfNoEntry: false });
  const account = accountFor(owner, users);
  if (owner && !isRoot() && owner.uid !== process.getuid?.()) {
    throw new EmbeddedPostgresFailed(
      `${cluster} belongs to user ${owner.uid}: run as that user or root, or set DATA_DIR`,
    );
  }
  if (account && !canReach(cluster, account)) {
    throw new EmbeddedPostgresFailed(
      `user ${account.uid} cannot reach ${cluster}: open the directories above it (chmod o+x), or set DATA_DIR`,
    );
  }
  return {
    link,
    cluster,
    lock: join(dirname(cluster), 'postgres.lock'),
    log: join(home, 'postgres.log'),
    socketDirectory: fitsSocket(cluster) ? cluster : shortDirectory(`causeway-${hash(cluster)}`),
    binaries: join(isRoot() ? SYSTEM_DIR : home, 'binaries'),
    account,
  };
}

/** Links a cluster outside of the data directory into it. Returns false if no link is needed. */
export function linkCluster({ link, cluster }: ClusterPaths): boolean {
  if (link === cluster || lstatSync(link, { throwIfNoEntry: false })) return false;
  symlinkSync(cluster, link);
  return true;
}

/** The cluster directory is private. Any other directory must be private too: other users may have created it. */
export function prepareSocketDirectory({ cluster, account }: ClusterPaths, directory: string): void {
  if (directory === cluster) return;
  // Left by an earlier start that found no free user id and ran PostgreSQL as nobody.
  if (isRoot() && lstatSync(directory, { throwIfNoEntry: false })?.uid === NOBODY.uid) {
    rmSync(directory, { recursive: true, force: true });
  }
  mkdirSync(directory, { recursive: true, mode: 0o700 });
  const status = lstatSync(directory);
  const trusted = [process.getuid?.(), account?.uid].includes(status.uid);
  if (!status.isDirectory() || !trusted || (status.mode & 0o077) !== 0) {
    throw new EmbeddedPostgresFailed(`${directory} is not private: remove it, or set DATA_DIR to a shorter path`);
  }
  if (account) chownSync(directory, account.uid, account.gid);
}

/** Call after PostgreSQL has stopped and removed its socket. */
export function removeSocketDirectory({ cluster }: ClusterPaths, directory: string): void {
  if (directory === cluster) return;
  try {
    rmdirSync(directory);
  } catch {
    // The directory is not empty. The next start uses it again.
  }
}

/**
 * Part of the title of every process of the cluster, by which they are found. Includes the inode, because processes of
 * another container with the same path may be visible.
 */
export function clusterName({ cluster }: ClusterPaths): string | undefined {
  const status = statSync(cluster, { throwIfNoEntry: false });
  return status && `causeway-${hash(`${status.dev} ${status.ino} ${cluster}`)}`;
}

function clusterFor(link: string, users: string | undefined): string {
  const existing = lstatSync(link, { throwIfNoEntry: false });
  if (existing?.isSymbolicLink()) return linkedCluster(link);
  const account = accountFor(undefined, users);
  if (existing || !account || canReach(link, account)) return link;
  const home = join(SYSTEM_DIR, hash(dirname(link)));
  for (const directory of [SYSTEM_DIR, home]) makeReachable(directory);
  return join(home, 'postgres');
}

function linkedCluster(link: string): string {
  try {
    return realpathSync(link);
  } catch (error) {
    // Creating a new, empty database would hide the loss of the data.
    const message = `the database that ${link} points to cannot be found: restore it, or remove the link to begin with an empty one`;
    throw new EmbeddedPostgresFailed(message, { cause: error });
  }
}

/** Sets permissions explicitly, because the umask may hide the directory from the user of PostgreSQL. */
export function makeReachable(directory: string): void {
  mkdirSync(directory, { recursive: true });
  chmodSync(directory, 0o755);
}

const fitsSocket = (directory: string): boolean =>
  Buffer.byteLength(join(directory, `.s.PGSQL.${PORT}`)) <= SOCKET_PATH_BYTES;

const shortDirectory = (name: string): string =>
  fitsSocket(join(tmpdir(), name)) ? join(tmpdir(), name) : join('/tmp', name);

const hash = (text: string): string => createHash('sha256').update(text).digest('hex').slice(0, HASH_LENGTH);
