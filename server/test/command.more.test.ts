import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { type AddressInfo, createServer } from 'node:net';
import { userInfo } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { VERSION } from '../src/foundation/config.ts';
import { Database } from '../src/foundation/db/database.ts';
import { sealContext, sealedColumns } from '../src/foundation/db/sealed-columns.ts';
import { rows, sql } from '../src/foundation/db/sql.ts';
import { Vault } from '../src/foundation/db/vault.ts';
import { systemClock } from '../src/foundation/kernel/clock.ts';
import { newId } from '../src/foundation/kernel/ids.ts';
import { exitCodes } from '../src/foundation/runtime/exit-codes.ts';
import { commands } from '../src/start/command/commands.ts';
import { Client } from './support/client.ts';
import { openEmptyDatabase } from './support/database.ts';
import { ServerHome, type ServerProcess, until } from './support/server-process.ts';

type Environment = Record<string, string>;

interface Ended {
  code: number | NodeJS.Signals;
  stdout: string;
  stderr: string;
}

const home = new ServerHome();
afterAll(() => home.clean());

async function causeway(line: string, env: Environment = {}): Promise<Ended> {
  const child = await home.spawn(env, words(line));
  const code = await child.ended;
  return { code, stdout: child.stdout, stderr: child.stderr };
}

const words = (line: string): string[] => (line.match(/"[^"]*"|\S+/g) ?? []).map((word) => word.replaceAll('"', ''));

/** The JSON document of a successful command. */
async function answer(line: string, env: Environment = {}): Promise<any> {
  const { code, stdout, stderr } = await causeway(`${line} --json`, env);
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
  return JSON.parse(stdout);
}

/** Expects one line with the error and its remedy, and nothing else. */
function expectOneLine({ stdout, stderr }: Pick<Ended, 'stdout' | 'stderr'>, pattern: RegExp): void {
  expect(stdout).toBe('');
  expect(stderr).toMatch(/^causeway: .+\.\n$/);
  expect(stderr).toMatch(pattern);
}

describe('the help', () => {
  it('lists every command, the settings and the exit codes', async () => {
    const { code, stdout } = await causeway('--help');
    expect(code).toBe(0);
    for (const { group, name } of commands) expect(stdout).toMatch(new RegExp(`^  ${group ?? name}\\b`, 'm'));
    for (const { code: number, meaning } of Object.values(exitCodes))
      expect(stdout).toContain(`${number}`.padEnd(5) + meaning);
    expect(stdout).toContain('MASTER_KEY_PREVIOUS');
    expect((await causeway('--version')).stdout).toBe(`${VERSION}\n`);
  });

  it('of a command lists its options', async () => {
    const { stdout } = await causeway('platforms create --help');
    for (const option of ['--name', '--mode', '--regulated', '--unregulated', '--json'])
      expect(stdout).toContain(option);
  });
});

describe('incorrect usage', () => {
  it.each([
    ['', /Name a command: start, migrate, .*"causeway --help"/],
    ['platforms', /Name a command: create, list.*"causeway platforms --help"/],
    ['strat', /no command "strat"\. Did you mean "causeway start"\?/],
    ['start --port 1', /unknown option '--port'.*"causeway start --help"/],
    [
      'platforms create --name x --mode TEST',
      /Allowed choices are SANDBOX, PRODUCTION.*"causeway platforms create --help"/,
    ],
    ['tokens create --platform x --name y --permissions VIEW', /Platform:<uuid>/],
    [`tokens create --platform ${newId('Platform')} --name y --permissions ADMIN`, /VIEW,TRANSACT,MANAGE/],
  ])('"%s" ends with 2 and one line', async (line, pattern) => {
    const ended = await causeway(line);
    expect(ended.code).toBe(2);
    expectOneLine(ended, pattern);
  });

  it('is reported as JSON with --json', async () => {
    const { code, stdout, stderr } = await causeway('operators create --json');
    expect([code, stdout]).toEqual([2, '']);
    const { error } = JSON.parse(stderr);
    expect(error).toEqual({
      code: 'WRONG_USAGE',
      message: expect.stringContaining('--name'),
      hint: expect.any(String),
    });
  });

  it('of a setting ends with 2 and names it', async () => {
    const alone = await causeway('status', { MASTER_KEY_PREVIOUS: randomBytes(32).toString('hex') });
    expectOneLine(alone, /MASTER_KEY_PREVIOUS.*set MASTER_KEY/);
    expect(alone.code).toBe(2);
  });
});

describe('an unavailable database', () => {
  it('ends status with 3 if it does not exist, and none is created', async () => {
    const { code, stdout, stderr } = await causeway('status --json');
    expect(code).toBe(3);
    expect(JSON.parse(stdout)).toMatchObject({ database: { isReachable: false }, server: { answers: false } });
    expect(JSON.parse(stderr).error).toMatchObject({ code: 'DATABASE_UNAVAILABLE' });
    expect(existsSync(home.dataDir)).toBe(false);
  });

  it('ends with 3 if no server answers', async () => {
    const ended = await causeway('platforms list', { DATABASE_URL: 'postgresql://nobody@127.0.0.1:1/none' });
    expect(ended.code).toBe(3);
    expectOneLine(ended, /cannot be reached .*Check DATABASE_URL/);
  });

  it('ends with 3 if its data directory is not writable', async () => {
    writeFileSync(join(home.directory, 'file'), '');
    const ended = await causeway('migrate', { DATA_DIR: join(home.directory, 'file/data') });
    expect(ended.code).toBe(3);
    expectOneLine(ended, /file\/data cannot be used.*DATA_DIR/);
  });
});

describe('an external PostgreSQL', () => {
  const masterKey = randomBytes(32).toString('hex');
  const nextKey = randomBytes(32).toString('hex');
  let external: Awaited<ReturnType<typeof openEmptyDatabase>>;
  let env: Environment;
  let db: Database;
  beforeAll(async () => {
    external = await openEmptyDatabase();
    env = { DATABASE_URL: external.url, MASTER_KEY: masterKey };
    db = new Database({ connection: external.url });
  });
  afterAll(async () => {
    await db.close();
    await external.close();
  });

  it('is inspected by status without a change', async () => {
    const { schema, database } = await answer('status', env);
    expect(schema.version).toBe(0);
    expect(database.isReachable).toBe(true);
    expect(await db.read(sql`SELECT 1 FROM information_schema.tables WHERE table_schema = 'public'`)).toEqual([]);
  });

  it('is migrated once, without any key', async () => {
    const { from, to } = await answer('migrate', { DATABASE_URL: external.url });
    expect([from, to > 0]).toEqual([0, true]);
    expect(await answer('migrate', { DATABASE_URL: external.url })).toMatchObject({ from: to, to });
    expect((await causeway('migrate', env)).stdout).toBe(`The schema is up to date: version ${to}.\n`);
  });

  it('accepts a production platform only with a MASTER_KEY', async () => {
    const line = 'platforms create --name Real --mode PRODUCTION --unregulated';
    const rejected = await causeway(line, { DATABASE_URL: external.url });
    expect(rejected.code).toBe(2);
    expectOneLine(rejected, /Set MASTER_KEY \(openssl rand -hex 32\)/);
    const made = await answer(line, env);
    expect(made).toMatchObject({ name: 'Real', mode: 'PRODUCTION', isRegulatedFinancialInstitution: false });
    const { data } = await answer('platforms list', env);
    expect(data).toMatchObject([{ id: made.id, mode: 'PRODUCTION', isRegulatedFinancialInstitution: false }]);
    expect(existsSync(home.dataDir)).toBe(false);
  });

  it('is rejected with another MASTER_KEY or none, in one line', async () => {
    const wrong = await causeway('operators create --name Ada', { ...env, MASTER_KEY: nextKey });
    expect(wrong.code).toBe(2);
    expectOneLine(wrong, /not the one that this database was sealed with.*MASTER_KEY_PREVIOUS/);
    const none = await causeway('operators create --name Ada', { DATABASE_URL: external.url });
    expect(none.code).toBe(2);
    expectOneLine(none, /MASTER_KEY is required/);
    expect((await answer('operators list', { DATABASE_URL: external.url })).data).toEqual([]);
  });

  it('rotates its keys to a new MASTER_KEY, and an interrupted rotation is finished by the next', async () => {
    const vault = await Vault.open(db, [Buffer.from(masterKey, 'hex')], systemClock.now());
    await plant(db, vault);
    const rotation = { ...env, MASTER_KEY: nextKey, MASTER_KEY_PREVIOUS: masterKey };
    // Locks a row of the third batch, so that the test can kill the rotation in the middle of its work.
    const holder = new pg.Client(external.url);
    await holder.connect();
    await holder.query(`BEGIN; SELECT 1 FROM idempotency_records WHERE key = 'k01200' FOR UPDATE`);
    const killed = await home.spawn(rotation, ['keys', 'rotate']);
    await until(() => killed.stderr.includes('1000 of 1500 re-sealed'), 'the rotation to begin');
    await killed.kill();
    await holder.query('ROLLBACK');
    await holder.end();

    const resumed = await answer('keys rotate', rotation);
    expect(resumed).toMatchObject({ isResumed: true, isMasterKeyNew: false, unreadable: [] });
    expect(resumed.resealed).toBeLessThanOrEqual(500);
    const found = await db.read<{ key: string }>(
      sql`SELECT DISTINCT split_part(body, '.', 1) AS key FROM idempotency_records`,
    );
    expect(found).toEqual([{ key: resumed.sealingKey }]);
    expect((await causeway('operators create --name Ada', env)).code).toBe(2);
    expect((await causeway('operators create --name Ada', { ...env, MASTER_KEY: nextKey })).code).toBe(0);
    const asked = await causeway('keys rotate --master', { ...env, MASTER_KEY: nextKey });
    expect(asked.code).toBe(2);
    expectOneLine(asked, /comes from MASTER_KEY/);
  });

  it('that is lost in the middle of a command ends it with 3', async () => {
    await db.transaction(async (query) => {
      await query(sql`LOCK TABLE ledger_entries`);
      const child = await home.spawn(env, ['ledger', 'audit']);
      const waiting = sql`SELECT pid FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND datname = current_database()`;
      await until(async () => (await db.read(waiting)).length > 0, 'the audit to wait');
      await db.read(sql`SELECT pg_terminate_backend(pid) FROM (${waiting}) AS waiting`);
      expect(await child.ended).toBe(3);
      expectOneLine(child, /The connection to the database was lost/);
    });
  });

  it('with an inconsistent ledger ends the audit with 1 and its findings', async () => {
    expect((await causeway('ledger audit', env)).stdout).toMatch(/^All \d+ checks hold\.\n$/);
    const [account] = await db.write<{ platform_id: string }>(
      sql`UPDATE accounts SET posted = 5 WHERE kind = 'platform' AND currency = 'USD' RETURNING platform_id`,
    );
    const { code, stdout, stderr } = await causeway('ledger audit --json', env);
    expect([code, stderr]).toEqual([1, '']);
    expect(JSON.parse(stdout).findings[0]).toMatchObject({
      platformId: account?.platform_id,
      title: expect.any(String),
    });
    expect((await causeway(`ledger audit --platform ${account?.platform_id}`, env)).code).toBe(1);
    expect((await causeway(`ledger audit --platform ${newId('Platform')}`, env)).code).toBe(2);
  });

  it('with a missing table ends with 70 and one line, and a stack trace only at debug level', async () => {
    await db.write(sql`ALTER TABLE operators RENAME TO operators_of_before`);
    const ended = await causeway('operators list', env);
    expect(ended.code).toBe(70);
    expectOneLine(ended, /Something went wrong: relation "operators" does not exist.*LOG_LEVEL=debug/);
    const debugged = await causeway('operators list', { ...env, LOG_LEVEL: 'debug' });
    expect(debugged.stderr).toMatch(/\n {4}at /);
  });

  it('with the schema of a newer release ends with 3', async () => {
    await db.write(sql`INSERT INTO schema_migrations VALUES (9999, 'later', '', ${systemClock.now()})`);
    const migrated = await causeway('migrate', env);
    expect(migrated.code).toBe(3);
    expectOneLine(migrated, /schema version \d+, this release supports up to \d+/);
    expect((await causeway('status', env)).code).toBe(3);
  });

  it.each([
    'start',
    'migrate',
    'platforms list',
    'platforms create --name Late --mode SANDBOX',
    'operators list',
    'keys status',
    'keys rotate',
    'ledger audit',
  ])('with the schema of an earlier release ends %s with 3 and one line', async (line) => {
    await pretendEarlierRelease(db);
    const ended = await causeway(line, env);
    expect(ended.code).toBe(3);
    expectOneLine(
      ended,
      /^causeway: The database was created by an earlier release .* DATABASE_URL to an empty database\.$/m,
    );
  });

  it('with the schema of an earlier release ends status with 3, the facts and one line', async () => {
    await pretendEarlierRelease(db);
    const { code, stdout, stderr } = await causeway('status --json', env);
    expect(code).toBe(3);
    expect(JSON.parse(stdout)).toMatchObject({ database: { isReachable: true } });
    expect(JSON.parse(stderr).error).toMatchObject({
      code: 'SCHEMA_REJECTED',
      hint: 'Set DATABASE_URL to an empty database.',
    });
    expect((await causeway('status', env)).stdout).toMatch(/^Schema +of an earlier release$/m);
  });
});

const pretendEarlierRelease = (db: Database) =>
  db.write(sql`UPDATE schema_migrations SET name = 'earlier ' || version, checksum = 'earlier ' || version`);

async function plant(db: Database, vault: Vault): Promise<void> {
  const [platform] = await db.read<{ id: string }>(sql`SELECT id FROM platforms`);
  const platformId = platform?.id ?? '';
  const records = Array.from({ length: 1_500 }, (_, i) => {
    const key = `k${String(i).padStart(5, '0')}`;
    const context = sealContext(sealedColumns.keptResponse, { platform_id: platformId, key });
    return { platform_id: platformId, key, body: vault.seal('hush', context) };
  });
  await db.write(sql`
    INSERT INTO idempotency_records (platform_id, key, fingerprint, status, body, is_sealed, expires_at)
    SELECT platform_id, key, '', 201, body, true, ${new Date('2100-01-01')}
    FROM ${rows(records)} AS r(platform_id text, key text, body text)`);
}

describe('the data directory', () => {
  let server: ServerProcess;
  let beside: Environment;
  const created = { platform: '', operator: { id: '', secret: '' } };

  it('gets its database from the first command', async () => {
    const made = await causeway('platforms create --name "First one" --mode SANDBOX');
    expect(made.code).toBe(0);
    expect(made.stdout).toMatch(/^Platform {2}Platform:\S+\n(.+\n)*Token +\S+ : \S+ {3}\(shown only now\)\n$/);
    expect(readFileSync(join(home.dataDir, 'master.key'), 'utf8')).toMatch(/^[0-9a-f]{64}\n$/);
  });

  it('is served, and a second server ends with 3', async () => {
    server = await home.start();
    beside = { PORT: new URL(server.url).port };
    const second = await causeway('start');
    expect(second.code).toBe(3);
    expectOneLine(second, /another server \(pid \d+\) uses the database.*DATA_DIR/);
  });

  it('lets commands create platforms, tokens and operators while the server runs, which accepts them immediately', async () => {
    const platform = await answer('platforms create --name Acme --mode SANDBOX --regulated');
    created.platform = platform.id;
    expect((await server.client.with(platform.token).get('/config')).body.isRegulatedFinancialInstitution).toBe(true);
    const token = await answer(`tokens create --platform ${platform.id} --name reader --permissions VIEW`);
    expect(token).toMatchObject({ name: 'reader', permissions: ['VIEW'] });
    const reader = server.client.with(token);
    expect((await reader.get('/config')).status).toBe(200);
    expect((await reader.patch('/config', {})).status).toBe(403);
    created.operator = await answer('operators create --name Ada');
    expect((await operator().get('/operator/platforms')).body.totalCount).toBe(2);
  });

  const operator = (): Client => {
    const { id, secret } = created.operator;
    return new Client({
      url: server.url,
      basePath: '',
      clientId: id,
      clientSecret: secret,
      platformId: '',
      tokenId: id,
    });
  };

  it('shows a secret only once', async () => {
    const { data } = await answer('operators list');
    expect(data).toEqual([
      {
        id: created.operator.id,
        kind: 'API',
        name: 'Ada',
        createdAt: expect.any(String),
        expiresAt: null,
        revokedAt: null,
        passkeys: 0,
        lastUsedAt: null,
        invitationExpiresAt: null,
        state: 'ACTIVE',
      },
    ]);
    const platforms = await answer('platforms list');
    expect(platforms.data.map(({ name }: { name: string }) => name)).toEqual(['Acme', 'First one']);
    expect(JSON.stringify(platforms)).not.toMatch(/secret/i);
  });

  it('records commands with the system user who ran them, and revokes credentials on demand', async () => {
    const temporary = await answer('operators create --name Grace --expires-in 12h');
    expect(Date.parse(temporary.expiresAt) - Date.parse(temporary.createdAt)).toBe(12 * 3_600_000);
    const revoked = await answer(`operators revoke --operator ${temporary.id}`);
    expect(revoked).toMatchObject({ id: temporary.id, revokedAt: expect.any(String) });
    expect(
      (await operator().with({ clientId: temporary.id, clientSecret: temporary.secret }).get('/operator/platforms'))
        .status,
    ).toBe(401);
    await answer('ledger audit');
    const { body } = await operator().get('/operator/actions');
    const recorded = body.data.map(({ action, systemUser }: Record<string, string>) => [action, systemUser]);
    const user = userInfo().username;
    expect(recorded).toEqual(
      [
        'LEDGER_AUDITED',
        'OPERATOR_REVOKED',
        'OPERATOR_CREATED',
        'OPERATOR_CREATED',
        'TOKEN_CREATED',
        'PLATFORM_CREATED',
        'PLATFORM_CREATED',
      ].map((action) => [action, user]),
    );
    const again = await causeway(`operators revoke --operator ${temporary.id}`);
    expect(again.code).toBe(2);
    expectOneLine(again, /was revoked at/);
  });

  it('invites a person by a link to the running server, and again by the id of the person', async () => {
    const invited = await answer('operators invite Hopper');
    expect(invited).toMatchObject({ id: expect.stringMatching(/^Operator:/), name: 'Hopper' });
    expect(invited.url).toMatch(new RegExp(`^${server.url}/console/invitation#[0-9a-f]{64}$`));
    expect(Date.parse(invited.expiresAt) - Date.now()).toBeGreaterThan(23 * 3_600_000);
    const again = await answer(`operators invite ${invited.id}`);
    expect(again).toMatchObject({ id: invited.id, name: 'Hopper' });
    const accepted = (url: string) =>
      fetch(`${server.url}/console/invitation`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'sec-fetch-site': 'same-origin' },
        body: JSON.stringify({ code: new URL(url).hash.slice(1) }),
      });
    expect((await accepted(invited.url)).status).toBe(401);
    expect((await accepted(again.url)).status).toBe(200);
    const { data } = await answer('operators list');
    expect(data[0]).toMatchObject({ id: invited.id, kind: 'PERSON', state: 'INVITED' });
  });

  it.each([
    ['operators create --name x --expires-in soon', /30m, 12h, 90d/],
    ['operators create --name x --expires-at tomorrow', /ISO 8601/],
    ['operators create --name x --expires-at 2020-01-01', /must be in the future/],
    ['operators revoke --operator Ada', /must look like Operator:/],
  ])('rejects %s', async (line, complaint) => {
    const ended = await causeway(line);
    expect(ended.code).toBe(2);
    expectOneLine(ended, complaint);
  });

  it('rejects a token for an unknown platform', async () => {
    const ended = await causeway(`tokens create --platform ${newId('Platform')} --name x --permissions VIEW`);
    expect(ended.code).toBe(2);
    expectOneLine(ended, /There is no such platform.*causeway platforms list/);
  });

  it('is described by status, with the server', async () => {
    const report = await answer('status', beside);
    expect(report).toMatchObject({
      database: { isReachable: true },
      platforms: { SANDBOX: 2, PRODUCTION: 0 },
      jobs: { ready: 0, overdue: 0, dead: 0, oldestOverdue: null },
      dataDirectory: home.dataDir,
      server: { url: `http://127.0.0.1:${beside['PORT']}`, answers: true, isReady: true },
    });
    expect(report.schema.version).toBe(report.schema.known);
    expect(report.keys.map(({ id }: { id: string }) => id).sort()).toEqual(['hash-1', 'seal-1']);
    expect(JSON.stringify(report)).not.toContain(readFileSync(join(home.dataDir, 'master.key'), 'utf8').trim());
    const { stdout } = await causeway('status', beside);
    expect(stdout).toMatch(/^Platforms {2}2 sandbox, 0 production$/m);
    expect(stdout).toMatch(/^Server +\S+ is ready$/m);
  });

  it('has all its keys rotated while the server runs, which continues with the new ones', async () => {
    const create = () =>
      server.client.post('/tokens', { name: 'x', permissions: ['VIEW'] }, { headers: { 'idempotency-key': 'k' } });
    const first = await create();
    const before = readFileSync(join(home.dataDir, 'master.key'), 'utf8');
    const rotated = await answer('keys rotate --master');
    expect(rotated).toMatchObject({ isResumed: false, isMasterKeyNew: true, resealed: 1, unreadable: [] });
    expect(readFileSync(join(home.dataDir, 'master.key'), 'utf8')).not.toBe(before);
    const replayed = await create();
    expect(replayed.headers.get('idempotent-replayed')).toBe('true');
    expect(replayed.text).toBe(first.text);
    expect((await operator().get('/operator/platforms')).status).toBe(200);
    const complaints = server.stderr.split('\n').filter((line) => line && !line.includes('login rejected'));
    expect(complaints).toEqual([]);
  });

  it('starts again with the new master key, and reports it in JSON', async () => {
    await server.stop();
    const again = await home.spawn({}, ['start', '--json']);
    await until(() => again.stdout.endsWith('\n') || !again.isRunning, 'the server to be ready');
    const ready = JSON.parse(again.stdout);
    expect(ready).toMatchObject({ version: VERSION, token: { clientId: expect.any(String) } });
    expect((await fetch(new URL('/readyz', ready.apiUrl))).status).toBe(200);
    expect(await again.stop()).toBe(0);
  });
});

describe('a closed pipe', () => {
  it('does not end a command with a stack trace', async () => {
    const child = await home.spawn({}, ['platforms', 'list']);
    child.child.stdout?.destroy();
    expect(await child.ended).toBe(0);
    expect(child.stderr).toBe('');
  });

  it('does not end a server', async () => {
    const port = await freePort();
    const server = await home.spawn({ PORT: port });
    server.child.stdout?.destroy();
    server.child.stderr?.destroy();
    const isReady = async () => (await fetch(`http://127.0.0.1:${port}/readyz`).catch(() => undefined))?.status === 200;
    await until(isReady, 'the server to be ready');
    expect(server.isRunning).toBe(true);
    expect(await server.stop()).toBe(0);
  });
});

async function freePort(): Promise<string> {
  const listener = createServer().listen(0, '127.0.0.1');
  await once(listener, 'listening');
  const { port } = listener.address() as AddressInfo;
  listener.close();
  return String(port);
}

describe('an interrupted command', () => {
  it('stops the PostgreSQL that it started, without output', async () => {
    // The rotation waits at its end, so that the signal arrives in time.
    const child = await home.spawn({}, ['keys', 'rotate']);
    await until(() => child.stderr.includes('waiting for running servers'), 'the rotation to be busy');
    const output = child.stderr;
    expect(await child.stop('SIGINT')).toBe(130);
    expect(child.stderr).toBe(output);
    expect(existsSync(join(home.dataDir, 'postgres/postmaster.pid'))).toBe(false);
  });
});
