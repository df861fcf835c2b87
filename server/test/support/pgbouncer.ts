import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chownSync, existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { until } from './server-process.ts';
import { TcpProxy } from './tcp-proxy.ts';

const BINARY = '/usr/sbin/pgbouncer';
const PORT = 6432;
const NOBODY = 65_534;
const ACCOUNT = process.getuid?.() === 0 ? { uid: NOBODY, gid: NOBODY } : {};

interface Target {
  host: string;
  port: number;
  user: string;
  database: string;
}

/** A PgBouncer in transaction mode with one connection to PostgreSQL, if this machine has one installed. */
export class PgBouncer {
  static readonly isThere = existsSync(BINARY);

  readonly connection: Target;
  readonly #directory: string;
  readonly #child: ChildProcess;
  readonly #proxy: TcpProxy;

  private constructor(directory: string, child: ChildProcess, { proxy, target }: { proxy: TcpProxy; target: Target }) {
    this.#directory = directory;
    this.#child = child;
    this.#proxy = proxy;
    this.connection = { ...target, host: directory, port: PORT };
  }

  /** Through a proxy: PgBouncer does not run as root, and other users cannot open the socket of PostgreSQL. */
  static async start(target: Target): Promise<PgBouncer> {
    const directory = mkdtempSync(join(tmpdir(), 'causeway-test-'));
    const proxy = await TcpProxy.start(target);
    const settings = join(directory, 'pgbouncer.ini');
    const upstream = `host=127.0.0.1 port=${proxy.port} user=${target.user} pool_size=1`;
    const lines = [
      '[databases]',
      `${target.database} = ${upstream}`,
      '[pgbouncer]',
      'listen_addr =',
      `unix_socket_dir = ${directory}`,
      `listen_port = ${PORT}`,
      'auth_type = any',
      'pool_mode = transaction',
    ];
    writeFileSync(settings, lines.join('\n'));
    if (ACCOUNT.uid) chownSync(directory, ACCOUNT.uid, ACCOUNT.gid);
    const child = spawn(BINARY, ['--quiet', settings], { ...ACCOUNT, stdio: 'ignore', cwd: '/' });
    const bouncer = new PgBouncer(directory, child, { proxy, target });
    await until(() => bouncer.#answers(), 'PgBouncer to answer');
    return bouncer;
  }

  async stop(): Promise<void> {
    const ended = once(this.#child, 'close');
    this.#child.kill('SIGKILL');
    await ended;
    await this.#proxy.stop();
    rmSync(this.#directory, { recursive: true, force: true });
  }

  async #answers(): Promise<boolean> {
    const client = new pg.Client(this.connection);
    client.on('error', () => {});
    return client.connect().then(
      () => client.end().then(() => true),
      () => false,
    );
  }
}
