import { createHash, generateKeyPairSync, type KeyObject, sign } from 'node:crypto';
import type { Http } from './http.ts';
import { type SoftwarePasskey, softwarePasskey } from './passkey.ts';

const RP_ID = 'localhost';
/** Accepted by the sandbox in place of a stamp. */
const SANDBOX_STAMP = 'sandbox-valid-signature';
const SCHEME = 'SIGNATURE_SCHEME_TK_API_P256';

interface Challenge {
  requestId: string;
  payloadToSign: string;
}

/** Signs requests of one embedded wallet, as the browser of its holder would. */
export interface WalletSigner {
  /** Value of the wallet signature header for the payload of a challenge. Logs in first if necessary. */
  stamp(payloadToSign: string): Promise<string>;
  /** Passkey that the signer has registered for the wallet. */
  passkey(): Promise<SoftwarePasskey>;
}

export interface SandboxWallet {
  /** The same signer for every call with the same wallet (`InternalAccount:...`). */
  signer(accountId: string): WalletSigner;
}

export function walletOf(http: Http): SandboxWallet {
  const signers = new Map<string, WalletSigner>();
  return {
    signer: (accountId) => {
      const signer = signers.get(accountId) ?? newSigner(http, accountId);
      signers.set(accountId, signer);
      return signer;
    },
  };
}

function newSigner(http: Http, accountId: string): WalletSigner {
  let session: Promise<{ key: SessionKey; passkey: SoftwarePasskey }> | undefined;
  const open = () => {
    session ??= logIn(http, accountId);
    return session;
  };
  return {
    stamp: async (payload) => stampOf((await open()).key, payload),
    passkey: async () => (await open()).passkey,
  };
}

/** Registers a passkey, which the sandbox accepts without a session, and opens a session with it. */
async function logIn(http: Http, accountId: string): Promise<{ key: SessionKey; passkey: SoftwarePasskey }> {
  const passkey = softwarePasskey({ rpId: RP_ID });
  const registration = registrationOf(accountId, passkey);
  const { requestId } = await http.post<Challenge>('/auth/credentials', registration);
  const signed = { 'request-id': requestId, 'service-wallet-signature': SANDBOX_STAMP };
  const credential = await http.post<{ id: string }>('/auth/credentials', registration, signed);
  const key = newSessionKey();
  const path = `/auth/credentials/${credential.id}`;
  const challenge = await http.post<{ requestId: string; challenge: string }>(`${path}/challenge`, {
    clientPublicKey: key.publicKey,
  });
  const { id, response } = passkey.authenticate({ challenge: Buffer.from(challenge.challenge).toString('base64url') });
  const { clientDataJSON: clientDataJson, authenticatorData, signature } = response;
  const assertion = { credentialId: id, clientDataJson, authenticatorData, signature };
  await http.post(`${path}/verify`, { type: 'PASSKEY', assertion }, { 'request-id': challenge.requestId });
  return { key, passkey };
}

function registrationOf(accountId: string, passkey: SoftwarePasskey) {
  const challenge = createHash('sha256').update(passkey.credentialId).digest('base64url');
  const { id, response } = passkey.register({ challenge });
  const { clientDataJSON: clientDataJson, attestationObject, transports } = response;
  const attestation = { credentialId: id, clientDataJson, attestationObject, transports };
  return { type: 'PASSKEY', accountId, nickname: 'Software passkey', challenge, attestation };
}

interface SessionKey {
  privateKey: KeyObject;
  /** Compressed point in hex. */
  publicKey: string;
}

function newSessionKey(): SessionKey {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const { x = '', y = '' } = publicKey.export({ format: 'jwk' });
  const parity = (Buffer.from(y, 'base64url').at(-1) ?? 0) & 1;
  const point = Buffer.concat([Buffer.from([2 + parity]), Buffer.from(x, 'base64url')]);
  return { privateKey, publicKey: point.toString('hex') };
}

function stampOf({ privateKey, publicKey }: SessionKey, payload: string): string {
  const signature = sign('sha256', Buffer.from(payload), privateKey).toString('hex');
  return Buffer.from(JSON.stringify({ publicKey, scheme: SCHEME, signature })).toString('base64url');
}
