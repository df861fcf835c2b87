import type { Database } from '../db/database.ts';
import type { Effect, EffectKind } from '../db/effects.ts';
import { sql } from '../db/sql.ts';
import type { PlatformMode } from '../kernel/callers.ts';
import { ApiError } from '../kernel/errors.ts';
import type { Attempt } from './courier.ts';

export interface Endpoint {
  platformId: string;
  mode: PlatformMode;
  url: string;
  state: 'ACTIVE' | 'DISABLED';
  /** Nothing has arrived since. */
  failingSince: Date | null;
}

export const endpointColumns = sql`
  w.platform_id AS "platformId", p.mode, w.url, w.state, w.failing_since AS "failingSince"`;

export async function readEndpoint(db: Database, platformId: string): Promise<Endpoint | undefined> {
  const [found] = await db.read<Endpoint>(sql`
    SELECT ${endpointColumns} FROM webhook_endpoints w JOIN platforms p ON p.id = w.platform_id
    WHERE w.platform_id = ${platformId}`);
  return found;
}

export async function requireEndpoint(db: Database, platformId: string): Promise<Endpoint> {
  const endpoint = await readEndpoint(db, platformId);
  if (endpoint) return endpoint;
  throw new ApiError('WEBHOOK_ENDPOINT_NOT_SET', 'The platform has no webhook endpoint.', {
    hint: 'Set webhookEndpoint with PATCH /config.',
  });
}

/** Where events go from now on. Setting an endpoint again, even to the same address, switches on one that was disabled. */
export const setEndpoint = (platformId: string, url: string): Effect => ({
  kind: endpointKind,
  rows: [{ platform_id: platformId, url }],
});

const endpointKind: EffectKind = {
  name: 'endpoint_set',
  statement: (rows) => sql`
    INSERT INTO webhook_endpoints (platform_id, url)
    SELECT r.platform_id, r.url FROM ${rows} AS r(item int, platform_id text, url text) JOIN guarded USING (item)
    ON CONFLICT (platform_id) DO UPDATE
      SET url = excluded.url, state = 'ACTIVE', failing_since = NULL, disabled_at = NULL, disabled_reason = NULL`,
};

/** Since when nothing arrives, or that something does again. */
export async function noteHealth(
  db: Database,
  { platformId, url }: Endpoint,
  failingSince: Date | null,
): Promise<void> {
  await db.write(sql`
    UPDATE webhook_endpoints w SET failing_since = ${failingSince}::timestamptz
    WHERE w.platform_id = ${platformId} AND w.url = ${url}`);
}

export type DisabledReason = 'GONE' | 'FAILING';

/** Disables an endpoint for what an attempt has shown, and tells its platform why. */
export type SwitchOff = (endpoint: Endpoint, reason: DisabledReason, attempt: Attempt) => Promise<void>;

/** False: it was disabled before, or is another by now. */
export async function disable(
  db: Database,
  { platformId, url }: Endpoint,
  { at, reason }: { at: Date; reason: DisabledReason },
): Promise<boolean> {
  const disabled = await db.write(sql`
    UPDATE webhook_endpoints w SET state = 'DISABLED', disabled_at = ${at}, disabled_reason = ${reason}
    WHERE w.platform_id = ${platformId} AND w.url = ${url} AND w.state = 'ACTIVE' RETURNING 1`);
  return disabled.length > 0;
}
