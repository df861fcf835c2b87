import { type AccountNeeds, openPlatformAccounts, platformAccounts } from '../accounts/internal-accounts.ts';
import type { Database } from '../db/database.ts';
import { apply, type Effect, type EffectKind } from '../db/effects.ts';
import type { Finder } from '../db/gather.ts';
import { sql } from '../db/sql.ts';
import type { Platform } from '../kernel/callers.ts';
import { ApiError, type FieldError, InvalidFields } from '../kernel/errors.ts';
import { memo } from '../kernel/memo.ts';
import { currencies } from '../rates/currencies.ts';
import { setEndpoint } from '../webhooks/endpoints.ts';
import { announceEndpoint } from '../webhooks/test-event.ts';
import { merge, problemsOf, refuseUnsupportedFees, type Settings, type SettingsUpdate } from './settings.ts';
import { claimDomain, explainClaim } from './uma-domains.ts';

const UPDATE_TRIES = 10;

export async function getConfig(db: Database, platformId: string): Promise<string> {
  return textOf(await read(db, platformId));
}

export async function readSettings(db: Database, platformId: string): Promise<Settings> {
  return (await read(db, platformId)).settings;
}

/** Takes effect at once; of two updates at the same time both are kept. */
export async function updateConfig(needs: AccountNeeds, platform: Platform, update: SettingsUpdate, at: Date) {
  const problems = updateProblems(platform, update);
  if (problems.length > 0) throw new InvalidFields(problems);
  refuseUnsupportedFees(update.feeConfigs ?? []);
  for (let i = 0; i < UPDATE_TRIES; i++) {
    const current = await read(needs.db, platform.id);
    const next = {
      ...current,
      settings: merge(current.settings, update),
      version: current.version + 1n,
      updated_at: at,
    };
    const effects = [
      ...(await accountEffects(needs, platform, next)),
      ...endpointEffects(platform.id, current.settings, update, at),
      ...(update.umaDomain === undefined ? [] : [claimDomain(platform, update.umaDomain)]),
    ];
    const isWritten = await write(needs.db, platform.id, next, effects).catch((error: unknown) => {
      throw explainClaim(error);
    });
    if (isWritten) return configJson(next);
  }
  throw new ApiError('CONFLICT', 'The configuration is being changed by many requests at once.');
}

export const updateProblems = ({ mode }: Platform, update: SettingsUpdate): FieldError[] =>
  problemsOf(update, { requiresHttps: mode === 'PRODUCTION' });

async function accountEffects(needs: AccountNeeds, { id: platformId, mode }: Platform, next: ConfigRow) {
  const existing = await platformAccounts(needs, platformId, {});
  const currencies = next.settings.supportedCurrencies.map(({ currencyCode }) => currencyCode);
  return openPlatformAccounts(needs, { platformId, mode, currencies, existing, at: next.updated_at });
}

/** An endpoint that is set works from this statement on; one that is new is tried once. */
function endpointEffects(
  platformId: string,
  current: Settings,
  { webhookEndpoint }: SettingsUpdate,
  at: Date,
): Effect[] {
  if (webhookEndpoint === undefined) return [];
  const isNew = webhookEndpoint !== current.webhookEndpoint;
  return [setEndpoint(platformId, webhookEndpoint), ...(isNew ? [announceEndpoint(platformId, at)] : [])];
}

async function read(db: Database, platformId: string): Promise<ConfigRow> {
  const row = await db.pick<ConfigRow>(ofPlatform, { platform_id: platformId });
  if (!row) throw new Error(`platform ${platformId} has no configuration`);
  return row;
}

const ofPlatform: Finder = {
  statement: (keys) => sql`
    SELECT k.n, c.id, c.settings, c.version, c.created_at, c.updated_at
    FROM ${keys} JOIN platform_configs c USING (platform_id)`,
};

function write(
  db: Database,
  platformId: string,
  { settings, version, updated_at }: ConfigRow,
  effects: readonly Effect[],
): Promise<boolean> {
  return apply(db, {
    guard: { kind: updateKind, rows: [{ platform_id: platformId, settings, version: version.toString(), updated_at }] },
    effects,
  });
}

const updateKind: EffectKind = {
  name: 'config_updated',
  statement: (rows) => sql`
    UPDATE platform_configs c SET settings = r.settings, version = r.version, updated_at = r.updated_at
    FROM ${rows} AS r(item int, platform_id text, settings jsonb, version bigint, updated_at timestamptz)
    WHERE c.platform_id = r.platform_id AND c.version = r.version - 1 RETURNING r.item`,
};

interface ConfigRow {
  id: string;
  settings: Settings;
  version: bigint;
  created_at: Date;
  updated_at: Date;
}

const configJson = ({ id, settings, created_at, updated_at }: ConfigRow) => ({
  id,
  umaDomain: settings.umaDomain,
  proxyUmaSubdomain: settings.proxyUmaSubdomain,
  webhookEndpoint: settings.webhookEndpoint,
  supportedCurrencies: settings.supportedCurrencies.map((currency) => ({
    ...currency,
    ...providerFields(currency.currencyCode),
  })),
  isRegulatedFinancialInstitution: settings.isRegulatedFinancialInstitution,
  embeddedWalletConfig: settings.embeddedWalletConfig,
  cardTokenization2faConfig: settings.cardTokenization2faConfig,
  cardRevealOrigins: settings.cardRevealOrigins,
  feeConfigs: settings.feeConfigs,
  createdAt: created_at,
  updatedAt: updated_at,
});

const textOf = memo((row: ConfigRow) => JSON.stringify(configJson(row)));

/** What the rails of a currency need to know of senders and receivers. */
function providerFields(currencyCode: string) {
  const isCrypto = currencies.get(currencyCode)?.isCrypto ?? false;
  return {
    providerRequiredCustomerFields: isCrypto ? ['FULL_NAME'] : ['FULL_NAME', 'BIRTH_DATE', 'NATIONALITY'],
    providerRequiredCounterpartyCustomerFields: ['FULL_NAME'],
  };
}
