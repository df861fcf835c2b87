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
import { ask, type Connection, createDatabase } from './answer.ts';
import type { Binaries } from './binaries.ts';
import { CHILD_ENVIRONMENT, lastUsefulLine, started } from './child.ts';
import { EmbeddedPostgresFailed } from './errors.ts';
import { clusterName, type Place, PORT, prepareSocketDirectory } from './place.ts';
import {
  commandLine,
  identify,
  isAlive,
  type ProcessIdentity,
  processesTitled,
  signal,
  waitUntilGone,
} from './processes.ts';

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
  // Said in full, for initdb derives them from the size of a segment, which is small here (create.ts). Up to this size
  // segments are made anew, and then used again.
  max_wal_size: '256MB',
  min_wal_size: '80MB',
  jit: 'off',
  // The default is for disks that turn: a table of some thousand rows would be read whole rather than looked up in.
  random_page_cost: '1.1',
  logging_collector: 'off',
  log_checkpoints: 'off',
  // An error of a statement is reported to the caller; here it would only grow the log and put customers' data in it.
  log_min_messages: 'log',
  log_min_error_statement: 'panic',
};

export interface Postmaster {
  readonly identity: ProcessIdentity;
  readonly connection: Connection;
}

export interface Launch {
  readonly place: Place;
  readonly binaries: Binaries;
  readonly socketDirectory: string;
  readonly settings: Readonly<Record<string, string>>;
  readonly onNotice: (line: string) => void;
  /** Gives up waiting when the server is told to stop meanwhile. */
  readonly abandon: AbortSignal;
}

/** Processes of an earlier PostgreSQL are still ending: worth another try in a moment. */
export class StillHeld extends EmbeddedPostgresFailed {}

/** The one PostgreSQL of the cluster: that which runs already, or else a new one. The caller holds the lock. */
export async function bringUp(launch: Launch): Promise<Postmaster> {
  const { place } = launch;
  const recorded = recordedPostmaster(place);
  if (!recorded) return start(launch);
  const running = runningPostmaster(place, recorded);
  if (running && (await takeOver(running, launch))) return running;
  await endLeftovers(place);
  return start(launch, recorded.pid);
}

/** Where the cluster's PostgreSQL says that it listens, whether or not it still runs. */
export function recordedPostmaster({
  cluster,
  socketDirectory,
}: Place): { pid: number; connection: Connection } | undefined {
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

const addressAt = (host: string, port: number): Connection => ({ host, port, user: 'causeway', database: 'causeway' });

/** A PostgreSQL answers whose process cannot be seen from here: that of another container on the same files. */
export async function runsElsewhere(place: Place): Promise<boolean> {
  const recorded = recordedPostmaster(place);
  if (!recorded || runningPostmaster(place, recorded)) return false;
  // The record is read again, since one of ours may have been starting in between.
  return (await ask(recorded.connection)) !== 'silent' && recordedPostmaster(place)?.pid === recorded.pid;
}

/** Ends PostgreSQL: cleanly if it is `fast` about it, otherwise at the price of crash recovery at the next start. */
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

/** Without their postmaster these can only finish what nobody waits for, and hold the memory a new one needs. */
export async function endLeftovers(place: Place): Promise<void> {
  const name = clusterName(place);
  const leftovers = name ? processesTitled(`postgres: ${name}: `) : [];
  for (const leftover of leftovers) signal(leftover, 'SIGKILL');
  for (const leftover of leftovers) await waitUntilGone(leftover, KILL_MS);
}

/** After a container restart the recorded number may belong to any other program. */
function runningPostmaster(
  { cluster }: Place,
  { pid, connection }: { pid: number; connection: Connection },
): Postmaster | undefined {
  const identity = pid > 0 ? identify(pid) : undefined;
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
  prepareSocketDirectory(place, socketDirectory);
  rmSync(join(socketDirectory, `.s.PGSQL.${PORT}.lock`), { force: true });
  const log = openLog(place);
  const child = spawn(binaries.postgres, optionsOf(launch), {
    ...place.account,
    cwd: '/',
    // Tells PostgreSQL that this number in its own lock file is not another PostgreSQL; all other checks stay on.
    env: { ...CHILD_ENVIRONMENT, ...(stalePid ? { PG_GRANDPARENT_PID: String(stalePid) } : {}) },
    stdio: ['ignore', log.file, log.file],
    // Out of the terminal's process group: Ctrl-C is for the server, which ends PostgreSQL last.
    detached: true,
  });
  closeSync(log.file);
  const pid = await started(child);
  child.unref();
  const connection = addressAt(socketDirectory, PORT);
  const postmaster = { identity: identify(pid) ?? { pid, birth: 'ended' }, connection };
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
    // A list in itself, so a comma in the path needs the quotes.
    unix_socket_directories: `"${socketDirectory.replaceAll('"', '""')}"`,
    ...settings,
  };
  return ['-D', place.cluster, ...Object.entries(all).flatMap(([name, value]) => ['-c', `${name}=${value}`])];
}

/** Written through a file we open, so that it need not be writable for PostgreSQL's user. */
function openLog({ log, account }: Place): { file: number; sizeBefore: number } {
  const size = statSync(log, { throwIfNoEntry: false })?.size ?? 0;
  if (size > LOG_LIMIT_BYTES) renameSync(log, `${log}.1`);
  const file = openSync(log, 'a', 0o600);
  if (account) fchownSync(file, account.uid, account.gid);
  return { file, sizeBefore: fstatSync(file).size };
}

interface Patience {
  silenceMs: number;
  abandon: AbortSignal;
}

/** A PostgreSQL that says it is starting up is given time; one that says nothing is not. */
async function waitUntilReady(
  { identity, connection }: Postmaster,
  { silenceMs, abandon }: Patience,
): Promise<'ready' | 'gone' | 'silent'> {
  const begun = monotonicMs();
  let heardAt = begun;
  for (;;) {
    const answer = await ask(connection);
    if (answer === 'ready') return 'ready';
    if (answer === 'no database') await createDatabase(connection);
    if (!isAlive(identity)) return 'gone';
    const now = monotonicMs();
    if (answer !== 'silent') heardAt = now;
    if (now - heardAt > silenceMs || now - begun > READY_TIMEOUT_MS || abandon.aborted) return 'silent';
    await sleep(READY_POLL_MS);
  }
}

function startFailure({ log }: Place, sizeBefore: number): EmbeddedPostgresFailed {
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
