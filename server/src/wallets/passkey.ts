import { nullColumn } from '../db/database.ts';
import { ApiError, InvalidFields } from '../kernel/errors.ts';
import { isStorable } from '../kernel/storable.ts';
import { readSettings } from '../platforms/config.ts';
import type { RelyingParty } from '../providers/relying-parties/port.ts';
import { usableChallenge, useChallenge, usedUp } from './challenge-record.ts';
import { PASSKEY_LOGIN } from './challenges.ts';
import { countPasskeyUse, type PasskeyDetails } from './credential-record.ts';
import type { KnownLogin } from './login-record.ts';
import type { WalletAnswer, WalletNeeds, WalletRequest } from './needs.ts';
import { newSession, openSession, sessionKey } from './sessions.ts';
import { requestIdMissing } from './signed-retry.ts';
import { openWallet } from './wallet.ts';
import { readAssertion, readRegistration } from './webauthn.ts';

export interface PasskeyRegistration {
  challenge: string;
  attestation: {
    credentialId: string;
    clientDataJson: string;
    attestationObject: string;
    transports?: string[];
  };
}

/** What an authenticator made, checked against the challenge it was made for and the relying party it is for. */
export async function readPasskey(
  needs: WalletNeeds,
  { platform }: WalletRequest,
  { challenge, attestation }: PasskeyRegistration,
): Promise<PasskeyDetails> {
  const { credentialId, clientDataJson: clientDataJSON, attestationObject, transports = [] } = attestation;
  const origin = originOf(clientDataJSON);
  const rpIds = await relyingPartyIds(needs, platform, origin);
  const response = {
    id: credentialId,
    rawId: credentialId,
    type: 'public-key',
    clientExtensionResults: {},
    response: { clientDataJSON, attestationObject, transports },
  };
  const made = await readRegistration(response, { challenge, origin, rpId: rpIds, requiresVerification: false });
  if ('flaw' in made) throw badAttestation(`attestation proves nothing: ${made.flaw}`);
  if (made.credentialId !== credentialId) throw badAttestation('attestation is of another credentialId');
  const { publicKey, counter, rpId } = made;
  return { credentialId, publicKey, counter, transports, rpId, origin, registrationChallenge: challenge };
}

/** Browsers add members of their own: it is read, never compared. */
function originOf(clientDataJson: string): string {
  try {
    const { origin } = JSON.parse(Buffer.from(clientDataJson, 'base64url').toString('utf8'));
    if (typeof origin === 'string' && isStorable(origin)) return origin;
  } catch {
    // Falls through: what cannot be read names no origin.
  }
  throw badAttestation('attestation.clientDataJson is not the base64url of clientDataJSON');
}

/** The relying parties a page of this origin may speak for. */
async function relyingPartyIds(
  { db, relyingParties }: WalletNeeds,
  { id, mode }: WalletRequest['platform'],
  origin: string,
) {
  const configured = await configuredParties(db, id);
  const named = configured.filter(({ origins }) => origins.includes(origin)).map((party) => party.id);
  if (named.length > 0) return named;
  const { unconfigured } = relyingParties[mode];
  if (configured.length === 0 && unconfigured?.takesAnyOrigin) return [unconfigured.id, ...domainsOf(origin)];
  throw otherOrigin(
    origin,
    configured.flatMap(({ origins }) => origins),
  );
}

function otherOrigin(origin: string, allowed: readonly string[]): InvalidFields {
  const field = 'attestation.clientDataJson';
  const hint =
    allowed.length > 0
      ? `Allowed: ${allowed.join(', ')}.`
      : 'Set embeddedWalletConfig.relyingParties with PATCH /config.';
  return new InvalidFields(
    [{ field, message: `${field} is of an origin that is not allowed.` }],
    `The origin seen is ${origin}. ${hint}`,
  );
}

const configuredParties = async (db: WalletNeeds['db'], platformId: string): Promise<readonly RelyingParty[]> => {
  const { embeddedWalletConfig } = await readSettings(db, platformId);
  return (embeddedWalletConfig['relyingParties'] as RelyingParty[] | undefined) ?? [];
};

/** A page may name its host as relying party, or any domain above it. */
function domainsOf(origin: string): string[] {
  if (!URL.canParse(origin)) return [];
  const labels = new URL(origin).hostname.split('.');
  return labels.map((_, i) => labels.slice(i).join('.')).filter((domain, i) => i === 0 || domain.includes('.'));
}

export interface Assertion {
  credentialId: string;
  clientDataJson: string;
  authenticatorData: string;
  signature: string;
  userHandle?: string;
}

/** Opens the session that the challenge was made for. */
export async function verifyPasskey(
  needs: WalletNeeds,
  { platform, now, signed }: WalletRequest,
  { login, assertion }: { login: KnownLogin; assertion: Assertion },
): Promise<WalletAnswer> {
  const { credential } = login;
  if (signed.requestId === undefined) throw requestIdMissing();
  const pending = usableChallenge(login.pending, now);
  const { credentialId, clientPublicKey, challenge } = pending.subject as Record<string, string>;
  if (pending.operation !== PASSKEY_LOGIN || credentialId !== credential.id) {
    throw refused('The requestId is of another challenge');
  }
  const isAccepted = needs.walletProofs[platform.mode].isAcceptedAssertion(assertion.signature);
  const counted = isAccepted
    ? []
    : [countPasskeyUse(credential, await usedCounter(login, { assertion, challenge: challenge ?? '' }))];
  if (!login.isOpened) await openWallet(needs, platform, credential.accountId, now);
  const { effect, json } = newSession(credential, sessionKey(clientPublicKey ?? ''), now);
  try {
    if (await openSession(needs.db, { guard: useChallenge(pending), effects: [effect, ...counted] })) {
      return { status: 200, body: json };
    }
  } catch (error) {
    throw nullColumn(error) === 'wallet_credentials.passkey_counter'
      ? refused('The signature counter has not grown')
      : error;
  }
  throw usedUp();
}

/** The counter after this use, of an assertion that is right in every respect. */
async function usedCounter(
  { credential: { passkey }, relyingParties }: KnownLogin,
  { assertion, challenge }: { assertion: Assertion; challenge: string },
): Promise<number> {
  if (!passkey) throw new Error('a PASSKEY credential has a key');
  const { credentialId: id, clientDataJson: clientDataJSON, authenticatorData, signature, userHandle } = assertion;
  if (id !== passkey.credentialId) throw refused('The assertion is of another credentialId');
  const party = relyingParties.find((one) => one.id === passkey.rpId);
  const response = {
    id,
    rawId: id,
    type: 'public-key',
    clientExtensionResults: {},
    response: { clientDataJSON, authenticatorData, signature, ...(userHandle && { userHandle }) },
  };
  const read = await readAssertion(response, passkey, {
    // The authenticator is handed the characters of the digest, not its bytes.
    challenge: Buffer.from(challenge).toString('base64url'),
    origin: party?.origins ?? [passkey.origin],
    rpId: passkey.rpId,
    requiresVerification: false,
  });
  if ('counter' in read) return read.counter;
  const reason = `The passkey assertion is not valid: ${read.flaw}`;
  throw read.isSignature ? new ApiError('INVALID_SIGNATURE', `${reason}.`, { reason }) : refused(reason);
}

const badAttestation = (message: string): InvalidFields =>
  new InvalidFields([{ field: 'attestation', message: `${message}.` }]);

const refused = (reason: string): ApiError =>
  new ApiError('UNAUTHORIZED', `${reason}.`, {
    reason,
    hint: 'POST /auth/credentials/{id}/challenge gives a new challenge and its requestId.',
  });
