import { createHash } from 'node:crypto';
import { chmodSync, chownSync, lstatSync, mkdirSync, realpathSync, rmdirSync, statSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { type Account, accountFor, canReach, isRoot } from './account.ts';
import { EmbeddedPostgresFailed } from './errors.ts';

/** Where root keeps what the unprivileged user must reach although the checkout or data directory is closed to it. */
const SYSTEM_DIR = '/var/lib/causeway';
/** Room for a unix socket address in the kernel, its terminating zero not counted. */
const SOCKET_PATH_BYTES = 107;
const HASH_LENGTH = 12;

export const PORT = 5432;

/** Every path of one embedded PostgreSQL, and the account it runs as. */
export interface Place {
  /** `<dataDir>/postgres`: the cluster itself, or a link to it. */
  readonly link: string;
  /** The real path of the cluster. */
  readonly cluster: string;
  readonly lock: string;
  readonly log: string;
  readonly socketDirectory: string;
  /** Where copies of the binaries are kept if those of the package cannot be used in place. */
  readonly binaries: string;
  readonly account: Account | undefined;
}

export function findPlace(dataDir: string): Place {
  mkdirSync(dataDir, { recursive: true });
  const home = realpathSync(dataDir);
  const link = join(home, 'postgres');
  const cluster = clusterFor(link);
  const owner = statSync(cluster, { throwIfNoEntry: false });
  const account = accountFor(owner);
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

/** Leaves a trace of a cluster that lives elsewhere in the data directory; false where there is no need. */
export function linkCluster({ link, cluster }: Place): boolean {
  if (link === cluster || lstatSync(link, { throwIfNoEntry: false })) return false;
  symlinkSync(cluster, link);
  return true;
}

/** The cluster is 0700 itself; a directory that others may have prepared under the same name is not trusted. */
export function prepareSocketDirectory({ cluster, account }: Place, directory: string): void {
  if (directory === cluster) return;
  mkdirSync(directory, { recursive: true, mode: 0o700 });
  const status = lstatSync(directory);
  const trusted = [process.getuid?.(), account?.uid].includes(status.uid);
  if (!status.isDirectory() || !trusted || (status.mode & 0o077) !== 0) {
    throw new EmbeddedPostgresFailed(`${directory} is not private: remove it, or set DATA_DIR to a shorter path`);
  }
  if (account) chownSync(directory, account.uid, account.gid);
}

/** Only one of our own making is removed; PostgreSQL takes its socket away itself. */
export function removeSocketDirectory({ cluster }: Place, directory: string): void {
  if (directory === cluster) return;
  try {
    rmdirSync(directory);
  } catch {
    // Something is left in it; the next start uses it again.
  }
}

/**
 * In the title of each of the cluster's processes, to find them again. The path alone would not do: the processes of a
 * container may be seen from here, and its paths may be the same.
 */
export function clusterName({ cluster }: Place): string | undefined {
  const status = statSync(cluster, { throwIfNoEntry: false });
  return status && `causeway-${hash(`${status.dev} ${status.ino} ${cluster}`)}`;
}

function clusterFor(link: string): string {
  const existing = lstatSync(link, { throwIfNoEntry: false });
  if (existing?.isSymbolicLink()) return linkedCluster(link);
  const account = accountFor(undefined);
  if (existing || !account || canReach(link, account)) return link;
  const home = join(SYSTEM_DIR, hash(dirname(link)));
  for (const directory of [SYSTEM_DIR, home]) makeReachable(directory);
  return join(home, 'postgres');
}

function linkedCluster(link: string): string {
  try {
    return realpathSync(link);
  } catch (error) {
    // Beginning anew would hide that the money of before is gone.
    const message = `the database that ${link} points to cannot be found: restore it, or remove the link to begin with an empty one`;
    throw new EmbeddedPostgresFailed(message, { cause: error });
  }
}

/** Whatever the umask says: to be passed by PostgreSQL's user is what the directory is for. */
export function makeReachable(directory: string): void {
  mkdirSync(directory, { recursive: true });
  chmodSync(directory, 0o755);
}

const fitsSocket = (directory: string): boolean =>
  Buffer.byteLength(join(directory, `.s.PGSQL.${PORT}`)) <= SOCKET_PATH_BYTES;

const shortDirectory = (name: string): string =>
  fitsSocket(join(tmpdir(), name)) ? join(tmpdir(), name) : join('/tmp', name);

const hash = (text: string): string => createHash('sha256').update(text).digest('hex').slice(0, HASH_LENGTH);
