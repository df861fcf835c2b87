import type { TSchema } from '@sinclair/typebox';

/** Visibility in the request log. SECRET and PERSONAL values are hidden; ACCOUNT values show their last characters. */
type Sensitivity = 'SECRET' | 'PERSONAL' | 'ACCOUNT';

/** Symbol key: validation and the OpenAPI document ignore symbols. */
const sensitivity = Symbol('sensitivity');

const annotated =
  (level: Sensitivity) =>
  <S extends TSchema>(schema: S): S => ({ ...schema, [sensitivity]: level });

/** Credentials: passwords, tokens, one-time codes, keys, links with a token. */
export const Secret = annotated('SECRET');

/** Personal data: names, birth dates, addresses, contacts, document numbers, free text. */
export const Personal = annotated('PERSONAL');

/** Account and phone numbers. */
export const AccountName = annotated('ACCOUNT');

/** Returns the sensitivity of a schema or of its parts. */
export function sensitivityOf(schema: TSchema): Sensitivity | undefined {
  const own = (schema as { [sensitivity]?: Sensitivity })[sensitivity];
  if (own) return own;
  const parts: TSchema[] | undefined = schema.anyOf ?? schema.allOf;
  for (const part of parts ?? []) {
    const level = sensitivityOf(part);
    if (level) return level;
  }
  return undefined;
}
