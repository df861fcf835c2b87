import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { chmod, copyFile, mkdir, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';

const POLL_MS = 50;
const PATIENCE_MS = 60_000;
const TINY = ['--seconds', '0.2', '--count', '16'];
const SECTIONS = [
  'Start and idle memory',
  'Reads over HTTP',
  'A payment over HTTP',
  'Payments over HTTP',
  'Footprint of a payment',
  'Card authorizations over HTTP',
  'Bank files',
  'Audit',
  'Console',
];

/** Temporary directory of the benchmark, and the directory of its results. */
let home: string;
let temporary: string;
beforeEach(async () => {
  home = await mkdtemp(join(tmpdir(), 'bench-test-'));
  temporary = join(home, 'tmp');
  await mkdir(temporary);
  // The account of PostgreSQL must reach its data.
  for (const directory of [home, temporary]) await chmod(directory, 0o755);
});
afterEach(() => rm(home, { recursive: true, force: true }));

interface Run {
  child: ChildProcess;
  output: () => string;
  exit: Promise<number | null>;
}

/** The command behind `npm run bench`, as the leader of a process group. */
function run(...args: string[]): Run {
  const child = spawn(process.execPath, ['scripts/run.mjs', 'bench', ...args, '--into', home], {
    env: { ...process.env, TMPDIR: temporary },
    stdio: ['ignore', 'pipe', 'pipe'],
    detached: true,
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream?.setEncoding('utf8').on('data', (text: string) => {
      output += text;
    });
  }
  return { child, output: () => output, exit: once(child, 'close').then(([code]) => code) };
}

async function until(what: string, isTrue: () => boolean): Promise<void> {
  for (let waited = 0; !isTrue(); waited += POLL_MS) {
    if (waited > PATIENCE_MS) throw new Error(`waited in vain for ${what}`);
    await sleep(POLL_MS);
  }
}

/** Command lines of processes that use a directory of the benchmark. */
const processesOf = (directory: string): string[] =>
  readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map((pid) => commandLineOf(pid))
    .filter((text) => text.includes(directory));

function commandLineOf(pid: string): string {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ');
  } catch {
    return '';
  }
}

const isPostgresUp = (): boolean =>
  readdirSync(temporary).some((name) => existsSync(join(temporary, name, 'postgres/postmaster.pid')));

describe('npm run bench', () => {
  test('--quick measures every section, one after the other, and leaves nothing behind', {
    timeout: 600_000,
  }, async () => {
    await copyFile('bench/results.md', join(home, 'results.md'));
    await copyFile('docs/benchmarks.md', join(home, 'benchmarks.md'));
    const { output, exit } = run('--quick', ...TINY);
    expect(await exit, output()).toBe(0);
    expect(output()).toContain('The audit after the run found no error');
    const results = await readFile(join(home, 'results.md'), 'utf8');
    const measured = results.match(
      /^## .*\n\n.*\n\nMeasured .* by `npm run bench -- --quick --seconds 0.2 --count 16`/gm,
    );
    expect(measured?.map((text) => text.slice(3, text.indexOf('\n')))).toEqual(expect.arrayContaining(SECTIONS));
    expect(await readFile(join(home, 'benchmarks.md'), 'utf8')).toMatch(/^\| Commit \| \S+.* \|$/m);
    expect([readdirSync(temporary), processesOf(temporary)]).toEqual([[], []]);
  });

  test.each([
    ['SIGTERM', 'PostgreSQL starts', isPostgresUp],
    ['SIGINT', 'PostgreSQL starts', isPostgresUp],
    ['SIGTERM', 'a section is measured', undefined],
  ] as const)('ended by %s while %s leaves no process and no directory', async (signal, _moment, isReached) => {
    const { child, output, exit } = run('--quick', '--only', 'reads', '--seconds', '20');
    await until('the moment of the signal', isReached ?? (() => output().includes('measuring reads')));
    child.kill(signal);
    expect(await exit).toBe(signal === 'SIGINT' ? 130 : 143);
    expect([readdirSync(temporary), processesOf(temporary)]).toEqual([[], []]);
  });

  test('ended by a signal to its whole group, and once more by npm, leaves nothing behind either', async () => {
    const { child, output, exit } = run('--quick', '--only', 'reads', '--seconds', '20');
    await until('the section', () => output().includes('measuring reads'));
    process.kill(-(child.pid ?? 0), 'SIGINT');
    child.kill('SIGINT');
    expect(await exit).toBe(130);
    expect([readdirSync(temporary), processesOf(temporary)]).toEqual([[], []]);
  });
});
