import { ApiError, type FieldError } from '../kernel/errors.ts';
import { MAX_AMOUNT } from '../kernel/money.ts';
import { currencies } from '../rates/currencies.ts';

export interface CurrencyConfig {
  currencyCode: string;
  minAmount: number;
  maxAmount: number;
  requiredCounterpartyFields: { name: string; mandatory: boolean }[];
  enabledTransactionTypes: ('INCOMING' | 'OUTGOING')[];
}

export interface FeeConfig {
  feeType: 'CROSS_CURRENCY_TRANSACTION';
  sourceCurrency: string;
  variableFeeBps: number;
  fixedFee: { amount: number; currency: string };
}

/** What a platform has configured. Members left out of an update keep their values. */
export interface Settings {
  umaDomain?: string;
  proxyUmaSubdomain?: string;
  webhookEndpoint?: string;
  isRegulatedFinancialInstitution: boolean;
  supportedCurrencies: CurrencyConfig[];
  embeddedWalletConfig: Record<string, unknown>;
  cardTokenization2faConfig: Record<string, unknown>;
  /** Whose pages may frame the page that shows a card number. */
  cardRevealOrigins?: string[];
  feeConfigs: FeeConfig[];
}

export type SettingsUpdate = Partial<Omit<Settings, 'isRegulatedFinancialInstitution' | 'proxyUmaSubdomain'>>;

const EMBEDDED_WALLET_DEFAULTS = {
  otpLength: 6,
  alphanumeric: false,
  expirationSeconds: 300,
  sendFromEmailSenderName: 'Notifications',
};

export const defaultSettings = (codes: readonly string[], isRegulatedFinancialInstitution: boolean): Settings => ({
  isRegulatedFinancialInstitution,
  supportedCurrencies: codes.map((currencyCode) => ({
    currencyCode,
    minAmount: 1,
    maxAmount: MAX_AMOUNT,
    requiredCounterpartyFields: [],
    enabledTransactionTypes: ['INCOMING', 'OUTGOING'],
  })),
  embeddedWalletConfig: EMBEDDED_WALLET_DEFAULTS,
  cardTokenization2faConfig: {},
  feeConfigs: [],
});

/** The settings after an update: lists of currencies are replaced, objects merged, fees upserted by their key. */
export function merge(current: Settings, update: SettingsUpdate): Settings {
  const { email, sms, ...card } = (update.cardTokenization2faConfig ?? {}) as Record<string, object>;
  const old = current.cardTokenization2faConfig as Record<string, object>;
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
    feeConfigs: upsertFees(current.feeConfigs, update.feeConfigs ?? []),
  };
}

/** Read-only members of the answer are ignored when they come back. */
const storedCurrency = (config: CurrencyConfig): CurrencyConfig => ({
  currencyCode: config.currencyCode,
  minAmount: config.minAmount,
  maxAmount: config.maxAmount,
  requiredCounterpartyFields: config.requiredCounterpartyFields.map(({ name, mandatory }) => ({ name, mandatory })),
  enabledTransactionTypes: [...new Set(config.enabledTransactionTypes)],
});

/** One fee per type and currency; a fee of nothing is no fee. */
function upsertFees(current: readonly FeeConfig[], updates: readonly FeeConfig[]): FeeConfig[] {
  const fees = new Map([...current, ...updates].map((fee) => [`${fee.feeType} ${fee.sourceCurrency}`, fee]));
  return [...fees.values()].filter((fee) => fee.variableFeeBps > 0 || fee.fixedFee.amount > 0);
}

/** What the schema cannot say. `requiresHttps`: real platforms are told of money over https only. */
export function problemsOf(update: SettingsUpdate, { requiresHttps }: { requiresHttps: boolean }): FieldError[] {
  return [
    ...(update.webhookEndpoint === undefined ? [] : endpointProblems(update.webhookEndpoint, requiresHttps)),
    ...currencyProblems(update.supportedCurrencies ?? []),
    ...(update.cardRevealOrigins ?? []).flatMap((origin, i) => originProblems(origin, i, requiresHttps)),
    ...(update.feeConfigs ?? []).flatMap(feeProblems),
  ];
}

function endpointProblems(endpoint: string, requiresHttps: boolean): FieldError[] {
  const field = 'webhookEndpoint';
  const url = URL.canParse(endpoint) ? new URL(endpoint) : undefined;
  const schemes = requiresHttps ? ['https:'] : ['https:', 'http:'];
  if (!url || !schemes.includes(url.protocol)) {
    const kind = requiresHttps ? 'an https' : 'an https or http';
    return [{ field, message: `${field} must be ${kind} URL.`, constraint: { format: 'url' } }];
  }
  return url.username || url.password ? [{ field, message: `${field} must not hold credentials.` }] : [];
}

/** An origin and nothing more: it goes into a header as it stands. */
function originProblems(origin: string, i: number, requiresHttps: boolean): FieldError[] {
  const url = URL.canParse(origin) ? new URL(origin) : undefined;
  const isLocal = url?.protocol === 'http:' && ['localhost', '127.0.0.1'].includes(url.hostname);
  const isSafe = url?.protocol === 'https:' || (isLocal && !requiresHttps);
  if (url && isSafe && url.origin === origin && !origin.includes('*')) return [];
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
        message: `${currencyCode} is not a currency of this service.`,
        constraint,
      });
    }
    if (codes.indexOf(currencyCode) < i) {
      problems.push({ field: `${at}.currencyCode`, message: `${currencyCode} is listed twice.` });
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

export function refuseUnsupportedFees(fees: readonly FeeConfig[]): void {
  const other = fees.find((fee) => fee.sourceCurrency !== 'USD');
  if (!other) return;
  throw new ApiError('NOT_IMPLEMENTED', `Fees in ${other.sourceCurrency} are not supported.`, {
    hint: 'feeConfigs take USD as sourceCurrency.',
  });
}
