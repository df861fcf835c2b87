import { type Static, Type } from '@sinclair/typebox';
import { Described } from '../../engine/http/named-schemas.ts';
import { Pattern } from '../../engine/http/pattern-text.ts';
import { CreatedAt, DataOf, Enum, IdOf, OneOf, Timestamp, UpdatedAt } from '../../engine/http/schemas.ts';
import { Personal, Secret } from '../../engine/http/sensitivity.ts';
import { P256_KEY_PATTERN, P256_UNCOMPRESSED_PATTERN } from '../../foundation/kernel/p256.ts';
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
    'P-256 public key in hex: compressed, it is the key of the session; uncompressed (deprecated), the service creates that key and encrypts it to this one.',
});

const AuthMethodType = Enum(credentialTypes, {
  $id: 'AuthMethodType',
  description:
    'Kind of credential: OAUTH is a token of an OpenID provider, EMAIL_OTP and SMS_OTP are one-time codes, PASSKEY a WebAuthn credential.',
});
const OtpType = Enum(['EMAIL_OTP', 'SMS_OTP'], { description: 'Code by email or by text message.' });
const accountId = IdOf('InternalAccount', { description: 'Embedded wallet that the credential controls.' });

const authMethod = {
  accountId,
  type: AuthMethodType,
  credentialId: Type.Optional(Type.String({ description: 'WebAuthn credential id in base64url; PASSKEY only.' })),
  nickname: Personal(
    Type.String({
      description:
        'Email address (EMAIL_OTP, OAUTH), phone number (SMS_OTP) or the name given at registration (PASSKEY).',
    }),
  ),
  createdAt: CreatedAt,
  updatedAt: UpdatedAt,
};

export const AuthMethod = Type.Object(
  { id: IdOf('AuthMethod'), ...authMethod },
  { $id: 'AuthMethod', description: 'A credential of an embedded wallet.' },
);
export const AuthCredentialList = DataOf(AuthMethod, 'AuthCredentialListResponse');

export const AuthMethodResponse = Type.Object(
  {
    id: IdOf('AuthMethod'),
    ...authMethod,
    otpEncryptionTargetBundle: Type.Optional(
      Secret(
        Type.String({ description: 'JSON for an HPKE library, to which the code is encrypted; valid for one code.' }),
      ),
    ),
  },
  { $id: 'AuthMethodResponse', description: 'A credential, with the encryption target of a code that was just sent.' },
);

export const AuthChallengeResponse = Type.Object(
  {
    id: IdOf('AuthMethod'),
    ...authMethod,
    otpEncryptionTargetBundle: Type.Optional(
      Secret(
        Type.String({
          description: 'JSON for an HPKE library, to which the code is encrypted; EMAIL_OTP and SMS_OTP only.',
        }),
      ),
    ),
    challenge: Type.Optional(
      Secret(Type.String({ description: 'Characters that, as UTF-8, are the WebAuthn challenge; PASSKEY only.' })),
    ),
    requestId: Type.Optional(
      IdOf('Request', {
        description: 'Id to be sent in the `Request-Id` header when the credential is verified; PASSKEY only.',
      }),
    ),
    expiresAt: Type.Optional(Described(Timestamp, 'Time after which the challenge is void; PASSKEY only.')),
  },
  { $id: 'AuthCredentialResponse', description: 'A credential with the challenge that its verification answers.' },
);

export const AuthSession = Type.Object(
  {
    id: IdOf('Session'),
    ...authMethod,
    encryptedSessionSigningKey: Type.Optional(
      Secret(
        Type.String({
          deprecated: true,
          description: 'Key of the session, encrypted to an uncompressed `clientPublicKey`; returned once.',
        }),
      ),
    ),
    expiresAt: Described(Timestamp, 'Time after which the key of the session must not sign.'),
  },
  { $id: 'AuthSession', description: 'A session of an embedded wallet, started by verifying a credential.' },
);
export const SessionList = DataOf(AuthSession, 'SessionListResponse');

const challenge = {
  payloadToSign: Secret(
    Type.String({ description: 'Payload that a session of the wallet signs exactly as received.' }),
  ),
  requestId: IdOf('Request', { description: 'Id to be sent in the `Request-Id` header of the signed retry.' }),
  expiresAt: Described(Timestamp, 'Time after which the challenge is void.'),
};
export const SignedRequestChallenge = Type.Object(challenge, {
  $id: 'SignedRequestChallenge',
  description: 'Challenge of a signed retry: sign the payload, then repeat the request byte for byte.',
});
export const AuthSignedRequestChallenge = Type.Object(
  { type: Described(AuthMethodType, 'Kind of the credential that is added, verified or revoked.'), ...challenge },
  { $id: 'AuthSignedRequestChallenge', description: 'Challenge of a signed retry for a credential.' },
);

export const CredentialCreate = OneOf('type', [
  Type.Object(
    { type: OtpType, accountId },
    {
      $id: 'OtpCredentialCreateRequest',
      description: 'A credential by one-time codes, sent to the contact of the customer.',
    },
  ),
  Type.Object(
    {
      type: Type.Literal('OAUTH', { description: 'Adds a login with an OpenID provider.' }),
      accountId,
      oidcToken: Secret(
        Type.String({
          minLength: 1,
          maxLength: MAX_TOKEN,
          description: 'ID token of the provider, issued at most 60 seconds ago.',
        }),
      ),
    },
    { $id: 'OauthCredentialCreateRequest', description: 'A credential by tokens of an OpenID provider.' },
  ),
  Type.Object(
    {
      type: Type.Literal('PASSKEY', { description: 'Adds a passkey.' }),
      accountId,
      nickname: Personal(
        Type.String({
          minLength: 1,
          maxLength: 1_000,
          description: 'Name for display of the passkey, chosen by the customer.',
        }),
      ),
      challenge: Secret(Described(Base64Url(MAX_CREDENTIAL_ID), 'Challenge that the passkey signed, in base64url.')),
      attestation: Type.Object(
        {
          credentialId: Described(Base64Url(MAX_CREDENTIAL_ID), 'WebAuthn credential id in base64url.'),
          clientDataJson: Secret(Described(Base64Url(MAX_BLOB), '`clientDataJSON` of the browser in base64url.')),
          attestationObject: Secret(Described(Base64Url(MAX_BLOB), '`attestationObject` of the browser in base64url.')),
          transports: Type.Optional(
            Type.Array(Enum(['usb', 'nfc', 'ble', 'internal', 'hybrid']), {
              maxItems: 10,
              description: 'Transports by which the authenticator can be reached, as the browser reported them.',
            }),
          ),
        },
        { description: 'Result of `navigator.credentials.create` in the browser.' },
      ),
    },
    { $id: 'PasskeyCredentialCreateRequest', description: 'A passkey that was created.' },
  ),
]);

export type CredentialRequest = Static<typeof CredentialCreate>;

export const CredentialVerify = OneOf('type', [
  Type.Object(
    {
      type: OtpType,
      encryptedOtpBundle: Secret(
        Type.String({
          minLength: 1,
          maxLength: MAX_TOKEN,
          description:
            'JSON with the code and the public key of the session, encrypted to `otpEncryptionTargetBundle`.',
        }),
      ),
    },
    { $id: 'OtpCredentialVerifyRequest', description: 'Proof by a one-time code.' },
  ),
  Type.Object(
    {
      type: Type.Literal('OAUTH', { description: 'Proves the credential with an ID token.' }),
      oidcToken: Secret(
        Type.String({
          minLength: 1,
          maxLength: MAX_TOKEN,
          description: 'ID token issued at most 60 seconds ago, whose nonce is the SHA-256 of `clientPublicKey`.',
        }),
      ),
      clientPublicKey: ClientPublicKey,
    },
    { $id: 'OauthCredentialVerifyRequest', description: 'Proof by a token of an OpenID provider.' },
  ),
  Type.Object(
    {
      type: Type.Literal('PASSKEY', { description: 'Proves the credential with a passkey.' }),
      assertion: Type.Object(
        {
          credentialId: Described(Base64Url(MAX_CREDENTIAL_ID), 'WebAuthn credential id in base64url.'),
          clientDataJson: Secret(Described(Base64Url(MAX_BLOB), '`clientDataJSON` of the browser in base64url.')),
          authenticatorData: Secret(Described(Base64Url(MAX_BLOB), '`authenticatorData` of the browser in base64url.')),
          signature: Secret(Described(Base64Url(MAX_BLOB), 'Signature of the passkey in base64url.')),
          userHandle: Type.Optional(
            Described(Base64Url(MAX_CREDENTIAL_ID), 'User handle that the authenticator returned, in base64url.'),
          ),
        },
        { description: 'Result of `navigator.credentials.get` in the browser.' },
      ),
    },
    { $id: 'PasskeyCredentialVerifyRequest', description: 'Proof by a passkey.' },
  ),
]);

export type CredentialProof = Static<typeof CredentialVerify>;

export const CredentialChallenge = Type.Object(
  {
    clientPublicKey: Type.Optional(
      Type.Unknown({
        description: 'P-256 public key of the new session in hex; required for a PASSKEY, ignored for codes.',
      }),
    ),
  },
  { $id: 'AuthCredentialChallengeRequest', description: 'Key of the session that the verification will start.' },
);

export const SessionRefresh = Type.Object(
  { clientPublicKey: ClientPublicKey },
  { $id: 'AuthSessionRefreshRequest', description: 'Key of the new session.' },
);

export const ExportRequest = Type.Object(
  {
    clientPublicKey: Pattern(P256_UNCOMPRESSED_PATTERN, 'an uncompressed P-256 public key in hex', {
      description: 'Uncompressed P-256 public key in hex, a fresh one for each export.',
    }),
  },
  { $id: 'InternalAccountExportRequest', description: 'Key to which the wallet is encrypted.' },
);

export const ExportResponse = Type.Object(
  {
    id: Described(accountId, 'Embedded wallet that was exported.'),
    encryptedWalletCredentials: Secret(
      Type.String({
        description:
          'JSON with `version`, `data`, `dataSignature` and `enclaveQuorumPublic`; the last two are empty in the sandbox.',
      }),
    ),
  },
  {
    $id: 'InternalAccountExportResponse',
    description: 'The recovery phrase of a wallet, encrypted to the key of the request.',
  },
);

export const WalletUpdate = Type.Object(
  {
    privateEnabled: Type.Optional(
      Type.Boolean({ description: 'Whether balances and transfers of the wallet are hidden on its network.' }),
    ),
  },
  { $id: 'InternalAccountUpdateRequest', minProperties: 1, description: 'Change of an embedded wallet.' },
);

export const DelegatedKeyCreate = Type.Object(
  {
    cardId: IdOf('Card', { description: 'Card for which the key signs.' }),
    internalAccountId: Described(accountId, 'Embedded wallet that funds the card.'),
    nickname: Personal(
      Type.String({
        minLength: 1,
        maxLength: 256,
        description: 'Name for display of the key, chosen by the customer.',
      }),
    ),
  },
  { $id: 'DelegatedKeyCreateRequest', description: 'A key that lets a card draw on an embedded wallet.' },
);

export const DelegatedKey = Type.Object(
  {
    id: IdOf('DelegatedKey'),
    cardId: IdOf('Card', { description: 'Card for which the key signs.' }),
    fundingSourceId: IdOf('CardFundingSource', { description: 'Link between the card and the wallet.' }),
    accountId,
    publicKey: Type.String({ description: 'Compressed P-256 public key in hex.' }),
    nickname: Personal(Type.String({ description: 'Name for display of the key.' })),
    status: Enum(delegatedKeyStatuses, {
      description: 'Only ACTIVE keys sign; PENDING waits for the wallet, REVOKED is final.',
    }),
    createdAt: CreatedAt,
    updatedAt: UpdatedAt,
  },
  { $id: 'DelegatedKey', description: 'A key that signs payments of a card from an embedded wallet.' },
);
export const DelegatedKeyList = DataOf(DelegatedKey, 'DelegatedKeyListResponse');

const walletOperation = {
  operationId: IdOf('Operation'),
  requestId: IdOf('Request', { description: 'Id of the signed retry.' }),
  operationType: Enum(operationTypes, { description: 'Kind of change.' }),
  resourceType: Enum(resourceTypes, { description: 'Kind of the resource that the operation concerns.' }),
  resourceId: Type.String({
    examples: ['AuthMethod:019542f5-b3e7-7d02-8000-000000000001'],
    description: 'Credential, session, account or key that the operation concerns.',
  }),
};

export const CompletedWalletOperation = Type.Object(
  { ...walletOperation, status: Type.Literal('completed', { description: 'Marks the operation as performed.' }) },
  { $id: 'CompletedWalletOperation', description: 'A signed operation that was performed.' },
);

export const FailedWalletOperation = Type.Object(
  {
    ...walletOperation,
    resourceId: {
      ...walletOperation.resourceId,
      description:
        'Credential, session, account or key that the operation concerns; for a credential that was not added, the id it would have had.',
    },
    status: Type.Literal('failed', { description: 'Marks the operation as not performed.' }),
    error: Type.Object(
      {
        code: Type.String({
          examples: ['EXPIRED'],
          description:
            'Error code of the last admitted attempt; EXPIRED if the operation was processing and the request was not repeated in time.',
        }),
      },
      { description: 'Cause of the failure.' },
    ),
  },
  { $id: 'FailedWalletOperation', description: 'A signed operation that was begun and not performed.' },
);
