import { enqueue } from '../../engine/jobs/queue.ts';
import type { Banking } from '../../engine/providers/services.ts';
import { setEndpoint } from '../../engine/webhooks/endpoints.ts';
import type { Webhooks } from '../../engine/webhooks/service.ts';
import { announceEndpoint } from '../../engine/webhooks/test-event.ts';
import type { Database } from '../../foundation/db/database.ts';
import { apply, type Effect, type EffectKind } from '../../foundation/db/effects.ts';
import type { Finder } from '../../foundation/db/keyed-reads.ts';
import { sql } from '../../foundation/db/sql.ts';
import type { Platform } from '../../foundation/kernel/callers.ts';
import { addMs, SECOND_MS } from '../../foundation/kernel/clock.ts';
import { ApiError, type FieldError, InvalidFields } from '../../foundation/kernel/errors.ts';
import { retryOnConflict } from '../../foundation/kernel/retry.ts';
import type { Sites } from '../../foundation/kernel/sites.ts';
import { rejectedBy, type ValueChecks } from '../../foundation/kernel/value-checks.ts';
import {
  type AccountDeps,
  fundedAccounts,
  openPlatformAccounts,
  platformAccounts,
} from '../accounts/internal-accounts.ts';
import { currencies } from '../rates/currencies.ts';
import { heldCurrencies, isHeld } from '../rates/limits.ts';
import { logoEffects, logoUrl } from './logos.ts';
import type { SettingsUpdate } from './schemas.ts';
import { type SenderDeps, senderProblems } from './sender-domains.ts';
import { mergeSettings, rejectUnsupportedFees, type Settings, settingsProblems } from './settings.ts';
import { claimUmaDomain, explainClaim } from './uma-domains.ts';

interface ConfigUpdate {
  update: SettingsUpdate;
  checks: ValueChecks;
}

export async function getSettings(db: Database, platformId: string): Promise<Settings> {
  return (await read(db, platformId)).settings;
}

export interface ConfigDeps {
  db: Database;
  banking: Banking;
  webhooks: Webhooks;
  sites: Sites;
  defaultSender: string | undefined;
}

/** Changes the configuration at once. Concurrent updates are merged. */
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
    await rejectRelease(deps.db, current, next);
    const effects = [
      ...(await accountEffects(deps, platform, next)),
      ...customerAccountEffects(platform, current, next),
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

/** Shorter codes could be guessed. */
const MIN_OTP_LENGTH = 6;

function codeProblems({ embeddedWalletConfig }: SettingsUpdate): FieldError[] {
  if ((embeddedWalletConfig?.otpLength ?? MIN_OTP_LENGTH) >= MIN_OTP_LENGTH) return [];
  const message = `otpLength must be at least ${MIN_OTP_LENGTH} in production.`;
  return [{ field: 'embeddedWalletConfig.otpLength', message }];
}

/** Lenient mode accepts short codes and any sender, because the sandbox uses a fixed code and sends no mail. */
export const configProblems = async (
  deps: SenderDeps & Pick<ConfigDeps, 'webhooks'>,
  { id, mode }: Platform,
  { update, checks }: ConfigUpdate,
): Promise<FieldError[]> => [
  ...settingsProblems(update, {
    requiresHttps: mode === 'PRODUCTION',
    webhookAddresses: deps.webhooks.addresses[mode],
  }),
  ...rejectedBy(checks, [...codeProblems(update), ...(await senderProblems(deps, id, update))]),
];

async function accountEffects(deps: AccountDeps, { id: platformId, mode }: Platform, next: ConfigRow) {
  const existing = await platformAccounts(deps, platformId, {});
  const currencies = heldCurrencies(next.settings);
  return openPlatformAccounts(deps, { platformId, mode, currencies, existing, at: next.updated_at });
}

/** Job that opens the accounts of all customers in currencies that the platform newly holds. */
export const OPEN_ACCOUNTS_JOB = 'customers.open-accounts';

/** By then, customers created concurrently under the old configuration are in the database. */
const OPENING_DELAY_MS = SECOND_MS;

function customerAccountEffects({ clockOffsetMs }: Platform, current: ConfigRow, next: ConfigRow): Effect[] {
  if (currenciesOnlyIn(next, current).length === 0) return [];
  const { platform_id: platformId, id: resourceId, updated_at: createdAt } = next;
  const runAt = addMs(createdAt, OPENING_DELAY_MS);
  return [enqueue([{ platformId, kind: OPEN_ACCOUNTS_JOB, resourceId, runAt, createdAt, clockOffsetMs }])];
}

const currenciesOnlyIn = (one: ConfigRow, other: ConfigRow): string[] => {
  const others = heldCurrencies(other.settings);
  return heldCurrencies(one.settings).filter((code) => !others.includes(code));
};

const MAX_NAMED_ACCOUNTS = 10;

/** A currency can be removed once no account holds money in it. Its empty accounts stay open. */
async function rejectRelease(db: Database, current: ConfigRow, next: ConfigRow): Promise<void> {
  const released = currenciesOnlyIn(current, next);
  if (released.length === 0) return;
  const request = { currencies: released, most: MAX_NAMED_ACCOUNTS };
  const { accounts, count } = await fundedAccounts(db, current.platform_id, request);
  if (count === 0) return;
  const codes = [...new Set(accounts.map(({ currency }) => currency))];
  throw new ApiError('CONFLICT', `The platform holds ${codes.join(', ')}: accounts with a balance: ${count}.`, {
    reason: 'ACCOUNTS_NOT_EMPTY',
    currencies: codes,
    accountIds: accounts.map(({ id }) => id),
    hint: `Pay out or transfer the balances first, or keep INCOMING in enabledTransactionTypes of ${codes.join(', ')}.`,
  });
}

/** The new endpoint is active from this statement on, and receives a test event if its URL has changed. */
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

const MAX_TEXTS = 500;

interface ConfigText {
  version: bigint;
  publicUrl: string;
  text: string;
}

/** Bodies of GET /config. For a cached body only the version of the configuration is read. */
export class ConfigTexts {
  readonly #deps: Pick<ConfigDeps, 'db' | 'sites'>;
  readonly #texts = new Map<string, ConfigText>();

  constructor(deps: Pick<ConfigDeps, 'db' | 'sites'>) {
    this.#deps = deps;
  }

  async get(platformId: string): Promise<string> {
    const { db, sites } = this.#deps;
    const publicUrl = sites.publicUrl();
    const known = this.#texts.get(platformId);
    if (known?.publicUrl === publicUrl) {
      const row = await db.readByKey<Pick<ConfigRow, 'version'>>(versionOfPlatform, { platform_id: platformId });
      if (row?.version === known.version) return known.text;
    }
    const row = await read(db, platformId);
    const text = JSON.stringify(configJson(row, sites));
    if (this.#texts.size >= MAX_TEXTS) this.#texts.clear();
    this.#texts.set(platformId, { version: row.version, publicUrl, text });
    return text;
  }
}

const versionOfPlatform: Finder = {
  statement: (keys) => sql`SELECT k.n, c.version FROM ${keys} JOIN platform_configs c USING (platform_id)`,
};

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
    ...(isHeld(currency) && providerFields(currency.currencyCode)),
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

/** Settings that were never set are null, like settings after a reset. */
const pagesJson = (platformId: string, { hostedPages = {} }: Settings, { publicUrl }: Sites) => ({
  name: hostedPages.name ?? null,
  logoUrl: hostedPages.logo ? `${publicUrl()}${logoUrl(platformId, hostedPages.logo)}` : null,
  accentColor: hostedPages.accentColor ?? null,
  language: hostedPages.language ?? null,
});

/** Data that the rails of a held currency require. For other currencies the external account has these fields. */
function providerFields(currencyCode: string) {
  const isCrypto = currencies.get(currencyCode)?.isCrypto ?? false;
  return {
    providerRequiredCustomerFields: isCrypto ? ['FULL_NAME'] : ['FULL_NAME', 'BIRTH_DATE', 'NATIONALITY'],
    providerRequiredCounterpartyCustomerFields: ['FULL_NAME'],
  };
}
