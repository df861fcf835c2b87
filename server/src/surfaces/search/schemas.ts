import { Type } from '@sinclair/typebox';
import { DataOf, Enum } from '../../engine/http/schemas.ts';
import { Personal } from '../../engine/http/sensitivity.ts';
import { resultTypes } from './sources.ts';

const MIN_QUERY = 2;
const MAX_QUERY = 100;

export const SearchQuery = Type.Object({
  q: Type.String({
    minLength: MIN_QUERY,
    maxLength: MAX_QUERY,
    examples: ['ada@example.com'],
    description:
      'An id, at least eight characters of its beginning or end, the beginning of a name or email, or an exact reference.',
  }),
});

const SearchResult = Type.Object(
  {
    type: Enum(resultTypes, { description: 'Kind of the resource.' }),
    id: Type.String({ description: 'Id of the resource; for a request its `X-Request-Id`.' }),
    title: Personal(Type.String({ description: 'Name of the resource for people.' })),
    subtitle: Personal(
      Type.String({ description: 'Status and other properties that distinguish it from similar ones.' }),
    ),
  },
  { $id: 'SearchResult', description: 'A resource that matches a search.' },
);

export const SearchResultList = DataOf(SearchResult, 'SearchResultListResponse');
