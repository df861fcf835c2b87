import { ed25519 } from '@noble/curves/ed25519';
import { secp256k1 } from '@noble/curves/secp256k1';
import { ripemd160 } from '@noble/hashes/legacy';
import { sha256 } from '@noble/hashes/sha2';
import { keccak_256 } from '@noble/hashes/sha3';
import { concatBytes, hexToBytes, utf8ToBytes } from '@noble/hashes/utils';
import { base58, base64 } from '@scure/base';
import { type BitcoinAddress, bitcoinAddress, tronAccount } from './wallet-addresses.ts';

export const signatureSchemes = ['bip137', 'electrum'] as const;
/** Conventions for encoding the kind of address in the first byte of a Bitcoin signature. */
export type SignatureScheme = (typeof signatureSchemes)[number];

export type SignatureKind = 'EVM' | 'TRON' | 'SOLANA' | 'BITCOIN';

interface SignedMessage {
  address: string;
  message: string;
  signature: string;
  scheme: SignatureScheme;
}

/** True if the key of the address signed the message. False for malformed signatures. */
export function isSignedByOwner(kind: SignatureKind, signed: SignedMessage): boolean {
  try {
    return verifiers[kind](signed);
  } catch {
    return false;
  }
}

const verifiers: Record<SignatureKind, (signed: SignedMessage) => boolean> = {
  EVM: ({ address, message, signature }) =>
    isSame(keccakAccount(recoverHex(prefixed('Ethereum', message), signature)), hexToBytes(address.slice(2))),
  TRON: ({ address, message, signature }) =>
    isSame(keccakAccount(recoverHex(prefixed('TRON', message), signature)), tronAccount(address)),
  // Strict RFC 8032, so that a signature verifies under one key only.
  SOLANA: ({ address, message, signature }) =>
    ed25519.verify(base58.decode(signature), utf8ToBytes(message), base58.decode(address), { zip215: false }),
  BITCOIN: verifyBitcoin,
};

/** EIP-191 `personal_sign`. TIP-191 differs only in the name of the network. */
function prefixed(network: string, message: string): Uint8Array {
  const bytes = utf8ToBytes(message);
  return keccak_256(concatBytes(utf8ToBytes(`\x19${network} Signed Message:\n${bytes.length}`), bytes));
}

/** 65 bytes: r, s and the recovery id. Wallets number the recovery id from 0 or from 27. */
function recoverHex(digest: Uint8Array, signature: string): Uint8Array {
  const bytes = hexToBytes(signature.replace(/^0x/, ''));
  const v = bytes[64] ?? -1;
  if (bytes.length !== 65) throw new RangeError('a signature has 65 bytes');
  return recover({ digest, rs: bytes.subarray(0, 64), recovery: v >= 27 ? v - 27 : v, isCompressed: false });
}

interface Recovery {
  digest: Uint8Array;
  rs: Uint8Array;
  recovery: number;
  isCompressed: boolean;
}

function recover({ digest, rs, recovery, isCompressed }: Recovery): Uint8Array {
  const key = secp256k1.Signature.fromCompact(rs).addRecoveryBit(recovery).recoverPublicKey(digest);
  return key.toRawBytes(isCompressed);
}

/** The last 20 bytes of the Keccak-256 hash of the public key without its prefix byte. */
const keccakAccount = (publicKey: Uint8Array): Uint8Array => keccak_256(publicKey.subarray(1)).subarray(-20);

/** BIP 137: the first byte, 27 to 42, selects the address kind in blocks of four recovery ids. */
const bip137Kinds: readonly { kind: BitcoinAddress['kind']; isCompressed: boolean }[] = [
  { kind: 'P2PKH', isCompressed: false },
  { kind: 'P2PKH', isCompressed: true },
  { kind: 'P2SH', isCompressed: true },
  { kind: 'P2WPKH', isCompressed: true },
];

function verifyBitcoin({ address, message, signature, scheme }: SignedMessage): boolean {
  const wanted = bitcoinAddress(address);
  const bytes = base64.decode(signature);
  const head = (bytes[0] ?? 0) - 27;
  const declared = bip137Kinds[Math.floor(head / 4)];
  if (!wanted || !declared || bytes.length !== 65) return false;
  // Electrum marks every kind of address as P2PKH.
  const isKindRight = scheme === 'electrum' ? declared.kind === 'P2PKH' : declared.kind === wanted.kind;
  if (!isKindRight || (wanted.kind !== 'P2PKH' && !declared.isCompressed)) return false;
  const digest = bitcoinDigest(message);
  const key = recover({ digest, rs: bytes.subarray(1), recovery: head % 4, isCompressed: declared.isCompressed });
  return isSame(hashOf(wanted.kind, key), wanted.hash);
}

function bitcoinDigest(message: string): Uint8Array {
  const bytes = utf8ToBytes(message);
  return sha256(sha256(concatBytes(utf8ToBytes('\x18Bitcoin Signed Message:\n'), varint(bytes.length), bytes)));
}

/** CompactSize length prefix. Our messages are shorter than 65,536 bytes. */
function varint(length: number): Uint8Array {
  return length < 0xfd ? Uint8Array.of(length) : Uint8Array.of(0xfd, length & 0xff, length >> 8);
}

const hash160 = (bytes: Uint8Array): Uint8Array => ripemd160(sha256(bytes));

/** P2SH addresses wrap the P2WPKH witness program of the key. */
function hashOf(kind: BitcoinAddress['kind'], publicKey: Uint8Array): Uint8Array {
  const hash = hash160(publicKey);
  return kind === 'P2SH' ? hash160(concatBytes(Uint8Array.of(0x00, 0x14), hash)) : hash;
}

const isSame = (a: Uint8Array, b: Uint8Array | undefined): boolean =>
  b !== undefined && a.length === b.length && a.every((byte, i) => byte === b[i]);
