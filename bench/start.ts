import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile, rm } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { monotonicMs } from '../server/src/kernel/clock.ts';
import { freePort, newDirectory } from './place.ts';

const POLL_MS = 5;
const READY_TIMEOUT_MS = 60_000;

export interface StartFigures {
  /** From `npm start` to the first 200 of /readyz, with only the build present. */
  firstMs: number;
  /** The same with the data of an earlier start. */
  againMs: number;
  /** Resident memory of the server process after some idle seconds; undefined if the system does not report it. */
  idleBytes: number | undefined;
}

/** Measures `npm start` in a built checkout. */
export async function measureStart(idleSeconds: number): Promise<StartFigures> {
  const directory = await newDirectory();
  try {
    const first = await npmStart(directory);
    await end(first.child);
    const again = await npmStart(directory);
    await sleep(idleSeconds * 1_000);
    const idleBytes = await memoryOf(await serverOf(again.child.pid ?? 0));
    await end(again.child);
    return { firstMs: first.readyMs, againMs: again.readyMs, idleBytes };
  } finally {
    await rm(directory, { recursive: true, force: true });
  }
}

async function npmStart(dataDir: string): Promise<{ child: ChildProcess; readyMs: number }> {
  const port = String(await freePort());
  const startedAt = monotonicMs();
  const child = spawn('npm', ['start', '--silent'], {
    stdio: ['ignore', 'ignore', 'inherit'],
    env: { PATH: process.env['PATH'], HOME: process.env['HOME'], PORT: port, DATA_DIR: dataDir },
  });
  while (!(await fetch(`http://127.0.0.1:${port}/readyz`).catch(() => undefined))?.ok) {
    if (child.exitCode !== null || monotonicMs() - startedAt > READY_TIMEOUT_MS) throw new Error('npm start failed');
    await sleep(POLL_MS);
  }
  return { child, readyMs: monotonicMs() - startedAt };
}

async function end(child: ChildProcess): Promise<void> {
  const ended = once(child, 'close');
  process.kill(await serverOf(child.pid ?? 0), 'SIGTERM');
  await ended;
}

/** npm runs the server as a child, by way of a shell or not. */
async function serverOf(pid: number): Promise<number> {
  const commandLine = await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '');
  if (commandLine === '' || commandLine.includes('scripts/run.mjs')) return pid;
  const children = await readFile(`/proc/${pid}/task/${pid}/children`, 'utf8').catch(() => '');
  return children ? serverOf(Number.parseInt(children, 10)) : pid;
}

async function memoryOf(pid: number): Promise<number | undefined> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '');
  const kilobytes = /^VmRSS:\s+(\d+) kB/m.exec(status)?.[1];
  return kilobytes === undefined ? undefined : Number(kilobytes) * 1_024;
}
