import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, readlinkSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { monotonicMs } from '../../kernel/clock.ts';

const GONE_POLL_MS = 10;
const HAS_PROC = existsSync('/proc/self/stat');
const START_TIME_FIELD = 19;
const BOOT_ID = HAS_PROC ? readOr('/proc/sys/kernel/random/boot_id', '').slice(0, 8) : '';

/** PID namespace of this process. Process ids of another namespace (container) are not comparable. */
export const NAMESPACE = HAS_PROC ? pidNamespace() : '';

/** Process id with its start time (`birth`, if known), which distinguishes it from a later process with the same id. */
export interface ProcessIdentity {
  readonly pid: number;
  readonly birth: string;
}

/** Returns undefined if there is no such process, or only a zombie. */
export function identifyProcess(pid: number): ProcessIdentity | undefined {
  if (!HAS_PROC) return answersSignals(pid) ? { pid, birth: '' } : undefined;
  const stat = readOr(`/proc/${pid}/stat`, '');
  // The process name is in parentheses and may itself contain spaces and parentheses.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  const [state] = fields;
  if (!state || state === 'Z' || state === 'X') return undefined;
  return { pid, birth: `${BOOT_ID}.${fields[START_TIME_FIELD]}` };
}

export function isAlive({ pid, birth }: ProcessIdentity): boolean {
  return identifyProcess(pid)?.birth === birth;
}

/** Signals the process unless it has ended. Never signals another process with the same id. */
export function signal(target: ProcessIdentity, name: NodeJS.Signals): void {
  if (!isAlive(target)) return;
  try {
    process.kill(target.pid, name);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
  }
}

export async function waitUntilGone(target: ProcessIdentity, timeoutMs: number): Promise<boolean> {
  const deadline = monotonicMs() + timeoutMs;
  while (isAlive(target)) {
    if (monotonicMs() > deadline) return false;
    await sleep(GONE_POLL_MS);
  }
  return true;
}

/** Readable for every user, unlike the executable or the working directory. */
export function commandLine(pid: number): string {
  if (HAS_PROC) return readOr(`/proc/${pid}/cmdline`, '').replaceAll('\0', ' ');
  return ps(['-ww', '-o', 'command=', '-p', String(pid)]);
}

/** Processes whose command line or title has this prefix. */
export function processesTitled(prefix: string): ProcessIdentity[] {
  const pids = HAS_PROC
    ? readdirSync('/proc')
        .map(Number)
        .filter((pid) => pid > 0 && commandLine(pid).startsWith(prefix))
    : ps(['-axww', '-o', 'pid=,command='])
        .split('\n')
        .filter((line) => line.replace(/^\s*\d+\s/, '').startsWith(prefix))
        .map((line) => Number.parseInt(line, 10));
  return pids.flatMap((pid) => identifyProcess(pid) ?? []);
}

/** Empty on systems without namespaces. */
function pidNamespace(): string {
  try {
    return readlinkSync('/proc/self/ns/pid').replace(/\D/g, '');
  } catch {
    return '';
  }
}

function answersSignals(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

/** Returns an empty text when ps finds no process, because ps then fails. */
function ps(options: string[]): string {
  try {
    return execFileSync('ps', options, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] });
  } catch {
    return '';
  }
}

/** The file of an ended process no longer exists. */
function readOr(path: string, otherwise: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return otherwise;
  }
}
