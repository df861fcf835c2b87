import { spawn } from 'node:child_process';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { hostname, tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { withLock } from '../lib/lock.mjs';

const NO_PROCESS = 2 ** 22 + 1; // above the highest process id of Linux and macOS
const lockModule = new URL('../lib/lock.mjs', import.meta.url).href;

let home: string;
let directory: string;

beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), 'causeway-lock-'));
  directory = join(home, 'lock');
});

afterEach(() => rmSync(home, { recursive: true, force: true }));

test('concurrent processes hold the lock one after the other', async () => {
  const log = join(home, 'log');
  const script = `
    import { appendFileSync } from 'node:fs';
    import { setTimeout as sleep } from 'node:timers/promises';
    import { withLock } from '${lockModule}';
    for (let i = 0; i < 5; i++) await withLock(async () => {
      appendFileSync('${log}', 'in ');
      await sleep(5);
      appendFileSync('${log}', 'out ');
    }, { directory: '${directory}' });`;
  const exits = Array.from({ length: 4 }, () => exitOf(['--input-type=module', '-e', script]));
  expect(await Promise.all(exits)).toEqual([0, 0, 0, 0]);
  expect(readFileSync(log, 'utf8')).toBe('in out '.repeat(20));
  expect(readdirSync(home)).toEqual(['log']);
});

test('the lock of a process that has ended is taken over immediately', async () => {
  leaveLock({ pids: [NO_PROCESS], host: hostname() });
  expect(await withLock(async () => 'done', { directory, waitLimitMs: 0 })).toBe('done');
});

test('a process that outlives the command that started it keeps the lock', async () => {
  leaveLock({ pids: [NO_PROCESS, process.pid], host: hostname() });
  await expect(withLock(async () => 'done', { directory, waitLimitMs: 0 })).rejects.toThrow('still holds');
});

test('a lock from another machine expires when it is no longer refreshed', async () => {
  leaveLock({ pids: [process.pid], host: 'elsewhere' });
  await expect(withLock(async () => 'done', { directory, waitLimitMs: 0 })).rejects.toThrow('still holds');
  utimesSync(directory, new Date(0), new Date(0));
  expect(await withLock(async () => 'done', { directory, waitLimitMs: 0 })).toBe('done');
});

test('failing work releases the lock', async () => {
  const failing = withLock(() => sleep(1).then(() => Promise.reject(new Error('no'))), { directory });
  await expect(failing).rejects.toThrow('no');
  expect(existsSync(directory)).toBe(false);
});

function leaveLock(owner: { pids: number[]; host: string }): void {
  mkdirSync(directory);
  writeFileSync(join(directory, 'owner.json'), JSON.stringify({ ...owner, token: 'left' }));
}

function exitOf(args: string[]): Promise<number | null> {
  return new Promise((resolve) => spawn(process.execPath, args, { stdio: 'inherit' }).on('close', resolve));
}
