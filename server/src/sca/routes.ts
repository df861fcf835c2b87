import { Type } from '@sinclair/typebox';
import { noContent, ok, type Route, route } from '../http/route.ts';
import { IdOf } from '../http/schemas.ts';
import type { ErrorCode } from '../kernel/errors.ts';
import { uuidPattern } from '../kernel/ids.ts';
import type { ScaNeeds } from './challenges.ts';
import { listFactors } from './factors.ts';
import { completeLogin, completionProblems, startLogin } from './login.ts';
import { confirmPasskey, deletePasskey, startPasskey } from './passkeys.ts';
import { completeReset, getReset, type ResetNeeds, startReset } from './resets.ts';
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
import { findScaCustomer, keyOf } from './subject.ts';
import { confirmTotp, startTotp } from './totp.ts';
import { trustRoutes } from './trust-routes.ts';

type Needs = ScaNeeds & ResetNeeds;

export const scaRoutes = (needs: Needs): Route[] => [
  ...enrollmentRoutes(needs),
  ...factorRoutes(needs),
  ...loginRoutes(needs),
  ...resetRoutes(needs),
  ...trustRoutes(needs),
];

const tag = 'Strong Customer Authentication';
const CustomerQuery = Type.Object({ customerId: IdOf('Customer') });

/** Customers outside of the regions that need it are refused everywhere. */
const always: readonly ErrorCode[] = ['INVALID_INPUT', 'USER_NOT_FOUND', 'CUSTOMER_DELETED', 'CONFLICT'];

const enrollmentRoutes = (needs: Needs): Route[] => [
  route({
    method: 'POST',
    path: '/sca/factors',
    operationId: 'startScaFactorEnrollment',
    tag,
    summary: 'Start to enroll a factor',
    description: 'Valid for ten minutes; a new start voids the one before. SMS_OTP needs no enrollment.',
    access: 'MANAGE',
    query: CustomerQuery,
    body: FactorEnroll,
    idempotency: 'OPTIONAL',
    secretAnswer: true,
    answers: { 200: FactorEnrollStart },
    errors: [...always, 'PASSKEY_ALREADY_ENROLLED'],
    handle: async ({ caller, query, body, now, receipt }) => {
      const customer = await findScaCustomer(needs.db, caller.platform.id, query.customerId);
      const enrollment = { platform: caller.platform, customer, now, receipt };
      const start = body.type === 'TOTP' ? startTotp : startPasskey;
      return { status: 200, text: await start(needs, enrollment) };
    },
  }),
  route({
    method: 'POST',
    path: '/sca/factors/confirm',
    operationId: 'confirmScaFactorEnrollment',
    tag,
    summary: 'Enroll a factor with its first proof',
    description: 'Recovery codes of an authenticator app are in this answer and never shown again.',
    access: 'MANAGE',
    query: CustomerQuery,
    body: FactorConfirm,
    idempotency: 'OPTIONAL',
    secretAnswer: true,
    answers: { 200: FactorConfirmed },
    errors: always,
    handle: async ({ caller, query, body, now, receipt }) => {
      const customer = await findScaCustomer(needs.db, caller.platform.id, query.customerId);
      const enrollment = { platform: caller.platform, customer, now, receipt };
      const text =
        body.type === 'TOTP'
          ? await confirmTotp(needs, { ...enrollment, secret: body.secret, code: body.code })
          : await confirmPasskey(needs, { ...enrollment, origin: body.origin, credential: body.credential });
      return { status: 200, text };
    },
  }),
];

const factorRoutes = ({ db }: Needs): Route[] => [
  route({
    method: 'GET',
    path: '/sca/factors',
    operationId: 'listScaFactors',
    tag,
    summary: 'List what a customer can prove themselves with',
    access: 'VIEW',
    query: CustomerQuery,
    answers: { 200: ScaFactorList },
    errors: always,
    handle: async ({ caller, query }) =>
      ok(await listFactors(db, await findScaCustomer(db, caller.platform.id, query.customerId))),
  }),
  route({
    method: 'DELETE',
    path: '/sca/factors/{credentialId}',
    operationId: 'deleteScaFactor',
    tag,
    summary: 'Delete a passkey',
    access: 'MANAGE',
    params: Type.Object({ credentialId: Type.String({ minLength: 1, maxLength: 1_400 }) }),
    query: CustomerQuery,
    answers: { 204: null },
    errors: [...always, 'REFERENCE_NOT_FOUND'],
    handle: async ({ caller, params, query }) => {
      const customer = await findScaCustomer(db, caller.platform.id, query.customerId);
      await deletePasskey(db, keyOf(customer), params.credentialId);
      return noContent;
    },
  }),
];

const loginRoutes = (needs: Needs): Route[] => [
  route({
    method: 'POST',
    path: '/sca/login/start',
    operationId: 'startScaLogin',
    tag,
    summary: 'Ask a customer for the proof that opens a session',
    description: 'A new start voids the one before. SMS codes are valid for 5 minutes, the others for 10.',
    access: 'MANAGE',
    query: CustomerQuery,
    body: LoginStartRequest,
    idempotency: 'OPTIONAL',
    answers: { 200: LoginStart },
    errors: always,
    handle: async ({ caller, query, body, now, receipt }) => {
      const customer = await findScaCustomer(needs.db, caller.platform.id, query.customerId);
      const { platform } = caller;
      return { status: 200, text: await startLogin(needs, { platform, customer, factor: body.factor, now, receipt }) };
    },
  }),
  route({
    method: 'POST',
    path: '/sca/login/complete',
    operationId: 'completeScaLogin',
    tag,
    summary: 'Open a session of 180 days',
    description:
      'Ends every session before it. Failed logins add up and are not forgotten by one that succeeds: 5 lock the customer for 15 minutes, 6 for 30, 7 for an hour, 8 for a day; 9 suspend.',
    access: 'MANAGE',
    query: CustomerQuery,
    body: LoginCompleteRequest,
    rules: ({ body: { factor, challengeId, endUserIpAddress: ipAddress } }) =>
      completionProblems({ factor, challengeId: challengeId ?? undefined, ipAddress }),
    idempotency: 'OPTIONAL',
    answers: { 200: LoginComplete },
    errors: [...always, 'ACCOUNT_LOCKED'],
    handle: async ({ caller, query, body, now, receipt }) => {
      const customer = await findScaCustomer(needs.db, caller.platform.id, query.customerId);
      const { factor, endUserIpAddress: ipAddress, code, passkeyAssertion, origin } = body;
      const proof = { code, passkeyAssertion, origin };
      const challengeId = body.challengeId ?? undefined;
      const completion = { platform: caller.platform, customer, factor, challengeId, proof, ipAddress, now, receipt };
      return { status: 200, text: await completeLogin(needs, completion) };
    },
  }),
  route({
    method: 'POST',
    path: '/sca/record-event',
    operationId: 'recordSecurityEvent',
    tag,
    summary: "Tell what happened at the platform's own login",
    description: 'RESET_PASSWORD_COMPLETED ends every session and forgets failed logins, unless they have suspended.',
    access: 'MANAGE',
    query: CustomerQuery,
    body: SecurityEventRequest,
    idempotency: 'OPTIONAL',
    answers: { 200: SecurityEventResponse },
    errors: [...always, 'ACCOUNT_LOCKED'],
    handle: async ({ caller, query, body, now, receipt }) => {
      const customer = await findScaCustomer(needs.db, caller.platform.id, query.customerId);
      return {
        status: 200,
        text: await recordEvent(needs.db, { eventType: body.eventType, customer, now, receipt }),
      };
    },
  }),
];

const ResetPath = Type.Object({ resetId: Type.String({ pattern: uuidPattern }) });

const resetRoutes = (needs: Needs): Route[] => [
  route({
    method: 'POST',
    path: '/sca/factors/reset',
    operationId: 'startTwoFactorReset',
    tag,
    summary: 'Start to replace a factor that was lost',
    description: 'Begins with a liveness check. At most 5 in 24 hours per customer.',
    access: 'MANAGE',
    query: CustomerQuery,
    body: ResetStartRequest,
    idempotency: 'OPTIONAL',
    secretAnswer: true,
    answers: { 201: ResetStart },
    errors: [...always, 'NOT_IMPLEMENTED'],
    handle: async ({ caller, query, body, now, receipt }) => {
      const { platform } = caller;
      const customer = await findScaCustomer(needs.db, platform.id, query.customerId);
      const text = await startReset(needs, { platform, customer, factor: body.factor, now, receipt });
      return { status: 201, text };
    },
  }),
  route({
    method: 'GET',
    path: '/sca/factors/reset/{resetId}',
    operationId: 'getTwoFactorResetStatus',
    tag,
    summary: 'Read how far a reset has come',
    access: 'VIEW',
    params: ResetPath,
    query: CustomerQuery,
    answers: { 200: ResetStatus },
    errors: [...always, 'REFERENCE_NOT_FOUND'],
    handle: async ({ caller, params, query, now }) => {
      const customer = await findScaCustomer(needs.db, caller.platform.id, query.customerId);
      return ok(await getReset(needs.db, { ...keyOf(customer), id: params.resetId }, now));
    },
  }),
  route({
    method: 'POST',
    path: '/sca/factors/reset/{resetId}/complete',
    operationId: 'completeTwoFactorReset',
    tag,
    summary: 'Make room for a new factor',
    description:
      'Once the liveness check has passed. A new authenticator app or passkey is then enrolled as the first was; for SMS_OTP, mobile is the new number, to be verified.',
    access: 'MANAGE',
    params: ResetPath,
    query: CustomerQuery,
    body: ResetCompleteRequest,
    bodyOptional: true,
    idempotency: 'OPTIONAL',
    answers: { 204: null },
    errors: [...always, 'REFERENCE_NOT_FOUND'],
    handle: async ({ caller, params, query, body, now, receipt }) => {
      const key = { platformId: caller.platform.id, customerId: query.customerId };
      await completeReset(needs.db, { ...key, resetId: params.resetId, mobile: body?.mobile, now, receipt });
      return noContent;
    },
  }),
];
