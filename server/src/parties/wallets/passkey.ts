import type { RelyingParty } from '../../engine/providers/relying-parties/port.ts';
import { nullColumn } from '../../foundation/db/database.ts';
import { isStorable } from '../../foundation/db/storable-text.ts';
import type { ReasonOf } from '../../foundation/kernel/error-reasons.ts';
import { ApiError, InvalidFields } from '../../foundation/kernel/errors.ts';
import { getSettings } from '../platforms/config.ts';
import type { Settings } from '../platforms/settings.ts';
import { challengeUsed, requireUsable, useChallenge } from './challenge-record.ts';
import { PASSKEY_LOGIN } from './challenges.ts';
import { countPasskeyUse, type PasskeyDetails } from './credential-record.ts';
import type { WalletDeps, WalletRequest, WalletResponse } from './deps.ts';
import { jsonMembers } from './json-members.ts';
import type { LoginContext } from './login-record.ts';
import type { CredentialProof, CredentialRequest } from './schemas.ts';
import { newSession, openSession, sessionKey } from './sessions.ts';
import { requestIdMissing } from './signed-retry.ts';
import { openWallet } from './wallet.ts';
import { verifyAssertion, verifyRegistration } from './webauthn.ts';

export type PasskeyRegistration = Pick<Extract<CredentialRequest, { type: 'PASSKEY' }>, 'challenge' | 'attestation'>;

/** Verifies a new passkey against its challenge and the relying parties of its origin. */
export async function verifyAttestation(
  deps: WalletDeps,
  { platform }: WalletRequest,
  { challenge, attestation }: PasskeyRegistration,
): Promise<PasskeyDetails> {
  const { credentialId, clientDataJson: clientDataJSON, attestationObject, transports = [] } = attestation;
  const origin = originOf(clientDataJSON);
  const { embeddedWalletConfig: config } = await getSettings(deps.db, platform.id);
  const rpIds = relyingPartyIds(deps, platform, { origin, configured: partiesOf(config) });
  const requiresVerification = requiresUserVerification(deps, platform, config);
  const response = {
    id: credentialId,
    rawId: credentialId,
    type: 'public-key',
    clientExtensionResults: {},
    response: { clientDataJSON, attestationObject, transports },
  };
  const verified = await verifyRegistration(response, { challenge, origin, rpId: rpIds, requiresVerification });
  if ('flaw' in verified) throw badAttestation(`attestation is not valid: ${verified.flaw}`);
  if (verified.credentialId !== credentialId) throw badAttestation('attestation belongs to another credentialId');
  const { publicKey, counter, rpId } = verified;
  return { credentialId, publicKey, counter, transports, rpId, origin, registrationChallenge: challenge };
}

/** Reads the origin only, because browsers add other members to clientDataJSON. */
function originOf(clientDataJson: string): string {
  const { origin } = jsonMembers(Buffer.from(clientDataJson, 'base64url').toString('utf8'));
  if (typeof origin === 'string' && isStorable(origin)) return origin;
  throw badAttestation('attestation.clientDataJson must be the base64url of clientDataJSON');
}

/** Relying parties that a page of this origin may use. */
function relyingPartyIds(
  { authentication: { relyingParties } }: WalletDeps,
  { mode }: WalletRequest['platform'],
  { origin, configured }: { origin: string; configured: readonly RelyingParty[] },
): string[] {
  const matching = configured.filter(({ origins }) => origins.includes(origin)).map((party) => party.id);
  if (matching.length > 0) return matching;
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
    [{ field, message: `${field} has an origin that is not allowed.` }],
    `The origin is ${origin}. ${hint}`,
  );
}

const partiesOf = (config: WalletConfig): readonly RelyingParty[] =>
  (config['relyingParties'] as RelyingParty[] | undefined) ?? [];

type WalletConfig = Settings['embeddedWalletConfig'];

/** True if user verification is required; otherwise user presence suffices. */
const requiresUserVerification = (
  { authentication: { relyingParties } }: WalletDeps,
  { mode }: WalletRequest['platform'],
  { allowPasskeyPresenceOnly }: { allowPasskeyPresenceOnly?: unknown },
): boolean => relyingParties[mode].requiresVerification && allowPasskeyPresenceOnly !== true;

/** The host of a page and its parent domains: the page may use each of them as relying party. */
function domainsOf(origin: string): string[] {
  if (!URL.canParse(origin)) return [];
  const labels = new URL(origin).hostname.split('.');
  return labels.map((_, i) => labels.slice(i).join('.')).filter((domain, i) => i === 0 || domain.includes('.'));
}

type Assertion = Extract<CredentialProof, { type: 'PASSKEY' }>['assertion'];

/** Verifies the assertion and opens the session of the challenge. */
export async function verifyPasskey(
  deps: WalletDeps,
  { platform, now, signed }: WalletRequest,
  { login, assertion }: { login: LoginContext; assertion: Assertion },
): Promise<WalletResponse> {
  const { credential } = login;
  if (signed.requestId === undefined) throw requestIdMissing();
  const pending = requireUsable(login.pending, now);
  const { credentialId, clientPublicKey, challenge } = pending.subject as Record<string, string>;
  if (pending.operation !== PASSKEY_LOGIN || credentialId !== credential.id) {
    throw rejected('REQUEST_ID_UNKNOWN', 'The requestId belongs to another challenge.');
  }
  const isAccepted = deps.authentication.wallets.proofs[platform.mode].isAcceptedAssertion(assertion.signature);
  const counted = isAccepted
    ? []
    : [
        countPasskeyUse(
          credential,
          await verifiedCounter(login, {
            assertion,
            challenge: challenge ?? '',
            requiresVerification: requiresUserVerification(deps, platform, login),
          }),
        ),
      ];
  if (!login.isOpened) await openWallet(deps, platform, credential.accountId, now);
  const { effect, json } = newSession(credential, sessionKey(clientPublicKey ?? ''), now);
  try {
    if (await openSession(deps.db, { guard: useChallenge(pending), effects: [effect, ...counted] })) {
      return { status: 200, body: json };
    }
  } catch (error) {
    throw nullColumn(error) === 'wallet_credentials.passkey_counter'
      ? rejected('ASSERTION_REJECTED', 'The signature counter has not grown.')
      : error;
  }
  throw challengeUsed();
}

interface PasskeyUse {
  assertion: Assertion;
  challenge: string;
  requiresVerification: boolean;
}

/** Returns the signature counter of a valid assertion. */
async function verifiedCounter(
  { credential: { passkey }, relyingParties }: LoginContext,
  { assertion, challenge, requiresVerification }: PasskeyUse,
): Promise<number> {
  if (!passkey) throw new Error('a PASSKEY credential has a key');
  const { credentialId: id, clientDataJson: clientDataJSON, authenticatorData, signature, userHandle } = assertion;
  if (id !== passkey.credentialId)
    throw rejected('ASSERTION_REJECTED', 'The assertion belongs to another credentialId.');
  const party = relyingParties.find((one) => one.id === passkey.rpId);
  const response = {
    id,
    rawId: id,
    type: 'public-key',
    clientExtensionResults: {},
    response: { clientDataJSON, authenticatorData, signature, ...(userHandle && { userHandle }) },
  };
  const verified = await verifyAssertion(response, passkey, {
    // The authenticator signs the characters of the hex digest, not its bytes.
    challenge: Buffer.from(challenge).toString('base64url'),
    origin: party?.origins ?? [passkey.origin],
    rpId: passkey.rpId,
    requiresVerification,
  });
  if ('counter' in verified) return verified.counter;
  const flaw = `The passkey assertion is not valid: ${verified.flaw}.`;
  throw verified.isSignature
    ? new ApiError('INVALID_SIGNATURE', flaw, { reason: 'ASSERTION_SIGNATURE_WRONG' })
    : rejected('ASSERTION_REJECTED', flaw);
}

const badAttestation = (message: string): InvalidFields =>
  new InvalidFields([{ field: 'attestation', message: `${message}.` }]);

const rejected = (reason: ReasonOf<'UNAUTHORIZED'>, flaw: string): ApiError =>
  new ApiError('UNAUTHORIZED', flaw, {
    reason,
    hint: 'POST /auth/credentials/{id}/challenge returns a new challenge and its requestId.',
  });
