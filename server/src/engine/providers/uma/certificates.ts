import { X509Certificate } from 'node:crypto';
import { ApiError } from '../../../foundation/kernel/errors.ts';

const MAX_CHAIN_LENGTH = 8;
/** Length of an uncompressed public key, which is the end of its SPKI encoding. */
const POINT_BYTES = 65;

export function readChain(ders: readonly Uint8Array[]): X509Certificate[] {
  try {
    return ders.map((der) => new X509Certificate(der));
  } catch {
    throw invalid('A certificate cannot be read.');
  }
}

/** Requires that each certificate is issued by the next one and valid now. The last one may be self-signed. */
export function requireChain(chain: readonly X509Certificate[], now: Date): void {
  const [leaf] = chain;
  if (!leaf || chain.length > MAX_CHAIN_LENGTH)
    throw invalid(`A certificate chain must have 1 to ${MAX_CHAIN_LENGTH} certificates.`);
  if (leaf.publicKey.asymmetricKeyDetails?.namedCurve !== 'secp256k1') throw invalid('The key is not on secp256k1.');
  for (const [i, certificate] of chain.entries()) {
    const issuer = chain[i + 1] ?? certificate;
    const isLast = i === chain.length - 1;
    // The chain may omit its root.
    if (isLast && i > 0 && certificate.subject !== certificate.issuer) continue;
    const isIssued = certificate.issuer === issuer.subject && certificate.verify(issuer.publicKey);
    if (!isIssued || (!isLast && !issuer.ca)) throw invalid(`Certificate ${i + 1} is not issued by the one after it.`);
  }
  const isValid = ({ validFrom, validTo }: X509Certificate): boolean =>
    Date.parse(validFrom) <= now.getTime() && now.getTime() <= Date.parse(validTo);
  if (chain.every(isValid)) return;
  throw new ApiError('CERT_CHAIN_EXPIRED', 'A certificate of the chain has expired or is not yet valid.');
}

export const publicPoint = ({ publicKey }: X509Certificate): Buffer =>
  publicKey.export({ type: 'spki', format: 'der' }).subarray(-POINT_BYTES);

const invalid = (message: string): ApiError => new ApiError('CERT_CHAIN_INVALID', message);
