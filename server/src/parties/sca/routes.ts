import { Type } from '@sinclair/typebox';
import { noContent, ok, type Route, route } from '../../engine/http/route.ts';
import { IdOf } from '../../engine/http/schemas.ts';
import type { AuthenticationProviders, VerificationProviders } from '../../engine/providers/services.ts';
import type { Database } from '../../foundation/db/database.ts';
import type { Vault } from '../../foundation/db/vault.ts';
import type { ErrorCode } from '../../foundation/kernel/errors.ts';
import { uuidPattern } from '../../foundation/kernel/ids.ts';
import { listFactors } from './factor-list.ts';
import { completeLogin, completionProblems, startLogin } from './login.ts';
import { confirmPasskey, deletePasskey, startPasskey } from './passkeys.ts';
import { completeReset, getResetJson, startReset } from './resets.ts';
import { getScaCustomer, keyOf } from './sca-customer.ts';
import {
  FactorConfirm,
  FactorConfirmed,
  FactorEnroll,
  FactorEnrollStart,
  LoginComplete,
  LoginCompleteRequest,
  LoginStart,
  LoginStartRequest,
  ResetCompleteRequest,
  ResetStart,
  ResetStartRequest,
  ResetStatus,
  ScaFactorList,
  SecurityEventRequest,
  SecurityEventResponse,
} from './schemas.ts';
import { recordEvent } from './security-events.ts';
import { confirmTotp, startTotp } from './totp.ts';
import { trustRoutes } from './trust-routes.ts';

interface Deps {
  db: Database;
  vault: Vault;
  verification: VerificationProviders;
  authentication: AuthenticationProviders;
}

export const scaRoutes = (deps: Deps): Route[] => [
  ...enrollmentRoutes(deps),
  ...factorRoutes(deps),
  ...loginRoutes(deps),
  ...resetRoutes(deps),
  ...trustRoutes(deps),
];

const tag = 'Strong Customer Authentication';
const CustomerQuery = Type.Object({
  customerId: IdOf('Customer', {
    description: 'Customer whose factors are meant; must live in a region with strong customer authentication.',
  }),
});

/** CONFLICT means that the customer is not subject to strong customer authentication. */
const ownerErrors: readonly ErrorCode[] = ['USER_NOT_FOUND', 'CUSTOMER_DELETED', 'CONFLICT'];
const commonErrors: readonly ErrorCode[] = ['INVALID_INPUT', ...ownerErrors];

const enrollmentRoutes = (deps: Deps): Route[] => [
  route({
    method: 'POST',
    path: '/sca/factors',
    operationId: 'startScaFactorEnrollment',
    tag,
    summary: 'Start to enroll a factor',
    description: 'Valid for ten minutes. A new start voids the one before. SMS_OTP needs no enrollment.',
    access: 'MANAGE',
    query: CustomerQuery,
    body: FactorEnroll,
    idempotency: 'OPTIONAL',
    secretResponse: true,
    responses: { 200: FactorEnrollStart },
    errors: [...commonErrors, 'PASSKEY_ALREADY_ENROLLED'],
    reasons: { CONFLICT: ['SCA_NOT_REQUIRED', 'TOTP_ALREADY_ENROLLED', 'RELYING_PARTY_MISSING'] },
    handle: async ({ caller, query, body, now, receipt }) => {
      const customer = await getScaCustomer(deps.db, caller.platform.id, query.customerId);
      const enrollment = { platform: caller.platform, customer, now, receipt };
      const start = body.type === 'TOTP' ? startTotp : startPasskey;
      return { status: 200, text: await start(deps, enrollment) };
    },
  }),
  route({
    method: 'POST',
    path: '/sca/factors/confirm',
    operationId: 'confirmScaFactorEnrollment',
    tag,
    summary: 'Enroll a factor with its first proof',
    description: 'The response for an authenticator app contains the recovery codes, which are never shown again.',
    access: 'MANAGE',
    query: CustomerQuery,
    body: FactorConfirm,
    idempotency: 'OPTIONAL',
    secretResponse: true,
    responses: { 200: FactorConfirmed },
    errors: commonErrors,
    reasons: { CONFLICT: ['SCA_NOT_REQUIRED', 'CREDENTIAL_KNOWN'] },
    handle: async ({ caller, query, body, now, receipt }) => {
      const customer = await getScaCustomer(deps.db, caller.platform.id, query.customerId);
      const enrollment = { platform: caller.platform, customer, now, receipt };
      const text =
        body.type === 'TOTP'
          ? await confirmTotp(deps, { ...enrollment, secret: body.secret, code: body.code })
          : await confirmPasskey(deps, { ...enrollment, origin: body.origin, credential: body.credential });
      return { status: 200, text };
    },
  }),
];

const factorRoutes = ({ db }: Deps): Route[] => [
  route({
    method: 'GET',
    path: '/sca/factors',
    operationId: 'listScaFactors',
    tag,
    summary: 'List the factors of a customer',
    access: 'VIEW',
    query: CustomerQuery,
    responses: { 200: ScaFactorList },
    errors: commonErrors,
    reasons: { CONFLICT: ['SCA_NOT_REQUIRED'] },
    handle: async ({ caller, query }) =>
      ok(await listFactors(db, await getScaCustomer(db, caller.platform.id, query.customerId))),
  }),
  route({
    method: 'DELETE',
    path: '/sca/factors/{credentialId}',
    operationId: 'deleteScaFactor',
    tag,
    summary: 'Delete a passkey',
    access: 'MANAGE',
    params: Type.Object({
      credentialId: Type.String({
        minLength: 1,
        maxLength: 1_400,
        examples: ['pQECAyYgASFYIP2XW3lV3sQ'],
        description: 'WebAuthn credential id of the passkey, as the list of factors shows it.',
      }),
    }),
    query: CustomerQuery,
    responses: { 204: null },
    errors: [...ownerErrors, 'REFERENCE_NOT_FOUND'],
    reasons: { CONFLICT: ['SCA_NOT_REQUIRED'] },
    handle: async ({ caller, params, query }) => {
      const customer = await getScaCustomer(db, caller.platform.id, query.customerId);
      await deletePasskey(db, keyOf(customer), params.credentialId);
      return noContent;
    },
  }),
];

const loginRoutes = (deps: Deps): Route[] => [
  route({
    method: 'POST',
    path: '/sca/login/start',
    operationId: 'startScaLogin',
    tag,
    summary: 'Start a login',
    description: 'Opens a challenge, which voids the one before. SMS codes are valid for 5 minutes, the others for 10.',
    access: 'MANAGE',
    query: CustomerQuery,
    body: LoginStartRequest,
    idempotency: 'OPTIONAL',
    responses: { 200: LoginStart },
    errors: commonErrors,
    reasons: { CONFLICT: ['SCA_NOT_REQUIRED', 'PHONE_NOT_VERIFIED'] },
    handle: async ({ caller, query, body, now, receipt }) => {
      const customer = await getScaCustomer(deps.db, caller.platform.id, query.customerId);
      const { platform } = caller;
      return { status: 200, text: await startLogin(deps, { platform, customer, factor: body.factor, now, receipt }) };
    },
  }),
  route({
    method: 'POST',
    path: '/sca/login/complete',
    operationId: 'completeScaLogin',
    tag,
    summary: 'Open a session of 180 days',
    description:
      'Replaces the session before. Failed logins add up, and a successful one does not reset their number: 5 lock the customer for 15 minutes, 6 for 30, 7 for an hour, 8 for a day; 9 suspend.',
    access: 'MANAGE',
    query: CustomerQuery,
    body: LoginCompleteRequest,
    rules: ({ body: { factor, challengeId, endUserIpAddress: ipAddress } }) =>
      completionProblems({ factor, challengeId: challengeId ?? undefined, ipAddress }),
    idempotency: 'OPTIONAL',
    responses: { 200: LoginComplete },
    errors: [...commonErrors, 'ACCOUNT_LOCKED'],
    reasons: { CONFLICT: ['SCA_NOT_REQUIRED', 'NO_PENDING_CHALLENGE', 'PROOF_ALREADY_USED'] },
    handle: async ({ caller, query, body, now, receipt }) => {
      const customer = await getScaCustomer(deps.db, caller.platform.id, query.customerId);
      const { factor, endUserIpAddress: ipAddress, code, passkeyAssertion, origin } = body;
      const proof = { code, passkeyAssertion, origin };
      const challengeId = body.challengeId ?? undefined;
      const completion = { platform: caller.platform, customer, factor, challengeId, proof, ipAddress, now, receipt };
      return { status: 200, text: await completeLogin(deps, completion) };
    },
  }),
  route({
    method: 'POST',
    path: '/sca/record-event',
    operationId: 'recordSecurityEvent',
    tag,
    summary: "Record an event of the platform's own login",
    description:
      'RESET_PASSWORD_COMPLETED ends the session and resets the failed logins, unless the customer is suspended.',
    access: 'MANAGE',
    query: CustomerQuery,
    body: SecurityEventRequest,
    idempotency: 'OPTIONAL',
    responses: { 200: SecurityEventResponse },
    errors: [...commonErrors, 'ACCOUNT_LOCKED'],
    reasons: { CONFLICT: ['SCA_NOT_REQUIRED'] },
    handle: async ({ caller, query, body, now, receipt }) => {
      const customer = await getScaCustomer(deps.db, caller.platform.id, query.customerId);
      return {
        status: 200,
        text: await recordEvent(deps.db, { eventType: body.eventType, customer, now, receipt }),
      };
    },
  }),
];

const ResetPath = Type.Object({
  resetId: Type.String({
    pattern: uuidPattern,
    examples: ['019542f5-b3e7-7d02-8000-000000000001'],
    description: 'Id of the reset, as its start returned it.',
  }),
});

const resetRoutes = (deps: Deps): Route[] => [
  route({
    method: 'POST',
    path: '/sca/factors/reset',
    operationId: 'startTwoFactorReset',
    tag,
    summary: 'Start to replace a lost factor',
    description: 'Begins with a liveness check. At most 5 in 24 hours per customer.',
    access: 'MANAGE',
    query: CustomerQuery,
    body: ResetStartRequest,
    idempotency: 'OPTIONAL',
    secretResponse: true,
    responses: { 201: ResetStart },
    errors: [...commonErrors, 'NOT_IMPLEMENTED'],
    reasons: {
      CONFLICT: ['SCA_NOT_REQUIRED', 'FACTOR_NOT_ENROLLED', 'PHONE_NOT_VERIFIED'],
      NOT_IMPLEMENTED: ['LIVENESS_NOT_AVAILABLE'],
    },
    handle: async ({ caller, query, body, now, receipt }) => {
      const { platform } = caller;
      const customer = await getScaCustomer(deps.db, platform.id, query.customerId);
      const text = await startReset(deps, { platform, customer, factor: body.factor, now, receipt });
      return { status: 201, text };
    },
  }),
  route({
    method: 'GET',
    path: '/sca/factors/reset/{resetId}',
    operationId: 'getTwoFactorResetStatus',
    tag,
    summary: 'Get the status of a reset',
    access: 'VIEW',
    params: ResetPath,
    query: CustomerQuery,
    responses: { 200: ResetStatus },
    errors: [...ownerErrors, 'REFERENCE_NOT_FOUND'],
    reasons: { CONFLICT: ['SCA_NOT_REQUIRED'] },
    handle: async ({ caller, params, query, now }) => {
      const customer = await getScaCustomer(deps.db, caller.platform.id, query.customerId);
      return ok(await getResetJson(deps.db, { ...keyOf(customer), id: params.resetId }, now));
    },
  }),
  route({
    method: 'POST',
    path: '/sca/factors/reset/{resetId}/complete',
    operationId: 'completeTwoFactorReset',
    tag,
    summary: 'Remove the lost factor',
    description:
      'Requires a passed liveness check. A new authenticator app or passkey can then be enrolled; for SMS_OTP, mobile is the new number, which must be verified.',
    access: 'MANAGE',
    params: ResetPath,
    query: CustomerQuery,
    body: ResetCompleteRequest,
    bodyOptional: true,
    idempotency: 'OPTIONAL',
    responses: { 204: null },
    errors: [...commonErrors, 'REFERENCE_NOT_FOUND'],
    reasons: {
      CONFLICT: ['SCA_NOT_REQUIRED', 'ALREADY_COMPLETED'],
      INVALID_INPUT: ['INITIATED', 'PENDING_REVIEW', 'REJECTED', 'EXPIRED'],
    },
    handle: async ({ caller, params, query, body, now, receipt }) => {
      const key = { platformId: caller.platform.id, customerId: query.customerId };
      await completeReset(deps.db, { ...key, resetId: params.resetId, mobile: body?.mobile, now, receipt });
      return noContent;
    },
  }),
];
