import { openFirstAccounts } from '../accounts/internal-accounts.ts';
import type { Database } from '../db/database.ts';
import { apply, type Effect, type EffectKind } from '../db/effects.ts';
import { mapPage, type Page, type PageRequest, page } from '../db/page.ts';
import { noReceipt, type Receipt } from '../db/receipt.ts';
import { sql } from '../db/sql.ts';
import type { Vault } from '../db/vault.ts';
import { type PlatformMode, permissions } from '../kernel/callers.ts';
import { ApiError } from '../kernel/errors.ts';
import { type Id, idPattern, newId } from '../kernel/ids.ts';
import { accessChanged } from './access.ts';
import { defaultSettings } from './settings.ts';
import { makeToken } from './tokens.ts';

/** What a new platform works with until its configuration says otherwise. */
const FIRST_CURRENCIES = ['USD', 'USDC', 'USDB'];

export interface NewPlatform {
  /** For a caller whose own effects name the platform. */
  id?: Id<'Platform'>;
  name: string;
  mode: PlatformMode;
  isRegulatedFinancialInstitution?: boolean | undefined;
  at: Date;
  token?: { clientId: string; clientSecret: string } | undefined;
  /** What else belongs into the statement. */
  effects?: readonly Effect[];
}

/** A platform that can be used at once: its configuration, its accounts and a token that may do everything. */
export async function createPlatform(db: Database, vault: Vault, platform: NewPlatform, receipt: Receipt = noReceipt) {
  const { name, mode, at } = platform;
  const id = platform.id ?? newId('Platform');
  const token = makeToken(vault, { platformId: id, name: 'first token', permissions, at, ...platform.token });
  const json = { id, name, createdAt: at, token: token.json };
  const text = JSON.stringify(json);
  const settings = defaultSettings(FIRST_CURRENCIES, platform.isRegulatedFinancialInstitution ?? true);
  await apply(db, {
    effects: [
      { kind: platformKind, rows: [{ id, name, mode, at }] },
      { kind: configKind, rows: [{ platform_id: id, id: newId('PlatformConfig'), settings, at }] },
      openFirstAccounts(id, FIRST_CURRENCIES, at),
      token.effect,
      ...(platform.effects ?? []),
      ...receipt.remember({ status: 201, text }),
    ],
  });
  return { ...json, text };
}

export interface PlatformSummary {
  id: string;
  name: string;
  mode: PlatformMode;
  isRegulatedFinancialInstitution: boolean;
  createdAt: Date;
}

export async function listPlatforms(db: Database, request: PageRequest): Promise<Page<PlatformSummary>> {
  const found = await page<PlatformRow>(db, {
    keys: idPattern('Platform'),
    select: platformColumns,
    from: sql`FROM platforms`,
    where: [sql`true`],
    request,
  });
  return mapPage(found, toSummary);
}

export async function findPlatform(db: Database, id: string): Promise<PlatformSummary> {
  const [row] = await db.find<PlatformRow>(sql`SELECT ${platformColumns} FROM platforms WHERE id = ${id}`);
  if (row) return toSummary(row);
  throw new ApiError('REFERENCE_NOT_FOUND', 'There is no such platform.', {
    hint: 'GET /operator/platforms and "causeway platforms list" list the platforms.',
  });
}

export async function countPlatforms(db: Database): Promise<Record<PlatformMode, number>> {
  const found = await db.read<{ mode: PlatformMode; count: bigint }>(
    sql`SELECT mode, count(*) FROM platforms GROUP BY mode`,
  );
  const counts = { SANDBOX: 0, PRODUCTION: 0 };
  for (const { mode, count } of found) counts[mode] = Number(count);
  return counts;
}

export async function readClockOffset(db: Database, platformId: string): Promise<number> {
  const [row] = await db.find<{ clock_offset_ms: bigint }>(
    sql`SELECT clock_offset_ms FROM platforms WHERE id = ${platformId}`,
  );
  return Number(row?.clock_offset_ms ?? 0);
}

interface ClockHold {
  now: Date;
  /** Null lets go of it. */
  until: Date | null;
  /** As this holder has held it until now. */
  held: Date | undefined;
}

/** For one advance at a time. False: another has the clock. */
export async function holdClock(db: Database, platformId: string, { now, until, held }: ClockHold): Promise<boolean> {
  const taken = await db.write(sql`
    UPDATE platforms SET advancing_until = ${until} WHERE id = ${platformId}
      AND (advancing_until IS NULL OR advancing_until <= ${now} OR advancing_until = ${held ?? null}) RETURNING id`);
  return taken.length > 0;
}

/** A sandbox platform's clock only ever runs forward. */
export function setClock(db: Database, platformId: string, clockOffsetMs: number): Promise<boolean> {
  const guard: Effect = { kind: clockKind, rows: [{ platform_id: platformId, clock_offset_ms: clockOffsetMs }] };
  return apply(db, { guard, effects: [accessChanged] });
}

const platformKind: EffectKind = {
  name: 'platform_created',
  statement: (rows) => sql`
    INSERT INTO platforms (id, name, mode, created_at)
    SELECT id, name, mode, at FROM ${rows} AS r(item int, id text, name text, mode text, at timestamptz)
    JOIN guarded USING (item)`,
};

const configKind: EffectKind = {
  name: 'config_created',
  statement: (rows) => sql`
    INSERT INTO platform_configs (platform_id, id, settings, created_at, updated_at)
    SELECT platform_id, id, settings, at, at
    FROM ${rows} AS r(item int, platform_id text, id text, settings jsonb, at timestamptz)
    JOIN guarded USING (item)`,
};

const clockKind: EffectKind = {
  name: 'clock_set',
  statement: (rows) => sql`
    UPDATE platforms p SET clock_offset_ms = r.clock_offset_ms
    FROM ${rows} AS r(item int, platform_id text, clock_offset_ms bigint)
    WHERE p.id = r.platform_id AND p.clock_offset_ms < r.clock_offset_ms RETURNING r.item`,
};

const platformColumns = sql`id, name, mode, created_at, (
  SELECT (settings ->> 'isRegulatedFinancialInstitution')::boolean FROM platform_configs c WHERE c.platform_id = platforms.id
) AS is_regulated`;

interface PlatformRow {
  id: string;
  name: string;
  mode: PlatformMode;
  is_regulated: boolean;
  created_at: Date;
}

const toSummary = (row: PlatformRow): PlatformSummary => ({
  id: row.id,
  name: row.name,
  mode: row.mode,
  isRegulatedFinancialInstitution: row.is_regulated,
  createdAt: row.created_at,
});
