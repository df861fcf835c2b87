import { type AddressPolicy, isRejectedHost } from '../../engine/webhooks/addresses.ts';
import { ApiError, type FieldError } from '../../foundation/kernel/errors.ts';
import { MAX_AMOUNT } from '../../foundation/kernel/money.ts';
import { currencies } from '../rates/currencies.ts';
import { logoProblems, parseLogo, type StoredLogo } from './logos.ts';
import type { CurrencyConfig, FeeConfig, SettingsUpdate } from './schemas.ts';

type Always = 'supportedCurrencies' | 'embeddedWalletConfig' | 'cardTokenization2faConfig' | 'feeConfigs';

/** Stored configuration of a platform. */
export type Settings = Omit<SettingsUpdate, Always | 'hostedPages'> &
  Required<Pick<SettingsUpdate, Always>> & {
    proxyUmaSubdomain?: string;
    isRegulatedFinancialInstitution: boolean;
    /** Absent if none of its members was ever set. */
    hostedPages?: PageSettings;
  };

export type PageSettings = Omit<PagesUpdate, 'logo'> & { logo?: StoredLogo | null };

type PagesUpdate = NonNullable<SettingsUpdate['hostedPages']>;

const EMBEDDED_WALLET_DEFAULTS = {
  otpLength: 6,
  alphanumeric: false,
  expirationSeconds: 300,
  sendFromEmailSenderName: 'Notifications',
};

/** Codes of the currencies that a platform holds and pays out, and of those that it only pays out. */
export interface FirstCurrencies {
  held: readonly string[];
  paid: readonly string[];
}

export const defaultSettings = (
  { held, paid }: FirstCurrencies,
  isRegulatedFinancialInstitution: boolean,
): Settings => ({
  isRegulatedFinancialInstitution,
  supportedCurrencies: [
    ...held.map((code) => firstCurrency(code, ['INCOMING', 'OUTGOING'])),
    ...paid.map((code) => firstCurrency(code, ['OUTGOING'])),
  ],
  embeddedWalletConfig: EMBEDDED_WALLET_DEFAULTS,
  cardTokenization2faConfig: {},
  feeConfigs: [],
});

const firstCurrency = (
  currencyCode: string,
  enabledTransactionTypes: CurrencyConfig['enabledTransactionTypes'],
): CurrencyConfig => ({
  currencyCode,
  minAmount: 1,
  maxAmount: MAX_AMOUNT,
  requiredCounterpartyFields: [],
  enabledTransactionTypes,
});

/** Absent members keep their values. Lists are replaced, objects merged, fees upserted by type and currency. */
export function mergeSettings(current: Settings, update: SettingsUpdate): Settings {
  const { email, sms, ...card } = update.cardTokenization2faConfig ?? {};
  const old = current.cardTokenization2faConfig;
  return {
    ...current,
    ...(update.umaDomain !== undefined && { umaDomain: update.umaDomain.toLowerCase() }),
    ...(update.webhookEndpoint !== undefined && { webhookEndpoint: update.webhookEndpoint }),
    ...(update.supportedCurrencies && { supportedCurrencies: update.supportedCurrencies.map(storedCurrency) }),
    embeddedWalletConfig: { ...current.embeddedWalletConfig, ...update.embeddedWalletConfig },
    cardTokenization2faConfig: {
      ...old,
      ...card,
      ...(email && { email: { ...old.email, ...email } }),
      ...(sms && { sms: { ...old.sms, ...sms } }),
    },
    ...(update.cardRevealOrigins && { cardRevealOrigins: update.cardRevealOrigins }),
    ...(update.hostedPages && { hostedPages: mergePages(current.hostedPages, update.hostedPages) }),
    feeConfigs: upsertFees(current.feeConfigs, update.feeConfigs ?? []),
  };
}

/** Keeps only the hash of a logo; the image is stored separately. */
function mergePages(current: Settings['hostedPages'], { name, logo, accentColor, language }: PagesUpdate) {
  const parsed = logo ? parseLogo(logo) : undefined;
  return {
    ...current,
    ...(name !== undefined && { name }),
    ...(accentColor !== undefined && { accentColor: accentColor?.toLowerCase() ?? null }),
    ...(language !== undefined && { language }),
    ...(logo !== undefined && { logo: parsed ? { hash: parsed.hash, format: parsed.format } : null }),
  };
}

/** Removes read-only members, which callers may copy from a response. */
const storedCurrency = (config: CurrencyConfig): CurrencyConfig => ({
  currencyCode: config.currencyCode,
  minAmount: config.minAmount,
  maxAmount: config.maxAmount,
  requiredCounterpartyFields: config.requiredCounterpartyFields.map(({ name, mandatory }) => ({ name, mandatory })),
  enabledTransactionTypes: [...new Set(config.enabledTransactionTypes)],
});

/** One fee per type and currency. A fee of zero removes it. */
function upsertFees(current: readonly FeeConfig[], updates: readonly FeeConfig[]): FeeConfig[] {
  const fees = new Map([...current, ...updates].map((fee) => [`${fee.feeType} ${fee.sourceCurrency}`, fee]));
  return [...fees.values()].filter((fee) => fee.variableFeeBps > 0 || fee.fixedFee.amount > 0);
}

interface SettingsRules {
  /** True for production platforms, whose webhooks require https. */
  requiresHttps: boolean;
  webhookAddresses: AddressPolicy;
}

/** Rules beyond the schema: one entry per invalid field. */
export function settingsProblems(update: SettingsUpdate, rules: SettingsRules): FieldError[] {
  const { requiresHttps } = rules;
  return [
    ...(update.webhookEndpoint === undefined ? [] : endpointProblems(update.webhookEndpoint, rules)),
    ...currencyProblems(update.supportedCurrencies ?? []),
    ...(update.cardRevealOrigins ?? []).flatMap((origin, i) => originProblems(origin, i, requiresHttps)),
    ...logoProblems(update.hostedPages?.logo),
    ...(update.feeConfigs ?? []).flatMap(feeProblems),
  ];
}

function endpointProblems(endpoint: string, { requiresHttps, webhookAddresses }: SettingsRules): FieldError[] {
  const field = 'webhookEndpoint';
  const url = URL.canParse(endpoint) ? new URL(endpoint) : undefined;
  const schemes = requiresHttps ? ['https:'] : ['https:', 'http:'];
  if (!url || !schemes.includes(url.protocol)) {
    const kind = requiresHttps ? 'an https' : 'an https or http';
    return [{ field, message: `${field} must be ${kind} URL.`, constraint: { format: 'url' } }];
  }
  if (url.username || url.password) return [{ field, message: `${field} must not contain credentials.` }];
  return isRejectedHost(url.hostname, webhookAddresses)
    ? [{ field, message: `${field} ${webhookAddresses.rule}` }]
    : [];
}

/** RFC 6454 with host names of RFC 1123, because other characters of a URL, such as `;`, would end a CSP directive. */
const ORIGIN = /^https?:\/\/([a-z0-9-]+(\.[a-z0-9-]+)*|\[[0-9a-f:]+\])(:\d{1,5})?$/;
const LOCAL_ORIGIN = /^http:\/\/(localhost|127\.0\.0\.1)(:\d+)?$/;

/** Requires exactly an origin, because the text is copied into a response header. */
const isOrigin = (text: string): boolean => ORIGIN.test(text) && URL.canParse(text) && new URL(text).origin === text;

function originProblems(origin: string, i: number, requiresHttps: boolean): FieldError[] {
  const isSafe = origin.startsWith('https://') || (LOCAL_ORIGIN.test(origin) && !requiresHttps);
  if (isSafe && isOrigin(origin)) return [];
  const kinds = requiresHttps ? 'https://host' : 'https://host, or http://localhost';
  return [{ field: `cardRevealOrigins.${i}`, message: `cardRevealOrigins.${i} must be an origin: ${kinds}.` }];
}

function currencyProblems(configs: readonly CurrencyConfig[]): FieldError[] {
  const codes = configs.map(({ currencyCode }) => currencyCode);
  return configs.flatMap(({ currencyCode, minAmount, maxAmount }, i) => {
    const at = `supportedCurrencies.${i}`;
    const problems: FieldError[] = [];
    if (!currencies.has(currencyCode)) {
      const constraint = { enum: [...currencies.keys()] };
      problems.push({
        field: `${at}.currencyCode`,
        message: `currencyCode must be a currency of this service: ${currencyCode} is not.`,
        constraint,
      });
    }
    if (codes.indexOf(currencyCode) < i) {
      problems.push({
        field: `${at}.currencyCode`,
        message: `currencyCode must be unique: ${currencyCode} is listed twice.`,
      });
    }
    if (minAmount > maxAmount) {
      problems.push({ field: `${at}.maxAmount`, message: 'maxAmount must not be below minAmount.' });
    }
    return problems;
  });
}

function feeProblems({ sourceCurrency, fixedFee }: Partial<FeeConfig>, i: number): FieldError[] {
  if (!sourceCurrency || fixedFee?.currency === sourceCurrency) return [];
  return [{ field: `feeConfigs.${i}.fixedFee.currency`, message: 'fixedFee.currency must be the sourceCurrency.' }];
}

export function rejectUnsupportedFees(fees: readonly FeeConfig[]): void {
  const other = fees.find((fee) => fee.sourceCurrency !== 'USD');
  if (!other) return;
  throw new ApiError('NOT_IMPLEMENTED', `Fees in ${other.sourceCurrency} are not supported.`, {
    reason: 'FEE_CURRENCY_NOT_SUPPORTED',
    hint: 'sourceCurrency of feeConfigs must be USD.',
  });
}
