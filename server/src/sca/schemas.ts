import { type Static, type TSchema, Type } from '@sinclair/typebox';
import { DateTime, Enum, IdOf, OneOf, Timestamp } from '../http/schemas.ts';
import { scaFactors } from './challenge-record.ts';
import { resetStatuses } from './reset-record.ts';
import { securityEvents } from './security-events.ts';

export const ScaFactorName = Enum(scaFactors, { $id: 'ScaFactor' });

const OrNull = <T extends TSchema>(schema: T) =>
  Type.Unsafe<Static<T> | null>({ ...schema, type: [schema.type, 'null'] });

/** WebAuthn's own JSON, as browsers read and write it. */
const WebAuthnJson = (description: string) =>
  Type.Unsafe<object>({ type: 'object', additionalProperties: true, description });

const MAX_CODE = 64;
const MAX_ORIGIN = 512;

export const ScaChallenge = Type.Object(
  {
    id: IdOf('ScaChallenge'),
    expiresAt: DateTime({ description: 'not moved by another code' }),
    factor: ScaFactorName,
    availableFactors: Type.Array(ScaFactorName),
    purpose: Type.Optional(OrNull(Type.String())),
    passkeyAssertionOptions: Type.Optional(OrNull(WebAuthnJson('PublicKeyCredentialRequestOptionsJSON; PASSKEY only'))),
    passkeyAllowedOrigins: Type.Optional(OrNull(Type.Array(Type.String()))),
  },
  { $id: 'ScaChallenge' },
);

const proof = {
  code: Type.Optional(OrNull(Type.String({ minLength: 1, maxLength: MAX_CODE }))),
  passkeyAssertion: Type.Optional(OrNull(WebAuthnJson('AuthenticationResponseJSON'))),
  origin: Type.Optional(OrNull(Type.String({ maxLength: MAX_ORIGIN, description: 'required with passkeyAssertion' }))),
};

export const ScaAuthorization = Type.Object(
  { ...proof, endUserIpAddress: Type.Optional(OrNull(Type.String({ maxLength: 45 }))) },
  { $id: 'ScaAuthorization', description: 'exactly one of code and passkeyAssertion' },
);

const ScaFactorView = Type.Object(
  {
    factor: ScaFactorName,
    credentialId: Type.Optional(Type.String({ description: 'PASSKEY only' })),
    name: Type.Optional(Type.String()),
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
        secret: Type.String({ description: '160 bits in hex' }),
        secretBase32Encoded: Type.String(),
        totpUri: Type.String({ description: 'otpauth URI, for a QR code' }),
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
        secret: Type.String({ minLength: 1, maxLength: 255 }),
        code: Type.String({ minLength: 1, maxLength: MAX_CODE }),
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
      { ...isTotp, recoveryCodes: Type.Array(Type.String(), { description: 'shown once' }) },
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
    endUserIpAddress: Type.String({ minLength: 1, maxLength: 45 }),
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
    livenessAccessToken: Type.Optional(OrNull(Type.String())),
    verificationLink: Type.Optional(OrNull(Type.String())),
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
        countryCode: Type.String({ pattern: '^\\+?[1-9]\\d{0,3}$', examples: ['49'] }),
        number: Type.String({ pattern: '^\\d{1,14}$', examples: ['15112345678'] }),
      }),
    ),
  },
  { $id: 'TwoFactorResetCompleteRequest' },
);

export const TrustStartRequest = Type.Object(
  { scaFactor: Type.Optional(ScaFactorName) },
  { $id: 'BeneficiaryTrustStartRequest', description: 'SMS_OTP where scaFactor is left out' },
);

export const TrustStart = Type.Object(
  { scaChallenge: Type.Optional(ScaChallenge) },
  { $id: 'BeneficiaryTrustStart', description: 'empty where there is nothing to prove' },
);

export const TrustConfirmRequest = Type.Object(
  { challengeId: Type.String({ minLength: 1, maxLength: 255 }), ...proof },
  { $id: 'BeneficiaryTrustConfirmRequest' },
);

export const TrustConfirm = Type.Object({ trusted: Type.Boolean() }, { $id: 'BeneficiaryTrustConfirm' });
