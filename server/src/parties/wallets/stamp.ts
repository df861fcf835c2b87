import { type Point, publicKeyOf, readPoint, verifyP256Scalars } from '../../foundation/kernel/p256.ts';
import { jsonMembers } from './json-members.ts';

const SCHEME = 'SIGNATURE_SCHEME_TK_API_P256';
const MAX_STAMP = 1_024;
/** Hex of a DER SEQUENCE with a one-byte length. */
const DER = /^30([0-7][0-9a-f])((?:[0-9a-f]{2})+)$/i;
const SCALAR_BYTES = 32;

/** Signature of a wallet session, as in the Service-Wallet-Signature header. */
export interface Stamp {
  /** Compressed point in lower-case hex. */
  publicKey: string;
  point: Point;
  /** r and s, 32 bytes each (IEEE P1363). */
  signature: Buffer;
}

/** Undefined if the encoding, structure, scheme or key is invalid, or if the signature is malformed. */
export function readStamp(text: string): Stamp | undefined {
  if (text.length > MAX_STAMP || !/^[A-Za-z0-9_-]+={0,2}$/.test(text)) return undefined;
  const { publicKey, scheme, signature } = jsonMembers(Buffer.from(text, 'base64url').toString('utf8'));
  if (scheme !== SCHEME || typeof publicKey !== 'string' || typeof signature !== 'string') return undefined;
  const point = readPoint(publicKey);
  const scalars = readDer(signature);
  return point && scalars && { publicKey: point.compressed, point, signature: scalars };
}

/** Reads two positive integers. Accepts superfluous leading zeros, which some encoders write. */
function readDer(hex: string): Buffer | undefined {
  const [, length = '', content = ''] = DER.exec(hex) ?? [];
  if (Number.parseInt(length, 16) !== content.length / 2) return undefined;
  const bytes = Buffer.from(content, 'hex');
  const r = readInteger(bytes);
  const s = r && readInteger(r.rest);
  return s && s.rest.length === 0 ? Buffer.concat([r.scalar, s.scalar]) : undefined;
}

const INTEGER = 0x02;

function readInteger(bytes: Buffer): { scalar: Buffer; rest: Buffer } | undefined {
  const [tag, length = 0] = bytes;
  const value = bytes.subarray(2, 2 + length);
  if (tag !== INTEGER || length === 0 || value.length !== length || (value[0] ?? 0) >= 0x80) return undefined;
  const digits = value.toString('hex').replace(/^(00)+/, '');
  if (digits.length > 2 * SCALAR_BYTES) return undefined;
  return { scalar: Buffer.from(digits.padStart(2 * SCALAR_BYTES, '0'), 'hex'), rest: bytes.subarray(2 + length) };
}

/** Verifies the signature. The payload must be exactly as issued. */
export const isSignedBy = ({ point, signature }: Stamp, payload: string): boolean =>
  verifyP256Scalars(publicKeyOf(point), Buffer.from(payload, 'utf8'), signature);
