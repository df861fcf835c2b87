import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, chownSync, existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { until } from './server-process.ts';

/** As Debian installs it: the oldest supported PostgreSQL. */
const BINARIES = '/usr/lib/postgresql/15/bin';
const NOBODY = 65_534;
const ACCOUNT = process.getuid?.() === 0 ? { uid: NOBODY, gid: NOBODY } : {};

/** A PostgreSQL 15 run by an operator, if this machine has one. */
export class PostgresOfTheMachine {
  static readonly isThere = existsSync(join(BINARIES, 'initdb'));

  readonly url: string;
  readonly #directory: string;
  readonly #child: ChildProcess;

  private constructor(directory: string, child: ChildProcess) {
    this.#directory = directory;
    this.#child = child;
    this.url = `postgresql://operator@localhost/postgres?host=${encodeURIComponent(directory)}`;
  }

  static async start(): Promise<PostgresOfTheMachine> {
    const directory = mkdtempSync(join(tmpdir(), 'causeway-test-'));
    chmodSync(directory, 0o700);
    if (ACCOUNT.uid) chownSync(directory, ACCOUNT.uid, ACCOUNT.gid);
    const cluster = join(directory, 'cluster');
    const options = { ...ACCOUNT, cwd: '/', stdio: 'ignore' } as const;
    execFileSync(join(BINARIES, 'initdb'), ['-D', cluster, '-U', 'operator', '-A', 'trust', '-N'], options);
    const settings = ['listen_addresses=', `unix_socket_directories=${directory}`, 'fsync=off'];
    const child = spawn(
      join(BINARIES, 'postgres'),
      ['-D', cluster, ...settings.flatMap((setting) => ['-c', setting])],
      options,
    );
    const postgres = new PostgresOfTheMachine(directory, child);
    await until(() => postgres.#answers(), 'PostgreSQL 15 to answer');
    return postgres;
  }

  async stop(): Promise<void> {
    const ended = once(this.#child, 'close');
    this.#child.kill('SIGINT');
    await ended;
    rmSync(this.#directory, { recursive: true, force: true });
  }

  async #answers(): Promise<boolean> {
    const client = new pg.Client(this.url);
    client.on('error', () => {});
    return client.connect().then(
      () => client.end().then(() => true),
      () => false,
    );
  }
}
