import { createHash, generateKeyPairSync, type KeyObject, randomBytes, sign } from 'node:crypto';

interface Ceremony {
  challenge: string;
  origin: string;
}

const base64url = (bytes: Uint8Array): string => Buffer.from(bytes).toString('base64url');
const sha256 = (bytes: Uint8Array | string): Buffer => createHash('sha256').update(bytes).digest();

const USER_PRESENT = 0x01;
const USER_VERIFIED = 0x04;
const HAS_CREDENTIAL = 0x40;

export type Algorithm = 'ES256' | 'RS256' | 'EdDSA';

const newKey: Record<Algorithm, () => { privateKey: KeyObject; publicKey: KeyObject }> = {
  ES256: () => generateKeyPairSync('ec', { namedCurve: 'P-256' }),
  RS256: () => generateKeyPairSync('rsa', { modulusLength: 2_048 }),
  EdDSA: () => generateKeyPairSync('ed25519'),
};

/** A passkey in software: no attestation, and the responses that a browser passes on. */
export class Authenticator {
  readonly credentialId = base64url(randomBytes(32));
  readonly #privateKey: KeyObject;
  readonly #publicKey: KeyObject;
  readonly #algorithm: Algorithm;
  readonly #rpId: string;
  /** Signature counter of the next response; 0 for an authenticator without a counter. */
  counter: number;
  /** Whether the user was verified, by a fingerprint or a PIN. */
  isVerifying = true;
  /** Whether a user was present. */
  isPresent = true;

  constructor({ rpId = 'localhost', counter = 0, algorithm = 'ES256' as Algorithm } = {}) {
    const { privateKey, publicKey } = newKey[algorithm]();
    this.#privateKey = privateKey;
    this.#publicKey = publicKey;
    this.#algorithm = algorithm;
    this.#rpId = rpId;
    this.counter = counter;
  }

  /** RegistrationResponseJSON. */
  register({ challenge, origin }: Ceremony) {
    const id = Buffer.from(this.credentialId, 'base64url');
    const length = Buffer.alloc(2);
    length.writeUInt16BE(id.length);
    const credential = Buffer.concat([Buffer.alloc(16), length, id, this.#coseKey()]);
    const authData = Buffer.concat([this.#authenticatorData(HAS_CREDENTIAL), credential]);
    const attestationObject = cborMap([
      [cborText('fmt'), cborText('none')],
      [cborText('attStmt'), cborMap([])],
      [cborText('authData'), cborBytes(authData)],
    ]);
    const response = {
      clientDataJSON: clientData('webauthn.create', { challenge, origin }),
      attestationObject: base64url(attestationObject),
      transports: ['internal'],
    };
    return this.#answer(response);
  }

  /** AuthenticationResponseJSON. */
  assert({ challenge, origin }: Ceremony) {
    const clientDataJSON = clientData('webauthn.get', { challenge, origin });
    const authenticatorData = this.#authenticatorData(0);
    const signed = Buffer.concat([authenticatorData, sha256(Buffer.from(clientDataJSON, 'base64url'))]);
    const signature = sign(this.#algorithm === 'EdDSA' ? null : 'sha256', signed, this.#privateKey);
    return this.#answer({
      clientDataJSON,
      authenticatorData: base64url(authenticatorData),
      signature: base64url(signature),
    });
  }

  #answer<R extends object>(response: R) {
    const id = this.credentialId;
    return { id, rawId: id, type: 'public-key', clientExtensionResults: {}, response };
  }

  #authenticatorData(flags: number): Buffer {
    const counter = Buffer.alloc(4);
    counter.writeUInt32BE(this.counter);
    const verified = this.isVerifying ? USER_VERIFIED : 0;
    return Buffer.concat([
      sha256(this.#rpId),
      Buffer.from([(this.isPresent ? USER_PRESENT : 0) | verified | flags]),
      counter,
    ]);
  }

  /** RFC 9053 and RFC 8230: the type of the key, its algorithm, and its numbers. */
  #coseKey(): Buffer {
    const jwk = this.#publicKey.export({ format: 'jwk' });
    const bytes = (text = '') => cborBytes(Buffer.from(text, 'base64url'));
    const numbers: Record<Algorithm, [number, Buffer][]> = {
      ES256: [
        [1, cborInt(2)],
        [3, cborInt(-7)],
        [-1, cborInt(1)],
        [-2, bytes(jwk.x)],
        [-3, bytes(jwk.y)],
      ],
      RS256: [
        [1, cborInt(3)],
        [3, cborInt(-257)],
        [-1, bytes(jwk.n)],
        [-2, bytes(jwk.e)],
      ],
      EdDSA: [
        [1, cborInt(1)],
        [3, cborInt(-8)],
        [-1, cborInt(6)],
        [-2, bytes(jwk.x)],
      ],
    };
    return cborMap(numbers[this.#algorithm].map(([name, value]) => [cborInt(name), value]));
  }
}

const clientData = (type: string, { challenge, origin }: Ceremony): string =>
  base64url(Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin: false })));

/** The head of a CBOR item (RFC 8949): its major type and its length or value. */
function head(major: number, value: number): Buffer {
  if (value < 24) return Buffer.from([(major << 5) | value]);
  if (value < 256) return Buffer.from([(major << 5) | 24, value]);
  return Buffer.from([(major << 5) | 25, value >> 8, value & 0xff]);
}

const cborInt = (value: number): Buffer => (value >= 0 ? head(0, value) : head(1, -1 - value));
const cborBytes = (bytes: Buffer): Buffer => Buffer.concat([head(2, bytes.length), bytes]);
const cborText = (text: string): Buffer => Buffer.concat([head(3, Buffer.byteLength(text)), Buffer.from(text)]);
const cborMap = (entries: [Buffer, Buffer][]): Buffer => Buffer.concat([head(5, entries.length), ...entries.flat()]);
