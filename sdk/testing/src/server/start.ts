import { execFile, spawn } from 'node:child_process';
import { closeSync, mkdirSync, openSync, rmSync } from 'node:fs';
import { rename } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { Place, ServerOptions } from './place.ts';
import { hasEnded, poll, readOr } from './processes.ts';

const START_MS = 120_000;
const STOP_MS = 40_000;
const IDLE_EXIT_SECONDS = 60;
/** Variables of the tests that a server needs as well. Others, such as DATABASE_URL, must not reach it. */
const INHERITED = ['PATH', 'HOME', 'TMPDIR', 'LANG'];

export interface RunningServer {
  pid: number;
  /** URL of the API with its base path. */
  apiUrl: string;
  clientId: string;
  clientSecret: string;
  /** Directory of this run: data and output. */
  directory: string;
}

export const dataDirectory = ({ directory }: Pick<RunningServer, 'directory'>): string => join(directory, 'data');

/** Starts a server on a copy of the prepared data. A template of another build is prepared again. */
export async function startServer(place: Place, options: ServerOptions, directory: string): Promise<RunningServer> {
  const isPrepared = await prepareTemplate(place, options);
  try {
    return await startOnCopy(place, options, directory);
  } catch (error) {
    if (isPrepared) throw error;
    rmSync(place.template, { recursive: true, force: true });
    rmSync(directory, { recursive: true, force: true });
    await prepareTemplate(place, options);
    return startOnCopy(place, options, directory);
  }
}

async function startOnCopy(place: Place, options: ServerOptions, directory: string): Promise<RunningServer> {
  mkdirSync(directory, { recursive: true });
  // Keeps owners and permissions, which PostgreSQL checks.
  await promisify(execFile)('cp', ['-a', place.template, dataDirectory({ directory })]);
  return launch(place, options, directory);
}

/** False if it was prepared before. */
async function prepareTemplate(place: Place, options: ServerOptions): Promise<boolean> {
  if (readOr(join(place.template, 'sandbox.env'), '') !== '') return false;
  const directory = `${place.template}-${process.pid}`;
  mkdirSync(directory, { recursive: true });
  await stopServer(await launch(place, options, directory));
  rmSync(place.template, { recursive: true, force: true });
  await rename(dataDirectory({ directory }), place.template);
  rmSync(directory, { recursive: true, force: true });
  return true;
}

/** The server is detached, because other processes use it after this one has ended. Its output is in files. */
async function launch(
  { command: [program = '', ...args] }: Place,
  { env = {}, idleExitSeconds = IDLE_EXIT_SECONDS }: ServerOptions,
  directory: string,
): Promise<RunningServer> {
  const files = { stdout: join(directory, 'stdout.log'), stderr: join(directory, 'stderr.log') };
  const [stdout, stderr] = [openSync(files.stdout, 'w'), openSync(files.stderr, 'w')];
  const inherited = INHERITED.flatMap((name) => (process.env[name] === undefined ? [] : [[name, process.env[name]]]));
  const child = spawn(program, [...args, 'start', '--json', '--idle-exit', String(idleExitSeconds)], {
    detached: true,
    stdio: ['ignore', stdout, stderr],
    env: {
      ...Object.fromEntries(inherited),
      HOST: '127.0.0.1',
      PORT: '0',
      ...env,
      DATA_DIR: dataDirectory({ directory }),
    },
  });
  closeSync(stdout);
  closeSync(stderr);
  let failure: string | undefined;
  child.once('error', ({ message }) => {
    failure = message;
  });
  child.once('exit', (code, signal) => {
    failure ??= `it ended with ${signal ?? code}`;
  });
  child.unref();
  const isReady = (): boolean => failure !== undefined || readOr(files.stdout, '').includes('\n');
  if (!(await poll(isReady, START_MS))) failure ??= `it was not ready after ${START_MS / 1_000} seconds`;
  if (failure) throw new Error(`The server did not start: ${failure}.\n${readOr(files.stderr, '')}`.trim());
  const { apiUrl, token } = JSON.parse(readOr(files.stdout, '').split('\n')[0] ?? '');
  return { pid: child.pid ?? 0, apiUrl, clientId: token.clientId, clientSecret: token.clientSecret, directory };
}

export async function stopServer({ pid }: RunningServer): Promise<void> {
  signal(pid, 'SIGTERM');
  if (!(await hasEnded(pid, STOP_MS))) throw new Error(`The server ${pid} did not stop in ${STOP_MS / 1_000} seconds.`);
}

/** The process has ended already. */
export function signal(pid: number, name: NodeJS.Signals): void {
  try {
    process.kill(pid, name);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
  }
}
