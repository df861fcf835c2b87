import type { Database } from '../../foundation/db/database.ts';
import type { Effect, EffectKind } from '../../foundation/db/effects.ts';
import { sql } from '../../foundation/db/sql.ts';
import type { PlatformMode } from '../../foundation/kernel/callers.ts';
import { ApiError } from '../../foundation/kernel/errors.ts';
import type { Attempt } from './sender.ts';

export interface Endpoint {
  platformId: string;
  mode: PlatformMode;
  url: string;
  state: 'ACTIVE' | 'DISABLED';
  /** Time of the first failure after the last successful delivery. */
  failingSince: Date | null;
}

export const endpointColumns = sql`
  w.platform_id AS "platformId", p.mode, w.url, w.state, w.failing_since AS "failingSince"`;

/** Selects the columns of an endpoint from a wider row. */
export const endpointOf = ({ platformId, mode, url, state, failingSince }: Endpoint): Endpoint => ({
  platformId,
  mode,
  url,
  state,
  failingSince,
});

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

/** Sets the endpoint. Setting the same address again enables a disabled endpoint. */
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

/** Records the start or end of a period without successful deliveries. */
export async function noteHealth(
  db: Database,
  { platformId, url }: Endpoint,
  failingSince: Date | null,
): Promise<void> {
  await db.write(sql`
    UPDATE webhook_endpoints w SET failing_since = ${failingSince}::timestamptz
    WHERE w.platform_id = ${platformId} AND w.url = ${url}`);
}

export const disabledReasons = ['GONE', 'FAILING'] as const;
export type DisabledReason = (typeof disabledReasons)[number];

/** Disables an endpoint after an attempt, and reports the reason in the request log of its platform. */
export type SwitchOff = (endpoint: Endpoint, reason: DisabledReason, attempt: Attempt) => Promise<void>;

/** Returns false if the endpoint was disabled or replaced before. */
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
