import type { TSchema } from '@sinclair/typebox';
import type { Route } from '../../engine/http/route.ts';
import type { OutputSchema } from './tool.ts';

/**
 * Contains only the types of the members that every result has: models read the list of tools in each conversation, and
 * the reference describes the rest.
 */
export function outputSchemaOf({ responses }: Pick<Route, 'responses'>): OutputSchema {
  const choices = Object.values(responses).flatMap((schema) => (schema ? choicesOf(schema) : []));
  const [first = [], ...others] = choices.map(({ required = [] }): string[] => required);
  const shared = first.filter((name) => others.every((names) => names.includes(name)));
  const typesOf = (name: string): string[] => [...new Set(choices.map(({ properties }) => properties[name]?.type))];
  const members = shared.map((name) => {
    const [type, ...different] = typesOf(name);
    return [name, type !== undefined && different.length === 0 ? { type } : {}];
  });
  return { type: 'object', properties: Object.fromEntries(members) };
}

function choicesOf(schema: TSchema): TSchema[] {
  const choices: TSchema[] | undefined = schema['oneOf'] ?? schema['anyOf'];
  return choices ? choices.flatMap(choicesOf) : [schema];
}
