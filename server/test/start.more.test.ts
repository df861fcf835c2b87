import { execFileSync } from 'node:child_process';
import { afterEach, describe, expect, onTestFinished, test } from 'vitest';
import { openEmbeddedPostgres } from '../src/foundation/db/embedded.ts';
import { queryAsAdmin } from './fixtures/embedded/scene.ts';
import { PostgresOfTheMachine } from './support/machine-postgres.ts';
import { ServerHome } from './support/server-process.ts';
import { fund, secretsIn, usdAccount } from './support/started-server.ts';

const homes: ServerHome[] = [];
afterEach(async () => {
  for (const home of homes.splice(0)) await home.clean();
});

function emptyHome(): ServerHome {
  const home = new ServerHome();
  homes.push(home);
  return home;
}

async function usedHome(): Promise<ServerHome> {
  const home = emptyHome();
  await home.prepare();
  return home;
}

/** Words that a shell splits this line into. */
const words = (line: string): string[] =>
  execFileSync('sh', ['-c', `printf '%s\\n' ${line}`], { encoding: 'utf8' })
    .trimEnd()
    .split('\n');

describe('a token that the environment chooses', () => {
  const clientId = `our "own" id, it's`;
  const first = `a $ecret: with 'signs', "quotes", \\ and ünïcödé`;
  const second = `${first} 2`;

  test('works as it is, until the environment changes it, and stays valid without it', async () => {
    const home = await usedHome();
    const printed = secretsIn(home);
    const choose = (clientSecret: string) => ({ SANDBOX_CLIENT_ID: clientId, SANDBOX_CLIENT_SECRET: clientSecret });
    const server = await home.start(choose(first));
    expect(server.client).toMatchObject({ clientId, clientSecret: first });
    expect((await server.client.get('/config')).status).toBe(200);
    expect(secretsIn(home)).toEqual({ clientId, clientSecret: first });
    const [line = ''] = /^Try .*$/m.exec(server.stdout) ?? [];
    expect(words(line)).toEqual(['Try', 'curl', '-u', `${clientId}:${first}`, `${server.url}/api/2025-10-13/config`]);
    await server.stop();

    const changed = await home.start(choose(second));
    expect((await changed.client.get('/config')).status).toBe(200);
    expect((await changed.client.with({ clientId, clientSecret: first }).get('/config')).status).toBe(401);
    await changed.stop();

    const later = await home.start();
    expect(later.client).toMatchObject({ clientId, clientSecret: second });
    expect((await later.client.get('/config')).status).toBe(200);
    expect((await later.client.with(printed).get('/config')).status).toBe(200);
  });
});

describe('a data directory of an earlier release', () => {
  test('ends a start and other commands with one line that names it and exit code 3', async () => {
    const home = await usedHome();
    const postgres = await openEmbeddedPostgres({ dataDir: home.dataDir, exclusive: true });
    await queryAsAdmin(
      postgres.connection,
      `UPDATE schema_migrations SET name = 'earlier ' || version, checksum = 'earlier ' || version`,
    );
    await postgres.stop();
    for (const args of [['start'], ['migrate'], ['status'], ['ledger', 'audit']]) {
      const command = await home.spawn({}, args);
      expect(await command.ended, args.join(' ')).toBe(3);
      expect(command.stderr).toBe(
        'causeway: The database was created by an earlier release of Causeway, whose schema this release cannot migrate. ' +
          `Move the data directory ${home.dataDir} away or delete it, then start again.\n`,
      );
    }
  });
});

describe('a PostgreSQL of your own', () => {
  test.skipIf(!PostgresOfTheMachine.isThere)('may be the PostgreSQL 15 of this machine', async () => {
    const postgres = await PostgresOfTheMachine.start();
    onTestFinished(() => postgres.stop());
    const home = emptyHome();
    const env = { DATABASE_URL: postgres.url };
    const server = await home.start(env);
    expect((await fund(server, 100)).status).toBe(200);
    expect((await server.client.post('/sandbox/clock/advance', { seconds: 60 })).body.offsetSeconds).toBe(60);
    expect((await usdAccount(server)).balance.amount).toBe(100);
    const audit = await home.spawn(env, ['ledger', 'audit']);
    expect([await audit.ended, audit.stderr]).toEqual([0, '']);
    expect(await server.stop()).toBe(0);
  });
});
