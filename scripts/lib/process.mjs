import { spawn } from 'node:child_process';
import { constants } from 'node:os';
import { root } from './paths.mjs';

const KILL_AFTER_MS = 15_000;

/**
 * Runs a command and returns its output without printing it.
 * @param {string} command
 * @param {string[]} args
 * @param {{ cwd?: string, env?: NodeJS.ProcessEnv, timeoutMs?: number, onStart?: (pid: number | undefined) => void }} [options]
 * @returns {Promise<{ code: number, output: string }>}
 */
export function runQuietly(command, args, { cwd = root, env = process.env, timeoutMs, onStart } = {}) {
  const child = spawn(command, args, { cwd, env, stdio: ['ignore', 'pipe', 'pipe'] });
  onStart?.(child.pid);
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (/** @type {string} */ text) => {
      output += text;
    });
  }
  const timer = timeoutMs === undefined ? undefined : setTimeout(() => stop(child), timeoutMs);
  return ended(child)
    .catch((error) => {
      output += `${error.message}\n`;
      return 1;
    })
    .then((code) => ({ code, output }))
    .finally(() => clearTimeout(timer));
}

/**
 * Runs Node with the input and output of this process, passes signals on, and returns the exit code.
 * @param {string[]} args
 * @param {NodeJS.ProcessEnv} [env]
 * @returns {Promise<number>}
 */
export async function runNode(args, env = process.env) {
  const child = startNode(args, env);
  const forgetSignals = forwardSignals(() => child);
  try {
    return await ended(child);
  } finally {
    forgetSignals();
  }
}

/**
 * @param {string[]} args
 * @param {NodeJS.ProcessEnv} [env]
 */
export function startNode(args, env = process.env) {
  return spawn(process.execPath, args, { cwd: root, env, stdio: 'inherit' });
}

/**
 * Passes SIGINT and SIGTERM on to the current child, each once. A terminal sends SIGINT to the whole group already, and
 * a second signal would make a server stop without finishing its work.
 * @param {() => import('node:child_process').ChildProcess | undefined} currentChild
 */
export function forwardSignals(currentChild) {
  const onInterrupt = once(() => process.stdin.isTTY || currentChild()?.kill('SIGINT'));
  const onTerminate = once(() => currentChild()?.kill('SIGTERM'));
  process.on('SIGINT', onInterrupt).on('SIGTERM', onTerminate);
  return () => process.off('SIGINT', onInterrupt).off('SIGTERM', onTerminate);
}

/**
 * Sends SIGTERM to a child and waits until it has ended.
 * @param {import('node:child_process').ChildProcess} child
 */
export async function stop(child) {
  child.kill('SIGTERM');
  await gone(child);
}

/**
 * Waits until a signalled child has ended, and kills it after a while.
 * @param {import('node:child_process').ChildProcess} child
 */
export async function gone(child) {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const killTimer = setTimeout(() => child.kill('SIGKILL'), KILL_AFTER_MS);
  await ended(child).finally(() => clearTimeout(killTimer));
}

/**
 * @param {import('node:child_process').ChildProcess} child
 * @returns {Promise<number>}
 */
function ended(child) {
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (code, signal) => resolve(code ?? (signal ? 128 + constants.signals[signal] : 1)));
  });
}

/** @param {() => void} action */
function once(action) {
  let done = false;
  return () => {
    if (done) return;
    done = true;
    action();
  };
}
