import type { SchemaOptions, TSchema } from '@sinclair/typebox';

/** A symbol, which validation ignores. */
const original = Symbol('original');

/**
 * Use of a named schema with annotations of its own: the document refers to the name and adds the annotations. `$id`
 * names a schema that has no name.
 */
export const Annotated = <S extends TSchema>(schema: S, annotations: SchemaOptions): S => ({
  ...schema,
  ...annotations,
  ...(originalOf(schema).$id !== undefined && { [original]: originalOf(schema) }),
});

/** Describes one use of a shared schema. */
export const Described = <S extends TSchema>(schema: S, description: string): S => Annotated(schema, { description });

/** Validates by `schema`; the document refers to `named` in its place. */
export const documentedAs = <S extends TSchema>(named: TSchema, schema: S): S => ({ ...schema, [original]: named });

/** The named schema behind a use of it, or the schema itself. */
export const originalOf = (schema: TSchema): TSchema => (schema as { [original]?: TSchema })[original] ?? schema;
