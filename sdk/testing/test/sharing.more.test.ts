import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ensureBuilt } from '../../../scripts/lib/ready.mjs';
import { descendantsOf, isAlive, until } from '../../../server/test/support/server-process.ts';
import { installPackage } from './support/package.ts';
import { newProject } from './support/project.ts';

const project = newProject();
beforeAll(async () => {
  await ensureBuilt();
  await installPackage(project.directory);
  writeFileSync(join(project.directory, 'worker.mjs'), worker);
});
afterAll(() => project.remove());

/** A test process: uses a platform, reports, and ends when its input ends. */
const worker = `
import { createSandbox } from '@causeway/testing';
const begunAt = performance.now();
const sandbox = await createSandbox(JSON.parse(process.argv[2] ?? '{}'));
const readyMs = performance.now() - begunAt;
const platform = await sandbox.platform();
await platform.fund('USD', 100);
await platform.webhooks.waitFor('INCOMING_PAYMENT.COMPLETED', undefined, { timeoutMs: 60_000 });
console.log(JSON.stringify({ apiUrl: sandbox.apiUrl, readyMs }));
process.stdin.resume();
process.stdin.once('end', async () => {
  if (process.argv[3] !== 'no-close') await sandbox.close();
  process.exit();
});
`;

interface Worker {
  child: ChildProcess;
  report: Promise<{ apiUrl: string; readyMs: number }>;
}

function startWorker(options: object = {}, ...args: string[]): Worker {
  const child = spawn(process.execPath, ['worker.mjs', JSON.stringify(options), ...args], {
    cwd: project.directory,
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  const failed = once(child, 'exit').then(([code]) => Promise.reject(new Error(`the worker ended with ${code}`)));
  // Awaited only until the report: a worker that ends later has done its work.
  failed.catch(() => {});
  const printed = once(child.stdout as NodeJS.ReadableStream, 'data').then(([line]) => JSON.parse(String(line)));
  const report = Promise.race([printed, failed]);
  return { child, report };
}

async function endWorker({ child }: Worker): Promise<void> {
  child.stdin?.end();
  if (child.exitCode === null) await once(child, 'exit');
}

/** Directories of the servers of the project, by their settings. */
const places = (): string[] => {
  const cache = join(project.directory, 'node_modules/.cache/causeway-testing');
  return existsSync(cache) ? readdirSync(cache).map((name) => join(cache, name)) : [];
};
const records = (): { pid: number; directory: string }[] =>
  places().flatMap((place) => {
    const record = join(place, 'server.json');
    return existsSync(record) ? [JSON.parse(readFileSync(record, 'utf8'))] : [];
  });
const runs = (): string[] => places().flatMap((place) => readdirSync(place).filter((name) => name.startsWith('run-')));

describe('four test processes', () => {
  it('share one server, on a copy of data that the first run has prepared, and the last one stops it', async () => {
    const first = startWorker();
    console.log(`first run, which prepares a database: ${Math.round((await first.report).readyMs)} ms`);
    await endWorker(first);
    expect([records(), runs()]).toEqual([[], []]);

    const workers = [startWorker(), startWorker(), startWorker(), startWorker()];
    const reports = await Promise.all(workers.map(({ report }) => report));
    console.log(`four workers were ready after ${reports.map(({ readyMs }) => Math.round(readyMs)).join(', ')} ms`);
    expect(new Set(reports.map(({ apiUrl }) => apiUrl)).size).toBe(1);
    expect(runs()).toHaveLength(1);
    const [server, ...others] = records();
    expect(others).toEqual([]);
    const processes = [server?.pid ?? 0, ...descendantsOf(server?.pid ?? 0)];

    const [last, ...early] = workers;
    for (const one of early) await endWorker(one);
    expect(isAlive(server?.pid ?? 0)).toBe(true);
    if (last) await endWorker(last);
    expect(processes.filter(isAlive)).toEqual([]);
    expect([records(), runs()]).toEqual([[], []]);
  });

  it('stop the server at their exit if they do not close it', async () => {
    const one = startWorker({}, 'no-close');
    await one.report;
    const [server] = records();
    await endWorker(one);
    await until(() => !isAlive(server?.pid ?? 0), 'the end of the server');
  });
});

describe('a killed test process', () => {
  it('leaves no process after the idle time, and no obstacle for the next run', async () => {
    const idle = { idleExitSeconds: 2 };
    const killed = startWorker(idle);
    await killed.report;
    const [server] = records();
    const processes = [server?.pid ?? 0, ...descendantsOf(server?.pid ?? 0)];
    killed.child.kill('SIGKILL');
    await once(killed.child, 'exit');
    await until(() => !processes.some(isAlive), 'the end of every process');
    const next = startWorker(idle);
    expect((await next.report).apiUrl).not.toBe('');
    await endWorker(next);
    expect(records()).toEqual([]);
  });

  it('is not missed by others that use the same server', async () => {
    const [killed, other] = [startWorker(), startWorker()];
    await Promise.all([killed.report, other.report]);
    const [server] = records();
    killed.child.kill('SIGKILL');
    await once(killed.child, 'exit');
    const joined = startWorker();
    expect((await joined.report).apiUrl).toBe((await other.report).apiUrl);
    await endWorker(joined);
    expect(isAlive(server?.pid ?? 0)).toBe(true);
    await endWorker(other);
    expect(isAlive(server?.pid ?? 0)).toBe(false);
  });
});
