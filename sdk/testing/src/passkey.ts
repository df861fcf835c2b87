import { createHash, generateKeyPairSync, type KeyObject, randomBytes, sign } from 'node:crypto';

export interface Ceremony {
  /** As the service sent it, in base64url. */
  challenge: string;
  /** Default: https of the relying party, or http for localhost. */
  origin?: string;
}

/** RegistrationResponseJSON of WebAuthn. */
export interface RegistrationResponse {
  id: string;
  rawId: string;
  type: 'public-key';
  clientExtensionResults: Record<string, never>;
  response: { clientDataJSON: string; attestationObject: string; transports: 'internal'[] };
}

/** AuthenticationResponseJSON of WebAuthn. */
export interface AuthenticationResponse {
  id: string;
  rawId: string;
  type: 'public-key';
  clientExtensionResults: Record<string, never>;
  response: { clientDataJSON: string; authenticatorData: string; signature: string };
}

/** A passkey in memory: performs the ceremonies of WebAuthn like a browser with a verified user. */
export interface SoftwarePasskey {
  readonly rpId: string;
  readonly credentialId: string;
  register(ceremony: Ceremony): RegistrationResponse;
  authenticate(ceremony: Ceremony): AuthenticationResponse;
}

const USER_PRESENT = 0x01;
const USER_VERIFIED = 0x04;
const HAS_CREDENTIAL = 0x40;
const AAGUID_BYTES = 16;

export function softwarePasskey({ rpId }: { rpId: string }): SoftwarePasskey {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const credential = randomBytes(32);
  const id = credential.toString('base64url');
  const defaultOrigin = rpId === 'localhost' ? 'http://localhost' : `https://${rpId}`;
  const answer = <R extends object>(response: R) => ({
    id,
    rawId: id,
    type: 'public-key' as const,
    clientExtensionResults: {},
    response,
  });
  return {
    rpId,
    credentialId: id,
    register: ({ challenge, origin = defaultOrigin }) => {
      const length = Buffer.alloc(2);
      length.writeUInt16BE(credential.length);
      const attested = Buffer.concat([Buffer.alloc(AAGUID_BYTES), length, credential, coseKey(publicKey)]);
      const attestation = cbor({
        fmt: 'none',
        attStmt: {},
        authData: Buffer.concat([authenticatorData(rpId, HAS_CREDENTIAL), attested]),
      });
      return answer({
        clientDataJSON: clientData('webauthn.create', challenge, origin).toString('base64url'),
        attestationObject: attestation.toString('base64url'),
        transports: ['internal'],
      });
    },
    authenticate: ({ challenge, origin = defaultOrigin }) => {
      const client = clientData('webauthn.get', challenge, origin);
      const data = authenticatorData(rpId, 0);
      const signature = sign('sha256', Buffer.concat([data, sha256(client)]), privateKey);
      return answer({
        clientDataJSON: client.toString('base64url'),
        authenticatorData: data.toString('base64url'),
        signature: signature.toString('base64url'),
      });
    },
  };
}

const sha256 = (bytes: Buffer | string): Buffer => createHash('sha256').update(bytes).digest();

const clientData = (type: string, challenge: string, origin: string): Buffer =>
  Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin: false }));

/** WebAuthn section 6.1, with a signature counter of zero. */
const authenticatorData = (rpId: string, flags: number): Buffer =>
  Buffer.concat([sha256(rpId), Buffer.from([USER_PRESENT | USER_VERIFIED | flags]), Buffer.alloc(4)]);

/** ES256 key of RFC 9053. */
function coseKey(key: KeyObject): Buffer {
  const { x = '', y = '' } = key.export({ format: 'jwk' });
  const bytes = (text: string): Buffer => Buffer.from(text, 'base64url');
  return cborMap([
    [cborInteger(1), cborInteger(2)],
    [cborInteger(3), cborInteger(-7)],
    [cborInteger(-1), cborInteger(1)],
    [cborInteger(-2), cborBytes(bytes(x))],
    [cborInteger(-3), cborBytes(bytes(y))],
  ]);
}

/** RFC 8949, as far as an attestation needs it. */
function cbor(value: string | Buffer | { [name: string]: string | Buffer | object }): Buffer {
  if (Buffer.isBuffer(value)) return cborBytes(value);
  if (typeof value === 'string') return Buffer.concat([cborHead(3, Buffer.byteLength(value)), Buffer.from(value)]);
  return cborMap(Object.entries(value).map(([name, member]) => [cbor(name), cbor(member as string | Buffer)]));
}

const cborMap = (entries: [Buffer, Buffer][]): Buffer =>
  Buffer.concat([cborHead(5, entries.length), ...entries.flat()]);
const cborBytes = (bytes: Buffer): Buffer => Buffer.concat([cborHead(2, bytes.length), bytes]);
const cborInteger = (value: number): Buffer => (value >= 0 ? cborHead(0, value) : cborHead(1, -1 - value));

function cborHead(major: number, value: number): Buffer {
  if (value < 24) return Buffer.from([(major << 5) | value]);
  if (value < 256) return Buffer.from([(major << 5) | 24, value]);
  return Buffer.from([(major << 5) | 25, value >> 8, value & 0xff]);
}
