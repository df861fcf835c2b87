import { Type } from '@sinclair/typebox';
import { PageOf } from '../http/paging.ts';
import { Currency } from '../http/schemas.ts';

const Link = Type.String({ format: 'uri' });

const Vasp = Type.Object(
  {
    vaspName: Type.String({ description: 'for vaspName of an external account' }),
    url: Type.Optional(Link),
  },
  { $id: 'Vasp' },
);

export const VaspList = Type.Object(
  { data: Type.Array(Vasp), hasMore: Type.Boolean(), nextCursor: Type.Optional(Type.String()) },
  { $id: 'VaspListResponse' },
);

const UmaProvider = Type.Object(
  {
    name: Type.String(),
    supportedRegions: Type.Array(Type.String(), { description: 'countries' }),
    domain: Type.String(),
    logoUrl: Type.Optional(Link),
    supportedCurrencies: Type.Array(Currency),
    lei: Type.Optional(Type.String({ description: 'legal entity identifier' })),
    allowListStatus: Type.Boolean({ description: 'false: barred' }),
  },
  { $id: 'UmaProvider' },
);

export const UmaProviderList = PageOf(UmaProvider, 'UmaProviderListResponse');
