import { readdirSync, readFileSync, readlinkSync, rmSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';

const QUIT_MS = 5_000;
const POLL_MS = 20;

const [, , directory = ''] = process.argv;
process.on('SIGINT', () => {}).on('SIGTERM', () => {});
process.stdin.resume();
process.stdin.on('close', clean);

/** Ends PostgreSQL last, so that no other process restarts it, and by SIGQUIT, so that it frees its shared memory. */
async function clean() {
  const isPostgres = (/** @type {number} */ pid) => commandLine(pid).includes('postgres');
  for (const pid of members().filter((pid) => !isPostgres(pid))) signal(pid, 'SIGKILL');
  for (const pid of members()) signal(pid, isPostgres(pid) ? 'SIGQUIT' : 'SIGKILL');
  const deadline = Date.now() + QUIT_MS;
  while (members().length > 0 && Date.now() < deadline) await sleep(POLL_MS);
  for (const pid of members()) signal(pid, 'SIGKILL');
  rmSync(directory, { recursive: true, force: true, maxRetries: 5 });
}

/** Ids of processes whose environment, working directory or command line names the directory of the run. */
function members() {
  return readdir('/proc')
    .map(Number)
    .filter((pid) => pid > 0 && pid !== process.pid)
    .filter(
      (pid) =>
        commandLine(pid).includes(directory) ||
        linkOf(`/proc/${pid}/cwd`).startsWith(directory) ||
        textOf(`/proc/${pid}/environ`).split('\0').includes(`TMPDIR=${directory}`),
    );
}

/** @param {number} pid */
const commandLine = (pid) => textOf(`/proc/${pid}/cmdline`).replaceAll('\0', ' ');

/**
 * A process that ends takes its files with it.
 * @param {string} path
 */
function textOf(path) {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return '';
  }
}

/**
 * A process that ends takes its files with it.
 * @param {string} path
 */
function linkOf(path) {
  try {
    return readlinkSync(path);
  } catch {
    return '';
  }
}

/**
 * A process that ends takes its files with it.
 * @param {string} path
 */
function readdir(path) {
  try {
    return readdirSync(path);
  } catch {
    return [];
  }
}

/**
 * @param {number} pid
 * @param {NodeJS.Signals} name
 */
function signal(pid, name) {
  try {
    process.kill(pid, name);
  } catch {
    // The process has ended meanwhile.
  }
}
