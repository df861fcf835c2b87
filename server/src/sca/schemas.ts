import { type Static, type TSchema, Type } from '@sinclair/typebox';
import { Pattern } from '../http/pattern-text.ts';
import { DateTime, Enum, IdOf, OneOf, Timestamp } from '../http/schemas.ts';
import { AccountName, Personal, Secret } from '../http/sensitivity.ts';
import { scaFactors } from './factors.ts';
import { resetStatuses } from './reset-record.ts';
import { securityEvents } from './security-events.ts';

const ScaFactorName = Enum(scaFactors, { $id: 'ScaFactor' });

const OrNull = <T extends TSchema>(schema: T) =>
  Type.Unsafe<Static<T> | null>({ ...schema, type: [schema.type, 'null'] });

/** JSON types of the WebAuthn specification. */
const WebAuthnJson = (description: string) =>
  Type.Unsafe<object>({ type: 'object', additionalProperties: true, description });

const MAX_CODE = 64;
const MAX_ORIGIN = 512;

export const ScaChallenge = Type.Object(
  {
    id: IdOf('ScaChallenge'),
    expiresAt: DateTime({ description: 'not changed by a resent code' }),
    factor: ScaFactorName,
    availableFactors: Type.Array(ScaFactorName),
    purpose: Type.Optional(OrNull(Type.String())),
    passkeyAssertionOptions: Type.Optional(OrNull(WebAuthnJson('PublicKeyCredentialRequestOptionsJSON; PASSKEY only'))),
    passkeyAllowedOrigins: Type.Optional(OrNull(Type.Array(Type.String()))),
  },
  { $id: 'ScaChallenge' },
);

const proof = {
  code: Type.Optional(OrNull(Secret(Type.String({ minLength: 1, maxLength: MAX_CODE })))),
  passkeyAssertion: Type.Optional(OrNull(WebAuthnJson('AuthenticationResponseJSON'))),
  origin: Type.Optional(OrNull(Type.String({ maxLength: MAX_ORIGIN, description: 'required with passkeyAssertion' }))),
};

export const ScaAuthorization = Type.Object(
  { ...proof, endUserIpAddress: Type.Optional(OrNull(Personal(Type.String({ maxLength: 45 })))) },
  { $id: 'ScaAuthorization', description: 'exactly one of code and passkeyAssertion' },
);

const ScaFactorView = Type.Object(
  {
    factor: ScaFactorName,
    credentialId: Type.Optional(Type.String({ description: 'PASSKEY only' })),
    name: Type.Optional(Personal(Type.String())),
  },
  { $id: 'ScaFactorView' },
);

export const ScaFactorList = Type.Object({ factors: Type.Array(ScaFactorView) }, { $id: 'ScaFactorList' });

const isTotp = { type: Type.Literal('TOTP') };
const isPasskey = { type: Type.Literal('PASSKEY') };

export const FactorEnroll = OneOf(
  'type',
  [
    Type.Object(isTotp, { $id: 'TotpFactorEnrollRequest' }),
    Type.Object(isPasskey, { $id: 'PasskeyFactorEnrollRequest' }),
  ],
  { $id: 'ScaFactorEnrollRequestOneOf' },
);

export const FactorEnrollStart = OneOf(
  'type',
  [
    Type.Object(
      {
        ...isTotp,
        secret: Secret(Type.String({ description: '160 bits in hex' })),
        secretBase32Encoded: Secret(Type.String()),
        totpUri: Secret(Type.String({ description: 'otpauth URI, for a QR code' })),
      },
      { $id: 'TotpEnrollmentStart' },
    ),
    Type.Object(
      {
        ...isPasskey,
        options: WebAuthnJson('PublicKeyCredentialCreationOptionsJSON'),
        allowedOrigins: Type.Array(Type.String()),
        relyingPartyId: Type.String(),
      },
      { $id: 'PasskeyEnrollmentStart' },
    ),
  ],
  { $id: 'ScaFactorEnrollStartOneOf' },
);

export const FactorConfirm = OneOf(
  'type',
  [
    Type.Object(
      {
        ...isTotp,
        secret: Secret(Type.String({ minLength: 1, maxLength: 255 })),
        code: Secret(Type.String({ minLength: 1, maxLength: MAX_CODE })),
      },
      { $id: 'TotpEnrollmentConfirmRequest' },
    ),
    Type.Object(
      {
        ...isPasskey,
        origin: Type.String({ minLength: 1, maxLength: MAX_ORIGIN }),
        credential: WebAuthnJson('RegistrationResponseJSON'),
      },
      { $id: 'PasskeyEnrollmentConfirmRequest' },
    ),
  ],
  { $id: 'ScaFactorConfirmRequestOneOf' },
);

export const FactorConfirmed = OneOf(
  'type',
  [
    Type.Object(
      { ...isTotp, recoveryCodes: Secret(Type.Array(Type.String(), { description: 'shown once' })) },
      { $id: 'TotpEnrollmentConfirmResponse' },
    ),
    Type.Object({ ...isPasskey, factor: ScaFactorView }, { $id: 'PasskeyEnrollmentConfirmResponse' }),
  ],
  { $id: 'ScaFactorConfirmResponseOneOf' },
);

export const LoginStartRequest = Type.Object({ factor: ScaFactorName }, { $id: 'ScaLoginStartRequest' });

export const LoginStart = Type.Object(
  {
    factor: ScaFactorName,
    challengeId: Type.Optional(OrNull(Type.String({ description: 'SMS_OTP only' }))),
    expiresAt: Type.Optional(Timestamp),
    passkeyOptions: Type.Optional(OrNull(WebAuthnJson('PublicKeyCredentialRequestOptionsJSON; PASSKEY only'))),
    allowedOrigins: Type.Optional(Type.Array(Type.String())),
    relyingPartyId: Type.Optional(OrNull(Type.String())),
  },
  { $id: 'ScaLoginStart' },
);

export const LoginCompleteRequest = Type.Object(
  {
    factor: ScaFactorName,
    endUserIpAddress: Personal(Type.String({ minLength: 1, maxLength: 45 })),
    challengeId: Type.Optional(OrNull(Type.String({ maxLength: 255, description: 'required for SMS_OTP' }))),
    ...proof,
  },
  { $id: 'ScaLoginCompleteRequest' },
);

export const LoginComplete = Type.Object(
  { status: Type.String({ description: 'SUCCESS' }), sessionExpiresAt: Type.Optional(Timestamp) },
  { $id: 'ScaLoginComplete' },
);

const SecurityEventName = Enum(securityEvents);

export const SecurityEventRequest = Type.Object(
  { eventType: SecurityEventName },
  { $id: 'RecordSecurityEventRequest' },
);

export const SecurityEventResponse = Type.Object(
  {
    eventType: SecurityEventName,
    suspended: Type.Boolean(),
    lockedUntil: Type.Optional(OrNull(DateTime())),
    failedAttempts: Type.Integer({ minimum: 0 }),
  },
  { $id: 'RecordSecurityEventResponse' },
);

export const ResetStartRequest = Type.Object({ factor: ScaFactorName }, { $id: 'TwoFactorResetStartRequest' });

export const ResetStart = Type.Object(
  {
    resetId: Type.String(),
    livenessAccessToken: Type.Optional(OrNull(Secret(Type.String()))),
    verificationLink: Type.Optional(OrNull(Secret(Type.String()))),
    expiresAt: Type.Optional(Timestamp),
  },
  { $id: 'TwoFactorResetStart' },
);

export const ResetStatus = Type.Object(
  {
    status: Enum(resetStatuses),
    factor: ScaFactorName,
    enrollmentStatus: Type.Optional(
      Type.Unsafe<string | null>({ type: ['string', 'null'], enum: ['PENDING', 'COMPLETED', null] }),
    ),
    expiresAt: Timestamp,
    completedAt: Type.Optional(OrNull(DateTime())),
  },
  { $id: 'TwoFactorResetStatus' },
);

export const ResetCompleteRequest = Type.Object(
  {
    mobile: Type.Optional(
      Type.Object({
        countryCode: Pattern('^\\+?[1-9]\\d{0,3}$', 'the calling code of a country, like 49', { examples: ['49'] }),
        number: AccountName(Type.String({ pattern: '^\\d{1,14}$', examples: ['15112345678'] })),
      }),
    ),
  },
  { $id: 'TwoFactorResetCompleteRequest' },
);

export const TrustStartRequest = Type.Object(
  { scaFactor: Type.Optional(ScaFactorName) },
  { $id: 'BeneficiaryTrustStartRequest', description: 'scaFactor is SMS_OTP by default' },
);

export const TrustStart = Type.Object(
  { scaChallenge: Type.Optional(ScaChallenge) },
  { $id: 'BeneficiaryTrustStart', description: 'empty if the payee is in the requested state already' },
);

export const TrustConfirmRequest = Type.Object(
  { challengeId: Type.String({ minLength: 1, maxLength: 255 }), ...proof },
  { $id: 'BeneficiaryTrustConfirmRequest' },
);

export const TrustConfirm = Type.Object({ trusted: Type.Boolean() }, { $id: 'BeneficiaryTrustConfirm' });
