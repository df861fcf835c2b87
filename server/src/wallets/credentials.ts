import type { InternalAccount } from '../accounts/internal-accounts.ts';
import { brokenConstraint } from '../db/database.ts';
import { apply, type Change } from '../db/effects.ts';
import type { Receipt } from '../db/receipt.ts';
import { ApiError, type ErrorCode, InvalidFields } from '../kernel/errors.ts';
import { type Challenge, useChallengeBeside, usedUp } from './challenge-record.ts';
import { newCodeIssue } from './code-issue.ts';
import {
  type Credential,
  type CredentialType,
  credentialJson,
  credentialsOf,
  findCredential,
  insertCredential,
  isOtp,
  removeCredential,
} from './credential-record.ts';
import type { SignatureNeeds, WalletAnswer, WalletNeeds, WalletRequest } from './needs.ts';
import { type CredentialRequest, contactBehind, draftCredential } from './new-credential.ts';
import { completed } from './operations.ts';
import { type Activity, uuidOf } from './payloads.ts';
import { type Signer, signedRetry, wrongSignature } from './signed-retry.ts';
import { findWallet } from './wallet.ts';

/** Adds a credential: the first of an account by itself, every other by the word of a session of the account. */
export async function createCredential(
  needs: WalletNeeds,
  request: WalletRequest & { receipt: Receipt },
  asked: CredentialRequest,
): Promise<WalletAnswer> {
  const { platform } = request;
  const account = await findWallet(needs, platform.id, asked.accountId, 'accountId');
  const isFirst = (await credentialsOf(needs.db, platform.id, account.id)).length === 0;
  if (isFirst) return add(needs, request, { asked, account });
  return signedRetry(needs, request, {
    ask: async () => {
      const { activity, credential } = await checked(needs, request, { asked, account });
      const subject = { resourceId: credential.id, nickname: credential.nickname };
      return { accountId: account.id, operation: 'CREATE_CREDENTIAL', sign: activity, type: asked.type, subject };
    },
    perform: ({ challenge }) => add(needs, request, { asked, account, challenge }),
  });
}

interface Addition {
  asked: CredentialRequest;
  account: InternalAccount;
  /** What was signed; an account's first credential needs no signature. */
  challenge?: Challenge;
}

async function add(
  needs: WalletNeeds,
  request: WalletRequest & { receipt: Receipt },
  { asked, account, challenge }: Addition,
): Promise<WalletAnswer> {
  const { credential: drafted } = await checked(needs, request, { asked, account });
  if (challenge && challenge.subject['nickname'] !== drafted.nickname) throw ownerChanged();
  const { resourceId = drafted.id } = challenge?.subject ?? {};
  const credential = { ...drafted, id: String(resourceId), isFirst: challenge === undefined };
  const { effects, json } = await addition(needs, request, credential);
  const text = JSON.stringify(json);
  const { platformId, ownerId } = account;
  const change = {
    guard: needs.holdOwner({ platformId, id: ownerId ?? '' }, contactBehind(credential)),
    effects: [
      ...effects,
      ...(challenge ? [useChallengeBeside(challenge), ...completed(challenge, request.now)] : []),
      ...request.receipt.remember({ status: 201, text }),
    ],
  };
  if (await write(needs, credential, change)) return { status: 201, text };
  throw ownerChanged();
}

const ownerChanged = (): ApiError =>
  new ApiError('CONFLICT', 'The customer was changed meanwhile.', {
    hint: 'Begin again without the headers.',
  });

/** The credential as it would be, refused where the account has it already. */
async function checked(needs: WalletNeeds, request: WalletRequest, { asked, account }: Omit<Addition, 'challenge'>) {
  const draft = await draftCredential(needs, request, { asked, account });
  const others = await credentialsOf(needs.db, request.platform.id, account.id);
  if (others.some((other) => isSame(other, draft.credential))) throw alreadyThere(asked.type);
  return draft;
}

function isSame(a: Credential, b: Credential): boolean {
  if (a.type !== b.type) return false;
  if (a.passkey) return a.passkey.credentialId === b.passkey?.credentialId;
  return !a.identity || identityText(a) === identityText(b);
}

const identityText = ({ identity }: Credential): string =>
  JSON.stringify([identity?.issuer, identity?.audience, identity?.subject]);

/** A code goes out with the credential that it proves, and counts like any other. */
async function addition(needs: WalletNeeds, { platform, now }: WalletRequest, credential: Credential) {
  const json = credentialJson(credential);
  if (!isOtp(credential.type)) return { effects: [insertCredential(credential)], json };
  const { effects, bundle } = await newCodeIssue(needs, platform, credential, now);
  const inserted = insertCredential(credential, { issues: 1 });
  return { effects: [inserted, ...effects], json: { ...json, otpEncryptionTargetBundle: bundle } };
}

async function write({ db }: WalletNeeds, { type }: Credential, change: Change) {
  try {
    return await apply(db, change);
  } catch (error) {
    throw explain(error, type);
  }
}

/** The indexes that keep credentials apart, and what it means when they refuse one. */
function explain(error: unknown, type: CredentialType): unknown {
  const broken = brokenConstraint(error) ?? '';
  if (broken === 'wallet_credentials_registration') {
    return new InvalidFields([{ field: 'challenge', message: 'challenge was used for another passkey.' }]);
  }
  if (broken === 'wallet_credentials_first') {
    return new ApiError('CONFLICT', 'Another credential was added at the same moment.', {
      hint: 'Repeat the request.',
    });
  }
  return SAME_CREDENTIAL.includes(broken) ? alreadyThere(type) : error;
}

/** The first is broken by a twin of the request, for the challenge has made the id. */
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

const alreadyThere = (type: CredentialType): ApiError =>
  new ApiError(duplicateCodes[type], 'The account has this credential already.', {
    reason: 'CREDENTIAL_ALREADY_EXISTS',
    hint: 'GET /auth/credentials?accountId= lists the credentials of the account.',
  });

/** By a session of another credential; the sessions that it has opened end with it. */
export function revokeCredential(needs: SignatureNeeds, request: WalletRequest, id: string): Promise<WalletAnswer> {
  const { platform, now } = request;
  const find = async (): Promise<Credential> => {
    const credential = await findCredential(needs.db, platform.id, id);
    const others = await credentialsOf(needs.db, platform.id, credential.accountId);
    if (others.length > 1) return credential;
    throw new ApiError('INVALID_INPUT', 'The last credential of an account cannot be revoked.', {
      hint: 'Add another credential first.',
    });
  };
  return signedRetry(needs, request, {
    ask: async () => {
      const credential = await find();
      const { accountId, type } = credential;
      const subject = { resourceId: id };
      return { accountId, operation: 'REVOKE_CREDENTIAL', sign: removal(credential), type, subject };
    },
    perform: async ({ challenge, signer }) => {
      const credential = await find();
      refuseOwnSession(credential, signer);
      const effects = [useChallengeBeside(challenge), ...completed(challenge, now)];
      if (await apply(needs.db, { guard: removeCredential(credential), effects })) return { status: 204 };
      await find();
      throw usedUp();
    },
  });
}

function removal({ id, accountId, type }: Credential): Activity {
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

function refuseOwnSession({ id }: Credential, signer: Signer): void {
  if (signer === 'ANYBODY' || signer.some(({ credentialId }) => credentialId !== id)) return;
  throw wrongSignature('A credential is revoked by a session of another credential');
}
