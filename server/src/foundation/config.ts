import { readFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { isAbsolute, join, resolve } from 'node:path';
import manifest from '../../package.json' with { type: 'json' };
import { DOMAIN } from './kernel/domains.ts';
import { type Network, parseNetwork } from './kernel/ip-networks.ts';

export const VERSION: string = manifest.version;
export const BASE_PATH = '/api/2025-10-13';

/** Invalid setting. The message is one line that names it; the process ends with exit code 2. */
export class ConfigError extends Error {}

export interface Config {
  host: string;
  port: number;
  /** Number of processes that serve requests. */
  processes: number;
  /** Proxies whose X-Forwarded-For header is trusted. */
  trustedProxies: readonly Network[];
  /** URL for callers. Default: the address that the server listens on. */
  publicUrl: string | undefined;
  /** Port of a separate listener for the console. Default: the console is served with everything else. */
  consolePort: number | undefined;
  /** Host names of the console, in addition to those of this machine and of PUBLIC_URL. */
  consoleHosts: readonly string[];
  databaseUrl: string | undefined;
  dataDir: string;
  sandboxToken: { clientId: string; clientSecret: string } | undefined;
  /** Creates a sandbox platform at start and prints its token. Default: true without MASTER_KEY. */
  createSandbox: boolean;
  /** The first key wraps data keys; the others only unwrap them. Empty: the key file of the data directory is used. */
  masterKeys: readonly Buffer[];
  sandboxUmaDomain: string;
  /** Domains of UMA providers that sandbox platforms may reach; `*` allows all. */
  umaNetwork: readonly string[];
  /** Server for real email. Default: messages to real recipients fail and are retried. */
  mail: { url: string; from: { name: string; address: string } } | undefined;
  /** Gateway for real text messages. Default: messages to real recipients fail and are retried. */
  sms: { url: string; token: string | undefined } | undefined;
  /** Our bank accounts and addresses that production customers pay into, by currency. */
  nostroAccounts: Readonly<Record<string, { accountType: string; [name: string]: unknown }[]>>;
  /** Exchange rates of production platforms; without a source only same-currency payments can be quoted. */
  fx: { source: { url: string } | { path: string } | undefined; extraPath: string | undefined; maxAgeHours: number };
  /** Directory for bank files, and their settings, which are not validated yet. */
  bankFiles: { directory: string; path: string; settings: unknown } | undefined;
  /** Content of CORRIDORS_FILE, not yet validated. */
  corridors: unknown;
  /** Prefix of our own headers: <prefix>-Wallet-Signature, X-<prefix>-Signature. */
  headerPrefix: string;
  /** Issuers whose ID tokens open wallets of production platforms, with the URL of their key sets. */
  oidcIssuers: Readonly<Record<string, string>>;
  /** Mobile apps that use passkeys of this domain. */
  associatedApps: { apple: readonly string[]; android: Readonly<Record<string, readonly string[]>> };
  /** Days after a login for which a wallet session can be refreshed. */
  walletSessionMaxDays: number;
  webhooks: { proxyUrl: string | undefined; firstRetryMs: number };
  /** Allows sandbox webhooks to private networks. Default: true on a loopback server without MASTER_KEY. */
  sandboxReachesPrivateNetworks: boolean;
  /** Issuer-processor and number ranges for cards of production platforms. Default: production has no cards. */
  cardProcessor: CardProcessor | undefined;
  /** API that issues stablecoins of production platforms, and its token endpoint. */
  brale: { apiUrl: string; authUrl: string } | undefined;
  /** Content of DIRECTORY_FILE (custodians and UMA providers), not yet validated. */
  directory: unknown;
  /** URL to which the code of an invitation is appended. Default: our own page; false disables invitations. */
  invitationUrl: string | false | undefined;
  /** Directory for files of customers. Default: the database. */
  blobDirectory: string | undefined;
  /** URL of the end-user terms. Default: our own page. */
  endUserTermsUrl: string | undefined;
  /** Server and credentials for commands. Default: those that a running server wrote to the data directory. */
  client: { url: string | undefined; clientId: string | undefined; clientSecret: string | undefined };
  /** Directory of the user's profiles for commands. */
  configDir: string;
  logLevel: LogLevel;
  rateLimit: { perSecond: number; burst: number };
  requestLogKeep: number;
  /** Days after which delivered events are deleted. */
  keepEventsDays: number;
  /** Days after which expired quotes are deleted. */
  keepQuotesDays: number;
  /** Directory for the files of removed events; undefined if they are not archived. */
  archiveDirectory: string | undefined;
  requestTimeoutMs: number;
  /** Time during which a stopping server still serves requests after /readyz has turned false. */
  drainDelayMs: number;
}

interface CardProcessor {
  url: string;
  /** Signs requests in both directions. */
  secret: string;
  bins: Readonly<Partial<Record<'VISA' | 'MASTERCARD', readonly string[]>>>;
}

const logLevels = ['trace', 'debug', 'info', 'warn', 'error', 'silent'] as const;
export type LogLevel = (typeof logLevels)[number];

const DRAIN_DELAY = { minimum: 0, maximum: 300 };
const PORTS = { fallback: 4242, minimum: 0, maximum: 65_535 };

/** Reads and validates the whole environment. No other code reads it. */
export function readConfig(env: NodeJS.ProcessEnv = process.env): Config {
  const perSecond = integer(env, 'RATE_LIMIT_PER_SECOND', { fallback: 10_000, minimum: 1, maximum: 1_000_000 });
  return Object.freeze({
    host: env.HOST || '127.0.0.1',
    port: integer(env, 'PORT', PORTS),
    processes: integer(env, 'PROCESSES', { fallback: 1, minimum: 1, maximum: 64 }),
    trustedProxies: trustedProxies(env),
    publicUrl: publicUrl(env),
    consolePort: consolePort(env),
    consoleHosts: consoleHosts(env),
    databaseUrl: databaseUrl(env),
    dataDir: resolve(env.DATA_DIR || '.causeway'),
    sandboxToken: sandboxToken(env),
    createSandbox: flag(env, 'CREATE_SANDBOX', !env.MASTER_KEY),
    masterKeys: masterKeys(env),
    sandboxUmaDomain: sandboxUmaDomain(env),
    umaNetwork: umaNetwork(env),
    endUserTermsUrl: httpUrl(env, 'END_USER_TERMS_URL'),
    mail: mail(env),
    sms: sms(env),
    nostroAccounts: nostroAccounts(env),
    fx: fx(env),
    bankFiles: bankFiles(env),
    corridors: jsonFile(env, 'CORRIDORS_FILE'),
    headerPrefix: headerPrefix(env),
    oidcIssuers: oidcIssuers(env),
    associatedApps: { apple: appleApps(env), android: androidApps(env) },
    walletSessionMaxDays: integer(env, 'WALLET_SESSION_MAX_DAYS', { fallback: 30, minimum: 1, maximum: 3_650 }),
    webhooks: {
      proxyUrl: httpUrl(env, 'WEBHOOK_PROXY_URL'),
      firstRetryMs: integer(env, 'WEBHOOK_FIRST_RETRY_MS', { fallback: 5_000, minimum: 10, maximum: 60_000 }),
    },
    sandboxReachesPrivateNetworks: flag(env, 'SANDBOX_WEBHOOKS_TO_PRIVATE_NETWORKS', isDevelopment(env)),
    cardProcessor: cardProcessor(env),
    brale: brale(env),
    directory: jsonFile(env, 'DIRECTORY_FILE'),
    invitationUrl: env.INVITATION_URL === 'off' ? false : httpUrl(env, 'INVITATION_URL'),
    blobDirectory: env.BLOB_DIR ? resolve(env.BLOB_DIR) : undefined,
    client: clientSettings(env),
    configDir: configDirectory(env),
    logLevel: oneOf(env, 'LOG_LEVEL', logLevels, 'warn'),
    rateLimit: {
      perSecond,
      burst: integer(env, 'RATE_LIMIT_BURST', { fallback: 2 * perSecond, minimum: 1, maximum: 10_000_000 }),
    },
    requestLogKeep: integer(env, 'REQUEST_LOG_KEEP', { fallback: 10_000, minimum: 0, maximum: 10_000_000 }),
    keepEventsDays: integer(env, 'EVENTS_KEEP_DAYS', { fallback: 90, minimum: 1, maximum: 36_500 }),
    // Responses stored for one day may be rebuilt from quotes, so quotes must be kept at least as long.
    keepQuotesDays: integer(env, 'QUOTES_KEEP_DAYS', { fallback: 30, minimum: 2, maximum: 36_500 }),
    archiveDirectory: env.ARCHIVE_DIR ? resolve(env.ARCHIVE_DIR) : undefined,
    requestTimeoutMs: integer(env, 'REQUEST_TIMEOUT_SECONDS', { fallback: 120, minimum: 1, maximum: 600 }) * 1_000,
    drainDelayMs: integer(env, 'DRAIN_DELAY_SECONDS', { ...DRAIN_DELAY, fallback: isDevelopment(env) ? 0 : 5 }) * 1_000,
  });
}

/** Environment for a child process of a command: this environment with additions. */
export const environmentWith = (added: NodeJS.ProcessEnv): NodeJS.ProcessEnv => ({ ...process.env, ...added });

/** Environment for a server that a command starts: PATH and HOME, but no setting of this process. */
export function bareEnvironment(added: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  const { PATH, HOME } = process.env;
  return { PATH, HOME, ...added };
}

/** Parses 32 bytes from 64 hex or 44 base64 characters. */
export function parseMasterKey(text: string): Buffer | undefined {
  const key = /^[0-9a-fA-F]{64}$/.test(text) ? Buffer.from(text, 'hex') : Buffer.from(text, 'base64');
  return key.length === 32 ? key : undefined;
}

interface IntegerRule {
  fallback: number;
  minimum: number;
  maximum: number;
}

function integer(env: NodeJS.ProcessEnv, name: string, { fallback, minimum, maximum }: IntegerRule): number {
  const text = env[name];
  if (!text) return fallback;
  const value = Number(text);
  if (Number.isInteger(value) && value >= minimum && value <= maximum) return value;
  throw new ConfigError(`${name} must be a whole number from ${minimum} to ${maximum}, not "${text}".`);
}

function oneOf<T extends string>(env: NodeJS.ProcessEnv, name: string, values: readonly T[], fallback: T): T {
  const text = env[name];
  if (!text) return fallback;
  if ((values as readonly string[]).includes(text)) return text as T;
  throw new ConfigError(`${name} must be one of ${values.join(', ')}, not "${text}".`);
}

const flag = (env: NodeJS.ProcessEnv, name: string, fallback: boolean): boolean =>
  oneOf(env, name, ['true', 'false'], fallback ? 'true' : 'false') === 'true';

/** True without MASTER_KEY on a loopback address. */
const isDevelopment = ({ MASTER_KEY: key, HOST: host }: NodeJS.ProcessEnv): boolean =>
  !key && (!host || /^(localhost|127(\.\d+){3}|::1)$/i.test(host));

function httpUrl(env: NodeJS.ProcessEnv, name: string): string | undefined {
  const text = env[name];
  if (!text) return undefined;
  if (!URL.canParse(text) || !/^https?:$/.test(new URL(text).protocol)) {
    throw new ConfigError(`${name} must be an http or https URL, not "${text}".`);
  }
  return text.replace(/\/+$/, '');
}

/** Must be an origin, because our pages link to each other from the root. */
function publicUrl(env: NodeJS.ProcessEnv): string | undefined {
  const text = httpUrl(env, 'PUBLIC_URL');
  if (text === undefined) return undefined;
  const { href, origin } = new URL(text);
  if (href === `${origin}/`) return origin;
  throw new ConfigError(`PUBLIC_URL must have no path, query or user, such as https://api.example.com, not "${text}".`);
}

/** Address of the console for browsers: the API address, or a separate host or port if CONSOLE_PORT is set. */
export function consoleSite(config: Pick<Config, 'publicUrl' | 'consolePort' | 'consoleHosts'>, url: string): string {
  const { publicUrl, consolePort: port, consoleHosts: hosts } = config;
  if (port === undefined) return publicUrl ?? url;
  return hosts[0] === undefined ? `http://localhost:${port}` : `https://${hosts[0]}`;
}

function consolePort(env: NodeJS.ProcessEnv): number | undefined {
  if (!env.CONSOLE_PORT) return undefined;
  const port = integer(env, 'CONSOLE_PORT', { fallback: 0, minimum: 1, maximum: 65_535 });
  if (port !== integer(env, 'PORT', PORTS)) return port;
  throw new ConfigError(`CONSOLE_PORT must differ from PORT, which is ${port} as well.`);
}

/** Normalized as browsers send the Host header: lower case, without the default port of the scheme. */
function consoleHosts(env: NodeJS.ProcessEnv): string[] {
  const hosts = listOf(env.CONSOLE_HOSTS?.toLowerCase());
  const wrong = hosts.find((host) => !/^([a-z0-9.-]{1,253}|\[[0-9a-f:.]+\])(:\d{1,5})?$/.test(host));
  if (wrong === undefined) return hosts;
  throw new ConfigError(
    `CONSOLE_HOSTS must be host names, each with its port if it has one, separated by commas, not "${wrong}".`,
  );
}

function databaseUrl(env: NodeJS.ProcessEnv): string | undefined {
  const text = env.DATABASE_URL;
  if (!text) return undefined;
  if (/^postgres(ql)?:\/\//.test(text)) return text;
  throw new ConfigError('DATABASE_URL must begin with postgres:// or postgresql://.');
}

function masterKeys(env: NodeJS.ProcessEnv): readonly Buffer[] {
  if (env.MASTER_KEY_PREVIOUS && !env.MASTER_KEY) {
    throw new ConfigError('MASTER_KEY_PREVIOUS requires MASTER_KEY: set MASTER_KEY to the new key.');
  }
  return ['MASTER_KEY', 'MASTER_KEY_PREVIOUS'].flatMap((name) => masterKey(env, name));
}

function masterKey(env: NodeJS.ProcessEnv, name: string): Buffer[] {
  const text = env[name];
  if (!text) return [];
  const key = parseMasterKey(text);
  if (key) return [key];
  throw new ConfigError(`${name} must be 32 random bytes as 64 hex or 44 base64 characters (openssl rand -hex 32).`);
}

function mail(env: NodeJS.ProcessEnv): Config['mail'] {
  const { SMTP_URL: url, MAIL_FROM: from } = env;
  if (!url) return undefined;
  if (!/^smtps?:\/\//.test(url)) throw new ConfigError('SMTP_URL must begin with smtp:// or smtps://.');
  if (!from) throw new ConfigError('MAIL_FROM is required with SMTP_URL: set it to the sender address.');
  return { url, from: mailbox(from) };
}

/** RFC 5322: `address`, or `Name <address>`. */
function mailbox(text: string): { name: string; address: string } {
  const [, name = '', address = ''] = /^"?([^"<>\p{Cc}]+?)"?\s*<([^<>]+)>$/u.exec(text) ?? [text, '', text];
  const [, domain = ''] = /^[^\s@"(),:;<>[\]\\\p{Cc}]+@(.+)$/u.exec(address) ?? [];
  if (isDomain(domain)) return { name, address };
  throw new ConfigError(`MAIL_FROM must be an email address, or Name <address>, not "${text}".`);
}

/** Format: {"USD": [{"accountType": "USD_ACCOUNT", "accountNumber": "...", ...}], ...}. */
function nostroAccounts(env: NodeJS.ProcessEnv): Config['nostroAccounts'] {
  const path = env.NOSTRO_ACCOUNTS_FILE;
  if (!path) return {};
  try {
    const accounts = JSON.parse(readFileSync(path, 'utf8'));
    const isWellFormed = Object.entries(accounts).every(
      ([code, list]) =>
        /^[A-Z]{3,10}$/.test(code) &&
        Array.isArray(list) &&
        list.every((info) => typeof info?.accountType === 'string'),
    );
    if (isWellFormed) return accounts;
  } catch {
    // Invalid JSON gets the same error as JSON of the wrong shape.
  }
  throw new ConfigError(
    `NOSTRO_ACCOUNTS_FILE ${path} must be a JSON object of currency to a list of accounts, each with accountType.`,
  );
}

const DEFAULT_FX_MAX_AGE_HOURS = 96;

function fx(env: NodeJS.ProcessEnv): Config['fx'] {
  const url = httpUrl(env, 'FX_ECB_URL');
  const path = env.FX_ECB_FILE;
  if (url && path) throw new ConfigError('FX_ECB_URL and FX_ECB_FILE exclude each other: set one of them.');
  const hours = { fallback: DEFAULT_FX_MAX_AGE_HOURS, minimum: 0, maximum: 24 * 30 };
  return {
    source: url ? { url } : path ? { path: resolve(path) } : undefined,
    extraPath: env.FX_EXTRA_FILE ? resolve(env.FX_EXTRA_FILE) : undefined,
    maxAgeHours: integer(env, 'FX_MAX_AGE_HOURS', hours),
  };
}

function bankFiles(env: NodeJS.ProcessEnv): Config['bankFiles'] {
  const { BANK_FILES_DIR: directory, BANK_FILES_CONFIG: path } = env;
  if (!directory && !path) return undefined;
  if (!directory || !path)
    throw new ConfigError('BANK_FILES_DIR and BANK_FILES_CONFIG go together: set both or neither.');
  try {
    return { directory: resolve(directory), path, settings: JSON.parse(readFileSync(path, 'utf8')) };
  } catch {
    throw new ConfigError(`BANK_FILES_CONFIG ${path} must be a JSON file that can be read.`);
  }
}

function jsonFile(env: NodeJS.ProcessEnv, name: string): unknown {
  const path = env[name];
  if (!path) return undefined;
  try {
    return JSON.parse(readFileSync(path, 'utf8'));
  } catch {
    throw new ConfigError(`${name} ${path} must be a JSON file that can be read.`);
  }
}

function brale(env: NodeJS.ProcessEnv): Config['brale'] {
  const apiUrl = httpUrl(env, 'BRALE_API_URL');
  const authUrl = httpUrl(env, 'BRALE_AUTH_URL');
  if (!apiUrl && !authUrl) return undefined;
  if (!apiUrl || !authUrl) throw new ConfigError('BRALE_API_URL and BRALE_AUTH_URL go together: set both or neither.');
  if (isSafeUrl(apiUrl) && isSafeUrl(authUrl)) return { apiUrl, authUrl };
  throw new ConfigError(
    'BRALE_API_URL and BRALE_AUTH_URL must begin with https://, because credentials are sent to them.',
  );
}

function headerPrefix(env: NodeJS.ProcessEnv): string {
  const text = env.HEADER_PREFIX || 'Service';
  if (/^[A-Za-z][A-Za-z0-9-]{0,30}$/.test(text)) return text;
  throw new ConfigError(`HEADER_PREFIX must be a word of up to 31 letters, digits and hyphens, not "${text}".`);
}

function sms(env: NodeJS.ProcessEnv): Config['sms'] {
  const url = httpUrl(env, 'SMS_URL');
  return url ? { url, token: env.SMS_TOKEN } : undefined;
}

function sandboxToken(env: NodeJS.ProcessEnv): Config['sandboxToken'] {
  const { SANDBOX_CLIENT_ID: clientId, SANDBOX_CLIENT_SECRET: clientSecret } = env;
  if (!clientId && !clientSecret) return undefined;
  if (!clientId || !clientSecret) {
    throw new ConfigError('SANDBOX_CLIENT_ID and SANDBOX_CLIENT_SECRET go together: set both or neither.');
  }
  if (clientId.includes(':')) throw new ConfigError('SANDBOX_CLIENT_ID must not contain a colon.');
  // Control characters are invalid in RFC 7617 credentials and would break a line of sandbox.env.
  if (/\p{Cc}/u.test(clientId + clientSecret)) {
    throw new ConfigError('SANDBOX_CLIENT_ID and SANDBOX_CLIENT_SECRET must not contain control characters.');
  }
  return { clientId, clientSecret };
}

function clientSettings(env: NodeJS.ProcessEnv): Config['client'] {
  const { CAUSEWAY_CLIENT_ID: clientId, CAUSEWAY_CLIENT_SECRET: clientSecret } = env;
  if (Boolean(clientId) === Boolean(clientSecret)) return { url: httpUrl(env, 'CAUSEWAY_URL'), clientId, clientSecret };
  throw new ConfigError('CAUSEWAY_CLIENT_ID and CAUSEWAY_CLIENT_SECRET go together: set both or neither.');
}

/** Ignores a relative path, as the XDG Base Directory Specification requires. */
function configDirectory({ XDG_CONFIG_HOME: directory = '' }: NodeJS.ProcessEnv): string {
  return join(isAbsolute(directory) ? directory : join(homedir(), '.config'), 'causeway');
}

const listOf = (text: string | undefined): string[] =>
  (text ?? '')
    .split(',')
    .map((part) => part.trim())
    .filter(Boolean);

const isDomain = (text: string): boolean => text.length <= 253 && new RegExp(DOMAIN).test(text);

function trustedProxies(env: NodeJS.ProcessEnv): Network[] {
  return listOf(env.TRUSTED_PROXIES).map((text) => {
    const network = parseNetwork(text);
    if (network) return network;
    throw new ConfigError(
      `TRUSTED_PROXIES must be addresses or networks (10.0.0.0/8, 2001:db8::/32), separated by commas, not "${text}".`,
    );
  });
}

/** Lower case, because UMA addresses are compared in lower case. */
function sandboxUmaDomain(env: NodeJS.ProcessEnv): string {
  const domain = (env.SANDBOX_UMA_DOMAIN || 'sandbox.causeway.test').toLowerCase();
  if (isDomain(domain)) return domain;
  throw new ConfigError(`SANDBOX_UMA_DOMAIN must be a domain, not "${domain}".`);
}

function umaNetwork(env: NodeJS.ProcessEnv): string[] {
  const domains = listOf(env.UMA_NETWORK?.toLowerCase());
  const wrong = domains.find((domain) => domain !== '*' && !isDomain(domain));
  if (wrong === undefined) return domains;
  throw new ConfigError(`UMA_NETWORK must be domains, separated by commas, or *, not "${wrong}".`);
}

/** Format: `issuer=URL of its key set`, separated by commas. */
function oidcIssuers(env: NodeJS.ProcessEnv): Config['oidcIssuers'] {
  const pairs = listOf(env.OIDC_ISSUERS).map((pair) => {
    const [issuer = '', ...rest] = pair.split('=');
    const address = rest.join('=');
    const isLocal = /^http:\/\/(localhost|127\.0\.0\.1)[:/]/.test(address);
    if (issuer && URL.canParse(address) && (isLocal || address.startsWith('https://'))) return [issuer, address];
    throw new ConfigError(
      `OIDC_ISSUERS must be issuer=https://address-of-its-key-set, separated by commas, not "${pair}".`,
    );
  });
  return Object.fromEntries(pairs);
}

function appleApps(env: NodeJS.ProcessEnv): string[] {
  const apps = listOf(env.APPLE_APP_IDS);
  const wrong = apps.find((app) => !/^[A-Z0-9]{10}\.[A-Za-z0-9.-]+$/.test(app));
  if (wrong === undefined) return apps;
  throw new ConfigError(`APPLE_APP_IDS must be TEAMID1234.bundle.id, separated by commas, not "${wrong}".`);
}

/** Format: `package=fingerprint`, separated by commas; a package may occur more than once. */
function androidApps(env: NodeJS.ProcessEnv): Config['associatedApps']['android'] {
  const apps: Record<string, string[]> = {};
  for (const pair of listOf(env.ANDROID_APPS)) {
    const [, name = '', fingerprint = ''] = /^([\w.]+)=((?:[0-9A-F]{2}:){31}[0-9A-F]{2})$/.exec(pair) ?? [];
    if (!name) throw new ConfigError(`ANDROID_APPS must be package=SHA-256 fingerprint (AA:BB:...), not "${pair}".`);
    apps[name] = [...(apps[name] ?? []), fingerprint];
  }
  return apps;
}

const MIN_PROCESSOR_SECRET = 32;

function cardProcessor(env: NodeJS.ProcessEnv): Config['cardProcessor'] {
  const url = httpUrl(env, 'CARD_PROCESSOR_URL');
  const { CARD_PROCESSOR_SECRET: secret, CARD_BINS: bins } = env;
  if (!url && !secret && !bins) return undefined;
  if (!url || !secret || !bins) {
    throw new ConfigError('CARD_PROCESSOR_URL, CARD_PROCESSOR_SECRET and CARD_BINS go together: set all or none.');
  }
  if (!isSafeUrl(url))
    throw new ConfigError('CARD_PROCESSOR_URL must begin with https://, because card numbers are sent to it.');
  if (secret.length < MIN_PROCESSOR_SECRET) {
    throw new ConfigError(`CARD_PROCESSOR_SECRET must have at least ${MIN_PROCESSOR_SECRET} characters.`);
  }
  return { url, secret, bins: cardBins(bins) };
}

/** Plain HTTP is allowed on loopback only. */
const isSafeUrl = (url: string): boolean =>
  url.startsWith('https://') || /^http:\/\/(localhost|127\.0\.0\.1)(:|\/|$)/.test(url);

/** Ranges of the brands (ISO/IEC 7812, 6 to 8 digits). */
const binPatterns: Readonly<Record<string, RegExp>> = {
  VISA: /^4\d{5,7}$/,
  MASTERCARD: /^(5[1-5]|222[1-9]|22[3-9]\d|2[3-6]\d\d|27[01]\d|2720)\d{2,6}$/,
};

/** Format: `brand=first digits`, separated by commas; a brand may occur more than once. */
function cardBins(text: string): CardProcessor['bins'] {
  const bins: Record<string, string[]> = {};
  for (const pair of listOf(text)) {
    const [brand = '', bin = ''] = pair.split('=');
    if (!binPatterns[brand]?.test(bin) || !/^\d{6,8}$/.test(bin)) {
      throw new ConfigError(`CARD_BINS must be VISA=4... or MASTERCARD=5... with 6 to 8 digits, not "${pair}".`);
    }
    bins[brand] = [...(bins[brand] ?? []), bin];
  }
  if (Object.keys(bins).length === 0) throw new ConfigError('CARD_BINS must name at least one range of card numbers.');
  return bins;
}
