import { type Point, publicKeyOf, readPoint, verifyP256 } from '../kernel/p256.ts';

const SCHEME = 'SIGNATURE_SCHEME_TK_API_P256';
const MAX_STAMP = 1_024;
/** A sequence of two integers below 2^256: at most 72 bytes, so its length is one byte. */
const DER = /^30[0-9a-f]{16,142}$/i;

/** The signature of a wallet's session, as its header carries it. */
export interface Stamp {
  /** The compressed point, in lower case. */
  publicKey: string;
  point: Point;
  signature: Buffer;
}

/** Undefined where the text is no stamp: its encoding, its structure, its scheme, its key or its signature's form. */
export function readStamp(text: string): Stamp | undefined {
  if (text.length > MAX_STAMP || !/^[A-Za-z0-9_-]+$/.test(text)) return undefined;
  const { publicKey, scheme, signature } = members(Buffer.from(text, 'base64url').toString('utf8'));
  if (scheme !== SCHEME || typeof publicKey !== 'string' || typeof signature !== 'string') return undefined;
  const point = readPoint(publicKey);
  if (!point || !isDer(signature)) return undefined;
  return { publicKey: point.compressed, point, signature: Buffer.from(signature, 'hex') };
}

function members(text: string): Record<string, unknown> {
  try {
    const value = JSON.parse(text);
    return typeof value === 'object' && value !== null ? value : {};
  } catch {
    return {};
  }
}

/** Whole: its length says where it ends. */
const isDer = (hex: string): boolean =>
  DER.test(hex) && hex.length % 2 === 0 && Number.parseInt(hex.slice(2, 4), 16) === hex.length / 2 - 2;

/** Over the payload exactly as it was handed out. */
export const isSignedBy = ({ point, signature }: Stamp, payload: string): boolean =>
  verifyP256(publicKeyOf(point), Buffer.from(payload, 'utf8'), signature);
