import { Type } from '@sinclair/typebox';
import { PageQuery } from '../../engine/http/paging.ts';
import { ok, type Route, route } from '../../engine/http/route.ts';
import { Country, Enum } from '../../engine/http/schemas.ts';
import type { VerificationProviders } from '../../engine/providers/services.ts';
import { listUmaProviders, listVasps } from './directories.ts';
import { UmaProviderList, VaspList } from './schemas.ts';

interface Deps {
  verification: Pick<VerificationProviders, 'directory'>;
}

export const directoryRoutes = ({ verification: { directory } }: Deps): Route[] => [
  route({
    method: 'GET',
    path: '/vasps',
    operationId: 'listVasps',
    tag: 'VASPs',
    summary: 'List virtual asset service providers (VASPs)',
    access: 'VIEW',
    query: Type.Object(PageQuery),
    responses: { 200: VaspList },
    errors: ['INVALID_INPUT'],
    handle: async ({ caller, query }) => ok(listVasps(directory[caller.platform.mode], query)),
  }),
  route({
    method: 'GET',
    path: '/uma-providers',
    operationId: 'getAvailableUmaProviders',
    tag: 'Available UMA Providers',
    summary: 'List the institutions whose customers can be paid at UMA addresses',
    access: 'VIEW',
    query: Type.Object({
      countryCode: Type.Optional(
        Country({ description: 'Only providers that serve this country, by its ISO 3166-1 alpha-2 code.' }),
      ),
      currencyCode: Type.Optional(
        Type.String({ maxLength: 10, description: 'Only providers that pay in this currency.' }),
      ),
      hasBlockedProviders: Type.Optional(
        Type.Boolean({ default: true, description: 'Whether barred providers are listed as well.' }),
      ),
      ...PageQuery,
      sortOrder: Type.Optional(Enum(['asc', 'desc'], { default: 'desc', description: 'Order by name.' })),
    }),
    responses: { 200: UmaProviderList },
    errors: ['INVALID_INPUT'],
    handle: async ({ caller, query }) => ok(listUmaProviders(directory[caller.platform.mode], query)),
  }),
];
