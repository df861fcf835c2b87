import { createHash } from 'node:crypto';
import { apply } from '../../foundation/db/effects.ts';
import { addMs } from '../../foundation/kernel/clock.ts';
import { InvalidFields } from '../../foundation/kernel/errors.ts';
import { newId } from '../../foundation/kernel/ids.ts';
import { insertChallenge } from './challenge-record.ts';
import { newCodeIssue } from './code-issue.ts';
import { type Credential, type CredentialType, credentialJson, getCredential } from './credential-record.ts';
import type { WalletDeps, WalletRequest } from './deps.ts';
import { countIssue, tooManyIssues } from './issue-limits.ts';
import { requirePoint } from './sessions.ts';
import { activityPayload } from './signed-payloads.ts';
import { CHALLENGE_MS } from './signed-retry.ts';

export const PASSKEY_LOGIN = 'PASSKEY_LOGIN';

interface LoginStart {
  credential: Credential;
  clientPublicKey: string | undefined;
}

/** Starts a login: sends a code, or returns the challenge for the authenticator. */
export async function challengeCredential(
  deps: WalletDeps,
  request: WalletRequest,
  { id, clientPublicKey }: { id: string; clientPublicKey: string | undefined },
): Promise<object> {
  const credential = await getCredential(deps.db, request.platform.id, id);
  return starts[credential.type](deps, request, { credential, clientPublicKey });
}

type Start = (deps: WalletDeps, request: WalletRequest, login: LoginStart) => Promise<object>;

const starts: Record<CredentialType, Start> = {
  EMAIL_OTP: sendCode,
  SMS_OTP: sendCode,
  PASSKEY: challengePasskey,
  OAUTH: async () => {
    const message = 'An OAUTH credential has no challenge. Verify it with a fresh oidcToken.';
    throw new InvalidFields([{ field: 'id', message }]);
  },
};

async function sendCode(deps: WalletDeps, { platform, now }: WalletRequest, { credential }: LoginStart) {
  const { effects, bundle } = await newCodeIssue(deps, platform, credential, now);
  if (await apply(deps.db, { guard: countIssue(credential, now), effects })) {
    return { ...credentialJson(credential), otpEncryptionTargetBundle: bundle };
  }
  throw await tooManyIssues(deps.db, credential, now);
}

/** The authenticator signs a digest of the session to be opened, which includes the client's key. */
async function challengePasskey(
  deps: WalletDeps,
  { platform, now }: WalletRequest,
  { credential, clientPublicKey }: LoginStart,
) {
  if (clientPublicKey === undefined) {
    const message = 'clientPublicKey is required for a PASSKEY credential.';
    throw new InvalidFields([{ field: 'clientPublicKey', message }]);
  }
  requirePoint(clientPublicKey);
  const { accountId } = credential;
  const id = newId('Request');
  const expiresAt = addMs(now, CHALLENGE_MS);
  const activity = {
    type: 'ACTIVITY_TYPE_CREATE_READ_WRITE_SESSION_V2' as const,
    parameters: { targetPublicKey: clientPublicKey },
  };
  const payload = activityPayload(activity, { accountId, requestId: id, now, expiresAt });
  const challenge = createHash('sha256').update(payload).digest('hex');
  const subject = { credentialId: credential.id, clientPublicKey, challenge };
  const key = { platformId: platform.id, id, accountId, operation: PASSKEY_LOGIN };
  const row = { ...key, requestHash: null, payload, subject, expiresAt, createdAt: now };
  if (await apply(deps.db, { guard: countIssue(credential, now), effects: [insertChallenge(row)] })) {
    return { ...credentialJson(credential), challenge, requestId: id, expiresAt };
  }
  throw await tooManyIssues(deps.db, credential, now);
}
