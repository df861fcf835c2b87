import type { TSchema } from '@sinclair/typebox';
import { legible } from '../../foundation/db/storable-text.ts';
import type { FieldError } from '../../foundation/kernel/errors.ts';
import { suggestName } from './name-suggestion.ts';
import { membersOf } from './schema-members.ts';

const MAX_SHOWN_NAME = 100;

interface Pruned {
  value: unknown;
  hasUnknown: boolean;
}

/** Removes members that the schema does not define, so that they do not reach the handler. */
export function prune(schema: TSchema, value: unknown): Pruned {
  const pruned: Pruned = { value: undefined, hasUnknown: false };
  pruned.value = knownPart(schema, value, pruned);
  return pruned;
}

function knownPart(schema: TSchema, value: unknown, pruned: Pruned): unknown {
  if (Array.isArray(value)) return schema.items ? value.map((item) => knownPart(schema.items, item, pruned)) : value;
  if (typeof value !== 'object' || value === null) return value;
  const members = membersOf(schema, value as Record<string, unknown>);
  if (!members) return value;
  const kept: Record<string, unknown> = {};
  for (const [name, item] of Object.entries(value)) {
    if (Object.hasOwn(members, name)) kept[name] = knownPart(members[name] as TSchema, item, pruned);
    else pruned.hasUnknown = true;
  }
  return kept;
}

/** Lists up to `limit` members that the schema does not define, at every depth. Open objects allow any member. */
export function unknownMembers(schema: TSchema, value: unknown, limit: number): FieldError[] {
  const found: FieldError[] = [];
  collectUnknown(schema, value, { path: [], found, limit });
  return found;
}

interface Search {
  path: string[];
  found: FieldError[];
  limit: number;
}

function collectUnknown(schema: TSchema | undefined, value: unknown, search: Search): void {
  if (!schema || typeof value !== 'object' || value === null) return;
  const { path, found, limit } = search;
  const members = Array.isArray(value) ? undefined : membersOf(schema, value as Record<string, unknown>);
  for (const [name, item] of Object.entries(value)) {
    if (found.length >= limit) return;
    const inner = { ...search, path: [...path, name] };
    if (Array.isArray(value)) collectUnknown(schema.items, item, inner);
    else if (members && Object.hasOwn(members, name)) collectUnknown(members[name], item, inner);
    else if (members) found.push(unknownName(inner.path, Object.keys(members), 'a member of this request'));
  }
}

/** Lists up to `limit` query parameters that the operation does not define. */
export function unknownParameters(known: object, query: object, limit: number): FieldError[] {
  const unknown = Object.keys(query).filter((name) => !Object.hasOwn(known, name));
  const names = Object.keys(known);
  return unknown.slice(0, limit).map((name) => unknownName([name], names, 'a query parameter of this operation'));
}

function unknownName(path: string[], known: string[], kind: string): FieldError {
  const field = path.map((name) => legible(name.slice(0, MAX_SHOWN_NAME))).join('.');
  const meant = suggestName(path.at(-1) ?? '', known);
  return { field, message: `${field} is not ${kind}${meant ? `; did you mean ${meant}?` : '.'}` };
}
