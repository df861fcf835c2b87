import type { Database } from '../../foundation/db/database.ts';
import type { EffectKind } from '../../foundation/db/effects.ts';
import { sql } from '../../foundation/db/sql.ts';
import { keyList, type Vault } from '../../foundation/db/vault.ts';
import type { BasicCredentials, Caller, Permission, PlatformMode } from '../../foundation/kernel/callers.ts';
import { monotonicMs } from '../../foundation/kernel/clock.ts';
import { unauthorized } from '../../foundation/kernel/errors.ts';
import { sha256 } from '../../foundation/kernel/sha256.ts';
import { truncationHint } from './client-secret.ts';

/** Maximum age of the cache: a revoked token stops working within a second in every process. */
const MAX_AGE_MS = 900;
const REFRESH_MS = 400;
/** Without requests for this long the cache is not refreshed. */
const IDLE_MS = 5_000;
const MAX_CACHED = 10_000;

interface Entry {
  caller: Caller;
  secretHash: Buffer;
}

/** A value and the revision of access, read from one snapshot. */
export interface Loaded<T> {
  value: T;
  revision: bigint;
}

/** Authenticates callers. A warm request costs one hash and no query. */
export class AccessCache {
  readonly #db: Database;
  readonly #vault: Vault;
  readonly #notifyOthers: () => Promise<void>;
  readonly #entries = new Map<string, Entry>();
  /** Verified callers by the hash of their header; the header itself is secret and not stored. */
  readonly #known = new Map<string, Caller>();
  /** Callers without a token in their header, such as agents and console sessions, by the hash of their secrets. */
  readonly #others = new Map<string, unknown>();
  #revision = -1n;
  #keys = '';
  #checkedAt = Number.NEGATIVE_INFINITY;
  #usedAt = 0;
  /** Raised when the cache may be stale: a check that started before does not count as fresh. */
  #invalidations = 0;
  #timer: NodeJS.Timeout | undefined;
  readonly #listeners = new Set<() => void>();

  /** `notifyOthers` makes the other processes of this server invalidate their caches. */
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
    // Hashed even for an unknown client id: the response time must not reveal which ids exist.
    const isRight = await this.#vault.verify(password, entry?.secretHash);
    if (!entry || !isRight)
      throw unauthorized('CREDENTIALS_WRONG', 'Unknown client id or wrong secret.', truncationHint(password));
    if (!this.#vault.isCurrent(entry.secretHash)) await this.#rehash(entry, password);
    if (this.#known.size >= MAX_CACHED) this.#known.clear();
    if (this.#entries.get(username) === entry) this.#known.set(digest, entry.caller);
    return entry.caller;
  }

  /** The plain secret is available only here. Old keys can be retired once all hashes are renewed. */
  async #rehash(entry: Entry, secret: string): Promise<void> {
    const fresh = this.#vault.hash(secret);
    const { caller, secretHash } = entry;
    await this.#db.write(sql`
      UPDATE api_tokens SET secret_hash = ${fresh}
      WHERE platform_id = ${caller.platform.id} AND id = ${caller.tokenId} AND secret_hash = ${secretHash}`);
    entry.secretHash = fresh;
  }

  /** A caller by the hash of its secrets; cached and evicted like tokens. One hash always loads one type. */
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
   * Called after a change of tokens, clocks or faults: afterwards no process of this server uses stale entries. Other
   * servers detect the change by the revision.
   */
  async refresh(): Promise<void> {
    await Promise.all([this.catchUp(), this.#notifyOthers()]);
  }

  async catchUp(): Promise<void> {
    this.#invalidations += 1;
    this.#checkedAt = Number.NEGATIVE_INFINITY;
    // The cache stays stale, so the next request checks again and reports the error.
    await this.#checkRevision().catch(nextRequestChecks);
  }

  async #checkRevision(): Promise<void> {
    const invalidations = this.#invalidations;
    const startedAt = monotonicMs();
    const [row] = await this.#db.readPipelined<{ revision: bigint; keys: string | null }>(
      sql`SELECT revision, ${keyList} AS keys FROM revisions WHERE name = 'access'`,
    );
    // The same round trip detects rotated keys. They are adopted first, so that later entries are hashed with them.
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
      // As in catchUp, the next request checks again.
      if (monotonicMs() - this.#usedAt < IDLE_MS) this.#checkRevision().catch(nextRequestChecks);
    }, REFRESH_MS);
    this.#timer.unref();
  }

  /** Only forward: a delayed response must not restore old entries. */
  #adopt(revision: bigint): void {
    if (revision <= this.#revision) return;
    this.#clear();
    this.#revision = revision;
  }

  /** Callers are verified again after a rotation, which renews their hashes under the new key. */
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

  /** Calls the listener when tokens or other credentials have changed. Returns a function that ends it. */
  onChange(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  }

  #keep<T>(cached: Map<string, T>, key: string, { value, revision }: Loaded<T>): void {
    this.#adopt(revision);
    if (cached.size >= MAX_CACHED) cached.clear();
    if (revision === this.#revision) cached.set(key, value);
  }

  /** Token and revision come from one snapshot: an entry read before a revocation is never cached after it. */
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

/** For statements that load a platform as `p`. */
export const hasFaults = sql`
  EXISTS (SELECT 1 FROM sandbox_faults f WHERE f.platform_id = p.id AND f.remaining > 0)`;

/** A failed check is ignored: the cache stays stale, so the next request checks again and reports the error. */
function nextRequestChecks(): void {}

/** Effect of every statement that changes cached data: tokens, platform clocks and faults. */
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
