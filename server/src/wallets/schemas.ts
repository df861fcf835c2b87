import { Type } from '@sinclair/typebox';
import { DataOf, Enum, IdOf, OneOf, Timestamp } from '../http/schemas.ts';
import { P256_KEY_PATTERN, P256_UNCOMPRESSED_PATTERN } from '../kernel/p256.ts';
import { credentialTypes } from './credential-record.ts';
import { delegatedKeyStatuses } from './delegated-record.ts';
import { operationTypes, resourceTypes } from './operations.ts';

const Base64Url = (maxLength: number) =>
  Type.String({ pattern: '^[A-Za-z0-9_-]+$', maxLength, description: 'base64url' });
const MAX_BLOB = 100_000;
const MAX_CREDENTIAL_ID = 1_400;
const MAX_TOKEN = 16_384;

const ClientPublicKey = Type.String({
  pattern: P256_KEY_PATTERN,
  minLength: 66,
  maxLength: 130,
  description:
    'P-256, hex. Compressed: the session signs with this key. Uncompressed (deprecated): a key is made and sealed to it',
});

const AuthMethodType = Enum(credentialTypes, { $id: 'AuthMethodType' });
const OtpType = Enum(['EMAIL_OTP', 'SMS_OTP']);
const accountId = IdOf('InternalAccount');

const authMethod = {
  accountId,
  type: AuthMethodType,
  credentialId: Type.Optional(Type.String({ description: 'PASSKEY only: the WebAuthn credential id, base64url' })),
  nickname: Type.String(),
  createdAt: Timestamp,
  updatedAt: Timestamp,
};

export const AuthMethod = Type.Object({ id: IdOf('AuthMethod'), ...authMethod }, { $id: 'AuthMethod' });
export const AuthCredentialList = DataOf(AuthMethod, 'AuthCredentialListResponse');

export const AuthMethodResponse = Type.Object(
  {
    id: IdOf('AuthMethod'),
    ...authMethod,
    otpEncryptionTargetBundle: Type.Optional(
      Type.String({ description: 'JSON for an HPKE library; good for one code' }),
    ),
  },
  { $id: 'AuthMethodResponse' },
);

export const AuthChallengeResponse = Type.Object(
  {
    id: IdOf('AuthMethod'),
    ...authMethod,
    otpEncryptionTargetBundle: Type.Optional(Type.String({ description: 'EMAIL_OTP and SMS_OTP' })),
    challenge: Type.Optional(
      Type.String({ description: 'PASSKEY: its characters, as UTF-8, are the WebAuthn challenge' }),
    ),
    requestId: Type.Optional(IdOf('Request', { description: 'PASSKEY' })),
    expiresAt: Type.Optional(Timestamp),
  },
  { $id: 'AuthCredentialResponse' },
);

export const AuthSession = Type.Object(
  {
    id: IdOf('Session'),
    ...authMethod,
    encryptedSessionSigningKey: Type.Optional(
      Type.String({ deprecated: true, description: 'only for an uncompressed clientPublicKey, and only once' }),
    ),
    expiresAt: Timestamp,
  },
  { $id: 'AuthSession' },
);
export const SessionList = DataOf(AuthSession, 'SessionListResponse');

const challenge = {
  payloadToSign: Type.String({ description: 'to be signed exactly as it is' }),
  requestId: IdOf('Request'),
  expiresAt: Timestamp,
};
export const SignedRequestChallenge = Type.Object(challenge, { $id: 'SignedRequestChallenge' });
export const AuthSignedRequestChallenge = Type.Object(
  { type: AuthMethodType, ...challenge },
  { $id: 'AuthSignedRequestChallenge' },
);

export const CredentialCreate = OneOf('type', [
  Type.Object({ type: OtpType, accountId }, { $id: 'OtpCredentialCreateRequest' }),
  Type.Object(
    { type: Type.Literal('OAUTH'), accountId, oidcToken: Type.String({ minLength: 1, maxLength: MAX_TOKEN }) },
    { $id: 'OauthCredentialCreateRequest' },
  ),
  Type.Object(
    {
      type: Type.Literal('PASSKEY'),
      accountId,
      nickname: Type.String({ minLength: 1, maxLength: 1_000 }),
      challenge: Base64Url(MAX_CREDENTIAL_ID),
      attestation: Type.Object({
        credentialId: Base64Url(MAX_CREDENTIAL_ID),
        clientDataJson: Base64Url(MAX_BLOB),
        attestationObject: Base64Url(MAX_BLOB),
        transports: Type.Optional(Type.Array(Enum(['usb', 'nfc', 'ble', 'internal', 'hybrid']), { maxItems: 10 })),
      }),
    },
    { $id: 'PasskeyCredentialCreateRequest' },
  ),
]);

export const CredentialVerify = OneOf('type', [
  Type.Object(
    { type: OtpType, encryptedOtpBundle: Type.String({ minLength: 1, maxLength: MAX_TOKEN }) },
    { $id: 'OtpCredentialVerifyRequest' },
  ),
  Type.Object(
    {
      type: Type.Literal('OAUTH'),
      oidcToken: Type.String({ minLength: 1, maxLength: MAX_TOKEN }),
      clientPublicKey: ClientPublicKey,
    },
    { $id: 'OauthCredentialVerifyRequest' },
  ),
  Type.Object(
    {
      type: Type.Literal('PASSKEY'),
      assertion: Type.Object({
        credentialId: Base64Url(MAX_CREDENTIAL_ID),
        clientDataJson: Base64Url(MAX_BLOB),
        authenticatorData: Base64Url(MAX_BLOB),
        signature: Base64Url(MAX_BLOB),
        userHandle: Type.Optional(Base64Url(MAX_CREDENTIAL_ID)),
      }),
    },
    { $id: 'PasskeyCredentialVerifyRequest' },
  ),
]);

export const CredentialChallenge = Type.Object(
  { clientPublicKey: Type.Optional(ClientPublicKey) },
  { $id: 'AuthCredentialChallengeRequest' },
);

export const SessionRefresh = Type.Object({ clientPublicKey: ClientPublicKey }, { $id: 'AuthSessionRefreshRequest' });

export const ExportRequest = Type.Object(
  {
    clientPublicKey: Type.String({
      pattern: P256_UNCOMPRESSED_PATTERN,
      description: 'P-256, uncompressed, hex; a fresh one for each export',
    }),
  },
  { $id: 'InternalAccountExportRequest' },
);

export const ExportResponse = Type.Object(
  {
    id: accountId,
    encryptedWalletCredentials: Type.String({
      description:
        'JSON with version, data, dataSignature and enclaveQuorumPublic; the last two are empty in the sandbox',
    }),
  },
  { $id: 'InternalAccountExportResponse' },
);

export const WalletUpdate = Type.Object({ privateEnabled: Type.Boolean() }, { $id: 'InternalAccountUpdateRequest' });

export const DelegatedKeyCreate = Type.Object(
  {
    cardId: IdOf('Card'),
    internalAccountId: accountId,
    nickname: Type.String({ minLength: 1, maxLength: 256 }),
  },
  { $id: 'DelegatedKeyCreateRequest' },
);

export const DelegatedKey = Type.Object(
  {
    id: IdOf('DelegatedKey'),
    cardId: IdOf('Card'),
    fundingSourceId: IdOf('CardFundingSource'),
    accountId,
    publicKey: Type.String({ description: 'compressed, hex' }),
    nickname: Type.String(),
    status: Enum(delegatedKeyStatuses),
    createdAt: Timestamp,
    updatedAt: Timestamp,
  },
  { $id: 'DelegatedKey' },
);
export const DelegatedKeyList = DataOf(DelegatedKey, 'DelegatedKeyListResponse');

const walletOperation = {
  operationId: IdOf('Operation'),
  requestId: IdOf('Request', { description: 'of the signed retry' }),
  operationType: Enum(operationTypes),
  resourceType: Enum(resourceTypes),
  resourceId: Type.String({ examples: ['AuthMethod:019542f5-b3e7-7d02-8000-000000000001'] }),
};

export const CompletedWalletOperation = Type.Object(
  { ...walletOperation, status: Type.Literal('completed') },
  { $id: 'CompletedWalletOperation', description: 'What a signed retry has done' },
);

export const FailedWalletOperation = Type.Object(
  {
    ...walletOperation,
    resourceId: {
      ...walletOperation.resourceId,
      description: 'of a credential that was not added: the id that it would have had',
    },
    status: Type.Literal('failed'),
    error: Type.Object({
      code: Type.String({
        examples: ['EXPIRED'],
        description:
          'of the last attempt that was let in; EXPIRED: it was at work, and was not asked for again in time',
      }),
    }),
  },
  { $id: 'FailedWalletOperation', description: 'What was begun by a signed retry and has not been done' },
);
