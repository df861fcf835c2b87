import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, onTestFinished, test } from 'vitest';
import { isAlive, until } from '../../server/test/support/server-process.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
const config = join(root, 'scripts/test/fixtures/endless/vitest.config.ts');

interface Run {
  worker: number;
  directory: string;
}

const readJson = (path: string): Run | undefined => {
  try {
    return JSON.parse(readFileSync(path, 'utf8'));
  } catch {
    return undefined;
  }
};

const postmasterIn = (directory: string): number => {
  const [data = ''] = readdirSync(directory).filter((name) => name.startsWith('causeway-test-'));
  return Number.parseInt(readFileSync(join(directory, data, 'postgres/postmaster.pid'), 'utf8'), 10);
};

test.each(['SIGINT', 'SIGTERM', 'SIGKILL'] as const)(
  'a test run ended by %s leaves no worker, no PostgreSQL and no directory',
  async (signal) => {
    const reports = mkdtempSync(join(tmpdir(), 'causeway-test-'));
    onTestFinished(() => rmSync(reports, { recursive: true, force: true }));
    const report = join(reports, 'run.json');
    const env = { ...process.env, ENDLESS_REPORT: report, VITEST: undefined };
    const run = spawn(process.execPath, ['scripts/run.mjs', 'test', '--config', config], {
      cwd: root,
      env,
      stdio: 'ignore',
    });
    const ended = once(run, 'close');
    await until(() => readJson(report) !== undefined, 'the run to begin');
    const { worker, directory } = readJson(report) as Run;
    const postmaster = postmasterIn(directory);
    expect([worker, postmaster].map(isAlive)).toEqual([true, true]);
    run.kill(signal);
    await ended;
    await until(() => !isAlive(worker) && !isAlive(postmaster) && !existsSync(directory), 'everything to be gone');
  },
);
