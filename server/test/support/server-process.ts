import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, existsSync, mkdirSync, mkdtempSync, readFileSync, realpathSync, writeFileSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { inject } from 'vitest';
import { bundleFile } from '../../../scripts/lib/paths.mjs';
import { ensureBuilt } from '../../../scripts/lib/ready.mjs';
import { BASE_PATH } from '../../src/foundation/config.ts';
import { commandLine } from '../../src/foundation/db/embedded/processes.ts';
import { Client } from './client.ts';

const WAIT_MS = 25_000;
const POLL_MS = 20;

type Environment = Record<string, string>;

/** Built once per test file: its tests run against one build. */
let bundle: Promise<void> | undefined;

/** A directory that servers are started in, with their data in `.causeway`, as after a plain npm start. */
export class ServerHome {
  readonly directory = realpathSync(mkdtempSync(join(tmpdir(), 'causeway-test-')));
  readonly dataDir = join(this.directory, '.causeway');
  readonly #started: ServerProcess[] = [];

  constructor() {
    // PostgreSQL runs as another user when the tests run as root.
    chmodSync(this.directory, 0o755);
  }

  /** Starts with the data of another home, in which no server may be running. */
  copyFrom({ dataDir }: Pick<ServerHome, 'dataDir'>): Promise<void> {
    return copy(dataDir, this.dataDir);
  }

  /** Starts with the data of a server that was started once and stopped, which the files of a run share. */
  async prepare(): Promise<void> {
    await this.copyFrom({ dataDir: await preparedData() });
  }

  /** Starts a server and waits until it is ready. */
  async start(env: Environment = {}): Promise<ServerProcess> {
    const server = await this.spawn(env);
    await server.ready();
    return server;
  }

  /** Starts a server that may fail to start. */
  async spawn(env: Environment = {}, args: string[] = ['start']): Promise<ServerProcess> {
    bundle ??= ensureBuilt();
    await bundle;
    const server = new ServerProcess(this.directory, { args, env });
    this.#started.push(server);
    return server;
  }

  postmasterPid(): number {
    return Number.parseInt(readFileSync(join(this.dataDir, 'postgres/postmaster.pid'), 'utf8'), 10);
  }

  /** Ends the remaining processes, and removes the directory. */
  async clean(): Promise<void> {
    for (const server of this.#started) await server.kill();
    await endPostgres(this.dataDir);
    await rm(this.directory, { recursive: true, force: true });
  }
}

const copy = async (from: string, to: string): Promise<void> => {
  await promisify(execFile)('cp', ['-a', from, to]);
};

/** Data of a server that was started once. One worker creates it for all: that takes most of the time of a start. */
async function preparedData(): Promise<string> {
  const directory = inject('preparedData');
  const [dataDir, isReady] = [join(directory, 'data'), join(directory, 'ready')];
  try {
    mkdirSync(directory);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    await until(() => existsSync(isReady), 'another worker to prepare a database');
    return dataDir;
  }
  const home = new ServerHome();
  await (await home.start()).stop();
  await copy(home.dataDir, dataDir);
  await home.clean();
  writeFileSync(isReady, '');
  return dataDir;
}

/** Ends the PostgreSQL of a killed server without a checkpoint: its files are removed. */
async function endPostgres(dataDir: string): Promise<void> {
  const pid = Number.parseInt(readOr(join(dataDir, 'postgres/postmaster.pid')), 10);
  if (!(pid > 0) || !commandLine(pid).includes('postgres -D ')) return;
  process.kill(pid, 'SIGQUIT');
  await until(() => !isAlive(pid), 'the end of PostgreSQL');
}

/** The bundle as a separate process: its output, its exit, and a client with the printed token. */
export class ServerProcess {
  readonly child: ChildProcess;
  readonly ended: Promise<number | NodeJS.Signals>;
  stdout = '';
  stderr = '';

  constructor(cwd: string, { args, env }: { args: string[]; env: Environment }) {
    this.child = spawn(process.execPath, [bundleFile, ...args], {
      cwd,
      // Passes only the environment variables that a program cannot run without.
      env: { PATH: process.env['PATH'], PORT: '0', DRAIN_DELAY_SECONDS: '0', ...env },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    this.child.stdout?.setEncoding('utf8').on('data', (text: string) => {
      this.stdout += text;
    });
    this.child.stderr?.setEncoding('utf8').on('data', (text: string) => {
      this.stderr += text;
    });
    this.ended = once(this.child, 'close').then(([code, signal]) => signal ?? code);
  }

  get pid(): number {
    return this.child.pid ?? 0;
  }

  get isRunning(): boolean {
    return this.child.exitCode === null && this.child.signalCode === null;
  }

  get url(): string {
    return new URL(this.#line(/^API +(\S+)$/m)[1] ?? '').origin;
  }

  /** Uses the sandbox token of the banner. */
  get client(): Client {
    const [, clientId = '', clientSecret = ''] = this.#line(/^Token +(.+?) : (.+) {3}\(also in .+\)$/m);
    return new Client({ url: this.url, basePath: BASE_PATH, clientId, clientSecret, platformId: '', tokenId: '' });
  }

  /** Waits until the banner is printed and /readyz returns 200. */
  async ready(): Promise<void> {
    const isReady = async (): Promise<boolean> => {
      if (!this.isRunning) throw new Error(`the server ended: ${await this.ended}\n${this.stdout}${this.stderr}`);
      return (
        this.stdout.includes('\nTry ') && (await fetch(`${this.url}/readyz`).catch(() => undefined))?.status === 200
      );
    };
    await until(isReady, 'the server to be ready');
  }

  /** Sends SIGTERM and returns the exit. */
  async stop(signal: NodeJS.Signals = 'SIGTERM'): Promise<number | NodeJS.Signals> {
    this.child.kill(signal);
    return this.ended;
  }

  async kill(): Promise<void> {
    await this.stop('SIGKILL');
  }

  #line(pattern: RegExp): RegExpExecArray {
    const found = pattern.exec(this.stdout);
    if (!found) throw new Error(`no ${pattern} in the banner:\n${this.stdout}${this.stderr}`);
    return found;
  }
}

/** Polls until the condition holds; an error ends the test. */
export async function until(probe: () => boolean | Promise<boolean>, what: string, timeoutMs = WAIT_MS): Promise<void> {
  const deadline = performance.now() + timeoutMs;
  while (!(await probe())) {
    if (performance.now() > deadline) throw new Error(`waited ${timeoutMs} ms in vain for ${what}`);
    await sleep(POLL_MS);
  }
}

/** A zombie counts as ended. */
export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
  } catch {
    return false;
  }
  return !/^State:\s+Z/m.test(readOr(`/proc/${pid}/status`));
}

/** Every living descendant of this process. */
export function descendantsOf(pid: number): number[] {
  const children = readOr(`/proc/${pid}/task/${pid}/children`).trim().split(' ').filter(Boolean).map(Number);
  return children.flatMap((child) => [child, ...descendantsOf(child)]);
}

function readOr(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return '';
  }
}
