import { type FieldError, InvalidFields } from '../../foundation/kernel/errors.ts';

const MAX_TEXT = 512;

/** Code of a login link, or the credentials of an API token. */
export type Credentials = { code: string } | { clientId: string; clientSecret: string };

/** Parses the body of a login; the error lists every invalid field. */
export function readCredentials(body: unknown): Credentials {
  const given = (typeof body === 'object' && body !== null ? body : {}) as Record<string, unknown>;
  if (given.code !== undefined) {
    requireTexts(given, ['code']);
    return { code: given.code as string };
  }
  requireTexts(given, ['clientId', 'clientSecret']);
  return { clientId: given.clientId as string, clientSecret: given.clientSecret as string };
}

function requireTexts(given: Record<string, unknown>, names: readonly string[]): void {
  const errors = names.flatMap((field): FieldError[] => {
    const value = given[field];
    const isText = typeof value === 'string' && value.length > 0 && value.length <= MAX_TEXT && !/\p{Cc}/u.test(value);
    return isText ? [] : [{ field, message: `${field} must be a text of 1 to ${MAX_TEXT} characters.` }];
  });
  if (errors.length > 0) {
    throw new InvalidFields(errors, 'Send the code of a login link, or clientId and clientSecret of an API token.');
  }
}
