import { createECDH, createHash, createPrivateKey, ECDH, type KeyObject, sign } from 'node:crypto';
import { expect } from 'vitest';
import { Authenticator } from './authenticator.ts';
import type { Answer, Client, RequestOptions } from './client.ts';
import { sealByHand } from './hpke-by-hand.ts';
import { ORIGIN } from './sca.ts';

export const OTP = '000000';
const ORDER = 0xffffffff00000000ffffffffffffffffbce6faada7179e84f3b9cac2fc632551n;

/** A key pair as a wallet client holds it. */
export class ClientKey {
  readonly scalar: Buffer;
  readonly uncompressed: string;
  readonly compressed: string;
  readonly #key: KeyObject;

  constructor(scalar?: Buffer) {
    const ecdh = createECDH('prime256v1');
    if (scalar) ecdh.setPrivateKey(scalar);
    else ecdh.generateKeys();
    this.scalar = Buffer.from(ecdh.getPrivateKey('hex').padStart(64, '0'), 'hex');
    this.uncompressed = ecdh.getPublicKey('hex');
    this.compressed = String(ECDH.convertKey(this.uncompressed, 'prime256v1', 'hex', 'hex', 'compressed'));
    const point = Buffer.from(this.uncompressed, 'hex');
    const [x, y, d] = [point.subarray(1, 33), point.subarray(33), this.scalar].map((part) =>
      part.toString('base64url'),
    );
    this.#key = createPrivateKey({ key: { kty: 'EC', crv: 'P-256', x, y, d } as any, format: 'jwk' });
  }

  signature(payload: string): Buffer {
    return sign('sha256', Buffer.from(payload), this.#key);
  }

  stamp(payload: string, more: object = {}): string {
    const signature = this.signature(payload).toString('hex');
    const stamp = { publicKey: this.compressed, scheme: 'SIGNATURE_SCHEME_TK_API_P256', signature, ...more };
    return Buffer.from(JSON.stringify(stamp)).toString('base64url');
  }

  /** Signs with s above or below half of the order. */
  stampWithS(payload: string, side: 'LOW' | 'HIGH'): string {
    const { r, s } = integersOf(this.signature(payload));
    const isHigh = s > ORDER / 2n;
    return this.stamp(payload, { signature: derOf(r, isHigh === (side === 'HIGH') ? s : ORDER - s) });
  }
}

function integersOf(der: Buffer): { r: bigint; s: bigint } {
  const rLength = der[3] ?? 0;
  const r = BigInt(`0x${der.subarray(4, 4 + rLength).toString('hex')}`);
  return { r, s: BigInt(`0x${der.subarray(6 + rLength).toString('hex')}`) };
}

/** The same signature in non-minimal DER: r and s start with this many extra zeros. */
export function withLeadingZeros(der: Buffer, zeros: number): Buffer {
  const rLength = der[3] ?? 0;
  const integers = [der.subarray(4, 4 + rLength), der.subarray(6 + rLength)].map((value) =>
    Buffer.concat([Buffer.from([2, value.length + zeros]), Buffer.alloc(zeros), value]),
  );
  const content = Buffer.concat(integers);
  return Buffer.concat([Buffer.from([0x30, content.length]), content]);
}

function derOf(r: bigint, s: bigint): string {
  const integer = (value: bigint): Buffer => {
    const hex = value.toString(16);
    const bytes = Buffer.from(hex.padStart(hex.length + (hex.length % 2), '0'), 'hex');
    const padded = (bytes[0] ?? 0) >= 0x80 ? Buffer.concat([Buffer.from([0]), bytes]) : bytes;
    return Buffer.concat([Buffer.from([2, padded.length]), padded]);
  };
  const body = Buffer.concat([integer(r), integer(s)]);
  return Buffer.concat([Buffer.from([0x30, body.length]), body]).toString('hex');
}

export interface Wallet {
  client: Client;
  customerId: string;
  accountId: string;
  /** The EMAIL_OTP credential that every wallet starts with. */
  emailId: string;
}

let made = 0;

export async function newWallet(client: Client, profile: object = {}): Promise<Wallet> {
  const email = `holder${++made}.${Math.floor(Math.random() * 1e9)}@example.com`;
  const request = {
    customerType: 'INDIVIDUAL',
    fullName: 'Ada Lovelace',
    email,
    phoneNumber: '+14155550100',
    ...profile,
  };
  const { body: customer } = await client.post('/customers', request);
  const { body } = await client.get(`/customers/internal-accounts?customerId=${customer.id}&type=EMBEDDED_WALLET`);
  const accountId = body.data[0].id;
  const { body: credentials } = await client.get(`/auth/credentials?accountId=${accountId}`);
  const byEmail = credentials.data.find(({ type }: { type: string }) => type === 'EMAIL_OTP');
  return { client, customerId: customer.id, accountId, emailId: byEmail?.id };
}

export interface Session {
  id: string;
  key: ClientKey;
  body: any;
}

/** The key that a one-time code is sealed to. */
export const targetOf = (bundle: string): string =>
  JSON.parse(Buffer.from(JSON.parse(bundle).data, 'hex').toString('utf8')).targetPublic;

export const otpBundle = (
  target: string,
  key: ClientKey,
  code = OTP,
  form: 'compressed' | 'uncompressed' = 'uncompressed',
) => JSON.stringify(sealByHand(target, JSON.stringify({ otp_code: code, public_key: key[form] })));

export const signedHeaders = (requestId: string, signature: string) => ({
  'request-id': requestId,
  'service-wallet-signature': signature,
});

/** Logs in by code: requests a code, and verifies it by a signed retry. */
export async function loginByCode({ client, emailId }: Wallet, credentialId = emailId): Promise<Session> {
  const path = `/auth/credentials/${credentialId}`;
  const { body: challenged } = await client.post(`${path}/challenge`);
  const key = new ClientKey();
  const body = {
    type: challenged.type,
    encryptedOtpBundle: otpBundle(targetOf(challenged.otpEncryptionTargetBundle), key),
  };
  const first = await client.post(`${path}/verify`, body);
  expect([first.status, first.body.type]).toEqual([202, challenged.type]);
  const { requestId, payloadToSign } = first.body;
  const second = await client.post(`${path}/verify`, body, {
    headers: signedHeaders(requestId, key.stamp(payloadToSign)),
  });
  expect(second.status).toBe(200);
  return { id: second.body.id, key, body: second.body };
}

interface Ask {
  method: string;
  path: string;
  body?: unknown;
  raw?: string;
}

/** Sends a request and its signed retry. */
export async function signedTwice(client: Client, ask: Ask, key: ClientKey): Promise<Answer> {
  const first = await send(client, ask);
  expect([ask.path, first.status]).toEqual([ask.path, 202]);
  return retry(client, ask, { challenge: first.body, key });
}

export const send = (client: Client, { method, path, body, raw }: Ask, headers: Record<string, string> = {}) => {
  const options: RequestOptions = { headers, ...(body !== undefined && { body }), ...(raw !== undefined && { raw }) };
  return client.request(method, path, options);
};

export const retry = (
  client: Client,
  ask: Ask,
  { challenge, key }: { challenge: { requestId: string; payloadToSign: string }; key: ClientKey },
) => send(client, ask, signedHeaders(challenge.requestId, key.stamp(challenge.payloadToSign)));

export const passkeyRequest = (accountId: string, authenticator: Authenticator, more: object = {}) => {
  const challenge = createHash('sha256').update(authenticator.credentialId).digest('base64url');
  const { id, response } = authenticator.register({ challenge, origin: ORIGIN });
  const { clientDataJSON: clientDataJson, attestationObject, transports } = response;
  const attestation = { credentialId: id, clientDataJson, attestationObject, transports };
  return { type: 'PASSKEY', accountId, nickname: 'Laptop', challenge, attestation, ...more };
};

export async function addPasskey({ client, accountId }: Wallet, session: Session, authenticator = new Authenticator()) {
  const ask = { method: 'POST', path: '/auth/credentials', body: passkeyRequest(accountId, authenticator) };
  const { status, body } = await signedTwice(client, ask, session.key);
  expect(status).toBe(201);
  return { id: body.id as string, authenticator };
}

export const assertionOf = (authenticator: Authenticator, challenge: string, origin = ORIGIN) => {
  const { id, response } = authenticator.assert({ challenge: Buffer.from(challenge).toString('base64url'), origin });
  const { clientDataJSON: clientDataJson, authenticatorData, signature } = response;
  return { credentialId: id, clientDataJson, authenticatorData, signature };
};

export async function loginByPasskey(
  { client }: Wallet,
  { id, authenticator }: { id: string; authenticator: Authenticator },
) {
  const key = new ClientKey();
  const { body } = await client.post(`/auth/credentials/${id}/challenge`, { clientPublicKey: key.compressed });
  const proof = { type: 'PASSKEY', assertion: assertionOf(authenticator, body.challenge) };
  const headers = { 'request-id': body.requestId };
  const { status, body: session } = await client.post(`/auth/credentials/${id}/verify`, proof, { headers });
  expect(status).toBe(200);
  return { id: session.id as string, key, body: session };
}

/** A token with an arbitrary signature. */
export function oidcToken(claims: object = {}, signature = 'not*a*signature'): string {
  const now = Math.floor(Date.now() / 1_000);
  const all = {
    iss: 'https://accounts.google.com',
    aud: 'app',
    sub: 'user-1',
    email: 'ada@gmail.com',
    iat: now,
    exp: now + 300,
    ...claims,
  };
  const part = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64url');
  return `${part({ alg: 'RS256', typ: 'JWT' })}.${part(all)}.${signature}`;
}

export const nonceOf = (clientPublicKey: string): string => createHash('sha256').update(clientPublicKey).digest('hex');
