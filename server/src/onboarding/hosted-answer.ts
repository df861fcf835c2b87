import { ApiError, type FieldError, InvalidFields } from '../kernel/errors.ts';
import { refusalErrors } from './hosted-page/answers.ts';
import type { Errors } from './hosted-page/controls.ts';
import type { Field } from './hosted-page/fields.ts';
import type { Screen } from './hosted-page/layout.ts';
import type { Visit } from './hosted-page/visit.ts';
import type { SessionNeeds } from './hosted-session.ts';
import type { LinkSession } from './kyc-link.ts';

/** What a request ends in: a screen, or the way to another. */
export type Answer = { screen: Screen; isRefused?: boolean } | { to: string };

type Shape = (value: unknown) => FieldError[];

export interface HostedNeeds extends SessionNeeds {
  /** The shapes that the API has for the same changes. */
  shapes: { customer: Shape; newOwner: Shape; owner: Shape; document: Shape };
}

/** A form that was sent, and the visit it was sent in. */
export interface Sending {
  visit: Visit;
  session: LinkSession;
  sent: URLSearchParams;
  /** The visit as it is after a change. */
  again: () => Promise<Visit>;
}

/** Saves what reads well, and tells what is wrong otherwise. */
export async function attempt(
  { errors, fields }: { errors: Errors; fields: readonly Field[] },
  save: () => Promise<void>,
): Promise<Errors | undefined> {
  if (Object.keys(errors).length > 0) return errors;
  try {
    await save();
    return undefined;
  } catch (error) {
    if (error instanceof InvalidFields) return refusalErrors(fields, error.details?.errors ?? []);
    throw error;
  }
}

export function requireShape(problems: readonly FieldError[]): void {
  if (problems.length > 0) throw new InvalidFields([...problems]);
}

export const unknownPlace = (): ApiError => new ApiError('REFERENCE_NOT_FOUND', 'There is no such page.');
