import { ApiError, InvalidFields } from '../../foundation/kernel/errors.ts';
import { newId } from '../../foundation/kernel/ids.ts';
import type { InternalAccount } from '../accounts/internal-accounts.ts';
import { type Credential, isOtp, type OtpType } from './credential-record.ts';
import type { Contact, WalletDeps, WalletRequest } from './deps.ts';
import { readIdentity } from './oauth.ts';
import { type PasskeyRegistration, verifyAttestation } from './passkey.ts';
import type { CredentialRequest } from './schemas.ts';
import { type Activity, uuidOf } from './signed-payloads.ts';

interface Drafting {
  body: CredentialRequest;
  account: InternalAccount;
}

/** Creates the credential of a request, and the activity that a session of the account must sign to add it. */
export async function draftCredential(
  deps: WalletDeps,
  request: WalletRequest,
  { body, account }: Drafting,
): Promise<{ credential: Credential; activity: Activity }> {
  const { platform, now } = request;
  const base = {
    platformId: platform.id,
    id: newId('AuthMethod'),
    accountId: account.id,
    isFirst: false,
    createdAt: now,
    updatedAt: now,
  };
  const userId = uuidOf(account.id);
  switch (body.type) {
    case 'EMAIL_OTP':
    case 'SMS_OTP': {
      const contact = await getContact(deps, account, body.type);
      return {
        credential: { ...base, type: body.type, nickname: contact },
        activity: contactActivity(body.type, userId, contact),
      };
    }
    case 'OAUTH': {
      const { oidcToken } = body;
      const { issuer, audience, subject, email, providerName } = await readIdentity(deps, platform, oidcToken);
      const identity = { issuer, audience, subject };
      const parameters = { oauthProviders: [{ oidcToken, providerName }], userId };
      return {
        credential: { ...base, type: 'OAUTH', nickname: email ?? subject, identity },
        activity: { type: 'ACTIVITY_TYPE_CREATE_OAUTH_PROVIDERS', parameters },
      };
    }
    case 'PASSKEY': {
      const nickname = requireNickname(body.nickname);
      const passkey = await verifyAttestation(deps, request, body);
      return {
        credential: { ...base, type: 'PASSKEY', nickname, passkey },
        activity: passkeyActivity(body, nickname, userId),
      };
    }
  }
}

/** Activity that sets the address of new or existing OTP credentials. */
export const contactActivity = (type: OtpType, userId: string, contact: string): Activity =>
  type === 'EMAIL_OTP'
    ? { type: 'ACTIVITY_TYPE_UPDATE_USER_EMAIL', parameters: { userEmail: contact, userId } }
    : { type: 'ACTIVITY_TYPE_UPDATE_USER_PHONE_NUMBER', parameters: { userId, userPhoneNumber: contact } };

function passkeyActivity(
  { challenge, attestation }: PasskeyRegistration,
  authenticatorName: string,
  userId: string,
): Activity {
  const { transports = [], ...rest } = attestation;
  const parameters = { authenticators: [{ attestation: rest, authenticatorName, challenge, transports }], userId };
  return { type: 'ACTIVITY_TYPE_CREATE_AUTHENTICATORS_V2', parameters };
}

const contactNames: Record<OtpType, { member: 'email' | 'phoneNumber'; label: string }> = {
  EMAIL_OTP: { member: 'email', label: 'email address' },
  SMS_OTP: { member: 'phoneNumber', label: 'phone number' },
};

/** Contact that the owner must have, so that codes for this credential reach the owner. */
export const contactOfCredential = ({ type, nickname }: Credential): Partial<Contact> =>
  isOtp(type) ? { [contactNames[type].member]: nickname } : {};

async function getContact(deps: WalletDeps, { platformId, ownerId }: InternalAccount, type: OtpType): Promise<string> {
  const { member, label } = contactNames[type];
  const contact = ownerId === null ? null : (await deps.walletOwners.contactOf(platformId, ownerId))[member];
  if (contact) return contact;
  throw new ApiError('INVALID_INPUT', `The customer has no ${label} to send codes to.`, {
    hint: `PATCH /customers/{customerId} sets ${member}.`,
  });
}

const MAX_NICKNAME = 100;
/** Letters of any script with their marks, digits, spaces, and some punctuation. */
const NICKNAME = /^[\p{L}\p{M}\p{N} ._\-'()]+$/u;

function requireNickname(given: string): string {
  const nickname = given.trim();
  const length = [...nickname].length;
  if (length >= 1 && length <= MAX_NICKNAME && NICKNAME.test(nickname)) return nickname;
  const message = `nickname must have 1 to ${MAX_NICKNAME} letters, digits, spaces or . _ - ' ( ).`;
  throw new InvalidFields([{ field: 'nickname', message, constraint: { minLength: 1, maxLength: MAX_NICKNAME } }]);
}
