import { type Database, nullColumn } from '../../foundation/db/database.ts';
import type { Effect, EffectKind } from '../../foundation/db/effects.ts';
import { sql } from '../../foundation/db/sql.ts';
import type { Platform, PlatformMode } from '../../foundation/kernel/callers.ts';
import { ApiError } from '../../foundation/kernel/errors.ts';

/**
 * Assigns a UMA domain to a platform. A production platform owns its domain exclusively and can take it from a sandbox;
 * between sandboxes the last claim wins. A domain is free once its platform no longer configures it.
 */
export const claimUmaDomain = ({ id, mode }: Platform, domain: string): Effect => ({
  kind: claimKind,
  rows: [{ platform_id: id, domain: domain.toLowerCase(), is_real: mode === 'PRODUCTION' }],
});

const claimKind: EffectKind = {
  name: 'uma_domain_claimed',
  // If a production platform owns the domain, sets platform_id to null, which fails the whole statement.
  statement: (rows) => sql`
    INSERT INTO uma_domains AS d (domain, platform_id, is_real)
    SELECT r.domain, r.platform_id, r.is_real
    FROM ${rows} AS r(item int, platform_id text, domain text, is_real boolean) JOIN guarded USING (item)
    ON CONFLICT (domain) DO UPDATE SET is_real = excluded.is_real, platform_id = CASE
      WHEN d.is_real AND d.platform_id <> excluded.platform_id AND EXISTS (
        SELECT 1 FROM platform_configs c WHERE c.platform_id = d.platform_id AND c.settings ->> 'umaDomain' = d.domain)
      THEN NULL ELSE excluded.platform_id END`,
};

/** Maps a failed claim to an API error. */
export function explainClaim(error: unknown): unknown {
  if (nullColumn(error) !== 'uma_domains.platform_id') return error;
  return new ApiError('CONFLICT', 'umaDomain belongs to another platform: choose another one.', {
    reason: 'UMA_DOMAIN_TAKEN',
  });
}

/** The platform that has the domain configured and was the last to claim it. */
export async function findPlatformByUmaDomain(db: Database, domain: string): Promise<Platform | undefined> {
  const [row] = await db.read<PlatformRow>(sql`
    SELECT p.id, p.name, p.mode, p.clock_offset_ms FROM uma_domains d
    JOIN platforms p ON p.id = d.platform_id
    JOIN platform_configs c ON c.platform_id = d.platform_id AND c.settings ->> 'umaDomain' = d.domain
    WHERE d.domain = ${domain.toLowerCase()}`);
  return row && toPlatform(row);
}

export async function findPlatform(db: Database, id: string): Promise<Platform | undefined> {
  const [row] = await db.read<PlatformRow>(sql`SELECT id, name, mode, clock_offset_ms FROM platforms WHERE id = ${id}`);
  return row && toPlatform(row);
}

const toPlatform = ({ id, name, mode, clock_offset_ms }: PlatformRow): Platform => ({
  id,
  name,
  mode,
  clockOffsetMs: Number(clock_offset_ms),
});

interface PlatformRow {
  id: string;
  name: string;
  mode: PlatformMode;
  clock_offset_ms: bigint;
}
