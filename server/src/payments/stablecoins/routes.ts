import { Type } from '@sinclair/typebox';
import { Described } from '../../engine/http/named-schemas.ts';
import { PageQuery } from '../../engine/http/paging.ts';
import { ok, type Route, route } from '../../engine/http/route.ts';
import { IdOf } from '../../engine/http/schemas.ts';
import { getCoinJson, listCoins, registerCoin } from './coins.ts';
import type { StablecoinDeps } from './deps.ts';
import { createProviderLink, getLinkJson, listLinks } from './links.ts';
import { burn, getOperationJson, listOperations, mint } from './operations.ts';
import {
  Burn,
  CoinRegister,
  IssuanceStatus,
  LinkCreate,
  LinkStatus,
  Mint,
  Operation,
  OperationList,
  OperationsStatus,
  OperationType,
  Provider,
  Stablecoin,
  StablecoinList,
  StablecoinProviderAccount,
  StablecoinProviderAccountList,
} from './schemas.ts';

const tag = 'Stablecoins';
const CoinPath = Type.Object({ stablecoinId: IdOf('Stablecoin') });
const LINK_REJECTIONS = ['STABLECOIN_PROVIDER_ACCOUNT_INVALID', 'STABLECOIN_PROVIDER_ACCOUNT_REVOKED'] as const;

export const stablecoinRoutes = (deps: StablecoinDeps): Route[] => [
  ...coinRoutes(deps),
  ...orderRoutes(deps),
  ...operationRoutes(deps),
  ...linkRoutes(deps),
];

const coinRoutes = (deps: StablecoinDeps): Route[] => [
  route({
    method: 'POST',
    path: '/stablecoins',
    operationId: 'registerStablecoin',
    tag,
    summary: 'Register a stablecoin that a provider issues',
    description: 'The token must exist at the provider or be under way there; this does not create it.',
    access: 'MANAGE',
    body: CoinRegister,
    idempotency: 'REQUIRED',
    responses: { 201: Stablecoin },
    errors: [
      'INVALID_INPUT',
      'INVALID_CURRENCY',
      ...LINK_REJECTIONS,
      'STABLECOIN_PROVIDER_ACCOUNT_SELECTION_REQUIRED',
      'STABLECOIN_PROVIDER_ACCOUNT_NOT_FOUND',
      'REFERENCE_NOT_FOUND',
      'CONFLICT',
    ],
    reasons: { CONFLICT: ['STABLECOIN_REGISTERED', 'PROVIDER_ACCOUNT_LINKED'] },
    handle: async ({ caller, body, now, receipt }) => ({
      status: 201,
      text: await registerCoin(deps, { platform: caller.platform, now, receipt }, body),
    }),
  }),
  route({
    method: 'GET',
    path: '/stablecoins',
    operationId: 'listStablecoins',
    tag,
    summary: 'List stablecoins',
    access: 'VIEW',
    query: Type.Object({
      issuanceStatus: Type.Optional(Described(IssuanceStatus, 'Only coins in this state at the provider.')),
      serviceOperationsStatus: Type.Optional(Described(OperationsStatus, 'Only coins in this state in this service.')),
      provider: Type.Optional(Described(Provider, 'Only coins of this provider.')),
      ...PageQuery,
    }),
    responses: { 200: StablecoinList },
    errors: ['INVALID_INPUT'],
    handle: async ({ caller, query }) => ok(await listCoins(deps.db, caller.platform.id, query)),
  }),
  route({
    method: 'GET',
    path: '/stablecoins/{stablecoinId}',
    operationId: 'getStablecoin',
    tag,
    summary: 'Read a stablecoin',
    access: 'VIEW',
    params: CoinPath,
    responses: { 200: Stablecoin },
    errors: ['REFERENCE_NOT_FOUND'],
    handle: async ({ caller, params }) => ok(await getCoinJson(deps.db, caller.platform.id, params.stablecoinId)),
  }),
];

const ORDER_REASONS = {
  CONFLICT: ['STABLECOIN_NOT_PROVISIONED', 'ACCOUNT_NOT_ACTIVE'],
  INVALID_AMOUNT: ['INSUFFICIENT_BALANCE'],
} as const;

const ORDER_REJECTIONS = [
  'INVALID_INPUT',
  'INVALID_AMOUNT',
  'EXTERNAL_ACCOUNT_VERIFICATION_REQUIRED',
  ...LINK_REJECTIONS,
  'REFERENCE_NOT_FOUND',
  'CONFLICT',
  'SERVICE_UNAVAILABLE',
] as const;

const orderRoutes = (deps: StablecoinDeps): Route[] => [
  route({
    method: 'POST',
    path: '/stablecoins/{stablecoinId}/mints',
    operationId: 'createStablecoinMint',
    tag,
    summary: 'Mint coins to a wallet on Spark',
    description:
      'A mint by WIRE expires after 7 days without the funds of its fundingInstructions. A mint from an internal ' +
      'account debits it at once and is refunded when it fails.',
    access: 'TRANSACT',
    params: CoinPath,
    body: Mint,
    idempotency: 'REQUIRED',
    responses: { 201: Operation },
    errors: ORDER_REJECTIONS,
    reasons: ORDER_REASONS,
    handle: async ({ caller, params, body, now, receipt }) => {
      const context = { platform: caller.platform, now, receipt, stablecoinId: params.stablecoinId };
      return { status: 201, text: await mint(deps, context, body) };
    },
  }),
  route({
    method: 'POST',
    path: '/stablecoins/{stablecoinId}/burns',
    operationId: 'createStablecoinBurn',
    tag,
    summary: 'Burn coins and pay out to a bank account',
    description:
      'A burn from an EXTERNAL_ACCOUNT expires after 7 days without the coins at the address of its ' +
      'fundingInstructions. A burn from an internal account debits it at once and is refunded when it fails.',
    access: 'TRANSACT',
    params: CoinPath,
    body: Burn,
    idempotency: 'REQUIRED',
    responses: { 201: Operation },
    errors: ORDER_REJECTIONS,
    reasons: ORDER_REASONS,
    handle: async ({ caller, params, body, now, receipt }) => {
      const context = { platform: caller.platform, now, receipt, stablecoinId: params.stablecoinId };
      return { status: 201, text: await burn(deps, context, body) };
    },
  }),
];

const operationRoutes = ({ db }: StablecoinDeps): Route[] => [
  route({
    method: 'GET',
    path: '/stablecoins/{stablecoinId}/operations',
    operationId: 'listStablecoinOperations',
    tag,
    summary: 'List the mints and burns of a stablecoin',
    access: 'VIEW',
    params: CoinPath,
    query: Type.Object({
      operationType: Type.Optional(Described(OperationType, 'Only mints or only burns.')),
      ...PageQuery,
    }),
    responses: { 200: OperationList },
    errors: ['REFERENCE_NOT_FOUND'],
    handle: async ({ caller, params, query }) =>
      ok(await listOperations(db, { platformId: caller.platform.id, stablecoinId: params.stablecoinId }, query)),
  }),
  route({
    method: 'GET',
    path: '/stablecoin-operations/{stablecoinOperationId}',
    operationId: 'getStablecoinOperation',
    tag,
    summary: 'Read a mint or a burn',
    access: 'VIEW',
    params: Type.Object({ stablecoinOperationId: IdOf('StablecoinOperation') }),
    responses: { 200: Operation },
    errors: ['REFERENCE_NOT_FOUND'],
    handle: async ({ caller, params }) =>
      ok(await getOperationJson(db, caller.platform.id, params.stablecoinOperationId)),
  }),
];

const linkRoutes = (deps: StablecoinDeps): Route[] => [
  route({
    method: 'POST',
    path: '/stablecoin-provider-accounts',
    operationId: 'linkStablecoinProviderAccount',
    tag,
    summary: 'Link an account at a stablecoin provider',
    description: 'The credentials are checked with the provider, stored encrypted and never returned.',
    access: 'MANAGE',
    body: LinkCreate,
    idempotency: 'REQUIRED',
    responses: { 201: StablecoinProviderAccount },
    errors: ['INVALID_INPUT', ...LINK_REJECTIONS, 'CONFLICT'],
    reasons: { CONFLICT: ['PROVIDER_ACCOUNT_LINKED'] },
    handle: async ({ caller, body, now, receipt }) => ({
      status: 201,
      text: await createProviderLink(deps, { platform: caller.platform, now, receipt }, body),
    }),
  }),
  route({
    method: 'GET',
    path: '/stablecoin-provider-accounts',
    operationId: 'listStablecoinProviderAccounts',
    tag,
    summary: 'List the linked accounts at stablecoin providers',
    access: 'VIEW',
    query: Type.Object({
      provider: Type.Optional(Described(Provider, 'Only accounts at this provider.')),
      status: Type.Optional(Described(LinkStatus, 'Only links in this state.')),
      ...PageQuery,
    }),
    responses: { 200: StablecoinProviderAccountList },
    errors: ['INVALID_INPUT'],
    handle: async ({ caller, query }) => ok(await listLinks(deps.db, caller.platform.id, query)),
  }),
  route({
    method: 'GET',
    path: '/stablecoin-provider-accounts/{stablecoinProviderAccountId}',
    operationId: 'getStablecoinProviderAccount',
    tag,
    summary: 'Read a linked account at a stablecoin provider',
    access: 'VIEW',
    params: Type.Object({ stablecoinProviderAccountId: IdOf('StablecoinProviderAccount') }),
    responses: { 200: StablecoinProviderAccount },
    errors: ['STABLECOIN_PROVIDER_ACCOUNT_NOT_FOUND'],
    handle: async ({ caller, params }) =>
      ok(await getLinkJson(deps.db, caller.platform.id, params.stablecoinProviderAccountId)),
  }),
];
