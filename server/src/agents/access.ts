import type { Database } from '../db/database.ts';
import { sql } from '../db/sql.ts';
import type { Vault } from '../db/vault.ts';
import type { Caller, PlatformMode } from '../kernel/callers.ts';
import { unauthorizedAgent } from '../kernel/errors.ts';
import type { AccessCache, Found } from '../platforms/access.ts';

interface Needs {
  db: Database;
  vault: Vault;
  accessCache: AccessCache;
}

/** Found by the keyed hash of its token: nothing is compared, so that no time tells anything. */
export async function authenticateAgent({ db, vault, accessCache }: Needs, accessToken: string): Promise<Caller> {
  const hash = vault.hash(accessToken);
  const caller = await accessCache.find(hash.toString('hex'), () => load(db, hash));
  if (!caller) throw unauthorizedAgent('unknown or revoked access token');
  return caller;
}

async function load(db: Database, hash: Buffer): Promise<Found | undefined> {
  const [row] = await db.find<Row>(sql`
    SELECT a.id, a.customer_id, p.id AS platform_id, p.name, p.mode, p.clock_offset_ms,
      (SELECT revision FROM revisions WHERE name = 'access') AS revision
    FROM agents a JOIN platforms p ON p.id = a.platform_id
    WHERE a.access_token_hash = ${hash}`);
  return row && { caller: callerOf(row), revision: row.revision };
}

interface Row {
  id: string;
  customer_id: string;
  platform_id: string;
  name: string;
  mode: PlatformMode;
  clock_offset_ms: bigint;
  revision: bigint;
}

const callerOf = ({ id, customer_id, platform_id, name, mode, clock_offset_ms }: Row): Caller => ({
  tokenId: id,
  permissions: [],
  platform: { id: platform_id, name, mode, clockOffsetMs: Number(clock_offset_ms) },
  agent: { id, customerId: customer_id },
});
