import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { constants, tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { bareEnvironment, environmentWith } from '../../foundation/config.ts';
import { DatabaseUnavailable, UsageError } from '../../foundation/runtime/errors.ts';
import type { Ended, Invocation } from './invocation.ts';

const NOT_FOUND = 127;

interface ExecOptions {
  command: readonly string[];
}

/** Runs a program with a sandbox of its own, stops the sandbox, and returns the program's exit code. */
export async function exec({ options, note }: Invocation<ExecOptions>): Promise<Ended> {
  const [program, ...args] = options.command;
  if (!program) throw new UsageError('Name a program.', 'Write it after two dashes: causeway exec -- npm test.');
  const directory = await mkdtemp(join(tmpdir(), 'causeway-exec-'));
  const server = startSandbox(directory);
  try {
    const { apiUrl, token } = await readyLine(server);
    note(`The sandbox runs at ${apiUrl}.`);
    const env = environmentWith({
      CAUSEWAY_URL: new URL(apiUrl).origin,
      CAUSEWAY_CLIENT_ID: token.clientId,
      CAUSEWAY_CLIENT_SECRET: token.clientSecret,
    });
    return { exit: await codeOf(program, args, env) };
  } finally {
    server.kill('SIGTERM');
    if (server.exitCode === null && server.signalCode === null) await once(server, 'exit');
    await rm(directory, { recursive: true, force: true });
  }
}

/** Starts this program with an embedded PostgreSQL in a separate directory, without the settings of this shell. */
function startSandbox(directory: string): ChildProcess {
  const [script = ''] = process.argv.slice(1);
  const env = bareEnvironment({ PORT: '0', DATA_DIR: join(directory, 'data') });
  return spawn(process.execPath, [...process.execArgv, script, 'start', '--json'], {
    cwd: directory,
    env,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
}

interface Ready {
  apiUrl: string;
  token: { clientId: string; clientSecret: string };
}

async function readyLine(server: ChildProcess): Promise<Ready> {
  if (server.stdout) for await (const line of createInterface({ input: server.stdout })) return JSON.parse(line);
  throw new DatabaseUnavailable('The sandbox did not start.', 'Its message is above.');
}

/** The terminal or the process group delivers signals to the program; this command waits for its end. */
async function codeOf(program: string, args: readonly string[], env: NodeJS.ProcessEnv): Promise<number> {
  const child = spawn(program, args, { env, stdio: 'inherit' });
  const pass = (signal: NodeJS.Signals): void => void child.kill(signal);
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, pass);
  return new Promise((resolve) => {
    child.once('error', () => resolve(NOT_FOUND));
    child.once('exit', (code, signal) => resolve(code ?? 128 + (signal ? constants.signals[signal] : 0)));
  });
}
