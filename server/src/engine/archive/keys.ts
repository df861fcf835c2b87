import { randomBytes } from 'node:crypto';
import type { Database } from '../../foundation/db/database.ts';
import { sealContext, sealedColumns } from '../../foundation/db/sealed-columns.ts';
import { emptySql, type Sql, sql } from '../../foundation/db/sql.ts';
import type { Vault } from '../../foundation/db/vault.ts';
import { uuidv7 } from '../../foundation/kernel/ids.ts';

const KEY_BYTES = 32;

/** Key of authentication codes. Each key belongs to one database and its restored backups. */
export interface ArchiveKey {
  id: string;
  secret: Buffer;
}

/** Database and vault that contain the keys. */
export interface KeyStore {
  db: Database;
  vault: Vault;
}

/** Returns the key for new files, creating the first one. Of two keys created at once, both stay valid. */
export async function requireArchiveKey(store: KeyStore, now: Date): Promise<ArchiveKey> {
  return (await readKey(store)) ?? createKey(store, now);
}

export const findArchiveKey = (store: KeyStore, id: string): Promise<ArchiveKey | undefined> =>
  readKey(store, sql`WHERE id = ${id}`);

async function readKey({ db, vault }: KeyStore, condition: Sql = emptySql): Promise<ArchiveKey | undefined> {
  const [row] = await db.read<{ id: string; sealed: string }>(
    sql`SELECT id, secret_sealed AS sealed FROM archive_keys ${condition} ORDER BY created_at, id LIMIT 1`,
  );
  if (!row) return undefined;
  return { id: row.id, secret: Buffer.from(await vault.open(row.sealed, contextOf(row.id)), 'base64') };
}

async function createKey({ db, vault }: KeyStore, now: Date): Promise<ArchiveKey> {
  const key = { id: `archive-${uuidv7()}`, secret: randomBytes(KEY_BYTES) };
  const sealed = vault.seal(key.secret.toString('base64'), contextOf(key.id));
  await db.write(sql`INSERT INTO archive_keys VALUES (${key.id}, ${sealed}, ${now})`);
  return key;
}

const contextOf = (id: string) => sealContext(sealedColumns.archiveKey, { id });
