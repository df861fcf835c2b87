import type { InternalAccount } from '../accounts/internal-accounts.ts';
import { ApiError, InvalidFields } from '../kernel/errors.ts';
import { newId } from '../kernel/ids.ts';
import { type Credential, isOtp, type OtpType } from './credential-record.ts';
import type { Contact, WalletNeeds, WalletRequest } from './needs.ts';
import { readIdentity } from './oauth.ts';
import { type PasskeyRegistration, readPasskey } from './passkey.ts';
import { type Activity, uuidOf } from './payloads.ts';

export type CredentialRequest = { accountId: string } & (
  | { type: OtpType }
  | { type: 'OAUTH'; oidcToken: string }
  | ({ type: 'PASSKEY'; nickname: string } & PasskeyRegistration)
);

interface Drafting {
  asked: CredentialRequest;
  account: InternalAccount;
}

/** The credential that a request asks for, and what an existing session signs to have it. */
export async function draftCredential(
  needs: WalletNeeds,
  request: WalletRequest,
  { asked, account }: Drafting,
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
  switch (asked.type) {
    case 'EMAIL_OTP':
    case 'SMS_OTP': {
      const contact = await contactFor(needs, account, asked.type);
      return {
        credential: { ...base, type: asked.type, nickname: contact },
        activity: contactActivity(asked.type, userId, contact),
      };
    }
    case 'OAUTH': {
      const { oidcToken } = asked;
      const { issuer, audience, subject, email, providerName } = await readIdentity(needs, platform, oidcToken);
      const identity = { issuer, audience, subject };
      const parameters = { oauthProviders: [{ oidcToken, providerName }], userId };
      return {
        credential: { ...base, type: 'OAUTH', nickname: email ?? subject, identity },
        activity: { type: 'ACTIVITY_TYPE_CREATE_OAUTH_PROVIDERS', parameters },
      };
    }
    case 'PASSKEY': {
      const nickname = requireNickname(asked.nickname);
      const passkey = await readPasskey(needs, request, asked);
      return {
        credential: { ...base, type: 'PASSKEY', nickname, passkey },
        activity: passkeyActivity(asked, nickname, userId),
      };
    }
  }
}

/** What a change of address is called, for new credentials and for those that are there. */
export const contactActivity = (type: OtpType, userId: string, contact: string): Activity =>
  type === 'EMAIL_OTP'
    ? { type: 'ACTIVITY_TYPE_UPDATE_USER_EMAIL', parameters: { userEmail: contact, userId } }
    : { type: 'ACTIVITY_TYPE_UPDATE_USER_PHONE_NUMBER', parameters: { userId, userPhoneNumber: contact } };

function passkeyActivity(
  { challenge, attestation }: PasskeyRegistration,
  authenticatorName: string,
  userId: string,
): Activity {
  const { transports = [], ...made } = attestation;
  const parameters = { authenticators: [{ attestation: made, authenticatorName, challenge, transports }], userId };
  return { type: 'ACTIVITY_TYPE_CREATE_AUTHENTICATORS_V2', parameters };
}

const contactNames: Record<OtpType, { member: 'email' | 'phoneNumber'; words: string }> = {
  EMAIL_OTP: { member: 'email', words: 'email address' },
  SMS_OTP: { member: 'phoneNumber', words: 'phone number' },
};

/** What the owner has to have for codes to go where this credential says. */
export const contactBehind = ({ type, nickname }: Credential): Partial<Contact> =>
  isOtp(type) ? { [contactNames[type].member]: nickname } : {};

async function contactFor(
  needs: WalletNeeds,
  { platformId, ownerId }: InternalAccount,
  type: OtpType,
): Promise<string> {
  const { member, words } = contactNames[type];
  const contact = ownerId === null ? null : (await needs.contactOf(platformId, ownerId))[member];
  if (contact) return contact;
  throw new ApiError('INVALID_INPUT', `The customer has no ${words} that codes could go to.`, {
    hint: `PATCH /customers/{customerId} with ${member} first.`,
  });
}

const MAX_NICKNAME = 100;
/** Letters of any language with their marks, digits, spaces and a few signs. */
const NICKNAME = /^[\p{L}\p{M}\p{N} ._\-'()]+$/u;

function requireNickname(given: string): string {
  const nickname = given.trim();
  const length = [...nickname].length;
  if (length >= 1 && length <= MAX_NICKNAME && NICKNAME.test(nickname)) return nickname;
  const message = `nickname must have 1 to ${MAX_NICKNAME} letters, digits, spaces or . _ - ' ( ).`;
  throw new InvalidFields([{ field: 'nickname', message, constraint: { minLength: 1, maxLength: MAX_NICKNAME } }]);
}
