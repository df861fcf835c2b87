import { Type } from '@sinclair/typebox';
import { Described } from '../../engine/http/named-schemas.ts';
import { PageOf } from '../../engine/http/paging.ts';
import { Currency } from '../../engine/http/schemas.ts';

const Link = Type.String({ format: 'uri' });

const Vasp = Type.Object(
  {
    vaspName: Type.String({ description: 'Value for `vaspName` of an external account.' }),
    url: Type.Optional(Described(Link, 'Website of the institution.')),
  },
  { $id: 'Vasp', description: 'A virtual asset service provider that holds wallets for others.' },
);

export const VaspList = Type.Object(
  {
    data: Type.Array(Vasp, { description: 'Items of this page, at most `limit`.' }),
    hasMore: Type.Boolean({ description: 'Whether another page follows.' }),
    nextCursor: Type.Optional(
      Type.String({ description: 'Value of `cursor` for the next page; absent on the last one.' }),
    ),
  },
  { $id: 'VaspListResponse' },
);

const UmaProvider = Type.Object(
  {
    name: Type.String({ description: 'Name for display of the provider.' }),
    supportedRegions: Type.Array(Type.String(), {
      description: 'Countries that the provider serves, by their ISO 3166-1 alpha-2 codes.',
    }),
    domain: Type.String({ description: "Domain of the provider's UMA addresses." }),
    logoUrl: Type.Optional(Described(Link, 'Logo of the provider.')),
    supportedCurrencies: Type.Array(Currency, {
      description: "Currencies in which the provider's customers can be paid.",
    }),
    lei: Type.Optional(Type.String({ description: 'Legal entity identifier of the provider.' })),
    allowListStatus: Type.Boolean({
      description: 'Whether payments with the provider are allowed; false means barred.',
    }),
  },
  { $id: 'UmaProvider', description: 'A provider of the UMA network.' },
);

export const UmaProviderList = PageOf(UmaProvider, 'UmaProviderListResponse');
