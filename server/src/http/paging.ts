import { type TSchema, Type } from '@sinclair/typebox';
import { DEFAULT_LIMIT, MAX_COUNT, MAX_LIMIT } from '../db/page.ts';

const MAX_CURSOR = 500;

export const PageQuery = {
  limit: Type.Optional(
    Type.Integer({
      minimum: 1,
      maximum: MAX_LIMIT,
      default: DEFAULT_LIMIT,
      description: `Most items that one page holds, up to ${MAX_LIMIT}.`,
    }),
  ),
  cursor: Type.Optional(
    Type.String({ maxLength: MAX_CURSOR, description: '`nextCursor` of the page before; absent for the first page.' }),
  ),
};

export const PageOf = (item: TSchema, $id: string) =>
  Type.Object(
    {
      data: Type.Array(item, { description: 'Items of this page, at most `limit`.' }),
      hasMore: Type.Boolean({ description: 'Whether another page follows.' }),
      nextCursor: Type.Optional(
        Type.String({ description: 'Value of `cursor` for the next page; absent on the last one.' }),
      ),
      totalCount: Type.Optional(
        Type.Integer({ description: `Number of items on all pages; absent when it exceeds ${MAX_COUNT}.` }),
      ),
    },
    { $id },
  );
