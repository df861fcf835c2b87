import { brokenConstraint, type Database } from '../../foundation/db/database.ts';
import { apply, type EffectKind } from '../../foundation/db/effects.ts';
import { sql } from '../../foundation/db/sql.ts';
import type { Vault } from '../../foundation/db/vault.ts';
import { permissions } from '../../foundation/kernel/callers.ts';
import { ApiError } from '../../foundation/kernel/errors.ts';
import { currencies } from '../rates/currencies.ts';
import { accessChanged } from './access.ts';
import { createPlatform } from './platforms.ts';
import { makeToken } from './tokens.ts';

const held = ['USD', 'EUR', 'GBP', 'USDC', 'USDB', 'BTC'];

/** Currencies of the first sandbox: few accounts per customer, but every corridor usable without configuration. */
export const sandboxCurrencies = { held, paid: [...currencies.keys()].filter((code) => !held.includes(code)) };

export interface TokenPair {
  clientId: string;
  clientSecret: string;
}

interface FirstSandbox {
  /** Token set in the environment. */
  chosen?: TokenPair | undefined;
  /** Token that an earlier start has stored. */
  remembered?: TokenPair | undefined;
  /** True to create a sandbox if the environment sets no token. */
  isWanted: boolean;
  at: Date;
}

/**
 * Ensures that a sandbox platform with a valid token exists, and returns the token. Creates none in a database with
 * only production platforms, unless the environment sets a token.
 */
export async function ensureSandbox(db: Database, vault: Vault, { chosen, remembered, isWanted, at }: FirstSandbox) {
  if (chosen) {
    if (!(await renewSecret(db, vault, chosen))) await addChosen(db, vault, { pair: chosen, at });
    return chosen;
  }
  if (!isWanted) return undefined;
  if (remembered && (await isKnown(db, vault, remembered))) return remembered;
  const [{ sandboxes = 0n, others = 0n } = {}] = await db.read<{ sandboxes: bigint; others: bigint }>(sql`
    SELECT count(*) FILTER (WHERE mode = 'SANDBOX') AS sandboxes, count(*) FILTER (WHERE mode <> 'SANDBOX') AS others
    FROM platforms`);
  return sandboxes === 0n && others > 0n ? undefined : addToken(db, vault, { at });
}

async function isKnown(db: Database, vault: Vault, { clientId, clientSecret }: TokenPair): Promise<boolean> {
  const [token] = await db.read<{ secret_hash: Buffer }>(
    sql`SELECT secret_hash FROM api_tokens WHERE client_id = ${clientId}`,
  );
  return vault.verify(clientSecret, token?.secret_hash);
}

export async function findPlatformOf(db: Database, clientId: string): Promise<string | undefined> {
  const [token] = await db.read<{ platform_id: string }>(
    sql`SELECT platform_id FROM api_tokens WHERE client_id = ${clientId}`,
  );
  return token?.platform_id;
}

/** Finds a token of the oldest sandbox that has every permission. */
export async function findSandboxToken(db: Database): Promise<{ platformId: string; tokenId: string } | undefined> {
  const [token] = await db.read<{ platform_id: string; id: string }>(sql`
    SELECT t.platform_id, t.id FROM api_tokens t JOIN platforms p ON p.id = t.platform_id
    WHERE p.mode = 'SANDBOX' AND t.permissions @> ${[...permissions]}::text[]
    ORDER BY p.created_at, p.id, t.created_at, t.id LIMIT 1`);
  return token && { platformId: token.platform_id, tokenId: token.id };
}

/** Sets the secret of an existing token to the one in the environment. */
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

/** Creates the token, unless another server that starts concurrently has created it. */
async function addChosen(db: Database, vault: Vault, { pair, at }: { pair: TokenPair; at: Date }): Promise<void> {
  try {
    await addToken(db, vault, { pair, at });
  } catch (error) {
    if (brokenConstraint(error) !== 'api_tokens_client_id') throw error;
    if (await renewSecret(db, vault, pair)) return;
    throw new ApiError('CONFLICT', 'SANDBOX_CLIENT_ID is the client id of a production token.', {
      reason: 'SANDBOX_CLIENT_ID_TAKEN',
      hint: 'Set SANDBOX_CLIENT_ID to another value.',
    });
  }
}

async function addToken(db: Database, vault: Vault, { pair, at }: { pair?: TokenPair; at: Date }): Promise<TokenPair> {
  const [platform] = await db.read<{ id: string }>(
    sql`SELECT id FROM platforms WHERE mode = 'SANDBOX' ORDER BY created_at, id LIMIT 1`,
  );
  if (!platform) {
    const sandbox = { name: 'Sandbox', mode: 'SANDBOX' as const, currencies: sandboxCurrencies, at, token: pair };
    const created = await createPlatform(db, vault, sandbox);
    return created.token;
  }
  const token = makeToken(vault, { platformId: platform.id, name: 'start-up token', permissions, at, ...pair });
  await apply(db, { effects: [token.effect] });
  return token.json;
}
