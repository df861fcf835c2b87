import { createHash } from 'node:crypto';
import { apply } from '../db/effects.ts';
import { addMs } from '../kernel/clock.ts';
import { InvalidFields } from '../kernel/errors.ts';
import { newId } from '../kernel/ids.ts';
import { insertChallenge } from './challenge-record.ts';
import { newCodeIssue } from './code-issue.ts';
import { type Credential, type CredentialType, credentialJson, findCredential } from './credential-record.ts';
import { countIssue, tooManyIssues } from './issue-limits.ts';
import type { WalletNeeds, WalletRequest } from './needs.ts';
import { activityPayload } from './payloads.ts';
import { requirePoint } from './sessions.ts';
import { CHALLENGE_MS } from './signed-retry.ts';

export const PASSKEY_LOGIN = 'PASSKEY_LOGIN';

interface Challenged {
  credential: Credential;
  clientPublicKey: string | undefined;
}

/** Starts a login: sends a code, or gives the authenticator something to sign. */
export async function challengeCredential(
  needs: WalletNeeds,
  request: WalletRequest,
  { id, clientPublicKey }: { id: string; clientPublicKey: string | undefined },
): Promise<object> {
  const credential = await findCredential(needs.db, request.platform.id, id);
  return starts[credential.type](needs, request, { credential, clientPublicKey });
}

type Start = (needs: WalletNeeds, request: WalletRequest, challenged: Challenged) => Promise<object>;

const starts: Record<CredentialType, Start> = {
  EMAIL_OTP: sendCode,
  SMS_OTP: sendCode,
  PASSKEY: challengePasskey,
  OAUTH: async () => {
    const message = 'An OAUTH credential has no challenge: verify it with a fresh oidcToken.';
    throw new InvalidFields([{ field: 'id', message }]);
  },
};

async function sendCode(needs: WalletNeeds, { platform, now }: WalletRequest, { credential }: Challenged) {
  const { effects, bundle } = await newCodeIssue(needs, platform, credential, now);
  if (await apply(needs.db, { guard: countIssue(credential, now), effects })) {
    return { ...credentialJson(credential), otpEncryptionTargetBundle: bundle };
  }
  throw await tooManyIssues(needs.db, credential, now);
}

/** What the authenticator signs is the digest of the session that it is to open, the client's key baked in. */
async function challengePasskey(
  needs: WalletNeeds,
  { platform, now }: WalletRequest,
  { credential, clientPublicKey }: Challenged,
) {
  if (clientPublicKey === undefined) {
    const message = 'clientPublicKey is required for a PASSKEY.';
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
  const place = { platformId: platform.id, id, accountId, operation: PASSKEY_LOGIN };
  const row = { ...place, requestHash: null, payload, subject, expiresAt, createdAt: now };
  if (await apply(needs.db, { guard: countIssue(credential, now), effects: [insertChallenge(row)] })) {
    return { ...credentialJson(credential), challenge, requestId: id, expiresAt };
  }
  throw await tooManyIssues(needs.db, credential, now);
}
