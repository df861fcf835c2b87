import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readdirSync, statSync, writeFileSync } from 'node:fs';
import { request } from 'node:http';
import { type AddressInfo, createServer } from 'node:net';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, afterEach, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { ConfigError, readConfig, VERSION } from '../src/foundation/config.ts';
import { warningsFor } from '../src/start/processes/warnings.ts';
import { countBlocked } from './support/blocked.ts';
import { openEmptyDatabase, openTestDatabase } from './support/database.ts';
import { descendantsOf, isAlive, ServerHome, type ServerProcess, until } from './support/server-process.ts';
import { addressOf, fund, rolesAt, sandboxEnv, secretsIn, usdAccount } from './support/started-server.ts';

// Whole servers are started and ended here, on a machine that may be busy.
const limit = { timeout: 90_000 };

/** A home with a database that was started once and stopped, to begin others with. */
const prepared = new ServerHome();
const homes: ServerHome[] = [];
let firstStart: ServerProcess;

beforeAll(async () => {
  firstStart = await prepared.start();
  await firstStart.stop();
});
afterEach(async () => {
  for (const home of homes.splice(0)) await home.clean();
});
afterAll(() => prepared.clean());

function emptyHome(): ServerHome {
  const home = new ServerHome();
  homes.push(home);
  return home;
}

async function usedHome(): Promise<ServerHome> {
  const home = emptyHome();
  await home.copyFrom(prepared);
  return home;
}

describe('a first start', limit, () => {
  test('prints the addresses, the token, the database and a first call, and nothing else', () => {
    const { clientId, clientSecret } = secretsIn(prepared);
    const [notice, first, ...lines] = firstStart.stdout.trimEnd().split('\n');
    expect(notice).toBe(`creating the database in ${join(prepared.dataDir, 'postgres')}`);
    expect(first).toMatch(new RegExp(`^causeway ${VERSION.replaceAll('.', '\\.')}  sandbox   ready in \\d+\\.\\d s$`));
    expect(lines).toEqual([
      expect.stringMatching(new RegExp(`^Console    ${firstStart.url}/console#code=[0-9a-f]{64}   \\(works once\\)$`)),
      `API        ${firstStart.url}/api/2025-10-13`,
      `Docs       ${firstStart.url}/docs`,
      `Token      ${clientId} : ${clientSecret}   (also in .causeway/sandbox.env)`,
      'Database   embedded PostgreSQL 18 in .causeway/postgres   (DATABASE_URL to use your own)',
      `Try        curl -u '${clientId}:${clientSecret}' ${firstStart.url}/api/2025-10-13/config`,
    ]);
    expect(firstStart.url).toMatch(/^http:\/\/localhost:\d+$/);
    expect(firstStart.stderr).toBe('');
  });

  test('stores its secrets in files that only their owner can read', () => {
    for (const file of ['sandbox.env', 'master.key'])
      expect([file, statSync(join(prepared.dataDir, file)).mode & 0o777]).toEqual([file, 0o600]);
    expect(readdirSync(prepared.dataDir).sort()).toEqual(['master.key', 'postgres', 'postgres.log', 'sandbox.env']);
  });
});

describe('a running server', limit, () => {
  const home = new ServerHome();
  let server: ServerProcess;
  beforeAll(async () => {
    await home.copyFrom(prepared);
    server = await home.start({ PROCESSES: '2' });
  });
  afterAll(() => home.clean());

  test('listens on this machine only', async () => {
    const { port } = new URL(server.url);
    const listening = execFileSync('sh', ['-c', 'cat /proc/net/tcp /proc/net/tcp6'], { encoding: 'utf8' });
    const hex = Number(port).toString(16).toUpperCase().padStart(4, '0');
    const sockets = listening.split('\n').filter((line) => line.includes(`:${hex} `) && line.includes(' 0A '));
    expect(sockets.map((line) => line.trim().split(/\s+/)[1])).toEqual([`0100007F:${hex}`]);
  });

  test('uses the embedded PostgreSQL as the role that owns the database, which is no superuser', async () => {
    await fund(server, 5);
    expect(await rolesAt(addressOf(home))).toEqual(['causeway_server', false]);
  });

  test('goes on when another one is started with its data directory, which prints one line and exits with code 3', async () => {
    const second = await home.spawn();
    expect(await second.ended).toBe(3);
    expect(second.stderr).toMatch(
      /^causeway: another server \(pid \d+\) uses the database in .+ set another DATA_DIR\. .+\n$/,
    );
    expect(second.stdout).toBe('');
    expect((await server.client.get('/config')).status).toBe(200);
  });
});

describe('a second start', limit, () => {
  test('has the same token and all the data', async () => {
    const home = await usedHome();
    const first = await home.start();
    expect((await fund(first, 1_234)).status).toBe(200);
    await first.client.post('/sandbox/clock/advance', { seconds: 60 });
    expect(await first.stop()).toBe(0);
    const second = await home.start();
    expect(secretsIn(home)).toEqual(secretsIn(prepared));
    expect([sandboxEnv(home).url, sandboxEnv(prepared).url]).toEqual([second.url, firstStart.url]);
    expect(second.client).toMatchObject(secretsIn(prepared));
    expect((await usdAccount(second)).balance.amount).toBe(1_234);
    expect((await second.client.get('/sandbox/clock')).body.offsetSeconds).toBe(60);
    expect(second.stdout).not.toContain('creating');
  });

  test('makes a new token for the same platform when the old one was lost', async () => {
    const home = await usedHome();
    const { clientId } = secretsIn(prepared);
    writeFileSync(join(home.dataDir, 'sandbox.env'), `CAUSEWAY_CLIENT_ID='${clientId}'\nCAUSEWAY_CLIENT_SECRET='ha`);
    const server = await home.start();
    expect(server.client.clientId).not.toBe(clientId);
    expect(server.client).toMatchObject(secretsIn(home));
    const { body } = await server.client.get('/tokens');
    expect(body.data.map((token: { clientId: string }) => token.clientId)).toContain(clientId);
  });
});

describe('a server with a MASTER_KEY', limit, () => {
  const chosen = { SANDBOX_CLIENT_ID: 'chosen', SANDBOX_CLIENT_SECRET: 'a secret of sixteen and more' };

  async function startWith(more: Record<string, string>) {
    const database = await openTestDatabase();
    onTestFinished(database.close);
    const home = emptyHome();
    onTestFinished(() => home.clean());
    const server = await home.spawn({ DATABASE_URL: database.url, MASTER_KEY: 'ab'.repeat(32), ...more });
    await until(() => /^Database .*\n/m.test(server.stdout) || !server.isRunning, 'the banner');
    const pool = new pg.Client(database.url);
    await pool.connect();
    const { rows } = await pool.query('SELECT mode FROM platforms');
    await pool.end();
    return { home, server, modes: rows.map(({ mode }: { mode: string }) => mode) };
  }

  test('makes no sandbox platform and prints no token', async () => {
    const { home, server, modes } = await startWith({});
    expect(modes).toEqual([]);
    expect(server.stdout).toMatch(/^causeway \S+ {2}production /);
    expect(server.stdout).not.toMatch(/^(Token|Try|Warning) /m);
    expect(existsSync(join(home.dataDir, 'sandbox.env'))).toBe(false);
  });

  test('makes and prints one with CREATE_SANDBOX=true', async () => {
    const { home, server, modes } = await startWith({ CREATE_SANDBOX: 'true' });
    await server.ready();
    expect(modes).toEqual(['SANDBOX']);
    expect(server.client).toMatchObject(secretsIn(home));
    expect((await server.client.get('/config')).status).toBe(200);
  });

  test('accepts the token that the environment names, and shows it nowhere', async () => {
    const { home, server, modes } = await startWith(chosen);
    expect(modes).toEqual(['SANDBOX']);
    expect(server.stdout).not.toContain(chosen.SANDBOX_CLIENT_SECRET);
    expect(existsSync(join(home.dataDir, 'sandbox.env'))).toBe(false);
    const authorization = `Basic ${btoa(Object.values(chosen).join(':'))}`;
    const answer = await fetch(`${server.url}/api/2025-10-13/config`, { headers: { authorization } });
    expect(answer.status).toBe(200);
  });
});

describe('a setting that puts the server at risk', limit, () => {
  test('is named by a warning at start', async () => {
    const home = await usedHome();
    const env = { HOST: '0.0.0.0', SANDBOX_CLIENT_ID: 'short', SANDBOX_CLIENT_SECRET: 'only 15 letters' };
    const server = await home.start(env);
    await until(() => server.stdout.split('\nWarning ').length === 3, 'both warnings');
    expect(server.stdout).toMatch(/^Warning {4}SANDBOX_CLIENT_SECRET has fewer than 16 characters/m);
    expect(server.stdout).toMatch(/^Warning {4}HOST 0\.0\.0\.0 can be reached from other machines/m);
  });

  test.each([
    ['127.0.0.1', 0],
    ['127.8.9.10', 0],
    ['::1', 0],
    ['localhost', 0],
    ['0.0.0.0', 1],
    ['::', 1],
    ['10.0.0.1', 1],
    ['pay.example.com', 1],
  ])('is HOST %s with a sandbox token: %i warnings', (host, count) => {
    const token = { clientId: 'id', clientSecret: 'a secret of sixteen and more' };
    expect(warningsFor({ host, sandboxToken: token }, token)).toHaveLength(count);
    expect(warningsFor({ host, sandboxToken: undefined }, undefined)).toEqual([]);
  });
});

describe('a wrong setting', limit, () => {
  const key = 'ab'.repeat(32);
  const wrong: Record<string, Record<string, string>[]> = {
    PORT: [{ PORT: 'http' }, { PORT: '-1' }, { PORT: '65536' }, { PORT: '80.5' }],
    PROCESSES: [{ PROCESSES: '0' }, { PROCESSES: '65' }, { PROCESSES: 'all' }],
    PUBLIC_URL: [
      'example.com',
      'ftp://example.com',
      'https://example.com/?a=1#b',
      'https://example.com#b',
      'https://example.com/pay',
      'https://me@example.com',
    ].map((url) => ({ PUBLIC_URL: url })),
    CONSOLE_PORT: [{ CONSOLE_PORT: '0' }, { CONSOLE_PORT: 'x' }, { CONSOLE_PORT: '4242' }],
    CONSOLE_HOSTS: [{ CONSOLE_HOSTS: 'https://a.example' }, { CONSOLE_HOSTS: 'a b' }, { CONSOLE_HOSTS: 'a:x' }],
    END_USER_TERMS_URL: [{ END_USER_TERMS_URL: 'terms' }],
    DATABASE_URL: [{ DATABASE_URL: 'mysql://localhost/causeway' }],
    SANDBOX_CLIENT_ID: [
      { SANDBOX_CLIENT_SECRET: 'alone' },
      { SANDBOX_CLIENT_ID: 'with:colon', SANDBOX_CLIENT_SECRET: 'x' },
      { SANDBOX_CLIENT_ID: 'two\nlines', SANDBOX_CLIENT_SECRET: 'x' },
    ],
    SANDBOX_CLIENT_SECRET: [{ SANDBOX_CLIENT_ID: 'alone' }, { SANDBOX_CLIENT_ID: 'x', SANDBOX_CLIENT_SECRET: 'a\tb' }],
    CREATE_SANDBOX: [{ CREATE_SANDBOX: 'yes' }],
    MASTER_KEY: [{ MASTER_KEY: 'short' }, { MASTER_KEY: 'zz'.repeat(32) }],
    MASTER_KEY_PREVIOUS: [{ MASTER_KEY_PREVIOUS: key }, { MASTER_KEY: key, MASTER_KEY_PREVIOUS: 'short' }],
    SMTP_URL: [{ SMTP_URL: 'mail.example.com', MAIL_FROM: 'a@example.com' }],
    MAIL_FROM: [
      '',
      'zzz',
      'a@b@example.com',
      '@example.com',
      'a@',
      'Name a@example.com',
      'Name <zzz>',
      'A\nB <a@b.co>',
    ].map((from) => ({ SMTP_URL: 'smtp://mail.example.com', MAIL_FROM: from })),
    SANDBOX_UMA_DOMAIN: ['@', 'two words', '.example', 'a..b', 'x'.repeat(64)].map((domain) => ({
      SANDBOX_UMA_DOMAIN: domain,
    })),
    SMS_URL: [{ SMS_URL: 'sms.example.com' }],
    HEADER_PREFIX: [{ HEADER_PREFIX: 'two words' }, { HEADER_PREFIX: 'x'.repeat(32) }, { HEADER_PREFIX: '1' }],
    SANDBOX_WEBHOOKS_TO_PRIVATE_NETWORKS: [{ SANDBOX_WEBHOOKS_TO_PRIVATE_NETWORKS: 'yes' }],
    WALLET_SESSION_MAX_DAYS: [{ WALLET_SESSION_MAX_DAYS: '0' }, { WALLET_SESSION_MAX_DAYS: 'ever' }],
    WEBHOOK_PROXY_URL: [{ WEBHOOK_PROXY_URL: 'socks5://proxy:1080' }],
    WEBHOOK_FIRST_RETRY_MS: [{ WEBHOOK_FIRST_RETRY_MS: '1' }],
    TRUSTED_PROXIES: [{ TRUSTED_PROXIES: 'proxy.example' }, { TRUSTED_PROXIES: '10.0.0.0/8, 10.0.0.0/40' }],
    LOG_LEVEL: [{ LOG_LEVEL: 'loud' }],
    RATE_LIMIT_PER_SECOND: [{ RATE_LIMIT_PER_SECOND: '0' }],
    RATE_LIMIT_BURST: [{ RATE_LIMIT_BURST: 'many' }],
    REQUEST_LOG_KEEP: [{ REQUEST_LOG_KEEP: '-1' }],
    REQUEST_TIMEOUT_SECONDS: [{ REQUEST_TIMEOUT_SECONDS: '0' }],
  };

  test.each(Object.entries(wrong))('of %s is rejected by its name', (name, environments) => {
    for (const env of environments) {
      expect(() => readConfig(env)).toThrow(ConfigError);
      expect(() => readConfig(env)).toThrow(name);
    }
  });

  test.each([
    { env: { PORT: 'http' }, line: /^causeway: PORT must be a whole number from 0 to 65535, not "http"\. .+\n$/ },
    { env: { LOG_LEVEL: 'loud' }, line: /^causeway: LOG_LEVEL must be one of .+\n$/ },
    { env: { DATABASE_URL: 'postgres://user:p#w@host:x/db' }, line: /^causeway: DATABASE_URL is not a URL\. .+\n$/ },
    {
      env: { BLOB_DIR: '/dev/null/files' },
      line: /^causeway: BLOB_DIR \/dev\/null\/files cannot be used \(ENOTDIR\)\. .+\n$/,
    },
    { env: { BLOB_DIR: '/proc/nope' }, line: /^causeway: BLOB_DIR \/proc\/nope cannot be used \(ENOENT\)\. .+\n$/ },
    { env: { HOST: '192.0.2.1' }, line: /^causeway: Port 0 on 192\.0\.2\.1 is not an address of this machine\. .+\n$/ },
    { env: { HOST: 'no-such-host.invalid' }, line: /^causeway: Port 0 on no-such-host\.invalid .+ Set HOST .+\n$/ },
  ])('$env prints one line and exits with code 2', async ({ env, line }) => {
    const home = await usedHome();
    const server = await home.spawn(env);
    expect(await server.ended).toBe(2);
    expect(server.stderr).toMatch(line);
    expect(server.stdout).toBe('');
  });
});

describe('a start that fails', limit, () => {
  test('because the port is taken prints one line and exits with code 2, and leaves nothing running', async () => {
    const listener = createServer().listen(0, '127.0.0.1');
    onTestFinished(() => void listener.close());
    await once(listener, 'listening');
    const { port } = listener.address() as AddressInfo;
    const home = await usedHome();
    const server = await home.spawn({ PORT: String(port) });
    expect(await server.ended).toBe(2);
    expect(server.stderr).toBe(
      `causeway: Port ${port} on 127.0.0.1 is in use. Set PORT to another one, or stop the program that uses it. "causeway --help" lists the settings.\n`,
    );
    expect(existsSync(join(home.dataDir, 'postgres/postmaster.pid'))).toBe(false);
  });

  test('because the data directory is a file prints one line and exits with code 3', async () => {
    const home = emptyHome();
    writeFileSync(home.dataDir, '');
    const server = await home.spawn();
    expect(await server.ended).toBe(3);
    expect(server.stderr).toMatch(/^causeway: The data directory .+ cannot be used \(EEXIST\)\. Set DATA_DIR .+\n$/);
  });

  test.each([
    'postgresql://causeway@127.0.0.1:1/causeway',
    'postgresql://causeway:hush@localhost:1/causeway',
    'postgresql://causeway@no-such-host.invalid/causeway',
  ])('because no database answers at %s prints one line and exits with code 3', async (url) => {
    const home = emptyHome();
    const server = await home.spawn({ DATABASE_URL: url });
    expect(await server.ended).toBe(3);
    expect(server.stderr).toMatch(/^causeway: The database \S+ cannot be reached \(.+\)\. Check DATABASE_URL, .+\n$/);
    expect(server.stderr).not.toContain('hush');
  });

  test('because the schema is of a newer version prints one line and exits with code 3, and changes nothing', async () => {
    const database = await openTestDatabase();
    onTestFinished(database.close);
    await database.db.pool.query(
      `INSERT INTO schema_migrations SELECT 9999, 'of the future', '', max(applied_at) FROM schema_migrations`,
    );
    const server = await emptyHome().spawn({ DATABASE_URL: database.url });
    expect(await server.ended).toBe(3);
    expect(server.stderr).toMatch(
      /^causeway: The database has schema version \d+, this release supports up to \d+\. .+\n$/,
    );
    const { rows } = await database.db.pool.query('SELECT 1 FROM platforms');
    expect(rows).toEqual([]);
  });
});

/** Holds the row of an account, so that a request which needs it stays under way. */
async function holdAccount(home: ServerHome, id: string) {
  const client = new pg.Client(addressOf(home));
  client.on('error', () => {});
  await client.connect();
  await client.query('BEGIN');
  await client.query('SELECT 1 FROM accounts WHERE id = $1 FOR UPDATE', [id]);
  const isWaitedFor = async (): Promise<boolean> => (await countBlocked(client)) === 1;
  return { waitedFor: () => until(isWaitedFor, 'a request to be under way'), letGo: () => client.end() };
}

const isDraining = async ({ url }: ServerProcess): Promise<boolean> => (await fetch(`${url}/readyz`)).status === 503;

describe('a signal', limit, () => {
  test.each(['SIGTERM', 'SIGINT'] as const)('%s lets running requests end, then ends every process', async (signal) => {
    const home = await usedHome();
    const server = await home.start();
    const held = await holdAccount(home, (await usdAccount(server)).id);
    const running = fund(server, 5);
    await held.waitedFor();
    const family = [...descendantsOf(server.pid), home.postmasterPid()];

    server.child.kill(signal);
    await until(() => isDraining(server), 'the server to reject new requests');
    expect((await server.client.get('/config')).status).toBe(503);
    await held.letGo();
    const answer = await running;
    expect([answer.status, answer.body.balance.amount]).toEqual([200, 5]);
    expect(await server.ended).toBe(0);
    expect(family.filter(isAlive)).toEqual([]);
    expect(server.stderr).not.toContain('"level":50');

    const again = await home.start();
    expect((await usdAccount(again)).balance.amount).toBe(5);
  });

  test('lets a request end that is still being sent', async () => {
    const home = await usedHome();
    const server = await home.start();
    const { client, url } = server;
    const path = `/api/2025-10-13/sandbox/internal-accounts/${(await usdAccount(server)).id}/fund`;
    const headers = { 'content-type': 'application/json', expect: '100-continue' };
    const sending = request(`${url}${path}`, {
      method: 'POST',
      auth: `${client.clientId}:${client.clientSecret}`,
      headers,
    });
    sending.flushHeaders();
    await once(sending, 'continue');
    server.child.kill('SIGTERM');
    await until(() => isDraining(server), 'the server to drain');
    sending.end(JSON.stringify({ amount: 7 }));
    const [answer] = await once(sending, 'response');
    expect(answer.statusCode).toBe(200);
    answer.resume();
    expect(await server.ended).toBe(0);
  });

  test('during the start leaves nothing behind', async () => {
    const home = await usedHome();
    const server = await home.spawn();
    await until(() => existsSync(join(home.dataDir, 'postgres.lock')), 'the start to begin');
    expect(await server.stop()).toBe(0);
    expect(existsSync(join(home.dataDir, 'postgres/postmaster.pid'))).toBe(false);
    expect(existsSync(join(home.dataDir, 'postgres.lock'))).toBe(false);
  });

  test('that comes a second time ends the server at once, and the next start takes over', async () => {
    const home = await usedHome();
    const server = await home.start();
    const held = await holdAccount(home, (await usdAccount(server)).id);
    const running = fund(server, 5).catch(() => undefined);
    await held.waitedFor();
    server.child.kill('SIGTERM');
    await until(() => isDraining(server), 'the server to drain');
    expect(await server.stop()).toBe(130);
    expect(await running).toBeUndefined();
    await held.letGo();
    const again = await home.start();
    expect(again.stdout).toContain('took over a running PostgreSQL');
    expect((await fund(again, 5)).status).toBe(200);
  });
});

describe('a PostgreSQL of your own', limit, () => {
  test('is used in place of the embedded one, and left alone at the end', async () => {
    const database = await openEmptyDatabase();
    onTestFinished(database.close);
    const home = emptyHome();
    const server = await home.start({ DATABASE_URL: database.url });
    const { pathname } = new URL(database.url);
    expect(server.stdout).toMatch(new RegExp(`^Database {3}localhost:5432${pathname}$`, 'm'));
    expect((await fund(server, 100)).status).toBe(200);
    expect(readdirSync(home.dataDir).sort()).toEqual(['master.key', 'sandbox.env', 'server.json']);
    expect(await server.stop()).toBe(0);
    expect(readdirSync(home.dataDir).sort()).toEqual(['master.key', 'sandbox.env']);
    const again = await home.start({ DATABASE_URL: database.url });
    expect((await usdAccount(again)).balance.amount).toBe(100);
  });
});
