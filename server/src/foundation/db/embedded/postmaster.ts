import { spawn } from 'node:child_process';
import {
  closeSync,
  fchownSync,
  fstatSync,
  openSync,
  readFileSync,
  readSync,
  renameSync,
  rmSync,
  statSync,
} from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { monotonicMs } from '../../kernel/clock.ts';
import type { Binaries } from './binaries.ts';
import { CHILD_ENVIRONMENT, lastUsefulLine, started } from './child.ts';
import { takeOwnership, writeAccessRules } from './create.ts';
import { EmbeddedPostgresFailed } from './errors.ts';
import { type ClusterPaths, clusterName, PORT, prepareSocketDirectory } from './place.ts';
import { probe, type SocketConnection } from './probe.ts';
import {
  commandLine,
  identifyProcess,
  isAlive,
  type ProcessIdentity,
  processesTitled,
  signal,
  waitUntilGone,
} from './processes.ts';
import { prepareDatabase, SERVER_ROLE } from './roles.ts';

const READY_POLL_MS = 15;
/** Crash recovery of a full write-ahead log takes tens of seconds on a slow disk. */
const READY_TIMEOUT_MS = 120_000;
const START_SILENCE_MS = 30_000;
const TAKEOVER_SILENCE_MS = 3_000;
const FAST_STOP_MS = 15_000;
const IMMEDIATE_STOP_MS = 3_000;
const KILL_MS = 5_000;
const LOG_LIMIT_BYTES = 8 * 1024 * 1024;
const LOG_TAIL_BYTES = 64 * 1024;
const HELD = /pre-existing shared memory block|lock file ".*" already exists/;

const SETTINGS: Readonly<Record<string, string>> = {
  listen_addresses: '',
  port: String(PORT),
  unix_socket_permissions: '0700',
  max_connections: '60',
  shared_buffers: '128MB',
  fsync: 'on',
  synchronous_commit: 'on',
  // Set explicitly: initdb would derive the WAL sizes from the small segment size (create.ts).
  max_wal_size: '256MB',
  min_wal_size: '80MB',
  jit: 'off',
  // The default suits rotating disks and makes the planner scan tables of a few thousand rows.
  random_page_cost: '1.1',
  logging_collector: 'off',
  log_checkpoints: 'off',
  // Callers receive statement errors; in the log, these errors would disclose customer data.
  log_min_messages: 'log',
  log_min_error_statement: 'panic',
};

export interface Postmaster {
  readonly identity: ProcessIdentity;
  readonly connection: SocketConnection;
}

export interface Launch {
  readonly place: ClusterPaths;
  readonly binaries: Binaries;
  readonly socketDirectory: string;
  readonly settings: Readonly<Record<string, string>>;
  readonly onNotice: (line: string) => void;
  /** Aborts the wait when the server stops. */
  readonly abandon: AbortSignal;
}

/** Processes of an earlier PostgreSQL are still ending; a later try may succeed. */
export class StillHeld extends EmbeddedPostgresFailed {}

/** Takes over the running PostgreSQL of the cluster, or starts one. The caller holds the lock. */
export async function bringUp(launch: Launch): Promise<Postmaster> {
  const { place } = launch;
  const recorded = recordedPostmaster(place);
  if (!recorded) return start(launch);
  const running = runningPostmaster(place, recorded);
  if (running && (await takeOver(running, launch))) return running;
  await endLeftovers(place);
  return start(launch, recorded.pid);
}

/** Address and process id in postmaster.pid. PostgreSQL may have ended since. */
export function recordedPostmaster({
  cluster,
  socketDirectory,
}: ClusterPaths): { pid: number; connection: SocketConnection } | undefined {
  let lines: string[];
  try {
    lines = readFileSync(join(cluster, 'postmaster.pid'), 'utf8').split('\n');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
  const [pid = '', , , port = '', host = ''] = lines;
  const connection = addressAt(host || socketDirectory, Number(port) || PORT);
  return { pid: Number.parseInt(pid, 10) || 0, connection };
}

const addressAt = (host: string, port: number): SocketConnection => ({
  host,
  port,
  user: SERVER_ROLE,
  database: 'causeway',
});

/** True if a PostgreSQL of another container uses the same files: it responds, but its process is not visible. */
export async function runsElsewhere(place: ClusterPaths): Promise<boolean> {
  const recorded = recordedPostmaster(place);
  if (!recorded || runningPostmaster(place, recorded)) return false;
  // Read again, because a PostgreSQL of this machine may have started in between.
  return (await probe(recorded.connection)) !== 'silent' && recordedPostmaster(place)?.pid === recorded.pid;
}

/** Stops PostgreSQL. After anything but a completed `fast` stop the next start runs crash recovery. */
export async function endPostmaster({ identity }: Postmaster, how: 'fast' | 'immediate'): Promise<void> {
  const steps = [
    ...(how === 'fast' ? [{ name: 'SIGINT', waitMs: FAST_STOP_MS } as const] : []),
    { name: 'SIGQUIT', waitMs: IMMEDIATE_STOP_MS } as const,
    { name: 'SIGKILL', waitMs: KILL_MS } as const,
  ];
  for (const { name, waitMs } of steps) {
    signal(identity, name);
    if (await waitUntilGone(identity, waitMs)) return;
  }
  throw new EmbeddedPostgresFailed(`PostgreSQL (pid ${identity.pid}) cannot be ended`);
}

/** Kills processes that outlived their postmaster: they hold shared memory that a new postmaster requires. */
export async function endLeftovers(place: ClusterPaths): Promise<void> {
  const name = clusterName(place);
  const leftovers = name ? processesTitled(`postgres: ${name}: `) : [];
  for (const leftover of leftovers) signal(leftover, 'SIGKILL');
  for (const leftover of leftovers) await waitUntilGone(leftover, KILL_MS);
}

/** Checks the command line, because after a container restart the process id may belong to another program. */
function runningPostmaster(
  { cluster }: ClusterPaths,
  { pid, connection }: { pid: number; connection: SocketConnection },
): Postmaster | undefined {
  const identity = pid > 0 ? identifyProcess(pid) : undefined;
  return identity && commandLine(pid).includes(`postgres -D ${cluster} `) ? { identity, connection } : undefined;
}

async function takeOver(running: Postmaster, launch: Launch): Promise<boolean> {
  const { pid } = running.identity;
  const state = await waitUntilReady(running, { silenceMs: TAKEOVER_SILENCE_MS, abandon: launch.abandon });
  if (state === 'ready') {
    launch.onNotice(`took over a running PostgreSQL (pid ${pid})`);
    return true;
  }
  if (state === 'silent') {
    launch.onNotice(`a running PostgreSQL (pid ${pid}) does not answer, ending it`);
    await endPostmaster(running, 'immediate');
  }
  return false;
}

async function start(launch: Launch, stalePid?: number): Promise<Postmaster> {
  const { place, binaries, socketDirectory } = launch;
  takeOwnership(place);
  writeAccessRules(place);
  prepareSocketDirectory(place, socketDirectory);
  rmSync(join(socketDirectory, `.s.PGSQL.${PORT}.lock`), { force: true });
  const log = openLog(place);
  const child = spawn(binaries.postgres, optionsOf(launch), {
    ...place.account,
    cwd: '/',
    // Makes PostgreSQL ignore this process id in its lock file. All its other checks stay on.
    env: { ...CHILD_ENVIRONMENT, ...(stalePid ? { PG_GRANDPARENT_PID: String(stalePid) } : {}) },
    stdio: ['ignore', log.file, log.file],
    // Outside of the terminal's process group, so that Ctrl-C does not stop PostgreSQL before the server.
    detached: true,
  });
  closeSync(log.file);
  const pid = await started(child);
  child.unref();
  const connection = addressAt(socketDirectory, PORT);
  const postmaster = { identity: identifyProcess(pid) ?? { pid, birth: 'ended' }, connection };
  try {
    const state = await waitUntilReady(postmaster, { silenceMs: START_SILENCE_MS, abandon: launch.abandon });
    if (state === 'ready') return postmaster;
    throw startFailure(place, log.sizeBefore);
  } catch (error) {
    await endPostmaster(postmaster, 'immediate');
    throw error;
  }
}

function optionsOf({ place, socketDirectory, settings }: Launch): string[] {
  const all = {
    ...SETTINGS,
    cluster_name: clusterName(place) ?? '',
    // The value is a list, so a path with a comma needs quotes.
    unix_socket_directories: `"${socketDirectory.replaceAll('"', '""')}"`,
    ...settings,
  };
  return ['-D', place.cluster, ...Object.entries(all).flatMap(([name, value]) => ['-c', `${name}=${value}`])];
}

/** Opened by this process, so that the user of PostgreSQL needs no write access to the directory. */
function openLog({ log, account }: ClusterPaths): { file: number; sizeBefore: number } {
  const size = statSync(log, { throwIfNoEntry: false })?.size ?? 0;
  if (size > LOG_LIMIT_BYTES) renameSync(log, `${log}.1`);
  const file = openSync(log, 'a', 0o600);
  if (account) fchownSync(file, account.uid, account.gid);
  return { file, sizeBefore: fstatSync(file).size };
}

interface WaitOptions {
  silenceMs: number;
  abandon: AbortSignal;
}

/** Waits long while PostgreSQL reports that it is starting, and briefly if it does not respond. */
async function waitUntilReady(
  { identity, connection }: Postmaster,
  { silenceMs, abandon }: WaitOptions,
): Promise<'ready' | 'gone' | 'silent'> {
  const begun = monotonicMs();
  let heardAt = begun;
  for (;;) {
    const state = await probe(connection);
    if (state === 'ready') return 'ready';
    if (state === 'unprepared') await prepareDatabase(connection);
    if (!isAlive(identity)) return 'gone';
    const now = monotonicMs();
    if (state !== 'silent') heardAt = now;
    if (now - heardAt > silenceMs || now - begun > READY_TIMEOUT_MS || abandon.aborted) return 'silent';
    await sleep(READY_POLL_MS);
  }
}

function startFailure({ log }: ClusterPaths, sizeBefore: number): EmbeddedPostgresFailed {
  const written = readFrom(log, sizeBefore);
  const line = lastUsefulLine(written) ?? 'it did not answer';
  const message = `PostgreSQL did not start: ${line} (see ${log})`;
  return HELD.test(written) ? new StillHeld(message) : new EmbeddedPostgresFailed(message);
}

function readFrom(path: string, position: number): string {
  const file = openSync(path, 'r');
  try {
    const from = Math.max(position, fstatSync(file).size - LOG_TAIL_BYTES);
    const buffer = Buffer.alloc(LOG_TAIL_BYTES);
    return buffer.toString('utf8', 0, readSync(file, buffer, 0, LOG_TAIL_BYTES, from));
  } finally {
    closeSync(file);
  }
}
