import { X509Certificate } from 'node:crypto';
import { ApiError } from '../../kernel/errors.ts';

const MAX_LENGTH = 8;
/** A public key on the curve, not compressed, is the end of its wrapping. */
const POINT_BYTES = 65;

export function readChain(ders: readonly Uint8Array[]): X509Certificate[] {
  try {
    return ders.map((der) => new X509Certificate(der));
  } catch {
    throw invalid('A certificate cannot be read.');
  }
}

/** Each certificate is issued by the one after it, the last may be its own, and all are good at this moment. */
export function requireChain(chain: readonly X509Certificate[], now: Date): void {
  const [leaf] = chain;
  if (!leaf || chain.length > MAX_LENGTH) throw invalid(`A chain has 1 to ${MAX_LENGTH} certificates.`);
  if (leaf.publicKey.asymmetricKeyDetails?.namedCurve !== 'secp256k1') throw invalid('The key is not on secp256k1.');
  for (const [i, certificate] of chain.entries()) {
    const issuer = chain[i + 1] ?? certificate;
    const isLast = i === chain.length - 1;
    // A root that everybody has may be left out.
    if (isLast && i > 0 && certificate.subject !== certificate.issuer) continue;
    const isIssued = certificate.issuer === issuer.subject && certificate.verify(issuer.publicKey);
    if (!isIssued || (!isLast && !issuer.ca)) throw invalid(`Certificate ${i + 1} is not issued by the one after it.`);
  }
  const isGood = ({ validFrom, validTo }: X509Certificate): boolean =>
    Date.parse(validFrom) <= now.getTime() && now.getTime() <= Date.parse(validTo);
  if (chain.every(isGood)) return;
  throw new ApiError('CERT_CHAIN_EXPIRED', 'A certificate of the chain is not valid at this moment.');
}

export const publicPoint = ({ publicKey }: X509Certificate): Buffer =>
  publicKey.export({ type: 'spki', format: 'der' }).subarray(-POINT_BYTES);

const invalid = (message: string): ApiError => new ApiError('CERT_CHAIN_INVALID', message);
