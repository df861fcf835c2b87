import { setTimeout as sleep } from 'node:timers/promises';
import { monotonicMs } from '../kernel/clock.ts';
import { isShared, SHARED_ACCOUNT } from './embedded/account.ts';
import { prepareBinaries } from './embedded/binaries.ts';
import { ensureCluster } from './embedded/create.ts';
import { damageOf } from './embedded/damage.ts';
import { DataDirectoryInUse, EmbeddedPostgresFailed } from './embedded/errors.ts';
import { type DirectoryLock, holderOf, isForeign, type LockHolder, takeLock } from './embedded/lock.ts';
import { type ClusterPaths, removeSocketDirectory, resolvePlace } from './embedded/place.ts';
import {
  bringUp,
  endLeftovers,
  endPostmaster,
  type Launch,
  type Postmaster,
  recordedPostmaster,
  runsElsewhere,
  StillHeld,
} from './embedded/postmaster.ts';
import { probe, type SocketConnection } from './embedded/probe.ts';
import { ADMIN_ROLE } from './embedded/roles.ts';
import { supervise } from './embedded/supervise.ts';

export { ADMIN_ROLE, DataDirectoryInUse, EmbeddedPostgresFailed };

/** Maximum wait for a command to end, or for the PostgreSQL of a starting server to accept connections. */
const HOLDER_WAIT_MS = 30_000;
const HOLDER_POLL_MS = 50;
/** Longer than a server takes from locking the directory until its PostgreSQL accepts connections. */
const FOREIGN_GRACE_MS = 2_000;
const HELD_TRIES = 50;
const HELD_PAUSE_MS = 100;

export interface EmbeddedPostgres {
  /** Options for `pg`; the host is the directory of the unix socket. */
  readonly connection: { host: string; port: number; user: string; database: string };
  /** Directory of the cluster. */
  readonly directory: string;
  /** Reason why the database requires manual repair; undefined if it does not. */
  damage(): string | undefined;
  /** Stops PostgreSQL if this process owns it, and releases the lock. */
  stop(): Promise<void>;
}

export interface EmbeddedOptions {
  /** Absolute path; the cluster is in `<dataDir>/postgres`. */
  dataDir: string;
  /** True for a server, which fails if the directory is in use; a command joins a running PostgreSQL. */
  exclusive: boolean;
  /** Additional settings of PostgreSQL. */
  settings?: Record<string, string>;
  /** Reports failed restarts, once for each reason. */
  onTrouble?: (error: Error) => void;
  /** Reports progress. */
  onNotice?: (line: string) => void;
  /** Reports a setup that works but is less secure than it could be. */
  onWarning?: (line: string) => void;
  /** Path that replaces /etc/passwd in tests. */
  users?: string;
}

/** Creates, takes over or joins the PostgreSQL of a data directory and keeps it running until `stop`. */
export async function openEmbeddedPostgres(options: EmbeddedOptions): Promise<EmbeddedPostgres> {
  try {
    const place = resolvePlace(options.dataDir, options.users);
    const access = await joinOrLock(place, options);
    return 'joined' in access ? join(place, access.joined) : await own(place, access.lock, options);
  } catch (error) {
    if (error instanceof DataDirectoryInUse || error instanceof EmbeddedPostgresFailed) throw error;
    const message = `the embedded PostgreSQL cannot be opened: ${error instanceof Error ? error.message : error}`;
    throw new EmbeddedPostgresFailed(message, { cause: error });
  }
}

/** A server takes the lock or fails. A command joins a running PostgreSQL unless another command is stopping it. */
async function joinOrLock(
  place: ClusterPaths,
  { exclusive, onNotice }: EmbeddedOptions,
): Promise<{ joined: SocketConnection } | { lock: DirectoryLock }> {
  const deadline = monotonicMs() + HOLDER_WAIT_MS;
  let expired: LockHolder | undefined;
  for (let waits = 0; ; waits++) {
    if (!exclusive && holderOf(place.lock)?.role !== 'command') {
      const connection = recordedPostmaster(place)?.connection;
      if (connection && (await probe(connection)) === 'ready') return { joined: connection };
    }
    if (await runsElsewhere(place)) throw inUseElsewhere(place);
    const lock = takeLock({ path: place.lock, role: exclusive ? 'server' : 'command', expired });
    if ('release' in lock) return { lock };
    if (isForeign(lock)) {
      expired = await waitForForeign(place, lock);
      continue;
    }
    if ((exclusive && lock.role === 'server') || monotonicMs() > deadline) throw inUse(place, lock);
    if (waits === 0) onNotice?.(`waiting for the ${lock.role} with pid ${lock.pid}`);
    await sleep(HOLDER_POLL_MS);
  }
}

/** A holder in another container is either dead or about to start PostgreSQL; the wait shows which. */
async function waitForForeign(place: ClusterPaths, holder: LockHolder): Promise<LockHolder> {
  const deadline = monotonicMs() + FOREIGN_GRACE_MS;
  while (monotonicMs() < deadline && holderOf(place.lock)) {
    if (await runsElsewhere(place)) throw inUseElsewhere(place);
    await sleep(HOLDER_POLL_MS);
  }
  return holder;
}

function inUse({ link }: ClusterPaths, { role, pid }: LockHolder): DataDirectoryInUse {
  return new DataDirectoryInUse(
    `another ${role} (pid ${pid}) uses the database in ${link}: stop it, or set another DATA_DIR`,
  );
}

function inUseElsewhere({ cluster }: ClusterPaths): DataDirectoryInUse {
  return new DataDirectoryInUse(
    `a PostgreSQL of another container uses ${cluster}: stop that container, or set another DATA_DIR`,
  );
}

function join({ cluster }: ClusterPaths, connection: SocketConnection): EmbeddedPostgres {
  return { connection, directory: cluster, damage: () => undefined, stop: async () => {} };
}

async function own(place: ClusterPaths, lock: DirectoryLock, options: EmbeddedOptions): Promise<EmbeddedPostgres> {
  const { settings = {}, onNotice = () => {}, onWarning = () => {} } = options;
  const stopping = new AbortController();
  let first: Postmaster;
  let launch: Launch;
  try {
    if (place.account && isShared(place.account)) onWarning(SHARED_ACCOUNT);
    const binaries = prepareBinaries(place);
    await ensureCluster({ place, binaries, durable: settings['fsync'] !== 'off', onNotice });
    const { socketDirectory } = place;
    launch = { place, binaries, socketDirectory, settings, onNotice, abandon: stopping.signal };
    first = await bringUpWithRetries(launch);
  } catch (error) {
    lock.release();
    throw error;
  }
  const { connection } = first;
  // A restart keeps the socket directory of a PostgreSQL that was taken over, because callers use that address.
  const restart = () => bringUp({ ...launch, socketDirectory: connection.host });
  const troubles = new Troubles(launch, options.onTrouble);
  const watching = supervise({
    postmaster: first,
    restart,
    stopping: stopping.signal,
    now: monotonicMs,
    onNotice,
    onTrouble: (error) => troubles.note(error),
  });

  const stop = async (): Promise<void> => {
    stopping.abort();
    try {
      await endPostmaster(await watching, 'fast');
      await endLeftovers(place);
      removeSocketDirectory(place, connection.host);
    } finally {
      lock.release();
    }
  };
  let stopped: Promise<void> | undefined;
  return {
    connection,
    directory: place.cluster,
    damage: () => troubles.damage,
    stop: () => {
      stopped ??= stop();
      return stopped;
    },
  };
}

/** Records why PostgreSQL does not run and reports each reason once. */
class Troubles {
  damage: string | undefined;
  readonly #launch: Launch;
  readonly #report: (error: Error) => void;
  #last = '';

  constructor(launch: Launch, report: (error: Error) => void = () => {}) {
    this.#launch = launch;
    this.#report = report;
  }

  note(error: Error | undefined): void {
    this.damage = error && damageOf(this.#launch.place, this.#launch.binaries, error);
    const reason = this.damage ?? error?.message ?? '';
    if (error && reason !== this.#last) this.#report(new EmbeddedPostgresFailed(reason, { cause: error }));
    this.#last = reason;
  }
}

/** After a kill the processes of PostgreSQL take a moment to end, so the start is retried. */
async function bringUpWithRetries(launch: Launch): Promise<Postmaster> {
  for (let tries = 1; ; tries++) {
    try {
      return await bringUp(launch);
    } catch (error) {
      if (!(error instanceof StillHeld) || tries === HELD_TRIES) throw error;
      await sleep(HELD_PAUSE_MS);
    }
  }
}
