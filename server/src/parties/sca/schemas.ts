import { type Static, type TSchema, Type } from '@sinclair/typebox';
import { Described } from '../../engine/http/named-schemas.ts';
import { Pattern } from '../../engine/http/pattern-text.ts';
import { DateTime, Enum, IdOf, OneOf, Timestamp } from '../../engine/http/schemas.ts';
import { AccountName, Personal, Secret } from '../../engine/http/sensitivity.ts';
import { scaFactors } from './factors.ts';
import { resetStatuses } from './reset-record.ts';
import { securityEvents } from './security-events.ts';

const ScaFactorName = Enum(scaFactors, {
  $id: 'ScaFactor',
  description:
    "Second factor: SMS_OTP sends a code to the customer's phone, TOTP is an authenticator app, PASSKEY a WebAuthn credential.",
});

const OrNull = <T extends TSchema>(schema: T) =>
  Type.Unsafe<Static<T> | null>({ ...schema, type: [schema.type, 'null'] });

/** JSON type of the WebAuthn specification. */
const WebAuthnJson = (description: string) =>
  Type.Unsafe<object>({ type: 'object', additionalProperties: true, description });

const MAX_CODE = 64;
const MAX_ORIGIN = 512;

export const ScaChallenge = Type.Object(
  {
    id: IdOf('ScaChallenge'),
    expiresAt: DateTime({ description: 'Time after which the challenge is void; a resent code does not change it.' }),
    factor: Described(ScaFactorName, 'Factor that this challenge asks for.'),
    availableFactors: Type.Array(ScaFactorName, { description: 'Factors that the customer has enrolled.' }),
    purpose: Type.Optional(
      OrNull(Type.String({ description: 'Action that the proof authorizes; null where there is none.' })),
    ),
    passkeyAssertionOptions: Type.Optional(
      OrNull(WebAuthnJson('`PublicKeyCredentialRequestOptionsJSON` of WebAuthn; PASSKEY only.')),
    ),
    passkeyAllowedOrigins: Type.Optional(
      OrNull(Type.Array(Type.String(), { description: 'Origins on which the assertion may be made; PASSKEY only.' })),
    ),
  },
  { $id: 'ScaChallenge', description: 'A proof that the customer must give before a payment or change takes effect.' },
);

const proof = {
  code: Type.Optional(
    OrNull(
      Secret(
        Type.String({
          minLength: 1,
          maxLength: MAX_CODE,
          description: 'One-time code of SMS_OTP or TOTP, or a recovery code.',
        }),
      ),
    ),
  ),
  passkeyAssertion: Type.Optional(
    OrNull(WebAuthnJson('`AuthenticationResponseJSON` of WebAuthn, in place of `code`.')),
  ),
  origin: Type.Optional(
    OrNull(
      Type.String({
        maxLength: MAX_ORIGIN,
        description: 'Origin of the page on which the assertion was made; required with `passkeyAssertion`.',
      }),
    ),
  ),
};

export const ScaAuthorization = Type.Object(
  {
    ...proof,
    endUserIpAddress: Type.Optional(
      OrNull(
        Personal(
          Type.String({ maxLength: 45, description: "IP address of the customer's device, for the fraud records." }),
        ),
      ),
    ),
  },
  { $id: 'ScaAuthorization', description: 'Proof for a challenge: exactly one of `code` and `passkeyAssertion`.' },
);

const ScaFactorView = Type.Object(
  {
    factor: Described(ScaFactorName, 'Kind of the factor.'),
    credentialId: Type.Optional(Type.String({ description: 'WebAuthn credential id; PASSKEY only.' })),
    name: Type.Optional(Personal(Type.String({ description: 'Name for display, such as `Authenticator app`.' }))),
  },
  { $id: 'ScaFactorView', description: 'A factor that the customer can use.' },
);

export const ScaFactorList = Type.Object(
  { factors: Type.Array(ScaFactorView, { description: 'Enrolled factors of the customer.' }) },
  { $id: 'ScaFactorList', description: 'Factors of a customer.' },
);

const isTotp = { type: Type.Literal('TOTP', { description: 'Selects an authenticator app.' }) };
const isPasskey = { type: Type.Literal('PASSKEY', { description: 'Selects a passkey.' }) };

export const FactorEnroll = OneOf(
  'type',
  [
    Type.Object(isTotp, { $id: 'TotpFactorEnrollRequest', description: 'Enrollment of an authenticator app.' }),
    Type.Object(isPasskey, { $id: 'PasskeyFactorEnrollRequest', description: 'Enrollment of a passkey.' }),
  ],
  { $id: 'ScaFactorEnrollRequestOneOf', description: 'Factor to be enrolled.' },
);

export const FactorEnrollStart = OneOf(
  'type',
  [
    Type.Object(
      {
        ...isTotp,
        secret: Secret(
          Type.String({ description: 'Shared secret of 160 bits in hex, to be sent back with the first code.' }),
        ),
        secretBase32Encoded: Secret(
          Type.String({ description: 'The same secret in base32, for typing into an authenticator app.' }),
        ),
        totpUri: Secret(Type.String({ description: '`otpauth` URI, to be shown as a QR code.' })),
      },
      { $id: 'TotpEnrollmentStart', description: 'Secret for an authenticator app.' },
    ),
    Type.Object(
      {
        ...isPasskey,
        options: WebAuthnJson('`PublicKeyCredentialCreationOptionsJSON` of WebAuthn.'),
        allowedOrigins: Type.Array(Type.String(), { description: 'Origins on which the passkey may be created.' }),
        relyingPartyId: Type.String({ description: 'Domain that the passkey is bound to.' }),
      },
      { $id: 'PasskeyEnrollmentStart', description: 'Options for creating a passkey.' },
    ),
  ],
  { $id: 'ScaFactorEnrollStartOneOf', description: "Data that the customer's device needs to enroll the factor." },
);

export const FactorConfirm = OneOf(
  'type',
  [
    Type.Object(
      {
        ...isTotp,
        secret: Secret(
          Type.String({
            minLength: 1,
            maxLength: 255,
            description: 'Secret that the start of the enrollment returned.',
          }),
        ),
        code: Secret(
          Type.String({ minLength: 1, maxLength: MAX_CODE, description: 'Code that the authenticator app shows.' }),
        ),
      },
      { $id: 'TotpEnrollmentConfirmRequest', description: 'First code of an authenticator app.' },
    ),
    Type.Object(
      {
        ...isPasskey,
        origin: Type.String({
          minLength: 1,
          maxLength: MAX_ORIGIN,
          description: 'Origin of the page on which the passkey was created.',
        }),
        credential: WebAuthnJson('`RegistrationResponseJSON` of WebAuthn.'),
      },
      { $id: 'PasskeyEnrollmentConfirmRequest', description: 'A passkey that was created.' },
    ),
  ],
  { $id: 'ScaFactorConfirmRequestOneOf', description: 'Proof that the customer has the new factor.' },
);

export const FactorConfirmed = OneOf(
  'type',
  [
    Type.Object(
      {
        ...isTotp,
        recoveryCodes: Secret(
          Type.Array(Type.String(), {
            description: 'Codes that replace a lost device, each valid once; they are shown only here.',
          }),
        ),
      },
      { $id: 'TotpEnrollmentConfirmResponse', description: 'An enrolled authenticator app.' },
    ),
    Type.Object(
      { ...isPasskey, factor: Described(ScaFactorView, 'The enrolled passkey.') },
      { $id: 'PasskeyEnrollmentConfirmResponse', description: 'An enrolled passkey.' },
    ),
  ],
  { $id: 'ScaFactorConfirmResponseOneOf', description: 'The enrolled factor.' },
);

export const LoginStartRequest = Type.Object(
  { factor: Described(ScaFactorName, 'Factor to log in with.') },
  { $id: 'ScaLoginStartRequest', description: 'Start of a login.' },
);

export const LoginStart = Type.Object(
  {
    factor: Described(ScaFactorName, 'Factor that the login asks for.'),
    challengeId: Type.Optional(
      OrNull(Type.String({ description: 'Challenge to be named at completion; SMS_OTP only.' })),
    ),
    expiresAt: Type.Optional(Described(Timestamp, 'Time after which the challenge is void.')),
    passkeyOptions: Type.Optional(
      OrNull(WebAuthnJson('`PublicKeyCredentialRequestOptionsJSON` of WebAuthn; PASSKEY only.')),
    ),
    allowedOrigins: Type.Optional(
      Type.Array(Type.String(), { description: 'Origins on which the assertion may be made; PASSKEY only.' }),
    ),
    relyingPartyId: Type.Optional(
      OrNull(Type.String({ description: 'Domain that the passkey is bound to; PASSKEY only.' })),
    ),
  },
  { $id: 'ScaLoginStart', description: 'An open login.' },
);

export const LoginCompleteRequest = Type.Object(
  {
    factor: Described(ScaFactorName, 'Factor that the login was started with.'),
    endUserIpAddress: Personal(
      Type.String({
        minLength: 1,
        maxLength: 45,
        description: "IP address of the customer's device, for the fraud records.",
      }),
    ),
    challengeId: Type.Optional(
      OrNull(Type.String({ maxLength: 255, description: 'Challenge that the start returned; required for SMS_OTP.' })),
    ),
    ...proof,
  },
  { $id: 'ScaLoginCompleteRequest', description: 'Proof for an open login.' },
);

export const LoginComplete = Type.Object(
  {
    status: Type.String({ description: 'Always `SUCCESS`; a wrong proof is an error.' }),
    sessionExpiresAt: Type.Optional(Described(Timestamp, 'Time until which the login counts as recent.')),
  },
  { $id: 'ScaLoginComplete', description: 'A completed login.' },
);

const SecurityEventName = Enum(securityEvents);

export const SecurityEventRequest = Type.Object(
  { eventType: Described(SecurityEventName, 'Event that the platform observed.') },
  { $id: 'RecordSecurityEventRequest', description: 'An event that can lock the customer.' },
);

export const SecurityEventResponse = Type.Object(
  {
    eventType: Described(SecurityEventName, 'Event that was recorded.'),
    suspended: Type.Boolean({ description: 'Whether only an operator can unlock the customer.' }),
    lockedUntil: Type.Optional(
      OrNull(DateTime({ description: 'Time until which the customer is locked; null while the customer is not.' })),
    ),
    failedAttempts: Type.Integer({ minimum: 0, description: 'Failed logins in a row, up to now.' }),
  },
  { $id: 'RecordSecurityEventResponse', description: 'State of the customer after the event.' },
);

export const ResetStartRequest = Type.Object(
  { factor: Described(ScaFactorName, 'Factor that the customer has lost.') },
  { $id: 'TwoFactorResetStartRequest', description: 'Start of a reset.' },
);

export const ResetStart = Type.Object(
  {
    resetId: Type.String({ description: 'Id of the reset, a UUID.' }),
    livenessAccessToken: Type.Optional(
      OrNull(
        Secret(
          Type.String({ description: 'Token for the mobile SDK of the liveness provider; null where it has none.' }),
        ),
      ),
    ),
    verificationLink: Type.Optional(
      OrNull(
        Secret(
          Type.String({
            description: 'Page on which the customer completes the liveness check; null where an SDK does it.',
          }),
        ),
      ),
    ),
    expiresAt: Type.Optional(Described(Timestamp, 'Time after which the reset is void.')),
  },
  { $id: 'TwoFactorResetStart', description: 'A reset that waits for a liveness check.' },
);

export const ResetStatus = Type.Object(
  {
    status: Enum(resetStatuses, {
      description:
        'PENDING_REVIEW waits for an operator, LIVENESS_PASSED for completion; COMPLETED, REJECTED and EXPIRED are final.',
    }),
    factor: Described(ScaFactorName, 'Factor that is reset.'),
    enrollmentStatus: Type.Optional(
      Type.Unsafe<string | null>({
        type: ['string', 'null'],
        enum: ['PENDING', 'COMPLETED', null],
        description: 'Whether the customer has enrolled a new factor; null before the reset reaches that step.',
      }),
    ),
    expiresAt: Described(Timestamp, 'Time after which the reset is void.'),
    completedAt: Type.Optional(OrNull(DateTime({ description: 'Time of completion; null before that.' }))),
  },
  { $id: 'TwoFactorResetStatus', description: 'Progress of a reset.' },
);

export const ResetCompleteRequest = Type.Object(
  {
    mobile: Type.Optional(
      Type.Object(
        {
          countryCode: Pattern('^\\+?[1-9]\\d{0,3}$', 'the calling code of a country, like 49', {
            examples: ['49'],
            description: 'Calling code of the country, with or without `+`.',
          }),
          number: AccountName(
            Type.String({
              pattern: '^\\d{1,14}$',
              examples: ['15112345678'],
              description: 'National number, digits only.',
            }),
          ),
        },
        { description: 'New phone number; required when SMS_OTP is reset.' },
      ),
    ),
  },
  { $id: 'TwoFactorResetCompleteRequest', description: 'Completion of a reset.' },
);

export const TrustStartRequest = Type.Object(
  { scaFactor: Type.Optional(Described(ScaFactorName, 'Factor for the proof; SMS_OTP by default.')) },
  { $id: 'BeneficiaryTrustStartRequest', description: 'Start of a change of trust.' },
);

export const TrustStart = Type.Object(
  {
    scaChallenge: Type.Optional(Described(ScaChallenge, 'Proof that the change requires; absent if nothing changes.')),
  },
  { $id: 'BeneficiaryTrustStart', description: 'Empty if the payee is in the requested state already.' },
);

export const TrustConfirmRequest = Type.Object(
  {
    challengeId: Type.Optional(
      Type.String({
        minLength: 1,
        maxLength: 255,
        description: 'Challenge that the start returned; the pending one where it is absent.',
      }),
    ),
    ...proof,
  },
  {
    $id: 'BeneficiaryTrustConfirmRequest',
    description: 'Proof for a change of trust: exactly one of `code` and `passkeyAssertion`.',
  },
);

export const TrustConfirm = Type.Object(
  { trusted: Type.Boolean({ description: 'Whether the payee is trusted now.' }) },
  { $id: 'BeneficiaryTrustConfirm', description: 'State of the payee.' },
);
