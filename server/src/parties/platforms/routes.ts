import { Type } from '@sinclair/typebox';
import { PageQuery } from '../../engine/http/paging.ts';
import { noContent, ok, type Route, route } from '../../engine/http/route.ts';
import { DateTime, IdOf } from '../../engine/http/schemas.ts';
import type { Banking } from '../../engine/providers/services.ts';
import type { Webhooks } from '../../engine/webhooks/service.ts';
import type { Database } from '../../foundation/db/database.ts';
import type { Vault } from '../../foundation/db/vault.ts';
import type { Clock } from '../../foundation/kernel/clock.ts';
import type { Sites } from '../../foundation/kernel/sites.ts';
import type { AccessCache } from './access.ts';
import { ConfigTexts, configProblems, updateConfig } from './config.ts';
import { requestLogRoutes } from './request-log-routes.ts';
import { ApiToken, PlatformConfig, PlatformConfigUpdate, TokenCreate, TokenList } from './schemas.ts';
import { createToken, deleteToken, getToken, listTokens, requirePermissionSubset } from './tokens.ts';

interface Deps {
  db: Database;
  clock: Clock;
  vault: Vault;
  banking: Banking;
  webhooks: Webhooks;
  sites: Sites;
  accessCache: AccessCache;
  defaultSender: string | undefined;
}

export const platformRoutes = (deps: Deps): Route[] => [
  ...configRoutes(deps),
  ...tokenRoutes(deps),
  ...requestLogRoutes(deps),
];

const configRoutes = (deps: Deps): Route[] => [readConfigRoute(new ConfigTexts(deps)), updateConfigRoute(deps)];

const readConfigRoute = (texts: ConfigTexts): Route =>
  route({
    method: 'GET',
    path: '/config',
    operationId: 'getPlatformConfig',
    tag: 'Platform Configuration',
    summary: "Read the platform's configuration",
    access: 'VIEW',
    responses: { 200: PlatformConfig },
    errors: [],
    handle: async ({ caller }) => ({ status: 200, text: await texts.get(caller.platform.id) }),
  });

const updateConfigRoute = (deps: Deps): Route =>
  route({
    method: 'PATCH',
    path: '/config',
    operationId: 'updatePlatformConfig',
    tag: 'Platform Configuration',
    summary: "Change the platform's configuration",
    description:
      'Members left out keep their values. Fees are upserted by type and currency; a fee of zero ends it. ' +
      'Adding INCOMING to a currency opens accounts in it: those of the platform at once, those of its customers by a job. ' +
      'Taking INCOMING away is rejected while an account in the currency has a balance.',
    access: 'MANAGE',
    body: PlatformConfigUpdate,
    rules: ({ caller, body, checks }) => configProblems(deps, caller.platform, { update: body, checks }),
    responses: { 200: PlatformConfig },
    errors: ['INVALID_INPUT', 'CONFLICT', 'NOT_IMPLEMENTED'],
    reasons: { CONFLICT: ['ACCOUNTS_NOT_EMPTY', 'UMA_DOMAIN_TAKEN'], NOT_IMPLEMENTED: ['FEE_CURRENCY_NOT_SUPPORTED'] },
    handle: async ({ caller, body, now, checks }) =>
      ok(await updateConfig(deps, caller.platform, { update: body, checks }, now)),
  });

const TokenPath = Type.Object({ tokenId: IdOf('Token') });

const tokenRoutes = ({ db, vault, accessCache }: Deps): Route[] => [
  route({
    method: 'POST',
    path: '/tokens',
    operationId: 'createToken',
    tag: 'API Tokens',
    summary: 'Create an API token',
    description:
      'Its permissions are a subset of those of the token that creates it. clientSecret is in this response and never shown again.',
    access: 'MANAGE',
    body: TokenCreate,
    idempotency: 'OPTIONAL',
    secretResponse: true,
    responses: { 201: ApiToken },
    errors: ['INVALID_INPUT'],
    reasons: { FORBIDDEN: ['TOKEN_PERMISSION_NOT_OWNED'] },
    authorize: ({ caller, body }) => requirePermissionSubset(body.permissions, caller),
    handle: async ({ caller, body, now, receipt }) => {
      const token = { ...body, platformId: caller.platform.id, at: now };
      return { status: 201, text: await createToken(db, vault, token, receipt) };
    },
  }),
  route({
    method: 'GET',
    path: '/tokens',
    operationId: 'listTokens',
    tag: 'API Tokens',
    summary: 'List API tokens',
    access: 'VIEW',
    query: Type.Object({
      name: Type.Optional(Type.String({ description: 'Only tokens with this name.' })),
      createdAfter: Type.Optional(DateTime({ description: 'Only tokens created at this time or later.' })),
      createdBefore: Type.Optional(DateTime({ description: 'Only tokens created at this time or earlier.' })),
      updatedAfter: Type.Optional(DateTime({ description: 'Only tokens changed at this time or later.' })),
      updatedBefore: Type.Optional(DateTime({ description: 'Only tokens changed at this time or earlier.' })),
      ...PageQuery,
    }),
    responses: { 200: TokenList },
    errors: ['INVALID_INPUT'],
    handle: async ({ caller, query }) => ok(await listTokens(db, caller.platform.id, query)),
  }),
  route({
    method: 'GET',
    path: '/tokens/{tokenId}',
    operationId: 'getTokenById',
    tag: 'API Tokens',
    summary: 'Read an API token',
    access: 'VIEW',
    params: TokenPath,
    responses: { 200: ApiToken },
    errors: ['TOKEN_NOT_FOUND'],
    handle: async ({ caller, params }) => ok(await getToken(db, caller.platform.id, params.tokenId)),
  }),
  route({
    method: 'DELETE',
    path: '/tokens/{tokenId}',
    operationId: 'deleteTokenById',
    tag: 'API Tokens',
    summary: 'Revoke an API token',
    description: 'Stops working within a second everywhere. A token cannot revoke itself.',
    access: 'MANAGE',
    params: TokenPath,
    responses: { 204: null },
    errors: ['INVALID_INPUT', 'TOKEN_NOT_FOUND'],
    handle: async ({ caller, params }) => {
      const { platform, tokenId } = caller;
      await deleteToken(db, { platformId: platform.id, id: params.tokenId, callerTokenId: tokenId });
      await accessCache.refresh();
      return noContent;
    },
  }),
];
