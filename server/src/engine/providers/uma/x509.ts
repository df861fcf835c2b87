import { createHash } from 'node:crypto';
import { secp256k1 } from '@noble/curves/secp256k1';

/** A private key with its certificate. */
export interface Certified {
  privateKey: Uint8Array;
  certificate: Buffer;
}

interface CertificateRequest {
  commonName: string;
  from: Date;
  until: Date;
  issuer?: { commonName: string; privateKey: Uint8Array };
}

/** Generates a key and a certificate (RFC 5280), issued by `issuer` or else self-signed. */
export function certify({ commonName, from, until, issuer }: CertificateRequest): Certified {
  const privateKey = secp256k1.utils.randomPrivateKey();
  const tbs = sequence(
    tagged(0xa0, integer(Buffer.from([2]))),
    integer(serialOf(privateKey)),
    ECDSA_WITH_SHA256,
    name(issuer?.commonName ?? commonName),
    sequence(time(from), time(until)),
    name(commonName),
    publicKeyInfo(secp256k1.getPublicKey(privateKey, false)),
    ...(issuer ? [] : [tagged(0xa3, sequence(IS_AUTHORITY))]),
  );
  const digest = createHash('sha256').update(tbs).digest();
  const signature = secp256k1.sign(digest, issuer?.privateKey ?? privateKey).toDERRawBytes();
  return { privateKey, certificate: sequence(tbs, ECDSA_WITH_SHA256, bits(signature)) };
}

/** Serial number derived from the public key: unique per key, and positive. */
function serialOf(privateKey: Uint8Array): Buffer {
  const digest = createHash('sha256').update(secp256k1.getPublicKey(privateKey)).digest().subarray(0, 16);
  digest[0] = ((digest[0] ?? 0) & 0x7f) | 0x40;
  return digest;
}

function tagged(tag: number, content: Uint8Array): Buffer {
  const { length } = content;
  const size = length < 0x80 ? [length] : length < 0x100 ? [0x81, length] : [0x82, length >> 8, length & 0xff];
  return Buffer.concat([Buffer.from([tag, ...size]), content]);
}

const sequence = (...parts: Uint8Array[]): Buffer => tagged(0x30, Buffer.concat(parts));
const integer = (bytes: Uint8Array): Buffer => tagged(0x02, bytes);
const objectId = (hex: string): Buffer => tagged(0x06, Buffer.from(hex, 'hex'));
const bits = (bytes: Uint8Array): Buffer => tagged(0x03, Buffer.concat([Buffer.from([0]), bytes]));

const ECDSA_WITH_SHA256 = sequence(objectId('2a8648ce3d040302'));
const COMMON_NAME = objectId('550403');
const EC_PUBLIC_KEY = objectId('2a8648ce3d0201');
const SECP256K1 = objectId('2b8104000a');
/** basicConstraints (critical): the key belongs to a certificate authority. */
const IS_AUTHORITY = sequence(
  objectId('551d13'),
  tagged(0x01, Buffer.from([0xff])),
  tagged(0x04, sequence(tagged(0x01, Buffer.from([0xff])))),
);

const name = (commonName: string): Buffer =>
  sequence(tagged(0x31, sequence(COMMON_NAME, tagged(0x0c, Buffer.from(commonName.slice(0, 64))))));

const publicKeyInfo = (key: Uint8Array): Buffer => sequence(sequence(EC_PUBLIC_KEY, SECP256K1), bits(key));

/** RFC 5280, section 4.1.2.5: years until 2049 have two digits. */
function time(at: Date): Buffer {
  const text = at.toISOString().replaceAll(/[-:T]|\.\d+/g, '');
  return at.getUTCFullYear() < 2050 ? tagged(0x17, Buffer.from(text.slice(2))) : tagged(0x18, Buffer.from(text));
}
