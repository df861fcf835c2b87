import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { descendantsOf, isAlive, ServerHome, type ServerProcess, until } from './support/server-process.ts';

/** Seconds of --idle-exit, short enough to wait for. */
const IDLE = 2;

const homes: ServerHome[] = [];
afterAll(async () => {
  for (const home of homes) await home.clean();
});

function newHome(): ServerHome {
  const home = new ServerHome();
  homes.push(home);
  return home;
}

async function startIdle(env: Record<string, string> = {}, prepare = (_home: ServerHome): void => {}) {
  const home = newHome();
  await home.prepare();
  prepare(home);
  const server = await home.spawn(env, ['start', '--idle-exit', String(IDLE)]);
  await server.ready();
  return { home, server };
}

/** Requests until this much time has passed. */
async function keepUsing(server: ServerProcess, ms: number): Promise<void> {
  const begunAt = performance.now();
  await until(async () => {
    expect((await fetch(`${server.url}/livez`)).status).toBe(200);
    return performance.now() - begunAt > ms;
  }, 'the end of the requests');
}

describe('start --idle-exit', () => {
  it.each([['1'], ['2']])('stops cleanly with its PostgreSQL when no request comes (PROCESSES=%s)', async (count) => {
    const { server } = await startIdle({ PROCESSES: count });
    const processes = descendantsOf(server.pid);
    expect(processes.length).toBeGreaterThan(0);
    const lastRequestAt = performance.now();
    expect(await server.ended).toBe(0);
    expect(performance.now() - lastRequestAt).toBeGreaterThanOrEqual(IDLE * 1_000 - 500);
    expect(processes.filter(isAlive)).toEqual([]);
  });

  it('keeps running while requests come, although each is answered long before', async () => {
    const { server } = await startIdle();
    await keepUsing(server, 2 * IDLE * 1_000);
    expect(server.isRunning).toBe(true);
    expect(await server.ended).toBe(0);
  });

  it('keeps running while a registered process does, and removes the file of one that has ended', async () => {
    const user = spawn('sleep', ['600'], { stdio: 'ignore' });
    const users = (home: ServerHome): string => join(home.dataDir, 'users');
    const { home, server } = await startIdle({}, (home) => {
      mkdirSync(users(home));
      writeFileSync(join(users(home), `${user.pid}-a`), '');
    });
    const begunAt = performance.now();
    await until(() => !server.isRunning || performance.now() - begunAt > 2 * IDLE * 1_000, 'twice the idle time');
    expect(server.isRunning).toBe(true);
    user.kill('SIGKILL');
    await once(user, 'exit');
    expect(await server.ended).toBe(0);
    expect(readdirSync(users(home))).toEqual([]);
  });

  it.each(['0', '-1', '1.5', 'soon', '100000'])('rejects %s seconds', async (seconds) => {
    const server = await newHome().spawn({}, ['start', `--idle-exit=${seconds}`]);
    expect(await server.ended).toBe(2);
    expect(server.stderr).toContain('whole number of seconds');
  });
});
