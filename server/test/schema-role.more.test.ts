import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { PostgresOfTheMachine } from './support/machine-postgres.ts';
import { ServerHome } from './support/server-process.ts';

const ROLE = 'writer';

describe.skipIf(!PostgresOfTheMachine.isThere)('a role without the right to create tables', () => {
  const home = new ServerHome();
  let postgres: PostgresOfTheMachine;
  let owner: { DATABASE_URL: string };
  let writer: { DATABASE_URL: string };

  beforeAll(async () => {
    postgres = await PostgresOfTheMachine.start();
    owner = { DATABASE_URL: postgres.url };
    writer = { DATABASE_URL: postgres.url.replace('operator@', `${ROLE}@`) };
    await asOwner(`CREATE ROLE ${ROLE} LOGIN NOSUPERUSER`);
  });
  afterAll(async () => {
    await home.clean();
    await postgres.stop();
  });

  const asOwner = async (statement: string): Promise<void> => {
    const client = new pg.Client(postgres.url);
    await client.connect();
    await client.query(statement);
    await client.end();
  };
  const run = async (env: { DATABASE_URL: string }, args: string[]) => {
    const command = await home.spawn(env, args);
    return { code: await command.ended, stdout: command.stdout, stderr: command.stderr };
  };
  const rejected = {
    code: 3,
    stderr: expect.stringMatching(
      /permission denied[\s\S]*run "causeway migrate" with DATABASE_URL of the user who owns the tables/,
    ),
  };

  test('is rejected with the remedy while the schema is not migrated', async () => {
    expect(await run(writer, ['start'])).toMatchObject(rejected);
  });

  test('starts on a migrated schema, takes money and audits it', async () => {
    expect(await run(owner, ['migrate'])).toMatchObject({ code: 0 });
    await asOwner(`GRANT SELECT, INSERT, UPDATE, DELETE ON ALL TABLES IN SCHEMA public TO ${ROLE}`);
    const server = await home.start(writer);
    const { client } = server;
    const { body } = await client.get('/platform/internal-accounts?currency=USD');
    const funded = await client.post(`/sandbox/internal-accounts/${body.data[0].id}/fund`, { amount: 100 });
    expect(funded.status).toBe(200);
    expect(await server.stop()).toBe(0);
    expect(await run(writer, ['ledger', 'audit'])).toMatchObject({ code: 0, stderr: '' });
    expect((await run(writer, ['migrate'])).stdout).toMatch(/^The schema is up to date: version \d+\.$/m);
  });

  test('is rejected with the remedy on a schema of an earlier version', async () => {
    await asOwner('DELETE FROM schema_migrations WHERE version = (SELECT max(version) FROM schema_migrations)');
    expect(await run(writer, ['start'])).toMatchObject(rejected);
  });
});
