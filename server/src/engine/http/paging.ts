import { type TSchema, Type } from '@sinclair/typebox';
import { DEFAULT_LIMIT, MAX_COUNT, MAX_LIMIT } from '../../foundation/db/page.ts';
import { type IdType, idPattern } from '../../foundation/kernel/ids.ts';
import { Pattern } from './pattern-text.ts';

/** Long, because the cursor of a list of accounts contains the accounts with money of earlier pages. */
const MAX_CURSOR = 4_000;

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

/** Filters a list by ids, so that a client can load the resources of another page in one request. */
export const IdsQuery = (type: IdType) => {
  const id = idPattern(type).slice(1, -1);
  return {
    ids: Type.Optional(
      Pattern(
        `^${id}(,${id}){0,${MAX_LIMIT - 1}}$`,
        `at most ${MAX_LIMIT} ids of the type ${type}, separated by commas`,
        {
          description: `Only those with these ids, at most ${MAX_LIMIT}, separated by commas.`,
          examples: [`${type}:0193f8a0-0000-7000-8000-000000000001`],
        },
      ),
    ),
  };
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
