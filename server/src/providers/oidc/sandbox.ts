import { decodeClaims, isFlaw, readClaims, unsupportedIssuer } from './claims.ts';
import type { Oidc } from './port.ts';

/** Issuers that are accepted without configuration. */
const KNOWN_ISSUERS = ['https://accounts.google.com', 'accounts.google.com', 'https://appleid.apple.com'];

/** Validates the claims, but not the signature. */
export function sandboxOidc(configured: readonly string[]): Oidc {
  const supported = [...KNOWN_ISSUERS, ...configured];
  return {
    read: async (token, now) => {
      const claims = decodeClaims(token);
      if (isFlaw(claims)) return claims;
      if (!supported.includes(String(claims['iss']))) return unsupportedIssuer(claims['iss'], supported);
      return readClaims(claims, now);
    },
  };
}
