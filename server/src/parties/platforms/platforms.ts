import { SERVICE_BOOK } from '../../engine/ledger/service-book.ts';
import { setEndpoint } from '../../engine/webhooks/endpoints.ts';
import { announceEndpoint } from '../../engine/webhooks/test-event.ts';
import type { Database } from '../../foundation/db/database.ts';
import { apply, type Effect, type EffectKind } from '../../foundation/db/effects.ts';
import { noReceipt, type Receipt } from '../../foundation/db/idempotency-receipt.ts';
import { mapPage, type Page, type PageRequest, page } from '../../foundation/db/page.ts';
import { sql } from '../../foundation/db/sql.ts';
import type { Vault } from '../../foundation/db/vault.ts';
import {
  permissions as allPermissions,
  type Permission,
  type Platform,
  type PlatformMode,
} from '../../foundation/kernel/callers.ts';
import { ApiError } from '../../foundation/kernel/errors.ts';
import { type Id, idPattern, newId } from '../../foundation/kernel/ids.ts';
import { openFirstAccounts } from '../accounts/internal-accounts.ts';
import { accessChanged, hasFaults } from './access.ts';
import { defaultSettings, type FirstCurrencies } from './settings.ts';
import { makeToken } from './tokens.ts';

/** Currencies of a new platform. */
const FIRST_CURRENCIES: FirstCurrencies = { held: ['USD', 'USDC', 'USDB'], paid: [] };

interface NewPlatform {
  /** Id for callers whose effects refer to the platform. Default: a new id. */
  id?: Id<'Platform'>;
  name: string;
  mode: PlatformMode;
  isRegulatedFinancialInstitution?: boolean | undefined;
  webhookEndpoint?: string | undefined;
  at: Date;
  /** Default: FIRST_CURRENCIES. */
  currencies?: FirstCurrencies;
  /** Permissions of the first token. Default: all. */
  permissions?: readonly Permission[];
  token?: { clientId: string; clientSecret: string } | undefined;
  /** Further effects of the same statement. */
  effects?: readonly Effect[];
}

/** Creates a platform with its configuration, its accounts and a first token. */
export async function createPlatform(db: Database, vault: Vault, platform: NewPlatform, receipt: Receipt = noReceipt) {
  const { name, mode, permissions = allPermissions, currencies = FIRST_CURRENCIES, webhookEndpoint, at } = platform;
  const id = platform.id ?? newId('Platform');
  const token = makeToken(vault, { platformId: id, name: 'first token', permissions, at, ...platform.token });
  const json = { id, name, createdAt: at, token: token.json };
  const text = JSON.stringify(json);
  const settings = {
    ...defaultSettings(currencies, platform.isRegulatedFinancialInstitution ?? true),
    ...(webhookEndpoint !== undefined && { webhookEndpoint }),
  };
  await apply(db, {
    effects: [
      { kind: platformKind, rows: [{ id, name, mode, at }] },
      { kind: configKind, rows: [{ platform_id: id, id: newId('PlatformConfig'), settings, at }] },
      openFirstAccounts(id, currencies.held, at),
      token.effect,
      ...(webhookEndpoint === undefined ? [] : [setEndpoint(id, webhookEndpoint), announceEndpoint(id, at)]),
      ...(platform.effects ?? []),
      ...receipt.record({ status: 201, text }),
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
  const rows = await page<PlatformRow>(db, {
    keys: idPattern('Platform'),
    select: platformColumns,
    from: sql`FROM platforms`,
    where: [sql`id <> ${SERVICE_BOOK}`],
    request,
  });
  return mapPage(rows, toSummary);
}

export async function getPlatform(db: Database, id: string): Promise<PlatformSummary> {
  const [row] = await db.readPipelined<PlatformRow>(sql`SELECT ${platformColumns} FROM platforms WHERE id = ${id}`);
  if (row) return toSummary(row);
  throw platformNotFound();
}

/** Platform of a caller, for requests that are not authenticated by a token of the platform. */
export async function getCallerPlatform(db: Database, id: string): Promise<Platform> {
  const [row] = await db.readPipelined<Platform>(sql`
    SELECT p.id, p.name, p.mode, p.clock_offset_ms AS "clockOffsetMs", ${hasFaults} AS "hasFaults"
    FROM platforms p WHERE p.id = ${id}`);
  if (row) return { ...row, clockOffsetMs: Number(row.clockOffsetMs) };
  throw platformNotFound();
}

const platformNotFound = (): ApiError =>
  new ApiError('REFERENCE_NOT_FOUND', 'There is no such platform.', {
    hint: 'GET /operator/platforms and "causeway platforms list" list the platforms.',
  });

/** Creates the platform row that stands for the service itself, for ledger accounts and jobs without a platform. */
export async function openServiceBook(db: Database, at: Date): Promise<void> {
  await db.write(sql`
    INSERT INTO platforms (id, name, mode, created_at) VALUES (${SERVICE_BOOK}, 'Service', 'PRODUCTION', ${at})
    ON CONFLICT (id) DO NOTHING`);
}

export async function countPlatforms(db: Database): Promise<Record<PlatformMode, number>> {
  const rows = await db.read<{ mode: PlatformMode; count: bigint }>(
    sql`SELECT mode, count(*) FROM platforms WHERE id <> ${SERVICE_BOOK} GROUP BY mode`,
  );
  const counts = { SANDBOX: 0, PRODUCTION: 0 };
  for (const { mode, count } of rows) counts[mode] = Number(count);
  return counts;
}

export async function getClockOffset(db: Database, platformId: string): Promise<number> {
  const [row] = await db.readPipelined<{ clock_offset_ms: bigint }>(
    sql`SELECT clock_offset_ms FROM platforms WHERE id = ${platformId}`,
  );
  return Number(row?.clock_offset_ms ?? 0);
}

interface ClockHold {
  now: Date;
  /** Null releases the hold. */
  until: Date | null;
  /** End of the hold that the caller already has; undefined if it has none. */
  held: Date | undefined;
}

/** Reserves the clock, because only one request at a time may advance it. False if another request holds it. */
export async function holdClock(db: Database, platformId: string, { now, until, held }: ClockHold): Promise<boolean> {
  const taken = await db.write(sql`
    UPDATE platforms SET advancing_until = ${until} WHERE id = ${platformId}
      AND (advancing_until IS NULL OR advancing_until <= ${now} OR advancing_until = ${held ?? null}) RETURNING id`);
  return taken.length > 0;
}

/** Sets the clock of a sandbox platform. The clock only moves forward. */
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
  hints: ({ platform_id: platformId, clock_offset_ms: offset }: ClockRow) => [
    { platformId, topic: 'clock', resourceId: platformId, key: `${platformId} ${offset}` },
  ],
  statement: (rows) => sql`
    UPDATE platforms p SET clock_offset_ms = r.clock_offset_ms
    FROM ${rows} AS r(item int, platform_id text, clock_offset_ms bigint)
    WHERE p.id = r.platform_id AND p.clock_offset_ms < r.clock_offset_ms RETURNING r.item`,
};

interface ClockRow {
  platform_id: string;
  clock_offset_ms: number;
}

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
