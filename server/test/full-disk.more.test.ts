import { execFileSync } from 'node:child_process';
import { mkdtempSync, renameSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, onTestFinished, test } from 'vitest';
import { ServerHome, until } from './support/server-process.ts';

// Starts a whole server, on a machine that may be busy.
const limit = { timeout: 90_000 };

const SIZE = '160m';

/** A file system of limited size, if this user may mount one. */
function mountSmall(): string | undefined {
  const directory = mkdtempSync(join(tmpdir(), 'causeway-test-'));
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${SIZE},mode=0755`, 'tmpfs', directory], { stdio: 'ignore' });
    return directory;
  } catch {
    rmSync(directory, { recursive: true, force: true });
    return undefined;
  }
}

const disk = mountSmall();
if (!disk) console.warn('skipped: the tests with a full disk, since no tmpfs can be mounted here');
const home = new ServerHome();
afterAll(async () => {
  await home.clean();
  if (!disk) return;
  execFileSync('umount', ['--lazy', disk]);
  rmSync(disk, { recursive: true, force: true });
});

test.skipIf(!disk)(
  'a full disk is answered with 503, and the service resumes once there is free space',
  limit,
  async () => {
    const dataDir = join(disk ?? '', 'data');
    const server = await home.start({ DATA_DIR: dataDir, LOG_LEVEL: 'silent' });
    const { client } = server;
    const filler = join(disk ?? '', 'filler');
    onTestFinished(() => rmSync(filler, { force: true }));
    const create = async (i: number): Promise<number> => {
      const names = Array.from({ length: 40 }, (_, n) =>
        client.post('/tokens', { name: `${i}-${n}`, permissions: ['VIEW'] }),
      );
      return Math.max(...(await Promise.all(names)).map(({ status }) => status));
    };
    execFileSync('sh', ['-c', `dd if=/dev/zero of=${filler} bs=64k 2>/dev/null || true`]);
    const statuses = new Set<number>();
    for (let i = 0; !statuses.has(503); i++) {
      statuses.add(await create(i));
      expect(i).toBeLessThan(500);
    }
    expect(statuses.has(500)).toBe(false);
    expect((await fetch(`${server.url}/livez`)).status).toBe(200);
    rmSync(filler);
    await until(async () => (await fetch(`${server.url}/readyz`)).status === 200, 'the service to be ready again');
    await until(async () => (await create(1_000)) === 201, 'writes to succeed again');
    expect(await server.stop()).toBe(0);
  },
);

test(
  '/livez returns 503 with the reason while the database cannot be restarted, and 200 after it is',
  limit,
  async () => {
    const other = new ServerHome();
    onTestFinished(() => other.clean());
    await other.prepare();
    const server = await other.start({ PROCESSES: '2', LOG_LEVEL: 'silent' });
    const control = join(other.dataDir, 'postgres/global/pg_control');
    const livez = async (): Promise<number> => (await fetch(`${server.url}/livez`)).status;
    expect(await livez()).toBe(200);
    renameSync(control, `${control}.away`);
    process.kill(other.postmasterPid(), 'SIGKILL');
    await until(async () => (await livez()) === 503, 'the damage to be seen');
    expect(await (await fetch(`${server.url}/livez`)).json()).toEqual({
      status: 'failed',
      reason: expect.stringMatching(/pg_control is missing$/),
    });
    renameSync(`${control}.away`, control);
    await until(async () => (await fetch(`${server.url}/readyz`)).status === 200, 'the database to be back');
    await until(async () => (await livez()) === 200, 'the server to be alive again');
  },
);
