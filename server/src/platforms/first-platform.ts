import { brokenConstraint, type Database } from '../db/database.ts';
import { apply, type EffectKind } from '../db/effects.ts';
import { sql } from '../db/sql.ts';
import type { Vault } from '../db/vault.ts';
import { permissions } from '../kernel/callers.ts';
import { ApiError } from '../kernel/errors.ts';
import { accessChanged } from './access.ts';
import { createPlatform } from './platforms.ts';
import { makeToken } from './tokens.ts';

export interface TokenPair {
  clientId: string;
  clientSecret: string;
}

interface FirstSandbox {
  /** Values the environment asks for. */
  chosen?: TokenPair | undefined;
  /** Values an earlier start has written down. */
  remembered?: TokenPair | undefined;
  at: Date;
}

/**
 * Makes sure that there is a sandbox platform with a token that works, and tells that token. A database that only
 * serves production gets none, unless one is asked for.
 */
export async function ensureSandbox(db: Database, vault: Vault, { chosen, remembered, at }: FirstSandbox) {
  if (chosen) {
    if (!(await renewSecret(db, vault, chosen))) await addChosen(db, vault, { pair: chosen, at });
    return chosen;
  }
  if (remembered && (await isKnown(db, vault, remembered))) return remembered;
  const [{ sandboxes = 0n, others = 0n } = {}] = await db.read<{ sandboxes: bigint; others: bigint }>(sql`
    SELECT count(*) FILTER (WHERE mode = 'SANDBOX') AS sandboxes, count(*) FILTER (WHERE mode <> 'SANDBOX') AS others
    FROM platforms`);
  return sandboxes === 0n && others > 0n ? undefined : addToken(db, vault, { at });
}

async function isKnown(db: Database, vault: Vault, { clientId, clientSecret }: TokenPair): Promise<boolean> {
  const known = await db.read(sql`
    SELECT 1 FROM api_tokens WHERE client_id = ${clientId} AND secret_hash = ${vault.hash(clientSecret)}`);
  return known.length > 0;
}

/** The environment has the last word on the secret of the token it names. */
function renewSecret(db: Database, vault: Vault, { clientId, clientSecret }: TokenPair): Promise<boolean> {
  const row = { client_id: clientId, secret_hash: `\\x${vault.hash(clientSecret).toString('hex')}` };
  return apply(db, { guard: { kind: renewalKind, rows: [row] }, effects: [accessChanged] });
}

const renewalKind: EffectKind = {
  name: 'secret_renewed',
  statement: (rows) => sql`
    UPDATE api_tokens t SET secret_hash = r.secret_hash
    FROM ${rows} AS r(item int, client_id text, secret_hash bytea)
    WHERE t.client_id = r.client_id AND EXISTS
      (SELECT 1 FROM platforms p WHERE p.id = t.platform_id AND p.mode = 'SANDBOX')
    RETURNING r.item`,
};

/** Another server that starts at the same moment may just have made it. */
async function addChosen(db: Database, vault: Vault, { pair, at }: { pair: TokenPair; at: Date }): Promise<void> {
  try {
    await addToken(db, vault, { pair, at });
  } catch (error) {
    if (brokenConstraint(error) !== 'api_tokens_client_id') throw error;
    if (await renewSecret(db, vault, pair)) return;
    throw new ApiError('CONFLICT', 'SANDBOX_CLIENT_ID is the client id of a production token.', {
      hint: 'Choose another one.',
    });
  }
}

async function addToken(db: Database, vault: Vault, { pair, at }: { pair?: TokenPair; at: Date }): Promise<TokenPair> {
  const [platform] = await db.read<{ id: string }>(
    sql`SELECT id FROM platforms WHERE mode = 'SANDBOX' ORDER BY created_at, id LIMIT 1`,
  );
  if (!platform) {
    const made = await createPlatform(db, vault, { name: 'Sandbox', mode: 'SANDBOX', at, token: pair });
    return made.token;
  }
  const token = makeToken(vault, { platformId: platform.id, name: 'start-up token', permissions, at, ...pair });
  await apply(db, { effects: [token.effect] });
  return token.json;
}
