import { setTimeout as sleep } from 'node:timers/promises';
import { monotonicMs } from '../kernel/clock.ts';
import { ask, type Connection } from './embedded/answer.ts';
import { prepareBinaries } from './embedded/binaries.ts';
import { ensureCluster } from './embedded/create.ts';
import { DataDirectoryInUse, EmbeddedPostgresFailed } from './embedded/errors.ts';
import { type Holder, holderOf, isForeign, type Lock, takeLock } from './embedded/lock.ts';
import { findPlace, type Place, removeSocketDirectory } from './embedded/place.ts';
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
import { supervise } from './embedded/supervise.ts';

export { DataDirectoryInUse, EmbeddedPostgresFailed };

/** How long to wait for a command to finish, or for a starting server's PostgreSQL to be joined. */
const HOLDER_WAIT_MS = 30_000;
const HOLDER_POLL_MS = 50;
/** Longer than a server needs from taking the lock to a PostgreSQL that answers. */
const FOREIGN_GRACE_MS = 2_000;
const HELD_TRIES = 50;
const HELD_PAUSE_MS = 100;

export interface EmbeddedPostgres {
  /** For `pg`: the host is the directory of the unix socket. */
  readonly connection: { host: string; port: number; user: string; database: string };
  /** Where the cluster lives. */
  readonly directory: string;
  /** Ends the cluster cleanly if this process owns it, and releases the lock. */
  stop(): Promise<void>;
}

export interface EmbeddedOptions {
  /** Absolute; the cluster is in `<dataDir>/postgres`. */
  dataDir: string;
  /** True for a server, which refuses a directory in use; false for a command, which joins what runs there. */
  exclusive: boolean;
  /** Extra PostgreSQL settings. */
  settings?: Record<string, string>;
  /** Told when the cluster died and could not be restarted. */
  onLost?: (error: Error) => void;
  /** Human-readable progress. */
  onNotice?: (line: string) => void;
}

/** The private PostgreSQL of a data directory: created, taken over or joined, and kept running until `stop`. */
export async function openEmbeddedPostgres(options: EmbeddedOptions): Promise<EmbeddedPostgres> {
  try {
    const place = findPlace(options.dataDir);
    const access = await joinOrLock(place, options);
    return 'joined' in access ? join(place, access.joined) : await own(place, access.lock, options);
  } catch (error) {
    if (error instanceof DataDirectoryInUse || error instanceof EmbeddedPostgresFailed) throw error;
    const message = `the embedded PostgreSQL cannot be opened: ${error instanceof Error ? error.message : error}`;
    throw new EmbeddedPostgresFailed(message, { cause: error });
  }
}

/** A server takes the lock or refuses; a command joins a PostgreSQL unless another command will end it. */
async function joinOrLock(
  place: Place,
  { exclusive, onNotice }: EmbeddedOptions,
): Promise<{ joined: Connection } | { lock: Lock }> {
  const deadline = monotonicMs() + HOLDER_WAIT_MS;
  let dismissed: Holder | undefined;
  for (let waits = 0; ; waits++) {
    if (!exclusive && holderOf(place.lock)?.role !== 'command') {
      const connection = recordedPostmaster(place)?.connection;
      if (connection && (await ask(connection)) === 'ready') return { joined: connection };
    }
    if (await runsElsewhere(place)) throw inUseElsewhere(place);
    const lock = takeLock({ path: place.lock, role: exclusive ? 'server' : 'command', dismissed });
    if ('release' in lock) return { lock };
    if (isForeign(lock)) {
      dismissed = await seenNoMore(place, lock);
      continue;
    }
    if ((exclusive && lock.role === 'server') || monotonicMs() > deadline) throw inUse(place, lock);
    if (waits === 0) onNotice?.(`waiting for the ${lock.role} with pid ${lock.pid}`);
    await sleep(HOLDER_POLL_MS);
  }
}

/** The holder in another container may have been killed, or be about to start PostgreSQL: time shows which. */
async function seenNoMore(place: Place, holder: Holder): Promise<Holder> {
  const deadline = monotonicMs() + FOREIGN_GRACE_MS;
  while (monotonicMs() < deadline && holderOf(place.lock)) {
    if (await runsElsewhere(place)) throw inUseElsewhere(place);
    await sleep(HOLDER_POLL_MS);
  }
  return holder;
}

function inUse({ link }: Place, { role, pid }: Holder): DataDirectoryInUse {
  return new DataDirectoryInUse(
    `another ${role} (pid ${pid}) uses the database in ${link}: stop it, or set another DATA_DIR`,
  );
}

function inUseElsewhere({ cluster }: Place): DataDirectoryInUse {
  return new DataDirectoryInUse(
    `a PostgreSQL of another container uses ${cluster}: stop that container, or set another DATA_DIR`,
  );
}

function join({ cluster }: Place, connection: Connection): EmbeddedPostgres {
  return { connection, directory: cluster, stop: async () => {} };
}

async function own(place: Place, lock: Lock, options: EmbeddedOptions): Promise<EmbeddedPostgres> {
  const { settings = {}, onNotice = () => {}, onLost = () => {} } = options;
  const stopping = new AbortController();
  let first: Postmaster;
  let launch: Launch;
  try {
    const binaries = prepareBinaries(place);
    await ensureCluster({ place, binaries, durable: settings['fsync'] !== 'off', onNotice });
    const { socketDirectory } = place;
    launch = { place, binaries, socketDirectory, settings, onNotice, abandon: stopping.signal };
    first = await bringUpPatiently(launch);
  } catch (error) {
    lock.release();
    throw error;
  }
  const { connection } = first;
  // One that was taken over may listen elsewhere than a new one would; callers keep the address they were given.
  const restart = () => bringUp({ ...launch, socketDirectory: connection.host });
  const watching = supervise({ postmaster: first, restart, stopping: stopping.signal, onNotice, onLost });

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
    stop: () => {
      stopped ??= stop();
      return stopped;
    },
  };
}

/** A killed PostgreSQL's processes need a moment to go. */
async function bringUpPatiently(launch: Launch): Promise<Postmaster> {
  for (let tries = 1; ; tries++) {
    try {
      return await bringUp(launch);
    } catch (error) {
      if (!(error instanceof StillHeld) || tries === HELD_TRIES) throw error;
      await sleep(HELD_PAUSE_MS);
    }
  }
}
