import { type Bytes, fromBase64Url, toBase64Url, utf8 } from './bytes.ts';
import type { RelyingParty } from './context.ts';
import { WalletError, type WalletErrorCode } from './wallet-error.ts';

/** ES256, EdDSA and RS256 (COSE). */
const ALGORITHMS = [-7, -8, -257];
/** Transports that the service accepts. */
const TRANSPORTS = ['usb', 'nfc', 'ble', 'internal', 'hybrid'];
const TIMEOUT_MS = 5 * 60_000;

interface Attestation {
  credentialId: string;
  clientDataJson: string;
  attestationObject: string;
  transports: string[];
}

interface PasskeyCreation {
  challenge: Bytes;
  relyingParty: RelyingParty;
  userId: string;
  userName: string;
  /** WebAuthn ids of existing passkeys: a device has one passkey per wallet. */
  existing: readonly string[];
  signal?: AbortSignal | undefined;
}

/** Creates a passkey with the browser's dialog. */
export async function createPasskey({ challenge, relyingParty, userId, userName, existing, signal }: PasskeyCreation) {
  const { id = location.hostname, name = document.title || id } = relyingParty;
  const created = await ceremony((credentials) =>
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
  const response = created.response as AuthenticatorAttestationResponse;
  return {
    credentialId: base64Url(created.rawId),
    clientDataJson: base64Url(response.clientDataJSON),
    attestationObject: base64Url(response.attestationObject),
    transports: (response.getTransports?.() ?? []).filter((transport) => TRANSPORTS.includes(transport)),
  } satisfies Attestation;
}

interface PasskeyAssertion {
  challenge: string;
  credentialId: string;
  relyingParty: RelyingParty;
  signal?: AbortSignal | undefined;
}

/** Signs the challenge with a passkey: the characters of the hex text, not the bytes that it encodes. */
export async function provePasskey({ challenge, credentialId, relyingParty, signal }: PasskeyAssertion) {
  const asserted = await ceremony((credentials) =>
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
  const response = asserted.response as AuthenticatorAssertionResponse;
  return {
    credentialId: base64Url(asserted.rawId),
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
    throw new WalletError(
      'UNSUPPORTED',
      'The browser does not support passkeys, or the page is not served over https.',
    );
  }
  try {
    const credential = await act(navigator.credentials);
    if (credential) return credential as PublicKeyCredential;
  } catch (cause) {
    throw walletErrorOf(cause);
  }
  throw new WalletError('CANCELLED', 'No passkey was chosen.');
}

/** By name of the WebAuthn error (level 3, sections 5.1.3 and 5.1.4). */
const ERRORS: Readonly<Record<string, readonly [WalletErrorCode, string]>> = {
  NotAllowedError: ['CANCELLED', 'The passkey dialog was closed or timed out.'],
  AbortError: ['CANCELLED', 'The passkey dialog was aborted.'],
  SecurityError: ['WRONG_ORIGIN', 'The relying party of the passkey does not match the origin of this page.'],
  InvalidStateError: ['ALREADY_REGISTERED', 'This device already has a passkey for this wallet.'],
  NotSupportedError: ['UNSUPPORTED', 'This device supports none of the required algorithms.'],
  ConstraintError: ['UNSUPPORTED', 'This device cannot verify its user.'],
};

function walletErrorOf(cause: unknown): unknown {
  if (!(cause instanceof Error)) return cause;
  const [code, message] =
    ERRORS[cause.name] ?? (['UNSUPPORTED', `The passkey operation failed: ${cause.message}`] as const);
  return new WalletError(code, message, { cause });
}
