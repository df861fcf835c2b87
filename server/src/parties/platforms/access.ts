import type { Database } from '../../foundation/db/database.ts';
import type { EffectKind } from '../../foundation/db/effects.ts';
import { sql } from '../../foundation/db/sql.ts';
import { keyList, type Vault } from '../../foundation/db/vault.ts';
import type { BasicCredentials, Caller, Permission, PlatformMode } from '../../foundation/kernel/callers.ts';
import { monotonicMs } from '../../foundation/kernel/clock.ts';
import { unauthorized } from '../../foundation/kernel/errors.ts';
import { sha256 } from '../../foundation/kernel/sha256.ts';
import { truncationHint } from './client-secret.ts';

/** Maximum age of the cache, so that a revoked token stops working within a second in every process. */
const MAX_AGE_MS = 900;
const REFRESH_MS = 400;
/** The cache is no longer refreshed after this time without requests. */
const IDLE_MS = 5_000;
const MAX_CACHED = 10_000;

interface Entry {
  caller: Caller;
  secretHash: Buffer;
}

/** A value with the revision of the access data, read in one snapshot. */
export interface Loaded<T> {
  value: T;
  revision: bigint;
}

/** Authenticates callers. For a cached caller this takes one hash and no query. */
export class AccessCache {
  readonly #db: Database;
  readonly #vault: Vault;
  readonly #notifyOthers: () => Promise<void>;
  readonly #entries = new Map<string, Entry>();
  /** Verified callers. The key is a hash of the Authorization header, because the header itself is secret. */
  readonly #known = new Map<string, Caller>();
  /** Callers without an API token, such as agents and console sessions. The key is a hash of their secret. */
  readonly #others = new Map<string, unknown>();
  #revision = -1n;
  #keys = '';
  #checkedAt = Number.NEGATIVE_INFINITY;
  #usedAt = 0;
  /** Incremented when the cache may be stale, so that a check that started before does not count as fresh. */
  #invalidations = 0;
  #timer: NodeJS.Timeout | undefined;
  readonly #listeners = new Set<() => void>();

  /** `notifyOthers` must invalidate the caches of the other processes of this server. */
  constructor(db: Database, vault: Vault, notifyOthers: () => Promise<void> = async () => {}) {
    this.#db = db;
    this.#vault = vault;
    this.#notifyOthers = notifyOthers;
  }

  /** `read` parses the Authorization header. */
  authenticate(header: string | undefined, read: (header?: string) => BasicCredentials): Caller | Promise<Caller> {
    this.#usedAt = monotonicMs();
    const isFresh = this.#usedAt - this.#checkedAt <= MAX_AGE_MS;
    const digest = sha256(header ?? '', 'base64');
    return (isFresh && this.#known.get(digest)) || this.#check(digest, read(header), isFresh);
  }

  async #check(digest: string, { username, password }: BasicCredentials, isFresh: boolean): Promise<Caller> {
    if (!isFresh) await this.#checkRevision();
    const entry = this.#entries.get(username) ?? (await this.#load(username));
    // Verified even for an unknown client id, so that the response time does not reveal which ids exist.
    const isRight = await this.#vault.verify(password, entry?.secretHash);
    if (!entry || !isRight)
      throw unauthorized('CREDENTIALS_WRONG', 'Unknown client id or wrong secret.', truncationHint(password));
    if (!this.#vault.isCurrent(entry.secretHash)) await this.#rehash(entry, password);
    if (this.#known.size >= MAX_CACHED) this.#known.clear();
    if (this.#entries.get(username) === entry) this.#known.set(digest, entry.caller);
    return entry.caller;
  }

  /** Only here the secret is known in plain. Once all hashes are renewed, old hash keys can be retired. */
  async #rehash(entry: Entry, secret: string): Promise<void> {
    const fresh = this.#vault.hash(secret);
    const { caller, secretHash } = entry;
    await this.#db.write(sql`
      UPDATE api_tokens SET secret_hash = ${fresh}
      WHERE platform_id = ${caller.platform.id} AND id = ${caller.tokenId} AND secret_hash = ${secretHash}`);
    entry.secretHash = fresh;
  }

  /** Finds a caller by the hash of its secret, cached like tokens. A hash must always be loaded as the same type. */
  async find<T extends object>(secretHash: string, load: () => Promise<Loaded<T> | undefined>): Promise<T | undefined> {
    await this.#use();
    const known = this.#others.get(secretHash);
    if (known) return known as T;
    const found = await load();
    if (found) this.#keep<unknown>(this.#others, secretHash, found);
    return found?.value;
  }

  async #use(): Promise<void> {
    this.#usedAt = monotonicMs();
    if (this.#usedAt - this.#checkedAt > MAX_AGE_MS) await this.#checkRevision();
  }

  /**
   * Call after a change of tokens, clocks or faults. When it resolves, no process of this server uses stale entries;
   * other servers detect the change by the revision.
   */
  async refresh(): Promise<void> {
    await Promise.all([this.catchUp(), this.#notifyOthers()]);
  }

  async catchUp(): Promise<void> {
    this.#invalidations += 1;
    this.#checkedAt = Number.NEGATIVE_INFINITY;
    // After an error the cache stays stale, so the next request checks again and reports the error.
    await this.#checkRevision().catch(nextRequestChecks);
  }

  async #checkRevision(): Promise<void> {
    const invalidations = this.#invalidations;
    const startedAt = monotonicMs();
    const [row] = await this.#db.readPipelined<{ revision: bigint; keys: string | null }>(
      sql`SELECT revision, ${keyList} AS keys FROM revisions WHERE name = 'access'`,
    );
    // The same query detects rotated keys. They are loaded first, so that new entries are hashed with them.
    await this.#vault.follow(row?.keys);
    this.#adopt(row?.revision ?? 0n);
    this.#adoptKeys(row?.keys ?? '');
    if (invalidations === this.#invalidations) this.#checkedAt = startedAt;
    this.#keepFresh();
  }

  stop(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#usedAt = Number.NEGATIVE_INFINITY;
  }

  #keepFresh(): void {
    if (this.#timer) return;
    this.#timer = setTimeout(() => {
      this.#timer = undefined;
      // After an error the next request checks again.
      if (monotonicMs() - this.#usedAt < IDLE_MS) this.#checkRevision().catch(nextRequestChecks);
    }, REFRESH_MS);
    this.#timer.unref();
  }

  /** Ignores lower revisions, so that a delayed response does not restore old entries. */
  #adopt(revision: bigint): void {
    if (revision <= this.#revision) return;
    this.#clear();
    this.#revision = revision;
  }

  /** Clears the cache after a rotation of keys: verifying callers again stores their hashes under the new key. */
  #adoptKeys(keys: string): void {
    if (keys === this.#keys) return;
    this.#clear();
    this.#keys = keys;
  }

  #clear(): void {
    this.#entries.clear();
    this.#known.clear();
    this.#others.clear();
    for (const listener of this.#listeners) listener();
  }

  /** Calls the listener when tokens or other credentials have changed. Returns a function that removes the listener. */
  onChange(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  }

  #keep<T>(cached: Map<string, T>, key: string, { value, revision }: Loaded<T>): void {
    this.#adopt(revision);
    if (cached.size >= MAX_CACHED) cached.clear();
    if (revision === this.#revision) cached.set(key, value);
  }

  /** Reads token and revision in one snapshot, so that an entry read before a revocation is not cached after it. */
  async #load(username: string): Promise<Entry | undefined> {
    const [row] = await this.#db.readPipelined<TokenRow>(sql`
      SELECT t.id, t.permissions, t.secret_hash, p.id AS platform_id, p.name, p.mode, p.clock_offset_ms,
        ${hasFaults} AS has_faults, (SELECT revision FROM revisions WHERE name = 'access') AS revision
      FROM api_tokens t JOIN platforms p ON p.id = t.platform_id
      WHERE t.client_id = ${username} OR t.id = ${username}`);
    if (!row) return undefined;
    const entry = toEntry(row);
    this.#keep(this.#entries, username, { value: entry, revision: row.revision });
    return entry;
  }
}

/** SQL for statements that select from platforms as `p`. */
export const hasFaults = sql`
  EXISTS (SELECT 1 FROM sandbox_faults f WHERE f.platform_id = p.id AND f.remaining > 0)`;

/** Ignores a failed check: the cache stays stale, so the next request checks again and reports the error. */
function nextRequestChecks(): void {}

/** Effect that every change of cached data must include: tokens, platform clocks and faults. */
export const accessChanged = {
  kind: {
    name: 'access_changed',
    statement: (rows) => sql`
      UPDATE revisions SET revision = revision + 1
      WHERE name = 'access' AND EXISTS (SELECT 1 FROM ${rows} AS r(item int) JOIN guarded USING (item))`,
  } satisfies EffectKind,
  rows: [{}],
};

interface TokenRow {
  id: string;
  permissions: Permission[];
  secret_hash: Buffer;
  platform_id: string;
  name: string;
  mode: PlatformMode;
  clock_offset_ms: bigint;
  has_faults: boolean;
  revision: bigint;
}

const toEntry = (row: TokenRow): Entry => ({
  secretHash: row.secret_hash,
  caller: {
    tokenId: row.id,
    permissions: row.permissions,
    platform: {
      id: row.platform_id,
      name: row.name,
      mode: row.mode,
      clockOffsetMs: Number(row.clock_offset_ms),
      hasFaults: row.has_faults,
    },
  },
});
