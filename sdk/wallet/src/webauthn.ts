import { type Bytes, fromBase64Url, toBase64Url, utf8 } from './bytes.ts';
import type { RelyingParty } from './context.ts';
import { WalletError, type WalletErrorCode } from './wallet-error.ts';

/** ES256, EdDSA and RS256 (COSE). */
const ALGORITHMS = [-7, -8, -257];
/** What the service takes; browsers know more. */
const TRANSPORTS = ['usb', 'nfc', 'ble', 'internal', 'hybrid'];
const TIMEOUT_MS = 5 * 60_000;

export interface Attestation {
  credentialId: string;
  clientDataJson: string;
  attestationObject: string;
  transports: string[];
}

interface Creation {
  challenge: Bytes;
  relyingParty: RelyingParty;
  userId: string;
  userName: string;
  /** WebAuthn ids of the passkeys there are: a device is not asked to make a second. */
  existing: readonly string[];
  signal?: AbortSignal | undefined;
}

/** Has the browser make a passkey. */
export async function createPasskey({ challenge, relyingParty, userId, userName, existing, signal }: Creation) {
  const { id = location.hostname, name = document.title || id } = relyingParty;
  const made = await ceremony((credentials) =>
    credentials.create({
      publicKey: {
        challenge,
        rp: { id, name },
        user: { id: utf8(userId), name: userName, displayName: userName },
        pubKeyCredParams: ALGORITHMS.map((alg) => ({ type: 'public-key', alg })),
        excludeCredentials: existing.map(descriptor),
        authenticatorSelection: { residentKey: 'preferred', userVerification: 'required' },
        attestation: 'none',
        timeout: TIMEOUT_MS,
      },
      ...(signal && { signal }),
    }),
  );
  const response = made.response as AuthenticatorAttestationResponse;
  return {
    credentialId: base64Url(made.rawId),
    clientDataJson: base64Url(response.clientDataJSON),
    attestationObject: base64Url(response.attestationObject),
    transports: (response.getTransports?.() ?? []).filter((transport) => TRANSPORTS.includes(transport)),
  } satisfies Attestation;
}

interface Request {
  challenge: string;
  credentialId: string;
  relyingParty: RelyingParty;
  signal?: AbortSignal | undefined;
}

/** Has the browser prove the passkey; the challenge is the text itself, not what its hex stands for. */
export async function provePasskey({ challenge, credentialId, relyingParty, signal }: Request) {
  const found = await ceremony((credentials) =>
    credentials.get({
      publicKey: {
        challenge: utf8(challenge),
        rpId: relyingParty.id ?? location.hostname,
        allowCredentials: [descriptor(credentialId)],
        userVerification: 'required',
        timeout: TIMEOUT_MS,
      },
      ...(signal && { signal }),
    }),
  );
  const response = found.response as AuthenticatorAssertionResponse;
  return {
    credentialId: base64Url(found.rawId),
    clientDataJson: base64Url(response.clientDataJSON),
    authenticatorData: base64Url(response.authenticatorData),
    signature: base64Url(response.signature),
    ...(response.userHandle && { userHandle: base64Url(response.userHandle) }),
  };
}

const descriptor = (id: string): PublicKeyCredentialDescriptor => ({ type: 'public-key', id: fromBase64Url(id) });
const base64Url = (buffer: ArrayBuffer): string => toBase64Url(new Uint8Array(buffer));

async function ceremony(act: (credentials: CredentialsContainer) => Promise<Credential | null>) {
  if (!globalThis.isSecureContext || !globalThis.PublicKeyCredential || !navigator.credentials) {
    throw new WalletError('UNSUPPORTED', 'This browser has no passkeys, or the page is not served by https.');
  }
  try {
    const credential = await act(navigator.credentials);
    if (credential) return credential as PublicKeyCredential;
  } catch (cause) {
    throw told(cause);
  }
  throw new WalletError('CANCELLED', 'No passkey was chosen.');
}

/** By the names that WebAuthn gives its errors (level 3, sections 5.1.3 and 5.1.4). */
const MEANINGS: Readonly<Record<string, readonly [WalletErrorCode, string]>> = {
  NotAllowedError: ['CANCELLED', 'The passkey dialog was closed, or timed out.'],
  AbortError: ['CANCELLED', 'The passkey dialog was called off.'],
  SecurityError: ['WRONG_ORIGIN', 'The relying party of the passkey does not fit the address of this page.'],
  InvalidStateError: ['ALREADY_REGISTERED', 'This device has a passkey for this wallet already.'],
  NotSupportedError: ['UNSUPPORTED', 'This device has none of the algorithms that passkeys need.'],
  ConstraintError: ['UNSUPPORTED', 'This device cannot verify its user.'],
};

function told(cause: unknown): unknown {
  if (!(cause instanceof Error)) return cause;
  const [code, message] =
    MEANINGS[cause.name] ?? (['UNSUPPORTED', `The browser could not do it: ${cause.message}`] as const);
  return new WalletError(code, message, { cause });
}
