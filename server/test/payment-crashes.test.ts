import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, expect, test } from 'vitest';
import { QuotePayers } from './support/quote-payers.ts';
import { Randomness } from './support/seed.ts';
import { ServerHome, until } from './support/server-process.ts';

// Starts and stops whole servers, on a machine that may be busy.
const limit = { timeout: 90_000 };

const CLIENTS = 6;
const CUSTOMERS = 2;
/** Number of executes before the kill: a server that has just started is slow. */
const WARM = 6;
const LONGEST_MS = 400;

const random = new Randomness();
const anyMoment = (): number => random.below(LONGEST_MS);

const home = new ServerHome();
afterAll(() => home.clean());

test(
  'after kill -9 of the server and PostgreSQL under load every payment ends, none is paid twice, and the ledger is consistent',
  limit,
  async () => {
    await home.prepare();
    let server = await home.start();
    const payers = new QuotePayers(server.client);
    await payers.prepare(CUSTOMERS);
    for (const withPostgres of [false, true]) {
      const before = payers.executes;
      payers.start(CLIENTS);
      await until(() => payers.executes >= before + WARM, 'executes to be sent');
      await sleep(anyMoment());
      if (withPostgres) process.kill(home.postmasterPid(), 'SIGKILL');
      await server.kill();
      await payers.stop();
      server = await home.start();
      payers.at(server.client);
      await payers.settle();
    }
    await payers.expectAllEnded();
    const audit = await home.spawn({}, ['ledger', 'audit']);
    expect(`${await audit.ended}: ${audit.stderr}`).toBe('0: ');
    expect(await server.stop()).toBe(0);
  },
);
