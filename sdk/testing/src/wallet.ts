import { createHash, generateKeyPairSync, type KeyObject, sign } from 'node:crypto';
import type { Client, InternalAccountId, PasskeyCredentialCreateRequest } from '../../client/src/index.ts';
import { type SoftwarePasskey, softwarePasskey } from './passkey.ts';

const RP_ID = 'localhost';
/** Accepted by the sandbox in place of a stamp. */
const SANDBOX_STAMP = 'sandbox-valid-signature';
const SCHEME = 'SIGNATURE_SCHEME_TK_API_P256';

/** Signs requests of one embedded wallet, as the browser of its holder would. */
export interface WalletSigner {
  /** Value of the wallet signature header for the payload of a challenge. Logs in first if necessary. */
  stamp(payloadToSign: string): Promise<string>;
  /** Passkey that the signer has registered for the wallet. */
  passkey(): Promise<SoftwarePasskey>;
}

export interface PlatformWallet {
  /** The same signer for every call with the same wallet (`InternalAccount:...`). */
  signer(accountId: InternalAccountId): WalletSigner;
}

export function walletOf(api: Client): PlatformWallet {
  const signers = new Map<string, WalletSigner>();
  return {
    signer: (accountId) => {
      const signer = signers.get(accountId) ?? newSigner(api, accountId);
      signers.set(accountId, signer);
      return signer;
    },
  };
}

function newSigner(api: Client, accountId: InternalAccountId): WalletSigner {
  let session: Promise<{ key: SessionKey; passkey: SoftwarePasskey }> | undefined;
  const open = () => {
    session ??= logIn(api, accountId);
    return session;
  };
  return {
    stamp: async (payload) => stampOf((await open()).key, payload),
    passkey: async () => (await open()).passkey,
  };
}

/** Registers a passkey, which the sandbox accepts without a session, and opens a session with it. */
async function logIn(
  api: Client,
  accountId: InternalAccountId,
): Promise<{ key: SessionKey; passkey: SoftwarePasskey }> {
  const passkey = softwarePasskey({ rpId: RP_ID });
  const { credentials } = api.auth;
  const registering = await credentials.create(registrationOf(accountId, passkey));
  const registered = registering.kind === 'challenge' ? await registering.retry(SANDBOX_STAMP) : registering;
  if (registered.kind !== 'done')
    throw new Error(`The passkey of ${accountId} was not registered: ${registered.kind}.`);
  const { id } = registered.value;
  const key = newSessionKey();
  const challenged = await credentials.challenge(id, { clientPublicKey: key.publicKey });
  if (!('challenge' in challenged)) throw new Error(`The wallet ${accountId} is still being changed.`);
  const challenge = Buffer.from(challenged.challenge).toString('base64url');
  const { id: credentialId, response } = passkey.authenticate({ challenge });
  const { clientDataJSON: clientDataJson, authenticatorData, signature } = response;
  const assertion = { credentialId, clientDataJson, authenticatorData, signature };
  const headers = { 'request-id': challenged.requestId ?? '' };
  await credentials.verify(id, { type: 'PASSKEY', assertion }, { headers });
  return { key, passkey };
}

function registrationOf(accountId: InternalAccountId, passkey: SoftwarePasskey): PasskeyCredentialCreateRequest {
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
