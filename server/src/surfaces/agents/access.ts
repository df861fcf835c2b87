import type { Database } from '../../foundation/db/database.ts';
import { sql } from '../../foundation/db/sql.ts';
import type { Vault } from '../../foundation/db/vault.ts';
import type { Caller, PlatformMode } from '../../foundation/kernel/callers.ts';
import { unauthorizedAgent } from '../../foundation/kernel/errors.ts';
import { type AccessCache, hasFaults, type Loaded } from '../../parties/platforms/access.ts';

interface Deps {
  db: Database;
  vault: Vault;
  accessCache: AccessCache;
}

/** Finds an agent by the keyed hash of its token, so that timing reveals nothing. Replaces an old hash. */
export async function authenticateAgent({ db, vault, accessCache }: Deps, accessToken: string): Promise<Caller> {
  const hash = vault.hash(accessToken);
  const caller = await accessCache.find(hash.toString('hex'), async () => {
    const found = await vault.find(accessToken, (hashes) => load(db, hashes));
    if (found && !vault.isCurrent(found.hash)) await rehash(db, found.hash, vault.hash(accessToken));
    return found;
  });
  if (!caller) throw unauthorizedAgent('ACCESS_TOKEN_UNKNOWN', 'Unknown or revoked access token.');
  return caller;
}

async function rehash(db: Database, old: Buffer, fresh: Buffer): Promise<void> {
  await db.write(sql`UPDATE agents SET access_token_hash = ${fresh} WHERE access_token_hash = ${old}`);
}

async function load(db: Database, hashes: readonly Buffer[]): Promise<(Loaded<Caller> & { hash: Buffer }) | undefined> {
  const [row] = await db.readPipelined<Row>(sql`
    SELECT a.id, a.customer_id, a.access_token_hash AS hash, p.id AS platform_id, p.name, p.mode, p.clock_offset_ms,
      ${hasFaults} AS has_faults, (SELECT revision FROM revisions WHERE name = 'access') AS revision
    FROM agents a JOIN platforms p ON p.id = a.platform_id
    WHERE a.access_token_hash = ANY (${hashes}::bytea[])`);
  return row && { value: callerOf(row), revision: row.revision, hash: row.hash };
}

interface Row {
  id: string;
  customer_id: string;
  hash: Buffer;
  platform_id: string;
  name: string;
  mode: PlatformMode;
  clock_offset_ms: bigint;
  has_faults: boolean;
  revision: bigint;
}

const callerOf = ({ id, customer_id, platform_id, name, mode, clock_offset_ms, has_faults }: Row): Caller => ({
  tokenId: id,
  permissions: [],
  platform: { id: platform_id, name, mode, clockOffsetMs: Number(clock_offset_ms), hasFaults: has_faults },
  agent: { id, customerId: customer_id },
});
