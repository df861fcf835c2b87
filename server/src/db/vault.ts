import { createCipheriv, createDecipheriv, createHash, createHmac, randomBytes } from 'node:crypto';
import { assert } from '../kernel/errors.ts';
import { uuidv7 } from '../kernel/ids.ts';
import type { Database } from './database.ts';
import type { SealContext } from './sealed-columns.ts';
import { sql } from './sql.ts';

const KEY_BYTES = 32;
const IV_BYTES = 12;
const TAG_BYTES = 16;

/** The master key cannot open what the database holds; one clear line for the operator. */
export class WrongMasterKey extends Error {}

/**
 * The first master key wraps data keys; the others only open, so that it can be changed. A function is asked at every
 * reload: files may be replaced while a server runs.
 */
export type MasterKeys = readonly Buffer[] | (() => Promise<readonly Buffer[]>);

/** For those who ask the database regularly anyway: the id of the key that seals. */
export const sealingKeyId = sql`
  (SELECT id FROM data_keys WHERE purpose = 'SEAL' ORDER BY created_at DESC, id DESC LIMIT 1)`;

/**
 * Secrets at rest by envelope encryption: values are sealed under data keys (AES-256-GCM, the row they belong to as
 * associated data), and data keys under the master key, which is never stored in the database.
 */
export class Vault {
  readonly #db: Database;
  readonly #masters: MasterKeys;
  readonly #onRefused: (error: WrongMasterKey) => void;
  #keys = new Map<string, Buffer>();
  #sealingKey = '';
  #hashingKey = '';
  #refusedKey = '';

  private constructor(db: Database, masters: MasterKeys, onRefused: (error: WrongMasterKey) => void) {
    this.#db = db;
    this.#masters = masters;
    this.#onRefused = onRefused;
  }

  /** `onRefused`: another process has rotated to a master key that this one does not have. */
  static async open(
    db: Database,
    masters: MasterKeys,
    now: Date,
    onRefused: (error: WrongMasterKey) => void = () => {},
  ): Promise<Vault> {
    const vault = new Vault(db, masters, onRefused);
    await vault.reload();
    if (!vault.#sealingKey || !vault.#hashingKey) await vault.#makeFirstKeys(now);
    return vault;
  }

  get sealingKey(): string {
    return this.#sealingKey;
  }

  /** `context` names the row and column; a value copied elsewhere does not open. */
  seal(text: string, context: SealContext): string {
    return `${this.#sealingKey}.${encrypt(this.#key(this.#sealingKey), text, context)}`;
  }

  async open(sealed: string, context: SealContext): Promise<string> {
    const [keyId = '', blob = ''] = sealed.split('.');
    if (!this.#keys.has(keyId)) await this.reload();
    return decrypt(this.#key(keyId), blob, context);
  }

  /** A keyed hash for secrets of 256 random bits: one that reads the database cannot test guesses. */
  hash(secret: string): Buffer {
    return createHmac('sha256', this.#key(this.#hashingKey)).update(secret).digest();
  }

  async reload(): Promise<void> {
    try {
      await this.#load();
    } catch (error) {
      // Data keys and master key files are two readings, and a rotation may fall between them: the second look decides.
      if (!(error instanceof WrongMasterKey)) throw error;
      await this.#load();
    }
  }

  /** Told which key seals by now. One that cannot be opened is reported once, and the keys at hand go on working. */
  async follow(sealingKey: string | null | undefined): Promise<void> {
    if (!sealingKey || sealingKey === this.#sealingKey || sealingKey === this.#refusedKey) return;
    try {
      await this.reload();
    } catch (error) {
      if (!(error instanceof WrongMasterKey)) throw error;
      this.#refusedKey = sealingKey;
      this.#onRefused(error);
    }
  }

  /** Every data key under the first master key, and where asked a fresh sealing key. Old keys stay: they only open. */
  async rotate({ now, withNewKey }: { now: Date; withNewKey: boolean }): Promise<void> {
    const masters = await this.#masterKeys();
    await this.#db.transaction(async (query) => {
      await query(sql`LOCK TABLE data_keys IN SHARE ROW EXCLUSIVE MODE`);
      for (const row of await query<KeyRow>(allKeys)) {
        const wrapped = wrap(row.id, unwrap(row, masters), masters);
        await query(sql`UPDATE data_keys SET wrapped = ${wrapped} WHERE id = ${row.id}`);
      }
      if (!withNewKey) return;
      const fresh = newKey(`seal-${uuidv7()}`, 'SEAL', masters);
      // The newest key seals, even where this clock is behind the one that made the last.
      await query(sql`
        INSERT INTO data_keys SELECT ${fresh.id}, ${fresh.purpose}, ${fresh.wrapped},
          greatest(${now}::timestamptz, max(created_at) + interval '1 millisecond') FROM data_keys`);
    });
    await this.reload();
  }

  async #load(): Promise<void> {
    const found = await this.#db.read<KeyRow>(allKeys);
    const masters = await this.#masterKeys();
    this.#keys = new Map(found.map((row) => [row.id, unwrap(row, masters)]));
    this.#sealingKey = found.findLast((row) => row.purpose === 'SEAL')?.id ?? '';
    this.#hashingKey = found.find((row) => row.purpose === 'HASH')?.id ?? '';
  }

  /** Of two processes that start at once on a new database, one makes the keys. */
  async #makeFirstKeys(now: Date): Promise<void> {
    const masters = await this.#masterKeys();
    for (const key of [newKey('seal-1', 'SEAL', masters), newKey('hash-1', 'HASH', masters)]) {
      await this.#db.write(sql`
        INSERT INTO data_keys SELECT ${key.id}, ${key.purpose}, ${key.wrapped}, ${now}::timestamptz
        WHERE NOT EXISTS (SELECT 1 FROM data_keys WHERE purpose = ${key.purpose}) ON CONFLICT DO NOTHING`);
    }
    await this.reload();
  }

  #masterKeys(): Promise<readonly Buffer[]> {
    return typeof this.#masters === 'function' ? this.#masters() : Promise.resolve(this.#masters);
  }

  #key(id: string): Buffer {
    const key = this.#keys.get(id);
    if (!key) throw new Error(`no data key ${id}`);
    return key;
  }
}

export interface KeySummary {
  id: string;
  purpose: 'SEAL' | 'HASH';
  /** The master key that wraps it, by its fingerprint. */
  wrappedBy: string;
  createdAt: Date;
}

/** What there is to tell of keys without having any. */
export async function listKeys(db: Database): Promise<KeySummary[]> {
  const found = await db.read<KeyRow>(allKeys);
  return found.map(({ id, purpose, wrapped, created_at }) => {
    const [wrappedBy = ''] = wrapped.split('.');
    return { id, purpose, wrappedBy, createdAt: created_at };
  });
}

const allKeys = sql`SELECT id, purpose, wrapped, created_at FROM data_keys ORDER BY created_at, id`;

interface KeyRow {
  id: string;
  purpose: 'SEAL' | 'HASH';
  wrapped: string;
  created_at: Date;
}

function newKey(id: string, purpose: KeyRow['purpose'], masters: readonly Buffer[]): Omit<KeyRow, 'created_at'> {
  return { id, purpose, wrapped: wrap(id, randomBytes(KEY_BYTES), masters) };
}

function wrap(id: string, key: Buffer, [master]: readonly Buffer[]): string {
  assert(master, 'a vault has a master key');
  return `${fingerprint(master)}.${encrypt(master, key.toString('base64'), wrapContext(id))}`;
}

function unwrap({ id, wrapped }: KeyRow, masters: readonly Buffer[]): Buffer {
  const [masterId, blob = ''] = wrapped.split('.');
  const master = masters.find((key) => fingerprint(key) === masterId);
  if (!master) {
    throw new WrongMasterKey(
      'The master key is not the one that this database was sealed with. Set MASTER_KEY to that key, or MASTER_KEY_PREVIOUS to it and run "causeway keys rotate".',
    );
  }
  return Buffer.from(decrypt(master, blob, wrapContext(id)), 'base64');
}

const wrapContext = (id: string): string => `data_keys/${id}`;

/** Tells master keys apart without telling anything about them. */
const fingerprint = (key: Buffer): string => createHash('sha256').update(key).digest('hex').slice(0, 16);

function encrypt(key: Buffer, text: string, context: string): string {
  const iv = randomBytes(IV_BYTES);
  const cipher = createCipheriv('aes-256-gcm', key, iv).setAAD(Buffer.from(context));
  return Buffer.concat([iv, cipher.update(text, 'utf8'), cipher.final(), cipher.getAuthTag()]).toString('base64url');
}

function decrypt(key: Buffer, blob: string, context: string): string {
  const bytes = Buffer.from(blob, 'base64url');
  const body = bytes.subarray(IV_BYTES, -TAG_BYTES);
  const decipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(0, IV_BYTES), { authTagLength: TAG_BYTES })
    .setAAD(Buffer.from(context))
    .setAuthTag(bytes.subarray(-TAG_BYTES));
  return Buffer.concat([decipher.update(body), decipher.final()]).toString('utf8');
}
