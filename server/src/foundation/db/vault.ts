import { createCipheriv, createDecipheriv, createHash, createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import { assert } from '../kernel/errors.ts';
import { uuidv7 } from '../kernel/ids.ts';
import type { Database } from './database.ts';
import type { SealContext } from './sealed-columns.ts';
import { sql } from './sql.ts';

const KEY_BYTES = 32;
const IV_BYTES = 12;
const TAG_BYTES = 16;
const HASH_BYTES = 32;
/** First hash key of every database. Its hashes have no key prefix. */
const FIRST_HASH_KEY = 'hash-1';
const MARK_BYTES = 4;

/** The master key cannot unwrap the data keys of the database. */
export class WrongMasterKey extends Error {}

/**
 * The first master key wraps data keys. The others only unwrap them, while the master key is being replaced. A function
 * is called at every reload, because the key file may change while the server runs.
 */
export type MasterKeys = readonly Buffer[] | (() => Promise<readonly Buffer[]>);

/** List of data keys, added to statements that servers run anyway. It changes if a key is added or retired. */
export const keyList = sql`(SELECT string_agg(id, ' ' ORDER BY created_at, id) FROM data_keys)`;

/** Prefix of a hash, which identifies its key. */
export const markOf = (keyId: string): Buffer =>
  keyId === FIRST_HASH_KEY ? Buffer.alloc(0) : createHash('sha256').update(keyId).digest().subarray(0, MARK_BYTES);

interface HashKey {
  id: string;
  mark: Buffer;
  key: Buffer;
}

/**
 * Envelope encryption of secrets at rest. Data keys seal values (AES-256-GCM, with the row as associated data); the
 * master key wraps the data keys and is never stored in the database.
 */
export class Vault {
  readonly #db: Database;
  readonly #masters: MasterKeys;
  readonly #onRejected: (error: WrongMasterKey) => void;
  #keys = new Map<string, Buffer>();
  #sealingKey = '';
  /** Newest first. The newest key hashes new values; the older ones verify existing hashes. */
  #hashKeys: readonly HashKey[] = [];
  #known = '';
  #rejected = '';

  private constructor(db: Database, masters: MasterKeys, onRejected: (error: WrongMasterKey) => void) {
    this.#db = db;
    this.#masters = masters;
    this.#onRejected = onRejected;
  }

  /** `onRejected` reports a rotation by another process to a master key that this process does not have. */
  static async open(
    db: Database,
    masters: MasterKeys,
    now: Date,
    onRejected: (error: WrongMasterKey) => void = () => {},
  ): Promise<Vault> {
    const vault = new Vault(db, masters, onRejected);
    await vault.reload();
    if (!vault.#sealingKey || vault.#hashKeys.length === 0) await vault.#createFirstKeys(now);
    return vault;
  }

  get sealingKey(): string {
    return this.#sealingKey;
  }

  get hashingKey(): string {
    return this.#hashKey.id;
  }

  /** Binds the value to its row and column (`context`): copied to another place, it does not open. */
  seal(text: string, context: SealContext): string {
    return `${this.#sealingKey}.${encrypt(this.#key(this.#sealingKey), text, context)}`;
  }

  async open(sealed: string, context: SealContext): Promise<string> {
    const [keyId = '', blob = ''] = sealed.split('.');
    if (!this.#keys.has(keyId)) await this.reload();
    return decrypt(this.#key(keyId), blob, context);
  }

  /** Keyed, so that a copy of the database is not enough to test guesses. For random secrets only. */
  hash(secret: string): Buffer {
    return hashUnder(this.#hashKey, secret);
  }

  /** Uses the key of the stored hash. Takes the same time without a stored hash. */
  async verify(secret: string, stored: Buffer | undefined): Promise<boolean> {
    let key = stored && this.#keyOf(stored);
    if (stored && !key && (await this.refresh())) key = this.#keyOf(stored);
    const given = hashUnder(key ?? this.#hashKey, secret);
    return stored !== undefined && key !== undefined && timingSafeEqual(given, stored);
  }

  /** Looks up a row by its secret: passes the hashes of the secret under all keys. */
  async find<T>(secret: string, lookUp: (hashes: Buffer[]) => Promise<T | undefined>): Promise<T | undefined> {
    const hashes = (): Buffer[] => this.#hashKeys.map((key) => hashUnder(key, secret));
    const found = await lookUp(hashes());
    if (found !== undefined || !(await this.refresh())) return found;
    return lookUp(hashes());
  }

  /** False for a hash under an older key. Callers replace it when the secret is next used. */
  isCurrent(stored: Buffer): boolean {
    return this.#keyOf(stored) === this.#hashKey;
  }

  async reload(): Promise<void> {
    try {
      await this.#load();
    } catch (error) {
      // A rotation may have happened between reading data keys and the master key file, so the second try decides.
      if (!(error instanceof WrongMasterKey)) throw error;
      await this.#load();
    }
  }

  /** Reloads if the keys differ. If keys cannot be unwrapped, reports that once and continues with the old ones. */
  async follow(keys: string | null | undefined): Promise<boolean> {
    if (!keys || keys === this.#known || keys === this.#rejected) return false;
    try {
      await this.reload();
      return true;
    } catch (error) {
      if (!(error instanceof WrongMasterKey)) throw error;
      this.#rejected = keys;
      this.#onRejected(error);
      return false;
    }
  }

  /** Returns true if keys were added or retired since the last load. */
  async refresh(): Promise<boolean> {
    const [row] = await this.#db.read<{ keys: string | null }>(sql`SELECT ${keyList} AS keys`);
    return this.follow(row?.keys);
  }

  /** Wraps every data key under the first master key; optionally adds new sealing and hashing keys. */
  async rotate({ now, withNewKey }: { now: Date; withNewKey: boolean }): Promise<void> {
    const masters = await this.#masterKeys();
    await this.#db.transaction(async (query) => {
      await query(sql`LOCK TABLE data_keys IN SHARE ROW EXCLUSIVE MODE`);
      for (const row of await query<KeyRow>(allKeys)) {
        const wrapped = wrap(row.id, unwrap(row, masters), masters);
        await query(sql`UPDATE data_keys SET wrapped = ${wrapped} WHERE id = ${row.id}`);
      }
      if (!withNewKey) return;
      for (const fresh of [newKey(`seal-${uuidv7()}`, 'SEAL', masters), newKey(`hash-${uuidv7()}`, 'HASH', masters)]) {
        // Later than every existing key even if this clock is behind, because the newest key is the current one.
        await query(sql`
          INSERT INTO data_keys SELECT ${fresh.id}, ${fresh.purpose}, ${fresh.wrapped},
            greatest(${now}::timestamptz, max(created_at) + interval '1 millisecond') FROM data_keys`);
      }
    });
    await this.reload();
  }

  /** Deletes keys. The caller has checked that no value uses them. */
  async retire(ids: readonly string[]): Promise<void> {
    if (ids.length === 0) return;
    await this.#db.write(sql`DELETE FROM data_keys WHERE id = ANY (${ids}::text[])`);
    await this.reload();
  }

  async #load(): Promise<void> {
    const found = await this.#db.read<KeyRow>(allKeys);
    const masters = await this.#masterKeys();
    this.#keys = new Map(found.map((row) => [row.id, unwrap(row, masters)]));
    this.#sealingKey = found.findLast((row) => row.purpose === 'SEAL')?.id ?? '';
    this.#hashKeys = found
      .filter((row) => row.purpose === 'HASH')
      .map(({ id }) => ({ id, mark: markOf(id), key: this.#key(id) }))
      .reverse();
    this.#known = found.map(({ id }) => id).join(' ');
  }

  /** Safe when two processes start on a new database concurrently: the second inserts nothing. */
  async #createFirstKeys(now: Date): Promise<void> {
    const masters = await this.#masterKeys();
    for (const key of [newKey('seal-1', 'SEAL', masters), newKey(FIRST_HASH_KEY, 'HASH', masters)]) {
      await this.#db.write(sql`
        INSERT INTO data_keys SELECT ${key.id}, ${key.purpose}, ${key.wrapped}, ${now}::timestamptz
        WHERE NOT EXISTS (SELECT 1 FROM data_keys WHERE purpose = ${key.purpose}) ON CONFLICT DO NOTHING`);
    }
    await this.reload();
  }

  #masterKeys(): Promise<readonly Buffer[]> {
    return typeof this.#masters === 'function' ? this.#masters() : Promise.resolve(this.#masters);
  }

  get #hashKey(): HashKey {
    const [newest] = this.#hashKeys;
    assert(newest, 'a vault has a hash key');
    return newest;
  }

  #keyOf(stored: Buffer): HashKey | undefined {
    const mark = stored.subarray(0, stored.length - HASH_BYTES);
    return this.#hashKeys.find((key) => stored.length === key.mark.length + HASH_BYTES && key.mark.equals(mark));
  }

  #key(id: string): Buffer {
    const key = this.#keys.get(id);
    if (!key) throw new Error(`no data key ${id}`);
    return key;
  }
}

const hashUnder = ({ mark, key }: HashKey, secret: string): Buffer =>
  Buffer.concat([mark, createHmac('sha256', key).update(secret).digest()]);

export interface KeySummary {
  id: string;
  purpose: 'SEAL' | 'HASH';
  /** Fingerprint of the master key that wraps the data key. */
  wrappedBy: string;
  createdAt: Date;
}

/** Key metadata without key material, oldest first. */
export async function listDataKeys(db: Database): Promise<KeySummary[]> {
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

/** Identifies a master key without revealing it. */
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
