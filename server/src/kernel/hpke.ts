/** RFC 9180, base mode, one message: the profile of one-time codes, legacy session keys and exports of wallets. */
const INFO = Buffer.from('turnkey_hpke', 'ascii');

export interface Sealed {
  /** The encapsulated key, 65 bytes. */
  encapped: Buffer;
  /** With the 16 bytes of its tag at the end. */
  ciphertext: Buffer;
}

export interface Recipient {
  scalar: Buffer;
  /** 65 bytes. */
  publicKey: Buffer;
}

/** Seals to a public key in its 65-byte form. */
export async function hpkeSeal(recipient: Buffer, plaintext: Buffer): Promise<Sealed> {
  const suite = await loadSuite();
  const recipientPublicKey = await suite.kem.deserializePublicKey(bytesOf(recipient));
  const sender = await suite.createSenderContext({ recipientPublicKey, info: bytesOf(INFO) });
  const encapped = Buffer.from(sender.enc);
  const ciphertext = Buffer.from(await sender.seal(bytesOf(plaintext), associatedData(encapped, recipient)));
  return { encapped, ciphertext };
}

/** Undefined where it was sealed to another key, in another way, or changed since. */
export async function hpkeOpen(
  { scalar, publicKey }: Recipient,
  { encapped, ciphertext }: Sealed,
): Promise<Buffer | undefined> {
  const suite = await loadSuite();
  // With the public half at hand nothing has to be computed from the private one.
  const recipientKey = {
    privateKey: await suite.kem.importKey('jwk', privateJwk({ scalar, publicKey }), false),
    publicKey: await suite.kem.deserializePublicKey(bytesOf(publicKey)),
  };
  try {
    const context = await suite.createRecipientContext({
      recipientKey,
      enc: bytesOf(encapped),
      info: bytesOf(INFO),
    });
    return Buffer.from(await context.open(bytesOf(ciphertext), associatedData(encapped, publicKey)));
  } catch {
    return undefined;
  }
}

const SCALAR_BYTES = 32;

function privateJwk({ scalar, publicKey }: Recipient) {
  const point = publicKey.subarray(1);
  const [x, y, d] = [point.subarray(0, SCALAR_BYTES), point.subarray(SCALAR_BYTES), scalar].map((part) =>
    part.toString('base64url'),
  );
  return { kty: 'EC', crv: 'P-256', x: x ?? '', y: y ?? '', d: d ?? '', key_ops: ['deriveBits'] };
}

/** Binds the message to both keys. */
const associatedData = (encapped: Buffer, recipient: Buffer) => bytesOf(Buffer.concat([encapped, recipient]));

/** A copy that is no slice of a larger buffer, as WebCrypto wants it. */
const bytesOf = (buffer: Buffer): ArrayBuffer => Uint8Array.from(buffer).buffer;

let loaded: ReturnType<typeof openSuite> | undefined;

function loadSuite() {
  loaded ??= openSuite();
  return loaded;
}

/** Loaded with the first message: a server that has none starts without it. */
async function openSuite() {
  const { Aes256Gcm, CipherSuite, DhkemP256HkdfSha256, HkdfSha256 } = await import('@hpke/core');
  return new CipherSuite({ kem: new DhkemP256HkdfSha256(), kdf: new HkdfSha256(), aead: new Aes256Gcm() });
}
