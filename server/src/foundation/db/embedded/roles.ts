import pg from 'pg';
import { disconnect, newClient, type SocketConnection } from './probe.ts';

/** Superuser created by initdb. Prepares the database; operators may use it too. */
export const ADMIN_ROLE = 'causeway';
/** Role of the server: owns the database and its objects and has no other rights. */
export const SERVER_ROLE = 'causeway_server';

const DUPLICATE_DATABASE = '42P04';

const createOwner = (database: string): string => `
  DO $$
  BEGIN
    IF to_regrole('${SERVER_ROLE}') IS NULL THEN
      CREATE ROLE ${SERVER_ROLE} LOGIN NOSUPERUSER NOCREATEDB NOCREATEROLE NOREPLICATION NOBYPASSRLS;
    END IF;
    ALTER DATABASE ${database} OWNER TO ${SERVER_ROLE};
  END $$`;

/** Creates the database and its role. Repeatable: the next start finishes an interrupted run. */
export async function prepareDatabase(connection: SocketConnection): Promise<void> {
  const { database } = connection;
  const admin = { ...connection, user: ADMIN_ROLE };
  try {
    await run({ ...admin, database: 'postgres' }, `CREATE DATABASE ${database}`);
  } catch (error) {
    if (!(error instanceof pg.DatabaseError) || error.code !== DUPLICATE_DATABASE) throw error;
  }
  await run(admin, createOwner(database));
}

async function run(connection: SocketConnection, statement: string): Promise<void> {
  const client = newClient(connection);
  try {
    await client.connect();
    await client.query(statement);
  } finally {
    disconnect(client);
  }
}
