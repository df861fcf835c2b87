import { Type } from '@sinclair/typebox';
import type { Database } from '../db/database.ts';
import { PageQuery } from '../http/paging.ts';
import { noContent, ok, type Route, route } from '../http/route.ts';
import { IdOf } from '../http/schemas.ts';
import type { ExternalAccountInput } from './account-rules.ts';
import {
  createExternalAccount,
  creationProblems,
  deleteExternalAccount,
  type ExternalAccountNeeds,
  listExternalAccounts,
} from './external-accounts.ts';
import { externalAccountJson, findExternalAccount, type OwnerKind } from './external-record.ts';
import {
  ExternalAccount,
  ExternalAccountCreateRequest,
  ExternalAccountList,
  OwnershipChallenge,
  OwnershipChallengeRequest,
  OwnershipVerifyRequest,
  PlatformExternalAccountCreateRequest,
} from './external-schemas.ts';
import { type AccountNeeds, internalAccountJson, listCustomerAccounts, platformAccounts } from './internal-accounts.ts';
import { issueChallenge, type OwnershipNeeds, verifyOwnership } from './ownership.ts';
import { InternalAccountList, InternalAccountTypeName, PlatformInternalAccountList } from './schemas.ts';

type Needs = AccountNeeds & ExternalAccountNeeds & OwnershipNeeds;

export const accountRoutes = (needs: Needs): Route[] => [
  ...internalAccountRoutes(needs),
  ...faces.flatMap((face) => [
    ...readingRoutes(face, needs.db),
    ...writingRoutes(face, needs),
    ...ownershipRoutes(face, needs),
  ]),
];

const currencyFilter = { currency: Type.Optional(Type.String({ maxLength: 10 })) };

const internalAccountRoutes = (needs: AccountNeeds): Route[] => [
  route({
    method: 'GET',
    path: '/platform/internal-accounts',
    operationId: 'listPlatformInternalAccounts',
    tag: 'Internal Accounts',
    summary: "List the platform's own internal accounts",
    access: 'VIEW',
    query: Type.Object({ ...currencyFilter, type: Type.Optional(InternalAccountTypeName) }),
    answers: { 200: PlatformInternalAccountList },
    errors: [],
    handle: async ({ caller, query }) => {
      const accounts = await platformAccounts(needs, caller.platform.id, query);
      return ok({ data: accounts.map(internalAccountJson) });
    },
  }),
  route({
    method: 'GET',
    path: '/customers/internal-accounts',
    operationId: 'listCustomerInternalAccounts',
    tag: 'Internal Accounts',
    summary: "List customers' internal accounts",
    access: 'VIEW',
    query: Type.Object({
      ...currencyFilter,
      customerId: Type.Optional(IdOf('Customer')),
      type: Type.Optional(InternalAccountTypeName),
      ...PageQuery,
    }),
    answers: { 200: InternalAccountList },
    errors: ['INVALID_INPUT'],
    handle: async ({ caller, query }) => ok(await listCustomerAccounts(needs, caller.platform.id, query)),
  }),
];

/** External accounts have the same operations for customers and for the platform itself. */
interface Face {
  owner: OwnerKind;
  base: string;
  whose: string;
  query: typeof CustomerAccountsQuery | typeof PlatformAccountsQuery;
  body: typeof ExternalAccountCreateRequest | typeof PlatformExternalAccountCreateRequest;
  operationIds: Record<'list' | 'create' | 'get' | 'delete' | 'challenge' | 'verify', string>;
}

const PlatformAccountsQuery = Type.Object({ ...currencyFilter, ...PageQuery });
const CustomerAccountsQuery = Type.Object({
  ...currencyFilter,
  customerId: Type.Optional(IdOf('Customer')),
  ...PageQuery,
});

const faces: readonly Face[] = [
  {
    owner: 'CUSTOMER',
    base: '/customers/external-accounts',
    whose: "a customer's",
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
    whose: "the platform's own",
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

const readingRoutes = ({ owner, base, whose, query: filters, operationIds }: Face, db: Database): Route[] => [
  route({
    method: 'GET',
    path: base,
    operationId: operationIds.list,
    tag,
    summary: owner === 'CUSTOMER' ? "List customers' external accounts" : "List the platform's own external accounts",
    access: 'VIEW',
    query: filters,
    answers: { 200: ExternalAccountList },
    errors: ['INVALID_INPUT'],
    handle: async ({ caller, query }) =>
      ok(await listExternalAccounts(db, { platformId: caller.platform.id, owner }, query)),
  }),
  route({
    method: 'GET',
    path: `${base}/{externalAccountId}`,
    operationId: operationIds.get,
    tag,
    summary: `Read ${whose} external account`,
    access: 'VIEW',
    params: AccountPath,
    answers: { 200: ExternalAccount },
    errors: ['INVALID_INPUT', 'REFERENCE_NOT_FOUND'],
    handle: async ({ caller, params }) => {
      const place = { platformId: caller.platform.id, owner, id: params.externalAccountId };
      return ok(externalAccountJson(await findExternalAccount(db, place)));
    },
  }),
];

const writingRoutes = ({ owner, base, whose, body: request, operationIds }: Face, needs: Needs): Route[] => [
  route({
    method: 'POST',
    path: base,
    operationId: operationIds.create,
    tag,
    summary: `Add ${whose} external account`,
    description:
      'accountType says which fields follow. Self-custody wallets of the owner wait for a proof of ownership.',
    access: 'TRANSACT_OR_MANAGE',
    body: request,
    rules: ({ caller, body }) =>
      creationProblems(needs, { platform: caller.platform, input: body as ExternalAccountInput }),
    idempotency: 'OPTIONAL',
    answers: { 201: ExternalAccount },
    errors: [
      'INVALID_INPUT',
      'INVALID_BANK_ACCOUNT',
      'CONFLICT',
      ...(owner === 'CUSTOMER' ? (['USER_NOT_FOUND', 'CUSTOMER_DELETED'] as const) : []),
    ],
    handle: async ({ caller, body, now, receipt }) => {
      const creation = { platform: caller.platform, input: body as ExternalAccountInput, now, receipt };
      return { status: 201, text: await createExternalAccount(needs, creation) };
    },
  }),
  route({
    method: 'DELETE',
    path: `${base}/{externalAccountId}`,
    operationId: operationIds.delete,
    tag,
    summary: `Delete ${whose} external account`,
    access: 'TRANSACT_OR_MANAGE',
    params: AccountPath,
    answers: { 204: null },
    errors: ['INVALID_INPUT', 'REFERENCE_NOT_FOUND', 'BENEFICIARY_TRUSTED', 'CONFLICT'],
    handle: async ({ caller, params, now }) => {
      const place = { platformId: caller.platform.id, owner, id: params.externalAccountId };
      await deleteExternalAccount(needs.db, place, now);
      return noContent;
    },
  }),
];

const ownershipRoutes = ({ owner, base, operationIds }: Face, needs: Needs): Route[] => [
  route({
    method: 'POST',
    path: `${base}/{externalAccountId}/challenge`,
    operationId: operationIds.challenge,
    tag,
    summary: 'Ask for a proof that the owner controls a wallet',
    description:
      'A new challenge voids the one before. The result of LIVENESS arrives as EXTERNAL_ACCOUNT.STATUS_UPDATED.',
    access: 'TRANSACT_OR_MANAGE',
    params: AccountPath,
    body: OwnershipChallengeRequest,
    idempotency: 'OPTIONAL',
    secretAnswer: true,
    answers: { 201: OwnershipChallenge },
    errors: ['INVALID_INPUT', 'REFERENCE_NOT_FOUND', 'CONFLICT', 'NOT_IMPLEMENTED'],
    handle: async ({ caller, params, body, now, receipt }) => {
      const { platform } = caller;
      const place = { platformId: platform.id, owner, id: params.externalAccountId };
      const text = await issueChallenge(needs, { platform, place, method: body.method, now, receipt });
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
      'One try per challenge: a signature that is wrong or late leaves the account UNVERIFIED, and a new challenge starts over.',
    access: 'TRANSACT_OR_MANAGE',
    params: AccountPath,
    body: OwnershipVerifyRequest,
    idempotency: 'OPTIONAL',
    answers: { 200: ExternalAccount },
    errors: ['INVALID_INPUT', 'REFERENCE_NOT_FOUND', 'CONFLICT'],
    handle: async ({ caller, params, body, now, receipt }) => {
      const place = { platformId: caller.platform.id, owner, id: params.externalAccountId };
      const { signature, signatureScheme: scheme = 'bip137' } = body;
      return { status: 200, text: await verifyOwnership(needs.db, { place, now, receipt, signature, scheme }) };
    },
  }),
];
