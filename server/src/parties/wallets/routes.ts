import { Type } from '@sinclair/typebox';
import { Annotated } from '../../engine/http/named-schemas.ts';
import { type Context, ok, type Route, route } from '../../engine/http/route.ts';
import { IdOf } from '../../engine/http/schemas.ts';
import { assert } from '../../foundation/kernel/errors.ts';
import { InternalAccount } from '../accounts/schemas.ts';
import { challengeCredential } from './challenges.ts';
import { credentialJson, listCredentials } from './credential-record.ts';
import { createCredential, revokeCredential } from './credentials.ts';
import type { WalletDeps, WalletRequest } from './deps.ts';
import { exportWallet, updateWallet } from './export.ts';
import { unlessProcessing } from './pending-operation.ts';
import { orProcessing } from './processing-schemas.ts';
import {
  AuthChallengeResponse,
  AuthCredentialList,
  AuthMethodResponse,
  AuthSession,
  AuthSignedRequestChallenge,
  CredentialChallenge,
  CredentialCreate,
  CredentialVerify,
  ExportRequest,
  ExportResponse,
  SessionList,
  SessionRefresh,
  SignedRequestChallenge,
  WalletUpdate,
} from './schemas.ts';
import { listSessions, refreshSession, revokeSession } from './sessions.ts';
import { verifyCredential } from './verification.ts';

const tag = 'Embedded Wallet Auth';
const AccountQuery = Type.Object({
  accountId: IdOf('InternalAccount', { description: 'Embedded wallet whose credentials or sessions are listed.' }),
});
const CredentialPath = Type.Object({ id: IdOf('AuthMethod') });
const SessionPath = Type.Object({ id: IdOf('Session') });
const AccountPath = Type.Object({ id: IdOf('InternalAccount') });

const walletRequest = ({ caller, now, signed }: Pick<Context, 'caller' | 'now' | 'signed'>): WalletRequest => ({
  platform: caller.platform,
  now,
  signed,
});

export const walletRoutes = (deps: WalletDeps): Route[] =>
  [...credentialRoutes(deps), ...loginRoutes(deps), ...sessionRoutes(deps), ...accountRoutes(deps)].map((one) =>
    one.method === 'GET' ? one : { ...one, responses: orProcessing(one.responses) },
  );

const credentialRoutes = (deps: WalletDeps): Route[] => [
  route({
    method: 'POST',
    path: '/auth/credentials',
    operationId: 'createAuthCredential',
    tag,
    summary: 'Add a credential to an embedded wallet',
    description:
      'The first credential of an account is added at once. Any other needs the signature of a session of the account: ' +
      '202, then the same request with both headers. An EMAIL_OTP or SMS_OTP is sent its first code.',
    access: 'TRANSACT_OR_MANAGE',
    body: Annotated(CredentialCreate, { $id: 'AuthCredentialCreateRequest' }),
    idempotency: 'OPTIONAL',
    isSigned: true,
    responses: { 201: AuthMethodResponse, 202: AuthSignedRequestChallenge },
    errors: [
      'INVALID_INPUT',
      'EMAIL_OTP_CREDENTIAL_ALREADY_EXISTS',
      'SMS_OTP_CREDENTIAL_ALREADY_EXISTS',
      'PASSKEY_CREDENTIAL_ALREADY_EXISTS',
      'INVALID_SIGNATURE',
      'REFERENCE_NOT_FOUND',
      'CONFLICT',
    ],
    reasons: {
      EMAIL_OTP_CREDENTIAL_ALREADY_EXISTS: ['CREDENTIAL_ALREADY_EXISTS'],
      SMS_OTP_CREDENTIAL_ALREADY_EXISTS: ['CREDENTIAL_ALREADY_EXISTS'],
      PASSKEY_CREDENTIAL_ALREADY_EXISTS: ['CREDENTIAL_ALREADY_EXISTS'],
      INVALID_INPUT: ['CREDENTIAL_ALREADY_EXISTS'],
      UNAUTHORIZED: ['OIDC_TOKEN_REJECTED'],
      INVALID_SIGNATURE: ['OIDC_SIGNATURE_WRONG'],
      CONFLICT: ['ACCOUNT_NOT_ACTIVE'],
    },
    handle: (context) => createCredential(deps, { ...walletRequest(context), receipt: context.receipt }, context.body),
  }),
  route({
    method: 'GET',
    path: '/auth/credentials',
    operationId: 'listAuthCredentials',
    tag,
    summary: 'List the credentials of an account',
    access: 'VIEW',
    query: AccountQuery,
    responses: { 200: AuthCredentialList },
    errors: ['INVALID_INPUT'],
    handle: async ({ caller, query }) => {
      const credentials = await listCredentials(deps.db, caller.platform.id, query.accountId);
      return ok({ data: credentials.map(credentialJson) });
    },
  }),
  route({
    method: 'DELETE',
    path: '/auth/credentials/{id}',
    operationId: 'revokeAuthCredential',
    tag,
    summary: 'Revoke a credential',
    description:
      'Signed by a session of another credential of the account. Its sessions end. The last credential cannot be revoked.',
    access: 'TRANSACT_OR_MANAGE',
    params: CredentialPath,
    isSigned: true,
    responses: { 202: AuthSignedRequestChallenge, 204: null },
    errors: ['INVALID_INPUT', 'REFERENCE_NOT_FOUND'],
    reasons: { INVALID_INPUT: ['LAST_CREDENTIAL'], WALLET_SIGNATURE_INVALID: ['SIGNER_NOT_ALLOWED'] },
    handle: (context) => revokeCredential(deps, walletRequest(context), context.params.id),
  }),
];

const loginRoutes = (deps: WalletDeps): Route[] => [
  route({
    method: 'POST',
    path: '/auth/credentials/{id}/challenge',
    operationId: 'challengeAuthCredential',
    tag,
    summary: 'Start a login',
    description:
      'Sends a new code (EMAIL_OTP, SMS_OTP), or returns the challenge of a passkey, which includes clientPublicKey. ' +
      'At most 5 codes, or 30 passkey challenges, per credential in 10 minutes.',
    access: 'TRANSACT_OR_MANAGE',
    params: CredentialPath,
    body: CredentialChallenge,
    bodyOptional: true,
    secretResponse: true,
    responses: { 200: AuthChallengeResponse },
    errors: ['INVALID_INPUT', 'REFERENCE_NOT_FOUND', 'CONFLICT'],
    reasons: { CONFLICT: ['ACCOUNT_NOT_ACTIVE'] },
    handle: (context) => {
      const { id } = context.params;
      const key = context.body?.clientPublicKey;
      const login = { id, clientPublicKey: typeof key === 'string' ? key : undefined };
      const work = { wallet: { credentialId: id }, key: `challenge ${id} ${login.clientPublicKey ?? ''}` };
      return unlessProcessing(deps, walletRequest(context), work, async () =>
        ok(await challengeCredential(deps, walletRequest(context), login)),
      );
    },
  }),
  route({
    method: 'POST',
    path: '/auth/credentials/{id}/verify',
    operationId: 'verifyAuthCredential',
    tag,
    summary: 'Prove a credential and open a session',
    description:
      'A code is sent encrypted, in two requests; a passkey assertion with Request-Id; an OIDC token with the key of the ' +
      'session. A session lasts 15 minutes.',
    access: 'TRANSACT_OR_MANAGE',
    params: CredentialPath,
    body: Annotated(CredentialVerify, { $id: 'AuthCredentialVerifyRequest' }),
    isSigned: true,
    secretResponse: true,
    responses: { 200: AuthSession, 202: AuthSignedRequestChallenge },
    errors: ['INVALID_INPUT', 'INVALID_SIGNATURE', 'REFERENCE_NOT_FOUND', 'CONFLICT'],
    reasons: {
      UNAUTHORIZED: [
        'INVALID_OTP_CODE',
        'NO_PENDING_OTP',
        'OTP_BUNDLE_UNREADABLE',
        'OIDC_TOKEN_REJECTED',
        'OIDC_NONCE_WRONG',
        'OIDC_IDENTITY_MISMATCH',
        'OIDC_TOKEN_USED',
        'ASSERTION_REJECTED',
      ],
      INVALID_SIGNATURE: ['OIDC_SIGNATURE_WRONG', 'ASSERTION_SIGNATURE_WRONG'],
      WALLET_SIGNATURE_INVALID: ['SIGNER_NOT_ALLOWED'],
      CONFLICT: ['ACCOUNT_NOT_ACTIVE'],
    },
    handle: (context) => verifyCredential(deps, walletRequest(context), { id: context.params.id, proof: context.body }),
  }),
];

const sessionRoutes = (deps: WalletDeps): Route[] => [
  route({
    method: 'GET',
    path: '/auth/sessions',
    operationId: 'listAuthSessions',
    tag,
    summary: 'List the active sessions of an account',
    access: 'VIEW',
    query: AccountQuery,
    responses: { 200: SessionList },
    errors: ['INVALID_INPUT'],
    handle: async ({ caller, query, now }) => {
      const data = await listSessions(deps.db, { platformId: caller.platform.id, accountId: query.accountId, now });
      return ok({ data });
    },
  }),
  route({
    method: 'POST',
    path: '/auth/sessions/{id}/refresh',
    operationId: 'refreshAuthSession',
    tag,
    summary: 'Open a further session before this one ends',
    description: 'Signed with the key of the session, which stays valid until its own expiry.',
    access: 'TRANSACT_OR_MANAGE',
    params: SessionPath,
    body: SessionRefresh,
    isSigned: true,
    secretResponse: true,
    responses: { 201: AuthSession, 202: SignedRequestChallenge },
    errors: ['INVALID_INPUT', 'REFERENCE_NOT_FOUND'],
    reasons: { UNAUTHORIZED: ['SESSION_ENDED', 'LOGIN_TOO_OLD'], WALLET_SIGNATURE_INVALID: ['SIGNER_NOT_ALLOWED'] },
    handle: (context) => {
      const { clientPublicKey } = context.body;
      return refreshSession(deps, walletRequest(context), { sessionId: context.params.id, clientPublicKey });
    },
  }),
  route({
    method: 'DELETE',
    path: '/auth/sessions/{id}',
    operationId: 'revokeAuthSession',
    tag,
    summary: 'End a session',
    description: 'Signed by any active session of the account, itself included.',
    access: 'TRANSACT_OR_MANAGE',
    params: SessionPath,
    isSigned: true,
    responses: { 202: AuthSignedRequestChallenge, 204: null },
    errors: ['INVALID_INPUT', 'REFERENCE_NOT_FOUND'],
    handle: (context) => revokeSession(deps, walletRequest(context), context.params.id),
  }),
];

const accountRoutes = (deps: WalletDeps): Route[] => [
  route({
    method: 'PATCH',
    path: '/internal-accounts/{id}',
    operationId: 'updateInternalAccount',
    tag: 'Internal Accounts',
    summary: 'Change the privacy of an embedded wallet',
    access: 'MANAGE',
    params: AccountPath,
    body: WalletUpdate,
    isSigned: true,
    responses: { 200: InternalAccount, 202: SignedRequestChallenge },
    errors: ['INVALID_INPUT', 'REFERENCE_NOT_FOUND', 'CONFLICT'],
    reasons: { CONFLICT: ['ACCOUNT_NOT_ACTIVE'] },
    handle: (context) => {
      const { privateEnabled } = context.body;
      assert(privateEnabled !== undefined, 'an update has at least one member');
      return updateWallet(deps, walletRequest(context), { accountId: context.params.id, privateEnabled });
    },
  }),
  route({
    method: 'POST',
    path: '/internal-accounts/{id}/export',
    operationId: 'exportInternalAccount',
    tag: 'Internal Accounts',
    summary: 'Export the seed of an embedded wallet',
    description: 'Encrypted to clientPublicKey. Only a successful attempt uses the challenge.',
    access: 'MANAGE',
    params: AccountPath,
    body: ExportRequest,
    isSigned: true,
    secretResponse: true,
    responses: { 200: ExportResponse, 202: SignedRequestChallenge },
    errors: ['INVALID_INPUT', 'REFERENCE_NOT_FOUND', 'CONFLICT'],
    reasons: { CONFLICT: ['ACCOUNT_NOT_ACTIVE'] },
    handle: (context) => {
      const { clientPublicKey } = context.body;
      return exportWallet(deps, walletRequest(context), { accountId: context.params.id, clientPublicKey });
    },
  }),
];
