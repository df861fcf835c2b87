import pg from 'pg';
import { EmbeddedPostgresFailed } from './errors.ts';

const PROBE_TIMEOUT_MS = 1_000;
const PREPARE_TIMEOUT_MS = 30_000;
const NO_DATABASE = '3D000';
const NOT_AUTHORIZED = '28000';
const NO_ROLE = /^role ".+" does not exist$/;
/** SQLSTATEs of a PostgreSQL that is starting up, shutting down, or out of connections. */
const NOT_NOW = new Set(['57P01', '57P02', '57P03', '53300']);

export interface SocketConnection {
  readonly host: string;
  readonly port: number;
  readonly user: string;
  readonly database: string;
}

/** `unprepared`: the database or the role of the server does not exist yet. */
type ProbeResult = 'ready' | 'unprepared' | 'not now' | 'silent';

/** Opens a connection to find out whether PostgreSQL is ready. */
export async function probe(connection: SocketConnection): Promise<ProbeResult> {
  const client = newClient(connection);
  try {
    await client.connect();
  } catch (error) {
    if (!(error instanceof pg.DatabaseError)) return 'silent';
    if (error.code === NO_DATABASE || isWithoutRole(error)) return 'unprepared';
    if (NOT_NOW.has(error.code ?? '')) return 'not now';
    throw new EmbeddedPostgresFailed(`PostgreSQL in ${connection.host} rejects connections: ${error.message}`, {
      cause: error,
    });
  }
  disconnect(client);
  return 'ready';
}

/** PostgreSQL uses the same code for system users that may not connect, so the message distinguishes them. */
const isWithoutRole = ({ code, message }: pg.DatabaseError): boolean =>
  code === NOT_AUTHORIZED && NO_ROLE.test(message);

export function newClient(connection: SocketConnection): pg.Client {
  const client = new pg.Client({
    ...connection,
    ssl: false,
    connectionTimeoutMillis: PROBE_TIMEOUT_MS,
    query_timeout: PREPARE_TIMEOUT_MS,
    statement_timeout: PREPARE_TIMEOUT_MS,
  });
  // An error event without a listener would end the process.
  client.on('error', () => {});
  return client;
}

/** Not awaited, because a hanging PostgreSQL never confirms. Errors while closing have no effect. */
export function disconnect(client: pg.Client): void {
  client.end().catch(() => {});
}
