import { type Static, Type } from '@sinclair/typebox';
import { Pattern } from '../http/pattern-text.ts';
import { CreatedAt, DataOf, Enum, IdOf, OneOf, Timestamp, UpdatedAt } from '../http/schemas.ts';
import { Personal, Secret } from '../http/sensitivity.ts';
import { P256_KEY_PATTERN, P256_UNCOMPRESSED_PATTERN } from '../kernel/p256.ts';
import { credentialTypes } from './credential-record.ts';
import { delegatedKeyStatuses } from './delegated-record.ts';
import { operationTypes, resourceTypes } from './operations.ts';

const Base64Url = (maxLength: number) =>
  Pattern('^[A-Za-z0-9_-]+$', 'base64url without padding', { maxLength, description: 'base64url' });
const MAX_BLOB = 100_000;
const MAX_CREDENTIAL_ID = 1_400;
const MAX_TOKEN = 16_384;

const ClientPublicKey = Pattern(P256_KEY_PATTERN, 'a P-256 public key in hex, compressed or uncompressed', {
  minLength: 66,
  maxLength: 130,
  description:
    'P-256, hex. Compressed: the key of the session. Uncompressed (deprecated): the service creates the key of the session and encrypts it to this one',
});

const AuthMethodType = Enum(credentialTypes, { $id: 'AuthMethodType' });
const OtpType = Enum(['EMAIL_OTP', 'SMS_OTP']);
const accountId = IdOf('InternalAccount');

const authMethod = {
  accountId,
  type: AuthMethodType,
  credentialId: Type.Optional(Type.String({ description: 'PASSKEY only: the WebAuthn credential id, base64url' })),
  nickname: Personal(Type.String()),
  createdAt: CreatedAt,
  updatedAt: UpdatedAt,
};

export const AuthMethod = Type.Object({ id: IdOf('AuthMethod'), ...authMethod }, { $id: 'AuthMethod' });
export const AuthCredentialList = DataOf(AuthMethod, 'AuthCredentialListResponse');

export const AuthMethodResponse = Type.Object(
  {
    id: IdOf('AuthMethod'),
    ...authMethod,
    otpEncryptionTargetBundle: Type.Optional(
      Secret(Type.String({ description: 'JSON for an HPKE library; valid for one code' })),
    ),
  },
  { $id: 'AuthMethodResponse' },
);

export const AuthChallengeResponse = Type.Object(
  {
    id: IdOf('AuthMethod'),
    ...authMethod,
    otpEncryptionTargetBundle: Type.Optional(Secret(Type.String({ description: 'EMAIL_OTP and SMS_OTP' }))),
    challenge: Type.Optional(
      Secret(Type.String({ description: 'PASSKEY: its characters, as UTF-8, are the WebAuthn challenge' })),
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
      Secret(Type.String({ deprecated: true, description: 'only for an uncompressed clientPublicKey; returned once' })),
    ),
    expiresAt: Timestamp,
  },
  { $id: 'AuthSession' },
);
export const SessionList = DataOf(AuthSession, 'SessionListResponse');

const challenge = {
  payloadToSign: Secret(Type.String({ description: 'sign it exactly as received' })),
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
    { type: Type.Literal('OAUTH'), accountId, oidcToken: Secret(Type.String({ minLength: 1, maxLength: MAX_TOKEN })) },
    { $id: 'OauthCredentialCreateRequest' },
  ),
  Type.Object(
    {
      type: Type.Literal('PASSKEY'),
      accountId,
      nickname: Personal(Type.String({ minLength: 1, maxLength: 1_000 })),
      challenge: Secret(Base64Url(MAX_CREDENTIAL_ID)),
      attestation: Type.Object({
        credentialId: Base64Url(MAX_CREDENTIAL_ID),
        clientDataJson: Secret(Base64Url(MAX_BLOB)),
        attestationObject: Secret(Base64Url(MAX_BLOB)),
        transports: Type.Optional(Type.Array(Enum(['usb', 'nfc', 'ble', 'internal', 'hybrid']), { maxItems: 10 })),
      }),
    },
    { $id: 'PasskeyCredentialCreateRequest' },
  ),
]);

export type CredentialRequest = Static<typeof CredentialCreate>;

export const CredentialVerify = OneOf('type', [
  Type.Object(
    { type: OtpType, encryptedOtpBundle: Secret(Type.String({ minLength: 1, maxLength: MAX_TOKEN })) },
    { $id: 'OtpCredentialVerifyRequest' },
  ),
  Type.Object(
    {
      type: Type.Literal('OAUTH'),
      oidcToken: Secret(Type.String({ minLength: 1, maxLength: MAX_TOKEN })),
      clientPublicKey: ClientPublicKey,
    },
    { $id: 'OauthCredentialVerifyRequest' },
  ),
  Type.Object(
    {
      type: Type.Literal('PASSKEY'),
      assertion: Type.Object({
        credentialId: Base64Url(MAX_CREDENTIAL_ID),
        clientDataJson: Secret(Base64Url(MAX_BLOB)),
        authenticatorData: Secret(Base64Url(MAX_BLOB)),
        signature: Secret(Base64Url(MAX_BLOB)),
        userHandle: Type.Optional(Base64Url(MAX_CREDENTIAL_ID)),
      }),
    },
    { $id: 'PasskeyCredentialVerifyRequest' },
  ),
]);

export type CredentialProof = Static<typeof CredentialVerify>;

export const CredentialChallenge = Type.Object(
  {
    clientPublicKey: Type.Optional(
      Type.Unknown({ description: 'required for a PASSKEY: a P-256 public key in hex; ignored for codes' }),
    ),
  },
  { $id: 'AuthCredentialChallengeRequest' },
);

export const SessionRefresh = Type.Object({ clientPublicKey: ClientPublicKey }, { $id: 'AuthSessionRefreshRequest' });

export const ExportRequest = Type.Object(
  {
    clientPublicKey: Pattern(P256_UNCOMPRESSED_PATTERN, 'an uncompressed P-256 public key in hex', {
      description: 'P-256, uncompressed, hex; a fresh one for each export',
    }),
  },
  { $id: 'InternalAccountExportRequest' },
);

export const ExportResponse = Type.Object(
  {
    id: accountId,
    encryptedWalletCredentials: Secret(
      Type.String({
        description:
          'JSON with version, data, dataSignature and enclaveQuorumPublic; the last two are empty in the sandbox',
      }),
    ),
  },
  { $id: 'InternalAccountExportResponse' },
);

export const WalletUpdate = Type.Object({ privateEnabled: Type.Boolean() }, { $id: 'InternalAccountUpdateRequest' });

export const DelegatedKeyCreate = Type.Object(
  {
    cardId: IdOf('Card'),
    internalAccountId: accountId,
    nickname: Personal(Type.String({ minLength: 1, maxLength: 256 })),
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
    nickname: Personal(Type.String()),
    status: Enum(delegatedKeyStatuses),
    createdAt: CreatedAt,
    updatedAt: UpdatedAt,
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
  { $id: 'CompletedWalletOperation', description: 'A signed operation that was performed' },
);

export const FailedWalletOperation = Type.Object(
  {
    ...walletOperation,
    resourceId: {
      ...walletOperation.resourceId,
      description: 'for a credential that was not added, the id it would have had',
    },
    status: Type.Literal('failed'),
    error: Type.Object({
      code: Type.String({
        examples: ['EXPIRED'],
        description:
          'of the last admitted attempt; EXPIRED: the operation was processing and the request was not repeated in time',
      }),
    }),
  },
  { $id: 'FailedWalletOperation', description: 'A signed operation that was begun and not performed' },
);
