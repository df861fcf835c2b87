import { legible } from '../kernel/storable.ts';

/** The one list of what never reaches a log: names of fields and headers, compared in lower case. */
const SECRET_NAMES = new Set(
  [
    'authorization',
    'clientSecret',
    'password',
    'secret',
    'accessToken',
    'oidcToken',
    'apiClientSecret',
    'identifier',
    'taxId',
    'code',
    'recoveryCodes',
    'secretBase32Encoded',
    'totpUri',
    'encryptedOtpBundle',
    'encryptedSessionSigningKey',
    'encryptedWalletCredentials',
    'otpEncryptionTargetBundle',
    'payloadToSign',
    'panEmbedUrl',
    'kycUrl',
    'threeDSecurePassword',
    'livenessAccessToken',
    'token',
    'verificationLink',
    'documentNumber',
  ].map((name) => name.toLowerCase()),
);

/** Of these a log shows the end: enough to recognise an account, not enough to use it. An object is a postal address. */
const MASKED_NAMES = new Set(
  [
    'accountNumber',
    'iban',
    'clabeNumber',
    'pixKey',
    'vpa',
    'phoneNumber',
    'address',
    'invoice',
    'bolt12',
    'lightningAddress',
  ].map((name) => name.toLowerCase()),
);
const SHOWN_END = 4;

const REDACTED = '[redacted]';
const MAX_DEPTH = 12;
const MAX_ITEMS = 50;
const MAX_TEXT = 500;
const MAX_NAME = 100;

/** In place of an answer that is a secret as a whole. */
export const redactedWhole = REDACTED;

/** A copy of a JSON value that is safe to keep: secrets replaced, long texts and lists cut. */
export function redact(value: unknown, depth = 0): unknown {
  if (typeof value === 'string') return cut(value, MAX_TEXT);
  if (typeof value !== 'object' || value === null) return value;
  if (depth >= MAX_DEPTH) return REDACTED;
  if (Array.isArray(value)) return value.slice(0, MAX_ITEMS).map((item) => redact(item, depth + 1));
  return Object.fromEntries(
    Object.entries(value)
      .slice(0, MAX_ITEMS)
      .map(([name, item]) => [cut(name, MAX_NAME), isKept(name, value) ? shown(name, item, depth + 1) : REDACTED]),
  );
}

function shown(name: string, item: unknown, depth: number): unknown {
  if (!MASKED_NAMES.has(name.toLowerCase())) return redact(item, depth);
  if (Array.isArray(item)) return REDACTED;
  return typeof item === 'object' ? redact(item, depth) : mask(String(item));
}

const mask = (text: string): string => `****${text.length > SHOWN_END ? legible(text.slice(-SHOWN_END)) : ''}`;

/** `code` of an error or a currency is no secret, nor is a `token` that is shown as a resource. */
function isKept(name: string, object: object): boolean {
  if (!SECRET_NAMES.has(name.toLowerCase())) return true;
  if (name === 'code') return 'decimals' in object || ('status' in object && 'message' in object);
  return name === 'token' && 'token' in object && typeof object.token === 'object';
}

/** A cut may leave half of a character, and a refused request hold what cannot be stored. */
const cut = (text: string, length: number): string =>
  text.length <= length ? legible(text) : `${legible(text.slice(0, length))}...`;
