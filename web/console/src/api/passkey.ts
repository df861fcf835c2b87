import { fromBase64Url, toBase64Url } from '../../../../sdk/wallet/src/bytes.ts';

/** Options of the server, as JSON: bytes are base64url. */
export interface CreationOptions
  extends Omit<PublicKeyCredentialCreationOptions, 'challenge' | 'user' | 'excludeCredentials'> {
  challenge: string;
  user: { id: string; name: string; displayName: string };
  excludeCredentials?: readonly { id: string }[];
}

export interface RequestOptions {
  challenge: string;
  rpId?: string;
  timeout?: number;
  userVerification?: UserVerificationRequirement;
}

/** The dialog of the browser was closed, or the browser cannot use passkeys. */
export class PasskeyError extends Error {}

/** Creates a passkey and returns the response for the server. */
export async function createPasskey({ challenge, user, excludeCredentials = [], ...options }: CreationOptions) {
  const created = await ceremony(() =>
    navigator.credentials.create({
      publicKey: {
        ...options,
        challenge: fromBase64Url(challenge),
        user: { ...user, id: fromBase64Url(user.id) },
        excludeCredentials: excludeCredentials.map(({ id }) => ({ type: 'public-key', id: fromBase64Url(id) })),
      },
    }),
  );
  const response = created.response as AuthenticatorAttestationResponse;
  return credentialJson(created, {
    attestationObject: text(response.attestationObject),
    transports: response.getTransports?.() ?? [],
  });
}

/** Uses a passkey of this site and returns the response for the server. */
export async function provePasskey({ challenge, ...options }: RequestOptions) {
  const asserted = await ceremony(() =>
    navigator.credentials.get({ publicKey: { ...options, challenge: fromBase64Url(challenge) } }),
  );
  const response = asserted.response as AuthenticatorAssertionResponse;
  return credentialJson(asserted, {
    authenticatorData: text(response.authenticatorData),
    signature: text(response.signature),
    ...(response.userHandle && { userHandle: text(response.userHandle) }),
  });
}

const text = (bytes: ArrayBuffer): string => toBase64Url(new Uint8Array(bytes));

const credentialJson = ({ rawId, type, response }: PublicKeyCredential, more: object) => ({
  id: text(rawId),
  rawId: text(rawId),
  type,
  clientExtensionResults: {},
  response: { clientDataJSON: text(response.clientDataJSON), ...more },
});

/** By name of the WebAuthn error (level 3, sections 5.1.3 and 5.1.4). */
const messages: Readonly<Record<string, string>> = {
  NotAllowedError: 'The passkey dialog was closed, or no passkey was chosen in time.',
  InvalidStateError: 'This device has a passkey of yours already. Use it to log in.',
  SecurityError: 'Passkeys of this site cannot be used at this address. Open the console at its own host name.',
  NotSupportedError: 'This device has no passkeys that the service accepts.',
};

async function ceremony(act: () => Promise<Credential | null>): Promise<PublicKeyCredential> {
  if (!isSecureContext || !('PublicKeyCredential' in globalThis)) {
    throw new PasskeyError('Passkeys need a current browser, and a page over https or on localhost.');
  }
  try {
    const credential = await act();
    if (credential) return credential as PublicKeyCredential;
  } catch (cause) {
    const { name, message } = cause as Error;
    throw new PasskeyError(messages[name] ?? message, { cause });
  }
  throw new PasskeyError('No passkey was chosen.');
}
