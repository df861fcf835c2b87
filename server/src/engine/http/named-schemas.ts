import type { SchemaOptions, TSchema } from '@sinclair/typebox';

/** Symbol key: validation ignores symbols. */
const original = Symbol('original');

/**
 * Named schema with additional annotations: the document refers to the named schema and adds the annotations. A `$id`
 * in the annotations names an unnamed schema.
 */
export const Annotated = <S extends TSchema>(schema: S, annotations: SchemaOptions): S => ({
  ...schema,
  ...annotations,
  ...(originalOf(schema).$id !== undefined && { [original]: originalOf(schema) }),
});

/** Describes one use of a shared schema. */
export const Described = <S extends TSchema>(schema: S, description: string): S => Annotated(schema, { description });

/** Validates by `schema`, but the document refers to `named`. */
export const documentedAs = <S extends TSchema>(named: TSchema, schema: S): S => ({ ...schema, [original]: named });

/** Named schema from which this schema was derived, or the schema itself. */
export const originalOf = (schema: TSchema): TSchema => (schema as { [original]?: TSchema })[original] ?? schema;
