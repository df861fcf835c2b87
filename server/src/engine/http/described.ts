import type { TSchema } from '@sinclair/typebox';
import { Annotated } from './named-schemas.ts';

/** Describes one use of a shared schema. */
export const Described = <S extends TSchema>(schema: S, description: string): S => Annotated(schema, { description });
