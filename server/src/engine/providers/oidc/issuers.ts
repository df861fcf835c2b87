import { ApiError } from '../../../foundation/kernel/errors.ts';
import { decodeClaims, isFlaw, readClaims, unsupportedIssuer } from './claims.ts';
import type { Oidc, OidcFlaw } from './port.ts';
import { CLOCK_TOLERANCE_SECONDS, MAX_TOKEN_AGE_SECONDS } from './port.ts';

const FETCH_TIMEOUT_MS = 5_000;
/** Maximum age of a key set. It is also fetched again when a token refers to an unknown key. */
const CACHE_MS = 10 * 60_000;
/** Minimum time between two fetches. */
const DEFAULT_COOLDOWN_MS = 5_000;
const ALGORITHMS = ['RS256', 'ES256'];

/** URL of the key set, by issuer. */
export type Issuers = Readonly<Record<string, string>>;

/** Loads the library on first use, to keep the start of the server short. */
const library = () => import('jose');
type KeySet = ReturnType<Awaited<ReturnType<typeof library>>['createRemoteJWKSet']>;

/** Verifies tokens with the public keys of their issuers. */
export function issuersOidc(issuers: Issuers, { cooldownMs = DEFAULT_COOLDOWN_MS } = {}): Oidc {
  const keySets = new Map<string, KeySet>();
  return {
    read: async (token, now) => {
      const decoded = decodeClaims(token);
      if (isFlaw(decoded)) return decoded;
      const { issuer } = decoded;
      const address = Object.hasOwn(issuers, issuer) ? issuers[issuer] : undefined;
      if (!address) return unsupportedIssuer(issuer, Object.keys(issuers));
      const read = readClaims(decoded, now);
      if (isFlaw(read)) return read;
      const keys = keySets.get(issuer) ?? (await openKeySet(address, cooldownMs));
      keySets.set(issuer, keys);
      return (await signatureFlaw(token, { keys, issuer, now })) ?? read;
    },
  };
}

async function openKeySet(address: string, cooldownDuration: number): Promise<KeySet> {
  const { createRemoteJWKSet } = await library();
  return createRemoteJWKSet(new URL(address), {
    timeoutDuration: FETCH_TIMEOUT_MS,
    cacheMaxAge: CACHE_MS,
    cooldownDuration,
  });
}

interface Check {
  keys: KeySet;
  issuer: string;
  now: Date;
}

async function signatureFlaw(token: string, { keys, issuer, now }: Check): Promise<OidcFlaw | undefined> {
  const { jwtVerify, errors } = await library();
  try {
    await jwtVerify(token, keys, {
      algorithms: ALGORITHMS,
      issuer,
      currentDate: now,
      maxTokenAge: MAX_TOKEN_AGE_SECONDS,
      clockTolerance: CLOCK_TOLERANCE_SECONDS,
    });
    return undefined;
  } catch (error) {
    if (error instanceof errors.JWSSignatureVerificationFailed || error instanceof errors.JWKSNoMatchingKey) {
      return { kind: 'BAD_SIGNATURE', reason: 'The OIDC token is not signed by its issuer' };
    }
    if (error instanceof errors.JWKSTimeout || error instanceof errors.JWKSInvalid || !isJoseError(error)) {
      throw unreachable(issuer);
    }
    return { kind: 'UNTRUSTED', reason: `The OIDC token is not valid: ${String((error as Error).message)}` };
  }
}

/** True for an invalid token. Errors of a failed fetch have no such code. */
const isJoseError = (error: unknown): boolean =>
  /^ERR_(JW|JOSE_(ALG|NOT))/.test(String((error as { code?: unknown }).code));

const unreachable = (issuer: string): ApiError =>
  new ApiError(
    'SERVICE_UNAVAILABLE',
    `The keys of ${issuer} cannot be read.`,
    { hint: 'Repeat the request in a moment.' },
    { headers: { 'retry-after': '5' } },
  );
