import type { TSchema } from '@sinclair/typebox';
import type { Route } from '../../src/engine/http/route.ts';

export interface WorstBody {
  name: string;
  text: string;
}

const BODY_BYTES = 1_048_000;
/** Most values that the parser accepts. */
const VALUES = 9_900;
const ITEMS = 1_000;
const LEVELS = 31;

/** Bodies that the parser rejects, which all operations share. */
export function* bodiesBeforeSchemas(): Generator<WorstBody> {
  yield { name: 'a list of 340,000 empty objects', text: `[${'{},'.repeat(340_000)}{}]` };
  yield { name: 'nested as deeply as it is long', text: '['.repeat(BODY_BYTES) };
}

/** Bodies under the size limit with the highest cost of validation that a schema allows. */
export function* worstBodies({ body: schema }: Pick<Route, 'body'>): Generator<WorstBody> {
  if (!schema) return;
  yield* withoutKnownMembers;
  yield { name: 'every text too long', text: instance(schema, longText(leafCount(schema))) };
  yield { name: 'every text full of NUL', text: instance(schema, nulText(leafCount(schema))) };
  for (const [name, leaf] of Object.entries(wrongLeaves)) {
    yield { name: `every value ${name}`, text: instance(schema, leaf) };
  }
  for (let place = 0; place < listCount(schema); place++) {
    const filled = (item: (items: TSchema) => string): string =>
      instance(schema, () => '1', { place, seen: { lists: 0 }, fill: (items) => list(item(items)) });
    yield { name: `list ${place} of 1,000 empty objects`, text: filled(() => '{}') };
    yield { name: `list ${place} of 1,000 empty lists`, text: filled(() => '[]') };
    yield {
      name: `list ${place} of items that are wrong throughout`,
      text: filled((items) => instance(items, () => '[]')),
    };
    yield { name: `list ${place} of items with unknown members`, text: filled(() => object(unknownMembers(9))) };
  }
}

const wrongLeaves: Record<string, () => string> = {
  'an empty object': () => '{}',
  null: () => 'null',
  'a huge number': () => '1e308',
};

const object = (members: string[]): string => `{${members.join(',')}}`;

const unknownMembers = (count: number): string[] =>
  Array.from({ length: count }, (_, i) => `"unknown_member_${i}":${i % 2 ? '{}' : '"x"'}`);

const unknownLists = (item: string): string[] =>
  Array.from({ length: 9 }, (_, i) => `"list${i}":[${Array.from({ length: ITEMS }, () => item).join(',')}]`);

const nulMembers = (count: number): string[] =>
  Array.from({ length: count }, (_, i) => `"${i}\\u0000${'n'.repeat(200)}":"\\u0000${'v'.repeat(700)}"`);

/** Long error paths: every level has a long name, and the last one has a hundred errors. */
function deepNames(): string {
  const name = (level: number): string => `"${level}${'n'.repeat(250)}"`;
  const problems = Array.from({ length: ITEMS }, (_, i) => `"p${i}":"\\ud800"`);
  const opened = Array.from({ length: LEVELS - 1 }, (_, level) => `{${name(level)}:`).join('');
  return `${opened}${object(problems)}${'}'.repeat(LEVELS - 1)}`;
}

/** Bodies without known members: the same for every schema. */
const withoutKnownMembers: readonly WorstBody[] = [
  { name: 'unknown members only', text: object(unknownMembers(ITEMS)) },
  { name: 'unknown lists of empty objects', text: object(unknownLists('{}')) },
  { name: 'names with NUL', text: object(nulMembers(ITEMS)) },
  { name: 'deep names', text: deepNames() },
];

const longText = (leaves: number) => (): string => `"${'a'.repeat(Math.floor(BODY_BYTES / leaves) - 100)}"`;
const nulText = (leaves: number) => (): string => `"${'\\u0000'.repeat(Math.floor((BODY_BYTES / leaves - 100) / 6))}"`;

/** As many items as the bounds allow. */
function list(item: string): string {
  const values = [...item].filter((character) => '{[,'.includes(character)).length + 1;
  const count = Math.min(ITEMS, Math.floor(VALUES / values), Math.floor(BODY_BYTES / (item.length + 1)));
  return `[${Array.from({ length: count }, () => item).join(',')}]`;
}

interface Filling {
  /** Number of the list to fill, in the order of the traversal. */
  place: number;
  seen: { lists: number };
  fill: (items: TSchema) => string;
}

/** A value of this schema with every member; `leaf` creates the scalar values. */
function instance(schema: TSchema, leaf: (schema: TSchema) => string, filling?: Filling): string {
  const chosen: TSchema | undefined = (schema.oneOf ?? schema.anyOf)?.[0];
  if (schema.discriminator && chosen) {
    const tag: string = schema.discriminator.propertyName;
    const value = chosen.properties[tag].const ?? chosen.properties[tag].enum[0];
    const body = instance(chosen, leaf, filling);
    return `${body.slice(0, -1)},${JSON.stringify(tag)}:${JSON.stringify(value)}}`;
  }
  if (chosen) return instance(chosen, leaf, filling);
  if (schema.items) {
    if (filling && filling.seen.lists++ === filling.place) return filling.fill(schema.items);
    return `[${instance(schema.items, leaf, filling)}]`;
  }
  if (!schema.properties) return leaf(schema);
  return object(
    Object.entries<TSchema>(schema.properties).map(
      ([name, property]) => `${JSON.stringify(name)}:${instance(property, leaf, filling)}`,
    ),
  );
}

function leafCount(schema: TSchema): number {
  let count = 0;
  instance(schema, () => {
    count += 1;
    return '1';
  });
  return Math.max(count, 1);
}

function listCount(schema: TSchema): number {
  const seen = { lists: 0 };
  instance(schema, () => '1', { place: -1, seen, fill: () => '[]' });
  return seen.lists;
}

/** Every schema nested in a schema, itself included. */
export function* schemasIn(schema: unknown): Generator<TSchema> {
  if (typeof schema !== 'object' || schema === null) return;
  if (!Array.isArray(schema)) yield schema as TSchema;
  for (const inner of Object.values(schema)) yield* schemasIn(inner);
}
