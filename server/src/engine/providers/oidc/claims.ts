import { isStorable } from '../../../foundation/db/storable-text.ts';
import type { OidcFlaw, OidcIdentity } from './port.ts';
import { CLOCK_TOLERANCE_SECONDS, MAX_TOKEN_AGE_SECONDS } from './port.ts';

const providerNames: Readonly<Record<string, string>> = {
  'https://accounts.google.com': 'Google',
  'accounts.google.com': 'Google',
  'https://appleid.apple.com': 'Apple',
};

export type Claims = Readonly<Record<string, unknown>>;

const malformed = (reason: string): OidcFlaw => ({ kind: 'MALFORMED', reason });
const untrusted = (reason: string): OidcFlaw => ({ kind: 'UNTRUSTED', reason });

/** Decodes the claims and the issuer of a token, before its signature is verified. */
export function decodeClaims(token: string): { claims: Claims; issuer: string } | OidcFlaw {
  const parts = token.split('.');
  const [header, claims] = parts.slice(0, 2).map(jsonObject);
  if (parts.length !== 3 || !header || !claims) return malformed('oidcToken is not a JSON Web Token');
  return isText(claims['iss']) ? { claims, issuer: claims['iss'] } : malformed('oidcToken has no iss');
}

/** Decodes a JSON object in base64url; returns undefined for anything else. */
function jsonObject(part: string): Claims | undefined {
  if (!/^[A-Za-z0-9_-]+$/.test(part)) return undefined;
  try {
    const value = JSON.parse(Buffer.from(part, 'base64url').toString('utf8'));
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

/** Validates required claims and the age of a token. */
export function readClaims({ claims, issuer }: { claims: Claims; issuer: string }, now: Date): OidcIdentity | OidcFlaw {
  const { sub, iat, exp, email, nonce } = claims;
  const audience = Array.isArray(claims['aud']) && claims['aud'].length === 1 ? claims['aud'][0] : claims['aud'];
  if (!isName(audience)) return malformed(`oidcToken must have one aud of ${MAX_NAME} characters at most`);
  if (!isName(sub)) return malformed(`oidcToken must have a sub of ${MAX_NAME} characters at most`);
  if (typeof iat !== 'number' || typeof exp !== 'number') return malformed('oidcToken must have a numeric iat and exp');
  const age = now.getTime() / 1_000 - iat;
  if (age > MAX_TOKEN_AGE_SECONDS + CLOCK_TOLERANCE_SECONDS) return untrusted('The OIDC token is too old');
  if (age < -CLOCK_TOLERANCE_SECONDS) return untrusted('The OIDC token was issued in the future');
  if (exp * 1_000 <= now.getTime()) return untrusted('The OIDC token has expired');
  return {
    issuer,
    audience,
    subject: sub,
    email: isText(email) ? email : undefined,
    nonce: isText(nonce) ? nonce : undefined,
    providerName: providerNames[issuer] ?? issuer,
  };
}

const isText = (value: unknown): value is string => typeof value === 'string' && value.length > 0 && isStorable(value);

/** OpenID Connect Core, section 2: maximum length of `sub`. */
const MAX_NAME = 255;
const isName = (value: unknown): value is string => isText(value) && value.length <= MAX_NAME;

export const isFlaw = (value: object): value is OidcFlaw => 'kind' in value && 'reason' in value;

export const unsupportedIssuer = (issuer: string, supported: readonly string[]): OidcFlaw =>
  untrusted(
    `The issuer ${issuer.slice(0, MAX_NAME)} is not supported: ${supported.join(', ') || 'none is configured'}`,
  );
