import pg from 'pg';
import { disconnect, newClient, type SocketConnection } from './probe.ts';

/** Superuser that initdb creates; prepares the database, and is available to operators. */
export const ADMIN_ROLE = 'causeway';
/** Owns the database and its objects, without other rights. */
export const SERVER_ROLE = 'causeway_server';

const DUPLICATE_DATABASE = '42P04';

/**
 * Creates the role and makes it the owner of everything, which earlier releases left to the superuser. One transaction,
 * so that an existing role means that nothing is left to do.
 */
const transferOwnership = (database: string): string => `
  DO $$
  DECLARE change text;
  BEGIN
    IF to_regrole('${SERVER_ROLE}') IS NULL THEN
      CREATE ROLE ${SERVER_ROLE} LOGIN NOSUPERUSER NOCREATEDB NOCREATEROLE NOREPLICATION NOBYPASSRLS;
    END IF;
    ALTER DATABASE ${database} OWNER TO ${SERVER_ROLE};
    FOR change IN
      SELECT format('ALTER TABLE %s', oid::regclass) FROM pg_class
      WHERE relnamespace = 'public'::regnamespace AND relkind IN ('r', 'p', 'v', 'm')
        AND NOT EXISTS (SELECT FROM pg_depend WHERE objid = pg_class.oid AND deptype = 'e')
      UNION ALL
      SELECT format('ALTER ROUTINE %s', oid::regprocedure) FROM pg_proc
      WHERE pronamespace = 'public'::regnamespace
        AND NOT EXISTS (SELECT FROM pg_depend WHERE objid = pg_proc.oid AND deptype = 'e')
    LOOP
      EXECUTE change || ' OWNER TO ${SERVER_ROLE}';
    END LOOP;
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
  await run(admin, transferOwnership(database));
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
