import { randomBytes } from 'node:crypto';
import { mkdirSync, readdirSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { tryLock, unlock, withLock } from './lock.ts';
import { type Place, placeOf, type ServerOptions } from './place.ts';
import { hasEnded, isAlive, readOr } from './processes.ts';
import { dataDirectory, type RunningServer, signal, startServer, stopServer } from './start.ts';

/** Time that a server needs to end by itself. */
const END_MS = 40_000;
const CHECK_MS = 5_000;
const OLD_MS = 3_600_000;
/** Prefix of the directory of one run. */
const RUN = 'run-';

export interface SharedServer extends RunningServer {
  /** Stops the server unless other processes use it. */
  leave(): Promise<void>;
}

/** Joins the server of the project, or starts it. All decisions are made under one lock. */
export async function joinServer(options: ServerOptions = {}): Promise<SharedServer> {
  const place = placeOf(options);
  return withLock(place.lock, async () => {
    const running = await findRunning(place);
    if (running) return sharedBy(place, running, register(running));
    removeOldRuns(place);
    const directory = join(place.directory, `${RUN}${process.pid}-${randomBytes(4).toString('hex')}`);
    const server = await startServer(place, options, directory);
    writeRecord(place, server);
    return sharedBy(place, server, register(server));
  });
}

/** Waits for a server that is stopping, and removes the files of an ended one. */
async function findRunning(place: Place): Promise<RunningServer | undefined> {
  const server = readRecord(place);
  if (!server) return undefined;
  if (isAlive(server.pid) && (await answers(server))) return server;
  if (!(await hasEnded(server.pid, END_MS))) {
    throw new Error(`The server ${server.pid} neither answers nor ends. End it, and run the tests again.`);
  }
  remove(place, server);
  return undefined;
}

/** Whether the server accepts its credentials: another program on its port or a stopping server does not. */
async function answers({ apiUrl, clientId, clientSecret }: RunningServer): Promise<boolean> {
  const authorization = `Basic ${Buffer.from(`${clientId}:${clientSecret}`).toString('base64')}`;
  const request = fetch(`${apiUrl}/config`, { headers: { authorization }, signal: AbortSignal.timeout(CHECK_MS) });
  // A server without a response cannot be used, whatever the reason.
  const response = await request.catch(() => undefined);
  await response?.body?.cancel();
  return response?.ok ?? false;
}

const usersOf = (server: RunningServer): string => join(dataDirectory(server), 'users');

/** Writes a file for this process: `start --idle-exit` keeps running while such a process runs. */
function register(server: RunningServer): string {
  mkdirSync(usersOf(server), { recursive: true });
  const user = join(usersOf(server), `${process.pid}-${randomBytes(4).toString('hex')}`);
  writeFileSync(user, '');
  return user;
}

function sharedBy(place: Place, server: RunningServer, user: string): SharedServer {
  const onExit = (): void => leaveAtExit(place, server, user);
  process.once('exit', onExit);
  let leaving: Promise<void> | undefined;
  const leave = async (): Promise<void> => {
    process.off('exit', onExit);
    await withLock(place.lock, async () => {
      rmSync(user, { force: true });
      if (hasUsers(server)) return;
      await stopServer(server);
      remove(place, server);
    });
  };
  return {
    ...server,
    leave: () => {
      leaving ??= leave();
      return leaving;
    },
  };
}

/** An exiting process cannot wait: if another process holds the lock, the server stops by its idle exit. */
function leaveAtExit(place: Place, server: RunningServer, user: string): void {
  rmSync(user, { force: true });
  if (!tryLock(place.lock)) return;
  try {
    if (!hasUsers(server)) signal(server.pid, 'SIGTERM');
  } finally {
    unlock(place.lock);
  }
}

const hasUsers = (server: RunningServer): boolean =>
  list(usersOf(server)).some((user) => isAlive(Number.parseInt(user, 10)));

/** A missing directory has no users. */
function list(directory: string): string[] {
  try {
    return readdirSync(directory);
  } catch {
    return [];
  }
}

/** A run without a record was killed during its start. By this age its server has stopped by its idle exit. */
function removeOldRuns({ directory }: Place): void {
  const runs = list(directory).filter((name) => name.startsWith(RUN));
  for (const path of runs.map((name) => join(directory, name))) {
    if (Date.now() - statSync(path).mtimeMs > OLD_MS) rmSync(path, { recursive: true, force: true });
  }
}

/** Atomic: a process may be killed while it writes. */
function writeRecord({ record }: Place, server: RunningServer): void {
  writeFileSync(`${record}.new`, JSON.stringify(server), { mode: 0o600 });
  renameSync(`${record}.new`, record);
}

function readRecord({ record }: Place): RunningServer | undefined {
  const text = readOr(record, '');
  return text === '' ? undefined : JSON.parse(text);
}

function remove({ record }: Place, { directory }: RunningServer): void {
  rmSync(record, { force: true });
  rmSync(directory, { recursive: true, force: true });
}
