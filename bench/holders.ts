import { createHash, sign } from 'node:crypto';
import { hpkeSeal } from '../server/src/foundation/kernel/hpke.ts';
import { compressedPoint, newP256KeyPair, type P256KeyPair } from '../server/src/foundation/kernel/p256.ts';
import { Authenticator } from '../server/test/support/authenticator.ts';
import type { Api } from './customers.ts';

const ORIGIN = 'http://localhost:3000';
/** The code that the sandbox accepts. */
const CODE = '000000';

type Headers = Record<string, string>;

/** The measured last step of a prepared login. */
export type Ready = () => Promise<void>;

/** A user of an embedded wallet, with the actions of a client. */
export class Holder {
  readonly #api: Api;
  readonly #accountId: string;
  readonly #emailId: string;
  readonly #authenticator = new Authenticator();
  #key: P256KeyPair = newP256KeyPair();
  #passkeyId = '';

  private constructor(api: Api, accountId: string, emailId: string) {
    this.#api = api;
    this.#accountId = accountId;
    this.#emailId = emailId;
  }

  static async arrive(api: Api, n: number): Promise<Holder> {
    const request = { customerType: 'INDIVIDUAL', fullName: 'Ada Lovelace', email: `holder${n}@example.com` };
    const { id } = await api.ask('POST', 'customers', request);
    const accounts = await api.ask('GET', `customers/internal-accounts?customerId=${id}&type=EMBEDDED_WALLET`);
    const accountId = accounts.data[0].id;
    const credentials = await api.ask('GET', `auth/credentials?accountId=${accountId}`);
    return new Holder(api, accountId, credentials.data[0].id);
  }

  /** Sends and seals a code. The returned step verifies it in two requests. */
  async readyByCode(): Promise<Ready> {
    const { otpEncryptionTargetBundle } = await this.#api.ask('POST', `auth/credentials/${this.#emailId}/challenge`);
    const { targetPublic } = JSON.parse(
      Buffer.from(JSON.parse(otpEncryptionTargetBundle).data, 'hex').toString('utf8'),
    );
    const key = newP256KeyPair();
    const secret = Buffer.from(JSON.stringify({ otp_code: CODE, public_key: key.publicKey }));
    const { encapped, ciphertext } = hpkeSeal(Buffer.from(targetPublic, 'hex'), secret);
    const bundle = { encappedPublic: encapped.toString('hex'), ciphertext: ciphertext.toString('hex') };
    const body = { type: 'EMAIL_OTP', encryptedOtpBundle: JSON.stringify(bundle) };
    return async () => {
      await this.#signed(`auth/credentials/${this.#emailId}/verify`, body, key);
      this.#key = key;
    };
  }

  /** Requires a session. */
  async registerPasskey(): Promise<void> {
    const challenge = createHash('sha256').update(this.#accountId).digest('base64url');
    const { id, response } = this.#authenticator.register({ challenge, origin: ORIGIN });
    const { clientDataJSON: clientDataJson, attestationObject, transports } = response;
    const attestation = { credentialId: id, clientDataJson, attestationObject, transports };
    const body = { type: 'PASSKEY', accountId: this.#accountId, nickname: 'Laptop', challenge, attestation };
    this.#passkeyId = (await this.#signed('auth/credentials', body, this.#key)).id;
  }

  /** Signs a challenge with the passkey. The returned step verifies the signature. */
  async readyByPasskey(): Promise<Ready> {
    const path = `auth/credentials/${this.#passkeyId}`;
    const clientPublicKey = compressedPoint(newP256KeyPair().publicKey);
    const asked = await this.#api.ask('POST', `${path}/challenge`, { clientPublicKey });
    const challenge = Buffer.from(asked.challenge).toString('base64url');
    const { id, response } = this.#authenticator.assert({ challenge, origin: ORIGIN });
    const { clientDataJSON: clientDataJson, authenticatorData, signature } = response;
    const assertion = { credentialId: id, clientDataJson, authenticatorData, signature };
    const headers = { 'request-id': asked.requestId };
    return () => this.#api.ask('POST', `${path}/verify`, { type: 'PASSKEY', assertion }, headers);
  }

  // biome-ignore lint/suspicious/noExplicitAny: answers are what the API says
  async #signed(path: string, body: object, key: P256KeyPair): Promise<any> {
    const { requestId, payloadToSign } = await this.#api.ask('POST', path, body);
    return this.#api.ask('POST', path, body, stampHeaders(key, { requestId, payloadToSign }));
  }
}

interface Challenge {
  requestId: string;
  payloadToSign: string;
}

function stampHeaders({ privateKey, publicKey }: P256KeyPair, { requestId, payloadToSign }: Challenge): Headers {
  const signature = sign('sha256', Buffer.from(payloadToSign), privateKey).toString('hex');
  const stamp = { publicKey: compressedPoint(publicKey), scheme: 'SIGNATURE_SCHEME_TK_API_P256', signature };
  return {
    'request-id': requestId,
    'service-wallet-signature': Buffer.from(JSON.stringify(stamp)).toString('base64url'),
  };
}
