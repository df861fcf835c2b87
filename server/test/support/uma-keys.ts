import { createPrivateKey, type JsonWebKey, X509Certificate } from 'node:crypto';
import { secp256k1 } from '@noble/curves/secp256k1';
import type { Certified } from '../../src/engine/providers/uma/x509.ts';

/** Key and certificates in the form of the operator's settings. */
export function pemOf({ privateKey, certificate }: Certified): { key: string; chain: string; der: string } {
  const point = Buffer.from(secp256k1.getPublicKey(privateKey, false));
  const [x, y, d] = [point.subarray(1, 33), point.subarray(33), Buffer.from(privateKey)].map((part) =>
    part.toString('base64url'),
  );
  const jwk = { kty: 'EC', crv: 'secp256k1', x, y, d } as JsonWebKey;
  const key = createPrivateKey({ key: jwk, format: 'jwk' }).export({ type: 'pkcs8', format: 'pem' }).toString();
  return { key, chain: new X509Certificate(certificate).toString(), der: certificate.toString('hex') };
}
