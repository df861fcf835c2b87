import { randomUUID } from 'node:crypto';
import pg from 'pg';
import { inject } from 'vitest';
import { type Connection, Database } from '../../src/foundation/db/database.ts';
import { ADMIN_ROLE } from '../../src/foundation/db/embedded.ts';

export interface TestDatabase {
  db: Database;
  connection: Exclude<Connection, string>;
  /** Connection settings for a second pool, as another process has. */
  open(): Database;
  close(): Promise<void>;
}

/** A fresh, migrated database, and its DATABASE_URL for another process. */
export async function openTestDatabase(): Promise<TestDatabase & { url: string }> {
  const template = inject('postgres');
  const name = `test_${randomUUID().replaceAll('-', '')}`;
  // Copying files is cheaper than writing every page to the log; the template has no writers.
  await administer(`CREATE DATABASE ${name} TEMPLATE ${template.database} OWNER ${template.user} STRATEGY FILE_COPY`);
  const connection = { ...template, database: name };
  const opened: Database[] = [];
  const open = (): Database => {
    const db = new Database({ connection });
    opened.push(db);
    return db;
  };
  const close = async (): Promise<void> => {
    await Promise.all(opened.filter(({ pool }) => !pool.ending).map((db) => db.close()));
    await administer(`DROP DATABASE IF EXISTS ${name} WITH (FORCE)`);
  };
  return { db: open(), connection, url: urlOf(name), open, close };
}

/** An empty database, as an operator provides it. */
export async function openEmptyDatabase(): Promise<{ url: string; close(): Promise<void> }> {
  const { user } = inject('postgres');
  const name = `empty_${randomUUID().replaceAll('-', '')}`;
  await administer(`CREATE DATABASE ${name} TEMPLATE template0 OWNER ${user}`);
  return { url: urlOf(name), close: () => administer(`DROP DATABASE IF EXISTS ${name} WITH (FORCE)`) };
}

function urlOf(name: string): string {
  const { host, port, user } = inject('postgres');
  return `postgresql://${user}@localhost:${port}/${name}?host=${encodeURIComponent(host)}`;
}

/** Runs as the superuser; the service under test has fewer privileges. */
export async function administer(statement: string, database = 'postgres'): Promise<void> {
  const client = new pg.Client({ ...inject('postgres'), user: ADMIN_ROLE, database });
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
}
