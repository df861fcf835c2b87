import { decodeClaims, isFlaw, readClaims, unsupportedIssuer } from './claims.ts';
import type { Oidc } from './port.ts';

/** Issuers accepted without configuration. */
const KNOWN_ISSUERS = ['https://accounts.google.com', 'accounts.google.com', 'https://appleid.apple.com'];

/** Validates the claims but not the signature. */
export function sandboxOidc(configured: readonly string[]): Oidc {
  const supported = [...KNOWN_ISSUERS, ...configured];
  return {
    read: async (token, now) => {
      const decoded = decodeClaims(token);
      if (isFlaw(decoded)) return decoded;
      if (!supported.includes(decoded.issuer)) return unsupportedIssuer(decoded.issuer, supported);
      return readClaims(decoded, now);
    },
  };
}
