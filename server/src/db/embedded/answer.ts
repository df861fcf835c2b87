import pg from 'pg';
import { EmbeddedPostgresFailed } from './errors.ts';

const ASK_TIMEOUT_MS = 1_000;
const CREATE_DATABASE_TIMEOUT_MS = 30_000;
const NO_DATABASE = '3D000';
const DUPLICATE_DATABASE = '42P04';
/** Starting up, shutting down, or every connection taken. */
const NOT_NOW = new Set(['57P01', '57P02', '57P03', '53300']);

export interface Connection {
  readonly host: string;
  readonly port: number;
  readonly user: string;
  readonly database: string;
}

export type Answer = 'ready' | 'no database' | 'not now' | 'silent';

/** What a PostgreSQL at that socket says to a new connection. */
export async function ask(connection: Connection): Promise<Answer> {
  const client = newClient(connection);
  try {
    await client.connect();
  } catch (error) {
    if (!(error instanceof pg.DatabaseError)) return 'silent';
    if (error.code === NO_DATABASE) return 'no database';
    if (NOT_NOW.has(error.code ?? '')) return 'not now';
    throw new EmbeddedPostgresFailed(`PostgreSQL in ${connection.host} refuses us: ${error.message}`, { cause: error });
  }
  hangUp(client);
  return 'ready';
}

/** Undone as a whole if it is cut short, so there is never half a database. */
export async function createDatabase(connection: Connection): Promise<void> {
  const client = newClient({ ...connection, database: 'postgres' });
  try {
    await client.connect();
    await client.query(`CREATE DATABASE ${connection.database}`);
  } catch (error) {
    if (!(error instanceof pg.DatabaseError) || error.code !== DUPLICATE_DATABASE) throw error;
  } finally {
    hangUp(client);
  }
}

function newClient(connection: Connection): pg.Client {
  const client = new pg.Client({
    ...connection,
    ssl: false,
    connectionTimeoutMillis: ASK_TIMEOUT_MS,
    query_timeout: CREATE_DATABASE_TIMEOUT_MS,
  });
  // Without a listener a connection that breaks would end the process.
  client.on('error', () => {});
  return client;
}

/** Not awaited: a PostgreSQL that hangs would never confirm it. */
function hangUp(client: pg.Client): void {
  client.end().catch(() => {});
}
