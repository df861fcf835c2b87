import { Type } from '@sinclair/typebox';
import { PageQuery } from '../http/paging.ts';
import { ok, type Route, route } from '../http/route.ts';
import { IdOf } from '../http/schemas.ts';
import { getCoin, listCoins, registerCoin } from './coins.ts';
import { createLink, getLink, listLinks } from './links.ts';
import type { StablecoinNeeds } from './needs.ts';
import { type BurnRequest, burn, getOperation, listOperations, type MintRequest, mint } from './operations.ts';
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
  ProviderAccount,
  ProviderAccountList,
  Stablecoin,
  StablecoinList,
} from './schemas.ts';

const tag = 'Stablecoins';
const CoinPath = Type.Object({ stablecoinId: IdOf('Stablecoin') });
const LINK_REFUSALS = ['STABLECOIN_PROVIDER_ACCOUNT_INVALID', 'STABLECOIN_PROVIDER_ACCOUNT_REVOKED'] as const;

export const stablecoinRoutes = (needs: StablecoinNeeds): Route[] => [
  ...coinRoutes(needs),
  ...orderRoutes(needs),
  ...operationRoutes(needs),
  ...linkRoutes(needs),
];

const coinRoutes = (needs: StablecoinNeeds): Route[] => [
  route({
    method: 'POST',
    path: '/stablecoins',
    operationId: 'registerStablecoin',
    tag,
    summary: 'Register a stablecoin that a provider issues',
    description: 'The token is there already, or on its way, at the provider; this does not create it.',
    access: 'MANAGE',
    body: CoinRegister,
    idempotency: 'REQUIRED',
    answers: { 201: Stablecoin },
    errors: [
      'INVALID_INPUT',
      'INVALID_CURRENCY',
      ...LINK_REFUSALS,
      'STABLECOIN_PROVIDER_ACCOUNT_SELECTION_REQUIRED',
      'STABLECOIN_PROVIDER_ACCOUNT_NOT_FOUND',
      'REFERENCE_NOT_FOUND',
      'CONFLICT',
    ],
    handle: async ({ caller, body, now, receipt }) => ({
      status: 201,
      text: await registerCoin(needs, { platform: caller.platform, now, receipt }, body),
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
      issuanceStatus: Type.Optional(IssuanceStatus),
      serviceOperationsStatus: Type.Optional(OperationsStatus),
      provider: Type.Optional(Provider),
      ...PageQuery,
    }),
    answers: { 200: StablecoinList },
    errors: ['INVALID_INPUT'],
    handle: async ({ caller, query }) => ok(await listCoins(needs.db, caller.platform.id, query)),
  }),
  route({
    method: 'GET',
    path: '/stablecoins/{stablecoinId}',
    operationId: 'getStablecoin',
    tag,
    summary: 'Read a stablecoin',
    access: 'VIEW',
    params: CoinPath,
    answers: { 200: Stablecoin },
    errors: ['INVALID_INPUT', 'REFERENCE_NOT_FOUND'],
    handle: async ({ caller, params }) => ok(await getCoin(needs.db, caller.platform.id, params.stablecoinId)),
  }),
];

const ORDER_REFUSALS = [
  'INVALID_INPUT',
  'INVALID_AMOUNT',
  'EXTERNAL_ACCOUNT_VERIFICATION_REQUIRED',
  ...LINK_REFUSALS,
  'REFERENCE_NOT_FOUND',
  'CONFLICT',
  'SERVICE_UNAVAILABLE',
] as const;

const orderRoutes = (needs: StablecoinNeeds): Route[] => [
  route({
    method: 'POST',
    path: '/stablecoins/{stablecoinId}/mints',
    operationId: 'createStablecoinMint',
    tag,
    summary: 'Mint coins to a wallet on Spark',
    description:
      'A mint by WIRE waits 7 days for the money that its fundingInstructions ask for. One from an internal account ' +
      'debits it at once, and is refunded where it fails.',
    access: 'TRANSACT',
    params: CoinPath,
    body: Mint,
    idempotency: 'REQUIRED',
    answers: { 201: Operation },
    errors: ORDER_REFUSALS,
    handle: async ({ caller, params, body, now, receipt }) => {
      const asked = { platform: caller.platform, now, receipt, stablecoinId: params.stablecoinId };
      return { status: 201, text: await mint(needs, asked, body as MintRequest) };
    },
  }),
  route({
    method: 'POST',
    path: '/stablecoins/{stablecoinId}/burns',
    operationId: 'createStablecoinBurn',
    tag,
    summary: 'Burn coins, and have a bank account paid',
    description:
      'A burn from an EXTERNAL_ACCOUNT waits 7 days for the coins at the address of its fundingInstructions. One from ' +
      'an internal account that holds the coin debits it at once, and is refunded where it fails.',
    access: 'TRANSACT',
    params: CoinPath,
    body: Burn,
    idempotency: 'REQUIRED',
    answers: { 201: Operation },
    errors: ORDER_REFUSALS,
    handle: async ({ caller, params, body, now, receipt }) => {
      const asked = { platform: caller.platform, now, receipt, stablecoinId: params.stablecoinId };
      return { status: 201, text: await burn(needs, asked, body as BurnRequest) };
    },
  }),
];

const operationRoutes = ({ db }: StablecoinNeeds): Route[] => [
  route({
    method: 'GET',
    path: '/stablecoins/{stablecoinId}/operations',
    operationId: 'listStablecoinOperations',
    tag,
    summary: 'List the mints and burns of a stablecoin',
    access: 'VIEW',
    params: CoinPath,
    query: Type.Object({ operationType: Type.Optional(OperationType), ...PageQuery }),
    answers: { 200: OperationList },
    errors: ['INVALID_INPUT', 'REFERENCE_NOT_FOUND'],
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
    answers: { 200: Operation },
    errors: ['INVALID_INPUT', 'REFERENCE_NOT_FOUND'],
    handle: async ({ caller, params }) => ok(await getOperation(db, caller.platform.id, params.stablecoinOperationId)),
  }),
];

const linkRoutes = (needs: StablecoinNeeds): Route[] => [
  route({
    method: 'POST',
    path: '/stablecoin-provider-accounts',
    operationId: 'linkStablecoinProviderAccount',
    tag,
    summary: 'Link an account at a stablecoin provider',
    description: 'The provider is asked whether it takes the credentials. They are sealed, and in no answer ever.',
    access: 'MANAGE',
    body: LinkCreate,
    idempotency: 'REQUIRED',
    answers: { 201: ProviderAccount },
    errors: ['INVALID_INPUT', ...LINK_REFUSALS, 'CONFLICT'],
    handle: async ({ caller, body, now, receipt }) => ({
      status: 201,
      text: await createLink(needs, { platform: caller.platform, now, receipt }, body),
    }),
  }),
  route({
    method: 'GET',
    path: '/stablecoin-provider-accounts',
    operationId: 'listStablecoinProviderAccounts',
    tag,
    summary: 'List the linked accounts at stablecoin providers',
    access: 'VIEW',
    query: Type.Object({ provider: Type.Optional(Provider), status: Type.Optional(LinkStatus), ...PageQuery }),
    answers: { 200: ProviderAccountList },
    errors: ['INVALID_INPUT'],
    handle: async ({ caller, query }) => ok(await listLinks(needs.db, caller.platform.id, query)),
  }),
  route({
    method: 'GET',
    path: '/stablecoin-provider-accounts/{stablecoinProviderAccountId}',
    operationId: 'getStablecoinProviderAccount',
    tag,
    summary: 'Read a linked account at a stablecoin provider',
    access: 'VIEW',
    params: Type.Object({ stablecoinProviderAccountId: IdOf('StablecoinProviderAccount') }),
    answers: { 200: ProviderAccount },
    errors: ['INVALID_INPUT', 'STABLECOIN_PROVIDER_ACCOUNT_NOT_FOUND'],
    handle: async ({ caller, params }) =>
      ok(await getLink(needs.db, caller.platform.id, params.stablecoinProviderAccountId)),
  }),
];
