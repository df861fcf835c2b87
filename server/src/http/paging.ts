import { type TSchema, Type } from '@sinclair/typebox';
import { DEFAULT_LIMIT, MAX_COUNT, MAX_LIMIT } from '../db/page.ts';

const MAX_CURSOR = 500;

export const PageQuery = {
  limit: Type.Optional(Type.Integer({ minimum: 1, maximum: MAX_LIMIT, default: DEFAULT_LIMIT })),
  cursor: Type.Optional(Type.String({ maxLength: MAX_CURSOR, description: 'nextCursor of the page before' })),
};

export const PageOf = (item: TSchema, $id: string) =>
  Type.Object(
    {
      data: Type.Array(item),
      hasMore: Type.Boolean(),
      nextCursor: Type.Optional(Type.String()),
      totalCount: Type.Optional(Type.Integer({ description: `exact up to ${MAX_COUNT}, left out above` })),
    },
    { $id },
  );
