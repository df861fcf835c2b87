import { createCipheriv, createDecipheriv, createECDH, createHmac } from 'node:crypto';

/** RFC 9180 written out with node:crypto alone: an independent oracle for everything the service seals and opens. */

const KEM_ID = Buffer.concat([Buffer.from('KEM'), Buffer.from('0010', 'hex')]);
const SUITE_ID = Buffer.concat([Buffer.from('HPKE'), Buffer.from('001000010002', 'hex')]);
const VERSION = Buffer.from('HPKE-v1');
const TAG_BYTES = 16;
const nothing = Buffer.alloc(0);

const hmac = (key: Buffer, data: Buffer): Buffer => createHmac('sha256', key).update(data).digest();

const labeledExtract = (suite: Buffer, salt: Buffer, label: string, ikm: Buffer): Buffer =>
  hmac(salt.length ? salt : Buffer.alloc(32), Buffer.concat([VERSION, suite, Buffer.from(label), ikm]));

function labeledExpand(suite: Buffer, prk: Buffer, label: string, info: Buffer, length: number): Buffer {
  const labeled = Buffer.concat([Buffer.from([length >> 8, length & 0xff]), VERSION, suite, Buffer.from(label), info]);
  let block: Buffer = nothing;
  let out: Buffer = nothing;
  for (let i = 1; out.length < length; i++) {
    block = hmac(prk, Buffer.concat([block, labeled, Buffer.from([i])]));
    out = Buffer.concat([out, block]);
  }
  return out.subarray(0, length);
}

function keys(dh: Buffer, encapped: Buffer, recipient: Buffer, info: Buffer) {
  const eaePrk = labeledExtract(KEM_ID, nothing, 'eae_prk', dh);
  const shared = labeledExpand(KEM_ID, eaePrk, 'shared_secret', Buffer.concat([encapped, recipient]), 32);
  const context = Buffer.concat([
    Buffer.from([0]),
    labeledExtract(SUITE_ID, nothing, 'psk_id_hash', nothing),
    labeledExtract(SUITE_ID, nothing, 'info_hash', info),
  ]);
  const secret = labeledExtract(SUITE_ID, shared, 'secret', nothing);
  return {
    key: labeledExpand(SUITE_ID, secret, 'key', context, 32),
    nonce: labeledExpand(SUITE_ID, secret, 'base_nonce', context, 12),
  };
}

export interface SealedByHand {
  encappedPublic: string;
  ciphertext: string;
}

interface Deviation {
  info?: string;
  aad?: Buffer;
}

/** `deviation`: the step that a faulty client gets wrong. */
export function sealByHand(recipientHex: string, plaintext: string, deviation: Deviation = {}): SealedByHand {
  const recipient = Buffer.from(recipientHex, 'hex');
  const ephemeral = createECDH('prime256v1');
  const encapped = ephemeral.generateKeys();
  const { info = 'turnkey_hpke', aad = Buffer.concat([encapped, recipient]) } = deviation;
  const { key, nonce } = keys(ephemeral.computeSecret(recipient), encapped, recipient, Buffer.from(info));
  const cipher = createCipheriv('aes-256-gcm', key, nonce).setAAD(aad);
  const ciphertext = Buffer.concat([cipher.update(plaintext, 'utf8'), cipher.final(), cipher.getAuthTag()]);
  return { encappedPublic: encapped.toString('hex'), ciphertext: ciphertext.toString('hex') };
}

/** `scalar`: the private key of the recipient. */
export function openByHand(scalar: Buffer, { encappedPublic, ciphertext }: SealedByHand): Buffer {
  const own = createECDH('prime256v1');
  own.setPrivateKey(scalar);
  const [encapped, recipient, bytes] = [
    Buffer.from(encappedPublic, 'hex'),
    own.getPublicKey(),
    Buffer.from(ciphertext, 'hex'),
  ];
  const { key, nonce } = keys(own.computeSecret(encapped), encapped, recipient, Buffer.from('turnkey_hpke'));
  const decipher = createDecipheriv('aes-256-gcm', key, nonce)
    .setAAD(Buffer.concat([encapped, recipient]))
    .setAuthTag(bytes.subarray(-TAG_BYTES));
  return Buffer.concat([decipher.update(bytes.subarray(0, -TAG_BYTES)), decipher.final()]);
}
