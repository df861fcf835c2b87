import type { RelyingParty } from '../../engine/providers/relying-parties/port.ts';
import { randomHex } from '../../foundation/kernel/ids.ts';

export interface PasskeyKey {
  credentialId: string;
  publicKey: Buffer;
  counter: number;
  transports: readonly string[];
}

/** Reason for rejecting a response of an authenticator. */
interface Flaw {
  flaw: string;
  /** True if the signature is wrong but everything else is valid. */
  isSignature?: true;
}

const CHALLENGE_BITS = 256;
const newChallenge = () => Uint8Array.from(Buffer.from(randomHex(CHALLENGE_BITS), 'hex'));

/** Loaded when first used, to keep the start of the server short. */
const library = () => import('@simplewebauthn/server');

interface Registrant {
  party: RelyingParty;
  partyName: string;
  userId: string;
  userName: string;
  timeoutMs: number;
  /** `required` for logins without a user name. Default: `preferred`. */
  residentKey?: 'preferred' | 'required';
  /** Existing credentials of the user, which the authenticator must not create again. */
  known?: readonly string[];
}

export async function registrationOptions(registrant: Registrant) {
  const { party, partyName, userId, userName, timeoutMs, residentKey = 'preferred', known = [] } = registrant;
  const { generateRegistrationOptions } = await library();
  return generateRegistrationOptions({
    rpID: party.id,
    rpName: partyName,
    userID: Uint8Array.from(Buffer.from(userId)),
    userName,
    challenge: newChallenge(),
    timeout: timeoutMs,
    attestationType: 'none',
    authenticatorSelection: { residentKey, userVerification: 'required' },
    excludeCredentials: known.map((id) => ({ id })),
  });
}

interface Expected {
  challenge: string;
  /** One or several allowed origins. */
  origin: string | readonly string[];
  rpId: string | readonly string[];
  /** False accepts user presence. Default: user verification is required. */
  requiresVerification?: boolean;
}

const expectations = ({ challenge, origin, rpId, requiresVerification = true }: Expected) => ({
  expectedChallenge: challenge,
  expectedOrigin: [origin].flat(),
  expectedRPID: [rpId].flat(),
  requireUserVerification: requiresVerification,
});

/** COSE algorithms: EdDSA, ES256, RS256. */
const ALGORITHMS = [-8, -7, -257];

type RegistrationResponse = Parameters<
  Awaited<ReturnType<typeof library>>['verifyRegistrationResponse']
>[0]['response'];

/** Verifies a registration. Returns the key and its relying party. */
export async function verifyRegistration(
  response: object,
  expected: Expected,
): Promise<(PasskeyKey & { rpId: string }) | Flaw> {
  const { verifyRegistrationResponse } = await library();
  return flawOnError(async () => {
    const { registrationInfo } = await verifyRegistrationResponse({
      response: response as RegistrationResponse,
      ...expectations(expected),
      supportedAlgorithmIDs: ALGORITHMS,
    });
    if (!registrationInfo) return { flaw: 'the attestation is not valid' };
    const { id, publicKey, counter, transports } = registrationInfo.credential;
    const key = { credentialId: id, publicKey: Buffer.from(publicKey), counter, transports: transports ?? [] };
    return { ...key, rpId: registrationInfo.rpID ?? '' };
  });
}

export async function assertionOptions(rpId: string, { credentialId, transports }: PasskeyKey, timeoutMs: number) {
  const { generateAuthenticationOptions } = await library();
  return generateAuthenticationOptions({
    rpID: rpId,
    allowCredentials: [{ id: credentialId, transports: [...transports] }],
    challenge: newChallenge(),
    timeout: timeoutMs,
    userVerification: 'required',
  });
}

/** Options for any passkey of the relying party, because the response identifies the user. */
export async function discoverableOptions(rpId: string, timeoutMs: number) {
  const { generateAuthenticationOptions } = await library();
  return generateAuthenticationOptions({
    rpID: rpId,
    challenge: newChallenge(),
    timeout: timeoutMs,
    userVerification: 'required',
  });
}

type AuthenticationResponse = Parameters<
  Awaited<ReturnType<typeof library>>['verifyAuthenticationResponse']
>[0]['response'];

/** Verifies an assertion and returns the new signature counter. A counter that has not grown indicates a cloned key. */
export async function verifyAssertion(
  response: object,
  key: PasskeyKey,
  expected: Expected,
): Promise<{ counter: number } | Flaw> {
  const { verifyAuthenticationResponse } = await library();
  return flawOnError(async () => {
    if ((response as { id?: unknown }).id !== key.credentialId) return { flaw: 'it belongs to another passkey' };
    const { verified, authenticationInfo } = await verifyAuthenticationResponse({
      response: response as AuthenticationResponse,
      ...expectations(expected),
      credential: { id: key.credentialId, publicKey: Uint8Array.from(key.publicKey), counter: key.counter },
    });
    return verified
      ? { counter: authenticationInfo.newCounter }
      : { flaw: 'the signature is not valid', isSignature: true };
  });
}

const MAX_FLAW = 200;

/** The library throws for every invalid response, including malformed ones. */
async function flawOnError<T>(verify: () => Promise<T | Flaw>): Promise<T | Flaw> {
  try {
    return await verify();
  } catch (error) {
    return { flaw: String((error as Error).message).slice(0, MAX_FLAW) };
  }
}
