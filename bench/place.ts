import { type ChildProcess, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { mkdir, readFile, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { Database } from '../server/src/foundation/db/database.ts';
import { ADMIN_ROLE, openEmbeddedPostgres } from '../server/src/foundation/db/embedded.ts';
import { sql } from '../server/src/foundation/db/sql.ts';
import { Vault } from '../server/src/foundation/db/vault.ts';
import { systemClock } from '../server/src/foundation/kernel/clock.ts';
import { connectionsFor } from '../server/src/start/processes/connections.ts';
import type { Postgres } from './pgbench.ts';
import { requireRunning, undoable } from './undo.ts';
import { type Books, openBooks } from './workload.ts';

const TOKEN = { clientId: 'bench', clientSecret: randomBytes(32).toString('hex') };
/** Secret of the card processor. */
export const PROCESSOR_SECRET = randomBytes(32).toString('hex');
const READY_TRIES = 600;
const READY_PAUSE_MS = 50;
const KILL_AFTER_MS = 15_000;

/** Environment of a measurement: a directory, a durable PostgreSQL, a server on it, a ledger with accounts. */
export interface Place {
  directory: string;
  postgres: Postgres;
  server: Server;
  books: Books;
  /** Main processes, whose children belong to them. */
  pids: { server: number; postgres: number };
  close(): Promise<void>;
}

export interface Server {
  url: URL;
  authorization: string;
  /** Resident memory of the process in bytes. */
  memory(): Promise<number | undefined>;
}

export async function openPlace({ processes = 1 } = {}): Promise<Place> {
  const { directory, remove } = await newDirectory();
  const settings = { max_connections: String(connectionsFor(processes)) };
  const masterKey = randomBytes(32);
  const opening = openEmbeddedPostgres({ dataDir: directory, exclusive: true, settings });
  let child: ChildProcess | undefined;
  let db: Database | undefined;
  const close = undoable(async () => {
    if (child) await end(child);
    await (await opening.catch(() => undefined))?.stop();
    // Closed last: waits for running statements, which the end of PostgreSQL aborts.
    await db?.close();
    await remove();
  });
  try {
    const postgres = await opening;
    const listening = await freePort();
    requireRunning();
    child = startServer(directory, postgres.connection, { masterKey, processes, listening });
    const server = await serverAt(child, listening);
    // Superuser: the benchmark inserts without checks of references and writes checkpoints.
    db = new Database({ connection: { ...postgres.connection, user: ADMIN_ROLE } });
    const books = await newBooks(db, masterKey);
    const pids = { server: child.pid ?? 0, postgres: await postmasterOf(postgres.directory) };
    return { directory, postgres: postgres.connection, server, books, pids, close };
  } catch (error) {
    await close();
    throw error;
  }
}

/** Process id of the PostgreSQL of a cluster: the first line of its file. */
const postmasterOf = async (cluster: string): Promise<number> =>
  Number((await readFile(join(cluster, 'postmaster.pid'), 'utf8')).split('\n', 1)[0]);

async function newBooks(db: Database, masterKey: Buffer): Promise<Books> {
  const at = systemClock.now();
  const vault = await Vault.open(db, [masterKey], at);
  const [row] = await db.read<{ platform_id: string }>(
    sql`SELECT platform_id FROM api_tokens WHERE client_id = ${TOKEN.clientId}`,
  );
  const books = { db, vault, platformId: row?.platform_id ?? '', at };
  await openBooks(books);
  return books;
}

/** The released bundle, in a separate process. */
function startServer(
  directory: string,
  { host, port, user, database }: Postgres,
  { masterKey, processes, listening }: { masterKey: Buffer; processes: number; listening: number },
): ChildProcess {
  return spawn(process.execPath, ['server/dist/causeway.js', 'start'], {
    stdio: ['ignore', 'ignore', 'inherit'],
    env: {
      PATH: process.env['PATH'],
      PORT: String(listening),
      PROCESSES: String(processes),
      DATA_DIR: directory,
      DATABASE_URL: `postgresql://${user}@localhost:${port}/${database}?host=${encodeURIComponent(host)}`,
      MASTER_KEY: masterKey.toString('hex'),
      SANDBOX_CLIENT_ID: TOKEN.clientId,
      SANDBOX_CLIENT_SECRET: TOKEN.clientSecret,
      RATE_LIMIT_PER_SECOND: '1000000',
      SANDBOX_WEBHOOKS_TO_PRIVATE_NETWORKS: 'true',
      // Keeps the housekeeping from shortening the filled lists.
      REQUEST_LOG_KEEP: '10000000',
      EVENTS_KEEP_DAYS: '36500',
      CARD_PROCESSOR_URL: 'http://127.0.0.1:1',
      CARD_PROCESSOR_SECRET: PROCESSOR_SECRET,
      CARD_BINS: 'VISA=400000',
    },
  });
}

async function serverAt(child: ChildProcess, port: number): Promise<Server> {
  const url = new URL(`http://127.0.0.1:${port}`);
  await ready(child, url);
  const authorization = `Basic ${Buffer.from(`${TOKEN.clientId}:${TOKEN.clientSecret}`).toString('base64')}`;
  return { url, authorization, memory: () => memoryOf(child.pid ?? 0) };
}

/** Waits until a server responds at the URL. */
export async function ready(child: ChildProcess, url: URL): Promise<void> {
  for (let i = 0; i < READY_TRIES && child.exitCode === null; i++) {
    const answer = await fetch(new URL('/readyz', url)).catch(() => undefined);
    if (answer?.ok) return;
    await sleep(READY_PAUSE_MS);
  }
  throw new Error(`nothing answers at ${url}`);
}

export async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = once(child, 'exit');
  child.kill('SIGTERM');
  const timer = setTimeout(() => child.kill('SIGKILL'), KILL_AFTER_MS);
  await ended;
  clearTimeout(timer);
}

export async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  server.close();
  await once(server, 'close');
  return typeof address === 'object' && address ? address.port : 0;
}

/** Temporary directory that PostgreSQL can reach, which never runs as root. */
export async function newDirectory(): Promise<{ directory: string; remove: () => Promise<void> }> {
  const directory = join(tmpdir(), `causeway-bench-${randomBytes(6).toString('hex')}`);
  const remove = undoable(() => rm(directory, { recursive: true, force: true }));
  await mkdir(directory, { mode: 0o755 });
  return { directory, remove };
}

/** Resident memory in bytes; undefined on systems without /proc. */
async function memoryOf(pid: number): Promise<number | undefined> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '');
  const kilobytes = /^VmRSS:\s+(\d+) kB/m.exec(status)?.[1];
  return kilobytes === undefined ? undefined : Number(kilobytes) * 1_024;
}
