import { Type } from '@sinclair/typebox';
import { IdsQuery, PageQuery } from '../../engine/http/paging.ts';
import { noContent, ok, type Route, route } from '../../engine/http/route.ts';
import { IdOf } from '../../engine/http/schemas.ts';
import type { Banking, VerificationProviders } from '../../engine/providers/services.ts';
import type { Database } from '../../foundation/db/database.ts';
import { listCustomerAccounts } from './account-list.ts';
import {
  createExternalAccount,
  deleteExternalAccount,
  externalAccountCreationProblems,
  listExternalAccounts,
} from './external-accounts.ts';
import { externalAccountJson, getExternalAccount, type OwnerKind } from './external-record.ts';
import {
  ExternalAccount,
  ExternalAccountCreateRequest,
  ExternalAccountList,
  OwnershipChallenge,
  OwnershipChallengeRequest,
  OwnershipVerifyRequest,
  PlatformExternalAccountCreateRequest,
} from './external-schemas.ts';
import { type AccountDeps, internalAccountJson, platformAccounts } from './internal-accounts.ts';
import { issueChallenge, verifyOwnership } from './ownership.ts';
import { InternalAccountList, InternalAccountTypeName, PlatformInternalAccountList } from './schemas.ts';

interface Deps {
  db: Database;
  banking: Banking;
  verification: VerificationProviders;
}

export const accountRoutes = (deps: Deps): Route[] => [
  ...internalAccountRoutes(deps),
  ...routeSets.flatMap((set) => [
    ...readingRoutes(set, deps.db),
    ...writingRoutes(set, deps),
    ...ownershipRoutes(set, deps),
  ]),
];

const currencyFilter = {
  currency: Type.Optional(Type.String({ maxLength: 10, description: 'Only accounts of this currency, by its code.' })),
};

const internalAccountRoutes = (deps: AccountDeps): Route[] => [
  route({
    method: 'GET',
    path: '/platform/internal-accounts',
    operationId: 'listPlatformInternalAccounts',
    tag: 'Internal Accounts',
    summary: "List the platform's own internal accounts",
    description: 'One account per held currency: accounts with money first, then the others by currency.',
    access: 'VIEW',
    query: Type.Object({ ...currencyFilter, type: Type.Optional(InternalAccountTypeName) }),
    responses: { 200: PlatformInternalAccountList },
    errors: [],
    handle: async ({ caller, query }) => {
      const accounts = await platformAccounts(deps, caller.platform.id, query);
      return ok({ data: accounts.map(internalAccountJson) });
    },
  }),
  route({
    method: 'GET',
    path: '/customers/internal-accounts',
    operationId: 'listCustomerInternalAccounts',
    tag: 'Internal Accounts',
    summary: "List customers' internal accounts",
    description:
      'Embedded wallets first, then accounts with money, at most a hundred, then the others by currency. ' +
      'Pages have each account exactly once, although balances change while they are read.',
    access: 'VIEW',
    query: Type.Object({
      ...IdsQuery('InternalAccount'),
      ...currencyFilter,
      customerId: Type.Optional(IdOf('Customer', { description: 'Only accounts of this customer.' })),
      type: Type.Optional(InternalAccountTypeName),
      ...PageQuery,
    }),
    responses: { 200: InternalAccountList },
    errors: ['INVALID_INPUT'],
    handle: async ({ caller, query }) => ok(await listCustomerAccounts(deps, caller.platform.id, query)),
  }),
];

/** External accounts of customers and of the platform have the same operations. */
interface RouteSet {
  owner: OwnerKind;
  base: string;
  /** Possessive form of the owner, for operation summaries. */
  possessive: string;
  query: typeof CustomerAccountsQuery | typeof PlatformAccountsQuery;
  body: typeof ExternalAccountCreateRequest | typeof PlatformExternalAccountCreateRequest;
  operationIds: Record<'list' | 'create' | 'get' | 'delete' | 'challenge' | 'verify', string>;
}

const PlatformAccountsQuery = Type.Object({ ...IdsQuery('ExternalAccount'), ...currencyFilter, ...PageQuery });
const CustomerAccountsQuery = Type.Object({
  ...IdsQuery('ExternalAccount'),
  ...currencyFilter,
  customerId: Type.Optional(IdOf('Customer', { description: 'Only accounts of this customer.' })),
  ...PageQuery,
});

const routeSets: readonly RouteSet[] = [
  {
    owner: 'CUSTOMER',
    base: '/customers/external-accounts',
    possessive: "a customer's",
    query: CustomerAccountsQuery,
    body: ExternalAccountCreateRequest,
    operationIds: {
      list: 'listCustomerExternalAccounts',
      create: 'createCustomerExternalAccount',
      get: 'getCustomerExternalAccountById',
      delete: 'deleteCustomerExternalAccountById',
      challenge: 'createExternalAccountOwnershipChallenge',
      verify: 'verifyExternalAccountOwnership',
    },
  },
  {
    owner: 'PLATFORM',
    base: '/platform/external-accounts',
    possessive: "the platform's own",
    query: PlatformAccountsQuery,
    body: PlatformExternalAccountCreateRequest,
    operationIds: {
      list: 'listPlatformExternalAccounts',
      create: 'createPlatformExternalAccount',
      get: 'getPlatformExternalAccountById',
      delete: 'deletePlatformExternalAccountById',
      challenge: 'createPlatformExternalAccountOwnershipChallenge',
      verify: 'verifyPlatformExternalAccountOwnership',
    },
  },
];

const tag = 'External Accounts';
const AccountPath = Type.Object({ externalAccountId: IdOf('ExternalAccount') });

const readingRoutes = ({ owner, base, possessive, query: filters, operationIds }: RouteSet, db: Database): Route[] => [
  route({
    method: 'GET',
    path: base,
    operationId: operationIds.list,
    tag,
    summary: owner === 'CUSTOMER' ? "List customers' external accounts" : "List the platform's own external accounts",
    access: 'VIEW',
    query: filters,
    responses: { 200: ExternalAccountList },
    errors: ['INVALID_INPUT'],
    handle: async ({ caller, query }) =>
      ok(await listExternalAccounts(db, { platformId: caller.platform.id, owner }, query)),
  }),
  route({
    method: 'GET',
    path: `${base}/{externalAccountId}`,
    operationId: operationIds.get,
    tag,
    summary: `Read ${possessive} external account`,
    access: 'VIEW',
    params: AccountPath,
    responses: { 200: ExternalAccount },
    errors: ['REFERENCE_NOT_FOUND'],
    handle: async ({ caller, params }) => {
      const key = { platformId: caller.platform.id, owner, id: params.externalAccountId };
      return ok(externalAccountJson(await getExternalAccount(db, key)));
    },
  }),
];

const writingRoutes = ({ owner, base, possessive, body: request, operationIds }: RouteSet, deps: Deps): Route[] => [
  route({
    method: 'POST',
    path: base,
    operationId: operationIds.create,
    tag,
    summary: `Add ${possessive} external account`,
    description: 'accountType selects the fields. Self-custody wallets of the owner wait for a proof of ownership.',
    access: 'TRANSACT_OR_MANAGE',
    body: request,
    rules: ({ caller, body, checks }) =>
      externalAccountCreationProblems(deps, { platform: caller.platform, input: body, checks }),
    idempotency: 'OPTIONAL',
    responses: { 201: ExternalAccount },
    errors: [
      'INVALID_INPUT',
      'INVALID_BANK_ACCOUNT',
      'CONFLICT',
      ...(owner === 'CUSTOMER' ? (['USER_NOT_FOUND', 'CUSTOMER_DELETED'] as const) : []),
    ],
    reasons: { CONFLICT: ['EXTERNAL_ACCOUNT_EXISTS'] },
    handle: async ({ caller, body, now, receipt, checks }) => {
      const creation = { platform: caller.platform, input: body, now, receipt, checks };
      return { status: 201, text: await createExternalAccount(deps, creation) };
    },
  }),
  route({
    method: 'DELETE',
    path: `${base}/{externalAccountId}`,
    operationId: operationIds.delete,
    tag,
    summary: `Delete ${possessive} external account`,
    access: 'TRANSACT_OR_MANAGE',
    params: AccountPath,
    responses: { 204: null },
    errors: ['REFERENCE_NOT_FOUND', 'BENEFICIARY_TRUSTED', 'CONFLICT'],
    handle: async ({ caller, params, now }) => {
      const key = { platformId: caller.platform.id, owner, id: params.externalAccountId };
      await deleteExternalAccount(deps.db, key, now);
      return noContent;
    },
  }),
];

const ownershipRoutes = ({ owner, base, operationIds }: RouteSet, deps: Deps): Route[] => [
  route({
    method: 'POST',
    path: `${base}/{externalAccountId}/challenge`,
    operationId: operationIds.challenge,
    tag,
    summary: 'Request a proof that the owner controls a wallet',
    description:
      'A new challenge voids the one before. The result of LIVENESS arrives as EXTERNAL_ACCOUNT.STATUS_UPDATED.',
    access: 'TRANSACT_OR_MANAGE',
    params: AccountPath,
    body: OwnershipChallengeRequest,
    idempotency: 'OPTIONAL',
    secretResponse: true,
    responses: { 201: OwnershipChallenge },
    errors: ['INVALID_INPUT', 'REFERENCE_NOT_FOUND', 'CONFLICT', 'NOT_IMPLEMENTED'],
    reasons: { CONFLICT: ['OWNERSHIP_NOT_PENDING'], NOT_IMPLEMENTED: ['LIVENESS_NOT_AVAILABLE'] },
    handle: async ({ caller, params, body, now, receipt }) => {
      const { platform } = caller;
      const key = { platformId: platform.id, owner, id: params.externalAccountId };
      const text = await issueChallenge(deps, { platform, key, method: body.method, now, receipt });
      return { status: 201, text };
    },
  }),
  route({
    method: 'POST',
    path: `${base}/{externalAccountId}/verify`,
    operationId: operationIds.verify,
    tag,
    summary: 'Prove the control of a wallet with a signature',
    description:
      'One attempt per challenge: a wrong or late signature makes the account UNVERIFIED and requires a new challenge.',
    access: 'TRANSACT_OR_MANAGE',
    params: AccountPath,
    body: OwnershipVerifyRequest,
    idempotency: 'OPTIONAL',
    responses: { 200: ExternalAccount },
    errors: ['INVALID_INPUT', 'REFERENCE_NOT_FOUND', 'CONFLICT'],
    reasons: { INVALID_INPUT: ['CHALLENGE_EXPIRED', 'SIGNATURE_INVALID'], CONFLICT: ['NO_OUTSTANDING_CHALLENGE'] },
    handle: async ({ caller, params, body, now, receipt }) => {
      const key = { platformId: caller.platform.id, owner, id: params.externalAccountId };
      const { signature, signatureScheme: scheme = 'bip137' } = body;
      return { status: 200, text: await verifyOwnership(deps.db, { key, now, receipt, signature, scheme }) };
    },
  }),
];
