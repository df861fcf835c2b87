import type { TSchema } from '@sinclair/typebox';

/** A symbol, so that the description of one use does not replace the one of the named schema. */
const use = Symbol('use');

/** Describes one use of a shared schema. For a named schema the OpenAPI document shows it beside the reference. */
export const Described = <S extends TSchema>(schema: S, description: string): S =>
  schema.$id === undefined ? { ...schema, description } : { ...schema, [use]: description };

/** Description of this use of a named schema. */
export const descriptionOfUse = (schema: object): string | undefined => (schema as { [use]?: string })[use];
