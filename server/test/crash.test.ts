import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, describe, expect, test } from 'vitest';
import { Payers } from './support/payers.ts';
import { Randomness } from './support/seed.ts';
import { isAlive, ServerHome, type ServerProcess, until } from './support/server-process.ts';

// Starts and stops whole servers, on a machine that may be busy.
const limit = { timeout: 90_000 };

const CLIENTS = 8;
const SHORTEST_MS = 50;
const LONGEST_MS = 400;

const random = new Randomness();
const anyMoment = (): number => SHORTEST_MS + random.below(LONGEST_MS - SHORTEST_MS);

let home: ServerHome;
afterEach(() => home.clean());

async function auditOf(at: ServerHome): Promise<string> {
  const command = await at.spawn({}, ['ledger', 'audit']);
  return `${await command.ended}: ${command.stderr}`;
}

describe('after kill -9 at any moment under load', limit, () => {
  const killings: Record<string, (server: ServerProcess) => void> = {
    'the server': ({ pid }) => process.kill(pid, 'SIGKILL'),
    PostgreSQL: () => process.kill(home.postmasterPid(), 'SIGKILL'),
    both: ({ pid }) => {
      process.kill(home.postmasterPid(), 'SIGKILL');
      process.kill(pid, 'SIGKILL');
    },
  };

  test.each(Object.keys(killings))(
    'of %s every acknowledged payment exists, and each key has paid once',
    async (name) => {
      home = new ServerHome();
      await home.prepare();
      let server = await home.start();
      const payers = new Payers(server.client);
      for (let round = 0; round < 2; round++) {
        await payers.start(CLIENTS);
        await sleep(anyMoment());
        killings[name]?.(server);
        if (name !== 'PostgreSQL') {
          await server.ended;
          await payers.stop();
          server = await home.start();
          payers.at(server.client);
        } else {
          await sleep(anyMoment());
          await payers.stop();
          await server.ready();
        }
        await payers.settle();
      }
      expect(payers.payments.length).toBeGreaterThan(0);
      expect(await auditOf(home)).toBe('0: ');
      expect(server.isRunning).toBe(true);
      expect(await server.stop()).toBe(0);
    },
  );
});

describe('after kill -9 during the first start', limit, () => {
  /** The file that exists at the moment of the kill. */
  const moments: Record<string, string> = {
    'while the database is created': 'postgres.lock',
    'when PostgreSQL has started': 'postgres/postmaster.pid',
    'when the master key is written': 'master.key',
  };

  test.each(Object.entries(moments))('%s the next start succeeds like a first one', async (_name, file) => {
    home = new ServerHome();
    const killed = await home.spawn();
    await until(() => existsSync(join(home.dataDir, file)), file);
    await killed.kill();
    const server = await home.start();
    expect((await server.client.get('/config')).status).toBe(200);
    const postmaster = home.postmasterPid();
    expect(await server.stop()).toBe(0);
    expect(isAlive(postmaster)).toBe(false);
  });
});
