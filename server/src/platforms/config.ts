import { type AccountDeps, openPlatformAccounts, platformAccounts } from '../accounts/internal-accounts.ts';
import type { Database } from '../db/database.ts';
import { apply, type Effect, type EffectKind } from '../db/effects.ts';
import type { Finder } from '../db/gather.ts';
import { sql } from '../db/sql.ts';
import type { Platform } from '../kernel/callers.ts';
import { type FieldError, InvalidFields } from '../kernel/errors.ts';
import { retryOnConflict } from '../kernel/retry.ts';
import type { Sites } from '../kernel/sites.ts';
import { rejectedBy, type ValueChecks } from '../kernel/value-checks.ts';
import type { Banking } from '../providers/services.ts';
import { currencies } from '../rates/currencies.ts';
import { setEndpoint } from '../webhooks/endpoints.ts';
import type { Webhooks } from '../webhooks/service.ts';
import { announceEndpoint } from '../webhooks/test-event.ts';
import { logoEffects, logoUrl } from './logos.ts';
import type { SettingsUpdate } from './schemas.ts';
import { type SenderDeps, senderProblems } from './sender-domains.ts';
import { mergeSettings, rejectUnsupportedFees, type Settings, settingsProblems } from './settings.ts';
import { claimUmaDomain, explainClaim } from './uma-domains.ts';

interface ConfigUpdate {
  update: SettingsUpdate;
  checks: ValueChecks;
}

export const getConfig = async ({ db, sites }: Pick<ConfigDeps, 'db' | 'sites'>, platformId: string) =>
  configJson(await read(db, platformId), sites);

export async function readSettings(db: Database, platformId: string): Promise<Settings> {
  return (await read(db, platformId)).settings;
}

export interface ConfigDeps {
  db: Database;
  banking: Banking;
  webhooks: Webhooks;
  sites: Sites;
  defaultSender: string | undefined;
}

/** Takes effect at once. Concurrent updates are merged. */
export async function updateConfig(deps: ConfigDeps, platform: Platform, { update, checks }: ConfigUpdate, at: Date) {
  const problems = await configProblems(deps, platform, { update, checks });
  if (problems.length > 0) throw new InvalidFields(problems);
  rejectUnsupportedFees(update.feeConfigs ?? []);
  return retryOnConflict('configuration', async () => {
    const current = await read(deps.db, platform.id);
    const next = {
      ...current,
      settings: mergeSettings(current.settings, update),
      version: current.version + 1n,
      updated_at: at,
    };
    const effects = [
      ...(await accountEffects(deps, platform, next)),
      ...endpointEffects(platform.id, current.settings, update, at),
      ...(update.umaDomain === undefined ? [] : [claimUmaDomain(platform, update.umaDomain)]),
      ...logoEffects(platform.id, update.hostedPages?.logo),
    ];
    const isWritten = await write(deps.db, platform.id, next, effects).catch((error: unknown) => {
      throw explainClaim(error);
    });
    return isWritten ? configJson(next, deps.sites) : undefined;
  });
}

/** Lenient checks accept any sender: mail of the sandbox is never sent. */
export const configProblems = async (
  deps: SenderDeps & Pick<ConfigDeps, 'webhooks'>,
  { id, mode }: Platform,
  { update, checks }: ConfigUpdate,
): Promise<FieldError[]> => [
  ...settingsProblems(update, {
    requiresHttps: mode === 'PRODUCTION',
    webhookAddresses: deps.webhooks.addresses[mode],
  }),
  ...rejectedBy(checks, await senderProblems(deps, id, update)),
];

async function accountEffects(deps: AccountDeps, { id: platformId, mode }: Platform, next: ConfigRow) {
  const existing = await platformAccounts(deps, platformId, {});
  const currencies = next.settings.supportedCurrencies.map(({ currencyCode }) => currencyCode);
  return openPlatformAccounts(deps, { platformId, mode, currencies, existing, at: next.updated_at });
}

/** The endpoint is active from this statement on. A new one gets a test event. */
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
  const row = await db.readByKey<ConfigRow>(ofPlatform, { platform_id: platformId });
  if (!row) throw new Error(`platform ${platformId} has no configuration`);
  return row;
}

const ofPlatform: Finder = {
  statement: (keys) => sql`
    SELECT k.n, c.platform_id, c.id, c.settings, c.version, c.created_at, c.updated_at
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
  platform_id: string;
  id: string;
  settings: Settings;
  version: bigint;
  created_at: Date;
  updated_at: Date;
}

const configJson = ({ platform_id, id, settings, created_at, updated_at }: ConfigRow, sites: Sites) => ({
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
  hostedPages: pagesJson(platform_id, settings, sites),
  feeConfigs: settings.feeConfigs,
  createdAt: created_at,
  updatedAt: updated_at,
});

/** Settings that were never set are null, as after a reset. */
const pagesJson = (platformId: string, { hostedPages = {} }: Settings, { publicUrl }: Sites) => ({
  name: hostedPages.name ?? null,
  logoUrl: hostedPages.logo ? `${publicUrl()}${logoUrl(platformId, hostedPages.logo)}` : null,
  accentColor: hostedPages.accentColor ?? null,
  language: hostedPages.language ?? null,
});

/** Information about senders and receivers that the rails of a currency require. */
function providerFields(currencyCode: string) {
  const isCrypto = currencies.get(currencyCode)?.isCrypto ?? false;
  return {
    providerRequiredCustomerFields: isCrypto ? ['FULL_NAME'] : ['FULL_NAME', 'BIRTH_DATE', 'NATIONALITY'],
    providerRequiredCounterpartyCustomerFields: ['FULL_NAME'],
  };
}
