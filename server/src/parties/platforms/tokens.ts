import type { Database } from '../../foundation/db/database.ts';
import { apply, type Effect, type EffectKind } from '../../foundation/db/effects.ts';
import type { Receipt } from '../../foundation/db/idempotency-receipt.ts';
import { mapPage, type PageRequest, page } from '../../foundation/db/page.ts';
import { sql } from '../../foundation/db/sql.ts';
import type { Vault } from '../../foundation/db/vault.ts';
import type { Caller, Permission } from '../../foundation/kernel/callers.ts';
import { ApiError, InvalidFields } from '../../foundation/kernel/errors.ts';
import { idPattern, newId, randomHex } from '../../foundation/kernel/ids.ts';
import { accessChanged } from './access.ts';
import { newClientSecret } from './client-secret.ts';

const CLIENT_ID_BITS = 128;

interface NewToken {
  platformId: string;
  name: string;
  permissions: readonly Permission[];
  at: Date;
  /** Set for the first sandbox token, whose values may come from the environment. */
  clientId?: string;
  clientSecret?: string;
}

interface MadeToken {
  /** JSON of the API including the secret, for the response to the creation. */
  json: ReturnType<typeof tokenJson> & { clientSecret: string };
  effect: Effect;
}

/** Creates a token and the effect that stores it. Only a keyed hash of the secret is stored. */
export function makeToken(vault: Vault, token: NewToken): MadeToken {
  const { platformId, name, permissions, at } = token;
  const clientId = token.clientId ?? randomHex(CLIENT_ID_BITS);
  const clientSecret = token.clientSecret ?? newClientSecret();
  const row = {
    platform_id: platformId,
    id: newId('Token'),
    client_id: clientId,
    name,
    permissions: [...new Set(permissions)],
    secret_hash: `\\x${vault.hash(clientSecret).toString('hex')}`,
    created_at: at,
    updated_at: at,
  };
  return { json: { ...tokenJson(row), clientSecret }, effect: { kind: tokenKind, rows: [row] } };
}

/** Throws 403 for permissions that the creator lacks. TRANSACT and MANAGE include VIEW. */
export function requirePermissionSubset(
  wanted: readonly Permission[],
  { permissions }: Pick<Caller, 'permissions'>,
): void {
  const missing = wanted.filter((permission) => permission !== 'VIEW' && !permissions.includes(permission));
  if (missing.length === 0) return;
  const message = `permissions must be a subset of those of the token that creates it, which lacks ${missing.join(' and ')}.`;
  throw new ApiError('FORBIDDEN', message, {
    reason: 'TOKEN_PERMISSION_NOT_OWNED',
    missingPermissions: missing,
    hint: 'Use a token that has them, or leave them out.',
  });
}

export async function createToken(db: Database, vault: Vault, token: NewToken, receipt: Receipt): Promise<string> {
  const { json, effect } = makeToken(vault, token);
  const text = JSON.stringify(json);
  await apply(db, { effects: [effect, ...receipt.record({ status: 201, text })] });
  return text;
}

interface TokenFilter extends PageRequest {
  name?: string | undefined;
  createdAfter?: string | undefined;
  createdBefore?: string | undefined;
  updatedAfter?: string | undefined;
  updatedBefore?: string | undefined;
}

export async function listTokens(db: Database, platformId: string, filter: TokenFilter) {
  const where = [
    sql`platform_id = ${platformId}`,
    filter.name === undefined ? undefined : sql`name = ${filter.name}`,
    filter.createdAfter === undefined ? undefined : sql`created_at >= ${filter.createdAfter}`,
    filter.createdBefore === undefined ? undefined : sql`created_at <= ${filter.createdBefore}`,
    filter.updatedAfter === undefined ? undefined : sql`updated_at >= ${filter.updatedAfter}`,
    filter.updatedBefore === undefined ? undefined : sql`updated_at <= ${filter.updatedBefore}`,
  ].filter((condition) => condition !== undefined);
  const rows = await page<TokenRow>(db, {
    keys: idPattern('Token'),
    select: tokenColumns,
    from: sql`FROM api_tokens`,
    where,
    request: filter,
  });
  return mapPage(rows, tokenJson);
}

export async function getToken(db: Database, platformId: string, id: string) {
  const [row] = await db.read<TokenRow>(
    sql`SELECT ${tokenColumns} FROM api_tokens WHERE platform_id = ${platformId} AND id = ${id}`,
  );
  if (!row) throw tokenNotFound();
  return tokenJson(row);
}

interface Deletion {
  platformId: string;
  id: string;
  /** Token that authenticates this request. */
  callerTokenId: string;
}

/** Deletes a token. A token cannot delete itself, so a platform always keeps one that can manage the others. */
export async function deleteToken(db: Database, { platformId, id, callerTokenId }: Deletion): Promise<void> {
  if (id === callerTokenId) {
    const message = 'tokenId is the token of this request; a token cannot delete itself.';
    throw new InvalidFields(
      [{ field: 'tokenId', message }],
      'Create another token with MANAGE and delete this one with it.',
    );
  }
  const guard = { kind: deletionKind, rows: [{ platform_id: platformId, id }] };
  if (!(await apply(db, { guard, effects: [accessChanged] }))) throw tokenNotFound();
}

/** Guard: holds while the token exists, so that the author of the change stays known. */
export const tokenExists = (platformId: string, id: string): Effect => ({
  kind: actingKind,
  rows: [{ platform_id: platformId, id }],
});

const tokenNotFound = () => new ApiError('TOKEN_NOT_FOUND', 'There is no such API token.');

const tokenKind: EffectKind = {
  name: 'token_created',
  statement: (rows) => sql`
    INSERT INTO api_tokens (platform_id, id, client_id, name, permissions, secret_hash, created_at, updated_at)
    SELECT platform_id, id, client_id, name, permissions, secret_hash, created_at, updated_at
    FROM ${rows} AS r(item int, platform_id text, id text, client_id text, name text, permissions text[],
      secret_hash bytea, created_at timestamptz, updated_at timestamptz)
    JOIN guarded USING (item)`,
};

const deletionKind: EffectKind = {
  name: 'token_deleted',
  statement: (rows) => sql`
    DELETE FROM api_tokens t USING ${rows} AS r(item int, platform_id text, id text)
    WHERE t.platform_id = r.platform_id AND t.id = r.id RETURNING r.item`,
};

const actingKind: EffectKind = {
  name: 'token_exists',
  statement: (rows) => sql`
    SELECT r.item FROM ${rows} AS r(item int, platform_id text, id text)
    JOIN api_tokens t ON t.platform_id = r.platform_id AND t.id = r.id FOR KEY SHARE OF t`,
};

const tokenColumns = sql`id, client_id, name, permissions, created_at, updated_at`;

interface TokenRow {
  id: string;
  client_id: string;
  name: string;
  permissions: Permission[];
  created_at: Date;
  updated_at: Date;
}

const tokenJson = (row: TokenRow) => ({
  id: row.id,
  name: row.name,
  permissions: row.permissions,
  clientId: row.client_id,
  createdAt: row.created_at,
  updatedAt: row.updated_at,
});
