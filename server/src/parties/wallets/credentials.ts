import { brokenConstraint } from '../../foundation/db/database.ts';
import { apply, type Change } from '../../foundation/db/effects.ts';
import type { Receipt } from '../../foundation/db/idempotency-receipt.ts';
import { ApiError, type ErrorCode, InvalidFields } from '../../foundation/kernel/errors.ts';
import type { InternalAccount } from '../accounts/internal-accounts.ts';
import { challengeUsed, useChallengeOrAbort, type WalletChallenge } from './challenge-record.ts';
import { newCodeIssue } from './code-issue.ts';
import {
  type Credential,
  type CredentialType,
  credentialJson,
  deleteCredential,
  getCredential,
  insertCredential,
  isOtp,
  listCredentials,
} from './credential-record.ts';
import type { SignatureDeps, WalletDeps, WalletRequest, WalletResponse } from './deps.ts';
import { contactOfCredential, draftCredential } from './new-credential.ts';
import { completionEffects } from './operations.ts';
import type { CredentialRequest } from './schemas.ts';
import { type Activity, uuidOf } from './signed-payloads.ts';
import { type Signer, signedRetry, wrongSignature } from './signed-retry.ts';
import { getWallet } from './wallet.ts';

/** Adds a credential. The first of an account requires no signature; others require the signature of a session. */
export async function createCredential(
  deps: WalletDeps,
  request: WalletRequest & { receipt: Receipt },
  body: CredentialRequest,
): Promise<WalletResponse> {
  const { platform } = request;
  const account = await getWallet(deps, platform.id, body.accountId, 'accountId');
  const isFirst = (await listCredentials(deps.db, platform.id, account.id)).length === 0;
  if (isFirst) return add(deps, request, { body, account });
  return signedRetry(deps, request, {
    prepare: async () => {
      const { activity, credential } = await draftNew(deps, request, { body, account });
      const subject = { resourceId: credential.id, nickname: credential.nickname };
      return { accountId: account.id, operation: 'CREATE_CREDENTIAL', sign: activity, type: body.type, subject };
    },
    perform: ({ challenge }) => add(deps, request, { body, account, challenge }),
  });
}

interface Addition {
  body: CredentialRequest;
  account: InternalAccount;
  /** Undefined for the first credential of an account, which requires no signature. */
  challenge?: WalletChallenge;
}

async function add(
  deps: WalletDeps,
  request: WalletRequest & { receipt: Receipt },
  { body, account, challenge }: Addition,
): Promise<WalletResponse> {
  const { credential: drafted } = await draftNew(deps, request, { body, account });
  if (challenge && challenge.subject['nickname'] !== drafted.nickname) throw ownerChanged();
  const { resourceId = drafted.id } = challenge?.subject ?? {};
  const credential = { ...drafted, id: String(resourceId), isFirst: challenge === undefined };
  const { effects, json } = await additionOf(deps, request, credential);
  const text = JSON.stringify(json);
  const { platformId, ownerId } = account;
  const change = {
    guard: deps.walletOwners.guard({ platformId, id: ownerId ?? '' }, contactOfCredential(credential)),
    effects: [
      ...effects,
      ...(challenge ? [useChallengeOrAbort(challenge), ...completionEffects(challenge, request.now)] : []),
      ...request.receipt.record({ status: 201, text }),
    ],
  };
  if (await write(deps, credential, change)) return { status: 201, text };
  throw ownerChanged();
}

const ownerChanged = (): ApiError =>
  new ApiError('CONFLICT', 'The customer was changed by another request.', {
    reason: 'CHANGED_MEANWHILE',
    hint: 'Send the request again, without the signature headers.',
  });

/** Creates the draft of a credential. Throws an error if the account already has it. */
async function draftNew(deps: WalletDeps, request: WalletRequest, { body, account }: Omit<Addition, 'challenge'>) {
  const draft = await draftCredential(deps, request, { body, account });
  const others = await listCredentials(deps.db, request.platform.id, account.id);
  if (others.some((other) => isSame(other, draft.credential))) throw alreadyExists(body.type);
  return draft;
}

function isSame(a: Credential, b: Credential): boolean {
  if (a.type !== b.type) return false;
  if (a.passkey) return a.passkey.credentialId === b.passkey?.credentialId;
  return !a.identity || identityText(a) === identityText(b);
}

const identityText = ({ identity }: Credential): string =>
  JSON.stringify([identity?.issuer, identity?.audience, identity?.subject]);

/** The insert of a credential. An OTP credential is also sent its first code, which counts towards the limit. */
async function additionOf(deps: WalletDeps, { platform, now }: WalletRequest, credential: Credential) {
  const json = credentialJson(credential);
  if (!isOtp(credential.type)) return { effects: [insertCredential(credential)], json };
  const { effects, bundle } = await newCodeIssue(deps, platform, credential, now);
  const inserted = insertCredential(credential, { issues: 1 });
  return { effects: [inserted, ...effects], json: { ...json, otpEncryptionTargetBundle: bundle } };
}

async function write({ db }: WalletDeps, { type }: Credential, change: Change) {
  try {
    return await apply(db, change);
  } catch (error) {
    throw explain(error, type);
  }
}

/** Maps the violation of a unique index to an API error. */
function explain(error: unknown, type: CredentialType): unknown {
  const broken = brokenConstraint(error) ?? '';
  if (broken === 'wallet_credentials_registration') {
    return new InvalidFields([{ field: 'challenge', message: 'challenge was used for another passkey.' }]);
  }
  if (broken === 'wallet_credentials_first') {
    return new ApiError('CONFLICT', 'Another credential was added at the same moment.', {
      reason: 'CHANGED_MEANWHILE',
      hint: 'Repeat the request.',
    });
  }
  return SAME_CREDENTIAL.includes(broken) ? alreadyExists(type) : error;
}

/** A duplicate request violates the primary key, because the id is part of the challenge. */
const SAME_CREDENTIAL = [
  'wallet_credentials_pkey',
  'wallet_credentials_otp',
  'wallet_credentials_passkey',
  'wallet_credentials_identity',
];

const duplicateCodes: Record<CredentialType, ErrorCode> = {
  EMAIL_OTP: 'EMAIL_OTP_CREDENTIAL_ALREADY_EXISTS',
  SMS_OTP: 'SMS_OTP_CREDENTIAL_ALREADY_EXISTS',
  PASSKEY: 'PASSKEY_CREDENTIAL_ALREADY_EXISTS',
  OAUTH: 'INVALID_INPUT',
};

const alreadyExists = (type: CredentialType): ApiError =>
  new ApiError(duplicateCodes[type], 'The account has this credential already.', {
    reason: 'CREDENTIAL_ALREADY_EXISTS',
    hint: 'GET /auth/credentials?accountId= lists the credentials of the account.',
  });

/** Requires the signature of a session of another credential. Ends the sessions of the revoked credential. */
export function revokeCredential(deps: SignatureDeps, request: WalletRequest, id: string): Promise<WalletResponse> {
  const { platform, now } = request;
  const getRevocable = async (): Promise<Credential> => {
    const credential = await getCredential(deps.db, platform.id, id);
    const others = await listCredentials(deps.db, platform.id, credential.accountId);
    if (others.length > 1) return credential;
    throw new ApiError('INVALID_INPUT', 'The last credential of an account cannot be revoked.', {
      reason: 'LAST_CREDENTIAL',
      hint: 'Add another credential first.',
    });
  };
  return signedRetry(deps, request, {
    prepare: async () => {
      const credential = await getRevocable();
      const { accountId, type } = credential;
      const subject = { resourceId: id };
      return { accountId, operation: 'REVOKE_CREDENTIAL', sign: deletionOf(credential), type, subject };
    },
    perform: async ({ challenge, signer }) => {
      const credential = await getRevocable();
      requireOtherSession(credential, signer);
      const effects = [useChallengeOrAbort(challenge), ...completionEffects(challenge, now)];
      if (await apply(deps.db, { guard: deleteCredential(credential), effects })) return { status: 204 };
      await getRevocable();
      throw challengeUsed();
    },
  });
}

function deletionOf({ id, accountId, type }: Credential): Activity {
  const userId = uuidOf(accountId);
  switch (type) {
    case 'PASSKEY':
      return { type: 'ACTIVITY_TYPE_DELETE_AUTHENTICATORS', parameters: { authenticatorIds: [uuidOf(id)], userId } };
    case 'OAUTH':
      return { type: 'ACTIVITY_TYPE_DELETE_OAUTH_PROVIDERS', parameters: { providerIds: [uuidOf(id)], userId } };
    case 'EMAIL_OTP':
      return { type: 'ACTIVITY_TYPE_DELETE_USER_EMAIL', parameters: { credentialId: uuidOf(id), userId } };
    case 'SMS_OTP':
      return { type: 'ACTIVITY_TYPE_DELETE_USER_PHONE_NUMBER', parameters: { credentialId: uuidOf(id), userId } };
  }
}

function requireOtherSession({ id }: Credential, signer: Signer): void {
  if (signer === 'ANYBODY' || signer.some(({ credentialId }) => credentialId !== id)) return;
  throw wrongSignature('SIGNER_NOT_ALLOWED', 'A credential must be revoked by a session of another credential.');
}
