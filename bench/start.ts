import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { monotonicMs } from '../server/src/foundation/kernel/clock.ts';
import { freePort, newDirectory } from './place.ts';
import { requireRunning, undoable } from './undo.ts';

const POLL_MS = 5;
const READY_TIMEOUT_MS = 60_000;

export interface StartFigures {
  /** From `npm start` to the first 200 of /readyz, with only the build present. */
  firstMs: number;
  /** Time to the first 200 with the data of an earlier start. */
  againMs: number;
  /** Resident memory of the server process after some idle seconds; undefined if the system does not report it. */
  idleBytes: number | undefined;
}

/** Measures `npm start` in a built checkout. */
export async function measureStart(idleSeconds: number): Promise<StartFigures> {
  const { directory, remove } = await newDirectory();
  let again: Started | undefined;
  const first = await npmStart(directory);
  try {
    await first.end();
    again = await npmStart(directory);
    await sleep(idleSeconds * 1_000);
    const idleBytes = await memoryOf(await serverOf(again.child.pid ?? 0));
    await again.end();
    return { firstMs: first.readyMs, againMs: again.readyMs, idleBytes };
  } finally {
    await first.end();
    await again?.end();
    await remove();
  }
}

interface Started {
  child: ChildProcess;
  readyMs: number;
  end: () => Promise<void>;
}

async function npmStart(dataDir: string): Promise<Started> {
  const port = String(await freePort());
  requireRunning();
  const startedAt = monotonicMs();
  const child = spawn('npm', ['start', '--silent'], {
    stdio: ['ignore', 'ignore', 'inherit'],
    env: { PATH: process.env['PATH'], HOME: process.env['HOME'], PORT: port, DATA_DIR: dataDir },
  });
  const ending = undoable(() => end(child));
  while (!(await fetch(`http://127.0.0.1:${port}/readyz`).catch(() => undefined))?.ok) {
    if (child.exitCode !== null || monotonicMs() - startedAt > READY_TIMEOUT_MS) {
      await ending();
      throw new Error('npm start failed');
    }
    await sleep(POLL_MS);
  }
  return { child, end: ending, readyMs: monotonicMs() - startedAt };
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
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
