import { type TSchema, Type } from '@sinclair/typebox';
import { memo, memoOfLists } from '../../foundation/kernel/memo.ts';

export type Members = Record<string, TSchema>;

/** Members that a schema defines for this value; undefined if the schema allows any. Cached per set of parts. */
export function membersOf(schema: TSchema, value: Record<string, unknown>): Members | undefined {
  if (isSimple(schema)) return schema.properties;
  const parts: TSchema[] = [];
  addParts(parts, schema, value);
  return membersOfParts(parts, () => parts.map(({ properties }) => properties).reduce(merge, undefined));
}

const isSimple = ({ properties, additionalProperties, discriminator, oneOf, anyOf, allOf }: TSchema): boolean =>
  properties && !additionalProperties && !discriminator && !oneOf && !anyOf && !allOf;

const membersOfParts = memoOfLists<Members | undefined>();

/** Collects the schemas that define members of this value: the schema, the choice of its tag, and their parts. */
function addParts(parts: TSchema[], schema: TSchema, value: Record<string, unknown>): void {
  if (schema.additionalProperties) return;
  if (schema.properties) parts.push(schema);
  const tag = schema.discriminator?.propertyName;
  const chosen = tag === undefined ? (schema.oneOf ?? schema.anyOf) : choicesByTag(schema).get(value[tag]);
  for (const part of chosen ?? []) addParts(parts, part, value);
  for (const part of schema.allOf ?? []) addParts(parts, part, value);
}

/** Choices of a discriminated schema by tag. A value that is not a string matches no choice; it is never converted. */
export const choicesByTag = memo((schema: TSchema): Map<unknown, TSchema[]> => {
  const byTag = new Map<unknown, TSchema[]>();
  for (const choice of schema.oneOf ?? schema.anyOf ?? []) {
    for (const tag of tagsOf([choice], schema.discriminator.propertyName)) {
      byTag.set(tag, [...(byTag.get(tag) ?? []), choice]);
    }
  }
  return byTag;
});

export const tagsOf = (choices: TSchema[], tag: string): string[] =>
  choices.flatMap((choice) => choice.properties[tag].const ?? choice.properties[tag].enum ?? []);

/** Merges two definitions: a member that both define may match either definition. */
function merge(a: Members | undefined, b: Members | undefined): Members | undefined {
  if (!a || !b) return a ?? b;
  const shared = Object.keys(a).filter((name) => Object.hasOwn(b, name) && a[name] !== b[name]);
  return {
    ...a,
    ...b,
    ...Object.fromEntries(shared.map((name) => [name, Type.Unsafe({ anyOf: [a[name], b[name]] })])),
  };
}
