import type { JSONValue } from '@modelcontextprotocol/server';
import type { TSchema } from '@sinclair/typebox';
import type { Route } from '../../engine/http/route.ts';
import type { ToolDescription } from './tool.ts';

/** Keywords without a use outside the OpenAPI document. */
const OMITTED = new Set(['$id', 'discriminator']);

/** Plain JSON Schema without the OpenAPI keywords. */
export function plainSchema(schema: unknown): JSONValue {
  if (Array.isArray(schema)) return schema.map(plainSchema);
  if (typeof schema !== 'object' || schema === null) return schema as JSONValue;
  const kept = Object.entries(schema).filter(([keyword]) => !OMITTED.has(keyword));
  return Object.fromEntries(kept.map(([keyword, value]) => [keyword, plainSchema(value)]));
}

/** Schemas that replace those of members with the same name. */
export type Replaced = Readonly<Record<string, JSONValue>>;

/**
 * Arguments of a tool: members of the path, the query and the body of its operation. `only` selects members; `replaced`
 * describes members whose schema is too long for a list of tools.
 */
export function inputSchemaOf(
  { params, query, body }: Pick<Route, 'params' | 'query' | 'body'>,
  { only, replaced = {} }: { only?: readonly string[]; replaced?: Replaced } = {},
): ToolDescription['inputSchema'] {
  const parts: TSchema[] = [params, query, body].filter((part) => part !== undefined);
  const members = parts.flatMap(({ properties }) => Object.entries(properties as Record<string, TSchema>));
  const shown = members.filter(([name]) => only?.includes(name) ?? true);
  const required: string[] = parts
    .flatMap((part) => part.required ?? [])
    .filter((name) => shown.some(([one]) => one === name));
  return {
    type: 'object',
    properties: Object.fromEntries(shown.map(([name, schema]) => [name, replaced[name] ?? plainSchema(schema)])),
    ...(required.length > 0 && { required }),
    additionalProperties: false,
  };
}
