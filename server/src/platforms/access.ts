import { timingSafeEqual } from 'node:crypto';
import type { Database } from '../db/database.ts';
import type { EffectKind } from '../db/effects.ts';
import { sql } from '../db/sql.ts';
import { sealingKeyId, type Vault } from '../db/vault.ts';
import type { BasicCredentials, Caller, Permission, PlatformMode } from '../kernel/callers.ts';
import { monotonicMs } from '../kernel/clock.ts';
import { unauthorized } from '../kernel/errors.ts';
import { sha256 } from '../kernel/sha256.ts';

/** What is cached is at most this old, so a revoked token stops working within a second in every process. */
const MAX_AGE_MS = 900;
const REFRESH_MS = 400;
/** Without requests nothing is refreshed: an idle server is quiet. */
const IDLE_MS = 5_000;
const MAX_CACHED = 10_000;

interface Entry {
  caller: Caller;
  secretHash: Buffer;
}

/** A caller and the revision of access, read from one snapshot. */
export interface Found {
  caller: Caller;
  revision: bigint;
}

/** Knows who is calling. A warm request costs one hash and no query. */
export class AccessCache {
  readonly #db: Database;
  readonly #vault: Vault;
  readonly #tellOthers: () => Promise<void>;
  readonly #entries = new Map<string, Entry>();
  /** Whose header was found right, by its hash: the header itself is a secret, and is not kept. */
  readonly #known = new Map<string, Caller>();
  /** Those who are known by one secret alone, by its hash. */
  readonly #others = new Map<string, Caller>();
  #revision = -1n;
  #checkedAt = Number.NEGATIVE_INFINITY;
  #usedAt = 0;
  /** Rises whenever what is known may be wrong: a look that began before says nothing about it. */
  #doubts = 0;
  #timer: NodeJS.Timeout | undefined;

  /** `tellOthers` has the other processes of this server catch up. */
  constructor(db: Database, vault: Vault, tellOthers: () => Promise<void> = async () => {}) {
    this.#db = db;
    this.#vault = vault;
    this.#tellOthers = tellOthers;
  }

  /** By the Authorization header as it came; `read` takes it apart. */
  authenticate(header: string | undefined, read: (header?: string) => BasicCredentials): Caller | Promise<Caller> {
    this.#usedAt = monotonicMs();
    const isFresh = this.#usedAt - this.#checkedAt <= MAX_AGE_MS;
    const digest = sha256(header ?? '', 'base64');
    return (isFresh && this.#known.get(digest)) || this.#check(digest, read(header), isFresh);
  }

  async #check(digest: string, { username, password }: BasicCredentials, isFresh: boolean): Promise<Caller> {
    if (!isFresh) await this.#look();
    const entry = this.#entries.get(username) ?? (await this.#load(username));
    // Hashed even for an unknown client id, so that the time tells nothing.
    const given = this.#vault.hash(password);
    if (!entry || !timingSafeEqual(given, entry.secretHash)) throw unauthorized('unknown client id or wrong secret');
    if (this.#known.size >= MAX_CACHED) this.#known.clear();
    if (this.#entries.get(username) === entry) this.#known.set(digest, entry.caller);
    return entry.caller;
  }

  /** Whoever is known by one secret alone, by its hash: cached and forgotten as tokens are. */
  async find(secretHash: string, load: () => Promise<Found | undefined>): Promise<Caller | undefined> {
    await this.#use();
    const known = this.#others.get(secretHash);
    if (known) return known;
    const found = await load();
    if (found) this.#keep(this.#others, secretHash, { value: found.caller, revision: found.revision });
    return found?.caller;
  }

  async #use(): Promise<void> {
    this.#usedAt = monotonicMs();
    if (this.#usedAt - this.#checkedAt > MAX_AGE_MS) await this.#look();
  }

  /**
   * Called by whoever changed what is cached: afterwards no process of this server goes by what it knew before. Those of
   * other servers notice by themselves.
   */
  async refresh(): Promise<void> {
    await Promise.all([this.catchUp(), this.#tellOthers()]);
  }

  /** Where the database cannot be asked now, the next request must ask it. */
  async catchUp(): Promise<void> {
    this.#doubts += 1;
    this.#checkedAt = Number.NEGATIVE_INFINITY;
    await this.#look().catch(() => {});
  }

  async #look(): Promise<void> {
    const doubts = this.#doubts;
    const startedAt = monotonicMs();
    const [row] = await this.#db.find<{ revision: bigint; sealing_key: string | null }>(
      sql`SELECT revision, ${sealingKeyId} AS sealing_key FROM revisions WHERE name = 'access'`,
    );
    this.#adopt(row?.revision ?? 0n);
    if (doubts === this.#doubts) this.#checkedAt = startedAt;
    this.#keepFresh();
    // The same round trip tells when keys were rotated.
    await this.#vault.follow(row?.sealing_key);
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
      if (monotonicMs() - this.#usedAt < IDLE_MS) this.#look().catch(() => {});
    }, REFRESH_MS);
    this.#timer.unref();
  }

  /** Only ever forward: an answer that was overtaken on its way must not bring old entries back. */
  #adopt(revision: bigint): void {
    if (revision <= this.#revision) return;
    this.#entries.clear();
    this.#known.clear();
    this.#others.clear();
    this.#revision = revision;
  }

  #keep<T>(cached: Map<string, T>, key: string, { value, revision }: { value: T; revision: bigint }): void {
    this.#adopt(revision);
    if (cached.size >= MAX_CACHED) cached.clear();
    if (revision === this.#revision) cached.set(key, value);
  }

  /** Token and revision come from one snapshot: an entry read before a revocation is never kept after it. */
  async #load(username: string): Promise<Entry | undefined> {
    const [row] = await this.#db.find<TokenRow>(sql`
      SELECT t.id, t.permissions, t.secret_hash, p.id AS platform_id, p.name, p.mode, p.clock_offset_ms,
        (SELECT revision FROM revisions WHERE name = 'access') AS revision
      FROM api_tokens t JOIN platforms p ON p.id = t.platform_id
      WHERE t.client_id = ${username} OR t.id = ${username}`);
    if (!row) return undefined;
    const entry = toEntry(row);
    this.#keep(this.#entries, username, { value: entry, revision: row.revision });
    return entry;
  }
}

/** Part of every statement that changes what processes cache: tokens and platform clocks. */
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
    },
  },
});
